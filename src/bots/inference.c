/* inference.c - reads the history into births, deaths and decisions, and walks through the worlds
 * that agree with it. Knows nothing but the view. */
#include <string.h>

#include "bots/inference.h"
#include "bots/sense.h"

enum decision_type {
    DECISION_PLAY,      /* laid 'card', and named 'color' if it is a wild */
    DECISION_COLOR,     /* had no choice of card, named 'color' */
    DECISION_DRAW,      /* laid nothing of 'open' */
    DECISION_NO_ANSWER, /* took the pending cards instead */
    DECISION_CANNOT     /* had nothing of 'open', for certain */
};

/* How likely each manner is before anything was seen, and how likely it is that all others have the
 * same one: tables are seldom put together by chance. */
static const double first_weight[BOT_MANNER_COUNT] = {0.32, 0.2, 0.36, 0.12};
#define ALIKE 0.9

/* Not quite nothing, so that a world that got stuck can be left again. */
#define IMPOSSIBLE 1e-7f

void bot_kinds_of(const struct pen_rules *rules, unsigned seat_count, struct bot_kinds *kinds)
{
    memset(kinds, 0, sizeof *kinds);
    for (uint8_t card = 0; card < rules->kind_count; card++) {
        uint64_t bit = pen_card_bit(card);
        if (rules->wilds & bit)
            kinds->wild_draws |= rules->draw_cards[card] > 0 ? bit : 0;
        else if (rules->draw_cards[card] > 0)
            kinds->draws |= bit;
        else if (bot_program_has(rules, card, PEN_STEP_SKIP_NEXT) ||
                 (seat_count == 2 && bot_program_has(rules, card, PEN_STEP_REVERSE)))
            kinds->skips |= bit;
        else if (bot_program_has(rules, card, PEN_STEP_REVERSE))
            kinds->reverses |= bit;
    }
}

/* ---- how likely a decision is ---- */

/* What can be laid of 'open' without a bluff. */
static uint64_t honest(const struct pen_rules *rules, uint64_t held, uint64_t open, uint8_t color)
{
    uint64_t plays = held & open;
    for (uint64_t left = plays & rules->guarded; left; left &= left - 1) {
        unsigned card = pen_bits_lowest(left);
        if (held & ~pen_card_bit(card) & (rules->of_color[color & 7] | rules->guard[card]))
            plays &= ~pen_card_bit(card);
    }
    return plays;
}

/* How an orderly player values a card; the order of rank.c. */
static unsigned worth(const struct belief *belief, const struct pen_hand *hand, unsigned card)
{
    const struct pen_rules *rules = belief->rules;
    uint64_t bit = pen_card_bit(card);
    if (rules->wilds & bit)
        return rules->draw_cards[card] > 0 ? 2 : 1;
    unsigned held = bot_held_of(hand, rules->of_color[rules->color[card]]);
    if (belief->kinds.draws & bit)
        return 3000 + held;
    if (belief->kinds.skips & bit)
        return 2000 + held;
    return 100 + 16 * held + (rules->number[card] == PEN_NUMBER_NONE ? 10 : rules->number[card]);
}

static float orderly_chance(const struct belief *belief, const struct pen_hand *hand, uint64_t plays,
                            uint8_t card)
{
    const uint64_t bit = pen_card_bit(card), wilds = belief->rules->wilds;
    uint64_t better = plays;
    if (belief->kinds.draws & bit)
        better &= belief->kinds.draws;
    else if (belief->kinds.skips & bit)
        better &= belief->kinds.draws | belief->kinds.skips;
    else if (!(wilds & bit))
        better &= ~wilds;
    better &= ~bit;
    unsigned own = worth(belief, hand, card), ties = 1;
    for (; better; better &= better - 1) {
        unsigned other = worth(belief, hand, pen_bits_lowest(better));
        if (other > own)
            return 0.02f;
        ties += other == own;
    }
    return 1.0f / (float)ties;
}

/* How likely a colour is named: by whom the most is held, and by whom any. */
static void judge_color(const struct belief *belief, const struct pen_hand *hand, uint8_t color, float *most,
                        float *some)
{
    const struct pen_rules *rules = belief->rules;
    unsigned own = bot_held_of(hand, rules->of_color[color]), total = 0;
    bool is_best = true;
    for (uint8_t other = 0; other < rules->color_count; other++) {
        unsigned held = bot_held_of(hand, rules->of_color[other]);
        total += held;
        is_best = is_best && held <= own;
    }
    *most = is_best ? 0.9f : 0.03f;
    *some = ((float)own + 0.25f) / ((float)total + 0.25f * rules->color_count);
}

