/* order.c - what people at a server's table say to it besides playing: chat, votes, questions. A line
 * that begins with '/', the same in the lobby, in lines and on the full screen:
 *
 *     /text says it · / tells what there is · /0 phrases · /1 /2 votes · /3 to /5 questions · /6 who is here
 * · /7 are you there? · /8 mutes · /9 what was voted · /10 ends the round as void · /11 accuses · /12 the
 * rules, or others · /13 reports */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/utf8.h"
#include "tui/lines.h"
#include "tui/remote/inside.h"
#include "tui/told_parts.h"
#include "setup/setup.h"
#include "words/tui_tell_words.h"

enum { ORDER_BYTES = SETUP_CODE_BYTES + 128 }; /* a code with the order's word before it */

/* Whoever sits here may send any bytes. Only whole letters go on, since nothing else can be sent, and nothing
 * that steers a terminal. */
static void read_line(const char *line, char clean[ORDER_BYTES])
{
    char bytes[ORDER_BYTES];
    struct pen_text letters = pen_text_in(bytes, sizeof bytes);
    for (size_t left = strlen(line); left > 0 && !letters.is_cut;) {
        const size_t whole = net_utf8_letters((const uint8_t *)line, left), used = whole + (whole < left);
        pen_text_add_bytes(&letters, line, whole);
        line += used;
        left -= used;
    }
    tui__clean_text(clean, ORDER_BYTES, bytes);
}

/* ---- who is here ----------------------------------------------------------------------------- */

static void add_remark(struct pen_text *text, unsigned *count, const char *remark)
{
    pen_text_add(text, (*count)++ == 0 ? " · " : ", ");
    pen_text_add(text, remark);
}

