/* edition_cards.c - the statements that describe colours and cards.
 *
 * A card or colour of the parent may be described again, and then keeps what is not said anew; one
 * that is new must be described in full. */
#include "edition_parser.h"
#include "penultima/words_edition.h"

/* ---- properties of cards and colours ---- */

enum property {
    PROPERTY_COPIES_EACH = 1, /* N of each color */
    PROPERTY_COPIES = 2,      /* N cards */
    PROPERTY_POINTS = 4,
    PROPERTY_NAME = 8,
    PROPERTY_LETTER = 16,
    PROPERTY_SHAPE = 32,
    PROPERTY_RGB = 64
};

struct properties {
    unsigned given; /* sum of enum property */
    uint8_t copies, points;
    char letter, shape[8];
    uint8_t rgb[3];
    char name[PEN_NAMES_BYTES];
};

static bool note_property(struct parser *p, struct properties *properties, unsigned allowed_set,
                          const char *allowed, enum property property)
{
    if (!(allowed_set & property))
        return pen__ed_expected(p, allowed);
    if (properties->given & property)
        return pen__ed_fail_token(p, PEN_WORD_EDITION_TWICE, "");
    properties->given |= property;
    return true;
}

static bool take_counted_property(struct parser *p, struct properties *properties, unsigned allowed_set,
                                  const char *allowed)
{
    const struct token first = p->token;
    unsigned number = 0;
    if (!pen__ed_take_number(p, 0, 255, "0-255", &number))
        return false;
    if (pen__ed_is_word(p, "points") || pen__ed_is_word(p, "point")) {
        properties->points = (uint8_t)number;
        return note_property(p, properties, allowed_set, allowed, PROPERTY_POINTS) && pen__ed_advance(p);
    }
    bool is_each = pen__ed_is_word(p, "of");
    if (is_each) {
        if (!note_property(p, properties, allowed_set, allowed, PROPERTY_COPIES_EACH) ||
            !pen__ed_take_word(p, "of") || !pen__ed_take_word(p, "each") || !pen__ed_take_word(p, "color"))
            return false;
    } else if (pen__ed_is_word(p, "cards") || pen__ed_is_word(p, "card")) {
        if (!note_property(p, properties, allowed_set, allowed, PROPERTY_COPIES) || !pen__ed_advance(p))
            return false;
    } else {
        return pen__ed_expected(p, allowed);
    }
    if (number < 1 || number > PEN_COPIES_MAX)
        return pen__ed_fail(p, first.place, PEN_WORD_EDITION_NUMBER_RANGE, first.bytes, first.count, "1-7");
    properties->copies = (uint8_t)number;
    return true;
}

static bool take_letter(struct parser *p, struct properties *properties)
{
    if (p->token.kind != TOKEN_WORD)
        return pen__ed_expected(p, "a-z");
    if (p->token.count != 1 || !pen__is_lower(p->token.bytes[0]) || p->token.bytes[0] == 'w')
        return pen__ed_fail_token(p, PEN_WORD_EDITION_LETTER_BAD, "");
    properties->letter = p->token.bytes[0];
    return pen__ed_advance(p);
}

static bool take_shape(struct parser *p, struct properties *properties)
{
    const struct token string = p->token;
    uint32_t point = 0;
    if (string.kind == TOKEN_STRING && string.count > 0) {
        size_t length = pen__utf8_take(string.bytes, string.count, &point);
        if (length != 0 && length != string.count)
            return pen__ed_fail_token(p, PEN_WORD_EDITION_SHAPE_ONE, "");
    }
    return pen__ed_take_string(p, properties->shape, sizeof properties->shape);
}

/* Six hexadecimal digits: red, green and blue as screens have them. */
static bool take_rgb(struct parser *p, struct properties *properties)
{
    static const char digits[] = "0123456789abcdef";
    if (p->token.kind != TOKEN_WORD || p->token.count != 6)
        return pen__ed_expected(p, "rgb d52b2b");
    for (unsigned i = 0; i < 6; i++) {
        unsigned value = 0;
        while (value < 16 && digits[value] != p->token.bytes[i])
            value++;
        if (value == 16)
            return pen__ed_expected(p, "rgb d52b2b");
        properties->rgb[i / 2] = (uint8_t)(properties->rgb[i / 2] * 16u + value);
    }
    return pen__ed_advance(p);
}

