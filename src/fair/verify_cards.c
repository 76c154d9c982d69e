/* verify_cards.c - compares what a record says was dealt, shuffled and drawn by lot with what the key gives.
 */
#include <string.h>

#include "fair/verifier.h"
#include "penultima/words_fair.h"

struct card_name {
    char bytes[16];
};

static struct card_name name_of(const struct pen_mesa_moment *moment, uint8_t card)
{
    struct card_name name;
    struct pen_text text = pen_text_in(name.bytes, sizeof name.bytes);
    pen_card_write(moment->edition, moment->rules, card, &text);
    return name;
}

/* The lines behind line 'line'. */
static struct fair_lines lines_behind(const struct fair_verifier *verifier, unsigned line)
{
    struct fair_lines lines = fair_lines_of(verifier->bytes, verifier->byte_count);
    struct fair_word_bytes passed;
    while (lines.line < line && fair_lines_next(&lines, &passed)) {
    }
    return lines;
}

/* ---- a deal ---------------------------------------------------------------------------------------------
 */

/* Where the layout of this deal says something; the deal's own line where it does not. */
static unsigned line_of(const struct fair_verifier *verifier, const struct pen_mesa_moment *moment,
                        const char *key, const char *name)
{
    const bool is_first = moment->game->round_number == 1;
    unsigned line = fair_lines_find(lines_behind(verifier, is_first ? 0 : moment->line), key, name, "deal");
    return line ? line : moment->line;
}

static void check_hand(struct fair_verifier *verifier, const struct pen_mesa_moment *moment, unsigned seat,
                       const char *round)
{
    const struct pen_hand *hand = &moment->layout->hands[seat], *wanted = &verifier->layout.hands[seat];
    const char *name = verifier->shown.name[seat];
    if (!(moment->layout->has_hand >> seat & 1)) {
        FAIR_FOUND(verifier, FAIR_CHECK_DEALS, moment->line, PEN_WORD_FAIR_HAND_NOT_SAID, name, round);
        return;
    }
    if (memcmp(hand, wanted, sizeof *hand) == 0)
        return;
    const unsigned line = line_of(verifier, moment, "hand", verifier->names.name[seat]);
    const unsigned count = pen_hand_count(hand), wanted_count = pen_hand_count(wanted);
    if (count != wanted_count) {
        FAIR_FOUND(verifier, FAIR_CHECK_DEALS, line, PEN_WORD_FAIR_HAND_COUNT, name, round,
                   fair_digits_of(count).bytes, fair_digits_of(wanted_count).bytes);
        return;
    }
    /* As many cards and not the same: some are too many, others are missing. */
    uint8_t surplus = 0, missing = 0;
    for (uint8_t card = 0; card < moment->rules->kind_count; card++) {
        if (pen_hand_count_of(hand, card) > pen_hand_count_of(wanted, card))
            surplus = card;
        if (pen_hand_count_of(hand, card) < pen_hand_count_of(wanted, card))
            missing = card;
    }
    FAIR_FOUND(verifier, FAIR_CHECK_DEALS, line, PEN_WORD_FAIR_HAND_WRONG, name, round,
               name_of(moment, surplus).bytes, name_of(moment, missing).bytes);
}

struct pile {
    const uint8_t *cards;
    unsigned count;
};

static void check_pile(struct fair_verifier *verifier, const struct pen_mesa_moment *moment, struct pile pile,
                       struct pile wanted, bool is_opening, const char *round)
{
    unsigned same = 0;
    while (same < pile.count && same < wanted.count && pile.cards[same] == wanted.cards[same])
        same++;
    if (same == pile.count && same == wanted.count)
        return;
    const unsigned line = line_of(verifier, moment, is_opening ? "opening" : "draw", NULL);
    if (same < pile.count && same < wanted.count)
        FAIR_FOUND(verifier, FAIR_CHECK_DEALS, line,
                   is_opening ? PEN_WORD_FAIR_OPENING_WRONG : PEN_WORD_FAIR_DRAW_WRONG, round,
                   fair_digits_of(same + 1).bytes, name_of(moment, pile.cards[same]).bytes,
                   name_of(moment, wanted.cards[same]).bytes);
    else
        FAIR_FOUND(verifier, FAIR_CHECK_DEALS, line,
                   is_opening ? PEN_WORD_FAIR_OPENING_COUNT : PEN_WORD_FAIR_DRAW_COUNT, round,
                   fair_digits_of(pile.count).bytes, fair_digits_of(wanted.count).bytes);
}

