/* page_lists.c - bots, events, phases, verbs and refusals as JSON, from the lists that the program itself is
 * made of. */
#include "page.h"

#include "bots/bot.h"
#include "wire/json.h"

PAGE_EXPORT(lists) unsigned page_export_lists(void);

static void write_bots(struct pen_text *text)
{
    page_key(text, "bots");
    pen_text_add(text, "[");
    for (unsigned level = 0; level < BOT_LEVEL_COUNT; level++) {
        enum bot_level bot = (enum bot_level)level;
        page_comma(text);
        pen_text_add(text, "{");
        page_key(text, "id");
        page_string(text, pen_bot_level_id(bot));
        page_key(text, "name");
        wire_json_said(text, pen_bot_level_name(bot, in));
        page_key(text, "line");
        wire_json_said(text, pen_bot_level_line(bot, in));
        page_key(text, "learned");
        pen_text_add(text, pen_bot_is_learned((uint8_t)level) ? "true" : "false");
        pen_text_add(text, "}");
    }
    pen_text_add(text, "]");
}

static void write_events(struct pen_text *text)
{
    page_key(text, "events");
    pen_text_add(text, "[");
    for (uint8_t event = 0; event < PEN_EVENT_TYPE_COUNT; event++) {
        page_comma(text);
        pen_text_add(text, "\"");
        page_event_name(text, event);
        pen_text_add(text, "\"");
    }
    pen_text_add(text, "]");
}

static void write_phases(struct pen_text *text)
{
    page_key(text, "phases");
    pen_text_add(text, "[");
    for (unsigned phase = 0; phase < PEN_PHASE_COUNT; phase++) {
        page_comma(text);
        page_string(text, pen_phase_word((enum pen_phase)phase));
    }
    pen_text_add(text, "]");
}

/* What each verb takes, where it stands in "legal", and the phase that waits for it. */
static void write_verbs(struct pen_text *text)
{
    static const struct {
        const char *word, *with, *set;
        bool is_due;
    } verbs[] = {
#define X(name, word, with, set, when) {word, #with, #set, PEN_##when == PEN_DUE},
        PEN_VERB_LIST(X)
#undef X
    };
    page_key(text, "verbs");
    pen_text_add(text, "[");
    for (unsigned verb = 0; verb < PEN_VERB_COUNT; verb++) {
        page_comma(text);
        pen_text_add(text, "{");
        page_key(text, "word");
        page_string(text, verbs[verb].word);
        page_key(text, "with");
        page_string(text, verbs[verb].with);
        page_key(text, "set");
        page_string(text, verbs[verb].set);
        page_number(text, "due", verbs[verb].is_due);
        for (unsigned phase = 0; phase < PEN_PHASE_COUNT; phase++) {
            if (pen_phase_verb((enum pen_phase)phase) == verb) {
                page_key(text, "phase");
                page_string(text, pen_phase_word((enum pen_phase)phase));
                break;
            }
        }
        pen_text_add(text, "}");
    }
    pen_text_add(text, "]");
}

static void write_refusals(struct pen_text *text)
{
    static const char *const refusals[][2] = {
#define X(name, rule) {#name, rule},
        PEN_REFUSAL_LIST(X)
#undef X
    };
    page_key(text, "refusals");
    pen_text_add(text, "{");
    for (unsigned i = 0; i < PEN_REFUSAL_COUNT - 1; i++) {
        page_key(text, refusals[i][0]);
        pen_text_add(text, "{");
        page_key(text, "rule");
        page_string(text, refusals[i][1]);
        page_key(text, "text");
        wire_json_said(text, pen_refusal_text((enum pen_refusal)(i + 1), in));
        pen_text_add(text, "}");
    }
    pen_text_add(text, "}");
}

unsigned page_export_lists(void)
{
    struct pen_text text = page_answer();
    pen_text_add(&text, "{");
    write_bots(&text);
    write_events(&text);
    write_phases(&text);
    write_verbs(&text);
    write_refusals(&text);
    pen_text_add(&text, "}");
    return (unsigned)text.length;
}
