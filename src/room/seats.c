/* seats.c - who sits where: people and bots, the host, coming, leaving and being replaced. Knows nothing of
 * cards.
 *
 * Seats that take part in a game are 0 to seat_count - 1 without gaps; the start closes the gaps. Names
 * are unique at the table and can stand in a record. */
#include <string.h>

#include "fair/hex.h"
#include "room/inside.h"
#include "room/journal_words.h"

/* Names for bots; more than there are seats, so one is always free. */
static const char *const bot_names[] = {"Lola",  "Paco",   "Rosa",  "Chema",   "Inés",  "Nacho",  "Pilar",
                                        "Hugo",  "Vera",   "Curro", "Noa",     "Tomás", "Alba",   "Quique",
                                        "Maite", "Fermín", "Olga",  "Beltrán", "Sole",  "Andrés", "Candela"};

/* Names for people who bring none. */
static const char *const guest_names[] = {"Ana",   "Beto",  "Carla", "Dani", "Elsa",   "Fran",  "Gloria",
                                          "Iván",  "Julia", "Kiko",  "Luz",  "Mario",  "Nuria", "Óscar",
                                          "Paula", "Ramón", "Sara",  "Teo",  "Úrsula", "Xavi",  "Yolanda"};
enum { GUEST_NAMES = sizeof guest_names / sizeof guest_names[0] };
PEN_STATIC_ASSERT(GUEST_NAMES > 2 * PEN_SEATS_MAX, "one is always free");

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

unsigned room__taken_count(const struct room *room)
{
    unsigned count = 0;
    for (unsigned seat = 0; seat < PEN_SEATS_MAX; seat++)
        count += room->seats[seat].kind != ROOM_FREE;
    return count;
}

bool room__is_waiting(const struct room *room)
{
    return room->stage == ROOM_WAITING || room->stage == ROOM_OVER;
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
    if (live->here >> seat & 1)
        live->gone_ms[seat] = call->now_ms;
    live->here &= (uint16_t)~room__bit(seat);
}

