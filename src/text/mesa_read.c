/* mesa_read.c - pass 1: the whole text is read and checked before anything is played.
 *
 * Three walks over the lines. The first asks whether the bytes are text at all. The second finds
 * the edition, the house rules, the settings and the players, which every other line depends on and
 * which may come behind lines that need them. The third reads every line, checks that it may stand
 * where it stands, gathers the header, and tries every deal that the text lays out: a deal depends
 * on the seed and on how many rounds came before, not on how they were played. */
#include <string.h>

#include "mesa.h"
#include "penultima/words_mesa.h"

enum stage { STAGE_HEADER, STAGE_PLAY, STAGE_LAYOUT };

struct reading {
    struct pen_mesa *mesa;
    const struct pen_mesa_host *host;
    struct pen__statement statement;
    struct pen__fault fault;
    struct pen__laying laying;
    enum stage stage;
    bool is_bad;        /* something was reported */
    bool is_laying_bad; /* of the layout being gathered */
    uint8_t dealer;     /* of the round being laid out */
    uint16_t round_number;
    uint16_t drawing;                 /* RULE O3: the seats that are highest after the lots so far */
    unsigned line_of[PEN__KEY_COUNT]; /* of the header's lines; 0: there is none */
    unsigned header_line;             /* the last of them */
};

static void say(struct reading *reading, unsigned line, enum pen_word what, const char *first)
{
    pen__report(reading->host, line, what, first, NULL, NULL);
    reading->is_bad = true;
}

static void say_fault(struct reading *reading, unsigned line)
{
    pen__report(reading->host, line, reading->fault.say, reading->fault.first, reading->fault.second, NULL);
    reading->is_bad = true;
}

/* ---- the first walk -------------------------------------------------------------------------- */

static void read_bytes(struct reading *reading, struct pen__lines lines)
{
    struct pen__scan line;
    while (pen__lines_raw(&lines, &line))
        if (!pen__line_is_text(line))
            say(reading, lines.line, PEN_WORD_MESA_NOT_TEXT, NULL);
}

/* ---- the second walk ------------------------------------------------------------------------- */

/* An edition of somebody's own stands in the record itself, in the comments behind its name. */
static bool read_own(struct reading *reading, struct pen__lines lines, struct pen_problem *problem)
{
    const struct pen__word name = reading->statement.word;
    struct pen_edition *edition = &reading->mesa->edition;
    const size_t quote_bytes = sizeof PEN_OWN_QUOTE - 1;
    char bytes[PEN_OWN_BYTES_MAX];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    struct pen__scan line;
    while (pen__lines_raw(&lines, &line) && line.end - line.at >= (ptrdiff_t)quote_bytes &&
           memcmp(line.at, PEN_OWN_QUOTE, quote_bytes) == 0) {
        pen_text_add_bytes(&text, line.at + quote_bytes, (size_t)(line.end - line.at) - quote_bytes);
        pen_text_add(&text, "\n");
    }
    return text.length > 0 && !text.is_cut && pen_edition_parse(edition, bytes, text.length, problem) &&
           pen__word_is(name, edition->id);
}

static bool is_own(struct pen__word name)
{
    const size_t prefix_bytes = sizeof PEN_OWN_PREFIX - 1;
    return name.count > prefix_bytes && memcmp(name.bytes, PEN_OWN_PREFIX, prefix_bytes) == 0;
}

static void find_edition(struct reading *reading, struct pen__lines lines)
{
    const struct pen__word name = reading->statement.word;
    const struct pen_mesa_host *host = reading->host;
    const unsigned line = lines.line;
    struct pen_problem problem;
    memset(&problem, 0, sizeof problem);
    if ((is_own(name) && read_own(reading, lines, &problem)) ||
        host->find_edition(host->context, name.bytes, name.count, &reading->mesa->edition, &problem))
        return;
    pen__fault_is(&reading->fault, PEN_WORD_MESA_NO_SUCH_EDITION, name);
    enum pen_lang lang = (unsigned)host->lang < PEN_LANG_COUNT ? host->lang : PEN_LANG_EN;
    if (!pen_problem_is_said(&problem)) {
        say_fault(reading, line);
        return;
    }
    char detail[256];
    struct pen_text text = pen_text_in(detail, sizeof detail);
    if (problem.line > 0) {
        pen_text_add_number(&text, problem.line);
        pen_text_add(&text, ": ");
    }
    pen_text_add(&text, pen_problem_in(&problem, lang));
    pen__report(host, line, PEN_WORD_MESA_EDITION_FAULT, reading->fault.first, detail, NULL);
    reading->is_bad = true;
}

