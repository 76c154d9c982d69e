/* house.c - house rules: texts of edition lines that are laid over any edition.
 *
 * Those that come with the library are compiled in. They go through the same parser as editions, one after
 * the other over the same edition; what one has said another may not say, and the problem names both. */
#include "catalogue.h"
#include "edition_parser.h"

/* ---- statements that only house rules have ---- */

bool pen__ed_read_house(struct parser *p)
{
    if (!pen__ed_check_id(p))
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
        return pen__ed_fail_conflict(p, place, laying->also_by[number], laying->also_place[number], "", "");
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
    return pen__ed_advance(p) && pen__ed_take_sentences(p, conflict->why[0], sizeof conflict->why[0]);
}

bool pen__ed_fail_conflict(struct parser *p, struct place place, unsigned by, struct place other,
                           const char *why_en, const char *why_es)
{
    struct laying *laying = p->laying;
    laying->met = (struct pen_house_conflict){laying->number, by, place.line, other.line, {{0}}};
    p->problem->line = place.line;
    p->problem->column = place.column;
    for (unsigned lang = 0; lang < PEN_LANG_COUNT; lang++) {
        struct pen_text text = pen_text_in(p->problem->text[lang], sizeof p->problem->text[lang]);
        pen_say(&text, (enum pen_lang)lang, HOUSE_CONFLICT, laying->id[laying->number], (unsigned)place.line,
                laying->id[by], (unsigned)other.line);
        char named[PEN_ABOUT_BYTES];
        pen__name_in(named, sizeof named, (enum pen_lang)lang, why_en);
        const char *why = lang == PEN_LANG_ES ? why_es : named;
        pen_text_add(&text, why[0] ? ": " : "");
        pen_text_add(&text, why);
        text = pen_text_in(laying->met.why[lang], sizeof laying->met.why[lang]);
        pen_text_add(&text, why);
    }
    return false;
}

/* ---- laying ---- */

static void name_in_others(struct pen_house *house)
{
    for (unsigned lang = PEN_LANG_EN + 1; lang < PEN_LANG_COUNT; lang++) {
        if (house->title[lang][0])
            continue;
        pen__name_in(house->title[lang], sizeof house->title[lang], (enum pen_lang)lang,
                     house->title[PEN_LANG_EN]);
        pen__name_in(house->about[lang], sizeof house->about[lang], (enum pen_lang)lang,
                     house->about[PEN_LANG_EN]);
    }
}

/* One text over the edition. 'p' has read those before. */
static bool lay(struct parser *p, const char *bytes, size_t count)
{
    p->bytes = count > 0 ? bytes : "";
    p->end = p->bytes + count;
    p->given = 0;
    /* What a file says twice is found by where it said it: those before have said nothing in this one. */
    memset(&p->laying->house, 0, sizeof p->laying->house);
    p->laying->house.group = PEN_HOUSE_GROUP_OTHER;
    p->laying->number++;
    if (!pen__ed_read_all(p))
        return false;
    if (!(p->given >> KEY_TITLE & 1))
        return pen__ed_fail(p, p->top, PEN_WORD_EDITION_MISSING, "", 0, pen__ed_keys[KEY_TITLE].word);
    name_in_others(&p->laying->house);
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
        (void)pen__ed_fail_conflict(p, conflict->place, by, said, conflict->why[0], conflict->why[1]);
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

bool pen_house_parse(struct pen_edition *edition, struct pen_house *house, const char *bytes, size_t count,
                     struct pen_problem *problem)
{
    struct laying laying;
    struct parser p = begin(&laying, edition, problem);
    const struct pen_edition before = *edition;
    if (lay(&p, bytes, count) && pen__ed_check_rules(&p)) {
        if (house)
            *house = laying.house;
        return true;
    }
    *edition = before;
    return false;
}

static bool lay_set(struct parser *p, pen_house_set set)
{
    for (unsigned i = 0; i < pen__house_count; i++)
        if ((set >> i & 1) && !lay(p, pen__house_bytes[i], pen__house_sizes[i]))
            return false;
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
        if (!lay(&p, texts[i].bytes, texts[i].count) || !pen__ed_check_rules(&p)) {
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
        if ((set >> place & 1) && --number == 0)
            break;
    return place;
}

bool pen_house_meet(pen_house_set set, struct pen_house_conflict *conflict)
{
    struct laying laying;
    struct pen_edition edition;
    struct pen_problem problem;
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
    struct pen_house first, second;
    pen_house_builtin(conflict->first, &first);
    pen_house_builtin(conflict->second, &second);
    if (conflict->first_line == 0)
        pen_say(text, lang, HOUSE_MEET, first.title[lang], 0U, second.title[lang], 0U);
    else
        pen_say(text, lang, HOUSE_CONFLICT, first.title[lang], conflict->first_line, second.title[lang],
                conflict->second_line);
    pen_text_add(text, conflict->why[lang][0] ? ": " : "");
    pen_text_add(text, conflict->why[lang]);
}

enum pen_rules_problem pen_table_make(struct pen_rules *rules, const struct pen_edition *edition,
                                      const struct pen_options *options, unsigned *face_index)
{
    if (options->house == 0)
        return pen_rules_make(rules, edition, options, face_index);
    struct pen_edition laid = *edition;
    struct pen_options rest = *options;
    struct pen_problem problem;
    rest.house = 0;
    if (face_index)
        *face_index = edition->face_count;
    memset(rules, 0, sizeof *rules);
    if (options->house >> pen__house_count != 0 || !pen_house_lay(&laid, options->house, &problem))
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

bool pen_house_add(const char *id, size_t bytes, pen_house_set *set)
{
    for (unsigned i = 0; i < pen__house_count; i++) {
        if (pen__equals(id, bytes, pen__house_ids[i])) {
            *set |= UINT64_C(1) << i;
            return true;
        }
    }
    return false;
}

void pen_house_write(pen_house_set set, const char *between, struct pen_text *text)
{
    const char *before = "";
    for (unsigned i = 0; i < pen__house_count; i++) {
        if (!(set >> i & 1))
            continue;
        pen_text_add(text, before);
        pen_text_add(text, pen__house_ids[i]);
        before = between;
    }
}
