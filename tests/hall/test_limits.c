/* test_limits.c - what one client, address or table may make the hall do, write and keep, and what becomes of
 * it when the disk is full or slow. */
#include "hall/one_hall.h"
#include "hall/range.h"

static void test_limits(void **state)
{
    (void)state;
    struct hall_limits limits = hall_limits_usual;
    limits.tables = 3;
    limits.tables_per_address = 2;
    limits.watchers_per_table = 1;
    limits.conns_per_address = 6;
    limits.actions = (struct hall_rate){5, 10};
    limits.chat = (struct hall_rate){2, 1};
    limits.creates = (struct hall_rate){3, 1};
    limits.joins = (struct hall_rate){4, 1};
    hall_destroy(hall);
    start(&limits);

    const char *create = "{\"t\":\"create\",\"name\":\"Ana\"}";
    for (unsigned i = 0; i < 6; i++)
        open_greeted(i, "10.0.0.1");
    open_greeted(6, "10.0.0.1");
    assert_null(wires[6].conn);
    HAS(ask(0, create), "\"t\":\"welcome\"");
    field(wires[0].heard, "table", table, sizeof table);
    HAS(ask(1, create), "\"t\":\"welcome\"");
    HAS(ask(2, create), "\"code\":\"many-tables\"");
    open_greeted(7, "10.0.0.2");
    HAS(ask(7, create), "\"t\":\"welcome\"");
    open_greeted(8, "10.0.0.3");
    HAS(ask(8, create), "\"code\":\"full\"");

    char watch[100];
    snprintf(watch, sizeof watch, "{\"t\":\"watch\",\"table\":\"%s\"}", table);
    HAS(ask(3, watch), "\"t\":\"welcome\"");
    HAS(ask(4, watch), "\"code\":\"many-watchers\"");
    HAS(ask(4, watch), "\"code\":\"many-watchers\"");
    HAS(ask(4, watch), "\"code\":\"many-watchers\"");
    HAS(ask(4, watch), "\"code\":\"too-fast\"");
    assert_false(hall_may_ask(hall, "10.0.0.1", now_ms)); /* for pages too */
    assert_true(hall_may_ask(hall, "10.0.0.9", now_ms));
    now_ms += 3000;

    for (int i = 0; i < 5; i++)
        HAS(ask(0, "{\"t\":\"ping\",\"id\":1}"), "pong");
    HAS(ask(0, "{\"t\":\"ping\",\"id\":1}"), "\"code\":\"too-fast\"");
    HAS(ask(1, "{\"t\":\"ping\",\"id\":1}"), "pong"); /* others are not concerned */
    now_ms += 100;
    HAS(ask(0, "{\"t\":\"ping\",\"id\":1}"), "pong");
    HAS(ask(0, "{\"t\":\"say\",\"id\":3,\"text\":\"hola\"}"), "\"said\"");
    HAS(ask(0, "{\"t\":\"say\",\"id\":4,\"phrase\":1}"), "\"said\"");
    HAS(ask(0, "{\"t\":\"say\",\"id\":5,\"phrase\":1}"), "\"code\":\"too-fast\"");
}

