/* run.c - a running server: connects the hall with its network, its journal, the clock and signals. */
#define _XOPEN_SOURCE 700 /* realpath() */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/clock.h"
#include "platform/folder.h"
#include "serve/serve.h"
#include "serve/nodes.h"
#include "platform/confine.h"
#include "platform/host.h"
#include "words/cli_log_words.h"
#include "words/cli_serve_words.h"
#include "words/net_words.h"
#include "words/store_words.h"

enum {
    DRAIN_MS = 5000,
    HAND_OVER_MS = 60000, /* then the others claim what is left */
    TURN_MS = 1000,       /* the loop turns at least so often */
    STOPPED_MS = 1500,    /* later than that: it was not the loop's fault */
    SLOW_TURN_US = 20000,
    COME_BACK_MS = 500,
};

/* Signal handlers know nothing else. */
static volatile sig_atomic_t was_told_to_stop, was_told_to_read_keys, hangup_ends;
static struct net_server *volatile stopping_server;

/* Who may be woken by the store's threads and others', which live longer than the network does. */
static pthread_mutex_t waking = PTHREAD_MUTEX_INITIALIZER;
static struct net_server *sleeping_server;

static void let_wake(struct net_server *net)
{
    pthread_mutex_lock(&waking);
    sleeping_server = net;
    pthread_mutex_unlock(&waking);
}

static void on_signal(int number)
{
    if (number == SIGHUP && !hangup_ends)
        was_told_to_read_keys = 1;
    else
        was_told_to_stop = 1;
    struct net_server *net = stopping_server;
    if (net)
        net_server_wake(net);
}

/* The loop turns at least every TURN_MS. If much more than that has passed since, the process was stopped
 * or starved, and so were all who wanted to move: the tables' clocks did not run. */
static void notice_stop(struct serve *serve, uint64_t now_us)
{
    if (serve->seen_us != 0 && now_us > serve->seen_us + (TURN_MS + STOPPED_MS) * UINT64_C(1000)) {
        serve->stops++;
        hall_stood_still(serve->hall, serve->begin_ms + (now_us - serve->begin_us) / 1000);
        serve_log(SERVE_WARN, "stopped",
                  host_say(CLI_LOG_STOPPED, (unsigned long long)((now_us - serve->seen_us) / 1000)));
    }
    serve->seen_us = now_us;
}

uint64_t serve_time_ms(struct serve *serve, uint64_t now_us)
{
    notice_stop(serve, now_us);
    return serve->begin_ms + (now_us - serve->begin_us) / 1000;
}

uint64_t serve_turn_ms(struct serve *serve)
{
    return serve_time_ms(serve, net_server_now_us(serve->net));
}

/* ---- what the hall needs ---------------------------------------------------------------------- */

static void hall_entropy(void *context, uint8_t *bytes, size_t count)
{
    (void)context;
    randombytes_buf(bytes, count);
}

/* What the house puts its name to (fair/signed.h). */
static void hall_sign(void *context, const char *lines, size_t count, uint8_t signature[FAIR_SIGNATURE_BYTES])
{
    const struct serve *serve = context;
    uint8_t bytes[sizeof FAIR_SIGNED_LABEL + FAIR_STATEMENT_BYTES];
    PEN_ASSERT(count <= FAIR_STATEMENT_BYTES);
    memcpy(bytes, FAIR_SIGNED_LABEL, sizeof FAIR_SIGNED_LABEL);
    memcpy(bytes + sizeof FAIR_SIGNED_LABEL, lines, count);
    crypto_sign_detached(signature, NULL, bytes, sizeof FAIR_SIGNED_LABEL + count, serve->secret);
}

/* The key is made at the first start and stays with the data. */
static bool take_key(struct serve *serve, char *why)
{
    struct fair_signer signer = {.context = serve, .sign = hall_sign};
    uint8_t fresh[crypto_sign_SEEDBYTES], seed[crypto_sign_SEEDBYTES];
    randombytes_buf(fresh, sizeof fresh);
    if (!store_secret(&serve->store, "ed25519", fresh, seed, sizeof seed, why))
        return false;
    crypto_sign_seed_keypair(signer.key, serve->secret, seed);
    sodium_memzero(seed, sizeof seed);
    sodium_bin2hex(serve->key, sizeof serve->key, signer.key, sizeof signer.key);
    hall_sign_with(serve->hall, &signer);
    return true;
}

