/* The table in this process, played without waiting: time is a number that the tests move on. Only what bots
 * think of in threads of their own is waited for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "penultima/languages.h"
#include "bots/bot.h"
#include "support/mesa_host.h"
#include "tui/choices.h"
#include "tui/home/load.h"
#include "tui/home/home.h"

static struct tui_news news;

static struct tui_start start_of(const char *edition, unsigned people, unsigned seats, enum tui_speed speed)
{
    static const char *const names[] = {"Ana", "Zoe", "Leo"};
    struct tui_start start;
    memset(&start, 0, sizeof start);
    assert_true(pen_edition_builtin(edition, &start.edition));
    start.options = PEN_OPTIONS_DEFAULT;
    start.speed = speed;
    start.protection = TUI_PROTECTION_ON;
    start.people.count = (uint8_t)people;
    for (unsigned i = 0; i < people; i++)
        memcpy(start.people.name[i], names[i], strlen(names[i]) + 1);
    start.seat_count = (uint8_t)seats;
    start.seed = 7;
    start.is_seeded = true;
    return start;
}

static struct tui_table *table_of(const struct tui_start *start)
{
    struct home_setup setup = home_setup_of(start);
    struct pen_options options = tui_start_options(start);
    struct tui_table *table = home_create(&setup, &start->edition, &options, 0);
    assert_non_null(table);
    return table;
}

static struct tui_table *load(const char *text, struct tui_start start)
{
    enum home_load_problem problem;
    struct tui_table *table = home_load(text, strlen(text), &start, &host, NULL, 0, &problem);
    assert_int_equal(problem, HOME_LOAD_GOOD);
    return table;
}

/* ---- a driver -------------------------------------------------------------------------------- */

struct driver {
    struct tui_table *table;
    struct pen_chance chance;
    uint64_t now_ms;
    unsigned rounds, handovers, actions, notices;
    bool is_over;
    bool is_shy;       /* lets chances out of turn go by */
    uint8_t last_seat; /* whose view the last news was for */
};

/* Nobody is told a card that is not for the eyes in front of the screen. */
static void check_redacted(const struct tui_table *table, const struct pen_events *events)
{
    assert_int_equal(events->reshuffled_count, 0);
    for (unsigned i = 0; i < events->count; i++) {
        struct pen_event seen = pen_event_for(events->list[i], table->seat);
        assert_int_equal(seen.card, events->list[i].card);
    }
}

static void hear(struct driver *driver)
{
    struct tui_table *table = driver->table;
    assert_int_equal(table->view.viewer, table->seat);
    switch (news.type) {
    case TUI_NEWS_DEALT:
        driver->rounds++;
        check_redacted(table, &news.events);
        break;
    case TUI_NEWS_EVENTS:
    case TUI_NEWS_SEATED:
        check_redacted(table, &news.events);
        break;
    case TUI_NEWS_ROUND_OVER:
        assert_int_equal(table->view.phase, PEN_PHASE_OVER);
        for (uint8_t seat = 0; seat < table->names.count; seat++)
            assert_int_equal(news.points[seat], pen_hand_points(&table->rules, &news.hands[seat]));
        if (table->view.winners == 0)
            tui_table_deal(table, driver->now_ms);
        break;
    case TUI_NEWS_GAME_OVER:
        assert_int_not_equal(table->view.winners, 0);
        driver->is_over = true;
        break;
    case TUI_NEWS_HANDOVER:
        driver->handovers++;
        assert_true(table->is_hidden);
        assert_true(table->people >> news.seat & 1);
        assert_int_not_equal(news.seat, table->seat);
        tui_table_confirm(table, driver->now_ms);
        assert_int_equal(table->seat, news.seat);
        break;
    case TUI_NEWS_NOTICE:
        driver->notices++;
        break;
    default:
        fail_msg("news %d", (int)news.type);
    }
}

