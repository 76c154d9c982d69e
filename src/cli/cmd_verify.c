/* cmd_verify.c - checks that everything in a finished record follows from its seeds. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/find_edition.h"
#include "fair/evidence.h"
#include "fair/hex.h"
#include "fair/verify.h"
#include "platform/report.h"
#include "words/cli_verify_words.h"
#include "words/cli_words.h"
#include "words/help_verify_words.h"

/* One report per check, one per seat, some per mark; three more for what was noted. */
enum { CHECKS_MAX = FAIR_CHECK_COUNT + PEN_SEATS_MAX + 6 };

struct check {
    const char *name;
    bool is_good;
    unsigned line;
    char text[512];
};

struct verify {
    struct edition_finder finder;
    const char *commit, *chain, *key; /* as noted, or null */
    bool is_json;
    struct check checks[CHECKS_MAX];
    unsigned check_count;
};

static bool find(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                 struct pen_problem *problem)
{
    struct verify *verify = context;
    return finder_find(&verify->finder, name, bytes, edition, problem);
}

static void add(struct verify *verify, const char *name, bool is_good, unsigned line, const char *text)
{
    PEN_ASSERT(verify->check_count < CHECKS_MAX);
    struct check *check = &verify->checks[verify->check_count++];
    check->name = name;
    check->is_good = is_good;
    check->line = line;
    snprintf(check->text, sizeof check->text, "%s", text);
}

static void note(void *context, const struct fair_check *check)
{
    add(context, fair_check_name(check->id), check->is_good, check->line, check->text);
}

/* Whether the record has the hash that somebody has noted. */
static bool compare_noted(struct verify *verify, const char *name, const char *noted, const uint8_t *hash)
{
    char digits[2 * FAIR_HASH_BYTES + 1];
    struct pen_text text = pen_text_in(digits, sizeof digits);
    fair_hex_write(&text, hash, FAIR_HASH_BYTES);
    const bool is_good = strcmp(noted, digits) == 0;
    add(verify, name, is_good, 0,
        is_good ? host_word(WORD_CLI_VERIFY_THE_HASH_IS_THE_ONE_YOU)
                : host_word(WORD_CLI_VERIFY_THE_HASH_IS_NOT_THE_ONE));
    return is_good;
}

/* Whether it was signed with the key that somebody has noted; 'key' null: with none. */
static bool compare_key(struct verify *verify, const uint8_t *key)
{
    char digits[2 * FAIR_KEY_BYTES + 1] = "";
    struct pen_text text = pen_text_in(digits, sizeof digits);
    if (key)
        fair_hex_write(&text, key, FAIR_KEY_BYTES);
    const bool is_good = strcmp(verify->key, digits) == 0;
    add(verify, "noted key", is_good, 0,
        is_good ? host_word(WORD_CLI_VERIFY_THE_KEY_IS_THE_ONE_YOU)
                : host_word(WORD_CLI_VERIFY_IT_IS_NOT_SIGNED_WITH_THE));
    return is_good;
}

/* ---- output -------------------------------------------------------------------------------------------- */

static unsigned count_wrong(const struct verify *verify)
{
    unsigned count = 0;
    for (unsigned i = 0; i < verify->check_count; i++)
        count += !verify->checks[i].is_good;
    return count;
}

static void print_words(const struct verify *verify, const char *path, enum fair_status status)
{
    for (unsigned i = 0; i < verify->check_count; i++) {
        const struct check *check = &verify->checks[i];
        if (status == FAIR_STATUS_UNREADABLE) {
            /* One line, as for every input that cannot be read: the last check is what stopped us. */
            if (i + 1 == verify->check_count && check->line)
                fprintf(stderr, "%s:%u: %s\n", path, check->line, check->text);
            else if (i + 1 == verify->check_count)
                fprintf(stderr, "%s: %s\n", path, check->text);
            continue;
        }
        printf("  %s ", check->is_good ? "✓" : "✗");
        if (check->line)
            printf("%s", host_say(CLI_VERIFY_LINE, check->line));
        printf("%s\n", check->text);
    }
    if (status == FAIR_STATUS_GOOD)
        printf("%s", host_say(CLI_VERIFY_EVERYTHING_FOLLOWS_FROM_THE_SEEDS, path));
    else if (status == FAIR_STATUS_WRONG)
        printf("%s", host_say(CLI_VERIFY_SOMETHING_IS_WRONG_OF_CHECKS, path, count_wrong(verify),
                              verify->check_count));
}

