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

enum { GAMES_LATER = 3 };

struct place {
    long at;
    size_t line, mesa;
};

struct gathering {
    FILE *games; /* line, record, line, record ... */
    struct place *places;
    size_t count, room;
    bool is_good;
};

/* The data sheet, given.md: embedded by the build. */
extern const char *const pen__sheet_bytes[];
extern const size_t pen__sheet_sizes[];

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

static void take_table(void *context, uint64_t table, uint64_t ended_ms, const char *bytes, size_t count)
{
    struct gathering *gathering = context;
    (void)table, (void)ended_ms;
    for (uint32_t game = 1, none = 0; none < GAMES_LATER && gathering->is_good; game++) {
        struct hall_given given;
        uint32_t turn;
        if (!platform_random(&turn, sizeof turn)) {
            gathering->is_good = false;
            break;
        }
        const enum hall_giving result = hall_give(bytes, count, game, turn, &given);
        none = result == HALL_GIVING_NONE ? none + 1 : 0;
        if (result == HALL_GIVING_GIVEN)
            gathering->is_good = keep_place(gathering, &given);
        hall_given_drop(&given);
    }
}

/* A table of the archive. */
static void take_file(struct gathering *gathering, const char *path)
{
    char piece[1 << 14];
    struct hall_page journal = {0};
    gzFile file = gzopen(path, "rb");
    if (!file)
        return;
    for (int got; (got = gzread(file, piece, sizeof piece)) > 0;)
        hall_page_add(&journal, piece, (size_t)got);
    if (gzclose(file) == Z_OK && journal.bytes)
        take_table(gathering, 0, 0, journal.bytes, journal.count);
    free(journal.bytes);
}

static bool is_record(const char *name)
{
    const char *end = strstr(name, ".mesa.gz");
    return end && !end[8];
}

static void take_archive(struct gathering *gathering, const char *archive)
{
    char path[PATH_MAX];
    DIR *days = opendir(archive);
    for (struct dirent *day; days && (day = readdir(days)) != NULL;) {
        if (day->d_name[0] == '.' ||
            (size_t)snprintf(path, sizeof path, "%s/%s", archive, day->d_name) >= sizeof path)
            continue;
        DIR *tables = opendir(path);
        for (struct dirent *table; tables && (table = readdir(tables)) != NULL;) {
            char file[PATH_MAX];
            if (is_record(table->d_name) &&
                (size_t)snprintf(file, sizeof file, "%s/%s", path, table->d_name) < sizeof file)
                take_file(gathering, file);
        }
        if (tables)
            closedir(tables);
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
    struct gathering gathering = {.games = open_unnamed(serve, ".games"), .is_good = true};
    FILE *to = open_unnamed(serve, ".given");
    why[0] = 0;
    errno = 0;
    bool is_good = gathering.games && to;
    if (is_good && serve->archive)
        take_archive(&gathering, serve->archive);
    is_good = is_good && store_read_ended(&serve->store, 0, take_table, &gathering, why) &&
              gathering.is_good && fflush(gathering.games) == 0 && shuffle(&gathering) &&
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
    return is_good;
}
