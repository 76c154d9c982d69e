/* seats.c - who sits where and what has been agreed: from an empty table to the seeds of the shuffle,
 * and away again. Knows nothing of cards.
 *
 * Seats that take part in a game are 0 to seat_count - 1 without gaps; the start closes the gaps. Names
 * are unique at the table and can stand in a record. */
#include <string.h>

#include "fair/hex.h"
#include "room/inside.h"

/* Names for bots; more than there are seats, so one is always free. */
static const char *const bot_names[] = {"Lola",  "Paco", "Rosa",  "Chema", "Inés", "Nacho",
                                        "Pilar", "Hugo", "Vera",  "Curro", "Noa",  "Tomás",
                                        "Alba",  "Quique", "Maite", "Fermín", "Olga", "Beltrán",
                                        "Sole",  "Andrés", "Candela"};

bool room__is_person(const struct room *room, uint8_t seat)
{
    return seat < PEN_SEATS_MAX && room->seats[seat].kind == ROOM_PERSON;
}

bool room__is_bot_played(const struct room *room, uint8_t seat)
{
    return room->seats[seat].kind == ROOM_BOT ||
           (room->seats[seat].kind == ROOM_PERSON && room->seats[seat].is_away);
}

uint16_t room__people(const struct room *room)
{
    uint16_t people = 0;
    for (uint8_t seat = 0; seat < PEN_SEATS_MAX; seat++)
        if (room__is_person(room, seat) && !room->seats[seat].has_left)
            people |= room__bit(seat);
    return people;
}

uint16_t room__people_here(const struct room *room)
{
    return room__people(room) & room->live.here;
}

static unsigned taken_count(const struct room *room)
{
    unsigned count = 0;
    for (unsigned seat = 0; seat < PEN_SEATS_MAX; seat++)
        count += room->seats[seat].kind != ROOM_FREE;
    return count;
}

static bool is_waiting(const struct room *room)
{
    return room->stage == ROOM_WAITING || room->stage == ROOM_OVER;
}

/* ---- settings ---- */

struct room_settings room_settings_default(void)
{
    struct room_settings settings;
    memset(&settings, 0, sizeof settings);
    memcpy(settings.edition, "classic", sizeof "classic");
    settings.seats = 4;
    settings.series = 1;
    settings.bot_level = BOT_CASUAL;
    settings.options.scoring = PEN_SCORING_DEFAULT;
    return settings;
}

/* Whether there is an end to it within the field. */
static bool is_ended(const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i] == 0)
            return true;
    return false;
}

enum room_refusal room__settings_check(const struct room_settings *settings,
                                       const struct room_rules *rules)
{
    if (!rules || !is_ended(settings->edition, sizeof settings->edition) ||
        !is_ended(settings->title, sizeof settings->title) || settings->edition[0] == 0)
        return ROOM_REFUSED_BAD_SETTINGS;
    if (settings->title[0] != 0 && !room__text_is_good(settings->title, room__length(settings->title)))
        return ROOM_REFUSED_BAD_SETTINGS;
    if (settings->seats < rules->rules->seats_min || settings->seats > rules->rules->seats_max ||
        settings->series == 0 || settings->series > 99 || settings->bot_level >= BOT_LEVEL_COUNT)
        return ROOM_REFUSED_BAD_SETTINGS;
    if (settings->move_ms != 0 && settings->move_ms < 1000)
        return ROOM_REFUSED_BAD_SETTINGS;
    return ROOM_ACCEPTED;
}

/* Copies what is said, and no byte behind the ends of the strings. Both have ends. */
static void copy_settings(struct room_settings *to, const struct room_settings *from)
{
    memset(to, 0, sizeof *to);
    memcpy(to->edition, from->edition, room__length(from->edition));
    memcpy(to->title, from->title, room__length(from->title));
    to->seats = from->seats;
    to->series = from->series;
    to->bot_level = from->bot_level;
    to->is_public = from->is_public;
    to->has_hints = from->has_hints;
    to->move_ms = from->move_ms;
    to->options.house = from->options.house;
    to->options.scoring = from->options.scoring;
    to->options.target = from->options.target;
    to->options.reverse_with_two = from->options.reverse_with_two;
}

bool room__settings_equal(const struct room_settings *a, const struct room_settings *b)
{
    struct room_settings left, right;
    if (!is_ended(a->edition, sizeof a->edition) || !is_ended(a->title, sizeof a->title))
        return false;
    copy_settings(&left, a);
    copy_settings(&right, b);
    return memcmp(&left, &right, sizeof left) == 0;
}

