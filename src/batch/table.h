/* table.h - one table of a batch: an action goes in, the next decision comes out. Internal.
 *
 * Compiled into the loop over the tables (batch.c) and, unchanged, into the kernel of a GPU (gpu/), where
 * there are no players of ours (PEN_BATCH_WITHOUT_PLAYERS). */
#ifndef PENULTIMA_BATCH_TABLE_H
#define PENULTIMA_BATCH_TABLE_H

#include "batch/observe.h"
#include "penultima/batch.h"
#include "penultima/quick.h"

enum {
    BATCH_STEPS_USUAL = 100000, /* steps_max unless it is chosen */
    BATCH_GOING = 0,
    BATCH_TERMINATED = 1, /* what the last step was */
    BATCH_TRUNCATED = 2,
};

struct batch_table {
    struct pen_game game;
    struct pen_memory memory;
    struct pen_hand hidden; /* the deck less what lies on the discard pile */
    uint64_t mask[PEN_ACTION_WORDS];
    uint64_t shown[PEN_SEATS_MAX]; /* kinds that anybody else knows to be in this hand */
    uint64_t seed, games;          /* the table's; games begun */
    struct pen_chance lots;        /* who is asked first, who drops last */
    uint32_t steps;                /* of this game */
    uint16_t asked;                /* seats that let the present chance to react go by */
    uint8_t seat;                  /* who decides, PEN_SEAT_NONE at an end that is shown */
    uint8_t end;                   /* what the last step was */
    uint8_t has_known;             /* somebody knows a card of somebody */
    uint8_t shares[PEN_SEATS_MAX]; /* the points, as they are seen */
};

/* What all tables share. */
struct batch_frame {
    const struct pen_rules *rules;
    uint64_t plain; /* kinds whose effect is told by the round before and after it */
    uint32_t rule_flags, steps_max;
    uint8_t seat_count, autoreset, has_reactions, skips_forced, observes;
};

/* One table and what goes with it while it is stepped. */
struct batch_turn {
    const struct batch_frame *frame;
    struct batch_table *table;
    struct pen_hand *known; /* [viewer * seat_count + seat], if it is remembered */
    struct pen_events *events;
    float *rewards;
#ifndef PEN_BATCH_WITHOUT_PLAYERS
    const struct pen_batch_settings *settings;
    struct pen_view *views; /* one per seat, if anybody thinks back */
    struct pen_view *glance;
    size_t index;
    uint16_t players, thinkers;
#endif
};

/* ---- remembering ---- */

static inline void batch_count_hidden(const struct batch_turn *turn)
{
    struct batch_table *table = turn->table;
    const struct pen_round *round = &table->game.round;
    table->hidden = turn->frame->rules->all;
    for (unsigned i = 0; i < round->discard_count; i++)
        pen_hand_remove(&table->hidden, round->pile[PEN_DECK_MAX - 1 - i]);
}

/* After a card was laid, with what lay before: a new draw pile takes the discards away. */
static inline void batch_note_discard(const struct batch_turn *turn, unsigned discard_count)
{
    const struct pen_round *round = &turn->table->game.round;
    if (PEN_LIKELY(round->discard_count == discard_count + 1))
        pen_hand_remove(&turn->table->hidden, round->top);
    else
        batch_count_hidden(turn);
}

static PEN_NOINLINE void batch_count_shown(const struct batch_turn *turn, unsigned seat)
{
    unsigned count = turn->frame->seat_count;
    uint64_t kinds = 0;
    for (unsigned viewer = 0; viewer < count; viewer++)
        kinds |= pen_hand_kinds(&turn->known[viewer * count + seat]);
    turn->table->shown[seat] = kinds;
}

static PEN_NOINLINE void batch_forget_card(struct batch_turn *turn, uint8_t seat, uint8_t card)
{
    unsigned count = turn->frame->seat_count;
    for (unsigned viewer = 0; viewer < count; viewer++) {
        struct pen_hand *known = &turn->known[viewer * count + seat];
        if (pen_hand_has(known, card))
            pen_hand_remove(known, card);
    }
    batch_count_shown(turn, seat);
}

