/* evidence.c - see evidence.h. */
#include "fair/evidence.h"

#include <string.h>

#include "fair/hex.h"
#include "fair/verifier.h"
#include "penultima/words_fair.h"

static const char first_line[] = "#! evidence 1\n";

bool fair_evidence_is(const char *bytes, size_t count)
{
    return count >= sizeof first_line - 1 && memcmp(bytes, first_line, sizeof first_line - 1) == 0;
}

/* ---- findings ---- */

static void find(struct fair_evidence *evidence, struct fair_finding *finding, unsigned line,
                 enum pen_word word, const char *const arguments[FAIR_ARGUMENTS_MAX])
{
    if (finding->is_wrong)
        return;
    struct pen_text text = pen_text_in(finding->text, sizeof finding->text);
    finding->is_wrong = true;
    finding->line = line;
    fair_words_write(&text, word, evidence->host.lang, arguments);
}
#define FIND(evidence, finding, line, word, ...) \
    find((evidence), (finding), (line), (word), (const char *const[FAIR_ARGUMENTS_MAX]){__VA_ARGS__})

static void report(const struct fair_evidence *evidence, enum fair_check_id id, bool is_good, unsigned line,
                   enum pen_word word, const char *argument)
{
    char bytes[512];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    fair_words_write(&text, word, evidence->host.lang, (const char *const[FAIR_ARGUMENTS_MAX]){argument});
    const struct fair_check check = {id, is_good, line, bytes};
    evidence->host.report(evidence->host.context, &check);
}

static bool conclude(const struct fair_evidence *evidence, enum fair_check_id id,
                     const struct fair_finding *finding, enum pen_word good)
{
    if (!finding->is_wrong) {
        report(evidence, id, true, 0, good, fair_digits_of(finding->count).bytes);
        return true;
    }
    const struct fair_check check = {id, false, finding->line, finding->text};
    evidence->host.report(evidence->host.context, &check);
    return false;
}

/* ---- the lines before the record ---- */

static bool begins(struct fair_word_bytes line, const char *key, struct fair_word_bytes *rest)
{
    size_t count = 0;
    while (key[count])
        count++;
    if (line.count < count || memcmp(line.bytes, key, count) != 0)
        return false;
    *rest = (struct fair_word_bytes){line.bytes + count, line.count - count};
    return true;
}

/* The words of a line that has any number of them. */
static bool next_word(struct fair_word_bytes *rest, struct fair_word_bytes *word)
{
    size_t count = 0;
    while (count < rest->count && rest->bytes[count] != ' ')
        count++;
    *word = (struct fair_word_bytes){rest->bytes, count};
    const size_t taken = count < rest->count ? count + 1 : count;
    *rest = (struct fair_word_bytes){rest->bytes + taken, rest->count - taken};
    return count > 0;
}

static struct fair_lines head_of(const struct fair_evidence *evidence)
{
    return fair_lines_of(evidence->bytes, evidence->head_count);
}

static void find_record(struct fair_evidence *evidence, size_t count)
{
    struct fair_lines lines = fair_lines_of(evidence->bytes, count);
    struct fair_word_bytes line;
    evidence->head_count = count;
    while (fair_lines_next(&lines, &line)) {
        if (!fair_word_is(line, "#! record"))
            continue;
        evidence->head_count = (size_t)(line.bytes - evidence->bytes);
        evidence->record = evidence->bytes + lines.at;
        evidence->record_count = count - lines.at;
        evidence->has_record = evidence->record_count > 0;
        return;
    }
}

/* One statement: the signature, and how far its lines reach. */
struct statement {
    uint8_t key[FAIR_KEY_BYTES], signature[FAIR_SIGNATURE_BYTES];
    const char *lines;
    size_t count;
    unsigned line; /* of its first line */
};

/* The next one of the evidence. False: there is none. */
static bool next_statement(struct fair_lines *lines, struct statement *statement)
{
    struct fair_word_bytes line, rest, word;
    while (fair_lines_next(lines, &line)) {
        uint32_t count;
        if (!begins(line, "#! signed ", &rest) || !next_word(&rest, &word) ||
            !fair_hex_read(word.bytes, word.count, statement->key, FAIR_KEY_BYTES) ||
            !next_word(&rest, &word) ||
            !fair_hex_read(word.bytes, word.count, statement->signature, FAIR_SIGNATURE_BYTES) ||
            !next_word(&rest, &word) || !fair_word_number(word, &count))
            continue;
        statement->lines = lines->bytes + lines->at;
        statement->line = lines->line + 1;
        while (count > 0 && fair_lines_next(lines, &line))
            count--;
        statement->count = (size_t)(lines->bytes + lines->at - statement->lines);
        return count == 0;
    }
    return false;
}

