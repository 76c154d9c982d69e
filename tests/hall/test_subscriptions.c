/* test_subscriptions.c - the list of browsers that want to be told by push stays short of its bound: whoever
 * has left, whose table is gone or whose page has not been seen for long is swept out of it, at once where it
 * is full, and nobody else. */
#include "hall/one_hall.h"

#include <unistd.h>

#include "platform/clock.h"
#include "serve/push.h"
#include "serve/push_list.h"

/* The browser of the example in RFC 8291. */
#define KEY "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
#define AUTH "BTBZMqHH6r4Tts7J_aSIgg"

static struct push *push;
static char file[] = "/tmp/penultima-push-XXXXXX";

/* With what the file says. */
static void begin_push(void)
{
    const struct push_config config = {
        .contact = "mailto:ops@example.org", .file = file, .store = &store, .is_own = false};
    push = push_create(&config, why);
    assert_non_null(push);
    hall_push_with(hall, push_pusher(push));
}

static int begin(void **state)
{
    strcpy(file + strlen(file) - 6, "XXXXXX");
    const int made = mkstemp(file);
    assert_true(made >= 0);
    (void)close(made);
    (void)set_up(state);
    begin_push();
    return 0;
}

static int end(void **state)
{
    push_destroy(push);
    (void)unlink(file);
    return tear_down(state);
}

static const char *subscribe(unsigned wire)
{
    char text[400];
    snprintf(text, sizeof text,
             "{\"t\":\"push\",\"id\":%u,\"endpoint\":\"https://push.example.org/%u\",\"key\":\"" KEY
             "\",\"auth\":\"" AUTH "\"}",
             40 + wire, wire);
    return ask(wire, text);
}

/* A subscription of somebody at a table that is not of this hall. */
static bool subscribe_elsewhere(uint64_t key)
{
    const uint8_t token_hash[ROOM_TOKEN_BYTES] = {1};
    const struct hall_pusher *pusher = push_pusher(push);
    return !pusher->subscribe(pusher->context, &(struct hall_push){.key = key,
                                                                   .token_hash = token_hash,
                                                                   .endpoint = "https://push.example.org/x",
                                                                   .browser_key = KEY,
                                                                   .auth = AUTH});
}

static size_t count(void)
{
    return (size_t)push_count(push).subscriptions;
}

/* Ana and Beto subscribe, Beto leaves; others fill the list. */
static void fill(void)
{
    begin_table();
    HAS(subscribe(0), "\"t\":\"ok\"");
    HAS(subscribe(1), "\"t\":\"ok\"");
    HAS(ask(1, "{\"t\":\"leave\",\"id\":50}"), "\"t\":\"ok\"");
    push_sweep(push, hall, true);
    assert_int_equal(count(), 2); /* not all the time: nobody is in a hurry */
    for (uint64_t key = 1; count() < PUSH_LIST_MAX; key++)
        assert_true(subscribe_elsewhere(key));
}

static void test_full(void **state)
{
    (void)state;
    fill();
    open_greeted(2, "10.0.0.3");
    HAS(ask(2, "{\"t\":\"create\",\"name\":\"Carla\"}"), "\"t\":\"welcome\"");
    HAS(subscribe(2), "\"code\":\"bad-push\"");
    push_sweep(push, hall, true);
    assert_int_equal(count(), 1); /* Ana's */
    HAS(subscribe(2), "\"t\":\"ok\"");
    assert_int_equal(count(), 2);
}

/* Where there are other nodes, their tables are not unknown. */
static void test_part_of_a_house(void **state)
{
    (void)state;
    fill();
    push_sweep(push, hall, false);
    assert_int_equal(count(), PUSH_LIST_MAX - 1);
    assert_true(subscribe_elsewhere(0));
    HAS(subscribe(0), "\"t\":\"ok\""); /* Ana renews hers; it was not the one that went */
    assert_int_equal(count(), PUSH_LIST_MAX);
}

/* A page that nobody has opened for two months does not want to know; one of this week does. */
static void test_old(void **state)
{
    const uint64_t now_s = platform_wall_ms() / 1000;
    (void)state;
    push_destroy(push);
    FILE *out = fopen(file, "w");
    assert_non_null(out);
    for (unsigned i = 0; i < PUSH_LIST_MAX; i++)
        fprintf(out, "%x %064x en %llu " KEY " " AUTH " https://push.example.org/x\n", i + 1, i,
                (unsigned long long)(now_s - (i < 100 ? 6u : 61u) * 86400u));
    assert_int_equal(fclose(out), 0);
    begin_push();
    assert_int_equal(count(), PUSH_LIST_MAX);
    assert_false(subscribe_elsewhere(PUSH_LIST_MAX + 1));
    push_sweep(push, hall, false);
    assert_int_equal(count(), 100);
    assert_true(subscribe_elsewhere(PUSH_LIST_MAX + 1));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {TEST(test_full), TEST(test_part_of_a_house), TEST(test_old)};
    return cmocka_run_group_tests_name("subscriptions", tests, NULL, NULL);
}
