"""What a house of several nodes stands on, with everything that can go wrong there: networks that can be cut, disks
that can be filled, clocks that jump, a wire that goes dumb.

Networks and disks need namespaces (root, or a container that may); begin() says whether they are there."""
import ctypes
import fcntl
import heapq
import mmap
import os
import select
import shutil
import signal
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from relay import Relay  # noqa: E402

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


class Place:
    """A network namespace, at the end of long cables."""

    def __init__(self):
        self.holder = subprocess.Popen(["unshare", "-n", "sleep", "1000000"])
        own = os.readlink("/proc/self/ns/net")
        while os.readlink(f"/proc/{self.holder.pid}/ns/net") == own:
            time.sleep(0.01)
        self.inside = ["nsenter", "-t", str(self.holder.pid), "-n", "--"]
        subprocess.run([*self.inside, "ip", "link", "set", "lo", "up"], check=True)

    def do(self, function):
        """Calls it there, in a thread of its own: a socket that it makes stays there."""
        done = []

        def run():
            with open(f"/proc/{self.holder.pid}/ns/net", encoding="ascii") as space:
                if ctypes.CDLL(None, use_errno=True).setns(space.fileno(), 0) != 0:
                    return
            done.append(function())

        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
        return done[0]

    def close(self):
        self.holder.kill()
        self.holder.wait()


class Cable:
    """Between two places ('here' None: where the program is), so long that everything takes its time, each way; what the
    system measures of round trips, too."""

    def __init__(self, here, there, number, seconds):
        self.seconds, self.is_cut = seconds, False
        if not here:
            subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
        self.ends = []
        self.here, self.there = f"10.78.{number}.1", f"10.78.{number}.2"
        for place, own, other in ((here, self.here, self.there), (there, self.there, self.here)):
            name = f"far{number}"
            self.ends.append(place.do(lambda one=name: self.make_end(one)) if place else self.make_end(name))
            for words in (f"ip addr add {own} peer {other} dev {name}", f"ip link set {name} up"):
                subprocess.run([*(place.inside if place else []), *words.split()], check=True)
        subprocess.run([*there.inside, "ip", "route", "add", "default", "via", self.here], check=True)
        threading.Thread(target=self.carry, daemon=True).start()

    @staticmethod
    def make_end(name):
        end = os.open("/dev/net/tun", os.O_RDWR | os.O_CLOEXEC)
        fcntl.ioctl(end, 0x400454ca, struct.pack("16sH22x", name.encode(), 0x1001))  # TUNSETIFF, IFF_TUN | IFF_NO_PI
        return end

    def carry(self):
        """Packets, in their order."""
        under_way, number = [], 0
        while not self.is_cut:
            wait = max(0.0, under_way[0][0] - time.monotonic()) if under_way else 0.5
            for end in select.select(self.ends, [], [], wait)[0]:
                number += 1
                target = self.ends[1 - self.ends.index(end)]
                heapq.heappush(under_way, (time.monotonic() + self.seconds, number, target, os.read(end, 1 << 16)))
            while under_way and under_way[0][0] <= time.monotonic():
                _, _, target, packet = heapq.heappop(under_way)
                os.write(target, packet)

    def close(self):
        self.is_cut = True


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


class Wire(Relay):
    """A proxy before the database that can go dumb: connections stand and are answered by the system, as behind a broken
    middlebox, and nothing comes through. What was under way arrives when it speaks again."""

    def __init__(self, port_of):
        self.may_pass = threading.Event()
        self.may_pass.set()
        super().__init__(lambda: ("127.0.0.1", port_of()))

    def hold(self):
        self.may_pass.wait()

    def go_dumb(self):
        self.may_pass.clear()

    def speak(self):
        self.may_pass.set()

    def close(self):
        self.speak()
        super().close()


def stand_still(process, is_still):
    """All processes of a session: as on a machine whose disk does not answer."""
    os.killpg(process.pid, signal.SIGSTOP if is_still else signal.SIGCONT)
