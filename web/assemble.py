#!/usr/bin/env python3
"""Puts the page together in one folder.

    assemble.py FOLDER STAMP SOURCE WASM RECORDS SEAL ANALYSIS CATALOGUE WORDS FACES
    assemble.py --list SOURCE                                         the files it copies

STAMP is written last: the page's version, and the files that belong to it.

Copies what a browser asks for, gives the service worker a version that changes with the files, and
puts a compressed copy beside each file, so that a server need not compress.

Styles come as one file, style.css; what is not seen before cards are in the hand is in later.css, which comes with the
modules that are loaded when they are wanted. What is needed until cards are in the hand comes as one file, js/app.js:
the modules that app.js imports statically, one after the other in one scope, without their comments. Modules that are loaded when they are
wanted import from it. WASM, RECORDS, SEAL and ANALYSIS are the parts of the core. CATALOGUE and WORDS are what lang/compile.py makes of lang/: the module
js/catalogue.js, and what every language says. That becomes words/ID.json, needed until cards are in the hand, and words/ID.later.json,
which every module that is loaded later waits for (js/later.js).
"""
import base64
import gzip
import hashlib
import html
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

from icons import icons

# What the style sheets are made of, in this order: later ones may change what earlier ones say.
STYLES = {"style.css": ("colours", "cards", "parts", "place", "seats", "piles", "bar", "hand", "motion", "sizes",
                        "screens"),
          "later.css": ("drawers", "weight", "end", "waiting", "choose", "door", "company", "shelf", "analysis",
                       "blocks")}
KINDS = {".html", ".css", ".js", ".svg", ".webmanifest"}


def page_files(source):
    return sorted(path for path in source.rglob("*") if path.is_file() and path.suffix in KINDS)


IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"\./([\w-]+\.js)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const|let) (\w+))", re.MULTILINE)
TOP = re.compile(r"^(?:export )?(?:async )?(?:function|class|const|let) (?:(\w+)|\{([^}]*)\})", re.MULTILINE)


