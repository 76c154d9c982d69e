/* encode.c - the messages of docs/PROTOCOL.md that tell of the game and the table.
 *
 * Cards come in as views and as events that pen_event_for() has redacted, and as the open hands of a
 * round that is over; nothing here reads a round that is being played. */
#include <string.h>

#include "fair/hex.h"
#include "room/inside.h"
#include "room/json.h"

enum { TABLE_EVENTS_MAX = 60, SINCE_EVENTS_MAX = 100 };

static const char *const event_names[PEN_EVENT_TYPE_COUNT] = {
    [PEN_EVENT_NONE] = "NONE",
#define X(name) [PEN_EVENT_##name] = #name,
    PEN_EVENT_LIST(X)
#undef X
};

static const char *const game_codes[PEN_REFUSAL_COUNT] = {
    [PEN_ACCEPTED] = "",
#define X(name, rule, en, es) [PEN_REFUSED_##name] = #name,
    PEN_REFUSAL_LIST(X)
#undef X
};

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

static const char *const phase_words[] = {
    [PEN_PHASE_TURN] = "turn",     [PEN_PHASE_DRAWN] = "drawn",   [PEN_PHASE_PENDING] = "pending",
    [PEN_PHASE_NAME] = "name",     [PEN_PHASE_SWAP] = "swap",     [PEN_PHASE_RACE] = "race",
    [PEN_PHASE_STREAM] = "stream", [PEN_PHASE_FOLLOW] = "follow", [PEN_PHASE_SWING] = "swing",
    [PEN_PHASE_OVER] = "over"};

static void put_string(struct pen_text *text, const char *string)
{
    room__json_string(text, string, room__length(string));
}

/* ---- cards ---- */

static void put_card(struct pen_text *text, const struct room_rules *rules, uint8_t card)
{
    if (card == PEN_CARD_NONE) {
        JSON_PUT(text, "null");
        return;
    }
    JSON_PUT(text, "\"");
    pen_card_write(rules->edition, rules->rules, card, text);
    JSON_PUT(text, "\"");
}

static void put_color(struct pen_text *text, const struct room_rules *rules, uint8_t color)
{
    if (color >= rules->edition->color_count)
        JSON_PUT(text, "null");
    else
        put_string(text, rules->edition->colors[color].id);
}

static void put_hand(struct pen_text *text, const struct room_rules *rules, const struct pen_hand *hand)
{
    const char *before = "";
    JSON_PUT(text, "[");
    for (uint64_t kinds = pen_hand_kinds(hand); kinds; kinds &= kinds - 1) {
        const uint8_t card = (uint8_t)pen_bits_lowest(kinds);
        for (unsigned i = pen_hand_count_of(hand, card); i > 0; i--) {
            pen_text_add(text, before);
            put_card(text, rules, card);
            before = ",";
        }
    }
    JSON_PUT(text, "]");
}

static void put_kinds(struct pen_text *text, const struct room_rules *rules, const char *key,
                      uint64_t kinds, const char **before)
{
    if (kinds == 0)
        return;
    pen_text_add(text, *before);
    put_string(text, key);
    JSON_PUT(text, ":[");
    for (bool is_first = true; kinds; kinds &= kinds - 1, is_first = false) {
        if (!is_first)
            JSON_PUT(text, ",");
        put_card(text, rules, (uint8_t)pen_bits_lowest(kinds));
    }
    JSON_PUT(text, "]");
    *before = ",";
}

/* ---- events ---- */

static void put_event(struct pen_text *text, const struct room_rules *rules, struct pen_event event)
{
    JSON_PUT(text, "{\"e\":");
    room__json_name(text, event_names[event.type]);
    if (event.seat != PEN_SEAT_NONE)
        JSON_NUMBER(text, "seat", event.seat);
    if (event.card != PEN_CARD_NONE) {
        JSON_PUT(text, ",\"card\":");
        put_card(text, rules, event.card);
    }
    if (event.color != PEN_COLOR_NONE) {
        JSON_PUT(text, ",\"color\":");
        put_color(text, rules, event.color);
    }
    if (event.uno)
        JSON_PUT(text, ",\"uno\":1");
    if (event.target != PEN_SEAT_NONE)
        JSON_NUMBER(text, "to", event.target);
    if (event.count != 0)
        JSON_NUMBER(text, "count", event.count);
    JSON_PUT(text, "}");
}

/* ---- the state of play ---- */

