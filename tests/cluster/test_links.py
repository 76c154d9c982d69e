#!/usr/bin/env python3
"""The port between nodes: what a stranger can make a node keep, that nobody on the way reads or changes a word, and nodes of
the version before.

test_links.py PROGRAM ARCHIVE SOURCE_ROOT"""
import os
import socket
import struct
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "tools"))
import tap  # noqa: E402
import old_node  # noqa: E402
from house import Node  # noqa: E402
from laid import Sitting  # noqa: E402
from person import Person, bot  # noqa: E402
from postgres import Postgres, find_programs  # noqa: E402
from relay import Relay  # noqa: E402
from server import wait_for  # noqa: E402

program = os.path.abspath(sys.argv[1])
UNPROVEN_MAX = 64  # of src/serve/nodes.c


class Wire(Relay):
    """Between two nodes: keeps all that is said, and spoils it when asked to."""

    def __init__(self, address):
        host, port = address.split(":")
        self.heard, self.spoils, self.calls = bytearray(), False, 0
        super().__init__(lambda: (host, int(port)))
        self.address = f"127.0.0.1:{self.port}"

    def connect(self, call, caller):
        self.calls += 1
        super().connect(call, caller)

    def pump(self, source, target, call, hear):
        wire = self

        class Spoiling:
            def sendall(self, data):
                wire.heard += data
                target.sendall(data[:-1] + bytes([data[-1] ^ 1]) if wire.spoils else data)

            def shutdown(self, how):
                target.shutdown(how)

        super().pump(source, Spoiling(), call, hear)


class OldNode(Relay):
    """A node of version 1 that takes a call: says what it has heard, {kind: payloads}."""

    def __init__(self, secret):
        self.secret, self.number, self.heard = secret, None, {}
        super().__init__(None)
        self.address = f"127.0.0.1:{self.port}"

    def connect(self, call, caller):
        try:
            self.number = old_node.be_greeted(caller, self.secret)
            while True:
                kind, _, payload = old_node.read_frame(caller)
                self.heard.setdefault(kind, []).append(payload)
        except OSError:
            caller.close()


def call(address):
    host, port = address.split(":")
    link = socket.create_connection((host, int(port)), 20)
    link.settimeout(60)
    return link


def is_closed(link):
    """Within a minute, and the greeting is no answer."""
    try:
        while link.recv(4096):
            pass
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


