/* folder.c - see folder.h. */
#include "platform/folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool platform_home_path(enum platform_home home, const char *below, char *path, size_t size)
{
    static const struct {
        const char *variable, *usual;
    } homes[] = {
        [PLATFORM_HOME_DATA] = {"XDG_DATA_HOME", ".local/share"},
        [PLATFORM_HOME_STATE] = {"XDG_STATE_HOME", ".local/state"},
    };
    const char *base = getenv(homes[home].variable), *person = getenv("HOME");
    int length;
    if (base && base[0] == '/') /* the specification wants others ignored */
        length = snprintf(path, size, "%s/penultima%s", base, below);
    else if (person && person[0])
        length = snprintf(path, size, "%s/%s/penultima%s", person, homes[home].usual, below);
    else
        return false;
    return length > 0 && (size_t)length < size;
}

bool platform_folder_make(const char *path, unsigned mode)
{
    struct stat status;
    if (mkdir(path, (mode_t)mode) == 0)
        return true;
    /* One that is there already may also be answered by EROFS or EACCES. */
    int why = errno;
    bool is_there = stat(path, &status) == 0;
    if (is_there && S_ISDIR(status.st_mode))
        return true;
    errno = is_there && why == EEXIST ? ENOTDIR : why;
    return false;
}

bool platform_folders_make(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        if (!platform_folder_make(path, 0700))
            return false;
        *slash = '/';
    }
    return true;
}
