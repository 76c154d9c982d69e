/* confine.c - Landlock and seccomp by their system calls, for C libraries that do not know them. */
#define _GNU_SOURCE /* syscall(), O_PATH */
#include "platform/confine.h"

#ifdef __linux__

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <ucontext.h>
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
    FS_MAKE_FOLDER = 1 << 7,
    FS_MAKE_FILE = 1 << 8,
    FS_MAKE_SOCKET = 1 << 9,
    FS_TRUNCATE = 1 << 14,
    FS_OF_VERSION_1 = (1 << 13) - 1,
    FS_OF_VERSION_2 = (1 << 14) - 1,
    FS_OF_VERSION_3 = (1 << 15) - 1,
    FS_READ = FS_READ_FILE | FS_READ_FOLDER,
    FS_WRITE = FS_READ | FS_WRITE_FILE | FS_REMOVE_FILE | FS_MAKE_FOLDER | FS_MAKE_FILE | FS_MAKE_SOCKET |
               FS_TRUNCATE,
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

/* ---- calls -------------------------------------------------------------------------------------- */

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

static atomic_int last_refused = -1;

#ifdef OWN_ARCHITECTURE

/* What the server, its libraries and the C library call; what is called most comes first. */
static const int calls[] = {
    __NR_epoll_pwait,
    __NR_recvfrom,
    __NR_sendto,
    __NR_read,
    __NR_write,
    __NR_futex,
    __NR_getsockopt,
    __NR_epoll_ctl,
    __NR_fdatasync,
    __NR_pwrite64,
    __NR_pread64,
    __NR_clock_gettime,
    __NR_getrandom,
    __NR_close,
    __NR_sendmsg,
    __NR_recvmsg,
    __NR_setsockopt,
    /* memory and threads */
    __NR_brk,
    __NR_mmap,
    __NR_munmap,
    __NR_mremap,
    __NR_mprotect,
    __NR_madvise,
    __NR_membarrier,
    __NR_set_robust_list,
    __NR_rseq,
    __NR_set_tid_address,
    __NR_sched_yield,
    __NR_sched_getaffinity,
    __NR_exit,
    __NR_exit_group,
    __NR_gettid,
    /* signals and time */
    __NR_rt_sigaction,
    __NR_rt_sigprocmask,
    __NR_rt_sigreturn,
    __NR_rt_sigpending,
    __NR_rt_sigtimedwait,
    __NR_sigaltstack,
    __NR_restart_syscall,
    __NR_clock_nanosleep,
    __NR_nanosleep,
    __NR_clock_getres,
    __NR_gettimeofday,
    /* files: where they may be is for Landlock to say */
    __NR_openat,
    __NR_fstat,
    __NR_newfstatat,
    __NR_statx,
    __NR_fstatfs,
    __NR_statfs,
    __NR_faccessat,
    __NR_faccessat2,
    __NR_lseek,
    __NR_readv,
    __NR_writev,
    __NR_fsync,
    __NR_ftruncate,
    __NR_fallocate,
    __NR_fadvise64,
    __NR_flock,
    __NR_fcntl,
    __NR_dup,
    __NR_dup3,
    __NR_unlinkat,
    __NR_renameat,
    __NR_renameat2,
    __NR_getdents64,
    __NR_readlinkat,
    __NR_getcwd,
    __NR_umask,
    __NR_sendfile,
    __NR_mkdirat,
    /* SQLite gives its log the owner and the rights of the data: of files that are open */
    __NR_fchmod,
    __NR_fchown,
    /* waiting */
    __NR_epoll_create1,
    __NR_eventfd2,
    __NR_ppoll,
    __NR_pselect6,
    __NR_pipe2,
    /* sockets: of what kind is asked below */
    __NR_accept,
    __NR_accept4,
    __NR_bind,
    __NR_listen,
    __NR_connect,
    __NR_getpeername,
    __NR_getsockname,
    __NR_shutdown,
    __NR_socketpair,
    __NR_sendmmsg,
    __NR_recvmmsg,
    /* about itself; more can be given up, and nothing taken back */
    __NR_getpid,
    __NR_getppid,
    __NR_getuid,
    __NR_geteuid,
    __NR_getgid,
    __NR_getegid,
    __NR_getgroups,
    __NR_uname,
    __NR_sysinfo,
    __NR_getrusage,
    __NR_getrlimit,
    __NR_times,
    __NR_seccomp,
#ifdef __x86_64__ /* older names of the same */
    __NR_epoll_wait,
    __NR_poll,
    __NR_select,
    __NR_open,
    __NR_stat,
    __NR_lstat,
    __NR_access,
    __NR_unlink,
    __NR_rename,
    __NR_readlink,
    __NR_mkdir,
    __NR_dup2,
    __NR_pipe,
    __NR_eventfd,
    __NR_epoll_create,
    __NR_time,
    __NR_arch_prctl,
#endif
};

