/* mesa_replay.c - pass 2: plays a text that pass 1 has found readable.
 *
 * Every line is read a second time when its turn comes, so nothing of the text is kept. A refused
 * action ends the play of the text; a failed expectation does not. */
#include <string.h>

#include "mesa.h"
#include "penultima/words_mesa.h"

struct playing {
    struct pen_mesa *mesa;
    const struct pen_mesa_host *host;
    struct pen__lines lines; /* after the statement being played */
    struct pen__statement statement;
    enum pen_mesa_status status;
    unsigned action_line;    /* of the last action since the deal; 0: none */
    unsigned reshuffle_line; /* the "reshuffle:" that this action has used up; 0: none */
    bool is_over;
};

static void fail(struct playing *playing, enum pen_mesa_status status, bool is_over)
{
    if (status > playing->status)
        playing->status = status;
    playing->is_over = playing->is_over || is_over;
}

/* The statement after the one before; false at the end of the text. */
static bool next_statement(const struct pen_mesa *mesa, struct pen__lines *lines,
                           struct pen__statement *statement)
{
    struct pen__scan line;
    struct pen__fault fault;
    if (!pen__lines_next(lines, &line))
        return false;
    bool is_read = pen__statement_read(mesa, line, statement, &fault);
    PEN_ASSERT(is_read); /* pass 1 has read it with the same table */
    return true;
}

/* 'word': of a line that is no player's action. */
static void refuse(struct playing *playing, const struct pen_action *action, const char *word,
                   enum pen_refusal refusal)
{
    const struct pen_mesa *mesa = playing->mesa;
    const enum pen_lang lang =
        (unsigned)playing->host->lang < PEN_LANG_COUNT ? playing->host->lang : PEN_LANG_EN;
    char bytes[512];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    if (action)
        pen_mesa_write_action(&text, &mesa->edition, &mesa->rules, &mesa->names, *action);
    else
        pen_text_add(&text, word);
    pen_text_add(&text, ": ");
    pen_text_add(&text, pen_refusal_rule(refusal));
    pen_text_add(&text, ": ");
    pen_text_add(&text, pen_refusal_text(refusal, lang));
    playing->host->report(playing->host->context, playing->lines.line, bytes);
    fail(playing, PEN_MESA_FAILED, true);
}

static void show(struct playing *playing, unsigned line, const struct pen_action *action,
                 const struct pen_layout *layout)
{
    const struct pen_mesa *mesa = playing->mesa;
    if (!playing->host->show)
        return;
    struct pen_mesa_moment moment = {
        .line = line,
        .is_deal = layout != NULL,
        .is_void = !action && !layout,
        .action = action ? *action : PEN_ACTION(PEN_VERB_COUNT, PEN_SEAT_NONE),
        .edition = &mesa->edition,
        .rules = &mesa->rules,
        .options = &mesa->options,
        .names = &mesa->names,
        .game = &mesa->game,
        .layout = layout,
        .events = &mesa->events,
    };
    playing->host->show(playing->host->context, &moment);
}

/* ---- dealing --------------------------------------------------------------------------------- */

static void say_deal_problem(struct playing *playing, unsigned line, enum pen_deal_problem problem)
{
    pen__report(playing->host, line, pen__deal_says(problem), NULL, NULL, NULL);
    fail(playing, PEN_MESA_UNREADABLE, true);
}

static void start(struct playing *playing, unsigned line)
{
    struct pen_mesa *mesa = playing->mesa;
    enum pen_deal_problem problem = pen_game_start(&mesa->rules, &mesa->game, mesa->seed, &mesa->layout,
                                                   mesa->score, &mesa->events, NULL);
    if (problem != PEN_DEAL_GOOD)
        say_deal_problem(playing, line, problem);
    else
        show(playing, line, NULL, &mesa->layout);
}

