/* verify_lines.c - reads the lines that make a record checkable.
 *
 * Strictly: one way to write each of them, each once, none unknown. So a changed byte in one of them is a
 * line that cannot be read, or a value that does not fit. */
#include <string.h>

#include "fair/hex.h"
#include "fair/signed.h"
#include "fair/verifier.h"
#include "penultima/words_fair.h"

/* ---- the chain ------------------------------------------------------------------------------------------
 */

static bool has_word(const struct fair_word_bytes *words, unsigned count, unsigned index, const char *string)
{
    return index < count && fair_word_is(words[index], string);
}

static void check_chain(struct fair_verifier *verifier, struct fair_lines lines,
                        const struct fair_word_bytes *words, unsigned count)
{
    uint8_t hash[FAIR_HASH_BYTES];
    verifier->chain_line = lines.line;
    if (count != 2 || !fair_hex_read(words[1].bytes, words[1].count, hash, sizeof hash) ||
        !fair_equal(hash, verifier->chain.hash, sizeof hash))
        FAIR_FOUND(verifier, FAIR_CHECK_CHAIN, lines.line, PEN_WORD_FAIR_CHAIN_WRONG, NULL);
    else if (lines.at < lines.count)
        FAIR_FOUND(verifier, FAIR_CHECK_CHAIN, lines.line + 1, PEN_WORD_FAIR_CHAIN_NOT_LAST, NULL);
    else if (lines.bytes[lines.count - 1] != '\n')
        FAIR_FOUND(verifier, FAIR_CHECK_CHAIN, lines.line, PEN_WORD_FAIR_CHAIN_WRONG, NULL);
}

/* The line before the last may be the server's signature of everything before it. */
static void check_signature(struct fair_verifier *verifier, unsigned number, struct fair_word_bytes line,
                            struct fair_word_bytes table, const struct fair_chain *chain)
{
    char bytes[FAIR_STATEMENT_BYTES];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    uint8_t signature[FAIR_SIGNATURE_BYTES];
    if (!line.bytes || !fair_read_signature(line.bytes, line.count, verifier->key, signature))
        return;
    verifier->signed_line = number;
    fair_write_end(&text, table.bytes ? table.bytes : "", table.count, chain);
    if (text.is_cut || !fair_signed_check(verifier->key, signature, text.bytes, text.length))
        FAIR_FOUND(verifier, FAIR_CHECK_SIGNED, number, PEN_WORD_FAIR_SIGNED_WRONG,
                   fair_key_digits(verifier->key).bytes);
}

bool fair_read_chain(struct fair_verifier *verifier)
{
    struct fair_lines lines = fair_lines_of(verifier->bytes, verifier->byte_count);
    struct fair_word_bytes line, words[FAIR_LINE_WORDS_MAX];
    unsigned count;
    struct fair_word_bytes before = {NULL, 0}, table = {NULL, 0};
    struct fair_chain chain_before;
    fair_chain_init(&verifier->chain);
    chain_before = verifier->chain;
    while (fair_lines_next(&lines, &line)) {
        if (fair_line_split(line, words, &count)) {
            if (!table.bytes && has_word(words, count, 0, "table"))
                table = line;
            uint32_t version;
            if (count == 2 && has_word(words, count, 0, "fair") && fair_word_number(words[1], &version) &&
                version >= 1 && version <= FAIR_VERSION) {
                verifier->version_line = lines.line;
                verifier->inputs.version = (uint8_t)version;
            }
            if (has_word(words, count, 0, "chain")) {
                check_signature(verifier, lines.line - 1, before, table, &chain_before);
                check_chain(verifier, lines, words, count);
                break;
            }
        }
        before = line;
        chain_before = verifier->chain;
        fair_chain_add(&verifier->chain, line.bytes, line.count);
        verifier->findings[FAIR_CHECK_CHAIN].count++;
    }
    if (verifier->chain_line == 0)
        FAIR_FOUND(verifier, FAIR_CHECK_CHAIN, lines.line, PEN_WORD_FAIR_NO_CHAIN, NULL);
    return verifier->version_line != 0;
}

