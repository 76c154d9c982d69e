/* test_code.c - a table's set-up as a code: written and read again it is the same, whatever is set; links
 * of 0.2.0 still open; what is not understood is named; and house rules that meet are told with both names.
 */
#include "penultima/languages.h"
#include "wire/field.h"
#include "setup/setup.h"
#include "../room/world.h"

static struct setup setup;
static struct setup_problem problem;

static bool reads(const char *code)
{
    return setup_read(&setup, code, strlen(code), NULL, &problem);
}

static const char *written(const struct setup *from)
{
    static char bytes[SETUP_CODE_BYTES];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    setup_write(&text, from);
    assert_false(text.is_cut);
    return bytes;
}

/* By all their fields: between them there may be anything. */
static bool is_same(const struct setup_settings *one, const struct setup_settings *other)
{
    char bytes[2][4096];
    for (unsigned i = 0; i < 2; i++) {
        struct pen_text text = pen_text_in(bytes[i], sizeof bytes[i]);
        const struct wire_asked_set set = {.id = 1, .settings = i ? *other : *one};
        wire_write_asked_set(&text, NULL, &set);
        assert_false(text.is_cut);
    }
    return strcmp(bytes[0], bytes[1]) == 0;
}

static bool came_back(const struct setup *from)
{
    return is_same(&setup.settings, &from->settings) && setup.bot_count == from->bot_count &&
           memcmp(setup.bots, from->bots, sizeof setup.bots) == 0;
}

static void test_usual(void **state)
{
    (void)state;
    assert_true(reads("2.classic"));
    assert_string_equal(setup.settings.edition, "classic");
    assert_string_equal(written(&setup), "2.classic");
    const struct setup_settings usual = setup_usual();
    assert_true(is_same(&setup.settings, &usual));
}

/* Other than usual, and good, whatever sort the field is of: one that setup.c has not heard of fails here. */
static void change(const struct wire__field *field, char *settings)
{
    char *at = settings + field->offset;
    const uint64_t now = field->size ? setup_load(at, field->size) : 0;
    switch (field->sort) {
    case WIRE_SORT_NUMBER:
        setup_store(at, field->size, now == field->most ? field->least : field->most);
        break;
    case WIRE_SORT_TRUTH:
        setup_store(at, 1, !now);
        break;
    case WIRE_SORT_WORD:
        setup_store(at, 1, now == 0 ? 1 : 0);
        break;
    case WIRE_SORT_HOUSE:
        setup_store(at, field->size, 0x15 | PEN_HOUSE_UNO(3));
        break;
    case WIRE_SORT_STRING:
        memset(at, 0, field->limit);
        memcpy(at, "José_~. %#", field->limit > 12 ? 11 : 4);
        break;
    case WIRE_SORT_CLOCK:
        setup_store(at, 4, 3 * 24 * 3600 * 1000);
        break;
    case WIRE_SORT_HEX:
        memset(at, 0xa7, field->limit);
        settings[field->beside] = 1;
        break;
    default:
        fail_msg("a setting of a sort that codes do not have: %s", field->key);
    }
}

