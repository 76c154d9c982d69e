/* read.c - JSON into a struct, field by field. Whatever is not as messages.def has it is refused, with the
 * name of the field. */
#include <string.h>

#include "fair/hex.h"
#include "wire/field.h"
#include "wire/json.h"

struct reader {
    struct wire__scan scan;
    const struct wire_book *book;
    const struct setup_settings *base; /* that settings are read onto, or null */
    const struct wire_now *now;        /* that a brief update is read onto, or null */
    struct wire_problem *problem;
    bool is_strict;      /* what is not known is refused */
    bool is_in_settings; /* the problem is */
};

enum { FIELDS_MAX = 64, WORD_BYTES = 40, HEX_BYTES = 2 * FAIR_HASH_BYTES + 1 };

static size_t length_of(const char *string)
{
    size_t count = 0;
    while (string[count])
        count++;
    return count;
}

static bool same(const char *left, const char *right)
{
    while (*left && *left == *right)
        left++, right++;
    return *left == *right;
}

/* ---- values -------------------------------------------------------------------------------------- */

static bool is_word(const struct setup_words *words, unsigned place, const char *word)
{
    const char *known = words->list ? words->list[place] : words->at(place);
    if (!known || !words->are_names)
        return known && same(known, word);
    while (*known && *word == setup_name_byte(*known))
        known++, word++;
    return *known == *word;
}

static bool read_word(struct reader *reader, const struct setup_words *words, unsigned *place)
{
    char word[WORD_BYTES];
    size_t length;
    if (!wire__scan_string(&reader->scan, word, sizeof word, &length))
        return false;
    for (*place = 0; *place < words->count; ++*place)
        if (is_word(words, *place, word))
            return true;
    if (words->nearest)
        *place = words->nearest(word, length);
    return words->nearest;
}

static void name_problem(struct reader *reader, const char *name, size_t length);

/* One that is not known, or is there twice, is named itself. */
static bool read_words(struct reader *reader, const struct setup_words *words, uint64_t *set)
{
    unsigned count = 0, place;
    bool is_good;
    *set = 0;
    if (!wire__scan_byte(&reader->scan, '['))
        return false;
    while (wire__scan_more(&reader->scan, ']', &count, &is_good)) {
        char word[WORD_BYTES];
        size_t length = 0;
        struct wire__scan again = reader->scan;
        if (!read_word(reader, words, &place) || (*set >> place & 1)) {
            if (wire__scan_string(&again, word, sizeof word, &length))
                name_problem(reader, word, length);
            return false;
        }
        *set |= UINT64_C(1) << place;
    }
    return is_good;
}

/* ["jump-in","uno=3"] */
static bool read_house(struct reader *reader, pen_house_set *set)
{
    unsigned count = 0;
    bool is_good;
    *set = 0;
    if (!wire__scan_byte(&reader->scan, '['))
        return false;
    while (wire__scan_more(&reader->scan, ']', &count, &is_good)) {
        char word[WORD_BYTES];
        size_t length = 0;
        const pen_house_set before = *set;
        if (!wire__scan_string(&reader->scan, word, sizeof word, &length))
            return false;
        if (!pen_house_add(word, length, set) || *set == before) {
            name_problem(reader, word, length);
            return false;
        }
    }
    return is_good;
}

static bool read_card(struct reader *reader, uint8_t *card)
{
    char word[WORD_BYTES];
    size_t length;
    return reader->book && reader->book->rules &&
           wire__scan_string(&reader->scan, word, sizeof word, &length) &&
           pen_card_read(reader->book->edition, reader->book->rules, word, length, card);
}

static bool read_color(struct reader *reader, uint8_t *color)
{
    char word[WORD_BYTES];
    size_t length;
    return reader->book && reader->book->rules &&
           wire__scan_string(&reader->scan, word, sizeof word, &length) &&
           pen_color_read(reader->book->edition, word, length, color);
}

/* No more of a kind than the deck has. */
static bool read_hand(struct reader *reader, struct pen_hand *hand)
{
    unsigned count = 0;
    bool is_good;
    uint8_t card;
    memset(hand, 0, sizeof *hand);
    if (!wire__scan_byte(&reader->scan, '['))
        return false;
    while (wire__scan_more(&reader->scan, ']', &count, &is_good)) {
        if (!read_card(reader, &card) || pen_hand_count_of(hand, card) >= reader->book->rules->copies[card])
            return false;
        pen_hand_add(hand, card);
    }
    return is_good;
}