static void report_hash(struct report *report, const char *key, const uint8_t *hash)
{
    char digits[2 * FAIR_HASH_BYTES + 1];
    struct pen_text text = pen_text_in(digits, sizeof digits);
    fair_hex_write(&text, hash, FAIR_HASH_BYTES);
    report_string(report, key, digits);
}

static void print_json(const struct verify *verify, const char *path, enum fair_status status,
                       const struct fair_verifier *verifier)
{
    static const char *const words[] = {"good", "wrong", "unreadable"};
    struct report report = {.stream = stdout};
    report_open(&report, NULL, '{');
    report_string(&report, "file", path);
    report_string(&report, "status", words[status]);
    if (status != FAIR_STATUS_UNREADABLE) {
        report_string(&report, "table", verifier->inputs.table);
        report_whole(&report, "game", verifier->inputs.game_number);
        report_hash(&report, "commit", verifier->commitment);
        report_hash(&report, "chain", verifier->chain.hash);
    }
    report_open(&report, "checks", '[');
    for (unsigned i = 0; i < verify->check_count; i++) {
        const struct check *check = &verify->checks[i];
        report_open(&report, NULL, '{');
        report_string(&report, "check", check->name);
        report_truth(&report, "good", check->is_good);
        if (check->line)
            report_whole(&report, "line", check->line);
        else
            report_null(&report, "line");
        report_string(&report, "text", check->text);
        report_close(&report, '}');
    }
    report_close(&report, ']');
    report_close(&report, '}');
}

/* ---- the command --------------------------------------------------------------------------------------- */

/* What a client has saved: the record is in it, and what the client saw. */
static int judge(struct verify *verify, const char *name, const struct host_file *file,
                 const struct fair_verify_host *host)
{
    static struct fair_evidence evidence;
    enum fair_status status = fair_evidence_judge(&evidence, file->bytes, file->count, host);
    if (verify->key && !compare_key(verify, evidence.has_key ? evidence.key : NULL))
        status = FAIR_STATUS_WRONG;
    if (verify->is_json)
        print_json(verify, name, status, &evidence.verifier);
    else
        print_words(verify, name, status);
    if (!verify->is_json && evidence.is_proven) {
        char digits[2 * FAIR_KEY_BYTES + 1];
        struct pen_text text = pen_text_in(digits, sizeof digits);
        fair_hex_write(&text, evidence.key, FAIR_KEY_BYTES);
        printf("%s", host_say(CLI_VERIFY_PROVEN_ONLY_THE_HOLDER_OF_THE, digits));
    }
    fflush(stdout);
    return (int)status;
}

static int verify_file(struct verify *verify, const char *path)
{
    static struct fair_verifier verifier;
    struct host_file file;
    const char *name = strcmp(path, "-") == 0 ? "stdin" : path;
    verify->finder.beside = path;
    verify->check_count = 0;
    if (!host_file_read(path, &file))
        return HOST_WRONG;
    const struct fair_verify_host host = {verify, host_lang, find, note, NULL};
    if (fair_evidence_is(file.bytes, file.count)) {
        const int told = judge(verify, name, &file, &host);
        host_file_drop(&file);
        return told;
    }
    enum fair_status status = fair_verify(&verifier, file.bytes, file.count, &host);
    host_file_drop(&file);
    bool is_noted = true;
    if (verify->key && status != FAIR_STATUS_UNREADABLE)
        is_noted = compare_key(verify, verifier.signed_line ? verifier.key : NULL);
    if (status != FAIR_STATUS_UNREADABLE && verify->commit)
        is_noted = compare_noted(verify, "noted commit", verify->commit, verifier.commitment);
    if (status != FAIR_STATUS_UNREADABLE && verify->chain)
        is_noted = compare_noted(verify, "noted chain", verify->chain, verifier.chain.hash) && is_noted;
    if (status == FAIR_STATUS_GOOD && !is_noted)
        status = FAIR_STATUS_WRONG;
    if (verify->is_json)
        print_json(verify, name, status, &verifier);
    else
        print_words(verify, name, status);
    fflush(stdout);
    return (int)status;
}

