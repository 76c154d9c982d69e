#!/usr/bin/env python3
"""A port that systemd keeps open (LISTEN_FDS), and certificates that are read anew on SIGHUP.

test_doors.py PROGRAM ARCHIVE SOURCE_ROOT"""
import hashlib
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "hall"))
import tap  # noqa: E402
from server import Server, wait_for  # noqa: E402

program = os.path.abspath(sys.argv[1])


def start_given(listener, folder):
    """The server at a socket that is open already, as number 3; its pid is the shell's."""
    def place():
        os.dup2(listener.fileno(), 3)
        os.set_inheritable(3, True)

    return subprocess.Popen(
        ["sh", "-c", 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"', "sh", program, "serve", "--lang", "en", "--data",
         str(Path(folder) / "server.db")], stdout=subprocess.PIPE, text=True, preexec_fn=place, close_fds=False)


def check_given(folder):
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(64)
        port = listener.getsockname()[1]
        for _ in range(2):  # the second finds the port as it was, with somebody waiting at it
            with socket.create_connection(("127.0.0.1", port)) as early:
                early.sendall(b"GET /health HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
                process = start_given(listener, folder)
                early.settimeout(60)
                tap.check("who came before the server is answered", b"200" in early.recv(100))
            said = next(line for line in process.stdout if re.match(r"\s+http", line))
            tap.equal("it says the port that it was given", int(re.search(r":(\d+)/", said).group(1)), port)
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=30) as answer:
                tap.equal("and answers there", answer.status, 200)
            process.send_signal(signal.SIGTERM)
            tap.equal("and ends well", process.wait(30), 0)
            process.stdout.close()


def make_certificate(folder, name):
    """Into folder/key.pem and folder/cert.pem, each by a rename; the hash of the certificate."""
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-keyout", str(folder / "new-key.pem"), "-out", str(folder / "new-cert.pem"), "-days", "2",
                    "-subj", f"/CN={name}"], check=True, capture_output=True)
    for kind in ("key", "cert"):
        os.replace(folder / f"new-{kind}.pem", folder / f"{kind}.pem")
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert((folder / "cert.pem").read_text(encoding="ascii"))).hexdigest()


def shown(port):
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    with socket.create_connection(("127.0.0.1", port), timeout=30) as raw:
        with context.wrap_socket(raw, server_hostname="localhost") as secure:
            return hashlib.sha256(secure.getpeercert(binary_form=True)).hexdigest()


def check_keys(folder):
    folder = Path(folder) / "keys"
    folder.mkdir()
    first = make_certificate(folder, "first")
    server = Server(program, folder, "--cert", str(folder / "cert.pem"), "--key", str(folder / "key.pem"))
    server.start()
    tap.equal("the certificate is shown", shown(server.port), first)
    second = make_certificate(folder, "second")
    tap.equal("a new one is not read by itself", shown(server.port), first)
    server.process.send_signal(signal.SIGHUP)
    tap.check("but on SIGHUP", wait_for(lambda: shown(server.port) == second))
    (folder / "cert.pem").write_text("no certificate", encoding="ascii")
    server.process.send_signal(signal.SIGHUP)
    tap.check("one that cannot be read is told", wait_for(lambda: "keys-bad" in server.errors()))
    tap.equal("and the last good one stays", shown(server.port), second)
    tap.equal("it ends well", server.stop(), 0, server.errors())


with tempfile.TemporaryDirectory(prefix="penultima-doors-") as scratch:
    check_given(scratch)
    check_keys(scratch)
tap.done()
