/* cmd_demo.c - a game between simple players, told move by move: what one sees without a command. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "bots/bot.h"
#include "cli/command.h"
#include "cli/find_edition.h"
#include "cli/own_house.h"
#include "cli/tell.h"
#include "platform/clock.h"
#include "words/cli_demo_words.h"
#include "words/cli_words.h"
#include "words/help_demo_words.h"

enum { PAUSE_MS = 850, COLUMNS_USUAL = 80, ACTIONS_MAX = 2000 };

struct wish {
    struct pen_options table;
    const char *edition;
    unsigned players;
    uint64_t seed;
    bool is_fast;
};

static const struct cli_option options[] = {
    {CLI_TEXT("edition", "NAME|FILE", EDITION, struct wish, edition, WORD_HELP_DEMO_OPTION_EDITION)},
    {CLI_HOUSE(struct wish, table, WORD_HELP_DEMO_OPTION_HOUSE)},
    {CLI_SEATS(struct wish, players, WORD_HELP_DEMO_OPTION_PLAYERS)},
    {CLI_NUMBER("seed", "N", 0, UINT64_MAX, struct wish, seed, WORD_HELP_DEMO_OPTION_SEED)},
    {CLI_FLAG("fast", struct wish, is_fast, WORD_HELP_DEMO_OPTION_FAST)},
    {.name = NULL},
};

static volatile sig_atomic_t is_interrupted;

static void interrupt(int number)
{
    (void)number;
    is_interrupted = 1;
}

static void wait_ms(unsigned milliseconds)
{
    fflush(stdout);
    /* Ends early when interrupted, which is what is wanted. */
    platform_rest_ms(milliseconds);
}

/* Characters, not bytes; the demonstration's names have no wide ones. */
static unsigned columns_of(const char *text)
{
    unsigned columns = 0;
    for (; *text; text++)
        columns += ((unsigned char)*text & 0xc0) != 0x80;
    return columns;
}

static bool terminal_has_color(void)
{
    const char *none = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return isatty(STDOUT_FILENO) && !(none && none[0]) && terminal && terminal[0] &&
           strcmp(terminal, "dumb") != 0;
}

struct demo {
    struct tell tell;
    struct pen_game game;
    struct pen_events events;
    struct pen_view views[PEN_SEATS_MAX];
    struct pen_chance chance;
    struct bot bots[PEN_SEATS_MAX];
    unsigned columns; /* of the terminal */
    unsigned pause_ms;
};

static void update_views(struct demo *demo)
{
    for (unsigned seat = 0; seat < demo->game.round.seat_count; seat++)
        pen_view_update(&demo->views[seat], demo->tell.rules, &demo->game, &demo->events);
}

/* Behind what was just told: how many cards everybody holds. */
static void tell_counts(struct demo *demo)
{
    const struct pen_round *round = &demo->game.round;
    unsigned column = demo->tell.column, width = 0;
    for (unsigned seat = 0; seat < round->seat_count; seat++)
        width += columns_of(demo->tell.names->name[seat]) + 5;
    /* At the right edge; on a line of its own where that is too narrow. */
    unsigned start = width + 2 < demo->columns ? demo->columns - width : 2;
    if (column + 2 > start || width + 2 >= demo->columns) {
        putchar('\n');
        column = 0;
    }
    printf("%*s%s", (int)(start - column), "", demo->tell.has_color ? "\033[2m" : "");
    for (unsigned seat = 0; seat < round->seat_count; seat++)
        printf("%s%s %-2u", seat ? "  " : "", demo->tell.names->name[seat],
               (unsigned)round->hand_count[seat]);
    puts(demo->tell.has_color ? "\033[0m" : "");
    demo->tell.column = 0;
}

/* The quickest of those who catch, say UNO late or jump in, if anybody does. */
static bool react(struct demo *demo, struct pen_action *action)
{
    uint16_t seats = pen_round_may_react(demo->tell.rules, &demo->game.round);
    uint32_t soonest = 1500; /* by then the player in turn has played */
    bool is_any = false;
    for (; seats; seats &= (uint16_t)(seats - 1)) {
        unsigned seat = pen_bits_lowest(seats);
        struct bot_reaction reaction = pen_bot_react(&demo->bots[seat], demo->tell.rules, &demo->views[seat]);
        if (reaction.is_any && reaction.delay_ms < soonest) {
            soonest = reaction.delay_ms;
            *action = reaction.action;
            is_any = true;
        }
    }
    return is_any;
}

