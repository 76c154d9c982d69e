/* slow_disk.c - a disk that takes its time, for a program that is started with LD_PRELOAD: every fsync and
 * fdatasync waits as many milliseconds as the file named by SLOW_DISK says, at each call anew. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void wait_a_while(void)
{
    const char *name = getenv("SLOW_DISK");
    FILE *stream = name ? fopen(name, "r") : NULL;
    int ms = 0;
    if (stream) {
        if (fscanf(stream, "%d", &ms) != 1)
            ms = 0;
        fclose(stream);
    }
    struct timespec time = {ms / 1000, ms % 1000 * 1000000L};
    nanosleep(&time, NULL);
}

int fsync(int descriptor)
{
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    wait_a_while();
    return real(descriptor);
}

int fdatasync(int descriptor)
{
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    wait_a_while();
    return real(descriptor);
}
