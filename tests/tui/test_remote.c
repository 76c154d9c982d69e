/* A table on a server as the terminal reads it: every message that a real table writes becomes the very view
 * that the rules would give, in every edition; and what no table would write is not believed. */
#include "penultima/languages.h"
#include "../room/world.h"

#include "penultima/chance.h"
#include "tui/remote/link.h"
#include "tui/told.h"

static struct world world;
static struct tui_told states[WORLD_VIEWERS];
static struct tui_message messages[WORLD_VIEWERS];
static struct pen_view views[WORLD_VIEWERS];
static size_t read_bytes[WORLD_VIEWERS];

static uint8_t viewer_at(unsigned place)
{
    return place == PEN_SEATS_MAX ? PEN_SPECTATOR : (uint8_t)place;
}

/* What was sent to a viewer and has not been read. */
static void read_new(unsigned place)
{
    const char *sent = world.sent[place];
    if (world.sent_bytes[place] < read_bytes[place])
        read_bytes[place] = 0;
    while (read_bytes[place] < world.sent_bytes[place]) {
        const char *line = sent + read_bytes[place];
        size_t count = strcspn(line, "\n");
        tui_told_read(&states[place], &messages[place], line, count, PEN_LANG_ES);
        if (messages[place].type == TUI_TOLD_NONSENSE || messages[place].type == TUI_TOLD_STRANGE_EDITION)
            fail_msg("viewer %u does not understand: %.*s", place, (int)count, line);
        read_bytes[place] += count + 1;
    }
}

static void assert_same_view(const struct pen_view *got, const struct pen_view *wanted)
{
    assert_memory_equal(&got->hand, &wanted->hand, sizeof got->hand);
    assert_memory_equal(&got->shown, &wanted->shown, sizeof got->shown);
    assert_int_equal(got->must, wanted->must);
    assert_int_equal(got->owes, wanted->owes);
    assert_int_equal(got->dropped, wanted->dropped);
    assert_int_equal(got->pending, wanted->pending);
    assert_int_equal(got->lost, wanted->lost);
    assert_int_equal(got->seat_count, wanted->seat_count);
    assert_int_equal(got->dealer, wanted->dealer);
    assert_int_equal(got->turn, wanted->turn);
    assert_int_equal(got->direction, wanted->direction);
    assert_int_equal(got->phase, wanted->phase);
    assert_int_equal(got->top, wanted->top);
    assert_int_equal(got->color, wanted->color);
    assert_int_equal(got->drawn, wanted->drawn);
    assert_int_equal(got->drawn_forced, wanted->drawn_forced);
    assert_int_equal(got->follower, wanted->phase == PEN_PHASE_FOLLOW ? wanted->follower : PEN_SEAT_NONE);
    assert_memory_equal(got->hand_count, wanted->hand_count, wanted->seat_count);
    assert_int_equal(got->draw_count, wanted->draw_count);
    assert_memory_equal(got->score, wanted->score, wanted->seat_count * sizeof wanted->score[0]);
    assert_int_equal(got->winners, wanted->winners);
    assert_int_equal(got->round_number, wanted->round_number);
    if (wanted->phase == PEN_PHASE_FOLLOW)
        assert_int_equal(got->follow_color, wanted->follow_color);
    if (wanted->phase == PEN_PHASE_PENDING)
        assert_int_equal(got->thrower, wanted->thrower);
    if (wanted->phase == PEN_PHASE_OVER)
        assert_int_equal(got->winner, wanted->winner);
    if (wanted->viewer < PEN_SEATS_MAX)
        assert_memory_equal(&got->legal, &wanted->legal, sizeof got->legal);
}

