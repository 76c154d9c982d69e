/* problem_text.c - a problem in writing: `key values` a line, cards as records write them. */
#include <string.h>

#include "value/problem.h"

enum { FORMAT = 1 };

static void put_line(struct pen_text *text, const char *key, const char *value)
{
    pen_text_add(text, key);
    pen_text_add(text, " ");
    pen_text_add(text, value);
    pen_text_add(text, "\n");
}

static void put_big(struct pen_text *text, uint64_t number)
{
    char digits[21];
    unsigned at = sizeof digits - 1;
    digits[at] = 0;
    do
        digits[--at] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    pen_text_add(text, digits + at);
}

static void put_number(struct pen_text *text, const char *key, uint64_t number)
{
    pen_text_add(text, key);
    pen_text_add(text, " ");
    put_big(text, number);
    pen_text_add(text, "\n");
}

static void put_cards(struct pen_text *text, const char *key, const struct pen_edition *edition,
                      const struct pen_rules *rules, const struct pen_hand *hand)
{
    pen_text_add(text, key);
    for (unsigned kind = 0; kind < rules->kind_count; kind++)
        for (unsigned i = pen_hand_count_of(hand, kind); i > 0; i--) {
            pen_text_add(text, " ");
            pen_card_write(edition, rules, (uint8_t)kind, text);
        }
    pen_text_add(text, "\n");
}

static void put_card(struct pen_text *text, const char *key, const struct pen_edition *edition,
                     const struct pen_rules *rules, uint8_t card)
{
    pen_text_add(text, key);
    pen_text_add(text, " ");
    pen_card_write(edition, rules, card, text);
    pen_text_add(text, "\n");
}

static void put_choice(struct pen_text *text, const struct pen_edition *edition,
                       const struct pen_rules *rules, const struct problem_choice *choice)
{
    static const struct pen_names nobody = {.count = 0};
    struct pen_action action = choice->action;
    action.uno = 0; /* it is always said */
    pen_text_add(text, "choice ");
    pen_mesa_write_bare_action(text, edition, rules, &nobody, action);
    pen_text_add(text, ": won ");
    put_big(text, choice->won);
    pen_text_add(text, " lost ");
    put_big(text, choice->lost);
    pen_text_add(text, " open ");
    put_big(text, choice->open);
    pen_text_add(text, "\n");
}

void problem_write(const struct problem *problem, const struct pen_edition *edition,
                   const struct pen_rules *rules, const struct problem_proof *proof, struct pen_text *text)
{
    put_number(text, "problem", FORMAT);
    put_line(text, "edition", edition->id);
    put_line(text, "direction", problem->direction == PEN_LEFT ? "left" : "right");
    pen_text_add(text, "cards");
    for (unsigned i = 0; i < problem->seat_count; i++) {
        pen_text_add(text, " ");
        put_big(text, problem->hand_count[i]);
    }
    pen_text_add(text, "\n");
    put_cards(text, "hand", edition, rules, &problem->hand);
    put_card(text, "top", edition, rules, problem->top);
    put_line(text, "color", edition->colors[problem->color].id);
    if (problem->drawn != PEN_CARD_NONE)
        put_card(text, "drawn", edition, rules, problem->drawn);
    put_number(text, "pile", problem->draw_count);
    put_cards(text, "hidden", edition, rules, &problem->hidden);
    put_line(text, "theme", problem_theme_id(problem_theme(rules, proof)));
    put_number(text, "draws", proof->draws);
    put_number(text, "orders", proof->orders);
    for (unsigned i = 0; i < proof->count; i++)
        put_choice(text, edition, rules, &proof->list[i]);
}

/* ---- reading ---- */

struct reader {
    const struct pen_edition *edition;
    const struct pen_rules *rules;
    const char *at, *end; /* of the line that is read */
};

/* The next word of the line; 0 bytes: there is none. */
static size_t word(struct reader *reader, const char **bytes)
{
    while (reader->at < reader->end && *reader->at == ' ')
        reader->at++;
    *bytes = reader->at;
    while (reader->at < reader->end && *reader->at != ' ')
        reader->at++;
    return (size_t)(reader->at - *bytes);
}

static bool is_word(const char *bytes, size_t count, const char *expected)
{
    size_t at = 0;
    while (at < count && expected[at] == bytes[at])
        at++;
    return at == count && expected[at] == 0;
}

static bool read_number(struct reader *reader, unsigned most, unsigned *number)
{
    const char *bytes;
    size_t count = word(reader, &bytes);
    *number = 0;
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] < '0' || bytes[i] > '9')
            return false;
        *number = *number * 10 + (unsigned)(bytes[i] - '0');
        if (*number > most)
            return false;
    }
    return count > 0;
}

static bool read_card(struct reader *reader, uint8_t *card)
{
    const char *bytes;
    size_t count = word(reader, &bytes);
    return count > 0 && pen_card_read(reader->edition, reader->rules, bytes, count, card);
}

