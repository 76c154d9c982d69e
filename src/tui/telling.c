/* telling.c - see telling.h. */
#include "tui/telling.h"

#include "tui/shown.h"
#include "words/tui_say_words.h"
#include "words/tui_show_words.h"

enum { SENTENCE_BYTES = 4096 };

static void line(const struct plain_telling *plain, const char *bytes)
{
    fputs(bytes, plain->out);
    fputc('\n', plain->out);
}

void plain_say(const struct plain_telling *plain, enum word id, struct tui_filling filling)
{
    char bytes[SENTENCE_BYTES];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    filling.edition = &plain->table->edition;
    filling.rules = &plain->table->rules;
    tui_say(&text, id, plain->table->lang, &filling);
    line(plain, bytes);
}

static const char *name_of(const struct plain_telling *plain, uint8_t seat)
{
    return plain->table->names.name[seat];
}

void plain_add_code(const struct tui_table *table, struct pen_text *text, uint8_t card)
{
    pen_text_add(text, " [");
    pen_card_write(&table->edition, &table->rules, card, text);
    pen_text_add(text, "]");
}

/* The cards of a hand, with their codes and, at the count, with their points. */
static void add_hand(const struct tui_table *table, struct pen_text *text, const struct pen_hand *hand,
                     bool has_points)
{
    const char *separator = "";
    for (uint8_t card = 0; card < table->rules.kind_count; card++) {
        for (unsigned copy = pen_hand_count_of(hand, card); copy > 0; copy--) {
            pen_text_add(text, separator);
            separator = ", ";
            pen_card_name(&table->edition, &table->rules, card, table->lang, text);
            if (has_points) {
                pen_text_add(text, " (");
                pen_text_add_number(text, table->rules.points[card]);
                pen_text_add(text, ")");
            } else {
                plain_add_code(table, text, card);
            }
        }
    }
}

static void add_counts(const struct tui_table *table, struct pen_text *text, bool is_score)
{
    for (uint8_t seat = 0; seat < table->names.count; seat++) {
        pen_text_add(text, seat > 0 ? ", " : "");
        pen_text_add(text, table->names.name[seat]);
        pen_text_add(text, " ");
        pen_text_add_number(text, is_score ? table->view.score[seat] : table->view.hand_count[seat]);
    }
}

/* Hands that were shown in this round, as far as they must still be held, newest first. */
static void tell_shown(const struct plain_telling *plain)
{
    const struct tui_table *table = plain->table;
    for (uint32_t before = UINT32_MAX;;) {
        const uint8_t seat = tui_shown_newest(&table->view, before);
        if (seat == PEN_SEAT_NONE)
            return;
        before = table->view.shown_at[seat];
        const struct pen_hand hand = tui_shown_still(&table->view, seat);
        char bytes[SENTENCE_BYTES];
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        tui_say(&text, WORD_TUI_SHOW_HAND_OF, table->lang,
                &(struct tui_filling){.name = name_of(plain, seat)});
        pen_text_add(&text, " ");
        add_hand(table, &text, &hand, false);
        line(plain, bytes);
    }
}

