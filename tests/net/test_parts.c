/* test_parts.c - the parts of src/net that need no socket: UTF-8, frames, messages, addresses of all
 * kinds, the words of a handshake, the head of an answer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <arpa/inet.h>
#include <netinet/in.h>

#include <cmocka.h>

#include "net/address.h"
#include "net/answer.h"
#include "net/bytes.h"
#include "net/handshake.h"
#include "net/message.h"
#include "net/url.h"
#include "net/utf8.h"

/* ---- UTF-8 -------------------------------------------------------------------------------------- */

static size_t write_letter(uint32_t letter, uint8_t *bytes)
{
    if (letter < 0x80) {
        bytes[0] = (uint8_t)letter;
        return 1;
    }
    size_t count = letter < 0x800 ? 2 : letter < 0x10000 ? 3 : 4;
    for (size_t i = count - 1; i > 0; i--, letter >>= 6)
        bytes[i] = (uint8_t)(0x80 | (letter & 0x3f));
    bytes[0] = (uint8_t)((0xf00 >> count & 0xff) | letter);
    return count;
}

static void test_every_letter(void **state)
{
    uint8_t bytes[16] = {0};
    (void)state;
    for (uint32_t letter = 0; letter < 0x120000; letter++) {
        size_t count = write_letter(letter, bytes);
        bool is_letter = letter < 0x110000 && (letter < 0xd800 || letter > 0xdfff);
        assert_int_equal(net_utf8_is_valid(bytes, count), is_letter);
        if (count > 1)
            assert_false(net_utf8_is_valid(bytes, count - 1));
    }
}

/* Every sequence of up to three bytes, against a plain reading of the standard's table. */
static bool is_valid_slowly(const uint8_t *bytes, size_t count)
{
    while (count > 0) {
        uint8_t first = bytes[0];
        size_t size = first < 0x80 ? 1 : first < 0xc0 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
        if (size == 0 || size > count)
            return false;
        uint32_t letter = size == 1 ? bytes[0] : bytes[0] & (0x7fu >> size);
        for (size_t i = 1; i < size; i++) {
            if ((bytes[i] & 0xc0) != 0x80)
                return false;
            letter = letter << 6 | (bytes[i] & 0x3fu);
        }
        uint8_t again[4];
        if (letter > 0x10ffff || (letter >= 0xd800 && letter <= 0xdfff) ||
            write_letter(letter, again) != size || memcmp(again, bytes, size) != 0)
            return false;
        bytes += size;
        count -= size;
    }
    return true;
}

static void test_every_three_bytes(void **state)
{
    (void)state;
    for (uint32_t all = 0; all < 1u << 24; all++) {
        uint8_t bytes[3] = {(uint8_t)(all >> 16), (uint8_t)(all >> 8), (uint8_t)all};
        if (net_utf8_is_valid(bytes, 3) != is_valid_slowly(bytes, 3))
            fail_msg("%06x", all);
    }
}

/* A beginning is what some letter begins with; tried against all letters. */
static void test_every_beginning_of_a_letter(void **state)
{
    static uint8_t begins[3][1 << 24 >> 3];
    uint8_t bytes[4];
    (void)state;
    memset(begins, 0, sizeof begins);
    for (uint32_t letter = 0x80; letter < 0x110000; letter++) {
        if (letter >= 0xd800 && letter <= 0xdfff)
            continue;
        size_t size = write_letter(letter, bytes);
        uint32_t prefix = 0;
        for (size_t count = 1; count < size; count++) {
            prefix = prefix << 8 | bytes[count - 1];
            begins[count - 1][prefix >> 3] |= (uint8_t)(1u << (prefix & 7));
        }
    }
    for (size_t count = 1; count <= 3; count++) {
        for (uint32_t prefix = 0; prefix < 1u << (8 * count); prefix++) {
            for (size_t i = 0; i < count; i++)
                bytes[i] = (uint8_t)(prefix >> (8 * (count - 1 - i)));
            bool is_beginning = begins[count - 1][prefix >> 3] >> (prefix & 7) & 1;
            if (net_utf8_is_beginning(bytes, count) != is_beginning)
                fail_msg("%zu bytes: %06x", count, prefix);
        }
    }
}