/* How many cards everybody has, before an action: all ten bytes at once, whatever the number of seats. */
static PEN_ALWAYS_INLINE void batch_note_counts(const struct pen_round *round, uint8_t before[PEN_SEATS_MAX])
{
#if defined(__GNUC__) || defined(__clang__)
    __builtin_memcpy(before, round->hand_count, PEN_SEATS_MAX); /* no call, in a freestanding build as well */
#else
    memcpy(before, round->hand_count, PEN_SEATS_MAX);
#endif
}

/* What an ordinary action leaves in mind, from the round before and after it: the same as its events. */
static PEN_ALWAYS_INLINE void batch_remember(struct batch_turn *turn, struct pen_action action,
                                             const uint8_t before[PEN_SEATS_MAX], unsigned discard_count)
{
    struct batch_table *table = turn->table;
    struct pen_memory *memory = &table->memory;
    const struct pen_round *round = &table->game.round;
    const struct pen_rules *rules = turn->frame->rules;
    uint8_t seat = action.seat;
    if (action.verb == PEN_VERB_DRAW) {
        if (PEN_LIKELY(round->hand_count[seat] > before[seat]))
            pen_memory_draw(memory, rules, seat);
        else if (memory->turn == seat)
            pen_memory_lack(memory, seat, 0, pen_memory_lack_of(rules, memory->top, memory->color));
        if (PEN_UNLIKELY(round->discard_count != discard_count))
            batch_count_hidden(turn);
        if (round->phase == PEN_PHASE_DRAWN)
            return; /* what follows decides what it shows */
    } else if (action.verb == PEN_VERB_PLAY) {
        pen_memory_lay(memory, rules, seat, PEN_VERB_PLAY, action.card, action.color);
        if (PEN_UNLIKELY(table->shown[seat] >> (action.card & 63) & 1))
            batch_forget_card(turn, seat, action.card);
        /* A card that makes nobody draw needs no look at all hands. */
        if (rules->draw_cards[action.card & 63] > 0 || round->discard_count != discard_count + 1)
            for (unsigned other = 0; other < round->seat_count; other++)
                for (unsigned n = before[other] - (other == seat ? 1u : 0u); n < round->hand_count[other];
                     n++)
                    pen_memory_age(memory, other);
        batch_note_discard(turn, discard_count);
    } else if (action.verb == PEN_VERB_KEEP) {
        pen_memory_close(memory, true);
        pen_memory_push(memory, seat, PEN_VERB_KEEP, PEN_CARD_NONE, PEN_COLOR_NONE);
    } else { /* takes */
        pen_memory_push(memory, seat, PEN_VERB_TAKE, PEN_CARD_NONE, PEN_COLOR_NONE);
        for (unsigned n = before[seat]; n < round->hand_count[seat]; n++)
            pen_memory_age(memory, seat);
        if (round->discard_count != discard_count)
            batch_count_hidden(turn);
    }
    if (round->phase == PEN_PHASE_PENDING)
        memory->turn = PEN_SEAT_NONE;
    else
        pen_memory_turn(memory, round->turn);
}

/* Who learns from this event where a card is, or where it is no longer. */
static inline unsigned batch_learners(const struct pen_event *event, unsigned all)
{
    switch ((enum pen_event_type)event->type) {
    case PEN_EVENT_SHOWN:
        return event->audience & all;
    case PEN_EVENT_SHOWN_TO:
    case PEN_EVENT_SWAPPED:
    case PEN_EVENT_PASSED_HANDS:
        PEN_EVENT_CASES(LAID)
        PEN_EVENT_CASES(OWED)
        return all;
    case PEN_EVENT_DREW:
    case PEN_EVENT_NONE:
    case PEN_EVENT_TYPE_COUNT:
        PEN_EVENT_CASES(TABLE)
        PEN_EVENT_CASES(QUIET)
        break;
    }
    return 0;
}

