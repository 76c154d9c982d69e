/* remote_json.h - fields of a message, each with its type and its range. False: not there, or not so;
 * then nothing was written. Internal to the readers of remote_state.h. */
#ifndef TUI_REMOTE_JSON_H
#define TUI_REMOTE_JSON_H

#include <jansson.h>

#include "penultima/penultima.h"

PEN_MUST_USE bool remote_number(const json_t *value, uint32_t most, uint32_t *number);
PEN_MUST_USE bool remote_truth(const json_t *value, bool *truth);

/* A seat below 'count'. */
PEN_MUST_USE bool remote_seat_number(const json_t *value, unsigned count, uint8_t *seat);

/* A list of seats below 'count', as 1 << seat. */
PEN_MUST_USE bool remote_seat_set(const json_t *value, unsigned count, uint16_t *seats);

/* A whole word that fits; what lies behind it is zeroed. */
PEN_MUST_USE bool remote_word(const json_t *value, char *word, size_t size);

/* A text for people: what could steer a terminal or turn the writing round is left out, and so is what
 * does not fit. */
PEN_MUST_USE bool remote_text(const json_t *value, char *text, size_t size);

/* The place of the word in the list, or false. */
PEN_MUST_USE bool remote_choice(const json_t *value, const char *const *words, unsigned count,
                                uint8_t *index);

/* The same for names of enumerations: "turned-back" is found as "TURNED_BACK". Null names are passed over. */
PEN_MUST_USE bool remote_name(const char *word, const char *const *names, unsigned count, unsigned *index);

#endif
