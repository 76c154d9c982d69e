/* test_view.c - hidden cards stay hidden (RULE O25).
 *
 * Thousands of positions of random play, in every edition, with every set of house rules and 2 to
 * 10 seats, get twins that differ only in what a viewer may not see; the viewer's views of both
 * must be equal as bytes, in a snapshot and over a whole course of actions. What an event may tell,
 * and to whom, is said here a second time (is_seen_by), so that an event with too large an audience
 * is found as well. Views that leak on purpose show that the comparison notices.
 *
 * A failure names edition, house rules, seats, seed and action: play_table() gets there again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "penultima/penultima.h"
#include "sim/random_record.h"

enum { VIEWERS_MAX = PEN_SEATS_MAX + 1, ACTIONS_MAX = 400 };

/* A table in play, with the views of all seats and, last, of a spectator. */
struct table {
    struct pen_rules rules;
    struct pen_game game;
    struct pen_events events; /* of the last action or the deal */
    struct pen_view views[VIEWERS_MAX];
    struct pen_view before[VIEWERS_MAX]; /* the views without 'events' */
    struct pen_chance players;
    struct pen_hand laid; /* what the one who laid the last challengeable card had left */
    const char *edition;
    uint64_t seed;
    unsigned house, action_count;
};

static struct table table;

static unsigned viewer_count(const struct table *at)
{
    return at->game.round.seat_count + 1u;
}

static uint8_t viewer_at(const struct table *at, unsigned index)
{
    return index < at->game.round.seat_count ? (uint8_t)index : PEN_SPECTATOR;
}

static const char *where(const struct table *at)
{
    static char text[160];
    snprintf(text, sizeof text, "%s, house %u, %u seats, seed %llu, after action %u, phase %u", at->edition,
             at->house, at->game.round.seat_count, (unsigned long long)at->seed, at->action_count,
             at->game.round.phase);
    return text;
}

/* ---- what may be known ----------------------------------------------------------------------- */

/* RULE O25, said independently of the audiences that the engine writes into its events. */
static bool is_seen_by(const struct pen_event *event, uint8_t viewer)
{
    if (event->type == PEN_EVENT_DREW)
        return event->seat == viewer;
    if (event->type == PEN_EVENT_SHOWN)
        return event->target == PEN_SEAT_NONE || event->target == viewer;
    return true;
}

static bool may_have_card(unsigned type)
{
    static const uint8_t types[] = {PEN_EVENT_TURNED,   PEN_EVENT_TURNED_BACK, PEN_EVENT_TURNED_IGNORED,
                                    PEN_EVENT_PLAYED,   PEN_EVENT_JUMPED,      PEN_EVENT_CANCELLED,
                                    PEN_EVENT_DREW,     PEN_EVENT_SHOWN,       PEN_EVENT_STREAMED,
                                    PEN_EVENT_FOLLOWED, PEN_EVENT_MISPLAYED};
    return memchr(types, (int)type, sizeof types) != NULL;
}

/* As the viewer may know it, by the rule above. */
static struct pen_event redacted(const struct pen_event *event, uint8_t viewer)
{
    struct pen_event seen = *event;
    if (!is_seen_by(event, viewer))
        seen.card = PEN_CARD_NONE;
    return seen;
}

static bool events_look_equal(const struct pen_events *a, const struct pen_events *b, uint8_t viewer)
{
    if (a->count != b->count)
        return false;
    for (unsigned i = 0; i < a->count; i++) {
        struct pen_event x = redacted(&a->list[i], viewer), y = redacted(&b->list[i], viewer);
        if (memcmp(&x, &y, sizeof x) != 0)
            return false;
    }
    return true;
}

/* ---- playing --------------------------------------------------------------------------------- */

static void update_views(struct table *at)
{
    for (unsigned i = 0; i < viewer_count(at); i++) {
        at->before[i] = at->views[i];
        pen_view_update(&at->views[i], &at->rules, &at->game, &at->events);
    }
}

