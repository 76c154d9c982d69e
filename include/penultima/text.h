/* text.h - the game in writing: edition files, the .mesa format, moves in words.
 *
 * As pure as the rules: texts come in as bytes and go out into a buffer of the caller's. Bytes of
 * any kind may come in. Messages are made in every language of lang/ from one table. */
#ifndef PENULTIMA_TEXT_H
#define PENULTIMA_TEXT_H

#include "penultima/game.h"
#include "penultima/house_list.h"

#ifdef __cplusplus
extern "C" {
#endif
PEN_API_BEGIN

/* ---- a buffer to write into ------------------------------------------------------------------ */

/* Appends until 'size'; what does not fit is dropped and 'is_cut' set. Always ends with a zero byte
 * if size > 0. */
struct pen_text {
    char *bytes;
    size_t size, length;
    bool is_cut;
};

struct pen_text pen_text_in(char *bytes, size_t size);
void pen_text_add(struct pen_text *text, const char *string);
void pen_text_add_bytes(struct pen_text *text, const char *bytes, size_t count);
void pen_text_add_number(struct pen_text *text, uint64_t number);

/* ---- languages ------------------------------------------------------------------------------- */

unsigned pen_lang_count(void);
const char *pen_lang_id(enum pen_lang lang);   /* "es" */
const char *pen_lang_name(enum pen_lang lang); /* "español", as its speakers say */
unsigned pen_lang_missing(enum pen_lang lang); /* entries that appear in English */

/* The language of an id or of a locale that begins with one: "es", "es-MX", "es_MX.UTF-8". */
PEN_MUST_USE bool pen_lang_find(const char *bytes, size_t count, enum pen_lang *lang);

/* A name or a sentence of an edition or a house rule in a language: what its file says in it; otherwise what
 * lang/ makes of the English one, the English one, or what it says first. Empty where it says nothing. */
const char *pen_said(const char *names, enum pen_lang lang);

/* One after the other: 'at' begins with the names. False: that was the last. */
bool pen_said_next(const char **at, const char **lang, const char **said);
/* Sets the name in the language with that id, replacing the old one. False: it does not fit. */
bool pen_said_put(char *names, size_t size, const char *lang, const char *said);

/* What is wrong with a text, and where. */
struct pen_problem {
    unsigned line, column; /* from 1; 0 where there is none */
    /* For pen_problem_text(). */
    uint16_t word; /* of the sentence, from 1; 0: 'filling' is the whole */
    uint8_t count;
    char filling[320]; /* the longest lists all steps of effects */
    char why[320];     /* as pen_said() reads it */
};
#define PEN_PROBLEM_BYTES 256

/* In words; 'bytes' is returned. */
const char *pen_problem_text(const struct pen_problem *problem, enum pen_lang lang,
                             char bytes[PEN_PROBLEM_BYTES]);
#ifndef __cplusplus
/* The same in memory of the block that calls it. */
#define pen_problem_in(problem, lang) pen_problem_text((problem), (lang), (char[PEN_PROBLEM_BYTES]){0})
#endif
/* What a host found out itself; line and column stay. */
void pen_problem_set(struct pen_problem *problem, const char *what);
bool pen_problem_is_said(const struct pen_problem *problem); /* there is one */

/* ---- editions -------------------------------------------------------------------------------- */

unsigned pen_edition_builtin_count(void);
const char *pen_edition_builtin_id(unsigned index);

/* The file of a built-in edition, or null. */
const char *pen_edition_source(const char *id, size_t id_bytes, size_t *bytes);

/* Parses a built-in edition. False: there is none of that name. */
PEN_MUST_USE bool pen_edition_builtin(const char *id, struct pen_edition *edition);

/* Parses an edition file (format: docs/EDITIONS.md) and checks that it can be played. On false
 * 'problem' says what is wrong and where. */
PEN_MUST_USE bool pen_edition_parse(struct pen_edition *edition, const char *bytes, size_t count,
                                    struct pen_problem *problem);

/* Writes the whole edition in the file format; parsing that gives the same edition. */
void pen_edition_write(const struct pen_edition *edition, struct pen_text *text);

/* How 'to' differs from 'from', in complete sentences made from what the two say, one call each. Returns
 * how many; 'tell' may be null. */
unsigned pen_edition_diff(const struct pen_edition *from, const struct pen_edition *to, enum pen_lang lang,
                          void *context, void (*tell)(void *context, const char *sentence));
/* What is in force at a table, in a sentence for each rule that is not as everywhere, with its names in
 * docs/RULES.md
 * ("H3, H20"). */
void pen_rules_tell(const struct pen_rule_fields *rule, enum pen_lang lang, void *context,
                    void (*tell)(void *context, const char *rules, const char *sentence));
/* The built-in edition with the fewest differences. */
unsigned pen_edition_nearest(const struct pen_edition *edition);

/* ---- editions of people's own, which travel with a table */

#define PEN_OWN_PREFIX "own-"  /* what their ids begin with, made of what they say */
#define PEN_OWN_QUOTE "#: "    /* before each line of theirs in a record */
#define PEN_OWN_BYTES_MAX 6144 /* of their whole text, its end included */

bool pen_edition_is_own(const char *id);

/* Reads an edition, or the text of a house rule laid over 'base', which makes an edition as well. */
PEN_MUST_USE bool pen_edition_read(struct pen_edition *edition, const struct pen_edition *base,
                                   const char *bytes, size_t count, struct pen_problem *problem);

/* The whole edition as a record carries it: pen_edition_write(), each line as a comment. It has to fit. */
void pen_edition_quote(const struct pen_edition *edition, struct pen_text *text);

/* A card as records write it ("r7", "w+4"), and back. */
void pen_card_write(const struct pen_edition *edition, const struct pen_rules *rules, uint8_t card,
                    struct pen_text *text);
PEN_MUST_USE bool pen_card_read(const struct pen_edition *edition, const struct pen_rules *rules,
                                const char *bytes, size_t count, uint8_t *card);

/* A colour by its id ("red"). */
PEN_MUST_USE bool pen_color_read(const struct pen_edition *edition, const char *bytes, size_t count,
                                 uint8_t *color);

/* A card in words, with the shape of its colour: "● red 7", "Draw Two ■ blue", "Wild". */
void pen_card_name(const struct pen_edition *edition, const struct pen_rules *rules, uint8_t card,
                   enum pen_lang lang, struct pen_text *text);

const char *pen_scoring_id(enum pen_scoring scoring); /* "points", "lowest", "quick" */

/* ---- house rules ----------------------------------------------------------------------------- */

#define PEN_HOUSE_MAX 64 /* built-in ones: at least a bit each in a pen_house_set */
#define PEN_HOUSE_NUMBER_MAX 99

/* X(name, word): what house rules are about, in the order in which people choose among them. */
#define PEN_HOUSE_GROUP_LIST(X) \
    X(ANSWERS, "answers")       \
    X(DRAWING, "drawing")       \
    X(HANDS, "hands")           \
    X(UNO, "uno")               \
    X(END, "end")               \
    X(DISPUTES, "disputes")     \
    X(OTHER, "other")

enum pen_house_group {
#define X(name, word) PEN_HOUSE_GROUP_##name,
    PEN_HOUSE_GROUP_LIST(X)
#undef X
        PEN_HOUSE_GROUP_COUNT
};

/* Its word in house rules, and what people read. */
const char *pen_house_group_word(enum pen_house_group group);
const char *pen_house_group_text(enum pen_house_group group, enum pen_lang lang);

/* What a house rule is called; what it does is in its lines. */
struct pen_house {
    char id[PEN_ID_BYTES];
    char title[PEN_NAMES_BYTES]; /* pen_said() */
    char about[PEN_ABOUTS_BYTES];
    char letter;   /* in short links; 0: it goes by its id */
    uint8_t group; /* enum pen_house_group */
    bool is_first; /* one of the few that are offered first */
    /* The numbers with which it may be played; most is least where it has none. */
    uint8_t least, most, usual;
};

/* The built-in ones, bit by bit of a pen_house_set. */
unsigned pen_house_count(void);
const char *pen_house_id(unsigned index);
const char *pen_house_source(unsigned index, size_t *bytes);
void pen_house_builtin(unsigned index, struct pen_house *house);

/* With which number a built-in one is in the set, 1 for one that has none; 0: it is not in it. */
unsigned pen_house_number(pen_house_set set, unsigned index);
/* The set with it, or with 0 without it. The number is one of those it may have. */
pen_house_set pen_house_with(pen_house_set set, unsigned index, unsigned number);
/* Whether it has only built-in ones, with numbers that they may have. */
PEN_MUST_USE bool pen_house_is_good(pen_house_set set);
/* Both together. False: one is in both with two numbers, and the set is as it was. */
PEN_MUST_USE bool pen_house_join(pen_house_set *set, pen_house_set more);

/* What it is called, with its number; 0: "N" in its place. 'name' is returned. */
const char *pen_house_name(const struct pen_house *house, unsigned number, enum pen_lang lang,
                           char name[PEN_NAME_BYTES]);

/* Adds the built-in one of that id, with its number if it has one: "jump-in", "uno=3", and as 0.2.0 and the
 * programs after it wrote it, "uno-3". False: there is none, or it is there with another number. */
PEN_MUST_USE bool pen_house_add(const char *id, size_t bytes, pen_house_set *set);

/* Their ids in a row: "progressive, jump-in, uno=3". */
void pen_house_write(pen_house_set set, const char *between, struct pen_text *text);

/* Lays the text of a house rule over an edition (format: docs/EDITIONS.md). On false 'problem' says what is
 * wrong and where, and the edition is as it was. 'house' may be null. */
PEN_MUST_USE bool pen_house_parse(struct pen_edition *edition, struct pen_house *house, const char *bytes,
                                  size_t count, struct pen_problem *problem);

/* Lays built-in ones over an edition. False: two of them say the same thing or exclude each other, and
 * 'problem' names their lines; the edition is not to be used then. */
PEN_MUST_USE bool pen_house_lay(struct pen_edition *edition, pen_house_set set, struct pen_problem *problem);

/* Whether a text is one of a house rule, whatever else is wrong with it; otherwise it is to be an edition. */
bool pen_house_is_text(const char *bytes, size_t count);

/* A text of somebody's own. */
struct pen_house_text {
    const char *bytes;
    size_t count;
};
#define PEN_HOUSE_OWN_MAX 8 /* of them over one edition */

/* Whether a table's own texts can be laid over the edition together with these built-in ones. On false 'at'
 * is the one at fault and 'problem' says what and where; 'at' is 'count' if two of the built-in ones clash.
 * pen_edition_read() lays them, one by one. */
PEN_MUST_USE bool pen_house_check_own(const struct pen_edition *edition, pen_house_set set,
                                      const struct pen_house_text *texts, unsigned count,
                                      struct pen_problem *problem, unsigned *at);

#define PEN_HOUSE_WHY_BYTES 96   /* in one language */
#define PEN_HOUSE_WHYS_BYTES 320 /* in several */

/* Two of a set that do not go together: their places, which lines meet, and why if one of them says it. */
struct pen_house_conflict {
    unsigned first, second, first_line, second_line;
    char why[PEN_HOUSE_WHYS_BYTES]; /* pen_said() */
};

/* Whether two of these built-in ones meet, and which. */
PEN_MUST_USE bool pen_house_meet(pen_house_set set, struct pen_house_conflict *conflict);

/* "Progressive (line 8) and Any draw answers any (line 7) do not go together"; lines of 0 are not told. */
void pen_house_conflict_say(const struct pen_house_conflict *conflict, enum pen_lang lang,
                            struct pen_text *text);

/* The rules of a table: its house rules laid over a copy of the edition, then pen_rules_make(). House rules
 * that conflict are PEN_RULES_BAD_OPTIONS; pen_house_lay() says which. */
PEN_MUST_USE enum pen_rules_problem pen_table_make(struct pen_rules *rules, const struct pen_edition *edition,
                                                   const struct pen_options *options, unsigned *face_index);

/* ---- names ----------------------------------------------------------------------------------- */

#define PEN_PLAYER_BYTES 25 /* 24 bytes of UTF-8 and the end */

struct pen_names {
    uint8_t count;
    char name[PEN_SEATS_MAX][PEN_PLAYER_BYTES];
};

/* Whether the bytes can be a player's name in a record: letters of any script, digits, '_', '-', at
 * most 24 bytes of valid UTF-8, and none of the format's own words. */
bool pen_name_is_good(const char *bytes, size_t count);

/* A name as a person writes it, "Ana María": blanks around it go, those in it become one '_'. False if that
 * is no good name; then 'name' is empty. */
bool pen_name_read(const char *bytes, size_t count, char name[PEN_PLAYER_BYTES]);

/* A name as people read it, in place: a '_' between two other signs becomes a blank. No two names become one.
 */
void pen_name_show(char name[PEN_PLAYER_BYTES]);
void pen_names_show(struct pen_names *names);

/* ---- .mesa: scripts, records, tests ---------------------------------------------------------- */

enum pen_mesa_status {
    PEN_MESA_GOOD = 0,      /* everything was legal and every expectation held */
    PEN_MESA_FAILED = 1,    /* an action was refused or an expectation failed */
    PEN_MESA_UNREADABLE = 2 /* not this format, or impossible cards */
};

/* What replay knows at one moment: after the deal (is_deal) and after every action. */
struct pen_mesa_moment {
    unsigned line;
    bool is_deal;
    bool is_void;             /* the table ended the round as void */
    struct pen_action action; /* unless is_deal or is_void */
    const struct pen_edition *edition;
    const struct pen_rules *rules;
    const struct pen_options *options;
    const struct pen_names *names;
    const struct pen_game *game;
    const struct pen_layout *layout; /* if is_deal: as the file laid it out */
    const struct pen_events *events; /* of just this action or deal */
};

/* What replay needs from outside. 'lang' is the language of the problems. */
struct pen_mesa_host {
    void *context;
    enum pen_lang lang;
    /* Finds the edition of that name; on false 'problem' (zeroed before) may say more. */
    bool (*find_edition)(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                         struct pen_problem *problem);
    void (*report)(void *context, unsigned line, const char *what);    /* a problem */
    void (*show)(void *context, const struct pen_mesa_moment *moment); /* may be null */
};

/* Memory for one replay, some 20 KB; the caller's, so that nothing is allocated. */
struct pen_mesa {
    struct pen_edition edition;
    struct pen_options options;
    struct pen_rules rules;
    struct pen_names names;     /* who plays by now, */
    struct pen_names everybody; /* and whoever does in the end */
    struct pen_layout layout;
    struct pen_game game;
    struct pen_events events; /* of the last action or deal */
    uint64_t seed;
    uint16_t score[PEN_SEATS_MAX];
    unsigned action_count, expect_count;
    /* private to the replayer */
    struct pen_game trial;
    struct pen_events trial_events;
    bool
        order_is_open; /* RULE E3: a "reshuffle:" could still state the order of the last action's new pile */
};

/* Reads the whole text, then plays it and checks what it expects. After PEN_MESA_GOOD 'mesa' holds
 * the end of it. */
enum pen_mesa_status pen_mesa_replay(struct pen_mesa *mesa, const char *bytes, size_t count,
                                     const struct pen_mesa_host *host);

/* Writing a record, piece by piece. The layouts are complete (pen_layout_complete). */
void pen_mesa_write_header(struct pen_text *text, const struct pen_edition *edition,
                           const struct pen_options *options, const struct pen_names *names,
                           const uint16_t *score, uint8_t dealer);
void pen_mesa_write_layout(struct pen_text *text, const struct pen_edition *edition,
                           const struct pen_rules *rules, const struct pen_names *names,
                           const struct pen_layout *layout, bool is_first);
void pen_mesa_write_action(struct pen_text *text, const struct pen_edition *edition,
                           const struct pen_rules *rules, const struct pen_names *names,
                           struct pen_action action);
/* The same without the player: "plays r7 uno". */
void pen_mesa_write_bare_action(struct pen_text *text, const struct pen_edition *edition,
                                const struct pen_rules *rules, const struct pen_names *names,
                                struct pen_action action);
/* An action and, if it made a new draw pile, the "reshuffle:" line, each with its line end. */
void pen_mesa_write_action_line(struct pen_text *text, const struct pen_edition *edition,
                                const struct pen_rules *rules, const struct pen_names *names,
                                struct pen_action action, const struct pen_events *events);

/* ---- words ----------------------------------------------------------------------------------- */

/* How events are described. */
struct pen_telling {
    const struct pen_edition *edition;
    const struct pen_rules *rules;
    const struct pen_names *names;
    uint8_t viewer; /* a seat, or PEN_SPECTATOR: cards this one may not see are not named (pen_event_for) */
    uint8_t you;    /* the seat that is spoken to, "you play"; PEN_SEAT_NONE: everybody goes by name */
    enum pen_lang lang;
};

/* One event as a sentence ("Beto plays ■ blue 7 and says UNO"), without a line end. Several events
 * may say nothing of their own; then nothing is added. 'events' and 'index' give the context, so that
 * three DREW in a row become "Ana draws three cards". Returns how many events were described, at least 1. */
unsigned pen_words_event(struct pen_text *text, const struct pen_telling *with,
                         const struct pen_event *events, unsigned count, unsigned index);

PEN_API_END
#ifdef __cplusplus
}
#endif

#endif
