/* draw_offers.h - what can be done, drawn as "[d] Draw". */
#ifndef TUI_DRAW_OFFERS_H
#define TUI_DRAW_OFFERS_H

#include "tui/canvas.h"
#include "tui/offer.h"

/* How a key is written: "d", "Esc", "Enter". The name is in 'name' or is a constant. */
const char *tui_key_name(int key, enum pen_lang lang, char name[16]);

/* How many lines those take that are not quiet. */
int tui_offers_rows(const struct tui_offers *offers, int columns, enum pen_lang lang);

/* Those that are not quiet, in as many lines of the rectangle as it takes. */
void tui_draw_offers(struct tui_canvas *canvas, struct tui_rect rect, const struct tui_offers *offers,
                     enum pen_lang lang);

/* The quiet ones against the right edge of one line, only their keys if 'is_short'. Returns the columns
 * left for something else. */
int tui_draw_quiet_offers(struct tui_canvas *canvas, struct tui_rect rect, const struct tui_offers *offers,
                          enum pen_lang lang, bool is_short);

#endif
