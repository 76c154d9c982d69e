/* cmd_serve.c - the options of the server, and asking one that runs. What it does is in src/serve. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "platform/folder.h"
#include "serve/serve.h"
#include "net/address.h"
#include "net/handshake.h"
#include "net/url.h"
#include "words/cli_serve_words.h"
#include "words/cli_words.h"
#include "words/help_serve_words.h"

enum { PORT = 7373, ARCHIVE_DAYS = 30, ARCHIVE_DAYS_MAX = 36500 };

/* Where tools/systemd/penultima.service keeps its data. */
#define SYSTEM_DATA "/var/lib/penultima/server.db"

static bool default_data(char *path, size_t size)
{
    const char *state = getenv("STATE_DIRECTORY");
    bool is_good;
    if (state && state[0] == '/' && !strchr(state, ':')) /* systemd gave us one */
        is_good = (size_t)snprintf(path, size, "%s/server.db", state) < size;
    else
        is_good = platform_home_path(PLATFORM_HOME_DATA, "/server.db", path, size);
    if (!is_good)
        host_error("%s", host_word(WORD_CLI_SERVE_NO_PLACE_FOR_THE_DATA_GIVE));
    return is_good;
}

/* A database has no folder: the operator's socket is among our own things, one per port. */
static bool find_door(struct serve *serve)
{
    char name[64];
    snprintf(name, sizeof name, "/node-%u", (unsigned)serve->net_config.port);
    if (!store_is_url(serve->data))
        return snprintf(serve->door, sizeof serve->door, "%s", serve->data) >= 0;
    const char *state = getenv("STATE_DIRECTORY");
    bool is_good =
        state && state[0] == '/' && !strchr(state, ':')
            ? (size_t)snprintf(serve->door, sizeof serve->door, "%s%s", state, name) < sizeof serve->door
            : platform_home_path(PLATFORM_HOME_DATA, name, serve->door, sizeof serve->door);
    if (!is_good)
        host_error("%s", host_word(WORD_CLI_SERVE_NO_PLACE_FOR_THE_DATA_GIVE));
    return is_good;
}

/* Without --data: the server of whoever asks, or the one that the system runs. */
static int ask_server(const struct cli_command *command, const struct serve *serve, bool has_data,
                      bool is_shared, int argc, char **argv)
{
    const char *data[] = {serve->door, SYSTEM_DATA};
    const char *file = NULL;
    int count = argc - optind;
    if (count < 1 || count > 4)
        return cli_wrong_use(command, "%s", host_word(WORD_CLI_SERVE_ADMIN_NEEDS_LIST_INSPECT_CLOSE_EXPORT));
    if (strcmp(argv[optind], "backup") == 0) {
        if (count != 2)
            return cli_wrong_use(command, "%s", host_word(WORD_CLI_SERVE_BACKUP_NEEDS_A_FILE));
        file = argv[optind + 1];
        count = 1;
        if (access(file, F_OK) == 0) {
            host_error("%s", host_say(CLI_SERVE_THERE_IS_ALREADY_A_FILE_OF, file));
            return HOST_NO;
        }
    }
    if (is_shared) {
        if (strcmp(argv[optind], "export") != 0 || count != 2)
            return cli_wrong_use(command, "%s", host_word(WORD_CLI_SERVE_SHARED_NEEDS_A_FOLDER));
        file = argv[optind + 1];
        if (access(file, F_OK) == 0) {
            host_error("%s", host_say(CLI_SERVE_THERE_IS_ALREADY_A_FILE_OF, file));
            return HOST_NO;
        }
    }
    char *given[] = {SERVE_GIVEN_ORDER};
    return admin_ask(data, has_data || strcmp(serve->door, SYSTEM_DATA) == 0 ? 1 : 2,
                     is_shared ? given : argv + optind, is_shared ? 1 : count, file,
                     is_shared ? ADMIN_FOLDER : ADMIN_FILE);
}

