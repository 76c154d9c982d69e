/* phase.h - what a round waits for. One list with the shape of each: what others derive from it needs no
 * change for a new one. */
#ifndef PENULTIMA_PHASE_H
#define PENULTIMA_PHASE_H

#include "penultima/base.h"

#ifdef __cplusplus
extern "C" {
#endif
PEN_API_BEGIN

/* X(name, word of the protocol, who must act: TURN, FOLLOWER, ALL who have not dropped or NOBODY, the verb
 * that ends it, why that one is refused anything else). Those behind PENDING are choices: a card asks for
 * something, and nothing else goes on before it is chosen. */
#define PEN_PHASE_LIST(X)                                                                                   \
    X(TURN, "turn", TURN, PLAY, PEN_REFUSED_NO_MATCH)           /* 'turn' plays or draws */                 \
    X(DRAWN, "drawn", TURN, PLAY, PEN_REFUSED_ONLY_DRAWN_CARD)  /* has drawn a card that can be played */   \
    X(PENDING, "pending", TURN, TAKE, PEN_REFUSED_DRAW_PENDING) /* takes, answers or challenges */          \
    X(NAME, "name", TURN, NAME, PEN_REFUSED_NAME_COLOR_FIRST)   /* the colour of the opening wild */        \
    X(SWAP, "swap", TURN, SWAP, PEN_REFUSED_SWAP_FIRST)         /* picks whom to swap hands with */         \
    X(RACE, "race", ALL, DROP, PEN_REFUSED_DROP_FIRST)          /* all who are not in 'dropped' drop */     \
    X(STREAM, "stream", TURN, STREAM, PEN_REFUSED_STREAM_FIRST) /* lays any card, or none */                \
    X(FOLLOW, "follow", FOLLOWER, FOLLOW, PEN_REFUSED_FOLLOW_FIRST) /* 'turn' is the thrower */             \
    X(SWING, "swing", TURN, SWING, PEN_REFUSED_SWING_FIRST)         /* picks whom to skip */                \
    X(MORE, "more", TURN, PLAY, PEN_REFUSED_MORE_FIRST)             /* lays more of the number, or keeps */ \
    X(OVER, "over", NOBODY, COUNT, PEN_REFUSED_ROUND_OVER)          /* 'winner' went out, or it is void */

enum pen_phase {
#define X(name, word, who, verb, first) PEN_PHASE_##name,
    PEN_PHASE_LIST(X)
#undef X
};
#define PEN_PHASE_COUNT (PEN_PHASE_OVER + 1)

/* As the protocol names it: "swap". */
PEN_INLINE const char *pen_phase_word(enum pen_phase phase)
{
    switch (phase) {
#define X(name, word, who, verb, first) \
    case PEN_PHASE_##name:              \
        return word;
        PEN_PHASE_LIST(X)
#undef X
    }
    return "";
}

PEN_API_END
#ifdef __cplusplus
}
#endif

#endif
