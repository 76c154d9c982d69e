/* inside.h - what the seat's parts share. */
#ifndef SEAT_INSIDE_H
#define SEAT_INSIDE_H

#include "platform/child.h"
#include "tui/choices.h"
#include "tui/telling.h"
#include "tui/seat/seat.h"

/* ---- channel.c: whoever answers ---- */

enum { SEAT_LINE_BYTES_MAX = 1 << 20 };

struct seat_lines {
    int in, out;
    struct platform_child child; /* its process is 0 where there is none */
    char *bytes;
    size_t count, used, room;
    bool is_over, is_gone; /* nothing more comes; nobody reads */
};

PEN_MUST_USE bool seat_lines_open(struct seat_lines *lines, const char *command);
void seat_lines_close(struct seat_lines *lines);

/* Takes in what is there; waits for it if need be. */
void seat_lines_read(struct seat_lines *lines);

/* The next whole line, without its end; it holds until the next call. Null: there is none yet. */
char *seat_lines_take(struct seat_lines *lines, size_t *count);

void seat_lines_write(struct seat_lines *lines, const char *bytes, size_t count);

/* ---- count.c: what it cost ---- */

enum { SEAT_REPORTED_MAX = 8, SEAT_REPORTED_BYTES = 32 };

/* What the program says about its own costs: names and numbers. */
struct seat_reported {
    unsigned count;
    struct {
        char name[SEAT_REPORTED_BYTES];
        double number;
    } list[SEAT_REPORTED_MAX];
};

struct seat_cost {
    uint64_t decisions, answers, wrong, late, refused, instead, ms, ms_most, told, said;
    struct seat_reported reported;
};

void seat_report(struct seat_reported *reported, const char *name, size_t bytes, double number);
void seat_cost_write(struct pen_text *text, const struct seat_cost *cost);

/* ---- seat.c ---- */

struct seat {
    struct tui_table *table;
    const struct seat_config *config;
    struct seat_lines lines;
    struct pen_chance chance;
    struct plain_choices choices; /* of the open decision, as they were numbered */
    bool is_open;                 /* it has been told what can be done, and has not done it */
    bool must;                    /* it has to; otherwise 0 lets the chance go by */
    struct plain_choices passed;  /* chances that it let go by */
    uint64_t asked_ms;
    unsigned tries;
    struct seat_cost now, all; /* of this decision; of everything */
    uint64_t games, won;
    char *story_bytes; /* what has happened since it was asked last */
    size_t story_count;
    FILE *story;
};

PEN_MUST_USE bool seat_open(struct seat *seat, struct tui_table *table, const struct seat_config *config);
void seat_close(struct seat *seat);

/* Keeps what the table tells, to be told with the next question. */
void seat_hear(struct seat *seat, const struct tui_news *news);

/* If it has become long, only the newest is kept, from the beginning of a line on. */
void seat_shorten_story(struct seat *seat);

/* Whether there is something to decide. */
bool seat_is_asked(struct seat *seat);

/* What has happened, how the table lies, what can be done. */
void seat_tell_story(struct seat *seat, FILE *out);
void seat_tell_choices(const struct seat *seat, FILE *out);
void seat_ask(struct seat *seat, FILE *out);

/* The decision is open from now on; seat_ask() does this by itself. */
void seat_begin(struct seat *seat);

enum seat_heard {
    SEAT_DOES,  /* 'action' */
    SEAT_WAITS, /* it lets the chance go by */
    SEAT_AGAIN  /* that was no choice: 'reply' says so, and it is asked again */
};

/* An answer to the open decision. */
enum seat_heard seat_answer(struct seat *seat, char *answer, struct pen_action *action, FILE *reply);

/* The decision is made: 'did' as records have it. */
void seat_decided(struct seat *seat, const char *did);
void seat_game_over(struct seat *seat, bool has_won);

/* "plays r7 uno" */
void seat_write_action(const struct seat *seat, struct pen_action action, struct pen_text *text);

/* Everything so far, as an object of JSON. */
void seat_write_summary(const struct seat *seat, struct pen_text *text);

/* ---- mcp.c ---- */

struct seat_mcp {
    struct seat *seat;
    char pending[192]; /* the id of the request that waits for something to decide; empty: none */
    uint64_t until_ms;
    const char *waiting; /* the waiting room in words, or null */
    const char *rules;
    bool is_over, is_closed;
    bool has_said;
    char said[256]; /* for the others at the table */
    bool has_action;
    struct pen_action action; /* to be carried out */
};

/* One line of the client's. What it asks of the table stands in 'mcp' afterwards. */
void seat_mcp_hear(struct seat_mcp *mcp, const char *bytes, size_t count, uint64_t now_ms);

/* Answers who waits, if there is something to tell or the time is up. */
void seat_mcp_look_up(struct seat_mcp *mcp, uint64_t now_ms);

#endif
