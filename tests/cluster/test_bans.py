#!/usr/bin/env python3
"""Bans and reports in a house of several nodes: told to all that are there, learnt by those that come later, and
what was lifted while one was away stays lifted.

test_bans.py PROGRAM ARCHIVE SOURCE_ROOT"""
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402
from house import House  # noqa: E402
from server import load_bot, wait_for  # noqa: E402

program, root = os.path.abspath(sys.argv[1]), sys.argv[3]
bot = load_bot(root)


def answer(node, **message):
    connection = bot.connect("127.0.0.1", node.port)
    connection.send(message)
    while (told := connection.receive())["t"] not in ("welcome", "no"):
        pass
    return connection, told


def is_banned(node, name):
    return answer(node, t="create", name=name)[1].get("code") == "banned"


with tempfile.TemporaryDirectory() as folder:
    house = House(program, folder, 2)
    first, second = house.nodes
    tap.check("they know each other", wait_for(lambda: "penultima_house_nodes 2\n" in first.get("/metrics")[1]))
    done = first.admin("ban", "Mallory", "2h", "noise")
    tap.equal("a ban at one node", (done.returncode, done.stdout), (0, "banned; anybody it applies to has been sent away\n"))
    tap.check("holds at both", is_banned(first, "Mallory") and is_banned(second, "Mallory"))
    third = house.add()
    tap.check("and at one that comes later", wait_for(lambda: is_banned(third, "Mallory")))
    second.kill()
    tap.equal("lifted while one is away", third.admin("unban", "Mallory").returncode, 0)
    tap.check("it is lifted", wait_for(lambda: not is_banned(first, "Mallory")) and not is_banned(third, "Mallory"))
    second.start()
    tap.check("who comes back learns of it", wait_for(lambda: not is_banned(second, "Mallory")))
    tap.check("and does not bring it back", not is_banned(first, "Mallory") and not is_banned(third, "Mallory"))
    ana, welcome = answer(first, t="create", name="Ana", settings={"seats": 2})
    answer(third, t="join", table=welcome["table"], name="Beto")
    ana.send({"t": "report", "id": 3, "seat": 1, "text": "noise"})
    while (told := ana.receive())["t"] not in ("reported", "no"):
        pass
    number = str(told.get("report"))
    tap.check("a report is seen from every node", all(number in node.admin("reports").stdout for node in house.nodes),
              told, third.admin("reports"))
    tap.check("and shown", "noise" in third.admin("report", number).stdout, third.admin("report", number))
    tap.equal("and forgotten from any", third.admin("forget", number).returncode, 0)
    tap.check("it is gone", wait_for(lambda: all(node.admin("report", number).returncode == 1 for node in house.nodes)))
    house.close()
tap.done()
