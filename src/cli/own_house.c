/* own_house.c - reads the files of --house and lays them over whatever edition is played. */
#include "cli/own_house.h"

#include <string.h>

#include "cli/find_edition.h"
#include "room/room.h"
#include "words/cli_house_words.h"

enum { PATH_BYTES = 4096 };

/* The command line has one list of them. */
static struct {
    unsigned count;
    char paths[PEN_HOUSE_OWN_MAX][PATH_BYTES];
} own;

static bool is_file(const char *word, size_t bytes)
{
    static const char ending[] = ".house";
    const size_t ending_bytes = sizeof ending - 1;
    return memchr(word, '/', bytes) != NULL ||
           (bytes > ending_bytes && memcmp(word + bytes - ending_bytes, ending, ending_bytes) == 0);
}

bool own_house_read(const char *text, pen_house_set *house)
{
    *house = 0;
    own.count = 0;
    if (strcmp(text, "none") == 0)
        return true;
    while (*text) {
        size_t length = strcspn(text, ", ");
        if (is_file(text, length)) {
            if (own.count == PEN_HOUSE_OWN_MAX || length >= PATH_BYTES)
                return false;
            memcpy(own.paths[own.count], text, length);
            own.paths[own.count++][length] = 0;
        } else if (length > 0 && !pen_house_add(text, length, house)) {
            return false;
        }
        text += length + (text[length] != 0);
    }
    return true;
}

static bool lay(struct pen_edition *edition, pen_house_set house, const struct pen_house_text *texts,
                struct pen_problem *problem)
{
    static struct pen_edition base;
    unsigned at;
    if (!pen_house_check_own(edition, house, texts, own.count, problem, &at)) {
        if (at < own.count)
            finder_name_file(problem, own.paths[at]);
        return false;
    }
    for (at = 0; at < own.count; at++) {
        base = *edition;
        if (!pen_edition_read(edition, &base, texts[at].bytes, texts[at].count, problem)) {
            finder_name_file(problem, own.paths[at]);
            return false;
        }
    }
    if (room_name_own_edition(edition))
        return true;
    memset(problem, 0, sizeof *problem);
    pen_problem_set(problem, host_say(CLI_HOUSE_TOO_LONG, pen_said(edition->title, host_lang)));
    return false;
}

bool own_house_try(struct pen_edition *edition, pen_house_set house, struct pen_problem *problem)
{
    struct host_file files[PEN_HOUSE_OWN_MAX];
    struct pen_house_text texts[PEN_HOUSE_OWN_MAX];
    unsigned count = 0;
    const char *why = NULL;
    if (own.count == 0)
        return true;
    for (; count < own.count && host_file_try(own.paths[count], &files[count], &why); count++)
        texts[count] = (struct pen_house_text){files[count].bytes, files[count].count};
    bool is_good = count == own.count && lay(edition, house, texts, problem);
    if (count < own.count) {
        memset(problem, 0, sizeof *problem);
        pen_problem_set(problem, why);
        finder_name_file(problem, own.paths[count]);
    }
    while (count > 0)
        host_file_drop(&files[--count]);
    return is_good;
}

bool own_house_lay(struct pen_edition *edition, pen_house_set house)
{
    struct pen_problem problem;
    if (own_house_try(edition, house, &problem))
        return true;
    host_error("%s", pen_problem_in(&problem, host_lang));
    return false;
}
