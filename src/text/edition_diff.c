/* edition_diff.c - what is other in one edition than in another, in sentences made from the data.
 *
 * Every field of an edition that a player could notice has its sentences here; what says the same says
 * nothing. Cards are told apart by their codes, as records write them. */
#include <stddef.h>
#include <string.h>

#include "edition_text.h"
#include "penultima/words.h"

enum { SENTENCE_BYTES = 768 };

struct diff {
    const struct pen_edition *from, *to;
    enum pen_lang lang;
    void *context;
    void (*tell)(void *context, const char *sentence);
    unsigned count;
};

static void tell(struct diff *diff, const char *sentence)
{
    diff->count++;
    if (diff->tell)
        diff->tell(diff->context, sentence);
}

static void tell_word(struct diff *diff, enum pen_word word)
{
    tell(diff, pen_word_text(word, diff->lang));
}

#define TELL(diff, key, ...)                                        \
    do {                                                            \
        char bytes_[SENTENCE_BYTES];                                \
        struct pen_text text_ = pen_text_in(bytes_, sizeof bytes_); \
        pen_say(&text_, (diff)->lang, key, __VA_ARGS__);            \
        tell((diff), bytes_);                                       \
    } while (0)

/* ---- cards ---- */

static const char *face_name(const struct diff *diff, const struct pen_face *face)
{
    return face->name[diff->lang][0] ? face->name[diff->lang] : face->code;
}

static const struct pen_face *find_face(const struct pen_edition *edition, const char *code)
{
    for (unsigned i = 0; i < edition->face_count; i++)
        if (memcmp(edition->faces[i].code, code, sizeof edition->faces[i].code) == 0)
            return &edition->faces[i];
    return NULL;
}

static bool is_same_text(const char *one, const char *other)
{
    while (*one && *one == *other)
        one++, other++;
    return *one == *other;
}

static void add_item(struct pen_text *list, const char *item)
{
    if (list->length > 0)
        pen_text_add(list, ", ");
    pen_text_add(list, item);
}

/* What a program does, step by step. */
static void write_effect(const struct diff *diff, const struct pen_step *program, struct pen_text *text)
{
    static const uint16_t words[PEN_STEP_OP_COUNT] = {
#define X(name, words, has_amount, where, phase, sum) [PEN_STEP_##name] = PEN_WORD_DIFF_STEPS_##name,
        PEN_STEP_LIST(X)
#undef X
    };
    if (program[0].op == PEN_STEP_END)
        pen_text_add(text, pen_word_text(PEN_WORD_DIFF_NOTHING, diff->lang));
    for (unsigned i = 0; i < PEN_STEPS_MAX && program[i].op != PEN_STEP_END; i++) {
        const struct pen_arg amount = pen_arg_count(program[i].amount);
        pen_text_add(text, i > 0 ? ", " : "");
        pen_say_list(text, diff->lang, (enum pen_word)words[program[i].op], &amount,
                     pen_step_shape(program[i].op).has_amount);
    }
}

static bool is_same_program(const struct pen_step *one, const struct pen_step *other)
{
    for (unsigned i = 0; i < PEN_STEPS_MAX; i++) {
        if (one[i].op != other[i].op || one[i].amount != other[i].amount)
            return false;
        if (one[i].op == PEN_STEP_END)
            break;
    }
    return true;
}

static void tell_honesty(struct diff *diff, const struct pen_face *face)
{
    static const uint16_t guards[] = {PEN_WORD_DIFF_GUARD_0, PEN_WORD_DIFF_GUARD_1, PEN_WORD_DIFF_GUARD_2,
                                      PEN_WORD_DIFF_GUARD_3};
    char bytes[SENTENCE_BYTES];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    const char *name = face_name(diff, face);
    const struct pen_arg arg = pen_arg_text(name);
    pen_say_list(&text, diff->lang, (enum pen_word)guards[face->guard & 3], &arg, 1);
    tell(diff, bytes);
    if (face->challenge_cards == 0)
        TELL(diff, DIFF_CHALLENGE_NEVER, name);
    else if (face->challenge_by == PEN_CHALLENGE_BY_ANYBODY)
        TELL(diff, DIFF_CHALLENGE_ANYBODY, name, (unsigned)face->challenge_cards);
    else
        TELL(diff, DIFF_CHALLENGE, name, (unsigned)face->challenge_cards);
}

