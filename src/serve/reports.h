/* reports.h - what players report: kept with the words and moves around it, in a file beside the data.
 *
 *     hall ── report ──► kept ──► journal read aside, now and some moves later ──► the lines around it
 *
 * There is place for so many, and every address has a share; after a month they go. */
#ifndef SERVE_REPORTS_H
#define SERVE_REPORTS_H

#include "hall/hall.h"

enum { REPORTS_MAX = 500, REPORTS_PER_ADDRESS = 20 };

struct serve;
struct reports;

/* With those of the file, if it can be read. Null: no memory. */
struct reports *reports_create(struct serve *serve, const char *file);
void reports_destroy(struct reports *reports);
const struct hall_reporter *reports_reporter(const struct reports *reports);
/* In every turn of the loop: reads what is due, and has the file written. */
void reports_turn(struct reports *reports);

/* One line each; one whole; and gone. The first line of each is a head. */
struct hall_page reports_list(const struct reports *reports, enum pen_lang lang);
struct hall_page reports_show(const struct reports *reports, uint32_t number, enum pen_lang lang);
struct hall_page reports_forget(struct reports *reports, uint32_t number, enum pen_lang lang);

#endif