/* Everything else, by its events. 'before' are the hands as they were. */
static inline void batch_remember_events(struct batch_turn *turn, const struct pen_hand *before,
                                         unsigned discard_count)
{
    struct batch_table *table = turn->table;
    const struct pen_round *round = &table->game.round;
    const struct pen_events *events = turn->events;
    unsigned count = turn->frame->seat_count, all = (1u << count) - 1;
    for (unsigned i = 0; i < events->count; i++) {
        const struct pen_event *event = &events->list[i];
        pen_memory_note(&table->memory, turn->frame->rules, event, count, round->direction);
        if (event->type == PEN_EVENT_SHOWN_TO || event->type == PEN_EVENT_SWAPPED ||
            event->type == PEN_EVENT_PASSED_HANDS || event->type == PEN_EVENT_MISPLAYED)
            table->has_known = 1;
        if (!table->has_known)
            continue;
        for (unsigned left = batch_learners(event, all); left; left &= left - 1) {
            uint8_t viewer = (uint8_t)pen_bits_lowest(left);
            struct pen_event seen = pen_event_for(*event, viewer);
            struct pen_hand own = before[viewer];
            /* A card that makes hands move has left the hand by then. */
            if (events->list[0].seat == viewer &&
                (events->list[0].type == PEN_EVENT_PLAYED || events->list[0].type == PEN_EVENT_JUMPED))
                pen_hand_remove(&own, events->list[0].card);
            pen_memory_know(turn->known + viewer * count, &seen, viewer, &own, count, round->direction);
        }
    }
    if (table->has_known)
        for (unsigned seat = 0; seat < count; seat++)
            batch_count_shown(turn, seat);
    if (round->discard_count != discard_count || events->reshuffled_count > 0)
        batch_count_hidden(turn);
}

/* ---- playing ---- */

#ifndef PEN_BATCH_WITHOUT_PLAYERS
static void batch_update_views(struct batch_turn *turn)
{
    for (uint16_t left = turn->thinkers; left; left &= (uint16_t)(left - 1))
        pen_view_update(&turn->views[pen_bits_lowest(left)], turn->frame->rules, &turn->table->game,
                        turn->events);
}
#endif

/* The action as a word: see pen_action_word(). */
static PEN_NOINLINE enum pen_refusal batch_apply_with_events(struct batch_turn *turn, uint64_t action_word)
{
    struct pen_action action = pen_action_of_word(action_word);
    struct batch_table *table = turn->table;
    struct pen_hand before[PEN_SEATS_MAX];
    for (unsigned seat = 0; seat < turn->frame->seat_count; seat++)
        before[seat] = table->game.round.hands[seat];
    unsigned discard_count = table->game.round.discard_count;
    enum pen_refusal refusal = pen_game_apply(turn->frame->rules, &table->game, action, turn->events);
    if (refusal == PEN_ACCEPTED && turn->frame->observes)
        batch_remember_events(turn, before, discard_count);
#ifndef PEN_BATCH_WITHOUT_PLAYERS
    if (refusal == PEN_ACCEPTED)
        batch_update_views(turn);
#endif
    return refusal;
}

static inline bool batch_is_plain(const struct batch_turn *turn, struct pen_action action)
{
    const struct pen_round *round = &turn->table->game.round;
    if (PEN_UNLIKELY(round->lost != 0 || round->turn != action.seat))
        return false;
    if (action.verb == PEN_VERB_PLAY)
        return turn->frame->plain >> (action.card & 63) & 1;
    if (action.verb == PEN_VERB_KEEP) /* RULE H23: behind the last card of a number its program begins */
        return round->phase == PEN_PHASE_DRAWN;
    return action.verb == PEN_VERB_DRAW || action.verb == PEN_VERB_TAKE;
}

static PEN_ALWAYS_INLINE enum pen_refusal batch_apply(struct batch_turn *turn, struct pen_action action)
{
    struct batch_table *table = turn->table;
    struct pen_round *round = &table->game.round;
    bool needs_events = turn->frame->observes && !batch_is_plain(turn, action);
#ifndef PEN_BATCH_WITHOUT_PLAYERS
    needs_events |= turn->thinkers != 0;
#endif
    if (PEN_UNLIKELY(needs_events))
        return batch_apply_with_events(turn, pen_action_word(action));
    if (!turn->frame->observes)
        return pen_quick_game_apply(turn->frame->rules, &table->game, action);
    uint8_t before[PEN_SEATS_MAX];
    batch_note_counts(round, before);
    unsigned discard_count = round->discard_count;
    enum pen_refusal refusal = pen_quick_game_apply(turn->frame->rules, &table->game, action);
    if (PEN_LIKELY(refusal == PEN_ACCEPTED && round->phase != PEN_PHASE_OVER))
        batch_remember(turn, action, before, discard_count);
    return refusal;
}

