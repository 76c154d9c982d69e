/* thinker.h - choices that take long are made in threads of their own, so that the keyboard is heard
 * meanwhile. Knows rooms' thoughts and no table. */
#ifndef TUI_THINKER_H
#define TUI_THINKER_H

#include "room/room.h"

struct thinker;

/* Null: no memory or no pipe. */
struct thinker *thinker_create(void);

/* To poll for reading: a choice was made. */
int thinker_fd(const struct thinker *thinker);

/* Has the choice made, by a bot of this sort. False: it cannot be. */
PEN_MUST_USE bool thinker_begin(struct thinker *thinker, const struct room_thought *thought,
                                struct bot_spec spec, const struct room_rules *rules);

/* A choice that was made. False: there is none. */
bool thinker_take(struct thinker *thinker, uint8_t *seat, uint32_t *moment, struct pen_action *action);

/* Nobody waits for what is still being thought of. */
void thinker_drop(struct thinker *thinker);

#endif
