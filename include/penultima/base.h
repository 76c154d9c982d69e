/* base.h - limits and the assertion hook, shared by every header of the library.
 *
 * The library never prints, allocates or ends the process. A programmer error (a state that no
 * sequence of calls can produce) reaches pen_assert_failed(), which the host may provide. */
#ifndef PENULTIMA_BASE_H
#define PENULTIMA_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The library is built with hidden symbols; what its headers declare is visible. */
#if defined(__GNUC__) || defined(__clang__)
#define PEN_API_BEGIN _Pragma("GCC visibility push(default)")
#define PEN_API_END _Pragma("GCC visibility pop")
#define PEN__HIDDEN __attribute__((visibility("hidden"))) /* data shared within the library */
#else
#define PEN_API_BEGIN
#define PEN_API_END
#define PEN__HIDDEN
#endif

/* Short functions are compiled into whoever includes them. The library has each as a function, too, for
 * languages that cannot; tools that make bindings see functions with -DPEN_INLINE=extern. */
#ifndef PEN_INLINE
#define PEN_INLINE static inline
#endif

#ifdef __cplusplus
extern "C" {
#endif
PEN_API_BEGIN

#ifdef __cplusplus
#define PEN_STATIC_ASSERT(condition, why) static_assert(condition, why)
#else
#define PEN_STATIC_ASSERT(condition, why) _Static_assert(condition, why)
#endif

/* A language, by its number: English is 0. The rules know none; words.h says which there are. */
enum pen_lang { PEN_LANG_EN = 0, PEN_LANG_MAX = 255 };

#define PEN_SEATS_MAX 10 /* RULE O1 */
#define PEN_SEATS_MIN 2  /* RULE O1 */
#define PEN_COLORS_MAX 8 /* colours of an edition */
#define PEN_KINDS_MAX 64 /* different cards of an edition: one bit of a word each */
#define PEN_COPIES_MAX 7 /* equal cards in a deck: three binary digits */
#define PEN_DECK_MAX 128 /* cards in a deck */
#define PEN_STEPS_MAX 8  /* steps in the program of a card */

#if defined(__GNUC__) || defined(__clang__)
#define PEN_MUST_USE __attribute__((warn_unused_result))
#define PEN_NORETURN __attribute__((noreturn))
#define PEN_ALWAYS_INLINE inline __attribute__((always_inline))
#define PEN_NOINLINE __attribute__((noinline)) /* keeps rare paths out of the frame of a usual one */
#define PEN_LIKELY(x) __builtin_expect(!!(x), 1)
#define PEN_UNLIKELY(x) __builtin_expect(!!(x), 0)
#else
#define PEN_MUST_USE
#define PEN_NORETURN
#define PEN_ALWAYS_INLINE inline
#define PEN_NOINLINE
#define PEN_LIKELY(x) (x)
#define PEN_UNLIKELY(x) (x)
#endif

/* Reports and does not return. The host may provide its own; the library's prints a line and aborts. */
PEN_NORETURN void pen_assert_failed(const char *condition, const char *file, int line);

/* On in every build: a wrong card is worse than a stopped table. */
#define PEN_ASSERT(condition) \
    (PEN_LIKELY(condition) ? (void)0 : pen_assert_failed(#condition, __FILE__, __LINE__))

PEN_API_END
#ifdef __cplusplus
}
#endif

#endif
