#!/usr/bin/env python3
"""The public tables of a house as a terminal lists them: test_list.py PROGRAM ARCHIVE SOURCE_ROOT

The house is a stranger's: what it says steers no terminal.
"""
import http.server
import json
import os
import sys
import tempfile
import threading
from pathlib import Path

here = Path(__file__).resolve().parent
sys.path[:0] = [str(here.parent / "support"), str(here.parent / "hall")]
import tap  # noqa: E402
from person import Person  # noqa: E402
from server import Server  # noqa: E402

program = os.path.abspath(sys.argv[1])


def house_with(tables):
    """A house that answers everything with this list."""
    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            body = json.dumps({"tables": tables}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    house = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=house.serve_forever, daemon=True).start()
    return house


def listed(tables, folder, *options):
    house = house_with(tables)
    result = tap.run([program, "join", "--lang", "en", "--plain", f"http://127.0.0.1:{house.server_port}/", *options],
                     stdin=b"q\n", env={**os.environ, "HOME": folder})
    house.shutdown()
    return result


def changed(line, **other):
    return {**line, **other, "settings": {**line["settings"], **other.get("settings", {})}}


with tempfile.TemporaryDirectory() as place:
    server = Server(program, place)
    server.start()
    ana = Person(server.port, {"t": "create", "name": "Ana", "settings": {"seats": 3, "public": True, "name": "Mesa"}})
    line = json.loads(server.get("/api/tables")[1])["tables"][0]
    server.stop()
    plain = listed([line], place)
    tap.check("a table is listed, and a new one offered", "  1 Mesa · Classic · Ana · 1/3\n  2 New table\n" in plain.out, plain)
    strange = listed([changed(line, settings={"name": "M\033]0;x\007\u009besa", "edition": "own-\033[2J"})], place)
    tap.check("what could steer the terminal is left out", "1 M]0;xesa · " in strange.out
              and not any(sign in strange.out for sign in "\033\007\u009b"), strange)
    named = listed([changed(line, id="../../x"), changed(line, id="a\033[2J"), line], place)
    tap.check("so is a table whose name no link could have", "  1 Mesa · Classic · Ana · 1/3\n  2 New table\n" in named.out, named)
    watched = listed([line], place, "--watch")
    tap.check("who watches is offered no new table", "1 Mesa" in watched.out and "New table" not in watched.out, watched)
    nothing = listed([], place, "--watch")
    tap.check("and where there is none, nothing", nothing.status == 1 and nothing.out.count("\n") == 1
              and "New table" not in nothing.out, nothing)
tap.done()
