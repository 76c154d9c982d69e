/* manual.c - manual pages from the tables of the commands. */
#include "cli/manual.h"

#include <ctype.h>
#include <string.h>

#include "words/cli_command_words.h"

/* In roff a backslash and a leading point mean something, a hyphen is short, and quotes are letters. */
static void put(const char *text, size_t count)
{
    bool is_start = true;
    for (size_t i = 0; i < count; i++) {
        if (is_start && (text[i] == '.' || text[i] == '\''))
            fputs("\\&", stdout);
        is_start = text[i] == '\n';
        if (text[i] == '\\')
            fputs("\\e", stdout);
        else if (text[i] == '-')
            fputs("\\-", stdout);
        else if (text[i] == '\'')
            fputs("\\(aq", stdout);
        else
            putchar(text[i]);
    }
}

static void put_all(const char *text)
{
    put(text, strlen(text));
}

/* Paragraphs as catalogues have them: see wrap.h. */
static void put_paragraphs(const char *text)
{
    for (bool is_list = false; *text;) {
        size_t count = strcspn(text, "\n");
        const bool is_kept = *text == ' ';
        if (is_kept != is_list)
            puts(is_kept ? ".nf" : ".fi");
        is_list = is_kept;
        if (count == 0)
            puts(".PP");
        put(text, count);
        if (count > 0)
            putchar('\n');
        text += count + (text[count] == '\n');
        if (!*text && is_list)
            puts(".fi");
    }
}

static void put_title(const char *name)
{
    printf(".TH \"PENULTIMA%s", name[0] ? "\\-" : "");
    for (; *name; name++)
        putchar(toupper((unsigned char)*name));
    printf("\" 1 \"\" \"Pen\xc3\xbaltima %s\" \"User Commands\"\n", PENULTIMA_VERSION);
}

static void put_options(const struct cli_option *option)
{
    for (; option->name; option++) {
        fputs(".TP\n\\fB\\-\\-", stdout);
        put_all(option->name);
        fputs("\\fR", stdout);
        if (option->value) {
            fputs(" \\fI", stdout);
            put_all(option->value);
            fputs("\\fR", stdout);
        }
        putchar('\n');
        put_all(host_word(option->about));
        putchar('\n');
    }
}

static void put_end(void)
{
    puts(".SH EXIT STATUS");
    put_all(host_word(WORD_CLI_COMMAND_EXIT_STATUS_0_GOOD_1_THE));
    putchar('\n');
}

static void print_program(void)
{
    put_title("");
    puts(".SH NAME\npenultima \\- the card game of matching colours and numbers, exactly as its rule sheets "
         "say");
    puts(".SH SYNOPSIS\n.B penultima\n[\\fB\\-\\-lang\\fR \\fIID\\fR] [\\fICOMMAND\\fR ...]");
    puts(".SH DESCRIPTION");
    put_paragraphs(host_word(WORD_CLI_COMMAND_PEN_LTIMA_CARD_GAMES_OF_MATCHING));
    const struct cli_listed *before = NULL;
    for (const struct cli_listed *listed = cli_commands; listed->command; before = listed++) {
        if (!before || before->title != listed->title) {
            printf(".SS ");
            put_all(host_word(listed->title));
            putchar('\n');
        }
        printf(".TP\n\\fBpenultima\\-%s\\fR(1)\n", listed->command->name);
        put_all(host_word(listed->command->about));
        puts(".");
    }
    put_end();
    puts(".SH SEE ALSO\n.BR penultima\\-edition (5),\n.BR mesa (5)");
}

void manual_print(const struct cli_command *command)
{
    if (!command) {
        print_program();
        return;
    }
    put_title(command->name);
    printf(".SH NAME\npenultima\\-%s \\- ", command->name);
    put_all(host_word(command->about));
    printf("\n.SH SYNOPSIS\n.B penultima %s\n", command->name);
    put_all(command->usage);
    puts("\n.SH DESCRIPTION");
    put_all(host_word(command->about));
    puts(".\n.PP");
    put_paragraphs(host_word(command->details));
    puts(".SH OPTIONS");
    put_options(command->options);
    put_options(cli_common_options);
    puts(".SH EXAMPLES\n.nf");
    put_all(command->examples);
    puts("\n.fi");
    put_end();
    puts(".SH SEE ALSO\n.BR penultima (1)");
}
