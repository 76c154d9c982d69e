/* The guided game: it can be played to its end in both languages, teaches one thing per text, and lets
 * nobody leave the path by accident. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "penultima/languages.h"
#include "tui/choices.h"
#include "tui/home/tutorial.h"

static struct tui_news news;

struct walk {
    unsigned lessons, deals, actions, others;
    bool is_round_over, is_game_over;
    char last[TUI_NEWS_TEXT_BYTES];
};

static void hear(struct walk *walk)
{
    switch (news.type) {
    case TUI_NEWS_LESSON:
        assert_true(strlen(news.text) > 20);
        assert_string_not_equal(news.text, walk->last);
        memcpy(walk->last, news.text, sizeof walk->last);
        walk->lessons++;
        break;
    case TUI_NEWS_DEALT:
        walk->deals++;
        break;
    case TUI_NEWS_EVENTS:
        break;
    case TUI_NEWS_ROUND_OVER:
        walk->is_round_over = true;
        break;
    case TUI_NEWS_GAME_OVER:
        walk->is_game_over = true;
        break;
    default:
        fail_msg("news %d", (int)news.type);
    }
}

/* Everything else that is legal before each step; the tutorial answers with a word and stays put. */
static void try_others(struct tui_table *table, struct walk *walk, struct pen_action wanted)
{
    struct plain_choices choices;
    plain_choices_find(&choices, table);
    struct pen_view before = table->view;
    bool is_offered = false;
    for (unsigned i = 0; i < choices.count; i++) {
        struct pen_action action = choices.list[i];
        if (plain_choice_needs_color(table, &action))
            action.color = wanted.color;
        if (memcmp(&action, &wanted, sizeof action) == 0) {
            is_offered = true;
            continue;
        }
        if (action.color == PEN_COLOR_NONE && plain_choice_needs_color(table, &action))
            action.color = 0;
        assert_int_equal(tui_table_act(table, action, 0), PEN_ACCEPTED);
        assert_true(tui_table_step(table, 0, &news));
        assert_int_equal(news.type, TUI_NEWS_LESSON);
        assert_memory_equal(&before, &table->view, sizeof before);
        walk->others++;
    }
    assert_true(is_offered);
}

static void walk_through(enum pen_lang lang, enum tui_speed speed, struct walk *walk)
{
    uint64_t now_ms = 0;
    struct tui_table *table = home_tutorial_create(lang, speed, now_ms);
    assert_non_null(table);
    assert_true(table->is_lesson);
    memset(walk, 0, sizeof *walk);
    for (unsigned i = 0; i < 500 && !walk->is_game_over; i++) {
        while (tui_table_step(table, now_ms, &news))
            hear(walk);
        int wait = tui_table_wait_ms(table, now_ms);
        if (wait > 0)
            now_ms += (uint64_t)wait;
        struct pen_action action;
        char why[512];
        if (wait >= 0 || !tui_table_hint(table, &action, why, sizeof why))
            continue;
        try_others(table, walk, action);
        assert_int_equal(tui_table_act(table, action, now_ms), PEN_ACCEPTED);
        walk->actions++;
    }
    assert_true(walk->is_game_over);
    assert_true(walk->is_round_over);
    assert_int_equal(table->view.winners, 1);
    tui_table_close(table);
}

static void test_to_the_end(void **state)
{
    (void)state;
    struct walk english, spanish, slow;
    walk_through(PEN_LANG_EN, TUI_SPEED_WAIT, &english);
    walk_through(PEN_LANG_ES, TUI_SPEED_INSTANT, &spanish);
    walk_through(PEN_LANG_ES, TUI_SPEED_SLOW, &slow);
    assert_int_equal(english.deals, 6);
    assert_int_equal(english.lessons, english.actions + 1); /* one text per action and a farewell */
    assert_true(english.others > 10);
    assert_int_equal(english.actions, spanish.actions);
    assert_int_equal(english.actions, slow.actions);
    assert_string_not_equal(english.last, spanish.last);
}

static void test_refusals_are_real(void **state)
{
    (void)state;
    struct tui_table *table = home_tutorial_create(PEN_LANG_EN, TUI_SPEED_INSTANT, 0);
    while (tui_table_step(table, 0, &news))
        ;
    struct pen_action action = PEN_ACTION(PEN_VERB_PLAY, 0);
    assert_true(pen_card_read(&table->edition, &table->rules, "g2", 2, &action.card));
    assert_int_equal(tui_table_act(table, action, 0), PEN_REFUSED_NO_MATCH);
    action.seat = 1;
    assert_int_equal(tui_table_act(table, action, 0), PEN_REFUSED_NO_SUCH_SEAT);
    tui_table_close(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_to_the_end),
        cmocka_unit_test(test_refusals_are_real),
    };
    return cmocka_run_group_tests_name("tui/tutorial", tests, NULL, NULL);
}
