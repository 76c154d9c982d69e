/* host.c - files, language and checked output of the program. */
#include "platform/host.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "platform/ascii.h"
#include "words/cli_host_words.h"
#include "words/cli_words.h"

enum pen_lang host_lang = PEN_LANG_EN;

/* ---- language -------------------------------------------------------------------------------- */

bool host_lang_read(const char *text, enum pen_lang *lang)
{
    enum pen_lang found;
    if (!pen_lang_find(text, strlen(text), &found) || strcmp(text, pen_lang_id(found)) != 0)
        return false;
    *lang = found;
    return true;
}

/* The first wish of "es:fr:en" that we have. */
static enum pen_lang lang_of_wishes(const char *wishes)
{
    enum pen_lang lang = PEN_LANG_EN;
    while (*wishes) {
        size_t length = strcspn(wishes, ":");
        if (pen_lang_find(wishes, length, &lang))
            break;
        wishes += length + (wishes[length] == ':');
    }
    return lang;
}

enum pen_lang host_lang_of_environment(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    const char *locale = "";
    for (size_t i = 0; i < sizeof names / sizeof names[0] && locale[0] == 0; i++) {
        const char *value = getenv(names[i]);
        locale = value ? value : "";
    }
    /* LANGUAGE, a list of wishes, counts before the locale, but not where LC_ALL=C asks for plain
     * output. Where no locale is set at all it is all there is. */
    const char *wishes = getenv("LANGUAGE");
    bool is_plain = strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0;
    if (wishes && wishes[0] && !is_plain)
        locale = wishes;
    return lang_of_wishes(locale);
}

void host_lang_readable(void)
{
    if (platform_ascii_is_on() && !platform_ascii_can_say(pen_lang_name(host_lang)))
        host_lang = PEN_LANG_EN;
}

/* ---- sentences ------------------------------------------------------------------------------- */

/* As many as one line is made of. */
enum { SAID_COUNT = 12, SAID_BYTES = 4096 };

static char *next_said(void)
{
    static _Thread_local char said[SAID_COUNT][SAID_BYTES];
    static _Thread_local unsigned next;
    return said[next++ % SAID_COUNT];
}

const char *host_lang_ids(void)
{
    struct pen_text text = pen_text_in(next_said(), SAID_BYTES);
    for (unsigned i = 0; i < PEN_LANG_COUNT; i++) {
        pen_text_add(&text, i ? ", " : "");
        pen_text_add(&text, pen_lang_id((enum pen_lang)i));
    }
    return text.bytes;
}

const char *host_word(enum word word)
{
    return word_text(word, host_lang);
}

const char *host_say_list(enum word word, const struct pen_arg *args, unsigned count)
{
    struct pen_text text = pen_text_in(next_said(), SAID_BYTES);
    words_say_list(&text, host_lang, word, args, count);
    return text.bytes;
}

const char *host_real(double number, int decimals)
{
    char *said = next_said();
    snprintf(said, SAID_BYTES, "%.*f", decimals, number);
    return said;
}

const char *host_part(int count, const char *bytes)
{
    char *said = next_said();
    snprintf(said, SAID_BYTES, "%.*s", count, bytes);
    return said;
}

