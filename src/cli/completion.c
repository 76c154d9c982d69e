/* completion.c - what bash, zsh and fish offer: commands, options and values, from the tables of the
 * commands.
 *
 * The scripts know commands and options; editions, house rules, bots and saved games are asked of the program
 * (help --words), so that those of one's own are offered, too. */
#include <string.h>

#include "bots/bot.h"
#include "cli/manual.h"
#include "setup/setup.h"
#include "tui/start.h"

static const char *const offers[] = {
#define X(name, word) word,
    CLI_OFFER_LIST(X)
#undef X
};

/* ---- words ----------------------------------------------------------------------------------- */

static void print_editions(void)
{
    for (unsigned i = 0; i < pen_edition_builtin_count(); i++)
        puts(pen_edition_builtin_id(i));
}

static void print_house(void)
{
    for (unsigned i = 0; i < pen_house_count(); i++)
        puts(pen_house_id(i));
}

static void print_bots(void)
{
    for (unsigned level = 0; level < BOT_LEVEL_COUNT; level++)
        puts(pen_bot_level_id((enum bot_level)level));
}

static void print_scoring(void)
{
    for (unsigned i = 0; i < PEN_SCORING_DEFAULT; i++)
        puts(pen_scoring_id((enum pen_scoring)i));
}

static void print_commands(void)
{
    for (const struct cli_listed *listed = cli_commands; listed->command; listed++)
        puts(listed->command->name);
}

/* "en, es": one a line. */
static void print_languages(void)
{
    for (const char *id = host_lang_ids(); *id;) {
        size_t count = strcspn(id, ",");
        printf("%.*s\n", (int)count, id);
        id += count;
        id += strspn(id, ", ");
    }
}

static unsigned printed;

static void print_word(const char *word)
{
    puts(word);
    printed++;
}

bool completion_words(const char *kind)
{
    enum cli_offer offer = CLI_OFFER_EDITION;
    while (offer < CLI_OFFER_COUNT && strcmp(offers[offer], kind) != 0)
        offer++;
    switch (offer) {
    case CLI_OFFER_EDITION:
        print_editions();
        return true;
    case CLI_OFFER_HOUSE:
        print_house();
        return true;
    case CLI_OFFER_BOT:
        print_bots();
        return true;
    case CLI_OFFER_SCORING:
        print_scoring();
        return true;
    case CLI_OFFER_REVERSE:
        puts("skip\nturn");
        return true;
    case CLI_OFFER_SPEED:
#define X(name, id, percent) puts(id);
        TUI_SPEED_LIST(X)
#undef X
        return true;
    case CLI_OFFER_GAME:
        cli_games_print();
        return true;
    case CLI_OFFER_LANGUAGE:
        print_languages();
        return true;
    case CLI_OFFER_COMMAND:
        print_commands();
        return true;
    case CLI_OFFER_NOTHING:
    case CLI_OFFER_FILE:
    case CLI_OFFER_FOLDER:
    case CLI_OFFER_SETTING: /* by their keys */
    case CLI_OFFER_COUNT:
        break;
    }
    printed = 0;
    setup_words_of(kind, print_word);
    return printed > 0;
}

/* ---- scripts --------------------------------------------------------------------------------- */

/* Calls 'each' for the options of a command, those that every one has too. */
static void for_options(const struct cli_command *command,
                        void (*each)(const struct cli_command *, const struct cli_option *))
{
    const struct cli_option *lists[] = {command->options, cli_common_options};
    for (unsigned i = 0; i < 2; i++)
        for (const struct cli_option *option = lists[i]; option->name; option++)
            each(command, option);
}

static void for_commands(void (*each)(const struct cli_command *))
{
    for (const struct cli_listed *listed = cli_commands; listed->command; listed++)
        each(listed->command);
}

static const char *kind_of(const struct cli_option *option)
{
    return option->offer == CLI_OFFER_NOTHING   ? "none"
           : option->offer == CLI_OFFER_SETTING ? setup_key(option->setting)
                                                : offers[option->offer];
}

/* "play --edition") kind=editions ;; */
static void sh_value(const struct cli_command *command, const struct cli_option *option)
{
    if (option->value)
        printf("    \"%s --%s\") kind=%s ;;\n", command->name, option->name, kind_of(option));
}

static void sh_values(const struct cli_command *command)
{
    for_options(command, sh_value);
}

static void sh_option(const struct cli_command *command, const struct cli_option *option)
{
    (void)command;
    printf(" --%s", option->name);
}

