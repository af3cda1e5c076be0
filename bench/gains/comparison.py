"""Results of tasks with each kind of memory, with intervals over robots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from gains.simulated_task import TaskRun

_RESAMPLES = 10_000
_LOW, _HIGH = 2.5, 97.5  # percent


@dataclass(frozen=True)
class Life:
    """All tasks of one robot.

    Attributes:
        task: what was tried.
        advisor: the kind of memory.
        seed: of the robot.
        attempts: in the order of time.
        told: the agent's texts at the end; empty if its memory has none.
        blamed: lengths of the runs of attempts with needless care, by part.
    """

    task: str
    advisor: str
    seed: int
    attempts: tuple[TaskRun, ...]
    told: tuple[str, ...] = ()
    blamed: Mapping[str, Sequence[int]] = field(default_factory=dict)


@dataclass(frozen=True)
class Estimate:
    """A mean over robots with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Gain:
    """How one kind of memory compares with none.

    Attributes:
        faults: for each hundred tasks.
        minutes: for ten tasks.
        done: percent of the tasks that succeeded.
        faults_ratio, minutes_ratio: to the same robots without any memory; 1.0 is no gain.
        done_difference: percentage points more than without.
        early_faults_ratio, late_faults_ratio: ratios of the first half of each life, and of the
            second, when most is learned.
    """

    faults: Estimate
    minutes: Estimate
    done: Estimate
    faults_ratio: Estimate
    minutes_ratio: Estimate
    done_difference: Estimate
    early_faults_ratio: Estimate
    late_faults_ratio: Estimate

    @property
    def verdict(self) -> str:
        """The differences beyond chance, in words."""
        return "; ".join(self._differences()) or "no difference beyond chance"

    def _differences(self) -> Iterator[str]:
        for what, ratio in (("faults", self.faults_ratio), ("time", self.minutes_ratio)):
            if ratio.high < 1.0:
                yield f"less {what}" if what == "time" else f"fewer {what}"
            elif ratio.low > 1.0:
                yield f"more {what}"
        if self.done_difference.low > 0.0:
            yield "more tasks done"
        elif self.done_difference.high < 0.0:
            yield "fewer tasks done"


def compare(lives: Sequence[Life], bare: Sequence[Life]) -> Gain:
    """Compare robots that have a memory with the same robots without, seed by seed.

    Intervals come from resampling the robots (bootstrap).
    """
    ours, others = _sums(lives), _sums(bare)
    late, other_late = _sums(lives, since=0.5), _sums(bare, since=0.5)
    early, other_early = ours - late, others - other_late
    count = ours[:, 3].mean()
    chance = np.random.default_rng(1)
    drawn = chance.integers(0, len(lives), (_RESAMPLES, len(lives)))
    return Gain(
        faults=_mean(ours[:, 0] * 100.0 / count, drawn),
        minutes=_mean(ours[:, 1] * 10.0 / 60.0 / count, drawn),
        done=_mean(ours[:, 2] * 100.0 / count, drawn),
        faults_ratio=_ratio(ours[:, 0], others[:, 0], drawn),
        minutes_ratio=_ratio(ours[:, 1], others[:, 1], drawn),
        done_difference=_mean((ours[:, 2] - others[:, 2]) * 100.0 / count, drawn),
        early_faults_ratio=_ratio(early[:, 0], other_early[:, 0], drawn),
        late_faults_ratio=_ratio(late[:, 0], other_late[:, 0], drawn),
    )


def _sums(lives: Sequence[Life], since: float = 0.0) -> NDArray[np.float64]:
    """Return each robot's faults, seconds, done tasks and tasks, from a share of its life on."""
    rows = []
    for one in sorted(lives, key=lambda life: life.seed):
        kept = one.attempts[round(since * len(one.attempts)) :]
        rows.append([
            sum(each.faults for each in kept), sum(each.seconds for each in kept),
            sum(each.is_done for each in kept), len(kept),
        ])  # fmt: skip
    return np.array(rows, dtype=float)


def _mean(values: NDArray[np.float64], drawn: NDArray[np.int64]) -> Estimate:
    means = values[drawn].mean(axis=1)
    return _estimate(float(values.mean()), means)


def _ratio(
    ours: NDArray[np.float64], others: NDArray[np.float64], drawn: NDArray[np.int64]
) -> Estimate:
    """Return the ratio of the sums.

    Half a count is added to each side, so that no ratio is 0 or infinite.
    """
    ratios = (ours[drawn].sum(axis=1) + 0.5) / (others[drawn].sum(axis=1) + 0.5)
    return _estimate(float((ours.sum() + 0.5) / (others.sum() + 0.5)), ratios)


def _estimate(value: float, resampled: NDArray[np.float64]) -> Estimate:
    low, high = np.percentile(resampled, [_LOW, _HIGH])
    return Estimate(value, float(low), float(high))
