/* tell.h - a game told in words on a stream, for replay and the demonstration. */
#ifndef CLI_TELL_H
#define CLI_TELL_H

#include "platform/host.h"

/* The eye that sees every card: tells what each event's own audience sees. */
#define TELL_EVERYTHING 0xfd

struct tell {
    FILE *stream;
    const struct pen_edition *edition;
    const struct pen_rules *rules;
    const struct pen_names *names;
    uint8_t viewer;  /* a seat, PEN_SPECTATOR or TELL_EVERYTHING */
    bool has_color;  /* shapes in their colours */
    unsigned column; /* of the last sentence's end */
};

/* A text, its shapes coloured if wanted. */
void tell_text(struct tell *tell, const char *text);

/* The sentences of these events, one per line, except for the bare changes of turn. The last line
 * is left open if 'is_open'. Returns how many sentences there were. */
unsigned tell_events(struct tell *tell, const struct pen_event *events, unsigned count, bool is_open);

/* After a deal: heading, who deals, hands, opening. */
void tell_deal(struct tell *tell, const struct pen_game *game, const struct pen_events *events,
               bool is_first);

/* After an action that ended the round: points, and who has won the game. */
void tell_end(struct tell *tell, const struct pen_game *game);

#endif