/* As a browser writes it: scheme, host and port, and nothing behind. */
static bool is_origin(const char *text)
{
    struct net_url url;
    const char *host = strstr(text, "://");
    return net_url_read(text, &url) && text[0] == 'h' && host && !strpbrk(host + 3, "/?#");
}

/* Whom push services may write to. */
static bool is_contact(const char *text)
{
    const bool is_mail = strncmp(text, "mailto:", 7) == 0 && strchr(text + 7, '@');
    return strlen(text) < 200 && !strpbrk(text, " \"\\") && (is_mail || strncmp(text, "https://", 8) == 0);
}

static bool is_address(const char *text)
{
    struct net_address_key key;
    return net_address_read(text, &key);
}

/* One of those that are allowed to come: a site, a name of ours, a proxy. 'most' says which. */
enum { SITE, NAME, PROXY };

static enum cli_answer take_name(const struct cli_option *option, const char *value, void *member)
{
    struct serve *serve = member;
    struct net_config *net = &serve->net_config;
    const uint64_t kind = option->most;
    unsigned *count = kind == SITE ? &net->origin_count : kind == NAME ? &net->name_count : &net->proxy_count;
    const char *why = NULL;
    if (kind == NAME && !net_name_is_valid(value))
        why = host_say(CLI_SERVE_NAME_NEEDS_A_NAME_AS_IN, value);
    else if (kind == SITE && !is_origin(value))
        why = host_say(CLI_SERVE_ORIGIN_NEEDS_A_SITE_AS_IN, value);
    else if (kind == PROXY && !is_address(value))
        why = host_say(CLI_SERVE_PROXY_NEEDS_AN_ADDRESS_IN_NUMBERS, value);
    else if (*count == SERVE_NAMES_MAX)
        why = host_word(WORD_CLI_SERVE_TOO_MANY_OF_THEM);
    if (why) {
        cli_wrong_use(&cli_serve, "%s", why);
        return CLI_REPORTED;
    }
    (kind == SITE ? serve->origins : kind == NAME ? serve->names : serve->proxies)[(*count)++] = value;
    return CLI_TAKEN;
}

static enum cli_answer take_part(const struct cli_option *option, const char *value, void *member)
{
    struct serve *serve = member;
    (void)option;
    if (serve->part_count == STORE_PARTS_MAX) {
        cli_wrong_use(&cli_serve, "%s", host_word(WORD_CLI_SERVE_TOO_MANY_OF_THEM));
        return CLI_REPORTED;
    }
    serve->parts[serve->part_count++] = value;
    return CLI_TAKEN;
}

/* Each is a database, and one of them is ours. */
static bool find_own_part(struct serve *serve)
{
    unsigned found = 0;
    for (unsigned i = 0; i < serve->part_count; i++) {
        if (!store_is_url(serve->parts[i]))
            return false;
        if (strcmp(serve->parts[i], serve->data) == 0) {
            serve->own_part = i;
            found++;
        }
    }
    return serve->part_count == 0 || found == 1;
}

static enum cli_answer take_port(const struct cli_option *option, const char *value, void *member)
{
    uint64_t port;
    (void)option;
    if (!host_number_read(value, UINT16_MAX, &port)) {
        cli_wrong_use(&cli_serve, "%s", host_say(CLI_SERVE_NOT_A_PORT, value));
        return CLI_REPORTED;
    }
    *(uint16_t *)member = (uint16_t)port;
    return CLI_TAKEN;
}

static enum cli_answer take_days(const struct cli_option *option, const char *value, void *member)
{
    (void)option;
    if (host_number_read(value, ARCHIVE_DAYS_MAX, member))
        return CLI_TAKEN;
    cli_wrong_use(&cli_serve, "%s", host_say(CLI_SERVE_ARCHIVE_AFTER_IS_DAYS, value));
    return CLI_REPORTED;
}

