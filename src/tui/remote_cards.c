/* remote_cards.c - the cards of a table, out of a message, as the view that the screens draw.
 *
 * A message says what a view says, except for a few fields that follow from what has happened: who laid
 * the top card, who deals, who has lost a turn, the colour to follow. These are read off the events, as
 * the rules made them. */
#include <string.h>

#include "tui/remote_parts.h"

static const char *const event_names[PEN_EVENT_TYPE_COUNT] = {
#define X(name) [PEN_EVENT_##name] = #name,
    PEN_EVENT_LIST(X)
#undef X
};

/* ---- cards ----------------------------------------------------------------------------------- */

static bool read_card(const struct remote_state *state, const json_t *value, uint8_t *card)
{
    return json_is_string(value) && pen_card_read(&state->edition, &state->rules, json_string_value(value),
                                                  json_string_length(value), card);
}

static bool read_color(const struct remote_state *state, const json_t *value, uint8_t *color)
{
    return json_is_string(value) &&
           pen_color_read(&state->edition, json_string_value(value), json_string_length(value), color);
}

/* No more of a kind than the deck has. */
static bool read_hand(const struct remote_state *state, const json_t *list, struct pen_hand *hand)
{
    struct pen_hand read;
    memset(&read, 0, sizeof read);
    if (!json_is_array(list))
        return false;
    for (size_t i = 0; i < json_array_size(list); i++) {
        uint8_t card;
        if (!read_card(state, json_array_get(list, i), &card) ||
            pen_hand_count_of(&read, card) >= state->rules.copies[card])
            return false;
        pen_hand_add(&read, card);
    }
    *hand = read;
    return true;
}

static bool read_kinds(const struct remote_state *state, const json_t *list, uint64_t *kinds)
{
    *kinds = 0;
    if (!list)
        return true;
    for (size_t i = 0; i < json_array_size(list); i++) {
        uint8_t card;
        if (!read_card(state, json_array_get(list, i), &card))
            return false;
        *kinds |= pen_card_bit(card);
    }
    return json_is_array(list);
}

/* ---- events ---------------------------------------------------------------------------------- */

static bool read_event(const struct remote_state *state, const json_t *object, struct pen_event *event)
{
    const char *word = json_string_value(json_object_get(object, "e"));
    const json_t *seat = json_object_get(object, "seat"), *card = json_object_get(object, "card");
    const json_t *color = json_object_get(object, "color"), *target = json_object_get(object, "to");
    const json_t *count = json_object_get(object, "count"), *uno = json_object_get(object, "uno");
    unsigned type = 0;
    uint32_t number = 0, said = 0;
    memset(event, 0, sizeof *event);
    if (!word || !remote_name(word, event_names, PEN_EVENT_TYPE_COUNT, &type))
        return false;
    event->type = (uint8_t)type;
    event->seat = event->target = PEN_SEAT_NONE;
    event->card = PEN_CARD_NONE;
    event->color = PEN_COLOR_NONE;
    event->audience = PEN_AUDIENCE_ALL; /* whoever may not see the card was not sent it */
    if ((seat && !remote_seat_number(seat, state->seat_count, &event->seat)) ||
        (target && !remote_seat_number(target, state->seat_count, &event->target)) ||
        (card && !read_card(state, card, &event->card)) ||
        (color && !read_color(state, color, &event->color)) ||
        (count && !remote_number(count, UINT16_MAX, &number)) || (uno && !remote_number(uno, 1, &said)))
        return false;
    event->count = (uint16_t)number;
    event->uno = (uint8_t)said;
    return event->seat != PEN_SEAT_NONE || type == PEN_EVENT_ROUND_VOID || type == PEN_EVENT_TURNED ||
           type == PEN_EVENT_TURNED_BACK || type == PEN_EVENT_TURNED_IGNORED ||
           type == PEN_EVENT_RESHUFFLED || type == PEN_EVENT_RACE || type == PEN_EVENT_REVERSED ||
           type == PEN_EVENT_PASSED_HANDS || type == PEN_EVENT_CANCELLED;
}

static bool read_events(const struct remote_state *state, const json_t *list, struct pen_events *events)
{
    size_t count = json_array_size(list);
    if (!json_is_array(list) || count > PEN_EVENTS_MAX)
        return false;
    events->count = (unsigned)count;
    events->reshuffled_count = 0;
    for (size_t i = 0; i < count; i++)
        if (!read_event(state, json_array_get(list, i), &events->list[i]))
            return false;
    return true;
}

