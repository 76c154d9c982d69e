/* master.c - what the network of our strongest bot thinks, for Python. */
#include <string.h>

#include "lab.h"
#include "mind/builtin.h"

/* Logarithms of likelihoods, up to a constant, of what is open, and the logarithm of the odds to win the
 * round; in 1 / 65536. An observation and its mask may be anything. 0: it has learned nothing for so many
 * seats, or for these cards. */
LAB_API int lab_master(const struct lab_rules *rules, unsigned seats, const uint8_t *observation,
                       const uint64_t *mask, int32_t *policy, int32_t *value)
{
    struct mind mind;
    struct pen_observation seen;
    struct mind_thought thought;
    if (!mind_knows(&rules->rules) || !mind_builtin(seats, &mind))
        return 0;
    memcpy(&seen, observation, sizeof seen);
    memset(&thought, 0, sizeof thought);
    mind_think(&mind, &rules->rules, &seen, mask, &thought);
    memcpy(policy, thought.policy, sizeof thought.policy);
    *value = thought.value;
    return 1;
}