/* Whether the line begins with this key. */
static bool is_key(struct pen__scan line, enum pen__key type)
{
    return pen__scan_has(&line, pen__key_id(type)) && pen__scan_has(&line, ":");
}

/* Of several lines with settings each one adds its own. */
static void add_settings(struct pen_options *options, const struct pen_options *more)
{
    if (more->scoring != PEN_SCORING_DEFAULT)
        options->scoring = more->scoring;
    if (more->target != 0)
        options->target = more->target;
    if (more->reverse_with_two != PEN_REVERSE_SKIPS)
        options->reverse_with_two = more->reverse_with_two;
    if (more->teams != 0)
        options->teams = more->teams;
    if (more->partners != PEN_PARTNERS_HIDDEN)
        options->partners = more->partners;
}

/* RULE M1. */
static void say_teams(struct reading *reading, unsigned line)
{
    char players[8], teams[8];
    struct pen_text text = pen_text_in(players, sizeof players);
    pen_text_add_number(&text, reading->mesa->names.count);
    text = pen_text_in(teams, sizeof teams);
    pen_text_add_number(&text, reading->mesa->options.teams);
    pen__report(reading->host, line, PEN_WORD_MESA_TEAMS, players, teams, NULL);
    reading->is_bad = true;
}

/* Reads the lines of each of these keys, wherever it stands; the third walk says whether it
 * may stand there. */
static void read_foundations(struct reading *reading, struct pen__lines lines)
{
    static const enum pen__key keys[] = {PEN__KEY_HOUSE, PEN__KEY_SET, PEN__KEY_PLAYERS};
    struct pen_mesa *mesa = reading->mesa;
    struct pen__statement *statement = &reading->statement;
    unsigned seen[PEN__KEY_COUNT] = {0};
    struct pen__scan line;

    if (!pen__lines_next(&lines, &line)) {
        say(reading, 1, PEN_WORD_MESA_NOTHING, NULL);
        return;
    }
    const unsigned first_line = lines.line;
    if (!is_key(line, PEN__KEY_EDITION)) {
        say(reading, first_line, PEN_WORD_MESA_EDITION_FIRST, NULL);
        return;
    }
    if (!pen__statement_read(mesa, line, statement, &reading->fault)) {
        say_fault(reading, first_line);
        return;
    }
    find_edition(reading, lines);
    if (reading->is_bad)
        return;

    mesa->options = PEN_OPTIONS_DEFAULT;
    while (pen__lines_next(&lines, &line)) {
        for (size_t index = 0; index < sizeof keys / sizeof keys[0]; index++) {
            if (!is_key(line, keys[index]) || (keys[index] == PEN__KEY_PLAYERS && seen[keys[index]]))
                continue;
            seen[keys[index]] = lines.line;
            if (!pen__statement_read(mesa, line, statement, &reading->fault)) {
                say_fault(reading, lines.line);
            } else if (keys[index] == PEN__KEY_HOUSE) {
                if (!pen_house_join(&mesa->options.house, statement->options.house))
                    say(reading, lines.line, PEN_WORD_MESA_TWICE, "house");
            } else if (keys[index] == PEN__KEY_SET) {
                add_settings(&mesa->options, &statement->options);
            } else {
                mesa->names = statement->names;
            }
        }
    }
    if (!seen[PEN__KEY_PLAYERS])
        say(reading, first_line, PEN_WORD_MESA_NO_PLAYERS, NULL);
    if (!reading->is_bad && !pen_teams_fit(mesa->options.teams, mesa->names.count))
        say_teams(reading, seen[PEN__KEY_SET]);
    if (!reading->is_bad &&
        pen_table_make(&mesa->rules, &mesa->edition, &mesa->options, NULL) != PEN_RULES_GOOD) {
        struct pen_edition laid = mesa->edition;
        struct pen_problem problem;
        if (pen_house_lay(&laid, mesa->options.house, &problem))
            say(reading, first_line, PEN_WORD_MESA_EDITION_BAD, mesa->edition.id);
        else
            say(reading, seen[PEN__KEY_HOUSE], PEN_WORD_MESA_HOUSE_CONFLICT,
                pen_problem_in(&problem, reading->host->lang));
    }
}

/* ---- the third walk -------------------------------------------------------------------------- */

static void begin_layout(struct reading *reading, const struct pen_layout *layout, unsigned line)
{
    pen__laying_begin(&reading->laying, layout, line);
    reading->is_laying_bad = false;
    reading->dealer = layout->dealer;
    reading->round_number++;
}

