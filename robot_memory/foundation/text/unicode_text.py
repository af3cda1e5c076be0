"""Storable and visible text: JSON may hold lone surrogates, files and databases may not.

Specification: rules.md §8.14.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

#: Characters drawn as nothing: controls, Unicode's Default_Ignorable_Code_Point, the blank of
#: Braille and the null notehead. Sequences of them can carry words that only a machine reads.
_UNSEEN = re.compile(
    "[\\x00-\\x1f\\x7f-\\x9f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f"
    "\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8"
    "\\U0001bca0-\\U0001bca3\\U0001d159\\U0001d173-\\U0001d17a\\U000e0000-\\U000e0fff]"
)
#: Controls, formats (zero width, or reversing the direction), surrogates, private use, unassigned,
#: ends of lines and paragraphs.
_HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
_NOT_STORABLE = re.compile("[\\x00\\ud800-\\udfff]")


def is_storable(text: str) -> bool:
    """Whether a text can be stored: no NUL, no lone surrogate."""
    return _NOT_STORABLE.search(text) is None


def is_visible(text: str) -> bool:
    """Whether people see all of a text: nothing is hidden, and all spaces are plain."""
    return text.isprintable() and (text.isascii() or _UNSEEN.search(text) is None)


@lru_cache(maxsize=4096)
def is_hidden(char: str) -> bool:
    """Whether a character is invisible, or may hide others."""
    return unicodedata.category(char) in _HIDDEN or _UNSEEN.match(char) is not None


def storable(text: str) -> str:
    """Return a text with each lone surrogate replaced by ``?``."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def as_name(text: str) -> str:
    """Return the form in which people and disks compare names: without case, width and variants.

    Names with the same form count as equal: "Ada" and "ada" cannot both be given.
    """
    return unicodedata.normalize("NFKC", text).casefold()


#: Capitals of other scripts that look like Latin ones: Greek and Cyrillic, Coptic, Lisu and
#: Cherokee. Some of their lower-case letters look different.
_CAPITALS = str.maketrans(
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4"
    "\u03a5\u03a7\u03f9\u0410\u0412\u0415\u0405\u0406\u0408\u041a\u041c\u041d"
    "\u041e\u0420\u0421\u0422\u0423\u0425\u04ae"
    "\u2c80\u2c82\u2c88\u2c8e\u2c92\u2c94\u2c98\u2c9a\u2c9e\u2ca2\u2ca4\u2ca6"
    "\u2ca8\u2cac"
    "\ua4ee\ua4d0\ua4da\ua4d3\ua4f0\ua4dd\ua4d6\ua4e7\ua4f2\ua4d9\ua4d7\ua4e1"
    "\ua4df\ua4e0\ua4f3\ua4d1\ua4e3\ua4e2\ua4d4\ua4f4\ua4e6\ua4ea\ua4eb\ua4ec"
    "\ua4dc"
    "\u13aa\u13f4\u13df\u13a0\u13ac\u13c0\u13bb\u13ab\u13e6\u13de\u13b7\u13e2"
    "\u13a1\u13da\u13a2\u13d9\u13b3\u13c3",
    "ABEZHIKMNOPTYXCABESIJKMHOPCTYXYABEHIKMNOPCTYXABCDEFGHIJKLMNOPRSTUVWXYZABCDEGHJKLMPRSTVWZ",
)
#: Lower-case letters of other scripts that look like Latin ones.
_DRAWN_AS = str.maketrans(
    "авекмнорстухѕіјһԁԛԝӏαβεικμνορτυχıɑɡ", "abekmhopctyxsijhdqwlabeikmvoptuxiag"
)


def reads_as(name: str) -> str:
    """Return a name as a person reads it: :func:`as_name`, in Latin letters.

    Nobody can tell a Cyrillic "а" from ours, or see a zero-width space. Names that look alike count
    as equal, also if they differ only in accents.
    """  # noqa: RUF002
    seen = in_latin(_UNSEEN.sub("", name))
    return as_name("".join(char for char in seen if char.isascii() or not is_drawn_as_sign(char)))


def letters_of(name: str) -> str:
    """Return :func:`reads_as` without the signs allowed in a name: "a.d-a" becomes "ada"."""
    return re.sub(r"[._@-]", "", reads_as(name))


#: Letters that look like a stroke, a dot or an apostrophe: clicks, and a few others.
_STROKES = frozenset("\u01c0\u01c1\u01c2\u01c3\ua78f\u0eaf\u1427\u1428\u144a\ufe73")


@lru_cache(maxsize=4096)
def is_drawn_as_sign(char: str) -> bool:
    """Whether a letter looks like a sign, such as an apostrophe, beside Latin letters."""
    return char in _STROKES or unicodedata.category(char) == "Lm"


def as_drawn(folded: str) -> str:
    """Return a lower-case text with Latin letters for the look-alikes of other scripts."""
    return folded if folded.isascii() else folded.translate(_DRAWN_AS)


_LATIN_NAME = re.compile(
    r"(?:[A-Z ]{1,40} )?(?:LATIN (?:SMALL |CAPITAL )?|SYMBOL )LETTER (?:SMALL CAPITAL )?([A-Z])"
    r"(?: WITH [A-Z -]{1,60})?"
)
_ACCENT = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]")


def in_latin(text: str) -> str:
    """Return a text as people read it: look-alike letters as Latin letters without accents.

    Readers take "é", a small capital, a letter in a square and a Cyrillic "а" for Latin letters.
    """  # noqa: RUF002
    if text.isascii():
        return text
    return "".join(map(_latin_letter, unicodedata.normalize("NFC", text)))


@lru_cache(maxsize=8192)
def _latin_letter(char: str) -> str:
    if char.isascii():
        return char
    plain = _ACCENT.sub("", unicodedata.normalize("NFKD", char))
    if plain.isascii():
        return plain
    named = _LATIN_NAME.fullmatch(unicodedata.name(char, ""))
    if named:
        return named[1].lower()
    return unicodedata.normalize("NFKC", char).translate(_CAPITALS).translate(_DRAWN_AS)


def without_hidden(text: str) -> str:
    """Return a text without invisible characters; line ends and tabs become blanks."""
    if is_visible(text):
        return text
    return "".join(char if not is_hidden(char) else " " if char.isspace() else "" for char in text)
