/* proof.c - see proof.h. */
#include "tui/remote/proof.h"
#include "tui/front.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "fair/hex.h"
#include "net/fetch.h"
#include "platform/bytes.h"
#include "platform/clock.h"
#include "platform/folder.h"
#include "tui/remote/inside.h"
#include "words/tui_tell_words.h"

/* Nobody waits longer than this for the record, however often it is asked for. */
enum { FETCH_SECONDS = 2, AGAIN_MS = 150, RECORD_BYTES = 4 << 20 };

/* ---- the text ---- */

static void path_of(const struct remote *remote, char *path, size_t size)
{
    snprintf(path, size, "%s.proof", remote->ticket.path);
}

static void keep(const struct remote *remote)
{
    char path[sizeof remote->ticket.path + 8];
    if (!remote->ticket.path[0])
        return;
    path_of(remote, path, sizeof path);
    (void)!platform_file_write(path, remote->proof.text, remote->proof.length, 0600, PLATFORM_NO_SYNC);
}

/* One more line, or several. What does not fit is left out: then less is compared. */
static void add(struct remote *remote, const char *lines)
{
    struct remote_proof *proof = &remote->proof;
    const size_t count = strlen(lines);
    if (proof->length == 0 || count >= sizeof proof->text - proof->length)
        return;
    memcpy(proof->text + proof->length, lines, count + 1);
    proof->length += count;
    keep(remote);
}

void remote_proof_load(struct remote *remote)
{
    struct remote_proof *proof = &remote->proof;
    char path[sizeof remote->ticket.path + 8];
    unsigned game;
    path_of(remote, path, sizeof path);
    if (!remote->ticket.path[0] || !remote->ticket.has_seed ||
        !platform_file_read(path, proof->text, sizeof proof->text, &proof->length))
        return;
    const char *about = strstr(proof->text, "\n#! about ");
    const char *number = about ? strstr(about, " game ") : NULL;
    if (!fair_evidence_is(proof->text, proof->length) || !number || sscanf(number, " game %u", &game) != 1)
        proof->length = 0;
    else
        proof->game = game;
}

bool remote_proof_is_begun(const struct remote *remote)
{
    char bound[160];
    snprintf(bound, sizeof bound, "\n#! bound %s\n", remote->state.commit);
    return remote->ticket.has_seed && remote->proof.length > 0 && remote->state.commit[0] &&
           remote->proof.game == remote->state.game + 1 && strstr(remote->proof.text, bound);
}

bool remote_proof_begin(struct remote *remote)
{
    struct remote_proof *proof = &remote->proof;
    const struct tui_told *state = &remote->state;
    struct pen_text text = pen_text_in(proof->text, sizeof proof->text);
    const uint32_t game = state->game + 1;
    proof->length = 0;
    proof->is_bad = false;
    if (!state->commit[0])
        return false;
    pen_text_add(&text, "#! evidence 1\n#! about ");
    pen_text_add(&text, state->id);
    pen_text_add(&text, " game ");
    pen_text_add_number(&text, game);
    pen_text_add(&text, "\n#! me ");
    pen_text_add(&text, state->you < PEN_SEATS_MAX ? state->seats[state->you].name : "");
    pen_text_add(&text, "\n#! own ");
    fair_hex_write(&text, remote->ticket.seed, sizeof remote->ticket.seed);
    pen_text_add(&text, "\n#! bound ");
    pen_text_add(&text, state->commit);
    pen_text_add(&text, "\n");
    if (strstr(proof->offered, state->commit))
        pen_text_add(&text, proof->offered);
    proof->length = text.length;
    proof->game = game;
    keep(remote);
    return true;
}

/* ---- before the deal ---- */

/* Said once, loudly; the evidence is saved by the end, or now if there will be none. */
static void complain(struct remote *remote, enum word id)
{
    if (!remote->proof.is_bad)
        remote_note(remote, id, (struct tui_filling){0});
    remote->proof.is_bad = true;
}

