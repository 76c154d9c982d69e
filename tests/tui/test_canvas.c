/* Cells, widths and clipping: what is drawn stands where the terminal will show it. */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tui/screen/canvas.h"

static struct screen_canvas canvas;

static int set_up(void **state)
{
    (void)state;
    assert_non_null(setlocale(LC_CTYPE, "C.UTF-8"));
    return screen_canvas_resize(&canvas, 4, 20) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    screen_canvas_drop(&canvas);
    return 0;
}

/* A row as wide characters; the second half of a wide one is '_'. */
static void check_row(int row, const wchar_t *wanted)
{
    for (int i = 0; wanted[i]; i++) {
        wchar_t got = canvas.cells[row * canvas.columns + i].characters[0];
        assert_int_equal(got ? got : L'_', wanted[i]);
    }
}

static void widths(void **state)
{
    (void)state;
    assert_int_equal(screen_text_columns("Ana"), 3);
    assert_int_equal(screen_text_columns("Inés ●"), 6);
    assert_int_equal(screen_text_columns("明子"), 4);
    assert_int_equal(screen_text_columns("e\u0301"), 1);
    assert_int_equal(screen_text_columns("a\x01\x1b[31m"), 5);
    assert_int_equal(screen_text_columns("\xff\xc3"), 2);
}

static void text_is_cut(void **state)
{
    (void)state;
    screen_canvas_clear(&canvas);
    assert_int_equal(screen_canvas_text(&canvas, 0, 1, 6, SCREEN_PLAIN, "penúltima"), 6);
    check_row(0, L" penúl… ");
    assert_int_equal(screen_canvas_text(&canvas, 1, 0, 5, SCREEN_PLAIN, "明子明子"), 5);
    check_row(1, L"明_子_… ");
    assert_int_equal(screen_canvas_text(&canvas, 2, 0, 4, SCREEN_PLAIN, "明子明子"), 3);
    check_row(2, L"明_… ");
    screen_canvas_text_right(&canvas, 3, 0, 10, SCREEN_PLAIN, "Beto");
    check_row(3, L"      Beto");
    screen_canvas_text(&canvas, 3, 18, 10, SCREEN_PLAIN, "outside");
    screen_canvas_text(&canvas, 9, 0, 10, SCREEN_PLAIN, "outside");
    screen_canvas_text(&canvas, -1, -3, 10, SCREEN_PLAIN, "outside");
}

static void half_a_wide_character_is_none(void **state)
{
    (void)state;
    screen_canvas_clear(&canvas);
    screen_canvas_text(&canvas, 0, 0, 10, SCREEN_PLAIN, "明子");
    screen_canvas_text(&canvas, 0, 1, 1, SCREEN_PLAIN, "x");
    check_row(0, L" x子_");
    screen_canvas_text(&canvas, 0, 2, 1, SCREEN_PLAIN, "y");
    check_row(0, L" xy ");
    screen_canvas_text(&canvas, 1, 19, 2, SCREEN_PLAIN, "明");
    assert_int_equal(canvas.cells[canvas.columns + 19].characters[0], L' ');
}

static void combining_characters_join(void **state)
{
    (void)state;
    screen_canvas_clear(&canvas);
    screen_canvas_text(&canvas, 0, 0, 10, SCREEN_PLAIN, "e\u0301o");
    assert_int_equal(canvas.cells[0].characters[0], L'e');
    assert_int_equal(canvas.cells[0].characters[1], 0x301);
    assert_int_equal(canvas.cells[1].characters[0], L'o');
    screen_canvas_text(&canvas, 1, 0, 10, SCREEN_PLAIN, "\u0301\u0301\u0301e\u0301\u0301\u0301\u0301");
    assert_int_equal(canvas.cells[canvas.columns].characters[0], L'e');
}

static void lines_break_between_words(void **state)
{
    (void)state;
    size_t next;
    assert_int_equal(screen_text_line("one two three", 8, &next), 7);
    assert_int_equal(next, 8);
    assert_int_equal(screen_text_line("unbreakable", 4, &next), 4);
    assert_int_equal(next, 4);
    assert_int_equal(screen_text_line("one\ntwo", 20, &next), 3);
    assert_int_equal(next, 4);
    assert_int_equal(screen_text_line("明子 明子", 4, &next), 6);
    assert_int_equal(next, 7);
    /* However narrow, it gets on. */
    const char *text = "明子 and a long sentence\n\nwith lines";
    for (size_t at = 0; text[at]; at += next) {
        screen_text_line(text + at, 1, &next);
        assert_true(next > 0);
    }
}

static void the_last_spot_counts(void **state)
{
    (void)state;
    screen_canvas_clear(&canvas);
    screen_canvas_spot(&canvas, (struct screen_rect){0, 0, 4, 10}, 'a');
    screen_canvas_spot(&canvas, (struct screen_rect){1, 5, 1, 3}, 'b');
    assert_int_equal(screen_canvas_key_at(&canvas, 1, 4), 'a');
    assert_int_equal(screen_canvas_key_at(&canvas, 1, 5), 'b');
    assert_int_equal(screen_canvas_key_at(&canvas, 1, 8), 'a');
    assert_int_equal(screen_canvas_key_at(&canvas, 3, 10), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(widths),
        cmocka_unit_test(text_is_cut),
        cmocka_unit_test(half_a_wide_character_is_none),
        cmocka_unit_test(combining_characters_join),
        cmocka_unit_test(lines_break_between_words),
        cmocka_unit_test(the_last_spot_counts),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
