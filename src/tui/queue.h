/* queue.h - what a table has to tell the screens, in the order in which they are told: notices, a refusal,
 * the newest message's events, the end of a round, the end of a game. Whether the table is in this process
 * (home/) or on a server (remote/) makes no difference here. */
#ifndef TUI_QUEUE_H
#define TUI_QUEUE_H

#include "tui/filling.h"
#include "tui/table.h"
#include "tui/told.h"

enum { TUI_QUEUE_NOTICES_MAX = 16 };

/* Zero it before use. */
struct tui_queue {
    char notices[TUI_QUEUE_NOTICES_MAX][TUI_NEWS_TEXT_BYTES];
    unsigned notice_first, notice_count;
    enum pen_refusal refusal;
    enum tui_news_type
        events;     /* DEALT, EVENTS or SEATED with those of a message; TUI_NEWS_NONE: there are none */
    bool is_seated; /* SEATED, with those that the view remembers */
    bool has_round_over, has_game_over;
    bool is_held; /* the count is being read: nothing more is told until the answer */
};

/* When there are too many, the oldest goes. */
void tui_queue_note(struct tui_queue *queue, enum pen_lang lang, enum word id, struct tui_filling filling);
void tui_queue_note_text(struct tui_queue *queue, const char *text);

/* The oldest notice. False: there is none. */
bool tui_queue_take_notice(struct tui_queue *queue, char text[TUI_NEWS_TEXT_BYTES]);

bool tui_queue_is_empty(const struct tui_queue *queue);

/* The next thing to tell; 'message' is the newest one to whoever is in front of the screen. Of a round that
 * is over the caller knows what was 'gained'. False: all has been told. */
bool tui_queue_tell(struct tui_queue *queue, const struct tui_table *table, const struct tui_message *message,
                    struct tui_news *news);

#endif
