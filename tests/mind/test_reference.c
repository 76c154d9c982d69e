/* test_reference.c - networks of odd sizes, with odd features and with the largest numbers there are, against
 * the same network written down as docs/LEARNING.md describes it: one multiplication after the other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mind/mind.h"
#include "penultima/chance.h"

/* How it is multiplied where the processor has nothing for it: in the page, for one. */
#undef __SSE2__
#define mind_product plain_product
#define mind_multiply plain_multiply
#include "mind/multiply.c"
#undef mind_product
#undef mind_multiply
void mind_multiply(const struct mind_layer *layer, int16_t (*in)[MIND_FIRST_MAX], unsigned columns,
                   int32_t (*sum)[MIND_SECOND_MAX]);

enum { BIT, AT_LEAST, WILD, FACE, COLOR };
enum { COLOR_ROWS = 19, PLAIN_ROWS = 39, LAYERS = 8 };

/* ---- a network of any size ------------------------------------------------------------------- */

/* FULL: every feature is there, and its weights in the first layer are as large as can be. */
enum temper { USUAL, FULL, LARGEST, SMALLEST };

struct size {
    unsigned of_color, of_table, first, second, colors;
    enum temper temper;
};

struct bytes {
    uint8_t *at;
    size_t count;
};

static unsigned below(struct pen_chance *chance, unsigned limit)
{
    return (unsigned)(pen_chance_word(chance) >> 33) % limit;
}

static void add_byte(struct bytes *bytes, unsigned byte)
{
    bytes->at[bytes->count++] = (uint8_t)byte;
}

static void add_word(struct bytes *bytes, int32_t word)
{
    for (unsigned i = 0; i < 4; i++)
        add_byte(bytes, (uint32_t)word >> 8 * i & 0xff);
}

/* Half of them follow the one before, as far as there are such. */
static void add_features(struct bytes *bytes, unsigned count, bool is_of_color, struct pen_chance *chance)
{
    unsigned kind = 0, place = 0, argument = 0, limit = 0;
    for (unsigned i = 0; i < count; i++) {
        if (++argument >= limit || below(chance, 8) == 0) {
            kind = is_of_color ? FACE + below(chance, 2) : below(chance, FACE);
            place = below(chance, PEN_OBSERVATION_BYTES - (kind == FACE || kind == WILD ? 7 : 0));
            limit = kind == BIT ? 8 : kind == WILD ? MIND_WILDS : kind == FACE ? MIND_FACES : 256;
            argument = below(chance, limit);
        }
        add_byte(bytes, place & 0xff);
        add_byte(bytes, place >> 8);
        add_byte(bytes, kind);
        add_byte(bytes, argument);
    }
}

static void add_layer(struct bytes *bytes, unsigned in, unsigned out, int32_t scale, enum temper temper,
                      struct pen_chance *chance)
{
    bool is_usual = temper == USUAL || temper == FULL;
    for (unsigned i = 0; i < out; i++)
        add_word(bytes, is_usual           ? scale + (int32_t)below(chance, 1000)
                        : below(chance, 2) ? INT32_MAX
                                           : INT32_MIN);
    for (unsigned i = 0; i < out; i++)
        add_word(bytes, is_usual            ? 500 - (int32_t)below(chance, 1000)
                        : temper == LARGEST ? INT32_MAX
                                            : INT32_MIN);
    for (unsigned i = 0; i < in * out; i++)
        add_byte(bytes, temper == USUAL ? below(chance, 256) : temper == SMALLEST ? 128 : 127);
}

static struct bytes make_network(const struct size *size, struct pen_chance *chance)
{
    unsigned first = size->first, second = size->second, features = 2 * size->of_color + size->of_table;
    const unsigned header[] = {size->of_color, size->of_table, first, second, 2, 10, COLOR_ROWS + PLAIN_ROWS};
    const unsigned in[LAYERS] = {features, first, first, second, second, second, second, second};
    const unsigned out[LAYERS] = {first, second, second, second, second, COLOR_ROWS, PLAIN_ROWS, 1};
    const int32_t scale[LAYERS] = {1 << 23, 1 << 13, 1 << 11, 1 << 15, 1 << 13, 1 << 16, 1 << 16, 1 << 16};
    size_t length = 36 + 4 * (size_t)(size->of_color + size->of_table);
    for (unsigned i = 0; i < LAYERS; i++)
        length += (size_t)out[i] * (8 + in[i]);
    struct bytes bytes = {malloc(length), 8}; /* to the byte: whoever reads beyond is found out */
    assert_non_null(bytes.at);
    memcpy(bytes.at, "PENMIND3", 8);
    for (unsigned i = 0; i < 7; i++)
        add_word(&bytes, (int32_t)header[i]);
    add_features(&bytes, size->of_color, true, chance);
    add_features(&bytes, size->of_table, false, chance);
    for (unsigned i = 0; i < LAYERS; i++)
        if (size->temper == FULL && i == 0)
            add_layer(&bytes, in[i], out[i], 1 << 16, FULL, chance);
        else
            add_layer(&bytes, in[i], out[i], scale[i], size->temper == FULL ? USUAL : size->temper, chance);
    assert_int_equal(bytes.count, length);
    return bytes;
}

