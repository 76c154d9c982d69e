/* edition_words.c - the words of the edition file, in one place for reading and writing. */
#include "edition_text.h"

const char *const pen__dealer_words[3] = {"highest deals", "highest starts", "named"};
const char *const pen__drawn_words[2] = {"may be kept", "must be played if nothing else could"};
const char *const pen__uno_words[2] = {"caught until next turn", "caught until said"};
const char *const pen__last_words[2] = {"draw does not count", "draw counts"};
const char *const pen__guard_words[4] = {"always", "without color", "without wild", "without color or wild"};
const char *const pen__challenge_words[2] = {"by target", "by anybody"};
