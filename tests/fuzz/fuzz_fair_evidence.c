/* fuzz_fair_evidence.c - any bytes as the evidence of a client: no crash, the same verdict in both languages,
 * something reported as wrong exactly when the verdict is not good; nothing is proven that is good, and
 * nothing without a signature that holds. */
#include <stdlib.h>
#include <string.h>

#include "fair/evidence.h"
#include "penultima/languages.h"
#include "penultima/penultima.h"

static const char first[] = "#! evidence 1\n";

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

static bool find_edition(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                         struct pen_problem *problem)
{
    char id[PEN_ID_BYTES] = {0};
    (void)context;
    (void)problem;
    if (bytes >= sizeof id)
        return false;
    memcpy(id, name, bytes);
    return pen_edition_builtin(id, edition);
}

static void note(void *context, const struct fair_check *check)
{
    unsigned *wrong = context;
    if (check->id >= FAIR_CHECK_COUNT || check->text[0] == 0)
        abort();
    *wrong += !check->is_good;
}

static enum fair_status judge(struct fair_evidence *evidence, const char *bytes, size_t count,
                              enum pen_lang lang)
{
    unsigned wrong = 0;
    const struct fair_verify_host host = {&wrong, lang, find_edition, note, NULL};
    const enum fair_status status = fair_evidence_judge(evidence, bytes, count, &host);
    if (status != FAIR_STATUS_UNREADABLE && (status == FAIR_STATUS_GOOD) != (wrong == 0))
        abort();
    if (evidence->is_proven && (status == FAIR_STATUS_GOOD || !evidence->has_key))
        abort();
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    static struct fair_evidence evidence;
    /* The first line is given: without it there is nothing to see. */
    char *text = malloc(sizeof first - 1 + count);
    if (!text)
        return 0;
    memcpy(text, first, sizeof first - 1);
    if (count > 0)
        memcpy(text + sizeof first - 1, bytes, count);
    const enum fair_status english = judge(&evidence, text, sizeof first - 1 + count, PEN_LANG_EN);
    const bool is_proven = evidence.is_proven;
    if (judge(&evidence, text, sizeof first - 1 + count, PEN_LANG_ES) != english ||
        evidence.is_proven != is_proven)
        abort();
    free(text);
    return 0;
}
