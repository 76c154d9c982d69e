/* test_hall.c - what one connection after another sees: entering, coming back, being replaced, what cannot be
 * understood, goodbye. Limits and disks that fail are in test_limits.c, altered editions in test_upgrade.c.
 */
#include "hall/one_hall.h"

#include <jansson.h>

#include "hall/refusal.h"

static void test_waits_for_the_disk(void **state)
{
    (void)state;
    open_greeted(0, "10.0.0.1");
    say(0, "{\"t\":\"create\",\"name\":\"Ana\"}");
    (void)hall_turn(hall, now_ms);
    assert_string_equal(wires[0].heard, ""); /* not on disk yet */
    say(0, "{\"t\":\"ping\",\"id\":1}");
    assert_string_equal(wires[0].heard, ""); /* and nothing overtakes it */
    store_memory_finish(&store, STORE_FAULT_NONE);
    (void)hall_turn(hall, now_ms);
    assert_memory_equal(wires[0].heard, "{\"t\":\"welcome\"", 14);
    HAS(wires[0].heard, "\"t\":\"table\"");
    HAS(wires[0].heard, "\"t\":\"pong\"");
    assert_true(strstr(wires[0].heard, "\"pong\"") > strstr(wires[0].heard, "\"table\""));
}

static void test_hello(void **state)
{
    (void)state;
    open_wire(0, "10.0.0.1");
    HAS(ask(0, "{\"t\":\"start\",\"id\":1}"), "\"id\":1,\"code\":\"no-hello\"");
    HAS(ask(0, "{\"t\":\"create\",\"name\":\"Ana\"}"), "\"code\":\"no-hello\"");
    /* A client of version 1 said it so, and shows one of these two sentences. */
    HAS(ask(0, "{\"t\":\"create\",\"v\":1,\"name\":\"Ana\",\"settings\":{}}"), "\"code\":\"bad-version\"");
    HAS(wires[0].heard, "\"en\":\"this server speaks version 3");
    HAS(wires[0].heard, "\"es\":\"este servidor habla la versión 3");
    HAS(ask(0, "{\"t\":\"hello\",\"v\":1}"),
        "\"code\":\"bad-version\",\"key\":\"server.bad-version\",\"args\":{\"n\":3}");
    HAS(ask(0, "{\"t\":\"hello\",\"v\":7,\"least\":4}"),
        "\"code\":\"bad-version\",\"key\":\"server.bad-version\",\"args\":{\"n\":3}");
    HAS(ask(0, "{\"t\":\"hello\",\"v\":7,\"least\":2,\"lang\":\"es\"}"),
        "{\"t\":\"hello\",\"v\":3,\"lang\":\"es\",");
    HAS(ask(0, "{\"t\":\"start\",\"id\":1}"),
        "\"code\":\"not-in\",\"key\":\"server.not-in\",\"text\":\"primero hay que crear");
    /* What was settled stays so. */
    HAS(ask(0, "{\"t\":\"hello\",\"v\":2,\"lang\":\"en\"}"), "\"v\":3,\"lang\":\"en\"");
    HAS(ask(0, "{\"t\":\"start\",\"id\":1}"),
        "\"code\":\"not-in\",\"key\":\"server.not-in\",\"text\":\"first create");
    HAS(ask(0, "{\"t\":\"create\",\"name\":7}"), "\"field\":\"name\"");
    HAS(ask(0, "{\"t\":\"create\",\"name\":\"An a\"}"), "\"code\":\"bad-name\"");
    HAS(ask(0, "{\"t\":\"create\",\"name\":\"Ana\",\"settings\":{\"seats\":1}}"), "\"field\":\"seats\"");
    HAS(ask(0, "{\"t\":\"create\",\"name\":\"Ana\",\"settings\":{\"edition\":\"nil\"}}"), "bad-settings");
    HAS(ask(0, "{\"t\":\"join\",\"table\":\"0000000000\",\"name\":\"Ana\"}"), "\"code\":\"no-table\"");
    HAS(ask(0, "{\"t\":\"join\",\"table\":\"x\",\"name\":\"Ana\"}"), "\"code\":\"no-table\"");
    assert_int_equal(hall_count(hall).tables, 0);
    HAS(ask(0, "{\"t\":\"create\",\"name\":\"Ana\"}"), "\"t\":\"welcome\"");
    HAS(ask(0, "{\"t\":\"create\",\"name\":\"Ana\"}"), "\"code\":\"second-hello\"");
    assert_int_equal(hall_count(hall).tables, 1);
    open_wire(1, "10.0.0.1");
    HAS(ask(1, "{\"t\":\"hello\",\"v\":2,\"lang\":\"en\"}"), "\"v\":2,\"lang\":\"en\"");
}

