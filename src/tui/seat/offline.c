/* offline.c - a seat at a table of `tournament`: its lines (docs/SIM.md) come in, words go to the program,
 * and its answers go back as actions. */
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "tui/seat/inside.h"
#include "tui/told.h"
#include "wire/wire.h"

struct offline {
    struct seat seat;
    struct tui_table table;
    struct tui_told state;
    struct tui_message message;
    struct seat_lines host; /* the tournament */
};

/* What remote/news.c does with a table on a server. */
static void show(struct offline *offline)
{
    struct tui_table *table = &offline->table;
    const struct tui_told *state = &offline->state;
    table->edition = state->edition;
    table->rules = state->rules;
    table->options = state->settings.options;
    table->seat = state->you;
    table->people = (uint16_t)(state->you < PEN_SEATS_MAX ? 1u << state->you : 0);
    table->view = state->view;
    tui_told_names(state, &table->names);
    pen_names_show(&table->names);
}

/* The next line of the program. Null: it has ended. */
static char *wait_for_answer(struct seat_lines *lines)
{
    size_t count;
    for (;;) {
        char *line = seat_lines_take(lines, &count);
        if (line || lines->is_over)
            return line;
        seat_lines_read(lines);
    }
}

/* Asks until something can be done. False: the program has ended. */
static bool decide(struct offline *offline, struct pen_text *did)
{
    struct seat *seat = &offline->seat;
    enum seat_heard heard = SEAT_AGAIN;
    struct pen_action action = PEN_ACTION(PEN_VERB_DRAW, 0);
    char *before = NULL;
    size_t before_count = 0;
    for (bool is_first = true; heard == SEAT_AGAIN; is_first = false) {
        char *bytes = NULL, *line;
        size_t count = 0;
        FILE *out = open_memstream(&bytes, &count);
        if (!out)
            return false;
        if (before_count > 0)
            fprintf(out, "! %s", before);
        if (is_first)
            seat_ask(seat, out);
        else
            seat_tell_choices(seat, out);
        fprintf(out, "? %u\n", (unsigned)seat->all.decisions + 1);
        (void)fclose(out);
        free(before);
        before = NULL;
        seat->now.told += count;
        seat_lines_write(&seat->lines, bytes, count);
        free(bytes);
        line = wait_for_answer(&seat->lines);
        FILE *reply = line ? open_memstream(&before, &before_count) : NULL;
        if (!reply)
            return false;
        heard = seat_answer(seat, line, &action, reply);
        (void)fclose(reply);
    }
    free(before);
    if (heard == SEAT_DOES)
        seat_write_action(seat, action, did);
    else
        pen_text_add(did, "waits");
    seat_decided(seat, did->bytes);
    return true;
}

/* The end of a game: who won, and nothing else. False: it is another message. */
static bool hear_over(struct offline *offline, const char *line, size_t count)
{
    static struct wire_told told;
    struct seat *seat = &offline->seat;
    const struct plain_telling to = {.table = &offline->table, .out = seat->story};
    struct wire_book book = {&offline->state.edition, &offline->state.rules, NULL};
    struct wire_problem problem;
    if (!offline->state.has_rules || wire_read_told(&told, line, count, &book, NULL, &problem) != WIRE_GOOD ||
        told.type != WIRE_TOLD_UPDATE || !told.update.cards.has_over || told.update.cards.has_now)
        return false;
    offline->table.view.winners = told.update.cards.over.game;
    seat_game_over(seat, offline->table.view.winners >> offline->table.seat & 1);
    plain_tell_game_over(&to);
    seat->is_open = false;
    return true;
}

/* One line of the tournament. False: the program has ended. */
static bool hear(struct offline *offline, const char *line, size_t count)
{
    struct seat *seat = &offline->seat;
    struct tui_message *message = &offline->message;
    const struct plain_telling to = {.table = &offline->table, .out = seat->story};
    char answer[256];
    struct pen_text did = pen_text_in(answer, sizeof answer - 1);
    if (hear_over(offline, line, count))
        return true;
    tui_told_read(&offline->state, message, line, count, seat->config->lang);
    if (message->type != TUI_TOLD_TABLE && message->type != TUI_TOLD_UPDATE)
        return true;
    show(offline);
    if (message->type == TUI_TOLD_TABLE)
        return true;
    plain_tell_events(&to, &message->events);
    if (!offline->state.has_cards)
        return true;
    if (!seat_is_asked(seat))
        pen_text_add(&did, "waits");
    else if (!decide(offline, &did))
        return false;
    pen_text_add(&did, "\n");
    seat_lines_write(&offline->host, answer, did.length);
    return true;
}

enum seat_end seat_offline(const struct seat_config *config)
{
    struct offline *offline = calloc(1, sizeof *offline);
    if (!offline)
        return SEAT_BROKEN;
    offline->table.lang = config->lang;
    offline->table.seat = PEN_SPECTATOR;
    enum seat_end end = SEAT_OVER;
    if (!seat_open(&offline->seat, &offline->table, config) || !seat_lines_open(&offline->host, NULL))
        end = SEAT_BROKEN;
    while (end == SEAT_OVER && !offline->host.is_over) {
        size_t count;
        char *line = seat_lines_take(&offline->host, &count);
        if (!line)
            seat_lines_read(&offline->host);
        else if (!hear(offline, line, count))
            end = SEAT_GONE;
    }
    seat_lines_close(&offline->host);
    seat_close(&offline->seat);
    free(offline);
    return end;
}
