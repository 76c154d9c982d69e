/* watch.h - a record on the full screen, step by step, forwards and backwards, through the eyes of any seat
 * or with all cards open. */
#ifndef SCREEN_WATCH_H
#define SCREEN_WATCH_H

#include "tui/screen/record_steps.h"
#include "tui/screen/screen.h"

/* What to see; and, when the person has left, whether to play on from where, and with whose eyes. */
struct screen_watch {
    enum pen_lang lang;
    bool has_color;
    uint8_t eyes; /* a seat, PEN_SPECTATOR, or SCREEN_WATCH_ALL */
    bool goes_on;
    unsigned step;
};
#define SCREEN_WATCH_ALL 0xfd

/* Looks through it until the person leaves. False: the terminal cannot do it. */
PEN_MUST_USE bool screen_watch_run(const struct screen_record *record, struct screen_watch *wish);

#endif
