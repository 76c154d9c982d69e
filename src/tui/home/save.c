/* save.c - the record of the game on the disk. The whole text is also kept in memory: what could not be
 * written is written with the next attempt, from where the file ends. */
#include "tui/home/save.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/bytes.h"
#include "platform/clock.h"
#include "platform/folder.h"
#include "room/room.h"

enum { PATH_BYTES = 4096, SLOTS = 999, RECORD_BYTES_MAX = 16 << 20, EDITION_BYTES = 32768 };

struct home_save {
    int fd; /* -1: not open (yet) */
    char path[PATH_BYTES];
    char *bytes; /* the record so far */
    size_t count, size;
    size_t written; /* bytes of it that are in the file */
    bool is_failing;
    bool is_over; /* moved to the kept games, or discarded */
    char why[160];
    char kept[PATH_BYTES];
    char *edition; /* the file of an edition of somebody's own, or null */
    char edition_id[PEN_ID_BYTES];
};

/* How the file is written; one that does not begin with it is 0.2.0's. Raised whenever an older program would
 * read it wrongly. */
enum { VERSION = 3 };
static const char version_key[] = "# saved: ";
static const char seating_key[] = "# seats:";

/* ---- folders --------------------------------------------------------------------------------- */

static bool state_folder(char *path, size_t size)
{
    return platform_home_path(PLATFORM_HOME_STATE, "", path, size);
}

bool home_games_folder(char *path, size_t size)
{
    return platform_home_path(PLATFORM_HOME_DATA, "/games", path, size);
}

/* Makes the folder and those above it. */
static bool make_folder(const char *folder)
{
    char path[PATH_BYTES + 1];
    snprintf(path, sizeof path, "%s/", folder);
    return platform_folders_make(path);
}

static void sync_folder(const char *folder)
{
    int fd = open(folder, O_RDONLY);
    if (fd < 0)
        return;
    (void)!fsync(fd); /* some file systems cannot; the file itself is safe */
    close(fd);
}

/* ---- writing --------------------------------------------------------------------------------- */

static bool fail(struct home_save *save, const char *why)
{
    snprintf(save->why, sizeof save->why, "%s", why);
    return false;
}

static bool lock(int fd)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(fd, F_SETLK, &whole) == 0 || (errno != EACCES && errno != EAGAIN);
}

static bool slot_path(unsigned slot, char *path, size_t size)
{
    char folder[PATH_BYTES];
    if (!state_folder(folder, sizeof folder))
        return false;
    int length = slot == 1 ? snprintf(path, size, "%s/game.mesa", folder)
                           : snprintf(path, size, "%s/game-%u.mesa", folder, slot);
    return length > 0 && (size_t)length < size;
}

/* Opens the slot and takes hold of it. -1: it cannot be opened, or another program has it. */
static int open_slot(const char *path, int flags, off_t *size)
{
    struct stat status;
    int fd = open(path, O_RDWR | flags, 0600);
    if (fd < 0)
        return -1;
    /* One that was removed meanwhile has no name any more: its game is over. */
    if (!lock(fd) || fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) || status.st_nlink == 0) {
        close(fd);
        errno = EBUSY;
        return -1;
    }
    *size = status.st_size;
    return fd;
}

static bool write_edition(const struct home_save *save, const char *folder)
{
    char path[PATH_BYTES + PEN_ID_BYTES + 16];
    if (!save->edition)
        return true;
    snprintf(path, sizeof path, "%s/%s.edition", folder, save->edition_id);
    return platform_file_write(path, save->edition, strlen(save->edition), 0666, PLATFORM_SYNC);
}

/* Finds a free slot for a new game. */
static bool open_new(struct home_save *save)
{
    char folder[PATH_BYTES];
    if (!state_folder(folder, sizeof folder))
        return fail(save, "HOME?");
    if (!make_folder(folder) || !write_edition(save, folder))
        return fail(save, strerror(errno));
    for (unsigned slot = 1; slot <= SLOTS; slot++) {
        off_t size;
        if (!slot_path(slot, save->path, sizeof save->path))
            return fail(save, strerror(ENAMETOOLONG));
        int fd = open_slot(save->path, O_CREAT, &size);
        if (fd < 0 && errno != EBUSY)
            return fail(save, strerror(errno));
        if (fd >= 0 && size == 0) {
            save->fd = fd;
            return true;
        }
        if (fd >= 0)
            close(fd); /* somebody else's unfinished game */
    }
    return fail(save, strerror(EBUSY));
}

