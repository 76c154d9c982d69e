/* words_table.h - every sentence of tables, lines and hints, English and Spanish side by side. What can be
 * filled in is listed in words.h. */
#ifndef TUI_WORDS_TABLE_H
#define TUI_WORDS_TABLE_H

#define TUI_WORDS_LIST(X)                                                                                    \
    /* ---- saving ---- */                                                                                   \
    X(SAVE_FAILED, "The game cannot be saved ({text}); it goes on all the same",                             \
      "No se puede guardar la partida ({text}); se sigue jugando igual")                                     \
    X(SAVED_AGAIN, "The game is being saved again", "La partida se vuelve a guardar")                        \
    X(KEPT, "The game is kept in {text}", "La partida queda guardada en {text}")                             \
    X(KEEP_FAILED, "The finished game could not be kept ({text})",                                           \
      "No se pudo conservar la partida terminada ({text})")                                                  \
    X(GOES_ON, "We go on where you left: round {number}", "Seguimos donde la dejaste: ronda {number}")       \
    X(UNFINISHED, "{text}, round {number}: {name}", "{text}, ronda {number}: {name}")                        \
    /* ---- what can be done, as an order ---- */                                                            \
    X(DO_PLAY, "Play {card}", "Juega {card}")                                                                \
    X(DO_PLAY_NAMING, "Play {card} and name {color}", "Juega {card} y pide {color}")                         \
    X(DO_ANSWER, "Answer with {card}", "Responde con {card}")                                                \
    X(DO_ANSWER_NAMING, "Answer with {card} and name {color}", "Responde con {card} y pide {color}")         \
    X(DO_DRAW, "Draw a card", "Roba una carta")                                                              \
    X(DO_KEEP, "Keep the card", "Quédate con la carta")                                                      \
    X(DO_TAKE, "Take {number} {card|cards}", "Toma {number} {carta|cartas}")                                 \
    X(DO_CHALLENGE, "Challenge {name}", "Desafía a {name}")                                                  \
    X(DO_NAME, "Name {color}", "Pide {color}")                                                               \
    X(DO_SAY_UNO, "Say UNO!", "Di ¡UNO!")                                                                    \
    X(DO_CATCH, "Catch {name}, who did not say UNO", "Descubre a {name}, que no dijo UNO")                   \
    X(DO_JUMP, "Jump in with {card}", "Entra con {card}")                                                    \
    X(DO_JUMP_NAMING, "Jump in with {card} and name {color}", "Entra con {card} y pide {color}")             \
    X(DO_SWAP, "Swap hands with {name} ({number} {card|cards})",                                             \
      "Cambia tu mano con {name} ({number} {carta|cartas})")                                                 \
    X(DO_DROP, "Drop your cards!", "¡Suelta las cartas!")                                                    \
    X(DO_DROP_OF, "{name} drops the cards!", "¡{name} suelta las cartas!")                                   \
    X(DO_STREAM, "Lay {card} for the others to follow", "Pon {card} para que los demás sigan")               \
    X(DO_STREAM_NAMING, "Lay {card} and make them follow {color}", "Pon {card} y que sigan {color}")         \
    X(DO_STREAM_NONE, "Lay no card", "No pongas ninguna carta")                                              \
    X(DO_FOLLOW, "Follow with {card}", "Sigue con {card}")                                                   \
    X(DO_SWING, "Skip {name} ({number} {card|cards})", "Salta a {name} ({number} {carta|cartas})")           \
    X(DO_ACCUSE, "Accuse {name} of giving advice", "Acusa a {name} de dar consejos")                         \
    X(DO_WITH_UNO, " and say UNO!", " y di ¡UNO!")                                                           \
    X(DO_AS, "{name}: ", "{name}: ")                                                                         \
    /* ---- hints: why ---- */                                                                               \
    X(WHY_WINS, "it is your last card and wins the round", "es tu última carta y gana la ronda")             \
    X(WHY_PASSES_ON, "so the cards go on to {name} instead of to you",                                       \
      "así las cartas le tocan a {name} y no a ti")                                                          \
    X(WHY_DRAWN, "the card you drew fits, and one card less is one card less",                               \
      "la carta que robaste sirve, y una menos es una menos")                                                \
    X(WHY_STOPS, "{name} has only {number} {card|cards} and must be stopped",                                \
      "a {name} le {queda|quedan} {number} {carta|cartas} y hay que frenarle")                               \
    X(WHY_DRAWS, "{name} draws {number} and loses the turn", "{name} toma {number} y pierde el turno")       \
    X(WHY_SKIPS, "{name} loses the turn", "{name} pierde el turno")                                          \
    X(WHY_AGAIN, "you are in turn again at once", "te vuelve a tocar enseguida")                             \
    X(WHY_ONLY, "nothing else of yours fits", "no te sirve otra cosa")                                       \
    X(WHY_WILD, "it turns play to {color}, of which you hold {number}",                                      \
      "lleva el juego a {color}, y de ese color tienes {number}")                                            \
    X(WHY_MOST, "of {color} you hold most, so you can go on with it",                                        \
      "de {color} es de lo que más tienes: podrás seguir")                                                   \
    X(WHY_TURNS, "it turns play to {color}, of which you hold {number}",                                     \
      "cambia el juego a {color}, y de ese color tienes {number}")                                           \
    X(WHY_POINTS, "it counts {number} points against you if you are left with it",                           \
      "si te quedas con ella, cuenta {number} puntos contra ti")                                             \
    X(WHY_SAVES_WILDS, "it fits, and your wilds stay for when nothing else does",                            \
      "sirve, y los comodines se guardan para cuando no haya otra cosa")                                     \
    X(WHY_FITS, "played out in the head, it ended best most often",                                          \
      "jugando por adelantado, es la que mejor acaba")                                                       \
    X(WHY_NOTHING_FITS, "nothing of yours fits", "no tienes nada que sirva")                                 \
    X(WHY_LATER, "what fits now is worth more later", "lo que sirve ahora vale más después")                 \
    X(WHY_NO_ANSWER, "nothing of yours answers it", "no tienes con qué responder")                           \
    X(WHY_TAKE_HONEST, "{name} has probably not bluffed", "seguramente {name} no engañó")                    \
    X(WHY_CHALLENGE, "{name} may well have held the colour and bluffed",                                     \
      "puede que {name} tuviera el color y engañara")                                                        \
    X(WHY_NAME, "of that colour you hold {number}", "de ese color tienes {number}")                          \
    X(WHY_SWAP, "that hand has {number} {card|cards}", "esa mano tiene {number} {carta|cartas}")             \
    X(WHY_UNO, "you have one card; before somebody notices", "te queda una carta; antes de que lo noten")    \
    X(WHY_CATCH, "{name} will draw for it", "{name} robará por ello")                                        \
    X(WHY_DROP, "the last one draws", "quien llega al final roba")                                           \
    X(WHY_FOLLOW, "you must follow if you can", "si puedes seguir, tienes que seguir")                       \
    X(WHY_STREAM, "one card less for you, and who lacks the colour draws",                                   \
      "una carta menos para ti, y quien no tenga el color roba")                                             \
    X(WHY_JUMP, "it is the card on top: one less without waiting for your turn",                             \
      "es la misma de arriba: una menos sin esperar tu turno")                                               \
    /* ---- lines: the start ---- */                                                                         \
    X(HELLO, "Penúltima. Answer with a number and Enter; Enter alone takes what stands in brackets.",        \
      "Penúltima. Responde con un número y Enter; Enter solo elige lo que va entre corchetes.")              \
    X(ASK_GO_ON, "You left a game: {text}", "Dejaste una partida: {text}")                                   \
    X(CHOICE_GO_ON, "Go on with it", "Seguir con ella")                                                      \
    X(CHOICE_NEW, "A new game (the other one is kept)", "Partida nueva (la otra se conserva)")               \
    X(CHOICE_LEAVE, "Leave", "Salir")                                                                        \
    X(ASK_EDITION, "Which edition?", "¿Qué edición?")                                                        \
    X(CHOICE_TUTORIAL, "Learn to play, step by step", "Aprender a jugar, paso a paso")                       \
    X(ASK_OPPONENTS, "How many opponents, {text}? A strength may follow: {other}.",                          \
      "¿Cuántos rivales, {text}? Puede seguir su nivel: {other}.")                                           \
    X(RANGE, "{name} to {other}", "de {name} a {other}")                                                     \
    X(NOT_A_CHOICE, "That is none of the choices.", "Esa no es una de las opciones.")                        \
    /* ---- lines: the game ---- */                                                                          \
    X(HELP_1, "Answer with the number of a choice, or write a card as in brackets: r7, w blue, r7 uno.",     \
      "Responde con el número de una opción, o escribe una carta como va entre corchetes: r7, w blue, r7 " \
      "uno.")                                                                                                \
    X(HELP_2,                                                                                                \
      "h hint · t the table again · m more choices · p protection · ? help · q leave (the game is kept)",    \
      "h consejo · t la mesa otra vez · m más opciones · p protección · ? ayuda · q salir (se guarda)")      \
    X(ROUND, "Round {number}", "Ronda {number}")                                                             \
    X(LESSON, "Lesson {number}", "Lección {number}")                                                         \
    X(YOUR_TURN, "{name}, it is your turn.", "{name}, te toca.")                                             \
    X(RACE, "Quick!", "¡Rápido!")                                                                            \
    X(YOUR_CHANCE, "You could:", "Podrías:")                                                                 \
    X(TABLE_TOP, "On top: {card} [{text}].", "Arriba: {card} [{text}].")                                     \
    X(TABLE_COLOR, "Colour in play: {color}.", "Color en juego: {color}.")                                   \
    X(TABLE_PENDING, "Waiting to be drawn: {number}.", "Por tomar: {number}.")                               \
    X(TABLE_PILE, "Draw pile: {number}.", "Mazo: {number}.")                                                 \
    X(TABLE_LEFT, "Play runs to the left ↻.", "Se juega hacia la izquierda ↻.")                              \
    X(TABLE_RIGHT, "Play runs to the right ↺.", "Se juega hacia la derecha ↺.")                              \
    X(TABLE_CARDS, "Cards: {text}.", "Cartas: {text}.")                                                      \
    X(TABLE_HAND, "Your hand: {text}", "Tu mano: {text}")                                                    \
    X(REFUSED, "No: {text} ({name}).", "No: {text} ({name}).")                                               \
    X(TOO_LATE, "Too late: the table has moved on.", "Tarde: la mesa ya siguió.")                            \
    X(NOTHING_TO_HINT, "Nothing to do just now.", "Ahora no hay nada que hacer.")                            \
    X(WHICH_COLOR, "Which colour?", "¿Qué color?")                                                           \
    X(CHOICE_PASS, "Let it go", "Dejarlo pasar")                                                             \
    X(PROTECTED, "Protection is on: a card that does not fit is refused, not punished.",                     \
      "Protección puesta: una carta que no sirve se rechaza, no se castiga.")                                \
    X(UNPROTECTED, "Protection is off: a wrong card costs you (P3).",                                        \
      "Sin protección: una carta indebida te cuesta (P3).")                                                  \
    X(NO_MISPLAYS, "In this edition a wrong card is always refused, so there is nothing to protect from.",   \
      "En esta edición una carta indebida siempre se rechaza: no hay de qué protegerte.")                    \
    X(NO_MORE, "There are no more choices now.", "Ahora no hay más opciones.")                               \
    X(MISPLAY, "Lay {card} although it does not fit", "Pon {card} aunque no sirva")                          \
    X(HIDE, "{name}, press Enter to hide your cards.", "{name}, pulsa Enter para esconder tus cartas.")      \
    X(COME, "{name}: press Enter when you alone are looking.", "{name}: pulsa Enter cuando solo mires tú.")  \
    X(LEFT_WITH, "{name} is left with {text}: {number} {point|points}",                                      \
      "A {name} le queda {text}: {number} {punto|puntos}")                                                   \
    X(GAINED, "{name} scores {number} {point|points}", "{name} suma {number} {punto|puntos}")                \
    X(SCORES, "Points: {text}", "Puntos: {text}")                                                            \
    X(ROUND_END, "Enter: deal the next round.", "Enter: repartir la siguiente ronda.")                       \
    X(GAME_WON, "{name} wins the game!", "¡{name} gana la partida!")                                         \
    X(GAME_SHARED, "The game is shared by: {name}", "Comparten la victoria: {name}")                         \
    X(ASK_AGAIN, "Another game?", "¿Otra partida?")                                                          \
    X(CHOICE_AGAIN, "Yes, the penultimate", "Sí, la penúltima")                                              \
    X(CHOICE_NO_MORE, "No", "No")                                                                            \
    X(CONTINUE, "Enter goes on.", "Enter sigue.")                                                            \
    X(SAVED_BYE, "Until later: the game is kept, and 'penultima play' will offer to go on.",                 \
      "Hasta luego: la partida queda guardada y 'penultima play' ofrecerá seguirla.")                        \
    X(UNSAVED_BYE, "Until later. The last moves could not be saved.",                                        \
      "Hasta luego. Las últimas jugadas no se han podido guardar.")                                          \
    X(BYE, "Until next time.", "Hasta la próxima.")                                                          \
    /* ---- the tutorial; the lessons themselves are in lessons.h ---- */                                    \
    X(TUTORIAL_OTHER, "That is allowed too. But for now: {text}.",                                           \
      "Eso también se puede. Pero ahora: {text}.")                                                           \
    X(TUTORIAL_WAIT, "That is allowed too. But wait for the others now.",                                    \
      "Eso también se puede. Pero ahora espera a los demás.")                                                \
    X(TUTORIAL_END,                                                                                          \
      "You have won, and you know the game.\nWhat else there is: a hint whenever you want one, the rule "    \
      "for any card, and editions where draw cards pile up, hands go round, or everybody drops the "         \
      "cards at once. The rules of each stand in its edition.",                                              \
      "Has ganado, y ya sabes jugar.\nQué más hay: un consejo cuando lo quieras, la regla de cualquier "   \
      "carta, y ediciones donde las cartas de tomar se acumulan, las manos cambian de dueño o todos "       \
      "sueltan las cartas a la vez. Cada edición trae sus reglas.")

#endif
