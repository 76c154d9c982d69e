/* test_consent.c - what people decide together, and that nobody is decided about behind their back: votes
 * count everybody who sits there, the absent are sent away for a stated reason only, seen cards stay seen,
 * pauses end, and whoever was away hears of it. */
#include "world.h"

static struct world world;

static uint8_t in_turn(void)
{
    return (uint8_t)pen_bits_lowest(pen_round_must(&world.room.game.round));
}

/* A table of people in the middle of a round: seat n can play card n + 1, twice, or draw. */
static void set_up(unsigned people, uint32_t move_ms)
{
    struct setup_settings settings = setup_usual();
    settings.move_ms = move_ms;
    settings.seats = (uint8_t)people;
    world_play(&world, &settings, people, 5);
    struct pen_layout layout = pen_game_first_layout((uint8_t)people, 0, 5);
    layout.has_hand = (uint16_t)((1u << people) - 1);
    for (unsigned seat = 0; seat < people; seat++)
        for (unsigned copy = 0; copy < 2; copy++)
            for (unsigned i = 0; i < 3; i++) /* of the colour on top, and of another one */
                pen_hand_add(&layout.hands[seat], (uint8_t)(i == 0 ? seat + 1 : 14 + 2 * seat + i));
    layout.top = 0;
    layout.turn = 0;
    assert_int_equal(pen_round_deal(world.rules->rules, &world.room.game.round, &layout, NULL, NULL),
                     PEN_DEAL_GOOD);
}

static void play(uint8_t card)
{
    struct pen_action action = PEN_ACTION(PEN_VERB_PLAY, in_turn());
    action.card = card;
    assert_int_equal(world_act(&world, action.seat, action).refusal, ROOM_ACCEPTED);
}

static void draw(void)
{
    const uint8_t seat = in_turn();
    assert_int_equal(world_act(&world, seat, PEN_ACTION(PEN_VERB_DRAW, seat)).refusal, ROOM_ACCEPTED);
}

static enum room_refusal ask(uint8_t seat, enum room_ask what, uint8_t target)
{
    return world_ask(&world, seat, what, target).refusal;
}

static enum room_refusal vote(uint8_t seat, bool yes)
{
    return world_vote(&world, seat, yes).refusal;
}

/* The journal of a table that plays a position laid by hand cannot be read back; this one is played. */
static void assert_restores_by_play(uint32_t move_ms, enum room_ask what)
{
    struct setup_settings settings = setup_usual();
    settings.move_ms = move_ms;
    world_play(&world, &settings, 3, 5);
    assert_int_equal(ask(0, what, what == ROOM_ASK_KICK ? 2 : PEN_SEAT_NONE), ROOM_ACCEPTED);
    vote(1, true);
    vote(2, true);
    world_tick(&world, 3600000);
    world_assert_restored(&world);
}

/* ---- pauses ---- */

static void test_pause_by_those_who_sit(void **state)
{
    (void)state;
    set_up(3, 30000);
    world.now += 4000;
    assert_int_equal(ask(0, ROOM_ASK_GO_ON, PEN_SEAT_NONE), ROOM_REFUSED_NOT_PAUSED);
    assert_int_equal(ask(0, ROOM_ASK_PAUSE, PEN_SEAT_NONE), ROOM_ACCEPTED);
    assert_int_equal(ask(1, ROOM_ASK_PAUSE, PEN_SEAT_NONE), ROOM_REFUSED_ASKING);
    assert_int_equal(vote(0, true), ROOM_REFUSED_VOTED);
    assert_int_equal(vote(1, true), ROOM_ACCEPTED);
    assert_false(world.room.is_paused); /* one who is here has not said yes */
    assert_int_equal(vote(2, false), ROOM_ACCEPTED);
    assert_false(world.room.is_paused || world.room.ask.is_open);
    assert_int_equal(ask(0, ROOM_ASK_PAUSE, PEN_SEAT_NONE), ROOM_REFUSED_TOO_FAST);
    /* Two of three are enough when the third is not here. */
    world_here(&world, 2, false);
    assert_int_equal(ask(1, ROOM_ASK_PAUSE, PEN_SEAT_NONE), ROOM_ACCEPTED);
    assert_false(world.room.is_paused);
    vote(0, true);
    assert_true(world.room.is_paused);
    assert_int_equal(world.room.clock_ms, 26000);
    assert_int_equal(world_act(&world, 0, PEN_ACTION(PEN_VERB_DRAW, 0)).refusal, ROOM_REFUSED_PAUSED);
    world_tick(&world, 60000);
    assert_true(world.room.is_paused);
    assert_int_equal(ask(0, ROOM_ASK_GO_ON, PEN_SEAT_NONE), ROOM_ACCEPTED);
    vote(1, true);
    assert_false(world.room.is_paused);
    assert_int_equal(world.room.clock_ms, world.now + 26000);
}

