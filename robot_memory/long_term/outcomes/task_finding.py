"""Statistical findings about the attempts at a task, and their thresholds.

Specification: rules.md §13.2, §13.4 for contradictions, and §13.5 for suspicions.

See docs/explanation/outcomes.md, "When an entry is made", "Confidence of such an entry" and
"A suspicion".
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from robot_memory.foundation.exact_bounds import (
    binomial_tail,
    comparisons,
    fisher,
    least_fisher,
    share_bounds,
)
from robot_memory.foundation.repeated_looks import FEWEST, correction
from robot_memory.long_term.outcomes.past_attempt import (
    FEWEST_CLUSTERS,
    Condition,
    PastAttempt,
    Split,
    Tally,
    by_quarter_hour,
    overdispersion_of,
    splits_of,
)

OFTEN = 0.2  # a task fails often if, beyond chance, more than this share of attempts fails

LARGEST_P = 0.01  # the largest p, after all corrections, at which a finding is beyond chance
_LARGEST_P_CONFIRMED = 0.05  # the largest p at which a reported difference is confirmed
LEAST_RATIO = 2.0  # the least ratio of the failure shares of two groups


@dataclass(frozen=True)
class _CounterProof:
    """The thresholds for contradicting a finding."""

    level: float  # confidence level of the two-sided interval of the failure share
    each: int  # the least number of attempts on each side of a condition


#: For attempts since the first report.
SINCE_REPORTED = _CounterProof(0.9, FEWEST)
#: For attempts since the last confirmation, which may begin in a lucky run.
SINCE_CONFIRMED = _CounterProof(0.98, 2 * FEWEST)


@dataclass(frozen=True)
class TaskFinding:
    """A finding about a task."""

    worse: Tally
    # the attempts that fail less often; None without a condition
    better: Tally | None = None
    condition: Condition | None = None  # the condition that separates them; None if none does
    helps: bool = False  # whether the condition belongs to the better attempts
    # the condition of the other attempts; None if they have several values, or there is none
    other: Condition | None = None
    # probability of such a result by chance, corrected for all comparisons; uncorrected for a
    # confirmation or a suspicion, and 1 if a share without a condition is confirmed
    p: float = 1.0
    is_repeated: bool = False  # whether it confirms an earlier report
    # probability that the condition makes a difference, if that is suspected and not beyond
    # chance; else 0
    suspicion: float = 0.0
    tries: int = 0  # for how many more attempts a suspected condition is to be avoided


def find(attempts: Sequence[PastAttempt], look: int) -> TaskFinding | None:
    """Return a condition that separates good from bad attempts, else a frequent failure; else None.

    Args:
        attempts: in order of time.
        look: the number of this test; each test includes more attempts.
    """
    return _find_difference(attempts, look) or _find_share(attempts, look)


def _find_share(attempts: Sequence[PastAttempt], look: int) -> TaskFinding | None:
    parts = by_quarter_hour(attempts)
    if len(attempts) < FEWEST or len(parts) < FEWEST_CLUSTERS:
        return None
    tally = Tally.of(attempts)
    worth = tally.effective(overdispersion_of([parts]))
    p = binomial_tail(worth.failed, worth.tried, OFTEN) * correction(look)
    return TaskFinding(tally, p=p) if p <= LARGEST_P else None


def _find_difference(attempts: Sequence[PastAttempt], look: int) -> TaskFinding | None:
    splits = [split for split in splits_of(attempts) if split.is_testable]
    if len(attempts) < FEWEST or not splits:
        return None
    tries = corrected_for(splits, look)
    found = [finding_of(split, tries) for split in splits]
    best = min(found, key=lambda one: one.p)
    return best if best.p <= LARGEST_P and is_large(best) else None


def corrected_for(splits: Sequence[Split], look: int) -> float:
    """Return the factor for a p: for all comparisons that could succeed, and all looks."""
    least = [least_fisher(a.failed + b.failed, a.tried, b.tried) for a, b in
             (split.tallies for split in splits)]  # fmt: skip
    return comparisons(least, LARGEST_P / correction(look)) * correction(look)


def finding_of(split: Split, tries: float) -> TaskFinding:
    """Return the finding of a split, whether or not it is beyond chance.

    Args:
        tries: the factor for its p.
    """
    inside, outside = split.tallies
    one, other = (tally.effective(split.overdispersion) for tally in split.tallies)
    p = min(1.0, fisher(one.failed, one.tried, other.failed, other.tried) * tries)
    if inside.share <= outside.share:
        return TaskFinding(outside, inside, split.inside, True, split.outside, p)
    if split.outside is not None:
        return TaskFinding(inside, outside, split.outside, True, split.inside, p)
    return TaskFinding(inside, outside, split.inside, False, None, p)


def is_large(finding: TaskFinding) -> bool:
    """Tell whether the worse side fails at least twice as often."""
    better = finding.better
    return better is not None and finding.worse.share >= LEAST_RATIO * better.share


def confirmed(attempts: Sequence[PastAttempt], reported: Condition | None) -> TaskFinding | None:
    """Return a reported finding with its present counts; None: they do not confirm it.

    Args:
        reported: the reported condition; None: that the task fails often.
    """
    if reported is None:
        tally = Tally.of(attempts)
        worth = tally.effective(overdispersion_of([by_quarter_hour(attempts)]))
        low, _ = share_bounds(worth.failed, worth.tried)
        holds = worth.tried and low >= OFTEN
        return TaskFinding(tally, is_repeated=True) if holds else None
    finding = _about(attempts, reported)
    if finding is None or finding.p > _LARGEST_P_CONFIRMED or not is_large(finding):
        return None
    return replace(finding, is_repeated=True)


def holds_in(later: Sequence[PastAttempt], finding: TaskFinding) -> bool:
    """Tell whether later attempts alone show a finding; they may be too few to be certain.

    Args:
        later: the attempts since the last confirmation, in order of time.
    """
    if finding.condition is None:
        return Tally.of(later).share > OFTEN
    better, worse = _sides(later, finding.condition, helps=finding.helps)
    return min(better.tried, worse.failed) > 0 and worse.share >= LEAST_RATIO * better.share


def is_contradicted(
    later: Sequence[PastAttempt], reported: Condition | None, *, helps: bool, proof: _CounterProof
) -> bool:
    """Tell whether attempts after the report of a finding contradict it.

    Args:
        later: attempts since the first report, or the last confirmation, in order of time.
        reported: the reported condition; None: that the task fails often.
        helps: whether that condition was reported as the better one.
    """
    if reported is None:
        tally = Tally.of(later)
        _, high = share_bounds(tally.failed, tally.tried, proof.level)
        return tally.tried >= FEWEST and high < OFTEN
    better, worse = _sides(later, reported, helps=helps)
    return min(better.tried, worse.tried) >= proof.each and better.share >= worse.share


def _sides(
    attempts: Sequence[PastAttempt], condition: Condition, *, helps: bool
) -> tuple[Tally, Tally]:
    """Return the counts of the side that was reported as better, and of the other side."""
    split = _split_about(attempts, condition)
    if split is None:
        return Tally(), Tally()
    inside, outside = split.tallies
    return (inside, outside) if helps else (outside, inside)


def _about(attempts: Sequence[PastAttempt], reported: Condition) -> TaskFinding | None:
    split = _split_about(attempts, reported)
    return None if split is None else finding_of(split, 1.0)


def _split_about(attempts: Sequence[PastAttempt], reported: Condition) -> Split | None:
    about = (split for split in splits_of(attempts) if reported in (split.inside, split.outside))
    found = next(about, None)
    if found is not None and found.inside != reported:
        return Split(reported, found.inside, found.attempts)
    return found


PRICE = 0.2  # the cost of an attempt that avoids a condition without need, in failures
#: A condition is suspected while the odds that it matters are at least one to two.
LEAST_ODDS = 0.5
#: For how many attempts a condition is avoided, after the last failure under it.
FEWEST_TRIES, MOST_TRIES = 3, 100
_FEWEST_FAILED = 2
_FEWEST_CLUSTERS = 3  # of both sides: with two, a bad hour looks like the condition


@dataclass(frozen=True)
class _Beta:
    """A prior distribution of a failure share."""

    a: float
    b: float

    def mean(self, tally: Tally) -> float:
        """Return the mean failure share, given the attempts."""
        return (self.a + tally.failed) / (self.a + self.b + tally.tried)

    def evidence(self, failed: float, succeeded: float) -> float:
        """Return the logarithm of the probability of such counts, in one given order."""
        return _log_beta(self.a + failed, self.b + succeeded) - _log_beta(self.a, self.b)


_SAME, _WORSE, _BETTER = _Beta(0.5, 0.5), _Beta(1.0, 1.0), _Beta(0.5, 4.5)


def suspected(attempts: Sequence[PastAttempt]) -> TaskFinding | None:
    """Return the most probable difference; None: avoiding the possible cause is not worth it.

    Args:
        attempts: in order of time.
    """
    splits = [split for split in splits_of(attempts)
              if sum(map(len, split.clusters)) >= _FEWEST_CLUSTERS]  # fmt: skip
    odds = [(share * factor, split) for split, share in zip(splits, _shares(splits), strict=True)
            for factor in _bayes_factors(split)]  # fmt: skip
    if not odds:
        return None
    best, split = max(odds, key=lambda one: one[0])
    others = 1.0 + math.fsum(one for one, _ in odds) - best
    finding = finding_of(split, 1.0)
    tries = _tries(split, finding, best / others) if best > LEAST_ODDS * others else 0
    if tries <= 0 or not is_large(finding):
        return None
    return replace(finding, suspicion=best / (best + others), tries=tries)


def _tries(split: Split, finding: TaskFinding, odds: float) -> int:
    """Return for how many more attempts avoiding the condition is worth its cost.

    If the condition does not matter, each of them costs ``PRICE``. If it does, they save as many
    failures as would have been saved so far.

    Args:
        odds: that it makes the difference, against that it does not.
    """
    worse, better = finding.worse, finding.better or Tally()
    if worse.failed < _FEWEST_FAILED:
        return 0
    saved = (worse.failed - worse.tried * _BETTER.mean(better)) / split.overdispersion
    tries = min(MOST_TRIES, math.floor(odds * saved / PRICE))
    return tries - _since_failure(split) if tries >= FEWEST_TRIES else 0


def _since_failure(split: Split) -> int:
    """Return the number of attempts after the last failure on the worse side."""
    inside, outside = split.tallies
    is_inside = inside.share > outside.share
    failures = (one.failed and split.has(one) == is_inside for one in reversed(split.attempts))
    return next(number for number, is_failure in enumerate(failures) if is_failure)


def _shares(splits: Sequence[Split]) -> list[float]:
    """Return the prior odds of each split: even for all together, split by name, then by value."""
    values = Counter(split.inside.name for split in splits)
    return [1.0 / len(values) / values[split.inside.name] for split in splits]


def _bayes_factors(split: Split) -> Iterator[float]:
    """Yield how much better two shares explain the counts than one, with either side worse."""
    worth = split.overdispersion
    one, other = (
        (tally.failed / worth, (tally.tried - tally.failed) / worth) for tally in split.tallies
    )
    same = _SAME.evidence(one[0] + other[0], one[1] + other[1])
    for worse, better in ((one, other), (other, one)):
        yield 0.5 * math.exp(_WORSE.evidence(*worse) + _BETTER.evidence(*better) - same)


def _log_beta(a: float, b: float) -> float:
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)
