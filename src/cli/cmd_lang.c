/* cmd_lang.c - the languages, and what a language file lacks. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/lang_file.h"

static const struct cli_option options[] = {{.name = NULL}};

static int list_languages(void)
{
    for (unsigned i = 0; i < PEN_LANG_COUNT; i++) {
        enum pen_lang lang = (enum pen_lang)i;
        printf("%-4s %s", pen_lang_id(lang), pen_lang_name(lang));
        if (pen_lang_missing(lang) > 0)
            printf(" (%s)", host_say(CLI_LANG_MISSING, pen_lang_missing(lang)));
        putchar('\n');
    }
    return HOST_GOOD;
}

static int show(const struct cli_command *command, const char *id)
{
    enum pen_lang lang;
    if (!host_lang_read(id, &lang))
        return cli_wrong_use(command, "%s", host_say(CLI_LANG_NO_SUCH, id));
    for (const char *const *line = words_files[lang].lines; *line; line++)
        puts(*line);
    return HOST_GOOD;
}

/* ---- check ----------------------------------------------------------------------------------- */

static void say_problem(const char *path, unsigned line, const char *key, const char *what)
{
    if (line > 0)
        printf("%s:%u: %s: %s\n", path, line, key, what);
    else
        printf("%s: %s: %s\n", path, key, what);
}

/* Whether every hole of the sentence is one of 'holes', and each choice has a form per plural. */
static unsigned check_entry(const char *path, const struct lang_file *file, const struct lang_entry *entry,
                            const struct lang_entry *english)
{
    char hole[LANG_HOLE_BYTES];
    unsigned forms = 0;
    switch (lang_sentence_check(entry->said, english->holes, file->plural_count, hole, &forms)) {
    case LANG_SENTENCE_GOOD:
        return 0;
    case LANG_SENTENCE_BRACE:
        say_problem(path, entry->line, entry->key, host_word(WORD_CLI_LANG_BRACE));
        break;
    case LANG_SENTENCE_HOLE:
        say_problem(path, entry->line, entry->key,
                    host_say(CLI_LANG_HOLE, hole, english->holes[0] ? english->holes : "-"));
        break;
    case LANG_SENTENCE_FORMS:
        say_problem(path, entry->line, entry->key, host_say(CLI_LANG_FORMS, hole, file->plural_count, forms));
        break;
    }
    return 1;
}

static unsigned check_file(const char *path, const struct lang_file *file, const struct lang_file *english)
{
    unsigned missing = 0, surplus = 0, wrong = 0;
    for (size_t i = 0; i < file->bad_count; i++)
        printf("%s:%u: %s\n", path, file->bad[i], host_word(WORD_CLI_LANG_NOT_AN_ENTRY));
    for (size_t i = 0; i < file->count; i++) {
        const struct lang_entry *entry = &file->entries[i], *model = lang_file_find(english, entry->key);
        if (lang_file_find(file, entry->key) != entry)
            say_problem(path, entry->line, entry->key, host_word(WORD_CLI_LANG_TWICE));
        if (model)
            wrong += check_entry(path, file, entry, model);
        else
            say_problem(path, entry->line, entry->key, host_word(WORD_CLI_LANG_SURPLUS));
        surplus += !model;
    }
    for (size_t i = 0; i < english->count; i++) {
        if (!lang_file_find(file, english->entries[i].key)) {
            say_problem(path, 0, english->entries[i].key, host_word(WORD_CLI_LANG_IS_MISSING));
            missing++;
        }
    }
    printf("%s\n", host_say(CLI_LANG_SUM, path, english->count, missing, surplus, wrong));
    return missing + surplus + wrong + (unsigned)file->bad_count;
}

/* A language by its id, as it is built in, or a file. */
static bool read_language(const char *name, struct lang_file *file)
{
    enum pen_lang lang;
    *file = (struct lang_file){0};
    if (host_lang_read(name, &lang)) {
        for (const char *const *line = words_files[lang].lines; *line; line++)
            lang_file_line(file, *line, strlen(*line));
        return true;
    }
    struct host_file bytes;
    if (!host_file_read(name, &bytes))
        return false;
    for (const char *at = bytes.bytes; *at;) {
        size_t length = strcspn(at, "\n");
        lang_file_line(file, at, length);
        at += length + (at[length] == '\n');
    }
    host_file_drop(&bytes);
    return true;
}

static int check(int count, char **names)
{
    struct lang_file english, file;
    int status = HOST_GOOD;
    if (!read_language(pen_lang_id(PEN_LANG_EN), &english))
        return HOST_WRONG;
    for (int i = 0; i < (count ? count : PEN_LANG_COUNT); i++) {
        const char *name = count ? names[i] : pen_lang_id((enum pen_lang)i);
        if (!read_language(name, &file)) {
            status = HOST_WRONG;
            continue;
        }
        if (check_file(name, &file, &english) > 0 && status == HOST_GOOD)
            status = HOST_NO;
        lang_file_drop(&file);
    }
    lang_file_drop(&english);
    return status;
}

static int run(const struct cli_command *command, int argc, char **argv)
{
    const char *value;
    int code = cli_option_next(command, argc, argv, &value);
    if (code != CLI_END)
        return code == CLI_DONE ? HOST_GOOD : HOST_WRONG;
    if (optind == argc)
        return list_languages();
    if (strcmp(argv[optind], "check") == 0)
        return check(argc - optind - 1, argv + optind + 1);
    if (strcmp(argv[optind], "show") == 0 && argc - optind == 2)
        return show(command, argv[optind + 1]);
    return cli_wrong_use(command, "%s", host_say(CLI_UNEXPECTED_ARGUMENT, argv[optind]));
}

const struct cli_command cli_lang = {
    .name = "lang",
    .usage = "[show ID | check [ID|FILE...]]",
    .about = WORD_HELP_LANG_ABOUT,
    .details = WORD_HELP_LANG_DETAILS,
    .options = options,
    .examples = "penultima lang\npenultima lang show en > fr.lang\npenultima lang check fr.lang",
    .run = run,
};
