/* restore.c - the journal read back: every line becomes the effect that had written it.
 *
 * The bytes come from a disk and may be anything. What cannot have been written here is refused; lines
 * that follow from others (hands, draw piles, commitments) are passed over, for they are made again. */
#include <string.h>

#include "fair/hex.h"
#include "room/inside.h"

/* ---- words of a line ---- */

struct line {
    const char *at, *end;
};

struct word {
    const char *bytes;
    size_t count;
};

static bool next_word(struct line *line, struct word *word)
{
    while (line->at < line->end && *line->at == ' ')
        line->at++;
    word->bytes = line->at;
    while (line->at < line->end && *line->at != ' ')
        line->at++;
    word->count = (size_t)(line->at - word->bytes);
    return word->count > 0;
}

static bool to_number(struct word word, uint64_t *number)
{
    *number = 0;
    if (word.count == 0 || word.count > 19)
        return false;
    for (size_t i = 0; i < word.count; i++) {
        if (word.bytes[i] < '0' || word.bytes[i] > '9')
            return false;
        *number = *number * 10 + (uint64_t)(word.bytes[i] - '0');
    }
    return true;
}

static bool next_number(struct line *line, uint64_t most, uint64_t *number)
{
    struct word word;
    return next_word(line, &word) && to_number(word, number) && *number <= most;
}

static bool next_byte(struct line *line, uint64_t most, uint8_t *byte)
{
    uint64_t number;
    if (!next_number(line, most, &number))
        return false;
    *byte = (uint8_t)number;
    return true;
}

static bool next_hex(struct line *line, uint8_t *bytes, size_t count)
{
    struct word word;
    return next_word(line, &word) && fair_hex_read(word.bytes, word.count, bytes, count);
}

static bool next_string(struct line *line, char *string, size_t size)
{
    struct word word;
    if (!next_word(line, &word) || word.count >= size)
        return false;
    memset(string, 0, size);
    memcpy(string, word.bytes, word.count);
    return true;
}

static bool is_at_end(const struct line *line)
{
    return line->at == line->end;
}

/* ---- what stands behind the words ---- */

/* One "key=value" of what 0.2.0 did not know. */
static bool read_later_setting(struct word part, struct room_settings *settings)
{
    static const char *const keys[] = {"grace=", "misplays=", "dealer="};
    size_t skip = 0;
    unsigned key = 0;
    for (; key < sizeof keys / sizeof keys[0]; key++) {
        skip = room__length(keys[key]);
        if (part.count > skip && memcmp(part.bytes, keys[key], skip) == 0)
            break;
    }
    const struct word value = {part.bytes + skip, part.count - skip};
    uint64_t number;
    switch (key) {
    case 0:
        if (!to_number(value, &number) || number > UINT16_MAX)
            return false;
        settings->grace_ms = (uint16_t)number;
        return true;
    case 1:
        if (!to_number(value, &number) || number > PEN_MISPLAYS_REFUSED)
            return false;
        settings->options.misplays = (uint8_t)number;
        return true;
    case 2:
        if (value.count >= sizeof settings->dealer)
            return false;
        memcpy(settings->dealer, value.bytes, value.count);
        return true;
    default:
        return false;
    }
}

/* "classic", or with what 0.2.0 did not know behind it: "classic,grace=300,dealer=Ana". */
static bool next_edition(struct line *line, struct room_settings *settings)
{
    struct word word;
    if (!next_word(line, &word))
        return false;
    size_t bytes = 0;
    while (bytes < word.count && word.bytes[bytes] != ',')
        bytes++;
    if (bytes == 0 || bytes >= sizeof settings->edition)
        return false;
    memcpy(settings->edition, word.bytes, bytes);
    settings->grace_ms = ROOM_GRACE_UNO_MS;
    while (bytes < word.count) {
        struct word part = {word.bytes + bytes + 1, 0};
        while (bytes + 1 + part.count < word.count && part.bytes[part.count] != ',')
            part.count++;
        if (!read_later_setting(part, settings))
            return false;
        bytes += 1 + part.count;
    }
    return true;
}

/* A name of a list. Journals up to 0.2.0 have its place in the list of that time, which stands in 'old'. */
static bool next_name(struct line *line, const char *const *names, unsigned count, const char *const *old,
                      unsigned old_count, uint8_t *place)
{
    struct word word;
    uint64_t number;
    if (!next_word(line, &word))
        return false;
    if (to_number(word, &number)) {
        if (number >= old_count)
            return false;
        word = (struct word){old[number], room__length(old[number])};
    }
    for (*place = 0; *place < count; ++*place)
        if (room__same(word.bytes, word.count, names[*place]))
            return true;
    return false;
}

