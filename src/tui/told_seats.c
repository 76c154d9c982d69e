/* told_seats.c - the people of a table and its settings, out of a message. */
#include <string.h>

#include "fair/hex.h"
#include "tui/told_parts.h"

/* The wire has made sure that it is UTF-8. */
static size_t length_of(unsigned char first)
{
    return first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

static bool is_harmless(const unsigned char *bytes, size_t length)
{
    if (length == 1)
        return bytes[0] >= 0x20 && bytes[0] != 0x7f;
    if (length == 2) /* U+0080 to U+009F are control characters, too */
        return bytes[0] != 0xc2 || bytes[1] >= 0xa0;
    if (length == 3 && bytes[0] == 0xe2) {
        bool is_mark = bytes[1] == 0x80 && (bytes[2] == 0x8e || bytes[2] == 0x8f); /* U+200E, F */
        bool is_turn = bytes[1] == 0x80 && bytes[2] >= 0xa8 && bytes[2] <= 0xae;   /* U+2028 to E */
        bool is_more = bytes[1] == 0x81 && bytes[2] >= 0xa6 && bytes[2] <= 0xa9;   /* U+2066 to 9 */
        return !is_mark && !is_turn && !is_more;
    }
    return true;
}

void tui__clean_text(char *text, size_t size, const char *raw)
{
    const unsigned char *bytes = (const unsigned char *)raw;
    size_t used = 0;
    while (*bytes) {
        size_t length = length_of(*bytes);
        if (used + length >= size)
            break;
        if (is_harmless(bytes, length)) {
            memcpy(text + used, bytes, length);
            used += length;
        }
        bytes += length;
    }
    memset(text + used, 0, size - used);
}

static bool read_seat(const struct wire_seat *told, struct tui_seat *seat)
{
    memset(seat, 0, sizeof *seat);
    seat->kind = told->kind;
    if (seat->kind == ROOM_FREE)
        return true;
    memcpy(seat->name, told->name, sizeof seat->name);
    memcpy(seat->shown, told->name, sizeof seat->shown);
    pen_name_show(seat->shown);
    seat->wins = told->wins;
    seat->level = told->level;
    seat->is_here = told->here == true;
    seat->has_agreed = told->agreed == true;
    seat->is_away = told->away == true;
    seat->is_ready = told->ready == true;
    seat->is_program = told->program == true;
    return pen_name_is_good(seat->name, strlen(seat->name)) && told->wins != UINT16_MAX &&
           (seat->kind != ROOM_BOT || told->level < BOT_LEVEL_COUNT);
}

static bool read_seats(struct tui_told *state, const struct wire_people *people)
{
    if (people->seats_count < PEN_SEATS_MIN)
        return false;
    memset(state->seats, 0, sizeof state->seats);
    state->seat_count = (uint8_t)people->seats_count;
    for (unsigned i = 0; i < state->seat_count; i++)
        if (!read_seat(&people->seats[i], &state->seats[i]))
            return false;
    return true;
}

static bool read_asking(struct tui_told *state, const struct wire_people *people)
{
    const struct wire_asking *asking = &people->asking;
    memset(&state->asking, 0, sizeof state->asking);
    if (!people->has_asking)
        return true;
    state->asking.is_open = true;
    state->asking.what = asking->what;
    state->asking.by = asking->by;
    state->asking.target = asking->seat;
    state->asking.yes = asking->yes;
    memcpy(state->asking.setup, asking->setup, sizeof state->asking.setup);
    return asking->by < state->seat_count && asking->yes >> state->seat_count == 0 &&
           (asking->seat == PEN_SEAT_NONE ? asking->what != ROOM_ASK_KICK : asking->seat < state->seat_count);
}

/* As its digits, the one way to write it. */
static void read_commit(struct tui_told *state, const struct wire_people *people)
{
    struct pen_text text = pen_text_in(state->commit, sizeof state->commit);
    if (people->has_commit)
        fair_hex_write(&text, people->commit, sizeof people->commit);
}

bool tui__read_people(struct tui_told *state, const struct wire_people *people)
{
    uint32_t game_before = state->game;
    memcpy(state->id, people->id, sizeof state->id);
    state->stage = people->stage;
    state->is_paused = people->paused;
    state->rules_version = people->rules;
    state->game = people->game;
    state->watchers = people->watchers;
    state->you = people->you;
    state->host = people->host;
    read_commit(state, people);
    memset(state->coming, 0, sizeof state->coming);
    state->coming_count = (uint8_t)people->coming_count;
    for (unsigned i = 0; i < state->coming_count; i++) {
        if (!pen_name_is_good(people->coming[i].name, strlen(people->coming[i].name)))
            return false;
        memcpy(state->coming[i], people->coming[i].name, PEN_PLAYER_BYTES);
        pen_name_show(state->coming[i]);
    }
    if (!read_seats(state, people) || !read_asking(state, people) ||
        (state->you != PEN_SPECTATOR && state->you >= state->seat_count) ||
        (state->host != PEN_SEAT_NONE && state->host >= state->seat_count))
        return false;
    /* Until the next round there is no hand to show. */
    state->is_late = state->you < PEN_SEATS_MAX && people->seats[state->you].late == true;
    if (state->is_late)
        state->you = PEN_SPECTATOR;
    /* Cards are those of the people who were dealt them. */
    if (state->has_cards && (state->game != game_before || state->view.seat_count != state->seat_count ||
                             state->view.viewer != state->you || state->stage == ROOM_WAITING ||
                             state->stage == ROOM_REVEALING || state->stage == ROOM_CLOSED))
        state->has_cards = false;
    return true;
}
