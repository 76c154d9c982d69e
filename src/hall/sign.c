/* sign.c - what the house puts its name to: the lines of a game's record that are already fixed, told to
 * everybody at the table at the moment at which they are (docs/FAIRNESS.md). */
#include "fair/hex.h"
#include "hall/inside.h"

void hall_sign_with(struct hall *hall, const struct fair_signer *signer)
{
    hall->signer = *signer;
}

const struct fair_signer *hall__signer(const struct hall *hall)
{
    return hall->signer.sign ? &hall->signer : NULL;
}

/* The message into the hall's scratch; its length, or 0 if there is nothing to say. */
static size_t write_message(struct hall *hall, const struct room *room, bool is_whole)
{
    char lines[FAIR_STATEMENT_BYTES];
    uint8_t signature[FAIR_SIGNATURE_BYTES];
    struct pen_text statement = pen_text_in(lines, sizeof lines);
    struct pen_text text = pen_text_in(hall->scratch, sizeof hall->scratch);
    if (!hall->signer.sign || !room_write_statement(room, is_whole, &statement))
        return 0;
    PEN_ASSERT(!statement.is_cut);
    hall->signer.sign(hall->signer.context, statement.bytes, statement.length, signature);
    pen_text_add(&text, "{\"t\":\"signed\",\"key\":\"");
    fair_hex_write(&text, hall->signer.key, FAIR_KEY_BYTES);
    pen_text_add(&text, "\",\"sign\":\"");
    fair_hex_write(&text, signature, sizeof signature);
    pen_text_add(&text, "\",\"text\":");
    room_write_string(&text, statement.bytes, statement.length);
    pen_text_add(&text, "}");
    return text.length;
}

void hall__sign_for(struct hall *hall, struct hall_conn *conn)
{
    /* Who comes in the middle of a game gets what was fixed first: seats may have been given to bots since.
     */
    const struct room *room = &conn->table->room;
    const size_t count = write_message(hall, room, room->stage == ROOM_REVEALING);
    if (count > 0)
        hall__send(hall, conn, hall->scratch, count, 0);
}

void hall__sign_for_all(struct hall *hall, struct hall_table *table)
{
    const size_t count = write_message(hall, &table->room, true);
    for (unsigned seat = 0; count > 0 && seat < PEN_SEATS_MAX; seat++)
        if (table->seated[seat])
            hall__send(hall, table->seated[seat], hall->scratch, count, 0);
    for (struct hall_conn *conn = count > 0 ? table->watchers : NULL; conn; conn = conn->next)
        hall__send(hall, conn, hall->scratch, count, 0);
}
