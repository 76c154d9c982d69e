#!/usr/bin/env python3
"""A house that a person opens: it ends with the terminal, a second one finds it, a slip of the pen makes no folder.

test_serve.py PROGRAM ARCHIVE SOURCE_ROOT"""
import os
import re
import signal
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402
import terminal  # noqa: E402

program = os.path.abspath(sys.argv[1])


def serve(env, *arguments):
    return tap.run([program, "serve", "--lang", "en", *arguments], env={**os.environ, **env})


def check_terminal():
    with terminal.Terminal([program, "serve", "--lang", "en", "--port", "0"]) as screen:
        text = screen.wait_for(r"http://127\.0\.0\.1:\d+/[\s\S]*Ctrl\+C")
        tap.check("it says how long it stays", text and "close this terminal" in text, text)
        link = re.search(r"http://127\.0\.0\.1:\d+/", text).group(0)
        home = {"XDG_DATA_HOME": screen.folder + "/data"}
        second = serve(home)
        tap.check("a second one finds it and prints its link", second.status == 0 and link in second.out
                  and "open already" in second.out and "--data" in second.out and second.err == "", second)
        with urllib.request.urlopen(link + "health", timeout=60) as answer:
            tap.equal("which answers", answer.status, 200)
        other = serve(home, "--port", "1")
        tap.check("at another port it cannot be", other.status == 2 and link in other.err, other)
        port = re.search(r":(\d+)/", link).group(1)
        taken = serve(home, "--data", screen.folder + "/other.db", "--port", port)
        tap.check("a port that is taken is named", taken.status == 2 and f"port {port} is taken" in taken.err, taken)
        child = screen.child()
        screen.tmux("kill-server")
        tap.check("closing the terminal ends it", terminal.is_gone(child))


def check_service():
    """Without a terminal SIGHUP is about certificates, and where nohup was asked for, too."""
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen([program, "serve", "--lang", "en", "--port", "0", "--data", folder + "/tables.db"],
                                  stdout=subprocess.PIPE, text=True, start_new_session=True)
        said = ""
        while "http" not in said:
            said += server.stdout.readline()
        tap.check("a new house says where it is", f"kept in {folder}/tables.db" in said, said)
        server.send_signal(signal.SIGHUP)
        link = re.search(r"http://\S+", said).group(0)
        with urllib.request.urlopen(link + "health", timeout=60) as answer:
            tap.equal("a service lives on after SIGHUP", answer.status, 200)
        server.terminate()
        tap.equal("and ends as it is told", server.wait(60), 0)
        server.stdout.close()
    with terminal.Terminal(["nohup", program, "serve", "--lang", "en", "--port", "0", "--data", "nohup.db"]) as screen:
        pass_on = Path(screen.folder)
        child = screen.child()
        end = screen.wait(lambda _: any(Path(f"/proc/{child}/cwd").resolve().glob("nohup.db.admin")))
        tap.check("with nohup it starts", end is not None, pass_on)
        place = Path(f"/proc/{child}/cwd").resolve()
        screen.tmux("kill-server")
        tap.check("with nohup it outlives the terminal", not terminal.is_gone(child, 2))
        os.kill(child, signal.SIGTERM)
        tap.check("and ends as it is told", terminal.is_gone(child, 60))
        for file in [*place.glob("nohup.db*"), *place.glob("nohup.out")]:
            file.unlink()


def check_slip():
    with tempfile.TemporaryDirectory() as folder:
        typo = Path(folder, "typo")
        refused = serve({}, "--port", "0", "--data", str(typo / "x.db"))
        tap.check("a folder that is not there is not made", refused.status == 2 and "--create" in refused.err
                  and not typo.exists(), refused)
        server = subprocess.Popen([program, "serve", "--port", "0", "--create", "--data", str(typo / "x.db")],
                                  stdout=subprocess.PIPE, text=True, start_new_session=True)
        said = ""
        while "http" not in said and server.poll() is None:
            said += server.stdout.readline()
        tap.check("with --create it is", (typo / "x.db").exists(), said)
        server.terminate()
        server.wait(60)
        server.stdout.close()


terminal.need()
check_terminal()
check_service()
check_slip()
tap.done()
