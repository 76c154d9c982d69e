/* play.c - the game itself: deals, actions, taking back.
 *
 * Cards come from the verifiable shuffle alone (fair.h). Every action that the engine accepts becomes
 * one line of the record, one update and, if a person made it, one place to come back to. */
#include <string.h>

#include "fair/record_lines.h"
#include "room/encode.h"
#include "room/inside.h"

/* ---- events ---- */

enum { CHECKED_EVERY = 8 }; /* actions */

/* The way round when the first of these events happened: what comes first in the ring may be a hand passed
 * on. */
static uint8_t direction_before(const struct pen_events *events, uint8_t now)
{
    for (unsigned i = 0; i < events->count; i++)
        if (events->list[i].type == PEN_EVENT_REVERSED)
            return events->list[i].count == PEN_LEFT ? PEN_RIGHT : PEN_LEFT;
    return now;
}

static void forget_round(struct room *room, const struct pen_round *round, const struct pen_events *deal)
{
    room->event_total = room->event_high = 0;
    room->undo_count = 0;
    memset(room->events, 0, sizeof room->events);
    memset(room->undo, 0, sizeof room->undo);
    memset(room->live.owes_ms, 0, sizeof room->live.owes_ms);
    pen_memory_init(&room->forgotten);
    room->forgotten_direction = direction_before(deal, round->direction);
}

/* The oldest event makes place for another: what it leaves in mind stays. */
static void forget_event(struct room *room, const struct pen_rules *rules, unsigned seat_count,
                         const struct pen_event *event)
{
    if (event->type == PEN_EVENT_REVERSED)
        room->forgotten_direction = (uint8_t)event->count;
    pen_memory_note(&room->forgotten, rules, event, seat_count, room->forgotten_direction);
}

static void note_events(struct room *room, const struct pen_rules *rules, const struct pen_round *round,
                        const struct pen_events *events)
{
    for (unsigned i = 0; i < events->count; i++) {
        struct pen_event *place = &room->events[room->event_total % ROOM_EVENTS_MAX];
        /* After moves were taken back it may hold one of those. */
        if (room->event_total == room->event_high && room->event_total >= ROOM_EVENTS_MAX)
            forget_event(room, rules, round->seat_count, place);
        *place = events->list[i];
        room->event_total++;
        if (room->event_high < room->event_total)
            room->event_high = room->event_total;
    }
}

/* A bot gives no advice: nobody is offered to accuse one. */
static uint16_t accusable(const struct room *room, uint16_t seats)
{
    for (uint8_t seat = 0; seat < PEN_SEATS_MAX; seat++)
        if (room->seats[seat].kind == ROOM_BOT)
            seats &= (uint16_t) ~(1u << seat);
    return seats;
}

void room__look(const struct room *room, const struct room_rules *rules, uint8_t viewer, bool has_history,
                struct pen_view *view)
{
    pen_view_init(view, viewer);
    if (!has_history) {
        pen_view_update(view, rules->rules, &room->game, NULL);
        view->legal.accuses = accusable(room, view->legal.accuses);
        return;
    }
    struct pen_events events;
    uint32_t i = room__first_known(room);
    view->event_total = i < room->event_total ? i : room->event_total;
    if (i > 0)
        view->memory = room->forgotten;
    for (events.count = 0; i < room->event_total; i++)
        events.list[events.count++] = room->events[i % ROOM_EVENTS_MAX];
    view->direction = direction_before(&events, room->game.round.direction);
    pen_view_update(view, rules->rules, &room->game, &events);
    view->legal.accuses = accusable(room, view->legal.accuses);
}

void room_see(const struct room *room, const struct room_rules *rules, uint8_t seat, struct pen_view *view)
{
    room__look(room, rules, seat, true, view);
}

void room__glance(const struct room *room, const struct room_rules *rules, uint8_t viewer,
                  struct pen_view *view)
{
    view->viewer = viewer;
    pen_view_glance(view, rules->rules, &room->game.round);
    view->legal.accuses = accusable(room, view->legal.accuses);
    memcpy(view->score, room->game.score, sizeof view->score);
    view->round_number = room->game.round_number;
}

