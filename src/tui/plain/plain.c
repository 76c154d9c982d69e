/* plain.c - a table in lines: one event per line, numbered choices, no cursor control. For screen readers,
 * pipes and dumb terminals. Reads lines when it likes to, so bots and people race here too. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "platform/clock.h"
#include "tui/choices.h"
#include "tui/plain/speech.h"
#include "tui/telling.h"
#include "tui/typed.h"
#include "tui/action_words.h"
#include "tui/front.h"
#include "tui/letters.h"
#include "tui/lines.h"
#include "words/tui_say_words.h"

enum {
    SENTENCE_BYTES = 4096,
    HIDING_LINES = 60, /* enough to scroll a hand away */
    BOTS_LOOK_MS = 5,
    TOO_SOON_MS = 400 /* nobody reads a new list that quickly: the answer was meant for the old one */
};

/* What the next line answers. */
enum asking {
    ASKING_CHOICE,
    ASKING_COLOR,   /* of 'wild' */
    ASKING_TO_HIDE, /* Enter: the person leaving has seen what there was */
    ASKING_TO_COME, /* Enter: the next person is there */
    ASKING_TO_READ, /* Enter: the lesson was read */
    ASKING_TO_DEAL, /* Enter: the next round */
    ASKING_AGAIN    /* another game? */
};

struct plain {
    struct tui_table *table;
    bool is_terminal, has_time; /* people type and bots take time: answers can come too late */
    enum asking asking;
    struct plain_choices usual;   /* the usual choices as printed last */
    struct plain_choices choices; /* what numbers mean now: those, or the rest if 'is_more' */
    bool is_more;
    enum tui_speech speech;
    uint64_t printed_ms;
    bool is_replaced; /* they took the place of others */
    struct pen_action wild;
    uint8_t next_seat;
    bool is_left, is_again, has_asked_again;
};

/* ---- telling --------------------------------------------------------------------------------- */

static void hear(const char *line, bool has_happened)
{
    (has_happened ? speech_tell : speech_say)(line);
}

static struct plain_telling telling(const struct plain *plain)
{
    return (struct plain_telling){.table = plain->table, .speech = plain->speech, .line = hear};
}

static void say(const struct plain *plain, enum word id, struct tui_filling filling)
{
    const struct plain_telling to = telling(plain);
    plain_say(&to, id, filling);
}

static void say_only(const struct plain *plain, enum word id)
{
    speech_say(word_text(id, plain->table->lang));
}

static const char *name_of(const struct plain *plain, uint8_t seat)
{
    return plain->table->names.name[seat];
}

static void print_numbered(const struct plain *plain, unsigned number, enum word id)
{
    speech_write("  %u %s", number, word_text(id, plain->table->lang));
}

static void tell(struct plain *plain, const struct tui_news *news)
{
    const struct tui_table *table = plain->table;
    const struct plain_telling to = telling(plain);
    switch (news->type) {
    case TUI_NEWS_DEALT:
        speech_say("");
        say(plain, table->is_lesson ? WORD_TUI_SAY_LESSON : WORD_TUI_SAY_ROUND,
            (struct tui_filling){.number = table->view.round_number});
        plain_tell_events(&to, &news->events);
        break;
    case TUI_NEWS_EVENTS:
    case TUI_NEWS_SEATED:
        plain_tell_events(&to, &news->events);
        break;
    case TUI_NEWS_REFUSED:
        say(plain, WORD_TUI_SAY_REFUSED,
            (struct tui_filling){.text = pen_refusal_text(news->refusal, table->lang),
                                 .name = pen_refusal_rule(news->refusal)});
        break;
    case TUI_NEWS_ROUND_OVER:
        plain_tell_round_over(&to, news);
        if (table->view.winners == 0) {
            say_only(plain, WORD_TUI_SAY_ROUND_END);
            plain->asking = ASKING_TO_DEAL;
        }
        break;
    case TUI_NEWS_GAME_OVER:
        plain_tell_game_over(&to);
        plain->asking = ASKING_AGAIN;
        break;
    case TUI_NEWS_HANDOVER:
        plain->next_seat = news->seat;
        plain->asking = ASKING_TO_HIDE;
        if (table->seat < PEN_SEATS_MAX) {
            say(plain, WORD_TUI_SAY_HIDE, (struct tui_filling){.name = name_of(plain, table->seat)});
        } else {
            say(plain, WORD_TUI_SAY_COME, (struct tui_filling){.name = name_of(plain, news->seat)});
            plain->asking = ASKING_TO_COME;
        }
        break;
    case TUI_NEWS_LESSON:
        speech_write("\n%s", news->text);
        say_only(plain, WORD_TUI_SAY_CONTINUE);
        plain->asking = ASKING_TO_READ;
        break;
    case TUI_NEWS_NOTICE:
        speech_tell(news->text);
        break;
    case TUI_NEWS_CLOSED:
        plain->is_left = true; /* who opened the table says why */
        break;
    case TUI_NEWS_NONE:
        break;
    }
}

