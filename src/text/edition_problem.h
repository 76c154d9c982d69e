/* edition_problem.h - every way an edition file can be wrong: one list yields the value and the
 * sentence in both languages. Private to the edition parser.
 *
 * '@' stands for the text at fault, '%' for what is allowed instead. A sentence says what to do. */
#ifndef PENULTIMA_TEXT_EDITION_PROBLEM_H
#define PENULTIMA_TEXT_EDITION_PROBLEM_H

/* X(name, English, Spanish) */
#define PEN__EDITION_PROBLEM_LIST(X)                                                                         \
    /* the line */                                                                                           \
    X(EXPECTED, "expected %, found \"@\"", "se esperaba %, pero dice «@»")                                   \
    X(EXPECTED_MORE, "expected %, but the line ends here", "se esperaba %, pero la línea termina aquí")      \
    X(TOO_MUCH, "the statement ends before \"@\": one statement per line",                                   \
      "la línea ya estaba completa antes de «@»: una indicación por línea")                                  \
    X(UNKNOWN_KEY, "unknown statement \"@\"; docs/EDITIONS.md lists them all",                               \
      "indicación desconocida: «@»; docs/EDITIONS.md las explica todas")                                     \
    X(UNKNOWN_KEY_LIKE, "unknown statement \"@\": did you mean \"%\"?",                                      \
      "indicación desconocida: «@»; ¿quisiste decir «%»?")                                                   \
    X(TWICE, "\"@\" is given twice in this file: keep one of the two",                                       \
      "«@» aparece dos veces en este archivo: deja una sola")                                                \
    X(NUMBER_RANGE, "\"@\" does not fit here: a whole number, %", "«@» no vale aquí: un número entero, %")   \
    /* the file */                                                                                           \
    X(NOT_FIRST, "the first statement is: edition NAME", "la primera línea es: edition NOMBRE")              \
    X(LIKE_LATE, "\"like\" comes right after \"edition\"", "«like» va justo después de «edition»")           \
    X(PARENT_UNKNOWN, "there is no built-in edition \"@\"; there are: %",                                    \
      "no hay una edición incluida «@»; hay: %")                                                             \
    X(PARENT_DEPTH, "too many editions \"like\" one another", "demasiadas ediciones «like» unas de otras")   \
    X(MISSING,                                                                                               \
      "this file says nothing about \"%\": add that line, or start from another edition "                    \
      "with \"like\"",                                                                                       \
      "este archivo no dice nada de «%»: añade esa línea, o parte de otra edición con «like»")               \
    X(ID_BAD, "\"@\" cannot be an id: up to 31 small letters a-z, digits and -, a letter first",             \
      "«@» no sirve de nombre interno: hasta 31 letras minúsculas a-z, cifras y -, la primera "           \
      "letra")                                                                                               \
    X(WORD_RESERVED, "\"@\" means something else in records: choose another",                                \
      "«@» ya significa otra cosa en las partidas escritas: elige otra palabra")                             \
    /* strings */                                                                                            \
    X(STRING_OPEN, "the closing quotation mark \" is missing", "faltan las comillas \" de cierre")           \
    X(STRING_EMPTY, "write something between the quotation marks", "escribe algo entre las comillas")        \
    X(STRING_BLANK, "no blank just inside the quotation marks",                                              \
      "sin espacios pegados a las comillas por dentro")                                                      \
    X(STRING_LONG, "this text is too long: at most % bytes",                                                 \
      "este texto es demasiado largo: % bytes como máximo")                                                  \
    X(STRING_UTF8, "this text is not valid UTF-8: save the file as UTF-8",                                   \
      "este texto no es UTF-8 válido: guarda el archivo como UTF-8")                                         \
    X(STRING_CONTROL, "this text has a control character in it: remove it",                                  \
      "este texto lleva un carácter de control: quítalo")                                                    \
    X(SHAPE_ONE, "a shape is exactly one character, such as ●",                                              \
      "la figura es exactamente un carácter, como ●")                                                        \
    /* colours */                                                                                            \
    X(COLORS_MANY, "too many colors: at most %", "demasiados colores: % como máximo")                        \
    X(COLOR_REPEATED, "color \"@\" is listed twice", "el color «@» está dos veces en la lista")              \
    X(COLOR_UNLISTED, "color \"@\" is not in the line \"colors\": add it there, above",                      \
      "el color «@» no está en la línea «colors»: añádelo ahí, más arriba")                                  \
    X(COLOR_INCOMPLETE,                                                                                      \
      "color \"@\" needs a line: color @ letter x, shape \"●\", en \"...\", "                              \
      "es \"...\"",                                                                                          \
      "al color «@» le falta su línea: color @ letter x, shape \"●\", en \"...\", es \"...\"")               \
    X(COLOR_ALIKE, "color \"@\" has the same \"%\" as another one: nobody could tell them apart",            \
      "el color «@» coincide con otro en «%»: no habría forma de distinguirlos")                             \
    X(LETTER_BAD, "\"@\" cannot be a color's letter: one of a-z, but not w, which begins wilds",             \
      "«@» no sirve de letra de color: una de a-z, menos la w, que es la de los comodines")                  \
    /* cards */                                                                                              \
    X(SYMBOL_CODE_BAD,                                                                                       \
      "\"@\" cannot be a symbol's code: up to 7 of a-z 0-9 + -, not beginning "                              \
      "with w or a digit",                                                                                   \
      "«@» no sirve de código de símbolo: hasta 7 signos de a-z 0-9 + -, sin empezar por w ni "          \
      "por cifra")                                                                                           \
    X(WILD_CODE_BAD, "\"@\" cannot be a wild's code: up to 7 of a-z 0-9 + -, beginning with w",              \
      "«@» no sirve de código de comodín: hasta 7 signos de a-z 0-9 + -, empezando por w")                   \
    X(CARD_TAKEN, "there is a card with the code \"@\" already: choose another code",                        \
      "ya hay una carta con el código «@»: elige otro")                                                      \
    X(CARD_UNKNOWN, "there is no card \"@\": describe it above this line",                                   \
      "no hay ninguna carta «@»: descríbela más arriba")                                                     \
    X(CARD_INCOMPLETE, "card \"@\" is new, so it needs %", "la carta «@» es nueva: necesita %")              \
    X(CARDS_MANY, "too many cards: at most % different faces",                                               \
      "demasiadas cartas: % figuras distintas como máximo")                                                  \
    X(KINDS_MANY,                                                                                            \
      "too many different cards from \"@\" on: colors times faces, and the wilds, at "                       \
      "most %",                                                                                              \
      "demasiadas cartas distintas a partir de «@»: colores por figuras, más comodines, % como "          \
      "máximo")                                                                                              \
    X(DECK_LARGE, "the deck gets too large with \"@\": at most % cards in all",                              \
      "con «@» el mazo es demasiado grande: % cartas en total como máximo")                                  \
    X(DECK_SMALL,                                                                                            \
      "the deck has % cards: not enough for every hand and an opening card; fewer "                          \
      "players, smaller hands or more cards",                                                                \
      "el mazo tiene % cartas: no alcanza para todas las manos y la carta inicial; menos "                   \
      "jugadores, manos más chicas o más cartas")                                                            \
    X(NO_OPENING, "no card could start the discard pile: all return or are ignored",                         \
      "ninguna carta podría abrir el pozo: todas vuelven o se ignoran")                                      \
    /* programs */                                                                                           \
    X(STEP_UNKNOWN, "no such step; there are: %", "no hay tal paso; hay: %")                                 \
    X(STEP_COMMA, "a comma is missing after \"@\"", "falta una coma después de «@»")                         \
    X(STEP_LIKE, "unknown step \"@\": did you mean \"%\"?", "paso desconocido: «@»; ¿quisiste decir «%»?")   \
    X(STEP_ONLY_OPEN,                                                                                        \
      "\"@\" is for cards turned over at the start: it can only stand after "                                \
      "\"open\"",                                                                                            \
      "«@» es para la carta que se voltea al empezar: solo va en una línea «open»")                          \
    X(STEP_ONLY_PLAY,                                                                                        \
      "\"@\" cannot happen before the first turn: it can only stand after "                                  \
      "\"play\"",                                                                                            \
      "«@» no puede pasar antes del primer turno: solo va en una línea «play»")                              \
    X(STEP_NEEDS_AMOUNT, "\"@\" needs a number of cards after it, %",                                        \
      "a «@» le falta el número de cartas, %")                                                               \
    X(STEP_NO_AMOUNT, "\"@\" takes no number", "«@» no lleva número")                                        \
    X(STEPS_MANY, "too many steps: at most % for this card",                                                 \
      "demasiados pasos: % como máximo para esta carta")                                                     \
    X(STEP_ALONE, "\"@\" stands alone: no other step with it", "«@» va solo, sin otros pasos")               \
    X(STEP_REPEATED, "\"@\" can stand only once here", "«@» solo puede ir una vez aquí")                     \
    X(NAME_COLOR_FIRST, "a wild begins with \"name color\"", "un comodín empieza por «name color»")          \
    X(NAME_COLOR_NOT, "only a wild names a color; \"@\" has one of its own",                                 \
      "solo un comodín nombra un color; «@» ya tiene el suyo")                                               \
    X(LAY_ANY_ALONE, "\"lay any\" is followed by \"others follow or draw N\"",                               \
      "a «lay any» le sigue «others follow or draw N»")                                                      \
    X(FOLLOW_ALONE, "\"others follow or draw\" comes right after \"lay any\"",                               \
      "«others follow or draw» va justo después de «lay any»")                                               \
    X(CHOSEN_ALONE, "\"skip chosen\" is for wilds and comes right after \"reveal others\"",                  \
      "«skip chosen» es de comodines y va justo después de «reveal others»")                                 \
    X(DRAW_LATE, "\"draw next\" comes before \"@\", which waits for a player's choice",                      \
      "«draw next» va antes de «@», que espera la elección de un jugador")                                   \
    X(WILD_PLAY_MISSING, "wild \"@\" needs a line: play @ name color, ...",                                  \
      "al comodín «@» le falta una línea: play @ name color, ...")                                           \
    X(WILD_OPEN_MISSING, "wild \"@\" needs a line: open @ name color, or return, or ignore",                 \
      "al comodín «@» le falta una línea: open @ name color, o return, o ignore")                            \
    X(PROGRAM_BAD, "the steps of \"@\" do not fit together: see docs/EDITIONS.md",                           \
      "los pasos de «@» no encajan entre sí: mira docs/EDITIONS.md")                                         \
    /* draw cards */                                                                                         \
    X(NOT_A_DRAW, "card \"@\" makes nobody draw: only a card with \"draw next\" can be here",                \
      "la carta «@» no hace tomar a nadie: aquí solo va una que tenga «draw next»")                          \
    X(HONEST_ALONE, "\"honest\" and \"challenge\" go together: card \"@\" has only one of them",             \
      "«honest» y «challenge» van juntos: la carta «@» solo tiene uno")                                      \
    /* limits */                                                                                             \
    X(PLAYERS_ORDER, "the smaller number of players comes first", "primero va el número menor de jugadores") \
    X(LIMITS, "a number of this edition is out of range: see docs/EDITIONS.md",                              \
      "un número de esta edición está fuera de rango: mira docs/EDITIONS.md")

enum pen__edition_problem {
#define X(name, en, es) PROBLEM_##name,
    PEN__EDITION_PROBLEM_LIST(X)
#undef X
        PROBLEM_COUNT
};

#endif
