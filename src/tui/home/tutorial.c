/* tutorial.c - plays the lessons: Ana's actions come from the person, the others' from the lesson. What the
 * rules refuse is refused as everywhere; what they allow but the lesson does not mean gets a friendly
 * word, and nothing happens. Nothing is kept on the disk. */
#include "tui/home/tutorial.h"

#include <stdlib.h>
#include <string.h>

#include "tui/action_words.h"
#include "tui/home/lessons.h"
#include "tui/filling.h"
#include "words/tui_say_words.h"

enum {
    LEARNER = 0,
    LESSON_COUNT = sizeof home_lessons / sizeof home_lessons[0],
    SCRIPT_MAX = 32,
    PAUSE_MS = 1100 /* before somebody else plays */
};

struct tutorial {
    struct tui_table table;
    unsigned percent;
    struct pen_game game;
    struct pen_events events;
    unsigned lesson;
    struct pen_action script[SCRIPT_MAX];
    unsigned script_count, next; /* of the actions of all seats */
    unsigned said, acted;        /* how many of the guide's texts, of the learner's actions */
    bool has_events, is_deal, is_round_told, is_end_told, is_game_told;
    char text[TUI_NEWS_TEXT_BYTES]; /* a word of the guide besides the lesson's */
    uint64_t due_ms;
};

static struct tutorial *of(struct tui_table *table)
{
    return table->self;
}

/* ---- a lesson -------------------------------------------------------------------------------- */

static bool find_edition(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                         struct pen_problem *problem)
{
    (void)context;
    (void)problem;
    char id[PEN_ID_BYTES];
    if (bytes >= sizeof id)
        return false;
    memcpy(id, name, bytes);
    id[bytes] = 0;
    return pen_edition_builtin(id, edition);
}

static void report(void *context, unsigned line, const char *what)
{
    (void)context;
    (void)line;
    (void)what;
}

/* Collects the beginning of the lesson and everything that is to be played in it. */
static void collect(void *context, const struct pen_mesa_moment *moment)
{
    struct tutorial *tutorial = context;
    struct tui_table *table = &tutorial->table;
    if (!moment->is_deal) {
        PEN_ASSERT(!moment->is_void); /* no lesson has one */
        PEN_ASSERT(tutorial->script_count < SCRIPT_MAX);
        tutorial->script[tutorial->script_count++] = moment->action;
        return;
    }
    table->edition = *moment->edition;
    table->rules = *moment->rules;
    table->options = *moment->options;
    table->names = *moment->names;
    tutorial->game = *moment->game;
    tutorial->events = *moment->events;
}

static void look(struct tutorial *tutorial)
{
    struct tui_table *table = &tutorial->table;
    pen_view_update(&table->view, &table->rules, &tutorial->game, &tutorial->events);
    table->view.round_number = (uint16_t)(tutorial->lesson + 1); /* lessons are counted, not rounds */
}

static void open_lesson(struct tutorial *tutorial, unsigned lesson, uint64_t now_ms)
{
    struct tui_table *table = &tutorial->table;
    struct pen_mesa *mesa = malloc(sizeof *mesa);
    PEN_ASSERT(mesa != NULL);
    struct pen_mesa_host host = {tutorial, table->lang, find_edition, report, collect};
    tutorial->script_count = tutorial->next = tutorial->said = tutorial->acted = 0;
    const char *text = home_lessons[lesson].mesa;
    enum pen_mesa_status status = pen_mesa_replay(mesa, text, strlen(text), &host);
    PEN_ASSERT(status == PEN_MESA_GOOD); /* the lessons are ours */
    free(mesa);
    tutorial->lesson = lesson;
    tutorial->has_events = tutorial->is_deal = true;
    tutorial->is_round_told = tutorial->is_game_told = false;
    tutorial->due_ms = now_ms;
    pen_view_init(&table->view, LEARNER);
    look(tutorial);
}

