/* table.c - one table for Python: played action by action, seen from every seat, written down as .mesa. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab.h"

enum { PIECE_BYTES = 8192, SPECTATOR = PEN_SEATS_MAX };

struct lab_table {
    const struct lab_rules *rules;
    struct pen_game game;
    struct pen_events events; /* of the last action or deal */
    struct pen_names names;
    struct pen_view views[PEN_SEATS_MAX + 1]; /* the last one is a spectator's */
    char *record;
    size_t record_length;
    bool has_failed; /* no memory for the record */
};

/* ---- the record ---- */

static void put(struct lab_table *table, const char *bytes, size_t count)
{
    char *grown = table->has_failed ? NULL : realloc(table->record, table->record_length + count + 1);
    table->has_failed = !grown;
    if (!grown)
        return;
    memcpy(grown + table->record_length, bytes, count);
    table->record = grown;
    table->record_length += count;
    grown[table->record_length] = 0;
}

static void put_deal(struct lab_table *table, const struct pen_layout *layout, bool is_first)
{
    const struct lab_rules *rules = table->rules;
    char bytes[PIECE_BYTES];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    if (is_first)
        pen_mesa_write_header(&text, &rules->edition, &rules->options, &table->names, NULL, layout->dealer);
    pen_mesa_write_layout(&text, &rules->edition, &rules->rules, &table->names, layout, is_first);
    put(table, text.bytes, text.length);
}

LAB_API const char *lab_table_record(const struct lab_table *table)
{
    return table->has_failed ? NULL : table->record;
}

/* ---- its life ---- */

LAB_API void lab_table_free(struct lab_table *table)
{
    if (table)
        free(table->record);
    free(table);
}

static void begin_views(struct lab_table *table)
{
    for (unsigned i = 0; i <= PEN_SEATS_MAX; i++)
        pen_view_init(&table->views[i], i == SPECTATOR ? PEN_SPECTATOR : (uint8_t)i);
}

static void update_views(struct lab_table *table)
{
    for (unsigned i = 0; i <= PEN_SEATS_MAX; i++)
        if (i < table->game.round.seat_count || i == SPECTATOR)
            pen_view_update(&table->views[i], &table->rules->rules, &table->game, &table->events);
}

static bool is_dealt(struct lab_table *table, struct pen_layout *layout, uint64_t seed, bool is_first)
{
    const struct pen_rules *rules = &table->rules->rules;
    begin_views(table);
    if (pen_layout_complete(rules, layout, NULL) != PEN_DEAL_GOOD)
        return false;
    if ((is_first ? pen_game_start(rules, &table->game, seed, layout, NULL, &table->events, NULL)
                  : pen_game_deal(rules, &table->game, layout, &table->events, NULL)) != PEN_DEAL_GOOD)
        return false;
    put_deal(table, layout, is_first);
    update_views(table);
    return true;
}

/* 'dealer' below 0: drawn by lot (RULE S1). 'names' are as many as seats. Null if it cannot be. */
LAB_API struct lab_table *lab_table_new(const struct lab_rules *rules, unsigned seats, uint64_t seed,
                                        int32_t dealer, const char *const *names)
{
    if (seats < rules->rules.rule.seats_min || seats > rules->rules.rule.seats_max ||
        dealer >= (int32_t)seats)
        return NULL;
    struct lab_table *table = calloc(1, sizeof *table);
    if (!table)
        return NULL;
    table->rules = rules;
    table->names.count = (uint8_t)seats;
    bool is_good = true;
    for (unsigned i = 0; i < seats; i++) {
        is_good &= pen_name_is_good(names[i], strlen(names[i]));
        snprintf(table->names.name[i], PEN_PLAYER_BYTES, "%s", names[i]);
    }
    struct pen_layout layout = dealer < 0 ? pen_game_drawn_layout(&rules->rules, (uint8_t)seats, seed)
                                          : pen_game_first_layout((uint8_t)seats, (uint8_t)dealer, seed);
    if (is_good && is_dealt(table, &layout, seed, true))
        return table;
    lab_table_free(table);
    return NULL;
}

LAB_API struct lab_table *lab_table_copy(const struct lab_table *table)
{
    struct lab_table *copy = malloc(sizeof *copy);
    if (!copy)
        return NULL;
    *copy = *table;
    copy->record = NULL;
    copy->record_length = 0;
    put(copy, table->record, table->record_length);
    return copy;
}

/* ---- .mesa ---- */

