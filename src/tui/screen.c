/* screen.c - a game on the full screen: news from the table come in and are drawn, keys go out as actions.
 *
 * What is on the screen is one of a few modes. In those that must be read first (the count, a lesson, the
 * keyboard changing hands) the table stands still: it is not asked for news. */
#include "tui/screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tui/draw_cards.h"
#include "tui/draw_offers.h"
#include "tui/draw_page.h"
#include "tui/draw_table.h"
#include "tui/pages.h"
#include "tui/terminal.h"
#include "tui/words.h"

enum mode {
    MODE_TABLE,
    MODE_COLOR,    /* 'asked' lacks its colour */
    MODE_TARGET,   /* 'asked' lacks its target */
    MODE_HELP,
    MODE_LOG,
    MODE_SEEN,
    MODE_LEAVE,
    MODE_LESSON,
    MODE_COUNT,
    MODE_OVER,
    MODE_HANDOVER
};

enum { PAGE_BYTES = 16384, MESSAGE_BYTES = 1024 };

struct screen {
    struct tui_table *table;
    struct tui_canvas canvas;
    struct tui_log log;
    struct tui_offers offers;
    struct tui_news news;
    enum mode mode;
    struct pen_action asked;  /* in MODE_COLOR and MODE_TARGET */
    uint16_t targets;
    uint8_t next_seat;        /* in MODE_HANDOVER */
    uint16_t has_dropped;     /* RULE C1: who at the keyboard has, also if the table has not told it yet */
    bool is_uno_armed, had_turn;
    unsigned chosen;          /* place of the cursor in the hand */
    int log_back, log_back_max;
    char message[MESSAGE_BYTES];
    bool is_message_alarm;
    struct tui_page page;
    char heading[128], text[PAGE_BYTES];
    bool is_done;
    enum tui_end end;
};

bool tui_screen_is_possible(void)
{
    const char *name = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && name && name[0] && strcmp(name, "dumb") != 0;
}

int tui_screen_signal(void)
{
    return tui_terminal_signal();
}

static void say(struct pen_text *text, const struct tui_table *table, enum tui_words words,
                struct tui_filling filling)
{
    filling.edition = &table->edition;
    filling.rules = &table->rules;
    tui_say(text, words, table->lang, &filling);
}

static void tell(struct screen *screen, bool is_alarm, enum tui_words words, struct tui_filling filling)
{
    struct pen_text text = pen_text_in(screen->message, sizeof screen->message);
    say(&text, screen->table, words, filling);
    screen->is_message_alarm = is_alarm;
}

static void tell_refusal(struct screen *screen, enum pen_refusal refusal)
{
    tell(screen, true, TUI_SHOW_REFUSED,
         (struct tui_filling){.name = pen_refusal_rule(refusal),
                              .text = pen_refusal_text(refusal, screen->table->lang)});
}

/* ---- the hand and its cursor ----------------------------------------------------------------- */

static unsigned hand_cards(const struct screen *screen, uint8_t cards[PEN_DECK_MAX])
{
    return tui_hand_list(&screen->table->rules, &screen->table->view.hand, cards);
}

static uint8_t chosen_card(const struct screen *screen)
{
    uint8_t cards[PEN_DECK_MAX];
    unsigned count = hand_cards(screen, cards);
    return screen->chosen < count ? cards[screen->chosen] : PEN_CARD_NONE;
}

/* The next card that can be laid, from 'from' on and round; stays where it is if there is none. */
static void choose_playable(struct screen *screen, unsigned from, unsigned step)
{
    uint8_t cards[PEN_DECK_MAX];
    unsigned count = hand_cards(screen, cards);
    uint64_t playable = tui_offer_playable(screen->table);
    for (unsigned i = 0; i < count; i++) {
        unsigned place = (from + i * step) % count;
        if (playable & pen_card_bit(cards[place])) {
            screen->chosen = place;
            return;
        }
    }
}

static void choose_card(struct screen *screen, uint8_t card)
{
    uint8_t cards[PEN_DECK_MAX];
    unsigned count = hand_cards(screen, cards);
    for (unsigned i = 0; i < count; i++)
        if (cards[i] == card)
            screen->chosen = i;
}

