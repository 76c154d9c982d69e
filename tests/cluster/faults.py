#!/usr/bin/env python3
"""Faults in a house of several nodes, under load, and a checker that shares no code with the server.

    ./run faults [--replicated] [--faults N] [--seconds S] [--nodes N] [--tables N] [--seed N] [--kinds A,B] [--pace S]

Where it may have namespaces (root) every node has a network of its own and the database is a pair, each with a disk and a
clock that can fail; otherwise the faults that need them are left out. With --replicated it is a pair under Patroni, whose
primary dies, changes places and is cut off. fsync is on.

Players play on through everything, each time through any node, and note what they were promised and told.
Afterwards nothing acknowledged may be missing, nothing may have been done twice, nobody may have been told
another history than the one that stands in the journal, every chain must be whole and every table playable."""
import argparse
import collections
import hashlib
import os
import random
import signal
import socket
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import ground  # noqa: E402
from house import House  # noqa: E402
from replicated import Replicated  # noqa: E402
from server import load_bot, wait_for  # noqa: E402

told_to_stop = threading.Event()

# What everybody at a table sees alike.
PUBLIC = ("top", "color", "turn", "direction", "counts", "draw", "discard", "pending")


def make_player(bot):
    """A class of players that remember what they were promised and told."""

    class Noting(bot.Player):
        def __init__(self, house, *arguments):
            super().__init__("127.0.0.1", 0, *arguments)
            self.house = house
            self.acked, self.seen = [], {}
            self.times = []  # of what was acknowledged
            self.problem, self.strange = None, []
            self.is_stopped = self.refusing = False
            self.rules = 1
            self.pace = 0
            self.trail = []  # the last it did and heard, for whoever looks why it stands still

        def hello(self, message):
            nodes = [node for node in self.house.nodes if node.is_running()]
            node = self.chance.choice(nodes)
            self.host, self.port = node.host, node.port
            connection = bot.WebSocket(self.host, self.port, f"/ws/{message.get('table', 'k7')}", timeout=4)
            connection.send({"t": "hello", "v": 2, "lang": "en"})
            if connection.receive()["t"] != "hello":
                raise bot.Closed(1013)
            connection.send(message)
            self.connection = connection

        def command(self, kind, **fields):
            if self.pace and kind == "act":
                time.sleep(self.pace * (0.5 + self.chance.random()))
            super().command(kind, **fields)

        def answered(self, number):
            if self.open and self.open["id"] == number and self.open["t"] == "act" and not self.refusing:
                self.acked.append(number)
                self.times.append(time.monotonic())
            super().answered(number)

        def note(self, message):
            """What was told at this number, as far as it is the same for all."""
            if message["t"] in ("table", "update") and message.get("now"):
                seen = tuple((key, repr(self.told[key])) for key in PUBLIC if key in self.told)
                self.seen.setdefault(message["n"], set()).add(seen)

        def hear(self, message):
            self.trail = self.trail[-20:] + [(round(time.time() % 1000, 2), message["t"], message.get("n"),
                                              message.get("code"), message.get("stage"))]
            self.refusing = message["t"] == "no"
            self.rules = message.get("rules", self.rules)
            if message["t"] == "no" and message["code"] == "not-in":
                self.strange.append(self.trail[-8:])
                raise bot.Closed(1006)
            if message["t"] == "no" and message["code"] in ("disk", "draining") and self.open and \
                    message.get("id") == self.open["id"]:
                time.sleep(0.05)  # nothing was done: once more
                self.connection.send(self.open)
                return
            super().hear(message)
            self.note(message)  # an update says what is new: now all of it is known
            if self.is_over and not self.open:
                self.is_over = False
                self.seed = os.urandom(32)
                self.agree(self.rules, "again")

        def run(self):
            while not self.is_stopped:
                try:
                    self.hear(self.connection.receive())
                except (bot.Closed, OSError) as problem:
                    self.trail = self.trail[-20:] + [(round(time.time() % 1000, 2), self.host, repr(problem))]
                    self.connection.close()
                    time.sleep(self.chance.random() * 0.1)
                    try:
                        self.resume()
                    except (bot.Closed, OSError, IndexError):
                        pass
                except bot.Refused as refusal:
                    self.problem = f"{self.table} {self.name}: {refusal}"
                    return
                except Exception as error:  # pylint: disable=broad-except
                    self.problem = f"{self.table} {self.name}: {error!r}"
                    raise

    return Noting


