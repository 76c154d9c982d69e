/* kept.c - settings as journals keep them: "classic seats=4 house=jump-in title=La mesa de Ana". What stands
 * in one of our lists is written by its name: the lists may get another order, what is on disk does not. The
 * bytes come from a disk and may be anything. */
#include "setup/field.h"

/* ---- writing ------------------------------------------------------------------------------------- */

static void add_value(struct pen_text *text, const struct setup__field *field, const char *at)
{
    const uint64_t number = field->size ? setup_load(at, field->size) : 0;
    switch ((enum setup__sort)field->sort) {
    case SETUP_SORT_NUMBER:
    case SETUP_SORT_CLOCK:
        pen_text_add_number(text, number);
        break;
    case SETUP_SORT_TRUTH:
        pen_text_add(text, number ? "yes" : "no");
        break;
    case SETUP_SORT_WORD: {
        const char *word = setup_word_at(field->words, (unsigned)number);
        PEN_ASSERT(word || field->words->none);
        pen_text_add(text, word ? word : field->words->none);
        break;
    }
    case SETUP_SORT_HOUSE:
        pen_text_add(text, number ? "" : "none");
        pen_house_write(number, ",", text);
        break;
    case SETUP_SORT_STRING:
        pen_text_add(text, at);
        break;
    }
}

void setup_kept_write(struct pen_text *text, const struct setup_settings *settings)
{
    const struct setup_settings usual = setup_usual();
    pen_text_add(text, settings->edition);
    for (unsigned i = 1; i < setup__field_count; i++) {
        const struct setup__field *field = &setup__fields[i];
        const char *at = (const char *)settings + field->offset;
        const size_t bytes = field->size ? field->size : field->limit;
        if (!field->stays_always && memcmp(at, (const char *)&usual + field->offset, bytes) == 0)
            continue;
        pen_text_add(text, " ");
        pen_text_add(text, field->kept);
        pen_text_add(text, "=");
        add_value(text, field, at);
    }
}

/* ---- reading ------------------------------------------------------------------------------------- */

static bool read_string(struct setup__piece piece, char *string, size_t size)
{
    if (piece.count >= size)
        return false;
    memset(string, 0, size);
    memcpy(string, piece.at, piece.count);
    return true;
}

/* "none", or "progressive,jump-in". */
static bool read_house(struct setup__piece piece, pen_house_set *house)
{
    *house = 0;
    if (setup__is(piece, "none"))
        return true;
    for (bool has_more = true; has_more;) {
        const size_t before = piece.count;
        const struct setup__piece one = setup__take(&piece, ',');
        has_more = one.count < before;
        if (!pen_house_add(one.at, one.count, house))
            return false;
    }
    return true;
}

/* Whether it is in its range is the business of whoever plays by it. */
static bool read_value(const struct setup__field *field, struct setup__piece value, char *at)
{
    uint64_t number = 0;
    bool is_good = false;
    switch ((enum setup__sort)field->sort) {
    case SETUP_SORT_NUMBER:
    case SETUP_SORT_CLOCK:
        is_good = setup__read_number(value, (UINT64_C(1) << 8 * field->size) - 1, &number);
        break;
    case SETUP_SORT_TRUTH:
        number = setup__is(value, "yes");
        is_good = number || setup__is(value, "no");
        break;
    case SETUP_SORT_WORD:
        is_good = setup__find_word(field->words, value, &number);
        if (!is_good && field->words->none && setup__is(value, field->words->none)) {
            number = field->none;
            is_good = true;
        }
        break;
    case SETUP_SORT_HOUSE:
        is_good = read_house(value, &number);
        break;
    case SETUP_SORT_STRING:
        return read_string(value, at, field->limit);
    }
    if (is_good)
        setup_store(at, field->size, number);
    return is_good;
}

