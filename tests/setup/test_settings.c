/* test_settings.c - no byte of a table's settings gets lost: each is filled, and comes back from a copy, a
 * journal, a message and a code; what differs has its sentence. A setting that one of them has not heard of
 * is named. */
#include "../room/world.h"
#include "setup/field.h"

static void test_no_byte_twice(void **state)
{
    static uint8_t owner[sizeof(struct setup_settings)];
    (void)state;
    for (unsigned i = 0; i < setup__field_count; i++) {
        const struct setup__field *field = &setup__fields[i];
        const size_t bytes = field->size ? field->size : field->limit;
        for (size_t at = field->offset; at < field->offset + bytes; at++) {
            if (owner[at] != 0)
                fail_msg("%s and %s share a byte", field->key, setup__fields[owner[at] - 1].key);
            owner[at] = (uint8_t)(i + 1);
        }
    }
}

/* Another value than the usual one, and a good one. */
static void change(const struct setup__field *field, struct setup_settings *settings)
{
    char *at = (char *)settings + field->offset;
    const uint64_t now = field->size ? setup_load(at, field->size) : 0;
    switch ((enum setup__sort)field->sort) {
    case SETUP_SORT_NUMBER:
        setup_store(at, field->size, now == field->most ? field->least : field->most);
        break;
    case SETUP_SORT_TRUTH:
        setup_store(at, 1, !now);
        break;
    case SETUP_SORT_WORD:
        setup_store(at, 1, now + 1 < field->words->count ? now + 1 : 0);
        break;
    case SETUP_SORT_HOUSE:
        setup_store(at, field->size, PEN_HOUSE_JUMP_IN);
        break;
    case SETUP_SORT_STRING:
        memset(at, 0, field->limit);
        memcpy(at, field == setup__fields ? "office" : "Zo\xc3\xa9", field == setup__fields ? 6 : 4);
        break;
    case SETUP_SORT_CLOCK:
        setup_store(at, 4, 45000);
        break;
    }
}

static struct setup_settings all_changed(void)
{
    struct setup_settings settings;
    memset(&settings, 0xee, sizeof settings); /* also what lies between the members */
    const struct setup_settings usual = setup_usual();
    for (unsigned i = 0; i < setup__field_count; i++) {
        const struct setup__field *field = &setup__fields[i];
        memcpy((char *)&settings + field->offset, (const char *)&usual + field->offset,
               field->size ? field->size : field->limit);
        change(field, &settings);
    }
    settings.watching = SETUP_WATCHING_OPEN; /* the delay goes with it */
    return settings;
}

static void assert_same(const struct setup_settings *got, const struct setup_settings *wanted,
                        const char *how)
{
    for (unsigned i = 0; i < setup__field_count; i++) {
        const struct setup__field *field = &setup__fields[i];
        const size_t bytes = field->size ? field->size : field->limit;
        if (memcmp((const char *)got + field->offset, (const char *)wanted + field->offset, bytes) != 0)
            fail_msg("%s is lost in %s", field->key, how);
    }
}

static void test_copy(void **state)
{
    const struct setup_settings settings = all_changed(), usual = setup_usual();
    struct setup_settings one, other;
    (void)state;
    assert_int_equal(setup_wrong(&settings), 0);
    setup_copy(&one, &settings);
    assert_same(&one, &settings, "a copy");
    memset(&other, 0x55, sizeof other);
    setup_copy(&other, &settings);
    assert_memory_equal(&one, &other, sizeof one); /* whatever lay between the members */
    assert_true(setup_equal(&one, &settings));
    for (unsigned i = 0; i < setup__field_count; i++) {
        const struct setup__field *field = &setup__fields[i];
        const size_t bytes = field->size ? field->size : field->limit;
        other = one;
        memcpy((char *)&other + field->offset, (const char *)&usual + field->offset, bytes);
        if (setup_equal(&one, &other))
            fail_msg("%s makes no difference", field->key);
    }
}

static void test_journal(void **state)
{
    const struct setup_settings settings = all_changed();
    struct setup_settings back;
    char bytes[2048];
    (void)state;
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    setup_kept_write(&text, &settings);
    assert_false(text.is_cut);
    assert_true(setup_kept_read(&back, ROOM_JOURNAL, bytes, text.length));
    assert_same(&back, &settings, "a journal");
    /* Half a line is read as far as it goes, or not at all. */
    for (size_t cut = 0; cut < text.length; cut++)
        if (setup_kept_read(&back, ROOM_JOURNAL, bytes, cut))
            assert_true(back.edition[0] != 0);
}

