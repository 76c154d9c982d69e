/* test_many.c - as many WebSockets as one process may hold, or 19,000: all are opened, all are
 * answered, none is lost, one more is refused politely, and each costs little memory. The clients are
 * another process, because every process has its own limit of open files. */
#include "wire.h"

#include <sys/resource.h>
#include <sys/wait.h>

#include "net/client.h"
#include "../support/sanitized.h"

enum {
    CONNS_MAX = 19000,
    CONNS_PER_ADDRESS = 10000, /* the system has some 28,000 ports for each address we come from */
    CONN_BYTES_MAX = 20000,
    CLIENT_FILES_KEPT = 64,
};

/* What the clients are told, and what they report. */
struct task {
    uint16_t port;
    unsigned count;
};

struct report {
    unsigned opened, answered;
    unsigned refused_status; /* of one too many */
};

static size_t resident_bytes(void)
{
    unsigned long long all = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%llu %llu", &all, &resident), 2);
    fclose(file);
    return (size_t)resident * (size_t)sysconf(_SC_PAGESIZE);
}

static struct net_client *open_one(uint16_t port, unsigned number, unsigned *status)
{
    char url[64], from[32];
    enum net_problem problem;
    snprintf(url, sizeof url, "ws://127.0.0.1:%u/ws", (unsigned)port);
    snprintf(from, sizeof from, "127.0.0.%u", 2 + number / CONNS_PER_ADDRESS);
    struct net_client_config config = {.url = url, .from = from};
    struct net_client *client = net_client_create(&config, &problem);
    *status = 0;
    for (int tries = 0; client && tries < WIRE_WAIT_SECONDS * 10; tries++) {
        struct net_client_news news = net_client_next(client);
        if (news.kind == NET_CLIENT_OPENED)
            return client;
        if (news.kind == NET_CLIENT_CLOSED) {
            *status = news.status;
            break;
        }
        net_client_wait(client, 100);
    }
    net_client_destroy(client);
    return NULL;
}

static bool is_answered(struct net_client *client)
{
    for (int tries = 0; tries < WIRE_WAIT_SECONDS * 10; tries++) {
        struct net_client_news news = net_client_next(client);
        if (news.kind != NET_CLIENT_NOTHING)
            return news.kind == NET_CLIENT_TEXT && news.count == 4 && memcmp(news.bytes, "hola", 4) == 0;
        net_client_wait(client, 100);
    }
    return false;
}

/* The other process: learns port and number, opens all, talks over all, waits for the end. */
static int run_clients(int input, int output)
{
    struct task task;
    struct report report = {0};
    char byte;
    if (read(input, &task, sizeof task) != sizeof task)
        return 1;
    struct net_client **clients = calloc(task.count, sizeof *clients);
    for (unsigned i = 0; i < task.count; i++) {
        clients[i] = open_one(task.port, i, &report.refused_status);
        report.opened += clients[i] != NULL;
    }
    struct net_client *extra = open_one(task.port, task.count, &report.refused_status);
    net_client_destroy(extra);
    for (unsigned i = 0; i < task.count; i++)
        if (clients[i])
            (void)net_client_send(clients[i], "hola", 4);
    for (unsigned i = 0; i < task.count; i++)
        report.answered += clients[i] && is_answered(clients[i]);
    if (write(output, &report, sizeof report) != sizeof report)
        return 1;
    (void)!read(input, &byte, 1);
    for (unsigned i = 0; i < task.count; i++)
        net_client_destroy(clients[i]);
    free(clients);
    return 0;
}

static int to_child[2], from_child[2];
static pid_t child;

static void test_many(void **state)
{
    struct echo echo;
    struct report report;
    struct rlimit limit;
    (void)state;
    /* Both processes need room; what the server keeps back is more than the clients need. */
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
    unsigned most = CONNS_MAX;
    if (limit.rlim_max < CONNS_MAX + CLIENT_FILES_KEPT)
        most = (unsigned)limit.rlim_max - CLIENT_FILES_KEPT;
    echo_start(&echo, &(struct net_config){.conns_max = most, .ping_ms = 600000, .idle_ms = 900000});
    struct task task;
    memset(&task, 0, sizeof task);
    task.port = net_server_port(echo.server);
    task.count = net_server_conns_max(echo.server);
    size_t before = resident_bytes();
    assert_int_equal(write(to_child[1], &task, sizeof task), sizeof task);
    assert_int_equal(read(from_child[0], &report, sizeof report), sizeof report);
    size_t after = resident_bytes();
    print_message("# %u connections, %zu bytes each\n", task.count, (after - before) / task.count);
    assert_int_equal(report.opened, task.count);
    assert_int_equal(report.answered, task.count);
    assert_int_equal(report.refused_status, 503);
    if (!IS_SANITIZED)
        assert_in_range((after - before) / task.count, 0, CONN_BYTES_MAX);
    assert_int_equal(wire_counter(&echo, "conns_open"), task.count);
    close(to_child[1]);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    echo_stop(&echo);
    assert_int_equal(echo.opened, task.count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_many)};
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &limit);
    }
    /* Before any thread is started. */
    if (pipe(to_child) != 0 || pipe(from_child) != 0 || (child = fork()) < 0)
        return 1;
    if (child == 0) {
        close(to_child[1]);
        close(from_child[0]);
        return run_clients(to_child[0], from_child[1]);
    }
    close(to_child[0]);
    close(from_child[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
