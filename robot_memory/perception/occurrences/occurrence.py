"""An occurrence: one fault from its onset to its end."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from types import MappingProxyType

from robot_memory.foundation.text.outside_text import CUT
from robot_memory.foundation.wording.spread import Spread
from robot_memory.foundation.wording.varying_text import VaryingText
from robot_memory.ledger.observation import SHOWS
from robot_memory.perception.occurrences.detection import FRESH, FURTHER, Detection
from robot_memory.perception.occurrences.publication import Publication

LONGEST_AWAY = 600.0  # s for which a fault must be absent before it is over, at most
SOON = 3  # points for returning soon; each so many points triple the time that it must be absent
_LONGEST_TEXT = 200  # characters of a text left out
_MOST_WAITING = 20  # such texts waiting for the next row; further ones are only counted
_MOST_KNOWN = 256  # such texts that are remembered, so that they are not listed again
_AT_ONCE = 10  # rows for such texts that may be made at once; later texts wait for ten minutes


class LeftOutTexts:
    """Collects the texts that a limit left out, until the next row lists them (rules.md §2.13)."""

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
        """Whether a row must be made at once for a waiting text."""
        return self.is_waiting and self._at_once > 0

    def add(self, text: str) -> None:
        """Note a text that was left out, unless it was listed before."""
        if len(text) > _LONGEST_TEXT:
            text = text[: _LONGEST_TEXT - len(CUT)] + CUT
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
        """Return the waiting texts for the next row; empty if there are none."""
        texts = [*self._waiting, *([f"and {self._more} more"] if self._more else [])]
        self._waiting, self._more = [], 0
        self._at_once -= bool(texts)
        return "; ".join(texts)


@dataclass
class Occurrence:
    """A fault that is present, or that may become an occurrence.

    Attributes:
        detection: its first detection, with the worst severity so far.
        onset: when it was first seen, seconds on the detectors' time axis.
        last: when it was last seen.
        held: for how long it was present in total, up to ``last``.
        points: how often and how soon it had returned before (rules.md §2.10).
        repeats: how often it was seen again after it went away; for moments, how many followed.
        is_open: whether it has held long enough to count.
        absent_since: since when it is absent; None while it is present.
        recorded: when its last row was made.
        publication: of the message that it began with, if its topic is latched.
        published: when its newest message was published, if its topic is latched; UTC.
        is_known: the ledger has it from an earlier start of the node, so it makes no rows.
        is_seen: False: no message reports it any more; True: it is reported again; None: no row
            says either.
        spreads: the values of its text received since its onset.
        told: the values in its last row.
        extent: how far it was from its expected value at these values; see :class:`Detection`.
        read: when it was last detected, and the numbers read at that time.
        message: its source's last message text; None: there is none.
        left_out: the texts that were left out, if it reports a limit.
        unheard: for a silence that began before the node started, the topics not received since.
    """

    detection: Detection
    topic: str
    onset: float
    last: float
    peak: float
    held: float = 0.0
    points: float = 0.0
    repeats: int = 0
    is_open: bool = False
    absent_since: float | None = None
    recorded: float = 0.0
    publication: Publication | None = None
    published: datetime | None = None
    is_known: bool = False
    is_seen: bool | None = None
    spreads: tuple[Spread, ...] = ()
    told: tuple[Spread, ...] = ()
    extent: float = 0.0
    read: tuple[float, Mapping[str, float]] = (-math.inf, MappingProxyType({}))
    message: object = None
    left_out: LeftOutTexts = field(default_factory=LeftOutTexts)
    unheard: set[str] = field(default_factory=set)

    @property
    def varying_text(self) -> VaryingText:
        """Its text, with the values received since its onset."""
        return replace(self.detection, spreads=self.spreads or self.detection.spreads).varying_text

    @property
    def has_untold_values(self) -> bool:
        """Whether values were received that are in no row."""
        return self.spreads not in ((), self.told)

    @property
    def began(self) -> float:
        """Since when it holds: as its message or detector states, else when it was first seen."""
        stated = self.detection.since if self.publication is None else self.publication.began
        return self.onset if stated is None else stated

    @property
    def is_from_before(self) -> bool:
        """Whether it began before its message was received, at an unknown time."""
        first = self.publication
        return first is not None and first.is_old and first.began is None

    @property
    def is_intermittent(self) -> bool:
        """Whether it returned soon, so that it continues through short absences."""
        return self.points >= 1.0

    @property
    def hold(self) -> float:
        """How long it must be absent before it is over."""
        seconds = self.detection.debounce.end
        return max(seconds, min(LONGEST_AWAY, seconds * float(SOON) ** int(self.points // SOON)))

    @property
    def quiet(self) -> float:
        """How long it may go without a report before it is over."""
        return max(self.detection.debounce.quiet, self.hold)

    def readings_at(self, stamp: float) -> Mapping[str, float]:
        """Return the numbers read at a moment; empty if they are from another moment."""
        when, readings = self.read
        return readings if 0.0 <= stamp - when <= FRESH else {}

    def held_until(self, stamp: float) -> float:
        """Return for how long it was present in total; without other news it is still present."""
        return self.held if self.absent_since is not None else self.held + stamp - self.last

    def is_another(self, detection: Detection, stamp: float) -> bool:
        """Tell whether a moment comes too late to belong to this occurrence."""
        debounce = detection.debounce
        return debounce.momentary and stamp - self.last >= debounce.end

    def mark_present(
        self, detection: Detection, stamp: float, publication: Publication | None = None
    ) -> bool:
        """Note that it is present (still or again); return whether it is worse than a row said."""
        if publication is not None:
            self.published = publication.time
        self.held = self.held_until(stamp)
        if self.absent_since is not None or detection.debounce.momentary:
            self.absent_since = None
            self.repeats += 1
        self.last = max(self.last, stamp)
        self.read = (stamp, detection.readings)
        self.message = detection.detail.get("message")
        self.peak = max(self.peak, detection.magnitude)
        before = self.detection
        self.left_out.add(detection.left_out)
        went_further = self._goes_further(detection)
        is_worse = detection.severity.rank > before.severity.rank
        if is_worse:
            # Once it is open, its sentence is in the ledger.
            words = before if self.is_open else detection
            self.detection = replace(detection, text=words.text, readings=before.readings)
        elif detection.debounce != before.debounce:
            self.detection = replace(before, debounce=detection.debounce)
        return is_worse or went_further

    def _goes_further(self, detection: Detection) -> bool:
        """Take in a detection's values; return whether it is clearly farther off than before."""
        if not detection.extent:
            self._take_in(detection.spreads)
            return False
        is_further = detection.extent >= FURTHER * self.extent
        if not is_further or detection.text != self.detection.text:
            return False
        before, self.extent, self.spreads = self.extent, detection.extent, detection.spreads
        return before > 0.0

    def _take_in(self, newer: tuple[Spread, ...]) -> None:
        if len(newer) != len(self.spreads):
            self.spreads = self.spreads or newer
        elif newer and newer != self.spreads:
            self.spreads = tuple(map(Spread.with_, self.spreads, newer))

    def note_condition(self, detection: Detection) -> None:
        """Note the condition under which it shows, if a detection names one."""
        if SHOWS in detection.detail:
            detail = {**self.detection.detail, SHOWS: detection.detail[SHOWS]}
            self.detection = replace(self.detection, detail=detail)

    def mark_absent(self, detection: Detection, stamp: float) -> None:
        """Note that it is absent; if it was no longer reported, from when it was last seen."""
        if self.absent_since is None:
            self.read = (stamp, detection.readings)
            stamp = self.last if self.is_seen is False else stamp
            self.held = self.held_until(stamp)
            self.absent_since = stamp
