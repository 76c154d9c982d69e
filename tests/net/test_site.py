#!/usr/bin/env python3
"""The page comes out of the program: test_site.py PROGRAM ARCHIVE SOURCE_ROOT

A copy of the program alone, in an empty folder, serves every file of the page as it was put together, to browsers that
take brotli, gzip or neither; --web serves another page instead.
"""
import gzip
import os
import shutil
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "hall"))
import tap  # noqa: E402
from server import Server  # noqa: E402

program = Path(os.path.abspath(sys.argv[1]))
made = program.parent / "web"
names = (made / "page.stamp").read_text(encoding="utf-8").split()[1:]


def get(port, path, **headers):
    """(status, headers, bytes)"""
    request = urllib.request.Request(f"http://127.0.0.1:{port}/{path}",
                                     headers={name.replace("_", "-"): text for name, text in headers.items()})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


def brotli(data):
    return subprocess.run(["brotli", "-d", "-c"], input=data, capture_output=True, check=True).stdout


UNPACKED = {"": bytes, "gzip": gzip.decompress, "br": brotli}

with tempfile.TemporaryDirectory() as folder:
    alone = Path(folder, "elsewhere")
    alone.mkdir()
    copy = shutil.copy(program, alone / "p")
    server = Server(copy, folder)
    server.start()
    tap.check("the page has its files", len(names) > 30, names)
    for accepted in ("", "gzip", "br, gzip"):
        wrong = []
        for name in names:
            status, headers, data = get(server.port, name, Accept_Encoding=accepted)
            coding = headers.get("Content-Encoding", "")
            if status != 200 or coding not in accepted or bool(coding) != bool(accepted) or \
                    UNPACKED[coding](data) != (made / name).read_bytes():
                wrong.append((name, status, coding, len(data)))
        tap.equal(f"a copied program serves all of the page as '{accepted}'", wrong, [])
    status, headers, data = get(server.port, "", Accept_Encoding="gzip")
    tap.check("its first page", status == 200 and gzip.decompress(data) == (made / "index.html").read_bytes())
    tap.equal("is not sent again to who has it", get(server.port, "", Accept_Encoding="gzip",
                                                     If_None_Match=headers["ETag"])[0], 304)
    for path in ("app.js", "js/app.js/", "js//app.js", "js/app.js.gz", "zzz.js", "page.pack", "page.stamp"):
        tap.equal(f"{path} is not there", get(server.port, path)[0], 404)
    server.stop()

    other = Path(folder, "other")
    other.mkdir()
    Path(other, "index.html").write_text("<p>another</p>\n", encoding="utf-8")
    server = Server(copy, folder, "--web", other)
    server.start()
    tap.equal("--web: another page", get(server.port, "")[2], b"<p>another</p>\n")
    tap.equal("--web: and nothing else", get(server.port, "js/app.js")[0], 404)
    server.stop()

tap.done()