static void hall_log(void *context, enum hall_level level, const char *code, enum word word,
                     const struct pen_arg *args, unsigned count)
{
    (void)context;
    serve_log(level == HALL_INFO   ? SERVE_INFO
              : level == HALL_WARN ? SERVE_WARN
                                   : SERVE_ERROR,
              code, host_say_list(word, args, count));
}

static void wake(void *context)
{
    (void)context;
    pthread_mutex_lock(&waking);
    if (sleeping_server)
        net_server_wake(sleeping_server);
    pthread_mutex_unlock(&waking);
}

/* ---- what the network brings ------------------------------------------------------------------ */

static void on_woken(void *context)
{
    struct serve *serve = context;
    if (serve->admin)
        admin_serve(serve->admin);
    serve_work_finish(serve->works);
}

static void on_crowded(void *context, uint64_t count, const char *address)
{
    (void)context;
    serve_log(SERVE_WARN, "net-crowded", host_say(CLI_LOG_NET_CROWDED, (unsigned long long)count, address));
}

/* A certificate was renewed. */
static void read_keys(struct serve *serve)
{
    was_told_to_read_keys = 0;
    if (!serve->net_config.cert_file)
        return;
    if (net_server_read_keys(serve->net))
        serve_log(SERVE_INFO, "keys-read", host_word(WORD_CLI_LOG_KEYS_READ));
    else
        serve_log(SERVE_ERROR, "keys-bad", host_word(WORD_CLI_LOG_KEYS_BAD));
}

/* Whoever left out --node on one of several machines: nobody is passed on, though every node looks well. */
static void warn_of_hidden(struct serve *serve)
{
    struct store_node node;
    if (!store_nodes_is_hidden(&serve->store, &node) || node.id == serve->hidden)
        return;
    serve->hidden = node.id;
    serve_log(SERVE_ERROR, "node-hidden", host_say(CLI_LOG_NODE_HIDDEN, (unsigned)node.id, node.address));
}

/* Others have taken our tables over: nothing that is here counts any more. Everybody is sent away, to come
 * back wherever there is a node, and so do we. */
static void step_down_if_lost(struct serve *serve)
{
    char why[STORE_WHY_BYTES];
    if (store_poll(&serve->store, why) != STORE_LOST)
        return;
    serve->is_lost = true;
    uint64_t back, gone;
    if (store_nodes_is_older(&serve->store, &back, &gone))
        serve_log(SERVE_ERROR, "database-older",
                  host_say(CLI_LOG_DATABASE_OLDER, (unsigned long long)back, (unsigned long long)gone));
    else
        serve_log(SERVE_WARN, "stepped-down", host_word(WORD_CLI_LOG_STEPPED_DOWN));
    (void)hall_drain(serve->hall); /* nothing more is taken in */
    net_server_stop(serve->net);
}

/* A call of the system that confine() has not foreseen: somebody's attack, or a library that is new here. */
static void tell_refused(void)
{
    const int number = platform_confine_refused();
    if (number >= 0)
        serve_log(SERVE_WARN, "refused-call", host_say(CLI_LOG_REFUSED_CALL, (unsigned)number));
}

static int64_t on_tick(void *context, uint64_t now_ms)
{
    struct serve *serve = context;
    tell_refused();
    int64_t wait_ms = hall_turn(serve->hall, serve_turn_ms(serve));
    serve->is_stopping = was_told_to_stop;
    if (serve->push)
        push_sweep(serve->push, serve->hall, !serve->nodes);
    serve_tell_growth(serve, now_ms);
    if (was_told_to_read_keys) {
        read_keys(serve);
        (void)serve_words_read(serve);
    }
    reports_turn(serve->reports);
    if (serve->nodes && !serve->is_lost && !serve->is_drained) {
        const int64_t nodes_ms = nodes_turn(serve->nodes, now_ms);
        wait_ms = wait_ms < 0 || nodes_ms < wait_ms ? nodes_ms : wait_ms;
        warn_of_hidden(serve);
        step_down_if_lost(serve);
    }
    if (!serve->is_stopping || serve->is_drained)
        return wait_ms >= 0 && wait_ms < TURN_MS ? wait_ms : TURN_MS;
    uint64_t now_us = net_server_now_us(serve->net);
    if (!serve->is_handed_over) {
        if (serve->drain_us == 0)
            serve->drain_us = now_us;
        if (serve->nodes && !serve->is_lost && !hall_count(serve->hall).is_failing &&
            !nodes_hand_over(serve->nodes) && now_us - serve->drain_us < HAND_OVER_MS * UINT64_C(1000))
            return wait_ms < 20 ? wait_ms : 20;
        serve->is_handed_over = true;
        serve->drain_us = now_us;
    }
    /* A disk that fails cannot hold the process for ever: what it holds back was never acknowledged. */
    if (hall_drain(serve->hall) || now_us - serve->drain_us > DRAIN_MS * UINT64_C(1000)) {
        serve->is_drained = true;
        if (serve->nodes) {
            nodes_send_away(serve->nodes);
            store_nodes_leave(&serve->store);
        }
        net_server_stop(serve->net);
    } else {
        (void)hall_turn(serve->hall, serve_turn_ms(serve));
    }
    return 20;
}

