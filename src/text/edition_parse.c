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

#define PARENTS_MAX 4 /* a built-in edition may be like another one, but not without end */

const struct pen__ed_key pen__ed_keys[KEY_COUNT] = {
#define X(name, word, is_needed, where) {word, (is_needed) != 0, where},
    KEY_LIST(X)
#undef X
};

/* ---- the file as a whole ---- */

static bool parse_file(struct parser *p);

static bool read_edition(struct parser *p)
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

static bool read_like(struct parser *p)
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

bool pen__ed_take_sentences(struct parser *p, char *fields, size_t field_bytes)
{
    unsigned given = 0;
    for (unsigned i = 0; i < 2; i++) {
        if (i > 0) {
            if (p->token.kind != TOKEN_COMMA)
                return pen__ed_expected(p, ", en \"...\" | , es \"...\"");
            if (!pen__ed_advance(p))
                return false;
        }
        if (!pen__ed_is_word(p, "en") && !pen__ed_is_word(p, "es"))
            return pen__ed_expected(p, "en \"...\" | es \"...\"");
        unsigned lang = pen__ed_is_word(p, "en") ? PEN_LANG_EN : PEN_LANG_ES;
        if (given >> lang & 1)
            return pen__ed_fail_token(p, PEN_WORD_EDITION_TWICE, "");
        given |= 1u << lang;
        if (!pen__ed_advance(p) || !pen__ed_take_string(p, fields + lang * field_bytes, field_bytes))
            return false;
    }
    return pen__ed_take_end(p);
}

/* ---- the rest of the rules ---- */

static bool read_players(struct parser *p)
{
    unsigned min = 0, max = 0;
    struct place place = p->token.place;
    if (!pen__ed_take_number(p, PEN_SEATS_MIN, PEN_SEATS_MAX, "2-10", &min) || !pen__ed_take_word(p, "to") ||
        !pen__ed_take_number(p, PEN_SEATS_MIN, PEN_SEATS_MAX, "2-10", &max))
        return false;
    if (min > max)
        return pen__ed_fail(p, place, PEN_WORD_EDITION_PLAYERS_ORDER, "", 0, "");
    p->edition->seats_min = (uint8_t)min;
    p->edition->seats_max = (uint8_t)max;
    return pen__ed_take_end(p);
}

static bool read_hand(struct parser *p)
{
    unsigned cards = 0;
    /* Two hands and an opening card are all that the largest deck can hold. */
    if (!pen__ed_take_number(p, 1, (PEN_DECK_MAX - 1) / PEN_SEATS_MIN, "1-63", &cards))
        return false;
    p->edition->hand_cards = (uint8_t)cards;
    return pen__ed_take_end(p);
}

static bool read_dealer(struct parser *p)
{
    return pen__ed_take_choice(p, pen__dealer_words, 3, "highest deals | highest starts | named",
                               &p->edition->dealer_by) &&
           pen__ed_take_end(p);
}

static bool read_drawn(struct parser *p)
{
    return pen__ed_take_choice(
               p, pen__drawn_words, 4,
               "may be kept | must be played if nothing else could | must be played | is kept",
               &p->edition->drawn_must_be_played) &&
           pen__ed_take_end(p);
}

static bool read_uno(struct parser *p)
{
    if (!pen__ed_take_choice(p, pen__uno_words, 2, "caught until next turn | caught until said",
                             &p->edition->caught_until_said))
        return false;
    if (p->token.kind == TOKEN_END && p->laying)
        return true; /* what it costs stays as it is */
    if (p->token.kind != TOKEN_COMMA)
        return pen__ed_expected(p, ", draws N");
    return pen__ed_advance(p) && pen__ed_take_word(p, "draws") &&
           pen__ed_take_amount(p, &p->edition->caught_cards) && pen__ed_take_end(p);
}

/* draws N, or the word for 0. */
static bool read_penalty(struct parser *p, const char *none, const char *allowed, uint8_t *cards)
{
    if (pen__ed_is_word(p, none)) {
        *cards = 0;
        return pen__ed_advance(p);
    }
    if (!pen__ed_is_word(p, "draws"))
        return pen__ed_expected(p, allowed);
    return pen__ed_advance(p) && pen__ed_take_amount(p, cards);
}

static bool read_misplay(struct parser *p)
{
    if (!read_penalty(p, "refused", "refused | draws N | draws N, keeps turn", &p->edition->misplay_cards))
        return false;
    p->edition->misplay_keeps_turn = 0;
    if (p->token.kind != TOKEN_COMMA || p->edition->misplay_cards == 0)
        return pen__ed_take_end(p);
    p->edition->misplay_keeps_turn = 1; /* RULE H21 */
    return pen__ed_advance(p) && pen__ed_take_word(p, "keeps") && pen__ed_take_word(p, "turn") &&
           pen__ed_take_end(p);
}

static bool read_advice(struct parser *p)
{
    return read_penalty(p, "free", "free | draws N", &p->edition->advice_cards) && pen__ed_take_end(p);
}

static bool read_last(struct parser *p)
{
    return pen__ed_take_choice(p, pen__last_words, 2, "draw counts | draw does not count",
                               &p->edition->last_draw_counts) &&
           pen__ed_take_end(p);
}

static bool read_scoring(struct parser *p)
{
    const char *const words[] = {pen_scoring_id(PEN_SCORING_POINTS), pen_scoring_id(PEN_SCORING_LOWEST),
                                 pen_scoring_id(PEN_SCORING_QUICK)};
    return pen__ed_take_choice(p, words, 3, "points | lowest | quick", &p->edition->scoring) &&
           pen__ed_take_end(p);
}

