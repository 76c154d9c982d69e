/* event_text.c - events as sentences. Every event is cut to what the viewer may know before anything of
 * it is read, so no sentence can name a card that the viewer may not see. */
#include <string.h>

#include "catalogue.h"
#include "penultima/words.h"
#include "penultima/words_count.h"
#include "penultima/words_event.h"
#include "penultima/words_list.h"

/* An event without words does not compile. */
static const uint16_t words_of_event[PEN_EVENT_TYPE_COUNT] = {
#define X(name, change, drawer, you) [PEN_EVENT_##name] = PEN_WORD_EVENT_##name,
    PEN_EVENT_LIST(X)
#undef X
};

struct variant {
    uint16_t named, said_to;
};

/* The sentences that name somebody, and how they are said to that person: NAME.you where {seat} is,
 * NAME.target-you where {target} is. */
#define YOU(name)                                          \
    {                                                      \
        PEN_WORD_EVENT_##name, PEN_WORD_EVENT_##name##_YOU \
    }
#define TARGET_YOU(name)                                          \
    {                                                             \
        PEN_WORD_EVENT_##name, PEN_WORD_EVENT_##name##_TARGET_YOU \
    }

#define YOU_NOBODY(name)
#define YOU_SEAT(name) YOU(name),
#define YOU_TARGET(name)
#define YOU_BOTH(name) YOU(name),
#define X(name, change, drawer, you) YOU_##you(name)
static const struct variant seat_variants[] = {
    PEN_EVENT_LIST(X) /* and what is said of an event in other circumstances */
    YOU(DEALT_TO),
    YOU(DEALT_NEXT),
    YOU(DREW_CARD),
    YOU(DREW_ONE),
    YOU(SHOWN_TO_ALL),
    YOU(STREAMED_NONE),
    YOU(HAND_FULL),
    YOU(MISPLAYED_EARLY),
    YOU(MISPLAYED_KEPT),
    YOU(TAIL_NAMED),
    YOU(TAIL_UNO),
    YOU(TAIL_NAMED_UNO),
    YOU(TAIL_SKIPPED),
    YOU(LOT_NEXT),
    YOU(LOT_WON_STARTS),
};
#undef X

#define TARGET_YOU_NOBODY(name)
#define TARGET_YOU_SEAT(name)
#define TARGET_YOU_TARGET(name) TARGET_YOU(name),
#define TARGET_YOU_BOTH(name) TARGET_YOU(name),
#define X(name, change, drawer, you) TARGET_YOU_##you(name)
static const struct variant target_variants[] = {PEN_EVENT_LIST(X) TARGET_YOU(LOT_WON_STARTS)};
#undef X

/* What a sentence is made with. */
struct teller {
    struct pen_text *text;
    const struct pen_telling *with;
    const struct pen_event *events;
    unsigned count;
};

static struct pen_event event_at(const struct teller *teller, unsigned index)
{
    return pen_event_for(teller->events[index], teller->with->viewer);
}

static bool is_event(const struct teller *teller, unsigned index, enum pen_event_type type, uint8_t seat)
{
    return index < teller->count && teller->events[index].type == type && teller->events[index].seat == seat;
}

/* ---- pieces ---------------------------------------------------------------------------------- */

static const char *piece(const struct teller *teller, enum pen_word word)
{
    return pen_word_text(word, teller->with->lang);
}

static const char *seat_name(const struct teller *teller, uint8_t seat)
{
    const struct pen_names *names = teller->with->names;
    return seat < names->count ? names->name[seat] : piece(teller, PEN_WORD_LIST_NOBODY);
}

static void add_card(const struct teller *teller, struct pen_text *text, uint8_t card)
{
    const struct pen_telling *with = teller->with;
    if (card < with->rules->kind_count)
        pen_card_name(with->edition, with->rules, card, with->lang, text);
    else
        pen_text_add(text, piece(teller, PEN_WORD_LIST_A_CARD));
}

static void add_color(const struct teller *teller, struct pen_text *text, uint8_t color)
{
    const struct pen_edition *edition = teller->with->edition;
    if (color >= edition->color_count)
        return;
    pen_text_add(text, edition->colors[color].shape);
    pen_text_add(text, " ");
    pen_text_add(text, pen_said(edition->colors[color].name, teller->with->lang));
}