static void test_nonsense(void **state)
{
    static const char *const texts[] = {"",
                                        "{",
                                        "[]",
                                        "1",
                                        "null",
                                        "{}",
                                        "{\"t\":1}",
                                        "{\"t\":\"fly\",\"id\":1}",
                                        "{\"t\":\"ping\"}",
                                        "{\"t\":\"ping\",\"id\":0}",
                                        "{\"t\":\"ping\",\"id\":-1}",
                                        "{\"t\":\"ping\",\"id\":1.5}",
                                        "{\"t\":\"ping\",\"id\":99999999999}",
                                        "{\"t\":\"ping\",\"id\":\"1\"}",
                                        "{\"t\":\"ping\",\"id\":1,\"id\":2}",
                                        "{\"t\":\"ping\",\"id\":1} x",
                                        "{\"t\":\"ping\",\"id\":1,\"x\":[[[[[[[[1]]]]]]]]}",
                                        "{\"t\":\"act\",\"id\":1,\"do\":7}",
                                        "{\"t\":\"vote\",\"id\":1,\"yes\":1}",
                                        "{\"t\":\"bot\",\"id\":1,\"seat\":10,\"level\":\"casual\"}",
                                        "{\"t\":\"bot\",\"id\":1,\"seat\":1,\"level\":\"genius\"}",
                                        "{\"t\":\"agree\",\"id\":1,\"rules\":1,\"commit\":\"00\"}",
                                        "{\"t\":\"reveal\",\"id\":1,\"seed\":\"xy\"}",
                                        "{\"t\":\"say\",\"id\":1}",
                                        "{\"t\":\"ask\",\"id\":1,\"what\":\"money\"}",
                                        "{\"t\":\"set\",\"id\":1,\"settings\":[]}",
                                        "{\"t\":\"ping\",\"id\":1,\"\\u0000\":1}"};
    (void)state;
    begin_table();
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        now_ms += 1000;
        const char *heard = ask(0, texts[i]);
        if (!strstr(heard, "\"code\":\"bad-message\""))
            fail_msg("%s: %s", texts[i], heard);
    }
    HAS(ask(0, "{\"t\":\"ping\",\"id\":7,\"unknown\":{\"a\":[1,2]}}"), "\"field\":\"unknown\"");
    HAS(ask(0, "{\"t\":\"set\",\"id\":7,\"settings\":{\"seats\":3,\"speed\":2}}"),
        "\"id\":7,\"code\":\"bad-settings\",\"key\":\"server.bad-setting\",\"args\":{\"field\":\"speed\"},"
        "\"text\":");
    HAS(ask(0, "{\"t\":\"ping\",\"id\":7}"), "{\"t\":\"pong\",\"id\":7");
    HAS(ask(0, "{\"t\":\"act\",\"id\":7,\"do\":\"dances\"}"), "\"field\":\"do\"");
    HAS(ask(0, "{\"t\":\"set\",\"id\":8,\"settings\":{\"clock\":{\"move\":0}}}"), "\"field\":\"clock\"");
    HAS(ask(0, "{\"t\":\"set\",\"id\":9,\"settings\":{\"seats\":3,\"house\":[\"jump-in\"],\"clock\":{"
               "\"days\":2}}}"),
        "\"ok\"");
    assert_int_equal(room_now()->settings.seats, 3);
    assert_int_equal(room_now()->settings.options.house, PEN_HOUSE_JUMP_IN);
    assert_int_equal(room_now()->settings.move_ms, 2 * 86400000);
}

static void test_resume(void **state)
{
    char text[300];
    (void)state;
    begin_game();
    uint8_t turn = room_now()->game.round.turn;
    HAS(ask(turn, "{\"t\":\"act\",\"id\":9,\"do\":\"draws\"}"), "\"ack\":9");
    uint32_t n = room_now()->n;
    /* A stranger's token opens nothing. */
    open_greeted(2, "10.0.0.3");
    snprintf(text, sizeof text, "{\"t\":\"resume\",\"table\":\"%s\",\"token\":\"%064d\"}", table, 7);
    HAS(ask(2, text), "\"code\":\"bad-token\"");
    /* The newest connection has the seat; the old one is told. */
    snprintf(text, sizeof text, "{\"t\":\"resume\",\"table\":\"%s\",\"token\":\"%s\"}", table, tokens[0]);
    wires[0].length = 0;
    const char *heard = ask(2, text);
    HAS(heard, "\"seat\":0");
    HAS(heard, "\"t\":\"table\"");
    HAS(heard, "\"hand\":[");
    assert_null(strstr(heard, "\"token\""));
    HAS(wires[0].heard, "\"code\":\"replaced\"");
    assert_int_equal(wires[0].closed, 4001);
    say(0, "{\"t\":\"ping\",\"id\":1}"); /* nobody listens to it any more */
    assert_null(strstr(wires[0].heard, "pong"));
    hall_closed(hall, wires[0].conn, now_ms);
    assert_int_equal(room_now()->live.here & 1, 1); /* the seat is still played from the other one */
    /* Who has everything is sent no table. */
    open_greeted(3, "10.0.0.3");
    snprintf(text, sizeof text, "{\"t\":\"resume\",\"table\":\"%s\",\"token\":\"%s\",\"last\":%u}", table,
             tokens[0], (unsigned)n);
    heard = ask(3, text);
    HAS(heard, "\"t\":\"welcome\"");
    assert_null(strstr(heard, "\"t\":\"table\""));
    /* But the play as it stands, for the clock may have been given time meanwhile. */
    HAS(heard, "\"events\":[],\"now\":{");
}

