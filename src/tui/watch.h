/* watch.h - a record on the full screen, step by step, forwards and backwards, through the eyes of any seat
 * or with all cards open. */
#ifndef TUI_WATCH_H
#define TUI_WATCH_H

#include "tui/record_steps.h"
#include "tui/screen.h"

/* Where to begin and what to see. */
struct tui_watch {
    enum pen_lang lang;
    bool has_color;
    uint8_t eyes; /* a seat, PEN_SPECTATOR, or TUI_WATCH_ALL */
};
#define TUI_WATCH_ALL 0xfd

/* Looks through it until the person leaves. False: the terminal cannot do it. */
PEN_MUST_USE bool tui_watch_run(const struct tui_record *record, const struct tui_watch *watch);

#endif
