#!/usr/bin/env python3
"""Web Push: test_push.py PROGRAM ARCHIVE SOURCE_ROOT

A real server tells somebody whose page is closed that it is their turn, through a push service of this test's
own (push_service.mjs, which opens the messages with another cryptography). Needs Node.js and openssl.
"""
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import tap  # noqa: E402
from push_people import Person, Service, awaited, bot, figure  # noqa: E402
from server import Server, wait_for  # noqa: E402

program = os.path.abspath(sys.argv[1])
DAY = {"days": 1}
if not shutil.which("node") or not shutil.which("openssl"):
    print("1..0 # SKIP there is no Node.js or no openssl here")
    sys.exit(0)


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


def check_told(server, service, ana, beto):
    beto.until(lambda: not beto.is_in_turn() and not beto.player.open)
    beto.leave_the_page()
    while not awaited(server, beto):
        ana.step()
    told = service.next()
    tap.equal("who has closed the page is told, in their own language", told.get("text"),
              {"title": "Twoja kolej", "body": "Ana María", "table": beto.player.table}, told)
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
    beto = Person(server, "Beto", ana.player.table, lang="pl")
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
    tap.equal("whoever speaks another is told in that", told["text"]["title"], "Your turn", told)
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
