#!/usr/bin/env python3
"""A whole house on this machine, to try it: PostgreSQL (a private one, without privileges), several nodes, and
HAProxy or nginx in front of them.

    ./run cluster [N] [--port P] [--proxy haproxy|nginx] [--folder FOLDER] [--replicated] [--databases D]

With --replicated the database is two, under Patroni with etcd, of which one takes the other's place; with --databases
each has its share of the tables, and the nodes take turns. Prints the link and runs until Ctrl-C. With --folder the data stay there; otherwise they go with it."""
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
from replicated import Replicated  # noqa: E402

HAPROXY = """global
    maxconn 4000
defaults
    mode http
    timeout connect 2s
    timeout client 120s
    timeout server 120s
    timeout tunnel 1h
    option redispatch 1
    option forwardfor
    retries 3
frontend house
    bind {listen}:{port}
{choices}
    default_backend nodes
{tables}
backend nodes
    balance leastconn
    option httpchk GET /ready
    http-check disable-on-404
{servers}
"""

# The nodes of one database.
HAPROXY_TABLES = """backend {name}
    balance hash path,field(3,/),bytes(0,2)
    hash-type consistent sdbm avalanche
    option httpchk GET /ready
    http-check disable-on-404
{servers}"""
LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"  # of ids

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
    map $uri $place {{ ~^/ws/(?<two>[0-9a-z][0-9a-z]) $two; default $request_id; }}
    upstream nodes {{
        hash $place consistent;
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


def letters_of(number, count):
    """With which the ids of this database begin, of so many: store_part_of() in src/store/nodes.h."""
    return "".join(letter for i, letter in enumerate(LETTERS) if i * count // len(LETTERS) == number)


def write_haproxy(listen, port, groups):
    """'groups' are the ports of the nodes, of each database."""
    servers = [[f"    server node{one} 127.0.0.1:{one} weight 100 check inter 500ms fall 3 rise 1"
                f" on-marked-down shutdown-sessions" for one in group] for group in groups]
    if len(groups) == 1:
        names, choices = ["tables"], ["    use_backend tables if { path_reg ^/ws/[0-9a-z][0-9a-z] }"]
    else:
        names = [f"tables{i}" for i in range(len(groups))]
        choices = [f"    use_backend {name} if {{ path_reg ^/(ws|api/tables)/[{letters_of(i, len(groups))}] }}"
                   for i, name in enumerate(names)]
    tables = [HAPROXY_TABLES.format(name=name, servers="\n".join(some)) for name, some in zip(names, servers)]
    return HAPROXY.format(listen=listen, port=port, choices="\n".join(choices), tables="\n".join(tables),
                          servers="\n".join(line for some in servers for line in some))


def start_proxy(kind, folder, listen, port, node_ports, more=""):
    """HAProxy or nginx before these nodes, as docs/OPERATING.md shows it, and more lines at its end. HAProxy: 'node_ports' may
    be a list for each database."""
    folder = Path(folder)
    daemon = find_daemon(kind)
    if not daemon:
        raise OSError(f"{kind} is not installed (Debian: {kind})")
    if kind == "haproxy":
        groups = node_ports if isinstance(node_ports[0], list) else [node_ports]
        text, command = write_haproxy(listen, port, groups), [daemon, "-db", "-f", str(folder / "haproxy.cfg")]
    else:
        servers = "\n".join(f"        server 127.0.0.1:{one} max_fails=1 fail_timeout=1s;"
                            for one in node_ports)
        text = NGINX.format(folder=folder, listen=listen, port=port, servers=servers)
        command = [daemon, "-p", str(folder), "-c", str(folder / "nginx.cfg")]
    (folder / f"{kind}.cfg").write_text(text + more, encoding="utf-8")
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
    parser.add_argument("--replicated", action="store_true", help="PostgreSQL with a standby, under Patroni")
    parser.add_argument("--databases", type=int, default=1)
    options = parser.parse_args()
    if options.databases > 1 and (options.replicated or options.proxy != "haproxy" or options.nodes < options.databases):
        parser.error("--databases goes with HAProxy and as many nodes, and without --replicated")
    folder = Path(options.folder or tempfile.mkdtemp(prefix="penultima-cluster-"))
    folder.mkdir(exist_ok=True, parents=True)
    os.chmod(folder, 0o755)
    databases, processes = [], []
    try:
        for i in range(options.databases):
            databases.append(Replicated(folder / "replicated") if options.replicated else
                             Postgres(str(folder / f"postgres{i or ''}")))
        urls = [one.url(tcp=True) for one in databases]
        parts = [word for url in urls for word in ("--part", url)] if len(urls) > 1 else []
        nodes = [start_node(options.program, urls[i % len(urls)], 0, folder / f"node{i + 1}", parts)
                 for i in range(options.nodes)]
        processes = [process for process, _ in nodes]
        port = options.port or free_port()
        groups = [[one for _, one in nodes[i::len(urls)]] for i in range(len(urls))]
        processes.append(start_proxy(options.proxy, folder, options.listen, port, groups if len(urls) > 1 else groups[0]))
        for url in urls:
            print(f"PostgreSQL: {url}")
        for member in databases[0].members if options.replicated else ():
            print(f"{member.name}: port {member.port} (process {member.postmaster()}), Patroni"
                  f" http://127.0.0.1:{member.rest_port}/ (process {member.process.pid}), patronictl -c"
                  f" {member.folder}/patroni.json list")
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
        for one in databases:
            one.close()
        if not options.folder:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
