/* work.h - what takes long and must not hold up the loop: done by threads of their own, in the order
 * of its coming, and finished in the loop. Knows neither tables nor sockets. */
#ifndef SERVE_WORK_H
#define SERVE_WORK_H

#include "hall/hall.h"

struct serve_work;

/* 'wake' is called from a thread when something was done. Null: no memory or no threads. */
struct serve_work *serve_work_create(void (*wake)(void *context), void *context);

/* Hands it over; false: too much waits already. In the shape of hall_work_with(). */
bool serve_work_give(void *works, struct hall_work *work);

/* In the loop: finishes what was done. */
void serve_work_finish(struct serve_work *works);

/* Ends the threads; what was handed over is done and finished first. */
void serve_work_destroy(struct serve_work *works);

#endif
