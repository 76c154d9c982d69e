/* push_list.c - see push_list.h. */
#include "serve/push_list.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/lookup.h"
#include "net/url.h"
#include "serve/push_queue.h"

enum { LINE_BYTES = 1280, HASH_TEXT = 2 * ROOM_TOKEN_BYTES + 1 };

/* A push service has a name in the open network and is found at the usual port of https; one of the
 * operator's own may be anywhere. */
static bool is_good_endpoint(const char *text, bool is_own, struct net_url *url)
{
    return strncmp(text, "https://", 8) == 0 && !strpbrk(text, " \t\r\n\"\\") && net_url_read(text, url) &&
           (is_own || (url->is_usual_port && net_lookup_is_public(url->host)));
}

static bool is_of(const struct push_subscription *one, uint64_t table, const uint8_t *token_hash)
{
    return one->table == table && memcmp(one->token_hash, token_hash, ROOM_TOKEN_BYTES) == 0;
}

static void forget(struct push_list *list, size_t at)
{
    free(list->list[at].endpoint);
    list->list[at] = list->list[--list->count];
    list->is_changed = true;
}

/* Its place, and how many others the seat has; the oldest of these. */
static size_t search(const struct push_list *list, const struct hall_push *push, size_t *oldest,
                     unsigned *count)
{
    size_t at = SIZE_MAX;
    *oldest = SIZE_MAX;
    *count = 0;
    for (size_t i = 0; i < list->count; i++) {
        const struct push_subscription *one = &list->list[i];
        if (!is_of(one, push->key, push->token_hash))
            continue;
        ++*count;
        if (*oldest == SIZE_MAX || one->since_s < list->list[*oldest].since_s)
            *oldest = i;
        if (strcmp(one->endpoint, push->endpoint) == 0)
            at = i;
    }
    return at;
}

/* The oldest of an address that has its share. */
static void make_room(struct push_list *list, uint64_t from)
{
    size_t oldest = SIZE_MAX;
    unsigned count = 0;
    for (size_t i = 0; from && i < list->count; i++) {
        if (list->list[i].from != from)
            continue;
        count++;
        if (oldest == SIZE_MAX || list->list[i].since_s < list->list[oldest].since_s)
            oldest = i;
    }
    if (count >= PUSH_FROM_MAX)
        forget(list, oldest);
}

static struct push_subscription *add(struct push_list *list)
{
    if (list->count == list->size) {
        const size_t size = list->size ? 2 * list->size : 16;
        struct push_subscription *all =
            list->count < PUSH_LIST_MAX ? realloc(list->list, size * sizeof *all) : NULL;
        if (!all)
            return NULL;
        list->list = all;
        list->size = size;
    }
    struct push_subscription *one = &list->list[list->count];
    *one = (struct push_subscription){.number = ++list->last_number};
    return one;
}

const char *push_list_take(struct push_list *list, const struct hall_push *push, bool is_own, uint64_t now_s)
{
    size_t oldest;
    unsigned count;
    struct webpush_browser browser;
    struct net_url url;
    size_t at = search(list, push, &oldest, &count);
    if (!push->browser_key[0]) {
        if (at != SIZE_MAX)
            forget(list, at);
        return NULL;
    }
    if (!is_good_endpoint(push->endpoint, is_own, &url))
        return "endpoint";
    if (!webpush_browser_read(&browser, push->browser_key, push->auth))
        return "key";
    if (at == SIZE_MAX) {
        if (count >= PUSH_SEAT_MAX)
            forget(list, oldest);
        make_room(list, push->from);
        struct push_subscription *one = add(list);
        if (!one || !(one->endpoint = strdup(push->endpoint)))
            return "endpoint";
        one->table = push->key;
        memcpy(one->token_hash, push->token_hash, ROOM_TOKEN_BYTES);
        at = list->count++;
    }
    list->list[at].since_s = now_s;
    list->list[at].lang = push->lang;
    list->list[at].browser = browser;
    list->list[at].host = push_queue_host(url.host);
    list->list[at].from = push->from;
    list->list[at].fails = 0;
    list->is_changed = true;
    return NULL;
}

