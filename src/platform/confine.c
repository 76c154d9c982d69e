/* confine.c - Landlock and seccomp by their system calls, for C libraries that do not know them. */
#define _GNU_SOURCE /* syscall(), O_PATH */
#include "platform/confine.h"

#ifdef __linux__

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- files -------------------------------------------------------------------------------------- */

/* The same numbers on every processor. */
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
enum { ASK_VERSION = 1, BELOW_PATH = 1 };

/* From the kernel's list; each version of Landlock knows one or two more. */
enum {
    FS_WRITE_FILE = 1 << 1,
    FS_READ_FILE = 1 << 2,
    FS_READ_FOLDER = 1 << 3,
    FS_REMOVE_FILE = 1 << 5,
    FS_MAKE_FILE = 1 << 8,
    FS_MAKE_SOCKET = 1 << 9,
    FS_TRUNCATE = 1 << 14,
    FS_OF_VERSION_1 = (1 << 13) - 1,
    FS_OF_VERSION_2 = (1 << 14) - 1,
    FS_OF_VERSION_3 = (1 << 15) - 1,
    FS_READ = FS_READ_FILE | FS_READ_FOLDER,
    FS_WRITE = FS_READ | FS_WRITE_FILE | FS_REMOVE_FILE | FS_MAKE_FILE | FS_MAKE_SOCKET | FS_TRUNCATE,
    FS_OF_FILES = FS_WRITE_FILE | FS_READ_FILE | FS_TRUNCATE, /* a file has no others */
};

struct ruleset {
    uint64_t handled_fs;
};

struct __attribute__((packed)) rule_below_path {
    uint64_t allowed;
    int32_t parent;
};

static void allow(int ruleset, const char *path, uint64_t rights, uint64_t handled)
{
    struct stat about;
    int place = open(path, O_PATH | O_CLOEXEC);
    if (place < 0)
        return;
    struct rule_below_path rule = {.allowed = rights & handled, .parent = place};
    if (fstat(place, &about) == 0 && !S_ISDIR(about.st_mode))
        rule.allowed &= FS_OF_FILES;
    (void)syscall(ADD_RULE, ruleset, BELOW_PATH, &rule, 0);
    close(place);
}

static bool confine_files(const char *const *writable, const char *const *readable)
{
    long version = syscall(CREATE_RULESET, NULL, 0, ASK_VERSION);
    if (version < 1)
        return false;
    struct ruleset wanted = {version >= 3   ? FS_OF_VERSION_3
                             : version == 2 ? FS_OF_VERSION_2
                                            : FS_OF_VERSION_1};
    int ruleset = (int)syscall(CREATE_RULESET, &wanted, sizeof wanted, 0);
    if (ruleset < 0)
        return false;
    for (; *writable; writable++)
        allow(ruleset, *writable, FS_WRITE, wanted.handled_fs);
    for (; *readable; readable++)
        allow(ruleset, *readable, FS_READ, wanted.handled_fs);
    bool is_good = syscall(RESTRICT_SELF, ruleset, 0) == 0;
    close(ruleset);
    return is_good;
}

/* ---- programs ----------------------------------------------------------------------------------- */

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

static bool forbid_programs(void)
{
#ifdef OWN_ARCHITECTURE
#define ANSWER(what) BPF_STMT(BPF_RET | BPF_K, (what))
#define UNLESS_EQUAL(value, skip) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (skip))
#define FORBID(number) UNLESS_EQUAL(number, 1), ANSWER(SECCOMP_RET_ERRNO | EPERM)
    static struct sock_filter program[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        /* Calls of another architecture have other numbers: none of them is ours. */
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0),
        ANSWER(SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
#ifdef __x86_64__
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), /* x32, the same calls by other numbers */
        ANSWER(SECCOMP_RET_ERRNO | EPERM),
#endif
        FORBID(__NR_execve),
        FORBID(__NR_execveat),
#ifndef WITH_SANITIZERS /* the search for leaks at the end stops the threads by it */
        FORBID(__NR_ptrace),
#endif
        FORBID(__NR_process_vm_readv),
        FORBID(__NR_process_vm_writev),
        FORBID(__NR_bpf),
        FORBID(__NR_mount),
        FORBID(__NR_unshare),
        FORBID(__NR_setns),
        ANSWER(SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {sizeof program / sizeof program[0], program};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0;
#else
    return false;
#endif
}

unsigned platform_confine(const char *const *writable, const char *const *readable)
{
    /* Without it the kernel grants neither to ordinary users. */
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return 0;
    unsigned done = confine_files(writable, readable) ? PLATFORM_FILES_CONFINED : 0;
    if (forbid_programs())
        done |= PLATFORM_NO_PROGRAMS;
    return done;
}

#else

unsigned platform_confine(const char *const *writable, const char *const *readable)
{
    (void)writable;
    (void)readable;
    return 0;
}

#endif
