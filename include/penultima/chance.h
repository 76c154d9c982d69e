/* chance.h - the seeded generator, and draws from it that favour nobody.
 *
 * Chance is an input: a round is decided by its rules, its actions and either an explicit order of
 * the cards or this generator. It is counter-based (the state is the counter), small and quick; it
 * is not meant to keep secrets. A table of strangers uses explicit orders instead. */
#ifndef PENULTIMA_CHANCE_H
#define PENULTIMA_CHANCE_H

#include "penultima/base.h"

#ifdef __cplusplus
extern "C" {
#endif
PEN_API_BEGIN

struct pen_chance {
    uint64_t counter;
};

/* A generator of its own for every (seed, stream): the rounds of one game are its streams. */
struct pen_chance pen_chance_of(uint64_t seed, uint64_t stream);

PEN_INLINE uint64_t pen_chance_word(struct pen_chance *chance)
{
    uint64_t z = chance->counter += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* One attempt to turn a word of 'word_bits' (at most 32) random bits into a number below 'bound'
 * (at least 1, at most 2^word_bits). The words that would favour some numbers are rejected, so
 * that every number comes from equally many words. */
PEN_INLINE bool pen_chance_try(uint32_t word, unsigned word_bits, uint32_t bound, uint32_t *number)
{
    uint64_t product = (uint64_t)word * bound;
    uint64_t low = product & ((UINT64_C(1) << word_bits) - 1);
    *number = (uint32_t)(product >> word_bits);
    /* 2^word_bits mod bound words are too many; only a low part below 'bound' can be one of them,
     * which spares the division nearly always. */
    return PEN_LIKELY(low >= bound) || low >= (UINT64_C(1) << word_bits) % bound;
}

/* The same after a rejected word; separate, because it hardly ever happens. */
uint32_t pen_chance_below_again(struct pen_chance *chance, uint32_t bound);

/* Uniform below 'bound', which is at least 1. */
PEN_INLINE uint32_t pen_chance_below(struct pen_chance *chance, uint32_t bound)
{
    uint32_t number;
    if (PEN_LIKELY(pen_chance_try((uint32_t)(pen_chance_word(chance) >> 32), 32, bound, &number)))
        return number;
    return pen_chance_below_again(chance, bound);
}

/* Puts the cards in a uniformly random order. The draw pile of a round that draws without an order
 * uses up the same numbers one at a time, from the last place down. */
void pen_chance_shuffle(struct pen_chance *chance, uint8_t *cards, unsigned count);

PEN_API_END
#ifdef __cplusplus
}
#endif

#endif