static void test_message(void **state)
{
    const struct setup_settings settings = all_changed(), usual = setup_usual();
    static struct wire_asked asked;
    struct wire_problem problem;
    char bytes[4096];
    (void)state;
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    const struct wire_asked_set set = {.id = 7, .settings = settings, .has_settings = true};
    wire_write_asked_set(&text, NULL, &set);
    assert_false(text.is_cut);
    assert_int_equal(wire_read_asked(&asked, bytes, text.length, &usual, &problem), WIRE_GOOD);
    assert_same(&asked.set.settings, &settings, "a message");
}

static void test_code(void **state)
{
    struct setup setup = {.settings = all_changed()}, back;
    struct setup_problem problem;
    char bytes[SETUP_CODE_BYTES];
    (void)state;
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    setup_write(&text, &setup);
    assert_false(text.is_cut);
    assert_true(setup_read(&back, bytes, text.length, NULL, &problem));
    assert_same(&back.settings, &setup.settings, "a code");
}

static void count_sentence(void *context, const char *sentence)
{
    assert_true(sentence[0] != 0);
    ++*(unsigned *)context;
}

/* Each setting that is not silent says something when it alone differs. */
static void test_sentences(void **state)
{
    static struct pen_edition edition;
    (void)state;
    assert_true(pen_edition_builtin("cumulative", &edition)); /* which has penalties for wrong cards */
    for (unsigned lang = 0; lang < pen_lang_count(); lang++) {
        for (unsigned i = 0; i < setup__field_count; i++) {
            const struct setup__field *field = &setup__fields[i];
            struct setup_settings settings = setup_usual();
            unsigned count = 0;
            setup_differences(&settings, &edition, (enum pen_lang)lang, &count, count_sentence);
            assert_int_equal(count, 0);
            change(field, &settings);
            setup_differences(&settings, &edition, (enum pen_lang)lang, &count, count_sentence);
            if (field->say != SETUP_SILENT && count != 1)
                fail_msg("%s: %u sentences", field->key, count);
        }
    }
}

/* What setup_set() takes is what a code says. */
static void test_set(void **state)
{
    const struct setup_settings settings = all_changed();
    struct setup_settings one = setup_usual(), before;
    static const char *const wrong[] = {[SETUP_SORT_NUMBER] = "65536",
                                        [SETUP_SORT_TRUTH] = "perhaps",
                                        [SETUP_SORT_WORD] = "nonesuch",
                                        [SETUP_SORT_CLOCK] = "3601"};
    (void)state;
    for (unsigned i = 0; i < setup__field_count; i++) {
        const struct setup__field *field = &setup__fields[i];
        const uint16_t setting = (uint16_t)(field->offset + 1);
        const char *at = (const char *)&settings + field->offset;
        const uint64_t number = field->size ? setup_load(at, field->size) : 0;
        char digits[32];
        snprintf(digits, sizeof digits, "%llu",
                 (unsigned long long)(field->sort == SETUP_SORT_CLOCK ? number / 1000 : number));
        const char *value = field->sort == SETUP_SORT_STRING  ? at
                            : field->sort == SETUP_SORT_TRUTH ? (number ? "" : "no")
                            : field->sort == SETUP_SORT_WORD  ? setup_word_at(field->words, (unsigned)number)
                                                              : digits;
        if (field->sort == SETUP_SORT_HOUSE) { /* those have a reader of their own */
            one.options.house = settings.options.house;
            continue;
        }
        before = one;
        if (field->sort < sizeof wrong / sizeof wrong[0] && wrong[field->sort])
            assert_false(setup_set(&one, setting, wrong[field->sort]));
        assert_memory_equal(&one, &before, sizeof one);
        if (!setup_set(&one, setting, value))
            fail_msg("%s cannot be %s", field->key, value);
    }
    assert_same(&one, &settings, "a value by its name");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_set),       cmocka_unit_test(test_no_byte_twice), cmocka_unit_test(test_copy),
        cmocka_unit_test(test_journal),   cmocka_unit_test(test_message),       cmocka_unit_test(test_code),
        cmocka_unit_test(test_sentences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
