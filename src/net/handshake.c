/* handshake.c - keys, lists and origins of the opening handshake. */
#include "net/handshake.h"

#include <arpa/inet.h>
#include <nettle/base64.h>
#include <nettle/sha1.h>
#include <string.h>
#include <strings.h>

#include "platform/bytes.h"

enum { CHANCE_BYTES = 16 };

static void write_base64(const uint8_t *bytes, size_t count, char *text)
{
    base64_encode_raw(text, count, bytes);
    text[BASE64_ENCODE_RAW_LENGTH(count)] = 0;
}

bool net_key_make(char key[static NET_KEY_BYTES])
{
    uint8_t bytes[CHANCE_BYTES];
    if (!platform_random(bytes, sizeof bytes))
        return false;
    write_base64(bytes, sizeof bytes, key);
    return true;
}

/* In the one way to write it. */
bool net_key_is_valid(const char *key)
{
    struct base64_decode_ctx context;
    uint8_t bytes[BASE64_DECODE_LENGTH(NET_KEY_BYTES)];
    char again[NET_KEY_BYTES];
    size_t count = sizeof bytes;
    base64_decode_init(&context);
    if (strlen(key) != NET_KEY_BYTES - 1 ||
        !base64_decode_update(&context, &count, bytes, NET_KEY_BYTES - 1, key) ||
        !base64_decode_final(&context) || count != CHANCE_BYTES)
        return false;
    write_base64(bytes, count, again);
    return strcmp(again, key) == 0;
}

bool net_key_answer(const char *key, char answer[static NET_ACCEPT_BYTES])
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    char text[NET_KEY_BYTES - 1 + sizeof guid];
    uint8_t digest[SHA1_DIGEST_SIZE];
    struct sha1_ctx sha;
    if (strlen(key) != NET_KEY_BYTES - 1)
        return false;
    memcpy(text, key, NET_KEY_BYTES - 1);
    memcpy(text + NET_KEY_BYTES - 1, guid, sizeof guid);
    sha1_init(&sha);
    sha1_update(&sha, sizeof text - 1, (const uint8_t *)text);
    sha1_digest(&sha, sizeof digest, digest);
    write_base64(digest, sizeof digest, answer);
    return true;
}

bool net_list_has(const char *list, const char *word)
{
    size_t bytes = strlen(word);
    while (*list) {
        list += strspn(list, ", \t");
        size_t item = strcspn(list, ",");
        const char *next = list + item;
        while (item > 0 && (list[item - 1] == ' ' || list[item - 1] == '\t'))
            item--;
        if (item == bytes && strncasecmp(list, word, bytes) == 0)
            return true;
        list = next;
    }
    return false;
}

static bool is_port(const char *text)
{
    if (text[0] == 0)
        return true;
    size_t digits = strspn(text + 1, "0123456789");
    return text[0] == ':' && digits >= 1 && digits <= 5 && text[1 + digits] == 0;
}

bool net_name_is_valid(const char *name)
{
    static const char marks[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.";
    size_t count = strspn(name, marks);
    return count > 0 && count < NET_HOST_BYTES && name[count] == 0 && name[0] != '.' && name[0] != '-';
}

bool net_host_is_allowed(const char *host, const char *const *names, size_t name_count)
{
    char name[NET_HOST_BYTES];
    struct in6_addr numbers;
    bool is_six = host[0] == '[';
    size_t count = strcspn(host + is_six, is_six ? "]" : ":");
    if (count == 0 || count >= sizeof name || (is_six && host[1 + count] != ']') ||
        !is_port(host + count + (is_six ? 2 : 0)))
        return false;
    memcpy(name, host + is_six, count);
    name[count] = 0;
    if (is_six)
        return inet_pton(AF_INET6, name, &numbers) == 1;
    if (inet_pton(AF_INET, name, &numbers) == 1)
        return true;
    /* "example.org." is the same name. */
    if (name[count - 1] == '.')
        name[count - 1] = 0;
    if (strcasecmp(name, "localhost") == 0)
        return true;
    for (size_t i = 0; i < name_count; i++)
        if (strcasecmp(name, names[i]) == 0)
            return true;
    return false;
}

bool net_origin_is_allowed(const char *origin, const char *host, const char *const *allowed,
                           size_t allowed_count)
{
    if (!origin)
        return true;
    for (size_t i = 0; i < allowed_count; i++)
        if (strcasecmp(origin, allowed[i]) == 0)
            return true;
    /* Behind a proxy the page may have come by https although we speak http: the host decides. */
    const char *rest = strncasecmp(origin, "http://", 7) == 0    ? origin + 7
                       : strncasecmp(origin, "https://", 8) == 0 ? origin + 8
                                                                 : NULL;
    return rest && host && rest[0] && strcasecmp(rest, host) == 0;
}
