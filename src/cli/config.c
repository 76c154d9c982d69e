/* config.c - reads "name = value", line by line. */
#include "cli/config.h"

#include <stdio.h>
#include <string.h>

#include "platform/bytes.h"
#include "platform/folder.h"
#include "words/cli_words.h"

enum { PATH_BYTES = 4096, LINE_BYTES = 512 };

static bool is_option(const char *name)
{
    for (const struct cli_listed *listed = cli_commands; listed->command; listed++)
        for (const struct cli_option *option = listed->command->options; option && option->name; option++)
            if (strcmp(option->name, name) == 0)
                return true;
    return strcmp(name, "lang") == 0;
}

static char *trim(char *text)
{
    text += strspn(text, " \t");
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r", text[length - 1]))
        text[--length] = 0;
    return text;
}

/* "name = value"; null: it is none. A comment or an empty line has an empty name. */
static char *read_line(char *line, char **value)
{
    char *comment = line[strspn(line, " \t")] == '#' ? line : NULL, *equals = strchr(line, '=');
    if (comment || !*trim(line))
        return memset(line, 0, 1);
    if (!equals)
        return NULL;
    *equals = 0;
    *value = trim(equals + 1);
    return trim(line);
}

/* Each line of the file. 'is_own': the person has written it and hears what is wrong with it. */
static bool read_file(const char *path, const struct cli_command *command, void *choices, bool is_own)
{
    struct host_file file;
    const char *why;
    if (!host_file_try(path, &file, &why))
        return true; /* there is none */
    const char *at = file.bytes, *end = file.bytes + file.count;
    bool is_good = true;
    for (unsigned number = 1; at < end && is_good; number++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        char line[LINE_BYTES], *value = line;
        snprintf(line, sizeof line, "%.*s", (int)(stop - at), at);
        at = stop + 1;
        const char *name = read_line(line, &value);
        bool is_known = false;
        if (name && name[0])
            is_good = cli_take_named(command, name, value, choices, &is_known) || !is_own;
        if (is_own && (!name || (name[0] && !is_known && !is_option(name)))) {
            host_error("%s:%u: %s", path, number,
                       host_say(CLI_CONFIG_NO_OPTION, host_part(40, name ? name : line)));
            is_good = false;
        }
    }
    host_file_drop(&file);
    return is_good;
}

bool config_read(const struct cli_command *command, void *choices)
{
    char path[PATH_BYTES];
    return !platform_home_path(PLATFORM_HOME_CONFIG, "/config", path, sizeof path) ||
           read_file(path, command, choices, true);
}

void config_read_last(const struct cli_command *command, void *choices)
{
    char path[PATH_BYTES];
    if (platform_home_path(PLATFORM_HOME_STATE, "/last", path, sizeof path))
        (void)read_file(path, command, choices, false);
}

void config_write_last(const char *lines)
{
    char path[PATH_BYTES];
    if (platform_home_path(PLATFORM_HOME_STATE, "/last", path, sizeof path) && platform_folders_make(path))
        (void)!platform_file_write(path, lines, strlen(lines), 0666,
                                   PLATFORM_NO_SYNC); /* only a convenience */
}
