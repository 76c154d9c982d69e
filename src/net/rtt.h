/* rtt.h - the kernel's measure of a connection's round trip. */
#ifndef NET_RTT_H
#define NET_RTT_H

#include <stdint.h>

struct net_rtt {
    uint32_t smoothed_us, min_us; /* 0: unknown */
};

struct net_rtt net_rtt_of(int descriptor);

#endif
