/* sha512.c - SHA-512 and HMAC-SHA-512, written after the standards, for clarity before speed. */
#include "fair/sha512.h"

#include <string.h>

enum { BLOCK_BYTES = 128, ROUNDS = 80 };

/* The fractions of the square roots of the first 8 primes. */
static const uint64_t first_state[8] = {
    UINT64_C(0x6a09e667f3bcc908), UINT64_C(0xbb67ae8584caa73b), UINT64_C(0x3c6ef372fe94f82b),
    UINT64_C(0xa54ff53a5f1d36f1), UINT64_C(0x510e527fade682d1), UINT64_C(0x9b05688c2b3e6c1f),
    UINT64_C(0x1f83d9abfb41bd6b), UINT64_C(0x5be0cd19137e2179),
};

/* The fractions of the cube roots of the first 80 primes. */
static const uint64_t round_words[ROUNDS] = {
    UINT64_C(0x428a2f98d728ae22), UINT64_C(0x7137449123ef65cd), UINT64_C(0xb5c0fbcfec4d3b2f),
    UINT64_C(0xe9b5dba58189dbbc), UINT64_C(0x3956c25bf348b538), UINT64_C(0x59f111f1b605d019),
    UINT64_C(0x923f82a4af194f9b), UINT64_C(0xab1c5ed5da6d8118), UINT64_C(0xd807aa98a3030242),
    UINT64_C(0x12835b0145706fbe), UINT64_C(0x243185be4ee4b28c), UINT64_C(0x550c7dc3d5ffb4e2),
    UINT64_C(0x72be5d74f27b896f), UINT64_C(0x80deb1fe3b1696b1), UINT64_C(0x9bdc06a725c71235),
    UINT64_C(0xc19bf174cf692694), UINT64_C(0xe49b69c19ef14ad2), UINT64_C(0xefbe4786384f25e3),
    UINT64_C(0x0fc19dc68b8cd5b5), UINT64_C(0x240ca1cc77ac9c65), UINT64_C(0x2de92c6f592b0275),
    UINT64_C(0x4a7484aa6ea6e483), UINT64_C(0x5cb0a9dcbd41fbd4), UINT64_C(0x76f988da831153b5),
    UINT64_C(0x983e5152ee66dfab), UINT64_C(0xa831c66d2db43210), UINT64_C(0xb00327c898fb213f),
    UINT64_C(0xbf597fc7beef0ee4), UINT64_C(0xc6e00bf33da88fc2), UINT64_C(0xd5a79147930aa725),
    UINT64_C(0x06ca6351e003826f), UINT64_C(0x142929670a0e6e70), UINT64_C(0x27b70a8546d22ffc),
    UINT64_C(0x2e1b21385c26c926), UINT64_C(0x4d2c6dfc5ac42aed), UINT64_C(0x53380d139d95b3df),
    UINT64_C(0x650a73548baf63de), UINT64_C(0x766a0abb3c77b2a8), UINT64_C(0x81c2c92e47edaee6),
    UINT64_C(0x92722c851482353b), UINT64_C(0xa2bfe8a14cf10364), UINT64_C(0xa81a664bbc423001),
    UINT64_C(0xc24b8b70d0f89791), UINT64_C(0xc76c51a30654be30), UINT64_C(0xd192e819d6ef5218),
    UINT64_C(0xd69906245565a910), UINT64_C(0xf40e35855771202a), UINT64_C(0x106aa07032bbd1b8),
    UINT64_C(0x19a4c116b8d2d0c8), UINT64_C(0x1e376c085141ab53), UINT64_C(0x2748774cdf8eeb99),
    UINT64_C(0x34b0bcb5e19b48a8), UINT64_C(0x391c0cb3c5c95a63), UINT64_C(0x4ed8aa4ae3418acb),
    UINT64_C(0x5b9cca4f7763e373), UINT64_C(0x682e6ff3d6b2b8a3), UINT64_C(0x748f82ee5defb2fc),
    UINT64_C(0x78a5636f43172f60), UINT64_C(0x84c87814a1f0ab72), UINT64_C(0x8cc702081a6439ec),
    UINT64_C(0x90befffa23631e28), UINT64_C(0xa4506cebde82bde9), UINT64_C(0xbef9a3f7b2c67915),
    UINT64_C(0xc67178f2e372532b), UINT64_C(0xca273eceea26619c), UINT64_C(0xd186b8c721c0c207),
    UINT64_C(0xeada7dd6cde0eb1e), UINT64_C(0xf57d4f7fee6ed178), UINT64_C(0x06f067aa72176fba),
    UINT64_C(0x0a637dc5a2c898a6), UINT64_C(0x113f9804bef90dae), UINT64_C(0x1b710b35131c471b),
    UINT64_C(0x28db77f523047d84), UINT64_C(0x32caab7b40c72493), UINT64_C(0x3c9ebe0a15c9bebc),
    UINT64_C(0x431d67c49c100d4c), UINT64_C(0x4cc5d4becb3e42b6), UINT64_C(0x597f299cfc657e2a),
    UINT64_C(0x5fcb6fab3ad6faec), UINT64_C(0x6c44198c4a475817),
};