/* ---- dealing ---- */

static void gather_inputs(const struct room *room, struct fair_inputs *inputs)
{
    memset(inputs, 0, sizeof *inputs);
    memcpy(inputs->table, room->id, room__length(room->id));
    inputs->game_number = room->game_number;
    inputs->version = room->shuffle;
    inputs->seat_count = room->seat_count;
    memcpy(inputs->server_seed, room->server_seed, sizeof inputs->server_seed);
    for (unsigned i = 0; i < room->seat_count; i++) {
        const struct room_seat *seat = &room->seats[i];
        struct fair_share *share = &inputs->shares[i];
        share->state = seat->share;
        if (seat->share == FAIR_SHARE_REVEALED) {
            memcpy(share->seed, seat->secret, sizeof share->seed);
            fair_commit_client(share->seed, share->commitment);
        } else if (seat->share == FAIR_SHARE_COMMITTED) {
            memcpy(share->commitment, seat->secret, sizeof share->commitment);
        }
    }
}

bool room_write_statement(const struct room *room, bool is_whole, struct pen_text *text)
{
    const bool is_next = room__is_waiting(room);
    struct fair_inputs inputs;
    struct pen_names names;
    if (!room->has_entropy || room->stage == ROOM_CLOSED)
        return false;
    gather_inputs(room, &inputs);
    room_names(room, &names);
    if (is_next)
        inputs.game_number++;
    else if (room->stage != ROOM_REVEALING)
        inputs.seat_count = names.count = room->fair.seat_count; /* RULE O29: the others have no part in it */
    const uint8_t seat_count = inputs.seat_count;
    if (is_next || !is_whole)
        inputs.seat_count = 0; /* their part is not fixed yet */
    fair_write_commitments(text, &inputs, &names);
    inputs.seat_count = seat_count;
    if (is_whole && room->stage == ROOM_PLAYING)
        fair_write_shares(text, &inputs, &names);
    return true;
}

static void start_clock_of_turn(struct room__call *call)
{
    struct room *room = call->room;
    room->kept_seat = PEN_SEAT_NONE;
    if (room->game.round.phase == PEN_PHASE_RACE)
        room__clock_start(call, ROOM_RACE_MS + room->settings.listen_s * UINT64_C(1000));
    else if (room->settings.move_ms != 0)
        room__clock_start(call, room->settings.move_ms);
    else
        room->clock_ms = ROOM_NEVER;
    /* Whoever is away and comes back in this turn has the whole of it. */
    if (room->clock_ms != ROOM_NEVER && room->game.round.phase != PEN_PHASE_RACE)
        for (uint16_t left = pen_round_must(&room->game.round); left; left &= (uint16_t)(left - 1))
            if (room->seats[pen_bits_lowest(left)].is_away)
                room__keep_clock(call, (uint8_t)pen_bits_lowest(left));
}

/* The live part of a deal or an action. */
static void note_moment(struct room__call *call, uint16_t owed_before, bool is_laid)
{
    struct room *room = call->room;
    room->live.moved_ms = call->now_ms;
    room->live.moment++;
    if (is_laid)
        room->live.opened_ms = call->now_ms;
    for (uint16_t new = room->game.round.owes &(uint16_t)~owed_before; new; new &= (uint16_t)(new - 1))
        room->live.owes_ms[pen_bits_lowest(new)] = call->now_ms;
}

static void dealt(struct room__call *call, const struct pen_events *events)
{
    struct room *room = call->room;
    struct pen_hand none[PEN_SEATS_MAX];
    memset(none, 0, sizeof none);
    forget_round(room, &room->game.round, events);
    note_events(room, call->rules->rules, &room->game.round, events);
    room->stage = ROOM_PLAYING;
    for (unsigned seat = 0; seat < PEN_SEATS_MAX; seat++)
        room->seats[seat].is_ready = false;
    start_clock_of_turn(call);
    room->round_n = room->n + 1;
    call->command = 0;
    room__effect_done(call);
    note_moment(call, 0, true);
    room__send_seats(call);
    call->has_seats_news = false;
    room__send_update(call, events, none, PEN_SEAT_NONE, 0);
}

