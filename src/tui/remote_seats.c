/* remote_seats.c - people, settings and open questions of a table, out of a message. */
#include <string.h>

#include "fair/hex.h"
#include "tui/remote_parts.h"

enum { MOVE_SECONDS_MAX = 86400, DAYS_MAX = 40 };

static const char *const stages[ROOM_STAGE_COUNT] = {
#define X(name, word) word,
    ROOM_STAGE_LIST(X)
#undef X
};

static const char *const questions[ROOM_ASK_COUNT] = {
#define X(name, word) word,
    ROOM_ASK_LIST(X)
#undef X
};

/* ---- settings -------------------------------------------------------------------------------- */

static bool read_house(const json_t *value, uint8_t *house)
{
    *house = 0;
    if (!json_is_array(value))
        return false;
    for (size_t i = 0; i < json_array_size(value); i++) {
        const char *word = json_string_value(json_array_get(value, i));
        unsigned found = 0;
        for (unsigned bit = 1; word && bit <= PEN_HOUSE_ALL; bit <<= 1)
            if (strcmp(word, pen_house_id((enum pen_house)bit)) == 0)
                found = bit;
        if (!found)
            return false;
        *house |= (uint8_t)found;
    }
    return true;
}

static bool read_scoring(const json_t *value, uint8_t *scoring)
{
    const char *word = json_string_value(value);
    *scoring = PEN_SCORING_DEFAULT;
    if (!value)
        return true;
    for (unsigned i = 0; word && i < PEN_SCORING_DEFAULT; i++)
        if (strcmp(word, pen_scoring_id((enum pen_scoring)i)) == 0)
            *scoring = (uint8_t)i;
    return *scoring != PEN_SCORING_DEFAULT;
}

static bool read_clock(const json_t *value, uint32_t *move_ms)
{
    uint32_t number = 0;
    if (json_is_null(value))
        *move_ms = 0;
    else if (remote_number(json_object_get(value, "move"), MOVE_SECONDS_MAX, &number))
        *move_ms = number * 1000;
    else if (remote_number(json_object_get(value, "days"), DAYS_MAX, &number))
        *move_ms = number * 24 * 3600 * 1000;
    else
        return false;
    return json_is_null(value) || number > 0;
}

static bool read_level(const json_t *value, uint8_t *level)
{
    struct bot_spec spec;
    if (!json_is_string(value) || !bot_spec_read(json_string_value(value), json_string_length(value), &spec))
        return false;
    *level = spec.level;
    return true;
}

static bool read_settings(const json_t *object, struct room_settings *settings)
{
    const json_t *reverse = json_object_get(object, "reverse_with_two");
    const json_t *target = json_object_get(object, "target"), *title = json_object_get(object, "name");
    uint32_t seats, series, points = 0;
    memset(settings, 0, sizeof *settings); /* settings are compared as bytes */
    if (!json_is_object(object) ||
        !remote_word(json_object_get(object, "edition"), settings->edition, sizeof settings->edition) ||
        !read_house(json_object_get(object, "house"), &settings->options.house) ||
        !read_scoring(json_object_get(object, "scoring"), &settings->options.scoring) ||
        !remote_number(json_object_get(object, "seats"), PEN_SEATS_MAX, &seats) || seats < PEN_SEATS_MIN ||
        !remote_number(json_object_get(object, "series"), UINT8_MAX, &series) ||
        !read_clock(json_object_get(object, "clock"), &settings->move_ms) ||
        !remote_truth(json_object_get(object, "public"), &settings->is_public) ||
        !remote_truth(json_object_get(object, "hints"), &settings->has_hints) ||
        !read_level(json_object_get(object, "bots"), &settings->bot_level))
        return false;
    if (target && !remote_number(target, PEN_TARGET_MAX, &points))
        return false;
    if (title && !remote_text(title, settings->title, sizeof settings->title))
        return false;
    if (reverse && strcmp(json_is_string(reverse) ? json_string_value(reverse) : "", "turn") == 0)
        settings->options.reverse_with_two = PEN_REVERSE_TURNS;
    settings->options.target = (uint16_t)points;
    settings->seats = (uint8_t)seats;
    settings->series = (uint8_t)series;
    return true;
}

/* Edition and rules follow from the settings; they are made anew only when those change. */
static bool set_rules(struct remote_state *state, const struct room_settings *settings, bool *is_strange)
{
    if (!state->has_rules || memcmp(settings, &state->settings, sizeof *settings) != 0) {
        state->has_rules = pen_edition_builtin(settings->edition, &state->edition);
        *is_strange = !state->has_rules;
        if (!state->has_rules ||
            pen_rules_make(&state->rules, &state->edition, &settings->options, NULL) != PEN_RULES_GOOD)
            return false;
    }
    state->settings = *settings;
    return true;
}

/* ---- people ---------------------------------------------------------------------------------- */

