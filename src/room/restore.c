/* restore.c - the journal read back: every line becomes the effect that had written it.
 *
 * The bytes come from a disk and may be anything. What cannot have been written here is refused; lines
 * that follow from others (hands, draw piles, commitments) are passed over, for they are made again. */
#include <string.h>

#include "fair/hex.h"
#include "room/inside.h"
#include "room/journal_words.h"

/* By the edition that the table has kept, if it has. */
static const struct room_rules *find(const struct room_library *library,
                                     const struct setup_settings *settings, uint64_t digest)
{
    const struct room_rules *rules = NULL;
    if (digest != 0 && library->find_kept)
        rules = library->find_kept(library->context, settings, digest, NULL, 0);
    return rules ? rules : library->find(library->context, settings);
}

/* The lines behind "#! edition" are the text; 'line' ends where its line does. */
static bool unquote(const struct room__line *line, const char *end, char text[ROOM_JOURNAL_BYTES_MAX],
                    size_t *count)
{
    size_t bytes = 0;
    for (const char *at = line->end + 1; at + 3 <= end && memcmp(at, PEN_OWN_QUOTE, 3) == 0;) {
        for (at += 3; at < end && *at != '\n' && bytes < ROOM_JOURNAL_BYTES_MAX; at++)
            text[bytes++] = *at;
        if (at >= end || bytes == ROOM_JOURNAL_BYTES_MAX)
            return false;
        text[bytes++] = *at++;
    }
    *count = bytes;
    return true;
}

static bool read_edition(struct room__call *call, const struct room_library *library, struct room__line *line,
                         const char *end)
{
    char text[ROOM_JOURNAL_BYTES_MAX];
    size_t bytes;
    uint64_t digest;
    if (call->room->n == 0 || !room__next_number(line, UINT64_MAX, &digest) ||
        !unquote(line, end, text, &bytes) || room__digest(text, bytes) != digest)
        return false;
    call->room->edition_digest = digest;
    if (library->find_kept) {
        call->rules = library->find_kept(library->context, &call->room->settings, digest, text, bytes);
        return call->rules != NULL;
    }
    return true;
}

/* The edition that the next line names. */
static bool read_own(const struct room_library *library, const struct room__line *line, const char *end)
{
    char text[ROOM_JOURNAL_BYTES_MAX];
    size_t bytes;
    struct pen_edition edition;
    struct pen_problem problem;
    return library->keep && unquote(line, end, text, &bytes) &&
           pen_edition_parse(&edition, text, bytes, &problem) && room_is_own_edition(&edition) &&
           library->keep(library->context, &edition);
}

/* ---- lines without a seat ---- */

/* The number is kept also if it is too high: room_is_newer() tells by it. */
static bool read_version(struct room *room, struct room__line *line)
{
    uint64_t version;
    if (!room__next_number(line, UINT16_MAX, &version) || version <= room->journal)
        return false;
    room->journal = (uint16_t)version;
    return version <= ROOM_JOURNAL && room__is_at_end(line);
}

static bool read_open(struct room__call *call, const struct room_library *library, struct room__line *line)
{
    struct setup_settings settings;
    char id[ROOM_ID_BYTES];
    if (call->room->n != 0 || !room__next_string(line, id, sizeof id) ||
        !fair_table_is_good(id, room__length(id)) ||
        !room__next_settings(line, call->room->journal, &settings))
        return false;
    call->rules = find(library, &settings, 0);
    if (room__settings_check(&settings, call->rules) != ROOM_ACCEPTED)
        return false;
    room__do_open(call, id, &settings);
    return true;
}

static bool read_entropy(struct room__call *call, struct room__line *line)
{
    uint8_t entropy[FAIR_SERVER_SEED_BYTES];
    /* Behind it stands the version of the shuffle since version 3. */
    uint64_t version = 2;
    if (!room_wants_entropy(call->room) || !room__next_hex(line, entropy, sizeof entropy) ||
        (!room__is_at_end(line) && (!room__next_number(line, FAIR_VERSION, &version) || version == 0)))
        return false;
    room__do_entropy(call, entropy, (uint8_t)version);
    return true;
}

