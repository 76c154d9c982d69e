/* ed25519.c - see ed25519.h. Numbers are eight words of 32 bits, the lowest first; points are (X : Y : Z : T)
 * with x = X/Z, y = Y/Z, xy = T/Z on the curve -x^2 + y^2 = 1 + d x^2 y^2 over the field of 2^255 - 19. */
#include "fair/ed25519.h"

#include <string.h>

#include "fair/sha512.h"

enum { WORDS = 8 };

struct number {
    uint32_t word[WORDS];
};

struct point {
    struct number x, y, z, t;
};

/* What all checks share; made anew for each, so that there are no variables and no long numbers to mistype.
 */
struct curve {
    struct number d, twice_d, root; /* root: of -1 */
    struct point base;
};

/* ---- the field: any number below 2^256 stands for its rest by 2^255 - 19 ---- */

static struct number small(uint32_t value)
{
    return (struct number){{value}};
}

/* 2^256 is 38. */
static void add_carry(struct number *a, uint64_t carry)
{
    while (carry != 0) {
        uint64_t sum = carry * 38;
        for (unsigned i = 0; i < WORDS; i++) {
            sum += a->word[i];
            a->word[i] = (uint32_t)sum;
            sum >>= 32;
        }
        carry = sum;
    }
}

static struct number add(struct number a, const struct number *b)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < WORDS; i++) {
        sum += (uint64_t)a.word[i] + b->word[i];
        a.word[i] = (uint32_t)sum;
        sum >>= 32;
    }
    add_carry(&a, sum);
    return a;
}

/* a - b, and whether it came out below 0: then it is 2^256 more. */
static bool take_away(struct number *a, const struct number *b)
{
    uint64_t borrow = 0;
    for (unsigned i = 0; i < WORDS; i++) {
        uint64_t difference = (uint64_t)a->word[i] - b->word[i] - borrow;
        a->word[i] = (uint32_t)difference;
        borrow = difference >> 63;
    }
    return borrow != 0;
}

static struct number subtract(struct number a, const struct number *b)
{
    const struct number wrapped = small(38);
    bool is_below = take_away(&a, b);
    while (is_below)
        is_below = take_away(&a, &wrapped);
    return a;
}

static struct number multiply(const struct number *a, const struct number *b)
{
    uint32_t product[2 * WORDS] = {0};
    struct number rest;
    uint64_t sum;
    for (unsigned i = 0; i < WORDS; i++) {
        sum = 0;
        for (unsigned j = 0; j < WORDS; j++) {
            sum += (uint64_t)a->word[i] * b->word[j] + product[i + j];
            product[i + j] = (uint32_t)sum;
            sum >>= 32;
        }
        product[i + WORDS] = (uint32_t)sum;
    }
    sum = 0;
    for (unsigned i = 0; i < WORDS; i++) {
        sum += product[i] + (uint64_t)product[i + WORDS] * 38;
        rest.word[i] = (uint32_t)sum;
        sum >>= 32;
    }
    add_carry(&rest, sum);
    return rest;
}

static struct number square(const struct number *a)
{
    return multiply(a, a);
}

static struct number prime(void)
{
    struct number p;
    memset(&p, 0xff, sizeof p);
    p.word[0] = UINT32_MAX - 18;
    p.word[WORDS - 1] = UINT32_MAX >> 1;
    return p;
}

/* The one way to write it: below 2^255 - 19. */
static struct number settled(struct number a)
{
    const struct number p = prime();
    for (;;) {
        struct number less = a;
        if (take_away(&less, &p))
            return a;
        a = less;
    }
}

static bool is_same(const struct number *a, const struct number *b)
{
    const struct number left = settled(*a), right = settled(*b);
    return memcmp(&left, &right, sizeof left) == 0;
}

static unsigned bit_of(const struct number *a, unsigned bit)
{
    return a->word[bit / 32] >> bit % 32 & 1;
}

