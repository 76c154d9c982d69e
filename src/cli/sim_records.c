/* sim_records.c - records as files.
 *
 * A record is put together in memory and written in one go under another name, which it loses when
 * it is whole. Threads share nothing but the word that something went wrong. */
#include "cli/sim_records.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "platform/bytes.h"
#include "platform/folder.h"
#include "words/cli_sim_records_words.h"
#include "words/cli_words.h"

struct record {
    uint64_t game;
    char *bytes;
    size_t count, size;
};

static bool keep_bytes(void *context, const char *bytes, size_t count)
{
    struct record *record = context;
    if (record->count + count > record->size) {
        record->size = 2 * (record->count + count);
        record->bytes = host_allocate(record->bytes, record->size);
    }
    memcpy(record->bytes + record->count, bytes, count);
    record->count += count;
    return true;
}

/* A comment on top: which game it is and who plays. */
static void describe(const struct sim_records *records, struct record *record)
{
    const struct sim_settings *settings = records->settings;
    char bytes[1024];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    pen_text_add(&text, "# penultima sim --seed ");
    pen_text_add_number(&text, settings->seed);
    pen_text_add(&text, ", game ");
    pen_text_add_number(&text, record->game + 1);
    for (uint8_t seat = 0; seat < settings->seat_count; seat++) {
        pen_text_add(&text, seat == 0 ? ": " : ", ");
        pen_text_add(&text, settings->names->name[seat]);
        pen_text_add(&text, " = ");
        pen_bot_spec_write(settings->specs[sim_place_of_seat(settings, record->game, seat)], &text);
    }
    pen_text_add(&text, "\n");
    keep_bytes(record, text.bytes, text.length);
}

static bool open_record(void *context, uint64_t game, struct sim_sink *sink)
{
    struct sim_records *records = context;
    if (atomic_load(&records->is_failed))
        return false;
    struct record *record = host_allocate(NULL, sizeof *record);
    *record = (struct record){.game = game};
    describe(records, record);
    *sink = (struct sim_sink){record, keep_bytes};
    return true;
}

static bool write_file(const char *path, const char *temporary, const struct record *record)
{
    bool is_good = platform_file_write(temporary, record->bytes, record->count, 0666, PLATFORM_NO_SYNC) &&
                   rename(temporary, path) == 0;
    int why = errno;
    if (!is_good)
        unlink(temporary);
    errno = why;
    return is_good;
}

static bool close_record(void *context, struct sim_sink *sink, bool keep)
{
    struct sim_records *records = context;
    struct record *record = sink->context;
    bool is_good = true;
    if (keep) {
        size_t bytes = strlen(records->folder) + 64;
        char *path = host_allocate(NULL, bytes), *temporary = host_allocate(NULL, bytes);
        unsigned long long number = record->game + 1;
        snprintf(path, bytes, "%s/game-%06llu.mesa", records->folder, number);
        snprintf(temporary, bytes, "%s/.game-%06llu.%ld", records->folder, number, (long)getpid());
        is_good = write_file(path, temporary, record);
        /* Only the first says it: on a full disk there would be thousands. */
        if (!is_good && !atomic_exchange(&records->is_failed, true))
            host_error("%s", host_say(CLI_CANNOT_WRITE, path, strerror(errno)));
        free(path);
        free(temporary);
    }
    free(record->bytes);
    free(record);
    return is_good;
}

bool sim_records_begin(struct sim_records *records, const char *folder, const struct sim_settings *settings)
{
    records->folder = folder;
    records->settings = settings;
    records->keeper = (struct sim_keeper){records, open_record, close_record};
    atomic_init(&records->is_failed, false);
    int why = platform_folder_make(folder, 0777) && access(folder, W_OK | X_OK) == 0 ? 0 : errno;
    if (why != 0)
        host_error("%s", host_say(CLI_SIM_RECORDS_CANNOT_WRITE_RECORDS_INTO, folder, strerror(why)));
    return why == 0;
}
