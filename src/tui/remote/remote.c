/* remote.c - the connection's side of a table on a server: who we are, what we have said, what was answered.
 * What a message tells is in news.c. */
#include "tui/remote/remote.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/bytes.h"
#include "platform/clock.h"
#include "tui/front.h"
#include "tui/remote/inside.h"
#include "setup/setup.h"
#include "words/tui_tell_words.h"

enum { HELLO_AGAIN_MS = 1500, LEAVE_MS = 1500, NAMES_MAX = 6 };

struct remote *remote_of(struct tui_table *table)
{
    return table->self;
}

static const char *problem_text(const struct remote *remote, enum net_problem problem)
{
    return net_problem_text(problem, remote->table.lang);
}

/* For good: nothing more is read. */
static void end(struct remote *remote, const char *why)
{
    snprintf(remote->why, sizeof remote->why, "%s", why);
    remote->number = 0;
    remote->is_in = false;
}

static void end_with(struct remote *remote, enum word id, const char *words)
{
    char bytes[TUI_NEWS_TEXT_BYTES];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    struct tui_filling filling = {.text = words};
    tui_say(&text, id, remote->table.lang, &filling);
    end(remote, bytes);
}

/* ---- saying ---------------------------------------------------------------------------------- */

static void send(struct remote *remote, const char *text)
{
    if (remote->number != 0)
        remote_wire_send(remote->wire, remote->number, text, strlen(text));
}

static void send_asked(struct remote *remote, const struct wire_asked *asked)
{
    char bytes[2048 + 2 * WIRE_TEXT_BYTES];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    wire_write_asked(&text, asked);
    PEN_ASSERT(!text.is_cut);
    send(remote, bytes);
}

/* A set-up that has bots is said as its code, which the server seats them by. */
static void write_setup(const struct remote_config *config, char code[SETUP_CODE_BYTES])
{
    struct setup setup = {.settings = config->settings, .bot_count = config->bot_count};
    struct pen_text text = pen_text_in(code, SETUP_CODE_BYTES);
    memcpy(setup.bots, config->bots, sizeof setup.bots);
    setup_write(&text, &setup);
    PEN_ASSERT(!text.is_cut);
}

/* We bring our own token: whoever asks twice because an answer was lost gets one seat. */
static void fill_entry(const struct remote *remote, struct wire_asked *asked)
{
    const struct remote_config *config = &remote->config;
    const uint8_t *token = remote->ticket.token;
    if (config->way == REMOTE_CREATE) {
        wire_clear_asked(asked, WIRE_ASKED_CREATE);
        snprintf(asked->create.name, sizeof asked->create.name, "%s", remote->name);
        memcpy(asked->create.token, token, sizeof asked->create.token);
        asked->create.has_token = true;
        asked->create.has_settings = config->bot_count == 0;
        asked->create.settings = config->settings;
        if (config->bot_count > 0)
            write_setup(config, asked->create.setup);
        if (config->edition_text)
            snprintf(asked->create.text, sizeof asked->create.text, "%s", config->edition_text);
    } else if (config->way == REMOTE_WATCH) {
        wire_clear_asked(asked, WIRE_ASKED_WATCH);
        snprintf(asked->watch.table, sizeof asked->watch.table, "%s", config->link.table);
    } else if (remote->was_in && remote->state.last > 0) {
        wire_clear_asked(asked, WIRE_ASKED_RESUME);
        snprintf(asked->resume.table, sizeof asked->resume.table, "%s", config->link.table);
        memcpy(asked->resume.token, token, sizeof asked->resume.token);
        asked->resume.has_token = true;
        asked->resume.last = remote->state.last;
    } else {
        wire_clear_asked(asked, WIRE_ASKED_JOIN);
        snprintf(asked->join.table, sizeof asked->join.table, "%s", config->link.table);
        snprintf(asked->join.name, sizeof asked->join.name, "%s", remote->name);
        memcpy(asked->join.token, token, sizeof asked->join.token);
        asked->join.has_token = true;
    }
}

