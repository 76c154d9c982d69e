/* keep.c - what becomes of ended tables, and how large the data is and will be, told to the operator. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "serve/serve.h"
#include "platform/clock.h"
#include "platform/folder.h"
#include "platform/host.h"
#include "words/cli_log_words.h"
#include "words/cli_serve_words.h"

enum { LOOK_MS = 1000, MB = 1000000 };
#define DAY_MS UINT64_C(86400000)

static void name_table(uint64_t table, char name[STORE_NAME_BYTES])
{
    hall_table_name(table, name);
}

bool serve_make_archive(const struct serve *serve)
{
    if (!serve->archive || platform_folder_make(serve->archive, 0700))
        return true;
    host_error("%s: %s", serve->archive, strerror(errno));
    return false;
}

bool serve_keep(struct serve *serve, char *why)
{
    serve->archiving = (struct store_archive){serve->archive, name_table};
    const struct store_keeping keeping = {serve->archive ? &serve->archiving : NULL,
                                          serve->archive_days * DAY_MS};
    if (store_keep(&serve->store, &keeping, why) || (!serve->archive && !why[0]))
        return true;
    if (!why[0])
        snprintf(why, STORE_WHY_BYTES, "%s", host_word(WORD_CLI_SERVE_ARCHIVE_NEEDS_A_FILE));
    return false;
}

/* Once when it is known and then every day; and when tables cannot be archived any more, or can again. */
void serve_tell_growth(struct serve *serve, uint64_t now_ms)
{
    if (now_ms < serve->grown_ms)
        return;
    serve->grown_ms = now_ms + LOOK_MS;
    const struct store_growth growth = store_measure(&serve->store);
    const bool is_failing = growth.why[0] != 0;
    if (is_failing && !serve->is_archive_failing)
        serve_log(SERVE_ERROR, "archive-failing", host_say(CLI_LOG_ARCHIVE_FAILING, growth.why));
    else if (!is_failing && serve->is_archive_failing)
        serve_log(SERVE_INFO, "archive-again", host_word(WORD_CLI_LOG_ARCHIVE_AGAIN));
    serve->is_archive_failing = is_failing;
    if (growth.bytes_per_day == 0 || now_ms < serve->told_growth_ms)
        return;
    serve->told_growth_ms = now_ms + DAY_MS;
    serve_log(SERVE_INFO, "data-size",
              host_say(CLI_LOG_DATA_SIZE, host_real((double)growth.bytes / MB, 1),
                       (unsigned long long)growth.ended, (unsigned long long)growth.archived,
                       host_real((double)growth.bytes_per_day / MB, 1),
                       host_real((double)growth.bytes_in_30_days / MB, 1)));
}