static void note_laid(struct remote_state *state, const struct pen_event *event)
{
    struct pen_view *view = &state->view;
    uint8_t own = event->card < PEN_KINDS_MAX ? state->rules.color[event->card] : PEN_COLOR_NONE;
    if (event->type == PEN_EVENT_STREAMED)
        view->follow_color = own == PEN_COLOR_NONE ? event->color : own;
    else
        view->thrower = event->seat;
}

/* What a view remembers of it, and what follows from it. */
static void note_event(struct remote_state *state, const struct pen_event *event)
{
    struct pen_view *view = &state->view;
    uint16_t bit = event->seat < PEN_SEATS_MAX ? (uint16_t)(1u << event->seat) : 0;
    view->events[view->event_total++ % PEN_VIEW_EVENTS_MAX] = *event;
    switch (event->type) {
    case PEN_EVENT_DEALT:
        if (event->target != PEN_SEAT_NONE)
            view->dealer = event->target;
        break;
    case PEN_EVENT_PLAYED:
    case PEN_EVENT_JUMPED:
    case PEN_EVENT_STREAMED:
        note_laid(state, event);
        break;
    case PEN_EVENT_SHOWN_TO:
        if (event->target == PEN_SEAT_NONE || event->target == view->viewer) {
            memset(&view->shown[event->seat], 0, sizeof view->shown[event->seat]);
            view->shown_at[event->seat] = view->event_total;
        }
        break;
    case PEN_EVENT_SHOWN:
        if (event->card != PEN_CARD_NONE &&
            pen_hand_count_of(&view->shown[event->seat], event->card) < state->rules.copies[event->card])
            pen_hand_add(&view->shown[event->seat], event->card);
        break;
    case PEN_EVENT_MISPLAYED: /* RULE O14: out of turn the turn is lost when it comes */
        if (event->target != PEN_SEAT_NONE)
            view->lost |= bit;
        break;
    case PEN_EVENT_TURN_LOST:
        view->lost &= (uint16_t)~bit;
        break;
    default:
        break;
    }
}

static void note_events(struct remote_state *state, const struct pen_events *events)
{
    for (unsigned i = 0; i < events->count; i++)
        note_event(state, &events->list[i]);
}

/* ---- the moment ------------------------------------------------------------------------------ */

static bool read_verbs(const json_t *list, uint16_t *verbs)
{
    static const char *const words[PEN_VERB_COUNT] = {
        [PEN_VERB_DRAW] = "draws",           [PEN_VERB_KEEP] = "keeps",       [PEN_VERB_TAKE] = "takes",
        [PEN_VERB_CHALLENGE] = "challenges", [PEN_VERB_SAY_UNO] = "says uno", [PEN_VERB_DROP] = "drops",
        [PEN_VERB_STREAM] = "streams none"};
    *verbs = 0;
    if (!list)
        return true;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *word = json_string_value(json_array_get(list, i));
        unsigned verb;
        if (!word || !remote_name(word, words, PEN_VERB_COUNT, &verb))
            return false;
        *verbs |= (uint16_t)(1u << verb);
    }
    return json_is_array(list);
}

static bool read_targets(const json_t *list, unsigned count, uint16_t *seats)
{
    *seats = 0;
    return !list || remote_seat_set(list, count, seats);
}

static bool read_legal(const struct remote_state *state, const json_t *object, struct pen_legal *legal)
{
    const json_t *names = json_object_get(object, "names");
    unsigned count = state->seat_count;
    bool is_naming = false;
    memset(legal, 0, sizeof *legal);
    legal->seat = state->view.viewer;
    if (!json_is_object(object) || (names && !remote_truth(names, &is_naming)) ||
        !read_kinds(state, json_object_get(object, "plays"), &legal->plays) ||
        !read_kinds(state, json_object_get(object, "jumps"), &legal->jumps) ||
        !read_kinds(state, json_object_get(object, "streams"), &legal->streams) ||
        !read_kinds(state, json_object_get(object, "follows"), &legal->follows) ||
        !read_targets(json_object_get(object, "catches"), count, &legal->catches) ||
        !read_targets(json_object_get(object, "swaps"), count, &legal->swaps) ||
        !read_targets(json_object_get(object, "swings"), count, &legal->swings) ||
        !read_targets(json_object_get(object, "accuses"), count, &legal->accuses) ||
        !read_verbs(json_object_get(object, "verbs"), &legal->verbs))
        return false;
    legal->names = is_naming ? state->edition.color_count : 0;
    /* Nothing can be laid that is not held, and only somebody can be challenged. */
    uint64_t held = pen_hand_kinds(&state->view.hand);
    bool has_thrower = state->view.thrower < count;
    return ((legal->plays | legal->jumps | legal->streams | legal->follows) & ~held) == 0 &&
           (has_thrower || !(legal->verbs >> PEN_VERB_CHALLENGE & 1));
}