/* RULE S1: whom the table has named, or PEN_SEAT_NONE. */
static uint8_t named_dealer(const struct room *room, const struct pen_names *names)
{
    for (uint8_t seat = 0; seat < names->count; seat++)
        if (room->settings.dealer[0] &&
            room__same(names->name[seat], room__length(names->name[seat]), room->settings.dealer))
            return seat;
    return PEN_SEAT_NONE;
}

/* Lines that a table of the program before passes over, and that its chain binds all the same. */
static void write_marks(struct pen_text *text, const struct setup_settings *settings)
{
    if (settings->has_hints)
        pen_text_add(text, FAIR_MARK_HELP "\n");
    if (settings->share == SETUP_SHARE_CC0)
        pen_text_add(text, FAIR_MARK_SHARED "\n");
}

void room__do_game(struct room__call *call)
{
    struct room *room = call->room;
    struct fair_inputs inputs;
    struct pen_layout layout;
    struct pen_events events;
    struct pen_names names;
    struct room__piece piece;
    gather_inputs(room, &inputs);
    room_names(room, &names);
    fair_init(&room->fair, call->rules->edition, call->rules->rules, &inputs);
    enum pen_deal_problem problem =
        fair_first_layout(&room->fair, call->rules->rules, named_dealer(room, &names), &layout);
    PEN_ASSERT(problem == PEN_DEAL_GOOD);
    problem = pen_game_start(call->rules->rules, &room->game, 0, &layout, NULL, &events, NULL);
    PEN_ASSERT(problem == PEN_DEAL_GOOD);
    room->action_count = 0;
    room__piece_begin(&piece, call, "game", PEN_SEAT_NONE);
    room__piece_number(&piece, room->game_number);
    if (room->shuffle > 1)
        room__piece_number(&piece, room->shuffle);
    pen_text_add(&piece.text, "\n");
    fair_write_commitments(&piece.text, &inputs, &names);
    fair_write_shares(&piece.text, &inputs, &names);
    pen_mesa_write_header(&piece.text, call->rules->edition, &room->settings.options, &names, NULL,
                          layout.dealer);
    write_marks(&piece.text, &room->settings);
    pen_mesa_write_layout(&piece.text, call->rules->edition, call->rules->rules, &names, &layout, true);
    room__piece_end(&piece);
    for (unsigned seat = 0; seat < PEN_SEATS_MAX; seat++)
        room->seats[seat].has_agreed = false;
    dealt(call, &events);
}

/* RULE O29. All begin with what was right before the first of them sat down. */
static void seat_those_who_come(struct room__piece *piece)
{
    struct room *room = piece->call->room;
    const struct pen_rules *rules = piece->call->rules->rules;
    const uint16_t points = room__late_points(room, rules);
    room__close_gaps(piece->call);
    if (room__coming_count(room) > 0)
        room->live.has_told = false; /* as many hands as never before: told anew */
    for (unsigned left = room__coming_count(room); left > 0; left--) {
        struct room_seat *seat = &room->seats[room->seat_count++];
        seat->has_agreed = false; /* it was to this game */
        pen_text_add(&piece->text, "joins: ");
        pen_text_add(&piece->text, seat->name);
        pen_text_add(&piece->text, " ");
        pen_text_add_number(&piece->text, points);
        pen_text_add(&piece->text, "\n");
        pen_game_join(rules, &room->game, points);
    }
}