/* ---- moving ---- */

static void tell_moved(struct room__call *call, uint8_t from, uint8_t to)
{
    if (call->out && call->out->moved)
        call->out->moved(call->out->context, from, to);
}

void room__go(struct room__call *call, uint8_t seat)
{
    struct room_live *live = &call->room->live;
    if (live->here == room__bit(seat))
        live->empty_ms = call->now_ms;
    live->here &= (uint16_t)~room__bit(seat);
}

static void clear_live(struct room__call *call, uint8_t seat)
{
    struct room_live *live = &call->room->live;
    room__go(call, seat);
    room__forget_held(live, seat);
    live->rtt_ms[seat] = 0;
    live->owes_ms[seat] = 0;
    live->bot_ms[seat] = ROOM_NEVER;
    memset(&live->refused[seat], 0, sizeof live->refused[seat]);
}

/* The host goes on to the next person, or to nobody. */
static void pass_host(struct room *room)
{
    const uint16_t people = room__people(room);
    if (room->host < PEN_SEATS_MAX && (people >> room->host & 1))
        return;
    room->host = people ? (uint8_t)pen_bits_lowest(people) : PEN_SEAT_NONE;
}

static void free_seat(struct room__call *call, uint8_t seat)
{
    struct room *room = call->room;
    memset(&room->seats[seat], 0, sizeof room->seats[seat]);
    clear_live(call, seat);
    tell_moved(call, seat, PEN_SEAT_NONE);
    if (call->seat == seat)
        call->command = 0;
    pass_host(room);
}

static void move_seat(struct room__call *call, uint8_t from, uint8_t to)
{
    struct room *room = call->room;
    struct room_live *live = &room->live;
    room->seats[to] = room->seats[from];
    memset(&room->seats[from], 0, sizeof room->seats[from]);
    clear_live(call, to);
    live->rtt_ms[to] = live->rtt_ms[from];
    live->refused[to] = live->refused[from];
    if (live->here >> from & 1)
        live->here |= room__bit(to); /* before the other goes, so that it was never empty */
    clear_live(call, from);
    if (room->host == from)
        room->host = to;
    if (call->seat == from)
        call->seat = to;
    tell_moved(call, from, to);
}

static void close_gaps(struct room__call *call)
{
    uint8_t to = 0;
    for (uint8_t seat = 0; seat < PEN_SEATS_MAX; seat++) {
        if (call->room->seats[seat].kind == ROOM_FREE)
            continue;
        if (seat != to)
            move_seat(call, seat, to);
        to++;
    }
}

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
static void wait_again(struct room__call *call)
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
            free_seat(call, seat);
        room->seats[seat].is_away = false;
        room->seats[seat].missed = 0;
    }
    if (room->seat_count < room->settings.seats)
        room->seat_count = room->settings.seats;
}

/* Without an answer, where what it was about is past. */
static void close_question(struct room *room)
{
    room->ask.is_open = false;
    room->ask.yes = room->ask.no = 0;
}

/* ---- effects ---- */

