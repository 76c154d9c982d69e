/* feed.c - between the room and the people: inputs go in, what the room writes is kept, what it says is
 * read message by message, so that whoever draws sees every state. */
#include <stdlib.h>
#include <string.h>

#include "tui/home/inside.h"
#include "words/tui_say_words.h"

/* ---- notices --------------------------------------------------------------------------------- */

void home_note(struct home *home, enum word id, struct tui_filling filling)
{
    tui_queue_note(&home->queue, home->table.lang, id, filling);
}

void home_note_saved(struct home *home, enum home_saved saved)
{
    if (saved == HOME_SAVE_FAILED)
        home_note(home, WORD_TUI_SAY_SAVE_FAILED, (struct tui_filling){.text = home_save_why(home->save)});
    else if (saved == HOME_SAVED_AGAIN)
        home_note(home, WORD_TUI_SAY_SAVED_AGAIN, (struct tui_filling){0});
    home->table.is_unsaved = home_save_is_failing(home->save);
}

/* ---- what the room writes and says ----------------------------------------------------------- */

static void journal(void *context, const char *text, size_t bytes)
{
    struct home *home = context;
    if (!home->save)
        return;
    if (home->journal.count + bytes > home->journal.size) {
        size_t size = 2 * (home->journal.count + bytes);
        char *larger = realloc(home->journal.bytes, size);
        PEN_ASSERT(larger != NULL); /* a journal with a hole could not be gone on with */
        home->journal.bytes = larger;
        home->journal.size = size;
    }
    memcpy(home->journal.bytes + home->journal.count, text, bytes);
    home->journal.count += bytes;
}

static void put(struct home *home, uint8_t viewer, const char *bytes, size_t count)
{
    struct home_item *item = malloc(sizeof *item + count);
    PEN_ASSERT(item != NULL); /* a view with a hole would show what is not so */
    item->next = NULL;
    item->viewer = viewer;
    item->count = count;
    memcpy(item->bytes, bytes, count);
    *home->last = item;
    home->last = &item->next;
}

static void send(void *context, uint8_t viewer, const struct room_message *message)
{
    put(context, viewer, message->bytes, message->count);
}

struct room_input home_input(const struct home *home, enum room_input_type type, uint8_t seat)
{
    struct room_input input;
    room_input_init(&input, type, seat);
    input.now_ms = home->room_ms;
    input.lang = (uint8_t)home->table.lang;
    return input;
}

static void begin_thought(struct home *home)
{
    struct room_thought thought;
    if (!room_take_thought(&home->room, &home->rules, &thought))
        return;
    if (!home_thinker_begin(home->thinker, &thought, home->specs[thought.seat], &home->rules))
        room_give_up_thought(&home->room);
}

void home_keep(struct home *home)
{
    if (!home->save || home->journal.count == 0)
        return;
    home_note_saved(home, home_save_append(home->save, home->journal.bytes, home->journal.count));
    home->journal.count = 0;
}

struct room_answer home_apply(struct home *home, struct room_input *input)
{
    const struct room_out out = {.context = home, .journal = journal, .send = send};
    struct room_answer answer = room_apply(&home->room, &home->rules, input, &out);
    if (!home->is_opening)
        home_keep(home);
    if (home->room.live.thought.is_wanted)
        begin_thought(home);
    return answer;
}

void home_send_tables(struct home *home)
{
    char bytes[ROOM_MESSAGE_BYTES_MAX];
    for (uint8_t i = 0; i <= HOME_PUBLIC; i++) {
        uint8_t viewer = i == HOME_PUBLIC ? (uint8_t)PEN_SPECTATOR : i;
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        if (!home->states[i])
            continue;
        room_write_table(&home->room, &home->rules, viewer, home->room_ms, &text);
        put(home, viewer, text.bytes, text.length);
    }
}

/* ---- hearing it ------------------------------------------------------------------------------ */

static struct tui_told *state_of(const struct home *home, uint8_t viewer)
{
    return home->states[viewer < PEN_SEATS_MAX ? viewer : HOME_PUBLIC];
}

/* What the others at the keyboard could call out. Whether they hold the card that is on top is theirs to
 * know, so that the offer does not tell it. */
