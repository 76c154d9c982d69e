/* chat.c - what people say: short, readable, not too often. Knows nothing of cards. */
#include <string.h>

#include "room/inside.h"
#include "room/journal_words.h"

size_t room__character(const char *text, size_t left, uint32_t *found)
{
    const unsigned char *bytes = (const unsigned char *)text;
    const unsigned first = bytes[0];
    const size_t length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (length == 0 || first > 0xf4 || length > left)
        return 0;
    uint32_t point = length == 1 ? first : first & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
        point = point << 6 | (bytes[i] & 0x3f);
    }
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    /* Control characters, halves of pairs, and those that turn the direction of what follows. */
    const bool is_hidden = point < 0x20 || (point >= 0x7f && point < 0xa0) ||
                           (point >= 0xd800 && point < 0xe000) || point > 0x10ffff ||
                           (point >= 0x202a && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069) ||
                           point == 0x2028 || point == 0x2029 || point == 0xfeff;
    *found = point;
    return point < least[length] || is_hidden ? 0 : length;
}

bool room__text_is_good(const char *bytes, size_t count)
{
    bool is_blank = true;
    for (size_t at = 0; at < count;) {
        uint32_t point;
        const size_t length = room__character(bytes + at, count - at, &point);
        if (length == 0)
            return false;
        is_blank = is_blank && bytes[at] == ' ';
        at += length;
    }
    return !is_blank;
}

static struct room_chat *new_chat(struct room *room, uint8_t seat, const char *text, size_t bytes)
{
    if (room->chat_count == ROOM_CHATS_MAX) {
        memmove(room->chats, room->chats + 1, (ROOM_CHATS_MAX - 1) * sizeof room->chats[0]);
        room->chat_count--;
    }
    struct room_chat *chat = &room->chats[room->chat_count++];
    memset(chat, 0, sizeof *chat);
    chat->seat = seat;
    chat->phrase = ROOM_NO_PHRASE;
    chat->accuses = PEN_SEAT_NONE;
    chat->bytes = (uint8_t)bytes;
    if (bytes > 0)
        memcpy(chat->text, text, bytes);
    return chat;
}

void room__do_say(struct room__call *call, uint8_t phrase, const char *text, size_t bytes)
{
    struct room *room = call->room;
    struct room__piece piece;
    room__piece_begin(&piece, call, "say", call->seat);
    room__piece_word(&piece, room__name(ROOM__NAMES_PHRASE, phrase));
    pen_text_add(&piece.text, " ");
    pen_text_add_bytes(&piece.text, text, bytes);
    room__piece_end(&piece);
    struct room_chat *chat = new_chat(room, call->seat, text, bytes);
    chat->phrase = phrase;
    struct room_seat *own = &room->seats[call->seat];
    own->say_ms = (own->say_ms > call->now_ms ? own->say_ms : call->now_ms) + ROOM_SAY_MS;
    room__effect_done(call);
    room__send_said(call, chat);
}

/* The accusation itself follows as an action; this is what everybody sees before joining in. */
void room__do_quote(struct room__call *call, uint8_t target, const char *text, size_t bytes)
{
    struct room *room = call->room;
    struct room__piece piece;
    const uint32_t command = call->command; /* of the action */
    call->command = 0;
    room__piece_begin(&piece, call, "quote", call->seat);
    room__piece_number(&piece, target);
    pen_text_add(&piece.text, " ");
    pen_text_add_bytes(&piece.text, text, bytes);
    room__piece_end(&piece);
    struct room_chat *chat = new_chat(room, call->seat, text, bytes);
    chat->accuses = target;
    room__effect_done(call);
    room__send_said(call, chat);
    call->command = command;
}

void room__move_words(struct room *room, uint8_t from, uint8_t to)
{
    for (unsigned i = 0; i < room->chat_count; i++) {
        struct room_chat *chat = &room->chats[i];
        chat->seat = chat->seat == from ? to : chat->seat;
        chat->accuses = chat->accuses == from ? to : chat->accuses;
    }
}

void room__forget_words(struct room *room, uint8_t seat)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < room->chat_count; i++)
        if (room->chats[i].seat != seat && room->chats[i].accuses != seat)
            room->chats[kept++] = room->chats[i];
    room->chat_count = (uint8_t)kept;
}

bool room__has_said(const struct room *room, uint8_t seat, const char *text, size_t bytes)
{
    for (unsigned i = 0; i < room->chat_count; i++) {
        const struct room_chat *chat = &room->chats[i];
        if (chat->seat == seat && chat->phrase == ROOM_NO_PHRASE && chat->accuses == PEN_SEAT_NONE &&
            chat->bytes == bytes && memcmp(chat->text, text, bytes) == 0)
            return true;
    }
    return false;
}

enum room_refusal room__say(struct room__call *call, const struct wire_asked_say *said)
{
    const size_t bytes = room__length(said->text);
    if (call->seat >= call->room->seat_count) /* nobody knows that seat yet */
        return ROOM_REFUSED_NOT_NOW;
    const bool is_phrase = said->phrase != ROOM_NO_PHRASE;
    if (is_phrase && said->phrase >= ROOM_PHRASE_COUNT)
        return ROOM_REFUSED_NO_SUCH_PHRASE;
    if (!is_phrase && call->room->settings.talk == SETUP_TALK_PHRASES)
        return ROOM_REFUSED_PHRASES_ONLY;
    if (!is_phrase && (bytes > ROOM_CHAT_BYTES || !room__text_is_good(said->text, bytes) ||
                       !room_text_is_clear(said->text, bytes)))
        return ROOM_REFUSED_BAD_TEXT;
    const uint64_t full = call->room->seats[call->seat].say_ms;
    if (full > call->now_ms && full - call->now_ms > ROOM_SAY_BURST_MS - ROOM_SAY_MS)
        return ROOM_REFUSED_TOO_FAST;
    room__do_say(call, said->phrase, is_phrase ? "" : said->text, is_phrase ? 0 : bytes);
    return ROOM_ACCEPTED;
}

/* ---- what is seen for a moment ---- */

enum room_refusal room__toss(struct room__call *call, const struct wire_asked_toss *toss)
{
    const struct room *room = call->room;
    uint32_t *full_ms = &call->room->live.toss_ms[call->seat];
    const uint32_t now_ms = (uint32_t)call->now_ms;
    struct wire_told told;
    if (call->seat >= room->seat_count || room->seats[call->seat].is_late)
        return ROOM_REFUSED_NOT_NOW;
    if (toss->at >= room->seat_count || toss->at == call->seat || room->seats[toss->at].kind == ROOM_FREE)
        return ROOM_REFUSED_BAD_TARGET;
    const uint32_t used_ms = *full_ms - now_ms <= ROOM_TOSS_BURST_MS ? *full_ms - now_ms : 0;
    if (used_ms > ROOM_TOSS_BURST_MS - ROOM_TOSS_MS)
        return ROOM_REFUSED_TOO_FAST;
    *full_ms = now_ms + used_ms + ROOM_TOSS_MS;
    wire_clear_told(&told, WIRE_TOLD_TOSSED);
    told.tossed.seat = call->seat;
    told.tossed.at = toss->at;
    told.tossed.what = toss->what;
    room__tell_all(call, &told);
    return ROOM_ACCEPTED;
}