static enum cli_answer take_hash(const struct cli_option *option, const char *value, void *member)
{
    uint8_t hash[FAIR_HASH_BYTES];
    (void)option;
    *(const char **)member = value;
    if (fair_hex_read(value, strlen(value), hash, sizeof hash))
        return CLI_TAKEN;
    cli_wrong_use(&cli_verify, "%s", host_say(CLI_VERIFY_NOT_A_HASH_OF_128_DIGITS, value));
    return CLI_REPORTED;
}

static enum cli_answer take_key(const struct cli_option *option, const char *value, void *member)
{
    uint8_t key[FAIR_KEY_BYTES];
    (void)option;
    *(const char **)member = value;
    if (fair_hex_read(value, strlen(value), key, sizeof key))
        return CLI_TAKEN;
    cli_wrong_use(&cli_verify, "%s", host_say(CLI_VERIFY_NOT_A_KEY_OF_64_DIGITS, value));
    return CLI_REPORTED;
}

static const struct cli_option options[] = {
    {CLI_VALUE("commit", "HASH", NOTHING, take_hash, struct verify, commit, WORD_HELP_VERIFY_OPTION_COMMIT)},
    {CLI_VALUE("chain", "HASH", NOTHING, take_hash, struct verify, chain, WORD_HELP_VERIFY_OPTION_CHAIN)},
    {CLI_VALUE("key", "KEY", NOTHING, take_key, struct verify, key, WORD_HELP_VERIFY_OPTION_KEY)},
    {CLI_EDITIONS(struct verify, finder, WORD_HELP_VERIFY_OPTION_EDITION)},
    {CLI_FLAG("json", struct verify, is_json, WORD_HELP_VERIFY_OPTION_JSON)},
    {.name = NULL},
};

static int run(const struct cli_command *command, int argc, char **argv)
{
    static struct verify verify;
    int status = cli_read(command, argc, argv, &verify);
    if (status == CLI_GO_ON && optind == argc)
        status = cli_wrong_use(command, "%s", host_word(WORD_CLI_NO_FILE_GIVEN));
    else if (status == CLI_GO_ON && optind + 1 < argc && (verify.commit || verify.chain))
        status = cli_wrong_use(command, "%s", host_word(WORD_CLI_VERIFY_COMMIT_AND_CHAIN_ARE_ABOUT_ONE));
    else if (status == CLI_GO_ON)
        for (int i = optind; i < argc; i++) {
            int one = verify_file(&verify, argv[i]);
            status = one > status ? one : status;
        }
    finder_drop(&verify.finder);
    return status;
}

const struct cli_command cli_verify = {
    .name = "verify",
    .usage = "[--commit HASH] [--chain HASH] [--key KEY] [--json] [--edition FILE]... RECORD...",
    .about = WORD_HELP_VERIFY_ABOUT,
    .details = WORD_HELP_VERIFY_DETAILS,
    .options = options,
    .operands_max = CLI_MANY,
    .operand = CLI_OFFER_FILE,
    .examples = "penultima verify game.mesa\n"
                "penultima verify --lang es --json game.mesa\n"
                "penultima verify --edition my.edition game.mesa other.mesa",
    .run = run,
};
