/* cmd_replay.c - plays .mesa files and checks what they expect. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/find_edition.h"
#include "cli/own_house.h"
#include "cli/tell.h"
#include "words/cli_replay_words.h"
#include "words/cli_words.h"
#include "words/help_replay_words.h"

struct replay {
    const char *path;
    struct edition_finder finder;
    bool shows, traces, is_begun;
};

/* ---- --trace --------------------------------------------------------------------------------- */

static void print_seats(const struct pen_names *names, uint16_t seats, const char *none)
{
    const char *separator = "";
    for (unsigned seat = 0; seat < names->count; seat++) {
        if (seats >> seat & 1) {
            printf("%s%s", separator, names->name[seat]);
            separator = ",";
        }
    }
    if (separator[0] == 0)
        fputs(none, stdout);
}

enum { WORD_BYTES = 96, WORDS_MAX = 512 };

static int compare_words(const void *left, const void *right)
{
    return strcmp(left, right);
}

/* Sorts the words as bytes and prints them. */
static void print_sorted(char (*words)[WORD_BYTES], unsigned count, const char *separator)
{
    qsort(words, count, sizeof words[0], compare_words);
    for (unsigned i = 0; i < count; i++)
        printf("%s%s", i ? separator : "", words[i]);
    if (count == 0)
        putchar('-');
}

static void print_position(const struct pen_mesa_moment *moment)
{
    static char words[WORDS_MAX][WORD_BYTES];
    const struct pen_edition *edition = moment->edition;
    const struct pen_rules *rules = moment->rules;
    const struct pen_round *round = &moment->game->round;
    const struct pen_names *names = moment->names;
    bool is_over = round->phase == PEN_PHASE_OVER;

    printf("%u turn=%s must=", moment->line,
           is_over || round->turn >= names->count ? "nobody" : names->name[round->turn]);
    print_seats(names, pen_round_must(round), "-");
    printf(" color=%s top=", round->color < edition->color_count ? edition->colors[round->color].id : "-");
    struct pen_text text = pen_text_in(words[0], WORD_BYTES);
    pen_card_write(edition, rules, round->top, &text);
    printf("%s dir=%s pending=%u pile=%u owes=", text.length ? words[0] : "-",
           round->direction == PEN_LEFT ? "left" : "right", (unsigned)round->pending,
           (unsigned)round->draw_count);
    print_seats(names, round->owes, "-");
    printf(" round=%s game=", !is_over                         ? "open"
                              : round->winner == PEN_SEAT_NONE ? "void"
                                                               : names->name[round->winner]);
    print_seats(names, moment->game->winners, "open");
    for (unsigned seat = 0; seat < round->seat_count; seat++) {
        unsigned count = 0;
        for (unsigned card = 0; card < rules->kind_count; card++) {
            for (unsigned copy = pen_hand_count_of(&round->hands[seat], card); copy > 0; copy--) {
                text = pen_text_in(words[count++], WORD_BYTES);
                pen_card_write(edition, rules, (uint8_t)card, &text);
            }
        }
        printf("%s%s:", seat ? "|" : " hands=", names->name[seat]);
        print_sorted(words, count, " ");
    }
    for (unsigned seat = 0; seat < round->seat_count; seat++)
        printf("%s%s:%u", seat ? "|" : " score=", names->name[seat], (unsigned)moment->game->score[seat]);
    putchar('\n');

    for (unsigned seat = 0; seat < round->seat_count; seat++) {
        struct pen_legal legal;
        pen_round_legal(rules, round, (uint8_t)seat, &legal);
        unsigned count = pen_legal_count(rules, &legal);
        PEN_ASSERT(count <= WORDS_MAX);
        for (unsigned i = 0; i < count; i++) {
            char line[WORD_BYTES];
            text = pen_text_in(line, sizeof line);
            pen_mesa_write_action(&text, edition, rules, names, pen_legal_at(rules, &legal, i));
            line[strcspn(line, "\r\n")] = 0;
            /* The list leaves out the name it stands behind. */
            snprintf(words[i], WORD_BYTES, "%s", line + strlen(names->name[seat]) + 1);
        }
        printf("  legal %s: ", names->name[seat]);
        print_sorted(words, count, "; ");
        putchar('\n');
    }
}

/* ---- replay ---------------------------------------------------------------------------------- */

static bool find(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                 struct pen_problem *problem)
{
    struct replay *replay = context;
    return finder_find(&replay->finder, name, bytes, edition, problem) && own_house_try(edition, 0, problem);
}

