/* rule_words.h - the rules a player can meet, in a sentence or two each, English and Spanish side by side.
 * The identifiers are those of docs/RULES.md; every rule that a refusal names is here (a test says so).
 * Written so that they hold in every edition: what an edition changes stands in the edition's own rule. */
#ifndef TUI_RULE_WORDS_H
#define TUI_RULE_WORDS_H

/* X(identifier, English, Spanish) */
#define TUI_RULES_LIST(X)                                                                                    \
    X(D1, "Every colour has numbers and symbols; wilds have no colour of their own.",                        \
      "Cada color tiene números y símbolos; los comodines no tienen color propio.")                          \
    X(S4, "The card that is turned over first counts: a wild lets the first player name the colour.",        \
      "La primera carta que se voltea cuenta: con un comodín, quien empieza nombra el color.")               \
    X(T1,                                                                                                    \
      "Lay a card with the colour, number or symbol of the top one, or any wild. After a wild the "          \
      "named colour counts.",                                                                                \
      "Pon una carta del mismo color, número o símbolo que la de arriba, o un comodín. Tras un "          \
      "comodín vale el color nombrado.")                                                                     \
    X(T2, "Or draw one card. If it fits you may play it at once; no other card of your hand.",               \
      "O roba una carta. Si sirve, la puedes jugar enseguida; ninguna otra de tu mano.")                     \
    X(T3, "You may draw although you could play.", "Puedes robar aunque pudieras jugar.")                    \
    X(T4, "In this edition a drawn card that fits must be played if nothing else could be.",                 \
      "En esta edición la carta robada que sirve se juega si no tenías otra que jugar.")                     \
    X(A1, "The next player draws the cards it shows and loses the turn.",                                    \
      "El siguiente toma las cartas que indica y pierde el turno.")                                          \
    X(A2, "Play runs the other way from now on. With two players it skips instead.",                         \
      "El juego cambia de sentido. Entre dos jugadores, salta el turno.")                                    \
    X(A3, "The next player loses the turn.", "El siguiente pierde el turno.")                                \
    X(A4, "A wild goes on anything, and whoever lays it names the colour.",                                  \
      "Un comodín va sobre cualquier carta, y quien lo pone nombra el color.")                               \
    X(A5, "The next player draws four cards and loses the turn, unless there is a challenge.",               \
      "El siguiente toma cuatro cartas y pierde el turno, salvo que desafíe.")                               \
    X(A6,                                                                                                    \
      "It is honest only if you hold no other card of the colour in play. You can lay it all the "           \
      "same: that is a bluff.",                                                                              \
      "Es legítimo solo si no tienes otra carta del color en juego. Puedes ponerlo igual: es un "           \
      "engaño.")                                                                                             \
    X(A7,                                                                                                    \
      "Who would draw may challenge and sees the hand it was laid from. A bluffer draws instead; a "         \
      "wrong challenge costs two cards more.",                                                               \
      "Quien tendría que tomar puede desafiar y ve la mano de la que salió. Si era engaño, las toma "     \
      "quien la puso; un desafío equivocado cuesta dos cartas más.")                                         \
    X(C1, "All drop their cards at once; the last one draws. Then everybody picks the hand up again.",       \
      "Todos sueltan sus cartas a la vez; el último toma cartas. Luego cada cual recoge su mano.")           \
    X(O10, "Who laid the card drops too. When all but one have dropped, that one is last.",                  \
      "Quien puso la carta también suelta. Cuando solo falta uno, ese es el último.")                        \
    X(G1, "The colour is named, and every player draws a card, the thrower first.",                          \
      "Se nombra el color y todos roban una carta, primero quien la puso.")                                  \
    X(G2, "Then the thrower may lay any one card, whether it fits or not.",                                  \
      "Después quien la puso puede poner cualquier carta, sirva o no.")                                      \
    X(G3, "The others follow that card's colour one by one; who has none draws.",                            \
      "Los demás siguen uno por uno el color de esa carta; quien no lo tiene, toma cartas.")                 \
    X(W1, "The colour is named, and all others show their hands to the whole table.",                        \
      "Se nombra el color y todos los demás muestran su mano a la mesa.")                                    \
    X(W2, "The thrower picks a player who holds that colour; that player loses the turn.",                   \
      "Quien la puso elige a un jugador que tenga ese color; ese jugador pierde el turno.")                  \
    X(U1, "Who lays the last card but one says UNO. Who is caught without it draws two.",                    \
      "Quien juega la penúltima carta dice UNO. A quien descubren sin decirlo, toma dos.")                   \
    X(U2,                                                                                                    \
      "One can be caught until the next player begins a turn, or in some editions as long as one "           \
      "card is left and nothing was said.",                                                                  \
      "Te pueden descubrir hasta que el siguiente empieza su turno o, en algunas ediciones, mientras "       \
      "te quede una carta sin haberlo dicho.")                                                               \
    X(O8, "UNO is owed whenever a hand becomes one card, by playing, swapping or passing hands.",            \
      "UNO se debe siempre que una mano queda en una carta: al jugar, cambiar o pasar manos.")               \
    X(P2, "Advising somebody which card to play costs cards.",                                               \
      "Aconsejar a otro qué carta jugar cuesta cartas.")                                                     \
    X(P3,                                                                                                    \
      "A card that does not fit, or comes out of turn, is taken back; two cards are drawn and a "            \
      "turn is lost.",                                                                                       \
      "La carta que no coincide o que va fuera de turno se recoge; se toman dos y se pierde un turno.")      \
    X(O15, "An accusation counts when more than half of the others make it in the same turn.",               \
      "Una acusación vale cuando más de la mitad de los demás la hacen en el mismo turno.")                  \
    X(O26,                                                                                                   \
      "Spanish text of the classic sheet: anybody but its player may challenge a Wild Draw Four, once.",     \
      "Texto español de la hoja clásica: cualquiera menos quien lo tiró puede desafiar un Roba 4, una vez.") \
    X(K1,                                                                                                    \
      "A waiting Draw Two can be answered with a Draw Two or a Wild Draw Four, a Wild Draw Four with "       \
      "its like; the amounts add up.",                                                                       \
      "Un Toma dos pendiente se responde con otro o con un Toma cuatro; un Toma cuatro, con otro "           \
      "igual; las cantidades se suman.")                                                                     \
    X(K2, "House rule progressive: a waiting draw card is answered with its like; the amounts add up.",      \
      "Regla de la casa progressive: a una carta de tomar pendiente se responde con otra igual; las "        \
      "cantidades se suman.")                                                                                \
    X(K3, "A challenge at the end of such a run concerns the whole sum.",                                    \
      "Un desafío al final de esa serie va por la suma entera.")                                             \
    X(H2, "House rule seven-0: a 0 passes all hands on, a 7 swaps hands with a player of your choice.",      \
      "Regla de la casa seven-0: con un 0 todas las manos pasan; con un 7 cambias tu mano con quien "        \
      "elijas.")                                                                                             \
    X(H3,                                                                                                    \
      "House rule jump-in: who holds a card identical to the top one may play it at once, in turn or "       \
      "not.",                                                                                                \
      "Regla de la casa jump-in: quien tiene una carta idéntica a la de arriba puede jugarla al "           \
      "momento, le toque o no.")                                                                             \
    X(O16, "Nobody jumps in while a choice is unfinished.",                                                  \
      "Nadie entra mientras haya una elección pendiente.")                                                   \
    X(O1, "Two to ten players.", "De dos a diez jugadores.")                                                 \
    X(O4, "After each round the deal passes to the left.",                                                   \
      "Después de cada ronda reparte el de la izquierda.")                                                   \
    X(E1, "Who has no cards left ends the round.", "Quien se queda sin cartas termina la ronda.")            \
    X(E2, "If the last card is a draw card, the next player still draws before the count.",                  \
      "Si la última carta es de tomar, el siguiente todavía toma antes de contar.")                          \
    X(N1, "Numbers count what they show, symbols 20, wilds 50.",                                             \
      "Los números valen lo que muestran, los símbolos 20 y los comodines 50.")                              \
    X(N2, "The winner of a round gets what the others still hold; whoever reaches the target first wins.",   \
      "Quien gana la ronda suma lo que tienen los demás; gana quien llega primero a la meta.")               \
    X(N3, "Everybody is charged what is left in hand; when one reaches the target, the lowest wins.",        \
      "A cada cual se le cuenta lo que le queda; cuando alguien llega a la meta, gana el menor.")            \
    X(N4, "The first round decides.", "Decide la primera ronda.")

#endif
