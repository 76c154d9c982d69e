#!/usr/bin/env python3
"""What each house rule does to a round, as the table of docs/HOUSE.md: house_table.py PROGRAM [GAMES]

Every rule is laid alone over classic, four players, one round a game. Two runs each:
- four "casual" bots, who play like people (they forget UNO, catch, challenge, hoard wilds): how long a round
  is, and how often the one who begins wins it;
- two "rank" bots against two "random" ones: how often those who order their cards win. The nearer to 50 %,
  the more is luck.
All runs begin with the same deals, so a rule that changes nothing has the very figures of none; differences within
the error mean nothing.
"""
import json
import math
import re
import subprocess
import sys

# Those that change nothing alone, and what they are tried with.
WITH = {"swap-next": "seven-swap", "stack-double": "progressive"}

# With which numbers those are tried that have one; another with its least and its most.
NUMBERS = {"hand": [5], "limit": [10, 15, 20, 25], "open": [2, 3], "turns": [10, 20], "uno": range(1, 7)}

program = sys.argv[1]
games = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000


def sim(house, bots):
    command = [program, "sim", "--edition", "classic", "--players", "4", "--scoring", "quick", "--games", str(games),
               "--bots", bots, "--json", *(["--house", house] if house else [])]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def rules():
    listed = subprocess.run([program, "house", "list", "--lang", "en"], check=True, capture_output=True, text=True)
    found = []
    for name in [line.split()[0] for line in listed.stdout.splitlines() if re.match(r"\S", line)]:
        rule, _, numbers = name.partition("=")
        tried = NUMBERS.get(rule, numbers.split("-")) if numbers else []
        found += [f"{rule}={number}" for number in tried] or [rule]
    return found


def row(house):
    laid = f"{house},{WITH[house]}" if house in WITH else house
    people, skill = sim(laid, "casual"), sim(laid, "rank,random")
    # Each of the two has a part of what both win together.
    share = next(2 * bot["win_rate"] for bot in skill["bots"] if bot["name"] == "rank")
    return {"turns": people["turns"]["mean"], "p95": people["turns"]["p95"], "skill": share,
            "first": people["seats"][0]["win_rate"], "void": people["fired"]["round_void"]["per_game"]}


def written(house, figures, plain):
    longer = f"{100 * (figures['turns'] / plain['turns'] - 1):+.0f} %" if house else ""
    name = f"*{house}* with *{WITH[house]}*" if house in WITH else f"*{house}*" if house else "none"
    cells = [name, f"{figures['turns']:.1f}", longer, str(figures["p95"]),
             f"{100 * figures['skill']:.1f} %", f"{100 * figures['first']:.1f} %"]
    return "| " + " | ".join(cells) + " |"


print("| house rule | turns in a round | longer by | 19 of 20 within | order beats chance | who begins wins |")
print("| --- | ---: | ---: | ---: | ---: | ---: |")
none = row("")
print(written("", none, none), flush=True)
for rule in rules():
    print(written(rule, row(rule), none), flush=True)
print(f"\nErrors (95 %): {100 * 1.96 * math.sqrt(0.25 / games):.1f} points where about half of the games are won, "
      f"{100 * 1.96 * math.sqrt(0.1875 / games):.1f} where a quarter is.")