static void test_full_disk(void **state)
{
    (void)state;
    begin_game();
    uint8_t turn = room_now()->game.round.turn;
    uint32_t n = room_now()->n;
    wires[turn].length = 0;
    wires[turn].heard[0] = 0;
    say(turn, "{\"t\":\"act\",\"id\":9,\"do\":\"draws\"}");
    (void)hall_turn(hall, now_ms);
    store_memory_finish(&store, STORE_FAULT_FULL);
    now_ms += 500;
    (void)hall_turn(hall, now_ms);
    assert_true(hall_count(hall).is_failing);
    assert_null(strstr(wires[turn].heard, "\"ack\":9")); /* nobody is told what is not on disk */
    /* What depends on no entry is answered at once, at this table too. */
    say(turn, "{\"t\":\"say\",\"id\":10,\"text\":\"hola\"}");
    HAS(wires[turn].heard, "\"id\":10,\"code\":\"disk\"");
    say(turn, "{\"t\":\"ping\",\"id\":10}");
    HAS(wires[turn].heard, "\"t\":\"pong\",\"id\":10");
    /* But nobody hears that nothing was done of what will be told as done. */
    say(turn, "{\"t\":\"act\",\"id\":9,\"do\":\"draws\"}");
    assert_null(strstr(wires[turn].heard, "\"id\":9"));
    for (int i = 0; i < 200; i++) { /* the limit of commands fills again while the tables' time stands */
        now_ms += 1000;
        wires[turn].length = 0;
        say(turn, "{\"t\":\"start\",\"id\":12}");
        HAS(wires[turn].heard, "\"code\":\"disk\"");
    }
    now_ms += 3600 * 1000;
    (void)hall_turn(hall, now_ms);
    settle();
    HAS(wires[turn].heard, "\"ack\":9");
    assert_false(hall_count(hall).is_failing);
    assert_true(room_now()->n > n);
    HAS(ask(turn, "{\"t\":\"ping\",\"id\":11}"), "pong");
}

/* So many entries that several threads put the tables back. */
static void test_many(void **state)
{
    enum { TABLES = 50, CHANGES = 100 };
    static uint32_t n[TABLES];
    static char ids[TABLES][32];
    struct hall_restored found;
    char text[100];
    (void)state;
    hall_destroy(hall);
    start(&hall_limits_wide);
    for (unsigned i = 0; i < TABLES; i++) {
        open_greeted(0, "10.0.0.1");
        field(ask(0, "{\"t\":\"create\",\"name\":\"Ana\"}"), "table", ids[i], sizeof ids[i]);
        for (unsigned j = 0; j < CHANGES; j++) {
            snprintf(text, sizeof text, "{\"t\":\"set\",\"id\":%u,\"settings\":{\"target\":%u}}", j + 1,
                     100 + j);
            wires[0].length = 0;
            say(0, text);
        }
        settle();
        memcpy(table, ids[i], sizeof table);
        n[i] = room_now()->n;
        hall_closed(hall, wires[0].conn, now_ms);
    }
    hall_destroy(hall);
    store_memory_crash(&store, 0);
    hall = hall_create(&hall_limits_wide, &store, &host);
    assert_true(hall_restore(hall, now_ms, &found, why));
    assert_int_equal(found.tables, TABLES);
    assert_true(found.entries > TABLES * CHANGES);
    for (unsigned i = 0; i < TABLES; i++) {
        memcpy(table, ids[i], sizeof table);
        assert_true(room_now()->n >= n[i]);
        assert_int_equal(room_now()->settings.options.target, 100 + CHANGES - 1);
    }
    hall_destroy(hall);
    store_memory_crash(&store, 0);
    assert_int_not_equal(store_memory_damage(&store, 12345678), 0);
    hall = hall_create(&hall_limits_wide, &store, &host);
    assert_true(hall_restore(hall, now_ms, &found, why));
    assert_int_equal(found.tables, TABLES - 1);
    assert_int_equal(found.set_aside, 1);
}

static unsigned entry_count;

static bool count_entry(void *context, const struct store_entry *entry)
{
    (void)context;
    (void)entry;
    entry_count++;
    return true;
}

static unsigned entries(void)
{
    entry_count = 0;
    assert_true(store_read_open(&store, count_entry, NULL, why));
    return entry_count;
}

