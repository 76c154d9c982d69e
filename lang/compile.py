#!/usr/bin/env python3
"""Compiles the catalogue of sentences: compile.py WHAT OUT LANG/en.lang [LANG/other.lang...]

    core.keys program.keys  into the folder OUT: a header for each beginning of a key, and how many holes each has
    groups              how these are called; OUT is core or program
    languages.h         which languages there are
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
import zlib
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
# \< and \> stand around what runs from left to right within a sentence that does not: an isolate (LRI, PDI).
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "e": "\033", "\\": "\\", "<": "\u2066", ">": "\u2069"}

BYTE_HOLE, BYTE_PLURAL, BYTE_FORM, BYTE_END, BYTE_DECLINED, BYTE_GENDER = "\001", "\002", "\003", "\004", "\005", "\006"

# Names have forms: "named.card.skip = Stop, gender: m, gen: Stopu". What kind of name a key says, for @forms.
KINDS = (("card", re.compile(r"named\.card\.")), ("color", re.compile(r"named\.color\.")),
         ("count", re.compile(r"count\.cards-\d+\Z|list\.(?:a-card|nobody)\Z")))
INFLECTED = re.compile(r",\s+([a-z]+(?:\.[a-z]+)*):\s*")
FORM_KINDS = ("card", "color", "count", "name")
FORM_FIRST = "!"  # how the first form is written in a compiled sentence


# What editions and house rules call their cards, colours and themselves stands in their own files, in English and
# in Spanish. Other languages say it under these keys.
POINTER_BYTES = 8
ROOT = Path(__file__).resolve().parent.parent
NAMED = re.compile(r"(title|about|conflicts|color|symbol|wild)\b")


class Wrong(Exception):
    pass


class Language:
    """One file: entries by key, as written; 'holes' only for English."""

    def __init__(self, path):
        self.path, self.id, self.name = path, path.stem, path.stem
        self.c_id = self.id.replace("-", "_")
        self.base = None  # the language it stands on, as it was before anything of its own
        self.plurals, self.entries, self.holes, self.lines, prefixes = [], {}, {}, {}, []
        self.is_rtl, self.genders, self.number_gender, self.vowels = False, [], "", ""
        self.forms, self.suffixes, self.inflected = {}, [], {}
        data = path.read_bytes()
        try:
            text = data.decode("utf-8").replace("\r\n", "\n")
        except UnicodeDecodeError as wrong:
            number = data[:wrong.start].count(b"\n") + 1
            raise Wrong(f"{path.name}:{number}: this is not UTF-8") from wrong
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
        self.plurals = self.plurals or (self.base.plurals if self.base else [("one", "n = 1"), ("other", "")])
        self.suffixes = self.suffixes or (self.base.suffixes if self.base else [])
        self.form_names = list(dict.fromkeys(form for kind in self.forms.values() for form in kind))
        for key, said in self.entries.items():
            if kind_of(key) and (self.genders or self.form_names):
                base, *rest = INFLECTED.split(said)
                self.entries[key], forms = base, dict(zip(rest[::2], rest[1::2]))
                if forms:
                    self.inflected[key] = (forms.pop("gender", ""), forms)
        if self.base:
            self.inflected.update((key, forms) for key, forms in self.base.inflected.items() if key not in self.entries)
            self.entries = {**self.base.entries, **self.entries}
            self.lines = {**self.base.lines, **self.lines}

    def stand_on(self, name):
        """What it does not say itself is said as another language says it: of the same folder, or of this one."""
        if self.base or self.lines or self.plurals:
            raise Wrong("@like comes first, and once")
        beside = [folder / f"{name}.lang" for folder in (self.path.parent, ROOT / "lang")]
        path = next((one for one in beside if one.is_file() and one.stem != self.id), None)
        if not path or like_of(path):
            raise Wrong(f"@like {name}: there is no such language that stands on its own")
        base = self.base = Language(path)
        self.name, self.is_rtl, self.genders, self.number_gender = base.name, base.is_rtl, base.genders, base.number_gender
        self.vowels, self.forms = base.vowels, dict(base.forms)

    def directive(self, line, prefixes):
        word, _, rest = line[1:].partition(" ")
        if word == "language":
            self.name = rest.strip()
        elif word == "like":
            self.stand_on(rest.strip())
        elif word == "plural":
            category, _, rule = rest.partition(":")
            self.plurals.append((category.strip(), rule.strip()))
        elif word == "holes":
            prefix, _, names = rest.partition("=")
            prefixes.append((prefix.strip(), names.split()))
        elif word == "direction":
            if rest.strip() not in ("ltr", "rtl"):
                raise Wrong("a @direction is ltr or rtl")
            self.is_rtl = rest.strip() == "rtl"
        elif word == "genders":
            self.genders = rest.split()
        elif word == "number":
            self.number_gender = rest.strip()
        elif word == "forms":
            kind, _, names = rest.partition("=")
            if kind.strip() not in FORM_KINDS:
                raise Wrong(f"@forms is for one of: {', '.join(FORM_KINDS)}")
            self.forms[kind.strip()] = names.split()
        elif word == "vowels":
            self.vowels = rest.strip()
        elif word == "suffix":
            form, _, rules = rest.partition("=")
            for rule in rules.split():
                where, colon, suffix = rule.partition(":")
                last, _, end = where.partition("/")
                if not colon or not last:
                    raise Wrong("a rule of a @suffix is LAST-VOWEL:SUFFIX or LAST-VOWEL/LAST-LETTER:SUFFIX")
                self.suffixes.append((form.strip(), last, self.vowels if end == "V" else end, suffix, 0))
        elif word == "prefix":
            form, _, rules = rest.partition("=")
            for rule in rules.split():
                first, colon, prefix = rule.partition(":")
                if not colon or not first:
                    raise Wrong("a rule of a @prefix is FIRST-LETTER:PREFIX")
                self.suffixes.append((form.strip(), first, "", prefix.replace("_", " "), 1))
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


def like_of(path):
    """The language that a file stands on; none for most."""
    like = re.search(rb"^@like[ \t]+(\S+)", path.read_bytes(), re.M)
    return like[1].decode("utf-8", "replace") if like else None


def kind_of(key):
    return next((kind for kind, pattern in KINDS if pattern.match(key)), None)


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


def parse(said, holes, language):
    """The sentence as a list of texts, ("hole", name), ("form", name, form), ("plural", name, [list, ...]) and
    ("gender", name, [(gender, list), ...])."""
    gender = re.compile(f"({'|'.join(map(re.escape, language.genders)) or '(?!)'}):")

    def choices_of(name, at):
        tags, choices = [], []
        while True:
            tag = gender.match(said, at)
            tags.append(tag[1] if tag else "")
            inner, at = piece(tag.end() if tag else at, True)
            choices.append(inner)
            at += 1
            if said[at - 1] == "}":
                break
        if all(tags):
            return ("gender", name, list(zip(tags, choices))), at
        if len(choices) != len(language.plurals):
            raise Wrong(f"{{{name}|...}} needs {len(language.plurals)} forms and has {len(choices)}")
        return ("plural", name, [([tag + ":"] if tag else []) + choice for tag, choice in zip(tags, choices)]), at

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
                name, colon, form = said[at + 1:end.start()].partition(":")
                if name not in holes:
                    raise Wrong(f"there is no hole {{{name}}} here; there are: {', '.join(holes) or 'none'}")
                if colon and form not in language.form_names:
                    raise Wrong(f"there is no form {form}; there are: {', '.join(language.form_names) or 'none'}")
                at = end.end()
                if end[0] == "}":
                    pieces.append(("form", name, form) if colon else ("hole", name))
                    continue
                choice, at = choices_of(name, at)
                pieces.append(choice)
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
            for choice in piece[2] if piece[0] in ("plural", "gender") else []:
                names |= used(choice if piece[0] == "plural" else choice[1])
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
                if language in (one.id, one.base and one.base.id):
                    for key, said in self.named.items():
                        if one.id == language or key not in one.entries:
                            one.entries[key], one.holes[key] = said[index].replace("{", "{{").replace("}", "}}"), []
                        one.lines.setdefault(key, 0)
        for language in self.languages:
            self.parsed.append(self.parse_language(language))
            bad = [form for form, *_ in language.suffixes if form not in language.form_names]
            if bad:
                raise Wrong(f"{language.path.name}: a @suffix or @prefix makes the form {bad[0]}, which no @forms has")
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
                pieces = parse(said, self.english.holes[key], language)
                parsed[key] = pieces
            except Wrong as wrong:
                self.problems.append(f"{where}: {wrong}")
                if language is self.english:
                    raise Wrong(self.problems[-1]) from wrong
        for key in self.english.entries:
            if key not in language.entries:
                self.problems.append(f"{language.path.name}: {key} is missing")
            else:
                self.check_forms(language, key)
        return parsed

    def check_forms(self, language, key):
        """A name has the forms that @forms asks of its kind, unless a @suffix or @prefix makes them, and no others."""
        kind, where = kind_of(key), f"{language.path.name}:{language.lines[key]}: {key}"
        gender, forms = language.inflected.get(key, ("", {}))
        wanted = language.forms.get(kind, [])
        made = {form for form, *_ in language.suffixes}
        self.problems += [f"{where}: the form {form} is missing" for form in wanted if form not in forms and form not in made]
        self.problems += [f"{where}: there is no form {form}; there are: {', '.join(wanted) or 'none'}"
                          for form in forms if form not in wanted]
        if (kind == "card" and language.genders and not gender) or (gender and gender not in language.genders):
            self.problems.append(f"{where}: its gender is missing; one of: {', '.join(language.genders) or 'none'}")

    def keys(self, part):
        def part_of(key):
            first = key.split(".")[0]
            return "core" if first in CORE else first if first in ("page", "named") else "program"
        keys = [key for key in self.english.entries if part_of(key) == part]
        return sorted(keys, key=group_of) if part in ("core", "program") else keys


def group_of(key):
    """The keys of one header: by what they begin with, so that a new one is no concern of whoever says others."""
    parts = key.split(".")
    return "_".join(parts[:2] if parts[0] in ("cli", "help", "tui") and len(parts) > 2 else parts[:1]).replace("-", "_")


def groups(catalogue, part):
    return sorted({group_of(key) for key in catalogue.keys(part)})


def header_name(part, group):
    return f"words_{group}.h" if part == "core" else f"{group}_words.h"


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


def encode(pieces, holes, language):
    out = ""
    for piece in pieces:
        if isinstance(piece, str):
            out += piece
            continue
        letter = chr(ord("a") + holes.index(piece[1]))
        if piece[0] == "hole":
            out += BYTE_HOLE + letter
        elif piece[0] == "form":
            out += BYTE_DECLINED + letter + form_byte(language, piece[2])
        elif piece[0] == "gender":
            out += BYTE_GENDER + letter + BYTE_FORM.join(
                gender_byte(language, gender) + encode(choice, holes, language) for gender, choice in piece[2]) + BYTE_END
        else:
            out += BYTE_PLURAL + letter + BYTE_FORM.join(encode(choice, holes, language) for choice in piece[2]) + BYTE_END
    return out


def form_byte(language, form):
    return chr(ord(FORM_FIRST) + language.form_names.index(form))


def gender_byte(language, gender):
    return chr(ord("a") + language.genders.index(gender)) if gender in language.genders else ""


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
                if high and int(low) == 0:  # a number is never below it, and a compiler says so
                    ranges.append(f"{number} <= {high}")
                else:
                    ranges.append(f"({number} >= {low} && {number} <= {high})" if high else f"{number} == {low}")
            ands.append(("!" if match[2] == "!=" else "") + "(" + " || ".join(ranges) + ")")
        ors.append(" && ".join(ands))
    return " || ".join(f"({one})" for one in ors)


def choose(language):
    out = "0"
    for index, (_, rule) in reversed(list(enumerate(language.plurals))):
        out = f"{condition(rule, language)} ? {index} : {out}" if rule else str(index)
    return out


GROUP_BITS = 9  # a sentence is the number of its group and its own in it: a new one moves no other group's


def headers(catalogue, part, folder):
    """One for each group."""
    prefix, kind, engine = {"core": ("PEN_WORD", "enum pen_word", "penultima/words.h"),
                            "program": ("WORD", "enum word", "words/words.h")}[part]
    for number, group in enumerate(groups(catalogue, part)):
        keys = [key for key in catalogue.keys(part) if group_of(key) == group]
        if len(keys) >> GROUP_BITS:
            raise Wrong(f"too many sentences begin with {group}")
        guard = f"LANG_{part.upper()}_{group.upper()}_H"
        lines = [f"/* Made from lang/en.lang by lang/compile.py. */\n#ifndef {guard}\n#define {guard}\n", f"#include \"{engine}\"", ""]
        for index, key in enumerate(keys):
            lines += [f"#define {prefix}_{name_of(key)} (({kind}){number << GROUP_BITS | index})",
                      f"#define {prefix}_HOLES_{name_of(key)} {len(catalogue.english.holes[key])}"]
        write(Path(folder, header_name(part, group)), "\n".join(lines + ["", "#endif", ""]))


def group_starts(catalogue, part):
    """Where each group begins in the tables, and where the last one ends."""
    counts = [sum(group_of(key) == group for key in catalogue.keys(part)) for group in groups(catalogue, part)]
    starts = [sum(counts[:at]) for at in range(len(counts) + 1)]
    return [f"static const unsigned short starts[] = {{{', '.join(map(str, starts))}}};\n"]


def language_of(catalogue, parsed):
    return next(language for language, one in zip(catalogue.languages, catalogue.parsed) if one is parsed)


def said_by_core(catalogue, parsed, key):
    """A sentence as the program holds it; English, if the language lacks it."""
    language = language_of(catalogue, parsed) if key in parsed else catalogue.english
    return encode(parsed.get(key, catalogue.parsed[0][key]), catalogue.english.holes[key], language)


def table(catalogue, part, is_later=False):
    keys = catalogue.keys(part)
    include = {"core": "text/catalogue.h", "program": "words/program_words.h"}[part]
    lines = [f"/* Made from the files of lang/ by lang/compile.py. */\n#include \"{include}\""]
    lines += [f"#include \"penultima/{header_name(part, group)}\"" for group in groups(catalogue, part)
              if part == "core" and group in TOLD] + [""]
    for language, parsed in zip(catalogue.languages, catalogue.parsed):
        if is_later:
            lines.append(f"static const char *said_{language.c_id}[{len(keys)}];")
            continue
        lines.append(f"static const char *const said_{language.c_id}[] = {{")
        lines += [f"    {c_string(said_by_core(catalogue, parsed, key))}," for key in keys]
        lines.append("};\n")
    if is_later:
        lines.append("const char **const pen__words_later[PEN_LANG_COUNT] = {")
        lines += [f"    said_{language.c_id}," for language in catalogue.languages] + ["};\n"]
    lines.append("static const unsigned char holes[] = {")
    lines += [f"    {len(catalogue.english.holes[key])}," for key in keys]
    lines.append("};\n")
    if part == "core":
        lines += languages_table(catalogue, is_later) + told_table(catalogue)
    lines += group_starts(catalogue, part)
    kind = {"core": "struct pen__catalogue pen__words", "program": "struct words__catalogue words__program"}[part]
    lines.append(f"const {kind} = {{{len(keys)}, {len(groups(catalogue, part))}, starts, holes, {{")
    lines += [f"    said_{language.c_id}," for language in catalogue.languages]
    lines.append("}};\n")
    return "\n".join(lines)


def named_by(catalogue, language, parsed):
    """What the language calls things: (English, said, kind), said with gender and forms behind it, each after a byte 5, where
    it has them. English and Spanish names stand in the files of editions and house rules; only their forms are here."""
    out = []
    for key in catalogue.english.entries:
        if key not in parsed or not (key.startswith("named.") or key in language.inflected):
            continue
        is_formed = key in language.inflected
        if language.id in ("en", "es") and not is_formed:
            continue
        said = "".join(piece for piece in parsed[key] if isinstance(piece, str))
        if is_formed:
            gender, forms = language.inflected[key]
            said = BYTE_DECLINED.join([said, gender_byte(language, gender), *(forms.get(one, "") for one in language.form_names)])
        english = catalogue.named[key][0] if key in catalogue.named else ""
        out.append((english, said, 2 if kind_of(key) == "color" and is_formed else int(is_formed)))
    return sorted(out, key=lambda one: -one[2])  # those with forms first


def suffixes_of(language):
    def letters(chosen):
        """As small and as capital letters, as the language pairs them."""
        small = "*" if chosen == "*" else chosen
        return "".join(dict.fromkeys(small + "".join(suffix_capital(language, one) for one in small)))
    return [(form_byte(language, form), letters(last), letters(end), suffix, is_prefix)
            for form, last, end, suffix, is_prefix in language.suffixes]


def agreeing(language):
    """For each gender: its form of an adjective alone, and with each form of the noun; "0" if there is none."""
    out = ""
    for gender in language.genders:
        for name in [gender, *(f"{gender}.{form}" for form in language.form_names)]:
            out += form_byte(language, name) if name in language.form_names else " "
    return out


def languages_table(catalogue, is_later):
    lines = []
    names_max = len(catalogue.named) + sum(kind_of(key) == "count" for key in catalogue.english.entries) + 1
    for language, parsed in zip(catalogue.languages, catalogue.parsed):
        lines.append(f"static unsigned plural_{language.c_id}(uint64_t n)\n{{\n    (void)n;\n"
                     f"    return {choose(language)};\n}}\n")
        if is_later:
            lines.append(f"static struct pen__named named_{language.c_id}[{names_max}];")
        else:
            lines.append(f"static const struct pen__named named_{language.c_id}[] = {{")
            lines += [f"    {{{c_string(english)}, {c_string(said.replace(BYTE_DECLINED, chr(0)))}, {kind}}},"
                      for english, said, kind in named_by(catalogue, language, parsed)]
            lines += ["    {0, 0, 0}", "};\n"]
        if language.suffixes:
            lines.append(f"static const struct pen__suffix suffixes_{language.c_id}[] = {{")
            lines += [f"    {{{c_string(form)}, {c_string(last)}, {c_string(end)}, {c_string(suffix)}, {is_prefix}}},"
                      for form, last, end, suffix, is_prefix in suffixes_of(language)]
            lines += ["    {0, 0, 0, 0, 0}", "};\n"]
    lines.append("const struct pen__language pen__languages[PEN_LANG_COUNT] = {")
    for language, parsed in zip(catalogue.languages, catalogue.parsed):
        missing = sum(key not in parsed for key in catalogue.english.entries)
        upper = "".join(dict.fromkeys(letter for one in language.vowels for letter in (one, *suffix_capital(language, one))))
        lines.append(f"    {{\"{language.id}\", {c_string(language.name)}, plural_{language.c_id}, named_{language.c_id}, {missing}, "
                     f"{int(language.is_rtl)}, {len(language.form_names)}, {c_string(' '.join(language.form_names))}, "
                     f"{c_string(agreeing(language))}, {c_string(gender_byte(language, language.number_gender))}, "
                     f"{c_string(upper)}, {f'suffixes_{language.c_id}' if language.suffixes else 0}}},")
    lines += ["};\n"]
    if is_later:
        lines.append("struct pen__named *const pen__named_later[PEN_LANG_COUNT] = {")
        lines += [f"    named_{language.c_id}," for language in catalogue.languages]
        lines += ["};", f"const unsigned pen__named_most = {names_max - 1};\n"]
    return lines


def suffix_capital(language, letter):
    pairs = {"i": "\u0130", "\u0131": "I"} if "\u0131" in language.vowels else {}
    return pairs.get(letter, letter.upper())


def told_table(catalogue):
    told = sorted(key for key in catalogue.keys("core") if key.split(".")[0] in TOLD)
    lines = ["const struct pen__told pen__told[] = {"]
    lines += [f"    {{\"{key}\", \"{' '.join(catalogue.english.holes[key])}\", PEN_WORD_{name_of(key)}}}," for key in told]
    return lines + ["};", f"const unsigned pen__told_count = {len(told)};\n"]


def page(catalogue):
    lines = ["// Made from the files of lang/ by lang/compile.py.", "",
             "/** @type {Record<string, {name: string, plural: (n: number) => number, rtl?: boolean}>} */",
             "export const LANGUAGES = {"]
    lines += [f"{json.dumps(one.id)}: {{ name: {json.dumps(one.name, ensure_ascii=False)}, plural: (n) => {choose(one)}"
              f"{', rtl: true' if one.is_rtl else ''} }},"
              for one in catalogue.languages]
    return "\n".join(lines + ["};", ""])


def page_words(catalogue):
    words = {}
    for language, parsed in zip(catalogue.languages, catalogue.parsed):
        words[language.id] = {
            "page": {key.partition(".")[2]: for_page(catalogue, language, parsed, key) for key in catalogue.keys("page")},
            "named": [one for english, said, kind in named_by(catalogue, language, parsed) for one in (english, said, str(kind))],
            **{name: [said_by_core(catalogue, parsed, key) if (key.split(".")[0] in LATER) == is_later else ""
                      for key in catalogue.keys("core")] for name, is_later in (("core", False), ("later", True))}}
    return json.dumps(words, ensure_ascii=False, separators=(",", ":"))


def for_page(catalogue, language, parsed, key):
    """A sentence as the page fills it: a form is {name:2}, counted from 1, and a choice by gender {name?aONE|bOTHER}, each
    form after the letter of its gender."""
    def written(pieces):
        out = ""
        for piece in pieces:
            if isinstance(piece, str):
                out += piece
            elif piece[0] == "hole":
                out += f"{{{piece[1]}}}"
            elif piece[0] == "form":
                out += f"{{{piece[1]}:{language.form_names.index(piece[2]) + 1}}}"
            elif piece[0] == "plural":
                out += f"{{{piece[1]}|{'|'.join(written(one) for one in piece[2])}}}"
            else:
                out += f"{{{piece[1]}?{'|'.join(gender_byte(language, gender) + written(one) for gender, one in piece[2])}}}"
        return out
    if key not in parsed or not (language.genders or language.form_names):
        return (language if key in parsed else catalogue.english).entries[key]
    return written(parsed[key])


def cost_of(catalogue, parsed):
    """Bytes that a language takes in the program besides its file: its sentences, and a pointer to each. What it says as the one
    it stands on is there once."""
    language = language_of(catalogue, parsed)
    keys = [key for part in ("core", "program") for key in catalogue.keys(part)]
    own = [key for key in keys if not language.base or language.base.entries.get(key) != language.entries.get(key)]
    return len(keys) * POINTER_BYTES + sum(len(said_by_core(catalogue, parsed, key).encode()) + 1 for key in own)


def files(catalogue):
    lines = ["/* The files of lang/, made by lang/compile.py. */", "#include \"words/words.h\"", ""]
    rows = []
    for language, parsed in zip(catalogue.languages, catalogue.parsed):
        text = language.path.read_text(encoding="utf-8")
        if language.id in ("en", "es"):
            text += "\n# ---- named: from editions/ and house/, which say it themselves ----\n"
            text += "".join(f"{key} = {language.entries[key]}\n" for key in catalogue.keys("named"))
        packed = zlib.compress(text.encode(), 9)
        lines.append(f"static const unsigned char file_{language.c_id}[] = {{")
        lines += ["    " + ", ".join(map(str, packed[at:at + 24])) + "," for at in range(0, len(packed), 24)] + ["};\n"]
        rows.append(f"    {{file_{language.c_id}, sizeof file_{language.c_id}, {len(text.encode())}, "
                    f"{cost_of(catalogue, parsed) + len(packed)}}},")
    lines += ["const struct words_file words_files[PEN_LANG_COUNT] = {", *rows]
    return "\n".join(lines + ["};", ""])


def languages(catalogue):
    lines = ["/* languages.h - the languages of lang/, English first. Made by lang/compile.py, and no part of the interface: what is",
             " * compiled with it belongs to this build of the library. */",
             "#ifndef PENULTIMA_LANGUAGES_H", "#define PENULTIMA_LANGUAGES_H", "", "#include \"penultima/base.h\"", ""]
    lines += [f"#define PEN_LANG_{name_of(one.id)} ((enum pen_lang){number})"
              for number, one in enumerate(catalogue.languages) if number > 0]
    return "\n".join(lines + [f"#define PEN_LANG_COUNT {len(catalogue.languages)}", "", "#endif", ""])


def write(out, text):
    """Not if it says so already: what is made of it would be made again."""
    if not Path(out).is_file() or Path(out).read_text(encoding="utf-8") != text:
        Path(out).write_text(text, encoding="utf-8")


def main(what, out, *paths):
    if what == "list":
        found = sorted(path.stem for path in Path(out).glob("*.lang") if not {path.stem, like_of(path)} & {"en", *paths})
        print("\n".join(f"{name}.lang" for name in ("en", *found)))
        return
    if what == "named":
        print("\n".join(str(path.relative_to(ROOT)) for path in named_files()))
        return
    if what == "groups":
        catalogue = Catalogue(paths)
        print("\n".join(header_name(out, group) for group in groups(catalogue, out)))
        return
    catalogue = Catalogue(paths)
    if what == "complete":
        if catalogue.problems:
            raise Wrong("\n".join(catalogue.problems))
        text = ""
    elif what == "languages.h":
        text = languages(catalogue)
    elif what == "page.js":
        text = page(catalogue)
    elif what == "page.json":
        text = page_words(catalogue)
    elif what == "later.c":
        text = table(catalogue, "core", is_later=True)
    elif what == "files.c":
        text = files(catalogue)
    elif what.endswith(".keys"):
        headers(catalogue, what.partition(".")[0], out)
        return
    else:
        text = table(catalogue, what.partition(".")[0])
    write(out, text)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Wrong as wrong:
        sys.exit(f"lang: {wrong}")
