"""fonts.py - the two typefaces of the page, cut down to what it writes: OUTPUT.

The faces come from packages of the system (tools/setup.sh installs fonts-vollkorn, fonts-lato, python3-fonttools and
python3-brotli) and are never kept here. OUTPUT is a JSON object: the files (base64), the style sheet that names them,
the faces that stand in for them with the same metrics until they are here, and the numerals of the cards as outlines.
Where something is missing they are empty, this says so, and the page makes do with the fonts of the system.
"""
import base64
import io
import json
import sys
from pathlib import Path

FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", str(Path.home() / ".local/share/fonts"))
# File, family, weights it stands for, style.
FACES = (("Lato-Regular.ttf", "Text", "100 559", "normal"), ("Lato-Bold.ttf", "Text", "560 950", "normal"),
         ("Vollkorn-Black.ttf", "Display", "400 950", "normal"),
         ("Vollkorn-SemiBoldItalic.ttf", "Display", "400 950", "italic"))
# Latin letters of all languages that use them, and signs.
LETTERS = [*range(0x20, 0x7F), *range(0xA0, 0x180), 0x192, *range(0x218, 0x21C), *range(0x2C6, 0x2DE), 0x1E9E,
           *range(0x2010, 0x2028), 0x2030, 0x2032, 0x2039, 0x203A, 0x20AC, 0x2122, 0x2212]
# What stands in for a face until it is here: what Windows and macOS, Android and Linux have, with the mean width of its
# letters in SAMPLE, in em.
SUBSTITUTES = {
    "Text": (("Arial", 0.451), ("Roboto", 0.447), ("Liberation Sans", 0.451), ("DejaVu Sans", 0.5133)),
    "Display": (("Times New Roman Bold", 0.4291), ("Noto Serif Bold", 0.5093), ("Liberation Serif Bold", 0.4291),
                ("DejaVu Serif Bold", 0.5675)),
}
# Running text, by how often a letter comes (Spanish and English).
SAMPLE = ("la carta que juegas dice quien sigue y cuantas se roban; nadie cuenta las suyas en voz alta hasta que queda una "
          "the card you play says who is next and how many are drawn; nobody counts their own aloud until there is one ")
# How high a numeral is in the box it is drawn in.
NUMERAL = 120


def found(name):
    return next((path for folder in FOLDERS for path in sorted(Path(folder).rglob(name))), None)


def mean_width(font):
    names, widths = font.getBestCmap(), font["hmtx"]
    return sum(widths[names[ord(letter)]][0] for letter in SAMPLE) / len(SAMPLE) / font["head"].unitsPerEm


def subset(path, family):
    from fontTools import subset as cut
    options = cut.Options(flavor="woff2", layout_features=["kern", "liga", "lnum", "tnum", "mark", "mkmk", "ccmp", "locl"],
                          name_IDs=[0, 1, 7, 9, 13, 14], notdef_outline=True, hinting=False)
    font = cut.load_font(str(path), options)
    cutter = cut.Subsetter(options)
    cutter.populate(unicodes=LETTERS)
    cutter.subset(font)
    # A face that was changed does not carry a reserved name.
    for record in font["name"].names:
        if record.nameID == 1:
            record.string = f"Penultima {family}"
    out = io.BytesIO()
    cut.save_font(font, out, options)
    return out.getvalue()


def substitutes(family, font):
    """Rules for the fonts that stand in for a face: as wide and as high as it, so that nothing moves when it comes."""
    hhea, em, width = font["hhea"], font["head"].unitsPerEm, mean_width(font)
    for local, theirs in SUBSTITUTES[family]:
        size = width / theirs
        rise, fall, gap = (abs(value) / em / size for value in (hhea.ascent, hhea.descent, hhea.lineGap))
        yield (f'@font-face {{ font-family: "{family} {local}"; src: local("{local}"); size-adjust: {size:.2%}; '
               f'ascent-override: {rise:.2%}; descent-override: {fall:.2%}; line-gap-override: {gap:.2%};'
               + (" font-weight: 400 950;" if local.endswith("Bold") else "") + " }\n")


