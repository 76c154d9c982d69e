/* edition_effects.c - the statements that say what a card does: its programs, and for draw cards
 * when they are honest, what a wrong challenge costs and what answers them. */
#include "edition_parser.h"

/* The card that a statement is about; once per file and aspect. */
static bool take_subject(struct parser *p, enum aspect aspect, unsigned *index)
{
    const struct token code = p->token;
    if (!pen__ed_take_face(p, index))
        return false;
    if (p->face_place[*index][aspect].line > 0)
        return pen__ed_fail(p, code.place, PEN_WORD_EDITION_TWICE, code.bytes, code.count, "");
    p->face_place[*index][aspect] = code.place;
    return true;
}

static bool step_unknown(struct parser *p, const struct phrase *phrase, bool is_open)
{
    const char *words[PEN_STEP_OP_COUNT];
    unsigned count = 0;
    for (unsigned op = PEN_STEP_END + 1; op < PEN_STEP_OP_COUNT; op++) {
        if (pen_step_may_stand(op, is_open ? PEN_IN_OPEN : PEN_IN_PLAY))
            words[count++] = pen__step_words[op].words;
    }
    const char *near = pen__ed_nearest(phrase->bytes, phrase->count, words, count);
    if (near)
        return pen__ed_fail(p, phrase->place, PEN_WORD_EDITION_STEP_LIKE, phrase->bytes, phrase->count, near);
    for (unsigned i = 0; i < count; i++) {
        size_t length = pen__length(words[i]);
        if (phrase->count > length && phrase->bytes[length] == ' ' &&
            memcmp(phrase->bytes, words[i], length) == 0)
            return pen__ed_fail(p, phrase->place, PEN_WORD_EDITION_STEP_COMMA, words[i], length, "");
    }
    char names[192];
    struct pen_text text = pen_text_in(names, sizeof names);
    for (unsigned i = 0; i < count; i++) {
        pen_text_add(&text, i > 0 ? ", " : "");
        pen_text_add(&text, words[i]);
    }
    return pen__ed_fail(p, phrase->place, PEN_WORD_EDITION_STEP_UNKNOWN, phrase->bytes, phrase->count, names);
}

static bool fail_step(struct parser *p, struct place place, enum pen_word problem, unsigned op)
{
    const char *words = pen__step_words[op].words;
    return pen__ed_fail(p, place, problem, words, pen__length(words), "1-20");
}

/* One step, with its amount. */
static bool take_step(struct parser *p, bool is_open, struct pen_step *step, struct place *place)
{
    struct phrase phrase;
    unsigned op = PEN_STEP_END + 1;
    if (p->token.kind != TOKEN_WORD || pen__ed_is_number(p))
        return pen__ed_expected(p, is_open ? "name color | draw next N | skip next | dealer starts | reverse "
                                             "| return | ignore | nothing"
                                           : "STEP, STEP, ... | nothing");
    if (!pen__ed_take_phrase(p, &phrase))
        return false;
    while (op < PEN_STEP_OP_COUNT && !pen__equals(phrase.bytes, phrase.count, pen__step_words[op].words))
        op++;
    if (op == PEN_STEP_OP_COUNT)
        return step_unknown(p, &phrase, is_open);
    *place = phrase.place;
    step->op = (uint8_t)op;
    step->amount = 0;

    if (is_open && !pen_step_may_stand(op, PEN_IN_OPEN))
        return fail_step(p, phrase.place, PEN_WORD_EDITION_STEP_ONLY_PLAY, op);
    if (!is_open && !pen_step_may_stand(op, PEN_IN_PLAY))
        return fail_step(p, phrase.place, PEN_WORD_EDITION_STEP_ONLY_OPEN, op);
    if (pen__step_words[op].has_amount) {
        if (!pen__ed_is_number(p))
            return fail_step(p, p->token.place, PEN_WORD_EDITION_STEP_NEEDS_AMOUNT, op);
        return pen__ed_take_amount(p, &step->amount);
    }
    return !pen__ed_is_number(p) || fail_step(p, p->token.place, PEN_WORD_EDITION_STEP_NO_AMOUNT, op);
}

