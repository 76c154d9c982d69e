/* portable.c - the library alone, on whatever compiler and processor there is: portable FILE...
 *
 * Replays the files and plays a game between bots in every edition, and prints what came out, which must be
 * the same everywhere: no size, address or byte order of the machine is in it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "penultima/penultima.h"

enum { FILE_BYTES_MAX = 1 << 20, ACTIONS_MAX = 20000, SEATS = 4 };

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

static bool play(const char *id)
{
    static struct pen_edition edition;
    static struct pen_rules rules;
    static struct pen_game game;
    static struct pen_view view;
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    struct bot bots[SEATS];
    uint64_t hash = 1;
    unsigned actions = 0;
    options.scoring = PEN_SCORING_QUICK;
    if (!pen_edition_builtin(id, &edition) || pen_rules_make(&rules, &edition, &options, NULL) != 0)
        return false;
    for (unsigned i = 0; i < SEATS; i++)
        bot_init(&bots[i], (struct bot_spec){.level = BOT_RANK}, i + 1, NULL);
    pen_game_start_quick(&rules, &game, SEATS, 0, 20260101);
    while (pen_round_must(&game.round) && actions < ACTIONS_MAX) {
        uint8_t seat = lowest(pen_round_must(&game.round));
        pen_view_init(&view, seat);
        pen_view_glance(&view, &rules, &game.round);
        struct pen_action action = bot_choose(&bots[seat], &rules, &view);
        if (pen_game_apply(&rules, &game, action, NULL) != PEN_ACCEPTED)
            return false;
        hash = mix_action(hash, action);
        actions++;
    }
    printf("%s %u %016" PRIx64 "\n", id, actions, hash);
    return true;
}

int main(int argc, char **argv)
{
    printf("%s\n", pen_version());
    for (int i = 1; i < argc; i++)
        if (!replay(argv[i]))
            return EXIT_FAILURE;
    for (unsigned i = 0; i < pen_edition_builtin_count(); i++)
        if (!play(pen_edition_builtin_id(i)))
            return EXIT_FAILURE;
    return pen_sizeof_round() == sizeof(struct pen_round) && pen_sizeof_bot() == sizeof(struct bot)
               ? EXIT_SUCCESS
               : EXIT_FAILURE;
}
