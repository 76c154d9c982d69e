#!/usr/bin/env python3
"""docs/OPERATING.md behind real proxies: test_proxies.py PROGRAM ARCHIVE SOURCE_ROOT

The configurations of nginx and Caddy are taken from the document; only names, ports and certificates are
changed to ones of this machine. A browser and plain requests come through each, on a port that is not 443.
"""
import json
import os
import random
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
from pathlib import Path

import page_tests
from page_tests import here, modules, program, root, tap

sys.path.insert(0, str(root / "tests" / "hall"))
from server import Server, load_bot, wait_for  # noqa: E402

sys.path.insert(0, str(root / "tests" / "support"))
from relay import OldDoor  # noqa: E402

UPGRADE = ("Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n")
NGINX = shutil.which("nginx") or ("/usr/sbin/nginx" if os.path.exists("/usr/sbin/nginx") else None)


def blocks():
    """The configurations of the document, by the proxy's name."""
    text = (root / "docs" / "OPERATING.md").read_text(encoding="utf-8")
    return {"caddy": re.search(r"Behind Caddy[^\n]*\n\n```\n(.*?)```", text, re.DOTALL).group(1),
            "nginx": re.search(r"Behind nginx:\n\n```\n(.*?)```", text, re.DOTALL).group(1)}


def free_port():
    """Below those that the system gives to connections: nobody takes it before the proxy does."""
    while True:
        with socket.socket() as probe:
            port = random.randrange(20000, 32000)
            try:
                probe.bind(("", port))
                return port
            except OSError:
                pass


def replaced(text, pairs):
    for old, new in pairs:
        if old not in text:
            raise ValueError(f"the document no longer has {old!r}")
        text = text.replace(old, new)
    return text


def nginx_command(folder, port, server):
    inner = replaced(blocks()["nginx"], [
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"), ("mesas.example.org", "localhost"),
        ("/etc/ssl/mesas/fullchain.pem", str(folder / "cert.pem")),
        ("/etc/ssl/mesas/privkey.pem", str(folder / "key.pem")), ("127.0.0.1:7373", f"127.0.0.1:{server.port}")])
    temporary = "".join(f"{what}_temp_path {folder}/{what};\n" for what in
                        ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (folder / "nginx.conf").write_text(
        f"daemon off;\nmaster_process off;\npid {folder}/nginx.pid;\nerror_log {folder}/nginx.log;\n"
        f"events {{ }}\nhttp {{\naccess_log off;\n{temporary}{inner}\n}}\n", encoding="utf-8")
    return [NGINX, "-p", str(folder), "-e", str(folder / "nginx.log"), "-c", str(folder / "nginx.conf")]


def caddy_command(folder, port, server):
    inner = replaced(blocks()["caddy"], [
        ("mesas.example.org {", f"https://localhost:{port} {{\n    tls {folder}/cert.pem {folder}/key.pem"),
        ("127.0.0.1:7373", f"127.0.0.1:{server.port}")])
    (folder / "Caddyfile").write_text("{\n    admin off\n    auto_https disable_redirects\n}\n" + inner,
                                      encoding="utf-8")
    return [shutil.which("caddy"), "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


def ask(port, trust, text):
    """The status of the answer, or None."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=20) as plain, \
                trust.wrap_socket(plain, server_hostname="localhost") as link:
            link.sendall(text.encode())
            found = re.match(rb"HTTP/1\.1 (\d+)", link.recv(4096))
            return int(found.group(1)) if found else None
    except OSError:
        return None


def check_proxy(name, port, trust, server):
    host = f"Host: localhost:{port}\r\n"
    page = f"Origin: https://localhost:{port}\r\n"
    tap.equal(f"{name}: a page", ask(port, trust, f"GET /health HTTP/1.1\r\n{host}\r\n"), 200)
    tap.equal(f"{name}: a WebSocket of the page on its port",
              ask(port, trust, f"GET /ws HTTP/1.1\r\n{host}{page}{UPGRADE}\r\n"), 101)
    tap.equal(f"{name}: not of another page",
              ask(port, trust, f"GET /ws HTTP/1.1\r\n{host}Origin: https://evil.example\r\n{UPGRADE}\r\n"), 403)
    for what, text in (("a zero byte", f"GET /health HTTP/1.1\r\n{host}X: a\0b\r\n\r\n"),
                       ("two hosts", f"GET /health HTTP/1.1\r\n{host}Host: evil.example\r\n\r\n"),
                       ("chunks and a length", f"POST /health HTTP/1.1\r\n{host}Content-Length: 3\r\n"
                        "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n")):
        tap.check(f"{name}: {what} never pass for a good request", ask(port, trust, text) in (400, 405, None))
    if page_tests.has_sanitizers() or not page_tests.get_modules():
        print("# the browser is tried in the other build, or its modules cannot be had")
        return
    result = tap.run(["node", here / "proxy.mjs", f"https://localhost:{port}/", modules], timeout=120)
    seen = json.loads(result.out) if result.status == 0 else {}
    tap.equal(f"{name}: a browser's page connects to its own site and to no other",
              (seen.get("own"), seen.get("other"), seen.get("problems")), ("open", "forbidden", []), result)


def through(name, command, trust):
    with tempfile.TemporaryDirectory() as text:
        folder = Path(text)
        for file in ("cert.pem", "key.pem"):
            shutil.copy(CERTIFICATE / file, folder)
        server = Server(program, folder, "--proxy", "127.0.0.1")
        server.start()
        port = free_port()
        with open(folder / "proxy.log", "w", encoding="utf-8") as log:
            proxy = subprocess.Popen(command(folder, port, server), stdout=log, stderr=log,
                                     env={**os.environ, "HOME": str(folder)})
        try:
            is_up = wait_for(lambda: ask(port, trust, f"GET /health HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n"))
            tap.check(f"{name} runs as documented", is_up, (folder / "proxy.log").read_text(encoding="utf-8"))
            if is_up:
                check_proxy(name, port, trust, server)
        finally:
            proxy.terminate()
            proxy.wait()
            server.stop()


def through_old_door():
    """A proxy that passes "/ws" on and nothing under it: the page comes through all the same."""
    if page_tests.has_sanitizers() or not page_tests.get_modules():
        return
    bot = load_bot(root)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(program, folder)
        server.start()
        door = OldDoor(server.port)
        host = bot.Player("127.0.0.1", server.port, "Ana")
        host.create({"seats": 3})
        while not host.table:
            host.hear(host.connection.receive())
        result = tap.run(["node", here / "door.mjs", f"http://127.0.0.1:{door.port}/#{host.table}", modules], timeout=120)
        tap.equal("a door that knows no table in the path: the page comes to the table", result.status, 0, result)
        tap.equal("after it has tried by the table", door.refused[:1], [f"/ws/{host.table}"])
        door.close()
        server.stop()


def make_certificate(folder):
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                    "-keyout", folder / "key.pem", "-out", folder / "cert.pem", "-days", "2", "-subj",
                    "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"], capture_output=True, check=True)
    return ssl.create_default_context(cafile=str(folder / "cert.pem"))


page_tests.need_page()
through_old_door()
if not NGINX or not shutil.which("caddy"):
    page_tests.skip("needs nginx and caddy")
with tempfile.TemporaryDirectory() as certificate:
    CERTIFICATE = Path(certificate)
    trust_ = make_certificate(CERTIFICATE)
    through("nginx", nginx_command, trust_)
    through("caddy", caddy_command, trust_)
tap.done()
