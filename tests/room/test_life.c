/* test_life.c - thousands of random inputs at tables of every sort: sense and nonsense, people who come
 * and go, clocks that run out, restarts. After each of them the cards are all there, the journal gives
 * the same room, and somebody or something will go on. */
#include "../support/sanitized.h"
#include "world.h"

struct tally {
    unsigned inputs, accepted, games, rounds, undos, kicks, aways, races, restarts, closed;
    unsigned refused[ROOM_REFUSAL_COUNT];
};

static struct tally tally;

static struct setup_settings random_settings(struct pen_chance *chance)
{
    static const uint32_t clocks[] = {0, 5000, 30000, 86400000};
    struct setup_settings settings = setup_usual();
    const char *id = pen_edition_builtin_id(pen_chance_below(chance, pen_edition_builtin_count()));
    memset(settings.edition, 0, sizeof settings.edition);
    strcpy(settings.edition, id);
    settings.options.house = (uint8_t)pen_chance_below(chance, PEN_HOUSE_SHEET + 1);
    settings.options.scoring =
        (uint8_t)(pen_chance_below(chance, 3) ? PEN_SCORING_QUICK : PEN_SCORING_DEFAULT);
    settings.options.target = (uint16_t)(pen_chance_below(chance, 2) ? 60 : 0);
    settings.seats = (uint8_t)(2 + pen_chance_below(chance, 4));
    settings.series = (uint8_t)(1 + pen_chance_below(chance, 3));
    settings.bot_level = (uint8_t)pen_chance_below(chance, BOT_EXPERT);
    settings.move_ms = clocks[pen_chance_below(chance, 4)];
    settings.has_hints = pen_chance_below(chance, 2);
    return settings;
}

static uint8_t random_person(struct world *world, struct pen_chance *chance)
{
    uint8_t seat = (uint8_t)pen_chance_below(chance, PEN_SEATS_MAX);
    for (unsigned i = 0; i < PEN_SEATS_MAX; i++, seat = (uint8_t)((seat + 1) % PEN_SEATS_MAX))
        if (world->room.seats[seat].kind == ROOM_PERSON)
            return seat;
    return PEN_SEAT_NONE;
}

/* What a person who wants to play on would do. */
static void fill_sensible(struct world *world, struct pen_chance *chance, struct room_input *input)
{
    const struct room *room = &world->room;
    uint8_t seat = random_person(world, chance);
    if (seat == PEN_SEAT_NONE || (room->stage == ROOM_WAITING && !pen_chance_below(chance, 4))) {
        *input = world_input(world, ROOM_IN_SIT, PEN_SEAT_NONE);
        strcpy(input->sit.name, world_names[pen_chance_below(chance, 10)]);
        memset(input->sit.token_hash, input->sit.name[0], sizeof input->sit.token_hash);
        return;
    }
    if (room->stage == ROOM_WAITING || room->stage == ROOM_OVER) {
        bool is_start =
            room->host != PEN_SEAT_NONE && room->stage == ROOM_WAITING && pen_chance_below(chance, 3) == 0;
        *input = world_input(world, is_start ? ROOM_IN_START : ROOM_IN_AGREE, is_start ? room->host : seat);
        if (is_start)
            return;
        input->agree.rules = room->rules_version;
        if (pen_chance_below(chance, 2)) {
            uint8_t seed[FAIR_CLIENT_SEED_BYTES];
            input->agree.has_commit = true;
            memset(seed, input->seat, sizeof seed);
            fair_commit_client(seed, input->agree.commit);
        }
        return;
    }
    if (room->stage == ROOM_REVEALING) {
        *input = world_input(world, ROOM_IN_REVEAL, seat);
        memset(input->reveal.seed, input->seat, sizeof input->reveal.seed);
        return;
    }
    if (room->stage == ROOM_BETWEEN || room->is_paused || room->ask.is_open) {
        *input = world_input(world, ROOM_IN_READY, seat);
        if (room->ask.is_open) {
            input->type = ROOM_IN_VOTE;
            input->vote.yes = pen_chance_below(chance, 3) != 0;
        } else if (room->is_paused) {
            input->type = ROOM_IN_ASK;
            input->ask.what = ROOM_ASK_GO_ON;
        }
        return;
    }
    uint16_t must = pen_round_must(&room->game.round);
    uint8_t actor = (uint8_t)pen_bits_select(must, pen_chance_below(chance, pen_bits_count(must)));
    if (pen_chance_below(chance, 4) == 0)
        actor = (uint8_t)pen_chance_below(chance, room->seat_count);
    if (room->seats[actor].kind != ROOM_PERSON)
        actor = seat;
    *input = world_input(world, ROOM_IN_ACT, actor);
    struct pen_legal legal;
    pen_round_legal(world->rules->rules, &room->game.round, actor, &legal);
    if (legal.plays != 0 && pen_chance_below(chance, 4))
        input->act.action = pen_legal_any_play(world->rules->rules, &legal, chance);
    else if (pen_legal_count(world->rules->rules, &legal) > 0)
        input->act.action = pen_legal_any(world->rules->rules, &legal, chance);
    input->act.action.uno = (uint8_t)(room->game.round.hand_count[actor] == 2 && pen_chance_below(chance, 2));
    input->act.on = room->n;
    input->rtt_ms = pen_chance_below(chance, 300);
    input->told_ms = world->now > 100 ? world->now - pen_chance_below(chance, 100) : 0;
    if (pen_chance_below(chance, 2))
        input->act.dt_ms = pen_chance_below(chance, 2000);
}

