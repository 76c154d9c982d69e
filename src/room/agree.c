/* agree.c - from an empty table to the seeds of the shuffle: settings, agreement, the start; and the end of
 * a table. Knows nothing of cards.
 *
 * Every change of the rules takes all agreements back, so a game is played by rules that everybody has
 * seen. The server's seed is committed to before anybody reveals a seed. */
#include <string.h>

#include "fair/hex.h"
#include "room/inside.h"

static void forget_agreements(struct room *room)
{
    for (unsigned i = 0; i < PEN_SEATS_MAX; i++) {
        struct room_seat *seat = &room->seats[i];
        seat->has_agreed = false;
        seat->share = FAIR_SHARE_NONE;
        memset(seat->secret, 0, sizeof seat->secret);
    }
}

/* A game that is over makes place for a table that waits, if somebody comes or the rules change. */
void room__wait_again(struct room__call *call)
{
    struct room *room = call->room;
    if (room->stage != ROOM_OVER)
        return;
    room->stage = ROOM_WAITING;
    room->clock_ms = ROOM_NEVER;
    room->undo_count = 0;
    room->event_total = room->event_high = 0;
    room->round_n = room->n + 1;
    memset(&room->game, 0, sizeof room->game);
    memset(room->undo, 0, sizeof room->undo);
    memset(room->events, 0, sizeof room->events);
    forget_agreements(room);
    for (uint8_t seat = 0; seat < PEN_SEATS_MAX; seat++) {
        if (room__is_person(room, seat) && room->seats[seat].has_left)
            room__free_seat(call, seat);
        room->seats[seat].is_away = false;
        room->seats[seat].missed = 0;
    }
    room__own_names(room);
    if (room->seat_count < room->settings.seats)
        room->seat_count = room->settings.seats;
    room__all_in_time(room);
}

/* Without an answer, where what it was about is past. */
void room__close_question(struct room *room)
{
    room->ask.is_open = false;
    room->ask.yes = room->ask.no = 0;
}

void room__do_open(struct room__call *call, const char *id, const struct setup_settings *settings)
{
    struct room *room = call->room;
    struct room__piece piece;
    const uint16_t journal = room->journal;
    memset(room, 0, sizeof *room);
    room->journal = journal;
    memcpy(room->id, id, room__length(id));
    setup_copy(&room->settings, settings);
    room->host = room->kept_seat = PEN_SEAT_NONE;
    room->seat_count = room->settings.seats;
    room->rules_version = 1;
    room->clock_ms = ROOM_NEVER;
    room->live.empty_ms = call->now_ms;
    for (unsigned seat = 0; seat < PEN_SEATS_MAX; seat++)
        room->live.bot_ms[seat] = ROOM_NEVER;
    room__piece_begin(&piece, call, "open", PEN_SEAT_NONE);
    room__piece_word(&piece, room->id);
    room__piece_settings(&piece, &room->settings);
    room__piece_end(&piece);
    room__effect_done(call);
}

void room__do_entropy(struct room__call *call, const uint8_t *entropy, uint8_t version)
{
    struct room *room = call->room;
    struct room__piece piece;
    memcpy(room->server_seed, entropy, sizeof room->server_seed);
    room->has_entropy = true;
    room->shuffle = version;
    room__piece_begin(&piece, call, "entropy", PEN_SEAT_NONE);
    room__piece_hex(&piece, entropy, FAIR_SERVER_SEED_BYTES);
    room__piece_number(&piece, version);
    room__piece_end(&piece);
    const uint32_t command = call->command; /* not what the command was about */
    call->command = 0;
    room__effect_done(call);
    call->command = command;
    call->has_seats_news = true;
}

void room__do_set(struct room__call *call, const struct setup_settings *settings)
{
    struct room *room = call->room;
    struct room__piece piece;
    room__piece_begin(&piece, call, "set", call->seat);
    room__wait_again(call);
    room__close_question(room); /* seats may move */
    if (!room__same(settings->edition, room__length(settings->edition), room->settings.edition))
        room->edition_digest = 0; /* its text follows */
    setup_copy(&room->settings, settings);
    room->is_granted = false;
    room->rules_version++;
    room->seat_count = room->settings.seats;
    forget_agreements(room);
    for (unsigned seat = room->seat_count; seat < PEN_SEATS_MAX; seat++) {
        if (room->seats[seat].kind != ROOM_FREE) {
            room__close_gaps(call);
            break;
        }
    }
    room__piece_settings(&piece, &room->settings);
    room__piece_end(&piece);
    room__effect_done(call);
    call->has_seats_news = true;
}

void room__do_agree(struct room__call *call, const uint8_t *commit)
{
    struct room_seat *own = &call->room->seats[call->seat];
    struct room__piece piece;
    own->has_agreed = true;
    own->share = commit ? FAIR_SHARE_COMMITTED : FAIR_SHARE_NONE;
    memset(own->secret, 0, sizeof own->secret);
    if (commit)
        memcpy(own->secret, commit, sizeof own->secret);
    room__piece_begin(&piece, call, "agree", call->seat);
    if (commit)
        room__piece_hex(&piece, commit, FAIR_HASH_BYTES);
    room__piece_end(&piece);
    room__effect_done(call);
    call->has_seats_news = true;
}

