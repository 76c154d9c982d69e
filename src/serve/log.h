/* log.h - what the server tells its operator: one line each on standard error, with the time, a
 * level and a code that does not change with the wording or the language.
 *
 *     2026-11-15T21:40:12.123Z warn loop-slow: a turn of the loop took 31 ms (hall 28 ms)
 *     {"time":"2026-11-15T21:40:12.123Z","level":"warn","code":"loop-slow","message":"a turn ..."}
 *
 * The codes are listed in docs/OPERATING.md. Whoever makes the server say the same for ever does not
 * fill its disk: of each code only so many lines come per minute, and then how many were left out. */
#ifndef SERVE_LOG_H
#define SERVE_LOG_H

#include <stdbool.h>

enum serve_level { SERVE_INFO, SERVE_WARN, SERVE_ERROR };

/* "text" or "json". */
bool serve_log_format(const char *word);

/* One line, in the language chosen. From any thread. */
void serve_log(enum serve_level level, const char *code, const char *message);

#endif
