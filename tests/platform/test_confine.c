/* test_confine.c - what a confined process can still do, tried in a child for each question. */
#define _GNU_SOURCE /* memfd_create() */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "platform/confine.h"

static char own[] = "/tmp/penultima-own-XXXXXX", other[] = "/tmp/penultima-other-XXXXXX";
static char outside[64], shown[64];

enum { CANNOT_TELL = 77 };

/* Runs 'act' in a confined child; what it returned, or CANNOT_TELL where the kernel has no such thing. */
static int in_child(unsigned wanted, int (*act)(void))
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const char *const writable[] = {own, NULL}, *const readable[] = {shown, "/not/there", NULL};
        unsigned has = platform_confine(writable, readable);
        _exit((has & wanted) == wanted ? act() : CANNOT_TELL);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void expect(unsigned wanted, int (*act)(void), int result)
{
    int got = in_child(wanted, act);
    if (got == CANNOT_TELL)
        skip();
    assert_int_equal(got, result);
}

static int write_inside(void)
{
    char name[96];
    snprintf(name, sizeof name, "%s/new", own);
    int file = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || write(file, "x", 1) != 1 || ftruncate(file, 0) != 0)
        return errno;
    return unlink(name) == 0 ? 0 : errno;
}

static int listen_inside(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s/door", own);
    int door = socket(AF_UNIX, SOCK_STREAM, 0);
    return bind(door, (struct sockaddr *)&address, sizeof address) == 0 && unlink(address.sun_path) == 0
               ? 0
               : errno;
}

static int open_with(const char *path, int flags)
{
    return open(path, flags, 0600) >= 0 ? 0 : errno;
}

static int read_shown(void)
{
    return open_with(shown, O_RDONLY);
}

static int write_shown(void)
{
    return open_with(shown, O_WRONLY);
}

static int write_outside(void)
{
    return open_with(outside, O_WRONLY | O_CREAT);
}

static int read_outside(void)
{
    return open_with(outside, O_RDONLY);
}

static int read_passwords(void)
{
    return open_with("/etc/passwd", O_RDONLY);
}

static int climb_out(void)
{
    char path[160];
    snprintf(path, sizeof path, "%s/../%s/file", own, strrchr(other, '/') + 1);
    return open_with(path, O_RDONLY);
}

static int start_program(void)
{
    char word[] = "true", *words[] = {word, NULL};
    execv("/bin/true", words);
    return errno;
}

/* A program that is in no folder at all, which was there before. */
static int program = -1;

static int start_from_memory(void)
{
    char word[] = "true", *words[] = {word, NULL}, *none[] = {NULL};
    fexecve(program, words, none);
    return errno;
}

static void *write_in_thread(void *argument)
{
    *(int *)argument = write_inside();
    return NULL;
}

static int connect_and_begin_thread(void)
{
    pthread_t thread;
    int result = 1;
    if (pthread_create(&thread, NULL, write_in_thread, &result) != 0 || pthread_join(thread, NULL) != 0)
        return 1;
    return socket(AF_INET, SOCK_STREAM, 0) >= 0 && socket(AF_INET6, SOCK_DGRAM, 0) >= 0 &&
                   socket(AF_UNIX, SOCK_STREAM, 0) >= 0 && socket(AF_NETLINK, SOCK_RAW, 0) >= 0
               ? result
               : errno;
}

/* ---- calls that nobody needs: refused, and told which -------------------------------------------- */

/* X(what, the call's name, the call). None of them would do harm if it were allowed. */
#define FORBIDDEN_LIST(X)                                                                     \
    X(fork, clone, fork())                                                                    \
    X(old_fork, fork, syscall(__NR_fork))                                                     \
    X(old_vfork, vfork, syscall(__NR_vfork))                                                  \
    X(kill_other, kill, kill(getppid(), 0))                                                   \
    X(kill_itself, kill, kill(getpid(), 0))                                                   \
    X(tgkill_other, tgkill, syscall(__NR_tgkill, getppid(), getppid(), 0))                    \
    X(chmod, chmod, chmod(own, 0700))                                                         \
    X(fchmodat, fchmodat, fchmodat(AT_FDCWD, own, 0700, 0))                                   \
    X(chown, chown, chown(own, (uid_t)-1, (gid_t)-1))                                         \
    X(symlink, symlink, symlink("a", "b/c/d"))                                                \
    X(link, link, link("a", "b/c/d"))                                                         \
    X(mknod, mknodat, mknod("b/c/d", S_IFIFO, 0))                                             \
    X(raw_socket, socket, socket(AF_INET, SOCK_RAW, 1))                                       \
    X(packet_socket, socket, socket(AF_PACKET, SOCK_DGRAM, 0))                                \
    X(other_netlink, socket, socket(AF_NETLINK, SOCK_RAW, 9))                                 \
    X(ptrace, ptrace, ptrace(PTRACE_TRACEME, 0, 0, 0))                                        \
    X(unshare, unshare, unshare(0))                                                           \
    X(setns, setns, setns(-1, 0))                                                             \
    X(mount, mount, mount("a", "b/c/d", "none", 0, NULL))                                     \
    X(chroot, chroot, chroot("b/c/d"))                                                        \
    X(setuid, setuid, setuid(getuid()))                                                       \
    X(bpf, bpf, syscall(__NR_bpf, 0, NULL, 0))                                                \
    X(io_uring, io_uring_setup, syscall(__NR_io_uring_setup, 0, NULL))                        \
    X(userfaultfd, userfaultfd, syscall(__NR_userfaultfd, 0))                                 \
    X(keyctl, keyctl, syscall(__NR_keyctl, 0, 0, 0, 0, 0))                                    \
    X(perf, perf_event_open, syscall(__NR_perf_event_open, NULL, 0, 0, 0, 0))                 \
    X(memfd, memfd_create, memfd_create("x", 0))                                              \
    X(other_memory, process_vm_readv, syscall(__NR_process_vm_readv, 0, NULL, 0, NULL, 0, 0)) \
    X(pidfd, pidfd_open, syscall(__NR_pidfd_open, getppid(), 0))                              \
    X(other_limits, prlimit64, prlimit(getppid(), RLIMIT_CORE, NULL, NULL))                   \
    X(undump, prctl, prctl(PR_SET_DUMPABLE, 1, 0, 0, 0))                                      \
    X(type_into, ioctl, ioctl(0, TIOCSTI, "x"))

