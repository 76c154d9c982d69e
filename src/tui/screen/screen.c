/* screen.c - a game on the full screen: news from the table come in and are drawn, keys go out as actions. */
#include "tui/screen/screen.h"

#include <stdlib.h>

#include "platform/clock.h"
#include "tui/screen/draw_cards.h"
#include "tui/screen/inside.h"
#include "tui/screen/terminal.h"
#include "words/tui_show_words.h"

enum { OVER_MS = 300 };

bool screen_is_possible(void)
{
    return screen_terminal_is_possible();
}

int screen_signal(void)
{
    return screen_terminal_signal();
}

void screen_say(struct pen_text *text, const struct tui_table *table, enum word words,
                struct tui_filling filling)
{
    filling.edition = &table->edition;
    filling.rules = &table->rules;
    tui_say(text, words, table->lang, &filling);
}

void screen_tell(struct screen *screen, bool is_alarm, enum word words, struct tui_filling filling)
{
    struct pen_text text = pen_text_in(screen->message, sizeof screen->message);
    screen_say(&text, screen->table, words, filling);
    screen->is_message_alarm = is_alarm;
}

void screen_tell_refusal(struct screen *screen, enum pen_refusal refusal)
{
    screen_tell(screen, true, WORD_TUI_SHOW_REFUSED,
                (struct tui_filling){.name = pen_refusal_rule(refusal),
                                     .text = pen_refusal_text(refusal, screen->table->lang)});
}

/* ---- the hand and its cursor ----------------------------------------------------------------- */

unsigned screen_hand_cards(const struct screen *screen, uint8_t cards[PEN_DECK_MAX])
{
    return screen_hand_list(&screen->table->rules, &screen->table->view.hand, cards);
}

uint8_t screen_chosen_card(const struct screen *screen)
{
    uint8_t cards[PEN_DECK_MAX];
    unsigned count = screen_hand_cards(screen, cards);
    return screen->chosen < count ? cards[screen->chosen] : PEN_CARD_NONE;
}

void screen_choose_playable(struct screen *screen, unsigned from, unsigned step)
{
    uint8_t cards[PEN_DECK_MAX];
    unsigned count = screen_hand_cards(screen, cards);
    uint64_t playable = screen_offer_playable(screen->table);
    for (unsigned i = 0; i < count; i++) {
        unsigned place = (from + i * step) % count;
        if (playable & pen_card_bit(cards[place])) {
            screen->chosen = place;
            return;
        }
    }
}

void screen_choose_card(struct screen *screen, uint8_t card)
{
    uint8_t cards[PEN_DECK_MAX];
    unsigned count = screen_hand_cards(screen, cards);
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
    uint64_t chosen = pen_card_bit(screen_chosen_card(screen) & 63);
    if (has_turn && !screen->had_turn && !(screen_offer_playable(table) & chosen))
        screen_choose_playable(screen, screen->chosen, 1);
    if (has_turn && !screen->had_turn && screen->is_message_alarm)
        screen->message[0] = 0; /* "it is not your turn" would stand below "your turn" */
    if (has_turn != screen->had_turn && screen->has_bell)
        screen_terminal_call(has_turn ? word_text(WORD_TUI_SHOW_TITLE_TURN, table->lang) : "Penúltima",
                             has_turn);
    if (has_turn && table->view.drawn != PEN_CARD_NONE)
        screen_choose_card(screen, table->view.drawn);
    screen->had_turn = has_turn;
    if (count != 2)
        screen->is_uno_armed = false;
    if (table->view.phase != PEN_PHASE_RACE)
        screen->has_dropped = 0;
}

/* ---- news ------------------------------------------------------------------------------------ */

static void log_events(struct screen *screen)
{
    struct tui_table *table = screen->table;
    const struct pen_telling with = {&table->edition, &table->rules,        &table->names,
                                     table->seat,     tui_table_you(table), table->lang};
    screen_log_events(&screen->log, &with, screen->news.events.list, screen->news.events.count);
}