static enum cli_answer take_data(const struct cli_option *option, const char *value, void *member)
{
    if ((size_t)snprintf(member, option->bytes, "%s", value) < option->bytes)
        return CLI_TAKEN;
    cli_wrong_use(&cli_serve, "%s", host_word(WORD_CLI_SERVE_THE_PATH_IS_TOO_LONG));
    return CLI_REPORTED;
}

static enum cli_answer take_contact(const struct cli_option *option, const char *value, void *member)
{
    (void)option;
    *(const char **)member = value;
    if (is_contact(value))
        return CLI_TAKEN;
    cli_wrong_use(&cli_serve, "%s", host_say(CLI_SERVE_PUSH_NEEDS_A_CONTACT, value));
    return CLI_REPORTED;
}

static enum cli_answer take_log_format(const struct cli_option *option, const char *value, void *member)
{
    (void)option, (void)member;
    if (serve_log_format(value))
        return CLI_TAKEN;
    cli_wrong_use(&cli_serve, "%s", host_say(CLI_SERVE_LOG_FORMAT_IS_TEXT_OR_JSON, value));
    return CLI_REPORTED;
}

/* ---- the command ----------------------------------------------------------------------------- */

struct opening {
    struct serve serve;
    const char *editions;
    bool is_admin, is_shared, has_no_limits, has_port;
};

static const struct cli_option options[] = {
    {CLI_TEXT("listen", "ADDRESS", NOTHING, struct opening, serve.net_config.listen,
              WORD_HELP_SERVE_OPTION_LISTEN)},
    {CLI_VALUE("port", "N", NOTHING, take_port, struct opening, serve.net_config.port,
               WORD_HELP_SERVE_OPTION_PORT),
     CLI_MARK(struct opening, has_port)},
    {CLI_VALUE("data", "FILE|URL", FILE, take_data, struct opening, serve.data, WORD_HELP_SERVE_OPTION_DATA)},
    {CLI_FLAG("create", struct opening, serve.makes_folders, WORD_HELP_SERVE_OPTION_CREATE)},
    {CLI_TEXT("node", "ADDRESS[:PORT]", NOTHING, struct opening, serve.node, WORD_HELP_SERVE_OPTION_NODE)},
    {CLI_VALUE("part", "URL", NOTHING, take_part, struct opening, serve, WORD_HELP_SERVE_OPTION_PART)},
    {CLI_TEXT("web", "FOLDER", FOLDER, struct opening, serve.site.folder, WORD_HELP_SERVE_OPTION_WEB)},
    {CLI_TEXT("editions", "FOLDER", FOLDER, struct opening, editions, WORD_HELP_SERVE_OPTION_EDITIONS)},
    {CLI_TEXT("cert", "FILE", FILE, struct opening, serve.net_config.cert_file, WORD_HELP_SERVE_OPTION_CERT)},
    {CLI_TEXT("key", "FILE", FILE, struct opening, serve.net_config.key_file, WORD_HELP_SERVE_OPTION_KEY)},
    {CLI_VALUE("name", "NAME", NOTHING, take_name, struct opening, serve, WORD_HELP_SERVE_OPTION_NAME),
     .most = NAME},
    {CLI_VALUE("origin", "URL", NOTHING, take_name, struct opening, serve, WORD_HELP_SERVE_OPTION_ORIGIN),
     .most = SITE},
    {CLI_VALUE("proxy", "ADDRESS", NOTHING, take_name, struct opening, serve, WORD_HELP_SERVE_OPTION_PROXY),
     .most = PROXY},
    {CLI_VALUE("push", "CONTACT", NOTHING, take_contact, struct opening, serve.push_contact,
               WORD_HELP_SERVE_OPTION_PUSH)},
    {CLI_TEXT("push-ca", "FILE", FILE, struct opening, serve.push_ca, WORD_HELP_SERVE_OPTION_PUSH_CA)},
    {CLI_TEXT("words", "FILE", FILE, struct opening, serve.words, WORD_HELP_SERVE_OPTION_WORDS)},
    {CLI_TEXT("archive", "FOLDER", FOLDER, struct opening, serve.archive, WORD_HELP_SERVE_OPTION_ARCHIVE)},
    {CLI_VALUE("archive-after", "DAYS", NOTHING, take_days, struct opening, serve.archive_days,
               WORD_HELP_SERVE_OPTION_ARCHIVE_AFTER)},
    {CLI_VALUE("log-format", "text|json", NOTHING, take_log_format, struct opening, serve,
               WORD_HELP_SERVE_OPTION_LOG_FORMAT)},
    {CLI_FLAG("no-limits", struct opening, has_no_limits, WORD_HELP_SERVE_OPTION_NO_LIMITS)},
    {CLI_FLAG("no-confine", struct opening, serve.is_free, WORD_HELP_SERVE_OPTION_NO_CONFINE)},
    {CLI_FLAG("admin", struct opening, is_admin, WORD_HELP_SERVE_OPTION_ADMIN)},
    {CLI_FLAG("shared", struct opening, is_shared, WORD_HELP_SERVE_OPTION_SHARED)},
    {.name = NULL},
};