/* One present player alone does not stop the clock of the absent, nor the own. */
static void test_pause_alone(void **state)
{
    (void)state;
    set_up(2, 30000);
    world_here(&world, 1, false);
    assert_int_equal(ask(0, ROOM_ASK_PAUSE, PEN_SEAT_NONE), ROOM_ACCEPTED);
    assert_false(world.room.is_paused);
    world_tick(&world, 29999);
    assert_true(world.room.ask.is_open);
    world_tick(&world, 1);
    assert_false(world.room.ask.is_open || world.room.is_paused);
    /* Those who were away hear of it. */
    assert_int_equal(world.room.vote_count, 1);
    assert_int_equal(world.room.votes[0].outcome, ROOM_OUTCOME_LAPSED);
}

static void test_pauses_end(void **state)
{
    (void)state;
    set_up(2, 30000);
    const uint64_t start = world.now;
    for (unsigned round = 0; round < 2; round++) {
        assert_int_equal(ask(0, ROOM_ASK_PAUSE, PEN_SEAT_NONE), ROOM_ACCEPTED);
        vote(1, true);
        assert_true(world.room.is_paused);
        assert_int_equal(room_deadline(&world.room), world.now + 600000);
        assert_true(world_has_sent(&world, 0, "\"paused\":true,\"until\":"));
        world_tick(&world, 599999);
        assert_true(world.room.is_paused);
        world_tick(&world, 1);
        assert_false(world.room.is_paused);
    }
    assert_int_equal(world.now - start, 1200000);
    assert_int_equal(ask(1, ROOM_ASK_PAUSE, PEN_SEAT_NONE), ROOM_REFUSED_NO_PAUSE_LEFT);
    assert_int_equal(world.room.clock_ms, world.now + 30000); /* no time of the move was lost or won */
    /* Where a move takes days, so may a pause. */
    set_up(2, 3 * 86400000u);
    assert_int_equal(ask(0, ROOM_ASK_PAUSE, PEN_SEAT_NONE), ROOM_ACCEPTED);
    world_tick(&world, 86399999);
    assert_int_equal(vote(1, true), ROOM_ACCEPTED);
    assert_int_equal(room_deadline(&world.room), world.now + 86400000);
    assert_restores_by_play(30000, ROOM_ASK_PAUSE);
}

/* ---- taking back ---- */

static void test_take_back(void **state)
{
    (void)state;
    set_up(2, 30000);
    assert_int_equal(ask(0, ROOM_ASK_TAKE_BACK, PEN_SEAT_NONE), ROOM_REFUSED_NOTHING_TO_TAKE_BACK);
    const struct pen_game before = world.room.game;
    play(1);
    const struct pen_game after = world.room.game;
    assert_int_equal(ask(0, ROOM_ASK_TAKE_BACK, PEN_SEAT_NONE), ROOM_ACCEPTED);
    vote(1, false);
    assert_memory_equal(&world.room.game, &after, sizeof after);
    assert_int_equal(world.room.votes[0].outcome, ROOM_OUTCOME_REFUSED);
    world.now += 20000;
    assert_int_equal(ask(0, ROOM_ASK_TAKE_BACK, PEN_SEAT_NONE), ROOM_ACCEPTED);
    world_forget(&world);
    vote(1, true);
    assert_memory_equal(&world.room.game, &before, sizeof before);
    assert_true(world_has_sent(&world, 0, "{\"t\":\"table\""));
    assert_non_null(strstr(world.journal, "#! undo "));
    assert_true(world_has_sent(&world, 1,
                               "{\"t\":\"voted\",\"what\":\"take-back\",\"by\":0,\"yes\":[0,1],\"no\":[],"
                               "\"outcome\":\"done\""));
}

