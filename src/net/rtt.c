/* rtt.c - the kernel's measure of a connection's round trip. By itself because the header that has
 * all of struct tcp_info cannot be used together with the usual one. */
#include <linux/tcp.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/socket.h>

#include "net/rtt.h"

struct net_rtt net_rtt_of(int descriptor)
{
    struct tcp_info info = {0};
    socklen_t bytes = sizeof info;
    struct net_rtt rtt = {0, 0};
    if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &bytes) != 0)
        return rtt;
    rtt.smoothed_us = info.tcpi_rtt;
    /* An older kernel fills less of it; "none yet" is all ones. */
    if (bytes >= offsetof(struct tcp_info, tcpi_min_rtt) + sizeof info.tcpi_min_rtt &&
        info.tcpi_min_rtt != ~0u)
        rtt.min_us = info.tcpi_min_rtt;
    return rtt;
}
