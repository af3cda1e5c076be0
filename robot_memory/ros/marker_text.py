"""Text of a marker, in the letters that RViz draws.

RViz 2 draws a text byte by byte, with the glyphs of ASCII (``MovableText`` of rviz_rendering,
Jazzy). Of any other letter it leaves as many gaps as that has bytes in UTF-8.

See docs/reference/security.md, "Escapes".
"""

from __future__ import annotations

import unicodedata

from robot_memory.escaping import one_line

_SIGNS = str.maketrans(
    {
        "\N{MINUS SIGN}": "-", "\N{EN DASH}": "-", "\N{EM DASH}": "-",
        "\N{LEFT SINGLE QUOTATION MARK}": "'", "\N{RIGHT SINGLE QUOTATION MARK}": "'",
        "\N{LEFT DOUBLE QUOTATION MARK}": '"', "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
        "\N{LESS-THAN OR EQUAL TO}": "<=", "\N{GREATER-THAN OR EQUAL TO}": ">=",
        "\N{MULTIPLICATION SIGN}": "x", "\N{MICRO SIGN}": "u", "\N{DEGREE SIGN}": "deg",
    }
)  # fmt: skip


def marker_text(text: str) -> str:
    """Return a text as one line for RViz: signs and accented letters become ASCII.

    Without this, RViz shows a place at x = −3 as one at 3. Letters of other scripts stay as they
    are: RViz leaves them out, Foxglove draws them.
    """
    return one_line("".join(map(_plain, text.translate(_SIGNS))))


def _plain(letter: str) -> str:
    """Return the ASCII letters that a letter is composed of, or the letter if it has none."""
    parts = unicodedata.normalize("NFKD", letter)
    bare = "".join(part for part in parts if not unicodedata.combining(part))
    return bare if bare.isascii() else letter