static void find_calls(struct home *home)
{
    struct tui_table *table = &home->table;
    const struct pen_view *view = &table->view;
    bool can_jump = home->resolved.rule.jump_in && view->phase <= PEN_PHASE_PENDING;
    memset(table->calls, 0, sizeof table->calls);
    for (uint8_t seat = 0; seat < PEN_SEATS_MAX; seat++) {
        table->calls[seat].jump = PEN_CARD_NONE;
        if (seat == table->seat || !home->states[seat] || view->phase == PEN_PHASE_OVER || home->open[seat])
            continue;
        const struct pen_legal *legal = &home->states[seat]->view.legal;
        struct tui_call *call = &table->calls[seat];
        call->can_say_uno = legal->verbs >> PEN_VERB_SAY_UNO & 1;
        call->can_challenge = !(view->must >> seat & 1) && (legal->verbs >> PEN_VERB_CHALLENGE & 1);
        call->catches = legal->catches;
        call->accuses = legal->accuses;
        call->jump = can_jump ? view->top : (uint8_t)PEN_CARD_NONE;
    }
}

void home_look(struct home *home)
{
    struct tui_table *table = &home->table;
    const struct tui_told *state = state_of(home, table->seat);
    if (!state->has_cards)
        return;
    table->view = state->view;
    tui_told_names(state, &table->names);
    pen_names_show(&table->names);
    if (table->seat < PEN_SEATS_MAX && home->open[table->seat]) {
        memset(&table->view.legal, 0, sizeof table->view.legal);
        table->view.must &= (uint16_t) ~(1u << table->seat);
    }
    uint8_t newest = home->room.undo_count > 0 ? home->room.undo[0].seat : (uint8_t)PEN_SEAT_NONE;
    table->can_take_back = newest < PEN_SEATS_MAX && room_can_take_back(&home->room, newest);
    table->can_call_off =
        home->room.stage == ROOM_PLAYING && pen_round_can_void(&home->room.game.round) == PEN_ACCEPTED;
    find_calls(home);
    home_find_asked(home);
}

/* A command of a person here was answered. */
static void note_answer(struct home *home, const struct tui_message *message, uint8_t viewer)
{
    if (message->id == 0 || viewer >= PEN_SEATS_MAX)
        return;
    if (home->open[viewer] == message->id)
        home->open[viewer] = 0;
    if (message->type != TUI_TOLD_NO || message->id == home->refused)
        return;
    if (message->refusal != PEN_ACCEPTED && viewer == home->table.seat)
        home->queue.refusal = message->refusal;
    else
        tui_queue_note_text(&home->queue, message->text);
}

static void note_cards(struct home *home)
{
    const struct tui_message *message = &home->message;
    const struct pen_view *view = &home->table.view;
    bool is_player = home->table.seat < PEN_SEATS_MAX;
    if (message->type == TUI_TOLD_UPDATE)
        home->queue.events = message->is_deal ? TUI_NEWS_DEALT : TUI_NEWS_EVENTS;
    else if (message->type == TUI_TOLD_TABLE && is_player)
        home->queue.events = TUI_NEWS_SEATED; /* all of it: to begin with, or a move was taken back */
    else
        return;
    if (message->has_over && home->over_round != view->round_number) {
        home->over_round = view->round_number;
        home->queue.has_round_over = true;
        home->queue.has_game_over = view->winners != 0;
    }
}

bool home_hear(struct home *home)
{
    static struct tui_message other; /* to somebody who is not in front; too long for a stack */
    struct home_item *item = home->first;
    if (!item)
        return false;
    home->first = item->next;
    if (!home->first)
        home->last = &home->first;
    struct tui_told *state = state_of(home, item->viewer);
    bool is_front = item->viewer == home->table.seat;
    struct tui_message *message = is_front ? &home->message : &other;
    if (state) {
        tui_told_read(state, message, item->bytes, item->count, home->table.lang);
        PEN_ASSERT(message->type != TUI_TOLD_NONSENSE && message->type != TUI_TOLD_STRANGE_EDITION);
        note_answer(home, message, item->viewer);
        home_look(home);
        if (is_front)
            note_cards(home);
    }
    free(item);
    return true;
}