static void test_own_token(void **state)
{
    char text[300];
    (void)state;
    begin_table();
    HAS(ask(0, "{\"t\":\"set\",\"id\":1,\"settings\":{\"seats\":3}}"), "\"ok\"");
    open_greeted(2, "10.0.0.3");
    snprintf(text, sizeof text, "{\"t\":\"join\",\"table\":\"%s\",\"name\":\"Carla\",\"token\":\"%064d\"}",
             table, 5);
    HAS(ask(2, text), "\"seat\":2");
    hall_closed(hall, wires[2].conn, now_ms);
    /* It has not heard that it was let in, and asks again: the same seat. */
    open_greeted(2, "10.0.0.3");
    HAS(ask(2, text), "\"seat\":2");
}

static void test_repeated_id(void **state)
{
    (void)state;
    begin_game();
    uint8_t turn = room_now()->game.round.turn;
    uint32_t actions = room_now()->action_count;
    const char *first = ask(turn, "{\"t\":\"act\",\"id\":9,\"do\":\"draws\"}");
    HAS(first, "\"ack\":9");
    assert_int_equal(room_now()->action_count, actions + 1);
    const char *again = ask(turn, "{\"t\":\"act\",\"id\":9,\"do\":\"draws\"}");
    HAS(again, "\"t\":\"ok\",\"id\":9");
    assert_int_equal(room_now()->action_count, actions + 1); /* it counted once */

    /* Also after the server was killed. */
    hall_destroy(hall);
    store_memory_crash(&store, 0);
    now_ms += 1000;
    start(&hall_limits_usual);
    char text[300];
    open_greeted(5, "10.0.0.1");
    snprintf(text, sizeof text, "{\"t\":\"resume\",\"table\":\"%s\",\"token\":\"%s\"}", table, tokens[turn]);
    HAS(ask(5, text), "\"t\":\"welcome\"");
    HAS(ask(5, "{\"t\":\"act\",\"id\":9,\"do\":\"draws\"}"), "\"t\":\"ok\",\"id\":9");
    assert_int_equal(room_now()->action_count, actions + 1);
}

static void test_watching(void **state)
{
    char text[200];
    (void)state;
    begin_game();
    open_greeted(2, "10.0.0.3");
    snprintf(text, sizeof text, "{\"t\":\"watch\",\"table\":\"%s\"}", table);
    const char *heard = ask(2, text);
    HAS(heard, "\"seat\":null");
    assert_null(strstr(heard, "\"hand\":[\""));
    assert_null(strstr(heard, "\"legal\""));
    HAS(ask(2, "{\"t\":\"act\",\"id\":1,\"do\":\"draws\"}"), "\"code\":\"only-watches\"");
    uint8_t turn = room_now()->game.round.turn;
    wires[2].length = 0;
    ask(turn, "{\"t\":\"act\",\"id\":9,\"do\":\"draws\"}");
    HAS(wires[2].heard, "\"e\":\"drew\"");
    assert_null(strstr(wires[2].heard, "\"hand\""));
    assert_int_equal(room_now()->live.watchers, 1);
    hall_closed(hall, wires[2].conn, now_ms);
    assert_int_equal(room_now()->live.watchers, 0);
}

/* A card with a number that can be played now, out of the newest update; false: none. */
static bool find_number_card(const char *heard, char card[3])
{
    const char *at = NULL;
    for (const char *next = heard; (next = strstr(next, "\"plays\":[")) != NULL; next++)
        at = next + strlen("\"plays\":[");
    for (; at && *at == '"'; at += strcspn(at, ",]") + 1)
        if (at[2] >= '0' && at[2] <= '9' && at[3] == '"') {
            memcpy(card, at + 1, 2);
            card[2] = 0;
            return true;
        }
    return false;
}