/* After every change: the cursor stays in the hand, and comes to a card that fits when the turn does. */
static void refresh_cursor(struct screen *screen)
{
    const struct tui_table *table = screen->table;
    unsigned count = pen_hand_count(&table->view.hand);
    bool has_turn = table->seat < table->names.count && table->view.must >> table->seat & 1;
    if (screen->chosen >= count)
        screen->chosen = count ? count - 1 : 0;
    if (has_turn && !screen->had_turn && !(tui_offer_playable(table) & pen_card_bit(chosen_card(screen) & 63)))
        choose_playable(screen, screen->chosen, 1);
    if (has_turn && table->view.drawn != PEN_CARD_NONE)
        choose_card(screen, table->view.drawn);
    screen->had_turn = has_turn;
    if (count != 2)
        screen->is_uno_armed = false;
    if (table->view.phase != PEN_PHASE_RACE)
        screen->has_dropped = 0;
}

/* ---- pages ----------------------------------------------------------------------------------- */

static struct pen_text begin_page(struct screen *screen, enum mode mode, enum tui_words heading,
                                  struct tui_filling filling)
{
    struct pen_text text = pen_text_in(screen->heading, sizeof screen->heading);
    say(&text, screen->table, heading, filling);
    screen->mode = mode;
    screen->page = (struct tui_page){.heading = screen->heading, .text = screen->text};
    return pen_text_in(screen->text, sizeof screen->text);
}

static void open_help(struct screen *screen)
{
    struct pen_text text = begin_page(screen, MODE_HELP, TUI_SHOW_PAGE_HELP, (struct tui_filling){0});
    tui_page_help(&text, screen->table, chosen_card(screen));
}

static void open_seen(struct screen *screen)
{
    struct pen_text text = begin_page(screen, MODE_SEEN, TUI_SHOW_PAGE_SEEN, (struct tui_filling){0});
    tui_page_seen(&text, screen->table);
}

static void open_leave(struct screen *screen)
{
    struct pen_text text = begin_page(screen, MODE_LEAVE, TUI_SHOW_PAGE_LEAVE, (struct tui_filling){0});
    if (!screen->table->is_lesson && !screen->table->is_remote)
        pen_text_add(&text, tui_words(TUI_SHOW_LEAVE_KEPT, screen->table->lang));
}

static void open_count(struct screen *screen)
{
    struct pen_text text =
        begin_page(screen, MODE_COUNT, TUI_SHOW_PAGE_COUNT,
                   (struct tui_filling){.number = screen->table->view.round_number});
    tui_page_count(&text, screen->table, &screen->news);
}

static void open_over(struct screen *screen)
{
    struct pen_text text = begin_page(screen, MODE_OVER, TUI_SHOW_PAGE_OVER, (struct tui_filling){0});
    tui_page_over(&text, screen->table);
}

static void open_lesson(struct screen *screen)
{
    struct pen_text text = begin_page(screen, MODE_LESSON, TUI_SHOW_PAGE_LESSON, (struct tui_filling){0});
    pen_text_add(&text, screen->news.text);
    /* It stays readable beside the table after the page is gone. */
    for (const char *line = screen->news.text; *line;) {
        char part[TUI_LOG_BYTES];
        size_t length = strcspn(line, "\n");
        snprintf(part, sizeof part, "%.*s", (int)length, line);
        tui_log_add(&screen->log, part);
        line += length + (line[length] == '\n');
    }
}

static void open_handover(struct screen *screen, uint8_t seat)
{
    const char *name = screen->table->names.name[seat < PEN_SEATS_MAX ? seat : 0];
    struct pen_text text =
        begin_page(screen, MODE_HANDOVER, TUI_SHOW_HANDOVER, (struct tui_filling){.name = name});
    say(&text, screen->table, TUI_SHOW_HANDOVER_HIDDEN, (struct tui_filling){.name = name});
    screen->next_seat = seat;
    screen->message[0] = 0;
    screen->is_uno_armed = false;
}

static void finish(struct screen *screen, enum tui_end end)
{
    screen->is_done = true;
    screen->end = end;
}

/* ---- news ------------------------------------------------------------------------------------ */

