/* count.c - what a seat's decisions cost: time, characters, and what the program itself reports. */
#include <math.h>
#include <string.h>

#include "tui/seat/inside.h"
#include "wire/json.h"

void seat_report(struct seat_reported *reported, const char *name, size_t bytes, double number)
{
    unsigned at = 0;
    if (bytes == 0 || bytes >= SEAT_REPORTED_BYTES || !isfinite(number))
        return;
    while (at < reported->count &&
           (strlen(reported->list[at].name) != bytes || memcmp(reported->list[at].name, name, bytes) != 0))
        at++;
    if (at == SEAT_REPORTED_MAX)
        return;
    if (at == reported->count) {
        reported->count++;
        memcpy(reported->list[at].name, name, bytes);
        reported->list[at].name[bytes] = 0;
        reported->list[at].number = 0;
    }
    reported->list[at].number += number;
}

static void put_real(struct pen_text *text, const char *key, double number)
{
    char bytes[64];
    (void)snprintf(bytes, sizeof bytes, "%.12g", number);
    wire_json_key(text, key);
    pen_text_add(text, bytes);
}

void seat_cost_write(struct pen_text *text, const struct seat_cost *cost)
{
    wire_json_put_number(text, "answers", cost->answers);
    wire_json_put_number(text, "wrong", cost->wrong);
    wire_json_put_number(text, "late", cost->late);
    wire_json_put_number(text, "refused", cost->refused);
    wire_json_put_number(text, "instead", cost->instead);
    wire_json_put_number(text, "ms", cost->ms);
    wire_json_put_number(text, "told", cost->told);
    wire_json_put_number(text, "said", cost->said);
    wire_json_key(text, "reported");
    wire_json_open(text, '{');
    for (unsigned i = 0; i < cost->reported.count; i++)
        put_real(text, cost->reported.list[i].name, cost->reported.list[i].number);
    wire_json_close(text, '}');
}
