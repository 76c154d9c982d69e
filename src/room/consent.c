/* consent.c - what the people of a table decide together: pause, going on, taking back, ending a round,
 * sending somebody away. Whoever asks agrees, and everybody who sits there counts, also who is not here:
 *
 *     pause       more than half, and everybody who is here
 *     go on       more than half
 *     take back   everybody; never over a card that somebody has seen
 *     rules       more than half, between games; then everybody agrees to them as to any others
 *     void        more than half; only where the round cannot end (docs/RULES.md, l). Bots agree
 *     send away   more than half of the others, and at least two where that person is here; somebody who
 *                 is not here only after two missed clocks, or as long; without a clock after ten minutes
 *
 * A question about taking back holds bots and clocks up, for ten seconds at most; a person who plays on
 * has answered it. Where moves take days nothing is held up, and questions stay open for a day. */
#include <string.h>

#include "room/inside.h"
#include "room/journal_words.h"

bool room__is_slow(const struct room *room)
{
    return room->settings.move_ms >= ROOM_SLOW_MS;
}

static uint64_t open_ms(const struct room *room, uint8_t what)
{
    if (room__is_slow(room))
        return ROOM_DAY_MS;
    return what == ROOM_ASK_TAKE_BACK ? ROOM_ASK_STILL_MS : ROOM_ASK_MS;
}

/* The longest pause. */
static uint64_t pause_ms(const struct room *room)
{
    return room__is_slow(room) ? ROOM_DAY_MS : ROOM_PAUSE_MS;
}

static uint64_t pause_left_ms(const struct room *room)
{
    const uint64_t all = ROOM_PAUSE_TIMES * pause_ms(room);
    return all > room->pause_used_ms ? all - room->pause_used_ms : 0;
}

void room__do_ask(struct room__call *call, uint8_t what, uint8_t target,
                  const struct setup_settings *settings)
{
    struct room *room = call->room;
    struct room_seat *own = &room->seats[call->seat];
    struct room__piece piece;
    const bool was_still = room__stands_still(room);
    room__piece_begin(&piece, call, "ask", call->seat);
    room__piece_word(&piece, room__name(ROOM__NAMES_ASK, what));
    room__piece_number(&piece, target);
    if (what == ROOM_ASK_RULES) {
        setup_copy(&room->proposed, settings);
        room->is_granted = false;
        room__piece_settings(&piece, &room->proposed);
    }
    room__piece_end(&piece);
    room->ask.is_open = true;
    room->ask.what = what;
    room->ask.by = call->seat;
    room->ask.target = target;
    room->ask.yes = room__bit(call->seat);
    room->ask.until_ms = call->now_ms + open_ms(room, what);
    own->ask_ms = call->now_ms + ((uint64_t)ROOM_ASK_AGAIN_MS << own->vain);
    own->vain = (uint8_t)(own->vain + (own->vain < ROOM_ASK_DOUBLE_MAX));
    room__stand_still(room, was_still, call->now_ms);
    room__effect_done(call);
    call->has_seats_news = true;
}

void room__do_vote(struct room__call *call, bool yes)
{
    struct room *room = call->room;
    struct room__piece piece;
    room__piece_begin(&piece, call, "vote", call->seat);
    room__piece_number(&piece, yes);
    room__piece_end(&piece);
    if (yes)
        room->ask.yes |= room__bit(call->seat);
    else
        room->ask.no |= room__bit(call->seat);
    room__effect_done(call);
    call->has_seats_news = true;
}

/* ---- what is kept of it ---- */

static void note_vote(struct room__call *call, enum room_outcome outcome)
{
    struct room *room = call->room;
    if (room->vote_count == ROOM_VOTES_MAX) {
        memmove(room->votes, room->votes + 1, (ROOM_VOTES_MAX - 1) * sizeof room->votes[0]);
        room->vote_count--;
    }
    struct room_vote *vote = &room->votes[room->vote_count++];
    memset(vote, 0, sizeof *vote);
    vote->at_ms = call->now_ms;
    vote->n = room->n + 1;
    vote->yes = room->ask.yes;
    vote->no = room->ask.no;
    vote->what = room->ask.what;
    vote->by = room->ask.by;
    vote->target = room->ask.target;
    vote->outcome = (uint8_t)outcome;
    if (vote->target < PEN_SEATS_MAX)
        memcpy(vote->name, room->seats[vote->target].name, sizeof vote->name);
    room__send_voted(call, vote);
}

static uint16_t moved_bits(uint16_t bits, uint8_t from, uint8_t to)
{
    const bool is_set = bits >> from & 1;
    bits &= (uint16_t) ~(room__bit(from) | room__bit(to));
    return (uint16_t)(bits | (is_set ? room__bit(to) : 0));
}

