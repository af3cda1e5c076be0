"""Words of another robot, made harmless: one line, and nothing that a reader takes for more.

They end up in a prompt, on terminals and on web pages. What could end a line, hide, reverse the
order of letters, open a tag, a link, a quotation or a template is dropped or put in another form;
letters, digits and ordinary punctuation of any script stay.
"""

from __future__ import annotations

import unicodedata

#: Control, format (zero width, bidirectional), surrogate, private use, not assigned.
_HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn")
_HARMLESS = str.maketrans(
    {
        "<": "‹", ">": "›", "[": "(", "]": ")", "{": "(", "}": ")", "`": "'",
        "“": "'", "”": "'", '"': "'", "„": "'", "«": "‹", "»": "›", "\\": "/",
        "🔴": "", "🟡": "", "🟢": "",
    }
)  # fmt: skip
_MARKS_IN_A_ROW = 3  # combining marks on one letter; more of them paint over other lines


def neutral(text: str) -> str:
    """Return a text as one harmless line."""
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", text):
        category = unicodedata.category(char)
        marks = marks + 1 if category.startswith("M") else 0
        if char.isspace():
            kept.append(" ")
        elif category not in _HIDDEN and marks <= _MARKS_IN_A_ROW:
            kept.append(char)
    return " ".join("".join(kept).translate(_HARMLESS).split())