static enum pen_deal_problem wanted_layout(struct fair_verifier *verifier,
                                           const struct pen_mesa_moment *moment)
{
    if (moment->game->round_number == 1) {
        /* Without lots somebody was named, where the key does not give the same one (RULES S1, O23). */
        struct pen_lots lots;
        const uint8_t drawn = fair_dealer(&verifier->fair, moment->rules, &lots);
        verifier->is_named = verifier->fair.version > 1 && moment->layout->lots.count == 0 &&
                             (lots.count > 0 || moment->layout->dealer != drawn);
        return fair_first_layout(&verifier->fair, moment->rules,
                                 verifier->is_named ? moment->layout->dealer : PEN_SEAT_NONE,
                                 &verifier->layout);
    }
    /* The game as it was before this deal, as far as the next layout asks for it. */
    struct pen_game before = *moment->game;
    const unsigned seats = before.round.seat_count;
    /* Whoever joins sits behind the last one, so nobody's left changes but the last dealer's. */
    before.round_number--;
    before.round.dealer = (uint8_t)((before.round.dealer + seats - 1) % seats);
    return fair_next_layout(&verifier->fair, moment->rules, &before, &verifier->layout);
}

/* RULE S1: who drew what. Who deals follows from it. */
static void check_lots(struct fair_verifier *verifier, const struct pen_mesa_moment *moment)
{
    const struct pen_lots *lots = &moment->layout->lots, *wanted = &verifier->layout.lots;
    for (unsigned i = 0; i < lots->count; i++)
        for (unsigned seat = 0; seat < moment->layout->seat_count; seat++) {
            const uint8_t card = lots->cards[i][seat];
            const uint8_t other = i < wanted->count ? wanted->cards[i][seat] : PEN_CARD_NONE;
            if (card == other)
                continue;
            FAIR_FOUND(verifier, FAIR_CHECK_DEALER, line_of(verifier, moment, "lots", NULL),
                       PEN_WORD_FAIR_LOTS_WRONG, verifier->shown.name[seat],
                       card == PEN_CARD_NONE ? "–" : name_of(moment, card).bytes,
                       other == PEN_CARD_NONE ? "–" : name_of(moment, other).bytes);
            return;
        }
    if (lots->count < wanted->count)
        FAIR_FOUND(verifier, FAIR_CHECK_DEALER, line_of(verifier, moment, "lots", NULL),
                   PEN_WORD_FAIR_LOTS_FEW, NULL);
}

void fair_check_deal(struct fair_verifier *verifier, const struct pen_mesa_moment *moment)
{
    const struct pen_layout *layout = moment->layout, *wanted = &verifier->layout;
    const struct fair_digits round = fair_digits_of(moment->game->round_number);
    if (moment->game->round_number == 1)
        verifier->first_dealer = layout->dealer;
    verifier->findings[FAIR_CHECK_DEALS].count++;
    if (verifier->findings[FAIR_CHECK_DEALS].is_wrong)
        return; /* the first is named; looking for the lines of all would make a bad record a slow one */
    if (wanted_layout(verifier, moment) != PEN_DEAL_GOOD) {
        FAIR_FOUND(verifier, FAIR_CHECK_DEALS, moment->line, PEN_WORD_FAIR_NO_DEAL, NULL);
        return;
    }
    check_lots(verifier, moment);
    if (layout->dealer != wanted->dealer)
        FAIR_FOUND(verifier, FAIR_CHECK_DEALER, line_of(verifier, moment, "dealer", NULL),
                   PEN_WORD_FAIR_DEALER_WRONG, verifier->shown.name[layout->dealer],
                   verifier->shown.name[wanted->dealer]);
    if (layout->top != PEN_CARD_NONE) {
        FAIR_FOUND(verifier, FAIR_CHECK_DEALS, line_of(verifier, moment, "top", NULL), PEN_WORD_FAIR_MIDGAME,
                   NULL);
        return;
    }
    for (unsigned seat = 0; seat < layout->seat_count; seat++)
        check_hand(verifier, moment, seat, round.bytes);
    check_pile(verifier, moment, (struct pile){layout->draw, layout->draw_count},
               (struct pile){wanted->draw, wanted->draw_count}, false, round.bytes);
    check_pile(verifier, moment, (struct pile){layout->opening, layout->opening_count},
               (struct pile){wanted->opening, wanted->opening_count}, true, round.bytes);
}

