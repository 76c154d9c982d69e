/* differences.c - what a table's settings change of the sheet, in words made from the settings and the house
 * rules themselves: what people agree to before the deal. */
#include "penultima/words.h"
#include "setup/field.h"
#include "penultima/words_agree.h"

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

static void say(struct writer *writer, unsigned word)
{
    pen_text_add(begin(writer), pen_word_text((enum pen_word)word, writer->lang));
    end(writer);
}

#define SAY(writer, key, ...)                                     \
    do {                                                          \
        pen_say(begin(writer), (writer)->lang, key, __VA_ARGS__); \
        end(writer);                                              \
    } while (0)

/* ---- those that have a way of their own ---- */

static void say_house(struct writer *writer, const struct pen_options *options)
{
    for (unsigned i = 0; i < pen_house_count(); i++) {
        const unsigned number = pen_house_number(options->house, i);
        struct pen_house house;
        char name[PEN_NAME_BYTES];
        if (number == 0)
            continue;
        pen_house_builtin(i, &house);
        SAY(writer, AGREE_HOUSE, pen_house_name(&house, number, writer->lang, name),
            pen_said(house.about, writer->lang));
    }
}

static void say_scoring(struct writer *writer, const struct pen_options *options,
                        const struct pen_edition *edition)
{
    const unsigned scoring =
        options->scoring == PEN_SCORING_DEFAULT ? edition->rule.scoring : (unsigned)options->scoring;
    const unsigned target = options->target ? options->target : edition->rule.target;
    const bool is_other = scoring != edition->rule.scoring;
    if (!is_other && (scoring == PEN_SCORING_QUICK || target == edition->rule.target))
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
    if (move_ms % SETUP_DAY_MS == 0)
        SAY(writer, AGREE_CLOCK_DAYS, (unsigned)(move_ms / SETUP_DAY_MS));
    else
        SAY(writer, AGREE_CLOCK_SECONDS, (unsigned)(move_ms / 1000));
}

static void say_watching(struct writer *writer, const struct setup_settings *settings)
{
    if (settings->watching == SETUP_WATCHING_NONE)
        say(writer, PEN_WORD_AGREE_WATCHING_NONE);
    if (settings->watching == SETUP_WATCHING_OPEN)
        SAY(writer, AGREE_WATCHING_OPEN, (unsigned)(settings->delay_s ? settings->delay_s : SETUP_DELAY_S));
}

static void say_grace(struct writer *writer, unsigned grace_ms)
{
    if (grace_ms > 0)
        SAY(writer, AGREE_GRACE, grace_ms);
    else
        say(writer, PEN_WORD_AGREE_NO_GRACE);
}

/* ---- all of them ---- */

/* The number, or the name as people read it. */
static void say_value(struct writer *writer, const struct setup__field *field, const char *at)
{
    char name[PEN_PLAYER_BYTES];
    struct pen_arg arg;
    if (field->sort == SETUP_SORT_TRUTH) {
        say(writer, field->sentence);
        return;
    }
    if (field->sort == SETUP_SORT_STRING) {
        memcpy(name, at, sizeof name);
        pen_name_show(name);
        arg = pen_arg_text(name);
    } else {
        arg = pen_arg_count(setup_load(at, field->size));
    }
    pen_say_list(begin(writer), writer->lang, (enum pen_word)field->sentence, &arg, 1);
    end(writer);
}

static void say_field(struct writer *writer, const struct setup__field *field,
                      const struct setup_settings *settings, const struct pen_edition *edition)
{
    const char *at = (const char *)settings + field->offset;
    switch ((enum setup__say)field->say) {
    case SETUP_SILENT:
        break;
    case SETUP_SAID:
        say_value(writer, field, at);
        break;
    case SETUP_BY_WORD:
        if (setup_load(at, field->size) < field->words->count)
            say(writer, field->words->sentences[setup_load(at, field->size)]);
        break;
    case SETUP_SAY_HOUSE:
        say_house(writer, &settings->options);
        break;
    case SETUP_SAY_SCORING:
        say_scoring(writer, &settings->options, edition);
        break;
    case SETUP_SAY_MISPLAYS:
        if (edition->rule.misplay_cards > 0)
            say(writer, PEN_WORD_AGREE_MISPLAYS_REFUSED);
        break;
    case SETUP_SAY_CLOCK:
        say_clock(writer, settings->move_ms);
        break;
    case SETUP_SAY_GRACE:
        say_grace(writer, settings->grace_ms);
        break;
    case SETUP_SAY_WATCHING:
        say_watching(writer, settings);
        break;
    }
}

void setup_differences(const struct setup_settings *settings, const struct pen_edition *edition,
                       enum pen_lang lang, void *context, void (*add)(void *context, const char *sentence))
{
    const struct setup_settings usual = setup_usual();
    struct writer writer = {.context = context, .add = add, .lang = lang};
    for (const struct setup__field *field = setup__fields; field < setup__fields + setup__field_count;
         field++) {
        const size_t bytes = field->size ? field->size : field->limit;
        const bool is_usual =
            memcmp((const char *)settings + field->offset, (const char *)&usual + field->offset, bytes) == 0;
        /* The scoring also says the target, which may differ alone. */
        if (!is_usual || field->say == SETUP_SAY_SCORING)
            say_field(&writer, field, settings, edition);
    }
}