static bool flush(struct home_save *save)
{
    if (save->fd < 0 && !open_new(save))
        return false;
    /* What a failed attempt may have left behind is written over. */
    if (lseek(save->fd, (off_t)save->written, SEEK_SET) < 0 ||
        !platform_write(save->fd, save->bytes + save->written, save->count - save->written) ||
        fsync(save->fd) != 0)
        return fail(save, strerror(errno));
    save->written = save->count;
    return true;
}

static bool remember(struct home_save *save, const char *bytes, size_t count)
{
    if (save->count + count > save->size) {
        size_t size = 2 * (save->count + count) + 4096;
        char *larger = realloc(save->bytes, size);
        if (!larger)
            return fail(save, strerror(ENOMEM));
        save->bytes = larger;
        save->size = size;
    }
    memcpy(save->bytes + save->count, bytes, count);
    save->count += count;
    return true;
}

enum home_saved home_save_append(struct home_save *save, const char *bytes, size_t count)
{
    bool was_failing = save->is_failing;
    save->is_failing = save->is_over || !remember(save, bytes, count) || !flush(save);
    if (save->is_failing)
        return was_failing ? HOME_SAVE_FAILING : HOME_SAVE_FAILED;
    return was_failing ? HOME_SAVED_AGAIN : HOME_SAVED;
}

/* ---- beginning ------------------------------------------------------------------------------- */

struct home_save *home_save_create(void)
{
    struct home_save *save = calloc(1, sizeof *save);
    if (save)
        save->fd = -1;
    return save;
}

static void write_seating(struct pen_text *text, const struct home_seating *seating)
{
    unsigned last = 0;
    for (unsigned seat = 0; seat < PEN_SEATS_MAX; seat++)
        if ((seating->people >> seat & 1) || seating->specs[seat].level > 0)
            last = seat;
    pen_text_add(text, seating_key);
    for (unsigned seat = 0; seat <= last; seat++) {
        pen_text_add(text, " ");
        if (seating->people >> seat & 1)
            pen_text_add(text, "person");
        else
            pen_bot_spec_write(seating->specs[seat], text);
    }
    pen_text_add(text, "\n");
}

/* A built-in edition needs no file beside the record. */
static void note_edition(struct home_save *save, const struct pen_edition *edition)
{
    static struct pen_edition builtin;
    memcpy(save->edition_id, edition->id, sizeof save->edition_id);
    if (pen_edition_builtin(edition->id, &builtin))
        return;
    save->edition = malloc(EDITION_BYTES);
    if (!save->edition)
        return;
    struct pen_text text = pen_text_in(save->edition, EDITION_BYTES);
    pen_edition_write(edition, &text);
}

enum home_saved home_save_begin(struct home_save *save, const struct home_seating *seating,
                                const struct pen_edition *edition)
{
    char head[512];
    char when[32];
    platform_date_write(platform_wall_ms(), PLATFORM_UTC, "%Y-%m-%dT%H:%M:%SZ", when, sizeof when);
    struct pen_text text = pen_text_in(head, sizeof head);
    pen_text_add(&text, version_key);
    pen_text_add_number(&text, VERSION);
    pen_text_add(&text, "\n# begun: ");
    pen_text_add(&text, when);
    pen_text_add(&text, "\n");
    write_seating(&text, seating);
    note_edition(save, edition);
    save->is_failing = !remember(save, head, text.length);
    return save->is_failing ? HOME_SAVE_FAILED : HOME_SAVED;
}

const char *home_save_path(const struct home_save *save)
{
    return save->path;
}

bool home_save_is_failing(const struct home_save *save)
{
    return save->is_failing;
}

const char *home_save_why(const struct home_save *save)
{
    return save->why;
}

/* ---- going on -------------------------------------------------------------------------------- */

