/* filling.c - fills in the sentences of the terminal. */
#include "tui/filling.h"

#include "tui/table.h"
#include "words/tui_say_words.h"

void tui_say(struct pen_text *text, enum word id, enum pen_lang lang, const struct tui_filling *filling)
{
    static const struct tui_filling nothing = {0};
    const struct tui_filling *with = filling ? filling : &nothing;
    const struct pen_edition *edition = with->edition;
    char card[4 * PEN_NAME_BYTES] = "", color[2 * PEN_NAME_BYTES] = "";
    if (edition && with->rules && with->card < with->rules->kind_count) {
        struct pen_text name = pen_text_in(card, sizeof card);
        pen_card_name(edition, with->rules, with->card, lang, &name);
    }
    if (edition && with->color < edition->color_count) {
        struct pen_text name = pen_text_in(color, sizeof color);
        pen_text_add(&name, edition->colors[with->color].shape);
        pen_text_add(&name, " ");
        pen_text_add(&name, pen_said(edition->colors[with->color].name, lang));
    }
    words_say_list(text, lang, id,
                   (const struct pen_arg[]){pen_arg_text(with->name), pen_arg_text(with->other),
                                            pen_arg_text(with->text), pen_arg_count(with->number),
                                            pen_arg_text(card), pen_arg_text(color)},
                   6);
}

const char *tui_table_misplays(const struct tui_table *table)
{
    return word_text(tui_table_is_protected(table) ? WORD_TUI_SAY_PROTECTED : WORD_TUI_SAY_UNPROTECTED,
                     table->lang);
}
