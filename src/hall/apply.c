/* apply.c - tells a table something, and sees to what comes out of it. */
#include <string.h>

#include "hall/inside.h"
#include "words/hall_words.h"

enum { ENTRY_BYTES = 128 }; /* what an entry takes besides its text, while it waits */

struct context {
    struct hall *hall;
    struct hall_table *table;
    uint8_t leaver; /* the seat that asked to leave, or PEN_SEAT_NONE */
};

static void on_journal(void *argument, const char *text, size_t bytes)
{
    struct context *context = argument;
    struct hall *hall = context->hall;
    struct hall_table *table = context->table;
    if (table->is_lost)
        return;
    fair_chain_add_lines(&table->chain, text, bytes);
    const uint64_t place = store_append(hall->store, &(struct store_entry){
                                                         .table = table->key,
                                                         .seq = ++table->seq,
                                                         .epoch = table->epoch,
                                                         .before = table->last_place,
                                                         .bytes = text,
                                                         .count = bytes,
                                                         .hash = table->chain.hash,
                                                     });
    table->is_lost = place == 0;
    if (table->is_lost)
        return;
    table->last_place = place;
    table->group = hall->group;
    table->bytes += bytes;
    hall->gathered_bytes += bytes + ENTRY_BYTES;
    hall->made.entries++;
    hall->made.writes += bytes;
    hall->has_gathered = true;
}

static void on_send(void *argument, uint8_t viewer, const struct room_message *message)
{
    struct context *context = argument;
    if (context->table->is_lost)
        return; /* nobody hears of what is not written */
    /* A goodbye of the table's is the last message of its connection. */
    const uint16_t close_code = message->type != WIRE_TOLD_BYE    ? 0
                                : message->bye == ROOM_BYE_CLOSED ? HALL_CLOSE_NORMAL
                                                                  : HALL_CLOSE_KICKED;
    if (viewer < PEN_SEATS_MAX) {
        if (context->table->seated[viewer])
            hall__send(context->hall, context->table->seated[viewer], message, close_code);
        return;
    }
    for (struct hall_conn *conn = context->table->watchers; conn; conn = conn->next) {
        char bytes[1024];
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        if (close_code) {
            room_write_bye(&text, (enum room_bye)message->bye, (enum pen_lang)conn->lang);
            hall__send_text(context->hall, conn, WIRE_TOLD_BYE, &text, close_code);
        } else {
            hall__send(context->hall, conn, message, 0);
        }
    }
}

static void on_moved(void *argument, uint8_t from, uint8_t to)
{
    struct context *context = argument;
    struct hall_table *table = context->table;
    struct hall_conn *conn = table->seated[from];
    table->seated[from] = NULL;
    if (!conn)
        return;
    if (to < PEN_SEATS_MAX) {
        table->seated[to] = conn;
        conn->seat = to;
        return;
    }
    /* Who was sent away has heard so. Who left during the last game is only let go. */
    if (from != context->leaver)
        hall__send(context->hall, conn, NULL, HALL_CLOSE_NORMAL);
    conn->table = NULL;
}

bool hall__is_durable(const struct hall *hall, const struct hall_table *table)
{
    return table->group + (hall->is_writing ? 1 : 0) < hall->group;
}

void hall__empty(struct hall *hall, struct hall_table *table, uint16_t code)
{
    for (unsigned i = 0; i < PEN_SEATS_MAX; i++) {
        if (table->seated[i]) {
            hall__send(hall, table->seated[i], NULL, code);
            table->seated[i]->table = NULL;
            table->seated[i] = NULL;
        }
    }
    for (struct hall_conn *conn = table->watchers, *next; conn; conn = next) {
        next = conn->next;
        hall__send(hall, conn, NULL, code);
        conn->table = NULL;
        conn->next = conn->before = NULL;
    }
    table->watchers = NULL;
    table->watcher_count = 0;
}

/* The table is closed, as everybody has heard from it; who had left but kept the connection is let go
 * with them. Its entries leave the open ones. */
static void end(struct hall *hall, struct hall_table *table)
{
    hall__empty(hall, table, table->is_lost ? HALL_CLOSE_LATER : HALL_CLOSE_NORMAL);
    /* One that is lost, or whose end cannot be noted, stays among the open ones on the disk. */
    if (table->seq > 0 && !table->is_lost &&
        store_end_table(hall->store, &(struct store_entry){.table = table->key,
                                                           .epoch = table->epoch,
                                                           .before = table->last_place,
                                                           .place = hall->now_ms}))
        hall->has_gathered = true;
    hall->counters.ended++;
    hall__report_more(hall, table, false);
    hall__table_end(hall, table);
}