static void judge_play(const struct belief *belief, const struct belief_decision *decision, float *chance)
{
    const struct pen_rules *rules = belief->rules;
    uint64_t held = pen_hand_kinds(&decision->hand), bit = pen_card_bit(decision->card);
    uint64_t plays = honest(rules, held, decision->open, decision->color_before);
    bool is_bluff = !(plays & bit);
    plays |= bit;
    uint64_t colored = plays & ~rules->wilds;
    unsigned colored_count = pen_bits_count(colored);
    unsigned wild_count = pen_bits_count(plays & rules->wilds);
    bool is_wild = (rules->wilds & bit) != 0;
    float any = 1.0f / (float)(colored_count + wild_count * rules->color_count);
    float of_colored = !is_wild        ? 1.0f / (float)colored_count
                       : colored_count ? 0.005f
                                       : 1.0f / (float)wild_count;
    float orderly = orderly_chance(belief, &decision->hand, plays, decision->card);
    float own = 0.5f / (float)(colored_count + wild_count) + 0.4f * orderly;
    if (is_wild) {
        float most, some;
        judge_color(belief, &decision->hand, decision->color, &most, &some);
        of_colored *= 0.3f;
        orderly *= most;
        own *= 0.5f * (most + some);
    }
    if (is_bluff) {
        any *= 0.002f;
        of_colored *= 0.002f;
        orderly *= 0.002f;
        own *= 0.3f;
    }
    chance[BOT_MANNER_ANY] = any;
    chance[BOT_MANNER_COLORED] = of_colored;
    chance[BOT_MANNER_ORDERLY] = orderly;
    chance[BOT_MANNER_OWN] = own;
}

static void judge(const struct belief *belief, const struct belief_decision *decision, float *chance)
{
    const struct pen_rules *rules = belief->rules;
    uint64_t held = pen_hand_kinds(&decision->hand);
    float most = 1, some = 1;
    switch (decision->type) {
    case DECISION_PLAY:
        judge_play(belief, decision, chance);
        return;
    case DECISION_COLOR:
        judge_color(belief, &decision->hand, decision->color, &most, &some);
        chance[BOT_MANNER_ANY] = 0.25f;
        chance[BOT_MANNER_COLORED] = 0.3f;
        chance[BOT_MANNER_ORDERLY] = most;
        chance[BOT_MANNER_OWN] = 0.5f * (most + some);
        return;
    case DECISION_DRAW:
        if (honest(rules, held, decision->open, decision->color_before) != 0) {
            most = 0.003f;
            some = 0.01f;
        }
        break;
    case DECISION_NO_ANSWER:
        if (honest(rules, held, decision->open, decision->color_before) != 0) {
            most = 0.003f;
            some = 0.25f;
        }
        break;
    default:
        if (held & decision->open)
            most = some = IMPOSSIBLE;
        break;
    }
    chance[BOT_MANNER_ANY] = chance[BOT_MANNER_COLORED] = chance[BOT_MANNER_ORDERLY] = most;
    chance[BOT_MANNER_OWN] = some;
}

/* ---- reading the history ---- */

struct reader {
    struct belief *belief;
    const struct pen_view *view;
    uint32_t first; /* of the events that there still are */
    struct {
        uint16_t time;
        uint8_t container, card;
    } births[PEN_VIEW_EVENTS_MAX], deaths[PEN_VIEW_EVENTS_MAX];
    unsigned birth_count, death_count;
    uint16_t start[PEN_SEATS_MAX];  /* by container: what is older says nothing any more */
    uint16_t forced[PEN_SEATS_MAX]; /* by seat: cards to be drawn without having a choice */
    uint8_t turn, top, color, direction;
    uint8_t draw_card; /* the last one that lies there */
    bool is_fresh;     /* the player in turn has decided nothing yet */
    bool is_pending, has_context;
    uint8_t drawer;      /* has drawn by choice and not gone on, or none */
    uint64_t drawn_open; /* what would have fitted then */
};

static uint64_t matches(const struct reader *reader)
{
    const struct pen_rules *rules = reader->belief->rules;
    uint64_t of_color = reader->color < rules->color_count ? rules->of_color[reader->color] : 0;
    return of_color | rules->of_face[reader->top & 63] | rules->wilds;
}

