/* remote_parts.h - the two halves of a table in messages: people and settings, and the cards. Internal to
 * the readers of remote_state.h. False: it cannot be so; the state is not to be used then. */
#ifndef TUI_REMOTE_PARTS_H
#define TUI_REMOTE_PARTS_H

#include "tui/remote_json.h"
#include "tui/remote_state.h"

/* The fields that "table" and "seats" share. On false 'is_strange' tells whether only the edition is one
 * that this program does not have. */
PEN_MUST_USE bool remote_read_seats(struct remote_state *state, const json_t *root, bool *is_strange);

/* "now" and what goes with it, of a "table" (whose stage has cards) and of an "update". */
PEN_MUST_USE bool remote_read_table_cards(struct remote_state *state, struct remote_message *message,
                                          const json_t *root);
PEN_MUST_USE bool remote_read_update_cards(struct remote_state *state, struct remote_message *message,
                                           const json_t *root);

#endif
