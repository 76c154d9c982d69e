/* local.c - the table in this process. One change at a time: an action is applied, written to the disk,
 * told to all views, and then the bots make their plans anew. step() tells what is to be told first and
 * only then lets the next thing happen, so that whoever draws sees every state. */
#include "tui/local.h"

#include <stdlib.h>
#include <string.h>

#include "platform/clock.h"
#include "tui/hint.h"
#include "tui/pace.h"
#include "tui/filling.h"

enum { PIECE_BYTES = 8192 }; /* the longest piece of a record is a layout */

struct local {
    struct tui_table table; /* what the screens see; first, so that both have one address */
    struct pen_game game;
    struct pen_rules strict; /* RULE P3 switched off: what protection refuses */
    struct pen_view views[PEN_SEATS_MAX];
    struct pen_view spectator;
    struct tui_pace pace;
    struct tui_save *save;
    struct bot_clock clock;
    bool waits;                               /* time stands still for people who could react */
    struct tui_chances passed[PEN_SEATS_MAX]; /* what they let go by */
    uint16_t score_before[PEN_SEATS_MAX];     /* of the round */
    /* to be told */
    struct pen_events events; /* unredacted; of the deal or since the last step() */
    bool has_events, is_deal, is_seated;
    bool is_round_told, is_game_told;
    char notice[TUI_NEWS_TEXT_BYTES];
    uint8_t next_seat; /* who was asked to come to the screen */
};

static struct local *of(struct tui_table *table)
{
    return table->self;
}

static uint64_t now_us(void *context)
{
    (void)context;
    return platform_now_us();
}

/* ---- what people are told -------------------------------------------------------------------- */

static void say(struct local *local, enum word id, const char *words, unsigned number)
{
    struct tui_filling filling = {.text = words, .number = number};
    struct pen_text text = pen_text_in(local->notice, sizeof local->notice);
    tui_say(&text, id, local->table.lang, &filling);
}

static void note_saved(struct local *local, enum tui_saved saved)
{
    if (saved == TUI_SAVE_FAILED)
        say(local, WORD_TUI_SAY_SAVE_FAILED, tui_save_why(local->save), 0);
    else if (saved == TUI_SAVED_AGAIN)
        say(local, WORD_TUI_SAY_SAVED_AGAIN, NULL, 0);
    local->table.is_unsaved = tui_save_is_failing(local->save);
}

static void keep(struct local *local, const struct pen_text *text)
{
    PEN_ASSERT(!text->is_cut);
    if (local->save)
        note_saved(local, tui_save_append(local->save, text->bytes, text->length));
}

/* ---- what changes ---------------------------------------------------------------------------- */

static const struct pen_view *view_of(const struct local *local, uint8_t viewer)
{
    return viewer < PEN_SEATS_MAX ? &local->views[viewer] : &local->spectator;
}

/* RULES U1, H3: who at the keyboard could do something that will not wait. A jump needs the hand, so
 * only the one in front of the screen is asked for it. */
static struct tui_chances chances_here(const struct local *local, uint8_t seat)
{
    struct tui_chances chances = tui_chances_of(&local->views[seat]);
    if (seat != local->table.seat)
        chances.jumps = 0;
    chances.must_drop = 0;
    return chances;
}

static void find_asked(struct local *local)
{
    struct tui_table *table = &local->table;
    table->asked = 0;
    if (!local->waits)
        return;
    for (uint16_t left = table->people; left; left &= (uint16_t)(left - 1)) {
        uint8_t seat = (uint8_t)pen_bits_lowest(left);
        struct tui_chances chances = chances_here(local, seat);
        if (tui_chances_is_any(&chances) && !(table->view.must >> seat & 1) &&
            !tui_chances_are_same(&chances, &local->passed[seat]))
            table->asked |= (uint16_t)(1u << seat);
    }
}

/* After every change of the game or of the person in front. */
static void look(struct local *local)
{
    local->table.view = *view_of(local, local->table.seat);
    find_asked(local);
}

