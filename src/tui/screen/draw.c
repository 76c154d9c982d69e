/* draw.c - which keys a mode has, and its picture. */
#include "tui/letters.h"
#include "tui/screen/draw_offers.h"
#include "tui/screen/inside.h"
#include "tui/screen/terminal.h"
#include "words/tui_show_words.h"
#include "words/tui_tell_words.h"

static void add_own(struct screen_offers *offers, const struct tui_table *table, int key, enum word words)
{
    screen_offer_add(offers, key, SCREEN_OFFER_OWN, word_text(words, table->lang));
}

int screen_yes_key(const struct tui_table *table)
{
    return word_text(WORD_TUI_SHOW_LETTER_YES, table->lang)[0];
}

/* What can be done in this mode. */
static void find_offers(struct screen *screen)
{
    struct tui_table *table = screen->table;
    struct screen_offers *offers = &screen->offers;
    offers->count = 0;
    switch (screen->mode) {
    case MODE_TABLE:
        screen_offers_at_table(offers, table, screen->is_uno_armed, screen->has_dropped);
        if (table->ops->order)
            add_own(offers, table, '/', WORD_TUI_TELL_DO_SPEAK);
        break;
    case MODE_LINE:
        add_own(offers, table, SCREEN_KEY_ENTER, WORD_TUI_TELL_DO_SEND);
        add_own(offers, table, SCREEN_KEY_ESCAPE, WORD_TUI_TELL_DO_ERASE);
        break;
    case MODE_COLOR:
        screen_offers_colors(offers, table, screen->asked, true);
        break;
    case MODE_TARGET:
        screen_offers_targets(offers, table, screen->asked, screen->targets, true);
        break;
    case MODE_PERSON:
        screen_offers_person(offers, table, screen->person);
        break;
    case MODE_LEAVE:
        add_own(offers, table, screen_yes_key(table), WORD_TUI_SHOW_DO_YES);
        add_own(offers, table, SCREEN_KEY_ESCAPE, WORD_TUI_SHOW_DO_BACK);
        break;
    case MODE_LESSON:
        add_own(offers, table, SCREEN_KEY_ENTER, WORD_TUI_SHOW_DO_READ);
        add_own(offers, table, 'q', WORD_TUI_SHOW_DO_LEAVE);
        break;
    case MODE_COUNT:
        add_own(offers, table, SCREEN_KEY_ENTER,
                table->view.winners ? WORD_TUI_SHOW_DO_READ : WORD_TUI_SHOW_DO_NEXT_ROUND);
        add_own(offers, table, 'q', WORD_TUI_SHOW_DO_LEAVE);
        break;
    case MODE_OVER:
        add_own(offers, table, SCREEN_KEY_ENTER,
                table->is_lesson ? WORD_TUI_SHOW_DO_READ : WORD_TUI_SHOW_DO_AGAIN);
        add_own(offers, table, 'q', WORD_TUI_SHOW_DO_LEAVE);
        break;
    case MODE_HANDOVER:
        add_own(offers, table, SCREEN_KEY_ENTER, WORD_TUI_SHOW_DO_READY);
        if (table->can_take_back)
            add_own(offers, table, tui_letter(TUI_LETTER_TAKE_BACK, table->lang), WORD_TUI_SHOW_DO_TAKE_BACK);
        add_own(offers, table, 'q', WORD_TUI_SHOW_DO_LEAVE);
        break;
    case MODE_HELP:
    case MODE_LOG:
    case MODE_SEEN:
        add_own(offers, table, SCREEN_KEY_ESCAPE, WORD_TUI_SHOW_DO_BACK);
        break;
    }
}

