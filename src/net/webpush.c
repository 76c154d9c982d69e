/* webpush.c - see webpush.h. The curve and the ciphers are nettle's, which GnuTLS is made of. */
#include "net/webpush.h"

#include <nettle/base64.h>
#include <nettle/ecc-curve.h>
#include <nettle/ecc.h>
#include <nettle/ecdsa.h>
#include <nettle/gcm.h>
#include <nettle/hkdf.h>
#include <nettle/hmac.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <string.h>

#include "platform/bytes.h"

enum { NUMBER_BYTES = 32, KEY_BYTES = 16, NONCE_BYTES = 12, RECORD_BYTES = 4096, SIGNATURE_BYTES = 64 };

/* ---- numbers and points ------------------------------------------------------------------------- */

static void write_text(char *text, const uint8_t *bytes, size_t count)
{
    struct base64_encode_ctx context;
    base64url_encode_init(&context);
    size_t length = base64_encode_update(&context, text, count, bytes);
    length += base64_encode_final(&context, text + length);
    while (length > 0 && text[length - 1] == '=')
        length--; /* base64url has no padding here */
    text[length] = 0;
}

/* Exactly 'count' bytes. */
static bool read_text(uint8_t *bytes, size_t count, const char *text)
{
    struct base64_decode_ctx context;
    uint8_t room[BASE64_DECODE_LENGTH(WEBPUSH_POINT_TEXT) + 4];
    size_t length = strlen(text), got = sizeof room;
    while (length > 0 && text[length - 1] == '=')
        length--;
    if (length >= WEBPUSH_POINT_TEXT || length != (count * 4 + 2) / 3)
        return false;
    base64url_decode_init(&context);
    if (!base64_decode_update(&context, &got, room, length, text) || got != count)
        return false;
    memcpy(bytes, room, count);
    return true;
}

static void write_point(const struct ecc_point *point, uint8_t bytes[WEBPUSH_POINT_BYTES])
{
    mpz_t x, y;
    mpz_inits(x, y, NULL);
    ecc_point_get(point, x, y);
    bytes[0] = 4;
    nettle_mpz_get_str_256(NUMBER_BYTES, bytes + 1, x);
    nettle_mpz_get_str_256(NUMBER_BYTES, bytes + 1 + NUMBER_BYTES, y);
    mpz_clears(x, y, NULL);
}

/* False: not on the curve. */
static bool read_point(struct ecc_point *point, const uint8_t bytes[WEBPUSH_POINT_BYTES])
{
    mpz_t x, y;
    mpz_inits(x, y, NULL);
    nettle_mpz_set_str_256_u(x, NUMBER_BYTES, bytes + 1);
    nettle_mpz_set_str_256_u(y, NUMBER_BYTES, bytes + 1 + NUMBER_BYTES);
    const bool is_good = bytes[0] == 4 && ecc_point_set(point, x, y);
    mpz_clears(x, y, NULL);
    return is_good;
}

static bool read_scalar(struct ecc_scalar *scalar, const uint8_t bytes[NUMBER_BYTES])
{
    mpz_t number;
    mpz_init(number);
    nettle_mpz_set_str_256_u(number, NUMBER_BYTES, bytes);
    const bool is_good = ecc_scalar_set(scalar, number);
    mpz_clear(number);
    return is_good;
}

bool webpush_house_make(struct webpush_house *house, const uint8_t secret[WEBPUSH_SECRET_BYTES])
{
    struct ecc_scalar scalar;
    struct ecc_point point;
    uint8_t bytes[WEBPUSH_POINT_BYTES];
    ecc_scalar_init(&scalar, nettle_get_secp_256r1());
    ecc_point_init(&point, nettle_get_secp_256r1());
    const bool is_good = read_scalar(&scalar, secret);
    if (is_good) {
        ecc_point_mul_g(&point, &scalar);
        write_point(&point, bytes);
        memcpy(house->secret, secret, sizeof house->secret);
        char text[BASE64_ENCODE_RAW_LENGTH(WEBPUSH_POINT_BYTES) + 1];
        write_text(text, bytes, sizeof bytes);
        memcpy(house->key, text, sizeof house->key);
    }
    ecc_point_clear(&point);
    ecc_scalar_clear(&scalar);
    return is_good;
}

