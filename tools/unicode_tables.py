#!/usr/bin/env python3
"""Writes src/room/unicode_tables.h: which characters look like Latin letters, which are marks on others, and which nobody
sees. unicode_tables.py [--check] (with --check nothing is written; 1 if the file would be another one).

From facts of Unicode, as three sources have them: the confusables of UTS 39 in ICU's library (libicui18n), decompositions,
categories and names in Python's unicodedata. What people mistake and none of these tells is in MISTAKEN, with its reason.
"""
import ctypes
import ctypes.util
import re
import sys
import unicodedata
from pathlib import Path

root = Path(__file__).resolve().parent.parent
target = root / "src/room/unicode_tables.h"
LAST = 0x323af  # of the letters that have been given out
MISTAKEN = {
    "þ": "p", "Þ": "P", "ƿ": "p", "Ƿ": "P", "ϸ": "p", "Ϸ": "P",  # thorn, wynn and sho, in most faces
    "З": "3", "Ӡ": "3", "Ь": "b", "Ɩ": "l", "ß": "B",
}


class Spoof:
    """ICU's skeletons; its functions have the version in their names."""

    def __init__(self):
        path = ctypes.util.find_library("icui18n")
        if not path:
            raise OSError("libicui18n is not here")
        self.library = ctypes.CDLL(path)
        self.version = re.search(r"\.so\.(\d+)", path).group(1)
        opening = getattr(self.library, f"uspoof_open_{self.version}")
        opening.restype = ctypes.c_void_p
        self.checker = ctypes.c_void_p(opening(ctypes.byref(ctypes.c_int(0))))
        self.ask = getattr(self.library, f"uspoof_getSkeletonUTF8_{self.version}")

    def skeleton(self, text):
        data, out, error = text.encode(), ctypes.create_string_buffer(400), ctypes.c_int(0)
        count = self.ask(self.checker, 0, data, len(data), out, len(out), ctypes.byref(error))
        return out.raw[:count].decode() if error.value <= 0 else text


def without_marks(text):
    return "".join(c for c in unicodedata.normalize("NFD", text) if unicodedata.category(c)[0] != "M")


def is_plain(text):
    return 0 < len(text) <= 2 and text.isascii() and text.isalnum()


def like(spoof, character):
    """The Latin letters or digits that it looks like, or "" ."""
    name = unicodedata.name(character, "")
    for text in (without_marks(spoof.skeleton(character)), without_marks(unicodedata.normalize("NFKD", character))):
        text = MISTAKEN.get(text, text)
        if is_plain(text):
            return text
    found = re.fullmatch(r"LATIN (CAPITAL|SMALL) LETTER ([A-Z])( WITH .*)?", name) or \
        re.fullmatch(r"(?:LATIN|MODIFIER) LETTER (SMALL CAPITAL|SMALL|CAPITAL) ([A-Z])( WITH .*)?", name)
    if found:
        return found[2] if found[1] == "CAPITAL" else found[2].lower()
    return MISTAKEN.get(character, "")


def is_hidden(point):
    """Nobody sees it: formats, fillers, what chooses among forms, tags, private characters, none at all."""
    return unicodedata.category(chr(point)) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") or point & 0xfffe == 0xfffe or \
        point in (0x34f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x2065, 0x2800, 0x3164, 0xffa0) or \
        0x180b <= point <= 0x180f or 0xfe00 <= point <= 0xfe0f or 0xfdd0 <= point <= 0xfdef or \
        0xfff0 <= point <= 0xfff8 or 0xe0000 <= point <= 0xe0fff


def ranges(points):
    found = []
    for point in points:
        if found and found[-1][1] + 1 == point:
            found[-1][1] = point
        else:
            found.append([point, point])
    return found


def lines(items):
    text, line = [], "   "
    for item in items:
        if len(line) + len(item) + 2 > 108:
            text.append(line)
            line = "   "
        line += f" {item},"
    return "\n".join([*text, line])


def runs(table):
    """Letters of neighbours in one string, '.' between them where there is none."""
    found = []
    for point, letter in sorted(table.items()):
        if found and point - found[-1][0] - len(found[-1][1]) <= 6:
            first, text = found[-1]
            found[-1] = (first, text + "." * (point - first - len(text)) + letter)
        else:
            found.append((point, letter))
    return found


def strings(items):
    out = []
    for first, text in items:
        pieces = [text[i:i + 80] for i in range(0, len(text), 80)]
        out.append(f"    {{{first:#x}, {len(text)}, " + "\n        ".join(f'"{piece}"' for piece in pieces) + "},")
    return "\n".join(out)


def make():
    spoof = Spoof()
    single, pair = {}, {}
    for point in range(0x80, LAST):
        character = chr(point)
        if unicodedata.category(character)[0] not in "LNM":
            continue
        text = like(spoof, character)
        if len(text) == 1:
            single[point] = text
        elif len(text) == 2:
            pair[point] = text
    marks = ranges(p for p in range(0x110000) if unicodedata.category(chr(p)) in ("Mn", "Me") and not is_hidden(p))
    hidden = ranges(p for p in range(0x110000) if is_hidden(p))
    return f"""/* unicode_tables.h - written by tools/unicode_tables.py; not to be changed by hand. */
/* clang-format off */
#ifndef ROOM_UNICODE_TABLES_H
#define ROOM_UNICODE_TABLES_H

#include <stdint.h>

struct room__range {{
    uint32_t first, last;
}};

/* Which Latin letter or digit a character looks like, for neighbours in one string; '.': none. */
static const struct {{
    uint32_t first;
    uint16_t count;
    const char *like;
}} room__like[] = {{
{strings(runs(single))}
}};

/* Those that look like two. */
static const struct {{
    uint32_t point;
    char like[3];
}} room__like_two[] = {{
{lines(f'{{{point:#x}, "{text}"}}' for point, text in sorted(pair.items()))}
}};

/* Marks on the character before. */
static const struct room__range room__marks[] = {{
{lines(f'{{{first:#x}, {last:#x}}}' for first, last in marks)}
}};

/* What nobody sees. */
static const struct room__range room__hidden[] = {{
{lines(f'{{{first:#x}, {last:#x}}}' for first, last in hidden)}
}};

#endif
"""


text_ = make()
if "--check" in sys.argv:
    sys.exit(0 if target.read_text(encoding="utf-8") == text_ else 1)
target.write_text(text_, encoding="utf-8")