/* ---- offering -------------------------------------------------------------------------------- */

static void add_choice(const struct plain *plain, struct pen_text *text, struct pen_action action)
{
    const struct tui_table *table = plain->table;
    const struct plain_telling to = telling(plain);
    if (plain->is_more && action.verb == PEN_VERB_PLAY) {
        struct tui_filling filling = {
            .edition = &table->edition, .rules = &table->rules, .card = action.card, .color = action.color};
        tui_say(text, WORD_TUI_SAY_MISPLAY, table->lang, &filling);
        if (action.uno)
            tui_say(text, WORD_TUI_SAY_DO_WITH_UNO, table->lang, NULL);
    } else {
        tui_action_words(text, table, action);
    }
    if (action.card != PEN_CARD_NONE && plain_has_codes(&to))
        plain_add_code(table, text, action.card);
}

static void print_choices(const struct plain *plain)
{
    char bytes[SENTENCE_BYTES];
    for (unsigned i = 0; i < plain->choices.count; i++) {
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        add_choice(plain, &text, plain->choices.list[i]);
        speech_write("  %u %s", i + 1, bytes);
    }
    if (plain->table->asked)
        print_numbered(plain, 0, WORD_TUI_SAY_CHOICE_PASS);
    if (plain->table->can_call_off)
        speech_write("  %s", word_text(WORD_TUI_SAY_CALL_OFF, plain->table->lang));
}

/* Prints the choices if they are not those printed last. */
static void offer(struct plain *plain, uint64_t now_ms, bool is_wanted)
{
    const struct tui_table *table = plain->table;
    const struct plain_telling to = telling(plain);
    struct plain_choices choices;
    plain_choices_find(&choices, table);
    if (!is_wanted && plain_choices_are_same(&choices, &plain->usual))
        return;
    plain->is_replaced = plain->choices.count > 0;
    plain->printed_ms = now_ms;
    plain->usual = plain->choices = choices;
    plain->is_more = false;
    if (choices.count == 0)
        return;
    if (table->view.phase == PEN_PHASE_RACE) {
        say_only(plain, WORD_TUI_SAY_RACE); /* nobody wants to hear about the table first */
    } else if (table->seat < PEN_SEATS_MAX && (table->view.must >> table->seat & 1)) {
        speech_say("");
        plain_tell_turn(&to);
        say(plain, WORD_TUI_SAY_YOUR_TURN, (struct tui_filling){.name = name_of(plain, table->seat)});
    } else {
        say_only(plain, WORD_TUI_SAY_YOUR_CHANCE);
    }
    print_choices(plain);
}

/* So that the next ones are printed even if they are the same. */
static void forget_choices(struct plain *plain)
{
    plain->usual.count = plain->choices.count = 0;
    plain->is_more = false;
}

/* ---- acting ---------------------------------------------------------------------------------- */

static void act(struct plain *plain, struct pen_action action, uint64_t now_ms)
{
    const struct tui_table *table = plain->table;
    if (plain_choice_needs_color(table, &action)) {
        plain->wild = action;
        plain->asking = ASKING_COLOR;
        say_only(plain, WORD_TUI_SAY_WHICH_COLOR);
        for (unsigned i = 0; i < table->edition.color_count; i++)
            speech_write("  %u %s [%s]", i + 1, pen_said(table->edition.colors[i].name, table->lang),
                         table->edition.colors[i].id);
        return;
    }
    enum pen_refusal refusal = tui_table_act(plain->table, action, now_ms);
    if (refusal != PEN_ACCEPTED) {
        say(plain, WORD_TUI_SAY_REFUSED,
            (struct tui_filling){.text = pen_refusal_text(refusal, table->lang),
                                 .name = pen_refusal_rule(refusal)});
    } else {
        forget_choices(plain);
        speech_moved();
    }
}

static bool read_number(const char *line, unsigned long most, unsigned long *number)
{
    char *end;
    if (line[0] < '0' || line[0] > '9')
        return false;
    *number = strtoul(line, &end, 10);
    return *end == 0 && *number <= most;
}

