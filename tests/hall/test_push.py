#!/usr/bin/env python3
"""Web Push: test_push.py PROGRAM ARCHIVE SOURCE_ROOT

A real server tells somebody whose page is closed that it is their turn, through a push service of this test's
own (push_service.mjs, which opens the messages with another cryptography). Needs Node.js and openssl.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import tap  # noqa: E402
from server import Server, load_bot  # noqa: E402

program, root = os.path.abspath(sys.argv[1]), Path(sys.argv[3])
bot = load_bot(root)
DAY = {"days": 1}
if not shutil.which("node") or not shutil.which("openssl"):
    print("1..0 # SKIP there is no Node.js or no openssl here")
    sys.exit(0)


class Service:
    """The push service, with what it was sent."""

    def __init__(self, folder):
        key, cert = folder / "push-key.pem", folder / "push-cert.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                        "-nodes", "-keyout", key, "-out", cert, "-days", "2", "-subj", "/CN=push",
                        "-addext", "subjectAltName=IP:127.0.0.1"], check=True, capture_output=True)
        self.cert = str(cert)
        self.process = subprocess.Popen(["node", Path(__file__).parent / "push_service.mjs", key, cert],
                                        stdout=subprocess.PIPE, text=True)
        self.browser = json.loads(self.process.stdout.readline())

    def subscription(self, path):
        return {"endpoint": f"https://127.0.0.1:{self.browser['port']}{path}", "key": self.browser["key"],
                "auth": self.browser["auth"]}

    def next(self):
        return json.loads(self.process.stdout.readline())

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Person:
    """A seat, step by step; bot.py knows what may be done."""

    def __init__(self, server, name, table=None, **settings):
        self.player = bot.Player("127.0.0.1", server.port, name)
        if table:
            self.player.join(table)
        else:
            self.player.create(settings)
        self.until(lambda: self.player.now is None and self.player.names and not self.player.open)

    def step(self):
        message = self.player.connection.receive()
        self.player.hear(message)
        return message

    def until(self, condition):
        while not condition():
            self.step()

    def ask(self, kind, **fields):
        """A command beside the game; its answer."""
        number = self.player.next_id
        self.player.next_id += 1
        self.player.connection.send({"t": kind, "id": number, **fields})
        while True:
            message = self.step()
            if message.get("id") == number:
                return message

    def is_in_turn(self):
        return bool(self.player.now) and self.player.seat in self.player.now["must"]

    def leave_the_page(self):
        self.player.connection.close()

    def come_back(self):
        self.player.resume()


def figure(server, name):
    found = re.search(rf"^penultima_{name} (\d+)$", server.get("/metrics")[1], re.MULTILINE)
    return int(found.group(1)) if found else None


def wait_for(condition, seconds=60):
    """What comes by another thread."""
    until = time.monotonic() + seconds
    while not condition() and time.monotonic() < until:
        time.sleep(0.05)
    return condition()


def check_without(folder):
    server = Server(program, folder)
    server.start()
    ana = Person(server, "Ana", seats=2)
    no = ana.ask("push", endpoint="https://push.example.org/1", key="x", auth="y")
    tap.equal("a house that sends none says so", (no["t"], no.get("code")), ("no", "no-push"), no)
    server.stop()


def check_refusals(ana, service):
    good = service.subscription("/ana")
    for what, change in (("no https", {"endpoint": "http://127.0.0.1/x"}), ("no address", {"endpoint": "https://"}),
                         ("no key", {"key": "AAAA"}), ("a point off the curve", {"key": "B" + "A" * 86}),
                         ("no secret", {"auth": "AAAA"}),
                         ("two lines", {"endpoint": "https://push.example.org/\r\nX: y"})):
        no = ana.ask("push", **{**good, **change})
        tap.equal(f"{what}: refused", (no["t"], no.get("code")), ("no", "bad-push"), no)


def awaited(server, person):
    return json.loads(server.get(f"/api/tables/{person.player.table}")[1])["must"] == [person.player.seat]


def check_told(server, service, ana, beto):
    beto.until(lambda: not beto.is_in_turn() and not beto.player.open)
    beto.leave_the_page()
    while not awaited(server, beto):
        ana.step()
    told = service.next()
    tap.equal("who has closed the page is told", told.get("text"),
              {"title": "Your turn", "body": "Ana María", "table": beto.player.table}, told)
    tap.equal("with the house's own signature", (told["sender"]["isSigned"], told["sender"]["head"]),
              (True, {"typ": "JWT", "alg": "ES256"}), told)
    claims = told["sender"]["claims"]
    tap.equal("for this service, from this operator", (claims["aud"], claims["sub"]),
              (f"https://127.0.0.1:{service.browser['port']}", "mailto:ops@example.org"), claims)
    tap.check("and for less than a day", time.time() < claims["exp"] <= time.time() + 86400, claims)
    headers = told["headers"]
    tap.equal("the service is told how long it counts, and what it replaces",
              (headers["ttl"], headers["topic"], headers["content-encoding"]),
              ("86400", beto.player.table, "aes128gcm"), headers)
    tap.check("the table says until when it waits", '"until"' in server.get(f"/api/tables/{beto.player.table}")[1])
    return told


def play_turn(server, person):
    """Comes back, plays until somebody else is in turn, and goes."""
    person.come_back()
    while awaited(server, person) or person.player.open:
        person.step()
    person.leave_the_page()


def main():
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        (folder / "none").mkdir()
        check_without(folder / "none")
        service = Service(folder)
        server = Server(program, folder, "--push", "mailto:ops@example.org", "--push-ca", service.cert)
        try:
            check_house(server, service)
        finally:
            if server.process.poll() is None:
                server.kill()
            service.stop()
    tap.done()


def check_house(server, service):
    server.start()
    hello = bot.WebSocket("127.0.0.1", server.port)
    hello.send({"t": "hello", "v": 2})
    key = hello.receive().get("push", "")
    tap.equal("the key that browsers subscribe with is told", len(key), 87, key)
    ana = Person(server, "Ana_María", seats=2, clock=DAY)
    beto = Person(server, "Beto", ana.player.table)
    check_refusals(ana, service)
    for person, path in ((ana, "/ana"), (beto, "/beto")):
        tap.equal(f"{person.player.name} subscribes", person.ask("push", **service.subscription(path))["t"], "ok")
    ana.ask("start")
    ana.until(lambda: ana.player.now)
    beto.until(lambda: beto.player.now)
    told = check_told(server, service, ana, beto)
    tap.equal("from the house that browsers know", told["sender"]["house"], key)
    check_kept(server, service, ana, beto, key)
    tap.equal("the server stops when told", server.stop(), 0)


def check_kept(server, service, ana, beto, key):
    """After a crash, and when a browser has cancelled it."""
    ana.leave_the_page()
    kept = server.folder / "server.db.push"
    wait_for(lambda: kept.is_file() and kept.read_text(encoding="ascii").count("\n") == 2)
    server.kill()
    server.start()
    tap.equal("subscriptions outlive a crash", figure(server, "push_subscriptions"), 2)
    play_turn(server, beto)
    told = service.next()
    tap.equal("and so does the key", (told["path"], told["sender"]["house"]), ("/ana", key), told)
    beto.come_back()
    beto.ask("push", endpoint=service.subscription("/beto")["endpoint"])
    tap.check("who wants no more is forgotten", wait_for(lambda: figure(server, "push_subscriptions") == 1))
    beto.ask("push", **service.subscription("/gone"))
    beto.leave_the_page()
    play_turn(server, ana)
    tap.equal("a browser that has cancelled is asked once", service.next()["path"], "/gone")
    tap.check("and then forgotten", wait_for(lambda: figure(server, "push_subscriptions") == 1))
    tap.equal("what was taken is counted", figure(server, "push_sent_total"), 1)


main()
