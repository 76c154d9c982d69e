/* remote_read.c - one message of a server. It is read onto a copy of the state, which takes the place of
 * the state only if all of it was in order. */
#include <string.h>

#include "fair/hex.h"
#include "tui/remote_parts.h"

static const char *const game_codes[PEN_REFUSAL_COUNT] = {
#define X(name, rule) [PEN_REFUSED_##name] = #name,
    PEN_REFUSAL_LIST(X)
#undef X
};

static bool has_cards(uint8_t stage)
{
    return stage == ROOM_PLAYING || stage == ROOM_BETWEEN || stage == ROOM_OVER;
}

/* The sentence in the language wanted, or in the other one. */
static bool read_sentence(const json_t *root, enum pen_lang lang, char *text, size_t size)
{
    static const char *const keys[PEN_LANG_COUNT] = {[PEN_LANG_EN] = "en", [PEN_LANG_ES] = "es"};
    for (unsigned i = 0; i < PEN_LANG_COUNT; i++)
        if (remote_text(json_object_get(root, keys[(lang + i) % PEN_LANG_COUNT]), text, size))
            return true;
    return false;
}

static bool read_id(const json_t *root, const char *key, uint32_t *id)
{
    const json_t *value = json_object_get(root, key);
    return !value || remote_number(value, INT32_MAX, id);
}

static enum remote_type read_table(struct remote_state *state, struct remote_message *message,
                                   const json_t *root)
{
    bool is_strange;
    uint32_t last;
    if (!remote_number(json_object_get(root, "n"), UINT32_MAX, &last))
        return REMOTE_NONSENSE;
    if (!remote_read_seats(state, root, &is_strange)) {
        if (!is_strange || !remote_text(json_object_get(json_object_get(root, "settings"), "edition"),
                                        message->text, sizeof message->text))
            return REMOTE_NONSENSE;
        return REMOTE_STRANGE_EDITION;
    }
    if (message->type == REMOTE_SEATS) /* its number may be that of an update that is still to come */
        return REMOTE_SEATS;
    state->last = last;
    const json_t *counts = json_object_get(json_object_get(root, "now"), "counts");
    /* After a game people come and go; its cards are nobody's any more. */
    if (!has_cards(state->stage) ||
        (state->stage == ROOM_OVER && json_array_size(counts) != state->seat_count)) {
        state->has_cards = false;
        return REMOTE_TABLE;
    }
    return remote_read_table_cards(state, message, root) ? REMOTE_TABLE : REMOTE_NONSENSE;
}

static enum remote_type read_update(struct remote_state *state, struct remote_message *message,
                                    const json_t *root)
{
    if (!remote_number(json_object_get(root, "n"), UINT32_MAX, &state->last) ||
        !read_id(root, "ack", &message->id) || !remote_read_update_cards(state, message, root))
        return REMOTE_NONSENSE;
    return REMOTE_UPDATE;
}

static enum remote_type read_no(struct remote_message *message, const json_t *root, enum pen_lang lang)
{
    unsigned refusal;
    if (!read_id(root, "id", &message->id) ||
        !remote_word(json_object_get(root, "code"), message->code, sizeof message->code) ||
        !read_sentence(root, lang, message->text, sizeof message->text))
        return REMOTE_NONSENSE;
    if (json_object_get(root, "rule") && remote_name(message->code, game_codes, PEN_REFUSAL_COUNT, &refusal))
        message->refusal = (enum pen_refusal)refusal;
    return REMOTE_NO;
}

static enum remote_type read_said(const struct remote_state *state, struct remote_message *message,
                                  const json_t *root, enum pen_lang lang)
{
    const json_t *phrase = json_object_get(root, "phrase");
    uint32_t number;
    if (!remote_seat_number(json_object_get(root, "seat"), state->seat_count, &message->seat))
        return REMOTE_NONSENSE;
    if (!phrase)
        return remote_text(json_object_get(root, "text"), message->text, sizeof message->text)
                   ? REMOTE_SAID
                   : REMOTE_NONSENSE;
    if (!remote_number(phrase, UINT8_MAX, &number))
        return REMOTE_NONSENSE;
    if (number >= ROOM_PHRASE_COUNT)
        return REMOTE_OTHER; /* a newer server has more of them */
    struct pen_text text = pen_text_in(message->text, sizeof message->text);
    pen_text_add(&text, room_phrase(number, lang));
    return REMOTE_SAID;
}

/* A hint is one of the things that can be done, so it is looked for among them. */
static bool find_deed(const struct remote_state *state, const char *deed, struct pen_action *action)
{
    const struct pen_legal *legal = &state->view.legal;
    unsigned count = pen_legal_count(&state->rules, legal);
    for (unsigned i = 0; i < 2 * count; i++) {
        char bytes[128];
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        *action = pen_legal_at(&state->rules, legal, i / 2);
        action->uno = i % 2;
        remote_write_deed(state, *action, &text);
        if (strcmp(bytes, deed) == 0)
            return true;
    }
    return false;
}

