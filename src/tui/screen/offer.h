/* offer.h - what the person in front of the screen can do now, each with its key and its words.
 *
 * Made from the table's view alone: exactly what is legal, and what the program itself offers. Cards of
 * the hand have places instead of keys (screen_offer_of_card). Keys in one list are all different. */
#ifndef SCREEN_OFFER_H
#define SCREEN_OFFER_H

#include "tui/table.h"

enum screen_offer_kind {
    SCREEN_OFFER_ACT,        /* 'action' is to be played */
    SCREEN_OFFER_ASK_COLOR,  /* 'action' lacks a colour */
    SCREEN_OFFER_ASK_TARGET, /* 'action' lacks a target, one of 'targets' */
    SCREEN_OFFER_ARM_UNO,    /* UNO goes with the next card, or no longer */
    SCREEN_OFFER_PASS,       /* 'action.seat' does nothing for now */
    SCREEN_OFFER_HINT,
    SCREEN_OFFER_HELP,
    SCREEN_OFFER_LOG,
    SCREEN_OFFER_SEEN,
    SCREEN_OFFER_TAKE_BACK, /* the newest move of the people here */
    SCREEN_OFFER_CALL_OFF,  /* the round, as void */
    SCREEN_OFFER_PERSON,    /* 'action.seat', who is not in front of the screen, has something to call out */
    SCREEN_OFFER_LEAVE,
    SCREEN_OFFER_BACK, /* out of a question */
    SCREEN_OFFER_OWN   /* something of whoever made the list */
};

struct screen_offer {
    int key;
    int other; /* another that does the same and is not shown; 0: none */
    enum screen_offer_kind kind;
    bool is_quiet; /* always there; stands in the title */
    struct pen_action action;
    uint16_t targets;
    char label[80];
};

enum { SCREEN_OFFERS_MAX = 32 };

struct screen_offers {
    unsigned count;
    struct screen_offer list[SCREEN_OFFERS_MAX];
};

/* An offer of the caller's own. */
void screen_offer_add(struct screen_offers *offers, int key, enum screen_offer_kind kind, const char *label);

/* At the table, with no question open. 'is_uno_armed': UNO goes with the next card already; 'has_dropped':
 * seats that are not asked again to drop their cards. */
void screen_offers_at_table(struct screen_offers *offers, const struct tui_table *table, bool is_uno_armed,
                            uint16_t has_dropped);

/* What somebody can call out who is not in front of the screen, with a way back. */
void screen_offers_person(struct screen_offers *offers, const struct tui_table *table, uint8_t seat);

/* A colour for the action, or a target out of a set; both with a way back if 'can_go_back'. */
void screen_offers_colors(struct screen_offers *offers, const struct tui_table *table,
                          struct pen_action action, bool can_go_back);
void screen_offers_targets(struct screen_offers *offers, const struct tui_table *table,
                           struct pen_action action, uint16_t targets, bool can_go_back);

/* The offer with this key, or null. */
const struct screen_offer *screen_offer_find(const struct screen_offers *offers, int key);

/* What laying this card of the hand means now, legal or not. */
struct screen_offer screen_offer_of_card(const struct tui_table *table, uint8_t card, bool is_uno_armed);

/* The kinds that can be laid now. */
uint64_t screen_offer_playable(const struct tui_table *table);

/* What is expected of the person now, as a sentence. */
void screen_offer_question(const struct tui_table *table, struct pen_text *text);

#endif
