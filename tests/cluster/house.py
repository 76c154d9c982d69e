"""A house of several nodes on a private PostgreSQL, for tests: House(program, folder, nodes)."""
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "tools"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "hall"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import cluster  # noqa: E402, F401
import ground  # noqa: E402
from pair import make_pair  # noqa: E402
from postgres import Postgres  # noqa: E402
from replicated import Replicated  # noqa: E402
from server import Server  # noqa: E402


class Node(Server):
    """One server of the house. 'inside' are words before its command, 'host' is its address there."""

    def __init__(self, program, folder, url, *options, host="127.0.0.1", inside=(), environment=None):
        folder.mkdir()
        super().__init__(program, folder, "--node", host, "--listen", host, *options)
        self.data = url
        self.host, self.inside, self.cable, self.wire, self.clock = host, inside, None, None, None
        self.environment = dict(os.environ, XDG_DATA_HOME=str(folder), **(environment or {}))

    def start(self):
        self.process = subprocess.Popen(
            [*self.inside, self.program, "serve", "--lang", "en", "--port", str(self.port), "--data", self.data,
             *self.options],
            stdout=subprocess.PIPE, stderr=open(self.folder / "stderr", "a", encoding="utf-8"), text=True,
            env=self.environment)
        for line in self.process.stdout:
            found = re.match(r"\s+https?://[^:]*:(\d+)/", line)
            if found:
                self.port = int(found.group(1))
                return
        raise RuntimeError(f"no server: {self.errors()}")

    def admin(self, *words):
        return subprocess.run([self.program, "serve", "--lang", "en", "--port", str(self.port), "--data",
                               self.data, "--admin", *words], capture_output=True, text=True, timeout=60,
                              check=False, env=self.environment)

    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def pause(self):
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self):
        self.process.send_signal(signal.SIGCONT)


class House:
    """Without fsync unless it is asked for: here processes die, not machines. With 'ground' (ground.py) it stands on
    networks, disks and clocks that can fail. The database is one, a pair, or a pair under Patroni."""

    def __init__(self, program, folder, count, *options, settings=("fsync = off",), has_ground=False, is_pair=False,
                 is_replicated=False, has_wire=False):
        self.folder = Path(folder)
        self.network = ground.Network() if has_ground else None
        self.disks, self.wires = {}, []
        self.has_wire = has_wire
        self.clock = ground.Clock(folder) if has_ground else None
        networks = ("10.77.0.0/24",) if has_ground else ()
        environment = self.clock.environment if has_ground else None
        if is_replicated:
            os.chmod(folder, 0o755)
            self.postgres = Replicated(self.folder / "replicated", dict(line.split(" = ") for line in settings),
                                       "*" if has_ground else "127.0.0.1",
                                       wire=lambda port: ground.Wire(lambda: port))
        elif is_pair:
            os.chmod(folder, 0o755)
            for name in ("pg0", "pg1") if has_ground else ():
                self.disks[name] = ground.Disk(self.folder / name / "data", 1500)
            self.postgres = make_pair(folder, settings, networks, environment)
        else:
            self.postgres = Postgres(settings=settings, networks=networks, environment=environment)
        self.nodes = []
        self.program, self.options = program, options
        for _ in range(count):
            self.add()

    def add(self):
        """With wires the second has a color of its own to the database; the others a cable each, where there is ground."""
        number = len(self.nodes)
        host, inside, cable, wire, clock = "127.0.0.1", (), None, None, None
        if self.network:
            clock = ground.Clock(self.folder)
        if number == 1 and self.has_wire:
            wire = ground.Wire(lambda: self.postgres.port)
            self.wires.append(wire)
            url = f"postgresql://penultima@127.0.0.1:{wire.port}/postgres"
            host = ground.GATE if self.network else host
        elif self.network:
            host, inside, cable = self.network.plug_in()
            url = self.postgres.url(tcp=True).replace("127.0.0.1", ground.GATE)
        else:
            url = self.postgres.url(tcp=True)
        node = Node(self.program, self.folder / f"node{number}", url, *self.options, host=host, inside=inside,
                    environment=clock.environment if clock else None)
        node.cable, node.wire, node.clock = cable, wire, clock
        node.start()
        self.nodes.append(node)
        return node

    def disk(self):
        """Of the database that is written, or None."""
        primary = getattr(self.postgres, "primary", None)
        return self.disks.get(os.path.basename(primary.folder)) if primary else None

    def owners(self):
        """Which node has which table, by their numbers in the database."""
        lines = self.postgres.sql("SELECT id, owner FROM penultima.tbl").split()
        return {int(line.split("|")[0]): int(line.split("|")[1]) for line in lines}

    def numbers(self):
        """Of the nodes that are not known to be dead."""
        return [int(line) for line in self.postgres.sql("SELECT id FROM penultima.node WHERE NOT is_dead").split()]

    def journals(self):
        """Every entry of every open table in its order: (number, text, hash)."""
        found = {}
        rows = self.postgres.sql("SELECT tbl, seq, encode(text, 'hex'), encode(hash, 'hex')"
                                 " FROM penultima.entry ORDER BY tbl, seq")
        for row in rows.split():
            table, number, text, digest = row.split("|")
            found.setdefault(id_of(int(table)), []).append((int(number), bytes.fromhex(text), digest))
        return found

    def errors(self):
        return "\n".join(f"node {i}: {node.errors()}" for i, node in enumerate(self.nodes))

    def close(self):
        for node in self.nodes:
            if node.is_running():
                node.go_on()
                node.kill()
        self.postgres.close()
        for one in (*self.wires, *self.disks.values(), *([self.network] if self.network else [])):
            one.close()


def id_of(key):
    letters = "0123456789abcdefghjkmnpqrstvwxyz"
    return "".join(letters[key >> 5 * (9 - i) & 31] for i in range(10))
