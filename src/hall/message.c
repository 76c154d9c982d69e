/* message.c - see message.h. */
#include "hall/message.h"

#include <string.h>

static bool read_setup(const char *code, struct setup *setup, struct wire_problem *problem)
{
    struct setup_problem wrong;
    const bool is_good = setup_read(setup, code, strlen(code), NULL, &wrong);
    memset(problem, 0, sizeof *problem);
    memcpy(problem->field, wrong.word, sizeof wrong.word);
    problem->version = wrong.version;
    return is_good;
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
        entry->setup.settings = asked->create.has_settings ? asked->create.settings : setup_usual();
        if (asked->create.setup[0])
            read_setup(asked->create.setup, &entry->setup, &problem);
        entry->text = asked->create.text;
    } else if (asked->type == WIRE_ASKED_JOIN) {
        memcpy(entry->table, asked->join.table, sizeof entry->table);
        memcpy(entry->name, asked->join.name, sizeof entry->name);
        memcpy(entry->token, asked->join.token, sizeof entry->token);
        entry->has_token = asked->join.has_token;
        entry->seat = asked->join.seat;
    } else if (asked->type == WIRE_ASKED_MATCH) {
        memcpy(entry->name, asked->match.name, sizeof entry->name);
        memcpy(entry->token, asked->match.token, sizeof entry->token);
        entry->has_token = asked->match.has_token;
        entry->setup.settings = asked->match.has_settings ? asked->match.settings : setup_usual();
    } else if (asked->type == WIRE_ASKED_WATCH) {
        memcpy(entry->table, asked->watch.table, sizeof entry->table);
    } else {
        memcpy(entry->table, asked->resume.table, sizeof entry->table);
        memcpy(entry->token, asked->resume.token, sizeof entry->token);
        entry->has_token = asked->resume.has_token;
        entry->last = asked->resume.last;
    }
}

static enum wire_result lacks(const char *field, struct wire_problem *problem)
{
    memcpy(problem->field, field, strlen(field) + 1);
    return WIRE_BAD_FIELD;
}

/* A title that stays as it is may be from before this was asked. */
static bool is_clear_title(const struct wire_asked *asked, const char *title)
{
    const struct setup_settings *settings = asked->type == WIRE_ASKED_SET ? &asked->set.settings
                                            : asked->type == WIRE_ASKED_CREATE && asked->create.has_settings
                                                ? &asked->create.settings
                                                : NULL;
    return !settings || !settings->title[0] || strcmp(settings->title, title) == 0 ||
           room_text_is_clear(settings->title, strlen(settings->title));
}

enum wire_result hall__check(const struct wire_asked *asked, const char *title, struct wire_problem *problem)
{
    if (!is_clear_title(asked, title)) {
        (void)lacks("name", problem);
        return WIRE_BAD_SETTINGS;
    }
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
    struct setup setup;
    return code[0] && !read_setup(code, &setup, problem) ? WIRE_BAD_SETTINGS : WIRE_GOOD;
}