static struct number power(const struct number *a, const struct number *exponent)
{
    struct number result = small(1);
    for (unsigned bit = 32 * WORDS; bit-- > 0;) {
        result = square(&result);
        if (bit_of(exponent, bit))
            result = multiply(&result, a);
    }
    return result;
}

/* (2^255 - 19 - less) / 2^shift, which is an exponent. */
static struct number exponent_of(uint32_t less, unsigned shift)
{
    struct number e = prime();
    const struct number taken = small(less);
    (void)take_away(&e, &taken);
    for (; shift > 0; shift--)
        for (unsigned i = 0; i < WORDS; i++)
            e.word[i] = e.word[i] >> 1 | (i + 1 < WORDS ? e.word[i + 1] << 31 : 0);
    return e;
}

static struct number inverse(const struct number *a)
{
    const struct number e = exponent_of(2, 0);
    return power(a, &e);
}

static struct number read_number(const uint8_t bytes[32])
{
    struct number a;
    for (unsigned i = 0; i < WORDS; i++)
        a.word[i] = (uint32_t)bytes[4 * i] | (uint32_t)bytes[4 * i + 1] << 8 |
                    (uint32_t)bytes[4 * i + 2] << 16 | (uint32_t)bytes[4 * i + 3] << 24;
    return a;
}

/* ---- points ---- */

static struct point nowhere(void)
{
    return (struct point){small(0), small(1), small(1), small(0)};
}

/* Complete: right for equal and for opposite points as well. */
static struct point join(const struct curve *curve, const struct point *p, const struct point *q)
{
    const struct number minus_p = subtract(p->y, &p->x), minus_q = subtract(q->y, &q->x);
    const struct number plus_p = add(p->y, &p->x), plus_q = add(q->y, &q->x);
    const struct number a = multiply(&minus_p, &minus_q), b = multiply(&plus_p, &plus_q);
    struct number c = multiply(&p->t, &q->t), d = multiply(&p->z, &q->z);
    c = multiply(&c, &curve->twice_d);
    d = add(d, &d);
    const struct number e = subtract(b, &a), f = subtract(d, &c), g = add(d, &c), h = add(b, &a);
    return (struct point){multiply(&e, &f), multiply(&g, &h), multiply(&f, &g), multiply(&e, &h)};
}

static struct point times(const struct curve *curve, const struct point *p, const struct number *count)
{
    struct point result = nowhere();
    for (unsigned bit = 32 * WORDS; bit-- > 0;) {
        result = join(curve, &result, &result);
        if (bit_of(count, bit))
            result = join(curve, &result, p);
    }
    return result;
}

/* RFC 8032, 5.1.3. False: no point is written like this. */
static bool read_point(const struct curve *curve, const uint8_t bytes[32], struct point *point)
{
    const struct number one = small(1), p = prime(), e = exponent_of(5, 3);
    const bool is_odd = bytes[31] >> 7;
    struct number y = read_number(bytes), less;
    y.word[WORDS - 1] &= UINT32_MAX >> 1;
    less = y;
    if (!take_away(&less, &p))
        return false; /* written in a second way */
    const struct number yy = square(&y), u = subtract(yy, &one), dyy = multiply(&curve->d, &yy);
    const struct number v = add(dyy, &one), vv = square(&v), v3 = multiply(&vv, &v);
    const struct number v6 = square(&v3), v7 = multiply(&v6, &v), uv7 = multiply(&u, &v7);
    const struct number raised = power(&uv7, &e), uv3 = multiply(&u, &v3);
    struct number x = multiply(&uv3, &raised);
    const struct number xx = square(&x), vxx = multiply(&v, &xx), zero = small(0);
    const struct number minus_u = subtract(zero, &u);
    if (is_same(&vxx, &minus_u))
        x = multiply(&x, &curve->root);
    else if (!is_same(&vxx, &u))
        return false;
    x = settled(x);
    if (is_odd && is_same(&x, &zero))
        return false;
    if ((x.word[0] & 1) != is_odd)
        x = settled(subtract(zero, &x));
    *point = (struct point){x, y, one, multiply(&x, &y)};
    return true;
}

