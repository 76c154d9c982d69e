/* test_from.c - going on from a moment of a record: as it was it is the same round; dealt anew it keeps what
 * the seat held and knew, and no hidden card decides anything of it (twins). */
#include "fair/record_lines.h"
#include "room/from.h"
#include "world.h"

static struct world world;
static char record[WORLD_TEXT_MAX];
static size_t record_bytes;
static struct pen_mesa mesa;

static void add_record(void *context, const char *text, size_t count)
{
    (void)context;
    assert_true(record_bytes + count < sizeof record);
    memcpy(record + record_bytes, text, count);
    record_bytes += count;
}

static bool find_edition(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                         struct pen_problem *problem)
{
    char id[PEN_ID_BYTES] = {0};
    (void)context, (void)problem;
    if (bytes >= sizeof id)
        return false;
    memcpy(id, name, bytes);
    return pen_edition_builtin(id, edition);
}

static void report(void *context, unsigned line, const char *what)
{
    (void)context, (void)line, (void)what;
}

/* A moment of a text, and what a seat sees of it. */
struct seen {
    unsigned wanted, count;
    struct pen_game game;
    struct pen_view view;
};

static void see(void *context, const struct pen_mesa_moment *moment)
{
    struct seen *seen = context;
    const uint8_t viewer = seen->view.viewer;
    if (seen->count++ > seen->wanted)
        return;
    if (moment->is_deal)
        pen_view_init(&seen->view, viewer);
    pen_view_update(&seen->view, moment->rules, moment->game, moment->events);
    seen->game = *moment->game;
}

static bool look(const char *text, size_t count, unsigned at, uint8_t seat, struct seen *seen)
{
    const struct pen_mesa_host host = {seen, PEN_LANG_EN, find_edition, report, see};
    memset(seen, 0, sizeof *seen);
    seen->wanted = at;
    pen_view_init(&seen->view, seat);
    return pen_mesa_replay(&mesa, text, count, &host) == PEN_MESA_GOOD;
}

static enum room_from_result go(const char *text, size_t count, struct room_from from, struct pen_text *to)
{
    const struct pen_mesa_host host = {NULL, PEN_LANG_EN, find_edition, report, NULL};
    from.source = "game.mesa";
    return room_write_from(&mesa, text, count, &host, &from, to);
}

static void play(unsigned edition, uint64_t seed)
{
    struct setup_settings settings = setup_usual();
    memset(settings.edition, 0, sizeof settings.edition);
    strcpy(settings.edition, pen_edition_builtin_id(edition));
    settings.options.scoring = PEN_SCORING_POINTS;
    settings.options.target = 150;
    settings.seats = (uint8_t)(2 + seed % 3);
    settings.pace = SETUP_PACE_AT_ONCE;
    world_open(&world, &settings, seed);
    world_sit(&world, "Ana");
    for (uint8_t seat = 1; seat < settings.seats; seat++)
        world_bot(&world, 0, seat, BOT_NOVICE);
    world_agree(&world, 0);
    assert_int_equal(world_do(&world, ROOM_IN_START, 0).refusal, ROOM_ACCEPTED);
    struct pen_chance chance = pen_chance_of(seed, 1);
    for (unsigned i = 0; i < 40000 && world.room.stage != ROOM_OVER; i++) {
        const uint64_t due = room_deadline(&world.room);
        if (world.room.stage == ROOM_PLAYING && (pen_round_must(&world.room.game.round) & 1)) {
            struct pen_legal legal;
            pen_round_legal(world.rules->rules, &world.room.game.round, 0, &legal);
            world_act(&world, 0,
                      legal.plays ? pen_legal_any_play(world.rules->rules, &legal, &chance)
                                  : pen_legal_any(world.rules->rules, &legal, &chance));
        }
        world.now = due != ROOM_NEVER && due > world.now ? due : world.now + 500;
        world_tick(&world, 0);
    }
    assert_int_equal(world.room.stage, ROOM_OVER);
    record_bytes = 0;
    assert_true(room_write_record(world.journal, world.journal_bytes, 1, NULL, add_record));
}