static bool read_seat(const json_t *object, struct remote_seat *seat)
{
    static const char *const kinds[] = {[ROOM_FREE] = "free", [ROOM_PERSON] = "person", [ROOM_BOT] = "bot"};
    const json_t *ready = json_object_get(object, "ready");
    uint32_t wins = 0;
    memset(seat, 0, sizeof *seat);
    if (!remote_choice(json_object_get(object, "kind"), kinds, 3, &seat->kind))
        return false;
    if (seat->kind == ROOM_FREE)
        return true;
    if (!remote_word(json_object_get(object, "name"), seat->name, sizeof seat->name) ||
        !pen_name_is_good(seat->name, strlen(seat->name)) ||
        !remote_number(json_object_get(object, "wins"), UINT16_MAX, &wins))
        return false;
    seat->wins = (uint16_t)wins;
    if (seat->kind == ROOM_BOT)
        return read_level(json_object_get(object, "level"), &seat->level);
    return remote_truth(json_object_get(object, "here"), &seat->is_here) &&
           remote_truth(json_object_get(object, "agreed"), &seat->has_agreed) &&
           remote_truth(json_object_get(object, "away"), &seat->is_away) &&
           (!ready || remote_truth(ready, &seat->is_ready));
}

static bool read_all_seats(const json_t *list, struct remote_state *state)
{
    size_t count = json_array_size(list);
    if (count < PEN_SEATS_MIN || count > PEN_SEATS_MAX)
        return false;
    memset(state->seats, 0, sizeof state->seats);
    state->seat_count = (uint8_t)count;
    for (size_t i = 0; i < count; i++)
        if (!read_seat(json_array_get(list, i), &state->seats[i]))
            return false;
    return true;
}

static bool read_asking(const json_t *object, struct remote_state *state)
{
    memset(&state->asking, 0, sizeof state->asking);
    if (json_is_null(object))
        return true;
    const json_t *target = json_object_get(object, "seat");
    state->asking.is_open = true;
    state->asking.target = PEN_SEAT_NONE;
    return remote_choice(json_object_get(object, "what"), questions, ROOM_ASK_COUNT, &state->asking.what) &&
           remote_seat_number(json_object_get(object, "by"), state->seat_count, &state->asking.by) &&
           (json_is_null(target) || remote_seat_number(target, state->seat_count, &state->asking.target)) &&
           (state->asking.what != ROOM_ASK_KICK || state->asking.target != PEN_SEAT_NONE) &&
           remote_seat_set(json_object_get(object, "yes"), state->seat_count, &state->asking.yes);
}

/* Null, or a hash in the one way to write it. */
static bool read_commit(const json_t *value, struct remote_state *state)
{
    uint8_t hash[FAIR_HASH_BYTES];
    const char *digits = json_string_value(value);
    state->commit[0] = 0;
    if (!digits)
        return !value || json_is_null(value);
    if (!fair_hex_read(digits, json_string_length(value), hash, sizeof hash))
        return false;
    memcpy(state->commit, digits, sizeof state->commit);
    return true;
}

bool remote_read_seats(struct remote_state *state, const json_t *root, bool *is_strange)
{
    const json_t *you = json_object_get(root, "you"), *host = json_object_get(root, "host");
    struct room_settings settings;
    uint32_t game_before = state->game;
    *is_strange = false;
    if (!remote_word(json_object_get(root, "id"), state->id, sizeof state->id) ||
        !remote_choice(json_object_get(root, "stage"), stages, ROOM_STAGE_COUNT, &state->stage) ||
        !remote_truth(json_object_get(root, "paused"), &state->is_paused) ||
        !remote_number(json_object_get(root, "rules"), UINT32_MAX, &state->rules_version) ||
        !remote_number(json_object_get(root, "game"), UINT16_MAX, &state->game) ||
        !read_commit(json_object_get(root, "commit"), state) ||
        !remote_number(json_object_get(root, "watchers"), UINT16_MAX, &state->watchers) ||
        !read_all_seats(json_object_get(root, "seats"), state) ||
        !read_asking(json_object_get(root, "asking"), state) ||
        !read_settings(json_object_get(root, "settings"), &settings))
        return false;
    state->you = PEN_SPECTATOR;
    if (!json_is_null(you) && !remote_seat_number(you, state->seat_count, &state->you))
        return false;
    state->host = PEN_SEAT_NONE;
    if (!json_is_null(host) && !remote_seat_number(host, state->seat_count, &state->host))
        return false;
    if (!set_rules(state, &settings, is_strange))
        return false;
    /* Cards are those of the people who were dealt them. */
    if (state->has_cards && (state->game != game_before || state->view.seat_count != state->seat_count ||
                             state->view.viewer != state->you || state->stage == ROOM_WAITING ||
                             state->stage == ROOM_REVEALING || state->stage == ROOM_CLOSED))
        state->has_cards = false;
    return true;
}
