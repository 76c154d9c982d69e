/* watch.c - the picture of a table whose table is a record: nothing can be played, everything can be gone
 * through. What one seat's eyes must not see is not drawn, for the view does not have it. */
#include "tui/letters.h"
#include "tui/screen/watch.h"

#include <stdlib.h>
#include <string.h>

#include "tui/screen/draw_table.h"
#include "tui/screen/terminal.h"
#include "tui/filling.h"
#include "tui/study_words.h"
#include "words/tui_show_words.h"

enum { RUN_MS = 700, TEXT_BYTES = 512, MESSAGE_BYTES = 4 * TEXT_BYTES };

struct watch {
    const struct screen_record *record;
    struct screen_canvas canvas;
    struct tui_table table; /* only to be drawn */
    struct screen_log log;
    struct screen_offers offers;
    unsigned step;
    uint8_t eyes;
    bool is_running;              /* goes forwards by itself */
    bool goes_on;                 /* the person wants to play from here */
    bool is_studied, has_chances; /* it is known, and told, what moves were worth */
};

/* ---- what is seen ---------------------------------------------------------------------------- */

/* With all cards open every event is told as its own audience sees it. */
static uint8_t viewer_of(const struct watch *watch, const struct pen_event *events, unsigned count)
{
    if (watch->eyes != SCREEN_WATCH_ALL)
        return watch->eyes;
    for (unsigned i = 0; i < count && i < 2; i++)
        if (events[i].card != PEN_CARD_NONE && events[i].audience != PEN_AUDIENCE_ALL && events[i].audience)
            return (uint8_t)pen_bits_lowest(events[i].audience);
    return PEN_SPECTATOR;
}

static void log_step(struct watch *watch, const struct screen_step *step)
{
    const struct screen_record *record = watch->record;
    char line[SCREEN_LOG_BYTES];
    for (unsigned i = 0; i < step->event_count;) {
        struct pen_text text = pen_text_in(line, sizeof line);
        const struct pen_event *event = &step->events[i];
        const struct pen_telling with = {&record->edition, &record->rules,
                                         &record->names,   viewer_of(watch, event, step->event_count - i),
                                         PEN_SEAT_NONE,    watch->table.lang};
        unsigned told = 1;
        if (event->type != PEN_EVENT_TURN)
            told = pen_words_event(&text, &with, step->events, step->event_count, i);
        i += told;
        if (text.length > 0)
            screen_log_add(&watch->log, line);
    }
}

/* Everything that is drawn, made anew for this step and these eyes. */
static void look(struct watch *watch)
{
    const struct screen_record *record = watch->record;
    uint8_t viewer = watch->eyes == SCREEN_WATCH_ALL ? PEN_SPECTATOR : watch->eyes;
    watch->table.seat = viewer;
    screen_record_view(record, watch->step, viewer, &watch->table.view);
    screen_log_clear(&watch->log);
    for (unsigned i = screen_record_deal_before(record, watch->step); i <= watch->step; i++)
        log_step(watch, &record->steps[i]);
}

static void find_offers(struct watch *watch)
{
    enum pen_lang lang = watch->table.lang;
    struct screen_offers *offers = &watch->offers;
    offers->count = 0;
    screen_offer_add(offers, SCREEN_KEY_RIGHT, SCREEN_OFFER_OWN, word_text(WORD_TUI_SHOW_DO_FORWARD, lang));
    screen_offer_add(offers, SCREEN_KEY_LEFT, SCREEN_OFFER_OWN, word_text(WORD_TUI_SHOW_DO_BACKWARD, lang));
    screen_offer_add(offers, SCREEN_KEY_PAGE_DOWN, SCREEN_OFFER_OWN,
                     word_text(WORD_TUI_SHOW_DO_ROUND_FORWARD, lang));
    screen_offer_add(offers, SCREEN_KEY_PAGE_UP, SCREEN_OFFER_OWN,
                     word_text(WORD_TUI_SHOW_DO_ROUND_BACKWARD, lang));
    screen_offer_add(offers, SCREEN_KEY_TAB, SCREEN_OFFER_OWN, word_text(WORD_TUI_SHOW_DO_EYES, lang));
    screen_offer_add(offers, tui_letter(TUI_LETTER_ALL_OPEN, lang), SCREEN_OFFER_OWN,
                     word_text(WORD_TUI_SHOW_DO_ALL_OPEN, lang));
    screen_offer_add(offers, tui_letter(TUI_LETTER_CHANCES, lang), SCREEN_OFFER_OWN,
                     word_text(WORD_TUI_SHOW_DO_CHANCES, lang));
    if (watch->record->steps[watch->step].game.round.phase != PEN_PHASE_OVER)
        screen_offer_add(offers, '+', SCREEN_OFFER_OWN, word_text(WORD_TUI_SHOW_DO_GO_ON, lang));
    screen_offer_add(offers, ' ', SCREEN_OFFER_OWN,
                     word_text(watch->is_running ? WORD_TUI_SHOW_DO_STOP : WORD_TUI_SHOW_DO_RUN, lang));
    screen_offer_add(offers, 'q', SCREEN_OFFER_LEAVE, word_text(WORD_TUI_SHOW_DO_LEAVE, lang));
    offers->list[offers->count - 1].is_quiet = true;
}

