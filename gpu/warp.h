/* warp.h - what kernels know of their threads; on a processor one thread, with its index in 'host_index'.
 *
 * The threads of a warp part company at every branch and come together where they are told to: else each goes
 * on alone, and the warp takes as long as all of them one after the other. */
#ifndef GPU_WARP_H
#define GPU_WARP_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __NVPTX__
#define KERNEL __attribute__((nvptx_kernel))
enum { WARP = 32 };
#define ALL_LANES (~0u)
static inline bool warp_any(bool is)
{
    return __nvvm_vote_any_sync(~0u, is);
}
/* A bit for each thread of the warp. */
static inline unsigned warp_which(bool is)
{
    return __nvvm_vote_ballot_sync(~0u, is);
}
static inline void warp_meet(void)
{
    __nvvm_bar_warp_sync(~0u);
}
/* How many threads of the block it is true for. All of them have to come here, and wait for each other. */
static inline unsigned block_count(bool is)
{
    warp_meet();
    return (unsigned)__nvvm_bar0_popc(is);
}
static inline unsigned block_threads(void)
{
    return (unsigned)__nvvm_read_ptx_sreg_ntid_x();
}
static inline uint64_t thread_index(void)
{
    return (uint64_t)__nvvm_read_ptx_sreg_ctaid_x() * (uint64_t)__nvvm_read_ptx_sreg_ntid_x() +
           (uint64_t)__nvvm_read_ptx_sreg_tid_x();
}
/* The same for kernels of fewer threads than 2 to the 32nd. */
static inline unsigned thread_index_32(void)
{
    return (unsigned)__nvvm_read_ptx_sreg_ctaid_x() * (unsigned)__nvvm_read_ptx_sreg_ntid_x() +
           (unsigned)__nvvm_read_ptx_sreg_tid_x();
}
#else
#define KERNEL static __attribute__((unused))
enum { WARP = 1 };
#define ALL_LANES 1u
static _Thread_local uint64_t host_index;
static inline bool warp_any(bool is)
{
    return is;
}
static inline unsigned warp_which(bool is)
{
    return is;
}
static inline void warp_meet(void)
{
}
static inline unsigned block_count(bool is)
{
    return is;
}
static inline unsigned block_threads(void)
{
    return 1;
}
static inline uint64_t thread_index(void)
{
    return host_index;
}
static inline unsigned thread_index_32(void)
{
    return (unsigned)host_index;
}
#endif

#endif
