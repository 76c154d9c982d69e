/* pace.h - when each bot acts. After every change each bot that must act gets a moment for it, and each
 * that could say UNO, catch or jump in decides whether it notices and when. Whose moment comes first acts;
 * people act whenever they press a key. So races are real.
 *
 * Without time (percent 0) all moments are now, in the order in which they would have come; in a race the
 * bots then wait for the people, who are given the reactions of a regular player. */
#ifndef TUI_PACE_H
#define TUI_PACE_H

#include "bots/bot.h"

/* What one seat could do out of turn. It is asked again only when this changes. */
struct tui_chances {
    uint64_t jumps;
    uint16_t catches;
    uint8_t can_say_uno, must_drop;
    uint8_t hand_count, turn;
};

struct tui_plan {
    bool is_any;
    uint32_t delay_ms; /* as if time were not scaled */
    uint64_t due_ms;
    struct pen_action action; /* of a reaction; a turn is decided when it comes */
};

/* What makes a turn another one. */
struct tui_moment {
    uint8_t phase, turn, follower, discard_count, hand_count;
    uint16_t pending;
};

struct tui_pace {
    uint16_t people;
    unsigned percent;
    uint8_t seat_count;
    struct bot bots[PEN_SEATS_MAX]; /* a person's is only asked how quick it is */
    struct tui_plan turns[PEN_SEATS_MAX], reactions[PEN_SEATS_MAX];
    struct tui_moment moments[PEN_SEATS_MAX];
    struct tui_chances chances[PEN_SEATS_MAX];
};

void tui_pace_init(struct tui_pace *pace, uint8_t seat_count, uint16_t people, unsigned percent,
                   const struct bot_spec *specs, uint64_t seed, const struct bot_clock *clock);

struct tui_chances tui_chances_of(const struct pen_view *view);
bool tui_chances_is_any(const struct tui_chances *chances);
bool tui_chances_are_same(const struct tui_chances *a, const struct tui_chances *b);

/* After a deal: nothing is planned yet. */
void tui_pace_forget(struct tui_pace *pace);

/* After every change, with the updated views of all seats. */
void tui_pace_plan(struct tui_pace *pace, const struct pen_rules *rules, const struct pen_view *views,
                   uint64_t now_ms);

/* A person drops in a race without time: when, compared with the others, is left to chance. */
void tui_pace_drop(struct tui_pace *pace, const struct pen_rules *rules, const struct pen_view *view,
                   uint64_t now_ms);

/* Whether the bots hold their cards in a race until the people have dropped theirs. */
bool tui_pace_holds(const struct tui_pace *pace, const struct pen_view *view);

/* When the next one acts; false: nobody will. */
bool tui_pace_due(const struct tui_pace *pace, uint64_t *due_ms);

/* The next action that is due; false: none is yet. */
bool tui_pace_next(struct tui_pace *pace, const struct pen_rules *rules, const struct pen_view *views,
                   uint64_t now_ms, struct pen_action *action);

#endif
