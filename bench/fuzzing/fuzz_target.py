"""A reader, and the inputs for it."""

from __future__ import annotations

import re
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

from fuzzing.mutation import Mutate, mutated_bytes

#: Seconds of the processor that one input may take.
LONGEST = 1.0
_HOPELESS = 20.0  # seconds of wall time after which an input is abandoned
_AGAIN = 0.5  # seconds
_QUOTED = 400  # characters of a refusal that are compared
_DETAIL = re.compile(r"'[^']*'|\"[^\"]*\"|\S*[/\\]\S*|[\d.:-]+|\S*[^\x20-\x7e]\S*")


class TookTooLong(BaseException):
    """An input was abandoned. No ``except Exception`` in the tested code catches this."""


class BrokenPromise(AssertionError):
    """A reader returned, but broke its contract."""


@dataclass(frozen=True)
class FuzzTarget:
    """A reader of foreign data.

    Attributes:
        name: its name in the report and for ``--only``.
        seeds: valid inputs to spoil.
        read: reads an input; returns the outcome in a word. Raises BrokenPromise.
        refusals: the errors with which it may refuse an input.
        mutate: spoils a seed.
    """

    name: str
    seeds: tuple[bytes, ...]
    read: Callable[[bytes], str]
    refusals: tuple[type[Exception], ...]
    mutate: Mutate = mutated_bytes

    def input_at(self, number: int) -> bytes:
        """Return the input with a number, always the same one. The first inputs are the seeds."""
        if number < len(self.seeds):
            return self.seeds[number]
        random = Random(f"{self.name} {number}")
        return self.mutate(random.choice(self.seeds), random)


@dataclass
class FuzzReport:
    """The results of a target's inputs.

    Attributes:
        count: inputs read.
        outcomes: count by outcome: the reader's word, or the error's name.
        reasons: the sentences of refusals, without the quoted parts.
        slowest: seconds of the processor, and the number of the input that took them.
        failures: by number of the input: an error that no contract names, or a broken promise.
    """

    count: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    reasons: set[str] = field(default_factory=set)
    slowest: tuple[float, int] = (0.0, 0)
    failures: dict[int, str] = field(default_factory=dict)


def feed(
    target: FuzzTarget,
    numbers: range,
    *,
    seconds: float,
    begun: Callable[[int], Any] = int,
    report: FuzzReport | None = None,
) -> FuzzReport:
    """Feed a target with inputs by their numbers.

    Args:
        seconds: after so many seconds no further input begins.
        begun: called with the number of each input before it is read.
        report: the report of earlier inputs, to which these are added.
    """
    report = report or FuzzReport()
    end = time.monotonic() + seconds
    for number in numbers:
        if time.monotonic() > end:
            break
        begun(number)
        _feed_one(target, number, report)
    return report


def _feed_one(target: FuzzTarget, number: int, report: FuzzReport) -> None:
    data = target.input_at(number)
    start = time.process_time()  # without the time in which other processes had the processor
    try:
        with _given_up_after(_HOPELESS):
            outcome = target.read(data)
    except target.refusals as error:
        outcome = type(error).__name__
        *_, reason = str(error).splitlines() or [""]
        report.reasons.add(_DETAIL.sub("…", reason[:_QUOTED])[:80])
        if not str(error):
            report.failures[number] = f"{outcome} says nothing"
    except (Exception, TookTooLong) as error:  # a fuzzer must report every error
        outcome = "FAILED"
        report.failures[number] = f"{type(error).__name__}: {error!s:.300}"
    taken = time.process_time() - start
    if taken > LONGEST:
        report.failures.setdefault(number, f"took {taken:.1f} s")
    report.count += 1
    report.outcomes[outcome] += 1
    report.slowest = max(report.slowest, (taken, number))


@contextmanager
def _given_up_after(seconds: float) -> Iterator[None]:
    def give_up(*_: object) -> None:
        raise TookTooLong(f"more than {seconds:g} s")

    before = signal.signal(signal.SIGALRM, give_up)
    # Python drops an exception raised in a finalizer or a weak reference's callback: raise it
    # again.
    signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
