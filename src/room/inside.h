/* inside.h - what the files of the room share. Internal.
 *
 * The state changes in effects only (room__do_...): each is decided by somebody else (an input, the
 * clock, a bot, a vote), changes the state as a function of state, time and its arguments, writes one
 * piece of journal and marks or sends what the viewers are to be told. Restoring reads the journal and
 * calls the same effects; so what an effect reads besides its arguments must not be 'live', the outside
 * of the journal. */
#ifndef ROOM_INSIDE_H
#define ROOM_INSIDE_H

#include "room/room.h"

#define ROOM_TIE_MS 15    /* actions this close together are equally early */
#define ROOM_HUMAN_MS 150 /* who is quicker has not reacted */
#define ROOM_REACT_MS 500 /* a window stays open for so long at least, whatever was queued */
#define ROOM_SHOUT_MS 500 /* what a wrong shout costs */
#define ROOM_HOLD_MIN_MS 40
#define ROOM_HOLD_MAX_MS (ROOM_RTT_MAX_MS + ROOM_HOLD_SPARE_MS)
#define ROOM_HOLD_SPARE_MS 20
#define ROOM_RTT_MAX_MS 400 /* more than this is nobody else's concern */
#define ROOM_RACE_MS 8000   /* who has not dropped by then comes last; and the seconds for who listens */
#define ROOM_REVEAL_MS 3000
#define ROOM_FULL_MS 3000 /* a full table at which all agree begins by itself */
#define ROOM_TOSS_MS 2500 /* one in this time, a few at once */
#define ROOM_TOSS_BURST_MS 7500
#define ROOM_AGAIN_MS 20000 /* who has been gone for so long after a game does not hold the next one up */
#define ROOM_NEXT_MS 20000  /* to the next round, if not all are ready */
#define ROOM_GRACE_MS 400   /* a move that left in time may arrive this late */
#define ROOM_ASK_MS 30000
#define ROOM_ASK_STILL_MS 10000        /* a question that holds the play up is shorter */
#define ROOM_ASK_AGAIN_MS 20000        /* after a question of one's own; twice as long after each that came */
#define ROOM_ASK_DOUBLE_MAX 5          /* ... to nothing, so many times */
#define ROOM_SLOW_MS UINT32_C(3600000) /* a table with such a clock is played over days */
#define ROOM_DAY_MS UINT64_C(86400000)
#define ROOM_GONE_MS UINT64_C(600000)  /* absent for so long, and for two clocks: may be sent away */
#define ROOM_PAUSE_MS UINT64_C(600000) /* the longest pause; a day where moves take that long */
#define ROOM_PAUSE_TIMES 2             /* the pauses of a game, together: so many of the longest */
#define ROOM_KNOCK_MS 30000            /* so long it is not told again that somebody unwanted wants in */
#define ROOM_THERE_AFTER_MS 30000      /* who has not moved for so long may be asked, and has ... */
#define ROOM_THERE_MS 60000            /* ... this for the move */
#define ROOM_SAY_MS 2000               /* one saying in this time ... */
#define ROOM_SAY_BURST_MS 10000        /* ... and this much ahead */
#define ROOM_MISSED_MAX 2
#define ROOM_EXPERT_ROLLOUTS 250
#define ROOM_EMPTY_WAITING_MS UINT64_C(600000)
#define ROOM_EMPTY_PLAYING_MS UINT64_C(86400000)

/* One call of room_apply(), or one line of room_restore(). */
struct room__call {
    struct room *room;
    const struct room_rules *rules;
    const struct room_out *out; /* null while restoring */
    uint64_t now_ms;
    uint32_t command; /* to be noted as done with the next effect of 'seat'; 0: none */
    uint8_t seat;
    bool has_seats_news;  /* the seats message is to be sent at the end */
    bool is_acknowledged; /* the command's answer went out already */
    bool is_by_clock;     /* the action that is told now */
    bool needs_plan;      /* what the bots will do may have changed */
    bool has_tie;         /* the next action comes first by lot: */
    uint8_t tie_seats[PEN_SEATS_MAX];
    uint8_t tie_seat_count;
    uint16_t tie_before; /* ties before this one */
    size_t skipped;      /* bytes behind a restored line that belong to it */
};

static inline uint16_t room__bit(unsigned seat)
{
    return (uint16_t)(1u << seat);
}