/* The views that the rules give of the events the room has noted. */
static void check_views(void)
{
    const struct room *room = &world.room;
    static struct pen_events events;
    assert_true(room->event_total <= ROOM_EVENTS_MAX || room->event_high > ROOM_EVENTS_MAX);
    bool is_all_known = room->event_high <= ROOM_EVENTS_MAX;
    for (unsigned place = 0; place < WORLD_VIEWERS; place++) {
        uint8_t viewer = viewer_at(place);
        if (place < PEN_SEATS_MAX && place >= room->seat_count)
            continue;
        read_new(place);
        if (!is_all_known || !states[place].has_cards)
            continue;
        events.count = events.reshuffled_count = 0;
        for (uint32_t i = 0; i < room->event_total; i++)
            events.list[events.count++] = room->events[i % ROOM_EVENTS_MAX];
        pen_view_init(&views[place], viewer);
        pen_view_update(&views[place], world.rules->rules, &room->game, &events);
        assert_same_view(&states[place].view, &views[place]);
        assert_int_equal(states[place].view.event_total, views[place].event_total);
    }
}

/* A table that is sent whole, as after coming back. */
static void check_table(uint8_t viewer)
{
    static char bytes[ROOM_MESSAGE_BYTES_MAX];
    static struct tui_told state;
    static struct tui_message message;
    unsigned place = viewer_place(viewer);
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    memset(&state, 0, sizeof state);
    room_write_table(&world.room, world.rules, viewer, world.now, &text);
    tui_told_read(&state, &message, bytes, text.length, PEN_LANG_EN);
    assert_int_equal(message.type, TUI_TOLD_TABLE);
    if (!state.has_cards || world.room.event_total > 60)
        return;
    assert_same_view(&state.view, &views[place]);
    assert_int_equal(message.events.count, views[place].event_total);
}

static struct pen_action choose(struct pen_chance *chance, uint8_t seat)
{
    const struct tui_told *state = &states[seat];
    struct pen_action action = pen_legal_any(&state->rules, &state->view.legal, chance);
    action.uno =
        action.card != PEN_CARD_NONE && state->view.hand_count[seat] == 2 && pen_chance_below(chance, 2);
    return action;
}

/* RULE P3: somebody lays any card of the hand, in turn or not. */
static void lay_anything(struct pen_chance *chance)
{
    uint8_t seat = (uint8_t)pen_chance_below(chance, world.room.seat_count);
    uint64_t kinds = pen_hand_kinds(&states[seat].view.hand) & ~world.rules->rules->wilds;
    if (kinds == 0)
        return;
    struct pen_action action = PEN_ACTION(PEN_VERB_PLAY, seat);
    action.card = (uint8_t)pen_bits_select(kinds, pen_chance_below(chance, pen_bits_count(kinds)));
    world_act(&world, seat, action);
    world_tick(&world, 1600);
}

/* One thing that somebody does, said as the client would say it. */
static void act(struct pen_chance *chance)
{
    const struct room *room = &world.room;
    uint16_t can = 0;
    if (world.rules->rules->rule.misplay_cards > 0 && pen_chance_below(chance, 12) == 0) {
        lay_anything(chance);
        return;
    }
    for (uint8_t seat = 0; seat < room->seat_count; seat++)
        if (pen_legal_count(&states[seat].rules, &states[seat].view.legal) > 0)
            can |= (uint16_t)(1u << seat);
    if (can == 0) {
        world_tick(&world, 1600);
        return;
    }
    uint8_t seat = (uint8_t)pen_bits_select(can, pen_chance_below(chance, pen_bits_count(can)));
    char action[160];
    struct pen_text text = pen_text_in(action, sizeof action);
    tui_told_write_action(&states[seat], choose(chance, seat), &text);
    struct room_answer answer = world_say(&world, seat, action);
    if (answer.refusal != ROOM_ACCEPTED && answer.refusal != ROOM_REFUSED_TOO_LATE &&
        answer.refusal != ROOM_REFUSED_WAIT)
        fail_msg("'%s' of seat %u was offered and is refused: %s", action, seat,
                 room_refusal_code((enum room_refusal)answer.refusal));
    world_tick(&world, 1600); /* a race is weighed */
}

