/* test_plot.c - charts of given figures: what they say, and that it can be read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "penultima/penultima.h"
#include "sim/plot.h"

static struct sim_histogram histogram;
static char drawn[1 << 17];
static size_t drawn_bytes;

static bool keep(void *context, const char *bytes, size_t count)
{
    (void)context;
    assert_true(drawn_bytes + count < sizeof drawn);
    memcpy(drawn + drawn_bytes, bytes, count);
    drawn_bytes += count;
    drawn[drawn_bytes] = 0;
    return true;
}

static void draw(const char *lang, const char *subtitle, const struct sim_plot_chart *chart)
{
    struct sim_plot_page page = {lang, "Title", subtitle, "About", chart, 1};
    struct sim_sink sink = {NULL, keep};
    drawn_bytes = 0;
    assert_true(sim_plot_write(&page, &sink));
}

static void draw_spread(const char *lang, const char *subtitle)
{
    struct sim_plot_spread spread = {"Length", "turns", &histogram};
    struct sim_plot_chart chart = {.spread = &spread};
    draw(lang, subtitle, &chart);
}

static void fill(uint32_t number, unsigned times)
{
    for (unsigned i = 0; i < times; i++)
        sim_histogram_put(&histogram, number);
}

struct text {
    char kind[32], words[512];
    double x, y;
};

/* The next text at or after '*at', which is moved behind it. */
static bool next_text(const char **at, struct text *text)
{
    char anchor[16];
    int used = 0;
    const char *found = strstr(*at, "<text ");
    if (!found)
        return false;
    assert_int_equal(sscanf(found, "<text class=\"%31[^\"]\" text-anchor=\"%15[^\"]\" x=\"%lf\" y=\"%lf\">%n",
                            text->kind, anchor, &text->x, &text->y, &used),
                     4);
    found += used;
    size_t bytes = (size_t)(strstr(found, "</text>") - found);
    assert_true(bytes < sizeof text->words);
    memcpy(text->words, found, bytes);
    text->words[bytes] = 0;
    *at = found + bytes;
    return true;
}

/* ---- the subtitle ---- */

/* Lines of the subtitle are all that is above the title of the chart. They are joined in 'whole'. */
static unsigned read_subtitle(char *whole, const char *between, size_t longest, double *chart)
{
    unsigned count = 0;
    double last = 30;
    const char *at = drawn;
    struct text text;
    assert_true(next_text(&at, &text) && strcmp(text.kind, "title") == 0);
    for (*whole = 0; next_text(&at, &text) && strcmp(text.kind, "head") != 0; count++) {
        assert_true(strlen(text.words) <= longest);
        assert_true(text.y >= last + 14);
        last = text.y;
        strcat(strcat(whole, count ? between : ""), text.words);
    }
    assert_true(text.y >= last + 20);
    *chart = text.y;
    return count;
}

static void test_subtitle(void **state)
{
    static const char long_one[] = "ghostbusters + progressive + seven-0 + jump-in, menos puntos hasta 500, "
                                   "10 jugadores; 200 partidas, semilla 18446744073709551615";
    char whole[1024], word[301] = "";
    double near, far;
    (void)state;
    memset(&histogram, 0, sizeof histogram);
    fill(20, 1);
    draw_spread("es", "classic, 2 jugadores");
    assert_int_equal(read_subtitle(whole, " ", 60, &near), 1);
    assert_string_equal(whole, "classic, 2 jugadores");
    draw_spread("es", long_one);
    assert_true(read_subtitle(whole, " ", 70, &far) >= 2);
    assert_string_equal(whole, long_one);
    assert_true(far >= near + 16);

    /* What has no spaces is broken too: at commas, or anywhere, but not inside a letter. */
    for (unsigned i = 0; i < 30; i++)
        strcat(word, "abcdefghi,");
    draw_spread("en", word);
    assert_true(read_subtitle(whole, "", 60, &far) >= 5);
    assert_string_equal(whole, word);
    for (unsigned i = 0; i < 300; i += 2)
        memcpy(word + i, "\u00e1", 2);
    draw_spread("en", word);
    assert_true(read_subtitle(whole, "|", 120, &far) >= 2);
    for (const char *bar = whole; (bar = strchr(bar, '|')); bar++)
        assert_int_equal((unsigned char)bar[1], 0xc3);
}

/* ---- distributions ---- */

static void test_beyond(void **state)
{
    (void)state;
    memset(&histogram, 0, sizeof histogram);
    for (uint32_t number = 20; number < 40; number++)
        fill(number, 50);
    draw_spread("en", "x");
    assert_null(strstr(drawn, "beyond"));
    fill(700, 2);
    fill(912, 1);
    draw_spread("en", "x");
    assert_non_null(strstr(drawn, "beyond the right edge: 3; largest value: 912<"));
    draw_spread("es", "x");
    assert_non_null(strstr(drawn, "m\u00e1s all\u00e1 del borde derecho: 3; el valor mayor: 912<"));
}

static void test_marks_shared(void **state)
{
    (void)state;
    memset(&histogram, 0, sizeof histogram);
    fill(23, 1);
    draw_spread("en", "x");
    assert_non_null(strstr(drawn, ">5 %\u201395 %: 23<"));
    assert_null(strstr(drawn, "50 %: 23"));
    fill(48, 1);
    draw_spread("en", "x");
    assert_non_null(strstr(drawn, ">5 %\u201350 %: 23<"));
    assert_non_null(strstr(drawn, ">75 %\u201395 %: 48<"));
}

/* Neighbours of five different numbers, at either end or in the middle, lie in rows of their own. */
static void test_marks_apart(void **state)
{
    static const uint32_t centres[] = {100, 130, 157};
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        memset(&histogram, 0, sizeof histogram);
        fill(100, 4);
        fill(159, 4);
        for (uint32_t k = 0; k < 5; k++)
            fill(centres[i] + k, 100);
        draw_spread("en", "x");
        double x[5], y[5];
        unsigned count = 0;
        struct text text;
        for (const char *at = drawn; next_text(&at, &text);)
            if (strstr(text.words, " %: ")) {
                assert_true(count < 5);
                x[count] = text.x;
                y[count++] = text.y;
            }
        assert_int_equal(count, 5);
        for (unsigned a = 0; a < count; a++)
            for (unsigned b = 0; b < a; b++)
                assert_true(x[a] - x[b] >= 65 || y[a] - y[b] >= 12 || y[b] - y[a] >= 12);
    }
}

/* ---- ladders ---- */

/* Wherever an axis begins and ends, it has two numbers or more. */
static void test_ladder_ticks(void **state)
{
    (void)state;
    for (double low = 0.05; low < 0.1; low += 0.0017)
        for (double high = 0.101; high < 0.2; high += 0.0031) {
            struct sim_plot_row row = {"seat 1", 0.1, low, high};
            struct sim_plot_ladder ladder = {.title = "Won", .rows = &row, .row_count = 1};
            struct sim_plot_chart chart = {.ladder = &ladder};
            unsigned ticks = 0;
            struct text text;
            draw("en", "x", &chart);
            for (const char *at = drawn; next_text(&at, &text);)
                ticks += strstr(text.words, " %") && !strchr(text.words, '(');
            assert_in_range(ticks, 2, 6);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_subtitle),     cmocka_unit_test(test_beyond),
        cmocka_unit_test(test_marks_shared), cmocka_unit_test(test_marks_apart),
        cmocka_unit_test(test_ladder_ticks),
    };
    return cmocka_run_group_tests_name("sim/plot", tests, NULL, NULL);
}