/* Decks of two to eight colours with as many kinds as there is room for, and four wilds. */
static struct pen_rules deck_of(unsigned colors)
{
    struct pen_rules rules = {.color_count = (uint8_t)colors};
    unsigned faces = 60 / colors < MIND_FACES ? 60 / colors : MIND_FACES;
    memset(rules.color, PEN_COLOR_NONE, sizeof rules.color);
    for (unsigned kind = 0; kind < faces * colors; kind++) {
        rules.of_color[kind / faces] |= UINT64_C(1) << kind;
        rules.color[kind] = (uint8_t)(kind / faces);
    }
    rules.wilds = UINT64_C(0xf) << faces * colors;
    rules.kind_count = (uint8_t)(faces * colors + MIND_WILDS);
    return rules;
}

/* ---- the same, one after the other ----------------------------------------------------------- */

struct reference {
    const struct size *size;
    const struct pen_rules *rules;
    const uint8_t *next; /* what of the file comes next */
    int64_t first[PEN_COLORS_MAX][MIND_FIRST_MAX], second[PEN_COLORS_MAX][MIND_SECOND_MAX],
        third[PEN_COLORS_MAX][MIND_SECOND_MAX];
};

static int64_t word_of(const uint8_t *bytes, size_t index)
{
    bytes += 4 * index;
    return (int32_t)(bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
                     (uint32_t)bytes[3] << 24);
}

static bool has(const struct pen_rules *rules, const uint8_t *feature, const uint8_t *seen, unsigned color)
{
    const uint8_t *place = seen + feature[0] + 256 * feature[1];
    unsigned kind = feature[2], argument = feature[3];
    if (kind == BIT)
        return *place >> argument & 1;
    if (kind == AT_LEAST)
        return *place >= argument;
    if (kind == COLOR)
        return *place >> color & 1;
    uint64_t kinds = kind == WILD ? rules->wilds : rules->of_color[color];
    unsigned number = pen_bits_lowest(kinds) + argument;
    return number < 64 && kinds >> number & 1 && place[number / 8] >> number % 8 & 1;
}

static int64_t made(const uint8_t *layer, unsigned out, unsigned index, int64_t sum)
{
    return ((sum + word_of(layer, out + index)) * word_of(layer, index) + (1 << 23)) >> 24;
}

static int64_t active(int64_t value)
{
    return value < 0 ? 0 : value > 4095 ? 4095 : value;
}

static void reference_first(struct reference *it, const uint8_t *features, const uint8_t *seen)
{
    unsigned of_color = it->size->of_color, width = it->size->first, colors = it->size->colors;
    const int8_t *weight = (const int8_t *)it->next + 8 * (size_t)width;
    for (unsigned j = 0; j < width; j++)
        for (unsigned color = 0; color < colors; color++) {
            int64_t sum = 0;
            for (unsigned i = 0; i < of_color; i++) {
                sum += has(it->rules, features + 4 * (size_t)i, seen, color) ? weight[i * width + j] : 0;
                for (unsigned any = 0; any < colors; any++)
                    if (has(it->rules, features + 4 * (size_t)i, seen, any))
                        sum += weight[(of_color + i) * width + j];
            }
            for (unsigned i = 0; i < it->size->of_table; i++)
                if (has(it->rules, features + 4 * (size_t)(of_color + i), seen, 0))
                    sum += weight[(2 * of_color + i) * width + j];
            it->first[color][j] = active(made(it->next, width, j, sum));
        }
    it->next += width * (size_t)(8 + 2 * of_color + it->size->of_table);
}