/* A coloured card in an ordinary turn that is not the last one and leaves no UNO owed: that it can be laid is
 * what its bit in the mask says. False, with nothing changed, where it is not that. */
static PEN_ALWAYS_INLINE bool batch_lay_quickly(struct batch_turn *turn, unsigned number)
{
    const struct batch_frame *frame = turn->frame;
    const struct pen_rules *rules = frame->rules;
    struct batch_table *table = turn->table;
    struct pen_round *round = &table->game.round;
    uint8_t seat = table->seat, card = (uint8_t)number;
    if (number >= PEN_ACT_LAY_WILD)
        return false;
    unsigned left = round->hand_count[seat] - 1u;
    unsigned least = !frame->has_reactions && rules->rule.saying == PEN_SAYING_WITH_CARD ? 1 : 2;
    bool is_quick = (frame->plain & rules->quick_colored) >> number & 1;
#ifndef PEN_BATCH_WITHOUT_PLAYERS
    is_quick &= turn->thinkers == 0;
#endif
    if (PEN_UNLIKELY(!is_quick || left < least || !pen__is_ordinary_turn(round, seat)))
        return false;
    if (!frame->observes) {
        pen__quick_lay(rules, round, seat, card, rules->color[card], left);
        return true;
    }
    uint8_t before[PEN_SEATS_MAX];
    batch_note_counts(round, before);
    unsigned discard_count = round->discard_count;
    struct pen_action action = PEN_ACTION(PEN_VERB_PLAY, seat);
    action.card = card;
    pen__quick_lay(rules, round, seat, card, rules->color[card], left);
    batch_remember(turn, action, before, discard_count);
    return true;
}

/* ---- dealing ---- */

/* After points have been counted. */
static inline void batch_count_shares(struct batch_turn *turn)
{
    pen_observed_shares(turn->frame->rules, turn->table->game.score, turn->table->shares);
}

static inline void batch_begin_round(struct batch_turn *turn)
{
    struct batch_table *table = turn->table;
    const struct pen_round *round = &table->game.round;
    table->asked = 0;
    batch_count_shares(turn);
    if (turn->frame->observes) {
        unsigned count = turn->frame->seat_count;
        pen_memory_init(&table->memory);
        table->memory.top = round->top;
        table->memory.color = round->color;
        table->memory.turn = round->turn;
        batch_count_hidden(turn);
        if (table->has_known)
            for (unsigned i = 0; i < count * count; i++)
                turn->known[i] = (struct pen_hand){{0, 0, 0}};
        for (unsigned seat = 0; seat < count; seat++)
            table->shown[seat] = 0;
        table->has_known = 0;
    }
}

#ifndef PEN_BATCH_WITHOUT_PLAYERS
/* With somebody who thinks back, cards are dealt with their events: the same cards. */
static PEN_NOINLINE void batch_deal_with_events(struct batch_turn *turn, bool is_first, uint8_t dealer,
                                                uint64_t seed)
{
    const struct batch_frame *frame = turn->frame;
    struct pen_game *game = &turn->table->game;
    struct pen_layout layout =
        is_first ? pen_game_first_layout(frame->seat_count, dealer, seed) : pen_game_next_layout(game);
    for (uint16_t left = turn->thinkers; left; left &= (uint16_t)(left - 1)) {
        unsigned seat = pen_bits_lowest(left);
        pen_view_init(&turn->views[seat], (uint8_t)seat);
    }
    enum pen_deal_problem problem = pen_layout_complete(frame->rules, &layout, NULL);
    PEN_ASSERT(problem == PEN_DEAL_GOOD);
    problem = is_first ? pen_game_start(frame->rules, game, seed, &layout, NULL, turn->events, NULL)
                       : pen_game_deal(frame->rules, game, &layout, turn->events, NULL);
    PEN_ASSERT(problem == PEN_DEAL_GOOD);
    batch_update_views(turn);
}
#endif

