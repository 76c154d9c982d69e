/* refusal.h - what the hall itself refuses, before any table hears of it. Tables refuse by their own
 * list (room/room.h), the game by that of penultima/refusal.h. */
#ifndef HALL_REFUSAL_H
#define HALL_REFUSAL_H

#include "penultima/base.h"

/* X(name, code in the protocol, English, Spanish) */
#define HALL_REFUSAL_LIST(X)                                                                               \
    X(BAD_MESSAGE, "bad-message", "this message cannot be understood", "este mensaje no se entiende")      \
    X(BAD_VERSION, "bad-version", "this server speaks version 1 of the protocol",                          \
      "este servidor habla la versión 1 del protocolo")                                                    \
    X(NO_HELLO, "no-hello", "first create, join, watch or resume a table",                                 \
      "primero hay que crear una mesa, entrar, mirar o volver a ella")                                     \
    X(SECOND_HELLO, "second-hello", "this connection has a table already", "esta conexión ya tiene mesa")  \
    X(NO_TABLE, "no-table", "there is no such table", "no hay tal mesa")                                   \
    X(BAD_TOKEN, "bad-token", "that is not the key to any seat of this table",                             \
      "esa no es la llave de ningún asiento de esta mesa")                                                 \
    X(ONLY_WATCHES, "only-watches", "who watches cannot act", "quien mira no puede actuar")                \
    X(BAD_SETTINGS, "bad-settings", "these settings do not make a game", "con estos ajustes no hay juego") \
    X(TOO_FAST, "too-fast", "too many messages at once; wait a moment",                                    \
      "demasiados mensajes a la vez; espera un momento")                                                   \
    X(FULL, "full", "the house is full; try again later", "la casa está llena; prueba más tarde")          \
    X(MANY_TABLES, "many-tables", "too many tables from your address",                                     \
      "demasiadas mesas desde tu dirección")                                                               \
    X(MANY_WATCHERS, "many-watchers", "too many people are watching this table",                           \
      "ya hay demasiada gente mirando esta mesa")                                                          \
    X(DISK, "disk", "the server cannot write to its disk just now; nothing is lost, try again",            \
      "el servidor no puede escribir en su disco ahora; no se ha perdido nada, prueba otra vez")           \
    X(DRAINING, "draining", "the server is about to restart; your seat stays yours",                       \
      "el servidor va a reiniciarse; tu asiento sigue siendo tuyo")                                        \
    X(JOURNAL_FULL, "journal-full",                                                                        \
      "this table has written all it may; its games stay on record, open another",                         \
      "esta mesa ya ha escrito cuanto puede; sus partidas quedan guardadas, abre otra")                    \
    X(REPLACED, "replaced", "this seat is now played from another connection",                             \
      "este asiento se juega ahora desde otra conexión")                                                   \
    X(SILENT, "silent", "nothing has come over this connection", "por esta conexión no ha llegado nada")

enum hall_refusal {
#define X(name, code, en, es) HALL_##name,
    HALL_REFUSAL_LIST(X)
#undef X
        HALL_REFUSAL_COUNT
};

const char *hall_refusal_code(enum hall_refusal refusal);
const char *hall_refusal_text(enum hall_refusal refusal, enum pen_lang lang);

#endif
