/* wire.h - everything that server and clients say to each other (docs/PROTOCOL.md), as C structs, with one
 * writer and one reader.
 *
 *     struct wire_told_ok ──wire_write_told_ok──► {"t":"ok","id":6,"n":58} ──wire_read_told──► the same
 * struct
 *
 * Both walk over one list of fields, messages.def, which the structs are made of, too: a field that stands
 * there is written, read, checked and bounded. Whoever fills a struct begins with wire_clear_...(), which
 * puts "none" into every field. Nothing is allocated; any bytes may be read.
 *
 * Knows cards and editions, the words of the protocol, JSON. Knows no table and no connection: what a
 * message means is the business of the room, the hall and the clients. */
#ifndef WIRE_WIRE_H
#define WIRE_WIRE_H

#include "bots/bot.h"
#include "fair/fair.h"
#include "fair/signed.h"
#include "penultima/penultima.h"
#include "setup/setup.h"

#define WIRE_VERSION 3       /* of the protocol */
#define WIRE_VERSION_LEAST 2 /* that is still spoken */
#define WIRE_VERSION_BRIEF 3 /* from here on updates say what has changed */

#define WIRE_ID_MAX INT32_MAX /* of a command */
#define WIRE_TABLE_BYTES 17   /* a table's name: up to 16 characters and the end */
/* Of tables' names, without those that are read as others: five bits each. */
#define WIRE_TABLE_LETTERS "0123456789abcdefghjkmnpqrstvwxyz"
#define WIRE_TOKEN_BYTES 32 /* the key to a seat */
#define WIRE_NO_PHRASE 0xff
#define WIRE_SAYING_BYTES 641 /* the table allows fewer and says so itself */
#define WIRE_CHATS_MAX 4
#define WIRE_REPORT_BYTES 201 /* of what somebody writes to the operator */
#define WIRE_VOTES_MAX 4
#define WIRE_EVENTS_MAX PEN_EVENTS_MAX
#define WIRE_CODE_BYTES 32
#define WIRE_RULE_BYTES 8
#define WIRE_KEY_BYTES 48
#define WIRE_WHAT_BYTES PEN_PROBLEM_BYTES
#define WIRE_FIELD_BYTES 32
#define WIRE_NO_NUMBER UINT32_MAX
#define WIRE_SENTENCE_BYTES 512
#define WIRE_ACTION_BYTES 129
#define WIRE_TEXT_BYTES 8193   /* an edition as it is pasted, with its comments */
#define WIRE_PUSH_KEY_BYTES 96 /* of a subscription: 65 bytes in base64url, and the end */
#define WIRE_PUSH_ENDPOINT_BYTES 769
#define WIRE_FACES_MAX 64
#define WIRE_NO_MS UINT32_MAX
#define WIRE_UNSAID 2 /* of a truth: neither true nor false was said */

/* ---- words --------------------------------------------------------------------------------------- */

/* X(name, word) */
#define WIRE_STAGE_LIST(X)                                                    \
    X(WAITING, "waiting")     /* people sit down, the host sets, all agree */ \
    X(REVEALING, "revealing") /* clients reveal their seeds */                \
    X(PLAYING, "playing")                                                     \
    X(BETWEEN, "between") /* a round is over, the next one is not dealt */    \
    X(OVER, "over")       /* the game is over */                              \
    X(CLOSED, "closed")

/* X(name, word): what people can ask each other. */
#define WIRE_ASK_LIST(X)      \
    X(PAUSE, "pause")         \
    X(GO_ON, "go-on")         \
    X(TAKE_BACK, "take-back") \
    X(KICK, "kick")           \
    X(VOID, "void")           \
    X(RULES, "rules") /* other rules, between games: 'setup' */