/* What changes nothing is answered, and neither written nor told to the others. */
static void test_no_ops(void **state)
{
    static const char *const commands[] = {
        "{\"t\":\"agree\",\"id\":%u,\"rules\":%u}",
        "{\"t\":\"set\",\"id\":%u,\"settings\":{\"seats\":3}}",
        "{\"t\":\"bot\",\"id\":%u,\"seat\":2,\"level\":\"rule\"}",
    };
    char text[200];
    unsigned id = 0;
    (void)state;
    begin_table();
    for (unsigned i = 3; i-- > 0;) { /* the settings last would take the agreement back */
        if (i == 2)
            HAS(ask(0, "{\"t\":\"set\",\"id\":1,\"settings\":{\"seats\":3}}"), "\"t\":\"ok\"");
        id = i == 2 ? 1 : id;
        snprintf(text, sizeof text, commands[i], ++id, 2u);
        HAS(ask(0, text), "\"t\":\"ok\"");
        unsigned before = entries();
        wires[1].length = 0;
        wires[1].heard[0] = 0;
        for (unsigned times = 0; times < 5; times++) {
            snprintf(text, sizeof text, commands[i], ++id, 2u);
            HAS(ask(0, text), "\"t\":\"ok\"");
        }
        assert_int_equal(entries(), before);
        assert_string_equal(wires[1].heard, "");
    }
}

/* A table that is changed on and on: what it makes the house write has a bound, and who does not slow
 * down is sent away. */
static void test_budget(void **state)
{
    char text[200];
    unsigned id = 0, refused = 0;
    (void)state;
    begin_table();
    unsigned before = entries();
    const struct hall_limits *limits = &hall_limits_usual;
    /* First no quicker than a connection may speak, so that it is the table's budget that ends. */
    const unsigned slow_ms = 1000 / limits->actions.per_second + 5, slow = 2000;
    for (; id < 3 * slow && !wires[0].closed; id++) {
        now_ms += id < slow ? slow_ms : 5;
        snprintf(text, sizeof text, "{\"t\":\"set\",\"id\":%u,\"settings\":{\"seats\":%u}}", id + 1,
                 2 + id % 2);
        refused += strstr(ask(0, text), "too-fast") != NULL;
        wires[1].length = 0; /* it reads */
        if (id + 1 == slow) {
            assert_true(refused > 100);
            assert_true(entries() - before <= limits->table.entries.burst +
                                                  limits->table.entries.per_second * slow * slow_ms / 1000 +
                                                  2);
        }
    }
    assert_int_equal(wires[0].closed, 1000);
    assert_true(hall_count(hall).floods >= refused);
}

/* A journal has an end: the table is told, and its people find the game on record. */
static void test_full_journal(void **state)
{
    struct hall_limits limits = hall_limits_wide;
    char text[200];
    unsigned id = 0;
    (void)state;
    hall_destroy(hall);
    limits.journal_bytes = 16384;
    start(&limits);
    begin_table();
    for (; id < 2000; id++) {
        now_ms += 3000;
        snprintf(text, sizeof text, "{\"t\":\"set\",\"id\":%u,\"settings\":{\"seats\":%u}}", id + 1,
                 3 + id % 2);
        wires[1].length = 0;
        if (strstr(ask(0, text), "journal-full"))
            break;
    }
    assert_true(id < 2000);
    assert_int_equal(wires[0].closed, 0); /* nothing more may be set, but the game may go on */
    const struct room_rules *rules;
    bool is_durable;
    assert_non_null(hall_room(hall, table, &rules, &is_durable));
    /* What goes on by itself reaches the end: here people who come and go as new players. */
    for (id = 0; id < 2000 && hall_room(hall, table, &rules, &is_durable); id++) {
        open_greeted(2, "10.0.0.3");
        snprintf(text, sizeof text, "{\"t\":\"join\",\"table\":\"%s\",\"name\":\"Carla\"}", table);
        (void)ask(2, text);
        wires[0].length = wires[1].length = 0;
        wires[0].heard[0] = 0;
        if (!wires[2].closed)
            (void)ask(2, "{\"t\":\"leave\",\"id\":1}");
        hall_closed(hall, wires[2].conn, now_ms);
        settle();
    }
    assert_null(hall_room(hall, table, &rules, &is_durable));
    HAS(wires[1].heard, "\"t\":\"bye\",\"code\":\"journal-full\"");
    assert_int_equal(wires[1].closed, 1000);
}

