/* test_evidence.c - what a client has seen of a game against its record: who is right, and when it is proven,
 * that is when nobody but the server can have made what contradicts itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <sodium.h>

#include "fair/evidence.h"
#include "fair/hex.h"
#include "fair_game.h"

enum { GAME = 5, SEATS = 3, ANA = 0 };

static const char *source_root = "."; /* the first argument */
static struct fair_game game;
static struct fair_evidence evidence;
static struct verdict verdict;
static uint8_t key[FAIR_KEY_BYTES], secret[crypto_sign_SECRETKEYBYTES];
static uint8_t other_key[FAIR_KEY_BYTES], other_secret[crypto_sign_SECRETKEYBYTES];

static char record[RECORD_BYTES], whole[RECORD_BYTES + FAIR_EVIDENCE_BYTES];
static size_t record_count;
static struct pen_text text;

static void sign_lines(const uint8_t *with, const char *lines, size_t count,
                       uint8_t signature[FAIR_SIGNATURE_BYTES])
{
    static uint8_t message[RECORD_BYTES];
    memcpy(message, FAIR_SIGNED_LABEL, sizeof FAIR_SIGNED_LABEL);
    memcpy(message + sizeof FAIR_SIGNED_LABEL, lines, count);
    assert_int_equal(crypto_sign_detached(signature, NULL, message, sizeof FAIR_SIGNED_LABEL + count, with),
                     0);
}

/* The lines of the game with signature and chain behind them. */
static void close_signed(const uint8_t *with, const uint8_t *public_key)
{
    char end_bytes[FAIR_STATEMENT_BYTES];
    uint8_t signature[FAIR_SIGNATURE_BYTES];
    struct fair_chain chain;
    struct pen_text lines = pen_text_in(record + record_count, sizeof record - record_count);
    struct pen_text end = pen_text_in(end_bytes, sizeof end_bytes);
    const char *table = strstr(record, "#! table ");
    fair_chain_init(&chain);
    fair_chain_add_lines(&chain, record, record_count);
    fair_write_end(&end, table, (size_t)(strchr(table, '\n') - table), &chain);
    sign_lines(with, end_bytes, end.length, signature);
    fair_write_signature(&lines, public_key, signature);
    fair_chain_init(&chain);
    fair_chain_add_lines(&chain, record, record_count + lines.length);
    fair_write_chain(&lines, &chain);
    assert_false(lines.is_cut);
    record_count += lines.length;
}

/* The game's record up to its chain, to be changed and then closed. */
static void begin_record(void)
{
    const char *chain = strstr(game.bytes, "#! chain ");
    record_count = (size_t)(chain - game.bytes);
    memcpy(record, game.bytes, record_count);
    record[record_count] = 0;
}

static void add(const char *string)
{
    pen_text_add(&text, string);
}

static void add_hex(const char *before, const uint8_t *bytes, size_t count)
{
    add(before);
    fair_hex_write(&text, bytes, count);
    add("\n");
}

static void add_said(const uint8_t *with, const uint8_t *public_key, const char *lines, size_t bytes)
{
    uint8_t signature[FAIR_SIGNATURE_BYTES];
    unsigned count = 0;
    for (size_t i = 0; i < bytes; i++)
        count += lines[i] == '\n';
    sign_lines(with, lines, bytes, signature);
    add("#! signed ");
    fair_hex_write(&text, public_key, FAIR_KEY_BYTES);
    add(" ");
    fair_hex_write(&text, signature, sizeof signature);
    add(" ");
    pen_text_add_number(&text, count);
    add("\n");
    pen_text_add_bytes(&text, lines, bytes);
}

/* How far the first lines of the game reach: up to the server's commitment, or all commitments. */
static size_t statement(bool is_all)
{
    const char *end = strstr(game.bytes, is_all ? "edition:" : "#! server commit ");
    return (size_t)((is_all ? end : strchr(end, '\n') + 1) - game.bytes);
}

