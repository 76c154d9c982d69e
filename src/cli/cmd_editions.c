/* cmd_editions.c - lists, checks and shows editions. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/find_edition.h"
#include "platform/report.h"
#include "words/cli_editions_words.h"
#include "words/cli_words.h"
#include "words/help_edition_words.h"
#include "words/help_editions_editions_words.h"
#include "words/help_editions_words.h"

enum { TRIAL_ROUNDS = 20, TRIAL_ACTIONS = 3000 }; /* of the quick rounds that tell whether a game ends */

static struct pen_edition edition;
static struct pen_rules rules;

static bool make_rules(const struct pen_edition *from)
{
    struct pen_options table = PEN_OPTIONS_DEFAULT;
    return pen_table_make(&rules, from, &table, NULL) == PEN_RULES_GOOD;
}

/* ---- editions -------------------------------------------------------------------------------- */

static void report_texts(struct report *report, const char *key, const char *names)
{
    report_open(report, key, '{');
    for (enum pen_lang lang = PEN_LANG_EN; lang < pen_lang_count(); lang++)
        report_string(report, pen_lang_id(lang), pen_said(names, lang));
    report_close(report, '}');
}

static void print_json(struct report *report)
{
    report_line(report);
    report_open(report, NULL, '{');
    report_string(report, "id", edition.id);
    report_texts(report, "title", edition.title);
    report_texts(report, "about", edition.about);
    report_whole(report, "cards", rules.deck_count);
    report_whole(report, "players_min", rules.rule.seats_min);
    report_whole(report, "players_max", rules.rule.seats_max);
    report_open(report, "colors", '[');
    for (unsigned i = 0; i < edition.color_count; i++)
        report_string(report, NULL, edition.colors[i].id);
    report_close(report, ']');
    report_string(report, "scoring", pen_scoring_id((enum pen_scoring)rules.rule.scoring));
    report_whole(report, "target", rules.rule.target);
    report_close(report, '}');
}

struct wish {
    bool is_json;
};

static int run_editions(const struct cli_command *command, int argc, char **argv)
{
    struct wish wish = {.is_json = false};
    const int status = cli_read(command, argc, argv, &wish);
    if (status != CLI_GO_ON)
        return status;
    struct report report = {.stream = stdout};
    if (wish.is_json)
        report_open(&report, NULL, '[');
    for (unsigned i = 0; i < pen_edition_builtin_count(); i++) {
        bool is_good = pen_edition_builtin(pen_edition_builtin_id(i), &edition) && make_rules(&edition);
        PEN_ASSERT(is_good);
        if (wish.is_json) {
            print_json(&report);
        } else {
            printf("%-14s %s\n", edition.id, pen_said(edition.title, host_lang));
            printf("%-14s %s\n", "", pen_said(edition.about, host_lang));
        }
    }
    if (wish.is_json)
        report_close(&report, ']');
    return HOST_GOOD;
}

static const struct cli_option editions_options[] = {
    {CLI_FLAG("json", struct wish, is_json, WORD_HELP_EDITIONS_EDITIONS_OPTION_JSON)},
    {.name = NULL},
};

const struct cli_command cli_editions = {
    .name = "editions",
    .usage = "[--json]",
    .about = WORD_HELP_EDITIONS_ABOUT,
    .details = WORD_HELP_EDITIONS_DETAILS,
    .options = editions_options,
    .examples = "penultima editions\npenultima editions --json",
    .run = run_editions,
};

/* ---- edition check, edition show -------------------------------------------------------------- */

static enum host_status check_file(const char *path)
{
    struct host_file file;
    struct pen_problem problem;
    memset(&problem, 0, sizeof problem);
    if (!host_file_read(path, &file))
        return HOST_WRONG;
    bool is_good = pen_edition_parse(&edition, file.bytes, file.count, &problem);
    host_file_drop(&file);
    if (!is_good) {
        finder_print_problem(path, &problem);
        return HOST_NO;
    }
    bool is_playable = make_rules(&edition);
    PEN_ASSERT(is_playable);
    printf("%s", host_say(CLI_EDITIONS_GOOD_CARDS_COLOURS_TO_PLAYERS, path, edition.id,
                          (unsigned)rules.deck_count, (unsigned)edition.color_count,
                          (unsigned)rules.rule.seats_min, (unsigned)rules.rule.seats_max));
    const struct pen_trial trial = pen_rules_try(&rules, 1, TRIAL_ROUNDS, TRIAL_ACTIONS);
    if (4 * trial.endless > trial.rounds) /* a long one may happen */
        printf("%s\n", host_say(CLI_EDITIONS_ENDLESS, path, trial.endless, trial.rounds));
    return HOST_GOOD;
}

