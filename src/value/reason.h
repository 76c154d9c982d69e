/* reason.h - why one choice was better than another, read off the view and what was tried. What a hint says
 * of an action by itself is src/tui's; this is what only a comparison shows. */
#ifndef VALUE_REASON_H
#define VALUE_REASON_H

#include "value/choices.h"

/* The strongest first. X(name) */
#define VALUE_WHY_LIST(X)                                                              \
    X(WINS)          /* the better one won the round at once */                        \
    X(CHALLENGE)     /* a challenge paid above 'number' %, and 'other' % was likely */ \
    X(NO_CHALLENGE)  /* the same, and that was less */                                 \
    X(NEEDLESS_DRAW) /* something fitted */                                            \
    X(WILD)          /* a coloured card fitted, and the wild would have stayed */      \
    X(LACKS)         /* 'seat' drew on 'color', 'number' times */                      \
    X(MOST)          /* 'color' is held most: 'number' are left */                     \
    X(OTHER)         /* nothing of these */

enum value_why {
#define X(name) VALUE_WHY_##name,
    VALUE_WHY_LIST(X)
#undef X
        VALUE_WHY_COUNT
};

struct value_reason {
    enum value_why why;
    uint8_t seat, color;
    unsigned number, other;
};

/* Why 'better' rather than 'taken', numbers of choices that have been tried. */
struct value_reason value_reason(const struct value_choices *choices, const struct pen_rules *rules,
                                 const struct pen_view *view, unsigned better, unsigned taken);

#endif
