/* draw_page.h - a page of text in a frame in the middle of the screen, which can be turned over. */
#ifndef TUI_DRAW_PAGE_H
#define TUI_DRAW_PAGE_H

#include "tui/canvas.h"
#include "tui/offer.h"

struct tui_page {
    const char *heading;
    const char *text; /* paragraphs, each with its line end */
    int scroll;       /* rows turned over; drawing keeps it in range */
    int scroll_max;   /* as of the last drawing */
};

/* What lies behind it cannot be clicked. The keys of 'offers' stand in its last line. */
void tui_draw_page(struct tui_canvas *canvas, struct tui_page *page, const struct tui_offers *offers,
                   enum pen_lang lang);

/* Turns the page over with the arrows and the page keys; false: the key is for somebody else. */
bool tui_page_turn(struct tui_page *page, int key);

#endif
