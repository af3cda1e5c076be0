"""Stores attempts that people and agents report, and updates the entry of the task."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from robot_memory.entries.changes_allowed import conclusion
from robot_memory.entries.limit_rules import OUTCOME
from robot_memory.entries.memory_entry import EntryType
from robot_memory.entries.memory_writes import MemoryWrites
from robot_memory.entries.normal_words import reads_alike
from robot_memory.entries.note import author_detail, read_source
from robot_memory.entries.others_words import decided_about
from robot_memory.entries.persons_decision import is_persons
from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.ledger import Kind
from robot_memory.long_term.outcomes.outcome_analysis import OutcomeAnalysis
from robot_memory.long_term.outcomes.outcome_report import TaskRecord, report_outcomes
from robot_memory.long_term.outcomes.past_attempt import MOST, Tally, past_attempts
from robot_memory.long_term.outcomes.reported_outcome import times
from robot_memory.long_term.outcomes.task_outcome import TaskOutcome

if TYPE_CHECKING:
    from robot_memory.entries.memory_entry import MemoryEntry
    from robot_memory.foundation.time.period import Period
    from robot_memory.ledger import Ledger, Observation, Source

_OFF = "is false, so no attempt counts: set the parameter to true and report it again"


@dataclass(frozen=True)
class OutcomeReceipt:
    """The answer to a report of how a task went.

    Attributes:
        tally: the attempts at that task that persons, or agents, reported so far, as who reports.
        entry_id: the entry that this made or bore out; empty where it did neither.
    """

    tally: Tally
    entry_id: str
    message: str


class OutcomeWrites(MemoryWrites):
    """The part of :class:`RobotMemory` that stores and reports outcomes of tasks."""

    @property
    def has_ledger(self) -> bool:
        """Whether there is a ledger."""
        raise NotImplementedError

    @property
    def ledger(self) -> Ledger:
        """The ledger."""
        raise NotImplementedError

    def report_outcome(self, outcome: TaskOutcome) -> OutcomeReceipt:
        """Write down how an attempt at a task went; stored durably when this returns.

        An attempt makes no entry. Enough of them do, where they show something beyond chance
        (docs/explanation/outcomes.md); resting on agents' reports alone, such an entry stays below
        a confidence of 0.60. None is made whose task, place or parameter is in words of a peer
        (rules.md §6.15) or in words that a person decided about (§1.6), where the attempts are
        agents'; nor by a task in another spelling of one that a person said or decided something
        about. A note of an agent in such words of a peer or of a decision is left out.

        Raises:
            InvalidInput: attempts do not count (`outcomes.enabled`), or who says so is neither a
                person nor an agent; nothing was stored.
        """
        if not self._state.settings.outcomes_enabled:
            raise InvalidInput("nothing was stored", [Defect("outcomes.enabled", _OFF)])
        source, by = read_source(outcome.by)
        attempt, remark = outcome.attempt, ""
        with self._writes_lock:
            if (peer := self._peer_behind(attempt.note, source)) is not None:
                attempt = replace(attempt, note="")
                remark = f"; the note was left out: these are {peer.why}"
            elif (said := self._decided(attempt.note, source)) is not None:
                attempt = replace(attempt, note="")
                remark = f"; the note was left out: a person decided about {said.id}, which says so"
            known = self.ledger.last()
            now = self._now()
            self._store_row(attempt.as_row(now, source, author=author_detail(source, by)))
            self._state.refresh()
            state = self._state
            analysis = OutcomeAnalysis(self.ledger, state.entries, state.settings, now)
            entry_id = ""
            is_persons = not source.is_proven and self._is_persons(attempt.task)
            for row in () if is_persons else analysis.reported_about(attempt.task, known):
                row = replace(row, entry_id=state.identify_row(row))
                if self._has_others_words(row):
                    continue
                told = conclusion(row, state.entries.get(row.entry_id))
                if told is not None:
                    entry_id = row.entry_id
                    self._store_row(told)
        reported = [one for one in past_attempts(self.ledger.attempts(attempt.task, most=MOST))
                    if one.told_by is source.counted_as]  # fmt: skip
        tally = Tally.of(reported)
        entry = f"; see {entry_id}" if entry_id else ""
        message = f"noted: {attempt.task} failed {times(tally)} so far{entry}{remark}"
        return OutcomeReceipt(tally, entry_id, message)

    def _decided(self, note: str, source: Source) -> MemoryEntry | None:
        """Return the entry with a person's decision that an attempt's note repeats."""
        return decided_about(self._state, note) if note and not source.is_proven else None

    def _has_others_words(self, row: Observation) -> bool:
        """Tell whether a finding from agents' attempts would be worded in others' words."""
        if row.source.is_proven or row.kind is not Kind.OUTCOME:
            return False
        texts, condition = [row.component, row.summary], row.detail["condition"]
        if condition is not None:
            name, value = condition["name"], condition["value"]
            texts += [value, f"{name} {value}"]
        decided = (decided_about(self._state, text) for text in texts)
        return any(
            self._peer_behind(text, row.source) is not None for text in texts
        ) or any(said is not None and said.id != row.entry_id for said in decided)  # fmt: skip

    def _is_persons(self, task: str) -> bool:
        """Tell whether a person said or decided something about the task in another spelling."""
        ours = [entry for entry in self._state.entries.values() if is_persons(entry)]
        return any(
            entry.key is not None and entry.key.detector == OUTCOME and entry.key.component != task
            and reads_alike(entry.key.component, task)
            for entry in (*ours, *self._state.decided())
        )  # fmt: skip

    def outcomes(
        self, *, task: str = "", place: str = "", period: Period | None = None
    ) -> list[TaskRecord]:
        """Return how each task went, the one that was tried last first.

        Args:
            task, place: only of these, in the words that were reported; empty: of all.
            period: only of this time; None: of all.

        Raises:
            InvalidInput: there is no attempt at that task, or at that place.
        """
        if not self.has_ledger:
            return []
        with self._writes_lock:
            self._state.refresh()
            entries = [entry for entry in self._state.entries.values()
                       if entry.type is not EntryType.RESOLVED]  # fmt: skip
        return report_outcomes(self.ledger, entries, task=task, place=place, period=period)
