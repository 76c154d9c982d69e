/* test_guard.c - who and what is kept out: bans by address and name, words, and reports of players. */
#include "hall/one_hall.h"

#include "hall/bans.h"
#include "hall/filter.h"

enum { HOUR_MS = 3600000 };

static const char *create(unsigned wire, const char *address, const char *name)
{
    char message[128];
    open_greeted(wire, address);
    snprintf(message, sizeof message, "{\"t\":\"create\",\"name\":\"%s\"}", name);
    return ask(wire, message);
}

static void test_bans(void **state)
{
    char text[200];
    (void)state;
    begin_table();
    assert_int_equal(hall_ban(hall, "10.0.0.0/30", HOUR_MS, "noise", now_ms), HALL_BAN_DONE);
    settle();
    for (unsigned i = 0; i < 2; i++) { /* who is here goes, and hears why */
        HAS(wires[i].heard, "\"t\":\"bye\",\"code\":\"banned\"");
        assert_int_equal(wires[i].closed, 4002);
        hall_closed(hall, wires[i].conn, now_ms);
    }
    open_greeted(0, "10.0.0.1"); /* neither back to the seat nor elsewhere */
    snprintf(text, sizeof text, "{\"t\":\"resume\",\"table\":\"%s\",\"token\":\"%s\"}", table, tokens[0]);
    HAS(ask(0, text), "\"code\":\"banned\",\"key\":\"server.banned\",\"args\":{\"n\":1}");
    snprintf(text, sizeof text, "{\"t\":\"watch\",\"table\":\"%s\"}", table);
    HAS(ask(0, text), "\"code\":\"banned\"");
    HAS(create(2, "10.0.0.3", "Zoe"), "\"code\":\"banned\"");
    HAS(create(3, "10.0.0.4", "Zoe"), "\"t\":\"welcome\"");
    assert_int_equal(hall_count(hall).kept_out, 3);
    /* It has an end, and can be lifted. */
    now_ms += HOUR_MS;
    HAS(create(2, "10.0.0.3", "Zoe"), "\"t\":\"welcome\"");
    assert_int_equal(hall_ban(hall, "10.0.0.3", HOUR_MS, "", now_ms), HALL_BAN_DONE);
    now_ms += 1;
    assert_int_equal(hall_ban(hall, "10.0.0.3", 0, "", now_ms), HALL_BAN_DONE);
    HAS(create(4, "10.0.0.3", "Zoe"), "\"t\":\"welcome\"");
    assert_int_equal(hall_ban(hall, "no/body", HOUR_MS, "", now_ms), HALL_BAN_NOBODY);
}

static void test_names(void **state)
{
    char text[200];
    (void)state;
    begin_table();
    assert_int_equal(hall_ban(hall, "Beto", 5 * HOUR_MS, "", now_ms), HALL_BAN_DONE);
    settle();
    assert_null(strstr(wires[0].heard, "\"t\":\"bye\""));
    HAS(wires[1].heard, "\"key\":\"server.banned-name\",\"args\":{\"field\":\"name\",\"n\":5}");
    hall_closed(hall, wires[1].conn, now_ms);
    open_greeted(1, "10.0.0.2");
    snprintf(text, sizeof text, "{\"t\":\"resume\",\"table\":\"%s\",\"token\":\"%s\"}", table, tokens[1]);
    HAS(ask(1, text), "\"code\":\"banned\"");
    HAS(create(2, "10.0.0.3", "B\u00e9to"), "\"code\":\"banned\""); /* looks like it */
    HAS(create(2, "10.0.0.3", "Berta"), "\"t\":\"welcome\"");
    HAS(ask(2, "{\"t\":\"name\",\"id\":5,\"name\":\"BETO\"}"), "\"id\":5,\"code\":\"banned\"");
}

