/* settings.c - the list of settings as a table, and what follows from it: what is usual, copying, comparing,
 * checking. */
#include "setup/field.h"

#include "penultima/words.h"
#include "penultima/words_agree.h"

/* ---- words ------------------------------------------------------------------------------------------ */

#define COUNT_OF(list) (sizeof(list) / sizeof((list)[0]))

#define X(name, word) word,
static const char *const reverse_list[] = {SETUP_REVERSE_LIST(X)};
static const char *const misplays_list[] = {SETUP_MISPLAYS_LIST(X)};
static const char *const partners_list[] = {SETUP_PARTNERS_LIST(X)};
static const char *const pace_list[] = {SETUP_PACE_LIST(X)};
static const char *const watching_list[] = {SETUP_WATCHING_LIST(X)};
static const char *const talk_list[] = {SETUP_TALK_LIST(X)};
static const char *const late_list[] = {SETUP_LATE_LIST(X)};
static const char *const share_list[] = {SETUP_SHARE_LIST(X)};
#undef X

#define X(name, word) PEN_WORD_AGREE_REVERSE_##name,
static const uint16_t reverse_sentences[] = {SETUP_REVERSE_LIST(X)};
#undef X
#define X(name, word) PEN_WORD_AGREE_PARTNERS_##name,
static const uint16_t partners_sentences[] = {SETUP_PARTNERS_LIST(X)};
#undef X
#define X(name, word) PEN_WORD_AGREE_PACE_##name,
static const uint16_t pace_sentences[] = {SETUP_PACE_LIST(X)};
#undef X
#define X(name, word) PEN_WORD_AGREE_TALK_##name,
static const uint16_t talk_sentences[] = {SETUP_TALK_LIST(X)};
#undef X
#define X(name, word) PEN_WORD_AGREE_LATE_##name,
static const uint16_t late_sentences[] = {SETUP_LATE_LIST(X)};
#undef X
#define X(name, word) PEN_WORD_AGREE_SHARE_##name,
static const uint16_t share_sentences[] = {SETUP_SHARE_LIST(X)};
#undef X

static const char *bot_at(unsigned place)
{
    return pen_bot_level_id((enum bot_level)place);
}

static const char *scoring_at(unsigned place)
{
    return pen_scoring_id((enum pen_scoring)place);
}

#define LIST(list_) .list = list_, .count = COUNT_OF(list_)
const struct setup_words setup__words_SCORING = {
    .at = scoring_at, .count = PEN_SCORING_DEFAULT, .none = "default"};
const struct setup_words setup__words_REVERSE = {LIST(reverse_list), .sentences = reverse_sentences};
const struct setup_words setup__words_MISPLAYS = {LIST(misplays_list)};
const struct setup_words setup__words_PARTNERS = {LIST(partners_list), .sentences = partners_sentences};
const struct setup_words setup__words_BOT = {.at = bot_at, .count = BOT_LEVEL_COUNT, .none = "none"};
const struct setup_words setup__words_PACE = {LIST(pace_list), .sentences = pace_sentences};
const struct setup_words setup__words_WATCHING = {LIST(watching_list)};
const struct setup_words setup__words_TALK = {LIST(talk_list), .sentences = talk_sentences};
const struct setup_words setup__words_LATE = {LIST(late_list), .sentences = late_sentences};
const struct setup_words setup__words_SHARE = {LIST(share_list), .sentences = share_sentences};

PEN_STATIC_ASSERT(COUNT_OF(reverse_list) == PEN_REVERSE_TURNS + 1, "a word for each");
PEN_STATIC_ASSERT(COUNT_OF(misplays_list) == PEN_MISPLAYS_REFUSED + 1, "a word for each");
PEN_STATIC_ASSERT(COUNT_OF(partners_list) == PEN_PARTNERS_OPEN + 1, "a word for each");

/* ---- the table -------------------------------------------------------------------------------------- */

/* What messages.def says of presence, as far as it matters here. */
enum { NEEDED = 0, OPTIONAL = 1, LASTING = 0, LASTING_NULL = 1, ALWAYS = 1, IF_OTHER = 0 };