static bool read_kinds(struct reader *reader, uint64_t *kinds)
{
    unsigned count = 0;
    bool is_good;
    uint8_t card;
    *kinds = 0;
    if (!wire__scan_byte(&reader->scan, '['))
        return false;
    while (wire__scan_more(&reader->scan, ']', &count, &is_good)) {
        if (!read_card(reader, &card) || (*kinds & pen_card_bit(card)))
            return false;
        *kinds |= pen_card_bit(card);
    }
    return is_good;
}

static bool read_seats(struct reader *reader, uint64_t *seats)
{
    unsigned count = 0;
    bool is_good;
    uint64_t seat;
    *seats = 0;
    if (!wire__scan_byte(&reader->scan, '['))
        return false;
    while (wire__scan_more(&reader->scan, ']', &count, &is_good)) {
        if (!wire__scan_number(&reader->scan, &seat) || seat >= PEN_SEATS_MAX || (*seats >> seat & 1))
            return false;
        *seats |= UINT64_C(1) << seat;
    }
    return is_good;
}

static bool read_counts(struct reader *reader, const struct wire__field *field, char *at, char *beside)
{
    unsigned count = 0;
    bool is_good;
    uint64_t number;
    if (!wire__scan_byte(&reader->scan, '['))
        return false;
    while (wire__scan_more(&reader->scan, ']', &count, &is_good)) {
        if (count > PEN_SEATS_MAX || !wire__scan_number(&reader->scan, &number) || number > field->most)
            return false;
        setup_store(at + (count - 1) * field->size, field->size, number);
    }
    setup_store(beside, 1, count);
    return is_good;
}

static bool read_hands(struct reader *reader, struct pen_hand *hands, char *beside)
{
    unsigned count = 0;
    bool is_good;
    if (!wire__scan_byte(&reader->scan, '['))
        return false;
    while (wire__scan_more(&reader->scan, ']', &count, &is_good))
        if (count > PEN_SEATS_MAX || !read_hand(reader, &hands[count - 1]))
            return false;
    setup_store(beside, 1, count);
    return is_good;
}

static bool read_shown(struct reader *reader, struct pen_hand *hands, char *beside)
{
    unsigned count = 0;
    bool is_good;
    uint64_t seats = 0;
    char key[4];
    if (!wire__scan_byte(&reader->scan, '{'))
        return false;
    while (wire__scan_more(&reader->scan, '}', &count, &is_good)) {
        if (!wire__scan_key(&reader->scan, key, sizeof key) || key[0] < '0' || key[0] > '9' || key[1])
            return false;
        const unsigned seat = (unsigned)(key[0] - '0');
        if ((seats >> seat & 1) || !read_hand(reader, &hands[seat]))
            return false;
        seats |= UINT64_C(1) << seat;
    }
    setup_store(beside, 2, seats);
    return is_good;
}

/* {"move":30} in seconds or {"days":3}. */
static bool read_clock(struct reader *reader, uint64_t *move_ms)
{
    char key[8];
    uint64_t number;
    if (!wire__scan_byte(&reader->scan, '{') || !wire__scan_key(&reader->scan, key, sizeof key) ||
        !wire__scan_number(&reader->scan, &number) || number == 0 || !wire__scan_byte(&reader->scan, '}'))
        return false;
    if (same(key, "move") && number <= SETUP_MOVE_SECONDS_MAX)
        *move_ms = number * 1000;
    else if (same(key, "days") && number <= SETUP_MOVE_DAYS_MAX)
        *move_ms = number * 24 * 3600 * 1000;
    else
        return false;
    return true;
}

static bool read_string(struct reader *reader, const struct wire__field *field, char *at)
{
    size_t length;
    memset(at, 0, field->limit); /* settings are compared as bytes */
    return wire__scan_string(&reader->scan, at, field->limit, &length);
}

static bool read_hex(struct reader *reader, const struct wire__field *field, char *at, char *beside)
{
    char digits[HEX_BYTES];
    size_t length;
    if (!wire__scan_string(&reader->scan, digits, sizeof digits, &length) ||
        !fair_hex_read(digits, length, (uint8_t *)at, field->limit))
        return false;
    setup_store(beside, 1, true);
    return true;
}

/* ---- objects ------------------------------------------------------------------------------------- */

