/* report.h - JSON for programs, written as it comes: what the commands say with --json, and the log. Quotes
 * and commas are its business, never the caller's. The messages of the protocol are src/wire's. */
#ifndef PLATFORM_REPORT_H
#define PLATFORM_REPORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct report {
    FILE *stream;
    unsigned depth;
    bool is_begun; /* the list or object that is open has something in it */
};

/* Keys are null in a list, and for what stands alone. */
void report_open(struct report *report, const char *key, char bracket); /* '{' or '[' */
void report_close(struct report *report, char bracket);                 /* '}' or ']' */
void report_string(struct report *report, const char *key, const char *string);
void report_whole(struct report *report, const char *key, uint64_t number);
void report_real(struct report *report, const char *key, double number, unsigned decimals);
void report_truth(struct report *report, const char *key, bool is_so);
void report_null(struct report *report, const char *key);

/* What comes next begins a line. */
void report_line(struct report *report);

#endif
