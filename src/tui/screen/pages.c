/* pages.c - which rule stands behind a card or a moment follows from what the card does and what the round
 * waits for, never from the edition. */
#include "tui/screen/pages.h"

#include <string.h>

#include "tui/screen/canvas.h"
#include "tui/screen/rule_words.h"
#include "tui/filling.h"
#include "tui/start.h"
#include "words/rule_words.h"
#include "words/tui_say_words.h"
#include "words/tui_show_words.h"

static const struct {
    const char *id;
    enum word word;
} rules_list[] = {
#define X(id) {#id, WORD_RULE_##id},
    SCREEN_RULES_LIST(X)
#undef X
};

const char *screen_rule_text(const char *id, enum pen_lang lang)
{
    for (size_t i = 0; i < sizeof rules_list / sizeof rules_list[0]; i++)
        if (strcmp(rules_list[i].id, id) == 0)
            return word_text(rules_list[i].word, lang);
    return NULL;
}

static void say(struct pen_text *text, const struct tui_table *table, enum word words,
                struct tui_filling filling)
{
    filling.edition = &table->edition;
    filling.rules = &table->rules;
    tui_say(text, words, table->lang, &filling);
}

/* ---- help ------------------------------------------------------------------------------------ */

static void heading(struct pen_text *text, const struct tui_table *table, enum word words,
                    struct tui_filling filling)
{
    if (text->length > 0)
        pen_text_add(text, "\n");
    pen_text_add(text, "— ");
    say(text, table, words, filling);
    pen_text_add(text, " —\n");
}

static void rule(struct pen_text *text, const struct tui_table *table, const char *id)
{
    pen_text_add(text, id);
    pen_text_add(text, "  ");
    pen_text_add(text, screen_rule_text(id, table->lang));
    pen_text_add(text, "\n");
}

static void rules_of_answers(struct pen_text *text, const struct tui_table *table)
{
    bool is_any = false;
    for (unsigned card = 0; card < table->rules.kind_count; card++)
        is_any = is_any || table->rules.answers[card];
    if (is_any) {
        rule(text, table, table->rules.rule.answers_by == PEN_ANSWERS_SAME ? "K2" : "K1");
        rule(text, table, "K3");
    }
}

/* The rule of each step, NULL where rules_of_card() says it otherwise or the step stands in no card that is
 * laid. A step without its line does not compile. */
#define STEP_NAME_COLOR NULL
#define STEP_DRAW_NEXT NULL
#define STEP_SKIP_NEXT NULL
#define STEP_REVERSE "A2"
#define STEP_PASS_HANDS "H2"
#define STEP_SWAP_HANDS "H2"
#define STEP_RACE_DROP "C1"
#define STEP_EVERYONE_DRAWS "G1"
#define STEP_LAY_ANY "G2"
#define STEP_OTHERS_FOLLOW "G3"
#define STEP_REVEAL_OTHERS "W1"
#define STEP_SKIP_CHOSEN "W2"
#define STEP_DEALER_STARTS NULL
#define STEP_RETURN NULL
#define STEP_IGNORE NULL
static const char *const by_step[PEN_STEP_OP_COUNT] = {[PEN_STEP_END] = NULL,
#define X(name, words, has_amount, where, phase, sum) [PEN_STEP_##name] = STEP_##name,
                                                       PEN_STEP_LIST(X)
#undef X
};

static void rules_of_card(struct pen_text *text, const struct tui_table *table, uint8_t card)
{
    const struct pen_rules *rules = &table->rules;
    uint64_t bit = pen_card_bit(card);
    bool is_wild = rules->wilds & bit;
    rule(text, table, is_wild ? "A4" : "T1");
    if (rules->draw_cards[card])
        rule(text, table, is_wild ? "A5" : "A1");
    else if (pen_program_count(rules->play[card], 0, PEN_STEP_SKIP_NEXT))
        rule(text, table, "A3");
    if (rules->guarded & bit)
        rule(text, table, "A6");
    if (rules->challengeable & bit)
        rule(text, table, "A7");
    for (uint8_t step = 0; step < PEN_STEP_OP_COUNT; step++)
        if (by_step[step] && pen_program_count(rules->play[card], 0, step))
            rule(text, table, by_step[step]);
    if (rules->answers[card])
        rule(text, table, rules->rule.answers_by == PEN_ANSWERS_SAME ? "K2" : "K1");
    if (rules->rule.jump_in)
        rule(text, table, "H3");
    if (rules->several & bit)
        rule(text, table, "H23");
}

