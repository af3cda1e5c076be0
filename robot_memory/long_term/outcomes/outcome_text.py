"""The sentence and the statistics of an entry about a task."""

from __future__ import annotations

from robot_memory.entries.memory_entry import MAX_TEXT
from robot_memory.long_term.outcomes.attempt_clusters import Tally
from robot_memory.long_term.outcomes.finding_thresholds import OFTEN
from robot_memory.long_term.outcomes.task_finding import TaskFinding


def outcome_sentence(task: str, finding: TaskFinding) -> str:
    """Return the sentence: 'Grasp the box fails 18 of 24 times; from the left 3 of 21'.

    What is only suspected says so at its end, with what to do to know it.
    """
    name = f"{task[0].upper()}{task[1:]}" if " " in task else task
    worse, better, condition = finding.worse, finding.better, finding.condition
    if better is None or condition is None:
        text = f"{name} fails {times(worse)}"
    elif finding.helps:
        text = f"{name} fails {times(worse)}; {condition.words} {_of(better)}"
    else:
        text = f"{name} {condition.words} fails {times(worse)}; otherwise {_of(better)}"
    doubt = _doubt(finding) if finding.suspicion else ""
    return text[: MAX_TEXT - len(doubt)] + doubt


def _doubt(finding: TaskFinding) -> str:
    advice = "try" if finding.helps else "avoid"
    return f" (suspected: {advice} that, {finding.tries} times at most)"


def statistics(finding: TaskFinding) -> str:
    """Return the statistics of a finding, in words; a p-value says whether it is corrected."""
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
