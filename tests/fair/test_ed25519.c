/* test_ed25519.c - our check of signatures against libsodium's and published vectors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include "fair/ed25519.h"
#include "fair/hex.h"
#include "penultima/chance.h"

static bool checks(const uint8_t *key, const uint8_t *signature, const uint8_t *message, size_t count)
{
    const size_t half = count / 2;
    return fair_ed25519_check(key, signature, message, half, message + half, count - half);
}

/* RFC 8032, 7.1, tests 1 to 3. */
static void test_vectors(void **state)
{
    (void)state;
    static const char *const cases[][3] = {
        {"d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
         "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
         "d25bf5f0595bbe24655141438e7a100b"},
        {"3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
         "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
         "387b2eaeb4302aeeb00d291612bb0c00"},
        {"fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
         "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
         "4a7c15e9716ed28dc027beceea1ec40a"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t key[32], message[2], signature[64];
        const size_t count = strlen(cases[i][1]) / 2;
        assert_true(fair_hex_read(cases[i][0], 64, key, sizeof key));
        assert_true(fair_hex_read(cases[i][1], 2 * count, message, count));
        assert_true(fair_hex_read(cases[i][2], 128, signature, sizeof signature));
        assert_true(checks(key, signature, message, count));
        signature[i]++;
        assert_false(checks(key, signature, message, count));
    }
}

static void test_like_sodium(void **state)
{
    (void)state;
    struct pen_chance chance = pen_chance_of(25519, 0);
    assert_true(sodium_init() >= 0);
    for (unsigned i = 0; i < 150; i++) {
        uint8_t seed[32], key[32], secret[64], signature[64], message[200];
        const size_t count = pen_chance_below(&chance, sizeof message + 1);
        for (unsigned j = 0; j < sizeof seed; j++)
            seed[j] = (uint8_t)pen_chance_below(&chance, 256);
        for (unsigned j = 0; j < count; j++)
            message[j] = (uint8_t)pen_chance_below(&chance, 256);
        crypto_sign_seed_keypair(key, secret, seed);
        crypto_sign_detached(signature, NULL, message, count, secret);
        assert_true(checks(key, signature, message, count));
        /* One bit anywhere, and both say no. */
        uint8_t *const parts[] = {key, signature, message};
        const size_t sizes[] = {sizeof key, sizeof signature, count};
        const unsigned part = pen_chance_below(&chance, count > 0 ? 3 : 2);
        parts[part][pen_chance_below(&chance, (uint32_t)sizes[part])] ^=
            (uint8_t)(1u << pen_chance_below(&chance, 8));
        assert_false(checks(key, signature, message, count));
        assert_int_not_equal(crypto_sign_verify_detached(signature, message, count, key), 0);
    }
}

/* Keys and numbers that a careless check would accept. */
static void test_odd_ones(void **state)
{
    (void)state;
    uint8_t seed[32] = {7}, key[32], secret[64], signature[64];
    static const uint8_t order[32] = {0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7,
                                      0xa2, 0xde, 0xf9, 0xde, 0x14, 0,    0,    0,    0,    0,    0,
                                      0,    0,    0,    0,    0,    0,    0,    0,    0,    0x10};
    crypto_sign_seed_keypair(key, secret, seed);
    crypto_sign_detached(signature, NULL, (const uint8_t *)"uno", 3, secret);
    assert_true(checks(key, signature, (const uint8_t *)"uno", 3));
    /* The same signature in a second way: s + order. */
    unsigned sum = 0;
    for (unsigned i = 0; i < 32; i++) {
        sum += signature[32 + i] + order[i];
        signature[32 + i] = (uint8_t)sum;
        sum >>= 8;
    }
    assert_false(checks(key, signature, (const uint8_t *)"uno", 3));
    /* A key of small order with s = 0 and R the same point would sign anything. */
    uint8_t weak[32] = {1}, nothing[64] = {1};
    assert_false(checks(weak, nothing, (const uint8_t *)"uno", 3));
    memset(weak, 0xff, sizeof weak); /* not below 2^255 - 19 */
    assert_false(checks(weak, nothing, (const uint8_t *)"uno", 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_like_sodium),
        cmocka_unit_test(test_odd_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
