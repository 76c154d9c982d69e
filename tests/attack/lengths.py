#!/usr/bin/env python3
"""What an eavesdropper learns from the lengths of encrypted messages: lengths.py PROGRAM SOURCE_ROOT [GAMES]

Plays games over TLS with the example bot. Between each player and the server stands a relay that cannot
decrypt anything: it notes the lengths of the records, as anybody on the way can. The eavesdropper is a strong
one: he watches the public table too, so of every message he knows how long all of it is that is public. From
half of the samples he learns which count of playable cards goes with which length; the other half he guesses.
"""
import collections
import json
import random
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "hall"))
from server import Server, load_bot  # noqa: E402

RECORD_OVERHEAD = 17  # TLS 1.3: the tag and the kind, within a record of application data
APPLICATION_DATA = 23


class Relay:
    """A way to the server on which somebody notes lengths: 'ends' are offsets in the decrypted stream."""

    def __init__(self, port):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = self.listener.getsockname()
        self.records = []  # of application data from the server, in order
        self.inside = socket.create_connection(("127.0.0.1", port))
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        outside, _ = self.listener.accept()
        self.listener.close()
        threading.Thread(target=self.pump, args=(outside, self.inside, None), daemon=True).start()
        self.pump(self.inside, outside, self.note)

    def pump(self, source, target, note):
        rest = b""
        try:
            while data := source.recv(65536):
                if note:
                    rest = note(rest + data)
                target.sendall(data)
        except OSError:
            pass
        for one in (source, target):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def note(self, data):
        while len(data) >= 5:
            kind, _, length = struct.unpack(">BHH", data[:5])
            if len(data) < 5 + length:
                break
            if kind == APPLICATION_DATA:
                self.records.append(length - RECORD_OVERHEAD)
            data = data[5 + length:]
        return data


def public_bytes(message):
    """How long the message is without what only its reader knows."""
    now = dict(message["now"], legal={})
    public = {key: value for key, value in message.items() if key not in ("hand", "drawn", "ack")}
    return len(json.dumps(dict(public, now=now), separators=(",", ":"), ensure_ascii=False).encode())


class Listener:
    """One connection's messages, beside what the eavesdropper saw of them."""

    def __init__(self, bot, port, trust):
        self.relay = Relay(port)
        listener = self

        class TlsWebSocket(bot.WebSocket):
            def __init__(self, *_):
                create = socket.create_connection
                try:
                    bot.socket.create_connection = lambda *_: trust.wrap_socket(
                        create(listener.relay.address), server_hostname="localhost")
                    super().__init__("localhost", port)
                finally:
                    bot.socket.create_connection = create
                # Nothing more comes before we speak: tickets of the encryption and the handshake's answer.
                listener.before = len(listener.relay.records)
                listener.reads = listener.said_bytes = 0

            def _more(self):
                before = len(self.waiting)
                super()._more()  # one record, never two
                listener.reads += 1
                listener.said_bytes += len(self.waiting) - before

        self.connection = TlsWebSocket
        self.before = self.reads = self.said_bytes = 0
        self.messages = []  # (in which record it ended, message, seat)

    def took(self, message, seat):
        self.messages.append((self.before + self.reads - 1, message, seat))

    def sent_bytes(self):
        """What those bytes were in the records that were read."""
        return sum(self.relay.records[self.before:self.before + self.reads])

    def samples(self):
        """(length seen, public length, cards in hand, cards that can be played) of every turn."""
        for place, message, seat in self.messages:
            now = message.get("now") if message["t"] == "update" else None
            if isinstance(now, dict) and seat in now.get("must", []) and now.get("legal"):
                yield (self.relay.records[place], public_bytes(message), now["counts"][seat],
                       len(now["legal"].get("plays", [])))


def play_game(bot, port, trust, seed):
    """Three players at a table; all samples, the bytes of their messages and of the records."""
    listeners = []

    class Player(bot.Player):
        def hello(self, message):
            listener = Listener(bot, port, trust)
            listeners.append(listener)
            self.listener = listener
            self.connection = listener.connection()
            self.connection.send({"t": "hello", "v": 2, "lang": "en"})
            while self.connection.receive()["t"] != "hello":
                pass
            self.connection.send(message)

        def hear(self, message):
            super().hear(message)
            self.listener.took(message, self.seat)

    players = [Player("localhost", port, f"P{i}", random.Random(seed * 10 + i)) for i in range(3)]
    host = players[0]
    host.create({"edition": "classic", "seats": 3, "public": True, "scoring": "quick", "clock": None})
    while not host.table:
        host.hear(host.connection.receive())
    guests = []
    for player in players[1:]:
        player.join(host.table)
        guests.append(threading.Thread(target=player.play, daemon=True))
        guests[-1].start()
    is_started = False
    while not host.is_over:
        message = host.connection.receive()
        host.hear(message)
        if "seats" in message and not is_started and not host.open:
            people = [seat for seat in message["seats"] if seat["kind"] == "person"]
            if len(people) == 3 and all(seat["agreed"] for seat in people):
                is_started = True
                host.command("start")
    for guest in guests:
        guest.join(30)
    for player in players:
        player.connection.close()
    return ([sample for listener in listeners for sample in listener.samples()],
            sum(listener.said_bytes for listener in listeners),
            sum(listener.sent_bytes() for listener in listeners))


def guess_rate(samples):
    """(how often the eavesdropper is right, how often without listening) of the second half."""
    samples = [((seen - public, hand), count) for seen, public, hand, count in samples]
    random.Random(1).shuffle(samples)
    half = len(samples) // 2
    learned, usual = collections.defaultdict(collections.Counter), collections.defaultdict(collections.Counter)
    anything = collections.Counter()
    for (length, hand), count in samples[:half]:
        learned[length, hand][count] += 1
        usual[hand][count] += 1
        anything[count] += 1

    def best(counts):
        return (counts or anything).most_common(1)[0][0]

    rest = samples[half:]
    right = sum(best(learned.get(known)) == count if known in learned else best(usual.get(known[1])) == count
                for known, count in rest)
    blind = sum(best(usual.get(known[1])) == count for known, count in rest)
    return right / len(rest), blind / len(rest)


def measure(program, root, games):
    """(samples, bytes of the messages, bytes of the records)"""
    samples, said, sent = [], 0, 0
    bot = load_bot(root)
    with tempfile.TemporaryDirectory() as folder:
        cert, key = Path(folder) / "cert.pem", Path(folder) / "key.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
                        "-nodes", "-keyout", key, "-out", cert, "-days", "2", "-subj", "/CN=localhost",
                        "-addext", "subjectAltName=DNS:localhost"], capture_output=True, check=True)
        trust = ssl.create_default_context(cafile=str(cert))
        server = Server(program, folder, "--no-limits", "--cert", str(cert), "--key", str(key))
        server.start()
        try:
            for game in range(games):
                more, told, seen = play_game(bot, server.port, trust, game)
                samples, said, sent = samples + more, said + told, sent + seen
        finally:
            server.stop()
    return samples, said, sent


def main():
    games = int(sys.argv[3]) if len(sys.argv) > 3 else 20
    samples, said, sent = measure(sys.argv[1], sys.argv[2], min(games, 500))
    right, blind = guess_rate(samples)
    print(f"{len(samples)} turns: the eavesdropper is right in {right:.0%}, by guessing alone in {blind:.0%}; "
          f"{sent / said - 1:.1%} more bytes")


if __name__ == "__main__":
    main()