/* The absent do not agree by being absent. */
static void test_take_back_alone(void **state)
{
    (void)state;
    set_up(2, 30000);
    play(1);
    const struct pen_game after = world.room.game;
    world_here(&world, 1, false);
    assert_int_equal(ask(0, ROOM_ASK_TAKE_BACK, PEN_SEAT_NONE), ROOM_ACCEPTED);
    assert_true(world.room.ask.is_open);
    world_tick(&world, 10000);
    assert_false(world.room.ask.is_open);
    assert_memory_equal(&world.room.game, &after, sizeof after);
}

static void test_seen_cards_stay(void **state)
{
    (void)state;
    set_up(2, 0);
    draw();
    assert_int_equal(ask(0, ROOM_ASK_TAKE_BACK, PEN_SEAT_NONE), ROOM_REFUSED_CARD_SEEN);
    /* Nor over what another one has drawn since. */
    set_up(2, 0);
    play(1);
    draw();
    assert_int_equal(ask(0, ROOM_ASK_TAKE_BACK, PEN_SEAT_NONE), ROOM_REFUSED_CARD_SEEN);
    /* What comes after it can be. */
    if (world.room.game.round.phase == PEN_PHASE_DRAWN)
        world_act(&world, 1, PEN_ACTION(PEN_VERB_KEEP, 1));
    const struct pen_game before = world.room.game;
    play(1);
    assert_int_equal(ask(0, ROOM_ASK_TAKE_BACK, PEN_SEAT_NONE), ROOM_ACCEPTED);
    assert_int_equal(vote(1, true), ROOM_ACCEPTED);
    assert_memory_equal(&world.room.game, &before, sizeof before);
}

/* An open question is no way to stop the play: who plays on has answered. */
static void test_playing_on(void **state)
{
    (void)state;
    set_up(3, 30000);
    play(1);
    assert_int_equal(ask(0, ROOM_ASK_TAKE_BACK, PEN_SEAT_NONE), ROOM_ACCEPTED);
    world_tick(&world, 5000);
    /* What cannot be done answers nothing. */
    assert_int_equal(world_act(&world, 2, PEN_ACTION(PEN_VERB_DRAW, 2)).refusal, ROOM_REFUSED_GAME);
    assert_true(world.room.ask.is_open);
    play(2);
    assert_false(world.room.ask.is_open);
    assert_int_equal(world.room.votes[0].no, 2);
    assert_int_equal(world.room.votes[0].outcome, ROOM_OUTCOME_REFUSED);
    /* Questions that come to nothing are asked less and less often. */
    world.now += 20000;
    assert_int_equal(ask(0, ROOM_ASK_PAUSE, PEN_SEAT_NONE), ROOM_ACCEPTED);
    vote(1, false);
    world.now += 20000;
    assert_int_equal(ask(0, ROOM_ASK_PAUSE, PEN_SEAT_NONE), ROOM_REFUSED_TOO_FAST);
    world.now += 20000;
    assert_int_equal(ask(0, ROOM_ASK_PAUSE, PEN_SEAT_NONE), ROOM_ACCEPTED);
    assert_restores_by_play(30000, ROOM_ASK_PAUSE);
}

/* ---- sending away ---- */