static void choose(struct driver *driver)
{
    struct tui_table *table = driver->table;
    struct plain_choices choices;
    plain_choices_find(&choices, table);
    if (choices.count == 0)
        return;
    bool is_needed = table->seat < PEN_SEATS_MAX && (table->view.must >> table->seat & 1);
    if (!is_needed && driver->is_shy && table->view.phase != PEN_PHASE_RACE) {
        for (uint16_t left = table->asked; left; left &= (uint16_t)(left - 1))
            tui_table_pass(table, (uint8_t)pen_bits_lowest(left), driver->now_ms);
        return;
    }
    struct pen_action action = choices.list[pen_chance_below(&driver->chance, choices.count)];
    if (plain_choice_needs_color(table, &action))
        action.color = (uint8_t)pen_chance_below(&driver->chance, table->rules.color_count);
    enum pen_refusal refusal = tui_table_act(table, action, driver->now_ms);
    /* Whether the others at the keyboard hold the card on top is not told by the offer. */
    if (action.verb == PEN_VERB_JUMP && action.seat != table->seat && refusal == PEN_REFUSED_NOT_IN_HAND)
        return;
    if (refusal != PEN_ACCEPTED)
        fail_msg("%s: verb %u card %u", pen_refusal_text(refusal, PEN_LANG_EN), action.verb, action.card);
    driver->actions++;
}

static void drive(struct driver *driver, unsigned rounds_max)
{
    for (unsigned i = 0; i < 200000 && !driver->is_over && driver->rounds <= rounds_max; i++) {
        while (!driver->is_over && tui_table_step(driver->table, driver->now_ms, &news))
            hear(driver);
        if (driver->is_over)
            break;
        int wait = tui_table_wait_ms(driver->table, driver->now_ms);
        assert_int_not_equal(wait, 0); /* step() has just said that there is nothing */
        uint16_t must = driver->table->view.must & driver->table->people;
        if (must || driver->table->asked || pen_chance_below(&driver->chance, 4) == 0)
            choose(driver);
        if (wait > 0)
            driver->now_ms += (uint64_t)wait;
    }
}

/* ---- whole games ----------------------------------------------------------------------------- */

static void test_every_edition(void **state)
{
    (void)state;
    for (unsigned e = 0; e < pen_edition_builtin_count(); e++) {
        for (uint8_t house = 0; house <= PEN_HOUSE_SHEET; house += PEN_HOUSE_SHEET) {
            for (unsigned speed = 0; speed < TUI_SPEED_COUNT; speed++) {
                struct tui_start start =
                    start_of(pen_edition_builtin_id(e), 1, 2 + (e + speed) % 4, (enum tui_speed)speed);
                start.options.house = house;
                start.options.scoring = PEN_SCORING_QUICK;
                start.seed = e * 10 + speed;
                struct driver driver = {.table = table_of(&start), .chance = pen_chance_of(start.seed, 1)};
                drive(&driver, 1);
                assert_true(driver.is_over);
                assert_int_equal(driver.rounds, 1);
                assert_int_equal(driver.handovers, 0);
                assert_true(driver.actions > 0);
                tui_table_close(driver.table);
            }
        }
    }
}

static void test_rounds_to_the_end(void **state)
{
    (void)state;
    struct tui_start start = start_of("classic", 1, 3, TUI_SPEED_NORMAL);
    struct driver driver = {.table = table_of(&start), .chance = pen_chance_of(1, 1)};
    drive(&driver, 1000);
    assert_true(driver.is_over);
    assert_true(driver.rounds > 1);
    assert_true(driver.table->view.score[pen_bits_lowest(driver.table->view.winners)] >= 500);
    assert_true(driver.now_ms > 1000); /* bots have taken their time */
    tui_table_close(driver.table);
}

static void test_no_people(void **state)
{
    (void)state;
    struct tui_start start = start_of("classic", 1, 3, TUI_SPEED_INSTANT);
    struct home_setup setup = home_setup_of(&start);
    setup.people = 0;
    assert_null(home_create(&setup, &start.edition, &start.options, 0));
}

static void test_too_many(void **state)
{
    (void)state;
    struct tui_start start = start_of("classic", 1, 3, TUI_SPEED_INSTANT);
    struct home_setup setup = home_setup_of(&start);
    start.edition.rule.seats_max = 2;
    assert_null(home_create(&setup, &start.edition, &start.options, 0));
}

static void test_names_of_bots(void **state)
{
    (void)state;
    struct tui_start start = start_of("classic", 1, 10, TUI_SPEED_INSTANT);
    memcpy(start.people.name[0], "Eva", 4);
    struct home_setup setup = home_setup_of(&start);
    for (unsigned a = 0; a < 10; a++) {
        assert_true(pen_name_is_good(setup.names.name[a], strlen(setup.names.name[a])));
        for (unsigned b = 0; b < a; b++)
            assert_string_not_equal(setup.names.name[a], setup.names.name[b]);
    }
}

/* ---- several people -------------------------------------------------------------------------- */

