/* edition.c - a table keeps the text of its edition, so that it goes on by the same rules when a later
 * program brings another edition of that name.
 *
 *     #! edition TIME DIGEST      then the text, each line behind "#: "
 *
 * Written once, when the table is opened or its edition changes. An edition of somebody's own, which nobody
 * else has, stands before the line that names it:
 *
 *     #! own TIME                 then its text, likewise
 *     #! open TIME TABLE own-... */
#include <string.h>

#include "room/inside.h"

enum { EDITION_BYTES_MAX = PEN_OWN_BYTES_MAX };

uint64_t room__digest(const char *text, size_t bytes)
{
    struct fair_sha512 sha;
    uint8_t hash[FAIR_HASH_BYTES];
    uint64_t digest = 0;
    fair_sha512_init(&sha);
    fair_sha512_add(&sha, text, bytes);
    fair_sha512_end(&sha, hash);
    for (unsigned i = 0; i < 7; i++) /* so many that the journal's numbers hold it */
        digest = digest << 8 | hash[i];
    return digest | 1; /* 0 is none */
}

static struct pen_text write_edition(const struct pen_edition *edition, char *bytes)
{
    struct pen_text text = pen_text_in(bytes, EDITION_BYTES_MAX);
    pen_edition_write(edition, &text);
    return text;
}

uint64_t room_edition_digest(const struct pen_edition *edition)
{
    char bytes[EDITION_BYTES_MAX];
    const struct pen_text text = write_edition(edition, bytes);
    return text.is_cut ? 0 : room__digest(bytes, text.length);
}

/* Five bits a letter. */
static void write_letters(char *to, const uint8_t *bytes, unsigned letters)
{
    static const char alphabet[] = "abcdefghijklmnopqrstuvwxyz234567";
    unsigned held = 0, bits = 0;
    for (unsigned i = 0; i < letters; i++) {
        if (bits < 5) {
            held = held << 8 | *bytes++;
            bits += 8;
        }
        bits -= 5;
        to[i] = alphabet[held >> bits & 31];
    }
}

bool room_name_own_edition(struct pen_edition *edition)
{
    enum { LETTERS = 26 }; /* 130 bits: nobody finds two texts for one name */
    char bytes[EDITION_BYTES_MAX];
    struct fair_sha512 sha;
    uint8_t hash[FAIR_HASH_BYTES];
    memset(edition->id, 0, sizeof edition->id);
    /* What it is called counts as little as comments: the name is made of the rest. The longest one stands in
     * its place, so that the text fits with the true one. */
    memcpy(edition->id, PEN_OWN_PREFIX, sizeof PEN_OWN_PREFIX - 1);
    memset(edition->id + sizeof PEN_OWN_PREFIX - 1, 'x', LETTERS);
    const struct pen_text text = write_edition(edition, bytes);
    if (text.is_cut)
        return false;
    fair_sha512_init(&sha);
    fair_sha512_add(&sha, bytes, text.length);
    fair_sha512_end(&sha, hash);
    write_letters(edition->id + sizeof PEN_OWN_PREFIX - 1, hash, LETTERS);
    return true;
}

bool room_is_own_edition(const struct pen_edition *edition)
{
    struct pen_edition again = *edition;
    return pen_edition_is_own(edition->id) && room_name_own_edition(&again) &&
           memcmp(again.id, edition->id, sizeof again.id) == 0;
}

void room__keep_own(struct room__call *call)
{
    struct room__piece piece;
    if (!pen_edition_is_own(call->rules->edition->id) ||
        room__same(call->rules->edition->id, room__length(call->rules->edition->id),
                   call->room->settings.edition))
        return;
    room__piece_begin(&piece, call, "own", PEN_SEAT_NONE);
    pen_text_add(&piece.text, "\n");
    pen_edition_quote(call->rules->edition, &piece.text);
    room__piece_end(&piece);
}

void room__keep_edition(struct room__call *call)
{
    struct room *room = call->room;
    struct room__piece piece;
    char bytes[EDITION_BYTES_MAX];
    if (pen_edition_is_own(call->rules->edition->id))
        return;
    const struct pen_text text = write_edition(call->rules->edition, bytes);
    const uint64_t digest = text.is_cut ? 0 : room__digest(bytes, text.length);
    if (digest == 0 || digest == room->edition_digest)
        return;
    room__piece_begin(&piece, call, "edition", PEN_SEAT_NONE);
    room__piece_number(&piece, digest);
    for (size_t at = 0, end; at < text.length; at = end + 1) {
        for (end = at; end < text.length && bytes[end] != '\n';)
            end++;
        pen_text_add(&piece.text, "\n#: ");
        pen_text_add_bytes(&piece.text, bytes + at, end - at);
    }
    room__piece_end(&piece);
    room->edition_digest = digest;
}
