/* sit.c - a seat at a server's table, from the waiting room to the end of the last game. */
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "platform/clock.h"
#include "tui/lines.h"
#include "tui/seat/inside.h"
#include "words/tui_say_words.h"
#include "words/tui_seat_words.h"

struct sitting {
    const struct seat_place *place;
    struct seat seat;
    struct seat_mcp mcp;
    bool is_waited_for; /* the program was asked and has not answered: whatever comes next is that answer */
    bool is_game_over;
    char rules[16384], people[16384]; /* of the waiting room */
    char agreed[16384];               /* as it stood when we agreed to it */
};

/* ---- who answers ---- */

/* Waits until the program or the table has something to say, or for so long. */
static void rest(struct sitting *sitting, int wait_ms, int fd)
{
    struct pollfd polled[2] = {{sitting->seat.lines.in, POLLIN, 0}, {fd, POLLIN, 0}};
    if (poll(polled, 2, wait_ms) > 0 && polled[0].revents != 0)
        seat_lines_read(&sitting->seat.lines);
}

static void send(struct sitting *sitting, const char *bytes, size_t count)
{
    sitting->seat.now.told += count;
    seat_lines_write(&sitting->seat.lines, bytes, count);
}

/* In words: the question ends with its number. */
static void ask(struct sitting *sitting, bool is_again, const char *before)
{
    struct seat *seat = &sitting->seat;
    char *bytes = NULL;
    size_t count = 0;
    FILE *out = open_memstream(&bytes, &count);
    if (!out)
        return;
    if (before[0])
        fprintf(out, "! %s", before);
    if (is_again)
        seat_tell_choices(seat, out);
    else
        seat_ask(seat, out);
    fprintf(out, "? %u\n", (unsigned)seat->all.decisions + 1);
    if (fclose(out) == 0)
        send(sitting, bytes, count);
    free(bytes);
    sitting->is_waited_for = true;
}

static void act(struct sitting *sitting, struct pen_action action)
{
    struct seat *seat = &sitting->seat;
    char bytes[256];
    struct pen_text did = pen_text_in(bytes, sizeof bytes);
    seat_write_action(seat, action, &did);
    if (tui_table_act(seat->table, action, platform_now_ms()) != PEN_ACCEPTED)
        seat->all.refused++; /* it is offered again as soon as the table has answered what came before */
    seat_decided(seat, bytes);
}

static void hear_answer(struct sitting *sitting, char *answer)
{
    struct seat *seat = &sitting->seat;
    struct pen_action action = PEN_ACTION(PEN_VERB_DRAW, 0);
    char *bytes = NULL;
    size_t count = 0;
    if (!sitting->is_waited_for) {
        if (answer[0])
            (void)tui_table_order(seat->table, answer, platform_now_ms());
        return;
    }
    if (answer[0] == '/') { /* to the others, as in `join`; the question is still open */
        (void)tui_table_order(seat->table, answer, platform_now_ms());
        return;
    }
    FILE *reply = open_memstream(&bytes, &count);
    if (!reply)
        return;
    sitting->is_waited_for = false;
    const uint64_t late = seat->now.late;
    const enum seat_heard heard = seat_answer(seat, answer, &action, reply);
    const bool is_read = fclose(reply) == 0;
    if (heard == SEAT_DOES)
        act(sitting, action);
    else if (heard == SEAT_WAITS)
        seat_decided(seat, "waits");
    if (heard == SEAT_AGAIN && seat->now.late == late) {
        ask(sitting, true, bytes);
    } else if (is_read && count > 0) { /* that it came too late, or what was done instead */
        send(sitting, "! ", 2);
        send(sitting, bytes, count);
    }
    free(bytes);
}

static void hear_program(struct sitting *sitting)
{
    struct seat *seat = &sitting->seat;
    size_t count;
    for (char *line; (line = seat_lines_take(&seat->lines, &count));) {
        if (!seat->config->is_mcp) {
            hear_answer(sitting, line);
            continue;
        }
        seat_mcp_hear(&sitting->mcp, line, count, platform_now_ms());
        if (sitting->mcp.has_action)
            act(sitting, sitting->mcp.action);
        if (sitting->mcp.has_said)
            sitting->place->say(seat->table, sitting->mcp.said);
        sitting->mcp.has_action = sitting->mcp.has_said = false;
    }
}

/* ---- the waiting room ---- */

static void note(void *self, const char *line)
{
    struct sitting *sitting = self;
    fprintf(sitting->seat.story, "%s\n", line);
    seat_shorten_story(&sitting->seat);
}

static bool show(void *self, const struct tui_waiting_page *page)
{
    struct sitting *sitting = self;
    (void)snprintf(sitting->rules, sizeof sitting->rules, "%s", page->rules);
    (void)snprintf(sitting->people, sizeof sitting->people, "%s", page->people);
    sitting->mcp.waiting = sitting->people;
    return true;
}

