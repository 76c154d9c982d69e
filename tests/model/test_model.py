#!/usr/bin/env python3
"""An independent opinion of the rules: test_model.py PROGRAM ARCHIVE SOURCE_ROOT [GAMES]

tests/model/table.py is written from the rules alone and says after every action whose turn it is, what everybody holds
and what everybody may do; `penultima replay` has to agree with all of it. The records are the program's own and those
that tests/model/chance.py makes without it, in which people accuse, jump, doubt for others and lay wrong cards. Who
deals is judged by the drawings (S1) in every edition that has them.
"""
import os
import random
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path

here = Path(__file__).resolve().parent
sys.path[:0] = [str(here), str(here.parent / "support")]
import editions  # noqa: E402
import tap  # noqa: E402
import chance  # noqa: E402
from table import Surprise, Table, highest  # noqa: E402

program = os.path.abspath(sys.argv[1])
RULES = ("jump-in", "progressive", "seven-0", "several", "turns-10", "skip-on", "reverse-back", "stack-up", "own-pile")
GAMES = int(sys.argv[4]) if len(sys.argv) > 4 else 8


def record(edition, players, seed):
    return tap.run([program, "record", "--edition", edition, "--players", players, "--seed", seed,
                    "--scoring", "quick"]).out


def check_games(folder, edition):
    seen, wrong = set(), []
    for game in range(GAMES):
        players = (2, 3, 4, 6, 10)[game % 5]
        text = record(edition, players, 1000 * players + game)
        try:
            annotated = Table(text).annotated()
        except Surprise as surprise:
            wrong.append(f"seed {1000 * players + game}, {players} players: {surprise}")
            continue
        path = Path(folder, f"{edition}-{game}.mesa")
        path.write_text(annotated, encoding="utf-8")
        replayed = tap.run([program, "replay", path])
        if replayed.status != 0:
            wrong.append(f"seed {1000 * players + game}, {players} players: {replayed.err[:600]}")
        seen |= set(re.findall(r"^\S+ (plays|draws|keeps|takes|challenges|names|says|catches)\b", text, re.M))
    tap.check(f"{edition}: the program and the model agree about {GAMES} games, action by action", not wrong,
              *wrong[:5])
    return seen


def check_chance(folder, edition):
    """Records that the program has no part in: house rules mixed by chance, with few and many players."""
    seen, wrong = Counter(), []
    for number in range(2 * GAMES):
        players, seed = (10, 3, 2, 4, 6)[number % 5], 7743 + 100 * editions.SHEETS.index(edition) + number
        mix = random.Random(seed)
        house = [rule for rule in RULES if mix.random() < 0.4]
        if "progressive" in house and "stack-up" in house:  # both say what answers
            house.remove("stack-up")
        text, happened = chance.game(seed, edition, house, players, is_thirsty=number % 5 == 0)
        path = Path(folder, f"chance-{edition}-{number}.mesa")
        path.write_text(text, encoding="utf-8")
        replayed = tap.run([program, "replay", path])
        if replayed.status != 0:
            wrong.append(f"seed {seed}, {players} players, {house}: {replayed.err[:600]}")
        seen += happened
    tap.check(f"{edition}: they agree about {2 * GAMES} games of chance", not wrong, *wrong[:5])
    return seen


def check_dealers():
    wrong, ties = [], 0
    for edition in editions.SHEETS:
        if edition == "spiderman":
            continue
        for players in (2, 5, 10):
            text = record(edition, players, players)
            names = re.search(r"^players: (.*)$", text, re.M)[1].split(", ")
            lots = [dict(part.split() for part in line.split(", ")) for line in re.findall(r"^lots: (.*)$", text, re.M)]
            ties += len(lots) > 1
            try:
                first = highest(lots, names)
            except Surprise as surprise:
                wrong.append(f"{edition}, {players}: {surprise}")
                continue
            # In cumulative the highest plays first: the dealer sits on the right of that one.
            dealer = names[names.index(first) - 1] if edition == "cumulative" else first
            if not re.search(rf"^dealer: {dealer}$", text, re.M):
                wrong.append(f"{edition}, {players}: {lots} makes {dealer} deal")
    tap.check("whoever draws highest deals, in every edition that draws for it", not wrong, *wrong)
    tap.check("there were ties among them", ties > 0)


with tempfile.TemporaryDirectory() as scratch:
    acts, events = set(), Counter()
    for one in editions.SHEETS:
        if one != "cumulative":
            acts |= check_games(scratch, one)
        events += check_chance(scratch, one)
    tap.equal("every kind of action was among them", sorted(acts | {one for one in events if one.isalpha()} - {"jump"}),
              ["accuses", "catches", "challenges", "draws", "drops", "follows", "jumps", "keeps", "names", "plays", "says",
               "streams", "swaps", "swings", "takes"])
    tap.equal("and what is rare happened", [one for one in (
        "accusation with effect", "bluff found after an accusation", "wrong card in turn", "wrong card out of turn",
        "turn owed", "card turned back", "jump", "jump into a draw", "new pile", "nothing left",
        "several laid", "turns over", "hands moved", "draw passed on", "pile of another") if not events[one]], [])
check_dealers()
tap.done()