static uint64_t turned(uint64_t word, unsigned bits)
{
    return word >> bits | word << (64 - bits);
}

static uint64_t read_word(const uint8_t *bytes)
{
    uint64_t word = 0;
    for (unsigned i = 0; i < 8; i++)
        word = word << 8 | bytes[i];
    return word;
}

static void write_word(uint8_t *bytes, uint64_t word)
{
    for (unsigned i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(word >> (56 - 8 * i));
}

static void mix_block(uint64_t *state, const uint8_t *block)
{
    uint64_t words[ROUNDS];
    for (unsigned i = 0; i < 16; i++)
        words[i] = read_word(block + 8 * i);
    for (unsigned i = 16; i < ROUNDS; i++) {
        uint64_t near = words[i - 15], far = words[i - 2];
        words[i] = words[i - 16] + (turned(near, 1) ^ turned(near, 8) ^ near >> 7) + words[i - 7] +
                   (turned(far, 19) ^ turned(far, 61) ^ far >> 6);
    }
    uint64_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint64_t e = state[4], f = state[5], g = state[6], h = state[7];
    for (unsigned i = 0; i < ROUNDS; i++) {
        uint64_t first = h + (turned(e, 14) ^ turned(e, 18) ^ turned(e, 41)) + ((e & f) ^ (~e & g)) +
                         round_words[i] + words[i];
        uint64_t second = (turned(a, 28) ^ turned(a, 34) ^ turned(a, 39)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + first;
        d = c;
        c = b;
        b = a;
        a = first + second;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
}

void fair_sha512_init(struct fair_sha512 *sha)
{
    memset(sha, 0, sizeof *sha);
    memcpy(sha->state, first_state, sizeof sha->state);
}

void fair_sha512_add(struct fair_sha512 *sha, const void *bytes, size_t count)
{
    const uint8_t *from = bytes;
    while (count > 0) {
        size_t waiting = (size_t)(sha->byte_count % BLOCK_BYTES);
        size_t taken = BLOCK_BYTES - waiting < count ? BLOCK_BYTES - waiting : count;
        memcpy(sha->block + waiting, from, taken);
        sha->byte_count += taken;
        from += taken;
        count -= taken;
        if (sha->byte_count % BLOCK_BYTES == 0)
            mix_block(sha->state, sha->block);
    }
}

void fair_sha512_end(struct fair_sha512 *sha, uint8_t hash[FAIR_HASH_BYTES])
{
    static const uint8_t padding[BLOCK_BYTES] = {0x80};
    uint8_t length[16] = {0}; /* in bits */
    write_word(length, sha->byte_count >> 61);
    write_word(length + 8, sha->byte_count << 3);
    size_t waiting = (size_t)(sha->byte_count % BLOCK_BYTES);
    size_t whole = waiting < BLOCK_BYTES - sizeof length ? BLOCK_BYTES : 2 * BLOCK_BYTES;
    fair_sha512_add(sha, padding, whole - sizeof length - waiting);
    fair_sha512_add(sha, length, sizeof length);
    for (unsigned i = 0; i < 8; i++)
        write_word(hash + 8 * i, sha->state[i]);
}

void fair_hmac_init(struct fair_hmac *hmac, const void *key, size_t key_bytes)
{
    uint8_t block[BLOCK_BYTES] = {0};
    if (key_bytes > BLOCK_BYTES) {
        struct fair_sha512 sha;
        fair_sha512_init(&sha);
        fair_sha512_add(&sha, key, key_bytes);
        fair_sha512_end(&sha, block);
    } else if (key_bytes > 0) {
        memcpy(block, key, key_bytes);
    }
    for (unsigned i = 0; i < BLOCK_BYTES; i++)
        block[i] ^= 0x36;
    fair_sha512_init(&hmac->inner);
    fair_sha512_add(&hmac->inner, block, sizeof block);
    for (unsigned i = 0; i < BLOCK_BYTES; i++)
        block[i] ^= 0x36 ^ 0x5c;
    fair_sha512_init(&hmac->outer);
    fair_sha512_add(&hmac->outer, block, sizeof block);
}

void fair_hmac_add(struct fair_hmac *hmac, const void *bytes, size_t count)
{
    fair_sha512_add(&hmac->inner, bytes, count);
}

void fair_hmac_end(struct fair_hmac *hmac, uint8_t hash[FAIR_HASH_BYTES])
{
    uint8_t inner[FAIR_HASH_BYTES];
    fair_sha512_end(&hmac->inner, inner);
    fair_sha512_add(&hmac->outer, inner, sizeof inner);
    fair_sha512_end(&hmac->outer, hash);
}
