/* page.c - the two buffers, and JSON in pieces. */
#include "page.h"

#include "wire/json.h"

#include <string.h>

char page_in[PAGE_IN_BYTES];
static char page_out[PAGE_OUT_BYTES];
struct page_book page_book;

PAGE_EXPORT(in) char *page_export_in(void);
PAGE_EXPORT(out) char *page_export_out(void);
PAGE_EXPORT(inBytes) unsigned page_export_in_bytes(void);

char *page_export_in(void)
{
    return page_in;
}

char *page_export_out(void)
{
    return page_out;
}

unsigned page_export_in_bytes(void)
{
    return PAGE_IN_BYTES;
}

struct pen_text page_answer(void)
{
    return pen_text_in(page_out, sizeof page_out);
}

void page_comma(struct pen_text *text)
{
    wire_json_comma(text);
}

void page_string(struct pen_text *text, const char *string)
{
    wire__json_quote(text, string, strlen(string));
}

void page_key(struct pen_text *text, const char *key)
{
    wire_json_key(text, key);
}

void page_number(struct pen_text *text, const char *key, uint64_t number)
{
    page_key(text, key);
    pen_text_add_number(text, number);
}

void page_card(struct pen_text *text, uint8_t card)
{
    pen_text_add(text, "\"");
    pen_card_write(&page_book.edition, &page_book.rules, card, text);
    pen_text_add(text, "\"");
}

void page_seats(struct pen_text *text, const char *key, uint16_t seats)
{
    page_key(text, key);
    pen_text_add(text, "[");
    for (uint8_t seat = 0; seat < PEN_SEATS_MAX; seat++) {
        if (seats >> seat & 1) {
            page_comma(text);
            pen_text_add_number(text, seat);
        }
    }
    pen_text_add(text, "]");
}

void page_event_name(struct pen_text *text, uint8_t type)
{
    static const char *const names[] = {"",
#define X(name, change, drawer, you) #name,
                                        PEN_EVENT_LIST(X)
#undef X
    };
    for (const char *c = names[type]; *c; c++) {
        char written = *c == '_' ? '-' : (char)(*c + 'a' - 'A');
        pen_text_add_bytes(text, &written, 1);
    }
}

bool page_find_edition(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                       struct pen_problem *problem)
{
    char id[PEN_ID_BYTES];
    (void)context;
    (void)problem;
    if (bytes >= sizeof id)
        return false;
    memcpy(id, name, bytes);
    id[bytes] = 0;
    return page_edition(id, edition);
}