/* Reactions count from when the update left, which is when the disk was heard of. */
static void test_told_when_sent(void **state)
{
    char text[100], card[3] = "";
    (void)state;
    begin_table();
    HAS(ask(0, "{\"t\":\"set\",\"id\":1,\"settings\":{\"house\":[\"jump-in\"]}}"), "\"ok\"");
    HAS(ask(0, "{\"t\":\"agree\",\"id\":2,\"rules\":2}"), "\"ok\"");
    HAS(ask(1, "{\"t\":\"agree\",\"id\":2,\"rules\":2}"), "\"ok\"");
    wires[0].length = wires[1].length = 0;
    say(0, "{\"t\":\"start\",\"id\":3}");
    settle();
    const struct pen_round *round = &room_now()->game.round;
    unsigned id = 4;
    for (; !find_number_card(wires[round->turn].heard, card) && id < 40; id++) {
        const uint8_t turn = round->turn;
        const char *action = round->phase == PEN_PHASE_DRAWN ? "keeps" : "draws";
        snprintf(text, sizeof text, "{\"t\":\"act\",\"id\":%u,\"do\":\"%s\"}", id, action);
        wires[0].length = wires[1].length = 0;
        say(turn, text);
        settle();
    }
    assert_true(card[0] != 0 && round->phase == PEN_PHASE_TURN);
    snprintf(text, sizeof text, "{\"t\":\"act\",\"id\":%u,\"do\":\"plays %s\"}", id, card);
    say(round->turn, text);
    (void)hall_turn(hall, now_ms);
    now_ms += 10; /* so long the disk takes */
    store_memory_finish(&store, STORE_FAULT_NONE);
    (void)hall_turn(hall, now_ms);
    now_ms += 300;
    snprintf(text, sizeof text, "{\"t\":\"act\",\"id\":%u,\"do\":\"draws\",\"on\":%u}", id + 1,
             (unsigned)room_now()->n);
    say(round->turn, text);
    assert_int_equal(room_now()->live.held_count, 1);
    assert_int_equal(room_now()->live.held[0].waited_ms, 300);
    assert_int_equal(room_now()->live.held[0].reaction_ms, 280);
}

static void test_goodbye(void **state)
{
    (void)state;
    begin_game();
    say(0, "{\"t\":\"say\",\"id\":8,\"text\":\"hola\"}");
    bool is_done = hall_drain(hall);
    for (int i = 0; i < 5 && !is_done; i++) {
        settle();
        is_done = hall_drain(hall);
    }
    assert_true(is_done);
    HAS(wires[1].heard, "hola"); /* what was accepted is written and told before */
    HAS(wires[1].heard, "\"code\":\"draining\"");
    assert_int_equal(wires[1].closed, 1001);
    open_greeted(4, "10.0.0.4");
    assert_null(wires[4].conn);
}

static unsigned count_of(const char *text, const char *part)
{
    unsigned count = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at++)
        count++;
    return count;
}

static void test_kick(void **state)
{
    char text[200];
    (void)state;
    begin_table();
    HAS(ask(0, "{\"t\":\"set\",\"id\":1,\"settings\":{\"seats\":3}}"), "\"ok\"");
    open_greeted(2, "10.0.0.3");
    snprintf(text, sizeof text, "{\"t\":\"join\",\"table\":\"%s\",\"name\":\"Carla\"}", table);
    HAS(ask(2, text), "\"seat\":2");
    HAS(ask(0, "{\"t\":\"ask\",\"id\":2,\"what\":\"kick\",\"seat\":2}"), "\"ok\"");
    wires[2].length = 0;
    HAS(ask(1, "{\"t\":\"vote\",\"id\":1,\"yes\":true}"), "\"ok\"");
    assert_int_equal(count_of(wires[2].heard, "\"t\":\"bye\""), 1); /* goodbye is said once */
    HAS(wires[2].heard,
        "\"code\":\"kicked\",\"key\":\"table.bye-kicked\",\"text\":\"the table has voted you out\"");
    assert_int_equal(wires[2].closed, 4002);
    hall_closed(hall, wires[2].conn, now_ms);
}

/* Who opens a connection and says nothing is not waited for. */
static const char *join(unsigned index, const char *address, const char *name, const char *token)
{
    char text[240];
    open_greeted(index, address);
    if (token)
        snprintf(text, sizeof text, "{\"t\":\"join\",\"table\":\"%s\",\"name\":\"%s\",\"token\":\"%s\"}",
                 table, name, token);
    else
        snprintf(text, sizeof text, "{\"t\":\"join\",\"table\":\"%s\",\"name\":\"%s\"}", table, name);
    return ask(index, text);
}

/* Whom the host has taken off the table does not come back under another name, from the same address or with
 * the same token, before a game is over there. A newcomer does, also from an address that somebody else sits
 * there with. The others hear of it. */
