/* offer.c - from the legal sets of a view to keys with words. */
#include "tui/screen/offer.h"

#include <string.h>

#include "tui/filling.h"
#include "tui/letters.h"
#include "words/tui_show_words.h"

static bool has_key(const struct screen_offers *offers, int key)
{
    for (unsigned i = 0; i < offers->count; i++)
        if (offers->list[i].key == key)
            return true;
    return false;
}

static struct screen_offer *add(struct screen_offers *offers, int key, enum screen_offer_kind kind)
{
    static struct screen_offer spare; /* more offers than a table can have are dropped */
    if (offers->count == SCREEN_OFFERS_MAX)
        return &spare;
    /* A colour may have the letter already: then it is the capital. */
    if (key >= 'a' && key <= 'z' && has_key(offers, key))
        key += 'A' - 'a';
    struct screen_offer *offer = &offers->list[offers->count++];
    *offer = (struct screen_offer){.key = key, .kind = kind};
    return offer;
}

static struct screen_offer *add_letter(struct screen_offers *offers, const struct tui_table *table,
                                       enum tui_letter which, enum screen_offer_kind kind)
{
    struct screen_offer *offer = add(offers, tui_letter(which, table->lang), kind);
    offer->other = tui_letter_other(which, table->lang);
    return offer;
}

void screen_offer_add(struct screen_offers *offers, int key, enum screen_offer_kind kind, const char *label)
{
    struct screen_offer *offer = add(offers, key, kind);
    struct pen_text text = pen_text_in(offer->label, sizeof offer->label);
    pen_text_add(&text, label);
}

static void label(struct screen_offer *offer, const struct tui_table *table, enum word words,
                  struct tui_filling filling)
{
    struct pen_text text = pen_text_in(offer->label, sizeof offer->label);
    filling.edition = &table->edition;
    filling.rules = &table->rules;
    tui_say(&text, words, table->lang, &filling);
}

static const char *name_of(const struct tui_table *table, uint8_t seat)
{
    return seat < table->names.count ? table->names.name[seat] : "";
}

static void offer_verb(struct screen_offers *offers, const struct tui_table *table, enum pen_verb verb,
                       enum tui_letter key, enum word words, struct tui_filling filling)
{
    if (!(table->view.legal.verbs >> verb & 1))
        return;
    struct screen_offer *offer = add_letter(offers, table, key, SCREEN_OFFER_ACT);
    offer->action = PEN_ACTION((uint8_t)verb, table->seat);
    label(offer, table, words, filling);
}

/* Catching and accusing: at once if there is one to choose from. */
static void offer_targets(struct screen_offers *offers, const struct tui_table *table, enum pen_verb verb,
                          enum tui_letter key, uint16_t targets, enum word one, enum word several)
{
    if (!targets)
        return;
    bool is_one = pen_bits_count(targets) == 1 && one != WORD_NONE;
    struct screen_offer *offer =
        add_letter(offers, table, key, is_one ? SCREEN_OFFER_ACT : SCREEN_OFFER_ASK_TARGET);
    offer->action = PEN_ACTION((uint8_t)verb, table->seat);
    offer->targets = targets;
    if (is_one)
        offer->action.target = (uint8_t)pen_bits_lowest(targets);
    label(offer, table, is_one ? one : several,
          (struct tui_filling){.name = name_of(table, offer->action.target)});
}

static void offer_uno(struct screen_offers *offers, const struct tui_table *table, bool is_armed)
{
    const struct pen_view *view = &table->view;
    if (view->legal.verbs >> PEN_VERB_SAY_UNO & 1) {
        offer_verb(offers, table, PEN_VERB_SAY_UNO, TUI_LETTER_UNO, WORD_TUI_SHOW_DO_UNO,
                   (struct tui_filling){0});
    } else if (pen_hand_count(&view->hand) == 2 && screen_offer_playable(table)) {
        /* RULE O8: it can be said together with the card that leaves one. */
        struct screen_offer *offer = add_letter(offers, table, TUI_LETTER_UNO, SCREEN_OFFER_ARM_UNO);
        label(offer, table, is_armed ? WORD_TUI_SHOW_DO_UNO_WITHOUT : WORD_TUI_SHOW_DO_UNO_WITH,
              (struct tui_filling){0});
    }
}

/* ---- the others at the keyboard -------------------------------------------------------------- */

/* A capital letter for each, so that nobody does it for them by accident: of the name, if it is not somebody
 * else's already. */
