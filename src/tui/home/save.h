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
#ifndef HOME_SAVE_H
#define HOME_SAVE_H

#include "bots/bot.h"
#include "penultima/penultima.h"

struct home_save;

/* Who sits where, as the comment says it. */
struct home_seating {
    uint16_t people;
    struct bot_spec specs[PEN_SEATS_MAX];
};

/* A game that was left in the middle. */
struct home_unfinished {
    struct home_save *save; /* holds the file; hand it to the table or drop it with home_save_close() */
    char *bytes;            /* its whole lines; owned by 'save' */
    size_t count;
    struct home_seating seating;
    bool has_seating;
    const char *journal; /* in 'bytes', to their end; null: it is a record of an older program's */
    char newer[4096]; /* the first one that a later version of this program is writing; it is left as it is */
};

/* The first unfinished game that no other program is playing. False: there is none. */
PEN_MUST_USE bool home_save_find(struct home_unfinished *unfinished);

/* Whether the text is a saved game of a later version of this program. */
bool home_save_is_newer(const char *bytes, size_t count);

/* A new game. Null: no memory. A folder that cannot be written shows with the first append. */
struct home_save *home_save_create(void);

/* The comments that a game begins with. An edition of somebody's own is written beside it. */
enum home_saved { HOME_SAVED, HOME_SAVE_FAILED /* from now on */, HOME_SAVE_FAILING, HOME_SAVED_AGAIN };
enum home_saved home_save_begin(struct home_save *save, const struct home_seating *seating,
                                const struct pen_edition *edition);
enum home_saved home_save_append(struct home_save *save, const char *bytes, size_t count);

/* Where it is written: editions of one's own lie beside it. */
const char *home_save_path(const struct home_save *save);

bool home_save_is_failing(const struct home_save *save);

/* The system's words for the last failure. */
const char *home_save_why(const struct home_save *save);

/* Moves the game to the kept ones as a record, as far as it went. Null: it could not. */
const char *home_save_finish(struct home_save *save);

/* The game is not wanted any more. */
void home_save_discard(struct home_save *save);

/* Lets go of the file; what is in it stays. */
void home_save_close(struct home_save *save);

/* The folder of kept games into 'path'. False: there is no home, or the name is too long. */
PEN_MUST_USE bool home_games_folder(char *path, size_t size);

/* Where the journal begins in a saved game; null: it is a record. */
const char *home_save_journal(const char *bytes, size_t count);

/* Reads the comment with the seating out of a record. */
PEN_MUST_USE bool home_seating_read(const char *bytes, size_t count, struct home_seating *seating);

#endif
