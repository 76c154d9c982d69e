/* rules.c - an edition and a table's options become masks and programs. House rules have been laid over the
 * edition before (text.h): nothing here or in the engine knows one of them by name. */
#include <string.h>

#include "penultima/memory.h"

static bool programs_are_good(const struct pen_face *face)
{
    unsigned at, because;
    return pen_program_check(face->play, PEN_IN_PLAY, face->is_wild, &at, &because) == PEN_PROGRAM_GOOD &&
           pen_program_check(face->open, PEN_IN_OPEN, face->is_wild, &at, &because) == PEN_PROGRAM_GOOD;
}

static bool opens(const struct pen_face *face)
{
    return face->open[0].op != PEN_STEP_RETURN && face->open[0].op != PEN_STEP_IGNORE;
}

/* Whether 0 is good as well: what need not be said, and what has a word for it. */
#define ZERO_NEEDED false
#define ZERO_OPTIONAL true

static bool is_within(unsigned value, unsigned least, unsigned most, bool or_zero)
{
    return value == 0 ? or_zero : value >= least && value <= most;
}

static bool fields_are_good(const struct pen_rule_fields *rule)
{
    return true
#define CHOICE(member, KEY, key, how, where, rules, SAID, most, ...) &&rule->member <= (most)
#define NUMBER(member, type, KEY, key, how, where, rules, SAID, least, most, form) \
    &&is_within(rule->member, least, most, ZERO_##how)
#define NUMBER_OR(member, type, KEY, key, how, where, rules, SAID, least, most, form, zero) \
    &&is_within(rule->member, least, most, true)
#define AND_NUMBER(member, type, KEY, rules, SAID, least, most, form) \
    &&is_within(rule->member, least, most, false)
#define AND_FLAG(member, KEY, rules, SAID, form) &&rule->member <= 1
#include "penultima/rule_fields.def"
        ;
}

static enum pen_rules_problem limits_are_good(const struct pen_edition *edition)
{
    const struct pen_rule_fields *rule = &edition->rule;
    if (!fields_are_good(rule) || rule->seats_min > rule->seats_max ||
        (rule->hand_limit != 0 && rule->hand_limit < rule->hand_cards) || edition->face_count > PEN_FACES_MAX)
        return PEN_RULES_BAD_LIMITS;
    if (edition->color_count < 1 || edition->color_count > PEN_COLORS_MAX)
        return PEN_RULES_NO_COLOR;
    return PEN_RULES_GOOD;
}

/* RULE K1: only draw cards answer a draw. */
static bool answers_are_good(const struct pen_edition *edition, const struct pen_face *face)
{
    for (unsigned f = 0; f < PEN_FACES_MAX; f++) {
        if (!(face->answers >> f & 1))
            continue;
        if (f >= edition->face_count || pen_program_count(edition->faces[f].play, 0, PEN_STEP_DRAW_NEXT) == 0)
            return false;
    }
    return true;
}

static enum pen_rules_problem face_is_good(const struct pen_edition *edition, const struct pen_face *face)
{
    if (face->copies < 1 || face->copies > PEN_COPIES_MAX)
        return PEN_RULES_BAD_COPIES;
    if (!programs_are_good(face))
        return PEN_RULES_BAD_PROGRAM;
    bool draws = pen_program_count(face->play, 0, PEN_STEP_DRAW_NEXT) > 0;
    if ((face->answers != 0 || face->challenge_cards > 0 || face->guard != 0) && !draws)
        return PEN_RULES_BAD_PROGRAM;
    /* A challenge asks whether the card was laid honestly. */
    if ((face->challenge_cards > 0) != (face->guard != 0) ||
        face->guard > (PEN_GUARD_COLOR | PEN_GUARD_WILD) || face->guard == PEN_GUARD_WILD)
        return PEN_RULES_BAD_PROGRAM;
    if (face->challenge_by > (face->challenge_cards > 0 ? PEN_CHALLENGE_BY_ANYBODY : PEN_CHALLENGE_BY_TARGET))
        return PEN_RULES_BAD_PROGRAM;
    if (!answers_are_good(edition, face))
        return PEN_RULES_BAD_PROGRAM;
    return PEN_RULES_GOOD;
}

/* What laying it adds to the habits of whoever does; that it is of another colour is seen only then. */
static uint64_t habits_of(const struct pen_face *face)
{
    uint64_t habits = PEN_HABIT_ONCE(PEN_HABIT_LAYS);
    if (face->is_wild) {
        bool draws = false;
        for (unsigned i = 0; i < PEN_STEPS_MAX && face->play[i].op != PEN_STEP_END;
             i++) /* an amount is one of cards to draw */
            draws |= pen_step_shape(face->play[i].op).has_amount != 0;
        return habits | (draws ? PEN_HABIT_ONCE(PEN_HABIT_DRAW_WILDS) : PEN_HABIT_ONCE(PEN_HABIT_WILDS));
    }
    habits |= PEN_HABIT_ONCE(PEN_HABIT_OTHER_COLORS);
    if (face->number == PEN_NUMBER_NONE)
        habits |= PEN_HABIT_ONCE(PEN_HABIT_ACTIONS);
    else if (face->number <= PEN_HABIT_LOW)
        habits |= PEN_HABIT_ONCE(PEN_HABIT_LOW_NUMBERS);
    return habits;
}

static void add_kind(struct pen_rules *rules, const struct pen_edition *edition, unsigned face_index,
                     uint8_t color)
{
    const struct pen_face *face = &edition->faces[face_index];
    unsigned kind = rules->kind_count++;
    uint64_t bit = pen_card_bit(kind);
    rules->color[kind] = color;
    rules->face[kind] = (uint8_t)face_index;
    rules->number[kind] = face->number;
    rules->points[kind] = face->points;
    rules->copies[kind] = face->copies;
    rules->habits[kind] = habits_of(face);
    for (unsigned copy = 0; copy < face->copies; copy++)
        pen_hand_add(&rules->all, kind);
    memcpy(rules->play[kind], face->play, sizeof face->play);
    memcpy(rules->open[kind], face->open, sizeof face->open);
    if (color == PEN_COLOR_NONE)
        rules->wilds |= bit;
    else
        rules->of_color[color] |= bit;
    if (face->guard != 0 && edition->rule.challenges != PEN_CHALLENGES_NEVER) { /* RULES A6, H13 */
        rules->guarded |= bit;
        bool is_bluff_refused = edition->rule.challenges == PEN_CHALLENGES_NO_BLUFFS;
        *(is_bluff_refused ? &rules->no_bluffs : &rules->challengeable) |= bit;
        rules->challenge_cards[kind] = face->challenge_cards;
        if (!is_bluff_refused && (face->challenge_by == PEN_CHALLENGE_BY_ANYBODY ||
                                  edition->rule.challenges == PEN_CHALLENGES_BY_ANYBODY))
            rules->open_challenge |= bit;
    }
    bool is_number = face->number != PEN_NUMBER_NONE;
    if ((edition->rule.finish == PEN_FINISH_WITHOUT_WILD && face->is_wild) ||
        (edition->rule.finish == PEN_FINISH_WITH_NUMBER && !is_number) ||
        (edition->rule.finish == PEN_FINISH_WITHOUT_DRAW &&
         pen_program_count(face->play, 0, PEN_STEP_DRAW_NEXT) > 0))
        rules->not_last |= bit;
    if (edition->rule.several && is_number)
        rules->several |= bit;
    bool is_alone = color != PEN_COLOR_NONE && !is_number && face->play[1].op == PEN_STEP_END;
    if (edition->rule.skip_hands_on && is_alone && face->play[0].op == PEN_STEP_SKIP_NEXT)
        rules->skip_on |= bit;
    if (edition->rule.reverse_sends_back && is_alone && face->play[0].op == PEN_STEP_REVERSE)
        rules->send_back |= bit;
    for (unsigned i = 0; i < PEN_STEPS_MAX; i++)
        if (face->play[i].op == PEN_STEP_DRAW_NEXT)
            rules->draw_cards[kind] = face->play[i].amount;
    for (unsigned i = 0; i < face->copies; i++)
        rules->deck[rules->deck_count++] = (uint8_t)kind;
}

/* The kinds with a face that is in the set of faces. */
static uint64_t kinds_of_faces(const struct pen_rules *rules, uint32_t faces)
{
    uint64_t kinds = 0;
    for (unsigned kind = 0; kind < rules->kind_count; kind++)
        if (faces >> rules->face[kind] & 1)
            kinds |= pen_card_bit(kind);
    return kinds;
}

/* RULES K1, K2, H9, O21: the kinds that answer a draw of this one. */
static uint64_t answers_to(const struct pen_rules *rules, const struct pen_face *face, unsigned kind)
{
    uint64_t kinds = 0;
    switch (rules->rule.answers_by) {
    case PEN_ANSWERS_AS_CARDS:
        return kinds_of_faces(rules, face->answers);
    case PEN_ANSWERS_SAME:
        return kinds_of_faces(rules, UINT32_C(1) << rules->face[kind]);
    default:
        break;
    }
    unsigned least = rules->rule.answers_by == PEN_ANSWERS_ANY ? 1u : rules->draw_cards[kind];
    for (unsigned other = 0; other < rules->kind_count; other++)
        if (rules->draw_cards[other] >= least)
            kinds |= pen_card_bit(other);
    return kinds;
}

static void relate_kinds(struct pen_rules *rules, const struct pen_edition *edition)
{
    for (unsigned kind = 0; kind < rules->kind_count; kind++) {
        const struct pen_face *face = &edition->faces[rules->face[kind]];
        uint64_t same = kinds_of_faces(rules, UINT32_C(1) << rules->face[kind]);
        if (!face->is_wild)
            rules->of_face[kind] = same;
        if (face->guard & PEN_GUARD_WILD)
            rules->guard[kind] = rules->wilds;
        if (rules->draw_cards[kind] > 0)
            rules->answers[kind] = answers_to(rules, face, kind);
    }
}

/* Puts the program of a card together as one effect. False: it asks somebody something or
 * moves hands, so that it has to be walked step by step. */
static bool sum_up(struct pen_rules *rules, unsigned kind)
{
    const struct pen_step *program = rules->play[kind];
    struct pen_quick_effect effect = {0, 0, 0, 0};
    bool waits = rules->waits & pen_card_bit(kind);
    for (unsigned i = 0; i < PEN_STEPS_MAX && program[i].op != PEN_STEP_END; i++) {
        switch ((enum pen_step_sum)pen_step_shape(program[i].op).sum) {
        case PEN_SUM_NONE:
            return false;
        case PEN_SUM_NOTHING:
            break;
        case PEN_SUM_SKIPS:
            effect.skips++;
            break;
        case PEN_SUM_REVERSES:
            if (effect.draws > 0)
                return false; /* a draw before a turn: they would change places */
            effect.reverses = 1;
            break;
        case PEN_SUM_DRAWS:
            if (waits && effect.skips + effect.reverses > 0)
                return false; /* not all of the rest comes after it */
            effect.draws = program[i].amount;
            rules->step_after[kind] = (uint8_t)(i + 1);
            break;
        }
    }
    effect.is_long = effect.draws > 0 || effect.skips + effect.reverses > 1;
    rules->effect[kind] = effect;
    return true;
}

/* What the table chose instead of the edition's. */
static void apply_options(struct pen_rules *rules, const struct pen_options *options)
{
    if (options->misplays == PEN_MISPLAYS_REFUSED)
        rules->rule.misplay_cards = 0;
    if (options->scoring != PEN_SCORING_DEFAULT)
        rules->rule.scoring = options->scoring;
    if (options->target != 0)
        rules->rule.target = options->target;
    rules->reverse_skips_with_two = options->reverse_with_two == PEN_REVERSE_SKIPS;
    rules->teams = options->teams;
    rules->partners_open = options->teams > 0 && options->partners == PEN_PARTNERS_OPEN;
}

static void note_ways(struct pen_rules *rules)
{
    bool is_special = rules->rule.turns_each > 0 || rules->rule.draw_until_fits ||
                      rules->rule.draw_only_if_stuck || rules->rule.hand_limit > 0 || rules->no_bluffs != 0 ||
                      rules->rule.drawn_must_be_played > PEN_DRAWN_FORCED_IF_STUCK ||
                      /* RULES T4, H14: a last card that may not be laid is no card that could be. */
                      (rules->rule.drawn_must_be_played == PEN_DRAWN_FORCED_IF_STUCK && rules->not_last != 0);
    rules->draw_way = is_special ? 2 : rules->rule.drawn_must_be_played;
    rules->legal_is_special = rules->rule.advice_cards > 0 || rules->rule.draw_only_if_stuck ||
                              (rules->not_last | rules->no_bluffs) != 0;
}

/* What the quick way asks of the card laid, as sets: a bit is there sooner than a table. */
static void note_quick_kinds(struct pen_rules *rules)
{
    rules->quick_colored = rules->quick & ~rules->wilds;
    for (unsigned kind = 0; kind < rules->kind_count; kind++) {
        struct pen_quick_effect effect = rules->effect[kind];
        uint64_t bit = rules->quick & pen_card_bit(kind);
        rules->quick_long |= effect.is_long ? bit : 0;
        rules->quick_skips |= !effect.is_long && effect.skips > 0 ? bit : 0;
        rules->quick_reverses |= !effect.is_long && effect.reverses > 0 ? bit : 0;
        rules->fits[kind] = rules->of_face[kind] | rules->wilds;
        if (rules->color[kind] != PEN_COLOR_NONE)
            rules->fits[kind] |= rules->of_color[rules->color[kind]];
    }
}

static enum pen_rules_problem resolve(struct pen_rules *rules, const struct pen_edition *edition,
                                      const struct pen_options *options, unsigned *face_index)
{
    enum pen_rules_problem problem = limits_are_good(edition);
    if (problem != PEN_RULES_GOOD)
        return problem;
    if (options->house != 0 || options->scoring > PEN_SCORING_DEFAULT || options->target > PEN_TARGET_MAX ||
        options->reverse_with_two > PEN_REVERSE_TURNS || options->misplays > PEN_MISPLAYS_REFUSED ||
        options->teams == 1 || options->teams > PEN_TEAMS_MAX || options->partners > PEN_PARTNERS_OPEN)
        return PEN_RULES_BAD_OPTIONS;

    unsigned kinds = 0, cards = 0;
    bool has_opening = false;
    for (unsigned f = 0; f < edition->face_count; f++) {
        const struct pen_face *face = &edition->faces[f];
        *face_index = f;
        problem = face_is_good(edition, face);
        if (problem != PEN_RULES_GOOD)
            return problem;
        unsigned colors = face->is_wild ? 1u : edition->color_count;
        kinds += colors;
        cards += colors * face->copies;
        if (kinds > PEN_KINDS_MAX)
            return PEN_RULES_TOO_MANY_KINDS;
        if (cards > PEN_DECK_MAX)
            return PEN_RULES_DECK_TOO_LARGE;
        has_opening = has_opening || opens(face);
    }
    *face_index = edition->face_count;
    if (!has_opening)
        return PEN_RULES_NO_OPENING;
    if ((unsigned)edition->rule.seats_max * edition->rule.hand_cards + 1 > cards)
        return PEN_RULES_DECK_TOO_SMALL;

    for (unsigned color = 0; color < edition->color_count; color++)
        for (unsigned f = 0; f < edition->face_count; f++)
            if (!edition->faces[f].is_wild)
                add_kind(rules, edition, f, (uint8_t)color);
    for (unsigned f = 0; f < edition->face_count; f++)
        if (edition->faces[f].is_wild)
            add_kind(rules, edition, f, PEN_COLOR_NONE);

    rules->color_count = edition->color_count;
    rules->color_inverse = 65535u / edition->color_count + 1;
    rules->rule = edition->rule;
    if (rules->rule.points_times == 0) /* said nowhere: once */
        rules->rule.points_times = 1;
    apply_options(rules, options);
    note_ways(rules);
    relate_kinds(rules, edition);
    uint64_t is_answer = 0;
    for (unsigned kind = 0; kind < rules->kind_count; kind++)
        is_answer |= rules->answers[kind];
    for (unsigned kind = 0; kind < rules->kind_count; kind++) {
        uint64_t bit = pen_card_bit(kind);
        /* A draw waits as long as anybody has a say in it, or if it may have a sum to carry on;
         * otherwise it is drawn at once. */
        if (rules->draw_cards[kind] > 0 &&
            (rules->rule.jump_in == PEN_JUMP_ANY_TIME || rules->skip_on != 0 || rules->send_back != 0 ||
             rules->answers[kind] != 0 || ((rules->challengeable | is_answer) & bit)))
            rules->waits |= bit;
        /* RULES H13, H24: the quick way asks for no honesty and counts no turns. */
        if (sum_up(rules, kind) && rules->rule.turns_each == 0 && !(rules->no_bluffs & bit)) {
            rules->quick |= bit & ~rules->several & ~rules->waits;
            rules->quick_waits |= bit & ~rules->several & rules->waits;
        }
    }
    note_quick_kinds(rules);
    return PEN_RULES_GOOD;
}

enum pen_rules_problem pen_rules_make(struct pen_rules *rules, const struct pen_edition *edition,
                                      const struct pen_options *options, unsigned *face_index)
{
    const struct pen_options usual = PEN_OPTIONS_DEFAULT;
    unsigned face = edition->face_count;
    memset(rules, 0, sizeof *rules);
    enum pen_rules_problem problem = resolve(rules, edition, options ? options : &usual, &face);
    if (face_index)
        *face_index = face;
    return problem;
}

bool pen_rules_surely_open(const struct pen_rules *rules)
{
    unsigned turned_again = 0;
    for (unsigned i = 0; i < rules->deck_count; i++) {
        const uint8_t op = rules->open[rules->deck[i]][0].op;
        turned_again += op == PEN_STEP_RETURN || op == PEN_STEP_IGNORE;
    }
    return rules->deck_count > (unsigned)rules->rule.seats_max * rules->rule.hand_cards + turned_again;
}
