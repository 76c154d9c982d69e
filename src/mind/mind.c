/* mind.c - the network in whole numbers: for every colour a sparse first layer and two dense ones.
 *
 *     features of the colour, of the table ─► first ─► second ─┬─► third ─► + ─┬─► actions with that colour
 *                                              ▲               └────────▲──────┘
 *                            sum over colours ─┘       sum over colours ┘       sum ─► other actions, value
 *
 * A layer's sum is (bias + weights times inputs) times scale / 2^24. Activations are whole numbers from 0 to
 * ACTIVATION_MAX; the scales take care of what one unit means. */
#include <string.h>

#include "mind/mind.h"

enum { HEADER_BYTES = 36, ACTIVATION_MAX = 4095 };

static const char magic[8] = {'P', 'E', 'N', 'M', 'I', 'N', 'D', '2'};

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

static void take_layer(struct reader *reader, struct mind_layer *layer, unsigned in, unsigned out)
{
    layer->in = in;
    layer->out = out;
    layer->scale = take(reader, (size_t)out * 4);
    layer->bias = take(reader, (size_t)out * 4);
    layer->weight = (const int8_t *)take(reader, (size_t)in * out);
}

static void take_pair(struct reader *reader, struct mind_pair *pair, unsigned in, unsigned out)
{
    take_layer(reader, &pair->each, in, out);
    take_layer(reader, &pair->all, in, out);
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
    if (!header || memcmp(header, magic, sizeof magic) != 0)
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
    take_layer(&reader, &mind->first, 2 * of_color + of_table, first);
    take_pair(&reader, &mind->second, first, second);
    take_pair(&reader, &mind->third, second, second);
    take_layer(&reader, &mind->by_color, second, COLOR_ROWS);
    take_layer(&reader, &mind->plain, second, PLAIN_ROWS);
    take_layer(&reader, &mind->value, second, 1);
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

static int32_t scaled(const struct mind_layer *layer, unsigned index, int32_t sum)
{
    int64_t whole = (int64_t)sum + (int32_t)word_at(layer->bias + 4 * index);
    return (int32_t)((whole * (int32_t)word_at(layer->scale + 4 * index) + (1 << 23)) >> 24);
}

static int16_t activation(int32_t value)
{
    return (int16_t)(value < 0 ? 0 : value > ACTIVATION_MAX ? ACTIVATION_MAX : value);
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

/* Which features the table has. */
static unsigned find_of_table(const struct mind *mind, const struct pen_rules *rules,
                              const uint8_t *observation, uint16_t *found)
{
    unsigned count = 0, wilds = rules->wilds ? pen_bits_lowest(rules->wilds) : 0;
    for (unsigned i = 0; i < mind->table_features; i++) {
        const uint8_t *feature = mind->feature + 4 * (size_t)(mind->color_features + i);
        const uint8_t *place = observation + (feature[0] | (unsigned)feature[1] << 8);
        bool is_on = feature[2] == FEATURE_BIT ? *place >> feature[3] & 1
                     : feature[2] == FEATURE_AT_LEAST
                         ? *place >= feature[3]
                         : (kinds_at(place) & rules->wilds) >> wilds >> feature[3] & 1;
        found[count] = (uint16_t)i;
        count += is_on;
    }
    return count;
}

/* Which features a colour has. */
static unsigned find_of_color(const struct mind *mind, const struct pen_rules *rules, unsigned color,
                              const uint8_t *observation, uint16_t *found)
{
    unsigned count = 0, lowest = pen_bits_lowest(rules->of_color[color]);
    for (unsigned i = 0; i < mind->color_features; i++) {
        const uint8_t *feature = mind->feature + 4 * (size_t)i;
        const uint8_t *place = observation + (feature[0] | (unsigned)feature[1] << 8);
        bool is_on = feature[2] == FEATURE_COLOR
                         ? *place >> color & 1
                         : (kinds_at(place) & rules->of_color[color]) >> lowest >> feature[3] & 1;
        found[count] = (uint16_t)i;
        count += is_on;
    }
    return count;
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
    add_rows(table, width, found[0], find_of_table(mind, rules, observation, found[0]), common);
    for (unsigned color = 0; color < out->colors; color++) {
        counts[color] = find_of_color(mind, rules, color, observation, found[color]);
        add_rows(all, width, found[color], counts[color], common);
    }
    for (unsigned color = 0; color < out->colors; color++) {
        memcpy(sum, common, width * sizeof *sum);
        add_rows(each, width, found[color], counts[color], sum);
        for (unsigned j = 0; j < width; j++)
            out->at[color][j] = activation(scaled(layer, j, sum[j]));
    }
}

/* ---- the others ------------------------------------------------------------------------------ */

static int32_t product(const int8_t *weight, const int16_t *in, unsigned count)
{
    int32_t sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += weight[i] * in[i];
    return sum;
}

static int32_t output(const struct mind_layer *layer, unsigned index, const int16_t *in)
{
    return scaled(layer, index, product(layer->weight + (size_t)index * layer->in, in, layer->in));
}

/* One output of a layer for four colours: the weights are got ready once, as halfwords, which are multiplied
 * and added up in pairs. */
static void four_outputs(const struct mind_layer *layer, unsigned index, int16_t (*in)[MIND_FIRST_MAX],
                         int32_t out[4])
{
    int16_t weight[MIND_FIRST_MAX];
    int32_t a = 0, b = 0, c = 0, d = 0;
    unsigned length = layer->in;
    const int8_t *row = layer->weight + (size_t)index * length;
    for (unsigned i = 0; i < length; i++)
        weight[i] = row[i];
    for (unsigned i = 0; i < length; i++) {
        a += weight[i] * in[0][i];
        b += weight[i] * in[1][i];
        c += weight[i] * in[2][i];
        d += weight[i] * in[3][i];
    }
    out[0] = scaled(layer, index, a);
    out[1] = scaled(layer, index, b);
    out[2] = scaled(layer, index, c);
    out[3] = scaled(layer, index, d);
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
    int16_t sum[MIND_FIRST_MAX];
    int32_t each[PEN_COLORS_MAX];
    add_colors(in, pair->all.in, sum);
    for (unsigned i = 0; i < pair->each.out; i++) {
        int32_t all = output(&pair->all, i, sum);
        if (in->colors == 4)
            four_outputs(&pair->each, i, in->at, each);
        else
            for (unsigned color = 0; color < in->colors; color++)
                each[color] = output(&pair->each, i, in->at[color]);
        for (unsigned color = 0; color < in->colors; color++)
            out->at[color][i] = (int16_t)((passes_by ? in->at[color][i] : 0) + activation(each[color] + all));
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