/* ---- one line -------------------------------------------------------------------------------------------
 */

static bool find_seat(const struct pen_names *names, struct fair_word_bytes word, uint8_t *seat)
{
    for (*seat = 0; *seat < names->count; ++*seat)
        if (fair_word_is(word, names->name[*seat]))
            return true;
    return false;
}

bool fair_read_tie(const struct pen_names *names, struct fair_word_bytes line, struct fair_tie *tie)
{
    struct fair_word_bytes words[FAIR_LINE_WORDS_MAX];
    unsigned count, seen = 0;
    if (!fair_line_split(line, words, &count) || !has_word(words, count, 0, "tie") || count < 4 ||
        !fair_word_number(words[1], &tie->number))
        return false;
    tie->count = count - 2;
    for (unsigned i = 0; i < tie->count; i++) {
        uint8_t seat;
        if (!find_seat(names, words[2 + i], &seat) || (seen >> seat & 1))
            return false;
        seen |= 1u << seat;
        tie->seats[i] = seat;
    }
    return true;
}

enum reading { READ, READ_TWICE, NOT_READ };

static enum reading read_table(struct fair_verifier *verifier, const struct fair_word_bytes *words,
                               unsigned count, unsigned line)
{
    struct fair_inputs *inputs = &verifier->inputs;
    if (verifier->table_line != 0)
        return READ_TWICE;
    if (count != 4 || !fair_word_is(words[2], "game") ||
        !fair_table_is_good(words[1].bytes, words[1].count) ||
        !fair_word_number(words[3], &inputs->game_number))
        return NOT_READ;
    memcpy(inputs->table, words[1].bytes, words[1].count);
    verifier->table_line = line;
    return READ;
}

static enum reading read_server(struct fair_verifier *verifier, const struct fair_word_bytes *words,
                                unsigned count, unsigned line)
{
    const bool is_commit = has_word(words, count, 1, "commit");
    unsigned *noted = is_commit ? &verifier->server_commit_line : &verifier->server_seed_line;
    uint8_t *to = is_commit ? verifier->commitment : verifier->inputs.server_seed;
    const size_t bytes = is_commit ? FAIR_HASH_BYTES : FAIR_SERVER_SEED_BYTES;
    if (count != 3 || (!is_commit && !fair_word_is(words[1], "seed")))
        return NOT_READ;
    if (*noted != 0)
        return READ_TWICE;
    if (!fair_hex_read(words[2].bytes, words[2].count, to, bytes))
        return NOT_READ;
    *noted = line;
    return READ;
}

static enum reading read_commit(struct fair_verifier *verifier, const struct fair_word_bytes *words,
                                unsigned count, unsigned line)
{
    uint8_t seat;
    if (count != 3 || !find_seat(&verifier->names, words[1], &seat))
        return NOT_READ;
    if (verifier->commit_line[seat] != 0)
        return READ_TWICE;
    struct fair_share *share = &verifier->inputs.shares[seat];
    if (!fair_hex_read(words[2].bytes, words[2].count, share->commitment, sizeof share->commitment))
        return NOT_READ;
    verifier->commit_line[seat] = line;
    return READ;
}

static enum reading read_share(struct fair_verifier *verifier, const struct fair_word_bytes *words,
                               unsigned count, unsigned line)
{
    uint8_t seat;
    if (count != 3 || !find_seat(&verifier->names, words[1], &seat))
        return NOT_READ;
    if (verifier->share_line[seat] != 0)
        return READ_TWICE;
    struct fair_share *share = &verifier->inputs.shares[seat];
    if (fair_hex_read(words[2].bytes, words[2].count, share->seed, sizeof share->seed))
        share->state = FAIR_SHARE_REVEALED;
    else if (fair_word_is(words[2], "withheld"))
        share->state = FAIR_SHARE_COMMITTED;
    else if (!fair_word_is(words[2], "none"))
        return NOT_READ;
    verifier->share_line[seat] = line;
    return READ;
}