static int key_of_person(const struct tui_table *table, uint8_t seat)
{
    uint32_t taken = 0;
    for (uint8_t at = 0; at < table->names.count; at++) {
        unsigned letter = 26;
        if (!(table->people >> at & 1))
            continue;
        for (const char *c = table->names.name[at]; *c && letter == 26; c++) {
            unsigned place = (unsigned)((*c | 0x20) - 'a');
            letter = place < 26 && !(taken >> place & 1) ? place : 26;
        }
        if (letter == 26)
            letter = pen_bits_lowest(~taken);
        if (at == seat)
            return 'A' + (int)letter;
        taken |= 1u << letter;
    }
    return 0;
}

static bool is_wild(const struct tui_table *table, uint8_t card)
{
    return table->rules.color[card] == PEN_COLOR_NONE;
}

static void offer_call(struct screen_offers *offers, const struct tui_table *table, struct pen_action action,
                       enum tui_letter key, enum word words, uint16_t targets)
{
    bool is_asked = pen_bits_count(targets) > 1;
    if (pen_bits_count(targets) == 1)
        action.target = (uint8_t)pen_bits_lowest(targets);
    uint8_t about = action.verb == PEN_VERB_CHALLENGE ? table->view.thrower : action.target;
    bool needs_color = action.card != PEN_CARD_NONE && is_wild(table, action.card);
    struct screen_offer *offer = add_letter(offers, table, key,
                                            is_asked      ? SCREEN_OFFER_ASK_TARGET
                                            : needs_color ? SCREEN_OFFER_ASK_COLOR
                                                          : SCREEN_OFFER_ACT);
    offer->action = action;
    offer->targets = targets;
    label(offer, table, words, (struct tui_filling){.name = name_of(table, about), .card = action.card});
}

/* All that the seat could call out; nothing if it is in front. */
static void offer_calls(struct screen_offers *offers, const struct tui_table *table, uint8_t seat)
{
    const struct tui_call *call = &table->calls[seat];
    struct pen_action jump = PEN_ACTION(PEN_VERB_JUMP, seat);
    if (seat == table->seat || !(table->people >> seat & 1))
        return;
    if (call->can_say_uno)
        offer_call(offers, table, PEN_ACTION(PEN_VERB_SAY_UNO, seat), TUI_LETTER_UNO, WORD_TUI_SHOW_DO_UNO,
                   0);
    if (call->catches)
        offer_call(offers, table, PEN_ACTION(PEN_VERB_CATCH, seat), TUI_LETTER_CATCH,
                   pen_bits_count(call->catches) == 1 ? WORD_TUI_SHOW_DO_CATCH
                                                      : WORD_TUI_SHOW_DO_CATCH_SOMEBODY,
                   call->catches);
    jump.card = call->jump;
    if (call->jump != PEN_CARD_NONE)
        offer_call(offers, table, jump, TUI_LETTER_JUMP, WORD_TUI_SHOW_DO_JUMP, 0);
    if (call->can_challenge)
        offer_call(offers, table, PEN_ACTION(PEN_VERB_CHALLENGE, seat), TUI_LETTER_CHALLENGE,
                   WORD_TUI_SHOW_DO_CHALLENGE, 0);
    if (call->accuses)
        offer_call(offers, table, PEN_ACTION(PEN_VERB_ACCUSE, seat), TUI_LETTER_ACCUSE,
                   WORD_TUI_SHOW_DO_ACCUSE, call->accuses);
}

void screen_offers_person(struct screen_offers *offers, const struct tui_table *table, uint8_t seat)
{
    offers->count = 0;
    offer_calls(offers, table, seat);
    screen_offer_add(offers, 27, SCREEN_OFFER_BACK, word_text(WORD_TUI_SHOW_DO_BACK, table->lang));
}

/* A key per person: what it does, if it is just one thing; otherwise it asks. All of them have to fit into
 * a line, so that with many people each has only the name. */
static void offer_others(struct screen_offers *offers, const struct tui_table *table)
{
    const bool are_many = pen_bits_count(table->people) > 3;
    for (uint8_t seat = 0; seat < table->names.count; seat++) {
        struct screen_offers calls = {.count = 0};
        offer_calls(&calls, table, seat);
        if (calls.count == 0)
            continue;
        struct screen_offer *offer = add(offers, key_of_person(table, seat), SCREEN_OFFER_PERSON);
        offer->action = PEN_ACTION(PEN_VERB_SAY_UNO, seat);
        if (calls.count == 1 && !are_many) {
            const int key = offer->key;
            *offer = calls.list[0];
            offer->key = key;
            label(offer, table, WORD_TUI_SHOW_DO_AS,
                  (struct tui_filling){.name = name_of(table, seat), .text = calls.list[0].label});
        } else {
            label(offer, table, are_many ? WORD_TUI_SHOW_DO_PERSON_SHORT : WORD_TUI_SHOW_DO_PERSON,
                  (struct tui_filling){.name = name_of(table, seat)});
        }
    }
}

