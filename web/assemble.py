#!/usr/bin/env python3
"""Puts the page together in one folder.

    assemble.py FOLDER STAMP SOURCE WASM WORDS      for the build; STAMP is written last
    assemble.py --install FOLDER SOURCE WASM WORDS  below the prefix that Meson installs to
    assemble.py --list SOURCE                 the files it copies

Copies what a browser asks for, gives the service worker a version that changes with the files, and
puts a compressed copy beside each file, so that a server need not compress.

Styles come as one file, style.css. What is needed until cards are in the hand comes as one file, js/app.js:
the modules that app.js imports statically, one after the other in one scope, without their comments. Modules that are loaded when they are
wanted import from it. WORDS is the module of sentences that lang/compile.py
makes, which becomes js/catalogue.js.
"""
import gzip
import hashlib
import html
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from icons import icons

# What style.css is made of, in this order: later ones may change what earlier ones say.
STYLES = ("colours", "cards", "parts", "place", "seats", "piles", "bar", "hand", "motion", "end", "sizes", "drawers",
          "screens")
KINDS = {".html", ".css", ".js", ".svg", ".webmanifest"}


def page_files(source):
    return sorted(path for path in source.rglob("*") if path.is_file() and path.suffix in KINDS)


IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"\./([\w-]+\.js)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const|let) (\w+))", re.MULTILINE)
TOP = re.compile(r"^(?:export )?(?:async )?(?:function|class|const|let) (?:(\w+)|\{([^}]*)\})", re.MULTILINE)


def without_comments(text):
    """Drops comments that stand on lines of their own, and what lines begin with (no string has several lines)."""
    text = re.sub(r"^[ \t]*/\*\*?(?:(?!\*/)[\s\S])*\*/[ \t]*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"^[ \t]*//.*\n", "", text, flags=re.MULTILINE)
    return re.sub(r"^[ \t]+", "", text, flags=re.MULTILINE)


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
        for other in order:
            text = text.replace(f'from "./{other}";', f'from "./{first}";').replace(
                f'import("./{other}")', f'import("./{first}")')
        texts[name] = text
    texts[first] = "".join(pieces) + f"export {{ {', '.join(exported)} }};\n"
    return {name: without_comments(text) for name, text in texts.items()}


def said_by(words):
    """What stands for {{KEY}} where no script runs: the sentence in every language, English last."""
    english, *others = [re.findall(r'^"([^"]+)": (".*"),$', block, re.MULTILINE)
                        for block in words.split("\nwords: {\n")[1:]]
    found = {}
    for key, said in [entry for language in (*others, english) for entry in language]:
        found.setdefault(key, []).append(json.loads(said))
    return {key: " · ".join(dict.fromkeys(several)) for key, several in found.items()}


def assemble(folder, source, wasm, words):
    contents = {path.relative_to(source): path.read_bytes() for path in page_files(source)}
    said = said_by(Path(words).read_text(encoding="utf-8"))
    for name, quote in (("index.html", html.escape),
                        ("manifest.webmanifest", lambda text: json.dumps(text, ensure_ascii=False)[1:-1])):
        text = contents[Path(name)].decode("utf-8")
        contents[Path(name)] = re.sub(r"\{\{([\w.-]+)\}\}", lambda hole: quote(said[hole[1]]), text).encode("utf-8")
    scripts = {path.name: data.decode("utf-8") for path, data in contents.items() if path.parent == Path("js")}
    scripts["catalogue.js"] = Path(words).read_text(encoding="utf-8")
    contents = {path: data for path, data in contents.items() if path.parent != Path("js")}
    for name, text in join(scripts, "app.js").items():
        contents[Path("js", name)] = text.encode("utf-8")
    contents.update((Path(name), data) for name, data in icons().items())
    style = "".join(contents.pop(Path("style", f"{name}.css")).decode("utf-8") for name in STYLES)
    left = [str(path) for path in contents if path.parent == Path("style")]
    if left:
        sys.exit(f"STYLES does not say where {', '.join(left)} belongs")
    style = re.sub(r"/\*(?:(?!\*/)[\s\S])*\*/\n*", "", style)
    contents[Path("style.css")] = re.sub(r"^[ \t]+", "", style, flags=re.MULTILINE).encode("utf-8")
    contents[Path("penultima.wasm")] = Path(wasm).read_bytes()
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
    # What an older page had here and this one does not would be served, too.
    for old in sorted((folder / "js").glob("*.js*")):
        if Path("js", old.name.removesuffix(".gz").removesuffix(".br")) not in contents:
            old.unlink()
    for name, data in contents.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        # A fixed time: equal files give equal archives.
        target.with_name(target.name + ".gz").write_bytes(gzip.compress(data, 9, mtime=0))
        smaller = target.with_name(target.name + ".br")
        smaller.unlink(missing_ok=True)
        if brotli:
            subprocess.run([brotli, "-q", "11", "-o", str(smaller), str(target)], check=True)
    return version.hexdigest()


if sys.argv[1] == "--list":
    print("\n".join(str(path) for path in page_files(Path(sys.argv[2]))))
elif sys.argv[1] == "--install":
    prefix = Path(os.environ["MESON_INSTALL_DESTDIR_PREFIX"])
    assemble(prefix / sys.argv[2], Path(sys.argv[3]), sys.argv[4], sys.argv[5])
else:
    made = assemble(Path(sys.argv[1]), Path(sys.argv[3]), sys.argv[4], sys.argv[5])
    Path(sys.argv[2]).write_text(made + "\n", encoding="utf-8")