static void test_kick_present(void **state)
{
    (void)state;
    set_up(4, 0);
    assert_int_equal(ask(0, ROOM_ASK_KICK, 0), ROOM_REFUSED_BAD_TARGET);
    assert_int_equal(ask(0, ROOM_ASK_KICK, 3), ROOM_ACCEPTED);
    assert_int_equal(vote(3, false), ROOM_REFUSED_BAD_TARGET);
    assert_int_equal(world.room.seats[3].kind, ROOM_PERSON);
    vote(1, true);
    assert_int_equal(world.room.seats[3].kind, ROOM_BOT);
    assert_true(world_has_sent(&world, 3, "\"t\":\"bye\",\"code\":\"kicked\""));
    assert_string_equal(world.room.seats[3].name, "Dani"); /* of the record */
    /* Between two, one voice is not enough while the other one is here. */
    set_up(2, 0);
    ask(0, ROOM_ASK_KICK, 1);
    assert_int_equal(world.room.seats[1].kind, ROOM_PERSON);
    /* Those who are not here count among the others. */
    set_up(5, 0);
    world_here(&world, 3, false);
    world_here(&world, 2, false);
    ask(0, ROOM_ASK_KICK, 4);
    vote(1, true);
    assert_int_equal(world.room.seats[4].kind, ROOM_PERSON); /* two of four */
    world_here(&world, 2, true);
    vote(2, true);
    assert_int_equal(world.room.seats[4].kind, ROOM_BOT);
}

/* In a game of three days a move, somebody who is asleep is not sent away. */
static void test_kick_absent(void **state)
{
    (void)state;
    set_up(2, 3 * 86400000u);
    world_here(&world, 1, false);
    assert_int_equal(ask(0, ROOM_ASK_KICK, 1), ROOM_REFUSED_NOT_GONE);
    world_tick(&world, 5 * UINT64_C(86400000));
    assert_int_equal(ask(0, ROOM_ASK_KICK, 1), ROOM_REFUSED_NOT_GONE);
    /* Without a clock, ten minutes; a look in begins them anew. */
    set_up(2, 0);
    world_here(&world, 1, false);
    assert_int_equal(ask(0, ROOM_ASK_KICK, 1), ROOM_REFUSED_NOT_GONE);
    world_tick(&world, 599999);
    assert_int_equal(ask(0, ROOM_ASK_KICK, 1), ROOM_REFUSED_NOT_GONE);
    world_here(&world, 1, true);
    world_here(&world, 1, false);
    world_tick(&world, 599999);
    assert_int_equal(ask(0, ROOM_ASK_KICK, 1), ROOM_REFUSED_NOT_GONE);
    world_tick(&world, 1);
    assert_int_equal(ask(0, ROOM_ASK_KICK, 1), ROOM_ACCEPTED);
    assert_int_equal(world.room.seats[1].kind, ROOM_BOT);
    /* With one, two of them missed in a row. */
    struct setup_settings settings = setup_usual();
    settings.move_ms = 10000;
    world_play(&world, &settings, 2, 5);
    world_here(&world, 1, false);
    for (unsigned i = 0; i < 60 && world.room.seats[1].missed < 2; i++) {
        const bool is_absent = in_turn() == 1;
        assert_int_equal(ask(0, ROOM_ASK_KICK, 1), ROOM_REFUSED_NOT_GONE);
        if (is_absent)
            world_tick(&world, 10400);
        else if (world.room.game.round.phase == PEN_PHASE_DRAWN)
            world_act(&world, 0, PEN_ACTION(PEN_VERB_KEEP, 0));
        else
            world_act(&world, 0, PEN_ACTION(PEN_VERB_DRAW, 0));
    }
    assert_int_equal(ask(0, ROOM_ASK_KICK, 1), ROOM_ACCEPTED);
    assert_int_equal(world.room.seats[1].kind, ROOM_BOT);
    world_assert_restored(&world);
}

