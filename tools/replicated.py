"""PostgreSQL under Patroni with etcd, in a folder of its own, without privileges: a primary and a synchronous standby that
takes its place by itself (docs/OPERATING.md, "A database that fails over by itself").

    Replicated(folder).url()    where nodes find whichever can be written

Each database with its Patroni is a Member, as on a machine of its own; 'wire(port)' may put something between them that can
be cut (an object with a 'port')."""
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from postgres import Postgres, find_programs, free_port  # noqa: E402

SCOPE = "penultima"
# A primary that is gone is missed after 'ttl' seconds; one that cannot reach etcd gives up sooner.
DCS = {"ttl": 5, "loop_wait": 1, "retry_timeout": 2, "maximum_lag_on_failover": 0, "primary_start_timeout": 0,
       "synchronous_mode": True}
PARAMETERS = {"synchronous_commit": "on", "max_connections": 100, "wal_keep_size": "64MB", "wal_log_hints": "on",
              "wal_sender_timeout": "3s", "wal_receiver_timeout": "3s", "wal_receiver_status_interval": "1s",
              "wal_retrieve_retry_interval": "100ms"}


def find_missing():
    """What is not installed, by the names of Debian's packages."""
    return [package for package, there in (("postgresql", find_programs()), ("patroni", shutil.which("patroni")),
                                           ("etcd-server", shutil.which("etcd"))) if not there]


def wait_until(condition, tell, seconds=60):
    """'tell' says what is wrong if it does not come true."""
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() >= until:
            raise OSError(tell())
        time.sleep(0.05)


class Member:
    """One PostgreSQL and its Patroni. 'etcd_port' is where it finds etcd, 'wire' as in Replicated."""

    def __init__(self, folder, name, etcd_port, settings, listen, wire):
        self.folder, self.name, self.process = Path(folder), name, None
        self.data = self.folder / "data"
        self.user = Postgres.find_user()
        self.log = self.folder / "log"
        self.folder.mkdir(parents=True, exist_ok=True)
        ports = self.folder / "ports"
        if not ports.exists():
            ports.write_text(f"{free_port()} {free_port()}", encoding="ascii")
        self.port, self.rest_port = (int(word) for word in ports.read_text(encoding="ascii").split())
        # What others reach it by, and it reaches etcd by.
        self.wires = [wire(port) for port in (self.port, self.rest_port, etcd_port)] if wire else []
        seen, rest, etcd = [one.port for one in self.wires] or [self.port, self.rest_port, etcd_port]
        config = {
            "scope": SCOPE, "name": name,
            "restapi": {"listen": f"127.0.0.1:{self.rest_port}", "connect_address": f"127.0.0.1:{rest}"},
            "etcd3": {"hosts": [f"127.0.0.1:{etcd}"], "use_proxies": bool(wire)},
            "bootstrap": {"dcs": dict(DCS, postgresql={"use_pg_rewind": True, "parameters": dict(PARAMETERS, **settings)}),
                          "initdb": [{"encoding": "UTF8"}, {"locale": "C"}, {"auth": "trust"}, "data-checksums", "no-sync"]},
            "postgresql": {
                "listen": f"{listen}:{self.port}", "connect_address": f"127.0.0.1:{seen}",
                "bin_dir": find_programs(), "data_dir": str(self.data), "pgpass": str(self.folder / "pgpass"),
                "pg_hba": ["local all all trust", "host all all all trust", "host replication all all trust"],
                "authentication": {name: {"username": "penultima"} for name in ("superuser", "replication", "rewind")},
                "parameters": {"unix_socket_directories": str(self.folder)},
                "basebackup": ["no-sync", {"checkpoint": "fast"}],
                "remove_data_directory_on_rewind_failure": True,
                "remove_data_directory_on_diverged_timelines": True},
            "watchdog": {"mode": "off"}}
        (self.folder / "patroni.json").write_text(json.dumps(config, indent=1), encoding="ascii")
        own(self.folder, self.user)

    def start(self):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(["patroni", str(self.folder / "patroni.json")], cwd=self.folder,
                                            stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                                            **become(self.user))

    def postmaster(self):
        """Its process, or None. What the file says may be of a time long ago, and the number somebody else's by now."""
        try:
            pid = int((self.data / "postmaster.pid").read_text(encoding="ascii").split()[0])
            words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        except (OSError, ValueError, IndexError):
            return None
        return pid if str(self.data).encode() in words else None

    def family(self):
        """PostgreSQL's processes, the first one first."""
        first = self.postmaster()
        return [first, *children(first)] if first else []

    def kill_postgres(self):
        for pid in self.family():
            send(pid, signal.SIGKILL)

    def kill(self):
        """As if its machine had died."""
        self.process.kill()
        self.process.wait()
        self.kill_postgres()

    def stand_still(self, is_still):
        for pid in [self.process.pid, *self.family()]:
            send(pid, signal.SIGSTOP if is_still else signal.SIGCONT)

    def cut(self):
        """It reaches neither the other one nor etcd, and they do not reach it; nodes do."""
        for wire in self.wires:
            wire.go_dumb()

    def mend(self):
        for wire in self.wires:
            wire.speak()

    def ask(self, path):
        """What its Patroni answers, or None."""
        return ask(self.rest_port, path)

    def end(self):
        """Tells Patroni to stop its PostgreSQL, and to end."""
        self.mend()
        if self.process and self.process.poll() is None:
            self.stand_still(False)
            self.process.terminate()

    def close(self):
        if self.process:
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()
        self.kill_postgres()
        for wire in self.wires:
            wire.close()