void room__do_next(struct room__call *call)
{
    struct room *room = call->room;
    struct pen_layout layout;
    struct pen_events events;
    struct pen_names names;
    struct room__piece piece;
    room__piece_begin(&piece, call, "next", PEN_SEAT_NONE);
    pen_text_add(&piece.text, "\n");
    seat_those_who_come(&piece);
    enum pen_deal_problem problem = fair_next_layout(&room->fair, call->rules->rules, &room->game, &layout);
    PEN_ASSERT(problem == PEN_DEAL_GOOD);
    problem = pen_game_deal(call->rules->rules, &room->game, &layout, &events, NULL);
    PEN_ASSERT(problem == PEN_DEAL_GOOD);
    room__all_in_time(room);
    room_names(room, &names);
    pen_mesa_write_layout(&piece.text, call->rules->edition, call->rules->rules, &names, &layout, false);
    room__piece_end(&piece);
    dealt(call, &events);
}

void room__next(struct room__call *call)
{
    struct room *room = call->room;
    const uint8_t speaker = call->seat;
    uint16_t late = 0;
    /* Whoever wanted a free seat and has gone again has none. */
    for (uint8_t seat = room->seat_count; seat < PEN_SEATS_MAX; seat++)
        if (room__is_person(room, seat) && !(room->live.here >> seat & 1) &&
            call->now_ms >= room->live.gone_ms[seat] + ROOM_AGAIN_MS) {
            call->seat = seat;
            room__do_leave(call);
        }
    call->seat = speaker;
    room__close_gaps(call);
    for (uint8_t seat = 0; seat < PEN_SEATS_MAX; seat++)
        late |= (uint16_t)(room->seats[seat].is_late ? room__bit(seat) : 0);
    room__do_next(call);
    for (late &= (uint16_t)~room->live.here; late; late &= (uint16_t)(late - 1))
        room__do_away(call, (uint8_t)pen_bits_lowest(late));
}

void room__do_ready(struct room__call *call)
{
    struct room__piece piece;
    call->room->seats[call->seat].is_ready = true;
    room__piece_begin(&piece, call, "ready", call->seat);
    room__piece_end(&piece);
    room__effect_done(call);
    call->has_seats_news = true;
}

/* ---- actions ---- */

static void keep_undo(struct room__call *call, uint8_t seat, const struct pen_game *game,
                      const struct fair *fair)
{
    struct room *room = call->room;
    for (unsigned i = ROOM_UNDO_MAX - 1; i > 0; i--)
        room->undo[i] = room->undo[i - 1];
    struct room_undo *undo = &room->undo[0];
    undo->game = *game;
    undo->reshuffle_count = fair->reshuffle_count;
    /* The lot that put this action first goes with it. */
    undo->tie_count = call->has_tie ? call->tie_before : fair->tie_count;
    undo->action_count = room->action_count;
    undo->event_total = room->event_total;
    undo->seat = seat;
    undo->is_seen = false;
    if (room->undo_count < ROOM_UNDO_MAX)
        room->undo_count++;
}

static void write_tag(struct pen_text *text, const char *tag, uint64_t number)
{
    pen_text_add(text, tag);
    pen_text_add_number(text, number);
}

static void write_action(struct room__piece *piece, struct pen_action action, enum room_by by,
                         const struct room_held *held, const struct pen_events *events)
{
    const struct room__call *call = piece->call;
    const struct room_rules *rules = call->rules;
    struct pen_text *text = &piece->text;
    if (call->has_tie) {
        struct pen_names names;
        room_names(call->room, &names);
        fair_write_tie(text, (uint16_t)(call->tie_before + 1), &names, call->tie_seats, call->tie_seat_count);
    }
    pen_text_add(text, call->room->seats[action.seat].name);
    pen_text_add(text, " ");
    room__write_action(text, call->room, rules, action);
    write_tag(text, " #@ ", call->now_ms);
    if (call->command != 0)
        write_tag(text, " id=", call->command);
    if (by != ROOM_BY_PERSON)
        pen_text_add(text, by == ROOM_BY_BOT ? " by=bot" : " by=clock");
    if (held) {
        write_tag(text, " r=", held->reaction_ms);
        write_tag(text, " wait=", held->waited_ms);
        write_tag(text, " rtt=", held->rtt_ms);
        if (held->dt_ms != ROOM_NO_DT)
            write_tag(text, " dt=", held->dt_ms);
    }
    pen_text_add(text, "\n");
    if (events->reshuffled_count > 0) {
        pen_text_add(text, "reshuffle:");
        for (unsigned i = 0; i < events->reshuffled_count; i++) {
            pen_text_add(text, " ");
            pen_card_write(rules->edition, rules->rules, events->reshuffled[i], text);
        }
        pen_text_add(text, "\n");
    }
    if (call->room->game.winners != 0)
        write_tag(text, "#! over ", call->now_ms);
}

