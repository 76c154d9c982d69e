/* journal.c - writing the journal: one piece per effect, so that restore.c can call the effect again.
 *
 *     #! journal 2                            how what follows is written; without it as 0.2.0 did
 *     #! open TIME ID SETTINGS                the table; SETTINGS are EDITION key=value ..., the last one
 *                                             title=, which may have blanks
 *     #! edition TIME DIGEST                  and its text (edition.c)
 *     #! entropy TIME HEX VERSION             the server's seed of the next game: private until it is over
 *     #! sit TIME SEAT ID NAME HASH           ID: the client's number of the command, or 0
 *     #! late TIME SEAT ID NAME HASH          a bot's seat is taken in the middle of a game
 *     #! set | bot | agree | begin | reveal | ready | ask | vote | say | leave | remove | there | name TIME
 * SEAT ID
 * ...
 *     #! away | back | kick TIME SEAT
 *     #! pause | go-on | lapse | wake | close TIME
 *     #! undo TIME ACTIONS                    so many of the newest actions were taken back
 *     #! game TIME NUMBER VERSION             then the lines of a record: seeds, header, layout
 *     #! take-over TIME NUMBER BYTES          then a record whose game goes on here
 *     #! next TIME                            then "deal" and the layout of the next round
 *     Ana plays r7 #@ TIME id=6 by=bot r=212 wait=252 rtt=40 dt=212
 *     #! over TIME                            the game is over, its record may be given out
 *
 * What a record has no line for is a comment, so the lines of a game are a record (game_record.c). What
 * stands in one of our lists is written by its name: the lists may get another order, what is on disk does
 * not. */
#include "fair/hex.h"
#include "room/inside.h"
#include "room/journal_words.h"

void room__piece_begin(struct room__piece *piece, struct room__call *call, const char *word, uint8_t seat)
{
    const bool is_wanted = call->out && call->out->journal;
    piece->call = call;
    piece->text = pen_text_in(piece->bytes, is_wanted ? sizeof piece->bytes : 0);
    if (!is_wanted)
        return;
    pen_text_add(&piece->text, "#! ");
    pen_text_add(&piece->text, word);
    room__piece_number(piece, call->now_ms);
    if (seat == PEN_SEAT_NONE)
        return;
    room__piece_number(piece, seat);
    room__piece_number(piece, seat == call->seat ? call->command : 0);
}

void room__piece_word(struct room__piece *piece, const char *word)
{
    pen_text_add(&piece->text, " ");
    pen_text_add(&piece->text, word);
}

void room__piece_number(struct room__piece *piece, uint64_t number)
{
    pen_text_add(&piece->text, " ");
    pen_text_add_number(&piece->text, number);
}

void room__piece_hex(struct room__piece *piece, const uint8_t *bytes, size_t count)
{
    pen_text_add(&piece->text, " ");
    fair_hex_write(&piece->text, bytes, count);
}

/* All of them, also those that are as usual: what is usual may change. */
void room__piece_settings(struct room__piece *piece, const struct setup_settings *settings)
{
    pen_text_add(&piece->text, " ");
    setup_kept_write(&piece->text, settings);
}

/* Said once; also to a journal that an older program began, before anything is added to it. */
void room__do_version(struct room__call *call)
{
    struct room__piece piece; /* eight kilobytes: not to be cleared at every input */
    if (call->room->journal == ROOM_JOURNAL)
        return;
    call->room->journal = ROOM_JOURNAL;
    piece.call = call;
    piece.text = pen_text_in(piece.bytes, sizeof piece.bytes);
    pen_text_add(&piece.text, "#! journal");
    room__piece_number(&piece, ROOM_JOURNAL);
    room__piece_end(&piece);
}

void room__piece_end(struct room__piece *piece)
{
    const struct room_out *out = piece->call->out;
    if (!out || !out->journal)
        return;
    if (piece->text.length == 0 || piece->bytes[piece->text.length - 1] != '\n')
        pen_text_add(&piece->text, "\n");
    PEN_ASSERT(!piece->text.is_cut);
    out->journal(out->context, piece->bytes, piece->text.length);
}

void room__effect_done(struct room__call *call)
{
    struct room *room = call->room;
    room->n++;
    room->event_at[room->n % ROOM_UPDATES_MAX] = (uint16_t)room->event_total;
    room->last_ms = call->now_ms;
    room->live.update_ms[room->n % ROOM_UPDATES_MAX] = call->now_ms;
    call->needs_plan = true;
    if (call->command == 0 || call->seat >= PEN_SEATS_MAX)
        return;
    struct room_seat *seat = &room->seats[call->seat];
    for (unsigned i = ROOM_DONE_MAX - 1; i > 0; i--)
        seat->done[i] = seat->done[i - 1];
    seat->done[0].id = call->command;
    seat->done[0].n = room->n;
    call->command = 0;
}
