/* test_own.c - tables with an edition of somebody's own: the text comes with the table, everybody gets it,
 * the table goes on by it after a restart, its record needs no other file, and whatever is pasted stays
 * bounded. */
#include "hall/one_hall.h"

#include "fair/verify.h"

#define MINE "edition mine\\nlike classic\\ntitle en \\\"Mine\\\", es \\\"La mía\\\"\\nhand 5\\n"

static char own[PEN_ID_BYTES];

/* Ana opens a table for two with her edition, Beto comes. */
static void begin_own(const char *text)
{
    static char message[1 << 14];
    open_greeted(0, "10.0.0.1");
    open_greeted(1, "10.0.0.2");
    snprintf(message, sizeof message,
             "{\"t\":\"create\",\"name\":\"Ana\",\"settings\":{\"seats\":2},\"text\":\"%s\"}", text);
    const char *heard = ask(0, message);
    HAS(heard, "\"t\":\"welcome\"");
    field(heard, "table", table, sizeof table);
    field(heard, "token", tokens[0], sizeof tokens[0]);
    field(heard, "edition", own, sizeof own);
    snprintf(message, sizeof message, "{\"t\":\"join\",\"table\":\"%s\",\"name\":\"Beto\"}", table);
    heard = ask(1, message);
    HAS(heard, "\"seat\":1");
    field(heard, "token", tokens[1], sizeof tokens[1]);
}

static void begin_cards(void)
{
    HAS(ask(0, "{\"t\":\"agree\",\"id\":1,\"rules\":1}"), "\"t\":\"ok\"");
    HAS(ask(1, "{\"t\":\"agree\",\"id\":1,\"rules\":1}"), "\"t\":\"ok\"");
    HAS(ask(0, "{\"t\":\"start\",\"id\":2}"), "\"t\":\"ok\"");
    settle();
}

static void test_everybody_gets_it(void **state)
{
    char wanted[200];
    (void)state;
    begin_own(MINE);
    assert_int_equal(strlen(own), 30);
    assert_memory_equal(own, PEN_OWN_PREFIX, 4);
    snprintf(wanted, sizeof wanted,
             "{\"t\":\"edition\",\"id\":\"%s\",\"text\":\"edition %s\\ntitle en \\\"Mine\\\"", own, own);
    for (unsigned i = 0; i < 2; i++) {
        HAS(wires[i].heard, wanted);
        assert_true(strstr(wires[i].heard, "\"t\":\"edition\"") < strstr(wires[i].heard, "\"t\":\"table\""));
    }
    open_greeted(2, "10.0.0.3");
    snprintf(wanted, sizeof wanted, "{\"t\":\"watch\",\"table\":\"%s\"}", table);
    HAS(ask(2, wanted), "\"t\":\"edition\"");
    begin_cards();
    assert_true(room_now()->game.round.hand_count[0] < 7 || room_now()->game.round.hand_count[1] < 7);
    /* As a page, whoever asks for it by its name. */
    struct hall_page page = hall_page_edition(hall, own);
    HAS(page.bytes, "\nhand 5\n");
    free(page.bytes);
    assert_null(hall_page_edition(hall, "own-aaaaaaaaaaaaaaaaaaaaaaaaaa").bytes);
}

static void test_what_is_wrong_is_told(void **state)
{
    (void)state;
    open_greeted(0, "10.0.0.1");
    const char *heard = ask(0, "{\"t\":\"create\",\"text\":\"edition mine\\nlike classic\\nhand 70\\n\"}");
    HAS(heard, "\"code\":\"bad-edition\"");
    HAS(heard, "\"args\":{\"line\":3,\"column\":6,");
    HAS(heard, "line 3, column 6: ");
    assert_int_equal(hall_count(hall).tables, 0);
    HAS(ask(0, "{\"t\":\"create\",\"text\":\"nonsense\"}"), "\"line\":1");
    /* A house rule of one's own is laid over the edition of the settings. */
    heard =
        ask(0, "{\"t\":\"create\",\"settings\":{\"edition\":\"office\"},\"text\":\"house short\\ntitle en "
               "\\\"Short\\\", es \\\"Corta\\\"\\nhand 3\\n\"}");
    HAS(heard, "The Office + Short");
    HAS(heard, "\\nhand 3\\n");
}

