/* sim_player.h - a client in the simulation: hears messages, decides what to say, remembers what it was
 * promised. Knows the protocol and nothing of the server; all chance comes from the seed. */
#ifndef TESTS_SIM_PLAYER_H
#define TESTS_SIM_PLAYER_H

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hall/hall.h"
#include "penultima/penultima.h"

enum { ACTIONS_MAX = 12, TEXT_BYTES = 400 };

struct player {
    char name[8];
    char table[20]; /* empty: not known yet */
    char token[65]; /* its own */
    bool is_seated; /* was let in */
    int seat;       /* -1: none */
    bool is_host, is_watcher;
    uint32_t last; /* newest number it has heard */
    uint32_t next_id;
    uint32_t open_id; /* command without an answer; 0: none */
    char open_text[TEXT_BYTES];
    /* What it knows of the table. */
    char stage[12];
    bool has_agreed, all_agreed, is_paused, is_asked, is_over, wants_reveal;
    unsigned people, rules, bots;
    unsigned free_seat; /* the first one; behind the others where there is none */
    char actions[ACTIONS_MAX][48];
    unsigned action_count;
    char names[PEN_SEATS_MAX][28];
    unsigned hand;
    const char *color; /* that it names */
    bool is_shut_out;  /* its hello was refused: knocks again */
    bool is_unwanted;  /* was sent away, and may not sit down until the game is over */
    bool is_out;       /* was sent away, or has no seat any more: begins anew */
    bool has_no_table; /* because there is no such table: then its token is still good for the next one */
    unsigned acks;
};

/* ---- reading ---------------------------------------------------------------------------------- */

static void player_add_action(struct player *player, const char *format, const char *one, const char *two)
{
    char action[48];
    snprintf(action, sizeof action, format, one, two);
    if (player->action_count < ACTIONS_MAX)
        memcpy(player->actions[player->action_count++], action, sizeof action);
}

static void player_add_cards(struct player *player, const json_t *legal, const char *key)
{
    const json_t *cards = json_object_get(legal, key);
    for (size_t i = 0; i < json_array_size(cards); i++) {
        const char *card = json_string_value(json_array_get(cards, i));
        bool is_wild = card && card[0] == 'w' && strcmp(key, "follows") != 0;
        char action[40];
        snprintf(action, sizeof action, "%s %s %s", key, card, is_wild ? player->color : "");
        player_add_action(player, "%s%s", action, player->hand == 2 ? " uno" : "");
    }
}

static void player_read_legal(struct player *player, const json_t *legal, bool must)
{
    static const char *const cards[] = {"plays", "follows", "jumps", "streams"};
    static const char *const seats[] = {"swaps", "swings", "catches"};
    for (unsigned i = 0; i < 4; i++)
        if (must || i == 2)
            player_add_cards(player, legal, cards[i]);
    for (unsigned i = 0; i < 3; i++) {
        const json_t *list = json_object_get(legal, seats[i]);
        for (size_t j = 0; j < json_array_size(list); j++)
            player_add_action(player, "%s %s", seats[i],
                              player->names[json_integer_value(json_array_get(list, j)) % PEN_SEATS_MAX]);
    }
    const json_t *verbs = json_object_get(legal, "verbs");
    for (size_t i = 0; i < json_array_size(verbs); i++)
        player_add_action(player, "%s%s", json_string_value(json_array_get(verbs, i)), "");
    if (json_is_integer(json_object_get(legal, "names")))
        player_add_action(player, "%s %s", "names", player->color);
}

static void player_read_now(struct player *player, const json_t *now)
{
    if (!json_is_object(now))
        return;
    player->action_count = 0;
    const json_t *must = json_object_get(now, "must");
    bool is_mine = false;
    for (size_t i = 0; i < json_array_size(must); i++)
        is_mine = is_mine || json_integer_value(json_array_get(must, i)) == player->seat;
    const json_t *counts = json_object_get(now, "counts");
    player->hand =
        player->seat >= 0 ? (unsigned)json_integer_value(json_array_get(counts, (size_t)player->seat)) : 0;
    player_read_legal(player, json_object_get(now, "legal"), is_mine);
}

