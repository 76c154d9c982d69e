/* plain.h - what the line mode's files share. */
#ifndef TUI_PLAIN_H
#define TUI_PLAIN_H

#include "tui/lines.h"

/* Standard input, one for all of them: a line read ahead must not get lost between them. */
struct tui_lines *tui_plain_input(void);

#endif
