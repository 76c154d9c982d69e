/* house.c - house rules: texts of edition lines that are laid over any edition.
 *
 * Those that come with the library are compiled in. They go through the same parser as editions, one after
 * the other over the same edition; what one has said another may not say, and the problem names both. */
#include "catalogue.h"
#include "edition_parser.h"
#include "penultima/words_edition.h"
#include "penultima/words_house.h"
#include "penultima/words_list.h"

/* ---- statements that only house rules have ---- */

bool pen__ed_read_house(struct parser *p)
{
    /* Where house rules are named no card can stand, so one of them may be called "uno". */
    if (!pen__ed_is_word(p, "uno") && !pen__ed_check_id(p))
        return false;
    struct laying *laying = p->laying;
    memset(laying->house.id, 0, sizeof laying->house.id);
    memcpy(laying->house.id, p->token.bytes, p->token.count);
    memcpy(laying->id[laying->number], laying->house.id, PEN_ID_BYTES);
    p->top = p->statement.place;
    return pen__ed_advance(p) && pen__ed_take_end(p);
}

static const char *const group_words[] = {
#define X(name, word) word,
    PEN_HOUSE_GROUP_LIST(X)
#undef X
};

const char *pen_house_group_word(enum pen_house_group group)
{
    return group_words[group];
}

const char *pen_house_group_text(enum pen_house_group group, enum pen_lang lang)
{
    static const uint16_t texts[] = {
#define X(name, word) PEN_WORD_HOUSE_GROUP_##name,
        PEN_HOUSE_GROUP_LIST(X)
#undef X
    };
    return pen_word_text((enum pen_word)texts[group], lang);
}

/* group WORD: what it is about; "first" behind it: offered before the others. */
bool pen__ed_read_group(struct parser *p)
{
    struct pen_house *house = &p->laying->house;
    unsigned group = 0;
    while (group < PEN_HOUSE_GROUP_COUNT && !pen__ed_is_word(p, group_words[group]))
        group++;
    if (group == PEN_HOUSE_GROUP_COUNT)
        return pen__ed_expected(p, "answers | drawing | hands | uno | end | disputes | other");
    house->group = (uint8_t)group;
    if (!pen__ed_advance(p))
        return false;
    house->is_first = pen__ed_is_word(p, "first");
    return (!house->is_first || pen__ed_advance(p)) && pen__ed_take_end(p);
}

bool pen__ed_read_letter(struct parser *p)
{
    if (p->token.kind != TOKEN_WORD || p->token.count != 1 || !pen__is_lower(p->token.bytes[0]))
        return pen__ed_expected(p, "a-z");
    p->laying->house.letter = p->token.bytes[0];
    return pen__ed_advance(p) && pen__ed_take_end(p);
}

/* with N from LEAST to MOST, usually NUMBER: what a table chooses; its lines say N for it. */
bool pen__ed_read_with(struct parser *p)
{
    struct pen_house *house = &p->laying->house;
    unsigned least = 1, most = 1, usual = 1;
    if (!pen__ed_take_word(p, "N") || !pen__ed_take_word(p, "from") ||
        !pen__ed_take_number(p, 1, PEN_HOUSE_NUMBER_MAX, "1-99", &least) || !pen__ed_take_word(p, "to") ||
        !pen__ed_take_number(p, least, PEN_HOUSE_NUMBER_MAX, "1-99", &most))
        return false;
    if (p->token.kind != TOKEN_COMMA)
        return pen__ed_expected(p, ", usually N");
    if (!pen__ed_advance(p) || !pen__ed_take_word(p, "usually") ||
        !pen__ed_take_number(p, least, most, "1-99", &usual))
        return false;
    house->least = (uint8_t)least;
    house->most = (uint8_t)most;
    house->usual = (uint8_t)usual;
    if (p->laying->n == 0)
        p->laying->n = house->usual;
    return pen__ed_take_end(p);
}

