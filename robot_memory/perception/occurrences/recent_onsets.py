"""What has begun lately, for detectors that tell what went before it."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from robot_memory.perception.occurrences.detection import Detection

_MOST = 200


@dataclass(frozen=True)
class RecentOnset:
    """An occurrence that began.

    Attributes:
        number: of all that began, which.
        detector: who found it.
        text: the sentence of its entry, with the component before it.
    """

    number: int
    detector: str
    text: str

    def names(self, node: str) -> bool:
        """Tell whether it is about a node, by the last part of its name."""
        name = re.escape(node.rpartition("/")[2])
        return bool(name) and re.search(rf"(?<!\w){name}(?!\w)", self.text) is not None


class RecentOnsets:
    """The last occurrences that began.

    Attributes:
        count: how many have begun so far.
    """

    def __init__(self) -> None:
        self.count = 0
        self._onsets: deque[RecentOnset] = deque(maxlen=_MOST)

    def note(self, detection: Detection) -> None:
        """Take in an occurrence that begins."""
        self.count += 1
        text = f"{detection.key.component}: {detection.text}"
        self._onsets.append(RecentOnset(self.count, detection.key.detector, text))

    def after(self, number: int) -> Iterator[RecentOnset]:
        """Yield those that began after so many others."""
        return (onset for onset in self._onsets if onset.number > number)
