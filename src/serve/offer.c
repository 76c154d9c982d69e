/* offer.c - the host's own editions (--editions FOLDER): read before anything is opened, and all of them good
 * or none, so that nobody looks in the lobby for one that was left out. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "penultima/words.h"
#include "platform/host.h"
#include "serve/serve.h"
#include "penultima/words_server.h"
#include "words/cli_serve_words.h"

static int is_edition(const struct dirent *entry)
{
    static const char ending[] = ".edition";
    const size_t length = strlen(entry->d_name), ending_length = sizeof ending - 1;
    return length > ending_length && entry->d_name[0] != '.' &&
           strcmp(entry->d_name + length - ending_length, ending) == 0;
}

static bool read_one(const char *path, struct pen_edition *edition)
{
    struct host_file file;
    struct pen_problem problem;
    if (!host_file_read(path, &file))
        return false;
    static struct pen_edition base;
    bool is_good = pen_edition_builtin("classic", &base) &&
                   pen_edition_read(edition, &base, file.bytes, file.count, &problem);
    host_file_drop(&file);
    if (!is_good) {
        host_error("%s:%u:%u: %s", path, problem.line, problem.column, pen_problem_in(&problem, host_lang));
    } else if (!room_name_own_edition(edition)) {
        host_error("%s: %s", path, pen_word_text(PEN_WORD_SERVER_LONG_EDITION, host_lang));
        return false;
    }
    return is_good;
}

bool serve_read_offers(struct serve *serve, const char *folder)
{
    struct dirent **entries = NULL;
    const int count = scandir(folder, &entries, is_edition, alphasort);
    bool is_good = count >= 0 && count <= SERVE_OFFERS_MAX;
    if (count < 0)
        host_error("%s: %s", folder, strerror(errno));
    else if (!is_good)
        host_error("%s: %s", folder, host_word(WORD_CLI_SERVE_TOO_MANY_OF_THEM));
    if (is_good && count > 0)
        serve->offers = host_allocate(NULL, (size_t)count * sizeof *serve->offers);
    for (int i = 0; i < count; i++) {
        char path[PATH_MAX];
        if (is_good &&
            (size_t)snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name) >= sizeof path) {
            host_error("%s", host_word(WORD_CLI_SERVE_THE_PATH_IS_TOO_LONG));
            is_good = false;
        }
        is_good = is_good && read_one(path, &serve->offers[serve->offer_count]);
        serve->offer_count += is_good;
        free(entries[i]);
    }
    free(entries);
    return is_good;
}
