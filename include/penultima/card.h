/* card.h - kinds of card, and hands as counted sets of them.
 *
 * A kind is a number below 64 that the edition gives to every different card (all red sevens are
 * one kind). A hand counts its kinds in binary, one word per digit:
 *
 *     kind            ... 5 4 3 2 1 0
 *     digit[0] (1)        1 0 0 1 0 1      kind 0: one card, kind 2: three cards,
 *     digit[1] (2)        0 0 0 1 1 0      kind 1: two cards, kind 5: one card
 *     digit[2] (4)        0 0 0 0 0 0
 *
 * so that "which kinds can be played" is one AND with the kinds that match. */
#ifndef PENULTIMA_CARD_H
#define PENULTIMA_CARD_H

#include "penultima/base.h"

#ifdef __cplusplus
extern "C" {
#endif
PEN_API_BEGIN

#define PEN_CARD_NONE 0xff
#define PEN_COLOR_NONE 0xff
#define PEN_SEAT_NONE 0xff
#define PEN_NUMBER_NONE 0xff

#define PEN_HAND_DIGITS 3

struct pen_hand {
    uint64_t digit[PEN_HAND_DIGITS];
};

PEN_INLINE uint64_t pen_card_bit(unsigned card)
{
    return UINT64_C(1) << (card & 63);
}

PEN_INLINE unsigned pen_bits_count(uint64_t bits)
{
#if defined(__POPCNT__) || defined(__aarch64__) || defined(__wasm__)
    return (unsigned)__builtin_popcountll(bits);
#else
    /* Written out: here the builtin would be a call into a runtime library, which a freestanding
     * build does not have. */
    bits = bits - ((bits >> 1) & UINT64_C(0x5555555555555555));
    bits = (bits & UINT64_C(0x3333333333333333)) + ((bits >> 2) & UINT64_C(0x3333333333333333));
    bits = (bits + (bits >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (unsigned)((bits * UINT64_C(0x0101010101010101)) >> 56);
#endif
}

/* Index of the lowest bit; 'bits' is not 0. */
PEN_INLINE unsigned pen_bits_lowest(uint64_t bits)
{
#if defined(__GNUC__) || defined(__clang__)
    return (unsigned)__builtin_ctzll(bits);
#else
    return pen_bits_count((bits & (0 - bits)) - 1);
#endif
}

/* Index of the bit that has 'index' set bits below it; there are more than 'index'. */
PEN_INLINE unsigned pen_bits_select(uint64_t bits, unsigned index)
{
    /* The first four are ready before the index is, and are chosen from without a branch, for nobody can
     * foresee a random index. */
    uint64_t from_1 = bits & (bits - 1), from_2 = from_1 & (from_1 - 1), from_3 = from_2 & (from_2 - 1);
    uint64_t even = index & 2 ? from_2 : bits, odd = index & 2 ? from_3 : from_1;
    bits = index & 1 ? odd : even;
    if (index > 3)
        for (bits = from_3; index > 3; index--)
            bits &= bits - 1;
    return pen_bits_lowest(bits);
}

/* The kinds that the hand has at least one card of. */
PEN_INLINE uint64_t pen_hand_kinds(const struct pen_hand *hand)
{
    return hand->digit[0] | hand->digit[1] | hand->digit[2];
}

PEN_INLINE bool pen_hand_has(const struct pen_hand *hand, unsigned card)
{
    return (pen_hand_kinds(hand) >> (card & 63)) & 1;
}

PEN_INLINE unsigned pen_hand_count_of(const struct pen_hand *hand, unsigned card)
{
    card &= 63;
    return (unsigned)((hand->digit[0] >> card) & 1) + 2 * (unsigned)((hand->digit[1] >> card) & 1) +
           4 * (unsigned)((hand->digit[2] >> card) & 1);
}

PEN_INLINE unsigned pen_hand_count(const struct pen_hand *hand)
{
    return pen_bits_count(hand->digit[0]) + 2 * pen_bits_count(hand->digit[1]) +
           4 * pen_bits_count(hand->digit[2]);
}

PEN_INLINE void pen_hand_add(struct pen_hand *hand, unsigned card)
{
    uint64_t carry = pen_card_bit(card);
    uint64_t next = hand->digit[0] & carry;
    hand->digit[0] ^= carry;
    carry = next;
    next = hand->digit[1] & carry;
    hand->digit[1] ^= carry;
    hand->digit[2] ^= next;
}

PEN_INLINE void pen_hand_remove(struct pen_hand *hand, unsigned card)
{
    uint64_t borrow = pen_card_bit(card);
    uint64_t next = ~hand->digit[0] & borrow;
    hand->digit[0] ^= borrow;
    borrow = next;
    next = ~hand->digit[1] & borrow;
    hand->digit[1] ^= borrow;
    hand->digit[2] ^= next;
}

/* What is left of 'all' without 'some', which are among them: for all kinds at once, digit by digit. */
PEN_INLINE struct pen_hand pen_hand_less(const struct pen_hand *all, const struct pen_hand *some)
{
    struct pen_hand rest;
    uint64_t borrow = 0;
    for (unsigned i = 0; i < PEN_HAND_DIGITS; i++) {
        uint64_t from = all->digit[i], take = some->digit[i];
        rest.digit[i] = from ^ take ^ borrow;
        borrow = (~from & (take | borrow)) | (take & borrow);
    }
    return rest;
}

PEN_API_END
#ifdef __cplusplus
}
#endif

#endif
