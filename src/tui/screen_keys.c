/* screen_keys.c - from a key to what it does in each mode. */
#include "platform/clock.h"
#include "tui/screen_state.h"
#include "tui/terminal.h"

void tui_screen_finish(struct tui_screen *screen, enum tui_end end)
{
    screen->is_done = true;
    screen->end = end;
}

static void act(struct tui_screen *screen, struct pen_action action)
{
    enum pen_refusal refusal = tui_table_act(screen->table, action, platform_now_ms());
    screen->mode = MODE_TABLE;
    if (refusal != PEN_ACCEPTED)
        tui_screen_tell_refusal(screen, refusal);
    else if (action.verb == PEN_VERB_DROP)
        screen->has_dropped |= (uint16_t)(1u << action.seat);
    else
        screen->is_uno_armed = false;
}

static void hint(struct tui_screen *screen)
{
    struct pen_action action;
    char why[MESSAGE_BYTES / 2];
    if (!tui_table_hint(screen->table, &action, why, sizeof why)) {
        tui_screen_tell(screen, false, WORD_TUI_SHOW_NO_HINT, (struct tui_filling){0});
        return;
    }
    tui_screen_tell(screen, false, WORD_TUI_SHOW_HINT, (struct tui_filling){.text = why});
    if (action.card != PEN_CARD_NONE)
        tui_screen_choose_card(screen, action.card);
}

static void do_offer(struct tui_screen *screen, const struct tui_offer *offer)
{
    struct tui_table *table = screen->table;
    switch (offer->kind) {
    case TUI_OFFER_ACT:
        act(screen, offer->action);
        break;
    case TUI_OFFER_ASK_COLOR:
        screen->asked = offer->action;
        screen->mode = MODE_COLOR;
        break;
    case TUI_OFFER_ASK_TARGET:
        screen->asked = offer->action;
        screen->targets = offer->targets;
        screen->mode = MODE_TARGET;
        break;
    case TUI_OFFER_ARM_UNO:
        screen->is_uno_armed = !screen->is_uno_armed;
        break;
    case TUI_OFFER_PASS:
        tui_table_pass(table, offer->action.seat, platform_now_ms());
        break;
    case TUI_OFFER_HINT:
        hint(screen);
        break;
    case TUI_OFFER_HELP:
        tui_screen_open_help(screen);
        break;
    case TUI_OFFER_LOG:
        screen->mode = MODE_LOG;
        screen->log_back = 0;
        break;
    case TUI_OFFER_SEEN:
        tui_screen_open_seen(screen);
        break;
    case TUI_OFFER_TAKE_BACK:
        tui_table_take_back(table, platform_now_ms());
        break;
    case TUI_OFFER_CALL_OFF:
        tui_table_call_off(table, platform_now_ms());
        break;
    case TUI_OFFER_PERSON:
        screen->person = offer->action.seat;
        screen->mode = MODE_PERSON;
        break;
    case TUI_OFFER_LEAVE:
        tui_screen_open_leave(screen);
        break;
    case TUI_OFFER_BACK:
        screen->mode = MODE_TABLE;
        break;
    case TUI_OFFER_OWN:
        break;
    }
}

static void play_place(struct tui_screen *screen, unsigned place)
{
    uint8_t cards[PEN_DECK_MAX];
    unsigned count = tui_screen_hand_cards(screen, cards);
    if (place >= count)
        return;
    screen->chosen = place;
    struct tui_offer offer = tui_offer_of_card(screen->table, cards[place], screen->is_uno_armed);
    do_offer(screen, &offer);
}

static void key_at_table(struct tui_screen *screen, int key)
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
        tui_screen_choose_playable(screen, screen->chosen + 1, 1);
    } else if (key == TUI_KEY_BACK_TAB && count) {
        tui_screen_choose_playable(screen, screen->chosen + count - 1, count - 1);
    } else if (key >= TUI_KEY_CARD) {
        unsigned place = (unsigned)(key - TUI_KEY_CARD);
        if (place == screen->chosen)
            play_place(screen, place);
        else if (place < count)
            screen->chosen = place;
    }
}

static void key_on_page(struct tui_screen *screen, int key)
{
    if (tui_page_turn(&screen->page, key) && !(screen->mode == MODE_LESSON && key == ' '))
        return;
    bool goes_on = key == TUI_KEY_ENTER || key == ' ';
    switch (screen->mode) {
    case MODE_LEAVE:
        if (key == tui_screen_yes_key(screen->table) || key == 'q' || key == TUI_KEY_ENTER)
            tui_screen_finish(screen, TUI_END_LEFT);
        else if (key == TUI_KEY_ESCAPE)
            screen->mode = MODE_TABLE;
        break;
    case MODE_LESSON:
    case MODE_COUNT:
        if (key == 'q') {
            tui_screen_finish(screen, TUI_END_LEFT);
        } else if (goes_on) {
            if (screen->mode == MODE_COUNT && !screen->table->view.winners)
                tui_table_deal(screen->table, platform_now_ms());
            screen->mode = MODE_TABLE;
        }
        break;
    case MODE_OVER:
        if (key == 'q' || key == TUI_KEY_ESCAPE)
            tui_screen_finish(screen, TUI_END_LEFT);
        else if (goes_on)
            tui_screen_finish(screen, screen->table->is_lesson ? TUI_END_LEFT : TUI_END_AGAIN);
        break;
    case MODE_HANDOVER:
        if (key == 'q') {
            tui_screen_finish(screen, TUI_END_LEFT);
        } else if (goes_on) {
            screen->mode = MODE_TABLE;
            tui_table_confirm(screen->table, platform_now_ms());
        } else if (key == tui_offer_take_back_key(screen->table)) {
            screen->mode = MODE_TABLE;
            tui_table_take_back(screen->table, platform_now_ms());
        }
        break;
    default:
        screen->mode = MODE_TABLE;
        break;
    }
}

static void key_in_log(struct tui_screen *screen, int key)
{
    struct tui_page turned = {.scroll = screen->log_back_max - screen->log_back,
                              .scroll_max = screen->log_back_max};
    if (tui_page_turn(&turned, key))
        screen->log_back = screen->log_back_max - turned.scroll;
    else
        screen->mode = MODE_TABLE;
}

void tui_screen_press(struct tui_screen *screen, int key)
{
    screen->message[0] = 0;
    if (screen->mode == MODE_LINE) {
        tui_screen_write_line(screen, key);
    } else if (screen->mode == MODE_TABLE && key == '/' && screen->table->ops->order) {
        tui_screen_begin_line(screen);
    } else if (screen->mode == MODE_LOG) {
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