#define ANSWER(what) BPF_STMT(BPF_RET | BPF_K, (what))
#define REFUSED SECCOMP_RET_TRAP /* told to on_refused() */
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define LOAD_ARGUMENT(index) LOAD(args[index]) /* its lower half; both processors have that one first */
#define IF_EQUAL(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), (yes), (no))
#define FORBID(number) IF_EQUAL(number, 0, 1), ANSWER(REFUSED)
#define ONLY_OUR_NUMBERS                                                                                  \
    LOAD(arch), /* calls of another architecture have other numbers: none of them is ours */              \
        IF_EQUAL(OWN_ARCHITECTURE, 1, 0), ANSWER(REFUSED), LOAD(nr),                                      \
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), /* x32: the same calls by other numbers */ \
        ANSWER(REFUSED)

enum { KIND_OF_SOCKET = 0xf, ITSELF = 0 };

/* The call returns EPERM, as if the filter had said so; but it is known which it was. */
static void on_refused(int signal, siginfo_t *info, void *context)
{
    ucontext_t *machine = context;
    (void)signal;
    atomic_store(&last_refused, info->si_syscall);
#if defined(__x86_64__)
    machine->uc_mcontext.gregs[REG_RAX] = -EPERM;
#else
    machine->uc_mcontext.regs[0] = (unsigned long long)-EPERM;
#endif
}

static bool catch_refused(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_refused;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    return sigaction(SIGSYS, &action, NULL) == 0;
}

static bool install(struct sock_filter *program, size_t count, unsigned flags)
{
    const struct sock_fprog filter = {(unsigned short)count, program};
    return syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, flags, &filter) == 0;
}

