/* tables.c - one request, and a line for people out of each line of the lobby. */
#include "tui/remote/tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/fetch.h"
#include "tui/told_parts.h"
#include "wire/json.h"
#include "wire/wire.h"

enum { ANSWER_BYTES = 1 << 20, KEY_BYTES = 32 };

/* "La mesa de Ana · Classic · Ana, Beto · 2/4" */
static void describe(struct pen_text *text, const struct wire_line *line, enum pen_lang lang)
{
    static struct pen_edition edition;
    const struct setup_settings *settings = &line->settings;
    unsigned taken = 0;
    pen_text_add(text, settings->title[0] ? settings->title : line->id);
    pen_text_add(text, " · ");
    pen_text_add(text, pen_edition_builtin(settings->edition, &edition) ? pen_said(edition.title, lang)
                                                                        : settings->edition);
    if (settings->options.house) {
        pen_text_add(text, " + ");
        pen_house_write(settings->options.house, ", ", text);
    }
    for (unsigned seat = 0; seat < line->seats_count; seat++) {
        char name[PEN_PLAYER_BYTES];
        if (!line->seats[seat].name[0])
            continue;
        memcpy(name, line->seats[seat].name, sizeof name);
        pen_name_show(name);
        pen_text_add(text, taken++ ? ", " : " · ");
        pen_text_add(text, name);
    }
    pen_text_add(text, " · ");
    pen_text_add_number(text, taken);
    pen_text_add(text, "/");
    pen_text_add_number(text, settings->seats);
}

static void take(struct remote_tables *tables, const char *bytes, size_t count, enum pen_lang lang)
{
    static struct wire_line line;
    struct wire_problem problem;
    char raw[REMOTE_TABLE_TEXT_BYTES];
    if (tables->count == REMOTE_TABLES_MAX || wire_read_line(&line, bytes, count, &problem) != WIRE_GOOD ||
        !remote_link_read_table(line.id, tables->id[tables->count]))
        return;
    struct pen_text text = pen_text_in(raw, sizeof raw);
    describe(&text, &line, lang);
    tui__clean_text(tables->text[tables->count], sizeof tables->text[0], raw);
    tables->count++;
}

/* {"tables":[...]} */
static bool read_tables(struct remote_tables *tables, const char *bytes, size_t count, enum pen_lang lang)
{
    struct wire__scan scan = {bytes, bytes + count};
    char key[KEY_BYTES];
    unsigned items = 0;
    bool is_good;
    if (!wire__scan_byte(&scan, '{') || !wire__scan_key(&scan, key, sizeof key) ||
        strcmp(key, "tables") != 0 || !wire__scan_byte(&scan, '['))
        return false;
    while (wire__scan_more(&scan, ']', &items, &is_good)) {
        wire__scan_blanks(&scan);
        const char *begin = scan.at;
        if (!wire__scan_value(&scan))
            return false;
        take(tables, begin, (size_t)(scan.at - begin), lang);
    }
    return is_good;
}

bool remote_tables_fetch(const struct remote_link *link, enum pen_lang lang, struct remote_tables *tables,
                         enum net_problem *problem)
{
    char url[sizeof link->base + 16];
    struct net_fetched fetched = {0};
    tables->count = 0;
    snprintf(url, sizeof url, "%sapi/tables", link->base);
    const struct net_fetch fetch = {.url = url, .bytes_max = ANSWER_BYTES};
    *problem = net_fetch(&fetch, &fetched);
    if (*problem != NET_PROBLEM_NONE)
        return false;
    const bool is_good = fetched.status == 200 && read_tables(tables, fetched.bytes, fetched.count, lang);
    free(fetched.bytes);
    return is_good;
}