static void begin(const struct setup_settings *settings, unsigned people, uint64_t seed)
{
    memset(states, 0, sizeof states);
    memset(read_bytes, 0, sizeof read_bytes);
    world.has_no_journal = true;
    world_open(&world, settings, seed);
    for (unsigned i = 0; i < people; i++)
        world_sit(&world, world_names[i]);
    for (unsigned i = 0; i < people; i++)
        world_here(&world, (uint8_t)i, true);
    world_here(&world, PEN_SPECTATOR, true);
    for (unsigned i = 0; i < people; i++)
        assert_int_equal(world_agree(&world, (uint8_t)i).refusal, ROOM_ACCEPTED);
    assert_int_equal(world_do(&world, ROOM_IN_START, 0).refusal, ROOM_ACCEPTED);
    world_tick(&world, 5000);
    assert_int_equal(world.room.stage, ROOM_PLAYING);
}

static void play_game(const char *edition, uint8_t house, unsigned people, uint64_t seed)
{
    struct setup_settings settings = setup_usual();
    struct pen_chance chance = pen_chance_of(seed, 77);
    snprintf(settings.edition, sizeof settings.edition, "%s", edition);
    settings.options.house = house;
    settings.options.scoring = PEN_SCORING_POINTS;
    settings.options.target = 60;
    settings.seats = (uint8_t)people;
    begin(&settings, people, seed);
    for (unsigned i = 0; i < 3000 && world.room.stage != ROOM_OVER; i++) {
        check_views();
        if (i % 7 == 0)
            check_table(i % 3 ? (uint8_t)(i % people) : PEN_SPECTATOR);
        if (world.room.stage == ROOM_PLAYING)
            act(&chance);
        else
            world_tick(&world, 30000);
    }
    check_views();
    check_table(0);
}

static void test_views(void **state)
{
    (void)state;
    for (unsigned edition = 0; edition < pen_edition_builtin_count(); edition++)
        for (uint8_t house = 0; house <= PEN_HOUSE_SHEET; house += PEN_HOUSE_SHEET)
            for (unsigned people = 2; people <= 5; people += 3)
                for (uint64_t seed = 1; seed <= 2; seed++)
                    play_game(pen_edition_builtin_id(edition), house, people, seed);
}

/* ---- what is not believed -------------------------------------------------------------------- */

static enum tui_message_type read_type(struct tui_told *state, const char *text)
{
    static struct tui_message message;
    tui_told_read(state, &message, text, strlen(text), PEN_LANG_EN);
    return message.type;
}

/* One byte of a message that a table has written is changed: it is refused, or it still makes sense. */
static void test_changed_bytes(void **context)
{
    static char bytes[ROOM_MESSAGE_BYTES_MAX];
    static struct tui_told state, before;
    struct setup_settings settings = setup_usual();
    struct pen_chance chance = pen_chance_of(5, 5);
    unsigned refused = 0;
    (void)context;
    settings.seats = 3;
    begin(&settings, 3, 9);
    for (unsigned i = 0; i < 12; i++) {
        check_views();
        act(&chance);
    }
    check_views();
    for (unsigned i = 0; i < 20000; i++) {
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        room_write_table(&world.room, world.rules, 0, world.now, &text);
        unsigned at = pen_chance_below(&chance, (uint32_t)text.length);
        bytes[at] = (char)pen_chance_below(&chance, 256);
        before = state = states[0];
        static struct tui_message message;
        tui_told_read(&state, &message, bytes, text.length, PEN_LANG_EN);
        if (message.type == TUI_TOLD_NONSENSE) {
            refused++;
            assert_memory_equal(&state, &before, sizeof state);
            continue;
        }
        if (!state.has_cards)
            continue;
        assert_true(state.view.top < state.rules.kind_count);
        assert_true(state.you == PEN_SPECTATOR ||
                    state.view.hand_count[state.you] == pen_hand_count(&state.view.hand));
        for (unsigned seat = 0; seat < state.seat_count; seat++)
            assert_true(state.seats[seat].kind == ROOM_FREE ||
                        pen_name_is_good(state.seats[seat].name, strlen(state.seats[seat].name)));
    }
    assert_in_range(refused, 5000, 20000);
}

