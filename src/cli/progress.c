/* progress.c - the bar and Ctrl-C.
 *
 * Nothing is drawn unless standard error is a terminal, and nothing here goes to standard output, so
 * what is printed there depends on the arguments alone. */
#include "cli/progress.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "platform/clock.h"
#include "words/cli_progress_words.h"

enum { BAR = 24 };

enum { SAME_SIGNAL_MS = 1000 };

static volatile sig_atomic_t is_asked_to_stop, asked_at_ms;

/* The second one ends the program, but not at once: who ends a program often signals it and its group,
 * and that is meant as one. */
static void ask_to_stop(int number)
{
    unsigned ms = (unsigned)platform_now_ms();
    if (!is_asked_to_stop) {
        asked_at_ms = (sig_atomic_t)ms;
        is_asked_to_stop = 1;
    } else if (ms - (unsigned)asked_at_ms >= SAME_SIGNAL_MS) {
        struct sigaction usual;
        memset(&usual, 0, sizeof usual);
        usual.sa_handler = SIG_DFL;
        sigaction(number, &usual, NULL);
        raise(number);
    }
}

/* Where the caller had it ignored it stays so. */
static void catch_signal(int number)
{
    struct sigaction before, action;
    memset(&action, 0, sizeof action);
    action.sa_handler = ask_to_stop;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    if (sigaction(number, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(number, &action, NULL);
}

uint64_t progress_thread_us(void *context)
{
    (void)context;
    return (uint64_t)(platform_thread_seconds() * 1e6);
}

void progress_begin(struct progress *progress, const char *unit)
{
    const char *terminal = getenv("TERM");
    *progress = (struct progress){.unit = unit, .started_us = platform_now_us()};
    progress->is_shown = isatty(STDERR_FILENO) && !(terminal && strcmp(terminal, "dumb") == 0);
    is_asked_to_stop = 0;
    catch_signal(SIGINT);
    catch_signal(SIGTERM);
}

/* 950, 12.3 k, 1.20 M */
static void write_amount(char *text, size_t bytes, double amount)
{
    if (amount >= 1e6)
        snprintf(text, bytes, "%.2f M", amount / 1e6);
    else if (amount >= 1e4)
        snprintf(text, bytes, "%.1f k", amount / 1e3);
    else
        snprintf(text, bytes, amount >= 100 ? "%.0f" : "%.1f", amount);
}

static void write_time(char *text, size_t bytes, double seconds)
{
    unsigned long whole = seconds < 1e9 ? (unsigned long)(seconds + 0.5) : 999999999;
    if (whole >= 3600)
        snprintf(text, bytes, "%lu:%02lu:%02lu", whole / 3600, whole / 60 % 60, whole % 60);
    else
        snprintf(text, bytes, "%lu:%02lu", whole / 60, whole % 60);
}

bool progress_tell(struct progress *progress, uint64_t done, uint64_t total)
{
    progress->done = done;
    progress->total = total;
    if (!progress->is_shown)
        return !is_asked_to_stop;
    if (is_asked_to_stop) {
        fputs(host_word(WORD_CLI_PROGRESS_KENDING_AFTER_WHAT_IS_UNDER_WAY), stderr);
        fflush(stderr);
        return false;
    }
    double seconds = (double)(platform_now_us() - progress->started_us) / 1e6;
    double rate = seconds > 0 ? (double)done / seconds : 0;
    double part = total ? (double)done / (double)total : 1;
    char bar[BAR + 1], speed[32], left[32];
    unsigned filled = (unsigned)(part * BAR);
    memset(bar, '.', BAR);
    memset(bar, '#', filled > BAR ? BAR : filled);
    bar[BAR] = 0;
    write_amount(speed, sizeof speed, rate);
    write_time(left, sizeof left, rate > 0 ? (double)(total - done) / rate : 0);
    char percent[16];
    snprintf(percent, sizeof percent, "%3.0f", 100 * part);
    fprintf(stderr, "\r\033[K%s",
            host_say(CLI_PROGRESS_LINE, bar, percent, speed, progress->unit, rate > 0 ? left : "?"));
    fflush(stderr);
    return !is_asked_to_stop;
}

bool progress_end(struct progress *progress)
{
    if (progress->is_shown) {
        double seconds = (double)(platform_now_us() - progress->started_us) / 1e6;
        char speed[32];
        write_amount(speed, sizeof speed, seconds > 0 ? (double)progress->done / seconds : 0);
        fprintf(stderr, "%s",
                host_say(CLI_PROGRESS_K_IN_S_S, (unsigned long long)progress->done, progress->unit,
                         host_real(seconds, 1), speed));
    }
    return !is_asked_to_stop;
}
