/* open.c - everybody sits down at a table in this process: for a new game, for one that was begun
 * elsewhere, for one that was left. */
#include <stdlib.h>
#include <string.h>

#include "fair/sha512.h"
#include "platform/bytes.h"
#include "platform/clock.h"
#include "tui/home/inside.h"
#include "words/tui_say_words.h"

static const char table_id[] = "play";

/* ---- who sits where -------------------------------------------------------------------------- */

struct home_setup home_setup_of(const struct tui_start *start)
{
    struct home_setup setup;
    memset(&setup, 0, sizeof setup);
    tui_start_names(start, &setup.names);
    setup.people = (uint16_t)((1u << start->people.count) - 1);
    for (uint8_t seat = start->people.count; seat < start->seat_count; seat++) {
        struct bot_spec usual = {.level = BOT_CASUAL};
        setup.specs[seat] =
            start->bot_count > 0 ? start->bots[(seat - start->people.count) % start->bot_count] : usual;
    }
    setup.speed = start->speed;
    setup.lang = start->lang;
    setup.dealer = tui_start_dealer(start, &setup.names);
    setup.is_seeded = start->is_seeded;
    setup.seed = start->seed;
    return setup;
}

/* ---- a home ---------------------------------------------------------------------------------- */

static struct home *allocate(const struct home_setup *setup, uint64_t now_ms)
{
    struct home *home = calloc(1, sizeof *home);
    if (!home)
        return NULL;
    struct tui_table *table = &home->table;
    table->self = home;
    table->ops = &home_ops;
    table->lang = setup->lang;
    table->people = setup->people;
    /* Several people: nobody's cards are shown before somebody has said to be there. */
    table->seat =
        pen_bits_count(setup->people) == 1 ? (uint8_t)pen_bits_lowest(setup->people) : PEN_SPECTATOR;
    memcpy(home->specs, setup->specs, sizeof home->specs);
    home->last = &home->first;
    home->rules = (struct room_rules){&home->edition, &home->resolved};
    home->is_timeless = tui_speed_percent(setup->speed) == 0;
    home->waits = setup->speed == TUI_SPEED_WAIT;
    home->room_ms = platform_wall_ms();
    home->real_ms = now_ms;
    bool is_good = setup->people != 0;
    for (unsigned i = 0; i <= HOME_PUBLIC && is_good; i++) {
        if (i == HOME_PUBLIC || (setup->people >> i & 1)) {
            home->states[i] = calloc(1, sizeof *home->states[i]);
            is_good = home->states[i] != NULL;
        }
    }
    if (is_good)
        return home;
    home_drop(home);
    return NULL;
}

static bool resolve(struct home *home, const struct pen_edition *edition, const struct pen_options *options)
{
    home->edition = *edition;
    return pen_table_make(&home->resolved, edition, options, NULL) == PEN_RULES_GOOD;
}

/* With a seed the same cards come; what they are is the verifiable shuffle's business. */
static bool fill_entropy(const struct home_setup *setup, uint8_t entropy[FAIR_SERVER_SEED_BYTES])
{
    if (!setup->is_seeded)
        return platform_random(entropy, FAIR_SERVER_SEED_BYTES);
    for (unsigned at = 0; at < FAIR_SERVER_SEED_BYTES; at += FAIR_HASH_BYTES) {
        uint8_t seed[9], hash[FAIR_HASH_BYTES];
        struct fair_sha512 sha;
        for (unsigned i = 0; i < 8; i++)
            seed[i] = (uint8_t)(setup->seed >> 8 * i);
        seed[8] = (uint8_t)at;
        fair_sha512_init(&sha);
        fair_sha512_add(&sha, table_id, sizeof table_id);
        fair_sha512_add(&sha, seed, sizeof seed);
        fair_sha512_end(&sha, hash);
        unsigned left = FAIR_SERVER_SEED_BYTES - at;
        memcpy(entropy + at, hash, left < FAIR_HASH_BYTES ? left : FAIR_HASH_BYTES);
    }
    return true;
}

static bool give(struct home *home, struct room_input *input)
{
    return home_apply(home, input).refusal == ROOM_ACCEPTED;
}

static bool open_room(struct home *home, const struct home_setup *setup, const struct pen_options *options)
{
    struct room_input input = home_input(home, ROOM_IN_OPEN, PEN_SEAT_NONE);
    struct setup_settings *settings = &input.open.settings;
    *settings = setup_usual();
    memset(settings->edition, 0, sizeof settings->edition);
    memcpy(settings->edition, home->edition.id, strlen(home->edition.id));
    settings->options = *options;
    settings->seats = setup->names.count;
    settings->has_hints = true;
    if (home->is_timeless)
        settings->grace_ms = 0; /* who is asked has all the time there is */
    if (setup->dealer < setup->names.count)
        memcpy(settings->dealer, setup->names.name[setup->dealer], sizeof settings->dealer);
    for (unsigned seat = 0; seat < setup->names.count; seat++)
        if (!(setup->people >> seat & 1))
            settings->bot_level = setup->specs[seat].level;
    memcpy(input.open.id, table_id, sizeof table_id);
    input.has_entropy = fill_entropy(setup, input.entropy);
    return give(home, &input);
}