static bool read_object(struct reader *reader, const struct wire_shape *shape, char *object);

static bool read_list(struct reader *reader, const struct wire__field *field, char *items, char *beside)
{
    unsigned count = 0;
    bool is_good;
    if (!wire__scan_byte(&reader->scan, '['))
        return false;
    while (wire__scan_more(&reader->scan, ']', &count, &is_good)) {
        char *item = items + (size_t)(count - 1) * field->shape->bytes;
        if (count > field->limit)
            return false;
        wire_clear(item, field->shape);
        if (!read_object(reader, field->shape, item))
            return false;
    }
    setup_store(beside, 2, count);
    return is_good;
}

static void set_none(const struct wire__field *field, char *object);

/* What may be left out because there is none of it is none now. So is the time: it runs on. */
static void begin_now(struct wire_now *now, const struct wire_now *before)
{
    const struct wire_shape *shape = &wire__shape_now;
    *now = *before;
    for (unsigned i = 0; i < shape->count; i++)
        if (!(shape->fields[i].presence & WIRE_AS_BEFORE))
            set_none(&shape->fields[i], (char *)now);
    memset(&now->legal, 0, sizeof now->legal);
    now->left_ms = UINT32_MAX;
}

static bool read_struct(struct reader *reader, const struct wire__field *field, char *at, char *beside)
{
    if (field->shape == &wire__shape_now && reader->now)
        begin_now((struct wire_now *)(void *)at, reader->now);
    else if (field->shape == &wire__shape_settings && reader->base)
        memcpy(at, reader->base, sizeof *reader->base);
    else
        wire_clear(at, field->shape);
    setup_store(beside, 1, true);
    return read_object(reader, field->shape, at);
}

/* Null: there is none. */
static void set_none(const struct wire__field *field, char *object)
{
    char *at = object + field->offset, *beside = object + field->beside;
    switch ((enum wire__sort)field->sort) {
    case WIRE_SORT_STRING:
        memset(at, 0, field->limit);
        break;
    case WIRE_SORT_HEX:
    case WIRE_SORT_HAND:
    case WIRE_SORT_STRUCT:
    case WIRE_SORT_COUNTS:
    case WIRE_SORT_HANDS:
        setup_store(beside, 1, 0);
        break;
    case WIRE_SORT_SHOWN:
    case WIRE_SORT_LIST:
        setup_store(beside, 2, 0);
        break;
    default:
        setup_store(at, field->size, field->none);
        break;
    }
}

static bool read_plain(struct reader *reader, const struct wire__field *field, uint64_t *number)
{
    unsigned place;
    uint8_t kind;
    switch ((enum wire__sort)field->sort) {
    case WIRE_SORT_NUMBER:
        return wire__scan_number(&reader->scan, number) && *number >= field->least && *number <= field->most;
    case WIRE_SORT_TRUTH:
        *number = wire__scan_word(&reader->scan, "true");
        return *number || wire__scan_word(&reader->scan, "false");
    case WIRE_SORT_WORD:
        if (!read_word(reader, field->words, &place))
            return false;
        *number = place;
        return true;
    case WIRE_SORT_WORDS:
        return read_words(reader, field->words, number);
    case WIRE_SORT_HOUSE:
        return read_house(reader, number);
    case WIRE_SORT_SEATS:
        return read_seats(reader, number);
    case WIRE_SORT_CARD:
    case WIRE_SORT_COLOR:
        if (!(field->sort == WIRE_SORT_CARD ? read_card : read_color)(reader, &kind))
            return false;
        *number = kind;
        return true;
    case WIRE_SORT_KINDS:
        return read_kinds(reader, number);
    default:
        return read_clock(reader, number);
    }
}

static bool read_value(struct reader *reader, const struct wire__field *field, char *object)
{
    char *at = object + field->offset, *beside = object + field->beside;
    uint64_t number = 0;
    if ((field->presence & WIRE_MAY_NULL) && wire__scan_word(&reader->scan, "null")) {
        set_none(field, object);
        return true;
    }
    switch ((enum wire__sort)field->sort) {
    case WIRE_SORT_STRING:
        return read_string(reader, field, at);
    case WIRE_SORT_HEX:
        return read_hex(reader, field, at, beside);
    case WIRE_SORT_COUNTS:
        return read_counts(reader, field, at, beside);
    case WIRE_SORT_HAND:
        setup_store(beside, 1, true);
        return read_hand(reader, (void *)at);
    case WIRE_SORT_HANDS:
        return read_hands(reader, (void *)at, beside);
    case WIRE_SORT_SHOWN:
        return read_shown(reader, (void *)at, beside);
    case WIRE_SORT_STRUCT:
        return read_struct(reader, field, at, beside);
    case WIRE_SORT_LIST:
        return read_list(reader, field, at, beside);
    default:
        if (!read_plain(reader, field, &number))
            return false;
        setup_store(at, field->size, number);
        return true;
    }
}