static void play_deal(struct playing *playing)
{
    struct pen_mesa *mesa = playing->mesa;
    const unsigned line = playing->lines.line;
    enum pen_refusal refusal = pen_game_can_deal(&mesa->game);
    if (refusal != PEN_ACCEPTED) {
        refuse(playing, NULL, "deal", refusal);
        return;
    }
    struct pen__laying laying;
    const struct pen_layout empty = pen_game_next_layout(&mesa->game);
    pen__laying_begin(&laying, &empty, line);
    struct pen__lines ahead = playing->lines;
    while (next_statement(mesa, &ahead, &playing->statement) && PEN__IS_LAYOUT(playing->statement.type)) {
        struct pen__fault fault;
        bool is_laid = pen__laying_add(mesa, &laying, &playing->statement, ahead.line, &fault);
        PEN_ASSERT(is_laid);
        playing->lines = ahead;
    }
    mesa->layout = laying.layout;
    playing->action_line = 0;
    playing->reshuffle_line = 0;
    enum pen_deal_problem problem =
        pen_game_deal(&mesa->rules, &mesa->game, &mesa->layout, &mesa->events, NULL);
    if (problem != PEN_DEAL_GOOD)
        say_deal_problem(playing, line, problem);
    else
        show(playing, line, NULL, &mesa->layout);
}

/* ---- actions --------------------------------------------------------------------------------- */

/* Looks ahead for the "reshuffle:" of the action just read: behind it and its expectations. */
static bool find_reshuffle(const struct playing *playing, struct pen__statement *statement, unsigned *line)
{
    struct pen__lines ahead = playing->lines;
    while (next_statement(playing->mesa, &ahead, statement)) {
        if (statement->type == PEN__RESHUFFLE) {
            *line = ahead.line;
            return true;
        }
        if (!PEN__IS_EXPECT(statement->type))
            return false;
    }
    return false;
}

bool pen__is_same_cards(const uint8_t *left, unsigned left_count, const uint8_t *right, unsigned right_count)
{
    int surplus[PEN_KINDS_MAX] = {0};
    for (unsigned index = 0; index < left_count; index++)
        surplus[left[index]]++;
    for (unsigned index = 0; index < right_count; index++)
        surplus[right[index]]--;
    for (unsigned kind = 0; kind < PEN_KINDS_MAX; kind++)
        if (surplus[kind] != 0)
            return false;
    return true;
}

/* RULE E3: the stated order, if the action makes a new draw pile. It is tried on a copy first,
 * because only that shows whether it makes one and of which cards. */
static enum pen_refusal apply_ordered(struct playing *playing, struct pen_action action,
                                      const struct pen__statement *order, unsigned order_line)
{
    struct pen_mesa *mesa = playing->mesa;
    struct pen_events *trial = &mesa->trial_events;
    mesa->trial = mesa->game;
    trial->count = 0;
    trial->reshuffled_count = 0;
    enum pen_refusal refusal = pen_game_apply(&mesa->rules, &mesa->trial, action, trial);
    if (refusal != PEN_ACCEPTED)
        return refusal;
    if (trial->reshuffled_count == 0) /* the "reshuffle:" is refused when its turn comes */
        return pen_game_apply(&mesa->rules, &mesa->game, action, &mesa->events);
    if (!pen__is_same_cards(trial->reshuffled, trial->reshuffled_count, order->cards, order->card_count)) {
        char bytes[1024];
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        pen__cards_write(&text, &mesa->edition, &mesa->rules, trial->reshuffled, trial->reshuffled_count);
        pen__report(playing->host, order_line, PEN_WORD_MESA_RESHUFFLE_WRONG, bytes, NULL, NULL);
        fail(playing, PEN_MESA_UNREADABLE, true);
        return PEN_ACCEPTED;
    }
    playing->reshuffle_line = order_line;
    return pen_game_apply_ordered(&mesa->rules, &mesa->game, action, &mesa->events, order->cards,
                                  order->card_count);
}

