/* cmd_record.c - plays one whole random game and writes its record. */
#include <string.h>

#include "cli/command.h"
#include "cli/find_edition.h"
#include "cli/own_house.h"
#include "sim/random_record.h"
#include "words/cli_record_words.h"
#include "words/cli_words.h"
#include "words/help_record_words.h"

struct recording {
    struct pen_options table;
    const char *edition, *path;
    unsigned players;
    uint64_t seed;
    bool has_seed;
};

static const struct cli_option options[] = {
    {CLI_TEXT("edition", "NAME|FILE", EDITION, struct recording, edition, WORD_HELP_RECORD_OPTION_EDITION)},
    {CLI_HOUSE(struct recording, table, WORD_HELP_RECORD_OPTION_HOUSE)},
    {CLI_TEAMS(struct recording, table, WORD_HELP_RECORD_OPTION_TEAMS)},
    {CLI_SCORING(struct recording, table, WORD_HELP_RECORD_OPTION_SCORING)},
    {CLI_TARGET(struct recording, table, WORD_HELP_RECORD_OPTION_TARGET)},
    {CLI_SEATS(struct recording, players, WORD_HELP_RECORD_OPTION_PLAYERS)},
    {CLI_REVERSE(struct recording, table, WORD_HELP_RECORD_OPTION_REVERSE)},
    {CLI_NUMBER("seed", "N", 0, UINT64_MAX, struct recording, seed, WORD_HELP_RECORD_OPTION_SEED),
     CLI_MARK(struct recording, has_seed)},
    {CLI_TEXT("out", "FILE", FILE, struct recording, path, WORD_HELP_RECORD_OPTION_OUT)},
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
    struct recording to = {.table = PEN_OPTIONS_DEFAULT};
    const int status = cli_read(command, argc, argv, &to);
    if (status != CLI_GO_ON)
        return status;
    const char *missing = !to.edition    ? "--edition"
                          : !to.players  ? "--players"
                          : !to.has_seed ? "--seed"
                                         : NULL;
    if (missing)
        return cli_wrong_use(command, "%s", host_say(CLI_RECORD_IS_MISSING, missing));
    if (!finder_find_argument(to.edition, &edition) || !own_house_lay(&edition, to.table.house))
        return HOST_WRONG;
    if (pen_table_make(&rules, &edition, &to.table, NULL) != PEN_RULES_GOOD) {
        finder_tell_why_not(&edition, &to.table);
        return HOST_WRONG;
    }
    if (!cli_players_fit(&edition, &rules, to.players))
        return HOST_WRONG;

    return write_record(&edition, &to.table, to.players, to.seed, to.path);
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
