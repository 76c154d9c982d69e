/* lang_file.h - a language file as its translator wrote it (lang/README.md). What is compiled in was read by
 * lang/compile.py; this reads any file, to tell what is wrong with it. */
#ifndef CLI_LANG_FILE_H
#define CLI_LANG_FILE_H

#include <stddef.h>

enum { LANG_HOLE_BYTES = 32 };

struct lang_entry {
    char *key, *said;
    char *holes; /* "seat target card", as English gives them */
    unsigned line;
};

/* Zeroed before the first line. */
struct lang_file {
    struct lang_entry *entries;
    size_t count, size;
    struct {
        char *prefix, *holes;
    } prefixes[32];
    unsigned prefix_count;
    unsigned plural_count, line;
    unsigned bad[64]; /* lines that are nothing */
    size_t bad_count;
    int is_open; /* lines further in go on with the last entry */
};

void lang_file_line(struct lang_file *file, const char *bytes, size_t count);
const struct lang_entry *lang_file_find(const struct lang_file *file, const char *key);
void lang_file_drop(struct lang_file *file);

enum lang_sentence { LANG_SENTENCE_GOOD, LANG_SENTENCE_BRACE, LANG_SENTENCE_HOLE, LANG_SENTENCE_FORMS };

/* Whether the sentence has only these holes, and for each choice as many forms as there are plurals. If not,
 * 'hole' names the one at fault and 'forms' says how many there are. */
enum lang_sentence lang_sentence_check(const char *said, const char *holes, unsigned plural_count, char *hole,
                                       unsigned *forms);

#endif