static void answer_color(struct plain *plain, const char *line, uint64_t now_ms)
{
    const struct tui_table *table = plain->table;
    unsigned long number;
    uint8_t color;
    plain->asking = ASKING_CHOICE;
    if (read_number(line, table->edition.color_count, &number) && number > 0) {
        plain->wild.color = (uint8_t)(number - 1);
        act(plain, plain->wild, now_ms);
    } else if (plain_typed_color(table, line, &color)) {
        plain->wild.color = color;
        act(plain, plain->wild, now_ms);
    } else {
        say_only(plain, WORD_TUI_SAY_NOT_A_CHOICE);
        offer(plain, now_ms, true);
    }
}

/* A card as records write it, with its colour and UNO: "r7", "w blue uno", "w+4 azul". */
static bool read_card(const struct tui_table *table, char *line, struct pen_action *action)
{
    char *rest = NULL, *word = strtok_r(line, " ", &rest);
    uint8_t card;
    if (table->seat >= PEN_SEATS_MAX || !word ||
        !pen_card_read(&table->edition, &table->rules, word, strlen(word), &card))
        return false;
    const struct pen_legal *legal = &table->view.legal;
    enum pen_verb verb = PEN_VERB_PLAY;
    if (!(legal->plays >> card & 1))
        for (unsigned other = PEN_VERB_COUNT; other-- > 0;)
            if (pen_legal_kinds(legal, other) >> card & 1)
                verb = (enum pen_verb)other;
    *action = PEN_ACTION((uint8_t)verb, table->seat);
    action->card = card;
    while ((word = strtok_r(NULL, " ", &rest))) {
        if (strcmp(word, "uno") == 0)
            action->uno = 1;
        else if (!plain_typed_color(table, word, &action->color))
            return false;
    }
    return true;
}

static void take_back(struct plain *plain, uint64_t now_ms)
{
    if (!plain->table->can_take_back) {
        say_only(plain, WORD_TUI_SAY_NOTHING_TO_TAKE_BACK);
        return;
    }
    forget_choices(plain);
    tui_table_take_back(plain->table, now_ms);
}

static void tell_hint(struct plain *plain)
{
    struct pen_action action;
    char why[SENTENCE_BYTES];
    if (tui_table_hint(plain->table, &action, why, sizeof why))
        speech_say(why);
    else
        say_only(plain, WORD_TUI_SAY_NOTHING_TO_HINT);
}

static void offer_more(struct plain *plain, uint64_t now_ms)
{
    struct plain_choices more;
    plain_choices_find_more(&more, plain->table);
    if (more.count == 0) {
        say_only(plain, WORD_TUI_SAY_NO_MORE);
        return;
    }
    plain->choices = more;
    plain->is_more = true;
    plain->is_replaced = false;
    plain->printed_ms = now_ms;
    print_choices(plain);
}

static void tell_help(const struct plain *plain)
{
    say_only(plain, WORD_TUI_SAY_HELP_1);
    say_only(plain, WORD_TUI_SAY_HELP_2);
    say_only(plain, WORD_TUI_SAY_HELP_3);
}

/* More words, and after all of them few. */
static void change_speech(struct plain *plain)
{
    static const enum word words[] = {[TUI_SPEECH_SHORT] = WORD_TUI_SAY_SPEECH_SHORT,
                                      [TUI_SPEECH_USUAL] = WORD_TUI_SAY_SPEECH_USUAL,
                                      [TUI_SPEECH_FULL] = WORD_TUI_SAY_SPEECH_FULL};
    plain->speech =
        plain->speech == TUI_SPEECH_FULL ? TUI_SPEECH_SHORT : (enum tui_speech)(plain->speech + 1);
    say_only(plain, words[plain->speech]);
}

/* What can be heard again whenever something is waited for; nothing of it changes the table. */
static bool review(struct plain *plain, char letter)
{
    const struct plain_telling to = telling(plain);
    switch (letter) {
    case 'r':
        speech_repeat();
        return true;
    case 'l':
        plain_tell_lies(&to);
        return true;
    case 'c':
        plain_tell_hand(&to);
        plain_tell_hands_seen(&to);
        return true;
    case 'n':
        plain_tell_counts(&to);
        plain_tell_score(&to);
        return true;
    case 'e':
        if (!speech_since())
            say_only(plain, WORD_TUI_SAY_NOTHING_SINCE);
        return true;
    case 'v':
        change_speech(plain);
        return true;
    default:
        return false;
    }
}