def packed(text):
    """Without comments, blanks that lines begin with, and line ends where a statement surely goes on or is over.

    Prettier ends every statement with a semicolon, and no string has several lines."""
    text = re.sub(r"^[ \t]*//.*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"[ \t]*/\*\*?(?:(?!\*/)[\s\S])*\*/[ \t]*", " ", text)
    text = re.sub(r"^[ \t]+|[ \t]+$", "", text, flags=re.MULTILINE)
    text = re.sub(r"\n{2,}", "\n", text)
    late = re.search(r".* // .*", text)
    if late:
        sys.exit(f"a comment behind code cannot be dropped: {late[0]}")
    return re.sub(r"\n(?=[)}\].?:&|])", "", re.sub(r"(?<=[{(,\[;])\n", "", text))


def modules_of(first, texts):
    """The modules that 'first' needs, each after those it needs itself."""
    order, seen = [], set()

    def visit(name):
        if name in seen:
            return
        seen.add(name)
        for _, other in IMPORT.findall(texts[name]):
            visit(other)
        order.append(name)

    visit(first)
    return order


def join(texts, first):
    """All modules that are needed at the start as one; the others then import from it."""
    order = modules_of(first, texts)
    owners, exported, pieces = {}, [], []
    for name in order:
        text = texts[name]
        if re.search(r"^import \*|^import [^{\"]|^export (?:default|\{)", text, re.MULTILINE) or " as " in "".join(
                found[0] for found in IMPORT.findall(text)):
            sys.exit(f"{name}: only plain lists of names are imported and exported at the start")
        for one, many in TOP.findall(text):
            for word in [one] if one else re.findall(r"\w+", many):
                if word in owners:
                    sys.exit(f"{name} and {owners[word]} both call something {word}")
                owners[word] = name
        exported += [word for _, word in EXPORT.findall(text)]
        pieces.append(EXPORT.sub(r"\1", IMPORT.sub("", text)))
    texts = {name: text for name, text in texts.items() if name not in order}
    # Modules fetched later take what they need from the one that is there already.
    for name, text in texts.items():
        if name != "later.js":
            text = 'import "./later.js";\n' + text
        for other in order:
            text = text.replace(f'from "./{other}";', f'from "./{first}";').replace(
                f'import("./{other}")', f'import("./{first}")')
        texts[name] = text
    texts[first] = "".join(pieces) + f"export {{ {', '.join(exported)} }};\n"
    return {name: packed(text) for name, text in texts.items()}


def said_by(words):
    """What stands for {{KEY}} where no script runs: the sentence in every language, English last."""
    languages = [said["page"] for name, said in words.items() if name != "en"] + [words["en"]["page"]]
    return {key: " · ".join(dict.fromkeys(one[key] for one in languages)) for key in words["en"]["page"]}


def parted(words, scripts):
    """The words of each language in two: those that the modules of the start may say, and the others."""
    start = "".join(scripts[name] for name in modules_of("app.js", scripts))
    named = set(re.findall(r'"([^"\n]+)"|\b(\w+):', start))
    named = {word.replace(" ", "-") for pair in named for word in pair}
    begun = tuple(re.findall(r"`([\w-]+\.)\$\{", start))
    for name, said in words.items():
        # "dealer.lots" may be put together of what is named "dealer".
        first = {key: text for key, text in said["page"].items()
                 if key in named or key.split(".")[0] in named or key.startswith(begun)}
        rest = {key: text for key, text in said["page"].items() if key not in first}
        yield f"{name}.json", {"page": first, "core": said["core"], "named": said["named"]}
        yield f"{name}.later.json", {"page": rest, "core": said["later"]}


def assemble(folder, source, wasm, records, seal, analysis, catalogue, words, faces):
    contents = {path.relative_to(source): path.read_bytes() for path in page_files(source)}
    words = json.loads(Path(words).read_text(encoding="utf-8"))
    faces = json.loads(Path(faces).read_text(encoding="utf-8"))
    said = said_by(words)
    for name, quote in (("index.html", html.escape),
                        ("manifest.webmanifest", lambda text: json.dumps(text, ensure_ascii=False)[1:-1])):
        text = contents[Path(name)].decode("utf-8")
        contents[Path(name)] = re.sub(r"\{\{([\w.-]+)\}\}", lambda hole: quote(said[hole[1]]), text).encode("utf-8")
    scripts = {path.name: data.decode("utf-8") for path, data in contents.items() if path.parent == Path("js")}
    scripts["catalogue.js"] = Path(catalogue).read_text(encoding="utf-8")
    # Drawn from the typeface, if it is here (fonts.py).
    scripts["numerals.js"] = faces["numerals"] or scripts["numerals.js"]
    contents = {path: data for path, data in contents.items() if path.parent != Path("js")}
    contents.update((Path(name), base64.b64decode(data)) for name, data in faces["files"].items())
    for name, text in join(scripts, "app.js").items():
        contents[Path("js", name)] = text.encode("utf-8")
    contents.update((Path(name), data) for name, data in icons().items())
    for sheet, parts in STYLES.items():
        style = "".join(contents.pop(Path("style", f"{name}.css")).decode("utf-8") for name in parts)
        style += faces["first" if sheet == "style.css" else "later"]
        style = re.sub(r"/\*(?:(?!\*/)[\s\S])*\*/\n*", "", style)
        contents[Path(sheet)] = re.sub(r"\s*([{};,])\s*", r"\1", style).replace(";}", "}").encode("utf-8")
    left = [str(path) for path in contents if path.parent == Path("style")]
    if left:
        sys.exit(f"STYLES does not say where {', '.join(left)} belongs")
    contents[Path("penultima.wasm")] = Path(wasm).read_bytes()
    contents[Path("records.wasm")] = Path(records).read_bytes()
    contents[Path("seal.wasm")] = Path(seal).read_bytes()
    contents[Path("analysis.wasm")] = Path(analysis).read_bytes()
    for name, said in parted(words, scripts):
        text = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
        contents[Path("words", name)] = text.encode("utf-8")
    version = hashlib.sha256()
    for name, data in sorted(contents.items()):
        version.update(str(name).encode() + b"\0" + data + b"\0")
    worker = contents[Path("sw.js")].decode("utf-8")
    files = [str(name) for name in sorted(contents) if name != Path("sw.js")]
    # Fetched only by who plays against it, for two or for more, so they are not among what is kept for later.
    contents[Path("master.mind")] = (source.parent / "learn" / "two.mind").read_bytes()
    contents[Path("masters.mind")] = (source.parent / "learn" / "many.mind").read_bytes()
    worker = worker.replace('"dev"', f'"{version.hexdigest()[:16]}"')
    worker = worker.replace("/* FILES */", ", ".join(f'"{name}"' for name in files))
    contents[Path("sw.js")] = worker.encode("utf-8")
    brotli = shutil.which("brotli")  # without it there is gzip for all
    zopfli = shutil.which("zopfli")  # the same format as gzip, a twentieth smaller
    # What an older page had here and this one does not would be served, too.
    for old in sorted([*(folder / "js").glob("*.js*"), *(folder / "words").glob("*.json*")]):
        if Path(old.parent.name, old.name.removesuffix(".gz").removesuffix(".br")) not in contents:
            old.unlink()
    for name, data in contents.items():
        target = folder / name
        small, smaller = (target.with_name(target.name + ending) for ending in (".gz", ".br"))
        # Compressing takes longer than all the rest: what is the same as before stays.
        if target.is_file() and target.read_bytes() == data and small.is_file() and smaller.is_file() == bool(brotli):
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        small.unlink(missing_ok=True)
        smaller.unlink(missing_ok=True)
        target.write_bytes(data)
        if brotli:
            subprocess.run([brotli, "-q", "11", "-o", str(smaller), str(target)], check=True)
        # A fixed time: equal files give equal archives. It comes last: with it a file is whole.
        packed = subprocess.run([zopfli, "-c", str(target)], check=True, capture_output=True).stdout if zopfli else b""
        small.write_bytes(packed or gzip.compress(data, 9, mtime=0))
    return [version.hexdigest(), *sorted(str(name) for name in contents)]


if sys.argv[1] == "--list":
    print("\n".join(str(path) for path in page_files(Path(sys.argv[2]))))
else:
    made = assemble(Path(sys.argv[1]), Path(sys.argv[3]), *sys.argv[4:])
    Path(sys.argv[2]).write_text("\n".join(made) + "\n", encoding="utf-8")
