/* json.h - JSON in both directions, byte by byte: writing into a text of the caller's, and a strict scanner.
 * The only JSON of the program. Knows no message.
 *
 * Writing: commas are put where one is due, by what stands before. So a text that is written in several
 * buffers needs wire_json_comma() itself at a seam. */
#ifndef WIRE_JSON_H
#define WIRE_JSON_H

#include "penultima/text.h"
#include "penultima/words.h"

/* ---- writing ------------------------------------------------------------------------------------- */

/* "{" "}" "[" or "]", with a comma before an opening one that follows something. */
void wire_json_open(struct pen_text *text, char bracket);
void wire_json_close(struct pen_text *text, char bracket);
void wire_json_key(struct pen_text *text, const char *key);
void wire_json_string(struct pen_text *text, const char *string);
void wire_json_bytes(struct pen_text *text, const char *bytes, size_t count); /* a string of UTF-8 */
void wire_json_number(struct pen_text *text, uint64_t number);
void wire_json_comma(struct pen_text *text); /* where one is due */
void wire_json_line(struct pen_text *text);  /* a line end, which a comma may follow */

/* "key": and its value. */
void wire_json_put_string(struct pen_text *text, const char *key, const char *string);
void wire_json_put_number(struct pen_text *text, const char *key, uint64_t number);
void wire_json_put_truth(struct pen_text *text, const char *key, bool is_so);

/* An object with what 'said' comes to in every language, by its id; it speaks of 'in'. */
#define wire_json_said(text, said)                                             \
    do {                                                                       \
        wire_json_open((text), '{');                                           \
        for (enum pen_lang in = (enum pen_lang)0; in < pen_lang_count(); in++) \
            wire_json_put_string((text), pen_lang_id(in), (said));             \
        wire_json_close((text), '}');                                          \
    } while (0)
#define wire_json_put_said(text, key, said) \
    do {                                    \
        wire_json_key((text), (key));       \
        wire_json_said((text), (said));     \
    } while (0)

/* Escaped and in quotes, nothing before it. */
void wire__json_quote(struct pen_text *text, const char *bytes, size_t count);

/* ---- scanning ------------------------------------------------------------------------------------ */

/* Every function takes what stands at 'at', after blanks, and moves on. False: it is something else, or is
 * not JSON; then the scan is not to be used further. */
struct wire__scan {
    const char *at, *end;
};

static inline void wire__scan_blanks(struct wire__scan *scan)
{
    while (scan->at < scan->end &&
           (*scan->at == ' ' || *scan->at == '\n' || *scan->at == '\t' || *scan->at == '\r'))
        scan->at++;
}

/* Only looks. */
static inline bool wire__scan_is_next(struct wire__scan *scan, char byte)
{
    wire__scan_blanks(scan);
    return scan->at < scan->end && *scan->at == byte;
}

/* This one. */
static inline bool wire__scan_byte(struct wire__scan *scan, char byte)
{
    if (!wire__scan_is_next(scan, byte))
        return false;
    scan->at++;
    return true;
}

bool wire__scan_word(struct wire__scan *scan, const char *word);

/* A whole number without a sign, a fraction or an exponent. */
PEN_MUST_USE bool wire__scan_number(struct wire__scan *scan, uint64_t *number);

/* A string that fits into 'size' bytes with a zero at its end, and has none in it. */
PEN_MUST_USE bool wire__scan_string(struct wire__scan *scan, char *string, size_t size, size_t *length);

/* The same, cut where it does not fit: for keys, to be named in a refusal. */
PEN_MUST_USE bool wire__scan_key(struct wire__scan *scan, char *key, size_t size);

/* Anything, nested up to a few levels. */
PEN_MUST_USE bool wire__scan_value(struct wire__scan *scan);

/* Between the items of an object or a list, after its opening bracket. True: there is another item;
 * 'is_good' is false if neither a comma nor the end comes. */
static inline bool wire__scan_more(struct wire__scan *scan, char end, unsigned *count, bool *is_good)
{
    *is_good = true;
    if (wire__scan_byte(scan, end))
        return false;
    if (*count > 0 && !wire__scan_byte(scan, ','))
        *is_good = false;
    ++*count;
    return *is_good;
}

/* Nothing but blanks is left. */
bool wire__scan_is_done(struct wire__scan *scan);

#endif