/* Of the string functions, the four of memory are all that a freestanding build has. */
static inline size_t room__length(const char *string)
{
    size_t count = 0;
    while (string[count])
        count++;
    return count;
}

static inline bool room__same(const char *bytes, size_t count, const char *string)
{
    for (size_t i = 0; i < count; i++)
        if (string[i] == 0 || string[i] != bytes[i])
            return false;
    return string[count] == 0;
}

/* ---- settings.c ---- */

bool room__is_ended(const char *bytes, size_t size); /* there is an end to it within the field */
/* By themselves; and with the rules that are made of them, null where none can be made. */
enum room_refusal room__settings_check_said(const struct setup_settings *settings);
enum room_refusal room__settings_check(const struct setup_settings *settings, const struct room_rules *rules);
/* The one for which they are refused as BAD_SETTINGS: SETUP_SETTING(), 0: none alone. */
uint16_t room__settings_wrong(const struct setup_settings *settings, const struct room_rules *rules);
/* Whether the table has this edition already. */
bool room__is_edition_of(const struct room *room, const struct setup_settings *settings);

/* ---- alike.c ---- */

bool room__names_alike(const char *name, const char *other);

/* ---- clear.c ---- */

/* Whether it stands on the character before it. */
bool room__is_mark(uint32_t point);

/* ---- seats.c ---- */

bool room__is_person(const struct room *room, uint8_t seat);
bool room__is_bot_played(const struct room *room, uint8_t seat);
bool room__is_waiting(const struct room *room); /* people may come and go: before a game, after it */
uint16_t room__people(const struct room *room); /* who have not left */
uint16_t room__people_here(const struct room *room);
unsigned room__taken_count(const struct room *room);
void room__go(struct room__call *call, uint8_t seat); /* is not here any more */
void room__free_seat(struct room__call *call, uint8_t seat);
void room__close_gaps(struct room__call *call);
void room__clear_seats(struct room__call *call); /* of those who left after the last game */
void room__do_sit(struct room__call *call, uint8_t seat, const char *name, const uint8_t *token_hash);
/* 'name': null in a journal of 0.2.0, which did not say it. */
void room__do_bot(struct room__call *call, uint8_t target, uint8_t level, const char *name);
void room__do_leave(struct room__call *call);
/* origin: where that person was; 0: not known */
void room__do_kick(struct room__call *call, uint8_t target, uint16_t origin);
void room__do_remove(struct room__call *call, uint8_t target, uint16_t origin);
void room__keep_clock(struct room__call *call, uint8_t seat);
void room__do_away(struct room__call *call, uint8_t seat);
void room__do_back(struct room__call *call, uint8_t seat);
void room__do_late(struct room__call *call, uint8_t seat, const char *name, const uint8_t *token_hash);
void room__all_in_time(struct room *room);            /* those who came late play now */
unsigned room__coming_count(const struct room *room); /* who sit down with the next deal, on free seats */
uint16_t room__late_points(const struct room *room, const struct pen_rules *rules); /* RULE O29 */
/* Whether one more may sit down with the next deal. */
bool room__may_come(const struct room *room, const struct pen_rules *rules);
void room__own_names(struct room *room); /* a game is over: they are called as they are */
/* Whose view a viewer gets: who came late sees what watchers see. */
uint8_t room__eyes_of(const struct room *room, uint8_t viewer);
#define ROOM__PROGRAM "program" /* of a name's piece: no person plays there */
void room__do_rename(struct room__call *call, const char *name, uint8_t face, bool is_program);
enum room_refusal room__sit(struct room__call *call, const struct room_input *input,
                            struct room_answer *answer);
enum room_refusal room__rename(struct room__call *call, const struct wire_asked_name *asked,
                               struct room_answer *answer);
enum room_refusal room__bot(struct room__call *call, const struct room_input *input);
enum room_refusal room__leave(struct room__call *call);
enum room_refusal room__remove(struct room__call *call, uint8_t target);

/* ---- agree.c ---- */

