/* frames.c - what was done in a record as rows of numbers, for tables of columns in Python. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab.h"

enum {
    LINE,
    ROUND,
    MOMENT,
    SEAT,
    VERB,
    CARD,
    COLOR,
    TARGET,
    UNO,
    NUMBER,
    HAND,
    TOP,
    IN_PLAY,
    PHASE,
    PENDING,
    DRAW,
    DISCARD,
    OVER,
    WINNER,
    COLUMNS
};

struct lab_frames {
    const struct lab_rules *own;
    struct pen_game before;
    struct pen_view views[PEN_SEATS_MAX];
    struct pen_names names;
    char edition[PEN_ID_BYTES];
    int32_t (*rows)[COLUMNS];
    struct pen_observation *seen;
    size_t count, room;
    unsigned moment;
    bool has_failed;
    char *problem;
    size_t problem_size;
};

static bool find_edition(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                         struct pen_problem *problem)
{
    const struct lab_frames *frames = context;
    return lab_find_edition(frames->own, name, bytes, edition, problem);
}

static void report(void *context, unsigned line, const char *what)
{
    struct lab_frames *frames = context;
    if (!frames->problem[0])
        snprintf(frames->problem, frames->problem_size, "line %u: %s", line, what);
}

static bool has_room(struct lab_frames *frames)
{
    if (frames->count < frames->room)
        return true;
    const size_t room = frames->room ? 2 * frames->room : 256;
    void *rows = realloc(frames->rows, room * sizeof *frames->rows);
    if (rows)
        frames->rows = rows;
    void *seen = rows ? realloc(frames->seen, room * sizeof *frames->seen) : NULL;
    if (seen)
        frames->seen = seen;
    frames->has_failed = !seen;
    frames->room = seen ? room : frames->room;
    return seen;
}

static int32_t or_none(uint8_t value)
{
    return value == 0xff ? -1 : value;
}

static void add_row(struct lab_frames *frames, const struct pen_mesa_moment *moment)
{
    const struct pen_round *before = &frames->before.round, *after = &moment->game->round;
    const struct pen_action action = moment->action;
    if (!has_room(frames))
        return;
    const unsigned number = pen_action_to_number(moment->rules, action, before->seat_count);
    int32_t *row = frames->rows[frames->count];
    row[LINE] = (int32_t)moment->line;
    row[ROUND] = frames->before.round_number;
    row[MOMENT] = (int32_t)frames->moment;
    row[SEAT] = action.seat;
    row[VERB] = action.verb;
    row[CARD] = or_none(action.card);
    row[COLOR] = or_none(action.color);
    row[TARGET] = or_none(action.target);
    row[UNO] = action.uno;
    row[NUMBER] = number < PEN_ACTIONS ? (int32_t)number : -1;
    row[HAND] = before->hand_count[action.seat];
    row[TOP] = before->top;
    row[IN_PLAY] = or_none(before->color);
    row[PHASE] = before->phase;
    row[PENDING] = before->pending;
    row[DRAW] = before->draw_count;
    row[DISCARD] = before->discard_count;
    row[OVER] = after->phase == PEN_PHASE_OVER;
    row[WINNER] = row[OVER] ? or_none(after->winner) : -1;
    pen_observe_view(moment->rules, &frames->views[action.seat], &frames->seen[frames->count]);
    frames->count++;
}

static void show(void *context, const struct pen_mesa_moment *moment)
{
    struct lab_frames *frames = context;
    if (!moment->is_deal && !moment->is_void && !frames->has_failed)
        add_row(frames, moment);
    for (unsigned seat = 0; seat < moment->game->round.seat_count; seat++) {
        if (moment->is_deal)
            pen_view_init(&frames->views[seat], (uint8_t)seat);
        pen_view_update(&frames->views[seat], moment->rules, moment->game, moment->events);
    }
    frames->before = *moment->game;
    frames->names = *moment->names;
    snprintf(frames->edition, sizeof frames->edition, "%s", moment->edition->id);
    frames->moment++;
}

LAB_API void lab_frames_free(struct lab_frames *frames)
{
    if (!frames)
        return;
    free(frames->rows);
    free(frames->seen);
    free(frames);
}

/* Null, and why in 'problem'. */
LAB_API struct lab_frames *lab_frames_new(const char *bytes, size_t count, const struct lab_rules *own,
                                          unsigned lang, char *problem, size_t problem_size)
{
    struct pen_mesa *mesa = calloc(1, sizeof *mesa);
    struct lab_frames *frames = calloc(1, sizeof *frames);
    problem[0] = 0;
    bool is_good = mesa && frames;
    if (is_good) {
        frames->own = own;
        frames->problem = problem;
        frames->problem_size = problem_size;
        struct pen_mesa_host host = {frames, (enum pen_lang)lang, find_edition, report, show};
        is_good = pen_mesa_replay(mesa, bytes, count, &host) == PEN_MESA_GOOD && !frames->has_failed;
        frames->problem = NULL;
    }
    free(mesa);
    if (is_good)
        return frames;
    lab_frames_free(frames);
    return NULL;
}

LAB_API size_t lab_frames_count(const struct lab_frames *frames)
{
    return frames->count;
}

LAB_API unsigned lab_frames_columns(void)
{
    return COLUMNS;
}

LAB_API void lab_frames_read(const struct lab_frames *frames, int32_t *rows, uint8_t *observations)
{
    if (frames->count == 0)
        return;
    memcpy(rows, frames->rows, frames->count * sizeof *frames->rows);
    memcpy(observations, frames->seen, frames->count * sizeof *frames->seen);
}

LAB_API const char *lab_frames_edition(const struct lab_frames *frames)
{
    return frames->edition;
}

/* Null: there is no such seat. */
LAB_API const char *lab_frames_name(const struct lab_frames *frames, unsigned seat)
{
    return seat < frames->names.count ? frames->names.name[seat] : NULL;
}
