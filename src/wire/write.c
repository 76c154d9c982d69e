/* write.c - a struct as JSON, field by field. */
#include <string.h>

#include "fair/hex.h"
#include "wire/field.h"
#include "wire/json.h"

#define PUT(text, literal) add((text), "" literal, sizeof(literal) - 1)

/* A handful of bytes without a call: two copies that overlap. */
static PEN_ALWAYS_INLINE void copy(char *to, const char *from, size_t count)
{
    char first[8], last[8];
    if (count > 16) {
        memcpy(to, from, count);
    } else if (count >= 8) {
        memcpy(first, from, 8);
        memcpy(last, from + count - 8, 8);
        memcpy(to, first, 8);
        memcpy(to + count - 8, last, 8);
    } else if (count >= 4) {
        memcpy(first, from, 4);
        memcpy(last, from + count - 4, 4);
        memcpy(to, first, 4);
        memcpy(to + count - 4, last, 4);
    } else if (count > 0) {
        to[0] = from[0];
        to[count / 2] = from[count / 2];
        to[count - 1] = from[count - 1];
    }
}

/* As pen_text_add_bytes(), but short enough to be compiled into its callers: a message is hundreds of small
 * pieces. The end of the text is set when all of it is there. */
static PEN_ALWAYS_INLINE void add(struct pen_text *text, const char *bytes, size_t count)
{
    if (text->length + count < text->size) {
        copy(text->bytes + text->length, bytes, count);
        text->length += count;
    } else {
        pen_text_add_bytes(text, bytes, count);
    }
}

static PEN_ALWAYS_INLINE void add_key(struct pen_text *text, const struct wire__field *field, bool is_first)
{
    if (is_first || text->length + sizeof field->key >= text->size) {
        add(text, field->key + is_first, (size_t)field->key_bytes - is_first);
        return;
    }
    memcpy(text->bytes + text->length, field->key, sizeof field->key);
    text->length += field->key_bytes;
}

static void add_number(struct pen_text *text, uint64_t number)
{
    const char digit = (char)('0' + number);
    if (number < 10)
        add(text, &digit, 1);
    else
        pen_text_add_number(text, number);
}

/* What is being written: all of a message, or the half before the first field of a viewer's own, which has
 * ENDED there. */
enum half { WHOLE, SHARED, ENDED };

struct writer {
    struct pen_text *text;
    const struct wire_book *book;
    enum half half;
    bool says_all; /* in here */
    struct wire_cut cut;
};

static size_t length_of(const char *string)
{
    size_t count = 0;
    while (string[count])
        count++;
    return count;
}

/* ---- values -------------------------------------------------------------------------------------- */

static void put_word(struct writer *writer, const struct setup_words *words, unsigned place)
{
    PEN_ASSERT(place < words->count);
    const char *word = words->list ? words->list[place] : words->at(place);
    char name[48];
    size_t count = 0;
    PEN_ASSERT(word);
    if (!words->are_names) {
        PUT(writer->text, "\"");
        add(writer->text, word, length_of(word));
        PUT(writer->text, "\"");
        return;
    }
    name[count++] = '"';
    for (; *word && count < sizeof name - 1; word++)
        name[count++] = setup_name_byte(*word);
    name[count++] = '"';
    add(writer->text, name, count);
}

static void put_words(struct writer *writer, const struct setup_words *words, uint64_t set)
{
    bool is_first = true;
    PUT(writer->text, "[");
    for (; set; set &= set - 1, is_first = false) {
        if (!is_first)
            PUT(writer->text, ",");
        put_word(writer, words, pen_bits_lowest(set));
    }
    PUT(writer->text, "]");
}

/* ["jump-in","uno=3"] */
static void put_house(struct writer *writer, pen_house_set set)
{
    pen_text_add(writer->text, set ? "[\"" : "[");
    pen_house_write(set, "\",\"", writer->text);
    pen_text_add(writer->text, set ? "\"]" : "]");
}

