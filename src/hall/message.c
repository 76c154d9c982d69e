/* message.c - see message.h. */
#include "hall/message.h"

#include <string.h>

static bool read_setup(const char *code, struct wire_setup *setup, struct wire_problem *problem)
{
    const struct wire_settings usual = room_settings_default();
    return wire_setup_read(setup, code, strlen(code), &usual, problem);
}

void hall__entry_of(const struct wire_asked *asked, struct hall_entry *entry)
{
    struct wire_problem problem; /* was found by hall__check() */
    memset(entry, 0, sizeof *entry);
    entry->type = asked->type;
    entry->seat = PEN_SEAT_NONE;
    entry->text = "";
    if (asked->type == WIRE_ASKED_CREATE) {
        memcpy(entry->name, asked->create.name, sizeof entry->name);
        memcpy(entry->token, asked->create.token, sizeof entry->token);
        entry->has_token = asked->create.has_token;
        entry->setup.settings = asked->create.has_settings ? asked->create.settings : room_settings_default();
        if (asked->create.setup[0])
            read_setup(asked->create.setup, &entry->setup, &problem);
        entry->text = asked->create.text;
    } else if (asked->type == WIRE_ASKED_JOIN) {
        memcpy(entry->table, asked->join.table, sizeof entry->table);
        memcpy(entry->name, asked->join.name, sizeof entry->name);
        memcpy(entry->token, asked->join.token, sizeof entry->token);
        entry->has_token = asked->join.has_token;
        entry->seat = asked->join.seat;
    } else if (asked->type == WIRE_ASKED_WATCH) {
        memcpy(entry->table, asked->watch.table, sizeof entry->table);
    } else {
        memcpy(entry->table, asked->resume.table, sizeof entry->table);
        memcpy(entry->token, asked->resume.token, sizeof entry->token);
        entry->has_token = asked->resume.has_token;
        entry->last = asked->resume.last;
    }
}

static void agreement(struct room_input *input, uint32_t rules, const uint8_t *commit, bool has_commit)
{
    input->rules_version = rules;
    input->has_commit = has_commit;
    memcpy(input->commit, commit, sizeof input->commit);
}

static enum room_input_type type_of(enum wire_asked_type type)
{
    switch (type) {
    case WIRE_ASKED_SET:
        return ROOM_IN_SET;
    case WIRE_ASKED_BOT:
        return ROOM_IN_BOT;
    case WIRE_ASKED_AGREE:
        return ROOM_IN_AGREE;
    case WIRE_ASKED_AGAIN:
        return ROOM_IN_AGAIN;
    case WIRE_ASKED_REVEAL:
        return ROOM_IN_REVEAL;
    case WIRE_ASKED_ACT:
        return ROOM_IN_ACT;
    case WIRE_ASKED_ASK:
        return ROOM_IN_ASK;
    case WIRE_ASKED_VOTE:
        return ROOM_IN_VOTE;
    case WIRE_ASKED_SAY:
        return ROOM_IN_SAY;
    case WIRE_ASKED_REMOVE:
        return ROOM_IN_REMOVE;
    case WIRE_ASKED_NAME:
        return ROOM_IN_RENAME;
    case WIRE_ASKED_THERE:
        return ROOM_IN_THERE;
    case WIRE_ASKED_START:
        return ROOM_IN_START;
    case WIRE_ASKED_READY:
        return ROOM_IN_READY;
    case WIRE_ASKED_HINT:
        return ROOM_IN_HINT;
    case WIRE_ASKED_LEAVE:
        return ROOM_IN_LEAVE;
    case WIRE_ASKED_HELLO: /* no inputs of a table */
    case WIRE_ASKED_CREATE:
    case WIRE_ASKED_JOIN:
    case WIRE_ASKED_WATCH:
    case WIRE_ASKED_RESUME:
    case WIRE_ASKED_PUSH:
    case WIRE_ASKED_PING:
    case WIRE_ASKED_COUNT:
        break;
    }
    return ROOM_INPUT_COUNT;
}

