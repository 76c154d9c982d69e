/* remote_read.c - one message of a server. It is read onto a copy of the state, which takes the place of
 * the state only if all of it was in order. */
#include <string.h>

#include "tui/remote_parts.h"

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

static bool find_edition(struct remote_state *state, const char *id)
{
    if (pen_edition_is_own(id) && strcmp(id, state->own.id) == 0) {
        state->edition = state->own;
        return true;
    }
    return pen_edition_builtin(id, &state->edition);
}

/* Names that are shown as they are: no server gives the terminal orders through them. */
static void clean_edition(struct pen_edition *edition)
{
    struct pen_edition raw = *edition;
    for (unsigned lang = 0; lang < PEN_LANG_COUNT; lang++) {
        remote_clean_text(edition->title[lang], sizeof edition->title[lang], raw.title[lang]);
        remote_clean_text(edition->about[lang], sizeof edition->about[lang], raw.about[lang]);
        for (unsigned i = 0; i < edition->color_count; i++)
            remote_clean_text(edition->colors[i].name[lang], PEN_NAME_BYTES, raw.colors[i].name[lang]);
        for (unsigned i = 0; i < edition->face_count; i++)
            remote_clean_text(edition->faces[i].name[lang], PEN_NAME_BYTES, raw.faces[i].name[lang]);
    }
}

/* The text of an edition of somebody's own; its name says what is in it. */
static enum remote_type read_own_edition(struct remote_state *state, const struct wire_told_edition *told)
{
    struct pen_problem problem;
    struct pen_edition edition;
    if (!pen_edition_parse(&edition, told->text, strlen(told->text), &problem) ||
        strcmp(edition.id, told->id) != 0 || !room_is_own_edition(&edition))
        return REMOTE_NONSENSE;
    state->own = edition;
    clean_edition(&state->own);
    return REMOTE_OTHER;
}

/* Edition and rules follow from the settings; they are made anew only when those change. */
static bool find_rules(void *context, const struct wire_settings *settings, struct wire_book *book)
{
    struct remote_state *state = context;
    struct wire_settings clean = *settings;
    remote_clean_text(clean.title, sizeof clean.title, settings->title);
    if (!state->has_rules || memcmp(&clean, &state->settings, sizeof clean) != 0) {
        bool is_known = state->has_rules && strcmp(state->settings.edition, clean.edition) == 0;
        state->settings = clean;
        state->has_rules =
            (is_known || find_edition(state, settings->edition)) &&
            pen_table_make(&state->rules, &state->edition, &settings->options, NULL) == PEN_RULES_GOOD;
    }
    *book = (struct wire_book){&state->edition, &state->rules};
    return state->has_rules;
}

/* ---- votes ----------------------------------------------------------------------------------- */

static struct remote_vote vote_of(const struct wire_told_voted *told)
{
    struct remote_vote vote;
    memset(&vote, 0, sizeof vote);
    vote.at_ms = told->at_ms;
    vote.yes = told->yes;
    vote.no = told->no;
    vote.what = told->what;
    vote.by = told->by;
    vote.target = told->seat;
    vote.outcome = told->outcome;
    remote_clean_text(vote.name, sizeof vote.name, told->name);
    pen_name_show(vote.name);
    return vote;
}

/* Seats move when people go, so only when and what it was tells one from another. */
static bool is_known(const struct remote_state *state, const struct remote_vote *vote)
{
    for (unsigned i = 0; i < state->vote_count; i++)
        if (state->votes[i].at_ms == vote->at_ms && state->votes[i].what == vote->what)
            return true;
    return false;
}

static void read_votes(struct remote_state *state, struct remote_message *message,
                       const struct wire_told_table *table)
{
    const struct remote_state before = *state;
    state->vote_count = 0;
    for (unsigned i = 0; i < table->votes_count && i < ROOM_VOTES_MAX; i++) {
        const struct remote_vote vote = vote_of(&table->votes[i]);
        message->new_votes = (uint8_t)(message->new_votes + !is_known(&before, &vote));
        state->votes[state->vote_count++] = vote;
    }
}

/* After coming back some are told that were told before. */
static enum remote_type read_voted(struct remote_state *state, struct remote_message *message,
                                   const struct wire_told_voted *told)
{
    const struct remote_vote vote = vote_of(told);
    if (is_known(state, &vote))
        return REMOTE_VOTED;
    if (state->vote_count == ROOM_VOTES_MAX)
        memmove(state->votes, state->votes + 1, --state->vote_count * sizeof state->votes[0]);
    state->votes[state->vote_count++] = vote;
    message->new_votes = 1;
    return REMOTE_VOTED;
}