static bool read_target(struct parser *p)
{
    unsigned target = 0;
    if (!pen__ed_take_number(p, 1, PEN_TARGET_MAX, "1-30000", &target))
        return false;
    p->edition->target = (uint16_t)target;
    return pen__ed_take_end(p);
}

static bool read_title(struct parser *p)
{
    char *title = p->laying ? p->laying->house.title[0] : p->edition->title[0];
    return pen__ed_take_sentences(p, title, PEN_NAME_BYTES);
}

static bool read_about(struct parser *p)
{
    char *about = p->laying ? p->laying->house.about[0] : p->edition->about[0];
    return pen__ed_take_sentences(p, about, PEN_ABOUT_BYTES);
}

/* ---- reading ---- */

static bool (*const readers[KEY_COUNT])(struct parser *p) = {
    [KEY_EDITION] = read_edition,
    [KEY_LIKE] = read_like,
    [KEY_TITLE] = read_title,
    [KEY_ABOUT] = read_about,
    [KEY_PLAYERS] = read_players,
    [KEY_HAND] = read_hand,
    [KEY_COLORS] = pen__ed_read_colors,
    [KEY_DEALER] = read_dealer,
    [KEY_DRAWN] = read_drawn,
    [KEY_UNO] = read_uno,
    [KEY_MISPLAY] = read_misplay,
    [KEY_ADVICE] = read_advice,
    [KEY_LAST] = read_last,
    [KEY_SCORING] = read_scoring,
    [KEY_TARGET] = read_target,
    [KEY_COLOR] = pen__ed_read_color,
    [KEY_NUMBER] = pen__ed_read_number,
    [KEY_NUMBERS] = pen__ed_read_numbers,
    [KEY_SYMBOL] = pen__ed_read_symbol,
    [KEY_WILD] = pen__ed_read_wild,
    [KEY_WITHOUT] = pen__ed_read_without,
    [KEY_PLAY] = pen__ed_read_play,
    [KEY_OPEN] = pen__ed_read_open,
    [KEY_HONEST] = pen__ed_read_honest,
    [KEY_CHALLENGE] = pen__ed_read_challenge,
    [KEY_ANSWER] = pen__ed_read_answer,
    [KEY_HOUSE] = pen__ed_read_house,
    [KEY_GROUP] = pen__ed_read_group,
    [KEY_LETTER] = pen__ed_read_letter,
    [KEY_ALSO] = pen__ed_read_also,
    [KEY_CONFLICTS] = pen__ed_read_conflicts,
    [KEY_FORGOTTEN] = pen__ed_read_forgotten,
    [KEY_LIMIT] = pen__ed_read_limit,
    [KEY_POINTS] = pen__ed_read_points,
    [KEY_SHOW] = pen__ed_read_show,
    [KEY_DRAW] = pen__ed_read_choice,
    [KEY_DRAWING] = pen__ed_read_choice,
    [KEY_ANSWERS] = pen__ed_read_choice,
    [KEY_SKIP] = pen__ed_read_choice,
    [KEY_REVERSE] = pen__ed_read_choice,
    [KEY_STACKED] = pen__ed_read_choice,
    [KEY_CHALLENGES] = pen__ed_read_choice,
    [KEY_FINISH] = pen__ed_read_choice,
    [KEY_SAYING] = pen__ed_read_choice,
    [KEY_JUMP] = pen__ed_read_choice,
    [KEY_SWAP] = pen__ed_read_choice,
    [KEY_SEVERAL] = pen__ed_read_choice,
    [KEY_TURNS] = pen__ed_read_turns,
};

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
        return pen__ed_fail_conflict(p, p->token.place, p->laying->said_by[key], p->key_place[key], "", "");
    if (p->laying)
        p->laying->said_by[key] = p->laying->number;
    p->given |= UINT64_C(1) << key;
    p->statement = p->token;
    p->key_place[key] = p->token.place;
    PEN_ASSERT(readers[key]); /* a key of the list that has no row above */
    return pen__ed_advance(p) && readers[key](p);
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

/* Edition files name things in English and Spanish; other languages by what lang/ says of these names. */
static void name_in_others(struct pen_edition *edition)
{
    for (unsigned lang = PEN_LANG_EN + 1; lang < PEN_LANG_COUNT; lang++) {
        if (edition->title[lang][0])
            continue;
        const enum pen_lang to = (enum pen_lang)lang;
        pen__name_in(edition->title[lang], PEN_NAME_BYTES, to, edition->title[PEN_LANG_EN]);
        pen__name_in(edition->about[lang], PEN_ABOUT_BYTES, to, edition->about[PEN_LANG_EN]);
        for (unsigned i = 0; i < edition->color_count; i++)
            pen__name_in(edition->colors[i].name[lang], PEN_NAME_BYTES, to,
                         edition->colors[i].name[PEN_LANG_EN]);
        for (unsigned i = 0; i < edition->face_count; i++)
            pen__name_in(edition->faces[i].name[lang], PEN_NAME_BYTES, to,
                         edition->faces[i].name[PEN_LANG_EN]);
    }
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
    if (parse_file(&p) && pen__ed_check_rules(&p)) {
        name_in_others(edition);
        return true;
    }
    /* Nobody shall play half an edition. */
    memset(edition, 0, sizeof *edition);
    return false;
}