static enum host_status show(const char *name)
{
    if (!finder_find_argument(name, &edition))
        return HOST_WRONG;
    for (size_t size = 1 << 14;; size *= 2) {
        char *bytes = host_allocate(NULL, size);
        struct pen_text text = pen_text_in(bytes, size);
        pen_edition_write(&edition, &text);
        if (!text.is_cut)
            fwrite(bytes, 1, text.length, stdout);
        free(bytes);
        if (!text.is_cut)
            return HOST_GOOD;
    }
}

/* ---- edition diff ---- */

static bool diff_in_json;

static void print_difference(void *context, const char *sentence)
{
    struct report *report = context;
    if (!diff_in_json) {
        printf("- %s\n", sentence);
        return;
    }
    report_line(report);
    report_string(report, NULL, sentence);
}

/* With one name: from the built-in edition that is nearest. */
static enum host_status diff(const char *left, const char *right)
{
    static struct pen_edition before;
    struct report report = {.stream = stdout};
    if (!finder_find_argument(right ? right : left, &edition) ||
        (right && !finder_find_argument(left, &before)))
        return HOST_WRONG;
    if (!right) {
        const bool is_there =
            pen_edition_builtin(pen_edition_builtin_id(pen_edition_nearest(&edition)), &before);
        PEN_ASSERT(is_there);
    }
    if (diff_in_json) {
        report_open(&report, NULL, '{');
        report_string(&report, "from", before.id);
        report_string(&report, "to", edition.id);
        report_open(&report, "differences", '[');
    } else {
        printf("%s\n", host_say(CLI_EDITIONS_DIFF_HEAD, pen_said(edition.title, host_lang),
                                pen_said(before.title, host_lang)));
    }
    const unsigned count = pen_edition_diff(&before, &edition, host_lang, &report, print_difference);
    if (diff_in_json) {
        report_close(&report, ']');
        report_close(&report, '}');
    } else if (count == 0) {
        printf("%s\n", host_word(WORD_CLI_EDITIONS_DIFF_NOTHING));
    }
    return HOST_GOOD;
}

static int run_edition(const struct cli_command *command, int argc, char **argv)
{
    struct wish wish = {.is_json = false};
    int status = cli_read(command, argc, argv, &wish);
    if (status != CLI_GO_ON)
        return status;
    diff_in_json = wish.is_json;
    if (optind == argc)
        return cli_wrong_use(command, "%s", host_word(WORD_CLI_EDITIONS_SAY_CHECK_OR_SHOW));
    const char *what = argv[optind++];
    if (strcmp(what, "diff") == 0) {
        if (optind == argc || argc - optind > 2)
            return cli_wrong_use(command, "%s", host_word(WORD_CLI_EDITIONS_DIFF_TAKES_TWO));
        return (int)diff(argv[optind], argv[optind + 1]);
    }
    bool is_check = strcmp(what, "check") == 0;
    if (!is_check && strcmp(what, "show") != 0)
        return cli_wrong_use(command, "%s", host_say(CLI_EDITIONS_UNKNOWN_WORD_SAY_CHECK_OR_SHOW, what));
    if (optind == argc)
        return cli_wrong_use(command, "%s",
                             is_check ? host_word(WORD_CLI_NO_FILE_GIVEN)
                                      : host_word(WORD_CLI_EDITIONS_NO_EDITION_GIVEN));
    status = HOST_GOOD;
    for (int i = optind; i < argc; i++) {
        int one = (int)(is_check ? check_file(argv[i]) : show(argv[i]));
        status = one > status ? one : status;
    }
    return status;
}

static const struct cli_option edition_options[] = {
    {CLI_FLAG("json", struct wish, is_json, WORD_HELP_EDITION_OPTION_JSON)},
    {.name = NULL},
};

const struct cli_command cli_edition = {
    .name = "edition",
    .usage = "check FILE... | show NAME|FILE... | diff [--json] [NAME|FILE] NAME|FILE",
    .about = WORD_HELP_EDITION_ABOUT,
    .details = WORD_HELP_EDITION_DETAILS,
    .options = edition_options,
    .operands_max = CLI_MANY,
    .operand = CLI_OFFER_EDITION,
    .words = "check show diff",
    .examples = "penultima edition check my.edition\n"
                "penultima edition show classic\n"
                "penultima edition show spiderman > my.edition\n"
                "penultima edition diff classic my.edition",
    .run = run_edition,
};