/* X(name, word): what people toss at each other. */
#define WIRE_TOSS_LIST(X)   \
    X(ROSE, "rose")         \
    X(GLASS, "glass")       \
    X(HANDS, "hands")       \
    X(CONFETTI, "confetti") \
    X(CROWN, "crown")       \
    X(HEART, "heart")       \
    X(OLIVE, "olive")       \
    X(PAPER, "paper")       \
    X(LEMON, "lemon")       \
    X(ICE, "ice")           \
    X(SNAIL, "snail")       \
    X(UMBRELLA, "umbrella")

/* X(name, word): what became of a question. */
#define WIRE_OUTCOME_LIST(X)                                     \
    X(DONE, "done")                                              \
    X(REFUSED, "refused") /* too few can still agree */          \
    X(LAPSED, "lapsed")   /* not enough have answered in time */ \
    X(MOOT, "moot")       /* what it was about is past or gone */

/* X(name, word): who sits there. */
#define WIRE_KIND_LIST(X) \
    X(FREE, "free")       \
    X(PERSON, "person")   \
    X(BOT, "bot")

/* Which messages there are: WIRE_TOLD_LIST and WIRE_ASKED_LIST. */
#define WIRE_LISTS
#include "wire/messages.def"
#undef WIRE_LISTS

enum wire_told_type {
#define X(NAME, name, word) WIRE_TOLD_##NAME,
    WIRE_TOLD_LIST(X)
#undef X
        WIRE_TOLD_COUNT
};

enum wire_asked_type {
#define X(NAME, name, word, to) WIRE_ASKED_##NAME,
    WIRE_ASKED_LIST(X)
#undef X
        WIRE_ASKED_COUNT
};

/* ---- structs ------------------------------------------------------------------------------------- */

#define wire_settings setup_settings
#define wire_event pen_event
#define wire_legal pen_legal

#define OBJECT(s) struct wire_##s {
#define END(s) \
    }          \
    ;
#define U8(s, m, k, p, least, most, none) uint8_t m;
#define U16(s, m, k, p, least, most, none) uint16_t m;
#define U32(s, m, k, p, least, most, none) uint32_t m;
#define U64(s, m, k, p, least, most, none) uint64_t m;
#define TRUTH(s, m, k, p) uint8_t m;
#define WORD(s, m, k, p, list, none) uint8_t m;
#define WORDS64(s, m, k, p, list) uint64_t m;
#define WORDS16(s, m, k, p, list) uint16_t m;
#define STRING(s, m, k, p, bytes) char m[bytes];
#define HEX(s, m, k, p, bytes) \
    uint8_t m[bytes];          \
    bool has_##m;
#define SEATS(s, m, k, p) uint16_t m;
#define COUNTS8(s, m, k, p, most) \
    uint8_t m[PEN_SEATS_MAX];     \
    uint8_t m##_count;
#define COUNTS16(s, m, k, p, most) \
    uint16_t m[PEN_SEATS_MAX];     \
    uint8_t m##_count;
#define CARD(s, m, k, p) uint8_t m;
#define COLOR(s, m, k, p) uint8_t m;
#define KINDS(s, m, k, p) uint64_t m;
#define HAND(s, m, k, p) \
    struct pen_hand m;   \
    bool has_##m;
#define HANDS(s, m, k, p)             \
    struct pen_hand m[PEN_SEATS_MAX]; \
    uint8_t m##_count;
#define SHOWN(s, m, k, p)             \
    struct pen_hand m[PEN_SEATS_MAX]; \
    uint16_t m##_seats;
#define CLOCK(s, m, k, p) uint32_t m;
#define STRUCT(s, m, k, p, object) \
    struct wire_##object m;        \
    bool has_##m;
#define LIST(s, m, k, p, object, most) \
    struct wire_##object m[most];      \
    uint16_t m##_count;
#define FLAT(s, m, object) struct wire_##object m;
#include "wire/messages.def"
#include "wire/undefine.h"

struct wire_told {
    uint8_t type; /* enum wire_told_type */
    union {
#define X(NAME, name, word) struct wire_told_##name name;
        WIRE_TOLD_LIST(X)
#undef X
    };
};

