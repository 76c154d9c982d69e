/* option.h - the options of a command as a table: what they are called, what reads their values and where
 * these go, what a shell can offer for them. Parsing, --help, completion and manual pages come from the same
 * rows, so they cannot differ.
 *
 * A command keeps its choices in one structure. Each row names a member of it; cli_read() fills it in. */
#ifndef CLI_OPTION_H
#define CLI_OPTION_H

#include <stddef.h>

#include "platform/host.h"

/* X(name, word): what a shell can complete a value or an operand with (help --words WORD; files by itself).
 */
#define CLI_OFFER_LIST(X)    \
    X(NOTHING, "")           \
    X(FILE, "file")          \
    X(FOLDER, "folder")      \
    X(EDITION, "editions")   \
    X(HOUSE, "house")        \
    X(BOT, "bots")           \
    X(SCORING, "scoring")    \
    X(REVERSE, "reverse")    \
    X(SPEED, "speed")        \
    X(SETTING, "setting")    \
    X(GAME, "games")         \
    X(LANGUAGE, "languages") \
    X(COMMAND, "commands")

enum cli_offer {
#define X(name, word) CLI_OFFER_##name,
    CLI_OFFER_LIST(X)
#undef X
        CLI_OFFER_COUNT
};

enum cli_answer {
    CLI_TAKEN,
    CLI_REFUSED, /* the usual sentence: this option cannot have that value */
    CLI_REPORTED /* refused, and what is wrong has been said */
};

struct cli_command;

/* A table of options ends with one without a name. Each has --lang and --help besides. */
struct cli_option {
    const char *name;  /* "edition" */
    const char *value; /* "FILE", or null: a flag */
    enum word about;
    enum cli_offer offer;
    /* Reads the value into the member; 'value' is null for a flag. */
    enum cli_answer (*read)(const struct cli_option *option, const char *value, void *member);
    size_t member, bytes; /* where it is in the command's structure, and its size */
    size_t mark;          /* a bool beside it that says it was given; 0: none */
    uint64_t least, most; /* of a number */
    uint8_t constant;     /* what a flag sets its byte to */
    uint16_t setting;     /* SETUP_SETTING() of a table's setting; 0: none */
};

#define CLI_MEMBER(type, name) .member = offsetof(type, name), .bytes = sizeof(((type *)0)->name)
#define CLI_MARK(type, name) .mark = offsetof(type, name)

/* One row is {CLI_...(...)}, or {CLI_...(...), CLI_MARK(...)}. */
#define CLI_FLAG(named, type, where, said) CLI_CONSTANT(named, 1, type, where, said)
#define CLI_CONSTANT(named, number, type, where, said) \
    .name = (named), .about = (said), .read = cli_take_flag, CLI_MEMBER(type, where), .constant = (number)
#define CLI_TEXT(named, shown, offered, type, where, said) \
    CLI_VALUE(named, shown, offered, cli_take_text, type, where, said)
#define CLI_NUMBER(named, shown, from, to, type, where, said) \
    CLI_VALUE(named, shown, NOTHING, cli_take_number, type, where, said), .least = (from), .most = (to)
/* Whatever else, by a function of the command's own. */
#define CLI_VALUE(named, shown, offered, function, type, where, said)                                     \
    .name = (named), .value = (shown), .offer = CLI_OFFER_##offered, .about = (said), .read = (function), \
    CLI_MEMBER(type, where)

/* Edition files given beforehand, one by one, into a struct edition_finder. */
#define CLI_EDITIONS(type, where, said) \
    CLI_VALUE("edition", "FILE", FILE, cli_take_edition, type, where, said)

/* Those of a table, into a struct pen_options. */
#define CLI_HOUSE(type, where, said) CLI_VALUE("house", "A,B", HOUSE, cli_take_house, type, where.house, said)
#define CLI_TEAMS(type, where, said) CLI_VALUE("teams", "N", NOTHING, cli_take_teams, type, where, said)
#define CLI_SCORING(type, where, said) \
    CLI_VALUE("scoring", "S", SCORING, cli_take_scoring, type, where.scoring, said)
#define CLI_REVERSE(type, where, said) \
    CLI_VALUE("reverse", "R", REVERSE, cli_take_reverse, type, where.reverse_with_two, said)
#define CLI_TARGET(type, where, said) CLI_NUMBER("target", "N", 1, PEN_TARGET_MAX, type, where.target, said)
#define CLI_SEATS(type, where, said) \
    CLI_NUMBER("players", "N", PEN_SEATS_MIN, PEN_SEATS_MAX, type, where, said)

/* One option by its name, as if it stood on the command line; a flag's value is "yes" or "no". False: it
 * cannot have that value, which has been said. */
PEN_MUST_USE bool cli_take_named(const struct cli_command *command, const char *name, const char *value,
                                 void *choices, bool *is_known);

enum cli_answer cli_take_flag(const struct cli_option *option, const char *value, void *member);
enum cli_answer cli_take_text(const struct cli_option *option, const char *value, void *member);
enum cli_answer cli_take_number(const struct cli_option *option, const char *value, void *member);
enum cli_answer cli_take_edition(const struct cli_option *option, const char *value, void *member);
enum cli_answer cli_take_house(const struct cli_option *option, const char *value, void *member);
enum cli_answer cli_take_teams(const struct cli_option *option, const char *value, void *member);
enum cli_answer cli_take_scoring(const struct cli_option *option, const char *value, void *member);
enum cli_answer cli_take_reverse(const struct cli_option *option, const char *value, void *member);

enum { CLI_GO_ON = -1 };

/* Reads the options into 'choices'. CLI_GO_ON: the operands begin at optind; otherwise the status to end
 * with, after --help or an error, which has been reported. */
int cli_read(const struct cli_command *command, int argc, char **argv, void *choices);

/* The options that every command has. */
extern const struct cli_option cli_common_options[];

/* The candidate that somebody may have meant by 'word'; null: none is near. Candidates come one by one. */
struct cli_nearest {
    const char *word;
    char best[64];
    unsigned distance;
};
void cli_nearest_offer(struct cli_nearest *nearest, const char *candidate);
/* " Did you mean ...?", or nothing. */
const char *cli_nearest_hint(const struct cli_nearest *nearest);

#endif