static bool next_bot(struct line *line, uint8_t *level)
{
    static const char *const names[BOT_LEVEL_COUNT] = {
#define X(name, id) [BOT_##name] = id,
        BOT_LIST(X)
#undef X
    };
    static const char *const old[] = {"random", "rule", "novice", "casual", "rank", "expert"};
    return next_name(line, names, BOT_LEVEL_COUNT, old, sizeof old / sizeof old[0], level);
}

/* Or none: "none", in old journals 255. */
static bool next_bot_or_none(struct line *line, uint8_t *level)
{
    struct line look = *line;
    struct word word;
    if (next_word(&look, &word) &&
        (room__same(word.bytes, word.count, "none") || room__same(word.bytes, word.count, "255"))) {
        *line = look;
        *level = PEN_SEAT_NONE;
        return true;
    }
    return next_bot(line, level);
}

static bool next_ask(struct line *line, uint8_t *what)
{
    static const char *const names[ROOM_ASK_COUNT] = {
#define X(name, word) [ROOM_ASK_##name] = word,
        ROOM_ASK_LIST(X)
#undef X
    };
    static const char *const old[] = {"pause", "go-on", "take-back", "kick"};
    return next_name(line, names, ROOM_ASK_COUNT, old, sizeof old / sizeof old[0], what);
}

static bool next_settings(struct line *line, struct room_settings *settings)
{
    enum { COUNT = 10 };
    static const uint64_t most[COUNT] = {
        PEN_SEATS_MAX,       UINT8_MAX,      UINT8_MAX,        1, 1, UINT32_MAX, PEN_HOUSE_ALL,
        PEN_SCORING_DEFAULT, PEN_TARGET_MAX, PEN_REVERSE_TURNS};
    uint64_t numbers[COUNT];
    memset(settings, 0, sizeof *settings);
    if (!next_edition(line, settings))
        return false;
    for (unsigned i = 0; i < COUNT; i++)
        if (i == ROOM_SETTINGS_BOT ? !next_bot(line, &settings->bot_level)
                                   : !next_number(line, most[i], &numbers[i]))
            return false;
    settings->seats = (uint8_t)numbers[0];
    settings->series = (uint8_t)numbers[1];
    settings->is_public = numbers[3] != 0;
    settings->has_hints = numbers[4] != 0;
    settings->move_ms = (uint32_t)numbers[5];
    settings->options.house = (uint8_t)numbers[6];
    settings->options.scoring = (uint8_t)numbers[7];
    settings->options.target = (uint16_t)numbers[8];
    settings->options.reverse_with_two = (uint8_t)numbers[9];
    if (line->at < line->end && *line->at == ' ')
        line->at++;
    const size_t count = (size_t)(line->end - line->at);
    if (count >= sizeof settings->title)
        return false;
    memcpy(settings->title, line->at, count);
    line->at = line->end;
    return true;
}

/* By the edition that the table has kept, if it has. */
static const struct room_rules *find(const struct room_library *library, const struct room_settings *settings,
                                     uint64_t digest)
{
    const struct room_rules *rules = NULL;
    if (digest != 0 && library->find_kept)
        rules = library->find_kept(library->context, settings, digest, NULL, 0);
    return rules ? rules : library->find(library->context, settings);
}

/* The lines behind "#! edition" are the text; 'line' ends where its line does. */
static bool read_edition(struct room__call *call, const struct room_library *library, struct line *line,
                         const char *end)
{
    char text[ROOM_JOURNAL_BYTES_MAX];
    size_t bytes = 0;
    uint64_t digest;
    if (call->room->n == 0 || !next_number(line, UINT64_MAX, &digest))
        return false;
    for (const char *at = line->end + 1; at + 3 <= end && memcmp(at, "#: ", 3) == 0;) {
        for (at += 3; at < end && *at != '\n' && bytes < sizeof text; at++)
            text[bytes++] = *at;
        if (at >= end || bytes == sizeof text)
            return false;
        text[bytes++] = *at++;
    }
    if (room__digest(text, bytes) != digest)
        return false;
    call->room->edition_digest = digest;
    if (library->find_kept) {
        call->rules = library->find_kept(library->context, &call->room->settings, digest, text, bytes);
        return call->rules != NULL;
    }
    return true;
}

/* ---- lines without a seat ---- */

