/* The seat's Model Context Protocol without a table: every request is answered in one line of JSON, whatever
 * its id and however long nobody has looked. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

#include "penultima/languages.h"
#include "tui/seat/inside.h"

static struct tui_table table;
static struct seat seat;
static struct seat_mcp mcp;
static FILE *told;

static int open_seat(void **context)
{
    static const struct seat_config config = {.is_mcp = true};
    (void)context;
    memset(&table, 0, sizeof table);
    table.seat = PEN_SPECTATOR;
    if (!seat_open(&seat, &table, &config))
        return -1;
    told = tmpfile();
    if (!told)
        return -1;
    seat.lines.out = fileno(told);
    mcp = (struct seat_mcp){.seat = &seat, .waiting = "", .rules = ""};
    return 0;
}

static int close_seat(void **context)
{
    (void)context;
    seat_close(&seat);
    return fclose(told);
}

/* The one line that answers this one. */
static json_t *ask(const char *line)
{
    static char answer[1 << 20];
    assert_int_equal(ftruncate(fileno(told), 0), 0);
    assert_int_equal(lseek(fileno(told), 0, SEEK_SET), 0);
    seat_mcp_hear(&mcp, line, strlen(line), 0);
    seat_mcp_look_up(&mcp, 0);
    const ssize_t count = pread(fileno(told), answer, sizeof answer, 0);
    assert_true(count > 0 && answer[count - 1] == '\n' &&
                memchr(answer, '\n', (size_t)count) == answer + count - 1);
    json_t *read = json_loadb(answer, (size_t)count, 0, NULL);
    assert_non_null(read);
    return read;
}

static const char *text_of(json_t *answer)
{
    json_t *content = json_object_get(json_object_get(answer, "result"), "content");
    return json_string_value(json_object_get(json_array_get(content, 0), "text"));
}

static void test_ids(void **context)
{
    char line[512];
    json_t *answer = ask("{\"jsonrpc\":\"2.0\",\"id\":\"longer\",\"id\":7,\"method\":\"ping\"}");
    (void)context;
    assert_int_equal(json_integer_value(json_object_get(answer, "id")), 7);
    json_decref(answer);
    (void)snprintf(line, sizeof line, "{\"id\":\"%0188d\",\"method\":\"ping\"}", 1);
    answer = ask(line);
    assert_int_equal(json_string_length(json_object_get(answer, "id")), 188);
    assert_non_null(json_object_get(answer, "result"));
    json_decref(answer);
    (void)snprintf(line, sizeof line, "{\"id\":\"%0300d\",\"method\":\"ping\"}", 1);
    answer = ask(line);
    assert_true(json_is_null(json_object_get(answer, "id")));
    assert_int_equal(json_integer_value(json_object_get(json_object_get(answer, "error"), "code")), -32600);
    json_decref(answer);
}

/* What is too long is cut between letters. */
static void test_saying(void **context)
{
    char line[1024] =
        "{\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"say\",\"arguments\":{\"text\":\"";
    (void)context;
    for (unsigned i = 0; i < 100; i++)
        strcat(line, "あ");
    strcat(line, "\"}}}");
    json_t *answer = ask(line);
    assert_int_equal(strlen(text_of(answer)), 53 * strlen("あ"));
    assert_true(mcp.has_said);
    assert_string_equal(mcp.said, text_of(answer));
    json_decref(answer);
}

/* A client that does not look for hours is told the newest, from the beginning of a line on. */
static void test_story(void **context)
{
    static struct tui_news news = {.type = TUI_NEWS_NOTICE};
    (void)context;
    for (unsigned i = 0; i < 5000; i++) {
        (void)snprintf(news.text, sizeof news.text, "%04u \"%0200d\"", i, 0);
        seat_hear(&seat, &news);
    }
    assert_true(seat.story_count <= 64 * 1024);
    json_t *answer = ask("{\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"look\"}}");
    const char *text = text_of(answer);
    assert_memory_equal(text, "…\n", strlen("…\n"));
    unsigned first = (unsigned)strtoul(text + strlen("…\n"), NULL, 10);
    assert_in_range(first, 4000, 4990);
    (void)snprintf(news.text, sizeof news.text, "\n4999 \"%0200d\"\n", 0);
    assert_non_null(strstr(text, news.text));
    json_decref(answer);
    answer = ask("{\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"look\"}}");
    assert_null(strstr(text_of(answer), "4999"));
    json_decref(answer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_ids, open_seat, close_seat),
        cmocka_unit_test_setup_teardown(test_saying, open_seat, close_seat),
        cmocka_unit_test_setup_teardown(test_story, open_seat, close_seat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
