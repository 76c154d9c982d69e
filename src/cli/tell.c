/* tell.c - sentences come from pen_words_event(); what is added here is the page around them. */
#include "cli/tell.h"

#include <string.h>
#include "words/cli_tell_words.h"

/* Colours of a plain terminal; a colour of somebody's own invention gets cyan. */
static unsigned terminal_color(const struct pen_color *color)
{
    static const struct {
        const char *id;
        unsigned code;
    } known[] = {{"red", 31}, {"green", 32}, {"yellow", 33}, {"blue", 34}, {"pink", 35}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(color->id, known[i].id) == 0)
            return known[i].code;
    return 36;
}

void tell_text(struct tell *tell, const char *text)
{
    while (*text) {
        const struct pen_color *found = NULL;
        for (unsigned i = 0; tell->has_color && i < tell->edition->color_count && !found; i++) {
            const struct pen_color *color = &tell->edition->colors[i];
            if (color->shape[0] && strncmp(text, color->shape, strlen(color->shape)) == 0)
                found = color;
        }
        if (found) {
            fprintf(tell->stream, "\033[%um%s\033[0m", terminal_color(found), found->shape);
            text += strlen(found->shape);
            tell->column++;
        } else {
            tell->column += ((unsigned char)*text & 0xc0) != 0x80;
            fputc(*text++, tell->stream);
        }
    }
}

static void end_line(struct tell *tell)
{
    fputc('\n', tell->stream);
    tell->column = 0;
}

static uint8_t viewer_of(const struct tell *tell, const struct pen_event *event)
{
    if (tell->viewer != TELL_EVERYTHING)
        return tell->viewer;
    uint16_t audience = event->audience;
    return audience == PEN_AUDIENCE_ALL || audience == 0 ? PEN_SPECTATOR : (uint8_t)pen_bits_lowest(audience);
}

unsigned tell_events(struct tell *tell, const struct pen_event *events, unsigned count, bool is_open)
{
    char bytes[4096];
    unsigned sentences = 0;
    for (unsigned i = 0; i < count;) {
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        /* A group of events may begin with a public one; its cards tell who sees them. */
        const struct pen_event *shown = &events[i];
        for (unsigned j = i, last = i + 1; j < count && j <= last; j++) {
            last += events[j].type == PEN_EVENT_RESHUFFLED; /* which may come before the first of them */
            if (events[j].audience != PEN_AUDIENCE_ALL && events[j].card != PEN_CARD_NONE) {
                shown = &events[j];
                break;
            }
        }
        if (events[i].type == PEN_EVENT_TURN) {
            i++;
            continue;
        }
        const struct pen_telling with = {tell->edition,          tell->rules,   tell->names,
                                         viewer_of(tell, shown), PEN_SEAT_NONE, host_lang};
        unsigned told = pen_words_event(&text, &with, events, count, i);
        i += told ? told : 1;
        if (text.length == 0)
            continue;
        if (sentences++ > 0)
            end_line(tell);
        tell_text(tell, bytes);
    }
    if (sentences > 0 && !is_open)
        end_line(tell);
    return sentences;
}

/* "Ana, Beto". */
static void tell_seats(struct tell *tell, uint16_t seats)
{
    const char *separator = "";
    for (unsigned seat = 0; seat < tell->names->count; seat++) {
        if (seats >> seat & 1) {
            fprintf(tell->stream, "%s%s", separator, tell->names->name[seat]);
            separator = ", ";
        }
    }
}

static void tell_card(struct tell *tell, uint8_t card)
{
    char bytes[4 * PEN_NAME_BYTES];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    pen_card_name(tell->edition, tell->rules, card, host_lang, &text);
    tell_text(tell, bytes);
}

static void tell_hand(struct tell *tell, unsigned seat, const struct pen_hand *hand)
{
    const char *separator = "";
    fprintf(tell->stream, "  %s: ", tell->names->name[seat]);
    for (unsigned card = 0; card < tell->rules->kind_count; card++) {
        for (unsigned copy = pen_hand_count_of(hand, card); copy > 0; copy--) {
            fputs(separator, tell->stream);
            tell_card(tell, (uint8_t)card);
            separator = ", ";
        }
    }
    end_line(tell);
}

void tell_deal(struct tell *tell, const struct pen_game *game, const struct pen_events *events, bool is_first)
{
    const struct pen_round *round = &game->round;
    if (is_first) {
        fprintf(tell->stream, "%s: ", pen_said(tell->edition->title, host_lang));
        tell_seats(tell, PEN_AUDIENCE_ALL);
        end_line(tell);
    }
    fprintf(tell->stream, "%s", host_say(CLI_TELL_ROUND, (unsigned)game->round_number));

    unsigned dealt = 0;
    bool is_turned = false;
    while (dealt < events->count && events->list[dealt].type == PEN_EVENT_DEALT)
        dealt++;
    for (unsigned i = dealt; i < events->count; i++)
        is_turned |= events->list[i].type == PEN_EVENT_TURNED;
    tell_events(tell, events->list, dealt, false);

    if (tell->viewer == TELL_EVERYTHING) {
        for (unsigned seat = 0; seat < round->seat_count; seat++) {
            struct pen_hand hand = round->hands[seat];
            /* As dealt: without what the opening card made the seat draw. */
            for (unsigned i = dealt; i < events->count; i++)
                if (events->list[i].type == PEN_EVENT_DREW && events->list[i].seat == seat &&
                    pen_hand_has(&hand, events->list[i].card))
                    pen_hand_remove(&hand, events->list[i].card);
            tell_hand(tell, seat, &hand);
        }
    }
    if (!is_turned && round->top != PEN_CARD_NONE) {
        /* Started in mid-game. */
        fputs(host_word(WORD_CLI_TELL_ON_TOP_LIES), tell->stream);
        tell_card(tell, round->top);
        if (round->color != PEN_COLOR_NONE && tell->rules->color[round->top] == PEN_COLOR_NONE) {
            fputs(", ", tell->stream);
            tell_text(tell, tell->edition->colors[round->color].shape);
            fprintf(tell->stream, " %s", pen_said(tell->edition->colors[round->color].name, host_lang));
        }
        if (round->turn < round->seat_count)
            fprintf(tell->stream, "%s", host_say(CLI_TELL_IT_IS_THE_TURN_OF, tell->names->name[round->turn]));
        end_line(tell);
    }
    tell_events(tell, events->list + dealt, events->count - dealt, false);
}

void tell_end(struct tell *tell, const struct pen_game *game)
{
    if (tell->rules->rule.scoring != PEN_SCORING_QUICK) {
        fputs(host_word(WORD_CLI_TELL_POINTS), tell->stream);
        for (unsigned seat = 0; seat < game->round.seat_count; seat++)
            fprintf(tell->stream, "%s%s %u", seat ? ", " : "", tell->names->name[seat],
                    (unsigned)game->score[seat]);
        end_line(tell);
    }
    if (game->winners) {
        const unsigned first = pen_bits_lowest(game->winners);
        if (pen_bits_count(game->winners) > 1) {
            bool is_team = game->winners == pen_team_of(tell->rules, game->round.seat_count, first);
            fputs(host_word(is_team ? WORD_CLI_TELL_THE_GAME_GOES_TO_THE_TEAM
                                    : WORD_CLI_TELL_THE_GAME_IS_SHARED_BY),
                  tell->stream);
            tell_seats(tell, game->winners);
        } else {
            fprintf(tell->stream, "%s", host_say(CLI_TELL_WINS_THE_GAME, tell->names->name[first]));
        }
        end_line(tell);
    }
}
