/* rule_fields.c - the fields of rule_fields.def in writing: how their statements are read and written, and
 * what is said of them. Nothing here knows a field by its name, but for what the last lines say. */
#include "rule_fields.h"

#include "edition_parser.h"
#include "penultima/words_diff.h"

enum { SENTENCE_BYTES = 512, FORM_BYTES = 160 };

/* ---- the rows ---------------------------------------------------------------------------------- */

#define AT(member) offsetof(struct pen_rule_fields, member), sizeof(((struct pen_rule_fields *)0)->member)
#define HEAD PEN__RULE_HEAD
#define PART PEN__RULE_PART
#define ALIAS PEN__RULE_ALIAS
#define IS_NEEDED 1
#define IS_OPTIONAL 0
#define PHRASES(...) ((const char *const[]){__VA_ARGS__})
#define ROW(kind, KEY, member, head, needed, holes, least, most, form, zero, phrases, rules, said, \
            said_zero)                                                                             \
    {PEN__RULE_##kind, KEY_##KEY, AT(member), head,     needed, holes, least, most, form, zero,    \
     phrases,          rules,     said,       said_zero},
#define HOLES(SAID) PEN_WORD_HOLES_DIFF_##SAID
#define WORD(SAID) PEN_WORD_DIFF_##SAID