/* A disk that takes its time: what waits for it is bounded, the rest is refused, and nothing is lost. */
static void test_slow_disk(void **state)
{
    struct hall_limits limits = hall_limits_wide;
    char text[200];
    unsigned id = 0, refused = 0, waited = 0;
    (void)state;
    hall_destroy(hall);
    limits.held_bytes = 20000;
    start(&limits);
    begin_table();
    wires[0].length = wires[1].length = 0;
    wires[0].heard[0] = 0;
    for (; id < 1000; id++) {
        snprintf(text, sizeof text, "{\"t\":\"set\",\"id\":%u,\"settings\":{\"seats\":%u}}", id + 1,
                 3 + id % 2);
        wires[0].length = 0;
        wires[0].heard[0] = 0;
        say(0, text);
        (void)hall_turn(hall, now_ms += 10); /* the store never finishes */
        refused += strstr(wires[0].heard, "\"code\":\"disk\"") != NULL;
        waited += wires[0].length == 0;
        assert_true(hall_count(hall).held < limits.held_bytes + 10000);
    }
    assert_true(refused > 900 && waited > 2 && refused + waited == 1000);
    assert_true(hall_count(hall).is_clogged && hall_count(hall).is_slow && !hall_count(hall).is_failing);
    wires[0].length = wires[1].length = 0;
    settle();
    assert_false(hall_count(hall).is_clogged || hall_count(hall).is_slow);
    assert_true(hall_count(hall).held == 0);
    HAS(wires[0].heard, "\"t\":\"ok\"");
    HAS(ask(0, "{\"t\":\"set\",\"id\":5000,\"settings\":{\"seats\":5}}"), "\"t\":\"ok\"");
}

/* Buckets: so many at once, then so many per second, whatever the clock does. */
static void test_bucket(void **state)
{
    (void)state;
    const struct hall_rate rate = {3, 2};
    struct hall_bucket bucket = {0};
    for (int i = 0; i < 3; i++)
        assert_true(hall_bucket_take(&bucket, rate, 1000));
    assert_false(hall_bucket_take(&bucket, rate, 1499));
    assert_true(hall_bucket_take(&bucket, rate, 1500));
    assert_false(hall_bucket_take(&bucket, rate, 1500));
    assert_true(hall_bucket_take(&bucket, rate, 60000));
    assert_true(hall_bucket_take(&bucket, rate, 60000));
    assert_true(hall_bucket_take(&bucket, rate, 60000));
    assert_false(hall_bucket_take(&bucket, rate, 60000));
    /* Set back: empty for as long as it takes to fill, not until the old time comes again. */
    assert_false(hall_bucket_take(&bucket, rate, 1000));
    assert_true(hall_bucket_take(&bucket, rate, 3000));
}

/* Ana opens a table for three; Beto and Carla come. */
static void begin_three(void)
{
    static const char *const names[] = {"Ana", "Beto", "Carla"};
    char text[200], address[16];
    for (unsigned i = 0; i < 3; i++) {
        snprintf(address, sizeof address, "10.0.0.%u", i + 1);
        open_greeted(i, address);
        snprintf(text, sizeof text,
                 i == 0 ? "{\"t\":\"create\",\"name\":\"%s\",\"settings\":{\"seats\":3}}"
                        : "{\"t\":\"join\",\"name\":\"%s\",\"table\":\"%s\"}",
                 names[i], table);
        HAS(ask(i, text), "\"t\":\"welcome\"");
        field(wires[i].heard, "table", table, sizeof table);
    }
}

/* Beto asks for rules. */
static void say_rules(unsigned id, const char *setup)
{
    char text[200];
    now_ms += 3600 * 1000; /* so that nobody has asked just now */
    snprintf(text, sizeof text, "{\"t\":\"ask\",\"id\":%u,\"what\":\"rules\",\"setup\":\"%s\"}", id, setup);
    say(1, text);
}

static const char *ask_rules(unsigned id, const char *setup)
{
    wires[1].length = 0;
    say_rules(id, setup);
    settle();
    return wires[1].heard;
}

