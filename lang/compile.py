#!/usr/bin/env python3
"""Compiles the catalogue of sentences: compile.py WHAT OUT LANG/en.lang [LANG/other.lang...]

    core.h program.h    the keys of one part as an enumeration, and how many holes each has
    core.c program.c    its sentences in every language
    later.c             as core.c, but the sentences come when it runs: for the page, which fetches one language
    page.js             the languages that the page knows, as a module
    page.json           what the page says in each: its own sentences by key, those of core.c in their order, first
                        with nothing for those that can come later, then with nothing for the others
    files.c             the files themselves, for 'penultima lang'
    list                the files in the folder OUT, English first
    named               the files that name things in English and Spanish themselves
    complete            nothing but a stamp: fails if a language lacks anything or says it wrongly

English comes first: it says which keys there are and which holes each has. What another language lacks or
has with the wrong holes is said in English; 'complete' and 'penultima lang check' list it. The format is
told in lang/README.md.
"""
import json
import re
import sys
from pathlib import Path

# What the library, and with it the page, says of itself. The rest is the program's.
CORE = {"agree", "bot", "count", "diff", "edition", "event", "fair", "house", "list", "mesa", "phrase", "refusal", "server", "table"}
# Of that, what messages of the protocol name by its key.
TOLD = {"refusal", "server", "table"}
# And what the page does not say before the first card: about editions and records that somebody has written.
LATER = {"diff", "edition", "fair", "mesa"}

KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]*\Z")
HOLE = re.compile(r"[a-z][a-z0-9]*\Z")
ENTRY = re.compile(r"([^\s=(]+)(?:\(([^)]*)\))?\s*=(.*)\Z", re.S)
# A rule as CLDR writes them for whole numbers: "n % 10 = 2..4 and n % 100 != 12..14 or n = 0".
RELATION = re.compile(r"n(?: % (\d+))? (=|!=) (\d+(?:\.\.\d+)?(?:,\d+(?:\.\.\d+)?)*)\Z")
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "e": "\033", "\\": "\\"}

BYTE_HOLE, BYTE_PLURAL, BYTE_FORM, BYTE_END = "\001", "\002", "\003", "\004"


# What editions and house rules call their cards, colours and themselves stands in their own files, in English and
# in Spanish. Other languages say it under these keys.
ROOT = Path(__file__).resolve().parent.parent
NAMED = re.compile(r"(title|about|conflicts|color|symbol|wild)\b")


class Wrong(Exception):
    pass


class Language:
    """One file: entries by key, as written; 'holes' only for English."""

    def __init__(self, path):
        self.path, self.id, self.name = path, path.stem, path.stem
        self.plurals, self.entries, self.holes, self.lines, prefixes = [], {}, {}, {}, []
        text = path.read_text(encoding="utf-8")
        key = None
        for number, line in enumerate(text.split("\n"), 1):
            try:
                if line.startswith("    ") and key:
                    self.entries[key] += ("\n" if self.entries[key] else "") + line[4:]
                elif not line.strip() or line.startswith("#"):
                    key = None
                elif line.startswith("@"):
                    key = None
                    self.directive(line, prefixes)
                else:
                    key = self.entry(line, prefixes, number)
            except Wrong as wrong:
                raise Wrong(f"{path.name}:{number}: {wrong}") from wrong
        self.entries = {one: unescape(said) for one, said in self.entries.items()}
        self.plurals = self.plurals or [("one", "n = 1"), ("other", "")]

    def directive(self, line, prefixes):
        word, _, rest = line[1:].partition(" ")
        if word == "language":
            self.name = rest.strip()
        elif word == "plural":
            category, _, rule = rest.partition(":")
            self.plurals.append((category.strip(), rule.strip()))
        elif word == "holes":
            prefix, _, names = rest.partition("=")
            prefixes.append((prefix.strip(), names.split()))
        else:
            raise Wrong(f"unknown directive @{word}")

    def entry(self, line, prefixes, number):
        match = ENTRY.match(line)
        if not match or not KEY.match(match[1]):
            raise Wrong("neither a comment nor an entry: KEY = SENTENCE")
        key = match[1]
        if key in self.entries:
            raise Wrong(f"{key} is there twice")
        names = [one.strip() for one in match[2].split(",")] if match[2] else None
        if names is None:
            names = next((list for prefix, list in prefixes if key.startswith(prefix)), [])
        bad = [one for one in names if not HOLE.match(one)]
        if bad:
            raise Wrong(f"not the name of a hole: {bad[0]}")
        said = match[3].strip()
        if len(said) > 1 and said[0] == said[-1] == '"':
            said = said[1:-1]
        self.entries[key], self.holes[key], self.lines[key] = said, names, number
        return key


