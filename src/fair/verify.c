/* verify.c - one verification from the bytes to the reports.
 *
 * The record is replayed, and the checks hang on the moments of the replay; what they find is kept and
 * reported at the end, one report per check, in a fixed order. */
#include "fair/verify.h"

#include <string.h>

#include "fair/hex.h"
#include "fair/record_lines.h"
#include "fair/verifier.h"
#include "penultima/words_fair.h"

enum { MARK_BYTES = 160 };

const char *fair_check_name(enum fair_check_id id)
{
    static const char *const names[FAIR_CHECK_COUNT] = {
#define X(name, id_) id_,
        FAIR_CHECK_LIST(X)
#undef X
    };
    PEN_ASSERT(id < FAIR_CHECK_COUNT);
    return names[id];
}

struct fair_digits fair_digits_of(uint64_t number)
{
    struct fair_digits digits;
    struct pen_text text = pen_text_in(digits.bytes, sizeof digits.bytes);
    pen_text_add_number(&text, number);
    return digits;
}

struct fair_digits fair_key_digits(const uint8_t key[FAIR_KEY_BYTES])
{
    struct fair_digits digits;
    struct pen_text text = pen_text_in(digits.bytes, sizeof digits.bytes);
    fair_hex_write(&text, key, 8);
    return digits;
}

void fair_found(struct fair_verifier *verifier, enum fair_check_id id, unsigned line, enum pen_word word,
                const char *const arguments[FAIR_ARGUMENTS_MAX])
{
    struct fair_finding *finding = &verifier->findings[id];
    if (finding->is_wrong)
        return;
    struct pen_text text = pen_text_in(finding->text, sizeof finding->text);
    finding->is_wrong = true;
    finding->line = line;
    fair_words_write(&text, word, verifier->host.lang, arguments);
}

/* ---- the replay -----------------------------------------------------------------------------------------
 */

static bool find_edition(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                         struct pen_problem *problem)
{
    const struct fair_verifier *verifier = context;
    return verifier->host.find_edition(verifier->host.context, name, bytes, edition, problem);
}

static void note_problem(void *context, unsigned line, const char *what)
{
    struct fair_verifier *verifier = context;
    struct fair_finding *finding = &verifier->findings[FAIR_CHECK_PLAY];
    if (finding->is_wrong)
        return;
    struct pen_text text = pen_text_in(finding->text, sizeof finding->text);
    finding->is_wrong = true;
    finding->line = line;
    pen_text_add(&text, what);
}

static void see_moment(void *context, const struct pen_mesa_moment *moment)
{
    struct fair_verifier *verifier = context;
    if (verifier->host.see)
        verifier->host.see(verifier->host.context, moment);
    if (moment->is_deal && moment->game->round_number == 1)
        fair_read_seeds(verifier, moment);
    if (!verifier->has_key)
        return;
    if (moment->is_deal)
        fair_check_deal(verifier, moment);
    else
        fair_check_action(verifier, moment);
}

/* ---- the reports ----------------------------------------------------------------------------------------
 */

static void report(const struct fair_verifier *verifier, enum fair_check_id id, bool is_good, unsigned line,
                   const char *text)
{
    const struct fair_check check = {id, is_good, line, text};
    verifier->host.report(verifier->host.context, &check);
}

/* What was found wrong, or the sentence for what holds. */
static void conclude(const struct fair_verifier *verifier, enum fair_check_id id, enum pen_word good,
                     const char *argument)
{
    const struct fair_finding *finding = &verifier->findings[id];
    char bytes[sizeof finding->text];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    if (finding->is_wrong) {
        report(verifier, id, false, finding->line, finding->text);
        return;
    }
    fair_words_write(&text, good, verifier->host.lang, (const char *const[FAIR_ARGUMENTS_MAX]){argument});
    report(verifier, id, true, 0, bytes);
}

