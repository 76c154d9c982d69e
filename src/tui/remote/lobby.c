/* lobby.c - a server's table while there is no game: who sits there, by which rules, who agrees. In
 * lines, for all terminals: what has changed is printed, and a number is chosen. */
#include <poll.h>
#include <string.h>

#include "platform/clock.h"
#include "tui/front.h"
#include "tui/lines.h"
#include "tui/remote/inside.h"
#include "tui/start.h"
#include "tui/waiting.h"
#include "words/cli_editions_words.h"
#include "words/tui_say_words.h"
#include "words/tui_tell_words.h"

enum { PAGE_BYTES = 16384 };

/* What can be done, by its number: that stays the same whatever else can be done. */
enum choice_kind {
    CHOICE_NONE,
    CHOICE_AGREE,
    CHOICE_START,
    CHOICE_ADD_BOT,
    CHOICE_RENAME,
    CHOICE_TAKE_BOT,
    CHOICE_COUNT
};

struct lobby {
    struct remote *remote;
    const struct tui_waiting *front;
    char head[PAGE_BYTES], rules[PAGE_BYTES], people[PAGE_BYTES];
    bool can[CHOICE_COUNT];
    uint8_t free_seat, last_bot; /* or PEN_SEAT_NONE */
};

static void say(const struct lobby *lobby, struct pen_text *text, enum word id, struct tui_filling filling)
{
    tui_say(text, id, lobby->remote->table.lang, &filling);
    pen_text_add(text, "\n");
}

/* ---- the rules ------------------------------------------------------------------------------- */

static void add_difference(void *context, const char *sentence)
{
    struct pen_text *text = context;
    pen_text_add(text, "    ");
    pen_text_add(text, sentence);
    pen_text_add(text, "\n");
}

/* Of an edition of somebody's own: what is other than in the known one that is nearest. */
static void add_differences(const struct lobby *lobby, struct pen_text *text)
{
    const struct pen_edition *own = &lobby->remote->state.edition;
    const enum pen_lang lang = lobby->remote->table.lang;
    static struct pen_edition known;
    if (!pen_edition_is_own(own->id) ||
        !pen_edition_builtin(pen_edition_builtin_id(pen_edition_nearest(own)), &known))
        return;
    words_say(text, lang, CLI_EDITIONS_DIFF_HEAD, pen_said(own->title, lang), pen_said(known.title, lang));
    pen_text_add(text, "\n");
    (void)pen_edition_diff(&known, own, lang, text, add_difference);
}

/* The list that people agree to, as the page has it. */
static void add_rules(const struct lobby *lobby, struct pen_text *text)
{
    const struct tui_told *state = &lobby->remote->state;
    const enum pen_lang lang = lobby->remote->table.lang;
    char bytes[PAGE_BYTES / 2];
    struct pen_text list = pen_text_in(bytes, sizeof bytes);
    say(lobby, text, WORD_TUI_TELL_EDITION,
        (struct tui_filling){.name = pen_said(state->edition.title, lang),
                             .text = pen_said(state->edition.about, lang)});
    add_differences(lobby, text);
    setup_differences(&state->settings, &state->edition, lang, &list, add_difference);
    say(lobby, text, list.length > 0 ? WORD_TUI_TELL_DIFFERS : WORD_TUI_TELL_BY_SHEET,
        (struct tui_filling){0});
    pen_text_add(text, bytes);
}

/* ---- the people and what can be done ---------------------------------------------------------- */

