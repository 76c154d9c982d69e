/* cmd_serve.c - the server: connects the hall with its network, its journal, the clock and signals. */
#define _DEFAULT_SOURCE /* the flags of getifaddrs() */
#include <errno.h>
#include <getopt.h>
#include <ifaddrs.h>
#include <limits.h>
#include <net/if.h>
#include <netdb.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/serve_admin.h"
#include "cli/serve_site.h"
#include "hall/hall.h"
#include "net/server.h"
#include "store/store.h"

enum { PORT = 7373, NAMES_MAX = 16, DRAIN_MS = 5000 };

static const struct cli_option options[] = {
    {"listen", 'l', "ADDRESS",
     {"where to listen; 0.0.0.0 for the home network (usually 127.0.0.1)",
      "dónde escuchar; 0.0.0.0 para la red de casa (por lo común 127.0.0.1)"}},
    {"port", 'p', "N", {"usually 7373; 0 for any that is free", "por lo común 7373; 0 para uno libre"}},
    {"data", 'd', "FILE", {"where tables are kept", "dónde se guardan las mesas"}},
    {"web", 'w', "FOLDER", {"the pages", "las páginas"}},
    {"cert", 'c', "FILE", {"certificate for https and wss (PEM)", "certificado para https y wss (PEM)"}},
    {"key", 'k', "FILE", {"its key", "su clave"}},
    {"origin", 'o', "URL",
     {"another site whose pages may connect; can be repeated",
      "otro sitio cuyas páginas pueden conectarse; se puede repetir"}},
    {"proxy", 'x', "ADDRESS",
     {"a proxy whose X-Forwarded-For is believed; can be repeated",
      "un proxy cuyo X-Forwarded-For se cree; se puede repetir"}},
    {"no-limits", 'n', NULL,
     {"no limits per address and connection: for measuring",
      "sin límites por dirección ni conexión: para medir"}},
    {"admin", 'a', NULL,
     {"ask the server that is running with this data", "preguntar al servidor en marcha con estos datos"}},
    {.name = NULL},
};

struct serve {
    struct net_config net_config;
    const char *origins[NAMES_MAX], *proxies[NAMES_MAX];
    const char *web;
    char data[PATH_MAX];
    bool has_limits;

    struct store store;
    struct hall *hall;
    struct net_server *net;
    struct admin *admin;
    char site[PATH_MAX];
    struct hall_page editions;
    uint64_t begin_ms, begin_us; /* the wall's clock and the loop's, at the same moment */
    uint64_t drain_us;           /* when draining began */
    bool is_drained;
};

/* Signal handlers know nothing else. */
static volatile sig_atomic_t is_stopping;
static struct net_server *stopping_server;

static void on_signal(int number)
{
    (void)number;
    is_stopping = 1;
    net_server_wake(stopping_server);
}

/* The time of day when we began, and from then on a clock that never jumps. */
static uint64_t time_ms(const struct serve *serve, uint64_t now_us)
{
    return serve->begin_ms + (now_us - serve->begin_us) / 1000;
}

static uint64_t turn_ms(const struct serve *serve)
{
    return time_ms(serve, net_server_now_us(serve->net));
}

/* ---- what the hall needs ---------------------------------------------------------------------- */

static void hall_send(void *context, void *wire, const char *bytes, size_t count)
{
    (void)context;
    (void)net_conn_send(wire, bytes, count); /* a reader that is too slow is dropped, and told so by closed() */
}

static void hall_close(void *context, void *wire, uint16_t code, const char *reason)
{
    (void)context;
    net_conn_close(wire, code, reason);
}

static void hall_entropy(void *context, uint8_t *bytes, size_t count)
{
    (void)context;
    randombytes_buf(bytes, count);
}

static void hall_log(void *context, const char *line)
{
    (void)context;
    host_error("%s", line);
}

static void wake(void *context)
{
    struct serve *serve = context;
    if (serve->net)
        net_server_wake(serve->net);
}

/* ---- what the network brings ------------------------------------------------------------------ */

static bool on_open(void *context, struct net_conn *conn, const struct net_peer *peer)
{
    struct serve *serve = context;
    struct hall_conn *guest = hall_open(serve->hall, conn, peer->address, turn_ms(serve));
    net_conn_set_data(conn, guest);
    return guest != NULL;
}

static void on_text(void *context, struct net_conn *conn, const char *bytes, size_t count, uint64_t now_us)
{
    struct serve *serve = context;
    struct hall_conn *guest = net_conn_data(conn);
    if (guest)
        hall_text(serve->hall, guest, bytes, count, (net_conn_rtt_us(conn) + 500) / 1000,
                  time_ms(serve, now_us));
}

