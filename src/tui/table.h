/* table.h - a table as people at one terminal see it, wherever it is: in this process (home.h) or on a
 * server (remote.h). Only views and redacted events come out; screens draw them and hand actions in.
 *
 * Time is an argument: whoever drives the table calls step() until it says false, draws, waits for a
 * key, for 'fd' or for wait_ms(), and calls step() again. So tests play whole games without waiting. */
#ifndef TUI_TABLE_H
#define TUI_TABLE_H

#include "penultima/penultima.h"

enum tui_news_type {
    TUI_NEWS_NONE,
    TUI_NEWS_DEALT,      /* a round begins; events: the deal and the opening card */
    TUI_NEWS_EVENTS,     /* events: what somebody has just done, and what followed */
    TUI_NEWS_REFUSED,    /* refusal: an action of 'seat' came too late or was refused afterwards */
    TUI_NEWS_ROUND_OVER, /* hands, points: the count; tui_table_deal() deals the next round */
    TUI_NEWS_GAME_OVER,  /* after the last ROUND_OVER; view.winners */
    TUI_NEWS_HANDOVER,   /* hide everything until 'seat' is there: tui_table_confirm() */
    TUI_NEWS_SEATED,     /* 'seat' has confirmed and the view is theirs; events: what they missed or
                            saw earlier in this round. Start the log anew: it was somebody else's. */
    TUI_NEWS_LESSON,     /* text: to be read before going on, several lines (tutorial) */
    TUI_NEWS_NOTICE,     /* text: one line; saved, disk full, connection lost or back, chat */
    TUI_NEWS_CLOSED      /* text: why there is nothing more to see here; the last news */
};

enum { TUI_NEWS_TEXT_BYTES = 1024 };

struct tui_news {
    enum tui_news_type type;
    uint8_t seat;                         /* HANDOVER, SEATED, REFUSED */
    enum pen_refusal refusal;             /* REFUSED */
    struct pen_events events;             /* redacted for the table's seat */
    char text[TUI_NEWS_TEXT_BYTES];       /* LESSON, NOTICE */
    struct pen_hand hands[PEN_SEATS_MAX]; /* ROUND_OVER: what everybody was left with */
    uint16_t points[PEN_SEATS_MAX];       /* ROUND_OVER: what each hand counts (RULE N1) */
    uint16_t gained[PEN_SEATS_MAX];       /* ROUND_OVER: points added to each score */
};

struct tui_table;

struct tui_table_ops {
    int (*fd)(struct tui_table *table);
    int (*wait_ms)(struct tui_table *table, uint64_t now_ms);
    bool (*step)(struct tui_table *table, uint64_t now_ms, struct tui_news *news);
    enum pen_refusal (*act)(struct tui_table *table, struct pen_action action, uint64_t now_ms);
    void (*pass)(struct tui_table *table, uint8_t seat, uint64_t now_ms);
    void (*confirm)(struct tui_table *table, uint64_t now_ms);
    void (*deal)(struct tui_table *table, uint64_t now_ms);
    void (*take_back)(struct tui_table *table, uint64_t now_ms); /* may be null */
    void (*call_off)(struct tui_table *table, uint64_t now_ms);  /* may be null */
    bool (*hint)(struct tui_table *table, struct pen_action *action, char *why, size_t size);
    void (*order)(struct tui_table *table, const char *line, uint64_t now_ms); /* may be null */
    void (*complete)(struct tui_table *table, char *line,
                     size_t size); /* may be null; what Tab makes of it */
    void (*close)(struct tui_table *table);
};

/* What somebody at the keyboard could call out who is not in front of the screen, without showing a card. It
 * tells nothing that is hidden: who could jump in does so at the risk of not holding the card. */
struct tui_call {
    uint16_t catches, accuses; /* 1 << seat */
    uint8_t jump;              /* the card that lies on top, or PEN_CARD_NONE */
    bool can_say_uno, can_challenge;
};

