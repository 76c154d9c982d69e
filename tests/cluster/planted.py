#!/usr/bin/env python3
"""Faults that the fault program must find: planted.py [--build FOLDER] [--faults N] [NAME...]

Takes a copy of the sources, plants one fault after the other, builds, and lets faults.py run: its checker must find
something wrong. Without a fault it must not. Not part of ./check, which only looks whether the faults still fit
the sources (test_planted.py)."""
import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import faults  # noqa: E402
import planting  # noqa: E402

ROOT = planting.ROOT

# name: (what it is, which faults show it, [(file, the text, what becomes of it)])
FAULTS = {
    "without-fence": (
        "who has lost his tables goes on writing: no look at owner, epoch or death, and the place may be taken",
        ("pause", "cut"),
        [("src/store/pg_connect.c", " AND owner = $2::integer\"\n                \" AND epoch = $3::integer), $4",
          "\"\n                \" AND $2::integer > 0 AND $3::integer >= 0), $4"),
         ("src/store/pg_connect.c", "$5::bytea, $6::bytea)\"", "$5::bytea, $6::bytea) ON CONFLICT DO NOTHING\""),
         ("src/store/pg_connect.c", "AND life = $2::bigint AND NOT is_dead\"", "AND life = $2::bigint\""),
         ("src/store/pg_beat.c", "WHERE id = $1 AND NOT is_dead\"", "WHERE id = $1\""),
         ("src/store/pg_connect.c", "WHERE id = $1::integer AND NOT is_dead)\"", "WHERE id = $1::integer)\"")]),
    "before-commit": (
        "what was done is told before it is committed",
        ("kill", "crash"),
        [("src/hall/hall.c", "    if (group == hall->group)\n", "    if (group == hall->group + 1)\n"),
         ("src/hall/hall.c", "    else if (hall->is_writing && group + 1 == hall->group)\n",
          "    else if (hall->is_writing && group + 2 == hall->group)\n")]),
}


def fits(name):
    return all((ROOT / path).read_text(encoding="utf-8").count(text) == 1 for path, text, _ in FAULTS[name][2])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--faults", type=int, default=12)
    parser.add_argument("--build", help="where to build; kept, and quick the next time")
    arguments = parser.parse_args()
    missed = []
    with tempfile.TemporaryDirectory() as scratch:
        copy, folder = planting.copy_sources(arguments.build or scratch, "-Dtests=disabled")
        for name in [None] + (arguments.names or list(FAULTS)):
            what, kinds, places = FAULTS[name] if name else ("without a fault", ("pause", "kill", "cut", "crash"), [])
            whole = {path: (copy / path).read_text(encoding="utf-8") for path, _, _ in places}
            for path, text, fault in places:
                planted = (copy / path).read_text(encoding="utf-8").replace(text, fault)
                (copy / path).write_text(planted, encoding="utf-8")
            try:
                planting.build(folder, "penultima")
                found = faults.run_faults(str(folder / "penultima"), str(copy), arguments.faults if name else 4,
                                          kinds=kinds, quiet=True, patience=25)
            except Exception as error:  # pylint: disable=broad-except
                found = {"wrong": [repr(error)]}  # so wrong that no game begins
            finally:
                for path, text in whole.items():
                    (copy / path).write_text(text, encoding="utf-8")
            is_right = bool(found["wrong"]) == bool(name)
            print(f"{'ok' if is_right else 'NOT OK':8}{name or '-'}: {what}\n        {found['wrong'][:2]}", flush=True)
            missed += [] if is_right else [name]
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
