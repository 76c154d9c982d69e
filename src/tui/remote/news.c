/* news.c - what the messages of a server tell: in words what people do around the game, and as news of
 * table.h what happens in it. One message is told whole before the next is read, so that the view is always
 * the one right after what is told. */
#include <stdio.h>
#include <string.h>

#include "tui/hint.h"
#include "tui/remote/inside.h"
#include "setup/setup.h"
#include "words/tui_tell_words.h"

/* ---- notices --------------------------------------------------------------------------------- */

void remote_note(struct remote *remote, enum word id, struct tui_filling filling)
{
    tui_queue_note(&remote->queue, remote->table.lang, id, filling);
}

/* ---- people ---------------------------------------------------------------------------------- */

static void note_person(struct remote *remote, const struct tui_seat *was, const struct tui_seat *is)
{
    struct tui_filling filling = {.name = is->shown};
    if (was->kind != ROOM_PERSON || is->kind != ROOM_PERSON || strcmp(was->name, is->name) != 0)
        return;
    if (is->is_away && !was->is_away)
        remote_note(remote, WORD_TUI_TELL_AWAY, filling);
    else if (was->is_here && !is->is_here)
        remote_note(remote, WORD_TUI_TELL_GONE, filling);
    else if ((!was->is_here && is->is_here) || (was->is_away && !is->is_away))
        remote_note(remote, WORD_TUI_TELL_HERE, filling);
}

static void add_difference(void *context, const char *sentence)
{
    struct pen_text *text = context;
    pen_text_add(text, text->length > 0 ? " " : "");
    pen_text_add(text, sentence);
}

/* What the rules that are asked for change of the sheet; their code, where the edition is not known here. */
static void add_proposed(const struct remote *remote, struct pen_text *text)
{
    static struct pen_edition edition, near;
    const enum pen_lang lang = remote->table.lang;
    const char *code = remote->state.asking.setup;
    struct setup setup;
    struct setup_problem problem;
    bool is_known = setup_read(&setup, code, strlen(code), NULL, &problem);
    if (is_known && strcmp(remote->state.own.id, setup.settings.edition) == 0)
        edition = remote->state.own; /* its text came before the question */
    else
        is_known = is_known && pen_edition_builtin(setup.settings.edition, &edition);
    if (is_known) {
        add_difference(text, pen_said(edition.title, lang));
        pen_text_add(text, ".");
        if (pen_edition_is_own(edition.id) &&
            pen_edition_builtin(pen_edition_builtin_id(pen_edition_nearest(&edition)), &near))
            (void)pen_edition_diff(&near, &edition, lang, text, add_difference);
        setup_differences(&setup.settings, &edition, lang, text, add_difference);
    } else {
        pen_text_add(text, code);
    }
}

static void note_asking(struct remote *remote, const struct tui_told *before)
{
    static const enum word questions[ROOM_ASK_COUNT] = {
        [ROOM_ASK_PAUSE] = WORD_TUI_TELL_ASKS_PAUSE,         [ROOM_ASK_GO_ON] = WORD_TUI_TELL_ASKS_GO_ON,
        [ROOM_ASK_TAKE_BACK] = WORD_TUI_TELL_ASKS_TAKE_BACK, [ROOM_ASK_KICK] = WORD_TUI_TELL_ASKS_KICK,
        [ROOM_ASK_VOID] = WORD_TUI_TELL_ASKS_VOID,           [ROOM_ASK_RULES] = WORD_TUI_TELL_ASKS_RULES};
    const struct tui_told *state = &remote->state;
    bool is_new = state->asking.is_open && !before->asking.is_open;
    if (is_new && state->asking.by == state->you) {
        remote_note(remote, WORD_TUI_TELL_ASKED, (struct tui_filling){0});
    } else if (is_new) {
        uint8_t target = state->asking.target < state->seat_count ? state->asking.target : 0;
        char proposed[TUI_NEWS_TEXT_BYTES / 2];
        struct pen_text text = pen_text_in(proposed, sizeof proposed);
        if (state->asking.what == ROOM_ASK_RULES)
            add_proposed(remote, &text);
        remote_note(remote, questions[state->asking.what],
                    (struct tui_filling){.name = state->seats[state->asking.by].shown,
                                         .other = state->asking.what == ROOM_ASK_RULES
                                                      ? proposed
                                                      : state->seats[target].shown});
    }
}

/* Somebody who took part may have gone since. */
static const char *name_at(const struct tui_told *state, uint8_t seat)
{
    return seat < state->seat_count && state->seats[seat].name[0] ? state->seats[seat].shown : "?";
}

static void add_voters(const struct remote *remote, struct pen_text *text, enum word id, uint16_t seats)
{
    char bytes[PEN_SEATS_MAX * (PEN_PLAYER_BYTES + 2)];
    struct pen_text names = pen_text_in(bytes, sizeof bytes);
    if (seats == 0)
        return;
    for (uint8_t seat = 0; seat < PEN_SEATS_MAX; seat++) {
        if (!(seats >> seat & 1))
            continue;
        pen_text_add(&names, names.length > 0 ? ", " : "");
        pen_text_add(&names, name_at(&remote->state, seat));
    }
    pen_text_add(text, "; ");
    tui_say(text, id, remote->table.lang, &(struct tui_filling){.text = bytes});
}

