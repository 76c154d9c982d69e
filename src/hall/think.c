/* think.c - choices that take long are made elsewhere: the table goes on when it is told what was chosen.
 * The same choice would come out here, so nothing but the time depends on it. */
#include <stdlib.h>

#include "hall/inside.h"

struct thinking {
    struct hall_work work; /* first, so that one is the other */
    struct hall *hall;
    uint64_t key;
    const struct room_rules *rules; /* pinned: the table may be gone before it is done */
    struct room_thought thought;
    struct pen_action action;
};

void hall_work_with(struct hall *hall, bool (*give)(void *context, struct hall_work *work), void *context)
{
    hall->give = give;
    hall->give_context = context;
}

static void run(struct hall_work *work)
{
    struct thinking *thinking = (struct thinking *)work;
    thinking->action = room_think(&thinking->thought, thinking->rules);
}

/* The table may be gone, or have gone on without it; then the room passes over it. */
static void done(struct hall_work *work)
{
    struct thinking *thinking = (struct thinking *)work;
    struct hall *hall = thinking->hall;
    struct hall_table *table = hall__table_find(hall, thinking->key);
    hall__rules_pin(hall, thinking->rules, false);
    if (table && !hall->is_draining) {
        struct room_input input = {.type = ROOM_IN_THOUGHT,
                                   .seat = PEN_SEAT_NONE,
                                   .thought = {.seat = thinking->thought.seat,
                                               .moment = thinking->thought.moment,
                                               .action = thinking->action}};
        struct room_answer answer;
        hall__apply(hall, table, &input, &answer);
    }
    free(thinking);
}

void hall__think(struct hall *hall, struct hall_table *table)
{
    if (!table->room.live.thought.is_wanted)
        return;
    struct thinking *thinking = calloc(1, sizeof *thinking);
    if (thinking) {
        thinking->work = (struct hall_work){run, done, NULL};
        thinking->hall = hall;
        thinking->key = table->key;
        thinking->rules = table->rules;
        if (!room_take_thought(&table->room, table->rules, &thinking->thought)) {
            free(thinking);
            return;
        }
        hall__rules_pin(hall, table->rules, true);
        if (hall->give(hall->give_context, &thinking->work))
            return;
        hall__rules_pin(hall, table->rules, false);
    }
    /* No memory, or too much to do: then the bot chooses at once, without thinking for long. */
    free(thinking);
    room_give_up_thought(&table->room);
}
