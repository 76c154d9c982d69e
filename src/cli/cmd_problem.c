/* cmd_problem.c - positions with one best choice and a proof: the one of the day, new ones, and proofs of
 * files. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "platform/clock.h"
#include "tui/action_words.h"
#include "tui/lines.h"
#include "value/problem.h"
#include "words/cli_problem_words.h"
#include "words/cli_words.h"
#include "words/help_problem_words.h"
#include "words/tui_say_words.h"
#include "words/tui_show_words.h"

enum { DAY_MS = 86400000, WORDS_BYTES = 512, COUNT_MAX = 100000, FOUND_BY = 20 /* players of each level */ };

struct task {
    unsigned answer, count, worlds;
    uint64_t seed;
    bool is_list;
    struct pen_edition edition;
    struct pen_rules rules;
    struct tui_table table; /* for the words */
};

static const struct cli_option options[] = {
    {CLI_NUMBER("answer", "N", 1, PROBLEM_CHOICES_MAX, struct task, answer, WORD_HELP_PROBLEM_OPTION_ANSWER)},
    {CLI_NUMBER("count", "N", 1, COUNT_MAX, struct task, count, WORD_HELP_PROBLEM_OPTION_COUNT)},
    {CLI_NUMBER("seed", "N", 0, UINT32_MAX, struct task, seed, WORD_HELP_PROBLEM_OPTION_SEED)},
    {CLI_NUMBER("worlds", "N", 1, PROBLEM_WORLDS_MAX, struct task, worlds, WORD_HELP_PROBLEM_OPTION_WORLDS)},
    {CLI_FLAG("list", struct task, is_list, WORD_HELP_PROBLEM_OPTION_LIST)},
    {.name = NULL},
};

/* ---- one of those that ship ---- */

static const char *cards(const struct task *task, const struct pen_hand *hand, char bytes[2 * WORDS_BYTES])
{
    struct pen_text text = pen_text_in(bytes, 2 * WORDS_BYTES);
    for (unsigned kind = 0; kind < task->rules.kind_count; kind++)
        for (unsigned i = pen_hand_count_of(hand, kind); i > 0; i--) {
            pen_text_add(&text, text.length > 0 ? ", " : "");
            pen_card_name(&task->edition, &task->rules, (uint8_t)kind, host_lang, &text);
        }
    return bytes;
}

/* How many cards the others hold, from the next one on. */
static const char *counts(const struct problem *problem, char bytes[WORDS_BYTES])
{
    unsigned seats = problem->seat_count, step = problem->direction == PEN_LEFT ? 1 : seats - 1;
    size_t length = 0;
    for (unsigned seat = step; seat != 0; seat = (seat + step) % seats)
        length += (size_t)snprintf(bytes + length, WORDS_BYTES - length, "%s%u", length > 0 ? ", " : "",
                                   problem->hand_count[seat]);
    return bytes;
}

static const char *action_words(struct task *task, struct pen_action action, const struct pen_view *view,
                                char bytes[WORDS_BYTES])
{
    struct pen_text text = pen_text_in(bytes, WORDS_BYTES);
    action.seat = view->viewer;
    action.uno = 0;
    tui_action_words(&text, &task->table, action);
    bytes[strcspn(bytes, "\r\n")] = 0;
    return bytes;
}

