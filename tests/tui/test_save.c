/* The record on the disk: nothing is lost when the process ends anywhere, a disk that cannot be written
 * is survived, finished games are kept. */
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "penultima/languages.h"
#include "support/mesa_host.h"
#include "tui/choices.h"
#include "tui/home/load.h"
#include "tui/home/home.h"

static char folder[256];
static const char *source_root = "."; /* the first argument */
static struct tui_news news;

/* A new home for every test. */
static int set_up(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/penultima-save-XXXXXX");
    if (!mkdtemp(folder))
        return 1;
    char path[300];
    snprintf(path, sizeof path, "%s/state", folder);
    setenv("XDG_STATE_HOME", path, 1);
    snprintf(path, sizeof path, "%s/data", folder);
    setenv("XDG_DATA_HOME", path, 1);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    char command[320];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

static struct tui_start usual(void)
{
    struct tui_start start;
    memset(&start, 0, sizeof start);
    bool is_there = pen_edition_builtin("classic", &start.edition);
    assert_true(is_there);
    start.options = PEN_OPTIONS_DEFAULT;
    start.options.scoring = PEN_SCORING_QUICK;
    start.people.count = 1;
    memcpy(start.people.name[0], "Ana", 4);
    start.seat_count = 3;
    start.bots[0] = (struct bot_spec){.level = BOT_RANK};
    start.bots[1] = (struct bot_spec){BOT_EXPERT, 50, 0};
    start.bot_count = 2;
    start.speed = TUI_SPEED_INSTANT;
    start.seed = 12;
    start.is_seeded = true;
    return start;
}

static struct tui_table *create(const struct tui_start *start)
{
    struct home_setup setup = home_setup_of(start);
    setup.save = home_save_create();
    struct tui_table *table = home_create(&setup, &start->edition, &start->options, 0);
    assert_non_null(table);
    return table;
}

/* An expert thinks in a thread of its own; this waits for it. */
static bool is_thinking(struct tui_table *table)
{
    struct pollfd polled = {tui_table_fd(table), POLLIN, 0};
    if (table->view.phase == PEN_PHASE_OVER || (table->view.must & table->people))
        return false;
    return poll(&polled, 1, 60000) == 1;
}

/* Plays the first choice until Ana has acted so often or the game is over. Notices go to 'notice'. */
static bool play(struct tui_table *table, unsigned actions, char *notice)
{
    for (unsigned done = 0; done <= actions;) {
        do {
            while (tui_table_step(table, 0, &news)) {
                if (news.type == TUI_NEWS_GAME_OVER)
                    done = actions;
                if (news.type == TUI_NEWS_NOTICE && notice)
                    memcpy(notice, news.text, sizeof news.text);
            }
        } while (is_thinking(table));
        if (table->view.winners != 0)
            return true;
        if (done++ == actions)
            break;
        struct plain_choices choices;
        plain_choices_find(&choices, table);
        assert_true(choices.count > 0);
        struct pen_action action = choices.list[0];
        if (plain_choice_needs_color(table, &action))
            action.color = 0;
        assert_int_equal(tui_table_act(table, action, 0), PEN_ACCEPTED);
    }
    return false;
}

/* Whoever plays sees just what was seen before. Of what was played only the newest is told again. */
static void assert_same_view(struct pen_view before, struct pen_view after)
{
    for (unsigned seat = 0; seat < PEN_SEATS_MAX; seat++) {
        before.shown_at[seat] = before.shown_at[seat] != 0;
        after.shown_at[seat] = after.shown_at[seat] != 0;
    }
    assert_true(after.event_total > 0 && after.event_total <= before.event_total);
    before.event_total = after.event_total = 0;
    memset(before.events, 0, sizeof before.events);
    memset(after.events, 0, sizeof after.events);
    assert_memory_equal(&before, &after, sizeof before);
}

static void path_of(char *path, size_t size, const char *name)
{
    snprintf(path, size, "%s/%s", folder, name);
}

static void test_goes_on(void **state)
{
    (void)state;
    struct tui_start start = usual();
    struct tui_table *table = create(&start);
    play(table, 5, NULL);
    struct pen_view before = table->view;
    struct pen_names names = table->names;
    tui_table_close(table);

    struct home_unfinished unfinished;
    assert_true(home_save_find(&unfinished));
    assert_true(unfinished.has_seating);
    assert_int_equal(unfinished.seating.people, 1);
    assert_int_equal(unfinished.seating.specs[1].level, BOT_RANK);
    assert_int_equal(unfinished.seating.specs[2].level, BOT_EXPERT);
    assert_int_equal(unfinished.seating.specs[2].rollouts, 50);
    char words[256];
    struct pen_text text = pen_text_in(words, sizeof words);
    assert_true(home_load_describe(unfinished.bytes, unfinished.count, &host, PEN_LANG_ES, &text));
    assert_non_null(strstr(words, "Ana, Beto, Carla"));
    table = home_load_unfinished(&unfinished, &start, &host, 0);
    assert_non_null(table);
    assert_same_view(before, table->view);
    assert_memory_equal(&names, &table->names, sizeof names);
    play(table, 1000, NULL);
    assert_int_not_equal(table->view.winners, 0);
    tui_table_close(table);
    assert_false(home_save_find(&unfinished)); /* it is over and moved away */
}

/* A saved game into the first slot, as another program left it. */
static void put_saved(const char *first, const char *text)
{
    char path[300];
    path_of(path, sizeof path, "state/penultima");
    char command[400];
    snprintf(command, sizeof command, "mkdir -p '%s'", path);
    assert_int_equal(system(command), 0);
    path_of(path, sizeof path, "state/penultima/game.mesa");
    FILE *stream = fopen(path, "wb");
    assert_non_null(stream);
    assert_true(fputs(first, stream) >= 0 && fputs(text, stream) >= 0);
    assert_int_equal(fclose(stream), 0);
}

static const char *saved_by_0_2_0(void)
{
    static char text[4096];
    char path[512];
    snprintf(path, sizeof path, "%s/tests/data/saved-0.2.0.mesa", source_root);
    FILE *stream = fopen(path, "rb");
    assert_non_null(stream);
    text[fread(text, 1, sizeof text - 1, stream)] = 0;
    fclose(stream);
    return text;
}

/* tests/data/saved-0.2.0.mesa was left in the middle by that release, with bots of every level. */
static void test_old_one_goes_on(void **state)
{
    static const char *const levels[] = {"random", "rule", "novice", "casual", "rank", "expert"};
    (void)state;
    put_saved("", saved_by_0_2_0());
    struct tui_start start = usual();
    struct home_unfinished unfinished;
    assert_true(home_save_find(&unfinished));
    assert_int_equal(unfinished.seating.people, 1);
    for (unsigned i = 0; i < 6; i++)
        assert_string_equal(pen_bot_level_id((enum bot_level)unfinished.seating.specs[i + 1].level),
                            levels[i]);
    struct tui_table *table = home_load_unfinished(&unfinished, &start, &host, 0);
    assert_non_null(table);
    assert_int_equal(table->names.count, 7);
    play(table, 3, NULL);
    tui_table_close(table);
    /* It is a game of ours now: what 0.2.0 wrote stands in it, and the new moves behind it. */
    char path[300];
    path_of(path, sizeof path, "state/penultima/game.mesa");
    assert_int_not_equal(access(path, F_OK), 0);
    assert_true(home_save_find(&unfinished));
    assert_int_equal(unfinished.seating.people, 1);
    const char *old = strstr(saved_by_0_2_0(), "edition:");
    unfinished.bytes[unfinished.count - 1] = 0; /* its last line end */
    const char *taken = strstr(unfinished.bytes, old);
    assert_non_null(taken);
    assert_non_null(strstr(taken + strlen(old), "Ana "));
    home_save_close(unfinished.save);
}

static void test_newer_is_left(void **state)
{
    char path[300], text[64] = "";
    (void)state;
    put_saved("# saved: 4\n", "whatever that is, half a li");
    struct home_unfinished unfinished;
    assert_false(home_save_find(&unfinished));
    path_of(path, sizeof path, "state/penultima/game.mesa");
    assert_string_equal(unfinished.newer, path);
    struct tui_start start = usual();
    struct tui_table *table = create(&start); /* takes the next slot */
    play(table, 1, NULL);
    tui_table_close(table);
    assert_true(home_save_find(&unfinished));
    assert_int_equal(memcmp(unfinished.bytes, "# saved: 3\n# begun: ", 20), 0);
    enum home_load_problem problem;
    assert_null(home_load("# saved: 10\n", 12, &start, &host, NULL, 0, &problem));
    assert_int_equal(problem, HOME_LOAD_NEWER);
    home_save_close(unfinished.save);
    FILE *stream = fopen(path, "rb");
    assert_non_null(stream);
    assert_int_equal(fread(text, 1, sizeof text - 1, stream), 38);
    fclose(stream);
    assert_string_equal(text, "# saved: 4\nwhatever that is, half a li");
}

/* The process may end while a line is being written, after any of its bytes. */
static void test_cut_anywhere(void **state)
{
    (void)state;
    struct tui_start start = usual();
    struct tui_table *table = create(&start);
    play(table, 6, NULL);
    tui_table_close(table);
    char path[300];
    path_of(path, sizeof path, "state/penultima/game.mesa");
    static char bytes[65536];
    FILE *stream = fopen(path, "rb");
    assert_non_null(stream);
    size_t count = fread(bytes, 1, sizeof bytes, stream);
    fclose(stream);
    size_t header = (size_t)(strstr(bytes, "opening:") - bytes);
    for (size_t cut = header; cut <= count; cut++) {
        stream = fopen(path, "wb");
        assert_int_equal(fwrite(bytes, 1, cut, stream), cut);
        fclose(stream);
        struct home_unfinished unfinished;
        assert_true(home_save_find(&unfinished));
        struct stat status;
        assert_int_equal(stat(path, &status), 0);
        assert_int_equal((size_t)status.st_size, unfinished.count);
        assert_true(cut - unfinished.count < 400); /* one line at most is lost */
        table = home_load_unfinished(&unfinished, &start, &host, 0);
        assert_non_null(table);
        tui_table_close(table);
    }
}

static void test_kept(void **state)
{
    (void)state;
    struct tui_start start = usual();
    struct tui_table *table = create(&start);
    char notice[TUI_NEWS_TEXT_BYTES] = "";
    assert_true(play(table, 1000, notice));
    tui_table_close(table);
    char *path = strstr(notice, folder);
    assert_non_null(path);
    assert_int_equal(access(path, R_OK), 0);
    assert_non_null(strstr(path, "/data/penultima/games/"));
    static char bytes[65536];
    FILE *stream = fopen(path, "rb");
    assert_non_null(stream);
    size_t count = fread(bytes, 1, sizeof bytes, stream);
    fclose(stream);
    static struct pen_mesa mesa;
    assert_int_equal(pen_mesa_replay(&mesa, bytes, count, &host), PEN_MESA_GOOD);
    assert_int_not_equal(mesa.game.winners, 0);
    path_of(notice, sizeof notice, "state/penultima/game.mesa");
    assert_int_not_equal(access(notice, F_OK), 0);
}

/* A move that was taken back is not played when the game goes on, and stands in the record as a comment. */
static void test_taken_back(void **state)
{
    (void)state;
    static const char text[] = "edition: classic\nset: scoring=quick\nplayers: Ana, Beto\n"
                               "hand Ana: r1 r2\nhand Beto: b5 b6 b7\ntop: r9\nturn: Ana\n";
    struct tui_start start = usual();
    start.speed = TUI_SPEED_NORMAL;
    enum home_load_problem problem;
    struct tui_table *table = home_load(text, strlen(text), &start, &host, home_save_create(), 0, &problem);
    assert_non_null(table);
    struct pen_view before = table->view;
    while (tui_table_step(table, 0, &news))
        ;
    struct pen_action action = PEN_ACTION(PEN_VERB_PLAY, 0);
    assert_true(pen_card_read(&table->edition, &table->rules, "r1", 2, &action.card));
    assert_int_equal(tui_table_act(table, action, 0), PEN_ACCEPTED);
    while (tui_table_step(table, 0, &news))
        ;
    assert_true(table->can_take_back);
    tui_table_take_back(table, 0);
    tui_table_close(table);
    struct home_unfinished unfinished;
    assert_true(home_save_find(&unfinished));
    table = home_load_unfinished(&unfinished, &start, &host, 0);
    assert_non_null(table);
    assert_same_view(before, table->view);
    tui_table_close(table);
    /* Put away unfinished, it is a record that can be replayed and gone on with. */
    assert_true(home_save_find(&unfinished));
    const char *path = home_save_finish(unfinished.save);
    assert_non_null(path);
    static char bytes[65536];
    FILE *stream = fopen(path, "rb");
    assert_non_null(stream);
    size_t count = fread(bytes, 1, sizeof bytes - 1, stream);
    fclose(stream);
    bytes[count] = 0;
    assert_non_null(strstr(bytes, "# taken back: Ana plays r1"));
    table = home_load(bytes, count, &start, &host, NULL, 0, &problem);
    assert_non_null(table);
    assert_same_view(before, table->view);
    tui_table_close(table);
    home_save_close(unfinished.save);
}

/* A file where a folder should be: nothing can be written, even by root. */
static void test_cannot_be_written(void **state)
{
    (void)state;
    char path[300], notice[TUI_NEWS_TEXT_BYTES] = "";
    path_of(path, sizeof path, "state");
    FILE *stream = fopen(path, "wb");
    assert_non_null(stream);
    fclose(stream);
    struct tui_start start = usual();
    struct tui_table *table = create(&start);
    play(table, 2, notice);
    assert_non_null(strstr(notice, "cannot be saved"));
    notice[0] = 0;
    play(table, 2, notice);
    assert_string_equal(notice, ""); /* said once */
    /* Somebody makes room: all of it is written, from the beginning. */
    assert_int_equal(unlink(path), 0);
    play(table, 1, notice);
    assert_non_null(strstr(notice, "saved again"));
    struct pen_view before = table->view;
    tui_table_close(table);
    struct home_unfinished unfinished;
    assert_true(home_save_find(&unfinished));
    table = home_load_unfinished(&unfinished, &start, &host, 0);
    assert_non_null(table);
    assert_same_view(before, table->view);
    tui_table_close(table);
}

static void test_cannot_be_kept(void **state)
{
    (void)state;
    char path[300], notice[TUI_NEWS_TEXT_BYTES] = "";
    path_of(path, sizeof path, "data");
    FILE *stream = fopen(path, "wb");
    assert_non_null(stream);
    fclose(stream);
    struct tui_start start = usual();
    struct tui_table *table = create(&start);
    assert_true(play(table, 1000, notice));
    assert_non_null(strstr(notice, "could not be kept"));
    tui_table_close(table);
}

/* A record or position that is loaded is itself kept from its beginning. */
static void test_loaded_is_kept(void **state)
{
    (void)state;
    static const char text[] = "edition: classic\nplayers: Ana, Beto, Carla\nhand Ana: r1 g2 b3 b4\n"
                               "top: r9\nturn: Ana"; /* without a line end */
    struct tui_start start = usual();
    enum home_load_problem problem;
    struct tui_table *table = home_load(text, strlen(text), &start, &host, home_save_create(), 0, &problem);
    assert_non_null(table);
    play(table, 1, NULL);
    struct pen_view before = table->view;
    tui_table_close(table);
    struct home_unfinished unfinished;
    assert_true(home_save_find(&unfinished));
    table = home_load_unfinished(&unfinished, &start, &host, 0);
    assert_non_null(table);
    assert_same_view(before, table->view);
    tui_table_close(table);
}

/* An edition of one's own lies beside the record. */
static void test_own_edition(void **state)
{
    (void)state;
    struct tui_start start = usual();
    memcpy(start.edition.id, "mine", 5);
    struct tui_table *table = create(&start);
    play(table, 1000, NULL);
    tui_table_close(table);
    char path[300];
    path_of(path, sizeof path, "data/penultima/games/mine.edition");
    assert_int_equal(access(path, R_OK), 0);
}

static void test_seating_is_read(void **state)
{
    (void)state;
    struct home_seating seating;
    static const char *const bad[] = {"",
                                      "# seats: \n",
                                      "# seats: rank rank\n",
                                      "# seats: person bear\n",
                                      "edition: classic\n",
                                      "# seats: person a b c d e f g h i j k l\n"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(home_seating_read(bad[i], strlen(bad[i]), &seating));
    static const char good[] = "# x\n# seats: rank person expert:7 person\r\nedition: classic\n";
    assert_true(home_seating_read(good, strlen(good), &seating));
    assert_int_equal(seating.people, 1 << 1 | 1 << 3);
    assert_int_equal(seating.specs[2].rollouts, 7);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        source_root = argv[1];
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_goes_on),           TEST(test_cut_anywhere),    TEST(test_kept),
        TEST(test_cannot_be_written), TEST(test_cannot_be_kept),  TEST(test_loaded_is_kept),
        TEST(test_own_edition),       TEST(test_seating_is_read), TEST(test_old_one_goes_on),
        TEST(test_newer_is_left),     TEST(test_taken_back),
    };
    return cmocka_run_group_tests_name("tui/save", tests, NULL, NULL);
}
