#!/usr/bin/env python3
"""A private PostgreSQL in a folder of its own, without privileges, over a Unix socket and a loopback port.

    postgres.py COMMAND [ARGUMENT...]    runs the command with PENULTIMA_POSTGRESQL=postgresql://... set

The server refuses to run as root: then it is run as "postgres" or "nobody"."""
import glob
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time


def find_programs():
    """The folder of initdb and postgres; None: not installed."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"),
                   key=lambda path: int(re.search(r"/(\d+)/bin", path).group(1)))
    if found:
        return os.path.dirname(found[-1])
    path = shutil.which("initdb")
    return os.path.dirname(os.path.realpath(path)) if path else None


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Postgres:
    """'base': another one, whose standby this is to be. 'networks' may connect besides this machine."""

    def __init__(self, folder=None, settings=(), base=None, networks=(), environment=None):
        self.programs = find_programs()
        if not self.programs:
            raise FileNotFoundError("PostgreSQL is not installed (Debian: postgresql)")
        self.is_own = folder is None
        self.folder = folder or tempfile.mkdtemp(prefix="penultima-pg-", dir="/tmp")
        os.makedirs(self.folder, exist_ok=True)
        self.data = os.path.join(self.folder, "data")
        self.log = os.path.join(self.folder, "log")
        self.user = self.find_user()
        self.process = None
        self.networks = networks
        self.environment = dict(os.environ, **(environment or {}))
        os.chmod(self.folder, 0o755)
        if self.user:
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        port_file = os.path.join(self.folder, "port")
        if os.path.exists(port_file):
            with open(port_file, encoding="ascii") as file:
                self.port = int(file.read())
        else:
            self.port = free_port()
            with open(port_file, "w", encoding="ascii") as file:
                file.write(str(self.port))
        if os.path.isdir(self.data) and self.user:  # a disk of its own
            os.chown(self.data, self.user.pw_uid, self.user.pw_gid)
            os.chmod(self.data, 0o700)
        if base:
            self.copy(base)
        elif not os.path.exists(os.path.join(self.data, "PG_VERSION")):
            self.run("initdb", "--no-sync", "--auth=trust", "--username=penultima", "--encoding=UTF8",
                     "--locale=C", "-D", self.data)
            with open(os.path.join(self.data, "pg_hba.conf"), "a", encoding="ascii") as file:
                for network in networks:
                    file.write(f"host all all {network} trust\n")
        with open(os.path.join(self.data, "postgresql.auto.conf"), "a", encoding="ascii") as file:
            for line in settings:
                file.write(line + "\n")
        self.start()

    def copy(self, base):
        """A standby: the whole of the other one, which it follows from then on."""
        self.run("pg_basebackup", "--no-sync", "-c", "fast", "-X", "stream", "-R", "-D", self.data, "-d",
                 f"host={base.folder} port={base.port} user=penultima")

    @staticmethod
    def find_user():
        if os.getuid() != 0:
            return None
        for name in ("postgres", "nobody"):
            try:
                return pwd.getpwnam(name)
            except KeyError:
                continue
        raise OSError("no user to run PostgreSQL as")

    def become(self):
        """Run in the child: root's rights are given up."""
        if self.user:
            return {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []}
        return {}

    def run(self, program, *arguments):
        done = subprocess.run([os.path.join(self.programs, program), *arguments], cwd=self.folder, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **self.become())
        if done.returncode:
            raise OSError(f"{program}: {done.stdout}")
        return done.stdout

    def start(self):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [os.path.join(self.programs, "postgres"), "-D", self.data, "-p", str(self.port),
                 "-k", self.folder, "-c", "max_connections=100", "-c",
                 "listen_addresses=" + ("*" if self.networks else "127.0.0.1")],
                cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                **self.become())
        for _ in range(3000):
            done = subprocess.run([os.path.join(self.programs, "pg_isready"), "-q", "-h", self.folder,
                                   "-p", str(self.port), "-U", "penultima", "-d", "postgres"], check=False)
            if done.returncode == 0:
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.02)
        with open(self.log, encoding="utf-8", errors="replace") as log:
            raise OSError("PostgreSQL does not start: " + log.read()[-2000:])

    def stop(self, how=signal.SIGINT):
        """SIGINT: fast, SIGQUIT: as if the machine had died."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(60)

    def promote(self):
        """From here on it can be written; nobody is followed any more."""
        self.run("pg_ctl", "promote", "-w", "-D", self.data)

    def url(self, database="postgres", tcp=False):
        if tcp:
            return f"postgresql://penultima@127.0.0.1:{self.port}/{database}"
        host = self.folder.replace("/", "%2F")
        return f"postgresql://penultima@{host}:{self.port}/{database}"

    def sql(self, text, database="postgres"):
        return self.run("psql", "-h", self.folder, "-p", str(self.port), "-U", "penultima", "-d", database,
                        "-v", "ON_ERROR_STOP=1", "-At", "-c", text)

    def forget(self):
        """Its data are gone, as with its machine."""
        self.stop(signal.SIGQUIT)
        for name in os.listdir(self.data):
            path = os.path.join(self.data, name)
            if os.path.isdir(path) and not os.path.islink(path):
                shutil.rmtree(path)
            else:
                os.unlink(path)

    def close(self):
        self.stop()
        if self.is_own:
            shutil.rmtree(self.folder, ignore_errors=True)


def main():
    try:
        postgres = Postgres(settings=("fsync = off",))
    except FileNotFoundError as problem:
        print("#", problem)
        return subprocess.run(sys.argv[1:], env=dict(os.environ, PENULTIMA_POSTGRESQL=""), check=False).returncode
    try:
        environment = dict(os.environ, PENULTIMA_POSTGRESQL=postgres.url())
        return subprocess.run(sys.argv[1:], env=environment, check=False).returncode
    finally:
        postgres.close()


if __name__ == "__main__":
    sys.exit(main())
