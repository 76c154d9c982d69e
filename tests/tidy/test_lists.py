#!/usr/bin/env python3
"""A new row of a list is missed nowhere: test_lists.py PROGRAM ARCHIVE SOURCE_ROOT

Switches over verbs, phases, steps, events, refusals, bots, messages, inputs and questions name every row: they have
no default, and what they switch over has the type of the enumeration, so that the compiler names a missing one
(-Werror=switch). A statement of edition files without its reader, a rule field without its phrases or its sentences: neither
builds.
"""
import re
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402

root = Path(sys.argv[3]).resolve()
LISTS = ("PEN_VERB_", "PEN_PHASE_", "PEN_STEP_", "PEN_EVENT_", "PEN_REFUSED_", "WIRE_TOLD_", "WIRE_ASKED_", "ROOM_IN_",
         "ROOM_ASK_", "ROOM_REFUSED_", "PEN__KEY_")


def own_names():
    """Lists whose names have no beginning of their own: the bots, the refusals of the hall."""
    bots = re.search(r"#define BOT_LIST\(X\)(.*?)\n\n", (root / "include/penultima/bot.h").read_text(encoding="utf-8"), re.S)
    hall = re.search(r"#define HALL_REFUSAL_LIST\(X\)(.*?)\n\n", (root / "src/hall/refusal.h").read_text(encoding="utf-8"),
                     re.S)
    return ({f"BOT_{name}" for name in re.findall(r"X\((\w+),", bots[1])}
            | {f"HALL_{name}" for name in re.findall(r"X\((\w+),", hall[1])})


def switches(text):
    """(line, what is switched over, its body without the switches inside it)"""
    for found in re.finditer(r"\bswitch \(", text):
        opening, depth, at = found.end(), 1, found.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(text[at], 0)
            at += 1
        start = text.index("{", at)
        depth, end = 1, start + 1
        while depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        body = re.sub(r"\bswitch \(.*?\n(\s+)\}", "", text[start + 1:end - 1], flags=re.S)
        yield text.count("\n", 0, found.start()) + 1, text[opening:at - 1], body


def is_enum(what, text):
    return what.startswith("(enum ") or bool(re.search(rf"enum \w+ (?:\w+, )*{re.escape(what)}\b", text))


def faults(text, names):
    for line, what, body in switches(text):
        cases = re.findall(r"\bcase (\w+)", body)
        if not any(case.startswith(LISTS) or case in names for case in cases):
            continue
        if re.search(r"^\s*default:", body, re.M):
            yield line, "has a default"
        elif not is_enum(what, text):
            yield line, f"{what} is a number to the compiler: switch over the enumeration"


names = own_names()
tap.check("bots and refusals are found", {"BOT_RANK", "HALL_FULL"} <= names, names)
wrong, seen = [], 0
for pattern in ("include/**/*.h", "src/**/*.[ch]", "web/wasm/*.c", "tests/**/*.[ch]"):
    for path in sorted(root.glob(pattern)):
        source = path.read_text(encoding="utf-8")
        seen += sum(any(case.startswith(LISTS) for case in re.findall(r"\bcase (\w+)", body))
                    for _, _, body in switches(source))
        wrong += [f"{path.relative_to(root)}:{line}: {why}" for line, why in faults(source, names)]
tap.equal("switches over lists name every row", wrong, [])
tap.check("there are such switches", seen > 10, seen)
build = (root / "meson.build").read_text(encoding="utf-8")
tap.check("and the compiler refuses one that does not", "-Werror=switch" in build)
BAD = "switch ((enum pen_verb)verb) {\ncase PEN_VERB_PLAY:\n    break;\ndefault:\n    break;\n}\n"
tap.check("a default would be found", list(faults(BAD, names)))
tap.check("and a number", list(faults(BAD.replace("(enum pen_verb)", "").replace("default:\n    break;\n", ""), names)))


def refuses(what, path, old, new, sources=("edition_parse.c", "rule_fields.c")):
    """Whether src/text does not compile any more after one change of a list."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in ("include/penultima", "src/text"):
            shutil.copytree(root / part, folder / part)

        def compiled():
            return [tap.run(["cc", "-std=c11", "-fsyntax-only", "-Werror=switch", "-I", folder / "include", "-I",
                             folder / "src", "-I", made_headers, folder / "src/text" / source]) for source in sources]

        text = (folder / path).read_text(encoding="utf-8")
        (folder / path).write_text(text.replace(old, new, 1), encoding="utf-8")
        made = compiled()
        tap.check(f"{what} does not build", old in text and any(one.status for one in made), *made)
        (folder / path).write_text(text, encoding="utf-8")
        tap.equal(f"{what}: as it is, it builds", [one.status for one in compiled()], [0] * len(sources))


made_headers = Path(sys.argv[2]).resolve().parent / "include"
KEYS, FIELDS = "src/text/edition_parser.h", "include/penultima/rule_fields.def"
refuses("a statement without its reader", KEYS, 'X(GROUP, "group", OPTIONAL, HOUSE, group)', 'X(GROUP, "group", OPTIONAL, HOUSE)')
refuses("a rule field with a phrase too few", FIELDS, ', "add up", "count double")', ', "add up")')
refuses("a rule field with a value that has no sentence", FIELDS, 'STACKED, 1, "add up", "count double")',
        'STACKED, 2, "add up", "count double", "count thrice")')
refuses("a rule field without its sentence", FIELDS, '"H12", STACKED, 1', '"H12", HEAPED, 1')
refuses("a rule field without its rules", FIELDS, '"H24", TURNS,', "TURNS,")
for source in ("mesa_statement.c", "mesa_read.c", "mesa_layout.c"):
    refuses(f"a key of records without its reader in {source}", "src/text/mesa.h", 'X(SCORE, "score")',
            'X(SCORE, "score") X(WIND, "wind")', [source])
tap.done()
