/* confine.h - a process gives up what it will not need: all files but a few, and starting programs.
 *
 * By Landlock and seccomp, which a process may ask of the Linux kernel for itself, without being root;
 * elsewhere nothing happens. There is no way back, and threads begun later are confined too, those that
 * run already are not: ask before the first one begins. */
#ifndef PLATFORM_CONFINE_H
#define PLATFORM_CONFINE_H

/* What the kernel has promised. */
enum platform_confinement {
    PLATFORM_FILES_CONFINED = 1, /* files elsewhere can be neither read nor written */
    PLATFORM_NO_PROGRAMS = 2,    /* no other program can be started */
};

/* Two lists of paths, each ended by null: folders in which files may be made, written and removed, and files
 * and folders that may be read. What is not there is left out. Returns bits of enum platform_confinement. */
unsigned platform_confine(const char *const *writable, const char *const *readable);

#endif
