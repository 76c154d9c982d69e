/* said.h - names in several languages and problems, as the parts of src/text fill them. Private to src/text.
 */
#ifndef PENULTIMA_TEXT_SAID_H
#define PENULTIMA_TEXT_SAID_H

#include "penultima/words.h"

/* What it says in the language of that id, or null. */
const char *pen__said_by(const char *names, const char *lang);

/* The problem is this sentence, filled with these texts and numbers; at most four that fit together. */
void pen__problem_say(struct pen_problem *problem, enum pen_word word, const struct pen_arg *args,
                      unsigned count);

#endif