static bool read_cards(struct reader *reader, struct pen_hand *hand)
{
    const char *bytes;
    uint8_t card;
    *hand = (struct pen_hand){{0}};
    for (size_t count; (count = word(reader, &bytes)) > 0;) {
        if (!pen_card_read(reader->edition, reader->rules, bytes, count, &card) ||
            pen_hand_count_of(hand, card) >= reader->rules->copies[card])
            return false;
        pen_hand_add(hand, card);
    }
    return true;
}

static bool read_counts(struct reader *reader, struct problem *problem)
{
    unsigned number;
    while (reader->at < reader->end) {
        if (problem->seat_count == PROBLEM_SEATS_MAX || !read_number(reader, PROBLEM_HIDDEN_MAX, &number))
            return false;
        problem->hand_count[problem->seat_count++] = (uint8_t)number;
    }
    return true;
}

/* One line; what it does not know it passes over. */
static bool read_line(struct reader *reader, struct problem *problem, unsigned *draws)
{
    const char *bytes, *value;
    size_t count = word(reader, &bytes), length;
    unsigned number = 0;
    bool is_good = true;
    if (is_word(bytes, count, "problem"))
        is_good = read_number(reader, FORMAT, &number) && number == FORMAT;
    else if (is_word(bytes, count, "edition"))
        is_good = (length = word(reader, &value)) > 0 && is_word(value, length, reader->edition->id);
    else if (is_word(bytes, count, "direction")) {
        length = word(reader, &value);
        problem->direction = is_word(value, length, "left") ? PEN_LEFT : PEN_RIGHT;
        is_good = problem->direction == PEN_LEFT || is_word(value, length, "right");
    } else if (is_word(bytes, count, "cards"))
        is_good = problem->seat_count == 0 && read_counts(reader, problem);
    else if (is_word(bytes, count, "hand"))
        is_good = read_cards(reader, &problem->hand);
    else if (is_word(bytes, count, "hidden"))
        is_good = read_cards(reader, &problem->hidden);
    else if (is_word(bytes, count, "top"))
        is_good = read_card(reader, &problem->top);
    else if (is_word(bytes, count, "drawn"))
        is_good = read_card(reader, &problem->drawn) && problem->drawn != PEN_CARD_NONE;
    else if (is_word(bytes, count, "color"))
        is_good = (length = word(reader, &value)) > 0 &&
                  pen_color_read(reader->edition, value, length, &problem->color);
    else if (is_word(bytes, count, "pile")) {
        is_good = read_number(reader, PROBLEM_HIDDEN_MAX, &number);
        problem->draw_count = (uint8_t)number;
    } else if (is_word(bytes, count, "draws"))
        is_good = read_number(reader, PROBLEM_DRAWS_MAX, draws);
    return is_good;
}

/* That it is a position: every card once, and of a size that can be counted. */
static bool fits(const struct problem *problem, const struct pen_rules *rules)
{
    unsigned others = 0;
    for (unsigned i = 1; i < problem->seat_count; i++) {
        others += problem->hand_count[i];
        if (problem->hand_count[i] == 0)
            return false;
    }
    for (unsigned kind = 0; kind < rules->kind_count; kind++)
        if (pen_hand_count_of(&problem->hand, kind) + pen_hand_count_of(&problem->hidden, kind) +
                (kind == problem->top) >
            rules->copies[kind])
            return false;
    return problem->seat_count > 1 && problem->hand_count[0] > 1 &&
           problem->hand_count[0] <= PROBLEM_HAND_MAX &&
           problem->hand_count[0] == pen_hand_count(&problem->hand) && others <= PROBLEM_HIDDEN_HAND_MAX &&
           others + problem->draw_count <= PROBLEM_HIDDEN_MAX &&
           pen_hand_count(&problem->hidden) == others + problem->draw_count &&
           problem->top < rules->kind_count && problem->color < rules->color_count &&
           (rules->color[problem->top] == PEN_COLOR_NONE || rules->color[problem->top] == problem->color) &&
           (problem->drawn == PEN_CARD_NONE || pen_hand_has(&problem->hand, problem->drawn));
}

bool problem_read(const char *bytes, size_t count, const struct pen_edition *edition,
                  const struct pen_rules *rules, struct problem *problem, unsigned *draws)
{
    struct reader reader = {.edition = edition, .rules = rules, .at = bytes};
    const char *end = bytes + count;
    memset(problem, 0, sizeof *problem);
    problem->top = problem->drawn = PEN_CARD_NONE;
    problem->color = PEN_COLOR_NONE;
    *draws = PROBLEM_DRAWS_MAX + 1;
    while (reader.at < end) {
        for (reader.end = reader.at; reader.end < end && *reader.end != '\n';)
            reader.end++;
        if (!read_line(&reader, problem, draws))
            return false;
        reader.at = reader.end + (reader.end < end);
    }
    return *draws <= PROBLEM_DRAWS_MAX && fits(problem, rules);
}
