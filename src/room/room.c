/* room.c - one input: is it old, who may say it, what does it do, what is due besides. */
#include <string.h>

#include "room/inside.h"

static struct room_answer answer_of(const struct room *room, enum room_refusal refusal)
{
    return (struct room_answer){.refusal = (uint8_t)refusal, .seat = PEN_SEAT_NONE, .n = room->n};
}

/* ---- commands that came before ---- */

/* Whether the command was answered before, or is being weighed. */
static bool is_repeated(const struct room *room, const struct room_input *input, struct room_answer *answer)
{
    const struct room_seat *seat = &room->seats[input->seat];
    const struct room_live *live = &room->live;
    answer->is_repeat = true;
    for (unsigned i = 0; i < ROOM_DONE_MAX; i++) {
        if (seat->done[i].id == input->command) {
            /* Whoever calls may look the rules up again after it, so it must not be another one. */
            if (input->type == ROOM_IN_SET && !setup_equal(&input->set.settings, &room->settings))
                answer->refusal = ROOM_REFUSED_OLD_COMMAND;
            answer->n = seat->done[i].n;
            return true;
        }
    }
    if (live->refused[input->seat].id == input->command) {
        answer->refusal = live->refused[input->seat].refusal;
        answer->game = live->refused[input->seat].game;
        return true;
    }
    for (unsigned i = 0; i < live->held_count; i++) {
        if (live->held[i].action.seat == input->seat && live->held[i].command == input->command) {
            answer->is_held = true;
            return true;
        }
    }
    if (input->command < seat->done[0].id) {
        answer->refusal = ROOM_REFUSED_OLD_COMMAND;
        return true;
    }
    answer->is_repeat = false;
    return false;
}

/* Of what the sentence speaks that only the rules and the input know. */
static void note_why(const struct room__call *call, const struct room_input *input,
                     struct room_answer *answer)
{
    const struct setup_settings *settings = room_input_settings(input);
    if (answer->refusal == ROOM_REFUSED_TOO_FEW)
        answer->number = call->rules->rules->rule.seats_min;
    else if (answer->refusal == ROOM_REFUSED_TOO_MANY)
        answer->number = settings ? settings->seats : call->rules->rules->rule.seats_max;
    else if (answer->refusal == ROOM_REFUSED_BAD_SETTINGS)
        answer->setting =
            room__settings_wrong(settings, input->type == ROOM_IN_ASK ? input->ask.rules : call->rules);
    else if (answer->refusal == ROOM_REFUSED_HOUSE_CONFLICT)
        answer->house = settings->options.house;
}

static void tell(struct room__call *call, const struct room_input *input, struct room_answer answer)
{
    note_why(call, input, &answer);
    if (answer.is_held)
        return; /* it will be, when it was weighed */
    if (answer.refusal == ROOM_ACCEPTED)
        room__send_ok(call, call->seat, input->command, answer.n);
    else
        room__send_no(call, call->seat, input->command, answer);
}

/* ---- presence ---- */

static void note_connection(struct room *room, const struct room_input *input)
{
    room->live.lang[input->seat] = (uint8_t)(input->lang < pen_lang_count() ? input->lang : PEN_LANG_EN);
    if (input->rtt_ms != 0)
        room->live.rtt_ms[input->seat] =
            (uint16_t)(input->rtt_ms > ROOM_RTT_MAX_MS ? ROOM_RTT_MAX_MS : input->rtt_ms);
    const uint32_t lag_ms = input->lag_ms > input->rtt_ms ? input->lag_ms : input->rtt_ms;
    if (lag_ms != 0)
        room->live.lag_ms[input->seat] = (uint16_t)(lag_ms > ROOM_RTT_MAX_MS ? ROOM_RTT_MAX_MS : lag_ms);
}

static void come(struct room__call *call, uint8_t seat)
{
    struct room_live *live = &call->room->live;
    if (live->here >> seat & 1)
        return;
    if (room__people_here(call->room) == 0)
        live->moved_ms = call->now_ms; /* bots have waited for somebody */
    live->here |= room__bit(seat);
    live->gone_ms[seat] = 0;
    call->needs_plan = true;
    call->has_seats_news = true;
}

static void come_or_go(struct room__call *call, const struct room_input *input)
{
    struct room *room = call->room;
    struct room_live *live = &room->live;
    if (input->seat == PEN_SPECTATOR) {
        live->watchers = (uint16_t)(input->here.is_here ? live->watchers + (live->watchers < UINT16_MAX)
                                                        : live->watchers - (live->watchers > 0));
        return;
    }
    if (!room__is_person(room, input->seat))
        return;
    note_connection(room, input);
    if (input->here.is_here) {
        live->origin[input->seat] = input->here.origin;
        come(call, input->seat);
    } else {
        room__go(call, input->seat);
    }
    live->brief &= (uint16_t)~room__bit(input->seat);
    if (input->here.is_here && input->here.is_brief)
        live->brief |= room__bit(input->seat);
    live->has_told = false; /* who comes begins with all there is, and so do the others */
    if (input->here.is_here && !room->seats[input->seat].is_late &&
        (room->seats[input->seat].is_away || room->seats[input->seat].has_left))
        room__do_back(call, input->seat);
    call->needs_plan = true;
    call->has_seats_news = true;
    room__decide(call);
}

