/* world.h - one table under test: rules, a room, its journal, what each viewer was sent.
 *
 * The room is given inputs as the hall would give them; everything that comes out is kept. */
#ifndef TESTS_ROOM_WORLD_H
#define TESTS_ROOM_WORLD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "room/room.h"

enum { WORLD_VIEWERS = PEN_SEATS_MAX + 1, WORLD_TEXT_MAX = 1 << 20, LIBRARY_MAX = 1024 };

/* Rules by settings, made once. */
struct library {
    unsigned count;
    struct pen_options options[LIBRARY_MAX];
    struct pen_edition editions[LIBRARY_MAX];
    struct pen_rules rules[LIBRARY_MAX];
    struct room_rules shared[LIBRARY_MAX];
};

static struct library library;

enum { WORLD_OWN_MAX = 4 };
static struct pen_edition world_own[WORLD_OWN_MAX];
static unsigned world_own_count;

/* An edition of somebody's own, as a house takes it; by what it goes by from now on. */
static inline const char *world_bring(const char *text)
{
    struct pen_problem problem;
    struct pen_edition base, *own = &world_own[world_own_count++];
    assert_true(world_own_count <= WORLD_OWN_MAX && pen_edition_builtin("classic", &base));
    if (!pen_edition_read(own, &base, text, strlen(text), &problem) || !room_name_own_edition(own))
        fail_msg("%u:%u: %s", problem.line, problem.column, pen_problem_in(&problem, PEN_LANG_EN));
    return own->id;
}

static bool world_edition(const char *id, struct pen_edition *edition)
{
    for (unsigned i = 0; i < world_own_count; i++) {
        if (strcmp(world_own[i].id, id) == 0) {
            *edition = world_own[i];
            return true;
        }
    }
    return pen_edition_builtin(id, edition);
}

static const struct room_rules *library_find(void *context, const struct setup_settings *settings)
{
    (void)context;
    for (unsigned i = 0; i < library.count; i++)
        if (strcmp(library.editions[i].id, settings->edition) == 0 &&
            memcmp(&library.options[i], &settings->options, sizeof settings->options) == 0)
            return &library.shared[i];
    unsigned i = library.count;
    if (i == LIBRARY_MAX || !world_edition(settings->edition, &library.editions[i]) ||
        pen_table_make(&library.rules[i], &library.editions[i], &settings->options, NULL) != PEN_RULES_GOOD)
        return NULL;
    library.options[i] = settings->options;
    library.shared[i] = (struct room_rules){&library.editions[i], &library.rules[i]};
    library.count++;
    return &library.shared[i];
}

static const struct room_library world_library = {NULL, library_find, NULL, NULL};

struct world {
    struct room room;
    const struct room_rules *rules;
    uint64_t now;
    uint32_t command[PEN_SEATS_MAX];
    size_t journal_bytes;
    size_t sent_bytes[WORLD_VIEWERS]; /* the newest messages to a viewer, one per line */
    size_t last[WORLD_VIEWERS];       /* where the newest one begins */
    unsigned sent_count;
    unsigned moved_count;
    bool has_no_journal;
    char journal[WORLD_TEXT_MAX];
    char sent[WORLD_VIEWERS][WORLD_TEXT_MAX / 4];
};

static unsigned viewer_place(uint8_t viewer)
{
    return viewer == PEN_SPECTATOR ? PEN_SEATS_MAX : viewer;
}

/* ---- is it JSON? ---- */

static const char *skip_value(const char *at);

static const char *skip_string(const char *at)
{
    if (*at++ != '"')
        return NULL;
    for (; *at != '"'; at++) {
        if ((unsigned char)*at < 0x20)
            return NULL;
        if (*at == '\\' && !strchr("\"\\/bfnrtu", *++at))
            return NULL;
    }
    return at + 1;
}

static const char *skip_list(const char *at, char end, bool has_keys)
{
    at++;
    if (*at == end)
        return at + 1;
    for (;;) {
        if (has_keys && (!(at = skip_string(at)) || *at++ != ':'))
            return NULL;
        if (!(at = skip_value(at)))
            return NULL;
        if (*at == end)
            return at + 1;
        if (*at++ != ',')
            return NULL;
    }
}

static const char *skip_value(const char *at)
{
    static const char *const words[] = {"true", "false", "null"};
    if (*at == '{')
        return skip_list(at, '}', true);
    if (*at == '[')
        return skip_list(at, ']', false);
    if (*at == '"')
        return skip_string(at);
    for (unsigned i = 0; i < 3; i++)
        if (strncmp(at, words[i], strlen(words[i])) == 0)
            return at + strlen(words[i]);
    const char *start = at;
    while (*at >= '0' && *at <= '9')
        at++;
    return at > start && (*start != '0' || at == start + 1) ? at : NULL;
}