/* Up to ten in words. */
static void add_cards(const struct teller *teller, struct pen_text *text, unsigned count)
{
    if (count <= 10)
        pen_text_add(text, piece(teller, (enum pen_word)(PEN_WORD_COUNT_CARDS_0 + count)));
    else
        pen_say(text, teller->with->lang, COUNT_CARDS, count);
}
PEN_STATIC_ASSERT(PEN_WORD_COUNT_CARDS_10 == PEN_WORD_COUNT_CARDS_0 + 10, "they stand in their order");

/* Spanish "y" becomes "e" before the sound of i, which a shape in front does not change. */
static bool begins_with_i(const char *name)
{
    while ((unsigned char)*name >= 0x80 || *name == ' ') {
        if (memcmp(name, "Í", 2) == 0 || memcmp(name, "í", 2) == 0)
            return true;
        name++;
    }
    if (*name == 'H' || *name == 'h')
        name++;
    return (*name == 'I' || *name == 'i') && name[1] != 'e';
}

/* The cards of the events of this type in [first, end), as "a, b and c". */
static void add_list(const struct teller *teller, struct pen_text *list, enum pen_event_type type,
                     unsigned first, unsigned end)
{
    unsigned left = 0;
    for (unsigned i = first; i < end; i++)
        left += teller->events[i].type == type;
    bool is_first = true;
    for (unsigned i = first; i < end; i++) {
        if (teller->events[i].type != type)
            continue;
        char name[4 * PEN_NAME_BYTES];
        struct pen_text text = pen_text_in(name, sizeof name);
        add_card(teller, &text, event_at(teller, i).card);
        if (!is_first && --left > 1)
            pen_text_add(list, piece(teller, PEN_WORD_LIST_COMMA));
        else if (!is_first)
            pen_text_add(list,
                         piece(teller, begins_with_i(name) ? PEN_WORD_LIST_AND_BEFORE_I : PEN_WORD_LIST_AND));
        pen_text_add(list, name);
        is_first = false;
    }
}

/* ---- filling in ------------------------------------------------------------------------------ */

static enum pen_word said_to(const struct variant *variants, size_t count, enum pen_word word)
{
    for (size_t i = 0; i < count; i++)
        if (variants[i].named == word)
            return (enum pen_word)variants[i].said_to;
    return word;
}

static bool has_hole(const char *sentence, char letter)
{
    for (; *sentence; sentence++)
        if (sentence[0] == PEN__HOLE && sentence[1] == letter)
            return true;
    return false;
}

/* Adds a sentence. One that goes on with what was told before, from 'start' on, may hold that in its hole
 * {what}; if it does not, it follows behind. */
static void go_on(struct teller *teller, enum pen_word word, const struct pen_event *event, size_t start,
                  const char *seen)
{
    enum { WHAT = 'h' };
    const struct pen_telling *with = teller->with;
    char what[1024] = "";
    char card[4 * PEN_NAME_BYTES], color[2 * PEN_NAME_BYTES], cards[64];
    struct pen_text text = pen_text_in(card, sizeof card);
    add_card(teller, &text, event->card);
    text = pen_text_in(color, sizeof color);
    add_color(teller, &text, event->color);
    text = pen_text_in(cards, sizeof cards);
    add_cards(teller, &text, event->count);
    const enum pen_word named = word;
    if (with->you != PEN_SEAT_NONE && event->seat == with->you)
        word = said_to(seat_variants, sizeof seat_variants / sizeof seat_variants[0], word);
    /* Whoever deals deals to themselves, too. */
    if (word == named && with->you != PEN_SEAT_NONE && event->target == with->you)
        word = said_to(target_variants, sizeof target_variants / sizeof target_variants[0], word);
    if (has_hole(pen_word_text(word, with->lang), WHAT) && teller->text->length - start < sizeof what) {
        memcpy(what, teller->text->bytes + start, teller->text->length - start);
        what[teller->text->length - start] = 0;
        teller->text->length = start;
    }
    pen_say_list(teller->text, with->lang, word,
                 (const struct pen_arg[]){
                     pen_arg_text(seat_name(teller, event->seat)),
                     pen_arg_text(seat_name(teller, event->target)),
                     pen_arg_text(card),
                     pen_arg_text(color),
                     pen_arg_text(cards),
                     pen_arg_text(piece(teller, event->count == PEN_LEFT ? PEN_WORD_LIST_TO_THE_LEFT
                                                                         : PEN_WORD_LIST_TO_THE_RIGHT)),
                     pen_arg_count(event->count),
                     pen__arg_part(what),
                     pen__arg_part(seen),
                 },
                 9);
}

