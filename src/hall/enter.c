/* enter.c - how a connection comes to its table, and leaves it. */
#include <stdlib.h>
#include <string.h>

#include "hall/inside.h"
#include "store/nodes.h"

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

/* Where a connection comes from, for this table: enough to know who was sent away, too little to tell the
 * address, because it goes into the journal. */
static uint16_t origin_of(const struct hall_conn *conn, const struct hall_table *table)
{
    uint64_t number = hall_address_number(conn->address->name) ^ table->key * 0x9e3779b97f4a7c15u;
    number ^= number >> 32;
    number ^= number >> 16;
    return (uint16_t)(number & UINT16_MAX ? number & UINT16_MAX : 1);
}

static void tell_presence(struct hall *hall, struct hall_table *table, uint8_t seat, bool is_here,
                          const struct hall_conn *conn)
{
    struct room_input input = {.type = ROOM_IN_HERE,
                               .seat = seat,
                               .lang = conn->lang,
                               .rtt_ms = is_here ? conn->rtt_ms : 0,
                               .here = {.is_here = is_here,
                                        .is_brief = conn->version >= WIRE_VERSION_BRIEF,
                                        .origin = origin_of(conn, table)}};
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
    hall__stop_waiting(hall, conn);
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

/* A client may bring its own token, so that it can ask again if it has not heard whether it was let in;
 * otherwise it gets one. */
static struct room_answer try_to_sit(struct hall *hall, struct hall_conn *conn, struct hall_table *table,
                                     struct hall_entry *entry)
{
    struct room_input input = {.type = ROOM_IN_SIT,
                               .seat = entry->seat,
                               .lang = conn->lang,
                               .sit = {.is_here = true, .origin = origin_of(conn, table)}};
    struct room_answer answer;
    if (!entry->has_token)
        hall->host.entropy(hall->host.context, entry->token, sizeof entry->token);
    memcpy(input.sit.name, entry->name, sizeof input.sit.name);
    hash_token(entry->token, input.sit.token_hash);
    hall__apply(hall, table, &input, &answer);
    if (answer.refusal != ROOM_ACCEPTED)
        return answer;
    if (conn->table)
        hall__go(hall, conn); /* no longer watches */
    if (come_to(hall, conn, table, answer.seat)) {
        welcome(hall, conn, entry->token);
        send_edition(hall, conn);
        send_table(hall, conn);
        hall__sign_for(hall, conn);
    }
    return answer;
}

static void sit(struct hall *hall, struct hall_conn *conn, struct hall_table *table, struct hall_entry *entry)
{
    const struct room_answer answer = try_to_sit(hall, conn, table, entry);
    if (answer.refusal != ROOM_ACCEPTED)
        say_no(hall, conn, answer);
}

void hall_set_part(struct hall *hall, unsigned own, unsigned count)
{
    hall->own_part = own;
    hall->part_count = count;
}

/* A proxy sends each first letter to the nodes of one database; whoever came past it gets a letter of ours.
 */
static uint64_t in_own_part(const struct hall *hall, uint64_t key)
{
    enum { LETTERS = 32, SHIFT = 5 * (HALL_ID_LETTERS - 1) };
    const unsigned count = hall->part_count, own = hall->own_part;
    if (count < 2 || store_part_of(key, count) == own)
        return key;
    const uint64_t first = (own * LETTERS + count - 1) / count,
                   end = ((own + 1) * LETTERS + count - 1) / count;
    return (key & ((UINT64_C(1) << SHIFT) - 1)) | (first + (key >> SHIFT) % (end - first)) << SHIFT;
}

static uint64_t fresh_key(struct hall *hall, uint16_t place)
{
    uint64_t key;
    do {
        hall->host.entropy(hall->host.context, (uint8_t *)&key, sizeof key);
        key = in_own_part(hall, hall__key_at(key & ((UINT64_C(1) << 5 * HALL_ID_LETTERS) - 1), place));
    } while (key == 0 || hall__table_find(hall, key));
    return key;
}

/* Those that the set-up names, at the seats behind the one who has opened the table. */
static void seat_bots(struct hall *hall, struct hall_table *table, uint8_t host, const struct setup *setup)
{
    for (unsigned i = 0; i < setup->bot_count; i++) {
        struct room_input input = {.type = ROOM_IN_BOT,
                                   .seat = host,
                                   .lang = table->room.live.lang[host],
                                   .bot = {.seat = (uint8_t)(host + 1 + i), .level = setup->bots[i]}};
        struct room_answer answer;
        hall__apply(hall, table, &input, &answer);
        if (answer.refusal != ROOM_ACCEPTED)
            return; /* there are fewer seats */
    }
}

static void create(struct hall *hall, struct hall_conn *conn, struct hall_entry *entry)
{
    struct room_input input = {.type = ROOM_IN_OPEN, .seat = PEN_SEAT_NONE};
    struct hall_address *from = conn->address;
    const uint32_t share =
        hall_share_left(hall->limits.tables_per_address, hall->limits.tables, (uint32_t)hall->table_count);
    if (share == 0) {
        hall__refuse_full(hall, conn, 0, HALL_FULL_TABLES);
        return;
    }
    if (!hall_address_may_hold(from, HALL_HELD_TABLES, share)) {
        if (share < hall->limits.tables_per_address) /* with more of them the house would be full */
            hall__note_full(hall, conn, HALL_FULL_TABLES);
        hall__refuse(hall, conn, 0, HALL_MANY_TABLES, NULL);
        return;
    }
    if (!hall_address_take(from, HALL_PACE_CREATES, hall->limits.creates, hall->now_ms)) {
        hall__refuse(hall, conn, 0, HALL_TOO_FAST, NULL);
        return;
    }
    /* A table is not opened for somebody who could not sit down at it. */
    if (entry->name[0] && (!pen_name_is_good(entry->name, strlen(entry->name)) ||
                           !room_text_is_clear(entry->name, strlen(entry->name)))) {
        say_no(hall, conn, (struct room_answer){.refusal = ROOM_REFUSED_BAD_NAME});
        return;
    }
    if (!hall__bring(hall, conn, 0, &entry->setup.settings, entry->text))
        return;
    input.open.settings = entry->setup.settings;
    if (!hall__rules_make(hall, conn, 0, &input.open.settings))
        return;
    struct hall_table *table = hall__table_add(hall, fresh_key(hall, conn->place));
    if (!table) {
        hall__refuse_full(hall, conn, 0, HALL_FULL_TABLES);
        return;
    }
    hall__key_write(table->key, input.open.id);
    struct room_answer answer;
    hall__apply(hall, table, &input, &answer);
    if (answer.refusal != ROOM_ACCEPTED) {
        say_no(hall, conn, answer);
        if (!table->is_ended)
            hall__table_end(hall, table);
        return;
    }
    hall->counters.opened++;
    table->owner = from;
    hall_address_hold(from, HALL_HELD_TABLES);
    sit(hall, conn, table, entry);
    if (conn->table == table)
        seat_bots(hall, table, conn->seat, &entry->setup);
}

/* The public table where most people are of those that play by just these rules and have a place. */
static struct hall_table *find_match(const struct hall *hall, const struct setup_settings *wanted)
{
    struct hall_table *found = NULL;
    for (struct hall_table *table = hall->shown; table; table = table->shown_next)
        if (!table->is_full && (!found || table->people > found->people) &&
            setup_equal(&table->room.settings, wanted) && room_has_place(&table->room, table->rules))
            found = table;
    return found;
}

/* With whoever is there. Where nobody is, a table is opened, where bots keep the other chairs warm for those
 * who come: each hands over with the next deal. */
static void match(struct hall *hall, struct hall_conn *conn, struct hall_entry *entry)
{
    struct setup_settings *settings = &entry->setup.settings;
    settings->is_public = true;
    memset(settings->title, 0, sizeof settings->title);
    memset(settings->dealer, 0, sizeof settings->dealer);
    setup_complete(settings);
    struct hall_table *table = find_match(hall, settings);
    if (table) {
        struct room_answer answer = try_to_sit(hall, conn, table, entry);
        if (answer.refusal == ROOM_REFUSED_NAME_TAKEN && !table->is_ended) {
            memcpy(entry->name, answer.name, sizeof entry->name);
            answer = try_to_sit(hall, conn, table, entry);
        }
        if (answer.refusal == ROOM_ACCEPTED)
            return;
        /* Whoever was sent away from there has a table of their own; what is wrong with the name is said
         * there. */
    }
    entry->setup.bot_count = (uint8_t)(settings->seats - 1);
    for (unsigned i = 0; i < entry->setup.bot_count; i++)
        entry->setup.bots[i] = settings->bot_level;
    create(hall, conn, entry);
}

/* Whether the address, and each network around it, has left some of the places for others: half of them are
 * the most, and less when there are few. */
static bool may_watch(const struct hall *hall, const struct hall_table *table,
                      const struct hall_address *address)
{
    const uint32_t most = hall->limits.watchers_per_table;
    const uint32_t share = hall_share_left((most + 1) / 2, most, table->watcher_count);
    for (; address; address = address->wider) {
        uint32_t count = 0;
        for (const struct hall_conn *other = table->watchers; other; other = other->next)
            for (const struct hall_address *its = other->address; its; its = its->wider)
                count += its == address;
        if (count >= (uint64_t)share * address->times)
            return false;
    }
    return true;
}

static void watch(struct hall *hall, struct hall_conn *conn, struct hall_table *table)
{
    if (table->room.settings.watching == SETUP_WATCHING_NONE) {
        hall__refuse(hall, conn, 0, HALL_NO_WATCHERS, NULL);
        return;
    }
    if (!may_watch(hall, table, conn->address)) {
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
    if (hall__is_kept_out(hall, conn, 0, entry->name))
        return;
    if (entry->type == WIRE_ASKED_CREATE) {
        create(hall, conn, entry);
        return;
    }
    if (entry->type == WIRE_ASKED_MATCH) {
        if (hall_address_take(conn->address, HALL_PACE_JOINS, hall->limits.joins, hall->now_ms))
            match(hall, conn, entry);
        else
            hall__refuse(hall, conn, 0, HALL_TOO_FAST, NULL);
        return;
    }
    struct hall_table *table = hall__table_named(hall, entry->table);
    const uint8_t seat = table ? seat_of(table, entry) : (uint8_t)PEN_SEAT_NONE;
    uint64_t key;
    if (!table && hall->host.elsewhere && hall__key_read(entry->table, &key)) {
        if (!hall_address_take(conn->address, HALL_PACE_FINDS, hall->limits.finds, hall->now_ms)) {
            hall__refuse(hall, conn, 0, HALL_TOO_FAST, NULL); /* not that there is none */
            return;
        }
        if (hall->host.elsewhere(hall->host.context, conn->wire, key))
            return;
    }
    if (seat < PEN_SEATS_MAX && hall__is_kept_out(hall, conn, 0, table->room.seats[seat].name))
        return;
    /* Who has a seat comes back to it, however many come with them from one address: after a restart that
     * may be a whole school. Newcomers and guesses are counted. */
    if (seat == PEN_SEAT_NONE &&
        !hall_address_take(conn->address, HALL_PACE_JOINS, hall->limits.joins, hall->now_ms))
        hall__refuse(hall, conn, 0, HALL_TOO_FAST, NULL);
    else if (!table)
        refuse_no_table(hall, conn);
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
