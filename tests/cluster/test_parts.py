#!/usr/bin/env python3
"""A database of an earlier program is brought up to date while a node of that program goes on; journals are in
parts, what is over is in parts by day, and whole days go to a folder.

test_parts.py PROGRAM ARCHIVE SOURCE_ROOT"""
import gzip
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "tools"))
import tap  # noqa: E402
from house import Node, id_of  # noqa: E402
from postgres import Postgres, find_programs  # noqa: E402
from server import wait_for  # noqa: E402

program, root = os.path.abspath(sys.argv[1]), Path(sys.argv[3])
OPEN, ENDED = ["9yrpk40v8w", "dgcw78a0en", "fenbg6xrs6"], "e3b53t7937"
LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
# As that program prepared them.
ADD = ("PREPARE add AS INSERT INTO penultima.entry(tbl, seq, text, hash) VALUES((SELECT id FROM penultima.tbl WHERE id ="
       " $1::bigint AND owner = $2::integer AND epoch = $3::integer), $4::integer, $5::bytea, $6::bytea)")
END = ("PREPARE over AS WITH own AS (DELETE FROM penultima.tbl WHERE id = $1::bigint AND owner = $2::integer AND epoch ="
       " $3::integer RETURNING id), gone AS (DELETE FROM penultima.entry WHERE tbl = (SELECT id FROM own) RETURNING seq,"
       " text) INSERT INTO penultima.ended(tbl, ended_ms, text) SELECT (SELECT id FROM own), $4::bigint,"
       " coalesce(string_agg(text, '' ORDER BY seq), '') FROM gone ON CONFLICT (tbl) DO UPDATE SET ended_ms ="
       " excluded.ended_ms, text = excluded.text")


def key_of(name):
    key = 0
    for letter in name:
        key = key << 5 | LETTERS.index(letter)
    return key