static void put_numbers(struct pen_text *text, const uint8_t *bytes, const uint16_t *words, unsigned count)
{
    JSON_PUT(text, "[");
    for (unsigned i = 0; i < count; i++) {
        if (i > 0)
            JSON_PUT(text, ",");
        pen_text_add_number(text, bytes ? bytes[i] : words[i]);
    }
    JSON_PUT(text, "]");
}

/* What is left of the time, or null. */
static void put_left(struct pen_text *text, const struct room *room, uint64_t now_ms)
{
    JSON_PUT(text, ",\"left\":");
    if (room->clock_ms == ROOM_NEVER)
        JSON_PUT(text, "null");
    else if (room__stands_still(room))
        pen_text_add_number(text, room->clock_ms);
    else
        pen_text_add_number(text, room->clock_ms > now_ms ? room->clock_ms - now_ms : 0);
}

/* The public part of "now", without its end. */
static void put_now(struct pen_text *text, const struct room *room, const struct room_rules *rules,
                    const struct pen_view *view, uint64_t now_ms)
{
    JSON_PUT(text, "{\"round\":");
    pen_text_add_number(text, view->round_number);
    JSON_PUT(text, ",\"phase\":");
    put_string(text, phase_words[view->phase]);
    JSON_NUMBER(text, "turn", view->turn);
    JSON_PUT(text, ",\"must\":");
    room__json_bits(text, view->must);
    if (view->direction == PEN_LEFT)
        JSON_PUT(text, ",\"dir\":\"left\",\"top\":");
    else
        JSON_PUT(text, ",\"dir\":\"right\",\"top\":");
    put_card(text, rules, view->top);
    JSON_PUT(text, ",\"color\":");
    put_color(text, rules, view->color);
    JSON_NUMBER(text, "pending", view->pending);
    JSON_PUT(text, ",\"counts\":");
    put_numbers(text, view->hand_count, NULL, view->seat_count);
    JSON_NUMBER(text, "pile", view->draw_count);
    JSON_PUT(text, ",\"owes\":");
    room__json_bits(text, view->owes);
    JSON_PUT(text, ",\"dropped\":");
    room__json_bits(text, view->dropped);
    JSON_PUT(text, ",\"score\":");
    put_numbers(text, NULL, view->score, view->seat_count);
    put_left(text, room, now_ms);
}

static void put_seats(struct pen_text *text, const char *key, uint16_t seats, const char **before)
{
    if (seats == 0)
        return;
    pen_text_add(text, *before);
    put_string(text, key);
    JSON_PUT(text, ":");
    room__json_bits(text, seats);
    *before = ",";
}

static void put_legal(struct pen_text *text, const struct room_rules *rules, const struct pen_legal *legal)
{
    static const char *const verbs[PEN_VERB_COUNT] = {
        [PEN_VERB_DRAW] = "draws",         [PEN_VERB_KEEP] = "keeps",
        [PEN_VERB_TAKE] = "takes",         [PEN_VERB_CHALLENGE] = "challenges",
        [PEN_VERB_SAY_UNO] = "says uno",   [PEN_VERB_DROP] = "drops",
        [PEN_VERB_STREAM] = "streams none"};
    const char *before = "";
    JSON_PUT(text, ",\"legal\":{");
    put_kinds(text, rules, "plays", legal->plays, &before);
    put_kinds(text, rules, "jumps", legal->jumps, &before);
    put_kinds(text, rules, "streams", legal->streams, &before);
    put_kinds(text, rules, "follows", legal->follows, &before);
    put_seats(text, "catches", legal->catches, &before);
    put_seats(text, "swaps", legal->swaps, &before);
    put_seats(text, "swings", legal->swings, &before);
    put_seats(text, "accuses", legal->accuses, &before);
    if (legal->verbs != 0) {
        pen_text_add(text, before);
        JSON_PUT(text, "\"verbs\":[");
        before = "";
        for (unsigned verb = 0; verb < PEN_VERB_COUNT; verb++) {
            if (!(legal->verbs >> verb & 1) || !verbs[verb])
                continue;
            pen_text_add(text, before);
            put_string(text, verbs[verb]);
            before = ",";
        }
        JSON_PUT(text, "]");
        before = ",";
    }
    if (legal->names) {
        pen_text_add(text, before);
        JSON_PUT(text, "\"names\":true");
    }
    JSON_PUT(text, "}");
}

/* ---- the end of a round: all hands are open ---- */

