/* command.h - the commands of the program as tables: what they are called, what their options are, what their
 * help says (option.h). */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "cli/option.h"

#define CLI_MANY 1000000 /* operands: as many as one likes */

struct cli_command {
    const char *name;
    const char *once;  /* what it was called before, if that differs: still understood; or null */
    const char *usage; /* what follows the name */
    enum word about;   /* one line, without a full stop */
    enum word details; /* paragraphs for --help; may be empty */
    bool has_bots;     /* --help lists them */
    bool has_config;   /* takes what the person's own file says for its options (config.h) */
    bool has_pipes;    /* talks to others, so it has to hear of a broken pipe itself */
    unsigned operands_max;
    enum cli_offer operand; /* what a shell offers for them */
    const char *words;      /* or these, for the first: "check show" */
    const struct cli_option *options;
    const char *examples; /* one per line */
    int (*run)(const struct cli_command *command, int argc, char **argv);
};

/* X(GROUP, name): every command, as people see them listed under the group's heading. */
#define CLI_COMMAND_LIST(X)         \
    X(PLAY, play)                   \
    X(PLAY, games)                  \
    X(PLAY, watch)                  \
    X(TABLES_ON_THE_NETWORK, join)  \
    X(TABLES_ON_THE_NETWORK, seat)  \
    X(TABLES_ON_THE_NETWORK, serve) \
    X(TABLES_ON_THE_NETWORK, load)  \
    X(TABLES_ON_THE_NETWORK, store) \
    X(LOOK, demo)                   \
    X(RECORDS, replay)              \
    X(RECORDS, record)              \
    X(RECORDS, analyse)             \
    X(RECORDS, problem)             \
    X(RECORDS, stats)               \
    X(RECORDS, verify)              \
    X(EDITIONS, editions)           \
    X(EDITIONS, edition)            \
    X(EDITIONS, house)              \
    X(LABORATORY, sim)              \
    X(LABORATORY, tournament)       \
    X(OTHER, bench)                 \
    X(OTHER, lang)                  \
    X(OTHER, schema)                \
    X(OTHER, help)

#define X(group, name) extern const struct cli_command cli_##name;
CLI_COMMAND_LIST(X)
#undef X

/* All of them; ends with one without a command. */
struct cli_listed {
    enum word title; /* of the group */
    const struct cli_command *command;
};
extern const struct cli_listed cli_commands[];

const struct cli_command *cli_command_find(const char *name);

/* "wrong use" with a hint at --help; returns HOST_WRONG. */
#if defined(__GNUC__) || defined(__clang__)
__attribute__((format(printf, 2, 3)))
#endif
int cli_wrong_use(const struct cli_command *command, const char *format, ...);

/* The same for a value that an option cannot have: says which option, and what its help says. */
int cli_bad_value(const struct cli_command *command, const struct cli_option *option, const char *value);

/* And for the code of a set-up that cannot be read: says which word of it. */
int cli_bad_setup(const struct cli_command *command, const char *code);

void cli_command_help(const struct cli_command *command);
void cli_general_help(void);

/* The games that were kept, for somebody to choose one. False: none was. */
struct tui_list;
PEN_MUST_USE bool cli_games_choose(int (*choose)(void *context, const struct tui_list *list), void *context,
                                   char *path, size_t size, bool *is_over);
/* The paths of the games that 'play' has kept, one a line. */
void cli_games_print(void);

/* For an unknown command: with the one that may have been meant. */
int cli_no_such_command(const char *name);

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

/* Where the terminal cannot show the full screen: lines instead, and why, unless the terminal says so itself.
 */
void cli_need_screen(bool *is_plain);

/* The seat of that name, "Ana María" or as the record has it, "Ana_María". */
bool cli_seat_read(const char *text, const struct pen_names *names, uint8_t *seat);

#endif
