/* config.h - options that stay: what the person has written into a file, and what was chosen last.
 *
 *     $XDG_CONFIG_HOME/penultima/config     written by the person
 *     $XDG_STATE_HOME/penultima/last        written by the menu
 *
 * Both have lines "name = value" with the names of options; a flag's value is yes or no, "#" begins a
 * comment. What stands on the command line goes beyond them. */
#ifndef CLI_CONFIG_H
#define CLI_CONFIG_H

#include "cli/command.h"

/* For the options that the command has; others are of other commands. False: a line is wrong, which was said.
 */
PEN_MUST_USE bool config_read(const struct cli_command *command, void *choices);

/* What was chosen last: lines as above, or nothing. A line that cannot be read any more is passed over. */
void config_read_last(const struct cli_command *command, void *choices);
void config_write_last(const char *lines);

#endif
