/* save.h - the game as it is played, kept in a file: the journal of its table (room.h), whose lines are those
 * of a .mesa record and comments. Whatever was played is on the disk before anybody sees it, so that the end
 * of the process loses nothing. Finished games move to the folder of kept games, as records.
 *
 *     $XDG_STATE_HOME/penultima/game.mesa, game-2.mesa ...   games that go on, one per running program
 *     $XDG_DATA_HOME/penultima/games/DATE-EDITION.mesa       finished games
 *
 * The first lines are comments with what a record need not know: "# saved: 3" (how it is written; 2 was a
 * record instead of a journal, and 0.2.0 had no such line), when it began, who sits where. A disk that is
 * full or cannot be written is no reason to stop: the text stays in memory, is tried again with the next
 * action, and the caller is told when saving begins to fail and when it works again. */
#ifndef TUI_SAVE_H
#define TUI_SAVE_H

#include "bots/bot.h"
#include "penultima/penultima.h"

struct tui_save;

/* Who sits where, as the comment says it. */
struct tui_seating {
    uint16_t people;
    struct bot_spec specs[PEN_SEATS_MAX];
};

/* A game that was left in the middle. */
struct tui_unfinished {
    struct tui_save *save; /* holds the file; hand it to the table or drop it with tui_save_close() */
    char *bytes;           /* its whole lines; owned by 'save' */
    size_t count;
    struct tui_seating seating;
    bool has_seating;
    const char *journal; /* in 'bytes', to their end; null: it is a record of an older program's */
    char newer[4096]; /* the first one that a later version of this program is writing; it is left as it is */
};

/* The first unfinished game that no other program is playing. False: there is none. */
PEN_MUST_USE bool tui_save_find(struct tui_unfinished *unfinished);

/* Whether the text is a saved game of a later version of this program. */
bool tui_save_is_newer(const char *bytes, size_t count);

/* A new game. Null: no memory. A folder that cannot be written shows with the first append. */
struct tui_save *tui_save_create(void);

/* The comments that a game begins with. An edition of somebody's own is written beside it. */
enum tui_saved { TUI_SAVED, TUI_SAVE_FAILED /* from now on */, TUI_SAVE_FAILING, TUI_SAVED_AGAIN };
enum tui_saved tui_save_begin(struct tui_save *save, const struct tui_seating *seating,
                              const struct pen_edition *edition);
enum tui_saved tui_save_append(struct tui_save *save, const char *bytes, size_t count);

/* Where it is written: editions of one's own lie beside it. */
const char *tui_save_path(const struct tui_save *save);

bool tui_save_is_failing(const struct tui_save *save);

/* The system's words for the last failure. */
const char *tui_save_why(const struct tui_save *save);

/* Moves the game to the kept ones as a record, as far as it went. Null: it could not. */
const char *tui_save_finish(struct tui_save *save);

/* The game is not wanted any more. */
void tui_save_discard(struct tui_save *save);

/* Lets go of the file; what is in it stays. */
void tui_save_close(struct tui_save *save);

/* The folder of kept games into 'path'. False: there is no home, or the name is too long. */
PEN_MUST_USE bool tui_games_folder(char *path, size_t size);

/* Where the journal begins in a saved game; null: it is a record. */
const char *tui_save_journal(const char *bytes, size_t count);

/* Reads the comment with the seating out of a record. */
PEN_MUST_USE bool tui_seating_read(const char *bytes, size_t count, struct tui_seating *seating);

#endif
