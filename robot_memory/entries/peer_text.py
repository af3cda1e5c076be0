"""Words from outside, made harmless: one line, and nothing that a reader takes for more.

They end up in a prompt, on terminals and on web pages. What could end a line, hide, reverse the
order of letters, open a tag, a link, a quotation or a template is dropped or put in another form;
letters, digits and ordinary punctuation of any script stay. What the memory itself tells of a text
stands in brackets, which no text from outside may imitate.

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


# Plain ones, wide and small ones, ornaments, and those of superscripts and subscripts.
_OPENING = "([{\uff08\uff3b\uff5b\ufe59\ufe5b\ufe5d\u2768\u276a\u27ee\u2985\u207d\u208d"
_CLOSING = ")]}\uff09\uff3d\uff5d\ufe5a\ufe5c\ufe5e\u2769\u276b\u27ef\u2986\u207e\u208e"
_INNER = str.maketrans(_OPENING + _CLOSING, "‹" * len(_OPENING) + "›" * len(_CLOSING))
_ANY = re.compile(f"[{re.escape(_OPENING)}]")
#: A bracket with words of ours: of entries that are known, kept or measured
#: (:mod:`.text_as_read`), of peers, of the state before a text on the dashboard, of facts.
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
#: The confidence that stands before an entry: "[80%]".
_CONFIDENCE = re.compile(r"\[\s{0,9}\d{1,3}\s{0,9}%\s{0,9}\]")


def inner(text: str) -> str:
    """Return a text for within a bracket of ours: none of its own may seem to end that."""
    return text.translate(_INNER)


def without_our_brackets(text: str) -> str:
    """Return a text as it is, or with other brackets where one of them reads as ours."""
    if not _ANY.search(text):
        return text
    # As it reads: letters of other widths are plain, and what is hidden between them is gone.
    plain = unicodedata.normalize("NFKC", text)
    is_ours = _OURS.search(neutral(plain)) or _CONFIDENCE.search(plain)
    return inner(text) if is_ours else text