static void test_hot_seat(void **state)
{
    (void)state;
    for (unsigned e = 0; e < pen_edition_builtin_count(); e++) {
        struct tui_start start = start_of(pen_edition_builtin_id(e), 3, 4, TUI_SPEED_INSTANT);
        start.options.house = PEN_HOUSE_SHEET;
        start.options.scoring = PEN_SCORING_QUICK;
        struct driver driver = {.table = table_of(&start), .chance = pen_chance_of(e, 1)};
        assert_int_equal(driver.table->seat, PEN_SPECTATOR);
        assert_int_equal(pen_hand_count(&driver.table->view.hand), 0);
        drive(&driver, 1);
        assert_true(driver.is_over);
        assert_true(driver.handovers > 3);
        tui_table_close(driver.table);
    }
}

static const char two_people[] = "edition: classic\n"
                                 "players: Ana, Zoe\n"
                                 "hand Ana: r1 g2 b3\n"
                                 "hand Zoe: r5 y7 y8\n"
                                 "top: r9\n"
                                 "turn: Ana\n";

/* Until nothing happens any more without time. */
static void settle(struct tui_table *table)
{
    while (tui_table_step(table, 0, &news))
        ;
}

static bool step(struct tui_table *table, uint64_t now_ms, enum tui_news_type type)
{
    return tui_table_step(table, now_ms, &news) && news.type == type;
}

static void skip_notices(struct tui_table *table)
{
    assert_true(step(table, 0, TUI_NEWS_NOTICE));
}

static struct pen_action play(const struct tui_table *table, uint8_t seat, const char *card)
{
    struct pen_action action = PEN_ACTION(PEN_VERB_PLAY, seat);
    assert_true(pen_card_read(&table->edition, &table->rules, card, strlen(card), &action.card));
    return action;
}

static void test_hiding(void **state)
{
    (void)state;
    struct tui_table *table = load(two_people, start_of("classic", 2, 2, TUI_SPEED_NORMAL));
    skip_notices(table);
    assert_true(step(table, 0, TUI_NEWS_HANDOVER));
    assert_int_equal(news.seat, 0);
    assert_int_equal(pen_hand_count(&table->view.hand), 0);
    assert_int_equal(tui_table_act(table, play(table, 0, "r1"), 0), PEN_REFUSED_NOT_YOUR_TURN);
    assert_int_equal(tui_table_wait_ms(table, 0), -1);
    assert_false(tui_table_step(table, 1000000, &news));
    tui_table_confirm(table, 0);
    assert_true(step(table, 0, TUI_NEWS_SEATED));
    assert_int_equal(table->seat, 0);
    assert_int_equal(pen_hand_count(&table->view.hand), 3);
    /* The other one's cards cannot be played from here. */
    assert_int_equal(tui_table_act(table, play(table, 1, "r5"), 0), PEN_REFUSED_NOT_YOUR_TURN);
    assert_int_equal(tui_table_act(table, play(table, 0, "g2"), 0), PEN_REFUSED_NO_MATCH);
    assert_int_equal(tui_table_act(table, play(table, 0, "r1"), 0), PEN_ACCEPTED);
    assert_true(step(table, 0, TUI_NEWS_EVENTS));
    assert_int_equal(table->view.viewer, 0); /* Ana sees what came of it before she leaves */
    assert_true(step(table, 0, TUI_NEWS_HANDOVER));
    assert_int_equal(news.seat, 1);
    tui_table_confirm(table, 0);
    assert_true(step(table, 0, TUI_NEWS_SEATED));
    assert_int_equal(table->view.viewer, 1);
    assert_true(news.events.count > 0);
    check_redacted(table, &news.events);
    tui_table_close(table);
}

/* ---- races ----------------------------------------------------------------------------------- */

static const char chili[] = "edition: office\n"
                            "players: Ana, Beto, Carla\n"
                            "hand Ana: wx b2 b3\n"
                            "hand Beto: b4 b5 b6\n"
                            "hand Carla: b7 b8 b9\n"
                            "top: b1\n"
                            "turn: Ana\n"
                            "Ana plays wx blue\n";

/* Lets everything happen until the race is over; returns who came last. */
static uint8_t finish_race(struct tui_table *table, uint64_t now_ms)
{
    for (unsigned i = 0; i < 100; i++) {
        while (tui_table_step(table, now_ms, &news))
            for (unsigned j = 0; news.type == TUI_NEWS_EVENTS && j < news.events.count; j++)
                if (news.events.list[j].type == PEN_EVENT_DROPPED_LAST)
                    return news.events.list[j].seat;
        int wait = tui_table_wait_ms(table, now_ms);
        if (wait < 0)
            return PEN_SEAT_NONE;
        now_ms += (uint64_t)wait;
    }
    return PEN_SEAT_NONE;
}