static void test_removed(void **state)
{
    (void)state;
    begin_table();
    HAS(ask(0, "{\"t\":\"remove\",\"id\":1,\"seat\":1}"), "\"t\":\"ok\"");
    HAS(wires[1].heard, "\"code\":\"removed\"");
    HAS(wires[0].heard, "{\"t\":\"removed\",\"name\":\"Beto\",\"by\":0}");
    hall_closed(hall, wires[1].conn, now_ms);
    wires[0].length = 0;
    HAS(join(2, "10.0.0.2", "Berta", NULL), "\"code\":\"was-removed\"");
    HAS(join(3, "10.0.0.3", "Beto", tokens[1]), "\"code\":\"was-removed\"");
    assert_int_equal(count_of(wires[0].heard, "{\"t\":\"removed\",\"name\":\"Beto\",\"again\":true}"), 1);
    HAS(join(4, "10.0.0.1", "Carla", NULL), "\"seat\":1");
    HAS(ask(0, "{\"t\":\"remove\",\"id\":2,\"seat\":1}"), "\"t\":\"ok\"");
    hall_closed(hall, wires[4].conn, now_ms);
    HAS(join(4, "10.0.0.1", "Dora", NULL), "\"seat\":1");
    HAS(ask(0, "{\"t\":\"remove\",\"id\":3,\"seat\":1}"), "\"t\":\"ok\"");
    hall_closed(hall, wires[4].conn, now_ms);
    hall_closed(hall, wires[2].conn, now_ms);
    now_ms += 600000;
    settle();
    HAS(join(2, "10.0.0.2", "Berta", NULL), "\"code\":\"was-removed\"");
    HAS(join(5, "10.0.0.5", "Eva", NULL), "\"seat\":1");
}

/* Hello alone is no reason to stay; a table is. */
static void test_silence_after_hello(void **state)
{
    (void)state;
    open_wire(0, "10.0.0.1");
    open_wire(1, "10.0.0.1");
    say(0, "{\"t\":\"hello\",\"v\":2}");
    say(1, "{\"t\":\"hello\",\"v\":2}");
    now_ms += 59999;
    say(1, "{\"t\":\"ping\",\"id\":1}");
    assert_int_equal(hall_turn(hall, now_ms), 1);
    assert_int_equal(wires[0].closed, 0);
    now_ms += 1;
    assert_int_equal(hall_turn(hall, now_ms), 59999);
    HAS(wires[0].heard, "\"code\":\"silent\"");
    HAS(wires[0].heard, "\"n\":60");
    assert_int_equal(wires[0].closed, 4003);
    assert_int_equal(wires[1].closed, 0);
    HAS(ask(1, "{\"t\":\"create\",\"name\":\"Ana\",\"settings\":{}}"), "\"t\":\"welcome\"");
    now_ms += 3600000;
    (void)hall_turn(hall, now_ms);
    assert_int_equal(wires[1].closed, 0); /* sits at a table */
    (void)ask(1, "{\"t\":\"leave\",\"id\":2}");
    now_ms += 60000;
    (void)hall_turn(hall, now_ms);
    assert_int_equal(wires[1].closed, 4003);
    hall_closed(hall, wires[0].conn, now_ms);
    hall_closed(hall, wires[1].conn, now_ms);
    assert_int_equal(hall_count(hall).conns, 0);
}

/* What nobody sees, or towers over other lines, comes in nowhere; what is there already stays. */
static void test_unclear_texts(void **state)
{
    (void)state;
    open_wire(0, "10.0.0.1");
    say(0, "{\"t\":\"hello\",\"v\":2}");
    HAS(ask(0, "{\"t\":\"create\",\"name\":\"Ana\",\"settings\":{\"name\":\"La\u200bmesa\"}}"),
        "bad-settings");
    HAS(ask(0, "{\"t\":\"create\",\"name\":\"A\u0301\u0301\u0301\u0301\",\"settings\":{}}"), "bad-name");
    HAS(ask(0, "{\"t\":\"create\",\"name\":\"Ana\",\"text\":\"edition mine\\nlike classic\\n"
               "title en \\\"Mi\U000e0041ne\\\"\\n\"}"),
        "bad-edition");
    HAS(wires[0].heard, "\"line\":3");
    HAS(ask(0, "{\"t\":\"create\",\"name\":\"Ana\",\"settings\":{\"name\":\"La mesa \u2764\ufe0f\"}}"),
        "welcome");
    HAS(ask(0, "{\"t\":\"say\",\"id\":1,\"text\":\"hi\U000e0041\"}"), "bad-text");
    HAS(ask(0, "{\"t\":\"say\",\"id\":2,\"text\":\"Z\u0310\u0311\u0312\u0313\u0314algo\"}"), "bad-text");
    HAS(ask(0, "{\"t\":\"say\",\"id\":3,\"text\":\"\u00a1hola! \U0001f44d\"}"), "\"t\":\"ok\"");
    HAS(ask(0, "{\"t\":\"set\",\"id\":4,\"settings\":{\"name\":\"\u3164\"}}"), "bad-settings");
    HAS(ask(0, "{\"t\":\"set\",\"id\":5,\"settings\":{\"seats\":3}}"), "\"t\":\"ok\"");
    hall_closed(hall, wires[0].conn, now_ms);
}