static void tell_effect(struct diff *diff, const struct pen_face *face, bool is_open)
{
    char effect[SENTENCE_BYTES];
    struct pen_text text = pen_text_in(effect, sizeof effect);
    write_effect(diff, is_open ? face->open : face->play, &text);
    if (is_open)
        TELL(diff, DIFF_OPEN, face_name(diff, face), effect);
    else
        TELL(diff, DIFF_PLAY, face_name(diff, face), effect);
}

static void tell_new(struct diff *diff, const struct pen_face *face)
{
    char effect[SENTENCE_BYTES];
    struct pen_text text = pen_text_in(effect, sizeof effect);
    write_effect(diff, face->play, &text);
    const unsigned copies = face->copies, points = face->points;
    if (face->is_wild)
        TELL(diff, DIFF_NEW_WILD, face_name(diff, face), copies, points, effect);
    else
        TELL(diff, DIFF_NEW_SYMBOL, face_name(diff, face), copies, points, effect);
    if (face->guard != 0 || face->challenge_cards != 0)
        tell_honesty(diff, face);
}

/* A card that both have. */
static void tell_face(struct diff *diff, const struct pen_face *before, const struct pen_face *face)
{
    const char *name = face_name(diff, face), *old = face_name(diff, before);
    if (!is_same_text(name, old))
        TELL(diff, DIFF_NAME, name, old);
    if (face->copies != before->copies && face->is_wild)
        TELL(diff, DIFF_COPIES_WILD, name, (unsigned)face->copies, (unsigned)before->copies);
    else if (face->copies != before->copies)
        TELL(diff, DIFF_COPIES, name, (unsigned)face->copies, (unsigned)before->copies);
    if (face->points != before->points)
        TELL(diff, DIFF_POINTS, name, (unsigned)face->points, (unsigned)before->points);
    if (!is_same_program(face->play, before->play))
        tell_effect(diff, face, false);
    if (!is_same_program(face->open, before->open))
        tell_effect(diff, face, true);
    if (face->guard != before->guard || face->challenge_cards != before->challenge_cards ||
        face->challenge_by != before->challenge_by)
        tell_honesty(diff, face);
}

/* What answers a card, by names: the indices of the two editions are not the same. */
static void write_answers(const struct diff *diff, const struct pen_edition *edition,
                          const struct pen_face *face, struct pen_text *list)
{
    for (unsigned i = 0; face && i < edition->face_count; i++)
        if (face->answers >> i & 1)
            add_item(list, face_name(diff, &edition->faces[i]));
}

static void tell_answers(struct diff *diff, const struct pen_face *before, const struct pen_face *face)
{
    char old[SENTENCE_BYTES / 2], now[SENTENCE_BYTES / 2];
    struct pen_text old_list = pen_text_in(old, sizeof old), list = pen_text_in(now, sizeof now);
    write_answers(diff, diff->from, before, &old_list);
    write_answers(diff, diff->to, face, &list);
    if (is_same_text(old, now))
        return;
    if (list.length > 0)
        TELL(diff, DIFF_ANSWERS, face_name(diff, face), now);
    else
        TELL(diff, DIFF_ANSWERS_NONE, face_name(diff, face));
}

static unsigned deck_count(const struct pen_edition *edition)
{
    unsigned count = 0;
    for (unsigned i = 0; i < edition->face_count; i++)
        count += edition->faces[i].copies * (edition->faces[i].is_wild ? 1u : edition->color_count);
    return count;
}

