"""Versions and serial numbers that parts report, and their changes (rules.md §11.7).

A version is a status value with such a name. A ledger row records it when it is first seen, and
when it differs from the last value that the part reported, even before a restart.

See docs/reference/detectors.md, "version".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import Key, Kind, Observation

#: s between two checks of one component's values.
INTERVAL = 60.0
_VERSION = "version"
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_WORDS = re.compile(r"[^\W\d_]+")
_LAST = frozenset("version firmware fw revision rev sn".split())
_NUMBERED = frozenset("version firmware fw revision serial build hardware software".split())
_NUMBER = frozenset("number no id".split())
_NAME = re.compile(r"[\w .()/:-]{1,60}")
_VALUE = re.compile(r"(?=.*\d)[\w.+:/() -]{1,80}")
_MOST = 500  # versions
_MOST_VALUES = 4  # values in one run: a value that changes more often is no version


@dataclass
class _Told:
    """The last value of a version in this run."""

    value: str
    count: int = 1


@dataclass(frozen=True)
class _News:
    """A version that is new in this run, and its value before."""

    topic: str
    component: str
    name: str
    value: str
    before: str


class VersionWatch:
    """Finds versions, and makes rows of new ones."""

    def __init__(self) -> None:
        self._told: dict[tuple[str, str], _Told] = {}
        self._waiting: list[_News] = []

    def note(self, topic: str, component: str, values: Iterable[tuple[str, str]]) -> None:
        """Take in the names and texts of all values in a component's status."""
        for name, value in values:
            said = name.strip(), value.strip()
            if is_version(name) and _NAME.fullmatch(said[0]) and _VALUE.fullmatch(said[1]):
                self._take(topic, component, *said)

    def _take(self, topic: str, component: str, name: str, value: str) -> None:
        about = component, name
        told = self._told.get(about)
        if told is None:
            if len(self._told) < _MOST:
                self._told[about] = _Told(value)
                self._waiting.append(_News(topic, component, name, value, ""))
        elif value != told.value and told.count < _MOST_VALUES:
            self._waiting.append(_News(topic, component, name, value, told.value))
            told.value, told.count = value, told.count + 1

    def rows(
        self, instant: Instant, last_version: Callable[[Key], Observation | None]
    ) -> Iterator[Observation]:
        """Yield a row for each new version; ``last_version`` finds its last row."""
        while self._waiting:
            news = self._waiting[0]
            key = Key(_VERSION, news.component, news.name)
            last = None if news.before else last_version(key)
            before = news.before if last is None else str(last.detail.get(_VERSION, ""))
            del self._waiting[0]  # only now: a failed look-up is tried again
            if before != news.value:
                yield _row(news, before, key, instant)


def is_version(name: str) -> bool:
    """Tell by a value's name whether it is a version: "Firmware version", "fw", "serial number"."""
    words = [word.lower() for word in _WORDS.findall(_HUMP.sub(" ", name.replace("_", " ")))]
    if not words:
        return False
    is_numbered = words[-1] in _NUMBER and not _NUMBERED.isdisjoint(words[-2:-1])
    return words[-1] in _LAST or is_numbered


def _row(news: _News, before: str, key: Key, instant: Instant) -> Observation:
    after = f"; it was {before}" if before else ""
    return Observation(
        kind=Kind.VERSION,
        instant=instant,
        summary=f"{news.component}: {news.name} is {news.value}{after}",
        key=key,
        detector=_VERSION,
        topic=news.topic,
        component=news.component,
        detail={"name": news.name, _VERSION: news.value, **({"before": before} if before else {})},
    )
