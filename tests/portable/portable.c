/* portable.c - the library alone, on whatever compiler and processor there is: portable FILE...
 *
 * Replays the files and plays a game between bots in every edition, and prints what came out, which must be
 * the same everywhere: no size, address or byte order of the machine is in it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "penultima/penultima.h"

enum { FILE_BYTES_MAX = 1 << 20, ACTIONS_MAX = 20000, TABLES = 8, STEPS = 200 };

static uint64_t mix(uint64_t hash, uint64_t value)
{
    return (hash ^ value) * UINT64_C(0x100000001b3);
}

static uint64_t mix_action(uint64_t hash, struct pen_action action)
{
    const uint8_t fields[] = {action.verb, action.seat, action.card, action.color, action.target, action.uno};
    for (size_t i = 0; i < sizeof fields; i++)
        hash = mix(hash, fields[i]);
    return hash;
}

/* ---- files ---- */

static bool find_edition(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                         struct pen_problem *problem)
{
    char id[64];
    (void)context;
    (void)problem;
    if (bytes >= sizeof id)
        return false;
    memcpy(id, name, bytes);
    id[bytes] = 0;
    return pen_edition_builtin(id, edition);
}

static void ignore(void *context, unsigned line, const char *what)
{
    (void)context;
    (void)line;
    (void)what;
}

static void note(void *context, const struct pen_mesa_moment *moment)
{
    uint64_t *hash = context;
    if (!moment->is_deal)
        *hash = mix_action(*hash, moment->action);
    for (unsigned seat = 0; seat < moment->names->count; seat++)
        *hash = mix(*hash, moment->game->score[seat]);
}

static bool replay(const char *path)
{
    static char bytes[FILE_BYTES_MAX];
    static struct pen_mesa mesa;
    uint64_t hash = 1;
    const struct pen_mesa_host host = {&hash, PEN_LANG_EN, find_edition, ignore, note};
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    size_t count = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    int status = (int)pen_mesa_replay(&mesa, bytes, count, &host);
    const char *slash = strrchr(path, '/');
    printf("%s %d %016" PRIx64 "\n", slash ? slash + 1 : path, status, hash);
    return true;
}

/* ---- bots ---- */

static uint8_t lowest(uint16_t seats)
{
    uint8_t seat = 0;
    while (!(seats >> seat & 1))
        seat++;
    return seat;
}

static bool play(const char *id, uint8_t level, uint8_t seat_count)
{
    static struct pen_edition edition;
    static struct pen_rules rules;
    static struct pen_game game;
    static struct pen_view views[PEN_SEATS_MAX];
    static struct pen_events events;
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    struct bot bots[PEN_SEATS_MAX];
    uint64_t hash = 1;
    unsigned actions = 0;
    options.scoring = PEN_SCORING_QUICK;
    if (!pen_edition_builtin(id, &edition) || pen_table_make(&rules, &edition, &options, NULL) != 0)
        return false;
    for (uint8_t seat = 0; seat < seat_count; seat++) {
        pen_bot_init(&bots[seat], (struct bot_spec){.level = level, .rollouts = 20}, seat + 1u, NULL);
        pen_view_init(&views[seat], seat);
    }
    struct pen_layout layout = pen_game_drawn_layout(&rules, seat_count, 20260101);
    if (pen_game_start(&rules, &game, 20260101, &layout, NULL, &events, NULL) != PEN_DEAL_GOOD)
        return false;
    for (;;) {
        for (unsigned seat = 0; seat < seat_count; seat++)
            pen_view_update(&views[seat], &rules, &game, &events);
        if (!pen_round_must(&game.round) || actions == ACTIONS_MAX)
            break;
        uint8_t seat = lowest(pen_round_must(&game.round));
        struct pen_action action = pen_bot_choose(&bots[seat], &rules, &views[seat]);
        if (pen_game_apply(&rules, &game, action, &events) != PEN_ACCEPTED)
            return false;
        hash = mix_action(hash, action);
        actions++;
    }
    printf("%s %s %u %016" PRIx64 "\n", id, pen_bot_level_id(level), actions, hash);
    return true;
}

/* ---- many tables ---- */

/* The lowest open number at or behind 'from', going round. */
static int64_t next_open(const uint64_t *mask, unsigned from)
{
    for (unsigned i = 0; i < 64 * PEN_ACTION_WORDS; i++) {
        unsigned number = (from + i) % (64 * PEN_ACTION_WORDS);
        if (mask[number / 64] >> (number % 64) & 1)
            return number;
    }
    return 0;
}

/* What is seen at the tables of a batch has the same bytes everywhere. */
static bool observe(const char *id)
{
    static struct pen_edition edition;
    static struct pen_rules rules;
    static int64_t actions[TABLES];
    static uint8_t observations[TABLES * PEN_OBSERVATION_BYTES], seats[TABLES];
    static uint64_t masks[TABLES * PEN_ACTION_WORDS];
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    if (!pen_edition_builtin(id, &edition) || pen_table_make(&rules, &edition, &options, NULL) != 0)
        return false;
    const struct pen_batch_settings settings = {
        .rules = &rules, .tables = TABLES, .seed = 7, .seat_count = 4, .has_reactions = 1, .observes = 1};
    if (pen_batch_check(&settings) != PEN_BATCH_GOOD)
        return false;
    size_t bytes = (pen_batch_bytes(&settings) + 63) / 64 * 64;
    void *memory = aligned_alloc(64, bytes);
    if (!memory)
        return false;
    struct pen_batch *batch = pen_batch_init(memory, &settings);
    pen_batch_use(batch,
                  &(struct pen_batch_buffers){
                      .actions = actions, .observations = observations, .masks = masks, .seats = seats});
    pen_batch_look(batch, 0, TABLES);
    uint64_t hash = 1;
    size_t refused = 0;
    for (unsigned step = 0; step < STEPS; step++) {
        for (size_t i = 0; i < sizeof observations; i++)
            hash = mix(hash, observations[i]);
        for (unsigned table = 0; table < TABLES; table++) {
            actions[table] = next_open(masks + PEN_ACTION_WORDS * table, (unsigned)(hash >> 8 & 127));
            hash = mix(hash, (uint64_t)actions[table] ^ seats[table]);
        }
        refused += pen_batch_step(batch, 0, TABLES);
    }
    free(memory);
    printf("%s observed %016" PRIx64 "\n", id, hash);
    return refused == 0;
}

int main(int argc, char **argv)
{
    printf("%s\n", pen_version());
    for (int i = 1; i < argc; i++)
        if (!replay(argv[i]))
            return EXIT_FAILURE;
    for (unsigned i = 0; i < pen_edition_builtin_count(); i++)
        if (!play(pen_edition_builtin_id(i), BOT_RANK, 4) || !observe(pen_edition_builtin_id(i)))
            return EXIT_FAILURE;
    /* Every level, and with it the network that comes with the library. */
    for (uint8_t level = 0; level < BOT_LEVEL_COUNT; level++)
        if (!play("classic", level, 2))
            return EXIT_FAILURE;
    return pen_sizeof_round() == sizeof(struct pen_round) && pen_sizeof_bot() == sizeof(struct bot)
               ? EXIT_SUCCESS
               : EXIT_FAILURE;
}
