/* draw_hand.h - hands on a canvas: cards side by side with their keys, or in lines where there is little
 * room. */
#ifndef SCREEN_DRAW_HAND_H
#define SCREEN_DRAW_HAND_H

#include "tui/screen/draw_table.h"

void screen_draw_hand(struct screen_canvas *canvas, struct screen_rect rect,
                      const struct screen_picture *picture);
void screen_draw_hand_compact(struct screen_canvas *canvas, struct screen_rect rect,
                              const struct screen_picture *picture);

/* A record with all cards face up: one line for each hand, two beside each other if there are many. */
void screen_draw_open_hands(struct screen_canvas *canvas, struct screen_rect rect,
                            const struct screen_picture *picture);

#endif