static void write_point(const struct point *point, uint8_t bytes[32])
{
    const struct number by = inverse(&point->z);
    const struct number x = settled(multiply(&point->x, &by)), y = settled(multiply(&point->y, &by));
    for (unsigned i = 0; i < 32; i++)
        bytes[i] = (uint8_t)(y.word[i / 4] >> 8 * (i % 4));
    bytes[31] |= (uint8_t)((x.word[0] & 1) << 7);
}

static void make_curve(struct curve *curve)
{
    const struct number zero = small(0), quarter = exponent_of(1, 2), two = small(2);
    const struct number over = small(121665), under = small(121666), five = small(5), four = small(4);
    struct number by = inverse(&under);
    const struct number ratio = multiply(&over, &by);
    curve->d = subtract(zero, &ratio);
    curve->twice_d = add(curve->d, &curve->d);
    curve->root = power(&two, &quarter);
    /* The base point: y = 4/5, x even. */
    by = inverse(&five);
    const struct number y = settled(multiply(&four, &by));
    uint8_t bytes[32];
    for (unsigned i = 0; i < 32; i++)
        bytes[i] = (uint8_t)(y.word[i / 4] >> 8 * (i % 4));
    const bool is_point = read_point(curve, bytes, &curve->base);
    PEN_ASSERT(is_point);
}

/* ---- numbers by the order of the base point ---- */

static struct number order(void)
{
    return (struct number){
        {0x5cf5d3ed, 0x5812631a, 0xa2f79cd6, 0x14def9de, 0x00000000, 0x00000000, 0x00000000, 0x10000000}};
}

static struct number rest_by_order(const uint8_t hash[FAIR_HASH_BYTES])
{
    const struct number l = order();
    struct number rest = small(0), less;
    for (unsigned bit = 8 * FAIR_HASH_BYTES; bit-- > 0;) {
        for (unsigned i = WORDS; i-- > 0;)
            rest.word[i] =
                rest.word[i] << 1 | (i > 0 ? rest.word[i - 1] >> 31 : hash[bit / 8] >> bit % 8 & 1u);
        less = rest;
        if (!take_away(&less, &l))
            rest = less;
    }
    return rest;
}

bool fair_ed25519_check(const uint8_t key[FAIR_KEY_BYTES], const uint8_t signature[FAIR_SIGNATURE_BYTES],
                        const void *first, size_t first_bytes, const void *second, size_t second_bytes)
{
    const struct number l = order(), s = read_number(signature + 32), eight = small(8), zero = small(0);
    struct number less = s;
    struct curve curve;
    struct point a;
    make_curve(&curve);
    if (!take_away(&less, &l) || !read_point(&curve, key, &a))
        return false;
    struct point probe = times(&curve, &a, &eight);
    if (is_same(&probe.x, &zero))
        return false; /* of small order */
    struct fair_sha512 sha;
    uint8_t hash[FAIR_HASH_BYTES], written[32];
    fair_sha512_init(&sha);
    fair_sha512_add(&sha, signature, 32);
    fair_sha512_add(&sha, key, FAIR_KEY_BYTES);
    fair_sha512_add(&sha, first, first_bytes);
    fair_sha512_add(&sha, second, second_bytes);
    fair_sha512_end(&sha, hash);
    /* s B - k A must be the point that the signature begins with. */
    const struct number k = rest_by_order(hash);
    a.x = subtract(zero, &a.x);
    a.t = subtract(zero, &a.t);
    const struct point sb = times(&curve, &curve.base, &s), ka = times(&curve, &a, &k);
    probe = join(&curve, &sb, &ka);
    write_point(&probe, written);
    return memcmp(written, signature, sizeof written) == 0;
}
