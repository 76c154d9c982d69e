/* page_from.c - a moment of a record as a game that the table in the page takes over. */
#include "page.h"

#include "room/from.h"

#include <string.h>

PAGE_EXPORT(goFrom)
unsigned page_export_go_from(unsigned bytes, unsigned source_bytes, unsigned at, unsigned seat, bool is_anew,
                             double seed);

static struct pen_mesa mesa;

static void report(void *context, unsigned line, const char *what)
{
    (void)context, (void)line, (void)what;
}

/* The record is in page_in, behind it where it is from. 0: it cannot be gone on with there. */
unsigned page_export_go_from(unsigned bytes, unsigned source_bytes, unsigned at, unsigned seat, bool is_anew,
                             double seed)
{
    char source[64] = "";
    struct pen_text text = page_answer();
    if (bytes + source_bytes > PAGE_IN_BYTES || source_bytes >= sizeof source || seat >= PEN_SEATS_MAX)
        return 0;
    memcpy(source, page_in + bytes, source_bytes);
    const struct pen_mesa_host host = {
        .lang = PEN_LANG_EN, .find_edition = page_find_edition, .report = report};
    const struct room_from from = {source, at, (uint8_t)seat, is_anew, (uint64_t)seed};
    return room_write_from(&mesa, page_in, bytes, &host, &from, &text) == ROOM_FROM_GOOD
               ? (unsigned)text.length
               : 0;
}