class Session:
    """Of a node of before: it holds its lock and has its statements."""

    def __init__(self, postgres):
        self.process = subprocess.Popen(
            [os.path.join(postgres.programs, "psql"), "-h", postgres.folder, "-p", str(postgres.port), "-U", "penultima",
             "-d", "postgres", "-qAt"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def run(self, sql):
        self.process.stdin.write(sql + ";\nSELECT 'end of it';\n")
        self.process.stdin.flush()
        said = []
        for line in self.process.stdout:
            if line.strip() == "end of it":
                break
            said.append(line)
        return "".join(said)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def check_upgrade(postgres, folder):
    postgres.run("psql", "-h", postgres.folder, "-p", str(postgres.port), "-U", "penultima", "-d", "postgres", "-q", "-v",
                 "ON_ERROR_STOP=1", "-f", str((root / "tests/data/house-schema-1.sql").resolve()))
    owner = postgres.sql("SELECT owner FROM penultima.tbl LIMIT 1").strip()
    before = postgres.sql("SELECT tbl, seq, md5(text || hash) FROM penultima.entry ORDER BY 1, 2")
    old = Session(postgres)
    old.run(f"SELECT pg_advisory_lock(1348824693, {owner}); {ADD}; {END}")
    node = Node(program, Path(folder) / "node", postgres.url(tcp=True), "--no-limits")
    node.start()
    tap.equal("every entry is there after it", postgres.sql(
        "SELECT tbl, seq, md5(text || hash) FROM penultima.entry ORDER BY 1, 2"), before)
    for name in ("entry", "past"):
        count = int(postgres.sql("SELECT count(*) FROM pg_inherits WHERE inhparent = "
                                 f"'penultima.{name}'::regclass"))
        tap.check(f"{name} is in parts", count >= 3, count)
    last = int(postgres.sql(f"SELECT max(seq) FROM penultima.entry WHERE tbl = {key_of(OPEN[0])}"))
    said = old.run(f"EXECUTE add({key_of(OPEN[0])}, {owner}, 0, {last + 1}, 'x', 'x')")
    tap.equal("a node of before goes on writing", said, "")
    tap.equal("and it is there", postgres.sql(f"SELECT max(seq) FROM penultima.entry WHERE tbl = {key_of(OPEN[0])}").strip(),
              str(last + 1))
    postgres.sql(f"DELETE FROM penultima.entry WHERE tbl = {key_of(OPEN[0])} AND seq = {last + 1}")
    tap.equal("and ends tables", old.run(f"EXECUTE over({key_of(OPEN[2])}, {owner}, 0, 1000)"), "")
    tap.check("but not without being their owner",
              "null" in old.run(f"EXECUTE add({key_of(OPEN[1])}, {owner}, 7, 99, 'x', 'x')"))
    old.close()
    tap.check("when it is gone its tables are opened", wait_for(lambda: all(
        name in node.admin("list").stdout for name in OPEN[:2])), node.errors())
    status, record = node.get(f"/api/tables/{ENDED}/games/1.mesa")
    tap.equal("a record of before is answered", status, 200)
    (Path(folder) / "game.mesa").write_text(record, encoding="utf-8")
    tap.equal("and in order", subprocess.run([program, "verify", str(Path(folder) / "game.mesa")], check=False,
                                             stdout=subprocess.DEVNULL).returncode, 0)
    return node


def check_days(postgres, node):
    tap.equal("a table is closed", node.admin("close", OPEN[1]).returncode, 0)
    key = key_of(OPEN[1])
    tap.check("and is in the part of its day", wait_for(lambda: postgres.sql(
        f"SELECT count(*) FROM penultima.past WHERE tbl = {key} AND tableoid::regclass::text ~ 'past_[0-9]'").strip() == "1"),
        postgres.sql("SELECT tbl, tableoid::regclass FROM penultima.past"))
    tap.equal("as its id says", id_of(key), OPEN[1])


def archive(postgres, folder, days):
    done = subprocess.run([program, "store", "--lang", "en", "archive", postgres.url(tcp=True), str(folder), str(days)],
                          capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def check_archive(postgres, node, folder):
    place = Path(folder) / "records"
    tap.check("a folder that is not there is refused", archive(postgres, place, 30)[0] != 0)
    place.mkdir()
    tap.check("and no days", archive(postgres, place, 0)[0] != 0)
    # A day of long ago with 50 tables, one that is in no day, and two of the program of before.
    postgres.sql("CREATE TABLE penultima.past_20200102 PARTITION OF penultima.past FOR VALUES FROM (1577923200000)"
                 " TO (1578009600000);"
                 "INSERT INTO penultima.past SELECT n, 1577923200000 + n, convert_to('# table ' || n || E'\\n', 'UTF8')"
                 " FROM generate_series(1, 50) AS n;"
                 "INSERT INTO penultima.past VALUES(77, 1000000, '# alone')")
    status, said = archive(postgres, place, 30)
    tap.equal("what is over for 30 days goes to the folder", status, 0, said)
    tap.check("all of it", " 52 " in f" {said}", said)
    for i in range(1, 51):
        path = place / "2020-01-02" / f"{id_of(i)}.mesa.gz"
        if not path.exists() or gzip.decompress(path.read_bytes()).decode() != f"# table {i}\n":
            tap.check("each is whole", False, str(path))
            break
    else:
        tap.check("each is whole", True)
    tap.equal("and nobody else can read it", oct((place / "2020-01-02" / f"{id_of(1)}.mesa.gz").stat().st_mode & 0o777),
              "0o600")
    tap.equal("the day is dropped", postgres.sql("SELECT to_regclass('penultima.past_20200102') IS NULL").strip(), "t")
    tap.equal("what is younger stays", postgres.sql("SELECT count(*) FROM penultima.past").strip(), "1")
    tap.equal("a second time nothing is left to do", archive(postgres, place, 30)[0], 0)
    tap.equal("and the house plays on", node.get("/health")[0], 200)


if not find_programs():
    print("1..0 # SKIP PostgreSQL is not installed")
    sys.exit(0)
with tempfile.TemporaryDirectory(prefix="penultima-parts-") as scratch:
    own = Postgres(settings=("fsync = off",))
    running = None
    try:
        running = check_upgrade(own, scratch)
        check_days(own, running)
        check_archive(own, running, scratch)
    finally:
        if running:
            running.kill()
        own.close()
tap.done()