static void sh_command(const struct cli_command *command)
{
    printf("    %s) kind=%s; first=\"%s\"; options=\"", command->name,
           command->operand == CLI_OFFER_NOTHING ? "none" : offers[command->operand],
           command->words ? command->words : "");
    for_options(command, sh_option);
    puts("\" ;;");
}

static void print_tables(void)
{
    puts("  case \"$command $before\" in");
    for_commands(sh_values);
    puts("  esac\n  [ -n \"$kind\" ] || case \"$command\" in");
    for_commands(sh_command);
    puts("  esac");
}

/* A list such as --house jump-in,seven-0 is completed behind its last comma. */
static void print_bash(void)
{
    puts(
        "# bash completion for penultima\n"
        "_penultima() {\n"
        "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}\n"
        "  local kind= first= options= words= list=\n"
        "  if [ \"$COMP_CWORD\" = 1 ]; then\n"
        "    COMPREPLY=($(compgen -W \"$(penultima help --words commands) --help --lang --version\" -- "
        "\"$word\"))\n"
        "    return\n"
        "  fi");
    print_tables();
    puts("  case $word in -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")); return ;; esac\n"
         "  case $kind in\n"
         "    file) COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n"
         "    folder) COMPREPLY=($(compgen -d -- \"$word\")); return ;;\n"
         "    none | '') ;;\n"
         "    *) words=$(penultima help --words \"$kind\" 2>/dev/null) ;;\n"
         "  esac\n"
         "  [ \"$COMP_CWORD\" = 2 ] && words=\"$first $words\"\n"
         "  case $word in *,*) list=${word%,*}, ;; esac\n"
         "  COMPREPLY=($(compgen -P \"$list\" -W \"$words\" -- \"${word##*,}\"))\n"
         "  [ \"${#COMPREPLY[@]}\" = 0 ] && COMPREPLY=($(compgen -f -- \"$word\"))\n"
         "}\n"
         "complete -o filenames -F _penultima penultima");
}

static void print_zsh(void)
{
    puts("#compdef penultima\n"
         "local command=$words[2] before=$words[CURRENT-1] word=$words[CURRENT]\n"
         "local kind= first= options= found=\n"
         "if (( CURRENT == 2 )); then\n"
         "  compadd -- ${(f)\"$(penultima help --words commands)\"} --help --lang --version\n"
         "  return\n"
         "fi");
    print_tables();
    puts("if [[ $word == -* ]]; then compadd -- ${=options}; return; fi\n"
         "(( CURRENT == 3 )) && [[ -n $first ]] && compadd -- ${=first}\n"
         "case $kind in\n"
         "  none | '') ;;\n"
         "  file) _files ;;\n"
         "  folder) _files -/ ;;\n"
         "  *) compset -P '*,'\n"
         "     found=$(penultima help --words $kind 2>/dev/null)\n"
         "     compadd -- ${(f)found} || _files ;;\n"
         "esac");
}

static void fish_text(const char *text)
{
    for (; *text; text++) {
        if (*text == '\'' || *text == '\\')
            putchar('\\');
        putchar(*text);
    }
}

static void fish_option(const struct cli_command *command, const struct cli_option *option)
{
    printf("complete -c penultima -n '__fish_seen_subcommand_from %s' -l %s -d '", command->name,
           option->name);
    fish_text(host_word(option->about));
    putchar('\'');
    if (option->value && option->offer == CLI_OFFER_FILE)
        fputs(" -r -F", stdout);
    else if (option->value && option->offer == CLI_OFFER_FOLDER)
        fputs(" -r -f -a '(__fish_complete_directories)'", stdout);
    else if (option->value)
        printf(" -x -a '(penultima help --words %s 2>/dev/null)'", kind_of(option));
    putchar('\n');
}

static void fish_command(const struct cli_command *command)
{
    printf("complete -c penultima -n __fish_use_subcommand -x -a %s -d '", command->name);
    fish_text(host_word(command->about));
    puts("'");
    if (command->words)
        printf("complete -c penultima -n '__fish_seen_subcommand_from %s' -a '%s'\n", command->name,
               command->words);
    if (command->operand > CLI_OFFER_FOLDER)
        printf("complete -c penultima -n '__fish_seen_subcommand_from %s' -a '(penultima help --words %s)'\n",
               command->name, offers[command->operand]);
    for_options(command, fish_option);
}

static void print_fish(void)
{
    puts("# fish completion for penultima");
    for_commands(fish_command);
}

bool completion_print(const char *shell)
{
    static const struct {
        const char *shell;
        void (*print)(void);
    } scripts[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
    for (unsigned i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
        if (strcmp(scripts[i].shell, shell) == 0) {
            scripts[i].print();
            return true;
        }
    }
    return false;
}
