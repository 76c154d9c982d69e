/* guests.c - starting the programs of others, telling them views, hearing actions. */
#include "cli/guests.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "platform/child.h"
#include "platform/clock.h"
#include "room/room.h"
#include "wire/wire.h"

enum {
    MESSAGE_BYTES = 64 * 1024,
    ANSWER_BYTES = 256,
    START_MS = 10000, /* more, for the first answer: an interpreter has to be loaded */
    END_MS = 1000
};

/* One running program, at a table or waiting for one. */
struct guest_chair {
    struct guests *guests;
    unsigned guest;
    struct platform_child child;
    struct guest_chair *next;
    bool has_answered; /* since it was started */
    bool has_played;   /* and what it answered could be done */
    bool has_failed;
    uint8_t seat;
    struct pen_names names;
    uint32_t told; /* events of the view so far */
    uint32_t round, message;
    struct wire_told telling;
    char bytes[MESSAGE_BYTES];
};

void guests_init(struct guests *guests, unsigned answer_ms)
{
    memset(guests, 0, sizeof *guests);
    guests->answer_ms = answer_ms;
    pthread_mutex_init(&guests->lock, NULL);
}

int guests_add(struct guests *guests, const char *command, size_t bytes)
{
    if (guests->count == SIM_ELO_BOTS_MAX || bytes == 0 || bytes >= sizeof guests->list[0].command)
        return -1;
    memcpy(guests->list[guests->count].command, command, bytes);
    return (int)guests->count++;
}

uint64_t guests_failed(const struct guests *guests, unsigned guest)
{
    uint64_t sum = 0;
    for (unsigned fault = 0; fault < GUEST_FAULT_COUNT; fault++)
        sum += guests->list[guest].faults[fault];
    return sum;
}

bool guests_never_played(const struct guests *guests, unsigned guest)
{
    return !guests->list[guest].has_played && guests_failed(guests, guest) > 0;
}

static void blame(struct guest_chair *chair, enum guest_fault fault)
{
    chair->has_failed = true;
    pthread_mutex_lock(&chair->guests->lock);
    chair->guests->list[chair->guest].faults[fault]++;
    pthread_mutex_unlock(&chair->guests->lock);
}

/* ---- the process ---- */

static void end_program(struct guest_chair *chair, unsigned patience_ms)
{
    platform_child_end(&chair->child, patience_ms);
    free(chair);
}

static struct guest_chair *take_idle(struct guests *guests, unsigned guest)
{
    pthread_mutex_lock(&guests->lock);
    struct guest_chair **at = &guests->idle;
    while (*at && (*at)->guest != guest)
        at = &(*at)->next;
    struct guest_chair *chair = *at;
    if (chair)
        *at = chair->next;
    pthread_mutex_unlock(&guests->lock);
    return chair;
}

void guests_end(struct guests *guests)
{
    while (guests->idle) {
        struct guest_chair *chair = guests->idle;
        guests->idle = chair->next;
        end_program(chair, END_MS); /* it may have a last word to write down */
    }
    pthread_mutex_destroy(&guests->lock);
}

/* ---- lines ---- */

static bool tell(struct guest_chair *chair, const struct wire_told *told)
{
    const struct wire_book book = {.edition = chair->guests->edition, .rules = chair->guests->rules};
    struct pen_text text = pen_text_in(chair->bytes, sizeof chair->bytes);
    wire_write_told(&text, &book, told);
    pen_text_add(&text, "\n");
    PEN_ASSERT(!text.is_cut);
    for (size_t sent = 0; sent < text.length;) {
        ssize_t count = send(chair->child.line, text.bytes + sent, text.length - sent, MSG_NOSIGNAL);
        if (count < 0 && errno != EINTR)
            return false;
        sent += count > 0 ? (size_t)count : 0;
    }
    return true;
}

