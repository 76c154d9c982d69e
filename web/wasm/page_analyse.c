/* page_analyse.c - what a record or a table says of its moves, for a worker: it takes long, so it is asked
 * for decision by decision and can be stopped between two. Only what the seat itself could see is looked at.
 */
#include "page.h"

#include "room/room.h"
#include "value/luck.h"
#include "value/problem.h"

#include <string.h>

/* Reads the record in page_in, of which the decisions of 'seats' (bits) are wanted; how many there are. */
PAGE_EXPORT(studyBegin) unsigned page_export_study_begin(unsigned bytes, unsigned lang, unsigned seats);
/* Looks at one of them, with at least so many tries; the length of its JSON. Again is deeper. */
PAGE_EXPORT(studyLook) unsigned page_export_study_look(unsigned index, unsigned tries);
/* The one that is worth another look, or as many as there are. */
PAGE_EXPORT(studyWorst) unsigned page_export_study_worst(void);
/* What luck and skill were to a seat in what was looked at; 0: it is not known. */
PAGE_EXPORT(studyLuck) unsigned page_export_study_luck(unsigned seat);
/* Problem 'number' of those that ship, modulo their count, as a line "kept NUMBER COUNT", and its text. */
PAGE_EXPORT(problem) unsigned page_export_problem(unsigned number);
/* What the person at 'seat' could do now at the table whose journal is in page_in, the best as "best" and the
 * next best as "taken"; 0: nothing is to be decided. */
PAGE_EXPORT(advise) unsigned page_export_advise(unsigned bytes, unsigned seat, unsigned tries);

enum { ROOM_FOR = 2500 }; /* decisions: some ten long rounds with ten players */

static struct study study;
static struct study_decision decisions[ROOM_FOR];

static void report(void *context, unsigned line, const char *what)
{
    (void)context; /* whoever shows the record says what is wrong with it */
    (void)line;
    (void)what;
}

static void show(void *context, const struct pen_mesa_moment *moment)
{
    study_show(context, moment);
}

unsigned page_export_study_begin(unsigned bytes, unsigned lang, unsigned seats)
{
    static struct pen_mesa mesa;
    const struct pen_mesa_host host = {.context = &study,
                                       .lang = (enum pen_lang)lang,
                                       .find_edition = page_find_edition,
                                       .report = report,
                                       .show = show};
    memset(&study, 0, sizeof study);
    study.seats = (uint16_t)seats;
    study.list = decisions;
    study.room = ROOM_FOR;
    if (bytes > PAGE_IN_BYTES || lang >= pen_lang_count())
        return 0;
    (void)pen_mesa_replay(&mesa, page_in, bytes, &host); /* up to where it is wrong */
    return study.count;
}

unsigned page_export_study_look(unsigned index, unsigned tries)
{
    struct pen_text text = page_answer();
    if (index >= study.count)
        return 0;
    unsigned usual = study_tries(&study);
    study_look(&study, &study.list[index], tries > usual ? tries : usual);
    study_write(&study, &study.list[index], NULL, &text);
    return (unsigned)text.length;
}

unsigned page_export_study_worst(void)
{
    const struct study_decision *worst = study_least_known(&study);
    return worst ? (unsigned)(worst - study.list) : study.count;
}

unsigned page_export_study_luck(unsigned seat)
{
    static struct luck luck;
    struct pen_text text = page_answer();
    if (seat >= study.names.count || !luck_sum(&study, &luck))
        return 0;
    luck_write(&study, &luck, (uint8_t)seat, NULL, &text);
    return (unsigned)text.length;
}

unsigned page_export_problem(unsigned number)
{
    static struct pen_edition classic;
    static struct pen_rules its_rules;
    static struct pen_view view;
    struct problem problem;
    struct problem_proof proof;
    struct pen_text text = page_answer();
    unsigned index = number % problem_kept_count();
    problem_rules(&classic, &its_rules);
    if (!problem_show(index, &its_rules, &view, &problem, &proof))
        return 0;
    pen_text_add(&text, "kept ");
    pen_text_add_number(&text, index + 1);
    pen_text_add(&text, " ");
    pen_text_add_number(&text, problem_kept_count());
    pen_text_add(&text, "\n");
    problem_write(&problem, &classic, &its_rules, &proof, &text);
    return (unsigned)text.length;
}

/* ---- now ---- */

static struct pen_edition edition;
static struct pen_rules resolved;
static struct room_rules rules = {&edition, &resolved};

static const struct room_rules *find(void *context, const struct setup_settings *settings)
{
    (void)context;
    return page_edition(settings->edition, &edition) &&
                   pen_table_make(&resolved, &edition, &settings->options, NULL) == PEN_RULES_GOOD
               ? &rules
               : NULL;
}

static bool keep(void *context, const struct pen_edition *own)
{
    (void)context;
    return page_edition_keep(own);
}

/* The best but one. */
static unsigned second(const struct value_choices *choices)
{
    unsigned found = choices->best == 0 ? 1 : 0;
    for (unsigned i = 0; i < choices->count; i++)
        if (i != choices->best && choices->list[i].chance > choices->list[found].chance)
            found = i;
    return found;
}

unsigned page_export_advise(unsigned bytes, unsigned seat, unsigned tries)
{
    static const struct room_library library = {.find = find, .keep = keep};
    static struct room room;
    static struct study now; /* beside the record that is being looked at */
    static struct study_decision here;
    memset(&room, 0, sizeof room);
    memset(&now, 0, sizeof now);
    memset(&here, 0, sizeof here);
    if (!room_restore(&room, &library, page_in, bytes) || room.stage != ROOM_PLAYING ||
        seat >= room.seat_count)
        return 0;
    now.edition = edition;
    now.rules = resolved;
    now.known = value_class_of(&resolved, room.seat_count);
    now.names.count = room.seat_count;
    for (unsigned i = 0; i < room.seat_count; i++)
        memcpy(now.names.name[i], room.seats[i].name, sizeof now.names.name[i]);
    room_see(&room, &rules, (uint8_t)seat, &here.view);
    if (!value_choices_begin(&here.choices, now.known, &resolved, &here.view))
        return 0;
    study_look(&now, &here, tries);
    here.taken = second(&here.choices);
    here.action = here.choices.list[here.taken].action;
    here.cost = value_choices_cost(&here.choices, here.taken, &here.error);
    struct pen_text text = page_answer();
    study_write(&now, &here, NULL, &text);
    return (unsigned)text.length;
}
