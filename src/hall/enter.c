/* enter.c - how a connection comes to its table, and leaves it. */
#include <stdlib.h>
#include <string.h>

#include "fair/hex.h"
#include "hall/inside.h"

#define TOKEN_LABEL "penultima/1 token"

/* What is kept of a token: whoever reads the journal cannot take a seat with it. */
static void hash_token(const uint8_t token[32], uint8_t hash[ROOM_TOKEN_BYTES])
{
    struct fair_sha512 sha;
    uint8_t whole[FAIR_HASH_BYTES];
    fair_sha512_init(&sha);
    fair_sha512_add(&sha, TOKEN_LABEL, sizeof TOKEN_LABEL);
    fair_sha512_add(&sha, token, 32);
    fair_sha512_end(&sha, whole);
    memcpy(hash, whole, ROOM_TOKEN_BYTES);
}

/* Refused by the table before the connection had a seat there. */
static void say_no(struct hall *hall, struct hall_conn *conn, struct room_answer answer)
{
    struct pen_text text = pen_text_in(hall->scratch, sizeof hall->scratch);
    room_write_no(&text, 0, answer);
    hall__send(hall, conn, text.bytes, text.length, 0);
}

static void welcome(struct hall *hall, struct hall_conn *conn, const uint8_t *token)
{
    char bytes[256];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    pen_text_add(&text, "{\"t\":\"welcome\",\"v\":1,\"table\":\"");
    pen_text_add(&text, conn->table->room.id);
    pen_text_add(&text, "\",\"seat\":");
    if (conn->seat < PEN_SEATS_MAX)
        pen_text_add_number(&text, conn->seat);
    else
        pen_text_add(&text, "null");
    if (token) {
        pen_text_add(&text, ",\"token\":\"");
        fair_hex_write(&text, token, 32);
        pen_text_add(&text, "\"");
    }
    pen_text_add(&text, ",\"now\":");
    pen_text_add_number(&text, hall->now_ms);
    pen_text_add(&text, "}");
    hall__send(hall, conn, text.bytes, text.length, 0);
}

static void send_table(struct hall *hall, struct hall_conn *conn)
{
    struct pen_text text = pen_text_in(hall->scratch, sizeof hall->scratch);
    room_write_table(&conn->table->room, conn->table->rules, conn->seat, hall->now_ms, &text);
    PEN_ASSERT(!text.is_cut);
    hall__send(hall, conn, text.bytes, text.length, 0);
}

static void tell_presence(struct hall *hall, struct hall_table *table, uint8_t seat, bool is_here,
                          uint32_t rtt_ms)
{
    struct room_input input = {.type = ROOM_IN_HERE, .seat = seat, .is_here = is_here, .rtt_ms = rtt_ms};
    struct room_answer answer;
    hall__apply(hall, table, &input, &answer);
}

/* The connection comes to the table, at a seat or to watch: the only way there is. It has its place before
 * the table hears of it, so that it moves with its seat, but what it is sent begins with the welcome.
 * With the news the table hears the time, which may end it or send somebody away. */
PEN_MUST_USE static bool come_to(struct hall *hall, struct hall_conn *conn, struct hall_table *table,
                                 uint8_t seat)
{
    struct hall_conn *old = seat < PEN_SEATS_MAX ? table->seated[seat] : NULL;
    if (table->is_ended) {
        hall__refuse(hall, conn, 0, HALL_NO_TABLE, NULL);
        return false;
    }
    if (old) {
        hall__bye(hall, old, HALL_REPLACED);
        old->table = NULL;
    }
    conn->table = table;
    conn->seat = seat;
    if (seat < PEN_SEATS_MAX) {
        table->seated[seat] = conn;
    } else {
        conn->next = table->watchers;
        conn->before = NULL;
        if (conn->next)
            conn->next->before = conn;
        table->watchers = conn;
        table->watcher_count++;
    }
    conn->is_coming = true;
    tell_presence(hall, table, seat, true, conn->rtt_ms);
    conn->is_coming = false;
    if (conn->table)
        return true;
    hall__refuse(hall, conn, 0, table->is_ended ? HALL_NO_TABLE : HALL_BAD_TOKEN, NULL);
    return false;
}