void room__do_open(struct room__call *call, const char *id, const struct room_settings *settings)
{
    struct room *room = call->room;
    struct room__piece piece;
    memset(room, 0, sizeof *room);
    memcpy(room->id, id, room__length(id));
    copy_settings(&room->settings, settings);
    room->host = PEN_SEAT_NONE;
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

void room__do_entropy(struct room__call *call, const uint8_t *entropy)
{
    struct room *room = call->room;
    struct room__piece piece;
    memcpy(room->server_seed, entropy, sizeof room->server_seed);
    room->has_entropy = true;
    room__piece_begin(&piece, call, "entropy", PEN_SEAT_NONE);
    room__piece_hex(&piece, entropy, FAIR_SERVER_SEED_BYTES);
    room__piece_end(&piece);
    const uint32_t command = call->command; /* not what the command was about */
    call->command = 0;
    room__effect_done(call);
    call->command = command;
    call->has_seats_news = true;
}

void room__do_sit(struct room__call *call, uint8_t seat, const char *name, const uint8_t *token_hash)
{
    struct room *room = call->room;
    struct room__piece piece;
    wait_again(call);
    struct room_seat *own = &room->seats[seat];
    memset(own, 0, sizeof *own);
    own->kind = ROOM_PERSON;
    memcpy(own->name, name, room__length(name));
    memcpy(own->token_hash, token_hash, sizeof own->token_hash);
    pass_host(room);
    clear_live(call, seat);
    call->seat = seat;
    room__piece_begin(&piece, call, "sit", seat);
    room__piece_word(&piece, own->name);
    room__piece_hex(&piece, token_hash, ROOM_TOKEN_BYTES);
    room__piece_end(&piece);
    room__effect_done(call);
    call->has_seats_news = true;
}

void room__do_set(struct room__call *call, const struct room_settings *settings)
{
    struct room *room = call->room;
    struct room__piece piece;
    room__piece_begin(&piece, call, "set", call->seat);
    wait_again(call);
    close_question(room); /* seats may move */
    copy_settings(&room->settings, settings);
    room->rules_version++;
    room->seat_count = room->settings.seats;
    forget_agreements(room);
    for (unsigned seat = room->seat_count; seat < PEN_SEATS_MAX; seat++) {
        if (room->seats[seat].kind != ROOM_FREE) {
            close_gaps(call);
            break;
        }
    }
    room__piece_settings(&piece, &room->settings);
    room__piece_end(&piece);
    room__effect_done(call);
    call->has_seats_news = true;
}

static bool name_is_taken(const struct room *room, const char *name)
{
    for (unsigned seat = 0; seat < PEN_SEATS_MAX; seat++)
        if (room->seats[seat].kind != ROOM_FREE && room__same(name, room__length(name), room->seats[seat].name))
            return true;
    return false;
}

static void make_bot(struct room *room, uint8_t seat, uint8_t level)
{
    struct room_seat *own = &room->seats[seat];
    own->kind = ROOM_BOT;
    own->level = level;
    own->has_agreed = own->is_away = own->has_left = own->is_ready = false;
    own->missed = 0;
    own->share = FAIR_SHARE_NONE;
    own->say_ms = own->ask_ms = 0;
    memset(own->secret, 0, sizeof own->secret);
    memset(own->token_hash, 0, sizeof own->token_hash);
    memset(own->done, 0, sizeof own->done);
}

void room__do_bot(struct room__call *call, uint8_t target, uint8_t level)
{
    struct room *room = call->room;
    struct room__piece piece;
    room__piece_begin(&piece, call, "bot", call->seat);
    room__piece_number(&piece, target);
    room__piece_number(&piece, level);
    room__piece_end(&piece);
    wait_again(call);
    if (level == PEN_SEAT_NONE) {
        memset(&room->seats[target], 0, sizeof room->seats[target]);
    } else if (room->seats[target].kind == ROOM_BOT) {
        room->seats[target].level = level;
    } else {
        unsigned i = 0;
        while (name_is_taken(room, bot_names[i]))
            i++;
        memset(&room->seats[target], 0, sizeof room->seats[target]);
        memcpy(room->seats[target].name, bot_names[i], room__length(bot_names[i]));
        make_bot(room, target, level);
    }
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

void room__do_leave(struct room__call *call)
{
    struct room *room = call->room;
    const uint8_t seat = call->seat;
    struct room__piece piece;
    room__piece_begin(&piece, call, "leave", seat);
    room__piece_end(&piece);
    if (room->stage == ROOM_WAITING) {
        free_seat(call, seat);
    } else {
        room->seats[seat].has_left = true;
        room->seats[seat].is_away = true;
        pass_host(room);
    }
    room__effect_done(call);
    call->has_seats_news = true;
}

void room__do_kick(struct room__call *call, uint8_t target)
{
    struct room *room = call->room;
    struct room__piece piece;
    room__piece_begin(&piece, call, "kick", PEN_SEAT_NONE);
    room__piece_number(&piece, target);
    room__piece_end(&piece);
    close_question(room);
    room__send_bye(call, target, "kicked");
    if (room->stage == ROOM_WAITING) {
        free_seat(call, target);
    } else {
        make_bot(room, target, room->settings.bot_level);
        clear_live(call, target);
        tell_moved(call, target, PEN_SEAT_NONE);
        pass_host(room);
    }
    room__effect_done(call);
    call->has_seats_news = true;
}

void room__do_away(struct room__call *call, uint8_t seat)
{
    struct room__piece piece;
    room__piece_begin(&piece, call, "away", PEN_SEAT_NONE);
    room__piece_number(&piece, seat);
    room__piece_end(&piece);
    call->room->seats[seat].is_away = true;
    room__effect_done(call);
    call->has_seats_news = true;
}

void room__do_back(struct room__call *call, uint8_t seat)
{
    struct room *room = call->room;
    struct room__piece piece;
    room__piece_begin(&piece, call, "back", PEN_SEAT_NONE);
    room__piece_number(&piece, seat);
    room__piece_end(&piece);
    room->seats[seat].is_away = room->seats[seat].has_left = false;
    room->seats[seat].missed = 0;
    pass_host(room);
    /* Whoever comes back in the own turn has the whole time for it. */
    if (room->stage == ROOM_PLAYING && (pen_round_must(&room->game.round) >> seat & 1) &&
        room->settings.move_ms != 0 && room->game.round.phase != PEN_PHASE_RACE)
        room__clock_start(call, room->settings.move_ms);
    const uint32_t command = call->command;
    call->command = 0;
    room__effect_done(call);
    call->command = command;
    call->has_seats_news = true;
}

/* Those who left after the last game: their seats go, unless too few would be left. */
static void clear_seats(struct room__call *call)
{
    struct room *room = call->room;
    for (uint8_t seat = 0; seat < PEN_SEATS_MAX; seat++) {
        if (!room__is_person(room, seat) || !room->seats[seat].has_left)
            continue;
        if (taken_count(room) > call->rules->rules->seats_min) {
            free_seat(call, seat);
        } else {
            make_bot(room, seat, room->settings.bot_level);
            clear_live(call, seat);
            tell_moved(call, seat, PEN_SEAT_NONE);
        }
    }
}

void room__do_begin(struct room__call *call)
{
    struct room *room = call->room;
    struct room__piece piece;
    bool is_any_committed = false;
    room__piece_begin(&piece, call, "begin", call->seat);
    room__piece_end(&piece);
    clear_seats(call);
    close_gaps(call);
    room->seat_count = (uint8_t)taken_count(room);
    room->stage = ROOM_REVEALING;
    room->is_paused = false;
    close_question(room);
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
    close_question(room);
    room->is_paused = false;
    room__effect_done(call);
    room__drop_held(call);
    room__send_bye(call, PEN_SEAT_NONE, "closed");
}

/* ---- inputs ---- */

enum room_refusal room__sit(struct room__call *call, const struct room_input *input, uint8_t *seat)
{
    struct room *room = call->room;
    if (!is_waiting(room))
        return ROOM_REFUSED_NOT_NOW;
    if (!is_ended(input->name, sizeof input->name) ||
        !pen_name_is_good(input->name, room__length(input->name)))
        return ROOM_REFUSED_BAD_NAME;
    if (name_is_taken(room, input->name))
        return ROOM_REFUSED_NAME_TAKEN;
    unsigned count = room->seat_count > room->settings.seats ? room->seat_count : room->settings.seats;
    uint8_t wanted = input->seat;
    if (wanted == PEN_SEAT_NONE) {
        wanted = 0;
        while (wanted < count && room->seats[wanted].kind != ROOM_FREE)
            wanted++;
        if (wanted == count)
            return ROOM_REFUSED_FULL;
    }
    if (wanted >= count)
        return ROOM_REFUSED_NO_SUCH_SEAT;
    if (room->seats[wanted].kind != ROOM_FREE)
        return ROOM_REFUSED_SEAT_TAKEN;
    room__do_sit(call, wanted, input->name, input->token_hash);
    room->live.here |= room__bit(wanted);
    *seat = wanted;
    return ROOM_ACCEPTED;
}

enum room_refusal room__set(struct room__call *call, const struct room_input *input)
{
    const struct room *room = call->room;
    if (!is_waiting(room))
        return ROOM_REFUSED_NOT_NOW;
    if (call->seat != room->host)
        return ROOM_REFUSED_NOT_HOST;
    enum room_refusal refusal = room__settings_check(&input->settings, call->rules);
    if (refusal != ROOM_ACCEPTED)
        return refusal;
    if (taken_count(room) > input->settings.seats)
        return ROOM_REFUSED_TOO_MANY;
    room__do_set(call, &input->settings);
    return ROOM_ACCEPTED;
}

enum room_refusal room__bot(struct room__call *call, const struct room_input *input)
{
    const struct room *room = call->room;
    if (!is_waiting(room))
        return ROOM_REFUSED_NOT_NOW;
    if (call->seat != room->host)
        return ROOM_REFUSED_NOT_HOST;
    if (input->target >= PEN_SEATS_MAX ||
        (input->target >= room->seat_count && input->target >= room->settings.seats))
        return ROOM_REFUSED_NO_SUCH_SEAT;
    if (input->level != PEN_SEAT_NONE && input->level >= BOT_LEVEL_COUNT)
        return ROOM_REFUSED_NO_SUCH_BOT;
    const uint8_t kind = room->seats[input->target].kind;
    if (kind == ROOM_PERSON)
        return ROOM_REFUSED_SEAT_TAKEN;
    if (kind == ROOM_FREE && input->level == PEN_SEAT_NONE)
        return ROOM_REFUSED_NO_SUCH_BOT;
    room__do_bot(call, input->target, input->level);
    return ROOM_ACCEPTED;
}

static bool have_all_agreed(const struct room *room)
{
    for (uint8_t seat = 0; seat < PEN_SEATS_MAX; seat++)
        if ((room__people(room) >> seat & 1) && !room->seats[seat].has_agreed)
            return false;
    return true;
}

enum room_refusal room__agree(struct room__call *call, const struct room_input *input)
{
    struct room *room = call->room;
    if (!is_waiting(room))
        return ROOM_REFUSED_NOT_NOW;
    if (input->rules_version != room->rules_version)
        return ROOM_REFUSED_RULES_CHANGED;
    room__do_agree(call, input->has_commit ? input->commit : NULL);
    /* After a game nobody has to start the next one: when the last one has agreed, it begins. */
    if (room->stage == ROOM_OVER && room->has_entropy && have_all_agreed(room)) {
        call->has_seats_news = false;
        room__do_begin(call);
    }
    return ROOM_ACCEPTED;
}

enum room_refusal room__start(struct room__call *call)
{
    const struct room *room = call->room;
    if (!is_waiting(room) || !room->has_entropy)
        return ROOM_REFUSED_NOT_NOW;
    if (call->seat != room->host)
        return ROOM_REFUSED_NOT_HOST;
    if (taken_count(room) < call->rules->rules->seats_min)
        return ROOM_REFUSED_TOO_FEW;
    if (taken_count(room) > call->rules->rules->seats_max)
        return ROOM_REFUSED_TOO_MANY;
    if (!have_all_agreed(room))
        return ROOM_REFUSED_NOT_AGREED;
    room__do_begin(call);
    return ROOM_ACCEPTED;
}

enum room_refusal room__reveal(struct room__call *call, const struct room_input *input)
{
    const struct room *room = call->room;
    const struct room_seat *own = &room->seats[call->seat];
    uint8_t hash[FAIR_HASH_BYTES];
    if (room->stage != ROOM_REVEALING || own->share != FAIR_SHARE_COMMITTED)
        return ROOM_REFUSED_NOT_NOW;
    fair_commit_client(input->seed, hash);
    if (!fair_equal(hash, own->secret, sizeof hash))
        return ROOM_REFUSED_BAD_SEED;
    room__do_reveal(call, input->seed);
    return ROOM_ACCEPTED;
}

enum room_refusal room__leave(struct room__call *call)
{
    struct room *room = call->room;
    if (room->seats[call->seat].has_left)
        return ROOM_REFUSED_NOT_NOW;
    /* First, for the seat may be nobody's afterwards. */
    room__send_ok(call, call->seat, call->command, room->n + 1);
    call->is_acknowledged = true;
    const uint8_t seat = call->seat;
    room__do_leave(call);
    room__go(call, seat);
    room__decide(call);
    return ROOM_ACCEPTED;
}

/* ---- questions from outside ---- */

bool room_wants_entropy(const struct room *room)
{
    return !room->has_entropy && is_waiting(room);
}

uint8_t room_seat_of_token(const struct room *room, const uint8_t hash[ROOM_TOKEN_BYTES])
{
    uint8_t found = PEN_SEAT_NONE;
    for (uint8_t seat = 0; seat < PEN_SEATS_MAX; seat++)
        if (room__is_person(room, seat) && fair_equal(room->seats[seat].token_hash, hash, ROOM_TOKEN_BYTES))
            found = seat;
    return found;
}

void room_names(const struct room *room, struct pen_names *names)
{
    memset(names, 0, sizeof *names);
    names->count = room->seat_count;
    for (unsigned seat = 0; seat < room->seat_count; seat++)
        memcpy(names->name[seat], room->seats[seat].name, PEN_PLAYER_BYTES);
}