/* RULE C1: one person has the space bar, several have a digit each. */
static void offer_drops(struct screen_offers *offers, const struct tui_table *table, uint16_t has_dropped)
{
    uint16_t left = (uint16_t)(table->people & ~table->view.dropped & ~has_dropped);
    if (table->view.phase != PEN_PHASE_RACE)
        return;
    bool is_one = pen_bits_count(table->people) == 1;
    for (uint8_t seat = 0; seat < table->names.count; seat++) {
        if (!(left >> seat & 1))
            continue;
        struct screen_offer *offer = add(offers, is_one ? ' ' : '1' + seat, SCREEN_OFFER_ACT);
        offer->action = PEN_ACTION(PEN_VERB_DROP, seat);
        label(offer, table, is_one ? WORD_TUI_SHOW_DO_DROP : WORD_TUI_SHOW_DO_DROP_OF,
              (struct tui_filling){.name = name_of(table, seat)});
    }
}

static void offer_jump(struct screen_offers *offers, const struct tui_table *table)
{
    uint64_t jumps = table->view.legal.jumps;
    if (!jumps)
        return;
    uint8_t card = (uint8_t)pen_bits_lowest(jumps); /* identical cards are all of one kind (RULE H3) */
    struct screen_offer *offer = add_letter(offers, table, TUI_LETTER_JUMP,
                                            is_wild(table, card) ? SCREEN_OFFER_ASK_COLOR : SCREEN_OFFER_ACT);
    offer->action = PEN_ACTION(PEN_VERB_JUMP, table->seat);
    offer->action.card = card;
    label(offer, table, WORD_TUI_SHOW_DO_JUMP, (struct tui_filling){.card = card});
}

static void make_quiet(struct screen_offer *offer, const struct tui_table *table, enum word words)
{
    offer->is_quiet = true;
    label(offer, table, words, (struct tui_filling){0});
}

static void offer_word(struct screen_offers *offers, const struct tui_table *table, enum tui_letter which,
                       enum screen_offer_kind kind, enum word words)
{
    label(add_letter(offers, table, which, kind), table, words, (struct tui_filling){0});
}

