/* memory.h - what an attentive player remembers of a round: who had to draw on what, which cards
 * are known to be in whose hand, the last actions. Public, except for cards that were shown
 * to one player only.
 *
 * A view keeps one (view.h); a batch keeps one per table for all seats (batch.h). Both are fed with the same
 * events, so a bot and a learner see the same bytes. Plain memory, no padding: compared as bytes. */
#ifndef PENULTIMA_MEMORY_H
#define PENULTIMA_MEMORY_H

#include "penultima/event.h"

#ifdef __cplusplus
extern "C" {
#endif
PEN_API_BEGIN

#define PEN_MEMORY_PAST 6 /* actions that are remembered */
#define PEN_MEMORY_AGES 8 /* cards drawn since, that is how long a lack is remembered */
#define PEN_LACK_FACES 16 /* faces that a lack is noted for */

/* A lack as bits: colour c at c, face f at 8 + f, "any wild" at 24. */
#define PEN_LACK_FACE_BIT PEN_COLORS_MAX
#define PEN_LACK_WILD_BIT (PEN_COLORS_MAX + PEN_LACK_FACES)

/* An action as it is seen later (struct pen_past_action in observation.h), in 32 bits. */
#define PEN_PAST_VERB_BIT 0
#define PEN_PAST_COLOR_BIT 8
#define PEN_PAST_SEAT_BIT 16

/* What distinguishes players: how often a seat has done each of these since the deal. One byte of a word
 * each, the first one lowest; a card's own are in 'habits' of the rules. */
enum pen_habit {
    PEN_HABIT_LAYS,         /* a card in turn, or jumping in */
    PEN_HABIT_WILDS,        /* of these: wilds that make nobody draw */
    PEN_HABIT_DRAW_WILDS,   /* wilds that make somebody draw */
    PEN_HABIT_ACTIONS,      /* coloured cards without a number */
    PEN_HABIT_OTHER_COLORS, /* coloured cards of another colour than the one in play */
    PEN_HABIT_LOW_NUMBERS,  /* coloured cards with a number up to PEN_HABIT_LOW */
    PEN_HABIT_DRAWS,        /* draws in turn */
    PEN_HABIT_CHALLENGES,
    PEN_HABIT_COUNT
};
#define PEN_HABIT_LOW 4
#define PEN_HABIT_MOST 25 /* counted no further, so that the seats' words can be added */
#define PEN_HABIT_ONCE(habit) (UINT64_C(1) << 8 * (habit))

struct pen_memory {
    /* Whoever draws in turn shows, most of the time, that nothing fitted. lacks[seat][n]: what the seat
     * lacked n cards ago. Each card it draws moves these on by one, for that card may be anything. */
    uint32_t lacks[PEN_SEATS_MAX][PEN_MEMORY_AGES];
    uint64_t past_card[PEN_MEMORY_PAST]; /* the kinds of the last actions, the newest first */
    uint64_t past[PEN_MEMORY_PAST / 2];  /* these actions, two in a word, the newer one below */
    /* A draw whose card could be played: what follows decides what it shows. */
    uint32_t open_lack;
    uint8_t open_draw; /* who, or PEN_SEAT_NONE */
    uint8_t open_age;  /* cards that one has drawn since */
    uint8_t turn;      /* who may draw in turn now, or PEN_SEAT_NONE */
    uint8_t due_seat;  /* cards drawn for another reason: whose, how many */
    uint16_t due;
    uint8_t top, color;   /* as the events told them */
    uint8_t color_before; /* RULE A6: in play before the last card with a condition */
    uint8_t follow;       /* RULE G3: the colour to follow */
    uint8_t unused[2];
    uint64_t habits[PEN_SEATS_MAX]; /* enum pen_habit; of the player: it stays when hands change owners */
};

/* Before the deal of a round. */
void pen_memory_init(struct pen_memory *memory);

/* One event, in its order. 'seat_count' and 'direction' as they are after the action. Hidden cards are not
 * looked at, so an event redacted for anybody will do. */
void pen_memory_note(struct pen_memory *memory, const struct pen_rules *rules, const struct pen_event *event,
                     unsigned seat_count, unsigned direction);

/* What 'viewer' knows of the others' hands, one hand per seat, after the same event redacted for it. 'own'
 * is the viewer's hand when the event happened; it matters when hands change owners. */
void pen_memory_know(struct pen_hand known[], const struct pen_event *event, uint8_t viewer,
                     const struct pen_hand *own, unsigned seat_count, unsigned direction);

/* ---- the parts, for callers that know what happened without events ---- */

/* What a seat lacks that cannot lay anything on this card in this colour. */
PEN_INLINE uint32_t pen_memory_lack_of(const struct pen_rules *rules, uint8_t top, uint8_t color)
{
    uint32_t bits = UINT32_C(1) << PEN_LACK_WILD_BIT;
    if (color < PEN_COLORS_MAX)
        bits |= UINT32_C(1) << color;
    if (top < PEN_KINDS_MAX && rules->color[top] != PEN_COLOR_NONE && rules->face[top] < PEN_LACK_FACES)
        bits |= UINT32_C(1) << (PEN_LACK_FACE_BIT + rules->face[top]);
    return bits;
}

PEN_INLINE void pen_memory_push(struct pen_memory *memory, uint8_t seat, uint8_t verb, uint8_t card,
                                uint8_t color)
{
    PEN_STATIC_ASSERT(PEN_VERB_COUNT == 15, "a verb has its bit here; none: it is not remembered");
    static const uint8_t verb_bits[PEN_VERB_COUNT] = {
        1,   2, 4,  8,  16,  128, /* play, draw, keep, take, challenge, name */
        0,   0, 32,               /* say UNO, catch, jump */
        128, 0, 64, 64, 128, 0    /* swap, drop, stream, follow, swing, accuse */
    };
    for (unsigned i = PEN_MEMORY_PAST / 2 - 1; i > 0; i--) {
        memory->past[i] = memory->past[i] << 32 | memory->past[i - 1] >> 32;
        memory->past_card[2 * i + 1] = memory->past_card[2 * i];
        memory->past_card[2 * i] = memory->past_card[2 * i - 1];
    }
    memory->past_card[1] = memory->past_card[0];
    /* The NONE values are shifted out: branches here would be guesses. */
    memory->past_card[0] = (uint64_t)(card < PEN_KINDS_MAX) << (card & 63);
    memory->past[0] = memory->past[0] << 32 | (uint64_t)verb_bits[verb] << PEN_PAST_VERB_BIT |
                      (uint64_t)(uint8_t)(1u << (color & 31)) << PEN_PAST_COLOR_BIT |
                      (uint64_t)(uint16_t)(1u << (seat & 31)) << PEN_PAST_SEAT_BIT;
}

/* The seat has done these once more (PEN_HABIT_ONCE), those that it has not yet done too often. */
PEN_INLINE void pen_memory_habit(struct pen_memory *memory, unsigned seat, uint64_t habits)
{
    PEN_STATIC_ASSERT(PEN_HABIT_COUNT == 8, "a word");
    PEN_STATIC_ASSERT(PEN_HABIT_MOST * PEN_SEATS_MAX <= UINT8_MAX, "all seats fit into its bytes");
    const uint64_t ones = UINT64_C(0x0101010101010101);
    if (seat >= PEN_SEATS_MAX)
        return;
    uint64_t full = (memory->habits[seat] + (128 - PEN_HABIT_MOST) * ones) >> 7 & ones;
    memory->habits[seat] += habits & ~full;
}

PEN_INLINE void pen_memory_lack(struct pen_memory *memory, unsigned seat, unsigned age, uint32_t lack)
{
    if (seat < PEN_SEATS_MAX && age < PEN_MEMORY_AGES)
        memory->lacks[seat][age] |= lack;
}

/* A draw whose card could be played is over: the card was laid (or could not be), or it was kept; then it
 * is one more that may be anything. */
PEN_INLINE void pen_memory_close(struct pen_memory *memory, bool is_kept)
{
    if (memory->open_draw == PEN_SEAT_NONE)
        return;
    pen_memory_lack(memory, memory->open_draw, memory->open_age + (is_kept ? 1u : 0u), memory->open_lack);
    memory->open_draw = PEN_SEAT_NONE;
    memory->open_age = 0;
    memory->open_lack = 0;
}

/* The seat has drawn a card, whatever for. */
PEN_INLINE void pen_memory_age(struct pen_memory *memory, unsigned seat)
{
    uint32_t *lacks = memory->lacks[seat];
    for (unsigned i = PEN_MEMORY_AGES - 1; i > 0; i--)
        lacks[i] = lacks[i - 1];
    lacks[0] = 0;
    if (memory->open_draw == seat && memory->open_age < PEN_MEMORY_AGES)
        memory->open_age++;
}

/* The seat draws in turn. */
PEN_INLINE void pen_memory_draw(struct pen_memory *memory, const struct pen_rules *rules, uint8_t seat)
{
    pen_memory_age(memory, seat);
    if (memory->turn != seat || memory->open_draw != PEN_SEAT_NONE)
        return;
    pen_memory_push(memory, seat, PEN_VERB_DRAW, PEN_CARD_NONE, PEN_COLOR_NONE);
    pen_memory_habit(memory, seat, PEN_HABIT_ONCE(PEN_HABIT_DRAWS));
    memory->open_draw = seat;
    memory->open_age = 0;
    memory->open_lack = pen_memory_lack_of(rules, memory->top, memory->color);
    memory->turn = PEN_SEAT_NONE;
}

PEN_INLINE void pen_memory_turn(struct pen_memory *memory, uint8_t seat)
{
    pen_memory_close(memory, false);
    memory->turn = seat;
    memory->due = 0;
}

PEN_INLINE void pen_memory_lay(struct pen_memory *memory, const struct pen_rules *rules, uint8_t seat,
                               uint8_t verb, uint8_t card, uint8_t color)
{
    pen_memory_close(memory, memory->open_draw != seat || verb != PEN_VERB_PLAY);
    pen_memory_push(memory, seat, verb, card, color);
    if (card < PEN_KINDS_MAX) {
        /* No branch: nobody can foresee the colour. */
        uint64_t is_same = (memory->color == rules->color[card]) | (memory->color == PEN_COLOR_NONE);
        pen_memory_habit(memory, seat, rules->habits[card] & ~(is_same << 8 * PEN_HABIT_OTHER_COLORS));
        if (rules->guarded >> card & 1)
            memory->color_before = memory->color;
        memory->top = card;
        memory->color = rules->color[card] != PEN_COLOR_NONE ? rules->color[card] : color;
    }
    memory->turn = PEN_SEAT_NONE;
    memory->due = 0;
}

PEN_API_END
#ifdef __cplusplus
}
#endif

#endif
