/* mcp.c - the Model Context Protocol over standard input and output: JSON-RPC 2.0, a message a line, and five
 * tools. Knows one client, which is whoever started the program. */
#include <stdlib.h>
#include <string.h>

#include "penultima/version.h"
#include "tui/seat/inside.h"
#include "wire/json.h"
#include "words/tui_seat_words.h"

enum {
    REPLY_BYTES = 512 * 1024, /* what has happened and what can be done, were every letter of it escaped */
    SAID_BYTES = 160,
    WAIT_USUAL_MS = 20000, /* `do` waits that long for the next decision */
    WAIT_MOST_S = 300
};

/* JSON-RPC 2.0. */
enum { NOT_JSON = 32700, NO_REQUEST = 32600, NO_METHOD = 32601, BAD_PARAMS = 32602 };

static const char *const versions[] = {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"};

#define TOOL_LIST(X) \
    X(LOOK, look)    \
    X(LEGAL, legal)  \
    X(DO, do)        \
    X(SAY, say)      \
    X(RULES, rules)

enum tool {
#define X(name, word) TOOL_##name,
    TOOL_LIST(X)
#undef X
        TOOL_COUNT
};

static const char *const tool_names[] = {
#define X(name, word) #word,
    TOOL_LIST(X)
#undef X
};
static const enum word tool_words[] = {
#define X(name, word) WORD_TUI_SEAT_##name,
    TOOL_LIST(X)
#undef X
};

/* What is read of a request. */
struct request {
    char id[192]; /* as it was written; empty: a notification */
    char method[64], version[32], tool[32], move[1024];
    uint64_t wait_s;
    bool has_wait, has_move;
    struct seat_reported cost;
};

/* ---- sending ---- */

struct reply {
    char bytes[REPLY_BYTES];
    struct pen_text text;
};

static struct reply *begin(const char *id)
{
    static struct reply reply;
    reply.text = pen_text_in(reply.bytes, sizeof reply.bytes);
    wire_json_open(&reply.text, '{');
    wire_json_put_string(&reply.text, "jsonrpc", "2.0");
    wire_json_key(&reply.text, "id");
    pen_text_add(&reply.text, id[0] ? id : "null");
    return &reply;
}

static void end(struct seat_mcp *mcp, struct reply *reply)
{
    wire_json_close(&reply->text, '}');
    pen_text_add(&reply->text, "\n");
    PEN_ASSERT(!reply->text.is_cut);
    mcp->seat->now.told += reply->text.length;
    seat_lines_write(&mcp->seat->lines, reply->text.bytes, reply->text.length);
}

static void send_error(struct seat_mcp *mcp, const char *id, int code, const char *what)
{
    struct reply *reply = begin(id);
    wire_json_key(&reply->text, "error");
    wire_json_open(&reply->text, '{');
    wire_json_key(&reply->text, "code");
    pen_text_add(&reply->text, "-");
    pen_text_add_number(&reply->text, (unsigned)code);
    wire_json_put_string(&reply->text, "message", what);
    wire_json_close(&reply->text, '}');
    end(mcp, reply);
}

static void send_text(struct seat_mcp *mcp, const char *id, const char *words, bool is_error)
{
    struct reply *reply = begin(id);
    struct pen_text *text = &reply->text;
    wire_json_key(text, "result");
    wire_json_open(text, '{');
    wire_json_key(text, "content");
    wire_json_open(text, '[');
    wire_json_open(text, '{');
    wire_json_put_string(text, "type", "text");
    wire_json_put_string(text, "text", words);
    wire_json_close(text, '}');
    wire_json_close(text, ']');
    wire_json_put_truth(text, "isError", is_error);
    wire_json_close(text, '}');
    end(mcp, reply);
}

static const char *say(const struct seat_mcp *mcp, enum word word)
{
    return word_text(word, mcp->seat->table->lang);
}

/* ---- what there is ---- */

static void put_argument(struct pen_text *text, const char *name, const char *type, const char *about)
{
    wire_json_key(text, name);
    wire_json_open(text, '{');
    wire_json_put_string(text, "type", type);
    wire_json_put_string(text, "description", about);
    wire_json_close(text, '}');
}

static void put_tool(const struct seat_mcp *mcp, struct pen_text *text, enum tool tool)
{
    wire_json_open(text, '{');
    wire_json_put_string(text, "name", tool_names[tool]);
    wire_json_put_string(text, "description", say(mcp, tool_words[tool]));
    wire_json_key(text, "inputSchema");
    wire_json_open(text, '{');
    wire_json_put_string(text, "type", "object");
    wire_json_key(text, "properties");
    wire_json_open(text, '{');
    if (tool == TOOL_DO)
        put_argument(text, "move", "string", say(mcp, WORD_TUI_SEAT_MOVE));
    if (tool == TOOL_SAY)
        put_argument(text, "text", "string", say(mcp, WORD_TUI_SEAT_TEXT));
    if (tool == TOOL_DO || tool == TOOL_LOOK)
        put_argument(text, "wait", "integer", say(mcp, WORD_TUI_SEAT_WAIT));
    if (tool == TOOL_DO)
        put_argument(text, "cost", "object", say(mcp, WORD_TUI_SEAT_COST));
    wire_json_close(text, '}');
    if (tool == TOOL_DO || tool == TOOL_SAY) {
        wire_json_key(text, "required");
        wire_json_open(text, '[');
        wire_json_string(text, tool == TOOL_DO ? "move" : "text");
        wire_json_close(text, ']');
    }
    wire_json_close(text, '}');
    wire_json_close(text, '}');
}

static void send_tools(struct seat_mcp *mcp, const struct request *request)
{
    struct reply *reply = begin(request->id);
    wire_json_key(&reply->text, "result");
    wire_json_open(&reply->text, '{');
    wire_json_key(&reply->text, "tools");
    wire_json_open(&reply->text, '[');
    for (unsigned tool = 0; tool < TOOL_COUNT; tool++)
        put_tool(mcp, &reply->text, (enum tool)tool);
    wire_json_close(&reply->text, ']');
    wire_json_close(&reply->text, '}');
    end(mcp, reply);
}

static void send_greeting(struct seat_mcp *mcp, const struct request *request)
{
    struct reply *reply = begin(request->id);
    struct pen_text *text = &reply->text;
    const char *version = versions[0];
    for (unsigned i = 0; i < sizeof versions / sizeof versions[0]; i++)
        version = strcmp(request->version, versions[i]) == 0 ? versions[i] : version;
    wire_json_key(text, "result");
    wire_json_open(text, '{');
    wire_json_put_string(text, "protocolVersion", version);
    wire_json_key(text, "capabilities");
    wire_json_open(text, '{');
    wire_json_key(text, "tools");
    wire_json_open(text, '{');
    wire_json_put_truth(text, "listChanged", false);
    wire_json_close(text, '}');
    wire_json_close(text, '}');
    wire_json_key(text, "serverInfo");
    wire_json_open(text, '{');
    wire_json_put_string(text, "name", "penultima");
    wire_json_put_string(text, "version", pen_version());
    wire_json_close(text, '}');
    wire_json_put_string(text, "instructions", say(mcp, WORD_TUI_SEAT_ABOUT));
    wire_json_close(text, '}');
    end(mcp, reply);
}

/* ---- reading a request ---- */

/* {"tokens": 812}: what the model itself says that the decision cost. */
static bool read_cost(struct wire__scan *scan, struct seat_reported *reported)
{
    char key[SEAT_REPORTED_BYTES];
    unsigned count = 0;
    bool is_good;
    if (!wire__scan_is_next(scan, '{'))
        return wire__scan_value(scan);
    (void)wire__scan_byte(scan, '{');
    while (wire__scan_more(scan, '}', &count, &is_good)) {
        if (!wire__scan_key(scan, key, sizeof key))
            return false;
        wire__scan_blanks(scan);
        const char *from = scan->at;
        char *number_end;
        if (!wire__scan_value(scan))
            return false;
        char number[64];
        const size_t bytes = (size_t)(scan->at - from);
        if (bytes >= sizeof number)
            continue;
        memcpy(number, from, bytes);
        number[bytes] = 0;
        const double cost = strtod(number, &number_end);
        if (bytes > 0 && *number_end == 0)
            seat_report(reported, key, strlen(key), cost);
    }
    return is_good;
}

/* A string, or a number as its digits. */
static bool read_words(struct wire__scan *scan, char *words, size_t size, bool *has)
{
    uint64_t number;
    size_t length;
    if (wire__scan_is_next(scan, '"'))
        return *has = wire__scan_string(scan, words, size, &length);
    struct wire__scan again = *scan;
    *has = wire__scan_number(&again, &number);
    if (!*has)
        return wire__scan_value(scan);
    *scan = again;
    (void)snprintf(words, size, "%llu", (unsigned long long)number);
    return true;
}

static bool read_object(struct wire__scan *scan, struct request *request);

static bool read_member(struct wire__scan *scan, const char *key, struct request *request)
{
    size_t length;
    if (strcmp(key, "protocolVersion") == 0 && wire__scan_is_next(scan, '"'))
        return wire__scan_string(scan, request->version, sizeof request->version, &length);
    if (strcmp(key, "name") == 0 && wire__scan_is_next(scan, '"'))
        return wire__scan_string(scan, request->tool, sizeof request->tool, &length);
    if (strcmp(key, "move") == 0 || strcmp(key, "text") == 0)
        return read_words(scan, request->move, sizeof request->move, &request->has_move);
    if (strcmp(key, "wait") == 0) {
        struct wire__scan again = *scan;
        request->has_wait = wire__scan_number(&again, &request->wait_s) && request->wait_s <= WAIT_MOST_S;
        return wire__scan_value(scan);
    }
    if (strcmp(key, "cost") == 0)
        return read_cost(scan, &request->cost);
    if (strcmp(key, "arguments") == 0 && wire__scan_is_next(scan, '{'))
        return read_object(scan, request);
    return wire__scan_value(scan);
}

static bool read_object(struct wire__scan *scan, struct request *request)
{
    char key[32];
    unsigned count = 0;
    bool is_good;
    (void)wire__scan_byte(scan, '{');
    while (wire__scan_more(scan, '}', &count, &is_good))
        if (!wire__scan_key(scan, key, sizeof key) || !read_member(scan, key, request))
            return false;
    return is_good;
}

/* False: too long to be answered with. */
static bool keep_id(struct request *request, const char *id, size_t bytes)
{
    const bool fits = bytes < sizeof request->id;
    memcpy(request->id, id, fits ? bytes : 0);
    request->id[fits ? bytes : 0] = 0;
    return fits;
}

static bool read_request(struct wire__scan *scan, struct request *request)
{
    char key[32];
    unsigned count = 0;
    size_t length;
    bool is_good;
    if (!wire__scan_byte(scan, '{'))
        return false;
    while (wire__scan_more(scan, '}', &count, &is_good)) {
        if (!wire__scan_key(scan, key, sizeof key))
            return false;
        wire__scan_blanks(scan);
        const char *from = scan->at;
        if (strcmp(key, "method") == 0 && wire__scan_is_next(scan, '"')) {
            if (!wire__scan_string(scan, request->method, sizeof request->method, &length))
                return false;
        } else if (strcmp(key, "params") == 0 && wire__scan_is_next(scan, '{')) {
            if (!read_object(scan, request))
                return false;
        } else if (!wire__scan_value(scan)) {
            return false;
        } else if (strcmp(key, "id") == 0 && !keep_id(request, from, (size_t)(scan->at - from))) {
            return false;
        }
    }
    return is_good && wire__scan_is_done(scan);
}

/* ---- the tools ---- */

/* Where we are: what has happened, and what is to be decided. */
static void tell(struct seat_mcp *mcp, FILE *out)
{
    struct seat *seat = mcp->seat;
    if (mcp->waiting && !mcp->is_over) {
        seat_tell_story(seat, out);
        fprintf(out, "%s\n%s", say(mcp, WORD_TUI_SEAT_NOT_BEGUN), mcp->waiting);
    } else if (!mcp->is_over && seat_is_asked(seat)) {
        seat_ask(seat, out);
    } else {
        const struct plain_telling to = {.table = seat->table, .out = out};
        seat_tell_story(seat, out);
        if (mcp->is_over) {
            fprintf(out, "%s\n", say(mcp, WORD_TUI_SEAT_ENDED));
        } else {
            plain_tell_table(&to);
            fprintf(out, "%s\n", say(mcp, WORD_TUI_SEAT_NOT_DUE));
        }
    }
}

static void send_look(struct seat_mcp *mcp, const char *id)
{
    char *bytes = NULL;
    size_t count = 0;
    FILE *out = open_memstream(&bytes, &count);
    if (!out)
        return;
    tell(mcp, out);
    if (fclose(out) == 0)
        send_text(mcp, id, bytes, false);
    free(bytes);
}

void seat_mcp_look_up(struct seat_mcp *mcp, uint64_t now_ms)
{
    const bool is_asked = !mcp->waiting && seat_is_asked(mcp->seat);
    if (!mcp->pending[0] || (!is_asked && !mcp->is_over && now_ms < mcp->until_ms))
        return;
    char id[sizeof mcp->pending];
    memcpy(id, mcp->pending, sizeof id);
    mcp->pending[0] = 0;
    send_look(mcp, id);
}

static void wait_for(struct seat_mcp *mcp, const struct request *request, uint64_t usual_ms, uint64_t now_ms)
{
    if (mcp->pending[0])
        send_look(mcp, mcp->pending); /* one can wait */
    memcpy(mcp->pending, request->id, sizeof mcp->pending);
    mcp->until_ms = now_ms + (request->has_wait ? 1000 * request->wait_s : usual_ms);
}

static void call_do(struct seat_mcp *mcp, struct request *request, uint64_t now_ms)
{
    struct seat *seat = mcp->seat;
    char *bytes = NULL;
    size_t count = 0;
    if (mcp->waiting || mcp->is_over || !seat_is_asked(seat)) {
        send_text(mcp, request->id, say(mcp, WORD_TUI_SEAT_NOT_DUE), true);
        return;
    }
    FILE *reply = open_memstream(&bytes, &count);
    if (!reply)
        return;
    if (!seat->is_open) /* it has not looked, and what has happened is told with what comes next */
        seat_begin(seat);
    for (unsigned i = 0; i < request->cost.count; i++)
        seat_report(&seat->now.reported, request->cost.list[i].name, strlen(request->cost.list[i].name),
                    request->cost.list[i].number);
    const enum seat_heard heard = seat_answer(seat, request->move, &mcp->action, reply);
    if (heard == SEAT_AGAIN)
        seat_ask(seat, reply);
    const bool is_told = fclose(reply) == 0;
    mcp->has_action = heard == SEAT_DOES;
    if (heard == SEAT_WAITS)
        seat_decided(seat, "waits");
    if (heard == SEAT_AGAIN && is_told)
        send_text(mcp, request->id, bytes, true);
    else if (is_told) {
        fputs(bytes, seat->story);
        wait_for(mcp, request, WAIT_USUAL_MS, now_ms);
    }
    free(bytes);
}

/* The rules as they are agreed to, and the edition's own text: all its cards and what they do. */
static void call_rules(struct seat_mcp *mcp, const struct request *request)
{
    static char bytes[64 * 1024];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    pen_text_add(&text, mcp->rules);
    pen_text_add(&text, "\n");
    if (mcp->seat->table->edition.id[0])
        pen_edition_write(&mcp->seat->table->edition, &text);
    send_text(mcp, request->id, bytes, false);
}

static void call_legal(struct seat_mcp *mcp, const struct request *request)
{
    char *bytes = NULL;
    size_t count = 0;
    if (!mcp->seat->is_open || !seat_is_asked(mcp->seat)) {
        send_look(mcp, request->id);
        return;
    }
    FILE *out = open_memstream(&bytes, &count);
    if (!out)
        return;
    seat_tell_choices(mcp->seat, out);
    if (fclose(out) == 0)
        send_text(mcp, request->id, bytes, false);
    free(bytes);
}

static void call_say(struct seat_mcp *mcp, const struct request *request)
{
    struct pen_text said = pen_text_in(mcp->said, SAID_BYTES + 1);
    pen_text_add(&said, request->move); /* cut between letters */
    mcp->has_said = true;
    send_text(mcp, request->id, mcp->said, false);
}

static void call(struct seat_mcp *mcp, struct request *request, uint64_t now_ms)
{
    unsigned tool = 0;
    while (tool < TOOL_COUNT && strcmp(request->tool, tool_names[tool]) != 0)
        tool++;
    if (tool == TOOL_COUNT || ((tool == TOOL_DO || tool == TOOL_SAY) && !request->has_move)) {
        send_error(mcp, request->id, BAD_PARAMS, tool == TOOL_COUNT ? "unknown tool" : "invalid params");
        return;
    }
    switch ((enum tool)tool) {
    case TOOL_LOOK:
        wait_for(mcp, request, 0, now_ms);
        break;
    case TOOL_LEGAL:
        call_legal(mcp, request);
        break;
    case TOOL_DO:
        call_do(mcp, request, now_ms);
        break;
    case TOOL_SAY:
        call_say(mcp, request);
        break;
    case TOOL_RULES:
        call_rules(mcp, request);
        break;
    case TOOL_COUNT:
        break;
    }
}

void seat_mcp_hear(struct seat_mcp *mcp, const char *bytes, size_t count, uint64_t now_ms)
{
    struct wire__scan scan = {bytes, bytes + count}, whole = scan;
    struct request request = {.id = ""};
    if (strspn(bytes, " \t\r") == count)
        return;
    if (!wire__scan_value(&whole) || !wire__scan_is_done(&whole)) {
        send_error(mcp, "", NOT_JSON, "parse error");
        return;
    }
    if (!read_request(&scan, &request) || (!request.method[0] && request.id[0])) {
        send_error(mcp, request.id, NO_REQUEST, "invalid request");
        return;
    }
    if (!request.id[0] || !request.method[0]) { /* a notification, or an answer: we have asked nothing */
        if (strcmp(request.method, "notifications/cancelled") == 0)
            mcp->pending[0] = 0;
        return;
    }
    mcp->seat->now.said += strcmp(request.method, "tools/call") == 0 ? count : 0;
    if (strcmp(request.method, "initialize") == 0) {
        send_greeting(mcp, &request);
    } else if (strcmp(request.method, "ping") == 0) {
        struct reply *reply = begin(request.id);
        wire_json_key(&reply->text, "result");
        wire_json_open(&reply->text, '{');
        wire_json_close(&reply->text, '}');
        end(mcp, reply);
    } else if (strcmp(request.method, "tools/list") == 0) {
        send_tools(mcp, &request);
    } else if (strcmp(request.method, "tools/call") == 0) {
        call(mcp, &request, now_ms);
    } else {
        send_error(mcp, request.id, NO_METHOD, "unknown method");
    }
}