def begin_table(player_class, house, number):
    """Two players at a table, the game begun."""
    chance = random.Random(number)
    ana, beto = (player_class(house, name, chance) for name in ("Ana", "Beto"))
    ana.create({"seats": 2, "clock": None})
    while not ana.table:
        ana.hear(ana.connection.receive())
    beto.join(ana.table)
    agreed = set()
    while len(agreed) < 2:
        for player in (ana, beto):
            if player in agreed:
                continue
            message = player.connection.receive()
            player.hear(message)
            if message["t"] == "ok":
                agreed.add(player)
    ana.command("start")
    return [ana, beto]


# ---- faults: each returns when it is over; not None: what is wrong -------------------------------------


def some_node(house, chance):
    return chance.choice([node for node in house.nodes if node.is_running()])


def kill(house, chance):
    node = some_node(house, chance)
    node.kill()
    time.sleep(chance.random() * 1.5)
    node.start()


def pause(house, chance):
    """Longer than the others wait before they take over."""
    node = some_node(house, chance)
    node.pause()
    time.sleep(2.5 + chance.random() * 2)
    node.go_on()


def blink(house, chance):
    """Shorter than that."""
    node = some_node(house, chance)
    node.pause()
    time.sleep(chance.random())
    node.go_on()


def cut_sessions(house, chance):
    """The network between nodes and database breaks: some sessions, or all."""
    part = chance.choice(["true", "random() < 0.5", "pid % 2 = 0"])
    house.postgres.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE"
                       f" application_name = 'penultima' AND {part}")


def restart_database(house, chance):
    house.postgres.stop(signal.SIGINT)
    time.sleep(chance.random())
    house.postgres.start()


def crash_database(house, chance):
    """As if its machine had died: it recovers from its log."""
    house.postgres.stop(signal.SIGQUIT)
    time.sleep(chance.random())
    house.postgres.start()


def stop_politely(house, chance):
    """SIGTERM, as a rolling upgrade does it."""
    node = some_node(house, chance)
    node.stop(60)
    node.start()


def is_open(node):
    try:
        socket.create_connection((node.host, node.port), 5).close()
        return True
    except OSError:
        return False


def go_dumb(house, chance):
    """One node alone has no database any more, though its connections stand: it sends its people away by itself, and
    is closed until it has one again."""
    node = next(node for node in house.nodes if node.wire)
    node.wire.go_dumb()
    try:
        if not wait_for(lambda: not is_open(node), 60):
            return "a node without a database keeps its people"
        time.sleep(chance.random() * 2)
    finally:
        node.wire.speak()
    return None


def dumb_moment(house, chance):
    """Shorter: what was under way arrives late."""
    node = next(node for node in house.nodes if node.wire)
    node.wire.go_dumb()
    time.sleep(0.5 + chance.random() * 2)
    node.wire.speak()


def cut_cable(house, chance):
    """A machine is cut off from everything."""
    node = chance.choice([node for node in house.nodes if node.cable])
    house.network.cut(node.cable)
    time.sleep(chance.choice([0.5, 3, 6]) + chance.random())
    house.network.mend(node.cable)


def stall_database(house, chance):
    """Its disk does not answer."""
    ground.stand_still(house.postgres.process, True)
    time.sleep(0.5 + chance.random() * 3)
    ground.stand_still(house.postgres.process, False)


def fail_over(house, _chance):
    house.postgres.rebuild(house.postgres.fail_over())


def fill_disk(house, chance):
    """Whatever PostgreSQL does about it: if it ended, it is started again when there is room."""
    disk = house.disk()
    disk.fill()
    time.sleep(1 + chance.random() * 3)
    disk.make_room()
    if not wait_for(lambda: house.postgres.process.poll() is not None, 2):
        return
    house.postgres.start()


def jump_clock(house, chance):
    """Forwards or back, of a node or of the database; and then somebody begins anew."""
    node = some_node(house, chance)
    chance.choice([node.clock] if isinstance(house.postgres, Replicated) else [house.clock, node.clock]).jump(chance.choice([-7200, -60, 3, 60, 7200, 86400]))
    kill(house, chance)


# Of the database under Patroni. Each begins with a primary and its standby, and ends with one that can be written.


def wait_for_standby(house):
    try:
        house.postgres.wait_for_standby(60)
    except OSError:
        print("# no standby for a minute: Patroni is restarted", flush=True)
        house.postgres.restart_patroni()
        house.postgres.wait_for_standby(300)


def with_primary(fault):
    def run(house, chance):
        wait_for_standby(house)
        primary = house.postgres.find_primary()
        fault(house, chance, primary)
        if not wait_for(lambda: house.postgres.find_primary() not in (None, primary), 60):
            return "nobody took the primary's place"
        return None

    return run


@with_primary
def kill_primary(house, chance, primary):
    """kill -9 of everything on its machine, which comes back when the other has taken its place."""
    primary.kill()
    wait_for(house.postgres.find_primary, 60)
    time.sleep(chance.random())
    primary.start()