/* Adds a step to the cards of a number; an edition without that number has nothing to add it to. */
bool pen__ed_read_also(struct parser *p)
{
    struct laying *laying = p->laying;
    const struct place place = p->token.place;
    struct place step_place;
    struct pen_step step;
    unsigned number = 0;
    if (!pen__ed_take_number(p, 0, 9, "0-9", &number))
        return false;
    if (laying->also_by[number] == laying->number)
        return pen__ed_fail(p, place, PEN_WORD_EDITION_TWICE, "also", 4, "");
    if (laying->also_by[number] != 0)
        return pen__ed_fail_conflict(p, place, laying->also_by[number], laying->also_place[number],
                                     pen__no_why);
    laying->also_by[number] = laying->number;
    laying->also_place[number] = place;
    if (!pen__ed_take_step(p, false, &step, &step_place))
        return false;
    for (unsigned f = 0; f < p->edition->face_count; f++) {
        struct pen_face *face = &p->edition->faces[f];
        if (face->number != number || pen__ed_has_step(face->play, PEN_STEPS_MAX, step.op))
            continue;
        unsigned i = 0;
        while (i < PEN_STEPS_MAX && face->play[i].op != PEN_STEP_END)
            i++;
        if (i == PEN_STEPS_MAX) /* no edition that was read is so full, but one that a program made */
            return pen__ed_fail_number(p, place, PEN_WORD_EDITION_STEPS_MANY, "", PEN_STEPS_MAX);
        face->play[i] = step;
    }
    return pen__ed_take_end(p);
}

/* conflicts KEY, en "...", es "...": with every other house rule that has such a line, and why. */
bool pen__ed_read_conflicts(struct parser *p)
{
    struct laying *laying = p->laying;
    unsigned key = 0;
    while (key < KEY_COUNT && !pen__ed_is_word(p, pen__ed_keys[key].word))
        key++;
    if (key == KEY_COUNT || key <= KEY_LETTER)
        return pen__ed_fail_token(p, PEN_WORD_EDITION_UNKNOWN_KEY, "");
    if (laying->conflict_count == CONFLICTS_MAX)
        return pen__ed_fail_token(p, PEN_WORD_EDITION_TOO_MUCH, "");
    struct conflict *conflict = &laying->conflicts[laying->conflict_count++];
    *conflict = (struct conflict){.by = laying->number, .key = (uint8_t)key, .place = p->token.place};
    if (!pen__ed_advance(p))
        return false;
    if (p->token.kind != TOKEN_COMMA)
        return pen__ed_expected(p, ", en \"...\" | , es \"...\"");
    return pen__ed_advance(p) &&
           pen__ed_take_sentences(p, conflict->why, sizeof conflict->why, PEN_HOUSE_WHY_BYTES);
}

const char pen__no_why[PEN_HOUSE_WHYS_BYTES];

bool pen__ed_fail_conflict(struct parser *p, struct place place, unsigned by, struct place other,
                           const char *why)
{
    struct laying *laying = p->laying;
    laying->met = (struct pen_house_conflict){laying->number, by, place.line, other.line, {0}};
    p->problem->line = place.line;
    p->problem->column = place.column;
    const struct pen_arg args[] = {pen_arg_text(laying->id[laying->number]), pen_arg_count(place.line),
                                   pen_arg_text(laying->id[by]), pen_arg_count(other.line)};
    pen__problem_say(p->problem, PEN_WORD_HOUSE_CONFLICT, args, PEN_WORD_HOLES_HOUSE_CONFLICT);
    memcpy(p->problem->why, why, sizeof p->problem->why);
    memcpy(laying->met.why, why, sizeof laying->met.why);
    return false;
}

/* ---- laying ---- */

