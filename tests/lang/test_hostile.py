#!/usr/bin/env python3
"""Language files that nobody meant: test_hostile.py PROGRAM ARCHIVE SOURCE_ROOT

A file is read twice, by lang/compile.py and by 'penultima lang check'. Whatever stands in it, both say what is wrong, or
that nothing is, in words of their own; neither falls over.
"""
import random
import sys
import tempfile
from pathlib import Path

root = Path(sys.argv[3]).resolve()
sys.path[:0] = [str(Path(__file__).resolve().parent.parent / "support"), str(root / "lang")]
import compile as catalogue  # noqa: E402
import tap  # noqa: E402

program = Path(sys.argv[1]).resolve()
FILES = 12
COUNT = 15
PIECES = ["{", "}", "{{", "{card:", "{card|", "{n|", "|", "@", "@plural ", "@plural x: n % 0 = 1", "@forms card = acc",
          "@forms name = de\n@prefix de = a", "@suffix acc = V:", "@genders ", "@genders a b", "@number z", "@direction up", "@vowels ",
          "@holes event. = ", "=", " = ", ",", ", gender: ", ", acc: ", "\\", "\\n", '"', "\n", "    ", "\t", "\r\n", "\0", "\u2068", "\ufeff",
          "named.card.skip = ", "event.", "(n, card)", "#" * 300, "x" * 5000, "{n" * 400]
NOT_UTF8 = [b"\xff\xfe", b"\xe2\x80", b"\xc3"]


def spoiled(chance, whole):
    """A real file with some letters, lines or pieces of the format out of place; now and then bytes that are no text."""
    text = whole.decode("utf-8")
    for _ in range(chance.randrange(1, chance.choice((2, 5, 40)))):
        at = chance.randrange(len(text) + 1)
        kind = chance.randrange(5)
        if kind == 0:
            text = text[:at] + chance.choice(PIECES) + text[at:]
        elif kind == 1:
            text = text[:at] + text[at + chance.randrange(1, 200):]
        elif kind == 2:
            other = chance.randrange(len(text) + 1)
            text = text[:at] + text[other:other + chance.randrange(1, 300)] + text[at:]
        elif kind == 3:
            text = text[:at] + chr(chance.randrange(1, 0x2100)) + text[at + 1:]
        elif len(text) > 40000:
            text = text[:at] + text[at + 20000:]
    data = text.encode("utf-8", "replace")
    return data + chance.choice(NOT_UTF8) if chance.randrange(6) == 0 else data


def compiled(paths, folder):
    """What compile.py says of all of them: its status and whether it fell over."""
    result = tap.run([sys.executable, root / "lang" / "compile.py", "complete", folder / "stamp", root / "lang" / "en.lang", *paths])
    return result.status, "Traceback" in result.err


shipped = sorted((root / "lang").glob("*.lang"))
chance = random.Random(20)
fell, read_by, silent = [], [], []
with tempfile.TemporaryDirectory() as name:
    folder = Path(name)
    for round_of_files in range(COUNT):
        for index in range(FILES):
            path = folder / f"q{chr(97 + index)}.lang"
            path.write_bytes(spoiled(chance, chance.choice(shipped).read_bytes()))
            checked = tap.run([program, "lang", "check", "--lang", "en", path])
            if checked.status not in (0, 1):
                fell.append((round_of_files, index, checked.status, checked.err[-300:]))
            if checked.status == 1 and not checked.out + checked.err:
                silent.append((round_of_files, index))
            status, is_down = compiled([path], folder) if index == 0 else (None, False)
            if is_down:
                read_by.append((round_of_files, index))
tap.equal(f"the program reads {COUNT * FILES} spoiled files and lives", fell, [])
tap.equal("what it finds wrong it names", silent, [])
tap.equal(f"compile.py refuses those it cannot read in words of its own, {COUNT} of them", read_by, [])

with tempfile.TemporaryDirectory() as name:
    twice = Path(name, "qq.lang")
    twice.write_bytes((root / "lang" / "pl.lang").read_bytes())
    tap.equal("and a whole one is good for both", (tap.run([program, "lang", "check", twice]).status, catalogue.Language(twice).id), (0, "qq"))
tap.done()
