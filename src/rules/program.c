/* program.c - whether the steps of a card fit together. The only place that knows: the parser of edition
 * files asks here to say where, pen_rules_make() because an edition may come from elsewhere. */
#include "penultima/edition.h"

/* Another card is turned over instead. */
static bool turns_another(unsigned op)
{
    return op == PEN_STEP_RETURN || op == PEN_STEP_IGNORE;
}

/* The first step before 'end' at which play waits, or 'end'. */
static unsigned first_waiting(const struct pen_step *program, unsigned end)
{
    unsigned i = 0;
    while (i < end && pen_step_shape(program[i].op).phase == PEN_PHASE_OVER)
        i++;
    return i;
}

/* What is wrong with one step among the others. 'count' is their number. */
static enum pen_program_problem check_step(const struct pen_step *program, unsigned count, unsigned i,
                                           bool is_wild, unsigned *because)
{
    unsigned op = program[i].op;
    unsigned before = i > 0 ? program[i - 1].op : (unsigned)PEN_STEP_END;
    unsigned after = i + 1 < count ? program[i + 1].op : (unsigned)PEN_STEP_END;
    if (turns_another(op) && count > 1)
        return PEN_PROGRAM_ALONE;
    /* Two players can be skipped. Anything else done twice is a slip, would need a memory of its own and be
     * more than one action can report (PEN_EVENTS_MAX). */
    if (op != PEN_STEP_SKIP_NEXT &&
        pen_program_count(program, i, (uint8_t)op) < pen_program_count(program, 0, (uint8_t)op))
        return PEN_PROGRAM_REPEATED;
    if (op == PEN_STEP_NAME_COLOR && !is_wild)
        return PEN_PROGRAM_COLOR_NOT;
    if (is_wild && i == 0 && !turns_another(op) && op != PEN_STEP_NAME_COLOR)
        return PEN_PROGRAM_COLOR_FIRST;
    /* RULE K1: cards may be pending already when this one is laid as an answer, and nobody can choose
     * anything before they are dealt with. */
    *because = first_waiting(program, i);
    if (op == PEN_STEP_DRAW_NEXT && *because < i)
        return PEN_PROGRAM_DRAW_LATE;
    *because = i;
    if (op == PEN_STEP_LAY_ANY && after != PEN_STEP_OTHERS_FOLLOW)
        return PEN_PROGRAM_LAY_ANY_ALONE;
    if (op == PEN_STEP_OTHERS_FOLLOW && before != PEN_STEP_LAY_ANY)
        return PEN_PROGRAM_FOLLOW_ALONE;
    /* Whoever picks must have seen the hands. */
    if (op == PEN_STEP_SKIP_CHOSEN && (!is_wild || before != PEN_STEP_REVEAL_OTHERS))
        return PEN_PROGRAM_CHOSEN_ALONE;
    return PEN_PROGRAM_GOOD;
}

enum pen_program_problem pen_program_check(const struct pen_step *program, enum pen_step_place place,
                                           bool is_wild, unsigned *at, unsigned *because)
{
    unsigned count = 0;
    while (count < PEN_STEPS_MAX && program[count].op != PEN_STEP_END)
        count++;
    for (*at = *because = 0; *at < count; ++*at) {
        const struct pen_step_shape shape = pen_step_shape(program[*at].op);
        *because = *at;
        if (!(shape.where & (unsigned)place))
            return place == PEN_IN_OPEN ? PEN_PROGRAM_ONLY_PLAY : PEN_PROGRAM_ONLY_OPEN;
        if (shape.has_amount && program[*at].amount == 0)
            return PEN_PROGRAM_NEEDS_AMOUNT;
        if (!shape.has_amount && program[*at].amount > 0)
            return PEN_PROGRAM_NO_AMOUNT;
        enum pen_program_problem problem = check_step(program, count, *at, is_wild, because);
        if (problem != PEN_PROGRAM_GOOD)
            return problem;
    }
    return is_wild && count == 0 ? PEN_PROGRAM_COLOR_FIRST : PEN_PROGRAM_GOOD;
}
