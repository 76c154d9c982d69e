/* draw_page.h - a page of text in a frame in the middle of the screen, which can be turned over. */
#ifndef SCREEN_DRAW_PAGE_H
#define SCREEN_DRAW_PAGE_H

#include "tui/screen/canvas.h"
#include "tui/screen/offer.h"

struct screen_page {
    const char *heading;
    const char *text; /* paragraphs, each with its line end */
    int scroll;       /* rows turned over; drawing keeps it in range */
    int scroll_max;   /* as of the last drawing */
};

/* What lies behind it cannot be clicked. The keys of 'offers' stand in its last line. */
void screen_draw_page(struct screen_canvas *canvas, struct screen_page *page,
                      const struct screen_offers *offers, enum pen_lang lang);

/* Turns the page over with the arrows and the page keys; false: the key is for somebody else. */
bool screen_page_turn(struct screen_page *page, int key);

#endif