struct wire_asked {
    uint8_t type; /* enum wire_asked_type */
    uint32_t id;  /* of a command; 0 for the others, or if it could not be read */
    union {
#define X(NAME, name, word, to) struct wire_asked_##name name;
        WIRE_ASKED_LIST(X)
#undef X
    };
};

/* What cards are called: needed for every message that has any. */
struct wire_book {
    const struct pen_edition *edition;
    const struct pen_rules *rules;
    /* For updates that say only what has changed: the state of play as it was told last. Null: all of it. */
    const struct wire_now *now;
};

/* ---- writing ------------------------------------------------------------------------------------- */

struct wire_shape; /* a list of fields */

void wire_clear(void *object, const struct wire_shape *shape);
void wire_write(struct pen_text *text, const struct wire_book *book, const struct wire_shape *shape,
                const char *type, const void *object);
/* The same in two halves, for a message that goes to many: the first ends before the first field that is a
 * viewer's own (OWN in messages.def), the second is the rest from that place on: which field in which object,
 * the innermost first. */
enum { WIRE_CUT_DEPTH = 4 };
struct wire_cut {
    uint8_t depth, at[WIRE_CUT_DEPTH];
};
PEN_MUST_USE struct wire_cut wire_write_shared(struct pen_text *text, const struct wire_book *book,
                                               const struct wire_shape *shape, const char *type,
                                               const void *object);
void wire_write_rest(struct pen_text *text, const struct wire_book *book, const struct wire_shape *shape,
                     struct wire_cut cut, const void *object);

/* wire_clear_told_ok(&ok) puts "none" everywhere, zeros where there is no such thing.
 * wire_write_told_ok(text, book, &ok) appends the message; 'book' may be null where there are no cards. */