void host_error(const char *format, ...)
{
    va_list arguments;
    fflush(stdout);
    fputs("penultima: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

static bool is_stdout_error_said;

static void error_write(const char *path, const char *why)
{
    is_stdout_error_said |= !path;
    host_error("%s",
               host_say(CLI_CANNOT_WRITE, path ? path : host_word(WORD_CLI_HOST_TO_STANDARD_OUTPUT), why));
}

void *host_allocate(void *old, size_t bytes)
{
    void *memory = realloc(old, bytes);
    if (!memory) {
        host_error("%s", host_word(WORD_CLI_OUT_OF_MEMORY));
        exit(HOST_WRONG);
    }
    return memory;
}

/* ---- input ----------------------------------------------------------------------------------- */

bool host_file_try(const char *path, struct host_file *file, const char **why)
{
    bool is_stdin = strcmp(path, "-") == 0;
    FILE *stream = is_stdin ? stdin : fopen(path, "rb");
    *file = (struct host_file){NULL, 0};
    *why = NULL;
    if (!stream) {
        *why = strerror(errno);
        return false;
    }
    size_t size = 0, got;
    do {
        if (file->count + 1 >= size) {
            size = size ? 2 * size : 1 << 16;
            file->bytes = host_allocate(file->bytes, size);
        }
        errno = 0;
        got = fread(file->bytes + file->count, 1, size - 1 - file->count, stream);
        file->count += got;
        if (file->count > HOST_FILE_BYTES_MAX)
            *why = host_word(WORD_CLI_HOST_LARGER_THAN_16_MB);
        else if (got == 0 && ferror(stream))
            *why = strerror(errno);
    } while (got > 0 && !*why);
    file->bytes[file->count] = 0;
    if (!is_stdin)
        fclose(stream);
    if (*why)
        host_file_drop(file);
    return !*why;
}

bool host_file_read(const char *path, struct host_file *file)
{
    const char *why;
    bool is_good = host_file_try(path, file, &why);
    if (!is_good)
        host_error("%s", host_say(CLI_CANNOT_READ, path, why));
    return is_good;
}

void host_file_drop(struct host_file *file)
{
    free(file->bytes);
    *file = (struct host_file){NULL, 0};
}

/* ---- output ---------------------------------------------------------------------------------- */

bool host_output_open(struct host_output *output, const char *path)
{
    struct stat status;
    if (path && strcmp(path, "-") == 0)
        path = NULL;
    *output = (struct host_output){.path = path, .stream = stdout};
    if (!path)
        return true;
    /* A device or a pipe cannot be replaced; it is written to as it is. */
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        output->stream = fopen(path, "wb");
    } else {
        size_t bytes = strlen(path) + sizeof ".XXXXXX";
        output->temporary = host_allocate(NULL, bytes);
        snprintf(output->temporary, bytes, "%s.XXXXXX", path);
        int descriptor = mkstemp(output->temporary);
        output->stream = descriptor < 0 ? NULL : fdopen(descriptor, "wb");
        if (descriptor >= 0) {
            /* mkstemp makes it private; a record is as public as any file one writes. */
            mode_t mask = umask(0);
            umask(mask);
            (void)!fchmod(descriptor, 0666 & ~mask);
        }
    }
    if (output->stream)
        return true;
    error_write(path, strerror(errno));
    free(output->temporary);
    return false;
}

bool host_output_write(struct host_output *output, const char *bytes, size_t count)
{
    if (output->is_failed)
        return false;
    errno = 0;
    if (fwrite(bytes, 1, count, output->stream) == count)
        return true;
    error_write(output->path, strerror(errno));
    output->is_failed = true;
    return false;
}

bool host_output_close(struct host_output *output, bool keep)
{
    if (!output->path)
        return !output->is_failed;
    errno = 0;
    bool is_written = !ferror(output->stream);
    if (fflush(output->stream) != 0 || (output->temporary && keep && fsync(fileno(output->stream)) != 0))
        is_written = false;
    int why = errno;
    if (fclose(output->stream) != 0) {
        why = why ? why : errno;
        is_written = false;
    }
    if (is_written && keep && output->temporary && rename(output->temporary, output->path) != 0) {
        why = errno;
        is_written = false;
    }
    if (!is_written && !output->is_failed)
        error_write(output->path, strerror(why));
    if (output->temporary && !(is_written && keep))
        unlink(output->temporary);
    free(output->temporary);
    return is_written && !output->is_failed;
}

bool host_stdout_flush(void)
{
    errno = 0;
    /* An error met earlier has lost its cause; flushing the rest usually meets it again. */
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    if (!is_stdout_error_said)
        error_write(NULL, errno ? strerror(errno) : host_word(WORD_CLI_HOST_IT_FAILED));
    return false;
}

bool host_number_read(const char *text, uint64_t most, uint64_t *number)
{
    uint64_t value = 0;
    if (text[0] == 0)
        return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9')
            return false;
        unsigned digit = (unsigned)(*text - '0');
        if (value > (most - digit) / 10 || digit > most)
            return false;
        value = value * 10 + digit;
    }
    *number = value;
    return true;
}

void host_machine(char *name, size_t size)
{
    struct utsname machine;
    struct stat network;
    const bool is_known = uname(&machine) == 0;
    const bool is_linux = stat("/proc/self/ns/net", &network) == 0;
    snprintf(name, size, "%.40s/%llu", is_known ? machine.nodename : "",
             is_linux ? (unsigned long long)network.st_ino : 0);
}
