/* sign.c - what the house puts its name to: the lines of a game's record that are already fixed, told to
 * everybody at the table at the moment at which they are (docs/FAIRNESS.md). */
#include <string.h>

#include "hall/inside.h"

void hall_sign_with(struct hall *hall, const struct fair_signer *signer)
{
    hall->signer = *signer;
}

/* Signing is the dearest thing that opening a table asks for. */
static void sign(struct hall *hall, struct hall_signed *last, const struct pen_text *statement)
{
    uint8_t hash[FAIR_HASH_BYTES];
    struct fair_sha512 sha;
    fair_sha512_init(&sha);
    fair_sha512_add(&sha, statement->bytes, statement->length);
    fair_sha512_end(&sha, hash);
    if (memcmp(hash, last->text, sizeof last->text) == 0)
        return;
    hall->signer.sign(hall->signer.context, statement->bytes, statement->length, last->signature);
    memcpy(last->text, hash, sizeof last->text);
}

/* The message into the hall's scratch. False: there is nothing to say. */
static bool write_message(struct hall *hall, struct hall_table *table, bool is_whole, struct pen_text *text)
{
    struct wire_told_proof told;
    wire_clear_told_proof(&told);
    struct pen_text statement = pen_text_in(told.text, sizeof told.text);
    *text = pen_text_in(hall->scratch, sizeof hall->scratch);
    if (!hall->signer.sign || !room_write_statement(&table->room, is_whole, &statement))
        return false;
    PEN_ASSERT(!statement.is_cut);
    sign(hall, &table->sign, &statement);
    memcpy(told.sign, table->sign.signature, sizeof told.sign);
    memcpy(told.key, hall->signer.key, sizeof told.key);
    told.has_key = told.has_sign = true;
    wire_write_told_proof(text, NULL, &told);
    return true;
}

void hall__sign_for(struct hall *hall, struct hall_conn *conn)
{
    /* Who comes in the middle of a game gets what was fixed first: seats may have been given to bots since.
     */
    struct hall_table *table = conn->table;
    struct pen_text text;
    if (write_message(hall, table, table->room.stage == ROOM_REVEALING, &text))
        hall__send_text(hall, conn, WIRE_TOLD_SIGNED, &text, 0);
}

void hall__sign_for_all(struct hall *hall, struct hall_table *table)
{
    struct pen_text text;
    if (!write_message(hall, table, true, &text))
        return;
    for (unsigned seat = 0; seat < PEN_SEATS_MAX; seat++)
        if (table->seated[seat])
            hall__send_text(hall, table->seated[seat], WIRE_TOLD_SIGNED, &text, 0);
    for (struct hall_conn *conn = table->watchers; conn; conn = conn->next)
        hall__send_text(hall, conn, WIRE_TOLD_SIGNED, &text, 0);
}
