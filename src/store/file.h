/* file.h - the parts of a journal in an SQLite file, for the files that share them. */
#ifndef STORE_FILE_H
#define STORE_FILE_H

#include <pthread.h>
#include <sqlite3.h>

#include "store/archive.h"
#include "store/batch.h"
#include "store/problem.h"
#include "store/store.h"

struct file {
    sqlite3 *writer, *reader, *copier, *keeper;
    sqlite3_stmt *add, *one, *begin, *end, *undo, *remove;
    pthread_t thread, copying, keeping_thread;
    pthread_mutex_t mutex, reading;
    pthread_cond_t changed, grown, kept;
    void (*wake)(void *context);
    void *wake_context;
    int lock;
    enum pen_lang lang;
    uint64_t next_place;

    struct store_batch gathered; /* the caller's */
    struct store_batch writing;  /* the writer's while 'is_busy' */
    /* Guarded by the mutex. */
    bool is_busy, is_failing, is_closing, has_given_up, is_grown, is_copying;
    int copied; /* pages of SQLite's log that are in the file, too */
    char why[STORE_WHY_BYTES];
    struct store_counters counters;
    /* file_keep.c, guarded likewise. */
    struct store_keeping keeping;
    struct store_growth growth;
    uint64_t dropping, dropping_ms;     /* the ended table that the writer is to drop; 0: none */
    uint64_t grown_from, grown_from_ms; /* what was used, and when, when it was first looked at */
    bool has_keeper, is_dropped, must_shrink, must_look;
};

#define STORE_COLUMNS "before, tbl, seq, text, hash, place"

bool store__say_sqlite(char *why, sqlite3 *connection);

/* Where the entries of a table are, from the last one back to the first. */
struct store__walk {
    uint64_t *places;
    size_t count, size;
    bool is_out_of_memory;
};

/* 'one' selects STORE_COLUMNS by place. False: a place is missing or of another table. */
bool store__walk_back(sqlite3_stmt *one, uint64_t table, uint64_t last, struct store__walk *walk);

/* file_kind.c. Whether the file is ours, of a kind that is known, or still to be made; nothing is
 * written. */
bool store__check_kind(const char *path, enum pen_lang lang, char *why);
/* Sees to it that it can give space back; before anything else is done with it. */
bool store__make_shrinkable(sqlite3 *connection, char *why);
/* Makes a new one, or what an older version wrote, one of this kind. */
bool store__make_kind(sqlite3 *connection, char *why);

/* file_keep.c: what the writer does between two groups, with the mutex held. */
bool store__has_chore(const struct file *file);
void store__do_chore(struct file *file);
bool store__keep(void *self, const struct store_keeping *keeping, char *why);
struct store_growth store__growth(void *self);

/* In the shape of struct store_ops: file_read.c. */
bool store__read_open(void *self, store_visit visit, void *context, char *why);
bool store__read_table(void *self, uint64_t table, uint64_t last, store_visit visit, void *context,
                       char *why);
bool store__read_ended(void *self, uint64_t table, store_visit_ended visit, void *context, char *why);
bool store__list_ended(void *self, store_visit_ended visit, void *context, char *why);
bool store__back_up(void *self, const char *path, char *why);
bool store__secret(void *self, const char *name, const uint8_t *fresh, uint8_t *bytes, size_t count,
                   char *why);
bool store__read_secrets(void *self, store_visit_secret visit, void *context, char *why);

#endif
