/* admin.c - the operator's door, both sides of it. */
#include "serve/admin.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "platform/folder.h"
#include "platform/host.h"
#include "words/cli_serve_admin_words.h"

enum { PATIENCE_MS = 5000 };

struct admin {
    struct admin_config config;
    struct sockaddr_un address;
    int listener, stop[2];
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    /* One request at a time; guarded by the mutex. */
    bool is_asked, is_later, is_answered, is_good, is_whole, is_over;
    char *words[ADMIN_WORDS_MAX];
    unsigned word_count;
    char *text;
    size_t length;
};

static bool address_of(const char *data, struct sockaddr_un *address)
{
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    int length = snprintf(address->sun_path, sizeof address->sun_path, "%s.admin", data);
    if (length < 0 || (size_t)length >= sizeof address->sun_path) {
        errno = ENAMETOOLONG;
        return false;
    }
    return true;
}

static bool write_all(int socket, const char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t written = send(socket, bytes, count, MSG_NOSIGNAL);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        count -= (size_t)written;
    }
    return true;
}

/* ---- the server's side ------------------------------------------------------------------------ */

/* A line, its end cut off; false if none comes in time. */
static bool read_line(int socket, char *line, size_t size)
{
    size_t length = 0;
    while (length + 1 < size) {
        struct pollfd wait = {socket, POLLIN, 0};
        if (poll(&wait, 1, PATIENCE_MS) <= 0)
            return false;
        ssize_t got = recv(socket, line + length, size - 1 - length, 0);
        if (got <= 0)
            return false;
        length += (size_t)got;
        line[length] = 0;
        char *end = strchr(line, '\n');
        if (end) {
            *end = 0;
            return true;
        }
    }
    return false;
}

unsigned admin_split(char *line, char *words[ADMIN_WORDS_MAX])
{
    unsigned count = 0;
    for (char *save = NULL, *word = strtok_r(line, "\x1f", &save); word && count < ADMIN_WORDS_MAX;
         word = strtok_r(NULL, "\x1f", &save))
        words[count++] = word;
    return count;
}

static bool ask_loop(struct admin *admin, char **words, unsigned count, char **text, size_t *length,
                     bool *is_whole)
{
    pthread_mutex_lock(&admin->mutex);
    memcpy(admin->words, words, sizeof admin->words);
    admin->word_count = count;
    admin->is_asked = true;
    admin->is_answered = admin->is_later = admin->is_whole = false;
    admin->config.wake(admin->config.context);
    while (!admin->is_answered && !admin->is_over)
        pthread_cond_wait(&admin->changed, &admin->mutex);
    admin->is_asked = false;
    bool is_good = admin->is_answered && admin->is_good;
    *is_whole = admin->is_whole;
    *text = admin->is_answered ? admin->text : NULL;
    *length = admin->is_answered ? admin->length : 0;
    pthread_mutex_unlock(&admin->mutex);
    return is_good;
}

static void send_file(int socket, int file)
{
    char bytes[1 << 16];
    struct stat about;
    if (fstat(file, &about) == 0) {
        int length = snprintf(bytes, sizeof bytes, "%llu\n", (unsigned long long)about.st_size);
        bool is_good = write_all(socket, bytes, (size_t)length);
        for (ssize_t got; is_good && (got = read(file, bytes, sizeof bytes)) > 0;)
            is_good = write_all(socket, bytes, (size_t)got);
    }
    close(file);
}

static void serve_one(struct admin *admin, int socket)
{
    char line[ADMIN_LINE_BYTES];
    char *words[ADMIN_WORDS_MAX] = {NULL};
    char *text = NULL;
    size_t length = 0;
    int file = -1;
    if (!read_line(socket, line, sizeof line))
        return;
    unsigned count = admin_split(line, words);
    if (count == 0)
        return;
    bool is_whole = false;
    bool is_good =
        admin->config.is_aside(words[0])
            ? admin->config.aside(admin->config.context, words, count, &text, &length, &file)
            : ask_loop(admin, words, count, &text, &length, &is_whole) &&
                  (is_whole || admin->config.after(admin->config.context, words, count, &text, &length));
    if (write_all(socket, is_good ? "ok\n" : "no\n", 3) && text)
        write_all(socket, text, length);
    if (file >= 0)
        send_file(socket, file);
    free(text);
}