/* What could have been laid while a draw was pending (RULES H10, H11). */
static uint64_t answers(const struct reader *reader)
{
    const struct pen_rules *rules = reader->belief->rules;
    uint64_t on = rules->skip_on | rules->send_back;
    if (on == 0)
        return rules->answers[reader->top];
    if (on & pen_card_bit(reader->top))
        return (rules->answers[reader->draw_card] | on) & matches(reader);
    return rules->answers[reader->top] | (on & matches(reader));
}

static void note_decision(struct reader *reader, uint8_t seat, uint16_t time, uint8_t type, uint64_t open,
                          uint8_t card, uint8_t color)
{
    struct belief *belief = reader->belief;
    if (seat == belief->viewer || belief->decision_count == BELIEF_DECISIONS_MAX)
        return;
    uint8_t container = belief->container_of[seat];
    belief->decisions[belief->decision_count++] = (struct belief_decision){.hand = belief->known[container],
                                                                           .open = open,
                                                                           .time = time,
                                                                           .container = container,
                                                                           .seat = seat,
                                                                           .type = type,
                                                                           .card = card,
                                                                           .color = color,
                                                                           .color_before = reader->color};
}

static void note_birth(struct reader *reader, uint8_t seat, uint16_t time, uint8_t card)
{
    struct belief *belief = reader->belief;
    if (seat == belief->viewer) {
        if (card != PEN_CARD_NONE)
            pen_hand_add(&belief->known[belief->container_of[seat]], card);
        return;
    }
    reader->births[reader->birth_count].time = time;
    reader->births[reader->birth_count++].container = belief->container_of[seat];
}

static void note_death(struct reader *reader, uint8_t seat, uint16_t time, uint8_t card)
{
    struct belief *belief = reader->belief;
    uint8_t container = belief->container_of[seat];
    bool is_known = pen_hand_has(&belief->known[container], card);
    if (is_known)
        pen_hand_remove(&belief->known[container], card);
    if (is_known || seat == belief->viewer)
        return;
    reader->deaths[reader->death_count].time = time;
    reader->deaths[reader->death_count].card = card;
    reader->deaths[reader->death_count++].container = container;
}

/* Who had drawn by choice goes on without having laid the card. */
static void settle_draw(struct reader *reader, bool was_kept)
{
    if (reader->drawer == PEN_SEAT_NONE)
        return;
    uint16_t time = reader->births[reader->birth_count - 1].time;
    reader->belief->allowed[time] = was_kept ? reader->drawn_open : ~reader->drawn_open;
    reader->drawer = PEN_SEAT_NONE;
}

static void read_drew(struct reader *reader, const struct pen_event *event, uint16_t time)
{
    uint8_t seat = event->seat;
    bool is_choice =
        reader->is_fresh && seat == reader->turn && reader->forced[seat] == 0 && !reader->is_pending;
    if (reader->forced[seat] > 0)
        reader->forced[seat]--;
    if (is_choice && reader->has_context)
        note_decision(reader, seat, time, DECISION_DRAW, matches(reader), PEN_CARD_NONE, PEN_COLOR_NONE);
    note_birth(reader, seat, time, event->card);
    if (!is_choice)
        return;
    reader->is_fresh = false;
    if (seat != reader->belief->viewer && reader->has_context) {
        reader->drawer = seat;
        reader->drawn_open = matches(reader);
    }
}

static void read_laid(struct reader *reader, const struct pen_event *event, uint16_t time)
{
    const struct pen_rules *rules = reader->belief->rules;
    uint8_t seat = event->seat;
    bool is_wild = rules->color[event->card] == PEN_COLOR_NONE;
    bool was_drawn = false;
    if (event->type == PEN_EVENT_PLAYED && reader->has_context) {
        was_drawn = reader->drawer == seat;
        if (was_drawn) {
            reader->birth_count--; /* came and went */
            reader->drawer = PEN_SEAT_NONE;
            if (is_wild)
                note_decision(reader, seat, time, DECISION_COLOR, 0, event->card, event->color);
        } else if (reader->is_fresh) {
            uint64_t open = reader->is_pending ? answers(reader) : matches(reader);
            note_decision(reader, seat, time, DECISION_PLAY, open, event->card, event->color);
        }
    }
    if (!was_drawn) {
        settle_draw(reader, true);
        note_death(reader, seat, time, event->card);
    }
    reader->top = event->card;
    if (rules->draw_cards[event->card] > 0)
        reader->draw_card = event->card;
    reader->color = is_wild ? event->color : rules->color[event->card];
    reader->has_context = true;
    reader->is_fresh = reader->is_pending = false;
}

