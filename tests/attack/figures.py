"""/metrics, read strictly: by the text format of Prometheus and by its rules for names."""
import re

NAME = re.compile(r"[a-z_][a-z0-9_]*")
SAMPLE = re.compile(r'([a-z_][a-z0-9_]*)(?:\{([a-z_]+)="([^"\\\n]*)"\})? (\d+(?:\.\d+)?)')


def read(text):
    """{name or name{label}: value}. Raises ValueError with the line that is not as it should be."""
    figures, kinds, helps, done = {}, {}, {}, set()
    family = None
    if not text.endswith("\n"):
        raise ValueError("the last line has no end")
    for line in text.splitlines():
        if line.startswith("# HELP "):
            family, _, words = line[7:].partition(" ")
            if not NAME.fullmatch(family) or not words or family in helps:
                raise ValueError(line)
            helps[family] = words
        elif line.startswith("# TYPE "):
            name, _, kind = line[7:].partition(" ")
            if name != family or name in kinds or kind not in ("counter", "gauge", "histogram"):
                raise ValueError(line)
            if (kind == "counter") != name.endswith("_total"):
                raise ValueError(f"{line}: a counter ends in _total, and nothing else does")
            if kind == "histogram" and not name.endswith("_seconds"):
                raise ValueError(f"{line}: a time is in seconds")
            kinds[name] = kind
        else:
            found = SAMPLE.fullmatch(line)
            if not found or family not in kinds:
                raise ValueError(line)
            name, label, value, number = found.groups()
            base = name
            if kinds[family] == "histogram":
                base = re.sub(r"_(bucket|sum|count)$", "", name)
                if base == name or (label == "le") != name.endswith("_bucket"):
                    raise ValueError(line)
            key = name if label is None else f"{name}{{{value}}}"
            if base != family or key in done or not name.startswith("penultima_"):
                raise ValueError(line)
            done.add(key)
            figures[key] = float(number)
    for name, kind in kinds.items():
        if kind == "histogram":
            buckets = [value for key, value in figures.items() if key.startswith(f"{name}_bucket")]
            if buckets != sorted(buckets) or buckets[-1] != figures[f"{name}_count"] or \
                    f"{name}_bucket{{+Inf}}" not in figures:
                raise ValueError(f"{name}: its buckets do not add up")
    return figures
