/* mesa_write.c - a game as a .mesa text, piece by piece.
 *
 * What is written here, pen_mesa_replay() plays to the same end without a seed: every hand, the
 * whole draw pile, the opening, every action and the order of every new draw pile. */
#include <string.h>

#include "mesa.h"

void pen__cards_write(struct pen_text *text, const struct pen_edition *edition, const struct pen_rules *rules,
                      const uint8_t *cards, unsigned count)
{
    for (unsigned index = 0; index < count; index++) {
        if (index > 0)
            pen_text_add(text, " ");
        pen_card_write(edition, rules, cards[index], text);
    }
}

void pen__hand_write(struct pen_text *text, const struct pen_edition *edition, const struct pen_rules *rules,
                     const struct pen_hand *hand)
{
    bool is_first = true;
    for (uint64_t kinds = pen_hand_kinds(hand); kinds; kinds &= kinds - 1) {
        const uint8_t card = (uint8_t)pen_bits_lowest(kinds);
        for (unsigned copy = pen_hand_count_of(hand, card); copy > 0; copy--) {
            if (!is_first)
                pen_text_add(text, " ");
            is_first = false;
            pen_card_write(edition, rules, card, text);
        }
    }
}

static void write_cards_line(struct pen_text *text, const char *key, const struct pen_edition *edition,
                             const struct pen_rules *rules, const uint8_t *cards, unsigned count)
{
    pen_text_add(text, key);
    pen_text_add(text, ": ");
    pen__cards_write(text, edition, rules, cards, count);
    pen_text_add(text, "\n");
}

/* ---- the header ------------------------------------------------------------------------------ */

static void write_house(struct pen_text *text, pen_house_set house)
{
    if (house == 0)
        return;
    pen_text_add(text, "house: ");
    pen_house_write(house, ", ", text);
    pen_text_add(text, "\n");
}

static void write_settings(struct pen_text *text, const struct pen_edition *edition,
                           const struct pen_options *options)
{
    const char *before = "set: ";
    const size_t length = text->length;
    if (options->scoring != PEN_SCORING_DEFAULT && options->scoring != edition->rule.scoring) {
        pen_text_add(text, before);
        pen_text_add(text, "scoring=");
        pen_text_add(text, pen_scoring_id(options->scoring));
        before = ", ";
    }
    if (options->target != 0 && options->target != edition->rule.target) {
        pen_text_add(text, before);
        pen_text_add(text, "target=");
        pen_text_add_number(text, options->target);
        before = ", ";
    }
    if (options->reverse_with_two == PEN_REVERSE_TURNS) {
        pen_text_add(text, before);
        pen_text_add(text, "reverse_with_two=turn");
        before = ", ";
    }
    if (options->teams > 0) { /* RULES M1, M4 */
        pen_text_add(text, before);
        pen_text_add(text, "teams=");
        pen_text_add_number(text, options->teams);
        pen_text_add(text, options->partners == PEN_PARTNERS_OPEN ? ", partners=open" : "");
    }
    if (text->length > length)
        pen_text_add(text, "\n");
}

void pen_mesa_write_header(struct pen_text *text, const struct pen_edition *edition,
                           const struct pen_options *options, const struct pen_names *names,
                           const uint16_t *score, uint8_t dealer)
{
    pen_text_add(text, "edition: ");
    pen_text_add(text, edition->id);
    pen_text_add(text, "\n");
    if (pen_edition_is_own(edition->id))
        pen_edition_quote(edition, text);
    write_house(text, options->house);
    write_settings(text, edition, options);
    pen_text_add(text, "players: ");
    for (unsigned seat = 0; seat < names->count; seat++) {
        pen_text_add(text, seat > 0 ? ", " : "");
        pen_text_add(text, names->name[seat]);
    }
    pen_text_add(text, "\ndealer: ");
    PEN_ASSERT(dealer < names->count);
    pen_text_add(text, names->name[dealer]);
    pen_text_add(text, "\n");
    bool has_score = false;
    for (unsigned seat = 0; score && seat < names->count; seat++) {
        if (score[seat] == 0)
            continue;
        pen_text_add(text, has_score ? ", " : "score: ");
        has_score = true;
        pen_text_add(text, names->name[seat]);
        pen_text_add(text, " ");
        pen_text_add_number(text, score[seat]);
    }
    if (has_score)
        pen_text_add(text, "\n");
}

/* ---- a deal ---------------------------------------------------------------------------------- */

