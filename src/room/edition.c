/* edition.c - a table keeps the text of its edition, so that it goes on by the same rules when a later
 * program brings another edition of that name.
 *
 *     #! edition TIME DIGEST      then the text, each line behind "#: "
 *
 * Written once, when the table is opened or its edition changes. */
#include "room/inside.h"

enum { EDITION_BYTES_MAX = 6144 };

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

void room__keep_edition(struct room__call *call)
{
    struct room *room = call->room;
    struct room__piece piece;
    char bytes[EDITION_BYTES_MAX];
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
