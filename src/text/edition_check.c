/* edition_check.c - what can only be seen once the whole file is read: what is missing, what does
 * not go together, whether the deck can be played. pen_rules_make() has the last word. */
#include "edition_parser.h"
#include "penultima/words_edition.h"

static struct place face_place(const struct parser *p, unsigned index, enum aspect aspect)
{
    if (p->face_place[index][aspect].line > 0)
        return p->face_place[index][aspect];
    return p->face_place[index][ASPECT_CARD].line > 0 ? p->face_place[index][ASPECT_CARD] : p->top;
}

static bool fail_face(struct parser *p, unsigned index, enum aspect aspect, enum pen_word problem,
                      const char *allowed)
{
    const char *code = p->edition->faces[index].code;
    return pen__ed_fail(p, face_place(p, index, aspect), problem, code, pen__length(code), allowed);
}

static bool check_missing(struct parser *p)
{
    for (unsigned key = 0; key < KEY_COUNT; key++) {
        bool is_needed = key == KEY_TITLE || (pen__ed_keys[key].is_needed && !p->has_parent);
        if (is_needed && !(p->given >> key & 1))
            return pen__ed_fail(p, p->top, PEN_WORD_EDITION_MISSING, "", 0, pen__ed_keys[key].word);
    }
    if (p->edition->face_count == 0)
        return pen__ed_fail(p, p->top, PEN_WORD_EDITION_MISSING, "", 0, pen__ed_keys[KEY_NUMBERS].word);
    return true;
}

/* How two colours are alike that people must be able to tell apart, or null. */
static const char *color_alike(const struct pen_color *a, const struct pen_color *b)
{
    if (a->letter == b->letter)
        return "letter";
    if (memcmp(a->shape, b->shape, sizeof a->shape) == 0)
        return "shape";
    const char *at = a->name, *lang, *said;
    while (pen_said_next(&at, &lang, &said)) {
        const char *other = pen__said_by(b->name, lang);
        if (other && pen__equals(said, pen__length(said), other))
            return lang;
    }
    return NULL;
}

static bool check_colors(struct parser *p)
{
    const struct pen_edition *edition = p->edition;
    for (unsigned i = 0; i < edition->color_count; i++) {
        const struct pen_color *color = &edition->colors[i];
        struct place place = p->color_place[i].line > 0 ? p->color_place[i] : p->top;
        size_t count = pen__length(color->id);
        if (!color->letter || !color->shape[0] || !color->name[0])
            return pen__ed_fail(p, place, PEN_WORD_EDITION_COLOR_INCOMPLETE, color->id, count, "");
        for (unsigned j = 0; j < i; j++) {
            const char *how = color_alike(color, &edition->colors[j]);
            if (how)
                return pen__ed_fail(p, place, PEN_WORD_EDITION_COLOR_ALIKE, color->id, count, how);
        }
    }
    return true;
}

/* Cards as records write them must not read as something else. */
static bool check_codes(struct parser *p)
{
    for (unsigned f = 0; f < p->edition->face_count; f++) {
        const struct pen_face *face = &p->edition->faces[f];
        size_t count = pen__length(face->code);
        for (unsigned i = 0; i < p->edition->color_count && !face->is_wild; i++) {
            char card[1 + sizeof face->code];
            card[0] = p->edition->colors[i].letter;
            memcpy(card + 1, face->code, sizeof face->code);
            if (pen__ed_is_reserved(card, count + 1))
                return pen__ed_fail(p, face_place(p, f, ASPECT_CARD), PEN_WORD_EDITION_WORD_RESERVED, card,
                                    count + 1, "");
        }
    }
    return true;
}

static bool check_faces(struct parser *p)
{
    const struct pen_edition *edition = p->edition;
    for (unsigned f = 0; f < edition->face_count; f++) {
        const struct pen_face *face = &edition->faces[f];
        bool draws = pen__ed_has_step(face->play, PEN_STEPS_MAX, PEN_STEP_DRAW_NEXT);
        if (face->is_wild && face->play[0].op == PEN_STEP_END)
            return fail_face(p, f, ASPECT_CARD, PEN_WORD_EDITION_WILD_PLAY_MISSING, "");
        if (face->is_wild && face->open[0].op == PEN_STEP_END)
            return fail_face(p, f, ASPECT_CARD, PEN_WORD_EDITION_WILD_OPEN_MISSING, "");
        if (face->guard != 0 && !draws)
            return fail_face(p, f, ASPECT_HONEST, PEN_WORD_EDITION_NOT_A_DRAW, "");
        if (face->challenge_cards != 0 && !draws)
            return fail_face(p, f, ASPECT_CHALLENGE, PEN_WORD_EDITION_NOT_A_DRAW, "");
        if ((face->guard != 0) != (face->challenge_cards != 0))
            return fail_face(p, f, face->guard ? ASPECT_HONEST : ASPECT_CHALLENGE,
                             PEN_WORD_EDITION_HONEST_ALONE, "");
        if (face->answers != 0 && !draws)
            return fail_face(p, f, ASPECT_ANSWER, PEN_WORD_EDITION_NOT_A_DRAW, "");
        for (unsigned i = 0; i < edition->face_count; i++) {
            const struct pen_face *answer = &edition->faces[i];
            if ((face->answers >> i & 1) &&
                !pen__ed_has_step(answer->play, PEN_STEPS_MAX, PEN_STEP_DRAW_NEXT))
                return pen__ed_fail(p, face_place(p, f, ASPECT_ANSWER), PEN_WORD_EDITION_NOT_A_DRAW,
                                    answer->code, pen__length(answer->code), "");
        }
    }
    return true;
}

