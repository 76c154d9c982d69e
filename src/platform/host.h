/* host.h - what the program needs from the system: language, files, checked output.
 *
 * Errors are one line on standard error. The functions here say what is wrong themselves and return
 * false; the caller only has to end with the right status. */
#ifndef PLATFORM_HOST_H
#define PLATFORM_HOST_H

#include <stdio.h>

#include "words/words.h"

/* The exit statuses of every command. */
enum host_status {
    HOST_GOOD = 0,
    HOST_NO = 1,   /* the answer is no */
    HOST_WRONG = 2 /* wrong use, unreadable input, output that cannot be written */
};

/* From --lang, or from LANGUAGE, LC_ALL, LC_MESSAGES, LANG. Set once, by main(). */
extern enum pen_lang host_lang;

bool host_lang_read(const char *text, enum pen_lang *lang);
enum pen_lang host_lang_of_environment(void);
/* A terminal that gets ASCII cannot show every script: English then. */
void host_lang_readable(void);
const char *host_lang_ids(void); /* "en, es" */

/* A sentence without holes in the language chosen (lang/). */
const char *host_word(enum word word);

/* host_say(CLI_CANNOT_READ, path, why): a sentence with its holes filled in the language chosen; holds until
 * some more sentences have been said by this thread. */
#define host_say(key, ...)                                                     \
    host_say_list(WORD_##key, (const struct pen_arg[]){PEN_ARGS(__VA_ARGS__)}, \
                  PEN_ARG_COUNT_IS(WORD_HOLES_##key, __VA_ARGS__))
const char *host_say_list(enum word word, const struct pen_arg *args, unsigned count);

/* For holes: a number with so many decimals, the first bytes of a text. They hold as long. */
const char *host_real(double number, int decimals);
const char *host_part(int count, const char *bytes);

/* "penultima: ..." on standard error, with the line end. */
#if defined(__GNUC__) || defined(__clang__)
__attribute__((format(printf, 1, 2)))
#endif
void host_error(const char *format, ...);

/* A name for the machine, or rather for what 127.0.0.1 is the same in: two containers have two. */
void host_machine(char *name, size_t size);

#define HOST_FILE_BYTES_MAX (16u << 20)

/* The whole file, "-" for standard input, with a zero byte behind it. */
struct host_file {
    char *bytes;
    size_t count;
};
PEN_MUST_USE bool host_file_read(const char *path, struct host_file *file);
/* The same without a message: 'why' tells what is wrong. */
PEN_MUST_USE bool host_file_try(const char *path, struct host_file *file, const char **why);
void host_file_drop(struct host_file *file);

/* An output that appears under its name only when it is whole: written beside it, then renamed.
 * Without a path, or with "-", it is standard output. */
struct host_output {
    const char *path; /* null: standard output */
    char *temporary;
    FILE *stream;
    bool is_failed; /* the error has been said */
};
PEN_MUST_USE bool host_output_open(struct host_output *output, const char *path);
bool host_output_write(struct host_output *output, const char *bytes, size_t count);
/* Ends it. 'keep' false: nothing is left behind. */
PEN_MUST_USE bool host_output_close(struct host_output *output, bool keep);

/* Memory, or the end of the program. 'old' as for realloc(). */
void *host_allocate(void *old, size_t bytes);

/* At the end of every command: whatever could not be written to standard output is an error. */
PEN_MUST_USE bool host_stdout_flush(void);

/* A whole number in decimal, all of 'text', at most 'most'. */
PEN_MUST_USE bool host_number_read(const char *text, uint64_t most, uint64_t *number);

#endif
