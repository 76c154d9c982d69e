/* edition_write.c - writes a whole edition in the format that edition_parse.c reads.
 *
 * Invariant: parsing what was written gives the same edition, byte for byte. Everything is said,
 * also what is usual, so that the text can be read without any other file. */
#include "edition_parser.h"

static void add_said(struct pen_text *text, const char *names)
{
    const char *at = names, *lang, *said, *before = "";
    while (pen_said_next(&at, &lang, &said)) {
        pen_text_add(text, before);
        pen_text_add(text, lang);
        pen_text_add(text, " \"");
        pen_text_add(text, said);
        pen_text_add(text, "\"");
        before = ", ";
    }
}

static void add_words_line(struct pen_text *text, const char *key, const char *words)
{
    pen_text_add(text, key);
    pen_text_add(text, " ");
    pen_text_add(text, words);
    pen_text_add(text, "\n");
}

static void add_rgb(struct pen_text *text, const struct pen_color *color)
{
    static const char digits[] = "0123456789abcdef";
    if (!color->has_rgb)
        return;
    pen_text_add(text, "rgb ");
    for (unsigned i = 0; i < 6; i++)
        pen_text_add_bytes(text, &digits[(unsigned)color->rgb[i / 2] >> (i % 2 ? 0 : 4) & 15u], 1);
    pen_text_add(text, ", ");
}

static void write_colors(const struct pen_edition *edition, struct pen_text *text)
{
    pen_text_add(text, "colors");
    for (unsigned i = 0; i < edition->color_count; i++) {
        pen_text_add(text, " ");
        pen_text_add(text, edition->colors[i].id);
    }
    pen_text_add(text, "\n");
    for (unsigned i = 0; i < edition->color_count; i++) {
        const struct pen_color *color = &edition->colors[i];
        pen_text_add(text, "color ");
        pen_text_add(text, color->id);
        pen_text_add(text, "  letter ");
        pen_text_add_bytes(text, &color->letter, 1);
        pen_text_add(text, ", shape \"");
        pen_text_add(text, color->shape);
        pen_text_add(text, "\", ");
        add_rgb(text, color);
        add_said(text, color->name);
        pen_text_add(text, "\n");
    }
}

static void add_program_line(struct pen_text *text, const char *key, const char *code,
                             const struct pen_step *program)
{
    pen_text_add(text, key);
    pen_text_add(text, " ");
    pen_text_add(text, code);
    pen_text_add(text, "  ");
    if (program[0].op == PEN_STEP_END)
        pen_text_add(text, PEN__NOTHING);
    for (unsigned i = 0; i < PEN_STEPS_MAX && program[i].op != PEN_STEP_END; i++) {
        const struct pen_step_shape step = pen_step_shape(program[i].op);
        pen_text_add(text, i > 0 ? ", " : "");
        pen_text_add(text, step.words);
        if (step.has_amount) {
            pen_text_add(text, " ");
            pen_text_add_number(text, program[i].amount);
        }
    }
    pen_text_add(text, "\n");
}

/* What is said about a card once it is described. Answers come later: they name other cards. */
static void write_effects(const struct pen_face *face, struct pen_text *text)
{
    bool is_number = face->number != PEN_NUMBER_NONE;
    if (!is_number || face->play[0].op != PEN_STEP_END)
        add_program_line(text, "play", face->code, face->play);
    if (!is_number || face->open[0].op != PEN_STEP_END)
        add_program_line(text, "open", face->code, face->open);
    if (face->guard != 0) {
        pen_text_add(text, "honest ");
        pen_text_add(text, face->code);
        add_words_line(text, " ", pen__guard_words[face->guard < 2 ? face->guard : 2]);
    }
    if (face->challenge_cards > 0) {
        pen_text_add(text, "challenge ");
        pen_text_add(text, face->code);
        pen_text_add(text, "  ");
        pen_text_add_number(text, face->challenge_cards);
        pen_text_add(text, " more, ");
        pen_text_add(text, pen__challenge_words[face->challenge_by]);
        pen_text_add(text, "\n");
    }
}

/* Whether one line can describe both numbers. */
static bool numbers_are_alike(const struct pen_face *a, const struct pen_face *b)
{
    return b->number != PEN_NUMBER_NONE && b->number == a->number + 1 && a->copies == b->copies &&
           a->points == a->number && b->points == b->number;
}

static void write_numbers(const struct pen_edition *edition, struct pen_text *text)
{
    for (unsigned f = 0; f < edition->face_count; f++) {
        const struct pen_face *first = &edition->faces[f];
        if (first->number == PEN_NUMBER_NONE)
            continue;
        while (f + 1 < edition->face_count && numbers_are_alike(&edition->faces[f], &edition->faces[f + 1]))
            f++;
        const struct pen_face *last = &edition->faces[f];
        pen_text_add(text, first == last ? "number " : "numbers ");
        pen_text_add_number(text, first->number);
        if (first != last) {
            pen_text_add(text, " to ");
            pen_text_add_number(text, last->number);
        }
        pen_text_add(text, "  ");
        pen_text_add_number(text, first->copies);
        pen_text_add(text, " of each color");
        if (first->points != first->number) {
            pen_text_add(text, ", ");
            pen_text_add_number(text, first->points);
            pen_text_add(text, " points");
        }
        pen_text_add(text, "\n");
        for (const struct pen_face *face = first; face <= last; face++)
            write_effects(face, text);
    }
}

static void write_symbol_or_wild(const struct pen_face *face, struct pen_text *text)
{
    pen_text_add(text, face->is_wild ? "\nwild " : "\nsymbol ");
    pen_text_add(text, face->code);
    pen_text_add(text, "  ");
    pen_text_add_number(text, face->copies);
    pen_text_add(text, face->is_wild ? " cards, " : " of each color, ");
    pen_text_add_number(text, face->points);
    pen_text_add(text, " points, ");
    add_said(text, face->name);
    pen_text_add(text, "\n");
    write_effects(face, text);
}

static void write_answers(const struct pen_edition *edition, struct pen_text *text)
{
    bool is_first = true;
    for (unsigned f = 0; f < edition->face_count; f++) {
        const struct pen_face *face = &edition->faces[f];
        const char *before = "  with ";
        if (face->answers == 0)
            continue;
        pen_text_add(text, is_first ? "\nanswer " : "answer ");
        pen_text_add(text, face->code);
        for (unsigned i = 0; i < edition->face_count; i++) {
            if (!(face->answers >> i & 1))
                continue;
            pen_text_add(text, before);
            pen_text_add(text, edition->faces[i].code);
            before = ", ";
        }
        pen_text_add(text, "\n");
        is_first = false;
    }
}

void pen_edition_write(const struct pen_edition *edition, struct pen_text *text)
{
    add_words_line(text, "edition", edition->id);
    pen_text_add(text, "title ");
    add_said(text, edition->title);
    pen_text_add(text, "\n");
    if (edition->about[0]) {
        pen_text_add(text, "about ");
        add_said(text, edition->about);
        pen_text_add(text, "\n");
    }
    pen_text_add(text, "\n");
    pen__rules_write(&edition->rule, 0, KEY_DEALER, text);

    pen_text_add(text, "\n");
    write_colors(edition, text);
    pen_text_add(text, "\n");
    write_numbers(edition, text);
    for (unsigned f = 0; f < edition->face_count; f++)
        if (edition->faces[f].number == PEN_NUMBER_NONE)
            write_symbol_or_wild(&edition->faces[f], text);
    write_answers(edition, text);

    pen_text_add(text, "\n");
    pen__rules_write(&edition->rule, KEY_DEALER + 1, KEY_COUNT, text);
}
