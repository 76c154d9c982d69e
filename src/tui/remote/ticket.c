/* ticket.c - see ticket.h. */
#include "tui/remote/ticket.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fair/hex.h"
#include "platform/bytes.h"
#include "platform/folder.h"

enum { IDS_AT_ONCE = 1000, FILE_BYTES = 512 };

bool remote_ticket_make(struct remote_ticket *ticket)
{
    memset(ticket, 0, sizeof *ticket);
    return platform_random(ticket->token, sizeof ticket->token);
}

/* ---- the file -------------------------------------------------------------------------------- */

/* What stands in a file's name: no slashes, and nothing that a shell would mind. */
static void add_part(struct pen_text *path, const char *part)
{
    for (; *part; part++) {
        unsigned char byte = (unsigned char)*part;
        bool is_plain = (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
                        (byte >= 'a' && byte <= 'z') || byte >= 0x80 || byte == '.' || byte == '_' ||
                        byte == '-';
        pen_text_add_bytes(path, is_plain ? part : "_", 1);
    }
}

static bool find_path(struct remote_ticket *ticket, const char *host, const char *table, const char *name)
{
    char folder[sizeof ticket->path];
    struct pen_text path = pen_text_in(ticket->path, sizeof ticket->path);
    if (!platform_home_path(PLATFORM_HOME_STATE, "/seats/", folder, sizeof folder))
        return false;
    pen_text_add(&path, folder);
    add_part(&path, host);
    pen_text_add(&path, "-");
    add_part(&path, table);
    pen_text_add(&path, "-");
    add_part(&path, name);
    return !path.is_cut;
}

/* Written beside it and renamed: there is always a whole one. */
static bool save(struct remote_ticket *ticket)
{
    char bytes[FILE_BYTES], beside[sizeof ticket->path + 8];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    if (!ticket->path[0])
        return false;
    pen_text_add(&text, "token ");
    fair_hex_write(&text, ticket->token, sizeof ticket->token);
    pen_text_add(&text, "\nids ");
    pen_text_add_number(&text, ticket->id_kept);
    if (ticket->has_seed) {
        pen_text_add(&text, "\nseed ");
        fair_hex_write(&text, ticket->seed, sizeof ticket->seed);
    }
    pen_text_add(&text, "\n");
    snprintf(beside, sizeof beside, "%s.new", ticket->path);
    return platform_file_write(beside, text.bytes, text.length, 0600, PLATFORM_NO_SYNC) &&
           rename(beside, ticket->path) == 0;
}

static bool read_hex(const char *bytes, const char *key, uint8_t *value, size_t count)
{
    const char *at = strstr(bytes, key);
    return at && strlen(at) >= strlen(key) + 2 * count &&
           fair_hex_read(at + strlen(key), 2 * count, value, count);
}

static bool load(struct remote_ticket *ticket)
{
    char bytes[FILE_BYTES];
    size_t count;
    if (!platform_file_read(ticket->path, bytes, sizeof bytes, &count))
        return false;
    const char *ids = strstr(bytes, "\nids ");
    if (!ids || !read_hex(bytes, "token ", ticket->token, sizeof ticket->token))
        return false;
    unsigned long kept = strtoul(ids + 5, NULL, 10);
    ticket->id = ticket->id_kept = kept > INT32_MAX - 2u * IDS_AT_ONCE ? 0 : (uint32_t)kept;
    ticket->has_seed = read_hex(bytes, "\nseed ", ticket->seed, sizeof ticket->seed);
    return true;
}

static bool hold(struct remote_ticket *ticket)
{
    char beside[sizeof ticket->path + 8];
    snprintf(beside, sizeof beside, "%s.held", ticket->path);
    ticket->hold = platform_file_hold(beside);
    return ticket->hold >= 0;
}

/* Two people at one computer, or one who plays with herself: each terminal has a seat of its own. */
static bool find_unused(struct remote_ticket *ticket, const char *host, const char *table, const char *name)
{
    for (unsigned number = 1; number <= PEN_SEATS_MAX; number++) {
        char own[PEN_PLAYER_BYTES + 8];
        snprintf(own, sizeof own, number == 1 ? "%s" : "%s~%u", name, number);
        if (!find_path(ticket, host, table, own) || !platform_folders_make(ticket->path))
            return false;
        if (hold(ticket))
            return true;
    }
    return false;
}

bool remote_ticket_bind(struct remote_ticket *ticket, const char *host, const char *table, const char *name,
                        enum remote_ticket_way way)
{
    bool is_found;
    if (way == REMOTE_TICKET_OWN) {
        is_found = find_path(ticket, host, table, name) && platform_folders_make(ticket->path);
        (void)(is_found && hold(ticket));
    } else {
        is_found = find_unused(ticket, host, table, name);
    }
    if (!is_found) {
        ticket->path[0] = 0;
        return false;
    }
    ticket->is_old = way != REMOTE_TICKET_NEW && load(ticket);
    return save(ticket);
}

/* ---- its numbers ------------------------------------------------------------------------------ */

uint32_t remote_ticket_next_id(struct remote_ticket *ticket)
{
    ticket->id++;
    if (ticket->id > ticket->id_kept) {
        ticket->id_kept = ticket->id + IDS_AT_ONCE;
        (void)save(ticket);
    }
    return ticket->id;
}

bool remote_ticket_new_seed(struct remote_ticket *ticket)
{
    ticket->has_seed = platform_random(ticket->seed, sizeof ticket->seed);
    (void)save(ticket);
    return ticket->has_seed;
}

void remote_ticket_forget_seed(struct remote_ticket *ticket)
{
    ticket->has_seed = false;
    (void)save(ticket);
}

void remote_ticket_drop(const struct remote_ticket *ticket)
{
    char beside[sizeof ticket->path + 8];
    if (!ticket->path[0])
        return;
    snprintf(beside, sizeof beside, "%s.held", ticket->path);
    (void)unlink(ticket->path);
    if (ticket->hold > 0)
        (void)unlink(beside);
}
