/* sanitized.h - whether this is a build with sanitizers, which is some ten times as slow: tests whose worth
 * lies in the number of games play fewer there, and those of strength or memory, which are the same in every
 * build, none. */
#ifndef SANITIZED_H
#define SANITIZED_H

#if defined(__SANITIZE_ADDRESS__)
#define IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define IS_SANITIZED 1
#endif
#endif
#ifndef IS_SANITIZED
#define IS_SANITIZED 0
#endif

#endif
