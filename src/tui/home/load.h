/* load.h - a table from a text: a record left in the middle, or a position somebody wrote down. */
#ifndef HOME_LOAD_H
#define HOME_LOAD_H

#include "tui/home/home.h"

enum home_load_problem {
    HOME_LOAD_GOOD,
    HOME_LOAD_UNREADABLE, /* the host has been told why */
    HOME_LOAD_OVER,       /* the game has ended: nothing to go on with */
    HOME_LOAD_NEWER,      /* a later version of this program has saved it */
    HOME_LOAD_NOBODY,     /* the people of the start are not among its players */
    HOME_LOAD_NO_DEAL     /* it has no such round */
};

/* The people sit where the text names them; a single person whose name is not there takes the first
 * seat, or the seats that the text says people had. Bots take the rest. 'save' (may be null) is begun
 * with the text and belongs to the table; on a problem it stays the caller's. */
struct tui_table *home_load(const char *bytes, size_t count, const struct tui_start *start,
                            const struct pen_mesa_host *host, struct home_save *save, uint64_t now_ms,
                            enum home_load_problem *problem);

/* One deal of a record, and how it ended there. */
struct home_deal {
    uint16_t round;   /* which one, from 1 */
    uint16_t winners; /* seats; none if it was not played to its end, or was void */
    uint8_t hand_count[PEN_SEATS_MAX];
};

/* The same deal once more, a round alone: the same hands and pile. Everybody sits as in home_load(), but
 * whoever has said a name plays that seat or none. 'deal->round' says which; the rest of it is filled in. */
struct tui_table *home_load_deal(const char *bytes, size_t count, const struct tui_start *start,
                                 const struct pen_mesa_host *host, struct home_save *save, uint64_t now_ms,
                                 struct home_deal *deal, enum home_load_problem *problem);

/* Goes on with an unfinished game just as it was; it keeps being written to its file. */
struct tui_table *home_load_unfinished(const struct home_unfinished *unfinished,
                                       const struct tui_start *start, const struct pen_mesa_host *host,
                                       uint64_t now_ms);

/* "Classic, round 2: Ana, Beto". False: it cannot be gone on with. */
PEN_MUST_USE bool home_load_describe(const char *bytes, size_t count, const struct pen_mesa_host *host,
                                     enum pen_lang lang, struct pen_text *text);

#endif
