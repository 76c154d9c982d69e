/* remote_lobby.c - a server's table while there is no game: who sits there, by which rules, who agrees. In
 * lines, for all terminals: what has changed is printed, and a number is chosen. */
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "platform/clock.h"
#include "tui/front.h"
#include "tui/plain.h"
#include "tui/remote_inside.h"
#include "tui/start.h"

enum { PAGE_BYTES = 16384, CHOICES_MAX = 2 * PEN_SEATS_MAX };

enum choice_kind { CHOICE_AGREE, CHOICE_START, CHOICE_ADD_BOT, CHOICE_TAKE_BOT, CHOICE_RENAME };

struct choice {
    enum choice_kind kind;
    uint8_t seat; /* of a bot */
};

struct lobby {
    struct remote *remote;
    char rules[PAGE_BYTES], people[PAGE_BYTES]; /* as printed last */
    struct choice choices[CHOICES_MAX];
    unsigned choice_count;
    bool is_greeted;
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
    words_say(text, lang, CLI_EDITIONS_DIFF_HEAD, own->title[lang], known.title[lang]);
    pen_text_add(text, "\n");
    (void)pen_edition_diff(&known, own, lang, text, add_difference);
}

/* The list that people agree to, as the page has it. */
static void add_rules(const struct lobby *lobby, struct pen_text *text)
{
    const struct remote_state *state = &lobby->remote->state;
    const enum pen_lang lang = lobby->remote->table.lang;
    char bytes[PAGE_BYTES / 2];
    struct pen_text list = pen_text_in(bytes, sizeof bytes);
    say(lobby, text, WORD_TUI_TELL_EDITION,
        (struct tui_filling){.name = state->edition.title[lang], .text = state->edition.about[lang]});
    add_differences(lobby, text);
    room_differences(&state->settings, &state->edition, lang, &list, add_difference);
    say(lobby, text, list.length > 0 ? WORD_TUI_TELL_DIFFERS : WORD_TUI_TELL_BY_SHEET,
        (struct tui_filling){0});
    pen_text_add(text, bytes);
}

/* ---- the people and what can be done ---------------------------------------------------------- */

static void add_choice(struct lobby *lobby, enum choice_kind kind, uint8_t seat)
{
    if (lobby->choice_count < CHOICES_MAX)
        lobby->choices[lobby->choice_count++] = (struct choice){kind, seat};
}

static void find_choices_of_host(struct lobby *lobby, bool can_start, uint8_t first_free)
{
    const struct remote_state *state = &lobby->remote->state;
    if (can_start)
        add_choice(lobby, CHOICE_START, PEN_SEAT_NONE);
    if (first_free != PEN_SEAT_NONE)
        add_choice(lobby, CHOICE_ADD_BOT, first_free);
    for (uint8_t seat = 0; seat < state->seat_count; seat++)
        if (state->seats[seat].kind == ROOM_BOT)
            add_choice(lobby, CHOICE_TAKE_BOT, seat);
}

static void find_choices(struct lobby *lobby)
{
    const struct remote_state *state = &lobby->remote->state;
    unsigned taken = 0, agreed = 0, people = 0;
    uint8_t first_free = PEN_SEAT_NONE;
    lobby->choice_count = 0;
    if (state->you >= PEN_SEATS_MAX || (state->stage != ROOM_WAITING && state->stage != ROOM_OVER))
        return;
    for (uint8_t seat = 0; seat < state->seat_count; seat++) {
        taken += state->seats[seat].kind != ROOM_FREE;
        people += state->seats[seat].kind == ROOM_PERSON;
        agreed += state->seats[seat].kind == ROOM_PERSON && state->seats[seat].has_agreed;
        if (state->seats[seat].kind == ROOM_FREE && first_free == PEN_SEAT_NONE)
            first_free = seat;
    }
    if (!state->seats[state->you].has_agreed)
        add_choice(lobby, CHOICE_AGREE, PEN_SEAT_NONE);
    if (state->you == state->host)
        find_choices_of_host(lobby, agreed == people && taken >= state->rules.seats_min, first_free);
    if (state->stage == ROOM_WAITING)
        add_choice(lobby, CHOICE_RENAME, PEN_SEAT_NONE);
}

