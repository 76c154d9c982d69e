/* option.c - reads the options of a command by its table. */
#include "cli/option.h"

#include <getopt.h>
#include <string.h>

#include "cli/command.h"
#include "cli/config.h"
#include "cli/find_edition.h"
#include "cli/own_house.h"
#include "words/cli_words.h"
#include "words/help_any_words.h"

enum { OPTIONS_MAX = 64, CODE_FIRST = 256 };

/* ---- what reads a value ---------------------------------------------------------------------- */

enum cli_answer cli_take_flag(const struct cli_option *option, const char *value, void *member)
{
    (void)value;
    *(uint8_t *)member = option->constant;
    return CLI_TAKEN;
}

enum cli_answer cli_take_text(const struct cli_option *option, const char *value, void *member)
{
    (void)option;
    *(const char **)member = value;
    return CLI_TAKEN;
}

enum cli_answer cli_take_number(const struct cli_option *option, const char *value, void *member)
{
    uint64_t number;
    if (!host_number_read(value, option->most, &number) || number < option->least)
        return CLI_REFUSED;
    switch (option->bytes) {
    case sizeof(uint8_t):
        *(uint8_t *)member = (uint8_t)number;
        break;
    case sizeof(uint16_t):
        *(uint16_t *)member = (uint16_t)number;
        break;
    case sizeof(uint32_t):
        *(uint32_t *)member = (uint32_t)number;
        break;
    default:
        PEN_ASSERT(option->bytes == sizeof number);
        *(uint64_t *)member = number;
        break;
    }
    return CLI_TAKEN;
}

static enum cli_answer taken(bool is_good)
{
    return is_good ? CLI_TAKEN : CLI_REFUSED;
}

enum cli_answer cli_take_edition(const struct cli_option *option, const char *value, void *member)
{
    (void)option;
    return finder_give(member, value) ? CLI_TAKEN : CLI_REPORTED;
}

enum cli_answer cli_take_house(const struct cli_option *option, const char *value, void *member)
{
    (void)option;
    return taken(own_house_read(value, member));
}

enum cli_answer cli_take_teams(const struct cli_option *option, const char *value, void *member)
{
    (void)option;
    return taken(cli_teams_read(value, member));
}

enum cli_answer cli_take_scoring(const struct cli_option *option, const char *value, void *member)
{
    (void)option;
    return taken(cli_scoring_read(value, member));
}

enum cli_answer cli_take_reverse(const struct cli_option *option, const char *value, void *member)
{
    (void)option;
    return taken(cli_reverse_read(value, member));
}

static enum cli_answer take_language(const struct cli_option *option, const char *value, void *member)
{
    (void)option, (void)member;
    if (host_lang_read(value, &host_lang)) {
        host_lang_readable();
        return CLI_TAKEN;
    }
    cli_wrong_use(NULL, "%s", host_say(CLI_NO_SUCH_LANGUAGE, value, host_lang_ids()));
    return CLI_REPORTED;
}

/* main() has seen it before anything was printed. */
static enum cli_answer take_ascii(const struct cli_option *option, const char *value, void *member)
{
    (void)option, (void)value, (void)member;
    return CLI_TAKEN;
}

const struct cli_option cli_common_options[] = {
    {.name = "lang",
     .value = "ID",
     .offer = CLI_OFFER_LANGUAGE,
     .about = WORD_HELP_ANY_OPTION_LANG,
     .read = take_language},
    {.name = "ascii", .about = WORD_HELP_ANY_OPTION_ASCII, .read = take_ascii},
    {.name = "help", .about = WORD_HELP_ANY_OPTION_HELP}, /* read: null, it ends the command */
    {.name = NULL},
};

/* ---- what was meant -------------------------------------------------------------------------- */

/* How many letters have to be put in, left out or exchanged; beyond 'most' it does not matter how many. */
static unsigned distance_of(const char *left, const char *right)
{
    unsigned row[65];
    const size_t count = strlen(right);
    if (count >= 64)
        return 64;
    for (unsigned i = 0; i <= count; i++)
        row[i] = i;
    for (unsigned at = 1; *left; left++, at++) {
        unsigned before = row[0];
        row[0] = at;
        for (unsigned i = 1; i <= count; i++) {
            unsigned best = before + (*left != right[i - 1]);
            if (row[i] + 1 < best)
                best = row[i] + 1;
            if (row[i - 1] + 1 < best)
                best = row[i - 1] + 1;
            before = row[i];
            row[i] = best;
        }
    }
    return row[count];
}

