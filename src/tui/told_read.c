/* told_read.c - one message of a server. It is read onto a copy of the state, which takes the place of
 * the state only if all of it was in order. */
#include <string.h>

#include "tui/told_parts.h"

static const char *const game_codes[PEN_REFUSAL_COUNT] = {
#define X(name, rule) [PEN_REFUSED_##name] = #name,
    PEN_REFUSAL_LIST(X)
#undef X
};

static bool has_cards(uint8_t stage)
{
    return stage == ROOM_PLAYING || stage == ROOM_BETWEEN || stage == ROOM_OVER;
}

/* ---- rules ----------------------------------------------------------------------------------- */

static bool find_edition(struct tui_told *state, const char *id)
{
    if (pen_edition_is_own(id) && strcmp(id, state->own.id) == 0) {
        state->edition = state->own;
        return true;
    }
    return pen_edition_builtin(id, &state->edition);
}

static void clean_names(char *names, size_t bytes)
{
    char raw[PEN_ABOUTS_BYTES], clean[PEN_ABOUT_BYTES];
    const char *at = raw, *lang, *said;
    memcpy(raw, names, bytes);
    while (pen_said_next(&at, &lang, &said)) {
        tui__clean_text(clean, sizeof clean, said);
        (void)pen_said_put(names, bytes, lang, clean); /* no longer than it was */
    }
}

/* Names that are shown as they are: no server gives the terminal orders through them. */
static void clean_edition(struct pen_edition *edition)
{
    clean_names(edition->title, sizeof edition->title);
    clean_names(edition->about, sizeof edition->about);
    for (unsigned i = 0; i < edition->color_count; i++)
        clean_names(edition->colors[i].name, sizeof edition->colors[i].name);
    for (unsigned i = 0; i < edition->face_count; i++)
        clean_names(edition->faces[i].name, sizeof edition->faces[i].name);
}

/* The text of an edition of somebody's own; its name says what is in it. */
static enum tui_message_type read_own_edition(struct tui_told *state, const struct wire_told_edition *told)
{
    struct pen_problem problem;
    struct pen_edition edition;
    if (!pen_edition_parse(&edition, told->text, strlen(told->text), &problem) ||
        strcmp(edition.id, told->id) != 0 || !room_is_own_edition(&edition))
        return TUI_TOLD_NONSENSE;
    state->own = edition;
    clean_edition(&state->own);
    return TUI_TOLD_OTHER;
}

/* Edition and rules follow from the settings; they are made anew only when those change. */
static bool find_rules(void *context, const struct setup_settings *settings, struct wire_book *book)
{
    struct tui_told *state = context;
    struct setup_settings clean = *settings;
    tui__clean_text(clean.title, sizeof clean.title, settings->title);
    if (!state->has_rules || memcmp(&clean, &state->settings, sizeof clean) != 0) {
        bool is_known = state->has_rules && strcmp(state->settings.edition, clean.edition) == 0;
        state->settings = clean;
        state->has_rules =
            (is_known || find_edition(state, settings->edition)) &&
            pen_table_make(&state->rules, &state->edition, &settings->options, NULL) == PEN_RULES_GOOD;
    }
    *book = (struct wire_book){.edition = &state->edition, .rules = &state->rules};
    return state->has_rules;
}

/* ---- votes ----------------------------------------------------------------------------------- */

static struct tui_vote vote_of(const struct wire_told_voted *told)
{
    struct tui_vote vote;
    memset(&vote, 0, sizeof vote);
    vote.at_ms = told->at_ms;
    vote.yes = told->yes;
    vote.no = told->no;
    vote.what = told->what;
    vote.by = told->by;
    vote.target = told->seat;
    vote.outcome = told->outcome;
    tui__clean_text(vote.name, sizeof vote.name, told->name);
    pen_name_show(vote.name);
    return vote;
}

/* Seats move when people go, so only when and what it was tells one from another. */
static bool is_known(const struct tui_told *state, const struct tui_vote *vote)
{
    for (unsigned i = 0; i < state->vote_count; i++)
        if (state->votes[i].at_ms == vote->at_ms && state->votes[i].what == vote->what)
            return true;
    return false;
}

