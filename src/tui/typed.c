/* typed.c - see typed.h. */
#include "tui/typed.h"

#include <ctype.h>
#include <string.h>
#include <wctype.h>

#include "platform/ascii.h"
#include "tui/action_words.h"
#include "tui/lines.h"

enum { FOLDED_BYTES = 512, WORDS_MAX = 16 };

/* What a word that does not quite fit costs; the cheapest choice is meant. */
enum {
    COST_BEGINNING = 1, /* it only begins the word */
    COST_LETTER = 2,    /* the letter that records use for a colour */
    COST_PLACE = 10,    /* the first word typed is not the first one said: "draw" and "play a Draw Two" */
    COST_UNO = 100,     /* with UNO, and nobody typed it */
    COST_NEVER = 10000
};

/* ---- words without accents and capitals ------------------------------------------------------ */

struct folded {
    char bytes[FOLDED_BYTES];
    size_t used;
    const char *words[WORDS_MAX];
    unsigned count;
    bool is_within;
};

static void fold_byte(struct folded *folded, char byte)
{
    if (!folded->is_within) {
        if (folded->count == WORDS_MAX)
            return;
        folded->words[folded->count++] = folded->bytes + folded->used;
        folded->is_within = true;
    }
    if (folded->used + 1 < FOLDED_BYTES)
        folded->bytes[folded->used++] = byte;
}

/* The Arabic article, with which a word means the same: where enough is left of it. */
static const char article[] = "\u0627\u0644";
enum { ARTICLE_BYTES = sizeof article - 1, ARABIC_WORD_BYTES = 6 };

static void fold_end(struct folded *folded)
{
    if (folded->is_within && folded->used + 1 < FOLDED_BYTES) {
        folded->bytes[folded->used++] = 0;
        const char **word = &folded->words[folded->count - 1];
        if (strncmp(*word, article, ARTICLE_BYTES) == 0 && strlen(*word) >= ARTICLE_BYTES + ARABIC_WORD_BYTES)
            *word += ARTICLE_BYTES;
    }
    folded->is_within = false;
}

/* Arabic as people type it: without vowel signs, with one alef for all. 0: left out. */
static uint32_t arabic_as_typed(uint32_t character)
{
    if (character == 0x640 || (character >= 0x64b && character <= 0x652) || character == 0x670)
        return 0;
    if (character == 0x622 || character == 0x623 || character == 0x625)
        return 0x627;
    return character == 0x649 ? 0x64a : character == 0x629 ? 0x647 : character;
}

/* A letter of another script, small where it has capitals. */
static void fold_other(struct folded *folded, uint32_t character)
{
    const uint32_t point = (uint32_t)towlower((wint_t)character);
    const unsigned more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    static const unsigned char firsts[] = {0, 0xc0, 0xe0, 0xf0};
    fold_byte(folded, (char)(firsts[more] | point >> (6 * more)));
    for (unsigned i = more; i-- > 0;)
        fold_byte(folded, (char)(0x80 | (point >> (6 * i) & 0x3f)));
}

static void fold(struct folded *folded, const char *text)
{
    *folded = (struct folded){.used = 0};
    while (*text) {
        const uint32_t character = arabic_as_typed(platform_next_character(&text));
        if (character == 0)
            continue;
        const char *plain = platform_ascii_of(character);
        if (!plain && iswalnum((wint_t)character)) {
            fold_other(folded, character);
            continue;
        }
        if (!plain || (plain[0] && !isalnum((unsigned char)plain[0]) && !strchr("+-", plain[0])))
            fold_end(folded);
        else
            for (; *plain; plain++)
                fold_byte(folded, (char)tolower((unsigned char)*plain));
    }
    fold_end(folded);
    folded->bytes[folded->used] = 0;
}

/* Languages without blanks: a word may stand anywhere in the sentence. */
static bool has_no_blanks(const char *word)
{
    return (unsigned char)word[0] >= 0xe2;
}

