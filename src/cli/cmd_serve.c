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

enum { PORT = 7373 };

/* Where tools/systemd/penultima.service keeps its data. */
#define SYSTEM_DATA "/var/lib/penultima/server.db"

static const struct cli_option options[] = {
    {"listen", 'l', "ADDRESS", WORD_HELP_SERVE_OPTION_LISTEN},
    {"port", 'p', "N", WORD_HELP_SERVE_OPTION_PORT},
    {"data", 'd', "FILE|URL", WORD_HELP_SERVE_OPTION_DATA},
    {"node", 'O', "ADDRESS[:PORT]", WORD_HELP_SERVE_OPTION_NODE},
    {"web", 'w', "FOLDER", WORD_HELP_SERVE_OPTION_WEB},
    {"editions", 'E', "FOLDER", WORD_HELP_SERVE_OPTION_EDITIONS},
    {"cert", 'c', "FILE", WORD_HELP_SERVE_OPTION_CERT},
    {"key", 'k', "FILE", WORD_HELP_SERVE_OPTION_KEY},
    {"name", 'N', "NAME", WORD_HELP_SERVE_OPTION_NAME},
    {"origin", 'o', "URL", WORD_HELP_SERVE_OPTION_ORIGIN},
    {"proxy", 'x', "ADDRESS", WORD_HELP_SERVE_OPTION_PROXY},
    {"push", 'P', "CONTACT", WORD_HELP_SERVE_OPTION_PUSH},
    {"push-ca", 'C', "FILE", WORD_HELP_SERVE_OPTION_PUSH_CA},
    {"log-format", 'f', "text|json", WORD_HELP_SERVE_OPTION_LOG_FORMAT},
    {"no-limits", 'n', NULL, WORD_HELP_SERVE_OPTION_NO_LIMITS},
    {"admin", 'a', NULL, WORD_HELP_SERVE_OPTION_ADMIN},
    {.name = NULL},
};

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
static int ask_server(const struct cli_command *command, const struct serve *serve, bool has_data, int argc,
                      char **argv)
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
    return admin_ask(data, has_data || strcmp(serve->door, SYSTEM_DATA) == 0 ? 1 : 2, argv + optind, count,
                     file);
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

/* One of those that are allowed to come: a site (o), a name of ours (N), a proxy (x). */
static bool add_name(const struct cli_command *command, struct serve *serve, int code, const char *value)
{
    struct net_config *net = &serve->net_config;
    unsigned *count = code == 'o' ? &net->origin_count : code == 'N' ? &net->name_count : &net->proxy_count;
    const char *why = NULL;
    if (code == 'N' && !net_name_is_valid(value))
        why = host_say(CLI_SERVE_NAME_NEEDS_A_NAME_AS_IN, value);
    else if (code == 'o' && !is_origin(value))
        why = host_say(CLI_SERVE_ORIGIN_NEEDS_A_SITE_AS_IN, value);
    else if (code == 'x' && !is_address(value))
        why = host_say(CLI_SERVE_PROXY_NEEDS_AN_ADDRESS_IN_NUMBERS, value);
    else if (*count == SERVE_NAMES_MAX)
        why = host_word(WORD_CLI_SERVE_TOO_MANY_OF_THEM);
    if (why) {
        cli_wrong_use(command, "%s", why);
        return false;
    }
    (code == 'o' ? serve->origins : code == 'N' ? serve->names : serve->proxies)[(*count)++] = value;
    return true;
}

/* All that was said is good by itself; whether it goes together. */
static int begin(const struct cli_command *command, struct serve *serve, bool is_admin, const char *editions,
                 int argc, char **argv)
{
    bool has_data = serve->data[0] != 0;
    if (!has_data && !default_data(serve->data, sizeof serve->data))
        return HOST_WRONG;
    if (!find_door(serve))
        return HOST_WRONG;
    if (is_admin)
        return ask_server(command, serve, has_data, argc, argv);
    if (optind < argc)
        return cli_wrong_use(command, "%s", host_say(CLI_WHAT_IS, argv[optind]));
    if (!serve->net_config.cert_file != !serve->net_config.key_file)
        return cli_wrong_use(command, "%s", host_word(WORD_CLI_SERVE_CERT_AND_KEY_GO_TOGETHER));
    if (editions && !serve_read_offers(serve, editions))
        return HOST_WRONG;
    if (serve->push_ca && !serve->push_contact)
        return cli_wrong_use(command, "%s", host_word(WORD_CLI_SERVE_PUSH_CA_GOES_WITH_PUSH));
    return serve_run(serve);
}

static int run(const struct cli_command *command, int argc, char **argv)
{
    static struct serve serve;
    bool is_admin = false;
    const char *value, *editions = NULL;
    uint64_t number;
    serve.net_config.message_bytes_max = SERVE_MESSAGE_BYTES_MAX;
    serve.net_config.listen = "127.0.0.1";
    serve.net_config.port = PORT;
    serve.has_limits = true;
    for (int code; (code = cli_option_next(command, argc, argv, &value)) != CLI_END;) {
        switch (code) {
        case 'l':
            serve.net_config.listen = value;
            break;
        case 'p':
            if (!host_number_read(value, UINT16_MAX, &number))
                return cli_wrong_use(command, "%s", host_say(CLI_SERVE_NOT_A_PORT, value));
            serve.net_config.port = (uint16_t)number;
            break;
        case 'd':
            if ((size_t)snprintf(serve.data, sizeof serve.data, "%s", value) >= sizeof serve.data)
                return cli_wrong_use(command, "%s", host_word(WORD_CLI_SERVE_THE_PATH_IS_TOO_LONG));
            break;
        case 'O':
            serve.node = value;
            break;
        case 'w':
            serve.web = value;
            break;
        case 'E':
            editions = value;
            break;
        case 'c':
            serve.net_config.cert_file = value;
            break;
        case 'k':
            serve.net_config.key_file = value;
            break;
        case 'o':
        case 'N':
        case 'x':
            if (!add_name(command, &serve, code, value))
                return HOST_WRONG;
            break;
        case 'P':
            if (!is_contact(value))
                return cli_wrong_use(command, "%s", host_say(CLI_SERVE_PUSH_NEEDS_A_CONTACT, value));
            serve.push_contact = value;
            break;
        case 'C':
            serve.push_ca = value;
            break;
        case 'f':
            if (!serve_log_format(value))
                return cli_wrong_use(command, "%s", host_say(CLI_SERVE_LOG_FORMAT_IS_TEXT_OR_JSON, value));
            break;
        case 'n':
            serve.has_limits = false;
            break;
        case 'a':
            is_admin = true;
            break;
        default:
            return code == CLI_DONE ? HOST_GOOD : HOST_WRONG;
        }
    }
    return begin(command, &serve, is_admin, editions, argc, argv);
}

const struct cli_command cli_serve = {
    .name = "serve",
    .usage = "[OPTION...] [--admin WORD...]",
    .about = WORD_HELP_SERVE_ABOUT,
    .details = WORD_HELP_SERVE_DETAILS,
    .options = options,
    .examples = "penultima serve\n"
                "penultima serve --listen 0.0.0.0\n"
                "penultima serve --cert chain.pem --key key.pem --listen :: --port 443\n"
                "penultima serve --admin list\n"
                "penultima serve --admin backup copy.db",
    .run = run,
};