bool webpush_browser_read(struct webpush_browser *browser, const char *key, const char *auth)
{
    struct ecc_point point;
    if (!read_text(browser->key, sizeof browser->key, key) ||
        !read_text(browser->auth, sizeof browser->auth, auth))
        return false;
    ecc_point_init(&point, nettle_get_secp_256r1());
    const bool is_good = read_point(&point, browser->key);
    ecc_point_clear(&point);
    return is_good;
}

/* ---- sealing ------------------------------------------------------------------------------------ */

static void derive(const uint8_t *salt, size_t salt_bytes, const uint8_t *secret, size_t secret_bytes,
                   const uint8_t *info, size_t info_bytes, uint8_t *key, size_t key_bytes)
{
    struct hmac_sha256_ctx context;
    uint8_t middle[SHA256_DIGEST_SIZE];
    hmac_sha256_set_key(&context, salt_bytes, salt);
    hkdf_extract(&context, (nettle_hash_update_func *)hmac_sha256_update,
                 (nettle_hash_digest_func *)hmac_sha256_digest, SHA256_DIGEST_SIZE, secret_bytes, secret,
                 middle);
    hmac_sha256_set_key(&context, sizeof middle, middle);
    hkdf_expand(&context, (nettle_hash_update_func *)hmac_sha256_update,
                (nettle_hash_digest_func *)hmac_sha256_digest, SHA256_DIGEST_SIZE, info_bytes, info,
                key_bytes, key);
}

/* A key of this message alone, and the secret that the browser can find with it and nobody else. */
static bool agree(const struct webpush_browser *browser, const uint8_t own[NUMBER_BYTES],
                  uint8_t point_bytes[WEBPUSH_POINT_BYTES], uint8_t secret[NUMBER_BYTES])
{
    const struct ecc_curve *curve = nettle_get_secp_256r1();
    struct ecc_scalar scalar;
    struct ecc_point theirs, point;
    uint8_t shared[WEBPUSH_POINT_BYTES];
    ecc_scalar_init(&scalar, curve);
    ecc_point_init(&theirs, curve);
    ecc_point_init(&point, curve);
    const bool is_good = read_scalar(&scalar, own) && read_point(&theirs, browser->key);
    if (is_good) {
        ecc_point_mul_g(&point, &scalar);
        write_point(&point, point_bytes);
        ecc_point_mul(&point, &scalar, &theirs);
        write_point(&point, shared);
        memcpy(secret, shared + 1, NUMBER_BYTES);
    }
    ecc_point_clear(&point);
    ecc_point_clear(&theirs);
    ecc_scalar_clear(&scalar);
    return is_good;
}