static void on_closed(void *context, struct net_conn *conn)
{
    struct serve *serve = context;
    struct hall_conn *guest = net_conn_data(conn);
    if (guest)
        hall_closed(serve->hall, guest, turn_ms(serve));
    net_conn_set_data(conn, NULL);
}

static void on_woken(void *context)
{
    struct serve *serve = context;
    if (serve->admin)
        admin_serve(serve->admin);
}

static int64_t on_tick(void *context, uint64_t now_ms)
{
    struct serve *serve = context;
    (void)now_ms;
    int64_t wait_ms = hall_turn(serve->hall, turn_ms(serve));
    if (!is_stopping || serve->is_drained)
        return wait_ms;
    uint64_t now_us = net_server_now_us(serve->net);
    if (serve->drain_us == 0)
        serve->drain_us = now_us;
    /* A disk that fails cannot hold the process for ever: what it holds back was never acknowledged. */
    if (hall_drain(serve->hall) || now_us - serve->drain_us > DRAIN_MS * UINT64_C(1000)) {
        serve->is_drained = true;
        net_server_stop(serve->net);
    } else {
        (void)hall_turn(serve->hall, turn_ms(serve));
    }
    return 20;
}

/* ---- pages ------------------------------------------------------------------------------------ */

static void answer_page(struct net_response *response, const char *type, struct hall_page page)
{
    if (page.bytes) {
        net_response_give(response, 200, type, page.bytes, page.count);
        net_response_header(response, "Cache-Control", "no-store");
    }
}

static void answer_health(struct serve *serve, struct net_response *response)
{
    struct hall_counters now = hall_count(serve->hall);
    char text[256];
    bool is_good = !now.is_failing && !is_stopping;
    int length = snprintf(text, sizeof text,
                          "{\"ok\":%s,\"version\":\"%s\",\"tables\":%llu,\"connections\":%llu,"
                          "\"disk\":%s,\"draining\":%s}\n",
                          is_good ? "true" : "false", PENULTIMA_VERSION, (unsigned long long)now.tables,
                          (unsigned long long)now.conns, now.is_failing ? "false" : "true",
                          is_stopping ? "true" : "false");
    net_response_copy(response, is_good ? 200 : 503, "application/json", text, (size_t)length);
    net_response_header(response, "Cache-Control", "no-store");
}

static void add_metric(char **text, size_t *length, const char *name, const char *type, uint64_t value)
{
    char line[256];
    int count = snprintf(line, sizeof line, "# TYPE penultima_%s %s\npenultima_%s %llu\n", name, type, name,
                         (unsigned long long)value);
    *text = host_allocate(*text, *length + (size_t)count + 1);
    memcpy(*text + *length, line, (size_t)count + 1);
    *length += (size_t)count;
}

/* What is counted now, not ever. */
static bool is_gauge(const char *name)
{
    size_t length = strlen(name);
    return length > 5 && strcmp(name + length - 5, "_open") == 0;
}

