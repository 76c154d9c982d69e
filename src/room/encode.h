/* encode.h - the pieces that messages are put together from. Internal. */
#ifndef ROOM_ENCODE_H
#define ROOM_ENCODE_H

#include "room/inside.h"
#include "room/json.h"

static inline void room__put_string(struct pen_text *text, const char *string)
{
    room__json_string(text, string, room__length(string));
}

/* ---- encode_play.c ---- */

void room__put_card(struct pen_text *text, const struct room_rules *rules, uint8_t card); /* or null */
void room__put_hand(struct pen_text *text, const struct room_rules *rules, const struct pen_hand *hand);
void room__put_event(struct pen_text *text, const struct room_rules *rules, struct pen_event event);

/* The public part of "now", without its end; then ,"legal":{...} for a seat. */
void room__put_now(struct pen_text *text, const struct room *room, const struct room_rules *rules,
                   const struct pen_view *view, uint64_t now_ms);
void room__put_legal(struct pen_text *text, const struct room_rules *rules, const struct pen_legal *legal);

/* A round that is over, with its hands. */
void room__put_over(struct pen_text *text, const struct room_rules *rules, const struct pen_game *game);

/* ,"events":[...] of a view, from 'first' on. */
void room__put_view_events(struct pen_text *text, const struct room_rules *rules, const struct pen_view *view,
                           uint32_t first);

/* ---- encode_table.c ---- */

/* The fields that "seats" and "table" share, each after a comma. */
void room__put_table_fields(struct pen_text *text, const struct room *room, uint8_t viewer);
void room__put_vote(struct pen_text *text, const struct room_vote *vote);
void room__put_saying(struct pen_text *text, const struct room_chat *chat);
bool room__has_cards(const struct room *room);       /* there is a round to tell of */
uint32_t room__first_known(const struct room *room); /* the first event of it that is still kept */

#endif