static void say_hello(struct remote *remote)
{
    struct wire_asked asked;
    wire_clear_asked(&asked, WIRE_ASKED_HELLO);
    asked.hello.v = WIRE_VERSION;
    asked.hello.least = WIRE_VERSION_LEAST;
    asked.hello.lang = (uint8_t)remote->table.lang;
    send_asked(remote, &asked);
    fill_entry(remote, &asked);
    remote->hello_ms = 0;
    send_asked(remote, &asked);
}

bool remote_command(struct remote *remote, enum remote_sort sort, struct wire_asked *asked)
{
    if (remote->config.way == REMOTE_WATCH)
        return false;
    if (remote->open_count == REMOTE_COMMANDS_MAX) {
        if (sort == REMOTE_ORDER)
            remote_note(remote, WORD_TUI_TELL_BUSY, (struct tui_filling){0});
        return false;
    }
    struct remote_command *command = &remote->open[remote->open_count++];
    struct pen_text text = pen_text_in(command->text, sizeof command->text);
    command->sort = sort;
    command->id = remote_ticket_next_id(&remote->ticket);
    asked->start.id = command->id; /* every command begins with it */
    wire_write_asked(&text, asked);
    PEN_ASSERT(!text.is_cut);
    if (remote->is_in)
        send(remote, command->text);
    return true;
}

bool remote_command_plain(struct remote *remote, enum remote_sort sort, enum wire_asked_type type)
{
    struct wire_asked asked;
    wire_clear_asked(&asked, type);
    return remote_command(remote, sort, &asked);
}

/* Takes an answered command out. False: there is none of that number. */
static bool answered(struct remote *remote, uint32_t id, enum remote_sort *sort)
{
    for (unsigned i = 0; i < remote->open_count; i++) {
        if (remote->open[i].id != id)
            continue;
        *sort = remote->open[i].sort;
        remote->open_count--;
        memmove(&remote->open[i], &remote->open[i + 1], (remote->open_count - i) * sizeof remote->open[0]);
        return true;
    }
    return false;
}

bool remote_is_acting(const struct remote *remote)
{
    for (unsigned i = 0; i < remote->open_count; i++)
        if (remote->open[i].sort == REMOTE_ACT)
            return true;
    return false;
}

void remote_agree(struct remote *remote, bool is_again)
{
    struct wire_asked asked;
    uint8_t *commit = is_again ? asked.again.commit : asked.agree.commit;
    wire_clear_asked(&asked, is_again ? WIRE_ASKED_AGAIN : WIRE_ASKED_AGREE);
    *(is_again ? &asked.again.rules : &asked.agree.rules) = remote->state.rules_version;
    /* First their commitment is kept, then ours is given. Said again it is the same: whichever of the two
     * arrives, it is what we have sealed. */
    const bool is_sealed = remote_proof_is_begun(remote);
    if (!is_sealed && (!remote_ticket_new_seed(&remote->ticket) || !remote_proof_begin(remote))) {
        remote_note(remote, WORD_TUI_TELL_NO_COMMIT, (struct tui_filling){0});
    } else {
        fair_commit_client(remote->ticket.seed, commit);
        *(is_again ? &asked.again.has_commit : &asked.agree.has_commit) = true;
    }
    (void)remote_command(remote, REMOTE_ORDER, &asked);
}

static void reveal(struct remote *remote)
{
    struct wire_asked asked;
    if (!remote->ticket.has_seed || remote->is_revealed || !remote_proof_may_reveal(remote))
        return;
    wire_clear_asked(&asked, WIRE_ASKED_REVEAL);
    memcpy(asked.reveal.seed, remote->ticket.seed, sizeof asked.reveal.seed);
    asked.reveal.has_seed = true;
    remote->is_revealed = remote_command(remote, REMOTE_QUIET, &asked);
    remote->reveal_id = remote->ticket.id;
}

/* ---- hearing --------------------------------------------------------------------------------- */

/* With the table in the path a proxy sends all of its people to the same node. One that is to be opened gets
 * its id from there, so the first letters are drawn here. */
