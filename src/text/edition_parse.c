/* edition_parse.c - reads an edition file (format: docs/EDITIONS.md).
 *
 * One pass over the lines; a card is described before anything is said about it, so that problems
 * come in the order of the file. 'like' parses the parent into the same edition first, and every
 * statement after that overwrites. At the end the faces are put in order, the whole is checked, and
 * pen_rules_make() has the last word.
 *
 * Invariants: the edition is zeroed before the first byte is read and strings are written into
 * zeroed fields only, so equal editions are equal as bytes. After the first problem nothing more is
 * read; every function that can find one returns false then. */
#include "catalogue.h"
#include "edition_parser.h"
#include "penultima/words_edition.h"

#define PARENTS_MAX 4 /* a built-in edition may be like another one, but not without end */

#define IS_NEEDED true
#define IS_OPTIONAL false
#define KEY_ROW(KEY, word, how, where, reader) \
    [KEY_##KEY] = {word, IS_##how, IN_##where, pen__ed_read_##reader},

const struct pen__ed_key pen__ed_keys[KEY_COUNT] = {FILE_KEY_LIST(KEY_ROW) CARD_KEY_LIST(KEY_ROW)
#define CHOICE(member, KEY, key, how, where, ...) KEY_ROW(KEY, key, how, where, rule)
#define NUMBER(member, type, KEY, key, how, where, ...) KEY_ROW(KEY, key, how, where, rule)
#define NUMBER_OR(member, type, KEY, key, how, where, ...) KEY_ROW(KEY, key, how, where, rule)
#define ALSO_AS(member, KEY, key, where, ...) KEY_ROW(KEY, key, OPTIONAL, where, rule)
#include "penultima/rule_fields.def"
};

/* ---- the file as a whole ---- */

static bool parse_file(struct parser *p);

bool pen__ed_read_edition(struct parser *p)
{
    if (!pen__ed_check_id(p))
        return false;
    memcpy(p->edition->id, p->token.bytes, p->token.count);
    p->top = p->statement.place;
    return pen__ed_advance(p) && pen__ed_take_end(p);
}

static bool parent_unknown(struct parser *p)
{
    char names[96];
    struct pen_text text = pen_text_in(names, sizeof names);
    for (unsigned i = 0; i < pen__builtin_count; i++) {
        pen_text_add(&text, i > 0 ? ", " : "");
        pen_text_add(&text, pen__builtin_ids[i]);
    }
    return pen__ed_fail_token(p, PEN_WORD_EDITION_PARENT_UNKNOWN, names);
}

bool pen__ed_read_like(struct parser *p)
{
    struct parser parent = {0};
    struct pen_problem problem;
    char id[PEN_ID_BYTES];

    if (p->given != (UINT64_C(1) << KEY_EDITION | UINT64_C(1) << KEY_LIKE))
        return pen__ed_fail(p, p->statement.place, PEN_WORD_EDITION_LIKE_LATE, "", 0, "");
    if (p->token.kind != TOKEN_WORD)
        return pen__ed_expected(p, "NAME");
    size_t count = 0;
    const char *bytes = pen_edition_source(p->token.bytes, p->token.count, &count);
    if (!bytes)
        return parent_unknown(p);
    if (p->depth >= PARENTS_MAX)
        return pen__ed_fail_token(p, PEN_WORD_EDITION_PARENT_DEPTH, "");

    memcpy(id, p->edition->id, sizeof id);
    memset(p->edition, 0, sizeof *p->edition);
    parent.bytes = bytes;
    parent.end = bytes + count;
    parent.edition = p->edition;
    parent.problem = &problem;
    parent.depth = p->depth + 1;
    if (!parse_file(&parent)) {
        /* Built-in files are good, each by itself; only a ring of them can get here. */
        return pen__ed_fail_token(p, PEN_WORD_EDITION_PARENT_DEPTH, "");
    }
    /* What a child is called is its own affair. */
    memcpy(p->edition->id, id, sizeof id);
    memset(p->edition->title, 0, sizeof p->edition->title);
    memset(p->edition->about, 0, sizeof p->edition->about);
    p->has_parent = true;
    p->top = p->statement.place;
    return pen__ed_advance(p) && pen__ed_take_end(p);
}

bool pen__ed_is_lang(const struct parser *p)
{
    const char *bytes = p->token.bytes;
    size_t letters = 0;
    while (letters < p->token.count && pen__is_lower(bytes[letters]))
        letters++;
    if (p->token.kind != TOKEN_WORD || letters < 2 || letters > 3 || p->token.count > PEN__LANG_BYTES - 1)
        return false;
    if (letters == p->token.count)
        return true;
    for (size_t i = letters + 1; i < p->token.count; i++)
        if (!pen__is_lower(bytes[i]) && !pen__is_digit(bytes[i]) && !(bytes[i] >= 'A' && bytes[i] <= 'Z'))
            return false;
    return bytes[letters] == '-' && p->token.count > letters + 1;
}

bool pen__ed_take_said(struct parser *p, struct pen__ed_said *said)
{
    const struct token lang = p->token;
    char id[PEN__LANG_BYTES] = {0}, text[PEN_ABOUT_BYTES];
    memcpy(id, lang.bytes, lang.count);
    if (pen__said_by(said->names, id))
        return pen__ed_fail_token(p, PEN_WORD_EDITION_TWICE, "");
    if (!pen__ed_advance(p))
        return false;
    const struct token string = p->token;
    if (!pen__ed_take_string(p, text, said->one_bytes))
        return false;
    return pen_said_put(said->names, said->bytes, id, text) ||
           pen__ed_fail_number(p, string.place, PEN_WORD_EDITION_STRINGS_LONG, "", (unsigned)said->bytes);
}

bool pen__ed_take_sentences(struct parser *p, char *names, size_t bytes, size_t one_bytes)
{
    static const char allowed[] = "en \"...\", es \"...\"";
    struct pen__ed_said said = {names, bytes, one_bytes};
    memset(names, 0, bytes);
    for (;;) {
        if (!pen__ed_is_lang(p))
            return pen__ed_expected(p, allowed);
        if (!pen__ed_take_said(p, &said))
            return false;
        if (p->token.kind != TOKEN_COMMA)
            return pen__ed_take_end(p);
        if (!pen__ed_advance(p))
            return false;
    }
}

bool pen__ed_read_title(struct parser *p)
{
    char *title = p->laying ? p->laying->house.title : p->edition->title;
    return pen__ed_take_sentences(p, title, PEN_NAMES_BYTES, PEN_NAME_BYTES);
}

bool pen__ed_read_about(struct parser *p)
{
    char *about = p->laying ? p->laying->house.about : p->edition->about;
    return pen__ed_take_sentences(p, about, PEN_ABOUTS_BYTES, PEN_ABOUT_BYTES);
}

/* ---- reading ---- */

static bool unknown_key(struct parser *p)
{
    const char *words[KEY_COUNT];
    for (unsigned key = 0; key < KEY_COUNT; key++)
        words[key] = pen__ed_keys[key].word;
    const char *near = NULL;
    if (p->token.kind == TOKEN_WORD)
        near = pen__ed_nearest(p->token.bytes, p->token.count, words, KEY_COUNT);
    if (near)
        return pen__ed_fail_token(p, PEN_WORD_EDITION_UNKNOWN_KEY_LIKE, near);
    return pen__ed_fail_token(p, PEN_WORD_EDITION_UNKNOWN_KEY, "");
}

static bool not_first(struct parser *p, struct place place)
{
    return pen__ed_fail(p, place, p->laying ? PEN_WORD_EDITION_HOUSE_NOT_FIRST : PEN_WORD_EDITION_NOT_FIRST,
                        "", 0, "");
}

static bool read_statement(struct parser *p)
{
    unsigned key = 0;
    while (key < KEY_COUNT && !pen__ed_is_word(p, pen__ed_keys[key].word))
        key++;
    if (p->given == 0 && key != (p->laying ? KEY_HOUSE : KEY_EDITION))
        return not_first(p, p->token.place);
    if (key == KEY_COUNT)
        return unknown_key(p);
    if (!(pen__ed_keys[key].where & (p->laying ? IN_HOUSE : IN_EDITION)))
        return pen__ed_fail_token(
            p, p->laying ? PEN_WORD_EDITION_NOT_IN_HOUSE : PEN_WORD_EDITION_ONLY_IN_HOUSE, "");
    bool is_once = key < KEY_COLOR;
    if (is_once && (p->given >> key & 1))
        return pen__ed_fail_token(p, PEN_WORD_EDITION_TWICE, "");
    if (is_once && key > KEY_LETTER && p->laying && p->laying->said_by[key] != 0)
        return pen__ed_fail_conflict(p, p->token.place, p->laying->said_by[key], p->key_place[key],
                                     pen__no_why);
    if (p->laying)
        p->laying->said_by[key] = p->laying->number;
    p->given |= UINT64_C(1) << key;
    p->statement = p->token;
    p->key_place[key] = p->token.place;
    return pen__ed_advance(p) && pen__ed_keys[key].read(p);
}

bool pen__ed_read_all(struct parser *p)
{
    static const char mark[] = "\xef\xbb\xbf"; /* some editors begin UTF-8 files with it */
    if (p->end - p->bytes >= 3 && memcmp(p->bytes, mark, 3) == 0)
        p->bytes += 3;
    p->at = p->line_bytes = p->bytes;
    p->line = 1;
    do {
        p->token.kind = TOKEN_END;
        if (!pen__ed_advance(p))
            return false;
        if (p->token.kind != TOKEN_END && !read_statement(p))
            return false;
    } while (pen__ed_next_line(p));
    return p->given != 0 || not_first(p, (struct place){1, 1});
}

/* Reads and checks the whole file; 'edition' is zeroed. */
static bool parse_file(struct parser *p)
{
    return pen__ed_read_all(p) && pen__ed_check_file(p);
}

bool pen_edition_parse(struct pen_edition *edition, const char *bytes, size_t count,
                       struct pen_problem *problem)
{
    struct parser p = {0};
    memset(edition, 0, sizeof *edition);
    memset(problem, 0, sizeof *problem);
    p.bytes = count > 0 ? bytes : "";
    p.end = p.bytes + count;
    p.edition = edition;
    p.problem = problem;
    if (parse_file(&p) && pen__ed_check_rules(&p))
        return true;
    /* Nobody shall play half an edition. */
    memset(edition, 0, sizeof *edition);
    return false;
}