/* Numbers in their order, then symbols, then wilds, each as the file has them. */
static void sort_faces(struct parser *p)
{
    const struct pen_edition *edition = p->edition;
    uint8_t order[PEN_FACES_MAX];
    unsigned count = 0;
    for (unsigned number = 0; number <= 9; number++)
        for (unsigned f = 0; f < edition->face_count; f++)
            if (edition->faces[f].number == number)
                order[count++] = (uint8_t)f;
    for (unsigned is_wild = 0; is_wild <= 1; is_wild++)
        for (unsigned f = 0; f < edition->face_count; f++)
            if (edition->faces[f].number == PEN_NUMBER_NONE && edition->faces[f].is_wild == is_wild)
                order[count++] = (uint8_t)f;
    pen__ed_order_faces(p, order, count);
}

static unsigned deck_cards(const struct pen_edition *edition)
{
    unsigned cards = 0;
    for (unsigned f = 0; f < edition->face_count; f++)
        cards += edition->faces[f].copies * (edition->faces[f].is_wild ? 1u : edition->color_count);
    return cards;
}

/* The card that the file describes last, or 'index' if it describes none. */
static unsigned last_described(const struct parser *p, unsigned index)
{
    for (unsigned f = 0; f < p->edition->face_count; f++)
        if (p->face_place[f][ASPECT_CARD].line > p->face_place[index][ASPECT_CARD].line)
            index = f;
    return index;
}

bool pen__ed_check_rules(struct parser *p)
{
    const struct pen_options options = PEN_OPTIONS_DEFAULT;
    struct pen_rules rules;
    unsigned index = 0;
    enum pen_rules_problem problem = pen_rules_make(&rules, p->edition, &options, &index);
    if (problem == PEN_RULES_GOOD)
        return true;
    /* Too much is the fault of what this file adds, not of the card that happened to be counted
     * last. */
    if (problem == PEN_RULES_TOO_MANY_KINDS || problem == PEN_RULES_DECK_TOO_LARGE)
        index = last_described(p, index);
    bool has_face = index < p->edition->face_count;
    struct place place = has_face ? face_place(p, index, ASPECT_CARD) : p->top;
    const char *code = has_face ? p->edition->faces[index].code : "";
    switch (problem) {
    case PEN_RULES_TOO_MANY_KINDS:
        return pen__ed_fail_number(p, place, PEN_WORD_EDITION_KINDS_MANY, code, PEN_KINDS_MAX);
    case PEN_RULES_DECK_TOO_LARGE:
        return pen__ed_fail_number(p, place, PEN_WORD_EDITION_DECK_LARGE, code, PEN_DECK_MAX);
    case PEN_RULES_DECK_TOO_SMALL:
        if (p->given & (UINT64_C(1) << KEY_HAND | UINT64_C(1) << KEY_PLAYERS))
            place = p->key_place[p->given >> KEY_HAND & 1 ? KEY_HAND : KEY_PLAYERS];
        return pen__ed_fail_number(p, place, PEN_WORD_EDITION_DECK_SMALL, "", deck_cards(p->edition));
    case PEN_RULES_NO_OPENING:
        return pen__ed_fail(p, place, PEN_WORD_EDITION_NO_OPENING, "", 0, "");
    case PEN_RULES_BAD_PROGRAM:
        if (has_face)
            place = face_place(p, index, ASPECT_PLAY);
        return pen__ed_fail(p, place, PEN_WORD_EDITION_PROGRAM_BAD, code, pen__length(code), "");
    default:
        /* Colours, copies and limits are in range by the way they were read. */
        return pen__ed_fail(p, place, PEN_WORD_EDITION_LIMITS, "", 0, "");
    }
}

static bool check_players(struct parser *p)
{
    if (p->edition->rule.seats_min <= p->edition->rule.seats_max)
        return true;
    return pen__ed_fail(p, p->key_place[KEY_PLAYERS], PEN_WORD_EDITION_PLAYERS_ORDER, "", 0, "");
}

bool pen__ed_check_file(struct parser *p)
{
    if (!check_missing(p) || !check_players(p) || !check_colors(p) || !check_codes(p) || !check_faces(p))
        return false;
    sort_faces(p);
    return true;
}
