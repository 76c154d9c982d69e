"""The editions that are compiled in, in their order: read from editions/meson.build, so that no test keeps a list."""
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BUILTIN = re.findall(r"'(\w+)\.edition'", (ROOT / "editions/meson.build").read_text(encoding="utf-8").split(")")[0])
# Those that a rule sheet was printed for.
SHEETS = [name for name in BUILTIN if name not in ("verbena", "boxed")]