void room__do_begin(struct room__call *call)
{
    struct room *room = call->room;
    struct room__piece piece;
    bool is_any_committed = false;
    room__piece_begin(&piece, call, "begin", call->seat);
    room__piece_end(&piece);
    room__clear_seats(call);
    room__close_gaps(call);
    room__own_names(room);
    room->seat_count = (uint8_t)room__taken_count(room);
    room__all_in_time(room);
    room->stage = ROOM_REVEALING;
    room->is_paused = false;
    room->pause_from_ms = room->pause_until_ms = room->pause_used_ms = 0;
    room__close_question(room);
    room->is_granted = false;
    room->game_number++;
    if (room->series_game >= room->settings.series) {
        room->series_game = 0;
        for (unsigned seat = 0; seat < PEN_SEATS_MAX; seat++)
            room->seats[seat].wins = 0;
    }
    for (unsigned seat = 0; seat < PEN_SEATS_MAX; seat++) {
        room->seats[seat].is_away = false;
        room->seats[seat].missed = 0;
        is_any_committed = is_any_committed || room->seats[seat].share == FAIR_SHARE_COMMITTED;
    }
    room->clock_ms = call->now_ms + (is_any_committed ? ROOM_REVEAL_MS : 0);
    room__effect_done(call);
    room__send_seats(call);
    if (is_any_committed)
        room__send_reveal(call);
}

void room__do_reveal(struct room__call *call, const uint8_t *seed)
{
    struct room *room = call->room;
    struct room_seat *own = &room->seats[call->seat];
    struct room__piece piece;
    bool is_any_left = false;
    own->share = FAIR_SHARE_REVEALED;
    memset(own->secret, 0, sizeof own->secret);
    memcpy(own->secret, seed, FAIR_CLIENT_SEED_BYTES);
    for (unsigned seat = 0; seat < PEN_SEATS_MAX; seat++)
        is_any_left = is_any_left || room->seats[seat].share == FAIR_SHARE_COMMITTED;
    if (!is_any_left)
        room->clock_ms = call->now_ms;
    room__piece_begin(&piece, call, "reveal", call->seat);
    room__piece_hex(&piece, seed, FAIR_CLIENT_SEED_BYTES);
    room__piece_end(&piece);
    room__effect_done(call);
}

void room__do_close(struct room__call *call)
{
    struct room *room = call->room;
    struct room__piece piece;
    room__piece_begin(&piece, call, "close", PEN_SEAT_NONE);
    room__piece_end(&piece);
    room->stage = ROOM_CLOSED;
    room->clock_ms = ROOM_NEVER;
    room__close_question(room);
    room->is_paused = false;
    room__effect_done(call);
    room__drop_held(call);
    room__send_bye(call, PEN_SEAT_NONE, ROOM_BYE_CLOSED);
}

/* ---- inputs ---- */

enum room_refusal room__set(struct room__call *call, const struct room_input *input)
{
    const struct room *room = call->room;
    if (!room__is_waiting(room))
        return ROOM_REFUSED_NOT_NOW;
    const bool is_granted = room->is_granted && setup_equal(&input->set.settings, &room->proposed);
    call->room->is_granted = false; /* tried once */
    if (call->seat != room->host && !is_granted)
        return ROOM_REFUSED_NOT_HOST;
    enum room_refusal refusal = room__settings_check(&input->set.settings, call->rules);
    if (refusal != ROOM_ACCEPTED)
        return refusal;
    if (room__taken_count(room) > input->set.settings.seats)
        return ROOM_REFUSED_TOO_MANY;
    struct setup_settings settings = input->set.settings;
    setup_complete(&settings);
    /* What changes nothing is neither written nor told to everybody, here and below. */
    if (room->stage == ROOM_WAITING && setup_equal(&settings, &room->settings))
        return ROOM_ACCEPTED;
    const bool is_new = !room__is_edition_of(room, &settings);
    room__keep_own(call);
    room__do_set(call, &settings);
    room__keep_edition(call);
    if (is_new)
        room__send_edition(call, call->rules);
    return ROOM_ACCEPTED;
}

static bool have_all_agreed(const struct room *room)
{
    for (uint8_t seat = 0; seat < PEN_SEATS_MAX; seat++)
        if ((room__people(room) >> seat & 1) && !room->seats[seat].has_agreed)
            return false;
    return true;
}

static bool is_agreement_known(const struct room_seat *own, const uint8_t *commit)
{
    if (!own->has_agreed)
        return false;
    return commit ? own->share == FAIR_SHARE_COMMITTED && memcmp(own->secret, commit, sizeof own->secret) == 0
                  : own->share == FAIR_SHARE_NONE;
}

/* ---- games that begin by themselves ---- */

static bool is_count_good(const struct room *room, const struct pen_rules *rules)
{
    return pen_seats_fit(rules, room__taken_count(room));
}

