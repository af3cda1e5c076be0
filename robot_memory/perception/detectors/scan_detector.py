"""``sensor_msgs/LaserScan``: a sector, or the whole scan, sees nothing any more."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from robot_memory.ledger import Key
from robot_memory.perception.baselines import PersistentState
from robot_memory.perception.detector import Detector, DetectorOption
from robot_memory.perception.occurrences.detection import Debounce, Detection

_SECTORS = 8  # sectors of a scan
_SEES = 0.05  # share of beams with a return, from which a sector sees
_USUALLY = 0.9  # share of time in which a sector must have seen before its loss counts
_MEMORY = 3600.0  # s over which the share of time is averaged
_LONGEST_STEP = 2.0  # s; a longer pause counts as this
_FAR = 1e9  # m: farther than any lidar sees
_OTHERS = 3  # sectors that must see while another is blind
_AT_ONCE = 2.0  # s between neighbours that went blind from one cause
_THE_SAME = "but the same again and again"  # for a scan that stands still


@dataclass
class _Sector(PersistentState):
    """What one sector sees.

    Attributes:
        known_for: seconds for which it is known whether the sector saw.
        seeing: the share of this time in which it did.
        blind_for: seconds since it last saw.
        longest: the longest blindness after which it saw again.
        mean: of its last scan; if it is exactly the same repeatedly, the sector does not see the
            world.
        has_seen: whether it has seen since the start.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("known_for", "seeing", "longest")

    known_for: float = 0.0
    seeing: float = 1.0
    blind_for: float = 0.0
    longest: float = 0.0
    mean: float = math.nan
    has_seen: bool = False

    def observe(self, step: float, *, sees: bool) -> None:
        if not step:
            return
        if not sees:
            self.blind_for += step
            return
        if self.blind_for:
            self._learn(self.blind_for, 0.0)
            self.longest = max(self.longest, self.blind_for)
            self.blind_for = 0.0
        self.has_seen = True
        self._learn(step, 1.0)

    def sees_other(self, mean: float) -> bool:
        """Take in the sector's mean range; tell whether it differs from the one before."""
        before, self.mean = self.mean, mean
        return mean != before

    def _learn(self, step: float, sees: float) -> None:
        self.known_for += step
        self.seeing += (sees - self.seeing) * min(1.0, step / min(self.known_for, _MEMORY))


