/* queue.c - what is told next. */
#include "tui/queue.h"

#include <string.h>

static char *new_notice(struct tui_queue *queue)
{
    if (queue->notice_count == TUI_QUEUE_NOTICES_MAX) {
        queue->notice_first = (queue->notice_first + 1) % TUI_QUEUE_NOTICES_MAX;
        queue->notice_count--;
    }
    return queue->notices[(queue->notice_first + queue->notice_count++) % TUI_QUEUE_NOTICES_MAX];
}

void tui_queue_note(struct tui_queue *queue, enum pen_lang lang, enum word id, struct tui_filling filling)
{
    struct pen_text text = pen_text_in(new_notice(queue), TUI_NEWS_TEXT_BYTES);
    tui_say(&text, id, lang, &filling);
}

void tui_queue_note_text(struct tui_queue *queue, const char *words)
{
    struct pen_text text = pen_text_in(new_notice(queue), TUI_NEWS_TEXT_BYTES);
    pen_text_add(&text, words);
}

bool tui_queue_take_notice(struct tui_queue *queue, char text[TUI_NEWS_TEXT_BYTES])
{
    if (queue->notice_count == 0)
        return false;
    memcpy(text, queue->notices[queue->notice_first], TUI_NEWS_TEXT_BYTES);
    queue->notice_first = (queue->notice_first + 1) % TUI_QUEUE_NOTICES_MAX;
    queue->notice_count--;
    return true;
}

bool tui_queue_is_empty(const struct tui_queue *queue)
{
    return queue->notice_count == 0 && queue->refusal == PEN_ACCEPTED && queue->events == TUI_NEWS_NONE &&
           !queue->is_seated && !queue->has_round_over && !queue->has_game_over;
}

/* Who has come to the screen: what there was of this round, from these eyes. */
static void tell_past(const struct pen_view *view, struct pen_events *events)
{
    const uint32_t count =
        view->event_total < PEN_VIEW_EVENTS_MAX ? view->event_total : (uint32_t)PEN_VIEW_EVENTS_MAX;
    events->count = events->reshuffled_count = 0;
    for (uint32_t n = view->event_total - count; n < view->event_total; n++)
        events->list[events->count++] = view->events[n % PEN_VIEW_EVENTS_MAX];
}

static void tell_round_over(const struct tui_table *table, const struct tui_message *message,
                            struct tui_news *news)
{
    news->type = TUI_NEWS_ROUND_OVER;
    news->seat = table->view.winner;
    for (unsigned seat = 0; seat < table->view.seat_count; seat++) {
        news->hands[seat] = message->hands[seat];
        news->points[seat] = (uint16_t)pen_hand_points(&table->rules, &news->hands[seat]);
        news->gained[seat] = 0;
    }
}

bool tui_queue_tell(struct tui_queue *queue, const struct tui_table *table, const struct tui_message *message,
                    struct tui_news *news)
{
    news->seat = table->seat;
    if (tui_queue_take_notice(queue, news->text)) {
        news->type = TUI_NEWS_NOTICE;
    } else if (queue->refusal != PEN_ACCEPTED) {
        news->type = TUI_NEWS_REFUSED;
        news->refusal = queue->refusal;
        queue->refusal = PEN_ACCEPTED;
    } else if (queue->events != TUI_NEWS_NONE) {
        news->type = queue->events;
        news->events = message->events;
        queue->events = TUI_NEWS_NONE;
        queue->is_seated = false;
    } else if (queue->is_seated) {
        news->type = TUI_NEWS_SEATED;
        tell_past(&table->view, &news->events);
        queue->is_seated = false;
    } else if (queue->has_round_over) {
        tell_round_over(table, message, news);
        queue->has_round_over = false;
    } else if (queue->has_game_over) {
        news->type = TUI_NEWS_GAME_OVER;
        queue->has_game_over = false;
    } else {
        return false;
    }
    return true;
}