/* Another question does not keep it off. */
static void test_kick_comes_first(void **state)
{
    (void)state;
    set_up(4, 86400000);
    assert_int_equal(ask(3, ROOM_ASK_PAUSE, PEN_SEAT_NONE), ROOM_ACCEPTED);
    assert_int_equal(ask(0, ROOM_ASK_KICK, 3), ROOM_ACCEPTED);
    assert_int_equal(world.room.votes[0].outcome, ROOM_OUTCOME_MOOT);
    vote(1, true);
    assert_int_equal(world.room.seats[3].kind, ROOM_BOT);
    assert_restores_by_play(0, ROOM_ASK_KICK);
}

/* Two strangers who took over bots do not send the host away before they have played a card. */
static void test_late_have_no_vote(void **state)
{
    (void)state;
    struct setup_settings settings = setup_usual();
    settings.seats = 4;
    world_open(&world, &settings, 5);
    world_sit(&world, "Ana");
    world_sit(&world, "Dani");
    for (uint8_t seat = 2; seat < 4; seat++)
        world_bot(&world, 0, seat, BOT_CASUAL);
    for (uint8_t seat = 0; seat < 2; seat++)
        assert_int_equal(world_agree(&world, seat).refusal, ROOM_ACCEPTED);
    assert_int_equal(world_do(&world, ROOM_IN_START, 0).refusal, ROOM_ACCEPTED);
    const uint8_t one = world_sit(&world, "Beto"), other = world_sit(&world, "Carla");
    assert_true(world.room.seats[one].is_late && world.room.seats[other].is_late);
    assert_int_equal(ask(one, ROOM_ASK_KICK, 0), ROOM_REFUSED_NOT_NOW);
    assert_int_equal(ask(one, ROOM_ASK_PAUSE, PEN_SEAT_NONE), ROOM_REFUSED_NOT_NOW);
    /* Those who play decide, also about them. */
    assert_int_equal(ask(0, ROOM_ASK_KICK, one), ROOM_ACCEPTED);
    assert_int_equal(vote(other, false), ROOM_REFUSED_NOT_NOW);
    assert_int_equal(vote(1, true), ROOM_ACCEPTED);
    assert_int_equal(world.room.seats[one].kind, ROOM_BOT);
    /* Nor are they waited for. */
    world_here(&world, other, true);
    assert_int_equal(ask(1, ROOM_ASK_PAUSE, PEN_SEAT_NONE), ROOM_ACCEPTED);
    assert_int_equal(vote(0, true), ROOM_ACCEPTED);
    assert_true(world.room.is_paused);
    world_assert_restored(&world);
}

/* ---- words ---- */

static void say(uint8_t seat, const char *text)
{
    struct room_input input = world_input(&world, ROOM_IN_SAY, seat);
    strcpy(input.say.text, text);
    assert_int_equal(world_apply(&world, &input).refusal, ROOM_ACCEPTED);
}

/* Nobody is taken at the word of who had the seat before, and words follow who said them. */
static void test_words_belong_to_people(void **state)
{
    (void)state;
    struct setup_settings settings = setup_usual();
    world_open(&world, &settings, 5);
    for (unsigned i = 0; i < 4; i++)
        world_sit(&world, world_names[i]);
    say(1, "of Beto");
    say(3, "of Dani");
    world_do(&world, ROOM_IN_LEAVE, 1);
    assert_int_equal(world.room.chat_count, 1);
    for (uint8_t seat = 0; seat < 4; seat++)
        if (world.room.seats[seat].kind == ROOM_PERSON)
            world_agree(&world, seat);
    assert_int_equal(world_do(&world, ROOM_IN_START, 0).refusal, ROOM_ACCEPTED);
    assert_string_equal(world.room.seats[world.room.chats[0].seat].name, "Dani");
    assert_int_not_equal(world.room.chats[0].seat, 3); /* the gap was closed */
    /* In the game a bot follows who is sent away, and somebody else the bot. */
    const uint8_t dani = world.room.chats[0].seat;
    assert_int_equal(ask(0, ROOM_ASK_KICK, dani), ROOM_ACCEPTED);
    assert_int_equal(vote((uint8_t)(3 - dani), true), ROOM_ACCEPTED);
    assert_int_equal(world_sit(&world, "Eva"), dani);
    assert_int_equal(world.room.chat_count, 0);
    world_assert_restored(&world);
}

