/* code.c - a set-up as a code: see setup.h. */
#include "setup/field.h"

static bool begins(struct setup__piece piece, const char *word)
{
    for (size_t i = 0; word[i]; i++)
        if (i == piece.count || piece.at[i] != word[i])
            return false;
    return true;
}

/* ---- writing ------------------------------------------------------------------------------------- */

static bool is_plain(char byte)
{
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           byte == '-' || byte == '_';
}

static void add_string(struct pen_text *text, const char *string)
{
    static const char digits[] = "0123456789abcdef";
    for (; *string; string++) {
        const unsigned char byte = (unsigned char)*string;
        const char escaped[] = {'~', digits[byte >> 4], digits[byte & 15], 0};
        if (is_plain(*string))
            pen_text_add_bytes(text, string, 1);
        else
            pen_text_add(text, escaped);
    }
}

static void add_clock(struct pen_text *text, uint64_t ms)
{
    const bool is_days = ms > 0 && ms % SETUP_DAY_MS == 0;
    pen_text_add_number(text, is_days ? ms / SETUP_DAY_MS : ms / 1000);
    pen_text_add(text, is_days ? "d" : "s");
}

static void add_value(struct pen_text *text, const struct setup__field *field, const char *settings)
{
    const char *at = settings + field->offset;
    const uint64_t number = field->size ? setup_load(at, field->size) : 0;
    switch ((enum setup__sort)field->sort) {
    case SETUP_SORT_TRUTH:
        pen_text_add(text, number ? "yes" : "no");
        break;
    case SETUP_SORT_WORD:
        /* The one that is none has no word: as the edition has it. */
        pen_text_add(text, number < field->words->count ? setup_word_at(field->words, (unsigned)number) : "");
        break;
    case SETUP_SORT_STRING:
        add_string(text, at);
        break;
    case SETUP_SORT_CLOCK:
        add_clock(text, number);
        break;
    case SETUP_SORT_NUMBER:
        pen_text_add_number(text, number);
        break;
    case SETUP_SORT_HOUSE: /* has no key */
        break;
    }
}

void setup_write(struct pen_text *text, const struct setup *setup)
{
    const struct setup_settings usual = setup_usual();
    const char *settings = (const char *)&setup->settings;
    pen_text_add_number(text, SETUP_VERSION);
    for (unsigned i = 0; i < setup__field_count; i++) {
        const struct setup__field *field = &setup__fields[i];
        const size_t bytes = field->size ? field->size : field->limit;
        if (i == 0) { /* the edition, which is always said */
            pen_text_add(text, ".");
            add_string(text, settings + field->offset);
        } else if (field->sort == SETUP_SORT_HOUSE) {
            const pen_house_set house = setup_load(settings + field->offset, field->size);
            pen_text_add(text, house ? "." : "");
            pen_house_write(house, ".", text);
        } else if (memcmp(settings + field->offset, (const char *)&usual + field->offset, bytes) != 0) {
            pen_text_add(text, ".");
            pen_text_add(text, field->key);
            pen_text_add(text, "=");
            add_value(text, field, settings);
        }
    }
    for (unsigned i = 0; i < setup->bot_count; i++) {
        pen_text_add(text, i == 0 ? ".with=" : "-");
        pen_text_add(text, pen_bot_level_id((enum bot_level)setup->bots[i]));
    }
}

/* ---- reading ------------------------------------------------------------------------------------- */

bool setup__read_number(struct setup__piece piece, uint64_t most, uint64_t *number)
{
    *number = 0;
    for (size_t i = 0; i < piece.count; i++) {
        if (piece.at[i] < '0' || piece.at[i] > '9')
            return false;
        *number = *number * 10 + (uint64_t)(piece.at[i] - '0');
        if (*number > most)
            return false;
    }
    return piece.count > 0;
}

bool setup__find_word(const struct setup_words *words, struct setup__piece piece, uint64_t *place)
{
    for (*place = 0; *place < words->count; ++*place) {
        const char *word = setup_word_at(words, (unsigned)*place);
        if (word && setup__is(piece, word))
            return true;
    }
    return false;
}

static int digit_of(char byte)
{
    return byte >= '0' && byte <= '9' ? byte - '0' : byte >= 'a' && byte <= 'f' ? byte - 'a' + 10 : -1;
}

