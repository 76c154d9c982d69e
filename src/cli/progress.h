/* progress.h - a bar on the terminal while something long runs, and Ctrl-C that ends it well. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "platform/host.h"

struct progress {
    const char *unit; /* what is counted, in the language chosen: "games" */
    bool is_shown;    /* standard error is a terminal */
    uint64_t started_us, done, total;
};

/* From here on the first Ctrl-C only asks to stop; a second one ends the program. */
void progress_begin(struct progress *progress, const char *unit);

/* 'done' of 'total': draws the bar. False when Ctrl-C asked to stop. */
bool progress_tell(struct progress *progress, uint64_t done, uint64_t total);

/* Takes the bar away and, on a terminal, leaves a line with count, time and rate in its place.
 * False if Ctrl-C asked to stop. */
bool progress_end(struct progress *progress);

/* Processor time of the calling thread, in the shape that struct bot_clock wants: a bot with a budget of
 * time is as strong on a busy machine as on an idle one. */
uint64_t progress_thread_us(void *context);

#endif
