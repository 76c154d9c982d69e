/* analysis.h - how the decisions of a record are told. */
#ifndef CLI_ANALYSIS_H
#define CLI_ANALYSIS_H

#include "tui/table.h"
#include "value/luck.h"

struct analysis {
    const char *path;
    bool shows_all, is_json, tells_luck; /* tells_luck: and nothing else */
    struct tui_table table;              /* for the words */
    struct study study;
};

/* In lines for people, or one JSON object per decision. */
void analysis_tell(struct analysis *analysis);

/* The chances of all players as a page of SVG. False: it cannot be written, which has been said. */
PEN_MUST_USE bool analysis_plot(const struct analysis *analysis, const char *path);

#endif
