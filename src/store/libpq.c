/* libpq.c - see libpq.h. */
#define STORE_LIBPQ_ITSELF
#include "store/libpq.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

struct store_libpq store__libpq;

static pthread_once_t was_tried = PTHREAD_ONCE_INIT;
static bool is_there;

/* It stays for as long as the program runs. */
static void load(void)
{
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return;
    is_there = true;
    /* POSIX has data and functions of one size; C has no word for it. */
#define X(name)                                           \
    {                                                     \
        void *found = dlsym(library, #name);              \
        memcpy(&store__libpq.name, &found, sizeof found); \
        is_there &= found != NULL;                        \
    }
    STORE_LIBPQ_LIST(X)
#undef X
}

bool store__libpq_load(void)
{
    pthread_once(&was_tried, load);
    return is_there;
}
