/* encode_table.c - the table as messages tell it: settings, seats, questions, sayings, and the whole of it
 * for one viewer. */
#include "fair/hex.h"
#include "room/encode.h"

enum { TABLE_EVENTS_MAX = 60 };

static const char *const stage_words[ROOM_STAGE_COUNT] = {
#define X(name, word) word,
    ROOM_STAGE_LIST(X)
#undef X
};

static const char *const ask_words[ROOM_ASK_COUNT] = {
#define X(name, word) word,
    ROOM_ASK_LIST(X)
#undef X
};

static const char *const outcome_words[ROOM_OUTCOME_COUNT] = {
#define X(name, word) word,
    ROOM_OUTCOME_LIST(X)
#undef X
};

/* ---- settings and seats ---- */

void room_write_string(struct pen_text *text, const char *bytes, size_t count)
{
    room__json_string(text, bytes, count);
}

static void put_clock(struct pen_text *text, uint32_t move_ms)
{
    enum { DAY_MS = 86400000 };
    if (move_ms == 0) {
        JSON_PUT(text, "null");
        return;
    }
    if (move_ms % DAY_MS == 0)
        JSON_PUT(text, "{\"days\":");
    else
        JSON_PUT(text, "{\"move\":");
    pen_text_add_number(text, move_ms % DAY_MS == 0 ? move_ms / DAY_MS : move_ms / 1000);
    JSON_PUT(text, "}");
}

void room_write_settings(struct pen_text *text, const struct room_settings *settings)
{
    static const enum pen_house houses[] = {PEN_HOUSE_PROGRESSIVE, PEN_HOUSE_SEVEN_0, PEN_HOUSE_JUMP_IN};
    const char *before = "";
    JSON_PUT(text, "{\"edition\":");
    room__put_string(text, settings->edition);
    JSON_PUT(text, ",\"house\":[");
    for (unsigned i = 0; i < sizeof houses / sizeof houses[0]; i++) {
        if (!(settings->options.house & houses[i]))
            continue;
        pen_text_add(text, before);
        room__put_string(text, pen_house_id(houses[i]));
        before = ",";
    }
    JSON_PUT(text, "]");
    if (settings->options.scoring != PEN_SCORING_DEFAULT) {
        JSON_PUT(text, ",\"scoring\":");
        room__put_string(text, pen_scoring_id(settings->options.scoring));
    }
    if (settings->options.target != 0)
        JSON_NUMBER(text, "target", settings->options.target);
    if (settings->options.reverse_with_two == PEN_REVERSE_TURNS)
        JSON_PUT(text, ",\"reverse_with_two\":\"turn\"");
    JSON_NUMBER(text, "seats", settings->seats);
    JSON_PUT(text, ",\"clock\":");
    put_clock(text, settings->move_ms);
    JSON_PUT(text, ",\"public\":");
    room__json_bool(text, settings->is_public);
    JSON_PUT(text, ",\"hints\":");
    room__json_bool(text, settings->has_hints);
    JSON_NUMBER(text, "series", settings->series);
    JSON_PUT(text, ",\"bots\":");
    room__put_string(text, bot_level_id(settings->bot_level));
    if (settings->title[0]) {
        JSON_PUT(text, ",\"name\":");
        room__put_string(text, settings->title);
    }
    JSON_PUT(text, "}");
}

static void put_seat(struct pen_text *text, const struct room *room, uint8_t index)
{
    const struct room_seat *seat = &room->seats[index];
    JSON_PUT(text, "{\"name\":");
    room__put_string(text, seat->name);
    if (seat->kind == ROOM_FREE) {
        JSON_PUT(text, ",\"kind\":\"free\"}");
        return;
    }
    if (seat->kind == ROOM_BOT) {
        JSON_PUT(text, ",\"kind\":\"bot\",\"level\":");
        room__put_string(text, bot_level_id(seat->level));
    } else {
        JSON_PUT(text, ",\"kind\":\"person\",\"here\":");
        room__json_bool(text, room->live.here >> index & 1);
        JSON_PUT(text, ",\"agreed\":");
        room__json_bool(text, seat->has_agreed);
        JSON_PUT(text, ",\"away\":");
        room__json_bool(text, seat->is_away);
        if (room->stage == ROOM_BETWEEN) {
            JSON_PUT(text, ",\"ready\":");
            room__json_bool(text, seat->is_ready);
        }
    }
    JSON_NUMBER(text, "wins", seat->wins);
    JSON_PUT(text, "}");
}

