/* action_words.c - words for each verb. */
#include "tui/action_words.h"

#include "tui/filling.h"
#include "words/tui_say_words.h"

static enum word words_of(const struct tui_table *table, const struct pen_action *action)
{
    /* A verb without words does not build. */
    static const uint16_t words[PEN_VERB_COUNT] = {
#define X(name, word, with, set, when) WORD_TUI_SAY_DO_##name,
        PEN_VERB_LIST(X)
#undef X
    };
    bool is_naming = action->color != PEN_COLOR_NONE;
    if (action->verb == PEN_VERB_PLAY && table->view.phase == PEN_PHASE_PENDING)
        return is_naming ? WORD_TUI_SAY_DO_ANSWER_NAMING : WORD_TUI_SAY_DO_ANSWER;
    if (action->verb == PEN_VERB_KEEP && table->view.phase == PEN_PHASE_MORE)
        return WORD_TUI_SAY_DO_KEEP_REST;
    if (action->verb == PEN_VERB_PLAY && is_naming)
        return WORD_TUI_SAY_DO_PLAY_NAMING;
    if (action->verb == PEN_VERB_JUMP && is_naming)
        return WORD_TUI_SAY_DO_JUMP_NAMING;
    if (action->verb == PEN_VERB_DROP && pen_bits_count(table->people) > 1)
        return WORD_TUI_SAY_DO_DROP_OF;
    if (action->verb == PEN_VERB_STREAM && action->card == PEN_CARD_NONE)
        return WORD_TUI_SAY_DO_STREAM_NONE;
    if (action->verb == PEN_VERB_STREAM && is_naming)
        return WORD_TUI_SAY_DO_STREAM_NAMING;
    return (enum word)words[action->verb];
}

void tui_action_words(struct pen_text *text, const struct tui_table *table, struct pen_action action)
{
    const struct pen_view *view = &table->view;
    uint8_t about = action.target;
    if (action.verb == PEN_VERB_CHALLENGE)
        about = view->thrower;
    if (action.verb == PEN_VERB_DROP)
        about = action.seat;
    struct tui_filling filling = {
        .edition = &table->edition,
        .rules = &table->rules,
        .name = about < table->names.count ? table->names.name[about] : "",
        .number = action.verb == PEN_VERB_TAKE ? view->pending
                  : about < view->seat_count   ? view->hand_count[about]
                                               : 0,
        .card = action.card,
        .color = action.color,
    };
    if (action.seat != table->seat && action.verb != PEN_VERB_DROP) {
        struct tui_filling who = {.name = table->names.name[action.seat]};
        tui_say(text, WORD_TUI_SAY_DO_AS, table->lang, &who);
    }
    tui_say(text, words_of(table, &action), table->lang, &filling);
    if (action.uno)
        tui_say(text, WORD_TUI_SAY_DO_WITH_UNO, table->lang, NULL);
}