static struct setup_settings any_settings(struct pen_chance *chance)
{
    struct setup_settings settings = random_settings(chance);
    if (pen_chance_below(chance, 4) == 0)
        settings.seats = (uint8_t)pen_chance_below(chance, 256);
    return settings;
}

static uint8_t any_seat(struct pen_chance *chance)
{
    return (uint8_t)pen_chance_below(chance, 12);
}

static struct pen_action any_action(struct pen_chance *chance)
{
    struct pen_action action;
    for (unsigned i = 0; i < sizeof action; i++)
        ((uint8_t *)&action)[i] =
            (uint8_t)(pen_chance_below(chance, 2) ? pen_chance_below(chance, 12) : 0xff);
    return action;
}

/* What is about a seat. */
static void fill_about(struct pen_chance *chance, struct room_input *input)
{
    const uint8_t any = any_seat(chance);
    if (input->type == ROOM_IN_REMOVE)
        input->remove.seat = any;
    else if (input->type == ROOM_IN_THERE)
        input->there.seat = any;
    else
        input->toss.at = any;
}

static const char *any_name(struct pen_chance *chance)
{
    return pen_chance_below(chance, 4) == 0 ? "no name" : world_names[pen_chance_below(chance, 10)];
}

/* What a client can write into a message, and the rest of the inputs. */
static void fill_any(const struct world *world, struct pen_chance *chance, struct room_input *input)
{
    static const char *const texts[] = {"hola", "¿qué tal?", "\xff\xfe", "", "a\nb", "#! close 1", "\"\\"};
    const char *text = texts[pen_chance_below(chance, 7)];
    const char *name = any_name(chance);
    switch ((enum room_input_type)input->type) {
    case ROOM_IN_SIT:
        strcpy(input->sit.name, name);
        memset(input->sit.token_hash, name[0], sizeof input->sit.token_hash);
        input->sit.is_here = pen_chance_below(chance, 3) != 0;
        break;
    case ROOM_IN_NAME:
        strcpy(input->name.name, name);
        input->name.face = (uint8_t)pen_chance_below(chance, WIRE_FACES_MAX + 1);
        break;
    case ROOM_IN_SET:
        input->set.settings = any_settings(chance);
        break;
    case ROOM_IN_BOT:
        input->bot.seat = any_seat(chance);
        input->bot.level = pen_chance_below(chance, 3) == 0 ? (uint8_t)PEN_SEAT_NONE
                                                            : (uint8_t)pen_chance_below(chance, BOT_EXPERT);
        strcpy(input->bot.name, name);
        break;
    case ROOM_IN_AGREE:
        input->agree.rules = world->room.rules_version;
        break;
    case ROOM_IN_AGAIN:
        input->again.rules = world->room.rules_version;
        break;
    case ROOM_IN_ACT:
        input->act.action = any_action(chance);
        input->act.on = world->room.n - pen_chance_below(chance, 3);
        input->act.quote = pen_chance_below(chance, 2) ? text : NULL;
        break;
    case ROOM_IN_ASK:
        input->ask.what = (uint8_t)pen_chance_below(chance, ROOM_ASK_COUNT + 1);
        input->ask.seat = any_seat(chance);
        input->ask.settings = any_settings(chance);
        break;
    case ROOM_IN_VOTE:
        input->vote.yes = pen_chance_below(chance, 2) != 0;
        break;
    case ROOM_IN_SAY:
        strcpy(input->say.text, text);
        input->say.phrase =
            pen_chance_below(chance, 2) ? ROOM_NO_PHRASE : (uint8_t)pen_chance_below(chance, 14);
        break;
    case ROOM_IN_TOSS:
    case ROOM_IN_REMOVE:
    case ROOM_IN_THERE:
        fill_about(chance, input);
        break;
    case ROOM_IN_HERE:
        input->here.is_here = pen_chance_below(chance, 3) != 0;
        break;
    case ROOM_IN_TAKE_OVER:
        input->take_over.text = text;
        input->take_over.bytes = strlen(text);
        break;
    case ROOM_IN_THOUGHT:
        input->thought.seat = any_seat(chance);
        input->thought.moment = world->room.n;
        input->thought.action = any_action(chance);
        break;
    case ROOM_IN_REVEAL: /* seeds that nobody has committed to */
    case ROOM_IN_OPEN:   /* comes only once */
    case ROOM_IN_START:
    case ROOM_IN_READY:
    case ROOM_IN_HINT:
    case ROOM_IN_LEAVE:
    case ROOM_IN_TICK:
    case ROOM_IN_WAKE:
    case ROOM_IN_CLOSE:
    case ROOM_IN__OWN:
    case ROOM_INPUT_COUNT:
        break;
    }
}

