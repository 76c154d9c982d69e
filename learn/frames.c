/* frames.c - the rules of many tables as bytes for learn/tables.py: one row per argument EDITION:HOUSE:SEATS.
 *
 *     frames OUTPUT classic:0:2 office:7:4 ...
 *
 * Written: bytes of a table, of the rules, of a hand, how many rows; then for each row its seats, the kinds
 * that are plain and the rules' flags as words of 8 bytes, and the rules themselves. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PEN_BATCH_WITHOUT_PLAYERS
#include "batch/table.h"
#include "penultima/penultima.h"

PEN_NORETURN void pen_assert_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, condition);
    abort();
}

static void put(FILE *file, uint64_t number)
{
    fwrite(&number, sizeof number, 1, file);
}

static bool put_row(FILE *file, const char *word)
{
    char id[64];
    unsigned house, seats;
    struct pen_edition edition;
    struct pen_rules rules;
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    if (sscanf(word, "%63[^:]:%u:%u", id, &house, &seats) != 3 || !pen_edition_builtin(id, &edition))
        return false;
    options.house = (uint8_t)house;
    options.scoring = PEN_SCORING_QUICK;
    memset(&rules, 0, sizeof rules);
    if (pen_table_make(&rules, &edition, &options, NULL) != PEN_RULES_GOOD)
        return false;
    put(file, seats);
    put(file, batch_plain_kinds(&rules));
    put(file, pen_observed_rules(&rules));
    fwrite(&rules, sizeof rules, 1, file);
    return true;
}

int main(int argc, char **argv)
{
    FILE *file = argc > 2 ? fopen(argv[1], "wb") : NULL;
    if (!file) {
        fprintf(stderr, "usage: frames OUTPUT EDITION:HOUSE:SEATS ...\n");
        return 2;
    }
    put(file, sizeof(struct batch_table));
    put(file, sizeof(struct pen_rules));
    put(file, sizeof(struct pen_hand));
    put(file, (uint64_t)(argc - 2));
    for (int i = 2; i < argc; i++)
        if (!put_row(file, argv[i])) {
            fprintf(stderr, "frames: not a table: %s\n", argv[i]);
            return 2;
        }
    return fclose(file) != 0;
}
