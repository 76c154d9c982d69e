/* test_conformance.c - WebSocket frames against a real server, on a real socket: what is echoed, what
 * is answered, and with which code a breach is closed. Numbered after the sections of the public
 * Autobahn list; the cases are ours.
 *
 * A script is words: t text, f first fragment, c middle one, e last one, b binary, p ping, o pong,
 * x close; then ':' and letters, '#' and hex, or '*' and how many times 'a'. "x:1000" has a code,
 * "h#..." is raw bytes, "/" sends what came before as a packet of its own. */
#include "wire.h"

struct conformance {
    const char *name, *send, *expect; /* without a close at the end the test says goodbye itself */
    bool is_bytewise;
};

static const struct conformance cases[] = {
    /* 1: framing */
    {"1.1 text of 0 bytes", "t:", "t:", false},
    {"1.1 text of 125 bytes", "t*125", "t*125", false},
    {"1.1 text of 126 bytes", "t*126", "t*126", false},
    {"1.1 text of 127 bytes", "t*127", "t*127", false},
    {"1.1 text of 128 bytes", "t*128", "t*128", false},
    {"1.1 text of 4096 bytes, the most there may be", "t*4096", "t*4096", false},
    {"1.1 text in two packets, cut in the payload", "h#8185 / h#37fa213d7f9f4d5158", "t:Hello", false},
    {"1.1 text in three packets, cut in the mask", "h#8185 / h#37fa / h#213d7f9f4d5158", "t:Hello", false},
    {"1.1 text of 126 bytes, byte by byte", "t*126", "t*126", true},
    {"1.1 three texts in one packet", "t:one t:two t:three", "t:one t:two t:three", false},
    {"1.1 length in 16 bits that fits in 7", "h#81fe0005000000004142434445", "x:1002", false},
    {"1.1 length in 64 bits that fits in 16", "h#81ff000000000000010000000000", "x:1002", false},
    {"1.1 length with the highest bit", "h#81ff800000000000000000000000", "x:1002", false},
    {"1.1 plain frame of a client", "h#810548656c6c6f", "x:1002", false},
    {"1.2 binary of 0 bytes", "b:", "x:1003", false},
    {"1.2 binary of 126 bytes", "b*126", "x:1003", false},
    {"1.2 binary after a text", "t:hola b:x", "t:hola x:1003", false},
    /* 2: pings and pongs */
    {"2.1 ping without payload", "p:", "o:", false},
    {"2.2 ping with text", "p:hola", "o:hola", false},
    {"2.3 ping with bytes that are not text", "p#00fffefdfcfb00ff", "o#00fffefdfcfb00ff", false},
    {"2.4 ping of 125 bytes", "p*125", "o*125", false},
    {"2.5 ping of 126 bytes", "p*126", "x:1002", false},
    {"2.6 ping of 125 bytes, byte by byte", "p*125", "o*125", true},
    {"2.7 pong nobody asked for", "o: t:then", "t:then", false},
    {"2.8 pong with payload", "o:unasked t:then", "t:then", false},
    {"2.9 pong and ping", "o:unasked p:ping", "o:ping", false},
    {"2.10 ten pings", "p:0 p:1 p:2 p:3 p:4 p:5 p:6 p:7 p:8 p:9", "o:0 o:1 o:2 o:3 o:4 o:5 o:6 o:7 o:8 o:9",
     false},
    {"2.11 ten pings, byte by byte", "p:0 p:1 p:2 p:3 p:4 p:5 p:6 p:7 p:8 p:9",
     "o:0 o:1 o:2 o:3 o:4 o:5 o:6 o:7 o:8 o:9", true},
    {"2.12 plain ping", "h#8900", "x:1002", false},
    /* 3: reserved bits */
    {"3.1 text with the third bit", "h#918000000000", "x:1002", false},
    {"3.2 after a text, the second bit", "t:hola h#a18000000000", "t:hola x:1002", false},
    {"3.3 in a packet of its own", "t:hola / h#b18000000000", "t:hola x:1002", false},
    {"3.4 the first bit, as if compressed", "t:hola h#c18000000000 p:", "t:hola x:1002", false},
    {"3.5 binary with bits", "h#d28000000000", "x:1002", false},
    {"3.6 ping with bits", "h#e98000000000", "x:1002", false},
    {"3.7 close with bits", "h#f88000000000", "x:1002", false},
    {"3.8 continuation with bits", "f:ho h#c08000000000", "x:1002", false},
    /* 4: opcodes */
    {"4.1 opcode 3", "h#838000000000", "x:1002", false},
    {"4.1 opcode 4 with payload", "h#84810000000041", "x:1002", false},
    {"4.1 opcode 5 after a text", "t:hola h#858000000000 p:", "t:hola x:1002", false},
    {"4.1 opcode 6", "h#868000000000", "x:1002", false},
    {"4.1 opcode 7", "h#878000000000", "x:1002", false},
    {"4.2 opcode 11", "h#8b8000000000", "x:1002", false},
    {"4.2 opcode 12 with payload", "h#8c810000000041", "x:1002", false},
    {"4.2 opcode 13 after a text", "t:hola h#8d8000000000", "t:hola x:1002", false},
    {"4.2 opcode 14", "h#8e8000000000", "x:1002", false},
    {"4.2 opcode 15", "h#8f8000000000", "x:1002", false},
    /* 5: fragments */
    {"5.1 ping in fragments", "h#098000000000", "x:1002", false},
    {"5.2 pong in fragments", "h#0a8000000000", "x:1002", false},
    {"5.3 text in two fragments", "f:frag e:ment", "t:fragment", false},
    {"5.4 text in two fragments and packets", "f:frag / e:ment", "t:fragment", false},
    {"5.5 text in two fragments, byte by byte", "f:frag e:ment", "t:fragment", true},
    {"5.6 a ping between fragments", "f:frag p:ping e:ment", "o:ping t:fragment", false},
    {"5.7 a ping between fragments and packets", "f:frag / p:ping / e:ment", "o:ping t:fragment", false},
    {"5.8 a ping between fragments, byte by byte", "f:frag p:ping e:ment", "o:ping t:fragment", true},
    {"5.9 a last fragment without a first", "e:lost t:hola", "x:1002", false},
    {"5.10 a middle fragment without a first", "c:lost t:hola", "x:1002", false},
    {"5.11 a fragment after the last", "f:a e:b e:c", "t:ab x:1002", false},
    {"5.12 a first fragment within a text", "f:a f:b", "x:1002", false},
    {"5.13 a whole text within a text", "f:a t:b", "x:1002", false},
    {"5.14 a binary within a text", "f:a b:b", "x:1002", false},
    {"5.15 ten fragments and pings", "f:1 p:p c:2 p:q c:3 c:4 c:5 c:6 c:7 c:8 c:9 e:0",
     "o:p o:q t:1234567890", false},
    {"5.16 empty fragments", "f: c: c: e:", "t:", false},
    {"5.17 empty fragments around a full one", "f: c:mid e:", "t:mid", false},
    {"5.18 two texts in fragments", "f:a e:b f:c e:d", "t:ab t:cd", false},
    {"5.19 a farewell within a text", "f:half x:1000", "x:1000", false},
    {"5.20 a binary in fragments", "h#028000000000", "x:1003", false},
    /* 6: UTF-8 */
    {"6.1 text of no bytes in three fragments", "f: c: e:", "t:", false},
    {"6.2 valid text", "t#c2bfc39a6c74696d613f", "t#c2bfc39a6c74696d613f", false},
    {"6.2 valid text, cut within letters", "f#c2 c#bfc3 e#9a6c74696d613f", "t#c2bfc39a6c74696d613f", false},
    {"6.2 valid text, every byte a fragment", "f#f0 c#9f c#82 e#a1", "t#f09f82a1", false},
    {"6.2 valid text, byte by byte", "t#cebae1bdb9cf83cebcceb5", "t#cebae1bdb9cf83cebcceb5", true},
    {"6.3 a surrogate within valid text", "t#cebae1bdb9cf83cebcceb5eda080656469746564", "x:1007", false},
    {"6.3 a surrogate, in fragments", "f#cebae1bdb9cf83 c#eda0 e#80656469746564", "x:1007", false},
    {"6.4 refused with the fragment that shows it", "f#cebae1bdb9cf83f490 p:never", "x:1007", false},
    {"6.4 not refused as long as it may be a letter", "f#cebaf48f p:still c#bf e#bf",
     "o:still t#cebaf48fbfbf", false},
    {"6.4 beyond the last letter", "t#cebae1bdb9f4908080", "x:1007", false},
    {"6.5 U+0000", "t#00", "t#00", false},
    {"6.6 half a letter of two bytes", "t#ce", "x:1007", false},
    {"6.6 two thirds of a letter", "t#cebae1bd", "x:1007", false},
    {"6.6 three quarters of a letter", "t#f09f82", "x:1007", false},
    {"6.6 half a letter at the end of the last fragment", "f#ceba e#e1", "x:1007", false},
    {"6.7 first letter of two bytes", "t#c280", "t#c280", false},
    {"6.7 first letter of three bytes", "t#e0a080", "t#e0a080", false},
    {"6.7 first letter of four bytes", "t#f0908080", "t#f0908080", false},
    {"6.8 five bytes", "t#f888808080", "x:1007", false},
    {"6.8 six bytes", "t#fc8480808080", "x:1007", false},
    {"6.9 last letter of one byte", "t#7f", "t#7f", false},
    {"6.9 last letter of two bytes", "t#dfbf", "t#dfbf", false},
    {"6.9 last letter of three bytes", "t#efbfbf", "t#efbfbf", false},
    {"6.9 last letter of all", "t#f48fbfbf", "t#f48fbfbf", false},
    {"6.11 before the surrogates", "t#ed9fbf", "t#ed9fbf", false},
    {"6.11 after the surrogates", "t#ee8080", "t#ee8080", false},
    {"6.11 the replacement character", "t#efbfbd", "t#efbfbd", false},
    {"6.12 a tail alone", "t#80", "x:1007", false},
    {"6.12 another tail alone", "t#bf", "x:1007", false},
    {"6.12 tails after a letter", "t#c28080", "x:1007", false},
    {"6.13 heads alone", "t#c020c120c220", "x:1007", false},
    {"6.14 a head at the end", "t#e0a0", "x:1007", false},
    {"6.16 bytes that are never used", "t#fe", "x:1007", false},
    {"6.16 bytes that are never used, either", "t#ff", "x:1007", false},
    {"6.17 a slash in two bytes", "t#c0af", "x:1007", false},
    {"6.17 a slash in three bytes", "t#e080af", "x:1007", false},
    {"6.17 a slash in four bytes", "t#f08080af", "x:1007", false},
    {"6.18 the longest wrong form of three", "t#e09fbf", "x:1007", false},
    {"6.18 the longest wrong form of four", "t#f08fbfbf", "x:1007", false},
    {"6.19 zero in two bytes", "t#c080", "x:1007", false},
    {"6.20 the first surrogate", "t#eda080", "x:1007", false},
    {"6.20 the last surrogate", "t#edbfbf", "x:1007", false},
    {"6.21 a pair of surrogates", "t#eda080edb080", "x:1007", false},
    {"6.22 letters that are none, but valid", "t#efbfbe", "t#efbfbe", false},
    {"6.23 a wrong byte after eight plain ones", "t#6162636465666768ff", "x:1007", false},
    {"6.23 a wrong byte within the next eight", "t#616263646566676861ff636465666768", "x:1007", false},
    /* 7: farewells */
    {"7.1 a text, then a farewell", "t:hola x:1000", "t:hola x:1000", false},
    {"7.1 two farewells", "x:1000 x:1000", "x:1000", false},
    {"7.1 a text after the farewell", "x:1000 t:late", "x:1000", false},
    {"7.1 a ping after the farewell", "x:1000 p:late", "x:1000", false},
    {"7.1 the rest of a text after the farewell", "f:half x:1000 e:late", "x:1000", false},
    {"7.3 a farewell without a code", "h#888000000000", "x:", false},
    {"7.3 a farewell of one byte", "h#88810000000003", "x:1002", false},
    {"7.3 a farewell with a code", "x:1001", "x:1001", false},
    {"7.3 a farewell with a reason", "h#88860000000003e8686f6c61", "x:1000", false},
    {"7.3 a farewell of 125 bytes", "h#88fd0000000003e8 r*123", "x:1000", false},
    {"7.3 a farewell of 126 bytes", "h#88fe007e0000000003e8 r*124", "x:1002", false},
    {"7.5 a reason that is not UTF-8", "h#88840000000003e8ceff", "x:1007", false},
    {"7.7 code 1002", "x:1002", "x:1002", false},
    {"7.7 code 1003", "x:1003", "x:1003", false},
    {"7.7 code 1007", "x:1007", "x:1007", false},
    {"7.7 code 1008", "x:1008", "x:1008", false},
    {"7.7 code 1009", "x:1009", "x:1009", false},
    {"7.7 code 1010", "x:1010", "x:1010", false},
    {"7.7 code 1011", "x:1011", "x:1011", false},
    {"7.7 code 1014", "x:1014", "x:1014", false},
    {"7.7 code 3000", "x:3000", "x:3000", false},
    {"7.7 code 3999", "x:3999", "x:3999", false},
    {"7.7 code 4000", "x:4000", "x:4000", false},
    {"7.7 code 4999", "x:4999", "x:4999", false},
    {"7.9 code 0", "x:0", "x:1002", false},
    {"7.9 code 999", "x:999", "x:1002", false},
    {"7.9 code 1004", "x:1004", "x:1002", false},
    {"7.9 code 1005", "x:1005", "x:1002", false},
    {"7.9 code 1006", "x:1006", "x:1002", false},
    {"7.9 code 1015", "x:1015", "x:1002", false},
    {"7.9 code 1016", "x:1016", "x:1002", false},
    {"7.9 code 1100", "x:1100", "x:1002", false},
    {"7.9 code 2000", "x:2000", "x:1002", false},
    {"7.9 code 2999", "x:2999", "x:1002", false},
    {"7.13 code 5000", "x:5000", "x:1002", false},
    {"7.13 code 65535", "x:65535", "x:1002", false},
    {"7.14 the server's own farewell", "t:close_4001 / x:4001", "t:bye x:4001", false},
    {"7.14 the server's own, answered late", "t:close_4001 / t:late p:late x:4001", "t:bye x:4001", false},
    {"7.14 the server's own, answered by a breach", "t:close_4001 / h#8f8000000000", "t:bye x:4001", false},
    /* 9, 10: bounds */
    {"9.1 a text of 4097 bytes", "t*4097", "x:1009", false},
    {"9.1 a text of 65535 bytes", "t*65535", "x:1009", false},
    {"9.1 a text of 65536 bytes", "t*65536", "x:1009", false},
    {"9.2 a length of 2^62, and nothing more", "h#81ff400000000000000000000000", "x:1009", false},
    {"9.3 fragments of 4096 bytes together", "f*2048 c*2047 e*1", "t*4096", false},
    {"9.3 fragments of 4097 bytes together", "f*2048 c*2047 e*2", "x:1009", false},
    {"9.3 a fragment too many is refused by its header", "f*4096 h#8081", "x:1009", false},
    {"9.4 the bound is for each text", "t*4096 f*4000 e*96 t*4096", "t*4096 t*4096 t*4096", false},
    {"9.5 control frames do not count", "f*4090 p*125 p*125 e*6", "o*125 o*125 t*4096", false},
    {"10.1 a text of 4096 bytes, byte by byte", "t*4096", "t*4096", true},
};