static void put_over(struct pen_text *text, const struct room_rules *rules, const struct pen_game *game)
{
    const struct pen_round *round = &game->round;
    unsigned total = 0;
    JSON_PUT(text, "{\"round\":{\"winner\":");
    if (round->winner == PEN_SEAT_NONE)
        JSON_PUT(text, "null");
    else
        pen_text_add_number(text, round->winner);
    JSON_PUT(text, ",\"hands\":[");
    for (unsigned seat = 0; seat < round->seat_count; seat++) {
        if (seat > 0)
            JSON_PUT(text, ",");
        put_hand(text, rules, &round->hands[seat]);
    }
    JSON_PUT(text, "],\"worth\":[");
    for (unsigned seat = 0; seat < round->seat_count; seat++) {
        const unsigned points = pen_hand_points(rules->rules, &round->hands[seat]);
        if (seat > 0)
            JSON_PUT(text, ",");
        pen_text_add_number(text, points);
        total += points;
    }
    JSON_PUT(text, "]");
    JSON_NUMBER(text, "points", round->winner == PEN_SEAT_NONE ? 0 : total);
    JSON_PUT(text, "},\"game\":");
    if (game->winners)
        room__json_bits(text, game->winners);
    else
        JSON_PUT(text, "null");
    JSON_PUT(text, "}");
}

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
    put_string(text, settings->edition);
    JSON_PUT(text, ",\"house\":[");
    for (unsigned i = 0; i < sizeof houses / sizeof houses[0]; i++) {
        if (!(settings->options.house & houses[i]))
            continue;
        pen_text_add(text, before);
        put_string(text, pen_house_id(houses[i]));
        before = ",";
    }
    JSON_PUT(text, "]");
    if (settings->options.scoring != PEN_SCORING_DEFAULT) {
        JSON_PUT(text, ",\"scoring\":");
        put_string(text, pen_scoring_id(settings->options.scoring));
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
    put_string(text, bot_level_id(settings->bot_level));
    if (settings->title[0]) {
        JSON_PUT(text, ",\"name\":");
        put_string(text, settings->title);
    }
    JSON_PUT(text, "}");
}

static void put_seat(struct pen_text *text, const struct room *room, uint8_t index)
{
    const struct room_seat *seat = &room->seats[index];
    JSON_PUT(text, "{\"name\":");
    put_string(text, seat->name);
    if (seat->kind == ROOM_FREE) {
        JSON_PUT(text, ",\"kind\":\"free\"}");
        return;
    }
    if (seat->kind == ROOM_BOT) {
        JSON_PUT(text, ",\"kind\":\"bot\",\"level\":");
        put_string(text, bot_level_id(seat->level));
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
    put_string(text, ask_words[room->ask.what]);
    JSON_NUMBER(text, "by", room->ask.by);
    JSON_PUT(text, ",\"seat\":");
    if (room->ask.target == PEN_SEAT_NONE)
        JSON_PUT(text, "null");
    else
        pen_text_add_number(text, room->ask.target);
    JSON_PUT(text, ",\"yes\":");
    room__json_bits(text, room->ask.yes);
    JSON_NUMBER(text, "until", room->ask.until_ms);
    JSON_PUT(text, "}");
}

/* The fields that "seats" and "table" share, each after a comma. */
static void put_table_fields(struct pen_text *text, const struct room *room, uint8_t viewer)
{
    JSON_PUT(text, ",\"id\":");
    put_string(text, room->id);
    JSON_PUT(text, ",\"you\":");
    if (viewer < PEN_SEATS_MAX)
        pen_text_add_number(text, viewer);
    else
        JSON_PUT(text, "null");
    JSON_PUT(text, ",\"stage\":");
    put_string(text, stage_words[room->stage]);
    JSON_PUT(text, ",\"paused\":");
    room__json_bool(text, room->is_paused);
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

static void put_saying(struct pen_text *text, const struct room_chat *chat)
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

static bool has_cards(const struct room *room)
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
        put_hand(text, rules, &view->shown[seat]);
        before = ",";
    }
    JSON_PUT(text, "}");
}

static void put_view_events(struct pen_text *text, const struct room_rules *rules,
                            const struct pen_view *view, uint32_t first)
{
    JSON_PUT(text, ",\"events\":[");
    for (uint32_t i = first; i < view->event_total; i++) {
        if (i > first)
            JSON_PUT(text, ",");
        put_event(text, rules, view->events[i % PEN_VIEW_EVENTS_MAX]);
    }
    JSON_PUT(text, "]");
}

