/* push.c - see push.h.
 *
 *     the loop: subscribe ─► list ◄─ number ─ queue ◄─ tell
 *                             │                 │
 *     threads:                └── a copy of ────┴─► seal ─► POST ─► 404, 410: forgotten
 *
 * The queue holds numbers of subscriptions, so that one that went meanwhile is not written to, and says whose
 * turn it is (push_queue.h). One that is being sent has its text with it. */
#include "serve/push.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/fetch.h"
#include "net/url.h"
#include "platform/bytes.h"
#include "platform/clock.h"
#include "platform/host.h"
#include "serve/push_list.h"
#include "serve/push_queue.h"
#include "wire/json.h"
#include "words/push_words.h"

enum {
    SEND_MS = 8000,
    SLOW_MS = 2000, /* a service that takes longer counts as one that fails: it comes last */
    NAME_S = 12 * 3600,
    TTL_LEAST_S = 3600,
    TTL_USUAL_S = 86400,
    TTL_MOST_S = 14 * 86400,
    KEPT_S = 60 * 86400,
    SWEEP_S = 600,
    WRITE_MS = 2000,
};

struct push {
    struct hall_pusher pusher;
    struct push_config config;
    struct webpush_house house;
    char contact[200], file[4096];
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    pthread_t threads[PUSH_HANDS];
    unsigned thread_count;
    bool is_closing, is_writing;
    struct push_list list;
    struct push_queue queue;
    uint64_t sweep_s;
    struct push_counters counters;
};

static uint64_t now_s(void)
{
    return platform_wall_ms() / 1000;
}

/* ---- in the loop -------------------------------------------------------------------------------- */

static const char *subscribe(void *context, const struct hall_push *asked)
{
    struct push *push = context;
    pthread_mutex_lock(&push->mutex);
    const char *wrong = push_list_take(&push->list, asked, push->config.is_own, now_s());
    if (push->list.is_changed)
        pthread_cond_signal(&push->changed);
    /* Where there is no room, those who have left are looked for at the next turn. */
    if (push->list.count >= PUSH_LIST_MAX)
        push->sweep_s = 0;
    pthread_mutex_unlock(&push->mutex);
    return wrong;
}

/* What the service worker shows (web/sw.js). */
static void write_note(struct push_note *note, const struct hall_awaited *awaited, enum pen_lang lang)
{
    struct pen_text text = pen_text_in(note->text, sizeof note->text);
    wire_json_open(&text, '{');
    wire_json_put_string(&text, "title", word_text(WORD_PUSH_YOUR_TURN, lang));
    wire_json_put_string(&text, "body", awaited->title[0] ? awaited->title : awaited->others);
    wire_json_put_string(&text, "table", awaited->id);
    wire_json_close(&text, '}');
    PEN_ASSERT(!text.is_cut);
}

static void tell(void *context, const struct hall_awaited *awaited)
{
    struct push *push = context;
    uint32_t ttl_s = awaited->move_ms ? awaited->move_ms / 1000 : TTL_USUAL_S;
    ttl_s = ttl_s < TTL_LEAST_S ? TTL_LEAST_S : ttl_s > TTL_MOST_S ? TTL_MOST_S : ttl_s;
    pthread_mutex_lock(&push->mutex);
    for (size_t i = 0; i < push->list.count; i++) {
        struct push_subscription *one = &push->list.list[i];
        if (one->table != awaited->key || memcmp(one->token_hash, awaited->token_hash, ROOM_TOKEN_BYTES) != 0)
            continue;
        struct push_note note = {.number = one->number, .host = one->host, .from = one->from, .ttl_s = ttl_s};
        memcpy(note.table, awaited->id, strlen(awaited->id) + 1);
        write_note(&note, awaited, (enum pen_lang)one->lang);
        if (!push_list_may_tell(one, now_s()) || !push_queue_add(&push->queue, &note))
            push->counters.dropped++;
        else
            pthread_cond_signal(&push->changed);
    }
    pthread_mutex_unlock(&push->mutex);
}

void push_sweep(struct push *push, const struct hall *hall, bool is_whole)
{
    const uint64_t now = now_s();
    if (now < push->sweep_s)
        return;
    push->sweep_s = now + SWEEP_S;
    pthread_mutex_lock(&push->mutex);
    for (size_t i = push->list.count; i-- > 0;) {
        const struct push_subscription *one = &push->list.list[i];
        const bool is_left =
            hall_has_table(hall, one->table) ? !hall_has_seat(hall, one->table, one->token_hash) : is_whole;
        if (is_left || one->since_s + KEPT_S < now)
            push_list_remove(&push->list, one->number);
    }
    pthread_mutex_unlock(&push->mutex);
}