void hall__input_of(const struct wire_asked *asked, struct room_input *input)
{
    memset(input, 0, sizeof *input);
    input->type = (uint8_t)type_of((enum wire_asked_type)asked->type);
    input->command = asked->id;
    input->target = PEN_SEAT_NONE;
    input->phrase = ROOM_NO_PHRASE;
    input->dt_ms = ROOM_NO_DT;
    switch ((enum wire_asked_type)asked->type) {
    case WIRE_ASKED_SET:
        input->settings = asked->set.settings;
        break;
    case WIRE_ASKED_BOT:
        input->target = asked->bot.seat;
        input->level = asked->bot.level;
        break;
    case WIRE_ASKED_AGREE:
        agreement(input, asked->agree.rules, asked->agree.commit, asked->agree.has_commit);
        break;
    case WIRE_ASKED_AGAIN:
        agreement(input, asked->again.rules, asked->again.commit, asked->again.has_commit);
        break;
    case WIRE_ASKED_REVEAL:
        memcpy(input->seed, asked->reveal.seed, sizeof input->seed);
        break;
    case WIRE_ASKED_ACT:
        input->on = asked->act.on;
        input->dt_ms = asked->act.dt_ms;
        if (asked->act.quote[0]) {
            input->text = asked->act.quote;
            input->text_bytes = strlen(asked->act.quote);
        }
        break;
    case WIRE_ASKED_ASK:
        input->what = asked->ask.what;
        input->target = asked->ask.seat;
        if (asked->ask.setup[0]) {
            struct wire_setup setup;
            struct wire_problem problem;
            read_setup(asked->ask.setup, &setup, &problem);
            input->settings = setup.settings;
        }
        break;
    case WIRE_ASKED_VOTE:
        input->yes = asked->vote.yes;
        break;
    case WIRE_ASKED_SAY:
        input->phrase = asked->say.phrase;
        if (asked->say.text[0]) {
            input->text = asked->say.text;
            input->text_bytes = strlen(asked->say.text);
        }
        break;
    case WIRE_ASKED_REMOVE:
        input->target = asked->remove.seat;
        break;
    case WIRE_ASKED_NAME:
        memcpy(input->name, asked->name.name, sizeof input->name);
        break;
    case WIRE_ASKED_THERE:
        input->target = asked->there.seat;
        break;
    case WIRE_ASKED_START: /* nothing goes with it */
    case WIRE_ASKED_READY:
    case WIRE_ASKED_HINT:
    case WIRE_ASKED_LEAVE:
    case WIRE_ASKED_HELLO: /* no inputs of a table */
    case WIRE_ASKED_CREATE:
    case WIRE_ASKED_JOIN:
    case WIRE_ASKED_WATCH:
    case WIRE_ASKED_RESUME:
    case WIRE_ASKED_PUSH:
    case WIRE_ASKED_PING:
    case WIRE_ASKED_COUNT:
        break;
    }
}

static enum wire_result lacks(const char *field, struct wire_problem *problem)
{
    memcpy(problem->field, field, strlen(field) + 1);
    return WIRE_BAD_FIELD;
}

enum wire_result hall__check(const struct wire_asked *asked, struct wire_problem *problem)
{
    if (asked->type == WIRE_ASKED_SAY && asked->say.phrase == ROOM_NO_PHRASE && !asked->say.text[0])
        return lacks("text", problem);
    if (asked->type == WIRE_ASKED_ASK && asked->ask.what == ROOM_ASK_KICK && asked->ask.seat == PEN_SEAT_NONE)
        return lacks("seat", problem);
    const char *code = asked->type == WIRE_ASKED_CREATE ? asked->create.setup
                       : asked->type == WIRE_ASKED_ASK  ? asked->ask.setup
                                                        : "";
    const bool is_about_rules = asked->type == WIRE_ASKED_ASK && asked->ask.what == ROOM_ASK_RULES;
    if ((asked->type == WIRE_ASKED_CREATE && code[0] && asked->create.has_settings) ||
        (asked->type == WIRE_ASKED_ASK && is_about_rules != (code[0] != 0)))
        return lacks("setup", problem);
    if (asked->type == WIRE_ASKED_ASK && asked->ask.text[0] && !is_about_rules)
        return lacks("text", problem);
    struct wire_setup setup;
    return code[0] && !read_setup(code, &setup, problem) ? WIRE_BAD_SETTINGS : WIRE_GOOD;
}
