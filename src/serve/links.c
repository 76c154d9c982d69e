/* links.c - under which addresses a server can be found. */
#define _DEFAULT_SOURCE /* the flags of getifaddrs() */
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "platform/host.h"
#include "serve/serve.h"

static void print_link(const struct serve *serve, const char *host, bool is_six)
{
    printf("  %s://%s%s%s:%u/\n", serve->net_config.cert_file ? "https" : "http", is_six ? "[" : "", host,
           is_six ? "]" : "", (unsigned)net_server_port(serve->net));
}

/* Every address of this machine under which others may find it. */
void serve_print_links(const struct serve *serve)
{
    const char *address = serve->net_config.listen;
    bool is_any = strcmp(address, "0.0.0.0") == 0 || strcmp(address, "::") == 0;
    printf("%s\n", host_word(WORD_CLI_SERVE_LINKS_PEN_LTIMA_IS_OPEN));
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