static void test_utf8_at_every_place(void **state)
{
    uint8_t bytes[40];
    (void)state;
    for (size_t at = 0; at + 4 <= sizeof bytes; at++) {
        memset(bytes, 'a', sizeof bytes);
        memcpy(bytes + at, "\xf0\x9f\x82\xa1", 4);
        assert_true(net_utf8_is_valid(bytes, sizeof bytes));
        bytes[at + 3] = 'a';
        assert_false(net_utf8_is_valid(bytes, sizeof bytes));
    }
}

/* ---- frames and messages ------------------------------------------------------------------------ */

static void test_frames_come_back(void **state)
{
    static const size_t sizes[] = {0, 1, 2, 7, 8, 9, 124, 125, 126, 127, 128, 65535, 65536, 70000};
    static uint8_t wire[80000], payload[70000];
    static const uint8_t mask[4] = {0xde, 0xad, 0xbe, 0xef};
    (void)state;
    for (size_t i = 0; i < sizeof payload; i++)
        payload[i] = (uint8_t)(i * 31);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        for (int is_masked = 0; is_masked < 2; is_masked++) {
            size_t header = net_frame_write_header(wire, NET_OPCODE_TEXT, sizes[i], is_masked ? mask : NULL);
            memcpy(wire + header, payload, sizes[i]);
            if (is_masked)
                net_frame_mask(wire + header, sizes[i], mask);
            enum net_side side = is_masked ? NET_SIDE_SERVER : NET_SIDE_CLIENT;
            struct net_frame frame;
            /* Whatever is missing, it waits; it never reads what is not there. */
            for (size_t cut = 0; cut < header + sizes[i]; cut += cut < 20 ? 1 : 997) {
                uint8_t *part = malloc(cut + 1);
                memcpy(part, wire, cut);
                assert_int_equal(net_frame_read(part, cut, side, sizes[i], &frame), 0);
                assert_int_equal(frame.frame_bytes, 0);
                free(part);
            }
            assert_int_equal(net_frame_read(wire, header + sizes[i], side, sizes[i], &frame), 0);
            assert_int_equal(frame.frame_bytes, header + sizes[i]);
            assert_int_equal(frame.count, sizes[i]);
            assert_true(frame.is_last);
            assert_int_equal(frame.opcode, NET_OPCODE_TEXT);
            assert_memory_equal(frame.payload, payload, sizes[i]);
            if (sizes[i] > 0) {
                header = net_frame_write_header(wire, NET_OPCODE_TEXT, sizes[i], is_masked ? mask : NULL);
                assert_int_equal(net_frame_read(wire, header, side, sizes[i] - 1, &frame),
                                 NET_CLOSE_TOO_LONG);
            }
        }
    }
}

/* The first two bytes decide: all of them, for both sides. */
static void test_every_beginning(void **state)
{
    (void)state;
    for (unsigned all = 0; all < 1u << 16; all++) {
        for (int side = NET_SIDE_SERVER; side <= NET_SIDE_CLIENT; side++) {
            uint8_t bytes[2] = {(uint8_t)(all >> 8), (uint8_t)all};
            unsigned opcode = bytes[0] & 15, length = bytes[1] & 127;
            bool is_masked = bytes[1] & 128, is_control = opcode >= 8;
            bool is_good = (bytes[0] & 0x70) == 0 && (opcode <= 2 || (opcode >= 8 && opcode <= 10)) &&
                           is_masked == (side == NET_SIDE_SERVER) &&
                           (!is_control || ((bytes[0] & 128) && length <= 125));
            struct net_frame frame;
            uint16_t code = net_frame_read(bytes, 2, (enum net_side)side, 4096, &frame);
            assert_int_equal(code, is_good ? 0 : NET_CLOSE_PROTOCOL);
            /* An empty plain frame is whole after its two bytes. */
            assert_int_equal(frame.frame_bytes, is_good && !is_masked && length == 0 ? 2 : 0);
        }
    }
}