static void read_votes(struct tui_told *state, struct tui_message *message,
                       const struct wire_told_table *table)
{
    const struct tui_told before = *state;
    state->vote_count = 0;
    for (unsigned i = 0; i < table->votes_count && i < ROOM_VOTES_MAX; i++) {
        const struct tui_vote vote = vote_of(&table->votes[i]);
        message->new_votes = (uint8_t)(message->new_votes + !is_known(&before, &vote));
        state->votes[state->vote_count++] = vote;
    }
}

/* After coming back some are told that were told before. */
static enum tui_message_type read_voted(struct tui_told *state, struct tui_message *message,
                                        const struct wire_told_voted *told)
{
    const struct tui_vote vote = vote_of(told);
    if (is_known(state, &vote))
        return TUI_TOLD_VOTED;
    if (state->vote_count == ROOM_VOTES_MAX)
        memmove(state->votes, state->votes + 1, --state->vote_count * sizeof state->votes[0]);
    state->votes[state->vote_count++] = vote;
    message->new_votes = 1;
    return TUI_TOLD_VOTED;
}

static enum tui_message_type read_there(const struct tui_told *state, struct tui_message *message,
                                        const struct wire_told_there *there)
{
    message->seat = there->by;
    message->target = there->seat;
    message->left_ms = there->left_ms;
    return there->by < state->seat_count && there->seat < state->seat_count ? TUI_TOLD_THERE
                                                                            : TUI_TOLD_NONSENSE;
}

static enum tui_message_type read_removed(struct tui_message *message,
                                          const struct wire_told_removed *removed)
{
    message->seat = removed->again == 1 ? (uint8_t)PEN_SEAT_NONE : removed->by;
    memcpy(message->name, removed->name, sizeof message->name);
    pen_name_show(message->name);
    return pen_name_is_good(removed->name, strlen(removed->name)) ? TUI_TOLD_REMOVED : TUI_TOLD_NONSENSE;
}

/* ---- messages -------------------------------------------------------------------------------- */

static enum tui_message_type read_table(struct tui_told *state, struct tui_message *message,
                                        const struct wire_told_table *table)
{
    if (!tui__read_people(state, &table->people))
        return TUI_TOLD_NONSENSE;
    message->went_back = table->n < state->last || (table->back != 0 && table->back != state->back);
    state->back = table->back;
    state->last = table->n;
    read_votes(state, message, table);
    /* After a game people come and go; its cards are nobody's any more. */
    if (!has_cards(state->stage) || !table->cards.has_now ||
        (state->stage == ROOM_OVER && table->cards.now.counts_count != state->seat_count)) {
        state->has_cards = false;
        return TUI_TOLD_TABLE;
    }
    return tui__read_table_cards(state, message, &table->cards) ? TUI_TOLD_TABLE : TUI_TOLD_NONSENSE;
}

static enum tui_message_type read_update(struct tui_told *state, struct tui_message *message,
                                         const struct wire_told_update *update)
{
    state->last = update->n;
    message->id = update->ack;
    message->seat = update->clock;
    return tui__read_update_cards(state, message, &update->cards) ? TUI_TOLD_UPDATE : TUI_TOLD_NONSENSE;
}

/* "no-match" is NO_MATCH in the list. */
static bool is_code(const char *code, const char *name)
{
    for (; *code && *name; code++, name++) {
        char wanted = *name == '_' ? '-' : *name >= 'A' && *name <= 'Z' ? (char)(*name - 'A' + 'a') : *name;
        if (*code != wanted)
            return false;
    }
    return *code == *name;
}

/* The sentence that the message names, in the language of this screen. One that this program does not have
 * comes as the server says it. */
static void read_sentence(struct tui_message *message, const char *key, const struct wire_args *args,
                          const char *told, enum pen_lang lang)
{
    char bytes[WIRE_SENTENCE_BYTES];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    tui__clean_text(message->text, sizeof message->text, wire_say(&text, lang, key, args) ? bytes : told);
}