@with_primary
def crash_primary(_house, _chance, primary):
    """kill -9 of PostgreSQL; its Patroni is there and hands over."""
    primary.kill_postgres()


@with_primary
def switch_over(house, _chance, _primary):
    if not house.postgres.switch_over():
        raise OSError("Patroni refuses to switch over")


@with_primary
def cut_primary(house, chance, primary):
    """The primary reaches neither its standby nor etcd; the nodes reach both."""
    primary.cut()
    wait_for(lambda: house.postgres.find_primary() not in (None, primary), 60)
    time.sleep(chance.random())
    primary.mend()


@with_primary
def freeze_primary(house, chance, primary):
    """Its machine stands still: connections stand, nothing is said; and then it goes on and is no primary any more."""
    primary.stand_still(True)
    wait_for(lambda: house.postgres.find_primary() not in (None, primary), 60)
    time.sleep(chance.random())
    primary.stand_still(False)


def lose_standby(house, chance):
    """Play goes on without it, and it is not promoted before it has caught up."""
    wait_for_standby(house)
    standby = house.postgres.standby()
    standby.kill()
    time.sleep(1 + chance.random() * 3)
    standby.start()


FAULTS = {"kill": kill, "pause": pause, "blink": blink, "cut": cut_sessions, "restart": restart_database,
          "crash": crash_database, "term": stop_politely, "dumb": go_dumb, "late": dumb_moment, "stall": stall_database}
# That need namespaces.
GROUND = {"cable": cut_cable, "failover": fail_over, "full": fill_disk, "clock": jump_clock}
REPLICATED = {"kill-primary": kill_primary, "crash-primary": crash_primary, "switch": switch_over,
              "cut-primary": cut_primary, "freeze-primary": freeze_primary, "kill-standby": lose_standby}
# That handle the database's process themselves.
ALONE = ("restart", "crash", "stall", "failover", "full")


def choose_kinds(has_ground, is_replicated):
    """All that this house can have."""
    kinds = [*FAULTS, *(GROUND if has_ground else ())]
    if is_replicated:
        kinds = [*REPLICATED, *(kind for kind in kinds if kind not in ALONE)]
    return kinds


# ---- the checker ----------------------------------------------------------------------------------------


def check_chain(entries):
    """Numbers without gaps, and each hash follows from all lines before it."""
    digest = hashlib.sha512(b"penultima/1 chain").digest()
    for wanted, (number, text, noted) in enumerate(entries, 1):
        if number != wanted:
            return f"entry {wanted} is {number}"
        for line in text.split(b"\n")[:-1]:
            digest = hashlib.sha512(digest + line).digest()
        if digest.hex() != noted:
            return f"entry {number} breaks the chain"
    return None


def check_history(players, journals):
    """A list of what is wrong."""
    wrong = []
    tables = {}
    for player in players:
        tables.setdefault(player.table, []).append(player)
    for table, seated in tables.items():
        entries = journals.get(table)
        if not entries:
            wrong.append(f"{table}: there is no journal")
            continue
        problem = check_chain(entries)
        if problem:
            wrong.append(f"{table}: {problem}")
        lines = b"".join(text for _, text, _ in entries).decode().splitlines()
        for player in seated:
            marks = [line.split(" id=")[1].split()[0] for line in lines
                     if line.startswith(player.name + " ") and " id=" in line]
            counts = collections.Counter(marks)
            wrong += [f"{table} {player.name}: acknowledged and lost: {number}"
                      for number in player.acked if str(number) not in counts]
            wrong += [f"{table} {player.name}: done twice: {mark}" for mark, count in counts.items() if count > 1]
        told = {}
        for player in seated:
            for number, seen in player.seen.items():
                told.setdefault(number, set()).update(seen)
        wrong += [f"{table}: two histories at {number}: {sorted(seen)}" for number, seen in told.items()
                  if len(seen) > 1]
    return wrong


def longest_wait(players, begin, end):
    """For how long a table stood still at most: no move of it was acknowledged."""
    longest = 0.0
    for table in {player.table for player in players}:
        times = sorted(time for player in players if player.table == table for time in list(player.times))
        before = [one for one in times if one <= begin]
        times = (before[-1:] or [begin]) + [one for one in times if begin < one <= end]
        longest = max([longest, *(after - one for one, after in zip(times, times[1:]))])
    return longest