static void question_of(const struct screen *screen, struct pen_text *text)
{
    if (screen->mode == MODE_COLOR)
        screen_say(text, screen->table, WORD_TUI_SHOW_ASK_COLOR,
                   (struct tui_filling){.card = screen->asked.card});
    else if (screen->mode == MODE_TARGET)
        screen_say(text, screen->table,
                   screen->asked.verb == PEN_VERB_CATCH ? WORD_TUI_SHOW_ASK_CATCH : WORD_TUI_SHOW_ASK_ACCUSE,
                   (struct tui_filling){0});
    else if (screen->mode == MODE_PERSON)
        screen_say(text, screen->table, WORD_TUI_SHOW_ASK_PERSON,
                   (struct tui_filling){.name = screen->table->names.name[screen->person]});
    else
        screen_offer_question(screen->table, text);
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
    uint8_t card = screen_chosen_card(screen);
    if (screen->mode == MODE_LINE) {
        pen_text_add(text, screen->line);
        pen_text_add(text, "▏");
    } else if (screen->message[0]) {
        pen_text_add(text, screen->message);
    } else if (screen->is_uno_armed) {
        pen_text_add(text, word_text(WORD_TUI_SHOW_UNO_READY, screen->table->lang));
    } else if (card != PEN_CARD_NONE) {
        pen_card_name(&screen->table->edition, &screen->table->rules, card, screen->table->lang, text);
        if (would_bluff(screen->table, card)) {
            pen_text_add(text, " · ");
            pen_text_add(text, word_text(WORD_TUI_SHOW_BLUFF, screen->table->lang));
        }
    }
}

static void draw_log_page(struct screen *screen)
{
    struct screen_canvas *canvas = &screen->canvas;
    int columns = canvas->columns - 2, last = canvas->rows - 1;
    screen_canvas_text(canvas, 0, 1, columns, SCREEN_STRONG,
                       word_text(WORD_TUI_SHOW_PAGE_LOG, screen->table->lang));
    screen->log_back_max = screen_log_draw(&screen->log, canvas,
                                           (struct screen_rect){2, 1, last - 3, columns}, screen->log_back);
    screen_draw_offers(canvas, (struct screen_rect){last, 1, 1, columns}, &screen->offers,
                       screen->table->lang);
}

/* A game is over: the colours of the edition rain from above, once. */
static void draw_confetti(struct screen *screen)
{
    struct screen_canvas *canvas = &screen->canvas;
    const struct pen_edition *edition = &screen->table->edition;
    const unsigned percent = screen->motion.ms ? screen->motion.percent : 100;
    const int count = canvas->rows * canvas->columns / 48, deep = canvas->rows * (int)percent / 100;
    for (int i = 0; i < count && edition->color_count > 0; i++) {
        const int row = i * 37 % canvas->rows, column = i * 7919 % canvas->columns;
        if (row <= deep)
            screen_canvas_text(canvas, row, column, 1,
                               SCREEN_STYLE(SCREEN_INK_SUIT + i % edition->color_count, SCREEN_INK_PLAIN, 0),
                               edition->colors[i % edition->color_count].shape);
    }
}

bool screen_draw(struct screen *screen)
{
    char question[MESSAGE_BYTES], message[MESSAGE_BYTES];
    struct pen_text question_text = pen_text_in(question, sizeof question);
    struct pen_text message_text = pen_text_in(message, sizeof message);
    struct tui_table *table = screen->table;
    if (!screen_terminal_begin(&screen->canvas))
        return false;
    find_offers(screen);
    screen->canvas.edition = &table->edition;
    if (screen->mode == MODE_LOG) {
        draw_log_page(screen);
    } else if (screen->mode == MODE_OVER && !table->is_lesson) {
        draw_confetti(screen);
        screen_draw_page(&screen->canvas, &screen->page, &screen->offers, table->lang);
    } else {
        /* While the keyboard changes hands nothing but the request is on the screen. */
        if (screen->mode != MODE_HANDOVER && !table->is_hidden) {
            question_of(screen, &question_text);
            message_of(screen, &message_text);
            static const struct screen_offers none; /* the keys are those of the page */
            struct screen_picture picture = {.table = table,
                                             .log = &screen->log,
                                             .offers = screen->mode >= MODE_HELP ? &none : &screen->offers,
                                             .question = question,
                                             .message = message,
                                             .is_message_alarm =
                                                 screen->message[0] && screen->is_message_alarm,
                                             .chosen = screen->chosen,
                                             .motion = screen->motion};
            screen_draw_table(&screen->canvas, &picture);
        }
        if (screen->mode >= MODE_HELP)
            screen_draw_page(&screen->canvas, &screen->page, &screen->offers, table->lang);
    }
    screen_terminal_show(&screen->canvas);
    return true;
}
