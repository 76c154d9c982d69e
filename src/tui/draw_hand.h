/* draw_hand.h - hands on a canvas: cards side by side with their keys, or in lines where there is little
 * room. */
#ifndef TUI_DRAW_HAND_H
#define TUI_DRAW_HAND_H

#include "tui/draw_table.h"

void tui_draw_hand(struct tui_canvas *canvas, struct tui_rect rect, const struct tui_picture *picture);
void tui_draw_hand_compact(struct tui_canvas *canvas, struct tui_rect rect,
                           const struct tui_picture *picture);

/* A record with all cards face up: one line for each hand, two beside each other if there are many. */
void tui_draw_open_hands(struct tui_canvas *canvas, struct tui_rect rect, const struct tui_picture *picture);

#endif
