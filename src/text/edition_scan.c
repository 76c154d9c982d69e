/* edition_scan.c - cuts an edition file into words, strings and commas, and tells what is wrong.
 *
 * Invariant: 'token' lies wholly inside the bytes of the file, and a statement never reaches past
 * the end of its line except after a comma. */
#include "edition_parser.h"
#include "penultima/words_edition.h"

/* ---- problems ---- */

/* Text from the file, made fit to be shown, and not so long that it pushes out the rest. */
static void add_shown(struct pen_text *text, const char *bytes, size_t count)
{
    unsigned shown = 0;
    while (count > 0 && shown < 20) {
        uint32_t point = 0;
        size_t length = pen__utf8_take(bytes, count, &point);
        if (length == 0 || pen__is_control(point)) {
            pen_text_add(text, "?");
            length = length == 0 ? 1 : length;
            shown++;
        } else {
            pen_text_add_bytes(text, bytes, length);
            shown += (unsigned)length;
        }
        bytes += length;
        count -= length;
    }
    if (count > 0)
        pen_text_add(text, "...");
}

bool pen__ed_fail(struct parser *p, struct place place, enum pen_word problem, const char *found,
                  size_t found_bytes, const char *allowed)
{
    p->problem->line = place.line;
    p->problem->column = place.column;
    char shown[64];
    struct pen_text text = pen_text_in(shown, sizeof shown);
    add_shown(&text, found, found_bytes);
    pen__problem_say(p->problem, problem,
                     (const struct pen_arg[]){pen_arg_text(shown), pen_arg_text(allowed)}, 2);
    return false;
}

bool pen__ed_fail_token(struct parser *p, enum pen_word problem, const char *allowed)
{
    return pen__ed_fail(p, p->token.place, problem, p->token.bytes, p->token.count, allowed);
}

bool pen__ed_fail_number(struct parser *p, struct place place, enum pen_word problem, const char *found,
                         unsigned number)
{
    char digits[8];
    struct pen_text text = pen_text_in(digits, sizeof digits);
    pen_text_add_number(&text, number);
    return pen__ed_fail(p, place, problem, found, pen__length(found), digits);
}

bool pen__ed_expected(struct parser *p, const char *what)
{
    return pen__ed_fail_token(
        p, p->token.kind == TOKEN_END ? PEN_WORD_EDITION_EXPECTED_MORE : PEN_WORD_EDITION_EXPECTED, what);
}

/* How many letters have to be changed, added or dropped to get from one word to the other. */
static unsigned distance(const char *a, size_t a_bytes, const char *b, size_t b_bytes)
{
    uint8_t row[PHRASE_BYTES + 1];
    if (a_bytes > PHRASE_BYTES || b_bytes > PHRASE_BYTES)
        return PHRASE_BYTES;
    for (size_t j = 0; j <= b_bytes; j++)
        row[j] = (uint8_t)j;
    for (size_t i = 1; i <= a_bytes; i++) {
        unsigned diagonal = row[0];
        row[0] = (uint8_t)i;
        for (size_t j = 1; j <= b_bytes; j++) {
            unsigned best = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            if (best > row[j] + 1u)
                best = row[j] + 1u;
            if (best > row[j - 1] + 1u)
                best = row[j - 1] + 1u;
            row[j] = (uint8_t)best;
        }
    }
    return row[b_bytes];
}

const char *pen__ed_nearest(const char *found, size_t found_bytes, const char *const *words, unsigned count)
{
    const char *best = NULL;
    unsigned least = 3; /* more slips than two are another word */
    for (unsigned i = 0; i < count; i++) {
        size_t length = pen__length(words[i]);
        unsigned slips = distance(found, found_bytes, words[i], length);
        if (slips < least && slips * 3 <= length) {
            least = slips;
            best = words[i];
        }
    }
    return best;
}

/* ---- tokens ---- */

static struct place place_of(const struct parser *p, const char *byte)
{
    struct place place = {p->line, 1};
    for (const char *c = p->line_bytes; c < byte; c++)
        place.column += ((unsigned char)*c & 0xc0) != 0x80;
    return place;
}

