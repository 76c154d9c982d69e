/* seat.c - a decision: how it is put, how an answer is read, what is done when no answer fits. */
#include <stdlib.h>
#include <string.h>

#include "platform/clock.h"
#include "tui/action_words.h"
#include "tui/typed.h"
#include "tui/seat/inside.h"
#include "wire/json.h"
#include "words/tui_say_words.h"
#include "words/tui_seat_words.h"

enum { SENTENCE_BYTES = 1024, STORY_BYTES = 64 * 1024 };

bool seat_open(struct seat *seat, struct tui_table *table, const struct seat_config *config)
{
    memset(seat, 0, sizeof *seat);
    seat->table = table;
    seat->config = config;
    seat->chance = pen_chance_of(1, 0);
    seat->story = open_memstream(&seat->story_bytes, &seat->story_count);
    return seat->story && seat_lines_open(&seat->lines, config->command);
}

void seat_close(struct seat *seat)
{
    seat_lines_close(&seat->lines);
    if (seat->story)
        (void)fclose(seat->story);
    free(seat->story_bytes);
}

/* ---- what has happened ---- */

static void line(FILE *out, const char *words)
{
    fputs(words, out);
    fputc('\n', out);
}

void seat_shorten_story(struct seat *seat)
{
    if (fflush(seat->story) != 0 || seat->story_count <= STORY_BYTES)
        return;
    const char *from = memchr(seat->story_bytes + seat->story_count - STORY_BYTES / 2, '\n', STORY_BYTES / 2);
    char *newest = from ? strdup(from) : NULL;
    rewind(seat->story);
    if (newest)
        fprintf(seat->story, "…%s", newest);
    free(newest);
}

void seat_hear(struct seat *seat, const struct tui_news *news)
{
    const struct tui_table *table = seat->table;
    const struct plain_telling to = {.table = table, .out = seat->story};
    switch (news->type) {
    case TUI_NEWS_DEALT:
        plain_say(&to, WORD_TUI_SAY_ROUND, (struct tui_filling){.number = table->view.round_number});
        plain_tell_events(&to, &news->events);
        break;
    case TUI_NEWS_EVENTS:
    case TUI_NEWS_SEATED:
        plain_tell_events(&to, &news->events);
        break;
    case TUI_NEWS_REFUSED:
        seat->all.refused++;
        plain_say(&to, WORD_TUI_SAY_REFUSED,
                  (struct tui_filling){.text = pen_refusal_text(news->refusal, table->lang),
                                       .name = pen_refusal_rule(news->refusal)});
        break;
    case TUI_NEWS_ROUND_OVER:
        plain_tell_round_over(&to, news);
        break;
    case TUI_NEWS_GAME_OVER:
        plain_tell_game_over(&to);
        break;
    case TUI_NEWS_NOTICE:
    case TUI_NEWS_LESSON:
        line(seat->story, news->text);
        break;
    case TUI_NEWS_HANDOVER:
    case TUI_NEWS_CLOSED:
    case TUI_NEWS_NONE:
        break;
    }
    seat_shorten_story(seat);
}

void seat_tell_story(struct seat *seat, FILE *out)
{
    (void)fflush(seat->story);
    fwrite(seat->story_bytes, 1, seat->story_count, out);
    rewind(seat->story);
}

/* ---- what can be done ---- */

/* Every colour of a wild is a choice of its own. */
static void find_choices(const struct tui_table *table, struct plain_choices *choices)
{
    struct plain_choices found;
    plain_choices_find(&found, table);
    choices->count = 0;
    for (unsigned i = 0; i < found.count; i++) {
        struct pen_action action = found.list[i];
        const bool is_wild = plain_choice_needs_color(table, &action);
        for (uint8_t color = 0; color < (is_wild ? table->edition.color_count : 1); color++) {
            action.color = is_wild ? color : action.color;
            if (choices->count < PLAIN_CHOICES_MAX)
                choices->list[choices->count++] = action;
        }
    }
}

static bool must_act(const struct tui_table *table)
{
    return table->seat < PEN_SEATS_MAX && (table->view.must >> table->seat & 1);
}

