/* fields.c - the lists of fields, made from messages.def, and the lists of words they use. */
#include <string.h>

#include "penultima/words.h"
#include "wire/field.h"

/* ---- words --------------------------------------------------------------------------------------- */

#define COUNT_OF(list) (sizeof(list) / sizeof((list)[0]))
#define X(name, word) word,
static const char *const stage_list[] = {WIRE_STAGE_LIST(X)};
static const char *const ask_list[] = {WIRE_ASK_LIST(X)};
static const char *const outcome_list[] = {WIRE_OUTCOME_LIST(X)};
static const char *const kind_list[] = {WIRE_KIND_LIST(X)};
static const char *const toss_list[] = {WIRE_TOSS_LIST(X)};
#undef X
#define X(name, change, drawer, you) #name,
static const char *const event_list[] = {NULL, PEN_EVENT_LIST(X)};
#undef X
#define X(name, word, who, verb, first) word,
static const char *const phase_list[] = {PEN_PHASE_LIST(X)};
#undef X
static const char *const direction_list[] = {[PEN_LEFT] = "left", [PEN_RIGHT] = "right"};
/* The verbs that stand alone, as whole actions. */
#define VERB_ALONE(word) word
#define VERB_CARD(word) NULL
#define VERB_CARD_OR_NONE(word) word " none"
#define VERB_COLORED_CARD(word) NULL
#define VERB_COLOR(word) NULL
#define VERB_TARGET(word) NULL
#define X(name, word, with, set, when) VERB_##with(word),
static const char *const verb_list[] = {PEN_VERB_LIST(X)};
#undef X

static const char *lang_at(unsigned place)
{
    return pen_lang_id((enum pen_lang)place);
}

/* "pt-AO" is pt; whoever speaks what this program does not, reads English. */
static unsigned nearest_lang(const char *word, size_t length)
{
    enum pen_lang lang = PEN_LANG_EN;
    (void)!pen_lang_find(word, length, &lang);
    return lang;
}

static const struct setup_words words_stage = {.list = stage_list, .count = COUNT_OF(stage_list)};
static const struct setup_words words_ask = {.list = ask_list, .count = COUNT_OF(ask_list)};
static const struct setup_words words_outcome = {.list = outcome_list, .count = COUNT_OF(outcome_list)};
static const struct setup_words words_toss = {.list = toss_list, .count = COUNT_OF(toss_list)};
static const struct setup_words words_kind = {.list = kind_list, .count = COUNT_OF(kind_list)};
static const struct setup_words words_event = {
    .list = event_list, .count = COUNT_OF(event_list), .are_names = true};
static const struct setup_words words_phase = {.list = phase_list, .count = COUNT_OF(phase_list)};
static const struct setup_words words_direction = {.list = direction_list, .count = COUNT_OF(direction_list)};
static const struct setup_words words_lang = {
    .at = lang_at, .count = PEN_LANG_COUNT, .nearest = nearest_lang};
static const struct setup_words words_verb = {.list = verb_list, .count = PEN_VERB_COUNT};
#define words_bot setup__words_BOT

const char *wire_told_word(enum wire_told_type type)
{
#define X(NAME, name, word) word,
    static const char *const words[] = {WIRE_TOLD_LIST(X)};
#undef X
    return words[type];
}

const char *wire_asked_word(enum wire_asked_type type)
{
#define X(NAME, name, word, to) word,
    static const char *const words[] = {WIRE_ASKED_LIST(X)};
#undef X
    return words[type];
}

/* ---- fields -------------------------------------------------------------------------------------- */