#define TRY(what, name, call)                                      \
    static int try_##what(void)                                    \
    {                                                              \
        errno = 0;                                                 \
        if ((call) != -1)                                          \
            return 1;                                              \
        if (errno != EPERM)                                        \
            return errno;                                          \
        return platform_confine_refused() == __NR_##name ? 0 : 99; \
    }
#if defined(__x86_64__) && !defined(WITH_SANITIZERS)
FORBIDDEN_LIST(TRY)
#endif

static void test_calls(void **state)
{
    (void)state;
#if defined(__x86_64__) && !defined(WITH_SANITIZERS)
#define EXPECT(what, name, call) {#what, try_##what},
    static const struct {
        const char *what;
        int (*act)(void);
    } all[] = {FORBIDDEN_LIST(EXPECT)};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        const int got = in_child(PLATFORM_CALLS_CONFINED, all[i].act);
        if (got == CANNOT_TELL)
            skip();
        if (got != 0)
            print_message("%s: %d\n", all[i].what, got);
        assert_int_equal(got, 0);
    }
#endif /* a build with sanitizers keeps a short list of the worst calls, the others are tried without */
}

static void *connect_in_thread(void *argument)
{
    pthread_mutex_t *wait = argument;
    pthread_mutex_lock(wait);
    const bool is_refused = socket(AF_UNIX, SOCK_STREAM, 0) < 0 && errno == EPERM;
    return is_refused ? wait : NULL;
}

/* Given up later: threads that run already are bound as well. */
static int give_up_sockets(void)
{
    pthread_mutex_t wait = PTHREAD_MUTEX_INITIALIZER;
    pthread_t thread;
    void *refused = NULL;
    int before = socket(AF_INET, SOCK_STREAM, 0);
    pthread_mutex_lock(&wait);
    if (pthread_create(&thread, NULL, connect_in_thread, &wait) != 0 || before < 0 ||
        !platform_confine_sockets())
        return 1;
    pthread_mutex_unlock(&wait);
    pthread_join(thread, &refused);
    if (!refused || socket(AF_INET, SOCK_STREAM, 0) >= 0 || listen(before, 1) == 0)
        return 2;
    return write_inside();
}

static void test_sockets(void **state)
{
    (void)state;
    expect(PLATFORM_CALLS_CONFINED, give_up_sockets, 0);
}

static void test_files(void **state)
{
    (void)state;
    expect(PLATFORM_FILES_CONFINED, write_inside, 0);
    expect(PLATFORM_FILES_CONFINED, listen_inside, 0);
    expect(PLATFORM_FILES_CONFINED, read_shown, 0);
    expect(PLATFORM_FILES_CONFINED, write_shown, EACCES);
    expect(PLATFORM_FILES_CONFINED, write_outside, EACCES);
    expect(PLATFORM_FILES_CONFINED, read_outside, EACCES);
    expect(PLATFORM_FILES_CONFINED, read_passwords, EACCES);
    expect(PLATFORM_FILES_CONFINED, climb_out, EACCES);
    expect(PLATFORM_FILES_CONFINED, connect_and_begin_thread, 0);
}

static void test_programs(void **state)
{
    (void)state;
    expect(PLATFORM_CALLS_CONFINED, start_program, EPERM);
    expect(PLATFORM_CALLS_CONFINED, start_from_memory, EPERM);
    expect(PLATFORM_CALLS_CONFINED, write_inside, 0);
}

static int make_folders(void **state)
{
    (void)state;
    if (!mkdtemp(own) || !mkdtemp(other))
        return -1;
    program = memfd_create("program", MFD_CLOEXEC);
    if (program < 0 || write(program, "#!/bin/sh\nexit 0\n", 17) != 17)
        return -1;
    snprintf(outside, sizeof outside, "%s/file", other);
    snprintf(shown, sizeof shown, "%s/shown", other);
    return close(open(outside, O_CREAT | O_WRONLY, 0600)) == 0 &&
                   close(open(shown, O_CREAT | O_WRONLY, 0600)) == 0
               ? 0
               : -1;
}

static int remove_folders(void **state)
{
    (void)state;
    unlink(outside);
    unlink(shown);
    rmdir(other);
    rmdir(own);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_programs),
        cmocka_unit_test(test_calls),
        cmocka_unit_test(test_sockets),
    };
    return cmocka_run_group_tests(tests, make_folders, remove_folders);
}
