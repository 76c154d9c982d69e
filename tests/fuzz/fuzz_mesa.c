/* fuzz_mesa.c - any bytes as a .mesa text: no crash, no state that the self-check finds wrong, a
 * problem reported exactly when there is one, and the same result when it is replayed. */
#include <stdlib.h>
#include <string.h>

#include "penultima/languages.h"
#include "penultima/penultima.h"

struct seen {
    unsigned report_count, moment_count;
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

static void report(void *context, unsigned line, const char *what)
{
    struct seen *seen = context;
    seen->report_count++;
    if (line == 0 || what[0] == 0)
        abort();
}

static void show(void *context, const struct pen_mesa_moment *moment)
{
    struct seen *seen = context;
    seen->moment_count++;
    const char *wrong = pen_round_check(moment->rules, &moment->game->round);
    if (wrong)
        pen_assert_failed(wrong, "fuzz_mesa", (int)moment->line);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    static struct pen_mesa first, second;
    struct seen seen = {0, 0}, again = {0, 0};
    struct pen_mesa_host host = {&seen, PEN_LANG_EN, find_edition, report, show};
    enum pen_mesa_status status = pen_mesa_replay(&first, (const char *)bytes, count, &host);
    if ((status == PEN_MESA_GOOD) != (seen.report_count == 0))
        abort();
    host.context = &again;
    host.lang = PEN_LANG_ES;
    if (pen_mesa_replay(&second, (const char *)bytes, count, &host) != status)
        abort();
    if (memcmp(&seen, &again, sizeof seen) != 0 || memcmp(&first.game, &second.game, sizeof first.game) != 0)
        abort();
    return 0;
}