/* The first event of the round that is still known. */
static uint32_t first_known(const struct room *room)
{
    return room->event_high > ROOM_EVENTS_MAX ? room->event_high - ROOM_EVENTS_MAX : 0;
}

static void put_cards(struct pen_text *text, const struct room *room, const struct room_rules *rules,
                      uint8_t viewer, uint64_t now_ms)
{
    struct pen_view view;
    room__look(room, rules, viewer, true, &view);
    uint32_t first = first_known(room);
    if (view.event_total > first + TABLE_EVENTS_MAX)
        first = view.event_total - TABLE_EVENTS_MAX;
    JSON_PUT(text, ",\"now\":");
    put_now(text, room, rules, &view, now_ms);
    if (viewer < PEN_SEATS_MAX)
        put_legal(text, rules, &view.legal);
    JSON_PUT(text, "},\"hand\":");
    put_hand(text, rules, &view.hand);
    JSON_PUT(text, ",\"drawn\":");
    put_card(text, rules, view.drawn);
    put_shown(text, rules, &view);
    put_view_events(text, rules, &view, first);
    JSON_PUT(text, ",\"final\":");
    if (view.phase == PEN_PHASE_OVER)
        put_over(text, rules, &room->game);
    else
        JSON_PUT(text, "null");
}

void room_write_table(const struct room *room, const struct room_rules *rules, uint8_t viewer,
                      uint64_t now_ms, struct pen_text *text)
{
    JSON_PUT(text, "{\"t\":\"table\"");
    JSON_NUMBER(text, "n", room->n);
    put_table_fields(text, room, viewer);
    if (has_cards(room))
        put_cards(text, room, rules, viewer, now_ms);
    else
        JSON_PUT(text, ",\"now\":null,\"hand\":[],\"drawn\":null,\"shown\":{},\"events\":[],\"final\":null");
    JSON_PUT(text, ",\"chat\":[");
    for (unsigned i = 0; i < room->chat_count; i++) {
        if (i > 0)
            JSON_PUT(text, ",");
        JSON_PUT(text, "{\"t\":\"said\"");
        put_saying(text, &room->chats[i]);
    }
    JSON_PUT(text, "]}");
}