static bool seat_people(struct home *home, const struct home_setup *setup, bool has_names)
{
    for (uint8_t seat = 0; seat < setup->names.count; seat++) {
        if (!(setup->people >> seat & 1))
            continue;
        struct room_input input = home_input(home, ROOM_IN_SIT, seat);
        struct pen_text name = pen_text_in(input.sit.name, sizeof input.sit.name);
        /* A record's names may look alike; they are given with it. */
        pen_text_add(&name, has_names ? setup->names.name[seat] : "P");
        if (!has_names)
            pen_text_add_number(&name, seat + 1u);
        if (!give(home, &input))
            return false;
    }
    return true;
}

static bool seat_bots(struct home *home, const struct home_setup *setup)
{
    for (uint8_t seat = 0; seat < setup->names.count; seat++) {
        if (setup->people >> seat & 1)
            continue;
        struct room_input input = home_input(home, ROOM_IN_BOT, home->room.host);
        input.bot.seat = seat;
        input.bot.level = setup->specs[seat].level;
        memcpy(input.bot.name, setup->names.name[seat], sizeof input.bot.name);
        if (!give(home, &input))
            return false;
    }
    return true;
}

/* Whatever is said from now on is said to somebody. */
static bool all_are_here(struct home *home)
{
    struct tui_table *table = &home->table;
    struct room_input input = home_input(home, ROOM_IN_HERE, PEN_SPECTATOR);
    input.here.is_here = true;
    bool is_good = give(home, &input);
    for (uint8_t seat = 0; seat < PEN_SEATS_MAX; seat++) {
        input.seat = seat;
        if (table->people >> seat & 1)
            is_good = give(home, &input) && is_good;
    }
    for (unsigned i = 0; i <= HOME_PUBLIC; i++) {
        struct tui_told *state = home->states[i];
        if (state)
            tui_told_know_rules(state, &home->room.settings, &home->edition, &home->resolved);
    }
    table->edition = home->edition;
    table->rules = home->resolved;
    table->options = home->room.settings.options;
    return is_good;
}

static bool agree_and_start(struct home *home, const struct home_setup *setup)
{
    bool is_good = true;
    for (uint16_t left = setup->people; left && is_good; left &= (uint16_t)(left - 1)) {
        struct room_input input = home_input(home, ROOM_IN_AGREE, (uint8_t)pen_bits_lowest(left));
        input.agree.rules = home->room.rules_version;
        is_good = give(home, &input);
    }
    struct room_input input = home_input(home, ROOM_IN_START, home->room.host);
    return is_good && give(home, &input) && home->room.stage == ROOM_PLAYING;
}

static void begin_pace(struct home *home, const struct home_setup *setup)
{
    unsigned percent = tui_speed_percent(setup->speed);
    if (percent > 0)
        room_set_pace(&home->room, (uint16_t)percent);
    home->thinker = home_thinker_create();
    if (home->thinker)
        room_think_outside(&home->room);
}

/* So that there is something to be seen before the first step. */
static void hear_cards(struct home *home)
{
    if (home->edition.rule.misplay_cards > 0)
        tui_queue_note_text(&home->queue, tui_table_misplays(&home->table));
    while (home->queue.events == TUI_NEWS_NONE && home_hear(home))
        continue;
}

/* Before anything is written: the lines that say who sits where. */
static void begin_save(struct home *home, const struct home_setup *setup)
{
    struct home_seating seating = {.people = setup->people};
    home->save = setup->save;
    if (!home->save)
        return;
    memcpy(seating.specs, setup->specs, sizeof seating.specs);
    home_note_saved(home, home_save_begin(home->save, &seating, &home->edition));
    home->is_opening = true;
}

static struct tui_table *open_table(const struct home_setup *setup, const struct pen_edition *edition,
                                    const struct pen_options *options, const char *text, size_t bytes,
                                    uint64_t now_ms)
{
    struct home *home = allocate(setup, now_ms);
    if (!home)
        return NULL;
    bool is_good = resolve(home, edition, options);
    if (is_good) {
        begin_save(home, setup);
        is_good = open_room(home, setup, options) && seat_people(home, setup, !text) &&
                  seat_bots(home, setup) && all_are_here(home);
        begin_pace(home, setup);
    }
    if (is_good && text) {
        struct room_input input = home_input(home, ROOM_IN_TAKE_OVER, home->room.host);
        input.take_over.text = text;
        input.take_over.bytes = bytes;
        is_good = give(home, &input);
        home_note(home, WORD_TUI_SAY_GOES_ON, (struct tui_filling){.number = home->room.game.round_number});
    } else if (is_good) {
        is_good = agree_and_start(home, setup);
    }
    if (!is_good) {
        if (home->save)
            home_save_discard(home->save);
        home_drop(home);
        return NULL;
    }
    home->is_opening = false;
    home_keep(home);
    hear_cards(home);
    return &home->table;
}

