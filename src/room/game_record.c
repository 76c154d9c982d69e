/* game_record.c - the record of one finished game, taken out of the journal of its table.
 *
 * What anybody may have: the lines of the game and of its shuffle. What belongs to the life of the table
 * (tokens, sayings, questions) is left out; moves that were taken back stay as plain comments, so the
 * record replays. Knows lines, not the game. */
#include <string.h>

#include "fair/record_lines.h"
#include "room/inside.h"

struct out {
    const struct fair_signer *signer; /* may be null */
    void *context;
    void (*write)(void *context, const char *text, size_t count);
    struct fair_chain chain;
};

struct part {
    const char *bytes;
    size_t count;
};

/* The line that begins at 'at', without its end; 'at' moves behind it. */
static bool take_line(const char **at, const char *end, struct part *line)
{
    if (*at == end)
        return false;
    line->bytes = *at;
    while (*at < end && **at != '\n')
        ++*at;
    line->count = (size_t)(*at - line->bytes);
    if (*at < end)
        ++*at;
    return true;
}

static bool begins(struct part line, const char *string)
{
    const size_t count = room__length(string);
    return line.count >= count && memcmp(line.bytes, string, count) == 0;
}

/* The number behind the n-th blank. */
static uint64_t number_at(struct part line, unsigned blanks)
{
    uint64_t number = 0;
    for (size_t i = 0; i < line.count; i++) {
        if (line.bytes[i] == ' ') {
            if (blanks-- == 0)
                break;
        } else if (blanks == 0 && line.bytes[i] >= '0' && line.bytes[i] <= '9') {
            number = number * 10 + (uint64_t)(line.bytes[i] - '0');
        }
    }
    return number;
}

static bool is_action(struct part line)
{
    if (line.count == 0 || line.bytes[0] == '#' || begins(line, "hand ") ||
        (line.count == 4 && begins(line, "deal")))
        return false;
    for (size_t i = 0; i < line.count && line.bytes[i] != ' '; i++)
        if (line.bytes[i] == ':')
            return false;
    return true;
}

/* Whether the action before 'at' was taken back later: some "undo" reaches behind all that are left. */
static bool is_taken_back(const char *at, const char *end)
{
    uint64_t later = 0;
    struct part line;
    while (take_line(&at, end, &line)) {
        if (is_action(line)) {
            later++;
        } else if (begins(line, "#! undo ")) {
            const uint64_t actions = number_at(line, 3);
            if (actions > later)
                return true;
            later -= actions;
        }
    }
    return false;
}

static void put(struct out *out, const char *before, struct part line)
{
    char bytes[ROOM_JOURNAL_BYTES_MAX];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    pen_text_add(&text, before);
    pen_text_add_bytes(&text, line.bytes, line.count);
    fair_chain_add(&out->chain, text.bytes, text.length);
    pen_text_add(&text, "\n");
    out->write(out->context, text.bytes, text.length);
}

static bool is_public(struct part line)
{
    return begins(line, "#! fair ") || begins(line, "#! table ") || begins(line, "#! server ") ||
           begins(line, "#! commit ") || begins(line, "#! seed ") || begins(line, "#! tie ");
}

static void copy_lines(struct out *out, const char *at, const char *end)
{
    bool has_undo = false, is_back = false, is_private = false;
    const char *look = at;
    struct part line;
    while (take_line(&look, end, &line))
        has_undo = has_undo || begins(line, "#! undo ");
    while (take_line(&at, end, &line)) {
        if (has_undo && is_action(line)) {
            is_back = is_taken_back(at, end);
        } else if (has_undo && begins(line, "#! tie ")) {
            /* Goes with the action behind it. */
            const char *after = at;
            struct part next;
            is_back = take_line(&after, end, &next) && is_taken_back(after, end);
        }
        /* What is quoted belongs to the line before. */
        if (!begins(line, "#: "))
            is_private = begins(line, "#!") && !is_public(line);
        if (is_private)
            continue;
        const bool is_of_move = is_action(line) || begins(line, "reshuffle:") || begins(line, "#! tie ");
        put(out, is_of_move && is_back ? "# taken back: " : "", line);
    }
}

