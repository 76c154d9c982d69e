#!/usr/bin/env python3
"""Faults that the simulator must find: planted.py [--seeds N] [--build FOLDER] [NAME...]

Takes a copy of the sources, builds the simulator with sanitizers, and plants one fault after the other:
each run must fail. Without a fault it must not. A build and some seconds for each; not part of ./check, which
only looks whether the faults still fit the sources (test_planted.py).
"""
import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import planting  # noqa: E402

ROOT = planting.ROOT

# name: (what it is, file, the text, what becomes of it)
FAULTS = {
    "freed-at-once": (
        "a table that ends is freed under the hands of whoever enters (the fault of 0.2.0)",
        "src/hall/tables.c", "    table->next = hall->ended;\n    hall->ended = table;\n}", "    free(table);\n}"),
    "enters-ended": (
        "whoever enters does not look whether the table has ended meanwhile",
        "src/hall/enter.c", "    conn->is_coming = false;\n", "    conn->is_coming = false;\n    conn->table = table;\n"),
    "before-the-disk": (
        "answers leave before what they depend on is written",
        "src/hall/hall.c", "    if (group == hall->group)\n", "    if (group == hall->group + 1)\n"),
    "released-on-failure": (
        "what waits for the disk is let go when the disk fails",
        "src/hall/hall.c", "    if (state == STORE_IDLE) {\n        hall->is_releasing",
        "    if (state != STORE_BUSY) {\n        hall->is_releasing"),
    "time-of-the-stopped": (
        "the clocks run while the process is stopped",
        "src/hall/hall.c", "    if (hall->outside_ms != 0)\n        hall->outside_ms = now_ms;\n", ""),
    "changed-journal": (
        "a journal that was changed on disk is believed",
        "src/hall/restore.c", "if (memcmp(table->chain.hash, entry->hash, STORE_HASH_BYTES) != 0)", "if (0)"),
    "torn-watchers": (
        "a watcher who goes stays in the list of those who watch",
        "src/hall/enter.c", "        if (conn->next)\n            conn->next->before = conn->before;\n", ""),
    "wrong-letterbox": (
        "a letter is delivered to whoever has the place of its reader now",
        "src/hall/hall.c", "if (conn && conn->serial == letter.serial)", "if (conn)"),
    "replaced-stays": (
        "a connection that was replaced still counts as the seat's",
        "src/hall/enter.c", "        old->table = NULL;\n", ""),
    "left-in-the-heap": (
        "a table that has ended is still told the time",
        "src/hall/tables.c", "    hall__heap_set(hall, table, ROOM_NEVER);\n    struct hall_table **link",
        "    struct hall_table **link"),
    "chain-stands-still": (
        "the chain of a journal does not go on with its lines",
        "src/hall/apply.c", "    fair_chain_add_lines(&table->chain, text, bytes);\n", ""),
    "lost-place": (
        "an entry does not say where the one before it is",
        "src/hall/apply.c", ".before = table->last_place,\n                                                         .bytes = text,",
        ".before = 0,\n                                                         .bytes = text,"),
    "gone-before-the-disk": (
        "that a table has ended is said before its end is written",
        "src/hall/enter.c", "const bool is_sure = hall->ended_group + (hall->is_writing ? 1 : 0) < hall->group;",
        "const bool is_sure = true;"),
    "always-durable": (
        "what is still being written counts as written",
        "src/hall/apply.c", "return table->group + (hall->is_writing ? 1 : 0) < hall->group;", "return table->group < UINT64_MAX;"),
}


def sources():
    """(path, text) of the files that have faults."""
    return {fault[1]: (ROOT / fault[1]).read_text(encoding="utf-8") for fault in FAULTS.values()}


def fits(name, texts):
    _, path, text, _ = FAULTS[name]
    return texts[path].count(text) == 1


def simulate(folder, copy, seeds):
    return planting.run([str(folder / "tests/test-hall-sim"), str(copy), "1", str(seeds)])


def first_words(output):
    for line in output.splitlines():
        if "ERROR: AddressSanitizer" in line:
            return "AddressSanitizer: " + line.split("AddressSanitizer: ")[1].split(" on ")[0]
        if line.startswith("seed ") or "runtime error" in line or "ssert" in line:
            return line[:100]
    return output.strip().splitlines()[-1][:100]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seeds", type=int, default=1500)
    parser.add_argument("--build", help="where to build; kept, and quick the next time")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        copy, folder = planting.copy_sources(
            arguments.build or scratch, "-Dtests=enabled", "-Dbuildtype=debugoptimized",
            "-Db_sanitize=address,undefined", "-Dc_args=-fno-sanitize-recover=all", CC="clang")
        planting.build(folder, "tests/test-hall-sim")
        sound = simulate(folder, copy, arguments.seeds)
        print(f"{'ok' if sound.returncode == 0 else 'NOT OK':8} without a fault", flush=True)
        missed = [] if sound.returncode == 0 else ["without"]
        for name in arguments.names or FAULTS:
            what, path, text, fault = FAULTS[name]
            whole = (copy / path).read_text(encoding="utf-8")
            (copy / path).write_text(whole.replace(text, fault), encoding="utf-8")
            planting.build(folder, "tests/test-hall-sim")
            result = simulate(folder, copy, arguments.seeds)
            (copy / path).write_text(whole, encoding="utf-8")
            is_found = result.returncode != 0
            print(f"{'found' if is_found else 'MISSED':8} {name}: {what}\n"
                  f"         {first_words(result.stdout) if is_found else ''}", flush=True)
            missed += [] if is_found else [name]
        print(f"{len(missed)} missed")
        sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