/* Some tables play in teams (RULES M1, M4), some with small hands open (RULE H22). */
static void choose_more(struct pen_options *options, unsigned seats, uint64_t seed)
{
    static const char *const open[] = {"open-2", "open-3"};
    if (seats % 2 == 0 && seats >= 4 && seed % 5 < 3) {
        options->teams = 2;
        options->partners = seed % 5 < 2 ? PEN_PARTNERS_OPEN : PEN_PARTNERS_HIDDEN;
    }
    if (seed % 4 == 0)
        assert_true(pen_house_add(open[seed / 4 % 2], 6, &options->house));
    if (seed % 3 == 0) /* RULES H23, H24 */
        options->house |= PEN_HOUSE_SEVERAL | (seed % 2 == 0 ? PEN_HOUSE_TURNS(10) : 0);
}

/* Deals, half of the time with the whole draw pile in order. */
static void start_table(struct table *at, unsigned edition_index, unsigned house, uint8_t seats,
                        uint64_t seed)
{
    struct pen_edition edition;
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    memset(at, 0, sizeof *at);
    at->edition = pen_edition_builtin_id(edition_index);
    at->house = house;
    at->seed = seed;
    at->players = pen_chance_of(seed, UINT64_MAX);
    options.house = (uint8_t)house;
    options.scoring = (uint8_t)(seed % 3);
    assert_true(pen_edition_builtin(at->edition, &edition));
    seats = seats < edition.rule.seats_max ? seats : edition.rule.seats_max;
    choose_more(&options, seats, seed);
    assert_int_equal(pen_table_make(&at->rules, &edition, &options, NULL), PEN_RULES_GOOD);
    struct pen_layout layout = pen_layout_random(seats, (uint8_t)(seed % seats), pen_chance_of(seed, 1));
    if (seed & 1)
        assert_int_equal(pen_layout_complete(&at->rules, &layout, NULL), PEN_DEAL_GOOD);
    assert_int_equal(pen_game_start(&at->rules, &at->game, seed, &layout, NULL, &at->events, NULL),
                     PEN_DEAL_GOOD);
    for (unsigned i = 0; i < viewer_count(at); i++)
        pen_view_init(&at->views[i], viewer_at(at, i));
    update_views(at);
}

static void step_table(struct table *at)
{
    struct pen_action action = sim_record_choose(&at->rules, &at->game.round, &at->players);
    enum pen_refusal refusal = pen_game_apply(&at->rules, &at->game, action, &at->events);
    if (refusal != PEN_ACCEPTED)
        fail_msg("%s: refused, %s", where(at), pen_refusal_text(refusal, PEN_LANG_EN));
    at->action_count++;
    update_views(at);
}

/* Plays one round at each kind of table and calls 'visit' after the deal and every action. */
static void visit_tables(uint64_t seed, unsigned seat_step, void (*visit)(struct table *at))
{
    for (unsigned edition = 0; edition < pen_edition_builtin_count(); edition++)
        for (unsigned house = 0; house <= PEN_HOUSE_SHEET; house++)
            for (unsigned seats = 2; seats <= PEN_SEATS_MAX; seats += seat_step, seed++) {
                start_table(&table, edition, house, (uint8_t)seats, seed);
                for (;;) {
                    visit(&table);
                    if (table.game.round.phase == PEN_PHASE_OVER || table.action_count == ACTIONS_MAX)
                        break;
                    step_table(&table);
                }
            }
}

/* ---- twins ----------------------------------------------------------------------------------- */

/* A place where a card lies that the viewer may not see: a hand, or a place of the draw pile. */
struct slot {
    uint8_t seat, place;
};

/* The card of the hand of 'seat' that cannot be changed without changing what is public: that the
 * drawn card can be played, that the follower can follow, that there is another card of the number. */
static uint8_t pinned_card(const struct table *at, uint8_t seat)
{
    const struct pen_round *round = &at->game.round;
    if (round->phase == PEN_PHASE_DRAWN && round->turn == seat)
        return round->drawn;
    if (round->phase == PEN_PHASE_FOLLOW && round->follower == seat)
        return (uint8_t)pen_bits_lowest(pen_hand_kinds(&round->hands[seat]) &
                                        at->rules.of_color[round->follow_color]);
    if (round->phase == PEN_PHASE_MORE && round->turn == seat)
        return (uint8_t)pen_bits_lowest(pen_hand_kinds(&round->hands[seat]) & at->rules.of_face[round->top]);
    return PEN_CARD_NONE;
}

/* Hands that lie open to the viewer: the own one, all others in a swing (RULE W1), small ones (RULE H22),
 * partners' where the table plays so (RULE M4). */