static void play(struct demo *demo)
{
    struct pen_round *round = &demo->game.round;
    for (unsigned actions = 0; actions < ACTIONS_MAX && !is_interrupted; actions++) {
        uint16_t must = pen_round_must(round);
        if (must == 0 || ferror(stdout))
            return;
        if (demo->pause_ms)
            wait_ms(demo->pause_ms);
        if (is_interrupted)
            return;
        struct pen_action action;
        if (!react(demo, &action)) {
            unsigned which = pen_chance_below(&demo->chance, pen_bits_count(must));
            unsigned seat = pen_bits_select(must, which);
            action = pen_bot_choose(&demo->bots[seat], demo->tell.rules, &demo->views[seat]);
        }
        enum pen_refusal refusal = pen_game_apply(demo->tell.rules, &demo->game, action, &demo->events);
        PEN_ASSERT(refusal == PEN_ACCEPTED);
        update_views(demo);
        if (tell_events(&demo->tell, demo->events.list, demo->events.count, true) > 0)
            tell_counts(demo);
    }
}

static void print_header(const struct demo *demo, uint64_t seed)
{
    printf("%s",
           host_say(CLI_DEMO_PEN_LTIMA_A_ROUND_OF_BETWEEN, pen_said(demo->tell.edition->title, host_lang)));
    struct tell tell = demo->tell;
    for (unsigned i = 0; i < tell.edition->color_count; i++) {
        putchar(' ');
        tell_text(&tell, tell.edition->colors[i].shape);
        printf(" %s", pen_said(tell.edition->colors[i].name, host_lang));
    }
    printf("%s", host_say(CLI_DEMO_THE_SAME_AGAIN_PENULTIMA_DEMO_SEED, (unsigned long long)seed,
                          demo->pause_ms ? host_word(WORD_CLI_DEMO_CTRL_C_ENDS) : ""));
}

static void catch_signals(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = interrupt;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

static int run(const struct cli_command *command, int argc, char **argv)
{
    static struct pen_edition edition;
    static struct pen_rules rules;
    static struct demo demo;
    struct wish wish = {.table = PEN_OPTIONS_DEFAULT,
                        .edition = "classic",
                        .players = 4,
                        .seed = platform_wall_ms() / 1000 % 100000,
                        .is_fast = !isatty(STDOUT_FILENO)};
    const int status = cli_read(command, argc, argv, &wish);
    if (status != CLI_GO_ON)
        return status;
    const unsigned players = wish.players;
    const uint64_t seed = wish.seed;
    if (!finder_find_argument(wish.edition, &edition) || !own_house_lay(&edition, wish.table.house))
        return HOST_WRONG;
    wish.table.scoring = PEN_SCORING_QUICK; /* one round is enough to look at */
    if (pen_table_make(&rules, &edition, &wish.table, NULL) != PEN_RULES_GOOD ||
        players < rules.rule.seats_min || players > rules.rule.seats_max) {
        host_error("%s", host_say(CLI_EDITION_CANNOT_BE_PLAYED_SO, edition.id));
        return HOST_WRONG;
    }

    struct pen_names names = cli_names(players);
    demo.tell = (struct tell){stdout, &edition, &rules, &names, PEN_SPECTATOR, terminal_has_color(), 0};
    demo.pause_ms = wish.is_fast ? 0 : PAUSE_MS;
    struct winsize window;
    bool has_size = ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0;
    demo.columns = has_size ? window.ws_col : COLUMNS_USUAL;
    demo.chance = pen_chance_of(seed, UINT64_MAX); /* the rounds have streams of their own */
    for (unsigned seat = 0; seat < players; seat++) {
        pen_view_init(&demo.views[seat], (uint8_t)seat);
        pen_bot_init(&demo.bots[seat], (struct bot_spec){.level = BOT_RANK}, pen_chance_word(&demo.chance),
                     NULL);
    }

    catch_signals();
    print_header(&demo, seed);
    uint8_t seat_count = (uint8_t)players;
    struct pen_layout layout = pen_game_drawn_layout(&rules, seat_count, seed);
    enum pen_deal_problem problem =
        pen_game_start(&rules, &demo.game, seed, &layout, NULL, &demo.events, NULL);
    PEN_ASSERT(problem == PEN_DEAL_GOOD);
    update_views(&demo);
    tell_deal(&demo.tell, &demo.game, &demo.events, true);
    play(&demo);
    if (is_interrupted)
        puts(host_word(WORD_CLI_DEMO_UNTIL_NEXT_TIME));
    else if (demo.game.round.phase == PEN_PHASE_OVER)
        tell_end(&demo.tell, &demo.game);
    return HOST_GOOD;
}

const struct cli_command cli_demo = {
    .name = "demo",
    .usage = "[--edition NAME|FILE] [--house A,B] [--players N] [--seed N] [--fast]",
    .about = WORD_HELP_DEMO_ABOUT,
    .details = WORD_HELP_DEMO_DETAILS,
    .options = options,
    .examples = "penultima\npenultima demo --edition ghostbusters --players 3\n"
                "penultima demo --seed 7 --fast",
    .run = run,
};
