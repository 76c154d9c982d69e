"""People with subscriptions, and the push service that they have (push_service.mjs)."""
import json
import re
import subprocess
from pathlib import Path

from server import load_bot

bot = load_bot(Path(__file__).resolve().parent.parent.parent)


class Service:
    """The push service, with what it was sent."""

    def __init__(self, folder):
        key, cert = folder / "push-key.pem", folder / "push-cert.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                        "-nodes", "-keyout", key, "-out", cert, "-days", "2", "-subj", "/CN=push",
                        "-addext", "subjectAltName=IP:127.0.0.1"], check=True, capture_output=True)
        self.cert = str(cert)
        self.process = subprocess.Popen(["node", Path(__file__).parent / "push_service.mjs", key, cert],
                                        stdout=subprocess.PIPE, text=True)
        self.browser = json.loads(self.process.stdout.readline())

    def subscription(self, path):
        return {"endpoint": f"https://127.0.0.1:{self.browser['port']}{path}", "key": self.browser["key"],
                "auth": self.browser["auth"]}

    def next(self):
        return json.loads(self.process.stdout.readline())

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Person:
    """A seat, step by step; bot.py knows what may be done."""

    def __init__(self, server, name, table=None, lang="en", **settings):
        self.player = bot.Player("127.0.0.1", server.port, name)
        self.player.lang = lang
        if table:
            self.player.join(table)
        else:
            self.player.create(settings)
        self.until(lambda: self.player.now is None and self.player.names and not self.player.open)

    def step(self):
        message = self.player.connection.receive()
        self.player.hear(message)
        return message

    def until(self, condition):
        while not condition():
            self.step()

    def ask(self, kind, **fields):
        """A command beside the game; its answer."""
        number = self.player.next_id
        self.player.next_id += 1
        self.player.connection.send({"t": kind, "id": number, **fields})
        while True:
            message = self.step()
            if message.get("id") == number:
                return message

    def is_in_turn(self):
        return bool(self.player.now) and self.player.seat in self.player.now["must"]

    def leave_the_page(self):
        self.player.connection.close()

    def come_back(self):
        self.player.resume()


def figure(server, name):
    found = re.search(rf"^penultima_{name} (\d+)$", server.get("/metrics")[1], re.MULTILINE)
    return int(found.group(1)) if found else None


def awaited(server, person):
    return json.loads(server.get(f"/api/tables/{person.player.table}")[1])["must"] == [person.player.seat]
