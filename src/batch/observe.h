/* observe.h - pen_observe(), compiled into the loop over the tables as well. Internal. */
#ifndef PENULTIMA_BATCH_OBSERVE_H
#define PENULTIMA_BATCH_OBSERVE_H

#include <string.h>

#include "penultima/observation.h"

static inline uint64_t kind_bit(unsigned card)
{
    return (uint64_t)(card < PEN_KINDS_MAX) << (card & 63); /* no branch: see put_past() */
}

/* To the left, round the table; without a branch, for nobody can foresee whose turn it is. */
static inline unsigned next_seat(unsigned seat, unsigned seat_count)
{
    seat++;
    return seat & (0u - (unsigned)(seat < seat_count));
}

/* A set of seats, turned so that 'of' is bit 0. */
static inline uint16_t relative_set(unsigned seats, unsigned of, unsigned seat_count)
{
    return (uint16_t)((seats >> of | seats << (seat_count - of)) & ((1u << seat_count) - 1));
}

/* The kinds of which at least 1 ... 4 cards are neither own nor discarded. */
static PEN_ALWAYS_INLINE void put_unseen(const struct pen_hand *hidden, const struct pen_hand *hand,
                                         uint64_t unseen[4])
{
    const struct pen_hand rest = pen_hand_less(hidden, hand);
    unseen[0] = pen_hand_kinds(&rest);
    unseen[1] = rest.digit[1] | rest.digit[2];
    unseen[2] = rest.digit[2] | (rest.digit[1] & rest.digit[0]);
    unseen[3] = rest.digit[2];
}

static PEN_ALWAYS_INLINE void put_word(void *to, uint64_t word)
{
#if defined(__GNUC__) || defined(__clang__)
    __builtin_memcpy(to, &word, sizeof word); /* one instruction, in a freestanding build as well */
#else
    memcpy(to, &word, sizeof word);
#endif
}

/* Two past actions with their seats relative: relative_set() for both at once. What one set loses over its
 * edge falls where the mask takes it away. */
static PEN_ALWAYS_INLINE uint64_t relative_past(uint64_t two, unsigned of, unsigned seat_count)
{
    const uint64_t ones = UINT64_C(0x0000000100000001) << PEN_PAST_SEAT_BIT;
    uint64_t seats = two & (0xffff * ones), all = ((UINT64_C(1) << seat_count) - 1) * ones;
    return (two ^ seats) | ((seats >> of | seats << (seat_count - of)) & all);
}

/* Word by word, as they were written: words of another size would wait until these have left the processor.
 * Least byte first, a word holds two past actions as they lie in an observation. */
static PEN_ALWAYS_INLINE void put_past(const struct pen_memory *memory, unsigned seat, unsigned seat_count,
                                       struct pen_observation *observation)
{
    PEN_STATIC_ASSERT(PEN_MEMORY_PAST == 6, "each of them");
    observation->past_card[0] = memory->past_card[0];
    observation->past_card[1] = memory->past_card[1];
    observation->past_card[2] = memory->past_card[2];
    observation->past_card[3] = memory->past_card[3];
    observation->past_card[4] = memory->past_card[4];
    observation->past_card[5] = memory->past_card[5];
    const uint64_t words[] = {relative_past(memory->past[0], seat, seat_count),
                              relative_past(memory->past[1], seat, seat_count),
                              relative_past(memory->past[2], seat, seat_count)};
    PEN_STATIC_ASSERT(sizeof words == sizeof observation->past, "two in a word");
    put_word(&observation->past[0], words[0]);
    put_word(&observation->past[2], words[1]);
    put_word(&observation->past[4], words[2]);
}

static PEN_ALWAYS_INLINE void put_known(const struct pen_hand *known, uint64_t to[2])
{
    to[0] = pen_hand_kinds(known);
    to[1] = known->digit[1] | known->digit[2];
}

static PEN_ALWAYS_INLINE void put_lacks(const uint32_t lacks[PEN_MEMORY_AGES], uint32_t to[3])
{
    uint32_t near = lacks[0], middle = near | lacks[1] | lacks[2];
    to[0] = near;
    to[1] = middle;
    to[2] = middle | lacks[3] | lacks[4] | lacks[5] | lacks[6] | lacks[7];
}