def memory(node):
    for line in Path(f"/proc/{node.process.pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) // 1024
    return 0


def check_strangers(node, address, secret):
    link = call(address)
    link.sendall(struct.pack("<IBQ", 1 << 20, old_node.PROOF, 0))
    tap.check("a stranger who announces a megabyte is sent away at once", is_closed(link))
    link = call(address)
    link.sendall(old_node.frame(old_node.HOW))
    tap.check("and who asks without a proof", is_closed(link))
    link = call(address)
    link.sendall(old_node.frame(old_node.NONCE, bytes(32)))
    tap.check("and who turns the question round", is_closed(link))
    before = memory(node)
    crowd = []
    for _ in range(200):
        link = call(address)
        old_node.read_frame(link)
        link.setblocking(False)
        try:
            # All but the last byte of the longest word that a stranger may say.
            link.send(struct.pack("<IBQ", 9 + 128, old_node.PROOF, 0) + bytes(127))
        except OSError:
            pass
        crowd.append(link)

    def open_ones():
        return sum(not is_over(one) for one in crowd)

    def is_over(one):
        try:
            while one.recv(4096):
                pass
        except BlockingIOError:
            return False
        except OSError:
            pass
        return True

    # Now, and not when their time is over; the last to be sent away may go after the greeting of the next.
    count = open_ones()
    tap.check("so many strangers at once and no more", count <= UNPROVEN_MAX + 2, count)
    tap.check("who cost no memory", memory(node) - before < 20, before, memory(node))
    link = call(address)
    old_node.greet(link, secret)
    tap.check("and a node is let in all the same", True)
    link.close()
    for one in crowd:
        one.close()


def check_old(node, address, secret):
    link = call(address)
    old_node.greet(link, secret)
    link.sendall(old_node.frame(old_node.HOW))
    tap.equal("a node of version 1 is answered", old_node.read_frame(link), (old_node.WELL, 0, b"\x01"))
    link.close()
    tap.check("which the log tells", wait_for(lambda: "old-node" in node.errors()), node.errors())
    link = call(address)
    try:
        old_node.greet(link, secret, 4711 | old_node.CAN_SEAL)
        tap.check("one that could seal, and was made to believe that we cannot, is not let in", False)
    except OSError:
        tap.check("one that could seal, and was made to believe that we cannot, is not let in", True)
    link = call(address)
    try:
        old_node.greet(link, bytes(32))
        tap.check("who does not know the secret is not let in", False)
    except OSError:
        tap.check("who does not know the secret is not let in", True)


def check_sealed(nodes, wire, first):
    ana = Sitting("127.0.0.1", nodes[1].port, first.name, first.token, first.id)
    tap.check("a seat at another node's table is reached", ana.table["t"] in ("table", "seats", "update"), ana.table)
    answer = ana.ask(t="say", text="aguacate y mango")
    tap.check("and hears its own words", answer["t"] == "ok", answer)
    tap.check("all of it went over the wire", wire.calls > 0 and len(wire.heard) > 500, wire.calls, len(wire.heard))
    tap.check("where nobody can read it", b"aguacate" not in wire.heard and b'"t"' not in wire.heard and
              b"127.0.0.1" not in wire.heard, bytes(wire.heard[:600]))
    calls = wire.calls
    wire.spoils = True
    try:
        for _ in range(50):
            ana.ask(t="say", text="pera")
        tap.check("a word that was changed on the way ends the link", False)
    except (OSError, bot.Closed):
        tap.check("a word that was changed on the way ends the link", True)
    wire.spoils = False
    back = Sitting("127.0.0.1", nodes[1].port, first.name, first.token, ana.id)
    tap.check("and a new one is made", back.table["t"] in ("table", "seats", "update") and wire.calls > calls,
              back.table, wire.calls)


def main():
    with tempfile.TemporaryDirectory(prefix="penultima-links-") as folder:
        postgres = Postgres(settings=("fsync = off",))
        nodes = []
        try:
            for number in range(2):
                nodes.append(Node(program, Path(folder) / f"node{number}", postgres.url(tcp=True), "--no-limits"))
                nodes[-1].start()
                if number == 0:
                    address = postgres.sql("SELECT address FROM penultima.node WHERE NOT is_dead").strip()
                    wire = Wire(address)
                    postgres.sql(f"UPDATE penultima.node SET address = '{wire.address}' WHERE NOT is_dead")
                    settings = {"seats": 2, "clock": None, "public": True}
                    first = Person(nodes[0].port, {"t": "create", "name": "Ana", "settings": settings})
            secret = old_node.secret_of(postgres)
            first.link.close()
            check_sealed(nodes, wire, first)
            check_strangers(nodes[0], address, secret)
            check_old(nodes[0], address, secret)
            old = OldNode(secret)
            postgres.sql(f"UPDATE penultima.node SET address = '{old.address}' WHERE address = '{wire.address}'")
            nodes.append(Node(program, Path(folder) / "node2", postgres.url(tcp=True), "--no-limits"))
            nodes[-1].start()
            link = bot.WebSocket("127.0.0.1", nodes[2].port)  # whose words nobody will answer
            link.send({"t": "hello", "v": 2, "lang": "en"})
            link.send({"t": "resume", "table": first.name, "token": first.token, "last": 0})
            tap.check("a node of version 1 that is called gets what is said, plainly",
                      wait_for(lambda: any(b'"resume"' in text for text in old.heard.get(4, []))), old.heard)
            tap.check("and is told that we could have sealed it", old.number & old_node.CAN_SEAL, old.number)
        finally:
            for node in nodes:
                node.kill()
            postgres.close()


if not find_programs():
    print("1..0 # SKIP PostgreSQL is not installed")
    sys.exit(0)
main()
tap.done()