static void begin_evidence(void)
{
    char about[80];
    uint8_t commitment[FAIR_HASH_BYTES];
    text = pen_text_in(whole, sizeof whole);
    fair_commit_server(game.inputs.server_seed, commitment);
    snprintf(about, sizeof about, "#! about %s game %u\n", game.inputs.table,
             (unsigned)game.inputs.game_number);
    add("#! evidence 1\n");
    add(about);
    add("#! me Ana\n");
    add_hex("#! own ", game.inputs.shares[ANA].seed, FAIR_CLIENT_SEED_BYTES);
    add_hex("#! bound ", commitment, sizeof commitment);
}

static enum fair_status judge(bool has_record)
{
    memset(&verdict, 0, sizeof verdict);
    verdict.edition = &game.edition;
    add("#! record\n");
    if (has_record)
        pen_text_add_bytes(&text, record, record_count);
    assert_false(text.is_cut);
    const struct fair_verify_host host = {&verdict, PEN_LANG_EN, find_given, note_check, NULL};
    return fair_evidence_judge(&evidence, whole, text.length, &host);
}

static void expect(bool has_record, enum fair_status status, bool is_proven, int wrong)
{
    const enum fair_status got = judge(has_record);
    if (got != status || evidence.is_proven != is_proven || (wrong >= 0 && !verdict.wrong_of[wrong]))
        fail_msg("status %d, proven %d\n%s", (int)got, evidence.is_proven, verdict.texts);
}

static void said_by_the_server(void)
{
    add_said(secret, key, game.bytes, statement(false));
    add_said(secret, key, game.bytes, statement(true));
}

static void honest_record(void)
{
    begin_record();
    close_signed(secret, key);
}

static void test_honest(void **state)
{
    (void)state;
    static struct verdict alone;
    honest_record();
    assert_int_equal(
        verify_bytes(&evidence.verifier, &game.edition, record, record_count, PEN_LANG_EN, &alone),
        FAIR_STATUS_GOOD);
    begin_evidence();
    said_by_the_server();
    add("#! revealed\n");
    expect(true, FAIR_STATUS_GOOD, false, -1);
    assert_true(evidence.has_key && evidence.has_own && evidence.has_bound && evidence.has_record);
    assert_memory_equal(evidence.key, key, sizeof key);
}

/* The server signed one commitment and then a record with another. */
static void test_proven_by_record(void **state)
{
    char said[FAIR_STATEMENT_BYTES];
    (void)state;
    const size_t count = statement(false);
    memcpy(said, game.bytes, count);
    said[count - 2] = said[count - 2] == '0' ? '1' : '0'; /* the last digit of the commitment */
    honest_record();
    begin_evidence();
    add_said(secret, key, said, count);
    expect(true, FAIR_STATUS_WRONG, true, FAIR_CHECK_SAID);
    /* Anybody can sign such a thing with a key of his own. */
    begin_evidence();
    add_said(other_secret, other_key, said, count);
    expect(true, FAIR_STATUS_WRONG, false, FAIR_CHECK_SAID);
    /* Or write it without being able to sign. */
    begin_evidence();
    add_said(other_secret, key, said, count);
    expect(true, FAIR_STATUS_WRONG, false, FAIR_CHECK_SAID);
    /* Two statements are enough: no record is needed. */
    begin_evidence();
    add_said(secret, key, said, count);
    add_said(secret, key, game.bytes, statement(true));
    expect(false, FAIR_STATUS_WRONG, true, FAIR_CHECK_SAID);
}

/* A record whose cards do not follow from its seeds. */
static void test_proven_by_cards(void **state)
{
    (void)state;
    for (unsigned is_signed = 0; is_signed < 2; is_signed++) {
        begin_record();
        char *draw = strstr(record, "\ndraw: ") + sizeof "\ndraw: " - 1, *next = strchr(draw, ' ') + 1;
        char *after = strchr(next, ' ');
        char first[8] = "", second[8] = "", pair[24];
        memcpy(first, draw, (size_t)(next - 1 - draw));
        memcpy(second, next, (size_t)(after - next));
        assert_string_not_equal(first, second);
        snprintf(pair, sizeof pair, "%s %s", second, first);
        memcpy(draw, pair, strlen(pair));
        close_signed(is_signed ? secret : other_secret, key);
        begin_evidence();
        said_by_the_server();
        expect(true, FAIR_STATUS_WRONG, is_signed, is_signed ? -1 : FAIR_CHECK_SIGNED);
    }
}

