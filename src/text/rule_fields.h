/* rule_fields.h - the rows of rule_fields.def as data, for whoever reads, writes or tells them. Private to
 * src/text. */
#ifndef PENULTIMA_TEXT_RULE_FIELDS_H
#define PENULTIMA_TEXT_RULE_FIELDS_H

#include "penultima/words.h"

enum pen__rule_kind { PEN__RULE_CHOICE, PEN__RULE_NUMBER, PEN__RULE_FLAG };

/* It begins a statement, goes on with that of the row above, or is another statement for a field that has its
 * row above. */
enum pen__rule_place { PEN__RULE_HEAD, PEN__RULE_PART, PEN__RULE_ALIAS };

struct pen__rule_field {
    uint8_t kind;         /* enum pen__rule_kind */
    uint8_t key;          /* of the statement it stands in: enum key */
    uint8_t offset;       /* in struct pen_rule_fields */
    uint8_t bytes;        /* of it there: 1 or 2 */
    uint8_t place;        /* enum pen__rule_place */
    uint8_t is_needed;    /* it is said in every edition; otherwise only if it is not 0 */
    uint8_t holes;        /* of its sentence: 2 if that also says what it was */
    uint16_t least, most; /* of a choice and a flag: 0 to 'most' */
    const char *form;     /* of a number: its words, '#' stands for it; of a flag: its words */
    const char *zero;     /* the word for 0, or null */
    const char *const *phrases;
    const char *rules;        /* "H3, H20" */
    uint16_t said, said_zero; /* enum pen_word; of a choice: of the value 0, the others follow */
};

extern PEN__HIDDEN const struct pen__rule_field pen__rule_fields[];
extern PEN__HIDDEN const unsigned pen__rule_field_count;

unsigned pen__rule_get(const struct pen_rule_fields *rule, const struct pen__rule_field *field);

struct parser;
/* The statement of p->statement, whose key is one of rule_fields.def. */
bool pen__ed_read_rule(struct parser *p);

/* The statements with the keys from 'first' to 'last', each with its line end. */
void pen__rules_write(const struct pen_rule_fields *rule, unsigned first, unsigned last,
                      struct pen_text *text);

/* What is other in 'now' than in 'before', a sentence each; again by keys. */
void pen__rules_differ(const struct pen_rule_fields *before, const struct pen_rule_fields *now,
                       unsigned first, unsigned last, enum pen_lang lang, void *context,
                       void (*tell)(void *context, const char *rules, const char *sentence));

#endif
