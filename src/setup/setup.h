/* setup.h - what a table plays by: the settings that its people agree on, and the bots that sit there from
 * the beginning. Everything about them comes from one list, settings.def.
 *
 * Plain memory: copy with '=', drop without a call. Knows no table, message or connection; as pure as the
 * rules. */
#ifndef SETUP_SETUP_H
#define SETUP_SETUP_H

#include "bots/bot.h"
#include "penultima/penultima.h"

#define SETUP_TITLE_BYTES 49 /* up to 48 bytes of UTF-8 and the end */
#define SETUP_SERIES_MAX 99  /* games in a row */
#define SETUP_GRACE_MS 500   /* RULE O27: what tables have unless they choose */
#define SETUP_GRACE_MAX_MS 1000
#define SETUP_LISTEN_MAX_S 10       /* RULE O27 */
#define SETUP_MOVE_SECONDS_MAX 3600 /* of the clock */
#define SETUP_MOVE_DAYS_MAX 14
#define SETUP_DAY_MS UINT64_C(86400000)
#define SETUP_PUBLIC_MOVE_MS 60000 /* the clock of a public table that has chosen none */
#define SETUP_DELAY_S 60           /* of open hands for watchers, where nobody has chosen */
#define SETUP_DELAY_MIN_S 15
#define SETUP_DELAY_MAX_S 600
#define SETUP_CODE_BYTES 1025 /* the longest code and its end */
#define SETUP_KEY_BYTES 32

/* ---- words: X(name, word) --------------------------------------------------------------------------- */

/* How long bots take for a move. */
#define SETUP_PACE_LIST(X) \
    X(SLOW, "slow")        \
    X(NORMAL, "normal")    \
    X(QUICK, "quick")      \
    X(AT_ONCE, "at-once")

/* Whether people may watch. */
#define SETUP_WATCHING_LIST(X) \
    X(ALLOWED, "allowed")      \
    X(NONE, "none")            \
    X(OPEN, "open") /* and see all hands, as they were a while ago */

/* What can be said at a table: whatever one writes, or the phrases that everybody has. */
#define SETUP_TALK_LIST(X) \
    X(FREE, "free")        \
    X(PHRASES, "phrases")

/* RULE O29: what somebody has who takes a free seat in the middle of a game. */
#define SETUP_LATE_LIST(X)                                                               \
    X(BEHIND, "behind") /* nothing; where points are bad, as many as whoever has most */ \
    X(MEAN, "mean")                                                                      \
    X(WAIT, "wait") /* no seat before the next game */

/* Whether the house may give the games away, without names, and under what terms. */
#define SETUP_SHARE_LIST(X) \
    X(NO, "no")             \
    X(CC0, "cc0")

/* Those of edition.h, in their order. */
#define SETUP_REVERSE_LIST(X) X(SKIPS, "skip") X(TURNS, "turn")
#define SETUP_MISPLAYS_LIST(X) X(AS_EDITION, "edition") X(REFUSED, "refused")
#define SETUP_PARTNERS_LIST(X) X(HIDDEN, "hidden") X(OPEN, "open")

enum setup_pace {
#define X(name, word) SETUP_PACE_##name,
    SETUP_PACE_LIST(X)
#undef X
        SETUP_PACE_COUNT
};

enum setup_watching {
#define X(name, word) SETUP_WATCHING_##name,
    SETUP_WATCHING_LIST(X)
#undef X
        SETUP_WATCHING_COUNT
};

enum setup_talk {
#define X(name, word) SETUP_TALK_##name,
    SETUP_TALK_LIST(X)
#undef X
        SETUP_TALK_COUNT
};

enum setup_late {
#define X(name, word) SETUP_LATE_##name,
    SETUP_LATE_LIST(X)
#undef X
        SETUP_LATE_COUNT
};

enum setup_share {
#define X(name, word) SETUP_SHARE_##name,
    SETUP_SHARE_LIST(X)
#undef X
        SETUP_SHARE_COUNT
};

/* ---- the structure ---------------------------------------------------------------------------------- */

/* What the people of a table agree on. */
struct setup_settings {
#define IN_OWN(member) member;
#define IN_RULES(member)
#define NUMBER(in, type, m, k, j, p, w, least, most, none, usual, say, offer) IN_##in(type m)
#define TRUTH(in, m, k, j, p, w, usual, say, offer) IN_##in(bool m)
#define WORD(in, m, k, j, p, w, list, none, usual, say, offer) IN_##in(uint8_t m)
#define HOUSE(in, m, k, j, p, w, say, offer) IN_##in(pen_house_set m)
#define STRING(in, m, k, j, p, w, bytes, usual, say, offer) IN_##in(char m[bytes])
#define CLOCK(in, m, k, j, p, w, usual, say, offer) IN_##in(uint32_t m)
#include "setup/settings.def"
#include "setup/undefine.h"
#undef IN_OWN
#undef IN_RULES
    struct pen_options options;
};

