/* analysis.c - what is told of an analysed record, for people and for programs. */
#include "cli/analysis.h"

#include <stdlib.h>
#include <string.h>

#include "platform/host.h"
#include "tui/study_words.h"
#include "words/cli_analyse_words.h"

enum { JSON_BYTES = 32768 };

static const char *percent(double share)
{
    return host_real(100 * share, 0);
}

/* ---- in lines ---- */

static void tell_decision(struct analysis *analysis, const struct study_decision *decision)
{
    const struct value_choices *choices = &decision->choices;
    char words[TUI_STUDY_BYTES], better[2 * TUI_STUDY_BYTES], line[16];
    snprintf(line, sizeof line, "%5u", decision->line);
    puts(tui_study_taken(&analysis->table, decision, line));
    tui_study_better(&analysis->table, decision, better);
    if (decision->cost > 0)
        printf("       %s\n", better);
    else if (analysis->shows_all)
        printf("       %s\n", host_word(WORD_CLI_ANALYSE_GOOD));
    for (unsigned i = 0; analysis->shows_all && i < choices->count; i++)
        printf("       %5s %% ± %s  %s\n", percent(choices->list[i].chance),
               percent(STUDY_SURE * choices->list[i].error),
               tui_study_order(&analysis->table, decision, choices->list[i].action, words));
}

static int by_cost(const void *left, const void *right)
{
    const struct study_decision *const *a = left, *const *b = right;
    if ((*a)->cost != (*b)->cost)
        return (*a)->cost < (*b)->cost ? 1 : -1;
    return (*a)->line < (*b)->line ? -1 : 1;
}

static void tell_ranked(struct analysis *analysis)
{
    struct study_decision **ranked = host_allocate(NULL, analysis->study.count * sizeof *ranked);
    unsigned told = 0;
    for (unsigned i = 0; i < analysis->study.count; i++)
        ranked[i] = &analysis->study.list[i];
    qsort(ranked, analysis->study.count, sizeof *ranked, by_cost);
    for (unsigned i = 0; i < analysis->study.count && ranked[i]->cost > 0; i++) {
        if (i >= STUDY_MATTERED && !study_is_mistake(ranked[i]))
            continue;
        if (told++ == 0)
            puts(host_word(WORD_CLI_ANALYSE_MATTERED));
        if (i == STUDY_MATTERED)
            putchar('\n');
        tell_decision(analysis, ranked[i]);
    }
    if (told > 0)
        putchar('\n');
    free(ranked);
}

static void sum_up(const struct analysis *analysis)
{
    for (uint8_t seat = 0; seat < analysis->table.names.count; seat++) {
        unsigned count = 0, mistakes = 0;
        double cost = 0;
        for (unsigned i = 0; i < analysis->study.count; i++)
            if (analysis->study.list[i].view.viewer == seat) {
                bool is_mistake = study_is_mistake(&analysis->study.list[i]);
                count++;
                mistakes += is_mistake;
                cost += is_mistake ? analysis->study.list[i].cost : 0;
            }
        if (count > 0)
            puts(host_say(CLI_ANALYSE_SUM, analysis->table.names.name[seat], (long)count, (long)mistakes,
                          percent(cost)));
    }
}

/* ---- luck and skill ---- */

/* "+12.3"; they add up as they are told if 'result' is what the rounded others come to. */
static const char *tenths(int64_t tenths)
{
    static char bytes[4][24];
    static unsigned at;
    at = (at + 1) % 4;
    snprintf(bytes[at], sizeof bytes[at], "%s%s", tenths < 0 ? "-" : "+",
             host_real((double)(tenths < 0 ? -tenths : tenths) / 10, 1));
    return bytes[at];
}

static int64_t in_tenths(int64_t millionths)
{
    return (millionths + (millionths < 0 ? -500 : 500)) / 1000;
}

static const char *point_words(const struct analysis *analysis, const struct luck_point *point)
{
    const char *gain = tenths(in_tenths(point->gain));
    char name[TUI_STUDY_BYTES];
    struct pen_text text = pen_text_in(name, sizeof name);
    switch (point->kind) {
    case LUCK_DEAL:
        return host_say(CLI_ANALYSE_POINT_DEAL, gain, (long)point->line);
    case LUCK_DRAWN:
        pen_card_name(&analysis->table.edition, &analysis->table.rules, point->card, host_lang, &text);
        return host_say(CLI_ANALYSE_POINT_DRAWN, gain, (long)point->line, name);
    case LUCK_CARDS:
        return host_say(CLI_ANALYSE_POINT_CARDS, gain, (long)point->line, (long)point->number);
    case LUCK_OTHERS:
    case LUCK_KIND_COUNT:
        return host_say(CLI_ANALYSE_POINT_OTHERS, gain, (long)point->line);
    case LUCK_WON:
    case LUCK_LOST:
        break;
    }
    return host_say(CLI_ANALYSE_POINT_END, gain, (long)point->line, analysis->table.names.name[point->other]);
}

static void tell_luck(const struct analysis *analysis)
{
    static char json[JSON_BYTES];
    struct luck luck;
    if (!luck_sum(&analysis->study, &luck))
        return;
    if (!analysis->is_json && !analysis->tells_luck)
        putchar('\n');
    if (!analysis->is_json)
        puts(host_word(WORD_CLI_ANALYSE_LUCK_MEANING));
    for (uint8_t seat = 0; seat < analysis->study.names.count; seat++) {
        const struct luck_seat *sum = &luck.seat[seat];
        if (analysis->is_json) {
            struct pen_text text = pen_text_in(json, sizeof json);
            luck_write(&analysis->study, &luck, seat, analysis->path, &text);
            puts(json);
            continue;
        }
        int64_t chance = in_tenths(sum->luck), skill = in_tenths(sum->skill);
        int64_t result = in_tenths(sum->result);
        puts(host_say(CLI_ANALYSE_LUCK, analysis->table.names.name[seat], tenths(result), tenths(chance),
                      tenths(skill), tenths(result - chance - skill)));
        for (unsigned i = 0; i < sum->point_count; i++)
            printf("       %s\n", point_words(analysis, &sum->points[i]));
    }
}

void analysis_tell(struct analysis *analysis)
{
    static char json[JSON_BYTES];
    if (analysis->tells_luck) {
        tell_luck(analysis);
        return;
    }
    if (analysis->is_json) {
        for (unsigned i = 0; i < analysis->study.count; i++) {
            struct pen_text text = pen_text_in(json, sizeof json);
            study_write(&analysis->study, &analysis->study.list[i], analysis->path, &text);
            puts(json);
        }
        return;
    }
    if (analysis->study.count == 0) {
        puts(host_word(WORD_CLI_ANALYSE_NOTHING));
        return;
    }
    puts(host_word(analysis->study.known ? WORD_CLI_ANALYSE_MEANING : WORD_CLI_ANALYSE_NOT_KNOWN));
    putchar('\n');
    if (analysis->shows_all)
        for (unsigned i = 0; i < analysis->study.count; i++)
            tell_decision(analysis, &analysis->study.list[i]);
    else
        tell_ranked(analysis);
    sum_up(analysis);
    tell_luck(analysis);
}