static void log_events(struct screen *screen)
{
    struct tui_table *table = screen->table;
    tui_log_events(&screen->log, &table->edition, &table->rules, &table->names, screen->news.events.list,
                   screen->news.events.count, table->seat, table->lang);
}

static void hear(struct screen *screen)
{
    struct tui_table *table = screen->table;
    switch (screen->news.type) {
    case TUI_NEWS_DEALT:
    case TUI_NEWS_SEATED:
        tui_log_clear(&screen->log);
        screen->chosen = 0;
        screen->had_turn = false;
        log_events(screen);
        break;
    case TUI_NEWS_EVENTS:
        log_events(screen);
        break;
    case TUI_NEWS_REFUSED:
        tell_refusal(screen, screen->news.refusal);
        break;
    case TUI_NEWS_ROUND_OVER:
        open_count(screen);
        break;
    case TUI_NEWS_GAME_OVER:
        open_over(screen);
        break;
    case TUI_NEWS_HANDOVER:
        open_handover(screen, screen->news.seat);
        break;
    case TUI_NEWS_LESSON:
        open_lesson(screen);
        break;
    case TUI_NEWS_NOTICE:
        tui_log_add(&screen->log, screen->news.text);
        tell(screen, false, TUI_SHOW_NOTICE, (struct tui_filling){.text = screen->news.text});
        break;
    case TUI_NEWS_CLOSED:
        finish(screen, TUI_END_LEFT); /* who opened the table says why */
        break;
    case TUI_NEWS_NONE:
        break;
    }
    refresh_cursor(screen);
    /* Somebody was quicker: a question about an action that is gone is not asked any more. */
    if ((screen->mode == MODE_COLOR || screen->mode == MODE_TARGET) && screen->asked.seat == table->seat) {
        struct pen_action whole = screen->asked;
        if (screen->mode == MODE_COLOR)
            whole.color = 0;
        else
            whole.target = (uint8_t)pen_bits_lowest(screen->targets);
        if (!pen_legal_has(&table->rules, &table->view.legal, whole))
            screen->mode = MODE_TABLE;
    }
}

static bool stands_still(const struct screen *screen)
{
    return screen->mode == MODE_LESSON || screen->mode == MODE_COUNT || screen->mode == MODE_OVER ||
           screen->mode == MODE_HANDOVER;
}

static void hear_all(struct screen *screen)
{
    while (!stands_still(screen) && !screen->is_done &&
           tui_table_step(screen->table, tui_now_ms(), &screen->news))
        hear(screen);
}

/* ---- drawing --------------------------------------------------------------------------------- */

static void add_own(struct tui_offers *offers, const struct tui_table *table, int key, enum tui_words words)
{
    tui_offer_add(offers, key, TUI_DEED_OWN, tui_words(words, table->lang));
}

static int yes_key(const struct tui_table *table)
{
    return table->lang == PEN_LANG_ES ? 's' : 'y';
}

/* What can be done in this mode. */
static void find_offers(struct screen *screen)
{
    struct tui_table *table = screen->table;
    struct tui_offers *offers = &screen->offers;
    offers->count = 0;
    switch (screen->mode) {
    case MODE_TABLE:
        tui_offers_at_table(offers, table, screen->is_uno_armed, screen->has_dropped);
        break;
    case MODE_COLOR:
        tui_offers_colors(offers, table, screen->asked, true);
        break;
    case MODE_TARGET:
        tui_offers_targets(offers, table, screen->asked, screen->targets, true);
        break;
    case MODE_LEAVE:
        add_own(offers, table, yes_key(table), TUI_SHOW_DO_YES);
        add_own(offers, table, TUI_KEY_ESCAPE, TUI_SHOW_DO_BACK);
        break;
    case MODE_LESSON:
        add_own(offers, table, TUI_KEY_ENTER, TUI_SHOW_DO_READ);
        add_own(offers, table, 'q', TUI_SHOW_DO_LEAVE);
        break;
    case MODE_COUNT:
        add_own(offers, table, TUI_KEY_ENTER, table->view.winners ? TUI_SHOW_DO_READ : TUI_SHOW_DO_NEXT_ROUND);
        add_own(offers, table, 'q', TUI_SHOW_DO_LEAVE);
        break;
    case MODE_OVER:
        add_own(offers, table, TUI_KEY_ENTER, table->is_lesson ? TUI_SHOW_DO_READ : TUI_SHOW_DO_AGAIN);
        add_own(offers, table, 'q', TUI_SHOW_DO_LEAVE);
        break;
    case MODE_HANDOVER:
        add_own(offers, table, TUI_KEY_ENTER, TUI_SHOW_DO_READY);
        add_own(offers, table, 'q', TUI_SHOW_DO_LEAVE);
        break;
    case MODE_HELP:
    case MODE_LOG:
    case MODE_SEEN:
        add_own(offers, table, TUI_KEY_ESCAPE, TUI_SHOW_DO_BACK);
        break;
    }
}

