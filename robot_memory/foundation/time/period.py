"""Reads times that people and agents type: a moment, or the period of a report or a figure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.time import stamps
from robot_memory.foundation.time.typed_time import read_typed


@dataclass(frozen=True)
class Period:
    """From a time on, up to another one.

    Attributes:
        since: the first moment that belongs to it, UTC; None: from the beginning of the record.
        until: the first moment after it, UTC; None: up to the time of the answer.
    """

    since: datetime | None = None
    until: datetime | None = None

    @property
    def is_open(self) -> bool:
        """Whether it has neither end: all that the record has."""
        return self.since is None and self.until is None

    @property
    def is_empty(self) -> bool:
        """Whether no time belongs to it: its end is not after its beginning."""
        return self.since is not None and self.until is not None and self.until <= self.since

    def holds(self, time: datetime) -> bool:
        """Tell whether a time belongs to it."""
        is_late_enough = self.since is None or self.since <= time
        return is_late_enough and (self.until is None or time < self.until)


def time_before(now: datetime, span: timedelta) -> datetime:
    """Return the time that lies a span before now.

    A time that is pretended may be so early that no calendar goes back that far from it: then the
    earliest that there is.
    """
    return now - min(span, now - datetime.min.replace(tzinfo=timezone.utc))


def read_time(text: str, name: str, now: datetime, *, refusal: str = "cannot be done") -> datetime:
    """Read one moment; of a day its beginning.

    Args:
        text: as :func:`read_typed` takes it.
        name: of what was given, for the error.
        now: the present time, UTC, which "2 h ago" counts from.
        refusal: what did not happen, where it cannot be read.

    Raises:
        InvalidInput: it is no time.
    """
    try:
        return read_typed(text, now)[0]
    except ValueError as error:
        raise InvalidInput(refusal, [Defect(name, str(error))]) from error


def read_period(
    since: str, until: str, now: datetime, *, refusal: str = "no report was written",
    prefix: str = "--",
) -> Period:  # fmt: skip
    """Read the two ends as a person types them; a day given as the end belongs to the period.

    Args:
        since, until: as :func:`read_typed` takes them; empty: open.
        now: the present time, UTC, which "2 h ago" counts from.
        refusal: what did not happen, where they cannot be read.
        prefix: before the names in the error: "--" on a command line, else nothing.

    Raises:
        InvalidInput: lists what is not a time, or that the end is not after the beginning.
    """
    defects: list[Defect] = []
    begin = _read(since, f"{prefix}since", now, defects)
    end = _read(until, f"{prefix}until", now, defects)
    period = Period(begin and begin[0], end and end[0] + end[1])
    if period.is_empty:
        defects.append(Defect(f"{prefix}until", f"{until} is not after {since}"))
    if defects:
        raise InvalidInput(refusal, defects)
    return period


def check_period(
    period: Period, now: datetime, *, refusal: str = "no report was written", prefix: str = "--"
) -> None:
    """Refuse a period that is empty or lies wholly in the future.

    Args:
        now: the time of the record, UTC: of recordings that were played back, their last.
        refusal: what did not happen, where it does.
        prefix: before the name in the error, as for :func:`read_period`.

    Raises:
        InvalidInput: it ends before it begins, or begins after that time.
    """
    if period.since is None:
        return
    begin, present = stamps.to_text(period.since), stamps.to_text(now)
    if period.since > now:
        problem = f"{begin} is after {present}, the present time of this memory"
        raise InvalidInput(
            refusal, [Defect(f"{prefix}since", f"{problem}: nothing is recorded yet")]
        )
    if period.until is not None and period.is_empty:
        problem = f"{stamps.to_text(period.until)} is not after {begin}"
        raise InvalidInput(refusal, [Defect(f"{prefix}until", problem)])


def _read(
    text: str, name: str, now: datetime, defects: list[Defect]
) -> tuple[datetime, timedelta] | None:
    if not text:
        return None
    try:
        return read_typed(text, now)
    except ValueError as error:
        defects.append(Defect(name, str(error)))
        return None
