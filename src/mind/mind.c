/* mind.c - the network in whole numbers: for every colour a sparse first layer and two dense ones.
 *
 *     features of the colour, of the table ─► first ─► second ─┬─► third ─► + ─┬─► actions with that colour
 *                                              ▲               └────────▲──────┘
 *                            sum over colours ─┘       sum over colours ┘       sum ─► other actions, value
 *
 * A layer's sum is (bias + weights times inputs) times scale / 2^24. Activations are whole numbers from 0 to
 * MIND_ACTIVATION_MAX; the scales take care of what one unit means. */
#include <string.h>

#include "mind/multiply.h"

enum { HEADER_BYTES = 36 };

/* In the file of before, the weights of the second and third layer are a row per output. */
static const char magic[8] = {'P', 'E', 'N', 'M', 'I', 'N', 'D', '3'},
                  magic_before[8] = {'P', 'E', 'N', 'M', 'I', 'N', 'D', '2'};

/* A feature is four bytes: the byte of the observation (two, least first), how, and with what. */
enum feature_kind {
    FEATURE_BIT,      /* bit 'argument' of the byte */
    FEATURE_AT_LEAST, /* the byte is at least 'argument' */
    FEATURE_WILD,     /* wild 'argument' of the set of kinds that begins there */
    TABLE_KINDS,
    FEATURE_FACE = TABLE_KINDS, /* of every colour: face 'argument' of the set of kinds that begins there */
    FEATURE_COLOR,              /* of every colour: its bit of the byte */
    FEATURE_KINDS
};

/* Numbers of actions with a colour, in the order of their outputs: faces, wilds, and these. */
enum { ROW_NAME = MIND_FACES + MIND_WILDS, ROW_JUMP_WILD, COLOR_ROWS, ROW_NONE = 255 };
/* The others: 128 to 135, then 144 to 174. */
enum { PLAIN_GAP = PEN_ACT_CHOOSE - PEN_ACT_NAME, PLAIN_ROWS = PEN_ACT_JUMP + 1 - PEN_ACT_DRAW - PLAIN_GAP };

