"""A house of several nodes on a private PostgreSQL, for tests: House(program, folder, nodes)."""
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "tools"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "hall"))
import cluster  # noqa: E402, F401
from postgres import Postgres  # noqa: E402
from server import Server  # noqa: E402


class Node(Server):
    """One server of the house."""

    def __init__(self, program, folder, url, *options):
        folder.mkdir()
        super().__init__(program, folder, "--node", "127.0.0.1", *options)
        self.data = url
        self.environment = dict(os.environ, XDG_DATA_HOME=str(folder))

    def start(self):
        self.process = subprocess.Popen(
            [self.program, "serve", "--lang", "en", "--port", str(self.port), "--data", self.data,
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
    """Without fsync unless it is asked for: here processes die, not machines."""

    def __init__(self, program, folder, count, *options, settings=("fsync = off",)):
        self.folder = Path(folder)
        self.postgres = Postgres(settings=settings)
        self.nodes = []
        self.program, self.options = program, options
        for _ in range(count):
            self.add()

    def add(self):
        node = Node(self.program, self.folder / f"node{len(self.nodes)}", self.postgres.url(tcp=True),
                    *self.options)
        node.start()
        self.nodes.append(node)
        return node

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


def id_of(key):
    letters = "0123456789abcdefghjkmnpqrstvwxyz"
    return "".join(letters[key >> 5 * (9 - i) & 31] for i in range(10))
