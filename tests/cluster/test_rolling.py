#!/usr/bin/env python3
"""A house of three nodes is upgraded one node after the other while people play: nobody is refused, nobody is lost, and in the
end the tables are where their people come.

test_rolling.py PROGRAM ARCHIVE SOURCE_ROOT"""
import csv
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "tools"))
import tap  # noqa: E402
from house import House, cluster  # noqa: E402
from postgres import find_programs, free_port  # noqa: E402
from server import wait_for  # noqa: E402

program = os.path.abspath(sys.argv[1])
TABLES = int(os.environ.get("PENULTIMA_ROLLING_TABLES", "12"))


def is_well(node):
    return node.is_running() and node.get("/health")[0] == 200


STATUS = """frontend status
    bind 127.0.0.1:{port}
    stats enable
    stats uri /
"""


def are_known(port, count):
    """The proxy has seen that all nodes are ready."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/;csv", timeout=20) as answer:
            lines = list(csv.DictReader(answer.read().decode().splitlines()))
    except urllib.error.URLError:
        return False  # it is only just beginning
    return [line["status"] for line in lines if line["svname"].startswith("node")] == 2 * count * ["UP"]


def passed_on(house):
    """(connections that are passed on to another node, all of them)"""
    figures = "".join(node.get("/metrics")[1] for node in house.nodes)
    return tuple(sum(int(count) for count in re.findall(rf"^penultima_{name} (\d+)", figures, re.M))
                 for name in ("node_passed", "net_conns_open"))


def are_home(house):
    passed, everybody = passed_on(house)
    return passed == 0 and everybody >= 4 * TABLES


def games_begun(house):
    """At all nodes: whoever is still on the way to a first game is not who is watched here."""
    figures = "".join(node.get("/metrics")[1] for node in house.nodes)
    return sum(int(count) for count in re.findall(r"^penultima_games_total (\d+)", figures, re.M))


def main():
    with tempfile.TemporaryDirectory(prefix="penultima-rolling-") as folder:
        os.chmod(folder, 0o755)
        house = House(program, folder, 3, "--no-limits", "--proxy", "127.0.0.1")
        proxy = None
        try:
            port, status_port = free_port(), free_port()
            place = Path(folder) / "haproxy"
            place.mkdir()
            proxy = cluster.start_proxy("haproxy", place, "127.0.0.1", port, [node.port for node in house.nodes],
                                        STATUS.format(port=status_port))
            wait_for(lambda: are_known(status_port, 3))
            load = subprocess.Popen([program, "load", "--json", "--url", f"ws://127.0.0.1:{port}", "--tables",
                                     str(TABLES), "--rate", "4", "--seconds", "3600"],
                                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            wait_for(lambda: len(house.owners()) >= TABLES and games_begun(house) >= TABLES)
            states = []
            for node in house.nodes:
                states.append(node.stop(60))
                node.start()
                wait_for(lambda one=node: is_well(one) and are_known(status_port, 3))
            after = passed_on(house)
            are_all_home = wait_for(lambda: are_home(house) or load.poll() is not None, 300) and load.poll() is None
            print(f"# passed on, of all: {after} after the last node has come back, {passed_on(house)} then")
            tap.check("tables have followed their people", are_all_home, (after, passed_on(house)))
            load.send_signal(signal.SIGINT)  # it has played for long enough
            said, errors = load.communicate(timeout=300)
            tap.check("the load ends well", load.returncode == 0 and said, errors)
            found = json.loads(said)
            tap.equal("every node ends well", states, [0, 0, 0])
            tap.equal("nobody is lost", found["lost"], 0, errors)
            tap.equal("nobody is refused anything", found["refused"], 0, errors)
            tap.check("people were moved, and came back to their seats", found["came_back"] > 0, found)
            tap.check("and all of them played", found["tables"] == TABLES and found["moves"] > TABLES, found)
            print(f"# came back {found['came_back']} times, half within {found['away_p50_ms']} ms, all within"
                  f" {found['away_max_ms']} ms; {found['moves']} moves, half {found['ms']['p50']} ms,"
                  f" most {found['ms']['max']} ms")
        finally:
            if proxy:
                proxy.terminate()
                proxy.wait(20)
            house.close()


if not find_programs() or not cluster.find_daemon("haproxy"):
    print("# PostgreSQL or HAProxy is not installed")
else:
    main()
tap.done()
