/* site.h - the page's files over HTTP, from one folder; without one, a page that says how to
 * connect. Knows no tables. */
#ifndef SERVE_SITE_H
#define SERVE_SITE_H

#include "net/web.h"

/* The folder of the page: 'given' if not null, web/ beside the program, or the installed one. False:
 * there is none, and 'folder' is empty. */
bool site_find(const char *given, char *folder, size_t size);

/* Answers with the file of that path, or not at all if there is none. */
void site_answer(const char *folder, const struct net_request *request, struct net_response *response);

#endif