/* What the move of this step was worth to whoever made it. Other eyes than those are not told: it says what
 * was in that hand. */
static void add_chances(const struct watch *watch, struct pen_text *text)
{
    const struct study *study = &watch->record->study;
    for (unsigned i = 0; i < study->count; i++) {
        const struct study_decision *decision = &study->list[i];
        char better[2 * TUI_STUDY_BYTES];
        struct tui_table words = watch->table;
        if (decision->moment != watch->step ||
            (watch->eyes != SCREEN_WATCH_ALL && watch->eyes != decision->view.viewer))
            continue;
        pen_text_add(text, " ·");
        pen_text_add(text, tui_study_taken(&words, decision, ""));
        tui_study_better(&words, decision, better);
        if (decision->cost > 0) {
            pen_text_add(text, " · ");
            pen_text_add(text, better);
        }
    }
}

static void message_of(const struct watch *watch, struct pen_text *text)
{
    const struct tui_table *table = &watch->table;
    if (watch->eyes == SCREEN_WATCH_ALL)
        pen_text_add(text, word_text(WORD_TUI_SHOW_WATCH_ALL, table->lang));
    else if (watch->eyes == PEN_SPECTATOR)
        pen_text_add(text, word_text(WORD_TUI_SHOW_WATCH_PUBLIC, table->lang));
    else
        tui_say(text, WORD_TUI_SHOW_WATCH_EYES, table->lang,
                &(struct tui_filling){.name = table->names.name[watch->eyes]});
    if (watch->step + 1 == watch->record->count) {
        pen_text_add(text, " · ");
        pen_text_add(text, word_text(WORD_TUI_SHOW_WATCH_END, table->lang));
    }
    if (watch->has_chances)
        add_chances(watch, text);
}

static bool draw(struct watch *watch)
{
    char question[TEXT_BYTES], message[MESSAGE_BYTES], total[16];
    struct pen_text text = pen_text_in(total, sizeof total);
    pen_text_add_number(&text, watch->record->count - 1);
    text = pen_text_in(question, sizeof question);
    tui_say(&text, WORD_TUI_SHOW_WATCH_AT, watch->table.lang,
            &(struct tui_filling){.number = watch->step, .text = total});
    text = pen_text_in(message, sizeof message);
    message_of(watch, &text);
    if (!screen_terminal_begin(&watch->canvas))
        return false;
    find_offers(watch);
    watch->canvas.edition = &watch->table.edition;
    struct screen_picture picture = {
        .table = &watch->table,
        .log = &watch->log,
        .offers = &watch->offers,
        .question = question,
        .message = message,
        .chosen = PEN_DECK_MAX,
        .open = watch->eyes == SCREEN_WATCH_ALL ? watch->record->steps[watch->step].game.round.hands : NULL};
    screen_draw_table(&watch->canvas, &picture);
    screen_terminal_show(&watch->canvas);
    return true;
}

/* ---- keys ------------------------------------------------------------------------------------ */