static void move(struct screen *screen)
{
    if (screen->has_motion)
        screen_motion_begin(&screen->motion, screen->table, &screen->news.events, screen->top,
                            platform_now_ms());
}

static void hear(struct screen *screen)
{
    struct tui_table *table = screen->table;
    switch (screen->news.type) {
    case TUI_NEWS_DEALT:
    case TUI_NEWS_SEATED:
        screen_log_clear(&screen->log);
        screen->chosen = 0;
        screen->had_turn = false;
        log_events(screen);
        /* Part of what the table has agreed on: everybody who comes to it is told. */
        if (table->edition.rule.misplay_cards > 0 && (table->is_remote || pen_bits_count(table->people) > 1))
            screen_log_add(&screen->log, tui_table_misplays(table));
        break;
    case TUI_NEWS_EVENTS:
        log_events(screen);
        move(screen);
        break;
    case TUI_NEWS_REFUSED:
        screen_tell_refusal(screen, screen->news.refusal);
        break;
    case TUI_NEWS_ROUND_OVER:
        screen_open_count(screen);
        break;
    case TUI_NEWS_GAME_OVER:
        screen_open_over(screen);
        if (screen->has_motion)
            screen->motion = (struct screen_motion){.ms = OVER_MS, .since_ms = platform_now_ms()};
        break;
    case TUI_NEWS_HANDOVER:
        screen_open_handover(screen, screen->news.seat);
        break;
    case TUI_NEWS_LESSON:
        screen_open_lesson(screen);
        break;
    case TUI_NEWS_NOTICE:
        screen_log_add(&screen->log, screen->news.text);
        screen_tell(screen, false, WORD_TUI_SHOW_NOTICE, (struct tui_filling){.text = screen->news.text});
        break;
    case TUI_NEWS_CLOSED:
        screen_finish(screen, TUI_END_LEFT); /* who opened the table says why */
        break;
    case TUI_NEWS_NONE:
        break;
    }
    refresh_cursor(screen);
    screen->top = table->view.top;
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
           tui_table_step(screen->table, platform_now_ms(), &screen->news))
        hear(screen);
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void run(struct screen *screen)
{
    while (!screen->is_done) {
        hear_all(screen);
        const bool moves = screen_motion_step(&screen->motion, platform_now_ms());
        if (!screen_draw(screen)) {
            screen_finish(screen, TUI_END_BROKEN);
            break;
        }
        int fd = stands_still(screen) ? -1 : tui_table_fd(screen->table);
        int wait_ms = stands_still(screen) ? -1 : tui_table_wait_ms(screen->table, platform_now_ms());
        if (moves && (wait_ms < 0 || wait_ms > SCREEN_FRAME_MS))
            wait_ms = SCREEN_FRAME_MS;
        struct screen_key key = screen_terminal_wait(fd, wait_ms);
        if (key.code == SCREEN_KEY_CLICK)
            key.code = screen_canvas_key_at(&screen->canvas, key.row, key.column);
        if (key.code == SCREEN_KEY_END)
            screen_finish(screen, TUI_END_LEFT);
        else if (key.code != SCREEN_KEY_NONE && key.code != SCREEN_KEY_RESIZE)
            screen_press(screen, key.code);
    }
}

enum tui_end screen_play(struct tui_table *table, const struct tui_start *start)
{
    struct screen *screen = calloc(1, sizeof *screen);
    if (!screen || !screen_terminal_open(!start->no_color)) {
        free(screen);
        return TUI_END_BROKEN;
    }
    screen->table = table;
    screen->has_vi = start->has_vi;
    screen->has_bell = table->is_remote && !start->no_bell;
    screen->has_motion = !start->no_motion && tui_speed_percent(start->speed) > 0;
    screen->top = PEN_CARD_NONE;
    screen_terminal_suits(&table->edition);
    run(screen);
    screen_terminal_close();
    enum tui_end end = screen->end;
    screen_canvas_drop(&screen->canvas);
    free(screen);
    return end;
}
