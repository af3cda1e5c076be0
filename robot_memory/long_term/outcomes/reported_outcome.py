"""The last reported finding about a task: its sentence, its rows, and their reader.

:mod:`.outcome_analysis` decides when such a row is written, :mod:`.task_finding` when a difference
is suspected. The row of a suspicion contains its probability (rules.md §13.5).

See docs/explanation/outcomes.md, "Confidence of such an entry".
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from robot_memory.entries.limit_rules import OUTCOME, SUSPICION, TRIES, is_suspicion
from robot_memory.entries.memory_entry import MAX_TEXT, EntryType
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import Key, Kind, Observation, Source
from robot_memory.long_term.outcomes.past_attempt import Condition, Tally
from robot_memory.long_term.outcomes.task_finding import OFTEN, TaskFinding

_WORD = re.compile(r"[^\W\d_]{3,}")
_MOST_TAGS = 8
#: In the row of a withdrawal: the source of the attempts behind the finding.
_RESTED_ON = "rested_on"


def outcome_sentence(task: str, finding: TaskFinding) -> str:
    """Return the sentence: 'Grasp with hand left fails 18 of 24 times; with hand right 3 of 21'.

    A share without its condition would read as that of all attempts. A suspicion is marked at the
    end, with the action that would clarify it.
    """
    name = f"{task[0].upper()}{task[1:]}" if " " in task else task
    worse, better, condition = finding.worse, finding.better, finding.condition
    if better is None or condition is None:
        text = f"{name} fails {times(worse)}"
    elif finding.helps:
        others = finding.other.words if finding.other else condition.other_words
        text = f"{name} {others} fails {times(worse)}; {condition.words} {_of(better)}"
    else:
        text = f"{name} {condition.words} fails {times(worse)}; otherwise {_of(better)}"
    doubt = _doubt(finding) if finding.suspicion else ""
    return text[: MAX_TEXT - len(doubt)] + doubt


def _doubt(finding: TaskFinding) -> str:
    advice = "try" if finding.helps else "avoid"
    return f" (suspected: {advice} that, {finding.tries} times at most)"


def statistics(finding: TaskFinding) -> str:
    """Return the statistics of a finding in words; a p-value says whether it is corrected."""
    against = f", against {_of(finding.better)}" if finding.better is not None else ""
    counts = f"{_of(finding.worse)} attempts failed{against}"
    if finding.suspicion:
        return f"suspected: {counts}; {finding.suspicion:.0%} probable that it makes a difference"
    if finding.is_repeated and finding.better is None:
        return f"borne out: {counts}; surely more than {OFTEN:.0%}"
    if finding.is_repeated:
        return f"borne out: {counts}; p = {finding.p:.2g}"
    often = "" if finding.better is not None else f"more than {OFTEN:.0%} beyond chance, "
    return f"{counts}; {often}p = {finding.p:.2g}, corrected"


def times(tally: Tally) -> str:
    """Return a count in words: '6 of 9 times'."""
    return f"{_of(tally)} times"


def _of(tally: Tally) -> str:
    return f"{tally.failed} of {tally.tried}"


@dataclass(frozen=True)
class ReportedOutcome:
    """The last reported finding about a task."""

    entry_id: str
    since: int  # the newest attempt counted in the first report, as a ledger row
    up_to: int  # the newest attempt counted in the last confirmation
    source: Source
    condition: Condition | None  # the condition that matters; None: the task fails often
    helps: bool  # whether fewer attempts fail under that condition
    is_suspected: bool = False  # whether the difference is only suspected
    is_often: bool = False  # whether it was certain before that the task fails often
    # for how many more attempts the condition was to be avoided; 0: it is not suspected
    tries: int = 0

    @classmethod
    def of(cls, row: Observation) -> ReportedOutcome:
        """Read a row of :func:`outcome_row`."""
        detail = row.detail
        given = detail.get("condition")
        return cls(
            entry_id=row.entry_id,
            since=int(detail.get("since", detail["up_to"])),  # an earlier version stored none
            up_to=int(detail["up_to"]),
            source=row.source,
            condition=Condition(given["name"], given["value"]) if given else None,
            helps=detail.get("helps") is True,
            is_suspected=is_suspicion(row),
            is_often=not given or detail.get("often") is True,
            tries=int(detail.get(TRIES, 0)),
        )

    @property
    def is_sure(self) -> bool:
        """Whether any part of it is beyond chance."""
        return self.is_often or not self.is_suspected

    def is_of(self, finding: TaskFinding) -> bool:
        """Tell whether a finding is the same, except for its counts."""
        return (self.condition, self.helps) == (finding.condition, finding.helps)


def outcome_key(task: str) -> Key:
    """Return the key of a task's outcome entry."""
    return Key(OUTCOME, task, "outcomes")