static bool is_open_to(const struct pen_rules *rules, const struct pen_round *round, uint8_t seat,
                       uint8_t viewer)
{
    if (seat == viewer || (round->phase == PEN_PHASE_SWING && seat != round->thrower))
        return true;
    if (round->hand_count[seat] <= rules->rule.open_hands)
        return true;
    return rules->partners_open && viewer < round->seat_count &&
           (pen_team_of(rules, round->seat_count, viewer) >> seat & 1);
}

/* Whether the hands that are always open to the viewer are the same in both worlds. */
static bool has_same_open_hands(const struct pen_rules *rules, const struct pen_round *a,
                                const struct pen_round *b, uint8_t viewer)
{
    uint16_t seats = viewer < a->seat_count ? (uint16_t)(1u << viewer) : 0;
    if (seats && rules->partners_open)
        seats = pen_team_of(rules, a->seat_count, viewer);
    for (unsigned seat = 0; seat < a->seat_count; seat++)
        if ((seats >> seat & 1) && memcmp(&a->hands[seat], &b->hands[seat], sizeof a->hands[0]) != 0)
            return false;
    return true;
}

static unsigned hidden_slots(const struct table *at, uint8_t viewer, struct slot *slots, uint8_t *cards)
{
    const struct pen_round *round = &at->game.round;
    unsigned count = 0;
    for (uint8_t seat = 0; seat < round->seat_count; seat++) {
        if (is_open_to(&at->rules, round, seat, viewer))
            continue;
        uint8_t pinned = pinned_card(at, seat);
        for (uint8_t card = 0; card < at->rules.kind_count; card++)
            for (unsigned i = pen_hand_count_of(&round->hands[seat], card); i > (card == pinned); i--) {
                slots[count] = (struct slot){seat, 0};
                cards[count++] = card;
            }
    }
    for (unsigned place = 0; place < round->draw_count; place++) {
        slots[count] = (struct slot){PEN_SEAT_NONE, (uint8_t)place};
        cards[count++] = round->pile[place];
    }
    return count;
}

/* Another world that the viewer cannot tell from this one: hidden cards change places, a few
 * ('swaps') or all of them (0). */
static void move_hidden_cards(const struct table *at, uint8_t viewer, unsigned swaps,
                              struct pen_chance *chance, struct pen_game *twin)
{
    struct slot slots[PEN_DECK_MAX];
    uint8_t cards[PEN_DECK_MAX], moved[PEN_DECK_MAX];
    unsigned count = hidden_slots(at, viewer, slots, cards);
    *twin = at->game;
    memcpy(moved, cards, count);
    if (swaps == 0)
        pen_chance_shuffle(chance, moved, count);
    for (unsigned i = 0; i < swaps && count > 0; i++) {
        unsigned a = pen_chance_below(chance, count), b = pen_chance_below(chance, count);
        uint8_t card = moved[a];
        moved[a] = moved[b];
        moved[b] = card;
    }
    for (unsigned i = 0; i < count; i++) {
        if (slots[i].seat == PEN_SEAT_NONE) {
            twin->round.pile[slots[i].place] = moved[i];
        } else {
            pen_hand_remove(&twin->round.hands[slots[i].seat], cards[i]);
            pen_hand_add(&twin->round.hands[slots[i].seat], moved[i]);
        }
    }
}

/* And everything else that a round keeps to itself. */
static void change_secrets(const struct table *at, uint8_t viewer, struct pen_chance *chance,
                           struct pen_game *twin)
{
    struct pen_round *round = &twin->round;
    twin->seed = pen_chance_word(chance);
    round->chance.counter = pen_chance_word(chance);
    round->ordered_count = (uint8_t)pen_chance_below(chance, round->draw_count + 1u);
    round->bluffed ^= 1;
    for (unsigned i = 0; i < PEN_HAND_DIGITS; i++)
        round->laid_from.digit[i] ^= pen_chance_word(chance);
    if (round->turn == viewer || round->phase != PEN_PHASE_DRAWN)
        return;
    uint64_t drawn = pen_hand_kinds(&round->hands[round->turn]) & pen_round_matches(&at->rules, round);
    round->drawn = (uint8_t)pen_bits_select(drawn, pen_chance_below(chance, pen_bits_count(drawn)));
    round->drawn_forced ^= 1;
}