static void on_turned(void *context, const struct net_turn *turn)
{
    struct serve *serve = context;
    uint64_t all_us = turn->read_us + turn->web_us + turn->tick_us + turn->write_us;
    histogram_add(&serve->turns, all_us);
    /* What it had to do, however busy the machine is with others; waiting takes no processor. */
    const uint64_t worked_us = (uint64_t)(platform_thread_seconds() * 1e6);
    if (serve->worked_us > 0)
        histogram_add(&serve->work, worked_us - serve->worked_us);
    serve->worked_us = worked_us;
    if (all_us <= SLOW_TURN_US)
        return;
    serve->slow_turns++;
    serve_log(SERVE_WARN, "loop-slow",
              host_say(CLI_LOG_LOOP_SLOW, (unsigned)(all_us / 1000), (unsigned)(turn->read_us / 1000),
                       (unsigned)(turn->web_us / 1000), (unsigned)(turn->tick_us / 1000),
                       (unsigned)(turn->write_us / 1000)));
}

/* ---- starting --------------------------------------------------------------------------------- */

/* The folder of a path that somebody wrote is made only if they want it: it may be a slip of the pen. */
static bool make_folders(struct serve *serve)
{
    char *slash = strrchr(serve->door, '/');
    if (!serve->makes_folders && slash && slash != serve->door) {
        *slash = 0;
        const bool is_there = access(serve->door, F_OK) == 0;
        if (!is_there)
            host_error("%s", host_say(CLI_SERVE_NO_SUCH_FOLDER, serve->door));
        *slash = '/';
        if (!is_there)
            return false;
    }
    if (platform_folders_make(serve->door))
        return true;
    host_error("%s: %s", serve->door, strerror(errno));
    return false;
}

/* A person at a terminal, who closes the house with it; not whoever wanted it to outlive that (nohup). */
static bool is_at_terminal(void)
{
    struct sigaction action;
    const int terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);
    if (terminal >= 0)
        close(terminal);
    return terminal >= 0 && sigaction(SIGHUP, NULL, &action) == 0 && action.sa_handler != SIG_IGN;
}

static void catch_signals(struct serve *serve)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    stopping_server = serve->net;
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

/* Of a URL only what is no secret. */
static const char *serve_data_name(const struct serve *serve)
{
    const char *at = strrchr(serve->data, '@');
    return store_is_url(serve->data) && at ? at + 1 : serve->data;
}

/* Where a file really is: a renewed one will be another file there. */
static const char *folder_of(const char *file, char folder[PATH_MAX])
{
    if (!realpath(file, folder))
        return file;
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = 0;
    return folder;
}

/* From here on nothing but the data can be written and nothing but the page and the keys be read besides,
 * whatever a flaw in this program might let somebody do. Before the first thread begins. */