static PEN_ALWAYS_INLINE void put_seat(const struct pen_observed *observed, unsigned seat, unsigned to,
                                       struct pen_observation *observation)
{
    unsigned cards = observed->hand_count[seat];
    observation->sizes[to] = (uint16_t)((1u << (cards < 16 ? cards : 16)) - 1);
    observation->hand_count[to] = (uint8_t)cards;
    observation->score[to] = observed->shares[seat];
}

static PEN_ALWAYS_INLINE void put_seats(const struct pen_observed *observed,
                                        struct pen_observation *observation)
{
    unsigned count = observed->seat_count, seat = observed->seat;
    uint64_t habits = 0;
    put_seat(observed, seat, 0, observation);
    for (unsigned to = 1; to < count; to++) {
        seat = next_seat(seat, count);
        put_seat(observed, seat, to, observation);
        put_lacks(observed->memory->lacks[seat], observation->lacks[to - 1]);
        habits += observed->memory->habits[seat];
    }
    put_word(observation->habits, habits);
    if (PEN_UNLIKELY(count > 4)) /* the seat before one's own */
        put_known(&observed->known[seat], observation->known[3]);
    seat = observed->seat;
    for (unsigned to = 0; to < 3 && to + 1 < count; to++) {
        seat = next_seat(seat, count);
        put_known(&observed->known[seat], observation->known[to]);
    }
}

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
static inline void turn_words(void *bytes, unsigned count, unsigned size)
{
    uint8_t *at = bytes;
    for (; count > 0; count--, at += size)
        for (unsigned i = 0; i < size / 2; i++) {
            uint8_t byte = at[i];
            at[i] = at[size - 1 - i];
            at[size - 1 - i] = byte;
        }
}

static inline void least_first(struct pen_observation *observation)
{
    turn_words(observation, 26, 8);
    turn_words(observation->lacks, 27, 4);
    turn_words(observation->sizes, PEN_SEATS_MAX, 2);
    turn_words(&observation->phase, 5, 2);
    turn_words(&observation->rules, 1, 4);
    turn_words(observation->habits, 1, 8);
}
#else
static inline void least_first(struct pen_observation *observation)
{
    (void)observation;
}
#endif

/* Clears what observe_into() writes only in part. */
static PEN_ALWAYS_INLINE void observe_nothing(struct pen_observation *observation)
{
    for (unsigned i = 0; i < 8; i++)
        observation->known[i / 2][i % 2] = 0;
    PEN_STATIC_ASSERT(offsetof(struct pen_observation, lacks) % 8 == 0, "in words from there on");
    for (unsigned i = offsetof(struct pen_observation, lacks); i < offsetof(struct pen_observation, habits);
         i += 8)
        put_word((uint8_t *)observation + i, 0);
}

/* After observe_nothing(), which is apart so that nothing of what is observed has to be kept meanwhile. */
static PEN_ALWAYS_INLINE void observe_into(const struct pen_observed *observed,
                                           struct pen_observation *restrict observation)
{
    const struct pen_hand *hand = observed->hand;
    unsigned count = observed->seat_count, seat = observed->seat;
    observation->color = (uint8_t)(1u << (observed->color & 31)); /* NONE is shifted out */
    observation->follow = (uint8_t)(1u << (observed->follow_color & 31));
    observation->phase = (uint16_t)(1u << observed->phase);
    observation->seats = (uint16_t)(1u << count);
    if (PEN_UNLIKELY(observed->owes | observed->lost)) {
        observation->owes = relative_set(observed->owes, seat, count);
        observation->lost = relative_set(observed->lost, seat, count);
    }
    observation->thrower = relative_set(1u << (observed->thrower & 31), seat, count); /* NONE: 0 */
    observation->rules = observed->rule_flags;
    observation->draw_count = observed->draw_count;
    observation->pending = (uint8_t)(observed->pending < 255 ? observed->pending : 255);
    observation->discard_count = observed->discard_count;
    observation->is_left = observed->direction == PEN_LEFT;
    observation->top = kind_bit(observed->top);
    observation->drawn = kind_bit(observed->drawn);
    observation->own[0] = pen_hand_kinds(hand);
    observation->own[1] = hand->digit[1] | hand->digit[2];
    observation->own[2] = hand->digit[2] | (hand->digit[1] & hand->digit[0]);
    put_unseen(observed->hidden, hand, observation->unseen);
    put_past(observed->memory, seat, count, observation);
    put_seats(observed, observation);
    least_first(observation);
}

#endif