static bool read_new(struct setup__piece rest, struct setup_settings *settings)
{
    const struct setup__field *const title = setup__fields + setup__field_count - 1;
    while (rest.count > 0) {
        struct setup__piece after = rest;
        const struct setup__piece key = setup__take(&after, '=');
        const struct setup__field *field = setup__fields + 1;
        while (field <= title && !setup__is(key, field->kept))
            field++;
        if (field > title || key.count == rest.count)
            return false;
        const size_t before = after.count;
        const struct setup__piece value = field == title ? after : setup__take(&after, ' ');
        if (!read_value(field, value, (char *)settings + field->offset))
            return false;
        /* One blank between two of them, none behind the last. */
        if (field == title || value.count == before)
            return true;
        if (after.count == 0)
            return false;
        rest = after;
    }
    return true;
}

/* What 0.2.0 meant by its numbers. These stay as they are, whatever becomes of the lists. */
static const char *const old_bots[] = {"random", "rule", "novice", "casual", "rank", "expert"};
static const char *const old_scorings[] = {"points", "lowest", "quick", "default"};
static const char *const old_reverses[] = {"skip", "turn"};
static const char *const old_houses[] = {"progressive", "seven-0", "jump-in"}; /* a bit each */

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

static bool next_number(struct setup__piece *rest, uint64_t most, uint64_t *number)
{
    return setup__read_number(setup__take(rest, ' '), most, number);
}

/* A number of an old list, as the setting it is now. */
static bool next_old(struct setup__piece *rest, const char *const *names, size_t count, uint16_t setting,
                     struct setup_settings *settings)
{
    const struct setup__field *field = setup__fields;
    uint64_t number;
    while (field->offset + 1 != setting)
        field++;
    return next_number(rest, count - 1, &number) &&
           read_value(field, setup__piece_of(names[number]), (char *)settings + field->offset);
}

/* As 0.2.0 wrote it: "4 1 3 0 0 30000 5 3 500 0 Title", without the key of any. */
static bool read_old(struct setup__piece rest, struct setup_settings *settings)
{
    uint64_t seats, series, is_public, has_hints, move, house, target;
    struct pen_options *options = &settings->options;
    if (!next_number(&rest, PEN_SEATS_MAX, &seats) || !next_number(&rest, UINT8_MAX, &series) ||
        !next_old(&rest, old_bots, COUNT(old_bots), SETUP_SETTING(bot_level), settings) ||
        !next_number(&rest, 1, &is_public) || !next_number(&rest, 1, &has_hints) ||
        !next_number(&rest, UINT32_MAX, &move) ||
        !next_number(&rest, (1u << COUNT(old_houses)) - 1, &house) ||
        !next_old(&rest, old_scorings, COUNT(old_scorings), SETUP_SETTING(options.scoring), settings) ||
        !next_number(&rest, PEN_TARGET_MAX, &target) ||
        !next_old(&rest, old_reverses, COUNT(old_reverses), SETUP_SETTING(options.reverse_with_two),
                  settings))
        return false;
    settings->seats = (uint8_t)seats;
    settings->series = (uint8_t)series;
    settings->is_public = is_public != 0;
    settings->has_hints = has_hints != 0;
    settings->move_ms = (uint32_t)move;
    options->target = (uint16_t)target;
    for (unsigned i = 0; i < COUNT(old_houses); i++) {
        const struct setup__piece name = setup__piece_of(old_houses[i]);
        if ((house >> i & 1) && !pen_house_add(name.at, name.count, &options->house))
            return false;
    }
    return read_string(rest, settings->title, sizeof settings->title);
}

bool setup_kept_read(struct setup_settings *settings, unsigned journal, const char *line, size_t count)
{
    struct setup__piece rest = {line, count};
    *settings = setup_usual();
    const struct setup__piece edition = setup__take(&rest, ' ');
    if (edition.count == 0 || !read_string(edition, settings->edition, sizeof settings->edition))
        return false;
    /* "classic " with nothing behind the blank is not what anybody wrote. */
    if (rest.count == 0)
        return journal >= 2 && edition.count == count;
    return journal < 2 ? read_old(rest, settings) : read_new(rest, settings);
}