/* Into 'at', of 'size' bytes with the end. */
static bool read_string(struct setup__piece piece, char *at, size_t size)
{
    size_t length = 0;
    memset(at, 0, size);
    for (size_t i = 0; i < piece.count; i++) {
        char byte = piece.at[i];
        if (byte == '~') {
            const int high = i + 2 < piece.count ? digit_of(piece.at[i + 1]) : -1;
            const int low = high >= 0 ? digit_of(piece.at[i + 2]) : -1;
            if (low < 0 || high + low == 0)
                return false;
            byte = (char)(high * 16 + low);
            i += 2;
        } else if (!is_plain(byte)) {
            return false;
        }
        if (length + 1 >= size)
            return false;
        at[length++] = byte;
    }
    return true;
}

static bool read_clock(struct setup__piece piece, uint64_t *ms)
{
    const bool is_days = piece.count > 0 && piece.at[piece.count - 1] == 'd';
    if (piece.count == 0 || (!is_days && piece.at[piece.count - 1] != 's'))
        return false;
    piece.count--;
    if (!setup__read_number(piece, is_days ? SETUP_MOVE_DAYS_MAX : SETUP_MOVE_SECONDS_MAX, ms))
        return false;
    *ms *= is_days ? SETUP_DAY_MS : 1000;
    return true;
}

static bool read_value(const struct setup__field *field, struct setup__piece value, char *settings)
{
    char *at = settings + field->offset;
    uint64_t number = 0;
    bool is_good = false;
    switch ((enum setup__sort)field->sort) {
    case SETUP_SORT_NUMBER:
        is_good = setup__read_number(value, field->most, &number) &&
                  (number >= field->least || (field->may_be_none && number == field->none));
        break;
    case SETUP_SORT_TRUTH:
        number = setup__is(value, "yes");
        is_good = number || setup__is(value, "no");
        break;
    case SETUP_SORT_WORD:
        is_good = setup__find_word(field->words, value, &number);
        if (!is_good && value.count == 0 && field->may_be_none) {
            number = field->none;
            is_good = true;
        }
        break;
    case SETUP_SORT_STRING:
        return read_string(value, at, field->limit);
    case SETUP_SORT_CLOCK:
        is_good = read_clock(value, &number);
        break;
    case SETUP_SORT_HOUSE:
        break;
    }
    if (is_good)
        setup_store(at, field->size, number);
    return is_good;
}

bool setup_set(struct setup_settings *settings, uint16_t setting, const char *value)
{
    const struct setup__field *field = setup__fields;
    const struct setup__piece piece = setup__piece_of(value);
    uint64_t seconds;
    while (field->offset + 1 != setting)
        field++;
    char *at = (char *)settings + field->offset;
    if (field->sort == SETUP_SORT_STRING) {
        if (piece.count >= field->limit)
            return false;
        memset(at, 0, field->limit);
        memcpy(at, value, piece.count);
        return true;
    }
    if (field->sort == SETUP_SORT_CLOCK && setup__read_number(piece, SETUP_MOVE_SECONDS_MAX, &seconds)) {
        setup_store(at, field->size, seconds * 1000);
        return true;
    }
    const bool is_yes = field->sort == SETUP_SORT_TRUTH && piece.count == 0;
    return read_value(field, is_yes ? setup__piece_of("yes") : piece, (char *)settings);
}

void setup_words_of(const char *key, void (*visit)(const char *word))
{
    for (const struct setup__field *field = setup__fields; field < setup__fields + setup__field_count;
         field++)
        for (unsigned i = 0; field->sort == SETUP_SORT_WORD && i < field->words->count; i++)
            if (setup_word_at(field->words, i) && setup__is(setup__piece_of(key), field->key))
                visit(setup_word_at(field->words, i));
}

static const struct setup__field *find_key(struct setup__piece key)
{
    for (const struct setup__field *field = setup__fields + 1; field < setup__fields + setup__field_count;
         field++)
        if (field->sort != SETUP_SORT_HOUSE && setup__is(key, field->key))
            return field;
    return NULL;
}

static bool read_bots(struct setup__piece value, struct setup *setup)
{
    while (value.count > 0) {
        uint64_t level;
        if (!setup__find_word(&setup__words_BOT, setup__take(&value, '-'), &level) ||
            setup->bot_count == PEN_SEATS_MAX - 1)
            return false;
        setup->bots[setup->bot_count++] = (uint8_t)level;
    }
    return setup->bot_count > 0;
}