/* Anything at all. */
static void fill_nonsense(struct world *world, struct pen_chance *chance, struct room_input *input)
{
    enum room_input_type type = (enum room_input_type)pen_chance_below(chance, ROOM_INPUT_COUNT);
    if ((type == ROOM_IN_CLOSE && pen_chance_below(chance, 40)) || type == ROOM_IN_OPEN ||
        (type == ROOM_IN_LEAVE && pen_chance_below(chance, 4)))
        type = ROOM_IN_ASK;
    uint8_t seat =
        pen_chance_below(chance, 8) ? random_person(world, chance) : (uint8_t)pen_chance_below(chance, 256);
    *input = world_input(world, type, seat);
    if (type == ROOM_IN_SIT && pen_chance_below(chance, 2))
        input->seat = PEN_SEAT_NONE;
    fill_any(world, chance, input);
    if (pen_chance_below(chance, 8) == 0 && input->command > 1)
        input->command -= pen_chance_below(chance, 3);
}

/* The end of the journal, enough to see what went before. */
static const char *tail(const struct world *world)
{
    return world->journal + (world->journal_bytes > 700 ? world->journal_bytes - 700 : 0);
}

static void check(const struct world *world)
{
    const struct room *room = &world->room;
    unsigned people = 0;
    for (unsigned seat = 0; seat < PEN_SEATS_MAX; seat++)
        people += room->seats[seat].kind == ROOM_PERSON;
    if (room->stage == ROOM_PLAYING || room->stage == ROOM_BETWEEN || room->stage == ROOM_OVER) {
        const char *wrong = pen_round_check(world->rules->rules, &room->game.round);
        if (wrong)
            fail_msg("%s (n %u)\n%s", wrong, room->n, tail(world));
        assert_int_equal(room->game.round.seat_count, room->seat_count);
        assert_int_equal(room->game.round.phase == PEN_PHASE_OVER, room->stage != ROOM_PLAYING);
    }
    if (room->host != PEN_SEAT_NONE)
        assert_int_equal(room->seats[room->host].kind, ROOM_PERSON);
    /* Nobody here, then it closes; somebody here, then a person can go on or something is due. */
    if (room->stage == ROOM_CLOSED)
        assert_true(room_deadline(room) == ROOM_NEVER);
    else if (room->live.here == 0)
        assert_true(room_deadline(room) != ROOM_NEVER);
    else if (room->stage == ROOM_PLAYING && !room->is_paused && !room->ask.is_open) {
        bool has_person = false;
        for (uint16_t left = pen_round_must(&room->game.round); left; left &= (uint16_t)(left - 1)) {
            const struct room_seat *seat = &room->seats[pen_bits_lowest(left)];
            has_person = has_person || (seat->kind == ROOM_PERSON && !seat->is_away);
        }
        if (!has_person && room_deadline(room) == ROOM_NEVER && people > 0 && room->host != PEN_SEAT_NONE)
            fail_msg("nobody will ever go on (n %u, here %x, must %x)\n%s", room->n, room->live.here,
                     pen_round_must(&room->game.round), tail(world));
    }
}

static void check_messages(const struct world *world)
{
    for (unsigned place = 0; place < WORLD_VIEWERS; place++) {
        if (world->sent_bytes[place] == 0)
            continue;
        static char line[WORLD_TEXT_MAX / 4];
        strcpy(line, world->sent[place] + world->last[place]);
        line[strlen(line) - 1] = 0;
        assert_json(line);
    }
}

