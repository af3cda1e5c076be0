"""Goals of an action: failed goals, goals that take too long, and repeatedly cancelled goals.

Specification: rules.md §5.10.
"""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, ClassVar

from robot_memory.foundation.token_bucket import Allowance, TokenBucket
from robot_memory.foundation.wording.varying_text import VaryingText
from robot_memory.ledger import Attempt, Key, Severity
from robot_memory.perception.baselines import PersistentState
from robot_memory.perception.detector import Detector, DetectorOption
from robot_memory.perception.detectors.goal_end import (
    ABORTED,
    CANCELED,
    STATUS_TYPE,
    SUCCEEDED,
    GoalEnd,
    GoalId,
    GoalResult,
    GoalTimes,
    GoalTracker,
    RunningGoals,
    action_of,
    running_goals,
)
from robot_memory.perception.masking.masking import mask, phrase
from robot_memory.perception.masking.phrase import Phrase
from robot_memory.perception.occurrences.detection import Debounce, Detection

_MOMENT = Debounce(onset=0.0, end=1.0, quiet=60.0, momentary=True)  # s
_LASTING = Debounce(onset=0.0, end=1.0, quiet=60.0)  # s
_SURE = 0.9  # score from which a goal counts as taking too long
_GONE = 20.0  # s that the robot continues without the server; otherwise it is being shut down
_LONGEST = 500  # characters of a server's text
_COUNTED = Allowance(60.0, 1.0)  # goals that count as attempts: burst, and per second
_A_DAY = 1000.0  # assumed largest number of goals a day, to convert a share into a daily rate
_NORMAL = 5  # overlong goals in a row after which that duration is normal
_RARENESS = math.log10(5.0) / 4.0  # exponent of a rate, so that 10^-4 a day scores 0.9
_KEPT = 16  # largest sizes that are kept
_STEEPEST = 12.0  # largest tail exponent: a steeper tail is not trusted
_TOP_SHARE = 0.1  # of all sizes, at most, form the tail


