/* page_setup.c - what a table can be set up with: house rules, which of them meet, the set-up as a code, and
 * what differs from the sheet in words. All of it is the core's; the page has no list of its own. */
#include "page.h"

#include "room/room.h"
#include "wire/json.h"
#include "setup/field.h"

#include <string.h>

PAGE_EXPORT(houseList) unsigned page_export_house_list(void);
PAGE_EXPORT(houseText) unsigned page_export_house_text(unsigned index);
PAGE_EXPORT(houseMeets) unsigned page_export_house_meets(unsigned bytes, unsigned lang);
PAGE_EXPORT(setupRead) unsigned page_export_setup_read(unsigned bytes);
PAGE_EXPORT(setupWrite) unsigned page_export_setup_write(unsigned bytes);
PAGE_EXPORT(settings) unsigned page_export_settings(void);
PAGE_EXPORT(tableUse) unsigned page_export_table_use(unsigned bytes);
PAGE_EXPORT(differences) unsigned page_export_differences(unsigned bytes, unsigned lang);

static void write_moods(struct pen_text *text)
{
    static const char *const moods[][2] = {
#define MOOD(id, house) {id, house},
#include "setup/moods.def"
#undef MOOD
    };
    page_key(text, "moods");
    pen_text_add(text, "[");
    for (unsigned i = 0; i < sizeof moods / sizeof moods[0]; i++) {
        page_comma(text);
        pen_text_add(text, "{");
        wire_json_put_string(text, "id", moods[i][0]);
        wire_json_put_string(text, "house", moods[i][1]);
        pen_text_add(text, "}");
    }
    pen_text_add(text, "]");
}

/* {"groups":[{"id","title"}],"moods":[{"id","house"}],
 * "rules":[{"id","title","about","group","first","least","most","usual"}]} */
unsigned page_export_house_list(void)
{
    struct pen_text text = page_answer();
    struct pen_house house;
    pen_text_add(&text, "{");
    page_key(&text, "groups");
    pen_text_add(&text, "[");
    for (unsigned group = 0; group < PEN_HOUSE_GROUP_COUNT; group++) {
        page_comma(&text);
        pen_text_add(&text, "{");
        wire_json_put_string(&text, "id", pen_house_group_word((enum pen_house_group)group));
        page_key(&text, "title");
        pen_text_add(&text, "{");
        for (unsigned lang = 0; lang < PEN_LANG_COUNT; lang++)
            wire_json_put_string(&text, pen_lang_id((enum pen_lang)lang),
                                 pen_house_group_text((enum pen_house_group)group, (enum pen_lang)lang));
        pen_text_add(&text, "}}");
    }
    pen_text_add(&text, "]");
    write_moods(&text);
    page_key(&text, "rules");
    pen_text_add(&text, "[");
    for (unsigned i = 0; i < pen_house_count(); i++) {
        pen_house_builtin(i, &house);
        page_comma(&text);
        pen_text_add(&text, "{");
        wire_json_put_string(&text, "id", house.id);
        wire_json_put_said(&text, "title", pen_said(house.title, in));
        wire_json_put_said(&text, "about", pen_said(house.about, in));
        wire_json_put_string(&text, "group", pen_house_group_word((enum pen_house_group)house.group));
        page_number(&text, "first", house.is_first);
        page_number(&text, "least", house.least);
        page_number(&text, "most", house.most);
        page_number(&text, "usual", house.usual);
        pen_text_add(&text, "}");
    }
    pen_text_add(&text, "]}");
    return (unsigned)text.length;
}

/* Its lines, as they were written: what it does is drawn from them. */
unsigned page_export_house_text(unsigned index)
{
    struct pen_text text = page_answer();
    size_t bytes;
    const char *source = pen_house_source(index, &bytes);
    pen_text_add_bytes(&text, source, bytes);
    return (unsigned)text.length;
}

bool page_read_house(const char *words, unsigned bytes, pen_house_set *set)
{
    *set = 0;
    for (unsigned at = 0; at < bytes;) {
        unsigned count = 0;
        while (at + count < bytes && words[at + count] != ' ')
            count++;
        if (count > 0 && !pen_house_add(words + at, count, set))
            return false;
        at += count + 1;
    }
    return true;
}

/* The names of the two are enough where nobody reads their lines. */
static void put_conflict(struct pen_text *text, const char *id, const struct pen_house_conflict *conflict,
                         enum pen_lang lang)
{
    char bytes[512];
    struct pen_text why = pen_text_in(bytes, sizeof bytes);
    struct pen_house_conflict named = *conflict;
    named.first_line = named.second_line = 0;
    pen_house_conflict_say(&named, lang, &why);
    wire_json_put_string(text, id, bytes);
}

/* Which house rules cannot come to those in page_in (by name, with blanks between), and why not:
 * {"id":"..."}. Two in page_in that meet are both told. */