static void test_race_with_time(void **state)
{
    (void)state;
    struct tui_table *table = load(chili, start_of("office", 1, 3, TUI_SPEED_NORMAL));
    struct pen_action drop = PEN_ACTION(PEN_VERB_DROP, 0);
    assert_int_equal(tui_table_act(table, drop, 100), PEN_ACCEPTED); /* quicker than any bot */
    assert_int_not_equal(finish_race(table, 100), 0);
    tui_table_close(table);
    table = load(chili, start_of("office", 1, 3, TUI_SPEED_NORMAL));
    assert_int_equal(finish_race(table, 100), 0); /* who does nothing comes last */
    tui_table_close(table);
}

static void test_race_without_time(void **state)
{
    (void)state;
    unsigned last[3] = {0, 0, 0};
    for (uint64_t seed = 0; seed < 30; seed++) {
        struct tui_start start = start_of("office", 1, 3, TUI_SPEED_WAIT);
        start.seed = seed;
        struct tui_table *table = load(chili, start);
        while (tui_table_step(table, 0, &news))
            ;
        assert_int_equal(tui_table_wait_ms(table, 0), -1); /* everybody waits for Ana */
        assert_int_equal(tui_table_act(table, PEN_ACTION(PEN_VERB_DROP, 0), 0), PEN_ACCEPTED);
        uint8_t seat = finish_race(table, 0);
        assert_true(seat < 3);
        last[seat]++;
        tui_table_close(table);
    }
    /* RULE O10: Ana's drop came first; which of the bots was last they have raced for. */
    assert_int_equal(last[0], 0);
    assert_true(last[1] > 0 && last[2] > 0);
    /* Of people it is the one whose drop did not come. */
    for (uint8_t first = 0; first < 3; first++) {
        struct tui_start start = start_of("office", 3, 3, TUI_SPEED_WAIT);
        start.seed = first;
        memcpy(start.people.name[1], "Beto", 5);
        memcpy(start.people.name[2], "Carla", 6);
        struct tui_table *table = load(chili, start);
        while (tui_table_step(table, 0, &news))
            if (news.type == TUI_NEWS_HANDOVER)
                tui_table_confirm(table, 0);
        const uint8_t second = (uint8_t)((first + 1) % 3);
        assert_int_equal(tui_table_act(table, PEN_ACTION(PEN_VERB_DROP, first), 0), PEN_ACCEPTED);
        assert_int_equal(tui_table_act(table, PEN_ACTION(PEN_VERB_DROP, second), 0), PEN_ACCEPTED);
        assert_int_equal(finish_race(table, 0), (first + 2) % 3);
        tui_table_close(table);
    }
}

/* ---- chances out of turn --------------------------------------------------------------------- */

static const char forgotten[] = "edition: classic\n"
                                "players: Ana, Beto, Carla\n"
                                "hand Ana: b2 b3 b4\n"
                                "hand Beto: b5 b6\n"
                                "hand Carla: b7 b8 b9\n"
                                "top: b1\n"
                                "turn: Beto\n"
                                "draw: r1 r2\n"
                                "Beto plays b5\n";

static void test_waits_for_a_catch(void **state)
{
    (void)state;
    struct tui_table *table = load(forgotten, start_of("classic", 1, 3, TUI_SPEED_WAIT));
    while (tui_table_step(table, 0, &news))
        ;
    assert_int_equal(table->asked, 1);
    struct pen_action action = PEN_ACTION(PEN_VERB_CATCH, 0);
    action.target = 1;
    assert_int_equal(tui_table_act(table, action, 0), PEN_ACCEPTED);
    assert_true(step(table, 0, TUI_NEWS_EVENTS));
    assert_int_equal(table->view.hand_count[1], 3);
    tui_table_close(table);

    table = load(forgotten, start_of("classic", 1, 3, TUI_SPEED_WAIT));
    while (tui_table_step(table, 0, &news))
        ;
    tui_table_pass(table, 0, 0);
    assert_int_equal(table->asked, 0);
    assert_true(step(table, 0, TUI_NEWS_EVENTS)); /* the others go on */
    tui_table_close(table);
}