/* The layout of the round after the one before, as the game will ask for it. */
static void begin_next_layout(struct reading *reading, unsigned line)
{
    struct pen_game *game = &reading->mesa->trial;
    game->seed = reading->mesa->seed;
    game->round_number = reading->round_number;
    game->round.seat_count = reading->mesa->names.count;
    game->round.dealer = reading->dealer;
    const struct pen_layout layout = pen_game_next_layout(game);
    begin_layout(reading, &layout, line);
}

/* Deals the layout on trial. */
static void try_layout(struct reading *reading)
{
    struct pen__laying *laying = &reading->laying;
    struct pen_mesa *mesa = reading->mesa;
    uint8_t card = PEN_CARD_NONE;
    if (reading->is_laying_bad)
        return;
    enum pen_deal_problem problem =
        reading->round_number == 1
            ? pen_game_start(&mesa->rules, &mesa->trial, mesa->seed, &laying->layout, NULL,
                             &mesa->trial_events, &card)
            : pen_round_deal(&mesa->rules, &mesa->trial.round, &laying->layout, &mesa->trial_events, &card);
    if (problem == PEN_DEAL_GOOD)
        return;
    char name[16];
    struct pen_text text = pen_text_in(name, sizeof name);
    if (problem == PEN_DEAL_TOO_MANY_COPIES && card < mesa->rules.kind_count)
        pen_card_write(&mesa->edition, &mesa->rules, card, &text);
    unsigned opening_line = laying->line_of[PEN__KEY_OPENING];
    say(reading, opening_line ? opening_line : laying->line, pen__deal_says(problem), name);
}

/* ---- the draw for the deal (RULES S1, O3) ---- */

static void say_lots(struct reading *reading, unsigned line, enum pen_word what, uint16_t seats)
{
    char bytes[PEN_SEATS_MAX * (PEN_PLAYER_BYTES + 2)];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    for (unsigned seat = 0; seat < reading->mesa->names.count; seat++)
        if (seats >> seat & 1) {
            pen_text_add(&text, text.length > 0 ? ", " : "");
            pen_text_add(&text, reading->mesa->names.name[seat]);
        }
    say(reading, line, what, bytes);
    reading->is_laying_bad = true;
}

/* One drawing: by all, then by those who are tied. */
static void read_lots(struct reading *reading, unsigned line)
{
    const struct pen__statement *statement = &reading->statement;
    struct pen_lots *lots = &reading->laying.layout.lots;
    uint16_t drawing =
        lots->count == 0 ? (uint16_t)((1u << reading->mesa->names.count) - 1) : reading->drawing;
    if (!(drawing & (drawing - 1))) {
        say_lots(reading, line, PEN_WORD_MESA_LOTS_DECIDED, drawing);
    } else if (statement->seats != drawing) {
        say_lots(reading, line, PEN_WORD_MESA_LOTS_PLAYERS, drawing);
    } else if (lots->count == PEN_LOTS_MAX) {
        say(reading, line, PEN_WORD_MESA_LOTS_MANY, "16");
        reading->is_laying_bad = true;
    } else {
        memcpy(lots->cards[lots->count++], statement->lots, sizeof statement->lots);
        reading->drawing = pen_lots_highest(&reading->mesa->rules, statement->lots, drawing);
    }
}

/* After the header: whether the lots have decided, and who deals by them. */
static void end_lots(struct reading *reading, bool is_position)
{
    const struct pen_mesa *mesa = reading->mesa;
    struct pen_layout *layout = &reading->laying.layout;
    const unsigned line = reading->line_of[PEN__KEY_LOTS];
    if (is_position || mesa->rules.rule.dealer_by == PEN_DEALER_NAMED) {
        say(reading, line, is_position ? PEN_WORD_MESA_LOTS_WITH_TOP : PEN_WORD_MESA_LOTS_NAMED,
            mesa->edition.id);
        reading->is_laying_bad = true;
    }
    if (reading->is_laying_bad)
        return;
    if (reading->drawing & (reading->drawing - 1)) {
        say_lots(reading, line, PEN_WORD_MESA_LOTS_TIED, reading->drawing);
        return;
    }
    const uint8_t dealer =
        pen_lots_dealer(&mesa->rules, (uint8_t)pen_bits_lowest(reading->drawing), mesa->names.count);
    if (reading->line_of[PEN__KEY_DEALER] && layout->dealer != dealer) {
        pen__report(reading->host, reading->line_of[PEN__KEY_DEALER], PEN_WORD_MESA_LOTS_DEALER,
                    mesa->names.name[dealer], mesa->names.name[layout->dealer], NULL);
        reading->is_bad = reading->is_laying_bad = true;
    }
    layout->dealer = dealer;
}

