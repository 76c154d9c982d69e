/* test_twins.c - two tables that differ only in cards that a viewer may not see send that viewer the same
 * bytes: updates, tables, what was missed, refusals, hints; and they hold and tick at the same times.
 *
 * Tables of every edition with every set of house rules are played; at many moments the hidden cards
 * change places, and both worlds go on with the same inputs as long as an input means the same to the
 * viewer in both. A failure names edition, house rules, seats and seed. */
#include "../support/sanitized.h"
#include "room/inside.h"
#include "world.h"

static struct world table, left, right;
static const char *where_edition;
static unsigned where_house, where_seats;
static uint64_t where_seed;

static unsigned course_count, step_count, message_count, different_count, held_count, refused_count;

static const char *where(void)
{
    static char text[160];
    snprintf(text, sizeof text, "%s, house %u, %u seats, seed %llu, update %u", where_edition, where_house,
             where_seats, (unsigned long long)where_seed, left.room.n);
    return text;
}

/* ---- another world ---- */

struct slot {
    uint8_t seat, place;
};

/* A card that cannot be changed without changing what is public: that the drawn card can be played, that
 * the follower can follow, that there is another card of the number. */
static uint8_t pinned_card(const struct pen_rules *rules, const struct pen_round *round, uint8_t seat)
{
    if (round->phase == PEN_PHASE_DRAWN && round->turn == seat)
        return round->drawn;
    if (round->phase == PEN_PHASE_FOLLOW && round->follower == seat)
        return (uint8_t)pen_bits_lowest(pen_hand_kinds(&round->hands[seat]) &
                                        rules->of_color[round->follow_color]);
    if (round->phase == PEN_PHASE_MORE && round->turn == seat)
        return (uint8_t)pen_bits_lowest(pen_hand_kinds(&round->hands[seat]) & rules->of_face[round->top]);
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

static unsigned hidden_slots(const struct room *room, const struct room_rules *by, uint8_t viewer,
                             struct slot *slots, uint8_t *cards)
{
    const struct pen_rules *rules = by->rules;
    const struct pen_round *round = &room->game.round;
    struct pen_view view;
    unsigned count = 0;
    /* What was shown stays: a hint is made of all that its player knows. */
    room__look(room, by, viewer, true, &view);
    for (uint8_t seat = 0; seat < round->seat_count; seat++) {
        if (is_open_to(rules, round, seat, viewer))
            continue;
        uint8_t pinned = pinned_card(rules, round, seat);
        for (uint8_t card = 0; card < rules->kind_count; card++) {
            unsigned stays = pen_hand_count_of(&view.known[seat], card);
            stays = stays < (card == pinned) ? 1 : stays;
            for (unsigned i = pen_hand_count_of(&round->hands[seat], card); i > stays; i--) {
                slots[count] = (struct slot){seat, 0};
                cards[count++] = card;
            }
        }
    }
    for (unsigned place = 0; place < round->draw_count; place++) {
        slots[count] = (struct slot){PEN_SEAT_NONE, (uint8_t)place};
        cards[count++] = round->pile[place];
    }
    return count;
}

static bool is_seen_by(const struct pen_event *event, uint8_t viewer)
{
    if (event->type == PEN_EVENT_DREW)
        return event->seat == viewer;
    if (event->type == PEN_EVENT_SHOWN)
        return event->target == PEN_SEAT_NONE || event->target == viewer;
    return true;
}

static void change_room(struct room *room, const struct room_rules *by, uint8_t viewer,
                        struct pen_chance *chance)
{
    const struct pen_rules *rules = by->rules;
    struct slot slots[PEN_DECK_MAX];
    uint8_t cards[PEN_DECK_MAX], moved[PEN_DECK_MAX];
    struct pen_round *round = &room->game.round;
    unsigned count = hidden_slots(room, by, viewer, slots, cards);
    memcpy(moved, cards, count);
    /* A few cards, or all of them: with few, long courses look the same. */
    unsigned swaps = 1u << pen_chance_below(chance, 5);
    if (swaps == 16)
        pen_chance_shuffle(chance, moved, count);
    for (unsigned i = 0; i < swaps && count > 0; i++) {
        unsigned a = pen_chance_below(chance, count), b = pen_chance_below(chance, count);
        uint8_t card = moved[a];
        moved[a] = moved[b];
        moved[b] = card;
    }
    for (unsigned i = 0; i < count; i++) {
        if (slots[i].seat == PEN_SEAT_NONE) {
            round->pile[slots[i].place] = moved[i];
        } else {
            pen_hand_remove(&round->hands[slots[i].seat], cards[i]);
            pen_hand_add(&round->hands[slots[i].seat], moved[i]);
        }
    }
    /* RULE A7: what a challenger will be shown changes with the hand it was. */
    if (round->phase == PEN_PHASE_PENDING && round->thrower != viewer &&
        pen_hand_count(&round->laid_from) == round->hand_count[round->thrower])
        round->laid_from = round->hands[round->thrower];
    for (unsigned i = 0; i < ROOM_EVENTS_MAX; i++)
        if (room->events[i].card != PEN_CARD_NONE && !is_seen_by(&room->events[i], viewer))
            room->events[i].card = (uint8_t)pen_chance_below(chance, rules->kind_count);
    assert_null(pen_round_check(rules, round));
}

static void fork_world(struct world *to, const struct world *from)
{
    to->room = from->room;
    to->rules = from->rules;
    to->now = from->now;
    memcpy(to->command, from->command, sizeof to->command);
    to->has_no_journal = true;
    to->room.undo_count = 0; /* the games before are those of one world only */
    memset(to->room.undo, 0, sizeof to->room.undo);
    world_forget(to);
}

/* ---- comparing ---- */

static void compare_sent(uint8_t viewer, const char *what)
{
    unsigned place = viewer_place(viewer);
    if (left.sent_bytes[place] != right.sent_bytes[place] ||
        memcmp(left.sent[place], right.sent[place], left.sent_bytes[place]) != 0) {
        size_t i = 0;
        while (left.sent[place][i] == right.sent[place][i])
            i++;
        i = i > 60 ? i - 60 : 0;
        fail_msg("%s: %s: viewer %u gets\n%.200s\nand in the other world\n%.200s", where(), what, viewer,
                 left.sent[place] + i, right.sent[place] + i);
    }
    message_count += left.sent_bytes[place] > 0;
    for (unsigned other = 0; other < WORLD_VIEWERS; other++)
        if (other != place && left.sent_bytes[other] &&
            (left.sent_bytes[other] != right.sent_bytes[other] ||
             memcmp(left.sent[other], right.sent[other], left.sent_bytes[other]) != 0)) {
            different_count++;
            break;
        }
    if (room_deadline(&left.room) != room_deadline(&right.room))
        fail_msg("%s: %s: the next tick is due at %llu, and in the other world at %llu", where(), what,
                 (unsigned long long)room_deadline(&left.room),
                 (unsigned long long)room_deadline(&right.room));
    world_forget(&left);
    world_forget(&right);
}

static void compare_tables(uint8_t viewer, uint32_t last)
{
    static char a[ROOM_MESSAGE_BYTES_MAX], b[ROOM_MESSAGE_BYTES_MAX];
    struct pen_text text = pen_text_in(a, sizeof a);
    room_write_table(&left.room, left.rules, viewer, left.now, &text);
    assert_false(text.is_cut);
    assert_json(a);
    text = pen_text_in(b, sizeof b);
    room_write_table(&right.room, right.rules, viewer, right.now, &text);
    if (strcmp(a, b) != 0)
        fail_msg("%s: table of viewer %u:\n%s\n%s", where(), viewer, a, b);
    struct room_out out = world_out(&left), other = world_out(&right);
    bool is_sent = room_write_since(&left.room, left.rules, viewer, last, left.now, &out);
    assert_int_equal(is_sent, room_write_since(&right.room, right.rules, viewer, last, right.now, &other));
    compare_sent(viewer, "what was missed");
}

/* ---- the same inputs ---- */

static bool events_look_equal(const struct pen_events *a, const struct pen_events *b, uint8_t viewer)
{
    if (a->count != b->count)
        return false;
    for (unsigned i = 0; i < a->count; i++) {
        struct pen_event x = a->list[i], y = b->list[i];
        if (!is_seen_by(&x, viewer))
            x.card = PEN_CARD_NONE;
        if (!is_seen_by(&y, viewer))
            y.card = PEN_CARD_NONE;
        if (memcmp(&x, &y, sizeof x) != 0)
            return false;
    }
    return true;
}

/* Whether the action means the same to the viewer in both worlds, as far as the rules can tell. */
static bool is_alike(struct pen_action action, uint8_t viewer)
{
    static struct pen_events a, b;
    struct pen_game x = left.room.game, y = right.room.game;
    const struct pen_rules *rules = left.rules->rules;
    struct fair fair_x = left.room.fair, fair_y = right.room.fair;
    enum pen_refusal in_left = fair_apply(&fair_x, rules, &x, action, &a);
    enum pen_refusal in_right = fair_apply(&fair_y, rules, &y, action, &b);
    if (action.seat == viewer && in_left != in_right)
        fail_msg("%s: viewer %u's verb %u gets refusal %u, and %u in the other world", where(), viewer,
                 action.verb, in_left, in_right);
    if (in_left != PEN_ACCEPTED || in_right != PEN_ACCEPTED)
        return in_left != PEN_ACCEPTED && in_right != PEN_ACCEPTED;
    /* At the end of a round all hands are open. */
    if (x.round.phase == PEN_PHASE_OVER || y.round.phase == PEN_PHASE_OVER ||
        !events_look_equal(&a, &b, viewer))
        return false;
    /* RULE H23: being asked for more shows that there is more. */
    if ((x.round.phase == PEN_PHASE_MORE) != (y.round.phase == PEN_PHASE_MORE))
        return false;
    /* RULES H2, M4: hands that were passed on may be others, and what partners have drawn. */
    return has_same_open_hands(rules, &x.round, &y.round, viewer);
}

static void give_both(struct room_input *input, uint8_t viewer, const char *what)
{
    struct room_input copy = *input;
    struct room_answer a = world_apply(&left, input), b = world_apply(&right, &copy);
    if (input->seat == viewer && (a.refusal != b.refusal || a.game != b.game || a.n != b.n))
        fail_msg("%s: %s: viewer %u gets other answers", where(), what, viewer);
    assert_int_equal(a.is_held, b.is_held);
    held_count += a.is_held;
    refused_count += a.refusal != ROOM_ACCEPTED;
    compare_sent(viewer, what);
    step_count++;
}

/* Until nothing is held. False: what was held made the viewer draw, and the piles are not the same, so that
 * the worlds may look different from here on. */
static bool settle_both(uint8_t viewer)
{
    while (left.room.live.held_count > 0) {
        uint64_t due = room_deadline(&left.room);
        left.now = right.now = due > left.now ? due : left.now;
        struct room_input input = world_input(&left, ROOM_IN_TICK, PEN_SEAT_NONE);
        const struct room before_left = left.room, before_right = right.room;
        (void)world_apply(&left, &input);
        (void)world_apply(&right, &input);
        const struct pen_round *a = &left.room.game.round, *b = &right.room.game.round;
        if (!has_same_open_hands(left.rules->rules, a, b, viewer))
            return false;
        left.room = before_left;
        right.room = before_right;
        world_forget(&left);
        world_forget(&right);
        give_both(&input, viewer, "tick");
    }
    return true;
}

static struct pen_action choose_action(struct pen_chance *chance, uint8_t viewer)
{
    const struct world *chooser = pen_chance_below(chance, 2) ? &left : &right;
    const struct pen_rules *rules = left.rules->rules;
    struct pen_legal legal;
    uint16_t must = pen_round_must(&chooser->room.game.round);
    uint8_t seat = (uint8_t)pen_bits_select(must, pen_chance_below(chance, pen_bits_count(must)));
    if (pen_chance_below(chance, 5) == 0)
        seat = (uint8_t)pen_chance_below(chance, where_seats);
    if (pen_chance_below(chance, 6) == 0) {
        /* Nonsense of the viewer's, refused or not. */
        struct pen_action action = PEN_ACTION((uint8_t)pen_chance_below(chance, PEN_VERB_COUNT + 1),
                                              viewer < where_seats ? viewer : seat);
        action.card = (uint8_t)pen_chance_below(chance, rules->kind_count + 1u);
        action.color = (uint8_t)pen_chance_below(chance, rules->color_count + 1u);
        action.target = (uint8_t)pen_chance_below(chance, where_seats + 1u);
        if (rules->color[action.card % rules->kind_count] != PEN_COLOR_NONE ||
            action.color >= rules->color_count)
            action.color = PEN_COLOR_NONE;
        action.uno = (uint8_t)pen_chance_below(chance, 2);
        return action;
    }
    pen_round_legal(rules, &chooser->room.game.round, seat, &legal);
    if (pen_legal_count(rules, &legal) == 0)
        return PEN_ACTION(PEN_VERB_DRAW, seat);
    struct pen_action action = pen_legal_any(rules, &legal, chance);
    action.uno = chooser->room.game.round.hand_count[seat] == 2 && action.card != PEN_CARD_NONE &&
                 pen_chance_below(chance, 2);
    return action;
}

static bool step_both(struct pen_chance *chance, uint8_t viewer)
{
    struct room_input input;
    uint8_t seat = (uint8_t)pen_chance_below(chance, where_seats);
    const uint64_t next = left.now + pen_chance_below(chance, 1500);
    /* The clock plays as it must, and what it draws may be told apart. */
    if (next < room_deadline(&left.room))
        left.now = right.now = next;
    switch (pen_chance_below(chance, 12)) {
    case 0:
        input = world_input(&left, ROOM_IN_SAY, seat);
        input.say.phrase = 1;
        break;
    case 1:
        /* A hint is what the own cards and memories say; the other world is none that another seat could be
         * in. */
        input = world_input(&left, viewer < where_seats ? ROOM_IN_HINT : ROOM_IN_SAY,
                            viewer < where_seats ? viewer : seat);
        if (input.type == ROOM_IN_SAY)
            input.say.phrase = 2;
        break;
    case 2:
        input = world_input(&left, ROOM_IN_ASK, seat);
        input.ask.what = ROOM_ASK_PAUSE;
        give_both(&input, viewer, "question");
        input = world_input(&left, ROOM_IN_VOTE, (uint8_t)((seat + 1) % where_seats));
        input.vote.yes = false;
        break;
    default:
        input = world_input(&left, ROOM_IN_ACT, seat);
        input.act.action = room__plain_action(choose_action(chance, viewer));
        input.seat = input.act.action.seat;
        input.command = ++left.command[input.seat];
        input.act.on = left.room.n - pen_chance_below(chance, 2);
        input.told_ms = left.now - pen_chance_below(chance, 400);
        input.rtt_ms = 20 + 60u * input.seat;
        input.act.dt_ms = pen_chance_below(chance, 500);
        if (!is_alike(input.act.action, viewer))
            return true;
    }
    give_both(&input, viewer, "input");
    return settle_both(viewer);
}

static void compare_course(struct pen_chance *chance)
{
    uint8_t viewer = (uint8_t)pen_chance_below(chance, where_seats + 1);
    if (viewer == where_seats)
        viewer = PEN_SPECTATOR;
    fork_world(&left, &table);
    fork_world(&right, &table);
    change_room(&right.room, right.rules, viewer, chance);
    course_count++;
    for (unsigned step = 0; step < 24 && left.room.stage == ROOM_PLAYING; step++) {
        if (!step_both(chance, viewer))
            return;
        if (step % 8 == 0)
            compare_tables(viewer, left.room.n - pen_chance_below(chance, 6));
    }
}

static void play_table(struct pen_chance *chance)
{
    for (unsigned i = 0; i < 120 && table.room.stage == ROOM_PLAYING; i++) {
        const struct pen_rules *rules = table.rules->rules;
        struct pen_legal legal;
        uint16_t must = pen_round_must(&table.room.game.round);
        uint8_t seat = (uint8_t)pen_bits_select(must, pen_chance_below(chance, pen_bits_count(must)));
        pen_round_legal(rules, &table.room.game.round, seat, &legal);
        struct pen_action action = legal.plays && pen_chance_below(chance, 3)
                                       ? pen_legal_any_play(rules, &legal, chance)
                                       : pen_legal_any(rules, &legal, chance);
        world_act(&table, seat, action);
        for (unsigned tick = 0; tick < 4 && table.room.live.held_count > 0; tick++)
            world_tick(&table, 400);
        world_forget(&table);
        if (i % 6 == 0 && table.room.stage == ROOM_PLAYING)
            compare_course(chance);
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

static void test_twins(void **state)
{
    (void)state;
    static const uint8_t seat_counts[] = {2, 3, 4, 6};
    uint64_t seed = 1;
    for (unsigned edition = 0; edition < pen_edition_builtin_count(); edition++)
        for (unsigned house = 0; house <= PEN_HOUSE_SHEET; house++)
            for (unsigned i = 0; i < (IS_SANITIZED ? 4 : 20); i++, seed++) {
                struct pen_chance chance = pen_chance_of(seed, 3);
                struct setup_settings settings = setup_usual();
                memset(settings.edition, 0, sizeof settings.edition);
                strcpy(settings.edition, pen_edition_builtin_id(edition));
                settings.options.house = (uint8_t)house;
                settings.seats = seat_counts[i % 4];
                choose_more(&settings.options, settings.seats, seed);
                settings.has_hints = true;
                settings.move_ms = i % 2 ? 60000 : 0;
                where_edition = pen_edition_builtin_id(edition);
                where_house = house;
                where_seats = settings.seats;
                where_seed = seed;
                table.has_no_journal = true;
                world_play(&table, &settings, settings.seats, seed);
                world_here(&table, PEN_SPECTATOR, true);
                play_table(&chance);
            }
    print_message("# %u courses, %u inputs in two worlds, %u of them held, %u refused; %u times the viewer "
                  "got the same bytes, %u times somebody else did not\n",
                  course_count, step_count, held_count, refused_count, message_count, different_count);
    const unsigned part = IS_SANITIZED ? 5 : 1;
    assert_true(course_count > 3000 / part && message_count > 30000 / part);
    assert_true(held_count > 1000 / part && refused_count > 1000 / part);
    assert_true(different_count > 3000 / part); /* so the worlds do differ */
}

/* ---- editions of people's own ---- */

/* Cards that no sheet has, more and other colours, hands that change places: what is hidden stays so whatever
 * the text says. */
static void test_own_texts(void **state)
{
    static const char *const texts[] = {
        "edition mine\nlike classic\ntitle en \"Mine\", es \"La mía\"\nhand 5\ncolors red green blue plum\n"
        "color plum letter p, shape \"♣\", rgb 7d3c98, en \"plum\", es \"ciruela\"\n"
        "wild wb 4 cards, 40 points, en \"Last Bus\", es \"Último autobús\"\nplay wb name color, everyone "
        "draws 1\n"
        "open wb return\n",
        "house ours\ntitle en \"Ours\", es \"La nuestra\"\nhand 4\nalso 7 swap hands\nalso 0 pass hands\n"
        "show hands of 2\n",
    };
    const unsigned before = course_count, told = message_count, different = different_count;
    (void)state;
    for (unsigned i = 0; i < 24; i++) {
        static const char *ids[2];
        struct pen_chance chance = pen_chance_of(7000 + i, 3);
        struct setup_settings settings = setup_usual();
        if (i < 2)
            ids[i] = world_bring(texts[i]);
        memset(settings.edition, 0, sizeof settings.edition);
        memcpy(settings.edition, ids[i % 2], strlen(ids[i % 2]));
        where_edition = ids[i % 2];
        where_house = i % 4 < 2 ? 0 : PEN_HOUSE_JUMP_IN;
        settings.options.house = where_house;
        where_seats = settings.seats = (uint8_t)(2 + i / 2 % 3);
        where_seed = 7000 + i;
        settings.has_hints = true;
        table.has_no_journal = true;
        world_play(&table, &settings, settings.seats, where_seed);
        world_here(&table, PEN_SPECTATOR, true);
        play_table(&chance);
    }
    print_message("# own texts: %u courses, %u times the same bytes, %u times not for somebody else\n",
                  course_count - before, message_count - told, different_count - different);
    assert_true(course_count - before > 100 && message_count - told > 1000 &&
                different_count - different > 100);
}

/* ---- RULE O26: anybody may doubt a Wild Draw Four ---- */

static unsigned other_verdict_count, same_verdict_count[2];

/* Somebody who is not to draw challenges in both worlds; nobody but that one sees whose hand it was. */
static void doubt_for_another(uint8_t viewer, uint8_t challenger, struct pen_chance *chance)
{
    fork_world(&left, &table);
    fork_world(&right, &table);
    change_room(&right.room, right.rules, viewer, chance);
    const struct pen_action doubt = PEN_ACTION(PEN_VERB_CHALLENGE, challenger);
    static struct pen_events events;
    struct pen_game game = left.room.game;
    struct fair fair = left.room.fair;
    assert_int_equal(fair_apply(&fair, left.rules->rules, &game, doubt, &events), PEN_ACCEPTED);
    const uint8_t thrower = left.room.game.round.thrower;
    const bool is_guilty = game.round.hand_count[thrower] > left.room.game.round.hand_count[thrower];
    /* Bluff or not: as long as nobody doubts, the tables look the same, and their clocks run the same. */
    compare_tables(viewer, left.room.n - 1);
    struct room_input input = world_input(&left, ROOM_IN_ACT, challenger);
    input.act.action = room__plain_action(doubt);
    input.command = ++left.command[challenger];
    input.act.on = left.room.n;
    input.told_ms = left.now;
    input.rtt_ms = 20 + 60u * challenger;
    if (is_alike(doubt, viewer)) {
        give_both(&input, viewer, "a challenge for another");
        same_verdict_count[is_guilty] += settle_both(viewer);
    } else {
        other_verdict_count++;
    }
}

static void doubt_at_every_draw(struct pen_chance *chance)
{
    for (unsigned i = 0; i < 160 && table.room.stage == ROOM_PLAYING; i++) {
        const struct pen_rules *rules = table.rules->rules;
        const struct pen_round *round = &table.room.game.round;
        struct pen_legal legal;
        for (uint8_t seat = 0; seat < where_seats; seat++) {
            if (round->phase != PEN_PHASE_PENDING || seat == round->turn || seat == round->thrower)
                continue;
            pen_round_legal(rules, round, seat, &legal);
            for (uint8_t viewer = 0; legal.verbs >> PEN_VERB_CHALLENGE & 1 && viewer <= where_seats; viewer++)
                doubt_for_another(viewer == where_seats ? PEN_SPECTATOR : viewer, seat, chance);
        }
        uint16_t must = pen_round_must(round);
        uint8_t seat = (uint8_t)pen_bits_select(must, pen_chance_below(chance, pen_bits_count(must)));
        pen_round_legal(rules, round, seat, &legal);
        world_act(&table, seat,
                  legal.plays ? pen_legal_any_play(rules, &legal, chance)
                              : pen_legal_any(rules, &legal, chance));
        for (unsigned tick = 0; tick < 4 && table.room.live.held_count > 0; tick++)
            world_tick(&table, 400);
        world_forget(&table);
    }
}

static void test_challenge_for_another(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 48; i++) {
        struct pen_chance chance = pen_chance_of(4000 + i, 3);
        struct setup_settings settings = setup_usual();
        memset(settings.edition, 0, sizeof settings.edition);
        strcpy(settings.edition, "clasico");
        settings.options.house = i % (PEN_HOUSE_SHEET + 1);
        settings.seats = (uint8_t)(3 + i % 3);
        where_edition = "clasico";
        where_house = i % (PEN_HOUSE_SHEET + 1);
        where_seats = settings.seats;
        where_seed = 4000 + i;
        table.has_no_journal = true;
        world_play(&table, &settings, settings.seats, 4000 + i);
        world_here(&table, PEN_SPECTATOR, true);
        doubt_at_every_draw(&chance);
    }
    print_message(
        "# doubted for another: %u times honest and %u times a bluff in both worlds, %u times not\n",
        same_verdict_count[0], same_verdict_count[1], other_verdict_count);
    assert_true(same_verdict_count[0] > 100 && same_verdict_count[1] > 100 && other_verdict_count > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_twins), cmocka_unit_test(test_own_texts),
                                       cmocka_unit_test(test_challenge_for_another)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
