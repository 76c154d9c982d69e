/* test_hash.c - SHA-512, HMAC-SHA-512, the chain and hexadecimal digits: against published vectors and
 * against libsodium, in pieces of every size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include "fair/chain.h"
#include "fair/hex.h"
#include "penultima/chance.h"

static void assert_hash(const uint8_t *hash, const char *digits)
{
    char got[2 * FAIR_HASH_BYTES + 1];
    struct pen_text text = pen_text_in(got, sizeof got);
    fair_hex_write(&text, hash, FAIR_HASH_BYTES);
    assert_string_equal(got, digits);
}

/* FIPS 180-4 and its examples; the last is a million times 'a'. */
static void test_sha512_vectors(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"", "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
             "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e"},
        {"abc", "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"},
        {"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrs"
         "mnopqrstnopqrstu",
         "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018"
         "501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909"},
    };
    struct fair_sha512 sha;
    uint8_t hash[FAIR_HASH_BYTES];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fair_sha512_init(&sha);
        fair_sha512_add(&sha, cases[i][0], strlen(cases[i][0]));
        fair_sha512_end(&sha, hash);
        assert_hash(hash, cases[i][1]);
    }
    fair_sha512_init(&sha);
    for (unsigned i = 0; i < 1000000 / 40; i++)
        fair_sha512_add(&sha, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 40);
    fair_sha512_end(&sha, hash);
    assert_hash(hash, "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb"
                      "de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b");
}

/* RFC 4231, cases 1 to 4, 6 and 7 (5 is about shortened hashes). */
static void test_hmac_vectors(void **state)
{
    (void)state;
    static const struct {
        unsigned key_byte, key_bytes; /* key_byte 0: 1, 2, 3 ... */
        const char *key, *message;
        unsigned message_byte, message_bytes;
        const char *digits;
    } cases[] = {
        {0x0b, 20, NULL, "Hi There", 0, 8,
         "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde"
         "daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854"},
        {0, 4, "Jefe", "what do ya want for nothing?", 0, 28,
         "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554"
         "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737"},
        {0xaa, 20, NULL, NULL, 0xdd, 50,
         "fa73b0089d56a284efb0f0756c890be9b1b5dbdd8ee81a3655f83e33b2279d39"
         "bf3e848279a722c806b485a47e67c807b946a337bee8942674278859e13292fb"},
        {0, 25, NULL, NULL, 0xcd, 50,
         "b0ba465637458c6990e5a8c5f61d4af7e576d97ff94b872de76f8050361ee3db"
         "a91ca5c11aa25eb4d679275cc5788063a5f19741120c4f2de2adebeb10a298dd"},
        {0xaa, 131, NULL, "Test Using Larger Than Block-Size Key - Hash Key First", 0, 54,
         "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f352"
         "6b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598"},
        {0xaa, 131, NULL,
         "This is a test using a larger than block-size key and a larger than block-size data. The key needs "
         "to be hashed before being used by the HMAC algorithm.",
         0, 152,
         "e37b6a775dc87dbaa4dfa9f96e5e3ffddebd71f8867289865df5a32d20cdc944"
         "b6022cac3c4982b10d5eeb55c3e4de15134676fb6de0446065c97440fa8c6a58"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t key[131], message[50], hash[FAIR_HASH_BYTES];
        for (unsigned k = 0; k < cases[i].key_bytes; k++)
            key[k] = (uint8_t)(cases[i].key_byte ? cases[i].key_byte : k + 1);
        memset(message, (int)cases[i].message_byte, sizeof message);
        struct fair_hmac hmac;
        fair_hmac_init(&hmac, cases[i].key ? (const void *)cases[i].key : key, cases[i].key_bytes);
        fair_hmac_add(&hmac, cases[i].message ? (const void *)cases[i].message : message,
                      cases[i].message_bytes);
        fair_hmac_end(&hmac, hash);
        assert_hash(hash, cases[i].digits);
    }
}

/* Every length up to three blocks, in random pieces, and keys of every length. */
static void test_like_libsodium(void **state)
{
    (void)state;
    static uint8_t bytes[512];
    struct pen_chance chance = pen_chance_of(1, 1);
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)pen_chance_word(&chance);
    for (size_t count = 0; count <= 400; count++) {
        uint8_t hash[FAIR_HASH_BYTES], wanted[FAIR_HASH_BYTES];
        struct fair_sha512 sha;
        struct fair_hmac hmac;
        crypto_auth_hmacsha512_state known;
        const size_t key_bytes = count % 201;
        fair_sha512_init(&sha);
        fair_hmac_init(&hmac, bytes + 7, key_bytes);
        for (size_t at = 0; at < count;) {
            size_t piece = 1 + pen_chance_below(&chance, (uint32_t)(count - at));
            fair_sha512_add(&sha, bytes + at, piece);
            fair_hmac_add(&hmac, bytes + at, piece);
            at += piece;
        }
        fair_sha512_end(&sha, hash);
        crypto_hash_sha512(wanted, bytes, count);
        assert_memory_equal(hash, wanted, sizeof hash);
        fair_hmac_end(&hmac, hash);
        crypto_auth_hmacsha512_init(&known, bytes + 7, key_bytes);
        crypto_auth_hmacsha512_update(&known, bytes, count);
        crypto_auth_hmacsha512_final(&known, wanted);
        assert_memory_equal(hash, wanted, sizeof hash);
    }
}