/* A hand about which the past says nothing more. */
static void forget(struct reader *reader, uint8_t container, uint16_t time)
{
    reader->start[container] = time;
    memset(&reader->belief->known[container], 0, sizeof reader->belief->known[container]);
}

static void read_exchange(struct reader *reader, const struct pen_event *event, uint16_t time)
{
    struct belief *belief = reader->belief;
    bool is_last_given = reader->first + time == reader->view->given_at;
    uint8_t *of = belief->container_of, old[PEN_SEATS_MAX];
    unsigned seats = belief->seat_count;
    memcpy(old, of, sizeof old);
    /* Of the hand that the viewer gives away it knows every card if it is the last one it gave, and
     * else what it drew to it. How it played says nothing. */
    reader->start[old[belief->viewer]] = time;
    if (is_last_given)
        belief->known[old[belief->viewer]] = reader->view->given;
    else if (belief->rules->rule.open_hands > 0) /* RULE H22: what was shown of it may have been laid since */
        forget(reader, old[belief->viewer], time);
    if (event->type == PEN_EVENT_SWAPPED) {
        of[event->seat] = old[event->target];
        of[event->target] = old[event->seat];
        return;
    }
    for (unsigned seat = 0; seat < seats; seat++) {
        unsigned to = (seat + (reader->direction == PEN_LEFT ? 1 : seats - 1)) % seats;
        of[to] = old[seat];
    }
}

/* Somebody has to draw cards: those say nothing about what they could have laid. */
static void read_owed(struct reader *reader, const struct pen_event *event, uint16_t time)
{
    const enum pen_event_type type = (enum pen_event_type)event->type;
    if (type == PEN_EVENT_TOOK && reader->has_context && answers(reader) != 0)
        note_decision(reader, event->seat, time, DECISION_NO_ANSWER, answers(reader), PEN_CARD_NONE,
                      PEN_COLOR_NONE);
    if (type == PEN_EVENT_TOOK || type == PEN_EVENT_GUILTY || type == PEN_EVENT_INNOCENT)
        reader->is_pending = false;
    reader->forced[pen_event_drawer(event)] = event->count;
}

static void read_event(struct reader *reader, const struct pen_event *event, uint16_t time)
{
    struct belief *belief = reader->belief;
    const struct pen_rules *rules = belief->rules;
    uint8_t seat = event->seat;
    switch ((enum pen_event_type)event->type) {
    case PEN_EVENT_TURNED:
        reader->top = event->card;
        reader->color = rules->color[event->card];
        reader->has_context = true;
        break;
    case PEN_EVENT_NAMED:
        reader->color = event->color;
        note_decision(reader, seat, time, DECISION_COLOR, 0, PEN_CARD_NONE, event->color);
        break;
    case PEN_EVENT_TURN:
        settle_draw(reader, false);
        reader->turn = seat;
        reader->is_fresh = true;
        memset(reader->forced, 0, sizeof reader->forced);
        break;
    case PEN_EVENT_PLAYED:
    case PEN_EVENT_JUMPED:
        read_laid(reader, event, time);
        break;
    case PEN_EVENT_STREAMED:
    case PEN_EVENT_FOLLOWED:
        if (event->card != PEN_CARD_NONE)
            note_death(reader, seat, time, event->card);
        break;
    case PEN_EVENT_DREW:
        read_drew(reader, event, time);
        break;
    case PEN_EVENT_KEPT:
        settle_draw(reader, true);
        break;
    case PEN_EVENT_PENDING:
        reader->is_pending = true;
        break;
        PEN_EVENT_CASES(OWED)
        read_owed(reader, event, time);
        break;
    case PEN_EVENT_REVERSED:
        reader->direction = (uint8_t)event->count;
        break;
    case PEN_EVENT_SHOWN_TO:
        if (seat != belief->viewer && (event->target == PEN_SEAT_NONE || event->target == belief->viewer))
            forget(reader, belief->container_of[seat], time);
        break;
    case PEN_EVENT_SHOWN:
        if (seat != belief->viewer && event->card != PEN_CARD_NONE)
            pen_hand_add(&belief->known[belief->container_of[seat]], event->card);
        break;
    case PEN_EVENT_PASSED_HANDS:
    case PEN_EVENT_SWAPPED:
        read_exchange(reader, event, time);
        break;
    case PEN_EVENT_KEPT_REST: /* nothing to read in the rest */
    case PEN_EVENT_DREW_NOTHING:
    case PEN_EVENT_CHALLENGED:
    case PEN_EVENT_TURN_LOST:
    case PEN_EVENT_SWUNG:
    case PEN_EVENT_NONE:
    case PEN_EVENT_TYPE_COUNT:
        PEN_EVENT_CASES(QUIET)
        break;
    }
}