static void pause_from(struct tutorial *tutorial, uint64_t now_ms)
{
    tutorial->due_ms = now_ms + (uint64_t)PAUSE_MS * tutorial->percent / 100;
}

static void apply(struct tutorial *tutorial, struct pen_action action, uint64_t now_ms)
{
    struct tui_table *table = &tutorial->table;
    enum pen_refusal refusal = pen_game_apply(&table->rules, &tutorial->game, action, &tutorial->events);
    PEN_ASSERT(refusal == PEN_ACCEPTED);
    tutorial->next++;
    tutorial->acted += action.seat == LEARNER;
    tutorial->has_events = true;
    look(tutorial);
    pause_from(tutorial, now_ms);
}

static bool is_script_over(const struct tutorial *tutorial)
{
    return tutorial->next == tutorial->script_count;
}

static bool is_learner_next(const struct tutorial *tutorial)
{
    return !is_script_over(tutorial) && tutorial->script[tutorial->next].seat == LEARNER;
}

/* ---- what happens ---------------------------------------------------------------------------- */

static void tell_events(struct tutorial *tutorial, struct tui_news *news)
{
    news->type = tutorial->is_deal ? TUI_NEWS_DEALT : TUI_NEWS_EVENTS;
    news->events.count = tutorial->events.count;
    news->events.reshuffled_count = 0;
    for (unsigned i = 0; i < tutorial->events.count; i++)
        news->events.list[i] = pen_event_for(tutorial->events.list[i], LEARNER);
    tutorial->has_events = tutorial->is_deal = false;
}

static void tell_lesson(struct tui_news *news, const char *text)
{
    struct pen_text lesson = pen_text_in(news->text, sizeof news->text);
    news->type = TUI_NEWS_LESSON;
    pen_text_add(&lesson, text);
}

static void tell_round_over(struct tutorial *tutorial, struct tui_news *news)
{
    const struct pen_round *round = &tutorial->game.round;
    news->type = TUI_NEWS_ROUND_OVER;
    news->seat = round->winner;
    for (uint8_t seat = 0; seat < round->seat_count; seat++) {
        news->hands[seat] = round->hands[seat];
        news->points[seat] = (uint16_t)pen_hand_points(&tutorial->table.rules, &round->hands[seat]);
        news->gained[seat] = 0;
    }
    tutorial->is_round_told = true;
}

/* After the last action of the last lesson, in this order. */
static bool tell_end(struct tutorial *tutorial, struct tui_news *news)
{
    if (!tutorial->is_round_told)
        tell_round_over(tutorial, news);
    else if (!tutorial->is_end_told)
        tell_lesson(news, word_text(WORD_TUI_SAY_TUTORIAL_END, tutorial->table.lang));
    else if (!tutorial->is_game_told)
        news->type = TUI_NEWS_GAME_OVER;
    tutorial->is_end_told = tutorial->is_end_told || news->type == TUI_NEWS_LESSON;
    tutorial->is_game_told = tutorial->is_game_told || news->type == TUI_NEWS_GAME_OVER;
    return news->type != TUI_NEWS_NONE;
}

static bool step(struct tui_table *table, uint64_t now_ms, struct tui_news *news)
{
    struct tutorial *tutorial = of(table);
    news->type = TUI_NEWS_NONE;
    if (tutorial->text[0]) {
        tell_lesson(news, tutorial->text);
        tutorial->text[0] = 0;
        return true;
    }
    if (tutorial->has_events) {
        tell_events(tutorial, news);
        return true;
    }
    if (is_learner_next(tutorial)) {
        if (tutorial->said > tutorial->acted)
            return false;
        tell_lesson(news, word_text(home_lessons[tutorial->lesson].says[tutorial->said++], table->lang));
        return true;
    }
    if (is_script_over(tutorial) && tutorial->lesson + 1 == LESSON_COUNT)
        return tell_end(tutorial, news);
    if (now_ms < tutorial->due_ms)
        return false;
    if (is_script_over(tutorial))
        open_lesson(tutorial, tutorial->lesson + 1, now_ms);
    else
        apply(tutorial, tutorial->script[tutorial->next], now_ms);
    tell_events(tutorial, news);
    return true;
}