struct tui_table *home_create(const struct home_setup *setup, const struct pen_edition *edition,
                              const struct pen_options *options, uint64_t now_ms)
{
    return open_table(setup, edition, options, NULL, 0, now_ms);
}

struct tui_table *home_take_over(const struct home_setup *setup, const struct pen_edition *edition,
                                 const struct pen_options *options, const char *text, size_t bytes,
                                 uint64_t now_ms)
{
    return open_table(setup, edition, options, text, bytes, now_ms);
}

/* ---- going on with a journal ----------------------------------------------------------------- */

struct finding {
    struct home *home;
    const struct pen_mesa_host *host;
};

static bool keep(void *context, const struct pen_edition *edition)
{
    struct finding *finding = context;
    finding->home->edition = *edition;
    return true;
}

static const struct room_rules *find(void *context, const struct setup_settings *settings)
{
    struct finding *finding = context;
    struct home *home = finding->home;
    struct pen_problem problem;
    memset(&problem, 0, sizeof problem);
    if (!(pen_edition_is_own(settings->edition) && strcmp(settings->edition, home->edition.id) == 0) &&
        !pen_edition_builtin(settings->edition, &home->edition) &&
        !finding->host->find_edition(finding->host->context, settings->edition, strlen(settings->edition),
                                     &home->edition, &problem))
        return NULL;
    return resolve(home, &home->edition, &settings->options) ? &home->rules : NULL;
}

static const struct room_rules *find_kept(void *context, const struct setup_settings *settings,
                                          uint64_t digest, const char *text, size_t bytes)
{
    struct finding *finding = context;
    struct home *home = finding->home;
    struct pen_problem problem;
    (void)digest;
    if (text && !pen_edition_parse(&home->edition, text, bytes, &problem))
        return NULL;
    return resolve(home, &home->edition, &settings->options) ? &home->rules : NULL;
}

static bool restore(struct home *home, const char *journal, size_t bytes, const struct pen_mesa_host *host)
{
    struct finding finding = {home, host};
    const struct room_library library = {
        .context = &finding, .find = find, .find_kept = find_kept, .keep = keep};
    return room_restore(&home->room, &library, journal, bytes) && home->rules.rules &&
           (home->room.stage == ROOM_PLAYING || home->room.stage == ROOM_BETWEEN);
}

static uint16_t people_of(const struct room *room)
{
    uint16_t people = 0;
    for (unsigned seat = 0; seat < room->seat_count; seat++)
        people |= (uint16_t)((room->seats[seat].kind == ROOM_PERSON) << seat);
    return people;
}

struct tui_table *home_restore(const struct home_setup *setup, const char *journal, size_t bytes,
                               const struct pen_mesa_host *host, uint64_t now_ms)
{
    struct home *home = allocate(setup, now_ms);
    if (!home)
        return NULL;
    if (!restore(home, journal, bytes, host) || people_of(&home->room) != setup->people) {
        home_drop(home);
        return NULL;
    }
    home->save = setup->save;
    if (home->room_ms < home->room.last_ms)
        home->room_ms = home->room.last_ms;
    struct room_input input = home_input(home, ROOM_IN_WAKE, PEN_SEAT_NONE);
    bool is_good = give(home, &input) && all_are_here(home);
    PEN_ASSERT(is_good); /* it is a table of ours, and nobody else is there */
    begin_pace(home, setup);
    home_send_tables(home);
    home_note(home, WORD_TUI_SAY_GOES_ON, (struct tui_filling){.number = home->room.game.round_number});
    if (home->save && home_save_is_failing(home->save))
        home_note_saved(home, HOME_SAVE_FAILED);
    hear_cards(home);
    return &home->table;
}

bool home_describe(const char *journal, size_t bytes, const struct pen_mesa_host *host,
                   struct home_summary *summary)
{
    struct home *home = calloc(1, sizeof *home);
    if (!home)
        return false;
    home->rules = (struct room_rules){&home->edition, &home->resolved};
    bool is_good = restore(home, journal, bytes, host);
    if (is_good) {
        memset(summary, 0, sizeof *summary);
        summary->edition = home->edition;
        room_names(&home->room, &summary->names);
        summary->round_number = home->room.game.round_number;
        summary->is_open = home->room.game.winners == 0;
    }
    free(home);
    return is_good;
}