/* Rules that are refused without a look at them are made for nobody. */
static void test_refused_rules(void **state)
{
    static const struct {
        const char *setup, *wanted;
    } refused[] = {
        {"2.classic.target=7.seats=2", "\"code\":\"too-many\",\"key\":\"table.too-many\",\"args\":{\"n\":2}"},
        {"2.classic.target=7.seats=5.teams=2", "\"code\":\"uneven\""},
        {"2.classic.target=7.seats=0",
         "\"code\":\"bad-settings\",\"key\":\"server.bad-setting\",\"args\":{\"field\":\"seats=0\"}"},
        {"2.nope.target=7",
         "\"code\":\"bad-settings\",\"key\":\"server.bad-setting\",\"args\":{\"field\":\"nope\"}"},
        {"2.classic.target=7.name=~09",
         "\"code\":\"bad-settings\",\"key\":\"table.bad-setting\",\"args\":{\"field\":\"name\"}"},
        {"2.classic.seats=3", "\"code\":\"not-now\""}, /* they are those of the table */
    };
    (void)state;
    begin_three();
    const uint64_t before = hall_count(hall).rules;
    for (unsigned i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        HAS(ask_rules(i + 1, refused[i].setup), refused[i].wanted);
        assert_int_equal(hall_count(hall).rules, before);
    }
    HAS(ask_rules(50, "2.classic.target=7.seats=3"), "\"t\":\"ok\"");
    assert_int_equal(hall_count(hall).rules, before + 1);
    /* What is asked while a question is open is refused as unseen. */
    const char *again =
        "{\"t\":\"ask\",\"id\":1,\"what\":\"rules\",\"setup\":\"2.classic.target=8.seats=3\"}";
    HAS(ask(2, again), "\"code\":\"asking\"");
    assert_int_equal(hall_count(hall).rules, before + 1);
}

/* Whoever asks for ever other rules makes the house keep few: what nobody asks for any more goes. */
static void test_many_rules(void **state)
{
    char setup[64];
    (void)state;
    hall_destroy(hall);
    start(&hall_limits_wide);
    begin_three();
    uint64_t most = 0;
    for (unsigned i = 1; i <= 1000; i++) {
        snprintf(setup, sizeof setup, "2.classic.target=%u.seats=3", i);
        say_rules(i, setup);
        assert_true(room_now()->ask.is_open && room_now()->proposed.options.target == i);
        if (i % 16 == 0)
            settle();
        for (unsigned wire = 0; wire < 3; wire++)
            wires[wire].length = 0;
        most = hall_count(hall).rules > most ? hall_count(hall).rules : most;
    }
    assert_in_range(most, 2, 100);
    HAS(ask(0, "{\"t\":\"agree\",\"id\":1,\"rules\":1}"), "\"t\":\"ok\""); /* not what the table plays by */
}

/* ---- what the house has only so much of ---- */

static char opened[2048][ROOM_ID_BYTES];
static unsigned opened_count;

/* Somebody comes from there, opens a table and goes again; what they heard. */
static const char *open_from(const char *address, const char *message)
{
    open_greeted(0, address);
    assert_non_null(wires[0].conn);
    const char *heard = ask(0, message);
    if (strstr(heard, "\"t\":\"welcome\""))
        field(heard, "table", opened[opened_count++], sizeof opened[0]);
    hall_closed(hall, wires[0].conn, now_ms);
    now_ms += 20;
    return heard;
}

/* 0: as the edition says. */
static const char *open_target(const char *address, unsigned target)
{
    char message[128], settings[64] = "";
    if (target > 0)
        snprintf(settings, sizeof settings, ",\"settings\":{\"target\":%u}", target);
    snprintf(message, sizeof message, "{\"t\":\"create\",\"name\":\"Ana\"%s}", settings);
    return open_from(address, message);
}