static void test_time_for_a_catch(void **state)
{
    (void)state;
    struct tui_table *table = load(forgotten, start_of("classic", 1, 3, TUI_SPEED_NORMAL));
    while (tui_table_step(table, 0, &news))
        ;
    assert_int_equal(table->asked, 0);
    assert_true(tui_table_wait_ms(table, 0) >= 300); /* nobody acts before a person could */
    struct pen_action action = PEN_ACTION(PEN_VERB_CATCH, 0);
    action.target = 1;
    assert_int_equal(tui_table_act(table, action, 200), PEN_ACCEPTED);
    tui_table_close(table);
}

/* ---- taking back ----------------------------------------------------------------------------- */

static void test_take_back(void **state)
{
    (void)state;
    struct tui_table *table = load(two_people, start_of("classic", 1, 2, TUI_SPEED_NORMAL));
    settle(table);
    assert_false(table->can_take_back);
    for (unsigned i = 0; i < 3; i++) { /* nobody else is asked, so it may be done as often as one likes */
        assert_int_equal(tui_table_act(table, play(table, 0, "r1"), 0), PEN_ACCEPTED);
        assert_true(step(table, 0, TUI_NEWS_EVENTS));
        assert_int_equal(table->view.hand_count[0], 2);
        assert_true(table->can_take_back);
        tui_table_take_back(table, 0);
        assert_true(step(table, 0, TUI_NEWS_NOTICE));
        assert_true(step(table, 0, TUI_NEWS_SEATED));
        settle(table);
        assert_int_equal(table->view.hand_count[0], 3);
        assert_int_equal(table->view.must, 1);
        assert_false(table->can_take_back);
    }
    /* Never over a card that somebody has seen. */
    assert_int_equal(tui_table_act(table, PEN_ACTION(PEN_VERB_DRAW, 0), 0), PEN_ACCEPTED);
    settle(table);
    assert_false(table->can_take_back);
    tui_table_close(table);
}

/* ---- thinking -------------------------------------------------------------------------------- */

static void test_thinks_beside(void **state)
{
    (void)state;
    struct tui_start start = start_of("classic", 1, 2, TUI_SPEED_INSTANT);
    start.bots[0] = (struct bot_spec){.level = BOT_EXPERT, .time_ms = 3600000};
    start.bot_count = 1;
    struct tui_table *table = load(two_people, start);
    settle(table);
    assert_int_equal(tui_table_act(table, play(table, 0, "r1"), 0), PEN_ACCEPTED);
    settle(table); /* does not wait for the hour that the expert may take */
    assert_int_equal(table->view.must, 2);
    assert_int_equal(tui_table_wait_ms(table, 0), -1);
    assert_true(tui_table_fd(table) >= 0);
    tui_table_take_back(table, 0); /* the keyboard is heard */
    settle(table);
    assert_int_equal(table->view.must, 1);
    tui_table_close(table);
}

/* ---- protection ------------------------------------------------------------------------------ */

static const char misplay[] = "edition: cumulative\n"
                              "players: Ana, Beto\n"
                              "hand Ana: b1 g1\n"
                              "hand Beto: r2 g2\n"
                              "top: b9\n"
                              "turn: Ana\n";

static void test_protection(void **state)
{
    (void)state;
    struct tui_table *table = load(misplay, start_of("cumulative", 1, 2, TUI_SPEED_NORMAL));
    struct plain_choices more;
    settle(table);
    assert_true(tui_table_is_protected(table));
    assert_int_equal(tui_table_act(table, play(table, 0, "g1"), 0), PEN_REFUSED_NO_MATCH);
    assert_int_equal(table->view.hand_count[0], 2);
    plain_choices_find_more(&more, table);
    assert_int_equal(more.count, 0);
    tui_table_close(table);

    /* As the sheet has it. */
    struct tui_start start = start_of("cumulative", 1, 2, TUI_SPEED_NORMAL);
    start.protection = TUI_PROTECTION_OFF;
    table = load(misplay, start);
    settle(table);
    assert_false(tui_table_is_protected(table));
    plain_choices_find_more(&more, table);
    assert_true(more.count > 0);
    assert_int_equal(tui_table_act(table, play(table, 0, "g1"), 0), PEN_ACCEPTED);
    settle(table);
    assert_int_equal(table->view.hand_count[0], 4);
    tui_table_close(table);
}

/* ---- loading --------------------------------------------------------------------------------- */

