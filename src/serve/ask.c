/* ask.c - what is asked over HTTP about a table of another node: its line, and the records of its games. The
 * owner says what it knows; journals are read here, from the database. */
#include <stdlib.h>
#include <string.h>

#include "serve/guests.h"

enum { PATIENCE_MS = 8000, HEAD_BYTES = 4 };

struct question {
    struct question *next;
    uint64_t id, key, since_ms;
    uint32_t game; /* 0: the table's line */
    char table[ROOM_ID_BYTES];
    struct net_later *later;
    struct link *link; /* that was asked, or null */
};

static uint64_t now_ms(const struct nodes *nodes)
{
    return net_server_now_us(nodes->serve->net) / 1000;
}

void nodes_ask(struct nodes *nodes, uint64_t key, const char *id, uint32_t game, struct net_later *later)
{
    struct question *question = calloc(1, sizeof *question);
    if (!question || !store_nodes_find(&nodes->serve->store, key)) {
        free(question);
        net_later_give(later, 503, "text/plain", NULL, 0);
        return;
    }
    question->id = ++nodes->question_count;
    question->key = key;
    question->since_ms = now_ms(nodes);
    question->game = game;
    question->later = later;
    strncpy(question->table, id, sizeof question->table - 1);
    question->next = nodes->questions;
    nodes->questions = question;
}

/* Takes the question off the list, and answers it unless somebody else does. */
static void end(struct nodes *nodes, struct question *question, unsigned status, char *bytes, size_t count)
{
    struct question **at = &nodes->questions;
    while (*at != question)
        at = &(*at)->next;
    *at = question->next;
    if (question->later)
        net_later_give(question->later, status, "application/json", bytes, count);
    free(question);
}

static void read_record(struct nodes *nodes, struct question *question, bool is_open, uint64_t last)
{
    struct hall_record record;
    /* As of a table that is not here, with what its owner has said. */
    if (hall_find_record(nodes->serve->hall, question->table, question->game, &record) != HALL_FOUND) {
        end(nodes, question, 503, NULL, 0);
        return;
    }
    record.is_open = is_open;
    record.last = last;
    struct net_later *later = question->later;
    question->later = NULL;
    end(nodes, question, 0, NULL, 0);
    if (!serve_read_record(nodes->serve, &record, later))
        net_later_give(later, 503, "text/plain", NULL, 0);
}

void ask_hear(struct nodes *nodes, const struct store_news *news)
{
    for (struct question *question = nodes->questions, *next; question; question = next) {
        next = question->next;
        if (question->key != news->table || question->link)
            continue;
        uint8_t head[HEAD_BYTES] = {(uint8_t)question->game, (uint8_t)(question->game >> 8),
                                    (uint8_t)(question->game >> 16), (uint8_t)(question->game >> 24)};
        if (news->kind == STORE_NEWS_NOWHERE && question->game > 0) {
            read_record(nodes, question, false, 0);
        } else if (news->kind == STORE_NEWS_NOWHERE) {
            end(nodes, question, 404, NULL, 0);
        } else if (news->kind == STORE_NEWS_THERE) {
            question->link = pass_link_to(nodes, &news->node);
            if (!question->link || !link_send(question->link, LINK_ASK, question->id, head, sizeof head,
                                              question->table, strlen(question->table)))
                end(nodes, question, 503, NULL, 0);
        } else {
            end(nodes, question, 503, NULL, 0); /* it has just become ours, or the database is silent */
        }
    }
}

/* The owner's side. */
static void answer(struct nodes *nodes, struct link *link, uint64_t id, const uint8_t *bytes, size_t count)
{
    char table[ROOM_ID_BYTES] = "";
    uint8_t status[2] = {404 & 255, 404 >> 8}, last[8];
    if (count < HEAD_BYTES || count - HEAD_BYTES >= sizeof table)
        return;
    memcpy(table, bytes + HEAD_BYTES, count - HEAD_BYTES);
    const uint32_t game = bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16;
    struct hall_page page = {0};
    struct hall_record record;
    if (game == 0) {
        page = hall_page_table(nodes->serve->hall, table);
        if (page.bytes)
            memcpy(status, (const uint8_t[]){200, 0}, 2);
    } else {
        const enum hall_found found = hall_find_record(nodes->serve->hall, table, game, &record);
        for (unsigned i = 0; i < sizeof last; i++)
            last[i] = (uint8_t)(record.last >> 8 * i);
        if (found == HALL_FOUND && record.is_open)
            memcpy(status, (const uint8_t[]){200, 0}, 2);
        else if (found == HALL_LATER)
            memcpy(status, (const uint8_t[]){503 & 255, 503 >> 8}, 2);
    }
    if (game == 0)
        (void)link_send(link, LINK_ANSWER, id, status, 2, page.bytes, page.count);
    else
        (void)link_send(link, LINK_ANSWER, id, status, 2, last, sizeof last);
    free(page.bytes);
}

void ask_frame(struct nodes *nodes, struct link *link, enum link_kind kind, uint64_t id, const uint8_t *bytes,
               size_t count)
{
    if (kind == LINK_ASK) {
        answer(nodes, link, id, bytes, count);
        return;
    }
    struct question *question = nodes->questions;
    while (question && (question->id != id || question->link != link))
        question = question->next;
    if (!question || count < 2)
        return;
    const unsigned status = bytes[0] | (unsigned)bytes[1] << 8;
    if (status != 200) {
        end(nodes, question, status, NULL, 0);
    } else if (question->game > 0 && count == 10) {
        uint64_t last = 0;
        for (unsigned i = 8; i-- > 0;)
            last = last << 8 | bytes[2 + i];
        read_record(nodes, question, true, last);
    } else {
        char *copy = malloc(count);
        if (copy)
            memcpy(copy, bytes + 2, count - 2);
        end(nodes, question, copy ? 200 : 503, copy, copy ? count - 2 : 0);
    }
}

void ask_give_up(struct nodes *nodes, const struct link *link, bool all)
{
    const uint64_t now = nodes->questions ? now_ms(nodes) : 0;
    for (struct question *question = nodes->questions, *next; question; question = next) {
        next = question->next;
        if (all || (link && question->link == link) || (!link && now >= question->since_ms + PATIENCE_MS))
            end(nodes, question, 503, NULL, 0);
    }
}