static void read_head(struct fair_evidence *evidence)
{
    struct fair_lines lines = head_of(evidence);
    struct fair_word_bytes line, rest;
    while (fair_lines_next(&lines, &line)) {
        if (begins(line, "#! me ", &rest) && rest.count < sizeof evidence->name) {
            memset(evidence->name, 0, sizeof evidence->name);
            memcpy(evidence->name, rest.bytes, rest.count);
            memcpy(evidence->shown, evidence->name, sizeof evidence->shown);
            pen_name_show(evidence->shown);
        } else if (begins(line, "#! own ", &rest)) {
            evidence->has_own = fair_hex_read(rest.bytes, rest.count, evidence->own, sizeof evidence->own);
        } else if (begins(line, "#! bound ", &rest)) {
            evidence->has_bound =
                fair_hex_read(rest.bytes, rest.count, evidence->bound, sizeof evidence->bound);
        }
    }
}

static bool has_line(const char *bytes, size_t count, struct fair_word_bytes wanted)
{
    struct fair_lines lines = fair_lines_of(bytes, count);
    struct fair_word_bytes line;
    while (fair_lines_next(&lines, &line))
        if (line.count == wanted.count && memcmp(line.bytes, wanted.bytes, line.count) == 0)
            return true;
    return false;
}

/* ---- what the server signed ---- */

/* Every line of a statement has to be in 'bytes'. */
static void check_lines(struct fair_evidence *evidence, const struct statement *statement, const char *bytes,
                        size_t count, enum pen_word word)
{
    struct fair_lines lines = fair_lines_of(statement->lines, statement->count);
    struct fair_word_bytes line;
    while (fair_lines_next(&lines, &line)) {
        char shown[120];
        struct pen_text text = pen_text_in(shown, sizeof shown);
        if (has_line(bytes, count, line))
            continue;
        pen_text_add_bytes(&text, line.bytes, line.count);
        FIND(evidence, &evidence->said, statement->line + lines.line - 1, word, shown);
        evidence->is_proven = true; /* if the other side is signed as well: see below */
    }
}

static void check_said(struct fair_evidence *evidence)
{
    struct fair_lines lines = head_of(evidence);
    struct statement statement, before = {.lines = NULL};
    bool is_record_signed = false;
    if (evidence->has_record && evidence->verifier.signed_line)
        is_record_signed = !evidence->verifier.findings[FAIR_CHECK_SIGNED].is_wrong;
    while (next_statement(&lines, &statement)) {
        evidence->said.count++;
        if (!fair_signed_check(statement.key, statement.signature, statement.lines, statement.count)) {
            FIND(evidence, &evidence->said, statement.line - 1, PEN_WORD_FAIR_SAID_BAD, NULL);
            continue;
        }
        if (evidence->has_key && memcmp(evidence->key, statement.key, sizeof evidence->key) != 0)
            FIND(evidence, &evidence->said, statement.line - 1, PEN_WORD_FAIR_SAID_KEYS, NULL);
        memcpy(evidence->key, statement.key, sizeof evidence->key);
        evidence->has_key = true;
        /* Later ones say the same and more. */
        if (before.lines && memcmp(before.key, statement.key, sizeof before.key) == 0)
            check_lines(evidence, &before, statement.lines, statement.count, PEN_WORD_FAIR_SAID_TWICE);
        before = statement;
        const bool was_proven = evidence->is_proven;
        if (evidence->has_record)
            check_lines(evidence, &statement, evidence->record, evidence->record_count,
                        PEN_WORD_FAIR_SAID_WRONG);
        if (!is_record_signed || memcmp(evidence->verifier.key, statement.key, sizeof statement.key) != 0)
            evidence->is_proven = was_proven;
    }
    if (!evidence->has_key || !evidence->has_record)
        return;
    if (!evidence->verifier.signed_line)
        FIND(evidence, &evidence->said, 0, PEN_WORD_FAIR_SAID_NO_END, NULL);
    else if (memcmp(evidence->verifier.key, evidence->key, sizeof evidence->key) != 0)
        FIND(evidence, &evidence->said, 0, PEN_WORD_FAIR_SAID_KEYS, NULL);
    else if (is_record_signed && evidence->is_record_wrong)
        evidence->is_proven = true; /* it signed a record that does not follow from its seeds */
}