bool pen__ed_has_step(const struct pen_step *steps, unsigned count, unsigned op)
{
    for (unsigned i = 0; i < count; i++)
        if (steps[i].op == op)
            return true;
    return false;
}

/* The first step at which play stops until somebody has chosen or acted, or PEN_STEP_END. */
static unsigned first_waiting(const struct pen_step *steps, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (pen_step_waits(steps[i].op))
            return steps[i].op;
    return PEN_STEP_END;
}

/* Whether the steps fit together. pen_rules_make() asks for most of this too, but cannot say where.
 */
static bool check_steps(struct parser *p, const struct pen_face *face, const struct pen_step *steps,
                        const struct place *places, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned op = steps[i].op;
        unsigned before = i > 0 ? steps[i - 1].op : (unsigned)PEN_STEP_END;
        unsigned after = i + 1 < count ? steps[i + 1].op : (unsigned)PEN_STEP_END;
        bool is_alone = op == PEN_STEP_RETURN || op == PEN_STEP_IGNORE;
        if (is_alone && count > 1)
            return fail_step(p, places[i], PEN_WORD_EDITION_STEP_ALONE, op);
        /* Two players can be skipped. Anything else done twice is a slip, and would be more than
         * one action can report (PEN_EVENTS_MAX). */
        if (op != PEN_STEP_SKIP_NEXT && pen__ed_has_step(steps, i, op))
            return fail_step(p, places[i], PEN_WORD_EDITION_STEP_REPEATED, op);
        if (op == PEN_STEP_NAME_COLOR && !face->is_wild)
            return pen__ed_fail(p, places[i], PEN_WORD_EDITION_NAME_COLOR_NOT, face->code,
                                pen__length(face->code), "");
        if (face->is_wild && i == 0 && !is_alone && op != PEN_STEP_NAME_COLOR)
            return pen__ed_fail(p, places[i], PEN_WORD_EDITION_NAME_COLOR_FIRST, "", 0, "");
        /* RULE K1: cards may be pending already when this one is laid as an answer, and nobody can
         * choose anything before they are dealt with. */
        if (op == PEN_STEP_DRAW_NEXT && first_waiting(steps, i) != PEN_STEP_END)
            return fail_step(p, places[i], PEN_WORD_EDITION_DRAW_LATE, first_waiting(steps, i));
        if (op == PEN_STEP_LAY_ANY && after != PEN_STEP_OTHERS_FOLLOW)
            return pen__ed_fail(p, places[i], PEN_WORD_EDITION_LAY_ANY_ALONE, "", 0, "");
        if (op == PEN_STEP_OTHERS_FOLLOW && before != PEN_STEP_LAY_ANY)
            return pen__ed_fail(p, places[i], PEN_WORD_EDITION_FOLLOW_ALONE, "", 0, "");
        if (op == PEN_STEP_SKIP_CHOSEN && (!face->is_wild || before != PEN_STEP_REVEAL_OTHERS))
            return pen__ed_fail(p, places[i], PEN_WORD_EDITION_CHOSEN_ALONE, "", 0, "");
    }
    return true;
}

