/* draw_table.h - the whole picture of a table on a canvas: others, piles, log, prompt, hand. Draws what it is
 * given and decides nothing. */
#ifndef TUI_DRAW_TABLE_H
#define TUI_DRAW_TABLE_H

#include "tui/log.h"
#include "tui/offer.h"

struct tui_picture {
    const struct tui_table *table;
    const struct tui_log *log;
    const struct tui_offers *offers;
    const char *question;
    const char *message; /* a refusal, a hint, a notice; may be empty */
    bool is_message_alarm;
    unsigned chosen;             /* place of the cursor in the hand; beyond it: none */
    const struct pen_hand *open; /* all hands face up, by seat (a record), or null */
};

void tui_draw_table(struct tui_canvas *canvas, const struct tui_picture *picture);

#endif
