/* test_independent.c - docs/examples/verify.py, which shares no code with the library, comes to the same
 * verdict: good for the records of every edition, wrong for changed ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "fair_game.h"

static const char *source_root;
static struct fair_game play;
static char folder[] = "/tmp/penultima-fair-XXXXXX";
static char paths[64][64];
static unsigned path_count;

/* What the library says. */
static enum fair_status verify(const char *bytes, size_t count)
{
    static struct fair_verifier verifier;
    static struct verdict verdict;
    return verify_bytes(&verifier, &play.edition, bytes, count, PEN_LANG_EN, &verdict);
}

static void write_record(const char *bytes, size_t count)
{
    snprintf(paths[path_count], sizeof paths[path_count], "%s/%u.mesa", folder, path_count);
    FILE *file = fopen(paths[path_count++], "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    assert_int_equal(fclose(file), 0);
}

/* Its exit status for all files written since the last time, which go away. */
static int run_python(void)
{
    char command[8192], script[512];
    snprintf(script, sizeof script, "%s/docs/examples/verify.py", source_root);
    size_t length = (size_t)snprintf(command, sizeof command, "python3 '%s'", script);
    for (unsigned i = 0; i < path_count; i++)
        length += (size_t)snprintf(command + length, sizeof command - length, " %s", paths[i]);
    snprintf(command + length, sizeof command - length, " >&2");
    const int status = system(command);
    for (; path_count > 0; path_count--)
        unlink(paths[path_count - 1]);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void play_game(const char *id, unsigned seats, uint64_t number)
{
    assert_true(pen_edition_builtin(id, &play.edition));
    play.options = PEN_OPTIONS_DEFAULT;
    play.options.target = 150;
    if (seats > 2) /* RULE H25: the same shuffle */
        assert_true(pen_house_add("own-pile", strlen("own-pile"), &play.options.house));
    seats = seats < play.edition.rule.seats_max ? seats : play.edition.rule.seats_max;
    while (!fair_game_play(&play, number, seats))
        number += 1000;
}

static void test_good(void **state)
{
    (void)state;
    unsigned reshuffles = 0;
    for (unsigned index = 0; index < pen_edition_builtin_count(); index++)
        for (unsigned seats = 2; seats <= 10; seats += 4) {
            play_game(pen_edition_builtin_id(index), seats, 20 + seats);
            assert_int_equal(verify(play.bytes, play.text.length), FAIR_STATUS_GOOD);
            write_record(play.bytes, play.text.length);
            reshuffles += play.fair.reshuffle_count;
        }
    assert_true(reshuffles > 10);
    assert_int_equal(run_python(), 0);
}

static void test_wrong(void **state)
{
    (void)state;
    static const char *const keys[] = {"\n#! server commit ", "\n#! server seed ", "\n#! table ",
                                       "\n#! tie 1 ",         "\n#! chain ",       "\ndealer: "};
    static char changed[RECORD_BYTES];
    uint64_t number = 31;
    do
        play_game("office", 4, number++);
    while (play.tie_count == 0 || play.fair.reshuffle_count == 0);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        memcpy(changed, play.bytes, play.text.length);
        changed[play.text.length] = 0;
        char *at = strstr(changed, keys[i]);
        assert_non_null(at);
        at += strlen(keys[i]);
        *at = *at == '1' ? '2' : '1';
        assert_int_not_equal(verify(changed, play.text.length), FAIR_STATUS_GOOD);
        write_record(changed, play.text.length);
        assert_int_not_equal(run_python(), 0);
    }
    /* The first two cards of these lines in each other's place, if they differ. */
    static const char *const lists[] = {"\ndraw: ", "\nreshuffle: "};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        memcpy(changed, play.bytes, play.text.length);
        changed[play.text.length] = 0;
        char *line = strstr(changed, lists[i]);
        assert_non_null(line);
        char *cards = line + strlen(lists[i]), copy[32];
        size_t first = strcspn(cards, " "), both = first + 1 + strcspn(cards + first + 1, " \n");
        while (both == 2 * first + 1 && memcmp(cards, cards + first + 1, first) == 0) {
            cards += first + 1;
            first = strcspn(cards, " ");
            both = first + 1 + strcspn(cards + first + 1, " \n");
        }
        assert_true(both < sizeof copy);
        memcpy(copy, cards + first + 1, both - first - 1);
        copy[both - first - 1] = ' ';
        memcpy(copy + both - first, cards, first);
        memcpy(cards, copy, both);
        assert_int_not_equal(verify(changed, play.text.length), FAIR_STATUS_GOOD);
        write_record(changed, play.text.length);
        assert_int_equal(run_python(), 1);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_good), cmocka_unit_test(test_wrong)};
    if (argc < 2 || !mkdtemp(folder))
        return 2;
    source_root = argv[1];
    const int failed = cmocka_run_group_tests_name("fair/independent", tests, NULL, NULL);
    rmdir(folder);
    return failed;
}
