/* encode.h - the pieces that messages are put together from. Internal. */
#ifndef ROOM_ENCODE_H
#define ROOM_ENCODE_H

#include "room/inside.h"

static inline struct wire_book room__book(const struct room_rules *rules)
{
    return (struct wire_book){.edition = rules->edition, .rules = rules->rules};
}

/* ---- encode_play.c ---- */

/* The state of play, hand and drawn card, the open hands of a round that is over. The events are the
 * caller's; a viewer who watches has no hand. */
void room__tell_cards(struct wire_cards *cards, const struct room *room, const struct room_rules *rules,
                      const struct pen_view *view, uint64_t now_ms);

/* The events of a view, from 'first' on. */
void room__tell_view_events(struct wire_cards *cards, const struct pen_view *view, uint32_t first);

/* The hands that were shown to the viewer this round, as they were then; of a view with history. */
void room__tell_shown(struct wire_cards *cards, const struct pen_view *view);

/* ---- encode_table.c ---- */

/* What "seats" and "table" have in common. */
void room__tell_people(struct wire_people *people, const struct room *room, const struct room_rules *rules,
                       uint8_t viewer);
void room__tell_vote(struct wire_told_voted *voted, const struct room_vote *vote);
void room__tell_saying(struct wire_told_said *said, const struct room_chat *chat);
bool room__has_cards(const struct room *room);       /* there is a round to tell of */
uint32_t room__first_known(const struct room *room); /* the first event of it that is still kept */

/* A string of ours into a field of a message. */
/* What the sentence of a refusal speaks of. */
void room__tell_args(struct wire_args *args, const struct room_answer *answer);
/* Keeps the hands, as far as it is time to, for who watches with a delay. */
void room__note_hands(struct room *room, uint64_t now_ms);
void room__tell_string(char *field, size_t size, const char *string);

#endif
