/* words.c - events as sentences. Every event is cut to what the viewer may know before anything of
 * it is read, so no sentence can name a card that the viewer may not see. */
#include <string.h>

#include "penultima/text.h"
#include "words_table.h"

enum words_id {
#define X(name, english, spanish) WORDS_##name,
    PEN_WORDS_LIST(X)
#undef X
        WORDS_COUNT
};

static const char *const sentences[WORDS_COUNT][PEN_LANG_COUNT] = {
#define X(name, english, spanish) {english, spanish},
    PEN_WORDS_LIST(X)
#undef X
};

/* An event without words does not compile. */
static const uint8_t words_of_event[PEN_EVENT_TYPE_COUNT] = {
#define X(name) [PEN_EVENT_##name] = WORDS_##name,
    PEN_EVENT_LIST(X)
#undef X
};

/* Numbers up to ten are written out; of cards, so feminine. */
static const char *const numbers[PEN_LANG_COUNT][11] = {
    {"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"},
    {"cero", "una", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez"},
};

/* What a sentence is made with. */
struct teller {
    struct pen_text *text;
    const struct pen_edition *edition;
    const struct pen_rules *rules;
    const struct pen_names *names;
    const struct pen_event *events;
    unsigned count;
    uint8_t viewer;
    enum pen_lang lang;
};

static struct pen_event event_at(const struct teller *teller, unsigned index)
{
    return pen_event_for(teller->events[index], teller->viewer);
}

static bool is_event(const struct teller *teller, unsigned index, enum pen_event_type type, uint8_t seat)
{
    return index < teller->count && teller->events[index].type == type && teller->events[index].seat == seat;
}

/* ---- pieces ---------------------------------------------------------------------------------- */

static void add_piece(struct teller *teller, enum words_id id)
{
    pen_text_add(teller->text, sentences[id][teller->lang]);
}

static void add_seat(struct teller *teller, uint8_t seat)
{
    if (seat < teller->names->count)
        pen_text_add(teller->text, teller->names->name[seat]);
    else
        add_piece(teller, WORDS_NOBODY);
}

static void add_card(struct teller *teller, uint8_t card)
{
    if (card < teller->rules->kind_count)
        pen_card_name(teller->edition, teller->rules, card, teller->lang, teller->text);
    else
        add_piece(teller, WORDS_CARD_UNKNOWN);
}

static void add_color(struct teller *teller, uint8_t color)
{
    if (color >= teller->edition->color_count)
        return;
    pen_text_add(teller->text, teller->edition->colors[color].shape);
    pen_text_add(teller->text, " ");
    pen_text_add(teller->text, teller->edition->colors[color].name[teller->lang]);
}

static void add_cards(struct teller *teller, unsigned count)
{
    if (count <= 10)
        pen_text_add(teller->text, numbers[teller->lang][count]);
    else
        pen_text_add_number(teller->text, count);
    if (teller->lang == PEN_LANG_ES)
        pen_text_add(teller->text, count == 1 ? " carta" : " cartas");
    else
        pen_text_add(teller->text, count == 1 ? " card" : " cards");
}

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
static void add_list(struct teller *teller, enum pen_event_type type, unsigned first, unsigned end)
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
        struct teller card = *teller;
        card.text = &text;
        add_card(&card, event_at(teller, i).card);
        if (!is_first && --left > 1)
            pen_text_add(teller->text, ", ");
        else if (!is_first)
            add_piece(teller, begins_with_i(name) ? WORDS_AND_BEFORE_I : WORDS_AND);
        pen_text_add(teller->text, name);
        is_first = false;
    }
}

/* ---- filling in ------------------------------------------------------------------------------ */

static bool is_word(const char *bytes, size_t count, const char *word)
{
    for (size_t i = 0; i < count; i++)
        if (word[i] == 0 || word[i] != bytes[i])
            return false;
    return word[count] == 0;
}

/* What stands in braces. */
static void fill_in(struct teller *teller, const char *bytes, size_t count, const struct pen_event *event)
{
    for (size_t bar = 0; bar < count; bar++) {
        if (bytes[bar] == '|') {
            if (event->count == 1)
                pen_text_add_bytes(teller->text, bytes, bar);
            else
                pen_text_add_bytes(teller->text, bytes + bar + 1, count - bar - 1);
            return;
        }
    }
    if (is_word(bytes, count, "seat")) {
        add_seat(teller, event->seat);
    } else if (is_word(bytes, count, "target")) {
        add_seat(teller, event->target);
    } else if (is_word(bytes, count, "card")) {
        add_card(teller, event->card);
    } else if (is_word(bytes, count, "color")) {
        add_color(teller, event->color);
    } else if (is_word(bytes, count, "cards")) {
        add_cards(teller, event->count);
    } else {
        PEN_ASSERT(is_word(bytes, count, "direction"));
        add_piece(teller, event->count == PEN_LEFT ? WORDS_LEFT : WORDS_RIGHT);
    }
}

static void add_sentence(struct teller *teller, enum words_id id, const struct pen_event *event)
{
    const char *template = sentences[id][teller->lang];
    while (*template) {
        size_t length = 0;
        while (template[length] && template[length] != '{')
            length++;
        pen_text_add_bytes(teller->text, template, length);
        template += length;
        if (*template == '{') {
            length = 1;
            while (template[length] != '}')
                length++;
            fill_in(teller, template + 1, length - 1, event);
            template += length + 1;
        }
    }
}

/* ---- groups ---------------------------------------------------------------------------------- */

