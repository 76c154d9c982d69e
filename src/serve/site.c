/* site.c - see site.h. */
#include "serve/site.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <zlib.h>

#include "net/handshake.h"
#include "words/words.h"
#include "words/net_words.h"

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

/* One file of the pack: where what is, as in web/pack.py. */
struct packed {
    uint32_t path, path_bytes, brotli, brotli_bytes, gzip, gzip_bytes, bytes;
    uint64_t tag;
};

static uint32_t number_at(const unsigned char *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static struct packed entry_at(const unsigned char *pack, uint32_t index)
{
    enum { COUNT_BYTES = 4, ENTRY_BYTES = 36 };
    const unsigned char *at = pack + COUNT_BYTES + (size_t)index * ENTRY_BYTES;
    return (struct packed){number_at(at),      number_at(at + 4),
                           number_at(at + 8),  number_at(at + 12),
                           number_at(at + 16), number_at(at + 20),
                           number_at(at + 24), (uint64_t)number_at(at + 28) << 32 | number_at(at + 32)};
}

static bool find_packed(const unsigned char *pack, const char *path, struct packed *found)
{
    uint32_t low = 0, high = number_at(pack);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        *found = entry_at(pack, middle);
        int order = strcmp(path, (const char *)pack + found->path);
        if (order == 0)
            return true;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return false;
}

bool site_is_there(const struct site *site)
{
    char path[4096];
    struct stat about;
    if (!site->folder)
        return site->pack && number_at(site->pack) > 0;
    return (size_t)snprintf(path, sizeof path, "%s/index.html", site->folder) < sizeof path &&
           stat(path, &about) == 0 && S_ISREG(about.st_mode);
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

/* For the few clients that take nothing compressed. False: no memory. */
static bool answer_unpacked(const struct packed *file, const unsigned char *pack, const char *type,
                            struct net_response *response)
{
    enum { GZIP = 16 }; /* zlib's word for this kind of wrapping */
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)(pack + file->gzip), .avail_in = file->gzip_bytes};
    char *bytes = malloc(file->bytes + 1);
    if (!bytes || inflateInit2(&stream, MAX_WBITS + GZIP) != Z_OK) {
        free(bytes);
        return false;
    }
    stream.next_out = (Bytef *)bytes;
    stream.avail_out = file->bytes + 1;
    bool is_whole = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.total_out == file->bytes;
    inflateEnd(&stream);
    if (!is_whole) {
        free(bytes);
        return false;
    }
    net_response_give(response, 200, type, bytes, file->bytes);
    return true;
}

/* The codings, the smallest first; the last one is the file itself. */
static const struct coding {
    const char *name, *ending, *tag;
} codings[] = {{"br", ".br", "-br"}, {"gzip", ".gz", "-gz"}, {NULL, "", ""}};
enum { BROTLI, GZIPPED, PLAIN, CODINGS };

static bool takes(const struct net_request *request, unsigned coding)
{
    return !codings[coding].name || net_request_accepts(request, codings[coding].name);
}

/* Gives the file, and how it is coded and which version of it this is; false: there is none. */
static bool answer_from_pack(const unsigned char *pack, const char *path, const char *type,
                             const struct net_request *request, struct net_response *response,
                             unsigned *coding, uint64_t version[2])
{
    struct packed file;
    if (!find_packed(pack, path, &file))
        return false;
    version[0] = file.tag;
    version[1] = file.bytes;
    if (file.brotli_bytes > 0 && takes(request, BROTLI)) {
        *coding = BROTLI;
        net_response_borrow(response, 200, type, (const char *)pack + file.brotli, file.brotli_bytes);
    } else if (takes(request, GZIPPED)) {
        *coding = GZIPPED;
        net_response_borrow(response, 200, type, (const char *)pack + file.gzip, file.gzip_bytes);
    } else {
        *coding = PLAIN;
        if (!answer_unpacked(&file, pack, type, response))
            net_response_status(response, 503);
    }
    return true;
}

static bool answer_from_folder(const char *folder, const char *path, const char *type,
                               const struct net_request *request, struct net_response *response,
                               unsigned *coding, uint64_t version[2])
{
    struct stat about;
    int file = -1;
    for (*coding = 0; *coding < CODINGS; (*coding)++) {
        if (takes(request, *coding))
            file = open_file(folder, path, codings[*coding].ending, &about);
        if (file >= 0)
            break;
    }
    if (file < 0)
        return false;
    version[0] = (uint64_t)about.st_mtim.tv_sec;
    version[1] = (uint64_t)about.st_size;
    net_response_file(response, 200, type, file, (uint64_t)about.st_size);
    return true;
}

void site_answer(const struct site *site, const struct net_request *request, struct net_response *response)
{
    const char *path = request->path;
    bool is_page = strcmp(path, "/") == 0;
    if (is_page)
        path = "/index.html";
    const char *type = type_of(path);
    if (!site->folder && !site_is_there(site)) {
        if (is_page)
            answer_plainly(response);
        return;
    }
    unsigned coding;
    uint64_t version[2];
    if (!type || !is_public(path) ||
        !(site->folder ? answer_from_folder(site->folder, path, type, request, response, &coding, version)
                       : answer_from_pack(site->pack, path, type, request, response, &coding, version)))
        return;
    char tag[64];
    snprintf(tag, sizeof tag, "\"%llx-%llx%s\"", (unsigned long long)version[0],
             (unsigned long long)version[1], codings[coding].tag);
    net_response_header(response, "ETag", tag);
    net_response_header(response, "Cache-Control", "no-cache");
    net_response_header(response, "Vary", "Accept-Encoding");
    if (codings[coding].name)
        net_response_header(response, "Content-Encoding", codings[coding].name);
    if (strncmp(type, "text/html", 9) == 0 || strncmp(type, "text/javascript", 15) == 0)
        add_policy(request, response);
}