def named_files():
    return sorted((ROOT / "editions").glob("*.edition")) + sorted((ROOT / "house").glob("*.house"))


def named_entries():
    """key -> (English, Spanish); the same English has one key only, because names are found by it."""
    entries, known = {}, set()
    for path in named_files():
        text = re.sub(r",[ \t]*(?:#[^\n]*)?\n\s*", ", ", path.read_text(encoding="utf-8"))
        for line in text.splitlines():
            word = NAMED.match(line)
            said = dict(re.findall(r'\b(en|es) "([^"]*)"', line)) if word else {}
            if "en" not in said or said["en"] in known:
                continue
            slug = re.sub(r"[^a-z0-9]+", "-", said["en"].lower()).strip("-")
            key = {"color": f"named.color.{slug}", "symbol": f"named.card.{slug}", "wild": f"named.card.{slug}",
                   }.get(word[1], f"named.{path.suffix[1:]}.{path.stem}.{word[1]}")
            while key in entries:
                key += "-also"
            known.add(said["en"])
            entries[key] = (said["en"], said.get("es", said["en"]))
    return entries


def unescape(said):
    return re.sub(r"\\(.)", lambda match: ESCAPES.get(match[1], match[0]), said)


def parse(said, holes, forms):
    """The sentence as a list of texts, ("hole", name) and ("plural", name, [list, ...])."""
    def piece(at, is_inside):
        pieces, text = [], ""
        while at < len(said):
            char = said[at]
            if said[at:at + 2] in ("{{", "}}") and not is_inside:
                text, at = text + char, at + 2
            elif char == "{":
                if text:
                    pieces.append(text)
                    text = ""
                end = re.compile(r"[|}]").search(said, at)
                if not end:
                    raise Wrong("a brace is not closed")
                name = said[at + 1:end.start()]
                if name not in holes:
                    raise Wrong(f"there is no hole {{{name}}} here; there are: {', '.join(holes) or 'none'}")
                at = end.end()
                if end[0] == "}":
                    pieces.append(("hole", name))
                    continue
                choices = []
                while True:
                    inner, at = piece(at, True)
                    choices.append(inner)
                    at += 1
                    if said[at - 1] == "}":
                        break
                if len(choices) != forms:
                    raise Wrong(f"{{{name}|...}} needs {forms} forms and has {len(choices)}")
                pieces.append(("plural", name, choices))
            elif is_inside and char in "|}":
                break
            elif char == "}":
                raise Wrong("a brace is closed that was not opened")
            else:
                text, at = text + char, at + 1
        else:
            if is_inside:
                raise Wrong("a brace is not closed")
        if text:
            pieces.append(text)
        return pieces, at
    return piece(0, False)[0]


def used(pieces):
    """The holes a sentence really has."""
    names = set()
    for piece in pieces:
        if not isinstance(piece, str):
            names.add(piece[1])
            for choice in piece[2] if piece[0] == "plural" else []:
                names |= used(choice)
    return names


class Catalogue:
    def __init__(self, paths):
        self.languages = [Language(Path(path)) for path in paths]
        self.english = self.languages[0]
        if self.english.id != "en":
            raise Wrong("English comes first")
        self.problems, self.parsed = [], []
        self.named = named_entries()
        for language, index in (("en", 0), ("es", 1)):
            for one in self.languages:
                if one.id == language:
                    for key, said in self.named.items():
                        one.entries[key], one.holes[key] = said[index].replace("{", "{{").replace("}", "}}"), []
                        one.lines[key] = 0
        for language in self.languages:
            self.parsed.append(self.parse_language(language))
        names = {}
        for key in self.english.entries:
            if names.setdefault(name_of(key), key) != key:
                raise Wrong(f"{key} and {names[name_of(key)]} would be one name in C")

    def parse_language(self, language):
        parsed = {}
        for key, said in language.entries.items():
            where = f"{language.path.name}:{language.lines[key]}: {key}"
            if key not in self.english.entries:
                self.problems.append(f"{where}: English has no such entry")
                continue
            try:
                pieces = parse(said, self.english.holes[key], len(language.plurals))
                parsed[key] = pieces
            except Wrong as wrong:
                self.problems.append(f"{where}: {wrong}")
                if language is self.english:
                    raise Wrong(self.problems[-1]) from wrong
        for key in self.english.entries:
            if key not in language.entries:
                self.problems.append(f"{language.path.name}: {key} is missing")
        return parsed

    def keys(self, part):
        def part_of(key):
            first = key.split(".")[0]
            return "core" if first in CORE else first if first in ("page", "named") else "program"
        return [key for key in self.english.entries if part_of(key) == part]