static const uint8_t firsts[PEN_PHASE_COUNT] = {
#define X(name, word, who, verb, first) first,
    PEN_PHASE_LIST(X)
#undef X
};

static void rules_of_situation(struct pen_text *text, const struct tui_table *table)
{
    const struct pen_view *view = &table->view;
    const char *first = pen_refusal_rule((enum pen_refusal)firsts[view->phase]);
    if (view->phase == PEN_PHASE_PENDING)
        first =
            view->top < table->rules.kind_count && table->rules.wilds & pen_card_bit(view->top) ? "A5" : "A1";
    if (view->phase == PEN_PHASE_SWING)
        rule(text, table, "W1");
    rule(text, table, first); /* by which the phase refuses anything else */
    if (view->phase == PEN_PHASE_TURN) {
        rule(text, table, "T2");
        rule(text, table, "T3");
    } else if (view->phase == PEN_PHASE_DRAWN && table->rules.rule.drawn_must_be_played) {
        rule(text, table, "T4");
    } else if (view->phase == PEN_PHASE_PENDING) {
        if (view->legal.verbs >> PEN_VERB_CHALLENGE & 1)
            rule(text, table, "A7");
        rules_of_answers(text, table);
    } else if (view->phase == PEN_PHASE_RACE) {
        rule(text, table, "O10");
    } else if (view->phase == PEN_PHASE_OVER) {
        rule(text, table, "N1");
    }
    if (view->owes) {
        rule(text, table, "U1");
        rule(text, table, "U2");
    }
}

static void add_in_force(void *context, const char *rules, const char *sentence)
{
    struct pen_text *text = context;
    pen_text_add(text, rules);
    pen_text_add(text, "  ");
    pen_text_add(text, sentence);
    pen_text_add(text, "\n");
}

static void rules_of_table(struct pen_text *text, const struct tui_table *table)
{
    const struct pen_rules *rules = &table->rules;
    pen_text_add(text, pen_said(table->edition.about, table->lang));
    pen_text_add(text, "\n");
    rule(text, table, "U1");
    rule(text, table, "N1");
    rules_of_answers(text, table);
    for (unsigned kind = 0; kind < rules->kind_count; kind++) {
        if (rules->number[kind] != PEN_NUMBER_NONE && rules->play[kind][0].op != PEN_STEP_END) {
            rule(text, table, "H2");
            break;
        }
    }
    pen_rules_tell(&rules->rule, table->lang, text, add_in_force);
}

void screen_page_help(struct pen_text *text, const struct tui_table *table, uint8_t card)
{
    heading(text, table, WORD_TUI_SHOW_HELP_SITUATION, (struct tui_filling){0});
    rules_of_situation(text, table);
    if (card != PEN_CARD_NONE) {
        heading(text, table, WORD_TUI_SHOW_HELP_CARD, (struct tui_filling){.card = card});
        rules_of_card(text, table, card);
    }
    heading(text, table, WORD_TUI_SHOW_HELP_KEYS, (struct tui_filling){0});
    pen_text_add(text, word_text(WORD_TUI_SHOW_HELP_CARDS, table->lang));
    pen_text_add(text, "\n");
    pen_text_add(text, word_text(WORD_TUI_SHOW_HELP_MOUSE, table->lang));
    pen_text_add(text, "\n");
    pen_text_add(text, word_text(WORD_TUI_SHOW_HELP_LEGEND, table->lang));
    pen_text_add(text, "\n");
    heading(text, table, WORD_TUI_SHOW_HELP_TABLE, (struct tui_filling){0});
    rules_of_table(text, table);
    if (table->edition.rule.misplay_cards > 0) {
        pen_text_add(text, tui_table_misplays(table));
        pen_text_add(text, "\n");
    }
    if (table->rules.teams > 0) {
        say(text, table, WORD_TUI_SAY_TEAMS,
            (struct tui_filling){.text = tui_teams_text(&table->options, table->lang)});
        pen_text_add(text, "\n");
    }
    if (table->names.count == 2) {
        pen_text_add(text, word_text(table->options.reverse_with_two == PEN_REVERSE_TURNS
                                         ? WORD_TUI_SAY_REVERSE_TURNS
                                         : WORD_TUI_SAY_REVERSE_SKIPS,
                                     table->lang));
        pen_text_add(text, "\n");
    }
}