static void change_hidden_events(const struct table *at, uint8_t viewer, struct pen_chance *chance,
                                 struct pen_events *twin)
{
    *twin = at->events;
    for (unsigned i = 0; i < twin->count; i++)
        if (!is_seen_by(&twin->list[i], viewer))
            twin->list[i].card = (uint8_t)pen_chance_below(chance, at->rules.kind_count);
    pen_chance_shuffle(chance, twin->reshuffled, twin->reshuffled_count);
}

/* The place of the first byte that differs, or the size. */
static size_t first_difference(const struct pen_view *a, const struct pen_view *b)
{
    const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
    size_t i = 0;
    if (memcmp(a, b, sizeof *a) == 0)
        return sizeof *a;
    while (i < sizeof *a && x[i] == y[i])
        i++;
    return i;
}

static void assert_views_equal(const struct table *at, const struct pen_view *a, const struct pen_view *b,
                               const char *what)
{
    size_t i = first_difference(a, b);
    if (i < sizeof *a)
        fail_msg("%s: %s of viewer %u: byte %zu of the view is %u in one world, %u in the other", where(at),
                 what, a->viewer, i, ((const unsigned char *)a)[i], ((const unsigned char *)b)[i]);
}

/* ---- (a) snapshots --------------------------------------------------------------------------- */

static unsigned snapshot_count, changed_count, phase_count[PEN_PHASE_OVER + 1];

/* The view of the twin after the same action. */
static void twin_view(const struct table *at, unsigned index, struct pen_chance *chance,
                      struct pen_game *twin, struct pen_events *events, struct pen_view *view)
{
    uint8_t viewer = viewer_at(at, index);
    move_hidden_cards(at, viewer, 0, chance, twin);
    change_secrets(at, viewer, chance, twin);
    change_hidden_events(at, viewer, chance, events);
    assert_null(pen_round_check(&at->rules, &twin->round));
    *view = at->before[index];
    pen_view_update(view, &at->rules, twin, events);
}

static void visit_snapshot(struct table *at)
{
    static struct pen_game twin;
    static struct pen_events events;
    static struct pen_view view;
    struct pen_chance chance = pen_chance_of(at->seed, at->action_count + 1000u);
    phase_count[at->game.round.phase]++;
    for (unsigned i = 0; i < viewer_count(at); i++) {
        twin_view(at, i, &chance, &twin, &events, &view);
        assert_views_equal(at, &at->views[i], &view, "snapshot");
        snapshot_count++;
        changed_count += memcmp(twin.round.hands, at->game.round.hands, sizeof twin.round.hands) != 0;
    }
}

static void test_snapshots(void **state)
{
    (void)state;
    visit_tables(1, 1, visit_snapshot);
    print_message("# %u snapshots, in %u of them other hands were changed\n", snapshot_count, changed_count);
    assert_true(snapshot_count > 100000);
    assert_true(changed_count > snapshot_count * 9 / 10);
    for (unsigned phase = 0; phase <= PEN_PHASE_OVER; phase++)
        if (phase_count[phase] < 10)
            fail_msg("phase %u came up only %u times", phase, phase_count[phase]);
}

/* ---- (b) histories --------------------------------------------------------------------------- */

static unsigned course_count, step_count, step_most;

/* RULE H2: the viewer gets a hand that nobody announces, so both worlds may go apart. */
static bool viewer_gets_a_hand(const struct pen_events *events, uint8_t viewer)
{
    for (unsigned i = 0; i < events->count; i++) {
        const struct pen_event *event = &events->list[i];
        if (event->type == PEN_EVENT_PASSED_HANDS ||
            (event->type == PEN_EVENT_SWAPPED && (event->seat == viewer || event->target == viewer)))
            return true;
    }
    return false;
}

