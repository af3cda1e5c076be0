"""A look at the attempts at a task: what is tested now, and what that shows (rules.md §13.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from robot_memory.foundation.repeated_looks import FEWEST, SOON, looks
from robot_memory.ledger import Observation
from robot_memory.long_term.outcomes.finding_thresholds import SINCE_CONFIRMED, SINCE_REPORTED
from robot_memory.long_term.outcomes.past_attempt import PastAttempt, newest_of, past_attempts
from robot_memory.long_term.outcomes.reported_outcome import ReportedOutcome
from robot_memory.long_term.outcomes.suspected_difference import suspected
from robot_memory.long_term.outcomes.task_finding import (
    TaskFinding,
    confirmed,
    find,
    holds_in,
    is_contradicted,
)

NEWEST = 200
"""How many attempts are compared; older ones are only counted."""


@dataclass(frozen=True)
class TaskLook:
    """A look at the attempts at a task, after new ones came.

    Attributes:
        rows: all attempts that count, in the order of time.
        known: the newest row of the ledger at the last look.
        reported: what was reported of these attempts; None: nothing.
        was: the sentence that was reported last, also if it has been withdrawn.
    """

    task: str
    rows: Sequence[Observation]
    known: int
    reported: ReportedOutcome | None
    was: str

    @cached_property
    def _earlier(self) -> int:
        return sum(row.id <= self.known for row in self.rows)

    @cached_property
    def _attempts(self) -> list[PastAttempt]:
        return past_attempts(self.rows)

    @property
    def is_due(self) -> bool:
        """Whether anything is tested."""
        return self._is_test_due or self._is_suspicion_due

    @property
    def is_contradicted(self) -> bool:
        """Whether later attempts contradict what was reported; False also if no test is due.

        A suspicion fades instead, and what is sure beside it is tested again after that.
        """
        told = self.reported
        if told is None or told.is_suspected or not self._is_test_due:
            return False
        return any(
            is_contradicted(self._after(row), told.condition, helps=told.helps, proof=proof)
            for row, proof in ((told.since, SINCE_REPORTED), (told.up_to, SINCE_CONFIRMED))
        )

    def finding(self, *, may_suspect: bool) -> TaskFinding | None:
        """Return what attempts show; None also if new ones do not confirm what was reported.

        Args:
            may_suspect: whether a difference that may be chance is returned where no other is.
        """
        sure = self._sure()
        may_suspect &= self._is_suspicion_due and (sure is None or sure.condition is None)
        told = self.reported
        doubt = suspected(self._newest) if may_suspect else None
        if doubt is not None or sure is not None:
            return doubt or sure
        is_often = told is not None and told.is_suspected and told.is_often
        return confirmed(self._newest, None) if is_often else None

    def _sure(self) -> TaskFinding | None:
        if not self._is_test_due:
            return None
        found, told = find(self._newest, looks(len(self.rows))), self.reported
        if told is None or told.is_suspected:
            return found
        found = found or confirmed(self._newest, told.condition)
        if found is None or (found.condition is not None and not told.is_of(found)):
            return found  # of a new condition, old attempts may be one of its sides
        return found if holds_in(self._after(told.up_to), found) else None

    @property
    def _is_test_due(self) -> bool:
        """After each six attempts if something sure is reported, else after half as many more."""
        told, count = self.reported, len(self.rows)
        if told is None or not told.is_sure:
            return looks(count) > looks(self._earlier)
        since = told.since if told.is_suspected else told.up_to
        counted = sum(row.id <= since for row in self.rows)
        return (count - counted) // FEWEST > max(0, self._earlier - counted) // FEWEST

    @property
    def _is_suspicion_due(self) -> bool:
        """At each failure, test and eighth more attempts, and when no try of a suspicion is left.

        Never where a difference is sure.
        """
        told, earlier = self.reported, self._earlier
        if told is not None and told.condition is not None and not told.is_suspected:
            return False
        is_over = told is not None and 0 < told.tries <= len(self._after(told.up_to))
        has_failed = any(one.failed for one in self._attempts[earlier:])
        is_soon = looks(len(self.rows), SOON) > looks(earlier, SOON)
        return self._is_test_due or is_over or has_failed or is_soon

    @property
    def _newest(self) -> list[PastAttempt]:
        return newest_of(self._attempts, NEWEST)

    def _after(self, row: int) -> list[PastAttempt]:
        return [one for one in self._attempts if one.row > row]
