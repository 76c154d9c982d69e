/* load_message.h - a server's message, looked through for what a player of 'penultima load' needs.
 *
 * It is searched, not parsed: this program says nothing that could be mistaken for a field, and four of
 * five messages only matter for their number. */
#ifndef CLI_LOAD_MESSAGE_H
#define CLI_LOAD_MESSAGE_H

#include "penultima/penultima.h"

enum { LOAD_DEED_BYTES = 48 };

struct load_piece {
    const char *at, *end;
};

bool load_is_any(struct load_piece piece);

/* Whether the message is of this type; 'type' ends with its quote. */
bool load_is_type(struct load_piece message, const char *type);

/* What follows the key, to the end; the inside of a list or object that begins at the piece; the inside
 * of the list behind the key. Empty if there is none. */
struct load_piece load_find(struct load_piece in, const char *key);
struct load_piece load_inside(struct load_piece piece, char close);
struct load_piece load_list(struct load_piece in, const char *key);

uint32_t load_number(struct load_piece piece);
bool load_has_number(struct load_piece list, unsigned number);

/* Who chooses, and by which chance. Players are called P0, P1 ... */
struct load_chooser {
    const struct pen_edition *edition;
    struct pen_chance *chance;
};

/* Something that the seat may do now, as a .mesa action without the name. False: nothing. */
bool load_choose(const struct load_chooser *chooser, struct load_piece now, unsigned seat, char *deed);

#endif