/* The message as lines of evidence. */
static void write_statement(const struct tui_message *message, char *bytes, size_t size)
{
    struct pen_text text = pen_text_in(bytes, size);
    unsigned count = 0;
    for (const char *at = message->lines; *at; at++)
        count += *at == '\n';
    pen_text_add(&text, "#! signed ");
    fair_hex_write(&text, message->key, sizeof message->key);
    pen_text_add(&text, " ");
    fair_hex_write(&text, message->signature, sizeof message->signature);
    pen_text_add(&text, " ");
    pen_text_add_number(&text, count);
    pen_text_add(&text, "\n");
    pen_text_add(&text, message->lines);
}

static bool is_about(const struct remote *remote, const char *lines, uint32_t game)
{
    char wanted[96];
    snprintf(wanted, sizeof wanted, "#! table %s game %u\n", remote->state.id, (unsigned)game);
    return strstr(lines, wanted) != NULL;
}

void remote_proof_hear(struct remote *remote)
{
    struct remote_proof *proof = &remote->proof;
    const struct tui_message *message = &remote->message;
    char lines[sizeof proof->offered];
    if (!fair_signed_check(message->key, message->signature, message->lines, strlen(message->lines)) ||
        (proof->has_key && memcmp(proof->key, message->key, sizeof proof->key) != 0)) {
        complain(remote, WORD_TUI_TELL_SIGNED_BADLY);
        return;
    }
    memcpy(proof->key, message->key, sizeof proof->key);
    proof->has_key = true;
    write_statement(message, lines, sizeof lines);
    if (proof->length > 0 && is_about(remote, message->lines, proof->game)) {
        if (!strstr(proof->text, lines))
            add(remote, lines);
    } else if (is_about(remote, message->lines, remote->state.game + 1)) {
        memcpy(proof->offered, lines, sizeof lines);
    }
}

bool remote_proof_may_reveal(struct remote *remote)
{
    const struct remote_proof *proof = &remote->proof;
    const struct tui_told *state = &remote->state;
    char bound[160], own[FAIR_HASH_BYTES * 2 + PEN_PLAYER_BYTES + 16];
    struct pen_text text = pen_text_in(own, sizeof own);
    uint8_t hash[FAIR_HASH_BYTES];
    if (proof->length == 0 || proof->game != state->game)
        return false; /* nothing of ours is sealed for this game */
    snprintf(bound, sizeof bound, "\n#! bound %s\n", state->commit);
    if (!strstr(proof->text, bound)) {
        complain(remote, WORD_TUI_TELL_OTHER_COMMIT);
        return false;
    }
    if (!proof->has_key)
        return true; /* it signs nothing: we can notice, but not prove */
    /* Signed, and with our own commitment in it, by our name. */
    snprintf(bound, sizeof bound, "\n#! server commit %s\n", state->commit);
    fair_commit_client(remote->ticket.seed, hash);
    pen_text_add(&text, "\n#! commit ");
    pen_text_add(&text, state->you < PEN_SEATS_MAX ? state->seats[state->you].name : "");
    pen_text_add(&text, " ");
    const size_t name_end = text.length;
    fair_hex_write(&text, hash, sizeof hash);
    pen_text_add(&text, "\n");
    if (strstr(proof->text, bound) && strstr(proof->text, own))
        return true;
    own[name_end] = 0;
    if (strstr(proof->text, own) || strstr(proof->text, "\n#! commit "))
        complain(remote, WORD_TUI_TELL_OTHER_SEAL); /* ours is missing, or another one */
    return false;
}

void remote_proof_revealed(struct remote *remote)
{
    if (!strstr(remote->proof.text, "\n#! revealed\n"))
        add(remote, "#! revealed\n");
}

/* ---- while playing ---- */