struct reading {
    struct lab_table *table;
    struct lab_rules *rules;
    const struct lab_rules *own; /* whose edition the file may name, or null */
    char *problem;
    size_t problem_size;
};

bool lab_find_edition(const struct lab_rules *own, const char *name, size_t bytes,
                      struct pen_edition *edition, struct pen_problem *problem)
{
    size_t count;
    if (own && strlen(own->edition.id) == bytes && memcmp(own->edition.id, name, bytes) == 0) {
        *edition = own->edition;
        return true;
    }
    const char *source = pen_edition_source(name, bytes, &count);
    return source && pen_edition_parse(edition, source, count, problem);
}

static bool find_edition(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                         struct pen_problem *problem)
{
    const struct reading *reading = context;
    return lab_find_edition(reading->own, name, bytes, edition, problem);
}

static void report(void *context, unsigned line, const char *what)
{
    struct reading *reading = context;
    if (!reading->problem[0])
        snprintf(reading->problem, reading->problem_size, "line %u: %s", line, what);
}

static void follow(void *context, const struct pen_mesa_moment *moment)
{
    struct reading *reading = context;
    struct lab_table *table = reading->table;
    reading->rules->edition = *moment->edition;
    reading->rules->rules = *moment->rules;
    reading->rules->options = *moment->options;
    table->names = *moment->names;
    table->game = *moment->game;
    table->events = *moment->events;
    if (moment->is_deal)
        begin_views(table);
    update_views(table);
}

/* A table as it is at the end of a record; 'rules' receives rules of its own. Null, and why in 'problem'. */
LAB_API struct lab_table *lab_table_read(const char *bytes, size_t count, const struct lab_rules *own,
                                         unsigned lang, struct lab_rules **rules, char *problem,
                                         size_t problem_size)
{
    struct pen_mesa *mesa = calloc(1, sizeof *mesa);
    struct lab_table *table = calloc(1, sizeof *table);
    *rules = calloc(1, sizeof **rules);
    problem[0] = 0;
    bool is_good = mesa && table && *rules;
    if (is_good) {
        table->rules = *rules;
        struct reading reading = {table, *rules, own, problem, problem_size};
        struct pen_mesa_host host = {&reading, (enum pen_lang)lang, find_edition, report, follow};
        is_good = pen_mesa_replay(mesa, bytes, count, &host) == PEN_MESA_GOOD;
    }
    if (is_good && table->names.count == 0) {
        is_good = false;
        snprintf(problem, problem_size, "nobody is dealt any cards in it");
    }
    free(mesa);
    if (!is_good) {
        lab_table_free(table);
        free(*rules);
        *rules = NULL;
        return NULL;
    }
    put(table, bytes, count);
    if (count > 0 && bytes[count - 1] != '\n')
        put(table, "\n", 1);
    return table;
}

/* ---- playing ---- */

/* 0 if it was accepted, else enum pen_refusal. */
LAB_API unsigned lab_table_apply(struct lab_table *table, const uint8_t action_bytes[LAB_ACTION_BYTES])
{
    struct pen_action action = lab_action_in(action_bytes);
    const struct lab_rules *rules = table->rules;
    enum pen_refusal refusal = pen_game_apply(&rules->rules, &table->game, action, &table->events);
    if (refusal != PEN_ACCEPTED)
        return (unsigned)refusal;
    char bytes[PIECE_BYTES];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    pen_mesa_write_action_line(&text, &rules->edition, &rules->rules, &table->names, action, &table->events);
    put(table, text.bytes, text.length);
    update_views(table);
    return 0;
}

/* RULE O4: the next round. 0 or enum pen_refusal. */
LAB_API unsigned lab_table_deal(struct lab_table *table)
{
    enum pen_refusal refusal = pen_game_can_deal(&table->game);
    if (refusal != PEN_ACCEPTED)
        return (unsigned)refusal;
    struct pen_layout layout = pen_game_next_layout(&table->game);
    bool is_good = is_dealt(table, &layout, 0, false);
    PEN_ASSERT(is_good);
    return 0;
}

LAB_API int lab_table_can_deal(const struct lab_table *table)
{
    return pen_game_can_deal(&table->game) == PEN_ACCEPTED;
}

LAB_API unsigned lab_table_must(const struct lab_table *table)
{
    return pen_round_must(&table->game.round);
}

LAB_API unsigned lab_table_may(const struct lab_table *table)
{
    return pen_round_may(&table->rules->rules, &table->game.round);
}