enum { CASE_COUNT = sizeof cases / sizeof cases[0], SCRIPT_BYTES_MAX = 1 << 18 };

static struct echo echo;

/* The payload of a word, from its mark on. */
static size_t read_payload(const char *mark, const char *end, uint8_t *payload)
{
    size_t count = 0;
    if (*mark == '*') {
        count = strtoul(mark + 1, NULL, 10);
        memset(payload, 'a', count);
    } else if (*mark == '#') {
        for (const char *at = mark + 1; at + 1 < end; at += 2, count++) {
            char pair[3] = {at[0], at[1], 0};
            payload[count] = (uint8_t)strtoul(pair, NULL, 16);
        }
    } else {
        count = (size_t)(end - mark) - 1;
        memcpy(payload, mark + 1, count);
        /* Words have no blanks; what the echo is asked for may. */
        for (size_t i = 0; i < count; i++)
            if (payload[i] == '_')
                payload[i] = ' ';
    }
    return count;
}

static unsigned first_byte_of(char letter)
{
    switch (letter) {
    case 't':
        return 0x81;
    case 'f':
        return 0x01;
    case 'c':
        return 0x00;
    case 'e':
        return 0x80;
    case 'b':
        return 0x82;
    case 'p':
        return 0x89;
    case 'o':
        return 0x8a;
    default:
        return 0x88;
    }
}