static bool is_line_end(const struct parser *p, const char *c)
{
    return c == p->end || *c == '\n' || (*c == '\r' && (c + 1 == p->end || c[1] == '\n'));
}

/* To the end of the line, past blanks and a comment. True: there is nothing more on this line. */
static bool skip_blanks(struct parser *p)
{
    while (!is_line_end(p, p->at) && (*p->at == ' ' || *p->at == '\t'))
        p->at++;
    if (!is_line_end(p, p->at) && *p->at == '#')
        while (!is_line_end(p, p->at))
            p->at++;
    return is_line_end(p, p->at);
}

bool pen__ed_next_line(struct parser *p)
{
    while (p->at < p->end && *p->at != '\n')
        p->at++;
    if (p->at == p->end)
        return false;
    p->line_bytes = ++p->at;
    p->line++;
    return true;
}

static bool is_word_byte(const struct parser *p, const char *c)
{
    return !is_line_end(p, c) && *c != ' ' && *c != '\t' && *c != ',' && *c != '"' && *c != '#';
}

bool pen__ed_advance(struct parser *p)
{
    /* A statement goes on after a comma, also on the next line. */
    bool is_end = skip_blanks(p);
    while (is_end && p->token.kind == TOKEN_COMMA && pen__ed_next_line(p))
        is_end = skip_blanks(p);

    p->token = (struct token){TOKEN_END, p->at, 0, place_of(p, p->at)};
    if (is_end)
        return true;
    if (*p->at == ',') {
        p->token.kind = TOKEN_COMMA;
        p->token.count = 1;
        p->at++;
        return true;
    }
    if (*p->at == '"') {
        p->token.kind = TOKEN_STRING;
        p->token.bytes = ++p->at;
        while (!is_line_end(p, p->at) && *p->at != '"')
            p->at++;
        p->token.count = (size_t)(p->at - p->token.bytes);
        if (is_line_end(p, p->at))
            return pen__ed_fail_token(p, PEN_WORD_EDITION_STRING_OPEN, "");
        p->at++;
        return true;
    }
    p->token.kind = TOKEN_WORD;
    while (is_word_byte(p, p->at))
        p->at++;
    p->token.count = (size_t)(p->at - p->token.bytes);
    return true;
}

bool pen__ed_is_word(const struct parser *p, const char *word)
{
    return p->token.kind == TOKEN_WORD && pen__equals(p->token.bytes, p->token.count, word);
}

bool pen__ed_take_word(struct parser *p, const char *word)
{
    return pen__ed_is_word(p, word) ? pen__ed_advance(p) : pen__ed_expected(p, word);
}

bool pen__ed_take_end(struct parser *p)
{
    return p->token.kind == TOKEN_END || pen__ed_fail_token(p, PEN_WORD_EDITION_TOO_MUCH, "");
}

bool pen__ed_is_number(const struct parser *p)
{
    return p->token.kind == TOKEN_WORD && pen__is_digit(p->token.bytes[0]);
}

bool pen__ed_take_number(struct parser *p, unsigned min, unsigned max, const char *range, unsigned *number)
{
    const bool is_n = p->laying && p->laying->n > 0 && pen__ed_is_word(p, "N");
    if (!is_n && !pen__ed_is_number(p))
        return pen__ed_expected(p, range);
    unsigned value = is_n ? p->laying->n : 0;
    for (size_t i = 0; !is_n && i < p->token.count; i++) {
        if (!pen__is_digit(p->token.bytes[i]) || value > max)
            return pen__ed_fail_token(p, PEN_WORD_EDITION_NUMBER_RANGE, range);
        value = value * 10 + (unsigned)(p->token.bytes[i] - '0');
    }
    if (value < min || value > max)
        return pen__ed_fail_token(p, PEN_WORD_EDITION_NUMBER_RANGE, range);
    *number = value;
    return pen__ed_advance(p);
}