/* All that is open to a seat, at most 'most'; returns how much there is. */
LAB_API unsigned lab_table_legal(const struct lab_table *table, unsigned seat, unsigned most,
                                 uint8_t (*actions)[LAB_ACTION_BYTES])
{
    const struct pen_rules *rules = &table->rules->rules;
    struct pen_legal legal;
    pen_round_legal(rules, &table->game.round, (uint8_t)seat, &legal);
    unsigned count = pen_legal_count(rules, &legal);
    for (unsigned i = 0; i < count && i < most; i++)
        lab_action_out(pen_legal_at(rules, &legal, i), actions[i]);
    return count;
}

LAB_API void lab_table_action(const struct lab_table *table, unsigned seat, unsigned number,
                              uint8_t action[LAB_ACTION_BYTES])
{
    const struct pen_round *round = &table->game.round;
    lab_action_out(pen_number_action(&table->rules->rules, number, (uint8_t)seat, round->seat_count,
                                     round->phase, round->top, round->hand_count[seat], true),
                   action);
}

/* Whether an action names seats, cards and colours that this table has, and nothing that its verb does not
 * use. */
static bool is_of_table(const struct lab_table *table, struct pen_action action)
{
    const struct pen_rules *rules = &table->rules->rules;
    unsigned seats = table->game.round.seat_count;
    if (action.verb >= PEN_VERB_COUNT || action.seat >= seats)
        return false;
    enum pen_with with = (enum pen_with)pen_verb_shape(action.verb).with;
    bool lays = pen_verb_lays(action.verb) && (action.card != PEN_CARD_NONE || with != PEN_WITH_CARD_OR_NONE);
    if (lays ? action.card >= rules->kind_count : action.card != PEN_CARD_NONE)
        return false;
    bool is_wild = lays && rules->color[action.card] == PEN_COLOR_NONE;
    if (is_wild && with == PEN_WITH_COLORED_CARD)
        return false;
    bool names_color = with == PEN_WITH_COLOR || is_wild;
    if (names_color ? action.color >= rules->color_count : action.color != PEN_COLOR_NONE)
        return false;
    if (with == PEN_WITH_TARGET ? action.target >= seats : action.target != PEN_SEAT_NONE)
        return false;
    return lays || !action.uno;
}

/* A number that is none (above all of them) for an action of another table. */
LAB_API unsigned lab_table_number(const struct lab_table *table, const uint8_t action[LAB_ACTION_BYTES])
{
    struct pen_action read = lab_action_in(action);
    return is_of_table(table, read)
               ? pen_action_to_number(&table->rules->rules, read, table->game.round.seat_count)
               : PEN_ACT_NONE;
}

/* ---- seeing ---- */

static const struct pen_view *view_of(const struct lab_table *table, unsigned viewer)
{
    return &table->views[viewer < table->game.round.seat_count ? viewer : SPECTATOR];
}

LAB_API void lab_table_observe(const struct lab_table *table, unsigned seat, void *observation)
{
    pen_observe_view(&table->rules->rules, view_of(table, seat), observation);
}

static int32_t or_none(unsigned value)
{
    return value >= PEN_SPECTATOR ? -1 : (int32_t)value;
}

/* What a view holds, as numbers; -1 stands for none. python/penultima/table.py names them in this order. */
enum { VIEW_NUMBERS = 20 };
LAB_API void lab_table_view(const struct lab_table *table, unsigned viewer, int32_t numbers[VIEW_NUMBERS],
                            int32_t seats[2][PEN_SEATS_MAX], int32_t kinds[2 + PEN_SEATS_MAX][PEN_KINDS_MAX])
{
    const struct pen_view *view = view_of(table, viewer);
    const int32_t all[VIEW_NUMBERS] = {or_none(view->viewer),
                                       view->seat_count,
                                       or_none(view->dealer),
                                       or_none(view->turn),
                                       view->direction,
                                       view->phase,
                                       or_none(view->top),
                                       or_none(view->color),
                                       or_none(view->drawn),
                                       view->pending,
                                       view->draw_count,
                                       view->discard_count,
                                       or_none(view->thrower),
                                       or_none(view->follower),
                                       or_none(view->winner),
                                       view->winners,
                                       view->round_number,
                                       view->must,
                                       view->owes,
                                       (int32_t)view->event_total};
    memcpy(numbers, all, sizeof all);
    for (unsigned seat = 0; seat < PEN_SEATS_MAX; seat++) {
        seats[0][seat] = view->hand_count[seat];
        seats[1][seat] = view->score[seat];
    }
    for (unsigned card = 0; card < PEN_KINDS_MAX; card++) {
        kinds[0][card] = (int32_t)pen_hand_count_of(&view->hand, card);
        kinds[1][card] = (int32_t)pen_hand_count_of(&view->discards, card);
        for (unsigned seat = 0; seat < PEN_SEATS_MAX; seat++)
            kinds[2 + seat][card] = (int32_t)pen_hand_count_of(&view->known[seat], card);
    }
}