/* The words of the line that begins with 'key', to the line's end; null if there is none. */
static const char *find_line(const char *bytes, size_t count, const char *key, size_t *length)
{
    size_t key_length = strlen(key);
    const char *end = bytes + count;
    for (const char *line = bytes; line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop ? stop : end;
        if ((size_t)(stop - line) >= key_length && memcmp(line, key, key_length) == 0) {
            *length = (size_t)(stop - line) - key_length;
            return line + key_length;
        }
        line = stop + 1;
    }
    return NULL;
}

bool home_seating_read(const char *bytes, size_t count, struct home_seating *seating)
{
    size_t left;
    const char *at = find_line(bytes, count, seating_key, &left);
    memset(seating, 0, sizeof *seating);
    if (!at)
        return false;
    for (unsigned seat = 0; left > 0;) {
        size_t blank = 0, length = 0;
        while (blank < left && (at[blank] == ' ' || at[blank] == '\r'))
            blank++;
        while (blank + length < left && at[blank + length] != ' ' && at[blank + length] != '\r')
            length++;
        if (length == 0)
            break;
        if (seat == PEN_SEATS_MAX)
            return false;
        if (length == 6 && memcmp(at + blank, "person", 6) == 0)
            seating->people |= (uint16_t)(1u << seat);
        else if (!pen_bot_spec_read(at + blank, length, &seating->specs[seat]))
            return false;
        seat++;
        at += blank + length;
        left -= blank + length;
    }
    return seating->people != 0;
}

bool home_save_is_newer(const char *bytes, size_t count)
{
    const size_t key = sizeof version_key - 1;
    unsigned version = 0;
    if (count < key || memcmp(bytes, version_key, key) != 0)
        return false;
    for (size_t i = key; i < count && bytes[i] >= '0' && bytes[i] <= '9' && version <= VERSION; i++)
        version = version * 10 + (unsigned)(bytes[i] - '0');
    return version > VERSION;
}

const char *home_save_journal(const char *bytes, size_t count)
{
    static const char key[] = "#! journal ";
    size_t length;
    const char *at = find_line(bytes, count, key, &length);
    return at ? at - (sizeof key - 1) : NULL;
}

static bool read_all(struct home_save *save, off_t size)
{
    if (size <= 0 || size > RECORD_BYTES_MAX)
        return false;
    save->bytes = malloc((size_t)size + 1);
    if (!save->bytes)
        return false;
    save->size = (size_t)size + 1;
    while (save->count < (size_t)size) {
        ssize_t got = read(save->fd, save->bytes + save->count, (size_t)size - save->count);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        save->count += (size_t)got;
    }
    if (home_save_is_newer(save->bytes, save->count))
        return false;
    /* A line that was being written when the end came is not a line. */
    while (save->count > 0 && save->bytes[save->count - 1] != '\n')
        save->count--;
    save->written = save->count;
    return save->count > 0 && ftruncate(save->fd, (off_t)save->count) == 0;
}

static void note_edition_of_record(struct home_save *save)
{
    size_t length;
    const char *id = find_line(save->bytes, save->count, "edition:", &length);
    while (id && length > 0 && *id == ' ') {
        id++;
        length--;
    }
    if (id && length > 0 && length < sizeof save->edition_id && !memchr(id, '/', length))
        memcpy(save->edition_id, id, length);
    char folder[PATH_BYTES], path[PATH_BYTES + PEN_ID_BYTES + 16];
    if (!save->edition_id[0] || !state_folder(folder, sizeof folder))
        return;
    snprintf(path, sizeof path, "%s/%s.edition", folder, save->edition_id);
    size_t count;
    save->edition = malloc(EDITION_BYTES);
    if (save->edition && !platform_file_read(path, save->edition, EDITION_BYTES, &count)) {
        free(save->edition);
        save->edition = NULL;
    }
}

bool home_save_find(struct home_unfinished *unfinished)
{
    memset(unfinished, 0, sizeof *unfinished);
    struct home_save *save = home_save_create();
    if (!save)
        return false;
    for (unsigned slot = 1; slot <= SLOTS; slot++) {
        off_t size;
        if (!slot_path(slot, save->path, sizeof save->path))
            break;
        save->fd = open_slot(save->path, 0, &size);
        if (save->fd < 0)
            continue;
        if (read_all(save, size)) {
            note_edition_of_record(save);
            unfinished->save = save;
            unfinished->bytes = save->bytes;
            unfinished->count = save->count;
            unfinished->journal = home_save_journal(save->bytes, save->count);
            unfinished->has_seating = home_seating_read(save->bytes, save->count, &unfinished->seating);
            return true;
        }
        if (!unfinished->newer[0] && home_save_is_newer(save->bytes, save->count))
            snprintf(unfinished->newer, sizeof unfinished->newer, "%s", save->path);
        close(save->fd);
        save->fd = -1;
        free(save->bytes);
        save->bytes = NULL;
        save->count = save->size = save->written = 0;
    }
    home_save_close(save);
    return false;
}