/* A choice in words. Several that fit are asked about; what is seldom wanted counts only if nothing else
 * fits. */
static bool answer_words(struct plain *plain, const char *line, uint64_t now_ms)
{
    struct plain_choices found, more;
    plain_typed_find(&found, &plain->choices, plain->table, line);
    if (found.count == 0 && !plain->is_more) {
        plain_choices_find_more(&more, plain->table);
        plain_typed_find(&found, &more, plain->table, line);
        plain->is_more = found.count > 1;
    }
    if (found.count == 1)
        act(plain, found.list[0], now_ms);
    if (found.count > 1) {
        say_only(plain, WORD_TUI_SAY_SEVERAL_FIT);
        plain->choices = found;
        plain->is_replaced = false;
        print_choices(plain);
    }
    return found.count > 0;
}

/* A single letter is a command. */
static bool answer_letter(struct plain *plain, char letter, uint64_t now_ms)
{
    const struct plain_telling to = telling(plain);
    const enum pen_lang lang = plain->table->lang;
    /* A capital always; the small letter where the language has not given it to something else. */
    if (letter >= 'A' && letter <= 'Z' && review(plain, (char)(letter - 'A' + 'a')))
        return true;
    if (tui_letter_is(TUI_LETTER_HINT, lang, letter)) {
        tell_hint(plain);
    } else if (tui_letter_is(TUI_LETTER_TABLE, lang, letter)) {
        offer(plain, now_ms, true);
        if (plain->choices.count == 0)
            plain_tell_table(&to);
    } else if (tui_letter_is(TUI_LETTER_MORE, lang, letter)) {
        offer_more(plain, now_ms);
    } else if (tui_letter_is(TUI_LETTER_TAKE_BACK, lang, letter)) {
        take_back(plain, now_ms);
    } else if (tui_letter_is(TUI_LETTER_CALL_OFF, lang, letter) && plain->table->can_call_off) {
        tui_table_call_off(plain->table, now_ms);
    } else if (letter == '?') {
        tell_help(plain);
    } else if (letter == 'q') {
        plain->is_left = true;
    } else {
        return review(plain, letter);
    }
    return true;
}

static void pass(struct plain *plain, uint64_t now_ms)
{
    for (uint16_t left = plain->table->asked; left; left &= (uint16_t)(left - 1))
        tui_table_pass(plain->table, (uint8_t)pen_bits_lowest(left), now_ms);
}

static void answer_choice(struct plain *plain, char *line, uint64_t now_ms)
{
    unsigned long number;
    struct pen_action action;
    char words[TUI_LINE_BYTES];
    memcpy(words, line, sizeof words); /* reading a card cuts it up */
    if (line[0] == '/' && tui_table_order(plain->table, line, now_ms)) {
        return;
    } else if (line[0] == 0) {
        pass(plain, now_ms);
    } else if (read_number(line, plain->choices.count, &number)) {
        bool is_stale = plain->is_replaced && plain->has_time && plain->is_terminal &&
                        now_ms - plain->printed_ms < TOO_SOON_MS;
        if (is_stale)
            say_only(plain, WORD_TUI_SAY_TOO_LATE);
        else if (number == 0)
            pass(plain, now_ms);
        else
            act(plain, plain->choices.list[number - 1], now_ms);
    } else if (line[1] == 0 && answer_letter(plain, line[0], now_ms)) {
        return;
    } else if (read_card(plain->table, line, &action)) {
        act(plain, action, now_ms);
    } else if (!answer_words(plain, words, now_ms)) {
        say_only(plain, WORD_TUI_SAY_NOT_A_CHOICE);
    }
}

static void hide(struct plain *plain)
{
    for (unsigned i = 0; plain->is_terminal && i < HIDING_LINES; i++)
        putchar('\n');
    speech_begin(&plain->table->edition); /* nor does the next one hear again what was told to the last */
    say(plain, WORD_TUI_SAY_COME, (struct tui_filling){.name = name_of(plain, plain->next_seat)});
    plain->asking = ASKING_TO_COME;
}

static void ask_again(struct plain *plain)
{
    say_only(plain, WORD_TUI_SAY_ASK_AGAIN);
    print_numbered(plain, 1, WORD_TUI_SAY_CHOICE_AGAIN);
    print_numbered(plain, 2, WORD_TUI_SAY_CHOICE_NO_MORE);
}