static enum reading read_line(struct fair_verifier *verifier, struct fair_word_bytes line,
                              const struct fair_word_bytes *words, unsigned count, unsigned number)
{
    struct fair_tie tie;
    if (has_word(words, count, 0, "fair"))
        return number == verifier->version_line ? READ : NOT_READ;
    if (has_word(words, count, 0, "table"))
        return read_table(verifier, words, count, number);
    if (has_word(words, count, 0, "server"))
        return read_server(verifier, words, count, number);
    if (has_word(words, count, 0, "commit"))
        return read_commit(verifier, words, count, number);
    if (has_word(words, count, 0, "seed"))
        return read_share(verifier, words, count, number);
    if (has_word(words, count, 0, "tie"))
        return fair_read_tie(&verifier->names, line, &tie) ? READ : NOT_READ;
    /* What is wrong with the chain is said by its own check. */
    return has_word(words, count, 0, "chain") ? READ : NOT_READ;
}

/* ---- all lines ------------------------------------------------------------------------------------------
 */

static void read_lines(struct fair_verifier *verifier)
{
    struct fair_lines lines = fair_lines_of(verifier->bytes, verifier->byte_count);
    struct fair_word_bytes line, words[FAIR_LINE_WORDS_MAX];
    unsigned count;
    while (fair_lines_next(&lines, &line)) {
        if (!fair_line_split(line, words, &count))
            continue;
        enum reading reading = read_line(verifier, line, words, count, lines.line);
        if (reading == READ)
            continue;
        char bytes[80];
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        pen_text_add_bytes(&text, line.bytes, line.count);
        FAIR_FOUND(verifier, FAIR_CHECK_FORM, lines.line,
                   reading == READ_TWICE ? PEN_WORD_FAIR_TWICE : PEN_WORD_FAIR_NOT_UNDERSTOOD, bytes);
    }
    if (verifier->table_line == 0)
        FAIR_FOUND(verifier, FAIR_CHECK_FORM, 0, PEN_WORD_FAIR_NO_TABLE, NULL);
}

static void check_server(struct fair_verifier *verifier)
{
    uint8_t hash[FAIR_HASH_BYTES];
    fair_commit_server(verifier->inputs.server_seed, hash);
    if (verifier->server_commit_line == 0)
        FAIR_FOUND(verifier, FAIR_CHECK_SERVER, 0, PEN_WORD_FAIR_NO_SERVER_COMMIT, NULL);
    else if (verifier->server_seed_line == 0)
        FAIR_FOUND(verifier, FAIR_CHECK_SERVER, 0, PEN_WORD_FAIR_NO_SERVER_SEED, NULL);
    else if (!fair_equal(hash, verifier->commitment, sizeof hash))
        FAIR_FOUND(verifier, FAIR_CHECK_SERVER, verifier->server_seed_line, PEN_WORD_FAIR_SERVER_WRONG, NULL);
}

void fair_read_seeds(struct fair_verifier *verifier, const struct pen_mesa_moment *moment)
{
    /* Ties may be of those who sat down later; seeds are of the first ones. */
    verifier->names = verifier->shown = verifier->mesa.everybody;
    pen_names_show(&verifier->shown);
    verifier->inputs.seat_count = moment->names->count;
    read_lines(verifier);
    check_server(verifier);
    verifier->has_key = verifier->table_line != 0 && verifier->server_seed_line != 0;
    for (unsigned seat = 0; seat < verifier->inputs.seat_count; seat++)
        verifier->has_key = verifier->has_key && verifier->share_line[seat] != 0;
    if (verifier->has_key)
        fair_init(&verifier->fair, moment->edition, moment->rules, &verifier->inputs);
}