static size_t write_code(const char *number, uint8_t *payload)
{
    unsigned code = (unsigned)strtoul(number, NULL, 10);
    payload[0] = (uint8_t)(code >> 8);
    payload[1] = (uint8_t)code;
    return *number == 0 || *number == ' ' ? 0 : 2;
}

static void send_now(struct wire *wire, const uint8_t *bytes, size_t count, bool is_bytewise)
{
    size_t step = is_bytewise ? 1 : count;
    for (size_t at = 0; at < count; at += step)
        (void)wire_write(wire, bytes + at, step);
}

static void play(struct wire *wire, const struct conformance *conformance)
{
    static uint8_t bytes[SCRIPT_BYTES_MAX], payload[70000];
    size_t count = 0;
    const char *word = conformance->send;
    while (*word) {
        const char *end = word + strcspn(word, " ");
        if (*word == '/') {
            send_now(wire, bytes, count, conformance->is_bytewise);
            count = 0;
            /* Usually enough for it to arrive alone; if not, the result is the same. */
            wire_pause_ms(3);
        } else if (*word == 'h' || *word == 'r') {
            count += read_payload(word + 1, end, bytes + count);
        } else {
            size_t size = *word == 'x' ? write_code(word + 2, payload) : read_payload(word + 1, end, payload);
            count += wire_frame(bytes + count, first_byte_of(*word), payload, size);
        }
        word = end + strspn(end, " ");
    }
    send_now(wire, bytes, count, conformance->is_bytewise);
}