size_t webpush_seal(const struct webpush_browser *browser, const uint8_t chance[WEBPUSH_CHANCE_BYTES],
                    const char *text, size_t count, uint8_t body[WEBPUSH_BODY_BYTES])
{
    static const char KEY_INFO[] = "Content-Encoding: aes128gcm", NONCE_INFO[] = "Content-Encoding: nonce";
    static const char SECRET_INFO[] = "WebPush: info";
    const uint8_t *salt = chance + NUMBER_BYTES;
    uint8_t *at = body, *own_point = body + WEBPUSH_SALT_BYTES + 5;
    uint8_t shared[NUMBER_BYTES], secret[NUMBER_BYTES], key[KEY_BYTES], nonce[NONCE_BYTES];
    uint8_t info[sizeof SECRET_INFO + (size_t)2 * WEBPUSH_POINT_BYTES];
    uint8_t plain[WEBPUSH_TEXT_MAX + 1];
    struct gcm_aes128_ctx gcm;
    if (count > WEBPUSH_TEXT_MAX || !agree(browser, chance, own_point, shared))
        return 0;
    memcpy(info, SECRET_INFO, sizeof SECRET_INFO);
    memcpy(info + sizeof SECRET_INFO, browser->key, WEBPUSH_POINT_BYTES);
    memcpy(info + sizeof SECRET_INFO + WEBPUSH_POINT_BYTES, own_point, WEBPUSH_POINT_BYTES);
    derive(browser->auth, WEBPUSH_AUTH_BYTES, shared, sizeof shared, info, sizeof info, secret,
           sizeof secret);
    derive(salt, WEBPUSH_SALT_BYTES, secret, sizeof secret, (const uint8_t *)KEY_INFO, sizeof KEY_INFO, key,
           sizeof key);
    derive(salt, WEBPUSH_SALT_BYTES, secret, sizeof secret, (const uint8_t *)NONCE_INFO, sizeof NONCE_INFO,
           nonce, sizeof nonce);
    memcpy(at, salt, WEBPUSH_SALT_BYTES);
    at += WEBPUSH_SALT_BYTES;
    *at++ = 0;
    *at++ = 0;
    *at++ = RECORD_BYTES >> 8;
    *at++ = RECORD_BYTES & 0xff;
    *at++ = WEBPUSH_POINT_BYTES;
    at += WEBPUSH_POINT_BYTES;
    memcpy(plain, text, count);
    plain[count] = 2; /* the last record */
    gcm_aes128_set_key(&gcm, key);
    gcm_aes128_set_iv(&gcm, sizeof nonce, nonce);
    gcm_aes128_encrypt(&gcm, count + 1, at, plain);
    at += count + 1;
    gcm_aes128_digest(&gcm, GCM_DIGEST_SIZE, at);
    return (size_t)(at + GCM_DIGEST_SIZE - body);
}

/* ---- the sender's name -------------------------------------------------------------------------- */

static void nettle_random(void *context, size_t count, uint8_t *bytes)
{
    bool *is_random = context;
    if (!platform_random(bytes, count)) {
        /* A guessable number here would give the key away: what is made of it is thrown away. */
        *is_random = false;
        memset(bytes, 1, count);
    }
}

static bool sign(const struct webpush_house *house, const char *text, size_t count,
                 uint8_t signature[SIGNATURE_BYTES])
{
    struct sha256_ctx sha;
    struct ecc_scalar scalar;
    struct dsa_signature made;
    uint8_t digest[SHA256_DIGEST_SIZE];
    bool is_random = true;
    sha256_init(&sha);
    sha256_update(&sha, count, (const uint8_t *)text);
    sha256_digest(&sha, sizeof digest, digest);
    ecc_scalar_init(&scalar, nettle_get_secp_256r1());
    dsa_signature_init(&made);
    const bool is_good = read_scalar(&scalar, house->secret);
    if (is_good) {
        ecdsa_sign(&scalar, &is_random, nettle_random, sizeof digest, digest, &made);
        nettle_mpz_get_str_256(NUMBER_BYTES, signature, made.r);
        nettle_mpz_get_str_256(NUMBER_BYTES, signature + NUMBER_BYTES, made.s);
    }
    dsa_signature_clear(&made);
    ecc_scalar_clear(&scalar);
    return is_good && is_random;
}

bool webpush_name(const struct webpush_house *house, const char *claims, char name[WEBPUSH_NAME_BYTES])
{
    /* A JWT (RFC 7519) signed with ES256: its head is always the same. */
    static const char HEAD[] = "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.";
    char token[900];
    uint8_t signature[SIGNATURE_BYTES];
    size_t length = sizeof HEAD - 1;
    if (strlen(claims) > WEBPUSH_CLAIMS_MAX)
        return false;
    memcpy(token, HEAD, length);
    write_text(token + length, (const uint8_t *)claims, strlen(claims));
    length += strlen(token + length);
    if (!sign(house, token, length, signature))
        return false;
    token[length++] = '.';
    write_text(token + length, signature, sizeof signature);
    const int all = snprintf(name, WEBPUSH_NAME_BYTES, "vapid t=%s, k=%s", token, house->key);
    return all > 0 && all < WEBPUSH_NAME_BYTES;
}
