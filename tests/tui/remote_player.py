"""People at a server's table who play in lines: each is a 'penultima join' of its own, driven by what it
prints. And what stands between them: a proxy that cuts, a server that talks nonsense."""
import base64
import hashlib
import os
import re
import select
import signal
import socket
import subprocess
import threading
import time


class Person:
    """One client. Answers the first choice whenever there are choices that it has not answered."""

    def __init__(self, program, url, name, home, *options, lang="en"):
        self.command = [str(program), "join", url, "--name", name, "--lang", lang, *options]
        env = {key: value for key, value in os.environ.items()
               if key not in ("LANG", "LANGUAGE", "NO_COLOR", "TERM", "USER")
               and not key.startswith(("LC_", "XDG_"))}
        self.env = {**env, "HOME": str(home), "USER": "root"}
        self.name, self.out, self.answered, self.process = name, "", 0, None
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, env=self.env)
        self.answered = len(self.out)

    def read(self, seconds=0.0):
        """What has been printed since, waiting so long for the first of it."""
        new = b""
        while select.select([self.process.stdout], [], [], seconds)[0]:
            piece = os.read(self.process.stdout.fileno(), 65536)
            if not piece:
                break
            new += piece
            seconds = 0.01
        self.out += new.decode("utf-8", "replace")
        return bool(new)

    def say(self, line):
        self.answered = len(self.out)
        try:
            self.process.stdin.write(f"{line}\n".encode())
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def choices(self):
        """The choices that were printed last and not answered: {number: words}."""
        found = {}
        # News may stand below them: choices that stay the same are not printed again.
        for line in reversed(self.out[self.answered:].split("\n")):
            match = re.match(r"  (\d+) (.*)", line)
            if match:
                found[int(match.group(1))] = match.group(2)
            elif found or line.startswith(("Answer with the number", "Responde con el número")):
                break  # what stands above the table's first line are choices of the waiting room
        return found

    def is_asked(self, *patterns):
        return any(re.search(pattern, self.out[self.answered:]) for pattern in patterns)

    def answer(self):
        """Does what is next at the table. The end of a game is left to the test."""
        if self.is_asked("Another game\\?", "¿Otra partida\\?"):
            return False
        choices = self.choices()
        if choices:
            self.say(min(choices))
        elif self.is_asked("Enter to deal", "Enter para repartir"):
            self.say("")
        else:
            return False
        return True

    def wait_for(self, *patterns, seconds=60):
        """Reads until one of them was printed after the last answer. The limit only ends a failed test."""
        end = time.monotonic() + seconds
        while not self.is_asked(*patterns):
            if time.monotonic() > end or (not self.read(0.1) and self.process.poll() is not None and
                                          not self.read(0.1)):
                return False
        return True

    def kill(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.read(0.1)
        self.process.stdout.close()
        self.process.stdin.close()

    def end(self):
        """The input ends; the status."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        try:
            status = self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        self.read(0.1)
        self.process.stdout.close()
        return status


def begin(people):
    """All agree, and the host begins. The first one is the host."""
    for person in people:
        person.answered = 0
        if not person.wait_for("Agree to these", "Aceptar estas"):
            return False
        person.say(1)
    if not people[0].wait_for("Begin the game", "Empezar la partida"):
        return False
    people[0].say(2)
    return True


def play(people, until=None, seconds=100, between=None):
    """Plays until all have seen the end of the game, or until the condition holds. 'between' is called now and
    then. False: it took so long that it will never come."""
    limit = time.monotonic() + seconds
    over = r"wins the game!|gana la partida!|shared by|Comparten la victoria"
    while time.monotonic() < limit:
        if until and until():
            return True
        if not until and all(person.is_asked(over) for person in people):
            return True
        for person in people:
            person.read(0.02)
            person.answer()
        if between:
            between()
    return False


class Proxy:
    """Stands between client and server and cuts what goes through it."""

    def __init__(self, port):
        self.target = port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.pairs = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                client.close()
                continue
            self.pairs.append((client, server))
            for source, sink in ((client, server), (server, client)):
                threading.Thread(target=self._pump, args=(source, sink), daemon=True).start()

    @staticmethod
    def _pump(source, sink):
        try:
            while data := source.recv(65536):
                sink.sendall(data)
        except OSError:
            pass
        for end in (source, sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self):
        """All connections that there are."""
        pairs, self.pairs = self.pairs, []
        for pair in pairs:
            for end in pair:
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

    def close(self):
        self.listener.close()
        self.cut()


class Babbler:
    """A server that answers whatever it is told with the same messages."""

    def __init__(self, *messages):
        self.messages = messages
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            request = b""
            while b"\r\n\r\n" not in request:
                request += client.recv(4096)
            key = re.search(rb"Sec-WebSocket-Key: (\S+)", request, re.I).group(1)
            accept = base64.b64encode(hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
            client.sendall(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                           b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n")
            client.recv(4096)
            for message in self.messages:
                data = message.encode()
                size = bytes([len(data)]) if len(data) < 126 else b"\x7e" + len(data).to_bytes(2, "big")
                client.sendall(b"\x81" + size + data)
            self.open = client

    def close(self):
        self.listener.close()