static void question_of(const struct screen *screen, struct pen_text *text)
{
    if (screen->mode == MODE_COLOR)
        say(text, screen->table, TUI_SHOW_ASK_COLOR, (struct tui_filling){.card = screen->asked.card});
    else if (screen->mode == MODE_TARGET)
        say(text, screen->table,
            screen->asked.verb == PEN_VERB_CATCH ? TUI_SHOW_ASK_CATCH : TUI_SHOW_ASK_ACCUSE,
            (struct tui_filling){0});
    else
        tui_offer_question(screen->table, text);
}

/* RULE A6, from what the player can see: is there another card that makes it a bluff? */
static bool would_bluff(const struct tui_table *table, uint8_t card)
{
    const struct pen_view *view = &table->view;
    struct pen_hand rest = view->hand;
    if (!(table->rules.guarded & view->legal.plays & pen_card_bit(card)) || view->color >= PEN_COLORS_MAX)
        return false;
    pen_hand_remove(&rest, card);
    return pen_hand_kinds(&rest) & (table->rules.of_color[view->color] | table->rules.guard[card]);
}

/* Below the keys: what was last said to the player, or else the card under the cursor. */
static void message_of(const struct screen *screen, struct pen_text *text)
{
    uint8_t card = chosen_card(screen);
    if (screen->message[0]) {
        pen_text_add(text, screen->message);
    } else if (screen->is_uno_armed) {
        pen_text_add(text, tui_words(TUI_SHOW_UNO_READY, screen->table->lang));
    } else if (card != PEN_CARD_NONE) {
        pen_card_name(&screen->table->edition, &screen->table->rules, card, screen->table->lang, text);
        if (would_bluff(screen->table, card)) {
            pen_text_add(text, " · ");
            pen_text_add(text, tui_words(TUI_SHOW_BLUFF, screen->table->lang));
        }
    }
}

static void draw_log_page(struct screen *screen)
{
    struct tui_canvas *canvas = &screen->canvas;
    int columns = canvas->columns - 2, last = canvas->rows - 1;
    tui_canvas_text(canvas, 0, 1, columns, TUI_STRONG, tui_words(TUI_SHOW_PAGE_LOG, screen->table->lang));
    screen->log_back_max = tui_log_draw(&screen->log, canvas, (struct tui_rect){2, 1, last - 3, columns},
                                        screen->log_back);
    tui_draw_offers(canvas, (struct tui_rect){last, 1, 1, columns}, &screen->offers, screen->table->lang);
}

static bool draw(struct screen *screen)
{
    char question[MESSAGE_BYTES], message[MESSAGE_BYTES];
    struct pen_text question_text = pen_text_in(question, sizeof question);
    struct pen_text message_text = pen_text_in(message, sizeof message);
    struct tui_table *table = screen->table;
    if (!tui_terminal_begin(&screen->canvas))
        return false;
    find_offers(screen);
    screen->canvas.edition = &table->edition;
    if (screen->mode == MODE_LOG) {
        draw_log_page(screen);
    } else {
        /* While the keyboard changes hands nothing but the request is on the screen. */
        if (screen->mode != MODE_HANDOVER && !table->is_hidden) {
            question_of(screen, &question_text);
            message_of(screen, &message_text);
            static const struct tui_offers none; /* the keys are those of the page */
            struct tui_picture picture = {.table = table,
                                          .log = &screen->log,
                                          .offers = screen->mode >= MODE_HELP ? &none : &screen->offers,
                                          .question = question,
                                          .message = message,
                                          .is_message_alarm = screen->message[0] && screen->is_message_alarm,
                                          .chosen = screen->chosen};
            tui_draw_table(&screen->canvas, &picture);
        }
        if (screen->mode >= MODE_HELP)
            tui_draw_page(&screen->canvas, &screen->page, &screen->offers, table->lang);
    }
    tui_terminal_show(&screen->canvas);
    return true;
}