/* ---- what was seen while playing ---- */

/* The rest of the line "#! KEY ROUND ..." of the evidence. */
static bool find_seen(const struct fair_evidence *evidence, const char *key, unsigned round, unsigned *number,
                      struct fair_word_bytes *rest)
{
    struct fair_lines lines = head_of(evidence);
    struct fair_word_bytes line, word;
    uint32_t found;
    while (fair_lines_next(&lines, &line)) {
        *number = lines.line;
        if (begins(line, key, rest) && next_word(rest, &word) && fair_word_number(word, &found) &&
            found == round)
            return true;
    }
    return false;
}

/* The number of names if there is none such. */
static uint8_t seat_of(const struct pen_names *names, const char *name)
{
    uint8_t seat = 0;
    while (seat < names->count && memcmp(names->name[seat], name, PEN_PLAYER_BYTES) != 0)
        seat++;
    return seat;
}

static void see_deal(struct fair_evidence *evidence, const struct pen_mesa_moment *moment)
{
    struct pen_hand hand = {0};
    struct fair_word_bytes rest, word;
    unsigned line;
    uint8_t card;
    bool is_same = true;
    const uint8_t seat = seat_of(moment->names, evidence->name);
    const unsigned round = moment->game->round_number;
    if (!find_seen(evidence, "#! dealt ", round, &line, &rest))
        return;
    unsigned count = 0;
    while (is_same && next_word(&rest, &word) && count++ < PEN_DECK_MAX) {
        is_same = pen_card_read(moment->edition, moment->rules, word.bytes, word.count, &card);
        if (is_same && pen_hand_count_of(&hand, card) < 7)
            pen_hand_add(&hand, card);
    }
    evidence->seen.count++;
    is_same = is_same && seat < moment->names->count;
    for (card = 0; is_same && card < PEN_KINDS_MAX; card++)
        is_same = pen_hand_count_of(&hand, card) == pen_hand_count_of(&moment->game->round.hands[seat], card);
    if (!is_same)
        FIND(evidence, &evidence->seen, line, PEN_WORD_FAIR_SEEN_HAND, fair_digits_of(round).bytes,
             evidence->shown);
}

static bool next_points(struct fair_word_bytes *rest, uint32_t *points)
{
    struct fair_word_bytes word;
    *points = 0;
    return next_word(rest, &word) && (fair_word_is(word, "0") || fair_word_number(word, points));
}

static void see_end(struct fair_evidence *evidence, const struct pen_mesa_moment *moment)
{
    struct fair_word_bytes rest;
    unsigned line;
    bool is_same = true;
    const unsigned round = moment->game->round_number;
    if (!find_seen(evidence, "#! score ", round, &line, &rest))
        return;
    evidence->seen.count++;
    for (unsigned seat = 0; seat < moment->names->count; seat++) {
        uint32_t points;
        is_same = next_points(&rest, &points) && points == moment->game->score[seat] && is_same;
    }
    if (!is_same || rest.count > 0)
        FIND(evidence, &evidence->seen, line, PEN_WORD_FAIR_SEEN_SCORE, fair_digits_of(round).bytes);
}

static void see_moment(void *context, const struct pen_mesa_moment *moment)
{
    struct fair_evidence *evidence = context;
    if (moment->is_deal)
        see_deal(evidence, moment);
    if (moment->game->round.phase == PEN_PHASE_OVER)
        see_end(evidence, moment);
}

/* Rounds that were played and are not in the record. */
static void check_rounds(struct fair_evidence *evidence)
{
    const unsigned next = evidence->verifier.mesa.game.round_number + 1u;
    struct fair_word_bytes rest;
    unsigned line;
    if (find_seen(evidence, "#! dealt ", next, &line, &rest))
        FIND(evidence, &evidence->seen, line, PEN_WORD_FAIR_SEEN_MORE, fair_digits_of(next).bytes);
}

/* ---- commitment and seed ---- */

