/* words.h - what the verifier has to say, English and Spanish side by side. Private to src/fair. */
#ifndef FAIR_WORDS_H
#define FAIR_WORDS_H

#include "penultima/text.h"

/* X(name, English, Spanish): '@' stands for the arguments in their order. */
#define FAIR_WORDS_LIST(X)                                                                                   \
    /* ---- what holds ---- */                                                                               \
    X(CHAIN_GOOD, "no line was changed after the chain was closed (lines: @)",                               \
      "ninguna línea cambió desde que se cerró la cadena (líneas: @)")                                       \
    X(SIGNED_GOOD, "it is signed with the server's key @…", "está firmada con la clave del servidor @…")     \
    X(SERVER_GOOD, "the server's seed is the one it committed to",                                           \
      "la semilla del servidor es la que comprometió")                                                       \
    X(PLAYER_GOOD, "the seed of @ is the one committed to", "la semilla de @ es la que se comprometió")      \
    X(PLAYER_NONE, "@ added no seed", "@ no aportó semilla")                                                 \
    X(PLAYER_WITHHELD, "@ committed to a seed and did not reveal it",                                        \
      "@ comprometió una semilla y no la reveló")                                                            \
    X(PLAY_GOOD, "every action is legal (@)", "toda jugada es legal (@)")                                    \
    X(PLAY_OPEN, "every action is legal (@), but the game was not played to its end",                        \
      "toda jugada es legal (@), pero la partida no llegó a su fin")                                         \
    X(DEALER_GOOD, "the first dealer is the one the seeds give (@)",                                         \
      "reparte primero quien dan las semillas (@)")                                                          \
    X(DEALS_GOOD, "every deal is the one the seeds give (@)", "todo reparto es el que dan las semillas (@)") \
    X(RESHUFFLES_GOOD, "every new draw pile is in the order the seeds give (@)",                             \
      "todo mazo nuevo está en el orden que dan las semillas (@)")                                           \
    X(TIES_GOOD, "every tie was decided as the seeds give it (@)",                                           \
      "todo empate se decidió como dan las semillas (@)")                                                    \
    /* ---- the lines ---- */                                                                                \
    X(NO_LINES, "this is no record with a shuffle that can be checked: no line “#! fair 1”",                 \
      "no es una partida con barajado comprobable: no tiene la línea “#! fair 1”")                           \
    X(NOT_UNDERSTOOD, "not understood: “@”", "no se entiende: “@”")                                          \
    X(TWICE, "“@” is said twice", "“@” se dice dos veces")                                                   \
    X(NO_TABLE, "the line “#! table …” is missing", "falta la línea “#! table …”")                           \
    /* ---- chain ---- */                                                                                    \
    X(NO_CHAIN, "the line “#! chain …” is missing at the end", "falta al final la línea “#! chain …”")       \
    X(CHAIN_NOT_LAST, "something stands behind the line “#! chain …”",                                       \
      "hay algo detrás de la línea “#! chain …”")                                                            \
    X(CHAIN_WRONG, "the text was changed: its lines do not give the hash of the chain",                      \
      "el texto ha cambiado: sus líneas no dan el resumen de la cadena")                                     \
    X(SIGNED_WRONG, "this is not what the server with the key @… has signed",                                \
      "esto no es lo que firmó el servidor con la clave @…")                                                 \
    /* ---- evidence ---- */                                                                                 \
    X(SAID_GOOD, "what the server signed before and during the game stands in the record (@)",               \
      "lo que el servidor firmó antes y durante la partida está en el registro (@)")                         \
    X(SAID_NOTHING, "the server has signed nothing, so nothing can be proved to others",                     \
      "el servidor no ha firmado nada: no se puede probar nada ante otros")                                  \
    X(SAID_WRONG, "the server signed “@”, and the record says otherwise",                                    \
      "el servidor firmó “@” y el registro dice otra cosa")                                                  \
    X(SAID_TWICE, "the server signed “@”, and then something else",                                          \
      "el servidor firmó “@” y después otra cosa")                                                           \
    X(SAID_BAD, "a signature is not the server's", "hay una firma que no es del servidor")                   \
    X(SAID_KEYS, "the server has signed with two keys", "el servidor ha firmado con dos claves")             \
    X(SAID_NO_END, "the server signs, but has not signed this record",                                       \
      "el servidor firma, pero este registro no lo ha firmado")                                              \
    X(OTHER_GAME, "this is the record of another game", "es el registro de otra partida")                    \
    X(BOUND_GOOD, "the server's commitment is the one seen before the own seed was sealed",                  \
      "el compromiso del servidor es el que se vio antes de sellar la semilla propia")                       \
    X(BOUND_WRONG, "the server's commitment is not the one seen before the own seed was sealed",             \
      "el compromiso del servidor no es el que se vio antes de sellar la semilla propia")                    \
    X(OWN_GOOD, "the seed of @ in the record is the own one", "la semilla de @ en el registro es la propia") \
    X(OWN_NONE, "no seed of one's own was added", "no se aportó ninguna semilla propia")                     \
    X(OWN_WITHHELD, "the own seed was sealed and is said to be withheld",                                    \
      "la semilla propia se selló y se dice que no se reveló")                                               \
    X(OWN_WRONG, "the own seed is not in the record", "la semilla propia no está en el registro")            \
    X(SEEN_GOOD, "hands and points were as the record has them (@)",                                         \
      "las manos y los puntos fueron los del registro (@)")                                                  \
    X(SEEN_HAND, "in round @ other cards were dealt to @ than the record says",                              \
      "en la ronda @ a @ se le repartieron otras cartas que las del registro")                               \
    X(SEEN_SCORE, "after round @ other points were shown than the record gives",                             \
      "tras la ronda @ se mostraron otros puntos que los del registro")                                      \
    X(SEEN_MORE, "round @ was played, and the record has no such round",                                     \
      "se jugó la ronda @ y en el registro no está")                                                         \
    X(NO_RECORD, "the server has given no record", "el servidor no ha dado el registro")                     \
    /* ---- seeds ---- */                                                                                    \
    X(NO_SERVER_COMMIT, "the server's commitment is missing", "falta el compromiso del servidor")            \
    X(NO_SERVER_SEED, "the server has not revealed its seed, so nothing dealt can be checked",               \
      "el servidor no ha revelado su semilla: no se puede comprobar ningún reparto")                         \
    X(SERVER_WRONG, "the server's seed is not the one it committed to",                                      \
      "la semilla del servidor no es la que comprometió")                                                    \
    X(PLAYER_WRONG, "the seed of @ is not the one committed to",                                             \
      "la semilla de @ no es la que se comprometió")                                                         \
    X(PLAYER_NOT_SAID, "it is not said what @ added to the seeds", "no se dice qué aportó @ a las semillas") \
    X(PLAYER_NO_COMMIT, "@ has a seed without having committed to it",                                       \
      "@ tiene una semilla sin haberla comprometido")                                                        \
    X(PLAYER_LOST, "@ committed to a seed, and then it is said that there was none",                         \
      "@ comprometió una semilla y luego se dice que no la hubo")                                            \
    /* ---- cards ---- */                                                                                    \
    X(DEALER_WRONG, "the first dealer is @, and the seeds give @",                                           \
      "reparte primero @, y las semillas dan a @")                                                           \
    X(NO_DEAL, "the seeds give no deal that could be opened",                                                \
      "las semillas no dan ningún reparto que se pueda empezar")                                             \
    X(MIDGAME, "the record starts in mid-game, not with a deal",                                             \
      "la partida empieza a medias, no con un reparto")                                                      \
    X(HAND_NOT_SAID, "the hand of @ in round @ is not stated", "no consta la mano de @ en la ronda @")       \
    X(HAND_COUNT, "the hand of @ in round @ is not the one the seeds give: it has @ cards, should have @",   \
      "la mano de @ en la ronda @ no es la que dan las semillas: tiene @ cartas, deberían ser @")            \
    X(HAND_WRONG, "the hand of @ in round @ is not the one the seeds give: it has @, should have @",         \
      "la mano de @ en la ronda @ no es la que dan las semillas: tiene @, debería tener @")                  \
    X(OPENING_COUNT, "the opening of round @ is not the one the seeds give: it has @ cards, should have @",  \
      "el comienzo de la ronda @ no es el que dan las semillas: tiene @ cartas, deberían ser @")             \
    X(OPENING_WRONG, "the opening of round @ is not the one the seeds give: card @ is @, should be @",       \
      "el comienzo de la ronda @ no es el que dan las semillas: la carta @ es @, debería ser @")             \
    X(DRAW_COUNT, "the draw pile of round @ is not the one the seeds give: it has @ cards, should have @",   \
      "el mazo de la ronda @ no es el que dan las semillas: tiene @ cartas, deberían ser @")                 \
    X(DRAW_WRONG, "the draw pile of round @ is not the one the seeds give: card @ is @, should be @",        \
      "el mazo de la ronda @ no es el que dan las semillas: la carta @ es @, debería ser @")                 \
    X(RESHUFFLE_WRONG, "new draw pile No. @ is not in the order the seeds give: card @ is @, should be @",   \
      "el mazo nuevo n.º @ no está en el orden que dan las semillas: la carta @ es @, debería ser @")        \
    /* ---- ties ---- */                                                                                     \
    X(TIE_NUMBER, "the ties are not counted from 1: here stands @, should be @",                             \
      "los empates no se cuentan desde 1: aquí pone @, debería ser @")                                       \
    X(TIE_WRONG, "tie No. @ is not decided as the seeds give it: place @ is of @, should be of @",           \
      "el empate n.º @ no se decidió como dan las semillas: el puesto @ es de @, debería ser de @")          \
    X(TIE_NOT_FOLLOWED, "tie No. @ puts @ first, but the next action is not of that player",                 \
      "el empate n.º @ pone primero a @, pero la jugada siguiente no es suya")

enum fair_word {
#define X(name, en, es) FAIR_WORD_##name,
    FAIR_WORDS_LIST(X)
#undef X
        FAIR_WORD_COUNT
};

enum { FAIR_ARGUMENTS_MAX = 4 };

/* Writes the sentence; arguments that are not needed are null. */
void fair_words_write(struct pen_text *text, enum fair_word word, enum pen_lang lang,
                      const char *const arguments[FAIR_ARGUMENTS_MAX]);

#endif