const struct pen__rule_field pen__rule_fields[] = {
#define CHOICE(member, KEY, key, how, where, rules, SAID, most, ...)                              \
    ROW(CHOICE, KEY, member, HEAD, IS_##how, 0, 0, most, NULL, NULL, PHRASES(__VA_ARGS__), rules, \
        WORD(SAID##_0), WORD(SAID##_0))
#define NUMBER(member, type, KEY, key, how, where, rules, SAID, least, most, form)                          \
    ROW(NUMBER, KEY, member, HEAD, IS_##how, HOLES(SAID), least, most, form, NULL, NULL, rules, WORD(SAID), \
        WORD(SAID))
#define NUMBER_OR(member, type, KEY, key, how, where, rules, SAID, least, most, form, zero)                 \
    ROW(NUMBER, KEY, member, HEAD, IS_##how, HOLES(SAID), least, most, form, zero, NULL, rules, WORD(SAID), \
        WORD(SAID##_NONE))
#define AND_NUMBER(member, type, KEY, rules, SAID, least, most, form)                                        \
    ROW(NUMBER, KEY, member, PART, IS_NEEDED, HOLES(SAID), least, most, form, NULL, NULL, rules, WORD(SAID), \
        WORD(SAID))
#define AND_FLAG(member, KEY, rules, SAID, form)                                                      \
    ROW(FLAG, KEY, member, PART, IS_OPTIONAL, HOLES(SAID), 0, 1, form, NULL, NULL, rules, WORD(SAID), \
        WORD(SAID))
#define ALSO_AS(member, KEY, key, where, least, most, form) \
    ROW(NUMBER, KEY, member, ALIAS, IS_OPTIONAL, 0, least, most, form, NULL, NULL, "", 0, 0)
#include "penultima/rule_fields.def"
};
const unsigned pen__rule_field_count = sizeof pen__rule_fields / sizeof pen__rule_fields[0];

/* A phrase too few, a phrase or a sentence too many. */
#define CHOICE(member, KEY, key, how, where, rules, SAID, most, ...)                                      \
    PEN_STATIC_ASSERT(sizeof PHRASES(__VA_ARGS__) / sizeof(char *) == (most) + 1, "phrases of " #member); \
    PEN_STATIC_ASSERT(PEN_WORD_DIFF_##SAID##_##most == PEN_WORD_DIFF_##SAID##_0 + (most),                 \
                      "sentences of " #member);
#include "penultima/rule_fields.def"

unsigned pen__rule_get(const struct pen_rule_fields *rule, const struct pen__rule_field *field)
{
    const uint8_t *at = (const uint8_t *)rule + field->offset;
    uint16_t wide;
    if (field->bytes == 1)
        return *at;
    memcpy(&wide, at, sizeof wide);
    return wide;
}

static void set(struct pen_rule_fields *rule, const struct pen__rule_field *field, unsigned value)
{
    uint8_t *at = (uint8_t *)rule + field->offset;
    const uint16_t wide = (uint16_t)value;
    if (field->bytes == 1)
        *at = (uint8_t)value;
    else
        memcpy(at, &wide, sizeof wide);
}

/* The row behind it in the same statement, or null. */
static const struct pen__rule_field *next_part(const struct pen__rule_field *field)
{
    const struct pen__rule_field *next = field + 1;
    return next < pen__rule_fields + pen__rule_field_count && next->place == PART ? next : NULL;
}

/* ---- reading ----------------------------------------------------------------------------------- */

/* The form with something in the place of the number: "1-127 cards". */
static void add_form(struct pen_text *text, const char *form, const char *number)
{
    for (; *form; form++) {
        if (*form == '#')
            pen_text_add(text, number);
        else
            pen_text_add_bytes(text, form, 1);
    }
}

static struct pen_text range_of(const struct pen__rule_field *field, char *bytes, size_t size)
{
    struct pen_text text = pen_text_in(bytes, size);
    pen_text_add_number(&text, field->least);
    pen_text_add(&text, "-");
    pen_text_add_number(&text, field->most);
    return text;
}

/* "refused | draws N | draws N, keeps turn" */
static bool expected_form(struct parser *p, const struct pen__rule_field *field)
{
    char bytes[FORM_BYTES];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    const struct pen__rule_field *next = next_part(field);
    if (field->zero) {
        pen_text_add(&text, field->zero);
        pen_text_add(&text, " | ");
    }
    add_form(&text, field->form, "N");
    if (next && next->kind == PEN__RULE_FLAG) {
        pen_text_add(&text, " | ");
        add_form(&text, field->form, "N");
        pen_text_add(&text, next->form);
    }
    return pen__ed_expected(p, bytes);
}

/* The words of a form, one by one. */
static bool read_form(struct parser *p, const struct pen__rule_field *field, unsigned *number)
{
    const char *at = field->form;
    bool is_first = true;
    while (*at) {
        char word[16];
        struct pen_text text = pen_text_in(word, sizeof word);
        for (; *at && *at != ' ' && (*at != ',' || text.length == 0); at++)
            pen_text_add_bytes(&text, at, 1);
        while (*at == ' ')
            at++;
        if (pen__equals(word, text.length, "#")) {
            char range[FORM_BYTES];
            struct pen_text said = range_of(field, range, sizeof range);
            if (is_first) { /* what else there could be */
                add_form(&said, field->form + 1, "");
                pen_text_add(&said, field->zero ? " | " : "");
                pen_text_add(&said, field->zero ? field->zero : "");
            }
            if (!pen__ed_take_number(p, field->least, field->most, range, number))
                return false;
        } else if (pen__equals(word, text.length, ",")) {
            if (p->token.kind != TOKEN_COMMA)
                return expected_form(p, field);
            if (!pen__ed_advance(p))
                return false;
        } else if (is_first && !pen__ed_is_word(p, word)) {
            return expected_form(p, field);
        } else if (!pen__ed_take_word(p, word)) {
            return false;
        }
        is_first = false;
    }
    return true;
}

/* One field; 'is_over' is set where nothing of the statement can follow. */
static bool read_part(struct parser *p, const struct pen__rule_field *field, bool *is_over)
{
    struct pen_rule_fields *rule = &p->edition->rule;
    unsigned number = 0;
    uint8_t choice = 0;
    switch ((enum pen__rule_kind)field->kind) {
    case PEN__RULE_CHOICE:
        if (!pen__ed_take_choice(p, field->phrases, field->most + 1u, &choice))
            return false;
        number = choice;
        break;
    case PEN__RULE_NUMBER:
        if (field->zero && pen__ed_is_word(p, field->zero)) {
            *is_over = true;
            if (!pen__ed_advance(p))
                return false;
        } else if (field->place == PART && p->laying && p->token.kind == TOKEN_END) {
            return true; /* a house rule leaves it as it is */
        } else if (!read_form(p, field, &number)) {
            return false;
        }
        if (!field->zero && !field->is_needed && field->place != ALIAS && number == field->least)
            number = 0; /* as if it were not said */
        break;
    case PEN__RULE_FLAG:
        number = p->token.kind != TOKEN_END;
        if (number != 0 && !read_form(p, field, &number))
            return false;
        break;
    }
    set(rule, field, number);
    return true;
}

bool pen__ed_read_rule(struct parser *p)
{
    const struct pen__rule_field *field = pen__rule_fields;
    bool is_over = false;
    while (!pen__equals(p->statement.bytes, p->statement.count, pen__ed_keys[field->key].word))
        field++;
    for (; field; field = next_part(field)) {
        if (is_over)
            set(&p->edition->rule, field, 0);
        else if (!read_part(p, field, &is_over))
            return false;
    }
    return pen__ed_take_end(p);
}

/* ---- writing ----------------------------------------------------------------------------------- */

static void write_part(const struct pen__rule_field *field, unsigned value, struct pen_text *text)
{
    char digits[8];
    struct pen_text number = pen_text_in(digits, sizeof digits);
    pen_text_add_number(&number, value);
    if (field->kind == PEN__RULE_FLAG && value == 0)
        return;
    pen_text_add(text, field->kind != PEN__RULE_CHOICE && field->form[0] == ',' ? "" : " ");
    if (field->kind == PEN__RULE_CHOICE)
        pen_text_add(text, field->phrases[value <= field->most ? value : 0]);
    else if (value == 0 && field->zero)
        pen_text_add(text, field->zero);
    else
        add_form(text, field->form, digits);
}

void pen__rules_write(const struct pen_rule_fields *rule, unsigned first, unsigned last,
                      struct pen_text *text)
{
    const struct pen__rule_field *end = pen__rule_fields + pen__rule_field_count;
    for (const struct pen__rule_field *field = pen__rule_fields; field < end; field++) {
        if (field->place != HEAD || field->key < first || field->key > last ||
            (!field->is_needed && pen__rule_get(rule, field) == 0))
            continue;
        pen_text_add(text, pen__ed_keys[field->key].word);
        for (const struct pen__rule_field *part = field; part; part = next_part(part))
            write_part(part, pen__rule_get(rule, part), text);
        pen_text_add(text, "\n");
    }
}

const char *pen_scoring_id(enum pen_scoring scoring)
{
    const struct pen__rule_field *field = pen__rule_fields;
    while (field->offset != offsetof(struct pen_rule_fields, scoring))
        field++;
    return scoring <= field->most ? field->phrases[scoring] : "";
}

/* ---- telling ----------------------------------------------------------------------------------- */

/* What is said of the value, and of what it was where the sentence says that, too. */
static void say(const struct pen__rule_field *field, unsigned value, unsigned before, bool has_flag,
                enum pen_lang lang, struct pen_text *text)
{
    const unsigned least = field->zero || field->is_needed ? 0u : field->least; /* that 0 stands for */
    const struct pen_arg args[] = {pen_arg_count(value ? value : least),
                                   pen_arg_count(before ? before : least)};
    if (field->kind == PEN__RULE_CHOICE)
        pen_text_add(text,
                     pen_word_text((enum pen_word)(field->said + (value <= field->most ? value : 0)), lang));
    else if (value == 0 && field->zero)
        pen_text_add(text, pen_word_text((enum pen_word)field->said_zero, lang));
    else if (has_flag)
        pen_say_list(text, lang, (enum pen_word)field[1].said, args, field[1].holes);
    else
        pen_say_list(text, lang, (enum pen_word)field->said, args, field->holes);
}

/* The flag behind it, which has no sentence of its own. */
static const struct pen__rule_field *flag_of(const struct pen__rule_field *field)
{
    const struct pen__rule_field *next = next_part(field);
    return next && next->kind == PEN__RULE_FLAG ? next : NULL;
}

void pen__rules_differ(const struct pen_rule_fields *before, const struct pen_rule_fields *now,
                       unsigned first, unsigned last, enum pen_lang lang, void *context,
                       void (*tell)(void *context, const char *rules, const char *sentence))
{
    const struct pen__rule_field *end = pen__rule_fields + pen__rule_field_count;
    for (const struct pen__rule_field *field = pen__rule_fields; field < end; field++) {
        const struct pen__rule_field *flag = flag_of(field);
        char bytes[SENTENCE_BYTES];
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        const unsigned value = pen__rule_get(now, field), old = pen__rule_get(before, field);
        if (field->key < first || field->key > last || field->kind == PEN__RULE_FLAG ||
            field->place == ALIAS ||
            (value == old && !(flag && pen__rule_get(now, flag) != pen__rule_get(before, flag))))
            continue;
        /* Where one round decides, there is nothing to reach. */
        if (field->offset == offsetof(struct pen_rule_fields, target) && now->scoring == PEN_SCORING_QUICK)
            continue;
        say(field, value, old, flag && pen__rule_get(now, flag), lang, &text);
        tell(context, field->rules, bytes);
    }
}

void pen_rules_tell(const struct pen_rule_fields *rule, enum pen_lang lang, void *context,
                    void (*tell)(void *context, const char *rules, const char *sentence))
{
    const struct pen__rule_field *end = pen__rule_fields + pen__rule_field_count;
    for (const struct pen__rule_field *field = pen__rule_fields; field < end; field++) {
        const struct pen__rule_field *flag = flag_of(field);
        char bytes[SENTENCE_BYTES];
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        const unsigned value = pen__rule_get(rule, field);
        /* A sentence that also says what it was cannot stand alone. */
        if (field->kind == PEN__RULE_FLAG || field->place == ALIAS || field->holes > 1 ||
            (!field->is_needed && value == 0) ||
            (!field->is_needed && !field->zero && field->kind == PEN__RULE_NUMBER && value == field->least))
            continue;
        say(field, value, 0, flag && pen__rule_get(rule, flag), lang, &text);
        tell(context, field->rules, bytes);
    }
}
