/* The picture of a table, in thousands of positions of random games and at sizes of all sorts: everything
 * that is legal has a key, every key is on the screen, and the parts do not overlap. */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tui/screen/draw_cards.h"
#include "tui/screen/draw_offers.h"
#include "tui/screen/draw_page.h"
#include "tui/screen/draw_table.h"
#include "tui/screen/motion.h"
#include "tui/screen/pages.h"
#include "tui/screen/record_steps.h"
#include "tui/filling.h"
#include "tui/shown.h"

static struct screen_canvas canvas;
static struct screen_log log_of_moves;

static int set_up(void **state)
{
    (void)state;
    assert_non_null(setlocale(LC_CTYPE, "C.UTF-8"));
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    screen_canvas_drop(&canvas);
    return 0;
}

/* ---- the layout ------------------------------------------------------------------------------ */

static bool is_inside(struct screen_rect rect, int rows, int columns)
{
    return rect.row >= 0 && rect.column >= 0 && rect.rows >= 0 && rect.columns > 0 &&
           rect.row + rect.rows <= rows && rect.column + rect.columns <= columns;
}

static bool overlap(struct screen_rect a, struct screen_rect b)
{
    return a.row < b.row + b.rows && b.row < a.row + a.rows && a.column < b.column + b.columns &&
           b.column < a.column + a.columns;
}

static void check_layout(int rows, int columns, unsigned seats, unsigned cards, unsigned keys)
{
    struct screen_layout layout = screen_layout_make(rows, columns, seats, cards, keys);
    /* The piles lie in the ring, if there is one. */
    struct screen_rect rects[] = {layout.title, layout.seats,  layout.is_wide ? layout.ring : layout.piles,
                                  layout.log,   layout.prompt, layout.hand};
    assert_false(layout.is_too_small);
    assert_int_equal(layout.is_compact, rows < 24 || columns < 80);
    assert_int_equal(layout.is_wide, rows >= 30 && columns >= 100);
    assert_true(!layout.is_wide || 3 * layout.log.columns <= columns);
    for (unsigned i = 0; i < 6; i++) {
        assert_true(is_inside(rects[i], rows, columns));
        for (unsigned j = 0; j < i; j++)
            assert_false(overlap(rects[i], rects[j]));
    }
    assert_true(layout.hand.rows >= 1);
    assert_true(layout.prompt.rows >= 2);
    assert_true(layout.prompt.rows > (int)keys);
    assert_true(layout.is_compact || layout.piles.rows >= 5);
    for (unsigned i = 0; i < seats; i++) {
        const struct screen_rect seat = screen_layout_seat(&layout, i);
        assert_true(is_inside(seat, rows, columns));
        assert_true(seat.columns >= (layout.is_compact ? 10 : 14));
        for (unsigned j = 0; j < 6; j++)
            assert_true(j == 1 || !overlap(seat, rects[j]));
        for (unsigned j = 0; j < i; j++)
            assert_false(overlap(seat, screen_layout_seat(&layout, j)));
    }
}

static void layout_fits_every_size(void **state)
{
    (void)state;
    for (int rows = 12; rows <= 60; rows++)
        for (int columns = 40; columns <= 200; columns += columns < 90 ? 1 : 10)
            for (unsigned seats = 1; seats <= 10; seats++)
                for (unsigned keys = 0; keys <= 4; keys++)
                    for (unsigned cards = 1; cards < 60; cards += 9)
                        check_layout(rows, columns, seats, cards, keys);
    assert_true(screen_layout_make(11, 80, 3, 7, 1).is_too_small);
    assert_true(screen_layout_make(24, 39, 3, 7, 1).is_too_small);
}

/* ---- random positions ------------------------------------------------------------------------ */

/* The screen as characters of one byte; others are '#'. */
static void read_canvas(char *text)
{
    for (int i = 0; i < canvas.rows * canvas.columns; i++) {
        wchar_t character = canvas.cells[i].characters[0];
        text[i] = character > 0 && character < 0x7f ? (char)character : '#';
    }
    text[canvas.rows * canvas.columns] = 0;
}