static void find_choices(struct lobby *lobby)
{
    const struct tui_told *state = &lobby->remote->state;
    unsigned taken = 0, agreed = 0, people = 0;
    memset(lobby->can, 0, sizeof lobby->can);
    lobby->free_seat = lobby->last_bot = PEN_SEAT_NONE;
    if (state->you >= PEN_SEATS_MAX || (state->stage != ROOM_WAITING && state->stage != ROOM_OVER))
        return;
    for (uint8_t seat = 0; seat < state->seat_count; seat++) {
        taken += state->seats[seat].kind != ROOM_FREE;
        people += state->seats[seat].kind == ROOM_PERSON;
        agreed += state->seats[seat].kind == ROOM_PERSON && state->seats[seat].has_agreed;
        if (state->seats[seat].kind == ROOM_FREE && lobby->free_seat == PEN_SEAT_NONE)
            lobby->free_seat = seat;
        if (state->seats[seat].kind == ROOM_BOT)
            lobby->last_bot = seat;
    }
    const bool is_host = state->you == state->host;
    lobby->can[CHOICE_AGREE] = !state->seats[state->you].has_agreed;
    lobby->can[CHOICE_START] = is_host && agreed == people && taken >= state->rules.rule.seats_min;
    lobby->can[CHOICE_ADD_BOT] = is_host && lobby->free_seat != PEN_SEAT_NONE;
    lobby->can[CHOICE_TAKE_BOT] = is_host && lobby->last_bot != PEN_SEAT_NONE;
    lobby->can[CHOICE_RENAME] = state->stage == ROOM_WAITING;
}

static bool can_anything(const struct lobby *lobby)
{
    bool can = false;
    for (unsigned kind = CHOICE_NONE; kind < CHOICE_COUNT; kind++)
        can = can || lobby->can[kind];
    return can;
}

static void add_levels(struct pen_text *text)
{
    for (unsigned level = 0; level < BOT_LEVEL_COUNT; level++) {
        pen_text_add(text, level > 0 ? ", " : "");
        pen_text_add(text, pen_bot_level_id((enum bot_level)level));
    }
}

static void add_choices(const struct lobby *lobby, struct pen_text *text)
{
    static const enum word words[] = {[CHOICE_AGREE] = WORD_TUI_TELL_AGREE,
                                      [CHOICE_START] = WORD_TUI_TELL_START,
                                      [CHOICE_ADD_BOT] = WORD_TUI_TELL_ADD_BOT,
                                      [CHOICE_TAKE_BOT] = WORD_TUI_TELL_TAKE_BOT,
                                      [CHOICE_RENAME] = WORD_TUI_TELL_RENAME};
    const struct tui_told *state = &lobby->remote->state;
    char levels[256];
    struct pen_text list = pen_text_in(levels, sizeof levels);
    add_levels(&list);
    for (unsigned kind = CHOICE_AGREE; kind < CHOICE_COUNT; kind++) {
        const bool is_again = kind == CHOICE_AGREE && state->stage == ROOM_OVER;
        if (!lobby->can[kind])
            continue;
        pen_text_add(text, "  ");
        pen_text_add_number(text, kind);
        pen_text_add(text, " ");
        say(lobby, text, is_again ? WORD_TUI_TELL_AGREE_AGAIN : words[kind],
            (struct tui_filling){.text = levels,
                                 .name = kind == CHOICE_TAKE_BOT ? state->seats[lobby->last_bot].shown : ""});
    }
}

static bool have_all_agreed(const struct tui_told *state)
{
    for (unsigned seat = 0; seat < state->seat_count; seat++)
        if (state->seats[seat].kind == ROOM_FREE ||
            (state->seats[seat].kind == ROOM_PERSON && !state->seats[seat].has_agreed))
            return false;
    return true;
}

/* Not one of the numbers: who presses 1 twice must not send somebody away. */
static void add_remove(const struct lobby *lobby, struct pen_text *text)
{
    const struct tui_told *state = &lobby->remote->state;
    for (uint8_t seat = 0; seat < state->seat_count && state->you == state->host; seat++) {
        if (state->seats[seat].kind == ROOM_PERSON && seat != state->you) {
            say(lobby, text, WORD_TUI_TELL_REMOVE, (struct tui_filling){.name = state->seats[seat].shown});
            return;
        }
    }
}

static void add_people(const struct lobby *lobby, struct pen_text *text)
{
    const struct remote *remote = lobby->remote;
    const struct tui_told *state = &remote->state;
    if (state->stage == ROOM_REVEALING) {
        say(lobby, text, WORD_TUI_TELL_REVEALING, (struct tui_filling){0});
        return;
    }
    for (uint8_t seat = 0; seat < state->seat_count; seat++) {
        pen_text_add(text, "· ");
        remote_add_seat(remote, seat, text);
        pen_text_add(text, "\n");
    }
    if (state->watchers > 0)
        say(lobby, text, WORD_TUI_TELL_WATCHERS, (struct tui_filling){.number = state->watchers});
    add_remove(lobby, text);
    add_choices(lobby, text);
    if (can_anything(lobby))
        return;
    if (have_all_agreed(state) && state->host < PEN_SEATS_MAX && state->host != state->you)
        say(lobby, text, WORD_TUI_TELL_WAITING_START,
            (struct tui_filling){.name = state->seats[state->host].shown});
    else
        say(lobby, text, WORD_TUI_TELL_WAITING_OTHERS, (struct tui_filling){0});
}