static bool conclude_own(const struct fair_evidence *evidence)
{
    const struct fair_verifier *verifier = &evidence->verifier;
    const struct fair_word_bytes revealed = {"#! revealed", sizeof "#! revealed" - 1};
    const uint8_t seat = seat_of(&verifier->names, evidence->name);
    if (!evidence->has_own) {
        report(evidence, FAIR_CHECK_OWN, true, 0, PEN_WORD_FAIR_OWN_NONE, NULL);
        return true;
    }
    const struct fair_share *share = seat < verifier->names.count ? &verifier->inputs.shares[seat] : NULL;
    uint8_t hash[FAIR_HASH_BYTES];
    fair_commit_client(evidence->own, hash);
    if (share && share->state == FAIR_SHARE_COMMITTED && fair_equal(share->commitment, hash, sizeof hash)) {
        const bool is_good = !has_line(evidence->bytes, evidence->head_count, revealed);
        report(evidence, FAIR_CHECK_OWN, is_good, 0, PEN_WORD_FAIR_OWN_WITHHELD, NULL);
        return is_good;
    }
    const bool is_good = share && share->state == FAIR_SHARE_REVEALED &&
                         fair_equal(share->seed, evidence->own, sizeof share->seed);
    report(evidence, FAIR_CHECK_OWN, is_good, 0, is_good ? PEN_WORD_FAIR_OWN_GOOD : PEN_WORD_FAIR_OWN_WRONG,
           evidence->shown);
    return is_good;
}

static bool conclude_bound(const struct fair_evidence *evidence)
{
    if (!evidence->has_bound)
        return true;
    const bool is_good = evidence->verifier.server_commit_line &&
                         fair_equal(evidence->bound, evidence->verifier.commitment, FAIR_HASH_BYTES);
    report(evidence, FAIR_CHECK_BOUND, is_good, 0,
           is_good ? PEN_WORD_FAIR_BOUND_GOOD : PEN_WORD_FAIR_BOUND_WRONG, NULL);
    return is_good;
}

/* ---- the record's checks go through us, because the moments are ours to look at ---- */

static bool find_edition(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                         struct pen_problem *problem)
{
    const struct fair_evidence *evidence = context;
    return evidence->host.find_edition(evidence->host.context, name, bytes, edition, problem);
}

static void pass_on(void *context, const struct fair_check *check)
{
    const struct fair_evidence *evidence = context;
    evidence->host.report(evidence->host.context, check);
}

/* "#! about TABLE game N" is the record's "#! table TABLE game N". */
static void check_about(struct fair_evidence *evidence)
{
    struct fair_lines lines = head_of(evidence);
    struct fair_word_bytes line, about, rest;
    while (fair_lines_next(&lines, &line)) {
        if (!begins(line, "#! about ", &about))
            continue;
        const unsigned number = lines.line;
        struct fair_lines record = fair_lines_of(evidence->record, evidence->record_count);
        while (fair_lines_next(&record, &line))
            if (begins(line, "#! table ", &rest) && rest.count == about.count &&
                memcmp(rest.bytes, about.bytes, about.count) == 0)
                return;
        FIND(evidence, &evidence->said, number, PEN_WORD_FAIR_OTHER_GAME, NULL);
        return;
    }
}

enum fair_status fair_evidence_judge(struct fair_evidence *evidence, const char *bytes, size_t count,
                                     const struct fair_verify_host *host)
{
    memset(evidence, 0, sizeof *evidence);
    evidence->host = *host;
    evidence->bytes = bytes;
    if (!fair_evidence_is(bytes, count))
        return FAIR_STATUS_UNREADABLE;
    find_record(evidence, count);
    read_head(evidence);
    if (!evidence->has_record) {
        check_said(evidence);
        report(evidence, FAIR_CHECK_RECORD, false, 0, PEN_WORD_FAIR_NO_RECORD, NULL);
        if (evidence->said.is_wrong)
            (void)conclude(evidence, FAIR_CHECK_SAID, &evidence->said, PEN_WORD_NONE);
        return FAIR_STATUS_WRONG;
    }
    const struct fair_verify_host through = {evidence, host->lang, find_edition, pass_on, see_moment};
    evidence->is_record_wrong = fair_verify(&evidence->verifier, evidence->record, evidence->record_count,
                                            &through) != FAIR_STATUS_GOOD;
    check_about(evidence);
    check_said(evidence);
    check_rounds(evidence);
    bool is_good = !evidence->is_record_wrong;
    is_good = conclude(evidence, FAIR_CHECK_SAID, &evidence->said,
                       evidence->said.count ? PEN_WORD_FAIR_SAID_GOOD : PEN_WORD_FAIR_SAID_NOTHING) &&
              is_good;
    is_good = conclude_bound(evidence) && is_good;
    is_good = conclude_own(evidence) && is_good;
    is_good = conclude(evidence, FAIR_CHECK_SEEN, &evidence->seen, PEN_WORD_FAIR_SEEN_GOOD) && is_good;
    return is_good ? FAIR_STATUS_GOOD : FAIR_STATUS_WRONG;
}