static void player_read_seats(struct player *player, const json_t *message)
{
    const json_t *seats = json_object_get(message, "seats");
    if (!json_is_array(seats))
        return;
    const char *edition = json_string_value(json_object_get(json_object_get(message, "settings"), "edition"));
    player->color = edition && strcmp(edition, "verbena") == 0 ? "mint" : "green";
    player->people = player->bots = 0;
    player->free_seat = (unsigned)json_array_size(seats);
    player->all_agreed = true;
    player->has_agreed = false;
    for (size_t i = 0; i < json_array_size(seats); i++) {
        const json_t *seat = json_array_get(seats, i);
        const char *kind = json_string_value(json_object_get(seat, "kind"));
        const char *name = json_string_value(json_object_get(seat, "name"));
        snprintf(player->names[i], sizeof player->names[i], "%s", name ? name : "");
        player->bots += kind && strcmp(kind, "bot") == 0;
        if (kind && strcmp(kind, "free") == 0 && i < player->free_seat)
            player->free_seat = (unsigned)i;
        if (!kind || strcmp(kind, "person") != 0)
            continue;
        bool has_agreed = json_is_true(json_object_get(seat, "agreed"));
        player->people++;
        player->all_agreed = player->all_agreed && has_agreed;
        if ((int)i == player->seat)
            player->has_agreed = has_agreed;
    }
    const char *stage = json_string_value(json_object_get(message, "stage"));
    if (stage)
        snprintf(player->stage, sizeof player->stage, "%s", stage);
    player->is_paused = json_is_true(json_object_get(message, "paused"));
    player->is_host = json_integer_value(json_object_get(message, "host")) == player->seat;
    player->rules = (unsigned)json_integer_value(json_object_get(message, "rules"));
    const json_t *asking = json_object_get(message, "asking");
    player->is_asked = json_is_object(asking);
    const json_t *yes = json_object_get(asking, "yes");
    for (size_t i = 0; i < json_array_size(yes); i++)
        if (json_integer_value(json_array_get(yes, i)) == player->seat)
            player->is_asked = false; /* has said it already */
}

static void player_answered(struct player *player, const json_t *id)
{
    if (json_is_integer(id) && json_integer_value(id) == player->open_id) {
        player->open_id = 0;
        player->acks++;
    }
}

/* Returns false if this is not a message of the protocol. */
static bool player_hear(struct player *player, const char *bytes, size_t count)
{
    json_t *message = json_loadb(bytes, count, JSON_REJECT_DUPLICATES, NULL);
    const char *type = json_string_value(json_object_get(message, "t"));
    bool is_good = type != NULL;
    const json_t *n = json_object_get(message, "n");
    if (is_good && json_is_integer(n) && strcmp(type, "ok") != 0) {
        if (json_integer_value(n) < player->last)
            is_good = false; /* updates never go back */
        player->last = (uint32_t)json_integer_value(n);
    }
    if (!is_good) {
    } else if (strcmp(type, "welcome") == 0) {
        player->is_unwanted = false;
        const json_t *seat = json_object_get(message, "seat");
        snprintf(player->table, sizeof player->table, "%s",
                 json_string_value(json_object_get(message, "table")));
        player->is_seated = true;
        player->seat = json_is_integer(seat) ? (int)json_integer_value(seat) : -1;
    } else if (strcmp(type, "table") == 0 || strcmp(type, "seats") == 0 || strcmp(type, "update") == 0) {
        const json_t *over = json_object_get(message, "over");
        player_read_seats(player, message);
        player_read_now(player, json_object_get(message, "now"));
        if (json_is_object(over)) {
            bool is_game = json_is_array(json_object_get(over, "game"));
            snprintf(player->stage, sizeof player->stage, "%s", is_game ? "over" : "between");
            player->is_over = player->is_over || is_game;
        } else if (strcmp(type, "update") == 0) {
            snprintf(player->stage, sizeof player->stage, "playing");
        }
        player_answered(player, json_object_get(message, "ack"));
    } else if (strcmp(type, "reveal") == 0) {
        player->wants_reveal = true;
    } else if (strcmp(type, "ok") == 0 || strcmp(type, "no") == 0) {
        const char *code = json_string_value(json_object_get(message, "code"));
        const json_t *id = json_object_get(message, "id");
        if (code && (strcmp(code, "bad-token") == 0 || strcmp(code, "no-table") == 0))
            player->is_out = true;
        player->has_no_table = player->is_out && strcmp(code ? code : "", "no-table") == 0;
        player->is_unwanted = player->is_unwanted || (code && strcmp(code, "was-removed") == 0);
        if (type[0] == 'n' && (!id || (code && strcmp(code, "not-in") == 0)))
            player->is_shut_out = true;
        player_answered(player, id);
    } else if (strcmp(type, "bye") == 0) {
        const char *code = json_string_value(json_object_get(message, "code"));
        player->is_out = code && strcmp(code, "kicked") == 0;
    }
    json_decref(message);
    return is_good;
}