/* Whether a person has got to see a card that was hidden: drawn, shown, or handed over. */
static bool shows_card(const struct room *room, const struct pen_events *events)
{
    uint16_t people = 0;
    for (uint8_t seat = 0; seat < room->seat_count; seat++)
        people |= (uint16_t)(room__is_person(room, room__eyes_of(room, seat)) ? room__bit(seat) : 0);
    for (unsigned i = 0; i < events->count; i++) {
        const struct pen_event *event = &events->list[i];
        switch ((enum pen_event_type)event->type) {
        case PEN_EVENT_DREW:
        case PEN_EVENT_SHOWN:
            if (event->audience & people)
                return true;
            break;
        case PEN_EVENT_SWAPPED:
            if ((people >> event->seat | people >> event->target) & 1)
                return true;
            break;
        case PEN_EVENT_PASSED_HANDS:
            if (people)
                return true;
            break;
        case PEN_EVENT_SHOWN_TO: /* its cards follow */
        case PEN_EVENT_NONE:
        case PEN_EVENT_TYPE_COUNT:
            PEN_EVENT_CASES(LAID) /* what is laid lies open */
            PEN_EVENT_CASES(OWED)
            PEN_EVENT_CASES(TABLE)
            PEN_EVENT_CASES(QUIET)
            break;
        }
    }
    return false;
}

/* A round has ended, perhaps the game. */
static void end_round(struct room__call *call)
{
    struct room *room = call->room;
    room->undo_count = 0;
    memset(room->undo, 0, sizeof room->undo);
    call->has_seats_news = true;
    if (room->game.winners == 0) {
        room->stage = ROOM_BETWEEN;
        room__clock_start(call, ROOM_NEXT_MS);
        return;
    }
    room->stage = ROOM_OVER;
    room__all_in_time(room);
    room->clock_ms = ROOM_NEVER;
    room->series_game++;
    room->has_entropy = false; /* the next game has a seed of its own */
    memset(room->server_seed, 0, sizeof room->server_seed);
    for (unsigned seat = 0; seat < room->seat_count; seat++) {
        room->seats[seat].wins = (uint16_t)(room->seats[seat].wins + (room->game.winners >> seat & 1));
        room->seats[seat].share = FAIR_SHARE_NONE;
        memset(room->seats[seat].secret, 0, sizeof room->seats[seat].secret);
    }
}

/* Whether this action gives the next one a time of its own, or others only did something besides. */
static bool is_new_turn(const struct pen_round *before, const struct pen_round *after, uint8_t seat)
{
    if (before->phase == PEN_PHASE_RACE && after->phase == PEN_PHASE_RACE)
        return false; /* one time for all */
    return before->turn != after->turn || before->phase != after->phase ||
           pen_round_must(before) != pen_round_must(after) || (pen_round_must(before) >> seat & 1);
}

/* Whether who acts in this phase has not acted before in the same turn. Keeping a drawn card and the
 * choices after a card belong to a turn that was counted with its first action; so does naming the
 * opening colour, to the turn that follows it. */
static bool begins_turn(uint8_t phase)
{
    return phase == PEN_PHASE_TURN || phase == PEN_PHASE_PENDING || phase == PEN_PHASE_RACE ||
           phase == PEN_PHASE_FOLLOW;
}

