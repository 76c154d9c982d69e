/* work.c - threads for what takes long. */
#include "serve/work.h"

#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 2, WAITING_MAX = 1024 };

struct row {
    struct hall_work *first, **last;
};

struct serve_work {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    pthread_t threads[THREADS];
    unsigned thread_count, count; /* handed over and not finished */
    struct row waiting, done;
    bool is_closing;
    void (*wake)(void *context);
    void *context;
};

static void push(struct row *row, struct hall_work *work)
{
    work->next = NULL;
    *row->last = work;
    row->last = &work->next;
}

static struct hall_work *pop(struct row *row)
{
    struct hall_work *work = row->first;
    if (!work)
        return NULL;
    row->first = work->next;
    if (!row->first)
        row->last = &row->first;
    return work;
}

static void *run(void *argument)
{
    struct serve_work *works = argument;
    pthread_mutex_lock(&works->mutex);
    for (;;) {
        struct hall_work *work = pop(&works->waiting);
        if (!work && works->is_closing)
            break;
        if (!work) {
            pthread_cond_wait(&works->changed, &works->mutex);
            continue;
        }
        pthread_mutex_unlock(&works->mutex);
        work->run(work);
        pthread_mutex_lock(&works->mutex);
        push(&works->done, work);
        works->wake(works->context);
    }
    pthread_mutex_unlock(&works->mutex);
    return NULL;
}

struct serve_work *serve_work_create(void (*wake)(void *context), void *context)
{
    struct serve_work *works = calloc(1, sizeof *works);
    if (!works)
        return NULL;
    works->waiting.last = &works->waiting.first;
    works->done.last = &works->done.first;
    works->wake = wake;
    works->context = context;
    pthread_mutex_init(&works->mutex, NULL);
    pthread_cond_init(&works->changed, NULL);
    while (works->thread_count < THREADS &&
           pthread_create(&works->threads[works->thread_count], NULL, run, works) == 0)
        works->thread_count++;
    if (works->thread_count == 0) {
        serve_work_destroy(works);
        return NULL;
    }
    return works;
}

bool serve_work_give(void *argument, struct hall_work *work)
{
    struct serve_work *works = argument;
    pthread_mutex_lock(&works->mutex);
    bool is_taken = works->count < WAITING_MAX;
    if (is_taken) {
        works->count++;
        push(&works->waiting, work);
        pthread_cond_signal(&works->changed);
    }
    pthread_mutex_unlock(&works->mutex);
    return is_taken;
}

void serve_work_finish(struct serve_work *works)
{
    for (;;) {
        pthread_mutex_lock(&works->mutex);
        struct hall_work *work = pop(&works->done);
        works->count -= work != NULL;
        pthread_mutex_unlock(&works->mutex);
        if (!work)
            return;
        work->done(work);
    }
}

void serve_work_destroy(struct serve_work *works)
{
    if (!works)
        return;
    pthread_mutex_lock(&works->mutex);
    works->is_closing = true;
    pthread_cond_broadcast(&works->changed);
    pthread_mutex_unlock(&works->mutex);
    for (unsigned i = 0; i < works->thread_count; i++)
        pthread_join(works->threads[i], NULL);
    serve_work_finish(works);
    pthread_mutex_destroy(&works->mutex);
    pthread_cond_destroy(&works->changed);
    free(works);
}