/* ---- ending ---------------------------------------------------------------------------------- */

static bool name_kept(struct home_save *save, const char *folder)
{
    char when[32];
    platform_date_write(platform_wall_ms(), PLATFORM_LOCAL, "%Y-%m-%d-%H%M%S", when, sizeof when);
    /* Several in one second get a letter, so that names still sort by time. */
    for (char letter = 'a'; letter <= 'z'; letter++) {
        char more[2] = {letter == 'a' ? '\0' : letter, '\0'};
        int length =
            snprintf(save->kept, sizeof save->kept, "%s/%s%s-%s.mesa", folder, when, more, save->edition_id);
        if (length <= 0 || (size_t)length >= sizeof save->kept)
            return fail(save, strerror(ENAMETOOLONG));
        if (access(save->kept, F_OK) != 0)
            return true;
    }
    return fail(save, strerror(EEXIST));
}

/* ---- a record out of it ---- */

struct record {
    char *bytes;
    size_t count, size;
    bool is_full;
};

static void add_record(void *context, const char *text, size_t count)
{
    struct record *record = context;
    if (record->count + count > record->size) {
        size_t size = 2 * (record->count + count) + 4096;
        char *larger = record->is_full ? NULL : realloc(record->bytes, size);
        record->is_full = !larger;
        if (!larger)
            return;
        record->bytes = larger;
        record->size = size;
    }
    memcpy(record->bytes + record->count, text, count);
    record->count += count;
}

/* Of a journal: the lines of its game; if that goes on, behind the comments but for the one that says how a
 * journal is written. What is a record already stays as it is. */
static bool make_record(const struct home_save *save, struct record *record)
{
    const char *end = save->bytes + save->count, *journal = home_save_journal(save->bytes, save->count);
    const char *head = journal ? memchr(save->bytes, '\n', save->count) : NULL;
    memset(record, 0, sizeof *record);
    /* The chain that closes a finished game counts every line of the file: its own ones only. */
    if (head && !room_write_record(journal, (size_t)(end - journal), 1, record, add_record)) {
        add_record(record, head + 1, (size_t)(journal - head - 1));
        if (!room_write_open_record(journal, (size_t)(end - journal), 1, record, add_record))
            head = NULL; /* there are no cards yet */
    }
    if (!head) {
        record->count = 0;
        add_record(record, save->bytes, save->count);
    }
    return !record->is_full;
}

const char *home_save_finish(struct home_save *save)
{
    struct record record;
    char folder[PATH_BYTES];
    if (save->is_over)
        return NULL;
    if (!home_games_folder(folder, sizeof folder)) {
        fail(save, "HOME?");
        return NULL;
    }
    if (!make_folder(folder) || !write_edition(save, folder)) {
        fail(save, strerror(errno));
        return NULL;
    }
    if (!name_kept(save, folder))
        return NULL;
    /* Written anew: both folders need not be on one disk, and the text in memory is whole. */
    bool is_made = make_record(save, &record);
    bool is_written =
        is_made && platform_file_write(save->kept, record.bytes, record.count, 0666, PLATFORM_SYNC);
    if (!is_written) {
        fail(save, strerror(is_made ? errno : ENOMEM));
        unlink(save->kept);
    }
    free(record.bytes);
    if (!is_written)
        return NULL;
    sync_folder(folder);
    home_save_discard(save);
    return save->kept;
}

void home_save_discard(struct home_save *save)
{
    if (save->fd >= 0) {
        unlink(save->path);
        close(save->fd);
        save->fd = -1;
    }
    save->is_over = true;
}

void home_save_close(struct home_save *save)
{
    if (save->fd >= 0)
        close(save->fd);
    free(save->bytes);
    free(save->edition);
    free(save);
}