static unsigned place_of(unsigned seat, unsigned first, unsigned count)
{
    return (seat + count - first) % count;
}

static void check_as_it_was(const struct seen *was, const char *text, size_t count, uint8_t first)
{
    static struct seen now;
    const struct pen_round *a = &was->game.round;
    assert_true(look(text, count, UINT16_MAX, 0, &now));
    const struct pen_round *b = &now.game.round;
    assert_int_equal(a->phase, b->phase);
    assert_int_equal(a->top, b->top);
    assert_int_equal(a->color, b->color);
    assert_int_equal(a->pending, b->pending);
    assert_int_equal(a->draw_count, b->draw_count);
    assert_memory_equal(a->pile, b->pile, a->draw_count);
    assert_int_equal(place_of(a->turn, first, a->seat_count), b->turn);
    for (unsigned seat = 0; seat < a->seat_count; seat++) {
        const unsigned place = place_of(seat, first, a->seat_count);
        assert_memory_equal(&a->hands[seat], &b->hands[place], sizeof a->hands[0]);
        assert_int_equal(was->game.score[seat], now.game.score[place]);
    }
}

static void check_anew(const struct seen *was, const char *text, size_t count, uint8_t first)
{
    static struct seen now;
    const struct pen_view *a = &was->view;
    if (!look(text, count, UINT16_MAX, 0, &now))
        fail_msg("%.900s", text);
    const struct pen_round *b = &now.game.round;
    assert_memory_equal(&a->hand, &b->hands[0], sizeof a->hand);
    assert_memory_equal(&a->discards, &now.view.discards, sizeof a->discards);
    assert_int_equal(a->top, b->top);
    assert_int_equal(a->color, b->color);
    assert_int_equal(a->direction, b->direction);
    assert_int_equal(place_of(a->turn, first, a->seat_count), b->turn);
    for (unsigned seat = 0; seat < a->seat_count; seat++) {
        const unsigned place = place_of(seat, first, a->seat_count);
        assert_int_equal(a->hand_count[seat], b->hand_count[place]);
        for (uint8_t kind = 0; seat != a->viewer && kind < mesa.rules.kind_count; kind++)
            assert_true(pen_hand_count_of(&b->hands[place], kind) >=
                        pen_hand_count_of(&a->known[seat], kind));
    }
}

static unsigned moments, positions, waits;

static void test_every_moment(void **state)
{
    static char text[ROOM_FROM_BYTES];
    (void)state;
    for (unsigned seed = 1; seed <= 12; seed++) {
        static struct seen was;
        play(seed % pen_edition_builtin_count(), seed);
        assert_true(look(record, record_bytes, UINT16_MAX, 0, &was));
        const unsigned count = was.count;
        for (unsigned at = seed % 5; at < count; at += 5) {
            const uint8_t seat = (uint8_t)(at % world.room.seat_count);
            struct pen_text to = pen_text_in(text, sizeof text);
            assert_true(look(record, record_bytes, at, seat, &was));
            enum room_from_result result =
                go(record, record_bytes, (struct room_from){.at = at, .seat = seat}, &to);
            if (was.game.round.phase == PEN_PHASE_OVER) {
                assert_int_equal(result, ROOM_FROM_OVER);
                continue;
            }
            assert_int_equal(result, ROOM_FROM_GOOD);
            check_as_it_was(&was, text, to.length, seat);
            moments++;
            to = pen_text_in(text, sizeof text);
            result = go(record, record_bytes,
                        (struct room_from){.at = at, .seat = seat, .is_anew = true, .seed = at}, &to);
            if (result == ROOM_FROM_GOOD)
                check_anew(&was, text, to.length, seat);
            else
                assert_true(result == ROOM_FROM_WAITS &&
                            (was.view.phase != PEN_PHASE_TURN || was.view.pending || was.view.owes ||
                             was.view.lost || was.view.accusing));
            positions += result == ROOM_FROM_GOOD;
            waits += result != ROOM_FROM_GOOD;
        }
        struct pen_text to = pen_text_in(text, sizeof text);
        assert_int_equal(go(record, record_bytes, (struct room_from){.at = count}, &to), ROOM_FROM_NO_SUCH);
        assert_int_equal(go(record, record_bytes, (struct room_from){.seat = 9}, &to), ROOM_FROM_NOBODY);
        assert_int_equal(go("nonsense", 8, (struct room_from){.seat = 0}, &to), ROOM_FROM_UNREADABLE);
    }
    print_message("# %u moments, %u dealt anew, %u wait\n", moments, positions, waits);
    assert_true(moments > 150 && positions > 100 && waits > 0);
}