static void choose_under(const char *table, char under[REMOTE_UNDER_BYTES])
{
    uint8_t chance[2];
    under[0] = 0;
    if (table[0])
        (void)snprintf(under, REMOTE_UNDER_BYTES, "/%s", table);
    else if (platform_random(chance, sizeof chance))
        (void)snprintf(under, REMOTE_UNDER_BYTES, "/%c%c", WIRE_TABLE_LETTERS[chance[0] & 31],
                       WIRE_TABLE_LETTERS[chance[1] & 31]);
}

static void hear_welcome(struct remote *remote)
{
    struct remote_config *config = &remote->config;
    char under[REMOTE_UNDER_BYTES];
    memcpy(config->link.table, remote->state.id, sizeof config->link.table);
    choose_under(config->link.table, under);
    remote_wire_set_under(remote->wire, under);
    if (config->way == REMOTE_CREATE) {
        config->way = REMOTE_JOIN; /* from now on it is one that exists */
        if (!remote_ticket_bind(&remote->ticket, config->link.host, config->link.table, config->name,
                                REMOTE_TICKET_NEW))
            remote_note(remote, WORD_TUI_TELL_NOT_KEPT, (struct tui_filling){0});
    }
    if (remote->is_lost)
        remote_note(remote, WORD_TUI_TELL_BACK, (struct tui_filling){0});
    remote->is_in = remote->was_in = true;
    remote->is_lost = remote->is_revealed = false;
    remote_wire_is_well(remote->wire);
    for (unsigned i = 0; i < remote->open_count; i++)
        send(remote, remote->open[i].text);
}

/* The seat gets its mark as soon as the table says who we are there. */
static void say_program(struct remote *remote)
{
    const struct tui_told *state = &remote->state;
    struct wire_asked asked;
    if (!remote->config.is_program || remote->is_marked || state->you >= state->seat_count)
        return;
    wire_clear_asked(&asked, WIRE_ASKED_NAME);
    memcpy(asked.name.name, state->seats[state->you].name, sizeof asked.name.name);
    asked.name.program = true;
    remote->is_marked = remote_command(remote, REMOTE_QUIET, &asked);
}

static bool is_one_of(const char *code, const char *const *codes)
{
    for (; *codes; codes++)
        if (strcmp(code, *codes) == 0)
            return true;
    return false;
}

/* Refused at the door. Some things pass; and a seat that the server has forgotten may still be free. */
static void hear_no_at_door(struct remote *remote, uint64_t now_ms)
{
    static const char *const passing[] = {"too-fast", "disk", "draining", NULL};
    const struct tui_message *message = &remote->message;
    if (is_one_of(message->code, passing)) {
        remote->hello_ms = now_ms + remote_spread_ms(HELLO_AGAIN_MS);
    } else if (strcmp(message->code, "bad-token") == 0 && remote->state.last > 0) {
        remote->state.last = 0;
        say_hello(remote);
    } else if (message->name[0] && remote->names_tried++ < NAMES_MAX) {
        struct pen_names names = {.count = 2};
        memcpy(names.name[0], remote->name, sizeof names.name[0]);
        memcpy(names.name[1], message->name, sizeof names.name[1]);
        pen_names_show(&names);
        remote_note(remote, WORD_TUI_TELL_OTHER_NAME,
                    (struct tui_filling){.name = names.name[0], .other = names.name[1]});
        memcpy(remote->name, message->name, sizeof remote->name);
        say_hello(remote);
    } else if (strcmp(message->code, "not-now") == 0) {
        end_with(remote, WORD_TUI_TELL_DOOR_SHUT, ""); /* what "not now" means at a door */
    } else {
        end(remote, message->text);
    }
}

static void hear_no(struct remote *remote, uint64_t now_ms)
{
    const struct tui_message *message = &remote->message;
    enum remote_sort sort;
    if (!remote->is_in) {
        hear_no_at_door(remote, now_ms);
    } else if (message->id != 0 && answered(remote, message->id, &sort)) {
        if (sort == REMOTE_ACT && message->refusal != PEN_ACCEPTED)
            remote->queue.refusal = message->refusal;
        else if (sort != REMOTE_QUIET)
            tui_queue_note_text(&remote->queue, message->text);
    }
}

