#!/usr/bin/env python3
"""Every sentence that a person can read stands in lang/: test_words.py PROGRAM ARCHIVE SOURCE_ROOT

Looks for sentences (three words in a row, or letters that English does not have) among the string literals of
the program and the page, and in what the page has besides scripts. What is no sentence is told apart by what it
is: commands, SQL, words of our own file formats, what only programmers and Prometheus read.
"""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402

root = Path(sys.argv[3]).resolve()

TOKEN = re.compile(r"""(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<literal>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'"""
                   r"""|`(?:[^`\\]|\\.)*`)""", re.DOTALL)
WORD = r"[A-Za-zÀ-ÿ]['A-Za-zÀ-ÿ]+"
SENTENCE = re.compile(rf"(?<![\w.-]){WORD}[,;:.]? ['A-Za-zÀ-ÿ]+[,;:.]? {WORD}|[À-ÖØ-öø-ÿ¡¿]")

# Files whose literals are not for readers of a language, and why.
NOT_SENTENCES = {
    "src/rules/check.c": "what a broken invariant is called, for programmers",
    "src/library/assert_default.c": "the same",
    "src/text/edition_cards.c": "words of edition files", "src/text/edition_effects.c": "the same",
    "src/text/edition_parse.c": "the same", "src/text/rule_fields.c": "the same",
    "src/text/edition_write.c": "the same", "include/penultima/edition.h": "the same",
    "web/js/lines.js": "the same",
    "src/tui/home/lessons.h": "games in .mesa",
    "src/cli/manual.c": "roff", "src/cli/completion.c": "scripts for shells",
    "src/net/server.h": "help of /metrics, in English as with every exporter",
    "src/serve/http.c": "the same", "src/hall/page.c": "the same",
}
OTHERWISE = re.compile(
    r"^penultima \w|\\npenultima \w|<code>penultima|^#! |^edition [\w-]+\\n"  # a command to copy
    r"|\b(SELECT|INSERT|CREATE|UPDATE|DELETE|WHERE|FROM|JOIN|NOT|AND|ORDER|SET|CONFLICT|FROM TO)\b"  # SQL, usage
    r"|\b(TABLE|INDEX|BEGIN|LOOP|PARTITION|AT TIME ZONE|IS NULL)\b"
    r"|^(list )?check show"  # operands
    r"|-src '|GET, HEAD"  # headers of HTTP
    r"|\d+px "  # a font
    r"|GCC visibility|, tbl, seq|^small halo|^[\w-]+\.mesa|players: |hand \w+: |^edition: ")
# The game's own name, and those of people who play it.
NAME = re.compile(r"P E N Ú L T I M A|Penúltima|^[A-ZÁÉÍÓÚ][a-záéíóúñ]+$|^[Íí]$")
ASIDE = re.compile(r"(?i:static_assert)\([^;]*$|throw new Error\([^;]*$|#pragma[^\n]*$|_Pragma\($")


def steps():
    """The words of edition files that the page and lessons use as names."""
    text = (root / "include/penultima/edition.h").read_text(encoding="utf-8")
    return set(re.findall(r'"([a-z ]+)"', text))


def is_program(said, known):
    """What a card does, in the words of edition files: "skip next, draw next 2"."""
    return all(re.sub(r" \d+$", "", step) in known for step in said.split(", "))


def sentences(text, known):
    """(line, literal) of what looks like a sentence."""
    for found in TOKEN.finditer(text):
        if found["comment"]:
            continue
        # What stands in the holes of a template is code.
        said = re.sub(r"\$\{[^{}]*\}", "x", found["literal"][1:-1])
        before = text[max(0, found.start() - 300):found.start()]
        if SENTENCE.search(NAME.sub("", said)) and not is_program(said, known) and not OTHERWISE.search(said) \
                and not ASIDE.search(before):
            yield text.count("\n", 0, found.start()) + 1, said


def sources():
    for pattern in ("src/**/*.[ch]", "include/**/*.h", "web/wasm/*.[ch]", "web/js/*.js", "web/sw.js", "web/analyst.js"):
        yield from sorted(root.glob(pattern))


def check_literals():
    known = steps() | {"Beto catches Ana"}  # an action of a lesson
    wrong = []
    for path in sources():
        name = str(path.relative_to(root))
        if name in NOT_SENTENCES:
            continue
        wrong += [f"{name}:{line}: {said}" for line, said in sentences(path.read_text(encoding="utf-8"), known)]
    tap.equal("every sentence stands in lang/", wrong, [])
    gone = [name for name in NOT_SENTENCES if not (root / name).is_file()]
    tap.equal("what is excepted is there", gone, [])
    # That it would be found.
    for sample in ('puts("the table is closed");', 'x = h("p", null, "Sin conexión");', "say(`so many ${n} cards`);",
                   'f("El servidor no contesta");'):
        tap.check(f"found: {sample}", list(sentences(sample, known)))
    for sample in ('/* "the table is closed" */', 'run("SELECT a FROM b WHERE c");', 'g("penultima lang show en");',
                   'h("div.field wide")', "t(`page.${word}`)"):
        tap.equal(f"no sentence: {sample}", list(sentences(sample, known)), [])


def check_page():
    """Nothing to read in what the page has besides scripts, but the game's name."""
    html = (root / "web/index.html").read_text(encoding="utf-8")
    read = re.findall(r">([^<>]+)<", html) + re.findall(r'content="([^"]*)"', html)
    manifest = re.findall(r'"(?:name|short_name|description)": "([^"]*)"',
                          (root / "web/manifest.webmanifest").read_text(encoding="utf-8"))
    wrong = [text for text in read + manifest
             if not re.fullmatch(r"\s*|Penúltima|\{\{[\w.-]+\}\}|#\w+|width=.*", text)]
    tap.equal("the page's frame takes its words from lang/", wrong, [])
    styles = [f"{path.name}: {text}" for path in sorted((root / "web/style").glob("*.css"))
              for text in re.findall(r'content: "([^"]*)"', path.read_text(encoding="utf-8")) if re.search(r"[A-Za-z]{2}", text)]
    tap.equal("styles say nothing", styles, [])


check_literals()
check_page()
tap.done()