static void confine(const struct serve *serve)
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", serve->door);
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = 0;
    const char *const writable[] = {slash ? folder : ".", serve->archive, NULL};
    const char *readable[24] = {"/etc/localtime", "/usr/share/zoneinfo"};
    unsigned count = 2;
    char cert_folder[PATH_MAX], key_folder[PATH_MAX], words_folder[PATH_MAX];
    /* Where names are looked up, and libpq looks for passwords and certificates whenever it connects anew. */
    static const char *const for_names[] = {
        "/etc/hosts",    "/etc/resolv.conf", "/etc/nsswitch.conf",         "/etc/host.conf",
        "/etc/gai.conf", "/etc/ssl",         "/usr/share/ca-certificates", "/etc/passwd"};
    if (store_is_url(serve->data) || serve->push_contact)
        for (size_t i = 0; i < sizeof for_names / sizeof for_names[0]; i++)
            readable[count++] = for_names[i];
    if (store_is_url(serve->data)) {
        if (getenv("PGPASSFILE"))
            readable[count++] = getenv("PGPASSFILE");
        if (getenv("PGSSLROOTCERT"))
            readable[count++] = getenv("PGSSLROOTCERT");
    }
    if (serve->site.folder)
        readable[count++] = serve->site.folder;
    if (serve->net_config.cert_file && serve->net_config.key_file) {
        readable[count++] = folder_of(serve->net_config.cert_file, cert_folder);
        readable[count++] = folder_of(serve->net_config.key_file, key_folder);
    }
    if (serve->words)
        readable[count++] = folder_of(serve->words, words_folder);
#ifdef WITH_SANITIZERS
    readable[count++] = "/"; /* their reports look at everything */
#endif
    unsigned done = platform_confine(writable, readable);
    if (!(done & PLATFORM_FILES_CONFINED))
        serve_log(SERVE_WARN, "not-confined", host_word(WORD_CLI_LOG_NOT_CONFINED));
    if (!(done & PLATFORM_CALLS_CONFINED))
        serve_log(SERVE_WARN, "not-confined", host_word(WORD_CLI_LOG_NOT_CONFINED_2));
}

/* With these settings the database can lose what it has confirmed. */
static void warn_of_risks(const struct serve *serve)
{
    static const uint16_t sentences[STORE_RISK_COUNT] = {
#define X(name) WORD_CLI_LOG_RISK_##name,
        STORE_RISK_LIST(X)
#undef X
    };
    for (unsigned i = 0; i < STORE_RISK_COUNT; i++)
        if (store_nodes_risks(&serve->store) & 1u << i)
            serve_log(SERVE_WARN, "database-risk", host_word((enum word)sentences[i]));
}

static bool open_store(struct serve *serve, char *why)
{
    struct store_node self = {0};
    snprintf(self.machine, sizeof self.machine, "%s", serve->machine);
    if (!store_is_url(serve->data))
        return store_open_file(&serve->store, serve->data, host_lang, wake, serve, why);
    serve->listener = link_listen(serve->node ? serve->node : "127.0.0.1", self.address, sizeof self.address);
    if (serve->listener < 0) {
        snprintf(why, STORE_WHY_BYTES, "%s: %s", serve->node ? serve->node : "127.0.0.1", strerror(errno));
        return false;
    }
    const struct store_parts parts = {serve->parts, serve->part_count, serve->own_part};
    if (!store_open_nodes(&serve->store, &self, &parts, serve->data, host_lang, wake, serve, why)) {
        close(serve->listener);
        return false;
    }
    serve->begin_ms = store_nodes_time_ms(&serve->store); /* the same for all nodes */
    warn_of_risks(serve);
    return true;
}

/* Telling people whose page is closed, where the operator wants it. */
static bool open_push(struct serve *serve, char *why)
{
    char file[PATH_MAX + 8];
    if (!serve->push_contact)
        return true;
    snprintf(file, sizeof file, "%s.push", serve->door);
    const struct push_config config = {.contact = serve->push_contact,
                                       .file = file,
                                       .store = &serve->store,
                                       .trust = serve->push_trust,
                                       .is_own = serve->push_ca != NULL};
    serve->push = push_create(&config, why);
    if (serve->push)
        hall_push_with(serve->hall, push_pusher(serve->push));
    return serve->push != NULL;
}

/* What the operator has decided, and what players have told. */
static bool open_guard(struct serve *serve)
{
    char file[PATH_MAX + 16];
    snprintf(file, sizeof file, "%s.reports", serve->door);
    serve->reports = reports_create(serve, file);
    if (!serve->reports || !serve_words_read(serve))
        return false;
    hall_report_to(serve->hall, reports_reporter(serve->reports));
    serve_bans_load(serve);
    return true;
}

