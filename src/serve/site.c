/* site.c - the page's files over HTTP. */
#include "serve/site.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "net/handshake.h"
#include "words/words.h"

/* Everything from here and nothing from elsewhere. The holes are for the socket's address: older
 * browsers do not count ws: and wss: as 'self'. */
#define PAGE_POLICY                                                                                \
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; " \
    "img-src 'self' data: blob:; connect-src 'self'%s%s%s%s; object-src 'none'; base-uri 'none'; " \
    "form-action 'none'; frame-ancestors 'none'"

static const struct {
    const char *ending, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".mind", "application/octet-stream"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".wasm", "application/wasm"},
    {".json", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".woff2", "font/woff2"},
    {".txt", "text/plain; charset=utf-8"},
};

static bool is_folder_of_page(const char *folder)
{
    char path[4096];
    struct stat about;
    return (size_t)snprintf(path, sizeof path, "%s/index.html", folder) < sizeof path &&
           stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

bool site_find(const char *given, char *folder, size_t size)
{
    char program[4000];
    if (given) {
        snprintf(folder, size, "%s", given);
        return is_folder_of_page(folder);
    }
    /* Beside the program if it was just built, otherwise where it was installed. */
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length > 0) {
        program[length] = 0;
        char *slash = strrchr(program, '/');
        if (slash)
            *slash = 0;
        snprintf(folder, size, "%s/web", program);
        if (is_folder_of_page(folder))
            return true;
    }
    snprintf(folder, size, "%s/web", PENULTIMA_DATADIR);
    if (is_folder_of_page(folder))
        return true;
    folder[0] = 0;
    return false;
}

static const char *type_of(const char *path)
{
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        size_t ending = strlen(types[i].ending);
        if (length > ending && strcmp(path + length - ending, types[i].ending) == 0)
            return types[i].type;
    }
    return NULL;
}

/* Only what is meant to be seen: files of known types, nothing hidden, nothing for developers. */
static bool is_public(const char *path)
{
    return !strstr(path, "/.") && !strstr(path, "/node_modules/") && !strstr(path, "//");
}

static int open_file(const char *folder, const char *path, const char *ending, struct stat *about)
{
    char whole[4096];
    if ((size_t)snprintf(whole, sizeof whole, "%s%s%s", folder, path, ending) >= sizeof whole)
        return -1;
    int file = open(whole, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (file >= 0 && (fstat(file, about) != 0 || !S_ISREG(about->st_mode))) {
        close(file);
        return -1;
    }
    return file;
}

static void add_policy(const struct net_request *request, struct net_response *response)
{
    char policy[sizeof PAGE_POLICY + 2 * NET_HOST_BYTES + 32];
    const char *host = net_request_header(request, "Host");
    /* An address in brackets cannot be written in a policy. */
    bool has_host = host && strlen(host) < NET_HOST_BYTES && host[0] != '[' && !strpbrk(host, " \t;,'\"");
    snprintf(policy, sizeof policy, PAGE_POLICY, has_host ? " ws://" : "", has_host ? host : "",
             has_host ? " wss://" : "", has_host ? host : "");
    net_response_header(response, "Content-Security-Policy", policy);
}

/* There are no pages to show, in every language. */
static void answer_plainly(struct net_response *response)
{
    char bytes[4096];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    pen_text_add(&text, "<!doctype html><html><meta charset=\"utf-8\"><meta name=\"viewport\" "
                        "content=\"width=device-width\"><title>Penúltima</title><h1>Penúltima</h1>");
    for (unsigned lang = 0; lang < PEN_LANG_COUNT; lang++) {
        pen_text_add(&text, "<p lang=\"");
        pen_text_add(&text, pen_lang_id((enum pen_lang)lang));
        pen_text_add(&text, "\">");
        words_say(&text, (enum pen_lang)lang, NET_NO_PAGES, "<code>penultima join URL</code>");
        pen_text_add(&text, "</p>");
    }
    pen_text_add(&text,
                 "<p><a href=\"/api/tables\">/api/tables</a> · <a href=\"/api/editions\">/api/editions</a> · "
                 "<a href=\"/health\">/health</a></p></html>\n");
    net_response_copy(response, 200, types[0].type, text.bytes, text.length);
}

void site_answer(const char *folder, const struct net_request *request, struct net_response *response)
{
    const char *path = request->path;
    bool is_page = strcmp(path, "/") == 0;
    if (is_page)
        path = "/index.html";
    const char *type = type_of(path);
    if (!folder[0] && is_page) {
        answer_plainly(response);
        return;
    }
    if (!folder[0] || !type || !is_public(path))
        return;
    struct stat about;
    /* The smallest first; the last one is the file itself. */
    static const struct {
        const char *coding, *ending, *tag;
    } ways[] = {{"br", ".br", "-br"}, {"gzip", ".gz", "-gz"}, {NULL, "", ""}};
    unsigned way = 0;
    int file = -1;
    for (; way < sizeof ways / sizeof ways[0]; way++) {
        if (!ways[way].coding || net_request_accepts(request, ways[way].coding))
            file = open_file(folder, path, ways[way].ending, &about);
        if (file >= 0)
            break;
    }
    if (file < 0)
        return;
    char tag[64];
    snprintf(tag, sizeof tag, "\"%llx-%llx%s\"", (unsigned long long)about.st_mtim.tv_sec,
             (unsigned long long)about.st_size, ways[way].tag);
    net_response_file(response, 200, type, file, (uint64_t)about.st_size);
    net_response_header(response, "ETag", tag);
    net_response_header(response, "Cache-Control", "no-cache");
    net_response_header(response, "Vary", "Accept-Encoding");
    if (ways[way].coding)
        net_response_header(response, "Content-Encoding", ways[way].coding);
    if (strncmp(type, "text/html", 9) == 0 || strncmp(type, "text/javascript", 15) == 0)
        add_policy(request, response);
}
