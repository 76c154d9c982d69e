/* cmd_house.c - lists, shows and checks house rules. */
#include <getopt.h>
#include <string.h>

#include "cli/command.h"
#include "cli/find_edition.h"
#include "words/cli_house_words.h"
#include "words/help_house_words.h"

static int list(void)
{
    for (unsigned i = 0; i < pen_house_count(); i++) {
        struct pen_house house;
        pen_house_builtin(i, &house);
        char id[PEN_ID_BYTES + 8], name[PEN_NAME_BYTES];
        const bool has_number = house.most > house.least;
        snprintf(id, sizeof id, has_number ? "%s=%u-%u" : "%s", house.id, house.least, house.most);
        printf("%-14s %s\n%-14s %s\n", id, pen_house_name(&house, 0, host_lang, name), "",
               pen_said(house.about, host_lang));
    }
    return HOST_GOOD;
}

static int show(const char *id)
{
    for (unsigned i = 0; i < pen_house_count(); i++) {
        size_t bytes = 0;
        const char *source = pen_house_source(i, &bytes);
        pen_house_set set = 0;
        const bool is_played = pen_house_add(id, strlen(id), &set) && pen_house_number(set, i); /* "uno=3" */
        if (is_played || strcmp(id, pen_house_id(i)) == 0) {
            fwrite(source, 1, bytes, stdout);
            return HOST_GOOD;
        }
    }
    host_error("%s", host_say(CLI_HOUSE_UNKNOWN, host_part(40, id)));
    return HOST_WRONG;
}

/* A file is good if it can be laid over every built-in edition, for that is what house rules are for. */
static int check(const char *path)
{
    struct host_file file;
    struct pen_house house;
    if (!host_file_read(path, &file))
        return HOST_WRONG;
    unsigned good = 0;
    for (unsigned i = 0; i < pen_edition_builtin_count(); i++) {
        static struct pen_edition edition;
        struct pen_problem problem;
        bool is_there = pen_edition_builtin(pen_edition_builtin_id(i), &edition);
        PEN_ASSERT(is_there);
        if (!pen_house_parse(&edition, &house, file.bytes, file.count, &problem)) {
            finder_print_problem(path, &problem);
            break;
        }
        good++;
    }
    host_file_drop(&file);
    if (good < pen_edition_builtin_count())
        return HOST_NO;
    char name[PEN_NAME_BYTES];
    printf("%s", host_say(CLI_HOUSE_GOOD, path, house.id, pen_house_name(&house, 0, host_lang, name)));
    return HOST_GOOD;
}

/* Names that are to go together: which two lines meet, if any do. */
static int check_set(int argc, char **argv)
{
    static struct pen_edition edition;
    struct pen_problem problem;
    pen_house_set set = 0;
    for (int i = 0; i < argc; i++) {
        pen_house_set more;
        if (!cli_house_read(argv[i], &more)) {
            host_error("%s", host_say(CLI_HOUSE_UNKNOWN, host_part(40, argv[i])));
            return HOST_WRONG;
        }
        set |= more;
    }
    bool is_there = pen_edition_builtin(pen_edition_builtin_id(0), &edition);
    PEN_ASSERT(is_there);
    if (pen_house_lay(&edition, set, &problem)) {
        printf("%s", host_word(WORD_CLI_HOUSE_TOGETHER));
        return HOST_GOOD;
    }
    host_error("%s", pen_problem_in(&problem, host_lang));
    return HOST_NO;
}

static bool is_file(const char *word)
{
    const char *ending = strrchr(word, '.');
    return strchr(word, '/') || (ending && strcmp(ending, ".house") == 0);
}

static int run_house(const struct cli_command *command, int argc, char **argv)
{
    int status = cli_read(command, argc, argv, NULL);
    if (status != CLI_GO_ON)
        return status;
    const char *what = optind < argc ? argv[optind++] : "list";
    if (strcmp(what, "list") == 0 && optind == argc)
        return list();
    bool is_check = strcmp(what, "check") == 0;
    if (optind == argc || (!is_check && strcmp(what, "show") != 0))
        return cli_wrong_use(command, "%s", host_word(WORD_CLI_HOUSE_SAY));
    if (is_check && !is_file(argv[optind]))
        return check_set(argc - optind, argv + optind);
    status = HOST_GOOD;
    for (; optind < argc; optind++) {
        int one = is_check ? check(argv[optind]) : show(argv[optind]);
        status = one > status ? one : status;
    }
    return status;
}

static const struct cli_option house_options[] = {{.name = NULL}};

const struct cli_command cli_house = {
    .name = "house",
    .usage = "list | show NAME... | check FILE... | check NAME,...",
    .about = WORD_HELP_HOUSE_ABOUT,
    .details = WORD_HELP_HOUSE_DETAILS,
    .options = house_options,
    .operands_max = CLI_MANY,
    .words = "list check show",
    .examples = "penultima house list\n"
                "penultima house show seven-0\n"
                "penultima house check mine.house\n"
                "penultima house check progressive,stack-any",
    .run = run_house,
};
