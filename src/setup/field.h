/* field.h - what the files of this folder, and the messages and forms above it, know of a setting. Internal.
 */
#ifndef SETUP_FIELD_H
#define SETUP_FIELD_H

#include <string.h>

#include "setup/setup.h"

enum setup__sort {
    SETUP_SORT_NUMBER,
    SETUP_SORT_TRUTH,
    SETUP_SORT_WORD,
    SETUP_SORT_HOUSE,
    SETUP_SORT_STRING,
    SETUP_SORT_CLOCK
};

/* How the sentence of a setting is made: for all of them alike, or in a way of its own. */
enum setup__say {
    SETUP_SILENT,
    SETUP_SAID,
    SETUP_BY_WORD,
    SETUP_SAY_HOUSE,
    SETUP_SAY_SCORING,
    SETUP_SAY_MISPLAYS,
    SETUP_SAY_CLOCK,
    SETUP_SAY_GRACE,
    SETUP_SAY_WATCHING
};

/* A list of words by their place; places without a word are null. */
struct setup_words {
    const char *const *list; /* or null, then: */
    const char *(*at)(unsigned place);
    unsigned count;
    bool are_names;            /* those of an enumeration: "TURNED_BACK" is written turned-back */
    const char *none;          /* in journals, for the value that messages leave out; may be null */
    const uint16_t *sentences; /* enum pen_word for each; may be null */
    unsigned (*nearest)(const char *word,
                        size_t length); /* what a word that is not here stands for; may be null: nothing */
};

extern const struct setup_words setup__words_SCORING, setup__words_REVERSE, setup__words_MISPLAYS,
    setup__words_PARTNERS, setup__words_BOT, setup__words_PACE, setup__words_WATCHING, setup__words_TALK,
    setup__words_LATE, setup__words_SHARE;

static inline const char *setup_word_at(const struct setup_words *words, unsigned place)
{
    return place >= words->count ? NULL : words->list ? words->list[place] : words->at(place);
}

struct setup__field {
    const char *key, *kept;
    uint8_t sort, say;
    uint8_t size;      /* of the number in memory */
    bool may_be_none;  /* messages leave it out where it is 'none' */
    bool stays_always; /* in journals */
    uint16_t offset, limit;
    uint16_t sentence; /* enum pen_word, of SETUP_SAID */
    uint64_t least, most, none;
    const struct setup_words *words;
};

extern const struct setup__field setup__fields[];
extern const unsigned setup__field_count;
extern const struct pen_options setup__rows_of_options; /* is only counted */

/* A letter of such a name, as it is written. */
static inline char setup_name_byte(char byte)
{
    return (char)(byte == '_' ? '-' : byte >= 'A' && byte <= 'Z' ? byte + 32 : byte);
}

/* Numbers of one, two, four or eight bytes. */
static inline uint64_t setup_load(const void *at, unsigned size)
{
    uint8_t one;
    uint16_t two;
    uint32_t four;
    uint64_t eight;
    switch (size) {
    case 1:
        memcpy(&one, at, 1);
        return one;
    case 2:
        memcpy(&two, at, 2);
        return two;
    case 4:
        memcpy(&four, at, 4);
        return four;
    default:
        memcpy(&eight, at, 8);
        return eight;
    }
}

void setup_store(void *at, unsigned size, uint64_t number);

/* ---- pieces of a text ---- */

struct setup__piece {
    const char *at;
    size_t count;
};

static inline struct setup__piece setup__piece_of(const char *string)
{
    struct setup__piece piece = {string, 0};
    while (string[piece.count])
        piece.count++;
    return piece;
}

static inline bool setup__is(struct setup__piece piece, const char *word)
{
    size_t i = 0;
    while (i < piece.count && word[i] && piece.at[i] == word[i])
        i++;
    return i == piece.count && word[i] == 0;
}

/* What stands before 'byte', which is passed over; all of it, where there is none. */
static inline struct setup__piece setup__take(struct setup__piece *rest, char byte)
{
    struct setup__piece piece = {rest->at, 0};
    while (piece.count < rest->count && rest->at[piece.count] != byte)
        piece.count++;
    const size_t used = piece.count + (piece.count < rest->count);
    *rest = (struct setup__piece){rest->at + used, rest->count - used};
    return piece;
}

bool setup__read_number(struct setup__piece piece, uint64_t most, uint64_t *number);
bool setup__find_word(const struct setup_words *words, struct setup__piece piece, uint64_t *place);

#endif
