/* test_table.c - life at a table, one feature after the other. */
#include "room/inside.h"
#include "world.h"

static struct world world;

static struct setup_settings plain(void)
{
    return setup_usual();
}

static uint8_t in_turn(void)
{
    return (uint8_t)pen_bits_lowest(pen_round_must(&world.room.game.round));
}

static struct pen_action some_action(uint8_t seat)
{
    struct pen_legal legal;
    pen_round_legal(world.rules->rules, &world.room.game.round, seat, &legal);
    assert_true(pen_legal_count(world.rules->rules, &legal) > 0);
    struct pen_action action = pen_legal_at(world.rules->rules, &legal, 0);
    if (legal.verbs >> PEN_VERB_DRAW & 1)
        action = PEN_ACTION(PEN_VERB_DRAW, seat);
    return action;
}

/* Somebody's move that leaves nobody owing UNO: it draws, keeps or takes. */
static void move_on(void)
{
    uint8_t seat = in_turn();
    assert_int_equal(world_act(&world, seat, some_action(seat)).refusal, ROOM_ACCEPTED);
}

/* Plays until the round ends, quickly. */
static void play_round(void)
{
    struct pen_chance chance = pen_chance_of(world.room.n, 9);
    for (unsigned i = 0; i < 3000 && world.room.stage == ROOM_PLAYING; i++) {
        uint8_t seat = in_turn();
        struct pen_legal legal;
        pen_round_legal(world.rules->rules, &world.room.game.round, seat, &legal);
        struct pen_action action = legal.plays ? pen_legal_any_play(world.rules->rules, &legal, &chance)
                                               : pen_legal_any(world.rules->rules, &legal, &chance);
        if (action.verb == PEN_VERB_PLAY && world.room.game.round.hand_count[seat] == 2)
            action.uno = 1;
        world_act(&world, seat, action);
        world_tick(&world, 700);
    }
    assert_int_not_equal(world.room.stage, ROOM_PLAYING);
}

/* ---- sitting down ---- */

static void test_host_and_settings(void **state)
{
    (void)state;
    struct setup_settings settings = plain();
    world_open(&world, &settings, 1);
    assert_int_equal(world.room.host, PEN_SEAT_NONE);
    assert_int_equal(world_sit(&world, "Ana"), 0);
    assert_int_equal(world_sit(&world, "Beto"), 1);
    assert_int_equal(world.room.host, 0);
    struct room_input input = world_input(&world, ROOM_IN_SET, 1);
    input.set.settings = settings;
    assert_int_equal(world_apply(&world, &input).refusal, ROOM_REFUSED_NOT_HOST);
    input = world_input(&world, ROOM_IN_SET, 0);
    input.set.settings = settings;
    strcpy(input.set.settings.edition, "nothing");
    assert_int_equal(world_apply(&world, &input).refusal, ROOM_REFUSED_BAD_SETTINGS);
    assert_int_equal(world_agree(&world, 1).refusal, ROOM_ACCEPTED);
    input = world_input(&world, ROOM_IN_SET, 0);
    input.set.settings = settings;
    strcpy(input.set.settings.title, "La mesa de Ana");
    input.set.settings.options.house = PEN_HOUSE_JUMP_IN;
    assert_int_equal(world_apply(&world, &input).refusal, ROOM_ACCEPTED);
    assert_int_equal(world.room.rules_version, 2);
    assert_false(world.room.seats[1].has_agreed); /* to other rules */
    input = world_input(&world, ROOM_IN_AGREE, 1);
    input.agree.rules = 1;
    assert_int_equal(world_apply(&world, &input).refusal, ROOM_REFUSED_RULES_CHANGED);
    assert_true(world_has_sent(&world, 1, "\"code\":\"rules-changed\""));
    /* The host goes, the next person is host. */
    assert_int_equal(world_do(&world, ROOM_IN_LEAVE, 0).refusal, ROOM_ACCEPTED);
    assert_int_equal(world.room.host, 1);
    assert_int_equal(world.room.seats[0].kind, ROOM_FREE);
    world_assert_restored(&world);
}