/* Read by the screens, written by the table only (the screens may set 'lang'). */
struct tui_table {
    struct pen_edition edition;
    struct pen_rules rules;
    struct pen_options options;
    struct pen_names names;
    uint8_t seat;         /* whose eyes: the person in front of the screen, or PEN_SPECTATOR */
    uint16_t people;      /* 1 << seat: the people at this keyboard */
    uint16_t asked;       /* 1 << seat: people the table waits for although they need not act: they can
                             say UNO, catch, jump in, or tui_table_pass(). 0 unless time stands still. */
    struct pen_view view; /* of 'seat', kept up to date */
    struct tui_call calls[PEN_SEATS_MAX]; /* of the people besides 'seat' */
    bool can_take_back;                   /* the newest move of the people here */
    bool can_call_off; /* RULE O19: the piles have served nobody for three rounds of turns */
    bool is_hidden;    /* between HANDOVER and confirm(): show no hand */
    bool is_lesson;    /* a tutorial: nothing is kept, act() may answer with a LESSON */
    bool is_given;     /* its games are given away, without names */
    bool is_remote;    /* on a server, which keeps the game */
    bool is_unsaved;   /* the last moves could not be written to disk */
    enum pen_lang lang;
    void *self;
    const struct tui_table_ops *ops;
};

/* The seat that is spoken to: the person at the keyboard, if there is just one. */
static inline uint8_t tui_table_you(const struct tui_table *table)
{
    return pen_bits_count(table->people) == 1 ? table->seat : PEN_SEAT_NONE;
}

/* To poll for reading, or -1. */
static inline int tui_table_fd(struct tui_table *table)
{
    return table->ops->fd(table);
}

/* How long until step() has something to do; 0: now, -1: not before somebody here acts. */
static inline int tui_table_wait_ms(struct tui_table *table, uint64_t now_ms)
{
    return table->ops->wait_ms(table, now_ms);
}

/* The next thing that happened; 'view' is as it was right after it. Call until false. */
static inline bool tui_table_step(struct tui_table *table, uint64_t now_ms, struct tui_news *news)
{
    return table->ops->step(table, now_ms, news);
}

/* An action of one of the 'people': any of 'seat', and what the others at the keyboard can call out (UNO,
 * catch, drop, accuse, challenge, the card on top to jump in with). Refused: nothing has changed. Accepted:
 * step() tells what came of it. */
PEN_MUST_USE static inline enum pen_refusal tui_table_act(struct tui_table *table, struct pen_action action,
                                                          uint64_t now_ms)
{
    return table->ops->act(table, action, now_ms);
}

/* One of 'asked' does nothing for now. */
static inline void tui_table_pass(struct tui_table *table, uint8_t seat, uint64_t now_ms)
{
    table->ops->pass(table, seat, now_ms);
}

/* After HANDOVER: the person is in front of the screen. */
static inline void tui_table_confirm(struct tui_table *table, uint64_t now_ms)
{
    table->ops->confirm(table, now_ms);
}

/* After ROUND_OVER, unless the game is over. */
static inline void tui_table_deal(struct tui_table *table, uint64_t now_ms)
{
    table->ops->deal(table, now_ms);
}

/* Takes the newest move of the people here back, if 'can_take_back'. */
static inline void tui_table_take_back(struct tui_table *table, uint64_t now_ms)
{
    if (table->ops->take_back)
        table->ops->take_back(table, now_ms);
}

/* RULE O19: the people here end the round as void, if 'can_call_off'. */
static inline void tui_table_call_off(struct tui_table *table, uint64_t now_ms)
{
    if (table->ops->call_off)
        table->ops->call_off(table, now_ms);
}

/* RULE M1: whether these seats are just the players of one team. */
static inline bool tui_table_is_team(const struct tui_table *table, uint16_t seats)
{
    return table->rules.teams > 0 && seats != 0 &&
           seats == pen_team_of(&table->rules, table->names.count, pen_bits_lowest(seats));
}

/* RULE P3: whether the table refuses wrong cards where the edition has them punished. */
static inline bool tui_table_is_protected(const struct tui_table *table)
{
    return table->edition.rule.misplay_cards > 0 && table->rules.rule.misplay_cards == 0;
}

/* What a good player would do now as 'seat', and why, in the table's language. False: nothing to do. */
static inline bool tui_table_hint(struct tui_table *table, struct pen_action *action, char *why, size_t size)
{
    return table->ops->hint(table, action, why, size);
}

/* A line for the table and the people at it, beginning with '/': what there is to say, it says itself, as
 * notices. False: this table has no ear for it. */
static inline bool tui_table_order(struct tui_table *table, const char *line, uint64_t now_ms)
{
    if (table->ops->order)
        table->ops->order(table, line, now_ms);
    return table->ops->order != NULL;
}

/* Leaves: the game is kept if it is not over. The table is gone afterwards. */
static inline void tui_table_close(struct tui_table *table)
{
    table->ops->close(table);
}

#endif