/* ---- showing -------------------------------------------------------------------------------- */

/* Which table it is, and how others come to it. */
static void add_head(const struct lobby *lobby, struct pen_text *text)
{
    const struct remote *remote = lobby->remote;
    const struct remote_link *link = &remote->config.link;
    const char *title = remote->state.settings.title;
    char url[sizeof link->base + ROOM_ID_BYTES + 1];
    struct pen_text address = pen_text_in(url, sizeof url);
    remote_link_write(link, &address);
    say(lobby, text, title[0] ? WORD_TUI_TELL_TABLE_TITLED : WORD_TUI_TELL_TABLE,
        (struct tui_filling){.name = link->table, .text = link->host, .other = title});
    say(lobby, text, WORD_TUI_TELL_LINK, (struct tui_filling){.text = url});
    if (!lobby->front->is_heard_early) /* there it stands below */
        say(lobby, text, WORD_TUI_TELL_LOBBY_HELP, (struct tui_filling){0});
}

static void note_all(struct lobby *lobby)
{
    char text[TUI_NEWS_TEXT_BYTES];
    while (tui_queue_take_notice(&lobby->remote->queue, text))
        lobby->front->note(lobby->front->self, text);
}

/* The room as it stands. What we have said and the table has not answered would only be asked for again:
 * until then it is shown as it was. */
static bool show(struct lobby *lobby)
{
    note_all(lobby);
    if (lobby->remote->open_count == 0 && lobby->remote->state.seat_count > 0) {
        struct pen_text text = pen_text_in(lobby->head, sizeof lobby->head);
        add_head(lobby, &text);
        text = pen_text_in(lobby->rules, sizeof lobby->rules);
        add_rules(lobby, &text);
        find_choices(lobby);
        text = pen_text_in(lobby->people, sizeof lobby->people);
        add_people(lobby, &text);
    }
    const struct tui_waiting_page page = {lobby->head, lobby->rules, lobby->people};
    return lobby->front->show(lobby->front->self, &page);
}

/* ---- answering ------------------------------------------------------------------------------- */

static void note(const struct lobby *lobby, enum word id)
{
    lobby->front->note(lobby->front->self, word_text(id, lobby->remote->table.lang));
}

static void add_bot(struct lobby *lobby, const char *level)
{
    struct wire_asked asked;
    struct bot_spec spec = {.level = lobby->remote->state.settings.bot_level};
    if (level[0] && !pen_bot_spec_read(level, strlen(level), &spec)) {
        note(lobby, WORD_TUI_SAY_NOT_A_CHOICE);
        return;
    }
    wire_clear_asked(&asked, WIRE_ASKED_BOT);
    asked.bot.seat = lobby->free_seat;
    asked.bot.level = spec.level;
    (void)remote_command(lobby->remote, REMOTE_ORDER, &asked);
}

static void take_bot(struct lobby *lobby)
{
    struct wire_asked asked;
    wire_clear_asked(&asked, WIRE_ASKED_BOT);
    asked.bot.seat = lobby->last_bot;
    (void)remote_command(lobby->remote, REMOTE_ORDER, &asked);
}

static void rename_to(struct lobby *lobby, const char *name)
{
    struct wire_asked asked;
    wire_clear_asked(&asked, WIRE_ASKED_NAME);
    if (!pen_name_read(name, strlen(name), asked.name.name)) {
        char bytes[256];
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        room_say_refusal(&text, &(struct room_answer){.refusal = ROOM_REFUSED_BAD_NAME},
                         lobby->remote->table.lang);
        lobby->front->note(lobby->front->self, bytes);
        return;
    }
    (void)remote_command(lobby->remote, REMOTE_ORDER, &asked);
}

