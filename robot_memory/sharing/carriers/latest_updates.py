"""Which update of each robot is the latest, and which updates must be requested. Pure."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

_MOST_ROBOTS = 20_000
_MOST_OF_A_ROBOT = 4  # announced at once: its own, and those of bridges that are behind
_GRACE, _LONGEST = 0.5, 60.0  # s until an update that was sent has come; between two questions


@dataclass
class _Wanted:
    at: float
    pause: float


class LatestUpdates:
    """Keeps which update of each robot was announced, which came, and when to ask for the others.

    Announcements are not signed. Invented ones fill memory that is bounded here, and make this
    robot ask for each invented update, in the end once a minute. The caller checks the form of an
    announcement, and bounds which robots may be announced and how many questions are asked.
    """

    def __init__(self) -> None:
        self._announced: dict[str, list[str]] = {}
        self._came: dict[str, deque[str]] = {}
        self._wanted: dict[tuple[str, str], _Wanted] = {}

    def announce(self, rrn: str, digest: str, now: float) -> None:
        """Note that an update is a robot's latest."""
        if rrn not in self._announced and len(self._announced) >= _MOST_ROBOTS:
            return
        digests = self._announced.setdefault(rrn, [])
        if digest in digests or len(digests) >= _MOST_OF_A_ROBOT:
            return
        digests.append(digest)
        if digest not in self._came.get(rrn, ()):
            self._wanted[rrn, digest] = _Wanted(now + _GRACE, _GRACE)

    def end(self, rrn: str, digest: str) -> None:
        """Note that nobody offers an update any more."""
        self._wanted.pop((rrn, digest), None)
        digests = self._announced.get(rrn, [])
        if digest in digests:
            digests.remove(digest)
        if not digests:
            self._announced.pop(rrn, None)

    def note(self, rrn: str, digest: str) -> None:
        """Note that an update came."""
        if rrn in self._came or len(self._came) < _MOST_ROBOTS:
            self._came.setdefault(rrn, deque(maxlen=2 * _MOST_OF_A_ROBOT)).append(digest)
        self._wanted.pop((rrn, digest), None)

    def due(self, now: float, most: int) -> list[str]:
        """Return robots to ask now, so many at most: first those that have waited longest.

        Each is asked again later, if need be.
        """
        late = [(rrn, wanted) for (rrn, _), wanted in self._wanted.items() if now >= wanted.at]
        rrns: dict[str, None] = {}
        for rrn, wanted in sorted(late, key=lambda each: each[1].at):
            if rrn in rrns or len(rrns) < most:
                rrns[rrn] = None
                wanted.pause = min(_LONGEST, 4.0 * wanted.pause)
                wanted.at = now + wanted.pause
        return list(rrns)

    def is_announced(self, rrn: str, digest: str) -> bool:
        """Tell whether an update is announced as a robot's latest."""
        return digest in self._announced.get(rrn, ())

    def count_missing(self) -> int:
        """Return how many robots announce what does not come, however often it was asked for.

        Any thread may ask.
        """
        late = [rrn for (rrn, _), wanted in list(self._wanted.items()) if wanted.pause >= _LONGEST]
        return len(set(late))

    def robots(self) -> list[str]:
        """Return the robots whose updates are announced. Any thread may ask."""
        return list(self._announced)