/* As if there were four colours. */
static int64_t sum_of(int64_t (*in)[MIND_FIRST_MAX], unsigned colors, unsigned index)
{
    int64_t sum = 0;
    for (unsigned color = 0; color < colors; color++)
        sum += in[color][index];
    return sum * 4 / colors;
}

static void reference_pair(struct reference *it, int64_t (*in)[MIND_FIRST_MAX], unsigned count,
                           int64_t (*out)[MIND_SECOND_MAX])
{
    unsigned width = it->size->second, colors = it->size->colors;
    const uint8_t *each = it->next, *all = each + width * (size_t)(8 + count);
    for (unsigned j = 0; j < width; j++)
        for (unsigned color = 0; color < colors; color++) {
            int64_t of_each = 0, of_all = 0;
            for (unsigned i = 0; i < count; i++) {
                of_each += in[color][i] * (int8_t)each[8 * width + i * width + j];
                of_all += sum_of(in, colors, i) * (int8_t)all[8 * width + i * width + j];
            }
            out[color][j] = active(made(each, width, j, of_each) + made(all, width, j, of_all));
        }
    it->next = all + width * (size_t)(8 + count);
}

/* What one of the last layers says; 'color' or PEN_COLOR_NONE for the sum. */
static int32_t reference_output(struct reference *it, const uint8_t *layer, unsigned rows, unsigned row,
                                unsigned color)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < it->size->second; i++)
        sum += (color == PEN_COLOR_NONE ? sum_of(it->third, it->size->colors, i) : it->third[color][i]) *
               (int8_t)layer[8 * rows + row * it->size->second + i];
    return (int32_t)made(layer, rows, row, sum);
}

static void reference_think(struct reference *it, const struct bytes *file, const uint8_t *seen)
{
    const uint8_t *features = file->at + 36;
    it->next = features + 4 * (size_t)(it->size->of_color + it->size->of_table);
    reference_first(it, features, seen);
    reference_pair(it, it->first, it->size->first, it->second);
    reference_pair(it, it->second, it->size->second, it->third);
    for (unsigned color = 0; color < it->size->colors; color++)
        for (unsigned i = 0; i < it->size->second; i++)
            it->third[color][i] += it->second[color][i];
}

/* ---- both ------------------------------------------------------------------------------------ */

static void compare(struct reference *it, const struct mind_thought *thought)
{
    const uint8_t *plain = it->next + COLOR_ROWS * (size_t)(8 + it->size->second),
                  *value = plain + PLAIN_ROWS * (size_t)(8 + it->size->second);
    assert_int_equal(thought->value, reference_output(it, value, 1, 0, PEN_COLOR_NONE));
    for (unsigned number = 128; number < 136; number++)
        assert_int_equal(thought->policy[number],
                         reference_output(it, plain, PLAIN_ROWS, number - 128, PEN_COLOR_NONE));
    for (unsigned number = 144; number < 175; number++)
        assert_int_equal(thought->policy[number],
                         reference_output(it, plain, PLAIN_ROWS, number - 136, PEN_COLOR_NONE));
    unsigned faces = pen_bits_count(it->rules->of_color[0]);
    for (unsigned color = 0; color < it->size->colors; color++) {
        for (unsigned face = 0; face < faces; face++)
            assert_int_equal(thought->policy[faces * color + face],
                             reference_output(it, it->next, COLOR_ROWS, face, color));
        for (unsigned wild = 0; wild < MIND_WILDS; wild++)
            assert_int_equal(thought->policy[64 + 8 * wild + color],
                             reference_output(it, it->next, COLOR_ROWS, 13 + wild, color));
        assert_int_equal(thought->policy[136 + color], reference_output(it, it->next, COLOR_ROWS, 17, color));
        assert_int_equal(thought->policy[176 + color], reference_output(it, it->next, COLOR_ROWS, 18, color));
    }
}

/* The file of before has the weights of the second and third layer a row per output. */
static struct bytes file_of_before(const struct size *size, const struct bytes *file)
{
    struct bytes before = {malloc(file->count), file->count};
    unsigned in = size->first, out = size->second, features = size->of_color + size->of_table;
    size_t at = 36 + 4 * (size_t)features + (size_t)size->first * (8 + features + size->of_color);
    assert_non_null(before.at);
    memcpy(before.at, file->at, file->count);
    before.at[7] = '2';
    for (unsigned layer = 0; layer < 4; layer++, in = layer < 2 ? size->first : out) {
        at += 8 * (size_t)out;
        for (unsigned i = 0; i < in; i++)
            for (unsigned j = 0; j < out; j++)
                before.at[at + j * in + i] = file->at[at + i * out + j];
        at += in * out;
    }
    return before;
}

