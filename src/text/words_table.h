/* words_table.h - every sentence about the game, English and Spanish side by side. Internal.
 *
 * X(name, English, Spanish): one per event, under the event's name, and then the variants and the
 * tails that words.c chooses between. In braces stands what is filled in:
 *
 *     {seat} {target}   names of players            {card}    a card, with its shape
 *     {color}           a colour, with its shape    {cards}   the count: "one card", "two cards"
 *     {direction}       where play runs             {one|many}  by the count
 */
#ifndef PENULTIMA_TEXT_WORDS_TABLE_H
#define PENULTIMA_TEXT_WORDS_TABLE_H

#define PEN_WORDS_LIST(X)                                                                                  \
    /* ---- one per event ---- */                                                                          \
    X(DEALT, "{target} deals {cards} to each player", "{target} reparte {cards} a cada jugador")           \
    X(TURNED, "The opening card is {card}", "La carta inicial es {card}")                                  \
    X(TURNED_BACK, "{card} is turned over and goes back into the pile", "Sale {card} y vuelve al mazo")    \
    X(TURNED_IGNORED, "{card} is turned over and does not count", "Sale {card} y no cuenta")               \
    X(TURN, "It is the turn of {seat}", "Le toca a {seat}")                                                \
    X(PLAYED, "{seat} plays {card}", "{seat} juega {card}")                                                \
    X(JUMPED, "{seat} jumps in with {card}", "{seat} entra con {card}")                                    \
    X(CANCELLED, "{card} loses its effect", "{card} pierde su efecto")                                     \
    X(DREW, "{seat} draws {cards}", "{seat} roba {cards}")                                                 \
    X(DREW_NOTHING, "Nothing is left to draw: {seat} goes without {cards}",                                \
      "No queda nada que robar: a {seat} le {falta|faltan} {cards}")                                       \
    X(KEPT, "{seat} keeps the card", "{seat} se queda con la carta")                                       \
    X(PENDING, "There {is|are} {cards} waiting for {seat}", "A {seat} le {espera|esperan} {cards}")        \
    X(TOOK, "{seat} takes {cards}", "{seat} toma {cards}")                                                 \
    X(CHALLENGED, "{seat} challenges {target}", "{seat} desafía a {target}")                               \
    X(SHOWN, "{seat} shows", "{seat} muestra")                                                             \
    X(SHOWN_TO, "{target} sees the hand of {seat}", "{target} ve la mano de {seat}")                       \
    X(GUILTY, "It was a bluff: {seat} draws {cards}", "Era un engaño: {seat} roba {cards}")                \
    X(INNOCENT, "It was no bluff: {target} draws {cards}", "No era un engaño: {target} roba {cards}")      \
    X(NAMED, "{seat} names {color}", "{seat} pide {color}")                                                \
    X(SAID_UNO, "{seat} says UNO!", "{seat} dice ¡UNO!")                                                   \
    X(CAUGHT, "{seat} catches {target}, who did not say UNO: {target} draws {cards}",                      \
      "{seat} descubre a {target}, que no dijo UNO: {target} roba {cards}")                                \
    X(SKIPPED, "{seat} loses the turn", "{seat} pierde el turno")                                          \
    X(TURN_LOST, "{seat} loses this turn for an earlier misplay",                                          \
      "{seat} pierde este turno por una jugada indebida anterior")                                         \
    X(REVERSED, "Now play runs {direction}", "Ahora se juega hacia la {direction}")                        \
    X(PASSED_HANDS, "All hands are passed on", "Todas las manos pasan al siguiente")                       \
    X(SWAPPED, "{seat} swaps hands with {target}", "{seat} cambia su mano con {target}")                   \
    X(RACE, "Everybody drops the cards, quick!", "¡Todos a soltar las cartas!")                            \
    X(DROPPED, "{seat} drops the cards", "{seat} suelta las cartas")                                       \
    X(DROPPED_LAST, "{seat} comes last and draws {cards}",                                                 \
      "{seat} es quien las suelta al final y roba {cards}")                                                \
    X(STREAMED, "{seat} lays {card} for the others to follow",                                             \
      "{seat} pone {card} para que los demás sigan")                                                       \
    X(FOLLOWED, "{seat} follows with {card}", "{seat} sigue con {card}")                                   \
    X(COULD_NOT_FOLLOW, "{seat} cannot follow and draws {cards}", "{seat} no puede seguir y roba {cards}") \
    X(SWUNG, "{seat} picks {target}, who loses the turn", "{seat} elige a {target}, que pierde el turno")  \
    X(MISPLAYED, "{seat} lays {card}, which does not match, takes it back and draws {cards}",              \
      "{seat} pone {card}, que no coincide, la recoge y roba {cards}")                                     \
    X(ACCUSED, "{seat} accuses {target} of giving advice", "{seat} acusa a {target} de dar consejos")      \
    X(ADVISED, "{seat} gave advice and draws {cards}", "{seat} dio consejos y roba {cards}")               \
    X(RESHUFFLED, "The discards are shuffled into a new draw pile of {cards}",                             \
      "Se mezclan los descartes en un mazo nuevo de {cards}")                                              \
    X(LAST_DRAW, "{seat} still draws {cards} before the count",                                            \
      "{seat} todavía roba {cards} antes de contar")                                                       \
    X(ROUND_WON, "{seat} has no cards left and wins the round",                                            \
      "{seat} se queda sin cartas y gana la ronda")                                                        \
    X(ROUND_VOID, "Nobody can play or draw: the round is void",                                            \
      "Nadie puede jugar ni robar: la ronda es nula")                                                      \
    /* ---- variants ---- */                                                                               \
    X(DEALT_UNEQUAL, "The cards are dealt:", "Las cartas están repartidas:")                               \
    X(DEALT_TO, " {seat} {cards}", " {seat} {cards}")                                                      \
    X(DREW_CARD, "{seat} draws {card}", "{seat} roba {card}")                                              \
    X(DREW_ONE, "{seat} draws a card", "{seat} roba una carta")                                            \
    X(SHOWN_TO_ALL, "Everybody sees the hand of {seat}", "Todos ven la mano de {seat}")                    \
    X(STREAMED_NONE, "{seat} lays no card", "{seat} no pone ninguna carta")                                \
    X(SWUNG_NOBODY, "Nobody holds the colour, so nobody is skipped",                                       \
      "Nadie tiene el color, así que nadie pierde el turno")                                               \
    X(MISPLAYED_EARLY, "{seat} lays {card} out of turn, takes it back and draws {cards}",                  \
      "{seat} pone {card} fuera de turno, la recoge y roba {cards}")                                       \
    /* ---- tails ---- */                                                                                  \
    X(TAIL_FEWER, ": {cards} fewer to draw", ": {cards} menos que robar")                                  \
    X(TAIL_NAMED, ", naming {color}", " y pide {color}")                                                   \
    X(TAIL_UNO, " and says UNO!", " y dice ¡UNO!")                                                         \
    X(TAIL_NAMED_UNO, ", naming {color}, and says UNO!", ", pide {color} y dice ¡UNO!")                    \
    X(TAIL_SKIPPED, " and loses the turn", " y pierde el turno")                                           \
    X(TAIL_RESHUFFLED, "; the discards become a new draw pile of {cards}",                                 \
      "; los descartes forman un mazo nuevo de {cards}")                                                   \
    /* ---- pieces ---- */                                                                                 \
    X(CARD_UNKNOWN, "a card", "una carta")                                                                 \
    X(NOBODY, "nobody", "nadie")                                                                           \
    X(LEFT, "to the left ↻", "izquierda ↻")                                                                \
    X(RIGHT, "to the right ↺", "derecha ↺")                                                                \
    X(AND, " and ", " y ")                                                                                 \
    X(AND_BEFORE_I, " and ", " e ")

#endif
