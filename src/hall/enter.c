/* enter.c - how a connection comes to its table, and leaves it. */
#include <stdlib.h>
#include <string.h>

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
    room_write_no(&text, 0, answer, conn->lang);
    hall__send_text(hall, conn, WIRE_TOLD_NO, &text, 0);
}

static void welcome(struct hall *hall, struct hall_conn *conn, const uint8_t *token)
{
    char bytes[256];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    struct wire_told_welcome welcome;
    wire_clear_told_welcome(&welcome);
    memcpy(welcome.table, conn->table->room.id, sizeof welcome.table);
    welcome.seat = conn->seat;
    welcome.has_token = token != NULL;
    if (token)
        memcpy(welcome.token, token, sizeof welcome.token);
    welcome.time_ms = hall->now_ms;
    wire_write_told_welcome(&text, NULL, &welcome);
    hall__send_text(hall, conn, WIRE_TOLD_WELCOME, &text, 0);
}

/* If it is somebody's own, and that of a question which is open. */
static void send_edition(struct hall *hall, struct hall_conn *conn)
{
    const struct room *room = &conn->table->room;
    const bool is_asked = room->ask.is_open && room->ask.what == ROOM_ASK_RULES;
    const struct room_rules proposed = {
        is_asked ? hall__rules_edition(hall->rules, room->proposed.edition) : NULL, NULL};
    const struct room_rules *both[] = {&proposed, conn->table->rules}; /* the table's last: it plays by it */
    for (unsigned i = proposed.edition ? 0 : 1; i < 2; i++) {
        struct pen_text text = pen_text_in(hall->scratch, sizeof hall->scratch);
        if (room_write_edition(both[i], &text))
            hall__send_text(hall, conn, WIRE_TOLD_EDITION, &text, 0);
    }
}

static void send_table(struct hall *hall, struct hall_conn *conn)
{
    struct pen_text text = pen_text_in(hall->scratch, sizeof hall->scratch);
    room_write_table(&conn->table->room, conn->table->rules, conn->seat, hall->now_ms, &text);
    hall__send_text(hall, conn, WIRE_TOLD_TABLE, &text, 0);
}

static void tell_presence(struct hall *hall, struct hall_table *table, uint8_t seat, bool is_here,
                          const struct hall_conn *conn)
{
    struct room_input input = {.type = ROOM_IN_HERE,
                               .seat = seat,
                               .is_here = is_here,
                               .lang = conn->lang,
                               .rtt_ms = is_here ? conn->rtt_ms : 0};
    struct room_answer answer;
    hall__apply(hall, table, &input, &answer);
}

/* After a crash a table whose end was not on the disk yet goes on; whoever was told before that there is none
 * would have thrown the way back to its seat away. */
static void refuse_no_table(struct hall *hall, struct hall_conn *conn)
{
    const bool is_sure = hall->ended_group + (hall->is_writing ? 1 : 0) < hall->group;
    if (!is_sure && conn->group < hall->ended_group)
        conn->group = hall->ended_group;
    hall__refuse(hall, conn, 0, is_sure || !hall__is_stuck(hall) ? HALL_NO_TABLE : HALL_DISK, NULL);
}

/* The connection comes to the table, at a seat or to watch: the only way there is. It has its place before
 * the table hears of it, so that it moves with its seat, but what it is sent begins with the welcome.
 * With the news the table hears the time, which may end it or send somebody away. */