void screen_offers_at_table(struct screen_offers *offers, const struct tui_table *table, bool is_uno_armed,
                            uint16_t has_dropped)
{
    const struct pen_view *view = &table->view;
    offers->count = 0;
    if (table->seat < table->names.count && view->phase != PEN_PHASE_OVER) {
        if (view->legal.names) {
            screen_offers_colors(offers, table, PEN_ACTION(PEN_VERB_NAME, table->seat), false);
        }
        for (uint8_t verb = 0; verb < PEN_VERB_COUNT; verb++)
            if (pen_verb_shape(verb).when == PEN_DUE && pen_legal_seats(&view->legal, verb) != 0)
                screen_offers_targets(offers, table, PEN_ACTION(verb, table->seat),
                                      pen_legal_seats(&view->legal, verb), false);
        offer_verb(offers, table, PEN_VERB_DRAW, TUI_LETTER_DRAW, WORD_TUI_SHOW_DO_DRAW,
                   (struct tui_filling){0});
        offer_verb(offers, table, PEN_VERB_KEEP, TUI_LETTER_KEEP,
                   view->phase == PEN_PHASE_MORE ? WORD_TUI_SHOW_DO_KEEP_REST : WORD_TUI_SHOW_DO_KEEP,
                   (struct tui_filling){0});
        offer_verb(offers, table, PEN_VERB_TAKE, TUI_LETTER_TAKE, WORD_TUI_SHOW_DO_TAKE,
                   (struct tui_filling){.number = view->pending});
        offer_verb(offers, table, PEN_VERB_CHALLENGE, TUI_LETTER_CHALLENGE, WORD_TUI_SHOW_DO_CHALLENGE,
                   (struct tui_filling){.name = name_of(table, view->thrower)});
        offer_verb(offers, table, PEN_VERB_STREAM, TUI_LETTER_NO_CARD, WORD_TUI_SHOW_DO_NO_CARD,
                   (struct tui_filling){0});
        offer_drops(offers, table, has_dropped);
        offer_uno(offers, table, is_uno_armed);
        offer_targets(offers, table, PEN_VERB_CATCH, TUI_LETTER_CATCH, view->legal.catches,
                      WORD_TUI_SHOW_DO_CATCH, WORD_TUI_SHOW_DO_CATCH_SOMEBODY);
        offer_jump(offers, table);
        offer_others(offers, table);
        if (table->asked) {
            uint8_t seat =
                table->asked >> table->seat & 1 ? table->seat : (uint8_t)pen_bits_lowest(table->asked);
            struct screen_offer *offer = add_letter(offers, table, TUI_LETTER_PASS, SCREEN_OFFER_PASS);
            offer->action = PEN_ACTION(PEN_VERB_KEEP, seat);
            label(offer, table, WORD_TUI_SHOW_DO_PASS, (struct tui_filling){0});
        }
        offer_targets(offers, table, PEN_VERB_ACCUSE, TUI_LETTER_ACCUSE, view->legal.accuses, WORD_NONE,
                      WORD_TUI_SHOW_DO_ACCUSE);
    }
    make_quiet(add_letter(offers, table, TUI_LETTER_HINT, SCREEN_OFFER_HINT), table, WORD_TUI_SHOW_DO_HINT);
    make_quiet(add(offers, '?', SCREEN_OFFER_HELP), table, WORD_TUI_SHOW_DO_HELP);
    make_quiet(add_letter(offers, table, TUI_LETTER_LOG, SCREEN_OFFER_LOG), table, WORD_TUI_SHOW_DO_LOG);
    for (unsigned seat = 0; seat < table->names.count; seat++) {
        if (view->shown_at[seat]) {
            offer_word(offers, table, TUI_LETTER_SEEN, SCREEN_OFFER_SEEN, WORD_TUI_SHOW_DO_SEEN);
            break;
        }
    }
    if (table->can_take_back)
        offer_word(offers, table, TUI_LETTER_TAKE_BACK, SCREEN_OFFER_TAKE_BACK, WORD_TUI_SHOW_DO_TAKE_BACK);
    if (table->can_call_off)
        offer_word(offers, table, TUI_LETTER_CALL_OFF, SCREEN_OFFER_CALL_OFF, WORD_TUI_SHOW_DO_CALL_OFF);
    make_quiet(add(offers, 'q', SCREEN_OFFER_LEAVE), table, WORD_TUI_SHOW_DO_LEAVE);
}

void screen_offers_colors(struct screen_offers *offers, const struct tui_table *table,
                          struct pen_action action, bool can_go_back)
{
    if (can_go_back)
        offers->count = 0;
    for (uint8_t i = 0; i < table->edition.color_count; i++) {
        const struct pen_color *color = &table->edition.colors[i];
        struct screen_offer *offer =
            add(offers, tui_color_letter(&table->edition, i, table->lang), SCREEN_OFFER_ACT);
        offer->other = color->letter;
        offer->action = action;
        offer->action.color = i;
        struct pen_text text = pen_text_in(offer->label, sizeof offer->label);
        pen_text_add(&text, color->shape);
        pen_text_add(&text, " ");
        pen_text_add(&text, pen_said(color->name, table->lang));
    }
    if (can_go_back)
        screen_offer_add(offers, 27, SCREEN_OFFER_BACK, word_text(WORD_TUI_SHOW_DO_BACK, table->lang));
}

void screen_offers_targets(struct screen_offers *offers, const struct tui_table *table,
                           struct pen_action action, uint16_t targets, bool can_go_back)
{
    if (can_go_back)
        offers->count = 0;
    for (uint8_t seat = 0, place = 0; seat < table->names.count; seat++) {
        if (!(targets >> seat & 1))
            continue;
        struct screen_offer *offer = add(offers, '1' + place++, SCREEN_OFFER_ACT);
        offer->action = action;
        offer->action.target = seat;
        struct pen_text text = pen_text_in(offer->label, sizeof offer->label);
        pen_text_add(&text, table->names.name[seat]);
        pen_text_add(&text, " (");
        pen_text_add_number(&text, table->view.hand_count[seat]);
        pen_text_add(&text, ")");
    }
    if (can_go_back)
        screen_offer_add(offers, 27, SCREEN_OFFER_BACK, word_text(WORD_TUI_SHOW_DO_BACK, table->lang));
}

const struct screen_offer *screen_offer_find(const struct screen_offers *offers, int key)
{
    for (unsigned i = 0; i < offers->count; i++)
        if (offers->list[i].key == key)
            return &offers->list[i];
    for (unsigned i = 0; i < offers->count; i++)
        if (key > 0 && offers->list[i].other == key)
            return &offers->list[i];
    return NULL;
}

