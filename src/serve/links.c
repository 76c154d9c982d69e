/* links.c - under which addresses a server can be found, and whether a house with the same data is open. */
#define _DEFAULT_SOURCE /* the flags of getifaddrs() */
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "platform/host.h"
#include "serve/admin.h"
#include "serve/serve.h"
#include "words/cli_serve_links_words.h"

static void add_link(FILE *out, const struct serve *serve, const char *host, bool is_six)
{
    fprintf(out, "  %s://%s%s%s:%u/\n", serve->net_config.cert_file ? "https" : "http", is_six ? "[" : "",
            host, is_six ? "]" : "", (unsigned)net_server_port(serve->net));
}

/* Every address of this machine under which others may find it. */
static void add_links(FILE *out, const struct serve *serve)
{
    const char *address = serve->net_config.listen;
    bool is_any = strcmp(address, "0.0.0.0") == 0 || strcmp(address, "::") == 0;
    if (!is_any) {
        add_link(out, serve, address, strchr(address, ':') != NULL);
        return;
    }
    add_link(out, serve, "localhost", false);
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
        add_link(out, serve, name, false);
    }
    freeifaddrs(all);
}

void serve_print_links(struct serve *serve)
{
    memset(serve->links, 0, sizeof serve->links);
    FILE *out = fmemopen(serve->links, sizeof serve->links - 1, "w");
    if (out) {
        add_links(out, serve);
        fclose(out);
    }
    printf("%s\n%s", host_word(WORD_CLI_SERVE_LINKS_PEN_LTIMA_IS_OPEN), serve->links);
    if (serve->is_at_terminal)
        printf("%s\n", host_word(WORD_CLI_SERVE_LINKS_UNTIL));
}

bool serve_find_open(const struct serve *serve, bool has_port, int *status)
{
    char links[SERVE_LINKS_BYTES], port[16];
    if (store_is_url(serve->data) || !admin_hear(serve->door, SERVE_LINKS_ORDER, links, sizeof links))
        return false;
    snprintf(port, sizeof port, ":%u/\n", (unsigned)serve->net_config.port);
    /* Whoever wants another port did not mean this one. */
    const bool is_it = !has_port || strstr(links, port);
    FILE *out = is_it ? stdout : stderr;
    fprintf(out, "%s\n%s%s\n", host_word(WORD_CLI_SERVE_LINKS_IS_OPEN_ALREADY), links,
            host_word(WORD_CLI_SERVE_LINKS_FOR_ANOTHER));
    *status = is_it ? HOST_GOOD : HOST_WRONG;
    return true;
}
