/* load_message.h - what a player of 'penultima load' does with what a server offers. */
#ifndef CLI_LOAD_MESSAGE_H
#define CLI_LOAD_MESSAGE_H

#include "wire/wire.h"

/* Who chooses: by which rules and by which chance. Players are called P0, P1 ... */
struct load_chooser {
    const struct wire_book *book;
    const struct pen_names *names;
    struct pen_chance *chance;
};

/* Something that the seat may do now, as a .mesa action without the name. False: nothing. */
bool load_choose(const struct load_chooser *chooser, const struct wire_now *now, uint8_t seat,
                 char words[WIRE_ACTION_BYTES]);

#endif