void room__move_votes(struct room *room, uint8_t from, uint8_t to)
{
    for (unsigned i = 0; i < room->vote_count; i++) {
        struct room_vote *vote = &room->votes[i];
        vote->yes = moved_bits(vote->yes, from, to);
        vote->no = moved_bits(vote->no, from, to);
        vote->by = vote->by == from ? to : vote->by;
        vote->target = vote->target == from ? to : vote->target;
    }
}

void room__answered(struct room__call *call, enum room_outcome outcome)
{
    struct room *room = call->room;
    const bool was_still = room__stands_still(room);
    if (!room->ask.is_open)
        return;
    note_vote(call, outcome);
    if (outcome == ROOM_OUTCOME_DONE && room->ask.by < PEN_SEATS_MAX) {
        room->seats[room->ask.by].vain = 0;
        if (pen_bits_count(room__people(room)) == 1)
            room->seats[room->ask.by].ask_ms = 0; /* nobody was bothered */
    }
    room__close_question(room);
    room__stand_still(room, was_still, call->now_ms);
    room->live.moved_ms = call->now_ms;
}

/* Which outcome it is follows from the time and the votes, so that the journal need not say it. */
void room__do_lapse(struct room__call *call)
{
    const struct room *room = call->room;
    struct room__piece piece;
    room__piece_begin(&piece, call, "lapse", PEN_SEAT_NONE);
    room__piece_end(&piece);
    room__answered(call, call->now_ms >= room->ask.until_ms ? ROOM_OUTCOME_LAPSED
                         : room->ask.no != 0                ? ROOM_OUTCOME_REFUSED
                                                            : ROOM_OUTCOME_MOOT);
    call->command = 0;
    room__effect_done(call);
    call->has_seats_news = true;
}

/* By a vote, or because the pause has lasted as long as it may. */
void room__do_pause(struct room__call *call, bool is_paused)
{
    struct room *room = call->room;
    struct room__piece piece;
    room__piece_begin(&piece, call, is_paused ? "pause" : "go-on", PEN_SEAT_NONE);
    room__piece_end(&piece);
    if (room->ask.is_open && room->ask.what == (is_paused ? ROOM_ASK_PAUSE : ROOM_ASK_GO_ON))
        room__answered(call, ROOM_OUTCOME_DONE);
    const bool was_still = room__stands_still(room);
    if (is_paused && !room->is_paused) {
        const uint64_t left = pause_left_ms(room), longest = pause_ms(room);
        room->pause_from_ms = call->now_ms;
        room->pause_until_ms = call->now_ms + (left < longest ? left : longest);
    } else if (!is_paused && room->is_paused) {
        if (call->now_ms > room->pause_from_ms)
            room->pause_used_ms += call->now_ms - room->pause_from_ms;
        room->pause_from_ms = room->pause_until_ms = 0;
    }
    room->is_paused = is_paused;
    room__stand_still(room, was_still, call->now_ms);
    room->live.moved_ms = call->now_ms;
    call->command = 0;
    room__effect_done(call);
    call->has_seats_news = true;
}

/* The table wants the rules that were asked for. */
void room__do_grant(struct room__call *call)
{
    struct room *room = call->room;
    struct room__piece piece;
    room__piece_begin(&piece, call, "grant", PEN_SEAT_NONE);
    room__piece_end(&piece);
    room->is_granted = true;
    room->granted_by = room->ask.by;
    room__answered(call, ROOM_OUTCOME_DONE);
    call->command = 0;
    room__effect_done(call);
    call->has_seats_news = true;
}

/* ---- deciding ---- */

/* Whose word counts: everybody who sits there, but not the one it is about, and who came late from the
 * round on in which they play: two strangers could send everybody away whose bots they took over. */
static uint16_t voters(const struct room *room)
{
    uint16_t seats = room__people(room);
    for (uint8_t seat = 0; seat < PEN_SEATS_MAX; seat++)
        if (room->seats[seat].is_late)
            seats &= (uint16_t)~room__bit(seat);
    if (room->ask.what == ROOM_ASK_KICK)
        seats &= (uint16_t)~room__bit(room->ask.target);
    return seats;
}

static void carry_out(struct room__call *call)
{
    struct room *room = call->room;
    switch ((enum room_ask)room->ask.what) {
    case ROOM_ASK_PAUSE:
        room__do_pause(call, true);
        return;
    case ROOM_ASK_GO_ON:
        room__do_pause(call, false);
        return;
    case ROOM_ASK_TAKE_BACK:
        room__do_undo(call, room__undo_actions(room, room->ask.by, &(bool){false}));
        return;
    case ROOM_ASK_VOID:
        room__do_void(call);
        return;
    case ROOM_ASK_RULES:
        room__do_grant(call);
        return;
    case ROOM_ASK_KICK:
        room__do_kick(call, room->ask.target, room->live.origin[room->ask.target]);
        return;
    case ROOM_ASK_COUNT:
        return;
    }
}