/* All that was said is good by itself; whether it goes together. */
static int begin(const struct cli_command *command, struct opening *opening, int argc, char **argv)
{
    struct serve *serve = &opening->serve;
    bool has_data = serve->data[0] != 0;
    int status;
    if (!has_data && !default_data(serve->data, sizeof serve->data))
        return HOST_WRONG;
    if (!find_door(serve))
        return HOST_WRONG;
    serve->makes_folders = serve->makes_folders || !has_data || store_is_url(serve->data);
    if (opening->is_admin)
        return ask_server(command, serve, has_data, opening->is_shared, argc, argv);
    if (optind < argc)
        return cli_wrong_use(command, "%s", host_say(CLI_UNEXPECTED_ARGUMENT, argv[optind]));
    if (!serve->net_config.cert_file != !serve->net_config.key_file)
        return cli_wrong_use(command, "%s", host_word(WORD_CLI_SERVE_CERT_AND_KEY_GO_TOGETHER));
    if (!find_own_part(serve))
        return cli_wrong_use(command, "%s", host_word(WORD_CLI_SERVE_PART_GOES_WITH_DATA));
    if (opening->editions && !serve_read_offers(serve, opening->editions))
        return HOST_WRONG;
    if (serve->push_ca && !serve->push_contact)
        return cli_wrong_use(command, "%s", host_word(WORD_CLI_SERVE_PUSH_CA_GOES_WITH_PUSH));
    return serve_find_open(serve, opening->has_port, &status) ? status : serve_run(serve);
}

static int run(const struct cli_command *command, int argc, char **argv)
{
    static struct opening opening;
    struct serve *serve = &opening.serve;
    serve->net_config.message_bytes_max = SERVE_MESSAGE_BYTES_MAX;
    serve->net_config.listen = "127.0.0.1";
    serve->net_config.port = PORT;
    serve->archive_days = ARCHIVE_DAYS;
    serve->site.pack = site_pack;
    const int status = cli_read(command, argc, argv, &opening);
    if (status != CLI_GO_ON)
        return status;
    serve->has_limits = !opening.has_no_limits;
    return begin(command, &opening, argc, argv);
}

const struct cli_command cli_serve = {
    .name = "serve",
    .usage = "[OPTION...] [--admin WORD...]",
    .about = WORD_HELP_SERVE_ABOUT,
    .details = WORD_HELP_SERVE_DETAILS,
    .options = options,
    .has_pipes = true,
    .operands_max = CLI_MANY,
    .examples = "penultima serve\n"
                "penultima serve --listen 0.0.0.0\n"
                "penultima serve --cert chain.pem --key key.pem --listen :: --port 443\n"
                "penultima serve --admin list\n"
                "penultima serve --admin backup copy.db\n"
                "penultima serve --admin export --shared games",
    .run = run,
};