static const struct size sizes[] = {
    {1, 1, 1, 1, 4, USUAL},       {3, 2, 7, 5, 2, USUAL},        {40, 9, 8, 8, 4, USUAL},
    {30, 70, 13, 17, 3, USUAL},   {33, 60, 64, 33, 5, USUAL},    {20, 300, 31, 48, 8, USUAL},
    {30, 40, 96, 72, 4, USUAL},   {10, 20, 512, 9, 7, USUAL},    {5, 9, 9, 511, 4, USUAL},
    {300, 1024, 11, 21, 4, FULL}, {1024, 300, 9, 7, 8, FULL},    {1024, 1024, 9, 7, 8, SMALLEST},
    {2, 3, 512, 512, 4, LARGEST}, {2, 3, 512, 512, 4, SMALLEST},
};

static void any_size_thinks_as_the_reference(void **state)
{
    (void)state;
    static const uint64_t all_actions[PEN_ACTION_WORDS] = {UINT64_MAX, UINT64_MAX, UINT64_MAX};
    static struct reference reference;
    struct pen_chance chance = {17};
    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const struct pen_rules rules = deck_of(sizes[i].colors);
        struct pen_observation seen;
        struct mind mind;
        struct mind_thought thought;
        struct bytes file = make_network(&sizes[i], &chance);
        for (unsigned byte = 0; byte < sizeof seen; byte++)
            ((uint8_t *)&seen)[byte] = sizes[i].temper == USUAL
                                           ? (uint8_t)(pen_chance_word(&chance) & pen_chance_word(&chance))
                                           : 0xff;
        assert_true(mind_read(&mind, file.at, file.count));
        assert_true(mind_knows(&rules));
        mind_think(&mind, &rules, &seen, all_actions, &thought);
        reference.size = &sizes[i];
        reference.rules = &rules;
        reference_think(&reference, &file, (const uint8_t *)&seen);
        compare(&reference, &thought);
        struct bytes before = file_of_before(&sizes[i], &file);
        assert_true(mind_read(&mind, before.at, before.count));
        memset(&thought, 0, sizeof thought);
        mind_think(&mind, &rules, &seen, all_actions, &thought);
        compare(&reference, &thought);
        free(before.at);
        free(file.at);
    }
}

/* With nothing but zeros among the inputs, and with none; with the largest sum there is. */
static void both_ways_of_multiplying_agree(void **state)
{
    (void)state;
    static int16_t in[PEN_COLORS_MAX][MIND_FIRST_MAX];
    static int32_t one[PEN_COLORS_MAX][MIND_SECOND_MAX], other[PEN_COLORS_MAX][MIND_SECOND_MAX];
    struct pen_chance chance = {18};
    for (unsigned round = 0; round < 64; round++) {
        struct mind_layer layer = {
            .in = 1 + below(&chance, MIND_FIRST_MAX), .out = 1 + below(&chance, 100), .is_by_input = true};
        unsigned columns = 1 + round % PEN_COLORS_MAX, used = round / 8;
        int8_t *weight = malloc(layer.in * layer.out + 7);
        assert_non_null(weight);
        for (unsigned i = 0; i < layer.in * layer.out + 7; i++)
            weight[i] = (int8_t)(used == 7 ? -128 : (int)below(&chance, 256) - 128);
        layer.weight = weight;
        for (unsigned column = 0; column < columns; column++)
            for (unsigned i = 0; i < layer.in; i++)
                in[column][i] = (int16_t)(used == 7                  ? 4 * MIND_ACTIVATION_MAX
                                          : below(&chance, 6) < used ? below(&chance, 1 << 14)
                                                                     : 0);
        mind_multiply(&layer, in, columns, one);
        plain_multiply(&layer, in, columns, other);
        for (unsigned column = 0; column < columns; column++)
            for (unsigned j = 0; j < layer.out; j++) {
                int64_t sum = 0;
                for (unsigned i = 0; i < layer.in; i++)
                    sum += in[column][i] * weight[i * layer.out + j];
                assert_int_equal(one[column][j], sum);
                assert_int_equal(other[column][j], sum);
            }
        free(weight);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_size_thinks_as_the_reference),
        cmocka_unit_test(both_ways_of_multiplying_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