static void check_keys_are_shown(const struct screen_offers *offers, enum pen_lang lang, const char *text)
{
    for (unsigned i = 0; i < offers->count; i++) {
        char name[16], key[32];
        snprintf(key, sizeof key, "[%s]", screen_key_name(offers->list[i].key, lang, name));
        if (!strstr(text, key))
            print_error("%s %s is not on the screen of %d x %d\n", key, offers->list[i].label, canvas.columns,
                        canvas.rows);
        assert_non_null(strstr(text, key));
        for (unsigned j = 0; j < i; j++)
            assert_int_not_equal(offers->list[i].key, offers->list[j].key);
    }
}

/* Whether the action, colour and UNO aside, is behind one of the keys or cards. */
static bool has_key(const struct tui_table *table, const struct screen_offers *offers,
                    struct pen_action action)
{
    for (unsigned i = 0; i < offers->count; i++) {
        const struct screen_offer *offer = &offers->list[i];
        bool has_target = offer->kind == SCREEN_OFFER_ASK_TARGET
                              ? action.target < PEN_SEATS_MAX && (offer->targets >> action.target & 1)
                              : offer->action.target == action.target;
        if ((offer->kind == SCREEN_OFFER_ACT || offer->kind == SCREEN_OFFER_ASK_COLOR ||
             offer->kind == SCREEN_OFFER_ASK_TARGET) &&
            offer->action.verb == action.verb && offer->action.seat == action.seat &&
            offer->action.card == action.card && has_target &&
            (offer->action.color == action.color || offer->kind == SCREEN_OFFER_ASK_COLOR))
            return true;
    }
    if (action.card == PEN_CARD_NONE)
        return false;
    struct screen_offer offer = screen_offer_of_card(table, action.card, false);
    return offer.action.verb == action.verb &&
           (offer.kind == SCREEN_OFFER_ASK_COLOR || offer.action.color == action.color);
}

static void check_offers(const struct tui_table *table, struct screen_offers *offers)
{
    screen_offers_at_table(offers, table, false, 0);
    for (unsigned i = 0; i < pen_legal_count(&table->rules, &table->view.legal); i++)
        assert_true(has_key(table, offers, pen_legal_at(&table->rules, &table->view.legal, i)));
    for (unsigned i = 0; i < offers->count; i++)
        if (offers->list[i].kind == SCREEN_OFFER_ACT && offers->list[i].action.seat == table->seat)
            assert_true(pen_legal_has(&table->rules, &table->view.legal, offers->list[i].action));
}

static void check_position(struct tui_table *table, struct pen_chance *chance)
{
    static char text[200 * 60 + 1], page[16384];
    static struct screen_offers offers;
    char question[512];
    check_offers(table, &offers);
    struct pen_text sentence = pen_text_in(question, sizeof question);
    screen_offer_question(table, &sentence);
    assert_true(sentence.length > 0);
    bool is_small = pen_chance_below(chance, 2);
    int rows = is_small ? 12 + (int)pen_chance_below(chance, 12) : 24 + (int)pen_chance_below(chance, 36);
    int columns = is_small ? 40 + (int)pen_chance_below(chance, 40) : 80 + (int)pen_chance_below(chance, 120);
    assert_true(screen_canvas_resize(&canvas, rows, columns));
    canvas.edition = &table->edition;
    struct screen_picture picture = {.table = table,
                                     .log = &log_of_moves,
                                     .offers = &offers,
                                     .question = question,
                                     .message = "message",
                                     .chosen = pen_chance_below(chance, 20)};
    screen_draw_table(&canvas, &picture);
    read_canvas(text);
    check_keys_are_shown(&offers, table->lang, text);
    struct pen_text help = pen_text_in(page, sizeof page);
    screen_page_help(&help, table, table->view.top);
    assert_true(help.length > 200 && !help.is_cut);
}

