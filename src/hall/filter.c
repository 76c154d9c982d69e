/* filter.c - see filter.h. Words are sorted by their first letter, so that a text is looked through once. */
#include "hall/filter.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "room/room.h"

enum { PLACES = 256, TEXT_LETTERS = 512 };

struct word {
    struct word *next; /* that begins alike */
    uint32_t letters[HALL_FILTER_LETTERS];
    unsigned count;
    bool may_precede, may_follow; /* anything */
};

struct hall_filter {
    struct word *places[PLACES];
    struct word words[];
};

static bool is_letter(uint32_t point)
{
    return (point >= 'a' && point <= 'z') || (point >= '0' && point <= '9') || point >= 0x80;
}

/* What the text looks like; signs become 0. Returns how many. */
static unsigned fold(const char *text, uint32_t *letters, unsigned most)
{
    unsigned count = 0;
    while (*text && count < most) {
        const uint32_t point = room_letter(&text);
        if (point != ROOM_NO_LETTER)
            letters[count++] = !is_letter(point) ? 0 : point == 'l' ? 'i' : point; /* 1 is both */
    }
    return count;
}

/* The word of a line; false: there is none, or it is none. */
static bool read_word(struct word *word, const char *line, size_t bytes, bool *is_wrong)
{
    char text[4 * HALL_FILTER_LETTERS + 1];
    while (bytes > 0 && strchr(" \t\r", line[bytes - 1]))
        bytes--;
    while (bytes > 0 && strchr(" \t", line[0])) {
        line++;
        bytes--;
    }
    *is_wrong = false;
    if (bytes == 0 || line[0] == '#')
        return false;
    *is_wrong = true;
    word->may_precede = line[0] == '*';
    line += word->may_precede;
    bytes -= word->may_precede;
    word->may_follow = bytes > 0 && line[bytes - 1] == '*';
    bytes -= word->may_follow;
    if (bytes == 0 || bytes >= sizeof text)
        return false;
    memcpy(text, line, bytes);
    text[bytes] = 0;
    word->count = fold(text, word->letters, HALL_FILTER_LETTERS);
    for (unsigned i = 0; i < word->count; i++)
        if (word->letters[i] == 0)
            return false;
    *is_wrong = word->count == 0;
    return word->count > 0;
}

struct hall_filter *hall_filter_create(const char *text, size_t count, unsigned *words, unsigned *wrong)
{
    size_t lines = 1;
    for (size_t i = 0; i < count; i++)
        lines += text[i] == '\n';
    if (lines > HALL_FILTER_MAX)
        lines = HALL_FILTER_MAX;
    struct hall_filter *filter = calloc(1, sizeof *filter + lines * sizeof(struct word));
    *words = *wrong = 0;
    for (const char *end = text + count; filter && text < end;) {
        const char *next = memchr(text, '\n', (size_t)(end - text));
        const size_t bytes = (size_t)((next ? next : end) - text);
        struct word spare, *word = *words < lines ? &filter->words[*words] : &spare;
        bool is_wrong;
        const bool is_word = read_word(word, text, bytes, &is_wrong);
        if (is_word && word != &spare) {
            struct word **place = &filter->places[word->letters[0] % PLACES];
            word->next = *place;
            *place = word;
            ++*words;
        }
        *wrong += is_wrong || (is_word && word == &spare);
        text += bytes + 1;
    }
    return filter;
}

void hall_filter_destroy(struct hall_filter *filter)
{
    free(filter);
}

static bool finds(const struct hall_filter *filter, const uint32_t *letters, unsigned count, bool is_squeezed)
{
    for (unsigned at = 0; at < count; at++) {
        for (const struct word *word = filter->places[letters[at] % PLACES]; word; word = word->next) {
            const unsigned end = at + word->count;
            const bool is_open = word->may_precede && word->may_follow;
            if (end <= count && (is_open || !is_squeezed) &&
                (word->may_precede || at == 0 || letters[at - 1] == 0) &&
                (word->may_follow || end == count || letters[end] == 0) &&
                memcmp(letters + at, word->letters, word->count * sizeof *letters) == 0)
                return true;
        }
    }
    return false;
}

bool hall_filter_finds(const struct hall_filter *filter, const char *text)
{
    uint32_t letters[TEXT_LETTERS];
    if (!filter)
        return false;
    unsigned count = fold(text, letters, TEXT_LETTERS), kept = 0;
    if (finds(filter, letters, count, false))
        return true;
    for (unsigned i = 0; i < count; i++)
        if (letters[i] != 0)
            letters[kept++] = letters[i];
    return finds(filter, letters, kept, true);
}