/* One text over the edition, with 'n' for its N; 0: the usual one. 'p' has read those before. */
static bool lay(struct parser *p, const char *bytes, size_t count, unsigned n)
{
    p->bytes = count > 0 ? bytes : "";
    p->end = p->bytes + count;
    p->given = 0;
    /* What a file says twice is found by where it said it: those before have said nothing in this one. */
    memset(&p->laying->house, 0, sizeof p->laying->house);
    p->laying->house.group = PEN_HOUSE_GROUP_OTHER;
    p->laying->house.least = p->laying->house.most = p->laying->house.usual = 1;
    p->laying->number++;
    p->laying->n = (uint8_t)n;
    if (!pen__ed_read_all(p))
        return false;
    if (!(p->given >> KEY_TITLE & 1))
        return pen__ed_fail(p, p->top, PEN_WORD_EDITION_MISSING, "", 0, pen__ed_keys[KEY_TITLE].word);
    return true;
}

/* What was declared to be in the way, and is there. The problem's place is in the one that was laid last, as
 * with two that say the same. */
static bool check_conflicts(struct parser *p)
{
    struct laying *laying = p->laying;
    for (unsigned i = 0; i < laying->conflict_count; i++) {
        const struct conflict *conflict = &laying->conflicts[i];
        unsigned by = laying->said_by[conflict->key];
        if (by == 0 || by == conflict->by)
            continue;
        const struct place said = p->key_place[conflict->key];
        laying->number = conflict->by;
        (void)pen__ed_fail_conflict(p, conflict->place, by, said, conflict->why);
        if (by > conflict->by) {
            p->problem->line = said.line;
            p->problem->column = said.column;
        }
        return false;
    }
    return true;
}

static struct parser begin(struct laying *laying, struct pen_edition *edition, struct pen_problem *problem)
{
    memset(laying, 0, sizeof *laying);
    memset(problem, 0, sizeof *problem);
    return (struct parser){.edition = edition, .problem = problem, .laying = laying, .has_parent = true};
}

static bool parse(struct pen_edition *edition, struct pen_house *house, const char *bytes, size_t count,
                  unsigned n, struct pen_problem *problem)
{
    struct laying laying;
    struct parser p = begin(&laying, edition, problem);
    const bool is_good = lay(&p, bytes, count, n) && pen__ed_check_rules(&p);
    *house = laying.house;
    return is_good;
}

bool pen_house_parse(struct pen_edition *edition, struct pen_house *house, const char *bytes, size_t count,
                     struct pen_problem *problem)
{
    struct pen_house found;
    const struct pen_edition before = *edition;
    bool is_good = parse(edition, &found, bytes, count, 0, problem);
    /* Its lines have to be good with any number it allows; what they say of one stands in one range. */
    for (unsigned end = 0; end < 2 && is_good && found.most > found.least; end++) {
        struct pen_edition trial = before;
        is_good = parse(&trial, &found, bytes, count, end ? found.most : found.least, problem);
    }
    if (!is_good)
        *edition = before;
    else if (house)
        *house = found;
    return is_good;
}

static bool lay_set(struct parser *p, pen_house_set set)
{
    for (unsigned i = 0; i < pen__house_count; i++) {
        const unsigned n = pen_house_number(set, i);
        if (n > 0 && !lay(p, pen__house_bytes[i], pen__house_sizes[i], n))
            return false;
    }
    return true;
}

bool pen_house_lay(struct pen_edition *edition, pen_house_set set, struct pen_problem *problem)
{
    struct laying laying;
    struct parser p = begin(&laying, edition, problem);
    return lay_set(&p, set) && check_conflicts(&p);
}

bool pen_house_check_own(const struct pen_edition *edition, pen_house_set set,
                         const struct pen_house_text *texts, unsigned count, struct pen_problem *problem,
                         unsigned *at)
{
    struct laying laying;
    struct pen_edition copy = *edition;
    struct parser p = begin(&laying, &copy, problem);
    *at = count;
    PEN_ASSERT(count <= PEN_HOUSE_OWN_MAX);
    if (!lay_set(&p, set))
        return false;
    const unsigned built_in = laying.number;
    for (unsigned i = 0; i < count; i++) {
        if (!lay(&p, texts[i].bytes, texts[i].count, 0) || !pen__ed_check_rules(&p)) {
            *at = i;
            return false;
        }
    }
    if (check_conflicts(&p))
        return true;
    const unsigned last = laying.met.first > laying.met.second ? laying.met.first : laying.met.second;
    if (last > built_in)
        *at = last - built_in - 1;
    return false;
}