static void update(struct local *local, const struct pen_events *events, uint64_t now_ms)
{
    const struct pen_rules *rules = &local->table.rules;
    for (uint8_t seat = 0; seat < local->table.names.count; seat++) {
        pen_view_update(&local->views[seat], rules, &local->game, events);
        local->views[seat].legal.accuses &= local->table.people; /* RULE O15: bots give no advice */
    }
    pen_view_update(&local->spectator, rules, &local->game, events);
    tui_pace_plan(&local->pace, rules, local->views, now_ms);
    look(local);
}

static void begin_round(struct local *local)
{
    for (uint8_t seat = 0; seat < local->table.names.count; seat++)
        pen_view_init(&local->views[seat], seat);
    pen_view_init(&local->spectator, PEN_SPECTATOR);
    tui_pace_forget(&local->pace);
    memset(local->passed, 0, sizeof local->passed);
    memcpy(local->score_before, local->game.score, sizeof local->score_before);
    local->is_round_told = local->is_game_told = false;
}

/* Usually there is nothing before it; a key pressed early must not swallow what was not told yet. */
static void add_events(struct local *local, const struct pen_events *events)
{
    if (!local->has_events)
        local->events.count = 0;
    for (unsigned i = 0; i < events->count && local->events.count < PEN_EVENTS_MAX; i++)
        local->events.list[local->events.count++] = events->list[i];
    local->has_events = true;
}

static enum pen_refusal apply(struct local *local, struct pen_action action, uint64_t now_ms)
{
    const struct tui_table *table = &local->table;
    struct pen_events events;
    events.count = events.reshuffled_count = 0;
    enum pen_refusal refusal = pen_game_apply(&table->rules, &local->game, action, &events);
    if (refusal != PEN_ACCEPTED)
        return refusal;
    char bytes[PIECE_BYTES];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    pen_mesa_write_action_line(&text, &table->edition, &table->rules, &table->names, action, &events);
    keep(local, &text);
    add_events(local, &events);
    update(local, &events, now_ms);
    return PEN_ACCEPTED;
}

/* ---- dealing --------------------------------------------------------------------------------- */

/* RULE S4 can be impossible with unlucky hands of a small deck; then the cards are dealt again. */
static bool complete(const struct pen_rules *rules, struct pen_layout *layout)
{
    for (uint64_t attempt = 1; attempt <= 1000; attempt++) {
        struct pen_layout trial = *layout;
        if (pen_layout_complete(rules, &trial, NULL) == PEN_DEAL_GOOD) {
            *layout = trial;
            return true;
        }
        layout->chance = pen_chance_of(layout->chance.counter, attempt);
    }
    return false;
}

static void tell_deal(struct local *local, const struct pen_events *events, uint64_t now_ms)
{
    add_events(local, events);
    local->is_deal = true;
    update(local, events, now_ms);
}

static bool start_game(struct local *local, const struct tui_local_setup *setup, uint64_t now_ms)
{
    const struct tui_table *table = &local->table;
    uint8_t count = table->names.count;
    struct pen_layout layout = setup->dealer < count
                                   ? pen_game_first_layout(count, setup->dealer, setup->seed)
                                   : pen_game_drawn_layout(&table->rules, count, setup->seed);
    struct pen_events events;
    events.count = events.reshuffled_count = 0;
    if (!complete(&table->rules, &layout) || pen_game_start(&table->rules, &local->game, setup->seed, &layout,
                                                            NULL, &events, NULL) != PEN_DEAL_GOOD)
        return false;
    begin_round(local);
    char bytes[PIECE_BYTES];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    pen_mesa_write_header(&text, &table->edition, &table->options, &table->names, NULL, layout.dealer);
    /* Not needed to replay it; it lets an unfinished game go on with the chance it had. */
    pen_text_add(&text, "seed: ");
    pen_text_add_number(&text, setup->seed);
    pen_text_add(&text, "\n");
    pen_mesa_write_layout(&text, &table->edition, &table->rules, &table->names, &layout, true);
    PEN_ASSERT(!text.is_cut);
    if (local->save) {
        struct tui_seating seating = {.people = setup->people};
        memcpy(seating.specs, setup->specs, sizeof seating.specs);
        note_saved(local, tui_save_begin(local->save, &seating, &table->edition, text.bytes, text.length));
    }
    tell_deal(local, &events, now_ms);
    return true;
}