class ActionDetector(Detector):
    """Reports goals that the server of an action aborts, with the code, the text and the place.

    A goal that its client cancels is no fault; several in a row, without a success in between, are
    reported as a pattern. A goal that runs clearly longer than every goal that succeeded is
    reported while it runs, a server that vanishes while it executes a goal if the robot continues
    to run. Each goal that succeeds or is aborted counts as an attempt.
    """

    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "cancelled": DetectorOption(
            3.0, "goals in a row, cancelled by their clients, that are reported", low=1.0
        ),
    }
    TYPE: ClassVar[str] = STATUS_TYPE

    def _set_up(self) -> None:
        self._component = action_of(self._context.topic)
        self._tracker = GoalTracker(self._context.seen_until)
        self._cancelled = 0
        self._counting = TokenBucket(_COUNTED, 0.0)
        self._not_counted = 0
        self._durations = self._context.learn(f"{self._component} durations", GoalDurations())
        self._times = GoalTimes()
        self._overlong: set[GoalId] = set()
        self._gone_at: float | None = None
        self._lost: dict[GoalId, float] = {}

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in the end of a goal, or the list of goals that a server publishes."""
        if isinstance(content, GoalEnd):
            if self._tracker.is_new(content.goal):
                yield from self._judge(stamp if content.at is None else content.at, content)
        elif isinstance(content, RunningGoals):
            self._follow(content)
        else:
            for end in self._tracker.ended(content):
                yield from self._judge(stamp, end)
            self._follow(running_goals(content))

    @property
    def _now(self) -> float:
        return self._context.shared.activity.running

    def _follow(self, running: RunningGoals) -> None:
        if not running.is_served and self._times.began:
            self._gone_at, self._lost = self._now, self._times.began
        elif running.goals & self._lost.keys():  # the server existed, but was not seen
            self._gone_at = None
            self._times.began = self._lost | self._times.began
            self._lost = {}
        self._times.follow(self._now, running)

    def advance(self, stamp: float) -> Iterator[Detection]:
        """Judge the goals that are executed now, and a server that has vanished."""
        if self._gone_at is not None and self._now - self._gone_at >= _GONE:
            self._gone_at = None
            yield self._detection(
                "lost its server", f"{self._component} lost its server while it executed a goal",
                Severity.ERROR, {"action": f"/{self._component}"}, "vanished",
            )  # fmt: skip
        lasts = self._times.lasts(self._now)
        score = self._durations.score(lasts) if lasts > 0.0 else 0.0
        is_long = score >= _SURE
        if is_long:
            self._overlong.add(self._times.oldest)
        if is_long or self._overlong:
            yield self._takes_long(lasts, score, is_long=is_long)
        self._overlong &= self._times.began.keys()

    def _takes_long(self, lasts: float, score: float, *, is_long: bool) -> Detection:
        return self._fault(
            Key("action", self._component, "overdue"),
            f"{self._component} takes longer than it ever did",
            present=is_long,
            score=score,
            magnitude=score,
            kind="overdue",
            detail={"action": f"/{self._component}", "seconds": round(lasts, 1)},
            debounce=_LASTING,
        )

    def _judge(self, stamp: float, end: GoalEnd) -> Iterator[Detection]:
        if end.goal in self._lost:
            self._gone_at = None  # the goal's end proves that the server existed
        lasted = self._times.end(self._now, end.goal)
        if lasted is not None and end.status == SUCCEEDED:
            self._durations.succeed(lasted, was_told=end.goal in self._overlong)
        if end.status in (ABORTED, SUCCEEDED):
            self._context.shared.goals[self._component] += 1
            if self._context.settings.outcomes_enabled:
                yield from self._counted(stamp, end)
        if end.status == ABORTED:
            yield from self._aborted(stamp, end)
        elif end.status == SUCCEEDED:
            self._cancelled = 0
        elif end.status == CANCELED:
            self._cancelled += 1
            if self._cancelled >= self._options["cancelled"]:
                yield self._detection(
                    "cancelled", f"{self._component} is cancelled again and again",
                    Severity.WARN, {"in a row": self._cancelled}, "cancelled",
                )  # fmt: skip

    def _counted(self, stamp: float, end: GoalEnd) -> Iterator[Detection]:
        """Count a goal as an attempt; a goal that its client cancelled does not count."""
        if not self._counting.try_take(stamp):
            self._not_counted += 1
            return
        failed = end.status == ABORTED
        notes = [str(_told(end.result)[1]) if failed else ""]
        if self._not_counted:
            notes.append(f"{self._not_counted} more goals in short order were not counted")
        self._not_counted = 0
        attempt = Attempt(
            task=self._component,
            succeeded=end.status == SUCCEEDED,
            note="; ".join(filter(None, notes)),
            position=self._context.shared.surroundings.position(stamp),
        )
        key = Key("action", self._component, "attempt")
        yield Detection(key, present=True, attempt=attempt, at=stamp)

    def _aborted(self, stamp: float, end: GoalEnd) -> Iterator[Detection]:
        detail: dict[str, object] = {"action": f"/{self._component}"}
        if end.server:
            detail["server"] = end.server
        if end.result.code is not None:
            detail["code"] = end.result.code
        if end.result.message:
            detail["message"] = end.result.message[:_LONGEST]
        position = self._context.shared.surroundings.position(stamp)
        if position is not None:
            detail["position"] = [position.frame, round(position.x, 2), round(position.y, 2)]
        symptom, what = _told(end.result)
        text = f"{self._component} aborts{f': {what.pattern}' if symptom else ' its goal'}"
        yield self._detection(
            f"aborts {symptom}".strip(), text, Severity.ERROR, detail, "aborted",
            spreads=VaryingText.of(text, what.values).spreads, at=stamp,
        )  # fmt: skip
        if position is not None:  # several at the same position make a place
            key = Key("action", self._component, "aborts")
            yield self._event(key, f"{self._component} aborts", kind="aborted", at=stamp)

    def _detection(
        self, symptom: str, text: str, severity: Severity, detail: Mapping[str, object], kind: str,
        **more: Any,
    ) -> Detection:  # fmt: skip
        key = Key("action", self._component, symptom)
        return self._fault(
            key, text, severity=severity, kind=kind, detail=detail, debounce=_MOMENT, **more
        )


class GoalDurations(PersistentState):
    """The durations of an action's successful goals, and how unusual a longer duration is.

    Durations are judged from the thirtieth goal on. If all goals take the same time, about three
    times of it is surprising; if they differ, it must be more.
    """

    KEPT = ("_records", "_told")

    def __init__(self) -> None:
        self._records = PowerLawTail()
        self._told = 0

    def score(self, seconds: float) -> float:
        """Return how surely a goal that runs for so many seconds takes too long.

        0.5 is a duration that occurs once a day, 0.9 one that occurs once in 10,000 days.
        """
        per_day = _A_DAY * self._records.share(seconds)
        if per_day > 1.0:
            return 0.5 * math.pow(per_day, -_RARENESS)
        return 1.0 - 0.5 * math.pow(per_day, _RARENESS)

    def succeed(self, seconds: float, *, was_told: bool) -> None:
        """Learn a goal's duration in seconds, unless it was reported as too long."""
        self._told = self._told + 1 if was_told else 0
        if self._told >= _NORMAL:
            self._records, self._told, was_told = PowerLawTail(), 0, False
        if not was_told:
            self._records.observe(seconds)


class PowerLawTail(PersistentState):
    """The largest sizes of many, and the number of all.

    A size is judged by extrapolating the tail as a power law. The exponent is Hill's estimate minus
    one standard error, so that heavy tails and few data need a larger size to surprise.
    """

    KEPT = ("_largest", "_count")

    def __init__(self) -> None:
        self._largest: list[float] = []  # ascending
        self._count = 0

    def observe(self, size: float) -> None:
        """Take in a size."""
        self._count += 1
        insort(self._largest, size)
        del self._largest[:-_KEPT]

    def share(self, size: float) -> float:
        """Return the share of sizes that reach this one; 1 if unknown, or if the size is usual."""
        top = min(len(self._largest), int(_TOP_SHARE * self._count))
        base = self._largest[-top] if top >= 3 else 0.0
        if not 0.0 < base < size:
            return 1.0
        return top / self._count * math.pow(base / size, self._exponent(top))

    def _exponent(self, top: int) -> float:
        base = self._largest[-top]
        above = islice(self._largest, len(self._largest) - top, None)
        spread = sum(math.log(size / base) for size in above) / (top - 1)
        trust = 1.0 - 1.0 / math.sqrt(top)
        return _STEEPEST if spread * _STEEPEST <= trust else trust / spread


def _told(result: GoalResult) -> tuple[str, Phrase]:
    """Return the symptom of a failure, and its words: its code, else the server's text."""
    if result.code is not None or not result.message:
        return _words(result), Phrase(_words(result))
    message = result.message[:_LONGEST]
    return mask(message), phrase(message)


def _words(result: GoalResult) -> str:
    """Return a result's code in words that never vary: 'tf error (code 102)'."""
    if result.code is None:
        return ""
    if not result.name:
        return f"code {result.code}"
    return f"{result.name.replace('_', ' ').lower()} (code {result.code})"
