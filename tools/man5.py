#!/usr/bin/env python3
"""A manual page out of one of our documents: man5.py DOCUMENT.md NAME "what it is" > NAME.5

Knows the Markdown that our documents use: headings, paragraphs, lists, tables, fenced blocks, links, code and
stress."""
import re
import sys


def escape(text):
    return text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")


def inline(text):
    """Code in bold, stress in italics, links by their words."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    parts = re.split(r"(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*)", text)
    done = []
    for part in parts:
        if part.startswith("`"):
            done.append(f"\\fB{escape(part[1:-1])}\\fR")
        elif part.startswith("**"):
            done.append(f"\\fB{escape(part[2:-2])}\\fR")
        elif part.startswith("*") and part.endswith("*") and len(part) > 2:
            done.append(f"\\fI{escape(part[1:-1])}\\fR")
        else:
            done.append(escape(part))
    line = "".join(done)
    return "\\&" + line if line[:1] in (".", "'") else line


def cells(line):
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def convert(lines):
    table = fence = False
    for line in lines:
        line = line.rstrip("\n")
        if line.lstrip().startswith("```"):
            indent = len(line) - len(line.lstrip())
            yield ".fi\n.RE\n.PP" if fence else ".PP\n.RS 4\n.nf"
            fence = not fence
        elif fence:
            text = escape(line[indent:] if not line[:indent].strip() else line)
            yield "\\&" + text if text[:1] in (".", "\\") else text
        elif re.fullmatch(r"\|[\s|:-]+\|", line):
            continue
        elif line.startswith("|"):
            first, *rest = cells(line)
            if not table and not first and not any(rest):
                continue
            yield f".TP\n{inline(first) or chr(92) + '&'}\n{inline(' · '.join(cell for cell in rest if cell)) or chr(92) + '&'}"
            table = True
            continue
        elif line.startswith("# "):
            continue
        elif line.startswith("## "):
            yield f".SH {inline(line[3:]).upper()}"
        elif line.startswith("### "):
            yield f".SS {inline(line[4:])}"
        elif re.match(r"(-|\d+\.) ", line):
            mark, text = line.split(" ", 1)
            yield ".IP " + ("\\(bu" if mark == "-" else mark) + " 3\n" + inline(text)
        elif not line.strip():
            yield ".PP"
        else:
            yield inline(line.strip())
        table = False


def main():
    document, name, about = sys.argv[1:]
    print(f'.TH "{name.upper()}" 5 "" "Penúltima" "File Formats"\n.SH NAME\n{escape(name)} \\- {escape(about)}\n.SH DESCRIPTION')
    with open(document, encoding="utf-8") as lines:
        for piece in convert(lines):
            print(piece)
    print(".SH SEE ALSO\n.BR penultima (1)")


main()
