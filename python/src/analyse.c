/* analyse.c - what the moves of a record were worth (src/value/study.h), decision by decision, for Python. */
#include "lab.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "value/study.h"

struct lab_study {
    struct study study;
    const struct lab_rules *own; /* whose edition the file may name, or null */
    const char *seat;
    char *problem;
    size_t problem_size;
};

static bool find_edition(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                         struct pen_problem *problem)
{
    const struct lab_study *of = context;
    return lab_find_edition(of->own, name, bytes, edition, problem);
}

static void report(void *context, unsigned line, const char *what)
{
    struct lab_study *of = context;
    if (!of->problem[0])
        snprintf(of->problem, of->problem_size, "line %u: %s", line, what);
}

static bool grow(struct study *study)
{
    unsigned room = study->room ? 2 * study->room : 64;
    struct study_decision *list = realloc(study->list, room * sizeof *list);
    if (!list)
        return false;
    study->list = list;
    study->room = room;
    return true;
}

static void show(void *context, const struct pen_mesa_moment *moment)
{
    struct lab_study *of = context;
    if (!of->study.is_begun && of->seat) {
        of->study.seats = 0;
        for (unsigned i = 0; i < moment->names->count; i++)
            if (strcmp(moment->names->name[i], of->seat) == 0)
                of->study.seats = (uint16_t)(1u << i);
        if (of->study.seats == 0 && !of->problem[0])
            snprintf(of->problem, of->problem_size, "nobody is called %s there", of->seat);
    }
    study_show(&of->study, moment);
}

LAB_API void lab_study_free(struct lab_study *of)
{
    if (of)
        free(of->study.list);
    free(of);
}

/* The decisions of a record, or of one of its players. Null, and why in 'problem'. */
LAB_API struct lab_study *lab_study_new(const char *bytes, size_t count, const struct lab_rules *own,
                                        unsigned lang, const char *seat, char *problem, size_t problem_size)
{
    struct pen_mesa *mesa = calloc(1, sizeof *mesa);
    struct lab_study *of = calloc(1, sizeof *of);
    problem[0] = 0;
    bool is_good = mesa && of;
    if (is_good) {
        *of = (struct lab_study){.own = own, .seat = seat, .problem = problem, .problem_size = problem_size};
        of->study.seats = UINT16_MAX;
        of->study.grow = grow;
        struct pen_mesa_host host = {of, (enum pen_lang)lang, find_edition, report, show};
        is_good =
            pen_mesa_replay(mesa, bytes, count, &host) == PEN_MESA_GOOD && !problem[0] && !of->study.is_cut;
        of->problem = NULL;
    }
    free(mesa);
    if (is_good)
        return of;
    lab_study_free(of);
    return NULL;
}

LAB_API unsigned lab_study_count(const struct lab_study *of)
{
    return of->study.count;
}

/* Looks at all of them. */
LAB_API void lab_study_run(struct lab_study *of)
{
    for (unsigned i = 0; i < of->study.count; i++)
        study_look(&of->study, &of->study.list[i], study_tries(&of->study));
}

/* Looks once more at what is known least; 0: all is known. */
LAB_API int lab_study_deepen(struct lab_study *of, unsigned tries)
{
    struct study_decision *worst = study_least_known(&of->study);
    if (worst)
        study_look(&of->study, worst, tries);
    return worst != NULL;
}

/* As JSON. */
LAB_API void lab_study_tell(const struct lab_study *of, unsigned index, char *text, size_t size)
{
    struct pen_text out = pen_text_in(text, size);
    study_write(&of->study, &of->study.list[index], NULL, &out);
}
