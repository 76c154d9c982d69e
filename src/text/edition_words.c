/* edition_words.c - the words of the edition file, in one place for reading and writing. */
#include "edition_parser.h"

const char *const pen__dealer_words[3] = {"highest deals", "highest starts", "named"};
const char *const pen__drawn_words[4] = {"may be kept", "must be played if nothing else could",
                                         "must be played", "is kept"};
const char *const pen__uno_words[2] = {"caught until next turn", "caught until said"};
const char *const pen__last_words[2] = {"draw does not count", "draw counts"};
const char *const pen__guard_words[4] = {"always", "without color", "without wild", "without color or wild"};
const char *const pen__challenge_words[2] = {"by target", "by anybody"};

/* The words by value, and the same in a row for a problem. */
#define CHOICE(KEY, word, field, allowed, ...)                                                     \
    {                                                                                              \
        KEY_##KEY, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *),                    \
            offsetof(struct pen_edition, field), word, (const char *const[]){__VA_ARGS__}, allowed \
    }

const struct pen__choice pen__choices[PEN__CHOICE_COUNT] = {
    CHOICE(DRAW, "draw", draw_until_fits, "one card | until one fits", "one card", "until one fits"),
    CHOICE(DRAWING, "drawing", draw_only_if_stuck, "at will | only if nothing fits", "at will",
           "only if nothing fits"),
    CHOICE(ANSWERS, "answers", answers_by, "as cards say | same card | any draw card | equal or more",
           "as cards say", "same card", "any draw card", "equal or more"),
    CHOICE(SKIP, "skip", skip_hands_on, "ends no draw | hands draws on", "ends no draw", "hands draws on"),
    CHOICE(REVERSE, "reverse", reverse_sends_back, "ends no draw | sends draws back", "ends no draw",
           "sends draws back"),
    CHOICE(STACKED, "stacked", stacked_doubles, "add up | count double", "add up", "count double"),
    CHOICE(CHALLENGES, "challenges", challenges, "as cards say | never | by anybody", "as cards say", "never",
           "by anybody"),
    CHOICE(FINISH, "finish", finish, "with any card | without wild | with number", "with any card",
           "without wild", "with number"),
    CHOICE(SAYING, "saying", saying, "with card or after | after card | never", "with card or after",
           "after card", "never"),
    CHOICE(JUMP, "jump", jump_in, "never | any time | not on draws", "never", "any time", "not on draws"),
    CHOICE(SWAP, "swap", swaps_with_next, "with anybody | with next", "with anybody", "with next"),
    CHOICE(SEVERAL, "several", several, "never | of one number", "never", "of one number"),
};