static bool read_program(struct parser *p, bool is_open)
{
    struct pen_step steps[PEN_STEPS_MAX];
    struct place places[PEN_STEPS_MAX];
    unsigned index = 0, count = 0;

    memset(steps, 0, sizeof steps);
    if (!take_subject(p, is_open ? ASPECT_OPEN : ASPECT_PLAY, &index))
        return false;
    struct pen_face *face = &p->edition->faces[index];
    /* The house rule seven-0 adds a step to its numbers (RULE H2), which needs room. */
    unsigned count_max = face->number == PEN_NUMBER_NONE ? PEN_STEPS_MAX : PEN_STEPS_MAX - 1;
    if (pen__ed_is_word(p, PEN__NOTHING)) {
        if (face->is_wild)
            return pen__ed_fail(p, p->token.place, PEN_WORD_EDITION_NAME_COLOR_FIRST, "", 0, "");
        if (!pen__ed_advance(p))
            return false;
    } else {
        for (;;) {
            if (count == count_max)
                return pen__ed_fail_number(p, p->token.place, PEN_WORD_EDITION_STEPS_MANY, "", count_max);
            if (!take_step(p, is_open, &steps[count], &places[count]))
                return false;
            count++;
            if (p->token.kind != TOKEN_COMMA)
                break;
            if (!pen__ed_advance(p))
                return false;
        }
    }
    if (!check_steps(p, face, steps, places, count))
        return false;
    memcpy(is_open ? face->open : face->play, steps, sizeof steps);
    return pen__ed_take_end(p);
}

bool pen__ed_read_play(struct parser *p)
{
    return read_program(p, false);
}

bool pen__ed_read_open(struct parser *p)
{
    return read_program(p, true);
}

bool pen__ed_read_honest(struct parser *p)
{
    static const char allowed[] = "without color | without color or wild | always";
    unsigned index = 0;
    uint8_t guard = 0;
    struct place place;
    if (!take_subject(p, ASPECT_HONEST, &index))
        return false;
    place = p->token.place;
    if (!pen__ed_take_choice(p, pen__guard_words, 4, allowed, &guard))
        return false;
    /* A wild left in the hand alone never makes a bluff: RULE A6 is about the colour first. */
    if (guard == PEN_GUARD_WILD)
        return pen__ed_fail(p, place, PEN_WORD_EDITION_EXPECTED, "without wild", 12, allowed);
    p->edition->faces[index].guard = guard;
    return pen__ed_take_end(p);
}

bool pen__ed_read_challenge(struct parser *p)
{
    unsigned index = 0;
    uint8_t cards = 0, by = PEN_CHALLENGE_BY_TARGET;
    if (!take_subject(p, ASPECT_CHALLENGE, &index))
        return false;
    if (pen__ed_is_word(p, "never")) {
        if (!pen__ed_advance(p))
            return false;
    } else if (!pen__ed_is_number(p)) {
        return pen__ed_expected(p, "N more | N more, by anybody | never");
    } else if (!pen__ed_take_amount(p, &cards) || !pen__ed_take_word(p, "more")) {
        return false;
    } else if (p->token.kind == TOKEN_COMMA) {
        /* RULE O26: unless it is said, the one who would draw. */
        if (!pen__ed_advance(p) ||
            !pen__ed_take_choice(p, pen__challenge_words, 2, "by target | by anybody", &by))
            return false;
    }
    p->edition->faces[index].challenge_cards = cards;
    p->edition->faces[index].challenge_by = by;
    return pen__ed_take_end(p);
}

bool pen__ed_read_answer(struct parser *p)
{
    unsigned index = 0;
    uint32_t answers = 0;
    if (!take_subject(p, ASPECT_ANSWER, &index))
        return false;
    if (pen__ed_is_word(p, "never")) {
        if (!pen__ed_advance(p))
            return false;
    } else {
        if (!pen__ed_is_word(p, "with"))
            return pen__ed_expected(p, "with CODE, CODE, ... | never");
        do {
            unsigned answer = 0;
            if (!pen__ed_advance(p))
                return false;
            const struct token code = p->token;
            if (!pen__ed_take_face(p, &answer))
                return false;
            if (answers >> answer & 1)
                return pen__ed_fail(p, code.place, PEN_WORD_EDITION_TWICE, code.bytes, code.count, "");
            answers |= UINT32_C(1) << answer;
        } while (p->token.kind == TOKEN_COMMA);
    }
    p->edition->faces[index].answers = answers;
    return pen__ed_take_end(p);
}
