/* edition_parser.h - what the parts of the edition parser share. Private to src/text/edition_*.c.
 *
 *     edition_parse.c    statements about the file and the table; the entry
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
#include "scan.h"

#define PHRASE_BYTES 48

/* X(key, word, is needed in a file without 'like'). Those before COLOR are said once. */
#define KEY_LIST(X)              \
    X(EDITION, "edition", 1)     \
    X(LIKE, "like", 0)           \
    X(TITLE, "title", 0)         \
    X(ABOUT, "about", 0)         \
    X(PLAYERS, "players", 1)     \
    X(HAND, "hand", 1)           \
    X(COLORS, "colors", 1)       \
    X(DEALER, "dealer", 1)       \
    X(DRAWN, "drawn", 1)         \
    X(UNO, "uno", 1)             \
    X(MISPLAY, "misplay", 1)     \
    X(ADVICE, "advice", 1)       \
    X(LAST, "last", 1)           \
    X(SCORING, "scoring", 1)     \
    X(TARGET, "target", 1)       \
    X(COLOR, "color", 0)         \
    X(NUMBER, "number", 0)       \
    X(NUMBERS, "numbers", 0)     \
    X(SYMBOL, "symbol", 0)       \
    X(WILD, "wild", 0)           \
    X(WITHOUT, "without", 0)     \
    X(PLAY, "play", 0)           \
    X(OPEN, "open", 0)           \
    X(HONEST, "honest", 0)       \
    X(CHALLENGE, "challenge", 0) \
    X(ANSWER, "answer", 0)

enum key {
#define X(name, word, is_needed) KEY_##name,
    KEY_LIST(X)
#undef X
        KEY_COUNT
};

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
    uint32_t given;   /* 1 << key */
    struct place top; /* of 'edition', or of 'like': stands for what the file leaves out */
    struct place key_place[KEY_COUNT];
    uint8_t colors_given; /* 1 << index: described in this file */
    struct place color_place[PEN_COLORS_MAX];
    /* line 0: not said in this file */
    struct place face_place[PEN_FACES_MAX][ASPECT_COUNT];
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
bool pen__ed_take_choice(struct parser *p, const char *const *words, unsigned count, const char *allowed,
                         uint8_t *value);
bool pen__ed_take_face(struct parser *p, unsigned *index); /* a card that is already described */

bool pen__ed_check_id(struct parser *p); /* does not go past it */
/* Words that stand in the place of a card or a colour in records. */
bool pen__ed_is_reserved(const char *bytes, size_t count);

/* ---- statements ---- */

bool pen__ed_read_colors(struct parser *p);
bool pen__ed_read_color(struct parser *p);
bool pen__ed_read_number(struct parser *p);
bool pen__ed_read_numbers(struct parser *p);
bool pen__ed_read_symbol(struct parser *p);
bool pen__ed_read_wild(struct parser *p);
bool pen__ed_read_without(struct parser *p);
bool pen__ed_read_play(struct parser *p);
bool pen__ed_read_open(struct parser *p);
bool pen__ed_read_honest(struct parser *p);
bool pen__ed_read_challenge(struct parser *p);
bool pen__ed_read_answer(struct parser *p);

/* ---- the whole ---- */

bool pen__ed_has_step(const struct pen_step *steps, unsigned count, unsigned op);
/* Leaves the faces in the given order (by their present indexes); those not in it are dropped. */
void pen__ed_order_faces(struct parser *p, const uint8_t *order, unsigned count);
bool pen__ed_check_file(struct parser *p);  /* and puts the faces in order */
bool pen__ed_check_rules(struct parser *p); /* whether it can be played */

#endif