static void read_history(struct reader *reader)
{
    const struct pen_view *view = reader->view;
    struct belief *belief = reader->belief;
    uint32_t first = view->event_total > PEN_VIEW_EVENTS_MAX ? view->event_total - PEN_VIEW_EVENTS_MAX : 0;
    uint8_t stream_color = PEN_COLOR_NONE;
    reader->first = first;
    reader->direction = view->direction;
    for (uint32_t i = view->event_total; i > first; i--)
        if (view->events[(i - 1) % PEN_VIEW_EVENTS_MAX].type == PEN_EVENT_REVERSED)
            reader->direction = !view->events[(i - 1) % PEN_VIEW_EVENTS_MAX].count;
    for (uint32_t i = first; i < view->event_total; i++) {
        const struct pen_event *event = &view->events[i % PEN_VIEW_EVENTS_MAX];
        uint16_t time = (uint16_t)(i - first + 1);
        if (event->type == PEN_EVENT_STREAMED && event->card != PEN_CARD_NONE)
            stream_color =
                event->color < belief->rules->color_count ? event->color : belief->rules->color[event->card];
        if (event->type == PEN_EVENT_COULD_NOT_FOLLOW && stream_color < belief->rules->color_count)
            note_decision(reader, event->seat, time, DECISION_CANNOT, belief->rules->of_color[stream_color],
                          PEN_CARD_NONE, PEN_COLOR_NONE);
        read_event(reader, event, time);
    }
    if (reader->drawer != PEN_SEAT_NONE && view->phase == PEN_PHASE_DRAWN)
        settle_draw(reader, true);
}

/* ---- the first world ---- */

static void add_item(struct belief *belief, uint8_t container, uint16_t birth)
{
    PEN_ASSERT(belief->item_count < BELIEF_ITEMS_MAX);
    belief->items[belief->item_count++] = (struct belief_item){birth, BELIEF_NOW, container, PEN_CARD_NONE};
}

/* The items of one hand: as many births as there were, the deaths given to the oldest. */
static void lay_out_items(struct reader *reader, uint8_t seat)
{
    struct belief *belief = reader->belief;
    uint8_t container = belief->container_of[seat];
    uint16_t start = reader->start[container];
    int count = (int)reader->view->hand_count[seat] - (int)pen_hand_count(&belief->known[container]);
    for (unsigned i = 0; i < reader->death_count; i++)
        count += reader->deaths[i].container == container && reader->deaths[i].time > start;
    for (unsigned i = 0; i < reader->birth_count; i++)
        count -= reader->births[i].container == container && reader->births[i].time > start;
    belief->first_item[container] = (uint16_t)belief->item_count;
    for (int i = 0; i < count; i++)
        add_item(belief, container, start);
    for (unsigned i = 0; i < reader->birth_count; i++) {
        if (reader->births[i].container != container || reader->births[i].time <= start)
            continue;
        if (count < 0)
            count++; /* cannot be; the hand is as large as the view says */
        else
            add_item(belief, container, reader->births[i].time);
    }
    belief->end_item[container] = (uint16_t)belief->item_count;
    unsigned next = belief->first_item[container];
    for (unsigned i = 0; i < reader->death_count && next < belief->item_count; i++) {
        if (reader->deaths[i].container != container || reader->deaths[i].time <= start)
            continue;
        struct belief_item *item = &belief->items[next++];
        item->death = reader->deaths[i].time;
        item->card = reader->deaths[i].card;
    }
    for (; next < belief->item_count; next++)
        belief->alive[belief->alive_count++] = (uint16_t)next;
}

/* Decisions in the order of containers, without those that say nothing any more. */
static void sort_decisions(struct reader *reader)
{
    struct belief *belief = reader->belief;
    struct belief_decision old[BELIEF_DECISIONS_MAX];
    unsigned old_count = belief->decision_count;
    memcpy(old, belief->decisions, old_count * sizeof old[0]);
    belief->decision_count = 0;
    for (unsigned container = 0; container < belief->seat_count; container++) {
        belief->first_decision[container] = (uint16_t)belief->decision_count;
        for (unsigned i = 0; i < old_count; i++)
            if (old[i].container == container && old[i].time > reader->start[container] &&
                container != belief->container_of[belief->viewer])
                belief->decisions[belief->decision_count++] = old[i];
        belief->end_decision[container] = (uint16_t)belief->decision_count;
    }
}

