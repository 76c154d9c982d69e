/* test_moods.c - every mood is made of house rules that exist and go together, over every edition; no two are
 * the same. */
#include "../room/world.h"

#include <string.h>

static const char *const moods[][2] = {
#define MOOD(id, house) {id, house},
#include "setup/moods.def"
#undef MOOD
};
#define MOOD_COUNT (sizeof moods / sizeof moods[0])

static pen_house_set set_of(const char *names)
{
    pen_house_set set = 0;
    while (*names) {
        const size_t bytes = strcspn(names, " ");
        assert_true(pen_house_add(names, bytes, &set));
        names += bytes + (names[bytes] == ' ');
    }
    return set;
}

static void test_go_together(void **state)
{
    (void)state;
    for (unsigned i = 0; i < MOOD_COUNT; i++) {
        struct pen_house_conflict conflict;
        const pen_house_set set = set_of(moods[i][1]);
        assert_false(pen_house_meet(set, &conflict));
        for (unsigned edition = 0; edition < pen_edition_builtin_count(); edition++) {
            struct pen_edition one;
            struct pen_rules rules;
            const struct pen_options options = {.house = set};
            assert_true(pen_edition_builtin(pen_edition_builtin_id(edition), &one));
            assert_int_equal(pen_table_make(&rules, &one, &options, NULL), PEN_RULES_GOOD);
        }
        for (unsigned other = 0; other < i; other++)
            assert_true(set_of(moods[other][1]) != set);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_go_together)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