static void test_close_payload(void **state)
{
    uint8_t payload[NET_CONTROL_BYTES_MAX];
    char reason[200];
    (void)state;
    assert_int_equal(net_close_write(payload, 1000, NULL), 2);
    assert_memory_equal(payload, "\x03\xe8", 2);
    assert_int_equal(net_close_write(payload, 4999, "adiós"), 8);
    assert_memory_equal(payload,
                        "\x13\x87"
                        "adiós",
                        8);
    /* Cut between letters: 'ó' has two bytes. */
    memset(reason, 'a', sizeof reason);
    memcpy(reason + 122, "ó", 2);
    reason[199] = 0;
    size_t count = net_close_write(payload, 1000, reason);
    assert_int_equal(count, 2 + 122);
    assert_true(net_utf8_is_valid(payload + 2, count - 2));
}

static void test_message_memory(void **state)
{
    struct net_messages messages = {0};
    uint8_t bytes[] = "\x01\x02ho\x80\x02la\x01\x01x";
    uint8_t *at = bytes;
    size_t count = sizeof bytes - 1;
    (void)state;
    struct net_message message = net_messages_next(&messages, NET_SIDE_CLIENT, 4, &at, &count);
    assert_int_equal(message.kind, NET_KIND_TEXT);
    assert_memory_equal(message.bytes, "hola", 4);
    message = net_messages_next(&messages, NET_SIDE_CLIENT, 4, &at, &count);
    assert_int_equal(message.kind, NET_KIND_MORE);
    assert_int_equal(count, 0);
    assert_true(messages.is_open);
    net_messages_drop(&messages);
    assert_null(messages.bytes);
}

static void test_bytes(void **state)
{
    struct net_bytes queue = {0};
    (void)state;
    for (int i = 0; i < 1000; i++)
        assert_true(net_bytes_add(&queue, "0123456789", 10));
    assert_int_equal(queue.count, 10000);
    net_bytes_take(&queue, 9995);
    assert_memory_equal(queue.bytes, "56789", 5);
    assert_false(net_bytes_reserve(&queue, SIZE_MAX));
    net_bytes_take(&queue, 5);
    assert_null(queue.bytes);
    assert_int_equal(queue.size, 0);
}

/* ---- handshakes --------------------------------------------------------------------------------- */

