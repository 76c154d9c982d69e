/* own_house.h - house rules of one's own, given as files: --house mine.house,jump-in. */
#ifndef CLI_OWN_HOUSE_H
#define CLI_OWN_HOUSE_H

#include "platform/host.h"

/* "jump-in,mine.house": names go into the set; a word with '/' or ending in ".house" is a file, kept for
 * own_house_lay(). False: there is no such rule. */
PEN_MUST_USE bool own_house_read(const char *text, pen_house_set *house);

/* Lays the files over the edition, which then goes by a name of its own and has its whole text in records.
 * False: one of them is wrong, or two say the same; 'problem' says so with FILE:LINE:COLUMN in its text. */
PEN_MUST_USE bool own_house_try(struct pen_edition *edition, pen_house_set house,
                                struct pen_problem *problem);

/* The same; says itself what is wrong. */
PEN_MUST_USE bool own_house_lay(struct pen_edition *edition, pen_house_set house);

#endif