PEN_MUST_USE static bool come_to(struct hall *hall, struct hall_conn *conn, struct hall_table *table,
                                 uint8_t seat)
{
    struct hall_conn *old = seat < PEN_SEATS_MAX ? table->seated[seat] : NULL;
    if (table->is_ended) {
        refuse_no_table(hall, conn);
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
    tell_presence(hall, table, seat, true, conn);
    conn->is_coming = false;
    if (conn->table)
        return true;
    if (table->is_ended)
        refuse_no_table(hall, conn);
    else
        hall__refuse(hall, conn, 0, HALL_BAD_TOKEN, NULL);
    return false;
}

/* ---- who was taken off the table -------------------------------------------------------------- */

static uint64_t token_number(const uint8_t hash[ROOM_TOKEN_BYTES])
{
    uint64_t number;
    memcpy(&number, hash, sizeof number);
    return number;
}

struct hall_removed hall__removed_from(const struct hall *hall, const struct hall_table *table, uint8_t seat)
{
    struct hall_removed removed = {0, 0, 0};
    if (seat >= PEN_SEATS_MAX || table->room.seats[seat].kind != ROOM_PERSON)
        return removed;
    removed.until_ms = hall->now_ms + HALL_REMOVED_MS;
    removed.token = token_number(table->room.seats[seat].token_hash);
    if (table->seated[seat])
        removed.address = hall_address_number(table->seated[seat]->address->name);
    return removed;
}

void hall__keep_out(struct hall_table *table, const struct hall_removed *removed)
{
    struct hall_removed *oldest = &table->removed[0];
    for (unsigned i = 1; i < HALL_REMOVED_MAX; i++)
        if (table->removed[i].until_ms < oldest->until_ms)
            oldest = &table->removed[i];
    *oldest = *removed;
}

/* By the token, or by the address; but not by the address of somebody who sits there, because a household
 * or a school has only one. Until when; 0: not at all. */
static uint64_t removed_until(const struct hall *hall, const struct hall_table *table,
                              const struct hall_conn *conn, const struct hall_entry *entry)
{
    bool is_shared = false;
    uint64_t until_ms = 0;
    uint8_t hash[ROOM_TOKEN_BYTES] = {0};
    const uint64_t address = hall_address_number(conn->address->name);
    if (entry->has_token)
        hash_token(entry->token, hash);
    for (unsigned i = 0; i < PEN_SEATS_MAX; i++)
        is_shared = is_shared || (table->seated[i] && table->seated[i]->address == conn->address);
    for (unsigned i = 0; i < HALL_REMOVED_MAX; i++) {
        const struct hall_removed *removed = &table->removed[i];
        const bool is_it = (removed->address == address && !is_shared) ||
                           (entry->has_token && removed->token == token_number(hash));
        if (is_it && removed->until_ms > hall->now_ms && removed->until_ms > until_ms)
            until_ms = removed->until_ms;
    }
    return until_ms;
}

static void refuse_removed(struct hall *hall, struct hall_conn *conn, uint64_t until_ms)
{
    struct wire_args args;
    wire_clear_args(&args);
    args.n = (uint32_t)((until_ms - hall->now_ms + 59999) / 60000); /* minutes */
    hall__refuse_with(hall, conn, 0, HALL_WAS_REMOVED, &args);
}

/* A client may bring its own token, so that it can ask again if it has not heard whether it was let in;
 * otherwise it gets one. */
static void sit(struct hall *hall, struct hall_conn *conn, struct hall_table *table, struct hall_entry *entry)
{
    struct room_input input = {.type = ROOM_IN_SIT, .seat = entry->seat, .lang = conn->lang};
    struct room_answer answer;
    if (!entry->has_token)
        hall->host.entropy(hall->host.context, entry->token, sizeof entry->token);
    memcpy(input.name, entry->name, sizeof input.name);
    hash_token(entry->token, input.token_hash);
    hall__apply(hall, table, &input, &answer);
    if (answer.refusal != ROOM_ACCEPTED) {
        say_no(hall, conn, answer);
        return;
    }
    if (conn->table)
        hall__go(hall, conn); /* no longer watches */
    if (come_to(hall, conn, table, answer.seat)) {
        welcome(hall, conn, entry->token);
        send_edition(hall, conn);
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

/* Those that the set-up names, at the seats behind the one who has opened the table. */
static void seat_bots(struct hall *hall, struct hall_table *table, uint8_t host,
                      const struct wire_setup *setup)
{
    for (unsigned i = 0; i < setup->bot_count; i++) {
        struct room_input input;
        struct room_answer answer;
        const struct wire_asked asked = {.type = WIRE_ASKED_BOT,
                                         .bot = {.seat = (uint8_t)(host + 1 + i), .level = setup->bots[i]}};
        hall__input_of(&asked, &input);
        input.seat = host;
        input.lang = table->room.live.lang[host];
        hall__apply(hall, table, &input, &answer);
        if (answer.refusal != ROOM_ACCEPTED)
            return; /* there are fewer seats */
    }
}

static void create(struct hall *hall, struct hall_conn *conn, struct hall_entry *entry)
{
    struct room_input open = {.type = ROOM_IN_OPEN, .seat = PEN_SEAT_NONE};
    struct hall_address *from = conn->address;
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
    /* A table is not opened for somebody who could not sit down at it. */
    if (entry->name[0] && !pen_name_is_good(entry->name, strlen(entry->name))) {
        say_no(hall, conn, (struct room_answer){.refusal = ROOM_REFUSED_BAD_NAME});
        return;
    }
    if (!hall__bring(hall, conn, 0, &entry->setup.settings, entry->text))
        return;
    open.settings = entry->setup.settings;
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
    sit(hall, conn, table, entry);
    if (conn->table == table)
        seat_bots(hall, table, conn->seat, &entry->setup);
}

static void watch(struct hall *hall, struct hall_conn *conn, struct hall_table *table)
{
    if (table->room.settings.watching == WIRE_WATCHING_NONE) {
        hall__refuse(hall, conn, 0, HALL_NO_WATCHERS, NULL);
        return;
    }
    if (table->watcher_count >= hall->limits.watchers_per_table) {
        hall__refuse(hall, conn, 0, HALL_MANY_WATCHERS, NULL);
        return;
    }
    if (!come_to(hall, conn, table, PEN_SPECTATOR))
        return;
    welcome(hall, conn, NULL);
    send_edition(hall, conn);
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

static void send_missed(void *argument, uint8_t viewer, const struct room_message *message)
{
    struct reader *reader = argument;
    (void)viewer;
    if (message->type == WIRE_TOLD_SEATS) {
        memcpy(reader->hall->scratch, message->bytes, message->count);
        reader->seats_bytes = message->count;
    } else {
        hall__send(reader->hall, reader->conn, message, 0);
    }
}

static uint8_t seat_of(const struct hall_table *table, const struct hall_entry *entry)
{
    uint8_t hash[ROOM_TOKEN_BYTES];
    if (!entry->has_token)
        return PEN_SEAT_NONE;
    hash_token(entry->token, hash);
    return room_seat_of_token(&table->room, hash);
}

static void resume(struct hall *hall, struct hall_conn *conn, struct hall_table *table,
                   const struct hall_entry *entry)
{
    uint8_t seat = seat_of(table, entry);
    if (seat >= PEN_SEATS_MAX) {
        hall__refuse(hall, conn, 0, HALL_BAD_TOKEN, NULL);
        return;
    }
    if (!come_to(hall, conn, table, seat))
        return;
    welcome(hall, conn, NULL);
    send_edition(hall, conn);
    struct reader reader = {hall, conn, 0};
    const struct room_out out = {&reader, NULL, send_missed, NULL};
    /* For the same reason a deal is told anew: it is the one thing that comes after who sits. */
    bool is_sure = entry->last != 0 && entry->last != table->room.round_n;
    if (!is_sure ||
        !room_write_since(&table->room, table->rules, conn->seat, entry->last, hall->now_ms, &out))
        send_table(hall, conn);
    else if (reader.seats_bytes > 0)
        hall__send(hall, conn,
                   &(struct room_message){
                       .type = WIRE_TOLD_SEATS, .bytes = hall->scratch, .count = reader.seats_bytes},
                   0);
    hall__sign_for(hall, conn);
}

void hall__enter(struct hall *hall, struct hall_conn *conn, const struct wire_asked *asked)
{
    struct hall_entry wanted, *entry = &wanted;
    hall__entry_of(asked, entry);
    /* Whoever watches may sit down, there. */
    const bool sits_down = entry->type == WIRE_ASKED_JOIN && conn->seat == PEN_SPECTATOR &&
                           conn->table == hall__table_named(hall, entry->table);
    if (conn->table && !sits_down) {
        hall__refuse(hall, conn, 0, HALL_SECOND_HELLO, NULL);
        return;
    }
    if (entry->type == WIRE_ASKED_CREATE) {
        create(hall, conn, entry);
        return;
    }
    struct hall_table *table = hall__table_named(hall, entry->table);
    const uint8_t seat = table ? seat_of(table, entry) : (uint8_t)PEN_SEAT_NONE;
    uint64_t key;
    if (!table && hall->host.elsewhere && hall__key_read(entry->table, &key)) {
        if (!hall_bucket_take(&conn->address->finds, hall->limits.finds, hall->now_ms)) {
            hall__refuse(hall, conn, 0, HALL_TOO_FAST, NULL); /* not that there is none */
            return;
        }
        if (hall->host.elsewhere(hall->host.context, conn->wire, key))
            return;
    }
    const uint64_t removed_ms = table && entry->type == WIRE_ASKED_JOIN && seat == PEN_SEAT_NONE
                                    ? removed_until(hall, table, conn, entry)
                                    : 0;
    /* Who has a seat comes back to it, however many come with them from one address: after a restart that
     * may be a whole school. Newcomers and guesses are counted. */
    if (seat == PEN_SEAT_NONE && !hall_bucket_take(&conn->address->joins, hall->limits.joins, hall->now_ms))
        hall__refuse(hall, conn, 0, HALL_TOO_FAST, NULL);
    else if (!table)
        refuse_no_table(hall, conn);
    else if (removed_ms)
        refuse_removed(hall, conn, removed_ms);
    else if (entry->type == WIRE_ASKED_JOIN && seat == PEN_SEAT_NONE)
        sit(hall, conn, table, entry);
    else if (entry->type == WIRE_ASKED_WATCH)
        watch(hall, conn, table);
    else if (conn->table)
        hall__refuse(hall, conn, 0, HALL_SECOND_HELLO, NULL);
    else
        resume(hall, conn, table, entry);
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
        tell_presence(hall, table, conn->seat, false, conn);
}