static void test_keys(void **state)
{
    char key[NET_KEY_BYTES], other[NET_KEY_BYTES], answer[NET_ACCEPT_BYTES];
    (void)state;
    /* The example of RFC 6455, section 1.3. */
    assert_true(net_key_is_valid("dGhlIHNhbXBsZSBub25jZQ=="));
    assert_true(net_key_answer("dGhlIHNhbXBsZSBub25jZQ==", answer));
    assert_string_equal(answer, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    for (int i = 0; i < 100; i++) {
        assert_true(net_key_make(key) && net_key_make(other));
        assert_true(net_key_is_valid(key));
        assert_string_not_equal(key, other);
    }
    static const char *const wrong[] = {"",
                                        "==",
                                        "dGhlIHNhbXBsZSBub25jZQ=",
                                        "dGhlIHNhbXBsZSBub25jZQ===",
                                        "dGhlIHNhbXBsZSBub25jZR==",
                                        "dGhlIHNhbXBsZSBub25j====",
                                        "dGhlIHNhbXBsZSBub25jZQQ=",
                                        " GhlIHNhbXBsZSBub25jZQ=="};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(net_key_is_valid(wrong[i]));
}

static void test_lists(void **state)
{
    (void)state;
    assert_true(net_list_has("Upgrade", "upgrade"));
    assert_true(net_list_has("keep-alive, Upgrade", "upgrade"));
    assert_true(net_list_has(" ,, keep-alive ,UPGRADE\t,x", "upgrade"));
    assert_false(net_list_has("", "upgrade"));
    assert_false(net_list_has("upgraded, xupgrade, up grade", "upgrade"));
}

static void test_origins(void **state)
{
    static const char *const allowed[] = {"https://a.example", "http://b.example:8080"};
    static const struct {
        const char *origin, *host;
        bool is_allowed;
    } asked[] = {
        {NULL, "h", true},
        {"http://h", "h", true},
        {"https://H:1", "h:1", true},
        {"https://a.example", "h", true},
        {"http://a.example", "h", false},
        {"http://b.example:8080", "h", true},
        {"http://b.example", "h", false},
        {"null", "null", false},
        {"", "", false},
        {"http://", "", false},
        {"file://h", "h", false},
        {"http://h.evil", "h", false},
        {"http://h", NULL, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++)
        assert_int_equal(net_origin_is_allowed(asked[i].origin, asked[i].host, allowed, 2),
                         asked[i].is_allowed);
}

/* ---- addresses ---------------------------------------------------------------------------------- */

static void test_urls(void **state)
{
    static const struct {
        const char *text, *host, *path, *written; /* 'host' null: it is none */
        uint16_t port;
        bool is_tls;
    } urls[] = {
        {"ws://localhost:7373/ws", "localhost", "/ws", "localhost:7373", 7373, false},
        {"WSS://example.org", "example.org", "/", "example.org", 443, true},
        {"http://example.org?q=1", "example.org", "/?q=1", "example.org", 80, false},
        {"https://example.org:443/a/b?c=d#e", "example.org", "/a/b?c=d", "example.org", 443, true},
        {"ws://[::1]:7373/ws", "::1", "/ws", "[::1]:7373", 7373, false},
        {"ws://[::1]", "::1", "/", "[::1]", 80, false},
        {"ws://127.0.0.1:1", "127.0.0.1", "/", "127.0.0.1:1", 1, false},
        {"ws://", NULL, NULL, NULL, 0, false},
        {"ws:///path", NULL, NULL, NULL, 0, false},
        {"ftp://example.org/", NULL, NULL, NULL, 0, false},
        {"example.org", NULL, NULL, NULL, 0, false},
        {"ws://user@example.org/", NULL, NULL, NULL, 0, false},
        {"ws://example.org:0/", NULL, NULL, NULL, 0, false},
        {"ws://example.org:65536/", NULL, NULL, NULL, 0, false},
        {"ws://example.org:/", NULL, NULL, NULL, 0, false},
        {"ws://example.org:8o/", NULL, NULL, NULL, 0, false},
        {"ws://[::1/", NULL, NULL, NULL, 0, false},
        {"ws://[::1]x/", NULL, NULL, NULL, 0, false},
        {"ws://a b/", NULL, NULL, NULL, 0, false},
        {"ws://a/\r\nX: y", NULL, NULL, NULL, 0, false},
        {"ws://a/b c", NULL, NULL, NULL, 0, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof urls / sizeof urls[0]; i++) {
        struct net_url url;
        char host[272];
        bool is_url = net_url_read(urls[i].text, &url);
        if (is_url != (urls[i].host != NULL))
            print_error("%s\n", urls[i].text);
        assert_int_equal(is_url, urls[i].host != NULL);
        if (!is_url)
            continue;
        assert_string_equal(url.host, urls[i].host);
        assert_string_equal(url.path, urls[i].path);
        assert_int_equal(url.port, urls[i].port);
        assert_int_equal(url.is_tls, urls[i].is_tls);
        net_url_write_host(&url, host);
        assert_string_equal(host, urls[i].written);
    }
    char long_url[3000] = "ws://a/";
    struct net_url url;
    memset(long_url + 7, 'x', 2000);
    assert_false(net_url_read(long_url, &url));
    memcpy(long_url + 5, "xxx", 3);
    assert_false(net_url_read(long_url, &url));
}

static void test_addresses(void **state)
{
    struct net_address_key one, two;
    struct sockaddr_in v4 = {.sin_family = AF_INET};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6};
    char text[NET_ADDRESS_TEXT_BYTES];
    (void)state;
    inet_pton(AF_INET, "192.0.2.1", &v4.sin_addr);
    inet_pton(AF_INET6, "2001:db8::1", &v6.sin6_addr);
    one = net_address_of((struct sockaddr *)&v4);
    assert_true(net_address_read("192.0.2.1", &two));
    assert_memory_equal(&one, &two, sizeof one);
    assert_true(net_address_read("::ffff:192.0.2.1", &two));
    assert_memory_equal(&one, &two, sizeof one);
    assert_true(net_address_read("192.0.2.2", &two));
    assert_memory_not_equal(&one, &two, sizeof one);
    one = net_address_of((struct sockaddr *)&v6);
    assert_true(net_address_read("2001:db8:0:0:ffff::9", &two));
    assert_memory_equal(&one, &two, sizeof one);
    assert_true(net_address_read("2001:db8:0:1::1", &two));
    assert_memory_not_equal(&one, &two, sizeof one);
    assert_true(net_address_read("::1", &one) && net_address_read("::2", &two));
    assert_memory_not_equal(&one, &two, sizeof one);
    assert_false(net_address_read("localhost", &one));
    assert_false(net_address_read("192.0.2.1:80", &one));
    /* Written as it is counted: everybody of one network is one. */
    static const char *const written[][2] = {{"192.0.2.1", "192.0.2.1"},
                                             {"::ffff:192.0.2.1", "192.0.2.1"},
                                             {"::1", "::1"},
                                             {"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"},
                                             {"2001:db8:1:2::9", "2001:db8:1:2::/64"},
                                             {"2001:db8:1:3::9", "2001:db8:1:3::/64"}};
    for (size_t i = 0; i < sizeof written / sizeof written[0]; i++) {
        assert_true(net_address_read(written[i][0], &one));
        net_address_write(&one, text);
        assert_string_equal(text, written[i][1]);
    }
    one = net_address_of(NULL);
    net_address_write(&one, text);
    assert_string_equal(text, "?");
}

static void test_address_table(void **state)
{
    enum { MANY = 20000 };
    struct net_addresses *addresses = net_addresses_create();
    struct net_address_key key = {{0}};
    (void)state;
    for (int round = 0; round < 2; round++) {
        for (unsigned i = 0; i < MANY; i++) {
            memcpy(key.bytes, &i, sizeof i);
            struct net_address *address = net_addresses_find(addresses, key, true);
            assert_non_null(address);
            assert_int_equal(address->conn_count, round);
            address->conn_count++;
        }
    }
    for (unsigned i = 0; i < MANY; i += 2) {
        memcpy(key.bytes, &i, sizeof i);
        struct net_address *address = net_addresses_find(addresses, key, false);
        net_addresses_release(addresses, address);
        assert_ptr_equal(net_addresses_find(addresses, key, false), address);
        address->conn_count = 0;
        net_addresses_release(addresses, address);
        assert_null(net_addresses_find(addresses, key, false));
    }
    net_addresses_destroy(addresses);
}

/* ---- answers ------------------------------------------------------------------------------------ */

static void test_answers(void **state)
{
    static const char good[] = "HTTP/1.1 200 OK\r\nA: 1\r\nb:\t two \r\nB: 3\r\nEmpty:\r\n\r\nbody";
    struct net_answer answer;
    char value[8];
    (void)state;
    for (size_t count = 0; count < sizeof good - 1; count++) {
        assert_true(net_answer_read(good, count, &answer));
        assert_int_equal(answer.bytes, count >= sizeof good - 5 ? sizeof good - 5 : 0);
    }
    assert_int_equal(answer.status, 200);
    assert_true(net_answer_header(&answer, "a", value, sizeof value));
    assert_string_equal(value, "1");
    assert_false(net_answer_header(&answer, "B", value, sizeof value));
    assert_true(net_answer_has_header(&answer, "B"));
    assert_true(net_answer_header(&answer, "empty", value, sizeof value));
    assert_string_equal(value, "");
    assert_false(net_answer_header(&answer, "body", value, sizeof value));
    assert_false(net_answer_header(&answer, "a", value, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_letter),
        cmocka_unit_test(test_every_three_bytes),
        cmocka_unit_test(test_every_beginning_of_a_letter),
        cmocka_unit_test(test_utf8_at_every_place),
        cmocka_unit_test(test_frames_come_back),
        cmocka_unit_test(test_every_beginning),
        cmocka_unit_test(test_close_payload),
        cmocka_unit_test(test_message_memory),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_origins),
        cmocka_unit_test(test_urls),
        cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_address_table),
        cmocka_unit_test(test_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