/* The lines of a start in mid-game. */
static void write_position(struct pen_text *text, const struct pen_edition *edition,
                           const struct pen_rules *rules, const struct pen_names *names,
                           const struct pen_layout *layout)
{
    pen_text_add(text, "top: ");
    pen_card_write(edition, rules, layout->top, text);
    if ((rules->wilds >> layout->top) & 1) {
        pen_text_add(text, " ");
        pen_text_add(text, edition->colors[layout->top_color].id);
    }
    pen_text_add(text, "\n");
    if (layout->discard_count > 0)
        write_cards_line(text, "discard", edition, rules, layout->discard, layout->discard_count);
    pen_text_add(text, "turn: ");
    pen_text_add(text, names->name[layout->turn]);
    pen_text_add(text, layout->direction == PEN_LEFT ? "\n" : "\ndirection: right\n");
}

/* RULES S1, O3: one line per drawing. */
static void write_lots(struct pen_text *text, const struct pen_edition *edition,
                       const struct pen_rules *rules, const struct pen_names *names,
                       const struct pen_lots *lots)
{
    for (unsigned i = 0; i < lots->count; i++) {
        const char *before = "lots: ";
        for (unsigned seat = 0; seat < names->count; seat++) {
            if (lots->cards[i][seat] == PEN_CARD_NONE)
                continue;
            pen_text_add(text, before);
            pen_text_add(text, names->name[seat]);
            pen_text_add(text, " ");
            pen_card_write(edition, rules, lots->cards[i][seat], text);
            before = ", ";
        }
        pen_text_add(text, "\n");
    }
}

void pen_mesa_write_layout(struct pen_text *text, const struct pen_edition *edition,
                           const struct pen_rules *rules, const struct pen_names *names,
                           const struct pen_layout *layout, bool is_first)
{
    if (!is_first)
        pen_text_add(text, "deal\n");
    write_lots(text, edition, rules, names, &layout->lots);
    for (unsigned seat = 0; seat < names->count; seat++) {
        if (!((layout->has_hand >> seat) & 1))
            continue;
        pen_text_add(text, "hand ");
        pen_text_add(text, names->name[seat]);
        pen_text_add(text, ": ");
        pen__hand_write(text, edition, rules, &layout->hands[seat]);
        pen_text_add(text, "\n");
    }
    if (layout->draw_count > 0)
        write_cards_line(text, "draw", edition, rules, layout->draw, layout->draw_count);
    if (layout->top != PEN_CARD_NONE)
        write_position(text, edition, rules, names, layout);
    else if (layout->opening_count > 0)
        write_cards_line(text, "opening", edition, rules, layout->opening, layout->opening_count);
}

/* ---- actions --------------------------------------------------------------------------------- */

void pen_mesa_write_bare_action(struct pen_text *text, const struct pen_edition *edition,
                                const struct pen_rules *rules, const struct pen_names *names,
                                struct pen_action action)
{
    PEN_ASSERT(action.verb < PEN_VERB_COUNT);
    const struct pen_verb_shape shape = pen_verb_shape(action.verb);
    pen_text_add(text, shape.word);
    if (shape.with == PEN_WITH_CARD_OR_NONE && action.card == PEN_CARD_NONE)
        pen_text_add(text, " none");
    if (action.card != PEN_CARD_NONE) {
        pen_text_add(text, " ");
        pen_card_write(edition, rules, action.card, text);
    }
    if (action.color != PEN_COLOR_NONE) {
        PEN_ASSERT(action.color < edition->color_count);
        pen_text_add(text, " ");
        pen_text_add(text, edition->colors[action.color].id);
    }
    if (action.target != PEN_SEAT_NONE) {
        PEN_ASSERT(action.target < names->count);
        pen_text_add(text, " ");
        pen_text_add(text, names->name[action.target]);
    }
    if (action.uno)
        pen_text_add(text, " uno");
}

void pen_mesa_write_action(struct pen_text *text, const struct pen_edition *edition,
                           const struct pen_rules *rules, const struct pen_names *names,
                           struct pen_action action)
{
    PEN_ASSERT(action.seat < names->count);
    pen_text_add(text, names->name[action.seat]);
    pen_text_add(text, " ");
    pen_mesa_write_bare_action(text, edition, rules, names, action);
}

void pen_mesa_write_action_line(struct pen_text *text, const struct pen_edition *edition,
                                const struct pen_rules *rules, const struct pen_names *names,
                                struct pen_action action, const struct pen_events *events)
{
    pen_mesa_write_action(text, edition, rules, names, action);
    pen_text_add(text, "\n");
    if (events->reshuffled_count > 0)
        write_cards_line(text, "reshuffle", edition, rules, events->reshuffled, events->reshuffled_count);
}