static void put_card(struct writer *writer, uint8_t card)
{
    PUT(writer->text, "\"");
    pen_card_write(writer->book->edition, writer->book->rules, card, writer->text);
    PUT(writer->text, "\"");
}

static void put_hand(struct writer *writer, const struct pen_hand *hand)
{
    bool is_first = true;
    PUT(writer->text, "[");
    for (uint64_t kinds = pen_hand_kinds(hand); kinds; kinds &= kinds - 1) {
        const uint8_t card = (uint8_t)pen_bits_lowest(kinds);
        for (unsigned i = pen_hand_count_of(hand, card); i > 0; i--, is_first = false) {
            if (!is_first)
                PUT(writer->text, ",");
            put_card(writer, card);
        }
    }
    PUT(writer->text, "]");
}

static void put_kinds(struct writer *writer, uint64_t kinds)
{
    PUT(writer->text, "[");
    for (bool is_first = true; kinds; kinds &= kinds - 1, is_first = false) {
        if (!is_first)
            PUT(writer->text, ",");
        put_card(writer, (uint8_t)pen_bits_lowest(kinds));
    }
    PUT(writer->text, "]");
}

static void put_seats(struct writer *writer, uint64_t seats)
{
    PUT(writer->text, "[");
    for (bool is_first = true; seats; seats &= seats - 1, is_first = false) {
        if (!is_first)
            PUT(writer->text, ",");
        add_number(writer->text, pen_bits_lowest(seats));
    }
    PUT(writer->text, "]");
}

static void put_counts(struct writer *writer, const char *at, unsigned size, unsigned count)
{
    PUT(writer->text, "[");
    for (unsigned i = 0; i < count; i++) {
        if (i > 0)
            PUT(writer->text, ",");
        add_number(writer->text, setup_load(at + i * size, size));
    }
    PUT(writer->text, "]");
}

static void put_hands(struct writer *writer, const struct pen_hand *hands, unsigned count)
{
    PUT(writer->text, "[");
    for (unsigned i = 0; i < count; i++) {
        if (i > 0)
            PUT(writer->text, ",");
        put_hand(writer, &hands[i]);
    }
    PUT(writer->text, "]");
}

static void put_shown(struct writer *writer, const struct pen_hand *hands, uint64_t seats)
{
    PUT(writer->text, "{");
    for (bool is_first = true; seats; seats &= seats - 1, is_first = false) {
        const unsigned seat = pen_bits_lowest(seats);
        if (!is_first)
            PUT(writer->text, ",");
        PUT(writer->text, "\"");
        add_number(writer->text, seat);
        PUT(writer->text, "\":");
        put_hand(writer, &hands[seat]);
    }
    PUT(writer->text, "}");
}

static void put_clock(struct writer *writer, uint64_t move_ms)
{
    enum { DAY_MS = 86400000 };
    const bool is_days = move_ms % DAY_MS == 0;
    if (is_days)
        PUT(writer->text, "{\"days\":");
    else
        PUT(writer->text, "{\"move\":");
    add_number(writer->text, is_days ? move_ms / DAY_MS : move_ms / 1000);
    PUT(writer->text, "}");
}

/* ---- objects ------------------------------------------------------------------------------------- */

static void put_fields(struct writer *writer, const struct wire_shape *shape, const char *object,
                       bool *is_first);

static void put_object(struct writer *writer, const struct wire_shape *shape, const char *object)
{
    bool is_first = true;
    PUT(writer->text, "{");
    put_fields(writer, shape, object, &is_first);
    if (writer->half != ENDED)
        PUT(writer->text, "}");
}

static void put_list(struct writer *writer, const struct wire__field *field, const char *items,
                     unsigned count)
{
    PUT(writer->text, "[");
    for (unsigned i = 0; i < count; i++) {
        if (i > 0)
            PUT(writer->text, ",");
        put_object(writer, field->shape, items + (size_t)i * field->shape->bytes);
    }
    PUT(writer->text, "]");
}

