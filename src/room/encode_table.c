/* encode_table.c - the table as messages tell it: settings, seats, questions, sayings, and the whole of it
 * for one viewer. */
#include <string.h>

#include "room/encode.h"
#include "setup/setup.h"

enum { TABLE_EVENTS_MAX = 60 };

void room__tell_string(char *field, size_t size, const char *string)
{
    const size_t length = room__length(string);
    PEN_ASSERT(length < size);
    memcpy(field, string, length + 1);
}

/* ---- people ---- */

static void tell_seat(struct wire_seat *told, const struct room *room, unsigned index)
{
    const struct room_seat *seat = &room->seats[index];
    memset(told, 0, sizeof *told);
    memcpy(told->name, seat->name, sizeof told->name);
    told->kind = seat->kind;
    told->level = seat->kind == ROOM_BOT ? seat->level : 0xff;
    told->face = seat->face ? (uint8_t)(seat->face - 1) : 0xff;
    told->wins = seat->kind == ROOM_FREE ? UINT16_MAX : seat->wins;
    told->here = told->agreed = told->away = told->ready = told->late = told->program = WIRE_UNSAID;
    if (seat->kind != ROOM_PERSON)
        return;
    told->here = room->live.here >> index & 1;
    told->agreed = seat->has_agreed;
    told->away = seat->is_away;
    if (seat->is_late)
        told->late = true;
    if (seat->is_program)
        told->program = true;
    memcpy(told->own_name, seat->own_name, sizeof told->own_name);
    if (room->stage == ROOM_BETWEEN)
        told->ready = seat->is_ready;
}

static void tell_asking(struct wire_people *people, const struct room *room)
{
    people->has_asking = room->ask.is_open;
    if (room->ask.is_open)
        people->asking = (struct wire_asking){.what = room->ask.what,
                                              .by = room->ask.by,
                                              .seat = room->ask.target,
                                              .yes = room->ask.yes,
                                              .no = room->ask.no,
                                              .until_ms = room->ask.until_ms};
    if (room->ask.is_open && room->ask.what == ROOM_ASK_RULES) {
        struct pen_text text = pen_text_in(people->asking.setup, sizeof people->asking.setup);
        setup_write(&text, &(struct setup){.settings = room->proposed});
        PEN_ASSERT(!text.is_cut);
    }
}

void room_tell_colors(struct wire_people *people, const struct pen_edition *edition)
{
    people->colors_count = edition->color_count;
    for (unsigned i = 0; i < edition->color_count; i++) {
        room__tell_string(people->colors[i].id, sizeof people->colors[i].id, edition->colors[i].id);
        people->colors[i].letter[0] = edition->colors[i].letter;
        people->colors[i].letter[1] = 0;
    }
}

void room__tell_people(struct wire_people *people, const struct room *room, const struct room_rules *rules,
                       uint8_t viewer)
{
    room_tell_colors(people, rules->edition);
    memcpy(people->id, room->id, sizeof people->id);
    people->you = viewer < room->seat_count ? viewer : (uint8_t)PEN_SPECTATOR;
    people->stage = room->stage;
    people->paused = room->is_paused;
    people->until_ms = room->is_paused ? room->pause_until_ms : 0;
    people->host = room->host < room->seat_count ? room->host : (uint8_t)PEN_SEAT_NONE;
    people->rules = room->rules_version;
    people->has_settings = true;
    people->settings = room->settings;
    people->seats_count = room->seat_count;
    for (unsigned seat = 0; seat < room->seat_count; seat++)
        tell_seat(&people->seats[seat], room, seat);
    for (unsigned seat = room->seat_count; seat < PEN_SEATS_MAX; seat++)
        if (room__is_person(room, (uint8_t)seat))
            memcpy(people->coming[people->coming_count++].name, room->seats[seat].name, PEN_PLAYER_BYTES);
    people->has_commit = room->has_entropy;
    if (room->has_entropy)
        fair_commit_server(room->server_seed, people->commit);
    people->game = room->game_number;
    tell_asking(people, room);
    people->watchers = room->live.watchers;
}