static void test_silence(void **state)
{
    (void)state;
    open_wire(0, "10.0.0.1");
    now_ms += 4000;
    open_wire(1, "10.0.0.1");
    open_wire(2, "10.0.0.1");
    open_wire(3, "10.0.0.1");
    say(2, "{\"t\":\"hello\",\"v\":2}");
    hall_closed(hall, wires[3].conn, now_ms);
    assert_int_equal(hall_turn(hall, now_ms), 6000);
    now_ms += 5999;
    assert_int_equal(hall_turn(hall, now_ms), 1);
    assert_int_equal(wires[0].closed, 0);
    now_ms += 1;
    assert_int_equal(hall_turn(hall, now_ms), 4000);
    HAS(wires[0].heard, "\"t\":\"bye\",\"code\":\"silent\"");
    assert_int_equal(wires[0].closed, 4003);
    assert_int_equal(wires[1].closed, 0);
    now_ms += 4000;
    assert_int_equal(hall_turn(hall, now_ms), 50000);
    assert_int_equal(wires[1].closed, 4003);
    assert_int_equal(wires[2].closed, 0); /* has said hello */
    hall_closed(hall, wires[0].conn, now_ms);
    hall_closed(hall, wires[1].conn, now_ms);
    hall_closed(hall, wires[2].conn, now_ms);
    assert_int_equal(hall_count(hall).conns, 0);
}

static void test_closing(void **state)
{
    (void)state;
    begin_game();
    char id[32];
    memcpy(id, table, sizeof id);
    assert_true(hall_admin_close(hall, id, now_ms));
    settle();
    HAS(wires[0].heard, "\"code\":\"closed\"");
    assert_int_equal(count_of(wires[0].heard, "\"t\":\"bye\""), 1);
    assert_int_equal(wires[1].closed, 1000);
    assert_int_equal(hall_count(hall).tables, 0);
    assert_false(hall_admin_close(hall, id, now_ms));
    hall_closed(hall, wires[0].conn, now_ms);
    hall_closed(hall, wires[1].conn, now_ms);
    /* After a restart it is still closed. */
    hall_destroy(hall);
    store_memory_crash(&store, 0);
    start(&hall_limits_usual);
    assert_int_equal(hall_count(hall).tables, 0);
}

/* Whoever comes to a table at the very moment at which it closes: time is told first, so the table ends
 * under the hands of the one who enters. On 0.2.0 the memory was used after it was freed. */
static void test_enters_at_the_deadline(void **state)
{
    static const char *const hellos[] = {
        "{\"t\":\"watch\",\"table\":\"%s\"}",
        "{\"t\":\"join\",\"table\":\"%s\",\"name\":\"Carla\"}",
        "{\"t\":\"resume\",\"table\":\"%s\",\"token\":\"%s\"}",
        "{\"t\":\"join\",\"table\":\"%s\",\"name\":\"Ana\",\"token\":\"%s\"}",
    };
    char text[200];
    (void)state;
    for (unsigned kind = 0; kind < 4; kind++) {
        begin_table();
        for (unsigned i = 0; i < 2; i++) {
            if (kind < 2)
                HAS(ask(i, "{\"t\":\"leave\",\"id\":1}"), "\"t\":\"");
            hall_closed(hall, wires[i].conn, now_ms);
        }
        settle();
        now_ms += 600000;
        for (unsigned i = 2; i < 5; i++) {
            open_greeted(i, "10.0.0.3");
            snprintf(text, sizeof text, hellos[kind], table, tokens[0]);
            say(i, text);
            say(i, "{\"t\":\"ready\",\"id\":1}");
        }
        settle();
        for (unsigned i = 2; i < 5; i++) {
            HAS(wires[i].heard, i == 2 && kind == 1 ? "\"code\":\"closed\"" : "\"code\":\"no-table\"");
            HAS(wires[i].heard, "\"code\":\"not-in\"");
            say(i, "{\"t\":\"ready\",\"id\":2}");
            hall_closed(hall, wires[i].conn, now_ms);
        }
        settle();
        assert_int_equal(hall_count(hall).tables, 0);
        assert_int_equal(hall_count(hall).conns, 0);
    }
}