/* ---- keys ------------------------------------------------------------------------------------ */

static void act(struct screen *screen, struct pen_action action)
{
    enum pen_refusal refusal = tui_table_act(screen->table, action, tui_now_ms());
    screen->mode = MODE_TABLE;
    if (refusal != PEN_ACCEPTED)
        tell_refusal(screen, refusal);
    else if (action.verb == PEN_VERB_DROP)
        screen->has_dropped |= (uint16_t)(1u << action.seat);
    else
        screen->is_uno_armed = false;
}

static void hint(struct screen *screen)
{
    struct pen_action action;
    char why[MESSAGE_BYTES / 2];
    if (!tui_table_hint(screen->table, &action, why, sizeof why)) {
        tell(screen, false, TUI_SHOW_NO_HINT, (struct tui_filling){0});
        return;
    }
    tell(screen, false, TUI_SHOW_HINT, (struct tui_filling){.text = why});
    if (action.card != PEN_CARD_NONE)
        choose_card(screen, action.card);
}

static void do_offer(struct screen *screen, const struct tui_offer *offer)
{
    struct tui_table *table = screen->table;
    switch (offer->deed) {
    case TUI_DEED_ACT:
        act(screen, offer->action);
        break;
    case TUI_DEED_ASK_COLOR:
        screen->asked = offer->action;
        screen->mode = MODE_COLOR;
        break;
    case TUI_DEED_ASK_TARGET:
        screen->asked = offer->action;
        screen->targets = offer->targets;
        screen->mode = MODE_TARGET;
        break;
    case TUI_DEED_ARM_UNO:
        screen->is_uno_armed = !screen->is_uno_armed;
        break;
    case TUI_DEED_PASS:
        tui_table_pass(table, offer->action.seat, tui_now_ms());
        break;
    case TUI_DEED_HINT:
        hint(screen);
        break;
    case TUI_DEED_HELP:
        open_help(screen);
        break;
    case TUI_DEED_LOG:
        screen->mode = MODE_LOG;
        screen->log_back = 0;
        break;
    case TUI_DEED_SEEN:
        open_seen(screen);
        break;
    case TUI_DEED_PROTECT:
        table->is_protected = !table->is_protected;
        tell(screen, !table->is_protected, table->is_protected ? TUI_SHOW_PROTECTED : TUI_SHOW_UNPROTECTED,
             (struct tui_filling){0});
        break;
    case TUI_DEED_LEAVE:
        open_leave(screen);
        break;
    case TUI_DEED_BACK:
        screen->mode = MODE_TABLE;
        break;
    case TUI_DEED_OWN:
        break;
    }
}

static void play_place(struct screen *screen, unsigned place)
{
    uint8_t cards[PEN_DECK_MAX];
    unsigned count = hand_cards(screen, cards);
    if (place >= count)
        return;
    screen->chosen = place;
    struct tui_offer offer = tui_offer_of_card(screen->table, cards[place], screen->is_uno_armed);
    do_offer(screen, &offer);
}

static void key_at_table(struct screen *screen, int key)
{
    unsigned count = pen_hand_count(&screen->table->view.hand);
    if (key >= '0' && key <= '9') {
        play_place(screen, key == '0' ? 9u : (unsigned)(key - '1'));
    } else if (key == TUI_KEY_ENTER) {
        play_place(screen, screen->chosen);
    } else if (key == TUI_KEY_LEFT && count) {
        screen->chosen = (screen->chosen + count - 1) % count;
    } else if (key == TUI_KEY_RIGHT && count) {
        screen->chosen = (screen->chosen + 1) % count;
    } else if (key == TUI_KEY_HOME) {
        screen->chosen = 0;
    } else if (key == TUI_KEY_LAST && count) {
        screen->chosen = count - 1;
    } else if (key == TUI_KEY_TAB && count) {
        choose_playable(screen, screen->chosen + 1, 1);
    } else if (key == TUI_KEY_BACK_TAB && count) {
        choose_playable(screen, screen->chosen + count - 1, count - 1);
    } else if (key >= TUI_KEY_CARD) {
        unsigned place = (unsigned)(key - TUI_KEY_CARD);
        if (place == screen->chosen)
            play_place(screen, place);
        else if (place < count)
            screen->chosen = place;
    }
}