void remote_note_vote(struct remote *remote, const struct tui_vote *vote)
{
    static const enum word questions[ROOM_ASK_COUNT] = {
        [ROOM_ASK_PAUSE] = WORD_TUI_TELL_VOTED_PAUSE,         [ROOM_ASK_GO_ON] = WORD_TUI_TELL_VOTED_GO_ON,
        [ROOM_ASK_TAKE_BACK] = WORD_TUI_TELL_VOTED_TAKE_BACK, [ROOM_ASK_KICK] = WORD_TUI_TELL_VOTED_KICK,
        [ROOM_ASK_VOID] = WORD_TUI_TELL_VOTED_VOID,           [ROOM_ASK_RULES] = WORD_TUI_TELL_VOTED_RULES};
    static const enum word outcomes[ROOM_OUTCOME_COUNT] = {
        [ROOM_OUTCOME_DONE] = WORD_TUI_TELL_OUTCOME_DONE,
        [ROOM_OUTCOME_REFUSED] = WORD_TUI_TELL_OUTCOME_REFUSED,
        [ROOM_OUTCOME_LAPSED] = WORD_TUI_TELL_OUTCOME_LAPSED,
        [ROOM_OUTCOME_MOOT] = WORD_TUI_TELL_OUTCOME_MOOT};
    char bytes[TUI_NEWS_TEXT_BYTES];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    pen_text_add(&text, word_text(outcomes[vote->outcome], remote->table.lang));
    add_voters(remote, &text, WORD_TUI_TELL_VOTERS_YES, vote->yes);
    add_voters(remote, &text, WORD_TUI_TELL_VOTERS_NO, vote->no);
    remote_note(
        remote, questions[vote->what],
        (struct tui_filling){.name = name_at(&remote->state, vote->by), .other = vote->name, .text = bytes});
}

static void note_new_votes(struct remote *remote)
{
    const struct tui_told *state = &remote->state;
    for (unsigned i = state->vote_count - remote->message.new_votes; i < state->vote_count; i++)
        remote_note_vote(remote, &state->votes[i]);
}

static void note_there(struct remote *remote)
{
    const struct tui_message *message = &remote->message;
    remote_note(remote,
                message->target == remote->state.you ? WORD_TUI_TELL_THERE_YOU : WORD_TUI_TELL_THERE_OTHER,
                (struct tui_filling){.name = name_at(&remote->state, message->seat),
                                     .other = name_at(&remote->state, message->target),
                                     .number = (message->left_ms + 999) / 1000});
}

/* Time was over, and the table acted. */
static void note_clock(struct remote *remote)
{
    const uint8_t seat = remote->message.seat;
    if (seat < remote->state.seat_count)
        remote_note(remote, seat == remote->state.you ? WORD_TUI_TELL_CLOCK_YOU : WORD_TUI_TELL_CLOCK_OTHER,
                    (struct tui_filling){.name = name_at(&remote->state, seat)});
}

/* Who was not among them before. */
static void note_coming(struct remote *remote, const struct tui_told *before)
{
    for (unsigned i = 0; i < remote->state.coming_count; i++) {
        unsigned other = 0;
        while (other < before->coming_count && strcmp(before->coming[other], remote->state.coming[i]) != 0)
            other++;
        if (other == before->coming_count)
            remote_note(remote, WORD_TUI_TELL_COMING, (struct tui_filling){.name = remote->state.coming[i]});
    }
}