static void add_sentence(struct teller *teller, enum pen_word word, const struct pen_event *event)
{
    go_on(teller, word, event, teller->text->length, "");
}

/* ---- groups ---------------------------------------------------------------------------------- */

/* The cards of one drawing. */
static unsigned tell_lots(struct teller *teller, unsigned index)
{
    struct pen_event first = event_at(teller, index);
    const size_t start = teller->text->length;
    unsigned end = index;
    for (; end < teller->count && teller->events[end].type == PEN_EVENT_LOT &&
           teller->events[end].count == first.count;
         end++) {
        struct pen_event event = event_at(teller, end);
        go_on(teller, end == index ? PEN_WORD_EVENT_LOT : PEN_WORD_EVENT_LOT_NEXT, &event, start, "");
    }
    return end - index;
}

static unsigned tell_dealt(struct teller *teller, unsigned index)
{
    struct pen_event first = event_at(teller, index);
    const size_t start = teller->text->length;
    unsigned end = index;
    bool is_equal = true;
    while (end < teller->count && teller->events[end].type == PEN_EVENT_DEALT)
        is_equal &= teller->events[end++].count == first.count;
    add_sentence(teller, is_equal ? PEN_WORD_EVENT_DEALT : PEN_WORD_EVENT_DEALT_UNEQUAL, &first);
    for (unsigned i = index; i < end && !is_equal; i++) {
        struct pen_event event = event_at(teller, i);
        go_on(teller, i > index ? PEN_WORD_EVENT_DEALT_NEXT : PEN_WORD_EVENT_DEALT_TO, &event, start, "");
    }
    return end - index;
}

/* A hand that is shown, and its cards for those who see them. */
static unsigned tell_shown(struct teller *teller, unsigned index)
{
    struct pen_event event = event_at(teller, index);
    bool is_headed = event.type == PEN_EVENT_SHOWN_TO;
    unsigned first = index + is_headed, end = first;
    while (is_event(teller, end, PEN_EVENT_SHOWN, event.seat))
        end++;
    bool is_seen = end > first && event_at(teller, first).card != PEN_CARD_NONE;
    const size_t start = teller->text->length;
    if (is_headed)
        add_sentence(teller,
                     event.target == PEN_SEAT_NONE ? PEN_WORD_EVENT_SHOWN_TO_ALL : PEN_WORD_EVENT_SHOWN_TO,
                     &event);
    if (is_seen) {
        char cards[1024];
        struct pen_text list = pen_text_in(cards, sizeof cards);
        add_list(teller, &list, PEN_EVENT_SHOWN, first, end);
        go_on(teller, is_headed ? PEN_WORD_EVENT_TAIL_SHOWN : PEN_WORD_EVENT_SHOWN, &event, start, cards);
    }
    return end - index;
}

/* An event that makes a player draw, the cards drawn for it, and the turn lost over it: all one
 * sentence. A new draw pile may come in between. */
static unsigned tell_draw(struct teller *teller, unsigned index, uint8_t drawer)
{
    struct pen_event event = event_at(teller, index), reshuffled = event;
    const size_t start = teller->text->length;
    bool is_bare = event.type == PEN_EVENT_DREW, is_reshuffled = false;
    unsigned first = index + !is_bare, end = first, drawn = 0;
    unsigned most = is_bare ? teller->count : event.count;
    while (end < teller->count && drawn < most) {
        if (is_event(teller, end, PEN_EVENT_DREW, drawer)) {
            drawn++;
        } else if (is_event(teller, end + 1, PEN_EVENT_DREW, drawer) &&
                   teller->events[end].type == PEN_EVENT_RESHUFFLED) {
            reshuffled = event_at(teller, end);
            is_reshuffled = true;
        } else {
            break;
        }
        end++;
    }
    bool is_skipped = is_event(teller, end, PEN_EVENT_SKIPPED, drawer);
    bool is_seen = false;
    for (unsigned i = first; i < end; i++)
        is_seen |= teller->events[i].type == PEN_EVENT_DREW && event_at(teller, i).card != PEN_CARD_NONE;

    enum pen_word id = (enum pen_word)words_of_event[event.type];
    if (is_bare) {
        event.count = (uint16_t)drawn;
        if (drawn == 1)
            id = is_seen ? PEN_WORD_EVENT_DREW_CARD : PEN_WORD_EVENT_DREW_ONE;
    }
    if (event.type == PEN_EVENT_MISPLAYED && event.target != PEN_SEAT_NONE)
        id = PEN_WORD_EVENT_MISPLAYED_EARLY;
    else if (event.type == PEN_EVENT_MISPLAYED && teller->with->rules->rule.misplay_keeps_turn)
        id = PEN_WORD_EVENT_MISPLAYED_KEPT; /* RULE H21 */
    add_sentence(teller, id, &event);
    if (is_seen && id != PEN_WORD_EVENT_DREW_CARD) {
        char cards[1024];
        struct pen_text list = pen_text_in(cards, sizeof cards);
        add_list(teller, &list, PEN_EVENT_DREW, first, end);
        go_on(teller, PEN_WORD_EVENT_TAIL_SEEN, &event, start, cards);
    }
    if (is_skipped) {
        event.seat = drawer;
        go_on(teller, PEN_WORD_EVENT_TAIL_SKIPPED, &event, start, "");
    }
    if (is_reshuffled)
        go_on(teller, PEN_WORD_EVENT_TAIL_RESHUFFLED, &reshuffled, start, "");
    return end + is_skipped - index;
}

