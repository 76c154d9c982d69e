/* random_record.h - plays one whole random but legal game and writes its complete record (.mesa). */
#ifndef SIM_RANDOM_RECORD_H
#define SIM_RANDOM_RECORD_H

#include "penultima/penultima.h"

/* A round that has not ended by then is taken to be endless. With an empty draw pile and RULE T4
 * every play and draw can be forced for ever, two cards going to and fro between neighbours; RULE O19
 * does not help, since a card is played each time. */
enum { SIM_ROUND_ACTIONS_MAX = 100000 };

/* Where the record goes. 'write' returns false when it could not. */
struct sim_sink {
    void *context;
    bool (*write)(void *context, const char *bytes, size_t count);
};

enum sim_record_result {
    SIM_RECORD_GOOD,
    SIM_RECORD_WRITE_FAILED,
    SIM_RECORD_ENDLESS,  /* a round did not end: the sheets know no way out of some forced plays */
    SIM_RECORD_BAD_RULES /* edition and options cannot be played, or not by so many */
};

/* One of these seats (1 << seat, at least one), each equally likely. */
static inline uint8_t sim_any_seat(uint16_t seats, struct pen_chance *chance)
{
    return (uint8_t)pen_bits_select(seats, pen_chance_below(chance, pen_bits_count(seats)));
}

/* What somebody does next in such a game. The round is not over. */
struct pen_action sim_record_choose(const struct pen_rules *rules, const struct pen_round *round,
                                    struct pen_chance *chance);

enum sim_record_result sim_record_play(const struct pen_edition *edition, const struct pen_options *options,
                                       const struct pen_names *names, uint64_t seed,
                                       const struct sim_sink *sink);

#endif
