/* cmd_verify.c - checks that everything in a finished record follows from its seeds. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/find_edition.h"
#include "fair/evidence.h"
#include "fair/hex.h"
#include "fair/verify.h"

static const struct cli_option options[] = {
    {"commit",
     'c',
     "HASH",
     {"the server's commitment as you noted it before the game",
      "el compromiso del servidor que apuntaste antes de la partida"}},
    {"chain",
     'n',
     "HASH",
     {"the hash of the chain as you noted it after the game",
      "el resumen de la cadena que apuntaste tras la partida"}},
    {"key",
     'k',
     "KEY",
     {"the server's key as you noted it (/health shows it)",
      "la clave del servidor que apuntaste (la muestra /health)"}},
    {"edition",
     'e',
     "FILE",
     {"an edition of your own, known by its id; may be repeated",
      "una edición propia, conocida por su id; se puede repetir"}},
    {"json", 'j', NULL, {"one JSON object per record", "un objeto JSON por partida"}},
    {NULL, 0, NULL, {NULL, NULL}},
};

/* One report per check, and one per seat; three more for what was noted. */
enum { CHECKS_MAX = FAIR_CHECK_COUNT + PEN_SEATS_MAX + 3 };

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
        is_good ? host_text("the hash is the one you noted", "el resumen es el que apuntaste")
                : host_text("the hash is not the one you noted: this is another game",
                            "el resumen no es el que apuntaste: es otra partida"));
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
        is_good ? host_text("the key is the one you noted", "la clave es la que apuntaste")
                : host_text("it is not signed with the key you noted",
                            "no está firmado con la clave que apuntaste"));
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
            printf(host_text("line %u: ", "línea %u: "), check->line);
        printf("%s\n", check->text);
    }
    if (status == FAIR_STATUS_GOOD)
        printf(host_text("%s: everything follows from the seeds\n", "%s: todo se sigue de las semillas\n"),
               path);
    else if (status == FAIR_STATUS_WRONG)
        printf(host_text("%s: something is wrong (%u of %u checks)\n",
                         "%s: hay algo mal (%u de %u comprobaciones)\n"),
               path, count_wrong(verify), verify->check_count);
}

static void print_hash(const char *key, const uint8_t *hash)
{
    char digits[2 * FAIR_HASH_BYTES + 1];
    struct pen_text text = pen_text_in(digits, sizeof digits);
    fair_hex_write(&text, hash, FAIR_HASH_BYTES);
    printf(",\"%s\":\"%s\"", key, digits);
}

static void print_json(const struct verify *verify, const char *path, enum fair_status status,
                       const struct fair_verifier *verifier)
{
    static const char *const words[] = {"good", "wrong", "unreadable"};
    printf("{\"file\":");
    host_json_string(stdout, path);
    printf(",\"status\":\"%s\"", words[status]);
    if (status != FAIR_STATUS_UNREADABLE) {
        printf(",\"table\":\"%s\",\"game\":%u", verifier->inputs.table,
               (unsigned)verifier->inputs.game_number);
        print_hash("commit", verifier->commitment);
        print_hash("chain", verifier->chain.hash);
    }
    printf(",\"checks\":[");
    for (unsigned i = 0; i < verify->check_count; i++) {
        const struct check *check = &verify->checks[i];
        printf("%s{\"check\":\"%s\",\"good\":%s,\"line\":", i ? "," : "", check->name,
               check->is_good ? "true" : "false");
        if (check->line)
            printf("%u", check->line);
        else
            printf("null");
        printf(",\"text\":");
        host_json_string(stdout, check->text);
        printf("}");
    }
    printf("]}\n");
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
        printf(host_text("PROVEN: only the holder of the key %s can have signed this.\n",
                         "PROBADO: solo quien tiene la clave %s pudo firmar esto.\n"),
               digits);
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

static bool is_hash(const char *text)
{
    uint8_t hash[FAIR_HASH_BYTES];
    return fair_hex_read(text, strlen(text), hash, sizeof hash);
}

static bool is_key(const char *text)
{
    uint8_t key[FAIR_KEY_BYTES];
    return fair_hex_read(text, strlen(text), key, sizeof key);
}

static int run(const struct cli_command *command, int argc, char **argv)
{
    static struct verify verify;
    const char *value;
    int code, status = HOST_GOOD;
    while ((code = cli_option_next(command, argc, argv, &value)) >= 0) {
        if (code == 'j') {
            verify.is_json = true;
        } else if (code == 'e') {
            if (!finder_give(&verify.finder, value)) {
                finder_drop(&verify.finder);
                return HOST_WRONG;
            }
        } else if (code == 'k') {
            if (!is_key(value)) {
                finder_drop(&verify.finder);
                return cli_wrong_use(
                    command, host_text("not a key of 64 digits: %s", "no es una clave de 64 cifras: %s"),
                    value);
            }
            verify.key = value;
        } else if (!is_hash(value)) {
            finder_drop(&verify.finder);
            return cli_wrong_use(
                command, host_text("not a hash of 128 digits: %s", "no es un resumen de 128 cifras: %s"),
                value);
        } else if (code == 'c') {
            verify.commit = value;
        } else {
            verify.chain = value;
        }
    }
    if (code != CLI_END)
        status = code == CLI_DONE ? HOST_GOOD : HOST_WRONG;
    else if (optind == argc)
        status = cli_wrong_use(command, "%s", host_text("no file given", "falta el archivo"));
    else if (optind + 1 < argc && (verify.commit || verify.chain))
        status = cli_wrong_use(command, "%s",
                               host_text("--commit and --chain are about one file",
                                         "--commit y --chain son para un solo archivo"));
    else
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
    .about = {"Checks that all chance in a finished game came from the seeds of everybody",
              "Comprueba que todo el azar de una partida salió de las semillas de todos"},
    .details =
        {"Replays the record and repeats everything that chance decided: who deals, every deal, every new\n"
         "draw pile, every tie, from the seeds that the server and the players had committed to. '-' is\n"
         "standard input. The exit status is 0 if everything holds, 1 if something does not, 2 if the file\n"
         "cannot be read or has no seeds in it; of several files the highest.\n"
         "\n"
         "A record proves something about your game only if it is the record of your game: compare the\n"
         "server's commitment with the one shown before the first deal (--commit). The terminal and the "
         "page\n"
         "do that by themselves; what they save when something is wrong is checked here as well, with the\n"
         "server's signatures in it.\n"
         "What this proves and what not: docs/FAIRNESS.md.\n",
         "Repite la partida y todo lo que decidió el azar: quién reparte, cada reparto, cada mazo nuevo, "
         "cada\n"
         "empate, a partir de las semillas que el servidor y los jugadores habían comprometido. '-' es la\n"
         "entrada estándar. El estado de salida es 0 si todo se cumple, 1 si algo no, 2 si el archivo no se\n"
         "puede leer o no trae semillas; de varios archivos, el mayor.\n"
         "\n"
         "Un registro prueba algo de tu partida solo si es el de tu partida: compara el compromiso del\n"
         "servidor con el que se mostró antes del primer reparto (--commit). La terminal y la página lo\n"
         "hacen solas; lo que guardan cuando algo no cuadra también se comprueba aquí, con las firmas del\n"
         "servidor que lleva.\n"
         "Qué prueba esto y qué no: docs/FAIRNESS.md.\n"},
    .options = options,
    .examples = "penultima verify game.mesa\n"
                "penultima verify --lang es --json game.mesa\n"
                "penultima verify --edition my.edition game.mesa other.mesa",
    .run = run,
};
