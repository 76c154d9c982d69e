/* cmd_store.c - what is done with a house's data while no server runs: moving them. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/command.h"
#include "hall/hall.h"
#include "store/migrate.h"
#include "store/nodes.h"
#include "store/pg_archive.h"
#include "words/cli_store_words.h"
#include "words/help_store_words.h"

enum { DAYS_MAX = 36500 };

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
    umask(077); /* the journal holds hands and seeds */
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

static void name_table(uint64_t table, char name[STORE_NAME_BYTES])
{
    hall_key_write(table, name, STORE_NAME_BYTES);
}

/* While the nodes of the house run: what is over for so many days. */
static int archive(const char *url, const char *folder, const char *days_text)
{
    char why[STORE_WHY_BYTES], *end;
    const struct store_archive to = {folder, name_table};
    const unsigned long days = strtoul(days_text, &end, 10);
    uint64_t moved;
    struct stat status;
    umask(077); /* the journal holds hands and seeds */
    if (!store_is_url(url) || *end || end == days_text || days == 0 || days > DAYS_MAX ||
        stat(folder, &status) != 0 || !S_ISDIR(status.st_mode)) {
        host_error("%s", host_word(WORD_CLI_STORE_NEEDS_ARCHIVE));
        return HOST_WRONG;
    }
    const bool is_good = store_archive_nodes(url, &to, (unsigned)days, host_lang, &moved, why);
    if (moved > 0 || is_good)
        printf("%s\n", host_say(CLI_STORE_ARCHIVED, (unsigned long long)moved, folder));
    if (is_good)
        return HOST_GOOD;
    host_error("%s: %s", name_of(url), why);
    return HOST_WRONG;
}

static int run(const struct cli_command *command, int argc, char **argv)
{
    const int status = cli_read(command, argc, argv, NULL);
    if (status != CLI_GO_ON)
        return status;
    if (argc - optind == 3 && strcmp(argv[optind], "migrate") == 0)
        return migrate(argv[optind + 1], argv[optind + 2]);
    if (argc - optind == 4 && strcmp(argv[optind], "archive") == 0)
        return archive(argv[optind + 1], argv[optind + 2], argv[optind + 3]);
    return cli_wrong_use(command, "%s", host_word(WORD_CLI_STORE_NEEDS_MIGRATE));
}

const struct cli_command cli_store = {
    .name = "store",
    .usage = "migrate FROM TO | archive URL FOLDER DAYS",
    .about = WORD_HELP_STORE_ABOUT,
    .details = WORD_HELP_STORE_DETAILS,
    .options = options,
    .operands_max = CLI_MANY,
    .words = "migrate archive",
    .examples = "penultima store migrate server.db postgresql://penultima@db.example.org/house\n"
                "penultima store migrate postgresql://penultima@db.example.org/house server.db\n"
                "penultima store archive postgresql://penultima@db.example.org/house /srv/records 30",
    .run = run,
};