/* Agrees to the rules, and begins when nobody is missing: what people do there, in their place. */
static enum tui_line next(void *self, int wait_ms, int fd, char line[TUI_LINE_BYTES])
{
    struct sitting *sitting = self;
    char now[sizeof sitting->agreed];
    const bool can_agree = strstr(sitting->people, "\n  1 "), can_start = strstr(sitting->people, "\n  2 "),
               has_room = strstr(sitting->people, "\n  3 ");
    (void)snprintf(now, sizeof now, "%.8000s%.8000s", sitting->rules, sitting->people);
    const bool is_new = strcmp(now, sitting->agreed) != 0;
    if (is_new && (can_agree || (can_start && !has_room))) {
        memcpy(sitting->agreed, now, sizeof now);
        (void)snprintf(line, TUI_LINE_BYTES, "%s", can_agree ? "1" : "2");
        return TUI_LINE_READ;
    }
    if (!can_agree && !can_start)
        sitting->agreed[0] = 0;
    rest(sitting, sitting->mcp.pending[0] ? 100 : wait_ms, fd);
    hear_program(sitting);
    seat_mcp_look_up(&sitting->mcp, platform_now_ms());
    return sitting->seat.lines.is_over ? TUI_LINE_END : TUI_LINE_NOT_YET;
}

/* ---- the game ---- */

/* False: the table is closed to us. */
static bool catch_up(struct sitting *sitting)
{
    static struct tui_news news;
    struct seat *seat = &sitting->seat;
    while (!sitting->is_game_over && tui_table_step(seat->table, platform_now_ms(), &news)) {
        seat_hear(seat, &news);
        if (news.type == TUI_NEWS_CLOSED)
            return false;
        if (news.type == TUI_NEWS_ROUND_OVER && seat->table->view.winners == 0)
            tui_table_deal(seat->table, platform_now_ms());
        if (news.type == TUI_NEWS_GAME_OVER) {
            const uint8_t own = seat->table->seat;
            seat_game_over(seat, own < PEN_SEATS_MAX && (seat->table->view.winners >> own & 1));
            sitting->is_game_over = true;
        }
    }
    return true;
}

static enum seat_end play(struct sitting *sitting)
{
    struct seat *seat = &sitting->seat;
    sitting->is_game_over = false;
    sitting->mcp.waiting = NULL;
    for (;;) {
        if (!catch_up(sitting))
            return SEAT_CLOSED;
        if (sitting->is_game_over)
            return SEAT_OVER;
        if (seat->is_open && !seat_is_asked(seat))
            seat->is_open = false; /* somebody was quicker, or a clock has run out */
        if (!seat->config->is_mcp && !sitting->is_waited_for && seat_is_asked(seat))
            ask(sitting, false, "");
        seat_mcp_look_up(&sitting->mcp, platform_now_ms());
        if (seat->lines.is_over)
            return SEAT_GONE;
        int wait_ms = tui_table_wait_ms(seat->table, platform_now_ms());
        if (sitting->mcp.pending[0] && (wait_ms < 0 || wait_ms > 100))
            wait_ms = 100; /* whoever waits is answered when the time is up */
        rest(sitting, wait_ms, tui_table_fd(seat->table));
        hear_program(sitting);
    }
}

/* ---- the end ---- */

static void say_goodbye(struct sitting *sitting)
{
    struct seat *seat = &sitting->seat;
    char bytes[2048];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    if (seat->config->is_mcp) { /* whoever is there may still ask how it ended */
        sitting->mcp.is_over = true;
        while (!seat->lines.is_over) {
            seat_mcp_look_up(&sitting->mcp, platform_now_ms());
            rest(sitting, -1, -1);
            hear_program(sitting);
        }
        return;
    }
    seat_tell_story(seat, stdout);
    (void)fflush(stdout);
    seat_write_summary(seat, &text);
    pen_text_add(&text, "\n");
    seat_lines_write(&seat->lines, "= ", 2);
    seat_lines_write(&seat->lines, text.bytes, text.length);
    if (seat->config->command)
        fputs(bytes, stdout);
}

enum seat_end seat_at_table(const struct seat_place *place, const struct seat_config *config)
{
    struct sitting *sitting = calloc(1, sizeof *sitting);
    enum seat_end end = SEAT_OVER;
    if (!sitting)
        return SEAT_BROKEN;
    if (!seat_open(&sitting->seat, place->table, config)) {
        seat_close(&sitting->seat);
        free(sitting);
        return SEAT_BROKEN;
    }
    sitting->place = place;
    sitting->mcp = (struct seat_mcp){.seat = &sitting->seat, .rules = sitting->rules};
    const struct tui_waiting front = {.self = sitting, .note = note, .show = show, .next = next};
    while (end == SEAT_OVER && sitting->seat.games < config->games) {
        end = place->wait(place->table, &front);
        if (end == SEAT_OVER)
            end = play(sitting);
        if (end == SEAT_OVER && sitting->seat.games < config->games)
            place->again(place->table);
    }
    sitting->mcp.is_closed = end == SEAT_CLOSED;
    say_goodbye(sitting);
    seat_close(&sitting->seat);
    free(sitting);
    return end;
}