static void draw_lots(struct reading *reading)
{
    const struct pen_mesa *mesa = reading->mesa;
    const struct pen_layout drawn = pen_game_drawn_layout(&mesa->rules, mesa->names.count, mesa->seed);
    reading->laying.layout.dealer = drawn.dealer;
    reading->laying.layout.lots = drawn.lots;
}

static void end_header(struct reading *reading)
{
    static const enum pen__key with_top[] = {PEN__KEY_DISCARD, PEN__KEY_TURN, PEN__KEY_DIRECTION};
    struct pen_mesa *mesa = reading->mesa;
    struct pen_layout *layout = &reading->laying.layout;
    const unsigned *line_of = reading->line_of;
    const uint8_t seat_count = mesa->names.count;
    const bool is_position = line_of[PEN__KEY_TOP] != 0;

    for (size_t index = 0; index < sizeof with_top / sizeof with_top[0]; index++)
        if (!is_position && line_of[with_top[index]]) {
            say(reading, line_of[with_top[index]], PEN_WORD_MESA_ONLY_WITH_TOP, pen__key_id(with_top[index]));
            reading->is_laying_bad = true;
        }
    if (is_position && line_of[PEN__KEY_OPENING]) {
        say(reading, line_of[PEN__KEY_OPENING], PEN_WORD_MESA_OPENING_WITH_TOP, NULL);
        reading->is_laying_bad = true;
    }
    if (line_of[PEN__KEY_LOTS])
        end_lots(reading, is_position);
    else if (!line_of[PEN__KEY_DEALER] && is_position)
        layout->dealer = (uint8_t)(seat_count - 1);
    else if (!line_of[PEN__KEY_DEALER])
        draw_lots(reading);
    if (is_position && !line_of[PEN__KEY_TURN])
        layout->turn = (uint8_t)((layout->dealer + 1u) % seat_count);
    reading->dealer = layout->dealer;
    layout->chance = pen_game_first_layout(seat_count, layout->dealer, mesa->seed).chance;
    mesa->layout = *layout;
    try_layout(reading);
}

/* RULE M2: what one of a team has, all of it have. */
static void read_score(struct reading *reading, unsigned line)
{
    const struct pen__statement *statement = &reading->statement;
    struct pen_mesa *mesa = reading->mesa;
    for (unsigned seat = 0; seat < mesa->names.count; seat++) {
        if (!(statement->seats >> seat & 1))
            continue;
        uint16_t team = pen_team_of(&mesa->rules, mesa->names.count, seat);
        for (; team; team &= (uint16_t)(team - 1)) {
            unsigned partner = pen_bits_lowest(team);
            if ((statement->seats >> partner & 1) && statement->score[partner] != statement->score[seat]) {
                pen__report(reading->host, line, PEN_WORD_MESA_TEAM_SCORE, mesa->names.name[seat],
                            mesa->names.name[partner], NULL);
                reading->is_bad = true;
                return;
            }
            mesa->score[partner] = statement->score[seat];
        }
    }
}

static void read_header_line(struct reading *reading, unsigned line)
{
    const struct pen__statement *statement = &reading->statement;
    struct pen_mesa *mesa = reading->mesa;
    switch ((enum pen__key)statement->type) {
    case PEN__KEY_EDITION:
    case PEN__KEY_HOUSE:
    case PEN__KEY_SET:
    case PEN__KEY_PLAYERS:
        break; /* the second walk has them */
    case PEN__KEY_SEED:
        mesa->seed = statement->number;
        break;
    case PEN__KEY_DEALER:
        reading->laying.layout.dealer = statement->seat;
        break;
    case PEN__KEY_LOTS:
        read_lots(reading, line);
        break;
    case PEN__KEY_SCORE:
        read_score(reading, line);
        break;
    case PEN__KEY_HAND:
    case PEN__KEY_DRAW:
    case PEN__KEY_OPENING:
    case PEN__KEY_DISCARD:
    case PEN__KEY_TOP:
    case PEN__KEY_TURN:
    case PEN__KEY_DIRECTION:
        if (!pen__laying_add(mesa, &reading->laying, statement, line, &reading->fault)) {
            say_fault(reading, line);
            reading->is_laying_bad = true;
        }
    }
}

