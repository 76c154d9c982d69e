/* frames.c - the rules of many tables as bytes for learn/tables.py: one row per argument EDITION:HOUSE:SEATS.
 *
 *     frames OUTPUT classic:-:2 office:progressive+jump-in:4 ...
 *
 * Written: bytes of a table, of the rules, of a hand, of what kinds do, how many rows; then for each row its
 * seats, the kinds that are plain and the rules' flags as words of 8 bytes, the rules themselves and what
 * kinds do. */
#include "table_word.h"

#define PEN_BATCH_WITHOUT_PLAYERS
#include "batch/table.h"
#include "bots/inference.h"

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
    static struct table_word table;
    struct bot_kinds kinds;
    if (!table_word_read(word, &table))
        return false;
    bot_kinds_of(&table.rules, table.seats, &kinds);
    put(file, table.seats);
    put(file, batch_plain_kinds(&table.rules));
    put(file, pen_observed_rules(&table.rules));
    fwrite(&table.rules, sizeof table.rules, 1, file);
    fwrite(&kinds, sizeof kinds, 1, file);
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
    put(file, sizeof(struct bot_kinds));
    put(file, (uint64_t)(argc - 2));
    for (int i = 2; i < argc; i++)
        if (!put_row(file, argv[i])) {
            fprintf(stderr, "frames: not a table: %s\n", argv[i]);
            return 2;
        }
    return fclose(file) != 0;
}
