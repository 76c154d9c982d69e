#!/usr/bin/env python3
"""Every sentence of a language as people will read it, for whoever reviews it: read.py ID [KEY-BEGINS-WITH...]

    python3 lang/read.py pl page. tui.      the page and the terminal in Polish, with the English beside it

Holes are filled with samples: one, two, five, 11, 21 and 100 where a number chooses the form; a short name, a long one and
one that is written in the other direction; cards and colours in the form that the sentence asks for.
"""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import compile as catalogue  # noqa: E402

HERE = Path(__file__).resolve().parent
NUMBERS = (1, 2, 5, 11, 21, 100)
LONG, LEFT, RIGHT = "Maximiliana-Esperanza", "Rosa", "سلمى"
CARDS = {"card": "named.card.draw-two", "color": "named.color.red", "cards": "count.cards-2"}


def plural_of(language, number):
    """Which form a number takes, by the rules of the language."""
    for index, (_, rule) in enumerate(language.plurals):
        said = re.sub(r"\bn % (\d+)", lambda found: str(number % int(found[1])), rule)
        said = re.sub(r"\bn\b", str(number), said)

        def is_among(found):
            value, sign, ranges = int(found[1]), found[2], found[3].split(",")
            inside = any(int(low) <= value <= int(high or low) for low, _, high in (one.strip().partition("..") for one in ranges))
            return str(inside == (sign == "="))
        said = re.sub(r"(\d+)\s*(!?=)\s*([\d., ]*\d)", is_among, said)
        if not rule or eval(said, {"__builtins__": {}}):  # noqa: S307: rules of our own files, numbers and words by now
            return index
    return len(language.plurals) - 1


class Reader:
    def __init__(self, language, parsed):
        self.language, self.parsed = language, parsed

    def thing(self, key, form=""):
        gender, forms = self.language.inflected.get(key, ("", {}))
        return forms.get(form, self.language.entries.get(key, key)), gender

    def made(self, name, form):
        """A name in the form that a @suffix or @prefix makes."""
        small, vowels = name.lower(), self.language.vowels
        vowel = next((letter for letter in reversed(small) if letter in vowels), "")
        for one, where, end, said, is_prefix in self.language.suffixes:
            letter = small[0] if is_prefix else vowel
            if one == form and (where == "*" or letter and letter in where) and (not end or small[-1] in end):
                return said + name if is_prefix else name + said
        return name

    def value(self, hole, name, number, form=""):
        if hole in CARDS:
            return self.thing(CARDS[hole], form)[0]
        if hole in ("n", "number", "other", "line", "seconds", "points", "total"):
            return str(number)
        if hole == "list":
            return "7, 9"
        if hole in ("seat", "target", "name", "host", "who", "winner", "second", "first"):
            return self.made(name, form)
        return f"‹{hole}›"

    def say(self, pieces, name, number):
        text = ""
        for piece in pieces:
            if isinstance(piece, str):
                text += piece
            elif piece[0] == "hole":
                text += self.value(piece[1], name, number)
            elif piece[0] == "form":
                text += self.value(piece[1], name, number, piece[2])
            elif piece[0] == "plural":
                text += self.say(piece[2][plural_of(self.language, number)], name, number)
            else:
                gender = self.thing(CARDS.get(piece[1], ""))[1]
                chosen = next((inner for one, inner in piece[2] if one == gender), piece[2][-1][1])
                text += self.say(chosen, name, number)
        return text.replace("\n", " ⏎ ")

    def samples(self, key):
        pieces = self.parsed[key]
        has_number = any(not isinstance(one, str) and one[0] == "plural" for one in pieces)
        names = (LEFT, LONG, RIGHT if not self.language.is_rtl else LEFT) if "name" in str(pieces) or "seat" in str(pieces) else (LEFT,)
        shown = [self.say(pieces, LEFT, number) for number in NUMBERS] if has_number else []
        shown += [self.say(pieces, name, 2) for name in names]
        return list(dict.fromkeys(shown))


def main(wanted, *beginnings):
    found = catalogue.Catalogue(dict.fromkeys([HERE / "en.lang", HERE / f"{wanted}.lang"]))
    english, other = Reader(found.english, found.parsed[0]), Reader(found.languages[-1], found.parsed[-1])
    for key in found.english.entries:
        if beginnings and not key.startswith(beginnings):
            continue
        print(f"{key}\n    en  {english.samples(key)[0]}")
        for said in other.samples(key) if key in other.parsed else ["(missing)"]:
            print(f"    {wanted}  {said}")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except (catalogue.Wrong, OSError) as problem:
        sys.exit(f"read.py: {problem}")