static int wait_ms(struct tui_table *table, uint64_t now_ms)
{
    const struct tutorial *tutorial = of(table);
    if (tutorial->text[0] || tutorial->has_events)
        return 0;
    if (is_learner_next(tutorial))
        return tutorial->said > tutorial->acted ? -1 : 0;
    if (is_script_over(tutorial) && tutorial->lesson + 1 == LESSON_COUNT)
        return tutorial->is_game_told ? -1 : 0;
    return tutorial->due_ms <= now_ms ? 0 : (int)(tutorial->due_ms - now_ms);
}

/* ---- what the learner does ------------------------------------------------------------------- */

static bool is_same(const struct pen_action *a, const struct pen_action *b)
{
    return a->verb == b->verb && a->seat == b->seat && a->card == b->card && a->color == b->color &&
           a->target == b->target && a->uno == b->uno;
}

static enum pen_refusal act(struct tui_table *table, struct pen_action action, uint64_t now_ms)
{
    struct tutorial *tutorial = of(table);
    if (is_learner_next(tutorial) && is_same(&action, &tutorial->script[tutorial->next])) {
        apply(tutorial, action, now_ms);
        return PEN_ACCEPTED;
    }
    if (action.seat != LEARNER)
        return PEN_REFUSED_NO_SUCH_SEAT;
    struct pen_round trial = tutorial->game.round;
    enum pen_refusal refusal = pen_round_apply(&table->rules, &trial, action, NULL);
    if (refusal != PEN_ACCEPTED)
        return refusal;
    char wanted[512] = "";
    struct pen_text text = pen_text_in(wanted, sizeof wanted);
    if (is_learner_next(tutorial))
        tui_action_words(&text, table, tutorial->script[tutorial->next]);
    text = pen_text_in(tutorial->text, sizeof tutorial->text);
    tui_say(&text, wanted[0] ? WORD_TUI_SAY_TUTORIAL_OTHER : WORD_TUI_SAY_TUTORIAL_WAIT, table->lang,
            &(struct tui_filling){.text = wanted});
    return PEN_ACCEPTED;
}

static bool hint(struct tui_table *table, struct pen_action *action, char *why, size_t size)
{
    const struct tutorial *tutorial = of(table);
    struct pen_text text = pen_text_in(why, size);
    if (!is_learner_next(tutorial))
        return false;
    *action = tutorial->script[tutorial->next];
    tui_action_words(&text, table, *action);
    return true;
}

static void pass(struct tui_table *table, uint8_t seat, uint64_t now_ms)
{
    (void)table;
    (void)seat;
    (void)now_ms;
}

static void nothing(struct tui_table *table, uint64_t now_ms)
{
    (void)table;
    (void)now_ms;
}

static int fd(struct tui_table *table)
{
    (void)table;
    return -1;
}

static void close_table(struct tui_table *table)
{
    free(of(table));
}

static const struct tui_table_ops tutorial_ops = {
    .fd = fd,
    .wait_ms = wait_ms,
    .step = step,
    .act = act,
    .pass = pass,
    .confirm = nothing,
    .deal = nothing,
    .hint = hint,
    .close = close_table,
};

struct tui_table *home_tutorial_create(enum pen_lang lang, enum tui_speed speed, uint64_t now_ms)
{
    struct tutorial *tutorial = calloc(1, sizeof *tutorial);
    if (!tutorial)
        return NULL;
    struct tui_table *table = &tutorial->table;
    table->self = tutorial;
    table->ops = &tutorial_ops;
    table->lang = lang;
    table->seat = LEARNER;
    table->people = 1u << LEARNER;
    table->is_lesson = true;
    tutorial->percent = tui_speed_percent(speed);
    open_lesson(tutorial, 0, now_ms);
    return table;
}