static bool is_none(const struct wire__field *field, const char *object)
{
    const char *at = object + field->offset, *beside = object + field->beside;
    switch ((enum wire__sort)field->sort) {
    case WIRE_SORT_NUMBER:
    case WIRE_SORT_TRUTH:
    case WIRE_SORT_WORD:
    case WIRE_SORT_WORDS:
    case WIRE_SORT_HOUSE:
    case WIRE_SORT_SEATS:
    case WIRE_SORT_CARD:
    case WIRE_SORT_COLOR:
    case WIRE_SORT_KINDS:
    case WIRE_SORT_CLOCK:
        return setup_load(at, field->size) == field->none;
    case WIRE_SORT_STRING:
        return *at == 0;
    case WIRE_SORT_HEX:
    case WIRE_SORT_HAND:
    case WIRE_SORT_STRUCT:
    case WIRE_SORT_COUNTS:
    case WIRE_SORT_HANDS:
        return setup_load(beside, 1) == 0;
    case WIRE_SORT_SHOWN:
    case WIRE_SORT_LIST:
        return setup_load(beside, 2) == 0;
    case WIRE_SORT_FLAT:
        break;
    }
    return false;
}

static void put_value(struct writer *writer, const struct wire__field *field, const char *object)
{
    const char *at = object + field->offset, *beside = object + field->beside;
    switch ((enum wire__sort)field->sort) {
    case WIRE_SORT_NUMBER:
        add_number(writer->text, setup_load(at, field->size));
        break;
    case WIRE_SORT_TRUTH:
        if (*at)
            PUT(writer->text, "true");
        else
            PUT(writer->text, "false");
        break;
    case WIRE_SORT_WORD:
        put_word(writer, field->words, (unsigned)setup_load(at, 1));
        break;
    case WIRE_SORT_WORDS:
        put_words(writer, field->words, setup_load(at, field->size));
        break;
    case WIRE_SORT_HOUSE:
        put_house(writer, setup_load(at, 8));
        break;
    case WIRE_SORT_STRING:
        wire__json_quote(writer->text, at, length_of(at));
        break;
    case WIRE_SORT_HEX:
        PUT(writer->text, "\"");
        fair_hex_write(writer->text, (const uint8_t *)at, field->limit);
        PUT(writer->text, "\"");
        break;
    case WIRE_SORT_SEATS:
        put_seats(writer, setup_load(at, 2));
        break;
    case WIRE_SORT_COUNTS:
        put_counts(writer, at, field->size, (unsigned)setup_load(beside, 1));
        break;
    case WIRE_SORT_CARD:
        put_card(writer, (uint8_t)*at);
        break;
    case WIRE_SORT_COLOR:
        PUT(writer->text, "\"");
        pen_text_add(writer->text, writer->book->edition->colors[(uint8_t)*at].id);
        PUT(writer->text, "\"");
        break;
    case WIRE_SORT_KINDS:
        put_kinds(writer, setup_load(at, 8));
        break;
    case WIRE_SORT_HAND:
        put_hand(writer, (const void *)at);
        break;
    case WIRE_SORT_HANDS:
        put_hands(writer, (const void *)at, (unsigned)setup_load(beside, 1));
        break;
    case WIRE_SORT_SHOWN:
        put_shown(writer, (const void *)at, setup_load(beside, 2));
        break;
    case WIRE_SORT_CLOCK:
        put_clock(writer, setup_load(at, 4));
        break;
    case WIRE_SORT_STRUCT:
        writer->says_all = (field->presence & WIRE_SAYS_ALL) != 0;
        put_object(writer, field->shape, at);
        writer->says_all = false;
        break;
    case WIRE_SORT_LIST:
        put_list(writer, field, at, (unsigned)setup_load(beside, 2));
        break;
    case WIRE_SORT_FLAT:
        break;
    }
}

