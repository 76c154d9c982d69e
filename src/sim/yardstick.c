/* yardstick.c - the least that can be called the game: numbers, Skip, Reverse, Draw Two and the two
 * wilds with their plain effects. No UNO, challenge, choice, edition, house rule, view, event,
 * refusal or check; colours and faces are constants. What the rules add has to be paid from here.
 */
#include <string.h>

#include "penultima/card.h"
#include "penultima/chance.h"
#include "sim/yardstick.h"

enum { SEATS = 4, COLORS = 4, FACES = 13, WILD = 52, WILD_FOUR = 53, DECK = 108 };
enum { FACE_SKIP = 10, FACE_REVERSE = 11, FACE_DRAW = 12 };

struct table {
    uint64_t once[SEATS], twice[SEATS]; /* at least one, at least two of a coloured card */
    struct pen_chance chance;
    uint8_t wilds[SEATS][2], count[SEATS];
    uint8_t pile[DECK], pile_count, discards[DECK], discard_count;
    uint8_t seat_count, turn, forward, top, color, drawn;
};

static uint64_t of_color(unsigned color)
{
    return UINT64_C(0x1fff) << (FACES * color);
}

static uint64_t of_face(unsigned card)
{
    return card >= WILD ? 0 : UINT64_C(0x8004002001) << (card % FACES);
}

static bool draw(struct table *table, unsigned seat, uint8_t *card)
{
    if (table->pile_count == 0) {
        memcpy(table->pile, table->discards, table->discard_count);
        table->pile_count = table->discard_count;
        table->discard_count = 0;
        if (table->pile_count == 0)
            return false;
    }
    unsigned place = pen_chance_below(&table->chance, table->pile_count);
    *card = table->pile[place];
    table->pile[place] = table->pile[--table->pile_count];
    table->count[seat]++;
    if (*card >= WILD) {
        table->wilds[seat][*card - WILD]++;
    } else {
        table->twice[seat] |= table->once[seat] & pen_card_bit(*card);
        table->once[seat] |= pen_card_bit(*card);
    }
    return true;
}

static void start(struct table *table, unsigned seat_count, struct pen_chance chance)
{
    uint8_t card;
    memset(table, 0, sizeof *table);
    table->seat_count = (uint8_t)seat_count;
    table->forward = 1;
    table->chance = chance;
    table->drawn = PEN_CARD_NONE;
    for (card = 0; card < WILD; card++) {
        table->pile[table->pile_count++] = card;
        if (card % FACES != 0)
            table->pile[table->pile_count++] = card;
    }
    for (unsigned i = 0; i < 8; i++)
        table->pile[table->pile_count++] = (uint8_t)(WILD + i / 4);
    table->top = (uint8_t)pen_chance_below(&table->chance, WILD); /* one card more, for simplicity */
    table->color = table->top / FACES;
    for (unsigned seat = 0; seat < seat_count; seat++)
        for (unsigned i = 0; i < 7; i++)
            draw(table, seat, &card);
}

static uint64_t legal(const struct table *table)
{
    unsigned seat = table->turn;
    if (table->drawn != PEN_CARD_NONE)
        return pen_card_bit(table->drawn);
    uint64_t kinds = table->once[seat] & (of_color(table->color) | of_face(table->top));
    return kinds | (uint64_t)(table->wilds[seat][0] > 0) << WILD |
           (uint64_t)(table->wilds[seat][1] > 0) << WILD_FOUR;
}

static unsigned next(const struct table *table, unsigned seat)
{
    seat += table->forward;
    return seat >= table->seat_count ? seat - table->seat_count : seat;
}

static void draw_in_turn(struct table *table)
{
    unsigned seat = table->turn;
    uint8_t card;
    bool can_play = draw(table, seat, &card) &&
                    (card >= WILD || ((of_color(table->color) | of_face(table->top)) >> card & 1));
    if (can_play)
        table->drawn = card;
    else
        table->turn = (uint8_t)next(table, seat);
}

/* False: the hand is empty. */
static bool play(struct table *table, uint8_t card, uint8_t color)
{
    unsigned seat = table->turn, draws = 0;
    table->drawn = PEN_CARD_NONE;
    table->discards[table->discard_count++ % DECK] = table->top;
    table->top = card;
    if (card >= WILD) {
        table->wilds[seat][card - WILD]--;
        table->color = color;
    } else {
        uint64_t bit = pen_card_bit(card);
        table->once[seat] &= ~bit | table->twice[seat];
        table->twice[seat] &= ~bit;
        table->color = card / FACES;
    }
    if (--table->count[seat] == 0)
        return false;
    unsigned face = card >= WILD ? card : card % FACES;
    if (face == FACE_REVERSE && table->seat_count > 2)
        table->forward = (uint8_t)(table->seat_count - table->forward);
    unsigned to = next(table, seat);
    bool skips = face == FACE_SKIP || face == FACE_DRAW || face == WILD_FOUR ||
                 (face == FACE_REVERSE && table->seat_count == 2);
    draws = face == FACE_DRAW ? 2 : face == WILD_FOUR ? 4 : 0;
    for (uint8_t drawn; draws > 0; draws--)
        if (!draw(table, to, &drawn))
            break;
    table->turn = (uint8_t)(skips ? next(table, to) : to);
    return true;
}

uint64_t sim_yardstick_run(unsigned seat_count, uint64_t games, uint64_t seed)
{
    uint64_t actions = 0;
    struct table table;
    seat_count = seat_count > SEATS ? SEATS : seat_count;
    for (uint64_t game = 0; game < games; game++) {
        struct pen_chance chance = pen_chance_of(seed, 2 * game);
        start(&table, seat_count, pen_chance_of(seed, 2 * game + 1));
        /* Two who both hold everything could go on for ever. */
        for (unsigned i = 0; i < 5000; i++) {
            uint64_t plays = legal(&table);
            actions++;
            if (plays == 0) {
                draw_in_turn(&table);
                continue;
            }
            unsigned index = pen_chance_below(&chance, pen_bits_count(plays));
            uint8_t color = (uint8_t)(chance.counter >> 40 & 3);
            if (!play(&table, (uint8_t)pen_bits_select(plays, index), color))
                break;
        }
    }
    return actions;
}
