/* lookup.c - one thread for each question; whoever is last to leave tidies up. */
#include "net/lookup.h"

#include <arpa/inet.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "platform/clock.h"

enum { LOOKUPS_MAX = 32 }; /* at once, with those that nobody waits for any more */

struct question {
    pthread_mutex_t mutex;
    pthread_cond_t answered;
    bool is_answered, is_left; /* is_left: by one of the two */
    int status;
    struct addrinfo *found;
    char host[258], port[8];
};

static atomic_uint asking;

static void leave(struct question *question)
{
    const bool is_last = question->is_left;
    question->is_left = true;
    pthread_mutex_unlock(&question->mutex);
    if (!is_last)
        return;
    if (question->found)
        freeaddrinfo(question->found);
    pthread_mutex_destroy(&question->mutex);
    pthread_cond_destroy(&question->answered);
    free(question);
}

static int ask(const char *host, const char *port, struct addrinfo **found)
{
    const struct addrinfo hints = {
        .ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV};
    *found = NULL;
    return getaddrinfo(host, port, &hints, found);
}

static void *run(void *argument)
{
    struct question *question = argument;
    struct addrinfo *found;
    const int status = ask(question->host, question->port, &found);
    atomic_fetch_sub(&asking, 1);
    pthread_mutex_lock(&question->mutex);
    question->is_answered = true;
    question->status = status;
    question->found = status == 0 ? found : NULL;
    pthread_cond_signal(&question->answered);
    leave(question);
    return NULL;
}

static struct question *begin(const char *host, const char *port)
{
    struct question *question = calloc(1, sizeof *question);
    pthread_condattr_t even;
    pthread_t thread;
    if (!question)
        return NULL;
    (void)snprintf(question->host, sizeof question->host, "%s", host);
    (void)snprintf(question->port, sizeof question->port, "%s", port);
    pthread_mutex_init(&question->mutex, NULL);
    pthread_condattr_init(&even);
    pthread_condattr_setclock(&even, CLOCK_MONOTONIC);
    pthread_cond_init(&question->answered, &even);
    pthread_condattr_destroy(&even);
    if (atomic_fetch_add(&asking, 1) < LOOKUPS_MAX && pthread_create(&thread, NULL, run, question) == 0) {
        (void)pthread_detach(thread);
        return question;
    }
    atomic_fetch_sub(&asking, 1);
    pthread_mutex_lock(&question->mutex);
    question->is_left = true;
    leave(question);
    return NULL;
}

enum net_problem net_lookup(const char *host, const char *port, unsigned wait_ms, struct addrinfo **found)
{
    *found = NULL;
    if (wait_ms == 0)
        return ask(host, port, found) == 0 ? NET_PROBLEM_NONE : NET_PROBLEM_ADDRESS;
    const struct timespec until = platform_time_after(CLOCK_MONOTONIC, wait_ms);
    struct question *question = begin(host, port);
    if (!question)
        return NET_PROBLEM_MEMORY;
    pthread_mutex_lock(&question->mutex);
    while (!question->is_answered &&
           pthread_cond_timedwait(&question->answered, &question->mutex, &until) != ETIMEDOUT) {
    }
    const enum net_problem problem = !question->is_answered  ? NET_PROBLEM_TIMEOUT
                                     : question->status == 0 ? NET_PROBLEM_NONE
                                                             : NET_PROBLEM_ADDRESS;
    *found = question->found;
    question->found = NULL;
    leave(question);
    return problem;
}

bool net_lookup_is_public(const char *host)
{
    static const char *const ends[] = {"localhost", "local", "internal", "home.arpa", "lan",
                                       "home",      "corp",  "private",  "test",      "example",
                                       "onion",     "alt",   "invalid",  "intranet"};
    size_t length = strlen(host);
    length -= length > 0 && host[length - 1] == '.';
    const char *dot = memchr(host, '.', length);
    if (!dot || dot == host || dot + 1 == host + length)
        return false;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        const size_t bytes = strlen(ends[i]);
        if (length > bytes && host[length - bytes - 1] == '.' &&
            strncasecmp(host + length - bytes, ends[i], bytes) == 0)
            return false;
    }
    return true;
}