/* Some action that both worlds accept and that looks the same to the viewer. */
static bool step_both(struct table *a, struct table *b, unsigned index, struct pen_chance *chance)
{
    static struct table x, y;
    uint8_t viewer = viewer_at(a, index);
    for (unsigned attempt = 0; attempt < 8; attempt++) {
        const struct table *chooser = pen_chance_below(chance, 2) ? a : b;
        struct pen_action action = sim_record_choose(&a->rules, &chooser->game.round, chance);
        x.game = a->game;
        y.game = b->game;
        if (pen_game_apply(&a->rules, &x.game, action, &x.events) != PEN_ACCEPTED ||
            pen_game_apply(&a->rules, &y.game, action, &y.events) != PEN_ACCEPTED ||
            !events_look_equal(&x.events, &y.events, viewer))
            continue;
        /* RULE H23: being asked for more shows that there is more. */
        if ((x.game.round.phase == PEN_PHASE_MORE) != (y.game.round.phase == PEN_PHASE_MORE))
            continue;
        /* The points that a round ends with tell something about the hands (RULE N2). */
        if (memcmp(x.game.score, y.game.score, sizeof x.game.score) != 0 || x.game.winners != y.game.winners)
            continue;
        if (viewer != PEN_SPECTATOR &&
            memcmp(&x.game.round.hands[viewer], &y.game.round.hands[viewer], sizeof x.game.round.hands[0]) !=
                0 &&
            viewer_gets_a_hand(&x.events, viewer))
            continue;
        /* RULE M4: what a partner has drawn or was given is not announced either, and is seen. */
        if (a->rules.partners_open && !has_same_open_hands(&a->rules, &x.game.round, &y.game.round, viewer))
            continue;
        a->game = x.game;
        a->events = x.events;
        b->game = y.game;
        b->events = y.events;
        a->action_count++;
        return true;
    }
    return false;
}

static void visit_history(struct table *at)
{
    static struct table world, other_world;
    struct pen_chance chance = pen_chance_of(at->seed, at->action_count + 2000u);
    if (at->action_count % 7 != 0 || at->game.round.phase == PEN_PHASE_OVER)
        return;
    unsigned index = pen_chance_below(&chance, viewer_count(at));
    uint8_t viewer = viewer_at(at, index);
    static const unsigned strengths[] = {1, 2, 4, 8, 0};
    unsigned swaps = strengths[pen_chance_below(&chance, 5)];
    world = *at;
    move_hidden_cards(&world, viewer, swaps, &chance, &other_world.game);
    other_world.views[index] = world.views[index];
    /* RULE A7: what a challenger will be shown changes with the hand it was. */
    struct pen_round *twin = &other_world.game.round;
    if (twin->phase == PEN_PHASE_PENDING && twin->thrower != viewer &&
        pen_hand_count(&twin->laid_from) == twin->hand_count[twin->thrower])
        twin->laid_from = twin->hands[twin->thrower];
    assert_null(pen_round_check(&at->rules, twin));
    course_count++;
    unsigned steps = 0;
    while (steps < 80 && world.game.round.phase != PEN_PHASE_OVER &&
           step_both(&world, &other_world, index, &chance)) {
        struct pen_view *a = &world.views[index], *b = &other_world.views[index];
        pen_view_update(a, &at->rules, &world.game, &world.events);
        pen_view_update(b, &at->rules, &other_world.game, &other_world.events);
        assert_views_equal(&world, a, b, "history");
        steps++;
    }
    step_count += steps;
    step_most = steps > step_most ? steps : step_most;
}

static void test_histories(void **state)
{
    (void)state;
    course_count = step_count = 0;
    visit_tables(1, 2, visit_history);
    print_message("# %u courses of play in two worlds, %u compared steps, the longest %u\n", course_count,
                  step_count, step_most);
    assert_true(course_count > 1500 && step_count > 50000);
}

/* ---- (c), (d) who is told what --------------------------------------------------------------- */

static unsigned drew_count, shown_to_one_count, shown_late_count, shown_to_all_count, open_count;

static void check_event(const struct table *at, const struct pen_event *event)
{
    if (!may_have_card(event->type))
        assert_int_equal(event->card, PEN_CARD_NONE);
    drew_count += event->type == PEN_EVENT_DREW;
    for (unsigned i = 0; i < viewer_count(at); i++) {
        uint8_t viewer = viewer_at(at, i);
        struct pen_event seen = pen_event_for(*event, viewer), wanted = redacted(event, viewer);
        if (memcmp(&seen, &wanted, sizeof seen) != 0)
            fail_msg("%s: viewer %u sees card %u of an event of type %u, and should see %u", where(at),
                     viewer, seen.card, event->type, wanted.card);
    }
}