/* ---- what was voted while I was away ---- */

static void test_news_for_the_absent(void **state)
{
    (void)state;
    set_up(4, 30000);
    world_here(&world, 3, false);
    const uint32_t last = world.room.n;
    assert_int_equal(ask(0, ROOM_ASK_KICK, 2), ROOM_ACCEPTED);
    vote(1, false);
    world_tick(&world, 30000);
    struct room_out out = {.context = &world, .send = world_send};
    world_forget(&world);
    assert_true(room_write_since(&world.room, world.rules, 3, last, world.now, &out));
    static const char told[] =
        "{\"t\":\"voted\",\"what\":\"kick\",\"by\":0,\"seat\":2,\"name\":\"Carla\",\"yes\":[0],"
        "\"no\":[1],\"outcome\":\"lapsed\",\"at\":1700000030000}";
    assert_true(world_has_sent(&world, 3, told));
    world_forget(&world);
    assert_true(room_write_since(&world.room, world.rules, 3, world.room.n, world.now, &out));
    assert_false(world_has_sent(&world, 3, "\"voted\""));
    static char bytes[ROOM_MESSAGE_BYTES_MAX];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    room_write_table(&world.room, world.rules, 3, world.now, &text);
    assert_json(bytes);
    assert_non_null(strstr(bytes, strstr(told, "\"what\"")));
}

/* ---- the host, before the game ---- */

static void test_host_removes(void **state)
{
    (void)state;
    struct setup_settings settings = setup_usual();
    world_open(&world, &settings, 5);
    for (unsigned i = 0; i < 3; i++)
        world_sit(&world, world_names[i]);
    struct room_input input = world_input(&world, ROOM_IN_REMOVE, 1);
    input.remove.seat = 2;
    assert_int_equal(world_apply(&world, &input).refusal, ROOM_REFUSED_NOT_HOST);
    input = world_input(&world, ROOM_IN_REMOVE, 0);
    input.remove.seat = 0;
    assert_int_equal(world_apply(&world, &input).refusal, ROOM_REFUSED_BAD_TARGET);
    input = world_input(&world, ROOM_IN_REMOVE, 0);
    input.remove.seat = 2;
    assert_int_equal(world_apply(&world, &input).refusal, ROOM_ACCEPTED);
    assert_int_equal(world.room.seats[2].kind, ROOM_FREE);
    assert_true(world_has_sent(&world, 2, "\"code\":\"removed\""));
    world_assert_restored(&world);
    world_agree(&world, 0);
    world_agree(&world, 1);
    assert_int_equal(world_do(&world, ROOM_IN_START, 0).refusal, ROOM_ACCEPTED);
    input = world_input(&world, ROOM_IN_REMOVE, 0);
    input.remove.seat = 1;
    assert_int_equal(world_apply(&world, &input).refusal, ROOM_REFUSED_NOT_NOW);
}

static void test_public_has_clock(void **state)
{
    (void)state;
    struct setup_settings settings = setup_usual();
    settings.is_public = true;
    world_open(&world, &settings, 5);
    assert_int_equal(world.room.settings.move_ms, 60000);
    world_sit(&world, "Ana");
    struct room_input input = world_input(&world, ROOM_IN_SET, 0);
    input.set.settings = world.room.settings;
    input.set.settings.move_ms = 0;
    input.set.settings.series = 3;
    assert_int_equal(world_apply(&world, &input).refusal, ROOM_ACCEPTED);
    assert_int_equal(world.room.settings.move_ms, 60000);
    assert_true(world_apply(&world, &input).is_repeat); /* and is the same when it comes again */
    assert_int_equal(world_apply(&world, &input).refusal, ROOM_ACCEPTED);
    world_assert_restored(&world);
}

/* ---- are you there? ---- */

static enum room_refusal there(uint8_t seat, uint8_t target)
{
    struct room_input input = world_input(&world, ROOM_IN_THERE, seat);
    input.there.seat = target;
    return world_apply(&world, &input).refusal;
}

