#!/usr/bin/env python3
"""Games that people gave away: test_giving.py PROGRAM ARCHIVE SOURCE_ROOT

Two tables at a real server are played to their end, one that agreed to give its games and one that did not. What
"serve --admin export --shared" writes of them, from the data and from the archive, and who can be found in it.
"""
import json
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import tap  # noqa: E402
from server import Server, load_bot, wait_for  # noqa: E402

program, root = os.path.abspath(sys.argv[1]), Path(sys.argv[3])
bot = load_bot(root)
TITLE = "Abuela-Filomena"


def play(server, name, **settings):
    player = bot.Player("127.0.0.1", server.port, name)
    player.create({"seats": 2, "pace": "at-once", "scoring": "quick", "name": TITLE, **settings})
    while not player.table:
        player.hear(player.connection.receive())
    player.command("bot", seat=1, level="random")
    while player.open or len([one for one in player.names if one]) < 2:
        player.hear(player.connection.receive())
    player.command("start")
    while not player.is_over:
        player.hear(player.connection.receive())
    tap.check("the record comes", wait_for(lambda: server.get(f"/api/tables/{player.table}/games/1.mesa")[0] == 200))
    record = server.get(f"/api/tables/{player.table}/games/1.mesa")[1]
    names = [one for one in player.names if one]
    tap.equal("the table is closed", server.admin("close", player.table).returncode, 0)
    tap.check("its record stays", wait_for(lambda: server.get(f"/api/tables/{player.table}/games/1.mesa")[0] == 200))
    return player.table, names, record


def look(given, table, names, record):
    """What an honest try finds: nothing of the house, the table, its people, its times and its seeds."""
    everything = "".join(path.read_text(encoding="utf-8") for path in sorted(given.rglob("*.*")) if path.name != "README.md")
    secrets = [table, TITLE, *names, *re.findall(r"[0-9a-f]{32,}", record), *re.findall(r"#@ (\d+)", record)]
    tap.equal("nothing of it is told", [one for one in secrets if one in everything], [])
    tap.check("there was something to find", len(secrets) > 20, len(secrets))
    tap.check("no comments, so nothing beside the game", "#" not in everything)


def check(server, folder, table, names, record):
    given = Path(folder) / "given"
    result = server.admin("export", "--shared", str(given))
    tap.equal("it is written", result.returncode, 0, result)
    lines = (given / "games.jsonl").read_text(encoding="utf-8").splitlines()
    tap.equal("one game, of the table that agreed", len(lines), 1)
    game = json.loads(lines[0])
    tap.equal("what it says", sorted(game), sorted(["format", "license", "month", "edition", "players", "rounds", "help", "seats",
                                                   "winners", "seconds", "record"]))
    tap.equal("for any use", game["license"], "CC0-1.0")
    tap.equal("who decided", sorted(game["seats"]), ["bot", "person"])
    mesa = (given / "mesa/000001.mesa").read_text(encoding="utf-8")
    tap.equal("the record beside it is the same", mesa, game["record"])
    replayed = tap.run([program, "replay", given / "mesa/000001.mesa"])
    tap.equal("it replays", replayed.status, 0, replayed)
    actions = [line for line in mesa.splitlines() if re.match(r"p\d ", line)]
    tap.equal("a time for each action", len(game["seconds"]), len(actions))
    tap.check("and rounded", set(game["seconds"]) <= {0, 1, 2, 4, 8, 16, 32, 64}, game["seconds"])
    tap.check("a data sheet", "CC0" in (given / "README.md").read_text(encoding="utf-8"))
    look(given, table, names, record)
    tap.equal("never into a folder that is there", server.admin("export", "--shared", str(given)).returncode, 1)
    tap.equal("nor without one", server.admin("export", "--shared").returncode, 2)


with tempfile.TemporaryDirectory() as folder:
    shelf = Path(folder) / "archive"
    server = Server(program, folder, "--no-limits")
    server.start()
    table, names, record = play(server, "Filomena", share="cc0", hints=True)
    tap.check("the record has the mark", "\n#share: CC0-1.0\n" in record and "\n#help: " in record, record[:800])
    verified = tap.run([program, "verify", "-"], stdin=record.encode())
    tap.check("verify says both", verified.status == 0 and "give this game away" in verified.out and "help was on" in verified.out, verified)
    play(server, "Gumersindo")
    check(server, folder, table, names, record)
    tap.equal("the server ends", server.stop(), 0)
    shutil.copy(server.data, Path(folder) / "before.db")
    server.options = ("--no-limits", "--archive", str(shelf), "--archive-after", "0")
    server.start()
    tap.check("both go to the archive", wait_for(lambda: json.loads(server.get("/health")[1]).get("data", {}).get("archived") == 2),
              server.errors())
    again = Path(folder) / "again"
    result = server.admin("export", "--shared", str(again))
    tap.equal("it is given from there, too", (result.returncode, len(list(again.glob("mesa/*.mesa")))), (0, 1), result)
    tap.equal("the server ends", server.stop(), 0)
    for path in Path(folder).glob("server.db*"):
        path.unlink()
    shutil.copy(Path(folder) / "before.db", server.data)
    server.options = ("--no-limits", "--archive", str(shelf), "--archive-after", "30")
    server.start()
    both = Path(folder) / "both"
    result = server.admin("export", "--shared", str(both))
    tap.equal("once, from data and archive", (result.returncode, len(list(both.glob("mesa/*.mesa")))), (0, 1), result)
    broken = next(shelf.glob("*")) / "0123456789.mesa.gz"
    whole = next(shelf.glob("*/*.mesa.gz")).read_bytes()
    broken.write_bytes(whole[:len(whole) // 2])
    result = server.admin("export", "--shared", str(Path(folder) / "less"))
    tap.check("nor without what cannot be read", result.returncode == 1 and str(broken) in result.stdout + result.stderr, result)
    tap.equal("the server ends", server.stop(), 0)
tap.done()