/* IPv6 by its /64, and the lines between nodes and over a restart: the newer word counts. */
static void test_lines(void **state)
{
    struct hall_bans one = {0}, other = {0};
    struct hall_ban ban;
    char bytes[1 << 12];
    (void)state;
    assert_true(hall_ban_read(&ban, "2001:db8:1:2:3:4:5:6"));
    ban.until_ms = 5000;
    ban.changed_ms = 1000;
    strcpy(ban.why, "two words");
    assert_true(hall_bans_take(&one, &ban, 1000));
    assert_int_equal(hall_bans_until(&one, "2001:db8:1:2::/64", NULL, 1000), 5000);
    assert_int_equal(hall_bans_until(&one, "2001:db8:1:3::/64", NULL, 1000), 0);
    assert_int_equal(hall_bans_until(&one, "2001:db8:1:2::/64", NULL, 5000), 0);
    assert_true(hall_ban_read(&ban, "Ana Paz"));
    ban.until_ms = 9000;
    ban.changed_ms = 1000;
    assert_true(hall_bans_take(&one, &ban, 1000));
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    for (size_t i = 0; i < one.count; i++)
        hall_ban_write(&one.list[i], &text);
    assert_int_equal(hall_bans_read(&other, bytes, text.length, 1000), 2);
    assert_int_equal(hall_bans_read(&other, bytes, text.length, 1000), 0); /* no news */
    assert_string_equal(other.list[0].why, "two words");
    assert_int_equal(hall_bans_until(&other, NULL, "Ana_Paz", 1000), 9000);
    ban.until_ms = 0; /* lifted here; what the other says later does not bring it back */
    ban.changed_ms = 2000;
    assert_true(hall_bans_take(&one, &ban, 2000));
    assert_int_equal(hall_bans_read(&one, bytes, text.length, 2000), 0);
    assert_int_equal(hall_bans_until(&one, NULL, "Ana_Paz", 2000), 0);
    /* Any bytes may be in a file; and there is an end to how many. */
    static const char wrong[] =
        "address\naddress 10.0.0.1\nname 10.0.0.1 5 5\naddress Ana 5 5\n\n\x01\xff zz 1 2 3\n";
    assert_int_equal(hall_bans_read(&one, wrong, sizeof wrong - 1, 1), 0);
    for (unsigned i = 0; i < HALL_BANS_MAX + 5000; i++) {
        snprintf(bytes, sizeof bytes, "address 10.%u.%u.%u 9000 1000 x\n", i >> 16, i >> 8 & 255, i & 255);
        (void)hall_bans_read(&one, bytes, strlen(bytes), 1000);
    }
    assert_in_range(one.count, HALL_BANS_MAX, 2 * HALL_BANS_MAX);
    hall_bans_drop(&one);
    hall_bans_drop(&other);
}

static void test_words(void **state)
{
    static const char file[] = "# words\nfool\n  *bad*  \nnit*\r\ntwo words\n*\n";
    static const struct {
        const char *text;
        bool is_found;
    } rows[] = {{"fool", true},         {"a FOOL!", true},  {"fo\u00f6l", true},  {"f00l", true},
                {"fooling", false},     {"f o o l", false}, {"very b.a-d", true}, {"abadc", true},
                {"nitwit", true},       {"unit", false},    {"", false},          {"good words", false},
                {"\u0441 fool_s", true}};
    unsigned words, wrong;
    (void)state;
    struct hall_filter *filter = hall_filter_create(file, sizeof file - 1, &words, &wrong);
    assert_int_equal(words, 3);
    assert_int_equal(wrong, 2);
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (hall_filter_finds(filter, rows[i].text) != rows[i].is_found)
            fail_msg("'%s'", rows[i].text);
    assert_false(hall_filter_finds(NULL, "fool"));
    hall_filter_with(hall, filter); /* is the hall's now */
    HAS(create(0, "10.0.0.1", "Fool"),
        "\"code\":\"bad-words\",\"key\":\"server.bad-words\",\"args\":{\"field\":\"name\"}");
    HAS(ask(0, "{\"t\":\"create\",\"name\":\"Ana\",\"settings\":{\"name\":\"a fool's table\"}}"),
        "\"field\":\"title\"");
    HAS(ask(0, "{\"t\":\"create\",\"name\":\"Ana\",\"setup\":\"2.classic.name=fool\"}"),
        "\"field\":\"title\"");
    HAS(ask(0, "{\"t\":\"create\",\"name\":\"Ana\",\"text\":\"edition mine\\nlike classic\\ntitle en "
               "\\\"Fool\\\", es "
               "\\\"X\\\"\\n\"}"),
        "\"field\":\"title\"");
    assert_int_equal(hall_count(hall).tables, 0);
    HAS(ask(0, "{\"t\":\"create\",\"name\":\"Ana\"}"), "\"t\":\"welcome\"");
    HAS(ask(0, "{\"t\":\"say\",\"id\":1,\"text\":\"you fool\"}"), "\"id\":1,\"code\":\"bad-words\"");
    HAS(ask(0, "{\"t\":\"say\",\"id\":2,\"text\":\"you food\"}"), "\"said\"");
    HAS(ask(0, "{\"t\":\"name\",\"id\":3,\"name\":\"nitwit\"}"), "\"id\":3,\"code\":\"bad-words\"");
    HAS(ask(0, "{\"t\":\"set\",\"id\":4,\"settings\":{\"name\":\"bad\"}}"),
        "\"id\":4,\"code\":\"bad-words\"");
    assert_int_equal(hall_count(hall).bad_words, 7);
}

