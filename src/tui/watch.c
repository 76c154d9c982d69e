/* watch.c - the picture of a table whose table is a record: nothing can be played, everything can be gone
 * through. What one seat's eyes must not see is not drawn, for the view does not have it. */
#include "tui/watch.h"

#include <stdlib.h>
#include <string.h>

#include "tui/draw_table.h"
#include "tui/terminal.h"
#include "tui/filling.h"

enum { RUN_MS = 700, TEXT_BYTES = 512 };

struct watch {
    const struct tui_record *record;
    struct tui_canvas canvas;
    struct tui_table table; /* only to be drawn */
    struct tui_log log;
    struct tui_offers offers;
    unsigned step;
    uint8_t eyes;
    bool is_running; /* goes forwards by itself */
};

/* ---- what is seen ---------------------------------------------------------------------------- */

/* With all cards open every event is told as its own audience sees it. */
static uint8_t viewer_of(const struct watch *watch, const struct pen_event *events, unsigned count)
{
    if (watch->eyes != TUI_WATCH_ALL)
        return watch->eyes;
    for (unsigned i = 0; i < count && i < 2; i++)
        if (events[i].card != PEN_CARD_NONE && events[i].audience != PEN_AUDIENCE_ALL && events[i].audience)
            return (uint8_t)pen_bits_lowest(events[i].audience);
    return PEN_SPECTATOR;
}

static void log_step(struct watch *watch, const struct tui_step *step)
{
    const struct tui_record *record = watch->record;
    char line[TUI_LOG_BYTES];
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
            tui_log_add(&watch->log, line);
    }
}

/* Everything that is drawn, made anew for this step and these eyes. */
static void look(struct watch *watch)
{
    const struct tui_record *record = watch->record;
    uint8_t viewer = watch->eyes == TUI_WATCH_ALL ? PEN_SPECTATOR : watch->eyes;
    watch->table.seat = viewer;
    tui_record_view(record, watch->step, viewer, &watch->table.view);
    tui_log_clear(&watch->log);
    for (unsigned i = tui_record_deal_before(record, watch->step); i <= watch->step; i++)
        log_step(watch, &record->steps[i]);
}

static void find_offers(struct watch *watch)
{
    enum pen_lang lang = watch->table.lang;
    struct tui_offers *offers = &watch->offers;
    offers->count = 0;
    tui_offer_add(offers, TUI_KEY_RIGHT, TUI_OFFER_OWN, word_text(WORD_TUI_SHOW_DO_FORWARD, lang));
    tui_offer_add(offers, TUI_KEY_LEFT, TUI_OFFER_OWN, word_text(WORD_TUI_SHOW_DO_BACKWARD, lang));
    tui_offer_add(offers, TUI_KEY_PAGE_DOWN, TUI_OFFER_OWN, word_text(WORD_TUI_SHOW_DO_ROUND_FORWARD, lang));
    tui_offer_add(offers, TUI_KEY_PAGE_UP, TUI_OFFER_OWN, word_text(WORD_TUI_SHOW_DO_ROUND_BACKWARD, lang));
    tui_offer_add(offers, TUI_KEY_TAB, TUI_OFFER_OWN, word_text(WORD_TUI_SHOW_DO_EYES, lang));
    tui_offer_add(offers, 'o', TUI_OFFER_OWN, word_text(WORD_TUI_SHOW_DO_ALL_OPEN, lang));
    tui_offer_add(offers, ' ', TUI_OFFER_OWN,
                  word_text(watch->is_running ? WORD_TUI_SHOW_DO_STOP : WORD_TUI_SHOW_DO_RUN, lang));
    tui_offer_add(offers, 'q', TUI_OFFER_LEAVE, word_text(WORD_TUI_SHOW_DO_LEAVE, lang));
    offers->list[offers->count - 1].is_quiet = true;
}

