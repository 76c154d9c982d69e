/* action_words.c - words for each verb. */
#include "tui/action_words.h"

#include "tui/filling.h"

static enum word words_of(const struct tui_table *table, const struct pen_action *action)
{
    bool is_naming = action->color != PEN_COLOR_NONE;
    switch ((enum pen_verb)action->verb) {
    case PEN_VERB_PLAY:
        if (table->view.phase == PEN_PHASE_PENDING)
            return is_naming ? WORD_TUI_SAY_DO_ANSWER_NAMING : WORD_TUI_SAY_DO_ANSWER;
        return is_naming ? WORD_TUI_SAY_DO_PLAY_NAMING : WORD_TUI_SAY_DO_PLAY;
    case PEN_VERB_DRAW:
        return WORD_TUI_SAY_DO_DRAW;
    case PEN_VERB_KEEP:
        return WORD_TUI_SAY_DO_KEEP;
    case PEN_VERB_TAKE:
        return WORD_TUI_SAY_DO_TAKE;
    case PEN_VERB_CHALLENGE:
        return WORD_TUI_SAY_DO_CHALLENGE;
    case PEN_VERB_NAME:
        return WORD_TUI_SAY_DO_NAME;
    case PEN_VERB_SAY_UNO:
        return WORD_TUI_SAY_DO_SAY_UNO;
    case PEN_VERB_CATCH:
        return WORD_TUI_SAY_DO_CATCH;
    case PEN_VERB_JUMP:
        return is_naming ? WORD_TUI_SAY_DO_JUMP_NAMING : WORD_TUI_SAY_DO_JUMP;
    case PEN_VERB_SWAP:
        return WORD_TUI_SAY_DO_SWAP;
    case PEN_VERB_DROP:
        return pen_bits_count(table->people) > 1 ? WORD_TUI_SAY_DO_DROP_OF : WORD_TUI_SAY_DO_DROP;
    case PEN_VERB_STREAM:
        if (action->card == PEN_CARD_NONE)
            return WORD_TUI_SAY_DO_STREAM_NONE;
        return is_naming ? WORD_TUI_SAY_DO_STREAM_NAMING : WORD_TUI_SAY_DO_STREAM;
    case PEN_VERB_FOLLOW:
        return WORD_TUI_SAY_DO_FOLLOW;
    case PEN_VERB_SWING:
        return WORD_TUI_SAY_DO_SWING;
    default:
        return WORD_TUI_SAY_DO_ACCUSE;
    }
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
