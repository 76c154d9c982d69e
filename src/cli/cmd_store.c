/* cmd_store.c - what is done with a house's data while no server runs: moving them. */
#include <getopt.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "store/migrate.h"
#include "store/nodes.h"

static const struct cli_option options[] = {{.name = NULL}};

static void ignore_wake(void *context)
{
    (void)context;
}

/* A database says nothing of its password. */
static const char *name_of(const char *data)
{
    const char *at = strrchr(data, '@');
    return store_is_url(data) && at ? at + 1 : data;
}

/* Nobody else may be using it. */
static bool open_alone(struct store *store, const char *data)
{
    char why[STORE_WHY_BYTES];
    if (!store_open(store, data, host_lang, ignore_wake, NULL, why)) {
        host_error("%s: %s", name_of(data), why);
        return false;
    }
    if (!store_has_nodes(store) || store_nodes_be_alone(store, why))
        return true;
    host_error("%s: %s", name_of(data), why);
    (void)store_close(store);
    return false;
}

static int migrate(const char *from_name, const char *to_name)
{
    struct store from, to;
    struct store_moved moved = {0};
    char why[STORE_WHY_BYTES];
    if (!store_is_url(from_name) && access(from_name, R_OK) != 0) {
        host_error("%s", host_say(CLI_STORE_NO_SUCH_DATA, from_name));
        return HOST_WRONG;
    }
    if (!open_alone(&from, from_name))
        return HOST_WRONG;
    if (!open_alone(&to, to_name)) {
        (void)store_close(&from);
        return HOST_WRONG;
    }
    bool is_good = store_migrate(&from, &to, host_lang, &moved, why);
    (void)store_close(&from);
    is_good = store_close(&to) && is_good;
    if (!is_good) {
        host_error("%s", why);
        return HOST_WRONG;
    }
    printf("%s\n", host_say(CLI_STORE_MOVED, moved.tables, moved.entries, moved.ended));
    return HOST_GOOD;
}

static int run(const struct cli_command *command, int argc, char **argv)
{
    const char *value;
    int code = cli_option_next(command, argc, argv, &value);
    if (code != CLI_END)
        return code == CLI_DONE ? HOST_GOOD : HOST_WRONG;
    if (argc - optind == 3 && strcmp(argv[optind], "migrate") == 0)
        return migrate(argv[optind + 1], argv[optind + 2]);
    return cli_wrong_use(command, "%s", host_word(WORD_CLI_STORE_NEEDS_MIGRATE));
}

const struct cli_command cli_store = {
    .name = "store",
    .usage = "migrate FROM TO",
    .about = WORD_HELP_STORE_ABOUT,
    .details = WORD_HELP_STORE_DETAILS,
    .options = options,
    .examples = "penultima store migrate server.db postgresql://penultima@db.example.org/house\n"
                "penultima store migrate postgresql://penultima@db.example.org/house server.db",
    .run = run,
};