static const char *open_own(const char *address, unsigned hand)
{
    char message[256];
    snprintf(message, sizeof message,
             "{\"t\":\"create\",\"name\":\"Ana\",\"text\":\"edition mine\\nlike classic\\ntitle en "
             "\\\"M%u\\\", es "
             "\\\"M%u\\\"\\n\"}",
             hand, hand);
    return open_from(address, message);
}

static void start_small(void)
{
    struct hall_limits limits = hall_limits_usual;
    limits.rules = limits.editions = 64;
    limits.rules_per_address = limits.editions_per_address = 8;
    limits.tables_per_address = 1000;
    hall_destroy(hall);
    start(&limits);
    opened_count = 0;
}

static void close_all(void)
{
    for (unsigned i = 0; i < opened_count; i++)
        (void)hall_admin_close(hall, opened[i], now_ms);
    settle();
    opened_count = 0;
}

#define FULL_RULES "\"code\":\"full\",\"key\":\"server.full-rules\""
#define FULL_EDITIONS "\"code\":\"full\",\"key\":\"server.full-editions\""
#define WELCOME "\"t\":\"welcome\""

static void test_house_of_rules(void **state)
{
    (void)state;
    char address[32];
    start_small();
    /* One address has its share, and no more. */
    for (unsigned i = 0; i < 8; i++)
        HAS(open_target("10.0.0.1", 1001 + i), WELCOME);
    HAS(open_target("10.0.0.1", 2001), FULL_RULES);
    HAS(open_target("10.0.0.1", 1001), WELCOME); /* these are there */
    HAS(open_target("10.0.0.1", 0), WELCOME);    /* and these usual */
    HAS(open_target("10.0.0.2", 2001), WELCOME);
    /* From many addresses everything can be taken at last, but whoever comes late has a share for long. */
    for (unsigned i = 0; i < 64 && !hall_count(hall).is_full[HALL_FULL_RULES]; i++) {
        snprintf(address, sizeof address, "10.1.0.%u", i);
        HAS(open_target(address, 3001 + 8 * i), WELCOME);
        for (unsigned more = 1; more < 8; more++)
            (void)open_target(address, 3001 + 8 * i + more);
        assert_true(i > 8 || !hall_count(hall).is_full[HALL_FULL_RULES]);
    }
    assert_true(hall_count(hall).is_full[HALL_FULL_RULES]);
    assert_true(hall_count(hall).turned_away > 0);
    HAS(open_target("10.0.0.3", 5001), FULL_RULES);
    /* Then as ever: an edition as it is, with a usual target, with one house rule; and what is there. */
    HAS(open_from("10.0.0.3", "{\"t\":\"create\",\"name\":\"Ana\"}"), WELCOME);
    HAS(open_target("10.0.0.3", 250), WELCOME);
    HAS(open_target("10.0.0.3", 3001), WELCOME);
    for (unsigned i = 0; i < pen_edition_builtin_count(); i++) {
        char message[160];
        snprintf(message, sizeof message,
                 "{\"t\":\"create\",\"name\":\"Ana\",\"settings\":{\"edition\":\"%s\",\"seats\":4}}",
                 pen_edition_builtin_id(i));
        HAS(open_from("10.0.0.3", message), WELCOME);
    }
    HAS(open_from("10.0.0.4", "{\"t\":\"create\",\"name\":\"Ana\",\"settings\":{\"house\":[\"jump-in\"]}}"),
        WELCOME);
    /* What nobody plays by any more is given back. */
    close_all();
    assert_false(hall_count(hall).is_full[HALL_FULL_RULES]);
    HAS(open_target("10.0.0.3", 5001), WELCOME);
    close_all();
}