/* Properties with commas between them, to the end of the statement. */
static bool take_properties(struct parser *p, struct properties *properties, unsigned allowed_set,
                            const char *allowed)
{
    memset(properties, 0, sizeof *properties);
    for (;;) {
        if (pen__ed_is_number(p)) {
            if (!take_counted_property(p, properties, allowed_set, allowed))
                return false;
        } else if (pen__ed_is_word(p, "letter")) {
            if (!note_property(p, properties, allowed_set, allowed, PROPERTY_LETTER) || !pen__ed_advance(p) ||
                !take_letter(p, properties))
                return false;
        } else if (pen__ed_is_word(p, "shape")) {
            if (!note_property(p, properties, allowed_set, allowed, PROPERTY_SHAPE) || !pen__ed_advance(p) ||
                !take_shape(p, properties))
                return false;
        } else if (pen__ed_is_word(p, "rgb")) {
            if (!note_property(p, properties, allowed_set, allowed, PROPERTY_RGB) || !pen__ed_advance(p) ||
                !take_rgb(p, properties))
                return false;
        } else if ((allowed_set & PROPERTY_NAME) && pen__ed_is_lang(p)) {
            struct pen__ed_said said = {properties->name, sizeof properties->name, PEN_NAME_BYTES};
            properties->given |= PROPERTY_NAME;
            if (!pen__ed_take_said(p, &said))
                return false;
        } else {
            return pen__ed_expected(p, allowed);
        }
        if (p->token.kind != TOKEN_COMMA)
            return pen__ed_take_end(p);
        if (!pen__ed_advance(p))
            return false;
    }
}

/* What is said anew; the other languages of a name stay. */
static bool set_names(struct parser *p, const struct properties *properties, char name[PEN_NAMES_BYTES])
{
    const char *at = properties->name, *lang, *said;
    while (pen_said_next(&at, &lang, &said))
        if (!pen_said_put(name, PEN_NAMES_BYTES, lang, said))
            return pen__ed_fail_number(p, p->statement.place, PEN_WORD_EDITION_STRINGS_LONG, "",
                                       PEN_NAMES_BYTES);
    return true;
}

/* ---- colours ---- */

static int find_color(const struct pen_edition *edition, const char *id, size_t count)
{
    for (unsigned i = 0; i < edition->color_count; i++)
        if (pen__equals(id, count, edition->colors[i].id))
            return (int)i;
    return -1;
}

bool pen__ed_read_colors(struct parser *p)
{
    struct pen_edition *edition = p->edition;
    struct pen_color colors[PEN_COLORS_MAX];
    struct place places[PEN_COLORS_MAX];
    uint8_t given = 0;
    unsigned count = 0;

    memset(colors, 0, sizeof colors);
    do {
        if (count > 0 && p->token.kind == TOKEN_COMMA && !pen__ed_advance(p))
            return false;
        if (!pen__ed_check_id(p))
            return false;
        for (unsigned i = 0; i < count; i++)
            if (pen__equals(p->token.bytes, p->token.count, colors[i].id))
                return pen__ed_fail_token(p, PEN_WORD_EDITION_COLOR_REPEATED, "");
        if (count == PEN_COLORS_MAX)
            return pen__ed_fail_number(p, p->token.place, PEN_WORD_EDITION_COLORS_MANY, "", PEN_COLORS_MAX);
        int known = find_color(edition, p->token.bytes, p->token.count);
        places[count] = p->token.place;
        if (known >= 0) {
            memcpy(&colors[count], &edition->colors[known], sizeof colors[count]);
            given = (uint8_t)(given | (p->colors_given >> known & 1) << count);
        } else {
            memcpy(colors[count].id, p->token.bytes, p->token.count);
        }
        count++;
        if (!pen__ed_advance(p))
            return false;
    } while (p->token.kind == TOKEN_WORD || p->token.kind == TOKEN_COMMA);

    memcpy(edition->colors, colors, sizeof colors);
    memcpy(p->color_place, places, count * sizeof places[0]);
    edition->color_count = (uint8_t)count;
    p->colors_given = given;
    return pen__ed_take_end(p);
}

