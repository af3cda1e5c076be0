"""A record that grows while it is streamed, and the lines that the stream must give."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timezone
from typing import Any

from robot_memory.foundation.errors import InvalidInput
from robot_memory.long_term.levels.event_log import EventLog
from robot_memory.long_term.levels.level_tree import LevelTree

_DIGEST = re.compile("[0-9a-f]{64}")
_NOW = datetime(2026, 12, 1, 12, tzinfo=timezone.utc)


class WatchedRecord:
    """Writes a record as other processes do, and keeps each line by its number.

    Attributes:
        lines: the appended events, without the chain.
        is_forged: whether another tool wrote a line that looks like ours.
    """

    def __init__(self, tree: LevelTree) -> None:
        self._tree = tree
        self._log = EventLog(tree)
        self.lines: dict[int, Mapping[str, Any]] = {}
        self.is_forged = False

    @property
    def content(self) -> bytes:
        """The bytes of the file."""
        return self._log.path.read_bytes() if self._log.path.exists() else b""

    def begin(self) -> None:
        """Empty the record, as after an older memory was put back."""
        for path in self._tree.archive(self._log.path.parent).glob("*.gz"):
            path.unlink()
        if self._log.path.exists():
            self._log.path.write_bytes(b"")
        self.lines, self.is_forged = {}, False

    def append(self, events: Sequence[Any]) -> None:
        """Append events; refused events must leave no trace."""
        before = self.content
        try:
            self._log.append(events, _NOW)
        except InvalidInput:
            if not before or before.endswith(b"\n"):
                assert self.content == before
        self.note()

    def note(self) -> None:
        """Note the newly appended lines."""
        newest = max(self.lines, default=0)
        for line in self.content.split(b"\n"):
            seq, data = _line(line)
            if seq > newest:
                self.lines[seq] = data

    def append_foreign(self, text: str, *, is_whole: bool) -> None:
        """Append text as another tool does, with or without a line end."""
        data = text.encode("utf-8", "replace") + (b"\n" if is_whole else b"")
        self._log.path.parent.mkdir(parents=True, exist_ok=True)
        with self._log.path.open("ab") as file:
            file.write(data)
        self.is_forged |= any(_line(line)[0] for line in data.split(b"\n"))

    def rotate(self) -> None:
        """Move all lines but the newest one to the archive."""
        span = self._log.due(datetime.max.replace(tzinfo=timezone.utc), 1 << 30)
        if span is not None:
            self._log.archive(span)


def _line(line: bytes) -> tuple[int, Mapping[str, Any]]:
    """Return the number of a line of ours, and its content; 0 for another tool's line."""
    try:
        data = json.loads(line)
        chain = data.pop("chain")
        is_ours = type(chain["seq"]) is int and _DIGEST.fullmatch(chain["prev"])
        return (chain["seq"] if is_ours else 0), data
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return 0, {}
