/* home.c - the table in this process, as the screens see it. step() tells what is to be told first and only
 * then lets the next thing happen. */
#include "tui/home/inside.h"

#include <stdlib.h>
#include <string.h>

#include "tui/hint.h"
#include "words/tui_say_words.h"

static struct home *of(struct tui_table *table)
{
    return table->self;
}

/* ---- step: what happened, or happens now ----------------------------------------------------- */

/* The points that the winner gets, or everybody keeps. */
static void end_round(struct home *home, struct tui_news *news)
{
    const struct pen_view *view = &home->table.view;
    const bool is_counted = view->winner < PEN_SEATS_MAX; /* RULE O19: a void round is not */
    unsigned total = 0;
    for (unsigned seat = 0; seat < view->seat_count; seat++) {
        total += news->points[seat];
        if (is_counted && home->resolved.rule.scoring == PEN_SCORING_LOWEST)
            news->gained[seat] = news->points[seat];
    }
    if (is_counted && home->resolved.rule.scoring == PEN_SCORING_POINTS)
        news->gained[view->winner] = (uint16_t)total;
    home->queue.is_held = true; /* until tui_table_deal() */
}

static void keep_game(struct home *home)
{
    const char *path = home_save_finish(home->save);
    if (path)
        home_note(home, WORD_TUI_SAY_KEPT, (struct tui_filling){.text = path});
    else
        home_note(home, WORD_TUI_SAY_KEEP_FAILED, (struct tui_filling){.text = home_save_why(home->save)});
}

static bool tell(struct home *home, struct tui_news *news)
{
    if (!tui_queue_tell(&home->queue, &home->table, &home->message, news))
        return false;
    if (news->type == TUI_NEWS_ROUND_OVER)
        end_round(home, news);
    else if (news->type == TUI_NEWS_GAME_OVER && home->save)
        keep_game(home);
    return true;
}

static bool has_news(const struct home *home)
{
    return !tui_queue_is_empty(&home->queue) || home->first;
}

/* The person who has to come to the screen, or PEN_SEAT_NONE. A race needs no hand. */
static uint8_t wanted_seat(const struct home *home)
{
    const struct tui_table *table = &home->table;
    uint16_t people = table->view.must & table->people;
    bool is_here = table->seat < PEN_SEATS_MAX && (people >> table->seat & 1);
    if (people == 0 || is_here || table->view.phase == PEN_PHASE_RACE)
        return PEN_SEAT_NONE;
    return (uint8_t)pen_bits_lowest(people);
}

static bool step(struct tui_table *table, uint64_t now_ms, struct tui_news *news)
{
    struct home *home = of(table);
    news->type = TUI_NEWS_NONE;
    home_advance(home, now_ms);
    for (;;) {
        if (tell(home, news))
            return true;
        if (home_hear(home))
            continue;
        if (table->is_hidden || home->queue.is_held)
            return false;
        uint8_t wanted = wanted_seat(home);
        if (wanted != PEN_SEAT_NONE) {
            home->next_seat = news->seat = wanted;
            news->type = TUI_NEWS_HANDOVER;
            table->is_hidden = true;
            return true;
        }
        if (!home_tick(home))
            return false;
    }
}

static int wait_ms(struct tui_table *table, uint64_t now_ms)
{
    const struct home *home = of(table);
    if (has_news(home))
        return 0;
    if (table->is_hidden || home->queue.is_held)
        return -1;
    return wanted_seat(home) != PEN_SEAT_NONE ? 0 : home_due_ms(home, now_ms);
}

/* ---- what people do -------------------------------------------------------------------------- */

/* Of those who are not in front of the screen: what is called out, and the card that lies on top. */
static bool can_be_called(const struct tui_table *table, const struct pen_action *action)
{
    return action->verb == PEN_VERB_SAY_UNO || action->verb == PEN_VERB_CATCH ||
           action->verb == PEN_VERB_DROP || action->verb == PEN_VERB_ACCUSE ||
           (action->verb == PEN_VERB_CHALLENGE && !(table->view.must >> action->seat & 1)) ||
           (action->verb == PEN_VERB_JUMP && action->card == table->view.top);
}

static void note_refusal(struct home *home, const struct room_answer *answer)
{
    char bytes[WIRE_SENTENCE_BYTES];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    room_say_refusal(&text, answer, home->table.lang);
    tui_queue_note_text(&home->queue, bytes);
}

static enum pen_refusal act(struct tui_table *table, struct pen_action action, uint64_t now_ms)
{
    struct home *home = of(table);
    if (action.seat >= PEN_SEATS_MAX || !(table->people >> action.seat & 1))
        return PEN_REFUSED_NO_SUCH_SEAT;
    if (table->is_hidden || (action.seat != table->seat && !can_be_called(table, &action)))
        return PEN_REFUSED_NOT_YOUR_TURN;
    home_advance(home, now_ms);
    struct room_input input = home_input(home, ROOM_IN_ACT, action.seat);
    input.act.action = action;
    input.command = ++home->command;
    input.act.on = home->states[action.seat]->last;
    struct room_answer answer = home_apply(home, &input);
    if (answer.refusal != ROOM_ACCEPTED)
        home->refused = input.command; /* it is told here */
    else if (answer.is_held)
        home->open[action.seat] = input.command;
    if (answer.is_held && action.verb == PEN_VERB_DROP && home->is_timeless)
        home_weigh(home, action.seat);
    home_look(home);
    if (answer.refusal == ROOM_REFUSED_GAME)
        return (enum pen_refusal)answer.game;
    if (answer.refusal != ROOM_ACCEPTED)
        note_refusal(home, &answer);
    return PEN_ACCEPTED;
}

