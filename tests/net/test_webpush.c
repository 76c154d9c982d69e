/* test_webpush.c - sealing by the example of RFC 8291 (section 5), the sender's name, keys that are none, and
 * which addresses a server may write to. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "net/address.h"
#include "net/webpush.h"

#define BROWSER_KEY "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
#define BROWSER_AUTH "BTBZMqHH6r4Tts7J_aSIgg"
#define SENDER_SECRET "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
#define SENDER_KEY "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
#define SALT "DGv6ra1nlYgDCS1FRnbzlw"
#define BODY                                                                                              \
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8" \
    "wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"

static size_t read_base64(uint8_t *bytes, size_t size, const char *text)
{
    size_t count = 0;
    assert_int_equal(sodium_base642bin(bytes, size, text, strlen(text), NULL, &count, NULL,
                                       sodium_base64_VARIANT_URLSAFE_NO_PADDING),
                     0);
    return count;
}

static void test_example(void **state)
{
    static const char text[] = "When I grow up, I want to be a watermelon";
    struct webpush_browser browser;
    uint8_t chance[WEBPUSH_CHANCE_BYTES], body[WEBPUSH_BODY_BYTES], wanted[WEBPUSH_BODY_BYTES];
    (void)state;
    assert_true(webpush_browser_read(&browser, BROWSER_KEY, BROWSER_AUTH));
    read_base64(chance, 32, SENDER_SECRET);
    read_base64(chance + 32, 16, SALT);
    const size_t count = read_base64(wanted, sizeof wanted, BODY);
    assert_int_equal(webpush_seal(&browser, chance, text, sizeof text - 1, body), count);
    assert_memory_equal(body, wanted, count);
}

static void test_bounds(void **state)
{
    struct webpush_browser browser;
    uint8_t chance[WEBPUSH_CHANCE_BYTES], body[WEBPUSH_BODY_BYTES];
    char text[WEBPUSH_TEXT_MAX + 1] = {0};
    (void)state;
    assert_true(webpush_browser_read(&browser, BROWSER_KEY, BROWSER_AUTH));
    memset(chance, 1, sizeof chance);
    assert_int_equal(webpush_seal(&browser, chance, text, WEBPUSH_TEXT_MAX, body), WEBPUSH_BODY_BYTES);
    assert_int_equal(webpush_seal(&browser, chance, text, WEBPUSH_TEXT_MAX + 1, body), 0);
    memset(chance, 0, sizeof chance);
    assert_int_equal(webpush_seal(&browser, chance, text, 1, body), 0);
    memset(chance, 0xff, sizeof chance);
    assert_int_equal(webpush_seal(&browser, chance, text, 1, body), 0);
}

static void test_keys_that_are_none(void **state)
{
    struct webpush_browser browser;
    char key[] = BROWSER_KEY;
    (void)state;
    assert_true(webpush_browser_read(&browser, BROWSER_KEY "=", BROWSER_AUTH "=="));
    assert_false(webpush_browser_read(&browser, BROWSER_KEY "A", BROWSER_AUTH));
    assert_false(webpush_browser_read(&browser, BROWSER_AUTH, BROWSER_AUTH));
    assert_false(webpush_browser_read(&browser, BROWSER_KEY, BROWSER_KEY));
    assert_false(webpush_browser_read(&browser, "", ""));
    key[40] = key[40] == 'A' ? 'B' : 'A'; /* not on the curve any more */
    assert_false(webpush_browser_read(&browser, key, BROWSER_AUTH));
}

static void test_name(void **state)
{
    struct webpush_house house;
    uint8_t secret[WEBPUSH_SECRET_BYTES];
    char name[WEBPUSH_NAME_BYTES];
    (void)state;
    read_base64(secret, sizeof secret, SENDER_SECRET);
    assert_true(webpush_house_make(&house, secret));
    assert_string_equal(house.key, SENDER_KEY);
    assert_true(webpush_name(&house, "[]", name));
    assert_memory_equal(name, "vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.", 45);
    assert_non_null(strstr(name, ", k=" SENDER_KEY));
    char longest[WEBPUSH_CLAIMS_MAX + 2] = {0};
    memset(longest, ' ', WEBPUSH_CLAIMS_MAX);
    assert_true(webpush_name(&house, longest, name));
    longest[WEBPUSH_CLAIMS_MAX] = ' ';
    assert_false(webpush_name(&house, longest, name));
    memset(secret, 0, sizeof secret);
    assert_false(webpush_house_make(&house, secret));
}

static bool is_public(const char *text)
{
    struct sockaddr_in v4 = {.sin_family = AF_INET};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6};
    if (inet_pton(AF_INET, text, &v4.sin_addr) == 1)
        return net_address_is_public((const struct sockaddr *)&v4);
    assert_int_equal(inet_pton(AF_INET6, text, &v6.sin6_addr), 1);
    return net_address_is_public((const struct sockaddr *)&v6);
}

static void test_where_to(void **state)
{
    static const char *const open[] = {
        "1.1.1.1",      "9.255.255.255",     "11.0.0.0",       "100.63.255.255", "100.128.0.0",
        "126.0.0.1",    "172.15.255.255",    "172.32.0.0",     "192.167.0.1",    "223.255.255.255",
        "2606:4700::1", "2a00:1450:4003::1", "2001:4860::8888"};
    static const char *const closed[] = {"0.0.0.0",
                                         "10.0.0.1",
                                         "100.64.0.1",
                                         "100.127.255.255",
                                         "127.0.0.1",
                                         "127.255.255.255",
                                         "169.254.1.1",
                                         "172.16.0.1",
                                         "172.31.255.255",
                                         "192.0.0.1",
                                         "192.0.2.1",
                                         "192.168.1.1",
                                         "198.18.0.1",
                                         "198.19.255.255",
                                         "198.51.100.1",
                                         "203.0.113.7",
                                         "224.0.0.1",
                                         "240.0.0.1",
                                         "255.255.255.255",
                                         "::",
                                         "::1",
                                         "::ffff:8.8.8.8",
                                         "::8.8.8.8",
                                         "64:ff9b::808:808",
                                         "fc00::1",
                                         "fd12::1",
                                         "fe80::1",
                                         "fec0::1",
                                         "ff02::1",
                                         "2001:db8::1",
                                         "2001::1",
                                         "2002:7f00:1::1",
                                         "4000::1"};
    (void)state;
    for (size_t i = 0; i < sizeof open / sizeof open[0]; i++)
        if (!is_public(open[i]))
            fail_msg("%s is in the open network", open[i]);
    for (size_t i = 0; i < sizeof closed / sizeof closed[0]; i++)
        if (is_public(closed[i]))
            fail_msg("%s is not in the open network", closed[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_example),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_keys_that_are_none),
        cmocka_unit_test(test_name),
        cmocka_unit_test(test_where_to),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
