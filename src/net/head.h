/* head.h - whether the head of a request has one meaning for everybody who reads it.
 *
 * The HTTP library takes a bare line feed for a line end, lines that go on in the next one (folded) and
 * blanks before a colon; a proxy before us may not. It has put zeros where lines and names end:
 *
 *     GET 0 /path 0 HTTP/1.1 00 Host 0 localhost 00 X-Folded 0 one 00 two 00 00
 *
 * so one zero is a bare line feed. */
#ifndef NET_HEAD_H
#define NET_HEAD_H

#include <stdbool.h>
#include <stddef.h>

/* 'version' is that of the request's first line, in the head. */
bool net_head_is_plain(const char *head, size_t count, const char *version);

#endif
