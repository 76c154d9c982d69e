/* report.c - see report.h. */
#include "platform/report.h"

static void put_quoted(FILE *stream, const char *string)
{
    fputc('"', stream);
    for (; *string; string++) {
        unsigned char byte = (unsigned char)*string;
        if (byte == '"' || byte == '\\')
            fprintf(stream, "\\%c", byte);
        else if (byte < 0x20 || byte == 0x7f)
            fprintf(stream, "\\u%04x", byte);
        else
            fputc(byte, stream);
    }
    fputc('"', stream);
}

static void begin(struct report *report, const char *key)
{
    if (report->is_begun)
        fputs(", ", report->stream);
    report->is_begun = true;
    if (key) {
        put_quoted(report->stream, key);
        fputs(": ", report->stream);
    }
}

void report_open(struct report *report, const char *key, char bracket)
{
    begin(report, key);
    fputc(bracket, report->stream);
    report->depth++;
    report->is_begun = false;
}

void report_close(struct report *report, char bracket)
{
    fputc(bracket, report->stream);
    report->is_begun = --report->depth > 0;
    if (report->depth == 0)
        fputc('\n', report->stream);
}

void report_string(struct report *report, const char *key, const char *string)
{
    begin(report, key);
    put_quoted(report->stream, string);
}

void report_whole(struct report *report, const char *key, uint64_t number)
{
    begin(report, key);
    fprintf(report->stream, "%llu", (unsigned long long)number);
}

void report_real(struct report *report, const char *key, double number, unsigned decimals)
{
    begin(report, key);
    fprintf(report->stream, "%.*f", (int)decimals, number);
}

void report_truth(struct report *report, const char *key, bool is_so)
{
    begin(report, key);
    fputs(is_so ? "true" : "false", report->stream);
}

void report_null(struct report *report, const char *key)
{
    begin(report, key);
    fputs("null", report->stream);
}

void report_line(struct report *report)
{
    if (report->is_begun)
        fputc(',', report->stream);
    fputc('\n', report->stream);
    report->is_begun = false; /* the comma is there */
}
