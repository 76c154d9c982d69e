/* cmd_load.c - how much a server bears: plays at many tables at once and tells how long moves took. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/load_swarm.h"
#include "platform/report.h"
#include "sim/plot.h"
#include "words/cli_load_words.h"
#include "words/cli_words.h"
#include "words/help_load_words.h"

enum { TABLES_MAX = 10000, SOCKETS_MAX = 60000, SECONDS_MAX = 86400 };

/* What the system says about a process. */
struct process {
    bool is_known;
    uint64_t memory_kb, memory_most_kb;
    double cpu_s;
};

static struct process look_at(uint64_t pid)
{
    struct process process = {0};
    char path[64], line[512];
    if (pid == 0)
        return process;
    snprintf(path, sizeof path, "/proc/%llu/status", (unsigned long long)pid);
    FILE *status = fopen(path, "r");
    if (!status)
        return process;
    process.is_known = true;
    while (fgets(line, sizeof line, status)) {
        if (strncmp(line, "VmRSS:", 6) == 0)
            process.memory_kb = strtoull(line + 6, NULL, 10);
        else if (strncmp(line, "VmHWM:", 6) == 0)
            process.memory_most_kb = strtoull(line + 6, NULL, 10);
    }
    fclose(status);
    snprintf(path, sizeof path, "/proc/%llu/stat", (unsigned long long)pid);
    FILE *stat = fopen(path, "r");
    if (stat && fgets(line, sizeof line, stat)) {
        /* After the name in brackets: the 12th and 13th words are the ticks of user and system. */
        unsigned long long user = 0, system = 0;
        const char *rest = strrchr(line, ')');
        if (rest &&
            sscanf(rest + 1, " %*c %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %llu %llu", &user, &system) == 2)
            process.cpu_s = (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
    }
    if (stat)
        fclose(stat);
    return process;
}

/* The smallest number that so many thousandths of the moves do not exceed. */
static uint32_t permille(const struct sim_histogram *histogram, unsigned thousandths)
{
    uint64_t wanted = (histogram->count * thousandths + 999) / 1000;
    uint32_t low = 0, high = UINT32_C(1) << 21;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (sim_histogram_between(histogram, 0, middle + 1) >= wanted)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

struct figures {
    const struct load_config *config;
    const struct load_result *result;
    struct process before, after;
};

static double per_move(const struct load_result *result)
{
    return result->moves ? (double)result->bytes_in / (double)result->moves : 0;
}

static void print_json(const struct figures *figures)
{
    const struct load_result *result = figures->result;
    const struct sim_histogram *times = &result->latency_us;
    struct report report = {.stream = stdout};
    report_open(&report, NULL, '{');
    report_whole(&report, "connected", result->connected);
    report_whole(&report, "lost", result->lost);
    report_whole(&report, "came_back", result->came_back);
    report_real(&report, "away_p50_ms", permille(&result->away_us, 500) / 1e3, 3);
    report_real(&report, "away_max_ms", permille(&result->away_us, 1000) / 1e3, 3);
    report_whole(&report, "tables", result->playing);
    report_whole(&report, "seats", figures->config->seats);
    report_real(&report, "connect_s", result->connect_s, 3);
    report_real(&report, "start_s", result->start_s, 3);
    report_real(&report, "seconds", result->measured_s, 3);
    report_whole(&report, "moves", result->moves);
    report_real(&report, "moves_per_s",
                (double)result->moves / (result->measured_s > 0 ? result->measured_s : 1), 1);
    report_whole(&report, "refused", result->refused);
    report_whole(&report, "games", result->games);
    report_real(&report, "bytes_per_move", per_move(result), 0);
    report_open(&report, "ms", '{');
    report_real(&report, "p50", permille(times, 500) / 1e3, 3);
    report_real(&report, "p99", permille(times, 990) / 1e3, 3);
    report_real(&report, "p99.9", permille(times, 999) / 1e3, 3);
    report_real(&report, "max", permille(times, 1000) / 1e3, 3);
    report_close(&report, '}');
    report_real(&report, "load_cpu_s", result->own_cpu_s, 2);
    if (figures->after.is_known) {
        report_real(&report, "server_cpu_s", figures->after.cpu_s - figures->before.cpu_s, 2);
        report_whole(&report, "server_kb", figures->after.memory_kb);
        report_whole(&report, "server_most_kb", figures->after.memory_most_kb);
    }
    report_close(&report, '}');
}

static void print_text(const struct figures *figures)
{
    const struct load_result *result = figures->result;
    const struct sim_histogram *times = &result->latency_us;
    printf("%s", host_say(CLI_LOAD_CONNECTIONS_IN_S_OF_THEM_LOST, (unsigned long long)result->connected,
                          host_real(result->connect_s, 2), (unsigned long long)result->lost,
                          (unsigned long long)result->playing, figures->config->seats,
                          host_real(result->start_s, 2)));
    if (result->came_back > 0)
        printf("%s", host_say(CLI_LOAD_CAME_BACK, (unsigned long long)result->came_back,
                              host_real(permille(&result->away_us, 500) / 1e3, 1),
                              host_real(permille(&result->away_us, 1000) / 1e3, 1)));
    printf("%s",
           host_say(CLI_LOAD_MOVES_IN_S_PER_SECOND_REFUSED, (unsigned long long)result->moves,
                    host_real(result->measured_s, 1),
                    host_real((double)result->moves / (result->measured_s > 0 ? result->measured_s : 1), 0),
                    (unsigned long long)result->refused, (unsigned long long)result->games));
    printf("%s", host_say(CLI_LOAD_UNTIL_ALL_PLAYERS_OF_THE_TABLE, host_real(permille(times, 500) / 1e3, 2),
                          host_real(permille(times, 990) / 1e3, 2), host_real(permille(times, 999) / 1e3, 2),
                          host_real(permille(times, 1000) / 1e3, 2)));
    printf("%s", host_say(CLI_LOAD_BYTES_PER_MOVE_TO_ALL_OF, host_real(per_move(result), 0),
                          host_real(result->own_cpu_s, 2)));
    if (figures->after.is_known)
        printf("%s", host_say(CLI_LOAD_THE_SERVER_S_OF_PROCESSOR_MB,
                              host_real(figures->after.cpu_s - figures->before.cpu_s, 2),
                              host_real((double)figures->after.memory_kb / 1024, 1),
                              host_real((double)figures->after.memory_most_kb / 1024, 1)));
}

static bool write_out(void *context, const char *bytes, size_t count)
{
    return host_output_write(context, bytes, count);
}

static bool draw(const struct figures *figures, const char *path)
{
    struct host_output output;
    char subtitle[256];
    const struct load_result *result = figures->result;
    snprintf(
        subtitle, sizeof subtitle, "%s",
        host_say(CLI_LOAD_TABLES_OF_CONNECTIONS_MOVES_PER_SECOND, (unsigned long long)result->playing,
                 figures->config->seats, (unsigned long long)result->connected,
                 host_real((double)result->moves / (result->measured_s > 0 ? result->measured_s : 1), 0)));
    const struct sim_plot_spread spread = {host_word(WORD_CLI_LOAD_FROM_A_MOVE_UNTIL_ALL_PLAYERS), "µs",
                                           &result->latency_us};
    const struct sim_plot_chart chart = {&spread, NULL};
    const struct sim_plot_page page = {pen_lang_id(host_lang),
                                       host_word(WORD_CLI_LOAD_LOAD),
                                       subtitle,
                                       host_word(WORD_CLI_LOAD_A_DISTRIBUTION_OF_TIMES_IN_MICROSECONDS),
                                       &chart,
                                       1};
    if (!host_output_open(&output, path))
        return false;
    const struct sim_sink sink = {&output, write_out};
    bool is_good = sim_plot_write(&page, &sink);
    return host_output_close(&output, is_good) && is_good;
}

static enum cli_answer take_rate(const struct cli_option *option, const char *value, void *member)
{
    double *rate = member;
    char *end;
    (void)option;
    *rate = strtod(value, &end);
    return end != value && *end == 0 && *rate > 0 && *rate <= 10000 ? CLI_TAKEN : CLI_REFUSED;
}

/* The word itself is what tables are opened with. */
static enum cli_answer take_scoring(const struct cli_option *option, const char *value, void *member)
{
    uint8_t scoring;
    (void)option;
    *(const char **)member = value;
    return cli_scoring_read(value, &scoring) ? CLI_TAKEN : CLI_REFUSED;
}

struct wish {
    struct load_config config;
    const char *url, *plot;
    uint64_t pid;
    bool is_json;
};

static const struct cli_option options[] = {
    {CLI_TEXT("url", "URL", NOTHING, struct wish, url, WORD_HELP_LOAD_OPTION_URL)},
    {CLI_NUMBER("tables", "N", 0, TABLES_MAX, struct wish, config.tables, WORD_HELP_LOAD_OPTION_TABLES)},
    {CLI_NUMBER("seats", "N", PEN_SEATS_MIN, PEN_SEATS_MAX, struct wish, config.seats,
                WORD_HELP_LOAD_OPTION_SEATS)},
    {CLI_VALUE("rate", "N", NOTHING, take_rate, struct wish, config.rate, WORD_HELP_LOAD_OPTION_RATE)},
    {CLI_NUMBER("seconds", "N", 0, SECONDS_MAX, struct wish, config.seconds, WORD_HELP_LOAD_OPTION_SECONDS)},
    {CLI_NUMBER("sockets", "N", 0, SOCKETS_MAX, struct wish, config.idle, WORD_HELP_LOAD_OPTION_SOCKETS)},
    {CLI_TEXT("edition", "NAME", EDITION, struct wish, config.edition, WORD_HELP_LOAD_OPTION_EDITION)},
    {CLI_VALUE("scoring", "S", SCORING, take_scoring, struct wish, config.scoring,
               WORD_HELP_LOAD_OPTION_SCORING)},
    {CLI_NUMBER("pid", "N", 0, UINT32_MAX, struct wish, pid, WORD_HELP_LOAD_OPTION_PID)},
    {CLI_FLAG("json", struct wish, is_json, WORD_HELP_LOAD_OPTION_JSON)},
    {CLI_TEXT("plot", "FILE", FILE, struct wish, plot, WORD_HELP_LOAD_OPTION_PLOT)},
    {.name = NULL},
};

/* "http://host:port" and "ws://host:port/" both mean the same server. */
static bool complete_url(const char *given, char *url, size_t size)
{
    const char *rest = strstr(given, "://");
    if (!rest)
        return false;
    bool is_safe = strncmp(given, "https", 5) == 0 || strncmp(given, "wss", 3) == 0;
    size_t length = strcspn(rest + 3, "/");
    return (size_t)snprintf(url, size, "%s://%.*s/ws", is_safe ? "wss" : "ws", (int)length, rest + 3) < size;
}

static volatile sig_atomic_t is_interrupted;

static void interrupt(int number)
{
    (void)number;
    is_interrupted = 1;
}

/* Ctrl-C ends the measuring and reports what it found; a second one ends the program. */
static void catch_interrupt(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = interrupt;
    action.sa_flags = (int)SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
}

static int run(const struct cli_command *command, int argc, char **argv)
{
    static struct load_result result;
    struct wish wish = {
        .config = {.edition = "classic", .tables = 10, .seats = 4, .seconds = 10, .is_over = &is_interrupted},
        .url = "ws://127.0.0.1:7373"};
    struct figures figures = {.config = &wish.config, .result = &result};
    char url[512];
    const int status = cli_read(command, argc, argv, &wish);
    if (status != CLI_GO_ON)
        return status;
    if (!complete_url(wish.url, url, sizeof url))
        return cli_wrong_use(command, "%s", host_say(CLI_LOAD_NOT_AN_ADDRESS_OF_A_SERVER, wish.url));
    wish.config.url = url;
    catch_interrupt();
    figures.before = look_at(wish.pid);
    if (!load_run(&wish.config, &result))
        return HOST_WRONG;
    figures.after = look_at(wish.pid);
    if (wish.is_json)
        print_json(&figures);
    else
        print_text(&figures);
    if (wish.plot && !draw(&figures, wish.plot))
        return HOST_WRONG;
    return result.lost == 0 && result.playing == wish.config.tables ? HOST_GOOD : HOST_NO;
}

const struct cli_command cli_load = {
    .name = "load",
    .usage = "[OPTION...]",
    .about = WORD_HELP_LOAD_ABOUT,
    .details = WORD_HELP_LOAD_DETAILS,
    .options = options,
    .has_pipes = true,
    .examples = "penultima load\n"
                "penultima load --tables 5000 --rate 0.33 --seconds 30\n"
                "penultima load --tables 0 --sockets 19000 --seconds 60\n"
                "penultima load --tables 100 --json --plot load.svg",
    .run = run,
};