static void test_pages(void **state)
{
    (void)state;
    begin_table();
    struct hall_page page = {0}, lines = hall_page_lobby(hall, now_ms);
    hall_lobby_add(&page, lines.bytes, lines.count);
    hall_lobby_end(&page);
    assert_string_equal(page.bytes, "{\"tables\":[]}\n"); /* it is not public */
    free(page.bytes);
    free(lines.bytes);
    HAS(ask(0, "{\"t\":\"set\",\"id\":1,\"settings\":{\"public\":true,\"name\":\"La mesa de \\\"Ana\\\"\"}}"),
        "\"ok\"");
    now_ms += 1000;
    page = hall_page_lobby(hall, now_ms);
    HAS(page.bytes, table);
    HAS(page.bytes, "La mesa de \\\"Ana\\\"");
    free(page.bytes);
    page = hall_page_table(hall, table);
    HAS(page.bytes, "\"stage\":\"waiting\"");
    free(page.bytes);
    assert_null(hall_page_table(hall, "0000000000").bytes);
    struct hall_record record;
    assert_int_equal(hall_find_record(hall, table, 1, &record), HALL_NOT_FOUND); /* no game is over */
    page = hall_page_editions(hall);
    json_t *editions = json_loads(page.bytes, JSON_REJECT_DUPLICATES, NULL);
    assert_int_equal(json_array_size(json_object_get(editions, "editions")), pen_edition_builtin_count());
    json_decref(editions);
    free(page.bytes);
    page = hall_page_metrics(hall);
    HAS(page.bytes, "penultima_tables{stage=\"waiting\"} 1\n");
    free(page.bytes);
    struct hall_page gathered = hall_admin_gather(hall);
    page = hall_admin_list(gathered, PEN_LANG_EN);
    free(gathered.bytes);
    HAS(page.bytes, table);
    free(page.bytes);
    HAS(ask(0, "{\"t\":\"name\",\"id\":2,\"name\":\"Ana_Paz\"}"), "\"ok\"");
    page = hall_admin_inspect(hall, table, PEN_LANG_ES);
    HAS(page.bytes, "0 persona Ana Paz, aquí");
    free(page.bytes);
}

/* A table's id begins as the path of the connection that opens it. */
static void test_place(void **state)
{
    static const char *const places[][2] = {{"k7", "k7"}, {"zzm2p9x4", "zz"}, {"00", "00"},
                                            {"k", ""},    {"i7", ""},         {"", ""}};
    (void)state;
    for (unsigned i = 0; i < sizeof places / sizeof places[0]; i++) {
        open_greeted(i, "10.0.0.1");
        hall_conn_place(wires[i].conn, places[i][0]);
        const char *heard = ask(i, "{\"t\":\"create\"}");
        field(heard, "table", table, sizeof table);
        assert_int_equal(strlen(table), 10);
        assert_memory_equal(table, places[i][1], strlen(places[i][1]));
    }
}

/* Two wires come by one other node, one by another. */
static uint32_t through(const void *wire)
{
    const ptrdiff_t index = (const struct wire *)wire - wires;
    return index == 4 ? 8 : index == 2 || index == 3 ? 7 : 0;
}

static void resume_by(unsigned index, unsigned seat)
{
    char text[300];
    open_greeted(index, "10.0.0.3");
    snprintf(text, sizeof text, "{\"t\":\"resume\",\"table\":\"%s\",\"token\":\"%s\"}", table, tokens[seat]);
    HAS(ask(index, text), "\"t\":\"welcome\"");
}

static uint32_t find_strayed_among(uint32_t number, uint64_t *key)
{
    (void)hall_turn(hall, now_ms);
    return hall_find_strayed(hall, &(struct hall_ways){through, number}, key);
}

static uint32_t find_strayed(uint64_t *key)
{
    return find_strayed_among(0, key);
}

/* A table follows its people: half of them at least, to one node, after a while. */
static void test_strayed(void **state)
{
    uint64_t key = 0, wanted;
    (void)state;
    begin_game();
    assert_true(hall_key_read(table, &wanted));
    resume_by(2, 0);
    now_ms += 5000;
    assert_int_equal(find_strayed(&key), 0); /* a single one */
    resume_by(4, 1);
    now_ms += 5000;
    assert_int_equal(find_strayed(&key), 0); /* single ones, by different nodes */
    resume_by(3, 1);
    assert_int_equal(find_strayed(&key), 0);
    now_ms += 5000;
    assert_int_equal(find_strayed(&key), 7);
    assert_true(key == wanted);
    /* Who came last came by us. */
    char text[200];
    open_greeted(5, "10.0.0.4");
    snprintf(text, sizeof text, "{\"t\":\"watch\",\"table\":\"%s\"}", table);
    HAS(ask(5, text), "\"t\":\"welcome\"");
    now_ms += 5000;
    assert_int_equal(find_strayed(&key), 0);
    hall_closed(hall, wires[5].conn, now_ms);
    /* A single one may come elsewhere the next time. */
    hall_closed(hall, wires[3].conn, now_ms);
    assert_int_equal(find_strayed(&key), 0);
    now_ms += 600000;
    assert_int_equal(find_strayed(&key), 7);
    settle();
    assert_true(hall_let_go_of(hall, key));
    assert_int_equal(wires[2].closed, 1012);
    assert_false(hall_has_table(hall, wanted));
    assert_false(hall_let_go_of(hall, key));
}