static void message_of(const struct watch *watch, struct pen_text *text)
{
    const struct tui_table *table = &watch->table;
    if (watch->eyes == TUI_WATCH_ALL)
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
}

static bool draw(struct watch *watch)
{
    char question[TEXT_BYTES], message[TEXT_BYTES], total[16];
    struct pen_text text = pen_text_in(total, sizeof total);
    pen_text_add_number(&text, watch->record->count - 1);
    text = pen_text_in(question, sizeof question);
    tui_say(&text, WORD_TUI_SHOW_WATCH_AT, watch->table.lang,
            &(struct tui_filling){.number = watch->step, .text = total});
    text = pen_text_in(message, sizeof message);
    message_of(watch, &text);
    if (!tui_terminal_begin(&watch->canvas))
        return false;
    find_offers(watch);
    watch->canvas.edition = &watch->table.edition;
    struct tui_picture picture = {
        .table = &watch->table,
        .log = &watch->log,
        .offers = &watch->offers,
        .question = question,
        .message = message,
        .chosen = PEN_DECK_MAX,
        .open = watch->eyes == TUI_WATCH_ALL ? watch->record->steps[watch->step].game.round.hands : NULL};
    tui_draw_table(&watch->canvas, &picture);
    tui_terminal_show(&watch->canvas);
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
    if (watch->eyes == TUI_WATCH_ALL)
        watch->eyes = 0;
    else if (watch->eyes == PEN_SPECTATOR)
        watch->eyes = TUI_WATCH_ALL;
    else
        watch->eyes = (uint8_t)(watch->eyes + 1u < count ? watch->eyes + 1u : PEN_SPECTATOR);
}

/* Whether it is over. */
static bool press(struct watch *watch, int key)
{
    const struct tui_record *record = watch->record;
    long step = (long)watch->step;
    unsigned deal = tui_record_deal_before(record, watch->step);
    switch (key) {
    case TUI_KEY_RIGHT:
    case TUI_KEY_ENTER:
        go(watch, step + 1);
        break;
    case TUI_KEY_LEFT:
        go(watch, step - 1);
        break;
    case TUI_KEY_PAGE_DOWN:
        go(watch, (long)tui_record_deal_after(record, watch->step));
        break;
    case TUI_KEY_PAGE_UP:
        if (deal == watch->step && deal > 0)
            deal = tui_record_deal_before(record, deal - 1);
        go(watch, (long)deal);
        break;
    case TUI_KEY_HOME:
        go(watch, 0);
        break;
    case TUI_KEY_LAST:
        go(watch, (long)record->count - 1);
        break;
    case TUI_KEY_TAB:
        change_eyes(watch);
        break;
    case 'o':
        watch->eyes = watch->eyes == TUI_WATCH_ALL ? 0 : TUI_WATCH_ALL;
        break;
    case ' ':
        watch->is_running = !watch->is_running;
        break;
    case TUI_KEY_NONE:
        if (watch->is_running)
            go(watch, step + 1);
        break;
    case 'q':
    case TUI_KEY_ESCAPE:
    case TUI_KEY_END:
        return true;
    default:
        if (key >= '1' && key < '1' + watch->table.names.count)
            watch->eyes = (uint8_t)(key - '1');
        break;
    }
    look(watch);
    return false;
}

bool tui_watch_run(const struct tui_record *record, const struct tui_watch *wish)
{
    struct watch *watch = calloc(1, sizeof *watch);
    if (!watch || !tui_terminal_open(wish->has_color)) {
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
    tui_terminal_suits(&record->edition);
    look(watch);
    while (draw(watch)) {
        struct tui_key key = tui_terminal_wait(-1, watch->is_running ? RUN_MS : -1);
        if (key.code == TUI_KEY_CLICK)
            key.code = tui_canvas_key_at(&watch->canvas, key.row, key.column);
        if (press(watch, key.code))
            break;
    }
    tui_terminal_close();
    tui_canvas_drop(&watch->canvas);
    free(watch);
    return true;
}
