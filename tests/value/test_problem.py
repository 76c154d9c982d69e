#!/usr/bin/env python3
"""Problems: what ships is proved, a proof that was changed is not, and a checker without our code agrees.

test_problem.py PROGRAM ARCHIVE SOURCE_ROOT
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402

program, root = os.path.abspath(sys.argv[1]), Path(sys.argv[3]).resolve()


def run(*arguments):
    return tap.run([program, "--lang", "en", "problem", *arguments])


def prove(path):
    """By our program and by the checker."""
    ours = run("prove", str(path))
    theirs = tap.run([sys.executable, str(root / "docs" / "examples" / "prove.py"), str(path)])
    return ours, theirs


def check_made(folder):
    made = run("make", "--count", "4", "--seed", "3", "--worlds", "3000")
    path = folder / "made.problem"
    path.write_text(made.out, encoding="utf-8")
    ours, theirs = prove(path)
    tap.check("what is made is proved, by us and by others", made.status == 0 and made.out.count("problem 1\n") == 4
              and ours.status == 0 and theirs.status == 0 and "4 of 4" in theirs.out, ours, theirs)
    tap.equal("the same seed, the same problems", run("make", "--count", "4", "--seed", "3", "--worlds", "3000").out, made.out)
    return made.out.split("\n\n")[0].rstrip("\n") + "\n"


def check_changed(folder, problem):
    """Every kind of line of it; none of them may be believed."""
    won = re.search(r"won (\d+)", problem)
    choices = [line for line in problem.splitlines(keepends=True) if line.startswith("choice")]
    changes = {
        "a figure": problem.replace(won[0], f"won {int(won[1]) + 1}", 1),
        "another best choice": problem.replace(choices[0], "").replace(choices[1], choices[1] + choices[0]),
        "a choice less": problem.replace(choices[-1], ""),
        "a card on top of another colour": re.sub(r"top \S+", "top b9" if "color blue" not in problem else "top g9", problem),
        "a hidden card": re.sub(r"hidden \S+", "hidden w", problem),
        "a card too many": re.sub(r"hidden ", "hidden r0 r0 ", problem),
        "another number of cards": re.sub(r"cards (\d+) (\d+)", lambda found: f"cards {found[1]} {int(found[2]) + 1}", problem),
        "the orders": re.sub(r"orders (\d+)", r"orders 1\1", problem),
        "fewer draws": re.sub(r"draws (\d+)", lambda found: f"draws {int(found[1]) - 1}", problem),
        "no hand": re.sub(r"hand .*\n", "", problem),
        "half of it": problem[:len(problem) // 2],
        "nothing": "",
        "something else": "\x00\xff hello\n" * 40,
    }
    path = folder / "changed.problem"
    for what, text in changes.items():
        path.write_text(text, encoding="utf-8")
        ours, theirs = prove(path)
        tap.check(f"changed: {what}", text != problem and ours.status in (1, 2) and theirs.status in (1, 2), ours, theirs)


def check_shown():
    count = len(re.findall(r"^P\(", (root / "src" / "value" / "problems.def").read_text(encoding="utf-8"), re.MULTILINE))
    titles = [run("show", str(number)) for number in (1, (count + 1) // 2, count)]
    tap.check("those that ship are shown", all(one.status == 0 and f"of {count}" in one.out for one in titles), *titles)
    for one, number in zip(titles, (1, (count + 1) // 2, count)):
        listed = [line for line in one.out.splitlines() if re.match(r"\s+\d+  ", line)]
        answers = [run("show", str(number), "--answer", str(at + 1)) for at in range(len(listed))]
        tap.check(f"one answer is right, and all are told how it comes out: {number}",
                  sorted(answer.status for answer in answers) == [0] + [1] * (len(listed) - 1)
                  and all(answer.out.count("won in") == len(listed) for answer in answers), one, *answers)
    tap.check("there is none before the first or after the last", run("show", "0").status == 2
              and run("show", str(count + 1)).status == 2 and run("show", "x").status == 2)
    today = run()
    tap.check("one a day, without asking anybody", today.status == 0 and "Problem " in today.out, today)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        check_changed(folder, check_made(folder))
        check_shown()
    tap.done()


if __name__ == "__main__":
    try:
        main()
    except subprocess.TimeoutExpired as late:
        print(f"Bail out! {late}")
        sys.exit(1)
