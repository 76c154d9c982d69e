/* url.c - takes addresses apart. */
#include "net/url.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char *read_scheme(const char *text, struct net_url *url)
{
    static const struct {
        const char *name;
        bool is_tls;
    } schemes[] = {{"ws://", false}, {"wss://", true}, {"http://", false}, {"https://", true}};
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        size_t bytes = strlen(schemes[i].name);
        if (strncasecmp(text, schemes[i].name, bytes) == 0) {
            url->is_tls = schemes[i].is_tls;
            return text + bytes;
        }
    }
    return NULL;
}

static bool read_port(const char *text, size_t bytes, uint16_t *port)
{
    unsigned number = 0;
    if (bytes == 0 || bytes > 5)
        return false;
    for (size_t i = 0; i < bytes; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        number = number * 10 + (unsigned)(text[i] - '0');
    }
    *port = (uint16_t)number;
    return number > 0 && number <= UINT16_MAX;
}

static bool is_host(const char *text, size_t bytes, bool is_bracketed)
{
    for (size_t i = 0; i < bytes; i++) {
        char c = text[i];
        bool is_word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '.' || c == '-' || c == '_';
        if (!is_word && !(is_bracketed && c == ':'))
            return false;
    }
    return bytes > 0 && bytes < sizeof((struct net_url *)0)->host;
}

static bool read_authority(const char *text, size_t bytes, struct net_url *url)
{
    bool is_bracketed = bytes > 0 && text[0] == '[';
    const char *host = text + is_bracketed;
    const char *host_end = memchr(host, is_bracketed ? ']' : ':', bytes - is_bracketed);
    if (is_bracketed && !host_end)
        return false;
    size_t host_bytes = host_end ? (size_t)(host_end - host) : bytes;
    if (!is_host(host, host_bytes, is_bracketed))
        return false;
    memcpy(url->host, host, host_bytes);
    url->host[host_bytes] = 0;

    uint16_t usual = url->is_tls ? 443 : 80;
    const char *rest = host + host_bytes + is_bracketed;
    size_t rest_bytes = bytes - (size_t)(rest - text);
    url->port = usual;
    if (rest_bytes > 0 && (rest[0] != ':' || !read_port(rest + 1, rest_bytes - 1, &url->port)))
        return false;
    url->is_usual_port = url->port == usual;
    return true;
}

bool net_url_read(const char *text, struct net_url *url)
{
    memset(url, 0, sizeof *url);
    const char *authority = read_scheme(text, url);
    if (!authority)
        return false;
    size_t bytes = strcspn(authority, "/?#");
    if (!read_authority(authority, bytes, url))
        return false;
    const char *path = authority + bytes;
    bytes = strcspn(path, "#");
    bool has_slash = path[0] == '/';
    if (bytes + 2 > sizeof url->path)
        return false;
    for (size_t i = 0; i < bytes; i++)
        if (path[i] <= ' ' || path[i] > '~')
            return false;
    url->path[0] = '/';
    memcpy(url->path + !has_slash, path, bytes);
    return true;
}

void net_url_write_host(const struct net_url *url, char text[static 272])
{
    bool is_bracketed = strchr(url->host, ':') != NULL;
    int count = snprintf(text, 272, "%s%s%s", is_bracketed ? "[" : "", url->host, is_bracketed ? "]" : "");
    if (!url->is_usual_port && count > 0)
        snprintf(text + count, 272 - (size_t)count, ":%u", (unsigned)url->port);
}
