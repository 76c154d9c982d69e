#!/usr/bin/env python3
"""The tables of docs/EDITIONS.md have the statements of include/penultima/rule_fields.def, with their rules, and no others,
and src/rules reads every field: test_rule_fields.py PROGRAM ARCHIVE SOURCE_ROOT. What is missing is printed as it has to
stand there."""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402

root = Path(sys.argv[3]).resolve()
ROW = re.compile(r"^(CHOICE|NUMBER|NUMBER_OR|AND_NUMBER|AND_FLAG|ALSO_AS)\((.*?)\)$", re.MULTILINE | re.DOTALL)


def arguments(text):
    """Split at commas that stand neither in quotation marks nor in brackets."""
    return [part.strip() for part in re.findall(r'((?:"[^"]*"|\([^()]*\)|[^,"()])+)(?:,|$)', text.replace("\n", " "))]


def joined(head, form):
    return head + (form if form.startswith(",") else f" {form}")


def statements(source):
    """(key, rules, how each statement can be written) of every key."""
    found = []
    for kind, text in ROW.findall(source):
        part = [word.strip('"') for word in arguments(text)]
        if kind == "CHOICE":
            found.append((part[2], part[5], [f"{part[2]} {phrase}" for phrase in part[8:]]))
        elif kind in ("NUMBER", "NUMBER_OR"):
            found.append((part[3], part[6], [f"{part[3]} {form}" for form in part[10:]]))
        elif kind == "ALSO_AS":
            found.append((part[2], "", [f"{part[2]} {part[6]}"]))
        elif kind == "AND_NUMBER":
            found[-1][2][:] = [joined(form, part[7]) for form in found[-1][2]]
        else:
            found[-1][2].append(joined(found[-1][2][0], part[4]))
    return [(key, rules, [form.replace("#", "N") for form in forms]) for key, rules, forms in found]


def documented(text, keys):
    """{statement: rules} of the tables: numbers are N, and the key need not be said again in one row."""
    found = {}
    for row in re.findall(r"^\| (`.*?) \|$", text, re.MULTILINE):
        cells = row.split(" | ")
        pieces = [re.sub(r"\b\d+\b", "N", piece) for piece in re.findall(r"`([^`]*)`", cells[0])]
        key = pieces[0].split(" ")[0]
        if key not in keys:
            continue
        rules = re.findall(r"[A-Z]\d+", re.sub(r"(\w)(\d+)–\w(\d+)", lambda m: ", ".join(
            f"{m[1]}{n}" for n in range(int(m[2]), int(m[3]) + 1)), cells[-1])) if len(cells) > 2 else []
        for piece in pieces:
            found[piece if piece.split(" ")[0] == key else f"{key} {piece}"] = rules
    return found


source = (root / "include/penultima/rule_fields.def").read_text(encoding="utf-8")
fields = statements(re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL))
tap.check("the list has rows", len(fields) > 25, fields)
text = (root / "docs/EDITIONS.md").read_text(encoding="utf-8")
text = re.sub(r"^### Steps$.*?(?=^##)", "", text, flags=re.MULTILINE | re.DOTALL)  # what cards do is another list
page = documented(text, {key for key, _, _ in fields})
for key, rules, forms in fields:
    tap.equal(f"docs/EDITIONS.md has '{key}'", [form for form in forms if form not in page], [])
    told = sorted({rule for form in forms for rule in page.get(form, [])})
    tap.equal(f"with its rules: {rules}", told, sorted(rules.split(", ")) if rules else [])
known = {form for _, _, forms in fields for form in forms}
tap.equal("docs/EDITIONS.md has no statement that nobody reads", sorted(set(page) - known), [])
members = re.findall(r"^(?!ALSO_AS)[A-Z_]+\((\w+),", re.sub(r"/\*.*?\*/|^#[^\n]*$", "", source, flags=re.DOTALL | re.MULTILINE), re.MULTILINE)
code = "".join(path.read_text(encoding="utf-8") for folder in ("include/penultima", "src/rules")
               for path in sorted((root / folder).glob("*.[ch]")))
tap.equal("the rules read every field", [name for name in members if not re.search(rf"\brule(?:\.|->){name}\b", code)], [])
tap.check("there are fields", len(members) > 25, members)
tap.check("a missing row would be found", "limit none" in known and "limit none" in page, sorted(known))
tap.done()