/* One line, without its end, in time. */
static bool hear(struct guest_chair *chair, char answer[ANSWER_BYTES], enum guest_fault *fault)
{
    uint64_t until = platform_now_ms() + chair->guests->answer_ms + (chair->has_answered ? 0 : START_MS);
    for (size_t count = 0; count + 1 < ANSWER_BYTES;) {
        uint64_t now = platform_now_ms();
        struct pollfd wait = {.fd = chair->child.line, .events = POLLIN};
        *fault = GUEST_TOO_LATE;
        if (now >= until || (poll(&wait, 1, (int)(until - now)) <= 0 && errno != EINTR))
            return false;
        ssize_t got = recv(chair->child.line, answer + count, 1, MSG_DONTWAIT);
        *fault = GUEST_ENDED;
        if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
            return false;
        if (got == 1 && answer[count] == '\n') {
            answer[count] = '\0';
            return chair->has_answered = true;
        }
        count += got > 0 ? (size_t)got : 0;
    }
    *fault = GUEST_NOT_LEGAL;
    memcpy(answer + ANSWER_BYTES - 4, "...", 4);
    return false;
}

/* ---- what is said ---- */

/* As everybody is told who sits down: who is there, and what is played. */
static bool tell_table(struct guest_chair *chair, uint8_t seat_count)
{
    const struct guests *guests = chair->guests;
    struct wire_told *told = &chair->telling;
    wire_clear_told(told, WIRE_TOLD_TABLE);
    struct wire_people *people = &told->table.people;
    memcpy(people->id, "tournament", sizeof "tournament");
    people->you = chair->seat;
    people->stage = ROOM_PLAYING;
    people->paused = 0;
    people->has_settings = true;
    people->settings = setup_usual();
    memcpy(people->settings.edition, guests->edition->id, sizeof people->settings.edition);
    people->settings.options = *guests->options;
    people->settings.seats = seat_count;
    room_tell_colors(people, guests->edition);
    people->seats_count = seat_count;
    chair->names.count = seat_count;
    for (unsigned seat = 0; seat < seat_count; seat++) {
        struct pen_text name = pen_text_in(chair->names.name[seat], PEN_PLAYER_BYTES);
        pen_text_add(&name, "Seat");
        pen_text_add_number(&name, seat);
        /* All of it: there is what an earlier message left. */
        people->seats[seat] = (struct wire_seat){.kind = ROOM_PERSON, .level = 0xff, .face = 0xff};
        memcpy(people->seats[seat].name, chair->names.name[seat], PEN_PLAYER_BYTES);
    }
    return tell(chair, told);
}

static bool tell_view(struct guest_chair *chair, const struct pen_view *view)
{
    struct wire_told *told = &chair->telling;
    wire_clear_told(told, WIRE_TOLD_UPDATE);
    struct wire_cards *cards = &told->update.cards;
    told->update.n = ++chair->message;
    if (chair->round != view->round_number) {
        chair->round = view->round_number;
        chair->told = 0;
    }
    uint32_t first = chair->told;
    if (view->event_total - first > PEN_VIEW_EVENTS_MAX)
        first = view->event_total - PEN_VIEW_EVENTS_MAX;
    for (uint32_t i = first; i < view->event_total; i++)
        cards->events[cards->events_count++] = view->events[i % PEN_VIEW_EVENTS_MAX];
    chair->told = view->event_total;
    cards->has_now = cards->has_hand = true;
    room_tell_view(&cards->now, chair->guests->edition, view);
    cards->hand = view->hand;
    cards->drawn = view->drawn;
    if (view->drawn != PEN_CARD_NONE)
        cards->forced = view->drawn_forced;
    return tell(chair, told);
}

/* A colour named where none is asked for is passed over, as a table of people does: "plays wx red uno". */
static void without_color(const struct pen_edition *edition, const char *answer, char plain[ANSWER_BYTES])
{
    snprintf(plain, ANSWER_BYTES, "%s", answer);
    char *at = strchr(plain, ' ');
    at = at ? strchr(at + 1, ' ') : NULL;
    uint8_t color;
    if (!at || !pen_color_read(edition, at + 1, strcspn(at + 1, " "), &color))
        return;
    const char *rest = at + 1 + strcspn(at + 1, " ");
    memmove(at, rest, strlen(rest) + 1);
}