static void go(struct watch *watch, long to)
{
    long last = (long)watch->record->count - 1;
    watch->step = (unsigned)(to < 0 ? 0 : to > last ? last : to);
    if (watch->step == (unsigned)last)
        watch->is_running = false;
}

/* All open, every seat, the public, and round again. */
static void change_eyes(struct watch *watch)
{
    uint8_t count = watch->table.names.count;
    if (watch->eyes == SCREEN_WATCH_ALL)
        watch->eyes = 0;
    else if (watch->eyes == PEN_SPECTATOR)
        watch->eyes = SCREEN_WATCH_ALL;
    else
        watch->eyes = (uint8_t)(watch->eyes + 1u < count ? watch->eyes + 1u : PEN_SPECTATOR);
}

/* All of them take under a second, once. */
static void change_chances(struct watch *watch)
{
    const struct study *study = &watch->record->study;
    for (unsigned i = 0; !watch->is_studied && i < study->count; i++)
        study_look(study, &study->list[i], study_tries(study));
    watch->is_studied = true;
    watch->has_chances = !watch->has_chances;
}

/* Whether it is over. */
static bool press(struct watch *watch, int key)
{
    const struct screen_record *record = watch->record;
    long step = (long)watch->step;
    unsigned deal = screen_record_deal_before(record, watch->step);
    switch (key) {
    case SCREEN_KEY_RIGHT:
    case SCREEN_KEY_ENTER:
        go(watch, step + 1);
        break;
    case SCREEN_KEY_LEFT:
        go(watch, step - 1);
        break;
    case SCREEN_KEY_PAGE_DOWN:
        go(watch, (long)screen_record_deal_after(record, watch->step));
        break;
    case SCREEN_KEY_PAGE_UP:
        if (deal == watch->step && deal > 0)
            deal = screen_record_deal_before(record, deal - 1);
        go(watch, (long)deal);
        break;
    case SCREEN_KEY_HOME:
        go(watch, 0);
        break;
    case SCREEN_KEY_LAST:
        go(watch, (long)record->count - 1);
        break;
    case SCREEN_KEY_TAB:
        change_eyes(watch);
        break;
    case '+': /* a letter might be a word's in some language */
        watch->goes_on = record->steps[watch->step].game.round.phase != PEN_PHASE_OVER;
        return watch->goes_on;
    case ' ':
        watch->is_running = !watch->is_running;
        break;
    case SCREEN_KEY_NONE:
        if (watch->is_running)
            go(watch, step + 1);
        break;
    case 'q':
    case SCREEN_KEY_ESCAPE:
    case SCREEN_KEY_END:
        return true;
    default:
        if (tui_letter_is(TUI_LETTER_ALL_OPEN, watch->table.lang, key))
            watch->eyes = watch->eyes == SCREEN_WATCH_ALL ? 0 : SCREEN_WATCH_ALL;
        else if (tui_letter_is(TUI_LETTER_CHANCES, watch->table.lang, key))
            change_chances(watch);
        else if (key >= '1' && key < '1' + watch->table.names.count)
            watch->eyes = (uint8_t)(key - '1');
        break;
    }
    look(watch);
    return false;
}

bool screen_watch_run(const struct screen_record *record, struct screen_watch *wish)
{
    struct watch *watch = calloc(1, sizeof *watch);
    if (!watch || !screen_terminal_open(wish->has_color)) {
        free(watch);
        return false;
    }
    watch->record = record;
    watch->eyes = wish->eyes;
    watch->table.edition = record->edition;
    watch->table.rules = record->rules;
    watch->table.options = record->options;
    watch->table.names = record->names;
    pen_names_show(&watch->table.names);
    watch->table.lang = wish->lang;
    screen_terminal_suits(&record->edition);
    look(watch);
    while (draw(watch)) {
        struct screen_key key = screen_terminal_wait(-1, watch->is_running ? RUN_MS : -1);
        if (key.code == SCREEN_KEY_CLICK)
            key.code = screen_canvas_key_at(&watch->canvas, key.row, key.column);
        if (press(watch, key.code))
            break;
    }
    wish->goes_on = watch->goes_on;
    wish->step = watch->step;
    wish->eyes = watch->eyes;
    screen_terminal_close();
    screen_canvas_drop(&watch->canvas);
    free(watch);
    return true;
}
