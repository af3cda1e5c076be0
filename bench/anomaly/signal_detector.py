"""One signal of any kind: how anomalous its newest value is."""

from __future__ import annotations

from anomaly.daily_profile import DailyProfile
from anomaly.evidence_novelty import EvidenceNovelty
from anomaly.mean_deviation import MeanDeviation
from anomaly.shape_novelty import ShapeNovelty
from anomaly.surprise import measures

_ALARM = 5.0  # summed surprise of two views that is an alarm: each once in 300 values
_LEARN = 50  # values before the first alarm
_REST = 100  # values in which only stronger evidence is another alarm
_NEWS_SCALE, _LASTING_SCALE = 4.0, 3.0  # evidence of half the way to the next bound


class SignalDetector:
    """A streaming anomaly score for one signal, of any unit, rate and distribution.

    It learns from the first value on, looks at nothing but the past, and needs no configuration.
    Two kinds of evidence, each the sum of two surprises (−log10 of the share of past values that
    were as extreme): of the *distance* of the newest value and of the last ten from the signal's
    mean, or its mean at this time of day if that surprises more; and of the *shape* of the last
    120 values. See bench/anomaly/README.md for what scores mean and how they were measured.

    Score: from 0.5 on an alarm, told at its onset and again only for stronger evidence or after a
    hundred values; below 0.5 the surprise of the shape, which stays while the anomaly lasts.
    """

    __slots__ = ("_count", "_daily", "_departure", "_fresh", "_fresh_pattern", "_pattern")

    def __init__(self) -> None:
        self._count = 0
        self._departure = MeanDeviation()
        self._daily = DailyProfile()
        self._pattern = ShapeNovelty()
        self._fresh, self._fresh_pattern = EvidenceNovelty(_REST), EvidenceNovelty(_REST)

    def observe(self, stamp: float, value: float) -> float:
        """Take in a value and return how anomalous it is, in [0, 1].

        Args:
            stamp: seconds of any origin; equal, earlier or unequally spaced ones do no harm.
            value: in the signal's own unit; NaN and infinity are no measurement, score 0, and
                leave everything as it was.
        """
        if not measures(stamp, value):
            return 0.0
        self._count += 1
        at_once, for_a_while = self._departure.observe(value)
        at_once_today, for_a_while_today = self._daily.observe(stamp, value)
        distance = max(at_once, at_once_today) + max(for_a_while, for_a_while_today)
        shape = self._pattern.observe(value)
        news = max(self._fresh.observe(distance), self._fresh_pattern.observe(shape))
        return score_of(news if self._count > _LEARN else 0.0, shape)


def score_of(news: float, lasting: float) -> float:
    """Return the score of evidence that is news, and of evidence that lasts."""
    if news >= _ALARM:
        return 0.5 + 0.5 * (news - _ALARM) / (news - _ALARM + _NEWS_SCALE)
    return 0.5 * lasting / (lasting + _LASTING_SCALE)