/* A client may bring its own token, so that it can ask again if it has not heard whether it was let in;
 * otherwise it gets one. */
static void sit(struct hall *hall, struct hall_conn *conn, struct hall_table *table,
                struct hall_message *message)
{
    struct room_input *input = &message->input;
    struct room_answer answer;
    if (!message->has_token)
        hall->host.entropy(hall->host.context, message->token, sizeof message->token);
    hash_token(message->token, input->token_hash);
    input->type = ROOM_IN_SIT;
    hall__apply(hall, table, input, &answer);
    if (answer.refusal != ROOM_ACCEPTED) {
        say_no(hall, conn, answer);
    } else if (come_to(hall, conn, table, answer.seat)) {
        welcome(hall, conn, message->token);
        send_table(hall, conn);
        hall__sign_for(hall, conn);
    }
}

static uint64_t fresh_key(struct hall *hall)
{
    uint64_t key;
    do {
        hall->host.entropy(hall->host.context, (uint8_t *)&key, sizeof key);
        key &= (UINT64_C(1) << 5 * HALL_ID_LETTERS) - 1;
    } while (key == 0 || hall__table_find(hall, key));
    return key;
}

static void create(struct hall *hall, struct hall_conn *conn, struct hall_message *message)
{
    struct room_input open = {.type = ROOM_IN_OPEN, .seat = PEN_SEAT_NONE};
    struct hall_address *from = conn->address;
    open.settings = room_settings_default();
    if (hall->table_count >= hall->limits.tables) {
        hall__refuse(hall, conn, 0, HALL_FULL, NULL);
        return;
    }
    if (from->tables >= hall->limits.tables_per_address) {
        hall__refuse(hall, conn, 0, HALL_MANY_TABLES, NULL);
        return;
    }
    if (!hall_bucket_take(&from->creates, hall->limits.creates, hall->now_ms)) {
        hall__refuse(hall, conn, 0, HALL_TOO_FAST, NULL);
        return;
    }
    if (message->settings && !hall_settings_read(message->settings, &open.settings, &message->field)) {
        hall__refuse(hall, conn, 0, HALL_BAD_SETTINGS, message->field);
        return;
    }
    /* A table is not opened for somebody who could not sit down at it. */
    if (!pen_name_is_good(message->input.name, strlen(message->input.name))) {
        say_no(hall, conn, (struct room_answer){.refusal = ROOM_REFUSED_BAD_NAME});
        return;
    }
    struct hall_table *table = hall__table_add(hall, fresh_key(hall));
    if (!table) {
        hall__refuse(hall, conn, 0, HALL_FULL, NULL);
        return;
    }
    hall__key_write(table->key, open.id);
    struct room_answer answer;
    hall__apply(hall, table, &open, &answer);
    if (answer.refusal != ROOM_ACCEPTED) {
        say_no(hall, conn, answer);
        if (!table->is_ended)
            hall__table_end(hall, table);
        return;
    }
    hall->counters.opened++;
    table->owner = from;
    from->tables++;
    sit(hall, conn, table, message);
}

static void watch(struct hall *hall, struct hall_conn *conn, struct hall_table *table)
{
    if (table->watcher_count >= hall->limits.watchers_per_table) {
        hall__refuse(hall, conn, 0, HALL_MANY_WATCHERS, NULL);
        return;
    }
    if (!come_to(hall, conn, table, PEN_SPECTATOR))
        return;
    welcome(hall, conn, NULL);
    send_table(hall, conn);
    hall__sign_for(hall, conn);
}

/* Who sits comes with the number of the newest update. So it is sent last: whoever has heard a number
 * must have heard everything up to it, wherever the connection breaks. */
