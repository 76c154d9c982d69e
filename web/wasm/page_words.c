/* page_words.c - events as the sentences of the program. The page sends them as they lie in memory. */
#include "page.h"

#include "wire/wire.h"

#include <string.h>

PAGE_EXPORT(words)
unsigned page_export_words(unsigned event_count, unsigned viewer, unsigned you, unsigned lang);
PAGE_EXPORT(told) unsigned page_export_told(unsigned bytes, unsigned n, unsigned lang);

/* page_in holds: struct pen_names, then at an even place 'event_count' events. Answers one line per
 * sentence: the number of the event it begins with, a tab, the sentence. */
unsigned page_export_words(unsigned event_count, unsigned viewer, unsigned you, unsigned lang)
{
    static struct pen_names names;
    static struct pen_event events[PEN_EVENTS_MAX];
    struct pen_text text = page_answer();
    size_t offset = (sizeof names + 1) & ~(size_t)1;
    if (event_count > PEN_EVENTS_MAX || lang >= pen_lang_count())
        return 0;
    memcpy(&names, page_in, sizeof names);
    memcpy(events, page_in + offset, event_count * sizeof events[0]);
    const struct pen_telling with = {&page_book.edition, &page_book.rules, &names,
                                     (uint8_t)viewer,    (uint8_t)you,     (enum pen_lang)lang};
    for (unsigned index = 0; index < event_count;) {
        char sentence[1024];
        struct pen_text written = pen_text_in(sentence, sizeof sentence);
        unsigned told = pen_words_event(&written, &with, events, event_count, index);
        if (written.length) {
            pen_text_add_number(&text, index);
            pen_text_add(&text, "\t");
            pen_text_add_bytes(&text, sentence, written.length);
            pen_text_add(&text, "\n");
        }
        index += told;
    }
    return (unsigned)text.length;
}

/* Copies the line that begins at 'at'; returns where the next one does. */
static unsigned take_line(char *field, size_t size, unsigned at, unsigned end)
{
    unsigned count = 0;
    while (at + count < end && page_in[at + count] != '\n')
        count++;
    const size_t kept = count < size ? count : 0;
    memcpy(field, page_in + at, kept);
    field[kept] = 0;
    return at + count + (at + count < end);
}

/* The sentence of a refusal or goodbye from its key and arguments: page_in holds the key and what is to stand
 * for {name} and {field}, a line each. 0: this core has no such sentence. */
unsigned page_export_told(unsigned bytes, unsigned n, unsigned lang)
{
    char key[WIRE_KEY_BYTES];
    struct wire_args args;
    struct pen_text text = page_answer();
    if (bytes > PAGE_IN_BYTES || lang >= pen_lang_count())
        return 0;
    wire_clear_args(&args);
    args.n = n;
    unsigned at = take_line(key, sizeof key, 0, bytes);
    at = take_line(args.name, sizeof args.name, at, bytes);
    (void)take_line(args.field, sizeof args.field, at, bytes);
    return wire_say(&text, (enum pen_lang)lang, key, &args) ? (unsigned)text.length : 0;
}
