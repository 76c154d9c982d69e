/* edition_effects.c - the statements that say what a card does: its programs, and for draw cards
 * when they are honest, what a wrong challenge costs and what answers them. */
#include "edition_parser.h"
#include "penultima/words_edition.h"

/* The card that a statement is about; once per file and aspect. */
static bool take_subject(struct parser *p, enum aspect aspect, unsigned *index)
{
    const struct token code = p->token;
    if (!pen__ed_take_face(p, index))
        return false;
    if (p->laying && p->laying->face_by[*index][aspect] != 0 &&
        p->laying->face_by[*index][aspect] != p->laying->number)
        return pen__ed_fail_conflict(p, code.place, p->laying->face_by[*index][aspect],
                                     p->face_place[*index][aspect], pen__no_why);
    if (p->laying)
        p->laying->face_by[*index][aspect] = p->laying->number;
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
        if (pen_step_shape(op).where & (is_open ? PEN_IN_OPEN : PEN_IN_PLAY))
            words[count++] = pen_step_shape(op).words;
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
    const char *words = pen_step_shape(op).words;
    return pen__ed_fail(p, place, problem, words, pen__length(words), "1-20");
}

/* One step, with its amount. */
bool pen__ed_take_step(struct parser *p, bool is_open, struct pen_step *step, struct place *place)
{
    struct phrase phrase;
    unsigned op = PEN_STEP_END + 1;
    if (p->token.kind != TOKEN_WORD || pen__ed_is_number(p))
        return pen__ed_expected(p, is_open ? "name color | draw next N | skip next | dealer starts | reverse "
                                             "| return | ignore | nothing"
                                           : "STEP, STEP, ... | nothing");
    if (!pen__ed_take_phrase(p, &phrase))
        return false;
    while (op < PEN_STEP_OP_COUNT && !pen__equals(phrase.bytes, phrase.count, pen_step_shape(op).words))
        op++;
    if (op == PEN_STEP_OP_COUNT)
        return step_unknown(p, &phrase, is_open);
    *place = phrase.place;
    step->op = (uint8_t)op;
    step->amount = 0;

    const struct pen_step_shape shape = pen_step_shape(op);
    if (!(shape.where & (is_open ? PEN_IN_OPEN : PEN_IN_PLAY))) /* before its number is looked for */
        return fail_step(p, phrase.place,
                         is_open ? PEN_WORD_EDITION_STEP_ONLY_PLAY : PEN_WORD_EDITION_STEP_ONLY_OPEN, op);
    if (shape.has_amount) {
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

/* Says where the steps do not fit together. */
static bool check_steps(struct parser *p, const struct pen_face *face, const struct pen_step *steps,
                        const struct place *places, bool is_open)
{
    static const uint16_t words[] = {PEN_WORD_NONE, /* good */
#define X(name, word) PEN_WORD_EDITION_##word,
                                     PEN_PROGRAM_LIST(X)
#undef X
    };
    unsigned at, because;
    enum pen_program_problem problem =
        pen_program_check(steps, is_open ? PEN_IN_OPEN : PEN_IN_PLAY, face->is_wild, &at, &because);
    if (problem == PEN_PROGRAM_GOOD)
        return true;
    if (problem == PEN_PROGRAM_COLOR_NOT)
        return pen__ed_fail(p, places[at], PEN_WORD_EDITION_NAME_COLOR_NOT, face->code,
                            pen__length(face->code), "");
    return fail_step(p, places[at], (enum pen_word)words[problem], steps[because].op);
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
    /* House rules may add a step to numbers ('also'), which needs room. */
    unsigned count_max = face->number == PEN_NUMBER_NONE ? PEN_STEPS_MAX : PEN_STEPS_MAX - 1;
    if (pen__ed_is_word(p, PEN__NOTHING)) {
        places[0] = p->token.place;
        if (!pen__ed_advance(p))
            return false;
    } else {
        for (;;) {
            if (count == count_max)
                return pen__ed_fail_number(p, p->token.place, PEN_WORD_EDITION_STEPS_MANY, "", count_max);
            if (!pen__ed_take_step(p, is_open, &steps[count], &places[count]))
                return false;
            count++;
            if (p->token.kind != TOKEN_COMMA)
                break;
            if (!pen__ed_advance(p))
                return false;
        }
    }
    if (!check_steps(p, face, steps, places, is_open))
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

/* A wild left in the hand alone never makes a bluff: RULE A6 is about the colour first. */
const char *const pen__guard_words[3] = {"always", "without color", "without color or wild"};
const char *const pen__challenge_words[2] = {"by target", "by anybody"};

bool pen__ed_read_honest(struct parser *p)
{
    unsigned index = 0;
    uint8_t guard = 0;
    if (!take_subject(p, ASPECT_HONEST, &index) || !pen__ed_take_choice(p, pen__guard_words, 3, &guard))
        return false;
    p->edition->faces[index].guard = guard < 2 ? guard : PEN_GUARD_COLOR | PEN_GUARD_WILD;
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
        if (!pen__ed_advance(p) || !pen__ed_take_choice(p, pen__challenge_words, 2, &by))
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
