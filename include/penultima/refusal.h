/* refusal.h - every reason for refusing an action: one list yields the value, the rule that refuses and the
 * key of the sentence. A refused action changes nothing. */
#ifndef PENULTIMA_REFUSAL_H
#define PENULTIMA_REFUSAL_H

#include "penultima/base.h"

#ifdef __cplusplus
extern "C" {
#endif
PEN_API_BEGIN

/* X(name, rule): the sentence is refusal.NAME in lang/. */
#define PEN_REFUSAL_LIST(X)       \
    X(NO_SUCH_ACTION, "T1")       \
    X(NO_SUCH_SEAT, "O1")         \
    X(NO_SUCH_CARD, "D1")         \
    X(ROUND_OVER, "E1")           \
    X(ROUND_OPEN, "O4")           \
    X(GAME_OVER, "N2")            \
    X(NOT_YOUR_TURN, "T1")        \
    X(NOT_IN_HAND, "T1")          \
    X(NO_MATCH, "T1")             \
    X(WILD_NEEDS_COLOR, "A4")     \
    X(COLOR_NOT_NAMED, "T1")      \
    X(ONLY_DRAWN_CARD, "T2")      \
    X(ALREADY_DRAWN, "T2")        \
    X(NOTHING_DRAWN, "T2")        \
    X(MUST_PLAY_DRAWN, "T4")      \
    X(DRAW_PENDING, "A1")         \
    X(FOUR_PENDING, "A5")         \
    X(ANSWER_TWO, "K1")           \
    X(ANSWER_FOUR, "K1")          \
    X(ANSWER_OTHER, "K1")         \
    X(ANSWER_LIKE, "K2")          \
    X(NOTHING_PENDING, "A5")      \
    X(NOT_THE_TARGET, "A5")       \
    X(CHALLENGE_NOT_YOURS, "A7")  \
    X(CHALLENGE_OWN_CARD, "O26")  \
    X(NOTHING_TO_CHALLENGE, "A7") \
    X(NOTHING_TO_NAME, "S4")      \
    X(NAME_COLOR_FIRST, "S4")     \
    X(UNO_NOT_OWED, "O8")         \
    X(UNO_NOT_ONE_LEFT, "O8")     \
    X(CATCH_ONESELF, "U1")        \
    X(CATCH_NOTHING_OWED, "O8")   \
    X(NO_JUMP_IN, "H3")           \
    X(JUMP_NOT_IDENTICAL, "H3")   \
    X(JUMP_CHOICE_OPEN, "O16")    \
    X(NOTHING_TO_SWAP, "H2")      \
    X(SWAP_FIRST, "H2")           \
    X(SWAP_ONESELF, "H2")         \
    X(NOTHING_TO_DROP, "C1")      \
    X(DROP_FIRST, "C1")           \
    X(ALREADY_DROPPED, "O10")     \
    X(NOTHING_TO_STREAM, "G2")    \
    X(STREAM_FIRST, "G2")         \
    X(NOTHING_TO_FOLLOW, "G3")    \
    X(FOLLOW_FIRST, "G3")         \
    X(FOLLOW_COLOR, "G3")         \
    X(NOTHING_TO_SWING, "W2")     \
    X(SWING_FIRST, "W2")          \
    X(SWING_ONESELF, "W2")        \
    X(SWING_WITHOUT_COLOR, "W2")  \
    X(NO_ACCUSATIONS, "P2")       \
    X(ACCUSE_ONESELF, "P2")       \
    X(ACCUSE_WITH_TWO, "O15")     \
    X(ACCUSE_IN_TURN, "O15")      \
    X(ACCUSED_ALREADY, "O15")     \
    X(VOID_TOO_EARLY, "O19")      \
    X(MUST_PLAY, "H6")            \
    X(NOT_THE_LAST, "H14")        \
    X(NO_BLUFFS, "H13")           \
    X(UNO_AFTER_CARD, "H15")      \
    X(UNO_NEVER_SAID, "H15")      \
    X(JUMP_ON_DRAW, "H20")        \
    X(MORE_FIRST, "H23")

enum pen_refusal {
    PEN_ACCEPTED,
#define X(name, rule) PEN_REFUSED_##name,
    PEN_REFUSAL_LIST(X)
#undef X
        PEN_REFUSAL_COUNT
};

/* The identifier of the rule that refuses, as in docs/RULES.md: "K1". Empty for PEN_ACCEPTED. */
const char *pen_refusal_rule(enum pen_refusal refusal);

/* The reason as a sentence without its full stop. Empty for PEN_ACCEPTED. */
const char *pen_refusal_text(enum pen_refusal refusal, enum pen_lang lang);

PEN_API_END
#ifdef __cplusplus
}
#endif

#endif
