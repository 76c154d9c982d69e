/* draw_offers.h - what can be done, drawn as "[d] Draw". */
#ifndef SCREEN_DRAW_OFFERS_H
#define SCREEN_DRAW_OFFERS_H

#include "tui/screen/canvas.h"
#include "tui/screen/offer.h"

/* How a key is written: "d", "Esc", "Enter". The name is in 'name' or is a constant. */
const char *screen_key_name(int key, enum pen_lang lang, char name[16]);

/* How many lines those take that are not quiet. */
int screen_offers_rows(const struct screen_offers *offers, int columns, enum pen_lang lang);

/* Those that are not quiet, in as many lines of the rectangle as it takes. */
void screen_draw_offers(struct screen_canvas *canvas, struct screen_rect rect,
                        const struct screen_offers *offers, enum pen_lang lang);

/* The quiet ones against the right edge of one line, only their keys if 'is_short'. Returns the columns
 * left for something else. */
int screen_draw_quiet_offers(struct screen_canvas *canvas, struct screen_rect rect,
                             const struct screen_offers *offers, enum pen_lang lang, bool is_short);

#endif
