"""Words of another robot, made harmless: one line, and nothing that a reader takes for more.

They end up in a prompt, on terminals and on web pages. What could end a line, hide, reverse the
order of letters, open a tag, a link, a quotation or a template is dropped or put in another form;
letters, digits and ordinary punctuation of any script stay.

See docs/reference/security.md, "Escapes".
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.foundation.text.unicode_text import is_hidden

_HARMLESS = str.maketrans(
    {
        "<": "‹", ">": "›", "[": "(", "]": ")", "{": "(", "}": ")", "`": "'", "\\": "/",
        "«": "‹", "»": "›", **dict.fromkeys('"“”„‟❝❞〝〞〟', "'"),
    }
)  # fmt: skip
#: What is harmless as it is: most texts have nothing else, and are not read by the letter. Letters
#: of Latin scripts that are one character, and signs of our own sentences.
_PLAIN = re.compile(r"[ !#-;=?-Z^_a-z|~°±·×À-ÖØ-öø-ž–—’…≈≤≥]*")
_OWN_MARKS = "🔴🟡🟢"
_MARKS_IN_A_ROW = 3  # combining marks on one letter; more of them paint over other lines


def neutral(text: str) -> str:
    """Return a text as one harmless line."""
    if _PLAIN.fullmatch(text):
        return " ".join(text.split())
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", "".join(map(_seen, text))):
        marks = marks + 1 if unicodedata.category(char).startswith("M") else 0
        if marks <= _MARKS_IN_A_ROW:
            kept.append(_harmless(char))
    return " ".join("".join(kept).split())


def words_from_outside(text: str) -> str:
    """Return words of another robot as they are stored: one harmless line, without secrets."""
    return neutral(without_secrets(neutral(text)))


@lru_cache(maxsize=4096)
def _seen(char: str) -> str:
    """Return a character that can be seen, a space, or nothing."""
    if char.isspace():
        return " "
    return "" if is_hidden(char) or char in _OWN_MARKS else char


@lru_cache(maxsize=4096)
def _harmless(char: str) -> str:
    """Return a character that opens and closes nothing, in none of its forms."""
    plain = unicodedata.normalize("NFKC", char)  # a wide "<" is one to many readers
    safe = plain.translate(_HARMLESS)
    return char if safe == plain else safe
