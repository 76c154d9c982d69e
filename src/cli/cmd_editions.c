/* cmd_editions.c - lists, checks and shows editions. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/find_edition.h"

static struct pen_edition edition;
static struct pen_rules rules;

static bool make_rules(const struct pen_edition *from)
{
    struct pen_options table = PEN_OPTIONS_DEFAULT;
    return pen_rules_make(&rules, from, &table, NULL) == PEN_RULES_GOOD;
}

/* ---- editions -------------------------------------------------------------------------------- */

static void print_json_texts(const char *key, const char *english, const char *spanish)
{
    printf(", \"%s\": {\"en\": ", key);
    host_json_string(stdout, english);
    fputs(", \"es\": ", stdout);
    host_json_string(stdout, spanish);
    putchar('}');
}

static void print_json(void)
{
    fputs("  {\"id\": ", stdout);
    host_json_string(stdout, edition.id);
    print_json_texts("title", edition.title[PEN_LANG_EN], edition.title[PEN_LANG_ES]);
    print_json_texts("about", edition.about[PEN_LANG_EN], edition.about[PEN_LANG_ES]);
    printf(", \"cards\": %u, \"players_min\": %u, \"players_max\": %u, \"colors\": [",
           (unsigned)rules.deck_count, (unsigned)rules.seats_min, (unsigned)rules.seats_max);
    for (unsigned i = 0; i < edition.color_count; i++) {
        fputs(i ? ", " : "", stdout);
        host_json_string(stdout, edition.colors[i].id);
    }
    printf("], \"scoring\": \"%s\", \"target\": %u}", pen_scoring_id((enum pen_scoring)rules.scoring),
           (unsigned)rules.target);
}

static int run_editions(const struct cli_command *command, int argc, char **argv)
{
    const char *value;
    bool is_json = false;
    int code;
    while ((code = cli_option_next(command, argc, argv, &value)) >= 0)
        is_json = true;
    if (code != CLI_END)
        return code == CLI_DONE ? HOST_GOOD : HOST_WRONG;
    if (optind < argc)
        return cli_wrong_use(command, host_text("unexpected argument %s", "sobra el argumento %s"),
                             argv[optind]);
    if (is_json)
        puts("[");
    for (unsigned i = 0; i < pen_edition_builtin_count(); i++) {
        bool is_good = pen_edition_builtin(pen_edition_builtin_id(i), &edition) && make_rules(&edition);
        PEN_ASSERT(is_good);
        if (is_json) {
            fputs(i ? ",\n" : "", stdout);
            print_json();
        } else {
            printf("%-14s %s\n", edition.id, edition.title[host_lang]);
            printf("%-14s %s\n", "", edition.about[host_lang]);
        }
    }
    if (is_json)
        puts("\n]");
    return HOST_GOOD;
}

static const struct cli_option editions_options[] = {
    {"json",
     'j',
     NULL,
     {"for programs: a list with everything about them", "para programas: una lista con todo sobre ellas"}},
    {NULL, 0, NULL, {NULL, NULL}},
};

const struct cli_command cli_editions = {
    .name = "editions",
    .usage = "[--json]",
    .about = {"Lists the built-in editions", "Lista las ediciones incluidas"},
    .details = {"", ""},
    .options = editions_options,
    .examples = "penultima editions\npenultima editions --json",
    .run = run_editions,
};

/* ---- edition check, edition show -------------------------------------------------------------- */

static enum host_status check_file(const char *path)
{
    struct host_file file;
    struct pen_problem problem;
    memset(&problem, 0, sizeof problem);
    if (!host_file_read(path, &file))
        return HOST_WRONG;
    bool is_good = pen_edition_parse(&edition, file.bytes, file.count, &problem);
    host_file_drop(&file);
    if (!is_good) {
        finder_print_problem(path, &problem);
        return HOST_NO;
    }
    bool is_playable = make_rules(&edition);
    PEN_ASSERT(is_playable);
    printf(host_text("%s: good: %s, %u cards, %u colours, %u to %u players\n",
                     "%s: bien: %s, %u cartas, %u colores, de %u a %u jugadores\n"),
           path, edition.id, (unsigned)rules.deck_count, (unsigned)edition.color_count,
           (unsigned)rules.seats_min, (unsigned)rules.seats_max);
    return HOST_GOOD;
}

static enum host_status show(const char *name)
{
    if (!finder_find_argument(name, &edition))
        return HOST_WRONG;
    for (size_t size = 1 << 14;; size *= 2) {
        char *bytes = host_allocate(NULL, size);
        struct pen_text text = pen_text_in(bytes, size);
        pen_edition_write(&edition, &text);
        if (!text.is_cut)
            fwrite(bytes, 1, text.length, stdout);
        free(bytes);
        if (!text.is_cut)
            return HOST_GOOD;
    }
}

static int run_edition(const struct cli_command *command, int argc, char **argv)
{
    const char *value;
    int code = cli_option_next(command, argc, argv, &value);
    if (code != CLI_END)
        return code == CLI_DONE ? HOST_GOOD : HOST_WRONG;
    if (optind == argc)
        return cli_wrong_use(command, "%s", host_text("say 'check' or 'show'", "di 'check' o 'show'"));
    const char *what = argv[optind++];
    bool is_check = strcmp(what, "check") == 0;
    if (!is_check && strcmp(what, "show") != 0)
        return cli_wrong_use(command,
                             host_text("unknown word '%s', say 'check' or 'show'",
                                       "palabra desconocida '%s', di 'check' o 'show'"),
                             what);
    if (optind == argc)
        return cli_wrong_use(command, "%s",
                             is_check ? host_text("no file given", "falta el archivo")
                                      : host_text("no edition given", "falta la edición"));
    int status = HOST_GOOD;
    for (int i = optind; i < argc; i++) {
        int one = (int)(is_check ? check_file(argv[i]) : show(argv[i]));
        status = one > status ? one : status;
    }
    return status;
}

static const struct cli_option edition_options[] = {{NULL, 0, NULL, {NULL, NULL}}};

const struct cli_command cli_edition = {
    .name = "edition",
    .usage = "check FILE... | show NAME|FILE...",
    .about = {"Checks an edition file, or prints an edition in full",
              "Comprueba un archivo de edición, o muestra una edición entera"},
    .details = {"'check' prints FILE:LINE:COLUMN: what is wrong, and ends with 1 if something is.\n"
                "'show' prints the resolved whole in the same format, ready to be changed.\n",
                "'check' imprime ARCHIVO:LÍNEA:COLUMNA: qué está mal, y termina con 1 si algo lo está.\n"
                "'show' imprime la edición resuelta en el mismo formato, lista para cambiarla.\n"},
    .options = edition_options,
    .examples = "penultima edition check my.edition\n"
                "penultima edition show classic\n"
                "penultima edition show spiderman > my.edition",
    .run = run_edition,
};