void remote_add_seat(const struct remote *remote, uint8_t seat, struct pen_text *text)
{
    const struct tui_told *state = &remote->state;
    const struct tui_seat *who = &state->seats[seat];
    enum pen_lang lang = remote->table.lang;
    bool is_waiting = state->stage == ROOM_WAITING || state->stage == ROOM_OVER;
    unsigned count = 0;
    if (who->kind == ROOM_FREE) {
        pen_text_add(text, word_text(WORD_TUI_TELL_SEAT_FREE, lang));
        return;
    }
    if (who->kind == ROOM_BOT) {
        struct tui_filling filling = {.name = who->shown,
                                      .text = pen_bot_level_name((enum bot_level)who->level, lang)};
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
        if (who->is_program)
            add_remark(text, &count, word_text(WORD_TUI_TELL_SEAT_PROGRAM, lang));
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
        tui_queue_note_text(&remote->queue, bytes);
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
    tui_queue_note_text(&remote->queue, bytes);
}

static void say(struct remote *remote, const char *words)
{
    struct wire_asked asked;
    wire_clear_asked(&asked, WIRE_ASKED_SAY);
    struct pen_text text = pen_text_in(asked.say.text, sizeof asked.say.text);
    pen_text_add(&text, words);
    (void)remote_command(remote, REMOTE_ORDER, &asked);
}

void remote_say(struct tui_table *table, const char *words)
{
    char clean[ORDER_BYTES];
    read_line(words, clean);
    say(remote_of(table), clean);
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
    const struct tui_told *state = &remote->state;
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
    const struct tui_told *state = &remote->state;
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
    const struct tui_seat *who = &remote->state.seats[seat];
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

/* To the operator: a name as it is shown, then what there is to say. */
static void report(struct remote *remote, const char *words)
{
    struct wire_asked asked;
    const struct tui_told *state = &remote->state;
    for (uint8_t seat = 0; seat < state->seat_count; seat++) {
        const size_t bytes = strlen(state->seats[seat].shown);
        if (state->seats[seat].kind != ROOM_PERSON || strncmp(words, state->seats[seat].shown, bytes) != 0 ||
            (words[bytes] != 0 && words[bytes] != ' '))
            continue;
        wire_clear_asked(&asked, WIRE_ASKED_REPORT);
        asked.report.seat = seat;
        words += bytes + strspn(words + bytes, " ");
        struct pen_text text = pen_text_in(asked.report.text, sizeof asked.report.text);
        pen_text_add(&text, words);
        (void)remote_command(remote, REMOTE_ORDER, &asked);
        return;
    }
    list_seats(remote);
}

/* ---- other rules ------------------------------------------------------------------------------ */

static void write_code(const struct setup_settings *settings, char code[SETUP_CODE_BYTES])
{
    const struct setup setup = {.settings = *settings};
    struct pen_text text = pen_text_in(code, SETUP_CODE_BYTES);
    setup_write(&text, &setup);
    PEN_ASSERT(!text.is_cut);
}

/* The words of what is to change make a code, read over the rules that there are: "seven-0 -jump-in
 * target=300". What stands behind a minus goes. */
static bool read_changes(const struct setup_settings *now, const char *words, struct setup *setup,
                         struct setup_problem *problem)
{
    struct setup_settings rest = *now;
    char code[SETUP_CODE_BYTES + ORDER_BYTES];
    struct pen_text text = pen_text_in(code, sizeof code);
    pen_text_add_number(&text, SETUP_VERSION);
    pen_text_add(&text, ".");
    pen_text_add(&text, now->edition);
    for (; *words; words += strspn(words, " ,")) {
        const size_t bytes = strcspn(words, " ,");
        const size_t minus = words[0] == '-';
        pen_house_set named = 0;
        /* Also one that is to come goes first: it may be there with another number. */
        if (pen_house_add(words + minus, bytes - minus, &named))
            for (unsigned i = 0; i < pen_house_count(); i++)
                if (pen_house_number(named, i))
                    rest.options.house = pen_house_with(rest.options.house, i, 0);
        if (!minus || !named) {
            pen_text_add(&text, ".");
            pen_text_add_bytes(&text, words, bytes);
        }
        words += bytes;
    }
    return setup_read(setup, code, text.length, &rest, problem);
}

/* Other rules, as a code, a link, or as what is to change. The host brings them in, the others ask the table
 * for them; without any the order tells those that there are. */
static void change_rules(struct remote *remote, const char *words)
{
    const struct setup_settings *now = &remote->state.settings;
    const bool is_code = strpbrk(words, ".#") != NULL;
    struct setup setup;
    struct setup_problem problem;
    struct wire_asked asked;
    char code[SETUP_CODE_BYTES];
    if (words[0] == 0) {
        write_code(now, code);
        remote_note(remote, WORD_TUI_TELL_CODE, (struct tui_filling){.text = code});
        return;
    }
    if (is_code ? !setup_read(&setup, words, strlen(words), NULL, &problem)
                : !read_changes(now, words, &setup, &problem)) {
        remote_note(remote, WORD_TUI_TELL_NO_CODE, (struct tui_filling){.text = problem.word});
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
    const struct tui_told *state = &remote->state;
    if (state->vote_count == 0)
        tui_queue_note_text(&remote->queue, word_text(WORD_TUI_TELL_NO_VOTES, remote->table.lang));
    for (unsigned i = 0; i < state->vote_count; i++)
        remote_note_vote(remote, &state->votes[i]);
}

static void list_orders(struct remote *remote)
{
    static const enum word lines[] = {WORD_TUI_TELL_ORDERS_1, WORD_TUI_TELL_ORDERS_2, WORD_TUI_TELL_ORDERS_3,
                                      WORD_TUI_TELL_ORDERS_4, WORD_TUI_TELL_ORDERS_5, WORD_TUI_TELL_ORDERS_6,
                                      WORD_TUI_TELL_ORDERS_7};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        tui_queue_note_text(&remote->queue, word_text(lines[i], remote->table.lang));
}

enum order {
    ORDER_PHRASE,
    ORDER_YES,
    ORDER_NO,
    ORDER_PAUSE,
    ORDER_TAKE_BACK,
    ORDER_SEND_AWAY,
    ORDER_WHO,
    ORDER_THERE,
    ORDER_MUTE,
    ORDER_VOTES,
    ORDER_VOID,
    ORDER_ACCUSE,
    ORDER_RULES,
    ORDER_REPORT,
    ORDER_COUNT,
    ORDER_NONE = ORDER_COUNT /* words to say */
};

/* What follows an order: what stands alone is said to the table as soon as more follows. */
enum order_rest { ALONE, WITH_NAME, WITH_WORDS };
static const uint8_t order_rests[ORDER_COUNT] = {
    [ORDER_PHRASE] = WITH_WORDS, [ORDER_SEND_AWAY] = WITH_NAME, [ORDER_THERE] = WITH_NAME,
    [ORDER_MUTE] = WITH_NAME,    [ORDER_ACCUSE] = WITH_NAME,    [ORDER_RULES] = WITH_WORDS,
    [ORDER_REPORT] = WITH_NAME,
};

/* The word of an order, out of the list of its language; empty: there is none. */
static size_t order_word(enum order order, enum pen_lang lang, const char **word)
{
    const char *at = word_text(WORD_TUI_TELL_ORDER_WORDS, lang);
    for (unsigned i = 0; i < (unsigned)order; i++) {
        at += strcspn(at, " ");
        at += strspn(at, " ");
    }
    *word = at;
    return strcspn(at, " ");
}

/* Orders have numbers, and words in the person's language and in English. */
static enum order read_order(const struct remote *remote, const char *line, const char **rest)
{
    const enum pen_lang langs[] = {remote->table.lang, PEN_LANG_EN};
    const size_t digits = strspn(line, "0123456789"), bytes = strcspn(line, " ");
    *rest = line + bytes + strspn(line + bytes, " ");
    if (digits == bytes && digits > 0 && digits <= 2) {
        const unsigned number = (unsigned)strtoul(line, NULL, 10);
        return number < ORDER_COUNT ? (enum order)number : ORDER_COUNT;
    }
    for (unsigned order = 0; order < ORDER_COUNT; order++)
        for (unsigned i = 0; i < sizeof langs / sizeof langs[0]; i++) {
            const char *word;
            if (order_word((enum order)order, langs[i], &word) != bytes || memcmp(word, line, bytes) != 0)
                continue;
            const bool is_answer = order == ORDER_YES || order == ORDER_NO;
            const bool is_said =
                (order_rests[order] == ALONE && **rest) || (is_answer && !remote->state.asking.is_open);
            return is_said ? ORDER_NONE : (enum order)order;
        }
    return ORDER_NONE;
}

/* ---- what Tab makes of a line ------------------------------------------------------------------ */

struct completion {
    const char *begun;
    size_t begun_bytes;
    char common[PEN_PLAYER_BYTES > 64 ? PEN_PLAYER_BYTES : 64]; /* what all that fit begin with */
    char list[512];                                             /* all of them */
    unsigned count;
};

static void offer_word(struct completion *completion, const char *word, size_t bytes)
{
    if (bytes < completion->begun_bytes || bytes >= sizeof completion->common ||
        memcmp(word, completion->begun, completion->begun_bytes) != 0)
        return;
    struct pen_text list = {
        .bytes = completion->list, .size = sizeof completion->list, .length = strlen(completion->list)};
    pen_text_add(&list, completion->count ? " " : "");
    pen_text_add_bytes(&list, word, bytes);
    if (completion->count++ == 0) {
        memcpy(completion->common, word, bytes);
        completion->common[bytes] = 0;
        return;
    }
    size_t same = 0;
    while (same < bytes && completion->common[same] == word[same])
        same++;
    while (same > 0 && ((unsigned char)completion->common[same] & 0xc0) == 0x80)
        same--; /* whole letters */
    completion->common[same] = 0;
}

void remote_complete(struct tui_table *table, char *line, size_t size)
{
    struct remote *remote = remote_of(table);
    struct completion completion = {.begun = line + 1};
    const char *word, *rest, *space = strchr(line, ' ');
    if (line[0] != '/')
        return;
    completion.begun_bytes = strlen(completion.begun);
    if (!space) {
        for (unsigned order = 0; order < ORDER_COUNT; order++) {
            const size_t bytes = order_word((enum order)order, table->lang, &word);
            offer_word(&completion, word, bytes);
        }
    } else {
        const enum order order = read_order(remote, line + 1, &rest);
        completion.begun = rest;
        completion.begun_bytes = strlen(rest);
        for (uint8_t seat = 0;
             order < ORDER_COUNT && order_rests[order] == WITH_NAME && seat < remote->state.seat_count;
             seat++)
            offer_word(&completion, remote->state.seats[seat].shown, strlen(remote->state.seats[seat].shown));
    }
    if (completion.count > 1 && strlen(completion.common) == completion.begun_bytes)
        tui_queue_note_text(&remote->queue, completion.list);
    const size_t at = (size_t)(completion.begun - line);
    if (completion.count > 0)
        snprintf(line + at, size - at, "%s%s", completion.common, completion.count == 1 ? " " : "");
}

/* ---- carrying them out -------------------------------------------------------------------------- */

/* What whoever only watches may do, too. False: it is something else. */
static bool order_by_anybody(struct remote *remote, enum order order, const char *rest)
{
    if (order == ORDER_WHO)
        list_seats(remote);
    else if (order == ORDER_MUTE)
        mute(remote, rest);
    else if (order == ORDER_VOTES)
        list_votes(remote);
    else if (order == ORDER_REPORT)
        report(remote, rest);
    else
        return false;
    return true;
}

void remote_order(struct tui_table *table, const char *line, uint64_t now_ms)
{
    struct remote *remote = remote_of(table);
    char clean[ORDER_BYTES];
    read_line(line + (line[0] == '/'), clean);
    const char *words = clean, *rest;
    const enum order order = read_order(remote, words, &rest);
    (void)now_ms;
    if (words[0] == 0) {
        list_orders(remote);
        return;
    }
    if (order_by_anybody(remote, order, rest))
        return;
    if (remote->state.you >= PEN_SEATS_MAX) {
        tui_queue_note_text(&remote->queue, word_text(WORD_TUI_TELL_ONLY_WATCHING, table->lang));
        return;
    }
    switch (order) {
    case ORDER_NONE:
        if (strspn(words, "0123456789") > 0 && strspn(words, "0123456789") == strcspn(words, " "))
            tui_queue_note_text(&remote->queue, word_text(WORD_TUI_TELL_NO_ORDER, table->lang));
        else
            say(remote, words);
        break;
    case ORDER_PHRASE:
        say_phrase(remote, rest);
        break;
    case ORDER_YES:
    case ORDER_NO:
        vote(remote, order == ORDER_YES);
        break;
    case ORDER_PAUSE:
        ask(remote, remote->state.is_paused ? ROOM_ASK_GO_ON : ROOM_ASK_PAUSE, PEN_SEAT_NONE);
        break;
    case ORDER_TAKE_BACK:
        ask(remote, ROOM_ASK_TAKE_BACK, PEN_SEAT_NONE);
        break;
    case ORDER_SEND_AWAY:
        send_away(remote, rest);
        break;
    case ORDER_THERE:
        ask_there(remote, rest);
        break;
    case ORDER_VOID:
        ask(remote, ROOM_ASK_VOID, PEN_SEAT_NONE);
        break;
    case ORDER_ACCUSE:
        accuse(remote, rest);
        break;
    case ORDER_RULES:
        change_rules(remote, rest);
        break;
    case ORDER_WHO: /* done by anybody */
    case ORDER_MUTE:
    case ORDER_VOTES:
    case ORDER_REPORT:
        break;
    }
}