/* A line with a key: whether it may stand here, once, and what it says. */
static void read_key_line(struct reading *reading, unsigned line, bool is_read)
{
    const uint8_t type = reading->statement.type;
    bool is_twice;
    if (reading->stage == STAGE_PLAY || (reading->stage == STAGE_LAYOUT && !PEN__IS_LAYOUT(type))) {
        if (is_read) /* one problem per line is enough */
            say(reading, line, PEN_WORD_MESA_MISPLACED, pen__key_id(type));
        return;
    }
    if (reading->stage == STAGE_HEADER) {
        reading->header_line = line;
        /* Settings and house rules may be said one by one; after a tie there are more lots. */
        is_twice = reading->line_of[type] != 0 && type != PEN__KEY_SET && type != PEN__KEY_HOUSE &&
                   type != PEN__KEY_LOTS;
        reading->line_of[type] = line;
    } else {
        is_twice = reading->laying.line_of[type] != 0;
    }
    if (type == PEN__KEY_HAND)
        is_twice = is_read && (reading->laying.layout.has_hand >> reading->statement.seat) & 1;
    if (is_twice) {
        say(reading, line, PEN_WORD_MESA_TWICE,
            type == PEN__KEY_HAND ? reading->mesa->names.name[reading->statement.seat] : pen__key_id(type));
        reading->is_laying_bad = true;
    } else if (is_read) {
        read_header_line(reading, line);
    } else {
        reading->is_laying_bad = true;
    }
}

/* RULE O29: from here on one more plays. Whether the round is over is seen when it is played. */
static void read_joins(struct reading *reading, unsigned line)
{
    struct pen_mesa *mesa = reading->mesa;
    const struct pen__word name = reading->statement.word;
    if (reading->stage != STAGE_PLAY) {
        say(reading, line, PEN_WORD_MESA_MISPLACED, "joins");
        return;
    }
    if (!pen_seats_fit(&mesa->rules, mesa->names.count + 1u) || mesa->names.count == PEN_SEATS_MAX) {
        say(reading, line, PEN_WORD_MESA_IMPOSSIBLE_DEAL, NULL);
        return;
    }
    memcpy(mesa->names.name[mesa->names.count++], name.bytes, name.count);
}

static void read_lines(struct reading *reading, struct pen__lines lines)
{
    struct pen__scan line;
    reading->stage = STAGE_HEADER;
    const struct pen_layout first = pen_layout_random(reading->mesa->names.count, 0, (struct pen_chance){0});
    begin_layout(reading, &first, 1);
    while (pen__lines_next(&lines, &line)) {
        bool is_read = pen__statement_read(reading->mesa, line, &reading->statement, &reading->fault);
        if (!is_read)
            say_fault(reading, lines.line);
        const uint8_t type = reading->statement.type;
        if (PEN__IS_KEY(type)) {
            if (reading->stage == STAGE_HEADER && reading->header_line == 0)
                reading->laying.line = lines.line;
            read_key_line(reading, lines.line, is_read);
            continue;
        }
        if (type == PEN__UNKNOWN)
            continue; /* reported; it could have been anything, so the stage stays */
        if (type == PEN__JOINS && is_read)
            read_joins(reading, lines.line);
        if (reading->stage == STAGE_HEADER)
            end_header(reading);
        else if (reading->stage == STAGE_LAYOUT)
            try_layout(reading);
        reading->stage = type == PEN__DEAL ? STAGE_LAYOUT : STAGE_PLAY;
        if (type == PEN__DEAL)
            begin_next_layout(reading, lines.line);
    }
    if (reading->stage == STAGE_HEADER)
        end_header(reading);
    else if (reading->stage == STAGE_LAYOUT)
        try_layout(reading);
}

bool pen__mesa_read(struct pen_mesa *mesa, const char *bytes, size_t count, const struct pen_mesa_host *host,
                    unsigned *deal_line)
{
    const struct pen__lines lines = pen__lines_of(bytes, count);
    struct reading reading;
    memset(&reading, 0, sizeof reading);
    reading.mesa = mesa;
    reading.host = host;
    read_bytes(&reading, lines);
    if (!reading.is_bad)
        read_foundations(&reading, lines);
    const uint8_t first_count = mesa->names.count;
    if (!reading.is_bad)
        read_lines(&reading, lines);
    mesa->everybody = mesa->names;
    mesa->names.count = first_count;
    memset(mesa->names.name[first_count], 0, (PEN_SEATS_MAX - first_count) * sizeof mesa->names.name[0]);
    *deal_line = reading.header_line;
    return !reading.is_bad;
}
