/* remote_words.h - what is said about a table on a server, English and Spanish side by side. What can be
 * filled in is listed in words.h. */
#ifndef TUI_REMOTE_WORDS_H
#define TUI_REMOTE_WORDS_H

#define TUI_REMOTE_WORDS_LIST(X)                                                                             \
    /* ---- the connection ---- */                                                                           \
    X(CONNECTING, "Connecting to {text} ...", "Conectando con {text} ...")                                   \
    X(LOST, "The connection is lost; trying again ...", "Se cortó la conexión; probando otra vez ...")       \
    X(LOST_BECAUSE, "The connection is lost ({text}); trying again ...",                                     \
      "Se cortó la conexión ({text}); probando otra vez ...")                                                \
    X(DOOR_SHUT, "the game has begun, and no seat is yours; --watch looks on",                               \
      "la partida ya empezó y ningún sitio es tuyo; con --watch puedes mirar")                               \
    X(BACK, "The connection is back.", "Ha vuelto la conexión.")                                             \
    X(NOT_KEPT, "Your seat cannot be remembered on this disk: if this program ends, it is lost to you.",     \
      "No se puede recordar tu asiento en este disco: si el programa se cierra, lo pierdes.")                \
    X(NONSENSE, "{text} says something that cannot be understood; perhaps it is newer than this program.",   \
      "{text} dice algo que no se entiende; quizá es más nuevo que este programa.")                          \
    X(STRANGE_EDITION, "The table plays {text}, an edition that this program does not have.",                \
      "La mesa juega {text}, una edición que este programa no tiene.")                                       \
    X(NO_COMMIT, "The server has committed to no seed: yours is not sent, and this shuffle proves nothing.", \
      "El servidor no ha comprometido ninguna semilla: la tuya no se envía y este barajado no prueba nada.") \
    X(SIGNED_BADLY,                                                                                          \
      "!!! The server's signature is wrong, or its key has changed. Do not trust this shuffle.",             \
      "!!! La firma del servidor no vale o su clave ha cambiado. No te fíes de este barajado.")              \
    X(OTHER_COMMIT, "!!! The server has changed its commitment: your seed is not revealed.",                 \
      "!!! El servidor ha cambiado su compromiso: tu semilla no se revela.")                                 \
    X(OTHER_SEAL, "!!! The server has not signed your commitment: your seed is not revealed.",               \
      "!!! El servidor no ha firmado tu compromiso: tu semilla no se revela.")                               \
    X(CHECK_WRONG, "!!! {text}", "!!! {text}")                                                               \
    X(SHUFFLE_GOOD,                                                                                          \
      "Checked: commitment, your seed, every card and the server's signatures agree with the record.",       \
      "Comprobado: el compromiso, tu semilla, cada carta y las firmas del servidor concuerdan con el "       \
      "registro.")                                                                                           \
    X(SHUFFLE_UNSIGNED, "Checked: commitment, your seed and every card agree. This server signs nothing.",   \
      "Comprobado: el compromiso, tu semilla y cada carta concuerdan. Este servidor no firma nada.")         \
    X(SHUFFLE_WRONG,                                                                                         \
      "!!! THIS GAME DOES NOT CHECK. What was seen is kept; penultima verify shows it: {text}",              \
      "!!! ESTA PARTIDA NO CUADRA. Lo visto queda guardado; penultima verify lo enseña: {text}")             \
    X(NO_CHANCE, "The system gives no random numbers.", "El sistema no da números al azar.")                 \
    /* ---- the lobby ---- */                                                                                \
    X(TABLE, "Table {name} on {text}", "Mesa {name} en {text}")                                              \
    X(TABLE_TITLED, "{other}: table {name} on {text}", "{other}: mesa {name} en {text}")                     \
    X(LINK, "The link for the others: {text}", "El enlace para los demás: {text}")                           \
    X(EDITION, "They play {name}: {text}", "Se juega {name}: {text}")                                        \
    X(NO_HOUSE, "No house rules.", "Sin reglas de la casa.")                                                 \
    X(HOUSE_PROGRESSIVE, "House rule progressive: draw cards pile up until somebody takes them all.",        \
      "Regla de la casa progressive: las cartas de tomar se acumulan hasta que alguien se las lleva.")       \
    X(HOUSE_SEVEN_0, "House rule seven-0: a 7 swaps hands with somebody, a 0 passes all hands on.",          \
      "Regla de la casa seven-0: un 7 cambia tu mano con alguien, un 0 hace pasar todas las manos.")         \
    X(HOUSE_JUMP_IN, "House rule jump-in: who holds the very card on top may lay it out of turn.",           \
      "Regla de la casa jump-in: quien tenga la misma carta de arriba puede ponerla sin esperar turno.")     \
    X(SCORING_POINTS, "For points: whoever wins a round scores what the others hold; {number} win.",         \
      "Por puntos: quien gana la ronda suma lo que tienen los demás; se gana con {number}.")                 \
    X(SCORING_LOWEST, "Everybody counts what is left; at {number} the fewest points win.",                   \
      "Cada cual cuenta lo que le queda; al llegar a {number} ganan los menos puntos.")                      \
    X(SCORING_QUICK, "A single round: whoever is out first wins.",                                           \
      "Una sola ronda: gana quien se queda antes sin cartas.")                                               \
    X(CLOCK_MOVE, "{number} {second|seconds} for each move.", "{number} {segundo|segundos} por jugada.")     \
    X(CLOCK_DAYS, "{number} {day|days} for each move.", "{number} {día|días} por jugada.")                   \
    X(CLOCK_NONE, "No clock.", "Sin reloj.")                                                                 \
    X(SERIES, "A series of {number} games.", "Una serie de {number} partidas.")                              \
    X(SEAT_FREE, "free", "libre")                                                                            \
    X(SEAT_BOT, "{name} (bot, {text})", "{name} (bot, {text})")                                              \
    X(SEAT_YOU, "you", "tú")                                                                                 \
    X(SEAT_HOST, "host", "puso la mesa")                                                                     \
    X(SEAT_AGREED, "agrees", "de acuerdo")                                                                   \
    X(SEAT_NOT_AGREED, "has not agreed yet", "aún no ha aceptado")                                           \
    X(SEAT_GONE, "not here", "no está")                                                                      \
    X(SEAT_WINS, "{number} {win|wins}", "{number} {ganada|ganadas}")                                         \
    X(WATCHERS, "{number} {is|are} watching.", "{number} {mira|miran}.")                                     \
    X(AGREE, "Agree to these rules", "Aceptar estas reglas")                                                 \
    X(AGREE_AGAIN, "Another game", "Otra partida")                                                           \
    X(START, "Begin the game", "Empezar la partida")                                                         \
    X(ADD_BOT, "Seat a bot (a strength may follow: {text})",                                                 \
      "Sentar un bot (puede seguir su nivel: {text})")                                                       \
    X(TAKE_BOT, "Send {name} (bot) away", "Quitar a {name} (bot)")                                           \
    X(LOBBY_HELP, "q leaves, /text says something to the table, / shows what else there is.",                \
      "q sale, /texto dice algo a la mesa, / muestra qué más hay.")                                          \
    X(WAITING_START, "Everybody has agreed; {name} begins the game.",                                        \
      "Todo el mundo está de acuerdo; {name} empieza la partida.")                                           \
    X(WAITING_OTHERS, "Waiting for the others.", "Esperando a los demás.")                                   \
    X(REVEALING, "The cards are being shuffled with everybody's seed.",                                      \
      "Se barajan las cartas con la semilla de cada cual.")                                                  \
    X(SEAT_STAYS, "Your seat stays yours; this takes it again: penultima join '{text}' --name {name}",       \
      "Tu asiento sigue siendo tuyo; así lo recuperas: penultima join '{text}' --name {name}")               \
    /* ---- news of the others ---- */                                                                       \
    X(SAID, "{name}: «{text}»", "{name}: «{text}»")                                                          \
    X(GONE, "{name} has lost the connection.", "{name} se quedó sin conexión.")                              \
    X(HERE, "{name} is here again.", "{name} está de vuelta.")                                               \
    X(AWAY, "A bot plays on for {name}.", "Un bot sigue por {name}.")                                        \
    X(PAUSED, "The game stands still until all want to go on.",                                              \
      "La partida queda en pausa hasta que todo el mundo quiera seguir.")                                    \
    X(GOES_ON, "The game goes on.", "La partida sigue.")                                                     \
    X(ASKS_PAUSE, "{name} asks for a pause: /1 yes, /2 no.", "{name} pide una pausa: /1 sí, /2 no.")         \
    X(ASKS_GO_ON, "{name} would like to go on: /1 yes, /2 no.", "{name} quiere seguir: /1 sí, /2 no.")       \
    X(ASKS_TAKE_BACK, "{name} would like to take a move back: /1 yes, /2 no.",                               \
      "{name} quiere deshacer su jugada: /1 sí, /2 no.")                                                     \
    X(ASKS_KICK, "{name} would like to send {other} away: /1 yes, /2 no.",                                   \
      "{name} quiere que {other} se vaya: /1 sí, /2 no.")                                                    \
    X(LAPSED, "The question is off the table.", "La pregunta queda retirada.")                               \
    X(ASKED, "You have asked the others.", "Se lo has preguntado a los demás.")                              \
    X(BUSY, "The table has not answered yet; try again in a moment.",                                        \
      "La mesa todavía no ha contestado; prueba en un momento.")                                             \
    X(NO_ORDER, "There is no such order; / shows what there is.", "No hay tal orden; / muestra qué hay.")    \
    X(ONLY_WATCHING, "Whoever watches can only look on.", "Quien mira solo puede mirar.")                    \
    X(HINT_ASKED, "The table is asked for a hint.", "Se pide un consejo a la mesa.")                         \
    X(NO_HINTS, "This table plays without hints.", "En esta mesa no hay consejos.")                          \
    X(HINT, "Hint: {text}", "Consejo: {text}")                                                               \
    /* ---- on the full screen ---- */                                                                       \
    X(DO_SPEAK, "Speak", "Hablar")                                                                           \
    X(DO_SEND, "Say it", "Decirlo")                                                                          \
    X(DO_ERASE, "Erase", "Borrar")                                                                           \
    /* ---- orders ---- */                                                                                   \
    X(ORDERS_1, "/text says it to the table; /0 lists phrases, /0 3 says the third.",                        \
      "/texto lo dice a la mesa; /0 muestra frases hechas, /0 3 dice la tercera.")                           \
    X(ORDERS_2, "/1 yes and /2 no to what somebody asks; /3 ask for a pause, or to go on after one;",        \
      "/1 sí y /2 no a lo que alguien pide; /3 pedir una pausa, o seguir tras ella;")                        \
    X(ORDERS_3, "/4 ask to take your last move back; /5 NAME ask to send somebody away; /6 who is here.",    \
      "/4 pedir deshacer tu última jugada; /5 NOMBRE pedir que alguien se vaya; /6 quién hay.")

#endif
