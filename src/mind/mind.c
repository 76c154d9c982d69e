/* mind.c - the network in whole numbers: a sparse first layer, two dense ones, two heads.
 *
 *     features (0 or 1) ─► first ─► relu ─► second ─► relu ─┬─► third ─► relu ─► + ─► policy, value
 *                                                           └───────────────────┘
 *
 * A layer's sum is (bias + weights times inputs) times scale / 2^24. Activations are whole numbers from 0 to
 * ACTIVATION_MAX; the scales take care of what one unit means. */
#include <string.h>

#include "mind/mind.h"

enum { HEADER_BYTES = 32, ACTIVATION_MAX = 4095 };

static const char magic[8] = {'P', 'E', 'N', 'M', 'I', 'N', 'D', '1'};

/* A feature is four bytes: the byte of the observation (two, least first), how, and with what. */
enum feature_kind {
    FEATURE_BIT,      /* bit 'argument' of the byte */
    FEATURE_AT_LEAST, /* the byte is at least 'argument' */
};

static uint32_t word_at(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

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

bool mind_read(struct mind *mind, const uint8_t *bytes, size_t count)
{
    struct reader reader = {bytes, count};
    const uint8_t *header = take(&reader, HEADER_BYTES);
    if (!header || memcmp(header, magic, sizeof magic) != 0)
        return false;
    unsigned features = word_at(header + 8), first = word_at(header + 12), second = word_at(header + 16);
    mind->seats_min = word_at(header + 20);
    mind->seats_max = word_at(header + 24);
    mind->feature_count = features;
    if (features == 0 || features > MIND_FEATURES_MAX || first == 0 || first > MIND_FIRST_MAX ||
        second == 0 || second > MIND_SECOND_MAX || word_at(header + 28) != PEN_ACTIONS)
        return false;
    mind->feature = take(&reader, (size_t)features * 4);
    for (unsigned i = 0; mind->feature && i < features; i++) {
        const uint8_t *feature = mind->feature + 4 * i;
        unsigned place = feature[0] | (unsigned)feature[1] << 8;
        if (place >= PEN_OBSERVATION_BYTES || feature[2] > FEATURE_AT_LEAST ||
            (feature[2] == FEATURE_BIT && feature[3] > 7))
            return false;
    }
    take_layer(&reader, &mind->first, features, first);
    take_layer(&reader, &mind->second, first, second);
    take_layer(&reader, &mind->third, second, second);
    take_layer(&reader, &mind->policy, second, PEN_ACTIONS);
    take_layer(&reader, &mind->value, second, 1);
    return reader.bytes != NULL && reader.left == 0;
}

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

/* Which features the observation has. */
static unsigned find_features(const struct mind *mind, const uint8_t *observation, uint16_t *found)
{
    unsigned count = 0;
    for (unsigned i = 0; i < mind->feature_count; i++) {
        const uint8_t *feature = mind->feature + 4 * i;
        unsigned byte = observation[feature[0] | (unsigned)feature[1] << 8];
        bool is_on = feature[2] == FEATURE_BIT ? byte >> feature[3] & 1 : byte >= feature[3];
        found[count] = (uint16_t)i;
        count += is_on;
    }
    return count;
}

static void think_first(const struct mind *mind, const uint8_t *observation, int16_t out[MIND_FIRST_MAX])
{
    const struct mind_layer *layer = &mind->first;
    int32_t sum[MIND_FIRST_MAX];
    int16_t part[MIND_FIRST_MAX];
    uint16_t found[MIND_FEATURES_MAX];
    unsigned count = layer->out, rows = find_features(mind, observation, found), row = 0;
    memset(sum, 0, count * sizeof *sum);
    memset(part, 0, count * sizeof *part);
    for (; row + 4 <= rows; row += 4) {
        const int8_t *a = layer->weight + (size_t)found[row] * count;
        const int8_t *b = layer->weight + (size_t)found[row + 1] * count;
        const int8_t *c = layer->weight + (size_t)found[row + 2] * count;
        const int8_t *d = layer->weight + (size_t)found[row + 3] * count;
        for (unsigned j = 0; j < count; j++)
            part[j] = (int16_t)(part[j] + (int16_t)((int16_t)(a[j] + b[j]) + (int16_t)(c[j] + d[j])));
        if ((row + 4) % ROWS_AT_ONCE == 0)
            add_up(sum, part, count);
    }
    add_up(sum, part, count);
    for (; row < rows; row++)
        for (unsigned j = 0; j < count; j++)
            sum[j] += layer->weight[(size_t)found[row] * count + j];
    for (unsigned j = 0; j < count; j++)
        out[j] = activation(scaled(layer, j, sum[j]));
}

/* Weights of one output, as halfwords: these are multiplied and added up in pairs. */
static void widen(const struct mind_layer *layer, unsigned index, int16_t *weight)
{
    const int8_t *row = layer->weight + (size_t)index * layer->in;
    for (unsigned i = 0; i < layer->in; i++)
        weight[i] = row[i];
}

static int32_t product_of_bytes(const int8_t *weight, const int16_t *in, unsigned count)
{
    int32_t sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += weight[i] * in[i];
    return sum;
}

static int32_t product(const int16_t *weight, const int16_t *in, unsigned count)
{
    int32_t sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += weight[i] * in[i];
    return sum;
}

/* What was found in each look by one layer, a row per look. */
struct found {
    int16_t *at;
    unsigned stride, count;
};

/* One output of a layer for every look; the weights are got ready once. */
static void outputs(const struct mind_layer *layer, unsigned index, const struct found *in,
                    int32_t out[MIND_LOOKS_MAX])
{
    int16_t weight[MIND_FIRST_MAX];
    unsigned k = 0, length = layer->in;
    if (in->count == 1) { /* not worth the trouble */
        out[0] =
            scaled(layer, index, product_of_bytes(layer->weight + (size_t)index * length, in->at, length));
        return;
    }
    widen(layer, index, weight);
    for (; k + 4 <= in->count; k += 4) {
        const int16_t *a = in->at + (size_t)k * in->stride, *b = a + in->stride, *c = b + in->stride,
                      *d = c + in->stride;
        int32_t sum_a = 0, sum_b = 0, sum_c = 0, sum_d = 0;
        for (unsigned i = 0; i < length; i++) {
            sum_a += weight[i] * a[i];
            sum_b += weight[i] * b[i];
            sum_c += weight[i] * c[i];
            sum_d += weight[i] * d[i];
        }
        out[k] = scaled(layer, index, sum_a);
        out[k + 1] = scaled(layer, index, sum_b);
        out[k + 2] = scaled(layer, index, sum_c);
        out[k + 3] = scaled(layer, index, sum_d);
    }
    for (; k < in->count; k++)
        out[k] = scaled(layer, index, product(weight, in->at + (size_t)k * in->stride, length));
}

static void think_on(const struct mind_layer *layer, const struct found *in, const struct found *beside,
                     struct found *out)
{
    int32_t one[MIND_LOOKS_MAX];
    for (unsigned i = 0; i < layer->out; i++) {
        outputs(layer, i, in, one);
        for (unsigned k = 0; k < in->count; k++) {
            int16_t passed = beside ? beside->at[(size_t)k * beside->stride + i] : 0;
            out->at[(size_t)k * out->stride + i] = (int16_t)(passed + activation(one[k]));
        }
    }
}

void mind_think_of_all(const struct mind *mind, const struct pen_observation *observations, unsigned count,
                       const uint64_t (*masks)[PEN_ACTION_WORDS], struct mind_thought *thoughts)
{
    int16_t rooms[3][MIND_LOOKS_MAX][MIND_FIRST_MAX];
    int32_t one[MIND_LOOKS_MAX];
    uint64_t any[PEN_ACTION_WORDS] = {0, 0, 0};
    PEN_ASSERT(count <= MIND_LOOKS_MAX);
    struct found first = {rooms[0][0], MIND_FIRST_MAX, count}, second = {rooms[1][0], MIND_FIRST_MAX, count},
                 third = {rooms[2][0], MIND_FIRST_MAX, count};
    for (unsigned k = 0; k < count; k++) {
        think_first(mind, (const uint8_t *)&observations[k], rooms[0][k]);
        for (unsigned i = 0; i < PEN_ACTION_WORDS; i++)
            any[i] |= masks[k][i];
    }
    think_on(&mind->second, &first, NULL, &second);
    think_on(&mind->third, &second, &second, &third);
    for (unsigned i = 0; i < PEN_ACTIONS; i++) {
        if (!(any[i / 64] >> i % 64 & 1))
            continue;
        outputs(&mind->policy, i, &third, one);
        for (unsigned k = 0; k < count; k++)
            thoughts[k].policy[i] = one[k];
    }
    outputs(&mind->value, 0, &third, one);
    for (unsigned k = 0; k < count; k++)
        thoughts[k].value = one[k];
}

void mind_think_of(const struct mind *mind, const struct pen_observation *observation,
                   const uint64_t mask[PEN_ACTION_WORDS], struct mind_thought *thought)
{
    mind_think_of_all(mind, observation, 1, (const uint64_t(*)[PEN_ACTION_WORDS])mask, thought);
}

void mind_think(const struct mind *mind, const struct pen_observation *observation,
                struct mind_thought *thought)
{
    static const uint64_t all[PEN_ACTION_WORDS] = {UINT64_MAX, UINT64_MAX, UINT64_MAX};
    mind_think_of(mind, observation, all, thought);
}