enum pen_refusal room__do_action(struct room__call *call, struct pen_action action, enum room_by by,
                                 const struct room_held *held)
{
    struct room *room = call->room;
    struct room_seat *seat = &room->seats[action.seat];
    struct pen_events events;
    struct room__piece piece;
    const struct pen_game before = room->game;
    const struct fair fair_before = room->fair;
    enum pen_refusal refusal = fair_apply(&room->fair, call->rules->rules, &room->game, action, &events);
    if (refusal != PEN_ACCEPTED)
        return refusal;
    /* A wrong card is worse than a stopped table. About 0.5 µs of the 50 that a move costs a server, hence a
     * sample: a card that is lost stays lost. Not while journals are read again, where all was checked
     * before. */
    if (call->out && room->action_count % CHECKED_EVERY == 0)
        PEN_ASSERT(pen_round_check(call->rules->rules, &room->game.round) == NULL);
    if (by == ROOM_BY_PERSON)
        keep_undo(call, action.seat, &before, &fair_before);
    if (shows_card(room, &events))
        for (unsigned i = 0; i < room->undo_count; i++)
            room->undo[i].is_seen = true;
    if (by != ROOM_BY_CLOCK)
        seat->missed = 0;
    else if (begins_turn(before.round.phase))
        seat->missed++;
    room->action_count++;
    note_events(room, call->rules->rules, &room->game.round, &events);
    if (call->out && call->out->journal) {
        piece.call = call;
        piece.text = pen_text_in(piece.bytes, sizeof piece.bytes);
        write_action(&piece, action, by, held, &events);
        room__piece_end(&piece);
    }
    call->has_tie = false;
    const uint32_t command = call->command;
    if (room->game.round.phase == PEN_PHASE_OVER)
        end_round(call);
    else if (is_new_turn(&before.round, &room->game.round, action.seat))
        start_clock_of_turn(call);
    room__effect_done(call);
    note_moment(call, before.round.owes, before.round.discard_count != room->game.round.discard_count);
    /* Who only names a colour or keeps a card has the same hand as before. */
    if (memcmp(&before.round.hands[action.seat], &room->game.round.hands[action.seat],
               sizeof(struct pen_hand)) != 0)
        for (unsigned i = 0; i < ROOM_SEEN_MAX; i++)
            room->live.seen[i].acted |= room__bit(action.seat);
    call->is_by_clock = by == ROOM_BY_CLOCK;
    room__send_update(call, &events, before.round.hands, action.seat, command);
    if (room->stage != ROOM_PLAYING)
        room__drop_held(call);
    call->is_acknowledged = call->is_acknowledged || command != 0;
    return PEN_ACCEPTED;
}

