/* push_queue.c - see push_queue.h. */
#include "serve/push_queue.h"

#include <stdlib.h>
#include <string.h>

/* In the order of going. */
enum class { PROVEN, UNKNOWN, FAILING, CLASSES };

uint64_t push_queue_host(const char *name)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *name; name++)
        hash =
            (hash ^ (uint8_t)(*name >= 'A' && *name <= 'Z' ? *name + 32 : *name)) * UINT64_C(0x100000001b3);
    return hash ? hash : 1;
}

static struct push_standing *find(struct push_standing *known, uint64_t who)
{
    for (size_t i = 0; i < PUSH_KNOWN_MAX; i++)
        if (known[i].who == who)
            return &known[i];
    return NULL;
}

/* The line of 'who', a new one if need be: in the place of the one not seen for longest, of those first that
 * never answered, because there are as many of these as anybody likes. */
static struct push_standing *find_or_make(struct push_standing *known, uint64_t who)
{
    struct push_standing *one = find(known, who);
    if (one)
        return one;
    one = &known[0];
    for (size_t i = 1; i < PUSH_KNOWN_MAX; i++)
        if (known[i].has_answered != one->has_answered ? one->has_answered : known[i].at < one->at)
            one = &known[i];
    *one = (struct push_standing){.who = who};
    return one;
}

static enum class class_of(struct push_queue *queue, const struct push_note *note) {
    const struct push_standing *host = find(queue->hosts, note->host),
    *from = note->from ? find(queue->addresses, note->from) : NULL;
    if ((host && host->fails > 0) || (from && from->fails > 0)) return FAILING;
    return host && host->has_answered ? PROVEN : UNKNOWN;
}

static bool is_busy(const struct push_queue *queue, const struct push_note *note)
{
    for (size_t i = 0; i < PUSH_HANDS; i++) {
        const struct push_note *other = queue->sending[i];
        if (other && (other->host == note->host || (note->from && other->from == note->from)))
            return true;
    }
    return false;
}

bool push_queue_add(struct push_queue *queue, const struct push_note *note)
{
    size_t same = 0;
    for (size_t i = 0; note->from && i < queue->count; i++)
        same += queue->waiting[i]->from == note->from;
    struct push_note *copy =
        queue->count < PUSH_QUEUE_MAX && same < PUSH_SHARE_MAX ? malloc(sizeof *copy) : NULL;
    if (!copy)
        return false;
    *copy = *note;
    queue->waiting[queue->count++] = copy;
    return true;
}

struct push_note *push_queue_take(struct push_queue *queue)
{
    size_t hand = PUSH_HANDS, best = SIZE_MAX;
    unsigned sending[CLASSES] = {0};
    enum class best_class = CLASSES;
    for (size_t i = 0; i < PUSH_HANDS; i++) {
        if (queue->sending[i])
            sending[class_of(queue, queue->sending[i])]++;
        else
            hand = i;
    }
    if (hand == PUSH_HANDS)
        return NULL;
    const bool may_try = sending[UNKNOWN] + sending[FAILING] < PUSH_HANDS - 1;
    for (size_t i = 0; i < queue->count && best_class != PROVEN; i++) {
        const enum class class = class_of(queue, queue->waiting[i]);
        if (class < best_class && !is_busy(queue, queue->waiting[i]) && (class == PROVEN || may_try) &&
            (class != FAILING || sending[FAILING] == 0)) {
            best = i;
            best_class = class;
        }
    }
    if (best == SIZE_MAX)
        return NULL;
    struct push_note *note = queue->waiting[best];
    queue->count--;
    memmove(queue->waiting + best, queue->waiting + best + 1,
            (queue->count - best) * sizeof queue->waiting[0]);
    queue->sending[hand] = note;
    return note;
}

static void judge(struct push_queue *queue, struct push_standing *known, uint64_t who, bool is_good)
{
    struct push_standing *one = find_or_make(known, who);
    one->at = ++queue->seen;
    one->fails = is_good ? 0 : one->fails + 1;
    one->has_answered |= is_good;
}

void push_queue_end(struct push_queue *queue, struct push_note *note, bool is_good)
{
    judge(queue, queue->hosts, note->host, is_good);
    if (note->from)
        judge(queue, queue->addresses, note->from, is_good);
    push_queue_forget(queue, note);
}

void push_queue_forget(struct push_queue *queue, struct push_note *note)
{
    for (size_t i = 0; i < PUSH_HANDS; i++)
        if (queue->sending[i] == note)
            queue->sending[i] = NULL;
    free(note);
}

void push_queue_drop(struct push_queue *queue)
{
    while (queue->count > 0)
        free(queue->waiting[--queue->count]);
}