static void deal(struct tui_table *table, uint64_t now_ms)
{
    struct local *local = of(table);
    if (pen_game_can_deal(&local->game) != PEN_ACCEPTED)
        return;
    struct pen_layout layout = pen_game_next_layout(&local->game);
    struct pen_events events;
    events.count = events.reshuffled_count = 0;
    bool is_complete = complete(&table->rules, &layout);
    PEN_ASSERT(is_complete); /* the first round could be dealt, and nothing has changed */
    enum pen_deal_problem problem = pen_game_deal(&table->rules, &local->game, &layout, &events, NULL);
    PEN_ASSERT(problem == PEN_DEAL_GOOD);
    begin_round(local);
    char bytes[PIECE_BYTES];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    pen_mesa_write_layout(&text, &table->edition, &table->rules, &table->names, &layout, false);
    keep(local, &text);
    tell_deal(local, &events, now_ms);
}

/* ---- step: what happened, or happens now ----------------------------------------------------- */

static void redact(struct pen_events *seen, const struct pen_events *events, uint8_t viewer)
{
    seen->count = events->count;
    seen->reshuffled_count = 0;
    for (unsigned i = 0; i < events->count; i++)
        seen->list[i] = pen_event_for(events->list[i], viewer);
}

static void tell_events(struct local *local, struct tui_news *news)
{
    news->type = local->is_deal ? TUI_NEWS_DEALT : TUI_NEWS_EVENTS;
    redact(&news->events, &local->events, local->table.seat);
    local->has_events = local->is_deal = false;
}

static void tell_seated(struct local *local, struct tui_news *news)
{
    const struct pen_view *view = &local->table.view;
    uint32_t count = view->event_total < PEN_VIEW_EVENTS_MAX ? view->event_total : PEN_VIEW_EVENTS_MAX;
    news->type = TUI_NEWS_SEATED;
    news->seat = local->table.seat;
    news->events.count = news->events.reshuffled_count = 0;
    for (uint32_t n = view->event_total - count; n < view->event_total; n++)
        news->events.list[news->events.count++] = view->events[n % PEN_VIEW_EVENTS_MAX];
    local->is_seated = local->has_events = false;
}

static void tell_round_over(struct local *local, struct tui_news *news)
{
    const struct pen_round *round = &local->game.round;
    news->type = TUI_NEWS_ROUND_OVER;
    news->seat = round->winner;
    for (uint8_t seat = 0; seat < round->seat_count; seat++) {
        news->hands[seat] = round->hands[seat];
        news->points[seat] = (uint16_t)pen_hand_points(&local->table.rules, &round->hands[seat]);
        news->gained[seat] = (uint16_t)(local->game.score[seat] - local->score_before[seat]);
    }
    local->is_round_told = true;
}

static void tell_game_over(struct local *local, struct tui_news *news)
{
    news->type = TUI_NEWS_GAME_OVER;
    local->is_game_told = true;
    if (!local->save)
        return;
    const char *path = tui_save_finish(local->save);
    if (path)
        say(local, WORD_TUI_SAY_KEPT, path, 0);
    else
        say(local, WORD_TUI_SAY_KEEP_FAILED, tui_save_why(local->save), 0);
}

/* The person who has to come to the screen, or PEN_SEAT_NONE. A race needs no hand. */
static uint8_t wanted_seat(const struct local *local)
{
    const struct tui_table *table = &local->table;
    uint16_t people = table->view.must & table->people;
    bool is_here = table->seat < PEN_SEATS_MAX && (people >> table->seat & 1);
    if (people == 0 || is_here || table->view.phase == PEN_PHASE_RACE)
        return PEN_SEAT_NONE;
    return (uint8_t)pen_bits_lowest(people);
}

