/* manual.h - what else comes from the tables of the commands: manual pages, completion. */
#ifndef CLI_MANUAL_H
#define CLI_MANUAL_H

#include "cli/command.h"

/* A manual page (roff, man(7)); of the program if 'command' is null. */
void manual_print(const struct cli_command *command);

/* A script for "bash", "zsh" or "fish". False: there is none for that shell. */
PEN_MUST_USE bool completion_print(const char *shell);

/* What a shell offers for a value, one a line: "editions", "house", ... False: there is no such kind. */
PEN_MUST_USE bool completion_words(const char *kind);

#endif