static void test_unsigned_end(void **state)
{
    (void)state;
    memcpy(record, game.bytes, game.text.length);
    record_count = game.text.length;
    begin_evidence();
    said_by_the_server();
    expect(true, FAIR_STATUS_WRONG, false, FAIR_CHECK_SAID);
    begin_evidence(); /* a server of 0.2.0 signs nothing */
    expect(true, FAIR_STATUS_GOOD, false, -1);
    begin_record();
    close_signed(other_secret, other_key);
    begin_evidence();
    said_by_the_server();
    expect(true, FAIR_STATUS_WRONG, false, FAIR_CHECK_SAID);
}

static void test_what_was_seen(void **state)
{
    static const struct {
        const char *line;
        enum fair_check_id wrong;
    } cases[] = {
        {"#! own 00000000000000000000000000000000000000000000000000000000000000ff\n", FAIR_CHECK_OWN},
        {"#! me Beto\n", FAIR_CHECK_OWN},
        {"#! dealt 1 r0\n", FAIR_CHECK_SEEN},
        {"#! dealt 1 bear\n", FAIR_CHECK_SEEN},
        {"#! dealt 99 r0\n", FAIR_CHECK_COUNT},
        {"#! score 1 9999 0 0\n", FAIR_CHECK_SEEN},
        {"#! score 1 bear\n", FAIR_CHECK_SEEN}};
    (void)state;
    honest_record();
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin_evidence();
        add(cases[i].line);
        const bool is_wrong = cases[i].wrong != FAIR_CHECK_COUNT;
        expect(true, is_wrong ? FAIR_STATUS_WRONG : FAIR_STATUS_GOOD, false,
               is_wrong ? (int)cases[i].wrong : -1);
    }
    uint8_t zeros[FAIR_HASH_BYTES] = {0};
    begin_evidence();
    add_hex("#! bound ", zeros, sizeof zeros);
    expect(true, FAIR_STATUS_WRONG, false, FAIR_CHECK_BOUND);
    begin_evidence();
    expect(false, FAIR_STATUS_WRONG, false, FAIR_CHECK_RECORD);
    text = pen_text_in(whole, sizeof whole);
    add("#! evidence 2\n");
    assert_int_equal(judge(true), FAIR_STATUS_UNREADABLE);
    text = pen_text_in(whole, sizeof whole);
    add("#! evidence 1\n#! about k7m2 game 77\n");
    expect(true, FAIR_STATUS_WRONG, false, FAIR_CHECK_SAID);
}

/* docs/examples/verify.py checks the signature of the end without our code. */
static int run_python(void)
{
    char path[] = "/tmp/penultima-signed-XXXXXX", command[1024];
    const int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, record, record_count), (ssize_t)record_count);
    close(descriptor);
    snprintf(command, sizeof command, "LANG=C python3 '%s/docs/examples/verify.py' %s >&2", source_root,
             path);
    const int status = system(command);
    unlink(path);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void test_independent(void **state)
{
    (void)state;
    honest_record();
    assert_int_equal(run_python(), 0);
    begin_record();
    close_signed(other_secret, key);
    assert_int_equal(run_python(), 1);
    honest_record();
    char *digit = strstr(record, "\n# signed ") + sizeof "\n# signed " - 1 + 64 + 1 + 70;
    *digit = *digit == '0' ? '1' : '0';
    assert_int_equal(run_python(), 1);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        source_root = argv[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_honest),          cmocka_unit_test(test_proven_by_record),
        cmocka_unit_test(test_proven_by_cards), cmocka_unit_test(test_unsigned_end),
        cmocka_unit_test(test_what_was_seen),   cmocka_unit_test(test_independent),
    };
    if (sodium_init() < 0 || !pen_edition_builtin("classic", &game.edition))
        return 2;
    crypto_sign_keypair(key, secret);
    crypto_sign_keypair(other_key, other_secret);
    game.options = PEN_OPTIONS_DEFAULT;
    uint64_t number = GAME; /* the first whose Ana has revealed a seed */
    while (!fair_game_play(&game, number, SEATS) || game.inputs.shares[ANA].state != FAIR_SHARE_REVEALED)
        number++;
    return cmocka_run_group_tests_name("fair/evidence", tests, NULL, NULL);
}