static bool step(struct tui_table *table, uint64_t now_ms, struct tui_news *news)
{
    struct local *local = of(table);
    news->type = TUI_NEWS_NONE;
    if (local->notice[0]) {
        news->type = TUI_NEWS_NOTICE;
        memcpy(news->text, local->notice, sizeof news->text);
        local->notice[0] = 0;
        return true;
    }
    if (local->is_seated) {
        tell_seated(local, news);
        return true;
    }
    if (local->has_events) {
        tell_events(local, news);
        return true;
    }
    if (table->is_hidden)
        return false;
    if (local->game.round.phase == PEN_PHASE_OVER) {
        if (!local->is_round_told)
            tell_round_over(local, news);
        else if (local->game.winners != 0 && !local->is_game_told)
            tell_game_over(local, news);
        return news->type != TUI_NEWS_NONE;
    }
    uint8_t wanted = wanted_seat(local);
    if (wanted != PEN_SEAT_NONE) {
        local->next_seat = news->seat = wanted;
        news->type = TUI_NEWS_HANDOVER;
        table->is_hidden = true;
        return true;
    }
    struct pen_action action;
    if (table->asked || tui_pace_holds(&local->pace, &table->view) ||
        !tui_pace_next(&local->pace, &table->rules, local->views, now_ms, &action))
        return false;
    enum pen_refusal refusal = apply(local, action, now_ms);
    PEN_ASSERT(refusal == PEN_ACCEPTED); /* plans that have become illegal are dropped */
    tell_events(local, news);
    return true;
}

static int wait_ms(struct tui_table *table, uint64_t now_ms)
{
    const struct local *local = of(table);
    uint64_t due;
    if (local->notice[0] || local->has_events || local->is_seated)
        return 0;
    if (table->is_hidden)
        return -1;
    if (local->game.round.phase == PEN_PHASE_OVER)
        return local->is_round_told && (local->game.winners == 0 || local->is_game_told) ? -1 : 0;
    if (wanted_seat(local) != PEN_SEAT_NONE)
        return 0;
    if (table->asked || tui_pace_holds(&local->pace, &table->view) || !tui_pace_due(&local->pace, &due))
        return -1;
    return due <= now_ms ? 0 : due - now_ms > 60000 ? 60000 : (int)(due - now_ms);
}

/* ---- what people do -------------------------------------------------------------------------- */

static bool needs_hand(uint8_t verb)
{
    return verb != PEN_VERB_SAY_UNO && verb != PEN_VERB_CATCH && verb != PEN_VERB_DROP &&
           verb != PEN_VERB_ACCUSE;
}

static enum pen_refusal act(struct tui_table *table, struct pen_action action, uint64_t now_ms)
{
    struct local *local = of(table);
    if (action.seat >= PEN_SEATS_MAX || !(table->people >> action.seat & 1))
        return PEN_REFUSED_NO_SUCH_SEAT;
    if (table->is_hidden || (action.seat != table->seat && needs_hand(action.verb)))
        return PEN_REFUSED_NOT_YOUR_TURN;
    if (table->is_protected && table->rules.misplay_cards > 0) {
        struct pen_round trial = local->game.round;
        enum pen_refusal refusal = pen_round_apply(&local->strict, &trial, action, NULL);
        if (refusal != PEN_ACCEPTED)
            return refusal;
    }
    const struct pen_view *view = &local->views[action.seat];
    if (action.verb == PEN_VERB_DROP && tui_pace_holds(&local->pace, view) &&
        (view->legal.verbs >> PEN_VERB_DROP & 1)) {
        tui_pace_drop(&local->pace, &table->rules, view, now_ms);
        return PEN_ACCEPTED;
    }
    return apply(local, action, now_ms);
}

static void pass(struct tui_table *table, uint8_t seat, uint64_t now_ms)
{
    struct local *local = of(table);
    (void)now_ms;
    if (seat >= PEN_SEATS_MAX || !(table->asked >> seat & 1))
        return;
    local->passed[seat] = chances_here(local, seat);
    find_asked(local);
}

