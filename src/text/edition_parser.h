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

/* In which files a statement may stand: a house rule changes the rules, never the deck. */
enum key_place { IN_EDITION = 1, IN_HOUSE = 2, IN_ANY = 3 };

/* X(key, word, is needed in an edition without 'like', where). Those before COLOR are said once. */
#define KEY_LIST(X)                        \
    X(EDITION, "edition", 1, IN_EDITION)   \
    X(HOUSE, "house", 0, IN_HOUSE)         \
    X(LIKE, "like", 0, IN_EDITION)         \
    X(TITLE, "title", 0, IN_ANY)           \
    X(ABOUT, "about", 0, IN_ANY)           \
    X(GROUP, "group", 0, IN_HOUSE)         \
    X(LETTER, "letter", 0, IN_HOUSE)       \
    X(PLAYERS, "players", 1, IN_EDITION)   \
    X(HAND, "hand", 1, IN_ANY)             \
    X(COLORS, "colors", 1, IN_EDITION)     \
    X(DEALER, "dealer", 1, IN_ANY)         \
    X(DRAWN, "drawn", 1, IN_ANY)           \
    X(UNO, "uno", 1, IN_ANY)               \
    X(MISPLAY, "misplay", 1, IN_ANY)       \
    X(ADVICE, "advice", 1, IN_ANY)         \
    X(LAST, "last", 1, IN_ANY)             \
    X(SCORING, "scoring", 1, IN_ANY)       \
    X(TARGET, "target", 1, IN_ANY)         \
    X(DRAW, "draw", 0, IN_ANY)             \
    X(DRAWING, "drawing", 0, IN_ANY)       \
    X(ANSWERS, "answers", 0, IN_ANY)       \
    X(SKIP, "skip", 0, IN_ANY)             \
    X(REVERSE, "reverse", 0, IN_ANY)       \
    X(STACKED, "stacked", 0, IN_ANY)       \
    X(CHALLENGES, "challenges", 0, IN_ANY) \
    X(FINISH, "finish", 0, IN_ANY)         \
    X(SAYING, "saying", 0, IN_ANY)         \
    X(FORGOTTEN, "forgotten", 0, IN_HOUSE) \
    X(LIMIT, "limit", 0, IN_ANY)           \
    X(POINTS, "points", 0, IN_ANY)         \
    X(SWAP, "swap", 0, IN_ANY)             \
    X(JUMP, "jump", 0, IN_ANY)             \
    X(SHOW, "show", 0, IN_ANY)             \
    X(SEVERAL, "several", 0, IN_ANY)       \
    X(TURNS, "turns", 0, IN_ANY)           \
    X(COLOR, "color", 0, IN_EDITION)       \
    X(NUMBER, "number", 0, IN_EDITION)     \
    X(NUMBERS, "numbers", 0, IN_EDITION)   \
    X(SYMBOL, "symbol", 0, IN_EDITION)     \
    X(WILD, "wild", 0, IN_EDITION)         \
    X(WITHOUT, "without", 0, IN_EDITION)   \
    X(PLAY, "play", 0, IN_ANY)             \
    X(OPEN, "open", 0, IN_ANY)             \
    X(HONEST, "honest", 0, IN_ANY)         \
    X(CHALLENGE, "challenge", 0, IN_ANY)   \
    X(ANSWER, "answer", 0, IN_ANY)         \
    X(ALSO, "also", 0, IN_HOUSE)           \
    X(CONFLICTS, "conflicts", 0, IN_HOUSE)

enum key {
#define X(name, word, is_needed, where) KEY_##name,
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
    char id[PEN_HOUSE_MAX + PEN_HOUSE_OWN_MAX + 1][PEN_ID_BYTES];
    uint8_t said_by[KEY_COUNT]; /* by number; 0: nobody */
    uint8_t also_by[10];
    struct place also_place[10];
    uint8_t face_by[PEN_FACES_MAX][ASPECT_COUNT];
    struct conflict {
        uint8_t by, key;
        struct place place;
        char why[2][PEN_HOUSE_WHY_BYTES]; /* English, Spanish */
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

bool pen__ed_read_house(struct parser *p);
bool pen__ed_read_group(struct parser *p);
bool pen__ed_read_letter(struct parser *p);
bool pen__ed_read_also(struct parser *p);
bool pen__ed_read_conflicts(struct parser *p);
bool pen__ed_read_choice(struct parser *p); /* a statement of pen__choices */
bool pen__ed_read_forgotten(struct parser *p);
bool pen__ed_read_limit(struct parser *p);
bool pen__ed_read_points(struct parser *p);
bool pen__ed_read_show(struct parser *p);
bool pen__ed_read_turns(struct parser *p);

/* One step of a program, with its amount, and where it stands. */
bool pen__ed_take_step(struct parser *p, bool is_open, struct pen_step *step, struct place *place);
/* en "...", es "..." into two fields of equal size. */
bool pen__ed_take_sentences(struct parser *p, char *fields, size_t field_bytes);
/* Two house rules meet here: the one being read and the one of that number. */
bool pen__ed_fail_conflict(struct parser *p, struct place place, unsigned by, struct place other,
                           const char *why_en, const char *why_es);
/* Reads all statements; false on a problem. */
bool pen__ed_read_all(struct parser *p);

/* ---- the whole ---- */

bool pen__ed_has_step(const struct pen_step *steps, unsigned count, unsigned op);
/* Leaves the faces in the given order (by their present indexes); those not in it are dropped. */
void pen__ed_order_faces(struct parser *p, const uint8_t *order, unsigned count);
bool pen__ed_check_file(struct parser *p);  /* and puts the faces in order */
bool pen__ed_check_rules(struct parser *p); /* whether it can be played */

#endif
