/* load.c - see load.h. The text is replayed twice: once to learn who plays what, then by the table. */
#include "tui/load.h"

#include <stdlib.h>
#include <string.h>

#include "tui/filling.h"

static bool is_seat_of(const struct pen_names *names, const char *name, uint8_t *seat)
{
    for (uint8_t i = 0; i < names->count; i++) {
        if (strcmp(names->name[i], name) == 0) {
            *seat = i;
            return true;
        }
    }
    return false;
}

/* Which seats are people's. 0: they are not among the players. */
static uint16_t find_people(const struct tui_start *start, const struct pen_names *names,
                            const struct tui_seating *seating)
{
    uint16_t people = 0;
    unsigned found = 0;
    for (uint8_t i = 0; i < start->people.count; i++) {
        uint8_t seat;
        if (is_seat_of(names, start->people.name[i], &seat)) {
            people |= (uint16_t)(1u << seat);
            found++;
        }
    }
    if (found == start->people.count)
        return people;
    if (start->people.count > 1)
        return 0;
    uint16_t known = (uint16_t)((1u << names->count) - 1);
    return seating->people & known ? seating->people & known : 1;
}

/* Those that are wished for; otherwise those that sat there before; otherwise regulars. */
static void seat_bots(struct tui_local_setup *setup, const struct tui_start *start,
                      const struct tui_seating *seating, unsigned seat_count)
{
    unsigned next = 0;
    for (unsigned seat = 0; seat < seat_count; seat++) {
        if (setup->people >> seat & 1)
            continue;
        bool was_bot = seating->people != 0 && !(seating->people >> seat & 1);
        setup->specs[seat] = was_bot ? seating->specs[seat] : (struct bot_spec){.level = BOT_CASUAL};
        if (start->bot_count > 0)
            setup->specs[seat] = start->bots[next++ % start->bot_count];
    }
}

/* The text with the edition's own name, which is found beside the record; a path would not be. */
static bool begin_record(struct tui_save *save, const struct tui_local_setup *setup,
                         const struct pen_edition *edition, const char *bytes, size_t count)
{
    char *copy = malloc(count + PEN_ID_BYTES + 16);
    if (!copy)
        return false;
    struct pen_text text = pen_text_in(copy, count + PEN_ID_BYTES + 16);
    static const char key[] = "edition:";
    const char *end = bytes + count;
    for (const char *line = bytes; line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop ? stop : end;
        if ((size_t)(stop - line) >= sizeof key - 1 && memcmp(line, key, sizeof key - 1) == 0) {
            pen_text_add(&text, "edition: ");
            pen_text_add(&text, edition->id);
        } else {
            pen_text_add_bytes(&text, line, (size_t)(stop - line));
        }
        pen_text_add(&text, "\n");
        line = stop + 1;
    }
    struct tui_seating seating = {.people = setup->people};
    memcpy(seating.specs, setup->specs, sizeof seating.specs);
    /* If it cannot be written, the table says so. */
    (void)tui_save_begin(save, &seating, edition, copy, text.length);
    free(copy);
    return true;
}

static struct tui_local_setup setup_of(const struct tui_start *start)
{
    struct tui_local_setup setup;
    memset(&setup, 0, sizeof setup);
    setup.speed = start->speed;
    setup.lang = start->lang;
    setup.is_protected = tui_start_is_protected(start);
    setup.seed = start->seed;
    return setup;
}

/* Replays the text to its end. Null: it cannot be; the host knows why. */
static struct pen_mesa *replay(const char *bytes, size_t count, const struct pen_mesa_host *host)
{
    struct pen_mesa *mesa = malloc(sizeof *mesa);
    struct pen_mesa_host quiet = *host;
    quiet.show = NULL;
    if (mesa && pen_mesa_replay(mesa, bytes, count, &quiet) == PEN_MESA_GOOD)
        return mesa;
    free(mesa);
    return NULL;
}

struct tui_table *tui_load(const char *bytes, size_t count, const struct tui_start *start,
                           const struct pen_mesa_host *host, struct tui_save *save, uint64_t now_ms,
                           enum tui_load_problem *problem)
{
    *problem = TUI_LOAD_NEWER;
    if (tui_save_is_newer(bytes, count))
        return NULL;
    struct pen_mesa *mesa = replay(bytes, count, host);
    *problem = TUI_LOAD_UNREADABLE;
    if (!mesa)
        return NULL;
    struct tui_local_setup setup = setup_of(start);
    struct tui_seating seating;
    if (!tui_seating_read(bytes, count, &seating))
        memset(&seating, 0, sizeof seating);
    setup.people = find_people(start, &mesa->names, &seating);
    struct tui_table *table = NULL;
    if (mesa->game.winners != 0) {
        *problem = TUI_LOAD_OVER;
    } else if (setup.people == 0) {
        *problem = TUI_LOAD_NOBODY;
    } else {
        seat_bots(&setup, start, &seating, mesa->names.count);
        setup.save = save && begin_record(save, &setup, &mesa->edition, bytes, count) ? save : NULL;
        table = tui_local_resume(&setup, bytes, count, host, now_ms);
        if (table)
            *problem = TUI_LOAD_GOOD;
    }
    free(mesa);
    return table;
}

struct tui_table *tui_load_unfinished(const struct tui_unfinished *unfinished, const struct tui_start *start,
                                      const struct pen_mesa_host *host, uint64_t now_ms)
{
    struct tui_local_setup setup = setup_of(start);
    setup.people = 1;
    if (unfinished->has_seating) {
        setup.people = unfinished->seating.people;
        memcpy(setup.specs, unfinished->seating.specs, sizeof setup.specs);
    }
    setup.save = unfinished->save;
    return tui_local_resume(&setup, unfinished->bytes, unfinished->count, host, now_ms);
}

bool tui_load_describe(const char *bytes, size_t count, const struct pen_mesa_host *host, enum pen_lang lang,
                       struct pen_text *text)
{
    struct pen_mesa *mesa = replay(bytes, count, host);
    if (!mesa)
        return false;
    bool is_open = mesa->game.winners == 0;
    char names[PEN_SEATS_MAX * (PEN_PLAYER_BYTES + 2)];
    struct pen_text list = pen_text_in(names, sizeof names);
    for (unsigned seat = 0; seat < mesa->names.count; seat++) {
        pen_text_add(&list, seat > 0 ? ", " : "");
        pen_text_add(&list, mesa->names.name[seat]);
    }
    tui_say(text, WORD_TUI_SAY_UNFINISHED, lang,
            &(struct tui_filling){
                .text = mesa->edition.title[lang], .name = names, .number = mesa->game.round_number});
    free(mesa);
    return is_open;
}