/* The table is told why, and closed: what it has played stays readable. */
static void close_full(struct hall *hall, struct hall_table *table)
{
    struct room_input input = {.type = ROOM_IN_CLOSE, .seat = PEN_SEAT_NONE};
    struct room_answer answer;
    table->is_full = true;
    hall__log(hall, HALL_WARN, "table-journal-full", WORD_HALL_LOG_TABLE_JOURNAL_FULL,
              (const struct pen_arg[]){PEN_ARGS(table->room.id, (unsigned long long)table->bytes)}, 2);
    for (unsigned i = 0; i < PEN_SEATS_MAX; i++)
        if (table->seated[i])
            hall__bye(hall, table->seated[i], HALL_JOURNAL_FULL);
    for (struct hall_conn *conn = table->watchers; conn; conn = conn->next)
        hall__bye(hall, conn, HALL_JOURNAL_FULL);
    hall__apply(hall, table, &input, &answer);
}

/* From now on the table goes by these. Who may not watch any more is told so. */
static void take_rules(struct hall *hall, struct hall_table *table, const struct room_rules *rules)
{
    hall__rules_use(hall, table, rules);
    if (table->room.settings.watching != SETUP_WATCHING_NONE)
        return;
    for (struct hall_conn *conn = table->watchers, *next; conn; conn = next) {
        next = conn->next;
        hall__bye(hall, conn, HALL_NO_WATCHERS);
        hall__go(hall, conn);
    }
}

/* Rules that the table has voted for are brought in, in the name of who has asked for them. */
static void carry_out_vote(struct hall *hall, struct hall_table *table)
{
    if (!table->room.is_granted)
        return;
    const uint8_t seat = table->room.granted_by;
    struct room_input input = {.type = ROOM_IN_SET,
                               .seat = seat,
                               .lang = table->room.live.lang[seat],
                               .set.settings = table->room.proposed};
    struct room_answer answer;
    hall__apply(hall, table, &input, &answer);
}

/* By which it is heard. Settings of somebody who may not choose are made for nobody; those of others were
 * made before, as far as there was place. */
static const struct room_rules *rules_for(const struct hall *hall, const struct hall_table *table,
                                          const struct room_input *input)
{
    const struct room *room = &table->room;
    if (input->type == ROOM_IN_SET && input->seat != room->host && !room->is_granted)
        return NULL;
    return input->type == ROOM_IN_OPEN || input->type == ROOM_IN_SET
               ? hall__rules_find(hall->rules, room_input_settings(input))
               : table->rules;
}

void hall__apply(struct hall *hall, struct hall_table *table, struct room_input *input,
                 struct room_answer *answer)
{
    if (table->is_ended) {
        *answer = (struct room_answer){.refusal = ROOM_REFUSED_CLOSED, .seat = PEN_SEAT_NONE};
        return;
    }
    struct context context = {hall, table,
                              input->type == ROOM_IN_LEAVE ? input->seat : (uint8_t)PEN_SEAT_NONE};
    const struct room_out out = {&context, on_journal, on_send, on_moved};
    bool has_settings = input->type == ROOM_IN_OPEN || input->type == ROOM_IN_SET;
    const struct room_rules *rules = rules_for(hall, table, input);
    input->now_ms = hall->now_ms;
    if (input->type == ROOM_IN_OPEN || room_wants_entropy(&table->room)) {
        hall->host.entropy(hall->host.context, input->entropy, sizeof input->entropy);
        input->has_entropy = true;
    }
    if (hall->give)
        room_think_outside(&table->room);
    uint16_t game_before = table->room.game_number;
    const uint8_t stage_before = table->room.stage;
    const bool had_entropy = table->room.has_entropy;
    *answer = room_apply(&table->room, rules, input, &out);
    hall__table_count(hall, table);
    hall->counters.games += table->room.game_number != game_before;
    if (answer->refusal != ROOM_ACCEPTED)
        hall->counters.refused++;
    else if (has_settings)
        take_rules(hall, table, rules);
    hall__rules_note(hall, table);
    hall__report_more(hall, table, true);
    if (table->is_lost)
        hall__log(hall, HALL_ERROR, "table-lost", WORD_HALL_LOG_TABLE_LOST,
                  (const struct pen_arg[]){PEN_ARGS(table->room.id)}, 1);
    if (table->is_lost || (table->seq > 0 && table->room.stage == ROOM_CLOSED)) {
        end(hall, table);
        return;
    }
    /* The moments at which lines of the game's record become fixed. */
    if ((table->room.has_entropy && !had_entropy) ||
        (table->room.stage != stage_before &&
         (table->room.stage == ROOM_REVEALING ||
          (table->room.stage == ROOM_PLAYING && stage_before != ROOM_BETWEEN))))
        hall__sign_for_all(hall, table);
    if (table->bytes >= hall->limits.journal_bytes && !table->is_full) {
        close_full(hall, table);
        return;
    }
    carry_out_vote(hall, table);
    if (table->is_ended)
        return;
    hall__notice(hall, table);
    hall__think(hall, table);
    /* Entropy that a table waits for is given at once, by the next turn. */
    hall__heap_set(hall, table, room_wants_entropy(&table->room) ? 0 : room_deadline(&table->room));
}
