/* telling.c - see telling.h. */
#include "tui/telling.h"

#include "tui/shown.h"
#include "words/tui_say_words.h"
#include "words/tui_show_words.h"

enum { SENTENCE_BYTES = 4096 };

static void line(const struct plain_telling *plain, const char *bytes)
{
    if (plain->line)
        plain->line(bytes, false);
    else
        fprintf(plain->out, "%s\n", bytes);
}

static void happened(const struct plain_telling *plain, const char *bytes)
{
    if (plain->line)
        plain->line(bytes, true);
    else
        fprintf(plain->out, "%s\n", bytes);
}

bool plain_has_codes(const struct plain_telling *plain)
{
    return plain->speech == TUI_SPEECH_AS_USUAL || plain->speech == TUI_SPEECH_FULL;
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

/* The cards of a hand, with what records call them if all is said, and at the count with their points. */
static void add_hand(const struct plain_telling *plain, struct pen_text *text, const struct pen_hand *hand,
                     bool has_points)
{
    const struct tui_table *table = plain->table;
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
            } else if (plain_has_codes(plain)) {
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
        add_hand(plain, &text, &hand, false);
        line(plain, bytes);
    }
}

/* What has to be answered: the card on top, its colour where it is not the card's, and what is to be drawn.
 */
static void tell_top(const struct plain_telling *plain, bool has_color)
{
    const struct tui_table *table = plain->table;
    const struct pen_view *view = &table->view;
    char bytes[SENTENCE_BYTES];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    struct tui_filling filling = {.edition = &table->edition, .rules = &table->rules, .text = bytes};
    if (view->top != PEN_CARD_NONE) {
        pen_card_write(&table->edition, &table->rules, view->top, &text);
        filling.card = view->top;
        plain_say(plain, plain_has_codes(plain) ? WORD_TUI_SAY_TABLE_TOP : WORD_TUI_SAY_TABLE_CARD, filling);
        has_color = has_color || table->rules.color[view->top] != view->color;
    }
    if (view->color < table->edition.color_count && has_color) {
        filling.color = view->color;
        plain_say(plain, WORD_TUI_SAY_TABLE_COLOR, filling);
    }
    if (view->pending > 0) {
        filling.number = view->pending;
        plain_say(plain, WORD_TUI_SAY_TABLE_PENDING, filling);
    }
}

void plain_tell_lies(const struct plain_telling *plain)
{
    const struct pen_view *view = &plain->table->view;
    tell_top(plain, true);
    line(plain, word_text(view->direction == PEN_LEFT ? WORD_TUI_SAY_TABLE_LEFT : WORD_TUI_SAY_TABLE_RIGHT,
                          plain->table->lang));
    plain_say(plain, WORD_TUI_SAY_TABLE_PILE, (struct tui_filling){.number = view->draw_count});
    if (view->turns_left > 0)
        plain_say(plain, WORD_TUI_SAY_TABLE_TURNS, (struct tui_filling){.number = view->turns_left});
}

void plain_tell_counts(const struct plain_telling *plain)
{
    char bytes[SENTENCE_BYTES];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    add_counts(plain->table, &text, false);
    plain_say(plain, WORD_TUI_SAY_TABLE_CARDS, (struct tui_filling){.text = bytes});
}

void plain_tell_score(const struct plain_telling *plain)
{
    char bytes[SENTENCE_BYTES];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    if (plain->table->rules.rule.scoring == PEN_SCORING_QUICK)
        return;
    add_counts(plain->table, &text, true);
    plain_say(plain, WORD_TUI_SAY_SCORES, (struct tui_filling){.text = bytes});
}

void plain_tell_hand(const struct plain_telling *plain)
{
    const struct tui_table *table = plain->table;
    char bytes[SENTENCE_BYTES];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    if (table->seat >= PEN_SEATS_MAX || table->is_hidden)
        return;
    add_hand(plain, &text, &table->view.hand, false);
    plain_say(plain, WORD_TUI_SAY_TABLE_HAND, (struct tui_filling){.text = bytes});
}