static bool is_in(const struct belief_item *item, const struct belief_decision *decision)
{
    return item->birth < decision->time && item->death >= decision->time;
}

/* The kinds that agree with what is seen of the time in which the item was in the hand. */
static uint64_t likely_kinds(const struct belief *belief, const struct belief_item *item)
{
    uint64_t kinds = belief->allowed[item->birth];
    for (unsigned i = belief->first_decision[item->container]; i < belief->end_decision[item->container];
         i++) {
        const struct belief_decision *decision = &belief->decisions[i];
        if (decision->type >= DECISION_DRAW && is_in(item, decision))
            kinds &= ~decision->open;
    }
    return kinds;
}

static void fill_items(struct belief *belief, struct pen_chance *chance)
{
    /* The youngest last: they are the freest. */
    for (unsigned i = 0; i < belief->alive_count; i++) {
        struct belief_item *item = &belief->items[belief->alive[i]];
        uint64_t kinds = likely_kinds(belief, item);
        unsigned place = pen_chance_below(chance, belief->pool_count);
        for (unsigned tries = 0; tries < 24 && !(kinds & pen_card_bit(belief->pool[place])); tries++)
            place = pen_chance_below(chance, belief->pool_count);
        item->card = belief->pool[place];
        belief->pool[place] = belief->pool[--belief->pool_count];
    }
}

/* How much more likely it makes what was seen that all others have one manner than that each has
 * its own: in total and by manner. */
static double alikeness(const struct belief *belief, double weight[][BOT_MANNER_COUNT], double *by_manner)
{
    double total = 0;
    for (unsigned manner = 0; manner < BOT_MANNER_COUNT; manner++) {
        double part = belief->scale[manner];
        for (unsigned seat = 0; seat < belief->seat_count; seat++)
            part *= weight[seat][manner];
        by_manner[manner] = part;
        total += part;
    }
    return total;
}

static void fill_decisions(struct belief *belief)
{
    for (unsigned i = 0; i < belief->decision_count; i++) {
        struct belief_decision *decision = &belief->decisions[i];
        for (unsigned j = belief->first_item[decision->container]; j < belief->end_item[decision->container];
             j++)
            if (is_in(&belief->items[j], decision))
                pen_hand_add(&decision->hand, belief->items[j].card);
        judge(belief, decision, decision->chance);
        double *weight = belief->weight[decision->seat], sum = 0;
        for (unsigned manner = 0; manner < BOT_MANNER_COUNT; manner++)
            sum += weight[manner] *= (double)decision->chance[manner];
        for (unsigned manner = 0; manner < BOT_MANNER_COUNT; manner++)
            weight[manner] /= sum;
    }
}

/* RULE M4: a hand that lies open leaves nothing to be found out. */
static void look_at_partners(struct reader *reader)
{
    const struct pen_view *view = reader->view;
    for (uint8_t seat = 0; seat < view->seat_count; seat++) {
        if (seat == view->viewer || !(view->team >> seat & 1))
            continue;
        reader->start[reader->belief->container_of[seat]] = BELIEF_NOW - 1;
        reader->belief->known[reader->belief->container_of[seat]] = view->known[seat];
    }
}

void bot_belief_init(struct belief *belief, const struct pen_rules *rules, const struct pen_view *view,
                     struct pen_chance *chance)
{
    struct reader reader;
    memset(&reader, 0, sizeof reader);
    memset(belief, 0, offsetof(struct belief, items));
    memset(belief->allowed, 0xff, sizeof belief->allowed);
    belief->rules = rules;
    belief->seat_count = view->seat_count;
    belief->viewer = view->viewer;
    bot_kinds_of(rules, view->seat_count, &belief->kinds);
    reader.belief = belief;
    reader.view = view;
    reader.turn = reader.drawer = PEN_SEAT_NONE;
    for (uint8_t seat = 0; seat < PEN_SEATS_MAX; seat++) {
        belief->container_of[seat] = seat;
        memcpy(belief->weight[seat], first_weight, sizeof first_weight);
    }
    /* The viewer has its first weights for ever, as if it were any other seat not yet seen. */
    for (unsigned manner = 0; manner < BOT_MANNER_COUNT; manner++) {
        belief->scale[manner] = first_weight[manner];
        for (uint8_t seat = 0; seat < view->seat_count; seat++)
            belief->scale[manner] /= first_weight[manner];
    }
    read_history(&reader);
    if (rules->partners_open)
        look_at_partners(&reader);
    for (uint8_t card = 0; card < rules->kind_count; card++) {
        unsigned left = rules->copies[card] - pen_hand_count_of(&view->hand, card) -
                        pen_hand_count_of(&view->discards, card);
        for (uint8_t seat = 0; seat < view->seat_count; seat++)
            if (seat != view->viewer)
                left -= pen_hand_count_of(&belief->known[belief->container_of[seat]], card);
        PEN_ASSERT(left <= rules->copies[card]);
        while (left-- > 0)
            belief->pool[belief->pool_count++] = card;
    }
    sort_decisions(&reader);
    for (uint8_t seat = 0; seat < view->seat_count; seat++)
        if (seat != view->viewer)
            lay_out_items(&reader, seat);
    fill_items(belief, chance);
    fill_decisions(belief);
    belief->alike = alikeness(belief, belief->weight, belief->by_manner);
}

