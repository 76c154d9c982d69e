/* bytes.c - see bytes.h. */
#include "platform/bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

bool platform_random(void *bytes, size_t count)
{
#ifdef __APPLE__
    return getentropy(bytes, count) == 0;
#else
    return getrandom(bytes, count, 0) == (ssize_t)count;
#endif
}

bool platform_write(int file, const char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t done = write(file, bytes, count);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        bytes += done;
        count -= (size_t)done;
    }
    return true;
}

bool platform_file_read(const char *path, char *bytes, size_t size, size_t *count)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    ssize_t got;
    *count = 0;
    do {
        got = read(file, bytes + *count, size - 1 - *count);
        *count += got > 0 ? (size_t)got : 0;
    } while (got > 0 || (got < 0 && errno == EINTR));
    bytes[*count] = 0;
    close(file);
    return got == 0;
}

bool platform_file_write(const char *path, const char *bytes, size_t count, unsigned mode,
                         enum platform_sync sync)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, (mode_t)mode);
    if (file < 0)
        return false;
    bool is_good = platform_write(file, bytes, count) && (sync == PLATFORM_NO_SYNC || fsync(file) == 0);
    int why = errno;
    if (close(file) != 0 && is_good) {
        is_good = false;
        why = errno;
    }
    errno = why;
    return is_good;
}

int platform_file_hold(const char *path)
{
    const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0)
        return file;
    if (file >= 0)
        close(file);
    return -1;
}