static void run_case(void **state)
{
    static struct wire_got got;
    static uint8_t payload[70000];
    const struct conformance *conformance = *state;
    struct wire wire = wire_socket(&echo);
    bool is_closed = false;
    play(&wire, conformance);
    for (const char *word = conformance->expect; *word;) {
        const char *end = word + strcspn(word, " ");
        is_closed = *word == 'x';
        size_t count = is_closed ? write_code(word + 2, payload) : read_payload(word + 1, end, payload);
        wire_read_frame(&wire, &got);
        assert_int_equal(got.first, first_byte_of(*word));
        /* The reason of a farewell is nobody's business here. */
        if (!is_closed || count == 0)
            assert_int_equal(got.count, count);
        assert_true(got.count >= count);
        assert_memory_equal(got.payload, payload, count);
        word = end + strspn(end, " ");
    }
    if (!is_closed) {
        uint8_t bytes[16];
        (void)wire_write(&wire, bytes, wire_frame(bytes, 0x88, "\x03\xe8", 2));
        wire_expect_close(&wire, 1000);
    }
    assert_true(wire_is_at_end(&wire));
    wire_close(&wire);
}

static int start(void **state)
{
    (void)state;
    echo_start(&echo, &(struct net_config){0});
    return 0;
}

static int stop(void **state)
{
    (void)state;
    echo_stop(&echo);
    return echo.counters.conns_opened == CASE_COUNT && echo.counters.conns_open == 0 ? 0 : -1;
}

int main(void)
{
    static struct CMUnitTest tests[CASE_COUNT];
    for (size_t i = 0; i < CASE_COUNT; i++) {
        union {
            const struct conformance *from;
            void *to;
        } both = {.from = &cases[i]};
        tests[i] = (struct CMUnitTest){cases[i].name, run_case, NULL, NULL, both.to};
    }
    return cmocka_run_group_tests_name("WebSocket conformance", tests, start, stop);
}