static void test_nonsense(void **context)
{
    static const char *const texts[] = {
        "",
        "{",
        "[]",
        "null",
        "{}",
        "{\"t\":1}",
        "{\"t\":\"update\"}",
        "{\"t\":\"table\",\"n\":1}",
        "{\"t\":\"update\",\"n\":1,\"events\":[],\"now\":{}}",
        "{\"t\":\"said\",\"seat\":10,\"text\":\"a\"}",
        "{\"t\":\"said\",\"seat\":0,\"text\":\"a\"}",
        "{\"t\":\"no\",\"code\":\"x\"}",
        "{\"t\":\"bye\"}",
        "{\"t\":\"ok\",\"id\":-1}",
        "{\"t\":\"ok\",\"id\":4294967296}",
        "{\"t\":\"ok\",\"t\":\"ok\"}",
        "{\"t\":\"hint\",\"id\":1}",
        "{\"t\":\"welcome\",\"table\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"}"};
    static struct tui_told state;
    (void)context;
    memset(&state, 0, sizeof state);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (read_type(&state, texts[i]) != TUI_TOLD_NONSENSE)
            fail_msg("believed: %s", texts[i]);
    assert_int_equal(read_type(&state, "{\"t\":\"later\",\"x\":[1]}"), TUI_TOLD_OTHER);
}

/* What a server says is shown to people: it must not steer their terminals. */
static void test_texts(void **context)
{
    static struct tui_told state;
    static struct tui_message message;
    static const char no[] = "{\"t\":\"no\",\"code\":\"full\",\"key\":\"k\","
                             "\"text\":\"a\\u001b[2Jb\\u009bc\\u202ed\\u2066e\\u007f\\nñ\"}";
    (void)context;
    memset(&state, 0, sizeof state);
    tui_told_read(&state, &message, no, sizeof no - 1, PEN_LANG_EN);
    assert_int_equal(message.type, TUI_TOLD_NO);
    assert_string_equal(message.text, "a[2Jbcdeñ");
    assert_int_equal(message.refusal, PEN_ACCEPTED);
    static const char rule[] =
        "{\"t\":\"no\",\"id\":4,\"code\":\"no-match\",\"rule\":\"T1\",\"key\":\"k\",\"text\":\"x\"}";
    tui_told_read(&state, &message, rule, sizeof rule - 1, PEN_LANG_EN);
    assert_int_equal(message.refusal, PEN_REFUSED_NO_MATCH);
    assert_string_equal(message.text, "x");
    assert_int_equal(message.id, 4);
}

/* ---- links ------------------------------------------------------------------------------------ */

static void test_links(void **context)
{
    static const struct {
        const char *text, *base, *socket, *table;
    } good[] = {
        {"http://a.b:7373/#k7m2", "http://a.b:7373/", "ws://a.b:7373/ws", "k7m2"},
        {"https://a.b/t/k7m2", "https://a.b/", "wss://a.b/ws", "k7m2"},
        {"ws://a.b/t/k7m2", "http://a.b/", "ws://a.b/ws", "k7m2"},
        {"wss://a.b:1/ws#k7m2", "https://a.b:1/", "wss://a.b:1/ws", "k7m2"},
        {"a.b:7373/#k7m2", "http://a.b:7373/", "ws://a.b:7373/ws", "k7m2"},
        {"http://[::1]:7373", "http://[::1]:7373/", "ws://[::1]:7373/ws", ""},
        {"https://a.b/games/t/k7m2", "https://a.b/games/", "wss://a.b/games/ws", "k7m2"},
        {"https://a.b/games/#k7m2", "https://a.b/games/", "wss://a.b/games/ws", "k7m2"},
    };
    static const char *const bad[] = {"",
                                      "http://",
                                      "ftp://a/#b",
                                      "http://a/#k 7",
                                      "http://a/?x=1#k7",
                                      "http://a/t/k7#k8",
                                      "http://u@a/#k7",
                                      "http://a/#aaaaaaaaaaaaaaaaaaaaaaaa"};
    struct remote_link link;
    (void)context;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_true(remote_link_read(good[i].text, &link));
        assert_string_equal(link.base, good[i].base);
        assert_string_equal(link.socket, good[i].socket);
        assert_string_equal(link.table, good[i].table);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (remote_link_read(bad[i], &link))
            fail_msg("taken for a link: %s", bad[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_views), cmocka_unit_test(test_changed_bytes), cmocka_unit_test(test_nonsense),
        cmocka_unit_test(test_texts), cmocka_unit_test(test_links),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
