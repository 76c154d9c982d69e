/* test_lookup.c - a name that is never answered ends with its time, and names that cannot be of the open
 * network are not asked for at all. The C library's question is put in the place of its own here: one that
 * waits until it is let go. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "net/fetch.h"
#include "net/lookup.h"
#include "platform/clock.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool is_let_go;
static unsigned asked, waiting;
static char last[300];

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **found)
{
    (void)service;
    (void)hints;
    (void)found;
    pthread_mutex_lock(&mutex);
    asked++;
    waiting++;
    (void)strncpy(last, name, sizeof last - 1);
    pthread_cond_broadcast(&changed);
    while (!is_let_go)
        pthread_cond_wait(&changed, &mutex);
    waiting--;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    return EAI_NONAME;
}

static void test_deadline(void **state)
{
    struct addrinfo *found;
    (void)state;
    assert_int_equal(net_lookup("slow.example.org", "443", 50, &found), NET_PROBLEM_TIMEOUT);
    assert_null(found);
    const struct net_fetch fetch = {
        .url = "https://slow.example.org/x", .wait_ms = 50, .is_public_only = true};
    struct net_fetched fetched;
    assert_int_equal(net_fetch(&fetch, &fetched), NET_PROBLEM_TIMEOUT);
    assert_string_equal(last, "slow.example.org."); /* as it is, without the ends of this machine's own */
    /* Those that are left over are bounded. */
    enum net_problem problem = NET_PROBLEM_TIMEOUT;
    for (unsigned i = 0; i < 100 && problem == NET_PROBLEM_TIMEOUT; i++)
        problem = net_lookup("slow.example.org", "443", 1, &found);
    assert_int_equal(problem, NET_PROBLEM_MEMORY);
    pthread_mutex_lock(&mutex);
    is_let_go = true;
    pthread_cond_broadcast(&changed);
    while (waiting > 0)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    /* And there is room again. */
    while (net_lookup("none.example.org", "443", 60000, &found) != NET_PROBLEM_ADDRESS)
        platform_rest_ms(1);
}

static void test_single_labels(void **state)
{
    static const char *const bad[] = {
        "localhost", "printer", "router.", "db.internal", "a.b.LOCAL",  "x.home.arpa",      "x.localhost.",
        "nas.lan",   "",        ".",       ".org",        "2130706433", "metadata.internal"};
    (void)state;
    const unsigned before = asked;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char url[100] = "https://";
        struct net_fetched fetched;
        strcat(url, bad[i]);
        strcat(url, "/x");
        assert_false(net_lookup_is_public(bad[i]));
        const struct net_fetch fetch = {.url = url, .is_public_only = true, .wait_ms = 1000};
        assert_int_not_equal(net_fetch(&fetch, &fetched), NET_PROBLEM_NONE);
    }
    assert_int_equal(asked, before);
    assert_true(net_lookup_is_public("fcm.googleapis.com"));
    assert_true(net_lookup_is_public("updates.push.services.mozilla.com."));
    assert_true(net_lookup_is_public("thelocal.org"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_deadline),
        cmocka_unit_test(test_single_labels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