static enum tui_message_type read_no(struct tui_message *message, const struct wire_told_no *no,
                                     enum pen_lang lang)
{
    message->id = no->id;
    memcpy(message->code, no->code, sizeof message->code);
    for (unsigned i = PEN_ACCEPTED + 1; no->rule[0] && i < PEN_REFUSAL_COUNT; i++)
        if (is_code(no->code, game_codes[i]))
            message->refusal = (enum pen_refusal)i;
    read_sentence(message, no->key, &no->args, no->text, lang);
    if (no->has_args && pen_name_is_good(no->args.name, strlen(no->args.name)))
        memcpy(message->name, no->args.name, sizeof message->name);
    return TUI_TOLD_NO;
}

static enum tui_message_type read_said(const struct tui_told *state, struct tui_message *message,
                                       const struct wire_told_said *said, enum pen_lang lang)
{
    message->seat = said->seat;
    message->target = said->accuses < state->seat_count ? said->accuses : PEN_SEAT_NONE;
    if (said->seat >= state->seat_count)
        return TUI_TOLD_NONSENSE;
    message->is_phrase = said->phrase != ROOM_NO_PHRASE;
    if (said->phrase == ROOM_NO_PHRASE)
        tui__clean_text(message->text, sizeof message->text, said->text);
    else if (said->phrase < ROOM_PHRASE_COUNT)
        tui__clean_text(message->text, sizeof message->text, room_phrase(said->phrase, lang));
    else
        return TUI_TOLD_OTHER; /* a newer server has more of them */
    return said->phrase != ROOM_NO_PHRASE || said->text[0] ? TUI_TOLD_SAID : TUI_TOLD_NONSENSE;
}

/* A hint is one of the things that can be done, so it is looked for among them. */
static bool find_action(const struct tui_told *state, const char *words, struct pen_action *action)
{
    const struct pen_legal *legal = &state->view.legal;
    unsigned count = pen_legal_count(&state->rules, legal);
    for (unsigned i = 0; i < 2 * count; i++) {
        char bytes[WIRE_ACTION_BYTES];
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        *action = pen_legal_at(&state->rules, legal, i / 2);
        action->uno = i % 2;
        tui_told_write_action(state, *action, &text);
        if (strcmp(bytes, words) == 0)
            return true;
    }
    return false;
}

static enum tui_message_type read_hint(const struct tui_told *state, struct tui_message *message,
                                       const struct wire_told_hint *hint)
{
    bool is_ours = state->has_cards && state->you < PEN_SEATS_MAX;
    message->id = hint->id;
    /* The table may have moved on since. */
    return is_ours && find_action(state, hint->action, &message->action) ? TUI_TOLD_HINT : TUI_TOLD_OK;
}

/* Lines as a record has them: nothing else may be in them that could steer a terminal or a file. */
static enum tui_message_type read_signed(struct tui_message *message, const struct wire_told_proof *proof)
{
    const size_t count = strlen(proof->text);
    if (count == 0 || count >= sizeof message->lines || proof->text[count - 1] != '\n')
        return TUI_TOLD_NONSENSE;
    for (size_t i = 0; i < count; i++)
        if (((unsigned char)proof->text[i] < ' ' && proof->text[i] != '\n') || proof->text[i] == 0x7f)
            return TUI_TOLD_NONSENSE;
    memcpy(message->lines, proof->text, count + 1);
    memcpy(message->key, proof->key, sizeof message->key);
    memcpy(message->signature, proof->sign, sizeof message->signature);
    return TUI_TOLD_SIGNED;
}