bool pen__ed_read_color(struct parser *p)
{
    struct properties properties;
    if (!pen__ed_check_id(p))
        return false;
    int index = find_color(p->edition, p->token.bytes, p->token.count);
    if (index < 0)
        return pen__ed_fail_token(p, PEN_WORD_EDITION_COLOR_UNLISTED, "");
    if (p->colors_given >> index & 1)
        return pen__ed_fail_token(p, PEN_WORD_EDITION_TWICE, "");
    p->colors_given = (uint8_t)(p->colors_given | 1u << index);
    p->color_place[index] = p->token.place;
    if (!pen__ed_advance(p) ||
        !take_properties(p, &properties, PROPERTY_LETTER | PROPERTY_SHAPE | PROPERTY_RGB | PROPERTY_NAME,
                         "letter x | shape \"x\" | rgb d52b2b | en \"...\" | es \"...\""))
        return false;
    struct pen_color *color = &p->edition->colors[index];
    if (properties.given & PROPERTY_LETTER)
        color->letter = properties.letter;
    if (properties.given & PROPERTY_SHAPE)
        memcpy(color->shape, properties.shape, sizeof color->shape);
    if (properties.given & PROPERTY_RGB) {
        memcpy(color->rgb, properties.rgb, sizeof color->rgb);
        color->has_rgb = 1;
    }
    return set_names(p, &properties, color->name);
}

/* ---- cards ---- */

static int find_face(const struct pen_edition *edition, const char *code, size_t count)
{
    for (unsigned i = 0; i < edition->face_count; i++)
        if (pen__equals(code, count, edition->faces[i].code))
            return (int)i;
    return -1;
}

static bool is_code(const char *bytes, size_t count, bool is_wild)
{
    if (count == 0 || count >= sizeof((struct pen_face *)0)->code)
        return false;
    if (is_wild ? bytes[0] != 'w' : bytes[0] == 'w' || pen__is_digit(bytes[0]))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!pen__is_lower(bytes[i]) && !pen__is_digit(bytes[i]) && bytes[i] != '+' && bytes[i] != '-')
            return false;
    return true;
}

/* The face with that code: a new one, or an inherited one that this file has not described yet. */
static struct pen_face *declare_face(struct parser *p, const char *code, size_t count, struct place place,
                                     bool *is_new)
{
    struct pen_edition *edition = p->edition;
    int known = find_face(edition, code, count);
    if (known >= 0 && p->face_place[known][ASPECT_CARD].line > 0) {
        (void)pen__ed_fail(p, place, PEN_WORD_EDITION_CARD_TAKEN, code, count, "");
        return NULL;
    }
    *is_new = known < 0;
    if (*is_new) {
        if (edition->face_count == PEN_FACES_MAX) {
            (void)pen__ed_fail_number(p, place, PEN_WORD_EDITION_CARDS_MANY, "", PEN_FACES_MAX);
            return NULL;
        }
        known = edition->face_count++;
        memcpy(edition->faces[known].code, code, count);
        edition->faces[known].number = PEN_NUMBER_NONE;
    }
    p->face_place[known][ASPECT_CARD] = place;
    return &edition->faces[known];
}

static bool declare_numbers(struct parser *p, unsigned first, unsigned last, struct place place)
{
    static const char allowed[] = "N of each color | N points";
    struct properties properties;
    if (!take_properties(p, &properties, PROPERTY_COPIES_EACH | PROPERTY_POINTS, allowed))
        return false;
    for (unsigned number = first; number <= last; number++) {
        char code = (char)('0' + number);
        bool is_new = false;
        struct pen_face *face = declare_face(p, &code, 1, place, &is_new);
        if (!face)
            return false;
        if (is_new && !(properties.given & PROPERTY_COPIES_EACH))
            return pen__ed_fail(p, place, PEN_WORD_EDITION_CARD_INCOMPLETE, &code, 1, "N of each color");
        face->number = (uint8_t)number;
        if (properties.given & PROPERTY_COPIES_EACH)
            face->copies = properties.copies;
        if (is_new)
            face->points = (uint8_t)number; /* RULE N1 */
        if (properties.given & PROPERTY_POINTS)
            face->points = properties.points;
    }
    return true;
}

bool pen__ed_read_number(struct parser *p)
{
    struct place place = p->token.place;
    unsigned number = 0;
    return pen__ed_take_number(p, 0, 9, "0-9", &number) && declare_numbers(p, number, number, place);
}

bool pen__ed_read_numbers(struct parser *p)
{
    struct place place = p->token.place;
    unsigned first = 0, last = 0;
    if (!pen__ed_take_number(p, 0, 9, "0-9", &first) || !pen__ed_take_word(p, "to"))
        return false;
    if (pen__ed_is_number(p) && p->token.count == 1 && p->token.bytes[0] <= (char)('0' + first))
        return pen__ed_fail_token(p, PEN_WORD_EDITION_NUMBER_RANGE, "A to B, A < B");
    return pen__ed_take_number(p, 0, 9, "0-9", &last) && declare_numbers(p, first, last, place);
}

