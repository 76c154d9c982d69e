/* folder.h - where a person's files are, and making folders. */
#ifndef PLATFORM_FOLDER_H
#define PLATFORM_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

#include "penultima/penultima.h"

/* By the XDG base directory specification. */
enum platform_home {
    PLATFORM_HOME_DATA,  /* $XDG_DATA_HOME or ~/.local/share: what is kept and carried along */
    PLATFORM_HOME_STATE, /* $XDG_STATE_HOME or ~/.local/state: what belongs to this machine */
    PLATFORM_HOME_CONFIG /* $XDG_CONFIG_HOME or ~/.config: what the person has written */
};

/* The program's own place there with 'below' behind it: "/games". False if the person has no home, or if
 * it does not fit. */
PEN_MUST_USE bool platform_home_path(enum platform_home home, const char *below, char *path, size_t size);

/* What lies beside the program or was installed with it: the program's own folder with 'below' behind it:
 * "/../share/penultima". False if it does not fit. */
PEN_MUST_USE bool platform_beside_path(const char *below, char *path, size_t size);

/* One folder. Good as well if it is there already. Otherwise errno says why not. */
PEN_MUST_USE bool platform_folder_make(const char *path, unsigned mode);

/* Those of a path, all that stands before its last slash, each for the owner alone. On failure the path is
 * cut where one could not be made, and errno says why. */
PEN_MUST_USE bool platform_folders_make(char *path);

#endif
