/* answer.c - reads the head of an HTTP answer. */
#include "net/answer.h"

#include <string.h>
#include <strings.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* "HTTP/1.1 101 Switching Protocols" */
static bool read_status(const char *line, size_t count, unsigned *status)
{
    if (count < 12 || strncmp(line, "HTTP/1.", 7) != 0 || !is_digit(line[7]) || line[8] != ' ' ||
        !is_digit(line[9]) || !is_digit(line[10]) || !is_digit(line[11]) || (count > 12 && line[12] != ' '))
        return false;
    *status = (unsigned)(line[9] - '0') * 100 + (unsigned)(line[10] - '0') * 10 + (unsigned)(line[11] - '0');
    return *status >= 100;
}

static size_t name_bytes(const char *line, size_t count)
{
    static const char marks[] = "!#$%&'*+-.^_`|~";
    size_t at = 0;
    while (at < count && line[at] != 0 &&
           (is_digit(line[at]) || (line[at] >= 'a' && line[at] <= 'z') ||
            (line[at] >= 'A' && line[at] <= 'Z') || strchr(marks, line[at])))
        at++;
    return at;
}

static bool is_header(const char *line, size_t count)
{
    size_t name = name_bytes(line, count);
    if (name == 0 || name >= count || line[name] != ':')
        return false;
    for (size_t i = name + 1; i < count; i++)
        if (((unsigned char)line[i] < ' ' && line[i] != '\t') || line[i] == 0x7f)
            return false;
    return true;
}

/* The bytes of the line before its CR LF, or 'count' if that has not come. */
static size_t line_bytes(const char *text, size_t count)
{
    for (size_t i = 0; i + 1 < count; i++)
        if (text[i] == '\r' && text[i + 1] == '\n')
            return i;
    return count;
}

bool net_answer_read(const char *text, size_t count, struct net_answer *answer)
{
    *answer = (struct net_answer){.text = text};
    size_t at = 0, known = count < NET_ANSWER_BYTES_MAX ? count : NET_ANSWER_BYTES_MAX;
    for (bool is_first = true; at < known; is_first = false) {
        size_t bytes = line_bytes(text + at, known - at);
        if (bytes == known - at)
            break;
        if (bytes == 0 && !is_first) {
            answer->bytes = at + 2;
            return true;
        }
        if (is_first ? !read_status(text, bytes, &answer->status) : !is_header(text + at, bytes))
            return false;
        at += bytes + 2;
    }
    return count < NET_ANSWER_BYTES_MAX;
}

/* Finds headers of this name: how many, and where the last value lies. */
static unsigned find(const struct net_answer *answer, const char *name, const char **value, size_t *count)
{
    unsigned found = 0;
    size_t wanted = strlen(name);
    size_t at = line_bytes(answer->text, answer->bytes) + 2;
    while (at < answer->bytes) {
        const char *line = answer->text + at;
        size_t bytes = line_bytes(line, answer->bytes - at), start = wanted + 1;
        at += bytes + 2;
        if (bytes <= wanted || line[wanted] != ':' || strncasecmp(line, name, wanted) != 0)
            continue;
        while (start < bytes && (line[start] == ' ' || line[start] == '\t'))
            start++;
        while (bytes > start && (line[bytes - 1] == ' ' || line[bytes - 1] == '\t'))
            bytes--;
        *value = line + start;
        *count = bytes - start;
        found++;
    }
    return found;
}

bool net_answer_header(const struct net_answer *answer, const char *name, char *value, size_t value_size)
{
    const char *bytes;
    size_t count;
    if (find(answer, name, &bytes, &count) != 1 || count >= value_size)
        return false;
    memcpy(value, bytes, count);
    value[count] = 0;
    return true;
}

bool net_answer_has_header(const struct net_answer *answer, const char *name)
{
    const char *bytes;
    size_t count;
    return find(answer, name, &bytes, &count) > 0;
}
