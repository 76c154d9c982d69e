/* input.c - what people say, as inputs of a table. */
#include <string.h>

#include "room/inside.h"

void room_input_init(struct room_input *input, enum room_input_type type, uint8_t seat)
{
    memset(input, 0, sizeof *input);
    input->type = (uint8_t)type;
    input->seat = seat;
    if (type == ROOM_IN_ACT)
        input->act.dt_ms = ROOM_NO_DT;
    else if (type == ROOM_IN_ASK)
        input->ask.seat = PEN_SEAT_NONE;
    else if (type == ROOM_IN_SAY)
        wire_clear_asked_say(&input->say);
}

static bool read_rules(const char *code, struct setup_settings *settings)
{
    struct setup setup;
    struct setup_problem problem;
    if (!setup_read(&setup, code, room__length(code), NULL, &problem))
        return false;
    *settings = setup.settings;
    return true;
}

const char *room_input_read(struct room_input *input, const struct room *room, const struct room_rules *rules,
                            uint8_t seat, const struct wire_asked *asked)
{
    room_input_init(input, (enum room_input_type)asked->type, seat);
    input->command = asked->id;
    switch ((enum wire_asked_type)asked->type) {
    case WIRE_ASKED_SET:
        input->set.settings = asked->set.settings;
        break;
    case WIRE_ASKED_BOT:
        input->bot.seat = asked->bot.seat;
        input->bot.level = asked->bot.level;
        break;
    case WIRE_ASKED_ACT:
        input->act.on = asked->act.on;
        input->act.dt_ms = asked->act.dt_ms;
        input->act.quote = asked->act.quote[0] ? asked->act.quote : NULL;
        return room_read_action(room, rules, seat, asked->act.action, room__length(asked->act.action),
                                &input->act.action)
                   ? NULL
                   : "do";
    case WIRE_ASKED_ASK:
        input->ask.what = asked->ask.what;
        input->ask.seat = asked->ask.seat;
        return asked->ask.setup[0] && !read_rules(asked->ask.setup, &input->ask.settings) ? "setup" : NULL;
#define INPUT_DOOR(NAME, name) case WIRE_ASKED_##NAME:
#define INPUT_HOUSE(NAME, name) case WIRE_ASKED_##NAME:
#define INPUT_READ(NAME, name)
#define INPUT_TABLE(NAME, name)    \
    case WIRE_ASKED_##NAME:        \
        input->name = asked->name; \
        break;
#define X(NAME, name, word, to) INPUT_##to(NAME, name)
        WIRE_ASKED_LIST(X)
#undef X
    case WIRE_ASKED_COUNT:
        break;
    }
    return NULL;
}

const struct setup_settings *room_input_settings(const struct room_input *input)
{
    return input->type == ROOM_IN_OPEN  ? &input->open.settings
           : input->type == ROOM_IN_SET ? &input->set.settings
           : input->type == ROOM_IN_ASK ? &input->ask.settings
                                        : NULL;
}
