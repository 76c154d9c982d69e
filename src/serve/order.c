/* order.c - what the operator asks of the whole house: the list of all nodes, and tables that are at another
 * one, which answers as if it had been asked itself. */
#include <stdlib.h>
#include <string.h>

#include "platform/host.h"
#include "serve/guests.h"
#include "words/cli_operator_words.h"

enum { PATIENCE_MS = 4000, CHUNK_BYTES = 1 << 19, BANS_FIRST_MS = 1000, BANS_APART_MS = 60000 };
#define BANS_ID UINT64_MAX /* of no order of an operator */

static const char bans_line[] = SERVE_BANS_ORDER "\x1f"
                                                 "en\x1f";

/* The last byte of an answer's part. */
enum { PART_NO, PART_GOOD, PART_MORE };

/* What this node's operator has asked; there is one at a time. */
struct order {
    uint64_t id, key, since_ms; /* key 0: of all nodes */
    char line[ADMIN_LINE_BYTES], copy[ADMIN_LINE_BYTES];
    char *words[ADMIN_WORDS_MAX]; /* in the copy */
    unsigned count;
    struct link *waits[STORE_HOUSE_MAX]; /* for these answers */
    unsigned wait_count;
    struct hall_page text;
};

/* What another node's has. */
struct errand {
    struct hall_work work; /* first, so that one is the other */
    struct errand *next;
    struct nodes *nodes;
    struct link *link; /* null: it is gone */
    uint64_t id;
    char line[ADMIN_LINE_BYTES];
    char *words[ADMIN_WORDS_MAX];
    unsigned count;
    char *text;
    size_t length;
    bool is_good;
};

static uint64_t now_ms(const struct nodes *nodes)
{
    return net_server_now_us(nodes->serve->net) / 1000;
}

/* ---- who is asked ------------------------------------------------------------------------------------ */

static void run_errand(struct hall_work *work)
{
    struct errand *errand = (struct errand *)work;
    errand->is_good = serve_operator_part(errand->nodes->serve, errand->words, errand->count, &errand->text,
                                          &errand->length);
}

static void answer(struct errand *errand)
{
    const char *const text = errand->text ? errand->text : "";
    size_t at = 0;
    do {
        const size_t left = errand->length - at, part = left < CHUNK_BYTES ? left : CHUNK_BYTES;
        const uint8_t how = at + part < errand->length ? PART_MORE : errand->is_good ? PART_GOOD : PART_NO;
        if (errand->link)
            (void)link_send(errand->link, LINK_DONE, errand->id, &how, 1, text + at, part);
        at += part;
    } while (at < errand->length);
}

static void end_errand(struct hall_work *work)
{
    struct errand *errand = (struct errand *)work, **at = &errand->nodes->errands;
    answer(errand);
    while (*at != errand)
        at = &(*at)->next;
    *at = errand->next;
    free(errand->text);
    free(errand);
}

static void take_order(struct nodes *nodes, struct link *link, uint64_t id, const uint8_t *bytes,
                       size_t count)
{
    struct errand *errand = count > 0 && count < ADMIN_LINE_BYTES ? calloc(1, sizeof *errand) : NULL;
    if (!errand)
        return; /* whoever asks waits only so long */
    errand->work = (struct hall_work){run_errand, end_errand, NULL};
    errand->nodes = nodes;
    errand->link = link;
    errand->id = id;
    memcpy(errand->line, bytes, count);
    errand->count = admin_split(errand->line, errand->words);
    errand->next = nodes->errands;
    nodes->errands = errand;
    errand->is_good = errand->count > 0 && serve_operator_here(nodes->serve, errand->words, errand->count,
                                                               &errand->text, &errand->length);
    if (!errand->is_good || !serve_work_give(nodes->serve->works, &errand->work))
        end_errand(&errand->work);
}

/* Bans are told to all nodes that are there. One that was not asks those of its database and one of each
 * other, when it comes, and then one of the house from time to time: of two words about the same the newer
 * counts. */
