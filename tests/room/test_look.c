/* test_look.c - what a table remembers for those who sit there: the newest events of a round, however long it
 * is. From them a view is made as if its owner had watched all the time: nothing in it is false, and nothing
 * of what the events tell is missing. */
#include "room/inside.h"
#include "world.h"

static struct world world;
static struct pen_view
    watched[PEN_SEATS_MAX + 1]; /* updated after every action, as somebody who never looked away */
static uint64_t where_seed;
static unsigned long_count, exchange_count;

/* The events that came since the last time, from the table's own ring. */
static void gather(uint32_t since, struct pen_events *events)
{
    events->count = 0;
    for (uint32_t i = since; i < world.room.event_total; i++)
        events->list[events->count++] = world.room.events[i % ROOM_EVENTS_MAX];
}

static void assert_held(const struct pen_hand *known, uint8_t seat, uint8_t viewer)
{
    const struct pen_rules *rules = world.rules->rules;
    for (uint8_t card = 0; card < rules->kind_count; card++)
        if (pen_hand_count_of(known, card) > pen_hand_count_of(&world.room.game.round.hands[seat], card))
            fail_msg("seed %llu, event %u: viewer %u is sure of a card of seat %u that is not there",
                     (unsigned long long)where_seed, world.room.event_total, viewer, seat);
}

static uint32_t first_known(void)
{
    return world.room.event_high > ROOM_EVENTS_MAX ? world.room.event_high - ROOM_EVENTS_MAX : 0;
}

static void compare(uint8_t viewer)
{
    static struct pen_view view;
    const struct pen_view *whole = &watched[viewer_place(viewer)];
    room__look(&world.room, world.rules, viewer, true, &view);
    assert_int_equal(view.event_total, whole->event_total);
    for (uint32_t i = first_known(); i < view.event_total; i++)
        assert_memory_equal(&view.events[i % PEN_VIEW_EVENTS_MAX], &whole->events[i % PEN_VIEW_EVENTS_MAX],
                            sizeof view.events[0]);
    assert_memory_equal(&view.legal, &whole->legal, sizeof view.legal);
    assert_memory_equal(&view.hand, &whole->hand, sizeof view.hand);
    assert_memory_equal(&view.memory, &whole->memory, sizeof view.memory); /* since the deal */
    for (uint8_t seat = 0; seat < view.seat_count; seat++)
        assert_held(&view.known[seat], seat, viewer);
    long_count += world.room.event_total > ROOM_EVENTS_MAX;
}

static void play_long(struct pen_chance *chance)
{
    static struct pen_events events;
    const struct pen_rules *rules = world.rules->rules;
    uint32_t seen = 0;
    for (unsigned viewer = 0; viewer <= PEN_SEATS_MAX; viewer++)
        pen_view_init(&watched[viewer], viewer < PEN_SEATS_MAX ? (uint8_t)viewer : PEN_SPECTATOR);
    for (unsigned i = 0; i < 400 && world.room.stage == ROOM_PLAYING; i++) {
        gather(seen, &events);
        seen = world.room.event_total;
        for (unsigned e = 0; e < events.count; e++)
            exchange_count +=
                events.list[e].type == PEN_EVENT_SWAPPED || events.list[e].type == PEN_EVENT_PASSED_HANDS;
        for (unsigned seat = 0; seat <= world.room.seat_count; seat++) {
            const uint8_t viewer = seat < world.room.seat_count ? (uint8_t)seat : PEN_SPECTATOR;
            pen_view_update(&watched[viewer_place(viewer)], rules, &world.room.game, &events);
            if (i % 5 == 0)
                compare(viewer);
        }
        struct pen_legal legal;
        uint16_t must = pen_round_must(&world.room.game.round);
        uint8_t seat = (uint8_t)pen_bits_select(must, pen_chance_below(chance, pen_bits_count(must)));
        pen_round_legal(rules, &world.room.game.round, seat, &legal);
        world_act(&world, seat, pen_legal_any(rules, &legal, chance));
        for (unsigned tick = 0; tick < 4 && world.room.live.held_count > 0; tick++)
            world_tick(&world, 400);
        world_forget(&world);
    }
}

static void test_look(void **state)
{
    (void)state;
    static const char *const editions[] = {"clasico", "cumulative", "spiderman", "ghostbusters"};
    for (unsigned i = 0; i < 24; i++) {
        struct pen_chance chance = pen_chance_of(i, 9);
        struct setup_settings settings = setup_usual();
        memset(settings.edition, 0, sizeof settings.edition);
        strcpy(settings.edition, editions[i % 4]);
        settings.options.house = i % (PEN_HOUSE_SHEET + 1);
        settings.seats = (uint8_t)(3 + i % 4);
        where_seed = i;
        world.has_no_journal = true;
        world_play(&world, &settings, settings.seats, i);
        play_long(&chance);
    }
    print_message("# %u looks behind what the table remembers, %u exchanges of hands\n", long_count,
                  exchange_count);
    assert_true(long_count > 500 && exchange_count > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_look)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
