/* edition_parser.h - what the parts of the edition parser share. Private to src/text/edition_*.c.
 *
 *     edition_parse.c    statements about the file; the entry
 *     rule_fields.c      statements about the rules, from rule_fields.def
 *     edition_cards.c    colours and cards
 *     edition_effects.c  what cards do
 *     edition_check.c    what can only be seen once the whole file is read
 *     edition_scan.c     tokens, numbers, strings, phrases; problems
 *
 * Every function that can find a problem returns false when it has, and nothing is read after the
 * first one. */
#ifndef PENULTIMA_TEXT_EDITION_PARSER_H
#define PENULTIMA_TEXT_EDITION_PARSER_H

#include "penultima/words.h"
#include "edition_text.h"
#include "rule_fields.h"
#include "said.h"
#include "scan.h"

#define PHRASE_BYTES 48
#define PHRASES_BYTES 160 /* of all that can stand in one place */

/* In which files a statement may stand: a house rule changes the rules, never the deck. */
enum key_place { IN_EDITION = 1, IN_HOUSE = 2, IN_ANY = 3 };

/* X(key, word, is needed in an edition without 'like', where, reader: pen__ed_read_READER). First about the
 * file, then, with keys and words from rule_fields.def, the rules, then the deck and the cards. Those before
 * COLOR are said once. */
#define FILE_KEY_LIST(X)                            \
    X(EDITION, "edition", NEEDED, EDITION, edition) \
    X(HOUSE, "house", OPTIONAL, HOUSE, house)       \
    X(LIKE, "like", OPTIONAL, EDITION, like)        \
    X(TITLE, "title", OPTIONAL, ANY, title)         \
    X(ABOUT, "about", OPTIONAL, ANY, about)         \
    X(GROUP, "group", OPTIONAL, HOUSE, group)       \
    X(WITH, "with", OPTIONAL, HOUSE, with)          \
    X(LETTER, "letter", OPTIONAL, HOUSE, letter)
#define CARD_KEY_LIST(X)                                \
    X(COLORS, "colors", NEEDED, EDITION, colors)        \
    X(COLOR, "color", OPTIONAL, EDITION, color)         \
    X(NUMBER, "number", OPTIONAL, EDITION, number)      \
    X(NUMBERS, "numbers", OPTIONAL, EDITION, numbers)   \
    X(SYMBOL, "symbol", OPTIONAL, EDITION, symbol)      \
    X(WILD, "wild", OPTIONAL, EDITION, wild)            \
    X(WITHOUT, "without", OPTIONAL, EDITION, without)   \
    X(PLAY, "play", OPTIONAL, ANY, play)                \
    X(OPEN, "open", OPTIONAL, ANY, open)                \
    X(HONEST, "honest", OPTIONAL, ANY, honest)          \
    X(CHALLENGE, "challenge", OPTIONAL, ANY, challenge) \
    X(ANSWER, "answer", OPTIONAL, ANY, answer)          \
    X(ALSO, "also", OPTIONAL, HOUSE, also)              \
    X(CONFLICTS, "conflicts", OPTIONAL, HOUSE, conflicts)

/* For rule_fields.def: what begins a statement. */
#define KEY_CHOICE(member, KEY, ...) KEY_##KEY,
#define KEY_NUMBER(member, type, KEY, ...) KEY_##KEY,

enum key {
#define X(name, word, how, where, reader) KEY_##name,
    FILE_KEY_LIST(X)
#define CHOICE KEY_CHOICE
#define NUMBER KEY_NUMBER
#define NUMBER_OR KEY_NUMBER
#define ALSO_AS KEY_CHOICE
#include "penultima/rule_fields.def"
        CARD_KEY_LIST(X)
#undef X
            KEY_COUNT
};
PEN_STATIC_ASSERT(KEY_COUNT <= 64, "a bit each in 'given'");

/* What a file says about a card, besides describing it. */
enum aspect {
    ASPECT_CARD,
    ASPECT_PLAY,
    ASPECT_OPEN,
    ASPECT_HONEST,
    ASPECT_CHALLENGE,
    ASPECT_ANSWER,
    ASPECT_COUNT
};

struct place {
    unsigned line, column;
};

enum token_kind { TOKEN_END, TOKEN_WORD, TOKEN_STRING, TOKEN_COMMA };

struct token {
    enum token_kind kind;
    const char *bytes; /* of a string: without its quotation marks */
    size_t count;
    struct place place;
};

struct parser {
    const char *bytes, *end; /* the whole file */
    const char *at;          /* what is read next */
    const char *line_bytes;  /* where the line of 'at' begins */
    unsigned line;
    struct token token;     /* the current one */
    struct token statement; /* the key of the statement being read */
    struct pen_edition *edition;
    struct pen_problem *problem;
    unsigned depth;
    bool has_parent;
    uint64_t given;   /* 1 << key */
    struct place top; /* of 'edition', or of 'like': stands for what the file leaves out */
    struct place key_place[KEY_COUNT];
    uint8_t colors_given; /* 1 << index: described in this file */
    struct place color_place[PEN_COLORS_MAX];
    /* line 0: not said in this file */
    struct place face_place[PEN_FACES_MAX][ASPECT_COUNT];
    struct laying *laying; /* null: an edition */
};

#define CONFLICTS_MAX 64