static void test_are_you_there(void **state)
{
    (void)state;
    struct setup_settings settings = setup_usual();
    world_play(&world, &settings, 2, 5);
    const uint8_t staller = in_turn(), other = (uint8_t)(1 - staller);
    world_tick(&world, 29999);
    assert_int_equal(there(other, staller), ROOM_REFUSED_NOT_STILL);
    world_tick(&world, 1);
    assert_int_equal(there(staller, staller), ROOM_REFUSED_BAD_TARGET);
    assert_int_equal(there(staller, other), ROOM_REFUSED_BAD_TARGET);
    assert_int_equal(there(other, staller), ROOM_ACCEPTED);
    assert_true(world_has_sent(&world, staller, "{\"t\":\"there\",\"by\":"));
    assert_int_equal(there(other, staller), ROOM_REFUSED_NOT_NOW); /* it runs */
    world_tick(&world, 60399);
    assert_int_equal(in_turn(), staller);
    world_tick(&world, 1);
    assert_non_null(strstr(world.journal, "by=clock"));
    assert_int_equal(world.room.seats[staller].missed, 1);
    world_assert_restored(&world);
    /* Again and again: then a bot plays. */
    for (unsigned i = 0; i < 60 && !world.room.seats[staller].is_away; i++) {
        if (in_turn() == staller) {
            world_tick(&world, 30000);
            (void)there(other, staller);
            world_tick(&world, 60400);
        } else if (world.room.game.round.phase == PEN_PHASE_DRAWN) {
            world_act(&world, other, PEN_ACTION(PEN_VERB_KEEP, other));
        } else {
            world_act(&world, other, PEN_ACTION(PEN_VERB_DRAW, other));
        }
    }
    assert_true(world.room.seats[staller].is_away);
    world_assert_restored(&world);
}

/* Leaving and coming back gives no time, and takes none. */
static void test_remainder(void **state)
{
    (void)state;
    struct setup_settings settings = setup_usual();
    settings.move_ms = 30000;
    world_play(&world, &settings, 3, 5);
    const uint8_t seat = in_turn();
    uint64_t left = 30000;
    for (uint8_t other = 0; other < 3; other++)
        if (other != seat)
            world_here(&world, other, false); /* nobody sees a bot play, so none does */
    for (unsigned i = 0; i < 4; i++) {
        world_tick(&world, 7000);
        left -= 7000;
        world_do(&world, ROOM_IN_LEAVE, seat);
        world_tick(&world, 50000);
        world_here(&world, seat, true);
        assert_int_equal(world.room.clock_ms - world.now, left);
    }
    world_tick(&world, 2399);
    assert_int_equal(in_turn(), seat);
    world_tick(&world, 1);
    assert_int_equal(world.room.seats[seat].missed, 1);
    world_assert_restored(&world);
}

/* ---- other rules ---- */

static struct room_answer ask_rules(uint8_t seat, const struct setup_settings *settings)
{
    struct room_input input = world_input(&world, ROOM_IN_ASK, seat);
    input.ask.what = ROOM_ASK_RULES;
    input.ask.settings = *settings;
    input.ask.rules = library_find(NULL, settings);
    return world_apply(&world, &input);
}

/* As the hall carries out what was voted for. */
static enum room_refusal bring_in(void)
{
    struct room_input input = world_input(&world, ROOM_IN_SET, world.room.granted_by);
    input.command = 0;
    input.set.settings = world.room.proposed;
    return world_apply(&world, &input).refusal;
}

static void sit_down(struct setup_settings *settings)
{
    *settings = setup_usual();
    settings->seats = 3;
    world_open(&world, settings, 5);
    world_sit(&world, "Ana");
    world_sit(&world, "Beto");
    world_sit(&world, "Carla");
}

static enum room_refusal set(uint8_t seat, const struct setup_settings *settings)
{
    struct room_input input = world_input(&world, ROOM_IN_SET, seat);
    input.set.settings = *settings;
    return world_apply(&world, &input).refusal;
}