static bool confine_calls(void)
{
    enum { CALLS = sizeof calls / sizeof calls[0] };
    const uint32_t self = (uint32_t)getpid();
    const struct sock_filter first[] = {ONLY_OUR_NUMBERS};
    const struct sock_filter last[] = {
        /* The C library then uses clone(), whose arguments can be looked at: threads, and no processes. */
        IF_EQUAL(__NR_clone3, 0, 1),
        ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
        IF_EQUAL(__NR_clone, 0, 5),
        LOAD_ARGUMENT(0),
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, CLONE_THREAD | CLONE_VM),
        IF_EQUAL(CLONE_THREAD | CLONE_VM, 0, 1),
        ANSWER(SECCOMP_RET_ALLOW),
        ANSWER(REFUSED),
        /* Streams, the questions for names, and the kernel's list of our own addresses. */
        IF_EQUAL(__NR_socket, 0, 13),
        LOAD_ARGUMENT(0),
        IF_EQUAL(AF_NETLINK, 7, 0),
        IF_EQUAL(AF_UNIX, 2, 0),
        IF_EQUAL(AF_INET, 1, 0),
        IF_EQUAL(AF_INET6, 0, 7),
        LOAD_ARGUMENT(1),
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, KIND_OF_SOCKET),
        IF_EQUAL(SOCK_STREAM, 3, 0),
        IF_EQUAL(SOCK_DGRAM, 2, 3),
        LOAD_ARGUMENT(2), /* NETLINK_ROUTE is 0 */
        IF_EQUAL(0, 0, 1),
        ANSWER(SECCOMP_RET_ALLOW),
        ANSWER(REFUSED),
        /* Signals to itself, when it ends badly. */
        IF_EQUAL(__NR_tgkill, 0, 4),
        LOAD_ARGUMENT(0),
        IF_EQUAL(self, 0, 1),
        ANSWER(SECCOMP_RET_ALLOW),
        ANSWER(REFUSED),
        /* Its own limits. */
        IF_EQUAL(__NR_prlimit64, 0, 4),
        LOAD_ARGUMENT(0),
        IF_EQUAL(ITSELF, 0, 1),
        ANSWER(SECCOMP_RET_ALLOW),
        ANSWER(REFUSED),
        /* The names of threads, and whether this is a terminal or how much can be read. */
        IF_EQUAL(__NR_prctl, 0, 4),
        LOAD_ARGUMENT(0),
        IF_EQUAL(PR_SET_NAME, 0, 1),
        ANSWER(SECCOMP_RET_ALLOW),
        ANSWER(REFUSED),
        IF_EQUAL(__NR_ioctl, 0, 6),
        LOAD_ARGUMENT(1),
        IF_EQUAL(TCGETS, 2, 0),
        IF_EQUAL(FIONREAD, 1, 0),
        IF_EQUAL(FIONBIO, 0, 1),
        ANSWER(SECCOMP_RET_ALLOW),
        ANSWER(REFUSED),
        ANSWER(REFUSED),
    };
    struct sock_filter program[sizeof first / sizeof first[0] + 2 * CALLS + sizeof last / sizeof last[0]];
    size_t count = sizeof first / sizeof first[0];
    memcpy(program, first, sizeof first);
    for (size_t i = 0; i < CALLS; i++) {
        program[count++] = (struct sock_filter)IF_EQUAL(calls[i], 0, 1);
        program[count++] = (struct sock_filter)ANSWER(SECCOMP_RET_ALLOW);
    }
    memcpy(program + count, last, sizeof last);
    return catch_refused() && install(program, sizeof program / sizeof program[0], 0);
}

/* Sanitizers look for leaks at the end with calls that nobody else needs: for them a list of the worst. */
static bool confine_worst_calls(void)
{
    struct sock_filter program[] = {
        ONLY_OUR_NUMBERS,
        FORBID(__NR_execve),
        FORBID(__NR_execveat),
        FORBID(__NR_process_vm_readv),
        FORBID(__NR_process_vm_writev),
        FORBID(__NR_bpf),
        FORBID(__NR_mount),
        FORBID(__NR_unshare),
        FORBID(__NR_setns),
        ANSWER(SECCOMP_RET_ALLOW),
    };
    return catch_refused() && install(program, sizeof program / sizeof program[0], 0);
}

bool platform_confine_sockets(void)
{
    struct sock_filter program[] = {
        ONLY_OUR_NUMBERS,    FORBID(__NR_socket),  FORBID(__NR_bind),
        FORBID(__NR_listen), FORBID(__NR_connect), ANSWER(SECCOMP_RET_ALLOW),
    };
    return install(program, sizeof program / sizeof program[0], SECCOMP_FILTER_FLAG_TSYNC);
}

static bool confine_all_calls(void)
{
#ifdef WITH_SANITIZERS
    (void)confine_calls;
    return confine_worst_calls();
#else
    (void)confine_worst_calls;
    return confine_calls();
#endif
}

#else

static bool confine_all_calls(void)
{
    return false;
}

bool platform_confine_sockets(void)
{
    return false;
}

#endif

int platform_confine_refused(void)
{
    return atomic_exchange(&last_refused, -1);
}

unsigned platform_confine(const char *const *writable, const char *const *readable)
{
    /* Without it the kernel grants neither to ordinary users. */
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return 0;
    unsigned done = confine_files(writable, readable) ? PLATFORM_FILES_CONFINED : 0;
    if (confine_all_calls())
        done |= PLATFORM_CALLS_CONFINED;
    return done;
}

#else

unsigned platform_confine(const char *const *writable, const char *const *readable)
{
    (void)writable;
    (void)readable;
    return 0;
}

bool platform_confine_sockets(void)
{
    return false;
}

int platform_confine_refused(void)
{
    return -1;
}

#endif