void room__wait_again(struct room__call *call); /* after a game, if the table changes */
void room__close_question(struct room *room);
void room__do_open(struct room__call *call, const char *id, const struct setup_settings *settings);
/* 'version' of the shuffle: FAIR_VERSION, or that of an old journal. */
void room__do_entropy(struct room__call *call, const uint8_t *entropy, uint8_t version);
void room__do_set(struct room__call *call, const struct setup_settings *settings);
void room__do_agree(struct room__call *call, const uint8_t *commit);
void room__do_begin(struct room__call *call); /* to the seeds */
void room__do_reveal(struct room__call *call, const uint8_t *seed);
void room__do_close(struct room__call *call);
enum room_refusal room__set(struct room__call *call, const struct room_input *input);
/* 'commit' null: without a seed of one's own. */
enum room_refusal room__agree(struct room__call *call, uint32_t rules_version, const uint8_t *commit);
enum room_refusal room__start(struct room__call *call);
void room__note_full(struct room__call *call);     /* after every input */
bool room__teams_fit(const struct room *room);     /* RULE M1: those who sit here make equal teams */
uint64_t room__begin_due(const struct room *room); /* when a game begins by itself; or ROOM_NEVER */
void room__begin_now(struct room__call *call);
enum room_refusal room__reveal(struct room__call *call, const uint8_t *seed);

/* ---- play.c ---- */

enum room_by { ROOM_BY_PERSON, ROOM_BY_CLOCK, ROOM_BY_BOT };

void room__do_game(struct room__call *call); /* the first deal */
void room__do_next(struct room__call *call); /* the next deal */
void room__next(struct room__call *call);    /* and bots for those who came late and have gone */
void room__do_ready(struct room__call *call);
void room__do_void(struct room__call *call);
void room__do_undo(struct room__call *call, uint32_t actions);
void room__do_take_over(struct room__call *call, const char *text, size_t bytes);
/* Whether the record can be gone on with by those who sit here. */
bool room__can_take_over(const struct room__call *call, const char *text, size_t bytes);
enum pen_refusal room__do_action(struct room__call *call, struct pen_action action, enum room_by by,
                                 const struct room_held *held); /* null: it was not weighed */
/* How many actions are taken back with the seat's newest; 0: none. */
uint32_t room__undo_actions(const struct room *room, uint8_t seat, bool *is_seen);
enum room_refusal room__act(struct room__call *call, const struct room_input *input, enum pen_refusal *game,
                            bool *is_held);

/* ---- race.c ---- */

bool room__window_is_open(const struct room *room, const struct room_rules *rules);
void room__weigh(const struct room *room, const struct room_input *input, struct room_held *held);
bool room__is_closing(const struct room *room, struct pen_action action); /* a window, by the next player */
/* A catch is called; TOO_FAST: after a wrong one, it is not heard. */
enum room_refusal room__shout(struct room__call *call, struct pen_action action);
enum room_refusal room__hold(struct room__call *call, const struct room_held *held);
uint64_t room__release_ms(const struct room *room); /* ROOM_NEVER: nothing is held */
void room__release(struct room__call *call);        /* those that are due */
void room__drop_held(struct room__call *call);      /* nothing that is held can be done any more */
void room__forget_held(struct room_live *live, uint8_t seat);
void room__race_over(struct room__call *call); /* time is up: all others drop */

/* ---- clock.c ---- */

bool room__stands_still(const struct room *room);
void room__stand_still(struct room *room, bool was_still, uint64_t now_ms); /* after it may have changed */
void room__clock_start(struct room__call *call, uint64_t ms);
uint64_t room__time_left(const struct room *room, uint64_t now_ms); /* not while it is ROOM_NEVER */
void room__do_wake(struct room__call *call, bool is_older);
void room__do_there(struct room__call *call, uint8_t target);
enum room_refusal room__there(struct room__call *call, uint8_t target);
void room__settle(struct room__call *call); /* everything that is due by now */

/* ---- consent.c ---- */

/* 'settings' are what is asked for with RULES. */
void room__do_ask(struct room__call *call, uint8_t what, uint8_t target,
                  const struct setup_settings *settings);
void room__do_grant(struct room__call *call);
void room__do_vote(struct room__call *call, bool yes);
void room__do_lapse(struct room__call *call);
void room__do_pause(struct room__call *call, bool is_paused);
enum room_refusal room__ask(struct room__call *call, const struct room_input *input);
enum room_refusal room__vote(struct room__call *call, bool yes);
void room__decide(struct room__call *call);  /* after a vote, or when somebody went */
bool room__is_slow(const struct room *room); /* moves take days: nobody has to be here */
void room__play_on(struct room__call *call); /* an action answers a question about taking back */
/* Closes the question, which this effect answers, and tells all. */
void room__answered(struct room__call *call, enum room_outcome outcome);
void room__move_votes(struct room *room, uint8_t from, uint8_t to);