void remote_proof_see(struct remote *remote)
{
    const struct tui_told *state = &remote->state;
    const struct tui_message *message = &remote->message;
    char line[2048], key[40];
    struct pen_text text = pen_text_in(line, sizeof line);
    if (remote->proof.length == 0 || remote->proof.game != state->game || state->you >= PEN_SEATS_MAX)
        return;
    if (message->is_deal) {
        snprintf(key, sizeof key, "#! dealt %u ", (unsigned)state->view.round_number);
        pen_text_add(&text, key);
        bool is_first = true;
        for (uint8_t card = 0; card < state->rules.kind_count; card++)
            for (unsigned i = pen_hand_count_of(&state->view.hand, card); i > 0; i--) {
                if (!is_first)
                    pen_text_add(&text, " ");
                is_first = false;
                pen_card_write(&state->edition, &state->rules, card, &text);
            }
    } else if (message->has_over) {
        snprintf(key, sizeof key, "#! score %u ", (unsigned)state->view.round_number);
        pen_text_add(&text, key);
        for (unsigned seat = 0; seat < state->seat_count; seat++) {
            if (seat > 0)
                pen_text_add(&text, " ");
            pen_text_add_number(&text, state->view.score[seat]);
        }
    } else {
        return;
    }
    pen_text_add(&text, "\n");
    if (!strstr(remote->proof.text, key))
        add(remote, line);
}

/* Whether a line tells of what has not happened any more: the deal of a later round, the end of this one. */
static bool is_undone(const char *line, bool has_cards, unsigned round)
{
    unsigned number;
    if (sscanf(line, "#! dealt %u ", &number) == 1)
        return !has_cards || number > round;
    return sscanf(line, "#! score %u ", &number) == 1 && (!has_cards || number >= round);
}

void remote_proof_go_back(struct remote *remote)
{
    struct remote_proof *proof = &remote->proof;
    const struct tui_told *state = &remote->state;
    size_t kept = 0;
    if (proof->length == 0 || proof->game < state->game)
        return;
    /* A game that has not begun any more is agreed on again, with other seeds. */
    for (size_t at = 0; at < proof->length && proof->game == state->game;) {
        const char *line = proof->text + at, *end = strchr(line, '\n');
        const size_t count = end ? (size_t)(end - line) + 1 : proof->length - at;
        if (!is_undone(line, state->has_cards, state->view.round_number)) {
            memmove(proof->text + kept, line, count);
            kept += count;
        }
        at += count;
    }
    proof->text[kept] = 0;
    proof->length = kept;
    keep(remote);
}

/* ---- the end ---- */

struct judgement {
    struct remote *remote;
    unsigned wrong;
};

static bool find_edition(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                         struct pen_problem *problem)
{
    const struct judgement *judgement = context;
    const struct tui_told *state = &judgement->remote->state;
    char id[PEN_ID_BYTES];
    (void)problem;
    if (bytes >= sizeof id)
        return false;
    memcpy(id, name, bytes);
    id[bytes] = 0;
    if (pen_edition_builtin(id, edition))
        return true;
    /* The table's own, which it has told. */
    if (strcmp(id, state->edition.id) != 0)
        return false;
    *edition = state->edition;
    return true;
}

static void note_check(void *context, const struct fair_check *check)
{
    struct judgement *judgement = context;
    if (!check->is_good && judgement->wrong++ < 4)
        remote_note(judgement->remote, WORD_TUI_TELL_CHECK_WRONG, (struct tui_filling){.text = check->text});
}

/* The record may still be on its way to the server's disk. Null: 'is_denied' if the server says that it has
 * none; otherwise it could not be asked, which says nothing about it. */