static void *run(void *argument)
{
    struct admin *admin = argument;
    for (;;) {
        struct pollfd waits[2] = {{admin->listener, POLLIN, 0}, {admin->stop[0], POLLIN, 0}};
        if (poll(waits, 2, -1) < 0 && errno != EINTR)
            break;
        if (waits[1].revents)
            break;
        int socket = waits[0].revents ? accept(admin->listener, NULL, NULL) : -1;
        if (socket >= 0) {
            serve_one(admin, socket);
            close(socket);
        }
    }
    return NULL;
}

void admin_serve(struct admin *admin)
{
    pthread_mutex_lock(&admin->mutex);
    if (admin->is_asked && !admin->is_answered && !admin->is_later) {
        admin->text = NULL;
        admin->length = 0;
        const enum admin_result result = admin->config.answer(
            admin->config.context, admin->words, admin->word_count, &admin->text, &admin->length);
        admin->is_good = result == ADMIN_GOOD;
        admin->is_later = result == ADMIN_LATER;
        admin->is_answered = !admin->is_later;
        pthread_cond_broadcast(&admin->changed);
    }
    pthread_mutex_unlock(&admin->mutex);
}

void admin_give(struct admin *admin, bool is_good, bool is_whole, char *text, size_t length)
{
    if (!admin) {
        free(text);
        return;
    }
    pthread_mutex_lock(&admin->mutex);
    if (admin->is_asked && admin->is_later && !admin->is_answered) {
        admin->is_good = is_good;
        admin->is_whole = is_whole;
        admin->text = text;
        admin->length = length;
        admin->is_answered = true;
        pthread_cond_broadcast(&admin->changed);
    } else {
        free(text);
    }
    pthread_mutex_unlock(&admin->mutex);
}

static bool open_listener(struct admin *admin)
{
    if (!address_of(admin->config.data, &admin->address))
        return false;
    /* The data file is locked by us, so a socket that is left there is nobody's. */
    unlink(admin->address.sun_path);
    admin->listener = socket(AF_UNIX, SOCK_STREAM, 0);
    if (admin->listener < 0)
        return false;
    mode_t mask = umask(0177);
    bool is_good = bind(admin->listener, (struct sockaddr *)&admin->address, sizeof admin->address) == 0;
    umask(mask);
    return is_good && listen(admin->listener, 4) == 0;
}

struct admin *admin_create(const struct admin_config *config)
{
    struct admin *admin = calloc(1, sizeof *admin);
    if (!admin)
        return NULL;
    admin->config = *config;
    admin->listener = admin->stop[0] = admin->stop[1] = -1;
    pthread_mutex_init(&admin->mutex, NULL);
    pthread_cond_init(&admin->changed, NULL);
    if (open_listener(admin) && pipe(admin->stop) == 0 &&
        pthread_create(&admin->thread, NULL, run, admin) == 0)
        return admin;
    int error = errno;
    if (admin->listener >= 0)
        close(admin->listener);
    free(admin);
    errno = error;
    return NULL;
}

void admin_destroy(struct admin *admin)
{
    if (!admin)
        return;
    pthread_mutex_lock(&admin->mutex);
    admin->is_over = true;
    pthread_cond_broadcast(&admin->changed);
    pthread_mutex_unlock(&admin->mutex);
    (void)!write(admin->stop[1], "", 1);
    pthread_join(admin->thread, NULL);
    unlink(admin->address.sun_path);
    close(admin->listener);
    close(admin->stop[0]);
    close(admin->stop[1]);
    pthread_mutex_destroy(&admin->mutex);
    pthread_cond_destroy(&admin->changed);
    free(admin);
}

