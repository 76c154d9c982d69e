/* draw_offers.c - keys with their labels, in lines; each can be clicked. */
#include "tui/screen/draw_offers.h"

#include <stdio.h>
#include <string.h>

#include "tui/screen/terminal.h"
#include "tui/filling.h"
#include "words/tui_show_words.h"

const char *screen_key_name(int key, enum pen_lang lang, char name[16])
{
    static const struct {
        int key;
        const char *name;
    } known[] = {{SCREEN_KEY_ESCAPE, "Esc"},   {SCREEN_KEY_LEFT, "←"},        {SCREEN_KEY_RIGHT, "→"},
                 {SCREEN_KEY_UP, "↑"},         {SCREEN_KEY_DOWN, "↓"},        {SCREEN_KEY_TAB, "Tab"},
                 {SCREEN_KEY_PAGE_UP, "PgUp"}, {SCREEN_KEY_PAGE_DOWN, "PgDn"}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (known[i].key == key)
            return known[i].name;
    if (key == ' ')
        return word_text(WORD_TUI_SHOW_KEY_SPACE, lang);
    if (key == SCREEN_KEY_ENTER)
        return word_text(WORD_TUI_SHOW_KEY_ENTER, lang);
    snprintf(name, 16, "%c", key);
    return name;
}

static int offer_columns(const struct screen_offer *offer, enum pen_lang lang)
{
    char name[16];
    return screen_text_columns(screen_key_name(offer->key, lang, name)) + screen_text_columns(offer->label) +
           3;
}

static void draw_offer(struct screen_canvas *canvas, int row, int column, int columns,
                       const struct screen_offer *offer, enum pen_lang lang)
{
    char name[16], key[32];
    snprintf(key, sizeof key, "[%s]", screen_key_name(offer->key, lang, name));
    int used = screen_canvas_text(canvas, row, column, columns, SCREEN_LIGHT, key);
    used += 1;
    struct screen_style style = offer->is_quiet ? SCREEN_QUIET : SCREEN_PLAIN;
    used += screen_canvas_text(canvas, row, column + used, columns - used, style, offer->label);
    screen_canvas_spot(canvas, (struct screen_rect){row, column, 1, used}, offer->key);
}

/* Draws, if there is a canvas, and returns the lines it takes. */
static int flow(struct screen_canvas *canvas, struct screen_rect rect, const struct screen_offers *offers,
                enum pen_lang lang)
{
    int row = 0, column = 0, rows = 0;
    for (unsigned i = 0; i < offers->count; i++) {
        const struct screen_offer *offer = &offers->list[i];
        int columns = offer_columns(offer, lang);
        if (offer->is_quiet)
            continue;
        if (column > 0 && column + columns > rect.columns) {
            row++;
            column = 0;
        }
        if (canvas && row < rect.rows)
            draw_offer(canvas, rect.row + row, rect.column + column, rect.columns - column, offer, lang);
        column += columns + 2;
        rows = row + 1;
    }
    return rows;
}

int screen_offers_rows(const struct screen_offers *offers, int columns, enum pen_lang lang)
{
    return flow(NULL, (struct screen_rect){0, 0, 0, columns}, offers, lang);
}

/* Words that begin so, of whole letters. */
static void cut_label(char *label, size_t bytes)
{
    if (strlen(label) <= bytes)
        return;
    while (bytes > 0 && ((unsigned char)label[bytes] & 0xc0) == 0x80)
        bytes--;
    label[bytes] = 0;
}

void screen_draw_offers(struct screen_canvas *canvas, struct screen_rect rect,
                        const struct screen_offers *offers, enum pen_lang lang)
{
    static const size_t lengths[] = {12, 8, 4, 0};
    struct screen_offers brief = *offers;
    /* Nine to choose from on the smallest screen: every key is seen, if with less of its words. */
    for (unsigned i = 0;
         i < sizeof lengths / sizeof *lengths && screen_offers_rows(&brief, rect.columns, lang) > rect.rows;
         i++)
        for (unsigned j = 0; j < brief.count; j++)
            cut_label(brief.list[j].label, lengths[i]);
    flow(canvas, rect, &brief, lang);
}

int screen_draw_quiet_offers(struct screen_canvas *canvas, struct screen_rect rect,
                             const struct screen_offers *offers, enum pen_lang lang, bool is_short)
{
    int column = rect.column + rect.columns;
    for (unsigned i = offers->count; i > 0; i--) {
        struct screen_offer offer = offers->list[i - 1];
        if (!offer.is_quiet)
            continue;
        if (is_short)
            offer.label[0] = 0;
        column -= offer_columns(&offer, lang) + (is_short ? -1 : 1);
        draw_offer(canvas, rect.row, column, rect.columns, &offer, lang);
    }
    return column - rect.column - 1;
}
