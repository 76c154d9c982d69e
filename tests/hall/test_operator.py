#!/usr/bin/env python3
"""What an operator can do about people: bans with an end, reports with the words and moves around them, a file of
words; and that a restart forgets none of it.

test_operator.py PROGRAM ARCHIVE SOURCE_ROOT"""
import os
import signal
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import tap  # noqa: E402
from server import Server, load_bot, wait_for  # noqa: E402

program, root = os.path.abspath(sys.argv[1]), Path(sys.argv[3])
bot = load_bot(root)


def until(connection, *types):
    while (message := connection.receive())["t"] not in types:
        pass
    return message


def enter(server, **message):
    """A connection that has asked to come in, and the answer."""
    connection = bot.connect("127.0.0.1", server.port)
    connection.send(message)
    return connection, until(connection, "welcome", "no")


def reports(server):
    return server.admin("reports").stdout.splitlines()[1:]


def check_reports(server):
    ana, welcome = enter(server, t="create", name="Ana", settings={"seats": 2, "clock": None})
    table = welcome["table"]
    beto, _ = enter(server, t="join", table=table, name="Beto")
    beto.send({"t": "say", "id": 1, "text": "rotten cards"})
    until(beto, "said")
    for player in (ana, beto):
        player.send({"t": "agree", "id": 2, "rules": 1})
        until(player, "ok")
    ana.send({"t": "report", "id": 3, "seat": 1, "text": "shouts"})
    told = until(ana, "reported", "no")
    number = str(told.get("report"))
    tap.check("whoever reports hears a number", told["t"] == "reported" and told["id"] == 3, told)
    tap.check("the operator sees it", wait_for(lambda: any(line.startswith(number) and "Ana (127.0.0.1) -> Beto "
              "(127.0.0.1) shouts" in line for line in reports(server))), reports(server))
    tap.check("with the words before it", wait_for(lambda: "Beto: rotten cards" in server.admin("report", number).stdout),
              server.admin("report", number))
    beto.send({"t": "say", "id": 4, "text": "and worse ones"})
    until(beto, "said")
    tap.equal("the table ends", server.admin("close", table).returncode, 0)
    tap.check("and those after it", wait_for(lambda: "Beto: and worse ones" in server.admin("report", number).stdout),
              server.admin("report", number))
    tap.check("no seed and no token is in it", not any(len(word) > 40 for word in
              server.admin("report", number).stdout.split()))
    file = Path(str(server.data) + ".reports")
    tap.check("it is in a file for the operator alone", wait_for(lambda: "and worse ones" in file.read_text())
              and file.stat().st_mode & 0o777 == 0o600)
    return number


def check_bans(server):
    ana, _ = enter(server, t="create", name="Mallory", settings={"seats": 2})
    tap.check("a ban needs a time", server.admin("ban", "Mallory", "long").returncode == 1
              and server.admin("ban", "Mallory").returncode == 1)
    tap.equal("somebody is banned by name", server.admin("ban", "Mallory", "2h", "cheats at cards").returncode, 0)
    bye = until(ana, "bye")
    tap.check("who is there goes and hears why", bye["code"] == "banned" and bye["args"]["n"] == 2, bye)
    _, no = enter(server, t="create", name="Mal1ory")
    tap.check("and does not come back under a name that looks like it", no.get("code") == "banned", no)
    tap.equal("another name comes in", enter(server, t="create", name="Ana")[1]["t"], "welcome")
    tap.equal("a range", server.admin("ban", "127.0.0.0/8", "30m").returncode, 0)
    _, no = enter(server, t="create", name="Ana")
    tap.check("nobody of it comes in", no.get("code") == "banned" and no["args"]["n"] == 1, no)
    tap.check("bans are listed with their end and why", "cheats at cards" in server.admin("bans").stdout
              and "127.0.0.0/8" in server.admin("bans").stdout, server.admin("bans"))
    tap.equal("one is lifted", server.admin("unban", "127.0.0.0/8").returncode, 0)
    tap.equal("they come in", enter(server, t="create", name="Ana")[1]["t"], "welcome")


def check_restart(server, number):
    server.kill()
    server.start()
    tap.check("after a crash a ban holds", enter(server, t="create", name="Mallory")[1].get("code") == "banned")
    tap.equal("what was lifted stays lifted", enter(server, t="create", name="Ana")[1]["t"], "welcome")
    shown = server.admin("report", number).stdout
    tap.check("and a report is there whole", "shouts" in shown and "rotten cards" in shown, shown)
    tap.equal("the operator is done with it", server.admin("forget", number).returncode, 0)
    tap.equal("it is gone", (server.admin("report", number).returncode, reports(server)), (1, []))
    server.stop()
    server.start()
    tap.equal("and stays so", reports(server), [])


def check_words(server, words):
    ana, no = enter(server, t="create", name="Rotter")
    tap.check("a word is kept out of names", no.get("code") == "bad-words", no)
    words.write_text("cabbage\n", encoding="utf-8")
    server.process.send_signal(signal.SIGHUP)
    tap.check("the file is read anew", wait_for(lambda: server.errors().count("words-read") >= 4))
    ana, welcome = enter(server, t="create", name="Rotter")
    tap.equal("what is not in it any more is heard", welcome["t"], "welcome")
    ana.send({"t": "say", "id": 1, "text": "you CABBAGE!"})
    tap.check("and what is now is not", until(ana, "no", "said").get("code") == "bad-words")
    ana.send({"t": "say", "id": 2, "text": "fine"})
    tap.equal("the rest is", until(ana, "no", "said").get("text"), "fine")
    log = server.errors()
    tap.check("all of it is in the log", all(f" {code}: " in log for code in
              ("banned", "unbanned", "kept-out", "report", "bad-words", "words-read")), log[-800:])


with tempfile.TemporaryDirectory() as folder:
    place = Path(folder)
    (place / "words").mkdir()
    (place / "words/list").write_text("# kept out\nrotter\n", encoding="utf-8")
    (place / "house").mkdir()
    house = Server(program, place / "house", "--words", str(place / "words/list"))
    house.start()
    kept = check_reports(house)
    check_bans(house)
    check_restart(house, kept)
    check_words(house, place / "words/list")
    house.stop()
tap.done()
