/* motion.h - what moves on the screen for a moment: a card on its way, the ring turning, a name that flashes.
 * It is drawn over the finished picture and holds nothing up: the table has long moved on, and every key
 * counts at once. */
#ifndef SCREEN_MOTION_H
#define SCREEN_MOTION_H

#include "tui/screen/draw_table.h"

enum { SCREEN_FRAME_MS = 33 };

/* The moment that these events begin, as far as it can be seen; none: the one that is on its way goes on. */
void screen_motion_begin(struct screen_motion *motion, const struct tui_table *table,
                         const struct pen_events *events, uint8_t under, uint64_t now_ms);

/* How far it is. False: it is over. */
bool screen_motion_step(struct screen_motion *motion, uint64_t now_ms);

#endif