/* The field of that name, also among those of an object that stands flat in this one. 'object' becomes
 * that one, 'index' counts on. */
static const struct wire__field *find_field(const struct wire_shape *shape, const char *key, char **object,
                                            unsigned *index)
{
    const size_t length = length_of(key);
    for (unsigned i = 0; i < shape->count; i++) {
        const struct wire__field *field = &shape->fields[i];
        if (field->sort == WIRE_SORT_FLAT) {
            char *inside = *object + field->offset;
            const struct wire__field *found = find_field(field->shape, key, &inside, index);
            if (found) {
                *object = inside;
                return found;
            }
            continue;
        }
        if (field->key_bytes == length + 4 && memcmp(field->key + 2, key, length) == 0)
            return field;
        ++*index;
    }
    return NULL;
}

/* The next field, where it stands as this program writes it: without blanks, in the order of the list. 'next'
 * is the one to begin with; fields of a flat object are not guessed. */
static const struct wire__field *guess_field(struct wire__scan *scan, const struct wire_shape *shape,
                                             unsigned *next)
{
    const size_t room = (size_t)(scan->end - scan->at);
    for (unsigned i = *next; i < shape->count && shape->fields[i].sort != WIRE_SORT_FLAT; i++) {
        const struct wire__field *field = &shape->fields[i];
        const char *key = field->key + 1; /* after the comma */
        const size_t count = field->key_bytes - 1u;
        if (count <= room && scan->at[1] == key[1] && memcmp(scan->at, key, count) == 0) {
            scan->at += count;
            *next = i + 1;
            return field;
        }
    }
    return NULL;
}

static void name_problem(struct reader *reader, const char *name, size_t length)
{
    if (reader->problem->field[0]) /* what is inside names it better */
        return;
    if (length >= sizeof reader->problem->field)
        length = sizeof reader->problem->field - 1;
    memcpy(reader->problem->field, name, length);
    reader->problem->field[length] = 0;
}

/* The first field that has to be there and is not. */
static bool has_all(struct reader *reader, const struct wire_shape *shape, uint64_t seen, unsigned *index)
{
    for (unsigned i = 0; i < shape->count; i++) {
        const struct wire__field *field = &shape->fields[i];
        if (field->sort == WIRE_SORT_FLAT) {
            if (!has_all(reader, field->shape, seen, index))
                return false;
            continue;
        }
        const unsigned misses =
            WIRE_MAY_MISS | (reader->base ? WIRE_MAY_STAY : 0u) | (reader->now ? WIRE_AS_BEFORE : 0u);
        const bool may_miss = field->presence & misses;
        if (!(seen >> *index & 1) && !may_miss) {
            name_problem(reader, field->key + 2, field->key_bytes - 4u);
            return false;
        }
        ++*index;
    }
    return true;
}

static bool read_member(struct reader *reader, const struct wire_shape *shape, char *object, uint64_t *seen,
                        unsigned *next)
{
    char key[WIRE_FIELD_BYTES];
    unsigned index = 0;
    const struct wire__field *field = guess_field(&reader->scan, shape, next);
    if (field)
        index = *next - 1;
    else if (!wire__scan_key(&reader->scan, key, sizeof key))
        return false;
    else
        field = find_field(shape, key, &object, &index);
    if (!field) {
        const bool is_type = same(key, "t");
        const bool is_good = is_type ? !(*seen >> (FIELDS_MAX - 1) & 1) : !reader->is_strict;
        if (is_type)
            *seen |= UINT64_C(1) << (FIELDS_MAX - 1);
        if (is_good && wire__scan_value(&reader->scan))
            return true;
    } else {
        const bool is_twice = *seen >> index & 1;
        *seen |= UINT64_C(1) << index;
        if (!is_twice && read_value(reader, field, object))
            return true;
    }
    if (field)
        name_problem(reader, field->key + 2, field->key_bytes - 4u);
    else
        name_problem(reader, key, length_of(key));
    reader->is_in_settings = reader->is_in_settings || shape == &wire__shape_settings;
    return false;
}