static bool read_counts(const json_t *list, unsigned count, uint32_t most, uint8_t *bytes, uint16_t *words)
{
    if (!json_is_array(list) || json_array_size(list) != count)
        return false;
    for (unsigned i = 0; i < count; i++) {
        uint32_t number;
        if (!remote_number(json_array_get(list, i), most, &number))
            return false;
        if (bytes)
            bytes[i] = (uint8_t)number;
        else
            words[i] = (uint16_t)number;
    }
    return true;
}

static bool read_public(struct remote_state *state, const json_t *now)
{
    static const char *const phases[] = {
        [PEN_PHASE_TURN] = "turn",     [PEN_PHASE_DRAWN] = "drawn",   [PEN_PHASE_PENDING] = "pending",
        [PEN_PHASE_NAME] = "name",     [PEN_PHASE_SWAP] = "swap",     [PEN_PHASE_RACE] = "race",
        [PEN_PHASE_STREAM] = "stream", [PEN_PHASE_FOLLOW] = "follow", [PEN_PHASE_SWING] = "swing",
        [PEN_PHASE_OVER] = "over"};
    static const char *const directions[] = {[PEN_LEFT] = "left", [PEN_RIGHT] = "right"};
    struct pen_view *view = &state->view;
    const json_t *color = json_object_get(now, "color");
    unsigned count = state->seat_count;
    uint32_t round, pending, pile;
    if (!remote_number(json_object_get(now, "round"), UINT16_MAX, &round) ||
        !remote_choice(json_object_get(now, "phase"), phases, PEN_PHASE_OVER + 1, &view->phase) ||
        !remote_seat_number(json_object_get(now, "turn"), count, &view->turn) ||
        !remote_seat_set(json_object_get(now, "must"), count, &view->must) ||
        !remote_choice(json_object_get(now, "dir"), directions, 2, &view->direction) ||
        !read_card(state, json_object_get(now, "top"), &view->top) ||
        !remote_number(json_object_get(now, "pending"), UINT16_MAX, &pending) ||
        !read_counts(json_object_get(now, "counts"), count, PEN_DECK_MAX, view->hand_count, NULL) ||
        !remote_number(json_object_get(now, "pile"), PEN_DECK_MAX, &pile) ||
        !remote_seat_set(json_object_get(now, "owes"), count, &view->owes) ||
        !remote_seat_set(json_object_get(now, "dropped"), count, &view->dropped) ||
        !read_counts(json_object_get(now, "score"), count, UINT16_MAX, NULL, view->score))
        return false;
    view->color = PEN_COLOR_NONE;
    if (!json_is_null(color) && !read_color(state, color, &view->color))
        return false;
    view->round_number = (uint16_t)round;
    view->pending = (uint16_t)pending;
    view->draw_count = (uint8_t)pile;
    return true;
}

/* The end of a round: all hands are open. */
static bool read_over(struct remote_state *state, struct remote_message *message, const json_t *object)
{
    const json_t *round = json_object_get(object, "round"), *winner = json_object_get(round, "winner");
    const json_t *hands = json_object_get(round, "hands"), *winners = json_object_get(object, "game");
    struct pen_view *view = &state->view;
    if (!object || json_is_null(object))
        return view->phase != PEN_PHASE_OVER;
    view->winner = PEN_SEAT_NONE;
    view->winners = 0;
    if (view->phase != PEN_PHASE_OVER || json_array_size(hands) != state->seat_count ||
        (!json_is_null(winner) && !remote_seat_number(winner, state->seat_count, &view->winner)) ||
        (!json_is_null(winners) && !remote_seat_set(winners, state->seat_count, &view->winners)))
        return false;
    for (unsigned seat = 0; seat < state->seat_count; seat++)
        if (!read_hand(state, json_array_get(hands, seat), &message->hands[seat]))
            return false;
    message->has_over = true;
    return true;
}