bool seat_is_asked(struct seat *seat)
{
    struct plain_choices choices;
    if (seat->table->seat >= PEN_SEATS_MAX || seat->table->view.phase == PEN_PHASE_OVER)
        return false;
    find_choices(seat->table, &choices);
    if (choices.count == 0)
        return false;
    return must_act(seat->table) ||
           (seat->config->has_chances && !plain_choices_are_same(&choices, &seat->passed));
}

void seat_write_action(const struct seat *seat, struct pen_action action, struct pen_text *text)
{
    const struct tui_table *table = seat->table;
    pen_mesa_write_bare_action(text, &table->edition, &table->rules, &table->names, action);
}

void seat_tell_choices(const struct seat *seat, FILE *out)
{
    for (unsigned i = 0; i < seat->choices.count; i++) {
        char bytes[SENTENCE_BYTES];
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        tui_action_words(&text, seat->table, seat->choices.list[i]);
        pen_text_add(&text, " [");
        seat_write_action(seat, seat->choices.list[i], &text);
        pen_text_add(&text, "]");
        fprintf(out, "  %u %s\n", i + 1, bytes);
    }
    if (!seat->must)
        fprintf(out, "  0 %s\n", word_text(WORD_TUI_SAY_CHOICE_PASS, seat->table->lang));
}

void seat_begin(struct seat *seat)
{
    find_choices(seat->table, &seat->choices);
    seat->must = must_act(seat->table);
    if (seat->is_open)
        return;
    seat->is_open = true;
    seat->tries = 0;
    seat->now = (struct seat_cost){.decisions = 1};
    seat->asked_ms = platform_now_ms();
}

void seat_ask(struct seat *seat, FILE *out)
{
    const struct plain_telling to = {.table = seat->table, .out = out};
    seat_begin(seat);
    seat_tell_story(seat, out);
    plain_tell_table(&to);
    line(out, word_text(WORD_TUI_SEAT_ANSWER, seat->table->lang));
    seat_tell_choices(seat, out);
}

/* ---- an answer ---- */

/* "4 # tokens=812 usd=0.0004": what stands behind the mark is what the answer cost. */
static void take_report(struct seat *seat, char *answer)
{
    char *at = strchr(answer, '#');
    if (!at)
        return;
    *at++ = 0;
    for (char *rest = NULL, *word = strtok_r(at, " \t\r", &rest); word;
         word = strtok_r(NULL, " \t\r", &rest)) {
        char *is = strchr(word, '='), *end = NULL;
        const double number = is ? strtod(is + 1, &end) : 0;
        if (is && end != is + 1 && *end == 0)
            seat_report(&seat->now.reported, word, (size_t)(is - word), number);
    }
}

/* "4", "4." and "(4)". */
static bool read_number(const char *answer, unsigned long *number)
{
    char *end;
    answer += strspn(answer, " \t(");
    if (answer[0] < '0' || answer[0] > '9')
        return false;
    *number = strtoul(answer, &end, 10);
    return end[strspn(end, " \t\r.):")] == 0;
}

/* What the answer means: one of the choices, or 0 for letting them all go by. */
static bool read_answer(const struct seat *seat, const char *answer, struct pen_action *action, bool *is_pass)
{
    struct plain_choices found;
    unsigned long number;
    *is_pass = false;
    if (read_number(answer, &number)) {
        *is_pass = number == 0 && !seat->must;
        if (number > 0 && number <= seat->choices.count)
            *action = seat->choices.list[number - 1];
        return *is_pass || (number > 0 && number <= seat->choices.count);
    }
    plain_typed_find(&found, &seat->choices, seat->table, answer);
    if (found.count == 1)
        *action = found.list[0];
    return found.count == 1;
}

/* What is done when nothing that was said could be. */
static struct pen_action choose_instead(struct seat *seat)
{
    const struct plain_choices *choices = &seat->choices;
    if (seat->config->instead == SEAT_INSTEAD_RANDOM)
        return choices->list[pen_chance_below(&seat->chance, choices->count)];
    for (unsigned i = 0; seat->config->instead == SEAT_INSTEAD_DRAW && i < choices->count; i++)
        if (choices->list[i].verb == PEN_VERB_DRAW)
            return choices->list[i];
    return choices->list[0];
}

