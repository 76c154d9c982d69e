"""look.py - how Markdown is read for the site: as those who read it beside the sources see it."""
import re

from markdown.extensions import Extension


def slug(text, _separator):
    """The name of a heading in links."""
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


class Look(Extension):
    def extendMarkdown(self, md):
        # Lists in lists stand two blanks further in.
        md.tab_length = 2


def makeExtension(**options):
    return Look(**options)
