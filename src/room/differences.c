/* differences.c - what a table's settings change of the sheet, in words made from the settings and the house
 * rules themselves: what people agree to before the deal. */
#include <string.h>

#include "penultima/words.h"
#include "room/inside.h"

enum { SENTENCE_BYTES = PEN_NAME_BYTES + PEN_ABOUT_BYTES + 256 };

struct writer {
    void *context;
    void (*add)(void *context, const char *sentence);
    enum pen_lang lang;
    struct pen_text text;
    char bytes[SENTENCE_BYTES];
};

static struct pen_text *begin(struct writer *writer)
{
    writer->text = pen_text_in(writer->bytes, sizeof writer->bytes);
    return &writer->text;
}

static void end(const struct writer *writer)
{
    writer->add(writer->context, writer->bytes);
}

static void say(struct writer *writer, enum pen_word word)
{
    pen_text_add(begin(writer), pen_word_text(word, writer->lang));
    end(writer);
}

#define SAY(writer, key, ...)                                     \
    do {                                                          \
        pen_say(begin(writer), (writer)->lang, key, __VA_ARGS__); \
        end(writer);                                              \
    } while (0)

static void say_house(struct writer *writer, pen_house_set set)
{
    for (unsigned i = 0; i < pen_house_count(); i++) {
        struct pen_house house;
        if (!(set >> i & 1))
            continue;
        pen_house_builtin(i, &house);
        SAY(writer, AGREE_HOUSE, house.title[writer->lang], house.about[writer->lang]);
    }
}

static void say_scoring(struct writer *writer, const struct pen_options *options,
                        const struct pen_edition *edition)
{
    const unsigned scoring =
        options->scoring == PEN_SCORING_DEFAULT ? edition->scoring : (unsigned)options->scoring;
    const unsigned target = options->target ? options->target : edition->target;
    const bool is_other = scoring != edition->scoring;
    if (!is_other && (scoring == PEN_SCORING_QUICK || target == edition->target))
        return;
    if (scoring == PEN_SCORING_QUICK)
        say(writer, PEN_WORD_AGREE_QUICK);
    else if (scoring == PEN_SCORING_LOWEST)
        SAY(writer, AGREE_LOWEST, target);
    else
        SAY(writer, AGREE_POINTS, target);
}

static void say_clock(struct writer *writer, uint32_t move_ms)
{
    if (move_ms == 0)
        return;
    if (move_ms % ROOM_DAY_MS == 0)
        SAY(writer, AGREE_CLOCK_DAYS, (unsigned)(move_ms / ROOM_DAY_MS));
    else
        SAY(writer, AGREE_CLOCK_SECONDS, (unsigned)(move_ms / 1000));
}

static void say_people(struct writer *writer, const struct wire_settings *settings)
{
    static const uint16_t paces[WIRE_PACE_COUNT] = {[WIRE_PACE_SLOW] = PEN_WORD_AGREE_PACE_SLOW,
                                                    [WIRE_PACE_QUICK] = PEN_WORD_AGREE_PACE_QUICK,
                                                    [WIRE_PACE_AT_ONCE] = PEN_WORD_AGREE_PACE_AT_ONCE};
    if (settings->has_hints)
        say(writer, PEN_WORD_AGREE_HINTS);
    if (settings->pace != WIRE_PACE_NORMAL && settings->pace < WIRE_PACE_COUNT)
        say(writer, (enum pen_word)paces[settings->pace]);
    if (settings->talk == WIRE_TALK_PHRASES)
        say(writer, PEN_WORD_AGREE_PHRASES_ONLY);
    if (settings->watching == WIRE_WATCHING_NONE)
        say(writer, PEN_WORD_AGREE_WATCHING_NONE);
    if (settings->watching == WIRE_WATCHING_OPEN)
        SAY(writer, AGREE_WATCHING_OPEN, (unsigned)(settings->delay_s ? settings->delay_s : ROOM_DELAY_S));
    if (settings->is_public)
        say(writer, PEN_WORD_AGREE_PUBLIC);
    if (settings->series > 1)
        SAY(writer, AGREE_SERIES, (unsigned)settings->series);
}

void room_differences(const struct wire_settings *settings, const struct pen_edition *edition,
                      enum pen_lang lang, void *context, void (*add)(void *context, const char *sentence))
{
    const struct wire_settings usual = room_settings_default();
    struct writer writer = {.context = context, .add = add, .lang = lang};
    say_house(&writer, settings->options.house);
    say_scoring(&writer, &settings->options, edition);
    if (settings->options.reverse_with_two == PEN_REVERSE_TURNS)
        say(&writer, PEN_WORD_AGREE_REVERSE_TURNS);
    if (settings->options.teams > 0)
        SAY(&writer, AGREE_TEAMS, (unsigned)settings->options.teams);
    if (settings->options.teams > 0 && settings->options.partners == PEN_PARTNERS_OPEN)
        say(&writer, PEN_WORD_AGREE_PARTNERS_OPEN);
    if (settings->options.misplays == PEN_MISPLAYS_REFUSED && edition->misplay_cards > 0)
        say(&writer, PEN_WORD_AGREE_MISPLAYS_REFUSED);
    if (settings->dealer[0]) {
        char dealer[PEN_PLAYER_BYTES];
        memcpy(dealer, settings->dealer, sizeof dealer);
        pen_name_show(dealer);
        SAY(&writer, AGREE_DEALER, dealer);
    }
    say_clock(&writer, settings->move_ms);
    if (settings->grace_ms != usual.grace_ms && settings->grace_ms > 0)
        SAY(&writer, AGREE_GRACE, (unsigned)settings->grace_ms);
    else if (settings->grace_ms == 0)
        say(&writer, PEN_WORD_AGREE_NO_GRACE);
    say_people(&writer, settings);
}
