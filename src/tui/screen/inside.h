/* inside.h - what the files of the screen share: screen.c hears the news, open.c has the longer
 * texts, draw.c draws, keys.c listens. Internal to them.
 *
 * What is on the screen is one of a few modes. In those that must be read first (the count, a lesson, the
 * keyboard changing hands) the table stands still: it is not asked for news. */
#ifndef SCREEN_INSIDE_H
#define SCREEN_INSIDE_H

#include "tui/screen/draw_page.h"
#include "tui/screen/draw_table.h"
#include "tui/screen/motion.h"
#include "tui/screen/screen.h"
#include "tui/filling.h"

enum mode {
    MODE_TABLE,
    MODE_COLOR,  /* 'asked' lacks its colour */
    MODE_TARGET, /* 'asked' lacks its target */
    MODE_PERSON, /* 'person', who is not in front of the screen, calls something out */
    MODE_LINE,   /* 'line' is being written, for the others at the table */
    MODE_HELP,   /* this and all below are pages over the table */
    MODE_LOG,
    MODE_SEEN,
    MODE_LEAVE,
    MODE_LESSON,
    MODE_COUNT,
    MODE_OVER,
    MODE_HANDOVER
};

enum { PAGE_BYTES = 16384, MESSAGE_BYTES = 1024, WRITTEN_BYTES = 200 };

struct screen {
    struct tui_table *table;
    struct screen_canvas canvas;
    struct screen_log log;
    struct screen_offers offers;
    struct tui_news news;
    enum mode mode;
    struct pen_action asked; /* in MODE_COLOR and MODE_TARGET */
    uint16_t targets;
    uint8_t person;           /* in MODE_PERSON */
    char line[WRITTEN_BYTES]; /* in MODE_LINE */
    uint8_t next_seat;        /* in MODE_HANDOVER */
    uint16_t has_dropped;     /* RULE C1: who at the keyboard has, also if the table has not told it yet */
    bool is_uno_armed, had_turn;
    unsigned chosen; /* place of the cursor in the hand */
    int log_back, log_back_max;
    char message[MESSAGE_BYTES];
    bool is_message_alarm;
    bool has_vi, has_bell;
    bool has_motion; /* --no-motion, and a speed without time, do without */
    uint8_t top;     /* what lay on the pile before the last news */
    struct screen_motion motion;
    struct screen_page page;
    char heading[128], text[PAGE_BYTES];
    bool is_done;
    enum tui_end end;
};

/* A sentence about this table into 'text'; below the keys. */
void screen_say(struct pen_text *text, const struct tui_table *table, enum word words,
                struct tui_filling filling);
void screen_tell(struct screen *screen, bool is_alarm, enum word words, struct tui_filling filling);
void screen_tell_refusal(struct screen *screen, enum pen_refusal refusal);

/* The hand as it is drawn, and the cursor in it. */
unsigned screen_hand_cards(const struct screen *screen, uint8_t cards[PEN_DECK_MAX]);
uint8_t screen_chosen_card(const struct screen *screen);
void screen_choose_card(struct screen *screen, uint8_t card);
/* The next card that can be laid, from 'from' on in steps and round; stays where it is if there is none. */
void screen_choose_playable(struct screen *screen, unsigned from, unsigned step);

void screen_open_help(struct screen *screen);
void screen_open_seen(struct screen *screen);
void screen_open_leave(struct screen *screen);
void screen_open_count(struct screen *screen);
void screen_open_over(struct screen *screen);
void screen_open_lesson(struct screen *screen);
void screen_open_handover(struct screen *screen, uint8_t seat);

/* Draws everything and finds out what can be pressed. False: no memory. */
PEN_MUST_USE bool screen_draw(struct screen *screen);
int screen_yes_key(const struct tui_table *table);

void screen_press(struct screen *screen, int key);

/* A line for the others at the table: its first character is the '/' that it begins with. */
void screen_begin_line(struct screen *screen);
void screen_write_line(struct screen *screen, int key);
void screen_finish(struct screen *screen, enum tui_end end);

#endif
