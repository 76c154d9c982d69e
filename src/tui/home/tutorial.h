/* tutorial.h - a first game with a guide: one rule at a time, by playing positions made for it. It is a
 * table like any other, so both fronts can show it; LESSON news carry what the guide says. */
#ifndef HOME_TUTORIAL_H
#define HOME_TUTORIAL_H

#include "tui/start.h"
#include "tui/table.h"

/* Null: no memory. */
struct tui_table *home_tutorial_create(enum pen_lang lang, enum tui_speed speed, uint64_t now_ms);

#endif
