/* setup.c - see setup.h. Walks over the list of settings as the writer and the reader of JSON do. */
#include "wire/setup.h"

#include "fair/hex.h"
#include "wire/field.h"

enum { DAY_MS = 24 * 3600 * 1000 };

/* A piece of the code between two dots. */
struct piece {
    const char *at;
    size_t count;
};

static bool is_piece(struct piece piece, const char *word)
{
    size_t i = 0;
    while (i < piece.count && word[i] && piece.at[i] == word[i])
        i++;
    return i == piece.count && word[i] == 0;
}

static bool begins(struct piece piece, const char *word)
{
    for (size_t i = 0; word[i]; i++)
        if (i == piece.count || piece.at[i] != word[i])
            return false;
    return true;
}

/* What stands before 'byte', which is passed over; all of it, where there is none. */
static struct piece take(struct piece *rest, char byte)
{
    struct piece piece = {rest->at, 0};
    while (piece.count < rest->count && rest->at[piece.count] != byte)
        piece.count++;
    const size_t used = piece.count + (piece.count < rest->count);
    *rest = (struct piece){rest->at + used, rest->count - used};
    return piece;
}

static const char *word_at(const struct wire__words *words, unsigned place)
{
    return words->list ? words->list[place] : words->at(place);
}

static bool find_word(const struct wire__words *words, struct piece piece, unsigned *place)
{
    for (*place = 0; *place < words->count; ++*place) {
        const char *word = word_at(words, *place);
        if (word && is_piece(piece, word))
            return true;
    }
    return false;
}

/* The key of a field without its punctuation. */
static struct piece key_of(const struct wire__field *field)
{
    return (struct piece){field->key + 2, field->key_bytes - 4u};
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
    const bool is_days = ms > 0 && ms % DAY_MS == 0;
    pen_text_add_number(text, (unsigned)(is_days ? ms / DAY_MS : ms / 1000));
    pen_text_add(text, is_days ? "d" : "s");
}

static void add_words(struct pen_text *text, const struct wire__words *words, uint64_t set,
                      const char *before)
{
    for (unsigned place = 0; place < words->count; place++) {
        if (!(set >> place & 1))
            continue;
        pen_text_add(text, before);
        pen_text_add(text, word_at(words, place));
    }
}

static void add_value(struct pen_text *text, const struct wire__field *field, const char *settings)
{
    const char *at = settings + field->offset;
    const uint64_t number = field->size ? wire__load(at, field->size) : 0;
    switch (field->sort) {
    case WIRE_SORT_TRUTH:
        pen_text_add(text, number ? "yes" : "no");
        break;
    case WIRE_SORT_WORD:
        /* The one that is none has no word: as the edition has it. */
        pen_text_add(text, number < field->words->count ? word_at(field->words, (unsigned)number) : "");
        break;
    case WIRE_SORT_STRING:
        add_string(text, at);
        break;
    case WIRE_SORT_CLOCK:
        add_clock(text, number);
        break;
    case WIRE_SORT_HEX:
        fair_hex_write(text, (const uint8_t *)at, field->limit);
        break;
    default:
        pen_text_add_number(text, (unsigned)number);
        break;
    }
}

static bool is_same(const struct wire__field *field, const char *left, const char *right)
{
    const size_t bytes = field->size ? field->size : field->limit;
    if (field->sort == WIRE_SORT_HEX && left[field->beside] != right[field->beside])
        return false;
    return memcmp(left + field->offset, right + field->offset, bytes) == 0;
}

void wire_setup_write(struct pen_text *text, const struct wire_setup *setup,
                      const struct wire_settings *usual)
{
    const char *settings = (const char *)&setup->settings;
    pen_text_add_number(text, WIRE_SETUP_VERSION);
    for (unsigned i = 0; i < wire__shape_settings.count; i++) {
        const struct wire__field *field = &wire__shape_settings.fields[i];
        const struct piece key = key_of(field);
        if (i == 0) { /* the edition, which is always said */
            pen_text_add(text, ".");
            add_string(text, settings + field->offset);
        } else if (field->sort == WIRE_SORT_WORDS) {
            add_words(text, field->words, wire__load(settings + field->offset, field->size), ".");
        } else if (!is_same(field, settings, (const char *)usual)) {
            pen_text_add(text, ".");
            pen_text_add_bytes(text, key.at, key.count);
            pen_text_add(text, "=");
            add_value(text, field, settings);
        }
    }
    for (unsigned i = 0; i < setup->bot_count; i++) {
        pen_text_add(text, i == 0 ? ".with=" : "-");
        pen_text_add(text, bot_level_id((enum bot_level)setup->bots[i]));
    }
}

