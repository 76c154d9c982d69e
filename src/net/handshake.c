/* handshake.c - keys, lists and origins of the opening handshake. */
#include "net/handshake.h"

#include <arpa/inet.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <string.h>
#include <strings.h>

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* 'text' has room for four letters per three bytes, and the final zero. */
static void write_base64(const uint8_t *bytes, size_t count, char *text)
{
    for (size_t at = 0; at < count; at += 3) {
        size_t left = count - at;
        unsigned group = (unsigned)bytes[at] << 16;
        if (left > 1)
            group |= (unsigned)bytes[at + 1] << 8;
        if (left > 2)
            group |= bytes[at + 2];
        *text++ = letters[group >> 18];
        *text++ = letters[group >> 12 & 63];
        *text++ = left > 1 ? letters[group >> 6 & 63] : '=';
        *text++ = left > 2 ? letters[group & 63] : '=';
    }
    *text = 0;
}

bool net_key_make(char key[static NET_KEY_BYTES])
{
    uint8_t bytes[16];
    if (gnutls_rnd(GNUTLS_RND_NONCE, bytes, sizeof bytes) != 0)
        return false;
    write_base64(bytes, sizeof bytes, key);
    return true;
}

bool net_key_is_valid(const char *key)
{
    size_t count = strspn(key, letters);
    if (count != 22 || strcmp(key + count, "==") != 0)
        return false;
    /* The last letter has four bits to spare, and they are zero. */
    return (strchr(letters, key[21]) - letters) % 16 == 0;
}

bool net_key_answer(const char *key, char answer[static NET_ACCEPT_BYTES])
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    char text[NET_KEY_BYTES - 1 + sizeof guid];
    uint8_t digest[20];
    if (strlen(key) != NET_KEY_BYTES - 1)
        return false;
    memcpy(text, key, NET_KEY_BYTES - 1);
    memcpy(text + NET_KEY_BYTES - 1, guid, sizeof guid);
    if (gnutls_hash_fast(GNUTLS_DIG_SHA1, text, sizeof text - 1, digest) != 0)
        return false;
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
