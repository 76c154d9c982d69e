#!/usr/bin/env python3
"""An archive of ended tables: test_archive.py PROGRAM ARCHIVE SOURCE_ROOT

A table is played at a real server, closed, and found in the archive: a record that replays. What the
server says of its data, and what it does without a folder that can be written.
"""
import gzip
import json
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import tap  # noqa: E402
from server import Server, load_bot, wait_for  # noqa: E402

program, root = os.path.abspath(sys.argv[1]), Path(sys.argv[3])
bot = load_bot(root)


def data_of(server):
    return json.loads(server.get("/health")[1]).get("data", {})


def play(server):
    """A table with a few moves in its journal, closed by the operator."""
    player = bot.Player("127.0.0.1", server.port, "Ana")
    player.create({"seats": 2, "pace": "quick"})
    while not player.table:
        player.hear(player.connection.receive())
    player.command("bot", seat=1, level="random")
    while player.open or not player.names or len([name for name in player.names if name]) < 2:
        player.hear(player.connection.receive())
    player.command("start")
    while player.last < 14:
        player.hear(player.connection.receive())
    return player.table, server.admin("close", player.table).stdout


with tempfile.TemporaryDirectory() as folder:
    shelf = Path(folder) / "archive"
    server = Server(program, folder, "--no-limits", "--archive", str(shelf), "--archive-after", "0")
    server.start()
    table, closed = play(server)
    tap.check("a table is closed", "closed" in closed, closed)
    tap.equal("the server ends", server.stop(), 0)
    server.start()  # it looks when it starts, and then every minute
    tap.check("the table is in the archive", wait_for(lambda: data_of(server).get("archived") == 1), server.errors())
    found = list(shelf.glob("*/*.mesa.gz"))
    tap.equal("under its day and its name", [path.name for path in found], [f"{table}.mesa.gz"], found)
    tap.equal("for its owner alone", [oct(path.stat().st_mode & 0o777) for path in found], ["0o600"])
    told = data_of(server)
    tap.equal("and not in the data any more", [told.get("ended"), told.get("archiving")], [0, True], told)
    tap.check("the data has a size", told.get("bytes", 0) > 0 and "in_30_days" in told, told)
    text = gzip.decompress(found[0].read_bytes()) if found else b""
    replayed = tap.run([program, "replay", "-"], stdin=text)
    tap.equal("what zcat gives can be replayed", replayed.status, 0, replayed)
    tap.check("it has moves", "plays" in text.decode() or "draws" in text.decode())
    tap.equal("the server ends", server.stop(), 0)

    wrong = Path(folder) / "a file"
    wrong.write_text("")
    refused = Server(program, folder, "--archive", str(wrong / "below"))
    try:
        refused.start()
        tap.check("a folder that cannot be made is told at the start", False)
        refused.kill()
    except RuntimeError as error:
        tap.check("a folder that cannot be made is told at the start", "a file/below" in str(error), error)
tap.done()
