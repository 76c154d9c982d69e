/* signed.c - see signed.h. */
#include "fair/signed.h"

#include <string.h>

#include "fair/hex.h"

static const char mark[] = "# signed ";
enum { MARK = sizeof mark - 1, KEY_DIGITS = 2 * FAIR_KEY_BYTES, SIGN_DIGITS = 2 * FAIR_SIGNATURE_BYTES };

bool fair_signed_check(const uint8_t key[FAIR_KEY_BYTES], const uint8_t signature[FAIR_SIGNATURE_BYTES],
                       const char *lines, size_t count)
{
    return fair_ed25519_check(key, signature, FAIR_SIGNED_LABEL, sizeof FAIR_SIGNED_LABEL, lines, count);
}

void fair_write_end(struct pen_text *text, const char *table_line, size_t count,
                    const struct fair_chain *chain)
{
    pen_text_add_bytes(text, table_line, count);
    pen_text_add(text, "\n#! end ");
    fair_hex_write(text, chain->hash, sizeof chain->hash);
    pen_text_add(text, "\n");
}

void fair_write_signature(struct pen_text *text, const uint8_t key[FAIR_KEY_BYTES],
                          const uint8_t signature[FAIR_SIGNATURE_BYTES])
{
    pen_text_add(text, mark);
    fair_hex_write(text, key, FAIR_KEY_BYTES);
    pen_text_add(text, " ");
    fair_hex_write(text, signature, FAIR_SIGNATURE_BYTES);
    pen_text_add(text, "\n");
}

bool fair_read_signature(const char *line, size_t count, uint8_t key[FAIR_KEY_BYTES],
                         uint8_t signature[FAIR_SIGNATURE_BYTES])
{
    return count == MARK + KEY_DIGITS + 1 + SIGN_DIGITS && memcmp(line, mark, MARK) == 0 &&
           line[MARK + KEY_DIGITS] == ' ' && fair_hex_read(line + MARK, KEY_DIGITS, key, FAIR_KEY_BYTES) &&
           fair_hex_read(line + MARK + KEY_DIGITS + 1, SIGN_DIGITS, signature, FAIR_SIGNATURE_BYTES);
}