static bool read_game(struct room__call *call, struct room__line *line)
{
    struct room *room = call->room;
    uint64_t number;
    if (room->stage != ROOM_REVEALING || !room__next_number(line, UINT16_MAX, &number) ||
        number != room->game_number || !pen_seats_fit(call->rules->rules, room->seat_count))
        return false;
    /* The version of the shuffle stands behind it since version 2. */
    uint64_t version = 1;
    if (!room__is_at_end(line) && (!room__next_number(line, FAIR_VERSION, &version) || version == 0))
        return false;
    room->shuffle = (uint8_t)version;
    room__do_game(call);
    return true;
}

static bool read_next(struct room__call *call)
{
    if (call->room->stage != ROOM_BETWEEN || pen_game_can_deal(&call->room->game) != PEN_ACCEPTED)
        return false;
    room__do_next(call);
    return true;
}

/* The text of the record stands behind its line. */
static bool read_take_over(struct room__call *call, struct room__line *line, const char *end)
{
    uint64_t number, bytes;
    if (!room__next_number(line, UINT16_MAX, &number) || number != call->room->game_number + 1u ||
        !room__next_number(line, SIZE_MAX, &bytes) || line->end >= end ||
        bytes > (size_t)(end - line->end - 1) || !room__can_take_over(call, line->end + 1, (size_t)bytes))
        return false;
    call->skipped = (size_t)bytes;
    room__do_take_over(call, line->end + 1, (size_t)bytes);
    return true;
}

static bool read_undo(struct room__call *call, struct room__line *line)
{
    const struct room *room = call->room;
    uint64_t actions;
    bool is_known = false;
    if (room->stage != ROOM_PLAYING || !room__next_number(line, room->action_count, &actions))
        return false;
    for (unsigned i = 0; i < room->undo_count; i++)
        is_known = is_known || room->action_count - room->undo[i].action_count == actions;
    if (is_known)
        room__do_undo(call, (uint32_t)actions);
    return is_known;
}

static bool read_person(struct room__call *call, struct room__line *line, uint8_t *seat)
{
    return room__next_byte(line, PEN_SEATS_MAX - 1, seat) && room__is_person(call->room, *seat);
}

/* Where somebody was who was sent away; older journals do not have it. */
static bool read_origin(struct room__line *line, uint16_t *origin)
{
    uint64_t number = 0;
    if (!room__is_at_end(line) && !room__next_number(line, UINT16_MAX, &number))
        return false;
    *origin = (uint16_t)number;
    return true;
}

/* True: there is such a word; 'is_good' tells whether its line is right. */
static bool read_table_line(struct room__call *call, const struct room_library *library,
                            struct room__word word, struct room__line *line, bool *is_good)
{
    struct room *room = call->room;
    uint8_t seat;
    uint16_t origin;
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
        const bool is_older = room__next_word(line, &word);
        *is_good = !is_older || IS("older");
        room__do_wake(call, is_older);
    } else if (IS("close")) {
        room__do_close(call);
    } else if (IS("lapse")) {
        *is_good = room->ask.is_open;
        room__do_lapse(call);
    } else if (IS("grant")) {
        *is_good = room->ask.is_open && room->ask.what == ROOM_ASK_RULES;
        if (*is_good)
            room__do_grant(call);
    } else if (IS("pause") || IS("go-on")) {
        *is_good = room->stage == ROOM_PLAYING || room->stage == ROOM_BETWEEN;
        room__do_pause(call, IS("pause"));
    } else if (IS("away") || IS("back") || IS("kick")) {
        *is_good = read_person(call, line, &seat);
        if (*is_good && IS("away"))
            room__do_away(call, seat);
        else if (*is_good && IS("back"))
            room__do_back(call, seat);
        else if (*is_good && (*is_good = read_origin(line, &origin)))
            room__do_kick(call, seat, origin);
    } else {
        return false;
    }
    return true;
}