#define WIRE__USE(s, word)                                                                 \
    extern const struct wire_shape wire__shape_##s;                                        \
    static inline void wire_clear_##s(struct wire_##s *object)                             \
    {                                                                                      \
        wire_clear(object, &wire__shape_##s);                                              \
    }                                                                                      \
    static inline void wire_write_##s(struct pen_text *text, const struct wire_book *book, \
                                      const struct wire_##s *object)                       \
    {                                                                                      \
        wire_write(text, book, &wire__shape_##s, word, object);                            \
    }
#define X(NAME, name, word) WIRE__USE(told_##name, word)
WIRE_TOLD_LIST(X)
#undef X
#define X(NAME, name, word, to) WIRE__USE(asked_##name, word)
WIRE_ASKED_LIST(X)
#undef X
WIRE__USE(settings, NULL)
WIRE__USE(args, NULL)
WIRE__USE(line, NULL)
WIRE__USE(event, NULL)
WIRE__USE(now, NULL)
WIRE__USE(cards, NULL)

/* The same by the type that stands in the message. */
void wire_clear_told(struct wire_told *told, enum wire_told_type type);
void wire_clear_asked(struct wire_asked *asked, enum wire_asked_type type);
void wire_write_told(struct pen_text *text, const struct wire_book *book, const struct wire_told *told);
void wire_write_asked(struct pen_text *text, const struct wire_asked *asked);

/* Adds the sentence that the key and the arguments of a "no" or "bye" mean: what the server writes into
 * 'text' in the language it was asked for, and a client can say in another. False: this program has no such
 * sentence, or the message does not tell what belongs into its holes. */
PEN_MUST_USE bool wire_say(struct pen_text *text, enum pen_lang lang, const char *key,
                           const struct wire_args *args);

/* Around and between the lines of the lobby. */
#define WIRE_LINES_BEGIN "{\"tables\":["
#define WIRE_LINES_NEXT ",\n"
#define WIRE_LINES_END "]}\n"

const char *wire_told_word(enum wire_told_type type);
const char *wire_asked_word(enum wire_asked_type type);

/* An update, or who sits where, for many viewers: 'shared' for all of them, then the rest for each. */
#define WIRE__SHARE(name, NAME)                                                                            \
    PEN_MUST_USE static inline struct wire_cut wire_write_shared_##name(                                   \
        struct pen_text *text, const struct wire_book *book, const struct wire_told_##name *told)          \
    {                                                                                                      \
        return wire_write_shared(text, book, &wire__shape_told_##name, wire_told_word(WIRE_TOLD_##NAME),   \
                                 told);                                                                    \
    }                                                                                                      \
    static inline void wire_write_rest_of_##name(struct pen_text *text, const struct wire_book *book,      \
                                                 struct wire_cut cut, const struct wire_told_##name *told) \
    {                                                                                                      \
        wire_write_rest(text, book, &wire__shape_told_##name, cut, told);                                  \
    }
WIRE__SHARE(update, UPDATE)
WIRE__SHARE(seats, SEATS)

/* All of it as JSON Schema, for clients in other languages; a text of WIRE_SCHEMA_BYTES has room for it. */
enum { WIRE_SCHEMA_BYTES = 65536 };
void wire_schema(struct pen_text *text);

/* The channel and its messages as AsyncAPI, which refers to the schema beside it ("schema.json"). */
void wire_asyncapi(struct pen_text *text);

/* ---- reading ------------------------------------------------------------------------------------- */

enum wire_result {
    WIRE_GOOD,
    WIRE_NOT_JSON,      /* not one object, or too deep, or not UTF-8 */
    WIRE_OTHER_VERSION, /* it opens with another version of the protocol: 'version' */
    WIRE_UNKNOWN,       /* no message of this type: 'field' is "t" */
    WIRE_BAD_FIELD,     /* 'field' is missing, twice, unknown, or not of its type or range */
    WIRE_BAD_SETTINGS,  /* the same for a field of the settings */
    WIRE_NO_RULES       /* the table plays by an edition that the library does not have */
};

struct wire_problem {
    char field[WIRE_FIELD_BYTES]; /* cut where it does not fit */
    uint32_t version;
    bool is_other_type; /* WIRE_UNKNOWN: a message it is, but none of this list */
};

/* Finds the book of settings; called before the cards of a message that brings its settings are read. */
struct wire_library {
    void *context;
    bool (*find)(void *context, const struct setup_settings *settings, struct wire_book *book);
};

/* What a client says. Strict: nothing may be in it that this program does not know. Settings change those
 * in 'base', where it is given, and otherwise have to be whole. On failure 'id' is the one to answer, if
 * there is one. */
PEN_MUST_USE enum wire_result wire_read_asked(struct wire_asked *message, const char *bytes, size_t count,
                                              const struct setup_settings *base,
                                              struct wire_problem *problem);

/* What a server tells. Fields that are not known are passed over. 'book' is that of the table as far as it is
 * known, and becomes that of the message if it brings settings. */
PEN_MUST_USE enum wire_result wire_read_told(struct wire_told *message, const char *bytes, size_t count,
                                             struct wire_book *book, const struct wire_library *library,
                                             struct wire_problem *problem);

/* Only the number of an update, for whoever has no use for the rest. False: it is something else. */
PEN_MUST_USE bool wire_read_update_number(const char *bytes, size_t count, uint32_t *n);

/* Only who must act after an update: seats as bits, all of them where it does not say (a round is over). */
PEN_MUST_USE uint16_t wire_read_update_must(const char *bytes, size_t count);

/* Only the state of play. */
PEN_MUST_USE bool wire_read_update_now(struct wire_now *now, const char *bytes, size_t count,
                                       const struct wire_book *book);

/* A line of the lobby. */
PEN_MUST_USE enum wire_result wire_read_line(struct wire_line *line, const char *bytes, size_t count,
                                             struct wire_problem *problem);

#endif