static void put_asking(struct pen_text *text, const struct room *room)
{
    if (!room->ask.is_open) {
        JSON_PUT(text, "null");
        return;
    }
    JSON_PUT(text, "{\"what\":");
    room__put_string(text, ask_words[room->ask.what]);
    JSON_NUMBER(text, "by", room->ask.by);
    JSON_PUT(text, ",\"seat\":");
    if (room->ask.target == PEN_SEAT_NONE)
        JSON_PUT(text, "null");
    else
        pen_text_add_number(text, room->ask.target);
    JSON_PUT(text, ",\"yes\":");
    room__json_bits(text, room->ask.yes);
    JSON_PUT(text, ",\"no\":");
    room__json_bits(text, room->ask.no);
    JSON_NUMBER(text, "until", room->ask.until_ms);
    JSON_PUT(text, "}");
}

/* The fields of a question that was answered, each after a comma. */
void room__put_vote(struct pen_text *text, const struct room_vote *vote)
{
    JSON_PUT(text, ",\"what\":");
    room__put_string(text, ask_words[vote->what]);
    JSON_NUMBER(text, "by", vote->by);
    if (vote->target != PEN_SEAT_NONE) {
        JSON_NUMBER(text, "seat", vote->target);
        JSON_PUT(text, ",\"name\":");
        room__put_string(text, vote->name);
    }
    JSON_PUT(text, ",\"yes\":");
    room__json_bits(text, vote->yes);
    JSON_PUT(text, ",\"no\":");
    room__json_bits(text, vote->no);
    JSON_PUT(text, ",\"outcome\":");
    room__put_string(text, outcome_words[vote->outcome]);
    JSON_NUMBER(text, "at", vote->at_ms);
    JSON_PUT(text, "}");
}

/* The fields that "seats" and "table" share, each after a comma. */
void room__put_table_fields(struct pen_text *text, const struct room *room, uint8_t viewer)
{
    JSON_PUT(text, ",\"id\":");
    room__put_string(text, room->id);
    JSON_PUT(text, ",\"you\":");
    if (viewer < PEN_SEATS_MAX)
        pen_text_add_number(text, viewer);
    else
        JSON_PUT(text, "null");
    JSON_PUT(text, ",\"stage\":");
    room__put_string(text, stage_words[room->stage]);
    JSON_PUT(text, ",\"paused\":");
    room__json_bool(text, room->is_paused);
    if (room->is_paused)
        JSON_NUMBER(text, "until", room->pause_until_ms);
    JSON_PUT(text, ",\"host\":");
    if (room->host == PEN_SEAT_NONE)
        JSON_PUT(text, "null");
    else
        pen_text_add_number(text, room->host);
    JSON_NUMBER(text, "rules", room->rules_version);
    JSON_PUT(text, ",\"settings\":");
    room_write_settings(text, &room->settings);
    JSON_PUT(text, ",\"seats\":[");
    for (uint8_t seat = 0; seat < room->seat_count; seat++) {
        if (seat > 0)
            JSON_PUT(text, ",");
        put_seat(text, room, seat);
    }
    JSON_PUT(text, "],\"commit\":");
    if (room->has_entropy) {
        uint8_t hash[FAIR_HASH_BYTES];
        fair_commit_server(room->server_seed, hash);
        JSON_PUT(text, "\"");
        fair_hex_write(text, hash, sizeof hash);
        JSON_PUT(text, "\"");
    } else {
        JSON_PUT(text, "null");
    }
    JSON_NUMBER(text, "game", room->game_number);
    JSON_PUT(text, ",\"asking\":");
    put_asking(text, room);
    JSON_NUMBER(text, "watchers", room->live.watchers);
}

void room__put_saying(struct pen_text *text, const struct room_chat *chat)
{
    JSON_NUMBER(text, "seat", chat->seat);
    if (chat->phrase != ROOM_NO_PHRASE) {
        JSON_NUMBER(text, "phrase", chat->phrase);
    } else {
        JSON_PUT(text, ",\"text\":");
        room__json_string(text, chat->text, chat->bytes);
    }
    JSON_PUT(text, "}");
}

