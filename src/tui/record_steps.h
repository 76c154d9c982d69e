/* record_steps.h - every step of a .mesa text in memory, to be gone through in any order. It holds all cards;
 * views of it are made for one viewer at a time, as they were at that step. */
#ifndef TUI_RECORD_STEPS_H
#define TUI_RECORD_STEPS_H

#include "penultima/penultima.h"

struct tui_step {
    struct pen_game game;     /* after it */
    struct pen_event *events; /* of it */
    unsigned event_count;
    bool is_deal;
};

struct tui_record {
    struct pen_edition edition;
    struct pen_rules rules;
    struct pen_options options;
    struct pen_names names;
    unsigned count, room;
    struct tui_step *steps;
};

/* Plays the text and keeps its steps. Null: unreadable, refused or too large; 'host' was told ('show' is
 * ours, 'context' goes to its other functions). '*status' says which. */
struct tui_record *tui_record_read(const char *bytes, size_t count, const struct pen_mesa_host *host,
                                   enum pen_mesa_status *status);
void tui_record_drop(struct tui_record *record);

/* The step that dealt the round of this step. */
unsigned tui_record_deal_before(const struct tui_record *record, unsigned step);
/* The deal of the next round; the last step if there is none. */
unsigned tui_record_deal_after(const struct tui_record *record, unsigned step);

/* The view as 'viewer' had it after the step. */
void tui_record_view(const struct tui_record *record, unsigned step, uint8_t viewer, struct pen_view *view);

#endif