/* The signature is over everything before it, and the chain closes over the signature. */
static void sign(struct out *out, const char *at, const char *end)
{
    char bytes[FAIR_STATEMENT_BYTES], line_bytes[256];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    struct pen_text written = pen_text_in(line_bytes, sizeof line_bytes);
    uint8_t signature[FAIR_SIGNATURE_BYTES];
    struct part line = {at, 0};
    while (take_line(&at, end, &line) && !begins(line, "#! table "))
        continue;
    fair_write_end(&text, line.bytes, line.count, &out->chain);
    if (text.is_cut)
        return; /* not a journal of ours */
    out->signer->sign(out->signer->context, text.bytes, text.length, signature);
    fair_write_signature(&written, out->signer->key, signature);
    put(out, "", (struct part){written.bytes, written.length - 1});
}

/* Where the lines of a game stand in the journal. */
struct span {
    const char *first, *last;
    struct part seed; /* "#! entropy TIME HEX VERSION" */
    bool is_over;
    bool is_taken_over; /* begun elsewhere: its shuffle is nobody's here */
};

static bool find_game(const char *at, const char *end, uint32_t game_number, struct span *span)
{
    struct part line;
    *span = (struct span){.last = end};
    while (take_line(&at, end, &line)) {
        const bool is_taken_over = begins(line, "#! take-over ");
        if (begins(line, "#! entropy ") && !span->first)
            span->seed = line;
        if (begins(line, "#! game ") || is_taken_over) {
            if (span->first) {
                span->last = line.bytes;
                break;
            }
            if (number_at(line, 3) == game_number) {
                span->first = at;
                span->is_taken_over = is_taken_over;
            }
        }
        span->is_over = span->is_over || (span->first && begins(line, "#! over "));
    }
    return span->first && span->seed.bytes;
}

uint32_t room_next_game(const char *journal, size_t bytes, uint32_t after)
{
    const char *at = journal, *end = journal + bytes;
    struct part line;
    uint64_t next = UINT64_MAX;
    while (take_line(&at, end, &line)) {
        if (!begins(line, "#! game ") && !begins(line, "#! take-over "))
            continue;
        const uint64_t number = number_at(line, 3);
        if (number > after && number < next)
            next = number;
    }
    return next <= UINT32_MAX ? (uint32_t)next : 0;
}

bool room_write_record(const char *journal, size_t bytes, uint32_t game_number, void *context,
                       void (*write)(void *context, const char *text, size_t count))
{
    return room_write_signed_record(journal, bytes, game_number, NULL, context, write);
}

bool room_write_open_record(const char *journal, size_t bytes, uint32_t game_number, void *context,
                            void (*write)(void *context, const char *text, size_t count))
{
    struct span span;
    struct out out = {.context = context, .write = write};
    if (!find_game(journal, journal + bytes, game_number, &span) || span.is_over)
        return false;
    fair_chain_init(&out.chain);
    copy_lines(&out, span.first, span.last);
    return true;
}

bool room_write_signed_record(const char *journal, size_t bytes, uint32_t game_number,
                              const struct fair_signer *signer, void *context,
                              void (*write)(void *context, const char *text, size_t count))
{
    struct span span;
    if (!find_game(journal, journal + bytes, game_number, &span) || !span.is_over)
        return false;
    struct out out = {.signer = signer, .context = context, .write = write};
    fair_chain_init(&out.chain);
    copy_lines(&out, span.first, span.last);
    if (span.is_taken_over)
        return true;
    size_t skip = sizeof "#! entropy " - 1;
    while (skip < span.seed.count && span.seed.bytes[skip] != ' ')
        skip++;
    if (skip == span.seed.count)
        return false;
    size_t seed_end = skip + 1;
    while (seed_end < span.seed.count && span.seed.bytes[seed_end] != ' ')
        seed_end++;
    put(&out, "#! server seed", (struct part){span.seed.bytes + skip, seed_end - skip});
    if (signer)
        sign(&out, span.first, span.last);
    char tail[512];
    struct pen_text text = pen_text_in(tail, sizeof tail);
    fair_write_chain(&text, &out.chain);
    write(context, text.bytes, text.length);
    return true;
}
