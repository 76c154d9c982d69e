#!/usr/bin/env python3
"""The shipped unit, as far as it can be had without systemd: test_unit.py PROGRAM ARCHIVE SOURCE_ROOT

The command of tools/systemd/penultima.service runs as a user who may write in its state folder only, with
a /var/lib of its own; the operator is root, as with systemd, and gives no --data.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import tap  # noqa: E402
from server import wait_for  # noqa: E402

program, root = os.path.abspath(sys.argv[1]), Path(sys.argv[3])
UNIT = root / "tools/systemd/penultima.service"
NOBODY = 65534


def skip(why):
    print(f"1..0 # SKIP {why}")
    sys.exit(0)


def go_inside():
    """The same script again, where mounting changes nothing for others."""
    if os.geteuid() != 0:
        skip("needs root, as systemd does")
    probe = subprocess.run(["unshare", "-m", "true"], check=False, capture_output=True)
    if probe.returncode != 0:
        skip("this system lets nobody unshare")
    os.execvp("unshare", ["unshare", "-m", sys.executable, __file__, *sys.argv[1:4], "--inside"])


def command_of_unit():
    found = re.search(r"^ExecStart=(.*)$", UNIT.read_text(encoding="utf-8"), re.MULTILINE)
    words = found.group(1).split()
    tap.check("the unit starts the installed program", words[0].endswith("/bin/penultima"), words)
    words[words.index("--port") + 1] = "0"
    return words[1:]


def start(copy):
    return subprocess.Popen(
        ["setpriv", "--reuid", str(NOBODY), "--regid", str(NOBODY), "--clear-groups", "--no-new-privs",
         "--bounding-set", "-all", "--inh-caps", "-all", copy, *command_of_unit()],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd="/",
        env={"STATE_DIRECTORY": "/var/lib/penultima", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"})


def ask(*words, **more):
    return subprocess.run([program, "serve", "--lang", "en", "--admin", *words], capture_output=True, text=True,
                          timeout=60, check=False, **more)


def check_backup(folder):
    listed = ask("list")
    tap.equal("root asks the service without --data", listed.returncode, 0, listed)
    target = Path(folder) / "copy.db"
    result = ask("backup", str(target))
    tap.check("a copy where the server may not write", result.returncode == 0 and target.stat().st_size > 0,
              result)
    tap.equal("it is for whoever asked, alone", (target.stat().st_uid, target.stat().st_mode & 0o777),
              (0, 0o600))
    with open(target, "rb") as copy:
        tap.equal("it is a data file", copy.read(15), b"SQLite format 3")
    result = ask("backup", "here.db", cwd=folder)
    tap.equal("a name counts from where one stands", (result.returncode, (Path(folder) / "here.db").exists()),
              (0, True))
    tap.equal("never over another file", ask("backup", str(target)).returncode, 1)
    result = ask("backup", "/nowhere/copy.db")
    tap.check("a folder that is not there is named", result.returncode == 2 and "/nowhere" in result.stderr,
              result)
    tap.equal("nothing is left beside the data",
              [name for name in os.listdir("/var/lib/penultima") if "copy" in name], [])


def main():
    subprocess.run(["mount", "--make-rprivate", "/"], check=True)
    subprocess.run(["mount", "-t", "tmpfs", "tmpfs", "/var/lib"], check=True)
    os.mkdir("/var/lib/penultima", 0o700)
    os.chown("/var/lib/penultima", NOBODY, NOBODY)
    copy = shutil.copy(program, "/var/lib/program")  # where everybody may read it
    with tempfile.TemporaryDirectory() as folder:
        server = start(copy)
        try:
            is_up = wait_for(lambda: ask("list").returncode == 0)
            tap.check("the service runs", is_up, ask("list"))
            if is_up:
                check_backup(folder)
        finally:
            server.terminate()
            out, err = server.communicate(timeout=20)
        tap.equal("it ends well", server.returncode, 0, out, err)
    if shutil.which("systemd-analyze"):
        # Other units of this machine are not our business, nor that the program is not installed.
        said = tap.run(["systemd-analyze", "verify", "--recursive-errors=no", UNIT])
        wrong = [line for line in (said.out + said.err).splitlines()
                 if "penultima.service" in line and "not executable" not in line]
        tap.equal("systemd understands the unit", wrong, [])


if "--inside" not in sys.argv:
    go_inside()
main()
tap.done()
