"""Which patterns are known, kept beside the knowledge: ``semantic/.patterns.json``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from robot_memory.files import read_regular
from robot_memory.levels.json_files import parse_line, put_aside, write_json
from robot_memory.night_shift.recurring_pattern import RecurringPattern, read_pattern

#: Beyond so many the ones that were seen last are kept.
MOST_PATTERNS = 2000


@dataclass(frozen=True)
class KnownPatterns:
    """What the book says.

    Attributes:
        patterns: by key.
        headings: which headings of which page the machine wrote below.
    """

    patterns: Mapping[str, RecurringPattern] = field(default_factory=dict)
    headings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


class PatternFile:
    """The file.

    Args:
        folder: ``semantic`` of the memory home.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / ".patterns.json"

    def read(self) -> KnownPatterns:
        """Return what is known. Nothing is changed."""
        data = self._data() or {}
        patterns, headings = data.get("patterns"), data.get("headings")
        read = [
            read_pattern(str(key), value)
            for key, value in (patterns.items() if isinstance(patterns, dict) else ())
        ]
        return KnownPatterns(
            {pattern.key: pattern for pattern in read if pattern is not None},
            {
                str(page): tuple(map(str, names))
                for page, names in (headings.items() if isinstance(headings, dict) else ())
                if isinstance(names, list)
            },
        )

    def write(self, known: KnownPatterns) -> None:
        """Keep what is known; no change, no write. A damaged file is set aside."""
        newest = sorted(known.patterns.values(), key=lambda one: (max(one.days), one.key))
        data = {
            "patterns": {
                one.key: one.as_record()
                for one in sorted(newest[-MOST_PATTERNS:], key=lambda one: one.key)
            },
            "headings": {page: list(names) for page, names in sorted(known.headings.items())},
        }
        old = self._data()
        if old is None and self.path.exists():
            put_aside(self.path, "is not a JSON object")
        if old != data and (old is not None or any(data.values())):
            write_json(self.path, data)

    def _data(self) -> dict[str, Any] | None:
        try:
            return parse_line(read_regular(self.path))
        except FileNotFoundError:
            return None