/* ---- the operator's side ---------------------------------------------------------------------- */

/* The socket of the first server that answers, or -1 and it has been said. */
static int find_server(const char *const *data, unsigned data_count)
{
    int why = 0;
    for (unsigned i = 0; i < data_count; i++) {
        struct sockaddr_un address;
        int server = address_of(data[i], &address) ? socket(AF_UNIX, SOCK_STREAM, 0) : -1;
        if (server >= 0 && connect(server, (struct sockaddr *)&address, sizeof address) == 0)
            return server;
        /* That it may not be asked says more than that there is none elsewhere. */
        if (why == 0 || errno == EACCES)
            why = errno;
        if (server >= 0)
            close(server);
    }
    for (unsigned i = 0; i < data_count; i++)
        host_error("%s", host_say(CLI_SERVE_ADMIN_NO_SERVER_IS_RUNNING_WITH, data[i], strerror(why)));
    return -1;
}

static bool write_request(char *line, size_t size, char **words, int count)
{
    size_t length = 0;
    for (int i = 0; i < count; i++) {
        int more = snprintf(line + length, size - length, "%s\x1f", words[i]);
        if (more < 0 || (size_t)more >= size - length - 8 || strpbrk(words[i], "\n\x1f")) {
            host_error("%s", host_word(WORD_CLI_SERVE_ADMIN_SUCH_A_REQUEST_IS_TOO_LONG));
            return false;
        }
        length += (size_t)more;
    }
    snprintf(line + length, size - length, "%s\n", pen_lang_id(host_lang));
    return true;
}

/* Everything up to the end goes out. */
static void print_rest(FILE *answer, FILE *out)
{
    char bytes[8192];
    for (size_t got; (got = fread(bytes, 1, sizeof bytes, answer)) > 0;)
        fwrite(bytes, 1, got, out);
}

/* The bytes of a copy, as many as were announced, or no file at all. */
static int keep_copy(FILE *answer, const char *file)
{
    char bytes[8192], line[32];
    uint64_t left;
    struct host_output output;
    if (!fgets(line, sizeof line, answer) || line[strcspn(line, "\n")] != '\n')
        return HOST_WRONG;
    line[strcspn(line, "\n")] = 0;
    umask(077); /* hands and seeds are in it */
    if (!host_number_read(line, UINT64_MAX, &left) || !host_output_open(&output, file))
        return HOST_WRONG;
    for (size_t got = 1; left > 0 && got > 0; left -= got) {
        got = fread(bytes, 1, left < sizeof bytes ? (size_t)left : sizeof bytes, answer);
        if (!host_output_write(&output, bytes, got))
            break;
    }
    if (!host_output_close(&output, left == 0))
        return HOST_WRONG;
    if (left > 0) {
        host_error("%s", host_word(WORD_CLI_SERVE_ADMIN_THE_SERVER_ENDED_BEFORE_THE_COPY));
        return HOST_WRONG;
    }
    printf("%s\n", host_word(WORD_CLI_SERVE_ADMIN_WRITTEN));
    return HOST_GOOD;
}

/* A name of ours and nothing above the folder. */
static bool is_part(const char *name)
{
    const char *digits = strncmp(name, "mesa/", 5) == 0 ? name + 5 : NULL;
    return strcmp(name, "README.md") == 0 || strcmp(name, "games.jsonl") == 0 ||
           (digits && strspn(digits, "0123456789") > 0 &&
            strcmp(digits + strspn(digits, "0123456789"), ".mesa") == 0);
}

