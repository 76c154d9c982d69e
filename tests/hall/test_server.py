#!/usr/bin/env python3
"""A real server from outside: test_server.py PROGRAM ARCHIVE SOURCE_ROOT

Pages, whole games of the example bot, records that can be checked, the operator's commands, restart.
"""
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import types
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import tap  # noqa: E402
from server import Server, load_bot, wait_for  # noqa: E402

program, root = os.path.abspath(sys.argv[1]), Path(sys.argv[3])
bot = load_bot(root)
BOT = [sys.executable, str(root / "docs/examples/bot.py")]


def check_examples():
    """They do what they are offered by its shape, so that they need not hear of a new verb."""
    guest, ana, colors = load_bot(root, "guest"), ["Ana", "Beto"], {"g": "green", "r": "red"}
    seat = types.SimpleNamespace(hand=["r1", "g2", "g3"], names=ana, colors=colors, seat=0, chance=random.Random(1))
    for legal, wanted in (({"plays": ["g2"], "jumps": ["r1"], "verbs": ["draws"]}, "plays g2"),
                          ({"plays": ["w+4"]}, "plays w+4 green"), ({"follows": ["g3"]}, "follows g3"),
                          ({"names": 4}, "names green"), ({"catches": [1], "verbs": ["keeps"]}, "keeps"),
                          ({"benches": [1], "verbs": ["says uno"]}, "benches Beto"),
                          ({"catches": [1], "lends": ["r1"], "verbs": ["draws"]}, "lends r1")):
        now = {"legal": legal, "counts": [3, 5], "top": "r5", "color": "red"}
        tap.equal(f"the examples do {wanted}", (bot.Player.choose(seat, now), guest.choose(now, seat.hand, ana, colors)),
                  (wanted, wanted))


def check_pages(server):
    status, body = server.get("/health")
    tap.check("health", status == 200 and json.loads(body)["ok"] and json.loads(body)["full"] == [], status, body)
    status, body = server.get("/api/tables")
    tap.equal("an empty lobby", (status, json.loads(body)), (200, {"tables": []}))
    status, body = server.get("/api/editions")
    tap.check("editions", "classic" in [edition["id"] for edition in json.loads(body)["editions"]], body)
    status, body = server.get("/api/schema.json")
    tap.equal("the schema is the program's", (status, body), (200, tap.run([program, "schema"]).out))
    status, body = server.get("/api/asyncapi.json")
    tap.equal("and the channel's description", (status, body), (200, tap.run([program, "schema", "--asyncapi"]).out))
    status, body = server.get("/metrics")
    tap.check("metrics", status == 200 and "penultima_net_conns_open 0\n" in body, body)
    tap.equal("a page", server.get("/")[0], 200)
    for path in ("/api/none", "/api/tables/0000000000", "/api/tables/x/games/1.mesa", "/none.js",
                 "/api/tables/0000000000/games/1.mesa", "/.git/config"):
        tap.equal(f"nothing at {path}", server.get(path)[0], 404)