static void answer_metrics(struct serve *serve, struct net_response *response)
{
    struct hall_page page = hall_page_metrics(serve->hall);
    struct net_counters net = net_server_counters(serve->net);
    struct store_counters store = store_file_counters(&serve->store);
#define X(name)                                                                                  \
    add_metric(&page.bytes, &page.count, "net_" #name, is_gauge(#name) ? "gauge" : "counter", net.name);
    NET_COUNTER_LIST(X)
#undef X
    add_metric(&page.bytes, &page.count, "journal_entries_total", "counter", store.entries);
    add_metric(&page.bytes, &page.count, "journal_groups_total", "counter", store.groups);
    add_metric(&page.bytes, &page.count, "journal_failures_total", "counter", store.failures);
    add_metric(&page.bytes, &page.count, "journal_write_microseconds_total", "counter", store.commit_us);
    add_metric(&page.bytes, &page.count, "journal_slowest_microseconds", "gauge", store.slowest_us);
    answer_page(response, "text/plain; version=0.0.4; charset=utf-8", page);
}

/* /api/tables/ID and /api/tables/ID/games/N.mesa */
static void answer_table(struct serve *serve, const char *rest, const char *address,
                         struct net_response *response)
{
    char id[ROOM_ID_BYTES];
    size_t length = strcspn(rest, "/");
    unsigned long game = 0;
    char *end;
    if (length >= sizeof id)
        return;
    if (!hall_may_ask(serve->hall, address, turn_ms(serve))) {
        net_response_status(response, 429);
        net_response_header(response, "Retry-After", "1");
        return;
    }
    memcpy(id, rest, length);
    id[length] = 0;
    if (rest[length] == 0) {
        answer_page(response, "application/json", hall_page_table(serve->hall, id));
        return;
    }
    if (strncmp(rest + length, "/games/", 7) != 0 || rest[length + 7] < '1' || rest[length + 7] > '9')
        return;
    game = strtoul(rest + length + 7, &end, 10);
    if (strcmp(end, ".mesa") != 0 || game > UINT16_MAX)
        return;
    char why[STORE_WHY_BYTES];
    struct hall_page record = hall_page_record(serve->hall, id, (uint32_t)game, why);
    if (why[0])
        net_response_status(response, 503);
    else
        answer_page(response, "text/plain; charset=utf-8", record);
}

static void on_http(void *context, const struct net_request *request, struct net_response *response)
{
    struct serve *serve = context;
    const char *path = request->path;
    if (strcmp(request->method, "GET") != 0)
        net_response_status(response, 405);
    else if (strcmp(path, "/health") == 0)
        answer_health(serve, response);
    else if (strcmp(path, "/metrics") == 0)
        answer_metrics(serve, response);
    else if (strcmp(path, "/api/tables") == 0)
        answer_page(response, "application/json", hall_page_tables(serve->hall, turn_ms(serve)));
    else if (strncmp(path, "/api/tables/", 12) == 0)
        answer_table(serve, path + 12, request->address, response);
    else if (strcmp(path, "/api/editions") == 0)
        net_response_borrow(response, 200, "application/json", serve->editions.bytes, serve->editions.count);
    else if (strncmp(path, "/api/", 5) != 0)
        site_answer(serve->site, request, response);
}

/* ---- the operator ----------------------------------------------------------------------------- */

static bool say(char **text, size_t *length, const char *english, const char *spanish, enum pen_lang lang)
{
    const char *sentence = lang == PEN_LANG_ES ? spanish : english;
    *length = strlen(sentence);
    *text = host_allocate(NULL, *length + 1);
    memcpy(*text, sentence, *length + 1);
    return false;
}

/* The last word is the language of the one who asks. */
static enum pen_lang language_of(char **words, unsigned count)
{
    return strcmp(words[count - 1], "es") == 0 ? PEN_LANG_ES : PEN_LANG_EN;
}

static bool admin_in_loop(void *context, char **words, unsigned count, char **text, size_t *length)
{
    struct serve *serve = context;
    enum pen_lang lang = language_of(words, count);
    char why[STORE_WHY_BYTES] = "";
    struct hall_page page = {0};
    if (strcmp(words[0], "list") == 0 && count == 2) {
        page = hall_admin_list(serve->hall, lang);
    } else if (strcmp(words[0], "inspect") == 0 && count == 3) {
        page = hall_admin_inspect(serve->hall, words[1], lang);
    } else if (strcmp(words[0], "close") == 0 && count == 3) {
        if (hall_admin_close(serve->hall, words[1], turn_ms(serve))) {
            say(text, length, "closed\n", "cerrada\n", lang);
            return true;
        }
    } else if (strcmp(words[0], "export") == 0 && (count == 3 || count == 4)) {
        uint64_t game = 1;
        if (count == 4 && !host_number_read(words[2], UINT16_MAX, &game))
            return say(text, length, "not a number of a game\n", "eso no es el número de una partida\n", lang);
        page = hall_page_record(serve->hall, words[1], (uint32_t)game, why);
        if (!page.bytes)
            return say(text, length, "there is no such game, or it is not over\n",
                       "no hay tal partida, o no ha terminado\n", lang);
    } else {
        return say(text, length, "not understood; there are list, inspect ID, close ID, export ID [GAME], "
                                 "backup FILE\n",
                   "no se entiende; hay list, inspect ID, close ID, export ID [PARTIDA], backup FICHERO\n",
                   lang);
    }
    if (!page.bytes)
        return say(text, length, "there is no such table\n", "no hay tal mesa\n", lang);
    *text = page.bytes;
    *length = page.count;
    return true;
}

static bool admin_is_aside(const char *word)
{
    return strcmp(word, "backup") == 0;
}

static bool admin_aside(void *context, char **words, unsigned count, char **text, size_t *length)
{
    struct serve *serve = context;
    enum pen_lang lang = language_of(words, count);
    char why[STORE_WHY_BYTES + 2] = "";
    if (count != 3)
        return say(text, length, "backup needs a file\n", "backup necesita un fichero\n", lang);
    if (!store_back_up(&serve->store, words[1], why)) {
        strcat(why, "\n");
        return say(text, length, why, why, lang);
    }
    say(text, length, "written\n", "escrito\n", lang);
    return true;
}

/* ---- starting --------------------------------------------------------------------------------- */

static bool make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        bool is_good = mkdir(path, 0700) == 0 || errno == EEXIST;
        if (!is_good)
            host_error("%s: %s", path, strerror(errno));
        *slash = '/';
        if (!is_good)
            return false;
    }
    return true;
}

