/* cmd_serve.c - the options of the server, and asking one that runs. What it does is in src/serve. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "serve/serve.h"
#include "net/address.h"
#include "net/handshake.h"
#include "net/url.h"

enum { PORT = 7373 };

/* Where tools/systemd/penultima.service keeps its data. */
#define SYSTEM_DATA "/var/lib/penultima/server.db"

static const struct cli_option options[] = {
    {"listen",
     'l',
     "ADDRESS",
     {"where to listen; 0.0.0.0 for the home network (usually 127.0.0.1)",
      "dónde escuchar; 0.0.0.0 para la red de casa (por lo común 127.0.0.1)"}},
    {"port", 'p', "N", {"usually 7373; 0 for any that is free", "por lo común 7373; 0 para uno libre"}},
    {"data", 'd', "FILE", {"where tables are kept", "dónde se guardan las mesas"}},
    {"web", 'w', "FOLDER", {"the pages", "las páginas"}},
    {"cert", 'c', "FILE", {"certificate for https and wss (PEM)", "certificado para https y wss (PEM)"}},
    {"key", 'k', "FILE", {"its key", "su clave"}},
    {"name",
     'N',
     "NAME",
     {"a name under which it is found, as in mesas.example.org; can be repeated",
      "un nombre con el que se la encuentra, como mesas.example.org; se puede repetir"}},
    {"origin",
     'o',
     "URL",
     {"another site whose pages may connect; can be repeated",
      "otro sitio cuyas páginas pueden conectarse; se puede repetir"}},
    {"proxy",
     'x',
     "ADDRESS",
     {"a proxy whose X-Forwarded-For is believed; can be repeated",
      "un proxy cuyo X-Forwarded-For se cree; se puede repetir"}},
    {"log-format",
     'f',
     "text|json",
     {"how what happens is told on standard error (usually text)",
      "cómo se cuenta lo que pasa por la salida de errores (por lo común text)"}},
    {"no-limits",
     'n',
     NULL,
     {"no limits per address and connection: for measuring",
      "sin límites por dirección ni conexión: para medir"}},
    {"admin",
     'a',
     NULL,
     {"ask the server that is running with this data", "preguntar al servidor en marcha con estos datos"}},
    {.name = NULL},
};

static bool default_data(char *path, size_t size)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME"), *state = getenv("STATE_DIRECTORY");
    int length;
    if (state && state[0] == '/' && !strchr(state, ':')) /* systemd gave us one */
        length = snprintf(path, size, "%s/server.db", state);
    else if (data && data[0] == '/')
        length = snprintf(path, size, "%s/penultima/server.db", data);
    else if (home && home[0])
        length = snprintf(path, size, "%s/.local/share/penultima/server.db", home);
    else
        length = -1;
    if (length < 0 || (size_t)length >= size) {
        host_error("%s", host_text("no place for the data: give one with --data FILE",
                                   "no hay dónde guardar los datos: indícalo con --data FICHERO"));
        return false;
    }
    return true;
}

/* Without --data: the server of whoever asks, or the one that the system runs. */
static int ask_server(const struct cli_command *command, const struct serve *serve, bool has_data, int argc,
                      char **argv)
{
    const char *data[] = {serve->data, SYSTEM_DATA};
    const char *file = NULL;
    int count = argc - optind;
    if (count < 1 || count > 4)
        return cli_wrong_use(command, "%s",
                             host_text("--admin needs list, inspect, close, export, backup or key",
                                       "--admin necesita list, inspect, close, export, backup o key"));
    if (strcmp(argv[optind], "backup") == 0) {
        if (count != 2)
            return cli_wrong_use(command, "%s",
                                 host_text("backup needs a file", "backup necesita un fichero"));
        file = argv[optind + 1];
        count = 1;
        if (access(file, F_OK) == 0) {
            host_error(
                host_text("%s: there is already a file of that name", "%s: ya hay un fichero con ese nombre"),
                file);
            return HOST_NO;
        }
    }
    return admin_ask(data, has_data || strcmp(serve->data, SYSTEM_DATA) == 0 ? 1 : 2, argv + optind, count,
                     file);
}

/* As a browser writes it: scheme, host and port, and nothing behind. */
static bool is_origin(const char *text)
{
    struct net_url url;
    const char *host = strstr(text, "://");
    return net_url_read(text, &url) && text[0] == 'h' && host && !strpbrk(host + 3, "/?#");
}