bool pen__ed_take_amount(struct parser *p, uint8_t *amount)
{
    unsigned number = 0;
    if (!pen__ed_take_number(p, 1, PEN_AMOUNT_MAX, "1-20", &number))
        return false;
    *amount = (uint8_t)number;
    return true;
}

/* A text between quotation marks, into a field that is zeroed here. */
bool pen__ed_take_string(struct parser *p, char *field, size_t field_bytes)
{
    const struct token string = p->token;
    if (string.kind != TOKEN_STRING)
        return pen__ed_expected(p, "\"...\"");
    if (string.count == 0)
        return pen__ed_fail_token(p, PEN_WORD_EDITION_STRING_EMPTY, "");
    if (string.bytes[0] == ' ' || string.bytes[string.count - 1] == ' ')
        return pen__ed_fail_token(p, PEN_WORD_EDITION_STRING_BLANK, "");
    for (size_t i = 0; i < string.count;) {
        uint32_t point = 0;
        size_t length = pen__utf8_take(string.bytes + i, string.count - i, &point);
        if (length == 0)
            return pen__ed_fail_token(p, PEN_WORD_EDITION_STRING_UTF8, "");
        if (pen__is_control(point))
            return pen__ed_fail_token(p, PEN_WORD_EDITION_STRING_CONTROL, "");
        i += length;
    }
    if (string.count >= field_bytes)
        return pen__ed_fail_number(p, string.place, PEN_WORD_EDITION_STRING_LONG, "",
                                   (unsigned)field_bytes - 1);
    memset(field, 0, field_bytes);
    memcpy(field, string.bytes, string.count);
    return pen__ed_advance(p);
}

bool pen__ed_take_phrase(struct parser *p, struct phrase *phrase)
{
    struct pen_text text = pen_text_in(phrase->bytes, sizeof phrase->bytes);
    phrase->place = p->token.place;
    while (p->token.kind == TOKEN_WORD && !pen__ed_is_number(p)) {
        if (text.length > 0)
            pen_text_add(&text, " ");
        add_shown(&text, p->token.bytes, p->token.count);
        if (!pen__ed_advance(p))
            return false;
    }
    phrase->count = text.length;
    return true;
}

bool pen__ed_take_choice(struct parser *p, const char *const *words, unsigned count, uint8_t *value)
{
    struct phrase phrase = {.place = p->token.place};
    const bool is_word = p->token.kind == TOKEN_WORD;
    if (is_word && !pen__ed_take_phrase(p, &phrase))
        return false;
    for (unsigned i = 0; i < count; i++) {
        if (pen__equals(phrase.bytes, phrase.count, words[i])) {
            *value = (uint8_t)i;
            return true;
        }
    }
    char allowed[PHRASES_BYTES];
    struct pen_text text = pen_text_in(allowed, sizeof allowed);
    for (unsigned i = 0; i < count; i++) {
        pen_text_add(&text, i > 0 ? " | " : "");
        pen_text_add(&text, words[i]);
    }
    if (!is_word)
        return pen__ed_expected(p, allowed);
    return pen__ed_fail(p, phrase.place, PEN_WORD_EDITION_EXPECTED, phrase.bytes, phrase.count, allowed);
}

static bool is_id(const char *bytes, size_t count)
{
    if (count == 0 || count >= PEN_ID_BYTES || !pen__is_lower(bytes[0]))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!pen__is_lower(bytes[i]) && !pen__is_digit(bytes[i]) && bytes[i] != '-')
            return false;
    return true;
}

bool pen__ed_is_reserved(const char *bytes, size_t count)
{
    return pen__equals(bytes, count, "none") || pen__equals(bytes, count, "uno");
}

bool pen__ed_check_id(struct parser *p)
{
    if (p->token.kind != TOKEN_WORD)
        return pen__ed_expected(p, "NAME");
    if (!is_id(p->token.bytes, p->token.count))
        return pen__ed_fail_token(p, PEN_WORD_EDITION_ID_BAD, "");
    if (pen__ed_is_reserved(p->token.bytes, p->token.count))
        return pen__ed_fail_token(p, PEN_WORD_EDITION_WORD_RESERVED, "");
    return true;
}