enum room_refusal room__act(struct room__call *call, const struct room_input *input, enum pen_refusal *game,
                            bool *is_held)
{
    struct room *room = call->room;
    struct pen_action action = room__plain_action(input->act.action);
    if (room->stage != ROOM_PLAYING)
        return ROOM_REFUSED_NOT_NOW;
    if (room->is_paused)
        return ROOM_REFUSED_PAUSED;
    if (room->seats[call->seat].is_late)
        return ROOM_REFUSED_NOT_NOW;
    action.seat = call->seat;
    if (action.verb == PEN_VERB_ACCUSE && action.target < PEN_SEATS_MAX &&
        room->seats[action.target].kind == ROOM_BOT)
        return ROOM_REFUSED_BOT_ACCUSED; /* RULE O15 is about people */
    if (input->act.quote) {
        const char *quote = input->act.quote;
        const size_t bytes = room__length(quote);
        /* RULE O15: an accusation with the words that it is about, as they were said. */
        if (action.verb != PEN_VERB_ACCUSE || action.target >= PEN_SEATS_MAX ||
            !room__has_said(room, action.target, quote, bytes))
            return ROOM_REFUSED_NOT_SAID;
        struct pen_game trial = room->game;
        *game = pen_game_apply(call->rules->rules, &trial, action, NULL);
        if (*game != PEN_ACCEPTED)
            return ROOM_REFUSED_GAME;
        room__do_quote(call, action.target, quote, bytes);
    }
    if (action.verb == PEN_VERB_CATCH && room__shout(call, action) != ROOM_ACCEPTED)
        return ROOM_REFUSED_TOO_FAST;
    if (room->ask.is_open && room->ask.what == ROOM_ASK_TAKE_BACK) {
        struct pen_game trial = room->game;
        *game = pen_game_apply(call->rules->rules, &trial, action, NULL);
        if (*game != PEN_ACCEPTED)
            return ROOM_REFUSED_GAME;
        room__play_on(call);
    }
    if (!room__window_is_open(room, call->rules)) {
        *game = room__do_action(call, action, ROOM_BY_PERSON, NULL);
        return *game == PEN_ACCEPTED ? ROOM_ACCEPTED : ROOM_REFUSED_GAME;
    }
    /* What cannot be done now is refused now. Only behind an own action that is still being weighed it is
     * too early to tell. */
    bool is_behind = false;
    for (unsigned i = 0; i < room->live.held_count; i++)
        is_behind = is_behind || room->live.held[i].action.seat == action.seat;
    if (!is_behind) {
        struct pen_game trial = room->game;
        *game = pen_game_apply(call->rules->rules, &trial, action, NULL);
        if (*game != PEN_ACCEPTED)
            return ROOM_REFUSED_GAME;
    }
    struct room_held held = {.action = action, .command = call->command};
    room__weigh(room, input, &held);
    enum room_refusal refusal = room__hold(call, &held);
    *is_held = refusal == ROOM_ACCEPTED;
    return refusal;
}

/* ---- ending a round that cannot end ---- */

void room__do_void(struct room__call *call)
{
    struct room *room = call->room;
    struct pen_events events;
    struct room__piece piece;
    struct pen_hand hands[PEN_SEATS_MAX];
    memcpy(hands, room->game.round.hands, sizeof hands);
    room__drop_held(call);
    pen_round_void(call->rules->rules, &room->game.round, &events);
    note_events(room, call->rules->rules, &room->game.round, &events);
    if (call->out && call->out->journal) { /* a line of the record */
        piece.call = call;
        piece.text = pen_text_in(piece.bytes, sizeof piece.bytes);
        write_tag(&piece.text, "void #@ ", call->now_ms);
        pen_text_add(&piece.text, "\n");
        room__piece_end(&piece);
    }
    room__answered(call, ROOM_OUTCOME_DONE);
    end_round(call);
    call->command = 0;
    room__effect_done(call);
    note_moment(call, 0, false);
    room__send_update(call, &events, hands, PEN_SEAT_NONE, 0);
}

/* ---- taking back ---- */

bool room_can_take_back(const struct room *room, uint8_t seat)
{
    bool is_seen;
    return room->stage == ROOM_PLAYING && room__undo_actions(room, seat, &is_seen) > 0;
}

uint32_t room__undo_actions(const struct room *room, uint8_t seat, bool *is_seen)
{
    *is_seen = false;
    for (unsigned i = 0; i < room->undo_count; i++) {
        if (room->undo[i].seat != seat)
            continue;
        *is_seen = room->undo[i].is_seen;
        return *is_seen ? 0 : room->action_count - room->undo[i].action_count;
    }
    return 0;
}

void room__do_undo(struct room__call *call, uint32_t actions)
{
    struct room *room = call->room;
    struct room__piece piece;
    unsigned i = 0;
    room__drop_held(call);
    room__piece_begin(&piece, call, "undo", PEN_SEAT_NONE);
    room__piece_number(&piece, actions);
    room__piece_end(&piece);
    while (i < room->undo_count && room->action_count - room->undo[i].action_count != actions)
        i++;
    PEN_ASSERT(i < room->undo_count);
    const struct room_undo undo = room->undo[i];
    room->game = undo.game;
    room->fair.reshuffle_count = undo.reshuffle_count;
    room->fair.tie_count = undo.tie_count;
    room->action_count = undo.action_count;
    room->event_total = undo.event_total;
    if (room->event_total < room__first_known(room)) /* it tells of moves that never were */
        pen_memory_init(&room->forgotten);
    room->undo_count = (uint8_t)(room->undo_count - (i + 1));
    for (unsigned k = 0; k < ROOM_UNDO_MAX; k++) {
        if (k < room->undo_count)
            room->undo[k] = room->undo[k + i + 1];
        else
            memset(&room->undo[k], 0, sizeof room->undo[k]);
    }
    room__answered(call, ROOM_OUTCOME_DONE);
    start_clock_of_turn(call);
    room->round_n = room->n + 1; /* earlier updates tell of moves that never were */
    call->command = 0;
    room__effect_done(call);
    note_moment(call, 0, true);
    call->has_seats_news = false;
    room__send_table(call);
}