void order_bans(struct nodes *nodes)
{
    const uint64_t now = now_ms(nodes);
    unsigned count = 0;
    if (now < nodes->bans_ms)
        return;
    struct store_node *all = store_nodes_house(&nodes->serve->store, &count);
    const bool is_first = !nodes->has_bans;
    nodes->bans_ms = now + (count > 1 ? BANS_APART_MS : BANS_FIRST_MS);
    for (unsigned i = 1; i < count; i++) {
        const bool is_asked = is_first && (!store_nodes_is_other(all[i].id, all[0].id) ||
                                           store_nodes_is_other(all[i].id, all[i - 1].id));
        if (!is_asked && i != 1 + nodes->bans_turn % (count - 1))
            continue;
        struct link *link = pass_link_to(nodes, &all[i]);
        if (link)
            (void)link_send(link, LINK_ORDER, BANS_ID, NULL, 0, bans_line, strlen(bans_line));
    }
    free(all);
    nodes->has_bans = count > 1;
    nodes->bans_turn++;
}

/* ---- who asks ---------------------------------------------------------------------------------------- */

static void drop(struct nodes *nodes)
{
    free(nodes->order->text.bytes);
    free(nodes->order);
    nodes->order = NULL;
}

/* Answers from here, with what others have said of theirs. */
static void end_here(struct nodes *nodes)
{
    struct order *order = nodes->order;
    struct serve *serve = nodes->serve;
    char *text = NULL;
    size_t length = 0;
    const bool is_good = serve_operator_here(serve, order->words, order->count, &text, &length);
    free(serve->others.bytes);
    serve->others = order->text;
    order->text = (struct hall_page){0};
    admin_give(serve->admin, is_good, false, text, length);
    drop(nodes);
}

static void end_with(struct nodes *nodes, bool is_good)
{
    struct order *order = nodes->order;
    admin_give(nodes->serve->admin, is_good, true, order->text.bytes, order->text.count);
    order->text = (struct hall_page){0};
    drop(nodes);
}

static void say_silent(struct order *order)
{
    char bytes[256];
    enum pen_lang lang = PEN_LANG_EN;
    (void)host_lang_read(order->words[order->count - 1], &lang);
    snprintf(bytes, sizeof bytes, "%s\n", word_text(WORD_CLI_OPERATOR_SILENT, lang));
    hall_page_add(&order->text, bytes, strlen(bytes));
}

static bool send_order(struct nodes *nodes, const struct store_node *node)
{
    struct order *order = nodes->order;
    struct link *link = pass_link_to(nodes, node);
    if (!link || !link_send(link, LINK_ORDER, order->id, NULL, 0, order->line, strlen(order->line)))
        return false;
    order->waits[order->wait_count++] = link;
    return true;
}

/* That one has answered, or will not. */
static void stop_waiting(struct nodes *nodes, const struct link *link, bool has_answered, bool is_good)
{
    struct order *order = nodes->order;
    unsigned i = 0;
    while (i < order->wait_count && order->waits[i] != link)
        i++;
    if (i == order->wait_count)
        return;
    order->waits[i] = order->waits[--order->wait_count];
    if (!has_answered)
        say_silent(order);
    if (order->key)
        end_with(nodes, has_answered && is_good);
    else if (order->wait_count == 0)
        end_here(nodes);
}

/* A list from elsewhere comes without its head. */
static void hear_part(struct order *order, const uint8_t *bytes, size_t count, bool is_first)
{
    const uint8_t *line = order->key == 0 && is_first ? memchr(bytes, '\n', count) : NULL;
    const size_t skip = line ? (size_t)(line + 1 - bytes) : 0;
    hall_page_add(&order->text, (const char *)bytes + skip, count - skip);
}

void order_frame(struct nodes *nodes, struct link *link, enum link_kind kind, uint64_t id,
                 const uint8_t *bytes, size_t count)
{
    if (kind == LINK_ORDER) {
        take_order(nodes, link, id, bytes, count);
        return;
    }
    if (id == BANS_ID) {
        if (count > 1 && bytes[0] == PART_GOOD)
            serve_bans_hear(nodes->serve, (const char *)bytes + 1, count - 1);
        return;
    }
    struct order *order = nodes->order;
    if (!order || order->id != id || count < 1)
        return;
    struct side *side = link_data(link);
    hear_part(order, bytes + 1, count - 1, side->order != id);
    side->order = id;
    if (bytes[0] != PART_MORE)
        stop_waiting(nodes, link, true, bytes[0] == PART_GOOD);
}

