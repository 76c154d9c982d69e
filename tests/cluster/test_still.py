#!/usr/bin/env python3
"""Pages in a browser at the tables of a house whose node stands still: they play on, whether the proxy cuts them off or
they notice by themselves. test_still.py PROGRAM ARCHIVE SOURCE_ROOT [TABLES]"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

here = Path(__file__).resolve().parent
sys.path[:0] = [str(here), str(here.parent / "browser"), str(here.parent / "support"),
                str(here.parent.parent / "tools")]
import page_tests  # noqa: E402
import tap  # noqa: E402
from house import House, cluster  # noqa: E402
from postgres import find_programs, free_port  # noqa: E402
from server import wait_for  # noqa: E402

page_tests.need_page()
chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
if (not chromium or page_tests.has_sanitizers() or not page_tests.get_modules() or not find_programs() or
        not cluster.find_daemon("haproxy") or not cluster.find_daemon("nginx")):
    page_tests.skip("needs Chromium, PostgreSQL, HAProxy and nginx, and a build without sanitizers")
tables = int(sys.argv[4]) if len(sys.argv) > 4 else 3


def is_well(node):
    """It steps down and begins again, and listens to nobody meanwhile."""
    try:
        return node.get("/health")[0] == 200
    except OSError:
        return False


def stop_each(kind, house, folder):
    """One node after the other stands still until every page has found its way; what the pages tell of each."""
    port = free_port()
    place = Path(folder) / kind
    place.mkdir()
    proxy = cluster.start_proxy(kind, place, "127.0.0.1", port, [node.port for node in house.nodes])
    pages = subprocess.Popen(["node", here / "still.mjs", f"http://127.0.0.1:{port}/", page_tests.modules, str(tables)],
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                             env=dict(os.environ, CHROMIUM=chromium))
    alarm = threading.Timer(500, pages.kill)
    alarm.start()
    try:
        if not tap.check(f"{kind}: all pages play", pages.stdout.readline().strip() == "ready"):
            return
        moved = []
        for node in house.nodes:
            node.pause()
            pages.stdin.write("now\n")
            pages.stdin.flush()
            for line in iter(pages.stdout.readline, "done\n"):
                if not line:
                    break
                moved.append(json.loads(line))
            node.go_on()
            wait_for(lambda one=node: is_well(one))
        tap.equal(f"{kind}: nobody is stuck", [one for one in moved if one.get("isStuck")], [])
        times = sorted(one["back"] for one in moved if one.get("back") is not None)
        tap.check(f"{kind}: there were some whom it concerned", times, moved)
        said = [one["said"] for one in moved if one.get("said") is not None]
        if times:
            print(f"# {kind}: {len(times)} of {len(moved)} had to go elsewhere: half within {times[len(times) // 2]} ms,"
                  f" all within {times[-1]} ms; {len(said)} were told, after {said} ms")
    finally:
        alarm.cancel()
        pages.kill()
        proxy.terminate()
        proxy.wait(20)


with tempfile.TemporaryDirectory(prefix="penultima-still-") as scratch:
    os.chmod(scratch, 0o755)
    one_house = House(str(page_tests.program), scratch, 3, "--no-limits", "--proxy", "127.0.0.1", "--web",
                      str(page_tests.page))
    try:
        stop_each("haproxy", one_house, scratch)
        stop_each("nginx", one_house, scratch)
    finally:
        one_house.close()
tap.done()
