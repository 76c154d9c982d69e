/* served.h - what the tests of a real server share: the head of the last answer, and asking over a connection
 * of its own. */
#ifndef TESTS_NET_SERVED_H
#define TESTS_NET_SERVED_H

#include "wire.h"

static char head[8192];
static const struct net_config plain_config = {0};

#define CLOSE "Host: localhost\r\nConnection: close\r\n\r\n"

/* Asks over a connection of its own and reads the body too. */
static inline unsigned ask_alone(const struct echo *echo, const char *request, char *body, size_t body_size)
{
    struct wire wire = wire_connect(echo);
    unsigned status = wire_ask(&wire, request, head, sizeof head);
    if (body)
        body[wire_read(&wire, body, body_size - 1)] = 0;
    wire_close(&wire);
    return status;
}

/* Every answer forbids what a page of ours has no need of. */
static inline void assert_guarded(void)
{
    static const char *const guards[] = {
        "\r\nX-Content-Type-Options: nosniff\r\n",
        "\r\nReferrer-Policy: no-referrer\r\n",
        "\r\nCross-Origin-Opener-Policy: same-origin\r\n",
        "\r\nCross-Origin-Resource-Policy: same-origin\r\n",
        "\r\nCross-Origin-Embedder-Policy: require-corp\r\n",
        "\r\nContent-Security-Policy: default-src '",
    };
    for (size_t i = 0; i < sizeof guards / sizeof guards[0]; i++)
        if (!strstr(head, guards[i]))
            fail_msg("no %s in %s", guards[i] + 2, head);
}

#endif
