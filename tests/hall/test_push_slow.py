#!/usr/bin/env python3
"""Web Push with services that never answer: test_push_slow.py PROGRAM ARCHIVE SOURCE_ROOT

Somebody has given the house a dozen of them. Whoever else is told that it is their turn hears of it while the first of
these attempts is still under way. Needs Node.js and openssl.
"""
import contextlib
import os
import shutil
import socket
import sys
import tempfile
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import tap  # noqa: E402
from push_people import Person, Service, awaited  # noqa: E402
from server import Server, wait_for  # noqa: E402

program = os.path.abspath(sys.argv[1])
if not shutil.which("node") or not shutil.which("openssl"):
    print("1..0 # SKIP there is no Node.js or no openssl here")
    sys.exit(0)


class Silent:
    """Services under many addresses of this machine, that take calls and say nothing."""

    def __init__(self, count):
        self.calls = []
        first = socket.create_server(("127.0.1.1", 0))
        self.port = first.getsockname()[1]
        self.listeners = [first, *(socket.create_server((f"127.0.1.{i}", self.port)) for i in range(2, count + 1))]
        for listener in self.listeners:
            threading.Thread(target=self.take, args=(listener,), daemon=True).start()

    def take(self, listener):
        with contextlib.suppress(OSError):
            while True:
                self.calls.append(listener.accept()[0])

    def subscription(self, service, number):
        return {**service.subscription("/"), "endpoint": f"https://127.0.1.{number}:{self.port}/x"}

    def close(self):
        for listener in self.listeners:
            listener.close()


@contextlib.contextmanager
def coming_from(address):
    """Connections of this process begin at this address."""
    usual = socket.create_connection

    def create(where, timeout=30):
        return usual(where, timeout, (address, 0))

    socket.create_connection = create
    try:
        yield
    finally:
        socket.create_connection = usual


def begin_table(server, address, subscriptions):
    """Two people at a table whose game has begun, with these subscriptions each."""
    with coming_from(address):
        ana = Person(server, "Ana", seats=2, clock={"days": 1})
        beto = Person(server, "Beto", ana.player.table)
        for person in (ana, beto):
            for subscription in subscriptions:
                answer = person.ask("push", **subscription)
                assert answer["t"] == "ok", answer
        ana.ask("start")
        ana.until(lambda: ana.player.now)
        beto.until(lambda: beto.player.now)
    return ana, beto


def leave(server, people):
    """Who is not in turn goes first, the other plays, and goes as well: now the first is to be told."""
    ana, beto = people if awaited(server, people[0]) else reversed(people)
    beto.leave_the_page()
    while not awaited(server, beto):
        ana.step()
    ana.leave_the_page()


def check(server, service):
    silent = Silent(24)
    hostile = [begin_table(server, "127.0.0.9", [silent.subscription(service, 1 + 4 * i + j) for j in range(4)])
               for i in range(3)]
    honest = begin_table(server, "127.0.0.10", [service.subscription("/honest")])
    for people in hostile:
        leave(server, people)
    leave(server, honest)
    told = service.next()
    count = len(silent.calls)
    tap.equal("somebody else is told meanwhile", told["path"], "/honest", told)
    tap.check("after an attempt of the other's, and not after all of them", count < 6, count)
    tap.check("which are made, too", wait_for(lambda: silent.calls))

    # Now from as many addresses as there are hands: the one for services that have answered before is left.
    before = len(silent.calls)
    crowd = [begin_table(server, f"127.0.0.{20 + i}", [silent.subscription(service, 13 + i)]) for i in range(8)]
    for people in crowd:
        leave(server, people)
    for person in honest:
        person.come_back()
        person.until(lambda one=person: one.player.now)
    leave(server, honest)
    told = service.next()
    tap.equal("and with hosts and addresses that nobody has seen before", told["path"], "/honest", told)
    tap.check("it is not the last", len(silent.calls) < before + 7, before, len(silent.calls))
    silent.close()


with tempfile.TemporaryDirectory() as scratch_:
    folder_ = Path(scratch_)
    service_ = Service(folder_)
    server_ = Server(program, folder_, "--push", "mailto:ops@example.org", "--push-ca", service_.cert)
    try:
        server_.start()
        check(server_, service_)
    finally:
        server_.kill()
        service_.stop()
tap.done()