/* ---- in the threads ----------------------------------------------------------------------------- */

/* For this service alone, for half a day, from this operator. */
static bool write_name(const struct push *push, const struct net_url *url, char name[WEBPUSH_NAME_BYTES])
{
    char host[272], audience[288], claims[WEBPUSH_CLAIMS_MAX + 1];
    struct pen_text text = pen_text_in(claims, sizeof claims);
    net_url_write_host(url, host);
    snprintf(audience, sizeof audience, "https://%s", host);
    wire_json_open(&text, '{');
    wire_json_put_string(&text, "aud", audience);
    wire_json_put_number(&text, "exp", now_s() + NAME_S);
    wire_json_put_string(&text, "sub", push->contact);
    wire_json_close(&text, '}');
    return !text.is_cut && webpush_name(&push->house, claims, name);
}

/* The status of the answer; 0: there was none. */
static unsigned send_note(const struct push *push, const struct push_note *note,
                          const struct webpush_browser *browser, const char *endpoint)
{
    uint8_t chance[WEBPUSH_CHANCE_BYTES], body[WEBPUSH_BODY_BYTES];
    char name[WEBPUSH_NAME_BYTES], headers[256];
    struct net_url url;
    struct net_fetched fetched;
    if (!platform_random(chance, sizeof chance) || !net_url_read(endpoint, &url))
        return 0;
    const size_t bytes = webpush_seal(browser, chance, note->text, strlen(note->text), body);
    if (bytes == 0 || !write_name(push, &url, name))
        return 0;
    /* A newer one for the same table takes the place of one that has not been delivered. */
    snprintf(headers, sizeof headers,
             "TTL: %u\r\nTopic: %s\r\nUrgency: high\r\nContent-Encoding: aes128gcm\r\n"
             "Content-Type: application/octet-stream\r\n",
             (unsigned)note->ttl_s, note->table);
    const struct net_fetch fetch = {.url = endpoint,
                                    .body = (const char *)body,
                                    .body_bytes = bytes,
                                    .headers = headers,
                                    .authorization = name,
                                    .trust = push->config.trust,
                                    .wait_ms = SEND_MS,
                                    .is_public_only = !push->config.is_own,
                                    .is_status_only = true};
    return net_fetch(&fetch, &fetched) == NET_PROBLEM_NONE ? fetched.status : 0;
}

/* What came of it. With the lock held. */
static void note_answer(struct push *push, uint64_t number, unsigned status)
{
    struct push_subscription *one = push_list_find(&push->list, number);
    if (status >= 200 && status < 300)
        push->counters.sent++;
    else if (status != 0)
        push->counters.refused++;
    else
        push->counters.failed++;
    if (!one)
        return;
    one->fails = (uint8_t)(status >= 200 && status < 300 ? 0 : one->fails + 1);
    /* It has been cancelled, or nothing ever comes through. */
    if (status == 404 || status == 410 || one->fails >= PUSH_FAILS_MAX)
        push_list_remove(&push->list, number);
}

/* With the lock held, which is let go meanwhile. */
static void send_one(struct push *push, struct push_note *note)
{
    const struct push_subscription *one = push_list_find(&push->list, note->number);
    if (one) {
        const struct webpush_browser browser = one->browser;
        char endpoint[WIRE_PUSH_ENDPOINT_BYTES];
        snprintf(endpoint, sizeof endpoint, "%s", one->endpoint);
        pthread_mutex_unlock(&push->mutex);
        const uint64_t begin_ms = platform_now_ms();
        const unsigned status = send_note(push, note, &browser, endpoint);
        const bool is_good = status != 0 && platform_now_ms() - begin_ms < SLOW_MS;
        pthread_mutex_lock(&push->mutex);
        note_answer(push, note->number, status);
        push_queue_end(&push->queue, note, is_good);
    } else {
        push_queue_forget(&push->queue, note);
    }
    /* Others may have waited for this host. */
    pthread_cond_broadcast(&push->changed);
}

