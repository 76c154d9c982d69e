/* message.c - what a client says, out of JSON. */
#include "hall/message.h"

#include <string.h>

#include "fair/hex.h"

enum { DEPTH_MAX = 5, ID_MAX = INT32_MAX };

/* ---- fields ----------------------------------------------------------------------------------- */

/* Each reads one field. It may be missing if 'is_needed' is false: then nothing changes and it is well.
 * On a wrong type or range the message's 'field' says which. */

static json_t *find(struct hall_message *message, const char *name, bool is_needed)
{
    json_t *value = json_object_get(message->root, name);
    if (!value && is_needed)
        message->field = name;
    return value;
}

static bool wrong(struct hall_message *message, const char *name)
{
    message->field = name;
    return false;
}

static bool read_number(struct hall_message *message, const char *name, bool is_needed, uint32_t least,
                        uint32_t most, uint32_t *number)
{
    const json_t *value = find(message, name, is_needed);
    if (!value)
        return !is_needed;
    if (!json_is_integer(value) || json_integer_value(value) < (json_int_t)least ||
        json_integer_value(value) > (json_int_t)most)
        return wrong(message, name);
    *number = (uint32_t)json_integer_value(value);
    return true;
}

static bool read_seat(struct hall_message *message, const char *name, bool is_needed, uint8_t *seat)
{
    uint32_t number = *seat;
    if (!is_needed && json_is_null(json_object_get(message->root, name)))
        return true;
    if (!read_number(message, name, is_needed, 0, PEN_SEATS_MAX - 1, &number))
        return false;
    *seat = (uint8_t)number;
    return true;
}

/* Any bytes, also none, but no zero among them. */
static bool read_text(struct hall_message *message, const char *name, bool is_needed, const char **text,
                      size_t *bytes)
{
    const json_t *value = find(message, name, is_needed);
    if (!value)
        return !is_needed;
    if (!json_is_string(value))
        return wrong(message, name);
    *text = json_string_value(value);
    *bytes = json_string_length(value);
    return true;
}

static bool read_word(struct hall_message *message, const char *name, char *word, size_t size)
{
    const char *text;
    size_t bytes;
    if (!read_text(message, name, true, &text, &bytes))
        return false;
    if (bytes >= size)
        return wrong(message, name);
    memcpy(word, text, bytes);
    word[bytes] = 0;
    return true;
}

static bool read_hex(struct hall_message *message, const char *name, bool is_needed, uint8_t *bytes,
                     size_t count, bool *is_there)
{
    const char *text = NULL;
    size_t length = 0;
    *is_there = false;
    if (!is_needed && json_is_null(json_object_get(message->root, name)))
        return true;
    if (!read_text(message, name, is_needed, &text, &length))
        return false;
    if (!text)
        return true;
    if (!fair_hex_read(text, length, bytes, count))
        return wrong(message, name);
    *is_there = true;
    return true;
}

static bool read_truth(struct hall_message *message, const char *name, bool *truth)
{
    const json_t *value = find(message, name, true);
    if (!value)
        return false;
    if (!json_is_boolean(value))
        return wrong(message, name);
    *truth = json_is_true(value);
    return true;
}

/* ---- messages --------------------------------------------------------------------------------- */

static bool read_hello(struct hall_message *message)
{
    uint32_t number = 0;
    struct room_input *input = &message->input;
    input->seat = PEN_SEAT_NONE;
    if (!read_number(message, "v", true, 0, UINT32_MAX, &message->version))
        return false;
    if (message->version != HALL_PROTOCOL_VERSION)
        return true; /* what else it says is not ours to judge */
    if (message->verb != HALL_VERB_CREATE && !read_word(message, "table", message->table, ROOM_ID_BYTES))
        return false;
    if (message->verb != HALL_VERB_WATCH &&
        !read_hex(message, "token", message->verb == HALL_VERB_RESUME, message->token, sizeof message->token,
                  &message->has_token))
        return false;
    switch (message->verb) {
    case HALL_VERB_CREATE:
        message->settings = json_object_get(message->root, "settings");
        if (message->settings && !json_is_object(message->settings))
            return wrong(message, "settings");
        return read_word(message, "name", input->name, sizeof input->name);
    case HALL_VERB_JOIN:
        return read_word(message, "name", input->name, sizeof input->name) &&
               read_seat(message, "seat", false, &input->seat);
    case HALL_VERB_RESUME:
        if (!read_number(message, "last", false, 0, UINT32_MAX, &number))
            return false;
        message->last = number;
        return true;
    default:
        return true;
    }
}

static bool read_level(struct hall_message *message)
{
    const json_t *value = json_object_get(message->root, "level");
    struct bot_spec spec;
    message->input.level = PEN_SEAT_NONE;
    if (!value || json_is_null(value))
        return true;
    if (!json_is_string(value) || !bot_spec_read(json_string_value(value), json_string_length(value), &spec))
        return wrong(message, "level");
    message->input.level = spec.level;
    return true;
}

static bool read_what(struct hall_message *message)
{
    static const char *const words[ROOM_ASK_COUNT] = {
#define X(name, word) word,
        ROOM_ASK_LIST(X)
#undef X
    };
    const char *text;
    size_t bytes;
    if (!read_text(message, "what", true, &text, &bytes))
        return false;
    for (unsigned i = 0; i < ROOM_ASK_COUNT; i++) {
        if (strcmp(text, words[i]) == 0) {
            message->input.what = (uint8_t)i;
            return read_seat(message, "seat", i == ROOM_ASK_KICK, &message->input.target);
        }
    }
    return wrong(message, "what");
}