/* ---- checking ------------------------------------------------------------------------------------ */

static bool are_words(const struct wire__words *words, uint64_t set)
{
    for (unsigned place = 0; set >> place; place++)
        if ((set >> place & 1) && (place >= words->count || !word_at(words, place)))
            return false;
    return true;
}

/* Whether the protocol has a word for what is in the field. */
static bool is_good(const struct wire__field *field, const char *settings)
{
    const char *at = settings + field->offset;
    struct piece whole = {at, field->limit};
    const bool may_be_none = field->presence & WIRE_LEAVES_OUT;
    const uint64_t number = field->size ? wire__load(at, field->size) : 0;
    switch (field->sort) {
    case WIRE_SORT_NUMBER:
        return (number >= field->least && number <= field->most) || (may_be_none && number == field->none);
    case WIRE_SORT_TRUTH:
        return number <= 1;
    case WIRE_SORT_WORD:
        return (number < field->words->count && word_at(field->words, (unsigned)number)) ||
               (may_be_none && number == field->none);
    case WIRE_SORT_WORDS:
        return are_words(field->words, number);
    case WIRE_SORT_STRING:
        return take(&whole, 0).count < field->limit && (may_be_none || at[0] != 0);
    case WIRE_SORT_CLOCK:
        return number == 0 || number >= 1000;
    default:
        return true;
    }
}

uint16_t wire_settings_wrong(const struct wire_settings *settings)
{
    for (unsigned i = 0; i < wire__shape_settings.count; i++)
        if (!is_good(&wire__shape_settings.fields[i], (const char *)settings))
            return (uint16_t)(wire__shape_settings.fields[i].offset + 1);
    return 0;
}

static const struct wire__field *field_at(uint16_t setting)
{
    const struct wire__field *field = wire__shape_settings.fields;
    for (; field->offset + 1 != setting; field++)
        PEN_ASSERT(field + 1 < wire__shape_settings.fields + wire__shape_settings.count);
    return field;
}

void wire_setting_key(uint16_t setting, char word[WIRE_FIELD_BYTES])
{
    const struct piece key = key_of(field_at(setting));
    memcpy(word, key.at, key.count);
    word[key.count] = 0;
}

/* ---- reading ------------------------------------------------------------------------------------- */

static bool read_number(struct piece piece, uint64_t most, uint64_t *number)
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

static int digit_of(char byte)
{
    return byte >= '0' && byte <= '9' ? byte - '0' : byte >= 'a' && byte <= 'f' ? byte - 'a' + 10 : -1;
}

/* Into 'at', of 'size' bytes with the end. */
static bool read_string(struct piece piece, char *at, size_t size)
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

static bool read_clock(struct piece piece, uint64_t *ms)
{
    const bool is_days = piece.count > 0 && piece.at[piece.count - 1] == 'd';
    if (piece.count == 0 || (!is_days && piece.at[piece.count - 1] != 's'))
        return false;
    piece.count--;
    if (!read_number(piece, is_days ? WIRE_MOVE_DAYS_MAX : WIRE_MOVE_SECONDS_MAX, ms))
        return false;
    *ms *= is_days ? DAY_MS : 1000;
    return true;
}

static bool read_value(const struct wire__field *field, struct piece value, char *settings)
{
    char *at = settings + field->offset;
    uint64_t number = 0;
    unsigned place;
    switch (field->sort) {
    case WIRE_SORT_NUMBER:
        if (!read_number(value, field->most, &number) ||
            (number < field->least && (number != field->none || !(field->presence & WIRE_LEAVES_OUT))))
            return false;
        break;
    case WIRE_SORT_TRUTH:
        if (!is_piece(value, "yes") && !is_piece(value, "no"))
            return false;
        number = is_piece(value, "yes");
        break;
    case WIRE_SORT_WORD:
        if (value.count == 0 && (field->presence & WIRE_LEAVES_OUT)) {
            number = field->none;
            break;
        }
        if (!find_word(field->words, value, &place))
            return false;
        number = place;
        break;
    case WIRE_SORT_STRING:
        return read_string(value, at, field->limit);
    case WIRE_SORT_CLOCK:
        if (!read_clock(value, &number))
            return false;
        break;
    case WIRE_SORT_HEX:
        if (!fair_hex_read(value.at, value.count, (uint8_t *)at, field->limit))
            return false;
        settings[field->beside] = 1;
        return true;
    default:
        return false;
    }
    wire__store(at, field->size, number);
    return true;
}

