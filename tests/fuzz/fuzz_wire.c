/* Any bytes as a message, in both directions. Whatever is accepted is written again, and reading that gives
 * the very same struct: the reader and the writer have one list of fields, and here they are held to it. */
#include <stdlib.h>
#include <string.h>

#include "room/room.h"
#include "wire/wire.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct pen_edition edition;
static struct pen_rules rules;

static bool find_rules(void *context, const struct setup_settings *settings, struct wire_book *book)
{
    (void)context;
    (void)settings;
    *book = (struct wire_book){.edition = &edition, .rules = &rules};
    return true;
}

/* As a message of its own, or onto a state of play that was told before. */
static void check_told(const char *bytes, size_t count, const struct wire_now *before)
{
    static struct wire_told first, again;
    static char written[1 << 17], twice[1 << 17];
    const struct wire_library library = {NULL, find_rules};
    struct wire_book book = {.edition = &edition, .rules = &rules, .now = before};
    struct wire_problem problem;
    if (wire_read_told(&first, bytes, count, &book, &library, &problem) != WIRE_GOOD)
        return;
    struct pen_text text = pen_text_in(written, sizeof written);
    wire_write_told(&text, &book, &first);
    PEN_ASSERT(!text.is_cut);
    PEN_ASSERT(wire_read_told(&again, text.bytes, text.length, &book, &library, &problem) == WIRE_GOOD);
    struct pen_text other = pen_text_in(twice, sizeof twice);
    wire_write_told(&other, &book, &again);
    PEN_ASSERT(other.length == text.length && memcmp(written, twice, text.length) == 0);
}

static void check_asked(const char *bytes, size_t count)
{
    static struct wire_asked first, again;
    static char written[1 << 15], twice[1 << 15];
    const struct setup_settings base = setup_usual();
    struct wire_problem problem;
    if (wire_read_asked(&first, bytes, count, &base, &problem) != WIRE_GOOD) {
        PEN_ASSERT(memchr(problem.field, 0, sizeof problem.field) != NULL);
        return;
    }
    struct pen_text text = pen_text_in(written, sizeof written);
    wire_write_asked(&text, &first);
    PEN_ASSERT(!text.is_cut);
    PEN_ASSERT(wire_read_asked(&again, text.bytes, text.length, &base, &problem) == WIRE_GOOD);
    PEN_ASSERT(first.id == again.id);
    struct pen_text other = pen_text_in(twice, sizeof twice);
    wire_write_asked(&other, &again);
    PEN_ASSERT(other.length == text.length && memcmp(written, twice, text.length) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool is_made;
    const struct pen_options options = PEN_OPTIONS_DEFAULT;
    if (!is_made)
        PEN_ASSERT(pen_edition_builtin("ghostbusters", &edition) &&
                   pen_table_make(&rules, &edition, &options, NULL) == PEN_RULES_GOOD);
    is_made = true;
    /* On its own, so that a byte too many is noticed. */
    char *bytes = malloc(size ? size : 1);
    if (!bytes)
        return 0;
    if (size > 0)
        memcpy(bytes, data, size);
    struct wire_now before;
    wire_clear_now(&before);
    check_told(bytes, size, NULL);
    check_told(bytes, size, &before);
    check_asked(bytes, size);
    struct wire_line line;
    struct wire_problem problem;
    (void)!wire_read_line(&line, bytes, size, &problem);
    free(bytes);
    return 0;
}