static void hear_bye(struct remote *remote)
{
    static const char *const gone[] = {"replaced", "kicked", "removed", "closed", NULL};
    const struct tui_message *message = &remote->message;
    if (!is_one_of(message->code, gone))
        return; /* the connection will end, and another one be tried */
    if (strcmp(message->code, "closed") == 0)
        remote_ticket_drop(&remote->ticket);
    else if (strcmp(message->code, "replaced") != 0)
        remote_ticket_forget_seed(&remote->ticket); /* who comes again is who was sent away */
    end(remote, message->text);
}

static void hear_text(struct remote *remote, const struct remote_wire_news *news, uint64_t now_ms)
{
    struct tui_message *message = &remote->message;
    struct tui_told before = remote->state;
    enum remote_sort sort;
    tui_told_read(&remote->state, message, news->bytes, news->count, remote->table.lang);
    switch (message->type) {
    case TUI_TOLD_NONSENSE:
        end_with(remote, WORD_TUI_TELL_NONSENSE, remote->config.link.host);
        return;
    case TUI_TOLD_STRANGE_EDITION:
        end_with(remote, WORD_TUI_TELL_STRANGE_EDITION, message->text);
        return;
    case TUI_TOLD_WELCOME:
        hear_welcome(remote);
        return;
    case TUI_TOLD_UPDATE:
    case TUI_TOLD_TABLE:
        remote->update_ms = news->at_ms;
        break;
    case TUI_TOLD_OK:
        if (message->id == remote->reveal_id)
            remote_proof_revealed(remote); /* only what was taken in time can be held against the server */
        (void)answered(remote, message->id, &sort);
        break;
    case TUI_TOLD_HINT:
    case TUI_TOLD_REPORTED:
        (void)answered(remote, message->id, &sort);
        break;
    case TUI_TOLD_NO:
        hear_no(remote, now_ms);
        break;
    case TUI_TOLD_REVEAL:
        reveal(remote);
        return;
    case TUI_TOLD_SIGNED:
        remote_proof_hear(remote);
        if (remote->state.stage == ROOM_REVEALING)
            reveal(remote); /* it was asked for before we had this to hold against it */
        return;
    case TUI_TOLD_BYE:
        hear_bye(remote);
        return;
    default:
        break;
    }
    if (message->type == TUI_TOLD_TABLE)
        say_program(remote);
    if (message->type == TUI_TOLD_UPDATE && message->id != 0)
        (void)answered(remote, message->id, &sort);
    if (message->type == TUI_TOLD_TABLE && message->went_back) {
        remote_proof_go_back(remote);
        remote_note(remote, WORD_TUI_TELL_WENT_BACK, (struct tui_filling){0});
    }
    if (message->type == TUI_TOLD_TABLE && remote->state.stage == ROOM_REVEALING)
        reveal(remote); /* it may have been asked for while we were away */
    if (remote->state.stage != ROOM_REVEALING)
        remote->is_revealed = false;
    remote_note_changes(remote, &before);
    remote_note_cards(remote);
}

/* A server that says good-bye leaves no problem to name, and "the connection was lost" names none. */
static void note_lost(struct remote *remote, enum net_problem problem)
{
    bool has_reason = problem != NET_PROBLEM_NONE && problem != NET_PROBLEM_LOST;
    remote_note(remote, has_reason ? WORD_TUI_TELL_LOST_BECAUSE : WORD_TUI_TELL_LOST,
                (struct tui_filling){.text = problem_text(remote, problem)});
}

bool remote_pump(struct remote *remote, uint64_t now_ms)
{
    if (remote->why[0])
        return false;
    if (remote->hello_ms != 0 && remote->hello_ms <= now_ms)
        say_hello(remote);
    struct remote_wire_news news = remote_wire_take(remote->wire);
    switch (news.type) {
    case REMOTE_WIRE_NOTHING:
        return false;
    case REMOTE_WIRE_OPENED:
        remote->number = news.number;
        remote->is_in = false;
        say_hello(remote);
        return true;
    case REMOTE_WIRE_LOST:
        remote->number = 0;
        remote->is_in = false;
        remote->hello_ms = 0;
        if (!remote->was_in)
            end(remote, problem_text(remote, news.problem ? news.problem : NET_PROBLEM_LOST));
        else if (!remote->is_lost)
            note_lost(remote, news.problem);
        remote->is_lost = true;
        return true;
    case REMOTE_WIRE_TEXT:
        hear_text(remote, &news, now_ms);
        return true;
    }
    return false;
}

