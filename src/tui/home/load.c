/* load.c - see load.h. A game that was left is gone on with by its journal; any other text is a record whose
 * game the table takes over, and is replayed here to learn who plays what. */
#include "tui/home/load.h"

#include <stdlib.h>
#include <string.h>

#include "room/from.h"
#include "tui/filling.h"
#include "words/tui_say_words.h"

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
                            const struct home_seating *seating)
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
static void seat_bots(struct home_setup *setup, const struct tui_start *start,
                      const struct home_seating *seating, unsigned seat_count)
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

static bool begins(const char *line, size_t count, const char *key)
{
    size_t length = strlen(key);
    return count >= length && memcmp(line, key, length) == 0;
}

/* The text without what its table or an earlier save wrote about itself, and with the edition's own name,
 * which is found beside the record; a path would not be. Null: no memory. */
static char *record_of(const struct pen_edition *edition, const char *bytes, size_t count, size_t *length)
{
    char *copy = malloc(count + PEN_ID_BYTES + 16);
    if (!copy)
        return NULL;
    struct pen_text text = pen_text_in(copy, count + PEN_ID_BYTES + 16);
    const char *end = bytes + count;
    for (const char *line = bytes; line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop ? stop : end;
        size_t size = (size_t)(stop - line);
        if (begins(line, size, "edition:")) {
            pen_text_add(&text, "edition: ");
            pen_text_add(&text, edition->id);
            pen_text_add(&text, "\n");
        } else if (!begins(line, size, "#!") && !begins(line, size, "#:") &&
                   !begins(line, size, "# saved:") && !begins(line, size, "# seats:") &&
                   !begins(line, size, "# begun:")) {
            pen_text_add_bytes(&text, line, size);
            pen_text_add(&text, "\n");
        }
        line = stop + 1;
    }
    *length = text.length;
    return copy;
}

