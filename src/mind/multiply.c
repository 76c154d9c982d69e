/* multiply.c - weights times inputs. These are whole numbers: added in whatever order, the sum is the same.
 */
#include <string.h>

#include "mind/multiply.h"

PEN_STATIC_ASSERT((int64_t)MIND_FIRST_MAX * 4 * MIND_ACTIVATION_MAX * 128 <= INT32_MAX, "a sum fits");

int32_t mind_product(const struct mind_layer *layer, unsigned index, const int16_t *in)
{
    const int8_t *weight = layer->weight + (size_t)index * layer->in;
    int32_t sum = 0;
    for (unsigned i = 0; i < layer->in; i++)
        sum += weight[i] * in[i];
    return sum;
}

/* Which inputs there are of any column. */
static unsigned find_inputs(int16_t (*in)[MIND_FIRST_MAX], unsigned columns, unsigned count, uint16_t *found)
{
    int16_t any[MIND_FIRST_MAX];
    unsigned inputs = 0;
    memcpy(any, in[0], count * sizeof *any);
    for (unsigned column = 1; column < columns; column++)
        for (unsigned i = 0; i < count; i++)
            any[i] |= in[column][i];
    for (unsigned i = 0; i < count; i++) {
        found[inputs] = (uint16_t)i;
        inputs += any[i] != 0;
    }
    return inputs;
}

/* Whether the processor multiplies eight pairs of halfwords at once and adds up two and two, and the compiler
 * knows how it is asked to. Compilers do not find it by themselves here. */
#if defined __SSE2__ && defined __has_builtin
#if __has_builtin(__builtin_shufflevector) && __has_builtin(__builtin_ia32_pmaddwd128)
#define MULTIPLIES_PAIRS
#endif
#endif

#ifdef MULTIPLIES_PAIRS

typedef int8_t bytes16 __attribute__((vector_size(16)));
typedef int16_t halves8 __attribute__((vector_size(16)));
typedef int32_t words4 __attribute__((vector_size(16)));
typedef int64_t longs2 __attribute__((vector_size(16)));
typedef int64_t unaligned_long __attribute__((aligned(1), may_alias));
typedef int32_t unaligned_words4 __attribute__((vector_size(16), aligned(1), may_alias));

enum { COLUMNS = 4, OUTPUTS = 8 };
PEN_STATIC_ASSERT(MIND_SECOND_MAX % OUTPUTS == 0, "sums behind the last output have a place");

struct two_inputs {
    uint32_t row[2]; /* where their weights begin */
    int16_t in[COLUMNS][2];
};

struct inputs {
    unsigned pairs, columns;
    struct two_inputs pair[MIND_FIRST_MAX / 2];
};

static void pair_inputs(const struct mind_layer *layer, int16_t (*in)[MIND_FIRST_MAX], struct inputs *inputs)
{
    uint16_t found[MIND_FIRST_MAX];
    unsigned count = find_inputs(in, inputs->columns, layer->in, found);
    inputs->pairs = (count + 1) / 2;
    memset(inputs->pair, 0, inputs->pairs * sizeof *inputs->pair);
    for (unsigned i = 0; i < count; i++) {
        struct two_inputs *pair = &inputs->pair[i / 2];
        pair->row[i % 2] = found[i] * layer->out;
        for (unsigned column = 0; column < inputs->columns; column++)
            pair->in[column][i % 2] = in[column][found[i]];
    }
}

static inline bytes16 eight_bytes(const int8_t *at)
{
    return (bytes16)(longs2){*(const unaligned_long *)at, 0};
}

/* The weights of two inputs for eight outputs, side by side, as halfwords: those of four outputs each. A byte
 * stands in both halves of its halfword, and the upper one stays. */