/* ---- an action ------------------------------------------------------------------------------------------
 */

static void check_reshuffle(struct fair_verifier *verifier, const struct pen_mesa_moment *moment)
{
    const struct pen_events *events = moment->events;
    uint8_t order[PEN_DECK_MAX];
    memcpy(order, events->reshuffled, events->reshuffled_count);
    fair_order_reshuffle(&verifier->fair, order, events->reshuffled_count);
    verifier->findings[FAIR_CHECK_RESHUFFLES].count++;
    if (verifier->findings[FAIR_CHECK_RESHUFFLES].is_wrong)
        return;
    for (unsigned i = 0; i < events->reshuffled_count; i++) {
        if (events->reshuffled[i] == order[i])
            continue;
        unsigned line = fair_lines_find(lines_behind(verifier, moment->line), "reshuffle", NULL, NULL);
        FAIR_FOUND(verifier, FAIR_CHECK_RESHUFFLES, line ? line : moment->line, PEN_WORD_FAIR_RESHUFFLE_WRONG,
                   fair_digits_of(verifier->fair.reshuffle_count).bytes, fair_digits_of(i + 1).bytes,
                   name_of(moment, events->reshuffled[i]).bytes, name_of(moment, order[i]).bytes);
        return;
    }
}

/* One tie; 'seat' acts next, or PEN_SEAT_NONE: nobody does. */
static void check_tie(struct fair_verifier *verifier, const struct fair_tie *tie, unsigned line, uint8_t seat)
{
    const struct pen_names *names = &verifier->shown;
    struct fair_tie wanted = *tie;
    const struct fair_digits number = fair_digits_of(tie->number);
    verifier->findings[FAIR_CHECK_TIES].count++;
    wanted.number = fair_order_tie(&verifier->fair, wanted.seats, wanted.count);
    if (tie->number != wanted.number) {
        FAIR_FOUND(verifier, FAIR_CHECK_TIES, line, PEN_WORD_FAIR_TIE_NUMBER, number.bytes,
                   fair_digits_of(wanted.number).bytes);
        return;
    }
    for (unsigned i = 0; i < tie->count; i++)
        if (tie->seats[i] != wanted.seats[i])
            FAIR_FOUND(verifier, FAIR_CHECK_TIES, line, PEN_WORD_FAIR_TIE_WRONG, number.bytes,
                       fair_digits_of(i + 1).bytes, names->name[tie->seats[i]], names->name[wanted.seats[i]]);
    if (tie->seats[0] != seat)
        FAIR_FOUND(verifier, FAIR_CHECK_TIES, line, PEN_WORD_FAIR_TIE_NOT_FOLLOWED, number.bytes,
                   names->name[tie->seats[0]]);
}

/* The ties from where the last action stood up to 'line'. */
static void check_ties(struct fair_verifier *verifier, unsigned line, uint8_t seat)
{
    struct fair_lines lines = {verifier->bytes, verifier->byte_count, verifier->tie_at, verifier->tie_line};
    struct fair_word_bytes bytes;
    struct fair_tie tie;
    while (lines.line < line && fair_lines_next(&lines, &bytes))
        if (fair_read_tie(&verifier->names, bytes, &tie))
            check_tie(verifier, &tie, lines.line, seat);
    verifier->tie_at = lines.at;
    verifier->tie_line = lines.line;
}

void fair_check_action(struct fair_verifier *verifier, const struct pen_mesa_moment *moment)
{
    check_ties(verifier, moment->line, moment->action.seat);
    if (moment->events->reshuffled_count > 0)
        check_reshuffle(verifier, moment);
}

void fair_check_end(struct fair_verifier *verifier)
{
    check_ties(verifier, UINT32_MAX, PEN_SEAT_NONE);
}