static bool read_object(struct reader *reader, const struct wire_shape *shape, char *object)
{
    unsigned count = 0, index = 0, next = 0;
    uint64_t seen = 0;
    bool is_good;
    if (!wire__scan_byte(&reader->scan, '{'))
        return false;
    while (wire__scan_more(&reader->scan, '}', &count, &is_good))
        if (!read_member(reader, shape, object, &seen, &next))
            return false;
    return is_good && has_all(reader, shape, seen, &index);
}

/* ---- messages ------------------------------------------------------------------------------------ */

/* Goes to the value of a member of the outermost object. False: there is none, or it is no object. */
static bool find_member(struct wire__scan *scan, const char *name)
{
    unsigned count = 0;
    bool is_good;
    char key[WIRE_FIELD_BYTES];
    if (!wire__scan_byte(scan, '{'))
        return false;
    while (wire__scan_more(scan, '}', &count, &is_good)) {
        if (!wire__scan_key(scan, key, sizeof key))
            return false;
        if (same(key, name))
            return true;
        if (!wire__scan_value(scan))
            return false;
    }
    return false;
}

static bool is_json(const char *bytes, size_t count)
{
    struct wire__scan scan = {bytes, bytes + count};
    return wire__scan_is_next(&scan, '{') && wire__scan_value(&scan) && wire__scan_is_done(&scan);
}

static enum wire_result read_type(const char *bytes, size_t count, const char *(*word)(unsigned type),
                                  unsigned type_count, unsigned *type, struct wire_problem *problem)
{
    struct wire__scan scan = {bytes, bytes + count};
    char found[WORD_BYTES];
    size_t length;
    const bool has_type = find_member(&scan, "t") && wire__scan_string(&scan, found, sizeof found, &length);
    for (*type = 0; has_type && *type < type_count; ++*type)
        if (same(word(*type), found))
            return WIRE_GOOD;
    *type = 0;
    problem->is_other_type = has_type;
    if (!is_json(bytes, count))
        return WIRE_NOT_JSON;
    memcpy(problem->field, "t", sizeof "t");
    return WIRE_UNKNOWN;
}

/* The whole of it, which is one object. */
static enum wire_result read_whole(struct reader *reader, const struct wire_shape *shape, void *object)
{
    const struct wire__scan begin = reader->scan;
    wire_clear(object, shape);
    if (read_object(reader, shape, object) && wire__scan_is_done(&reader->scan))
        return WIRE_GOOD;
    if (!is_json(begin.at, (size_t)(begin.end - begin.at))) {
        memset(reader->problem, 0, sizeof *reader->problem);
        return WIRE_NOT_JSON;
    }
    return reader->is_in_settings ? WIRE_BAD_SETTINGS : WIRE_BAD_FIELD;
}

static const char *told_word(unsigned type)
{
    return wire_told_word((enum wire_told_type)type);
}

static const char *asked_word(unsigned type)
{
    return wire_asked_word((enum wire_asked_type)type);
}

/* Of a command that cannot be understood otherwise, so that it can be answered. */
static uint32_t find_id(const char *bytes, size_t count)
{
    struct wire__scan scan = {bytes, bytes + count};
    uint64_t id;
    if (!is_json(bytes, count) || !find_member(&scan, "id") || !wire__scan_number(&scan, &id) ||
        id > WIRE_ID_MAX)
        return 0;
    return (uint32_t)id;
}

/* Version 1 opened with its number; what else it said is not ours to judge. */
static bool is_other_version(const char *bytes, size_t count, struct wire_problem *problem)
{
    struct wire__scan scan = {bytes, bytes + count};
    uint64_t version;
    if (!is_json(bytes, count) || !find_member(&scan, "v") || !wire__scan_number(&scan, &version) ||
        (version >= WIRE_VERSION_LEAST && version <= WIRE_VERSION) || version > UINT32_MAX)
        return false;
    problem->version = (uint32_t)version;
    return true;
}