static bool is_address(const char *text)
{
    struct net_address_key key;
    return net_address_read(text, &key);
}

static int run(const struct cli_command *command, int argc, char **argv)
{
    static struct serve serve;
    bool is_admin = false;
    const char *value;
    uint64_t number;
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
                return cli_wrong_use(command, host_text("not a port: %s", "eso no es un puerto: %s"), value);
            serve.net_config.port = (uint16_t)number;
            break;
        case 'd':
            if ((size_t)snprintf(serve.data, sizeof serve.data, "%s", value) >= sizeof serve.data)
                return cli_wrong_use(command, "%s",
                                     host_text("the path is too long", "la ruta es demasiado larga"));
            break;
        case 'w':
            serve.web = value;
            break;
        case 'c':
            serve.net_config.cert_file = value;
            break;
        case 'k':
            serve.net_config.key_file = value;
            break;
        case 'o':
        case 'N':
        case 'x': {
            if (code == 'N' && !net_name_is_valid(value))
                return cli_wrong_use(command,
                                     host_text("--name needs a name as in mesas.example.org, not '%s'",
                                               "--name necesita un nombre como mesas.example.org, no '%s'"),
                                     value);
            if (code == 'o' && !is_origin(value))
                return cli_wrong_use(
                    command,
                    host_text("--origin needs a site as in https://example.org, not '%s'",
                              "--origin necesita un sitio como https://example.org, no '%s'"),
                    value);
            if (code == 'x' && !is_address(value))
                return cli_wrong_use(command,
                                     host_text("--proxy needs an address in numbers, not '%s'",
                                               "--proxy necesita una dirección en cifras, no '%s'"),
                                     value);
            unsigned *count = code == 'o'   ? &serve.net_config.origin_count
                              : code == 'N' ? &serve.net_config.name_count
                                            : &serve.net_config.proxy_count;
            if (*count == SERVE_NAMES_MAX)
                return cli_wrong_use(command, "%s", host_text("too many of them", "son demasiados"));
            (code == 'o' ? serve.origins : code == 'N' ? serve.names : serve.proxies)[(*count)++] = value;
            break;
        }
        case 'f':
            if (!serve_log_format(value))
                return cli_wrong_use(command,
                                     host_text("--log-format is text or json, not '%s'",
                                               "--log-format es text o json, no '%s'"),
                                     value);
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
    bool has_data = serve.data[0] != 0;
    if (!has_data && !default_data(serve.data, sizeof serve.data))
        return HOST_WRONG;
    if (is_admin)
        return ask_server(command, &serve, has_data, argc, argv);
    if (optind < argc)
        return cli_wrong_use(command, host_text("what is '%s'?", "¿qué es '%s'?"), argv[optind]);
    if (!serve.net_config.cert_file != !serve.net_config.key_file)
        return cli_wrong_use(command, "%s",
                             host_text("--cert and --key go together", "--cert y --key van juntos"));
    return serve_run(&serve);
}

const struct cli_command cli_serve = {
    .name = "serve",
    .usage = "[OPTION...] [--admin WORD...]",
    .about = {"Opens a house with many tables: the page, the lobby, the games",
              "Abre una casa con muchas mesas: la página, el vestíbulo, las partidas"},
    .details =
        {"Prints the link under which it is found and runs until it is told to stop. Every move is on\n"
         "disk before anybody is told of it; after a crash all tables go on where they were. How to run\n"
         "it in earnest is in docs/OPERATING.md.\n\n"
         "With --admin it asks a server that is running: list, inspect ID, close ID, export ID [GAME],\n"
         "backup FILE, key (what the house signs with, its public half).\n",
         "Muestra el enlace en que se encuentra y sigue hasta que se le dice que pare. Cada jugada está\n"
         "en el disco antes de que nadie se entere de ella; tras un fallo todas las mesas siguen donde\n"
         "estaban. Cómo tenerlo en marcha de verdad está en docs/OPERATING.md.\n\n"
         "Con --admin pregunta a un servidor en marcha: list, inspect ID, close ID, export ID [PARTIDA],\n"
         "backup FICHERO, key (la mitad pública de la clave con la que firma la casa).\n"},
    .options = options,
    .examples = "penultima serve\n"
                "penultima serve --listen 0.0.0.0\n"
                "penultima serve --cert chain.pem --key key.pem --listen :: --port 443\n"
                "penultima serve --admin list\n"
                "penultima serve --admin backup copy.db",
    .run = run,
};
