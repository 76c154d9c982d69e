/* Keys in the letters of each language: no two alike on one screen, and what English has for the same thing.
 */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "penultima/penultima.h"
#include "tui/letters.h"
#include "tui/screen/offer.h"
#include "words/tui_show_words.h"

static void good(void **state)
{
    (void)state;
    for (unsigned lang = 0; lang < pen_lang_count(); lang++)
        assert_true(tui_letters_good(word_text(WORD_TUI_SHOW_LETTERS, (enum pen_lang)lang)));
    assert_true(tui_letters_good("dktxucjnaplvzohoatm"));
    assert_false(tui_letters_good("dktxucjnaplvzohoat"));  /* one is missing */
    assert_false(tui_letters_good("dktxucjnapdvzohoatm")); /* to draw and to read the log */
    assert_false(tui_letters_good("dktxucjnaplvzohootm")); /* two where a record is watched, and a blank */
    assert_false(tui_letters_good("dktxucjnaplvzohoazm")); /* the table and taking back, in lines */
    assert_false(tui_letters_good("qktxucjnaplvzohoatm")); /* 'q' leaves */
    assert_false(tui_letters_good("Dktxucjnaplvzohoatm"));
}

static enum pen_lang named(const char *id)
{
    enum pen_lang lang = PEN_LANG_EN;
    assert_true(pen_lang_find(id, strlen(id), &lang));
    return lang;
}

static void others(void **state)
{
    (void)state;
    const enum pen_lang spanish = named("es");
    assert_int_equal(tui_letter(TUI_LETTER_DRAW, spanish), 'r');
    assert_true(tui_letter_is(TUI_LETTER_KEEP, spanish, 'k'));
    assert_false(tui_letter_is(TUI_LETTER_DRAW, spanish, 'd')); /* it is to challenge */
    assert_false(tui_letter_is(TUI_LETTER_DRAW, spanish, 0));
    for (unsigned lang = 0; lang < pen_lang_count(); lang++)
        for (unsigned i = 0; i < TUI_LETTER_ALL_OPEN; i++)
            for (unsigned j = 0; j < TUI_LETTER_ALL_OPEN; j++)
                if (i != j)
                    assert_false(tui_letter_is((enum tui_letter)i, (enum pen_lang)lang,
                                               tui_letter((enum tui_letter)j, (enum pen_lang)lang)));
}

/* What the first wild asks for is on one screen with the keys of the table. */
static void colors(void **state)
{
    (void)state;
    static struct tui_table table;
    static struct screen_offers offers;
    for (unsigned i = 0; i < pen_edition_builtin_count(); i++) {
        assert_true(pen_edition_builtin(pen_edition_builtin_id(i), &table.edition));
        for (unsigned lang = 0; lang < pen_lang_count(); lang++) {
            table.lang = (enum pen_lang)lang;
            table.names.count = 1;
            table.view.phase = PEN_PHASE_NAME;
            table.view.legal.names = 1;
            screen_offers_at_table(&offers, &table, false, 0);
            assert_true(offers.count > table.edition.color_count);
            for (unsigned a = 0; a < offers.count; a++)
                for (unsigned b = 0; b < a; b++)
                    assert_int_not_equal(offers.list[a].key, offers.list[b].key);
            for (unsigned color = 0; color < table.edition.color_count; color++) {
                const struct screen_offer *found =
                    screen_offer_find(&offers, tui_color_letter(&table.edition, color, table.lang));
                assert_non_null(found);
                assert_int_equal(found->action.color, color);
            }
        }
    }
    assert_true(pen_edition_builtin("classic", &table.edition));
    table.lang = named("es");
    screen_offers_at_table(&offers, &table, false, 0);
    assert_int_equal(screen_offer_find(&offers, 'v')->action.color, 1); /* verde, and */
    assert_int_equal(screen_offer_find(&offers, 'g')->action.color, 1); /* as records write it */
}

int main(void)
{
    setlocale(LC_CTYPE, "C.UTF-8");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good),
        cmocka_unit_test(others),
        cmocka_unit_test(colors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
