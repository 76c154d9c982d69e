"""A program in a real terminal: keys go in, the screen comes out. Drives tmux on a socket of its own.

    with Terminal([program, "play"], rows=24, columns=80, env={...}) as terminal:
        terminal.press("Enter")
        terminal.wait_for("Te toca")
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def need():
    """Without tmux there is no terminal: says so in TAP and ends."""
    if shutil.which("tmux") is None:
        print("1..0 # SKIP tmux is not installed")
        sys.exit(0)


def knows(term):
    """Whether the system describes this sort of terminal; the rarer ones come with another package."""
    return subprocess.run(["infocmp", term], capture_output=True, check=False).returncode == 0


def is_gone(process, seconds=20.0):
    """Whether the process ends by itself within the time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if not os.path.exists(f"/proc/{process}"):
            return True
        time.sleep(0.02)
    return False


class Terminal:
    """What runs in it is a shell that runs the command and then says how it ended."""

    PATIENCE = 60.0  # seconds until something that should show is given up

    def __init__(self, command, rows=24, columns=80, env=None, term="xterm-256color", job_control=False):
        self.folder = tempfile.mkdtemp(prefix="terminal-")
        self.socket = os.path.join(self.folder, "tmux")
        script = os.path.join(self.folder, "script")
        words = " ".join("'" + str(word).replace("'", "'\\''") + "'" for word in command)
        settings = {"TERM": term, "LANG": "C.UTF-8", "XDG_STATE_HOME": self.folder + "/state",
                    "XDG_DATA_HOME": self.folder + "/data", **(env or {})}
        exports = "".join(f"export {name}='{value}'\n" for name, value in settings.items())
        for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LC_CTYPE", "NO_COLOR", "COLORTERM"):
            if name not in settings:
                exports += f"unset {name}\n"
        body = "set -m\n" if job_control else ""
        # A signal from the keyboard is for the program, not for the script around it.
        Path(script).write_text(f"{exports}{body}trap : INT TSTP\n{words}\necho \"ended with $?\"\n"
                                "stty -a | tr ' ' '\\n' | grep -x -- '-*icanon\\|-*echo'\necho 'all told'\n"
                                + ("fg >&2\necho \"then $?\"\n" if job_control else "") + "sleep 600\n")
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows),
                  f"exec bash {script}")
        self.tmux("set-option", "-g", "status", "off")
        self.tmux("set-option", "-g", "escape-time", "0")
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], capture_output=True, check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def tmux(self, *words):
        return subprocess.run(["tmux", "-S", self.socket, *words], capture_output=True, check=True,
                              timeout=20).stdout.decode("utf-8", "replace")

    def press(self, *keys):
        """Each is a name of tmux's (Enter, Escape, Left) or a character."""
        for key in keys:
            if key == " ":
                key = "Space"
            self.tmux("send-keys", *(["-l"] if len(key) == 1 else []), key)

    def click(self, row, column):
        """A press of the mouse as a terminal reports it (SGR), rows and columns from 0."""
        self.tmux("send-keys", "-l", f"\033[<0;{column + 1};{row + 1}M\033[<0;{column + 1};{row + 1}m")

    def resize(self, rows, columns):
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def lines(self):
        return self.tmux("capture-pane", "-p").split("\n")[:-1]

    def text(self):
        return "\n".join(self.lines())

    def attributes(self):
        """The screen with its escape sequences."""
        return self.tmux("capture-pane", "-p", "-e")

    def child(self):
        """The process of the program: the only child of the shell."""
        shell = self.tmux("display-message", "-p", "#{pane_pid}").strip()
        for _ in range(200):
            found = subprocess.run(["ps", "-o", "pid=,comm=", "--ppid", shell], capture_output=True,
                                   check=False).stdout.decode().split("\n")
            for line in found:
                if "penultima" in line:
                    return int(line.split()[0])
            time.sleep(0.02)
        raise RuntimeError("the program does not run:\n" + self.text())

    def wait(self, condition):
        """Until the condition holds for the text of the screen; the text, or None when it never did."""
        end = time.monotonic() + self.PATIENCE
        while time.monotonic() < end:
            text = self.text()
            if condition(text):
                return text
            time.sleep(0.02)
        return None

    def wait_for(self, *patterns):
        """Until one of the patterns is on the screen."""
        return self.wait(lambda text: any(re.search(pattern, text) for pattern in patterns))

    def wait_for_change(self, before, seconds=0.4):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            text = self.text()
            if text != before:
                return text
            time.sleep(0.015)
        return before