static bool read_said(struct hall_message *message)
{
    uint32_t phrase = ROOM_NO_PHRASE;
    if (!read_text(message, "text", false, &message->input.text, &message->input.text_bytes) ||
        !read_number(message, "phrase", false, 0, ROOM_NO_PHRASE - 1, &phrase))
        return false;
    message->input.phrase = (uint8_t)phrase;
    return message->input.text || phrase != ROOM_NO_PHRASE || wrong(message, "text");
}

static bool read_agreement(struct hall_message *message)
{
    return read_number(message, "rules", true, 0, UINT32_MAX, &message->input.rules_version) &&
           read_hex(message, "commit", false, message->input.commit, sizeof message->input.commit,
                    &message->input.has_commit);
}

static bool read_command(struct hall_message *message)
{
    struct room_input *input = &message->input;
    bool is_there;
    input->command = message->id;
    input->target = PEN_SEAT_NONE;
    input->phrase = ROOM_NO_PHRASE;
    input->dt_ms = ROOM_NO_DT;
    switch (message->verb) {
    case HALL_VERB_SET:
        input->type = ROOM_IN_SET;
        message->settings = find(message, "settings", true);
        return message->settings && (json_is_object(message->settings) || wrong(message, "settings"));
    case HALL_VERB_BOT:
        input->type = ROOM_IN_BOT;
        return read_seat(message, "seat", true, &input->target) && read_level(message);
    case HALL_VERB_AGREE:
        input->type = ROOM_IN_AGREE;
        return read_agreement(message);
    case HALL_VERB_START:
        input->type = ROOM_IN_START;
        return true;
    case HALL_VERB_REVEAL:
        input->type = ROOM_IN_REVEAL;
        return read_hex(message, "seed", true, input->seed, sizeof input->seed, &is_there);
    case HALL_VERB_ACT:
        input->type = ROOM_IN_ACT;
        return read_text(message, "do", true, &message->deed, &message->deed_bytes) &&
               read_number(message, "on", false, 0, UINT32_MAX, &input->on) &&
               read_number(message, "dt", false, 0, ROOM_NO_DT - 1, &input->dt_ms);
    case HALL_VERB_READY:
        input->type = ROOM_IN_READY;
        return true;
    case HALL_VERB_ASK:
        input->type = ROOM_IN_ASK;
        return read_what(message);
    case HALL_VERB_VOTE:
        input->type = ROOM_IN_VOTE;
        return read_truth(message, "yes", &input->yes);
    case HALL_VERB_SAY:
        input->type = ROOM_IN_SAY;
        return read_said(message);
    case HALL_VERB_AGAIN:
        input->type = ROOM_IN_AGAIN;
        return read_agreement(message);
    case HALL_VERB_HINT:
        input->type = ROOM_IN_HINT;
        return true;
    case HALL_VERB_LEAVE:
        input->type = ROOM_IN_LEAVE;
        return true;
    case HALL_VERB_REMOVE:
    case HALL_VERB_THERE:
        input->type = message->verb == HALL_VERB_THERE ? ROOM_IN_THERE : ROOM_IN_REMOVE;
        return read_seat(message, "seat", true, &input->target);
    default:
        return message->verb == HALL_VERB_PING;
    }
}

/* The parser calls itself for what is nested, so depth is bounded before it begins. */
static bool is_shallow(const char *bytes, size_t count)
{
    unsigned depth = 0;
    bool is_string = false;
    for (size_t i = 0; i < count; i++) {
        char byte = bytes[i];
        if (is_string) {
            if (byte == '\\')
                i++;
            else if (byte == '"')
                is_string = false;
        } else if (byte == '"') {
            is_string = true;
        } else if (byte == '{' || byte == '[') {
            if (++depth > DEPTH_MAX)
                return false;
        } else if ((byte == '}' || byte == ']') && depth > 0) {
            depth--;
        }
    }
    return true;
}

bool hall_message_read(struct hall_message *message, const char *bytes, size_t count)
{
    static const char *const words[HALL_VERB_COUNT] = {
#define X(name, word) word,
        HALL_VERB_LIST(X)
#undef X
    };
    memset(message, 0, sizeof *message);
    if (!is_shallow(bytes, count))
        return false;
    message->root = json_loadb(bytes, count, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(message->root))
        return false;
    uint32_t id = 0;
    if (!read_number(message, "id", false, 1, ID_MAX, &id))
        return false;
    message->id = id;
    const char *word;
    size_t length;
    if (!read_text(message, "t", true, &word, &length))
        return false;
    for (unsigned i = 0; i < HALL_VERB_COUNT; i++) {
        if (strcmp(word, words[i]) == 0) {
            message->verb = (uint8_t)i;
            if (i <= HALL_VERB_RESUME)
                return read_hello(message);
            return (id != 0 || wrong(message, "id")) && read_command(message);
        }
    }
    return wrong(message, "t");
}

void hall_message_drop(struct hall_message *message)
{
    json_decref(message->root);
    message->root = NULL;
}
