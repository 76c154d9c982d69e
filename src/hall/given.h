/* given.h - a game that its people agreed to give away, without anything that says who they are. */
#ifndef HALL_GIVEN_H
#define HALL_GIVEN_H

#include "hall/hall.h"

struct hall_given {
    struct hall_page line, mesa; /* the line of JSON, with its end; the record in it, by itself */
    unsigned rounds, begun, first;
};

enum hall_giving {
    HALL_GIVING_NONE, /* no such game in this journal, or it is not over */
    HALL_GIVING_KEPT, /* its people have not agreed, or it cannot be given without telling who they are */
    HALL_GIVING_LOST, /* there was no memory for it */
    HALL_GIVING_GIVEN
};

/* 'turn' is any number: whose seat comes first. What is given is dropped with hall_given_drop(). */
enum hall_giving hall_give(const char *journal, size_t bytes, uint32_t game_number, uint32_t turn,
                           struct hall_given *given);
void hall_given_drop(struct hall_given *given);

#endif
