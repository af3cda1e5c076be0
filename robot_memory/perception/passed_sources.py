"""Who spoke on topics that robots share and was taken for another robot's (rules.md §5.1)."""

from __future__ import annotations

from dataclasses import dataclass

_MOST_SOURCES = 256
_MOST_CHARACTERS = 200


@dataclass
class PassedSource:
    """A status or a logger that is not learned from.

    Attributes:
        kind: ``status`` or ``logger``.
        name: as it names itself.
        topic: where it speaks.
        hardware_id: of a status; as it last was.
        why: why it is taken for another robot's.
        is_expected: another robot is known to be the one that it is named after.
        count: how often it spoke.
    """

    kind: str
    name: str
    topic: str
    hardware_id: str = ""
    why: str = ""
    is_expected: bool = False
    count: int = 0


class PassedSources:
    """Counts what was passed over, by source; of more than 256 sources the rest in one sum.

    One thread notes; any thread may read.

    Attributes:
        statuses_kept: how many statuses were found to be this robot's.
        rest: how often sources spoke that are too many to be listed.
    """

    def __init__(self) -> None:
        self._sources: dict[tuple[str, str, str], PassedSource] = {}
        self.statuses_kept = 0
        self.rest = 0

    def note(
        self, kind: str, name: str, topic: str, why: str, *, hardware_id: str = "",
        is_expected: bool = False,
    ) -> None:  # fmt: skip
        """Count that a source spoke and was passed over."""
        name = name[:_MOST_CHARACTERS]
        source = self._sources.get((kind, name, topic))
        if source is None:
            if len(self._sources) >= _MOST_SOURCES:
                self.rest += 1
                return
            source = self._sources[kind, name, topic] = PassedSource(kind, name, topic)
        source.hardware_id = hardware_id[:_MOST_CHARACTERS]
        source.why, source.is_expected = why, is_expected
        source.count += 1

    def sources(self) -> list[PassedSource]:
        """Return the sources, in the order in which they were first heard."""
        return list(self._sources.values())
