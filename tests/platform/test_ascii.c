/* test_ascii.c - columns of characters, and how they read in ASCII. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "platform/ascii.h"

static void test_columns(void **state)
{
    (void)state;
    assert_int_equal(platform_columns('a'), 1);
    assert_int_equal(platform_columns(0xe9), 1);   /* é */
    assert_int_equal(platform_columns(0x301), 0);  /* an accent that is put on what stands before it */
    assert_int_equal(platform_columns(0x64e), 0);  /* an Arabic vowel sign */
    assert_int_equal(platform_columns(0x2068), 0); /* an isolate */
    assert_int_equal(platform_columns(0x3042), 2); /* あ */
    assert_int_equal(platform_columns(0x1f600), 2);
    assert_int_equal(platform_columns('\n'), -1);
    assert_int_equal(platform_columns(0x9b), -1);
}

static void test_characters(void **state)
{
    (void)state;
    const char *text = "a\xc3\xa9\xe3\x81\x82\xf0\x9f\x98\x80\xff\xc3";
    assert_int_equal(platform_next_character(&text), 'a');
    assert_int_equal(platform_next_character(&text), 0xe9);
    assert_int_equal(platform_next_character(&text), 0x3042);
    assert_int_equal(platform_next_character(&text), 0x1f600);
    assert_int_equal(platform_next_character(&text), '?'); /* no byte of UTF-8 */
    assert_int_equal(platform_next_character(&text), '?'); /* the end comes too early, and stays there */
    assert_int_equal(*text, 0);
}

static void test_ascii(void **state)
{
    (void)state;
    assert_string_equal(platform_ascii_of(0xf1), "n");
    assert_string_equal(platform_ascii_of(0xdf), "ss");
    assert_string_equal(platform_ascii_of(0x142), "l");
    assert_string_equal(platform_ascii_of(0x131), "i");
    assert_string_equal(platform_ascii_of(0xa1), "");
    assert_string_equal(platform_ascii_of(0x2026), "...");
    assert_string_equal(platform_ascii_of(0x2500), "-");
    assert_string_equal(platform_ascii_of(0x2068), "");
    assert_null(platform_ascii_of(0x3042));
    assert_int_equal(platform_ascii_cell(0xdf), 's');
    assert_int_equal(platform_ascii_cell(0x2026), '~');
    assert_int_equal(platform_ascii_cell(0x3042), '?');
    assert_true(platform_ascii_can_say("espa\xc3\xb1ol"));
    assert_false(platform_ascii_can_say("\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e"));
}

static void test_line_ends(void **state)
{
    (void)state;
    assert_true(platform_may_break_before(0x3042));
    assert_false(platform_may_break_before(0x3002)); /* 。 */
    assert_false(platform_may_break_before(0x30fc)); /* ー */
    assert_false(platform_may_break_before('!'));
}

int main(void)
{
    platform_ascii_choose(false);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_columns),
        cmocka_unit_test(test_characters),
        cmocka_unit_test(test_ascii),
        cmocka_unit_test(test_line_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
