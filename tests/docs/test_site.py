#!/usr/bin/env python3
"""The site of the documents is whole: test_site.py PROGRAM ARCHIVE SOURCE_ROOT

Every link leads to a page and a place on it, nothing is fetched from elsewhere, every page can be reached from the first one, and every
function that the library offers has its place in the reference.
"""
import re
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402

program, root = Path(sys.argv[1]).resolve(), Path(sys.argv[3]).resolve()


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.places, self.fetched = [], set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        has = dict(attributes)
        self.places.add(has.get("id"))
        if tag == "a" and "href" in has:
            self.links.append(has["href"])
        elif "src" in has or (tag == "link" and "href" in has):
            self.fetched.append(has.get("src", has.get("href")))


with tempfile.TemporaryDirectory() as scratch:
    site = Path(scratch, "site")
    made = tap.run([root / "tools/site", site])
    if not tap.check("the site is made", made.status == 0, made):
        tap.done()
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    lost, fetched = [], [f"{path.name}: {one}" for path, page in pages.items() for one in page.fetched if re.match(r"[a-z]+:|//", one)]
    reached, left = {site / "index.html"}, [site / "index.html"]
    while left:
        path = left.pop()
        for link in pages[path].links + pages[path].fetched:
            if re.match(r"[a-z]+:", link):
                continue
            target, place = urldefrag(unquote(link))
            there = (path.parent / target).resolve() if target else path
            if not there.is_file():
                lost.append(f"{path.relative_to(site)}: {link}")
            elif place and there in pages and place not in pages[there].places:
                lost.append(f"{path.relative_to(site)}: {link} (no such place)")
            elif there in pages and there not in reached:
                reached.add(there)
                left.append(there)
    tap.equal("every link leads to a page and a place on it", lost, [])
    tap.equal("nothing is fetched from elsewhere", fetched, [])
    tap.equal("every page is reached from the first", sorted(path.relative_to(site).as_posix() for path in set(pages) - reached), [])
    styles = (site / "site.css").read_text(encoding="utf-8")
    tap.check("nor by the style", "url(" not in styles and "@import" not in styles)
    told = set().union(*(page.places for path, page in pages.items() if path.parent.name == "api"))
    symbols = subprocess.run(["nm", "--defined-only", "-D", *sorted(program.parent.glob("libpenultima.so.*.*"))[:1]], capture_output=True, text=True, check=True)
    offered = set(re.findall(r" [TD] (pen_\w+)$", symbols.stdout, re.MULTILINE))
    headers = "".join(path.read_text(encoding="utf-8") for path in (root / "include/penultima").glob("*.h"))
    inlined = set(re.findall(r"^PEN_INLINE [^(\n]*?(pen_\w+)\(", headers, re.MULTILINE))
    tap.check("there are functions", len(offered) > 100 and len(inlined) > 10, len(offered), len(inlined))
    tap.equal("every function of the library is in the reference", sorted(offered - told), [])
    tap.equal("so is what headers define themselves", sorted(inlined - told), [])
    number = len(re.findall(r"^- \[pen_\w+\]", "\n".join(
        f"- [{link.rsplit('#')[-1]}]" for link in pages[site / "api/index.html"].links if "#pen_" in link), re.MULTILINE))
    tap.check("the list names them all", number >= len(offered | inlined), number)
tap.done()
