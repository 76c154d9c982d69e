/* pg_hosts.c - the order in which the addresses of a database are tried. A machine that stands still goes on
 * taking calls and says nothing, so each session would wait for it again before it comes to the one that took
 * its place. Whichever fell silent is tried last for a while. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/clock.h"
#include "store/pg.h"

enum { LAST_MS = 60000, SILENT_MAX = 8, HOST_BYTES = 256, PORT_BYTES = 16 };

/* The world's, not one house's: every session of the process profits. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct silent {
    char host[HOST_BYTES], port[PORT_BYTES];
    uint64_t until_ms;
} silent[SILENT_MAX];

void pg__note_silent(const PGconn *connection)
{
    const char *host = PQhost(connection), *port = PQport(connection);
    if (!host || !port || strlen(host) >= HOST_BYTES || strlen(port) >= PORT_BYTES)
        return;
    pthread_mutex_lock(&mutex);
    struct silent *place = &silent[0];
    for (unsigned i = 0; i < SILENT_MAX; i++) {
        if (strcmp(silent[i].host, host) == 0 && strcmp(silent[i].port, port) == 0) {
            place = &silent[i];
            break;
        }
        if (silent[i].until_ms < place->until_ms)
            place = &silent[i];
    }
    strcpy(place->host, host);
    strcpy(place->port, port);
    place->until_ms = platform_now_ms() + LAST_MS;
    pthread_mutex_unlock(&mutex);
}

static bool is_silent(const char *host, size_t host_count, const char *port, size_t port_count)
{
    bool is = false;
    const uint64_t now_ms = platform_now_ms();
    pthread_mutex_lock(&mutex);
    for (unsigned i = 0; i < SILENT_MAX; i++)
        is = is || (silent[i].until_ms > now_ms && strlen(silent[i].host) == host_count &&
                    memcmp(silent[i].host, host, host_count) == 0 && strlen(silent[i].port) == port_count &&
                    memcmp(silent[i].port, port, port_count) == 0);
    pthread_mutex_unlock(&mutex);
    return is;
}

/* The part of a list "a,b,c" with that number; the only one there is stands for all. */
static const char *part_of(const char *list, unsigned number, size_t *count)
{
    if (!strchr(list, ','))
        number = 0;
    for (; number > 0 && list[0]; number--) {
        list += strcspn(list, ",");
        list += list[0] == ',';
    }
    *count = strcspn(list, ",");
    return list;
}

static bool add(char *list, size_t size, const char *part, size_t count, bool is_first)
{
    const size_t at = strlen(list);
    if (at + count + 2 > size)
        return false;
    snprintf(list + at, size - at, "%s%.*s", is_first ? "" : ",", (int)count, part);
    return true;
}

static const char *value_of(const PQconninfoOption *options, const char *keyword)
{
    for (; options->keyword; options++)
        if (strcmp(options->keyword, keyword) == 0)
            return options->val ? options->val : "";
    return "";
}

bool pg__order_hosts(const char *url, struct pg_hosts *hosts)
{
    memset(hosts, 0, sizeof *hosts);
    PQconninfoOption *options = PQconninfoParse(url, NULL);
    if (!options)
        return false; /* whoever connects is told what is wrong with it */
    const char *host = value_of(options, "host"), *port = value_of(options, "port");
    unsigned count = 1, moved = 0, added = 0;
    for (const char *at = host; *at; at++)
        count += *at == ',';
    /* Whoever gives numbers beside the names has an order in mind that is not ours to take apart. */
    bool is_good = count > 1 && !value_of(options, "hostaddr")[0];
    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned i = 0; is_good && i < count; i++) {
            size_t host_count, port_count;
            const char *const one = part_of(host, i, &host_count);
            const char *const its = part_of(port, i, &port_count);
            const bool is_last = port_count > 0 ? is_silent(one, host_count, its, port_count)
                                                : is_silent(one, host_count, "5432", 4);
            if (is_last != (pass == 1))
                continue;
            moved += is_last;
            is_good = add(hosts->host, sizeof hosts->host, one, host_count, added == 0) &&
                      add(hosts->port, sizeof hosts->port, its, port_count, added == 0);
            added++;
        }
    }
    PQconninfoFree(options);
    return is_good && moved > 0;
}