static void add_levels(struct pen_text *text)
{
    for (unsigned level = 0; level < BOT_LEVEL_COUNT; level++) {
        pen_text_add(text, level > 0 ? ", " : "");
        pen_text_add(text, bot_level_id((enum bot_level)level));
    }
}

static void add_choices(const struct lobby *lobby, struct pen_text *text)
{
    static const enum word words[] = {[CHOICE_AGREE] = WORD_TUI_TELL_AGREE,
                                      [CHOICE_START] = WORD_TUI_TELL_START,
                                      [CHOICE_ADD_BOT] = WORD_TUI_TELL_ADD_BOT,
                                      [CHOICE_TAKE_BOT] = WORD_TUI_TELL_TAKE_BOT,
                                      [CHOICE_RENAME] = WORD_TUI_TELL_RENAME};
    const struct remote_state *state = &lobby->remote->state;
    char levels[256];
    struct pen_text list = pen_text_in(levels, sizeof levels);
    add_levels(&list);
    for (unsigned i = 0; i < lobby->choice_count; i++) {
        const struct choice *choice = &lobby->choices[i];
        bool is_again = choice->kind == CHOICE_AGREE && state->stage == ROOM_OVER;
        pen_text_add(text, "  ");
        pen_text_add_number(text, i + 1);
        pen_text_add(text, " ");
        say(lobby, text, is_again ? WORD_TUI_TELL_AGREE_AGAIN : words[choice->kind],
            (struct tui_filling){.text = levels,
                                 .name =
                                     choice->seat < PEN_SEATS_MAX ? state->seats[choice->seat].shown : ""});
    }
}

static bool have_all_agreed(const struct remote_state *state)
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
    const struct remote_state *state = &lobby->remote->state;
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
    const struct remote_state *state = &remote->state;
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
    if (lobby->choice_count > 0)
        return;
    if (have_all_agreed(state) && state->host < PEN_SEATS_MAX && state->host != state->you)
        say(lobby, text, WORD_TUI_TELL_WAITING_START,
            (struct tui_filling){.name = state->seats[state->host].shown});
    else
        say(lobby, text, WORD_TUI_TELL_WAITING_OTHERS, (struct tui_filling){0});
}

/* ---- printing -------------------------------------------------------------------------------- */

static void greet(struct lobby *lobby)
{
    const struct remote *remote = lobby->remote;
    const struct remote_link *link = &remote->config.link;
    const char *title = remote->state.settings.title;
    char bytes[PAGE_BYTES], url[sizeof link->base + ROOM_ID_BYTES + 1];
    struct pen_text text = pen_text_in(bytes, sizeof bytes), address = pen_text_in(url, sizeof url);
    remote_link_write(link, &address);
    say(lobby, &text, title[0] ? WORD_TUI_TELL_TABLE_TITLED : WORD_TUI_TELL_TABLE,
        (struct tui_filling){.name = link->table, .text = link->host, .other = title});
    say(lobby, &text, WORD_TUI_TELL_LINK, (struct tui_filling){.text = url});
    say(lobby, &text, WORD_TUI_TELL_LOBBY_HELP, (struct tui_filling){0});
    fputs(bytes, stdout);
    lobby->is_greeted = true;
}

/* Prints what is not as it was printed last. */
static void print_changed(char *printed, const char *page)
{
    if (strcmp(printed, page) == 0)
        return;
    memcpy(printed, page, strlen(page) + 1);
    fputs(page, stdout);
}

static void print_notices(struct lobby *lobby)
{
    char text[TUI_NEWS_TEXT_BYTES];
    while (remote_take_notice(lobby->remote, text))
        puts(text);
}

static void print(struct lobby *lobby)
{
    char page[PAGE_BYTES];
    print_notices(lobby);
    if (lobby->remote->state.seat_count == 0)
        return;
    if (!lobby->is_greeted)
        greet(lobby);
    struct pen_text text = pen_text_in(page, sizeof page);
    add_rules(lobby, &text);
    print_changed(lobby->rules, page);
    find_choices(lobby);
    text = pen_text_in(page, sizeof page);
    add_people(lobby, &text);
    print_changed(lobby->people, page);
}

/* ---- answering ------------------------------------------------------------------------------- */