static void clear_live(struct room__call *call, uint8_t seat)
{
    struct room_live *live = &call->room->live;
    room__go(call, seat);
    room__forget_held(live, seat);
    live->rtt_ms[seat] = live->lag_ms[seat] = 0;
    live->brief &= (uint16_t)~room__bit(seat);
    live->origin[seat] = 0;
    live->shout_ms[seat] = 0;
    live->toss_ms[seat] = 0;
    live->gone_ms[seat] = 0;
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

void room__free_seat(struct room__call *call, uint8_t seat)
{
    struct room *room = call->room;
    memset(&room->seats[seat], 0, sizeof room->seats[seat]);
    clear_live(call, seat);
    room__forget_words(room, seat);
    tell_moved(call, seat, PEN_SEAT_NONE);
    if (call->seat == seat)
        call->command = 0;
    pass_host(room);
}

static void move_seat(struct room__call *call, uint8_t from, uint8_t to)
{
    struct room *room = call->room;
    struct room_live *live = &room->live;
    const uint64_t gone_ms = live->gone_ms[from];
    room->seats[to] = room->seats[from];
    memset(&room->seats[from], 0, sizeof room->seats[from]);
    clear_live(call, to);
    live->rtt_ms[to] = live->rtt_ms[from];
    live->lag_ms[to] = live->lag_ms[from];
    live->lang[to] = live->lang[from];
    if (live->brief >> from & 1)
        live->brief |= room__bit(to);
    live->origin[to] = live->origin[from];
    live->toss_ms[to] = live->toss_ms[from];
    live->gone_ms[to] = gone_ms;
    room__move_votes(room, from, to);
    room__move_words(room, from, to);
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

void room__close_gaps(struct room__call *call)
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

/* ---- effects ---- */

/* The move's time stands still while a bot plays for its owner: leaving and coming back neither costs
 * nor gains any. */
void room__keep_clock(struct room__call *call, uint8_t seat)
{
    struct room *room = call->room;
    if (room->stage != ROOM_PLAYING || room->clock_ms == ROOM_NEVER || room->kept_seat == seat ||
        room->game.round.phase == PEN_PHASE_RACE || !(pen_round_must(&room->game.round) >> seat & 1))
        return;
    room->kept_seat = seat;
    room->kept_ms = room__time_left(room, call->now_ms);
}

void room__do_sit(struct room__call *call, uint8_t seat, const char *name, const uint8_t *token_hash)
{
    struct room *room = call->room;
    struct room__piece piece;
    room__wait_again(call);
    struct room_seat *own = &room->seats[seat];
    memset(own, 0, sizeof *own);
    own->kind = ROOM_PERSON;
    memcpy(own->name, name, room__length(name));
    memcpy(own->token_hash, token_hash, sizeof own->token_hash);
    pass_host(room);
    clear_live(call, seat);
    room__forget_words(room, seat); /* of who sat there before */
    call->seat = seat;
    room__piece_begin(&piece, call, "sit", seat);
    room__piece_word(&piece, own->name);
    room__piece_hex(&piece, token_hash, ROOM_TOKEN_BYTES);
    room__piece_end(&piece);
    room__effect_done(call);
    call->has_seats_news = true;
}

/* ---- coming late ---- */

/* A bot's seat in the middle of a game: the bot plays the round to its end, for the person. Or a free seat
 * behind the others: then nobody hears of it as of a seat before the next deal, which is the first with as
 * many hands. With the deal the rules are agreed to. */
void room__do_late(struct room__call *call, uint8_t seat, const char *name, const uint8_t *token_hash)
{
    struct room *room = call->room;
    struct room_seat *own = &room->seats[seat];
    struct room__piece piece;
    if (seat < room->seat_count) {
        memset(own->own_name, 0, sizeof own->own_name);
        memcpy(own->own_name, name, room__length(name));
    } else {
        memset(own, 0, sizeof *own);
        memcpy(own->name, name, room__length(name));
        own->has_agreed = true;
    }
    own->kind = ROOM_PERSON;
    own->is_away = own->is_late = true;
    memcpy(own->token_hash, token_hash, sizeof own->token_hash);
    pass_host(room);
    room__forget_words(room, seat);
    room__go(call, seat);
    call->seat = seat;
    room__piece_begin(&piece, call, "late", seat);
    room__piece_word(&piece, name);
    room__piece_hex(&piece, token_hash, ROOM_TOKEN_BYTES);
    room__piece_end(&piece);
    room__effect_done(call);
    call->has_seats_news = true;
}

void room__all_in_time(struct room *room)
{
    for (unsigned seat = 0; seat < room->seat_count; seat++) {
        struct room_seat *own = &room->seats[seat];
        if (own->is_late)
            own->is_late = own->is_away = false;
    }
}

void room__own_names(struct room *room)
{
    for (unsigned seat = 0; seat < PEN_SEATS_MAX; seat++) {
        struct room_seat *own = &room->seats[seat];
        if (!own->own_name[0])
            continue;
        memcpy(own->name, own->own_name, sizeof own->name);
        memset(own->own_name, 0, sizeof own->own_name);
    }
}

unsigned room__coming_count(const struct room *room)
{
    unsigned count = 0;
    for (unsigned seat = room->seat_count; seat < PEN_SEATS_MAX; seat++)
        count += room->seats[seat].kind == ROOM_PERSON;
    return count;
}

bool room__may_come(const struct room *room, const struct pen_rules *rules)
{
    const unsigned count = room->seat_count + room__coming_count(room) + 1;
    return !room__is_waiting(room) && room->settings.late != SETUP_LATE_WAIT &&
           rules->rule.scoring != PEN_SCORING_QUICK && count <= room->settings.seats &&
           pen_seats_fit(rules, count);
}

uint16_t room__late_points(const struct room *room, const struct pen_rules *rules)
{
    const unsigned count = room->game.round.seat_count;
    unsigned most = 0, sum = 0;
    for (unsigned seat = 0; seat < count; seat++) {
        sum += room->game.score[seat];
        most = room->game.score[seat] > most ? room->game.score[seat] : most;
    }
    if (room->settings.late == SETUP_LATE_MEAN)
        return (uint16_t)(sum / count);
    return (uint16_t)(rules->rule.scoring == PEN_SCORING_LOWEST ? most : 0);
}

uint8_t room__eyes_of(const struct room *room, uint8_t viewer)
{
    return viewer < PEN_SEATS_MAX && room->seats[viewer].is_late ? (uint8_t)PEN_SPECTATOR : viewer;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* How 0.2.0 told names apart, which gave bots their names. */
static bool is_read_alike(const char *name, const char *other)
{
    while (*name && lower(*name) == lower(*other)) {
        name++;
        other++;
    }
    return *name == 0 && *other == 0;
}

static bool name_is_taken(const struct room *room, const char *name,
                          bool (*is_like)(const char *name, const char *other))
{
    for (unsigned seat = 0; seat < PEN_SEATS_MAX; seat++)
        if (room->seats[seat].kind != ROOM_FREE &&
            (is_like(name, room->seats[seat].name) || is_like(name, room->seats[seat].own_name)))
            return true;
    return false;
}

static const char *bot_name(const struct room *room, bool (*is_like)(const char *name, const char *other))
{
    unsigned i = 0;
    while (name_is_taken(room, bot_names[i], is_like))
        i++;
    return bot_names[i];
}

/* Which of the names comes first is left to chance, so that who was Ana at one table need not be Ana at all.
 */
static const char *guest_name(const struct room *room, unsigned chance)
{
    unsigned i = chance % GUEST_NAMES;
    while (name_is_taken(room, guest_names[i], room__names_alike))
        i = (i + 1) % GUEST_NAMES;
    return guest_names[i];
}

/* The name with a number behind it; its end gives way where it is too long. There are fewer seats than
 * numbers, so one is free. */
static void free_name_like(const struct room *room, const char *name, char free[PEN_PLAYER_BYTES])
{
    for (unsigned number = 2;; number++) {
        const size_t digits = number < 10 ? 1 : 2;
        size_t length = room__length(name);
        while (length + digits > PEN_PLAYER_BYTES - 1 || (name[length] & 0xc0) == 0x80)
            length--;
        struct pen_text text = pen_text_in(free, PEN_PLAYER_BYTES);
        pen_text_add_bytes(&text, name, length);
        pen_text_add_number(&text, number);
        if (!name_is_taken(room, free, room__names_alike))
            return;
    }
}

static void make_bot(struct room *room, uint8_t seat, uint8_t level)
{
    struct room_seat *own = &room->seats[seat];
    own->kind = ROOM_BOT;
    own->level = level;
    own->has_agreed = own->is_away = own->is_late = own->has_left = own->is_ready = own->is_program = false;
    memset(own->own_name, 0, sizeof own->own_name);
    own->missed = own->face = 0;
    own->share = FAIR_SHARE_NONE;
    own->say_ms = own->ask_ms = 0;
    memset(own->secret, 0, sizeof own->secret);
    memset(own->token_hash, 0, sizeof own->token_hash);
    memset(own->done, 0, sizeof own->done);
}

void room__do_bot(struct room__call *call, uint8_t target, uint8_t level, const char *name)
{
    struct room *room = call->room;
    struct room__piece piece;
    room__piece_begin(&piece, call, "bot", call->seat);
    room__piece_number(&piece, target);
    room__piece_word(&piece, room__name(ROOM__NAMES_BOT, level));
    if (name)
        room__piece_word(&piece, name);
    room__piece_end(&piece);
    room__wait_again(call);
    if (level == PEN_SEAT_NONE) {
        memset(&room->seats[target], 0, sizeof room->seats[target]);
    } else if (room->seats[target].kind == ROOM_BOT) {
        room->seats[target].level = level;
    } else {
        if (!name)
            name = bot_name(room, is_read_alike);
        memset(&room->seats[target], 0, sizeof room->seats[target]);
        memcpy(room->seats[target].name, name, room__length(name));
        make_bot(room, target, level);
    }
    room__effect_done(call);
    call->has_seats_news = true;
}

/* 'face': 0xff leaves it as it is. Who has once said to be a program stays one. */
void room__do_rename(struct room__call *call, const char *name, uint8_t face, bool is_program)
{
    struct room_seat *own = &call->room->seats[call->seat];
    struct room__piece piece;
    room__piece_begin(&piece, call, "name", call->seat);
    room__piece_word(&piece, name);
    if (face < WIRE_FACES_MAX) {
        room__piece_number(&piece, face);
        own->face = (uint8_t)(face + 1);
    }
    if (is_program)
        room__piece_word(&piece, ROOM__PROGRAM);
    own->is_program = own->is_program || is_program;
    room__piece_end(&piece);
    memset(own->name, 0, sizeof own->name);
    memcpy(own->name, name, room__length(name));
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
    if (room->stage == ROOM_WAITING || seat >= room->seat_count) {
        room__free_seat(call, seat);
    } else if (room->seats[seat].is_late) {
        make_bot(room, seat, room->seats[seat].level); /* as it was */
        clear_live(call, seat);
        tell_moved(call, seat, PEN_SEAT_NONE);
        pass_host(room);
        call->command = 0;
    } else {
        room__keep_clock(call, seat);
        room->seats[seat].has_left = true;
        room->seats[seat].is_away = true;
        pass_host(room);
    }
    room__effect_done(call);
    call->has_seats_news = true;
}

/* ---- who was sent away ---- */

static bool is_game_on(const struct room *room)
{
    return room->stage == ROOM_REVEALING || room->stage == ROOM_PLAYING || room->stage == ROOM_BETWEEN;
}

/* Before the seat is given to somebody else. */
static void keep_out(struct room *room, uint8_t seat, uint16_t origin)
{
    const struct room_seat *own = &room->seats[seat];
    struct room_unwanted *first = room->unwanted;
    memmove(first + 1, first, (ROOM_UNWANTED_MAX - 1) * sizeof *first);
    memset(first, 0, sizeof *first);
    memcpy(first->token, own->token_hash, sizeof first->token);
    first->origin = origin;
    first->game = (uint16_t)(room->game_number + (is_game_on(room) ? 0 : 1));
    memcpy(first->name, own->own_name[0] ? own->own_name : own->name, sizeof first->name);
}

static const struct room_unwanted *find_unwanted(const struct room *room, const struct room_input *input)
{
    static const uint8_t no_token[sizeof room->unwanted[0].token];
    bool is_shared = input->sit.origin == 0;
    for (unsigned seat = 0; seat < PEN_SEATS_MAX; seat++)
        is_shared = is_shared || (room__is_person(room, (uint8_t)seat) && (room->live.here >> seat & 1) &&
                                  room->live.origin[seat] == input->sit.origin);
    for (unsigned i = 0; i < ROOM_UNWANTED_MAX; i++) {
        const struct room_unwanted *one = &room->unwanted[i];
        const bool is_token = memcmp(one->token, no_token, sizeof no_token) != 0 &&
                              memcmp(one->token, input->sit.token_hash, sizeof one->token) == 0;
        const bool is_in_force =
            room->game_number < one->game || (room->game_number == one->game && is_game_on(room));
        if (is_in_force && (is_token || (!is_shared && one->origin == input->sit.origin)))
            return one;
    }
    return NULL;
}

static void tell_removed(struct room__call *call, const char *name, uint8_t by, bool is_again)
{
    struct wire_told told;
    wire_clear_told(&told, WIRE_TOLD_REMOVED);
    memcpy(told.removed.name, name, sizeof told.removed.name);
    told.removed.by = by;
    if (is_again)
        told.removed.again = true;
    room__tell_all(call, &told);
}

/* The others hear that somebody tries, but not all the time. */
static void tell_knock(struct room__call *call, const struct room_unwanted *one)
{
    struct room_live *live = &call->room->live;
    if (live->knocked_ms && call->now_ms < live->knocked_ms + ROOM_KNOCK_MS)
        return;
    live->knocked_ms = call->now_ms;
    tell_removed(call, one->name, PEN_SEAT_NONE, true);
}

void room__do_kick(struct room__call *call, uint8_t target, uint16_t origin)
{
    struct room *room = call->room;
    struct room__piece piece;
    room__piece_begin(&piece, call, "kick", PEN_SEAT_NONE);
    room__piece_number(&piece, target);
    if (origin)
        room__piece_number(&piece, origin);
    room__piece_end(&piece);
    keep_out(room, target, origin);
    room__answered(call, ROOM_OUTCOME_DONE);
    room__send_bye(call, target, ROOM_BYE_KICKED);
    if (room->stage == ROOM_WAITING) {
        room__free_seat(call, target);
    } else {
        make_bot(room, target, room->settings.bot_level);
        clear_live(call, target);
        tell_moved(call, target, PEN_SEAT_NONE);
        pass_host(room);
    }
    room__effect_done(call);
    call->has_seats_news = true;
}

void room__do_remove(struct room__call *call, uint8_t target, uint16_t origin)
{
    struct room__piece piece;
    room__piece_begin(&piece, call, "remove", call->seat);
    room__piece_number(&piece, target);
    if (origin)
        room__piece_number(&piece, origin);
    room__piece_end(&piece);
    room__wait_again(call);
    keep_out(call->room, target, origin);
    room__close_question(call->room);
    room__send_bye(call, target, ROOM_BYE_REMOVED);
    room__free_seat(call, target);
    tell_removed(call, call->room->unwanted[0].name, call->seat, false);
    room__effect_done(call);
    call->has_seats_news = true;
}

void room__do_away(struct room__call *call, uint8_t seat)
{
    struct room__piece piece;
    room__piece_begin(&piece, call, "away", PEN_SEAT_NONE);
    room__piece_number(&piece, seat);
    room__piece_end(&piece);
    room__keep_clock(call, seat);
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
    /* Whoever comes back in the own turn has what was left of it. */
    if (room->stage == ROOM_PLAYING && room->kept_seat == seat) {
        room__clock_start(call, room->kept_ms);
        room->kept_seat = PEN_SEAT_NONE;
    }
    const uint32_t command = call->command;
    call->command = 0;
    room__effect_done(call);
    call->command = command;
    call->has_seats_news = true;
}

/* Those who left after the last game: their seats go, unless too few would be left or a partner would be
 * without one. */
void room__clear_seats(struct room__call *call)
{
    struct room *room = call->room;
    for (uint8_t seat = 0; seat < PEN_SEATS_MAX; seat++) {
        if (!room__is_person(room, seat) || !room->seats[seat].has_left)
            continue;
        if (room__taken_count(room) > call->rules->rules->rule.seats_min &&
            room->settings.options.teams == 0) {
            room__free_seat(call, seat);
        } else {
            make_bot(room, seat, room->settings.bot_level);
            clear_live(call, seat);
            tell_moved(call, seat, PEN_SEAT_NONE);
        }
    }
}

/* ---- inputs ---- */

static enum room_refusal check_name(const struct room *room, const char name[PEN_PLAYER_BYTES],
                                    struct room_answer *answer)
{
    if (!room__is_ended(name, PEN_PLAYER_BYTES) || !pen_name_is_good(name, room__length(name)) ||
        !room_text_is_clear(name, room__length(name)))
        return ROOM_REFUSED_BAD_NAME;
    if (!name_is_taken(room, name, room__names_alike))
        return ROOM_ACCEPTED;
    free_name_like(room, name, answer->name);
    return ROOM_REFUSED_NAME_TAKEN;
}

/* Where nothing is free a bot makes room. */
static enum room_refusal find_seat(const struct room *room, uint8_t wanted, uint8_t *seat)
{
    const unsigned count = room->seat_count > room->settings.seats ? room->seat_count : room->settings.seats;
    const unsigned kinds[] = {ROOM_FREE, ROOM_BOT};
    *seat = wanted;
    if (wanted == PEN_SEAT_NONE) {
        for (unsigned kind = 0; kind < 2; kind++)
            for (*seat = 0; *seat < count; ++*seat)
                if (room->seats[*seat].kind == kinds[kind])
                    return ROOM_ACCEPTED;
        return ROOM_REFUSED_FULL;
    }
    if (wanted >= count)
        return ROOM_REFUSED_NO_SUCH_SEAT;
    return room->seats[wanted].kind == ROOM_PERSON ? ROOM_REFUSED_SEAT_TAKEN : ROOM_ACCEPTED;
}

/* While a game is played: a bot's, or one behind the last, from the next deal on. */
static enum room_refusal find_late_seat(const struct room *room, const struct pen_rules *rules,
                                        uint8_t wanted, uint8_t *seat)
{
    for (*seat = 0; *seat < room->seat_count; ++*seat)
        if (room->seats[*seat].kind == ROOM_BOT && (wanted == PEN_SEAT_NONE || wanted == *seat))
            return ROOM_ACCEPTED;
    if (wanted < room->seat_count)
        return ROOM_REFUSED_SEAT_TAKEN;
    if (room__may_come(room, rules)) { /* wherever it was wanted: behind the last one */
        for (*seat = room->seat_count; room->seats[*seat].kind != ROOM_FREE; ++*seat)
            continue;
        return ROOM_ACCEPTED;
    }
    return room->seat_count < room->settings.seats ? ROOM_REFUSED_NEXT_GAME : ROOM_REFUSED_FULL;
}

bool room_has_place(const struct room *room, const struct room_rules *rules)
{
    uint8_t seat;
    return room->stage != ROOM_CLOSED &&
           (room__is_waiting(room)
                ? find_seat(room, PEN_SEAT_NONE, &seat)
                : find_late_seat(room, rules->rules, PEN_SEAT_NONE, &seat)) == ROOM_ACCEPTED;
}

enum room_refusal room__sit(struct room__call *call, const struct room_input *input,
                            struct room_answer *answer)
{
    struct room *room = call->room;
    uint8_t seat;
    const bool is_late = !room__is_waiting(room);
    const struct room_unwanted *unwanted = find_unwanted(room, input);
    if (unwanted) {
        tell_knock(call, unwanted);
        return ROOM_REFUSED_WAS_REMOVED;
    }
    enum room_refusal refusal = is_late ? find_late_seat(room, call->rules->rules, input->seat, &seat)
                                        : find_seat(room, input->seat, &seat);
    if (refusal == ROOM_ACCEPTED && input->sit.name[0])
        refusal = check_name(room, input->sit.name, answer);
    if (refusal != ROOM_ACCEPTED)
        return refusal;
    const char *name = input->sit.name[0] ? input->sit.name : guest_name(room, input->sit.token_hash[0]);
    if (is_late)
        room__do_late(call, seat, name, input->sit.token_hash);
    else
        room__do_sit(call, seat, name, input->sit.token_hash);
    room->live.here |= room__bit(seat);
    room->live.lang[seat] = (uint8_t)(input->lang < pen_lang_count() ? input->lang : PEN_LANG_EN);
    room->live.origin[seat] = input->sit.origin;
    answer->seat = seat;
    return ROOM_ACCEPTED;
}

enum room_refusal room__rename(struct room__call *call, const struct wire_asked_name *asked,
                               struct room_answer *answer)
{
    const char *name = asked->name;
    struct room *room = call->room;
    struct room_seat *own = &room->seats[call->seat];
    if (room__same(own->name, room__length(own->name), name)) {
        /* Whoever comes in the middle of a game brings a face, too. */
        const bool is_new = asked->program == true && !own->is_program;
        if (is_new || (asked->face != 0xff && own->face != asked->face + 1))
            room__do_rename(call, name, asked->face, is_new);
        return ROOM_ACCEPTED;
    }
    /* A game that is over has its names in the record; with the next one they may be others. */
    if (room->stage != ROOM_WAITING)
        return ROOM_REFUSED_NOT_NOW;
    char before[PEN_PLAYER_BYTES];
    memcpy(before, own->name, sizeof before);
    memset(own->name, 0, sizeof own->name); /* what looks like the own name is nobody else's */
    const enum room_refusal refusal = check_name(room, name, answer);
    memcpy(own->name, before, sizeof before);
    if (refusal == ROOM_ACCEPTED)
        room__do_rename(call, name, asked->face, asked->program == true);
    return refusal;
}

enum room_refusal room__bot(struct room__call *call, const struct room_input *input)
{
    const struct room *room = call->room;
    if (!room__is_waiting(room))
        return ROOM_REFUSED_NOT_NOW;
    if (call->seat != room->host)
        return ROOM_REFUSED_NOT_HOST;
    if (input->bot.seat >= PEN_SEATS_MAX ||
        (input->bot.seat >= room->seat_count && input->bot.seat >= room->settings.seats))
        return ROOM_REFUSED_NO_SUCH_SEAT;
    if (input->bot.level != PEN_SEAT_NONE && input->bot.level >= BOT_LEVEL_COUNT)
        return ROOM_REFUSED_NO_SUCH_BOT;
    const uint8_t kind = room->seats[input->bot.seat].kind;
    if (kind == ROOM_PERSON)
        return ROOM_REFUSED_SEAT_TAKEN;
    if (kind == ROOM_FREE && input->bot.level == PEN_SEAT_NONE)
        return ROOM_REFUSED_NO_SUCH_BOT;
    if (room->stage == ROOM_WAITING && kind == ROOM_BOT &&
        room->seats[input->bot.seat].level == input->bot.level)
        return ROOM_ACCEPTED;
    const bool is_new = kind == ROOM_FREE;
    const char *name = is_new ? bot_name(room, room__names_alike) : NULL;
    if (is_new && room__is_ended(input->bot.name, sizeof input->bot.name) &&
        pen_name_is_good(input->bot.name, room__length(input->bot.name)) &&
        !name_is_taken(room, input->bot.name, room__names_alike))
        name = input->bot.name;
    room__do_bot(call, input->bot.seat, input->bot.level, name);
    return ROOM_ACCEPTED;
}

enum room_refusal room__remove(struct room__call *call, uint8_t target)
{
    const struct room *room = call->room;
    if (!room__is_waiting(room))
        return ROOM_REFUSED_NOT_NOW;
    if (call->seat != room->host)
        return ROOM_REFUSED_NOT_HOST;
    if (!room__is_person(room, target) || target == call->seat)
        return ROOM_REFUSED_BAD_TARGET;
    room__do_remove(call, target, room->live.origin[target]);
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
