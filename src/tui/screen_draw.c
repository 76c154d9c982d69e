/* screen_draw.c - which keys a mode has, and its picture. */
#include "tui/draw_offers.h"
#include "tui/screen_state.h"
#include "tui/terminal.h"

static void add_own(struct tui_offers *offers, const struct tui_table *table, int key, enum word words)
{
    tui_offer_add(offers, key, TUI_OFFER_OWN, word_text(words, table->lang));
}

int tui_screen_yes_key(const struct tui_table *table)
{
    return word_text(WORD_TUI_SHOW_LETTER_YES, table->lang)[0];
}

/* What can be done in this mode. */
static void find_offers(struct tui_screen *screen)
{
    struct tui_table *table = screen->table;
    struct tui_offers *offers = &screen->offers;
    offers->count = 0;
    switch (screen->mode) {
    case MODE_TABLE:
        tui_offers_at_table(offers, table, screen->is_uno_armed, screen->has_dropped);
        if (table->ops->order)
            add_own(offers, table, '/', WORD_TUI_TELL_DO_SPEAK);
        break;
    case MODE_LINE:
        add_own(offers, table, TUI_KEY_ENTER, WORD_TUI_TELL_DO_SEND);
        add_own(offers, table, TUI_KEY_ESCAPE, WORD_TUI_TELL_DO_ERASE);
        break;
    case MODE_COLOR:
        tui_offers_colors(offers, table, screen->asked, true);
        break;
    case MODE_TARGET:
        tui_offers_targets(offers, table, screen->asked, screen->targets, true);
        break;
    case MODE_PERSON:
        tui_offers_person(offers, table, screen->person);
        break;
    case MODE_LEAVE:
        add_own(offers, table, tui_screen_yes_key(table), WORD_TUI_SHOW_DO_YES);
        add_own(offers, table, TUI_KEY_ESCAPE, WORD_TUI_SHOW_DO_BACK);
        break;
    case MODE_LESSON:
        add_own(offers, table, TUI_KEY_ENTER, WORD_TUI_SHOW_DO_READ);
        add_own(offers, table, 'q', WORD_TUI_SHOW_DO_LEAVE);
        break;
    case MODE_COUNT:
        add_own(offers, table, TUI_KEY_ENTER,
                table->view.winners ? WORD_TUI_SHOW_DO_READ : WORD_TUI_SHOW_DO_NEXT_ROUND);
        add_own(offers, table, 'q', WORD_TUI_SHOW_DO_LEAVE);
        break;
    case MODE_OVER:
        add_own(offers, table, TUI_KEY_ENTER,
                table->is_lesson ? WORD_TUI_SHOW_DO_READ : WORD_TUI_SHOW_DO_AGAIN);
        add_own(offers, table, 'q', WORD_TUI_SHOW_DO_LEAVE);
        break;
    case MODE_HANDOVER:
        add_own(offers, table, TUI_KEY_ENTER, WORD_TUI_SHOW_DO_READY);
        if (table->can_take_back)
            add_own(offers, table, tui_offer_take_back_key(table), WORD_TUI_SHOW_DO_TAKE_BACK);
        add_own(offers, table, 'q', WORD_TUI_SHOW_DO_LEAVE);
        break;
    case MODE_HELP:
    case MODE_LOG:
    case MODE_SEEN:
        add_own(offers, table, TUI_KEY_ESCAPE, WORD_TUI_SHOW_DO_BACK);
        break;
    }
}

static void question_of(const struct tui_screen *screen, struct pen_text *text)
{
    if (screen->mode == MODE_COLOR)
        tui_screen_say(text, screen->table, WORD_TUI_SHOW_ASK_COLOR,
                       (struct tui_filling){.card = screen->asked.card});
    else if (screen->mode == MODE_TARGET)
        tui_screen_say(text, screen->table,
                       screen->asked.verb == PEN_VERB_CATCH ? WORD_TUI_SHOW_ASK_CATCH
                                                            : WORD_TUI_SHOW_ASK_ACCUSE,
                       (struct tui_filling){0});
    else if (screen->mode == MODE_PERSON)
        tui_screen_say(text, screen->table, WORD_TUI_SHOW_ASK_PERSON,
                       (struct tui_filling){.name = screen->table->names.name[screen->person]});
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
static void message_of(const struct tui_screen *screen, struct pen_text *text)
{
    uint8_t card = tui_screen_chosen_card(screen);
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

static void draw_log_page(struct tui_screen *screen)
{
    struct tui_canvas *canvas = &screen->canvas;
    int columns = canvas->columns - 2, last = canvas->rows - 1;
    tui_canvas_text(canvas, 0, 1, columns, TUI_STRONG,
                    word_text(WORD_TUI_SHOW_PAGE_LOG, screen->table->lang));
    screen->log_back_max =
        tui_log_draw(&screen->log, canvas, (struct tui_rect){2, 1, last - 3, columns}, screen->log_back);
    tui_draw_offers(canvas, (struct tui_rect){last, 1, 1, columns}, &screen->offers, screen->table->lang);
}

bool tui_screen_draw(struct tui_screen *screen)
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