static bool open_hall(struct serve *serve)
{
    char why[STORE_WHY_BYTES];
    struct hall_restored found = {0};
    const struct hall_host host = {serve,        guests_send, guests_close,
                                   hall_entropy, hall_log,    guests_elsewhere};
    umask(077); /* the journal holds hands and seeds */
    const bool is_new = !store_is_url(serve->data) && access(serve->data, F_OK) != 0;
    if (!make_folders(serve) || !serve_make_archive(serve))
        return false;
    if (store_is_url(serve->data))
        store_nodes_prepare();
    if (!serve->is_confined && !serve->is_free)
        confine(serve);
    else if (!serve->is_confined)
        serve_log(SERVE_WARN, "not-confined", host_word(WORD_CLI_LOG_NOT_CONFINED_3));
    serve->is_confined = true;
    if (!open_store(serve, why)) {
        host_error("%s: %s", serve_data_name(serve), why);
        return false;
    }
    serve->hall =
        hall_create(serve->has_limits ? &hall_limits_usual : &hall_limits_wide, &serve->store, &host);
    for (unsigned i = serve->offer_count; serve->hall && i-- > 0;) /* listed in their order */
        if (!hall_offer_edition(serve->hall, &serve->offers[i]))
            break;
    if (serve->hall) {
        hall_set_part(serve->hall, serve->own_part, serve->part_count);
        serve->editions = hall_page_editions(serve->hall);
    }
    serve->works = serve_work_create(wake, serve);
    if (serve->hall && serve->works)
        hall_work_with(serve->hall, serve_work_give, serve->works);
    why[0] = 0;
    if (!serve->hall || !serve->works || !serve->editions.bytes || !take_key(serve, why) ||
        !open_push(serve, why) || !open_guard(serve) ||
        !hall_restore(serve->hall, serve->begin_ms, &found, why) || !serve_keep(serve, why)) {
        host_error("%s: %s", serve_data_name(serve),
                   why[0] ? why : host_word(found.newer ? WORD_STORE_NEWER : WORD_NET_MEMORY));
        return false;
    }
    if (is_new)
        printf("%s\n", host_say(CLI_SERVE_NEW_HOUSE, serve->data));
    if (found.tables > 0)
        printf("%s\n", host_say(CLI_SERVE_GO_ON, found.tables));
    if (found.set_aside > 0)
        host_error("%s", host_say(CLI_SERVE_SET_ASIDE, found.set_aside));
    return true;
}

/* The socket that systemd listens at for us (LISTEN_FDS), or 0. */
static int given_socket(void)
{
    const char *pid = getenv("LISTEN_PID"), *count = getenv("LISTEN_FDS");
    enum { FIRST_GIVEN = 3 };
    return pid && count && strtol(pid, NULL, 10) == (long)getpid() && strtol(count, NULL, 10) == 1
               ? FIRST_GIVEN
               : 0;
}

/* A port that the system has chosen stays ours in the next life; the operator finds a node by it. */
static void keep_port(struct serve *serve)
{
    char *number = strrchr(serve->door, '-');
    if (serve->net_config.port != 0)
        return;
    serve->net_config.port = net_server_port(serve->net);
    if (store_is_url(serve->data) && number)
        snprintf(number + 1, sizeof serve->door - (size_t)(number + 1 - serve->door), "%u",
                 (unsigned)serve->net_config.port);
}

static bool open_net(struct serve *serve)
{
    const struct net_handler handler = {
        .context = serve,
        .http = serve_http,
        .open = guests_open,
        .text = guests_text,
        .closed = guests_closed,
        .woken = on_woken,
        .crowded = on_crowded,
        .turned = on_turned,
        .tick = on_tick,
    };
    enum net_problem problem;
    /* Ours as long as this life lasts; systemd's own stays open. */
    serve->net_config.descriptor = given_socket() ? dup(given_socket()) : 0;
    serve->net_config.origins = serve->origins;
    serve->net_config.proxies = serve->proxies;
    serve->net_config.names = serve->names;
    if (serve->has_limits)
        serve->net_config.conns_per_address_max = hall_limits_usual.conns_per_address;
    errno = 0;
    serve->net = net_server_create(&serve->net_config, &handler, &problem);
    if (!serve->net) {
        if (errno == EADDRINUSE)
            host_error("%s", host_say(CLI_SERVE_PORT_TAKEN, serve->net_config.listen,
                                      (unsigned)serve->net_config.port));
        else
            host_error("%s:%u: %s%s%s", serve->net_config.listen, (unsigned)serve->net_config.port,
                       net_problem_text(problem, host_lang), errno ? ": " : "", errno ? strerror(errno) : "");
        return false;
    }
    let_wake(serve->net);
    keep_port(serve);
    serve->begin_us = net_server_now_us(serve->net);
    if (!store_has_nodes(&serve->store))
        return true;
    serve->nodes = nodes_create(serve, serve->listener);
    return serve->nodes != NULL;
}