/* Hands of others that may be seen: of partners (RULE M4), and those that were shown. */
void plain_tell_hands_seen(const struct plain_telling *plain)
{
    const struct tui_table *table = plain->table;
    const struct pen_view *view = &table->view;
    char bytes[SENTENCE_BYTES];
    if (table->is_hidden)
        return;
    for (uint8_t seat = 0; table->rules.partners_open && seat < table->names.count; seat++) {
        if (seat == table->seat || !(view->team >> seat & 1))
            continue;
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        add_hand(plain, &text, &view->known[seat], false);
        plain_say(plain, WORD_TUI_SAY_TABLE_PARTNER,
                  (struct tui_filling){.name = name_of(plain, seat), .text = bytes});
    }
    tell_shown(plain);
}

void plain_tell_table(const struct plain_telling *plain)
{
    plain_tell_lies(plain);
    plain_tell_counts(plain);
    plain_tell_hand(plain);
    plain_tell_hands_seen(plain);
}

/* What stands before the choices: as much as was asked for. */
void plain_tell_turn(const struct plain_telling *plain)
{
    if (plain_has_codes(plain)) {
        plain_tell_table(plain);
        return;
    }
    tell_top(plain, false);
    if (plain->speech == TUI_SPEECH_USUAL)
        plain_tell_hand(plain);
}

/* A move in a few words; false: only a sentence says it. */
static bool add_short(const struct plain_telling *plain, const struct pen_events *events, unsigned at,
                      unsigned count, struct pen_text *text)
{
    const struct tui_table *table = plain->table;
    const struct pen_event *event = &events->list[at];
    const bool is_mine = event->seat == tui_table_you(table);
    unsigned drawn = 0;
    if (event->type == PEN_EVENT_PLAYED || event->type == PEN_EVENT_JUMPED) {
        pen_text_add(text, name_of(plain, event->seat));
        pen_text_add(text, ": ");
        pen_card_name(&table->edition, &table->rules, event->card, table->lang, text);
        if (event->color < table->edition.color_count && table->rules.color[event->card] == PEN_COLOR_NONE) {
            pen_text_add(text, ", ");
            pen_text_add(text, pen_said(table->edition.colors[event->color].name, table->lang));
        }
        pen_text_add(text, event->uno ? ", UNO" : "");
        return true;
    }
    if (event->type != PEN_EVENT_DREW || is_mine)
        return false;
    for (unsigned i = at; i < at + count; i++) {
        if (events->list[i].type != PEN_EVENT_DREW)
            return false;
        drawn += events->list[i].count;
    }
    pen_text_add(text, name_of(plain, event->seat));
    pen_text_add(text, ": +");
    pen_text_add_number(text, drawn);
    return true;
}

void plain_tell_events(const struct plain_telling *plain, const struct pen_events *events)
{
    const struct tui_table *table = plain->table;
    const struct pen_telling with = {&table->edition, &table->rules,        &table->names,
                                     table->seat,     tui_table_you(table), table->lang};
    char bytes[SENTENCE_BYTES], few[SENTENCE_BYTES];
    for (unsigned i = 0; i < events->count;) {
        const struct pen_event *event = &events->list[i];
        if (event->type == PEN_EVENT_TURN &&
            (plain->speech != TUI_SPEECH_FULL || table->people >> event->seat & 1)) {
            i++;
            continue;
        }
        struct pen_text text = pen_text_in(bytes, sizeof bytes), short_text = pen_text_in(few, sizeof few);
        unsigned told = pen_words_event(&text, &with, events->list, events->count, i);
        told = told ? told : 1;
        if (text.length > 0)
            happened(plain,
                     plain->speech == TUI_SPEECH_SHORT && add_short(plain, events, i, told, &short_text)
                         ? few
                         : bytes);
        i += told;
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
        add_hand(plain, &text, &news->hands[seat], true);
        plain_say(
            plain, WORD_TUI_SAY_LEFT_WITH,
            (struct tui_filling){.name = name_of(plain, seat), .text = bytes, .number = news->points[seat]});
    }
    for (uint8_t seat = 0; seat < table->names.count; seat++)
        if (news->gained[seat] > 0 && table->rules.rule.scoring != PEN_SCORING_QUICK)
            plain_say(plain, WORD_TUI_SAY_GAINED,
                      (struct tui_filling){.name = name_of(plain, seat), .number = news->gained[seat]});
    plain_tell_score(plain);
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