/* Who has many addresses of one network has a share of it, not one for each. */
static void test_networks(void **state)
{
    char address[64];
    unsigned welcome = 0;
    (void)state;
    struct hall_limits limits = hall_limits_usual;
    limits.rules_per_address = 2;
    hall_destroy(hall);
    start(&limits);
    opened_count = 0;
    for (unsigned i = 0; i < 256; i++) { /* of one /56 */
        snprintf(address, sizeof address, "2001:db8:0:%x::/64", i);
        welcome += strstr(open_target(address, 1001 + i), WELCOME) != NULL;
    }
    assert_int_equal(welcome, 2 * 4);
    for (unsigned i = 1; i < 64; i++) { /* of one /48 */
        snprintf(address, sizeof address, "2001:db8:0:%x::/64", i << 8);
        welcome += strstr(open_target(address, 2001 + i), WELCOME) != NULL;
    }
    assert_int_equal(welcome, 2 * 16);
    HAS(open_target("2001:db8:1:1::/64", 3001), WELCOME);
    HAS(open_target("10.0.0.1", 3002), WELCOME);
    close_all();
    HAS(open_target("2001:db8:0:1::/64", 3001), WELCOME);
    /* And so with every other account of an address. */
    struct hall_addresses book = {0};
    const struct hall_rate rate = {1, 1};
    unsigned taken = 0;
    for (unsigned i = 0; i < 1024; i++) {
        snprintf(address, sizeof address, "2001:db8:0:%x::/64", i);
        struct hall_address *one = hall_address_of(&book, address, now_ms);
        assert_ptr_equal(one->wider->wider, hall_address_of(&book, "2001:db8::/48", now_ms));
        taken += hall_address_take(one, HALL_PACE_JOINS, rate, now_ms);
    }
    assert_int_equal(taken, 16);
    struct hall_address *first = hall_address_of(&book, "2001:db8:0:1::/64", now_ms);
    assert_true(hall_address_is_open(first, &limits.address, now_ms));
    for (unsigned i = 0; i < 16; i++) {
        assert_true(hall_address_is_open(first, &limits.address, now_ms));
        snprintf(address, sizeof address, "2001:db8:0:%x::/64", 0x5000 + (i << 8));
        hall_address_charge(hall_address_of(&book, address, now_ms), &limits.address,
                            (struct hall_made){limits.address.entries.burst, 0, 0}, now_ms);
    }
    assert_false(hall_address_is_open(first, &limits.address, now_ms));
    /* Who is rested leaves the book, the wider ones after those that are inside of them. */
    for (unsigned i = 0; i < 4096; i++) {
        snprintf(address, sizeof address, "10.0.%u.%u", i >> 8, i & 255);
        (void)hall_address_of(&book, address, now_ms + 3600000);
    }
    assert_in_range(book.count, 1, 4200);
    hall_addresses_drop(&book);
}

static void test_house_of_editions(void **state)
{
    char address[32];
    (void)state;
    start_small();
    for (unsigned i = 0; i < 8; i++)
        HAS(open_own("10.0.0.1", i), WELCOME);
    HAS(open_own("10.0.0.1", 8), FULL_EDITIONS);
    HAS(open_own("10.0.0.1", 1), WELCOME); /* it is there */
    for (unsigned i = 0; i < 256 && !hall_count(hall).is_full[HALL_FULL_EDITIONS]; i++) {
        snprintf(address, sizeof address, "10.1.0.%u", i);
        HAS(open_own(address, 100 + i), WELCOME);
    }
    assert_true(hall_count(hall).is_full[HALL_FULL_EDITIONS]);
    HAS(open_own("10.0.0.2", 90), FULL_EDITIONS);
    HAS(open_target("10.0.0.2", 0), WELCOME);
    close_all();
    HAS(open_own("10.0.0.2", 90), WELCOME);
    close_all();
}

