/* page.h - the core as the page sees it: a few functions over two buffers of bytes.
 *
 * The page writes what a function needs into page_in and reads the answer, JSON or lines of text,
 * from page_out. Here is no game and no rule, only translation; whatever is decided is decided by
 * the same code that runs in the server. One table at a time, so the state is static. */
#ifndef PAGE_H
#define PAGE_H

#include "penultima/penultima.h"

#define PAGE_EXPORT(name) __attribute__((export_name(#name)))
#define PAGE_IMPORT(name) __attribute__((import_module("page"), import_name(#name)))

#define PAGE_IN_BYTES (256 * 1024)
#define PAGE_OUT_BYTES (1024 * 1024)

/* Given by the page: a programmer's error is reported before the module stops. */
PAGE_IMPORT(failed)
void page_failed(const char *condition, size_t condition_bytes, const char *file, size_t file_bytes,
                 int line);

extern char page_in[PAGE_IN_BYTES];

/* An empty text in page_out; its length is the answer of most functions. */
struct pen_text page_answer(void);

/* The edition and the rules that words, cards and records are read by. */
struct page_book {
    struct pen_edition edition;
    struct pen_rules rules;
};
extern struct page_book page_book;

/* An edition by its name: built in, or one of somebody's own that the page has read. */
bool page_edition(const char *id, struct pen_edition *edition);
bool page_edition_keep(const struct pen_edition *edition);

/* Makes it the one in use with what a table lays over it, and tells it; 0: they do not go together. */
unsigned page_edition_use(const struct pen_edition *edition, const struct pen_options *options);

/* The same, in the shape that replay and verification ask for it. */
bool page_find_edition(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                       struct pen_problem *problem);

/* JSON pieces. page_key() puts the comma where one is due. */
void page_key(struct pen_text *text, const char *key);
void page_string(struct pen_text *text, const char *string);
void page_number(struct pen_text *text, const char *key, uint64_t number);
void page_comma(struct pen_text *text);              /* unless the list is still empty */
void page_card(struct pen_text *text, uint8_t card); /* of page_book */
void page_seats(struct pen_text *text, const char *key, uint16_t seats);

/* House rules by name, with blanks between. False: one is unknown. */
bool page_read_house(const char *words, unsigned bytes, pen_house_set *set);

/* The settings of {"t":"create","settings":{...}} in page_in. */
struct setup_settings;
bool page_read_settings(unsigned bytes, struct setup_settings *settings);

/* The name of an event in messages: "round-won". */
void page_event_name(struct pen_text *text, uint8_t type);

#endif