def outcome_row(
    task: str,
    finding: TaskFinding,
    source: Source,
    instant: Instant,
    settings: Settings,
    *,
    up_to: int,
    was: str,
    reported: ReportedOutcome | None,
    held: float = 0.0,
) -> Observation:
    """Return the row that reports or confirms a finding about a task.

    Args:
        source: the source of the attempts; agents' entries alone stay below 0.60 (rules.md §2.7).
        settings: first confidences.
        up_to: the newest attempt that was counted, as a ledger row.
        was: the sentence that this one replaces.
        reported: what the entry says now; None: nothing.
        held: the confidence of the entry, if it is certain that the task fails often: a suspicion
            does not lower it.
    """
    detail = {
        **_statistics_of(finding),
        "since": _since(finding, source, up_to, reported),
        "up_to": up_to,
        "was": was,
    }
    if finding.suspicion:
        is_often = reported is not None and reported.is_often
        detail |= {SUSPICION: round(finding.suspicion, 6), TRIES: finding.tries, "often": is_often}
    return Observation(
        kind=Kind.OUTCOME,
        instant=instant,
        summary=outcome_sentence(task, finding),
        source=source,
        key=outcome_key(task),
        detector="outcomes" if source is Source.DETECTOR else "",
        component=task,
        entry_type=EntryType.BEHAVIOR_PATTERN.value,
        confidence=_confidence(finding, settings, held),
        tags=tuple(dict.fromkeys([*_WORD.findall(task.lower())[:_MOST_TAGS], OUTCOME])),
        detail=detail,
    )


def _statistics_of(finding: TaskFinding) -> dict[str, Any]:
    condition, better = finding.condition, finding.better
    counts: dict[str, Any] = {
        "message": statistics(finding),
        "failed": finding.worse.failed,
        "tried": finding.worse.tried,
        "condition": None if condition is None else
        {"name": condition.name, "value": condition.value},
        "helps": finding.helps,
        "p": None if finding.is_repeated or finding.suspicion else round(finding.p, 6),
    }  # fmt: skip
    if better is not None:
        counts |= {"better_failed": better.failed, "better_tried": better.tried}
    return counts


def _confidence(finding: TaskFinding, settings: Settings, held: float) -> float:
    """Return a low confidence for a suspicion, else that of a statistical finding."""
    if finding.suspicion:
        return max(held, suspected_confidence(finding.suspicion))
    return settings.first_confidence(score=finding.worse.share)


def suspected_confidence(probability: float) -> float:
    """Return the confidence of a suspicion: high enough to be shown, and below 0.50."""
    return round(0.3 + 0.199 * probability, 9)


def _since(
    finding: TaskFinding, source: Source, up_to: int, reported: ReportedOutcome | None
) -> int:
    is_same = reported is not None and reported.source is source and reported.is_of(finding)
    return reported.since if reported is not None and is_same else up_to


def withdrawal_row(reported: ReportedOutcome, instant: Instant) -> Observation:
    """Return the row that withdraws a finding, because later attempts contradict it."""
    return _end_row(reported, instant, "withdrawn: attempts since it was told contradict it")


def faded_row(reported: ReportedOutcome, instant: Instant) -> Observation:
    """Return the row that withdraws a suspicion that is no longer worth acting on.

    The attempts that led to it still count.
    """
    row = _end_row(reported, instant, "withdrawn: not sure after the attempts that it was worth")
    return replace(row, detail={**row.detail, SUSPICION: 0.0})


def _end_row(reported: ReportedOutcome, instant: Instant, why: str) -> Observation:
    by_whom = "" if reported.source.is_proven else ", as agents report"
    return Observation(
        kind=Kind.RESOLVE,
        instant=instant,
        summary=f"{why}{by_whom}",
        source=reported.source.counted_as,
        detector="outcomes",
        entry_id=reported.entry_id,
        detail={_RESTED_ON: reported.source.value},
    )


#: Kinds of rows that may end the attempts before them.
END_KINDS = (Kind.RESOLVE, Kind.FORGET)


def is_end(row: Observation) -> bool:
    """Tell whether attempts before a row of a finding's entry no longer count."""
    return row.kind in END_KINDS and not is_suspicion(row)


def is_proven_end(row: Observation) -> bool:
    """Tell whether a row also ends the attempts of persons and detectors.

    An agent's row does not, nor does a withdrawal that is based on agents' reports.
    """
    rested_on = row.detail.get(_RESTED_ON, row.source.value)
    return row.source.is_proven and rested_on != Source.AGENT.value