static char *fetch_record(struct remote *remote, size_t *count, bool *is_denied)
{
    char url[sizeof remote->config.link.base + 96];
    struct net_fetched fetched = {0};
    *count = 0;
    *is_denied = false;
    snprintf(url, sizeof url, "%sapi/tables/%s/games/%u.mesa", remote->config.link.base, remote->state.id,
             (unsigned)remote->proof.game);
    const uint64_t until = platform_now_ms() + 1000 * FETCH_SECONDS;
    for (uint64_t now; (now = platform_now_ms()) < until;) {
        const struct net_fetch fetch = {
            .url = url, .bytes_max = RECORD_BYTES, .wait_ms = (uint32_t)(until - now)};
        *is_denied = false;
        if (net_fetch(&fetch, &fetched) != NET_PROBLEM_NONE)
            return NULL;
        if (fetched.status == 200) {
            *count = fetched.count;
            return fetched.bytes;
        }
        free(fetched.bytes);
        *is_denied = fetched.status == 404;
        if (fetched.status != 404 && fetched.status != 503 && fetched.status != 429)
            return NULL;
        platform_rest_ms(AGAIN_MS);
    }
    return NULL;
}

/* Where what does not agree is kept. */
static bool save_evidence(const struct remote *remote, const char *bytes, size_t count, char *path,
                          size_t size)
{
    const char *seats = strstr(remote->ticket.path, "/seats/");
    if (!seats)
        return false;
    snprintf(path, size, "%.*s/evidence", (int)(seats - remote->ticket.path), remote->ticket.path);
    if (!platform_folder_make(path, 0700))
        return false;
    const size_t length = strlen(path);
    snprintf(path + length, size - length, "/%s-%u-%s.mesa", remote->state.id, (unsigned)remote->proof.game,
             remote->config.name);
    return platform_file_write(path, bytes, count, 0600, PLATFORM_NO_SYNC);
}

void remote_proof_end(struct remote *remote)
{
    struct remote_proof *proof = &remote->proof;
    static struct fair_evidence evidence;
    char path[sizeof remote->ticket.path + 128];
    struct judgement judgement = {remote, 0};
    size_t record_count;
    if (proof->length == 0 || proof->game != remote->state.game)
        return;
    bool is_denied;
    char *record = fetch_record(remote, &record_count, &is_denied);
    if (!record)
        remote_note(remote, WORD_TUI_TELL_NO_RECORD, (struct tui_filling){.number = FETCH_SECONDS});
    if (!record && !is_denied)
        return; /* no line to the server: not its fault, as far as we know */
    /* By the name under which the game was played: it may have been changed after sealing. */
    const char *me = strstr(proof->text, "\n#! me "), *after = me ? strchr(me + 1, '\n') : NULL;
    const uint8_t you = remote->state.you;
    const size_t size = proof->length + PEN_PLAYER_BYTES + 16 + record_count;
    char *whole = malloc(size);
    if (!whole || !after) {
        free(whole);
        free(record);
        return;
    }
    int head = snprintf(whole, size, "%.*s\n#! me %s%s#! record\n", (int)(me - proof->text), proof->text,
                        you < PEN_SEATS_MAX ? remote->state.seats[you].name : "", after);
    if (record)
        memcpy(whole + head, record, record_count);
    free(record);
    const struct fair_verify_host host = {&judgement, remote->table.lang, find_edition, note_check, NULL};
    const enum fair_status status = fair_evidence_judge(&evidence, whole, (size_t)head + record_count, &host);
    if (status == FAIR_STATUS_GOOD && !proof->is_bad) {
        remote_note(remote, proof->has_key ? WORD_TUI_TELL_SHUFFLE_GOOD : WORD_TUI_TELL_SHUFFLE_UNSIGNED,
                    (struct tui_filling){0});
    } else if (save_evidence(remote, whole, (size_t)head + record_count, path, sizeof path)) {
        remote_note(remote, WORD_TUI_TELL_SHUFFLE_WRONG, (struct tui_filling){.text = path});
    } else {
        remote_note(remote, WORD_TUI_TELL_SHUFFLE_WRONG, (struct tui_filling){.text = "-"});
    }
    free(whole);
    proof->length = 0;
}