/* One part behind its name; parts of one name go into one file. */
static bool keep_part(FILE *answer, const char *folder, const char *name, uint64_t left)
{
    char path[PATH_MAX], bytes[8192];
    if (!is_part(name) || (size_t)snprintf(path, sizeof path, "%s/%s", folder, name) >= sizeof path)
        return false;
    FILE *file = fopen(path, "ab");
    if (!file)
        return false;
    for (size_t got = 1; left > 0 && got > 0; left -= got) {
        got = fread(bytes, 1, left < sizeof bytes ? (size_t)left : sizeof bytes, answer);
        if (fwrite(bytes, 1, got, file) != got)
            break;
    }
    return fclose(file) == 0 && left == 0;
}

/* What was announced, part by part, into a folder that is not there yet. */
static int keep_folder(FILE *answer, const char *folder)
{
    char line[64], path[PATH_MAX];
    uint64_t left, part;
    if (!fgets(line, sizeof line, answer) || !strchr(line, '\n'))
        return HOST_WRONG;
    line[strcspn(line, "\n")] = 0;
    if (!host_number_read(line, UINT64_MAX, &left) ||
        (size_t)snprintf(path, sizeof path, "%s/mesa", folder) >= sizeof path)
        return HOST_WRONG;
    if (!platform_folder_make(folder, 0777) || !platform_folder_make(path, 0777)) {
        host_error("%s: %s", folder, strerror(errno));
        return HOST_WRONG;
    }
    while (left > 0) {
        char *blank = fgets(line, sizeof line, answer) ? strchr(line, ' ') : NULL;
        const size_t head = strlen(line);
        line[strcspn(line, "\n")] = 0;
        if (blank)
            *blank = 0;
        if (!blank || !host_number_read(blank + 1, left, &part) || left < head + part ||
            !keep_part(answer, folder, line, part)) {
            host_error("%s", host_word(WORD_CLI_SERVE_ADMIN_THE_SERVER_ENDED_BEFORE_THE_COPY));
            return HOST_WRONG;
        }
        left -= head + part;
    }
    printf("%s\n", host_word(WORD_CLI_SERVE_ADMIN_WRITTEN));
    return HOST_GOOD;
}

int admin_ask(const char *const *data, unsigned data_count, char **words, int count, const char *file,
              enum admin_kept kept)
{
    char line[ADMIN_LINE_BYTES] = "", verdict[4] = "";
    if (!write_request(line, sizeof line, words, count))
        return HOST_WRONG;
    int server = find_server(data, data_count);
    if (server < 0)
        return HOST_WRONG;
    write_all(server, line, strlen(line));
    FILE *answer = fdopen(server, "r");
    if (!answer || !fgets(verdict, sizeof verdict, answer)) {
        host_error("%s", host_word(WORD_CLI_SERVE_ADMIN_THE_SERVER_GIVES_NO_ANSWER));
        if (answer)
            fclose(answer);
        else
            close(server);
        return HOST_WRONG;
    }
    bool is_good = strcmp(verdict, "ok\n") == 0;
    int status = is_good ? HOST_GOOD : HOST_NO;
    if (is_good && file)
        status = kept == ADMIN_FOLDER ? keep_folder(answer, file) : keep_copy(answer, file);
    else
        print_rest(answer, is_good ? stdout : stderr);
    fclose(answer);
    return status;
}

bool admin_hear(const char *data, const char *word, char *text, size_t size)
{
    struct sockaddr_un address;
    char line[64];
    const struct timeval patience = {.tv_sec = PATIENCE_MS / 1000};
    const int server = address_of(data, &address) ? socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0) : -1;
    const int length = snprintf(line, sizeof line, "%s\x1f%s\n", word, pen_lang_id(host_lang));
    size_t count = 0;
    if (server >= 0 && connect(server, (struct sockaddr *)&address, sizeof address) == 0 &&
        setsockopt(server, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) == 0 &&
        write_all(server, line, (size_t)length))
        for (ssize_t got; count + 1 < size && (got = read(server, text + count, size - 1 - count)) > 0;)
            count += (size_t)got;
    if (server >= 0)
        close(server);
    text[count] = 0;
    if (strncmp(text, "ok\n", 3) != 0)
        return false;
    memmove(text, text + 3, count - 2);
    return true;
}
