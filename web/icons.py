"""The page's icons as PNG, for systems that take no SVG: the two cards of icon.svg, drawn here.

A picture is made of shapes, the last one that covers a point gives its colour; four points per pixel make edges
smooth.
"""
import math
import struct
import zlib

NIGHT, BACK, GOLD, PAPER, RED = (29, 36, 34), (91, 35, 51), (233, 184, 114), (251, 244, 228), (213, 43, 43)


def in_card(x, y, half_x, half_y, radius):
    """A rectangle with round corners around (0, 0)."""
    dx, dy = abs(x) - (half_x - radius), abs(y) - (half_y - radius)
    return math.hypot(max(dx, 0), max(dy, 0)) <= radius and dx <= radius and dy <= radius


def near_line(x, y, ax, ay, bx, by, width):
    length = (bx - ax) ** 2 + (by - ay) ** 2
    at = max(0, min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length))
    return math.hypot(x - ax - at * (bx - ax), y - ay - at * (by - ay)) <= width / 2


def turned(x, y, middle_x, middle_y, degrees):
    angle = math.radians(-degrees)
    x, y = x - middle_x, y - middle_y
    return x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)


def color_at(x, y):
    """In the box of 64 by 64 of icon.svg; None outside of the cards."""
    u, v = turned(x, y, 38, 31, 12)
    if in_card(u, v, 14, 20, 5):
        if near_line(u, v, -3, -1, 1, -5, 3.4) or near_line(u, v, 1, -5, 1, 9, 3.4):
            return PAPER
        if abs(u) <= 9 and (-3 <= v <= 12 or math.hypot(u, v + 3) <= 9 and v < -3):
            return RED
        return PAPER
    u, v = turned(x, y, 25, 34, -14)
    if in_card(u, v, 15, 21, 6):
        return BACK if in_card(u, v, 13, 19, 4) else GOLD
    return None


def png(size, share):
    """A square picture; the cards take 'share' of it, the night around them goes to the edge."""
    rows = []
    for row in range(size):
        line = bytearray(b"\0")
        for column in range(size):
            total = [0, 0, 0]
            for dx, dy in ((0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)):
                x = ((column + dx) / size - 0.5) * 64 / share + 32
                y = ((row + dy) / size - 0.5) * 64 / share + 32
                for channel, value in enumerate(color_at(x, y) or NIGHT):
                    total[channel] += value
            line += bytes(value // 4 for value in total)
        rows.append(bytes(line))

    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(b"".join(rows), 9)) + chunk(b"IEND", b""))


def icons():
    return {"icon-180.png": png(180, 0.9), "icon-192.png": png(192, 0.96), "icon-mask.png": png(512, 0.68)}
