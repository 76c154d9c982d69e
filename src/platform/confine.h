/* confine.h - a process gives up what it will not need: all files but a few, and all of the system's calls
 * but a list.
 *
 * By Landlock and seccomp, which a process may ask of the Linux kernel for itself, without being root;
 * elsewhere nothing happens. There is no way back, and threads begun later are confined too, those that
 * run already are not: ask before the first one begins. A call that is not in the list is refused (EPERM) and
 * noted; the process goes on. */
#ifndef PLATFORM_CONFINE_H
#define PLATFORM_CONFINE_H

#include <stdbool.h>

/* What the kernel has promised. */
enum platform_confinement {
    PLATFORM_FILES_CONFINED = 1, /* files elsewhere can be neither read nor written */
    PLATFORM_CALLS_CONFINED = 2, /* no program, no other process, nothing of the system but the list */
};

/* Two lists of paths, each ended by null: folders in which files may be made, written and removed, and files
 * and folders that may be read. What is not there is left out. Returns bits of enum platform_confinement. */
unsigned platform_confine(const char *const *writable, const char *const *readable);

/* From here on no socket can be made, named or connected either, by any thread: for who has all it needs.
 * False: the kernel cannot. */
bool platform_confine_sockets(void);

/* The number of a call that was refused since this was asked last, as in the kernel's list; -1: none was. */
int platform_confine_refused(void);

#endif
