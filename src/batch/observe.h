/* observe.h - pen_observe(), compiled into the loop over the tables as well. Internal. */
#ifndef PENULTIMA_BATCH_OBSERVE_H
#define PENULTIMA_BATCH_OBSERVE_H

#include <string.h>

#include "penultima/observation.h"

static inline uint64_t kind_bit(unsigned card)
{
    return (uint64_t)(card < PEN_KINDS_MAX) << (card & 63); /* no branch: see put_past() */
}

static inline unsigned relative_seat(unsigned seat, unsigned of, unsigned seat_count)
{
    return seat >= of ? seat - of : seat + seat_count - of;
}

/* To the left, round the table; without a branch, for nobody can foresee whose turn it is. */
static inline unsigned next_seat(unsigned seat, unsigned seat_count)
{
    seat++;
    return seat & (0u - (unsigned)(seat < seat_count));
}

/* A set of seats, turned so that 'of' is bit 0: written twice in a row, and cut out from there. */
static inline uint16_t relative_set(unsigned seats, unsigned of, unsigned seat_count)
{
    unsigned twice = 1u << seat_count | 1u, all = (1u << seat_count) - 1;
    return (uint16_t)((seats * twice >> of) & all);
}

/* copies - own - discarded for all kinds at once, digit by digit. What is shown stays a number of cards, so
 * no digit borrows beyond the third. */
static PEN_ALWAYS_INLINE void count_unseen(const struct pen_rules *rules, const struct pen_hand *hand,
                                           const struct pen_hand *discards, uint64_t digit[PEN_HAND_DIGITS])
{
    for (unsigned i = 0; i < PEN_HAND_DIGITS; i++)
        digit[i] = rules->all.digit[i];
    const struct pen_hand *less[] = {hand, discards};
    for (unsigned which = 0; which < 2; which++) {
        uint64_t borrow = 0;
        for (unsigned i = 0; i < PEN_HAND_DIGITS; i++) {
            uint64_t take = less[which]->digit[i];
            uint64_t left = digit[i] ^ take ^ borrow;
            borrow = (~digit[i] & (take | borrow)) | (take & borrow);
            digit[i] = left;
        }
    }
}

static PEN_ALWAYS_INLINE void put_unseen(const struct pen_rules *rules, const struct pen_observed *observed,
                                         uint64_t unseen[4])
{
    uint64_t digit[PEN_HAND_DIGITS];
    count_unseen(rules, observed->hand, observed->discards, digit);
    unseen[0] = digit[0] | digit[1] | digit[2];
    unseen[1] = digit[1] | digit[2];
    unseen[2] = digit[2] | (digit[1] & digit[0]);
    unseen[3] = digit[2];
}

static PEN_ALWAYS_INLINE void put_past_action(const struct pen_observed *observed,
                                              struct pen_observation *observation, unsigned i)
{
    struct pen_past_action past = observed->memory->past[i];
    observation->past_card[i] = observed->memory->past_card[i];
    past.seat = relative_set(past.seat, observed->seat, observed->seat_count);
    observation->past[i] = past;
}

/* Written out: as a loop it would be done with vectors, which for so few costs more than it saves. */
static PEN_ALWAYS_INLINE void put_past(const struct pen_observed *observed,
                                       struct pen_observation *observation)
{
    PEN_STATIC_ASSERT(PEN_MEMORY_PAST == 6, "each of them");
    put_past_action(observed, observation, 0);
    put_past_action(observed, observation, 1);
    put_past_action(observed, observation, 2);
    put_past_action(observed, observation, 3);
    put_past_action(observed, observation, 4);
    put_past_action(observed, observation, 5);
}

static PEN_ALWAYS_INLINE void put_known(const struct pen_observed *observed, unsigned to, unsigned seat,
                                        struct pen_observation *observation)
{
    const struct pen_hand *known = &observed->known[seat];
    observation->known[to][0] = pen_hand_kinds(known);
    observation->known[to][1] = known->digit[1] | known->digit[2];
}

static PEN_ALWAYS_INLINE void put_seats(const struct pen_observed *observed,
                                        struct pen_observation *observation)
{
    unsigned count = observed->seat_count, seat = observed->seat;
    for (unsigned to = 0; to < count; to++) {
        unsigned cards = observed->hand_count[seat];
        observation->sizes[to] = (uint16_t)((1u << (cards < 16 ? cards : 16)) - 1);
        observation->hand_count[to] = (uint8_t)cards;
        if (to > 0) {
            const uint32_t *lacks = observed->memory->lacks[seat];
            uint32_t near = lacks[0], middle = near | lacks[1] | lacks[2];
            observation->lacks[to - 1][0] = near;
            observation->lacks[to - 1][1] = middle;
            observation->lacks[to - 1][2] = middle | lacks[3] | lacks[4] | lacks[5] | lacks[6] | lacks[7];
            if (observed->known && to < 4)
                put_known(observed, to - 1, seat, observation);
            else if (observed->known && to == count - 1)
                put_known(observed, 3, seat, observation);
        }
        observation->score[to] = observed->shares[seat];
        seat = next_seat(seat, count);
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
    turn_words(observation, 23, 8);
    for (unsigned i = 0; i < PEN_MEMORY_PAST; i++)
        turn_words(&observation->past[i].seat, 1, 2);
    turn_words(observation->lacks, 27, 4);
    turn_words(observation->sizes, PEN_SEATS_MAX, 2);
    turn_words(&observation->phase, 5, 2);
    turn_words(&observation->rules, 1, 4);
}
#else
static inline void least_first(struct pen_observation *observation)
{
    (void)observation;
}
#endif

static PEN_ALWAYS_INLINE void observe_into(const struct pen_rules *rules, const struct pen_observed *observed,
                                           struct pen_observation *observation)
{
    const struct pen_hand *hand = observed->hand;
    unsigned count = observed->seat_count;
    memset(observation, 0, sizeof *observation);
    observation->own[0] = pen_hand_kinds(hand);
    observation->own[1] = hand->digit[1] | hand->digit[2];
    observation->own[2] = hand->digit[2] | (hand->digit[1] & hand->digit[0]);
    observation->top = kind_bit(observed->top);
    observation->drawn = kind_bit(observed->drawn);
    put_unseen(rules, observed, observation->unseen);
    put_past(observed, observation);
    put_seats(observed, observation);
    observation->color = (uint8_t)(1u << (observed->color & 31)); /* NONE is shifted out */
    observation->follow = (uint8_t)(1u << (observed->follow_color & 31));
    observation->phase = (uint16_t)(1u << observed->phase);
    observation->seats = (uint16_t)(1u << count);
    if (PEN_UNLIKELY(observed->owes | observed->lost)) {
        observation->owes = relative_set(observed->owes, observed->seat, count);
        observation->lost = relative_set(observed->lost, observed->seat, count);
    }
    if (observed->thrower < count)
        observation->thrower = (uint16_t)(1u << relative_seat(observed->thrower, observed->seat, count));
    observation->rules = observed->rule_flags;
    observation->draw_count = observed->draw_count;
    observation->pending = (uint8_t)(observed->pending < 255 ? observed->pending : 255);
    observation->discard_count = observed->discard_count;
    observation->is_left = observed->direction == PEN_LEFT;
    least_first(observation);
}

#endif
