"""An occurrence: one fault from its onset to its end."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime

from robot_memory.ledger.observation import SHOWS
from robot_memory.perception.occurrences.detection import Detection
from robot_memory.perception.occurrences.flap_damping import stretched
from robot_memory.perception.occurrences.left_out_texts import LeftOutTexts
from robot_memory.perception.occurrences.publication import Publication
from robot_memory.wording.spread import Spread
from robot_memory.wording.varying_text import VaryingText


@dataclass
class Occurrence:
    """A fault that is present, or that may become an occurrence.

    Attributes:
        detection: what was said of it first, with its worst severity so far.
        topic: where it was said.
        onset: when it was first seen, seconds on the detectors' time axis.
        last: when it was last seen.
        held: for how long it was there in all, up to ``last``.
        peak: its greatest magnitude.
        points: how often it had come back before (:mod:`.flap_damping`).
        repeats: how often it was seen again after it went away; of moments, how many followed.
        is_open: whether it has held long enough to count.
        absent_since: since when it is not seen any more; None while it is.
        recorded: when a row of it was last made.
        publication: of the message that it began with, where its topic is latched.
        published: when its newest message was published, where its topic is latched; UTC.
        is_known: the ledger has it from an earlier start of the node, so it makes no rows.
        spreads: the values of its text that came since its onset.
        left_out: the texts that it tells of, where it tells of a limit.
    """

    detection: Detection
    topic: str
    onset: float
    last: float
    peak: float
    held: float = 0.0
    points: int = 0
    repeats: int = 0
    is_open: bool = False
    absent_since: float | None = None
    recorded: float = 0.0
    publication: Publication | None = None
    published: datetime | None = None
    is_known: bool = False
    spreads: tuple[Spread, ...] = ()
    left_out: LeftOutTexts = field(default_factory=LeftOutTexts)

    @property
    def varying_text(self) -> VaryingText:
        """What it says, with the values that came since its onset."""
        return replace(self.detection, spreads=self.spreads or self.detection.spreads).varying_text

    @property
    def began(self) -> float:
        """Since when it holds: as its message says, else when it was first seen."""
        stated = None if self.publication is None else self.publication.began
        return self.onset if stated is None else stated

    @property
    def is_from_before(self) -> bool:
        """Whether it began before it was heard, and nothing says when."""
        first = self.publication
        return first is not None and first.is_old and first.began is None

    @property
    def hold(self) -> float:
        """How long it must be absent before it is over."""
        return stretched(self.detection.debounce.end, self.points)

    @property
    def quiet(self) -> float:
        """How long nothing may be heard of it before it is over."""
        return max(self.detection.debounce.quiet, self.hold)

    def held_until(self, stamp: float) -> float:
        """Return for how long it was there in all; what nobody contradicts is still there."""
        return self.held if self.absent_since is not None else self.held + stamp - self.last

    def is_another(self, detection: Detection, stamp: float) -> bool:
        """Tell whether a moment comes too late to belong to this occurrence."""
        debounce = detection.debounce
        return debounce.momentary and stamp - self.last >= stretched(debounce.end, self.points)

    def mark_present(self, detection: Detection, stamp: float) -> bool:
        """Note that it is present (still, or again); return whether its severity rose."""
        self.held = self.held_until(stamp)
        if self.absent_since is not None or detection.debounce.momentary:
            self.absent_since = None
            self.repeats += 1
        self.last = max(self.last, stamp)
        self.peak = max(self.peak, detection.magnitude)
        before = self.detection
        self.left_out.add(detection.left_out)
        self._take_in(detection.spreads)
        is_worse = detection.severity.rank > before.severity.rank
        if is_worse:
            # Once it is open its sentence stands in the ledger.
            words = before if self.is_open else detection
            self.detection = replace(detection, text=words.text)
        elif detection.debounce != before.debounce:
            self.detection = replace(before, debounce=detection.debounce)
        return is_worse

    def _take_in(self, newer: tuple[Spread, ...]) -> None:
        if len(newer) != len(self.spreads):
            self.spreads = self.spreads or newer
        elif newer and newer != self.spreads:
            self.spreads = tuple(map(Spread.with_, self.spreads, newer))

    def note_condition(self, detection: Detection) -> None:
        """Note under which condition it shows, where a detection says so."""
        if SHOWS in detection.detail:
            detail = {**self.detection.detail, SHOWS: detection.detail[SHOWS]}
            self.detection = replace(self.detection, detail=detail)

    def note_publication(self, publication: Publication | None) -> None:
        """Note when the message that reports it was published."""
        if publication is not None:
            self.published = publication.time

    def mark_absent(self, stamp: float) -> None:
        """Note that it is absent."""
        if self.absent_since is None:
            self.held = self.held_until(stamp)
            self.absent_since = stamp
