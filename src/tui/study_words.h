/* study_words.h - a decision of a studied record (src/value/study.h) in words: what was done and what would
 * have been better, with chances and the reason. */
#ifndef TUI_STUDY_WORDS_H
#define TUI_STUDY_WORDS_H

#include "tui/table.h"
#include "value/study.h"

enum { TUI_STUDY_BYTES = 512 };

/* The action as an order, in the eyes of who decided; 'table' is only used for words and is changed. */
const char *tui_study_order(struct tui_table *table, const struct study_decision *decision,
                            struct pen_action action, char bytes[TUI_STUDY_BYTES]);

/* "Ana: Play ● red 7 (45 % ± 3)", with what stands before it. */
const char *tui_study_taken(struct tui_table *table, const struct study_decision *decision,
                            const char *before);

/* "better: ...: why", of something that cost anything. */
void tui_study_better(struct tui_table *table, const struct study_decision *decision,
                      char bytes[2 * TUI_STUDY_BYTES]);

#endif
