/* cmd_lang.c - the languages, and what a language file lacks. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <zlib.h>

#include "cli/command.h"
#include "cli/lang_file.h"
#include "cli/wrap.h"
#include "tui/letters.h"
#include "words/cli_lang_words.h"
#include "words/cli_words.h"
#include "words/help_lang_words.h"

static const struct cli_option options[] = {{.name = NULL}};

/* The file of a language, as it stands in lang/; to be freed. */
static char *file_of(enum pen_lang lang)
{
    const struct words_file *file = &words_files[lang];
    char *text = host_allocate(NULL, file->bytes + 1);
    uLongf count = file->bytes;
    if (uncompress((Bytef *)text, &count, file->packed, file->packed_bytes) != Z_OK)
        count = 0;
    text[count] = 0;
    return text;
}

static int list_languages(void)
{
    for (unsigned i = 0; i < PEN_LANG_COUNT; i++) {
        enum pen_lang lang = (enum pen_lang)i;
        const char *name = pen_lang_name(lang);
        const int columns = (int)wrap_columns(name);
        printf("%-6s %s%*s %4zu KB", pen_lang_id(lang), name, columns < 20 ? 20 - columns : 0, "",
               (words_files[lang].cost + 1023) / 1024);
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
    char *text = file_of(lang);
    fputs(text, stdout);
    free(text);
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

/* Whether a name has the forms that are asked of it. */
static unsigned check_name(const char *path, const struct lang_file *file, const struct lang_entry *entry)
{
    char form[LANG_HOLE_BYTES] = "";
    unsigned faults = 0;
    for (;; faults++) {
        switch (lang_name_check(file, entry, faults, form)) {
        case LANG_NAME_GOOD:
            return faults;
        case LANG_NAME_FORM_MISSING:
            say_problem(path, entry->line, entry->key, host_say(CLI_LANG_FORM_MISSING, form));
            break;
        case LANG_NAME_NO_FORM:
            say_problem(path, entry->line, entry->key,
                        host_say(CLI_LANG_NO_FORM, form, lang_forms_of(file, entry)));
            break;
        case LANG_NAME_GENDER:
            say_problem(path, entry->line, entry->key, host_say(CLI_LANG_GENDER, file->genders));
            break;
        }
    }
}

/* Whether every hole of the sentence is one of 'holes', and each choice has a form per plural. */
static unsigned check_entry(const char *path, const struct lang_file *file, const struct lang_entry *entry,
                            const struct lang_entry *english)
{
    char hole[LANG_HOLE_BYTES];
    unsigned forms = 0;
    switch (lang_sentence_check(file, entry->said, english->holes, hole, &forms)) {
    case LANG_SENTENCE_GOOD:
        if (strcmp(entry->key, "tui.show.letters") != 0 || tui_letters_good(entry->said))
            return check_name(path, file, entry);
        say_problem(path, entry->line, entry->key, host_say(CLI_LANG_LETTERS, TUI_LETTER_COUNT));
        break;
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
    case LANG_SENTENCE_NO_FORM:
        say_problem(path, entry->line, entry->key,
                    host_say(CLI_LANG_NO_FORM, hole, lang_forms_of(file, &(struct lang_entry){.key = ""})));
        break;
    }
    return 1;
}

static unsigned check_file(const char *path, const struct lang_file *file, const struct lang_file *english)
{
    unsigned missing = 0, surplus = 0, wrong = 0;
    for (size_t i = 0; i < file->bad_count; i++)
        printf("%s:%u: %s\n", path, file->bad[i], host_word(WORD_CLI_LANG_NOT_AN_ENTRY));
    for (size_t i = file->inherited; i < file->count; i++) {
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

/* A language by its id, as it is built in, or a file; false: there is none. */
static bool read_bytes(const char *name, struct host_file *bytes)
{
    enum pen_lang lang;
    if (!host_lang_read(name, &lang))
        return host_file_read(name, bytes);
    *bytes = (struct host_file){.bytes = file_of(lang)};
    return true;
}

static void read_lines(struct lang_file *file, const char *bytes)
{
    while (*bytes) {
        const size_t length = strcspn(bytes, "\n");
        lang_file_line(file, bytes, length);
        bytes += length + (bytes[length] == '\n');
    }
}

/* The id behind "@like"; null: it stands on its own. */
static const char *like_of(const char *bytes)
{
    static const char word[] = "\n@like ";
    const char *at = strncmp(bytes, word + 1, strlen(word + 1)) == 0 ? bytes : strstr(bytes, word);
    return at ? strchr(at, ' ') + 1 : NULL;
}

/* What a file stands on: one beside it, or a language that is built in. */
static bool read_base(const char *name, const char *like, struct lang_file *file)
{
    struct host_file base;
    const char *slash = strrchr(name, '/');
    char path[4096];
    const int folder = slash ? (int)(slash - name) + 1 : 0, length = (int)strcspn(like, " \t\r\n");
    snprintf(path, sizeof path, "%.*s%.*s.lang", folder, name, length, like);
    if (access(path, R_OK) != 0)
        snprintf(path, sizeof path, "%.*s", length, like);
    if (!read_bytes(path, &base))
        return false;
    read_lines(file, base.bytes);
    lang_file_stand_on(file);
    host_file_drop(&base);
    return true;
}

static bool read_language(const char *name, struct lang_file *file)
{
    struct host_file bytes;
    *file = (struct lang_file){0};
    if (!read_bytes(name, &bytes))
        return false;
    const char *like = like_of(bytes.bytes);
    const bool is_good = !like || read_base(name, like, file);
    if (is_good)
        read_lines(file, bytes.bytes);
    host_file_drop(&bytes);
    return is_good;
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

/* ---- what is left to translate ------------------------------------------------------------------ */

/* An entry of the English file as it stands there. */
static void print_entry(const struct lang_entry *entry)
{
    if (entry->holes[0])
        printf("# {%s}\n", entry->holes);
    const bool is_quoted =
        entry->said[0] == ' ' || (entry->said[0] && entry->said[strlen(entry->said) - 1] == ' ');
    printf("%s =", entry->key);
    if (!strchr(entry->said, '\n')) {
        printf(is_quoted ? " \"%s\"\n" : " %s\n", entry->said);
        return;
    }
    for (const char *at = entry->said; *at;) {
        const size_t length = strcspn(at, "\n");
        printf("\n    %.*s", (int)length, at);
        at += length + (at[length] == '\n');
    }
    putchar('\n');
}

static int todo(int count, char **names)
{
    struct lang_file english, file;
    if (!read_language(pen_lang_id(PEN_LANG_EN), &english))
        return HOST_WRONG;
    for (int i = 0; i < count; i++) {
        if (!read_language(names[i], &file))
            return HOST_WRONG;
        for (size_t at = 0; at < english.count; at++)
            if (!lang_file_find(&file, english.entries[at].key))
                print_entry(&english.entries[at]);
        lang_file_drop(&file);
    }
    lang_file_drop(&english);
    return HOST_GOOD;
}

static int run(const struct cli_command *command, int argc, char **argv)
{
    const int status = cli_read(command, argc, argv, NULL);
    if (status != CLI_GO_ON)
        return status;
    if (optind == argc)
        return list_languages();
    if (strcmp(argv[optind], "check") == 0)
        return check(argc - optind - 1, argv + optind + 1);
    if (strcmp(argv[optind], "todo") == 0 && argc - optind > 1)
        return todo(argc - optind - 1, argv + optind + 1);
    if (strcmp(argv[optind], "show") == 0 && argc - optind == 2)
        return show(command, argv[optind + 1]);
    return cli_wrong_use(command, "%s", host_say(CLI_UNEXPECTED_ARGUMENT, argv[optind]));
}

const struct cli_command cli_lang = {
    .name = "lang",
    .usage = "[show ID | check [ID|FILE...] | todo ID|FILE...]",
    .about = WORD_HELP_LANG_ABOUT,
    .details = WORD_HELP_LANG_DETAILS,
    .options = options,
    .operands_max = CLI_MANY,
    .words = "check show",
    .examples = "penultima lang\npenultima lang show en > fr.lang\npenultima lang check fr.lang",
    .run = run,
};