static bool read_card(struct parser *p, bool is_wild)
{
    const struct token code = p->token;
    struct properties properties;
    bool is_new = false;

    if (code.kind != TOKEN_WORD)
        return pen__ed_expected(p, is_wild ? "w..." : "CODE");
    if (!is_code(code.bytes, code.count, is_wild))
        return pen__ed_fail_token(
            p, is_wild ? PEN_WORD_EDITION_WILD_CODE_BAD : PEN_WORD_EDITION_SYMBOL_CODE_BAD, "");
    struct pen_face *face = declare_face(p, code.bytes, code.count, code.place, &is_new);
    if (!face || !pen__ed_advance(p))
        return false;
    const unsigned copies = is_wild ? PROPERTY_COPIES : PROPERTY_COPIES_EACH;
    if (!take_properties(p, &properties, copies | PROPERTY_POINTS | PROPERTY_NAME,
                         is_wild ? "N cards | N points | en \"...\" | es \"...\""
                                 : "N of each color | N points | en \"...\" | es \"...\""))
        return false;
    const unsigned needed = copies | PROPERTY_NAME;
    if (is_new && (properties.given & needed) != needed)
        return pen__ed_fail(p, code.place, PEN_WORD_EDITION_CARD_INCOMPLETE, code.bytes, code.count,
                            is_wild ? "N cards, en \"...\", es \"...\""
                                    : "N of each color, en \"...\", es \"...\"");
    if (is_new) {
        face->is_wild = is_wild;
        face->points = is_wild ? 50 : 20; /* RULE N1 */
    }
    if (properties.given & copies)
        face->copies = properties.copies;
    if (properties.given & PROPERTY_POINTS)
        face->points = properties.points;
    return set_names(p, &properties, face->name);
}

bool pen__ed_read_symbol(struct parser *p)
{
    return read_card(p, false);
}

bool pen__ed_read_wild(struct parser *p)
{
    return read_card(p, true);
}

void pen__ed_order_faces(struct parser *p, const uint8_t *order, unsigned count)
{
    struct pen_edition *edition = p->edition;
    struct pen_face faces[PEN_FACES_MAX];
    struct place places[PEN_FACES_MAX][ASPECT_COUNT];

    memset(faces, 0, sizeof faces);
    memset(places, 0, sizeof places);
    for (unsigned to = 0; to < count; to++) {
        memcpy(&faces[to], &edition->faces[order[to]], sizeof faces[to]);
        memcpy(places[to], p->face_place[order[to]], sizeof places[to]);
        faces[to].answers = 0;
        for (unsigned i = 0; i < count; i++)
            if (edition->faces[order[to]].answers >> order[i] & 1)
                faces[to].answers |= UINT32_C(1) << i;
    }
    memcpy(edition->faces, faces, sizeof faces);
    memcpy(p->face_place, places, sizeof places);
    edition->face_count = (uint8_t)count;
}

bool pen__ed_take_face(struct parser *p, unsigned *index)
{
    if (p->token.kind != TOKEN_WORD)
        return pen__ed_expected(p, "CODE");
    int known = find_face(p->edition, p->token.bytes, p->token.count);
    if (known < 0)
        return pen__ed_fail_token(p, PEN_WORD_EDITION_CARD_UNKNOWN, "");
    *index = (unsigned)known;
    return pen__ed_advance(p);
}

bool pen__ed_read_without(struct parser *p)
{
    do {
        uint8_t order[PEN_FACES_MAX];
        unsigned index = 0, count = 0;
        if (p->token.kind == TOKEN_COMMA && !pen__ed_advance(p))
            return false;
        const struct token code = p->token;
        if (!pen__ed_take_face(p, &index))
            return false;
        for (unsigned aspect = 0; aspect < ASPECT_COUNT; aspect++)
            if (p->face_place[index][aspect].line > 0)
                return pen__ed_fail(p, code.place, PEN_WORD_EDITION_TWICE, code.bytes, code.count, "");
        for (unsigned i = 0; i < p->edition->face_count; i++)
            if (i != index)
                order[count++] = (uint8_t)i;
        pen__ed_order_faces(p, order, count);
    } while (p->token.kind == TOKEN_COMMA || p->token.kind == TOKEN_WORD);
    return pen__ed_take_end(p);
}