static void play(const char *edition, uint8_t house, uint8_t seats, uint64_t seed)
{
    static struct tui_table table;
    static struct pen_game game;
    static struct pen_events events;
    struct pen_chance chance = pen_chance_of(seed, 1);
    memset(&table, 0, sizeof table);
    assert_true(pen_edition_builtin(edition, &table.edition));
    table.options = PEN_OPTIONS_DEFAULT;
    table.options.house = house;
    assert_int_equal(pen_table_make(&table.rules, &table.edition, &table.options, NULL), PEN_RULES_GOOD);
    if (!pen_seats_fit(&table.rules, seats))
        return;
    table.names.count = seats;
    for (unsigned i = 0; i < seats; i++)
        snprintf(table.names.name[i], PEN_PLAYER_BYTES, i % 3 ? "Jugadora_%u" : "明%u", i);
    table.seat = (uint8_t)(seed % seats);
    table.people = (uint16_t)(1u << table.seat);
    table.lang = seed & 1 ? PEN_LANG_ES : PEN_LANG_EN;
    struct pen_layout layout = pen_game_first_layout(seats, 0, seed);
    assert_int_equal(pen_game_start(&table.rules, &game, seed, &layout, NULL, &events, NULL), PEN_DEAL_GOOD);
    pen_view_init(&table.view, table.seat);
    for (unsigned i = 0; i < 400 && pen_round_must(&game.round); i++) {
        pen_view_update(&table.view, &table.rules, &game, &events);
        const struct pen_telling with = {&table.edition, &table.rules,          &table.names,
                                         table.seat,     tui_table_you(&table), table.lang};
        screen_log_events(&log_of_moves, &with, events.list, events.count);
        check_position(&table, &chance);
        struct pen_legal legal;
        uint16_t able = pen_round_must(&game.round) | pen_round_may(&table.rules, &game.round);
        uint8_t seat = (uint8_t)pen_bits_select(able, pen_chance_below(&chance, pen_bits_count(able)));
        pen_round_legal(&table.rules, &game.round, seat, &legal);
        struct pen_action action = pen_legal_any(&table.rules, &legal, &chance);
        assert_int_equal(pen_game_apply(&table.rules, &game, action, &events), PEN_ACCEPTED);
    }
}

static void every_position_can_be_played_from_the_screen(void **state)
{
    (void)state;
    for (unsigned i = 0; i < pen_edition_builtin_count(); i++)
        for (uint8_t house = 0; house <= PEN_HOUSE_SHEET; house = (uint8_t)(house + 7))
            for (uint8_t seats = 2; seats <= 10; seats = (uint8_t)(seats + 2))
                play(pen_edition_builtin_id(i), house, seats, 100u * i + seats + house);
}

/* ---- what moves, and what was shown ------------------------------------------------------------ */

/* A table of three, Ana in front of it, with r5 on top. */
static void set_table(struct tui_table *table)
{
    memset(table, 0, sizeof *table);
    assert_true(pen_edition_builtin("classic", &table->edition));
    table->options = PEN_OPTIONS_DEFAULT;
    assert_int_equal(pen_table_make(&table->rules, &table->edition, &table->options, NULL), PEN_RULES_GOOD);
    table->names.count = table->view.seat_count = 3;
    for (unsigned i = 0; i < 3; i++)
        snprintf(table->names.name[i], PEN_PLAYER_BYTES, "%s", (const char *[]){"Ana", "Beto", "Carla"}[i]);
    pen_view_init(&table->view, 0);
    table->view.seat_count = 3;
    assert_true(pen_card_read(&table->edition, &table->rules, "r5", 2, &table->view.top));
}

static uint8_t card_of(const struct tui_table *table, const char *text)
{
    uint8_t card;
    assert_true(pen_card_read(&table->edition, &table->rules, text, strlen(text), &card));
    return card;
}

static void draw_with(const struct tui_table *table, struct screen_motion motion, char *text)
{
    static const struct screen_offers none;
    assert_true(screen_canvas_resize(&canvas, 30, 100));
    canvas.edition = &table->edition;
    struct screen_picture picture = {.table = table,
                                     .log = &log_of_moves,
                                     .offers = &none,
                                     .question = "",
                                     .message = "",
                                     .motion = motion};
    screen_draw_table(&canvas, &picture);
    read_canvas(text);
}

