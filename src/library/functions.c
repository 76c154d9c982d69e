/* functions.c - the short functions of the headers as functions that can be called: for Rust, Go, Zig, ctypes
 * and whoever else cannot compile a header. Here they are not 'static inline', so they are in the library by
 * their names. */
#define PEN_INLINE extern

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wmissing-declarations"
#endif

#include "penultima/penultima.h"