static void tell_instead(const struct seat *seat, struct pen_action action, FILE *reply)
{
    char bytes[SENTENCE_BYTES], words[SENTENCE_BYTES / 2];
    struct pen_text said = pen_text_in(words, sizeof words), text = pen_text_in(bytes, sizeof bytes);
    tui_action_words(&said, seat->table, action);
    words_say(&text, seat->table->lang, TUI_SEAT_INSTEAD, words);
    line(reply, bytes);
}

enum seat_heard seat_answer(struct seat *seat, char *answer, struct pen_action *action, FILE *reply)
{
    struct plain_choices fresh;
    bool is_pass = false;
    seat->now.answers++;
    seat->now.said += strlen(answer);
    take_report(seat, answer);
    find_choices(seat->table, &fresh);
    if (!plain_choices_are_same(&fresh, &seat->choices)) {
        seat->now.late++;
        line(reply, word_text(WORD_TUI_SAY_TOO_LATE, seat->table->lang));
        return SEAT_AGAIN;
    }
    if (read_answer(seat, answer, action, &is_pass)) {
        if (is_pass)
            seat->passed = seat->choices;
        return is_pass ? SEAT_WAITS : SEAT_DOES;
    }
    seat->now.wrong++;
    seat->tries++;
    line(reply, word_text(WORD_TUI_SAY_NOT_A_CHOICE, seat->table->lang));
    if (seat->config->instead == SEAT_INSTEAD_ASK || seat->tries < seat->config->tries)
        return SEAT_AGAIN;
    seat->now.instead++;
    if (!seat->must) {
        seat->passed = seat->choices;
        return SEAT_WAITS;
    }
    *action = choose_instead(seat);
    tell_instead(seat, *action, reply);
    return SEAT_DOES;
}

/* ---- what it cost ---- */

static void log_line(const struct seat *seat, struct pen_text *text)
{
    if (!seat->config->log)
        return;
    pen_text_add(text, "\n");
    fwrite(text->bytes, 1, text->length, seat->config->log);
    (void)fflush(seat->config->log);
}

void seat_decided(struct seat *seat, const char *did)
{
    struct seat_cost *now = &seat->now, *all = &seat->all;
    char bytes[2048];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    now->ms = platform_now_ms() - seat->asked_ms;
    all->decisions++;
    all->answers += now->answers;
    all->wrong += now->wrong;
    all->late += now->late;
    all->instead += now->instead;
    all->ms += now->ms;
    all->ms_most = now->ms > all->ms_most ? now->ms : all->ms_most;
    all->told += now->told;
    all->said += now->said;
    for (unsigned i = 0; i < now->reported.count; i++)
        seat_report(&all->reported, now->reported.list[i].name, strlen(now->reported.list[i].name),
                    now->reported.list[i].number);
    wire_json_open(&text, '{');
    wire_json_put_number(&text, "game", seat->games + 1);
    wire_json_put_number(&text, "decision", all->decisions);
    wire_json_put_string(&text, "did", did);
    seat_cost_write(&text, now);
    wire_json_close(&text, '}');
    log_line(seat, &text);
    seat->is_open = false;
}

void seat_write_summary(const struct seat *seat, struct pen_text *text)
{
    wire_json_open(text, '{');
    wire_json_put_number(text, "games", seat->games);
    wire_json_put_number(text, "won", seat->won);
    wire_json_put_number(text, "decisions", seat->all.decisions);
    wire_json_put_number(text, "ms_most", seat->all.ms_most);
    seat_cost_write(text, &seat->all);
    wire_json_close(text, '}');
}

void seat_game_over(struct seat *seat, bool has_won)
{
    char bytes[2048];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    seat->games++;
    seat->won += has_won;
    seat->passed.count = 0;
    seat_write_summary(seat, &text);
    log_line(seat, &text);
}