/* ---- the next round ---- */

static enum room_refusal ready(struct room__call *call)
{
    struct room *room = call->room;
    if (room->stage != ROOM_BETWEEN)
        return ROOM_REFUSED_NOT_NOW;
    if (room->is_paused)
        return ROOM_REFUSED_PAUSED;
    if (!room->seats[call->seat].is_ready)
        room__do_ready(call);
    for (uint16_t left = room__people_here(room); left; left &= (uint16_t)(left - 1)) {
        const struct room_seat *seat = &room->seats[pen_bits_lowest(left)];
        if (!seat->is_ready && !seat->is_away)
            return ROOM_ACCEPTED;
    }
    if (!room__stands_still(room))
        room__next(call);
    return ROOM_ACCEPTED;
}

/* ---- dispatch ---- */

static bool id_is_good(const struct room_input *input)
{
    const char *id = input->open.id;
    size_t count = 0;
    while (count < ROOM_ID_BYTES && id[count])
        count++;
    return count < ROOM_ID_BYTES && fair_table_is_good(id, count);
}

static enum room_refusal open_table(struct room__call *call, const struct room_input *input)
{
    if (!input->has_entropy || !id_is_good(input))
        return ROOM_REFUSED_BAD_SETTINGS;
    enum room_refusal refusal = room__settings_check(&input->open.settings, call->rules);
    if (refusal != ROOM_ACCEPTED)
        return refusal;
    struct setup_settings settings = input->open.settings;
    setup_complete(&settings);
    room__do_version(call);
    room__keep_own(call);
    room__do_open(call, input->open.id, &settings);
    room__keep_edition(call);
    room__do_entropy(call, input->entropy, FAIR_VERSION);
    return ROOM_ACCEPTED;
}

/* Inputs that speak for a seat. */
static enum room_refusal seat_input(struct room__call *call, const struct room_input *input,
                                    struct room_answer *answer)
{
    enum pen_refusal game = PEN_ACCEPTED;
    enum room_refusal refusal;
    switch ((enum room_input_type)input->type) {
    case ROOM_IN_SET:
        return room__set(call, input);
    case ROOM_IN_BOT:
        return room__bot(call, input);
    case ROOM_IN_AGREE:
        return room__agree(call, input->agree.rules, input->agree.has_commit ? input->agree.commit : NULL);
    case ROOM_IN_AGAIN: /* for the next game */
        return room__agree(call, input->again.rules, input->again.has_commit ? input->again.commit : NULL);
    case ROOM_IN_START:
        return room__start(call);
    case ROOM_IN_REVEAL:
        return room__reveal(call, input->reveal.seed);
    case ROOM_IN_ACT:
        refusal = room__act(call, input, &game, &answer->is_held);
        answer->game = (uint8_t)game;
        return refusal;
    case ROOM_IN_READY:
        return ready(call);
    case ROOM_IN_ASK:
        return room__ask(call, input);
    case ROOM_IN_VOTE:
        return room__vote(call, input->vote.yes);
    case ROOM_IN_SAY:
        return room__say(call, &input->say);
    case ROOM_IN_HINT:
        call->is_acknowledged = true;
        return room__hint(call, input->command);
    case ROOM_IN_LEAVE:
        return room__leave(call);
    case ROOM_IN_NAME:
        return room__rename(call, &input->name, answer);
    case ROOM_IN_TOSS:
        return room__toss(call, &input->toss);
    case ROOM_IN_REMOVE:
        return room__remove(call, input->remove.seat);
    case ROOM_IN_THERE:
        return room__there(call, input->there.seat);
    case ROOM_IN_TAKE_OVER:
        if (!input->take_over.text ||
            !room__can_take_over(call, input->take_over.text, input->take_over.bytes))
            return ROOM_REFUSED_NOT_NOW;
        room__do_take_over(call, input->take_over.text, input->take_over.bytes);
        return ROOM_ACCEPTED;
    case ROOM_IN__OWN: /* table_input() */
    case ROOM_IN_OPEN:
    case ROOM_IN_SIT:
    case ROOM_IN_HERE:
    case ROOM_IN_TICK:
    case ROOM_IN_WAKE:
    case ROOM_IN_CLOSE:
    case ROOM_IN_THOUGHT:
    case ROOM_INPUT_COUNT:
        break;
    }
    return ROOM_REFUSED_NOT_NOW;
}

