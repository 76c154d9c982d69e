#!/usr/bin/env python3
"""A player for a Penúltima server, written from docs/PROTOCOL.md alone; standard library only.

    bot.py http://127.0.0.1:7373/#k7m2p9x4ab --name Robi     joins the table of that link
    bot.py http://127.0.0.1:7373 --create --name Robi         opens a table and prints its link

It agrees to the rules, adds a secret of its own to the shuffle if the server has committed to one, plays the first thing it may until the
game is over, and comes back by itself if the connection is lost.
"""
import argparse
import base64
import hashlib
import json
import os
import random
import socket
import struct
import sys
import time
import urllib.parse


class Closed(Exception):
    """The connection is gone; 'code' is the server's, or 1006 if it said none."""

    def __init__(self, code):
        super().__init__(f"closed with {code}")
        self.code = code


class Refused(Exception):
    """The server does not let us in; the text is its sentence."""


class WebSocket:
    """The client's side of RFC 6455, as far as this protocol needs it: text, ping, close."""

    def __init__(self, host, port, path="/ws", timeout=30):
        self.socket = socket.create_connection((host, port), timeout)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
                             f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
                             "Sec-WebSocket-Version: 13\r\n\r\n").encode())
        self.waiting = b""
        while b"\r\n\r\n" not in self.waiting:
            self._more()
        head, self.waiting = self.waiting.split(b"\r\n\r\n", 1)
        wanted = base64.b64encode(hashlib.sha1(
            (key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
        if not head.startswith(b"HTTP/1.1 101") or wanted not in head:
            raise Closed(1006)

    def _more(self):
        try:
            data = self.socket.recv(65536)
        except (ConnectionError, socket.timeout) as error:
            raise Closed(1006) from error
        if not data:
            raise Closed(1006)
        self.waiting += data

    def _take(self, count):
        while len(self.waiting) < count:
            self._more()
        taken, self.waiting = self.waiting[:count], self.waiting[count:]
        return taken

    def _frame(self, opcode, payload):
        mask = os.urandom(4)
        size = len(payload)
        head = bytes([0x80 | opcode]) + (
            bytes([0x80 | size]) if size < 126 else
            b"\xfe" + struct.pack(">H", size) if size < 65536 else b"\xff" + struct.pack(">Q", size))
        try:
            self.socket.sendall(head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload)))
        except OSError as error:
            raise Closed(1006) from error

    def send(self, message):
        self._frame(1, json.dumps(message, separators=(",", ":")).encode())

    def receive(self):
        """The next message."""
        return json.loads(self.receive_text())

    def receive_text(self):
        """As it came; pings are answered on the way."""
        text = b""
        while True:
            first, second = self._take(2)
            size = second & 0x7f
            if size == 126:
                size = struct.unpack(">H", self._take(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self._take(8))[0]
            payload = self._take(size)
            opcode = first & 0x0f
            if opcode == 9:
                self._frame(10, payload)
            elif opcode == 8:
                raise Closed(struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else 1005)
            elif opcode in (0, 1):
                text += payload
                if first & 0x80:
                    return text

    def close(self):
        self.socket.close()


ANYTIME = ("jumps", "catches", "accuses")  # what is no answer to being in turn


LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
PASSING = ("legal", "follow", "follower", "left", "turns", "void")  # left out of an update: there is none


def connect(host, port, lang="en", table=None, version=2):
    """A connection on which both sides know which version of the protocol they speak; in version 3 an update says what
    has changed. Its path names the table, or for one that is to be opened the first letters of its name."""
    connection = WebSocket(host, port, "/ws/" + (table or "".join(random.choices(LETTERS, k=2))))
    connection.send({"t": "hello", "v": version, "least": 2, "lang": lang})
    answer = connection.receive()
    if answer["t"] != "hello":
        raise Refused(answer["text"])
    return connection


class Player:
    """One seat at one table: what it knows, and what it does next."""

    def __init__(self, host, port, name, chance=None):
        self.host, self.port, self.name = host, port, name
        self.chance = chance or random.Random()
        self.lang = "en"       # of what the server says to people
        self.connection = None
        self.table = self.token = self.seat = None
        self.names = []
        self.colors = {}       # of the edition: the letter of its cards, and its name in a move
        self.hand = []
        self.now = None        # the table as it lies, while a round is played
        self.told = None       # the same as it was told last: an update says what is new
        self.is_ready = True   # for the next round
        self.last = 0          # number of the newest update
        self.next_id = 1
        self.open = None       # the command that was not answered yet
        self.seed = os.urandom(32)
        self.commit = None     # the server's, for the next game
        self.bound = None      # the one that our seed was sealed against
        self.is_over = False
        self.said = []         # refusals, for whoever wants to look

    # ---- connecting

    def hello(self, message):
        self.connection = connect(self.host, self.port, self.lang, message.get("table"), version=3)
        self.connection.send(message)

    def create(self, settings):
        self.hello({"t": "create", "name": self.name, "settings": settings})

    def join(self, table):
        self.hello({"t": "join", "table": table, "name": self.name})

    def resume(self):
        """Takes the seat again and says once more what was not answered: the id makes it count once."""
        self.hello({"t": "resume", "table": self.table, "token": self.token, "last": self.last})
        if self.open:
            self.connection.send(self.open)

    # ---- saying

    def command(self, kind, **fields):
        self.open = dict({"t": kind, "id": self.next_id}, **fields)
        self.next_id += 1
        self.connection.send(self.open)

    def agree(self, version, kind="agree"):
        """With a seed of our own, if the server is already bound to its own."""
        self.seed, self.bound = os.urandom(32), self.commit
        if not self.bound:
            return self.command(kind, rules=version)
        commit = hashlib.sha512(b"penultima/1 client\0" + self.seed).hexdigest()
        return self.command(kind, rules=version, commit=commit)

    def choose(self, now):
        """Something that may be done now, as a .mesa action without the name."""
        legal = now["legal"]

        def card(verb, cards):
            chosen = self.chance.choice(cards)
            text = f"{verb} {chosen}"
            if chosen[0] not in self.colors and verb != "follows":
                mine = [held[0] for held in self.hand if held[0] in self.colors]
                text += " " + (self.colors[max(sorted(set(mine)), key=mine.count)] if mine else next(iter(self.colors.values())))
            return text + (" uno" if now["counts"][self.seat] == 2 else "")

        # By its shape, so that a verb that is added one day is done, too: a card, a seat, a colour, or a word alone.
        for verb, choices in legal.items():
            if verb == "names":
                return f"names {next(iter(self.colors.values()))}"
            if verb not in ANYTIME + ("verbs",):
                return card(verb, choices) if isinstance(choices[0], str) else \
                    f"{verb} {self.names[self.chance.choice(choices)]}"
        return self.chance.choice(legal["verbs"])

    # ---- hearing

    def answered(self, number):
        if self.open and self.open["id"] == number:
            self.open = None

    def look(self, message):
        """Keeps what a table, seats or update message says."""
        self.last = message["n"]
        if message.get("you") is not None:
            self.seat = message["you"]  # seats close up when the game starts
        if "commit" in message:
            self.commit = message["commit"]
        if "seats" in message:
            self.names = [seat.get("name") for seat in message["seats"]]
        if "colors" in message:
            self.colors = {color["letter"]: color["id"] for color in message["colors"]}
        if message.get("hand") is not None:
            self.hand = message["hand"]
        if "ack" in message:
            self.answered(message["ack"])
        if "now" in message:
            kept = self.told if message["t"] == "update" and self.told else {}
            kept = {key: value for key, value in kept.items() if key not in PASSING}
            self.now = self.told = message["now"] and {**kept, **message["now"]}
        over = message.get("over")
        if over:
            self.now = None
            self.is_over = over.get("game") is not None
            self.is_ready = self.is_over

    def go_on(self):
        """Does what is to be done. Not only when something new came: also when an answer did."""
        if self.open:
            return
        if not self.is_ready:
            self.is_ready = True
            self.command("ready")
        elif self.now and self.seat in self.now.get("must", []) and "legal" in self.now:
            self.command("act", do=self.choose(self.now), on=self.last)

    def turned_away(self, message):
        if self.token and message["code"] in ("disk", "too-fast", "draining"):
            raise Closed(1013)  # our seat is still ours: play() tries again
        raise Refused(message["text"])

    def hear(self, message):
        kind = message["t"]
        if kind == "welcome":
            self.table, self.seat = message["table"], message["seat"]
            self.token = message.get("token", self.token)
        elif kind in ("table", "seats", "update"):
            self.look(message)
            me = message["seats"][self.seat] if "seats" in message else None
            if message.get("stage") == "waiting" and me and not me.get("agreed") and not self.open:
                self.agree(message["rules"])
            if message.get("stage") == "between" and kind == "table":
                self.now, self.is_ready = None, False
            if message.get("stage") == "over":
                self.now, self.is_over = None, True
        elif kind == "reveal" and self.bound and self.bound == self.commit:
            self.command("reveal", seed=self.seed.hex())
        elif kind == "ok":
            self.answered(message["id"])
        elif kind == "no":
            self.said.append(message)
            self.answered(message.get("id"))
            if "id" not in message:  # it answers our first message
                self.turned_away(message)
        elif kind == "bye":
            raise Closed(1000)
        if not self.is_over:
            self.go_on()

    def play(self, patience=60):
        """Until the game is over. A lost connection is taken up again for so many seconds."""
        until = time.monotonic() + patience
        while not self.is_over:
            try:
                self.hear(self.connection.receive())
                until = time.monotonic() + patience
            except (Closed, OSError):
                if not self.token or time.monotonic() > until:
                    raise
                time.sleep(random.uniform(0.05, 0.3))  # not all at once
                try:
                    self.resume()
                except (Closed, OSError):
                    pass


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("link", help="http://HOST:PORT/#TABLE, or http://HOST:PORT with --create")
    parser.add_argument("--name", default="Robi")
    parser.add_argument("--create", action="store_true", help="open a table and print its link")
    parser.add_argument("--edition", default="classic")
    parser.add_argument("--bots", type=int, default=0, help="seats for the server's own bots")
    parser.add_argument("--players", type=int, default=2, help="start when so many people sit there")
    arguments = parser.parse_args()
    link = urllib.parse.urlsplit(arguments.link)
    player = Player(link.hostname, link.port or 80, arguments.name)
    if not arguments.create:
        player.join(link.fragment)
        player.play()
        print(f"{arguments.name}: over")
        return 0
    seats = arguments.players + arguments.bots
    player.create({"edition": arguments.edition, "seats": seats, "public": False, "scoring": "quick"})
    bots, is_started = 0, False
    while not player.is_over:
        message = player.connection.receive()
        player.hear(message)
        if message["t"] == "welcome":
            print(f"http://{link.hostname}:{link.port}/#{player.table}", flush=True)
        if player.open or is_started or message["t"] not in ("table", "seats", "ok"):
            continue
        if bots < arguments.bots:
            bots += 1
            player.command("bot", seat=seats - bots, level="casual")
        elif "seats" in message:
            people = [seat for seat in message["seats"] if seat["kind"] == "person"]
            if len(people) == arguments.players and all(seat["agreed"] for seat in people):
                is_started = True
                player.command("start")
                player.play()
    print(f"{arguments.name}: over")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Refused as refusal:
        sys.exit(str(refusal))
