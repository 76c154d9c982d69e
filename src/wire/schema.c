/* schema.c - the messages as JSON Schema (2020-12), for clients in other languages: from the same fields that
 * writer and reader use. What clients say is read strictly, so nothing else may be in it; to what the server
 * tells, a newer one may add. */
#include "wire/field.h"
#include "wire/json.h"

/* Objects that were referred to, each to be defined once for either direction. */
enum { SHAPES_MAX = 64 };

struct schema {
    struct pen_text *text;
    bool is_asked; /* what clients say is being defined */
    unsigned count;
    const struct wire_shape *shapes[SHAPES_MAX];
};

/* The settings that a client says may be fewer than those it is told: what both have has two names. */
static void add_name(const struct schema *schema, const struct wire_shape *shape)
{
    const char *asked = "asked_";
    for (const char *name = shape->name; *asked && *asked == *name; name++)
        asked++;
    if (schema->is_asked && *asked)
        pen_text_add(schema->text, "asked_");
    pen_text_add(schema->text, shape->name);
}

static void add_reference(struct schema *schema, const struct wire_shape *shape)
{
    unsigned at = 0;
    while (at < schema->count && schema->shapes[at] != shape)
        at++;
    if (at == schema->count) {
        PEN_ASSERT(schema->count < SHAPES_MAX);
        schema->shapes[schema->count++] = shape;
    }
    wire_json_key(schema->text, "$ref");
    pen_text_add(schema->text, "\"#/$defs/");
    add_name(schema, shape);
    pen_text_add(schema->text, "\"");
}

static void add_type(struct pen_text *text, const char *type)
{
    wire_json_put_string(text, "type", type);
}

static void add_number(struct pen_text *text, uint64_t least, uint64_t most)
{
    add_type(text, "integer");
    wire_json_put_number(text, "minimum", least);
    wire_json_put_number(text, "maximum", most);
}

/* "items":{ ... */
static void open_items(struct pen_text *text, uint64_t most)
{
    add_type(text, "array");
    if (most)
        wire_json_put_number(text, "maxItems", most);
    wire_json_key(text, "items");
    wire_json_open(text, '{');
}

static void add_words(struct pen_text *text, const struct setup_words *words)
{
    wire_json_key(text, "enum");
    wire_json_open(text, '[');
    for (unsigned place = 0; place < words->count; place++) {
        char name[48];
        size_t count = 0;
        const char *word = setup_word_at(words, place);
        for (; word && word[count] && count < sizeof name; count++)
            name[count] = words->are_names ? setup_name_byte(word[count]) : word[count];
        if (word)
            wire_json_bytes(text, name, count);
    }
    wire_json_close(text, ']');
}

static void add_hex(struct pen_text *text, unsigned bytes)
{
    add_type(text, "string");
    wire_json_key(text, "pattern");
    pen_text_add(text, "\"^[0-9a-f]{");
    pen_text_add_number(text, 2 * (uint64_t)bytes);
    pen_text_add(text, "}$\"");
}