void plain_tell_table(const struct plain_telling *plain)
{
    const struct tui_table *table = plain->table;
    const struct pen_view *view = &table->view;
    char bytes[SENTENCE_BYTES];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    struct tui_filling filling = {.edition = &table->edition, .rules = &table->rules, .text = bytes};
    if (view->top != PEN_CARD_NONE) {
        pen_card_write(&table->edition, &table->rules, view->top, &text);
        filling.card = view->top;
        plain_say(plain, WORD_TUI_SAY_TABLE_TOP, filling);
    }
    if (view->color < table->edition.color_count) {
        filling.color = view->color;
        plain_say(plain, WORD_TUI_SAY_TABLE_COLOR, filling);
    }
    if (view->pending > 0) {
        filling.number = view->pending;
        plain_say(plain, WORD_TUI_SAY_TABLE_PENDING, filling);
    }
    line(plain, word_text(view->direction == PEN_LEFT ? WORD_TUI_SAY_TABLE_LEFT : WORD_TUI_SAY_TABLE_RIGHT,
                          plain->table->lang));
    filling.number = view->draw_count;
    plain_say(plain, WORD_TUI_SAY_TABLE_PILE, filling);
    if (view->turns_left > 0) {
        filling.number = view->turns_left;
        plain_say(plain, WORD_TUI_SAY_TABLE_TURNS, filling);
    }
    text = pen_text_in(bytes, sizeof bytes);
    add_counts(table, &text, false);
    plain_say(plain, WORD_TUI_SAY_TABLE_CARDS, filling);
    if (table->seat < PEN_SEATS_MAX && !table->is_hidden) {
        text = pen_text_in(bytes, sizeof bytes);
        add_hand(table, &text, &view->hand, false);
        plain_say(plain, WORD_TUI_SAY_TABLE_HAND, filling);
    }
    for (uint8_t seat = 0; table->rules.partners_open && !table->is_hidden && seat < table->names.count;
         seat++) {
        if (seat == table->seat || !(view->team >> seat & 1)) /* RULE M4 */
            continue;
        text = pen_text_in(bytes, sizeof bytes);
        add_hand(table, &text, &view->known[seat], false);
        filling.name = name_of(plain, seat);
        plain_say(plain, WORD_TUI_SAY_TABLE_PARTNER, filling);
    }
    if (!table->is_hidden)
        tell_shown(plain);
}

void plain_tell_events(const struct plain_telling *plain, const struct pen_events *events)
{
    const struct tui_table *table = plain->table;
    const struct pen_telling with = {&table->edition, &table->rules,        &table->names,
                                     table->seat,     tui_table_you(table), table->lang};
    char bytes[SENTENCE_BYTES];
    for (unsigned i = 0; i < events->count;) {
        if (events->list[i].type == PEN_EVENT_TURN) {
            i++;
            continue;
        }
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        unsigned told = pen_words_event(&text, &with, events->list, events->count, i);
        i += told ? told : 1;
        if (text.length > 0)
            line(plain, bytes);
    }
}

void plain_tell_round_over(const struct plain_telling *plain, const struct tui_news *news)
{
    const struct tui_table *table = plain->table;
    char bytes[SENTENCE_BYTES];
    for (uint8_t seat = 0; seat < table->names.count; seat++) {
        if (pen_hand_count(&news->hands[seat]) == 0)
            continue;
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        add_hand(table, &text, &news->hands[seat], true);
        plain_say(
            plain, WORD_TUI_SAY_LEFT_WITH,
            (struct tui_filling){.name = name_of(plain, seat), .text = bytes, .number = news->points[seat]});
    }
    if (table->rules.rule.scoring == PEN_SCORING_QUICK)
        return;
    for (uint8_t seat = 0; seat < table->names.count; seat++)
        if (news->gained[seat] > 0)
            plain_say(plain, WORD_TUI_SAY_GAINED,
                      (struct tui_filling){.name = name_of(plain, seat), .number = news->gained[seat]});
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    add_counts(table, &text, true);
    plain_say(plain, WORD_TUI_SAY_SCORES, (struct tui_filling){.text = bytes});
}

void plain_tell_game_over(const struct plain_telling *plain)
{
    const struct tui_table *table = plain->table;
    char bytes[SENTENCE_BYTES];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    for (uint16_t left = table->view.winners; left; left &= (uint16_t)(left - 1)) {
        pen_text_add(&text, text.length > 0 ? ", " : "");
        pen_text_add(&text, name_of(plain, (uint8_t)pen_bits_lowest(left)));
    }
    plain_say(plain,
              tui_table_is_team(table, table->view.winners) ? WORD_TUI_SAY_GAME_TEAM
              : pen_bits_count(table->view.winners) > 1     ? WORD_TUI_SAY_GAME_SHARED
                                                            : WORD_TUI_SAY_GAME_WON,
              (struct tui_filling){.name = bytes});
}