/* What the question was about cannot be done any more. */
static bool is_moot(const struct room *room)
{
    bool is_seen;
    if (!(room__people(room) >> room->ask.by & 1))
        return true; /* the one who asked has gone */
    if (room->ask.what == ROOM_ASK_TAKE_BACK)
        return room__undo_actions(room, room->ask.by, &is_seen) == 0;
    if (room->ask.what == ROOM_ASK_RULES)
        return !room__is_waiting(room) || room__taken_count(room) > room->proposed.seats;
    if (room->ask.what == ROOM_ASK_VOID)
        return pen_round_can_void(&room->game.round) != PEN_ACCEPTED;
    return room->ask.what == ROOM_ASK_KICK && !room__is_person(room, room->ask.target);
}

void room__decide(struct room__call *call)
{
    const struct room *room = call->room;
    if (!room->ask.is_open)
        return;
    if (is_moot(room)) {
        room__do_lapse(call);
        return;
    }
    const uint16_t asked = voters(room);
    const uint16_t silent = asked & room->live.here & (uint16_t)~room->ask.yes;
    const unsigned yes = pen_bits_count(room->ask.yes & asked), no = pen_bits_count(room->ask.no & asked);
    const unsigned all = pen_bits_count(asked);
    unsigned needed = all / 2 + 1;
    bool is_agreed = yes >= needed, is_refused = all - no < needed;
    switch ((enum room_ask)room->ask.what) {
    case ROOM_ASK_PAUSE:
        is_agreed = is_agreed && silent == 0;
        is_refused = no > 0;
        break;
    case ROOM_ASK_TAKE_BACK:
        is_agreed = yes == all;
        is_refused = no > 0;
        break;
    case ROOM_ASK_KICK:
        /* Where the person is here, nobody is sent away by one voice. */
        if (needed < 2 && (room->live.here >> room->ask.target & 1))
            needed = 2;
        is_agreed = yes >= needed;
        is_refused = all - no < needed;
        break;
    case ROOM_ASK_GO_ON:
    case ROOM_ASK_VOID:
    case ROOM_ASK_RULES:
    case ROOM_ASK_COUNT:
        break;
    }
    if (is_agreed)
        carry_out(call);
    else if (is_refused)
        room__do_lapse(call);
}

void room__play_on(struct room__call *call)
{
    const struct room *room = call->room;
    const uint32_t command = call->command;
    if (!room->ask.is_open || room->ask.what != ROOM_ASK_TAKE_BACK)
        return;
    call->command = 0;
    if (call->seat < PEN_SEATS_MAX && (voters(room) >> call->seat & 1) &&
        !((room->ask.yes | room->ask.no) >> call->seat & 1))
        room__do_vote(call, false);
    room__do_lapse(call);
    call->command = command;
}

/* ---- inputs ---- */

/* Whether the person may be sent away, as far as being here goes. */
static bool is_here_or_gone(const struct room *room, uint8_t seat, uint64_t now_ms)
{
    const uint64_t since = room->live.gone_ms[seat];
    uint64_t wait = UINT64_C(2) * room->settings.move_ms;
    wait = wait < ROOM_GONE_MS ? ROOM_GONE_MS : wait;
    return (room->live.here >> seat & 1) || room->seats[seat].missed >= ROOM_MISSED_MAX ||
           (since != 0 && now_ms >= since && now_ms - since >= wait);
}

/* What can be said before anybody has made the rules. */
static enum room_refusal may_propose(const struct room *room, uint8_t seat,
                                     const struct setup_settings *settings, uint64_t now_ms)
{
    if (!room__is_waiting(room) || room->seats[seat].is_late)
        return ROOM_REFUSED_NOT_NOW;
    if (room->ask.is_open)
        return ROOM_REFUSED_ASKING;
    if (now_ms < room->seats[seat].ask_ms)
        return ROOM_REFUSED_TOO_FAST;
    if (!settings)
        return ROOM_ACCEPTED;
    const enum room_refusal refusal = room__settings_check_said(settings);
    if (refusal != ROOM_ACCEPTED)
        return refusal;
    if (room__taken_count(room) > settings->seats)
        return ROOM_REFUSED_TOO_MANY;
    return setup_equal(settings, &room->settings) ? ROOM_REFUSED_NOT_NOW : ROOM_ACCEPTED;
}

bool room_may_propose(const struct room *room, uint8_t seat, const struct setup_settings *settings,
                      uint64_t now_ms)
{
    return may_propose(room, seat, settings, now_ms) == ROOM_ACCEPTED;
}

static enum room_refusal may_ask_rules(const struct room__call *call, const struct room_input *input)
{
    const enum room_refusal refusal = may_propose(call->room, call->seat, &input->ask.settings, call->now_ms);
    return refusal == ROOM_ACCEPTED ? room__settings_check(&input->ask.settings, input->ask.rules) : refusal;
}

