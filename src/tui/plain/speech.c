/* speech.c - standard output, with a memory. What no longer fits into it falls out at its beginning, line by
 * line. */
#include "tui/plain/speech.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LINE_BYTES = 8192, KEPT_BYTES = 32768 };

struct kept {
    char bytes[KEPT_BYTES];
    size_t count;
};

static struct {
    const struct pen_edition *edition;
    struct kept now, before; /* since the answer, and since the one before it */
    struct kept happened;
} voice;

static void keep(struct kept *kept, const char *text, size_t count)
{
    while (kept->count + count > sizeof kept->bytes && kept->count > 0) {
        const char *end = memchr(kept->bytes, '\n', kept->count);
        const size_t gone = end ? (size_t)(end - kept->bytes) + 1 : kept->count;
        memmove(kept->bytes, kept->bytes + gone, kept->count - gone);
        kept->count -= gone;
    }
    if (count > sizeof kept->bytes)
        return;
    memcpy(kept->bytes + kept->count, text, count);
    kept->count += count;
}

/* The length of a shape and the blank behind it, if there is one here. */
static size_t shape_at(const char *text)
{
    for (unsigned i = 0; voice.edition && i < voice.edition->color_count; i++) {
        const char *shape = voice.edition->colors[i].shape;
        const size_t count = strlen(shape);
        if (count > 0 && strncmp(text, shape, count) == 0 && text[count] == ' ')
            return count + 1;
    }
    return 0;
}

static size_t clean(char line[LINE_BYTES], const char *text)
{
    size_t count = 0;
    while (*text && count + 2 < LINE_BYTES) {
        const size_t shape = shape_at(text);
        text += shape;
        if (shape == 0)
            line[count++] = *text++;
    }
    line[count++] = '\n';
    return count;
}

void speech_begin(const struct pen_edition *edition)
{
    memset(&voice, 0, sizeof voice);
    voice.edition = edition;
}

static void put(const char *text, bool has_happened)
{
    char line[LINE_BYTES];
    const size_t count = clean(line, text);
    fwrite(line, 1, count, stdout);
    keep(&voice.now, line, count);
    if (has_happened)
        keep(&voice.happened, line, count);
}

void speech_say(const char *text)
{
    put(text, false);
}

void speech_write(const char *format, ...)
{
    char line[LINE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    put(line, false);
}

void speech_tell(const char *text)
{
    put(text, true);
}

void speech_answered(void)
{
    if (voice.now.count > 0)
        voice.before = voice.now;
    voice.now.count = 0;
}

void speech_moved(void)
{
    voice.happened.count = 0;
}

void speech_repeat(void)
{
    fwrite(voice.before.bytes, 1, voice.before.count, stdout);
    voice.now.count = 0; /* what was heard again is what is heard again next time */
}

bool speech_since(void)
{
    const struct kept happened = voice.happened;
    fwrite(happened.bytes, 1, happened.count, stdout);
    keep(&voice.now, happened.bytes, happened.count);
    return happened.count > 0;
}