/* Where people have agreed on nothing. */
struct setup_settings setup_usual(void);

/* Copies what is said and clears what lies between and behind it, so that equal settings are equal bytes. A
 * string without an end is cut. */
void setup_copy(struct setup_settings *to, const struct setup_settings *from);

/* Fills in what follows from the rest: a clock at a table that anybody can come to, the delay of open hands.
 */
void setup_complete(struct setup_settings *settings);

/* Whether they say the same, after both were completed. False also for any with a string that has no end. */
bool setup_equal(const struct setup_settings *a, const struct setup_settings *b);

/* Which setting, by its member: SETUP_SETTING(options.house); 0 is none. */
#define SETUP_SETTING(member) ((uint16_t)(offsetof(struct setup_settings, member) + 1))

/* The first setting that no message could say, out of its range or without a word; 0: all of them can be. */
uint16_t setup_wrong(const struct setup_settings *settings);
/* As messages call it. */
const char *setup_key(uint16_t setting);

/* One of them from what a code says of it; text stands as it is, a number alone is seconds of a clock, and no
 * value at all means yes. False: it cannot have that value; nothing has changed. Not for house rules. */
PEN_MUST_USE bool setup_set(struct setup_settings *settings, uint16_t setting, const char *value);
/* The words that a setting can have, by its key. */
void setup_words_of(const char *key, void (*visit)(const char *word));

/* ---- as a form: the rows of the list, for whoever shows them to people ---- */

/* The setting of the row; 0 behind the last one. */
uint16_t setup_row(unsigned row);
/* Of struct pen_options: it counts in a game at one keyboard, too. */
bool setup_is_rule(uint16_t setting);
/* It has a row of values to step through. House rules and what is written have none. */
bool setup_has_step(uint16_t setting);
/* The next value, or with -1 the one before; around at both ends. */
void setup_step(struct setup_settings *settings, uint16_t setting, int step);
/* What it is set to: "-" where nothing was chosen. */
void setup_value(struct pen_text *text, const struct setup_settings *settings, uint16_t setting,
                 enum pen_lang lang);

/* ---- in words --------------------------------------------------------------------------------------- */

/* What 'settings' change of the edition's sheet: a sentence each, in the order in which people are told. */
void setup_differences(const struct setup_settings *settings, const struct pen_edition *edition,
                       enum pen_lang lang, void *context, void (*add)(void *context, const char *sentence));

/* ---- in a journal ----------------------------------------------------------------------------------- */

/* "classic seats=4 series=1 ... title=La mesa de Ana" */
void setup_kept_write(struct pen_text *text, const struct setup_settings *settings);

/* The rest of a line. 'journal' is the version of the journal; before 2 it is as 0.2.0 wrote it. */
PEN_MUST_USE bool setup_kept_read(struct setup_settings *settings, unsigned journal, const char *line,
                                  size_t count);

/* ---- as a code -------------------------------------------------------------------------------------- */

/* A table's whole set-up as a short code, for links and for typing:
 *
 *     2.office.jump-in.seven-0.scoring=quick.seats=6.clock=60s.with=casual-expert
 *
 * The version of the code, the edition, its house rules by name, and whatever else is not as usual by its
 * key, and the bots that sit there from the beginning. Written with letters, digits, '-', '_', '.', '=' and
 * '~' alone, which no program that finds links in a text cuts off.
 *
 * Links of 0.2.0 named the edition, house rules by letter and the scoring: office.pj.quick. */
#define SETUP_VERSION 2

struct setup {
    struct setup_settings settings;
    uint8_t bot_count;
    uint8_t bots[PEN_SEATS_MAX]; /* enum bot_level */
};

struct setup_problem {
    char word[SETUP_KEY_BYTES]; /* that is not understood, cut where it does not fit */
    uint32_t version;           /* or that is a later one */
};

/* What is as usual is left out. */
void setup_write(struct pen_text *text, const struct setup *setup);

/* Takes a whole link, too: what stands before "#", "setup=" and "rules=" is passed over. What the code does
 * not say is as in 'base', or as usual where that is null. */
PEN_MUST_USE bool setup_read(struct setup *setup, const char *code, size_t count,
                             const struct setup_settings *base, struct setup_problem *problem);

#endif