/* ---- the count ------------------------------------------------------------------------------- */

/* "● rojo 7 (7), Comodín (50)" */
static void add_hand(struct pen_text *text, const struct tui_table *table, const struct pen_hand *hand,
                     bool has_points)
{
    const char *separator = "";
    for (unsigned card = 0; card < table->rules.kind_count; card++) {
        for (unsigned copy = pen_hand_count_of(hand, card); copy > 0; copy--) {
            pen_text_add(text, separator);
            pen_card_name(&table->edition, &table->rules, (uint8_t)card, table->lang, text);
            if (has_points) {
                pen_text_add(text, " (");
                pen_text_add_number(text, table->rules.points[card]);
                pen_text_add(text, ")");
            }
            separator = ", ";
        }
    }
}

enum { NAMES_BYTES = PEN_SEATS_MAX * (PEN_PLAYER_BYTES + 2) };

static void list_names(const struct tui_table *table, uint16_t seats, char names[NAMES_BYTES])
{
    struct pen_text list = pen_text_in(names, NAMES_BYTES);
    for (unsigned seat = 0; seat < table->names.count; seat++) {
        if (seats >> seat & 1) {
            pen_text_add(&list, list.length ? ", " : "");
            pen_text_add(&list, table->names.name[seat]);
        }
    }
}

static void add_winners(struct pen_text *text, const struct tui_table *table)
{
    uint16_t winners = table->view.winners;
    if (pen_bits_count(winners) == 1) {
        say(text, table, WORD_TUI_SHOW_OVER_WON,
            (struct tui_filling){.name = table->names.name[pen_bits_lowest(winners)]});
    } else {
        char names[NAMES_BYTES];
        list_names(table, winners, names);
        say(text, table,
            tui_table_is_team(table, winners) ? WORD_TUI_SHOW_OVER_TEAM : WORD_TUI_SHOW_OVER_SHARED,
            (struct tui_filling){.text = names});
    }
    pen_text_add(text, "\n");
}

/* Seats in the order of their places; with a score that should stay low the least comes first. */
static unsigned list_places(const struct tui_table *table, uint8_t seats[PEN_SEATS_MAX])
{
    const bool is_lowest = table->rules.rule.scoring == PEN_SCORING_LOWEST;
    unsigned count = 0;
    for (uint8_t seat = 0; seat < table->names.count; seat++) {
        unsigned at = count++;
        const uint16_t score = table->view.score[seat];
        for (; at > 0 && (is_lowest ? table->view.score[seats[at - 1]] > score
                                    : table->view.score[seats[at - 1]] < score);
             at--)
            seats[at] = seats[at - 1];
        seats[at] = seat;
    }
    return count;
}