static void test_chain(void **state)
{
    (void)state;
    struct fair_chain chain, whole;
    uint8_t wanted[FAIR_HASH_BYTES], joined[FAIR_HASH_BYTES + 3];
    fair_chain_init(&chain);
    crypto_hash_sha512(wanted, (const uint8_t *)"penultima/1 chain", 17);
    assert_memory_equal(chain.hash, wanted, sizeof wanted);
    memcpy(joined, wanted, sizeof wanted);
    memcpy(joined + sizeof wanted, "abc", 3);
    fair_chain_add(&chain, "abc", 3);
    crypto_hash_sha512(wanted, joined, sizeof joined);
    assert_memory_equal(chain.hash, wanted, sizeof wanted);
    fair_chain_add(&chain, "", 0);
    fair_chain_add(&chain, "d", 1);
    fair_chain_init(&whole);
    fair_chain_add_lines(&whole, "abc\n\nd\n", 7);
    assert_memory_equal(&chain, &whole, sizeof chain);
    /* Where a line ends counts. */
    fair_chain_init(&whole);
    fair_chain_add_lines(&whole, "ab\nc\nd\n", 7);
    assert_memory_not_equal(&chain, &whole, sizeof chain);
}

static void test_hex(void **state)
{
    (void)state;
    uint8_t all[256], back[256];
    char digits[513];
    for (unsigned i = 0; i < 256; i++)
        all[i] = (uint8_t)i;
    struct pen_text text = pen_text_in(digits, sizeof digits);
    fair_hex_write(&text, all, sizeof all);
    assert_int_equal(text.length, 512);
    assert_true(fair_hex_read(digits, 512, back, sizeof back));
    assert_memory_equal(all, back, sizeof all);
    assert_false(fair_hex_read(digits, 511, back, sizeof back));
    assert_false(fair_hex_read(digits, 512, back, sizeof back - 1));
    /* Of all bytes only 16 are digits. */
    unsigned good = 0;
    for (unsigned byte = 0; byte < 256; byte++) {
        const char pair[2] = {'0', (char)byte}, riap[2] = {(char)byte, '0'};
        bool is_digit = fair_hex_read(pair, 2, back, 1);
        assert_int_equal(fair_hex_read(riap, 2, back, 1), is_digit);
        good += is_digit;
    }
    assert_int_equal(good, 16);
    assert_true(fair_equal(all, all, 256));
    memcpy(back, all, sizeof back);
    for (unsigned i = 0; i < 256; i++) {
        back[i] ^= 0x10;
        assert_false(fair_equal(all, back, 256));
        assert_true(fair_equal(all, back, i));
        back[i] ^= 0x10;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sha512_vectors),
        cmocka_unit_test(test_hmac_vectors),
        cmocka_unit_test(test_like_libsodium),
        cmocka_unit_test(test_chain),
        cmocka_unit_test(test_hex),
    };
    if (sodium_init() < 0)
        return 2;
    return cmocka_run_group_tests_name("fair/hash", tests, NULL, NULL);
}