static uint32_t word_at(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* ---- reading --------------------------------------------------------------------------------- */

struct reader {
    const uint8_t *bytes;
    size_t left;
};

static const uint8_t *take(struct reader *reader, size_t count)
{
    const uint8_t *bytes = reader->bytes;
    if (!bytes || count > reader->left) {
        reader->bytes = NULL;
        return NULL;
    }
    reader->bytes += count;
    reader->left -= count;
    return bytes;
}

static void take_layer(struct reader *reader, struct mind_layer *layer, unsigned in, unsigned out,
                       bool is_by_input)
{
    layer->is_by_input = is_by_input;
    layer->in = in;
    layer->out = out;
    layer->scale = take(reader, (size_t)out * 4);
    layer->bias = take(reader, (size_t)out * 4);
    layer->weight = (const int8_t *)take(reader, (size_t)in * out);
}

static void take_pair(struct reader *reader, struct mind_pair *pair, unsigned in, unsigned out,
                      bool is_by_input)
{
    take_layer(reader, &pair->each, in, out, is_by_input);
    take_layer(reader, &pair->all, in, out, is_by_input);
}

static bool is_feature(const uint8_t *feature, bool is_of_color)
{
    unsigned place = feature[0] | (unsigned)feature[1] << 8, kind = feature[2], argument = feature[3];
    unsigned end = kind == FEATURE_FACE || kind == FEATURE_WILD ? place + 8 : place + 1;
    if (end > PEN_OBSERVATION_BYTES || kind >= FEATURE_KINDS || (kind >= TABLE_KINDS) != is_of_color)
        return false;
    return kind == FEATURE_BIT    ? argument < 8
           : kind == FEATURE_WILD ? argument < MIND_WILDS
           : kind == FEATURE_FACE ? argument < MIND_FACES
                                  : true;
}

bool mind_read(struct mind *mind, const uint8_t *bytes, size_t count)
{
    struct reader reader = {bytes, count};
    const uint8_t *header = take(&reader, HEADER_BYTES);
    if (!header)
        return false;
    bool is_by_input = memcmp(header, magic, sizeof magic) == 0;
    if (!is_by_input && memcmp(header, magic_before, sizeof magic_before) != 0)
        return false;
    unsigned of_color = word_at(header + 8), of_table = word_at(header + 12), first = word_at(header + 16),
             second = word_at(header + 20);
    mind->color_features = of_color;
    mind->table_features = of_table;
    mind->seats_min = word_at(header + 24);
    mind->seats_max = word_at(header + 28);
    if (of_color == 0 || of_color > MIND_FEATURES_MAX || of_table == 0 || of_table > MIND_FEATURES_MAX ||
        first == 0 || first > MIND_FIRST_MAX || second == 0 || second > MIND_SECOND_MAX ||
        word_at(header + 32) != COLOR_ROWS + PLAIN_ROWS)
        return false;
    mind->feature = take(&reader, 4 * (size_t)(of_color + of_table));
    for (unsigned i = 0; mind->feature && i < of_color + of_table; i++)
        if (!is_feature(mind->feature + 4 * (size_t)i, i < of_color))
            return false;
    take_layer(&reader, &mind->first, 2 * of_color + of_table, first, true);
    take_pair(&reader, &mind->second, first, second, is_by_input);
    take_pair(&reader, &mind->third, second, second, is_by_input);
    take_layer(&reader, &mind->by_color, second, COLOR_ROWS, false);
    take_layer(&reader, &mind->plain, second, PLAIN_ROWS, false);
    take_layer(&reader, &mind->value, second, 1, false);
    return reader.bytes != NULL && reader.left == 0;
}

/* ---- colours --------------------------------------------------------------------------------- */

/* Kinds come colour by colour, then the wilds. */
bool mind_knows(const struct pen_rules *rules)
{
    if (rules->color_count < 2 || rules->color_count > PEN_COLORS_MAX ||
        pen_bits_count(rules->wilds) > MIND_WILDS)
        return false;
    for (unsigned color = 0; color < rules->color_count; color++)
        if (rules->of_color[color] == 0 || pen_bits_count(rules->of_color[color]) > MIND_FACES)
            return false;
    return true;
}

/* Which output an action is: its row, and its colour or PEN_COLOR_NONE. There is none for a number that no
 * card of these rules has. */
static unsigned row_of(const struct pen_rules *rules, unsigned number, unsigned *color)
{
    *color = number % PEN_COLORS_MAX;
    if (number < PEN_ACT_LAY_WILD) {
        *color = number < rules->kind_count ? rules->color[number] : PEN_COLOR_NONE;
        return *color == PEN_COLOR_NONE ? ROW_NONE : number - pen_bits_lowest(rules->of_color[*color]);
    }
    if (number < PEN_ACT_DRAW)
        return (number - PEN_ACT_LAY_WILD) / PEN_COLORS_MAX < MIND_WILDS
                   ? MIND_FACES + (number - PEN_ACT_LAY_WILD) / PEN_COLORS_MAX
                   : ROW_NONE;
    if (number >= PEN_ACT_NAME && number < PEN_ACT_CHOOSE)
        return ROW_NAME;
    if (number >= PEN_ACT_JUMP_WILD)
        return ROW_JUMP_WILD;
    *color = PEN_COLOR_NONE;
    return number - PEN_ACT_DRAW - (number < PEN_ACT_NAME ? 0 : PLAIN_GAP);
}

/* ---- the first layer ------------------------------------------------------------------------- */

/* What a layer makes of the sums of one output. */
struct making {
    int64_t bias, scale;
};

static struct making making_of(const struct mind_layer *layer, unsigned index)
{
    return (struct making){(int32_t)word_at(layer->bias + 4 * (size_t)index),
                           (int32_t)word_at(layer->scale + 4 * (size_t)index)};
}

static int64_t scaled(struct making making, int32_t sum)
{
    return ((sum + making.bias) * making.scale + (1 << 23)) >> 24;
}

/* Whether it is below 0 is anybody's guess, a processor's, too: hence no question is asked. */
static int16_t activation(int64_t value)
{
    value &= ~(value >> 63);
    return (int16_t)(value > MIND_ACTIVATION_MAX ? MIND_ACTIVATION_MAX : value);
}

/* Rows of small numbers are added up in halfwords, four at a time and as many as surely fit. */
enum { ROWS_AT_ONCE = INT16_MAX / 128 / 4 * 4 };

static void add_up(int32_t *sum, int16_t *part, unsigned count)
{
    for (unsigned j = 0; j < count; j++) {
        sum[j] += part[j];
        part[j] = 0;
    }
}

/* Adds the rows of these features, counted from 'weight', to the sums. */
static void add_rows(const int8_t *weight, unsigned count, const uint16_t *found, unsigned rows, int32_t *sum)
{
    int16_t part[MIND_FIRST_MAX];
    unsigned row = 0;
    memset(part, 0, count * sizeof *part);
    for (; row + 4 <= rows; row += 4) {
        const int8_t *a = weight + (size_t)found[row] * count;
        const int8_t *b = weight + (size_t)found[row + 1] * count;
        const int8_t *c = weight + (size_t)found[row + 2] * count;
        const int8_t *d = weight + (size_t)found[row + 3] * count;
        for (unsigned j = 0; j < count; j++)
            part[j] = (int16_t)(part[j] + (int16_t)((int16_t)(a[j] + b[j]) + (int16_t)(c[j] + d[j])));
        if ((row + 4) % ROWS_AT_ONCE == 0)
            add_up(sum, part, count);
    }
    add_up(sum, part, count);
    for (; row < rows; row++)
        for (unsigned j = 0; j < count; j++)
            sum[j] += weight[(size_t)found[row] * count + j];
}

static uint64_t kinds_at(const uint8_t *bytes)
{
    return word_at(bytes) | (uint64_t)word_at(bytes + 4) << 32;
}

/* Features of a set come one after the other, as a rule: how many, from this one on, are of the same set with
 * arguments that follow each other. */
static unsigned run_of(const uint8_t *feature, unsigned left)
{
    unsigned length = 1;
    if (feature[2] == FEATURE_AT_LEAST || feature[2] == FEATURE_COLOR)
        return length;
    while (length < left && word_at(feature + 4 * (size_t)length) == word_at(feature) + (length << 24))
        length++;
    return length;
}

static unsigned add_found(uint16_t *found, unsigned count, unsigned first, uint64_t bits)
{
    for (; bits; bits &= bits - 1)
        found[count++] = (uint16_t)(first + pen_bits_lowest(bits));
    return count;
}

/* Which features the table has. */
static unsigned find_of_table(const struct mind *mind, const struct pen_rules *rules,
                              const uint8_t *observation, uint16_t *found)
{
    unsigned count = 0, wilds = rules->wilds ? pen_bits_lowest(rules->wilds) : 0, run;
    for (unsigned i = 0; i < mind->table_features; i += run) {
        const uint8_t *feature = mind->feature + 4 * (size_t)(mind->color_features + i);
        const uint8_t *place = observation + (feature[0] | (unsigned)feature[1] << 8);
        run = run_of(feature, mind->table_features - i);
        uint64_t set = feature[2] == FEATURE_BIT ? (uint64_t)*place >> feature[3]
                       : feature[2] == FEATURE_AT_LEAST
                           ? (uint64_t)(*place >= feature[3])
                           : (kinds_at(place) & rules->wilds) >> wilds >> feature[3];
        count = add_found(found, count, i, set & ((UINT64_C(1) << run) - 1));
    }
    return count;
}

/* Which features each colour has. */
static void find_of_colors(const struct mind *mind, const struct pen_rules *rules, const uint8_t *observation,
                           uint16_t (*found)[MIND_FEATURES_MAX], unsigned counts[PEN_COLORS_MAX])
{
    unsigned lowest[PEN_COLORS_MAX], run;
    for (unsigned color = 0; color < rules->color_count; color++) {
        counts[color] = 0;
        lowest[color] = pen_bits_lowest(rules->of_color[color]);
    }
    for (unsigned i = 0; i < mind->color_features; i += run) {
        const uint8_t *feature = mind->feature + 4 * (size_t)i;
        const uint8_t *place = observation + (feature[0] | (unsigned)feature[1] << 8);
        bool is_face = feature[2] == FEATURE_FACE;
        uint64_t kinds = is_face ? kinds_at(place) : *place;
        run = run_of(feature, mind->color_features - i);
        for (unsigned color = 0; color < rules->color_count; color++) {
            uint64_t set =
                is_face ? (kinds & rules->of_color[color]) >> lowest[color] >> feature[3] : kinds >> color;
            counts[color] = add_found(found[color], counts[color], i, set & ((UINT64_C(1) << run) - 1));
        }
    }
}

/* What was found by one layer, a row per colour. */
struct found {
    int16_t (*at)[MIND_FIRST_MAX];
    unsigned colors;
};

/* A feature of a colour counts twice: for that colour, and among what all of them have. */
static void think_first(const struct mind *mind, const struct pen_rules *rules, const uint8_t *observation,
                        struct found *out)
{
    const struct mind_layer *layer = &mind->first;
    unsigned width = layer->out, counts[PEN_COLORS_MAX];
    const int8_t *each = layer->weight, *all = each + (size_t)mind->color_features * width,
                 *table = all + (size_t)mind->color_features * width;
    uint16_t found[PEN_COLORS_MAX][MIND_FEATURES_MAX];
    int32_t common[MIND_FIRST_MAX], sum[MIND_FIRST_MAX];
    memset(common, 0, width * sizeof *common);
    unsigned of_table = find_of_table(mind, rules, observation, found[0]);
    add_rows(table, width, found[0], of_table, common);
    find_of_colors(mind, rules, observation, found, counts);
    for (unsigned color = 0; color < out->colors; color++)
        add_rows(all, width, found[color], counts[color], common);
    for (unsigned color = 0; color < out->colors; color++) {
        memcpy(sum, common, width * sizeof *sum);
        add_rows(each, width, found[color], counts[color], sum);
        for (unsigned j = 0; j < width; j++)
            out->at[color][j] = activation(scaled(making_of(layer, j), sum[j]));
    }
}

/* ---- the others ------------------------------------------------------------------------------ */

PEN_STATIC_ASSERT((int64_t)MIND_SECOND_MAX * 4 * 2 * MIND_ACTIVATION_MAX * 128 <= INT32_MAX,
                  "the sum of all colours, beside which the second layer has passed, times weights fits");

static int32_t output(const struct mind_layer *layer, unsigned index, const int16_t *in)
{
    return (int32_t)scaled(making_of(layer, index), mind_product(layer, index, in));
}

/* The sum over all colours, as if there were four: so many it has learned with. */
static void add_colors(const struct found *in, unsigned count, int16_t *sum)
{
    for (unsigned i = 0; i < count; i++) {
        int32_t all = 0;
        for (unsigned color = 0; color < in->colors; color++)
            all += in->at[color][i];
        sum[i] = (int16_t)(in->colors == 4 ? all : all * 4 / (int)in->colors);
    }
}

static void think_on(const struct mind_pair *pair, const struct found *in, bool passes_by, struct found *out)
{
    int16_t sum[1][MIND_FIRST_MAX];
    int32_t all[1][MIND_SECOND_MAX], each[PEN_COLORS_MAX][MIND_SECOND_MAX];
    add_colors(in, pair->all.in, sum[0]);
    mind_multiply(&pair->all, sum, 1, all);
    mind_multiply(&pair->each, in->at, in->colors, each);
    for (unsigned i = 0; i < pair->each.out; i++) {
        struct making making = making_of(&pair->each, i);
        int64_t common = scaled(making_of(&pair->all, i), all[0][i]);
        for (unsigned color = 0; color < in->colors; color++)
            out->at[color][i] = (int16_t)((passes_by ? in->at[color][i] : 0) +
                                          activation(common + scaled(making, each[color][i])));
    }
}

void mind_think(const struct mind *mind, const struct pen_rules *rules,
                const struct pen_observation *observation, const uint64_t mask[PEN_ACTION_WORDS],
                struct mind_thought *thought)
{
    int16_t rooms[2][PEN_COLORS_MAX][MIND_FIRST_MAX], sum[MIND_FIRST_MAX];
    struct found one = {rooms[0], rules->color_count}, other = {rooms[1], rules->color_count};
    PEN_ASSERT(mind_knows(rules));
    think_first(mind, rules, (const uint8_t *)observation, &one);
    think_on(&mind->second, &one, false, &other);
    think_on(&mind->third, &other, true, &one);
    add_colors(&one, mind->value.in, sum);
    for (unsigned word = 0; word < PEN_ACTION_WORDS; word++)
        for (uint64_t left = mask[word]; left; left &= left - 1) {
            unsigned number = 64 * word + pen_bits_lowest(left), color;
            unsigned row = row_of(rules, number, &color);
            if (color == PEN_COLOR_NONE)
                thought->policy[number] = row < PLAIN_ROWS ? output(&mind->plain, row, sum) : 0;
            else
                thought->policy[number] =
                    row < COLOR_ROWS && color < one.colors ? output(&mind->by_color, row, one.at[color]) : 0;
        }
    thought->value = output(&mind->value, 0, sum);
}
