/* find_edition.c - where editions are looked for. */
#include "cli/find_edition.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "platform/folder.h"
#include "words/cli_find_edition_words.h"
#include "words/cli_words.h"

enum { PATH_BYTES = 4096 };

/* "FILE:LINE:COLUMN: what" */
static void add_problem(struct pen_text *text, const char *path, const struct pen_problem *problem,
                        enum pen_lang lang)
{
    pen_text_add(text, path);
    if (problem->line) {
        pen_text_add(text, ":");
        pen_text_add_number(text, problem->line);
    }
    if (problem->line && problem->column) {
        pen_text_add(text, ":");
        pen_text_add_number(text, problem->column);
    }
    pen_text_add(text, ": ");
    pen_text_add(text, pen_problem_in(problem, lang));
}

void finder_print_problem(const char *path, const struct pen_problem *problem)
{
    char line[PATH_BYTES + PEN_PROBLEM_BYTES];
    struct pen_text text = pen_text_in(line, sizeof line);
    add_problem(&text, path, problem, host_lang);
    fflush(stdout);
    fprintf(stderr, "%s\n", line);
}

void finder_name_file(struct pen_problem *problem, const char *path)
{
    char bytes[PEN_PROBLEM_BYTES];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    /* Of a long path the end says most, and the rest of the text has to fit too. */
    size_t length = strlen(path);
    if (length > 80) {
        path += length - 80;
        while (((unsigned char)*path & 0xc0) == 0x80)
            path++;
        pen_text_add(&text, "...");
    }
    add_problem(&text, path, problem, host_lang);
    memset(problem, 0, sizeof *problem);
    pen_problem_set(problem, bytes);
}

static bool parse_file(const char *path, struct pen_edition *edition, struct pen_problem *problem)
{
    struct host_file file;
    const char *why;
    memset(problem, 0, sizeof *problem);
    if (!host_file_try(path, &file, &why)) {
        pen_problem_set(problem, why);
        return false;
    }
    bool is_good = pen_edition_parse(edition, file.bytes, file.count, problem);
    host_file_drop(&file);
    return is_good;
}

bool finder_give(struct edition_finder *finder, const char *path)
{
    struct pen_problem problem;
    finder->given = host_allocate(finder->given, (finder->given_count + 1) * sizeof *finder->given);
    if (!parse_file(path, &finder->given[finder->given_count], &problem)) {
        finder_print_problem(path, &problem);
        return false;
    }
    finder->given_count++;
    return true;
}

void finder_drop(struct edition_finder *finder)
{
    free(finder->given);
    finder->given = NULL;
    finder->given_count = 0;
}

/* Parses DIRECTORY/NAME if there is such a file. */
static bool find_in(const char *directory, size_t directory_bytes, const char *name,
                    struct pen_edition *edition, struct pen_problem *problem, bool *is_there)
{
    char path[PATH_BYTES];
    int length = snprintf(path, sizeof path, "%.*s%s%s", (int)directory_bytes, directory,
                          directory_bytes > 0 && directory[directory_bytes - 1] != '/' ? "/" : "", name);
    *is_there = length > 0 && (size_t)length < sizeof path && access(path, F_OK) == 0;
    if (!*is_there)
        return false;
    if (parse_file(path, edition, problem))
        return true;
    finder_name_file(problem, path);
    return false;
}

/* The bytes of 'path' up to its last '/', inclusive. */
static size_t directory_bytes_of(const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* Takes the ending off again, for a message. */
static const char *name_only(char *file_name)
{
    char *ending = strrchr(file_name, '.');
    if (ending)
        *ending = 0;
    return file_name;
}

bool finder_find(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                 struct pen_problem *problem)
{
    const struct edition_finder *finder = context;
    static const char ending[] = ".edition";
    const size_t ending_bytes = sizeof ending - 1;
    char file_name[PATH_BYTES];
    bool is_there;

    if (bytes == 0 || bytes + sizeof ending > sizeof file_name || memchr(name, 0, bytes))
        return false;
    memcpy(file_name, name, bytes);
    file_name[bytes] = 0;
    size_t beside_bytes = directory_bytes_of(finder->beside);

    bool is_path = memchr(name, '/', bytes) != NULL ||
                   (bytes > ending_bytes && memcmp(name + bytes - ending_bytes, ending, ending_bytes) == 0);
    if (is_path)
        return find_in(finder->beside, name[0] == '/' ? 0 : beside_bytes, file_name, edition, problem,
                       &is_there);

    /* What the user gave comes first, also under the name of a built-in one. */
    for (unsigned i = 0; i < finder->given_count; i++) {
        if (strcmp(finder->given[i].id, file_name) == 0) {
            *edition = finder->given[i];
            return true;
        }
    }
    if (pen_edition_builtin(file_name, edition))
        return true;

    memcpy(file_name + bytes, ending, sizeof ending);
    if (finder->beside) {
        bool is_good = find_in(finder->beside, beside_bytes, file_name, edition, problem, &is_there);
        if (is_there)
            return is_good;
    }
    char own[PATH_BYTES];
    if (platform_home_path(PLATFORM_HOME_DATA, "/editions", own, sizeof own)) {
        bool is_good = find_in(own, strlen(own), file_name, edition, problem, &is_there);
        if (is_there)
            return is_good;
    }
    if (platform_beside_path("/../share/penultima/editions", own, sizeof own)) {
        bool is_good = find_in(own, strlen(own), file_name, edition, problem, &is_there);
        if (is_there)
            return is_good;
    }
    /* The folder of a working copy, where ./run is at home. */
    bool is_good = find_in("editions", sizeof "editions" - 1, file_name, edition, problem, &is_there);
    if (!is_there) {
        const char *unknown = host_part(40, name_only(file_name));
        pen_problem_set(problem,
                        finder->is_argument
                            ? host_say(CLI_FIND_EDITION_NO_SUCH_EDITION_SEE_PENULTIMA_EDITIONS, unknown)
                            : host_say(CLI_FIND_EDITION_UNKNOWN, unknown));
    }
    return is_good;
}

bool finder_find_argument(const char *name, struct pen_edition *edition)
{
    struct edition_finder finder = {.is_argument = true};
    struct pen_problem problem;
    memset(&problem, 0, sizeof problem);
    if (finder_find(&finder, name, strlen(name), edition, &problem))
        return true;
    if (pen_problem_is_said(&problem))
        host_error("%s", pen_problem_in(&problem, host_lang));
    else
        host_error("%s", host_say(CLI_FIND_EDITION_NO_SUCH_EDITION_SEE_PENULTIMA_EDITIONS, name));
    return false;
}

void finder_tell_why_not(const struct pen_edition *edition, const struct pen_options *options)
{
    static struct pen_edition laid;
    struct pen_problem problem;
    laid = *edition;
    if (!pen_house_lay(&laid, options->house, &problem))
        host_error("%s", pen_problem_in(&problem, host_lang));
    else
        host_error("%s", host_say(CLI_EDITION_CANNOT_BE_PLAYED_WITH_THESE, edition->id));
}
