/* keys.c - from a key to what it does in each mode. */
#include "platform/clock.h"
#include "tui/letters.h"
#include "tui/screen/inside.h"
#include "tui/screen/terminal.h"
#include "words/tui_show_words.h"

void screen_finish(struct screen *screen, enum tui_end end)
{
    screen->is_done = true;
    screen->end = end;
}

static void act(struct screen *screen, struct pen_action action)
{
    enum pen_refusal refusal = tui_table_act(screen->table, action, platform_now_ms());
    screen->mode = MODE_TABLE;
    if (refusal != PEN_ACCEPTED)
        screen_tell_refusal(screen, refusal);
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
        screen_tell(screen, false, WORD_TUI_SHOW_NO_HINT, (struct tui_filling){0});
        return;
    }
    screen_tell(screen, false, WORD_TUI_SHOW_HINT, (struct tui_filling){.text = why});
    if (action.card != PEN_CARD_NONE)
        screen_choose_card(screen, action.card);
}

static void do_offer(struct screen *screen, const struct screen_offer *offer)
{
    struct tui_table *table = screen->table;
    switch (offer->kind) {
    case SCREEN_OFFER_ACT:
        act(screen, offer->action);
        break;
    case SCREEN_OFFER_ASK_COLOR:
        screen->asked = offer->action;
        screen->mode = MODE_COLOR;
        break;
    case SCREEN_OFFER_ASK_TARGET:
        screen->asked = offer->action;
        screen->targets = offer->targets;
        screen->mode = MODE_TARGET;
        break;
    case SCREEN_OFFER_ARM_UNO:
        screen->is_uno_armed = !screen->is_uno_armed;
        break;
    case SCREEN_OFFER_PASS:
        tui_table_pass(table, offer->action.seat, platform_now_ms());
        break;
    case SCREEN_OFFER_HINT:
        hint(screen);
        break;
    case SCREEN_OFFER_HELP:
        screen_open_help(screen);
        break;
    case SCREEN_OFFER_LOG:
        screen->mode = MODE_LOG;
        screen->log_back = 0;
        break;
    case SCREEN_OFFER_SEEN:
        screen_open_seen(screen);
        break;
    case SCREEN_OFFER_TAKE_BACK:
        tui_table_take_back(table, platform_now_ms());
        break;
    case SCREEN_OFFER_CALL_OFF:
        tui_table_call_off(table, platform_now_ms());
        break;
    case SCREEN_OFFER_PERSON:
        screen->person = offer->action.seat;
        screen->mode = MODE_PERSON;
        break;
    case SCREEN_OFFER_LEAVE:
        screen_open_leave(screen);
        break;
    case SCREEN_OFFER_BACK:
        screen->mode = MODE_TABLE;
        break;
    case SCREEN_OFFER_OWN:
        break;
    }
}

static void play_place(struct screen *screen, unsigned place)
{
    uint8_t cards[PEN_DECK_MAX];
    unsigned count = screen_hand_cards(screen, cards);
    if (place >= count)
        return;
    screen->chosen = place;
    struct screen_offer offer = screen_offer_of_card(screen->table, cards[place], screen->is_uno_armed);
    do_offer(screen, &offer);
}

static void key_at_table(struct screen *screen, int key)
{
    unsigned count = pen_hand_count(&screen->table->view.hand);
    if (key >= '0' && key <= '9') {
        play_place(screen, key == '0' ? 9u : (unsigned)(key - '1'));
    } else if (key == SCREEN_KEY_ENTER) {
        play_place(screen, screen->chosen);
    } else if (key == SCREEN_KEY_LEFT && count) {
        screen->chosen = (screen->chosen + count - 1) % count;
    } else if (key == SCREEN_KEY_RIGHT && count) {
        screen->chosen = (screen->chosen + 1) % count;
    } else if (key == SCREEN_KEY_HOME) {
        screen->chosen = 0;
    } else if (key == SCREEN_KEY_LAST && count) {
        screen->chosen = count - 1;
    } else if (key == SCREEN_KEY_TAB && count) {
        screen_choose_playable(screen, screen->chosen + 1, 1);
    } else if (key == SCREEN_KEY_BACK_TAB && count) {
        screen_choose_playable(screen, screen->chosen + count - 1, count - 1);
    } else if (key >= SCREEN_KEY_CARD) {
        unsigned place = (unsigned)(key - SCREEN_KEY_CARD);
        if (place == screen->chosen)
            play_place(screen, place);
        else if (place < count)
            screen->chosen = place;
    }
}