void room_write_summary(const struct room *room, struct pen_text *text)
{
    unsigned free_count = 0;
    JSON_PUT(text, "{\"id\":");
    put_string(text, room->id);
    JSON_PUT(text, ",\"stage\":");
    put_string(text, stage_words[room->stage]);
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

/* ---- sending ---- */

static bool is_sending(const struct room__call *call)
{
    return call->out && call->out->send;
}

void room__send(struct room__call *call, uint8_t viewer, const struct pen_text *text)
{
    PEN_ASSERT(!text->is_cut);
    call->out->send(call->out->context, viewer, text->bytes, text->length);
}

/* The viewers that a connection is open for: people who are here, then the watchers. False: no more. */
static bool next_viewer(const struct room *room, unsigned *at, uint8_t *viewer)
{
    for (; *at < PEN_SEATS_MAX; ++*at) {
        if ((room->live.here >> *at & 1) && room__is_person(room, (uint8_t)*at)) {
            *viewer = (uint8_t)(*at)++;
            return true;
        }
    }
    if (*at == PEN_SEATS_MAX && room->live.watchers > 0) {
        ++*at;
        *viewer = PEN_SPECTATOR;
        return true;
    }
    return false;
}

static void write_seats(const struct room *room, uint8_t viewer, struct pen_text *text)
{
    JSON_PUT(text, "{\"t\":\"seats\"");
    JSON_NUMBER(text, "n", room->n);
    put_table_fields(text, room, viewer);
    JSON_PUT(text, "}");
}

void room__send_seats(struct room__call *call)
{
    char bytes[ROOM_JOURNAL_BYTES_MAX];
    uint8_t viewer;
    call->has_seats_news = false;
    for (unsigned at = 0; is_sending(call) && next_viewer(call->room, &at, &viewer);) {
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        write_seats(call->room, viewer, &text);
        room__send(call, viewer, &text);
    }
}

void room__send_table(struct room__call *call)
{
    char bytes[ROOM_MESSAGE_BYTES_MAX];
    uint8_t viewer;
    for (unsigned at = 0; is_sending(call) && next_viewer(call->room, &at, &viewer);) {
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        room_write_table(call->room, call->rules, viewer, call->now_ms, &text);
        room__send(call, viewer, &text);
    }
}

/* What all viewers get who see the same cards of these events; without the end of "now". */
static void put_update(struct pen_text *text, struct room__call *call, const struct pen_events *events,
                       const struct pen_view *view)
{
    JSON_PUT(text, "{\"t\":\"update\"");
    JSON_NUMBER(text, "n", call->room->n);
    JSON_PUT(text, ",\"events\":[");
    for (unsigned i = 0; i < events->count; i++) {
        if (i > 0)
            JSON_PUT(text, ",");
        put_event(text, call->rules, pen_event_for(events->list[i], view->viewer));
    }
    JSON_PUT(text, "],\"now\":");
    put_now(text, call->room, call->rules, view, call->now_ms);
}

void room__send_update(struct room__call *call, const struct pen_events *events,
                       const struct pen_hand *hands_before, uint8_t actor, uint32_t command)
{
    const struct room *room = call->room;
    char bytes[ROOM_MESSAGE_BYTES_MAX];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    size_t shared = 0; /* bytes at the beginning that are the same for the next viewer */
    bool is_private = false;
    uint8_t viewer;
    if (!is_sending(call))
        return;
    for (unsigned i = 0; i < events->count; i++)
        is_private = is_private || events->list[i].audience != PEN_AUDIENCE_ALL;
    for (unsigned at = 0; next_viewer(room, &at, &viewer);) {
        struct pen_view view;
        room__look(room, call->rules, viewer, false, &view);
        if (shared == 0 || is_private) {
            text = pen_text_in(bytes, sizeof bytes);
            put_update(&text, call, events, &view);
            shared = text.length;
        }
        text.length = shared;
        if (viewer < PEN_SEATS_MAX)
            put_legal(&text, call->rules, &view.legal);
        JSON_PUT(&text, "}");
        if (viewer < PEN_SEATS_MAX &&
            memcmp(&view.hand, &hands_before[viewer], sizeof view.hand) != 0) {
            JSON_PUT(&text, ",\"hand\":");
            put_hand(&text, call->rules, &view.hand);
        }
        if (view.drawn != PEN_CARD_NONE) {
            JSON_PUT(&text, ",\"drawn\":");
            put_card(&text, call->rules, view.drawn);
        }
        if (view.phase == PEN_PHASE_OVER) {
            JSON_PUT(&text, ",\"over\":");
            put_over(&text, call->rules, &room->game);
        }
        if (viewer == actor && command != 0)
            JSON_NUMBER(&text, "ack", command);
        JSON_PUT(&text, "}");
        room__send(call, viewer, &text);
    }
}

bool room_write_since(const struct room *room, const struct room_rules *rules, uint8_t viewer,
                      uint32_t last, uint64_t now_ms, const struct room_out *out)
{
    char bytes[ROOM_MESSAGE_BYTES_MAX];
    struct room__call call = {.room = NULL, .rules = rules, .out = out, .now_ms = now_ms};
    if (last > room->n || room->n - last >= ROOM_UPDATES_MAX || last < room->round_n || !is_sending(&call))
        return false;
    const uint32_t from = room->event_at[last % ROOM_UPDATES_MAX];
    if (from < first_known(room) || from > room->event_total || room->event_total - from > SINCE_EVENTS_MAX)
        return false;
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    write_seats(room, viewer, &text);
    room__send(&call, viewer, &text);
    if (!has_cards(room) || from == room->event_total)
        return true;
    struct pen_view view;
    room__look(room, rules, viewer, true, &view);
    text = pen_text_in(bytes, sizeof bytes);
    JSON_PUT(&text, "{\"t\":\"update\"");
    JSON_NUMBER(&text, "n", room->n);
    put_view_events(&text, rules, &view, from);
    JSON_PUT(&text, ",\"now\":");
    put_now(&text, room, rules, &view, now_ms);
    if (viewer < PEN_SEATS_MAX)
        put_legal(&text, rules, &view.legal);
    JSON_PUT(&text, "},\"hand\":");
    put_hand(&text, rules, &view.hand);
    if (view.drawn != PEN_CARD_NONE) {
        JSON_PUT(&text, ",\"drawn\":");
        put_card(&text, rules, view.drawn);
    }
    if (view.phase == PEN_PHASE_OVER) {
        JSON_PUT(&text, ",\"over\":");
        put_over(&text, rules, &room->game);
    }
    JSON_PUT(&text, "}");
    room__send(&call, viewer, &text);
    return true;
}

void room__send_said(struct room__call *call, const struct room_chat *chat)
{
    char bytes[2048];
    uint8_t viewer;
    for (unsigned at = 0; is_sending(call) && next_viewer(call->room, &at, &viewer);) {
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        JSON_PUT(&text, "{\"t\":\"said\"");
        put_saying(&text, chat);
        room__send(call, viewer, &text);
    }
}

void room__send_reveal(struct room__call *call)
{
    static const char message[] = "{\"t\":\"reveal\"}";
    const struct room *room = call->room;
    uint8_t viewer;
    for (unsigned at = 0; is_sending(call) && next_viewer(room, &at, &viewer);)
        if (viewer < PEN_SEATS_MAX && room->seats[viewer].share == FAIR_SHARE_COMMITTED)
            call->out->send(call->out->context, viewer, message, sizeof message - 1);
}

/* X(code, English, Spanish) */
#define BYE_LIST(X)                                                                     \
    X("kicked", "the table has voted you out", "la mesa ha votado que te vayas")        \
    X("closed", "the table is closed", "la mesa se ha cerrado")

void room__send_bye(struct room__call *call, uint8_t seat, const char *code)
{
    char bytes[512];
    uint8_t viewer;
    for (unsigned at = 0; is_sending(call) && next_viewer(call->room, &at, &viewer);) {
        if (seat != PEN_SEAT_NONE && seat != viewer)
            continue;
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        JSON_PUT(&text, "{\"t\":\"bye\",\"code\":");
        put_string(&text, code);
#define X(code_, en, es)                                                \
    if (room__same(code_, sizeof(code_) - 1, code))                     \
        JSON_PUT(&text, ",\"en\":\"" en "\",\"es\":\"" es "\"");
        BYE_LIST(X)
#undef X
        JSON_PUT(&text, "}");
        room__send(call, viewer, &text);
    }
}

/* ---- answers ---- */

void room_write_no(struct pen_text *text, uint32_t command, struct room_answer answer)
{
    const bool is_game = answer.refusal == ROOM_REFUSED_GAME && answer.game != PEN_ACCEPTED;
    JSON_PUT(text, "{\"t\":\"no\"");
    if (command != 0)
        JSON_NUMBER(text, "id", command);
    JSON_PUT(text, ",\"code\":");
    if (is_game) {
        room__json_name(text, game_codes[answer.game]);
        JSON_PUT(text, ",\"rule\":");
        put_string(text, pen_refusal_rule(answer.game));
    } else {
        put_string(text, room_refusal_code(answer.refusal));
    }
    JSON_PUT(text, ",\"en\":");
    put_string(text, is_game ? pen_refusal_text(answer.game, PEN_LANG_EN)
                             : room_refusal_text(answer.refusal, PEN_LANG_EN));
    JSON_PUT(text, ",\"es\":");
    put_string(text, is_game ? pen_refusal_text(answer.game, PEN_LANG_ES)
                             : room_refusal_text(answer.refusal, PEN_LANG_ES));
    JSON_PUT(text, "}");
}

void room__send_ok(struct room__call *call, uint8_t seat, uint32_t command, uint32_t n)
{
    char bytes[64];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    if (!is_sending(call) || command == 0)
        return;
    JSON_PUT(&text, "{\"t\":\"ok\"");
    JSON_NUMBER(&text, "id", command);
    JSON_NUMBER(&text, "n", n);
    JSON_PUT(&text, "}");
    room__send(call, seat, &text);
}

void room__send_no(struct room__call *call, uint8_t seat, uint32_t command, struct room_answer answer)
{
    char bytes[1024];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    if (!is_sending(call))
        return;
    room_write_no(&text, command, answer);
    room__send(call, seat, &text);
}

void room__send_hint(struct room__call *call, uint8_t seat, uint32_t command, struct pen_action action)
{
    char bytes[512], deed[128];
    struct pen_text text = pen_text_in(bytes, sizeof bytes), words = pen_text_in(deed, sizeof deed);
    if (!is_sending(call))
        return;
    room__write_deed(&words, call->room, call->rules, action);
    JSON_PUT(&text, "{\"t\":\"hint\"");
    JSON_NUMBER(&text, "id", command);
    JSON_PUT(&text, ",\"do\":");
    room__json_string(&text, deed, words.length);
    JSON_PUT(&text, "}");
    room__send(call, seat, &text);
}