/* The place of the one that was laid as the number-th. */
static unsigned place_of(pen_house_set set, unsigned number)
{
    unsigned place = 0;
    for (; place < pen__house_count; place++)
        if (pen_house_number(set, place) && --number == 0)
            break;
    return place;
}

bool pen_house_meet(pen_house_set set, struct pen_house_conflict *conflict)
{
    struct laying laying;
    struct pen_edition edition;
    struct pen_problem problem;
    if (!pen_house_is_good(set) || (set & (set - 1)) == 0)
        return false; /* one alone meets nobody */
    const bool is_there = pen_edition_builtin(pen__builtin_ids[0], &edition);
    PEN_ASSERT(is_there);
    struct parser p = begin(&laying, &edition, &problem);
    if ((lay_set(&p, set) && check_conflicts(&p)) || laying.met.first == 0)
        return false;
    *conflict = laying.met;
    conflict->first = place_of(set, laying.met.first);
    conflict->second = place_of(set, laying.met.second);
    return true;
}

void pen_house_conflict_say(const struct pen_house_conflict *conflict, enum pen_lang lang,
                            struct pen_text *text)
{
    struct pen_house house;
    char first[PEN_NAME_BYTES], second[PEN_NAME_BYTES];
    pen_house_builtin(conflict->first, &house);
    pen_house_name(&house, 0, lang, first);
    pen_house_builtin(conflict->second, &house);
    pen_house_name(&house, 0, lang, second);
    if (conflict->first_line == 0)
        pen_say(text, lang, HOUSE_MEET, first, 0U, second, 0U);
    else
        pen_say(text, lang, HOUSE_CONFLICT, first, conflict->first_line, second, conflict->second_line);
    const char *why = pen_said(conflict->why, lang);
    pen_text_add(text, why[0] ? pen_word_text(PEN_WORD_LIST_COLON, lang) : "");
    pen_text_add(text, why);
}

enum pen_rules_problem pen_table_make(struct pen_rules *rules, const struct pen_edition *edition,
                                      const struct pen_options *options, unsigned *face_index)
{
    if (!options || options->house == 0)
        return pen_rules_make(rules, edition, options, face_index);
    struct pen_edition laid = *edition;
    struct pen_options rest = *options;
    struct pen_problem problem;
    rest.house = 0;
    if (face_index)
        *face_index = edition->face_count;
    memset(rules, 0, sizeof *rules);
    if (!pen_house_is_good(options->house) || !pen_house_lay(&laid, options->house, &problem))
        return PEN_RULES_BAD_OPTIONS;
    return pen_rules_make(rules, &laid, &rest, face_index);
}

/* ---- those that come with the library ---- */

unsigned pen_house_count(void)
{
    return pen__house_count;
}

const char *pen_house_id(unsigned index)
{
    PEN_ASSERT(index < pen__house_count);
    return pen__house_ids[index];
}

const char *pen_house_source(unsigned index, size_t *bytes)
{
    PEN_ASSERT(index < pen__house_count);
    *bytes = pen__house_sizes[index];
    return pen__house_bytes[index];
}

void pen_house_builtin(unsigned index, struct pen_house *house)
{
    struct pen_edition edition;
    struct pen_problem problem;
    bool is_good =
        pen_edition_builtin(pen__builtin_ids[0], &edition) &&
        pen_house_parse(&edition, house, pen__house_bytes[index], pen__house_sizes[index], &problem);
    PEN_ASSERT(is_good);
}

/* ---- sets of them ---- */

/* By the place of its lowest bit; what stands there is the number, counted from the least that it may be. */
static const struct {
    uint8_t shift, least, most;
} places[] = {
#define X(shift, least, most) {shift, least, most},
    PEN_HOUSE_PLACES(X)
#undef X
};