def lining(font):
    """How the font calls the figures that stand on the line, by the ones that do not."""
    table = font["GSUB"].table
    indices = {index for record in table.FeatureList.FeatureRecord if record.FeatureTag == "lnum"
               for index in record.Feature.LookupListIndex}
    return {one: other for index in indices for part in table.LookupList.Lookup[index].SubTable
            for one, other in getattr(getattr(part, "ExtSubTable", part), "mapping", {}).items()}


def numerals(font):
    """Outlines of the figures and of "+", in boxes NUMERAL high: the module js/numerals.js."""
    from fontTools.pens.boundsPen import BoundsPen
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen
    glyphs, names, mapped = font.getGlyphSet(), font.getBestCmap(), lining(font)

    def bounds(name):
        pen = BoundsPen(glyphs)
        glyphs[name].draw(pen)
        return pen.bounds

    height = bounds(mapped[names[ord("1")]])[3]
    scale, drawn = NUMERAL / height, {}
    for letter in "0123456789+":
        name = mapped.get(names[ord(letter)], names[ord(letter)])
        left, low, right, high = bounds(name)
        # The plus stands in the middle of the line.
        lift = height / 2 - (low + high) / 2 if letter == "+" else 0
        pen = SVGPathPen(glyphs, ntos=lambda value: str(round(value)))
        glyphs[name].draw(TransformPen(pen, (scale, 0, 0, -scale, -left * scale, NUMERAL - lift * scale)))
        drawn[letter] = [pen.getCommands(), round((right - left) * scale)]
    rows = ",".join(f'"{letter}": {json.dumps(glyph)}' for letter, glyph in drawn.items())
    return (f"/** Made from a typeface; see fonts.py. */\nexport const NUMERAL = {NUMERAL};\nexport const IS_OUTLINED = true;\n"
            f"export const GLYPHS = {{{rows}}};\n")


def notice(fonts):
    texts = []
    for font in fonts.values():
        said = [font["name"].getDebugName(number) for number in (1, 0, 13, 14)]
        texts.append("\n".join(dict.fromkeys(text.strip() for text in said if text)))
    texts = list(dict.fromkeys(texts))
    return "The typefaces of this page, cut down to the letters it needs.\n\n" + "\n\n".join(texts) + "\n"


def make():
    paths = {name: found(name) for name, *_ in FACES}
    missing = [name for name, path in paths.items() if not path]
    if missing:
        raise LookupError(f"{', '.join(missing)} cannot be found (Debian: fonts-vollkorn, fonts-lato)")
    from fontTools.ttLib import TTFont
    import brotli  # noqa: F401  (WOFF2 is made with it)
    fonts = {name: TTFont(path) for name, path in paths.items()}
    files, rules = {}, []
    for name, family, weight, style in FACES:
        file = f"fonts/{Path(name).stem.lower()}.woff2"
        files[file] = base64.b64encode(subset(paths[name], family)).decode()
        rules.append(f'@font-face {{ font-family: "{family}"; src: url("{file}") format("woff2"); font-weight: {weight}; '
                     f"font-style: {style}; font-display: swap; }}\n")
    files["fonts/LICENSE.txt"] = base64.b64encode(notice(fonts).encode()).decode()
    stand_in = [*substitutes("Text", fonts["Lato-Regular.ttf"]), *substitutes("Display", fonts["Vollkorn-Black.ttf"])]
    return {"files": files, "later": "".join(rules), "first": "".join(stand_in), "numerals": numerals(fonts["Vollkorn-Black.ttf"])}


if __name__ == "__main__":
    try:
        made = make()
    except (ImportError, LookupError) as why:
        print(f"web: the page is made WITHOUT its typefaces, with those of the system: {why}", file=sys.stderr)
        made = {"files": {}, "later": "", "first": "", "numerals": ""}
    Path(sys.argv[1]).write_text(json.dumps(made), encoding="utf-8")