static void write_colors(const struct diff *diff, const struct pen_edition *edition, struct pen_text *list)
{
    for (unsigned i = 0; i < edition->color_count; i++) {
        add_item(list, edition->colors[i].shape);
        pen_text_add(list, " ");
        pen_text_add(list, edition->colors[i].name[diff->lang]);
    }
}

static void tell_deck(struct diff *diff)
{
    char old[SENTENCE_BYTES / 2], now[SENTENCE_BYTES / 2];
    struct pen_text old_list = pen_text_in(old, sizeof old), list = pen_text_in(now, sizeof now);
    write_colors(diff, diff->from, &old_list);
    write_colors(diff, diff->to, &list);
    if (!is_same_text(old, now))
        TELL(diff, DIFF_COLORS, now, old);
    if (deck_count(diff->from) != deck_count(diff->to))
        TELL(diff, DIFF_DECK, deck_count(diff->to), deck_count(diff->from));
    list = pen_text_in(now, sizeof now);
    for (unsigned i = 0; i < diff->from->face_count; i++)
        if (!find_face(diff->to, diff->from->faces[i].code))
            add_item(&list, face_name(diff, &diff->from->faces[i]));
    if (list.length > 0)
        TELL(diff, DIFF_GONE, now);
    for (unsigned i = 0; i < diff->to->face_count; i++) {
        const struct pen_face *face = &diff->to->faces[i], *before = find_face(diff->from, face->code);
        if (!before)
            tell_new(diff, face);
        else
            tell_face(diff, before, face);
        tell_answers(diff, before, face);
    }
}

/* ---- rules ---- */

/* Fields of a few values, each with its sentence. */
static void tell_choices(struct diff *diff)
{
#define FIELD(name) (uint16_t) offsetof(struct pen_edition, name)
    static const struct {
        uint16_t offset, first; /* the sentence of 0; the others follow */
        uint8_t count;
    } choices[] = {
        {FIELD(dealer_by), PEN_WORD_DIFF_DEALER_0, 3},
        {FIELD(drawn_must_be_played), PEN_WORD_DIFF_DRAWN_0, 4},
        {FIELD(caught_until_said), PEN_WORD_DIFF_UNTIL_0, 2},
        {FIELD(last_draw_counts), PEN_WORD_DIFF_LAST_0, 2},
        {FIELD(scoring), PEN_WORD_DIFF_SCORING_0, 3},
        {FIELD(draw_until_fits), PEN_WORD_DIFF_DRAW_0, 2},
        {FIELD(draw_only_if_stuck), PEN_WORD_DIFF_DRAWING_0, 2},
        {FIELD(answers_by), PEN_WORD_DIFF_BY_0, 4},
        {FIELD(skip_hands_on), PEN_WORD_DIFF_SKIP_0, 2},
        {FIELD(reverse_sends_back), PEN_WORD_DIFF_REVERSE_0, 2},
        {FIELD(stacked_doubles), PEN_WORD_DIFF_STACKED_0, 2},
        {FIELD(challenges), PEN_WORD_DIFF_CHALLENGES_0, 3},
        {FIELD(finish), PEN_WORD_DIFF_FINISH_0, 3},
        {FIELD(saying), PEN_WORD_DIFF_SAYING_0, 3},
        {FIELD(swaps_with_next), PEN_WORD_DIFF_SWAP_0, 2},
        {FIELD(jump_in), PEN_WORD_DIFF_JUMP_0, 3},
        {FIELD(several), PEN_WORD_DIFF_SEVERAL_0, 2},
    };
#undef FIELD
    for (unsigned i = 0; i < sizeof choices / sizeof choices[0]; i++) {
        const uint8_t before = *((const uint8_t *)diff->from + choices[i].offset);
        const uint8_t now = *((const uint8_t *)diff->to + choices[i].offset);
        if (now != before && now < choices[i].count)
            tell_word(diff, (enum pen_word)(choices[i].first + now));
    }
}

