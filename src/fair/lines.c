/* lines.c - lines and words of a record. */
#include "fair/lines.h"

struct fair_lines fair_lines_of(const char *bytes, size_t count)
{
    return (struct fair_lines){bytes, count, 0, 0};
}

bool fair_lines_next(struct fair_lines *lines, struct fair_word_bytes *line)
{
    if (lines->at >= lines->count)
        return false;
    size_t end = lines->at;
    while (end < lines->count && lines->bytes[end] != '\n')
        end++;
    *line = (struct fair_word_bytes){lines->bytes + lines->at, end - lines->at};
    lines->at = end < lines->count ? end + 1 : end;
    lines->line++;
    return true;
}

bool fair_line_split(struct fair_word_bytes line, struct fair_word_bytes words[FAIR_LINE_WORDS_MAX],
                     unsigned *count)
{
    *count = 0;
    if (line.count < 2 || line.bytes[0] != '#' || line.bytes[1] != '!')
        return false;
    size_t at = 2;
    unsigned found = 0;
    while (at < line.count && line.bytes[at] == ' ') {
        size_t end = ++at;
        while (end < line.count && line.bytes[end] != ' ')
            end++;
        if (end == at || found == FAIR_LINE_WORDS_MAX)
            return true;
        words[found++] = (struct fair_word_bytes){line.bytes + at, end - at};
        at = end;
    }
    if (at == line.count)
        *count = found;
    return true;
}

bool fair_word_is(struct fair_word_bytes word, const char *string)
{
    size_t at = 0;
    while (at < word.count && string[at] && word.bytes[at] == string[at])
        at++;
    return at == word.count && string[at] == 0;
}

bool fair_word_number(struct fair_word_bytes word, uint32_t *number)
{
    uint64_t value = 0;
    if (word.count == 0 || word.count > 10 || word.bytes[0] == '0')
        return false;
    for (size_t i = 0; i < word.count; i++) {
        if (word.bytes[i] < '0' || word.bytes[i] > '9')
            return false;
        value = 10 * value + (uint64_t)(word.bytes[i] - '0');
    }
    *number = (uint32_t)value;
    return value <= UINT32_MAX;
}

static bool is_between(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == ':' || byte == ',' || byte == ';';
}

/* The next word of a statement: its marks and its comment are no words. */
static struct fair_word_bytes next_word(struct fair_word_bytes *line)
{
    size_t begin = 0;
    while (begin < line->count && is_between(line->bytes[begin]))
        begin++;
    size_t end = begin;
    while (end < line->count && line->bytes[end] != '#' && !is_between(line->bytes[end]))
        end++;
    struct fair_word_bytes word = {line->bytes + begin, end - begin};
    *line = (struct fair_word_bytes){line->bytes + end, line->count - end};
    return word;
}

unsigned fair_lines_find(struct fair_lines lines, const char *key, const char *name, const char *stop)
{
    struct fair_word_bytes line;
    while (fair_lines_next(&lines, &line)) {
        struct fair_word_bytes first = next_word(&line);
        if (fair_word_is(first, key) && (!name || fair_word_is(next_word(&line), name)))
            return lines.line;
        if (stop && fair_word_is(first, stop))
            return 0;
    }
    return 0;
}