struct reader {
    struct hall *hall;
    struct hall_conn *conn;
    size_t seats_bytes; /* in the hall's scratch */
};

static void send_missed(void *argument, uint8_t viewer, const char *json, size_t bytes)
{
    static const char seats[] = "{\"t\":\"seats\"";
    struct reader *reader = argument;
    (void)viewer;
    if (bytes >= sizeof seats && memcmp(json, seats, sizeof seats - 1) == 0) {
        memcpy(reader->hall->scratch, json, bytes);
        reader->seats_bytes = bytes;
    } else {
        hall__send(reader->hall, reader->conn, json, bytes, 0);
    }
}

static uint8_t seat_of(const struct hall_table *table, const struct hall_message *message)
{
    uint8_t hash[ROOM_TOKEN_BYTES];
    if (!message->has_token)
        return PEN_SEAT_NONE;
    hash_token(message->token, hash);
    return room_seat_of_token(&table->room, hash);
}

static void resume(struct hall *hall, struct hall_conn *conn, struct hall_table *table,
                   const struct hall_message *message)
{
    uint8_t seat = seat_of(table, message);
    if (seat >= PEN_SEATS_MAX) {
        hall__refuse(hall, conn, 0, HALL_BAD_TOKEN, NULL);
        return;
    }
    if (!come_to(hall, conn, table, seat))
        return;
    welcome(hall, conn, NULL);
    struct reader reader = {hall, conn, 0};
    const struct room_out out = {&reader, NULL, send_missed, NULL};
    /* For the same reason a deal is told anew: it is the one thing that comes after who sits. */
    bool is_sure = message->last != 0 && message->last != table->room.round_n;
    if (!is_sure ||
        !room_write_since(&table->room, table->rules, conn->seat, message->last, hall->now_ms, &out))
        send_table(hall, conn);
    else if (reader.seats_bytes > 0)
        hall__send(hall, conn, hall->scratch, reader.seats_bytes, 0);
    hall__sign_for(hall, conn);
}

void hall__enter(struct hall *hall, struct hall_conn *conn, struct hall_message *message)
{
    if (message->version != HALL_PROTOCOL_VERSION) {
        hall__refuse(hall, conn, 0, HALL_BAD_VERSION, NULL);
        return;
    }
    if (conn->table) {
        hall__refuse(hall, conn, 0, HALL_SECOND_HELLO, NULL);
        return;
    }
    if (message->verb == HALL_VERB_CREATE) {
        create(hall, conn, message);
        return;
    }
    struct hall_table *table = hall__table_named(hall, message->table);
    const uint8_t seat = table ? seat_of(table, message) : (uint8_t)PEN_SEAT_NONE;
    /* Who has a seat comes back to it, however many come with them from one address: after a restart that
     * may be a whole school. Newcomers and guesses are counted. */
    if (seat == PEN_SEAT_NONE && !hall_bucket_take(&conn->address->joins, hall->limits.joins, hall->now_ms))
        hall__refuse(hall, conn, 0, HALL_TOO_FAST, NULL);
    else if (!table)
        hall__refuse(hall, conn, 0, HALL_NO_TABLE, NULL);
    else if (message->verb == HALL_VERB_JOIN && seat == PEN_SEAT_NONE)
        sit(hall, conn, table, message);
    else if (message->verb == HALL_VERB_WATCH)
        watch(hall, conn, table);
    else
        resume(hall, conn, table, message);
}

void hall__go(struct hall *hall, struct hall_conn *conn)
{
    struct hall_table *table = conn->table;
    if (!table)
        return;
    conn->table = NULL;
    if (conn->seat < PEN_SEATS_MAX) {
        table->seated[conn->seat] = NULL;
    } else {
        if (conn->before)
            conn->before->next = conn->next;
        else
            table->watchers = conn->next;
        if (conn->next)
            conn->next->before = conn->before;
        conn->next = conn->before = NULL;
        table->watcher_count--;
    }
    if (!hall->is_draining)
        tell_presence(hall, table, conn->seat, false, 0);
}