/* A table that is sent whole brings its newest events only. Who laid a card that is being answered sits
 * before the one who answers. */
static void find_missing(struct remote_state *state)
{
    struct pen_view *view = &state->view;
    unsigned step = view->direction == PEN_LEFT ? state->seat_count - 1u : 1;
    if (view->phase == PEN_PHASE_PENDING && view->thrower == PEN_SEAT_NONE)
        view->thrower = (uint8_t)((view->turn + step) % state->seat_count);
}

/* All of it, after the events: a hand, where one is sent, comes before what can be done with it. */
static bool read_now(struct remote_state *state, const json_t *root)
{
    const json_t *now = json_object_get(root, "now"), *hand = json_object_get(root, "hand");
    const json_t *drawn = json_object_get(root, "drawn");
    struct pen_view *view = &state->view;
    bool is_seat = view->viewer < PEN_SEATS_MAX;
    if (!read_public(state, now) || (hand && !read_hand(state, hand, &view->hand)) ||
        (is_seat && pen_hand_count(&view->hand) != view->hand_count[view->viewer]))
        return false;
    view->drawn = PEN_CARD_NONE;
    if (drawn && !json_is_null(drawn) &&
        (!read_card(state, drawn, &view->drawn) || !pen_hand_has(&view->hand, view->drawn)))
        return false;
    find_missing(state);
    if (is_seat && !read_legal(state, json_object_get(now, "legal"), &view->legal))
        return false;
    /* RULE T4: a drawn card that cannot be kept. */
    view->drawn_forced = view->drawn != PEN_CARD_NONE && !(view->legal.verbs >> PEN_VERB_KEEP & 1);
    bool is_following = view->phase == PEN_PHASE_FOLLOW;
    view->follower = is_following && view->must ? (uint8_t)pen_bits_lowest(view->must) : PEN_SEAT_NONE;
    if (!is_following)
        view->follow_color = PEN_COLOR_NONE;
    else if (view->follow_color >= state->edition.color_count)
        return false;
    return view->phase == PEN_PHASE_OVER || view->must != 0;
}

static void begin_round(struct remote_state *state)
{
    pen_view_init(&state->view, state->you);
    state->view.seat_count = state->seat_count;
    state->view.thrower = state->view.winner = PEN_SEAT_NONE;
    state->view.follow_color = PEN_COLOR_NONE;
    state->has_cards = true;
}

static bool read_shown(struct remote_state *state, const json_t *object)
{
    struct pen_view *view = &state->view;
    const char *key;
    json_t *value;
    if (!json_is_object(object))
        return false;
    json_object_foreach((json_t *)object, key, value)
    {
        unsigned seat = (unsigned)(key[0] - '0');
        if (seat >= state->seat_count || key[1] != 0 || !read_hand(state, value, &view->shown[seat]))
            return false;
        if (view->shown_at[seat] == 0)
            view->shown_at[seat] = 1; /* longer ago than the events that were sent */
    }
    return true;
}

bool remote_read_table_cards(struct remote_state *state, struct remote_message *message, const json_t *root)
{
    uint8_t dealer = state->has_cards ? state->view.dealer : 0;
    begin_round(state);
    state->view.dealer = dealer; /* unless the deal is among the events */
    if (!read_events(state, json_object_get(root, "events"), &message->events))
        return false;
    note_events(state, &message->events);
    return read_shown(state, json_object_get(root, "shown")) && read_now(state, root) &&
           read_over(state, message, json_object_get(root, "final"));
}

bool remote_read_update_cards(struct remote_state *state, struct remote_message *message, const json_t *root)
{
    if (!state->has_rules || !read_events(state, json_object_get(root, "events"), &message->events))
        return false;
    for (unsigned i = 0; i < message->events.count; i++)
        message->is_deal |= message->events.list[i].type == PEN_EVENT_DEALT;
    if (message->is_deal)
        begin_round(state);
    if (!state->has_cards)
        return false;
    note_events(state, &message->events);
    return read_now(state, root) && read_over(state, message, json_object_get(root, "over"));
}
