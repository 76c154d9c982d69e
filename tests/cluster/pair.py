"""Two PostgreSQLs, of which one follows the other: what is acknowledged is at both (docs/OPERATING.md, "A standby by hand").

The place of one is the place of the other after a failover; connect with url()."""
import os
import signal
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "tools"))
from postgres import Postgres  # noqa: E402


class Pair:
    """'make(name, base)' makes one of them."""

    def __init__(self, make):
        self.make = make
        self.primary = make("pg0", None)
        self.standby = make("pg1", self.primary)
        self.follow()

    def follow(self):
        """From here on a commit waits until the standby has it."""
        self.wait_for_standby()
        self.primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.primary.sql("SELECT pg_reload_conf()")

    def wait_for_standby(self):
        for _ in range(3000):
            if self.primary.sql("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'").strip() != "0":
                return
            time.sleep(0.02)
        raise OSError("the standby does not follow")

    def fail_over(self):
        """The primary dies, the standby takes its place; returns the one that died."""
        dead = self.primary
        # Whoever waits for a standby would wait for ever: there is none now.
        self.standby.sql("ALTER SYSTEM SET synchronous_standby_names = ''")
        dead.stop(signal.SIGQUIT)
        self.standby.promote()
        self.primary, self.standby = self.standby, None
        return dead

    def rebuild(self, dead):
        """The one that died follows the other, as a copy of it."""
        dead.forget()
        dead.copy(self.primary)
        dead.start()
        self.standby = dead
        self.follow()

    # What a single one can do, as far as the tests use it:

    @property
    def process(self):
        return self.primary.process

    @property
    def port(self):
        return self.primary.port

    def sql(self, text):
        return self.primary.sql(text)

    def stop(self, how=signal.SIGINT):
        self.primary.stop(how)

    def start(self):
        self.primary.start()

    def url(self, tcp=True, host="127.0.0.1"):
        del tcp
        ports = sorted((self.primary.port, self.standby.port))
        return f"postgresql://penultima@{host}:{ports[0]},{host}:{ports[1]}/postgres?target_session_attrs=read-write"

    def close(self):
        for one in (self.standby, self.primary):
            if one:
                one.close()


def make_pair(folder, settings=(), networks=(), environment=None):
    settings = (*settings, "synchronous_commit = remote_apply", "wal_retrieve_retry_interval = 100", "max_wal_size = 128MB",
                "hot_standby = on", "wal_level = replica", "wal_keep_size = 32MB")

    def make(name, base):
        return Postgres(os.path.join(folder, name), settings, base, networks, environment)

    return Pair(make)