/* "★ 1  Ana    512 points", in columns. */
static void add_places(struct pen_text *text, const struct tui_table *table)
{
    uint8_t seats[PEN_SEATS_MAX];
    const unsigned count = list_places(table, seats);
    int widest = 0;
    for (unsigned i = 0; i < count; i++) {
        const int columns = screen_text_columns(table->names.name[seats[i]]);
        widest = columns > widest ? columns : widest;
    }
    for (unsigned i = 0, place = 1; i < count; i++) {
        const uint8_t seat = seats[i];
        if (i > 0 && table->view.score[seat] != table->view.score[seats[i - 1]])
            place = i + 1;
        pen_text_add(text, table->view.winners >> seat & 1 ? "★ " : "  ");
        pen_text_add_number(text, place);
        pen_text_add(text, place < 10 ? "   " : "  ");
        pen_text_add(text, table->names.name[seat]);
        for (int pad = screen_text_columns(table->names.name[seat]); pad < widest + 3; pad++)
            pen_text_add(text, " ");
        say(text, table, WORD_TUI_SHOW_POINTS, (struct tui_filling){.number = table->view.score[seat]});
        pen_text_add(text, "\n");
    }
}

void screen_page_count(struct pen_text *text, const struct tui_table *table, const struct tui_news *news)
{
    const struct pen_view *view = &table->view;
    bool has_points = table->rules.rule.scoring != PEN_SCORING_QUICK;
    if (view->winner < table->names.count)
        say(text, table, WORD_TUI_SHOW_COUNT_WON,
            (struct tui_filling){.name = table->names.name[view->winner]});
    else
        say(text, table, WORD_TUI_SHOW_COUNT_VOID, (struct tui_filling){0});
    pen_text_add(text, "\n");
    if (table->rules.teams > 0 && view->winner < table->names.count) {
        char names[NAMES_BYTES];
        list_names(table, pen_team_of(&table->rules, table->names.count, view->winner), names);
        say(text, table, WORD_TUI_SHOW_COUNT_TEAM, (struct tui_filling){.name = names});
        pen_text_add(text, "\n");
    }
    uint8_t seats[PEN_SEATS_MAX];
    const unsigned count = list_places(table, seats);
    for (unsigned i = 0; i < count; i++) {
        const uint8_t seat = seats[i];
        pen_text_add(text, seat == view->winner ? "\n★ " : "\n");
        if (!has_points) {
            pen_text_add(text, table->names.name[seat]);
        } else {
            say(text, table, WORD_TUI_SAY_DO_AS, (struct tui_filling){.name = table->names.name[seat]});
            say(text, table, WORD_TUI_SHOW_COUNT_HOLDS, (struct tui_filling){.number = news->points[seat]});
            if (news->gained[seat]) {
                pen_text_add(text, ", ");
                say(text, table, WORD_TUI_SHOW_COUNT_GAINS,
                    (struct tui_filling){.number = news->gained[seat]});
            }
            pen_text_add(text, ", ");
            say(text, table, WORD_TUI_SHOW_COUNT_TOTAL, (struct tui_filling){.number = view->score[seat]});
        }
        pen_text_add(text, "\n");
        if (pen_hand_count(&news->hands[seat])) {
            add_hand(text, table, &news->hands[seat], has_points);
            pen_text_add(text, "\n");
        }
    }
    if (view->winners) {
        pen_text_add(text, "\n");
        add_winners(text, table);
    }
}

void screen_page_over(struct pen_text *text, const struct tui_table *table)
{
    add_winners(text, table);
    if (table->rules.rule.scoring == PEN_SCORING_QUICK)
        return;
    pen_text_add(text, "\n");
    add_places(text, table);
}

void screen_page_seen(struct pen_text *text, const struct tui_table *table)
{
    bool is_any = false;
    for (unsigned seat = 0; seat < table->names.count; seat++) {
        if (!table->view.shown_at[seat])
            continue;
        say(text, table, WORD_TUI_SHOW_SEEN_THEN, (struct tui_filling){.name = table->names.name[seat]});
        pen_text_add(text, "\n  ");
        add_hand(text, table, &table->view.shown[seat], false);
        pen_text_add(text, "\n");
        is_any = true;
    }
    if (!is_any)
        pen_text_add(text, word_text(WORD_TUI_SHOW_SEEN_NONE, table->lang));
}