/* ---- walking ---- */

/* A step that is being tried: the decisions whose hands it changes, and their new chances. */
struct step {
    unsigned count;
    uint16_t changed[BELIEF_DECISIONS_MAX];
    uint8_t before[BELIEF_DECISIONS_MAX], after[BELIEF_DECISIONS_MAX];
    float chance[BELIEF_DECISIONS_MAX][BOT_MANNER_COUNT];
};

/* In the decisions of a hand after 'from' up to 'to', one card becomes another. */
static void change_cards(struct belief *belief, struct step *step, uint8_t container, unsigned from,
                         unsigned to, uint8_t before, uint8_t after)
{
    for (unsigned i = belief->first_decision[container]; i < belief->end_decision[container]; i++) {
        struct belief_decision *decision = &belief->decisions[i];
        if (decision->time <= from || decision->time > to)
            continue;
        pen_hand_remove(&decision->hand, before);
        pen_hand_add(&decision->hand, after);
        judge(belief, decision, step->chance[step->count]);
        step->before[step->count] = before;
        step->after[step->count] = after;
        step->changed[step->count++] = (uint16_t)i;
    }
}

static void undo(struct belief *belief, const struct step *step)
{
    for (unsigned i = step->count; i-- > 0;) {
        struct belief_decision *decision = &belief->decisions[step->changed[i]];
        pen_hand_remove(&decision->hand, step->after[i]);
        pen_hand_add(&decision->hand, step->before[i]);
    }
}

/* Whether the step makes any decision more or less likely; most cards had nothing to do with it. */
static bool is_judged_otherwise(const struct belief *belief, const struct step *step)
{
    for (unsigned i = 0; i < step->count; i++)
        if (memcmp(step->chance[i], belief->decisions[step->changed[i]].chance, sizeof step->chance[i]) != 0)
            return true;
    return false;
}

/* Metropolis: whether the changed world takes the place of the old one; if not, all is undone. */
static bool accept(struct belief *belief, struct step *step, struct pen_chance *chance)
{
    double weight[PEN_SEATS_MAX][BOT_MANNER_COUNT], by_manner[BOT_MANNER_COUNT];
    uint16_t touched = 0;
    double total = 1;
    if (!is_judged_otherwise(belief, step))
        return true;
    memcpy(weight, belief->weight, belief->seat_count * sizeof weight[0]);
    for (unsigned i = 0; i < step->count; i++) {
        struct belief_decision *decision = &belief->decisions[step->changed[i]];
        touched |= (uint16_t)(1u << decision->seat);
        for (unsigned manner = 0; manner < BOT_MANNER_COUNT; manner++)
            weight[decision->seat][manner] *= (double)(step->chance[i][manner] / decision->chance[manner]);
    }
    for (uint16_t left = touched; left; left &= (uint16_t)(left - 1)) {
        double *of_seat = weight[pen_bits_lowest(left)];
        double sum = of_seat[0] + of_seat[1] + of_seat[2] + of_seat[3];
        for (unsigned manner = 0; manner < BOT_MANNER_COUNT; manner++)
            of_seat[manner] /= sum;
        total *= sum;
    }
    double alike = alikeness(belief, weight, by_manner);
    total *= (ALIKE * alike + 1 - ALIKE) / (ALIKE * belief->alike + 1 - ALIKE);
    if (total < 1 && (double)(uint32_t)(pen_chance_word(chance) >> 32) >= total * 4294967296.0) {
        undo(belief, step);
        return false;
    }
    for (unsigned i = 0; i < step->count; i++)
        memcpy(belief->decisions[step->changed[i]].chance, step->chance[i], sizeof step->chance[i]);
    memcpy(belief->weight, weight, belief->seat_count * sizeof weight[0]);
    memcpy(belief->by_manner, by_manner, sizeof by_manner);
    belief->alike = alike;
    return true;
}

