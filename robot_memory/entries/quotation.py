"""When words that stand in a longer text are a quotation, and no common phrase (rules.md §2.7)."""

from __future__ import annotations

#: Words that a quotation has at least; fewer are recognised only where a text says nothing else.
LEAST_QUOTED = 3
_LONG = 6  # words that nobody says by chance; fewer are quoted where they are half of a sentence


def is_quotation(count: int, within: int) -> bool:
    """Tell whether so many words that stand in a text of so many are quoted.

    Args:
        count: words that stand in the text, in a row.
        within: words of the whole text.
    """
    if count < LEAST_QUOTED:
        return count == within
    return count >= _LONG or 2 * count >= within