/* ---- the table ------------------------------------------------------------------------------- */

static int fd(struct tui_table *table)
{
    const struct remote *remote = remote_of(table);
    return remote->queue.is_held || remote->why[0] ? -1 : remote_wire_fd(remote->wire);
}

static int wait_ms(struct tui_table *table, uint64_t now_ms)
{
    const struct remote *remote = remote_of(table);
    bool has_news = !tui_queue_is_empty(&remote->queue) || (remote->why[0] && !remote->is_closed_told);
    if (has_news && !remote->queue.is_held)
        return 0;
    if (remote->hello_ms == 0 || remote->queue.is_held)
        return -1;
    return remote->hello_ms <= now_ms ? 0 : (int)(remote->hello_ms - now_ms);
}

static bool step(struct tui_table *table, uint64_t now_ms, struct tui_news *news)
{
    struct remote *remote = remote_of(table);
    news->type = TUI_NEWS_NONE;
    while (!remote->queue.is_held) {
        if (remote_tell(remote, news))
            return true;
        if (!remote_pump(remote, now_ms) && !(remote->why[0] && !remote->is_closed_told))
            return false;
    }
    return false;
}

/* What cannot be done is sent as well: the server knows by which rule, and whether the table refuses wrong
 * cards or has them punished (RULE P3). */
static enum pen_refusal act(struct tui_table *table, struct pen_action action, uint64_t now_ms)
{
    struct remote *remote = remote_of(table);
    struct wire_asked asked;
    if (action.seat != table->seat || !remote->state.has_cards || action.seat >= PEN_SEATS_MAX)
        return PEN_REFUSED_NO_SUCH_SEAT;
    if (remote_is_acting(remote))
        return PEN_REFUSED_NOT_YOUR_TURN; /* the table has not answered yet */
    wire_clear_asked(&asked, WIRE_ASKED_ACT);
    struct pen_text words = pen_text_in(asked.act.action, sizeof asked.act.action);
    tui_told_write_action(&remote->state, action, &words);
    asked.act.on = remote->state.last;
    asked.act.dt_ms = now_ms > remote->update_ms ? (uint32_t)(now_ms - remote->update_ms) : 0;
    if (!remote_command(remote, REMOTE_ACT, &asked))
        return PEN_REFUSED_NOT_YOUR_TURN;
    remote_show_view(remote);
    return PEN_ACCEPTED;
}

static void pass(struct tui_table *table, uint8_t seat, uint64_t now_ms)
{
    (void)table, (void)seat, (void)now_ms; /* nobody is asked: time does not stand still on a server */
}

static void confirm(struct tui_table *table, uint64_t now_ms)
{
    (void)table, (void)now_ms; /* one person, one screen */
}

static void deal(struct tui_table *table, uint64_t now_ms)
{
    struct remote *remote = remote_of(table);
    (void)now_ms;
    if (!remote->queue.is_held)
        return;
    remote->queue.is_held = false;
    (void)remote_command_plain(remote, REMOTE_QUIET, WIRE_ASKED_READY);
}

/* The answer comes as a notice; here is only said that it will. */
static bool hint(struct tui_table *table, struct pen_action *action, char *why, size_t size)
{
    struct remote *remote = remote_of(table);
    struct pen_text text = pen_text_in(why, size);
    bool is_turn = table->seat < PEN_SEATS_MAX && (table->view.must >> table->seat & 1);
    if (!is_turn)
        return false;
    bool is_asked =
        remote->state.settings.has_hints && remote_command_plain(remote, REMOTE_ORDER, WIRE_ASKED_HINT);
    *action = PEN_ACTION(PEN_VERB_DRAW, table->seat);
    pen_text_add(&text, word_text(is_asked ? WORD_TUI_TELL_HINT_ASKED : WORD_TUI_TELL_NO_HINTS, table->lang));
    return true;
}