/* Only what has to do with the table before or after a person is judged without a seat. */
static bool is_without_seat(uint8_t type)
{
    return type > ROOM_IN__OWN && type != ROOM_IN_TAKE_OVER;
}

static enum room_refusal table_input(struct room__call *call, const struct room_input *input,
                                     struct room_answer *answer)
{
    if (input->type == ROOM_IN_SIT)
        return room__sit(call, input, answer);
    if (input->type == ROOM_IN_HERE) {
        come_or_go(call, input);
    } else if (input->type == ROOM_IN_CLOSE) {
        room__do_close(call);
    } else if (input->type == ROOM_IN_THOUGHT) {
        room__take_action(call, input);
    } else if (input->type == ROOM_IN_WAKE) {
        call->room->live.empty_ms = call->room->live.moved_ms = input->now_ms;
        for (unsigned seat = 0; seat < PEN_SEATS_MAX; seat++)
            call->room->live.gone_ms[seat] = input->now_ms; /* since when is not in the journal */
        room__do_wake(call, input->wake.is_older);
    }
    return ROOM_ACCEPTED;
}

/* A command of a person: once, whatever it says; then it is answered. */
static void command(struct room__call *call, const struct room_input *input, struct room_answer *answer)
{
    struct room *room = call->room;
    call->seat = input->seat;
    note_connection(room, input);
    if (input->command != 0 && is_repeated(room, input, answer)) {
        tell(call, input, *answer);
        return;
    }
    /* Whoever speaks is here, and back. Not with SET: bots cannot plan by the rules that come with it. */
    if (input->type != ROOM_IN_SET) {
        come(call, input->seat);
        if (room->seats[input->seat].is_away && !room->seats[input->seat].is_late &&
            input->type != ROOM_IN_LEAVE)
            room__do_back(call, input->seat);
    }
    call->command = input->command;
    answer->refusal = (uint8_t)seat_input(call, input, answer);
    note_why(call, input, answer);
    answer->n = room->n;
    call->command = 0;
    if (input->command == 0)
        return;
    if (answer->refusal != ROOM_ACCEPTED) {
        room->live.refused[call->seat].id = input->command;
        room->live.refused[call->seat].refusal = answer->refusal;
        room->live.refused[call->seat].game = answer->game;
    }
    if (answer->refusal != ROOM_ACCEPTED || !call->is_acknowledged)
        tell(call, input, *answer);
}

struct room_answer room_apply(struct room *room, const struct room_rules *rules,
                              const struct room_input *input, const struct room_out *out)
{
    struct room__call call = {
        .room = room, .rules = rules, .out = out, .now_ms = input->now_ms, .seat = PEN_SEAT_NONE};
    struct room_answer answer = answer_of(room, ROOM_ACCEPTED);
    call.has_seats_news = room->live.has_seats_news;
    room->live.has_seats_news = false;
    /* Nothing of a game may be done by rules that are not its own. */
    const bool has_new_rules = input->type == ROOM_IN_SET;
    if (input->type == ROOM_IN_OPEN) {
        answer.refusal = (uint8_t)open_table(&call, input);
        note_why(&call, input, &answer);
        answer.n = room->n;
        return answer;
    }
    room__do_version(&call);
    /* Time first: what was due before this input is done before it. A table that wakes is told the
     * time before anything can be overdue. */
    if (input->has_entropy && room_wants_entropy(room))
        room__do_entropy(&call, input->entropy, FAIR_VERSION);
    if (input->type != ROOM_IN_WAKE && !has_new_rules)
        room__settle(&call);
    if (room->stage == ROOM_CLOSED || input->type >= ROOM_INPUT_COUNT)
        return answer_of(room, ROOM_REFUSED_CLOSED);
    if (is_without_seat(input->type))
        answer.refusal = (uint8_t)table_input(&call, input, &answer);
    else if (room__is_person(room, input->seat))
        command(&call, input, &answer);
    else
        answer.refusal = ROOM_REFUSED_NOT_SEATED;
    /* What this input has made due: a deal after the last seed, an action that need not wait. */
    if (!has_new_rules)
        room__settle(&call);
    if (!answer.is_repeat)
        answer.n = room->n;
    if (!has_new_rules)
        room__note_full(&call);
    else
        room->live.full_ms = 0;
    if (call.needs_plan && !has_new_rules)
        room__plan_bots(&call);
    if (call.has_seats_news && input->type == ROOM_IN_SIT && input->sit.is_here)
        room->live.has_seats_news = true;
    else if (call.has_seats_news)
        room__send_seats(&call);
    return answer;
}
