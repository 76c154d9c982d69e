/* table_word.h - a table as one word: EDITION:HOUSE:SEATS, the house rules joined by '+', '-' for none. */
#ifndef LEARN_TABLE_WORD_H
#define LEARN_TABLE_WORD_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "penultima/penultima.h"

struct table_word {
    struct pen_edition edition;
    struct pen_options options;
    struct pen_rules rules;
    unsigned seats;
};

static inline bool table_word_read(const char *word, struct table_word *table)
{
    char id[64], house[256];
    memset(table, 0, sizeof *table);
    table->options = (struct pen_options)PEN_OPTIONS_DEFAULT;
    table->options.scoring = PEN_SCORING_QUICK;
    if (sscanf(word, "%63[^:]:%255[^:]:%u", id, house, &table->seats) != 3 ||
        !pen_edition_builtin(id, &table->edition))
        return false;
    for (char *name = strtok(house, "+"); name; name = strtok(NULL, "+"))
        if (strcmp(name, "-") != 0 && !pen_house_add(name, strlen(name), &table->options.house))
            return false;
    return pen_table_make(&table->rules, &table->edition, &table->options, NULL) == PEN_RULES_GOOD &&
           table->seats >= table->rules.rule.seats_min && table->seats <= table->rules.rule.seats_max;
}

#endif