enum wire_result wire_read_asked(struct wire_asked *message, const char *bytes, size_t count,
                                 const struct setup_settings *base, struct wire_problem *problem)
{
    struct reader reader = {
        .scan = {bytes, bytes + count}, .base = base, .problem = problem, .is_strict = true};
    unsigned type = 0;
    memset(problem, 0, sizeof *problem);
    message->id = 0;
    enum wire_result result = read_type(bytes, count, asked_word, WIRE_ASKED_COUNT, &type, problem);
    message->type = (uint8_t)type;
    if (result == WIRE_GOOD && type >= WIRE_ASKED_CREATE && type <= WIRE_ASKED_RESUME &&
        is_other_version(bytes, count, problem))
        return WIRE_OTHER_VERSION;
    if (result == WIRE_GOOD)
        result = read_whole(&reader, wire__asked_shape(type), &message->hello);
    if (result != WIRE_GOOD)
        message->id = find_id(bytes, count);
    else if (type > WIRE_ASKED_RESUME)
        message->id = message->start.id; /* every command begins with it */
    return result;
}

enum wire_result wire_read_told(struct wire_told *message, const char *bytes, size_t count,
                                struct wire_book *book, const struct wire_library *library,
                                struct wire_problem *problem)
{
    struct reader reader = {.scan = {bytes, bytes + count}, .book = book, .problem = problem};
    unsigned type = 0;
    memset(problem, 0, sizeof *problem);
    enum wire_result result = read_type(bytes, count, told_word, WIRE_TOLD_COUNT, &type, problem);
    message->type = (uint8_t)type;
    if (result != WIRE_GOOD)
        return result;
    if (type == WIRE_TOLD_TABLE || type == WIRE_TOLD_SEATS) {
        struct reader first = {.scan = {bytes, bytes + count}, .problem = problem};
        struct setup_settings settings;
        wire_clear_settings(&settings);
        if (!find_member(&first.scan, "settings") ||
            !read_object(&first, &wire__shape_settings, (char *)&settings)) {
            name_problem(&first, "settings", sizeof "settings" - 1);
            return is_json(bytes, count) ? WIRE_BAD_FIELD : WIRE_NOT_JSON;
        }
        if (!library || !library->find(library->context, &settings, book))
            return WIRE_NO_RULES;
    }
    if (type == WIRE_TOLD_UPDATE)
        reader.now = book->now;
    return read_whole(&reader, wire__told_shape(type), &message->hello);
}

bool wire_read_update_number(const char *bytes, size_t count, uint32_t *n)
{
    struct wire__scan scan = {bytes, bytes + count};
    char found[WORD_BYTES];
    size_t length;
    uint64_t number;
    if (!find_member(&scan, "t") || !wire__scan_string(&scan, found, sizeof found, &length) ||
        !same(wire_told_word(WIRE_TOLD_UPDATE), found))
        return false;
    scan.at = bytes;
    if (!find_member(&scan, "n") || !wire__scan_number(&scan, &number) || number > UINT32_MAX)
        return false;
    *n = (uint32_t)number;
    return true;
}

uint16_t wire_read_update_must(const char *bytes, size_t count)
{
    struct wire__scan scan = {bytes, bytes + count};
    uint64_t seat;
    uint16_t must = 0;
    unsigned seats = 0;
    bool is_good = find_member(&scan, "now") && find_member(&scan, "must") && wire__scan_byte(&scan, '[');
    while (is_good && wire__scan_more(&scan, ']', &seats, &is_good)) {
        is_good = wire__scan_number(&scan, &seat) && seat < PEN_SEATS_MAX;
        if (is_good)
            must |= (uint16_t)(1u << seat);
    }
    return is_good && must ? must : UINT16_MAX;
}

bool wire_read_update_now(struct wire_now *now, const char *bytes, size_t count, const struct wire_book *book)
{
    struct wire_problem problem;
    struct reader reader = {.scan = {bytes, bytes + count}, .book = book, .problem = &problem};
    memset(&problem, 0, sizeof problem);
    reader.now = book->now;
    if (book->now)
        begin_now(now, book->now);
    else
        wire_clear_now(now);
    return find_member(&reader.scan, "now") && read_object(&reader, &wire__shape_now, (char *)now);
}

enum wire_result wire_read_line(struct wire_line *line, const char *bytes, size_t count,
                                struct wire_problem *problem)
{
    struct reader reader = {.scan = {bytes, bytes + count}, .problem = problem};
    memset(problem, 0, sizeof *problem);
    return read_whole(&reader, &wire__shape_line, line);
}
