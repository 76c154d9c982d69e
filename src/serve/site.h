/* site.h - the page's files over HTTP: those that the program carries, or from a folder; without
 * any, a page that says how to connect. Knows no tables. */
#ifndef SERVE_SITE_H
#define SERVE_SITE_H

#include "net/web.h"

struct site {
    const char *folder;        /* or null: the program's own */
    const unsigned char *pack; /* its page as web/pack.py puts it down; null or without files: it has none */
};

/* The page that the program was linked with. */
extern const unsigned char site_pack[];

/* Whether there is a page. */
bool site_is_there(const struct site *site);

/* Answers with the file of that path, or not at all if there is none. */
void site_answer(const struct site *site, const struct net_request *request, struct net_response *response);

#endif