/* The legal action that is written so, with and without UNO: what is not among them cannot be done. */
static bool find_action(const struct guest_chair *chair, const struct pen_view *view, const char *answer,
                        struct pen_action *action)
{
    const struct pen_rules *rules = chair->guests->rules;
    uint64_t mask[PEN_ACTION_WORDS];
    char plain[ANSWER_BYTES];
    without_color(chair->guests->edition, answer, plain);
    pen_number_mask(rules, &view->legal, view->seat_count, mask);
    for (unsigned number = 0; number < PEN_ACTIONS; number++) {
        if (!(mask[number / 64] >> number % 64 & 1))
            continue;
        for (unsigned uno = 0; uno < 2; uno++) {
            char bytes[ANSWER_BYTES];
            struct pen_text text = pen_text_in(bytes, sizeof bytes);
            *action = pen_number_action(rules, number, view->viewer, view->seat_count, view->phase, view->top,
                                        view->hand_count[view->viewer], uno);
            pen_mesa_write_bare_action(&text, chair->guests->edition, rules, &chair->names, *action);
            if (strcmp(bytes, action->color == PEN_COLOR_NONE ? plain : answer) == 0)
                return true;
        }
    }
    return false;
}

/* ---- at the table ---- */

static void *sit(void *context, unsigned guest, uint8_t seat, uint8_t seat_count)
{
    struct guests *guests = context;
    struct guest_chair *chair = take_idle(guests, guest);
    if (!chair) {
        chair = calloc(1, sizeof *chair);
        if (chair && !platform_child_start(&chair->child, guests->list[guest].command)) {
            free(chair);
            chair = NULL;
        }
    }
    if (!chair) {
        pthread_mutex_lock(&guests->lock);
        guests->list[guest].faults[GUEST_NOT_STARTED]++;
        pthread_mutex_unlock(&guests->lock);
        return NULL;
    }
    chair->guests = guests;
    chair->guest = guest;
    chair->seat = seat;
    chair->told = chair->round = chair->message = 0;
    if (!tell_table(chair, seat_count)) {
        blame(chair, GUEST_ENDED);
        end_program(chair, 0);
        return NULL;
    }
    return chair;
}

static void note_played(struct guest_chair *chair)
{
    if (chair->has_played)
        return;
    chair->has_played = true;
    pthread_mutex_lock(&chair->guests->lock);
    chair->guests->list[chair->guest].has_played = true;
    pthread_mutex_unlock(&chair->guests->lock);
}

static bool choose(void *at, const struct pen_view *view, bool must, struct pen_action *action, bool *is_any)
{
    struct guest_chair *chair = at;
    char answer[ANSWER_BYTES] = "";
    enum guest_fault fault = GUEST_ENDED;
    if (!tell_view(chair, view) || !hear(chair, answer, &fault)) {
        blame(chair, fault);
        return false;
    }
    *is_any = must || strcmp(answer, "waits") != 0;
    struct guest *guest = &chair->guests->list[chair->guest];
    if (!*is_any || find_action(chair, view, answer, action)) {
        note_played(chair);
        return true;
    }
    blame(chair, GUEST_NOT_LEGAL);
    pthread_mutex_lock(&chair->guests->lock);
    if (!guest->said[0])
        snprintf(guest->said, sizeof guest->said, "%.*s", (int)sizeof guest->said - 1, answer);
    pthread_mutex_unlock(&chair->guests->lock);
    return false;
}

/* One that has failed may still say something about the game that is lost: it begins anew. */
static void rise(void *at, uint16_t winners)
{
    struct guest_chair *chair = at;
    struct guests *guests = chair->guests;
    struct wire_told *told = &chair->telling;
    wire_clear_told(told, WIRE_TOLD_UPDATE);
    told->update.n = ++chair->message;
    told->update.cards.has_over = true;
    told->update.cards.over.game = winners;
    if (chair->has_failed || !tell(chair, told)) {
        end_program(chair, 0);
        return;
    }
    pthread_mutex_lock(&guests->lock);
    chair->next = guests->idle;
    guests->idle = chair;
    pthread_mutex_unlock(&guests->lock);
}

void guests_use(struct guests *guests, const struct pen_edition *edition, const struct pen_rules *rules,
                const struct pen_options *options)
{
    guests->edition = edition;
    guests->rules = rules;
    guests->options = options;
    guests->hooks = (struct sim_guests){guests, sit, choose, rise};
}