def run_faults(program, root, faults=10, nodes=3, tables=4, seed=1, kinds=tuple(FAULTS), seconds=None,
               quiet=False, patience=60, pace=0, has_ground=False, is_replicated=False, settings=("fsync = off",)):
    """Returns a dictionary: what is wrong, and figures."""
    bot = load_bot(root)
    chance = random.Random(seed)
    player_class = make_player(bot)
    with tempfile.TemporaryDirectory(prefix="penultima-house-") as folder:
        house = House(program, folder, nodes, "--no-limits", settings=settings, has_ground=has_ground, is_pair=has_ground,
                      is_replicated=is_replicated, has_wire=True)
        try:
            players = [player for number in range(tables)
                       for player in begin_table(player_class, house, seed * 1000 + number)]
            for player in players:
                player.pace = pace
            threads = [threading.Thread(target=player.run, daemon=True) for player in players]
            for thread in threads:
                thread.start()
            wrong, done, waits = [], {}, {}
            began = time.monotonic()
            for number in range(faults):
                if told_to_stop.is_set():
                    break
                name = kinds[number % len(kinds)] if number < len(kinds) else chance.choice(kinds)
                begin = time.monotonic()
                problem = dict(FAULTS, **GROUND, **REPLICATED)[name](house, chance)
                wrong += [f"fault {number}: {problem}"] if problem else []
                done[name] = done.get(name, 0) + 1
                # Every table goes on after each of them.
                since = time.monotonic()
                before = {player.table: 0 for player in players}
                for player in players:
                    before[player.table] += len(player.acked)

                def standing():
                    after = dict.fromkeys(before, 0)
                    for player in players:
                        after[player.table] += len(player.acked)
                    return [table for table in before if after[table] <= before[table]]

                def all_go_on():
                    return not standing()

                if not wait_for(all_go_on, 8):
                    for player in players if not quiet else ():
                        if player.table in standing():
                            print(f"# {time.time():.3f} {player.table} {player.name} at {player.host}:{player.port}:"
                                  f" update {player.last}, waits for {player.open}, now {bool(player.now)}, ready"
                                  f" {player.is_ready}, over {player.is_over}, {player.trail[-12:]}",
                                  house.nodes[0].admin("inspect", player.table).stdout, flush=True)
                if not wait_for(all_go_on, patience):
                    wrong.append(f"after {name} (fault {number}) some table stands still")
                    break
                stood = longest_wait(players, begin, time.monotonic())
                waits.setdefault(name, []).append(stood)
                if not quiet:
                    print(f"# {number}: {name}: over after {since - begin:.2f} s, all tables go on {time.monotonic() - since:.2f} s"
                          f" later; none stood still for longer than {stood:.2f} s", flush=True)
                if seconds:
                    told_to_stop.wait(max(0, seconds / faults * (number + 1) - (time.monotonic() - began)))
            for player in players:
                player.is_stopped = True
            for thread in threads:
                thread.join(30)
            wrong += [player.problem for player in players if player.problem]
            wrong += [f"{player.table} {player.name}: off its table without a word: {player.strange[:2]}"
                      for player in players if player.strange]
            time.sleep(0.5)
            wrong += check_history(players, house.journals())
            if any("table-set-aside" in node.errors() for node in house.nodes):
                wrong.append("a table was set aside")
            return {"wrong": wrong, "faults": done, "acked": sum(len(player.acked) for player in players),
                    "waits": waits, "errors": house.errors()}
        finally:
            house.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("root")
    parser.add_argument("--faults", type=int, default=20)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pace", type=float, default=0, help="seconds that a player thinks, more or less")
    parser.add_argument("--kinds")
    parser.add_argument("--replicated", action="store_true", help="the database under Patroni")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: told_to_stop.set())  # checks what there is, and leaves nothing behind
    has_ground = ground.begin()
    kinds = options.kinds.split(",") if options.kinds else choose_kinds(has_ground, options.replicated)
    found = run_faults(os.path.abspath(options.program), options.root, options.faults, options.nodes,
                       options.tables, options.seed, tuple(kinds), options.seconds, pace=options.pace,
                       has_ground=has_ground, is_replicated=options.replicated, settings=())
    for name, waits in sorted(found["waits"].items()):
        print(f"{name}: {len(waits)} times; a table stood still for {statistics.median(waits):.2f} s (median),"
              f" {max(waits):.2f} s (worst)")
    waits = [one for some in found["waits"].values() for one in some]
    print(f"{len(waits)} faults, {sum(len(some) for name, some in found['waits'].items() if 'kill' in name or 'crash' in name)}"
          f" of them kills; {found['acked']} acknowledged moves, {len(found['wrong'])} things wrong;"
          f" stood still for {statistics.median(waits or [0]):.2f} s (median), {max(waits, default=0):.2f} s (worst)")
    for line in found["wrong"][:50]:
        print("WRONG", line)
    if found["wrong"]:
        print(found["errors"][-6000:])
    return 1 if found["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