static unsigned cost_of_word(const char *typed, const struct folded *said)
{
    unsigned cost = COST_NEVER;
    for (unsigned i = 0; i < said->count; i++) {
        const char *word = said->words[i];
        unsigned here = COST_NEVER;
        if (strcmp(word, typed) == 0)
            here = 0;
        else if (strncmp(word, typed, strlen(typed)) == 0 || (has_no_blanks(typed) && strstr(word, typed)))
            here = COST_BEGINNING;
        cost = here < cost ? here : cost;
    }
    return cost;
}

/* ---- colours --------------------------------------------------------------------------------- */

static unsigned cost_of_color(const char *typed, const struct tui_table *table, uint8_t color)
{
    const struct pen_color *about = &table->edition.colors[color];
    const char letter[2] = {about->letter, 0};
    struct folded said;
    if (strcmp(typed, about->id) == 0)
        return 0;
    fold(&said, pen_said(about->name, table->lang));
    const unsigned cost = cost_of_word(typed, &said);
    return cost == COST_NEVER && strcmp(typed, letter) == 0 ? COST_LETTER : cost;
}

bool plain_typed_color(const struct tui_table *table, const char *word, uint8_t *color)
{
    struct folded typed;
    unsigned least = COST_NEVER, found = 0;
    fold(&typed, word);
    if (typed.count != 1)
        return false;
    for (uint8_t i = 0; i < table->edition.color_count; i++) {
        const unsigned cost = cost_of_color(typed.words[0], table, i);
        if (cost < least) {
            least = cost;
            found = 0;
            *color = i;
        }
        found += cost == least;
    }
    return least < COST_NEVER && found == 1;
}

/* ---- choices --------------------------------------------------------------------------------- */

/* What the line costs for an action; a wild that came without its colour wants one of the words for it. */
static unsigned cost_of(const struct folded *typed, const struct tui_table *table, struct pen_action action,
                        bool is_colored)
{
    char bytes[FOLDED_BYTES];
    struct folded said, written;
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    tui_action_words(&text, table, action);
    fold(&said, bytes);
    text = pen_text_in(bytes, sizeof bytes);
    pen_mesa_write_bare_action(&text, &table->edition, &table->rules, &table->names, action);
    fold(&written, bytes);
    unsigned cost = 0, colors = 0;
    bool is_first = false, has_uno = false;
    for (unsigned i = 0; i < typed->count; i++) {
        const char *word = typed->words[i];
        unsigned here = cost_of_word(word, &said), other = cost_of_word(word, &written);
        here = other < here ? other : here;
        if (action.color != PEN_COLOR_NONE) {
            other = cost_of_color(word, table, action.color);
            colors += other < COST_NEVER;
            here = other < here ? other : here;
        }
        if (here == COST_NEVER)
            return COST_NEVER;
        has_uno = has_uno || strcmp(word, "uno") == 0;
        cost += here;
    }
    for (unsigned i = 0; i < 2; i++) {
        const struct folded *of = i == 0 ? &said : &written;
        is_first =
            is_first || (of->count && strncmp(of->words[0], typed->words[0], strlen(typed->words[0])) == 0);
    }
    if (is_colored && colors == 0)
        return COST_NEVER;
    return cost + (is_first ? 0 : COST_PLACE) + (action.uno && !has_uno ? COST_UNO : 0);
}

static void consider(struct plain_choices *found, unsigned *least, unsigned cost, struct pen_action action)
{
    if (cost == COST_NEVER || cost > *least)
        return;
    if (cost < *least)
        found->count = 0;
    *least = cost;
    if (found->count < PLAIN_CHOICES_MAX)
        found->list[found->count++] = action;
}

void plain_typed_find(struct plain_choices *found, const struct plain_choices *choices,
                      const struct tui_table *table, const char *line)
{
    struct folded typed;
    unsigned least = COST_NEVER;
    found->count = 0;
    fold(&typed, line);
    if (typed.count == 0)
        return;
    for (unsigned i = 0; i < choices->count; i++) {
        struct pen_action action = choices->list[i];
        consider(found, &least, cost_of(&typed, table, action, false), action);
        if (!plain_choice_needs_color(table, &action))
            continue;
        for (action.color = 0; action.color < table->edition.color_count; action.color++)
            consider(found, &least, cost_of(&typed, table, action, true), action);
    }
}
