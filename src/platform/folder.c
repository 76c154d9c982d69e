/* folder.c - see folder.h. */
#include "platform/folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool platform_home_path(enum platform_home home, const char *below, char *path, size_t size)
{
    static const struct {
        const char *variable, *usual;
    } homes[] = {
        [PLATFORM_HOME_DATA] = {"XDG_DATA_HOME", ".local/share"},
        [PLATFORM_HOME_STATE] = {"XDG_STATE_HOME", ".local/state"},
        [PLATFORM_HOME_CONFIG] = {"XDG_CONFIG_HOME", ".config"},
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

bool platform_beside_path(const char *below, char *path, size_t size)
{
    ssize_t length = readlink("/proc/self/exe", path, size);
    if (length <= 0 || (size_t)length >= size)
        return false;
    path[length] = 0;
    char *slash = strrchr(path, '/');
    if (!slash)
        return false;
    const size_t left = size - (size_t)(slash - path);
    return (size_t)snprintf(slash, left, "%s", below) < left;
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
