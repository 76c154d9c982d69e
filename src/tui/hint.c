/* hint.c - the reason is read off the position: what the action does for the person, the strongest reason
 * first. */
#include "tui/hint.h"

#include "bots/sense.h"
#include "tui/action_words.h"
#include "tui/filling.h"
#include "tui/lines.h"
#include "words/tui_say_words.h"

enum { FEW_CARDS = 2, MANY_POINTS = 20 };

struct reason {
    enum word id;
    struct tui_filling filling;
};

static uint8_t seat_after(const struct pen_view *view, uint8_t seat)
{
    unsigned step = view->direction == PEN_LEFT ? 1 : view->seat_count - 1u;
    return (uint8_t)((seat + step) % view->seat_count);
}

/* What it does to the next player, if anything. */
static bool reason_against_next(const struct tui_table *table, uint8_t card, struct reason *reason)
{
    const struct pen_rules *rules = &table->rules;
    const struct pen_view *view = &table->view;
    uint8_t next = seat_after(view, table->seat);
    bool draws = rules->draw_cards[card] > 0;
    bool skips = draws || bot_program_has(rules, card, PEN_STEP_SKIP_NEXT) ||
                 (view->seat_count == 2 && rules->reverse_skips_with_two &&
                  bot_program_has(rules, card, PEN_STEP_REVERSE));
    if (!skips)
        return false;
    reason->filling.name = table->names.name[next];
    if (view->phase == PEN_PHASE_PENDING) {
        reason->id = WORD_TUI_SAY_WHY_PASSES_ON;
    } else if (view->hand_count[next] <= FEW_CARDS) {
        reason->id = WORD_TUI_SAY_WHY_STOPS;
        reason->filling.number = view->hand_count[next];
    } else if (draws) {
        reason->id = WORD_TUI_SAY_WHY_DRAWS;
        reason->filling.number = rules->draw_cards[card];
    } else {
        reason->id = view->seat_count == 2 ? WORD_TUI_SAY_WHY_AGAIN : WORD_TUI_SAY_WHY_SKIPS;
    }
    return true;
}

static void reason_for_color(const struct tui_table *table, const struct pen_action *action,
                             struct reason *reason)
{
    const struct pen_rules *rules = &table->rules;
    const struct pen_view *view = &table->view;
    uint8_t color = rules->color[action->card];
    bool is_wild = color == PEN_COLOR_NONE;
    reason->filling.color = is_wild ? action->color : color;
    unsigned held = bot_held_of_color(rules, view, reason->filling.color);
    unsigned left = held - !is_wild;
    reason->filling.number = left;
    if (is_wild && left > 0) {
        reason->id = WORD_TUI_SAY_WHY_WILD;
    } else if (left > 0 && color != view->color) {
        reason->id = WORD_TUI_SAY_WHY_TURNS;
    } else if (left > 0 && bot_best_color(rules, view) == color) {
        reason->id = WORD_TUI_SAY_WHY_MOST;
    } else if (rules->points[action->card] >= MANY_POINTS && rules->rule.scoring != PEN_SCORING_QUICK) {
        reason->id = WORD_TUI_SAY_WHY_POINTS;
        reason->filling.number = rules->points[action->card];
    } else if (!is_wild && (pen_hand_kinds(&view->hand) & rules->wilds)) {
        reason->id = WORD_TUI_SAY_WHY_SAVES_WILDS;
    } else {
        reason->id = WORD_TUI_SAY_WHY_FITS;
    }
}

static void reason_to_play(const struct tui_table *table, const struct pen_action *action,
                           struct reason *reason)
{
    const struct pen_view *view = &table->view;
    const struct pen_legal *legal = &view->legal;
    if (view->hand_count[table->seat] == 1)
        reason->id = WORD_TUI_SAY_WHY_WINS;
    else if (reason_against_next(table, action->card, reason))
        return;
    else if (view->phase == PEN_PHASE_DRAWN)
        reason->id = WORD_TUI_SAY_WHY_DRAWN;
    else if (pen_bits_count(legal->plays) == 1)
        reason->id = WORD_TUI_SAY_WHY_ONLY;
    else
        reason_for_color(table, action, reason);
}

