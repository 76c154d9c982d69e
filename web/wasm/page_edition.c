/* page_edition.c - editions as JSON: names, colours, what each card does; and which one is in use. */
#include "page.h"
#include "wire/json.h"

#include "room/room.h"
#include "text/said.h"

#include <string.h>
#include "penultima/words_server.h"

PAGE_EXPORT(editionCount) unsigned page_export_edition_count(void);
PAGE_EXPORT(editionUse) unsigned page_export_edition_use(unsigned id_bytes);
PAGE_EXPORT(editionAt) unsigned page_export_edition_at(unsigned index);
PAGE_EXPORT(editionRead) unsigned page_export_edition_read(unsigned base_bytes, unsigned bytes);
PAGE_EXPORT(editionText) unsigned page_export_edition_text(unsigned id_bytes);

/* Editions of people's own, the one used last first. A page plays at one table, and shows a few to choose
 * from. */
enum { OWN_MAX = 16 };
static struct pen_edition owns[OWN_MAX];
static unsigned own_count;

bool page_edition_keep(const struct pen_edition *edition)
{
    unsigned at = 0;
    while (at < own_count && strcmp(owns[at].id, edition->id) != 0)
        at++;
    if (at == own_count && own_count < OWN_MAX)
        own_count++;
    if (at == OWN_MAX)
        at = OWN_MAX - 1;
    memmove(owns + 1, owns, at * sizeof owns[0]);
    owns[0] = *edition;
    return true;
}

bool page_edition(const char *id, struct pen_edition *edition)
{
    for (unsigned i = 0; i < own_count; i++) {
        if (strcmp(owns[i].id, id) == 0) {
            *edition = owns[i];
            return true;
        }
    }
    return pen_edition_builtin(id, edition);
}

static void write_program(struct pen_text *text, const char *key, const struct pen_step *program)
{
    page_key(text, key);
    pen_text_add(text, "[");
    for (unsigned i = 0; i < PEN_STEPS_MAX && program[i].op != PEN_STEP_END; i++) {
        page_comma(text);
        pen_text_add(text, "{");
        page_key(text, "do");
        page_string(text, pen_step_shape(program[i].op).words);
        page_number(text, "count", program[i].amount);
        pen_text_add(text, "}");
    }
    pen_text_add(text, "]");
}

/* A face as the table plays it: what guards it and what answers it is a matter of its rules. */
static void write_face(struct pen_text *text, unsigned index)
{
    const struct pen_face *face = &page_book.edition.faces[index];
    const struct pen_rules *rules = &page_book.rules;
    uint8_t kind = 0;
    while (rules->face[kind] != index)
        kind++;
    page_comma(text);
    pen_text_add(text, "{");
    page_key(text, "code");
    page_string(text, face->code);
    page_key(text, "name");
    wire_json_said(text, pen_said(face->name, in));
    page_key(text, "number");
    if (face->number == PEN_NUMBER_NONE)
        pen_text_add(text, "null");
    else
        pen_text_add_number(text, face->number);
    page_key(text, "wild");
    pen_text_add(text, face->is_wild ? "true" : "false");
    page_number(text, "points", face->points);
    page_number(text, "copies", face->copies);
    page_number(text, "guard", rules->guarded & pen_card_bit(kind) ? face->guard : 0u);
    page_number(text, "challenge", face->challenge_cards);
    page_number(text, "answers", rules->answers[kind] != 0);
    write_program(text, "play", face->play);
    pen_text_add(text, "}");
}

static void write_color(struct pen_text *text, const struct pen_color *color)
{
    page_comma(text);
    pen_text_add(text, "{");
    page_key(text, "id");
    page_string(text, color->id);
    page_key(text, "shape");
    page_string(text, color->shape);
    page_key(text, "letter");
    page_string(text, (const char[2]){color->letter, 0});
    if (color->has_rgb)
        page_number(text, "rgb",
                    (uint64_t)color->rgb[0] << 16 | (uint64_t)color->rgb[1] << 8 | color->rgb[2]);
    page_key(text, "name");
    wire_json_said(text, pen_said(color->name, in));
    pen_text_add(text, "}");
}

static void write_cards(struct pen_text *text, const struct pen_edition *edition,
                        const struct pen_rules *rules)
{
    page_key(text, "cards");
    pen_text_add(text, "{");
    for (uint8_t card = 0; card < rules->kind_count; card++) {
        page_comma(text);
        page_card(text, card);
        pen_text_add(text, ":{");
        page_number(text, "kind", card);
        page_key(text, "color");
        if (rules->color[card] == PEN_COLOR_NONE)
            pen_text_add(text, "null");
        else
            pen_text_add_number(text, rules->color[card]);
        page_number(text, "face", rules->face[card]);
        page_number(text, "points", (uint64_t)rules->points[card] * rules->rule.points_times);
        page_key(text, "name");
        pen_text_add(text, "{");
        for (unsigned lang = 0; lang < PEN_LANG_COUNT; lang++) {
            char name[PEN_NAME_BYTES * 3];
            struct pen_text written = pen_text_in(name, sizeof name);
            pen_card_name(edition, rules, card, (enum pen_lang)lang, &written);
            page_key(text, pen_lang_id((enum pen_lang)lang));
            page_string(text, name);
        }
        pen_text_add(text, "}}");
    }
    pen_text_add(text, "}");
}