static bool read_open(struct room__call *call, const struct room_library *library, struct line *line)
{
    struct room_settings settings;
    char id[ROOM_ID_BYTES];
    if (call->room->n != 0 || !next_string(line, id, sizeof id) ||
        !fair_table_is_good(id, room__length(id)) || !next_settings(line, &settings))
        return false;
    call->rules = find(library, &settings, 0);
    if (room__settings_check(&settings, call->rules) != ROOM_ACCEPTED)
        return false;
    room__do_open(call, id, &settings);
    return true;
}

static bool read_entropy(struct room__call *call, struct line *line)
{
    uint8_t entropy[FAIR_SERVER_SEED_BYTES];
    if (!room_wants_entropy(call->room) || !next_hex(line, entropy, sizeof entropy))
        return false;
    room__do_entropy(call, entropy);
    return true;
}

static bool read_game(struct room__call *call, struct line *line)
{
    const struct room *room = call->room;
    uint64_t number;
    if (room->stage != ROOM_REVEALING || !next_number(line, UINT16_MAX, &number) ||
        number != room->game_number || room->seat_count < call->rules->rules->seats_min ||
        room->seat_count > call->rules->rules->seats_max)
        return false;
    /* The version of the shuffle stands behind it since version 2. */
    uint64_t version = 1;
    if (!is_at_end(line) && (!next_number(line, FAIR_VERSION, &version) || version == 0))
        return false;
    room__do_game(call, (uint8_t)version);
    return true;
}

static bool read_next(struct room__call *call)
{
    if (call->room->stage != ROOM_BETWEEN || pen_game_can_deal(&call->room->game) != PEN_ACCEPTED)
        return false;
    room__do_next(call);
    return true;
}

static bool read_undo(struct room__call *call, struct line *line)
{
    const struct room *room = call->room;
    uint64_t actions;
    bool is_known = false;
    if (room->stage != ROOM_PLAYING || !next_number(line, room->action_count, &actions))
        return false;
    for (unsigned i = 0; i < room->undo_count; i++)
        is_known = is_known || room->action_count - room->undo[i].action_count == actions;
    if (is_known)
        room__do_undo(call, (uint32_t)actions);
    return is_known;
}

static bool read_person(struct room__call *call, struct line *line, uint8_t *seat)
{
    return next_byte(line, PEN_SEATS_MAX - 1, seat) && room__is_person(call->room, *seat);
}

/* True: there is such a word; 'is_good' tells whether its line is right. */
static bool read_table_line(struct room__call *call, const struct room_library *library, struct word word,
                            struct line *line, bool *is_good)
{
    struct room *room = call->room;
    uint8_t seat;
#define IS(string) room__same(word.bytes, word.count, string)
    if (IS("open")) {
        *is_good = read_open(call, library, line);
    } else if (room->n == 0) {
        *is_good = false;
    } else if (IS("entropy")) {
        *is_good = read_entropy(call, line);
    } else if (IS("game")) {
        *is_good = read_game(call, line);
    } else if (IS("next")) {
        *is_good = read_next(call);
    } else if (IS("undo")) {
        *is_good = read_undo(call, line);
    } else if (IS("wake")) {
        room__do_wake(call);
    } else if (IS("close")) {
        room__do_close(call);
    } else if (IS("lapse")) {
        *is_good = room->ask.is_open;
        room__do_lapse(call);
    } else if (IS("pause") || IS("go-on")) {
        *is_good = room->stage == ROOM_PLAYING || room->stage == ROOM_BETWEEN;
        room__do_pause(call, IS("pause"));
    } else if (IS("away") || IS("back") || IS("kick")) {
        *is_good = read_person(call, line, &seat);
        if (*is_good && IS("away"))
            room__do_away(call, seat);
        else if (*is_good && IS("back"))
            room__do_back(call, seat);
        else if (*is_good)
            room__do_kick(call, seat);
    } else {
        return false;
    }
    return true;
}

/* ---- lines of a seat ---- */

static bool read_sit(struct room__call *call, struct line *line)
{
    char name[PEN_PLAYER_BYTES];
    uint8_t hash[ROOM_TOKEN_BYTES];
    const struct room *room = call->room;
    if (!room__is_waiting(room) || room->seats[call->seat].kind != ROOM_FREE ||
        !next_string(line, name, sizeof name) || !pen_name_is_good(name, room__length(name)) ||
        !next_hex(line, hash, sizeof hash))
        return false;
    room__do_sit(call, call->seat, name, hash);
    return true;
}

