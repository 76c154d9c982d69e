"""A server that cheats: a real one behind a proxy that changes what it says. Cheat(port, mode) listens on a free
port of this machine; 'mode' names the lie. Records that are changed are chained anew, as a cheat would."""
import base64
import hashlib
import json
import re
import socket
import struct
import threading
import urllib.error
import urllib.request


def chain(lines):
    digest = hashlib.sha512(b"penultima/1 chain").digest()
    for line in lines:
        digest = hashlib.sha512(digest + line.encode()).digest()
    return digest.hex()


def flip(digits):
    return digits[:-1] + ("0" if digits[-1] != "0" else "1")


class Cheat:
    def __init__(self, port, mode, player="Ana"):
        self.port_behind, self.mode, self.player = port, mode, player
        self.heard = []      # types of what the client said
        self.hand = None
        self.slowness = 16   # records that are refused for the moment, in the mode "slow"
        self.busy = []       # codes with which the next returns are refused
        self.clients = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.run, daemon=True).start()

    def close(self):
        self.listener.close()

    def cut(self):
        """Everybody's connection breaks."""
        for client in self.clients:
            try:
                client.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self.clients = []

    # ---- the lies

    def lie(self, message):
        """What the client hears instead; null: nothing."""
        mode, kind = self.mode, message.get("t")
        if mode in ("no-commit", "unsigned") and kind == "signed":
            return None
        if mode == "no-commit" and "commit" in message:
            message["commit"] = None
        if mode == "commit" and message.get("commit"):
            message["commit"] = flip(message["commit"])
        if mode == "commit-late" and message.get("stage") in ("revealing", "playing", "between", "over"):
            message["commit"] = flip(message["commit"])
        if mode == "signature" and kind == "signed":
            message["sign"] = flip(message["sign"])
        if mode == "other-seal" and kind == "signed" and "#! commit " in message["text"]:
            message["text"] = re.sub(f"(#! commit {self.player} .*).", lambda found: flip(found.group(0)),
                                     message["text"])
        if mode == "hand" and kind == "update":
            self.lie_about_hand(message)
        if mode == "end" and kind == "update" and message.get("over"):
            message["now"]["score"] = [points + 1 for points in message["now"]["score"]]
        return message

    def lie_about_hand(self, message):
        """One card of the deal is shown as another, for a moment; neither can be played."""
        if any(event["e"] == "dealt" for event in message["events"]):
            self.hand = list(message["hand"])
            plays = message["now"].get("legal", {}).get("plays", [])
            at = next(i for i, card in enumerate(message["hand"]) if card not in plays)
            message["hand"][at] = next(card for card in ("r1", "b2", "g3", "y4", "r5", "b6")
                                       if card not in plays and card not in message["hand"])
        elif self.hand:
            message.setdefault("hand", self.hand)
            self.hand = None

    def lie_in_record(self, text):
        lines = text.rstrip("\n").split("\n")
        if self.mode in ("honest", "deaf", "slow", "commit", "commit-late", "signature", "hand", "end", "other-seal"):
            return text
        if self.mode == "other-record":
            lines = [re.sub(r"^#! server commit (.*)$", lambda found: f"#! server commit {flip(found.group(1))}",
                            line) for line in lines]
        if self.mode == "seed":
            lines = [re.sub(f"^(#! seed {self.player} )(.*)$", lambda found: found.group(1) + flip(found.group(2)),
                            line) for line in lines]
        if self.mode == "withheld":
            lines = [re.sub(f"^#! seed {self.player} .*$", f"#! seed {self.player} withheld", line)
                     for line in lines]
        if self.mode == "order":
            at = next(i for i, line in enumerate(lines) if line.startswith("draw: "))
            cards = lines[at].split()
            other = next(i for i in range(2, len(cards)) if cards[i] != cards[1])
            cards[1], cards[other] = cards[other], cards[1]
            lines[at] = " ".join(cards)
        if self.mode in ("no-end", "unsigned"):
            lines = [line for line in lines if not line.startswith("# signed ")]
        lines[-1] = f"#! chain {chain(lines[:-1])}"
        return "\n".join(lines) + "\n"

    # ---- the wires

    def run(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        try:
            head = b""
            while b"\r\n\r\n" not in head:
                more = client.recv(65536)
                if not more:
                    return
                head += more
            head, rest = head.split(b"\r\n\r\n", 1)
            path = head.split(b" ")[1].decode()
            if path.split("/")[1] == "ws":
                self.talk(client, head, rest)
            else:
                self.page(client, path)
        except (OSError, ConnectionError, IndexError):
            pass
        finally:
            client.close()

    def page(self, client, path):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port_behind}{path}", timeout=20) as answer:
                status, body, kind = answer.status, answer.read(), answer.headers.get("content-type", "")
                if path.endswith(".mesa"):
                    if self.mode == "slow" and self.slowness > 0:
                        self.slowness -= 1
                        status, body = 503, b""
                    elif self.mode == "no-record":
                        status, body = 404, b""
                    else:
                        body = self.lie_in_record(body.decode()).encode()
        except urllib.error.HTTPError as error:
            status, body, kind = error.code, error.read(), "text/plain"
        client.sendall(f"HTTP/1.1 {status} So\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
                       "Connection: close\r\n\r\n".encode() + body)

    def talk(self, client, head, rest):
        self.clients.append(client)
        key = re.search(rb"(?i)sec-websocket-key: *(\S+)", head).group(1)
        accept = base64.b64encode(hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
        server = socket.create_connection(("127.0.0.1", self.port_behind), 60)
        server.sendall(b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                       b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
                       % self.port_behind)
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += server.recv(65536)
        behind = answer.split(b"\r\n\r\n", 1)[1]
        client.sendall(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                       b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n")
        threading.Thread(target=self.back, args=(server, client, behind), daemon=True).start()
        for opcode, payload in frames(client, rest):
            if opcode == 1:
                message = json.loads(payload)
                self.heard.append(message["t"])
                if message["t"] == "resume" and self.busy:
                    refusal = {"t": "no", "code": self.busy.pop(), "en": "later", "es": "luego"}
                    client.sendall(frame(1, json.dumps(refusal).encode(), is_masked=False))
                    continue
                if message["t"] in ("agree", "again") and "commit" in message:
                    self.heard.append("commit")
                if self.mode == "deaf" and message["t"] == "reveal":
                    continue  # as a line that breaks just then
            server.sendall(frame(opcode, payload, is_masked=True))
        server.close()

    def back(self, server, client, rest):
        try:
            for opcode, payload in frames(server, rest):
                if opcode == 1:
                    message = self.lie(json.loads(payload))
                    if message is None:
                        continue
                    payload = json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode()
                client.sendall(frame(opcode, payload, is_masked=False))
        except OSError:
            pass
        client.close()


def frames(wire, waiting):
    """Whole frames; messages here are never in pieces."""
    def take(count):
        nonlocal waiting
        while len(waiting) < count:
            more = wire.recv(65536)
            if not more:
                raise ConnectionError
            waiting += more
        taken, waiting = waiting[:count], waiting[count:]
        return taken

    while True:
        try:
            first, second = take(2)
            size = second & 0x7f
            if size == 126:
                size = struct.unpack(">H", take(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", take(8))[0]
            mask = take(4) if second & 0x80 else bytes(4)
            payload = bytes(byte ^ mask[i % 4] for i, byte in enumerate(take(size)))
        except (ConnectionError, OSError):
            return
        yield first & 0x0f, payload


def frame(opcode, payload, is_masked):
    size = len(payload)
    mark = 0x80 if is_masked else 0
    head = bytes([0x80 | opcode]) + (
        bytes([mark | size]) if size < 126 else
        bytes([mark | 126]) + struct.pack(">H", size) if size < 65536 else
        bytes([mark | 127]) + struct.pack(">Q", size))
    return head + (bytes(4) if is_masked else b"") + payload
