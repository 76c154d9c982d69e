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

static const char *const paces[] = {
#define X(name, word) [WIRE_PACE_##name] = word,
    WIRE_PACE_LIST(X)
#undef X
};

static const char *const watchings[] = {
#define X(name, word) [WIRE_WATCHING_##name] = word,
    WIRE_WATCHING_LIST(X)
#undef X
};

static const char *const talks[] = {
#define X(name, word) [WIRE_TALK_##name] = word,
    WIRE_TALK_LIST(X)
#undef X
};

static const char *const phrases[] = {
#define X(name) #name,
    ROOM_PHRASE_LIST(X)
#undef X
};

static const char *const scorings[] = {[PEN_SCORING_POINTS] = "points",
                                       [PEN_SCORING_LOWEST] = "lowest",
                                       [PEN_SCORING_QUICK] = "quick",
                                       [PEN_SCORING_DEFAULT] = "default"};

static const char *const reverses[] = {[PEN_REVERSE_SKIPS] = "skip", [PEN_REVERSE_TURNS] = "turn"};

static const char *const misplays[] = {
    [PEN_MISPLAYS_AS_EDITION] = "edition", [PEN_MISPLAYS_REFUSED] = "refused"};

static const char *const partners[] = {[PEN_PARTNERS_HIDDEN] = "hidden", [PEN_PARTNERS_OPEN] = "open"};

/* What 0.2.0 meant by its numbers. These stay as they are, whatever becomes of the lists above. */
static const char *const old_bots[] = {"random", "rule", "novice", "casual", "rank", "expert"};
static const char *const old_asks[] = {"pause", "go-on", "take-back", "kick"};
static const char *const old_phrases[] = {
    "HELLO",   "GOOD_LUCK", "WELL_PLAYED", "OOPS",  "YOUR_TURN",      "ONE_MOMENT_PLEASE",
    "IM_BACK", "THANK_YOU", "SORRY",       "HA_HA", "ONE_MORE_ROUND", "GOOD_NIGHT"};
static const char *const old_scorings[] = {"points", "lowest", "quick", "default"};
static const char *const old_reverses[] = {"skip", "turn"};
static const char *const old_houses[] = {"progressive", "seven-0", "jump-in"}; /* a bit each */

