/* bot.h - players that are programs: a view goes in, an action comes out.
 *
 * A bot is plain memory with a seed of its own. It is given nothing but views (view.h), so it cannot
 * know more than a person in its seat; what it does is a function of the views, its seed
 * and, where its budget is time, the clock it is given. */
#ifndef PENULTIMA_BOT_H
#define PENULTIMA_BOT_H

#include "penultima/edition.h"
#include "penultima/text.h"
#include "penultima/view.h"

#ifdef __cplusplus
extern "C" {
#endif
PEN_API_BEGIN

/* X(name, id): from weakest to strongest; what it is called is bot.NAME.name and .line in lang/, what it does
 * is bot__NAME in a file of src/bots. */
#define BOT_LIST(X)       \
    X(RANDOM, "random")   \
    X(RULE, "rule")       \
    X(NOVICE, "novice")   \
    X(DREAMER, "dreamer") \
    X(CASUAL, "casual")   \
    X(RANK, "rank")       \
    X(VETERAN, "veteran") \
    X(EXPERT, "expert")   \
    X(MASTER, "master")

enum bot_level {
#define X(name, id) BOT_##name,
    BOT_LIST(X)
#undef X
        BOT_LEVEL_COUNT
};

/* Which bot and, for one that searches, how much it may think per decision. */
struct bot_spec {
    uint8_t level;     /* enum bot_level */
    uint32_t rollouts; /* games played out in its head; 0: the usual number */
    uint32_t time_ms;  /* instead of a number of rollouts; 0: not by time */
};

/* "rank", "expert", "expert:1000", "expert:50ms", "master:5ms". */
PEN_MUST_USE bool pen_bot_spec_read(const char *bytes, size_t count, struct bot_spec *spec);
void pen_bot_spec_write(struct bot_spec spec, struct pen_text *text);
const char *pen_bot_level_id(enum bot_level level);
const char *pen_bot_level_name(enum bot_level level, enum pen_lang lang);
const char *pen_bot_level_line(enum bot_level level, enum pen_lang lang);

/* Time is an input. Only a bot with a budget of time asks for it. */
struct bot_clock {
    void *context;
    uint64_t (*now_us)(void *context);
};

struct bot {
    struct bot_spec spec;
    struct pen_chance chance;
    const struct bot_clock *clock; /* may be null if the budget is not time */
};

void pen_bot_init(struct bot *bot, struct bot_spec spec, uint64_t seed, const struct bot_clock *clock);

/* Whether bots of this level may think for more than a moment: not for a loop that others wait for. */
bool pen_bot_takes_long(uint8_t level);

/* Whether bots of this level use a network, which a page may have to fetch first. */
bool pen_bot_is_learned(uint8_t level);

/* Whether the bot remembers the round: it needs updated views; otherwise a glance will do. */
bool pen_bot_needs_history(const struct bot *bot);

/* What it does now. The viewer must act. */
struct pen_action pen_bot_choose(struct bot *bot, const struct pen_rules *rules, const struct pen_view *view);

/* Something optional that will not wait: saying UNO late, catching, jumping in, challenging
 * on behalf of another (RULE O26). Also, in a race, when it drops. */
struct bot_reaction {
    bool is_any;
    uint32_t delay_ms; /* after it became possible */
    struct pen_action action;
};

/* What it would do out of turn, or in a race. The viewer may act. */
struct bot_reaction pen_bot_react(struct bot *bot, const struct pen_rules *rules,
                                  const struct pen_view *view);

/* How long a person of this level would look at the cards before acting on pen_bot_choose(). */
uint32_t pen_bot_think_ms(struct bot *bot, const struct pen_view *view);

PEN_API_END
#ifdef __cplusplus
}
#endif

#endif