/* House rules that are laid over one edition, one after the other by the same parser: what each has said, so
 * that two which say the same thing can be named. */
struct laying {
    struct pen_house house; /* the one being read */
    uint8_t number;         /* of it, from 1 */
    uint8_t n;              /* what stands for N in it; 0: it has none */
    char id[PEN_HOUSE_MAX + PEN_HOUSE_OWN_MAX + 1][PEN_ID_BYTES];
    uint8_t said_by[KEY_COUNT]; /* by number; 0: nobody */
    uint8_t also_by[10];
    struct place also_place[10];
    uint8_t face_by[PEN_FACES_MAX][ASPECT_COUNT];
    struct conflict {
        uint8_t by, key;
        struct place place;
        char why[PEN_HOUSE_WHYS_BYTES];
    } conflicts[CONFLICTS_MAX];
    unsigned conflict_count;
    struct pen_house_conflict met; /* numbers instead of places in the list */
};

/* Several words as one, with single blanks; 'place' is that of the first word. */
struct phrase {
    char bytes[PHRASE_BYTES];
    size_t count;
    struct place place;
};

/* The statements by enum key. */
struct pen__ed_key {
    const char *word;
    bool is_needed; /* in a file without 'like' */
    uint8_t where;  /* enum key_place */
    bool (*read)(struct parser *p);
};
extern PEN__HIDDEN const struct pen__ed_key pen__ed_keys[KEY_COUNT];

/* ---- problems; these return false ---- */

/* 'found' and 'allowed' take the places of '@' and '%' in the sentence. */
bool pen__ed_fail(struct parser *p, struct place place, enum pen_word problem, const char *found,
                  size_t found_bytes, const char *allowed);
bool pen__ed_fail_token(struct parser *p, enum pen_word problem, const char *allowed);
bool pen__ed_fail_number(struct parser *p, struct place place, enum pen_word problem, const char *found,
                         unsigned number);
bool pen__ed_expected(struct parser *p, const char *what);

/* Which of the words somebody who wrote 'found' may have meant, or null. */
const char *pen__ed_nearest(const char *found, size_t found_bytes, const char *const *words, unsigned count);

/* ---- tokens ---- */

bool pen__ed_advance(struct parser *p);   /* reads the next token */
bool pen__ed_next_line(struct parser *p); /* false: there is none */
bool pen__ed_is_word(const struct parser *p, const char *word);
bool pen__ed_is_number(const struct parser *p);

/* These check the current token and go past it. */
bool pen__ed_take_word(struct parser *p, const char *word);
bool pen__ed_take_end(struct parser *p); /* nothing more in this statement */
bool pen__ed_take_number(struct parser *p, unsigned min, unsigned max, const char *range,
                         unsigned *number); /* 'range' says min and max in writing */
bool pen__ed_take_amount(struct parser *p, uint8_t *amount);
bool pen__ed_take_string(struct parser *p, char *field, size_t field_bytes);
/* Up to a number, a string, a comma or the end of the line. */
bool pen__ed_take_phrase(struct parser *p, struct phrase *phrase);
/* One phrase of a list; 'value' becomes its index. */
bool pen__ed_take_choice(struct parser *p, const char *const *words, unsigned count, uint8_t *value);
bool pen__ed_take_face(struct parser *p, unsigned *index); /* a card that is already described */

bool pen__ed_check_id(struct parser *p); /* does not go past it */
/* Words that stand in the place of a card or a colour in records. */
bool pen__ed_is_reserved(const char *bytes, size_t count);

/* ---- statements ---- */

#define X(name, word, how, where, reader) bool pen__ed_read_##reader(struct parser *p);
FILE_KEY_LIST(X)
CARD_KEY_LIST(X)
#undef X

/* One step of a program, with its amount, and where it stands. */
bool pen__ed_take_step(struct parser *p, bool is_open, struct pen_step *step, struct place *place);
/* Where names go, and how long each may be. */
struct pen__ed_said {
    char *names;
    size_t bytes, one_bytes;
};
#define PEN__LANG_BYTES 12                    /* of the id of a language: "pt-BR" */
bool pen__ed_is_lang(const struct parser *p); /* the token can be the id of a language */
bool pen__ed_take_said(struct parser *p, struct pen__ed_said *said); /* en "..." */
/* en "...", es "..." and so on, to the end of the statement. */
bool pen__ed_take_sentences(struct parser *p, char *names, size_t bytes, size_t one_bytes);
/* Two house rules meet here: the one being read and the one of that number. */
extern PEN__HIDDEN const char pen__no_why[PEN_HOUSE_WHYS_BYTES];
bool pen__ed_fail_conflict(struct parser *p, struct place place, unsigned by, struct place other,
                           const char *why);
/* Reads all statements; false on a problem. */
bool pen__ed_read_all(struct parser *p);

/* ---- the whole ---- */

bool pen__ed_has_step(const struct pen_step *steps, unsigned count, unsigned op);
/* Leaves the faces in the given order (by their present indexes); those not in it are dropped. */
void pen__ed_order_faces(struct parser *p, const uint8_t *order, unsigned count);
bool pen__ed_check_file(struct parser *p);  /* and puts the faces in order */
bool pen__ed_check_rules(struct parser *p); /* whether it can be played */

#endif