static void test_rules_by_vote(void **state)
{
    struct setup_settings settings;
    (void)state;
    sit_down(&settings);
    assert_int_equal(ask_rules(1, &settings).refusal, ROOM_REFUSED_NOT_NOW); /* they are so already */
    settings.options.house = PEN_HOUSE_PROGRESSIVE | PEN_HOUSE_STACK_ANY;
    assert_int_equal(ask_rules(1, &settings).refusal, ROOM_REFUSED_HOUSE_CONFLICT);
    settings.options.house = PEN_HOUSE_SEVEN_0;
    settings.seats = 2;
    assert_int_equal(ask_rules(1, &settings).refusal, ROOM_REFUSED_TOO_MANY);
    settings.seats = 3;
    /* Without a vote only the host changes them, and one vote is not more than half. */
    assert_int_equal(set(1, &settings), ROOM_REFUSED_NOT_HOST);
    assert_int_equal(ask_rules(1, &settings).refusal, ROOM_ACCEPTED);
    assert_true(world_has_sent(&world, 2, "\"setup\":\"2.classic.seven-0.seats=3\""));
    assert_int_equal(set(1, &settings), ROOM_REFUSED_NOT_HOST);
    assert_int_equal(vote(2, true), ROOM_ACCEPTED); /* the host is outvoted */
    assert_true(world.room.is_granted);
    world_assert_restored(&world); /* a server that is killed here goes on with it */
    world_agree(&world, 0);
    assert_int_equal(bring_in(), ROOM_ACCEPTED);
    assert_true(world.room.settings.options.house == PEN_HOUSE_SEVEN_0);
    assert_false(world.room.seats[0].has_agreed); /* to these rules */
    assert_false(world.room.is_granted);
    world_assert_restored(&world);
}

/* A vote brings in what was voted for, nothing else, and not while a game is played. */
static void test_nothing_else_by_vote(void **state)
{
    struct setup_settings settings;
    (void)state;
    sit_down(&settings);
    settings.options.house = PEN_HOUSE_DRAW_UNTIL;
    assert_int_equal(ask_rules(1, &settings).refusal, ROOM_ACCEPTED);
    vote(0, true);
    assert_true(world.room.is_granted);
    settings.options.house = PEN_HOUSE_JUMP_IN;
    assert_int_equal(set(1, &settings), ROOM_REFUSED_NOT_HOST);
    assert_false(world.room.is_granted);
    for (uint8_t seat = 0; seat < 3; seat++)
        world_agree(&world, seat);
    world_do(&world, ROOM_IN_START, 0);
    world_tick(&world, 5000);
    world.now += 60000;
    assert_int_equal(world.room.stage, ROOM_PLAYING);
    assert_int_equal(ask_rules(2, &settings).refusal, ROOM_REFUSED_NOT_NOW);
    world_assert_restored(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pause_by_those_who_sit),
                                       cmocka_unit_test(test_pause_alone),
                                       cmocka_unit_test(test_pauses_end),
                                       cmocka_unit_test(test_take_back),
                                       cmocka_unit_test(test_take_back_alone),
                                       cmocka_unit_test(test_seen_cards_stay),
                                       cmocka_unit_test(test_playing_on),
                                       cmocka_unit_test(test_kick_present),
                                       cmocka_unit_test(test_kick_absent),
                                       cmocka_unit_test(test_late_have_no_vote),
                                       cmocka_unit_test(test_words_belong_to_people),
                                       cmocka_unit_test(test_kick_comes_first),
                                       cmocka_unit_test(test_news_for_the_absent),
                                       cmocka_unit_test(test_host_removes),
                                       cmocka_unit_test(test_public_has_clock),
                                       cmocka_unit_test(test_are_you_there),
                                       cmocka_unit_test(test_remainder),
                                       cmocka_unit_test(test_rules_by_vote),
                                       cmocka_unit_test(test_nothing_else_by_vote)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