static void choose(struct lobby *lobby, const char *line)
{
    struct remote *remote = lobby->remote;
    const unsigned number = line[0] >= '1' && line[0] <= '9' ? (unsigned)(line[0] - '0') : CHOICE_NONE;
    const char *rest = line + (number ? 1 : 0);
    if ((*rest && *rest != ' ') || number >= CHOICE_COUNT || !lobby->can[number]) {
        note(lobby, WORD_TUI_SAY_NOT_A_CHOICE);
        return;
    }
    rest += strspn(rest, " ");
    switch ((enum choice_kind)number) {
    case CHOICE_AGREE:
        remote_agree(remote, remote->state.stage == ROOM_OVER);
        break;
    case CHOICE_START:
        (void)remote_command_plain(remote, REMOTE_ORDER, WIRE_ASKED_START);
        break;
    case CHOICE_ADD_BOT:
        add_bot(lobby, rest);
        break;
    case CHOICE_TAKE_BOT:
        take_bot(lobby);
        break;
    case CHOICE_RENAME:
        rename_to(lobby, rest);
        break;
    case CHOICE_NONE:
    case CHOICE_COUNT:
        break;
    }
}

/* Cards lie on the table, and it is not the game whose end was told. */
static bool is_playing(const struct remote *remote)
{
    const struct tui_told *state = &remote->state;
    bool is_told =
        state->view.winners != 0 && remote->over_game == state->game && !remote->queue.has_game_over;
    return state->has_cards && !is_told;
}

/* An answer, or that people leave. */
static bool answer(struct lobby *lobby, const char *line)
{
    if (strcmp(line, "q") == 0)
        return false;
    if (line[0] == '/')
        remote_order(&lobby->remote->table, line, platform_now_ms());
    else if (lobby->remote->was_in)
        choose(lobby, line);
    return true;
}

/* One look at what has come, and at what people answer. REMOTE_LOBBY_PLAY: neither ends the waiting. */
static enum remote_lobby_end wait_once(struct lobby *lobby)
{
    struct remote *remote = lobby->remote;
    char line[TUI_LINE_BYTES];
    remote->queue.events = TUI_NEWS_NONE; /* of a game that is over */
    if (remote->wants_again && remote->state.stage == ROOM_OVER) {
        remote->wants_again = false;
        remote_agree(remote, true);
    }
    if (!show(lobby))
        return REMOTE_LOBBY_BROKEN;
    const int wait_ms = remote->hello_ms ? 1000 : -1;
    if (!remote->was_in && !lobby->front->is_heard_early) { /* whatever is typed before is for the table */
        struct pollfd polled = {remote_wire_fd(remote->wire), POLLIN, 0};
        (void)poll(&polled, 1, wait_ms);
        return REMOTE_LOBBY_PLAY;
    }
    const enum tui_line got =
        lobby->front->next(lobby->front->self, wait_ms, remote_wire_fd(remote->wire), line);
    const bool is_left = got == TUI_LINE_END || (got == TUI_LINE_READ && line[0] && !answer(lobby, line));
    return is_left ? REMOTE_LOBBY_LEFT : REMOTE_LOBBY_PLAY;
}

enum remote_lobby_end remote_lobby(struct tui_table *table, const struct tui_waiting *front)
{
    static struct lobby lobby; /* its pages are too long for a stack */
    struct remote *remote = remote_of(table);
    memset(&lobby, 0, sizeof lobby);
    lobby.remote = remote;
    lobby.front = front;
    if (!remote->was_in)
        remote_note(remote, WORD_TUI_TELL_CONNECTING, (struct tui_filling){.text = remote->config.link.host});
    for (;;) {
        while (!is_playing(remote) && remote_pump(remote, platform_now_ms()))
            continue;
        if (is_playing(remote)) {
            /* In lines the link is told even to those who come to a game that goes on. */
            const bool has_shown = lobby.head[0] || show(&lobby);
            return has_shown ? REMOTE_LOBBY_PLAY : REMOTE_LOBBY_BROKEN;
        }
        if (remote->why[0])
            return REMOTE_LOBBY_CLOSED;
        const enum remote_lobby_end end = wait_once(&lobby);
        if (end != REMOTE_LOBBY_PLAY)
            return end;
    }
}
