"""A real server for tests: Server(program, folder) starts it on a free port of this machine."""
import importlib.util
import re
import signal
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path


def load_bot(root, name="bot"):
    """docs/examples/bot.py as a module: its client is a client like any other."""
    spec = importlib.util.spec_from_file_location(name, Path(root) / f"docs/examples/{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Server:
    def __init__(self, program, folder, *options):
        self.program, self.folder = str(program), Path(folder)
        self.data = self.folder / "server.db"
        self.options = options
        self.port = 0
        self.process = None

    def start(self):
        """Begins, or begins again on the same port; returns what it printed before the link."""
        self.process = subprocess.Popen(
            [self.program, "serve", "--lang", "en", "--port", str(self.port), "--data", str(self.data),
             *self.options],
            stdout=subprocess.PIPE, stderr=open(self.folder / "stderr", "a", encoding="utf-8"), text=True)
        said = []
        for line in self.process.stdout:
            found = re.match(r"\s+https?://[^:]*:(\d+)/", line)
            if found:
                self.port = int(found.group(1))
                return "".join(said)
            said.append(line)
        raise RuntimeError(f"no server: {''.join(said)} {self.errors()}")

    def errors(self):
        return (self.folder / "stderr").read_text(encoding="utf-8")

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.look_for_refusals()

    def look_for_refusals(self):
        """Whatever a test does with a server, the system refuses it nothing (src/platform/confine.c)."""
        refused = [line for line in self.errors().splitlines() if "refused-call" in line]
        if refused:
            raise RuntimeError(f"the server is confined too much: {refused}")

    def stop(self, timeout=20):
        """Asks it to end, as an operator does; returns its status."""
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(timeout)
        self.process.stdout.close()
        self.look_for_refusals()
        return status

    def get(self, path):
        """(status, body) of a page."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=20) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def admin(self, *words):
        return subprocess.run([self.program, "serve", "--lang", "en", "--data", str(self.data), "--admin",
                               *words], capture_output=True, text=True, timeout=60, check=False)


def wait_for(condition, seconds=60):
    """Whether it became true; how long that takes says nothing."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if condition():
            return True
        time.sleep(0.02)
    return False