static void restart(struct world *world, struct pen_chance *chance)
{
    static struct room fresh;
    memset(&fresh, 0, sizeof fresh);
    assert_true(room_restore(&fresh, &world_library, world->journal, world->journal_bytes));
    world->room = fresh;
    world->now += pen_chance_below(chance, 100000000);
    struct room_input wake = world_input(world, ROOM_IN_WAKE, PEN_SEAT_NONE);
    wake.wake.is_older = pen_chance_below(chance, 4) == 0;
    world_apply(world, &wake);
    for (uint8_t seat = 0; seat < PEN_SEATS_MAX; seat++)
        if (pen_chance_below(chance, 4))
            world_here(world, seat, true);
    tally.restarts++;
}

static void count(const struct world *world, const struct room *before)
{
    const struct room *room = &world->room;
    tally.games += room->stage == ROOM_OVER && before->stage != ROOM_OVER;
    tally.rounds += room->stage == ROOM_PLAYING && before->stage != ROOM_PLAYING;
    tally.undos += room->action_count < before->action_count && room->stage == ROOM_PLAYING;
    tally.races += room->game.round.phase == PEN_PHASE_RACE && before->game.round.phase != PEN_PHASE_RACE;
    for (unsigned i = 0; i < PEN_SEATS_MAX; i++) {
        tally.aways += room->seats[i].is_away && !before->seats[i].is_away;
        tally.kicks += room->seats[i].kind == ROOM_BOT && before->seats[i].kind == ROOM_PERSON;
    }
    tally.closed += room->stage == ROOM_CLOSED;
}

/* One table from its opening to its end, or for so many inputs. */
static void live(uint64_t seed, unsigned inputs)
{
    static struct world world;
    static struct room before;
    struct pen_chance chance = pen_chance_of(seed, 1);
    struct setup_settings settings = random_settings(&chance);
    world_open(&world, &settings, seed);
    for (unsigned i = 0; i < inputs && world.room.stage != ROOM_CLOSED; i++) {
        struct room_input input;
        uint64_t deadline = room_deadline(&world.room);
        unsigned what = pen_chance_below(&chance, 100);
        before = world.room;
        if (what < 25 && deadline != ROOM_NEVER && deadline < world.now + 3600000) {
            if (deadline > world.now)
                world.now = deadline;
            input = world_input(&world, ROOM_IN_TICK, PEN_SEAT_NONE);
        } else if (what < 94) {
            world.now += pen_chance_below(&chance, what < 40 ? 30 : 1500);
            fill_sensible(&world, &chance, &input);
        } else {
            world.now += pen_chance_below(&chance, 3000);
            fill_nonsense(&world, &chance, &input);
            if (input.type == ROOM_IN_WAKE)
                input.type = ROOM_IN_TICK;
        }
        size_t journal = world.journal_bytes;
        struct room_answer answer = world_apply(&world, &input);
        tally.inputs++;
        tally.accepted += answer.refusal == ROOM_ACCEPTED;
        tally.refused[answer.refusal]++;
        if (answer.refusal != ROOM_ACCEPTED && journal == world.journal_bytes) {
            before.live = world.room.live;
            if (memcmp(&before, &world.room, sizeof before) != 0)
                fail_msg("a refused input of type %u changed the room\n%s", input.type, tail(&world));
        }
        check(&world);
        check_messages(&world);
        count(&world, &before);
        if (pen_chance_below(&chance, 16) == 0)
            world_assert_restored(&world);
        if (pen_chance_below(&chance, 200) == 0 && world.room.stage != ROOM_CLOSED)
            restart(&world, &chance);
    }
    world_assert_restored(&world);
}

static void test_random_lives(void **state)
{
    (void)state;
    memset(&tally, 0, sizeof tally);
    for (uint64_t seed = 1; seed <= (IS_SANITIZED ? 80 : 200); seed++)
        live(seed, 1500);
    print_message("# %u inputs, %u accepted; %u rounds, %u games, %u taken back, %u sent away, %u taken "
                  "over, %u races, %u restarts, %u tables closed\n",
                  tally.inputs, tally.accepted, tally.rounds, tally.games, tally.undos, tally.kicks,
                  tally.aways, tally.races, tally.restarts, tally.closed);
    assert_true(tally.games > 20 && tally.undos > 8 && tally.kicks > 0 && tally.aways > 8);
    assert_true(tally.races > 8 && tally.restarts > 80);
    unsigned kinds = 0;
    for (unsigned i = 1; i < ROOM_REFUSAL_COUNT; i++)
        kinds += tally.refused[i] > 0;
    print_message("# refused for %u of %u reasons\n", kinds, ROOM_REFUSAL_COUNT - 1);
    assert_true(kinds > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_lives)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