static void report(void *context, unsigned line, const char *what)
{
    const struct replay *replay = context;
    fflush(stdout);
    if (line)
        fprintf(stderr, "%s:%u: %s\n", replay->path, line, what);
    else
        fprintf(stderr, "%s: %s\n", replay->path, what);
}

static void show(void *context, const struct pen_mesa_moment *moment)
{
    struct replay *replay = context;
    if (replay->shows) {
        struct pen_names names = *moment->names;
        pen_names_show(&names);
        struct tell tell = {stdout, moment->edition, moment->rules, &names, TELL_EVERYTHING, false, 0};
        if (moment->is_deal)
            tell_deal(&tell, moment->game, moment->events, !replay->is_begun);
        else
            tell_events(&tell, moment->events->list, moment->events->count, false);
        if (moment->game->round.phase == PEN_PHASE_OVER)
            for (unsigned i = 0; i < moment->events->count; i++)
                if (moment->events->list[i].type == PEN_EVENT_ROUND_WON ||
                    moment->events->list[i].type == PEN_EVENT_ROUND_FEWEST ||
                    moment->events->list[i].type == PEN_EVENT_ROUND_VOID)
                    tell_end(&tell, moment->game);
    }
    if (replay->traces)
        print_position(moment);
    replay->is_begun = true;
}

static enum host_status replay_file(struct replay *replay, const char *path)
{
    static struct pen_mesa mesa;
    struct host_file file;
    replay->path = strcmp(path, "-") == 0 ? "stdin" : path;
    replay->finder.beside = path;
    replay->is_begun = false;
    if (!host_file_read(path, &file))
        return HOST_WRONG;

    struct pen_mesa_host host = {
        .context = replay,
        .lang = host_lang,
        .find_edition = find,
        .report = report,
        .show = replay->shows || replay->traces ? show : NULL,
    };
    enum pen_mesa_status status = pen_mesa_replay(&mesa, file.bytes, file.count, &host);
    host_file_drop(&file);
    if (status == PEN_MESA_GOOD && !replay->traces) {
        unsigned actions = mesa.action_count, expectations = mesa.expect_count;
        if (replay->shows)
            putchar('\n');
        printf("%s: %u %s, %u %s\n", replay->path, actions,
               actions == 1 ? host_word(WORD_CLI_REPLAY_ACTION) : host_word(WORD_CLI_ACTIONS), expectations,
               expectations == 1 ? host_word(WORD_CLI_REPLAY_EXPECTATION_HELD)
                                 : host_word(WORD_CLI_REPLAY_EXPECTATIONS_HELD));
    }
    return (enum host_status)status;
}

static enum cli_answer take_house(const struct cli_option *option, const char *value, void *member)
{
    pen_house_set named; /* those stand in the files themselves */
    (void)option, (void)member;
    return own_house_read(value, &named) && named == 0 ? CLI_TAKEN : CLI_REFUSED;
}

static const struct cli_option options[] = {
    {CLI_FLAG("show", struct replay, shows, WORD_HELP_REPLAY_OPTION_SHOW)},
    {CLI_FLAG("trace", struct replay, traces, WORD_HELP_REPLAY_OPTION_TRACE)},
    {CLI_EDITIONS(struct replay, finder, WORD_HELP_REPLAY_OPTION_EDITION)},
    {CLI_VALUE("house", "FILE", FILE, take_house, struct replay, shows, WORD_HELP_REPLAY_OPTION_HOUSE)},
    {.name = NULL},
};

static int run(const struct cli_command *command, int argc, char **argv)
{
    struct replay replay = {.path = NULL};
    int status = cli_read(command, argc, argv, &replay);
    if (status == CLI_GO_ON && optind == argc)
        status = cli_wrong_use(command, "%s", host_word(WORD_CLI_NO_FILE_GIVEN));
    else if (status == CLI_GO_ON)
        for (int i = optind; i < argc; i++) {
            int one = (int)replay_file(&replay, argv[i]);
            status = one > status ? one : status;
        }
    finder_drop(&replay.finder);
    return status;
}

const struct cli_command cli_replay = {
    .name = "replay",
    .usage = "[--show] [--trace] [--edition FILE]... [--house FILE,...] FILE...",
    .about = WORD_HELP_REPLAY_ABOUT,
    .details = WORD_HELP_REPLAY_DETAILS,
    .options = options,
    .operands_max = CLI_MANY,
    .operand = CLI_OFFER_FILE,
    .examples = "penultima replay tests/cases/*.mesa\n"
                "penultima replay --show --lang es game.mesa\n"
                "penultima replay --edition my.edition game.mesa\n"
                "penultima record --edition classic --players 4 --seed 7 | penultima replay --show -",
    .run = run,
};