/* With the lock held, which is let go meanwhile. */
static void write_list(struct push *push)
{
    size_t count;
    char *text = push_list_write(&push->list, &count), path[sizeof push->file + 8];
    if (!text)
        return;
    push->is_writing = true;
    push->list.is_changed = false;
    pthread_mutex_unlock(&push->mutex);
    snprintf(path, sizeof path, "%s.new", push->file);
    if (!platform_file_write(path, text, count, 0600, PLATFORM_SYNC) || rename(path, push->file) != 0)
        host_error("%s: %s", push->file, host_word(WORD_PUSH_CANNOT_KEEP));
    free(text);
    pthread_mutex_lock(&push->mutex);
    push->is_writing = false;
}

/* Many may change it one after the other: one writing for all of them, unless something is to be sent, which
 * is returned. With the lock held. */
static struct push_note *write_and_rest(struct push *push)
{
    struct push_note *note = NULL;
    write_list(push);
    const struct timespec until = platform_time_after(CLOCK_REALTIME, WRITE_MS);
    push->is_writing = true;
    while (!push->is_closing && !(note = push_queue_take(&push->queue)) &&
           pthread_cond_timedwait(&push->changed, &push->mutex, &until) == 0) {
    }
    push->is_writing = false;
    return note;
}

static void *run(void *argument)
{
    struct push *push = argument;
    pthread_mutex_lock(&push->mutex);
    while (!push->is_closing) {
        struct push_note *note = push_queue_take(&push->queue);
        if (!note && push->list.is_changed && !push->is_writing)
            note = write_and_rest(push);
        else if (!note)
            pthread_cond_wait(&push->changed, &push->mutex);
        if (note)
            send_one(push, note);
    }
    pthread_mutex_unlock(&push->mutex);
    return NULL;
}

/* ---- beginning and end -------------------------------------------------------------------------- */

/* The key is made at the first start and stays with the data: browsers subscribe with it. */
static bool take_key(struct push *push, char *why)
{
    uint8_t fresh[WEBPUSH_SECRET_BYTES], secret[WEBPUSH_SECRET_BYTES];
    if (!platform_random(fresh, sizeof fresh))
        return false;
    fresh[0] &= 0x7f; /* less than the order of the curve, which begins with 0xffffffff */
    return store_secret(push->config.store, "vapid", fresh, secret, sizeof secret, why) &&
           webpush_house_make(&push->house, secret);
}

static void read_list(struct push *push)
{
    struct host_file file;
    const char *why;
    if (!host_file_try(push->file, &file, &why))
        return; /* at the first start there is none */
    push_list_read(&push->list, file.bytes);
    host_file_drop(&file);
}

struct push *push_create(const struct push_config *config, char *why)
{
    struct push *push = calloc(1, sizeof *push);
    why[0] = 0;
    if (!push)
        return NULL;
    push->config = *config;
    snprintf(push->contact, sizeof push->contact, "%s", config->contact);
    snprintf(push->file, sizeof push->file, "%s", config->file);
    pthread_mutex_init(&push->mutex, NULL);
    pthread_cond_init(&push->changed, NULL);
    if (!take_key(push, why)) {
        push_destroy(push);
        return NULL;
    }
    read_list(push);
    push->sweep_s = now_s() + SWEEP_S;
    push->pusher = (struct hall_pusher){push, push->house.key, subscribe, tell};
    while (push->thread_count < PUSH_HANDS &&
           pthread_create(&push->threads[push->thread_count], NULL, run, push) == 0)
        push->thread_count++;
    if (push->thread_count == 0) {
        push_destroy(push);
        return NULL;
    }
    return push;
}

void push_destroy(struct push *push)
{
    if (!push)
        return;
    pthread_mutex_lock(&push->mutex);
    push->is_closing = true;
    pthread_cond_broadcast(&push->changed);
    pthread_mutex_unlock(&push->mutex);
    for (unsigned i = 0; i < push->thread_count; i++)
        pthread_join(push->threads[i], NULL);
    pthread_mutex_lock(&push->mutex);
    if (push->list.is_changed)
        write_list(push);
    pthread_mutex_unlock(&push->mutex);
    push_list_drop(&push->list);
    pthread_mutex_destroy(&push->mutex);
    pthread_cond_destroy(&push->changed);
    push_queue_drop(&push->queue);
    free(push);
}

const struct hall_pusher *push_pusher(const struct push *push)
{
    return &push->pusher;
}

struct push_counters push_count(struct push *push)
{
    pthread_mutex_lock(&push->mutex);
    struct push_counters counters = push->counters;
    counters.subscriptions = push->list.count;
    pthread_mutex_unlock(&push->mutex);
    return counters;
}
