#!/usr/bin/env python3
"""A data file written by 0.2.0 opens and goes on: test_old_data.py PROGRAM ARCHIVE SOURCE_ROOT

tests/data/tables-0.2.0.sql was made with that release: bots of every level, tables waiting and in play.
"""
import os
import re
import sqlite3
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import tap  # noqa: E402
from server import Server, load_bot  # noqa: E402

program, root = os.path.abspath(sys.argv[1]), Path(sys.argv[3])
bot = load_bot(root)
LEVELS = ["random", "rule", "novice", "casual", "rank", "expert"]

with tempfile.TemporaryDirectory() as folder:
    server = Server(program, folder)
    data = sqlite3.connect(server.data)
    data.executescript((root / "tests/data/tables-0.2.0.sql").read_text(encoding="utf-8"))
    data.close()
    said = server.start()
    tap.check("every table goes on", "2 tables go on" in said, said, server.errors())
    levels = {}
    for line in server.admin("list").stdout.splitlines()[1:]:
        table = line.split()[0]
        watcher = bot.connect("127.0.0.1", server.port)
        watcher.send({"t": "watch", "table": table})
        while (message := watcher.receive())["t"] != "table":
            pass
        levels[message["stage"]] = [seat.get("level") for seat in message["seats"] if seat["kind"] == "bot"]
        watcher.close()
    tap.equal("the bots are who they were", levels, {"waiting": LEVELS, "playing": LEVELS})
    server.stop()
    data = sqlite3.connect(server.data)
    new = "".join(row[0].decode() if isinstance(row[0], bytes) else row[0]
                  for row in data.execute("SELECT text FROM entry ORDER BY place"))
    tap.check("the old lines stand as they were", re.search(r"^#! bot \d+ 0 \d+ \d 5$", new, re.M), new[-500:])
    server.start()
    tap.equal("and once more, with new lines behind the old", len(server.admin("list").stdout.splitlines()), 3)
    server.stop()
tap.done()
