"""Kinds of faults by their words, each with what to do, and a search through them.

English, as drivers write it, in the form of :func:`.plain_words.plain_words`.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import NamedTuple

_COULD_NOT = r"could ?n[o']t|can ?n[o']t|can't|unable to|fail\w* to"
#: Before the verb of what did not work; nodes also write "error while opening".
COULD_NOT = rf"(?:{_COULD_NOT})"
CANNOT = rf"(?:{_COULD_NOT}|errors?(?: while| when| in)?)"


class FaultKind(NamedTuple):
    """A kind of fault: its words, and what to do; ``{it}`` is the part that the text names."""

    pattern: str
    advice: str


class FaultTable:
    """Finds the first kind whose words stand in a text: what is special stands before the general.

    Patterns are compiled at the first search, as most processes give no advice.

    Args:
        kinds: in the order in which they are tried.
    """

    def __init__(self, *kinds: FaultKind) -> None:
        self._kinds = kinds

    @cached_property
    def _compiled(self) -> tuple[tuple[re.Pattern[str], str], ...]:
        return tuple((re.compile(pattern), advice) for pattern, advice in self._kinds)

    def find(self, words: str) -> tuple[re.Match[str], str] | None:
        """Return where the first kind that fits stands, and its advice; None where none fits."""
        for pattern, advice in self._compiled:
            found = pattern.search(words)
            if found is not None:
                return found, advice
        return None

    def advice(self, words: str) -> str:
        """Return what to do about the first kind that fits; empty where none does."""
        found = self.find(words)
        return found[1] if found is not None else ""