static bool read_bots(struct piece value, struct wire_setup *setup)
{
    while (value.count > 0) {
        const struct piece piece = take(&value, '-');
        unsigned level = 0;
        while (level < BOT_LEVEL_COUNT && !is_piece(piece, bot_level_id((enum bot_level)level)))
            level++;
        if (level == BOT_LEVEL_COUNT || setup->bot_count == PEN_SEATS_MAX - 1)
            return false;
        setup->bots[setup->bot_count++] = (uint8_t)level;
    }
    return setup->bot_count > 0;
}

/* A word alone is a house rule; key=value is a setting. 'seen' tells what was said already. */
static bool read_piece(struct piece piece, struct wire_setup *setup, uint64_t *seen)
{
    struct piece value = piece;
    const struct piece key = take(&value, '=');
    const bool has_value = key.count < piece.count;
    for (unsigned i = 1; i < wire__shape_settings.count; i++) {
        const struct wire__field *field = &wire__shape_settings.fields[i];
        unsigned place;
        if (field->sort == WIRE_SORT_WORDS && !has_value) {
            char *at = (char *)&setup->settings + field->offset;
            const uint64_t set = wire__load(at, field->size);
            if (!find_word(field->words, piece, &place) || (set >> place & 1))
                continue;
            wire__store(at, field->size, set | UINT64_C(1) << place);
            return true;
        }
        const struct piece known = key_of(field);
        if (!has_value || known.count != key.count || memcmp(known.at, key.at, key.count) != 0)
            continue;
        if (*seen >> i & 1)
            return false;
        *seen |= UINT64_C(1) << i;
        return read_value(field, value, (char *)&setup->settings);
    }
    return has_value && is_piece(key, "with") && setup->bot_count == 0 && read_bots(value, setup);
}

/* The edition's name stands first. */
static bool read_edition(struct piece *rest, struct wire_setup *setup, struct piece *wrong)
{
    *wrong = take(rest, '.');
    if (wrong->count > 0)
        return read_string(*wrong, setup->settings.edition, sizeof setup->settings.edition);
    *wrong = key_of(&wire__shape_settings.fields[0]);
    return false;
}

/* office.pj.quick */
static bool read_old(struct piece rest, struct wire_setup *setup, struct piece *wrong)
{
    struct pen_options *options = &setup->settings.options;
    if (!read_edition(&rest, setup, wrong))
        return false;
    *wrong = take(&rest, '.');
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
        options->house |= UINT64_C(1) << i;
    }
    *wrong = take(&rest, '.');
    unsigned scoring = 0;
    while (scoring < PEN_SCORING_DEFAULT && !is_piece(*wrong, pen_scoring_id((enum pen_scoring)scoring)))
        scoring++;
    options->scoring = (uint8_t)scoring;
    if (wrong->count == 0)
        *wrong = key_of(field_at(WIRE_SETTING(options.scoring)));
    if (scoring == PEN_SCORING_DEFAULT && !is_piece(*wrong, "default"))
        return false;
    *wrong = rest;
    return rest.count == 0;
}

static bool read_new(struct piece rest, struct wire_setup *setup, struct piece *wrong)
{
    uint64_t seen = 0;
    if (!read_edition(&rest, setup, wrong))
        return false;
    while (rest.count > 0) {
        *wrong = take(&rest, '.');
        if (!read_piece(*wrong, setup, &seen)) {
            if (wrong->count == 0)
                wrong->count = 1; /* a dot too many */
            return false;
        }
    }
    return true;
}

bool wire_setup_read(struct wire_setup *setup, const char *code, size_t count,
                     const struct wire_settings *usual, struct wire_problem *problem)
{
    struct piece rest = {code, count}, wrong, after = rest;
    uint64_t version;
    memset(setup, 0, sizeof *setup);
    memset(problem, 0, sizeof *problem);
    setup->settings = *usual;
    memset(setup->settings.edition, 0, sizeof setup->settings.edition);
    (void)take(&after, '#');
    if (after.count > 0)
        rest = after;
    if (begins(rest, "setup=") || begins(rest, "rules="))
        (void)take(&rest, '=');
    after = rest;
    wrong = take(&after, '.');
    const bool is_new = read_number(wrong, UINT32_MAX, &version);
    if (is_new && version > WIRE_SETUP_VERSION)
        problem->version = (uint32_t)version;
    else if (is_new ? version == WIRE_SETUP_VERSION && read_new(after, setup, &wrong)
                    : read_old(rest, setup, &wrong))
        return true;
    size_t cut = wrong.count;
    if (cut >= sizeof problem->field)
        for (cut = sizeof problem->field - 1; cut > 0 && ((unsigned char)wrong.at[cut] & 0xc0) == 0x80; cut--)
            ; /* no half characters */
    memcpy(problem->field, wrong.at, cut);
    return false;
}