static void check_shown(const struct table *at, unsigned index, uint8_t seat, const struct pen_hand *wanted)
{
    const struct pen_view *view = &at->views[index];
    if (view->shown_at[seat] <= at->before[index].event_total || view->shown_at[seat] > view->event_total ||
        memcmp(&view->shown[seat], wanted, sizeof *wanted) != 0)
        fail_msg("%s: viewer %u was shown seat %u's hand as %u cards at %u, wanted %u cards", where(at),
                 view->viewer, seat, pen_hand_count(&view->shown[seat]), view->shown_at[seat],
                 pen_hand_count(wanted));
}

static void check_not_shown(const struct table *at, unsigned index, uint8_t seat)
{
    const struct pen_view *view = &at->views[index], *before = &at->before[index];
    if (view->shown_at[seat] != before->shown_at[seat] ||
        memcmp(&view->shown[seat], &before->shown[seat], sizeof view->shown[seat]) != 0)
        fail_msg("%s: viewer %u got to know seat %u's hand", where(at), view->viewer, seat);
}

/* RULE H22: a small hand is known to everybody as it is now. */
static void check_lies_open(const struct table *at, unsigned index, uint8_t seat)
{
    const struct pen_view *view = &at->views[index];
    /* Whom a challenge has shown the hand as it was before knows that one (RULE A7). */
    const struct pen_event *last = &view->events[(view->shown_at[seat] - 1) % PEN_VIEW_EVENTS_MAX];
    if (last->type == PEN_EVENT_SHOWN_TO && last->target != PEN_SEAT_NONE)
        return;
    if (memcmp(&view->shown[seat], &at->game.round.hands[seat], sizeof view->shown[seat]) != 0)
        fail_msg("%s: viewer %u does not see the small hand of seat %u", where(at), view->viewer, seat);
    open_count++;
}

/* The hands that this action shows, as the round holds them. */
static void visit_showing(struct table *at)
{
    const struct pen_round *round = &at->game.round;
    bool is_shown_to_all = false;
    uint8_t challenger = PEN_SEAT_NONE, challenged = PEN_SEAT_NONE;
    for (unsigned i = 0; i < at->events.count; i++) {
        const struct pen_event *event = &at->events.list[i];
        check_event(at, event);
        if (event->type == PEN_EVENT_PLAYED || event->type == PEN_EVENT_JUMPED) {
            const struct pen_step *program = at->rules.play[event->card];
            is_shown_to_all =
                program[1].op == PEN_STEP_REVEAL_OTHERS && round->phase != PEN_PHASE_OVER; /* RULE O7 */
            if (at->rules.challengeable & pen_card_bit(event->card))
                at->laid = round->hands[event->seat];
        }
        if (event->type == PEN_EVENT_CHALLENGED) {
            challenger = event->seat;
            challenged = event->target;
        }
    }
    for (unsigned i = 0; i < viewer_count(at); i++) {
        for (uint8_t seat = 0; seat < round->seat_count; seat++) {
            if (is_shown_to_all && seat != round->thrower)
                check_shown(at, i, seat, &round->hands[seat]);
            else if (seat == challenged && i == challenger)
                check_shown(at, i, seat, &at->laid);
            else if (round->hand_count[seat] > at->rules.rule.open_hands)
                check_not_shown(at, i, seat);
            else if (round->hand_count[seat] > 0)
                check_lies_open(at, i, seat);
        }
    }
    if (challenger != PEN_SEAT_NONE) {
        shown_to_one_count++;
        /* RULE A7: as it was when the card was laid, though its player has drawn since. */
        shown_late_count += pen_hand_count(&at->laid) != at->before[0].hand_count[challenged];
    }
    shown_to_all_count += is_shown_to_all;
}

static void test_showing(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 9; seed++)
        visit_tables(1000 * seed + seed % 2, 1, visit_showing);
    print_message("# %u cards drawn; %u hands shown to one, %u of them changed since the card was "
                  "laid; %u times all hands shown to all\n",
                  drew_count, shown_to_one_count, shown_late_count, shown_to_all_count);
    assert_true(drew_count > 10000);
    assert_true(shown_to_one_count > 300);
    assert_true(shown_late_count > 5);
    assert_true(shown_to_all_count > 50);
    assert_true(open_count > 1000);
}

/* ---- (e) views that leak --------------------------------------------------------------------- */