/* Of any line that somebody writes. */
static void test_clear_texts(void **state)
{
    static const struct {
        const char *text;
        bool is_clear;
    } lines[] = {
        {"hola a todos", true},
        {"\u00bfQu\u00e9 tal, Mar\u00eda?", true},
        {"Vie\u0323\u0302t Nam", true},                                    /* two marks on one letter */
        {"\u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd", true},              /* Hebrew with points */
        {"\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", true},        /* Persian needs the non-joiner */
        {"\u0915\u094d\u200d\u0937", true},                                /* and Hindi the joiner */
        {"\u2764\ufe0f \U0001f469\u200d\U0001f469\u200d\U0001f467", true}, /* pictures, joined too */
        {"\u2764\ufe0f\u200d\U0001f525 1\ufe0f\u20e3", true},
        {"\U0001f1ea\U0001f1f8 \U0001f44d\U0001f3fd", true},
        {"\u3053\u3093\u306b\u3061\u306f", true},
        {"", false},
        {"   ", false},
        {"\u3000\u2003", false}, /* blanks of other widths */
        {"\u2800", false},       /* a Braille cell without dots */
        {"\u3164", false},       /* a filler */
        {"pa\u200bla", false},   /* no width */
        {"pa\u2060la", false},
        {"pa\u00adla", false},
        {"An\u200da", false},              /* a joiner where nothing is joined */
        {"a\ufe0f", false},                /* a form of what has only one */
        {"hi\U000e0041\U000e0042", false}, /* tags */
        {"\U0001f3f4\U000e0067", false},
        {"x\U000e0100", false}, /* the other forms */
        {"\u202eabc", false},   /* the other direction */
        {"\u061cabc", false},
        {"\u200fabc", false},
        {"a\u0300\u0301\u0302\u0303", false}, /* a tower */
        {"\u0e17\u0e49\u0e49\u0e49\u0e49", false},
        {"\u0301a", false}, /* on nothing */
        {" \u0301a", false},
        {"\ue000", false}, /* private */
        {"\ufffe", false},
        {"\xff", false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (room_text_is_clear(lines[i].text, strlen(lines[i].text)) != lines[i].is_clear)
            fail_msg("line %zu: %s", i, lines[i].text);
}

/* RULE of the table: no two names that look the same (UTS 39). */
static void test_look_alikes(void **state)
{
    static const struct {
        const char *name, *other;
        bool is_alike;
    } pairs[] = {
        {"Pepe", "\u1d18epe", true},                               /* a small capital */
        {"pepe", "\u01bfepe", true},                               /* wynn */
        {"Coco", "C\u0e50co", true},                               /* a Thai zero */
        {"Ana", "\u13aan\u1d00", true}, {"Leo", "\u14aaeo", true}, /* Canadian syllables */
        {"Fer", "\ua730er", true},      {"AEneas", "\u00c6neas", true},
        {"Ida", "\u0399da", true},      {"\u0645\u0631\u06cc\u0645", "\u0645\u0631\u06cc\u0646", false},
        {"Ana", "aNA", true},           {"Ana", "Аnа", true},      /* Cyrillic */
        {"Ana", "Ａｎａ", true},        {"Ana", "𝐀𝐧𝐚", true},      /* full width, mathematical */
        {"Ana", "Αna", true},           {"HATA", "НАТА", true},    /* Greek; all Cyrillic */
        {"Вика", "вика", true},         {"Вика", "ВИКА", true},    /* a name of its own script */
        {"Ilsa", "llsa", true},         {"Ilsa", "1lsa", true},    /* capital i, small l, one */
        {"Otto", "0tto", true},         {"Marta", "rnarta", true}, /* zero; two for one */
        {"José", "Jose\xcc\x81", true}, {"José", "Jose", true},
        {"Ana", "ꓮna", true},           {"Ana", "Eva", false},
        {"Вика", "Вера", false},        {"陈", "王", false},
        {"Lia", "Ila", false},          {"Ana1", "Ana2", false}};
    (void)state;
    struct setup_settings settings = plain();
    for (unsigned i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        world_open(&world, &settings, 1);
        world_sit(&world, pairs[i].name);
        struct room_input input = world_input(&world, ROOM_IN_SIT, PEN_SEAT_NONE);
        strcpy(input.sit.name, pairs[i].other);
        const uint8_t refusal = world_apply(&world, &input).refusal;
        if (refusal != (pairs[i].is_alike ? ROOM_REFUSED_NAME_TAKEN : ROOM_ACCEPTED))
            fail_msg("%s and %s: %s", pairs[i].name, pairs[i].other, room_refusal_code(refusal));
    }
    /* A bot does not get the name that somebody imitates, and what was given is in the journal. */
    world_open(&world, &settings, 1);
    world_sit(&world, "Lоlа");
    world_bot(&world, 0, 1, BOT_CASUAL);
    assert_string_equal(world.room.seats[1].name, "Paco");
    world_assert_restored(&world);
}

static enum room_refusal rename_to(uint8_t seat, const char *name)
{
    struct room_input input = world_input(&world, ROOM_IN_NAME, seat);
    strcpy(input.name.name, name);
    input.name.face = 0xff;
    return world_apply(&world, &input).refusal;
}

/* Whoever is refused for a name is told one that is free, and who brings none gets one. */
static void test_free_names(void **state)
{
    static const char *const wanted[] = {"Ana", "АNA", "Ana2", "ABCDEFGHIJKLMNOPQRSTUVWX", "ññññññññññññ"};
    (void)state;
    struct setup_settings settings = plain();
    settings.seats = 10;
    world_open(&world, &settings, 1);
    for (unsigned i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        for (unsigned again = 0; again < 2; again++) {
            struct room_input input = world_input(&world, ROOM_IN_SIT, PEN_SEAT_NONE);
            strcpy(input.sit.name, wanted[i]);
            struct room_answer answer = world_apply(&world, &input);
            if (answer.refusal == ROOM_REFUSED_NAME_TAKEN) {
                assert_true(pen_name_is_good(answer.name, strlen(answer.name)));
                strcpy(input.sit.name, answer.name);
                answer = world_apply(&world, &input);
            }
            assert_int_equal(answer.refusal, ROOM_ACCEPTED);
        }
    assert_string_equal(world.room.seats[1].name, "Ana2");
    assert_string_equal(world.room.seats[7].name, "ABCDEFGHIJKLMNOPQRSTUVW2");
    assert_string_equal(world.room.seats[9].name, "ñññññññññññ2");
    /* No place comes before no name. */
    struct room_input input = world_input(&world, ROOM_IN_SIT, PEN_SEAT_NONE);
    strcpy(input.sit.name, "Ana");
    assert_int_equal(world_apply(&world, &input).refusal, ROOM_REFUSED_FULL);
    world_assert_restored(&world);

    world_open(&world, &settings, 1);
    for (unsigned i = 0; i < 10; i++) {
        input = world_input(&world, ROOM_IN_SIT, PEN_SEAT_NONE);
        memset(input.sit.token_hash, i < 5 ? 20 : 7, sizeof input.sit.token_hash);
        assert_int_equal(world_apply(&world, &input).refusal, ROOM_ACCEPTED);
    }
    /* Another name: the own one in other letters is not somebody else's. */
    assert_int_equal(rename_to(3, world.room.seats[2].name), ROOM_REFUSED_NAME_TAKEN);
    assert_true(world_has_sent(&world, 3, "\"name\":\""));
    /* In the sentence as people read it. */
    assert_int_equal(rename_to(2, "Ana_María"), ROOM_ACCEPTED);
    assert_int_equal(rename_to(3, "Ana_María"), ROOM_REFUSED_NAME_TAKEN);
    assert_true(world_has_sent(&world, 3, "\"name\":\"Ana_María2\""));
    assert_true(world_has_sent(&world, 3, "; Ana María2 is free\""));
    assert_int_equal(rename_to(3, "Zoe"), ROOM_ACCEPTED);
    assert_int_equal(rename_to(3, "zoe"), ROOM_ACCEPTED);
    assert_string_equal(world.room.seats[3].name, "zoe");
    assert_int_equal(rename_to(3, "z o"), ROOM_REFUSED_BAD_NAME);
    world_assert_restored(&world);
}

static void test_names_and_seats(void **state)
{
    (void)state;
    struct setup_settings settings = plain();
    settings.seats = 3;
    world_open(&world, &settings, 1);
    world_sit(&world, "Ana");
    struct room_input input = world_input(&world, ROOM_IN_SIT, PEN_SEAT_NONE);
    strcpy(input.sit.name, "Ana");
    assert_int_equal(world_apply(&world, &input).refusal, ROOM_REFUSED_NAME_TAKEN);
    strcpy(input.sit.name, "aNA"); /* read out, it is the same */
    assert_int_equal(world_apply(&world, &input).refusal, ROOM_REFUSED_NAME_TAKEN);
    strcpy(input.sit.name, "dos palabras");
    assert_int_equal(world_apply(&world, &input).refusal, ROOM_REFUSED_BAD_NAME);
    strcpy(input.sit.name, "Beto");
    input.seat = 0;
    assert_int_equal(world_apply(&world, &input).refusal, ROOM_REFUSED_SEAT_TAKEN);
    input.seat = 3;
    assert_int_equal(world_apply(&world, &input).refusal, ROOM_REFUSED_NO_SUCH_SEAT);
    input.seat = 2;
    assert_int_equal(world_apply(&world, &input).refusal, ROOM_ACCEPTED);
    assert_int_equal(world_bot(&world, 0, 2, BOT_CASUAL).refusal, ROOM_REFUSED_SEAT_TAKEN);
    assert_int_equal(world_bot(&world, 0, 1, 99).refusal, ROOM_REFUSED_NO_SUCH_BOT);
    assert_int_equal(world_bot(&world, 2, 1, BOT_CASUAL).refusal, ROOM_REFUSED_NOT_HOST);
    assert_int_equal(world_bot(&world, 0, 1, BOT_CASUAL).refusal, ROOM_ACCEPTED);
    input.seat = PEN_SEAT_NONE;
    strcpy(input.sit.name, "Carla");
    assert_int_equal(world_apply(&world, &input).seat, 1); /* a bot makes room */
    strcpy(input.sit.name, "Dani");
    assert_int_equal(world_apply(&world, &input).refusal, ROOM_REFUSED_FULL);
    assert_int_equal(world_do(&world, ROOM_IN_LEAVE, 1).refusal, ROOM_ACCEPTED);
    /* Two people with a gap between them: it closes, and whoever holds the connections is told. */
    assert_int_equal(world_agree(&world, 0).refusal, ROOM_ACCEPTED);
    assert_int_equal(world_do(&world, ROOM_IN_START, 0).refusal, ROOM_REFUSED_NOT_AGREED);
    assert_int_equal(world_agree(&world, 2).refusal, ROOM_ACCEPTED);
    world.moved_count = 0;
    assert_int_equal(world_do(&world, ROOM_IN_START, 0).refusal, ROOM_ACCEPTED);
    assert_int_equal(world.moved_count, 1);
    assert_int_equal(world.room.seat_count, 2);
    assert_string_equal(world.room.seats[1].name, "Beto");
    assert_true(world.room.live.here == 3);
    uint8_t hash[ROOM_TOKEN_BYTES];
    memset(hash, 'A', sizeof hash);
    assert_int_equal(room_seat_of_token(&world.room, hash), 0);
    hash[31]++;
    assert_int_equal(room_seat_of_token(&world.room, hash), PEN_SEAT_NONE);
    world_assert_restored(&world);
}

/* ---- the rules that a table keeps ---- */

static struct room_rules old_rules;
static bool has_old_text;

/* An earlier program: its "classic" dealt five cards. */
static const struct room_rules *find_old(void *context, const struct setup_settings *settings)
{
    static struct pen_edition edition;
    static struct pen_rules rules;
    (void)context;
    assert_true(pen_edition_builtin(settings->edition, &edition));
    edition.rule.hand_cards = 5;
    assert_int_equal(pen_table_make(&rules, &edition, &settings->options, NULL), PEN_RULES_GOOD);
    old_rules = (struct room_rules){&edition, &rules};
    return &old_rules;
}

static const struct room_rules *find_kept(void *context, const struct setup_settings *settings,
                                          uint64_t digest, const char *text, size_t bytes)
{
    static struct pen_edition edition;
    static struct pen_rules rules;
    static struct room_rules kept;
    struct pen_problem problem;
    (void)context;
    if (text) {
        assert_true(pen_edition_parse(&edition, text, bytes, &problem));
        has_old_text = true;
    }
    assert_true(has_old_text);
    assert_true(room_edition_digest(&edition) == digest);
    assert_int_equal(pen_table_make(&rules, &edition, &settings->options, NULL), PEN_RULES_GOOD);
    kept = (struct room_rules){&edition, &rules};
    return &kept;
}

/* A game goes on by its own rules when the edition of that name has become another one. */
static void test_kept_edition(void **state)
{
    (void)state;
    struct setup_settings settings = plain();
    static struct room fresh;
    world_open(&world, &settings, 1);
    /* The journal of the old program, from its first line on. */
    memset(&world.room, 0, sizeof world.room);
    world.journal_bytes = 0;
    world.rules = find_old(NULL, &settings);
    struct room_out out = world_out(&world);
    struct room_input input = world_input(&world, ROOM_IN_OPEN, PEN_SEAT_NONE);
    input.open.settings = settings;
    input.has_entropy = true;
    strcpy(input.open.id, "k7m2p9x4");
    assert_int_equal(room_apply(&world.room, world.rules, &input, &out).refusal, ROOM_ACCEPTED);
    world_sit(&world, "Ana");
    world_sit(&world, "Beto");
    world_agree(&world, 0);
    world_agree(&world, 1);
    assert_int_equal(world_do(&world, ROOM_IN_START, 0).refusal, ROOM_ACCEPTED);
    assert_true(world.room.game.round.hand_count[0] <= 6);
    has_old_text = false;
    const struct room_library kept = {NULL, library_find, find_kept, NULL};
    memset(&fresh, 0, sizeof fresh);
    assert_true(room_restore(&fresh, &kept, world.journal, world.journal_bytes));
    assert_memory_equal(&fresh.game, &world.room.game, sizeof fresh.game);
    assert_true(fresh.edition_digest == world.room.edition_digest && fresh.edition_digest != 0);
    /* A text that was tampered with is not taken. */
    char *text = strstr(world.journal, "#: ");
    assert_non_null(text);
    text[4] ^= 1;
    memset(&fresh, 0, sizeof fresh);
    assert_false(room_restore(&fresh, &kept, world.journal, world.journal_bytes));
}

/* ---- the seeds ---- */

static void agree_with_seed(uint8_t seat, uint8_t byte)
{
    struct room_input input = world_input(&world, ROOM_IN_AGREE, seat);
    uint8_t seed[FAIR_CLIENT_SEED_BYTES];
    memset(seed, byte, sizeof seed);
    input.agree.rules = world.room.rules_version;
    input.agree.has_commit = true;
    fair_commit_client(seed, input.agree.commit);
    assert_int_equal(world_apply(&world, &input).refusal, ROOM_ACCEPTED);
}

static enum room_refusal reveal(uint8_t seat, uint8_t byte)
{
    struct room_input input = world_input(&world, ROOM_IN_REVEAL, seat);
    memset(input.reveal.seed, byte, sizeof input.reveal.seed);
    return world_apply(&world, &input).refusal;
}

static void test_seeds(void **state)
{
    (void)state;
    struct setup_settings settings = plain();
    for (unsigned withheld = 0; withheld < 2; withheld++) {
        world_open(&world, &settings, 1);
        for (unsigned i = 0; i < 3; i++)
            world_sit(&world, world_names[i]);
        agree_with_seed(0, 7);
        world_agree(&world, 1);
        agree_with_seed(2, 9);
        assert_int_equal(reveal(0, 7), ROOM_REFUSED_NOT_NOW);
        world_do(&world, ROOM_IN_START, 0);
        assert_int_equal(world.room.stage, ROOM_REVEALING);
        assert_true(
            world_has_sent(&world, 0, "{\"t\":\"reveal\",\"left\":3000}\n{\"t\":\"ok\",\"id\":3,\"n\":9}\n"));
        assert_false(
            world_has_sent(&world, 1, "{\"t\":\"reveal\",\"left\":3000}")); /* has nothing to reveal */
        assert_int_equal(reveal(0, 8), ROOM_REFUSED_BAD_SEED);
        assert_int_equal(reveal(1, 8), ROOM_REFUSED_NOT_NOW);
        assert_int_equal(reveal(0, 7), ROOM_ACCEPTED);
        assert_int_equal(world.room.stage, ROOM_REVEALING);
        if (withheld) {
            world_tick(&world, 2999);
            assert_int_equal(world.room.stage, ROOM_REVEALING);
            world_tick(&world, 1);
            assert_non_null(strstr(world.journal, "#! seed Carla withheld\n"));
        } else {
            assert_int_equal(reveal(2, 9), ROOM_ACCEPTED);
        }
        assert_int_equal(world.room.stage, ROOM_PLAYING);
        assert_non_null(strstr(world.journal, "#! seed Beto none\n"));
        world_assert_restored(&world);
    }
}

/* ---- commands ---- */

static void test_repeated_commands(void **state)
{
    (void)state;
    struct setup_settings settings = plain();
    world_play(&world, &settings, 3, 5);
    uint8_t seat = in_turn();
    struct room_input input = world_input(&world, ROOM_IN_ACT, seat);
    input.act.action = some_action(seat);
    input.act.on = world.room.n;
    struct room_answer first = world_apply(&world, &input);
    assert_int_equal(first.refusal, ROOM_ACCEPTED);
    char ack[32];
    snprintf(ack, sizeof ack, "\"ack\":%u}", input.command);
    assert_non_null(strstr(world_last(&world, seat), ack));
    const uint32_t n = world.room.n;
    struct room_answer second = world_apply(&world, &input);
    assert_true(second.is_repeat);
    assert_int_equal(second.refusal, ROOM_ACCEPTED);
    assert_int_equal(second.n, first.n);
    assert_int_equal(world.room.n, n);
    /* Also after a restart. */
    static struct room fresh;
    memset(&fresh, 0, sizeof fresh);
    assert_true(room_restore(&fresh, &world_library, world.journal, world.journal_bytes));
    world.room = fresh;
    assert_true(world_apply(&world, &input).is_repeat);
    /* A refusal is repeated, although it would be accepted by now. */
    uint8_t other = (uint8_t)((in_turn() + 1) % 3);
    input = world_input(&world, ROOM_IN_ACT, other);
    input.act.action = PEN_ACTION(PEN_VERB_DRAW, other);
    first = world_apply(&world, &input);
    assert_int_equal(first.refusal, ROOM_REFUSED_GAME);
    assert_int_equal(first.game, PEN_REFUSED_NOT_YOUR_TURN);
    assert_true(world_has_sent(&world, other, "\"code\":\"not-your-turn\",\"rule\":\"T1\""));
    while (in_turn() != other)
        move_on();
    second = world_apply(&world, &input);
    assert_true(second.is_repeat);
    assert_int_equal(second.game, PEN_REFUSED_NOT_YOUR_TURN);
    /* What is older than all that is kept. */
    for (unsigned i = 0; i < 8; i++)
        move_on();
    input = world_input(&world, ROOM_IN_SAY, 0);
    input.say.phrase = 1;
    input.command = 1;
    assert_int_equal(world_apply(&world, &input).refusal, ROOM_REFUSED_OLD_COMMAND);
}

/* ---- clocks ---- */

/* A turn in which the clock has to act twice is one missed turn. */
static void test_one_turn_missed_once(void **state)
{
    (void)state;
    struct setup_settings settings = plain();
    settings.move_ms = 10000;
    unsigned found = 0;
    for (uint64_t seed = 1; seed <= 60 && found < 3; seed++) {
        world_play(&world, &settings, 2, seed);
        const uint8_t late = in_turn();
        if (world.room.game.round.phase != PEN_PHASE_TURN)
            continue;
        world_tick(&world, 10400);
        if (world.room.game.round.phase != PEN_PHASE_DRAWN)
            continue;
        found++;
        assert_int_equal(world.room.seats[late].missed, 1);
        world_tick(&world, 10400);
        assert_int_not_equal(in_turn(), late);
        assert_int_equal(world.room.seats[late].missed, 1);
        assert_false(world.room.seats[late].is_away);
        world_assert_restored(&world);
    }
    assert_int_equal(found, 3);
}

static void test_clock(void **state)
{
    (void)state;
    struct setup_settings settings = plain();
    settings.move_ms = 10000;
    world_play(&world, &settings, 2, 5);
    uint8_t late = in_turn();
    assert_int_equal(world.room.clock_ms, world.now + 10000);
    world_tick(&world, 10399);
    assert_int_equal(in_turn(), late);
    world_tick(&world, 1);
    assert_non_null(strstr(world.journal, "draws #@ 1700000010400 by=clock\n"));
    const char *told = late == 0 ? "\"clock\":0" : "\"clock\":1";
    assert_true(world_has_sent(&world, late, told) && world_has_sent(&world, !late, told));
    world_forget(&world);
    move_on();
    assert_false(world_has_sent(&world, late, "\"clock\":"));
    assert_int_equal(world.room.seats[late].missed, 1);
    /* A turn of one's own makes it good; two missed in a row bring a bot. */
    for (unsigned i = 0; i < 40 && !world.room.seats[late].is_away; i++) {
        if (in_turn() == late)
            world_tick(&world, 10400);
        else
            move_on();
    }
    assert_true(world.room.seats[late].is_away);
    assert_int_equal(world.room.seats[late].missed, 2);
    assert_true(world_has_sent(&world, late, "\"away\":true"));
    /* The bot plays. */
    while (in_turn() != late)
        move_on();
    world_tick(&world, 5000);
    assert_non_null(strstr(world.journal, "by=bot"));
    /* And the person is back with the next word. */
    struct room_input input = world_input(&world, ROOM_IN_SAY, late);
    input.say.phrase = 6;
    assert_int_equal(world_apply(&world, &input).refusal, ROOM_ACCEPTED);
    assert_false(world.room.seats[late].is_away);
    world_assert_restored(&world);
}

static void test_wake(void **state)
{
    (void)state;
    struct setup_settings settings = plain();
    settings.move_ms = 30000;
    world_play(&world, &settings, 2, 5);
    move_on();
    const uint64_t left = world.room.clock_ms - world.now;
    static struct room fresh;
    memset(&fresh, 0, sizeof fresh);
    assert_true(room_restore(&fresh, &world_library, world.journal, world.journal_bytes));
    world.room = fresh;
    world.now += 3600000;
    world_do(&world, ROOM_IN_WAKE, PEN_SEAT_NONE);
    assert_int_equal(world.room.clock_ms - world.now, left);
    world_assert_restored(&world);
}

static void test_next_round(void **state)
{
    (void)state;
    struct setup_settings settings = plain();
    world_play(&world, &settings, 3, 11);
    play_round();
    assert_int_equal(world.room.stage, ROOM_BETWEEN);
    assert_true(world_has_sent(&world, 0, "\"stage\":\"between\""));
    world_do(&world, ROOM_IN_READY, 0);
    world_do(&world, ROOM_IN_READY, 1);
    assert_int_equal(world.room.stage, ROOM_BETWEEN);
    world_do(&world, ROOM_IN_READY, 2);
    assert_int_equal(world.room.stage, ROOM_PLAYING);
    assert_int_equal(world.room.game.round_number, 2);
    play_round();
    world_tick(&world, 20000);
    assert_int_equal(world.room.game.round_number, 3);
    world_assert_restored(&world);
}

/* ---- talking ---- */

static enum room_refusal say(uint8_t seat, const char *text, size_t bytes)
{
    struct room_input input = world_input(&world, ROOM_IN_SAY, seat);
    memcpy(input.say.text, text, bytes);
    return world_apply(&world, &input).refusal;
}

static void test_chat(void **state)
{
    (void)state;
    struct setup_settings settings = plain();
    char text[200];
    world_play(&world, &settings, 2, 5);
    world_here(&world, PEN_SPECTATOR, true);
    assert_int_equal(say(0, "¿qué \"tal\"?\\", strlen("¿qué \"tal\"?\\")), ROOM_ACCEPTED);
    assert_true(world_has_sent(&world, 1, "{\"t\":\"said\",\"seat\":0,\"text\":\"¿qué \\\"tal\\\"?\\\\\"}"));
    assert_true(world_has_sent(&world, PEN_SPECTATOR, "{\"t\":\"said\",\"seat\":0"));
    assert_int_equal(say(0, "\xc3", 1), ROOM_REFUSED_BAD_TEXT);
    assert_int_equal(say(0, "a\nb", 3), ROOM_REFUSED_BAD_TEXT);
    assert_int_equal(say(0, "\xed\xa0\x80", 3), ROOM_REFUSED_BAD_TEXT);
    assert_int_equal(say(0, "\xe2\x80\xae", 3), ROOM_REFUSED_BAD_TEXT);
    assert_int_equal(say(0, "  ", 2), ROOM_REFUSED_BAD_TEXT);
    memset(text, 'a', sizeof text);
    assert_int_equal(say(0, text, 161), ROOM_REFUSED_BAD_TEXT);
    assert_int_equal(say(0, text, 160), ROOM_ACCEPTED);
    struct room_input input = world_input(&world, ROOM_IN_SAY, 1);
    input.say.phrase = ROOM_PHRASE_COUNT;
    assert_int_equal(world_apply(&world, &input).refusal, ROOM_REFUSED_NO_SUCH_PHRASE);
    input = world_input(&world, ROOM_IN_SAY, 1);
    input.say.phrase = 2;
    assert_int_equal(world_apply(&world, &input).refusal, ROOM_ACCEPTED);
    assert_true(world_has_sent(&world, 0, "{\"t\":\"said\",\"seat\":1,\"phrase\":2}"));
    /* Five in ten seconds, then one every two. */
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(say(0, "a", 1), ROOM_ACCEPTED);
    assert_int_equal(say(0, "a", 1), ROOM_REFUSED_TOO_FAST);
    world.now += 2000;
    assert_int_equal(say(0, "a", 1), ROOM_ACCEPTED);
    assert_int_equal(say(0, "a", 1), ROOM_REFUSED_TOO_FAST);
    world_assert_restored(&world);
}

static void test_phrases_only(void **state)
{
    (void)state;
    struct setup_settings settings = plain();
    settings.talk = SETUP_TALK_PHRASES;
    world_play(&world, &settings, 2, 5);
    assert_int_equal(say(0, "hola", 4), ROOM_REFUSED_PHRASES_ONLY);
    assert_false(world_has_sent(&world, 1, "hola"));
    struct room_input input = world_input(&world, ROOM_IN_SAY, 0);
    input.say.phrase = 2;
    assert_int_equal(world_apply(&world, &input).refusal, ROOM_ACCEPTED);
    assert_non_null(strstr(world.journal, " talk=phrases "));
    world_assert_restored(&world);
}

/* ---- after the game ---- */

static void play_game(void)
{
    for (unsigned i = 0; i < 200 && world.room.stage != ROOM_OVER; i++) {
        if (world.room.stage == ROOM_BETWEEN)
            world_tick(&world, 20000);
        play_round();
    }
    assert_int_equal(world.room.stage, ROOM_OVER);
    world_tick(&world, 1);
}

static void test_series(void **state)
{
    (void)state;
    struct setup_settings settings = plain();
    settings.options.scoring = PEN_SCORING_QUICK;
    settings.series = 2;
    world_play(&world, &settings, 3, 5);
    for (unsigned game = 1; game <= 3; game++) {
        play_game();
        unsigned wins = 0;
        for (unsigned seat = 0; seat < 3; seat++)
            wins += world.room.seats[seat].wins;
        assert_int_equal(wins, game == 3 ? 1 : game);
        assert_int_equal(world.room.game_number, game);
        assert_true(world.room.has_entropy); /* of the next game; the last one's is public now */
        for (uint8_t seat = 0; seat < 3; seat++) {
            struct room_input input = world_input(&world, ROOM_IN_AGAIN, seat);
            input.again.rules = 1;
            assert_int_equal(world_apply(&world, &input).refusal, ROOM_ACCEPTED);
        }
        assert_int_equal(world.room.stage, ROOM_PLAYING);
    }
    /* Somebody goes; the others play on as two. */
    play_game();
    world_do(&world, ROOM_IN_LEAVE, 1);
    world_agree(&world, 0);
    assert_int_equal(world.room.stage, ROOM_OVER);
    world_agree(&world, 2);
    assert_int_equal(world.room.stage, ROOM_PLAYING);
    assert_int_equal(world.room.seat_count, 2);
    assert_string_equal(world.room.seats[1].name, "Carla");
    /* Somebody comes after a game: the table waits again. */
    play_game();
    world_sit(&world, "Dani");
    assert_int_equal(world.room.stage, ROOM_WAITING);
    assert_int_equal(world.room.seat_count, 4);
    world_assert_restored(&world);
}

static void test_leaving(void **state)
{
    (void)state;
    struct setup_settings settings = plain();
    world_play(&world, &settings, 3, 5);
    world_do(&world, ROOM_IN_LEAVE, 0);
    assert_true(world.room.seats[0].is_away);
    assert_int_equal(world.room.host, 1);
    for (unsigned i = 0; i < 30 && world.room.stage == ROOM_PLAYING; i++) {
        if (in_turn() != 0)
            move_on();
        for (unsigned tick = 0; tick < 4; tick++) /* drawing and keeping are two moves */
            world_tick(&world, 5000);
        assert_true(world.room.stage != ROOM_PLAYING || in_turn() != 0); /* the bot plays on */
    }
    world_here(&world, 0, true);
    assert_false(world.room.seats[0].is_away || world.room.seats[0].has_left);
    world_assert_restored(&world);
}

static void test_empty_table(void **state)
{
    (void)state;
    struct setup_settings settings = plain();
    world_open(&world, &settings, 1);
    world_sit(&world, "Ana");
    world_here(&world, 0, false);
    assert_int_equal(room_deadline(&world.room), world.now + 600000);
    world_tick(&world, 599999);
    assert_int_equal(world.room.stage, ROOM_WAITING);
    world_tick(&world, 1);
    assert_int_equal(world.room.stage, ROOM_CLOSED);
    assert_int_equal(world_do(&world, ROOM_IN_START, 0).refusal, ROOM_REFUSED_CLOSED);
    world_play(&world, &settings, 2, 5);
    world_here(&world, 0, false);
    world_tick(&world, 1000);
    world_here(&world, 1, false);
    assert_int_equal(room_deadline(&world.room), world.now + 86400000);
    world_here(&world, 1, true);
    assert_true(room_deadline(&world.room) == ROOM_NEVER); /* a person's turn, no clock */
}

/* ---- coming back ---- */

static void test_since(void **state)
{
    (void)state;
    struct setup_settings settings = plain();
    static char bytes[ROOM_MESSAGE_BYTES_MAX];
    world_play(&world, &settings, 3, 5);
    for (unsigned i = 0; i < 6; i++)
        move_on();
    struct room_out out = world_out(&world);
    world_forget(&world);
    assert_true(room_write_since(&world.room, world.rules, 0, world.room.n - 3, world.now, &out));
    assert_non_null(strstr(world.sent[0], "{\"t\":\"seats\""));
    assert_non_null(strstr(world.sent[0], "\n{\"t\":\"update\""));
    world_forget(&world);
    assert_true(room_write_since(&world.room, world.rules, 0, world.room.n, world.now, &out));
    assert_non_null(strstr(world.sent[0], "\"events\":[],\"now\":{")); /* the time left may be another */
    world_forget(&world);
    assert_false(room_write_since(&world.room, world.rules, 0, world.room.n + 1, world.now, &out));
    assert_false(room_write_since(&world.room, world.rules, 0, 2, world.now, &out)); /* before the deal */
    assert_int_equal(world.sent_count, 0);
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    room_write_table(&world.room, world.rules, PEN_SPECTATOR, world.now, &text);
    assert_false(text.is_cut);
    assert_json(bytes);
    assert_non_null(strstr(bytes, "\"hand\":[]"));
    text = pen_text_in(bytes, sizeof bytes);
    room_write_summary(&world.room, &text);
    assert_json(bytes);
}

static void test_hint(void **state)
{
    (void)state;
    struct setup_settings settings = plain();
    world_play(&world, &settings, 2, 5);
    assert_int_equal(world_do(&world, ROOM_IN_HINT, in_turn()).refusal, ROOM_REFUSED_NO_HINTS);
    settings.has_hints = true;
    world_play(&world, &settings, 2, 5);
    assert_int_equal(world_do(&world, ROOM_IN_HINT, (uint8_t)(1 - in_turn())).refusal, ROOM_REFUSED_NOT_NOW);
    assert_int_equal(world_do(&world, ROOM_IN_HINT, in_turn()).refusal, ROOM_ACCEPTED);
    assert_true(world_has_sent(&world, in_turn(), "{\"t\":\"hint\",\"id\":"));
}

static void write_choice(uint8_t level, uint8_t seat, char bytes[64])
{
    struct pen_view view;
    struct bot bot;
    struct pen_text text = pen_text_in(bytes, 64);
    room__look(&world.room, world.rules, seat, true, &view);
    pen_bot_init(&bot, (struct bot_spec){.level = level},
                 fair_seed(&world.room.fair, FAIR_BOT, seat, world.room.action_count), NULL);
    room__write_action(&text, &world.room, world.rules, pen_bot_choose(&bot, world.rules->rules, &view));
}

/* Where the network does not decide, the master would think as the expert does: in a page it may, in a house
 * nobody waits for that. */
static void test_hint_takes_no_time(void **state)
{
    (void)state;
    unsigned other_count = 0;
    struct setup_settings settings = plain();
    settings.has_hints = true;
    settings.options.house = PEN_HOUSE_SEVEN_0;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        char rank[64], master[64], hint[80];
        const bool is_house = seed % 2 == 0;
        world_play(&world, &settings, 3, seed);
        if (is_house)
            room_think_outside(&world.room);
        write_choice(BOT_RANK, in_turn(), rank);
        write_choice(BOT_MASTER, in_turn(), master);
        other_count += strcmp(rank, master) != 0;
        world_forget(&world);
        assert_int_equal(world_do(&world, ROOM_IN_HINT, in_turn()).refusal, ROOM_ACCEPTED);
        snprintf(hint, sizeof hint, "\"do\":\"%s\"", is_house ? rank : master);
        if (!world_has_sent(&world, in_turn(), hint))
            fail_msg("seed %llu: %s is not in %s", (unsigned long long)seed, hint,
                     world.sent[viewer_place(in_turn())]);
    }
    assert_true(other_count > 3);
}

static void test_accusation(void **state)
{
    (void)state;
    struct setup_settings settings = plain();
    memset(settings.edition, 0, sizeof settings.edition);
    strcpy(settings.edition, "cumulative");
    world_play(&world, &settings, 3, 5);
    const uint8_t accused = (uint8_t)((in_turn() + 1) % 3); /* RULE O15: not the player in turn */
    const uint8_t count = world.room.game.round.hand_count[accused];
    for (uint8_t seat = 0; seat < 3; seat++) {
        if (seat == accused)
            continue;
        struct pen_action action = PEN_ACTION(PEN_VERB_ACCUSE, seat);
        action.target = accused;
        assert_int_equal(world_act(&world, seat, action).refusal, ROOM_ACCEPTED);
    }
    assert_true(world.room.game.round.hand_count[accused] > count); /* RULE P2 */
    world_assert_restored(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_host_and_settings),
                                       cmocka_unit_test(test_free_names),
                                       cmocka_unit_test(test_names_and_seats),
                                       cmocka_unit_test(test_look_alikes),
                                       cmocka_unit_test(test_clear_texts),
                                       cmocka_unit_test(test_kept_edition),
                                       cmocka_unit_test(test_seeds),
                                       cmocka_unit_test(test_repeated_commands),
                                       cmocka_unit_test(test_clock),
                                       cmocka_unit_test(test_one_turn_missed_once),
                                       cmocka_unit_test(test_wake),
                                       cmocka_unit_test(test_next_round),
                                       cmocka_unit_test(test_chat),
                                       cmocka_unit_test(test_phrases_only),
                                       cmocka_unit_test(test_series),
                                       cmocka_unit_test(test_leaving),
                                       cmocka_unit_test(test_empty_table),
                                       cmocka_unit_test(test_since),
                                       cmocka_unit_test(test_hint),
                                       cmocka_unit_test(test_hint_takes_no_time),
                                       cmocka_unit_test(test_accusation)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