static PEN_NOINLINE void batch_begin_game(struct batch_turn *turn)
{
    struct batch_table *table = turn->table;
    const struct batch_frame *frame = turn->frame;
    uint64_t seed = pen_batch_game_seed(table->seed, table->games++);
    uint8_t dealer = pen_batch_dealer(seed, frame->seat_count);
    table->lots = pen_chance_of(seed, UINT64_MAX);
    table->steps = 0;
    table->end = BATCH_GOING;
#ifndef PEN_BATCH_WITHOUT_PLAYERS
    for (uint16_t left = turn->players; left; left &= (uint16_t)(left - 1)) {
        uint8_t seat = (uint8_t)pen_bits_lowest(left);
        const struct pen_batch_player *player = &turn->settings->players[seat];
        if (player->begin)
            player->begin(player->context, turn->index, seat, pen_chance_word(&table->lots));
    }
    if (turn->thinkers) {
        batch_deal_with_events(turn, true, dealer, seed);
        batch_begin_round(turn);
        return;
    }
#endif
    pen_game_start_quick(frame->rules, &table->game, frame->seat_count, dealer, seed);
    batch_begin_round(turn);
}

static PEN_NOINLINE void batch_deal_next(struct batch_turn *turn)
{
#ifndef PEN_BATCH_WITHOUT_PLAYERS
    if (turn->thinkers) {
        batch_deal_with_events(turn, false, 0, 0);
        batch_begin_round(turn);
        return;
    }
#endif
    pen_game_deal_quick(turn->frame->rules, &turn->table->game);
    batch_begin_round(turn);
}

/* ---- going on to the next decision ---- */

static inline uint8_t batch_any_seat(struct batch_table *table, uint16_t seats)
{
    return (uint8_t)pen_bits_select(seats, pen_chance_below(&table->lots, pen_bits_count(seats)));
}

static PEN_NOINLINE void batch_must_apply(struct batch_turn *turn, struct pen_action action)
{
    enum pen_refusal refusal = batch_apply(turn, action);
    PEN_ASSERT(refusal == PEN_ACCEPTED);
    turn->table->asked = 0;
}

/* The end of a game, told in rewards. */
static PEN_NOINLINE void batch_end_game(struct batch_turn *turn, uint8_t end)
{
    struct batch_table *table = turn->table;
    unsigned count = turn->frame->seat_count, winners = pen_bits_count(table->game.winners);
    table->end = end;
    if (end == BATCH_TRUNCATED || winners == 0 || !turn->rewards)
        return;
    float won = 1.0f / (float)winners, lost = winners < count ? -1.0f / (float)(count - winners) : 0;
    for (unsigned seat = 0; seat < count; seat++)
        turn->rewards[seat] += table->game.winners >> seat & 1 ? won : lost;
}

/* What may be done out of turn: also what a phase asks of several at once. Nobody is asked about accusing. */
static inline void batch_reactions_only(struct pen_legal *legal)
{
    pen_legal_keep(legal, ((unsigned)PEN_VERBS_ANYTIME & ~(1u << PEN_VERB_ACCUSE)) | 1u << PEN_VERB_DROP |
                              1u << PEN_VERB_CHALLENGE);
}

#ifndef PEN_BATCH_WITHOUT_PLAYERS
static PEN_NOINLINE struct pen_action batch_ask_player(struct batch_turn *turn, uint8_t seat,
                                                       bool is_reaction)
{
    const struct pen_batch_player *player = &turn->settings->players[seat];
    struct pen_view *view = turn->thinkers >> seat & 1 ? &turn->views[seat] : turn->glance;
    if (!(turn->thinkers >> seat & 1)) {
        view->viewer = seat;
        pen_view_glance(view, turn->frame->rules, &turn->table->game.round);
    }
    return player->choose(player->context, turn->index, turn->frame->rules, view, is_reaction);
}
#endif

/* Somebody may react: one of them, by lot, is asked. Returns whether the table is done for now; otherwise
 * it is to be looked at again, unless nobody is left to ask. */
enum batch_asked { BATCH_ASKED_NOBODY, BATCH_ASKED_PLAYER, BATCH_ASKED_CALLER };