static void conclude_counted(const struct fair_verifier *verifier, enum fair_check_id id, enum pen_word good)
{
    conclude(verifier, id, good, fair_digits_of(verifier->findings[id].count).bytes);
}

/* What one seat has added, in one report. */
static bool conclude_player(struct fair_verifier *verifier, unsigned seat)
{
    const struct fair_share *share = &verifier->inputs.shares[seat];
    const bool has_commitment = verifier->commit_line[seat] != 0;
    uint8_t hash[FAIR_HASH_BYTES];
    enum pen_word word;
    bool is_good = false;
    fair_commit_client(share->seed, hash);
    if (verifier->share_line[seat] == 0) {
        word = PEN_WORD_FAIR_PLAYER_NOT_SAID;
    } else if (share->state == FAIR_SHARE_NONE) {
        is_good = !has_commitment;
        word = is_good ? PEN_WORD_FAIR_PLAYER_NONE : PEN_WORD_FAIR_PLAYER_LOST;
    } else if (!has_commitment) {
        word = PEN_WORD_FAIR_PLAYER_NO_COMMIT;
    } else if (share->state == FAIR_SHARE_COMMITTED) {
        is_good = true;
        word = PEN_WORD_FAIR_PLAYER_WITHHELD;
    } else {
        is_good = memcmp(hash, share->commitment, sizeof hash) == 0;
        word = is_good ? PEN_WORD_FAIR_PLAYER_GOOD : PEN_WORD_FAIR_PLAYER_WRONG;
    }
    char bytes[512];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    fair_words_write(&text, word, verifier->host.lang,
                     (const char *const[FAIR_ARGUMENTS_MAX]){verifier->shown.name[seat]});
    report(verifier, FAIR_CHECK_PLAYER, is_good, is_good ? 0 : verifier->share_line[seat], bytes);
    return is_good;
}

/* Bytes of a control character here; 0: something else. UTF-8 has those up to U+009F in two. */
static size_t control_at(const char *bytes, size_t count)
{
    const unsigned char first = (unsigned char)bytes[0];
    if (first < 0x20 || first == 0x7f)
        return 1;
    return first == 0xc2 && count > 1 && (unsigned char)bytes[1] < 0xa0 ? 2 : 0;
}

/* What stands behind the mark in its line, as it can be shown to people: whose record it is may be a
 * stranger. False: the record has no such line. */
static bool read_mark(const struct fair_verifier *verifier, const char *mark, size_t skip,
                      char bytes[MARK_BYTES])
{
    size_t length;
    const char *line = fair_find_mark(verifier->bytes, verifier->byte_count, mark, &length);
    struct pen_text text = pen_text_in(bytes, MARK_BYTES);
    for (size_t at = skip; line && at < length;) {
        const size_t gone = control_at(line + at, length - at);
        size_t next = at + 1;
        while (next < length && ((unsigned char)line[next] & 0xc0) == 0x80)
            next++;
        if (!gone)
            pen_text_add_bytes(&text, line + at, next - at);
        at = gone ? at + gone : next;
    }
    return line != NULL;
}

/* What the table says of itself: no part of the proof, and bound by the chain as all lines are. */
static void note_marks(const struct fair_verifier *verifier)
{
    char from[MARK_BYTES];
    if (read_mark(verifier, FAIR_MARK_HELP, 0, from))
        conclude(verifier, FAIR_CHECK_MARK, PEN_WORD_FAIR_MARK_HELP, NULL);
    if (read_mark(verifier, FAIR_MARK_SHARED, 0, from))
        conclude(verifier, FAIR_CHECK_MARK, PEN_WORD_FAIR_MARK_SHARED, NULL);
    if (read_mark(verifier, FAIR_MARK_FROM, sizeof FAIR_MARK_FROM - 1, from))
        conclude(verifier, FAIR_CHECK_MARK, PEN_WORD_FAIR_MARK_FROM, from);
}