static void test_set_changes_it(void **state)
{
    (void)state;
    begin_own(MINE);
    char before[sizeof own];
    memcpy(before, own, sizeof own);
    wires[1].length = 0;
    HAS(ask(1, "{\"t\":\"set\",\"id\":5,\"settings\":{},\"text\":\"nonsense\"}"), "not-host");
    wires[1].length = 0;
    const char *heard = ask(0, "{\"t\":\"set\",\"id\":5,\"settings\":{},\"text\":\"edition other\\nlike "
                               "classic\\ntitle en \\\"Other\\\", es \\\"Otra\\\"\\nhand 4\\n\"}");
    HAS(heard, "\"t\":\"ok\"");
    HAS(wires[1].heard, "\"t\":\"edition\"");
    HAS(wires[1].heard, "\\nhand 4\\n");
    field(wires[1].heard, "edition", own, sizeof own);
    assert_string_not_equal(own, before);
    /* What is said of the rest leaves it. */
    HAS(ask(0, "{\"t\":\"set\",\"id\":6,\"settings\":{\"hints\":true}}"), own);
    HAS(ask(0, "{\"t\":\"set\",\"id\":7,\"settings\":{\"edition\":\"own-aaaaaaaaaaaaaaaaaaaaaaaaaa\"}}"),
        "\"code\":\"no-edition\",\"key\":\"server.no-edition\",\"args\":{\"field\":\"own-aaaa");
    HAS(ask(0, "{\"t\":\"set\",\"id\":8,\"settings\":{\"edition\":\"verbena\"}}"), "\"edition\":\"verbena\"");
    hall_destroy(hall);
    store_memory_crash(&store, 0);
    start(&hall_limits_usual);
    assert_string_equal(room_now()->settings.edition, "verbena");
}

/* The house falls and stands up again: the table goes on by its text, which no other file has. */
static void test_restart(void **state)
{
    static struct pen_game game;
    char text[512];
    (void)state;
    begin_own(MINE);
    begin_cards();
    game = room_now()->game;
    for (unsigned i = 0; i < 2; i++) {
        hall_destroy(hall);
        store_memory_crash(&store, 0);
        start(&hall_limits_usual);
        assert_memory_equal(&room_now()->game, &game, sizeof game);
    }
    open_greeted(0, "10.0.0.1");
    snprintf(text, sizeof text, "{\"t\":\"resume\",\"table\":\"%s\",\"token\":\"%s\"}", table, tokens[0]);
    HAS(ask(0, text), "\"t\":\"edition\"");
    /* Whoever has a link to the set-up opens another table with it, and whoever asks gets the text. */
    open_greeted(1, "10.0.0.2");
    snprintf(text, sizeof text, "{\"t\":\"create\",\"setup\":\"2.%s\"}", own);
    HAS(ask(1, text), "\\nhand 5\\n");
    struct hall_page page = hall_page_edition(hall, own);
    HAS(page.bytes, "\nhand 5\n");
    free(page.bytes);
    open_greeted(2, "10.0.0.3");
    HAS(ask(2, "{\"t\":\"create\",\"setup\":\"2.own-aaaaaaaaaaaaaaaaaaaaaaaaaa\"}"),
        "\"code\":\"no-edition\"");
}

static bool no_edition(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                       struct pen_problem *problem)
{
    (void)context, (void)name, (void)bytes, (void)edition, (void)problem;
    return false;
}

static void note_check(void *context, const struct fair_check *check)
{
    unsigned *wrong = context;
    *wrong += !check->is_good;
    if (!check->is_good)
        print_message("# %s\n", check->text);
}

