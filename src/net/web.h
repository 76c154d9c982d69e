/* web.h - plain HTTP: a request as the handler sees it, and its answer.
 *
 * Every answer gets the headers that keep browsers from guessing and other sites from looking in; a
 * page brings its own Content-Security-Policy, anything else gets one that allows nothing. HEAD and
 * conditional requests are not the handler's business: it answers as to a GET, with an ETag if it
 * has one. */
#ifndef NET_WEB_H
#define NET_WEB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct net_request {
    const char *method;  /* GET (also for HEAD) or POST */
    const char *path;    /* decoded; never has a part ".." or a control character */
    const char *address; /* as in struct net_peer */
    const char *body;    /* of a POST */
    size_t body_bytes;
    bool is_tls;
    void *connection; /* for the functions below */
};

struct net_response;

/* The value of a header or of a parameter "?name=value" (decoded), or null. */
const char *net_request_header(const struct net_request *request, const char *name);
const char *net_request_query(const struct net_request *request, const char *name);

/* Whether the other end takes "gzip" or "br". An answer that depends on it says "Vary:
 * Accept-Encoding", both ways. */
bool net_request_accepts(const struct net_request *request, const char *encoding);

/* The answer: one of these. Bytes are copied, or borrowed for as long as the server lives, or given
 * (from malloc). A file's descriptor becomes the server's. */
void net_response_copy(struct net_response *response, unsigned status, const char *type, const char *bytes,
                       size_t count);
void net_response_borrow(struct net_response *response, unsigned status, const char *type, const char *bytes,
                         size_t count);
void net_response_give(struct net_response *response, unsigned status, const char *type, char *bytes,
                       size_t count);
void net_response_file(struct net_response *response, unsigned status, const char *type, int descriptor,
                       uint64_t count);

/* Or none yet: it is given later, exactly once, in the thread of the loop; the bytes (from malloc) are
 * given, or null for the status with its sentence. Null: no memory. */
struct net_later *net_response_later(struct net_response *response);
void net_later_give(struct net_later *later, unsigned status, const char *type, char *bytes, size_t count);

/* The status with its sentence in both languages. */
void net_response_status(struct net_response *response, unsigned status);

/* One more header, after the answer is given. An ETag, with its quotes, also answers If-None-Match. */
void net_response_header(struct net_response *response, const char *name, const char *value);

#endif
