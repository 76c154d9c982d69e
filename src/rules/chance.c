/* chance.c - seeding and shuffling. */
#include "penultima/chance.h"

struct pen_chance pen_chance_of(uint64_t seed, uint64_t stream)
{
    /* Two passes through the mixer, so that neighbouring seeds and streams share nothing. */
    struct pen_chance of_seed = {seed};
    struct pen_chance of_both = {pen_chance_word(&of_seed) ^ stream};
    return (struct pen_chance){pen_chance_word(&of_both)};
}

uint32_t pen_chance_below_again(struct pen_chance *chance, uint32_t bound)
{
    uint32_t number;
    while (!pen_chance_try((uint32_t)(pen_chance_word(chance) >> 32), 32, bound, &number)) {
    }
    return number;
}

void pen_chance_shuffle(struct pen_chance *chance, uint8_t *cards, unsigned count)
{
    for (unsigned left = count; left > 1; left--) {
        unsigned place = pen_chance_below(chance, left);
        uint8_t card = cards[place];
        cards[place] = cards[left - 1];
        cards[left - 1] = card;
    }
}