/* A card that is laid, with the colour named and UNO. */
static void tell_laid(struct teller *teller, const struct pen_event *event)
{
    const size_t start = teller->text->length;
    bool is_named = event->color != PEN_COLOR_NONE;
    if (event->type == PEN_EVENT_STREAMED && event->card == PEN_CARD_NONE)
        add_sentence(teller, PEN_WORD_EVENT_STREAMED_NONE, event);
    else
        add_sentence(teller, (enum pen_word)words_of_event[event->type], event);
    if (is_named && event->uno)
        go_on(teller, PEN_WORD_EVENT_TAIL_NAMED_UNO, event, start, "");
    else if (is_named)
        go_on(teller, PEN_WORD_EVENT_TAIL_NAMED, event, start, "");
    else if (event->uno)
        go_on(teller, PEN_WORD_EVENT_TAIL_UNO, event, start, "");
}

static bool lays(const struct pen_event *event)
{
    switch (event->type) {
        PEN_EVENT_CASES(LAID)
        return true;
    }
    return false;
}

unsigned pen_words_event(struct pen_text *text, const struct pen_telling *with,
                         const struct pen_event *events, unsigned count, unsigned index)
{
    struct teller teller = {text, with, events, count};
    PEN_ASSERT(index < count && (unsigned)with->lang < PEN_LANG_COUNT);
    struct pen_event event = event_at(&teller, index);
    if (event.type == PEN_EVENT_NONE || event.type >= PEN_EVENT_TYPE_COUNT)
        return 1;
    uint8_t drawer = pen_event_drawer(&event);
    if (drawer != PEN_SEAT_NONE)
        return tell_draw(&teller, index, drawer);
    if (event.type == PEN_EVENT_LOT)
        return tell_lots(&teller, index);
    if (event.type == PEN_EVENT_DEALT)
        return tell_dealt(&teller, index);
    if (event.type == PEN_EVENT_SHOWN || event.type == PEN_EVENT_SHOWN_TO)
        return tell_shown(&teller, index);
    if (lays(&event)) {
        tell_laid(&teller, &event);
        return 1;
    }
    enum pen_word word = (enum pen_word)words_of_event[event.type];
    /* With a limit (RULE H17) there may well be cards left. */
    if (event.type == PEN_EVENT_DREW_NOTHING && with->rules->rule.hand_limit > 0)
        word = PEN_WORD_EVENT_HAND_FULL;
    if (event.type == PEN_EVENT_LOT_WON && event.target != event.seat)
        word = PEN_WORD_EVENT_LOT_WON_STARTS;
    if (event.type == PEN_EVENT_SWUNG && event.target == PEN_SEAT_NONE)
        word = PEN_WORD_EVENT_SWUNG_NOBODY;
    if (event.type == PEN_EVENT_ROUND_VOID && event.count > 0)
        word = PEN_WORD_EVENT_ROUND_VOID_AGREED;
    const size_t start = text->length;
    add_sentence(&teller, word, &event);
    if (event.type == PEN_EVENT_CANCELLED && event.count > 0)
        go_on(&teller, PEN_WORD_EVENT_TAIL_FEWER, &event, start, "");
    return 1;
}