def name_of(key):
    return re.sub(r"[^A-Z0-9]", "_", key.upper())


def c_string(text):
    out = []
    for char in text:
        if char in '"\\':
            out.append("\\" + char)
        elif char == "\n":
            out.append("\\n")
        elif ord(char) < 32 or ord(char) == 127:
            out.append(f"\\{ord(char):03o}")
        else:
            out.append(char)
    return '"' + "".join(out) + '"'


def encode(pieces, holes):
    out = ""
    for piece in pieces:
        if isinstance(piece, str):
            out += piece
        elif piece[0] == "hole":
            out += BYTE_HOLE + chr(ord("a") + holes.index(piece[1]))
        else:
            out += BYTE_PLURAL + chr(ord("a") + holes.index(piece[1]))
            out += BYTE_FORM.join(encode(choice, holes) for choice in piece[2]) + BYTE_END
    return out


def condition(rule, language):
    """A plural rule as an expression that C and JavaScript share."""
    ors = []
    for part in rule.split(" or "):
        ands = []
        for relation in part.split(" and "):
            match = RELATION.match(relation)
            if not match:
                raise Wrong(f"{language.path.name}: not a plural rule: {relation}")
            number = f"n % {match[1]}" if match[1] else "n"
            ranges = []
            for one in match[3].split(","):
                low, _, high = one.partition("..")
                ranges.append(f"({number} >= {low} && {number} <= {high})" if high else f"{number} == {low}")
            ands.append(("!" if match[2] == "!=" else "") + "(" + " || ".join(ranges) + ")")
        ors.append(" && ".join(ands))
    return " || ".join(f"({one})" for one in ors)


def choose(language):
    out = "0"
    for index, (_, rule) in reversed(list(enumerate(language.plurals))):
        out = f"{condition(rule, language)} ? {index} : {out}" if rule else str(index)
    return out


def header(catalogue, part):
    prefix = {"core": "PEN_WORD", "program": "WORD"}[part]
    kind = {"core": "pen_word", "program": "word"}[part]
    guard = f"LANG_{part.upper()}_WORDS_H"
    keys = catalogue.keys(part)
    lines = [f"/* Made from lang/en.lang by lang/compile.py. */\n#ifndef {guard}\n#define {guard}\n", f"enum {kind} {{"]
    lines += [f"    {prefix}_{name_of(key)}," for key in keys]
    lines += [f"    {prefix}_COUNT", "};", "", "/* How many arguments each takes. */", "enum {"]
    lines += [f"    {prefix}_HOLES_{name_of(key)} = {len(catalogue.english.holes[key])}," for key in keys]
    return "\n".join(lines + ["};", "", "#endif", ""])


def said_by_core(catalogue, parsed, key):
    """A sentence as the program holds it; English, if the language lacks it."""
    return encode(parsed.get(key, catalogue.parsed[0][key]), catalogue.english.holes[key])


def table(catalogue, part, is_later=False):
    keys = catalogue.keys(part)
    include = {"core": "text/catalogue.h", "program": "words/program_words.h"}[part]
    lines = [f"/* Made from the files of lang/ by lang/compile.py. */\n#include \"{include}\""]
    lines += ["#include \"penultima/word_keys.h\"\n"] if part == "core" else [""]
    for language, parsed in zip(catalogue.languages, catalogue.parsed):
        if is_later:
            lines.append(f"static const char *said_{language.id}[{len(keys)}];")
            continue
        lines.append(f"static const char *const said_{language.id}[] = {{")
        lines += [f"    {c_string(said_by_core(catalogue, parsed, key))}," for key in keys]
        lines.append("};\n")
    if is_later:
        lines.append("const char **const pen__words_later[PEN_LANG_COUNT] = {")
        lines += [f"    said_{language.id}," for language in catalogue.languages] + ["};\n"]
    lines.append("static const unsigned char holes[] = {")
    lines += [f"    {len(catalogue.english.holes[key])}," for key in keys]
    lines.append("};\n")
    if part == "core":
        lines += languages_table(catalogue) + told_table(catalogue)
    kind = {"core": "struct pen__catalogue pen__words", "program": "struct words__catalogue words__program"}[part]
    lines.append(f"const {kind} = {{{len(keys)}, holes, {{")
    lines += [f"    said_{language.id}," for language in catalogue.languages]
    lines.append("}};\n")
    return "\n".join(lines)


