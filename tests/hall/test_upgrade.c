/* test_upgrade.c - tables that were opened with a built-in edition that a newer program has altered. */
#include "hall/one_hall.h"

#include "fair/chain.h"

/* Copies a table's journal as a program would have left it whose "classic" deals five cards. */
struct forging {
    struct store to;
    struct fair_chain chain;
    uint64_t digest, old_digest, last_place;
    unsigned altered;
    bool is_torn; /* text and digest do not belong together */
};

static void replace(char *text, const char *old, const char *new)
{
    char *at = strstr(text, old);
    assert_non_null(at);
    memmove(at + strlen(new), at + strlen(old), strlen(at + strlen(old)) + 1);
    memcpy(at, new, strlen(new));
}

static bool forge(void *context, const struct store_entry *entry)
{
    struct forging *forging = context;
    static char text[ROOM_JOURNAL_BYTES_MAX + 32];
    char digests[2][32];
    assert_true(entry->count < ROOM_JOURNAL_BYTES_MAX);
    memcpy(text, entry->bytes, entry->count);
    text[entry->count] = 0;
    if (strncmp(text, "#! edition ", 11) == 0) {
        snprintf(digests[0], sizeof digests[0], "%llu", (unsigned long long)forging->old_digest);
        snprintf(digests[1], sizeof digests[1], "%llu", (unsigned long long)forging->digest);
        if (!forging->is_torn)
            replace(text, digests[0], digests[1]);
        replace(text, "#: hand 7\n", "#: hand 5\n");
        forging->altered++;
    }
    fair_chain_add_lines(&forging->chain, text, strlen(text));
    struct store_entry copy = *entry;
    copy.before = forging->last_place;
    copy.bytes = text;
    copy.count = strlen(text);
    copy.hash = forging->chain.hash;
    forging->last_place = store_append(&forging->to, &copy);
    return forging->last_place != 0;
}

/* The house ends, the journal of its one table is forged, and the house opens again. */
static void open_forged(bool is_torn, struct hall_restored *found)
{
    static struct pen_edition edition;
    struct forging forging = {.is_torn = is_torn};
    assert_true(pen_edition_builtin("classic", &edition));
    forging.old_digest = room_edition_digest(&edition);
    edition.rule.hand_cards = 5;
    forging.digest = room_edition_digest(&edition);
    fair_chain_init(&forging.chain);
    assert_true(store_open_memory(&forging.to));
    assert_true(store_read_open(&store, forge, &forging, why));
    assert_int_equal(forging.altered, 1);
    assert_true(store_commit(&forging.to));
    store_memory_finish(&forging.to, STORE_FAULT_NONE);
    (void)store_poll(&forging.to, why);
    hall_destroy(hall);
    (void)store_close(&store);
    store = forging.to;
    hall = hall_create(&hall_limits_usual, &store, &host);
    assert_non_null(hall);
    assert_true(hall_restore(hall, now_ms, found, why));
}

static void come_back(void)
{
    char text[512];
    for (unsigned i = 0; i < 2; i++) {
        open_greeted(i, "10.0.0.1");
        snprintf(text, sizeof text, "{\"t\":\"resume\",\"table\":\"%s\",\"token\":\"%s\"}", table, tokens[i]);
        HAS(ask(i, text), "\"t\":\"welcome\"");
    }
}

/* The opening card may make one of the two draw. */
static unsigned least_cards(void)
{
    const struct pen_round *round = &room_now()->game.round;
    return round->hand_count[0] < round->hand_count[1] ? round->hand_count[0] : round->hand_count[1];
}

/* A table goes on by the text that it has kept, new ones begin by what is built in now. */
static void test_altered_edition(void **state)
{
    static struct pen_game game;
    struct hall_restored found;
    char old_table[sizeof table];
    (void)state;
    begin_table();
    settle();
    open_forged(false, &found);
    assert_int_equal(found.tables, 1);
    assert_int_equal(found.set_aside, 0);
    come_back();
    HAS(ask(0, "{\"t\":\"agree\",\"id\":1,\"rules\":1}"), "\"t\":\"ok\"");
    HAS(ask(1, "{\"t\":\"agree\",\"id\":1,\"rules\":1}"), "\"t\":\"ok\"");
    HAS(ask(0, "{\"t\":\"start\",\"id\":2}"), "\"t\":\"ok\"");
    settle();
    assert_int_equal(least_cards(), 5);
    game = room_now()->game;
    memcpy(old_table, table, sizeof table);
    hall_closed(hall, wires[0].conn, now_ms);
    hall_closed(hall, wires[1].conn, now_ms);
    begin_game();
    assert_int_equal(least_cards(), 7);
    /* And both once more, each by its own. */
    hall_destroy(hall);
    store_memory_crash(&store, 0);
    start(&hall_limits_usual);
    assert_int_equal(hall_count(hall).tables, 2);
    assert_int_equal(least_cards(), 7);
    memcpy(table, old_table, sizeof table);
    assert_memory_equal(&room_now()->game, &game, sizeof game);
}

/* A text that is not the one of its digest is nobody's rules: the table is set aside, the house opens. */
static void test_torn_edition(void **state)
{
    struct hall_restored found;
    (void)state;
    begin_table();
    settle();
    open_forged(true, &found);
    assert_int_equal(found.tables, 0);
    assert_int_equal(found.set_aside, 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_altered_edition),
        TEST(test_torn_edition),
    };
    return cmocka_run_group_tests_name("upgrade", tests, NULL, NULL);
}