static enum remote_type read_hint(const struct remote_state *state, struct remote_message *message,
                                  const json_t *root)
{
    char deed[128];
    if (!read_id(root, "id", &message->id) || !remote_word(json_object_get(root, "do"), deed, sizeof deed))
        return REMOTE_NONSENSE;
    bool is_ours = state->has_cards && state->you < PEN_SEATS_MAX;
    /* The table may have moved on since. */
    return is_ours && find_deed(state, deed, &message->action) ? REMOTE_HINT : REMOTE_OK;
}

/* Lines as a record has them: nothing else may be in them that could steer a terminal or a file. */
static enum remote_type read_signed(struct remote_message *message, const json_t *root)
{
    const json_t *text = json_object_get(root, "text");
    const char *bytes = json_string_value(text);
    const char *key = json_string_value(json_object_get(root, "key"));
    const char *sign = json_string_value(json_object_get(root, "sign"));
    const size_t count = bytes ? json_string_length(text) : 0;
    if (!key || !sign || count == 0 || count >= sizeof message->lines || bytes[count - 1] != '\n' ||
        !fair_hex_read(key, strlen(key), message->key, sizeof message->key) ||
        !fair_hex_read(sign, strlen(sign), message->signature, sizeof message->signature))
        return REMOTE_NONSENSE;
    for (size_t i = 0; i < count; i++)
        if (((unsigned char)bytes[i] < ' ' && bytes[i] != '\n') || bytes[i] == 0x7f)
            return REMOTE_NONSENSE;
    memcpy(message->lines, bytes, count + 1);
    return REMOTE_SIGNED;
}

static enum remote_type read_root(struct remote_state *state, struct remote_message *message,
                                  const json_t *root, enum pen_lang lang)
{
    static const struct {
        const char *word;
        enum remote_type type;
    } words[] = {{"welcome", REMOTE_WELCOME}, {"table", REMOTE_TABLE},  {"seats", REMOTE_SEATS},
                 {"update", REMOTE_UPDATE},   {"ok", REMOTE_OK},        {"no", REMOTE_NO},
                 {"reveal", REMOTE_REVEAL},   {"said", REMOTE_SAID},    {"hint", REMOTE_HINT},
                 {"bye", REMOTE_BYE},         {"signed", REMOTE_SIGNED}};
    const char *word = json_string_value(json_object_get(root, "t"));
    if (!word)
        return REMOTE_NONSENSE;
    message->type = REMOTE_OTHER;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(word, words[i].word) == 0)
            message->type = words[i].type;
    switch (message->type) {
    case REMOTE_WELCOME:
        return remote_word(json_object_get(root, "table"), state->id, sizeof state->id) ? REMOTE_WELCOME
                                                                                        : REMOTE_NONSENSE;
    case REMOTE_TABLE:
    case REMOTE_SEATS:
        return read_table(state, message, root);
    case REMOTE_UPDATE:
        return read_update(state, message, root);
    case REMOTE_OK:
        return read_id(root, "id", &message->id) ? REMOTE_OK : REMOTE_NONSENSE;
    case REMOTE_NO:
        return read_no(message, root, lang);
    case REMOTE_SAID:
        return read_said(state, message, root, lang);
    case REMOTE_SIGNED:
        return read_signed(message, root);
    case REMOTE_HINT:
        return read_hint(state, message, root);
    case REMOTE_BYE:
        return remote_word(json_object_get(root, "code"), message->code, sizeof message->code) &&
                       read_sentence(root, lang, message->text, sizeof message->text)
                   ? REMOTE_BYE
                   : REMOTE_NONSENSE;
    default:
        return message->type;
    }
}

void remote_read(struct remote_state *state, struct remote_message *message, const char *bytes, size_t count,
                 enum pen_lang lang)
{
    struct remote_state next = *state;
    memset(message, 0, sizeof *message);
    json_t *root = json_loadb(bytes, count, JSON_REJECT_DUPLICATES, NULL);
    message->type = json_is_object(root) ? read_root(&next, message, root, lang) : REMOTE_NONSENSE;
    json_decref(root);
    if (message->type != REMOTE_NONSENSE && message->type != REMOTE_STRANGE_EDITION)
        *state = next;
}

void remote_names(const struct remote_state *state, struct pen_names *names)
{
    memset(names, 0, sizeof *names);
    names->count = state->seat_count;
    for (unsigned seat = 0; seat < state->seat_count; seat++)
        memcpy(names->name[seat], state->seats[seat].name, PEN_PLAYER_BYTES);
}

void remote_write_deed(const struct remote_state *state, struct pen_action action, struct pen_text *text)
{
    char bytes[160];
    struct pen_text line = pen_text_in(bytes, sizeof bytes);
    struct pen_names names;
    remote_names(state, &names);
    pen_mesa_write_action(&line, &state->edition, &state->rules, &names, action);
    pen_text_add(text, bytes + strlen(names.name[action.seat]) + 1);
}
