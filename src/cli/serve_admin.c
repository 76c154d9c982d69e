/* serve_admin.c - the operator's door, both sides of it. */
#include "cli/serve_admin.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "cli/host.h"

enum { WORDS_MAX = 8, PATIENCE_MS = 5000 };

struct admin {
    struct admin_config config;
    struct sockaddr_un address;
    int listener, stop[2];
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    /* One request at a time; guarded by the mutex. */
    bool is_asked, is_answered, is_good, is_over;
    char *words[WORDS_MAX];
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

/* Words stand apart by the unit separator, so that a path may have blanks. */
static unsigned split(char *line, char **words)
{
    unsigned count = 0;
    for (char *save = NULL, *word = strtok_r(line, "\x1f", &save); word && count < WORDS_MAX;
         word = strtok_r(NULL, "\x1f", &save))
        words[count++] = word;
    return count;
}

static bool ask_loop(struct admin *admin, char **words, unsigned count, char **text, size_t *length)
{
    pthread_mutex_lock(&admin->mutex);
    memcpy(admin->words, words, sizeof admin->words);
    admin->word_count = count;
    admin->is_asked = true;
    admin->is_answered = false;
    admin->config.wake(admin->config.context);
    while (!admin->is_answered && !admin->is_over)
        pthread_cond_wait(&admin->changed, &admin->mutex);
    admin->is_asked = false;
    bool is_good = admin->is_answered && admin->is_good;
    *text = admin->is_answered ? admin->text : NULL;
    *length = admin->is_answered ? admin->length : 0;
    pthread_mutex_unlock(&admin->mutex);
    return is_good;
}

static void serve_one(struct admin *admin, int socket)
{
    char line[ADMIN_LINE_BYTES];
    char *words[WORDS_MAX] = {NULL};
    char *text = NULL;
    size_t length = 0;
    if (!read_line(socket, line, sizeof line))
        return;
    unsigned count = split(line, words);
    if (count == 0)
        return;
    bool is_good = admin->config.is_aside(words[0])
                       ? admin->config.aside(admin->config.context, words, count, &text, &length)
                       : ask_loop(admin, words, count, &text, &length);
    if (write_all(socket, is_good ? "ok\n" : "no\n", 3) && text)
        write_all(socket, text, length);
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
    if (admin->is_asked && !admin->is_answered) {
        admin->text = NULL;
        admin->length = 0;
        admin->is_good = admin->config.answer(admin->config.context, admin->words, admin->word_count,
                                              &admin->text, &admin->length);
        admin->is_answered = true;
        pthread_cond_broadcast(&admin->changed);
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

int admin_ask(const char *data, char **words, int count)
{
    struct sockaddr_un address;
    char line[ADMIN_LINE_BYTES] = "";
    size_t length = 0;
    for (int i = 0; i < count; i++) {
        int more = snprintf(line + length, sizeof line - length, "%s\x1f", words[i]);
        if (more < 0 || (size_t)more >= sizeof line - length - 8 || strpbrk(words[i], "\n\x1f")) {
            host_error("%s", host_text("such a request is too long", "esa petición es demasiado larga"));
            return HOST_WRONG;
        }
        length += (size_t)more;
    }
    length +=
        (size_t)snprintf(line + length, sizeof line - length, "%s\n", host_lang == PEN_LANG_ES ? "es" : "en");
    int server = address_of(data, &address) ? socket(AF_UNIX, SOCK_STREAM, 0) : -1;
    if (server < 0 || connect(server, (struct sockaddr *)&address, sizeof address) != 0) {
        host_error(host_text("no server is running with %s: %s", "no hay servidor en marcha con %s: %s"),
                   data, strerror(errno));
        if (server >= 0)
            close(server);
        return HOST_WRONG;
    }
    char answer[8192];
    size_t read = 0;
    int status = HOST_WRONG;
    write_all(server, line, length);
    for (ssize_t got; (got = recv(server, answer, sizeof answer, 0)) > 0; read += (size_t)got) {
        const char *text = answer;
        if (read == 0) {
            /* The first three bytes come in one piece: they are sent so. */
            status = got >= 3 && memcmp(answer, "ok\n", 3) == 0 ? HOST_GOOD : HOST_NO;
            text += got >= 3 ? 3 : got;
        }
        fwrite(text, 1, (size_t)(answer + got - text), status == HOST_GOOD ? stdout : stderr);
    }
    close(server);
    return status;
}