static inline void assert_json(const char *text)
{
    const char *end = *text == '{' ? skip_value(text) : NULL;
    if (!end || *end)
        fail_msg("not JSON: %s", text);
}

/* ---- what comes out ---- */

static void world_journal(void *context, const char *text, size_t bytes)
{
    struct world *world = context;
    assert_true(world->journal_bytes + bytes < sizeof world->journal);
    assert_int_equal(text[bytes - 1], '\n');
    memcpy(world->journal + world->journal_bytes, text, bytes);
    world->journal_bytes += bytes;
    world->journal[world->journal_bytes] = 0;
}

static void world_send(void *context, uint8_t viewer, const struct room_message *message)
{
    struct world *world = context;
    const char *json = message->bytes;
    const size_t bytes = message->count;
    unsigned place = viewer_place(viewer);
    assert_true(place < WORLD_VIEWERS);
    assert_int_equal(json[bytes], 0);
    world->sent_count++;
    size_t *used = &world->sent_bytes[place];
    if (*used + bytes + 2 >= sizeof world->sent[0])
        *used = 0; /* enough is kept for any test that looks back */
    world->last[place] = *used;
    memcpy(world->sent[place] + *used, json, bytes);
    *used += bytes;
    world->sent[place][(*used)++] = '\n';
    world->sent[place][*used] = 0;
}

static void world_moved(void *context, uint8_t from, uint8_t to)
{
    struct world *world = context;
    world->moved_count++;
    if (to != PEN_SEAT_NONE) {
        assert_true(to < from);
        world->command[to] = world->command[from];
    }
    world->command[from] = 0;
}

static struct room_out world_out(struct world *world)
{
    return (struct room_out){world, world->has_no_journal ? NULL : world_journal, world_send, world_moved};
}

/* The newest message to a viewer, or "". */
static inline const char *world_last(const struct world *world, uint8_t viewer)
{
    unsigned place = viewer_place(viewer);
    return world->sent_bytes[place] ? world->sent[place] + world->last[place] : "";
}

static inline bool world_has_sent(const struct world *world, uint8_t viewer, const char *part)
{
    unsigned place = viewer_place(viewer);
    return world->sent_bytes[place] && strstr(world->sent[place], part);
}

static inline void world_forget(struct world *world)
{
    memset(world->sent_bytes, 0, sizeof world->sent_bytes);
    world->sent_count = 0;
}

/* ---- what goes in ---- */

static inline struct room_input world_input(struct world *world, enum room_input_type type, uint8_t seat)
{
    struct room_input input;
    room_input_init(&input, type, seat);
    input.now_ms = world->now;
    if (seat < PEN_SEATS_MAX && type != ROOM_IN_SIT && type != ROOM_IN_HERE)
        input.command = ++world->command[seat];
    return input;
}

static inline struct room_answer world_apply(struct world *world, struct room_input *input)
{
    struct room_out out = world_out(world);
    const struct room_rules *rules = world->rules;
    if (input->type == ROOM_IN_OPEN || input->type == ROOM_IN_SET)
        rules = library_find(NULL, room_input_settings(input));
    if (room_wants_entropy(&world->room) || input->type == ROOM_IN_OPEN) {
        input->has_entropy = true;
        for (unsigned i = 0; i < sizeof input->entropy; i++)
            input->entropy[i] = (uint8_t)(input->entropy[i] + 7 * i + world->room.game_number);
    }
    struct room_answer answer = room_apply(&world->room, rules, input, &out);
    if (rules != world->rules) /* a repeated SET is accepted, too, and changes nothing */
        world->rules = library_find(NULL, &world->room.settings);
    return answer;
}

static inline struct room_answer world_do(struct world *world, enum room_input_type type, uint8_t seat)
{
    struct room_input input = world_input(world, type, seat);
    return world_apply(world, &input);
}

static inline void world_tick(struct world *world, uint64_t ms)
{
    world->now += ms;
    world_do(world, ROOM_IN_TICK, PEN_SEAT_NONE);
}

static inline void world_open(struct world *world, const struct setup_settings *settings, uint64_t seed)
{
    memset(&world->room, 0, sizeof world->room);
    memset(world->command, 0, sizeof world->command);
    world->journal_bytes = 0;
    world_forget(world);
    world->now = 1700000000000;
    struct room_input input = world_input(world, ROOM_IN_OPEN, PEN_SEAT_NONE);
    input.open.settings = *settings;
    for (unsigned i = 0; i < 8; i++)
        input.entropy[i] = (uint8_t)(seed >> 8 * i);
    strcpy(input.open.id, "k7m2p9x4");
    struct room_answer answer = world_apply(world, &input);
    assert_int_equal(answer.refusal, ROOM_ACCEPTED);
}

