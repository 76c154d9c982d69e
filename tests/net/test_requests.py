#!/usr/bin/env python3
"""Requests that two readers could take differently: test_requests.py PROGRAM ARCHIVE SOURCE_ROOT

Each is sent as raw bytes, with another request hidden behind it; the hidden one must never be answered.
And for whom a request is: names that were not given to the server are refused.
"""
import os
import re
import socket
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "hall"))
import tap  # noqa: E402
from server import Server  # noqa: E402

program = os.path.abspath(sys.argv[1])
HOST = "Host: localhost\r\n"
HIDDEN = f"GET /api/editions HTTP/1.1\r\n{HOST}\r\n"
POST = f"POST /health HTTP/1.1\r\n{HOST}"


def ask(port, text, piece=1 << 16, is_last=True):
    """(the statuses answered, everything that came); the other end has closed, or is silent. Not 'is_last': we leave
    closing to the server, which may drop what it has not read yet when we are the first."""
    with socket.create_connection(("127.0.0.1", port)) as link:
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for at in range(0, len(text.encode()), piece):
            link.sendall(text.encode()[at:at + piece])
        if is_last:
            link.shutdown(socket.SHUT_WR)
        link.settimeout(20)
        got = b""
        try:
            while more := link.recv(65536):
                got += more
        except ConnectionResetError:
            pass
    return [int(status) for status in re.findall(rb"^HTTP/1\.1 (\d+)", got, re.MULTILINE)], got


REFUSED = {
    "two hosts": f"GET /health HTTP/1.1\r\n{HOST}Host: evil.example\r\n\r\n",
    "two hosts, the same": f"GET /health HTTP/1.1\r\n{HOST}{HOST}\r\n",
    "two origins": f"GET /ws HTTP/1.1\r\n{HOST}Origin: http://localhost\r\nOrigin: http://evil.example\r\n"
                   "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                   "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    "no host": "GET /health HTTP/1.1\r\n\r\n",
    "a host with a blank before the colon": "GET /health HTTP/1.1\r\nHost : localhost\r\n\r\n",
    "two lengths": f"{POST}Content-Length: 5\r\nContent-Length: {5 + len(HIDDEN)}\r\n\r\nhello{HIDDEN}",
    "two lengths, the longer first":
        f"{POST}Content-Length: {5 + len(HIDDEN)}\r\nContent-Length: 5\r\n\r\nhello{HIDDEN}",
    "two lengths, the same": f"{POST}Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello{HIDDEN}",
    "two lengths in a list": f"{POST}Content-Length: 5, 5\r\n\r\nhello{HIDDEN}",
    "a length with a sign": f"{POST}Content-Length: +5\r\n\r\nhello{HIDDEN}",
    "a length in hexadecimal": f"{POST}Content-Length: 0x5\r\n\r\nhello{HIDDEN}",
    "chunks and a length": f"{POST}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n{HIDDEN}",
    "a length and chunks": f"{POST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{HIDDEN}",
    "chunks of another kind": f"{POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n{HIDDEN}",
    "chunks twice":
        f"{POST}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n{HIDDEN}",
    "a page with chunks": f"GET /health HTTP/1.1\r\n{HOST}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n{HIDDEN}",
    "a lone carriage return": f"GET /health HTTP/1.1\r\n{HOST}X: a\rHost: evil.example\r\n\r\n",
    "a bare line feed behind the first line": f"GET /health HTTP/1.1\n{HOST}\r\n",
    "a bare line feed behind the first header": f"GET /health HTTP/1.1\r\nHost: localhost\nX: a\r\n\r\n",
    "a bare line feed behind the last header": f"GET /health HTTP/1.1\r\n{HOST}X: a\n\r\n",
    "a bare line feed behind an empty header": f"GET /health HTTP/1.1\r\nX:\n{HOST}\r\n",
    "a bare line feed for the empty line": f"GET /health HTTP/1.1\r\n{HOST}\n",
    "bare line feeds alone": "GET /health HTTP/1.1\nHost: localhost\n\n",
    "a folded header": f"GET /health HTTP/1.1\r\n{HOST}X: a\r\n b\r\n\r\n",
    "a folded header, with a tab": f"GET /health HTTP/1.1\r\n{HOST}X: a\r\n\tb\r\n\r\n",
    "a folded header that hides another": f"GET /health HTTP/1.1\r\n{HOST}X: a\r\n Content-Length: 5\r\n\r\n",
    "a folded length": f"{POST}Content-Length:\r\n 5\r\n\r\nhello{HIDDEN}",
    "a blank before a colon": f"GET /health HTTP/1.1\r\n{HOST}X : a\r\n\r\n",
    "a folded first line": f"GET /health HTTP/1.1\r\n {HOST}{HOST}\r\n",
    "a zero byte in a value": f"GET /health HTTP/1.1\r\n{HOST}X: a\0Host: evil.example\r\n\r\n",
    "a zero byte in the host, ours before it": "GET /health HTTP/1.1\r\nHost: localhost\0.evil\r\n\r\n",
    "a zero byte in the host, ours behind it": "GET /health HTTP/1.1\r\nHost: evil\0localhost\r\n\r\n",
    "a zero in a path": f"GET /health%00x HTTP/1.1\r\n{HOST}\r\n",
    "a zero byte in a header's name": f"GET /health HTTP/1.1\r\n{HOST}X\0Y: a\r\n\r\n",
    "another site's address as the path": f"GET http://evil.example/health HTTP/1.1\r\n{HOST}\r\n",
}