static void confirm(struct tui_table *table, uint64_t now_ms)
{
    struct local *local = of(table);
    if (!table->is_hidden)
        return;
    table->is_hidden = false;
    table->seat = local->next_seat;
    local->is_seated = true;
    /* While nobody could see anything no bot has moved; now everybody starts looking again. */
    tui_pace_forget(&local->pace);
    tui_pace_plan(&local->pace, &table->rules, local->views, now_ms);
    look(local);
}

static bool hint(struct tui_table *table, struct pen_action *action, char *why, size_t size)
{
    return !table->is_hidden && tui_hint(table, action, why, size);
}

static int fd(struct tui_table *table)
{
    (void)table;
    return -1;
}

static void close_table(struct tui_table *table)
{
    struct local *local = of(table);
    if (local->save)
        tui_save_close(local->save);
    free(local);
}

static const struct tui_table_ops local_ops = {
    .fd = fd,
    .wait_ms = wait_ms,
    .step = step,
    .act = act,
    .pass = pass,
    .confirm = confirm,
    .deal = deal,
    .hint = hint,
    .close = close_table,
};

/* ---- sitting down ---------------------------------------------------------------------------- */

bool tui_start_is_protected(const struct tui_start *start)
{
    if (start->protection != TUI_PROTECTION_AS_USUAL)
        return start->protection == TUI_PROTECTION_ON;
    bool is_easy = start->people.count == 1;
    for (unsigned i = 0; i < start->bot_count; i++)
        is_easy = is_easy && (start->bots[i].level == BOT_NOVICE || start->bots[i].level == BOT_CASUAL);
    return is_easy;
}

struct tui_local_setup tui_local_setup_of(const struct tui_start *start)
{
    static const char bot_names[PEN_SEATS_MAX + 1][PEN_PLAYER_BYTES] = {
        "Beto", "Carla", "Dani", "Eva", "Fidel", "Gala", "Hugo", "Inés", "Juan", "Karla", "Ana"};
    struct tui_local_setup setup;
    memset(&setup, 0, sizeof setup);
    setup.names = start->people;
    setup.people = (uint16_t)((1u << start->people.count) - 1);
    unsigned next = 0;
    for (uint8_t seat = start->people.count; seat < start->seat_count; seat++) {
        bool is_taken;
        do {
            is_taken = false;
            for (uint8_t i = 0; i < start->people.count; i++)
                is_taken |= strcmp(start->people.name[i], bot_names[next]) == 0;
        } while (is_taken && ++next <= PEN_SEATS_MAX);
        memcpy(setup.names.name[seat], bot_names[next++], PEN_PLAYER_BYTES);
        struct bot_spec usual = {.level = BOT_CASUAL};
        setup.specs[seat] =
            start->bot_count > 0 ? start->bots[(seat - start->people.count) % start->bot_count] : usual;
    }
    setup.names.count = start->seat_count;
    setup.speed = start->speed;
    setup.lang = start->lang;
    setup.is_protected = tui_start_is_protected(start);
    setup.dealer = PEN_SEAT_NONE;
    for (uint8_t seat = 0; seat < setup.names.count; seat++)
        if (start->dealer[0] && strcmp(setup.names.name[seat], start->dealer) == 0)
            setup.dealer = seat;
    setup.seed = start->seed;
    return setup;
}

static struct local *allocate(const struct tui_local_setup *setup)
{
    struct local *local = calloc(1, sizeof *local);
    if (!local)
        return NULL;
    local->table.self = local;
    local->table.ops = &local_ops;
    local->table.lang = setup->lang;
    local->table.people = setup->people;
    local->table.is_protected = setup->is_protected;
    local->waits = setup->speed == TUI_SPEED_WAIT;
    local->clock = (struct bot_clock){NULL, now_us};
    return local;
}

/* Names, edition and rules of the table are set. */
static void sit_down(struct local *local, const struct tui_local_setup *setup)
{
    struct tui_table *table = &local->table;
    local->strict = table->rules;
    local->strict.misplay_cards = 0;
    /* Several people: nobody's cards are shown before somebody has said to be there. */
    table->seat =
        pen_bits_count(setup->people) == 1 ? (uint8_t)pen_bits_lowest(setup->people) : PEN_SPECTATOR;
    tui_pace_init(&local->pace, table->names.count, setup->people, tui_speed_percent(setup->speed),
                  setup->specs, setup->seed, &local->clock);
}