/* ---- a game that was begun elsewhere ---- */

struct taking {
    struct room *room; /* null: only looked at */
    const struct pen_edition *edition;
};

static bool find_own_edition(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                             struct pen_problem *problem)
{
    const struct taking *taking = context;
    (void)name, (void)bytes, (void)problem;
    *edition = *taking->edition;
    return true;
}

static void report_nothing(void *context, unsigned line, const char *what)
{
    (void)context, (void)line, (void)what;
}

static void take_events(void *context, const struct pen_mesa_moment *moment)
{
    const struct taking *taking = context;
    if (!taking->room)
        return;
    if (moment->is_deal)
        forget_round(taking->room, &moment->game->round, moment->events);
    note_events(taking->room, moment->rules, &moment->game->round, moment->events);
}

static bool replay(struct taking taking, struct pen_mesa *mesa, const char *text, size_t bytes)
{
    const struct pen_mesa_host host = {.context = &taking,
                                       .lang = PEN_LANG_EN,
                                       .find_edition = find_own_edition,
                                       .report = report_nothing,
                                       .show = take_events};
    return pen_mesa_replay(mesa, text, bytes, &host) == PEN_MESA_GOOD;
}

bool room__can_take_over(const struct room__call *call, const char *text, size_t bytes)
{
    const struct room *room = call->room;
    struct pen_mesa mesa;
    return room->stage == ROOM_WAITING && room->has_entropy &&
           replay((struct taking){NULL, call->rules->edition}, &mesa, text, bytes) &&
           mesa.names.count == room__taken_count(room) && mesa.game.winners == 0;
}

/* What comes next is decided by the table's own key; what came before was not, so that the record claims no
 * verifiable shuffle. Everybody is called as in the record. */
void room__do_take_over(struct room__call *call, const char *text, size_t bytes)
{
    struct room *room = call->room;
    struct room__piece piece;
    struct fair_inputs inputs;
    struct pen_mesa mesa;
    room__close_gaps(call);
    room->seat_count = (uint8_t)room__taken_count(room);
    room->game_number++;
    room__piece_begin(&piece, call, "take-over", PEN_SEAT_NONE);
    room__piece_number(&piece, room->game_number);
    room__piece_number(&piece, bytes);
    room__piece_end(&piece);
    if (call->out && call->out->journal)
        call->out->journal(call->out->context, text, bytes);
    gather_inputs(room, &inputs);
    fair_init(&room->fair, call->rules->edition, call->rules->rules, &inputs);
    bool is_good = replay((struct taking){room, call->rules->edition}, &mesa, text, bytes);
    PEN_ASSERT(is_good);
    for (unsigned seat = 0; seat < room->seat_count; seat++) {
        memcpy(room->seats[seat].name, mesa.names.name[seat], sizeof room->seats[seat].name);
        room->seats[seat].has_agreed = false;
    }
    room->game = mesa.game;
    room->action_count = 0;
    room->stage = ROOM_PLAYING;
    if (room->game.round.phase == PEN_PHASE_OVER)
        end_round(call);
    else
        start_clock_of_turn(call);
    room->round_n = room->n + 1;
    room__effect_done(call);
    note_moment(call, 0, true);
    room__send_seats(call);
    call->has_seats_news = false;
    room__send_table(call);
}
