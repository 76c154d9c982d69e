/* shown.h - what is left of a hand that a challenge or a swing has shown. */
#ifndef TUI_SHOWN_H
#define TUI_SHOWN_H

#include "penultima/penultima.h"

/* Whether an event of this type brings its seat's card to the pile. */
bool tui_is_laid(uint8_t type);

/* The cards of the seat's shown hand that it must still hold: those it has laid since are gone, and so are
 * all of them once hands have changed owners. */
struct pen_hand tui_shown_still(const struct pen_view *view, uint8_t seat);

/* The seat whose hand was shown last before that moment (event_total; UINT32_MAX: at all) and holds some of
 * it still, or PEN_SEAT_NONE. */
uint8_t tui_shown_newest(const struct pen_view *view, uint32_t before);

#endif
