/* draw_table.h - the whole picture of a table on a canvas: others, piles, log, prompt, hand. Draws what it is
 * given and decides nothing. */
#ifndef SCREEN_DRAW_TABLE_H
#define SCREEN_DRAW_TABLE_H

#include "tui/screen/log.h"
#include "tui/screen/offer.h"

enum screen_motion_kind { SCREEN_STILL, SCREEN_LAYS, SCREEN_DRAWS };

/* Something that moves for a moment (motion.h); all zero: nothing does. */
struct screen_motion {
    enum screen_motion_kind kind;
    uint8_t seat, card, under; /* 'under': what lies on the pile until the card is there */
    uint8_t uno;               /* whose name flashes, from 1; 0: nobody's */
    bool turns;                /* the ring */
    unsigned ms, percent;      /* how long, and how much of it is over */
    uint64_t since_ms;
};

struct screen_picture {
    const struct tui_table *table;
    const struct screen_log *log;
    const struct screen_offers *offers;
    const char *question;
    const char *message; /* a refusal, a hint, a notice; may be empty */
    bool is_message_alarm;
    unsigned chosen;             /* place of the cursor in the hand; beyond it: none */
    const struct pen_hand *open; /* all hands face up, by seat (a record), or null */
    struct screen_motion motion;
};

void screen_draw_table(struct screen_canvas *canvas, const struct screen_picture *picture);

#endif
