/* setup.h - a table's whole set-up as a short code, for links and for typing:
 *
 *     2.office.jump-in.seven-0.scoring=quick.seats=6.clock=60s.with=casual-expert
 *
 * The version of the code, the edition, its house rules by name, and whatever else is not as usual: the
 * settings of the protocol (messages.def) by their keys, and the bots that sit there from the beginning. A
 * setting that is added there is part of the code at once. Written with letters, digits, '-', '_', '.', '='
 * and '~' alone, which no program that finds links in a text cuts off.
 *
 * Links of 0.2.0 named the edition, house rules by letter and the scoring: office.pj.quick. */
#ifndef WIRE_SETUP_H
#define WIRE_SETUP_H

#include "wire/wire.h"

#define WIRE_SETUP_VERSION 2

struct wire_setup {
    struct wire_settings settings;
    uint8_t bot_count;
    uint8_t bots[PEN_SEATS_MAX]; /* enum bot_level */
};

/* What is as in 'usual' is left out. */
void wire_setup_write(struct pen_text *text, const struct wire_setup *setup,
                      const struct wire_settings *usual);

/* Takes a whole link, too: what stands before "#", "setup=" and "rules=" is passed over. On false 'problem'
 * has the word that is not understood, or the version that is a later one. */
PEN_MUST_USE bool wire_setup_read(struct wire_setup *setup, const char *code, size_t count,
                                  const struct wire_settings *usual, struct wire_problem *problem);

/* Which setting, by its member: WIRE_SETTING(options.house); 0 is none. */
#define WIRE_SETTING(member) ((uint16_t)(offsetof(struct wire_settings, member) + 1))

/* The first setting that no message could say, out of its range or without a word; 0: all of them can be. */
uint16_t wire_settings_wrong(const struct wire_settings *settings);
/* As messages call it. */
void wire_setting_key(uint16_t setting, char word[WIRE_FIELD_BYTES]);

#endif