static inline uint8_t world_sit(struct world *world, const char *name)
{
    struct room_input input = world_input(world, ROOM_IN_SIT, PEN_SEAT_NONE);
    strcpy(input.sit.name, name);
    memset(input.sit.token_hash, name[0], sizeof input.sit.token_hash);
    struct room_answer answer = world_apply(world, &input);
    assert_int_equal(answer.refusal, ROOM_ACCEPTED);
    return answer.seat;
}

static inline struct room_answer world_agree(struct world *world, uint8_t seat)
{
    struct room_input input = world_input(world, ROOM_IN_AGREE, seat);
    input.agree.rules = world->room.rules_version;
    return world_apply(world, &input);
}

static inline struct room_answer world_bot(struct world *world, uint8_t host, uint8_t seat, uint8_t level)
{
    struct room_input input = world_input(world, ROOM_IN_BOT, host);
    input.bot.seat = seat;
    input.bot.level = level;
    return world_apply(world, &input);
}

static inline struct room_answer world_act(struct world *world, uint8_t seat, struct pen_action action)
{
    struct room_input input = world_input(world, ROOM_IN_ACT, seat);
    input.act.action = action;
    input.act.on = world->room.n;
    return world_apply(world, &input);
}

static inline struct room_answer world_say(struct world *world, uint8_t seat, const char *action)
{
    struct room_input input = world_input(world, ROOM_IN_ACT, seat);
    assert_true(
        room_read_action(&world->room, world->rules, seat, action, strlen(action), &input.act.action));
    input.act.on = world->room.n;
    return world_apply(world, &input);
}

static inline struct room_answer world_ask(struct world *world, uint8_t seat, enum room_ask what,
                                           uint8_t target)
{
    struct room_input input = world_input(world, ROOM_IN_ASK, seat);
    input.ask.what = (uint8_t)what;
    input.ask.seat = target;
    return world_apply(world, &input);
}

static inline struct room_answer world_vote(struct world *world, uint8_t seat, bool yes)
{
    struct room_input input = world_input(world, ROOM_IN_VOTE, seat);
    input.vote.yes = yes;
    return world_apply(world, &input);
}

static inline void world_here(struct world *world, uint8_t seat, bool is_here)
{
    struct room_input input = world_input(world, ROOM_IN_HERE, seat);
    input.here.is_here = is_here;
    world_apply(world, &input);
}

static const char *const world_names[] = {"Ana",  "Beto",   "Carla",   "Dani",  "Eva",
                                          "Fede", "Gloria", "Hilario", "Irene", "Juan"};

/* A table of people, playing. */
static inline void world_play(struct world *world, const struct setup_settings *settings, unsigned people,
                              uint64_t seed)
{
    world_open(world, settings, seed);
    for (unsigned i = 0; i < people; i++)
        world_sit(world, world_names[i]);
    for (unsigned i = 0; i < people; i++)
        assert_int_equal(world_agree(world, (uint8_t)i).refusal, ROOM_ACCEPTED);
    assert_int_equal(world_do(world, ROOM_IN_START, 0).refusal, ROOM_ACCEPTED);
    assert_int_equal(world->room.stage, ROOM_PLAYING);
}

/* ---- the journal gives the same room ---- */

static inline void world_assert_restored(const struct world *world)
{
    static struct room twin;
    memset(&twin, 0, sizeof twin);
    if (!room_restore(&twin, &world_library, world->journal, world->journal_bytes)) {
        const char *at = world->journal;
        memset(&twin, 0, sizeof twin);
        while (room_restore(&twin, &world_library, at, (size_t)(strchr(at, '\n') + 1 - at)))
            at = strchr(at, '\n') + 1;
        fail_msg("cannot be read back: %.300s", at);
    }
    memset(&twin.live, 0, sizeof twin.live);
    static struct room live;
    live = world->room;
    memset(&live.live, 0, sizeof live.live);
    if (memcmp(&twin, &live, sizeof twin) != 0) {
        const unsigned char *a = (const unsigned char *)&twin, *b = (const unsigned char *)&live;
        size_t i = 0;
        while (a[i] == b[i])
            i++;
        fail_msg("byte %zu of the room is %u after restoring and was %u (n %u, %u)\n%s", i, a[i], b[i],
                 twin.n, live.n,
                 world->journal + (world->journal_bytes > 1500 ? world->journal_bytes - 1500 : 0));
    }
}

#endif
