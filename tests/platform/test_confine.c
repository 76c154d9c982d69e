/* test_confine.c - what a confined process can still do, tried in a child for each question. */
#define _GNU_SOURCE /* memfd_create() */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
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

/* A program that is in no folder at all. */
static int start_from_memory(void)
{
    char word[] = "true", *words[] = {word, NULL}, *none[] = {NULL};
    int file = memfd_create("program", MFD_CLOEXEC);
    if (file < 0 || write(file, "#!/bin/sh\nexit 0\n", 17) != 17)
        return 1;
    fexecve(file, words, none);
    return errno;
}

static int connect_and_fork(void)
{
    pid_t child = fork();
    if (child == 0)
        _exit(write_inside());
    int status;
    return waitpid(child, &status, 0) == child && WIFEXITED(status) && socket(AF_INET, SOCK_STREAM, 0) >= 0
               ? WEXITSTATUS(status)
               : 1;
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
    expect(PLATFORM_FILES_CONFINED, connect_and_fork, 0);
}

static void test_programs(void **state)
{
    (void)state;
    expect(PLATFORM_NO_PROGRAMS, start_program, EPERM);
    expect(PLATFORM_NO_PROGRAMS, start_from_memory, EPERM);
    expect(PLATFORM_NO_PROGRAMS, write_inside, 0);
}

static int make_folders(void **state)
{
    (void)state;
    if (!mkdtemp(own) || !mkdtemp(other))
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
    };
    return cmocka_run_group_tests(tests, make_folders, remove_folders);
}
