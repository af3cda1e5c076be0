"""Counts statuses and log lines that are skipped as another robot's (rules.md §5.1).

See docs/explanation/perception.md, "Several robots in one domain".
"""

from __future__ import annotations

from dataclasses import dataclass

_MOST_SOURCES = 256  # sources that are counted one by one
_MOST_CHARACTERS = 200  # characters of a name, and of a hardware id


@dataclass
class SkippedSource:
    """A diagnostics status or a logger whose messages are skipped.

    Attributes:
        kind: ``status`` or ``logger``.
        name: the name of the status or of the logger.
        topic: the topic that it is published on.
        hardware_id: the last hardware id of a status; empty for a logger.
        why: why it is treated as another robot's.
        is_expected: whether its name begins with the namespace of a robot that is known.
        count: how many statuses or log lines were skipped.
    """

    kind: str
    name: str
    topic: str
    hardware_id: str = ""
    why: str = ""
    is_expected: bool = False
    count: int = 0


class SkippedSources:
    """Counts what was skipped, for each of the first 256 sources, and in one sum for all others.

    One thread calls :meth:`note`; any thread may read.

    Attributes:
        statuses_kept: how many statuses were found to be this robot's.
        rest: how many statuses and lines of further sources were skipped.
    """

    def __init__(self) -> None:
        self._sources: dict[tuple[str, str, str], SkippedSource] = {}
        self.statuses_kept = 0
        self.rest = 0

    def note(
        self, kind: str, name: str, topic: str, why: str, *, hardware_id: str = "",
        is_expected: bool = False,
    ) -> None:  # fmt: skip
        """Count one status or log line that is skipped."""
        name = name[:_MOST_CHARACTERS]
        source = self._sources.get((kind, name, topic))
        if source is None:
            if len(self._sources) >= _MOST_SOURCES:
                self.rest += 1
                return
            source = self._sources[kind, name, topic] = SkippedSource(kind, name, topic)
        source.hardware_id = hardware_id[:_MOST_CHARACTERS]
        source.why, source.is_expected = why, is_expected
        source.count += 1

    def sources(self) -> list[SkippedSource]:
        """Return the sources, in the order in which they were first received."""
        return list(self._sources.values())
