/* remote_order.c - what people at a server's table say to it besides playing: chat, votes, questions. A line
 * that begins with '/', the same in the lobby, in lines and on the full screen:
 *
 *     /text says it · / tells what there is · /0 phrases · /1 /2 votes · /3 to /5 questions · /6 who is here
 * · /7 are you there? · /8 mutes · /9 what was voted · /10 ends the round as void · /11 accuses · /12 the
 * rules, or others */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/lines.h"
#include "tui/remote_inside.h"
#include "wire/setup.h"

/* ---- who is here ----------------------------------------------------------------------------- */

static void add_remark(struct pen_text *text, unsigned *count, const char *remark)
{
    pen_text_add(text, (*count)++ == 0 ? " · " : ", ");
    pen_text_add(text, remark);
}

void remote_add_seat(const struct remote *remote, uint8_t seat, struct pen_text *text)
{
    const struct remote_state *state = &remote->state;
    const struct remote_seat *who = &state->seats[seat];
    enum pen_lang lang = remote->table.lang;
    bool is_waiting = state->stage == ROOM_WAITING || state->stage == ROOM_OVER;
    unsigned count = 0;
    if (who->kind == ROOM_FREE) {
        pen_text_add(text, word_text(WORD_TUI_TELL_SEAT_FREE, lang));
        return;
    }
    if (who->kind == ROOM_BOT) {
        struct tui_filling filling = {.name = who->shown,
                                      .text = bot_level_name((enum bot_level)who->level, lang)};
        tui_say(text, WORD_TUI_TELL_SEAT_BOT, lang, &filling);
    } else {
        pen_text_add(text, who->shown);
        if (seat == state->you)
            add_remark(text, &count, word_text(WORD_TUI_TELL_SEAT_YOU, lang));
        if (seat == state->host)
            add_remark(text, &count, word_text(WORD_TUI_TELL_SEAT_HOST, lang));
        if (is_waiting)
            add_remark(
                text, &count,
                word_text(who->has_agreed ? WORD_TUI_TELL_SEAT_AGREED : WORD_TUI_TELL_SEAT_NOT_AGREED, lang));
        if (!who->is_here)
            add_remark(text, &count, word_text(WORD_TUI_TELL_SEAT_GONE, lang));
        if (remote_is_muted(remote, seat))
            add_remark(text, &count, word_text(WORD_TUI_TELL_SEAT_MUTED, lang));
    }
    if (who->wins > 0) {
        struct tui_filling filling = {.number = who->wins};
        pen_text_add(text, count == 0 ? " · " : ", ");
        tui_say(text, WORD_TUI_TELL_SEAT_WINS, lang, &filling);
    }
}

static void list_seats(struct remote *remote)
{
    char bytes[TUI_NEWS_TEXT_BYTES];
    for (uint8_t seat = 0; seat < remote->state.seat_count; seat++) {
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        remote_add_seat(remote, seat, &text);
        remote_note_text(remote, bytes);
    }
    if (remote->state.watchers > 0)
        remote_note(remote, WORD_TUI_TELL_WATCHERS, (struct tui_filling){.number = remote->state.watchers});
}

/* ---- saying ---------------------------------------------------------------------------------- */

static void list_phrases(struct remote *remote)
{
    char bytes[TUI_NEWS_TEXT_BYTES];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    for (unsigned i = 0; i < ROOM_PHRASE_COUNT; i++) {
        pen_text_add(&text, i > 0 ? " · " : "");
        pen_text_add_number(&text, i + 1);
        pen_text_add(&text, " ");
        pen_text_add(&text, room_phrase(i, remote->table.lang));
    }
    remote_note_text(remote, bytes);
}

static void say(struct remote *remote, const char *words)
{
    struct wire_asked asked;
    wire_clear_asked(&asked, WIRE_ASKED_SAY);
    snprintf(asked.say.text, sizeof asked.say.text, "%s", words); /* a line is far shorter */
    (void)remote_command(remote, REMOTE_ORDER, &asked);
}

static void say_phrase(struct remote *remote, const char *number)
{
    struct wire_asked asked;
    unsigned long phrase = strtoul(number, NULL, 10);
    if (phrase < 1 || phrase > ROOM_PHRASE_COUNT) {
        list_phrases(remote);
        return;
    }
    wire_clear_asked(&asked, WIRE_ASKED_SAY);
    asked.say.phrase = (uint8_t)(phrase - 1);
    (void)remote_command(remote, REMOTE_ORDER, &asked);
}

/* ---- asking ---------------------------------------------------------------------------------- */

static void ask(struct remote *remote, enum room_ask what, uint8_t seat)
{
    struct wire_asked asked;
    wire_clear_asked(&asked, WIRE_ASKED_ASK);
    asked.ask.what = (uint8_t)what;
    asked.ask.seat = seat;
    (void)remote_command(remote, REMOTE_ORDER, &asked);
}

static void vote(struct remote *remote, bool yes)
{
    struct wire_asked asked;
    wire_clear_asked(&asked, WIRE_ASKED_VOTE);
    asked.vote.yes = yes;
    (void)remote_command(remote, REMOTE_ORDER, &asked);
}

