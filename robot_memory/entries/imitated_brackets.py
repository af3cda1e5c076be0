"""What is told behind or before a text stands in brackets; no text from outside may imitate it.

See docs/reference/security.md, "Escapes".
"""

from __future__ import annotations

import re
import unicodedata

from robot_memory.entries.peer_text import neutral

# Plain ones, wide and small ones, ornaments, and those of superscripts and subscripts.
_OPENING = "([{\uff08\uff3b\uff5b\ufe59\ufe5b\ufe5d\u2768\u276a\u27ee\u2985\u207d\u208d"
_CLOSING = ")]}\uff09\uff3d\uff5d\ufe5a\ufe5c\ufe5e\u2769\u276b\u27ef\u2986\u207e\u208e"
_INNER = str.maketrans(_OPENING + _CLOSING, "‹" * len(_OPENING) + "›" * len(_CLOSING))
_ANY = re.compile(f"[{re.escape(_OPENING)}]")
#: A bracket with words of ours: of entries that are known or have a measured value
#: (:mod:`.text_as_read`), of peers, of the state before a text on the dashboard, of facts.
_OURS = re.compile(
    r"[(\u2768\u276a\u27ee\u2985]\s{0,9}(?:known until\b|confirmed by own\b"
    r"|(?:recovered\?|muted|known|resolved|current|superseded)\s{0,9}[);\u2769\u276b\u27ef\u2986]"
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
