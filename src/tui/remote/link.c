/* link.c - see link.h. */
#include "tui/remote/link.h"

#include <stdio.h>
#include <string.h>

#include "net/url.h"

bool remote_link_read_table(const char *text, char table[ROOM_ID_BYTES])
{
    size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");
    if (length == 0 || text[length] != 0 || length >= ROOM_ID_BYTES)
        return false;
    memcpy(table, text, length + 1);
    return true;
}

/* Takes "t/ID" off the end of the path, if it is there, and then what follows the last slash. */
static bool split_path(char *path, char table[ROOM_ID_BYTES])
{
    char *last = strrchr(path, '/');
    if (!last || strchr(path, '?'))
        return false;
    if (last - path >= 2 && memcmp(last - 2, "/t", 2) == 0 && last[1] != 0) {
        if (!remote_link_read_table(last + 1, table))
            return false;
        last -= 2;
    }
    last[1] = 0;
    return true;
}

bool remote_link_read(const char *text, struct remote_link *link)
{
    char whole[1200], host[272];
    struct net_url url;
    const char *hash = strchr(text, '#');
    size_t length = hash ? (size_t)(hash - text) : strlen(text);
    memset(link, 0, sizeof *link);
    int written = snprintf(whole, sizeof whole, "%s%.*s", strstr(text, "://") ? "" : "http://",
                           (int)(length < sizeof whole ? length : sizeof whole), text);
    if (written < 0 || (size_t)written >= sizeof whole || !net_url_read(whole, &url) ||
        !split_path(url.path, link->table))
        return false;
    if (hash && hash[1] != 0 && (link->table[0] || !remote_link_read_table(hash + 1, link->table)))
        return false;
    net_url_write_host(&url, host);
    snprintf(link->host, sizeof link->host, "%s", host);
    snprintf(link->base, sizeof link->base, "http%s://%s%s", url.is_tls ? "s" : "", host, url.path);
    snprintf(link->socket, sizeof link->socket, "ws%s://%s%sws", url.is_tls ? "s" : "", host, url.path);
    return true;
}

void remote_link_write(const struct remote_link *link, struct pen_text *text)
{
    pen_text_add(text, link->base);
    pen_text_add(text, "#");
    pen_text_add(text, link->table);
}
