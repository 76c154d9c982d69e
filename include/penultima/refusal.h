/* refusal.h - every reason for refusing an action: one list yields the value, the rule that refuses
 * and the sentence in both languages. A refused action changes nothing. */
#ifndef PENULTIMA_REFUSAL_H
#define PENULTIMA_REFUSAL_H

#include "penultima/base.h"

#ifdef __cplusplus
extern "C" {
#endif
PEN_API_BEGIN

/* X(name, rule, English, Spanish) */
#define PEN_REFUSAL_LIST(X)                                                                                  \
    X(NO_SUCH_ACTION, "T1", "that is not an action of this game", "eso no es una jugada de este juego")      \
    X(NO_SUCH_SEAT, "O1", "there is no such player at this table", "no hay tal jugador en esta mesa")        \
    X(NO_SUCH_CARD, "D1", "this edition has no such card or colour",                                         \
      "esta edición no tiene esa carta o ese color")                                                         \
    X(ROUND_OVER, "E1", "the round is over", "la ronda ya terminó")                                          \
    X(ROUND_OPEN, "O4", "the next deal comes after the end of the round",                                    \
      "se vuelve a repartir cuando termina la ronda")                                                        \
    X(GAME_OVER, "N2", "the game is over", "la partida ya terminó")                                          \
    X(NOT_YOUR_TURN, "T1", "it is another player's turn", "le toca a otro jugador")                          \
    X(NOT_IN_HAND, "T1", "that card is not in the hand", "esa carta no está en la mano")                     \
    X(NO_MATCH, "T1", "the card matches neither the colour nor the number or symbol on top",                 \
      "la carta no coincide en color, número ni símbolo con la de arriba")                                   \
    X(WILD_NEEDS_COLOR, "A4", "a wild is played with the colour it names",                                   \
      "un comodín se juega diciendo el color")                                                               \
    X(COLOR_NOT_NAMED, "T1", "only a wild names a colour", "solo un comodín nombra un color")                \
    X(ONLY_DRAWN_CARD, "T2", "after drawing, only the drawn card can be played",                             \
      "después de robar solo se puede jugar la carta robada")                                                \
    X(ALREADY_DRAWN, "T2", "one card is drawn per turn: play it or keep it",                                 \
      "se roba una carta por turno: juégala o quédatela")                                                    \
    X(NOTHING_DRAWN, "T2", "there is no drawn card to keep", "no hay carta robada que guardar")              \
    X(MUST_PLAY_DRAWN, "T4", "nothing else could be played, so the drawn card must be played",               \
      "no tenías nada que jugar: la carta robada se juega")                                                  \
    X(DRAW_PENDING, "A1", "cards are waiting to be drawn: take them first",                                  \
      "hay cartas pendientes: primero tómalas")                                                              \
    X(FOUR_PENDING, "A5", "cards are waiting to be drawn: take them or challenge",                           \
      "hay cartas pendientes: tómalas o desafía")                                                            \
    X(ANSWER_TWO, "K1", "a Draw Two can only be answered with a Draw Two or a Wild Draw Four",               \
      "a un Toma dos solo se responde con otro Toma dos o con un comodín Toma cuatro")                       \
    X(ANSWER_FOUR, "K1", "a Wild Draw Four can only be answered with a Wild Draw Four",                      \
      "a un comodín Toma cuatro solo se responde con otro comodín Toma cuatro")                              \
    X(ANSWER_OTHER, "K1", "that card does not answer this draw",                                             \
      "esa carta no responde a la que está pendiente")                                                       \
    X(ANSWER_LIKE, "K2", "a draw card can only be answered with one of the same sort",                       \
      "a una carta de tomar solo se responde con otra igual")                                                \
    X(NOTHING_PENDING, "A5", "no cards are waiting to be drawn", "no hay cartas pendientes")                 \
    X(NOT_THE_TARGET, "A5", "another player has to take those cards", "esas cartas le tocan a otro jugador") \
    X(CHALLENGE_NOT_YOURS, "A7", "only the player who would draw may challenge",                             \
      "solo puede desafiar quien tendría que tomar las cartas")                                              \
    X(CHALLENGE_OWN_CARD, "O26", "nobody challenges the own card", "nadie desafía su propia carta")          \
    X(NOTHING_TO_CHALLENGE, "A7", "there is nothing to challenge", "no hay nada que desafiar")               \
    X(NOTHING_TO_NAME, "S4", "no colour is to be named now", "ahora no hay que nombrar un color")            \
    X(NAME_COLOR_FIRST, "S4", "the colour of the opening wild comes first",                                  \
      "primero hay que nombrar el color del comodín inicial")                                                \
    X(UNO_NOT_OWED, "O8", "UNO is said when it is owed, and it is not",                                      \
      "UNO se dice cuando se debe, y ahora no se debe")                                                      \
    X(UNO_NOT_ONE_LEFT, "O8", "UNO goes with a card that leaves exactly one in the hand",                    \
      "UNO se dice con la carta que deja exactamente una en la mano")                                        \
    X(CATCH_ONESELF, "U1", "nobody catches himself", "nadie se descubre a sí mismo")                         \
    X(CATCH_NOTHING_OWED, "O8", "that player does not owe UNO", "ese jugador no debe decir UNO")             \
    X(NO_JUMP_IN, "H3", "the house rule jump-in is not in force",                                            \
      "la regla de descarte inmediato no está en juego")                                                     \
    X(JUMP_NOT_IDENTICAL, "H3", "only a card identical to the top one jumps in",                             \
      "solo entra una carta idéntica a la de arriba")                                                        \
    X(JUMP_CHOICE_OPEN, "O16", "nobody jumps in while a choice is unfinished",                               \
      "nadie entra mientras haya una elección pendiente")                                                    \
    X(NOTHING_TO_SWAP, "H2", "no hands are to be swapped now", "ahora no hay que cambiar manos")             \
    X(SWAP_FIRST, "H2", "the swap of hands comes first", "primero hay que cambiar las manos")                \
    X(SWAP_ONESELF, "H2", "hands are swapped with another player", "la mano se cambia con otro jugador")     \
    X(NOTHING_TO_DROP, "C1", "nobody has to drop cards now", "ahora nadie tiene que soltar sus cartas")      \
    X(DROP_FIRST, "C1", "everybody drops the cards first", "primero todos sueltan sus cartas")               \
    X(ALREADY_DROPPED, "O10", "that player has dropped already", "ese jugador ya soltó sus cartas")          \
    X(NOTHING_TO_STREAM, "G2", "that player lays no free card now",                                          \
      "ese jugador no pone ahora una carta libre")                                                           \
    X(STREAM_FIRST, "G2", "the free card, or none, comes first", "primero va la carta libre, o ninguna")     \
    X(NOTHING_TO_FOLLOW, "G3", "that player has nothing to follow now",                                      \
      "ese jugador no tiene ahora nada que seguir")                                                          \
    X(FOLLOW_FIRST, "G3", "the others follow the colour first", "primero los demás siguen el color")         \
    X(FOLLOW_COLOR, "G3", "the colour of the free card must be followed",                                    \
      "hay que seguir el color de la carta libre")                                                           \
    X(NOTHING_TO_SWING, "W2", "that player picks nobody now", "ese jugador no elige ahora a nadie")          \
    X(SWING_FIRST, "W2", "the player to skip is picked first", "primero se elige a quién saltar")            \
    X(SWING_ONESELF, "W2", "the thrower picks another player", "se elige a otro jugador")                    \
    X(SWING_WITHOUT_COLOR, "W2", "that player does not hold the named colour",                               \
      "ese jugador no tiene el color nombrado")                                                              \
    X(NO_ACCUSATIONS, "P2", "this edition has no penalty for advice",                                        \
      "esta edición no castiga los consejos")                                                                \
    X(ACCUSE_ONESELF, "P2", "nobody accuses himself", "nadie se acusa a sí mismo")                           \
    X(ACCUSE_WITH_TWO, "O15", "with two players nobody can be accused of advice",                            \
      "con dos jugadores no se puede acusar a nadie de aconsejar")                                           \
    X(ACCUSE_IN_TURN, "O15", "the player in turn meddles in nobody's play and cannot be accused",            \
      "a quien le toca no se le puede acusar: no se entromete en la jugada de nadie")                        \
    X(ACCUSED_ALREADY, "O15", "that accusation was already made this turn",                                  \
      "esa acusación ya se hizo en este turno")

enum pen_refusal {
    PEN_ACCEPTED,
#define X(name, rule, en, es) PEN_REFUSED_##name,
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