bool room__has_cards(const struct room *room)
{
    return room->stage == ROOM_PLAYING || room->stage == ROOM_BETWEEN || room->stage == ROOM_OVER;
}

/* ---- the table ---- */

static void put_shown(struct pen_text *text, const struct room_rules *rules, const struct pen_view *view)
{
    const char *before = "";
    JSON_PUT(text, ",\"shown\":{");
    for (unsigned seat = 0; seat < view->seat_count; seat++) {
        if (view->shown_at[seat] == 0)
            continue;
        pen_text_add(text, before);
        JSON_PUT(text, "\"");
        pen_text_add_number(text, seat);
        JSON_PUT(text, "\":");
        room__put_hand(text, rules, &view->shown[seat]);
        before = ",";
    }
    JSON_PUT(text, "}");
}

uint32_t room__first_known(const struct room *room)
{
    return room->event_high > ROOM_EVENTS_MAX ? room->event_high - ROOM_EVENTS_MAX : 0;
}

static void put_cards(struct pen_text *text, const struct room *room, const struct room_rules *rules,
                      uint8_t viewer, uint64_t now_ms)
{
    struct pen_view view;
    room__look(room, rules, viewer, true, &view);
    uint32_t first = room__first_known(room);
    if (view.event_total > first + TABLE_EVENTS_MAX)
        first = view.event_total - TABLE_EVENTS_MAX;
    JSON_PUT(text, ",\"now\":");
    room__put_now(text, room, rules, &view, now_ms);
    if (viewer < PEN_SEATS_MAX)
        room__put_legal(text, rules, &view.legal);
    JSON_PUT(text, "},\"hand\":");
    room__put_hand(text, rules, &view.hand);
    JSON_PUT(text, ",\"drawn\":");
    room__put_card(text, rules, view.drawn);
    put_shown(text, rules, &view);
    room__put_view_events(text, rules, &view, first);
    JSON_PUT(text, ",\"final\":");
    if (view.phase == PEN_PHASE_OVER)
        room__put_over(text, rules, &room->game);
    else
        JSON_PUT(text, "null");
}

void room_write_table(const struct room *room, const struct room_rules *rules, uint8_t viewer,
                      uint64_t now_ms, struct pen_text *text)
{
    JSON_PUT(text, "{\"t\":\"table\"");
    JSON_NUMBER(text, "n", room->n);
    room__put_table_fields(text, room, viewer);
    if (room__has_cards(room))
        put_cards(text, room, rules, viewer, now_ms);
    else
        JSON_PUT(text, ",\"now\":null,\"hand\":[],\"drawn\":null,\"shown\":{},\"events\":[],\"final\":null");
    JSON_PUT(text, ",\"chat\":[");
    for (unsigned i = 0; i < room->chat_count; i++) {
        if (i > 0)
            JSON_PUT(text, ",");
        JSON_PUT(text, "{\"t\":\"said\"");
        room__put_saying(text, &room->chats[i]);
    }
    JSON_PUT(text, "],\"votes\":[");
    for (unsigned i = 0; i < room->vote_count; i++) {
        if (i > 0)
            JSON_PUT(text, ",");
        JSON_PUT(text, "{\"t\":\"voted\"");
        room__put_vote(text, &room->votes[i]);
    }
    JSON_PUT(text, "]}");
}

void room_write_summary(const struct room *room, struct pen_text *text)
{
    unsigned free_count = 0;
    JSON_PUT(text, "{\"id\":");
    room__put_string(text, room->id);
    JSON_PUT(text, ",\"stage\":");
    room__put_string(text, stage_words[room->stage]);
    JSON_PUT(text, ",\"settings\":");
    room_write_settings(text, &room->settings);
    JSON_PUT(text, ",\"seats\":[");
    for (uint8_t seat = 0; seat < room->seat_count; seat++) {
        if (seat > 0)
            JSON_PUT(text, ",");
        put_seat(text, room, seat);
        free_count += room->seats[seat].kind == ROOM_FREE;
    }
    JSON_PUT(text, "]");
    JSON_NUMBER(text, "free", free_count);
    JSON_NUMBER(text, "game", room->game_number);
    JSON_NUMBER(text, "watchers", room->live.watchers);
    JSON_PUT(text, "}");
}
