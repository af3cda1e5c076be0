"""Makes words from outside harmless: one line, without any special meaning to a reader.

They end up in a prompt, on terminals and on web pages. Characters that could end a line, hide,
reverse the direction, or open a tag, a link, a quotation or a template are removed or replaced;
letters, digits and ordinary punctuation of all scripts stay. The memory's own remarks on a text are
in brackets, which no text from outside may imitate.

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
#: Characters that are harmless: most texts have no others, and skip the check of each character.
#: They include the single-character Latin letters, and signs of our own sentences.
_PLAIN = re.compile(r"[ !#-;=?-Z^_a-z|~°±·×À-ÖØ-öø-ž–—’…≈≤≥]*")
_OWN_MARKS = "🔴🟡🟢"
_MARKS_IN_A_ROW = 3  # combining marks on one letter; more would paint over other lines


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
    """Return words of another robot for storing: one harmless line, without secrets."""
    return neutral(without_secrets(neutral(text)))


@lru_cache(maxsize=4096)
def _seen(char: str) -> str:
    """Return a visible character, a space, or nothing."""
    if char.isspace():
        return " "
    return "" if is_hidden(char) or char in _OWN_MARKS else char


@lru_cache(maxsize=4096)
def _harmless(char: str) -> str:
    """Return a character that opens and closes nothing, in any of its forms."""
    plain = unicodedata.normalize("NFKC", char)  # many readers take a wide "<" for "<"
    safe = plain.translate(_HARMLESS)
    return char if safe == plain else safe


# Plain, wide, small and ornamental ones, and those of superscripts and subscripts.
_OPENING = "([{\uff08\uff3b\uff5b\ufe59\ufe5b\ufe5d\u2768\u276a\u27ee\u2985\u207d\u208d"
_CLOSING = ")]}\uff09\uff3d\uff5d\ufe5a\ufe5c\ufe5e\u2769\u276b\u27ef\u2986\u207e\u208e"
_INNER = str.maketrans(_OPENING + _CLOSING, "‹" * len(_OPENING) + "›" * len(_CLOSING))
_ANY = re.compile(f"[{re.escape(_OPENING)}]")
#: A bracket with our own words: of known, kept or measured entries (:mod:`.text_as_read`), of
#: peers, of the state before a text on the dashboard, of facts.
_OURS = re.compile(
    r"[(\u2768\u276a\u27ee\u2985]\s{0,9}(?:(?:known |stands |stood )?until\b|confirmed by own\b"
    r"|(?:recovered\?|muted|known|resolved|current|superseded|unconfirmed|denied)\s{0,9}"
    r"[);\u2769\u276b\u27ef\u2986]"
    r"|(?:an agent|somebody said to be a person)\b[^()]{0,40}\bsays so\b"
    r"|last seen (?:just now|\d{1,9} (?:min|h|days) ago)\b"
    r"|(?:last [^()]{1,80}, )?(?:once|\d{1,9} times)\b[^()]{0,120}"
    r"\b(?:just now|ago|present since|there until|unknown since|lasted \d)\b)",
    re.IGNORECASE,
)
#: The confidence before an entry: "[80%]".
_CONFIDENCE = re.compile(r"\[\s{0,9}\d{1,3}\s{0,9}%\s{0,9}\]")


def inner(text: str) -> str:
    """Return a text for use within our brackets, without brackets that could close them."""
    return text.translate(_INNER)


def quoted(text: str) -> str:
    """Return another robot's sentence in quotes, as one harmless line without marks like ours."""
    return f"“{neutral(without_our_brackets(text))}”"


def without_our_brackets(text: str) -> str:
    """Return a text, with its brackets replaced if one could be read as ours."""
    if not _ANY.search(text):
        return text
    # As people read it: wide letters are plain, and hidden characters are gone.
    plain = unicodedata.normalize("NFKC", text)
    is_ours = _OURS.search(neutral(plain)) or _CONFIDENCE.search(plain)
    return inner(text) if is_ours else text