static void a_card_flies_and_arrives(void **state)
{
    (void)state;
    static struct tui_table table;
    static char still[30 * 100 + 1], on_its_way[30 * 100 + 1], there[30 * 100 + 1];
    static struct pen_events events = {.count = 1};
    struct screen_motion motion = {.kind = SCREEN_STILL};
    set_table(&table);
    screen_log_clear(&log_of_moves);
    draw_with(&table, motion, still);
    events.list[0] = (struct pen_event){.type = PEN_EVENT_PLAYED, .seat = 1, .card = card_of(&table, "g9")};
    screen_motion_begin(&motion, &table, &events, table.view.top, 1000);
    table.view.top = card_of(&table, "g9");
    assert_true(screen_motion_step(&motion, 1100));
    draw_with(&table, motion, on_its_way);
    assert_non_null(strstr(on_its_way, "[# 9]"));
    assert_null(strstr(still, "[# 9]"));
    assert_false(screen_motion_step(&motion, 1400));
    draw_with(&table, motion, there);
    assert_null(strstr(there, "[# 9]"));
    /* Until then the card below is seen, not the one that is still on its way. */
    assert_non_null(strstr(on_its_way, "#r     #"));
    assert_null(strstr(on_its_way, "#g     #"));
    assert_non_null(strstr(there, "#g     #"));
    events.list[0] = (struct pen_event){.type = PEN_EVENT_TURN, .seat = 1};
    screen_motion_begin(&motion, &table, &events, table.view.top, 1000);
    assert_false(screen_motion_step(&motion, 1001));
}

static void keys_of_a_page_are_whole_words(void **state)
{
    (void)state;
    static const int sizes[][2] = {{12, 40}, {20, 60}, {24, 80}};
    static char text[24 * 80 + 1];
    struct screen_offers offers = {.count = 0};
    screen_offer_add(&offers, '\r', SCREEN_OFFER_OWN, "Show my cards");
    screen_offer_add(&offers, 'z', SCREEN_OFFER_OWN, "Take it back");
    screen_offer_add(&offers, 'q', SCREEN_OFFER_OWN, "Leave");
    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        assert_true(screen_canvas_resize(&canvas, sizes[i][0], sizes[i][1]));
        struct screen_page page = {.heading = "Ana",
                                   .text = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n"};
        screen_draw_page(&canvas, &page, &offers, PEN_LANG_EN);
        read_canvas(text);
        assert_non_null(strstr(text, "Show my cards"));
        assert_non_null(strstr(text, "Take it back"));
        assert_non_null(strstr(text, "Leave"));
        assert_non_null(strstr(text, "one"));
    }
}

static void shown_hands_lose_what_is_played(void **state)
{
    (void)state;
    static struct tui_table table;
    set_table(&table);
    struct pen_view *view = &table.view;
    assert_int_equal(tui_shown_newest(view, UINT32_MAX), PEN_SEAT_NONE);
    view->shown_at[1] = view->event_total = 1;
    pen_hand_add(&view->shown[1], card_of(&table, "g9"));
    pen_hand_add(&view->shown[1], card_of(&table, "b2"));
    assert_int_equal(tui_shown_newest(view, UINT32_MAX), 1);
    view->events[view->event_total++] =
        (struct pen_event){.type = PEN_EVENT_PLAYED, .seat = 2, .card = card_of(&table, "b2")};
    struct pen_hand left = tui_shown_still(view, 1);
    assert_int_equal(pen_hand_count(&left), 2); /* another one's card */
    view->events[view->event_total++] =
        (struct pen_event){.type = PEN_EVENT_PLAYED, .seat = 1, .card = card_of(&table, "g9")};
    left = tui_shown_still(view, 1);
    assert_int_equal(pen_hand_count(&left), 1);
    assert_true(pen_hand_has(&left, card_of(&table, "b2")));
    view->events[view->event_total++] = (struct pen_event){.type = PEN_EVENT_SWAPPED, .seat = 0, .target = 1};
    assert_int_equal(tui_shown_newest(view, UINT32_MAX), PEN_SEAT_NONE);
}

/* ---- words ----------------------------------------------------------------------------------- */

