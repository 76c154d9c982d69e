/* penultima.h - the rules of the game as a library: the contract page.
 *
 * Memory   The caller owns all of it. Every structure is plain memory without inner pointers: copy
 *          it with '=', compare and hash it as bytes, drop it without a call. Nothing allocates.
 * Purity   No input or output, clock, globals or locale. Time, chance and bytes are arguments; the
 *          same arguments give the same result everywhere. Any number of threads may call anything
 *          on structures of their own; 'struct pen_rules' may be shared, nobody writes to it.
 * Errors   Three kinds. A refusal (enum pen_refusal) is an answer for a player: nothing changed, and
 *          it names its rule. A problem (enum pen_..._problem) says what is wrong with an edition,
 *          a layout or a text. A programmer's error reaches pen_assert_failed(), which the host
 *          may define and which does not return; otherwise it prints a line and aborts.
 * Secrets  struct pen_round and struct pen_game hold every hidden card and stay with the authority
 *          of the table. What players, bots and spectators get is struct pen_view.
 *
 * A whole game:
 *
 *     struct pen_edition edition;    pen_edition_builtin("classic", &edition);           text.h
 *     struct pen_rules rules;        pen_table_make(&rules, &edition, &options, NULL);   text.h
 *     struct pen_game game;          pen_game_start(&rules, &game, seed, &layout, ...);  game.h
 *     while (there is a seat in pen_round_must(&game.round)) {
 *         pen_round_legal(&rules, &game.round, seat, &legal);                            round.h
 *         pen_game_apply(&rules, &game, pen_legal_at(&rules, &legal, choice), &events);
 *     }
 */
#ifndef PENULTIMA_PENULTIMA_H
#define PENULTIMA_PENULTIMA_H

#include "penultima/action.h"
#include "penultima/base.h"
#include "penultima/batch.h"
#include "penultima/bot.h"
#include "penultima/card.h"
#include "penultima/chance.h"
#include "penultima/edition.h"
#include "penultima/event.h"
#include "penultima/game.h"
#include "penultima/memory.h"
#include "penultima/observation.h"
#include "penultima/quick.h"
#include "penultima/refusal.h"
#include "penultima/round.h"
#include "penultima/text.h"
#include "penultima/version.h"
#include "penultima/view.h"

#endif
