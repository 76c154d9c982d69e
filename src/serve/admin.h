/* admin.h - the operator's door: a Unix socket beside the data file of a running server.
 *
 *     penultima serve --admin list ──► DATA.admin ──► a thread of the server ──► the loop, and back
 *
 * One line comes in ("inspect k7m2p9x4ab es"), "ok" or "no" and a text go out; for a copy of the data
 * "ok", a line with its length, and its bytes: whoever asks writes them where he may and the server
 * may not. Whoever may open the socket, which is the user who runs the server and root, may use it. */
#ifndef SERVE_ADMIN_H
#define SERVE_ADMIN_H

#include <stdbool.h>
#include <stddef.h>

#define ADMIN_LINE_BYTES 4096
#define ADMIN_WORDS_MAX 8

struct admin; /* of a server */

/* Answers in the thread of the loop: 'words' are what was asked. The text is from malloc, with its length. */
enum admin_result { ADMIN_NO, ADMIN_GOOD, ADMIN_LATER /* by admin_give() */ };
typedef enum admin_result (*admin_answer)(void *context, char **words, unsigned count, char **text,
                                          size_t *length);

/* The same in a thread of its own, for what may take long. The answer may also be a file, open and at
 * its beginning: it is sent whole and closed. */
typedef bool (*admin_aside)(void *context, char **words, unsigned count, char **text, size_t *length,
                            int *file);

/* The words of a line, which is cut up by it. They stand apart by the unit separator, so that a path may have
 * blanks. Returns how many. */
unsigned admin_split(char *line, char *words[ADMIN_WORDS_MAX]);

struct admin_config {
    const char *data; /* path of the data file */
    void *context;
    admin_answer answer;
    admin_aside aside;
    /* What is left to do with what 'answer' found, in the admin's own thread. */
    bool (*after)(void *context, char **words, unsigned count, char **text, size_t *length);
    bool (*is_aside)(const char *word);
    void (*wake)(void *context); /* the loop: so that it calls admin_serve() */
};

/* Null: it cannot be opened; errno tells. */
struct admin *admin_create(const struct admin_config *config);
void admin_destroy(struct admin *admin);

/* In the loop: answers what waits. */
void admin_serve(struct admin *admin);

/* In the loop: the answer that was to come later; 'is_whole': nothing is left to do with it. The text is the
 * door's from here on. */
void admin_give(struct admin *admin, bool is_good, bool is_whole, char *text, size_t length);

/* The other side: asks the first server that runs with one of these data files, and prints its answer;
 * with 'file' it is written there, or its parts into a new folder of that name. Returns an exit status. */
enum admin_kept { ADMIN_FILE, ADMIN_FOLDER };
int admin_ask(const char *const *data, unsigned data_count, char **words, int count, const char *file,
              enum admin_kept kept);

/* One word, asked of the server that runs with this data; false: none does, or it has no answer. Says
 * nothing. */
bool admin_hear(const char *data, const char *word, char *text, size_t size);

#endif