static void write_edition(struct pen_text *text)
{
    const struct pen_edition *edition = &page_book.edition;
    const struct pen_rule_fields *rule = &page_book.rules.rule;
    pen_text_add(text, "{");
    page_key(text, "id");
    page_string(text, edition->id);
    page_key(text, "title");
    wire_json_said(text, pen_said(edition->title, in));
    page_key(text, "about");
    wire_json_said(text, pen_said(edition->about, in));
    page_key(text, "colors");
    pen_text_add(text, "[");
    for (unsigned i = 0; i < edition->color_count; i++)
        write_color(text, &edition->colors[i]);
    pen_text_add(text, "]");
    page_key(text, "faces");
    pen_text_add(text, "[");
    for (unsigned i = 0; i < edition->face_count; i++)
        write_face(text, i);
    pen_text_add(text, "]");
    write_cards(text, edition, &page_book.rules);
    page_number(text, "seatsMin", rule->seats_min);
    page_number(text, "seatsMax", rule->seats_max);
    page_number(text, "hand", rule->hand_cards);
    page_key(text, "scoring");
    page_string(text, pen_scoring_id((enum pen_scoring)rule->scoring));
    page_number(text, "target", rule->target);
    page_number(text, "misplay", rule->misplay_cards);
    page_number(text, "saying", rule->saying);
    pen_text_add(text, "}");
}

unsigned page_export_edition_count(void)
{
    return pen_edition_builtin_count();
}

/* What the edition is with house rules and settings of a table laid over it: in use from now on, and told. 0:
 * they do not go together. */
unsigned page_edition_use(const struct pen_edition *edition, const struct pen_options *options)
{
    struct pen_text text = page_answer();
    struct pen_options rest = *options;
    struct pen_problem problem;
    page_book.edition = *edition;
    rest.house = 0;
    if ((options->house != 0 && !pen_house_lay(&page_book.edition, options->house, &problem)) ||
        pen_rules_make(&page_book.rules, &page_book.edition, &rest, NULL) != PEN_RULES_GOOD)
        return 0;
    write_edition(&text);
    return (unsigned)text.length;
}

/* Makes the edition named in page_in, with the house rules whose names follow, the one in use and tells it;
 * 0: there is no such edition. */
unsigned page_export_edition_use(unsigned id_bytes)
{
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    struct pen_edition edition;
    if (id_bytes >= PAGE_IN_BYTES)
        return 0;
    page_in[id_bytes] = 0;
    for (unsigned end = id_bytes, at = id_bytes; at-- > 0;) {
        if (page_in[at] != ' ')
            continue;
        (void)pen_house_add(page_in + at + 1, end - at - 1, &options.house);
        page_in[end = at] = 0;
    }
    return page_edition(page_in, &edition) ? page_edition_use(&edition, &options) : 0;
}

static unsigned write_problem(const struct pen_problem *problem)
{
    struct pen_text text = page_answer();
    pen_text_add(&text, "{");
    page_number(&text, "line", problem->line);
    page_number(&text, "column", problem->column);
    page_key(&text, "problem");
    wire_json_said(&text, pen_problem_in(problem, in));
    pen_text_add(&text, "}");
    return (unsigned)text.length;
}

/* An edition of somebody's own, or a house rule over a known one, whose name stands before it in page_in. It
 * is kept and told as editionUse() does; or what is wrong with it, and where. */
unsigned page_export_edition_read(unsigned base_bytes, unsigned bytes)
{
    static struct pen_edition base, edition;
    struct pen_problem problem;
    char id[PEN_ID_BYTES];
    if (base_bytes >= sizeof id || bytes > PAGE_IN_BYTES - base_bytes)
        return 0;
    memcpy(id, page_in, base_bytes);
    id[base_bytes] = 0;
    if (!page_edition(id, &base))
        return 0;
    memset(&problem, 0, sizeof problem);
    if (!pen_edition_read(&edition, &base, page_in + base_bytes, bytes, &problem))
        return write_problem(&problem);
    if (!room_name_own_edition(&edition)) {
        pen__problem_say(&problem, PEN_WORD_SERVER_LONG_EDITION, NULL, 0);
        return write_problem(&problem);
    }
    page_edition_keep(&edition);
    memcpy(page_in, edition.id, sizeof edition.id);
    return page_export_edition_use((unsigned)strlen(edition.id));
}

/* The whole text of an edition, as it travels. */
unsigned page_export_edition_text(unsigned id_bytes)
{
    static struct pen_edition edition;
    struct pen_text text = page_answer();
    if (id_bytes >= PEN_ID_BYTES)
        return 0;
    page_in[id_bytes] = 0;
    if (!page_edition(page_in, &edition))
        return 0;
    pen_edition_write(&edition, &text);
    return (unsigned)text.length;
}

unsigned page_export_edition_at(unsigned index)
{
    const char *id = pen_edition_builtin_id(index);
    memcpy(page_in, id, strlen(id));
    return page_export_edition_use((unsigned)strlen(id));
}
