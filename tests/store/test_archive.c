/* test_archive.c - an ended table in the archive: there under its day and name, the same text again; added
 * twice, after a crash in the middle, and where it cannot be written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include <zlib.h>

#include "store/archive.h"

static char folder[64];
static char why[STORE_WHY_BYTES];

static void name_table(uint64_t table, char name[STORE_NAME_BYTES])
{
    snprintf(name, STORE_NAME_BYTES, "t%llu", (unsigned long long)table);
}

static struct store_archive archive = {folder, name_table};

static int begin(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/penultima-archive-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int end(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command);
}

/* 18 November 2026, 23:59:59 UTC */
#define ENDED_MS UINT64_C(1795046399000)
#define DAY "2026-11-18"

static void assert_holds(const char *path, const char *text, size_t count)
{
    char name[128];
    char *bytes = malloc(count + 1);
    snprintf(name, sizeof name, "%s/%s", folder, path);
    gzFile file = gzopen(name, "rb");
    assert_non_null(file);
    assert_false(gzdirect(file)); /* it is compressed */
    assert_int_equal(gzread(file, bytes, (unsigned)count + 1), count);
    assert_memory_equal(bytes, text, count);
    gzclose(file);
    free(bytes);
}

static bool is_there(const char *path, mode_t *mode)
{
    char name[128];
    struct stat about;
    snprintf(name, sizeof name, "%s/%s", folder, path);
    const bool is = stat(name, &about) == 0;
    *mode = is ? about.st_mode & 0777 : 0;
    return is;
}

static void test_same_again(void **state)
{
    (void)state;
    enum { LINES = 100000 };
    static char text[LINES * 16 + 1];
    size_t count = 0;
    mode_t mode;
    for (unsigned i = 0; i < LINES; i++)
        count += (size_t)snprintf(text + count, sizeof text - count, "Ana plays r%u\n", i % 10);
    assert_true(store_archive_add(&archive, 7, ENDED_MS, text, count, why));
    assert_true(store_archive_add(&archive, 8, ENDED_MS + 1000, "next day\n", 9, why));
    assert_holds(DAY "/t7.mesa.gz", text, count);
    assert_holds("2026-11-19/t8.mesa.gz", "next day\n", 9);
    assert_true(is_there(DAY "/t7.mesa.gz", &mode)); /* it holds what is secret */
    assert_int_equal(mode, 0600);
    assert_true(is_there(DAY, &mode));
    assert_int_equal(mode, 0700);
}

/* What was interrupted is done again, and leaves nothing else behind. */
static void test_twice(void **state)
{
    (void)state;
    char half[128];
    mode_t mode;
    assert_true(store_archive_add(&archive, 7, ENDED_MS, "a\n", 2, why));
    snprintf(half, sizeof half, "%s/%s/t7.new", folder, DAY);
    FILE *file = fopen(half, "w");
    assert_non_null(file);
    fputs("a half that is longer than all of it will be, so that some would be left", file);
    fclose(file);
    assert_true(store_archive_add(&archive, 7, ENDED_MS, "a\n", 2, why));
    assert_holds(DAY "/t7.mesa.gz", "a\n", 2);
    assert_false(is_there(DAY "/t7.new", &mode));
}

static void test_not_there(void **state)
{
    (void)state;
    const struct store_archive nowhere = {"/tmp/penultima-no-such-folder", name_table};
    char path[128];
    mode_t mode;
    assert_false(store_archive_add(&nowhere, 7, ENDED_MS, "a\n", 2, why));
    assert_non_null(strstr(why, "/tmp/penultima-no-such-folder"));
    assert_non_null(strstr(why, "No such file"));
    /* In the place of the day's folder there is something else. */
    snprintf(path, sizeof path, "%s/%s", folder, DAY);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
    assert_false(store_archive_add(&archive, 7, ENDED_MS, "a\n", 2, why));
    assert_true(is_there(DAY, &mode));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_same_again, begin, end),
        cmocka_unit_test_setup_teardown(test_twice, begin, end),
        cmocka_unit_test_setup_teardown(test_not_there, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
