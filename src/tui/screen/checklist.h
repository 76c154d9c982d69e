/* checklist.h - all house rules on one page, to be ticked: what is typed leaves only those that have it in
 * their name or their sentence. */
#ifndef SCREEN_CHECKLIST_H
#define SCREEN_CHECKLIST_H

#include "tui/start.h"

/* While the screen is open. Back with the choice in 'start'. */
void screen_checklist(struct tui_start *start);

#endif
