/* command.h - the commands of the program as tables: what they are called, what their options are,
 * what their help says. Options are parsed from these tables, so help and behaviour cannot differ. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "platform/host.h"

#define CLI_OPTIONS_MAX 24

/* A table of options ends with one without a name. */
struct cli_option {
    const char *name;  /* "edition" */
    char code;         /* what cli_option_next() returns for it; not 'h' or 'L' */
    const char *value; /* "FILE", or null */
    enum word about;
};

struct cli_command {
    const char *name;
    const char *usage; /* what follows the name */
    enum word about;   /* one line, without a full stop */
    enum word details; /* paragraphs for --help; may be empty */
    bool has_bots;     /* --help lists them */
    const struct cli_option *options;
    const char *examples; /* one per line */
    int (*run)(const struct cli_command *command, int argc, char **argv);
};

/* A heading for people and the commands below it; the last group has none. */
struct cli_group {
    enum word title;
    const struct cli_command *commands[8]; /* ends with null */
};
extern const struct cli_group cli_groups[];

extern const struct cli_command cli_play, cli_games, cli_watch, cli_replay, cli_record, cli_coach,
    cli_editions, cli_edition, cli_house, cli_bench, cli_demo, cli_sim, cli_tournament, cli_verify, cli_serve,
    cli_join, cli_load, cli_help, cli_lang, cli_store;

const struct cli_command *cli_command_find(const char *name);

enum { CLI_END = -1, CLI_DONE = -2, CLI_BAD = -3 };

/* The next option's code, its value in '*value'; CLI_END when only operands are left (at optind).
 * --help and --lang are seen to here: CLI_DONE when help was printed, CLI_BAD when an error was. */
int cli_option_next(const struct cli_command *command, int argc, char **argv, const char **value);

/* "wrong use" with a hint at --help; returns HOST_WRONG. */
#if defined(__GNUC__) || defined(__clang__)
__attribute__((format(printf, 2, 3)))
#endif
int cli_wrong_use(const struct cli_command *command, const char *format, ...);

/* The same for a value that an option cannot have: says which option, and what its help says. */
int cli_bad_value(const struct cli_command *command, int code, const char *value);

/* And for the code of a set-up that cannot be read: says which word of it. */
int cli_bad_setup(const struct cli_command *command, const char *code);

void cli_command_help(const struct cli_command *command);
void cli_general_help(void);

/* ---- values that several commands take -------------------------------------------------------- */

/* "progressive,seven-0"; "none" or nothing for no house rules. Files are own_house.h's. */
PEN_MUST_USE bool cli_house_read(const char *text, pen_house_set *house);
PEN_MUST_USE bool cli_scoring_read(const char *text, uint8_t *scoring);

/* RULES O2, O28: "skip" or "turn". */
PEN_MUST_USE bool cli_reverse_read(const char *text, uint8_t *reverse);

/* RULES M1, M4: "2", or "2,open" for hands that partners see; "none". */
PEN_MUST_USE bool cli_teams_read(const char *text, struct pen_options *options);

/* Whether so many can play by these rules; if not, says why. */
PEN_MUST_USE bool cli_players_fit(const struct pen_edition *edition, const struct pen_rules *rules,
                                  unsigned players);

/* What an edition is called in figures: one of somebody's own by its title, the others by their id. */
const char *cli_edition_name(const struct pen_edition *edition);

/* The players of games without people: Ana, Beto, Carla ... */
struct pen_names cli_names(unsigned count);

/* The seat of that name, "Ana María" or as the record has it, "Ana_María". */
bool cli_seat_read(const char *text, const struct pen_names *names, uint8_t *seat);

#endif