/* Whether a brief update need not say it: of the state of play, what was told before. */
static bool is_as_before(const struct writer *writer, const struct wire__field *field, const char *object)
{
    if (!(field->presence & WIRE_AS_BEFORE) || !writer->book || !writer->book->now)
        return false;
    const char *before = (const char *)writer->book->now;
    if (field->sort == WIRE_SORT_COUNTS) {
        const unsigned count = (unsigned)setup_load(object + field->beside, 1);
        return count == setup_load(before + field->beside, 1) &&
               memcmp(object + field->offset, before + field->offset, (size_t)count * field->size) == 0;
    }
    return setup_load(object + field->offset, field->size) == setup_load(before + field->offset, field->size);
}

static void put_field(struct writer *writer, const struct wire__field *field, const char *object,
                      bool *is_first)
{
    if (is_as_before(writer, field, object))
        return;
    if (field->sort == WIRE_SORT_FLAT) {
        put_fields(writer, field->shape, object + field->offset, is_first);
    } else if ((field->presence & WIRE_IS_OWN) && writer->half == SHARED) {
        writer->half = ENDED;
    } else {
        const bool has_none =
            (field->presence & (WIRE_LEAVES_OUT | WIRE_WRITES_NULL)) && is_none(field, object);
        if (has_none && (field->presence & WIRE_LEAVES_OUT) && !writer->says_all)
            return;
        add_key(writer->text, field, *is_first);
        *is_first = false;
        if (has_none)
            PUT(writer->text, "null");
        else
            put_value(writer, field, object);
    }
}

static void put_fields(struct writer *writer, const struct wire_shape *shape, const char *object,
                       bool *is_first)
{
    for (unsigned i = 0; i < shape->count; i++) {
        put_field(writer, &shape->fields[i], object, is_first);
        if (writer->half == ENDED) {
            PEN_ASSERT(writer->cut.depth < WIRE_CUT_DEPTH);
            writer->cut.at[writer->cut.depth++] = (uint8_t)i;
            return;
        }
    }
}

/* From the place where the first half ended; objects that had begun by then are ended. */
static void put_rest(struct writer *writer, unsigned depth, const struct wire_shape *shape,
                     const char *object)
{
    unsigned at = writer->cut.at[--depth];
    bool is_first = false; /* an object has something before the first field that is not for all */
    if (depth > 0) {
        const struct wire__field *field = &shape->fields[at++];
        put_rest(writer, depth, field->shape, object + field->offset);
        if (field->sort == WIRE_SORT_STRUCT)
            PUT(writer->text, "}");
    }
    for (; at < shape->count; at++)
        put_field(writer, &shape->fields[at], object, &is_first);
}

static void put_message(struct writer *writer, const struct wire_shape *shape, const char *type,
                        const void *object)
{
    bool is_first = !type;
    PUT(writer->text, "{");
    if (type) {
        PUT(writer->text, "\"t\":");
        wire__json_quote(writer->text, type, length_of(type));
    }
    put_fields(writer, shape, object, &is_first);
}

void wire_write(struct pen_text *text, const struct wire_book *book, const struct wire_shape *shape,
                const char *type, const void *object)
{
    struct writer writer = {.text = text, .book = book, .half = WHOLE};
    put_message(&writer, shape, type, object);
    pen_text_add_bytes(text, "}", 1); /* and the zero byte behind it */
}

struct wire_cut wire_write_shared(struct pen_text *text, const struct wire_book *book,
                                  const struct wire_shape *shape, const char *type, const void *object)
{
    struct writer writer = {.text = text, .book = book, .half = SHARED};
    put_message(&writer, shape, type, object);
    PEN_ASSERT(writer.half == ENDED);
    return writer.cut;
}

void wire_write_rest(struct pen_text *text, const struct wire_book *book, const struct wire_shape *shape,
                     struct wire_cut cut, const void *object)
{
    struct writer writer = {.text = text, .book = book, .half = WHOLE, .cut = cut};
    put_rest(&writer, cut.depth, shape, object);
    pen_text_add_bytes(text, "}", 1);
}