static void open_admin(struct serve *serve)
{
    const struct admin_config config = {.data = serve->door,
                                        .context = serve,
                                        .answer = serve_operator,
                                        .aside = serve_operator_aside,
                                        .after = serve_operator_after,
                                        .is_aside = serve_is_aside,
                                        .wake = wake};
    serve->admin = admin_create(&config);
    if (!serve->admin)
        host_error("%s", host_say(CLI_SERVE_NO_SOCKET_FOR_ADMIN, strerror(errno)));
}

/* One life: until it is told to stop, or others have taken over. */
static int live(struct serve *serve)
{
    int status = HOST_WRONG;
    serve->is_lost = serve->is_drained = serve->is_handed_over = false;
    serve->drain_us = serve->seen_us = 0;
    serve->begin_ms = platform_wall_ms();
    if (open_hall(serve) && open_net(serve)) {
        open_admin(serve);
        catch_signals(serve);
        if (!serve->has_lived)
            serve_print_links(serve);
        fflush(stdout);
        /* A house on a file that tells nobody elsewhere has all sockets that it will ever open by itself. */
        if (!serve->is_free && !store_is_url(serve->data) && !serve->push_contact)
            (void)platform_confine_sockets();
        serve->has_lived = true;
        status = net_server_run(serve->net) ? HOST_GOOD : HOST_WRONG;
        admin_destroy(serve->admin);
        serve->admin = NULL;
    }
    serve_work_destroy(serve->works);
    serve->works = NULL;
    reports_destroy(serve->reports);
    serve->reports = NULL;
    push_destroy(serve->push);
    serve->push = NULL;
    nodes_destroy(serve->nodes);
    serve->nodes = NULL;
    let_wake(NULL);
    stopping_server = NULL;
    struct net_server *net = serve->net;
    if (net)
        net_server_destroy(net);
    serve->net = NULL;
    hall_destroy(serve->hall);
    serve->hall = NULL;
    free(serve->editions.bytes);
    serve->editions.bytes = NULL;
    free(serve->others.bytes);
    serve->others = (struct hall_page){0};
    if (serve->store.ops && !store_close(&serve->store) && !serve->is_lost) {
        host_error("%s", host_word(WORD_CLI_SERVE_THE_LAST_MOVES_COULD_NOT_BE));
        status = HOST_WRONG;
    }
    serve->store.ops = NULL;
    return status;
}

int serve_run(struct serve *serve)
{
    if (sodium_init() < 0) {
        host_error("%s", host_word(WORD_CLI_SERVE_THE_SYSTEM_GIVES_NO_RANDOM_BYTES));
        return HOST_WRONG;
    }
    if (serve->site.folder && !site_is_there(&serve->site)) {
        host_error("%s", host_say(CLI_SERVE_THERE_IS_NO_INDEX_HTML, serve->site.folder));
        return HOST_WRONG;
    }
    if (!site_is_there(&serve->site))
        serve_log(SERVE_WARN, "no-page", host_word(WORD_CLI_LOG_NO_PAGE));
    if (serve->push_contact && !(serve->push_trust = net_trust_create(serve->push_ca))) {
        host_error("%s", host_word(WORD_CLI_SERVE_PUSH_TRUSTS_NOBODY));
        return HOST_WRONG;
    }
    host_machine(serve->machine, sizeof serve->machine);
    serve->is_at_terminal = is_at_terminal();
    hangup_ends = serve->is_at_terminal;
    int status = live(serve);
    /* Under a new number, as soon as the database is there; the port may take a moment to be free. */
    while (!was_told_to_stop && serve->has_lived && (serve->is_lost || status != HOST_GOOD)) {
        if (status != HOST_GOOD)
            platform_rest_ms(COME_BACK_MS);
        status = store_is_url(serve->data) ? live(serve) : status;
        if (!store_is_url(serve->data))
            break;
    }
    net_trust_destroy(serve->push_trust);
    return status;
}
