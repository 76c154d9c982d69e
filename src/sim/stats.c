/* stats.c - intervals and distributions. */
#include "sim/stats.h"

#include <math.h>

struct sim_interval sim_wilson(double wins, double count, double z)
{
    if (count <= 0)
        return (struct sim_interval){0, 1};
    double rate = wins / count, square = z * z;
    double centre = rate + square / (2 * count);
    double reach = z * sqrt(rate * (1 - rate) / count + square / (4 * count * count));
    double scale = 1 + square / count;
    double low = (centre - reach) / scale, high = (centre + reach) / scale;
    return (struct sim_interval){low < 0 ? 0 : low, high > 1 ? 1 : high};
}

/* ---- bins ---- */

enum { HALF = SIM_EXACT / 2 };

/* Above the exact ones a bin holds the numbers that share their highest 12 bits. */
static unsigned bin_of(uint32_t number)
{
    unsigned octave = 0;
    while (number >= SIM_EXACT && octave < SIM_OCTAVES) {
        number >>= 1;
        octave++;
    }
    if (number >= SIM_EXACT)
        return SIM_BIN_COUNT - 1;
    return octave * HALF + number;
}

/* The least number of a bin. */
static uint32_t number_of(unsigned bin)
{
    if (bin < SIM_EXACT)
        return bin;
    unsigned octave = (bin - HALF) / HALF;
    return (uint32_t)(bin - octave * HALF) << octave;
}

void sim_histogram_put(struct sim_histogram *histogram, uint32_t number)
{
    histogram->count++;
    histogram->sum += number;
    histogram->squares += (uint64_t)number * number;
    histogram->bins[bin_of(number)]++;
}

/* ---- figures ---- */

double sim_histogram_mean(const struct sim_histogram *histogram)
{
    return histogram->count ? (double)histogram->sum / (double)histogram->count : 0;
}

double sim_histogram_deviation(const struct sim_histogram *histogram)
{
    if (histogram->count < 2)
        return 0;
    double mean = sim_histogram_mean(histogram), count = (double)histogram->count;
    double variance = ((double)histogram->squares - mean * (double)histogram->sum) / (count - 1);
    return variance > 0 ? sqrt(variance) : 0;
}

uint32_t sim_histogram_percentile(const struct sim_histogram *histogram, unsigned percent)
{
    if (histogram->count == 0)
        return 0;
    /* The first of them in order is number 1: ceil(count * percent / 100), without overflow. */
    uint64_t hundreds = histogram->count / 100, rest = histogram->count % 100;
    uint64_t wanted = hundreds * percent + (rest * percent + 99) / 100, seen = 0;
    wanted = wanted < 1 ? 1 : wanted;
    for (unsigned bin = 0; bin < SIM_BIN_COUNT; bin++) {
        seen += histogram->bins[bin];
        if (seen >= wanted)
            return number_of(bin);
    }
    return number_of(SIM_BIN_COUNT - 1);
}

uint64_t sim_histogram_between(const struct sim_histogram *histogram, uint32_t low, uint32_t high)
{
    uint64_t count = 0;
    for (unsigned bin = bin_of(low); bin < SIM_BIN_COUNT && number_of(bin) < high; bin++)
        if (number_of(bin) >= low)
            count += histogram->bins[bin];
    return count;
}
