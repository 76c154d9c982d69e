/* settings.c - the settings of a table, out of JSON. */
#include <string.h>

#include "hall/message.h"

enum { MOVE_SECONDS_MAX = 3600, DAYS_MAX = 14, SERIES_MAX = 99 };

static bool read_whole(const json_t *value, json_int_t least, json_int_t most, json_int_t *number)
{
    *number = json_integer_value(value);
    return json_is_integer(value) && *number >= least && *number <= most;
}

static bool read_words(const json_t *value, char *word, size_t size)
{
    if (!json_is_string(value) || json_string_length(value) >= size)
        return false;
    memset(word, 0, size); /* settings are compared as bytes */
    memcpy(word, json_string_value(value), json_string_length(value));
    return true;
}

static bool read_house(const json_t *value, uint8_t *house)
{
    uint8_t all = 0;
    if (!json_is_array(value))
        return false;
    for (size_t i = 0; i < json_array_size(value); i++) {
        const char *word = json_string_value(json_array_get(value, i));
        uint8_t found = 0;
        for (unsigned bit = 1; word && bit <= PEN_HOUSE_ALL; bit <<= 1)
            if (strcmp(word, pen_house_id((enum pen_house)bit)) == 0)
                found = (uint8_t)bit;
        if (!found)
            return false;
        all |= found;
    }
    *house = all;
    return true;
}

static bool read_scoring(const json_t *value, uint8_t *scoring)
{
    if (json_is_null(value)) {
        *scoring = PEN_SCORING_DEFAULT;
        return true;
    }
    const char *word = json_string_value(value);
    for (unsigned i = 0; word && i < PEN_SCORING_DEFAULT; i++) {
        if (strcmp(word, pen_scoring_id((enum pen_scoring)i)) == 0) {
            *scoring = (uint8_t)i;
            return true;
        }
    }
    return false;
}

/* {"move":30} in seconds, {"days":3}, or null: no clock. */
static bool read_clock(const json_t *value, uint32_t *move_ms)
{
    json_int_t number;
    if (json_is_null(value)) {
        *move_ms = 0;
        return true;
    }
    if (!json_is_object(value) || json_object_size(value) != 1)
        return false;
    if (read_whole(json_object_get(value, "move"), 1, MOVE_SECONDS_MAX, &number)) {
        *move_ms = (uint32_t)number * 1000;
        return true;
    }
    if (read_whole(json_object_get(value, "days"), 1, DAYS_MAX, &number)) {
        *move_ms = (uint32_t)number * 24 * 3600 * 1000;
        return true;
    }
    return false;
}

static bool read_bots(const json_t *value, uint8_t *level)
{
    struct bot_spec spec;
    if (!json_is_string(value) || !bot_spec_read(json_string_value(value), json_string_length(value), &spec))
        return false;
    *level = spec.level;
    return true;
}

bool hall_settings_read(json_t *object, struct room_settings *settings, const char **field)
{
    const char *key;
    json_t *value;
    json_int_t number = 0;
    json_object_foreach(object, key, value)
    {
        bool is_good = true;
        if (strcmp(key, "edition") == 0) {
            is_good = read_words(value, settings->edition, sizeof settings->edition);
        } else if (strcmp(key, "name") == 0) {
            is_good = read_words(value, settings->title, sizeof settings->title);
        } else if (strcmp(key, "house") == 0) {
            is_good = read_house(value, &settings->options.house);
        } else if (strcmp(key, "scoring") == 0) {
            is_good = read_scoring(value, &settings->options.scoring);
        } else if (strcmp(key, "target") == 0) {
            is_good = json_is_null(value) || read_whole(value, 1, PEN_TARGET_MAX, &number);
            settings->options.target = (uint16_t)(json_is_null(value) ? 0 : number);
        } else if (strcmp(key, "reverse_with_two") == 0) {
            const char *word = json_is_string(value) ? json_string_value(value) : "";
            is_good = strcmp(word, "skip") == 0 || strcmp(word, "turn") == 0;
            settings->options.reverse_with_two = word[0] == 't' ? PEN_REVERSE_TURNS : PEN_REVERSE_SKIPS;
        } else if (strcmp(key, "seats") == 0) {
            is_good = read_whole(value, PEN_SEATS_MIN, PEN_SEATS_MAX, &number);
            settings->seats = (uint8_t)number;
        } else if (strcmp(key, "series") == 0) {
            is_good = read_whole(value, 1, SERIES_MAX, &number);
            settings->series = (uint8_t)number;
        } else if (strcmp(key, "clock") == 0) {
            is_good = read_clock(value, &settings->move_ms);
        } else if (strcmp(key, "bots") == 0) {
            is_good = read_bots(value, &settings->bot_level);
        } else if (strcmp(key, "public") == 0) {
            is_good = json_is_boolean(value);
            settings->is_public = json_is_true(value);
        } else if (strcmp(key, "hints") == 0) {
            is_good = json_is_boolean(value);
            settings->has_hints = json_is_true(value);
        }
        if (!is_good) {
            *field = key;
            return false;
        }
    }
    return true;
}