static enum room_refusal may_ask(const struct room__call *call, const struct room_input *input,
                                 uint8_t target)
{
    const struct room *room = call->room;
    const uint8_t what = input->ask.what;
    const bool is_playing = room->stage == ROOM_PLAYING;
    bool is_seen = false;
    if (room->seats[call->seat].is_late)
        return ROOM_REFUSED_NOT_NOW;
    switch ((enum room_ask)what) {
    case ROOM_ASK_PAUSE:
        if (!is_playing && room->stage != ROOM_BETWEEN)
            return ROOM_REFUSED_NOT_NOW;
        if (room->is_paused)
            return ROOM_REFUSED_PAUSED;
        return pause_left_ms(room) == 0 ? ROOM_REFUSED_NO_PAUSE_LEFT : ROOM_ACCEPTED;
    case ROOM_ASK_GO_ON:
        return room->is_paused ? ROOM_ACCEPTED : ROOM_REFUSED_NOT_PAUSED;
    case ROOM_ASK_TAKE_BACK:
        if (!is_playing)
            return ROOM_REFUSED_NOT_NOW;
        if (room->is_paused)
            return ROOM_REFUSED_PAUSED;
        if (room__undo_actions(room, call->seat, &is_seen) == 0)
            return is_seen ? ROOM_REFUSED_CARD_SEEN : ROOM_REFUSED_NOTHING_TO_TAKE_BACK;
        return ROOM_ACCEPTED;
    case ROOM_ASK_RULES:
        return may_ask_rules(call, input);
    case ROOM_ASK_VOID:
        if (!is_playing)
            return ROOM_REFUSED_NOT_NOW;
        if (room->is_paused)
            return ROOM_REFUSED_PAUSED;
        return pen_round_can_void(&room->game.round) == PEN_ACCEPTED ? ROOM_ACCEPTED : ROOM_REFUSED_NOT_VOID;
    case ROOM_ASK_KICK:
        /* Nobody's time to reveal is cut short by a vote: whoever saw the other seeds could choose. */
        if (room->stage == ROOM_REVEALING)
            return ROOM_REFUSED_NOT_NOW;
        if (!room__is_person(room, target) || target == call->seat || target >= room->seat_count)
            return ROOM_REFUSED_BAD_TARGET;
        return is_here_or_gone(room, target, call->now_ms) ? ROOM_ACCEPTED : ROOM_REFUSED_NOT_GONE;
    case ROOM_ASK_COUNT:
        break;
    }
    return ROOM_REFUSED_NOT_NOW; /* no such question */
}

enum room_refusal room__ask(struct room__call *call, const struct room_input *input)
{
    const struct room *room = call->room;
    const uint8_t target = input->ask.what == ROOM_ASK_KICK ? input->ask.seat : (uint8_t)PEN_SEAT_NONE;
    if (input->ask.what >= ROOM_ASK_COUNT)
        return ROOM_REFUSED_NOT_NOW;
    /* Sending somebody away comes before whatever else is asked, so that no question can keep it off. */
    const bool is_first = input->ask.what == ROOM_ASK_KICK && room->ask.what != ROOM_ASK_KICK;
    if (room->ask.is_open && !is_first)
        return ROOM_REFUSED_ASKING;
    const enum room_refusal refusal = may_ask(call, input, target);
    if (refusal != ROOM_ACCEPTED)
        return refusal;
    if (call->now_ms < room->seats[call->seat].ask_ms)
        return ROOM_REFUSED_TOO_FAST;
    if (room->ask.is_open) {
        const uint32_t command = call->command;
        room__do_lapse(call);
        call->command = command;
    }
    struct setup_settings settings = input->ask.settings;
    setup_complete(&settings);
    if (input->ask.what == ROOM_ASK_RULES && !room__is_edition_of(room, &settings))
        room__send_edition(call, input->ask.rules); /* whoever votes knows what it is about */
    room__do_ask(call, input->ask.what, target, &settings);
    room__decide(call);
    return ROOM_ACCEPTED;
}

enum room_refusal room__vote(struct room__call *call, bool yes)
{
    const struct room *room = call->room;
    if (!room->ask.is_open)
        return ROOM_REFUSED_NOTHING_ASKED;
    if (room->seats[call->seat].is_late)
        return ROOM_REFUSED_NOT_NOW;
    if (!(voters(room) >> call->seat & 1))
        return ROOM_REFUSED_BAD_TARGET;
    if ((room->ask.yes | room->ask.no) >> call->seat & 1)
        return ROOM_REFUSED_VOTED;
    room__do_vote(call, yes);
    room__decide(call);
    return ROOM_ACCEPTED;
}