static void answer(struct plain *plain, char *line, uint64_t now_ms)
{
    if (plain->asking != ASKING_COLOR && plain->asking != ASKING_CHOICE &&
        (strcmp(line, "q") == 0 || strcmp(line, "?") == 0)) {
        answer_letter(plain, line[0], now_ms);
        return;
    }
    const bool is_between = plain->asking == ASKING_TO_DEAL || plain->asking == ASKING_AGAIN;
    if (is_between && line[0] && !line[1] &&
        review(plain, line[0] >= 'A' && line[0] <= 'Z' ? (char)(line[0] - 'A' + 'a') : line[0]))
        return;
    switch (plain->asking) {
    case ASKING_CHOICE:
        answer_choice(plain, line, now_ms);
        break;
    case ASKING_COLOR:
        answer_color(plain, line, now_ms);
        break;
    case ASKING_TO_HIDE:
        hide(plain);
        break;
    case ASKING_TO_COME:
        plain->asking = ASKING_CHOICE;
        forget_choices(plain);
        tui_table_confirm(plain->table, now_ms);
        break;
    case ASKING_TO_READ:
        plain->asking = ASKING_CHOICE;
        forget_choices(plain);
        break;
    case ASKING_TO_DEAL:
        plain->asking = ASKING_CHOICE;
        tui_table_deal(plain->table, now_ms);
        break;
    case ASKING_AGAIN:
        plain->is_again = strcmp(line, "1") == 0;
        plain->is_left = true;
        break;
    }
}

/* ---- the loop -------------------------------------------------------------------------------- */

/* Everything that has happened, up to something that has to be answered first. */
static void catch_up(struct plain *plain, uint64_t now_ms)
{
    static struct tui_news news;
    while (
        (plain->asking == ASKING_CHOICE || plain->asking == ASKING_COLOR || plain->asking == ASKING_AGAIN) &&
        tui_table_step(plain->table, now_ms, &news)) {
        if (plain->asking == ASKING_COLOR && news.type != TUI_NEWS_NOTICE)
            plain->asking = ASKING_CHOICE; /* the table has moved on meanwhile */
        tell(plain, &news);
    }
    if (plain->asking == ASKING_AGAIN && !plain->has_asked_again) {
        plain->has_asked_again = true;
        ask_again(plain);
    }
    if (plain->asking == ASKING_CHOICE)
        offer(plain, now_ms, false);
}

/* What a script has written waits until somebody is asked: the bots of a table at home may still be thinking.
 */
static bool is_bots_turn(const struct plain *plain)
{
    const struct tui_table *table = plain->table;
    return !plain->is_terminal && !table->is_remote && !table->is_lesson && plain->asking == ASKING_CHOICE &&
           table->asked == 0 && plain->choices.count == 0 && table->view.phase != PEN_PHASE_OVER;
}

enum tui_end plain_play(struct tui_table *table, const struct tui_start *start)
{
    struct plain plain = {
        .table = table,
        .is_terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO),
        .has_time = tui_speed_percent(start->speed) > 0,
    };
    char line[TUI_LINE_BYTES];
    plain.speech = start->speech != TUI_SPEECH_AS_USUAL ? start->speech
                   : plain.is_terminal                  ? TUI_SPEECH_USUAL
                                                        : TUI_SPEECH_AS_USUAL;
    speech_begin(&table->edition);
    tell_help(&plain);
    while (!plain.is_left) {
        catch_up(&plain, platform_now_ms());
        fflush(stdout);
        if (ferror(stdout))
            return TUI_END_BROKEN;
        int wait_ms = -1;
        if (plain.asking == ASKING_CHOICE || plain.asking == ASKING_COLOR)
            wait_ms = tui_table_wait_ms(table, platform_now_ms());
        if (is_bots_turn(&plain)) {
            platform_rest_ms(wait_ms < 0 || wait_ms > BOTS_LOOK_MS ? BOTS_LOOK_MS : (unsigned)wait_ms);
            continue;
        }
        enum tui_line got = tui_lines_next(wait_ms, tui_table_fd(table), line);
        if (got == TUI_LINE_READ) {
            speech_answered();
            answer(&plain, line, platform_now_ms());
        } else if (got == TUI_LINE_END) {
            break;
        }
    }
    bool is_kept = table->view.winners == 0 && !table->is_lesson && !table->is_remote;
    if (!plain.is_again)
        say_only(&plain, !is_kept            ? WORD_TUI_SAY_BYE
                         : table->is_unsaved ? WORD_TUI_SAY_UNSAVED_BYE
                                             : WORD_TUI_SAY_SAVED_BYE);
    return plain.is_again ? TUI_END_AGAIN : TUI_END_LEFT;
}
