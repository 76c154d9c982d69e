/* multiply.h - a layer's weights times its inputs, for several columns of them at once. Pure. */
#ifndef MIND_MULTIPLY_H
#define MIND_MULTIPLY_H

#include "mind/mind.h"

/* The sum for one output of a layer whose weights are a row per output. */
int32_t mind_product(const struct mind_layer *layer, unsigned index, const int16_t *in);

/* For every column of inputs the sum for every output. Inputs are 0 to 2^15 - 1, most of them 0: nothing is
 * done for these if weights are a row per input. Seven bytes behind the last weight are looked at, too. */
void mind_multiply(const struct mind_layer *layer, int16_t (*in)[MIND_FIRST_MAX], unsigned columns,
                   int32_t (*sum)[MIND_SECOND_MAX]);

#endif