static void key_on_page(struct screen *screen, int key)
{
    if (tui_page_turn(&screen->page, key) && !(screen->mode == MODE_LESSON && key == ' '))
        return;
    bool goes_on = key == TUI_KEY_ENTER || key == ' ';
    switch (screen->mode) {
    case MODE_LEAVE:
        if (key == yes_key(screen->table) || key == 'q' || key == TUI_KEY_ENTER)
            finish(screen, TUI_END_LEFT);
        else if (key == TUI_KEY_ESCAPE)
            screen->mode = MODE_TABLE;
        break;
    case MODE_LESSON:
    case MODE_COUNT:
        if (key == 'q') {
            finish(screen, TUI_END_LEFT);
        } else if (goes_on) {
            if (screen->mode == MODE_COUNT && !screen->table->view.winners)
                tui_table_deal(screen->table, tui_now_ms());
            screen->mode = MODE_TABLE;
        }
        break;
    case MODE_OVER:
        if (key == 'q' || key == TUI_KEY_ESCAPE)
            finish(screen, TUI_END_LEFT);
        else if (goes_on)
            finish(screen, screen->table->is_lesson ? TUI_END_LEFT : TUI_END_AGAIN);
        break;
    case MODE_HANDOVER:
        if (key == 'q') {
            finish(screen, TUI_END_LEFT);
        } else if (goes_on) {
            screen->mode = MODE_TABLE;
            tui_table_confirm(screen->table, tui_now_ms());
        }
        break;
    default:
        screen->mode = MODE_TABLE;
        break;
    }
}

static void key_in_log(struct screen *screen, int key)
{
    struct tui_page turned = {.scroll = screen->log_back_max - screen->log_back,
                              .scroll_max = screen->log_back_max};
    if (tui_page_turn(&turned, key))
        screen->log_back = screen->log_back_max - turned.scroll;
    else
        screen->mode = MODE_TABLE;
}

static void press(struct screen *screen, int key)
{
    screen->message[0] = 0;
    if (screen->mode == MODE_LOG) {
        key_in_log(screen, key);
    } else if (screen->mode >= MODE_HELP) {
        key_on_page(screen, key);
    } else {
        const struct tui_offer *offer = tui_offer_find(&screen->offers, key);
        if (!offer && key >= 'A' && key <= 'Z')
            offer = tui_offer_find(&screen->offers, key - 'A' + 'a');
        if (offer)
            do_offer(screen, offer);
        else if (screen->mode == MODE_TABLE)
            key_at_table(screen, key);
    }
}

static void run(struct screen *screen)
{
    while (!screen->is_done) {
        hear_all(screen);
        if (!draw(screen)) {
            finish(screen, TUI_END_BROKEN);
            break;
        }
        int fd = stands_still(screen) ? -1 : tui_table_fd(screen->table);
        int wait_ms = stands_still(screen) ? -1 : tui_table_wait_ms(screen->table, tui_now_ms());
        struct tui_key key = tui_terminal_wait(fd, wait_ms);
        if (key.code == TUI_KEY_CLICK)
            key.code = tui_canvas_key_at(&screen->canvas, key.row, key.column);
        if (key.code == TUI_KEY_END)
            finish(screen, TUI_END_LEFT);
        else if (key.code != TUI_KEY_NONE && key.code != TUI_KEY_RESIZE)
            press(screen, key.code);
    }
}

enum tui_end tui_screen_play(struct tui_table *table, const struct tui_start *start)
{
    struct screen *screen = calloc(1, sizeof *screen);
    if (!screen || !tui_terminal_open(!start->no_color)) {
        free(screen);
        return TUI_END_BROKEN;
    }
    screen->table = table;
    tui_terminal_suits(&table->edition);
    run(screen);
    tui_terminal_close();
    enum tui_end end = screen->end;
    tui_canvas_drop(&screen->canvas);
    free(screen);
    return end;
}
