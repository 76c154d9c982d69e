/* stream.h - the random words of a key, and shuffling with them. Private to src/fair.
 *
 * Block i of the stream (purpose, number, attempt) is HMAC-SHA-512(key, message) with the 13 bytes
 * purpose, number, attempt, i (the last three as 32 bits, lowest byte first); its 64 bytes are read as 16
 * words of 32 bits, lowest byte first. */
#ifndef FAIR_STREAM_H
#define FAIR_STREAM_H

#include "fair/fair.h"

struct fair_stream {
    const uint8_t *key;
    uint32_t number, attempt, block_count;
    uint8_t purpose;
    uint8_t at; /* in 'block'; FAIR_HASH_BYTES: used up */
    uint8_t block[FAIR_HASH_BYTES];
};

void fair_stream_init(struct fair_stream *stream, const uint8_t key[FAIR_HASH_BYTES],
                      enum fair_purpose purpose, uint32_t number, uint32_t attempt);

uint32_t fair_stream_word(struct fair_stream *stream);

/* Each number below 'bound' (at least 1) equally likely: words that would favour some are passed over. */
uint32_t fair_stream_below(struct fair_stream *stream, uint32_t bound);

/* Fisher and Yates, from the last place down. */
void fair_stream_shuffle(struct fair_stream *stream, uint8_t *items, unsigned count);

#endif
