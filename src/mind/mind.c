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

/* Rows of small numbers are added up in halfwords, as many as surely fit. */
enum { ROWS_AT_ONCE = INT16_MAX / 128 };

static void add_up(int32_t *sum, int16_t *part, unsigned count)
{
    for (unsigned j = 0; j < count; j++) {
        sum[j] += part[j];
        part[j] = 0;
    }
}

static void think_first(const struct mind *mind, const uint8_t *observation, int16_t out[MIND_FIRST_MAX])
{
    const struct mind_layer *layer = &mind->first;
    int32_t sum[MIND_FIRST_MAX];
    int16_t part[MIND_FIRST_MAX];
    unsigned count = layer->out, rows = 0;
    memset(sum, 0, count * sizeof *sum);
    memset(part, 0, count * sizeof *part);
    for (unsigned i = 0; i < mind->feature_count; i++) {
        const uint8_t *feature = mind->feature + 4 * i;
        unsigned byte = observation[feature[0] | (unsigned)feature[1] << 8];
        bool is_on = feature[2] == FEATURE_BIT ? byte >> feature[3] & 1 : byte >= feature[3];
        if (!is_on)
            continue;
        const int8_t *row = layer->weight + (size_t)i * count;
        for (unsigned j = 0; j < count; j++)
            part[j] = (int16_t)(part[j] + row[j]);
        if (++rows % ROWS_AT_ONCE == 0)
            add_up(sum, part, count);
    }
    add_up(sum, part, count);
    for (unsigned j = 0; j < count; j++)
        out[j] = activation(scaled(layer, j, sum[j]));
}

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

void mind_think(const struct mind *mind, const struct pen_observation *observation,
                struct mind_thought *thought)
{
    static const uint64_t all[PEN_ACTION_WORDS] = {UINT64_MAX, UINT64_MAX, UINT64_MAX};
    mind_think_of(mind, observation, all, thought);
}

void mind_think_of(const struct mind *mind, const struct pen_observation *observation,
                   const uint64_t mask[PEN_ACTION_WORDS], struct mind_thought *thought)
{
    int16_t first[MIND_FIRST_MAX], second[MIND_SECOND_MAX], third[MIND_SECOND_MAX];
    think_first(mind, (const uint8_t *)observation, first);
    for (unsigned i = 0; i < mind->second.out; i++)
        second[i] = activation(output(&mind->second, i, first));
    for (unsigned i = 0; i < mind->third.out; i++)
        third[i] = (int16_t)(second[i] + activation(output(&mind->third, i, second)));
    for (unsigned i = 0; i < PEN_ACTIONS; i++)
        if (mask[i / 64] >> i % 64 & 1)
            thought->policy[i] = output(&mind->policy, i, third);
    thought->value = output(&mind->value, 0, third);
}