static bool is_asked_again(unsigned index, uint32_t number)
{
    uint64_t key = 0;
    assert_int_equal(find_strayed_among(number, &key), 0);
    settle();
    return wires[index].closed == 1012;
}

/* Who has come by another way than the last one is asked to come again, a few times after nodes have changed.
 */
static void test_gathered(void **state)
{
    uint64_t key = 0;
    (void)state;
    begin_game();
    resume_by(2, 0); /* by node 7 */
    now_ms += 1000;
    resume_by(0, 1); /* by us */
    now_ms += 1000;
    assert_int_equal(find_strayed_among(1, &key), 0); /* they may still be coming */
    settle();
    assert_int_equal(wires[2].closed, 0);
    now_ms += 5000;
    assert_int_equal(find_strayed_among(0, &key), 0); /* nodes have just changed */
    settle();
    assert_int_equal(wires[2].closed, 0);
    assert_int_equal(find_strayed_among(1, &key), 0);
    settle();
    assert_int_equal(wires[2].closed, 1012);
    assert_int_equal(wires[0].closed, 0);
    /* It comes as before, last now. If the other one is wrong here, it has not been asked yet. */
    hall_closed(hall, wires[2].conn, now_ms);
    resume_by(3, 0);
    now_ms += 5000;
    assert_false(is_asked_again(0, 1));
    now_ms += 15000;
    assert_true(is_asked_again(0, 1));
    hall_closed(hall, wires[0].conn, now_ms);
    /* Nobody chooses by the table: in the end they are left alone, until nodes change. */
    for (unsigned i = 0; i < 2; i++) {
        now_ms += 1000;
        resume_by(i % 2, 1);
        now_ms += 200000;
        assert_true(is_asked_again(3, 1));
        hall_closed(hall, wires[3].conn, now_ms);
        resume_by(3, 0);
        hall_closed(hall, wires[i % 2].conn, now_ms);
    }
    now_ms += 1000;
    resume_by(0, 1);
    now_ms += 600000;
    assert_false(is_asked_again(3, 1));
    assert_true(is_asked_again(3, 2));
    hall_closed(hall, wires[3].conn, now_ms);
    /* Nor are they done with for good once they have come alike. */
    resume_by(1, 0);
    now_ms += 5000;
    assert_false(is_asked_again(0, 2));
    hall_closed(hall, wires[1].conn, now_ms);
    resume_by(2, 0);
    now_ms += 1000;
    hall_closed(hall, wires[0].conn, now_ms);
    resume_by(1, 1);
    now_ms += 5000;
    assert_true(is_asked_again(2, 2));
}

static void test_texts(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2 * HALL_REFUSAL_COUNT; i++) {
        char key[WIRE_KEY_BYTES], said[2][WIRE_SENTENCE_BYTES];
        struct wire_args args;
        wire_clear_args(&args);
        args.n = args.line = args.column = 7;
        strcpy(args.what, "what");
        /* With the name of what is wrong and without; an edition that nobody has is always named. */
        if (i % 2 == 1 || i / 2 == HALL_NO_EDITION)
            strcpy(args.field, i / 2 == HALL_FULL ? hall_full_word(HALL_FULL_RULES) : "field");
        hall_refusal_key((enum hall_refusal)(i / 2), &args, key);
        assert_true(strlen(hall_refusal_code((enum hall_refusal)(i / 2))) > 0);
        for (unsigned lang = 0; lang < 2; lang++) {
            struct pen_text text = pen_text_in(said[lang], sizeof said[lang]);
            assert_true(wire_say(&text, (enum pen_lang)lang, key, &args));
        }
        assert_string_not_equal(said[0], said[1]);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_waits_for_the_disk),
        TEST(test_hello),
        TEST(test_nonsense),
        TEST(test_resume),
        TEST(test_own_token),
        TEST(test_repeated_id),
        TEST(test_watching),
        TEST(test_goodbye),
        TEST(test_closing),
        TEST(test_kick),
        TEST(test_removed),
        TEST(test_silence),
        TEST(test_unclear_texts),
        TEST(test_silence_after_hello),
        TEST(test_told_when_sent),
        TEST(test_enters_at_the_deadline),
        TEST(test_pages),
        TEST(test_place),
        TEST(test_strayed),
        TEST(test_gathered),
        cmocka_unit_test(test_texts),
    };
    return cmocka_run_group_tests_name("hall", tests, NULL, NULL);
}
