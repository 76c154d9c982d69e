/* edition.h - an edition as data, and the rules of a table: edition, house rules and settings resolved.
 *
 * 'struct pen_edition' is what an edition file says, names included; the parser in text.h fills it.
 * 'struct pen_rules' is what the engine reads: masks and programs, no names. Nothing in the engine
 * asks which edition it is playing; whatever differs is a value here. Both are plain memory. */
#ifndef PENULTIMA_EDITION_H
#define PENULTIMA_EDITION_H

#include "penultima/card.h"
#include "penultima/phase.h"

#ifdef __cplusplus
extern "C" {
#endif
PEN_API_BEGIN

#define PEN_FACES_MAX 32
#define PEN_ID_BYTES 32     /* an identifier, its end included */
#define PEN_NAME_BYTES 64   /* a name that is shown to people, its end included */
#define PEN_ABOUT_BYTES 256 /* a sentence, its end included */
/* Both in several languages, as pen_said() in text.h reads them: as many as fit. */
#define PEN_NAMES_BYTES 224
#define PEN_ABOUTS_BYTES 896
#define PEN_TARGET_MAX 30000
#define PEN_TIMES_MAX 9   /* how often points can be taken */
#define PEN_TURNS_MAX 99  /* turns for each player that a round can be bounded by */
#define PEN_AMOUNT_MAX 20 /* cards in one step or penalty */

/* The primitive steps that card effects are made of, with their shape: X(name, words of the edition file,
 * has_amount, where it may stand, the phase in which play waits there until somebody has chosen or acted
 * (OVER: it does not), what it comes to in a sum of the whole effect). 'next' is the player after the one who
 * laid the card (after the dealer for an opening card). */
enum pen_step_place { PEN_IN_PLAY = 1, PEN_IN_OPEN = 2, PEN_IN_BOTH = 3 };

/* What asks nobody anything can be summed up (struct pen_quick_effect). */
enum pen_step_sum { PEN_SUM_NONE, PEN_SUM_NOTHING, PEN_SUM_DRAWS, PEN_SUM_SKIPS, PEN_SUM_REVERSES };

#define PEN_STEP_LIST(X)                                                                                    \
    X(NAME_COLOR, "name color", 0, PEN_IN_BOTH, OVER, NOTHING)      /* who lays a wild names it */          \
    X(DRAW_NEXT, "draw next", 1, PEN_IN_BOTH, PENDING, DRAWS)       /* the next player draws, or answers */ \
    X(SKIP_NEXT, "skip next", 0, PEN_IN_BOTH, OVER, SKIPS)          /* the next player loses the turn */    \
    X(REVERSE, "reverse", 0, PEN_IN_BOTH, OVER, REVERSES)           /* play runs the other way */           \
    X(PASS_HANDS, "pass hands", 0, PEN_IN_PLAY, OVER, NONE)         /* all hands move on */                 \
    X(SWAP_HANDS, "swap hands", 0, PEN_IN_PLAY, SWAP, NONE)         /* with a player of choice */           \
    X(RACE_DROP, "race drop", 1, PEN_IN_PLAY, RACE, NONE)           /* all drop; the last one draws */      \
    X(EVERYONE_DRAWS, "everyone draws", 1, PEN_IN_PLAY, OVER, NONE) /* the thrower first, then in order */  \
    X(LAY_ANY, "lay any", 0, PEN_IN_PLAY, STREAM, NONE)             /* the thrower may lay any one card */  \
    X(OTHERS_FOLLOW, "others follow or draw", 1, PEN_IN_PLAY, FOLLOW, NONE) /* that colour, one by one */   \
    X(REVEAL_OTHERS, "reveal others", 0, PEN_IN_PLAY, OVER, NONE) /* all others show their hands */         \
    X(SKIP_CHOSEN, "skip chosen", 0, PEN_IN_PLAY, SWING, NONE)    /* one who holds the colour */            \
    X(DEALER_STARTS, "dealer starts", 0, PEN_IN_OPEN, OVER, NONE) /* the dealer plays first */              \
    X(RETURN, "return", 0, PEN_IN_OPEN, OVER, NONE)               /* back into the pile, turn another */    \
    X(IGNORE, "ignore", 0, PEN_IN_OPEN, OVER, NONE)               /* stays, without effect; another */

enum pen_step_op {
    PEN_STEP_END,
#define X(name, words, has_amount, where, phase, sum) PEN_STEP_##name,
    PEN_STEP_LIST(X)
#undef X
        PEN_STEP_OP_COUNT
};

struct pen_step_shape {
    const char *words; /* of the edition file */
    uint8_t has_amount;
    uint8_t where; /* sum of enum pen_step_place */
    uint8_t phase; /* enum pen_phase; PEN_PHASE_OVER: it does not wait */
    uint8_t sum;   /* enum pen_step_sum */
};

/* Of a step, or of anything else: then it may stand nowhere. */
PEN_INLINE struct pen_step_shape pen_step_shape(unsigned op)
{
    static const struct pen_step_shape shapes[PEN_STEP_OP_COUNT] = {
        {"", 0, 0, PEN_PHASE_OVER, PEN_SUM_NONE}, /* PEN_STEP_END */
#define X(name, words, has_amount, where, phase, sum) \
    {words, has_amount, where, PEN_PHASE_##phase, PEN_SUM_##sum},
        PEN_STEP_LIST(X)
#undef X
    };
    return shapes[op < PEN_STEP_OP_COUNT ? op : 0];
}

struct pen_step {
    uint8_t op;     /* enum pen_step_op; a program ends with PEN_STEP_END or at its last place */
    uint8_t amount; /* cards, where the step has them */
};

/* How often the step occurs in the program, from 'place' on. */
PEN_INLINE unsigned pen_program_count(const struct pen_step *program, unsigned place, uint8_t op)
{
    unsigned count = 0;
    for (unsigned i = place; i < PEN_STEPS_MAX && program[i].op != PEN_STEP_END; i++)
        count += program[i].op == op;
    return count;
}

/* What can be wrong with a program. X(name, the words that say so: edition.NAME in lang/). */
#define PEN_PROGRAM_LIST(X)                                                           \
    X(ONLY_PLAY, STEP_ONLY_PLAY) /* a step that cannot stand in an opening program */ \
    X(ONLY_OPEN, STEP_ONLY_OPEN)                                                      \
    X(NEEDS_AMOUNT, STEP_NEEDS_AMOUNT)                                                \
    X(NO_AMOUNT, STEP_NO_AMOUNT)                                                      \
    X(ALONE, STEP_ALONE)                                                              \
    X(REPEATED, STEP_REPEATED)                                                        \
    X(COLOR_NOT, NAME_COLOR_NOT)     /* a coloured card names none */                 \
    X(COLOR_FIRST, NAME_COLOR_FIRST) /* a wild does so first */                       \
    X(DRAW_LATE, DRAW_LATE)          /* 'at' is the step that somebody chooses at */  \
    X(LAY_ANY_ALONE, LAY_ANY_ALONE)                                                   \
    X(FOLLOW_ALONE, FOLLOW_ALONE)                                                     \
    X(CHOSEN_ALONE, CHOSEN_ALONE)

enum pen_program_problem {
    PEN_PROGRAM_GOOD,
#define X(name, words) PEN_PROGRAM_##name,
    PEN_PROGRAM_LIST(X)
#undef X
};

enum pen_scoring { PEN_SCORING_POINTS, PEN_SCORING_LOWEST, PEN_SCORING_QUICK, PEN_SCORING_DEFAULT };

/* RULE S1: who deals the first round. */
enum pen_dealer_by { PEN_DEALER_HIGHEST_DEALS, PEN_DEALER_HIGHEST_STARTS, PEN_DEALER_NAMED };

/* RULE A6: what a hand may not hold besides the card, for the card to be laid honestly. */
enum pen_guard { PEN_GUARD_NONE = 0, PEN_GUARD_COLOR = 1, PEN_GUARD_WILD = 2 };

/* RULES A7, O26: who may challenge a card, besides the player who would draw. */
enum pen_challenge_by { PEN_CHALLENGE_BY_TARGET, PEN_CHALLENGE_BY_ANYBODY };

/* What holds for all cards or turns at once; the value that the sheets' editions have comes first. */
enum pen_drawn { PEN_DRAWN_MAY_BE_KEPT, PEN_DRAWN_FORCED_IF_STUCK, PEN_DRAWN_FORCED, PEN_DRAWN_IS_KEPT };
enum pen_answers { PEN_ANSWERS_AS_CARDS, PEN_ANSWERS_SAME, PEN_ANSWERS_ANY, PEN_ANSWERS_EQUAL_OR_MORE };
enum pen_challenges {
    PEN_CHALLENGES_AS_CARDS,
    PEN_CHALLENGES_NEVER,
    PEN_CHALLENGES_BY_ANYBODY,
    PEN_CHALLENGES_NO_BLUFFS
};
enum pen_finish { PEN_FINISH_ANY, PEN_FINISH_WITHOUT_WILD, PEN_FINISH_WITH_NUMBER, PEN_FINISH_WITHOUT_DRAW };
enum pen_saying { PEN_SAYING_WITH_CARD, PEN_SAYING_AFTER_CARD, PEN_SAYING_NEVER };
enum pen_jump { PEN_JUMP_NEVER, PEN_JUMP_ANY_TIME, PEN_JUMP_NOT_ON_DRAW };

struct pen_face {
    char code[8];                        /* as cards are written: "7", "s", "+2", "w+4" */
    char name[PEN_NAMES_BYTES];          /* as the sheet calls it, by language; empty for numbers */
    uint8_t is_wild;                     /* has no colour of its own */
    uint8_t number;                      /* 0 to 9, or PEN_NUMBER_NONE */
    uint8_t copies;                      /* in each colour; of a wild: in the deck */
    uint8_t points;                      /* RULE N1 */
    uint8_t guard;                       /* RULE A6: sum of enum pen_guard */
    uint8_t challenge_cards;             /* RULE A7: extra cards for a wrong challenge; 0: no challenge */
    uint8_t challenge_by;                /* enum pen_challenge_by */
    uint32_t answers;                    /* RULE K1: faces that answer its draw, by index */
    struct pen_step play[PEN_STEPS_MAX]; /* its effect */
    struct pen_step open[PEN_STEPS_MAX]; /* RULE S4: when it is turned over to start */
};

struct pen_color {
    char id[PEN_ID_BYTES];      /* as records name it: "red" */
    char letter;                /* as cards begin: 'r' */
    char shape[8];              /* the sign besides the colour, one UTF-8 character */
    uint8_t rgb[3], has_rgb;    /* as screens show it; without it they choose */
    char name[PEN_NAMES_BYTES]; /* "red", "rojo" */
};

/* What a table plays by, as an edition says it and the rules have it: the fields of rule_fields.def. */
struct pen_rule_fields {
#define CHOICE(member, KEY, key, how, where, rules, SAID, most, ...) uint8_t member;
#define NUMBER(member, type, KEY, key, how, where, rules, SAID, least, most, form) type member;
#define NUMBER_OR(member, type, KEY, key, how, where, rules, SAID, least, most, form, zero) type member;
#define AND_NUMBER(member, type, KEY, rules, SAID, least, most, form) type member;
#define AND_FLAG(member, KEY, rules, SAID, form) uint8_t member;
#include "penultima/rule_fields.def"
};

struct pen_edition {
    char id[PEN_ID_BYTES];
    char title[PEN_NAMES_BYTES];
    char about[PEN_ABOUTS_BYTES];
    uint8_t color_count;
    struct pen_color colors[PEN_COLORS_MAX];
    uint8_t face_count;
    struct pen_face faces[PEN_FACES_MAX];
    struct pen_rule_fields rule;
};

/* House rules of a table: a bit for each of the built-in ones (PEN_HOUSE_JUMP_IN and the others), more for
 * those with a number (PEN_HOUSE_UNO(3)), in the order in which text.h lists them. */
typedef uint64_t pen_house_set;

/* RULE O2. */
enum pen_reverse_with_two { PEN_REVERSE_SKIPS, PEN_REVERSE_TURNS };

/* RULE P3: a table can have wrong cards refused instead of punished. */
enum pen_misplays { PEN_MISPLAYS_AS_EDITION, PEN_MISPLAYS_REFUSED };

/* RULE M1: the seats of a table may play as teams. Two teams of two at four seats: 0 and 2 against 1 and 3.
 */
#define PEN_TEAMS_MAX (PEN_SEATS_MAX / 2)

/* RULE M4: whether partners see each other's hands. */
enum pen_partners { PEN_PARTNERS_HIDDEN, PEN_PARTNERS_OPEN };

/* What a table chooses on top of its edition. All zero but 'scoring' are the edition's own rules: start from
 * pen_options_default(). Where options are asked for, null stands for these. */
struct pen_options {
    pen_house_set house;      /* laid over the edition by pen_table_make() */
    uint8_t scoring;          /* PEN_SCORING_DEFAULT: the edition's */
    uint16_t target;          /* 0: the edition's */
    uint8_t reverse_with_two; /* enum pen_reverse_with_two */
    uint8_t misplays;         /* enum pen_misplays; not in a record, where nothing refused stands */
    uint8_t teams;            /* how many; 0: everybody plays alone */
    uint8_t partners;         /* enum pen_partners */
};
PEN_INLINE struct pen_options pen_options_default(void)
{
    struct pen_options options = {0, PEN_SCORING_DEFAULT, 0, 0, 0, 0, 0};
    return options;
}

#ifdef __cplusplus
#define PEN_OPTIONS_DEFAULT pen_options_default()
#else /* also where only a constant may stand */
#define PEN_OPTIONS_DEFAULT ((struct pen_options){.scoring = PEN_SCORING_DEFAULT})
#endif

/* The effect of a card that asks nobody anything, put together from its program. */
struct pen_quick_effect {
    uint8_t draws;    /* cards for the next player, at once */
    uint8_t skips;    /* players left out */
    uint8_t reverses; /* 1: play runs the other way */
    uint8_t is_long;  /* 1: it draws, or leaves out more than one: pen__quick_effect() */
};

struct pen_rules {
    uint64_t wilds;                    /* kinds without a colour */
    uint64_t guarded;                  /* kinds with a RULE A6 condition */
    uint64_t challengeable;            /* kinds that can be challenged, RULE A7 */
    uint64_t open_challenge;           /* those of them that anybody may challenge, RULE O26 */
    uint64_t skip_on;                  /* kinds that hand a pending draw on, RULE H10 */
    uint64_t send_back;                /* kinds that send it back, RULE H11 */
    uint64_t not_last;                 /* kinds that may not be the last card, RULE H14 */
    uint64_t no_bluffs;                /* kinds that cannot be laid against their condition, RULE H13 */
    uint64_t several;                  /* kinds after which others of the number may be laid, RULE H23 */
    uint64_t waits;                    /* draw cards that wait for their target's answer */
    uint64_t quick;                    /* kinds whose complete effect is in 'effect' */
    uint64_t quick_colored;            /* those of them that have a colour */
    uint64_t quick_long;               /* those of them that draw, or leave out more than one */
    uint64_t quick_skips;              /* those that leave one out and do nothing else */
    uint64_t quick_reverses;           /* those that turn and do nothing else */
    uint64_t quick_waits;              /* kinds whose draw waits and which then do nothing but skip */
    struct pen_hand all;               /* the whole deck */
    uint64_t of_color[PEN_COLORS_MAX]; /* kinds of each colour */
    uint64_t of_face[PEN_KINDS_MAX];   /* coloured kinds with the same face; 0 for a wild */
    uint64_t fits[PEN_KINDS_MAX];      /* what can be laid on it; on a wild other wilds */
    uint64_t answers[PEN_KINDS_MAX];   /* kinds that answer a pending draw of this kind */
    uint64_t guard[PEN_KINDS_MAX];     /* other kinds that make it a bluff, colour aside */
    uint64_t habits[PEN_KINDS_MAX];    /* what laying it adds to a player's, memory.h: at the most */
    struct pen_step play[PEN_KINDS_MAX][PEN_STEPS_MAX];
    struct pen_step open[PEN_KINDS_MAX][PEN_STEPS_MAX];
    struct pen_quick_effect effect[PEN_KINDS_MAX]; /* of the kinds in 'quick' and 'quick_waits' */
    uint8_t step_after[PEN_KINDS_MAX];             /* of those in 'quick_waits': the step behind the draw */
    uint8_t color[PEN_KINDS_MAX];                  /* or PEN_COLOR_NONE */
    uint8_t face[PEN_KINDS_MAX];                   /* index into the edition's faces */
    uint8_t number[PEN_KINDS_MAX];                 /* or PEN_NUMBER_NONE */
    uint8_t points[PEN_KINDS_MAX];
    uint8_t copies[PEN_KINDS_MAX];
    uint8_t draw_cards[PEN_KINDS_MAX]; /* what the next player draws for it; 0: no draw card */
    uint8_t challenge_cards[PEN_KINDS_MAX];
    uint8_t deck[PEN_DECK_MAX]; /* every card, by kind */
    uint8_t deck_count, kind_count, color_count;
    uint32_t color_inverse; /* x * color_inverse >> 16 is x / color_count, for small x */
    struct pen_rule_fields rule;
    uint8_t reverse_skips_with_two;
    /* For the quick way: how a draw goes (0 plainly, 1 by PEN_DRAWN_FORCED_IF_STUCK, 2 not quickly), and
     * whether what is open in an ordinary turn takes a closer look. */
    uint8_t draw_way, legal_is_special;
    uint8_t teams, partners_open; /* RULES M1, M4 */
};

/* RULE M1: whether so many seats make equal teams of more than one; always without teams. */
PEN_INLINE bool pen_teams_fit(unsigned teams, unsigned seat_count)
{
    return teams == 0 || (seat_count > teams && seat_count % teams == 0);
}

/* RULES O1, M1: whether so many can play. */
PEN_INLINE bool pen_seats_fit(const struct pen_rules *rules, unsigned seat_count)
{
    return seat_count >= rules->rule.seats_min && seat_count <= rules->rule.seats_max &&
           pen_teams_fit(rules->teams, seat_count);
}

/* The seats that win together with this one, itself among them, as 1 << seat. Teams sit in turn, so partners
 * sit opposite each other. */
PEN_INLINE uint16_t pen_team_of(const struct pen_rules *rules, unsigned seat_count, unsigned seat)
{
    unsigned seats = 1u << seat;
    if (rules->teams > 0)
        for (unsigned at = seat % rules->teams; at < seat_count; at += rules->teams)
            seats |= 1u << at;
    return (uint16_t)seats;
}

/* RULES U1, H15: whether UNO can be said together with a card from a hand of this size. */
PEN_INLINE bool pen_uno_goes_with(const struct pen_rules *rules, unsigned hand_count)
{
    return hand_count == 2 && rules->rule.saying == PEN_SAYING_WITH_CARD;
}

/* Why an edition cannot be played. */
enum pen_rules_problem {
    PEN_RULES_GOOD,
    PEN_RULES_NO_COLOR,
    PEN_RULES_TOO_MANY_KINDS,
    PEN_RULES_DECK_TOO_LARGE,
    PEN_RULES_DECK_TOO_SMALL, /* for the hands of the most seats and an opening card */
    PEN_RULES_BAD_COPIES,
    PEN_RULES_BAD_PROGRAM, /* a step where it cannot stand; see docs/EDITIONS.md */
    PEN_RULES_NO_OPENING,  /* no card that could start a discard pile */
    PEN_RULES_BAD_LIMITS,  /* seats, hand or target out of range */
    PEN_RULES_BAD_OPTIONS
};

/* Whether the steps fit together as what a card does in this place. 'at' receives the step at fault, and
 * 'because' the one for which it is (most often the same). */
PEN_MUST_USE enum pen_program_problem pen_program_check(const struct pen_step *program,
                                                        enum pen_step_place place, bool is_wild, unsigned *at,
                                                        unsigned *because);

/* Resolves edition and options into rules. 'face_index' (may be null) receives the face at fault
 * where there is one, otherwise face_count. House rules are texts, which are laid over the edition first:
 * pen_table_make() in text.h does both, and options->house is none here. */
PEN_MUST_USE enum pen_rules_problem pen_rules_make(struct pen_rules *rules, const struct pen_edition *edition,
                                                   const struct pen_options *options, unsigned *face_index);

/* RULE S4: whether a card is left that can start, however the cards fall. Where it is not, dealing may take
 * some attempts. */
bool pen_rules_surely_open(const struct pen_rules *rules);

PEN_API_END
#ifdef __cplusplus
}
#endif

#endif