/* key=value is a setting, a word alone a house rule. 'seen' has a bit for every setting that was said. */
static bool read_piece(struct setup__piece piece, struct setup *setup, uint64_t *seen)
{
    struct setup__piece value = piece;
    const struct setup__piece key = setup__take(&value, '=');
    const bool has_value = key.count < piece.count;
    const struct setup__field *field = has_value ? find_key(key) : NULL;
    if (field) {
        const uint64_t bit = UINT64_C(1) << (field - setup__fields);
        if (*seen & bit)
            return false;
        *seen |= bit;
        return read_value(field, value, (char *)&setup->settings);
    }
    if (has_value && setup__is(key, "with"))
        return setup->bot_count == 0 && read_bots(value, setup);
    const pen_house_set before = setup->settings.options.house;
    return pen_house_add(piece.at, piece.count, &setup->settings.options.house) &&
           setup->settings.options.house != before; /* not twice */
}

/* The edition's name stands first. */
static bool read_edition(struct setup__piece *rest, struct setup *setup, struct setup__piece *wrong)
{
    *wrong = setup__take(rest, '.');
    if (wrong->count > 0)
        return read_string(*wrong, setup->settings.edition, sizeof setup->settings.edition);
    *wrong = setup__piece_of(setup__fields[0].key);
    return false;
}

/* office.pj.quick */
static bool read_old(struct setup__piece rest, struct setup *setup, struct setup__piece *wrong)
{
    struct pen_options *options = &setup->settings.options;
    if (!read_edition(&rest, setup, wrong))
        return false;
    *wrong = setup__take(&rest, '.');
    for (size_t letter = 0; letter < wrong->count; letter++) {
        struct pen_house house;
        unsigned i = 0;
        for (; i < pen_house_count(); i++) {
            pen_house_builtin(i, &house);
            if (house.letter && house.letter == wrong->at[letter])
                break;
        }
        if (i == pen_house_count())
            return false;
        options->house = pen_house_with(options->house, i, house.usual);
    }
    *wrong = setup__take(&rest, '.');
    uint64_t scoring = PEN_SCORING_DEFAULT;
    const bool is_named = setup__find_word(&setup__words_SCORING, *wrong, &scoring);
    const bool is_default = setup__is(*wrong, setup__words_SCORING.none);
    options->scoring = is_named ? (uint8_t)scoring : PEN_SCORING_DEFAULT;
    if (wrong->count == 0)
        *wrong = setup__piece_of(setup_key(SETUP_SETTING(options.scoring)));
    if (!is_named && !is_default)
        return false;
    *wrong = rest;
    return rest.count == 0;
}

static bool read_new(struct setup__piece rest, struct setup *setup, struct setup__piece *wrong)
{
    uint64_t seen = 0;
    if (!read_edition(&rest, setup, wrong))
        return false;
    while (rest.count > 0) {
        *wrong = setup__take(&rest, '.');
        if (!read_piece(*wrong, setup, &seen)) {
            if (wrong->count == 0)
                wrong->count = 1; /* a dot too many */
            return false;
        }
    }
    return true;
}

bool setup_read(struct setup *setup, const char *code, size_t count, const struct setup_settings *base,
                struct setup_problem *problem)
{
    struct setup__piece rest = {code, count}, wrong, after = rest;
    uint64_t version;
    memset(setup, 0, sizeof *setup);
    memset(problem, 0, sizeof *problem);
    setup->settings = base ? *base : setup_usual();
    memset(setup->settings.edition, 0, sizeof setup->settings.edition);
    (void)setup__take(&after, '#');
    if (after.count > 0)
        rest = after;
    if (begins(rest, "setup=") || begins(rest, "rules="))
        (void)setup__take(&rest, '=');
    after = rest;
    wrong = setup__take(&after, '.');
    const bool is_new = setup__read_number(wrong, UINT32_MAX, &version);
    if (is_new && version > SETUP_VERSION)
        problem->version = (uint32_t)version;
    else if (is_new ? version == SETUP_VERSION && read_new(after, setup, &wrong)
                    : read_old(rest, setup, &wrong))
        return true;
    size_t cut = wrong.count;
    if (cut >= sizeof problem->word)
        for (cut = sizeof problem->word - 1; cut > 0 && ((unsigned char)wrong.at[cut] & 0xc0) == 0x80; cut--)
            ; /* no half characters */
    memcpy(problem->word, wrong.at, cut);
    return false;
}