#define FIELD(s, m, k, p, ...)               \
    {.key = ",\"" k "\":",                   \
     .key_bytes = sizeof k + 3,              \
     .presence = (p),                        \
     .offset = offsetof(struct wire_##s, m), \
     __VA_ARGS__},
#define SIZE_OF(s, m) sizeof(((struct wire_##s *)NULL)->m)
#define WIRE_NUMBER(s, m, k, p, least_, most_, none_)                                                      \
    FIELD(s, m, k, p, .sort = WIRE_SORT_NUMBER, .size = SIZE_OF(s, m), .least = (least_), .most = (most_), \
          .none = (none_))

/* The settings, from the one list of them. */
static const struct wire__field settings_fields[] = {
#define IN_OWN(m) m
#define IN_RULES(m) options.m
#define NUMBER(in, type, m, k, j, p, w, least, most, none, usual, say, offer) \
    WIRE_NUMBER(settings, IN_##in(m), k, p, least, most, none)
#define TRUTH(in, m, k, j, p, w, usual, say, offer) \
    FIELD(settings, IN_##in(m), k, p, .sort = WIRE_SORT_TRUTH, .size = 1, .none = WIRE_UNSAID)
#define WORD(in, m, k, j, p, w, list, none_, usual, say, offer)                                         \
    FIELD(settings, IN_##in(m), k, p, .sort = WIRE_SORT_WORD, .size = 1, .words = &setup__words_##list, \
          .none = (none_))
#define HOUSE(in, m, k, j, p, w, say, offer) \
    FIELD(settings, IN_##in(m), k, p, .sort = WIRE_SORT_HOUSE, .size = SIZE_OF(settings, IN_##in(m)))
#define STRING(in, m, k, j, p, w, bytes, usual, say, offer) \
    FIELD(settings, IN_##in(m), k, p, .sort = WIRE_SORT_STRING, .limit = (bytes))
#define CLOCK(in, m, k, j, p, w, usual, say, offer) \
    FIELD(settings, IN_##in(m), k, p, .sort = WIRE_SORT_CLOCK, .size = 4)
#include "setup/settings.def"
#include "setup/undefine.h"
};
const struct wire_shape wire__shape_settings = {.name = "settings",
                                                .fields = settings_fields,
                                                .count = (uint16_t)COUNT_OF(settings_fields),
                                                .bytes = (uint16_t)sizeof(struct setup_settings)};

#define WIRE_FIELDS
#define OBJECT(s) static const struct wire__field s##_fields[] = {
#define END(s)                                                                          \
    }                                                                                   \
    ;                                                                                   \
    const struct wire_shape wire__shape_##s = {.name = #s,                              \
                                               .fields = s##_fields,                    \
                                               .count = (uint16_t)COUNT_OF(s##_fields), \
                                               .bytes = (uint16_t)sizeof(struct wire_##s)};
#define U8(s, m, k, p, least, most, none) WIRE_NUMBER(s, m, k, p, least, most, none)
#define U16(s, m, k, p, least, most, none) WIRE_NUMBER(s, m, k, p, least, most, none)
#define U32(s, m, k, p, least, most, none) WIRE_NUMBER(s, m, k, p, least, most, none)
#define U64(s, m, k, p, least, most, none) WIRE_NUMBER(s, m, k, p, least, most, none)
#define TRUTH(s, m, k, p) FIELD(s, m, k, p, .sort = WIRE_SORT_TRUTH, .size = 1, .none = WIRE_UNSAID)
#define WORD(s, m, k, p, list_, none_) \
    FIELD(s, m, k, p, .sort = WIRE_SORT_WORD, .size = 1, .words = &words_##list_, .none = (none_))
#define WORDS(s, m, k, p, list_) \
    FIELD(s, m, k, p, .sort = WIRE_SORT_WORDS, .size = SIZE_OF(s, m), .words = &words_##list_)
#define WORDS64(s, m, k, p, list) WORDS(s, m, k, p, list)
#define WORDS16(s, m, k, p, list) WORDS(s, m, k, p, list)
#define STRING(s, m, k, p, bytes) FIELD(s, m, k, p, .sort = WIRE_SORT_STRING, .limit = (bytes))
#define BESIDE(s, m) .beside = offsetof(struct wire_##s, m)
#define HEX(s, m, k, p, bytes) FIELD(s, m, k, p, .sort = WIRE_SORT_HEX, .limit = (bytes), BESIDE(s, has_##m))
#define SEATS(s, m, k, p) FIELD(s, m, k, p, .sort = WIRE_SORT_SEATS, .size = 2)
#define COUNTS(s, m, k, p, most_)                                                          \
    FIELD(s, m, k, p, .sort = WIRE_SORT_COUNTS, .size = SIZE_OF(s, m[0]), .most = (most_), \
          BESIDE(s, m##_count))
#define COUNTS8(s, m, k, p, most) COUNTS(s, m, k, p, most)
#define COUNTS16(s, m, k, p, most) COUNTS(s, m, k, p, most)
#define CARD(s, m, k, p) FIELD(s, m, k, p, .sort = WIRE_SORT_CARD, .size = 1, .none = PEN_CARD_NONE)
#define COLOR(s, m, k, p) FIELD(s, m, k, p, .sort = WIRE_SORT_COLOR, .size = 1, .none = PEN_COLOR_NONE)
#define KINDS(s, m, k, p) FIELD(s, m, k, p, .sort = WIRE_SORT_KINDS, .size = 8)
#define HAND(s, m, k, p) FIELD(s, m, k, p, .sort = WIRE_SORT_HAND, BESIDE(s, has_##m))
#define HANDS(s, m, k, p) FIELD(s, m, k, p, .sort = WIRE_SORT_HANDS, BESIDE(s, m##_count))
#define SHOWN(s, m, k, p) FIELD(s, m, k, p, .sort = WIRE_SORT_SHOWN, BESIDE(s, m##_seats))
#define CLOCK(s, m, k, p) FIELD(s, m, k, p, .sort = WIRE_SORT_CLOCK, .size = 4)
#define STRUCT(s, m, k, p, object) \
    FIELD(s, m, k, p, .sort = WIRE_SORT_STRUCT, .shape = &wire__shape_##object, BESIDE(s, has_##m))
#define LIST(s, m, k, p, object, most_)                                                         \
    FIELD(s, m, k, p, .sort = WIRE_SORT_LIST, .shape = &wire__shape_##object, .limit = (most_), \
          BESIDE(s, m##_count))
#define FLAT(s, m, object) FIELD(s, m, "", NEEDED, .sort = WIRE_SORT_FLAT, .shape = &wire__shape_##object)
#include "wire/messages.def"
#include "wire/undefine.h"

static const struct wire_shape *const told_shapes[WIRE_TOLD_COUNT] = {
#define X(NAME, name, word) &wire__shape_told_##name,
    WIRE_TOLD_LIST(X)
#undef X
};

static const struct wire_shape *const asked_shapes[WIRE_ASKED_COUNT] = {
#define X(NAME, name, word, to) &wire__shape_asked_##name,
    WIRE_ASKED_LIST(X)
#undef X
};

const struct wire_shape *wire__told_shape(unsigned type)
{
    return told_shapes[type];
}

const struct wire_shape *wire__asked_shape(unsigned type)
{
    return asked_shapes[type];
}

/* ---- memory -------------------------------------------------------------------------------------- */

static void clear_fields(char *object, const struct wire_shape *shape)
{
    for (unsigned i = 0; i < shape->count; i++) {
        const struct wire__field *field = &shape->fields[i];
        if (field->sort == WIRE_SORT_FLAT || field->sort == WIRE_SORT_STRUCT)
            clear_fields(object + field->offset, field->shape);
        else if (field->none != 0 &&
                 !(field->sort == WIRE_SORT_TRUTH && !(field->presence & WIRE_LEAVES_OUT)))
            setup_store(object + field->offset, field->size, field->none);
    }
}

/* All but the items of long lists, which their counts say are not there. Returns where the last one ends. */
static char *clear_bytes(char *object, const struct wire_shape *shape, char *from)
{
    for (unsigned i = 0; i < shape->count; i++) {
        const struct wire__field *field = &shape->fields[i];
        char *at = object + field->offset;
        if (field->sort == WIRE_SORT_FLAT) {
            from = clear_bytes(at, field->shape, from);
        } else if (field->sort == WIRE_SORT_LIST) {
            memset(from, 0, (size_t)(at - from));
            from = at + (size_t)field->limit * field->shape->bytes;
        }
    }
    return from;
}

void wire_clear(void *object, const struct wire_shape *shape)
{
    char *end = (char *)object + shape->bytes, *from = clear_bytes(object, shape, object);
    memset(from, 0, (size_t)(end - from));
    clear_fields(object, shape);
}

void wire_clear_told(struct wire_told *told, enum wire_told_type type)
{
    told->type = (uint8_t)type;
    wire_clear(&told->hello, told_shapes[type]);
}

void wire_clear_asked(struct wire_asked *asked, enum wire_asked_type type)
{
    asked->type = (uint8_t)type;
    asked->id = 0;
    wire_clear(&asked->hello, asked_shapes[type]);
}

void wire_write_told(struct pen_text *text, const struct wire_book *book, const struct wire_told *told)
{
    const enum wire_told_type type = (enum wire_told_type)told->type;
    wire_write(text, book, told_shapes[type], wire_told_word(type), &told->hello);
}

void wire_write_asked(struct pen_text *text, const struct wire_asked *asked)
{
    const enum wire_asked_type type = (enum wire_asked_type)asked->type;
    wire_write(text, NULL, asked_shapes[type], wire_asked_word(type), &asked->hello);
}