static void tell_penalties(struct diff *diff)
{
    const struct pen_edition *from = diff->from, *to = diff->to;
    if (to->caught_cards != from->caught_cards)
        TELL(diff, DIFF_CAUGHT, (unsigned)to->caught_cards, (unsigned)from->caught_cards);
    if (to->misplay_cards != from->misplay_cards || to->misplay_keeps_turn != from->misplay_keeps_turn) {
        if (to->misplay_cards == 0)
            tell_word(diff, PEN_WORD_DIFF_MISPLAY_NONE);
        else if (to->misplay_keeps_turn)
            TELL(diff, DIFF_MISPLAY_KEEPS, (unsigned)to->misplay_cards);
        else
            TELL(diff, DIFF_MISPLAY, (unsigned)to->misplay_cards);
    }
    if (to->advice_cards != from->advice_cards) {
        if (to->advice_cards == 0)
            tell_word(diff, PEN_WORD_DIFF_ADVICE_NONE);
        else
            TELL(diff, DIFF_ADVICE, (unsigned)to->advice_cards);
    }
}

/* Those of which 0 has a meaning of its own. */
static void tell_bounds(struct diff *diff)
{
    const struct pen_edition *from = diff->from, *to = diff->to;
    const unsigned times = to->points_times ? to->points_times : 1;
    if (to->hand_limit != from->hand_limit && to->hand_limit == 0)
        tell_word(diff, PEN_WORD_DIFF_LIMIT_NONE);
    else if (to->hand_limit != from->hand_limit)
        TELL(diff, DIFF_LIMIT, (unsigned)to->hand_limit);
    if (times != (from->points_times ? from->points_times : 1u))
        TELL(diff, DIFF_TIMES, times);
    if (to->turns_each != from->turns_each && to->turns_each == 0)
        tell_word(diff, PEN_WORD_DIFF_TURNS_NONE);
    else if (to->turns_each != from->turns_each)
        TELL(diff, DIFF_TURNS, (unsigned)to->turns_each);
    if (to->open_hands != from->open_hands && to->open_hands == 0)
        tell_word(diff, PEN_WORD_DIFF_SHOW_NONE);
    else if (to->open_hands != from->open_hands)
        TELL(diff, DIFF_SHOW, (unsigned)to->open_hands);
}

unsigned pen_edition_diff(const struct pen_edition *from, const struct pen_edition *to, enum pen_lang lang,
                          void *context, void (*tell_one)(void *context, const char *sentence))
{
    struct diff diff = {from, to, lang, context, tell_one, 0};
    if (to->seats_min != from->seats_min || to->seats_max != from->seats_max)
        TELL(&diff, DIFF_PLAYERS, (unsigned)to->seats_min, (unsigned)to->seats_max);
    if (to->hand_cards != from->hand_cards)
        TELL(&diff, DIFF_HAND, (unsigned)to->hand_cards, (unsigned)from->hand_cards);
    tell_deck(&diff);
    tell_choices(&diff);
    tell_penalties(&diff);
    /* Where one round decides, there is nothing to reach. */
    if (to->target != from->target && to->scoring != PEN_SCORING_QUICK)
        TELL(&diff, DIFF_TARGET, (unsigned)to->target, (unsigned)from->target);
    tell_bounds(&diff);
    return diff.count;
}

unsigned pen_edition_nearest(const struct pen_edition *edition)
{
    struct pen_edition known;
    unsigned best = 0, least = UINT32_MAX;
    for (unsigned i = 0; i < pen__builtin_count; i++) {
        const bool is_there = pen_edition_builtin(pen__builtin_ids[i], &known);
        PEN_ASSERT(is_there);
        const unsigned count = pen_edition_diff(&known, edition, PEN_LANG_EN, NULL, NULL);
        if (count < least) {
            least = count;
            best = i;
        }
    }
    return best;
}