static PEN_NOINLINE enum batch_asked batch_ask_reaction(struct batch_turn *turn)
{
    struct batch_table *table = turn->table;
    const struct pen_rules *rules = turn->frame->rules;
    const struct pen_round *round = &table->game.round;
    bool is_race = round->phase == PEN_PHASE_RACE;
    uint16_t may = is_race ? pen_round_must(round) : pen_round_may_react(rules, round);
    if (!is_race)
        may &= (uint16_t)~pen_round_must(round); /* who is in turn decides about all of it at once */
    uint16_t left = may & (uint16_t)~table->asked;
    if (left == 0) {
        if (is_race && may) { /* everybody waited for the others */
            batch_must_apply(turn, PEN_ACTION(PEN_VERB_DROP, batch_any_seat(table, may)));
            return BATCH_ASKED_PLAYER;
        }
        return BATCH_ASKED_NOBODY;
    }
    uint8_t seat = batch_any_seat(table, left);
#ifndef PEN_BATCH_WITHOUT_PLAYERS
    if (turn->players >> seat & 1) {
        struct pen_action action = batch_ask_player(turn, seat, true);
        if (action.verb < PEN_VERB_COUNT)
            batch_must_apply(turn, action);
        else
            table->asked |= (uint16_t)(1u << seat);
        return BATCH_ASKED_PLAYER;
    }
#endif
    struct pen_legal legal;
    pen_round_legal(rules, round, seat, &legal);
    batch_reactions_only(&legal);
    pen_number_mask(rules, &legal, turn->frame->seat_count, table->mask);
    if (!(table->mask[0] | table->mask[1] | table->mask[2])) {
        table->asked |= (uint16_t)(1u << seat);
        return BATCH_ASKED_PLAYER;
    }
    table->mask[PEN_ACT_PASS / 64] |= UINT64_C(1) << PEN_ACT_PASS % 64;
    table->seat = seat;
    return BATCH_ASKED_CALLER;
}

/* What goes on by itself where reactions are not decided. */
static PEN_NOINLINE void batch_go_on_alone(struct batch_turn *turn)
{
    struct batch_table *table = turn->table;
    const struct pen_round *round = &table->game.round;
    if (round->phase == PEN_PHASE_RACE)
        batch_must_apply(turn, PEN_ACTION(PEN_VERB_DROP, batch_any_seat(table, pen_round_must(round))));
    else
        batch_must_apply(turn, PEN_ACTION(PEN_VERB_SAY_UNO, (uint8_t)pen_bits_lowest(round->owes)));
}

/* Whether somebody out of turn has a say before play can go on; if so, it has been dealt with. */
static inline bool batch_is_held_up(struct batch_turn *turn, bool *is_done)
{
    const struct pen_round *round = &turn->table->game.round;
    *is_done = false;
    if (PEN_LIKELY(round->owes == 0 && round->phase != PEN_PHASE_RACE &&
                   !(turn->frame->rules->rule.jump_in && turn->frame->has_reactions)))
        return false;
    if (!turn->frame->has_reactions) {
        batch_go_on_alone(turn);
        return true;
    }
    enum batch_asked asked = batch_ask_reaction(turn);
    *is_done = asked == BATCH_ASKED_CALLER;
    return asked != BATCH_ASKED_NOBODY;
}

static inline bool batch_is_single(const uint64_t mask[PEN_ACTION_WORDS])
{
    uint64_t some = mask[0], more;
    more = some & (some - 1);
    for (unsigned i = 1; i < PEN_ACTION_WORDS; i++) {
        more |= (some != 0 && mask[i] != 0) || (mask[i] & (mask[i] - 1));
        some |= mask[i];
    }
    return more == 0;
}

static inline unsigned batch_single(const uint64_t mask[PEN_ACTION_WORDS])
{
    for (unsigned i = 0; i < PEN_ACTION_WORDS; i++)
        if (mask[i])
            return 64 * i + pen_bits_lowest(mask[i]);
    return PEN_ACT_NONE;
}

/* The action of this number, whatever it is. */
static PEN_NOINLINE void batch_do(struct batch_turn *turn, unsigned number)
{
    const struct batch_table *table = turn->table;
    const struct pen_round *round = &table->game.round;
    batch_must_apply(turn, pen_number_action(turn->frame->rules, number, table->seat, turn->frame->seat_count,
                                             round->phase, round->top, round->hand_count[table->seat],
                                             !turn->frame->has_reactions));
}