static void add_value(struct schema *schema, const struct wire__field *field)
{
    struct pen_text *text = schema->text;
    switch ((enum wire__sort)field->sort) {
    case WIRE_SORT_NUMBER:
        add_number(text, field->least, field->most);
        break;
    case WIRE_SORT_TRUTH:
        add_type(text, "boolean");
        break;
    case WIRE_SORT_WORD:
        add_words(text, field->words);
        break;
    case WIRE_SORT_WORDS:
        open_items(text, field->words->count);
        add_words(text, field->words);
        wire_json_close(text, '}');
        break;
    case WIRE_SORT_STRING:
        add_type(text, "string");
        wire_json_put_number(text, "maxLength", field->limit - 1);
        break;
    case WIRE_SORT_HEX:
        add_hex(text, field->limit);
        break;
    case WIRE_SORT_SEATS:
        open_items(text, PEN_SEATS_MAX);
        add_number(text, 0, PEN_SEATS_MAX - 1);
        wire_json_close(text, '}');
        break;
    case WIRE_SORT_COUNTS:
        open_items(text, PEN_SEATS_MAX);
        add_number(text, 0, field->most);
        wire_json_close(text, '}');
        break;
    case WIRE_SORT_CARD:
    case WIRE_SORT_COLOR:
        add_type(text, "string");
        break;
    case WIRE_SORT_HOUSE:
    case WIRE_SORT_KINDS:
    case WIRE_SORT_HAND:
        open_items(text, 0);
        add_type(text, "string");
        wire_json_close(text, '}');
        break;
    case WIRE_SORT_HANDS:
        open_items(text, PEN_SEATS_MAX);
        open_items(text, 0);
        add_type(text, "string");
        pen_text_add(text, "}}");
        break;
    case WIRE_SORT_SHOWN:
        add_type(text, "object");
        wire_json_key(text, "additionalProperties");
        wire_json_open(text, '{');
        open_items(text, 0);
        add_type(text, "string");
        pen_text_add(text, "}}");
        break;
    case WIRE_SORT_CLOCK:
        wire_json_key(text, "$ref");
        wire_json_string(text, "#/$defs/clock");
        break;
    case WIRE_SORT_STRUCT:
        add_reference(schema, field->shape);
        break;
    case WIRE_SORT_LIST:
        open_items(text, field->limit);
        add_reference(schema, field->shape);
        wire_json_close(text, '}');
        break;
    case WIRE_SORT_FLAT:
        break;
    }
}

static void add_fields(struct schema *schema, const struct wire_shape *shape)
{
    struct pen_text *text = schema->text;
    for (unsigned i = 0; i < shape->count; i++) {
        const struct wire__field *field = &shape->fields[i];
        if (field->sort == WIRE_SORT_FLAT) {
            add_fields(schema, field->shape);
            continue;
        }
        const bool is_null = field->presence & (schema->is_asked ? WIRE_MAY_NULL : WIRE_WRITES_NULL);
        wire_json_comma(text);
        pen_text_add_bytes(text, field->key + 1, field->key_bytes - 1u);
        wire_json_open(text, '{');
        if (field->presence & WIRE_AS_BEFORE)
            wire_json_put_string(text, "$comment", "kept");
        if (is_null) {
            wire_json_key(text, "anyOf");
            pen_text_add(text, "[{");
        }
        add_value(schema, field);
        pen_text_add(text, is_null ? "},{\"type\":\"null\"}]}" : "}");
    }
}

static void add_required(struct schema *schema, const struct wire_shape *shape)
{
    const unsigned may_miss =
        schema->is_asked ? WIRE_MAY_MISS | WIRE_MAY_STAY : WIRE_LEAVES_OUT | WIRE_AS_BEFORE;
    for (unsigned i = 0; i < shape->count; i++) {
        const struct wire__field *field = &shape->fields[i];
        if (field->sort == WIRE_SORT_FLAT)
            add_required(schema, field->shape);
        else if (!(field->presence & may_miss))
            wire_json_bytes(schema->text, field->key + 2, field->key_bytes - 4u);
    }
}

static void define(struct schema *schema, const struct wire_shape *shape, const char *type)
{
    struct pen_text *text = schema->text;
    pen_text_add(text, ",\n\"");
    add_name(schema, shape);
    pen_text_add(text, "\":{");
    add_type(text, "object");
    wire_json_key(text, "properties");
    wire_json_open(text, '{');
    if (type) {
        wire_json_key(text, "t");
        wire_json_open(text, '{');
        wire_json_put_string(text, "const", type);
        wire_json_close(text, '}');
    }
    add_fields(schema, shape);
    pen_text_add(text, "},\"required\":[");
    add_required(schema, shape);
    pen_text_add(text, schema->is_asked ? "],\"additionalProperties\":false}" : "]}");
}

/* What GET /api/tables answers. */
static void add_lobby(struct schema *schema)
{
    pen_text_add(schema->text, ",\n\"lobby\":{");
    add_type(schema->text, "object");
    wire_json_key(schema->text, "properties");
    pen_text_add(schema->text, "{\"tables\":{");
    open_items(schema->text, 0);
    add_reference(schema, &wire__shape_line);
    pen_text_add(schema->text, "}}}}");
}

