/* load_message.c - a server's message, looked through for what a player needs. */
#define _GNU_SOURCE /* memmem */
#include "cli/load_message.h"

#include <stdio.h>
#include <string.h>

bool load_is_type(struct load_piece message, const char *type)
{
    size_t length = strlen(type);
    return (size_t)(message.end - message.at) > 6 + length && memcmp(message.at + 6, type, length) == 0;
}

struct load_piece load_find(struct load_piece in, const char *key)
{
    size_t length = strlen(key);
    const char *at = in.end > in.at ? memmem(in.at, (size_t)(in.end - in.at), key, length) : NULL;
    return (struct load_piece){at ? at + length : in.end, in.end};
}

bool load_is_any(struct load_piece piece)
{
    return piece.at < piece.end;
}

uint32_t load_number(struct load_piece piece)
{
    uint32_t number = 0;
    for (; load_is_any(piece) && *piece.at >= '0' && *piece.at <= '9'; piece.at++)
        number = number * 10 + (uint32_t)(*piece.at - '0');
    return number;
}

struct load_piece load_inside(struct load_piece piece, char close)
{
    const char *end = load_is_any(piece) ? memchr(piece.at, close, (size_t)(piece.end - piece.at)) : NULL;
    return (struct load_piece){piece.at, end ? end : piece.at};
}

struct load_piece load_list(struct load_piece legal, const char *key)
{
    struct load_piece found = load_find(legal, key);
    return load_is_any(found) ? load_inside(found, ']') : (struct load_piece){legal.end, legal.end};
}

static unsigned items(struct load_piece piece)
{
    unsigned count = load_is_any(piece);
    for (; load_is_any(piece); piece.at++)
        count += *piece.at == ',';
    return count;
}

/* The item with this index, its quotes taken off. */
static struct load_piece item(struct load_piece piece, unsigned index)
{
    for (; index > 0 && load_is_any(piece); piece.at++)
        index -= *piece.at == ',';
    struct load_piece found = load_inside(piece, ',');
    if (found.end == piece.at)
        found.end = piece.end;
    if (load_is_any(found) && *found.at == '"')
        found = (struct load_piece){found.at + 1, found.end - 1};
    return found;
}

bool load_has_number(struct load_piece piece, unsigned number)
{
    for (unsigned i = 0, count = items(piece); i < count; i++)
        if (load_number(item(piece, i)) == number)
            return true;
    return false;
}

static unsigned any(const struct load_chooser *chooser, unsigned bound)
{
    return pen_chance_below(chooser->chance, bound);
}

static void put(char *deed, const char *verb, struct load_piece what)
{
    snprintf(deed, LOAD_DEED_BYTES, "%s %.*s", verb, (int)(what.end - what.at), what.at);
}

/* A card of the list, with a colour if it is a wild, and with the word if it is the last but one. */
static void put_card(const struct load_chooser *chooser, char *deed, const char *verb,
                     struct load_piece cards, bool is_uno)
{
    struct load_piece card = item(cards, any(chooser, items(cards)));
    put(deed, verb, card);
    size_t length = strlen(deed);
    if (load_is_any(card) && *card.at == 'w' && strcmp(verb, "follows") != 0)
        snprintf(deed + length, LOAD_DEED_BYTES - length, " %s",
                 chooser->edition->colors[any(chooser, chooser->edition->color_count)].id);
    length = strlen(deed);
    snprintf(deed + length, LOAD_DEED_BYTES - length, "%s", is_uno ? " uno" : "");
}

bool load_choose(const struct load_chooser *chooser, struct load_piece now, unsigned seat, char *deed)
{
    struct load_piece legal = load_find(now, "\"legal\":{");
    struct load_piece counts = load_list(now, "\"counts\":[");
    bool is_uno = load_number(item(counts, seat)) == 2;
    struct load_piece cards;
    if (load_is_any(cards = load_list(legal, "\"plays\":["))) {
        put_card(chooser, deed, "plays", cards, is_uno);
        return true;
    }
    if (load_is_any(cards = load_list(legal, "\"follows\":["))) {
        put_card(chooser, deed, "follows", cards, is_uno);
        return true;
    }
    static const char *const targets[] = {"swaps", "swings"};
    for (unsigned i = 0; i < 2; i++) {
        char key[16];
        snprintf(key, sizeof key, "\"%s\":[", targets[i]);
        if (load_is_any(cards = load_list(legal, key))) {
            snprintf(deed, LOAD_DEED_BYTES, "%s P%u", targets[i],
                     (unsigned)load_number(item(cards, any(chooser, items(cards)))));
            return true;
        }
    }
    if (load_is_any(load_find(legal, "\"names\":true"))) {
        snprintf(deed, LOAD_DEED_BYTES, "names %s", chooser->edition->colors[0].id);
        return true;
    }
    struct load_piece verbs = load_list(legal, "\"verbs\":[");
    if (!load_is_any(verbs))
        return false;
    struct load_piece verb = item(verbs, 0);
    snprintf(deed, LOAD_DEED_BYTES, "%.*s", (int)(verb.end - verb.at), verb.at);
    return true;
}