static uint64_t mask_of(unsigned index)
{
    unsigned bits = 1;
    while ((places[index].most - places[index].least + 1) >> bits)
        bits++;
    return ((UINT64_C(1) << bits) - 1) << places[index].shift;
}

unsigned pen_house_number(pen_house_set set, unsigned index)
{
    const uint64_t said = (set & mask_of(index)) >> places[index].shift;
    return said ? (unsigned)said + places[index].least - 1 : 0;
}

pen_house_set pen_house_with(pen_house_set set, unsigned index, unsigned number)
{
    const uint64_t said = number ? number - places[index].least + 1u : 0;
    PEN_ASSERT(number == 0 || (number >= places[index].least && number <= places[index].most));
    return (set & ~mask_of(index)) | said << places[index].shift;
}

bool pen_house_is_good(pen_house_set set)
{
    for (unsigned i = 0; i < pen__house_count; i++) {
        if (pen_house_number(set, i) > places[i].most)
            return false;
        set &= ~mask_of(i);
    }
    return set == 0;
}

bool pen_house_join(pen_house_set *set, pen_house_set more)
{
    for (unsigned i = 0; i < pen__house_count; i++) {
        const unsigned one = pen_house_number(*set, i), other = pen_house_number(more, i);
        if (one && other && one != other)
            return false;
    }
    *set |= more;
    return true;
}

/* The number behind "uno=" or, as it was written once, "uno-"; 0: this is no number. */
static unsigned number_behind(const char *bytes, size_t count)
{
    unsigned number = 0;
    if (count < 2 || count > 3 || (bytes[0] != '=' && bytes[0] != '-') || bytes[1] == '0')
        return 0;
    for (size_t i = 1; i < count; i++) {
        if (!pen__is_digit(bytes[i]))
            return 0;
        number = number * 10 + (unsigned)(bytes[i] - '0');
    }
    return number;
}

bool pen_house_add(const char *id, size_t bytes, pen_house_set *set)
{
    for (unsigned i = 0; i < pen__house_count; i++) {
        const size_t length = pen__length(pen__house_ids[i]);
        const bool has_number = places[i].most > places[i].least;
        if (bytes < length || memcmp(id, pen__house_ids[i], length) != 0)
            continue;
        const unsigned number = has_number ? number_behind(id + length, bytes - length) : bytes == length;
        if (number < places[i].least || number > places[i].most)
            continue;
        const unsigned before = pen_house_number(*set, i);
        *set = pen_house_with(*set, i, number);
        return before == 0 || before == number;
    }
    return false;
}

static void add_id(struct pen_text *text, unsigned index, unsigned number)
{
    pen_text_add(text, pen__house_ids[index]);
    if (places[index].most == places[index].least)
        return;
    pen_text_add(text, "=");
    pen_text_add_number(text, number);
}

void pen_house_write(pen_house_set set, const char *between, struct pen_text *text)
{
    const char *before = "";
    for (unsigned i = 0; i < pen__house_count; i++) {
        const unsigned number = pen_house_number(set, i);
        if (number == 0)
            continue;
        pen_text_add(text, before);
        add_id(text, i, number);
        before = between;
    }
}

/* The '#' of a title is its number, or N where there is none. */
void pen__house_fill(const char *title, unsigned number, struct pen_text *text)
{
    for (; *title; title++) {
        if (*title != '#')
            pen_text_add_bytes(text, title, 1);
        else if (number == 0)
            pen_text_add(text, "N");
        else
            pen_text_add_number(text, number);
    }
}

const char *pen_house_name(const struct pen_house *house, unsigned number, enum pen_lang lang,
                           char name[PEN_NAME_BYTES])
{
    struct pen_text text = pen_text_in(name, PEN_NAME_BYTES);
    pen__house_fill(pen_said(house->title, lang), number, &text);
    return name;
}
