/* cmd_record.c - plays one whole random game and writes its record. */
#include <getopt.h>
#include <string.h>

#include "cli/command.h"
#include "cli/find_edition.h"
#include "cli/own_house.h"
#include "sim/random_record.h"

static const struct cli_option options[] = {
    {"edition", 'e', "NAME|FILE", WORD_HELP_RECORD_OPTION_EDITION},
    {"house", 'r', "A,B", WORD_HELP_RECORD_OPTION_HOUSE},
    {"teams", 'm', "N", WORD_HELP_RECORD_OPTION_TEAMS},
    {"scoring", 'c', "S", WORD_HELP_RECORD_OPTION_SCORING},
    {"target", 't', "N", WORD_HELP_RECORD_OPTION_TARGET},
    {"players", 'p', "N", WORD_HELP_RECORD_OPTION_PLAYERS},
    {"reverse", 'v', "R", WORD_HELP_RECORD_OPTION_REVERSE},
    {"seed", 's', "N", WORD_HELP_RECORD_OPTION_SEED},
    {"out", 'o', "FILE", WORD_HELP_RECORD_OPTION_OUT},
    {.name = NULL},
};

static bool write_piece(void *context, const char *bytes, size_t count)
{
    return host_output_write(context, bytes, count);
}

static int write_record(const struct pen_edition *edition, const struct pen_options *table, unsigned players,
                        uint64_t seed, const char *path)
{
    struct host_output output;
    struct pen_names names = cli_names(players);
    if (!host_output_open(&output, path))
        return HOST_WRONG;
    struct sim_sink sink = {&output, write_piece};
    enum sim_record_result result = sim_record_play(edition, table, &names, seed, &sink);
    if (result == SIM_RECORD_BAD_RULES)
        host_error("%s", host_say(CLI_EDITION_CANNOT_BE_PLAYED_SO, edition->id));
    if (result == SIM_RECORD_ENDLESS)
        host_error("%s", host_say(CLI_RECORD_WITH_SEED_A_ROUND_NEVER_ENDS, (unsigned long long)seed));
    bool is_written = host_output_close(&output, result == SIM_RECORD_GOOD);
    if (result == SIM_RECORD_ENDLESS)
        return HOST_NO;
    return result == SIM_RECORD_GOOD && is_written ? HOST_GOOD : HOST_WRONG;
}

static int run(const struct cli_command *command, int argc, char **argv)
{
    static struct pen_edition edition;
    static struct pen_rules rules;
    struct pen_options table = PEN_OPTIONS_DEFAULT;
    const char *edition_name = NULL, *path = NULL, *value;
    uint64_t players = 0, seed = 0, number;
    bool has_seed = false;
    int code;
    while ((code = cli_option_next(command, argc, argv, &value)) >= 0) {
        bool is_good = true;
        switch (code) {
        case 'e':
            edition_name = value;
            break;
        case 'r':
            is_good = own_house_read(value, &table.house);
            break;
        case 'm':
            is_good = cli_teams_read(value, &table);
            break;
        case 'c':
            is_good = cli_scoring_read(value, &table.scoring);
            break;
        case 't':
            is_good = host_number_read(value, PEN_TARGET_MAX, &number) && number > 0;
            if (is_good)
                table.target = (uint16_t)number;
            break;
        case 'v':
            is_good = cli_reverse_read(value, &table.reverse_with_two);
            break;
        case 'p':
            is_good = host_number_read(value, PEN_SEATS_MAX, &players) && players >= PEN_SEATS_MIN;
            break;
        case 's':
            has_seed = is_good = host_number_read(value, UINT64_MAX, &seed);
            break;
        default:
            path = value;
            break;
        }
        if (!is_good)
            return cli_bad_value(command, code, value);
    }
    if (code != CLI_END)
        return code == CLI_DONE ? HOST_GOOD : HOST_WRONG;
    if (optind < argc)
        return cli_wrong_use(command, "%s", host_say(CLI_UNEXPECTED_ARGUMENT, argv[optind]));
    const char *missing = !edition_name ? "--edition" : !players ? "--players" : !has_seed ? "--seed" : NULL;
    if (missing)
        return cli_wrong_use(command, "%s", host_say(CLI_RECORD_IS_MISSING, missing));
    if (!finder_find_argument(edition_name, &edition) || !own_house_lay(&edition, table.house))
        return HOST_WRONG;
    if (pen_table_make(&rules, &edition, &table, NULL) != PEN_RULES_GOOD) {
        finder_tell_why_not(&edition, &table);
        return HOST_WRONG;
    }
    if (!cli_players_fit(&edition, &rules, (unsigned)players))
        return HOST_WRONG;

    return write_record(&edition, &table, (unsigned)players, seed, path);
}

const struct cli_command cli_record = {
    .name = "record",
    .usage = "--edition NAME|FILE --players N --seed S [OPTION...]",
    .about = WORD_HELP_RECORD_ABOUT,
    .details = WORD_HELP_RECORD_DETAILS,
    .options = options,
    .examples = "penultima record --edition classic --players 4 --seed 7 --out game.mesa\n"
                "penultima record --edition cumulative --house jump-in,seven-0 --players 3 --seed 1",
    .run = run,
};