static bool default_data(char *path, size_t size)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int length;
    if (data && data[0] == '/')
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

static void print_link(const struct serve *serve, const char *host, bool is_six)
{
    printf("  %s://%s%s%s:%u/\n", serve->net_config.cert_file ? "https" : "http", is_six ? "[" : "", host,
           is_six ? "]" : "", (unsigned)net_server_port(serve->net));
}

/* Every address of this machine under which others may find it. */
static void print_links(const struct serve *serve)
{
    const char *address = serve->net_config.listen;
    bool is_any = strcmp(address, "0.0.0.0") == 0 || strcmp(address, "::") == 0;
    printf("%s\n", host_text("Penúltima is open:", "Penúltima está abierta:"));
    if (!is_any) {
        print_link(serve, address, strchr(address, ':') != NULL);
        return;
    }
    print_link(serve, "localhost", false);
    struct ifaddrs *all = NULL;
    if (getifaddrs(&all) != 0)
        return;
    for (struct ifaddrs *one = all; one; one = one->ifa_next) {
        char name[NI_MAXHOST];
        if (!one->ifa_addr || (one->ifa_flags & (IFF_UP | IFF_LOOPBACK)) != IFF_UP ||
            one->ifa_addr->sa_family != AF_INET ||
            getnameinfo(one->ifa_addr, sizeof(struct sockaddr_in), name, sizeof name, NULL, 0,
                        NI_NUMERICHOST) != 0)
            continue;
        print_link(serve, name, false);
    }
    freeifaddrs(all);
}

static void catch_signals(struct serve *serve)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    stopping_server = serve->net;
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    action.sa_handler = SIG_IGN; /* a file that may not grow is a full disk, not the end */
    sigaction(SIGXFSZ, &action, NULL);
}

static bool open_hall(struct serve *serve)
{
    char why[STORE_WHY_BYTES];
    struct hall_restored found;
    const struct hall_host host = {serve, hall_send, hall_close, hall_entropy, hall_log};
    umask(077); /* the journal holds hands and seeds */
    if (!make_folders(serve->data))
        return false;
    if (!store_open_file(&serve->store, serve->data, wake, serve, why)) {
        host_error("%s: %s", serve->data, why);
        return false;
    }
    serve->editions = hall_page_editions();
    serve->hall = hall_create(serve->has_limits ? &hall_limits_usual : &hall_limits_wide, &serve->store, &host);
    if (!serve->hall || !serve->editions.bytes || !hall_restore(serve->hall, serve->begin_ms, &found, why)) {
        host_error("%s: %s", serve->data, serve->hall && serve->editions.bytes ? why : "no memory");
        return false;
    }
    if (found.tables > 0)
        printf(found.tables == 1
                   ? host_text("%zu table goes on where it was.\n", "%zu mesa sigue donde estaba.\n")
                   : host_text("%zu tables go on where they were.\n", "%zu mesas siguen donde estaban.\n"),
               found.tables);
    if (found.set_aside > 0)
        host_error(host_text("%zu tables could not be read and are set aside",
                             "%zu mesas no se pueden leer y quedan apartadas"),
                   found.set_aside);
    return true;
}

static bool open_net(struct serve *serve)
{
    const struct net_handler handler = {serve, on_http, on_open, on_text, on_closed, on_woken, on_tick};
    enum net_problem problem;
    serve->net_config.origins = serve->origins;
    serve->net_config.proxies = serve->proxies;
    if (serve->has_limits)
        serve->net_config.conns_per_address_max = hall_limits_usual.conns_per_address;
    errno = 0;
    serve->net = net_server_create(&serve->net_config, &handler, &problem);
    if (!serve->net) {
        host_error("%s:%u: %s%s%s", serve->net_config.listen, (unsigned)serve->net_config.port,
                   host_text(net_problem_english(problem), net_problem_spanish(problem)), errno ? ": " : "",
                   errno ? strerror(errno) : "");
        return false;
    }
    serve->begin_us = net_server_now_us(serve->net);
    return true;
}

static void open_admin(struct serve *serve)
{
    const struct admin_config config = {serve->data, serve, admin_in_loop, admin_aside, admin_is_aside, wake};
    serve->admin = admin_create(&config);
    if (!serve->admin)
        host_error(host_text("no socket for --admin: %s", "no hay socket para --admin: %s"), strerror(errno));
}

