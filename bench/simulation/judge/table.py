"""The scores as a page of Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

from simulation.judge.score import RobotScore, Summary, Tally

_EXAMPLES = 7
_TARGET_PRECISION, _TARGET_RECALL = 0.9, 0.85


def page(summary: Summary, scores: Sequence[RobotScore], what: str) -> str:
    """Return the page.

    Args:
        summary: of all robots.
        scores: of each.
        what: a sentence about the run and its date.
    """
    return "\n".join([*_head(summary, what), *_tables(summary), *_false_alarms(scores), ""])


def _head(summary: Summary, what: str) -> Iterator[str]:
    both = summary.all
    yield "# Scores on simulated robots"
    yield ""
    yield what
    yield ""
    yield "Written by `make score ARGS=--docs`. The robots of `bench/simulation` do not use the"
    yield "code of the memory. An entry is right if it names the part or the topic, and at least"
    yield "half of its onsets lie in the time of the fault. A second entry about the same fault is"
    yield "a duplicate; others are false alarms. Entries about debatable faults do not count. Only"
    yield "general detectors find held-out families of faults: nobody may write rules for them."
    yield ""
    yield "| | measured | wanted |"
    yield "|---|---|---|"
    yield f"| precision | {both.precision:.3f} | ≥ {_TARGET_PRECISION} |"
    yield f"| recall | {both.recall:.3f} | ≥ {_TARGET_RECALL} |"
    yield (
        f"| hardware entries of healthy robots | {summary.hardware} in {summary.hours:.1f} h "
        "| 0 in 24 h |"
    )
    yield f"| found, missed, false | {both.found}, {both.missed}, {both.false} | |"
    yield f"| duplicates, debatable | {both.duplicates}, {both.grey} | |"
    yield f"| seconds to the first evidence, median | {_median(summary.delays)} | |"
    yield f"| entries of faults at a place that name the right place | {_of(summary.places)} | |"
    yield f"| limits learned for faults that depend on a condition | {_of(summary.conditions)} | |"
    yield f"| wrong limits (no condition, or another one) | {summary.idle_limits} | |"


def _tables(summary: Summary) -> Iterator[str]:
    yield ""
    yield "| robot | found | missed | false | precision | recall |"
    yield "|---|---|---|---|---|---|"
    for name, tally in sorted(summary.by_kind.items()):
        yield (
            f"| {name} | {tally.found} | {tally.missed} | {tally.false} "
            f"| {tally.precision:.2f} | {tally.recall:.2f} |"
        )
    yield ""
    yield "| family of faults | found | missed | recall |"
    yield "|---|---|---|---|"
    for name, tally in sorted(summary.by_novelty.items()):
        yield f"| *{name}* | {_row(tally)} |"
    whole = []
    for name, tally in sorted(summary.by_family.items(), key=lambda item: item[1].recall):
        if tally.missed:
            yield f"| {name} | {_row(tally)} |"
        else:
            whole.append(name)
    yield ""
    yield f"None was missed of: {', '.join(whole) or 'no family'}."


def _false_alarms(scores: Sequence[RobotScore]) -> Iterator[str]:
    alarms = [text for one in scores for text in one.false]
    if alarms:
        yield ""
        yield "## False alarms"
        yield ""
        yield from (f"- {text}" for text in alarms[:_EXAMPLES])
        if len(alarms) > _EXAMPLES:
            yield f"- and {len(alarms) - _EXAMPLES} more"


def _row(tally: Tally) -> str:
    return f"{tally.found} | {tally.missed} | {tally.recall:.2f}"


def _median(values: Sequence[float]) -> str:
    return f"{median(values):.0f}" if values else "–"


def _of(counted: tuple[int, int]) -> str:
    return f"{counted[0]} of {counted[1]}"