static struct home_setup setup_of(const struct tui_start *start)
{
    struct home_setup setup;
    memset(&setup, 0, sizeof setup);
    setup.speed = start->speed;
    setup.lang = start->lang;
    setup.is_seeded = start->is_seeded;
    setup.seed = start->seed;
    setup.dealer = PEN_SEAT_NONE;
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

static struct tui_table *take_over(struct home_setup *setup, const struct tui_start *start,
                                   const struct pen_mesa *mesa, const char *bytes, size_t count,
                                   uint64_t now_ms)
{
    size_t length;
    char *text = record_of(&mesa->edition, bytes, count, &length);
    if (!text)
        return NULL;
    /* Not in a record: how the table that goes on with it takes mistakes. */
    struct pen_options options = mesa->options;
    options.misplays = tui_start_options(start).misplays;
    setup->names = mesa->names;
    struct tui_table *table = home_take_over(setup, &mesa->edition, &options, text, length, now_ms);
    free(text);
    return table;
}

struct tui_table *home_load(const char *bytes, size_t count, const struct tui_start *start,
                            const struct pen_mesa_host *host, struct home_save *save, uint64_t now_ms,
                            enum home_load_problem *problem)
{
    *problem = HOME_LOAD_NEWER;
    if (home_save_is_newer(bytes, count))
        return NULL;
    struct pen_mesa *mesa = replay(bytes, count, host);
    *problem = HOME_LOAD_UNREADABLE;
    if (!mesa)
        return NULL;
    struct home_setup setup = setup_of(start);
    struct home_seating seating;
    if (!home_seating_read(bytes, count, &seating))
        memset(&seating, 0, sizeof seating);
    setup.people = find_people(start, &mesa->names, &seating);
    struct tui_table *table = NULL;
    if (mesa->game.winners != 0) {
        *problem = HOME_LOAD_OVER;
    } else if (setup.people == 0) {
        *problem = HOME_LOAD_NOBODY;
    } else {
        seat_bots(&setup, start, &seating, mesa->names.count);
        setup.save = save;
        table = take_over(&setup, start, mesa, bytes, count, now_ms);
        if (table)
            *problem = HOME_LOAD_GOOD;
    }
    free(mesa);
    return table;
}

struct deal_search {
    const struct pen_mesa_host *host;
    struct home_deal *deal;
    struct pen_names names;
    bool is_found;
    char bytes[ROOM_FROM_BYTES]; /* a record that begins with it */
    struct pen_text text;
};

static bool find_edition(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                         struct pen_problem *problem)
{
    const struct deal_search *search = context;
    return search->host->find_edition(search->host->context, name, bytes, edition, problem);
}

static void report(void *context, unsigned line, const char *what)
{
    const struct deal_search *search = context;
    search->host->report(search->host->context, line, what);
}

static void look_for_deal(void *context, const struct pen_mesa_moment *moment)
{
    struct deal_search *search = context;
    const struct pen_round *round = &moment->game->round;
    if (moment->game->round_number != search->deal->round)
        return;
    if (moment->is_deal) {
        struct pen_options options = *moment->options;
        struct pen_layout layout = *moment->layout;
        options.scoring = PEN_SCORING_QUICK; /* a round is a game */
        options.target = 0;
        search->names = *moment->names;
        search->text = pen_text_in(search->bytes, sizeof search->bytes);
        search->is_found = pen_layout_complete(moment->rules, &layout, NULL) == PEN_DEAL_GOOD;
        pen_mesa_write_header(&search->text, moment->edition, &options, moment->names, NULL, layout.dealer);
        pen_mesa_write_layout(&search->text, moment->edition, moment->rules, moment->names, &layout, true);
        search->is_found = search->is_found && !search->text.is_cut;
    }
    memcpy(search->deal->hand_count, round->hand_count, sizeof round->hand_count);
    if (round->phase == PEN_PHASE_OVER && round->winner != PEN_SEAT_NONE)
        search->deal->winners = pen_team_of(moment->rules, round->seat_count, round->winner);
}

struct tui_table *home_load_deal(const char *bytes, size_t count, const struct tui_start *start,
                                 const struct pen_mesa_host *host, struct home_save *save, uint64_t now_ms,
                                 struct home_deal *deal, enum home_load_problem *problem)
{
    static struct deal_search search; /* longer than a stack likes */
    struct home_setup setup = setup_of(start);
    struct home_seating seating;
    uint8_t seat;
    *problem = HOME_LOAD_UNREADABLE;
    search = (struct deal_search){.host = host, .deal = deal};
    struct pen_mesa *mesa = malloc(sizeof *mesa);
    const struct pen_mesa_host inner = {.context = &search,
                                        .lang = host->lang,
                                        .find_edition = find_edition,
                                        .report = report,
                                        .show = look_for_deal};
    struct tui_table *table = NULL;
    if (!mesa || pen_mesa_replay(mesa, bytes, count, &inner) != PEN_MESA_GOOD) {
        free(mesa);
        return NULL;
    }
    if (!home_seating_read(bytes, count, &seating))
        memset(&seating, 0, sizeof seating);
    if (seating.people >> search.names.count)
        seating.people = 0;
    setup.people = find_people(start, &search.names, &seating);
    if (!search.is_found) {
        *problem = HOME_LOAD_NO_DEAL;
    } else if (setup.people == 0 || (start->has_names && start->people.count == 1 &&
                                     !is_seat_of(&search.names, start->people.name[0], &seat))) {
        *problem = HOME_LOAD_NOBODY;
    } else {
        /* Whoever was there before is a regular now, if another seat is taken. */
        seat_bots(&setup, start, &seating, search.names.count);
        setup.save = save;
        mesa->names = search.names;
        mesa->options.scoring = PEN_SCORING_QUICK;
        mesa->options.target = 0;
        table = take_over(&setup, start, mesa, search.text.bytes, search.text.length, now_ms);
        if (table)
            *problem = HOME_LOAD_GOOD;
    }
    free(mesa);
    return table;
}

struct tui_table *home_load_unfinished(const struct home_unfinished *unfinished,
                                       const struct tui_start *start, const struct pen_mesa_host *host,
                                       uint64_t now_ms)
{
    struct home_setup setup = setup_of(start);
    setup.people = 1;
    if (unfinished->has_seating) {
        setup.people = unfinished->seating.people;
        memcpy(setup.specs, unfinished->seating.specs, sizeof setup.specs);
    }
    if (unfinished->journal) {
        setup.save = unfinished->save;
        size_t count = unfinished->count - (size_t)(unfinished->journal - unfinished->bytes);
        return home_restore(&setup, unfinished->journal, count, host, now_ms);
    }
    /* An older program's: it becomes a game of ours, and the old file goes when that is written. */
    struct pen_mesa *mesa = replay(unfinished->bytes, unfinished->count, host);
    if (!mesa)
        return NULL;
    if (!unfinished->has_seating)
        seat_bots(&setup, start, &unfinished->seating, mesa->names.count);
    struct tui_table *table = NULL;
    setup.save = home_save_create();
    if (setup.save && setup.people >> mesa->names.count == 0)
        table = take_over(&setup, start, mesa, unfinished->bytes, unfinished->count, now_ms);
    if (table && !table->is_unsaved)
        home_save_discard(unfinished->save);
    if (table)
        home_save_close(unfinished->save);
    else if (setup.save)
        home_save_close(setup.save);
    free(mesa);
    return table;
}

bool home_load_describe(const char *bytes, size_t count, const struct pen_mesa_host *host, enum pen_lang lang,
                        struct pen_text *text)
{
    static struct home_summary summary; /* an edition is long */
    const char *journal = home_save_journal(bytes, count);
    if (journal) {
        if (!home_describe(journal, count - (size_t)(journal - bytes), host, &summary))
            return false;
    } else {
        struct pen_mesa *mesa = replay(bytes, count, host);
        if (!mesa)
            return false;
        summary.edition = mesa->edition;
        summary.names = mesa->names;
        summary.round_number = mesa->game.round_number;
        summary.is_open = mesa->game.winners == 0;
        free(mesa);
    }
    char names[PEN_SEATS_MAX * (PEN_PLAYER_BYTES + 2)];
    struct pen_text list = pen_text_in(names, sizeof names);
    pen_names_show(&summary.names);
    for (unsigned seat = 0; seat < summary.names.count; seat++) {
        pen_text_add(&list, seat > 0 ? ", " : "");
        pen_text_add(&list, summary.names.name[seat]);
    }
    tui_say(text, WORD_TUI_SAY_UNFINISHED, lang,
            &(struct tui_filling){.text = pen_said(summary.edition.title, lang),
                                  .name = names,
                                  .number = summary.round_number});
    return summary.is_open;
}