/* All messages of one direction, what is in them, and one name for any of them. */
static void define_all(struct pen_text *text, bool is_asked)
{
    struct schema schema = {.text = text, .is_asked = is_asked};
    const unsigned count = is_asked ? WIRE_ASKED_COUNT : WIRE_TOLD_COUNT;
    pen_text_add(text, is_asked ? ",\n\"asked\":{" : ",\n\"told\":{");
    wire_json_key(text, "oneOf");
    wire_json_open(text, '[');
    for (unsigned type = 0; type < count; type++) {
        wire_json_open(text, '{');
        add_reference(&schema, is_asked ? wire__asked_shape(type) : wire__told_shape(type));
        pen_text_add(text, ",\"required\":[\"t\"]}"); /* which a part of another message does not have */
    }
    pen_text_add(text, "]}");
    if (!is_asked)
        add_lobby(&schema);
    for (unsigned at = 0; at < schema.count; at++)
        define(&schema, schema.shapes[at],
               at >= count ? NULL
               : is_asked  ? wire_asked_word(at)
                           : wire_told_word(at));
}

void wire_schema(struct pen_text *text)
{
    static const char clock[] = ",\n\"$defs\":{\n\"clock\":{\"type\":\"object\",\"oneOf\":["
                                "{\"required\":[\"move\"]},{\"required\":[\"days\"]}],\"properties\":{"
                                "\"move\":{\"type\":\"integer\"},\"days\":{\"type\":\"integer\"}},"
                                "\"additionalProperties\":false}";
    pen_text_add(text,
                 "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"title\":\"penultima\"");
    wire_json_put_number(text, "version", WIRE_VERSION);
    pen_text_add(text, ",\"anyOf\":[{\"$ref\":\"#/$defs/told\"},{\"$ref\":\"#/$defs/asked\"}]");
    pen_text_add(text, clock);
    define_all(text, false);
    define_all(text, true);
    pen_text_add(text, "\n}}\n");
}

/* The messages of one direction, by their names: in the channel, or with what they are made of. */
static void add_messages(struct pen_text *text, bool is_asked, bool is_channel)
{
    const unsigned count = is_asked ? WIRE_ASKED_COUNT : WIRE_TOLD_COUNT;
    for (unsigned type = 0; type < count; type++) {
        const char *name = (is_asked ? wire__asked_shape(type) : wire__told_shape(type))->name;
        wire_json_key(text, name);
        pen_text_add(text, is_channel ? "{\"$ref\":\"#/components/messages/"
                                      : "{\"payload\":{\"$ref\":\"schema.json#/$defs/");
        pen_text_add(text, name);
        pen_text_add(text, is_channel ? "\"}" : "\"}}");
    }
}

static void add_operation(struct pen_text *text, bool is_asked)
{
    const unsigned count = is_asked ? WIRE_ASKED_COUNT : WIRE_TOLD_COUNT;
    wire_json_key(text, is_asked ? "asked" : "told");
    wire_json_open(text, '{');
    wire_json_put_string(text, "action", is_asked ? "receive" : "send");
    pen_text_add(text, ",\"channel\":{\"$ref\":\"#/channels/table\"},\"messages\":[");
    for (unsigned type = 0; type < count; type++) {
        pen_text_add(text, type ? ",{\"$ref\":\"#/channels/table/messages/"
                                : "{\"$ref\":\"#/channels/table/messages/");
        pen_text_add(text, (is_asked ? wire__asked_shape(type) : wire__told_shape(type))->name);
        pen_text_add(text, "\"}");
    }
    pen_text_add(text, "]}");
}

void wire_asyncapi(struct pen_text *text)
{
    pen_text_add(text, "{\"asyncapi\":\"3.0.0\",\"info\":{\"title\":\"penultima\",\"version\":\"");
    pen_text_add_number(text, WIRE_VERSION);
    pen_text_add(text, "\"},\n\"defaultContentType\":\"application/json\",\n"
                       "\"channels\":{\"table\":{\"address\":\"/ws\",\"messages\":{");
    add_messages(text, false, true);
    add_messages(text, true, true);
    pen_text_add(text, "}}},\n\"operations\":{");
    add_operation(text, false);
    add_operation(text, true);
    pen_text_add(text, "},\n\"components\":{\"messages\":{");
    add_messages(text, false, false);
    add_messages(text, true, false);
    pen_text_add(text, "}}}\n");
}