static inline void weights_of(const struct two_inputs *pair, const int8_t *weight, halves8 half[2])
{
    bytes16 both =
        __builtin_shufflevector(eight_bytes(weight + pair->row[0]), eight_bytes(weight + pair->row[1]), 0, 16,
                                1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    half[0] =
        (halves8)__builtin_shufflevector(both, both, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7) >> 8;
    half[1] = (halves8)__builtin_shufflevector(both, both, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13, 14, 14,
                                               15, 15) >>
              8;
}

/* 'in' has the two inputs four times. */
static inline void add_products(words4 sum[2], words4 in, const halves8 half[2])
{
    sum[0] += (words4)__builtin_ia32_pmaddwd128((halves8)in, half[0]);
    sum[1] += (words4)__builtin_ia32_pmaddwd128((halves8)in, half[1]);
}

static inline void store(const words4 sum[2], int32_t *to)
{
    ((unaligned_words4 *)to)[0] = sum[0];
    ((unaligned_words4 *)to)[1] = sum[1];
}

static void multiply_one(const struct inputs *inputs, const int8_t *weight, int32_t *sum)
{
    words4 a[2] = {{0}, {0}};
    halves8 half[2];
    for (unsigned i = 0; i < inputs->pairs; i++) {
        words4 in = *(const unaligned_words4 *)inputs->pair[i].in;
        weights_of(&inputs->pair[i], weight, half);
        add_products(a, __builtin_shufflevector(in, in, 0, 0, 0, 0), half);
    }
    store(a, sum);
}

static void multiply_four(const struct inputs *inputs, const int8_t *weight, int32_t (*sum)[OUTPUTS])
{
    words4 a[2] = {{0}, {0}}, b[2] = {{0}, {0}}, c[2] = {{0}, {0}}, d[2] = {{0}, {0}};
    halves8 half[2];
    for (unsigned i = 0; i < inputs->pairs; i++) {
        words4 in = *(const unaligned_words4 *)inputs->pair[i].in;
        weights_of(&inputs->pair[i], weight, half);
        add_products(a, __builtin_shufflevector(in, in, 0, 0, 0, 0), half);
        add_products(b, __builtin_shufflevector(in, in, 1, 1, 1, 1), half);
        add_products(c, __builtin_shufflevector(in, in, 2, 2, 2, 2), half);
        add_products(d, __builtin_shufflevector(in, in, 3, 3, 3, 3), half);
    }
    store(a, sum[0]);
    store(b, sum[1]);
    store(c, sum[2]);
    store(d, sum[3]);
}

static void multiply_by_input(const struct mind_layer *layer, int16_t (*in)[MIND_FIRST_MAX], unsigned columns,
                              int32_t (*sum)[MIND_SECOND_MAX])
{
    struct inputs inputs;
    for (unsigned done = 0; done < columns; done += inputs.columns) {
        inputs.columns = columns - done < COLUMNS ? columns - done : COLUMNS;
        pair_inputs(layer, in + done, &inputs);
        for (unsigned from = 0; from < layer->out; from += OUTPUTS) {
            int32_t some[COLUMNS][OUTPUTS];
            if (inputs.columns == 1)
                multiply_one(&inputs, layer->weight + from, some[0]);
            else
                multiply_four(&inputs, layer->weight + from, some);
            for (unsigned column = 0; column < inputs.columns; column++)
                memcpy(&sum[done + column][from], some[column], sizeof some[column]);
        }
    }
}

#else

static void multiply_by_input(const struct mind_layer *layer, int16_t (*in)[MIND_FIRST_MAX], unsigned columns,
                              int32_t (*sum)[MIND_SECOND_MAX])
{
    for (unsigned column = 0; column < columns; column++) {
        uint16_t found[MIND_FIRST_MAX];
        unsigned width = layer->out, count = find_inputs(in + column, 1, layer->in, found), i = 0;
        int32_t *to = sum[column];
        memset(to, 0, width * sizeof *to);
        /* Four rows at a time: a sum is fetched and put back once for them. */
        for (; i + 4 <= count; i += 4) {
            const int8_t *a = layer->weight + (size_t)found[i] * width;
            const int8_t *b = layer->weight + (size_t)found[i + 1] * width;
            const int8_t *c = layer->weight + (size_t)found[i + 2] * width;
            const int8_t *d = layer->weight + (size_t)found[i + 3] * width;
            int16_t of_a = in[column][found[i]], of_b = in[column][found[i + 1]],
                    of_c = in[column][found[i + 2]], of_d = in[column][found[i + 3]];
            for (unsigned j = 0; j < width; j++)
                to[j] += a[j] * of_a + b[j] * of_b + c[j] * of_c + d[j] * of_d;
        }
        for (; i < count; i++)
            for (unsigned j = 0; j < width; j++)
                to[j] += layer->weight[(size_t)found[i] * width + j] * in[column][found[i]];
    }
}

#endif

void mind_multiply(const struct mind_layer *layer, int16_t (*in)[MIND_FIRST_MAX], unsigned columns,
                   int32_t (*sum)[MIND_SECOND_MAX])
{
    if (layer->is_by_input)
        multiply_by_input(layer, in, columns, sum);
    else
        for (unsigned index = 0; index < layer->out; index++)
            for (unsigned column = 0; column < columns; column++)
                sum[column][index] = mind_product(layer, index, in[column]);
}
