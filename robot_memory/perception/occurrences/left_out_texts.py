"""The texts of what a limit left out: rows of evidence list them (rules.md §2.13).

A limit shortens what a source says, and hides nothing: each text is listed in a row of the entry
that tells of the limit, and what is too much for one row is counted there.
"""

from __future__ import annotations

from robot_memory.outside_text import CUT

_LONGEST = 200  # characters of a text
_MOST_WAITING = 20  # texts that wait for the next row; more are counted
_MOST_KNOWN = 256  # texts that are not listed again
_AT_ONCE = 10  # rows that are made at once; later texts wait for ten minutes


class LeftOutTexts:
    """Collects the texts of one occurrence until its next row."""

    __slots__ = ("_at_once", "_known", "_more", "_waiting")

    def __init__(self) -> None:
        self._waiting: list[str] = []
        self._known: set[int] = set()
        self._more = 0
        self._at_once = _AT_ONCE

    @property
    def is_waiting(self) -> bool:
        """Whether a text waits for a row."""
        return bool(self._waiting)

    @property
    def is_due(self) -> bool:
        """Whether a row is to be made for a text at once."""
        return self.is_waiting and self._at_once > 0

    def add(self, text: str) -> None:
        """Note a text that was left out; one that was listed before is not listed again."""
        if len(text) > _LONGEST:
            text = text[: _LONGEST - len(CUT)] + CUT
        if not text or hash(text) in self._known:
            return
        if len(self._waiting) == _MOST_WAITING:
            self._more += 1
            return
        if len(self._known) == _MOST_KNOWN:
            self._known.clear()
        self._known.add(hash(text))
        self._waiting.append(text)

    def take(self) -> str:
        """Return what the next row says of the texts that waited; empty where none did."""
        texts = [*self._waiting, *([f"and {self._more} more"] if self._more else [])]
        self._waiting, self._more = [], 0
        self._at_once -= bool(texts)
        return "; ".join(texts)