void room__tell_saying(struct wire_told_said *said, const struct room_chat *chat)
{
    wire_clear_told_said(said);
    said->seat = chat->seat;
    said->phrase = chat->phrase;
    said->accuses = chat->accuses;
    if (chat->phrase == ROOM_NO_PHRASE)
        memcpy(said->text, chat->text, chat->bytes);
}

void room__tell_vote(struct wire_told_voted *voted, const struct room_vote *vote)
{
    wire_clear_told_voted(voted);
    voted->what = vote->what;
    voted->by = vote->by;
    voted->seat = vote->target;
    if (vote->target != PEN_SEAT_NONE)
        memcpy(voted->name, vote->name, sizeof voted->name);
    voted->yes = vote->yes;
    voted->no = vote->no;
    voted->outcome = vote->outcome;
    voted->at_ms = vote->at_ms;
}

bool room__has_cards(const struct room *room)
{
    return room->stage == ROOM_PLAYING || room->stage == ROOM_BETWEEN || room->stage == ROOM_OVER;
}

/* ---- the table ---- */

uint32_t room__first_known(const struct room *room)
{
    return room->event_high > ROOM_EVENTS_MAX ? room->event_high - ROOM_EVENTS_MAX : 0;
}

static void tell_play(struct wire_told_table *table, const struct room *room, const struct room_rules *rules,
                      uint8_t viewer, uint64_t now_ms)
{
    struct pen_view view;
    room__look(room, rules, viewer, true, &view);
    uint32_t first = room__first_known(room);
    if (view.event_total > first + TABLE_EVENTS_MAX)
        first = view.event_total - TABLE_EVENTS_MAX;
    room__tell_view_events(&table->cards, &view, first);
    room__tell_cards(&table->cards, room, rules, &view, now_ms);
    room__tell_shown(&table->cards, &view);
}

void room_write_table(const struct room *room, const struct room_rules *rules, uint8_t viewer,
                      uint64_t now_ms, struct pen_text *text)
{
    struct wire_told_table table;
    const struct wire_book book = room__book(rules);
    wire_clear_told_table(&table);
    table.n = room->n;
    if (room->back_n >= room->round_n)
        table.back = room->back_n;
    room__tell_people(&table.people, room, rules, viewer);
    if (room__has_cards(room))
        tell_play(&table, room, rules, room__eyes_of(room, viewer), now_ms);
    for (; table.chat_count < room->chat_count; table.chat_count++)
        room__tell_saying(&table.chat[table.chat_count], &room->chats[table.chat_count]);
    for (; table.votes_count < room->vote_count; table.votes_count++)
        room__tell_vote(&table.votes[table.votes_count], &room->votes[table.votes_count]);
    wire_write_told_table(text, &book, &table);
}

void room_write_summary(const struct room *room, struct pen_text *text)
{
    struct wire_line line;
    wire_clear_line(&line);
    memcpy(line.id, room->id, sizeof line.id);
    line.stage = room->stage;
    line.has_settings = true;
    line.settings = room->settings;
    line.seats_count = room->seat_count;
    for (unsigned seat = 0; seat < room->seat_count; seat++) {
        tell_seat(&line.seats[seat], room, seat);
        line.free = (uint8_t)(line.free + (room->seats[seat].kind == ROOM_FREE));
    }
    /* After a game those seats are there again that its start has closed. */
    if (room->stage == ROOM_OVER && room->seat_count < room->settings.seats)
        line.free = (uint8_t)(line.free + room->settings.seats - room->seat_count);
    line.must = room_awaited(room);
    if (line.must && room->clock_ms != ROOM_NEVER)
        line.until_ms = room->clock_ms;
    line.game = room->game_number;
    line.watchers = room->live.watchers;
    wire_write_line(text, NULL, &line);
}
