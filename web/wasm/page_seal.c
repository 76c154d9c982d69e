/* page_seal.c - what a player does about a fair shuffle while the game goes on: seeds are committed to, and
 * what the server signs is checked. */
#include "page.h"

#include "fair/evidence.h"

PAGE_EXPORT(commit) unsigned page_export_commit(void);
PAGE_EXPORT(signed) unsigned page_export_signed(unsigned bytes);

/* The commitment to the seed in page_in, as raw bytes. */
unsigned page_export_commit(void)
{
    struct pen_text text = page_answer();
    uint8_t hash[FAIR_HASH_BYTES];
    fair_commit_client((const uint8_t *)page_in, hash);
    pen_text_add_bytes(&text, (const char *)hash, sizeof hash);
    return (unsigned)text.length;
}

/* Whether a server has signed this: key, signature and lines in page_in. */
unsigned page_export_signed(unsigned bytes)
{
    const unsigned head = FAIR_KEY_BYTES + FAIR_SIGNATURE_BYTES;
    const uint8_t *key = (const uint8_t *)page_in;
    return bytes > head && bytes <= PAGE_IN_BYTES &&
           fair_signed_check(key, key + FAIR_KEY_BYTES, page_in + head, bytes - head);
}