/* Nobody of that name: tells who there is. */
static uint8_t find_seat(struct remote *remote, const char *name)
{
    char wanted[PEN_PLAYER_BYTES];
    const bool is_name = pen_name_read(name, strlen(name), wanted);
    for (uint8_t seat = 0; seat < remote->state.seat_count; seat++)
        if (is_name && strcmp(remote->state.seats[seat].name, wanted) == 0)
            return seat;
    list_seats(remote);
    return PEN_SEAT_NONE;
}

/* Before a game the host does it alone. */
static void send_away(struct remote *remote, const char *name)
{
    const struct remote_state *state = &remote->state;
    struct wire_asked asked;
    uint8_t seat = find_seat(remote, name);
    if (seat == PEN_SEAT_NONE)
        return;
    if (state->you != state->host || (state->stage != ROOM_WAITING && state->stage != ROOM_OVER)) {
        ask(remote, ROOM_ASK_KICK, seat);
        return;
    }
    wire_clear_asked(&asked, WIRE_ASKED_REMOVE);
    asked.remove.seat = seat;
    (void)remote_command(remote, REMOTE_ORDER, &asked);
}

/* Without a name it is the one whose turn it is. */
static void ask_there(struct remote *remote, const char *name)
{
    struct wire_asked asked;
    const struct remote_state *state = &remote->state;
    uint8_t seat = name[0] == 0 && state->has_cards && state->view.turn < PEN_SEATS_MAX
                       ? state->view.turn
                       : find_seat(remote, name);
    if (seat == PEN_SEAT_NONE)
        return;
    wire_clear_asked(&asked, WIRE_ASKED_THERE);
    asked.there.seat = seat;
    (void)remote_command(remote, REMOTE_ORDER, &asked);
}

/* ---- not hearing ----------------------------------------------------------------------------- */

static unsigned find_muted(const struct remote *remote, const char *name)
{
    unsigned at = 0;
    while (at < remote->muted_count && strcmp(remote->muted[at], name) != 0)
        at++;
    return at;
}

bool remote_is_muted(const struct remote *remote, uint8_t seat)
{
    return find_muted(remote, remote->state.seats[seat].name) < remote->muted_count;
}

/* Once more: heard again. Only here; the table does not learn of it. */
static void mute(struct remote *remote, const char *name)
{
    uint8_t seat = find_seat(remote, name);
    if (seat == PEN_SEAT_NONE)
        return;
    const struct remote_seat *who = &remote->state.seats[seat];
    unsigned at = find_muted(remote, who->name);
    bool is_muted = at < remote->muted_count;
    if (!is_muted && remote->muted_count == PEN_SEATS_MAX)
        at = 0; /* the first one goes, who may have left long ago */
    if (at < remote->muted_count)
        memmove(remote->muted[at], remote->muted[at + 1],
                (--remote->muted_count - at) * sizeof remote->muted[0]);
    if (!is_muted)
        memcpy(remote->muted[remote->muted_count++], who->name, PEN_PLAYER_BYTES);
    remote_note(remote, is_muted ? WORD_TUI_TELL_UNMUTED : WORD_TUI_TELL_MUTED,
                (struct tui_filling){.name = who->shown});
}

/* RULE O15: with the last thing that one has written, if there is any. */
static void accuse(struct remote *remote, const char *name)
{
    struct wire_asked asked;
    uint8_t seat = find_seat(remote, name);
    if (seat == PEN_SEAT_NONE)
        return;
    wire_clear_asked(&asked, WIRE_ASKED_ACT);
    snprintf(asked.act.action, sizeof asked.act.action, "accuses %s", remote->state.seats[seat].name);
    snprintf(asked.act.quote, sizeof asked.act.quote, "%s", remote->written[seat]);
    (void)remote_command(remote, REMOTE_ORDER, &asked);
}

/* ---- other rules ------------------------------------------------------------------------------ */

static void write_code(const struct wire_settings *settings, char code[WIRE_SETUP_BYTES])
{
    const struct wire_settings usual = room_settings_default();
    const struct wire_setup setup = {.settings = *settings};
    struct pen_text text = pen_text_in(code, WIRE_SETUP_BYTES);
    wire_setup_write(&text, &setup, &usual);
    PEN_ASSERT(!text.is_cut);
}

/* The words of what is to change make a code, read over the rules that there are: "seven-0 -jump-in
 * target=300". What stands behind a minus goes. */
static bool read_changes(const struct wire_settings *now, const char *words, struct wire_setup *setup,
                         struct wire_problem *problem)
{
    struct wire_settings rest = *now;
    char code[WIRE_SETUP_BYTES + TUI_LINE_BYTES];
    struct pen_text text = pen_text_in(code, sizeof code);
    pen_text_add_number(&text, WIRE_SETUP_VERSION);
    pen_text_add(&text, ".");
    pen_text_add(&text, now->edition);
    for (; *words; words += strspn(words, " ,")) {
        const size_t bytes = strcspn(words, " ,");
        pen_house_set bit = 0;
        if (words[0] == '-' && pen_house_add(words + 1, bytes - 1, &bit)) {
            rest.options.house &= ~bit;
        } else if (!pen_house_add(words, bytes, &bit) || !(rest.options.house & bit)) {
            pen_text_add(&text, ".");
            pen_text_add_bytes(&text, words, bytes);
        }
        words += bytes;
    }
    return wire_setup_read(setup, code, text.length, &rest, problem);
}