static bool read_set(struct room__call *call, const struct room_library *library, struct line *line)
{
    struct room_settings settings;
    if (!room__is_waiting(call->room) || !next_settings(line, &settings))
        return false;
    const bool is_same =
        room__same(settings.edition, room__length(settings.edition), call->room->settings.edition);
    call->rules = find(library, &settings, is_same ? call->room->edition_digest : 0);
    if (room__taken_count(call->room) > settings.seats ||
        room__settings_check(&settings, call->rules) != ROOM_ACCEPTED)
        return false;
    room__do_set(call, &settings);
    return true;
}

static bool read_bot(struct room__call *call, struct line *line)
{
    uint8_t target, level;
    char name[PEN_PLAYER_BYTES];
    if (!room__is_waiting(call->room) || !next_byte(line, PEN_SEATS_MAX - 1, &target) ||
        !next_bot_or_none(line, &level) || room__is_person(call->room, target))
        return false;
    const bool has_name = !is_at_end(line);
    if (has_name && (!next_string(line, name, sizeof name) || !pen_name_is_good(name, room__length(name)) ||
                     level == PEN_SEAT_NONE))
        return false;
    room__do_bot(call, target, level, has_name ? name : NULL);
    return true;
}

static bool read_agree(struct room__call *call, struct line *line)
{
    uint8_t commit[FAIR_HASH_BYTES];
    const bool has_commit = !is_at_end(line);
    if (!room__is_waiting(call->room) || (has_commit && !next_hex(line, commit, sizeof commit)))
        return false;
    room__do_agree(call, has_commit ? commit : NULL);
    return true;
}

static bool read_begin(struct room__call *call)
{
    const struct room *room = call->room;
    if (!room__is_waiting(room) || !room->has_entropy ||
        room__taken_count(room) < call->rules->rules->seats_min)
        return false;
    room__do_begin(call);
    return true;
}

static bool read_reveal(struct room__call *call, struct line *line)
{
    uint8_t seed[FAIR_CLIENT_SEED_BYTES];
    if (call->room->stage != ROOM_REVEALING || !next_hex(line, seed, sizeof seed))
        return false;
    room__do_reveal(call, seed);
    return true;
}

static bool read_ask(struct room__call *call, struct line *line)
{
    uint8_t what, target;
    if (call->room->ask.is_open || !next_ask(line, &what) || !next_byte(line, UINT8_MAX, &target) ||
        (target >= PEN_SEATS_MAX && target != PEN_SEAT_NONE))
        return false;
    room__do_ask(call, what, target);
    return true;
}

static bool read_vote(struct room__call *call, struct line *line)
{
    uint8_t yes;
    if (!call->room->ask.is_open || !next_byte(line, 1, &yes))
        return false;
    room__do_vote(call, yes);
    return true;
}

static bool read_remove(struct room__call *call, struct line *line)
{
    uint8_t target;
    if (!room__is_waiting(call->room) || !read_person(call, line, &target) || target == call->seat)
        return false;
    room__do_remove(call, target);
    return true;
}

static bool read_there(struct room__call *call, struct line *line)
{
    uint8_t target;
    if (call->room->stage != ROOM_PLAYING || !read_person(call, line, &target))
        return false;
    room__do_there(call, target);
    return true;
}

static bool read_say(struct room__call *call, struct line *line)
{
    uint8_t phrase;
    if (!next_byte(line, UINT8_MAX, &phrase))
        return false;
    if (line->at < line->end)
        line->at++;
    const size_t count = (size_t)(line->end - line->at);
    if (count > ROOM_CHAT_BYTES || (count > 0 && !room__text_is_good(line->at, count)) ||
        (phrase >= ROOM_PHRASE_COUNT && phrase != ROOM_NO_PHRASE))
        return false;
    room__do_say(call, phrase, line->at, count);
    line->at = line->end;
    return true;
}

static bool read_seat_line(struct room__call *call, const struct room_library *library, struct word word,
                           struct line *line)
{
    uint64_t command;
    struct room *room = call->room;
    if (room->n == 0 || !next_byte(line, UINT8_MAX, &call->seat) || !next_number(line, UINT32_MAX, &command))
        return false;
    call->command = (uint32_t)command;
    if (IS("sit"))
        return call->seat < PEN_SEATS_MAX && read_sit(call, line);
    if (!room__is_person(room, call->seat))
        return false;
    if (IS("set"))
        return read_set(call, library, line);
    if (IS("bot"))
        return read_bot(call, line);
    if (IS("agree"))
        return read_agree(call, line);
    if (IS("begin"))
        return read_begin(call);
    if (IS("reveal"))
        return read_reveal(call, line);
    if (IS("ask"))
        return read_ask(call, line);
    if (IS("vote"))
        return read_vote(call, line);
    if (IS("remove"))
        return read_remove(call, line);
    if (IS("there"))
        return read_there(call, line);
    if (IS("say"))
        return read_say(call, line);
    if (IS("ready")) {
        room__do_ready(call);
        return room->stage == ROOM_BETWEEN;
    }
    if (IS("leave")) {
        room__do_leave(call);
        return true;
    }
    return false;
}

