/* push.c - whose turn it is, for those who are not connected: who is awaited and neither there nor told yet.
 *
 * A moment passes before anybody is told, because who loads a page again is back at once; and as all that
 * leaves the house, it waits until the journal has it. */
#include <stdlib.h>
#include <string.h>

#include "hall/inside.h"

enum { PATIENCE_MS = 4000, AGAIN_MS = 200, NAMES_BYTES = 128 };

void hall_push_with(struct hall *hall, const struct hall_pusher *pusher)
{
    hall->pusher = pusher;
}

/* Who is to be told and has no connection. */
static uint16_t absent(const struct hall_table *table)
{
    uint16_t seats = 0;
    for (unsigned seat = 0; seat < PEN_SEATS_MAX; seat++)
        if ((table->untold >> seat & 1) && !table->seated[seat])
            seats |= (uint16_t)(1u << seat);
    return seats;
}

void hall__notice_nobody(struct hall_table *table)
{
    table->awaited = room_awaited(&table->room);
    table->untold = 0;
}

void hall__notice(struct hall *hall, struct hall_table *table)
{
    const uint16_t now = room_awaited(&table->room);
    table->untold = (uint16_t)((table->untold | (now & ~table->awaited)) & now);
    table->awaited = now;
    if (!hall->pusher || table->is_noted || absent(table) == 0)
        return;
    if (hall->note_count == hall->note_size) {
        const size_t size = hall->note_size ? 2 * hall->note_size : 16;
        struct hall_note *notes = realloc(hall->notes, size * sizeof *notes);
        if (!notes)
            return; /* it is tried again with the next input */
        hall->notes = notes;
        hall->note_size = size;
    }
    hall->notes[hall->note_count++] = (struct hall_note){table->key, hall->outside_ms + PATIENCE_MS};
    table->is_noted = true;
}

/* As they are read on a screen that is locked. */
static void write_others(const struct hall_table *table, unsigned seat, char names[NAMES_BYTES])
{
    size_t length = 0;
    names[0] = 0;
    for (unsigned other = 0; other < table->room.seat_count; other++) {
        char name[PEN_PLAYER_BYTES];
        memcpy(name, table->room.seats[other].name, sizeof name);
        pen_name_show(name);
        const size_t bytes = strlen(name);
        if (other == seat || bytes == 0 || length + bytes + 3 > NAMES_BYTES)
            continue;
        memcpy(names + length, ", ", 2);
        memcpy(names + length + (length ? 2 : 0), name, bytes + 1);
        length += bytes + (length ? 2 : 0);
    }
}

static void tell(struct hall *hall, struct hall_table *table, unsigned seat)
{
    char names[NAMES_BYTES];
    write_others(table, seat, names);
    hall->pusher->tell(hall->pusher->context,
                       &(struct hall_awaited){.key = table->key,
                                              .id = table->room.id,
                                              .title = table->room.settings.title,
                                              .token_hash = table->room.seats[seat].token_hash,
                                              .others = names,
                                              .move_ms = table->room.settings.move_ms});
}

uint64_t hall__tell_awaited(struct hall *hall)
{
    size_t kept = 0;
    for (size_t i = 0; i < hall->note_count; i++) {
        const struct hall_note note = hall->notes[i];
        struct hall_table *table = hall__table_find(hall, note.key);
        if (!table)
            continue;
        const bool is_due = note.due_ms <= hall->outside_ms;
        if (!is_due || !hall__is_durable(hall, table)) {
            hall->notes[kept++] =
                (struct hall_note){note.key, is_due ? hall->outside_ms + AGAIN_MS : note.due_ms};
            continue;
        }
        const uint16_t seats = absent(table);
        table->is_noted = false;
        table->untold &= (uint16_t)~seats;
        for (unsigned seat = 0; seat < PEN_SEATS_MAX; seat++)
            if (seats >> seat & 1)
                tell(hall, table, seat);
    }
    hall->note_count = kept;
    uint64_t due_ms = ROOM_NEVER;
    for (size_t i = 0; i < kept; i++)
        due_ms = hall->notes[i].due_ms < due_ms ? hall->notes[i].due_ms : due_ms;
    return due_ms;
}

void hall__subscribe(struct hall *hall, struct hall_conn *conn, const struct wire_asked *asked)
{
    struct hall_table *table = conn->table;
    char bytes[96];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    if (!table || conn->seat >= PEN_SEATS_MAX) {
        hall__refuse(hall, conn, asked->id, table ? HALL_ONLY_WATCHES : HALL_NOT_IN, NULL);
        return;
    }
    if (!hall->pusher) {
        hall__refuse(hall, conn, asked->id, HALL_NO_PUSH, NULL);
        return;
    }
    const struct hall_push push = {.key = table->key,
                                   .token_hash = table->room.seats[conn->seat].token_hash,
                                   .lang = conn->lang,
                                   .endpoint = asked->push.endpoint,
                                   .browser_key = asked->push.key,
                                   .auth = asked->push.auth,
                                   .from = hall_address_number(conn->address->name)};
    const char *wrong = hall->pusher->subscribe(hall->pusher->context, &push);
    if (wrong) {
        hall__refuse(hall, conn, asked->id, HALL_BAD_PUSH, wrong);
        return;
    }
    wire_write_told_ok(&text, NULL, &(struct wire_told_ok){.id = asked->id, .n = table->room.n});
    hall__send_text(hall, conn, WIRE_TOLD_OK, &text, 0);
}