/* ---- lines of a seat ---- */

/* A bot's, or a free one behind the others (RULE O29). */
static bool is_late_seat(const struct room *room, const struct pen_rules *rules, uint8_t seat)
{
    return seat < room->seat_count ? room->seats[seat].kind == ROOM_BOT
                                   : room->seats[seat].kind == ROOM_FREE && room__may_come(room, rules);
}

static bool read_sit(struct room__call *call, struct room__line *line, bool is_late)
{
    char name[PEN_PLAYER_BYTES];
    uint8_t hash[ROOM_TOKEN_BYTES];
    const struct room *room = call->room;
    if (room->seats[call->seat].kind == ROOM_PERSON || is_late == room__is_waiting(room) ||
        (is_late && !is_late_seat(room, call->rules->rules, call->seat)) ||
        !room__next_string(line, name, sizeof name) || !pen_name_is_good(name, room__length(name)) ||
        !room__next_hex(line, hash, sizeof hash))
        return false;
    if (is_late)
        room__do_late(call, call->seat, name, hash);
    else
        room__do_sit(call, call->seat, name, hash);
    return true;
}

static bool read_set(struct room__call *call, const struct room_library *library, struct room__line *line)
{
    struct setup_settings settings;
    if (!room__is_waiting(call->room) || !room__next_settings(line, call->room->journal, &settings))
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

static bool read_bot(struct room__call *call, struct room__line *line)
{
    uint8_t target, level;
    char name[PEN_PLAYER_BYTES];
    if (!room__is_waiting(call->room) || !room__next_byte(line, PEN_SEATS_MAX - 1, &target) ||
        !room__next_name(line, call->room->journal, ROOM__NAMES_BOT, &level) ||
        room__is_person(call->room, target))
        return false;
    const bool has_name = !room__is_at_end(line);
    if (has_name && (!room__next_string(line, name, sizeof name) ||
                     !pen_name_is_good(name, room__length(name)) || level == PEN_SEAT_NONE))
        return false;
    room__do_bot(call, target, level, has_name ? name : NULL);
    return true;
}

static bool read_agree(struct room__call *call, struct room__line *line)
{
    uint8_t commit[FAIR_HASH_BYTES];
    const bool has_commit = !room__is_at_end(line);
    if (!room__is_waiting(call->room) || (has_commit && !room__next_hex(line, commit, sizeof commit)))
        return false;
    room__do_agree(call, has_commit ? commit : NULL);
    return true;
}

static bool read_begin(struct room__call *call)
{
    const struct room *room = call->room;
    if (!room__is_waiting(room) || !room->has_entropy ||
        room__taken_count(room) < call->rules->rules->rule.seats_min || !room__teams_fit(room))
        return false;
    room__do_begin(call);
    return true;
}

static bool read_reveal(struct room__call *call, struct room__line *line)
{
    uint8_t seed[FAIR_CLIENT_SEED_BYTES];
    if (call->room->stage != ROOM_REVEALING || !room__next_hex(line, seed, sizeof seed))
        return false;
    room__do_reveal(call, seed);
    return true;
}

static bool read_ask(struct room__call *call, struct room__line *line)
{
    uint8_t what, target;
    if (call->room->ask.is_open || !room__next_name(line, call->room->journal, ROOM__NAMES_ASK, &what) ||
        what == ROOM__NO_NAME || !room__next_byte(line, UINT8_MAX, &target) ||
        (target >= PEN_SEATS_MAX && target != PEN_SEAT_NONE))
        return false;
    struct setup_settings settings = setup_usual();
    if (what == ROOM_ASK_RULES &&
        (!room__is_waiting(call->room) || !room__next_settings(line, call->room->journal, &settings)))
        return false;
    room__do_ask(call, what, target, &settings);
    return true;
}

static bool read_vote(struct room__call *call, struct room__line *line)
{
    uint8_t yes;
    if (!call->room->ask.is_open || !room__next_byte(line, 1, &yes))
        return false;
    room__do_vote(call, yes);
    return true;
}

static bool read_remove(struct room__call *call, struct room__line *line)
{
    uint8_t target;
    uint16_t origin;
    if (!room__is_waiting(call->room) || !read_person(call, line, &target) || target == call->seat ||
        !read_origin(line, &origin))
        return false;
    room__do_remove(call, target, origin);
    return true;
}

static bool read_there(struct room__call *call, struct room__line *line)
{
    uint8_t target;
    if (call->room->stage != ROOM_PLAYING || !read_person(call, line, &target))
        return false;
    room__do_there(call, target);
    return true;
}

/* The next word, if it is this one. */
static bool takes_word(struct room__line *line, const char *wanted)
{
    struct room__line ahead = *line;
    struct room__word word;
    if (!room__next_word(&ahead, &word) || !room__same(word.bytes, word.count, wanted))
        return false;
    *line = ahead;
    return true;
}

static bool read_name(struct room__call *call, struct room__line *line)
{
    char name[PEN_PLAYER_BYTES];
    uint64_t face = 0xff;
    if (!room__next_string(line, name, sizeof name) || !pen_name_is_good(name, room__length(name)) ||
        (call->room->stage != ROOM_WAITING &&
         !room__same(name, room__length(name), call->room->seats[call->seat].name)))
        return false;
    bool is_program = takes_word(line, ROOM__PROGRAM);
    if (!is_program && !room__is_at_end(line)) {
        if (!room__next_number(line, WIRE_FACES_MAX - 1, &face))
            return false;
        is_program = takes_word(line, ROOM__PROGRAM);
    }
    room__do_rename(call, name, (uint8_t)face, is_program);
    return true;
}

static bool read_say(struct room__call *call, struct room__line *line)
{
    uint8_t phrase;
    if (!room__next_name(line, call->room->journal, ROOM__NAMES_PHRASE, &phrase))
        return false;
    if (line->at < line->end)
        line->at++;
    const size_t count = (size_t)(line->end - line->at);
    if (count > ROOM_CHAT_BYTES || (count > 0 && !room__text_is_good(line->at, count)))
        return false;
    room__do_say(call, phrase, line->at, count);
    line->at = line->end;
    return true;
}

/* "TARGET TEXT" */
static bool read_quote(struct room__call *call, struct room__line *line)
{
    uint8_t target;
    if (call->room->stage != ROOM_PLAYING || !read_person(call, line, &target))
        return false;
    if (line->at < line->end)
        line->at++;
    const size_t count = (size_t)(line->end - line->at);
    if (count == 0 || count > ROOM_CHAT_BYTES || !room__text_is_good(line->at, count))
        return false;
    room__do_quote(call, target, line->at, count);
    line->at = line->end;
    return true;
}

static bool read_seat_line(struct room__call *call, const struct room_library *library,
                           struct room__word word, struct room__line *line)
{
    uint64_t command;
    struct room *room = call->room;
    if (room->n == 0 || !room__next_byte(line, UINT8_MAX, &call->seat) ||
        !room__next_number(line, UINT32_MAX, &command))
        return false;
    call->command = (uint32_t)command;
    if (IS("sit") || IS("late"))
        return call->seat < PEN_SEATS_MAX && read_sit(call, line, IS("late"));
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
    if (IS("name"))
        return read_name(call, line);
    if (IS("quote"))
        return read_quote(call, line);
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

static bool is_made_again(struct room__word word)
{
    return IS("fair") || IS("table") || IS("server") || IS("commit") || IS("seed") || IS("over");
}

static bool read_comment(struct room__call *call, const struct room_library *library, struct room__line *line,
                         const char *end)
{
    struct room__word word;
    bool is_good = true;
    if (!room__next_word(line, &word))
        return false;
    if (is_made_again(word))
        return true;
    if (IS("journal"))
        return read_version(call->room, line);
    if (IS("tie")) {
        call->tie_before = call->room->fair.tie_count++;
        call->has_tie = true;
        return true;
    }
    if (!room__next_number(line, UINT64_MAX, &call->now_ms) || call->room->stage == ROOM_CLOSED)
        return false;
    if (IS("own"))
        is_good = read_own(library, line, end);
    else if (IS("edition"))
        is_good = read_edition(call, library, line, end);
    else if (IS("take-over"))
        is_good = call->room->n != 0 && read_take_over(call, line, end);
    else if (!read_table_line(call, library, word, line, &is_good))
        is_good = read_seat_line(call, library, word, line);
    return is_good && room__is_at_end(line);
}
#undef IS

/* ---- actions ---- */

static bool tag_is(struct room__word word, const char *tag, size_t count, uint64_t *number)
{
    return word.count > count && memcmp(word.bytes, tag, count) == 0 &&
           room__to_number((struct room__word){word.bytes + count, word.count - count}, number);
}

static bool read_action(struct room__call *call, const char *bytes, size_t count, struct room__word name)
{
    struct room *room = call->room;
    struct pen_action action;
    struct room__line tags = {bytes, bytes + count};
    struct room__word word;
    enum room_by by = ROOM_BY_PERSON;
    uint8_t seat = 0;
    if (room->stage != ROOM_PLAYING)
        return false;
    while (seat < room->seat_count && !room__same(name.bytes, name.count, room->seats[seat].name))
        seat++;
    while (tags.at < tags.end && *tags.at != '#')
        tags.at++;
    const char *words = name.bytes + name.count;
    if (seat == room->seat_count || tags.at == tags.end ||
        !room_read_action(room, call->rules, seat, words, (size_t)(tags.at - words), &action) ||
        !room__next_word(&tags, &word) || !room__next_number(&tags, UINT64_MAX, &call->now_ms))
        return false;
    call->seat = seat;
    while (room__next_word(&tags, &word)) {
        uint64_t number;
        if (tag_is(word, "id=", 3, &number))
            call->command = (uint32_t)number;
        else if (room__same(word.bytes, word.count, "by=bot"))
            by = ROOM_BY_BOT;
        else if (room__same(word.bytes, word.count, "by=clock"))
            by = ROOM_BY_CLOCK;
    }
    return room__do_action(call, action, by, NULL) == PEN_ACCEPTED;
}

/* "void #@ TIME" */
static bool read_void(struct room__call *call, struct room__line *line)
{
    struct room__word word;
    if (call->room->stage != ROOM_PLAYING || pen_round_can_void(&call->room->game.round) != PEN_ACCEPTED ||
        !room__next_word(line, &word) || !room__next_number(line, UINT64_MAX, &call->now_ms))
        return false;
    room__do_void(call);
    return true;
}

/* Lines of the format that lay out what the shuffle gives anyway: "hand Ana: ...", "draw: ...". */
static bool is_layout(struct room__word word)
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
        struct room__line line = {journal, stop};
        struct room__word word;
        call.command = 0;
        call.seat = PEN_SEAT_NONE;
        call.skipped = 0;
        bool is_good = room__next_word(&line, &word);
        if (is_good && word.count == 2 && word.bytes[0] == '#' && word.bytes[1] == '!')
            is_good = read_comment(&call, library, &line, end);
        else if (is_good && word.count == 2 && word.bytes[0] == '#' && word.bytes[1] == ':')
            is_good = true; /* of an edition, read with its first line */
        else if (is_good && room__same(word.bytes, word.count, "void"))
            is_good = read_void(&call, &line);
        else if (is_good && !is_layout(word))
            is_good = read_action(&call, journal, (size_t)(stop - journal), word);
        if (!is_good)
            return false;
        journal = stop + 1 + call.skipped;
    }
    return true;
}

bool room_is_newer(const struct room *room)
{
    return room->journal > ROOM_JOURNAL;
}
