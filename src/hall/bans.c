/* bans.c - see bans.h. */
#include "hall/bans.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "room/room.h"

enum { LINE_BYTES = 320, V6_BITS = 64 };
#define REMEMBERED_MS (UINT64_C(30) * 24 * 3600 * 1000) /* what is over or was lifted */

bool hall_ban_read(struct hall_ban *ban, const char *what)
{
    struct hall_range whole;
    memset(ban, 0, sizeof *ban);
    if (!hall_range_read(&ban->range, what)) {
        ban->is_name = true;
        return pen_name_read(what, strlen(what), ban->name);
    }
    /* Who is there counts as their network of 64 bits; the machine's own address counts by itself. */
    if (!hall_range_is_v4(&ban->range) && hall_range_read(&whole, "::1") &&
        !hall_range_has(&ban->range, &whole))
        ban->range = hall_range_cut(ban->range, V6_BITS);
    return true;
}

static bool is_same(const struct hall_ban *one, const struct hall_ban *other)
{
    if (one->is_name != other->is_name)
        return false;
    return one->is_name ? strcmp(one->name, other->name) == 0
                        : one->range.bits == other->range.bits &&
                              memcmp(one->range.bytes, other->range.bytes, sizeof one->range.bytes) == 0;
}

static bool is_forgotten(const struct hall_ban *ban, uint64_t now_ms)
{
    return ban->until_ms <= now_ms && ban->changed_ms + REMEMBERED_MS < now_ms;
}

/* Makes room: what is over for long goes. */
static void forget(struct hall_bans *bans, uint64_t now_ms)
{
    size_t kept = 0;
    for (size_t i = 0; i < bans->count; i++)
        if (!is_forgotten(&bans->list[i], now_ms))
            bans->list[kept++] = bans->list[i];
    bans->count = kept;
}

bool hall_bans_take(struct hall_bans *bans, const struct hall_ban *ban, uint64_t now_ms)
{
    for (size_t i = 0; i < bans->count; i++) {
        if (!is_same(&bans->list[i], ban))
            continue;
        const bool is_newer = ban->changed_ms > bans->list[i].changed_ms;
        if (is_newer)
            bans->list[i] = *ban;
        return is_newer;
    }
    if (is_forgotten(ban, now_ms))
        return false;
    if (bans->count == bans->size) {
        forget(bans, now_ms);
        const size_t size = bans->size ? 2 * bans->size : 16;
        struct hall_ban *list = bans->count < bans->size || bans->count >= HALL_BANS_MAX
                                    ? NULL
                                    : realloc(bans->list, size * sizeof *list);
        if (list) {
            bans->list = list;
            bans->size = size;
        }
    }
    if (bans->count == bans->size)
        return false;
    bans->list[bans->count++] = *ban;
    return true;
}

uint64_t hall_bans_until(const struct hall_bans *bans, const char *address, const char *name, uint64_t now_ms)
{
    struct hall_range from;
    uint64_t until_ms = 0;
    const bool has_range = bans->count > 0 && address && hall_range_read(&from, address);
    for (size_t i = 0; i < bans->count; i++) {
        const struct hall_ban *ban = &bans->list[i];
        if (ban->until_ms <= now_ms || ban->until_ms <= until_ms)
            continue;
        if (ban->is_name ? name && name[0] && room_names_alike(ban->name, name)
                         : has_range && hall_range_has(&ban->range, &from))
            until_ms = ban->until_ms;
    }
    return until_ms;
}

void hall_ban_write(const struct hall_ban *ban, struct pen_text *text)
{
    char range[HALL_RANGE_TEXT_BYTES];
    hall_range_write(&ban->range, range);
    pen_text_add(text, ban->is_name ? "name " : "address ");
    pen_text_add(text, ban->is_name ? ban->name : range);
    pen_text_add(text, " ");
    pen_text_add_number(text, ban->until_ms);
    pen_text_add(text, " ");
    pen_text_add_number(text, ban->changed_ms);
    pen_text_add(text, " ");
    pen_text_add(text, ban->why);
    pen_text_add(text, "\n");
}

static bool read_line(struct hall_ban *ban, const char *line)
{
    char kind[8], what[HALL_RANGE_TEXT_BYTES + PEN_PLAYER_BYTES];
    uint64_t until_ms, changed_ms;
    int at = 0;
    if (sscanf(line, "%7s %74s %" SCNu64 " %" SCNu64 "%n", kind, what, &until_ms, &changed_ms, &at) != 4 ||
        !hall_ban_read(ban, what) || ban->is_name != (strcmp(kind, "name") == 0))
        return false;
    ban->until_ms = until_ms;
    ban->changed_ms = changed_ms;
    line += at + (line[at] == ' ');
    snprintf(ban->why, sizeof ban->why, "%.*s", (int)sizeof ban->why - 1, line);
    return true;
}

unsigned hall_bans_read(struct hall_bans *bans, const char *text, size_t count, uint64_t now_ms)
{
    char line[LINE_BYTES];
    unsigned news = 0;
    for (const char *end = text + count; text < end;) {
        const char *next = memchr(text, '\n', (size_t)(end - text));
        const size_t length = (size_t)((next ? next : end) - text);
        struct hall_ban ban;
        if (length < sizeof line) {
            memcpy(line, text, length);
            line[length] = 0;
            news += read_line(&ban, line) && hall_bans_take(bans, &ban, now_ms);
        }
        text += length + 1;
    }
    return news;
}

void hall_bans_drop(struct hall_bans *bans)
{
    free(bans->list);
    *bans = (struct hall_bans){0};
}
