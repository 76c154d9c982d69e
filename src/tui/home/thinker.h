/* thinker.h - choices that take long are made in threads of their own, so that the keyboard is heard
 * meanwhile. Knows rooms' thoughts and no table. */
#ifndef HOME_THINKER_H
#define HOME_THINKER_H

#include "room/room.h"

struct home_thinker;

/* Null: no memory or no pipe. */
struct home_thinker *home_thinker_create(void);

/* To poll for reading: a choice was made. */
int home_thinker_fd(const struct home_thinker *thinker);

/* Has the choice made, by a bot of this sort. False: it cannot be. */
PEN_MUST_USE bool home_thinker_begin(struct home_thinker *thinker, const struct room_thought *thought,
                                     struct bot_spec spec, const struct room_rules *rules);

/* A choice that was made. False: there is none. */
bool home_thinker_take(struct home_thinker *thinker, uint8_t *seat, uint32_t *moment,
                       struct pen_action *action);

/* Nobody waits for what is still being thought of. */
void home_thinker_drop(struct home_thinker *thinker);

#endif