static enum remote_type read_there(const struct remote_state *state, struct remote_message *message,
                                   const struct wire_told_there *there)
{
    message->seat = there->by;
    message->target = there->seat;
    message->left_ms = there->left_ms;
    return there->by < state->seat_count && there->seat < state->seat_count ? REMOTE_THERE : REMOTE_NONSENSE;
}

/* ---- messages -------------------------------------------------------------------------------- */

static enum remote_type read_table(struct remote_state *state, struct remote_message *message,
                                   const struct wire_told_table *table)
{
    if (!remote_read_people(state, &table->people))
        return REMOTE_NONSENSE;
    state->last = table->n;
    read_votes(state, message, table);
    /* After a game people come and go; its cards are nobody's any more. */
    if (!has_cards(state->stage) ||
        (state->stage == ROOM_OVER && table->cards.now.counts_count != state->seat_count)) {
        state->has_cards = false;
        return REMOTE_TABLE;
    }
    return remote_read_table_cards(state, message, &table->cards) ? REMOTE_TABLE : REMOTE_NONSENSE;
}

static enum remote_type read_update(struct remote_state *state, struct remote_message *message,
                                    const struct wire_told_update *update)
{
    state->last = update->n;
    message->id = update->ack;
    message->seat = update->clock;
    return remote_read_update_cards(state, message, &update->cards) ? REMOTE_UPDATE : REMOTE_NONSENSE;
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
static void read_sentence(struct remote_message *message, const char *key, const struct wire_args *args,
                          const char *told, enum pen_lang lang)
{
    char bytes[WIRE_SENTENCE_BYTES];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    remote_clean_text(message->text, sizeof message->text, wire_say(&text, lang, key, args) ? bytes : told);
}

static enum remote_type read_no(struct remote_message *message, const struct wire_told_no *no,
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
    return REMOTE_NO;
}

static enum remote_type read_said(const struct remote_state *state, struct remote_message *message,
                                  const struct wire_told_said *said, enum pen_lang lang)
{
    message->seat = said->seat;
    message->target = said->accuses < state->seat_count ? said->accuses : PEN_SEAT_NONE;
    if (said->seat >= state->seat_count)
        return REMOTE_NONSENSE;
    message->is_phrase = said->phrase != ROOM_NO_PHRASE;
    if (said->phrase == ROOM_NO_PHRASE)
        remote_clean_text(message->text, sizeof message->text, said->text);
    else if (said->phrase < ROOM_PHRASE_COUNT)
        remote_clean_text(message->text, sizeof message->text, room_phrase(said->phrase, lang));
    else
        return REMOTE_OTHER; /* a newer server has more of them */
    return said->phrase != ROOM_NO_PHRASE || said->text[0] ? REMOTE_SAID : REMOTE_NONSENSE;
}

/* A hint is one of the things that can be done, so it is looked for among them. */
static bool find_action(const struct remote_state *state, const char *words, struct pen_action *action)
{
    const struct pen_legal *legal = &state->view.legal;
    unsigned count = pen_legal_count(&state->rules, legal);
    for (unsigned i = 0; i < 2 * count; i++) {
        char bytes[WIRE_ACTION_BYTES];
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        *action = pen_legal_at(&state->rules, legal, i / 2);
        action->uno = i % 2;
        remote_write_action(state, *action, &text);
        if (strcmp(bytes, words) == 0)
            return true;
    }
    return false;
}

static enum remote_type read_hint(const struct remote_state *state, struct remote_message *message,
                                  const struct wire_told_hint *hint)
{
    bool is_ours = state->has_cards && state->you < PEN_SEATS_MAX;
    message->id = hint->id;
    /* The table may have moved on since. */
    return is_ours && find_action(state, hint->action, &message->action) ? REMOTE_HINT : REMOTE_OK;
}

/* Lines as a record has them: nothing else may be in them that could steer a terminal or a file. */
static enum remote_type read_signed(struct remote_message *message, const struct wire_told_proof *proof)
{
    const size_t count = strlen(proof->text);
    if (count == 0 || count >= sizeof message->lines || proof->text[count - 1] != '\n')
        return REMOTE_NONSENSE;
    for (size_t i = 0; i < count; i++)
        if (((unsigned char)proof->text[i] < ' ' && proof->text[i] != '\n') || proof->text[i] == 0x7f)
            return REMOTE_NONSENSE;
    memcpy(message->lines, proof->text, count + 1);
    memcpy(message->key, proof->key, sizeof message->key);
    memcpy(message->signature, proof->sign, sizeof message->signature);
    return REMOTE_SIGNED;
}

static enum remote_type read_told(struct remote_state *state, struct remote_message *message,
                                  const struct wire_told *told, enum pen_lang lang)
{
    switch ((enum wire_told_type)told->type) {
    case WIRE_TOLD_HELLO:
    case WIRE_TOLD_PONG:
        return REMOTE_OTHER;
    case WIRE_TOLD_VOTED:
        return read_voted(state, message, &told->voted);
    case WIRE_TOLD_THERE:
        return read_there(state, message, &told->there);
    case WIRE_TOLD_SIGNED:
        return read_signed(message, &told->proof);
    case WIRE_TOLD_WELCOME:
        memcpy(state->id, told->welcome.table, sizeof state->id);
        return REMOTE_WELCOME;
    case WIRE_TOLD_EDITION:
        return read_own_edition(state, &told->edition);
    case WIRE_TOLD_TABLE:
        return read_table(state, message, &told->table);
    case WIRE_TOLD_SEATS: /* its number may be that of an update that is still to come */
        return remote_read_people(state, &told->seats.people) ? REMOTE_SEATS : REMOTE_NONSENSE;
    case WIRE_TOLD_UPDATE:
        return read_update(state, message, &told->update);
    case WIRE_TOLD_OK:
        message->id = told->ok.id;
        return REMOTE_OK;
    case WIRE_TOLD_NO:
        return read_no(message, &told->no, lang);
    case WIRE_TOLD_REVEAL:
        return REMOTE_REVEAL;
    case WIRE_TOLD_SAID:
        return read_said(state, message, &told->said, lang);
    case WIRE_TOLD_HINT:
        return read_hint(state, message, &told->hint);
    case WIRE_TOLD_BYE:
        memcpy(message->code, told->bye.code, sizeof message->code);
        read_sentence(message, told->bye.key, &told->bye.args, told->bye.text, lang);
        return REMOTE_BYE;
    case WIRE_TOLD_COUNT:
        break;
    }
    return REMOTE_NONSENSE;
}

void remote_read(struct remote_state *state, struct remote_message *message, const char *bytes, size_t count,
                 enum pen_lang lang)
{
    struct remote_state next = *state;
    struct wire_told told;
    struct wire_problem problem;
    struct wire_book book = {NULL, NULL};
    const struct wire_library library = {&next, find_rules};
    memset(message, 0, sizeof *message);
    message->type = REMOTE_NONSENSE;
    if (next.has_rules)
        book = (struct wire_book){&next.edition, &next.rules};
    switch (wire_read_told(&told, bytes, count, &book, &library, &problem)) {
    case WIRE_GOOD:
        message->type = read_told(&next, message, &told, lang);
        break;
    case WIRE_UNKNOWN:
        message->type = problem.is_other_type ? REMOTE_OTHER : REMOTE_NONSENSE;
        break;
    case WIRE_NO_RULES:
        message->type = REMOTE_STRANGE_EDITION;
        remote_clean_text(message->text, sizeof message->text, next.settings.edition);
        break;
    default:
        break;
    }
    if (message->type != REMOTE_NONSENSE && message->type != REMOTE_STRANGE_EDITION)
        *state = next;
}

void remote_know_rules(struct remote_state *state, const struct wire_settings *settings,
                       const struct pen_edition *edition, const struct pen_rules *rules)
{
    state->settings = *settings;
    state->edition = *edition;
    state->rules = *rules;
    state->has_rules = true;
}

void remote_names(const struct remote_state *state, struct pen_names *names)
{
    memset(names, 0, sizeof *names);
    names->count = state->seat_count;
    for (unsigned seat = 0; seat < state->seat_count; seat++)
        memcpy(names->name[seat], state->seats[seat].name, PEN_PLAYER_BYTES);
}

void remote_write_action(const struct remote_state *state, struct pen_action action, struct pen_text *text)
{
    char bytes[160];
    struct pen_text line = pen_text_in(bytes, sizeof bytes);
    struct pen_names names;
    remote_names(state, &names);
    pen_mesa_write_action(&line, &state->edition, &state->rules, &names, action);
    pen_text_add(text, bytes + strlen(names.name[action.seat]) + 1);
}
