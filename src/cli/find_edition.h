/* find_edition.h - an edition by its name or its file.
 *
 * In this order: a name with '/' or ending in ".edition" is a path (from a .mesa file: relative to
 * it); the built-in editions; those given with --edition; NAME.edition beside the .mesa file; the
 * user's own in $XDG_DATA_HOME/penultima/editions; the installed ones. */
#ifndef CLI_FIND_EDITION_H
#define CLI_FIND_EDITION_H

#include "platform/host.h"

struct edition_finder {
    struct pen_edition *given; /* with --edition */
    unsigned given_count;
    const char *beside; /* the .mesa file, or null */
    bool is_argument;   /* there is no --edition that could give it */
};

/* Reads an edition file for the finder; says what is wrong itself. */
PEN_MUST_USE bool finder_give(struct edition_finder *finder, const char *path);
void finder_drop(struct edition_finder *finder);

/* In the shape that struct pen_mesa_host wants; 'context' is the finder. */
PEN_MUST_USE bool finder_find(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                              struct pen_problem *problem);

/* For an argument of the command line: says what is wrong itself. */
PEN_MUST_USE bool finder_find_argument(const char *name, struct pen_edition *edition);

/* A line for people, "FILE:LINE:COLUMN: what", on standard error. */
void finder_print_problem(const char *path, const struct pen_problem *problem);

/* What is wrong with another file than the one at hand: its place goes into the text. */
void finder_name_file(struct pen_problem *problem, const char *path);

/* Says why rules cannot be made of it: the two house rules that meet, or that the options do not fit. */
void finder_tell_why_not(const struct pen_edition *edition, const struct pen_options *options);

#endif
