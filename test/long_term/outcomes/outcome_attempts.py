"""Made-up attempts at tasks, for tests."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta, timezone

from robot_memory.foundation.time.clock import ManualClock
from robot_memory.ledger import Attempt, Source
from robot_memory.long_term.outcomes.past_attempt import PastAttempt, past_attempts

TASK = "grasp the glossy box"
BY = "agent:planner"
START = datetime(2026, 12, 1, 12, 0, tzinfo=timezone.utc)
#: The time between attempts: each falls into its own quarter of an hour.
APART = timedelta(minutes=20)

Tries = Iterable[tuple[str, bool]]
"""Attempts by the value of the parameter 'approach'; true where they failed."""


def alternating(*groups: tuple[str, int, int]) -> list[tuple[str, bool]]:
    """Return the groups' attempts interleaved, with each group's failures spread evenly.

    Args:
        groups: the approach, its number of attempts, and its number of failures.
    """
    placed = [
        (
            (number + 0.5) / tried,
            approach,
            number * failed // tried != (number + 1) * failed // tried,
        )
        for approach, tried, failed in groups
        for number in range(tried)
    ]
    return [(approach, failed) for _, approach, failed in sorted(placed, key=lambda one: one[0])]


def past(tries: Tries, apart: timedelta = APART) -> list[PastAttempt]:
    """Return attempts as read from a ledger's rows."""
    rows = []
    clock = ManualClock(START, kind="wall", boot="test")
    for number, (approach, failed) in enumerate(tries, 1):
        clock.set(START + number * apart)
        how = {"approach": approach} if approach else {}
        row = Attempt(TASK, not failed, parameters=how).as_row(clock.now(), Source.AGENT)
        rows.append((number, row))
    return past_attempts(replace(row, id=number) for number, row in rows)
