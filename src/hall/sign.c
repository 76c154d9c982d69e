/* sign.c - what the house puts its name to: the lines of a game's record that are already fixed, told to
 * everybody at the table at the moment at which they are (docs/FAIRNESS.md). */
#include <string.h>

#include "hall/inside.h"

void hall_sign_with(struct hall *hall, const struct fair_signer *signer)
{
    hall->signer = *signer;
}

const struct fair_signer *hall__signer(const struct hall *hall)
{
    return hall->signer.sign ? &hall->signer : NULL;
}

/* The message into the hall's scratch. False: there is nothing to say. */
static bool write_message(struct hall *hall, const struct room *room, bool is_whole, struct pen_text *text)
{
    struct wire_told_proof told;
    wire_clear_told_proof(&told);
    struct pen_text statement = pen_text_in(told.text, sizeof told.text);
    *text = pen_text_in(hall->scratch, sizeof hall->scratch);
    if (!hall->signer.sign || !room_write_statement(room, is_whole, &statement))
        return false;
    PEN_ASSERT(!statement.is_cut);
    hall->signer.sign(hall->signer.context, statement.bytes, statement.length, told.sign);
    memcpy(told.key, hall->signer.key, sizeof told.key);
    told.has_key = told.has_sign = true;
    wire_write_told_proof(text, NULL, &told);
    return true;
}

void hall__sign_for(struct hall *hall, struct hall_conn *conn)
{
    /* Who comes in the middle of a game gets what was fixed first: seats may have been given to bots since.
     */
    const struct room *room = &conn->table->room;
    struct pen_text text;
    if (write_message(hall, room, room->stage == ROOM_REVEALING, &text))
        hall__send_text(hall, conn, WIRE_TOLD_SIGNED, &text, 0);
}

void hall__sign_for_all(struct hall *hall, struct hall_table *table)
{
    struct pen_text text;
    if (!write_message(hall, &table->room, true, &text))
        return;
    for (unsigned seat = 0; seat < PEN_SEATS_MAX; seat++)
        if (table->seated[seat])
            hall__send_text(hall, table->seated[seat], WIRE_TOLD_SIGNED, &text, 0);
    for (struct hall_conn *conn = table->watchers; conn; conn = conn->next)
        hall__send_text(hall, conn, WIRE_TOLD_SIGNED, &text, 0);
}