/* Who takes all tables they can from many addresses leaves some for those who have none. */
static void test_house_of_tables(void **state)
{
    char address[32];
    unsigned taken = 0;
    (void)state;
    struct hall_limits limits = hall_limits_usual;
    limits.tables = 200;
    limits.tables_per_address = 20;
    limits.creates = (struct hall_rate){1000, 1000};
    hall_destroy(hall);
    start(&limits);
    opened_count = 0;
    for (unsigned i = 0; i < 10; i++) {
        snprintf(address, sizeof address, "10.1.0.%u", i);
        for (unsigned more = 0; more < 20; more++)
            taken += strstr(open_target(address, 0), WELCOME) != NULL;
    }
    assert_in_range(taken, 150, 199);
    assert_true(hall_count(hall).turned_away > 0); /* the operator hears of it before it is full */
    for (unsigned i = 0; i < 4; i++) {
        snprintf(address, sizeof address, "10.2.0.%u", i);
        HAS(open_target(address, 0), WELCOME);
    }
    assert_false(hall_count(hall).is_full[HALL_FULL_TABLES]);
    close_all();
}

/* Nor does one address keep everybody else from watching a table. */
static void test_watchers(void **state)
{
    struct hall_limits limits = hall_limits_usual;
    unsigned welcome = 0;
    char watch[100];
    (void)state;
    limits.watchers_per_table = 8;
    hall_destroy(hall);
    start(&limits);
    begin_table();
    snprintf(watch, sizeof watch, "{\"t\":\"watch\",\"table\":\"%s\"}", table);
    for (unsigned i = 2; i < 12; i++) {
        open_greeted(i, "10.0.0.9");
        const char *heard = ask(i, watch);
        welcome += strstr(heard, WELCOME) != NULL;
        if (!strstr(heard, WELCOME))
            HAS(heard, "\"code\":\"many-watchers\"");
    }
    assert_int_equal(welcome, 4);
    open_greeted(12, "10.0.0.10");
    HAS(ask(12, watch), WELCOME);
}

static void test_ranges(void **state)
{
    static const struct {
        const char *text, *written;
    } rows[] = {{"192.0.2.7", "192.0.2.7"},
                {"192.0.2.7/24", "192.0.2.0/24"},
                {"10.0.0.0/8", "10.0.0.0/8"},
                {"0.0.0.0/0", "::ffff:0:0/96"},
                {"::1", "::1"},
                {"2001:DB8:1:2::", "2001:db8:1:2::"},
                {"2001:db8:1:2:3::/63", "2001:db8:1:2::/63"},
                {"::/0", "::/0"}};
    static const char *const none[] = {
        "",        "/",      "10.0.0.1/",     "10.0.0.1/33", "10.0.0.1/-1", "10.0.0.1/8x",
        "::1/129", "10.0.0", "2001:db8::1::", "example.org", "10.0.0.1 ",   "%"};
    struct hall_range range, other;
    char text[HALL_RANGE_TEXT_BYTES];
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_true(hall_range_read(&range, rows[i].text));
        hall_range_write(&range, text);
        if (range.bits != 96)
            assert_string_equal(text, rows[i].written);
    }
    for (unsigned i = 0; i < sizeof none / sizeof none[0]; i++)
        assert_false(hall_range_read(&range, none[i]));
    assert_true(hall_range_read(&range, "10.0.0.0/9") && hall_range_read(&other, "10.127.255.255"));
    assert_true(hall_range_has(&range, &other));
    assert_false(hall_range_has(&other, &range));
    assert_true(hall_range_read(&other, "10.128.0.0") && !hall_range_has(&range, &other));
    assert_true(hall_range_read(&range, "2001:db8::/32") && hall_range_read(&other, "2001:db8:1:2::/64"));
    assert_true(hall_range_has(&range, &other));
    assert_true(hall_range_read(&other, "10.0.0.1") && !hall_range_has(&range, &other));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_limits),
        TEST(test_full_disk),
        TEST(test_many),
        TEST(test_no_ops),
        TEST(test_budget),
        TEST(test_full_journal),
        TEST(test_slow_disk),
        cmocka_unit_test(test_bucket),
        TEST(test_refused_rules),
        TEST(test_many_rules),
        TEST(test_house_of_rules),
        TEST(test_house_of_editions),
        TEST(test_house_of_tables),
        TEST(test_networks),
        cmocka_unit_test(test_ranges),
        TEST(test_watchers),
    };
    return cmocka_run_group_tests_name("limits", tests, NULL, NULL);
}