/* ---- cards ----------------------------------------------------------------------------------- */

uint64_t screen_offer_playable(const struct tui_table *table)
{
    return pen_legal_all_kinds(&table->view.legal);
}

struct screen_offer screen_offer_of_card(const struct tui_table *table, uint8_t card, bool is_uno_armed)
{
    const struct pen_legal *legal = &table->view.legal;
    uint64_t bit = pen_card_bit(card);
    enum pen_verb verb = PEN_VERB_PLAY;
    for (unsigned other = PEN_VERB_COUNT;
         other-- > 0;) /* what the phase asks for, then playing, then the rest */
        if ((pen_legal_kinds(legal, other) & bit) && (other == PEN_VERB_PLAY || !(legal->plays & bit)))
            verb = (enum pen_verb)other;
    if (!(screen_offer_playable(table) & bit) && table->view.phase == PEN_PHASE_FOLLOW &&
        table->view.follower == table->seat)
        verb = PEN_VERB_FOLLOW; /* so that the refusal speaks of following */
    struct screen_offer offer = {.kind = SCREEN_OFFER_ACT, .action = PEN_ACTION((uint8_t)verb, table->seat)};
    offer.action.card = card;
    offer.action.uno = is_uno_armed && pen_uno_goes_with(&table->rules, pen_hand_count(&table->view.hand));
    if (table->rules.color[card] == PEN_COLOR_NONE && pen_verb_shape(verb).with != PEN_WITH_COLORED_CARD) {
        /* A wild that cannot be laid is not asked about; any colour will do to be refused. */
        if (screen_offer_playable(table) & bit)
            offer.kind = SCREEN_OFFER_ASK_COLOR;
        else
            offer.action.color = 0;
    }
    return offer;
}

/* ---- the question ---------------------------------------------------------------------------- */

/* Of each phase; a phase without one does not build. */
static const uint16_t questions[PEN_PHASE_COUNT] = {
#define X(name, word, who, verb, first) WORD_TUI_SHOW_ASK_##name,
    PEN_PHASE_LIST(X)
#undef X
};

static enum word question_of(const struct tui_table *table)
{
    const struct pen_view *view = &table->view;
    bool is_mine = table->seat < table->names.count && view->must >> table->seat & 1;
    if (view->phase == PEN_PHASE_OVER)
        return WORD_TUI_SHOW_ASK_OVER;
    if (view->phase == PEN_PHASE_RACE)
        return table->people & ~view->dropped ? WORD_TUI_SHOW_ASK_RACE
               : table->people                ? WORD_TUI_SHOW_ASK_RACE_DONE
                                              : WORD_TUI_SHOW_TURN_OF;
    if (view->legal.verbs >> PEN_VERB_SAY_UNO & 1)
        return WORD_TUI_SHOW_ASK_UNO;
    if (table->asked)
        return WORD_TUI_SHOW_ASK_ASKED;
    /* An own move is under way: it is being weighed, or the connection has to come back. */
    if (!is_mine && view->must == 0 && view->turn == table->seat)
        return WORD_TUI_SHOW_TURN_SENT;
    if (!is_mine)
        return WORD_TUI_SHOW_TURN_OF;
    if (view->phase == PEN_PHASE_TURN)
        return view->legal.plays ? WORD_TUI_SHOW_ASK_TURN : WORD_TUI_SHOW_ASK_TURN_NOTHING;
    if (view->phase == PEN_PHASE_DRAWN)
        return view->drawn == PEN_CARD_NONE ? WORD_TUI_SHOW_ASK_TURN
               : view->drawn_forced         ? WORD_TUI_SHOW_ASK_DRAWN_FORCED
                                            : WORD_TUI_SHOW_ASK_DRAWN;
    if (view->phase == PEN_PHASE_PENDING && view->legal.plays)
        return WORD_TUI_SHOW_ASK_PENDING_ANSWER;
    return (enum word)questions[view->phase];
}

void screen_offer_question(const struct tui_table *table, struct pen_text *text)
{
    const struct pen_view *view = &table->view;
    uint8_t waiting = view->must ? (uint8_t)pen_bits_lowest(view->must) : view->turn;
    struct tui_filling filling = {.edition = &table->edition,
                                  .rules = &table->rules,
                                  .name = name_of(table, waiting),
                                  .number = view->pending,
                                  .card = view->drawn,
                                  .color = view->follow_color};
    tui_say(text, question_of(table), table->lang, &filling);
}