void remote_note_changes(struct remote *remote, const struct tui_told *before)
{
    const struct tui_told *state = &remote->state;
    if (remote->state.is_late && !before->is_late)
        remote_note(remote, WORD_TUI_TELL_LATE, (struct tui_filling){0});
    const struct tui_message *message = &remote->message;
    struct tui_filling filling = {.text = message->text};
    char bytes[TUI_NEWS_TEXT_BYTES / 2];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    switch (message->type) {
    case TUI_TOLD_SAID:
        if (remote_is_muted(remote, message->seat))
            break;
        filling.name = state->seats[message->seat].shown;
        if (message->target != PEN_SEAT_NONE) {
            filling.other = state->seats[message->target].shown;
            remote_note(remote, WORD_TUI_TELL_QUOTED, filling);
            break;
        }
        if (!message->is_phrase)
            snprintf(remote->written[message->seat], sizeof remote->written[0], "%s", message->text);
        remote_note(remote, WORD_TUI_TELL_SAID, filling);
        break;
    case TUI_TOLD_HINT:
        tui_hint_say(&remote->table, message->action, &text);
        filling.text = bytes;
        remote_note(remote, WORD_TUI_TELL_HINT, filling);
        break;
    case TUI_TOLD_UPDATE:
        note_clock(remote);
        break;
    case TUI_TOLD_VOTED:
        note_new_votes(remote);
        break;
    case TUI_TOLD_REPORTED:
        remote_note(remote, WORD_TUI_TELL_REPORTED, (struct tui_filling){.number = message->number});
        break;
    case TUI_TOLD_THERE:
        note_there(remote);
        break;
    case TUI_TOLD_REMOVED:
        filling.name = message->name;
        remote_note(remote,
                    message->seat == PEN_SEAT_NONE ? WORD_TUI_TELL_REMOVED_AGAIN : WORD_TUI_TELL_REMOVED,
                    filling);
        break;
    case TUI_TOLD_SEATS:
    case TUI_TOLD_TABLE:
        note_new_votes(remote); /* while we were away, or before we came */
        if (before->seat_count == 0)
            break;
        if (state->is_paused != before->is_paused)
            remote_note(remote, state->is_paused ? WORD_TUI_TELL_PAUSED : WORD_TUI_TELL_GOES_ON, filling);
        note_asking(remote, before);
        note_coming(remote, before);
        for (unsigned seat = 0; seat < state->seat_count && state->seat_count == before->seat_count; seat++)
            if (seat != state->you)
                note_person(remote, &before->seats[seat], &state->seats[seat]);
        break;
    default:
        break;
    }
}

/* ---- cards ----------------------------------------------------------------------------------- */

void remote_show_view(struct remote *remote)
{
    struct tui_table *table = &remote->table;
    const struct tui_told *state = &remote->state;
    table->edition = state->edition;
    table->is_given = state->settings.share == SETUP_SHARE_CC0;
    table->rules = state->rules;
    table->options = state->settings.options;
    table->seat = state->you;
    table->people = (uint16_t)(state->you < PEN_SEATS_MAX ? 1u << state->you : 0);
    table->view = state->view;
    tui_told_names(state, &table->names);
    pen_names_show(&table->names);
    if (remote_is_acting(remote)) {
        memset(&table->view.legal, 0, sizeof table->view.legal);
        table->view.must &= (uint16_t)~table->people;
    }
}

void remote_note_cards(struct remote *remote)
{
    const struct tui_told *state = &remote->state;
    const struct tui_message *message = &remote->message;
    bool has_events = message->type == TUI_TOLD_UPDATE || message->type == TUI_TOLD_TABLE;
    if (!state->has_cards)
        return;
    remote_show_view(remote);
    if (!has_events)
        return;
    bool is_new = remote->seen_game != state->game || remote->seen_round != state->view.round_number;
    bool begins = message->events.count > 0 && (message->events.list[0].type == PEN_EVENT_DEALT ||
                                                message->events.list[0].type == PEN_EVENT_LOT);
    remote->seen_game = state->game;
    remote->seen_round = state->view.round_number;
    if (state->view.phase != PEN_PHASE_OVER)
        memcpy(remote->score_before, state->view.score, sizeof remote->score_before);
    remote->has_score_before = state->view.phase != PEN_PHASE_OVER || (remote->has_score_before && !is_new);
    if (message->type == TUI_TOLD_UPDATE)
        remote->queue.events = message->is_deal ? TUI_NEWS_DEALT : TUI_NEWS_EVENTS;
    else
        remote->queue.events = is_new && begins ? TUI_NEWS_DEALT : TUI_NEWS_SEATED;
    if (message->has_over) {
        remote->queue.has_round_over =
            remote->over_game != state->game || remote->over_round != remote->seen_round;
        remote->queue.has_game_over = state->view.winners != 0 && remote->queue.has_round_over;
        remote_proof_see(remote);
        if (remote->queue.has_game_over)
            remote_proof_end(remote);
    } else {
        remote_proof_see(remote);
    }
}

/* ---- telling --------------------------------------------------------------------------------- */

static void end_round(struct remote *remote, struct tui_news *news)
{
    const struct tui_told *state = &remote->state;
    for (unsigned seat = 0; seat < state->seat_count; seat++) {
        uint16_t score = state->view.score[seat], before = remote->score_before[seat];
        if (remote->has_score_before && score > before)
            news->gained[seat] = (uint16_t)(score - before);
    }
    remote->over_game = state->game;
    remote->over_round = remote->seen_round;
    remote->queue.is_held = state->view.winners == 0; /* until tui_table_deal() */
}

bool remote_tell(struct remote *remote, struct tui_news *news)
{
    if (tui_queue_tell(&remote->queue, &remote->table, &remote->message, news)) {
        if (news->type == TUI_NEWS_ROUND_OVER)
            end_round(remote, news);
        else if (news->type == TUI_NEWS_GAME_OVER)
            remote->queue.is_held = true; /* until remote_again() */
        return true;
    }
    if (!remote->why[0] || remote->is_closed_told)
        return false;
    struct pen_text text = pen_text_in(news->text, sizeof news->text);
    pen_text_add(&text, remote->why);
    news->type = TUI_NEWS_CLOSED;
    remote->is_closed_told = true;
    return true;
}