static void every_rule_that_refuses_is_explained(void **state)
{
    (void)state;
    for (int refusal = PEN_ACCEPTED + 1; refusal < PEN_REFUSAL_COUNT; refusal++)
        for (int lang = 0; lang < PEN_LANG_COUNT; lang++) {
            const char *id = pen_refusal_rule((enum pen_refusal)refusal);
            if (!screen_rule_text(id, (enum pen_lang)lang))
                print_error("no words for %s\n", id);
            assert_non_null(screen_rule_text(id, (enum pen_lang)lang));
        }
    assert_null(screen_rule_text("Z9", PEN_LANG_EN));
}

/* ---- records --------------------------------------------------------------------------------- */

static bool find_edition(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                         struct pen_problem *problem)
{
    (void)context;
    (void)problem;
    char id[PEN_ID_BYTES];
    snprintf(id, sizeof id, "%.*s", (int)bytes, name);
    return pen_edition_builtin(id, edition);
}

static void report(void *context, unsigned line, const char *what)
{
    (void)line;
    (void)what;
    ++*(unsigned *)context;
}

static struct screen_record *read_record(const char *text, enum pen_mesa_status *status, unsigned *reports)
{
    struct pen_mesa_host host = {.context = reports, .find_edition = find_edition, .report = report};
    return screen_record_read(text, strlen(text), &host, status);
}

static void a_record_can_be_gone_through(void **state)
{
    (void)state;
    static struct pen_view view, again;
    enum pen_mesa_status status;
    unsigned reports = 0;
    struct screen_record *record = read_record(
        "edition: classic\nplayers: Ana, Beto\ndealer: Beto\nhand Ana: r7\nhand Beto: r1 b2\nopening: r5\n"
        "Ana plays r7\ndeal\nhand Ana: g1 g2\nhand Beto: g3 g4\nopening: g5\nBeto plays g3 uno\n",
        &status, &reports);
    assert_non_null(record);
    assert_int_equal(status, PEN_MESA_GOOD);
    assert_int_equal(record->count, 4);
    assert_int_equal(screen_record_deal_before(record, 1), 0);
    assert_int_equal(screen_record_deal_before(record, 3), 2);
    assert_int_equal(screen_record_deal_after(record, 0), 2);
    assert_int_equal(screen_record_deal_after(record, 2), 3);
    screen_record_view(record, 3, 0, &view);
    assert_int_equal(pen_hand_count(&view.hand), 2);
    assert_int_equal(view.hand_count[1], 1);
    /* Back and forth gives the same bytes. */
    screen_record_view(record, 0, 1, &again);
    screen_record_view(record, 3, 0, &again);
    assert_memory_equal(&view, &again, sizeof view);
    screen_record_view(record, 3, PEN_SPECTATOR, &view);
    assert_int_equal(pen_hand_count(&view.hand), 0);
    screen_record_drop(record);
    assert_int_equal(reports, 0);
}

static void what_is_wrong_with_a_record(void **state)
{
    (void)state;
    enum pen_mesa_status status;
    unsigned reports = 0;
    assert_null(read_record("edition: classic\nplayers: Ana, Beto\nAna flies\n", &status, &reports));
    assert_int_equal(status, PEN_MESA_UNREADABLE);
    assert_int_equal(reports, 1);
    struct screen_record *record = read_record(
        "edition: classic\nplayers: Ana, Beto\nhand Ana: r7 g2\nhand Beto: r1 b2\ntop: r5\nturn: Ana\n"
        "Ana plays r7 uno\nBeto plays b2\n",
        &status, &reports);
    assert_non_null(record);
    assert_int_equal(status, PEN_MESA_FAILED);
    assert_int_equal(record->count, 2);
    screen_record_drop(record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layout_fits_every_size),
        cmocka_unit_test(every_position_can_be_played_from_the_screen),
        cmocka_unit_test(a_card_flies_and_arrives),
        cmocka_unit_test(keys_of_a_page_are_whole_words),
        cmocka_unit_test(shown_hands_lose_what_is_played),
        cmocka_unit_test(every_rule_that_refuses_is_explained),
        cmocka_unit_test(a_record_can_be_gone_through),
        cmocka_unit_test(what_is_wrong_with_a_record),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