static const struct list {
    const char *const *names, *const *old;
    uint8_t count, old_count;
    bool has_none;
} lists[] = {
    [ROOM__NAMES_BOT] = {bots, old_bots, COUNT(bots), COUNT(old_bots), true},
    [ROOM__NAMES_ASK] = {asks, old_asks, COUNT(asks), COUNT(old_asks), false},
    [ROOM__NAMES_PHRASE] = {phrases, old_phrases, COUNT(phrases), COUNT(old_phrases), true},
    [ROOM__NAMES_PACE] = {paces, NULL, COUNT(paces), 0, false},
    [ROOM__NAMES_WATCHING] = {watchings, NULL, COUNT(watchings), 0, false},
    [ROOM__NAMES_TALK] = {talks, NULL, COUNT(talks), 0, false},
    [ROOM__NAMES_SCORING] = {scorings, old_scorings, COUNT(scorings), COUNT(old_scorings), false},
    [ROOM__NAMES_REVERSE] = {reverses, old_reverses, COUNT(reverses), COUNT(old_reverses), false},
    [ROOM__NAMES_MISPLAYS] = {misplays, NULL, COUNT(misplays), 0, false},
    [ROOM__NAMES_PARTNERS] = {partners, NULL, COUNT(partners), 0, false},
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

/* ---- settings ---- */

static const char *const keys[ROOM__SETTING_COUNT] = {
#define X(name, key) [ROOM__SETTING_##name] = key,
    ROOM__SETTING_LIST(X)
#undef X
};

const char *room__setting_key(enum room__setting setting)
{
    return keys[setting];
}

static bool to_count(struct room__word word, uint64_t most, uint64_t *number)
{
    return room__to_number(word, number) && *number <= most;
}

static bool to_yes(struct room__word word, bool *is_yes)
{
    *is_yes = room__same(word.bytes, word.count, "yes");
    return *is_yes || room__same(word.bytes, word.count, "no");
}

static bool add_house(struct room__word word, pen_house_set *house)
{
    return pen_house_add(word.bytes, word.count, house);
}

/* "none", or "progressive,jump-in". */
static bool to_house(struct room__word word, pen_house_set *house)
{
    *house = 0;
    if (room__same(word.bytes, word.count, "none"))
        return true;
    for (size_t at = 0; at <= word.count; at++) {
        struct room__word one = {word.bytes + at, 0};
        while (at < word.count && word.bytes[at] != ',') {
            at++;
            one.count++;
        }
        if (!add_house(one, house))
            return false;
    }
    return true;
}

static bool to_setting(enum room__setting setting, struct room__word value, struct wire_settings *settings)
{
    struct pen_options *options = &settings->options;
    uint64_t number = 0;
    bool is_good = false;
    switch (setting) {
    case ROOM__SETTING_SEATS:
        is_good = to_count(value, PEN_SEATS_MAX, &number);
        settings->seats = (uint8_t)number;
        break;
    case ROOM__SETTING_SERIES:
        is_good = to_count(value, UINT8_MAX, &number);
        settings->series = (uint8_t)number;
        break;
    case ROOM__SETTING_BOTS:
        return to_name(value, ROOM_JOURNAL, ROOM__NAMES_BOT, &settings->bot_level);
    case ROOM__SETTING_PACE:
        return to_name(value, ROOM_JOURNAL, ROOM__NAMES_PACE, &settings->pace);
    case ROOM__SETTING_WATCHING:
        return to_name(value, ROOM_JOURNAL, ROOM__NAMES_WATCHING, &settings->watching);
    case ROOM__SETTING_DELAY:
        is_good = to_count(value, WIRE_DELAY_MAX_S, &number);
        settings->delay_s = (uint16_t)number;
        break;
    case ROOM__SETTING_TALK:
        return to_name(value, ROOM_JOURNAL, ROOM__NAMES_TALK, &settings->talk);
    case ROOM__SETTING_PUBLIC:
        return to_yes(value, &settings->is_public);
    case ROOM__SETTING_HINTS:
        return to_yes(value, &settings->has_hints);
    case ROOM__SETTING_MOVE:
        is_good = to_count(value, UINT32_MAX, &number);
        settings->move_ms = (uint32_t)number;
        break;
    case ROOM__SETTING_GRACE:
        is_good = to_count(value, UINT16_MAX, &number);
        settings->grace_ms = (uint16_t)number;
        break;
    case ROOM__SETTING_HOUSE:
        return to_house(value, &options->house);
    case ROOM__SETTING_SCORING:
        return to_name(value, ROOM_JOURNAL, ROOM__NAMES_SCORING, &options->scoring);
    case ROOM__SETTING_TARGET:
        is_good = to_count(value, PEN_TARGET_MAX, &number);
        options->target = (uint16_t)number;
        break;
    case ROOM__SETTING_REVERSE:
        return to_name(value, ROOM_JOURNAL, ROOM__NAMES_REVERSE, &options->reverse_with_two);
    case ROOM__SETTING_MISPLAYS:
        return to_name(value, ROOM_JOURNAL, ROOM__NAMES_MISPLAYS, &options->misplays);
    case ROOM__SETTING_TEAMS:
        is_good = to_count(value, PEN_TEAMS_MAX, &number);
        options->teams = (uint8_t)number;
        break;
    case ROOM__SETTING_PARTNERS:
        return to_name(value, ROOM_JOURNAL, ROOM__NAMES_PARTNERS, &options->partners);
    case ROOM__SETTING_DEALER:
        return to_string(value, settings->dealer, sizeof settings->dealer);
    case ROOM__SETTING_TITLE:
        return to_string(value, settings->title, sizeof settings->title);
    case ROOM__SETTING_COUNT:
        break;
    }
    return is_good;
}

/* "key=value"; the title takes the rest of the line. */
static bool next_setting(struct room__line *line, struct wire_settings *settings)
{
    const char *const begin = line->at + 1; /* behind the blank */
    struct room__word word;
    if (!room__next_word(line, &word) || word.bytes != begin)
        return false;
    for (unsigned i = 0; i < ROOM__SETTING_COUNT; i++) {
        const size_t count = room__length(keys[i]);
        if (word.count <= count || word.bytes[count] != '=' || memcmp(word.bytes, keys[i], count) != 0)
            continue;
        if (i == ROOM__SETTING_TITLE)
            line->at = line->end;
        const char *value = begin + count + 1;
        return to_setting((enum room__setting)i, (struct room__word){value, (size_t)(line->at - value)},
                          settings);
    }
    return false;
}

/* As 0.2.0 wrote it: "4 1 3 0 0 30000 5 3 500 0 Title", without the key of any. */
static bool next_old_settings(struct room__line *line, struct wire_settings *settings)
{
    uint64_t seats, series, is_public, has_hints, move, house, target;
    struct pen_options *options = &settings->options;
    if (!room__next_number(line, PEN_SEATS_MAX, &seats) || !room__next_number(line, UINT8_MAX, &series) ||
        !room__next_name(line, 1, ROOM__NAMES_BOT, &settings->bot_level) ||
        !room__next_number(line, 1, &is_public) || !room__next_number(line, 1, &has_hints) ||
        !room__next_number(line, UINT32_MAX, &move) ||
        !room__next_number(line, (1u << COUNT(old_houses)) - 1, &house) ||
        !room__next_name(line, 1, ROOM__NAMES_SCORING, &options->scoring) ||
        !room__next_number(line, PEN_TARGET_MAX, &target) ||
        !room__next_name(line, 1, ROOM__NAMES_REVERSE, &options->reverse_with_two))
        return false;
    settings->seats = (uint8_t)seats;
    settings->series = (uint8_t)series;
    settings->is_public = is_public != 0;
    settings->has_hints = has_hints != 0;
    settings->move_ms = (uint32_t)move;
    options->target = (uint16_t)target;
    for (unsigned i = 0; i < COUNT(old_houses); i++) {
        struct room__word word = {old_houses[i], room__length(old_houses[i])};
        if ((house >> i & 1) && !add_house(word, &options->house))
            return false;
    }
    if (line->at < line->end && *line->at == ' ')
        line->at++;
    const struct room__word title = {line->at, (size_t)(line->end - line->at)};
    line->at = line->end;
    return to_string(title, settings->title, sizeof settings->title);
}

bool room__next_settings(struct room__line *line, uint16_t journal, struct wire_settings *settings)
{
    *settings = room_settings_default();
    if (!room__next_string(line, settings->edition, sizeof settings->edition))
        return false;
    if (journal < 2)
        return next_old_settings(line, settings);
    while (!room__is_at_end(line))
        if (!next_setting(line, settings))
            return false;
    return true;
}
