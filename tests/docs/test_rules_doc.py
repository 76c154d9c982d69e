#!/usr/bin/env python3
"""docs/RULES.md against the rest: test_rules_doc.py PROGRAM ARCHIVE SOURCE_ROOT

Every rule is an entry of its own, "### K1 · ...", with a line "Editions: [CU](case) ... · Data: ...".
The rules that refusals name are there, the cases that the entries promise exist, and no document
repeats the words of a rule sheet.
"""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402

root = Path(sys.argv[3]).resolve()
document = (root / "docs/RULES.md").read_text(encoding="utf-8")

# How many rules each letter has.
COUNTS = {"D": 4, "S": 4, "T": 4, "A": 7, "C": 1, "G": 4, "W": 2, "U": 2, "P": 3, "K": 3, "H": 25,
          "E": 3, "N": 4, "M": 4, "O": 29}
RULES = [f"{letter}{number}" for letter, count in COUNTS.items() for number in range(1, count + 1)]

EDITIONS = {"CL": "classic", "CS": "clasico", "CU": "cumulative", "OF": "office", "GB": "ghostbusters",
            "SP": "spiderman"}

WORDS_ALIKE_MAX = 7  # more words in a row than this are a quotation


def without_fences(text):
    return re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)


def entries():
    """The text of each entry, by rule; headings in the order in which they stand."""
    parts = re.split(r"^(#{2,3}) (.*)$", without_fences(document), flags=re.MULTILINE)
    found = []
    for level, heading, text in zip(parts[1::3], parts[2::3], parts[3::3]):
        rule = re.match(r"([A-Z]\d+) · \S", heading)
        if level == "###":
            found.append((rule.group(1) if rule else heading, text))
    return found


def check_entries(found):
    tap.equal("every rule is an entry, once and in order", [rule for rule, _ in found], RULES)
    for rule, text in found:
        lines = re.findall(r"^Editions: (.*?) · Data: (.+)$", text, flags=re.MULTILINE)
        if not tap.check(f"{rule} says its editions and data once", len(lines) == 1, text):
            continue
        problems = []
        # "[CU](../tests/cases/K1-cumulative.mesa)", or "CU (why there is no case)".
        form = r"\[(\w+)\]\(([^)]*)\)|(\w+) \(([^)]+)\)"
        concerned = re.findall(form, lines[0][0])
        if not concerned or re.sub(form, "", lines[0][0]).strip():
            problems.append(f"not a list of editions with cases: {lines[0][0]}")
        for short, link, without_case, _ in concerned:
            edition = EDITIONS.get(short or without_case)
            if edition is None:
                problems.append(f"there is no edition {short or without_case}")
            elif short and not re.fullmatch(rf"\.\./tests/cases/{rule}-{edition}(-[^/]*)?\.mesa", link):
                problems.append(f"{link} is not a case of {rule} for {edition}")
            elif short and not (root / "docs" / link).is_file():
                problems.append(f"{link} does not exist")
        prose = text.split("Editions: ")[0]
        if not prose.strip():
            problems.append("nothing is said about it")
        tap.equal(f"{rule} has its cases", problems, [])


def check_cases():
    names = [path.name for path in (root / "tests/cases").glob("*.mesa")]
    strange = sorted(name for name in names if name.split("-")[0] not in RULES)
    tap.equal("every case is named after a rule of the document", strange, [])


def check_refusals(rules):
    text = (root / "include/penultima/refusal.h").read_text(encoding="utf-8")
    named = re.findall(r'X\(\w+,\s*"([A-Z]\d+)"', text)
    tap.check("the refusals name rules", len(named) > 30, named)
    tap.equal("every rule that a refusal names is in the document", sorted(set(named) - rules), [])


def check_comments(rules):
    """RULE K1, RULES P1 to P3: no comment cites a rule that does not exist."""
    unknown = []
    for path in sorted([*root.glob("src/*/*.[ch]"), *root.glob("include/penultima/*.h"),
                        *root.glob("editions/*.edition")]):
        for cited in re.findall(r"RULES? ((?:[A-Z]\d+(?:, | and | to )?)+)",
                                path.read_text(encoding="utf-8")):
            unknown += [f"{path.relative_to(root)}: {rule}" for rule in re.findall(r"[A-Z]\d+", cited)
                        if rule not in rules]
    tap.equal("every rule that the code cites is in the document", unknown, [])


def runs(text):
    """All runs of words that are too long to stand in two texts by accident."""
    words = re.findall(r"\w+", text.lower())
    count = WORDS_ALIKE_MAX + 1
    return {tuple(words[at:at + count]) for at in range(len(words) - count + 1)}


def check_own_words():
    folder = root.parent / "shared/rules/sheets"
    sheets = sorted(folder.glob("*.txt")) if folder.is_dir() else []
    if not sheets:
        print("# the rule sheets are not here, so nothing is compared with them")
        return
    theirs = set()
    for path in sheets:
        theirs |= runs(path.read_text(encoding="utf-8", errors="replace"))
    tap.check("the sheets have words", len(theirs) > 1000, len(theirs))
    for name in ("docs/RULES.md", "ARCHITECTURE.md", "README.md"):
        path = root / name
        if path.is_file():
            alike = runs(path.read_text(encoding="utf-8")) & theirs
            tap.equal(f"{name} repeats no sheet", sorted(" ".join(run) for run in alike), [])


found = entries()
check_entries(found)
check_cases()
check_refusals({rule for rule, _ in found})
check_comments({rule for rule, _ in found})
check_own_words()
tap.done()