/* A card in a hand for one in the draw pile or in another hand. */
static void try_other_card(struct belief *belief, struct pen_chance *chance)
{
    struct step step;
    unsigned at = pen_chance_below(chance, belief->alive_count);
    unsigned with = pen_chance_below(chance, belief->pool_count + belief->alive_count);
    struct belief_item *item = &belief->items[belief->alive[at]], *other = NULL;
    uint8_t *place;
    if (with < belief->pool_count) {
        place = &belief->pool[with];
    } else {
        other = &belief->items[belief->alive[with - belief->pool_count]];
        place = &other->card;
    }
    uint8_t card = item->card, new_card = *place;
    if (card == new_card || !(belief->allowed[item->birth] & pen_card_bit(new_card)) ||
        (other && (other->container == item->container || /* the other kind of step does that */
                   !(belief->allowed[other->birth] & pen_card_bit(card)))))
        return;
    step.count = 0;
    change_cards(belief, &step, item->container, item->birth, BELIEF_NOW, card, new_card);
    if (other)
        change_cards(belief, &step, other->container, other->birth, BELIEF_NOW, new_card, card);
    if (accept(belief, &step, chance)) {
        item->card = new_card;
        *place = card;
    }
}

/* Of two cards of a hand, the one came when the other was thought to have come. */
static void try_other_births(struct belief *belief, struct pen_chance *chance)
{
    struct step step;
    uint8_t container = belief->items[pen_chance_below(chance, belief->item_count)].container;
    unsigned first = belief->first_item[container], count = belief->end_item[container] - first;
    struct belief_item *a = &belief->items[first + pen_chance_below(chance, count)];
    struct belief_item *b = &belief->items[first + pen_chance_below(chance, count)];
    if (a->birth > b->birth) {
        struct belief_item *swap = a;
        a = b;
        b = swap;
    }
    if (a->birth == b->birth || a->death <= b->birth || a->card == b->card ||
        !(belief->allowed[a->birth] & pen_card_bit(b->card)) ||
        !(belief->allowed[b->birth] & pen_card_bit(a->card)))
        return;
    step.count = 0;
    change_cards(belief, &step, container, a->birth, b->birth, a->card, b->card);
    if (accept(belief, &step, chance)) {
        uint16_t birth = a->birth;
        a->birth = b->birth;
        b->birth = birth;
    }
}

void bot_belief_walk(struct belief *belief, unsigned steps, struct pen_chance *chance)
{
    if (belief->alive_count == 0 || belief->pool_count + belief->alive_count == 0)
        return;
    for (unsigned i = 0; i < steps; i++) {
        if (i % 3 == 2)
            try_other_births(belief, chance);
        else
            try_other_card(belief, chance);
    }
}

void bot_belief_hands(const struct belief *belief, struct pen_hand *hands)
{
    memset(hands, 0, PEN_SEATS_MAX * sizeof *hands);
    uint8_t seat_of[PEN_SEATS_MAX];
    for (uint8_t seat = 0; seat < belief->seat_count; seat++) {
        seat_of[belief->container_of[seat]] = seat;
        if (seat != belief->viewer)
            hands[seat] = belief->known[belief->container_of[seat]];
    }
    for (unsigned i = 0; i < belief->alive_count; i++) {
        const struct belief_item *item = &belief->items[belief->alive[i]];
        pen_hand_add(&hands[seat_of[item->container]], item->card);
    }
}

/* One of the manners, as likely as their weights say. */
static uint8_t pick_manner(const double *weight, double sum, struct pen_chance *chance)
{
    double at = sum * (double)(uint32_t)(pen_chance_word(chance) >> 32) / 4294967296.0;
    unsigned manner = 0;
    for (; manner + 1 < BOT_MANNER_COUNT && at >= weight[manner]; manner++)
        at -= weight[manner];
    return (uint8_t)manner;
}

void bot_belief_manners(const struct belief *belief, struct pen_chance *chance, uint8_t *manners)
{
    double shared = ALIKE * belief->alike / (ALIKE * belief->alike + 1 - ALIKE);
    bool is_shared = (double)(uint32_t)(pen_chance_word(chance) >> 32) < shared * 4294967296.0;
    uint8_t manner = pick_manner(belief->by_manner, belief->alike, chance);
    for (unsigned seat = 0; seat < belief->seat_count; seat++)
        manners[seat] = is_shared ? manner : pick_manner(belief->weight[seat], 1, chance);
}
