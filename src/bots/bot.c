/* bot.c - the ladder: which bot a name means, who chooses, and how quickly each one reacts. */
#include <string.h>

#include "bots/sense.h"
#include "penultima/words.h"
#include "penultima/words_bot.h"

struct level {
    const char *id;
    size_t id_bytes;
    uint16_t name, line; /* enum pen_word */
    const struct bot_kind *kind;
};

static const struct level level_list[BOT_LEVEL_COUNT] = {
#define X(name, id) \
    [BOT_##name] = {id, sizeof id - 1, PEN_WORD_BOT_##name##_NAME, PEN_WORD_BOT_##name##_LINE, &bot__##name},
    BOT_LIST(X)
#undef X
};

static const struct bot_kind *kind_of(const struct bot *bot)
{
    return level_list[bot->spec.level].kind;
}

const char *pen_bot_level_id(enum bot_level level)
{
    return level_list[level].id;
}

const char *pen_bot_level_name(enum bot_level level, enum pen_lang lang)
{
    return pen_word_text((enum pen_word)level_list[level].name, lang);
}

const char *pen_bot_level_line(enum bot_level level, enum pen_lang lang)
{
    return pen_word_text((enum pen_word)level_list[level].line, lang);
}

/* ---- names ---- */

/* The budget behind the colon: "1000" rollouts or "50ms". */
static bool read_budget(const char *bytes, size_t count, struct bot_spec *spec)
{
    uint32_t number = 0;
    size_t i = 0;
    for (; i < count && bytes[i] >= '0' && bytes[i] <= '9'; i++) {
        if (number > 100000000)
            return false;
        number = number * 10 + (uint32_t)(bytes[i] - '0');
    }
    if (i == 0 || number == 0)
        return false;
    if (i == count)
        spec->rollouts = number;
    else if (count - i == 2 && memcmp(bytes + i, "ms", 2) == 0)
        spec->time_ms = number;
    else
        return false;
    return true;
}

bool pen_bot_spec_read(const char *bytes, size_t count, struct bot_spec *spec)
{
    for (uint8_t level = 0; level < BOT_LEVEL_COUNT; level++) {
        size_t length = level_list[level].id_bytes;
        if (count < length || memcmp(bytes, level_list[level].id, length) != 0)
            continue;
        *spec = (struct bot_spec){.level = level};
        if (count == length)
            return true;
        if (bytes[length] != ':')
            continue; /* another one's name begins like this */
        return level_list[level].kind->takes_budget &&
               read_budget(bytes + length + 1, count - length - 1, spec);
    }
    return false;
}

void pen_bot_spec_write(struct bot_spec spec, struct pen_text *text)
{
    pen_text_add(text, level_list[spec.level].id);
    if (spec.rollouts > 0 || spec.time_ms > 0) {
        pen_text_add(text, ":");
        pen_text_add_number(text, spec.time_ms > 0 ? spec.time_ms : spec.rollouts);
        if (spec.time_ms > 0)
            pen_text_add(text, "ms");
    }
}

/* ---- playing ---- */

void pen_bot_init(struct bot *bot, struct bot_spec spec, uint64_t seed, const struct bot_clock *clock)
{
    memset(bot, 0, sizeof *bot);
    bot->spec = spec;
    bot->chance = pen_chance_of(seed, level_list[spec.level].kind->stream);
    bot->clock = clock;
}

bool pen_bot_takes_long(uint8_t level)
{
    return level_list[level].kind->takes_budget;
}

bool pen_bot_is_learned(uint8_t level)
{
    return level_list[level].kind->is_learned;
}

bool pen_bot_needs_history(const struct bot *bot)
{
    return kind_of(bot)->thinks_back;
}

struct pen_action pen_bot_choose(struct bot *bot, const struct pen_rules *rules, const struct pen_view *view)
{
    return kind_of(bot)->choose(bot, rules, view);
}

/* ---- reacting ---- */

static uint32_t reaction_ms(struct bot *bot)
{
    const struct bot_kind *kind = kind_of(bot);
    /* The sum of two draws: most reactions lie in the middle. */
    return kind->delay_ms + pen_chance_below(&bot->chance, kind->spread_ms / 2u + 1) +
           pen_chance_below(&bot->chance, kind->spread_ms / 2u + 1);
}

/* Some do not give a wild away that would go out later, unless the jump ends the round or
 * saves it from a pending draw; any other card is better gone than held. */
static bool wants_to_jump(const struct bot *bot, const struct pen_rules *rules, const struct pen_view *view)
{
    if (!kind_of(bot)->saves_wilds || !(rules->wilds & pen_card_bit(view->top)))
        return true;
    return view->hand_count[view->viewer] == 1 ||
           (view->phase == PEN_PHASE_PENDING && view->turn == view->viewer);
}

/* RULE O26: whether it challenges for another. */
static bool wants_to_challenge(struct bot *bot, const struct pen_rules *rules, const struct pen_view *view)
{
    if (!(view->legal.verbs >> PEN_VERB_CHALLENGE & 1) || view->turn == view->viewer ||
        (view->team >> view->thrower & 1))
        return false;
    return kind_of(bot)->doubts && kind_of(bot)->doubts(bot, rules, view);
}

struct bot_reaction pen_bot_react(struct bot *bot, const struct pen_rules *rules, const struct pen_view *view)
{
    const struct pen_legal *legal = &view->legal;
    const uint16_t catches = (uint16_t)(legal->catches & ~view->team); /* nobody hurts the own team */
    struct bot_reaction reaction = {false, reaction_ms(bot), PEN_ACTION(PEN_VERB_DROP, view->viewer)};
    if (legal->verbs >> PEN_VERB_DROP & 1) {
        reaction.is_any = true;
        return reaction;
    }
    /* RULE H15: who has to say it behind the card knows so beforehand; it takes no noticing. */
    if ((legal->verbs >> PEN_VERB_SAY_UNO & 1) && rules->rule.saying == PEN_SAYING_AFTER_CARD) {
        reaction.is_any = pen_chance_below(&bot->chance, 100) >= kind_of(bot)->percent_forgets;
        reaction.delay_ms /= 4;
        reaction.action.verb = PEN_VERB_SAY_UNO;
        return reaction;
    }
    if (pen_chance_below(&bot->chance, 100) >= kind_of(bot)->percent_notices)
        return reaction;
    reaction.is_any = true;
    if (legal->verbs >> PEN_VERB_SAY_UNO & 1)
        reaction.action.verb = PEN_VERB_SAY_UNO;
    else if (catches != 0)
        reaction.action = bot_with_target(view, PEN_VERB_CATCH, catches);
    else if (bot_honest(rules, view, legal->jumps) != 0 && wants_to_jump(bot, rules, view))
        reaction.action = bot_with_card(rules, view, PEN_VERB_JUMP, view->top);
    else if (wants_to_challenge(bot, rules, view))
        reaction.action.verb = PEN_VERB_CHALLENGE;
    else
        reaction.is_any = false;
    return reaction;
}

uint32_t pen_bot_think_ms(struct bot *bot, const struct pen_view *view)
{
    unsigned cards = view->viewer < PEN_SEATS_MAX ? view->hand_count[view->viewer] : 0;
    return 700 + 40 * cards + pen_chance_below(&bot->chance, kind_of(bot)->spread_ms + 1u);
}
