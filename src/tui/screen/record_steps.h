/* record_steps.h - every step of a .mesa text in memory, to be gone through in any order. It holds all cards;
 * views of it are made for one viewer at a time, as they were at that step. */
#ifndef SCREEN_RECORD_STEPS_H
#define SCREEN_RECORD_STEPS_H

#include "value/study.h"

struct screen_step {
    struct pen_game game;     /* after it */
    struct pen_event *events; /* of it */
    unsigned event_count;
    bool is_deal;
};

struct screen_record {
    struct pen_edition edition;
    struct pen_rules rules;
    struct pen_options options;
    struct pen_names names;
    unsigned count, room;
    struct screen_step *steps;
    struct study study; /* its decisions, not looked at yet; a decision's 'moment' is its step */
};

/* Plays the text and keeps its steps. Null: unreadable, refused or too large; 'host' was told ('show' is
 * ours, 'context' goes to its other functions). '*status' says which. */
struct screen_record *screen_record_read(const char *bytes, size_t count, const struct pen_mesa_host *host,
                                         enum pen_mesa_status *status);
void screen_record_drop(struct screen_record *record);

/* The step that dealt the round of this step. */
unsigned screen_record_deal_before(const struct screen_record *record, unsigned step);
/* The deal of the next round; the last step if there is none. */
unsigned screen_record_deal_after(const struct screen_record *record, unsigned step);

/* The view as 'viewer' had it after the step. */
void screen_record_view(const struct screen_record *record, unsigned step, uint8_t viewer,
                        struct pen_view *view);

#endif
