/* record_steps.c - keeps what pen_mesa_replay() shows. */
#include "tui/screen/record_steps.h"

#include <stdlib.h>
#include <string.h>

struct reader {
    const struct pen_mesa_host *host;
    struct screen_record *record;
    bool is_full; /* no memory for more */
};

static bool find_edition(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                         struct pen_problem *problem)
{
    struct reader *reader = context;
    return reader->host->find_edition(reader->host->context, name, bytes, edition, problem);
}

static void report(void *context, unsigned line, const char *what)
{
    struct reader *reader = context;
    reader->host->report(reader->host->context, line, what);
}

static struct screen_step *add_step(struct screen_record *record)
{
    if (record->count == record->room) {
        unsigned room = record->room ? 2 * record->room : 256;
        struct screen_step *steps = realloc(record->steps, room * sizeof steps[0]);
        if (!steps)
            return NULL;
        record->steps = steps;
        record->room = room;
    }
    return &record->steps[record->count];
}

static void show(void *context, const struct pen_mesa_moment *moment)
{
    struct reader *reader = context;
    struct screen_record *record = reader->record;
    size_t bytes = moment->events->count * sizeof(struct pen_event);
    struct pen_event *events = malloc(bytes ? bytes : 1);
    struct screen_step *step = events && !reader->is_full ? add_step(record) : NULL;
    if (!step) {
        free(events);
        reader->is_full = true;
        return;
    }
    memcpy(events, moment->events->list, bytes);
    *step = (struct screen_step){*moment->game, events, moment->events->count, moment->is_deal};
    record->edition = *moment->edition;
    record->rules = *moment->rules;
    record->options = *moment->options;
    record->names = *moment->names;
    record->count++;
    study_show(&record->study, moment);
}

static bool grow(struct study *study)
{
    unsigned room = study->room ? 2 * study->room : 64;
    struct study_decision *list = realloc(study->list, room * sizeof *list);
    if (!list)
        return false; /* then there are no chances of the rest */
    study->list = list;
    study->room = room;
    return true;
}

struct screen_record *screen_record_read(const char *bytes, size_t count, const struct pen_mesa_host *host,
                                         enum pen_mesa_status *status)
{
    struct pen_mesa *mesa = malloc(sizeof *mesa);
    struct screen_record *record = calloc(1, sizeof *record);
    struct reader reader = {.host = host, .record = record};
    struct pen_mesa_host ours = {
        .context = &reader, .lang = host->lang, .find_edition = find_edition, .report = report, .show = show};
    if (record)
        record->study = (struct study){.seats = UINT16_MAX, .grow = grow};
    *status = mesa && record ? pen_mesa_replay(mesa, bytes, count, &ours) : PEN_MESA_UNREADABLE;
    free(mesa);
    /* A game that ends with a refused line can be watched up to there. */
    if (record && (record->count == 0 || reader.is_full || *status == PEN_MESA_UNREADABLE)) {
        screen_record_drop(record);
        record = NULL;
    }
    return record;
}

void screen_record_drop(struct screen_record *record)
{
    for (unsigned i = 0; i < record->count; i++)
        free(record->steps[i].events);
    free(record->steps);
    free(record->study.list);
    free(record);
}

unsigned screen_record_deal_before(const struct screen_record *record, unsigned step)
{
    while (step > 0 && !record->steps[step].is_deal)
        step--;
    return step;
}

unsigned screen_record_deal_after(const struct screen_record *record, unsigned step)
{
    do
        step++;
    while (step < record->count && !record->steps[step].is_deal);
    return step < record->count ? step : record->count - 1;
}

void screen_record_view(const struct screen_record *record, unsigned step, uint8_t viewer,
                        struct pen_view *view)
{
    struct pen_events events = {.count = 0};
    pen_view_init(view, viewer);
    for (unsigned i = screen_record_deal_before(record, step); i <= step; i++) {
        const struct screen_step *at = &record->steps[i];
        events.count = at->event_count;
        memcpy(events.list, at->events, at->event_count * sizeof at->events[0]);
        pen_view_update(view, &record->rules, &at->game, &events);
    }
}