/* Whoever has lost the line since the last game: the others need not wait. */
static uint64_t all_gone_ms(const struct room *room)
{
    uint64_t last = 0;
    for (uint16_t left = room__people(room); left; left &= (uint16_t)(left - 1)) {
        const unsigned seat = pen_bits_lowest(left);
        if (room->seats[seat].has_agreed)
            continue;
        if (room->live.here >> seat & 1)
            return ROOM_NEVER;
        last = room->live.gone_ms[seat] > last ? room->live.gone_ms[seat] : last;
    }
    return last;
}

static uint16_t agreed_here(const struct room *room)
{
    uint16_t agreed = room__people_here(room);
    for (uint16_t left = agreed; left; left &= (uint16_t)(left - 1))
        if (!room->seats[pen_bits_lowest(left)].has_agreed)
            agreed &= (uint16_t)~room__bit(pen_bits_lowest(left));
    return agreed;
}

bool room__teams_fit(const struct room *room)
{
    return pen_teams_fit(room->settings.options.teams, room__taken_count(room));
}

uint64_t room__begin_due(const struct room *room)
{
    if (!room->has_entropy || !room__teams_fit(room))
        return ROOM_NEVER;
    if (room->stage == ROOM_WAITING)
        return room->live.full_ms ? room->live.full_ms + ROOM_FULL_MS : ROOM_NEVER;
    if (room->stage != ROOM_OVER || agreed_here(room) == 0)
        return ROOM_NEVER;
    const uint64_t gone_ms = all_gone_ms(room);
    return gone_ms == ROOM_NEVER ? ROOM_NEVER : gone_ms + (gone_ms ? ROOM_AGAIN_MS : 0);
}

void room__note_full(struct room__call *call)
{
    struct room *room = call->room;
    const uint16_t people = room__people(room);
    const bool is_full = room->stage == ROOM_WAITING && room->has_entropy && (people & (people - 1)) != 0 &&
                         room__taken_count(room) == room->seat_count && have_all_agreed(room) &&
                         is_count_good(room, call->rules->rules);
    if (!is_full)
        room->live.full_ms = 0;
    else if (room->live.full_ms == 0)
        room->live.full_ms = call->now_ms;
}

/* In the name of one who has agreed. For those who are not here bots play until they are back. */
void room__begin_now(struct room__call *call)
{
    struct room *room = call->room;
    const uint16_t agreed = agreed_here(room) ? agreed_here(room) : room__people(room);
    call->seat = (uint8_t)pen_bits_lowest(agreed);
    call->has_seats_news = false;
    room__do_begin(call);
    for (uint8_t seat = 0; seat < room->seat_count; seat++)
        if (room__is_person(room, seat) && !room->seats[seat].has_agreed)
            room__do_away(call, seat);
    call->seat = PEN_SEAT_NONE;
}

enum room_refusal room__agree(struct room__call *call, uint32_t rules_version, const uint8_t *commit)
{
    struct room *room = call->room;
    if (!room__is_waiting(room))
        return ROOM_REFUSED_NOT_NOW;
    if (rules_version != room->rules_version)
        return ROOM_REFUSED_RULES_CHANGED;
    if (!is_agreement_known(&room->seats[call->seat], commit))
        room__do_agree(call, commit);
    /* After a game nobody has to start the next one: when the last one has agreed, it begins. */
    if (room->stage == ROOM_OVER && room->has_entropy && have_all_agreed(room) && room__teams_fit(room)) {
        call->has_seats_news = false;
        room__do_begin(call);
    }
    return ROOM_ACCEPTED;
}

enum room_refusal room__start(struct room__call *call)
{
    const struct room *room = call->room;
    if (!room__is_waiting(room) || !room->has_entropy)
        return ROOM_REFUSED_NOT_NOW;
    if (call->seat != room->host)
        return ROOM_REFUSED_NOT_HOST;
    if (room__taken_count(room) < call->rules->rules->rule.seats_min)
        return ROOM_REFUSED_TOO_FEW;
    if (room__taken_count(room) > call->rules->rules->rule.seats_max)
        return ROOM_REFUSED_TOO_MANY;
    if (!room__teams_fit(room))
        return ROOM_REFUSED_UNEVEN;
    if (!have_all_agreed(room))
        return ROOM_REFUSED_NOT_AGREED;
    room__do_begin(call);
    return ROOM_ACCEPTED;
}

enum room_refusal room__reveal(struct room__call *call, const uint8_t *seed)
{
    const struct room *room = call->room;
    const struct room_seat *own = &room->seats[call->seat];
    uint8_t hash[FAIR_HASH_BYTES];
    if (room->stage != ROOM_REVEALING || own->share != FAIR_SHARE_COMMITTED)
        return ROOM_REFUSED_NOT_NOW;
    fair_commit_client(seed, hash);
    if (!fair_equal(hash, own->secret, sizeof hash))
        return ROOM_REFUSED_BAD_SEED;
    room__do_reveal(call, seed);
    return ROOM_ACCEPTED;
}

bool room_wants_entropy(const struct room *room)
{
    return !room->has_entropy && room__is_waiting(room);
}