static int run_server(struct serve *serve)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    serve->begin_ms = (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
    if (sodium_init() < 0) {
        host_error("%s", host_text("the system gives no random bytes", "el sistema no da bytes al azar"));
        return HOST_WRONG;
    }
    if (!site_find(serve->web, serve->site, sizeof serve->site) && serve->web) {
        host_error(host_text("%s: there is no index.html", "%s: no hay index.html"), serve->web);
        return HOST_WRONG;
    }
    int status = HOST_WRONG;
    if (open_hall(serve) && open_net(serve)) {
        open_admin(serve);
        catch_signals(serve);
        print_links(serve);
        fflush(stdout);
        status = net_server_run(serve->net) ? HOST_GOOD : HOST_WRONG;
        admin_destroy(serve->admin);
    }
    struct net_server *net = serve->net;
    if (net)
        net_server_destroy(net);
    serve->net = NULL;
    hall_destroy(serve->hall);
    free(serve->editions.bytes);
    if (serve->store.ops && !store_close(&serve->store)) {
        host_error("%s", host_text("the last moves could not be written; nobody was told that they counted",
                                   "las últimas jugadas no se pudieron escribir; a nadie se le confirmaron"));
        status = HOST_WRONG;
    }
    return status;
}

static int ask_server(const struct cli_command *command, struct serve *serve, int argc, char **argv)
{
    char path[PATH_MAX];
    if (optind >= argc || argc - optind > 4)
        return cli_wrong_use(command, "%s",
                             host_text("--admin needs list, inspect, close, export or backup",
                                       "--admin necesita list, inspect, close, export o backup"));
    /* The server has another folder, so the file is named from the root. */
    if (strcmp(argv[optind], "backup") == 0 && optind + 1 < argc && argv[optind + 1][0] != '/' &&
        getcwd(path, sizeof path)) {
        size_t length = strlen(path);
        if ((size_t)snprintf(path + length, sizeof path - length, "/%s", argv[optind + 1]) <
            sizeof path - length)
            argv[optind + 1] = path;
    }
    return admin_ask(serve->data, argv + optind, argc - optind);
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
                return cli_wrong_use(command, "%s", host_text("the path is too long", "la ruta es demasiado larga"));
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
        case 'x': {
            unsigned *count = code == 'o' ? &serve.net_config.origin_count : &serve.net_config.proxy_count;
            if (*count == NAMES_MAX)
                return cli_wrong_use(command, "%s", host_text("too many of them", "son demasiados"));
            (code == 'o' ? serve.origins : serve.proxies)[(*count)++] = value;
            break;
        }
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
    if (!serve.data[0] && !default_data(serve.data, sizeof serve.data))
        return HOST_WRONG;
    if (is_admin)
        return ask_server(command, &serve, argc, argv);
    if (optind < argc)
        return cli_wrong_use(command, host_text("what is '%s'?", "¿qué es '%s'?"), argv[optind]);
    if (!serve.net_config.cert_file != !serve.net_config.key_file)
        return cli_wrong_use(command, "%s",
                             host_text("--cert and --key go together", "--cert y --key van juntos"));
    return run_server(&serve);
}

const struct cli_command cli_serve = {
    .name = "serve",
    .usage = "[OPTION...] [--admin WORD...]",
    .about = {"Opens a house with many tables: the page, the lobby, the games",
              "Abre una casa con muchas mesas: la página, el vestíbulo, las partidas"},
    .details = {"Prints the link under which it is found and runs until it is told to stop. Every move is on\n"
                "disk before anybody is told of it; after a crash all tables go on where they were. How to run\n"
                "it in earnest is in docs/OPERATING.md.\n\n"
                "With --admin it asks a server that is running: list, inspect ID, close ID, export ID [GAME],\n"
                "backup FILE.\n",
                "Muestra el enlace en que se encuentra y sigue hasta que se le dice que pare. Cada jugada está\n"
                "en el disco antes de que nadie se entere de ella; tras un fallo todas las mesas siguen donde\n"
                "estaban. Cómo tenerlo en marcha de verdad está en docs/OPERATING.md.\n\n"
                "Con --admin pregunta a un servidor en marcha: list, inspect ID, close ID, export ID [PARTIDA],\n"
                "backup FICHERO.\n"},
    .options = options,
    .examples = "penultima serve\n"
                "penultima serve --listen 0.0.0.0\n"
                "penultima serve --cert chain.pem --key key.pem --listen :: --port 443\n"
                "penultima serve --admin list\n"
                "penultima serve --admin backup copy.db",
    .run = run,
};
