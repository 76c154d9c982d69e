/* speech.h - what the line mode says: every line goes through here, so that it can be heard again, and so
 * that no shape is read out before the name of its colour. One terminal, one voice. */
#ifndef PLAIN_SPEECH_H
#define PLAIN_SPEECH_H

#include "tui/start.h"

/* From now on the shapes of this edition are left out. */
void speech_begin(const struct pen_edition *edition);

/* One line or several. */
void speech_say(const char *text);
__attribute__((format(printf, 1, 2))) void speech_write(const char *format, ...);
/* The same, and it is something that has happened. */
void speech_tell(const char *text);

/* The person has answered: what comes now is new. */
void speech_answered(void);
/* The person has moved: what happens now is since then. */
void speech_moved(void);

/* Everything since the answer before this one, once more. */
void speech_repeat(void);
/* What has happened since the move; false: nothing has. */
bool speech_since(void);

#endif
