/* offer.h - what the person in front of the screen can do now, each with its key and its words.
 *
 * Made from the table's view alone: exactly what is legal, and what the program itself offers. Cards of
 * the hand have places instead of keys (tui_offer_of_card). Keys in one list are all different. */
#ifndef TUI_OFFER_H
#define TUI_OFFER_H

#include "tui/table.h"

enum tui_offer_kind {
    TUI_OFFER_ACT,        /* 'action' is to be played */
    TUI_OFFER_ASK_COLOR,  /* 'action' lacks a colour */
    TUI_OFFER_ASK_TARGET, /* 'action' lacks a target, one of 'targets' */
    TUI_OFFER_ARM_UNO,    /* UNO goes with the next card, or no longer */
    TUI_OFFER_PASS,       /* 'action.seat' does nothing for now */
    TUI_OFFER_HINT,
    TUI_OFFER_HELP,
    TUI_OFFER_LOG,
    TUI_OFFER_SEEN,
    TUI_OFFER_TAKE_BACK, /* the newest move of the people here */
    TUI_OFFER_CALL_OFF,  /* the round, as void */
    TUI_OFFER_PERSON,    /* 'action.seat', who is not in front of the screen, has something to call out */
    TUI_OFFER_LEAVE,
    TUI_OFFER_BACK, /* out of a question */
    TUI_OFFER_OWN   /* something of whoever made the list */
};

struct tui_offer {
    int key;
    enum tui_offer_kind kind;
    bool is_quiet; /* always there; stands in the title */
    struct pen_action action;
    uint16_t targets;
    char label[80];
};

enum { TUI_OFFERS_MAX = 32 };

struct tui_offers {
    unsigned count;
    struct tui_offer list[TUI_OFFERS_MAX];
};

/* An offer of the caller's own. */
void tui_offer_add(struct tui_offers *offers, int key, enum tui_offer_kind kind, const char *label);

/* At the table, with no question open. 'is_uno_armed': UNO goes with the next card already; 'has_dropped':
 * seats that are not asked again to drop their cards. */
void tui_offers_at_table(struct tui_offers *offers, const struct tui_table *table, bool is_uno_armed,
                         uint16_t has_dropped);

/* The key that takes a move back; 0: it cannot be. */
int tui_offer_take_back_key(const struct tui_table *table);

/* What somebody can call out who is not in front of the screen, with a way back. */
void tui_offers_person(struct tui_offers *offers, const struct tui_table *table, uint8_t seat);

/* A colour for the action, or a target out of a set; both with a way back if 'can_go_back'. */
void tui_offers_colors(struct tui_offers *offers, const struct tui_table *table, struct pen_action action,
                       bool can_go_back);
void tui_offers_targets(struct tui_offers *offers, const struct tui_table *table, struct pen_action action,
                        uint16_t targets, bool can_go_back);

/* The offer with this key, or null. */
const struct tui_offer *tui_offer_find(const struct tui_offers *offers, int key);

/* What laying this card of the hand means now, legal or not. */
struct tui_offer tui_offer_of_card(const struct tui_table *table, uint8_t card, bool is_uno_armed);

/* The kinds that can be laid now. */
uint64_t tui_offer_playable(const struct tui_table *table);

/* What is expected of the person now, as a sentence. */
void tui_offer_question(const struct tui_table *table, struct pen_text *text);

#endif
