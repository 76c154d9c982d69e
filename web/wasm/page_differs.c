/* page_differs.c - what is other in an edition of somebody's own, and what is in force at a table. */
#include "page.h"

#include "penultima/words.h"
#include "room/room.h"

PAGE_EXPORT(editionDiff) unsigned page_export_edition_diff(unsigned id_bytes, unsigned lang);

PAGE_EXPORT(inForce) unsigned page_export_in_force(unsigned lang);

static void add_sentence(void *context, const char *sentence)
{
    page_comma(context);
    page_string(context, sentence);
}

/* What is other in an edition than in the known one that is nearest, in words; and how many of some quick
 * rounds of it did not come to an end. */
unsigned page_export_edition_diff(unsigned id_bytes, unsigned lang)
{
    enum { ROUNDS = 20, ACTIONS = 3000 };
    static struct pen_edition edition, known;
    static struct pen_rules rules;
    const struct pen_options options = PEN_OPTIONS_DEFAULT;
    struct pen_text text = page_answer();
    if (id_bytes >= PEN_ID_BYTES || lang >= pen_lang_count())
        return 0;
    page_in[id_bytes] = 0;
    if (!page_edition(page_in, &edition) ||
        pen_table_make(&rules, &edition, &options, NULL) != PEN_RULES_GOOD ||
        !pen_edition_builtin(pen_edition_builtin_id(pen_edition_nearest(&edition)), &known))
        return 0;
    const struct pen_trial trial = pen_rules_try(&rules, 1, ROUNDS, ACTIONS);
    pen_text_add(&text, "{");
    page_key(&text, "from");
    page_string(&text, known.id);
    page_number(&text, "rounds", trial.rounds);
    page_number(&text, "endless", trial.endless);
    page_key(&text, "lines");
    pen_text_add(&text, "[");
    (void)pen_edition_diff(&known, &edition, (enum pen_lang)lang, &text, add_sentence);
    pen_text_add(&text, "]}");
    return (unsigned)text.length;
}

static void add_in_force(void *context, const char *rules, const char *sentence)
{
    page_comma(context);
    pen_text_add(context, "{");
    page_key(context, "id");
    page_string(context, rules);
    page_key(context, "text");
    page_string(context, sentence);
    pen_text_add(context, "}");
}

/* What is in force with the edition and the house rules that are in use. */
unsigned page_export_in_force(unsigned lang)
{
    struct pen_text text = page_answer();
    if (lang >= pen_lang_count())
        return 0;
    pen_text_add(&text, "[");
    pen_rules_tell(&page_book.rules.rule, (enum pen_lang)lang, &text, add_in_force);
    pen_text_add(&text, "]");
    return (unsigned)text.length;
}
