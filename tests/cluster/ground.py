"""What a house of several nodes stands on, with everything that can go wrong there: networks that can be cut, disks
that can be filled, clocks that jump, a wire that goes dumb.

Networks and disks need namespaces (root, or a container that may); begin() says whether they are there."""
import ctypes
import mmap
import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path

OWN = "PENULTIMA_GROUND"
GATE = "10.77.0.1"

CLOCK = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
static volatile int64_t *ahead_s;
__attribute__((constructor)) static void begin(void)
{
    const char *path = getenv("PENULTIMA_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    void *map = file >= 0 ? mmap(NULL, 8, PROT_READ, MAP_SHARED, file, 0) : MAP_FAILED;
    ahead_s = map == MAP_FAILED ? NULL : map;
}
int clock_gettime(clockid_t clock, struct timespec *time)
{
    static int (*real)(clockid_t, struct timespec *);
    if (!real)
        real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int status = real(clock, time);
    if (ahead_s && status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        time->tv_sec += *ahead_s;
    return status;
}
int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return 0;
}
time_t time(time_t *where)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (where)
        *where = now.tv_sec;
    return now.tv_sec;
}
"""


def quiet(*command):
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0


def begin():
    """The program begins again in namespaces of its own; when it ends, nothing of them is left. False: it may not."""
    if OWN in os.environ:
        return os.environ[OWN] == "yes"
    may = shutil.which("ip") and shutil.which("unshare") and shutil.which("nsenter") and quiet(
        "unshare", "-n", "-m", "sh", "-c", "ip link set lo up && ip link add br0 type bridge &&"
        " ip link add v0 type veth peer name e0 && mount -t tmpfs -o size=1m none /mnt")
    os.environ[OWN] = "yes" if may else "no"
    if may:
        os.execvp("unshare", ["unshare", "-n", "-m", sys.executable, *sys.argv])
    return False


class Network:
    """A switch with a cable to each node, each of them in a network namespace of its own."""

    def __init__(self):
        self.holders = []
        for command in ("ip link set lo up", "ip link add br0 type bridge", f"ip addr add {GATE}/24 dev br0",
                        "ip link set br0 up"):
            subprocess.run(command.split(), check=True)

    def plug_in(self):
        """(address, words before a command that shall run there, name of the cable)"""
        number = len(self.holders)
        holder = subprocess.Popen(["unshare", "-n", "sleep", "1000000"])
        self.holders.append(holder)
        own = os.readlink("/proc/self/ns/net")
        while os.readlink(f"/proc/{holder.pid}/ns/net") == own:
            time.sleep(0.01)
        address, cable = f"10.77.0.{number + 2}", f"v{number}"
        inside = ["nsenter", "-t", str(holder.pid), "-n", "--"]
        for command in (["ip", "link", "add", cable, "type", "veth", "peer", "name", "e0", "netns", str(holder.pid)],
                        ["ip", "link", "set", cable, "master", "br0", "up"],
                        [*inside, "ip", "link", "set", "lo", "up"],
                        [*inside, "ip", "addr", "add", address + "/24", "dev", "e0"],
                        [*inside, "ip", "link", "set", "e0", "up"]):
            subprocess.run(command, check=True)
        return address, inside, cable

    @staticmethod
    def cut(cable):
        subprocess.run(["ip", "link", "set", cable, "down"], check=True)

    @staticmethod
    def mend(cable):
        subprocess.run(["ip", "link", "set", cable, "up"], check=True)

    def close(self):
        for holder in self.holders:
            holder.kill()
            holder.wait()


class Disk:
    """A small one of its own, in memory."""

    def __init__(self, folder, megabytes):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=755", "none", str(folder)], check=True)

    def fill(self):
        with open(self.folder / "ballast", "wb") as file:
            try:
                while True:
                    file.write(bytes(1 << 20))
                    file.flush()
            except OSError:
                pass

    def make_room(self):
        (self.folder / "ballast").unlink()

    def close(self):
        quiet("umount", "-l", str(self.folder))


class Clock:
    """The time of day of whatever is run with its environment, which can jump."""

    def __init__(self, folder):
        library, source = Path(folder) / "clock.so", Path(folder) / "clock.c"
        if not library.exists():
            source.write_text(CLOCK, encoding="ascii")
            subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", str(library), str(source), "-ldl"], check=True)
            library.chmod(0o755)
        number = len(list(Path(folder).glob("clock-*")))
        path = Path(folder) / f"clock-{number}"
        path.write_bytes(bytes(8))
        path.chmod(0o644)
        with open(path, "r+b") as file:
            self.map = mmap.mmap(file.fileno(), 8)
        self.environment = {"LD_PRELOAD": str(library), "PENULTIMA_CLOCK": str(path)}

    def jump(self, seconds):
        ctypes.c_int64.from_buffer(self.map).value += int(seconds)


class Wire:
    """A proxy before the database that can go dumb: connections stand and are answered by the system, as behind a broken
    middlebox, and nothing comes through. What was under way arrives when it speaks again."""

    def __init__(self, port_of):
        self.port_of = port_of
        self.may_pass = threading.Event()
        self.may_pass.set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.take_calls, daemon=True).start()

    def take_calls(self):
        while True:
            try:
                caller = self.listener.accept()[0]
            except OSError:
                return
            threading.Thread(target=self.connect, args=(caller,), daemon=True).start()

    def connect(self, caller):
        self.may_pass.wait()
        try:
            called = socket.create_connection(("127.0.0.1", self.port_of()), 2)
        except OSError:
            # At once, as if nobody listened there.
            caller.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            caller.close()
            return
        called.settimeout(None)
        for one, other in ((caller, called), (called, caller)):
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=self.pump, args=(one, other), daemon=True).start()

    def pump(self, source, target):
        try:
            while data := source.recv(1 << 16):
                self.may_pass.wait()
                target.sendall(data)
        except OSError:
            pass
        self.may_pass.wait()
        for one in (source, target):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def go_dumb(self):
        self.may_pass.clear()

    def speak(self):
        self.may_pass.set()

    def close(self):
        self.speak()
        self.listener.close()


def stand_still(process, is_still):
    """All processes of a session: as on a machine whose disk does not answer."""
    os.killpg(process.pid, signal.SIGSTOP if is_still else signal.SIGCONT)