static void change_bot(struct lobby *lobby, const struct choice *choice, const char *level)
{
    struct wire_asked asked;
    struct bot_spec spec = {.level = lobby->remote->state.settings.bot_level};
    if (level[0] && !bot_spec_read(level, strlen(level), &spec)) {
        puts(word_text(WORD_TUI_SAY_NOT_A_CHOICE, lobby->remote->table.lang));
        return;
    }
    wire_clear_asked(&asked, WIRE_ASKED_BOT);
    asked.bot.seat = choice->seat;
    if (choice->kind != CHOICE_TAKE_BOT)
        asked.bot.level = spec.level;
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
        puts(bytes);
        return;
    }
    (void)remote_command(lobby->remote, REMOTE_ORDER, &asked);
}

static void choose(struct lobby *lobby, const char *line)
{
    struct remote *remote = lobby->remote;
    size_t digits = strspn(line, "0123456789");
    unsigned number = 0;
    for (size_t i = 0; i < digits && number <= CHOICES_MAX; i++)
        number = number * 10 + (unsigned)(line[i] - '0');
    const char *rest = line + digits + strspn(line + digits, " ");
    if (number < 1 || number > lobby->choice_count || (line[digits] != 0 && line[digits] != ' ')) {
        puts(word_text(WORD_TUI_SAY_NOT_A_CHOICE, remote->table.lang));
        lobby->people[0] = 0; /* the list is shown again */
        return;
    }
    const struct choice *choice = &lobby->choices[number - 1];
    switch (choice->kind) {
    case CHOICE_AGREE:
        remote_agree(remote, remote->state.stage == ROOM_OVER);
        break;
    case CHOICE_START:
        (void)remote_command_plain(remote, REMOTE_ORDER, WIRE_ASKED_START);
        break;
    case CHOICE_ADD_BOT:
    case CHOICE_TAKE_BOT:
        change_bot(lobby, choice, rest);
        break;
    case CHOICE_RENAME:
        rename_to(lobby, rest);
        break;
    }
}

/* Cards lie on the table, and it is not the game whose end was told. */
static bool is_playing(const struct remote *remote)
{
    const struct remote_state *state = &remote->state;
    bool is_told = state->view.winners != 0 && remote->over_game == state->game && !remote->has_game_over;
    return state->has_cards && !is_told;
}

enum tui_lobby tui_remote_lobby(struct tui_table *table)
{
    static struct lobby lobby; /* its pages are too long for a stack */
    struct remote *remote = remote_of(table);
    char line[TUI_LINE_BYTES];
    memset(&lobby, 0, sizeof lobby);
    lobby.remote = remote;
    lobby.is_greeted = remote->over_game != 0;
    if (!remote->was_in) {
        char bytes[512];
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        say(&lobby, &text, WORD_TUI_TELL_CONNECTING, (struct tui_filling){.text = remote->config.link.host});
        fputs(bytes, stdout);
    }
    for (;;) {
        while (!is_playing(remote) && remote_pump(remote, platform_now_ms()))
            continue;
        if (is_playing(remote)) {
            if (!lobby.is_greeted)
                greet(&lobby);
            return TUI_LOBBY_PLAY;
        }
        if (remote->why[0])
            return TUI_LOBBY_CLOSED;
        remote->events_type = TUI_NEWS_NONE; /* of a game that is over */
        if (remote->wants_again && remote->state.stage == ROOM_OVER) {
            remote->wants_again = false;
            remote_agree(remote, true);
        }
        /* What we have said and the table has not answered would only be asked for again. */
        if (remote->open_count == 0)
            print(&lobby);
        fflush(stdout);
        if (ferror(stdout))
            return TUI_LOBBY_BROKEN;
        int wait_ms = remote->hello_ms ? 1000 : -1;
        if (!remote->was_in) { /* whatever is typed before is for the table */
            struct pollfd polled = {remote_wire_fd(remote->wire), POLLIN, 0};
            (void)poll(&polled, 1, wait_ms);
            continue;
        }
        enum tui_line got = tui_lines_next(tui_plain_input(), wait_ms, remote_wire_fd(remote->wire), line);
        if (got == TUI_LINE_END)
            return TUI_LOBBY_LEFT;
        if (got != TUI_LINE_READ || line[0] == 0)
            continue;
        if (strcmp(line, "q") == 0)
            return TUI_LOBBY_LEFT;
        if (line[0] == '/')
            remote_order(table, line, platform_now_ms());
        else
            choose(&lobby, line);
    }
}
