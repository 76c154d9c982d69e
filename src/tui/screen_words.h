/* screen_words.h - the sentences of the full screen, English and Spanish side by side; words.h takes them in.
 * What can be filled in is listed there. */
#ifndef TUI_SCREEN_WORDS_H
#define TUI_SCREEN_WORDS_H

#define TUI_SCREEN_WORDS_LIST(X)                                                                             \
    /* ---- the table ---- */                                                                                \
    X(ROUND, "Round {number}", "Ronda {number}")                                                             \
    X(TO_POINTS, "to {number} points", "a {number} puntos")                                                  \
    X(TO_LOWEST, "lowest when one has {number}", "gana el menor cuando alguien llega a {number}")            \
    X(ONE_ROUND, "one round decides", "decide una ronda")                                                    \
    X(YOU, "{name} (you)", "{name} (tú)")                                                                    \
    X(CARDS, "{number} {card|cards}", "{number} {carta|cartas}")                                             \
    X(POINTS, "{number} {point|points}", "{number} {punto|puntos}")                                          \
    X(UNO, "UNO!", "¡UNO!")                                                                                  \
    X(DECK, "pile", "mazo")                                                                                  \
    X(TOP, "top", "arriba")                                                                                  \
    X(LEFT, "to the left", "hacia la izquierda")                                                             \
    X(RIGHT, "to the right", "hacia la derecha")                                                             \
    X(DEALER, "{name} dealt", "Repartió {name}")                                                             \
    X(WAITING_FOR, "for {name}", "para {name}")                                                              \
    X(HAND_OF, "{name} showed:", "{name} mostró:")                                                           \
    X(KEY_SPACE, "Space", "Espacio")                                                                         \
    X(KEY_ENTER, "Enter", "Intro")                                                                           \
    X(TOO_SMALL, "The window is too small: 40x12 at least.", "La ventana es muy pequeña: mínimo 40x12.")     \
    /* ---- what is expected ---- */                                                                         \
    X(ASK_TURN, "Your turn: play a card or draw", "Te toca: juega una carta o roba")                         \
    X(ASK_TURN_NOTHING, "Your turn: no card fits, so draw", "Te toca: ninguna carta sirve; roba")            \
    X(ASK_DRAWN, "You drew {card}: play it or keep it", "Robaste {card}: juégala o guárdala")                \
    X(ASK_DRAWN_FORCED, "You drew {card}: it has to be played", "Robaste {card}: hay que jugarla")           \
    X(ASK_PENDING, "{number} {card waits|cards wait} for you",                                               \
      "Te {espera|esperan} {number} {carta|cartas}")                                                         \
    X(ASK_PENDING_ANSWER, "{number} {card waits|cards wait} for you: take or answer",                        \
      "Te {espera|esperan} {number} {carta|cartas}: toma o responde")                                        \
    X(ASK_NAME, "A wild to begin with: which colour?", "Empieza un comodín: ¿qué color?")                    \
    X(ASK_COLOR, "{card}: which colour?", "{card}: ¿qué color pides?")                                       \
    X(ASK_SWAP, "Whom do you swap hands with?", "¿Con quién cambias la mano?")                               \
    X(ASK_RACE, "Drop your cards, quick!", "¡Suelta tus cartas, rápido!")                                    \
    X(ASK_RACE_DONE, "You have dropped; the others are still at it", "Ya las soltaste; faltan los demás")    \
    X(ASK_STREAM, "Lay any card you like, or none", "Pon la carta que quieras, o ninguna")                   \
    X(ASK_FOLLOW, "Follow {color}", "Sigue el color {color}")                                                \
    X(ASK_SWING, "Who loses the turn?", "¿Quién pierde el turno?")                                           \
    X(ASK_CATCH, "Who did not say UNO?", "¿Quién no dijo UNO?")                                              \
    X(ASK_ACCUSE, "Who gave advice?", "¿Quién dio consejos?")                                                \
    X(ASK_ASKED, "You could step in now", "Ahora puedes intervenir")                                         \
    X(ASK_UNO, "One card left: say UNO!", "Te queda una carta: ¡di UNO!")                                    \
    X(TURN_OF, "{name} is thinking…", "{name} está pensando…")                                               \
    X(TURN_SENT, "Sent; waiting for the table…", "Enviado; esperando a la mesa…")                            \
    X(TURN_NOBODY, "The round is over", "La ronda terminó")                                                  \
    X(UNO_READY, "UNO! goes with your next card", "Dirás ¡UNO! con tu próxima carta")                        \
    X(BLUFF, "It would be a bluff (A6): they may challenge you", "Sería un engaño (A6): te pueden desafiar") \
    X(REFUSED, "{name}: {text}", "{name}: {text}")                                                           \
    X(NOTICE, "{text}", "{text}")                                                                            \
    X(HINT, "Hint: {text}", "Pista: {text}")                                                                 \
    X(NO_HINT, "Nothing to decide now", "Ahora no hay nada que decidir")                                     \
    X(PROTECTED, "Mistakes are stopped before they happen", "Los errores se impiden antes de que pasen")     \
    X(UNPROTECTED, "Careful: mistakes are allowed now, and punished (P3)",                                   \
      "Cuidado: ahora los errores se permiten y se castigan (P3)")                                           \
    /* ---- keys with their labels; the letter of each is in offer.c ---- */                                 \
    X(DO_DRAW, "Draw", "Robar")                                                                              \
    X(DO_KEEP, "Keep it", "Guardarla")                                                                       \
    X(DO_TAKE, "Take {number}", "Tomar {number}")                                                            \
    X(DO_CHALLENGE, "Challenge {name}", "Desafiar a {name}")                                                 \
    X(DO_UNO, "UNO!", "¡UNO!")                                                                               \
    X(DO_UNO_WITH, "UNO! with the card", "¡UNO! con la carta")                                               \
    X(DO_UNO_WITHOUT, "without UNO", "sin decir UNO")                                                        \
    X(DO_UNO_OF, "{name}: UNO!", "{name}: ¡UNO!")                                                            \
    X(DO_CATCH, "Catch {name}", "Descubrir a {name}")                                                        \
    X(DO_CATCH_SOMEBODY, "Catch somebody", "Descubrir a alguien")                                            \
    X(DO_CATCH_OF, "{name} catches {other}", "{name} descubre a {other}")                                    \
    X(DO_JUMP, "Jump in: {card}", "Entrar con {card}")                                                       \
    X(DO_DROP, "Drop!", "¡Soltar!")                                                                          \
    X(DO_DROP_OF, "{name} drops", "{name} suelta")                                                           \
    X(DO_NO_CARD, "No card", "Ninguna carta")                                                                \
    X(DO_ACCUSE, "Accuse", "Acusar")                                                                         \
    X(DO_PASS, "Go on", "Seguir")                                                                            \
    X(DO_HINT, "hint", "pista")                                                                              \
    X(DO_HELP, "help", "ayuda")                                                                              \
    X(DO_LOG, "moves", "jugadas")                                                                            \
    X(DO_SEEN, "Hands seen", "Manos vistas")                                                                 \
    X(DO_PROTECT, "Stop mistakes", "Impedir errores")                                                        \
    X(DO_UNPROTECT, "Allow mistakes", "Permitir errores")                                                    \
    X(DO_LEAVE, "leave", "salir")                                                                            \
    X(DO_BACK, "Back", "Volver")                                                                             \
    X(DO_YES, "Yes", "Sí")                                                                                   \
    X(DO_NEXT_ROUND, "Next round", "Siguiente ronda")                                                        \
    X(DO_AGAIN, "Another game", "Otra partida")                                                              \
    X(DO_READY, "Show my cards", "Muestra mis cartas")                                                       \
    X(DO_READ, "Go on", "Seguir")                                                                            \
    /* ---- pages ---- */                                                                                    \
    X(PAGE_HELP, "Help", "Ayuda")                                                                            \
    X(PAGE_LOG, "All moves of this round", "Todas las jugadas de esta ronda")                                \
    X(PAGE_SEEN, "Hands you have seen", "Manos que viste")                                                   \
    X(PAGE_COUNT, "End of round {number}", "Fin de la ronda {number}")                                       \
    X(PAGE_OVER, "End of the game", "Fin de la partida")                                                     \
    X(PAGE_LESSON, "Lesson", "Lección")                                                                      \
    X(PAGE_LEAVE, "Leave the table?", "¿Dejar la mesa?")                                                     \
    X(LEAVE_KEPT, "The game is kept; the next 'penultima play' offers to go on.",                            \
      "La partida queda guardada; el próximo 'penultima play' ofrece seguirla.")                             \
    X(LEAVE_UNSAVED, "The last moves could not be saved: leave now and they are lost.",                      \
      "Las últimas jugadas no se han podido guardar: si sales ahora, se pierden.")                           \
    X(LEAVE_LESSON, "Lessons are not kept: the next time they begin with the first.",                        \
      "Las lecciones no se guardan: la próxima vez empiezan por la primera.")                                \
    X(LEAVE_SEAT, "A bot plays on for you; the same 'penultima join' takes the seat back.",                  \
      "Un bot juega por ti; con el mismo 'penultima join' recuperas tu sitio.")                              \
    X(HANDOVER, "The keyboard goes to {name}", "El teclado es para {name}")                                  \
    X(HANDOVER_HIDDEN, "The cards stay hidden until {name} is here.",                                        \
      "Las cartas quedan ocultas hasta que {name} esté aquí.")                                               \
    X(COUNT_WON, "{name} has no cards left", "{name} se quedó sin cartas")                                   \
    X(COUNT_VOID, "Nobody could play or draw: the round is void",                                            \
      "Nadie pudo jugar ni robar: la ronda es nula")                                                         \
    X(COUNT_HOLDS, "holds {number}", "suma {number}")                                                        \
    X(COUNT_GAINS, "+{number}", "+{number}")                                                                 \
    X(COUNT_TOTAL, "total {number}", "total {number}")                                                       \
    X(OVER_WON, "{name} wins the game!", "¡{name} gana la partida!")                                         \
    X(OVER_SHARED, "The game is shared by {text}", "Comparten la victoria: {text}")                          \
    X(SEEN_NONE, "You have seen no hand in this round.", "En esta ronda no viste ninguna mano.")             \
    X(SEEN_THEN, "{name}, as it was then:", "{name}, como era entonces:")                                    \
    X(HELP_KEYS, "Keys", "Teclas")                                                                           \
    X(HELP_CARDS, "1 to 0 play that card; ← → choose, Enter plays; Tab goes to the next card that fits",     \
      "1 a 0 juegan esa carta; ← → eligen, Intro juega; Tab va a la próxima que sirve")                      \
    X(HELP_MOUSE, "Mouse: a click raises a card, another plays it; keys can be clicked too",                 \
      "Ratón: un clic levanta la carta, otro la juega; también vale hacer clic en las teclas")               \
    X(HELP_SITUATION, "Now", "Ahora")                                                                        \
    X(HELP_CARD, "Your card: {card}", "Tu carta: {card}")                                                    \
    X(HELP_TABLE, "At this table", "En esta mesa")                                                           \
    X(HELP_LEGEND, "▶ has the turn · +6 cards waiting · ¤ dealt · ✓ has dropped · ⊘ loses a turn",           \
      "▶ tiene el turno · +6 le esperan cartas · ¤ repartió · ✓ ya soltó · ⊘ pierde un turno")               \
    X(MORE, "↓ more", "↓ más")                                                                               \
    /* ---- the menu ---- */                                                                                 \
    X(MENU_WELCOME, "One more round? The last but one, as always.",                                          \
      "¿Otra ronda? La penúltima, como siempre.")                                                            \
    X(MENU_GO_ON, "Go on with the game you left", "Seguir la partida que dejaste")                           \
    X(MENU_PLAY, "Play", "Jugar")                                                                            \
    X(MENU_TUTORIAL, "Learn by playing", "Aprender jugando")                                                 \
    X(MENU_EDITION, "Edition", "Edición")                                                                    \
    X(MENU_OPPONENTS, "Opponents", "Rivales")                                                                \
    X(MENU_LEVEL, "They play", "Juegan como")                                                                \
    X(MENU_HOUSE, "House rules", "Reglas de la casa")                                                        \
    X(MENU_HOUSE_NONE, "none", "ninguna")                                                                    \
    X(MENU_LANGUAGE, "Language", "Idioma")                                                                   \
    X(MENU_LANGUAGE_NAME, "English", "español")                                                              \
    X(MENU_LEAVE, "Leave", "Salir")                                                                          \
    X(MENU_KEYS, "[↑↓] choose  [←→] change  [Enter] play  [q] leave",                                        \
      "[↑↓] elegir  [←→] cambiar  [Intro] jugar  [q] salir")                                                 \
    /* ---- a record ---- */                                                                                 \
    X(WATCH_AT, "Step {number} of {text}", "Paso {number} de {text}")                                        \
    X(WATCH_EYES, "Seen by {name}", "Como lo ve {name}")                                                     \
    X(WATCH_ALL, "All cards open", "Todas las cartas a la vista")                                            \
    X(WATCH_PUBLIC, "Seen by a spectator", "Como lo ve el público")                                          \
    X(WATCH_END, "End of the record", "Fin de la partida guardada")                                          \
    X(DO_FORWARD, "forwards", "adelante")                                                                    \
    X(DO_BACKWARD, "backwards", "atrás")                                                                     \
    X(DO_ROUND_FORWARD, "next round", "ronda siguiente")                                                     \
    X(DO_ROUND_BACKWARD, "round before", "ronda anterior")                                                   \
    X(DO_EYES, "whose eyes", "otros ojos")                                                                   \
    X(DO_ALL_OPEN, "all open", "todo abierto")                                                               \
    X(DO_RUN, "run", "correr")                                                                               \
    X(DO_STOP, "stop", "parar")

#endif