static unsigned tell_dealt(struct teller *teller, unsigned index)
{
    struct pen_event first = event_at(teller, index);
    unsigned end = index;
    bool is_equal = true;
    while (end < teller->count && teller->events[end].type == PEN_EVENT_DEALT)
        is_equal &= teller->events[end++].count == first.count;
    add_sentence(teller, is_equal ? WORDS_DEALT : WORDS_DEALT_UNEQUAL, &first);
    for (unsigned i = index; i < end && !is_equal; i++) {
        struct pen_event event = event_at(teller, i);
        if (i > index)
            pen_text_add(teller->text, ",");
        add_sentence(teller, WORDS_DEALT_TO, &event);
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
    if (is_headed)
        add_sentence(teller, event.target == PEN_SEAT_NONE ? WORDS_SHOWN_TO_ALL : WORDS_SHOWN_TO, &event);
    else if (is_seen)
        add_sentence(teller, WORDS_SHOWN, &event);
    if (is_seen) {
        pen_text_add(teller->text, is_headed ? ": " : " ");
        add_list(teller, PEN_EVENT_SHOWN, first, end);
    }
    return end - index;
}

/* Who draws after this event, or PEN_SEAT_NONE. */
static uint8_t drawer_of(const struct pen_event *event)
{
    switch (event->type) {
    case PEN_EVENT_DREW:
    case PEN_EVENT_TOOK:
    case PEN_EVENT_GUILTY:
    case PEN_EVENT_DROPPED_LAST:
    case PEN_EVENT_COULD_NOT_FOLLOW:
    case PEN_EVENT_MISPLAYED:
    case PEN_EVENT_ADVISED:
    case PEN_EVENT_LAST_DRAW:
        return event->seat;
    case PEN_EVENT_INNOCENT:
    case PEN_EVENT_CAUGHT:
        return event->target;
    default:
        return PEN_SEAT_NONE;
    }
}

/* An event that makes a player draw, the cards drawn for it, and the turn lost over it: all one
 * sentence. A new draw pile may come in between. */
static unsigned tell_draw(struct teller *teller, unsigned index, uint8_t drawer)
{
    struct pen_event event = event_at(teller, index), reshuffled = event;
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

    enum words_id id = (enum words_id)words_of_event[event.type];
    if (is_bare) {
        event.count = (uint16_t)drawn;
        if (drawn == 1)
            id = is_seen ? WORDS_DREW_CARD : WORDS_DREW_ONE;
    }
    if (event.type == PEN_EVENT_MISPLAYED && event.target != PEN_SEAT_NONE)
        id = WORDS_MISPLAYED_EARLY;
    add_sentence(teller, id, &event);
    if (is_seen && id != WORDS_DREW_CARD) {
        pen_text_add(teller->text, " (");
        add_list(teller, PEN_EVENT_DREW, first, end);
        pen_text_add(teller->text, ")");
    }
    if (is_skipped)
        add_sentence(teller, WORDS_TAIL_SKIPPED, &event);
    if (is_reshuffled)
        add_sentence(teller, WORDS_TAIL_RESHUFFLED, &reshuffled);
    return end + is_skipped - index;
}

/* A card that is laid, with the colour named and UNO. */
static void tell_laid(struct teller *teller, const struct pen_event *event)
{
    bool is_named = event->color != PEN_COLOR_NONE;
    if (event->type == PEN_EVENT_STREAMED && event->card == PEN_CARD_NONE)
        add_sentence(teller, WORDS_STREAMED_NONE, event);
    else
        add_sentence(teller, (enum words_id)words_of_event[event->type], event);
    if (is_named && event->uno)
        add_sentence(teller, WORDS_TAIL_NAMED_UNO, event);
    else if (is_named)
        add_sentence(teller, WORDS_TAIL_NAMED, event);
    else if (event->uno)
        add_sentence(teller, WORDS_TAIL_UNO, event);
}

unsigned pen_words_event(struct pen_text *text, const struct pen_edition *edition,
                         const struct pen_rules *rules, const struct pen_names *names,
                         const struct pen_event *events, unsigned count, unsigned index, uint8_t viewer,
                         enum pen_lang lang)
{
    struct teller teller = {text, edition, rules, names, events, count, viewer, lang};
    PEN_ASSERT(index < count && lang < PEN_LANG_COUNT);
    struct pen_event event = event_at(&teller, index);
    if (event.type == PEN_EVENT_NONE || event.type >= PEN_EVENT_TYPE_COUNT)
        return 1;
    uint8_t drawer = drawer_of(&event);
    if (drawer != PEN_SEAT_NONE)
        return tell_draw(&teller, index, drawer);
    switch (event.type) {
    case PEN_EVENT_DEALT:
        return tell_dealt(&teller, index);
    case PEN_EVENT_SHOWN:
    case PEN_EVENT_SHOWN_TO:
        return tell_shown(&teller, index);
    case PEN_EVENT_PLAYED:
    case PEN_EVENT_JUMPED:
    case PEN_EVENT_STREAMED:
    case PEN_EVENT_FOLLOWED:
        tell_laid(&teller, &event);
        return 1;
    case PEN_EVENT_CANCELLED:
        add_sentence(&teller, WORDS_CANCELLED, &event);
        if (event.count > 0)
            add_sentence(&teller, WORDS_TAIL_FEWER, &event);
        return 1;
    case PEN_EVENT_SWUNG:
        add_sentence(&teller, event.target == PEN_SEAT_NONE ? WORDS_SWUNG_NOBODY : WORDS_SWUNG, &event);
        return 1;
    default:
        add_sentence(&teller, (enum words_id)words_of_event[event.type], &event);
        return 1;
    }
}