void cli_nearest_offer(struct cli_nearest *nearest, const char *candidate)
{
    /* A slip of the finger, not another word: a third of the letters. */
    const unsigned most = (unsigned)strlen(nearest->word) / 3 + 1,
                   distance = distance_of(nearest->word, candidate);
    if (distance > most || (nearest->best[0] && distance >= nearest->distance) ||
        strlen(candidate) >= sizeof nearest->best)
        return;
    nearest->distance = distance;
    snprintf(nearest->best, sizeof nearest->best, "%s", candidate);
}

const char *cli_nearest_hint(const struct cli_nearest *nearest)
{
    return nearest->best[0] ? host_say(CLI_DID_YOU_MEAN, nearest->best) : "";
}

static void refuse_unknown(const struct cli_command *command, const char *word)
{
    struct cli_nearest nearest = {.word = word};
    char candidate[64];
    for (int i = 0; i < 2; i++) {
        const struct cli_option *option = i == 0 ? command->options : cli_common_options;
        for (; option->name; option++) {
            snprintf(candidate, sizeof candidate, "--%s", option->name);
            cli_nearest_offer(&nearest, candidate);
        }
    }
    cli_wrong_use(command, "%s%s", host_say(CLI_UNKNOWN_OPTION, word), cli_nearest_hint(&nearest));
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool take(const struct cli_command *command, const struct cli_option *option, const char *value,
                 void *choices)
{
    char *place = choices;
    switch (option->read(option, value, place ? place + option->member : NULL)) {
    case CLI_TAKEN:
        if (option->mark)
            *(bool *)(place + option->mark) = true;
        return true;
    case CLI_REFUSED:
        cli_bad_value(command, option, value);
        return false;
    case CLI_REPORTED:
        break;
    }
    return false;
}

bool cli_take_named(const struct cli_command *command, const char *name, const char *value, void *choices,
                    bool *is_known)
{
    *is_known = false;
    for (int i = 0; i < 2; i++)
        for (const struct cli_option *option = i == 0 ? command->options : cli_common_options; option->name;
             option++) {
            if (strcmp(option->name, name) != 0 || !option->read)
                continue;
            *is_known = true;
            const bool is_off = !option->value && strcmp(value, "no") == 0;
            return is_off || take(command, option, option->value ? value : NULL, choices);
        }
    return true;
}

int cli_read(const struct cli_command *command, int argc, char **argv, void *choices)
{
    if (command->has_config && !config_read(command, choices))
        return HOST_WRONG;
    struct option options[OPTIONS_MAX + 1];
    const struct cli_option *known[OPTIONS_MAX];
    int count = 0;
    for (int i = 0; i < 2; i++) {
        for (const struct cli_option *option = i == 0 ? command->options : cli_common_options; option->name;
             option++) {
            PEN_ASSERT(count < OPTIONS_MAX);
            known[count] = option;
            options[count] = (struct option){option->name, option->value ? required_argument : no_argument,
                                             NULL, option->read ? CODE_FIRST + count : 'h'};
            count++;
        }
    }
    options[count] = (struct option){NULL, 0, NULL, 0};

    for (;;) {
        opterr = 0;
        const char *word = optind < argc ? argv[optind] : "";
        const int code = getopt_long(argc, argv, ":h", options, NULL);
        if (code == 'h') {
            cli_command_help(command);
            return HOST_GOOD;
        }
        if (code == ':') {
            cli_wrong_use(command, "%s", host_say(CLI_NEEDS_A_VALUE, argv[optind - 1]));
            return HOST_WRONG;
        }
        if (code == '?') {
            /* Words before it may have been moved behind it, so its own place is looked up. */
            refuse_unknown(command, optind > 0 && argv[optind - 1][0] == '-' ? argv[optind - 1] : word);
            return HOST_WRONG;
        }
        if (code == -1)
            break;
        if (!take(command, known[code - CODE_FIRST], optarg, choices))
            return HOST_WRONG;
    }
    if (argc - optind > (int)command->operands_max)
        return cli_wrong_use(command, "%s",
                             host_say(CLI_UNEXPECTED_ARGUMENT, argv[optind + (int)command->operands_max]));
    return CLI_GO_ON;
}