/* What the seat can do, as numbers: pen_number_mask() of pen_round_legal(), without accusations. */
static PEN_NOINLINE void batch_mask_slowly(const struct batch_turn *turn, uint8_t seat)
{
    struct pen_legal legal;
    pen_round_legal(turn->frame->rules, &turn->table->game.round, seat, &legal);
    legal.accuses = 0;
    pen_number_mask(turn->frame->rules, &legal, turn->frame->seat_count, turn->table->mask);
}

/* The same, its usual half compiled in: coloured cards, drawing and keeping. */
static PEN_ALWAYS_INLINE void batch_mask(const struct batch_turn *turn, uint8_t seat)
{
    const struct pen_rules *rules = turn->frame->rules;
    const struct pen_round *round = &turn->table->game.round;
    uint64_t *mask = turn->table->mask;
    bool is_usual = pen__is_ordinary_turn(round, seat) && !rules->legal_is_special && !rules->rule.jump_in;
    uint64_t plays = pen__quick_plays(round, seat, pen_round_matches(rules, round));
    if (PEN_UNLIKELY(!is_usual || (plays & rules->wilds))) {
        batch_mask_slowly(turn, seat);
        return;
    }
    PEN_STATIC_ASSERT(PEN_ACT_DRAW == 128 && PEN_ACT_KEEP == 129 && PEN_PHASE_DRAWN == 1, "the lowest bits");
    mask[0] = plays;
    mask[1] = 0;
    mask[2] = round->drawn_forced ? 0 : 1u << round->phase;
}

/* Ends the round or the game that is over. Returns whether an end is to be shown. */
static PEN_NOINLINE bool batch_over(struct batch_turn *turn)
{
    struct batch_table *table = turn->table;
    if (pen_game_can_deal(&table->game) == PEN_ACCEPTED) {
        batch_deal_next(turn);
        return false;
    }
    uint8_t end = table->end;
    batch_count_shares(turn);
    batch_end_game(turn, BATCH_TERMINATED);
    if (turn->frame->autoreset == PEN_BATCH_RESET_NEXT || end != BATCH_GOING) {
        table->seat = PEN_SEAT_NONE;
        table->mask[0] = table->mask[1] = table->mask[2] = 0;
        return true;
    }
    batch_begin_game(turn);
    table->end = BATCH_TERMINATED;
    return false;
}

/* Plays on until somebody of the caller's has to decide. */
static PEN_ALWAYS_INLINE void batch_go_on(struct batch_turn *turn)
{
    struct batch_table *table = turn->table;
    const struct pen_round *round = &table->game.round;
    for (;;) {
        if (PEN_UNLIKELY(round->phase == PEN_PHASE_OVER)) {
            if (batch_over(turn))
                return;
            continue;
        }
        bool is_done;
        if (PEN_UNLIKELY(batch_is_held_up(turn, &is_done))) {
            if (is_done)
                return;
            continue;
        }
        uint8_t seat = PEN_LIKELY(round->phase < PEN_PHASE_RACE)
                           ? round->turn
                           : (uint8_t)pen_bits_lowest(pen_round_must(round));
#ifndef PEN_BATCH_WITHOUT_PLAYERS
        if (turn->players >> seat & 1) {
            batch_must_apply(turn, batch_ask_player(turn, seat, false));
            if (PEN_UNLIKELY(++table->steps >= turn->frame->steps_max))
                goto cut;
            continue;
        }
#endif
        table->seat = seat;
        batch_mask(turn, seat);
        if (!turn->frame->skips_forced || !batch_is_single(table->mask))
            return;
        batch_do(turn, batch_single(table->mask));
        if (PEN_UNLIKELY(++table->steps >= turn->frame->steps_max && round->phase != PEN_PHASE_OVER))
            goto cut;
        continue;
    cut:
        batch_end_game(turn, BATCH_TRUNCATED);
        if (turn->frame->autoreset == PEN_BATCH_RESET_NEXT) {
            table->seat = PEN_SEAT_NONE;
            table->mask[0] = table->mask[1] = table->mask[2] = 0;
            return;
        }
        batch_begin_game(turn);
        table->end = BATCH_TRUNCATED;
    }
}

