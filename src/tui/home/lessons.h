/* lessons.h - the tutorial as data: positions and what is played in them (.mesa), and what the guide says
 * before each action of Ana, the learner (lesson. in lang/). */
#ifndef HOME_LESSONS_H
#define HOME_LESSONS_H

#include "words/words.h"
#include "words/lesson_words.h"

enum { HOME_LESSON_STEPS_MAX = 6 };

struct home_lesson {
    const char *mesa;
    enum word says[HOME_LESSON_STEPS_MAX]; /* before each action of seat 0, in order */
};

static const struct home_lesson home_lessons[] = {
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
     {WORD_LESSON_1_1, WORD_LESSON_1_2}},

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
     {WORD_LESSON_2_1, WORD_LESSON_2_2}},

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
     {WORD_LESSON_3_1, WORD_LESSON_3_2, WORD_LESSON_3_3}},

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
     {WORD_LESSON_4_1, WORD_LESSON_4_2}},

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
     {WORD_LESSON_5_1, WORD_LESSON_5_2}},

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
     {WORD_LESSON_6_1, WORD_LESSON_6_2, WORD_LESSON_6_3}},
};

#undef SAY

#endif
