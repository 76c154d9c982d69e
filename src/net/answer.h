/* answer.h - the head of an HTTP answer, as a client gets it: status and headers. Strict, because the
 * other end may be anybody. Pure; knows no sockets. */
#ifndef NET_ANSWER_H
#define NET_ANSWER_H

#include <stdbool.h>
#include <stddef.h>

enum { NET_ANSWER_BYTES_MAX = 8192 };

struct net_answer {
    const char *text;
    size_t bytes; /* up to and with the empty line; 0: it has not come yet */
    unsigned status;
};

/* Reads the head at the beginning of 'text'. False if it is none or longer than the bound. */
bool net_answer_read(const char *text, size_t count, struct net_answer *answer);

/* The only header of this name, its value copied as a text. False if there is none, or more than one,
 * or it does not fit. */
bool net_answer_header(const struct net_answer *answer, const char *name, char *value, size_t value_size);

bool net_answer_has_header(const struct net_answer *answer, const char *name);

#endif
