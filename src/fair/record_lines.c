/* record_lines.c - writes the lines that make a record checkable. */
#include "fair/record_lines.h"

#include <string.h>

#include "fair/hex.h"
#include "fair/lines.h"

static void write_hex_line(struct pen_text *text, const char *before, const uint8_t *bytes, size_t count)
{
    pen_text_add(text, before);
    fair_hex_write(text, bytes, count);
    pen_text_add(text, "\n");
}

void fair_write_commitments(struct pen_text *text, const struct fair_inputs *inputs,
                            const struct pen_names *names)
{
    uint8_t hash[FAIR_HASH_BYTES];
    pen_text_add(text, "#! fair ");
    pen_text_add_number(text, inputs->version);
    pen_text_add(text, "\n#! table ");
    pen_text_add(text, inputs->table);
    pen_text_add(text, " game ");
    pen_text_add_number(text, inputs->game_number);
    pen_text_add(text, "\n");
    fair_commit_server(inputs->server_seed, hash);
    write_hex_line(text, "#! server commit ", hash, sizeof hash);
    for (unsigned seat = 0; seat < inputs->seat_count; seat++) {
        const struct fair_share *share = &inputs->shares[seat];
        if (share->state == FAIR_SHARE_NONE)
            continue;
        pen_text_add(text, "#! commit ");
        pen_text_add(text, names->name[seat]);
        write_hex_line(text, " ", share->commitment, sizeof share->commitment);
    }
}

void fair_write_shares(struct pen_text *text, const struct fair_inputs *inputs, const struct pen_names *names)
{
    for (unsigned seat = 0; seat < inputs->seat_count; seat++) {
        const struct fair_share *share = &inputs->shares[seat];
        pen_text_add(text, "#! seed ");
        pen_text_add(text, names->name[seat]);
        if (share->state == FAIR_SHARE_REVEALED)
            write_hex_line(text, " ", share->seed, sizeof share->seed);
        else
            pen_text_add(text, share->state == FAIR_SHARE_NONE ? " none\n" : " withheld\n");
    }
}

void fair_write_tie(struct pen_text *text, uint16_t tie_number, const struct pen_names *names,
                    const uint8_t *seats, unsigned count)
{
    pen_text_add(text, "#! tie ");
    pen_text_add_number(text, tie_number);
    for (unsigned i = 0; i < count; i++) {
        pen_text_add(text, " ");
        pen_text_add(text, names->name[seats[i]]);
    }
    pen_text_add(text, "\n");
}

void fair_write_server_seed(struct pen_text *text, const struct fair_inputs *inputs)
{
    write_hex_line(text, "#! server seed ", inputs->server_seed, sizeof inputs->server_seed);
}

void fair_write_chain(struct pen_text *text, const struct fair_chain *chain)
{
    write_hex_line(text, "#! chain ", chain->hash, sizeof chain->hash);
}

const char *fair_find_mark(const char *bytes, size_t count, const char *mark, size_t *length)
{
    struct fair_lines lines = fair_lines_of(bytes, count);
    struct fair_word_bytes line;
    size_t size = 0;
    while (mark[size])
        size++;
    while (fair_lines_next(&lines, &line)) {
        if (line.count < size || memcmp(line.bytes, mark, size) != 0)
            continue;
        *length = line.count;
        return line.bytes;
    }
    return NULL;
}