static struct reason reason_of(const struct tui_table *table, const struct pen_action *action)
{
    const struct pen_view *view = &table->view;
    struct reason reason = {WORD_TUI_SAY_WHY_FITS, {.edition = &table->edition, .rules = &table->rules}};
    /* What needs no look at the position. Of what is not here: played out in the head, it was best. */
    static const uint16_t whys[PEN_VERB_COUNT] = {
        [PEN_VERB_KEEP] = WORD_TUI_SAY_WHY_LATER,    [PEN_VERB_CHALLENGE] = WORD_TUI_SAY_WHY_CHALLENGE,
        [PEN_VERB_NAME] = WORD_TUI_SAY_WHY_NAME,     [PEN_VERB_SAY_UNO] = WORD_TUI_SAY_WHY_UNO,
        [PEN_VERB_CATCH] = WORD_TUI_SAY_WHY_CATCH,   [PEN_VERB_JUMP] = WORD_TUI_SAY_WHY_JUMP,
        [PEN_VERB_SWAP] = WORD_TUI_SAY_WHY_SWAP,     [PEN_VERB_DROP] = WORD_TUI_SAY_WHY_DROP,
        [PEN_VERB_STREAM] = WORD_TUI_SAY_WHY_STREAM, [PEN_VERB_FOLLOW] = WORD_TUI_SAY_WHY_FOLLOW,
        [PEN_VERB_SWING] = WORD_TUI_SAY_WHY_SKIPS,
    };
    uint8_t about = action->target;
    if (whys[action->verb])
        reason.id = (enum word)whys[action->verb];
    if (action->verb == PEN_VERB_PLAY) {
        reason_to_play(table, action, &reason);
        return reason;
    }
    if (action->verb == PEN_VERB_NAME) {
        reason.filling.number = bot_held_of_color(&table->rules, view, action->color);
        return reason;
    }
    if (action->verb == PEN_VERB_TAKE || action->verb == PEN_VERB_CHALLENGE)
        about = view->thrower;
    if (action->verb == PEN_VERB_DRAW)
        reason.id = view->legal.plays == 0 ? WORD_TUI_SAY_WHY_NOTHING_FITS : WORD_TUI_SAY_WHY_LATER;
    else if (action->verb == PEN_VERB_TAKE)
        reason.id = (view->legal.verbs >> PEN_VERB_CHALLENGE & 1) && about < view->seat_count
                        ? WORD_TUI_SAY_WHY_TAKE_HONEST
                    : view->legal.plays != 0 ? WORD_TUI_SAY_WHY_LATER
                                             : WORD_TUI_SAY_WHY_NO_ANSWER;
    else if (action->verb == PEN_VERB_JUMP && view->hand_count[table->seat] == 1)
        reason.id = WORD_TUI_SAY_WHY_WINS;
    else if (action->verb == PEN_VERB_STREAM && action->card == PEN_CARD_NONE)
        reason.id = WORD_TUI_SAY_WHY_LATER;
    else if (action->verb == PEN_VERB_SWING && about < view->seat_count &&
             view->hand_count[about] <= FEW_CARDS)
        reason.id = WORD_TUI_SAY_WHY_STOPS;
    if (about < view->seat_count) {
        reason.filling.name = table->names.name[about];
        reason.filling.number = view->hand_count[about];
    }
    return reason;
}

/* Out of turn: what will not wait. */
bool tui_hint_reaction(const struct tui_table *table, struct pen_action *action)
{
    const struct pen_legal *legal = &table->view.legal;
    if (table->seat >= PEN_SEATS_MAX || table->view.phase == PEN_PHASE_OVER)
        return false;
    if (legal->verbs >> PEN_VERB_SAY_UNO & 1)
        *action = PEN_ACTION(PEN_VERB_SAY_UNO, table->seat);
    else if (legal->catches != 0)
        *action = bot_with_target(&table->view, PEN_VERB_CATCH, legal->catches);
    else if (bot_honest(&table->rules, &table->view, legal->jumps) != 0)
        *action = bot_with_card(&table->rules, &table->view, PEN_VERB_JUMP, table->view.top);
    else
        return false;
    return true;
}

void tui_hint_why(const struct tui_table *table, struct pen_action action, struct pen_text *text)
{
    struct reason reason = reason_of(table, &action);
    tui_say(text, reason.id, table->lang, &reason.filling);
}

void tui_hint_say(const struct tui_table *table, struct pen_action action, struct pen_text *text)
{
    char bytes[TUI_LINE_BYTES];
    struct pen_text words = pen_text_in(bytes, sizeof bytes);
    tui_action_words(&words, table, action);
    tui_say(text, WORD_TUI_SAY_DO_AS, table->lang, &(struct tui_filling){.name = bytes});
    tui_hint_why(table, action, text);
}
