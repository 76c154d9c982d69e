"""Tests that print TAP: tap.check(name, condition, more...), and tap.done() at the end."""
import subprocess
import sys

_count = 0
_failed = 0


def check(name, is_good, *details):
    """One test. 'details' are printed when it fails."""
    global _count, _failed
    _count += 1
    print(f"{'ok' if is_good else 'not ok'} {_count} - {name}".replace("#", "No. "))
    if not is_good:
        _failed += 1
        # To standard error: that is what Meson shows of a failed test.
        print(f"not ok: {name}", file=sys.stderr)
        for detail in details:
            for line in str(detail).splitlines():
                print(f"    {line}", file=sys.stderr)
    return is_good


def equal(name, got, wanted, *details):
    """One test; both values are printed when they differ."""
    return check(name, got == wanted, f"got    {got!r}", f"wanted {wanted!r}", *details)


def count():
    """How many tests there were."""
    return _count


def done():
    print(f"1..{_count}")
    sys.stdout.flush()
    sys.exit(1 if _failed else 0)


class Result:
    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err

    def __repr__(self):
        return f"status {self.status}\nstdout: {self.out[-1500:]}\nstderr: {self.err[-1500:]}"


def run(command, stdin=b"", timeout=120, env=None, cwd=None):
    """Runs a program to its end; its outputs as text."""
    done_process = subprocess.run([str(word) for word in command], input=stdin, timeout=timeout,
                                  env=env, cwd=cwd, capture_output=True, check=False)
    return Result(done_process.returncode, done_process.stdout.decode("utf-8", "replace"),
                  done_process.stderr.decode("utf-8", "replace"))