/* Other rules, as a code, a link, or as what is to change. The host brings them in, the others ask the table
 * for them; without any the order tells those that there are. */
static void change_rules(struct remote *remote, const char *words)
{
    const struct wire_settings usual = room_settings_default(), *now = &remote->state.settings;
    const bool is_code = strpbrk(words, ".#") != NULL;
    struct wire_setup setup;
    struct wire_problem problem;
    struct wire_asked asked;
    char code[WIRE_SETUP_BYTES];
    if (words[0] == 0) {
        write_code(now, code);
        remote_note(remote, WORD_TUI_TELL_CODE, (struct tui_filling){.text = code});
        return;
    }
    if (is_code ? !wire_setup_read(&setup, words, strlen(words), &usual, &problem)
                : !read_changes(now, words, &setup, &problem)) {
        remote_note(remote, WORD_TUI_TELL_NO_CODE, (struct tui_filling){.text = problem.field});
        return;
    }
    if (remote->state.you == remote->state.host) {
        wire_clear_asked(&asked, WIRE_ASKED_SET);
        asked.set.settings = setup.settings;
    } else {
        wire_clear_asked(&asked, WIRE_ASKED_ASK);
        asked.ask.what = ROOM_ASK_RULES;
        write_code(&setup.settings, asked.ask.setup);
    }
    (void)remote_command(remote, REMOTE_ORDER, &asked);
}

/* ---- orders ---------------------------------------------------------------------------------- */

static void list_votes(struct remote *remote)
{
    const struct remote_state *state = &remote->state;
    if (state->vote_count == 0)
        remote_note_text(remote, word_text(WORD_TUI_TELL_NO_VOTES, remote->table.lang));
    for (unsigned i = 0; i < state->vote_count; i++)
        remote_note_vote(remote, &state->votes[i]);
}

static void list_orders(struct remote *remote)
{
    static const enum word lines[] = {WORD_TUI_TELL_ORDERS_1, WORD_TUI_TELL_ORDERS_2, WORD_TUI_TELL_ORDERS_3,
                                      WORD_TUI_TELL_ORDERS_4, WORD_TUI_TELL_ORDERS_5, WORD_TUI_TELL_ORDERS_6};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        remote_note_text(remote, word_text(lines[i], remote->table.lang));
}

enum { ORDER_NONE = -1 }; /* words to say */

/* What whoever only watches may do, too. False: it is something else. */
static bool order_by_anybody(struct remote *remote, int order, const char *rest)
{
    switch (order) {
    case 6:
        list_seats(remote);
        return true;
    case 8:
        mute(remote, rest);
        return true;
    case 9:
        list_votes(remote);
        return true;
    default:
        return false;
    }
}

void remote_order(struct tui_table *table, const char *line, uint64_t now_ms)
{
    struct remote *remote = remote_of(table);
    const char *order = line + (line[0] == '/');
    const size_t digits = strspn(order, "0123456789");
    const bool is_number = (digits == 1 || digits == 2) && (order[digits] == 0 || order[digits] == ' ');
    const char *rest = order + digits + strspn(order + digits, " ");
    const int number = !is_number    ? ORDER_NONE
                       : digits == 1 ? order[0] - '0'
                                     : (order[0] - '0') * 10 + order[1] - '0';
    (void)now_ms;
    if (order[0] == 0) {
        list_orders(remote);
        return;
    }
    if (order_by_anybody(remote, number, rest))
        return;
    if (remote->state.you >= PEN_SEATS_MAX) {
        remote_note_text(remote, word_text(WORD_TUI_TELL_ONLY_WATCHING, table->lang));
        return;
    }
    switch (number) {
    case ORDER_NONE:
        say(remote, order);
        break;
    case 0:
        say_phrase(remote, rest);
        break;
    case 1:
    case 2:
        vote(remote, number == 1);
        break;
    case 3:
        ask(remote, remote->state.is_paused ? ROOM_ASK_GO_ON : ROOM_ASK_PAUSE, PEN_SEAT_NONE);
        break;
    case 4:
        ask(remote, ROOM_ASK_TAKE_BACK, PEN_SEAT_NONE);
        break;
    case 5:
        send_away(remote, rest);
        break;
    case 7:
        ask_there(remote, rest);
        break;
    case 10:
        ask(remote, ROOM_ASK_VOID, PEN_SEAT_NONE);
        break;
    case 11:
        accuse(remote, rest);
        break;
    case 12:
        change_rules(remote, rest);
        break;
    default:
        remote_note_text(remote, word_text(WORD_TUI_TELL_NO_ORDER, table->lang));
        break;
    }
}