static void key_on_page(struct screen *screen, int key)
{
    if (screen_page_turn(&screen->page, key) && !(screen->mode == MODE_LESSON && key == ' '))
        return;
    bool goes_on = key == SCREEN_KEY_ENTER || key == ' ';
    switch (screen->mode) {
    case MODE_LEAVE:
        if (key == screen_yes_key(screen->table) || key == 'q' || key == SCREEN_KEY_ENTER)
            screen_finish(screen, TUI_END_LEFT);
        else if (key == SCREEN_KEY_ESCAPE)
            screen->mode = MODE_TABLE;
        break;
    case MODE_LESSON:
    case MODE_COUNT:
        if (key == 'q') {
            screen_finish(screen, TUI_END_LEFT);
        } else if (goes_on) {
            if (screen->mode == MODE_COUNT && !screen->table->view.winners)
                tui_table_deal(screen->table, platform_now_ms());
            screen->mode = MODE_TABLE;
        }
        break;
    case MODE_OVER:
        if (key == 'q' || key == SCREEN_KEY_ESCAPE)
            screen_finish(screen, TUI_END_LEFT);
        else if (goes_on)
            screen_finish(screen, screen->table->is_lesson ? TUI_END_LEFT : TUI_END_AGAIN);
        break;
    case MODE_HANDOVER:
        if (key == 'q') {
            screen_finish(screen, TUI_END_LEFT);
        } else if (goes_on) {
            screen->mode = MODE_TABLE;
            tui_table_confirm(screen->table, platform_now_ms());
        } else if (screen->table->can_take_back &&
                   tui_letter_is(TUI_LETTER_TAKE_BACK, screen->table->lang, key)) {
            screen->mode = MODE_TABLE;
            tui_table_take_back(screen->table, platform_now_ms());
        }
        break;
    default:
        screen->mode = MODE_TABLE;
        break;
    }
}

static void key_in_log(struct screen *screen, int key)
{
    struct screen_page turned = {.scroll = screen->log_back_max - screen->log_back,
                                 .scroll_max = screen->log_back_max};
    if (screen_page_turn(&turned, key))
        screen->log_back = screen->log_back_max - turned.scroll;
    else
        screen->mode = MODE_TABLE;
}

/* The arrows of vi; their offers are at the capitals. */
static int vi_key(const struct screen *screen, int key)
{
    if (!screen->has_vi || screen->mode != MODE_TABLE)
        return key;
    return key == 'h'   ? SCREEN_KEY_LEFT
           : key == 'l' ? SCREEN_KEY_RIGHT
           : key == 'j' ? SCREEN_KEY_TAB
           : key == 'k' ? SCREEN_KEY_BACK_TAB
                        : key;
}

void screen_press(struct screen *screen, int key)
{
    screen->message[0] = 0;
    key = vi_key(screen, key);
    if (screen->mode == MODE_LINE) {
        screen_write_line(screen, key);
    } else if (screen->mode == MODE_TABLE && key == '/' && screen->table->ops->order) {
        screen_begin_line(screen);
    } else if (screen->mode == MODE_LOG) {
        key_in_log(screen, key);
    } else if (screen->mode >= MODE_HELP) {
        key_on_page(screen, key);
    } else {
        const struct screen_offer *offer = screen_offer_find(&screen->offers, key);
        if (!offer && key >= 'A' && key <= 'Z')
            offer = screen_offer_find(&screen->offers, key - 'A' + 'a');
        if (offer)
            do_offer(screen, offer);
        else if (screen->mode == MODE_TABLE)
            key_at_table(screen, key);
    }
}
