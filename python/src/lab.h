/* lab.h - the library as Python calls it: handles, numbers and buffers, no structures.
 *
 * Everything here may allocate and read a clock; the rules below it do not. A handle is freed by its own
 * function and outlives nothing: whatever is made from rules needs them until it is freed. */
#ifndef LAB_LAB_H
#define LAB_LAB_H

#include "bots/bot.h"

#if defined(_WIN32)
#define LAB_API __declspec(dllexport)
#else
#define LAB_API __attribute__((visibility("default")))
#endif

struct lab_rules {
    struct pen_edition edition;
    struct pen_options options;
    struct pen_rules rules;
};

enum { LAB_ACTION_BYTES = 6 }; /* verb, seat, card, color, target, uno */

static inline struct pen_action lab_action_in(const uint8_t bytes[LAB_ACTION_BYTES])
{
    return (struct pen_action){bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], {0, 0}};
}

static inline void lab_action_out(struct pen_action action, uint8_t bytes[LAB_ACTION_BYTES])
{
    const uint8_t fields[] = {action.verb, action.seat, action.card, action.color, action.target, action.uno};
    for (unsigned i = 0; i < LAB_ACTION_BYTES; i++)
        bytes[i] = fields[i];
}

/* An edition that a record names: of these rules, which may be null, or a built-in one. */
bool lab_find_edition(const struct lab_rules *own, const char *name, size_t bytes, struct pen_edition *edition,
                      struct pen_problem *problem);

/* Time for bots whose budget is time. */
const struct bot_clock *lab_clock(void);

#endif