def languages_table(catalogue):
    lines = []
    for language in catalogue.languages:
        lines.append(f"static unsigned plural_{language.id}(uint64_t n)\n{{\n    (void)n;\n"
                     f"    return {choose(language)};\n}}\n")
    for language, parsed in zip(catalogue.languages, catalogue.parsed):
        # English and Spanish names stand in the files themselves.
        own = [key for key in catalogue.keys("named") if key in parsed and language.id not in ("en", "es")]
        lines.append(f"static const struct pen__named named_{language.id}[] = {{")
        lines += [f"    {{{c_string(catalogue.named[key][0])}, {c_string(''.join(parsed[key]))}}}," for key in own]
        lines += ["    {0, 0}", "};\n"]
    lines.append("const struct pen__language pen__languages[PEN_LANG_COUNT] = {")
    for language, parsed in zip(catalogue.languages, catalogue.parsed):
        missing = sum(key not in parsed for key in catalogue.english.entries)
        lines.append(f"    {{\"{language.id}\", {c_string(language.name)}, plural_{language.id}, named_{language.id}, "
                     f"{missing}}},")
    return lines + ["};\n"]


def told_table(catalogue):
    told = sorted(key for key in catalogue.keys("core") if key.split(".")[0] in TOLD)
    lines = ["const struct pen__told pen__told[] = {"]
    lines += [f"    {{\"{key}\", \"{' '.join(catalogue.english.holes[key])}\", PEN_WORD_{name_of(key)}}}," for key in told]
    return lines + ["};", f"const unsigned pen__told_count = {len(told)};\n"]


def page(catalogue):
    lines = ["// Made from the files of lang/ by lang/compile.py.", "",
             "/** @type {Record<string, {name: string, plural: (n: number) => number}>} */",
             "export const LANGUAGES = {"]
    lines += [f"{json.dumps(one.id)}: {{ name: {json.dumps(one.name, ensure_ascii=False)}, plural: (n) => {choose(one)} }},"
              for one in catalogue.languages]
    return "\n".join(lines + ["};", ""])


def page_words(catalogue):
    words = {}
    for language, parsed in zip(catalogue.languages, catalogue.parsed):
        words[language.id] = {
            "page": {key.partition(".")[2]: (language if key in parsed else catalogue.english).entries[key]
                     for key in catalogue.keys("page")},
            **{name: [said_by_core(catalogue, parsed, key) if (key.split(".")[0] in LATER) == is_later else ""
                      for key in catalogue.keys("core")] for name, is_later in (("core", False), ("later", True))}}
    return json.dumps(words, ensure_ascii=False, separators=(",", ":"))


def files(catalogue):
    lines = ["/* The files of lang/, made by lang/compile.py. */", "#include \"words/words.h\"", ""]
    for language in catalogue.languages:
        lines.append(f"static const char *const lines_{language.id}[] = {{")
        lines += [f"    {c_string(line)}," for line in language.path.read_text(encoding="utf-8").splitlines()]
        if language.id in ("en", "es"):
            lines += ["    \"\",", "    \"# ---- named: from editions/ and house/, which say it themselves ----\","]
            lines += [f"    {c_string(f'{key} = {language.entries[key]}')}," for key in catalogue.keys("named")]
        lines.append("    0,\n};\n")
    lines.append("const struct words_file words_files[PEN_LANG_COUNT] = {")
    lines += [f"    {{\"{language.id}\", lines_{language.id}}}," for language in catalogue.languages]
    return "\n".join(lines + ["};", ""])


def main(what, out, *paths):
    if what == "list":
        found = sorted(path.name for path in Path(out).glob("*.lang"))
        print("\n".join(["en.lang", *(name for name in found if name != "en.lang")]))
        return
    if what == "named":
        print("\n".join(str(path.relative_to(ROOT)) for path in named_files()))
        return
    catalogue = Catalogue(paths)
    if what == "complete":
        if catalogue.problems:
            raise Wrong("\n".join(catalogue.problems))
        text = ""
    elif what == "page.js":
        text = page(catalogue)
    elif what == "page.json":
        text = page_words(catalogue)
    elif what == "later.c":
        text = table(catalogue, "core", is_later=True)
    elif what == "files.c":
        text = files(catalogue)
    else:
        part, _, kind = what.partition(".")
        text = (header if kind == "h" else table)(catalogue, part)
    Path(out).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Wrong as wrong:
        sys.exit(f"lang: {wrong}")