class Replicated:
    """'settings' are PostgreSQL's, a dictionary; 'listen' is where it takes calls."""

    def __init__(self, folder, settings=None, listen="127.0.0.1", wire=None):
        missing = find_missing()
        if missing:
            raise FileNotFoundError("not installed (Debian): " + " ".join(missing))
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        os.chmod(self.folder, 0o755)
        self.etcd, self.etcd_port = None, free_port()
        self.members = [Member(self.folder / name, name, self.etcd_port, settings or {}, listen, wire)
                        for name in ("pg0", "pg1")]
        try:
            self.start_etcd()
            for member in self.members:
                member.start()
            self.wait_for_standby()
        except BaseException:
            self.close()
            raise

    def start_etcd(self):
        folder, user = self.folder / "etcd", Postgres.find_user()
        folder.mkdir(exist_ok=True)
        own(folder, user)
        here, peers = f"http://127.0.0.1:{self.etcd_port}", f"http://127.0.0.1:{free_port()}"
        with open(self.folder / "etcd.log", "ab") as log:
            self.etcd = subprocess.Popen(
                ["etcd", "--name", "one", "--data-dir", str(folder), "--listen-client-urls", here, "--advertise-client-urls", here,
                 "--listen-peer-urls", peers, "--initial-advertise-peer-urls", peers, "--initial-cluster", f"one={peers}",
                 "--force-new-cluster"],
                cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True, **become(user))
        wait_until(lambda: ask(self.etcd_port, "/health") == {"health": "true"}, lambda: "etcd does not start: " + self.errors())

    def find_primary(self):
        """The member that can be written and has the leader's key, or None."""
        return next((member for member in self.members if member.process and member.ask("/primary")), None)

    def standby(self):
        """The member that has all that is acknowledged besides the primary, or None."""
        return next((member for member in self.members if member.process and member.ask("/synchronous")), None)

    def can_be_written(self):
        """One that is just promoted has the leader's key, and cannot yet."""
        try:
            return bool(self.sql("SELECT 1"))
        except OSError:
            return False

    def wait_for_standby(self, seconds=120):
        wait_until(lambda: self.find_primary() and self.standby() and self.can_be_written(),
                   lambda: "no primary with a synchronous standby: " + self.errors(), seconds)

    def restart_patroni(self):
        """As an operator does it where one goes on with an old picture of etcd (3.0 may, after its machine stood still): it says
        that somebody else has changed its keys, and names no standby. PostgreSQL runs on."""
        for member in self.members:
            member.process.kill()
            member.process.wait()
            member.start()

    def switch_over(self):
        """As an operator does it: the two change places."""
        primary, standby = self.find_primary(), self.standby()
        body = json.dumps({"leader": primary.name, "candidate": standby.name}).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{primary.rest_port}/switchover", body,
                                         {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status == 200

    @property
    def port(self):
        """Of the one that can be written, if there is one."""
        return (self.find_primary() or self.members[0]).port

    def url(self, database="postgres", host="127.0.0.1", tcp=True):
        del tcp
        hosts = ",".join(f"{host}:{member.port}" for member in self.members)
        return f"postgresql://penultima@{hosts}/{database}?target_session_attrs=read-write"

    def sql(self, text):
        done = subprocess.run([os.path.join(find_programs(), "psql"), "-d", self.url(), "-v", "ON_ERROR_STOP=1", "-At", "-c", text],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode:
            raise OSError(f"psql: {done.stdout}")
        return done.stdout

    def errors(self):
        texts = [(path, path.read_text(encoding="utf-8", errors="replace")[-2000:])
                 for path in (self.folder / "etcd.log", *(member.log for member in self.members)) if path.exists()]
        return "\n".join(f"{path}: {text}" for path, text in texts)

    def close(self):
        for member in self.members:
            member.end()
        for member in self.members:
            member.close()
        if self.etcd and self.etcd.poll() is None:
            self.etcd.kill()
            self.etcd.wait()


def ask(port, path):
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=3) as answer:
            return json.load(answer)
    except (OSError, ValueError):
        return None


def become(user):
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user else {}


def own(folder, user):
    """The folder and what lies directly in it belong to whom the servers run as."""
    if user:
        for path in (folder, *folder.iterdir()):
            os.chown(path, user.pw_uid, user.pw_gid)
        os.chmod(folder, 0o700)


def send(pid, number):
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def children(parent):
    found = []
    for path in Path("/proc").iterdir():
        try:
            if path.name.isdigit() and int((path / "stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()[1]) == parent:
                found.append(int(path.name))
        except (OSError, IndexError):
            continue
    return found
