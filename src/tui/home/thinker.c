/* thinker.c - a thread per choice; whoever leaves last, the table or a thread, puts the light out. */
#include "tui/home/thinker.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "platform/clock.h"

enum { RUNNING_MAX = 4 }; /* the table moves on while one thinks: the next one begins beside it */

struct job {
    struct job *next;
    struct home_thinker *thinker;
    struct room_thought thought;
    struct pen_rules rules;
    struct bot_clock clock;
    struct pen_action action;
};

struct home_thinker {
    pthread_mutex_t mutex;
    int told[2];
    unsigned running;
    bool is_left; /* the table is gone */
    struct job *done;
};

static void free_all(struct home_thinker *thinker)
{
    while (thinker->done) {
        struct job *job = thinker->done;
        thinker->done = job->next;
        free(job);
    }
    pthread_mutex_destroy(&thinker->mutex);
    free(thinker);
}

static bool is_left(struct home_thinker *thinker)
{
    pthread_mutex_lock(&thinker->mutex);
    bool is_so = thinker->is_left;
    pthread_mutex_unlock(&thinker->mutex);
    return is_so;
}

/* Whose budget is time has none left when nobody waits. */
static uint64_t now_us(void *context)
{
    struct job *job = context;
    return is_left(job->thinker) ? UINT64_MAX / 2 : platform_now_us();
}

static void *run(void *argument)
{
    struct job *job = argument;
    struct home_thinker *thinker = job->thinker;
    const struct room_rules rules = {.rules = &job->rules};
    job->action = room_think(&job->thought, &rules);
    pthread_mutex_lock(&thinker->mutex);
    job->next = thinker->done;
    thinker->done = job;
    thinker->running--;
    bool is_last = thinker->is_left && thinker->running == 0;
    if (!thinker->is_left)
        (void)!write(thinker->told[1], "", 1); /* if the pipe is full, they know */
    pthread_mutex_unlock(&thinker->mutex);
    if (is_last)
        free_all(thinker);
    return NULL;
}

struct home_thinker *home_thinker_create(void)
{
    struct home_thinker *thinker = calloc(1, sizeof *thinker);
    if (!thinker)
        return NULL;
    if (pthread_mutex_init(&thinker->mutex, NULL) != 0) {
        free(thinker);
        return NULL;
    }
    if (pipe(thinker->told) != 0) {
        pthread_mutex_destroy(&thinker->mutex);
        free(thinker);
        return NULL;
    }
    for (unsigned i = 0; i < 2; i++) {
        (void)fcntl(thinker->told[i], F_SETFL, O_NONBLOCK);
        (void)fcntl(thinker->told[i], F_SETFD, FD_CLOEXEC);
    }
    return thinker;
}

int home_thinker_fd(const struct home_thinker *thinker)
{
    return thinker->told[0];
}

/* Signals are for the thread that has the screen. */
static bool begin_thread(struct job *job)
{
    sigset_t all, before;
    pthread_attr_t attributes;
    pthread_t thread;
    sigfillset(&all);
    if (pthread_attr_init(&attributes) != 0)
        return false;
    bool is_begun = pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED) == 0 &&
                    pthread_sigmask(SIG_SETMASK, &all, &before) == 0;
    if (is_begun) {
        is_begun = pthread_create(&thread, &attributes, run, job) == 0;
        (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    pthread_attr_destroy(&attributes);
    return is_begun;
}

bool home_thinker_begin(struct home_thinker *thinker, const struct room_thought *thought,
                        struct bot_spec spec, const struct room_rules *rules)
{
    struct job *job = malloc(sizeof *job);
    if (!job)
        return false;
    job->thinker = thinker;
    job->thought = *thought;
    job->rules = *rules->rules;
    job->clock = (struct bot_clock){job, now_us};
    job->thought.bot.spec = spec;
    job->thought.bot.clock = &job->clock;
    pthread_mutex_lock(&thinker->mutex);
    bool is_free = thinker->running < RUNNING_MAX;
    thinker->running += is_free;
    pthread_mutex_unlock(&thinker->mutex);
    if (is_free && begin_thread(job))
        return true;
    pthread_mutex_lock(&thinker->mutex);
    thinker->running -= is_free;
    pthread_mutex_unlock(&thinker->mutex);
    free(job);
    return false;
}

bool home_thinker_take(struct home_thinker *thinker, uint8_t *seat, uint32_t *moment,
                       struct pen_action *action)
{
    char bytes[RUNNING_MAX];
    (void)!read(thinker->told[0], bytes, sizeof bytes);
    pthread_mutex_lock(&thinker->mutex);
    struct job *job = thinker->done;
    if (job)
        thinker->done = job->next;
    pthread_mutex_unlock(&thinker->mutex);
    if (!job)
        return false;
    *seat = job->thought.seat;
    *moment = job->thought.moment;
    *action = job->action;
    free(job);
    return true;
}

void home_thinker_drop(struct home_thinker *thinker)
{
    pthread_mutex_lock(&thinker->mutex);
    thinker->is_left = true;
    close(thinker->told[0]);
    close(thinker->told[1]);
    bool is_last = thinker->running == 0;
    pthread_mutex_unlock(&thinker->mutex);
    if (is_last)
        free_all(thinker);
}
