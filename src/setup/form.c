/* form.c - the list of settings as a form: one row after the other, and the next value of each. */
#include "penultima/words.h"
#include "setup/field.h"

enum { STEP_FROM = 100, STEP_WIDE = 50 }; /* ranges that nobody goes through one by one */

static const struct setup__field *field_of(uint16_t setting)
{
    const struct setup__field *field = setup__fields;
    for (; field->offset + 1 != setting; field++)
        PEN_ASSERT(field + 1 < setup__fields + setup__field_count);
    return field;
}

uint16_t setup_row(unsigned row)
{
    return row < setup__field_count ? (uint16_t)(setup__fields[row].offset + 1) : 0;
}

bool setup_is_rule(uint16_t setting)
{
    return setting > offsetof(struct setup_settings, options);
}

bool setup_has_step(uint16_t setting)
{
    const enum setup__sort sort = (enum setup__sort)field_of(setting)->sort;
    return sort != SETUP_SORT_HOUSE && sort != SETUP_SORT_STRING;
}

static uint64_t stepped_number(const struct setup__field *field, uint64_t now, int step)
{
    const uint64_t wide = field->most - field->least > STEP_FROM ? STEP_WIDE : 1;
    const bool is_none = field->may_be_none && now == field->none;
    if (is_none)
        return step > 0 ? field->least : field->most;
    if (step > 0 ? field->most - now < wide : now - field->least < wide) {
        const bool is_at_end = now == (step > 0 ? field->most : field->least);
        return !is_at_end           ? (step > 0 ? field->most : field->least)
               : field->may_be_none ? field->none
                                    : (step > 0 ? field->least : field->most);
    }
    return step > 0 ? now + wide : now - wide;
}

/* The words in their order, and before them the value that is none of them. */
static uint64_t stepped_word(const struct setup__field *field, uint64_t now, int step)
{
    const uint64_t count = field->words->count;
    const bool has_none = field->may_be_none && field->none >= count;
    const uint64_t all = count + has_none;
    uint64_t place = now >= count ? 0 : now + has_none;
    place = (place + all + (step > 0 ? 1 : all - 1)) % all;
    return has_none && place == 0 ? field->none : place - has_none;
}

static uint64_t stepped_clock(uint64_t now, int step)
{
    static const uint32_t clocks[] = {0, 15000, 30000, 60000, 120000, 300000, 86400000};
    enum { COUNT = sizeof clocks / sizeof clocks[0] };
    unsigned at = 0;
    while (at + 1 < COUNT && clocks[at] < now)
        at++;
    return clocks[(at + COUNT + (step > 0 ? 1u : COUNT - 1u)) % COUNT];
}

void setup_step(struct setup_settings *settings, uint16_t setting, int step)
{
    const struct setup__field *field = field_of(setting);
    char *at = (char *)settings + field->offset;
    if (!setup_has_step(setting))
        return;
    const uint64_t now = setup_load(at, field->size);
    setup_store(at, field->size,
                field->sort == SETUP_SORT_TRUTH   ? !now
                : field->sort == SETUP_SORT_WORD  ? stepped_word(field, now, step)
                : field->sort == SETUP_SORT_CLOCK ? stepped_clock(now, step)
                                                  : stepped_number(field, now, step));
}

void setup_value(struct pen_text *text, const struct setup_settings *settings, uint16_t setting,
                 enum pen_lang lang)
{
    const struct setup__field *field = field_of(setting);
    const char *at = (const char *)settings + field->offset;
    const uint64_t now = field->size ? setup_load(at, field->size) : 0;
    if (field->sort == SETUP_SORT_STRING) {
        pen_text_add(text, at);
    } else if (field->sort == SETUP_SORT_HOUSE) {
        pen_house_write(now, ", ", text);
    } else if (field->sort == SETUP_SORT_TRUTH) {
        pen_text_add(text, now ? "[x]" : "[ ]");
    } else if (field->sort == SETUP_SORT_WORD && now < field->words->count) {
        if (field->words->sentences)
            pen_text_add(text, pen_word_text((enum pen_word)field->words->sentences[now], lang));
        else
            pen_text_add(text, setup_word_at(field->words, (unsigned)now));
    } else if (field->sort == SETUP_SORT_WORD || (field->may_be_none && now == field->none)) {
        pen_text_add(text, "-");
    } else {
        pen_text_add_number(text, field->sort == SETUP_SORT_CLOCK ? now / 1000 : now);
        pen_text_add(text, field->sort == SETUP_SORT_CLOCK ? " s" : "");
    }
}
