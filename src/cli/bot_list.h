/* bot_list.h - the bots for the help of the commands that take them, straight from BOT_LIST.
 *
 * Text for the 'details' of a command and not a function: these are constants, so that
 * 'penultima help sim' says the same as 'penultima sim --help'. */
#ifndef CLI_BOT_LIST_H
#define CLI_BOT_LIST_H

#include "bots/bot.h"

#define BOT_LIST_LINE_EN(name, id, en, es, en_line, es_line) "  " id " - " en_line "\n"
#define BOT_LIST_LINE_ES(name, id, en, es, en_line, es_line) "  " id " - " es_line "\n"

#define BOT_LIST_HELP_EN                                                                                    \
    "\nBots:\n" BOT_LIST(                                                                                   \
        BOT_LIST_LINE_EN) "  expert:1000 - so many rollouts per decision; the same seed is the same game\n" \
                          "  expert:50ms - so much processor time per decision; runs may differ\n"
#define BOT_LIST_HELP_ES                                                                                     \
    "\nBots:\n" BOT_LIST(                                                                                    \
        BOT_LIST_LINE_ES) "  expert:1000 - tantas partidas imaginadas por decisión; misma semilla, igual\n" \
                          "  expert:50ms - tanto tiempo de procesador por decisión; puede salir distinto\n"

#endif
