/* commit.c - commitments to seeds, and the key that the revealed seeds make. */
#include <string.h>

#include "fair/fair.h"
#include "fair/hex.h"

/* Every hash begins with what it is for, a zero byte behind it, so that none can stand for another. */
static const char of_server[] = "penultima/1 server";
static const char of_client[] = "penultima/1 client";
static const char of_key[] = "penultima/1 key";

static void commit(const char *purpose, size_t purpose_bytes, const uint8_t *seed, size_t seed_bytes,
                   uint8_t *hash)
{
    struct fair_sha512 sha;
    fair_sha512_init(&sha);
    fair_sha512_add(&sha, purpose, purpose_bytes);
    fair_sha512_add(&sha, seed, seed_bytes);
    fair_sha512_end(&sha, hash);
}

void fair_commit_server(const uint8_t seed[FAIR_SERVER_SEED_BYTES], uint8_t hash[FAIR_HASH_BYTES])
{
    commit(of_server, sizeof of_server, seed, FAIR_SERVER_SEED_BYTES, hash);
}

void fair_commit_client(const uint8_t seed[FAIR_CLIENT_SEED_BYTES], uint8_t hash[FAIR_HASH_BYTES])
{
    commit(of_client, sizeof of_client, seed, FAIR_CLIENT_SEED_BYTES, hash);
}

bool fair_reveal(struct fair_share *share, const uint8_t seed[FAIR_CLIENT_SEED_BYTES])
{
    uint8_t hash[FAIR_HASH_BYTES];
    if (share->state != FAIR_SHARE_COMMITTED)
        return false;
    fair_commit_client(seed, hash);
    if (!fair_equal(hash, share->commitment, sizeof hash))
        return false;
    memcpy(share->seed, seed, sizeof share->seed);
    share->state = FAIR_SHARE_REVEALED;
    return true;
}

static bool is_of_table(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
           byte == '_' || byte == '-';
}

bool fair_table_is_good(const char *bytes, size_t count)
{
    if (count == 0 || count >= FAIR_TABLE_BYTES)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!is_of_table(bytes[i]))
            return false;
    return true;
}

static void make_key(const struct fair_inputs *inputs, uint8_t key[FAIR_HASH_BYTES])
{
    struct fair_hmac hmac;
    uint8_t table_bytes = 0;
    while (table_bytes < FAIR_TABLE_BYTES - 1 && inputs->table[table_bytes])
        table_bytes++;
    PEN_ASSERT(fair_table_is_good(inputs->table, table_bytes));
    const uint8_t numbers[5] = {
        (uint8_t)inputs->game_number,
        (uint8_t)(inputs->game_number >> 8),
        (uint8_t)(inputs->game_number >> 16),
        (uint8_t)(inputs->game_number >> 24),
        inputs->seat_count,
    };
    fair_hmac_init(&hmac, inputs->server_seed, sizeof inputs->server_seed);
    fair_hmac_add(&hmac, of_key, sizeof of_key);
    fair_hmac_add(&hmac, &table_bytes, 1);
    fair_hmac_add(&hmac, inputs->table, table_bytes);
    fair_hmac_add(&hmac, numbers, sizeof numbers);
    for (unsigned seat = 0; seat < inputs->seat_count; seat++) {
        const struct fair_share *share = &inputs->shares[seat];
        const bool is_revealed = share->state == FAIR_SHARE_REVEALED;
        /* A seed that was withheld is replaced by its commitment, which is bound by that. */
        const uint8_t bytes = share->state == FAIR_SHARE_NONE ? 0
                              : is_revealed                   ? FAIR_CLIENT_SEED_BYTES
                                                              : FAIR_HASH_BYTES;
        fair_hmac_add(&hmac, &bytes, 1);
        fair_hmac_add(&hmac, is_revealed ? share->seed : share->commitment, bytes);
    }
    fair_hmac_end(&hmac, key);
}

/* Whether 'left' is written before 'right', as bytes. */
static bool is_before(const struct pen_edition *edition, const struct pen_rules *rules, uint8_t left,
                      uint8_t right)
{
    char words[2][16];
    struct pen_text texts[2] = {pen_text_in(words[0], sizeof words[0]),
                                pen_text_in(words[1], sizeof words[1])};
    pen_card_write(edition, rules, left, &texts[0]);
    pen_card_write(edition, rules, right, &texts[1]);
    /* Both end with a zero byte, so that the shorter one of two equal beginnings comes first. */
    size_t shared = texts[0].length < texts[1].length ? texts[0].length : texts[1].length;
    return memcmp(words[0], words[1], shared + 1) < 0;
}

/* The cards are sorted by their written form before they are shuffled, not by the number that our rules
 * give to their kinds: so whoever has the record needs no list of the edition's cards to repeat it. */
static void sort_kinds(struct fair *fair, const struct pen_edition *edition, const struct pen_rules *rules)
{
    for (uint8_t kind = 0; kind < rules->kind_count; kind++) {
        unsigned place = kind;
        while (place > 0 && is_before(edition, rules, kind, fair->kinds[place - 1])) {
            fair->kinds[place] = fair->kinds[place - 1];
            place--;
        }
        fair->kinds[place] = kind;
    }
    fair->kind_count = rules->kind_count;
}

void fair_init(struct fair *fair, const struct pen_edition *edition, const struct pen_rules *rules,
               const struct fair_inputs *inputs)
{
    PEN_ASSERT(inputs->seat_count >= PEN_SEATS_MIN && inputs->seat_count <= PEN_SEATS_MAX);
    memset(fair, 0, sizeof *fair);
    make_key(inputs, fair->key);
    sort_kinds(fair, edition, rules);
    fair->seat_count = inputs->seat_count & 15u;
    fair->version = inputs->version & 15u;
}