def play_game(server):
    """A game between the example bot and another copy of it; the table."""
    opener = subprocess.Popen([*BOT, f"http://127.0.0.1:{server.port}", "--create", "--name", "Robi"],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    invitation = opener.stdout.readline().strip()
    guest = tap.run([*BOT, invitation, "--name", "Tina"])
    tap.equal("the guest plays to the end", (guest.status, guest.out), (0, "Tina: over\n"), guest.err)
    out, err = opener.communicate(timeout=120)
    tap.equal("the one who opened the table plays to the end", (opener.returncode, out), (0, "Robi: over\n"),
              err)
    table = invitation.rsplit("#", 1)[-1]
    stranger = tap.run([*BOT, invitation.replace(table, "0000000000"), "--name", "Tina"])
    tap.equal("who is not let in says why and ends", (stranger.status, stranger.err),
              (1, "there is no such table\n"), stranger)
    return table


def check_record(server, table, folder):
    tap.check("the record comes when it is written",
              wait_for(lambda: server.get(f"/api/tables/{table}/games/1.mesa")[0] == 200))
    record = Path(folder) / "record.mesa"
    record.write_text(server.get(f"/api/tables/{table}/games/1.mesa")[1], encoding="utf-8")
    result = tap.run([program, "verify", record])
    tap.equal("the record can be checked", result.status, 0, result)
    result = tap.run([program, "replay", record])
    tap.equal("the record can be replayed", result.status, 0, result)
    tap.equal("there is no second game", server.get(f"/api/tables/{table}/games/2.mesa")[0], 404)


def check_admin(server, table, folder):
    listed = server.admin("list")
    tap.check("list", listed.returncode == 0 and table in listed.stdout, listed)
    seen = server.admin("inspect", table)
    tap.check("inspect", seen.returncode == 0 and "person Robi" in seen.stdout, seen)
    copy = Path(folder) / "copy.db"
    result = server.admin("backup", str(copy))
    tap.check("backup", result.returncode == 0 and copy.stat().st_size > 0, result)
    tap.equal("never over another file", server.admin("backup", str(copy)).returncode, 1)
    exported = server.admin("export", table)
    tap.check("export", exported.returncode == 0 and exported.stdout.startswith("#! fair 3\n"), exported)
    tap.equal("an unknown word", server.admin("dance").returncode, 1)
    tap.equal("an unknown table", server.admin("inspect", "0000000000").returncode, 1)
    tap.equal("close", server.admin("close", table).returncode, 0)
    tap.equal("it is closed", server.admin("inspect", table).returncode, 1)
    tap.check("its record stays", wait_for(
        lambda: server.get(f"/api/tables/{table}/games/1.mesa")[0] == 200))


def check_load(server, folder):
    """The load program plays here too, and its figures add up."""
    drawing = Path(folder) / "load.svg"
    result = tap.run([program, "load", "--url", f"ws://127.0.0.1:{server.port}", "--tables", "3", "--seats", "3",
                      "--seconds", "1", "--rate", "20", "--sockets", "5", "--pid", server.process.pid, "--json", "--plot", drawing])
    figures = json.loads(result.out or "{}")
    tap.check("load", result.status == 0 and figures["tables"] == 3 and figures["connected"] == 14
              and figures["lost"] == 0 and figures["refused"] == 0 and figures["moves"] > 0
              and figures["ms"]["p50"] <= figures["ms"]["p99"] <= figures["ms"]["max"]
              and figures["server_kb"] > 0, result)
    tap.check("its drawing", "<svg" in drawing.read_text(encoding="utf-8"), drawing)
    for arguments in (["load", "--url", "nowhere"], ["load", "--tables", "x"], ["load", "--seats", "1"],
                      ["load", "--rate", "-1"], ["load", "--url", "ws://127.0.0.1:1", "--tables", "1"],
                      ["serve", "--port", "99999"], ["serve", "--proxy", "zzz"],
                      ["serve", "--origin", "notaurl"], ["serve", "--origin", "https://example.org/"],
                      ["serve", "--cert", "x"], ["serve", "what"],
                      ["serve", "--listen", "nowhere", "--data", f"{folder}/other.db"],
                      ["serve", "--web", "/nowhere", "--data", f"{folder}/other.db"],
                      ["serve", "--data", "/proc/none/server.db"], ["serve", "--admin"]):
        result = tap.run([program, *arguments])
        tap.check("wrong use: " + " ".join(arguments).replace(str(folder), "..."),
                  result.status == 2 and len(result.err.splitlines()) == 1, result)
        if arguments[1] in ("--proxy", "--origin"):
            tap.check("it names the option", arguments[1] in result.err and arguments[2] in result.err, result)


def check_full_disk(server):
    """While nothing can be written nobody is told that something counts; then all goes on."""
    player = bot.Player("127.0.0.1", server.port, "Ana")
    player.create({"seats": 2, "clock": None})
    while not player.token:
        player.hear(player.connection.receive())
    _, most = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, most))
    player.command("say", text="hola")
    number = player.open["id"]
    tap.check("a full disk is noticed", wait_for(lambda: server.get("/health")[0] == 503), server.errors())
    player.connection.send({"t": "say", "id": 1000, "text": "otra vez"})
    heard = []
    while 1000 not in {message.get("id") for message in heard}:
        heard.append(player.connection.receive())  # it comes while the disk still fails
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, most))
    while not {number, 1000} <= {message.get("id") for message in heard}:
        heard.append(player.connection.receive())
    kinds = [(message["t"], message.get("id"), message.get("code")) for message in heard]
    tap.check("what came meanwhile is refused, what was accepted counts when it is written",
              ("no", 1000, "disk") in kinds and ("ok", number, None) in kinds, heard, server.errors())
    tap.check("the house is well again", wait_for(lambda: server.get("/health")[0] == 200))
    player.command("leave")
    player.connection.close()


def check_restart(server):
    """A player whose server restarts takes up the seat again."""
    player = bot.Player("127.0.0.1", server.port, "Ana")
    player.create({"seats": 2, "clock": None})
    while not player.table:
        player.hear(player.connection.receive())
    other = Server(program, server.folder)
    other.port = 0
    try:
        other.start()
        tap.check("a second server with the same data is refused", False)
        other.kill()
    except RuntimeError as error:
        tap.check("a second server with the same data is refused", "open already" in str(error), error)
    messages, code = [], None
    server.process.terminate()
    try:
        while True:
            messages.append(player.connection.receive())
    except bot.Closed as closed:
        code = closed.code
    tap.equal("goodbye before a restart", ([m.get("code") for m in messages][-1:], code), (["draining"], 1001),
              messages)
    tap.equal("and a good end", server.process.wait(20), 0, server.errors())
    tap.check("tables go on", "1 table goes on" in server.start())
    player.resume()
    welcome = player.connection.receive()
    tap.equal("the seat is there", (welcome["t"], welcome["seat"]), ("welcome", 0), welcome)
    player.connection.close()


with tempfile.TemporaryDirectory(prefix="penultima-server-") as place:
    check_examples()
    house = Server(program, place)
    house.start()
    check_pages(house)
    check_record(house, play_game(house), place)
    check_admin(house, play_game(house), place)
    check_load(house, place)
    check_full_disk(house)
    for entry in json.loads(house.get("/api/tables")[1])["tables"]:
        tap.check("private tables are not listed", False, entry)
    for line in house.admin("list").stdout.splitlines()[1:]:
        house.admin("close", line.split()[0])
    check_restart(house)
    tap.equal("the end", house.stop(), 0, house.errors())
    tap.equal("without a server the operator is told so", house.admin("list").returncode, 2)
tap.done()