/* Forgets everything and comes as somebody new. */
static void player_begin(struct player *player, struct pen_chance *chance)
{
    char name[sizeof player->name];
    memcpy(name, player->name, sizeof name);
    char token[sizeof player->token];
    memcpy(token, player->token, sizeof token);
    unsigned acks = player->acks;
    bool has_token = player->has_no_table;
    memset(player, 0, sizeof *player);
    memcpy(player->name, name, sizeof name);
    player->acks = acks;
    player->seat = -1;
    player->next_id = 1;
    memcpy(player->token, token, sizeof token);
    for (unsigned i = 0; i < 64 && !has_token; i++)
        player->token[i] = "0123456789abcdef"[pen_chance_below(chance, 16)];
}

/* ---- saying ----------------------------------------------------------------------------------- */

static const char *player_command(struct player *player, const char *type, const char *more)
{
    player->open_id = player->next_id++;
    snprintf(player->open_text, sizeof player->open_text, "{\"t\":\"%s\",\"id\":%u%s}", type,
             (unsigned)player->open_id, more);
    return player->open_text;
}

static unsigned player_any(struct pen_chance *chance, unsigned bound)
{
    return (unsigned)pen_chance_below(chance, bound);
}

/* What it says now, or null. 'is_calm': only what brings the game on. 'wanted': people at the table.
 * 'unwanted': those of them who were sent away, and for whom the host seats bots. 'expert_seat': where it
 * puts an expert; 0: nowhere. */
static const char *player_speak(struct player *player, struct pen_chance *chance, bool is_calm,
                                unsigned wanted, unsigned unwanted, unsigned expert_seat)
{
    char more[320];
    if (player->open_id || player->seat < 0)
        return NULL;
    if (player->is_asked) {
        player->is_asked = false;
        return player_command(player, "vote",
                              is_calm || player_any(chance, 3) ? ",\"yes\":true" : ",\"yes\":false");
    }
    if (player->is_paused)
        return is_calm || player_any(chance, 8) == 0 ? player_command(player, "ask", ",\"what\":\"go-on\"")
                                                     : NULL;
    if (!is_calm && player_any(chance, 40) == 0) {
        static const char *const asks[] = {",\"what\":\"pause\"", ",\"what\":\"take-back\"",
                                           ",\"what\":\"kick\",\"seat\":1"};
        return player_command(player, "ask", asks[player_any(chance, 16) ? player_any(chance, 2) : 2]);
    }
    if (!is_calm && player_any(chance, 40) == 0)
        return player_command(player, "say", ",\"text\":\"hola, ¿qué tal? \\\"1\\\"\"");
    if (strcmp(player->stage, "waiting") == 0) {
        snprintf(more, sizeof more, ",\"rules\":%u", player->rules);
        if (expert_seat > 0 && player->is_host && player->bots == 0) {
            snprintf(more, sizeof more, ",\"seat\":%u,\"level\":\"expert\"", expert_seat);
            return player_command(player, "bot", more);
        }
        if (player->is_host && player->people + unwanted == wanted &&
            player->bots < unwanted + (expert_seat > 0)) {
            snprintf(more, sizeof more, ",\"seat\":%u,\"level\":\"rank\"", player->free_seat);
            return player_command(player, "bot", more);
        }
        if (!player->has_agreed)
            return player_command(player, "agree", more);
        if (player->is_host && player->all_agreed && player->people + unwanted == wanted)
            return player_command(player, "start", "");
        return NULL;
    }
    if (strcmp(player->stage, "between") == 0) {
        snprintf(player->stage, sizeof player->stage, "ready");
        return player_command(player, "ready", "");
    }
    if (strcmp(player->stage, "over") == 0 && !is_calm && player_any(chance, 4) == 0) {
        snprintf(player->stage, sizeof player->stage, "again");
        snprintf(more, sizeof more, ",\"rules\":%u", player->rules);
        return player_command(player, "again", more);
    }
    if (player->action_count > 0 && strcmp(player->stage, "playing") == 0) {
        if (!is_calm && player_any(chance, 20) == 0)
            return player_command(player, "act", ",\"do\":\"plays r7\"");
        snprintf(more, sizeof more, ",\"do\":\"%s\",\"on\":%u,\"dt\":%u",
                 player->actions[player_any(chance, player->action_count)], (unsigned)player->last,
                 player_any(chance, 2000));
        return player_command(player, "act", more);
    }
    return NULL;
}

/* The number that a table's id stands for; 0 where there is none. */
static inline uint64_t key_of(const char *id)
{
    uint64_t key = 0;
    (void)hall_key_read(id, &key);
    return key;
}

#endif