struct push_subscription *push_list_find(struct push_list *list, uint64_t number)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->list[i].number == number)
            return &list->list[i];
    return NULL;
}

void push_list_remove(struct push_list *list, uint64_t number)
{
    const struct push_subscription *one = push_list_find(list, number);
    if (one)
        forget(list, (size_t)(one - list->list));
}

bool push_list_may_tell(struct push_subscription *one, uint64_t now_s)
{
    const uint64_t since_s = one->told_s > now_s ? one->told_s : now_s;
    if (since_s > now_s + (uint64_t)(PUSH_BURST - 1) * PUSH_APART_S)
        return false;
    one->told_s = since_s + PUSH_APART_S;
    return true;
}

void push_list_drop(struct push_list *list)
{
    while (list->count > 0)
        forget(list, list->count - 1);
    free(list->list);
    *list = (struct push_list){0};
}

/* ---- the file: table, seat's hash, language, time, keys, endpoint, address ----------------------- */

static void base64(char *text, size_t size, const uint8_t *bytes, size_t count)
{
    sodium_bin2base64(text, size, bytes, count, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

char *push_list_write(const struct push_list *list, size_t *count)
{
    char *text = malloc(list->count * LINE_BYTES + 1);
    *count = 0;
    for (size_t i = 0; text && i < list->count; i++) {
        const struct push_subscription *one = &list->list[i];
        char hash[HASH_TEXT], key[WEBPUSH_POINT_TEXT], auth[WEBPUSH_AUTH_TEXT];
        sodium_bin2hex(hash, sizeof hash, one->token_hash, sizeof one->token_hash);
        base64(key, sizeof key, one->browser.key, sizeof one->browser.key);
        base64(auth, sizeof auth, one->browser.auth, sizeof one->browser.auth);
        *count += (size_t)snprintf(
            text + *count, LINE_BYTES, "%" PRIx64 " %s %s %" PRIu64 " %s %s %s %" PRIx64 "\n", one->table,
            hash, pen_lang_id((enum pen_lang)one->lang), one->since_s, key, auth, one->endpoint, one->from);
    }
    return text;
}

static bool read_line(struct push_list *list, const char *line)
{
    uint64_t table, since_s, from = 0; /* a file from before has no address */
    char hash[HASH_TEXT], lang[8], key[WEBPUSH_POINT_TEXT], auth[WEBPUSH_AUTH_TEXT],
        endpoint[WIRE_PUSH_ENDPOINT_BYTES];
    uint8_t token_hash[ROOM_TOKEN_BYTES];
    size_t bytes;
    if (sscanf(line, "%" SCNx64 " %64s %7s %" SCNu64 " %87s %22s %768s %" SCNx64, &table, hash, lang,
               &since_s, key, auth, endpoint, &from) < 7 ||
        sodium_hex2bin(token_hash, sizeof token_hash, hash, strlen(hash), NULL, &bytes, NULL) != 0 ||
        bytes != sizeof token_hash)
        return false;
    struct hall_push push = {.key = table,
                             .token_hash = token_hash,
                             .endpoint = endpoint,
                             .browser_key = key,
                             .auth = auth,
                             .from = from};
    for (unsigned i = 0; i < PEN_LANG_COUNT; i++)
        if (strcmp(pen_lang_id((enum pen_lang)i), lang) == 0)
            push.lang = (uint8_t)i;
    return push_list_take(list, &push, true, since_s) == NULL;
}

void push_list_read(struct push_list *list, const char *text)
{
    char line[LINE_BYTES];
    while (*text) {
        const size_t length = strcspn(text, "\n");
        if (length < sizeof line) {
            memcpy(line, text, length);
            line[length] = 0;
            (void)read_line(list, line);
        }
        text += length + (text[length] == '\n');
    }
    list->is_changed = false;
}
