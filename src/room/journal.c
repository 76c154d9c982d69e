/* journal.c - writing the journal: one piece per effect, so that restore.c can call the effect again.
 *
 *     #! open TIME ID SETTINGS                the table; SETTINGS end with its name, which may have blanks
 *                                             and begin with EDITION, or EDITION,grace=MS where it was chosen
 *     #! edition TIME DIGEST                  and its text (edition.c)
 *     #! entropy TIME HEX                     the server's seed of the next game: private until it is over
 *     #! sit TIME SEAT ID NAME HASH           ID: the client's number of the command, or 0
 *     #! set | bot | agree | begin | reveal | ready | ask | vote | say | leave | remove | there TIME SEAT ID
 * ...
 *     #! away | back | kick TIME SEAT
 *     #! pause | go-on | lapse | wake | close TIME
 *     #! undo TIME ACTIONS                    so many of the newest actions were taken back
 *     #! game TIME NUMBER                     then the lines of a record: seeds, header, layout
 *     #! next TIME                            then "deal" and the layout of the next round
 *     Ana plays r7 #@ TIME id=6 by=bot r=212 wait=252 rtt=40 dt=212
 *     #! over TIME                            the game is over, its record may be given out
 *
 * What a record has no line for is a comment, so the lines of a game are a record (record.c). */
#include "fair/hex.h"
#include "room/inside.h"

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

/* By name: the lists may get another order, what is on disk does not. */
void room__piece_bot(struct room__piece *piece, uint8_t level)
{
    static const char *const words[BOT_LEVEL_COUNT] = {
#define X(name, id) [BOT_##name] = id,
        BOT_LIST(X)
#undef X
    };
    room__piece_word(piece, level < BOT_LEVEL_COUNT ? words[level] : "none");
}

void room__piece_ask(struct room__piece *piece, uint8_t what)
{
    static const char *const words[ROOM_ASK_COUNT] = {
#define X(name, word) [ROOM_ASK_##name] = word,
        ROOM_ASK_LIST(X)
#undef X
    };
    room__piece_word(piece, words[what]);
}

void room__piece_settings(struct room__piece *piece, const struct room_settings *settings)
{
    room__piece_word(piece, settings->edition);
    if (settings->grace_ms != ROOM_GRACE_UNO_MS) {
        pen_text_add(&piece->text, ",grace=");
        pen_text_add_number(&piece->text, settings->grace_ms);
    }
    if (settings->options.misplays != PEN_MISPLAYS_AS_EDITION) {
        pen_text_add(&piece->text, ",misplays=");
        pen_text_add_number(&piece->text, settings->options.misplays);
    }
    if (settings->dealer[0]) {
        pen_text_add(&piece->text, ",dealer=");
        pen_text_add(&piece->text, settings->dealer);
    }
    const uint64_t numbers[] = {settings->seats,          settings->series,
                                settings->bot_level,      settings->is_public,
                                settings->has_hints,      settings->move_ms,
                                settings->options.house,  settings->options.scoring,
                                settings->options.target, settings->options.reverse_with_two};
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (i == ROOM_SETTINGS_BOT)
            room__piece_bot(piece, settings->bot_level);
        else
            room__piece_number(piece, numbers[i]);
    /* The last one, for it may hold blanks. */
    room__piece_word(piece, settings->title);
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