/* A hand as it is: for whoever may see everything. */
LAB_API void lab_table_hand(const struct lab_table *table, unsigned seat, int32_t counts[PEN_KINDS_MAX])
{
    for (unsigned card = 0; card < PEN_KINDS_MAX; card++)
        counts[card] = (int32_t)pen_hand_count_of(&table->game.round.hands[seat], card);
}

LAB_API const char *lab_table_name(const struct lab_table *table, unsigned seat)
{
    return table->names.name[seat];
}

/* Empty for an action of another table. */
LAB_API void lab_table_action_text(const struct lab_table *table, const uint8_t action[LAB_ACTION_BYTES],
                                   char *bytes, size_t size)
{
    struct pen_text text = pen_text_in(bytes, size);
    if (is_of_table(table, lab_action_in(action)))
        pen_mesa_write_action(&text, &table->rules->edition, &table->rules->rules, &table->names,
                              lab_action_in(action));
}

/* What just happened in words, a line each, as 'viewer' may know it (10 or more: a spectator). */
LAB_API void lab_table_told(const struct lab_table *table, unsigned viewer, unsigned lang, char *bytes,
                            size_t size)
{
    const struct lab_rules *rules = table->rules;
    uint8_t seen_by = viewer < table->game.round.seat_count ? (uint8_t)viewer : PEN_SPECTATOR;
    struct pen_telling telling = {&rules->edition, &rules->rules, &table->names,
                                  seen_by,         PEN_SEAT_NONE, (enum pen_lang)lang};
    struct pen_text text = pen_text_in(bytes, size);
    for (unsigned i = 0; i < table->events.count;) {
        size_t before = text.length;
        i += pen_words_event(&text, &telling, table->events.list, table->events.count, i);
        if (text.length > before)
            pen_text_add(&text, "\n");
    }
}

/* ---- a bot at it ---- */

LAB_API struct bot *lab_bot_new(const char *spec, uint64_t seed)
{
    struct bot_spec read;
    struct bot *bot = pen_bot_spec_read(spec, strlen(spec), &read) ? malloc(sizeof *bot) : NULL;
    if (bot)
        pen_bot_init(bot, read, seed, lab_clock());
    return bot;
}

LAB_API void lab_bot_free(struct bot *bot)
{
    free(bot);
}

LAB_API struct bot *lab_bot_copy(const struct bot *bot)
{
    struct bot *copy = malloc(sizeof *copy);
    if (copy)
        *copy = *bot;
    return copy;
}

/* All that a bot is besides its name: where its own chance stands. */
LAB_API uint64_t lab_bot_chance(const struct bot *bot)
{
    return bot->chance.counter;
}

LAB_API void lab_bot_set_chance(struct bot *bot, uint64_t counter)
{
    bot->chance.counter = counter;
}

/* A bot thinks on copies, so that other threads may use bot and table meanwhile. */
struct lab_thought {
    const struct pen_rules *rules;
    struct bot bot;
    struct pen_view view;
};

LAB_API struct lab_thought *lab_thought_new(const struct bot *bot, const struct lab_table *table,
                                            unsigned seat)
{
    struct lab_thought *thought = malloc(sizeof *thought);
    if (thought)
        *thought = (struct lab_thought){&table->rules->rules, *bot, *view_of(table, seat)};
    return thought;
}

/* What the bot does in this seat, which must act; or, if it need not, whether it does something and what. */
LAB_API int lab_thought_run(struct lab_thought *thought, int is_reaction, uint8_t action[LAB_ACTION_BYTES])
{
    struct bot_reaction reaction = {.is_any = true};
    if (is_reaction)
        reaction = pen_bot_react(&thought->bot, thought->rules, &thought->view);
    else
        reaction.action = pen_bot_choose(&thought->bot, thought->rules, &thought->view);
    lab_action_out(reaction.action, action);
    return reaction.is_any;
}

/* What the thinking changed in the bot is kept. */
LAB_API void lab_thought_end(struct lab_thought *thought, struct bot *bot)
{
    *bot = thought->bot;
    free(thought);
}
