/* edition_diff.c - what is other in one edition than in another, in sentences made from the data.
 *
 * Every field of an edition that a player could notice has its sentences here; what says the same says
 * nothing. Cards are told apart by their codes, as records write them. */
#include <stddef.h>
#include <string.h>

#include "edition_parser.h"
#include "penultima/words_diff.h"

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
    return face->name[0] ? pen_said(face->name, diff->lang) : face->code;
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
        pen_text_add(list, pen_said(edition->colors[i].name, diff->lang));
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

static void tell_rule(void *context, const char *rules, const char *sentence)
{
    (void)rules;
    tell(context, sentence);
}

unsigned pen_edition_diff(const struct pen_edition *from, const struct pen_edition *to, enum pen_lang lang,
                          void *context, void (*tell_one)(void *context, const char *sentence))
{
    struct diff diff = {from, to, lang, context, tell_one, 0};
    pen__rules_differ(&from->rule, &to->rule, 0, KEY_DEALER, lang, &diff, tell_rule);
    tell_deck(&diff);
    pen__rules_differ(&from->rule, &to->rule, KEY_DEALER + 1, KEY_COUNT, lang, &diff, tell_rule);
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