static void close_table(struct tui_table *table)
{
    struct remote *remote = remote_of(table);
    remote_wire_destroy(remote->wire);
    free(remote);
}

static const struct tui_table_ops remote_ops = {
    .fd = fd,
    .wait_ms = wait_ms,
    .step = step,
    .act = act,
    .pass = pass,
    .confirm = confirm,
    .deal = deal,
    .hint = hint,
    .order = remote_order,
    .complete = remote_complete,
    .close = close_table,
};

/* ---- coming and going ------------------------------------------------------------------------- */

struct tui_table *remote_create(const struct remote_config *config)
{
    struct remote *remote = calloc(1, sizeof *remote);
    char under[REMOTE_UNDER_BYTES];
    if (!remote)
        return NULL;
    struct tui_table *table = &remote->table;
    table->self = remote;
    table->ops = &remote_ops;
    table->lang = config->lang;
    table->is_remote = true;
    table->seat = PEN_SPECTATOR;
    remote->config = *config;
    memcpy(remote->name, config->name, sizeof remote->name);
    if (!remote_ticket_make(&remote->ticket)) {
        free(remote);
        return NULL;
    }
    if (config->way == REMOTE_JOIN &&
        !remote_ticket_bind(&remote->ticket, config->link.host, config->link.table, config->name,
                            config->is_name_chosen ? REMOTE_TICKET_OWN : REMOTE_TICKET_UNUSED))
        remote_note(remote, WORD_TUI_TELL_NOT_KEPT, (struct tui_filling){0});
    remote_proof_load(remote);
    choose_under(config->link.table, under);
    remote->wire = remote_wire_create(config->link.socket, under);
    if (!remote->wire) {
        free(remote);
        return NULL;
    }
    return table;
}

void remote_again(struct tui_table *table)
{
    struct remote *remote = remote_of(table);
    remote->queue.is_held = false;
    remote->wants_again = true;
}

void remote_leave(struct tui_table *table)
{
    struct remote *remote = remote_of(table);
    uint64_t end_ms = platform_now_ms() + LEAVE_MS;
    remote->queue.is_held = false;
    if (!remote->is_in || !remote_command_plain(remote, REMOTE_QUIET, WIRE_ASKED_LEAVE))
        return;
    uint32_t id = remote->ticket.id;
    bool is_open = true;
    while (is_open && remote->is_in && platform_now_ms() < end_ms) {
        struct pollfd polled = {remote_wire_fd(remote->wire), POLLIN, 0};
        if (!remote_pump(remote, platform_now_ms()))
            (void)poll(&polled, 1, 50);
        is_open = remote->open_count > 0 && remote->open[remote->open_count - 1].id == id;
    }
    /* Before and after a game the seat is anybody's now. */
    if (!is_open && (remote->state.stage == ROOM_WAITING || remote->state.stage == ROOM_OVER))
        remote_ticket_drop(&remote->ticket);
}

const char *remote_why(const struct tui_table *table)
{
    const struct remote *remote = table->self;
    return remote->why[0] ? remote->why : NULL;
}

const char *remote_way_back(struct tui_table *table)
{
    struct remote *remote = remote_of(table);
    char link[1600];
    struct pen_text text = pen_text_in(link, sizeof link);
    bool is_over = remote->state.view.winners != 0 && remote->state.has_cards;
    if (!remote->was_in || remote->why[0] || is_over || remote->config.way != REMOTE_JOIN ||
        (remote->state.stage != ROOM_PLAYING && remote->state.stage != ROOM_BETWEEN))
        return NULL;
    pen_text_add(&text, "'");
    remote_link_write(&remote->config.link, &text);
    pen_text_add(&text, "'");
    if (remote->config.is_name_chosen) {
        pen_text_add(&text, " --name ");
        pen_text_add(&text, remote->config.name);
    }
    text = pen_text_in(remote->way_back, sizeof remote->way_back);
    struct tui_filling filling = {.text = link};
    tui_say(&text, WORD_TUI_TELL_SEAT_STAYS, table->lang, &filling);
    return remote->way_back;
}