#define AT_OWN(m) offsetof(struct setup_settings, m)
#define AT_RULES(m) offsetof(struct setup_settings, options) + offsetof(struct pen_options, m)
#define SILENT .say = SETUP_SILENT
#define SAID(key) .say = SETUP_SAID, .sentence = PEN_WORD_##key
#define BY_WORD .say = SETUP_BY_WORD
#define OWN_WAY(name) .say = SETUP_SAY_##name
#define FIELD(in, m, k, j, p, w, say_, ...) \
    {.key = k,                              \
     .kept = j,                             \
     .offset = (uint16_t)(AT_##in(m)),      \
     .may_be_none = (p),                    \
     .stays_always = (w),                   \
     say_,                                  \
     __VA_ARGS__},
const struct setup__field setup__fields[] = {
#define NUMBER(in, type, m, k, j, p, w, least_, most_, none_, usual, say, offer)                      \
    FIELD(in, m, k, j, p, w, say, .sort = SETUP_SORT_NUMBER, .size = sizeof(type), .least = (least_), \
          .most = (most_), .none = (none_))
#define TRUTH(in, m, k, j, p, w, usual, say, offer) \
    FIELD(in, m, k, j, p, w, say, .sort = SETUP_SORT_TRUTH, .size = 1, .most = 1)
#define WORD(in, m, k, j, p, w, list_, none_, usual, say, offer)                                      \
    FIELD(in, m, k, j, p, w, say, .sort = SETUP_SORT_WORD, .size = 1, .words = &setup__words_##list_, \
          .none = (none_))
#define HOUSE(in, m, k, j, p, w, say, offer) \
    FIELD(in, m, k, j, p, w, say, .sort = SETUP_SORT_HOUSE, .size = sizeof(pen_house_set))
#define STRING(in, m, k, j, p, w, bytes, usual, say, offer) \
    FIELD(in, m, k, j, p, w, say, .sort = SETUP_SORT_STRING, .limit = (bytes))
#define CLOCK(in, m, k, j, p, w, usual, say, offer) \
    FIELD(in, m, k, j, p, w, say, .sort = SETUP_SORT_CLOCK, .size = 4)
#include "setup/settings.def"
#include "setup/undefine.h"
};
const unsigned setup__field_count = COUNT_OF(setup__fields);

/* A row for each member of pen_options: one that is missing, or one too many, does not build. */
const struct pen_options setup__rows_of_options = {
#define ROW_OWN
#define ROW_RULES 0,
#define NUMBER(in, type, m, k, j, p, w, least, most, none, usual, say, offer) ROW_##in
#define TRUTH(in, m, k, j, p, w, usual, say, offer) ROW_##in
#define WORD(in, m, k, j, p, w, list, none, usual, say, offer) ROW_##in
#define HOUSE(in, m, k, j, p, w, say, offer) ROW_##in
#define STRING(in, m, k, j, p, w, bytes, usual, say, offer) ROW_##in
#define CLOCK(in, m, k, j, p, w, usual, say, offer) ROW_##in
#include "setup/settings.def"
#include "setup/undefine.h"
};

struct setup_settings setup_usual(void)
{
    struct setup_settings settings;
    memset(&settings, 0, sizeof settings);
#define TO_OWN(m) settings.m
#define TO_RULES(m) settings.options.m
#define NUMBER(in, type, m, k, j, p, w, least, most, none, usual, say, offer) TO_##in(m) = (usual);
#define TRUTH(in, m, k, j, p, w, usual, say, offer) TO_##in(m) = (usual);
#define WORD(in, m, k, j, p, w, list, none, usual, say, offer) TO_##in(m) = (usual);
#define HOUSE(in, m, k, j, p, w, say, offer)
#define STRING(in, m, k, j, p, w, bytes, usual, say, offer) memcpy(TO_##in(m), usual, sizeof usual);
#define CLOCK(in, m, k, j, p, w, usual, say, offer) TO_##in(m) = (usual);
#include "setup/settings.def"
#include "setup/undefine.h"
    return settings;
}

/* ---- memory ----------------------------------------------------------------------------------------- */

void setup_store(void *at, unsigned size, uint64_t number)
{
    const uint8_t one = (uint8_t)number;
    const uint16_t two = (uint16_t)number;
    const uint32_t four = (uint32_t)number;
    memcpy(at,
           size == 1   ? (const void *)&one
           : size == 2 ? (const void *)&two
           : size == 4 ? (const void *)&four
                       : (const void *)&number,
           size);
}

static size_t length_in(const char *bytes, size_t size)
{
    size_t length = 0;
    while (length < size && bytes[length])
        length++;
    return length;
}

void setup_copy(struct setup_settings *to, const struct setup_settings *from)
{
    memset(to, 0, sizeof *to);
    for (const struct setup__field *field = setup__fields; field < setup__fields + setup__field_count;
         field++) {
        const char *source = (const char *)from + field->offset;
        size_t bytes = field->size;
        if (field->sort == SETUP_SORT_STRING) {
            bytes = length_in(source, field->limit);
            bytes -= bytes == field->limit;
        }
        memcpy((char *)to + field->offset, source, bytes);
    }
    if (to->options.teams == 0)
        to->options.partners = PEN_PARTNERS_HIDDEN;
}

void setup_complete(struct setup_settings *settings)
{
    if (settings->is_public && settings->move_ms == 0)
        settings->move_ms = SETUP_PUBLIC_MOVE_MS;
    if (settings->watching != SETUP_WATCHING_OPEN)
        settings->delay_s = 0;
    else if (settings->delay_s == 0)
        settings->delay_s = SETUP_DELAY_S;
}

static bool has_ends(const struct setup_settings *settings)
{
    for (const struct setup__field *field = setup__fields; field < setup__fields + setup__field_count;
         field++)
        if (field->sort == SETUP_SORT_STRING &&
            length_in((const char *)settings + field->offset, field->limit) == field->limit)
            return false;
    return true;
}

bool setup_equal(const struct setup_settings *a, const struct setup_settings *b)
{
    struct setup_settings left, right;
    if (!has_ends(a) || !has_ends(b))
        return false;
    setup_copy(&left, a);
    setup_complete(&left);
    setup_copy(&right, b);
    setup_complete(&right);
    return memcmp(&left, &right, sizeof left) == 0;
}

/* ---- checking --------------------------------------------------------------------------------------- */

/* Whether the protocol has a word for what is in the field. */
static bool is_good(const struct setup__field *field, const struct setup_settings *settings)
{
    const char *at = (const char *)settings + field->offset;
    const uint64_t number = field->size ? setup_load(at, field->size) : 0;
    switch ((enum setup__sort)field->sort) {
    case SETUP_SORT_NUMBER:
        return (number >= field->least && number <= field->most) ||
               (field->may_be_none && number == field->none);
    case SETUP_SORT_TRUTH:
        return number <= 1;
    case SETUP_SORT_WORD:
        return (number < field->words->count && setup_word_at(field->words, (unsigned)number)) ||
               (field->may_be_none && number == field->none);
    case SETUP_SORT_HOUSE:
        return pen_house_is_good(number);
    case SETUP_SORT_STRING:
        return length_in(at, field->limit) < field->limit && (field->may_be_none || at[0] != 0);
    case SETUP_SORT_CLOCK:
        return number == 0 || number >= 1000;
    }
    return false;
}

uint16_t setup_wrong(const struct setup_settings *settings)
{
    for (const struct setup__field *field = setup__fields; field < setup__fields + setup__field_count;
         field++)
        if (!is_good(field, settings))
            return (uint16_t)(field->offset + 1);
    return 0;
}

const char *setup_key(uint16_t setting)
{
    const struct setup__field *field = setup__fields;
    for (; field->offset + 1 != setting; field++)
        PEN_ASSERT(field + 1 < setup__fields + setup__field_count);
    return field->key;
}