/* One action, and on to the next decision. Returns whether it was legal. */
static PEN_ALWAYS_INLINE bool batch_step_table(struct batch_turn *turn, int64_t number)
{
    struct batch_table *table = turn->table;
    if (PEN_UNLIKELY(table->seat == PEN_SEAT_NONE)) {
        batch_begin_game(turn);
        batch_go_on(turn);
        return true;
    }
    table->end = BATCH_GOING;
    if (PEN_UNLIKELY((uint64_t)number >= PEN_ACTIONS || !(table->mask[number / 64] >> number % 64 & 1)))
        return false;
    if (PEN_UNLIKELY(number == PEN_ACT_PASS)) {
        table->asked |= (uint16_t)(1u << table->seat);
    } else {
        if (!batch_lay_quickly(turn, (unsigned)number)) {
            if (number == PEN_ACT_DRAW) {
                enum pen_refusal refusal = batch_apply(turn, PEN_ACTION(PEN_VERB_DRAW, table->seat));
                PEN_ASSERT(refusal == PEN_ACCEPTED);
            } else {
                batch_do(turn, (unsigned)number);
            }
        }
        table->asked = 0;
    }
    if (PEN_UNLIKELY(++table->steps >= turn->frame->steps_max) && table->game.round.phase != PEN_PHASE_OVER) {
        batch_end_game(turn, BATCH_TRUNCATED);
        if (turn->frame->autoreset == PEN_BATCH_RESET_NEXT) {
            table->seat = PEN_SEAT_NONE;
            table->mask[0] = table->mask[1] = table->mask[2] = 0;
            return true;
        }
        batch_begin_game(turn);
        table->end = BATCH_TRUNCATED;
    }
    batch_go_on(turn);
    return true;
}

static PEN_ALWAYS_INLINE void batch_observe(const struct batch_turn *turn,
                                            struct pen_observation *observation)
{
    const struct batch_table *table = turn->table;
    const struct batch_frame *frame = turn->frame;
    const struct pen_round *round = &table->game.round;
    uint8_t seat =
        table->seat < frame->seat_count ? table->seat : 0; /* at an end: as the first seat sees it */
    observe_nothing(observation);
    /* Whoever has drawn a card that can be played has the turn and decides. */
    bool hides_drawn = round->turn != seat;
    const struct pen_observed observed = {.hand = &round->hands[seat],
                                          .hidden = &table->hidden,
                                          .known = turn->known + seat * frame->seat_count,
                                          .memory = &table->memory,
                                          .hand_count = round->hand_count,
                                          .shares = table->shares,
                                          .rule_flags = frame->rule_flags,
                                          .owes = round->owes,
                                          .lost = round->lost,
                                          .pending = round->pending,
                                          .seat = seat,
                                          .seat_count = frame->seat_count,
                                          .phase = round->phase,
                                          .top = round->top,
                                          .color = round->color,
                                          .drawn = (uint8_t)(round->drawn | (0u - (unsigned)hides_drawn)),
                                          .direction = round->direction,
                                          .follow_color = round->follow_color,
                                          .thrower = round->thrower,
                                          .draw_count = round->draw_count,
                                          .discard_count = round->discard_count};
    observe_into(&observed, observation);
}

/* Kinds whose programs only name a colour, draw, skip and turn. */
static inline uint64_t batch_plain_kinds(const struct pen_rules *rules)
{
    uint64_t plain = 0;
    for (unsigned card = 0; card < rules->kind_count; card++) {
        bool is_plain = true;
        for (unsigned i = 0; i < PEN_STEPS_MAX; i++) {
            unsigned op = rules->play[card][i].op;
            is_plain &= op == PEN_STEP_END || op == PEN_STEP_NAME_COLOR || op == PEN_STEP_DRAW_NEXT ||
                        op == PEN_STEP_SKIP_NEXT || op == PEN_STEP_REVERSE;
        }
        plain |= (uint64_t)is_plain << card;
    }
    return plain & ~rules->several;
}

#endif