/* A game of bots to its end; its record is replayed and verified by somebody who has no edition at all. */
static void test_record(void **state)
{
    static struct fair_verifier verifier;
    char text[256];
    (void)state;
    open_greeted(0, "10.0.0.1");
    const char *heard =
        ask(0, "{\"t\":\"create\",\"name\":\"Ana\",\"settings\":{\"seats\":2,\"scoring\":\"quick\","
               "\"pace\":\"at-once\",\"clock\":{\"move\":1}},\"text\":\"" MINE "\"}");
    field(heard, "table", table, sizeof table);
    HAS(ask(0, "{\"t\":\"bot\",\"id\":1,\"seat\":1,\"level\":\"casual\"}"), "\"t\":\"ok\"");
    HAS(ask(0, "{\"t\":\"agree\",\"id\":2,\"rules\":1}"), "\"t\":\"ok\"");
    HAS(ask(0, "{\"t\":\"start\",\"id\":3}"), "\"t\":\"ok\"");
    for (unsigned i = 0; i < 4000 && room_now()->stage != ROOM_OVER; i++) {
        now_ms += 1100;
        wires[0].length = 0;
        settle();
    }
    assert_int_equal(room_now()->stage, ROOM_OVER);
    /* Afterwards the rules change: that is no part of the record. */
    snprintf(text, sizeof text, "%s", "{\"t\":\"set\",\"id\":9,\"settings\":{\"edition\":\"classic\"}}");
    HAS(ask(0, text), "\"t\":\"ok\"");
    struct hall_record record;
    assert_int_equal(hall_find_record(hall, table, 1, &record), HALL_FOUND);
    struct hall_page page = hall_read_record(&store, &record, why);
    assert_non_null(page.bytes);
    HAS(page.bytes, "edition: own-");
    HAS(page.bytes, "\n#: hand 5\n");
    assert_null(strstr(page.bytes, "#: hand 7")); /* of the edition after it */
    unsigned wrong = 0;
    const struct fair_verify_host judge = {&wrong, PEN_LANG_EN, no_edition, note_check, NULL};
    assert_int_equal(fair_verify(&verifier, page.bytes, page.count, &judge), FAIR_STATUS_GOOD);
    assert_int_equal(wrong, 0);
    /* A record whose text says something else than its name is nobody's. */
    char *hand = strstr(page.bytes, "#: hand 5");
    hand[8] = '6';
    assert_int_not_equal(fair_verify(&verifier, page.bytes, page.count, &judge), FAIR_STATUS_GOOD);
    free(page.bytes);
}

#define OTHERS "edition theirs\\nlike classic\\ntitle en \\\"Theirs\\\", es \\\"La suya\\\"\\nhand 4\\n"
#define ASK_FOR(text) \
    "{\"t\":\"ask\",\"id\":%u,\"what\":\"rules\",\"setup\":\"2.classic.seats=2\",\"text\":\"" text "\"}"

static const char *ask_for(unsigned wire, unsigned id, const char *format)
{
    char message[512];
    snprintf(message, sizeof message, format, id);
    return ask(wire, message);
}

/* Who is not the host asks the table for an edition of their own: everybody gets the text before the
 * question, and it is played by when they have agreed to it. */