/* ---- comments ---- */

static bool is_made_again(struct word word)
{
    return IS("fair") || IS("table") || IS("server") || IS("commit") || IS("seed") || IS("over");
}

static bool read_comment(struct room__call *call, const struct room_library *library, struct line *line,
                         const char *end)
{
    struct word word;
    bool is_good = true;
    if (!next_word(line, &word))
        return false;
    if (is_made_again(word))
        return true;
    if (IS("tie")) {
        call->tie_before = call->room->fair.tie_count++;
        call->has_tie = true;
        return true;
    }
    if (!next_number(line, UINT64_MAX, &call->now_ms) || call->room->stage == ROOM_CLOSED)
        return false;
    if (IS("edition"))
        is_good = read_edition(call, library, line, end);
    else if (!read_table_line(call, library, word, line, &is_good))
        is_good = read_seat_line(call, library, word, line);
    return is_good && is_at_end(line);
}
#undef IS

/* ---- actions ---- */

static bool tag_is(struct word word, const char *tag, size_t count, uint64_t *number)
{
    return word.count > count && memcmp(word.bytes, tag, count) == 0 &&
           to_number((struct word){word.bytes + count, word.count - count}, number);
}

static bool read_action(struct room__call *call, const char *bytes, size_t count, struct word name)
{
    struct room *room = call->room;
    struct pen_action action;
    struct line tags = {bytes, bytes + count};
    struct word word;
    enum room_by by = ROOM_BY_PERSON;
    uint8_t seat = 0;
    if (room->stage != ROOM_PLAYING)
        return false;
    while (seat < room->seat_count && !room__same(name.bytes, name.count, room->seats[seat].name))
        seat++;
    while (tags.at < tags.end && *tags.at != '#')
        tags.at++;
    const char *deed = name.bytes + name.count;
    if (seat == room->seat_count || tags.at == tags.end ||
        !room_read_deed(room, call->rules, seat, deed, (size_t)(tags.at - deed), &action) ||
        !next_word(&tags, &word) || !next_number(&tags, UINT64_MAX, &call->now_ms))
        return false;
    call->seat = seat;
    while (next_word(&tags, &word)) {
        uint64_t number;
        if (tag_is(word, "id=", 3, &number))
            call->command = (uint32_t)number;
        else if (room__same(word.bytes, word.count, "by=bot"))
            by = ROOM_BY_BOT;
        else if (room__same(word.bytes, word.count, "by=clock"))
            by = ROOM_BY_CLOCK;
    }
    return room__do_act(call, action, by, NULL) == PEN_ACCEPTED;
}

/* Lines of the format that lay out what the shuffle gives anyway: "hand Ana: ...", "draw: ...". */
static bool is_layout(struct word word)
{
    return word.bytes[word.count - 1] == ':' || room__same(word.bytes, word.count, "hand") ||
           room__same(word.bytes, word.count, "deal");
}

bool room_restore(struct room *room, const struct room_library *library, const char *journal, size_t bytes)
{
    struct room__call call = {.room = room};
    if (room->n != 0)
        call.rules = find(library, &room->settings, room->edition_digest);
    const char *const end = journal + bytes;
    while (journal < end) {
        const char *stop = journal;
        while (stop < end && *stop != '\n')
            stop++;
        if (stop == end)
            return false; /* torn */
        struct line line = {journal, stop};
        struct word word;
        call.command = 0;
        call.seat = PEN_SEAT_NONE;
        bool is_good = next_word(&line, &word);
        if (is_good && word.count == 2 && word.bytes[0] == '#' && word.bytes[1] == '!')
            is_good = read_comment(&call, library, &line, end);
        else if (is_good && word.count == 2 && word.bytes[0] == '#' && word.bytes[1] == ':')
            is_good = true; /* of an edition, read with its first line */
        else if (is_good && !is_layout(word))
            is_good = read_action(&call, journal, (size_t)(stop - journal), word);
        if (!is_good)
            return false;
        journal = stop + 1;
    }
    return true;
}