/* ---- reports ---- */

static struct {
    struct hall_report newest;
    char text[WIRE_REPORT_BYTES];
    unsigned count, more;
    bool is_full, is_open;
} got;

static uint32_t take(void *context, const struct hall_report *report)
{
    (void)context;
    if (got.is_full)
        return 0;
    got.newest = *report;
    snprintf(got.text, sizeof got.text, "%s", report->text);
    return ++got.count;
}

static void more(void *context, uint32_t number, const struct hall_around *around)
{
    (void)context;
    assert_in_range(number, 1, got.count);
    assert_true(around->key == got.newest.around.key);
    got.is_open = around->is_open;
    got.more++;
}

static void test_reports(void **state)
{
    const struct hall_reporter reporter = {NULL, take, more};
    (void)state;
    memset(&got, 0, sizeof got);
    begin_game();
    const char *report = "{\"t\":\"report\",\"id\":7,\"seat\":1,\"text\":\"noise\"}";
    HAS(ask(0, report), "\"id\":7,\"code\":\"no-reports\"");
    hall_report_to(hall, &reporter);
    HAS(ask(0, report), "{\"t\":\"reported\",\"id\":7,\"report\":1}");
    assert_string_equal(got.text, "noise");
    assert_string_equal(got.newest.about_address, "10.0.0.2");
    assert_null(strstr(wires[1].heard, "report")); /* who is meant does not hear of it */
    HAS(ask(0, "{\"t\":\"report\",\"id\":8,\"seat\":0}"), "\"id\":8,\"code\":\"bad-message\"");
    HAS(ask(0, "{\"t\":\"report\",\"id\":9,\"seat\":5}"), "\"id\":9,\"code\":\"bad-message\"");
    /* What happens after it comes as well, once. */
    for (unsigned i = 0; i < 60; i++) {
        const uint8_t turn = room_now()->game.round.turn;
        char act[64];
        snprintf(act, sizeof act, "{\"t\":\"act\",\"id\":%u,\"do\":\"%s\"}", 100 + i,
                 room_now()->game.round.phase == PEN_PHASE_DRAWN ? "keeps" : "draws");
        (void)ask(turn, act);
        now_ms += 200;
    }
    assert_int_equal(got.more, 1);
    assert_true(got.is_open);
    /* Somebody who watches, too; not without end. */
    char watch[100];
    open_greeted(2, "10.0.0.3");
    snprintf(watch, sizeof watch, "{\"t\":\"watch\",\"table\":\"%s\"}", table);
    HAS(ask(2, watch), "\"t\":\"welcome\"");
    for (unsigned i = 0; i < 3; i++)
        HAS(ask(2, report), "\"t\":\"reported\"");
    HAS(ask(2, report), "\"code\":\"too-fast\"");
    now_ms += 5000;
    got.is_full = true;
    HAS(ask(2, report), "\"code\":\"full\",\"key\":\"server.full-reports\"");
    const unsigned before = got.more;
    assert_true(hall_admin_close(hall, table, now_ms)); /* and at the end of the table */
    settle();
    assert_int_equal(got.more, before + 1);
    assert_false(got.is_open);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {TEST(test_bans), TEST(test_names), cmocka_unit_test(test_lines),
                                       TEST(test_words), TEST(test_reports)};
    return cmocka_run_group_tests_name("guard", tests, NULL, NULL);
}