void order_hear(struct nodes *nodes, const struct store_news *news)
{
    struct order *order = nodes->order;
    if (!order || order->key != news->table || order->wait_count > 0)
        return;
    if (news->kind == STORE_NEWS_THERE) {
        if (!send_order(nodes, &news->node)) {
            say_silent(order);
            end_with(nodes, false);
        }
    } else if (news->kind == STORE_NEWS_NOWHERE) {
        end_here(nodes); /* which knows those that are over */
    } else {
        say_silent(order);
        end_with(nodes, false);
    }
}

void order_link_down(struct nodes *nodes, const struct link *link)
{
    for (struct errand *errand = nodes->errands; errand; errand = errand->next)
        if (errand->link == link)
            errand->link = NULL;
    if (nodes->order)
        stop_waiting(nodes, link, false, false);
}

void order_turn(struct nodes *nodes)
{
    struct order *order = nodes->order;
    if (!order || now_ms(nodes) < order->since_ms + PATIENCE_MS)
        return;
    if (order->key) {
        say_silent(order);
        end_with(nodes, false);
        return;
    }
    for (unsigned i = 0; i < order->wait_count; i++)
        say_silent(order);
    end_here(nodes);
}

void order_drop(struct nodes *nodes)
{
    if (nodes->order)
        drop(nodes);
}

static bool is_of_table(const char *word)
{
    return strcmp(word, "inspect") == 0 || strcmp(word, "close") == 0 || strcmp(word, "export") == 0;
}

/* What every node has its part of, or has to know. */
static bool is_of_all(const char *word)
{
    static const char *const all[] = {"list", "ban", "unban", "reports", "report", "forget"};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strcmp(word, all[i]) == 0)
            return true;
    return false;
}

/* Whether others must be asked, and which table it is about. */
static bool is_for_others(struct serve *serve, char **words, unsigned count, uint64_t *key)
{
    if (!serve->nodes || serve->nodes->order)
        return false;
    if (is_of_all(words[0]))
        return true;
    return is_of_table(words[0]) && count >= 3 && hall_key_read(words[1], key) && *key &&
           !hall_has_table(serve->hall, *key);
}

enum admin_result serve_operator(void *context, char **words, unsigned count, char **text, size_t *length)
{
    struct serve *serve = context;
    struct nodes *nodes = serve->nodes;
    uint64_t key = 0;
    struct order *order = is_for_others(serve, words, count, &key) ? calloc(1, sizeof *order) : NULL;
    if (!order) {
        free(serve->others.bytes); /* of another question */
        serve->others = (struct hall_page){0};
        return serve_operator_here(serve, words, count, text, length) ? ADMIN_GOOD : ADMIN_NO;
    }
    for (unsigned i = 0, at = 0; i < count; i++)
        at += (unsigned)snprintf(order->line + at, sizeof order->line - at, "%s\x1f", words[i]);
    memcpy(order->copy, order->line, sizeof order->copy);
    order->count = admin_split(order->copy, order->words);
    order->id = ++nodes->question_count;
    order->key = key;
    order->since_ms = now_ms(nodes);
    nodes->order = order;
    if (key) {
        if (!store_nodes_find(&serve->store, key))
            order->since_ms = 0; /* it is told in the next turn that it cannot be asked */
        return ADMIN_LATER;
    }
    unsigned node_count = 0;
    struct store_node *all = store_nodes_house(&serve->store, &node_count);
    for (unsigned i = 1; i < node_count; i++)
        if (!send_order(nodes, &all[i]))
            say_silent(order);
    free(all);
    if (order->wait_count > 0)
        return ADMIN_LATER;
    free(serve->others.bytes);
    serve->others = order->text;
    order->text = (struct hall_page){0};
    drop(nodes);
    return serve_operator_here(serve, words, count, text, length) ? ADMIN_GOOD : ADMIN_NO;
}
