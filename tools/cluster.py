#!/usr/bin/env python3
"""A whole house on this machine, to try it: PostgreSQL (a private one, without privileges), several nodes, and
HAProxy or nginx in front of them.

    ./run cluster [N] [--port P] [--proxy haproxy|nginx] [--folder FOLDER]

Prints the link and runs until Ctrl-C. With --folder the data stay there; otherwise they go with it."""
import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from postgres import Postgres, free_port  # noqa: E402

HAPROXY = """global
    maxconn 4000
defaults
    mode http
    timeout connect 2s
    timeout client 120s
    timeout server 120s
    timeout tunnel 1h
    option redispatch
    option forwardfor
    retries 3
frontend house
    bind {listen}:{port}
    default_backend nodes
backend nodes
    balance leastconn
    option httpchk GET /health
{servers}
"""

NGINX = """worker_processes 1;
error_log {folder}/nginx.log;
pid {folder}/nginx.pid;
daemon off;
events {{ worker_connections 4000; }}
http {{
    access_log off;
    client_body_temp_path {folder}/nginx-1; proxy_temp_path {folder}/nginx-2; fastcgi_temp_path {folder}/nginx-3;
    uwsgi_temp_path {folder}/nginx-4; scgi_temp_path {folder}/nginx-5;
    map $http_upgrade $connection_upgrade {{ default upgrade; '' close; }}
    upstream nodes {{
        least_conn;
{servers}
    }}
    server {{
        listen {listen}:{port};
        location / {{
            proxy_pass http://nodes;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $connection_upgrade;
            proxy_set_header X-Forwarded-For $remote_addr;
            proxy_read_timeout 120s;
            proxy_connect_timeout 2s;
            proxy_next_upstream error timeout http_503;
        }}
    }}
}}
"""


def find_daemon(name):
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin:/usr/local/sbin")


def start_node(program, url, port, folder, options=()):
    """A node, running; returns the process and its port."""
    folder = Path(folder)
    folder.mkdir(exist_ok=True)
    log = open(folder / "log", "a", encoding="utf-8")
    process = subprocess.Popen(
        [str(program), "serve", "--lang", "en", "--port", str(port), "--data", url, "--node", "127.0.0.1",
         "--proxy", "127.0.0.1", *options],
        stdout=subprocess.PIPE, stderr=log, text=True, env=dict(os.environ, XDG_DATA_HOME=str(folder)))
    for line in process.stdout:
        found = re.match(r"\s+https?://[^:]*:(\d+)/", line)
        if found:
            return process, int(found.group(1))
    raise OSError(f"a node does not start: {(folder / 'log').read_text(encoding='utf-8')[-1000:]}")


def start_proxy(kind, folder, listen, port, node_ports):
    """HAProxy or nginx before these nodes, as docs/OPERATING.md shows it."""
    folder = Path(folder)
    daemon = find_daemon(kind)
    if not daemon:
        raise OSError(f"{kind} is not installed (Debian: {kind})")
    if kind == "haproxy":
        servers = "\n".join(f"    server node{i} 127.0.0.1:{one} check inter 300ms fall 2 rise 1"
                            for i, one in enumerate(node_ports, 1))
        text, command = HAPROXY, [daemon, "-db", "-f", str(folder / "haproxy.cfg")]
    else:
        servers = "\n".join(f"        server 127.0.0.1:{one} max_fails=1 fail_timeout=1s;"
                            for one in node_ports)
        text, command = NGINX, [daemon, "-p", str(folder), "-c", str(folder / "nginx.cfg")]
    (folder / f"{kind}.cfg").write_text(text.format(folder=folder, listen=listen, port=port, servers=servers),
                                        encoding="utf-8")
    return subprocess.Popen(command, stdout=subprocess.DEVNULL,
                            stderr=open(folder / f"{kind}.log", "a", encoding="utf-8"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], prog="./run cluster")
    parser.add_argument("program")
    parser.add_argument("nodes", nargs="?", type=int, default=3)
    parser.add_argument("--port", type=int, default=7373)
    parser.add_argument("--listen", default="127.0.0.1")
    parser.add_argument("--proxy", choices=("haproxy", "nginx"), default="haproxy")
    parser.add_argument("--folder")
    options = parser.parse_args()
    folder = Path(options.folder or tempfile.mkdtemp(prefix="penultima-cluster-"))
    folder.mkdir(exist_ok=True, parents=True)
    os.chmod(folder, 0o755)
    postgres, processes = None, []
    try:
        postgres = Postgres(str(folder / "postgres"))
        nodes = [start_node(options.program, postgres.url(tcp=True), 0, folder / f"node{i}")
                 for i in range(1, options.nodes + 1)]
        processes = [process for process, _ in nodes]
        port = options.port or free_port()
        processes.append(start_proxy(options.proxy, folder, options.listen, port, [one for _, one in nodes]))
        print(f"PostgreSQL: {postgres.url(tcp=True)}")
        for i, (process, one) in enumerate(nodes, 1):
            print(f"node {i}: http://127.0.0.1:{one}/ (process {process.pid})")
        print(f"Open: http://{options.listen}:{port}/", flush=True)
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        while processes[-1].poll() is None:
            time.sleep(0.5)
        print(f"{options.proxy} has ended: see {folder}/{options.proxy}.log")
        return 1
    except KeyboardInterrupt:
        return 0
    except OSError as problem:
        print(problem, file=sys.stderr)
        return 2
    finally:
        for process in reversed(processes):
            if process.poll() is None:
                process.terminate()
        for process in processes:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
        if postgres:
            postgres.stop()
        if not options.folder:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
