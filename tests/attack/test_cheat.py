#!/usr/bin/env python3
"""Servers that cheat, and our terminal at their tables: test_cheat.py PROGRAM ARCHIVE SOURCE_ROOT

Each lie is noticed by the client itself, said loudly, and what was seen is kept in a file that 'penultima
verify' understands. Where the server has signed both sides of a contradiction, that is a proof.
"""
import os
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

here = Path(__file__).resolve().parent
for folder in ("support", "hall", "tui"):
    sys.path.insert(0, str(here.parent / folder))
import tap  # noqa: E402
from cheat import Cheat  # noqa: E402
from remote_player import Person, begin, play  # noqa: E402
from server import Server  # noqa: E402

program = os.path.abspath(sys.argv[1])
BAD = "THIS GAME DOES NOT CHECK"
# The lie, what the terminal says, and whether its seed still reaches the server.
LIES = [
    ("honest", "Checked: commitment, your seed, every card and the server's signatures agree", True),
    ("unsigned", "This server does not sign anything", True),
    ("no-commit", "The server has not committed to a seed", False),
    ("commit", BAD, False),
    ("commit-late", "The server has changed its commitment: your seed is not revealed", False),
    ("signature", "The server's signature is wrong", True),
    ("other-seal", "The server's signature is wrong", False),
    ("other-record", BAD, True),
    ("seed", BAD, True),
    ("withheld", BAD, True),
    ("order", BAD, True),
    ("hand", BAD, True),
    ("end", BAD, True),
    ("no-end", BAD, True),
    ("no-record", BAD, True),
]


def game(server, mode, wanted, is_revealed, folder):
    """One game of Ana, who is lied to, and Beto, who is not."""
    home = Path(folder) / mode
    home.mkdir()
    cheat = Cheat(server.port, mode)
    people = [Person(program, f"http://127.0.0.1:{cheat.port}", "Ana", home, "--new", "--players", "2",
                     "--scoring", "quick")]
    try:
        if people[0].wait_for(r"others: \S+\n"):
            table = re.search(r"others: \S+#(\w+)", people[0].out).group(1)
            people.append(Person(program, f"http://127.0.0.1:{server.port}/#{table}", "Beto", home))
            _ = begin(people) and play(people)
            people[0].read(0.2)
    finally:
        for person in people:
            person.kill()
        cheat.close()
    evidence = list((home / ".local/state/penultima/evidence").glob("*-Ana.mesa"))
    beto = people[-1].out
    return (mode, wanted, is_revealed, people[0].out, beto, cheat.heard, evidence)


def judge(mode, wanted, is_revealed, out, beto, heard, evidence):
    tap.check(f"{mode}: it is said", wanted in out, out[-1800:])
    tap.equal(f"{mode}: the seed is {'' if is_revealed else 'not '}revealed", "reveal" in heard, is_revealed,
              heard)
    if mode in ("honest", "unsigned", "no-commit"):
        tap.check(f"{mode}: nothing is held against it", BAD not in out and not evidence, out[-600:])
        return
    if not tap.check(f"{mode}: the evidence is kept", len(evidence) == 1, out[-1200:]):
        return
    result = tap.run([program, "verify", "--lang", "en", evidence[0]])
    is_seen = result.status == 1 and "✗" in result.out
    # The signature that was not the server's is not in the evidence: the rest may well agree.
    tap.check(f"{mode}: verify sees it too", is_seen or mode in ("signature", "other-seal", "commit-late"),
              result)


def main():
    with tempfile.TemporaryDirectory() as folder:
        server = Server(program, folder, "--no-limits")
        server.start()
        wanted = sys.argv[4:] or [lie[0] for lie in LIES]
        lies = [lie for lie in LIES if lie[0] in wanted]
        with ThreadPoolExecutor(4) as pool:
            results = list(pool.map(lambda lie: game(server, *lie, folder), lies))
        for result in results:
            judge(*result)
        tap.equal("the server ends well", server.stop(), 0, server.errors()[-1000:])
    tap.done()


main()
