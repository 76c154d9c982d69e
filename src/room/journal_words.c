/* journal_words.c - see journal_words.h. The bytes come from a disk and may be anything. */
#include "room/journal_words.h"

#include <string.h>

#include "fair/hex.h"
#include "room/inside.h"

bool room__next_word(struct room__line *line, struct room__word *word)
{
    while (line->at < line->end && *line->at == ' ')
        line->at++;
    word->bytes = line->at;
    while (line->at < line->end && *line->at != ' ')
        line->at++;
    word->count = (size_t)(line->at - word->bytes);
    return word->count > 0;
}

bool room__to_number(struct room__word word, uint64_t *number)
{
    *number = 0;
    if (word.count == 0 || word.count > 19)
        return false;
    for (size_t i = 0; i < word.count; i++) {
        if (word.bytes[i] < '0' || word.bytes[i] > '9')
            return false;
        *number = *number * 10 + (uint64_t)(word.bytes[i] - '0');
    }
    return true;
}

bool room__next_number(struct room__line *line, uint64_t most, uint64_t *number)
{
    struct room__word word;
    return room__next_word(line, &word) && room__to_number(word, number) && *number <= most;
}

bool room__next_byte(struct room__line *line, uint64_t most, uint8_t *byte)
{
    uint64_t number;
    if (!room__next_number(line, most, &number))
        return false;
    *byte = (uint8_t)number;
    return true;
}

bool room__next_hex(struct room__line *line, uint8_t *bytes, size_t count)
{
    struct room__word word;
    return room__next_word(line, &word) && fair_hex_read(word.bytes, word.count, bytes, count);
}

static bool to_string(struct room__word word, char *string, size_t size)
{
    if (word.count >= size)
        return false;
    memset(string, 0, size);
    memcpy(string, word.bytes, word.count);
    return true;
}

bool room__next_string(struct room__line *line, char *string, size_t size)
{
    struct room__word word;
    return room__next_word(line, &word) && to_string(word, string, size);
}

bool room__is_at_end(const struct room__line *line)
{
    return line->at == line->end;
}

/* ---- names of lists ---- */

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

static const char *const bots[] = {
#define X(name, id) [BOT_##name] = id,
    BOT_LIST(X)
#undef X
};

static const char *const asks[] = {
#define X(name, word) [ROOM_ASK_##name] = word,
    ROOM_ASK_LIST(X)
#undef X
};

static const char *const phrases[] = {
#define X(name) #name,
    ROOM_PHRASE_LIST(X)
#undef X
};

/* What 0.2.0 meant by its numbers. These stay as they are, whatever becomes of the lists above. */
static const char *const old_bots[] = {"random", "rule", "novice", "casual", "rank", "expert"};
static const char *const old_asks[] = {"pause", "go-on", "take-back", "kick"};
static const char *const old_phrases[] = {
    "HELLO",   "GOOD_LUCK", "WELL_PLAYED", "OOPS",  "YOUR_TURN",      "ONE_MOMENT_PLEASE",
    "IM_BACK", "THANK_YOU", "SORRY",       "HA_HA", "ONE_MORE_ROUND", "GOOD_NIGHT"};

static const struct list {
    const char *const *names, *const *old;
    uint8_t count, old_count;
    bool has_none;
} lists[] = {
    [ROOM__NAMES_BOT] = {bots, old_bots, COUNT(bots), COUNT(old_bots), true},
    [ROOM__NAMES_ASK] = {asks, old_asks, COUNT(asks), COUNT(old_asks), false},
    [ROOM__NAMES_PHRASE] = {phrases, old_phrases, COUNT(phrases), COUNT(old_phrases), true},
};

const char *room__name(enum room__names names, uint8_t place)
{
    PEN_ASSERT(place < lists[names].count || (place == ROOM__NO_NAME && lists[names].has_none));
    return place == ROOM__NO_NAME ? "none" : lists[names].names[place];
}

static bool to_name(struct room__word word, uint16_t journal, enum room__names names, uint8_t *place)
{
    const struct list *list = &lists[names];
    uint64_t number;
    if (journal < 2 && room__to_number(word, &number)) {
        if (number >= list->old_count && (number != UINT8_MAX || !list->has_none))
            return false;
        const char *old = number < list->old_count ? list->old[number] : "none";
        word = (struct room__word){old, room__length(old)};
    }
    *place = ROOM__NO_NAME;
    if (list->has_none && room__same(word.bytes, word.count, "none"))
        return true;
    for (*place = 0; *place < list->count; ++*place)
        if (room__same(word.bytes, word.count, list->names[*place]))
            return true;
    return false;
}

bool room__next_name(struct room__line *line, uint16_t journal, enum room__names names, uint8_t *place)
{
    struct room__word word;
    return room__next_word(line, &word) && to_name(word, journal, names, place);
}

bool room__next_settings(struct room__line *line, uint16_t journal, struct setup_settings *settings)
{
    if (line->at == line->end || *line->at != ' ')
        return false;
    const char *const begin = line->at + 1;
    line->at = line->end;
    return setup_kept_read(settings, journal, begin, (size_t)(line->end - begin));
}
