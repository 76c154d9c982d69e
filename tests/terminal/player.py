"""A player who knows nothing but the screen: reads which keys are offered and which cards are raised."""
import re

KEYS = {"Intro": "Enter", "Enter": "Enter", "Espacio": "Space", "Space": "Space", "Esc": "Escape"}
DRAW = {"es": "r", "en": "d"}
OVER = {"es": "Fin de la partida", "en": "End of the game"}


def offers(lines):
    """Keys with their labels in the lines: [("r", "Robar"), ...]."""
    found = []
    for line in lines:
        found += re.findall(r"\[(Intro|Enter|Espacio|Space|Esc|[a-zA-Z0-9?])\] ([^\[│]*[^\[│ ])", line)
    return found


def prompt(lines):
    """The lines between the second rule of the table and the hand."""
    rules = [i for i, line in enumerate(lines) if line.startswith("────")]
    owner = [i for i, line in enumerate(lines) if re.match(r" \S.* \((tú|you)\) · ", line)]
    if len(rules) < 2 or not owner:
        return []
    return lines[rules[1] + 1:owner[-1]]


def raised(lines):
    """The keys of the cards that stand a line higher than the others: they can be played."""
    return re.findall(r"[─═]([0-9])", lines[-2])


def has_raised(lines):
    return any(mark in line for line in (lines[-5], lines[-7]) for mark in "╭╔")  # cards of 4 and of 6 rows


def choose(lines, lang):
    """The key to press now, or None: it is somebody else's turn."""
    page = [line for line in lines if re.search(r"│ \[(Intro|Enter)\]", line)]
    if page:
        return "Enter"
    if any(re.search(r"│ \[Esc\]", line) for line in lines):
        return "Escape"
    offered = dict(reversed(offers(prompt(lines))))
    for key in ("Espacio", "Space"):
        if key in offered:
            return "Space"
    if "u" in offered and not re.search("sin decir|without", offered["u"]):
        return "u"
    if "c" in offered:
        return "c"
    choices = [key for key, label in offers(prompt(lines)) if re.match(r"[●◆■▲] ", label)]
    if choices:
        return choices[0]
    people = [key for key in offered if key.isdigit()]
    if people:
        return people[0]
    if has_raised(lines):
        cards = raised(lines)
        return cards[0] if cards else "Tab+Enter"
    for key in (DRAW[lang], "t", "g" if lang == "es" else "k", "n", "s" if lang == "es" else "p"):
        if key in offered:
            return key
    return None


def play(terminal, lang, until=None, most=900):
    """Plays until the game is over or 'until' matches. Returns the screens it saw, the end last."""
    seen = [terminal.text()]
    until = until or OVER[lang]
    for _ in range(most):
        is_stuck = len(seen) > 25 and len(set(seen[-25:])) == 1
        if re.search(until, seen[-1]) or "ended with" in seen[-1] or is_stuck:
            return seen
        lines = seen[-1].split("\n")
        key = choose(lines, lang)
        for part in key.split("+") if key else ():
            terminal.press(KEYS.get(part, part))
        seen.append(terminal.wait_for_change(seen[-1]))
    return seen
