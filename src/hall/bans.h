/* bans.h - who is not let in, by address or by name, and until when.
 *
 * One line each, in a file and between the nodes of a house:
 *
 *     address 203.0.113.0/24 UNTIL CHANGED why
 *     name Ana_Paz UNTIL CHANGED why
 *
 * Times are milliseconds of the wall's clock. What was lifted stays for a while as a line whose UNTIL is 0,
 * so that a node which was away does not bring it back: of two lines about the same the one changed last
 * counts. */
#ifndef HALL_BANS_H
#define HALL_BANS_H

#include "hall/range.h"
#include "penultima/penultima.h"

enum { HALL_BANS_MAX = 2000, HALL_BAN_WHY_BYTES = 100 };

struct hall_ban {
    bool is_name;
    struct hall_range range;
    char name[PEN_PLAYER_BYTES];
    char why[HALL_BAN_WHY_BYTES];
    uint64_t until_ms, changed_ms; /* until 0: lifted */
};

struct hall_bans {
    struct hall_ban *list;
    size_t count, size;
};

/* What an operator names: an address or a range, or somebody's name. False: neither. */
PEN_MUST_USE bool hall_ban_read(struct hall_ban *ban, const char *what);
/* Takes it, unless there is a newer word about the same. False: nothing has changed, or there are too many.
 */
bool hall_bans_take(struct hall_bans *bans, const struct hall_ban *ban, uint64_t now_ms);
/* Until when; 0: is let in. 'address' as the hall has it, null or 'name' null: whichever is not asked for. */
uint64_t hall_bans_until(const struct hall_bans *bans, const char *address, const char *name,
                         uint64_t now_ms);
/* Lines, as above. Reading returns how many were news. */
void hall_ban_write(const struct hall_ban *ban, struct pen_text *text);
unsigned hall_bans_read(struct hall_bans *bans, const char *text, size_t count, uint64_t now_ms);
void hall_bans_drop(struct hall_bans *bans);

#endif
