/* fuzz_fair_verify.c - any bytes as a record with a checkable shuffle: no crash, the same verdict in both
 * languages, something reported as wrong exactly when the verdict is not good. A broken chain stops
 * none of the other checks, so changed bytes reach all of them. */
#include <stdlib.h>
#include <string.h>

#include "fair/verify.h"
#include "penultima/languages.h"
#include "penultima/penultima.h"

struct seen {
    unsigned good, wrong;
};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

static bool find_edition(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                         struct pen_problem *problem)
{
    static struct pen_edition editions[8];
    static bool is_parsed[8];
    (void)context;
    (void)problem;
    for (unsigned index = 0; index < pen_edition_builtin_count() && index < 8; index++) {
        const char *id = pen_edition_builtin_id(index);
        if (strlen(id) != bytes || memcmp(id, name, bytes) != 0)
            continue;
        if (!is_parsed[index] && !pen_edition_builtin(id, &editions[index]))
            abort();
        is_parsed[index] = true;
        *edition = editions[index];
        return true;
    }
    return false;
}

static void note(void *context, const struct fair_check *check)
{
    struct seen *seen = context;
    if (check->id >= FAIR_CHECK_COUNT || check->text[0] == 0 || (check->is_good && check->line != 0))
        abort();
    seen->good += check->is_good;
    seen->wrong += !check->is_good;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    static struct fair_verifier verifier;
    struct seen english = {0, 0}, spanish = {0, 0};
    struct fair_verify_host host = {&english, PEN_LANG_EN, find_edition, note, NULL};
    enum fair_status status = fair_verify(&verifier, (const char *)bytes, count, &host);
    if ((status == FAIR_STATUS_GOOD) != (english.wrong == 0))
        abort();
    host.context = &spanish;
    host.lang = PEN_LANG_ES;
    if (fair_verify(&verifier, (const char *)bytes, count, &host) != status ||
        memcmp(&english, &spanish, sizeof english) != 0)
        abort();
    return 0;
}
