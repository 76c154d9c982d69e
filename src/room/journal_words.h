/* journal_words.h - the words of a journal's lines: numbers, names of lists. */
#ifndef ROOM_JOURNAL_WORDS_H
#define ROOM_JOURNAL_WORDS_H

#include "room/room.h"

/* What is still to be read of a line. */
struct room__line {
    const char *at, *end;
};

struct room__word {
    const char *bytes;
    size_t count;
};

/* Each is false if the line has no such thing at this place. */
bool room__next_word(struct room__line *line, struct room__word *word);
bool room__to_number(struct room__word word, uint64_t *number);
bool room__next_number(struct room__line *line, uint64_t most, uint64_t *number);
bool room__next_byte(struct room__line *line, uint64_t most, uint8_t *byte);
bool room__next_hex(struct room__line *line, uint8_t *bytes, size_t count);
bool room__next_string(struct room__line *line, char *string, size_t size);
bool room__is_at_end(const struct room__line *line);

/* The lists whose names are in journals. */
enum room__names { ROOM__NAMES_BOT, ROOM__NAMES_ASK, ROOM__NAMES_PHRASE };

#define ROOM__NO_NAME UINT8_MAX /* "none" */
PEN_STATIC_ASSERT(ROOM__NO_NAME == PEN_SEAT_NONE, "no bot");
PEN_STATIC_ASSERT(ROOM__NO_NAME == ROOM_NO_PHRASE, "no phrase");

/* The name at a place of a list; "none" for ROOM__NO_NAME. */
const char *room__name(enum room__names names, uint8_t place);

/* In journals of version 1 also the number that 0.2.0 wrote. */
bool room__next_name(struct room__line *line, uint16_t journal, enum room__names names, uint8_t *place);

/* The rest of the line. */
bool room__next_settings(struct room__line *line, uint16_t journal, struct setup_settings *settings);

#endif