static void play_action(struct playing *playing)
{
    struct pen_mesa *mesa = playing->mesa;
    const struct pen_action action = playing->statement.action;
    enum pen_refusal refusal;
    unsigned order_line;
    mesa->events.count = 0;
    mesa->events.reshuffled_count = 0;
    playing->action_line = playing->lines.line;
    playing->reshuffle_line = 0;
    if (find_reshuffle(playing, &playing->statement, &order_line))
        refusal = apply_ordered(playing, action, &playing->statement, order_line);
    else
        refusal = pen_game_apply(&mesa->rules, &mesa->game, action, &mesa->events);
    if (refusal != PEN_ACCEPTED) {
        refuse(playing, &action, NULL, refusal);
    } else if (!playing->is_over) {
        mesa->action_count++;
        show(playing, playing->lines.line, &action, NULL);
    }
}

/* The table ended the round (docs/RULES.md, l). */
static void play_void(struct playing *playing)
{
    struct pen_mesa *mesa = playing->mesa;
    enum pen_refusal refusal = pen_round_can_void(&mesa->game.round);
    if (refusal != PEN_ACCEPTED) {
        refuse(playing, NULL, "void", refusal);
        return;
    }
    playing->action_line = 0;
    playing->reshuffle_line = 0;
    pen_round_void(&mesa->rules, &mesa->game.round, &mesa->events);
    show(playing, playing->lines.line, NULL, NULL);
}

/* RULE O29. */
static void play_joins(struct playing *playing)
{
    struct pen_mesa *mesa = playing->mesa;
    const enum pen_refusal refusal = pen_game_can_deal(&mesa->game);
    if (refusal != PEN_ACCEPTED) {
        refuse(playing, NULL, "joins", refusal);
        return;
    }
    pen_game_join(&mesa->rules, &mesa->game, (uint16_t)playing->statement.number);
    memcpy(mesa->names.name[mesa->names.count++], playing->statement.word.bytes,
           playing->statement.word.count);
}

/* Its action has used it up already, or it has none: then it is refused. */
static void play_reshuffle(struct playing *playing)
{
    const unsigned line = playing->lines.line;
    if (line == playing->reshuffle_line)
        return;
    pen__report(playing->host, line,
                playing->reshuffle_line ? PEN_WORD_MESA_RESHUFFLE_AGAIN : PEN_WORD_MESA_RESHUFFLE_NONE, NULL,
                NULL, NULL);
    fail(playing, PEN_MESA_FAILED, true);
}

enum pen_mesa_status pen_mesa_replay(struct pen_mesa *mesa, const char *bytes, size_t count,
                                     const struct pen_mesa_host *host)
{
    struct playing playing;
    unsigned deal_line;
    memset(mesa, 0, sizeof *mesa);
    if (!pen__mesa_read(mesa, bytes, count, host, &deal_line))
        return PEN_MESA_UNREADABLE;

    memset(&playing, 0, sizeof playing);
    playing.mesa = mesa;
    playing.host = host;
    playing.lines = pen__lines_of(bytes, count);
    start(&playing, deal_line);
    while (!playing.is_over && next_statement(mesa, &playing.lines, &playing.statement)) {
        const uint8_t type = playing.statement.type;
        if (PEN__IS_KEY(type))
            continue; /* the header: dealt already; later layouts are read with their deal */
        if (type == PEN__ACTION) {
            play_action(&playing);
        } else if (type == PEN__DEAL) {
            play_deal(&playing);
        } else if (type == PEN__VOID) {
            play_void(&playing);
        } else if (type == PEN__JOINS) {
            play_joins(&playing);
        } else if (type == PEN__RESHUFFLE) {
            play_reshuffle(&playing);
        } else {
            mesa->expect_count++;
            mesa->order_is_open = playing.action_line != 0 && (playing.reshuffle_line == 0 ||
                                                               playing.reshuffle_line > playing.lines.line);
            if (!pen__mesa_expect(mesa, &playing.statement, playing.lines.line, host))
                fail(&playing, PEN_MESA_FAILED, false);
        }
    }
    return playing.status;
}
