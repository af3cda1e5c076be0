"""One machine that makes occurrences of what all detectors say (rules.md §2.1).

An occurrence has an onset, an end, a peak and a count of repeats. It begins when something has
held for a while, and ends when it has been absent for a while, so that a status that flaps ten
times a minute is one occurrence with repeats, not ten.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from robot_memory.ledger import Key, Kind
from robot_memory.perception.sighting import Sighting

_PRESENT_INTERVAL = 3600.0
_FLAP_WINDOW = 60.0
_LONGEST_HOLD = 600.0


@dataclass
class Occurrence:
    """Something that is the matter, or is about to be.

    Attributes:
        sighting: what was said of it first.
        onset: when it was first seen, seconds on the detectors' time axis.
        last: when it was last seen.
        peak: its greatest magnitude.
        repeats: how often it went away and came back.
        is_open: whether it has held long enough to count.
    """

    sighting: Sighting
    onset: float
    last: float
    peak: float
    repeats: int = 0
    is_open: bool = False
    absent_since: float | None = None
    told: float = 0.0
    hold: float = 0.0


#: Receives a kind (onset, present, end), the occurrence and when it happened.
Emit = Callable[[Kind, Occurrence, float], None]


class OccurrenceMachine:
    """Turns sightings into onsets and ends.

    Memory is bounded by what is the matter now, plus what ended within the last ten minutes.

    Args:
        emit: receives what happened.
    """

    def __init__(self, emit: Emit) -> None:
        self._emit = emit
        self._current: dict[Key, Occurrence] = {}
        self._ended: dict[Key, tuple[float, float]] = {}

    def open(self) -> Iterator[Occurrence]:
        """Yield the occurrences that are open."""
        return (occurrence for occurrence in self._current.values() if occurrence.is_open)

    def resume(self, sighting: Sighting, onset: float, stamp: float) -> None:
        """Go on with an occurrence that was open when the node stopped (rules.md §2.1)."""
        self._current[sighting.key] = Occurrence(
            sighting, onset, stamp, sighting.magnitude, is_open=True, told=stamp,
            hold=sighting.debounce.end,
        )  # fmt: skip

    def see(self, sighting: Sighting, stamp: float) -> None:
        """Take in what a detector says."""
        occurrence = self._current.get(sighting.key)
        if occurrence is not None and occurrence.is_open:
            self._maybe_end(occurrence, stamp)  # nobody may have let the time pass until now
            occurrence = self._current.get(sighting.key)
        if sighting.present:
            if occurrence is None:
                occurrence = self._begin(sighting, stamp)
            self._goes_on(occurrence, sighting, stamp)
        elif occurrence is not None:
            self._is_absent(occurrence, stamp)

    def advance(self, stamp: float) -> None:
        """Let time pass: ends and onsets that need no further sighting."""
        for occurrence in list(self._current.values()):
            if not occurrence.is_open:
                self._maybe_open(occurrence, stamp)
            else:
                self._maybe_end(occurrence, stamp)
        outdated = [key for key, (ended, _) in self._ended.items() if stamp - ended > _LONGEST_HOLD]
        for key in outdated:
            del self._ended[key]

    def _begin(self, sighting: Sighting, stamp: float) -> Occurrence:
        ended, hold = self._ended.get(sighting.key, (-_LONGEST_HOLD, 0.0))
        # Something that comes and goes again and again is given ever longer to stay away.
        flaps = stamp - ended <= max(_FLAP_WINDOW, 2 * hold)
        hold = min(_LONGEST_HOLD, 2 * hold) if flaps else 0.0
        occurrence = Occurrence(
            sighting, stamp, stamp, sighting.magnitude, hold=max(hold, sighting.debounce.end)
        )
        self._current[sighting.key] = occurrence
        return occurrence

    def _goes_on(self, occurrence: Occurrence, sighting: Sighting, stamp: float) -> None:
        if occurrence.absent_since is not None:
            occurrence.absent_since = None
            occurrence.repeats += 1
        occurrence.last = stamp
        occurrence.peak = max(occurrence.peak, sighting.magnitude)
        if sighting.debounce != occurrence.sighting.debounce:
            occurrence.sighting = replace(occurrence.sighting, debounce=sighting.debounce)
        if not occurrence.is_open:
            self._maybe_open(occurrence, stamp)

    def _is_absent(self, occurrence: Occurrence, stamp: float) -> None:
        if not occurrence.is_open:
            self._maybe_open(occurrence, stamp)
            if not occurrence.is_open:
                del self._current[occurrence.sighting.key]
                return
        if occurrence.absent_since is None:
            occurrence.absent_since = stamp

    def _maybe_open(self, occurrence: Occurrence, stamp: float) -> None:
        if stamp - occurrence.onset >= occurrence.sighting.debounce.onset:
            occurrence.is_open = True
            occurrence.told = occurrence.onset
            self._emit(Kind.ONSET, occurrence, occurrence.onset)

    def _maybe_end(self, occurrence: Occurrence, stamp: float) -> None:
        absent = occurrence.absent_since
        if absent is not None and stamp - absent >= occurrence.hold:
            self._end(occurrence, absent)
        elif absent is None and stamp - occurrence.last >= occurrence.sighting.debounce.quiet:
            self._end(occurrence, occurrence.last)
        elif absent is None and stamp - occurrence.told >= _PRESENT_INTERVAL:
            occurrence.told = stamp
            self._emit(Kind.PRESENT, occurrence, stamp)

    def _end(self, occurrence: Occurrence, stamp: float) -> None:
        key = occurrence.sighting.key
        del self._current[key]
        self._ended[key] = (stamp, occurrence.hold)
        self._emit(Kind.END, occurrence, stamp)
