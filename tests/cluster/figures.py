#!/usr/bin/env python3
"""What a house bears: one node on a file against one, two and three nodes on PostgreSQL, alternating.

    figures.py PROGRAM [--rounds N] [--seconds N] [--tables N] [--rate R]
    figures.py PROGRAM --ways [--rounds N]

Says moves per second, how long a move takes, and the processor time per move of nodes, database and proxy. With --ways how
long a move takes at the node that has the table and through another one, in turns."""
import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from house import House, Server, cluster  # noqa: E402
from postgres import free_port  # noqa: E402
from server import load_bot  # noqa: E402

TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(*roots):
    """Of these processes and what they have begun."""
    children, times = {}, {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                fields = Path(f"/proc/{name}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
            except (OSError, IndexError):
                continue
            children.setdefault(int(fields[1]), []).append(int(name))
            times[int(name)] = sum(int(field) for field in fields[11:15]) / TICKS
    total, todo = 0.0, list(roots)
    while todo:
        pid = todo.pop()
        total += times.get(pid, 0)
        todo += children.get(pid, [])
    return total


class Meter:
    """Processor time of groups of processes, in the last seconds: before that the tables are opened."""

    def __init__(self, *groups):
        self.groups, self.seen, self.is_over = groups, [], False

    def look(self):
        self.seen.append((time.monotonic(), [cpu_seconds(*group) for group in self.groups]))

    def run(self):
        while not self.is_over:
            self.look()
            time.sleep(0.25)

    def __enter__(self):
        self.thread = threading.Thread(target=self.run)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.is_over = True
        self.thread.join()
        self.look()

    def spent(self, seconds):
        end, last = self.seen[-1]
        _, first = min(self.seen, key=lambda one: abs(end - seconds - one[0]))
        return [after - before for before, after in zip(first, last)]


def load(program, ports, options):
    """Loads at each port at once; the sums."""
    runs = [subprocess.Popen([program, "load", "--json", "--url", f"ws://127.0.0.1:{port}", "--tables",
                              str(options.tables // len(ports)), "--seconds", str(options.seconds),
                              *(["--rate", str(options.rate)] if options.rate else [])],
                             stdout=subprocess.PIPE, text=True) for port in ports]
    found = [json.loads(run.communicate()[0]) for run in runs]
    return found


def measure(kind, program, options):
    with tempfile.TemporaryDirectory(prefix="penultima-figures-") as folder:
        os.chmod(folder, 0o755)
        house = proxy = None
        count = {"file": 1, "one": 1, "two": 2, "three": 3, "proxy": 3}[kind]
        if kind == "file":
            server = Server(program, folder, "--no-limits")
            server.start()
            nodes = [server]
        else:
            house = House(program, folder, count, "--no-limits", "--proxy", "127.0.0.1", settings=("fsync = on",))
            nodes = house.nodes
        try:
            ports = [node.port for node in nodes]
            if kind == "proxy":
                port = free_port()
                place = Path(folder) / "haproxy"
                place.mkdir()
                proxy = cluster.start_proxy("haproxy", place, "127.0.0.1", port, ports)
                ports = [port]
                subprocess.run(["sleep", "2"], check=True)
            pids = [node.process.pid for node in nodes]
            with Meter(pids, [house.postgres.process.pid] if house else [], [proxy.pid] if proxy else []) as meter:
                found = load(program, ports, options)
            return found, meter.spent(options.seconds)
        finally:
            if proxy:
                proxy.terminate()
                proxy.wait(10)
            if house:
                house.close()
            else:
                nodes[0].kill()


def make_timed(bot, taken):
    """Players who note how long each of their moves takes until its answer."""

    class Timed(bot.Player):
        def command(self, kind, **fields):
            super().command(kind, **fields)
            self.since = time.perf_counter()

        def answered(self, number):
            if self.open and self.open["id"] == number and self.open["t"] == "act":
                taken.append(time.perf_counter() - self.since)
            super().answered(number)

    return Timed


def play_quick(player_class, owner, port):
    """A quick game of two at the owner's, both players at this port."""
    ana, beto = (player_class("127.0.0.1", owner, name, random.Random()) for name in ("Ana", "Beto"))
    ana.create({"seats": 2, "clock": None, "scoring": "quick", "public": False})
    while not ana.table:
        ana.hear(ana.connection.receive())
    ana.connection.close()
    ana.port = beto.port = port
    ana.resume()
    beto.join(ana.table)
    agreed = set()
    while len(agreed) < 2:
        for player in {ana, beto} - agreed:
            message = player.connection.receive()
            player.hear(message)
            if message["t"] == "ok":
                agreed.add(player)
    ana.command("start")
    threads = [threading.Thread(target=player.play) for player in (ana, beto)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def compare_ways(program, rounds):
    bot = load_bot(Path(__file__).resolve().parent.parent.parent)
    taken = {"at the owner": [], "through another node": []}
    with tempfile.TemporaryDirectory(prefix="penultima-figures-") as folder:
        house = House(program, folder, 2, "--no-limits", settings=("fsync = on",))
        try:
            for _ in range(rounds):
                for way, node in zip(taken, house.nodes):
                    play_quick(make_timed(bot, taken[way]), house.nodes[0].port, node.port)
        finally:
            house.close()
    for way, times in taken.items():
        cut = statistics.quantiles(times, n=100)
        print(f"{way}: {len(times)} moves, half within {1000 * cut[49]:.2f} ms, 90 % within {1000 * cut[89]:.2f} ms")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--rate", type=float)
    parser.add_argument("--kinds", default="file,one,two,three,proxy")
    parser.add_argument("--ways", action="store_true")
    options = parser.parse_args()
    if options.ways:
        compare_ways(os.path.abspath(options.program), options.rounds)
        return 0
    for number in range(options.rounds):
        for kind in options.kinds.split(","):
            found, spent = measure(kind, os.path.abspath(options.program), options)
            if number == 0 and kind == "file":
                print("#", json.dumps(found[0])[:600])
            moves = sum(one["moves"] for one in found)
            print(kind, f"{moves / options.seconds:.0f} moves/s",
                  " ".join(f"{what} {1e6 * seconds / max(1, moves):.0f} us/move"
                           for what, seconds in zip(("node", "database", "proxy"), spent)),
                  [(one["ms"]["p50"], one["ms"]["p99"], one["lost"]) for one in found], flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
