/* archive.c - see archive.h. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <zlib.h>

#include "platform/bytes.h"
#include "platform/clock.h"
#include "platform/folder.h"
#include "store/archive.h"
#include "store/problem.h"

enum { GZIP = 16 }; /* zlib's word for this kind of wrapping */

/* All of it at once: a journal is some megabytes at most. */
static uint8_t *compress_all(const char *bytes, size_t count, size_t *packed_count)
{
    z_stream stream = {0};
    if (count > UINT_MAX / 2 || deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + GZIP, 8,
                                             Z_DEFAULT_STRATEGY) != Z_OK)
        return NULL;
    const uLong most = deflateBound(&stream, (uLong)count);
    uint8_t *packed = malloc(most);
    stream.next_in = (z_const Bytef *)bytes;
    stream.avail_in = (uInt)count;
    stream.next_out = packed;
    stream.avail_out = (uInt)most;
    const bool is_good = packed && deflate(&stream, Z_FINISH) == Z_STREAM_END;
    *packed_count = stream.total_out;
    deflateEnd(&stream);
    if (is_good)
        return packed;
    free(packed);
    return NULL;
}

/* That a name stands in a folder is on the disk when the folder is. */
static bool sync_folder(const char *path)
{
    const int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool is_good = folder >= 0 && fsync(folder) == 0;
    const int why = errno;
    if (folder >= 0)
        close(folder);
    errno = why;
    return is_good;
}

/* The file appears under its name when it is whole. */
static bool write_file(const char *folder, const char *name, const uint8_t *bytes, size_t count)
{
    char path[PATH_MAX], unfinished[PATH_MAX];
    if ((size_t)snprintf(path, sizeof path, "%s/%s.mesa.gz", folder, name) >= sizeof path ||
        (size_t)snprintf(unfinished, sizeof unfinished, "%s/%s.new", folder, name) >= sizeof unfinished) {
        errno = ENAMETOOLONG;
        return false;
    }
    if (platform_file_write(unfinished, (const char *)bytes, count, 0600, PLATFORM_SYNC) &&
        rename(unfinished, path) == 0)
        return sync_folder(folder);
    const int why = errno;
    unlink(unfinished);
    errno = why;
    return false;
}

static bool make_day(const char *archive, const char *day)
{
    if (!platform_folder_make(day, 0700))
        return false;
    return sync_folder(archive);
}

bool store_archive_add(const struct store_archive *archive, uint64_t table, uint64_t ended_ms,
                       const char *bytes, size_t count, char *why)
{
    char name[STORE_NAME_BYTES], day[PATH_MAX], date[16];
    size_t packed_count;
    archive->name(table, name);
    platform_date_write(ended_ms, PLATFORM_UTC, "%Y-%m-%d", date, sizeof date);
    if ((size_t)snprintf(day, sizeof day, "%s/%s", archive->folder, date) >= sizeof day)
        return store__say(why, archive->folder, strerror(ENAMETOOLONG));
    uint8_t *packed = compress_all(bytes, count, &packed_count);
    if (!packed)
        return store__say(why, day, strerror(ENOMEM));
    const bool is_good = make_day(archive->folder, day) && write_file(day, name, packed, packed_count);
    if (!is_good)
        store__say(why, day, strerror(errno));
    free(packed);
    return is_good;
}