/* ---- chat.c ---- */

void room__do_say(struct room__call *call, uint8_t phrase, const char *text, size_t bytes);
void room__do_quote(struct room__call *call, uint8_t target, const char *text, size_t bytes);

/* Whether this seat has said just that in words of its own, as far as the table remembers. */
void room__move_words(struct room *room, uint8_t from, uint8_t to);
void room__forget_words(struct room *room, uint8_t seat);
bool room__has_said(const struct room *room, uint8_t seat, const char *text, size_t bytes);
enum room_refusal room__say(struct room__call *call, const struct wire_asked_say *said);
bool room__text_is_good(const char *bytes, size_t count);
/* The bytes of the character that begins here, and which it is; 0 if there is none that may be shown. */
size_t room__character(const char *bytes, size_t left, uint32_t *point);

/* Nobody is told later: it is not in the journal. */
enum room_refusal room__toss(struct room__call *call, const struct wire_asked_toss *toss);

/* ---- bots.c ---- */

void room__plan_bots(struct room__call *call);
void room__bot_moves(struct room__call *call, uint8_t seat);
void room__take_action(struct room__call *call, const struct room_input *input); /* that was thought of */
struct pen_action room__clock_action(const struct room__call *call, uint8_t seat);
enum room_refusal room__hint(struct room__call *call, uint32_t command);

/* ---- journal.c: the beginning and the end of a piece ---- */

struct room__piece {
    struct room__call *call;
    struct pen_text text;
    char bytes[ROOM_JOURNAL_BYTES_MAX];
};

/* "#! word TIME"; with a seat " SEAT COMMAND" too. The caller adds words, each after a blank. */
void room__piece_begin(struct room__piece *piece, struct room__call *call, const char *word, uint8_t seat);
void room__piece_word(struct room__piece *piece, const char *word);
void room__piece_number(struct room__piece *piece, uint64_t number);
void room__piece_hex(struct room__piece *piece, const uint8_t *bytes, size_t count);
void room__piece_settings(struct room__piece *piece, const struct setup_settings *settings);
/* The line that says how what follows is written, where it does not stand yet. */
void room__do_version(struct room__call *call);
/* Ends the line and hands the piece over. */
void room__piece_end(struct room__piece *piece);
/* The number of the update that the effect makes, the command done, the time noted. */
void room__effect_done(struct room__call *call);

/* ---- edition.c ---- */

void room__keep_edition(struct room__call *call); /* its text into the journal, if it is not there */
void room__keep_own(struct room__call *call);     /* the same of one's own, before it is named */
uint64_t room__digest(const char *text, size_t bytes);

/* ---- send.c ---- */

void room__send_edition(struct room__call *call,
                        const struct room_rules *rules); /* if it is somebody's own */
void room__send_seats(struct room__call *call);
void room__send_table(struct room__call *call);
void room__send_update(struct room__call *call, const struct pen_events *events,
                       const struct pen_hand *hands_before, uint8_t actor, uint32_t command);
void room__send_said(struct room__call *call, const struct room_chat *chat);
void room__send_reveal(struct room__call *call);
void room__send_voted(struct room__call *call, const struct room_vote *vote);
/* A short message, the same for everybody and without cards. */
void room__tell_all(struct room__call *call, const struct wire_told *told);
void room__send_bye(struct room__call *call, uint8_t seat, enum room_bye why);
void room__send_ok(struct room__call *call, uint8_t seat, uint32_t command, uint32_t n);
void room__send_no(struct room__call *call, uint8_t seat, uint32_t command, struct room_answer answer);
void room__send_hint(struct room__call *call, uint8_t seat, uint32_t command, struct pen_action action);

/* ---- action.c ---- */

/* Without what its verb does not use, so that it can be written and read back. */
struct pen_action room__plain_action(struct pen_action action);

void room__write_action(struct pen_text *text, const struct room *room, const struct room_rules *rules,
                        struct pen_action action);

/* The view of one moment: the table as it lies and, with history, the events that are still known. */
void room__look(const struct room *room, const struct room_rules *rules, uint8_t viewer, bool has_history,
                struct pen_view *view);
/* Only what messages tell of the moment: no discards, no history; the rest of the view is not touched. */
void room__glance(const struct room *room, const struct room_rules *rules, uint8_t viewer,
                  struct pen_view *view);

#endif