static void test_load_problems(void **state)
{
    (void)state;
    struct tui_start start = start_of("classic", 1, 2, TUI_SPEED_NORMAL);
    enum home_load_problem problem;
    static const char over[] = "edition: classic\nset: scoring=quick\nplayers: Ana, Zoe\nhand Ana: r1\n"
                               "hand Zoe: b1\ntop: r9\nturn: Ana\nAna plays r1\n";
    assert_null(home_load(over, strlen(over), &start, &host, NULL, 0, &problem));
    assert_int_equal(problem, HOME_LOAD_OVER);
    assert_null(home_load("edition: none\n", 14, &start, &host, NULL, 0, &problem));
    assert_int_equal(problem, HOME_LOAD_UNREADABLE);
    start = start_of("classic", 3, 3, TUI_SPEED_NORMAL);
    assert_null(home_load(two_people, strlen(two_people), &start, &host, NULL, 0, &problem));
    assert_int_equal(problem, HOME_LOAD_NOBODY);
    /* A person of another name takes the first seat. */
    start = start_of("classic", 1, 2, TUI_SPEED_NORMAL);
    memcpy(start.people.name[0], "Olga", 5);
    struct tui_table *table = load(two_people, start);
    assert_int_equal(table->seat, 0);
    tui_table_close(table);
    /* Who is named sits where the name stands. */
    memcpy(start.people.name[0], "Zoe", 4);
    table = load(two_people, start);
    assert_int_equal(table->seat, 1);
    tui_table_close(table);
}

static void test_load_between_rounds(void **state)
{
    (void)state;
    static const char text[] = "edition: classic\nplayers: Ana, Zoe\nhand Ana: r1\nhand Zoe: b5\n"
                               "top: r9\nturn: Ana\nAna plays r1\n";
    struct tui_table *table = load(text, start_of("classic", 1, 2, TUI_SPEED_NORMAL));
    skip_notices(table);
    assert_true(step(table, 0, TUI_NEWS_SEATED));
    assert_true(step(table, 0, TUI_NEWS_ROUND_OVER));
    assert_int_equal(news.points[1], 5);
    assert_int_equal(news.gained[0], 5);
    tui_table_deal(table, 0);
    assert_true(step(table, 0, TUI_NEWS_DEALT));
    assert_int_equal(table->view.round_number, 2);
    tui_table_close(table);
}

/* ---- hints ----------------------------------------------------------------------------------- */

static void test_hints_can_be_followed(void **state)
{
    (void)state;
    for (unsigned e = 0; e < pen_edition_builtin_count(); e++) {
        struct tui_start start = start_of(pen_edition_builtin_id(e), 1, 3, TUI_SPEED_INSTANT);
        start.options.scoring = PEN_SCORING_QUICK;
        start.options.house = e % 2 ? PEN_HOUSE_SHEET : 0;
        start.lang = (enum pen_lang)(e % PEN_LANG_COUNT);
        struct driver driver = {.table = table_of(&start)};
        for (unsigned i = 0; i < 3000 && !driver.is_over; i++) {
            while (!driver.is_over && tui_table_step(driver.table, 0, &news))
                hear(&driver);
            struct pen_action action;
            char why[1024] = "";
            if (driver.is_over || !tui_table_hint(driver.table, &action, why, sizeof why))
                continue;
            assert_true(strstr(why, ": ") || strstr(why, "：")); /* the move and its reason */
            assert_null(strchr(why, '{'));
            assert_int_equal(tui_table_act(driver.table, action, 0), PEN_ACCEPTED);
        }
        assert_true(driver.is_over);
        tui_table_close(driver.table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_edition),
        cmocka_unit_test(test_rounds_to_the_end),
        cmocka_unit_test(test_no_people),
        cmocka_unit_test(test_too_many),
        cmocka_unit_test(test_names_of_bots),
        cmocka_unit_test(test_hot_seat),
        cmocka_unit_test(test_hiding),
        cmocka_unit_test(test_race_with_time),
        cmocka_unit_test(test_race_without_time),
        cmocka_unit_test(test_waits_for_a_catch),
        cmocka_unit_test(test_time_for_a_catch),
        cmocka_unit_test(test_take_back),
        cmocka_unit_test(test_thinks_beside),
        cmocka_unit_test(test_protection),
        cmocka_unit_test(test_load_problems),
        cmocka_unit_test(test_load_between_rounds),
        cmocka_unit_test(test_hints_can_be_followed),
    };
    return cmocka_run_group_tests_name("tui/home", tests, NULL, NULL);
}