/* The choices in an order that does not give the best one away: that of the game's list of actions. */
static void in_order(const struct problem_proof *proof, const struct pen_rules *rules, unsigned seats,
                     unsigned order[PROBLEM_CHOICES_MAX])
{
    for (unsigned i = 0; i < proof->count; i++) {
        unsigned at = i, number = pen_action_to_number(rules, proof->list[i].action, seats);
        for (; at > 0 && pen_action_to_number(rules, proof->list[order[at - 1]].action, seats) > number; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

static void tell_answer(struct task *task, const struct pen_view *view, const struct problem_proof *proof,
                        unsigned answered)
{
    char words[WORDS_BYTES], won[16], lost[16], open[16];
    double all = (double)proof->orders / 100;
    puts(host_word(answered == 0 ? WORD_CLI_PROBLEM_RIGHT : WORD_CLI_PROBLEM_WRONG));
    for (unsigned i = 0; i < proof->count; i++) {
        const struct problem_choice *choice = &proof->list[i];
        snprintf(won, sizeof won, "%s", host_real((double)choice->won / all, 1));
        snprintf(lost, sizeof lost, "%s", host_real((double)choice->lost / all, 1));
        snprintf(open, sizeof open, "%s", host_real((double)choice->open / all, 1));
        puts(host_say(CLI_PROBLEM_COUNTED, action_words(task, choice->action, view, words), won, lost, open));
    }
}

/* A problem as it is asked: its position, its proof, and the choices in the order of the list. */
struct asked {
    struct pen_view view;
    struct problem problem;
    struct problem_proof proof;
    unsigned order[PROBLEM_CHOICES_MAX];
};

static bool find_problem(struct task *task, unsigned number, struct asked *asked)
{
    if (!problem_show(number - 1, &task->rules, &asked->view, &asked->problem, &asked->proof))
        return false;
    task->table.view = asked->view;
    task->table.seat = asked->view.viewer;
    task->table.names = cli_names(asked->view.seat_count);
    in_order(&asked->proof, &task->rules, asked->view.seat_count, asked->order);
    return true;
}

static void tell_problem(struct task *task, unsigned number, const struct asked *asked)
{
    const struct problem *problem = &asked->problem;
    char one[2 * WORDS_BYTES], other[WORDS_BYTES];
    puts(host_say(CLI_PROBLEM_TITLE, (long)number, (long)problem_kept_count()));
    puts(host_say(CLI_PROBLEM_HAND, cards(task, &problem->hand, one)));
    struct pen_text text = pen_text_in(one, sizeof one);
    pen_card_name(&task->edition, &task->rules, problem->top, host_lang, &text);
    puts(host_say(CLI_PROBLEM_TABLE, one, pen_said(task->edition.colors[problem->color].name, host_lang),
                  counts(problem, other), (long)problem->draw_count));
    puts(host_say(CLI_PROBLEM_HIDDEN, cards(task, &problem->hidden, one)));
    puts(host_word(WORD_CLI_PROBLEM_QUESTION));
    for (unsigned i = 0; i < asked->proof.count; i++)
        printf("%3u  %s\n", i + 1,
               action_words(task, asked->proof.list[asked->order[i]].action, &asked->view, other));
}

static unsigned number_of_today(void)
{
    return (unsigned)(platform_wall_ms() / DAY_MS % problem_kept_count() + 1);
}

static int show(const struct cli_command *command, struct task *task, const char *which)
{
    static struct asked asked;
    char *end;
    unsigned long number = which ? strtoul(which, &end, 10) : number_of_today();
    if (which && (*end || number < 1 || number > problem_kept_count()))
        return cli_wrong_use(command, "%s", host_say(CLI_UNEXPECTED_ARGUMENT, which));
    if (!find_problem(task, (unsigned)number, &asked))
        return HOST_WRONG;
    if (task->answer > asked.proof.count)
        return cli_wrong_use(command, "%s", host_say(CLI_UNEXPECTED_ARGUMENT, "--answer"));
    if (task->answer == 0) {
        tell_problem(task, (unsigned)number, &asked);
        return HOST_GOOD;
    }
    const unsigned answered = asked.order[task->answer - 1];
    tell_answer(task, &asked.view, &asked.proof, answered);
    return answered == 0 ? HOST_GOOD : HOST_NO;
}

/* A number up to 'count'; 0: enough of it. */
static unsigned ask(unsigned count)
{
    char line[TUI_LINE_BYTES];
    for (;;) {
        fputs("> ", stdout);
        fflush(stdout);
        if (tui_lines_next(-1, -1, line) != TUI_LINE_READ || strcmp(line, "q") == 0)
            return 0;
        const unsigned long number = strtoul(line, NULL, 10);
        if (number >= 1 && number <= count)
            return (unsigned)number;
        puts(host_word(WORD_TUI_SAY_NOT_A_CHOICE));
    }
}

/* The one of the day, and then as many more as somebody likes. */
static int play(struct task *task)
{
    enum { LEAVE = 2 };
    static struct asked asked;
    for (unsigned number = number_of_today();; number = number % problem_kept_count() + 1) {
        if (!find_problem(task, number, &asked))
            return HOST_WRONG;
        tell_problem(task, number, &asked);
        const unsigned answer = ask(asked.proof.count);
        if (answer == 0)
            return HOST_GOOD;
        putchar('\n');
        tell_answer(task, &asked.view, &asked.proof, asked.order[answer - 1]);
        printf("\n%3u  %s\n%3u  %s\n", 1, host_word(WORD_CLI_PROBLEM_ANOTHER), LEAVE,
               host_word(WORD_TUI_SHOW_MENU_LEAVE));
        if (ask(LEAVE) != 1)
            return HOST_GOOD;
        putchar('\n');
    }
}

/* ---- new ones ---- */

/* Of so many players of this level, how many of a hundred find it. */
static unsigned found_by(enum bot_level level, const struct task *task, const struct pen_view *view,
                         const struct problem_proof *proof)
{
    unsigned found = 0;
    struct pen_action best = proof->list[0].action;
    for (unsigned i = 0; i < FOUND_BY; i++) {
        struct bot bot;
        pen_bot_init(&bot, (struct bot_spec){.level = (uint8_t)level}, i + 1, NULL);
        struct pen_action action = pen_bot_choose(&bot, &task->rules, view);
        found += action.verb == best.verb && action.card == best.card && action.color == best.color;
    }
    return found * 100 / FOUND_BY;
}

static int make(const struct task *task)
{
    static char bytes[PROBLEM_BYTES];
    static struct pen_view view;
    struct problem problem;
    struct problem_proof proof;
    unsigned number, made = 0;
    for (uint64_t seed = task->seed; made < task->count && seed <= UINT32_MAX; seed++) {
        if (!problem_find(&task->rules, seed, task->worlds, &number, &view, &problem, &proof))
            continue;
        made++;
        if (task->is_list) {
            printf("P(%llu, %u, %u) /* master %u, %s */\n", (unsigned long long)seed, number,
                   found_by(BOT_CASUAL, task, &view, &proof), found_by(BOT_MASTER, task, &view, &proof),
                   problem_theme_id(problem_theme(&task->rules, &proof)));
        } else {
            struct pen_text text = pen_text_in(bytes, sizeof bytes);
            problem_write(&problem, &task->edition, &task->rules, &proof, &text);
            printf("%s%s", made > 1 ? "\n" : "", bytes);
        }
        fflush(stdout);
    }
    return HOST_GOOD;
}

/* ---- proofs ---- */

/* A file may hold several, with an empty line between two. Each is counted anew and written; a proof is good
 * if that gives the very lines of the file. */
static bool prove_one(const struct task *task, const char *bytes, size_t count)
{
    static char again[PROBLEM_BYTES];
    struct problem problem;
    struct problem_proof proof;
    struct pen_text text = pen_text_in(again, sizeof again);
    unsigned draws;
    if (!problem_read(bytes, count, &task->edition, &task->rules, &problem, &draws) ||
        !problem_count(&problem, &task->rules, draws, PROBLEM_WORLDS_MAX, &proof) ||
        !problem_is_proved(&proof))
        return false;
    problem_write(&problem, &task->edition, &task->rules, &proof, &text);
    return text.length == count && memcmp(again, bytes, count) == 0;
}

static int prove(const struct task *task, const char *path)
{
    struct host_file file;
    int status = HOST_GOOD;
    unsigned number = 0;
    if (!host_file_read(path, &file))
        return HOST_WRONG;
    for (const char *at = file.bytes, *end = file.bytes + file.count; at < end;) {
        const char *gap = strstr(at, "\n\n");
        size_t count = gap ? (size_t)(gap - at) + 1 : (size_t)(end - at);
        bool is_proved = prove_one(task, at, count);
        number++;
        puts(host_say(CLI_PROBLEM_PROVED, path, (long)number,
                      host_word(is_proved ? WORD_CLI_PROBLEM_HOLDS : WORD_CLI_PROBLEM_FAILS)));
        status = is_proved ? status : HOST_NO;
        at += count + (gap != NULL);
    }
    host_file_drop(&file);
    return number > 0 ? status : HOST_WRONG;
}

static int run(const struct cli_command *command, int argc, char **argv)
{
    static struct task task = {.count = 1, .seed = 1, .worlds = PROBLEM_WORLDS_MAX};
    int status = cli_read(command, argc, argv, &task);
    if (status != CLI_GO_ON)
        return status;
    problem_rules(&task.edition, &task.rules);
    task.table.edition = task.edition;
    task.table.rules = task.rules;
    task.table.lang = host_lang;
    const char *word = optind < argc ? argv[optind] : "show";
    if (strcmp(word, "show") == 0 && argc - optind <= 2)
        return show(command, &task, argc - optind == 2 ? argv[optind + 1] : NULL);
    if (strcmp(word, "play") == 0 && argc - optind == 1)
        return play(&task);
    if (strcmp(word, "make") == 0 && argc - optind == 1)
        return make(&task);
    if (strcmp(word, "prove") == 0 && argc - optind > 1) {
        status = HOST_GOOD;
        for (int i = optind + 1; i < argc; i++) {
            int one = prove(&task, argv[i]);
            status = one > status ? one : status;
        }
        return status;
    }
    return cli_wrong_use(command, "%s", host_say(CLI_UNEXPECTED_ARGUMENT, word));
}

const struct cli_command cli_problem = {
    .name = "problem",
    .usage =
        "[show [N] [--answer N] | play | make [--count N] [--seed N] [--worlds N] [--list] | prove FILE...]",
    .about = WORD_HELP_PROBLEM_ABOUT,
    .details = WORD_HELP_PROBLEM_DETAILS,
    .options = options,
    .operands_max = CLI_MANY,
    .operand = CLI_OFFER_FILE,
    .examples = "penultima problem\n"
                "penultima problem play\n"
                "penultima problem show 1 --answer 2\n"
                "penultima problem make --count 1 --seed 3 --worlds 5000 > one.problem",
    .run = run,
};