/* Swaps a card that another seat has held all the time with one that lies at the bottom of the pile. */
static bool make_twin(char *text, const struct seen *was, const char *name, unsigned place)
{
    char key[64];
    snprintf(key, sizeof key, "hand %s: ", name);
    char *hand = strstr(text, key), *draw = strstr(text, "\ndraw: ");
    char *end = draw ? strchr(draw + 1, '\n') : NULL;
    if (!hand || !end || was->game.round.draw_count < 12)
        return false;
    hand += strlen(key);
    const size_t size = strcspn(hand, " \n");
    char *last = end;
    while (last[-1] != ' ')
        last--;
    char card[8] = "";
    uint8_t kind;
    memcpy(card, hand, size < 7 ? size : 7);
    if ((size_t)(end - last) != size || memcmp(last, hand, size) == 0 ||
        !pen_card_read(&mesa.edition, &mesa.rules, card, size, &kind) ||
        !pen_hand_has(&was->game.round.hands[place], kind))
        return false;
    memcpy(hand, last, size);
    memcpy(last, card, size);
    return true;
}

static void test_twins(void **state)
{
    static char text[ROOM_FROM_BYTES], twin[ROOM_FROM_BYTES], one[ROOM_FROM_BYTES], other[ROOM_FROM_BYTES];
    static struct seen was, now;
    unsigned twins = 0, others = 0;
    (void)state;
    for (unsigned seed = 20; seed < 32; seed++) {
        play(seed % pen_edition_builtin_count(), seed);
        assert_true(look(record, record_bytes, UINT16_MAX, 0, &was));
        for (unsigned at = 2, count = was.count; at < count; at += 3) {
            struct pen_text to = pen_text_in(text, sizeof text), first = pen_text_in(one, sizeof one),
                            second = pen_text_in(other, sizeof other);
            if (go(record, record_bytes, (struct room_from){.at = at}, &to) != ROOM_FROM_GOOD)
                continue;
            assert_true(look(text, to.length, UINT16_MAX, 0, &was));
            memcpy(twin, text, to.length + 1);
            const char *name = mesa.names.name[1];
            if (!make_twin(twin, &was, name, 1) || !look(twin, to.length, UINT16_MAX, 0, &now) ||
                memcmp(&was.view, &now.view, sizeof was.view) != 0)
                continue;
            const struct room_from from = {.at = was.count - 1, .is_anew = true, .seed = at};
            const enum room_from_result result = go(text, to.length, from, &first);
            assert_int_equal(go(twin, to.length, from, &second), result);
            if (result != ROOM_FROM_GOOD)
                continue;
            assert_string_equal(one, other);
            twins++;
            /* Another chance deals other cards. */
            second = pen_text_in(other, sizeof other);
            struct room_from again = from;
            again.seed++;
            assert_int_equal(go(text, to.length, again, &second), ROOM_FROM_GOOD);
            others += strcmp(one, other) != 0;
        }
    }
    print_message("# %u twins\n", twins);
    assert_true(twins > 30 && others == twins);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_moment),
        cmocka_unit_test(test_twins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
