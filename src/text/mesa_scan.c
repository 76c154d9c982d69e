/* mesa_scan.c - bytes to lines, lines to words. Knows no cards and no players.
 *
 * Everything is a view of the caller's bytes; no byte at or behind an end is ever looked at. */
#include <string.h>

#include "mesa.h"
#include "scan.h"

struct pen__lines pen__lines_of(const char *bytes, size_t count)
{
    struct pen__lines lines = {bytes, count, 0, 0};
    if (count >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0)
        lines.at = 3;
    return lines;
}

bool pen__lines_raw(struct pen__lines *lines, struct pen__scan *line)
{
    if (lines->at >= lines->count)
        return false;
    size_t end = lines->at;
    while (end < lines->count && lines->bytes[end] != '\n')
        end++;
    line->at = lines->bytes + lines->at;
    line->end = lines->bytes + end;
    /* The end of a line is "\n", or "\r\n" as some editors write it. */
    if (line->end > line->at && line->end[-1] == '\r')
        line->end--;
    lines->at = end < lines->count ? end + 1 : end;
    lines->line++;
    return true;
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t';
}

static bool is_mark(char byte)
{
    return byte == ',' || byte == ':' || byte == ';';
}

bool pen__lines_next(struct pen__lines *lines, struct pen__scan *line)
{
    while (pen__lines_raw(lines, line)) {
        const char *end = line->at;
        while (end < line->end && *end != '#')
            end++;
        while (end > line->at && is_blank(end[-1]))
            end--;
        while (line->at < end && is_blank(*line->at))
            line->at++;
        line->end = end;
        if (line->at < line->end)
            return true;
    }
    return false;
}

bool pen__line_is_text(struct pen__scan line)
{
    size_t count = (size_t)(line.end - line.at);
    for (size_t at = 0, length; at < count; at += length) {
        uint32_t point;
        length = pen__utf8_take(line.at + at, count - at, &point);
        if (length == 0 || (point < 0x20 && point != '\t') || (point >= 0x7f && point < 0xa0))
            return false;
    }
    return true;
}

bool pen__scan_word(struct pen__scan *scan, struct pen__word *word)
{
    while (scan->at < scan->end && is_blank(*scan->at))
        scan->at++;
    const char *end = scan->at;
    if (end < scan->end && is_mark(*end))
        end++;
    else
        while (end < scan->end && !is_blank(*end) && !is_mark(*end))
            end++;
    word->bytes = scan->at;
    word->count = (size_t)(end - scan->at);
    scan->at = end;
    return word->count > 0;
}

bool pen__word_is(struct pen__word word, const char *string)
{
    return pen__equals(word.bytes, word.count, string);
}

bool pen__word_is_mark(struct pen__word word)
{
    return word.count == 1 && is_mark(word.bytes[0]);
}

bool pen__scan_has(struct pen__scan *scan, const char *word)
{
    struct pen__scan after = *scan;
    struct pen__word next;
    if (!pen__scan_word(&after, &next) || !pen__word_is(next, word))
        return false;
    *scan = after;
    return true;
}

bool pen__word_number(struct pen__word word, uint64_t number_max, uint64_t *number)
{
    uint64_t value = 0;
    if (word.count == 0)
        return false;
    for (size_t index = 0; index < word.count; index++) {
        if (word.bytes[index] < '0' || word.bytes[index] > '9')
            return false;
        uint64_t digit = (uint64_t)(word.bytes[index] - '0');
        if (value > (number_max - digit) / 10 || digit > number_max)
            return false;
        value = value * 10 + digit;
    }
    *number = value;
    return true;
}

bool pen__list_next(struct pen__list *list, struct pen__word *item, bool *is_gap)
{
    *is_gap = false;
    if (!pen__scan_word(list->scan, item))
        return false;
    if (pen__word_is(*item, ",")) {
        *is_gap = !list->is_begun || !pen__scan_word(list->scan, item) || pen__word_is(*item, ",");
        if (*is_gap)
            return false;
    }
    list->is_begun = true;
    return true;
}