static enum tui_message_type read_told(struct tui_told *state, struct tui_message *message,
                                       const struct wire_told *told, enum pen_lang lang)
{
    switch ((enum wire_told_type)told->type) {
    case WIRE_TOLD_HELLO:
    case WIRE_TOLD_PONG:
        return TUI_TOLD_OTHER;
    case WIRE_TOLD_VOTED:
        return read_voted(state, message, &told->voted);
    case WIRE_TOLD_THERE:
        return read_there(state, message, &told->there);
    case WIRE_TOLD_REMOVED:
        return read_removed(message, &told->removed);
    case WIRE_TOLD_SIGNED:
        return read_signed(message, &told->proof);
    case WIRE_TOLD_TOSSED: /* for who can see it fly */
        return TUI_TOLD_OTHER;
    case WIRE_TOLD_WELCOME:
        memcpy(state->id, told->welcome.table, sizeof state->id);
        return TUI_TOLD_WELCOME;
    case WIRE_TOLD_EDITION:
        return read_own_edition(state, &told->edition);
    case WIRE_TOLD_TABLE:
        return read_table(state, message, &told->table);
    case WIRE_TOLD_SEATS: /* its number may be that of an update that is still to come */
        return tui__read_people(state, &told->seats.people) ? TUI_TOLD_SEATS : TUI_TOLD_NONSENSE;
    case WIRE_TOLD_UPDATE:
        return read_update(state, message, &told->update);
    case WIRE_TOLD_OK:
        message->id = told->ok.id;
        return TUI_TOLD_OK;
    case WIRE_TOLD_NO:
        return read_no(message, &told->no, lang);
    case WIRE_TOLD_REVEAL:
        return TUI_TOLD_REVEAL;
    case WIRE_TOLD_SAID:
        return read_said(state, message, &told->said, lang);
    case WIRE_TOLD_HINT:
        return read_hint(state, message, &told->hint);
    case WIRE_TOLD_REPORTED:
        message->id = told->reported.id;
        message->number = told->reported.number;
        return TUI_TOLD_REPORTED;
    case WIRE_TOLD_BYE:
        memcpy(message->code, told->bye.code, sizeof message->code);
        read_sentence(message, told->bye.key, &told->bye.args, told->bye.text, lang);
        return TUI_TOLD_BYE;
    case WIRE_TOLD_COUNT:
        break;
    }
    return TUI_TOLD_NONSENSE;
}

/* The next update may say only what is new. */
static void keep_now(struct tui_told *state, const struct wire_told *told)
{
    const struct wire_cards *cards = told->type == WIRE_TOLD_UPDATE  ? &told->update.cards
                                     : told->type == WIRE_TOLD_TABLE ? &told->table.cards
                                                                     : NULL;
    if (!cards)
        return;
    state->has_now = cards->has_now;
    state->now = cards->now;
}

void tui_told_read(struct tui_told *state, struct tui_message *message, const char *bytes, size_t count,
                   enum pen_lang lang)
{
    struct tui_told next = *state;
    struct wire_told told;
    struct wire_problem problem;
    struct wire_book book = {NULL, NULL, NULL};
    const struct wire_library library = {&next, find_rules};
    memset(message, 0, sizeof *message);
    message->type = TUI_TOLD_NONSENSE;
    if (next.has_rules)
        book = (struct wire_book){&next.edition, &next.rules, next.has_now ? &state->now : NULL};
    switch (wire_read_told(&told, bytes, count, &book, &library, &problem)) {
    case WIRE_GOOD:
        keep_now(&next, &told);
        message->type = read_told(&next, message, &told, lang);
        break;
    case WIRE_UNKNOWN:
        message->type = problem.is_other_type ? TUI_TOLD_OTHER : TUI_TOLD_NONSENSE;
        break;
    case WIRE_NO_RULES:
        message->type = TUI_TOLD_STRANGE_EDITION;
        tui__clean_text(message->text, sizeof message->text, next.settings.edition);
        break;
    default:
        break;
    }
    if (message->type != TUI_TOLD_NONSENSE && message->type != TUI_TOLD_STRANGE_EDITION)
        *state = next;
}

void tui_told_know_rules(struct tui_told *state, const struct setup_settings *settings,
                         const struct pen_edition *edition, const struct pen_rules *rules)
{
    state->settings = *settings;
    state->edition = *edition;
    state->rules = *rules;
    state->has_rules = true;
}

void tui_told_names(const struct tui_told *state, struct pen_names *names)
{
    memset(names, 0, sizeof *names);
    names->count = state->seat_count;
    for (unsigned seat = 0; seat < state->seat_count; seat++)
        memcpy(names->name[seat], state->seats[seat].name, PEN_PLAYER_BYTES);
}

void tui_told_write_action(const struct tui_told *state, struct pen_action action, struct pen_text *text)
{
    char bytes[160];
    struct pen_text line = pen_text_in(bytes, sizeof bytes);
    struct pen_names names;
    tui_told_names(state, &names);
    pen_mesa_write_action(&line, &state->edition, &state->rules, &names, action);
    pen_text_add(text, bytes + strlen(names.name[action.seat]) + 1);
}
