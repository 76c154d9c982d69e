#!/usr/bin/env python3
"""Nobody shuts newcomers out: test_slowloris.py PROGRAM ARCHIVE SOURCE_ROOT

Sockets that never finish, from several addresses, with and without TLS; whoever comes after them,
from wherever, gets in at once, those who play notice nothing, and it is counted and logged.
"""
import base64
import os
import re
import socket
import ssl
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "hall"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import tap  # noqa: E402
from server import Server, wait_for  # noqa: E402
from slowloris import Slowloris  # noqa: E402

program, root = os.path.abspath(sys.argv[1]), Path(sys.argv[3])
PATIENCE = 8  # seconds; places of dead and silent sockets were given back after ten


def open_link(port, source, trust=None):
    link = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    link.bind((source, 0))
    link.settimeout(PATIENCE)
    link.connect(("127.0.0.1", port))
    return trust.wrap_socket(link, server_hostname="localhost") if trust else link


def ask(port, source, path="/health", more="", trust=None):
    """(the first line of the answer, the socket); an empty line if none came in time."""
    try:
        link = open_link(port, source, trust)
        link.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{more}\r\n".encode())
        head = b""
        while b"\r\n\r\n" not in head:
            got = link.recv(4096)
            if not got:
                return head.decode().split("\r\n")[0], link
            head += got
        return head.decode(errors="replace").split("\r\n")[0], link
    except OSError as error:
        return f"{error!r}", None


def upgrade():
    key = base64.b64encode(os.urandom(16)).decode()
    return ("Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\n")


def counter(server, name, trust=None):
    """A figure of /metrics, asked for like anybody."""
    link = open_link(server.port, "127.0.0.1", trust)
    link.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    text = b""
    while got := link.recv(65536):
        text += got
    link.close()
    found = re.search(rf"^penultima_net_{name}(?:_total)? (\d+)$", text.decode(), re.MULTILINE)
    return int(found.group(1)) if found else None


def attack_with(server, kind, addresses, each, trust=None):
    what = f"{addresses} × {each} sockets, {kind}{', TLS' if trust else ''}"
    player, link = ask(server.port, "127.0.0.77", "/ws", upgrade(), trust)
    tap.equal(f"{what}: somebody plays", player, "HTTP/1.1 101 Switching Protocols")
    # Of a browser: one connection that is kept open between two requests.
    attack = Slowloris(server.port, kind, addresses, each)
    try:
        attack.hold()
        lines = [ask(server.port, f"127.0.1.{i}", trust=trust)[0] for i in range(1, 9)]
        tap.equal(f"{what}: newcomers are answered", lines, ["HTTP/1.1 200 OK"] * 8)
        line, socket_of_newcomer = ask(server.port, "127.0.1.20", "/ws", upgrade(), trust)
        tap.equal(f"{what}: a newcomer can play", line, "HTTP/1.1 101 Switching Protocols")
        line, _ = ask(server.port, "127.0.0.2", trust=trust)
        tap.equal(f"{what}: also one who shares the attacker's address", line, "HTTP/1.1 200 OK")
        link.settimeout(0.2)
        try:
            ended = link.recv(1) == b""
        except (TimeoutError, ssl.SSLWantReadError):
            ended = False
        tap.check(f"{what}: whoever played is still there", not ended)
        for one in (link, socket_of_newcomer):
            if one:
                one.close()
    finally:
        attack.close()


def check_dead_sockets(server, trust=None):
    """A stream that has ended gives its place back at once, not after ten seconds."""
    attack = Slowloris(server.port, "gone", 3, 20)
    attack.hold()
    tap.check("the places of dead sockets come back at once" + (" (TLS)" if trust else ""),
              wait_for(lambda: counter(server, "places_open", trust) == 1, 5),
              counter(server, "places_open", trust))
    attack.close()


def check_slow_but_honest(server):
    """A request that comes in two pieces is answered, and one that ends its stream behind it."""
    link = open_link(server.port, "127.0.1.30")
    link.sendall(b"GET /health HTTP/1.1\r\nHo")
    wait_for(lambda: False, 0.2)
    link.sendall(b"st: localhost\r\n\r\n")
    link.shutdown(socket.SHUT_WR)
    tap.check("a request in two pieces, the stream ended behind it", link.recv(12) == b"HTTP/1.1 200")
    link.close()


def make_certificate(folder):
    cert, key = Path(folder) / "cert.pem", Path(folder) / "key.pem"
    made = subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
                           "-nodes", "-keyout", key, "-out", cert, "-days", "2", "-subj", "/CN=localhost",
                           "-addext", "subjectAltName=DNS:localhost"], capture_output=True, check=False)
    if made.returncode != 0:
        raise RuntimeError(made.stderr)
    trust = ssl.create_default_context(cafile=str(cert))
    return cert, key, trust


def main():
    with tempfile.TemporaryDirectory() as folder:
        server = Server(program, folder)
        server.start()
        try:
            check_slow_but_honest(server)
            check_dead_sockets(server)
            attack_with(server, "half", 3, 216)
            attack_with(server, "silent", 40, 20)
            attack_with(server, "gone", 3, 216)
            attack_with(server, "deaf", 20, 30)
            tap.check("who had to go is counted", counter(server, "dropped_for_newcomer") > 0)
        finally:
            tap.equal("the end is a good one", server.stop(), 0, server.errors())
        tap.check("and logged, a few lines at most",
                  0 < server.errors().count("net-crowded") < 40, server.errors())
    with tempfile.TemporaryDirectory() as folder:
        cert, key, trust = make_certificate(folder)
        server = Server(program, folder, "--cert", str(cert), "--key", str(key))
        server.start()
        try:
            check_dead_sockets(server, trust)
            attack_with(server, "silent", 3, 216, trust)
            attack_with(server, "silent", 40, 20, trust)
        finally:
            tap.equal("the end is a good one (TLS)", server.stop(), 0, server.errors())


main()
tap.done()
