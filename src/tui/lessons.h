/* lessons.h - the tutorial as data: positions and what is played in them (.mesa), and what the guide says
 * before each action of Ana, the learner. Texts stand in both languages; one alone does not build. */
#ifndef TUI_LESSONS_H
#define TUI_LESSONS_H

#include "penultima/penultima.h"

enum { TUI_LESSON_STEPS_MAX = 6 };

struct tui_lesson {
    const char *mesa;
    const char *says[TUI_LESSON_STEPS_MAX][PEN_LANG_COUNT]; /* before each action of seat 0, in order */
};

#define SAY(english, spanish)                            \
    {                                                    \
        [PEN_LANG_EN] = english, [PEN_LANG_ES] = spanish \
    }

static const struct tui_lesson tui_lessons[] = {
    {"edition: classic\n"
     "players: Ana, Beto, Carla\n"
     "hand Ana: r7 y3 g2 b5\n"
     "hand Beto: b7 y8 y1 y9\n"
     "hand Carla: b3 g6 g8 g9\n"
     "top: r5\n"
     "turn: Ana\n"
     "Ana plays r7\n"
     "Beto plays b7\n"
     "Carla plays b3\n"
     "Ana plays y3\n",
     {SAY("Welcome to the table. You are Ana; Beto and Carla play along.\n"
          "Whoever gets rid of all cards first wins. In your turn you lay one card that matches the top one "
          "by colour, number or symbol (rule T1).\n"
          "A red 5 is on top. Play the red 7: same colour.",
          "Te damos la bienvenida a la mesa. Tú eres Ana; Beto y Carla juegan contigo.\n"
          "Gana quien se queda antes sin cartas. En tu turno pones una carta que coincida con la de arriba "
          "en "
          "color, número o símbolo (regla T1).\n"
          "Arriba hay un 5 rojo. Juega el 7 rojo: mismo color."),
      SAY("Beto laid a blue 7 on your red one: same number. Carla followed in blue.\n"
          "Do as Beto did: play the yellow 3 on the blue 3.",
          "Beto puso un 7 azul sobre el tuyo rojo: mismo número. Carla siguió con azul.\n"
          "Haz como Beto: juega el 3 amarillo sobre el 3 azul.")}},

    {"edition: classic\n"
     "players: Ana, Beto, Carla\n"
     "hand Ana: g1 g4 b9\n"
     "hand Beto: y5 r1 r2 r3\n"
     "hand Carla: b5 r4 r6 r8\n"
     "draw: y2\n"
     "top: y6\n"
     "turn: Ana\n"
     "Ana draws\n"
     "Ana plays y2\n"
     "Beto plays y5\n"
     "Carla plays b5\n",
     {SAY("New cards. A yellow 6 is on top, and you have neither a yellow card nor a 6.\n"
          "Then you draw one card from the pile (rule T2). You may draw in any turn, by the way.",
          "Cartas nuevas. Arriba hay un 6 amarillo, y no tienes ni amarillo ni un 6.\n"
          "Entonces robas una carta del mazo (regla T2). Robar, por cierto, se puede en cualquier turno."),
      SAY("Lucky: the yellow 2 you drew fits. It may be played at once or kept (rule T4), but no other card "
          "of yours may be played now.\n"
          "Play it.",
          "Suerte: el 2 amarillo que robaste sirve. Se puede jugar ahora o guardar (regla T4), pero ninguna "
          "otra de tus cartas.\n"
          "Juégalo.")}},

    {"edition: classic\n"
     "players: Ana, Beto, Carla\n"
     "hand Ana: rs rr r+2 b8 b1\n"
     "hand Beto: r3 g8 y8 y3\n"
     "hand Carla: r9 r6 g3 y4 y5\n"
     "draw: b2 b3 b4\n"
     "top: r4\n"
     "turn: Ana\n"
     "Ana plays rs\n"
     "Carla plays r9\n"
     "Ana plays rr\n"
     "Carla plays r6\n"
     "Beto plays r3\n"
     "Ana plays r+2\n",
     {SAY("Some cards do something. With the Skip the next player loses the turn (rule A3).\n"
          "Play the red Skip: Beto will have to watch.",
          "Hay cartas con efecto. Con la carta Salta el siguiente pierde el turno (regla A3).\n"
          "Juega Salta rojo: Beto se queda mirando."),
      SAY("It went past Beto to Carla. Now the Reverse: play runs the other way (rule A2), so Carla is next "
          "again.\n"
          "Play the red Reverse.",
          "Pasó de largo a Beto y jugó Carla. Ahora, Reversa: se juega hacia el otro lado (regla A2), así "
          "que "
          "otra vez viene Carla.\n"
          "Juega Reversa rojo."),
      SAY("And the Draw Two: the next player draws two cards and loses the turn (rule A1).\n"
          "Play it on Carla.",
          "Y Roba 2: el siguiente roba dos cartas y pierde el turno (regla A1).\n"
          "Échasela a Carla.")}},

    {"edition: classic\n"
     "players: Ana, Beto, Carla\n"
     "hand Ana: w w+4 y3 y7\n"
     "hand Beto: b1 b3 r1 y9\n"
     "hand Carla: r8 g1 g2 y1\n"
     "draw: g4 g5 r9 r7\n"
     "top: b2\n"
     "turn: Ana\n"
     "Ana plays w yellow\n"
     "Beto plays y9\n"
     "Carla plays y1\n"
     "Ana plays y7\n",
     {SAY("A blue 2, and you have no blue. A Wild goes on anything, and you name the colour that goes on "
          "(rule A4).\n"
          "Of yellow you hold most: play the Wild and name yellow.",
          "Un 2 azul, y no tienes azul. El Comodín de color va sobre cualquier carta, y tú dices el color "
          "con el que se sigue (regla A4).\n"
          "De amarillo es de lo que más tienes: juega el Comodín de color y pide amarillo."),
      SAY("Yellow it is, as you wished. The Wild Draw Four in your hand is not allowed now: only a player "
          "who "
          "has nothing of the colour in play may lay it honestly (rule A6), and you have yellow.\n"
          "Play the yellow 7.",
          "Salió amarillo, como pediste. El Comodín Roba 4 de tu mano ahora no vale: solo puede ponerlo "
          "sin engaño quien no tiene el color en juego (regla A6), y tú tienes amarillo.\n"
          "Juega el 7 amarillo.")}},

    {"edition: classic\n"
     "players: Ana, Beto, Carla\n"
     "hand Ana: y4 b1 b2 r3\n"
     "hand Beto: w+4 g2 g6 b8\n"
     "hand Carla: r8 b4 b5 r1\n"
     "draw: r5 r6 r7 g8 g9\n"
     "top: g1\n"
     "turn: Beto\n"
     "direction: right\n"
     "Beto plays w+4 yellow\n"
     "Ana challenges\n"
     "Ana plays y4\n",
     {SAY("Beto laid a Wild Draw Four against you: take four cards and lose the turn (rule A5), or "
          "challenge (rule A7). If Beto had green he bluffed and draws the four himself; if not, you draw "
          "six.\n"
          "You have a feeling. Challenge him: his hand will be shown to you alone.",
          "Beto te puso un Comodín Roba 4: o robas cuatro y pierdes el turno (regla A5), o le desafías "
          "(regla A7). Si Beto tenía verde, engañó y las roba él; si no, tú robas seis.\n"
          "Tienes una corazonada. Desafíale: su mano solo la verás tú."),
      SAY("Two green cards: he bluffed, drew the four himself, and it is your turn. The colour he named "
          "stands: yellow.\n"
          "Play the yellow 4.",
          "Dos verdes: era un engaño, se las llevó él, y ahora te toca. El color que pidió vale: amarillo.\n"
          "Juega el 4 amarillo.")}},

    {"edition: classic\n"
     "set: scoring=quick\n"
     "players: Ana, Beto, Carla\n"
     "hand Ana: r3 r9\n"
     "hand Beto: r6 b6\n"
     "hand Carla: r2 g1 g2 g3\n"
     "draw: y1 y2\n"
     "top: r5\n"
     "turn: Ana\n"
     "Ana plays r3 uno\n"
     "Beto plays r6\n"
     "Ana catches Beto\n"
     "Carla plays r2\n"
     "Ana plays r9\n",
     {SAY("Two cards left. Whoever lays the last but one says UNO with it (rule U1), or draws two if "
          "somebody "
          "notices.\n"
          "Play the red 3 and say UNO.",
          "Te quedan dos cartas. Quien pone la penúltima dice UNO (regla U1); si lo olvida y alguien lo "
          "nota, "
          "roba dos.\n"
          "Juega el 3 rojo y di UNO."),
      SAY("Look: Beto has one card left and did not say UNO. Until Carla begins her turn you can catch him "
          "(rule U2).\n"
          "Catch Beto!",
          "Mira: a Beto le queda una carta y no dijo UNO. Hasta que Carla empiece su turno puedes "
          "descubrirle "
          "(regla U2).\n"
          "¡Descubre a Beto!"),
      SAY("Red is still in play and your last card is red. Whoever has no cards left wins the round "
          "(rule E1).\n"
          "This is it: play the red 9.",
          "Se sigue con rojo y tu última carta es roja. Quien se queda sin cartas gana la ronda (regla E1).\n"
          "Es el momento: juega el 9 rojo.")}},
};

#undef SAY

#endif
