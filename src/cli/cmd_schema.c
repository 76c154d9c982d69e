/* cmd_schema.c - the messages of the protocol as JSON Schema, for whoever writes a client in another
 * language. */
#include <stdio.h>

#include "cli/command.h"
#include "wire/wire.h"
#include "words/help_schema_words.h"

struct schema {
    bool is_asyncapi;
};

static const struct cli_option options[] = {
    {CLI_FLAG("asyncapi", struct schema, is_asyncapi, WORD_HELP_SCHEMA_OPTION_ASYNCAPI)},
    {.name = NULL},
};

static int run(const struct cli_command *command, int argc, char **argv)
{
    static char bytes[WIRE_SCHEMA_BYTES];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    struct schema schema = {false};
    const int status = cli_read(command, argc, argv, &schema);
    if (status != CLI_GO_ON)
        return status;
    if (schema.is_asyncapi)
        wire_asyncapi(&text);
    else
        wire_schema(&text);
    fputs(bytes, stdout);
    return HOST_GOOD;
}

const struct cli_command cli_schema = {
    .name = "schema",
    .usage = "",
    .about = WORD_HELP_SCHEMA_ABOUT,
    .details = WORD_HELP_SCHEMA_DETAILS,
    .options = options,
    .examples = "penultima schema > penultima.schema.json",
    .run = run,
};
