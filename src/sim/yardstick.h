/* yardstick.h - how fast this machine is right now, for a program like ours: the bare classic game and
 * nothing else, to be measured in turn with the rules so that their ratio means something on a
 * machine that is shared. */
#ifndef SIM_YARDSTICK_H
#define SIM_YARDSTICK_H

#include <stdint.h>

/* Plays that many games of two to four seats at random; returns the number of actions. */
uint64_t sim_yardstick_run(unsigned seat_count, uint64_t games, uint64_t seed);

#endif