static enum fair_status conclude_all(struct fair_verifier *verifier)
{
    const bool is_over = verifier->mesa.game.winners != 0;
    bool is_wrong = false;
    if (verifier->findings[FAIR_CHECK_FORM].is_wrong)
        conclude(verifier, FAIR_CHECK_FORM, PEN_WORD_NONE, NULL);
    conclude_counted(verifier, FAIR_CHECK_CHAIN, PEN_WORD_FAIR_CHAIN_GOOD);
    if (verifier->signed_line)
        conclude(verifier, FAIR_CHECK_SIGNED, PEN_WORD_FAIR_SIGNED_GOOD,
                 fair_key_digits(verifier->key).bytes);
    conclude(verifier, FAIR_CHECK_SERVER, PEN_WORD_FAIR_SERVER_GOOD, NULL);
    for (unsigned seat = 0; seat < verifier->inputs.seat_count; seat++)
        is_wrong = !conclude_player(verifier, seat) || is_wrong;
    verifier->findings[FAIR_CHECK_PLAY].count = verifier->mesa.action_count;
    conclude_counted(verifier, FAIR_CHECK_PLAY, is_over ? PEN_WORD_FAIR_PLAY_GOOD : PEN_WORD_FAIR_PLAY_OPEN);
    if (verifier->has_key) {
        conclude(verifier, FAIR_CHECK_DEALER,
                 verifier->is_named ? PEN_WORD_FAIR_DEALER_NAMED : PEN_WORD_FAIR_DEALER_GOOD,
                 verifier->shown.name[verifier->first_dealer]);
        conclude_counted(verifier, FAIR_CHECK_DEALS, PEN_WORD_FAIR_DEALS_GOOD);
        conclude_counted(verifier, FAIR_CHECK_RESHUFFLES, PEN_WORD_FAIR_RESHUFFLES_GOOD);
        conclude_counted(verifier, FAIR_CHECK_TIES, PEN_WORD_FAIR_TIES_GOOD);
    }
    note_marks(verifier);
    for (unsigned id = 0; id < FAIR_CHECK_COUNT; id++)
        is_wrong = is_wrong || verifier->findings[id].is_wrong;
    return is_wrong ? FAIR_STATUS_WRONG : FAIR_STATUS_GOOD;
}

enum fair_status fair_verify(struct fair_verifier *verifier, const char *bytes, size_t count,
                             const struct fair_verify_host *host)
{
    memset(verifier, 0, sizeof *verifier);
    verifier->host = *host;
    if ((unsigned)host->lang >= PEN_LANG_COUNT)
        verifier->host.lang = PEN_LANG_EN;
    verifier->bytes = bytes;
    verifier->byte_count = count;
    if (!fair_read_chain(verifier)) {
        char from[MARK_BYTES];
        if (read_mark(verifier, FAIR_MARK_FROM, sizeof FAIR_MARK_FROM - 1, from))
            FAIR_FOUND(verifier, FAIR_CHECK_FORM, 0, PEN_WORD_FAIR_NO_LINES_FROM, from);
        else
            FAIR_FOUND(verifier, FAIR_CHECK_FORM, 0, PEN_WORD_FAIR_NO_LINES, NULL);
        conclude(verifier, FAIR_CHECK_FORM, PEN_WORD_NONE, NULL);
        return FAIR_STATUS_UNREADABLE;
    }
    const struct pen_mesa_host replayer = {verifier, verifier->host.lang, find_edition, note_problem,
                                           see_moment};
    if (pen_mesa_replay(&verifier->mesa, bytes, count, &replayer) == PEN_MESA_UNREADABLE) {
        conclude_counted(verifier, FAIR_CHECK_CHAIN, PEN_WORD_FAIR_CHAIN_GOOD);
        conclude(verifier, FAIR_CHECK_PLAY, PEN_WORD_NONE, NULL);
        return FAIR_STATUS_UNREADABLE;
    }
    if (verifier->has_key)
        fair_check_end(verifier);
    return conclude_all(verifier);
}