#define LEAK_LIST(X)                                                                            \
    X("a card of another hand", pen_hand_kinds(&round->hands[seat]) & 0xff)                     \
    X("the order of the draw pile", round->draw_count ? round->pile[round->draw_count - 1] : 0) \
    X("the hand a card was laid from", round->laid_from.digit[0] & 0xff)                        \
    X("whether it was a bluff", round->bluffed)                                                 \
    X("the generator", round->chance.counter & 0xff)                                            \
    X("the seed", game->seed & 0xff)                                                            \
    X("how much of the pile has an order", round->ordered_count)                                \
    X("another's drawn card", round->turn == viewer ? 0u : round->drawn)                        \
    X("whether another must play it", round->turn == viewer ? 0u : round->drawn_forced)         \
    X("who could jump in", pen_round_may(rules, round) >> seat & 1)                             \
    X("a card of an event", events->list[events->count - 1].card)

enum {
    LEAK_COUNT = 0
#define X(name, value) +1
    LEAK_LIST(X)
#undef X
};

/* One hidden byte goes into a place of the view that is otherwise constant. */
static const char *leak(unsigned which, const struct pen_rules *rules, const struct pen_game *game,
                        const struct pen_events *events, struct pen_view *view)
{
    const struct pen_round *round = &game->round;
    uint8_t viewer = view->viewer;
    unsigned seat = viewer == 0 ? 1 : 0; /* somebody else */
    const char *name = NULL;
    unsigned index = 0;
#define X(name_, value)                                           \
    if (index++ == which) {                                       \
        name = name_;                                             \
        view->hand_count[PEN_SEATS_MAX - 1] = (uint8_t)((value)); \
    }
    LEAK_LIST(X)
#undef X
    return name;
}

static unsigned noticed_count[LEAK_COUNT];
static const char *leak_names[LEAK_COUNT];

static void visit_leaks(struct table *at)
{
    static struct pen_game twin;
    static struct pen_events events;
    static struct pen_view view;
    struct pen_chance chance = pen_chance_of(at->seed, at->action_count + 3000u);
    if (at->game.round.seat_count == PEN_SEATS_MAX || at->events.count == 0)
        return;
    unsigned index = pen_chance_below(&chance, viewer_count(at));
    twin_view(at, index, &chance, &twin, &events, &view);
    for (unsigned which = 0; which < LEAK_COUNT; which++) {
        struct pen_view a = at->views[index], b = view;
        leak_names[which] = leak(which, &at->rules, &at->game, &at->events, &a);
        leak(which, &at->rules, &twin, &events, &b);
        noticed_count[which] += first_difference(&a, &b) < sizeof a;
    }
}

static void test_leaks_are_noticed(void **state)
{
    (void)state;
    visit_tables(1, 3, visit_leaks);
    for (unsigned which = 0; which < LEAK_COUNT; which++) {
        print_message("# leaking %s: noticed %u times\n", leak_names[which], noticed_count[which]);
        if (noticed_count[which] < 20)
            fail_msg("leaking %s was noticed only %u times", leak_names[which], noticed_count[which]);
    }
}

/* What is kept of a list of all that can be done is what the verbs do, each of them alone and all together.
 */
static void test_keeping(void **state)
{
    struct pen_legal all, legal;
    (void)state;
    memset(&all, 0xff, sizeof all);
    for (unsigned verb = 0; verb < PEN_VERB_COUNT; verb++) {
        legal = all;
        pen_legal_keep(&legal, 1u << verb);
        assert_int_equal(legal.verbs, 1u << verb);
        assert_int_equal(legal.names != 0, verb == PEN_VERB_NAME);
        for (unsigned other = 0; other < PEN_VERB_COUNT; other++) {
            assert_true(pen_legal_kinds(&legal, other) == (other == verb ? pen_legal_kinds(&all, other) : 0));
            assert_true(pen_legal_seats(&legal, other) == (other == verb ? pen_legal_seats(&all, other) : 0));
        }
        assert_int_equal(PEN_VERBS_ANYTIME >> verb & 1, pen_verb_shape(verb).when == PEN_ANYTIME);
    }
    legal = all;
    pen_legal_keep(&legal, ~0u);
    assert_memory_equal(&legal, &all, sizeof all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_snapshots), cmocka_unit_test(test_histories), cmocka_unit_test(test_showing),
        cmocka_unit_test(test_leaks_are_noticed), cmocka_unit_test(test_keeping)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