# The library ends a path at a zero byte. What stands behind it is never looked at: the answer is the one
# to the same request without it, and there is only one.
CUT_SHORT = {
    "a zero byte in a path": (f"GET /none\0/../health HTTP/1.1\r\n{HOST}\r\n", 404),
}

# Odd, but with one meaning.
TAKEN = {
    "blanks around a value": "GET /health HTTP/1.1\r\nHost:   localhost\r\nX:\t a \t\r\n\r\n",
    "a value of nothing": f"GET /health HTTP/1.1\r\n{HOST}X:\r\nY: \r\n\r\n",
    "colons in a value": f"GET /health HTTP/1.1\r\n{HOST}X: a:b: c\r\n\r\n",
    "words behind the path": f"GET /health?a=b&c&d=%20e HTTP/1.1\r\n{HOST}\r\n",
    "a long path with escapes": f"GET /health?{'%41' * 500} HTTP/1.1\r\n{HOST}\r\n",
    "many headers": f"GET /health HTTP/1.1\r\n{HOST}{'X: a' * 20 + chr(13) + chr(10)}" + "Y: b\r\n" * 60 + "\r\n",
    "an older version": f"GET /health HTTP/1.0\r\n{HOST}\r\n",
}


def check_framing(server):
    for name, text in REFUSED.items():
        statuses, got = ask(server.port, text)
        # The library sends its own refusals with a page whose text repeats the status line.
        tap.check(f"{name}: refused, and nothing else is answered",
                  statuses and set(statuses) == {400} and b"editions" not in got, statuses, got)
    for name, (text, wanted) in CUT_SHORT.items():
        tap.equal(f"{name}: one answer, as without it", ask(server.port, text)[0], [wanted])
    for name, text in TAKEN.items():
        tap.equal(f"{name}: answered", ask(server.port, text)[0], [200])
        last = text[:-2] + "Connection: close\r\n\r\n"
        tap.equal(f"{name}, in small pieces: answered", ask(server.port, last, 7)[0], [200])
        tap.equal(f"{name}, twice: answered twice", ask(server.port, text.replace("1.0", "1.1") + last, is_last=False)[0],
                  [200, 200])
    for name in ("a bare line feed behind the last header", "a folded header that hides another"):
        tap.equal(f"{name}, behind a proper request",
                  ask(server.port, TAKEN["many headers"] + REFUSED[name], is_last=False)[0], [200, 400])
    tap.equal("two proper requests in one piece have two answers",
              ask(server.port, f"GET /health HTTP/1.1\r\n{HOST}\r\nGET /health HTTP/1.1\r\n{HOST}Connection: close\r\n\r\n",
                  is_last=False)[0], [200, 200])


def check_names(server, names):
    ours = ["localhost", "LOCALHOST:7373", "127.0.0.1", "192.0.2.7:80", "[::1]", "[2001:db8::1]:7373", *names]
    for host in ours:
        tap.equal(f"asked for {host}", ask(server.port, f"GET /health HTTP/1.1\r\nHost: {host}\r\n\r\n")[0],
                  [200])
    for host in ("evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "localhost:80:80", "[::1",
                 "2130706433.example", "localhost@evil.example", ".", "mesas.example.org.evil.example"):
        statuses, got = ask(server.port, f"GET /health HTTP/1.1\r\nHost: {host}\r\n\r\n")
        tap.check(f"asked for {host}: not here, and how to change it", statuses == [421] and b"--name" in got,
                  got)
    upgrade = ("GET /ws HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\nUpgrade: websocket\r\n"
               "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
               "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
    tap.equal("a page whose name was made to point here", ask(server.port, upgrade)[0], [421])


def check_policy(server):
    """What the page may load and connect to is its own site."""
    _, got = ask(server.port, "GET / HTTP/1.1\r\nHost: 127.0.0.1:7373\r\n\r\n")
    found = re.search(rb"^Content-Security-Policy: (.*)\r$", got, re.MULTILINE)
    policy = dict(part.strip().split(" ", 1) for part in found.group(1).decode().split(";")) if found else {}
    tap.equal("the page connects to its own site only", policy.get("connect-src"),
              "'self' ws://127.0.0.1:7373 wss://127.0.0.1:7373")
    for what, sources in policy.items():
        if what != "connect-src":
            tap.check(f"{what} names no other site", re.fullmatch(
                r"('self'|'none'|'wasm-unsafe-eval'|'unsafe-inline'|data:|blob:| )*", sources), sources)


with tempfile.TemporaryDirectory() as folder_:
    server_ = Server(program, folder_)
    server_.start()
    check_framing(server_)
    check_names(server_, [])
    check_policy(server_)
    server_.stop()
with tempfile.TemporaryDirectory() as folder_:
    server_ = Server(program, folder_, "--name", "mesas.example.org", "--name", "otra.example", "--proxy",
                     "127.0.0.1")
    server_.start()
    check_names(server_, ["mesas.example.org", "Mesas.Example.Org:8443", "otra.example", "otra.example."])
    server_.stop()
for name_ in ("https://mesas.example.org", "mesas.example.org:80", "", "a b"):
    result_ = tap.run([program, "serve", "--name", name_])
    tap.check(f"--name '{name_}' is refused", result_.status == 2 and "--name" in result_.err, result_)
tap.done()
