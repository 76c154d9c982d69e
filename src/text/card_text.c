/* card_text.c - cards, colours and scorings in writing.
 *
 * The kinds are read from the rules, never computed: only pen_rules_make() knows how it numbers
 * them. */
#include "catalogue.h"
#include "penultima/text.h"
#include "penultima/words.h"
#include "scan.h"
#include "penultima/words_count.h"

void pen_card_write(const struct pen_edition *edition, const struct pen_rules *rules, uint8_t card,
                    struct pen_text *text)
{
    PEN_ASSERT(card < rules->kind_count);
    if (rules->color[card] != PEN_COLOR_NONE)
        pen_text_add_bytes(text, &edition->colors[rules->color[card]].letter, 1);
    pen_text_add(text, edition->faces[rules->face[card]].code);
}

/* The letter of a colour and the code of a face read in one way only: no letter is 'w', and every
 * wild begins with it. */
bool pen_card_read(const struct pen_edition *edition, const struct pen_rules *rules, const char *bytes,
                   size_t count, uint8_t *card)
{
    for (uint8_t kind = 0; kind < rules->kind_count; kind++) {
        const char *code = edition->faces[rules->face[kind]].code;
        size_t letters = rules->color[kind] != PEN_COLOR_NONE;
        if (count <= letters || (letters && bytes[0] != edition->colors[rules->color[kind]].letter) ||
            !pen__equals(bytes + letters, count - letters, code))
            continue;
        *card = kind;
        return true;
    }
    return false;
}

bool pen_color_read(const struct pen_edition *edition, const char *bytes, size_t count, uint8_t *color)
{
    for (uint8_t i = 0; i < edition->color_count; i++) {
        if (pen__equals(bytes, count, edition->colors[i].id)) {
            *color = i;
            return true;
        }
    }
    return false;
}

void pen_card_name(const struct pen_edition *edition, const struct pen_rules *rules, uint8_t card,
                   enum pen_lang lang, struct pen_text *text)
{
    PEN_ASSERT(card < rules->kind_count);
    const struct pen_face *face = &edition->faces[rules->face[card]];
    /* A number is called by its code. */
    const char *name = face->name[0] ? pen_said(face->name, lang) : face->code;
    if (rules->color[card] == PEN_COLOR_NONE) {
        pen_text_add(text, name);
        return;
    }
    const struct pen_color *color = &edition->colors[rules->color[card]];
    pen_text_add(text, color->shape);
    pen_text_add(text, " ");
    pen_say(text, lang, COUNT_CARD, pen__agreeing(lang, pen_said(color->name, lang), name), name);
}