struct tui_table *tui_local_create(const struct tui_local_setup *setup, const struct pen_edition *edition,
                                   const struct pen_options *options, uint64_t now_ms)
{
    struct local *local = allocate(setup);
    if (!local)
        return NULL;
    struct tui_table *table = &local->table;
    table->edition = *edition;
    table->options = *options;
    table->names = setup->names;
    if (pen_rules_make(&table->rules, edition, options, NULL) != PEN_RULES_GOOD ||
        table->names.count < table->rules.seats_min || table->names.count > table->rules.seats_max) {
        free(local);
        return NULL;
    }
    sit_down(local, setup);
    local->save = setup->save;
    if (!start_game(local, setup, now_ms)) {
        free(local);
        return NULL;
    }
    return table;
}

/* ---- going on with a record ------------------------------------------------------------------ */

/* Views are rebuilt from the events of the record, so that everybody remembers what they saw. */
static void show_moment(void *context, const struct pen_mesa_moment *moment)
{
    struct local *local = context;
    local->table.rules = *moment->rules;
    local->table.names = *moment->names;
    local->game = *moment->game;
    if (moment->is_deal)
        begin_round(local);
    for (uint8_t seat = 0; seat < moment->names->count; seat++) {
        pen_view_update(&local->views[seat], moment->rules, moment->game, moment->events);
        local->views[seat].legal.accuses &= local->table.people;
    }
    pen_view_update(&local->spectator, moment->rules, moment->game, moment->events);
    if (moment->is_deal || moment->game->round.phase != PEN_PHASE_OVER)
        memcpy(local->score_before, moment->game->score, sizeof local->score_before);
}

struct resuming {
    struct local *local;
    const struct pen_mesa_host *host;
};

static bool find_edition(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                         struct pen_problem *problem)
{
    const struct resuming *resuming = context;
    return resuming->host->find_edition(resuming->host->context, name, bytes, edition, problem);
}

static void report(void *context, unsigned line, const char *what)
{
    const struct resuming *resuming = context;
    resuming->host->report(resuming->host->context, line, what);
}

static void show(void *context, const struct pen_mesa_moment *moment)
{
    const struct resuming *resuming = context;
    show_moment(resuming->local, moment);
}

struct tui_table *tui_local_resume(const struct tui_local_setup *setup, const char *bytes, size_t count,
                                   const struct pen_mesa_host *host, uint64_t now_ms)
{
    struct local *local = allocate(setup);
    struct pen_mesa *mesa = malloc(sizeof *mesa);
    bool is_good = local && mesa;
    if (is_good) {
        struct resuming resuming = {local, host};
        struct pen_mesa_host inner = {&resuming, host->lang, find_edition, report, show};
        is_good = pen_mesa_replay(mesa, bytes, count, &inner) == PEN_MESA_GOOD && mesa->game.winners == 0 &&
                  setup->people >> mesa->names.count == 0;
    }
    if (!is_good) {
        free(local);
        free(mesa);
        return NULL;
    }
    struct tui_table *table = &local->table;
    table->edition = mesa->edition;
    table->options = mesa->options;
    table->rules = mesa->rules;
    table->names = mesa->names;
    local->game = mesa->game;
    free(mesa);
    sit_down(local, setup);
    local->save = setup->save;
    local->is_seated = table->seat != PEN_SPECTATOR;
    if (local->game.round.phase == PEN_PHASE_OVER)
        local->is_round_told = false;
    say(local, WORD_TUI_SAY_GOES_ON, NULL, local->game.round_number);
    if (local->save && tui_save_is_failing(local->save))
        note_saved(local, TUI_SAVE_FAILED);
    tui_pace_plan(&local->pace, &table->rules, local->views, now_ms);
    look(local);
    return table;
}