static void test_every_setting(void **state)
{
    (void)state;
    struct setup all = {.settings = setup_usual(), .bot_count = 2, .bots = {BOT_EXPERT, BOT_CASUAL}};
    for (unsigned i = 0; i < wire__shape_settings.count; i++) {
        const struct wire__field *field = &wire__shape_settings.fields[i];
        struct setup one = {.settings = setup_usual()};
        change(field, (char *)&one.settings);
        change(field, (char *)&all.settings);
        assert_true(reads(written(&one)));
        const struct setup_settings usual = setup_usual();
        assert_false(is_same(&one.settings, &usual));
        if (!came_back(&one))
            fail_msg("%s does not come back: %s", field->key, written(&one));
    }
    const char *code = written(&all);
    assert_int_equal(strspn(code, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.=~"),
                     strlen(code));
    assert_true(reads(code));
    assert_true(came_back(&all));
}

/* With that house rule, and the largest number if it has one. */
static pen_house_set with_most(pen_house_set set, unsigned index)
{
    struct pen_house house;
    pen_house_builtin(index, &house);
    return pen_house_with(set, index, house.most);
}

/* All of them at once, the longest there is, still fit. */
static void test_longest(void **state)
{
    (void)state;
    struct setup long_one = {.settings = setup_usual(), .bot_count = PEN_SEATS_MAX - 1};
    for (unsigned i = 0; i < pen_house_count(); i++)
        long_one.settings.options.house = with_most(long_one.settings.options.house, i);
    memset(long_one.settings.title, ' ', sizeof long_one.settings.title - 1);
    memset(long_one.settings.dealer, '\xc3', sizeof long_one.settings.dealer - 1);
    for (unsigned i = 0; i < long_one.bot_count; i++)
        long_one.bots[i] = BOT_EXPERT;
    assert_true(reads(written(&long_one)));
    assert_true(came_back(&long_one));
}

/* As the page of 0.2.0 wrote them. */
static void test_old_links(void **state)
{
    (void)state;
    assert_true(reads("rules=office.pj.quick"));
    assert_string_equal(setup.settings.edition, "office");
    assert_true(setup.settings.options.house == (PEN_HOUSE_PROGRESSIVE | PEN_HOUSE_JUMP_IN));
    assert_int_equal(setup.settings.options.scoring, PEN_SCORING_QUICK);
    assert_true(reads("https://example.org/table/#rules=spiderman.psj.lowest"));
    assert_true(setup.settings.options.house == PEN_HOUSE_SHEET);
    assert_int_equal(setup.settings.options.scoring, PEN_SCORING_LOWEST);
    assert_true(reads("classic..default"));
    assert_true(setup.settings.options.house == 0);
    assert_int_equal(setup.settings.options.scoring, PEN_SCORING_DEFAULT);
    assert_true(reads("https://example.org/#setup=2.office.jump-in"));
    assert_true(setup.settings.options.house == PEN_HOUSE_JUMP_IN);
}

static void test_not_understood(void **state)
{
    static const struct {
        const char *code, *word;
    } bad[] = {
        {"", "edition"},
        {"office", "scoring"},
        {"office.px.quick", "px"},
        {"office.p.often", "often"},
        {"office.p.quick.more", "more"},
        {"2", "edition"},
        {"2..x", "edition"},
        {"2.office..seats=4", "."},
        {"2.office.seats=0", "seats=0"},
        {"2.office.seats=1", "seats=1"},
        {"2.office.series=0", "series=0"},
        {"2.office.jump-up", "jump-up"},
        {"2.office.jump-in.jump-in", "jump-in"},
        {"2.office.seats=11", "seats=11"},
        {"2.office.seats=", "seats="},
        {"2.office.seats=4.seats=5", "seats=5"},
        {"2.office.clock=60", "clock=60"},
        {"2.office.clock=15d", "clock=15d"},
        {"2.office.dealer=A~4", "dealer=A~4"},
        {"2.office.dealer=A~00", "dealer=A~00"},
        {"2.office.with=casual-nobody", "with=casual-nobody"},
        {"2.office.color=red", "color=red"},
        {"2.off ice", "off ice"},
        {"1.office", "1"},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (reads(bad[i].code))
            fail_msg("%s was read", bad[i].code);
        assert_string_equal(problem.word, bad[i].word);
        assert_int_equal(problem.version, 0);
    }
    /* A long word is cut between its characters, of two bytes each. */
    for (unsigned odd = 0; odd < 2; odd++) {
        char code[160] = "2.office.";
        strcat(code, odd ? "x" : "");
        for (unsigned i = 0; i < 60; i++)
            strcat(code, "é");
        assert_false(reads(code));
        assert_true(strlen(problem.word) > 20);
        assert_int_equal(strlen(problem.word) % 2, odd);
    }
    assert_false(reads("3.office.anything"));
    assert_int_equal(problem.version, 3);
}

/* Out of its range by one bit, whatever sort the field is of; false: nothing that fits in it is. */
static bool spoil(const struct wire__field *field, char *settings)
{
    char *at = settings + field->offset;
    switch (field->sort) {
    case WIRE_SORT_NUMBER:
        setup_store(at, field->size, field->most + 1);
        return setup_load(at, field->size) == field->most + 1;
    case WIRE_SORT_TRUTH:
        setup_store(at, 1, 2);
        return true;
    case WIRE_SORT_WORD:
        setup_store(at, 1, field->words->count + 1);
        return true;
    case WIRE_SORT_HOUSE:
        setup_store(at, field->size, UINT64_C(1) << 63);
        return true;
    case WIRE_SORT_STRING:
        memset(at, 'x', field->limit);
        return true;
    case WIRE_SORT_CLOCK:
        setup_store(at, 4, 999);
        return true;
    default:
        return false;
    }
}

/* A table says which of its settings is in the way, by the key that messages have. */
static void test_wrong_setting(void **state)
{
    static struct pen_edition edition;
    static struct pen_rules made;
    const struct room_rules rules = {&edition, &made};
    (void)state;
    assert_true(pen_edition_builtin("verbena", &edition));
    const struct pen_options none = {.scoring = PEN_SCORING_DEFAULT};
    assert_int_equal(pen_rules_make(&made, &edition, &none, NULL), PEN_RULES_GOOD);
    for (unsigned i = 0; i < wire__shape_settings.count + 2u; i++) {
        static struct room room;
        char wanted[64] = "\"args\":{\"field\":\"seats\"}", bytes[512];
        struct room_input input = {.type = ROOM_IN_OPEN, .seat = PEN_SEAT_NONE, .has_entropy = true};
        input.open.settings = setup_usual();
        strcpy(input.open.id, "k7m2p9x4");
        input.open.settings.seats = 9; /* one more than the edition has */
        if (i < wire__shape_settings.count) {
            const struct wire__field *field = &wire__shape_settings.fields[i];
            assert_true(spoil(field, (char *)&input.open.settings));
            snprintf(wanted, sizeof wanted, "\"args\":{\"field\":\"%.*s\"}", field->key_bytes - 4,
                     field->key + 2);
        }
        const bool has_rules = i != wire__shape_settings.count;
        if (!has_rules)
            strcpy(wanted, "\"args\":{\"field\":\"edition\"}");
        const struct room_answer answer = room_apply(&room, has_rules ? &rules : NULL, &input, NULL);
        assert_int_equal(answer.refusal, ROOM_REFUSED_BAD_SETTINGS);
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        room_write_no(&text, 0, answer, PEN_LANG_ES);
        if (!strstr(bytes, wanted) || !strstr(bytes, " no existe o no es"))
            fail_msg("%s is not in %s", wanted, bytes);
    }
}

/* ---- house rules that meet ---- */

static void test_conflicts(void **state)
{
    static struct world world;
    struct setup_settings settings = setup_usual();
    char bytes[512];
    (void)state;
    settings.options.house = PEN_HOUSE_PROGRESSIVE | PEN_HOUSE_STACK_ANY;
    memset(&world, 0, sizeof world);
    struct room_input input = {.type = ROOM_IN_OPEN, .seat = PEN_SEAT_NONE, .open.settings = settings};
    strcpy(input.open.id, "k7m2p9x4");
    input.has_entropy = true;
    struct room_answer answer = room_apply(&world.room, NULL, &input, NULL);
    assert_int_equal(answer.refusal, ROOM_REFUSED_HOUSE_CONFLICT);
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    room_write_no(&text, 0, answer, PEN_LANG_EN);
    assert_non_null(strstr(bytes, "\"code\":\"house-conflict\""));
    assert_non_null(strstr(bytes, "\"first\":\"stack-any\""));
    assert_non_null(strstr(bytes, "\"second\":\"progressive\",\"other\":8"));
    assert_non_null(strstr(bytes, "Progressive (line 8)"));
    assert_non_null(strstr(bytes, "Stack any draw cards (line 7)"));
    text = pen_text_in(bytes, sizeof bytes);
    room_write_no(&text, 0, answer, PEN_LANG_ES);
    assert_non_null(strstr(bytes, "Progresivo (línea 8)"));
}

/* Each pair that pen_house_lay() refuses is one that pen_house_meet() names, the right way round, and no
 * other is; what is said why is said here, too. */
static void test_pairs(void **state)
{
    (void)state;
    unsigned met = 0, with_reason = 0;
    for (unsigned a = 0; a < pen_house_count(); a++) {
        for (unsigned b = 0; b < a; b++) {
            const pen_house_set set = with_most(with_most(0, a), b);
            struct pen_house_conflict conflict;
            struct pen_problem why;
            static struct pen_edition edition;
            assert_true(pen_edition_builtin("classic", &edition));
            const bool is_good = pen_house_lay(&edition, set, &why);
            assert_int_equal(is_good, !pen_house_meet(set, &conflict));
            if (is_good)
                continue;
            met++;
            assert_true(with_most(with_most(0, conflict.first), conflict.second) == set);
            assert_true(conflict.first_line > 1 && conflict.second_line > 1);
            assert_int_equal(conflict.first_line, why.line);
            with_reason += pen_said(conflict.why, PEN_LANG_ES)[0] != 0;
        }
    }
    assert_in_range(met, 10, 400);
    assert_true(with_reason > 0);
    /* In a larger set the two that meet are found by their places. */
    struct pen_house_conflict conflict;
    assert_true(pen_house_meet(PEN_HOUSE_JUMP_IN | PEN_HOUSE_OPEN(2) | PEN_HOUSE_UNO(4) | PEN_HOUSE_JUMP_CALM,
                               &conflict));
    assert_true(pen_house_with(pen_house_with(0, conflict.first, 1), conflict.second, 1) ==
                (PEN_HOUSE_JUMP_IN | PEN_HOUSE_JUMP_CALM));
}

/* ---- what differs from the sheet ---- */

static char sentences[4096];

static void add_sentence(void *context, const char *sentence)
{
    ++*(unsigned *)context;
    assert_true(strlen(sentences) + strlen(sentence) + 2 < sizeof sentences);
    strcat(strcat(sentences, sentence), "\n");
}

static unsigned differ(const char *code, enum pen_lang lang)
{
    static struct pen_edition edition;
    unsigned count = 0;
    sentences[0] = 0;
    assert_true(reads(code));
    assert_true(pen_edition_builtin(setup.settings.edition, &edition));
    setup_differences(&setup.settings, &edition, lang, &count, add_sentence);
    return count;
}

static void test_differences(void **state)
{
    (void)state;
    assert_int_equal(differ("2.classic", PEN_LANG_EN), 0);
    assert_int_equal(differ("2.classic.target=500.scoring=points", PEN_LANG_EN), 0); /* as the sheet has it */
    assert_int_equal(differ("2.classic.target=200", PEN_LANG_EN), 1);
    assert_non_null(strstr(sentences, "200 points"));
    assert_int_equal(
        differ("2.classic.seven-0.jump-in.clock=3d.dealer=Ana_Paz.watching=open.delay=90", PEN_LANG_ES), 5);
    assert_non_null(strstr(sentences, "Siete-0: Con un 7 cambias"));
    assert_non_null(strstr(sentences, "3 días por jugada"));
    assert_non_null(strstr(sentences, "Reparte primero Ana Paz"));
    assert_non_null(strstr(sentences, "90 segundos de retraso"));
    assert_int_equal(differ("2.classic.scoring=quick.reverse_with_two=turn.grace=0.hints=yes.pace=slow."
                            "watching=none.public=yes.series=3.clock=1s",
                            PEN_LANG_EN),
                     9);
    assert_non_null(strstr(sentences, "1 second for"));
}

/* ---- hands for who watches ---- */

static struct world world;

/* A table of two in the middle of a round, with somebody who watches. */
static void watch(uint8_t watching)
{
    struct setup_settings settings = setup_usual();
    settings.watching = watching;
    settings.delay_s = 30;
    settings.seats = 2;
    world_play(&world, &settings, 2, 5);
    world_here(&world, PEN_SPECTATOR, true);
    world_forget(&world);
}

static void draw_once(void)
{
    const uint8_t seat = (uint8_t)pen_bits_lowest(pen_round_must(&world.room.game.round));
    struct pen_action action = PEN_ACTION(PEN_VERB_DRAW, seat);
    if (world.room.game.round.phase == PEN_PHASE_DRAWN)
        action.verb = PEN_VERB_KEEP;
    (void)world_act(&world, seat, action);
}

static uint8_t in_turn(void)
{
    return (uint8_t)pen_bits_lowest(pen_round_must(&world.room.game.round));
}

/* What somebody who comes to watch is told now: how many cards of each. False: of nobody. */
static bool are_shown(unsigned counts[2])
{
    static char bytes[ROOM_MESSAGE_BYTES_MAX];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    room_write_table(&world.room, world.rules, PEN_SPECTATOR, world.now, &text);
    const char *at = strstr(bytes, "\"open\":{");
    for (unsigned seat = 0; at && seat < 2; seat++) {
        at = strchr(at, '[');
        const char *end = strchr(at, ']');
        for (counts[seat] = 1; at < end; at++)
            counts[seat] += *at == ',';
    }
    return at != NULL;
}

/* However long somebody waits: what is shown is what everybody had before their last card. Here everybody
 * only draws, so that a hand tells by its size how old it is. */
static void test_hands_of_now(void **state)
{
    unsigned before_last[2] = {0, 0}, counts[2], shown = 0;
    (void)state;
    watch(SETUP_WATCHING_OPEN);
    for (unsigned i = 0; i < 40; i++) {
        const uint8_t seat = in_turn();
        if (world.room.game.round.phase != PEN_PHASE_DRAWN)
            before_last[seat] = world.room.game.round.hand_count[seat];
        draw_once();
        for (unsigned wait = 0; wait < 3; wait++, world.now += 600000) {
            const bool is_shown = are_shown(counts);
            shown += is_shown;
            for (unsigned one = 0; is_shown && one < 2; one++)
                assert_in_range(counts[one], 1, before_last[one]);
        }
    }
    assert_true(shown > 20);
}

/* Nothing of a hand goes to who watches before the table has chosen it and the delay is over; what goes then
 * is as it was, and nothing of it goes to who plays. */
static void test_watched_hands(void **state)
{
    (void)state;
    watch(SETUP_WATCHING_ALLOWED);
    for (unsigned i = 0; i < 6; i++, world.now += 20000)
        draw_once();
    assert_false(world_has_sent(&world, PEN_SPECTATOR, "\"open\":"));
    watch(SETUP_WATCHING_OPEN);
    draw_once();
    const struct pen_hand before = world.room.live.seen[world.room.live.seen_at].hands[0];
    world.now += 29000;
    draw_once();
    assert_false(world_has_sent(&world, PEN_SPECTATOR, "\"open\":"));
    world.now += 1500;
    for (unsigned i = 0; i < 4; i++)
        draw_once();
    assert_true(world_has_sent(&world, PEN_SPECTATOR, "\"open\":"));
    assert_false(world_has_sent(&world, 0, "\"open\":") || world_has_sent(&world, 1, "\"open\":"));
    assert_memory_equal(&world.room.live.seen[1].hands[0], &before, sizeof before);
    /* One who came later has not agreed: nothing more. */
    memcpy(world.room.seats[1].own_name, "Carla", 6);
    world_forget(&world);
    world.now += 60000;
    draw_once();
    assert_false(world_has_sent(&world, PEN_SPECTATOR, "\"open\":"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_usual),          cmocka_unit_test(test_every_setting),
        cmocka_unit_test(test_longest),        cmocka_unit_test(test_old_links),
        cmocka_unit_test(test_not_understood), cmocka_unit_test(test_wrong_setting),
        cmocka_unit_test(test_conflicts),      cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_differences),    cmocka_unit_test(test_watched_hands),
        cmocka_unit_test(test_hands_of_now),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
