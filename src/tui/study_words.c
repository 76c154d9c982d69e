/* study_words.c - the sentences are those of `penultima analyse`. */
#include "tui/study_words.h"

#include <string.h>

#include "platform/host.h"
#include "tui/action_words.h"
#include "tui/hint.h"
#include "words/cli_analyse_words.h"

static const char *percent(double share)
{
    return host_real(100 * share, 0);
}

const char *tui_study_order(struct tui_table *table, const struct study_decision *decision,
                            struct pen_action action, char bytes[TUI_STUDY_BYTES])
{
    struct pen_text text = pen_text_in(bytes, TUI_STUDY_BYTES);
    table->seat = decision->view.viewer;
    table->view = decision->view;
    tui_action_words(&text, table, action);
    bytes[strcspn(bytes, "\r\n")] = 0;
    return bytes;
}

static const char *color_name(const struct tui_table *table, uint8_t color)
{
    return pen_said(table->edition.colors[color].name, host_lang);
}

static const char *why(struct tui_table *table, const struct study_decision *decision,
                       char bytes[TUI_STUDY_BYTES])
{
    const struct value_choices *choices = &decision->choices;
    struct pen_action best = choices->list[choices->best].action;
    struct value_reason reason =
        value_reason(choices, &table->rules, &decision->view, choices->best, decision->taken);
    struct pen_text text = pen_text_in(bytes, TUI_STUDY_BYTES);
    const char *name = reason.seat < PEN_SEATS_MAX ? table->names.name[reason.seat] : "";
    switch (reason.why) {
    case VALUE_WHY_WINS:
        return host_word(WORD_CLI_ANALYSE_WHY_WINS);
    case VALUE_WHY_CHALLENGE:
        return host_say(CLI_ANALYSE_WHY_CHALLENGE, (long)reason.number, (long)reason.other);
    case VALUE_WHY_NO_CHALLENGE:
        return host_say(CLI_ANALYSE_WHY_NO_CHALLENGE, (long)reason.number, (long)reason.other);
    case VALUE_WHY_NEEDLESS_DRAW:
        return host_word(WORD_CLI_ANALYSE_WHY_DRAW);
    case VALUE_WHY_WILD:
        return host_word(WORD_CLI_ANALYSE_WHY_WILD);
    case VALUE_WHY_LACKS:
        if (reason.number == 0)
            return host_say(CLI_ANALYSE_WHY_LACKS, name, color_name(table, reason.color));
        return host_say(CLI_ANALYSE_WHY_DREW, name, color_name(table, reason.color), (long)reason.number);
    case VALUE_WHY_MOST:
        return host_say(CLI_ANALYSE_WHY_MOST, color_name(table, reason.color), (long)reason.number);
    case VALUE_WHY_OTHER:
    case VALUE_WHY_COUNT:
        break;
    }
    table->seat = decision->view.viewer;
    table->view = decision->view;
    tui_hint_why(table, best, &text);
    return bytes;
}

const char *tui_study_taken(struct tui_table *table, const struct study_decision *decision,
                            const char *before)
{
    const struct value_choice *taken = &decision->choices.list[decision->taken];
    char words[TUI_STUDY_BYTES];
    return host_say(CLI_ANALYSE_TAKEN, before, table->names.name[decision->view.viewer],
                    tui_study_order(table, decision, decision->action, words), percent(taken->chance),
                    percent(STUDY_SURE * taken->error));
}

void tui_study_better(struct tui_table *table, const struct study_decision *decision,
                      char bytes[2 * TUI_STUDY_BYTES])
{
    const struct value_choice *best = &decision->choices.list[decision->choices.best];
    char words[TUI_STUDY_BYTES], reason[TUI_STUDY_BYTES];
    snprintf(bytes, 2 * TUI_STUDY_BYTES, "%s: %s",
             host_say(CLI_ANALYSE_BETTER, tui_study_order(table, decision, best->action, words),
                      percent(best->chance), percent(STUDY_SURE * best->error), percent(decision->cost)),
             why(table, decision, reason));
}