unsigned page_export_house_meets(unsigned bytes, unsigned lang)
{
    struct pen_text text = page_answer();
    struct pen_house_conflict conflict, inside;
    struct pen_house house;
    pen_house_set chosen;
    pen_text_add(&text, "{");
    if (!page_read_house(page_in, bytes, &chosen))
        chosen = 0;
    const bool has_inside = pen_house_meet(chosen, &inside);
    for (unsigned i = 0; i < pen_house_count(); i++) {
        pen_house_builtin(i, &house);
        if (pen_house_number(chosen, i)) {
            if (has_inside && (inside.first == i || inside.second == i))
                put_conflict(&text, pen_house_id(i), &inside, (enum pen_lang)lang);
        } else if (pen_house_meet(pen_house_with(chosen, i, house.usual), &conflict) &&
                   (conflict.first == i || conflict.second == i)) {
            put_conflict(&text, pen_house_id(i), &conflict, (enum pen_lang)lang);
        }
    }
    pen_text_add(&text, "}");
    return (unsigned)text.length;
}

/* The list of settings, as far as a form needs it:
 * [{"key","sort","least","most","usual","none","words":[...]}]; 'none': it may be left out, and then is as
 * usual. */
unsigned page_export_settings(void)
{
    static const char *const sorts[] = {"number", "truth", "word", "house", "string", "clock"};
    const struct setup_settings usual = setup_usual();
    struct pen_text text = page_answer();
    pen_text_add(&text, "[");
    for (const struct setup__field *field = setup__fields; field < setup__fields + setup__field_count;
         field++) {
        page_comma(&text);
        pen_text_add(&text, "{");
        wire_json_put_string(&text, "key", field->key);
        wire_json_put_string(&text, "sort", sorts[field->sort]);
        page_number(&text, "least", field->least);
        page_number(&text, "most", field->most);
        page_number(&text, "usual",
                    field->size ? setup_load((const char *)&usual + field->offset, field->size) : 0);
        page_number(&text, "none", field->may_be_none);
        page_key(&text, "words");
        pen_text_add(&text, "[");
        for (unsigned at = 0; field->words && at < field->words->count; at++) {
            page_comma(&text);
            page_string(&text, setup_word_at(field->words, at));
        }
        pen_text_add(&text, "]}");
    }
    pen_text_add(&text, "]");
    return (unsigned)text.length;
}

/* The code in page_in as {"settings":{...},"bots":[...]}, or what is wrong with it: {"word","version"}. */
unsigned page_export_setup_read(unsigned bytes)
{
    struct pen_text text = page_answer();
    struct setup setup;
    struct setup_problem problem;
    pen_text_add(&text, "{");
    if (setup_read(&setup, page_in, bytes, NULL, &problem)) {
        page_key(&text, "settings");
        wire_write_settings(&text, NULL, &setup.settings);
        page_key(&text, "bots");
        pen_text_add(&text, "[");
        for (unsigned i = 0; i < setup.bot_count; i++) {
            page_comma(&text);
            page_string(&text, pen_bot_level_id((enum bot_level)setup.bots[i]));
        }
        pen_text_add(&text, "]");
    } else {
        wire_json_put_string(&text, "word", problem.word);
        page_number(&text, "version", problem.version);
    }
    pen_text_add(&text, "}");
    return (unsigned)text.length;
}

/* {"t":"create","settings":{...}} in page_in. */
bool page_read_settings(unsigned bytes, struct setup_settings *settings)
{
    const struct setup_settings usual = setup_usual();
    static struct wire_asked asked; /* it may bring a whole edition: too long for a stack */
    struct wire_problem problem;
    if (wire_read_asked(&asked, page_in, bytes, &usual, &problem) != WIRE_GOOD ||
        asked.type != WIRE_ASKED_CREATE || !asked.create.has_settings)
        return false;
    *settings = asked.create.settings;
    return true;
}

/* The code of the settings in page_in; behind a line end the bots, with '-' between. */
unsigned page_export_setup_write(unsigned bytes)
{
    struct pen_text text = page_answer();
    struct setup setup;
    unsigned end = 0;
    memset(&setup, 0, sizeof setup);
    while (end < bytes && page_in[end] != '\n')
        end++;
    if (!page_read_settings(end, &setup.settings))
        return 0;
    for (unsigned at = end + 1; at < bytes && setup.bot_count < PEN_SEATS_MAX - 1;) {
        struct bot_spec spec;
        unsigned count = 0;
        while (at + count < bytes && page_in[at + count] != '-')
            count++;
        if (!pen_bot_spec_read(page_in + at, count, &spec))
            return 0;
        setup.bots[setup.bot_count++] = spec.level;
        at += count + 1;
    }
    setup_write(&text, &setup);
    return (unsigned)text.length;
}

/* The edition as a table with the settings in page_in plays it. */
unsigned page_export_table_use(unsigned bytes)
{
    struct setup_settings settings;
    struct pen_edition edition;
    return page_read_settings(bytes, &settings) && page_edition(settings.edition, &edition)
               ? page_edition_use(&edition, &settings.options)
               : 0;
}

static void add_line(void *context, const char *sentence)
{
    pen_text_add(context, sentence);
    pen_text_add(context, "\n");
}

/* What the settings in page_in change of the sheet, a line each. */
unsigned page_export_differences(unsigned bytes, unsigned lang)
{
    struct pen_text text = page_answer();
    struct setup_settings settings;
    struct pen_edition edition;
    if (page_read_settings(bytes, &settings) && page_edition(settings.edition, &edition))
        setup_differences(&settings, &edition, (enum pen_lang)lang, &text, add_line);
    return (unsigned)text.length;
}