static void pass(struct tui_table *table, uint8_t seat, uint64_t now_ms)
{
    struct home *home = of(table);
    (void)now_ms;
    if (seat >= PEN_SEATS_MAX || !(table->asked >> seat & 1))
        return;
    home->passed[seat] = home_chance_of(home, seat);
    home_find_asked(home);
}

static void confirm(struct tui_table *table, uint64_t now_ms)
{
    struct home *home = of(table);
    if (!table->is_hidden)
        return;
    home_advance(home, now_ms); /* while nobody could see anything no time has passed */
    table->is_hidden = false;
    table->seat = home->next_seat;
    home->queue.is_seated = true;
    home_look(home);
}

/* Everybody here is ready when one says so. */
static void deal(struct tui_table *table, uint64_t now_ms)
{
    struct home *home = of(table);
    if (!home->queue.is_held || table->view.winners != 0)
        return;
    home_advance(home, now_ms);
    home->queue.is_held = false;
    memset(home->passed, 0, sizeof home->passed);
    for (uint16_t left = table->people; left && home->room.stage == ROOM_BETWEEN;
         left &= (uint16_t)(left - 1)) {
        struct room_input input = home_input(home, ROOM_IN_READY, (uint8_t)pen_bits_lowest(left));
        (void)home_apply(home, &input);
    }
}

/* Who sits at one screen agrees aloud. False: it cannot be asked; the room has said why. */
static bool agree(struct home *home, enum room_ask what, uint8_t by)
{
    struct room_input input = home_input(home, ROOM_IN_ASK, by);
    input.ask.what = (uint8_t)what;
    struct room_answer answer = home_apply(home, &input);
    if (answer.refusal != ROOM_ACCEPTED) {
        note_refusal(home, &answer);
        return false;
    }
    for (uint16_t left = home->table.people & (uint16_t) ~(1u << by); left && home->room.ask.is_open;
         left &= (uint16_t)(left - 1)) {
        input = home_input(home, ROOM_IN_VOTE, (uint8_t)pen_bits_lowest(left));
        input.vote.yes = true;
        (void)home_apply(home, &input);
    }
    memset(home->open, 0, sizeof home->open);
    return true;
}

/* The newest move of anybody here. */
static void take_back(struct tui_table *table, uint64_t now_ms)
{
    struct home *home = of(table);
    if (home->room.undo_count == 0 || home->queue.is_held)
        return;
    home_advance(home, now_ms);
    const uint8_t by = home->room.undo[0].seat;
    if (!agree(home, ROOM_ASK_TAKE_BACK, by))
        return;
    home_note(home, WORD_TUI_SAY_TAKEN_BACK, (struct tui_filling){.name = table->names.name[by]});
    if (table->is_hidden) { /* whoever is there now is not the one whose cards were last seen */
        table->is_hidden = false;
        table->seat = PEN_SPECTATOR;
        home_look(home);
    }
}

static void call_off(struct tui_table *table, uint64_t now_ms)
{
    struct home *home = of(table);
    if (!table->can_call_off || home->queue.is_held || table->is_hidden)
        return;
    home_advance(home, now_ms);
    (void)agree(home, ROOM_ASK_VOID, (uint8_t)pen_bits_lowest(table->people));
}

/* The room's hint, which everybody gets, with a reason; out of turn what will not wait. */
static bool hint(struct tui_table *table, struct pen_action *action, char *why, size_t size)
{
    struct home *home = of(table);
    if (table->is_hidden || table->seat >= PEN_SEATS_MAX || has_news(home))
        return false;
    if (!tui_hint_reaction(table, action)) {
        struct room_input input = home_input(home, ROOM_IN_HINT, table->seat);
        input.command = ++home->command;
        if (home_apply(home, &input).refusal != ROOM_ACCEPTED) {
            home->refused = input.command;
            return false;
        }
        home->message.type = TUI_TOLD_OTHER;
        while (home->first && home->message.type != TUI_TOLD_HINT)
            (void)home_hear(home);
        if (home->message.type != TUI_TOLD_HINT)
            return false;
        *action = home->message.action;
    }
    struct pen_text text = pen_text_in(why, size);
    tui_hint_say(table, *action, &text);
    return true;
}

static int fd(struct tui_table *table)
{
    const struct home *home = of(table);
    return home->thinker ? home_thinker_fd(home->thinker) : -1;
}

void home_drop(struct home *home)
{
    while (home->first) {
        struct home_item *item = home->first;
        home->first = item->next;
        free(item);
    }
    for (unsigned i = 0; i <= HOME_PUBLIC; i++)
        free(home->states[i]);
    if (home->thinker)
        home_thinker_drop(home->thinker);
    free(home->journal.bytes);
    free(home);
}

static void close_table(struct tui_table *table)
{
    struct home *home = of(table);
    if (home->save)
        home_save_close(home->save);
    home_drop(home);
}

const struct tui_table_ops home_ops = {
    .fd = fd,
    .wait_ms = wait_ms,
    .step = step,
    .act = act,
    .pass = pass,
    .confirm = confirm,
    .deal = deal,
    .take_back = take_back,
    .call_off = call_off,
    .hint = hint,
    .close = close_table,
};
