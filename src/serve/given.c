/* given.c - every game that people agreed to give away, for the operator: "export --shared".
 *
 * In a thread of its own, over all that has ended, in the data and in the archive. The answer is one file of
 * parts, "NAME LENGTH" and a line end before each, which whoever asks lays out as a folder (admin.c). The
 * games come in an order that chance makes, so that none stands beside the next one of its table. */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <zlib.h>

#include "hall/given.h"
#include "platform/bytes.h"
#include "platform/host.h"
#include "serve/serve.h"

struct place {
    long at;
    size_t line, mesa;
};

struct table {
    uint64_t number;
    char name[HALL_NAME_BYTES];
};

struct gathering {
    FILE *games; /* line, record, line, record ... */
    struct place *places;
    size_t count, room;
    struct table *tables; /* of the data: those that were there, then those that could be read, by name */
    size_t table_count, table_room;
    bool is_good;
    char *why;
};

/* The data sheet, given.md: embedded by the build. */
extern const char *const pen__sheet_bytes[];
extern const size_t pen__sheet_sizes[];

/* What lacks games must not look whole. Of a long path its end is told, where the file's name stands. */
static void fail(struct gathering *gathering, const char *path, int error)
{
    enum { PATH_SHOWN = 120 };
    const size_t length = strlen(path);
    if (gathering->is_good)
        snprintf(gathering->why, STORE_WHY_BYTES, "%.*s%s%.60s", PATH_SHOWN,
                 path + (length > PATH_SHOWN ? length - PATH_SHOWN : 0), length > 0 ? ": " : "",
                 strerror(error));
    gathering->is_good = false;
}

static bool keep_place(struct gathering *gathering, const struct hall_given *given)
{
    if (gathering->count == gathering->room) {
        const size_t room = gathering->room ? 2 * gathering->room : 64;
        struct place *places = realloc(gathering->places, room * sizeof *places);
        if (!places)
            return false;
        gathering->places = places;
        gathering->room = room;
    }
    const struct place place = {ftell(gathering->games), given->line.count, given->mesa.count};
    gathering->places[gathering->count++] = place;
    return place.at >= 0 && fwrite(given->line.bytes, 1, place.line, gathering->games) == place.line &&
           fwrite(given->mesa.bytes, 1, place.mesa, gathering->games) == place.mesa;
}

static void take_games(struct gathering *gathering, const struct hall_page *journal)
{
    for (uint32_t game = 0;
         gathering->is_good && (game = room_next_game(journal->bytes, journal->count, game)) != 0;) {
        struct hall_given given;
        uint32_t turn;
        if (!platform_random(&turn, sizeof turn)) {
            fail(gathering, "", EIO);
            return;
        }
        const enum hall_giving result = hall_give(journal->bytes, journal->count, game, turn, &given);
        errno = 0;
        if (result == HALL_GIVING_LOST)
            fail(gathering, "", ENOMEM);
        else if (result == HALL_GIVING_GIVEN && !keep_place(gathering, &given))
            fail(gathering, "", errno ? errno : EIO);
        hall_given_drop(&given);
    }
}

/* ---- the data ---- */

static void note_table(void *context, uint64_t table, uint64_t ended_ms, const char *bytes, size_t count)
{
    struct gathering *gathering = context;
    (void)ended_ms, (void)bytes, (void)count;
    if (gathering->table_count == gathering->table_room) {
        const size_t room = gathering->table_room ? 2 * gathering->table_room : 64;
        struct table *tables = realloc(gathering->tables, room * sizeof *tables);
        if (!tables) {
            fail(gathering, "", ENOMEM);
            return;
        }
        gathering->tables = tables;
        gathering->table_room = room;
    }
    struct table *one = &gathering->tables[gathering->table_count++];
    one->number = table;
    hall_table_name(table, one->name);
}

static void add_ended(void *context, uint64_t table, uint64_t ended_ms, const char *bytes, size_t count)
{
    (void)table, (void)ended_ms;
    hall_page_add(context, bytes, count);
}

static int compare_names(const void *a, const void *b)
{
    const struct table *one = a, *other = b;
    return strcmp(one->name, other->name);
}

/* One by one, and playing it again when it has been read: as long as something is read, nobody else reads. */
static void take_data(struct gathering *gathering, struct store *store)
{
    size_t read = 0;
    if (!store_list_ended(store, note_table, gathering, gathering->why))
        gathering->is_good = false;
    for (size_t i = 0; i < gathering->table_count && gathering->is_good; i++) {
        struct hall_page journal = {0};
        const struct table table = gathering->tables[i];
        if (!store_read_ended(store, table.number, add_ended, &journal, gathering->why))
            gathering->is_good = false;
        else if (journal.is_lost)
            fail(gathering, "", ENOMEM);
        if (gathering->is_good && journal.bytes) { /* or it has gone to the archive */
            gathering->tables[read++] = table;
            take_games(gathering, &journal);
        }
        free(journal.bytes);
    }
    gathering->table_count = read;
    if (read > 0)
        qsort(gathering->tables, read, sizeof *gathering->tables, compare_names);
}

/* ---- the archive ---- */