static void test_asked_for(void **state)
{
    char text[200];
    (void)state;
    begin_table();
    HAS(ask_for(1, 1, ASK_FOR("edition mine\\nlike classic\\nhand 70\\n")),
        "\"code\":\"bad-edition\",\"key\":\"server.bad-edition\",\"args\":{\"line\":3,\"column\":6,");
    HAS(ask(1, "{\"t\":\"ask\",\"id\":2,\"what\":\"pause\",\"text\":\"x\"}"),
        "\"args\":{\"field\":\"text\"}");
    wires[0].length = 0;
    HAS(ask_for(1, 3, ASK_FOR(OTHERS)), "\"t\":\"ok\"");
    for (unsigned i = 0; i < 2; i++) {
        HAS(wires[i].heard, "\\nhand 4\\n");
        HAS(strstr(wires[i].heard, "\"t\":\"edition\""), "\"setup\":\"2.own-"); /* behind it */
    }
    assert_string_equal(room_now()->settings.edition, "classic");
    /* Somebody who comes meanwhile, too. */
    open_greeted(2, "10.0.0.3");
    snprintf(text, sizeof text, "{\"t\":\"watch\",\"table\":\"%s\"}", table);
    HAS(ask(2, text), "\\nhand 4\\n");
    /* A text is looked at only where its question may be asked. */
    HAS(ask_for(1, 4, ASK_FOR("nonsense")), "\"code\":\"asking\"");
    HAS(ask(0, "{\"t\":\"vote\",\"id\":1,\"yes\":false}"), "\"t\":\"ok\"");
    HAS(ask_for(1, 5, ASK_FOR("nonsense")), "\"code\":\"too-fast\"");
    now_ms += 3600 * 1000;
    HAS(ask_for(1, 6, ASK_FOR(OTHERS)), "\"t\":\"ok\"");
    HAS(ask(0, "{\"t\":\"vote\",\"id\":2,\"yes\":true}"), "\"t\":\"ok\"");
    assert_memory_equal(room_now()->settings.edition, PEN_OWN_PREFIX, 4);
    hall_destroy(hall);
    store_memory_crash(&store, 0);
    start(&hall_limits_usual);
    assert_memory_equal(room_now()->settings.edition, PEN_OWN_PREFIX, 4);
    struct hall_page page = hall_page_edition(hall, room_now()->settings.edition);
    HAS(page.bytes, "\nhand 4\n");
    free(page.bytes);
}

/* Carla opens a table, to which Dani comes and asks for an edition of his own. */
static void ask_elsewhere(void)
{
    char text[200], other[32];
    open_greeted(2, "10.0.0.3");
    open_greeted(3, "10.0.0.4");
    HAS(ask(2, "{\"t\":\"create\",\"name\":\"Carla\",\"settings\":{\"seats\":2}}"), "\"t\":\"welcome\"");
    field(wires[2].heard, "table", other, sizeof other);
    snprintf(text, sizeof text, "{\"t\":\"join\",\"table\":\"%s\",\"name\":\"Dani\"}", other);
    HAS(ask(3, text), "\"seat\":1");
    HAS(ask_for(3, 1, ASK_FOR(OTHERS)), "\"t\":\"ok\"");
}

/* Thousands of editions and rules, one after the other: those that nobody plays by make place. */
static void test_bounded(void **state)
{
    static char message[1024];
    (void)state;
    hall_destroy(hall);
    start(&hall_limits_wide);
    begin_own(MINE);
    ask_elsewhere();
    char kept[sizeof own];
    for (unsigned i = 0; i < 5000; i++) {
        snprintf(message, sizeof message,
                 "{\"t\":\"set\",\"id\":%u,\"settings\":{\"target\":%u},\"text\":\"edition e\\nlike "
                 "classic\\ntitle en "
                 "\\\"Number %u\\\", es \\\"N.º %u\\\"\\n\"}",
                 i + 10, 1 + i, i, i);
        wires[1].length = 0;
        if (!strstr(ask(0, message), "\"t\":\"ok\""))
            fail_msg("%u: %s", i, wires[0].heard);
    }
    memcpy(kept, room_now()->settings.edition, sizeof kept);
    struct hall_page page = hall_page_edition(hall, kept);
    HAS(page.bytes, "Number 4999");
    free(page.bytes);
    assert_null(hall_page_edition(hall, own).bytes); /* the first one has gone */
    /* But not what somebody was asked about. */
    HAS(ask(2, "{\"t\":\"vote\",\"id\":1,\"yes\":true}"), "\"t\":\"ok\"");
    HAS(wires[2].heard, "\"edition\":\"own-");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_everybody_gets_it, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_what_is_wrong_is_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_set_changes_it, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_restart, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_record, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_asked_for, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_bounded, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("own", tests, NULL, NULL);
}
