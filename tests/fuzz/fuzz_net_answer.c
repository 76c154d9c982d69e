/* fuzz_net_answer.c - any bytes as the head of an HTTP answer and as an address: no crash, nothing
 * read beyond the end, and what is accepted can go into a request again. */
#include <stdlib.h>
#include <string.h>

#include "net/answer.h"
#include "net/handshake.h"
#include "net/url.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

static void try_answer(const char *bytes, size_t count)
{
    static const char *const names[] = {"Upgrade", "Connection", "Sec-WebSocket-Accept", "Content-Length"};
    struct net_answer answer;
    char value[64];
    if (!net_answer_read(bytes, count, &answer))
        return;
    if (answer.bytes > count || answer.bytes > NET_ANSWER_BYTES_MAX)
        abort();
    for (size_t i = 0; answer.bytes > 0 && i < sizeof names / sizeof names[0]; i++) {
        if (!net_answer_header(&answer, names[i], value, sizeof value))
            continue;
        if (!net_answer_has_header(&answer, names[i]) || strpbrk(value, "\r\n"))
            abort();
        (void)net_list_has(value, "websocket");
        (void)net_key_is_valid(value);
        (void)net_origin_is_allowed(value, "localhost", names, 1);
    }
}

static void try_url(const char *text)
{
    struct net_url url;
    char host[272];
    if (!net_url_read(text, &url))
        return;
    net_url_write_host(&url, host);
    if (url.port == 0 || url.path[0] != '/' || url.host[0] == 0 || strpbrk(url.path, " \r\n#") ||
        strpbrk(host, " \r\n/@"))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    char *copy = malloc(count + 1), *exact = malloc(count + (count == 0));
    memcpy(copy, bytes, count);
    memcpy(exact, bytes, count);
    copy[count] = 0;
    try_answer(exact, count);
    try_url(copy);
    free(copy);
    free(exact);
    return 0;
}