static void take_file(struct gathering *gathering, const char *path)
{
    char piece[1 << 14];
    struct hall_page journal = {0};
    int got;
    errno = 0;
    gzFile file = gzopen(path, "rb");
    if (!file) {
        fail(gathering, path, errno ? errno : ENOMEM);
        return;
    }
    while ((got = gzread(file, piece, sizeof piece)) > 0)
        hall_page_add(&journal, piece, (size_t)got);
    if (gzclose(file) != Z_OK || got < 0)
        fail(gathering, path, EIO);
    else if (journal.is_lost)
        fail(gathering, path, ENOMEM);
    else if (journal.bytes)
        take_games(gathering, &journal);
    free(journal.bytes);
}

/* A record, of a table that was not in the data when they were read. */
static bool is_wanted(const struct gathering *gathering, const char *name)
{
    struct table table = {0};
    const char *end = strstr(name, ".mesa.gz");
    if (!end || end[8])
        return false;
    snprintf(table.name, sizeof table.name, "%.*s", (int)(end - name), name);
    return gathering->table_count == 0 || !bsearch(&table, gathering->tables, gathering->table_count,
                                                   sizeof *gathering->tables, compare_names);
}

static void take_day(struct gathering *gathering, const char *path)
{
    char file[PATH_MAX];
    DIR *tables = opendir(path);
    if (!tables && errno != ENOTDIR)
        fail(gathering, path, errno);
    for (struct dirent *table; tables && gathering->is_good && (table = readdir(tables)) != NULL;) {
        if (!is_wanted(gathering, table->d_name))
            continue;
        if ((size_t)snprintf(file, sizeof file, "%s/%s", path, table->d_name) < sizeof file)
            take_file(gathering, file);
        else
            fail(gathering, path, ENAMETOOLONG);
    }
    if (tables)
        closedir(tables);
}

static void take_archive(struct gathering *gathering, const char *archive)
{
    char path[PATH_MAX];
    DIR *days = opendir(archive);
    if (!days)
        fail(gathering, archive, errno);
    for (struct dirent *day; days && gathering->is_good && (day = readdir(days)) != NULL;) {
        if (day->d_name[0] == '.')
            continue;
        if ((size_t)snprintf(path, sizeof path, "%s/%s", archive, day->d_name) < sizeof path)
            take_day(gathering, path);
        else
            fail(gathering, archive, ENAMETOOLONG);
    }
    if (days)
        closedir(days);
}

static bool shuffle(struct gathering *gathering)
{
    for (size_t left = gathering->count; left > 1; left--) {
        uint64_t number;
        if (!platform_random(&number, sizeof number))
            return false;
        const size_t other = (size_t)(number % left);
        const struct place swap = gathering->places[left - 1];
        gathering->places[left - 1] = gathering->places[other];
        gathering->places[other] = swap;
    }
    return true;
}

static bool copy_part(struct gathering *gathering, const char *name, long at, size_t count, FILE *to)
{
    char piece[1 << 14];
    fprintf(to, "%s %zu\n", name, count);
    if (fseek(gathering->games, at, SEEK_SET) != 0)
        return false;
    for (size_t got = 1; count > 0 && got > 0; count -= got) {
        got = fread(piece, 1, count < sizeof piece ? count : sizeof piece, gathering->games);
        if (fwrite(piece, 1, got, to) != got)
            return false;
    }
    return count == 0;
}

static bool write_parts(struct gathering *gathering, FILE *to)
{
    char name[64];
    fprintf(to, "README.md %zu\n%s", pen__sheet_sizes[0], pen__sheet_bytes[0]);
    for (size_t i = 0; i < gathering->count; i++) {
        const struct place *place = &gathering->places[i];
        snprintf(name, sizeof name, "mesa/%06zu.mesa", i + 1);
        if (!copy_part(gathering, "games.jsonl", place->at, place->line, to) ||
            !copy_part(gathering, name, place->at + (long)place->line, place->mesa, to))
            return false;
    }
    return fflush(to) == 0;
}

/* Beside the data, the only place where we may write; its name is gone at once. */
static FILE *open_unnamed(const struct serve *serve, const char *end)
{
    char path[PATH_MAX + 8];
    snprintf(path, sizeof path, "%s%s", serve->door, end);
    unlink(path);
    FILE *file = fopen(path, "w+bx");
    unlink(path);
    return file;
}

bool serve_give(struct serve *serve, int *file, char *why)
{
    struct gathering gathering = {.games = open_unnamed(serve, ".games"), .is_good = true, .why = why};
    FILE *to = open_unnamed(serve, ".given");
    why[0] = 0;
    errno = 0;
    bool is_good = gathering.games && to;
    if (is_good)
        take_data(&gathering, &serve->store);
    /* After them, so that what the keeper moves meanwhile is in one of both. */
    if (is_good && gathering.is_good && serve->archive)
        take_archive(&gathering, serve->archive);
    errno = 0;
    is_good = is_good && gathering.is_good && fflush(gathering.games) == 0 && shuffle(&gathering) &&
              write_parts(&gathering, to);
    if (is_good)
        is_good = (*file = dup(fileno(to))) >= 0 && lseek(*file, 0, SEEK_SET) == 0;
    if (!is_good && !why[0])
        snprintf(why, STORE_WHY_BYTES, "%s", strerror(errno ? errno : EIO));
    if (gathering.games)
        fclose(gathering.games);
    if (to)
        fclose(to);
    free(gathering.places);
    free(gathering.tables);
    return is_good;
}
