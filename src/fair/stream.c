/* stream.c - blocks of HMAC-SHA-512 as random words. */
#include "fair/stream.h"

void fair_stream_init(struct fair_stream *stream, const uint8_t key[FAIR_HASH_BYTES],
                      enum fair_purpose purpose, uint32_t number, uint32_t attempt)
{
    stream->key = key;
    stream->purpose = (uint8_t)purpose;
    stream->number = number;
    stream->attempt = attempt;
    stream->block_count = 0;
    stream->at = FAIR_HASH_BYTES;
}

static void write_number(uint8_t *bytes, uint32_t number)
{
    for (unsigned i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(number >> 8 * i);
}

uint32_t fair_stream_word(struct fair_stream *stream)
{
    if (stream->at == FAIR_HASH_BYTES) {
        struct fair_hmac hmac;
        uint8_t message[13] = {stream->purpose};
        write_number(message + 1, stream->number);
        write_number(message + 5, stream->attempt);
        write_number(message + 9, stream->block_count++);
        fair_hmac_init(&hmac, stream->key, FAIR_HASH_BYTES);
        fair_hmac_add(&hmac, message, sizeof message);
        fair_hmac_end(&hmac, stream->block);
        stream->at = 0;
    }
    uint32_t word = 0;
    for (unsigned i = 0; i < 4; i++)
        word |= (uint32_t)stream->block[stream->at++] << 8 * i;
    return word;
}

uint32_t fair_stream_below(struct fair_stream *stream, uint32_t bound)
{
    uint32_t number;
    while (!pen_chance_try(fair_stream_word(stream), 32, bound, &number)) {
    }
    return number;
}

void fair_stream_shuffle(struct fair_stream *stream, uint8_t *items, unsigned count)
{
    for (unsigned left = count; left > 1; left--) {
        unsigned place = fair_stream_below(stream, left);
        uint8_t item = items[place];
        items[place] = items[left - 1];
        items[left - 1] = item;
    }
}
