/* page_refusal.c - why a card cannot be played: the page knows no rule, so it lays what its seat sees before
 * the core and asks. What others hold does not matter for that, and nothing is changed by a refusal. */
#include "page.h"
#include "wire/json.h"

#include <string.h>

PAGE_EXPORT(whyNot)
unsigned page_export_why_not(unsigned edition_bytes, unsigned house_bytes, unsigned phase, unsigned card);

/* What of the table matters, one byte each in page_in behind the names of edition and house rules; then my
 * cards. */
enum { SEATS, ME, TURN, TOP, COLOR, DRAWN, THROWER, FOLLOW_COLOR, PENDING, HAND, FIELD_COUNT };

/* The refusal as JSON, or nothing if the card can be played after all. */
unsigned page_export_why_not(unsigned edition_bytes, unsigned house_bytes, unsigned phase, unsigned card)
{
    static struct pen_round round;
    struct pen_rules rules;
    struct pen_edition edition;
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    struct pen_text text = page_answer();
    char name[PEN_NAME_BYTES] = {0};
    uint8_t field[FIELD_COUNT];
    if (edition_bytes >= sizeof name || card >= PEN_KINDS_MAX || phase > PEN_PHASE_OVER)
        return 0;
    memcpy(name, page_in, edition_bytes);
    if (house_bytes > PAGE_IN_BYTES / 2 ||
        !page_read_house(page_in + edition_bytes, house_bytes, &options.house))
        return 0;
    memcpy(field, page_in + edition_bytes + house_bytes, sizeof field);
    if (!page_edition(name, &edition) || pen_table_make(&rules, &edition, &options, NULL) != PEN_RULES_GOOD ||
        field[SEATS] > PEN_SEATS_MAX || field[ME] >= field[SEATS] || field[TURN] >= field[SEATS])
        return 0;
    /* Where a wrong card has its price the reason is the same, only the table does not say it. */
    rules.rule.misplay_cards = 0;
    memset(&round, 0, sizeof round);
    round.phase = (uint8_t)phase;
    round.seat_count = field[SEATS];
    round.forward = 1;
    round.turn = field[TURN];
    round.top = field[TOP];
    round.color = field[COLOR];
    round.drawn = field[DRAWN];
    round.thrower = field[THROWER];
    round.follow_color = field[FOLLOW_COLOR];
    round.follower = phase == PEN_PHASE_FOLLOW ? field[ME] : PEN_SEAT_NONE;
    round.pending = field[PENDING];
    for (uint8_t seat = 0; seat < field[SEATS]; seat++)
        round.hand_count[seat] = 2;
    round.hand_count[field[ME]] = field[HAND];
    for (unsigned i = 0; i < field[HAND]; i++) {
        const uint8_t mine = (uint8_t)page_in[edition_bytes + house_bytes + FIELD_COUNT + i];
        if (mine < rules.kind_count && pen_hand_count_of(&round.hands[field[ME]], mine) < rules.copies[mine])
            pen_hand_add(&round.hands[field[ME]], mine);
    }
    struct pen_action action = PEN_ACTION(PEN_VERB_PLAY, field[ME]);
    action.card = (uint8_t)card;
    action.color = rules.wilds >> card & 1 ? 0 : PEN_COLOR_NONE;
    enum pen_refusal refusal = pen_round_apply(&rules, &round, action, NULL);
    if (refusal == PEN_ACCEPTED)
        return 0;
    pen_text_add(&text, "{");
    page_key(&text, "rule");
    page_string(&text, pen_refusal_rule(refusal));
    page_key(&text, "text");
    wire_json_said(&text, pen_refusal_text(refusal, in));
    pen_text_add(&text, "}");
    return (unsigned)text.length;
}