class ScanDetector(Detector):
    """Reports a lidar that lost a sector (dirt, a cable in its view), or that sees nothing.

    A sector is lost if it nearly always saw something, and now sees nothing, or an exactly constant
    range. This must last ten times longer than ever before, while other sectors see. Neighbours
    that are lost at once are one fault. The whole lidar is lost only if all sectors are lost at
    once: a robot that leaves a hall loses them one after the other. If all stand still, that counts
    while the robot moves.
    """

    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "blind": DetectorOption(30.0, "s for which a sector must be blind, at least", low=1.0),
        "learn": DetectorOption(300.0, "s before it is known what a sector usually sees", low=1.0),
    }
    TYPE: ClassVar[str] = "sensor_msgs/msg/LaserScan"
    FIELDS: ClassVar[frozenset[str]] = frozenset(
        {"ranges", "range_min", "range_max", "angle_min", "angle_increment"}
    )

    def _set_up(self) -> None:
        self._sectors = [_Sector() for _ in range(_SECTORS)]
        self._last: float | None = None
        self._returns = 0  # beams with a return in the last scan
        self._is_still = False  # all sectors have the same mean as before
        self._reported: set[str] = set()
        self._spans: list[tuple[int, int]] = []  # neighbours that went blind at once
        for index, sector in enumerate(self._sectors):
            self._context.learn(f"{self._context.topic} sector {index}", sector)
        self._context.learn(f"{self._context.topic} spans", self)

    def state(self) -> dict[str, Any]:
        """Return the neighbours that were reported together, so that they stay together."""
        return {"spans": [list(span) for span in self._spans]}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue with a result of :meth:`state` from before a restart."""
        self._spans = [(int(first), int(end)) for first, end in state["spans"]]

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a scan."""
        ranges = np.asarray(getattr(content, "ranges", ()), dtype=np.float64)
        if ranges.size < _SECTORS:
            return
        step = 0.0 if self._last is None else min(max(0.0, stamp - self._last), _LONGEST_STEP)
        self._last = stamp
        seen = self._look(ranges, content)
        if self._is_still and not self._context.shared.surroundings.motion.moves(stamp):
            step = 0.0  # the whole scan stands still, as in a simulation around a robot at rest
        for sector, sees in zip(self._sectors, seen, strict=True):
            sector.observe(step, sees=sees)
        missed = set(self._missed(content, ranges.size))
        for where in missed | self._reported:
            yield self._detection(where, present=where in missed)
        self._reported = missed

    def _look(self, ranges: npt.NDArray[np.float64], content: Any) -> list[bool]:
        begins = np.arange(_SECTORS) * ranges.size // _SECTORS
        # A driver without a limit reports infinity or NaN, and so do beams without a return.
        nearest = content.range_min if math.isfinite(content.range_min) else 0.0
        farthest = content.range_max if math.isfinite(content.range_max) else _FAR
        returns = (ranges > nearest) & (ranges < farthest)
        counts = np.add.reduceat(returns, begins, dtype=np.intp)
        totals = np.add.reduceat(np.where(returns, ranges, 0.0), begins)
        self._returns = int(counts.sum())
        enough = max(1.0, _SEES * ranges.size / _SECTORS)
        seen = [
            count >= enough and sector.sees_other(total / count)
            for sector, count, total in zip(
                self._sectors, counts.tolist(), totals.tolist(), strict=True
            )
        ]
        self._is_still = bool((counts >= enough).all()) and not any(seen)
        return seen

    def _missed(self, content: Any, beams: int) -> Iterator[str]:
        """Yield what is missing: ``''`` for the whole scan, otherwise a sector by its angles."""
        blind = [index for index, sector in enumerate(self._sectors) if self._is_missed(sector)]
        if len(blind) == _SECTORS:
            times = [sector.blind_for for sector in self._sectors]
            if max(times) - min(times) <= 1.0 and (self._is_still or not self._returns):
                yield _THE_SAME if self._is_still else ""
            return
        if sum(not sector.blind_for for sector in self._sectors) < _OTHERS:
            return
        for first, end in dict.fromkeys(self._span(index) for index in blind):
            width = content.angle_increment * beams / _SECTORS
            begin, last = content.angle_min + width * first, content.angle_min + width * end
            yield f"between {math.degrees(begin):.0f}° and {math.degrees(last):.0f}°"

    def _span(self, index: int) -> tuple[int, int]:
        """Return the sectors that went blind together with one, as last reported."""
        for span in self._spans:
            if span[0] <= index < span[1]:
                return span
        first, end = index, index + 1
        while first > 0 and self._is_blind_since(first - 1, index):
            first -= 1
        while end < _SECTORS and self._is_blind_since(end, index):
            end += 1
        self._spans.append((first, end))
        return first, end

    def _is_blind_since(self, index: int, other: int) -> bool:
        """Tell whether a sector that usually sees went blind at the same time as another one."""
        sector, since = self._sectors[index], self._sectors[other].blind_for
        is_in_span = any(first <= index < end for first, end in self._spans)
        together = sector.has_seen and abs(sector.blind_for - since) <= _AT_ONCE
        return together and not is_in_span and sector.seeing >= _USUALLY

    def _is_missed(self, sector: _Sector) -> bool:
        if not sector.has_seen or sector.known_for < self._options["learn"]:
            return False
        usually = sector.seeing >= _USUALLY
        return usually and sector.blind_for >= max(self._options["blind"], 10.0 * sector.longest)

    def _detection(self, where: str, *, present: bool) -> Detection:
        topic = self._context.topic
        return self._fault(
            Key("scan", topic, f"blind {where}".strip()),
            f"{topic} sees nothing {where or 'at all'} while the robot runs",
            present=present,
            kind="blind",
            debounce=Debounce(onset=0.0, end=5.0, quiet=120.0),
        )
