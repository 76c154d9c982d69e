/* child.c - see child.h. */
#include "platform/child.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "platform/clock.h"

extern char **environ;

bool platform_child_start(struct platform_child *child, const char *command)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return false;
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, ends[1], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    char *const arguments[] = {(char[]){"sh"}, (char[]){"-c"}, (char *)(uintptr_t)command, NULL};
    bool is_started = posix_spawn(&child->process, "/bin/sh", &files, &attributes, arguments, environ) == 0;
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    close(ends[1]);
    if (!is_started)
        close(ends[0]);
    child->line = ends[0];
    return is_started;
}

/* What it still says is not wanted; that its line closes is. */
static void wait_for_end(int line, unsigned patience_ms)
{
    const uint64_t until = platform_now_ms() + patience_ms;
    char nothing[256];
    (void)shutdown(line, SHUT_WR);
    for (uint64_t now; (now = platform_now_ms()) < until;) {
        struct pollfd polled = {line, POLLIN, 0};
        if (poll(&polled, 1, (int)(until - now)) > 0 &&
            recv(line, nothing, sizeof nothing, MSG_DONTWAIT) <= 0)
            return;
    }
}

void platform_child_end(struct platform_child *child, unsigned patience_ms)
{
    if (patience_ms > 0)
        wait_for_end(child->line, patience_ms);
    close(child->line);
    kill(-child->process, SIGKILL);
    while (waitpid(child->process, NULL, 0) < 0 && errno == EINTR)
        ;
}
