"""The lines that show a person an entry and its evidence."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from robot_memory.applications.operations.entries_questions import WhyAnswer
from robot_memory.faces.cli.output import entry_lines, evidence_line
from robot_memory.faces.cli.terminal_lines import StyledLine, styled
from robot_memory.foundation.text.escaping import terminal_line
from robot_memory.foundation.time.stamps import duration_words
from robot_memory.memory import RobotMemory

# Settings of the drawing of a freeze-frame.
_BARS = "▁▂▃▄▅▆▇█"
_COLUMNS = 32
_SPAN = 10.0  # seconds shown
_HELD = 2.0  # seconds for which a reading stays valid
_INDENT = " " * 6
_LONGEST_NAME = 48  # characters


def why_lines(memory: RobotMemory, answer: WhyAnswer) -> list[StyledLine]:
    """Return the lines that show a person an entry and its evidence."""
    found = answer.found
    now, hours = memory.clock.now().time, memory.running_hours()
    lines = list(entry_lines([(found.confidence, found.entry)], now, hours))
    if found.reported_by:
        who = terminal_line(found.reported_by)
        lines.append(styled(f"   reported by {who}, not by this robot"))
    lines += [styled(f"   see {one.id}: {terminal_line(one.text)}") for one in found.limits]
    if found.said_before:
        was = terminal_line(found.said_before)
        lines.append(styled(f"   text changed in the file, was: {was}"))
    check = found.check
    if check is not None and check.last_checked is not None:
        ran = duration_words(check.exercised_hours * 3600.0)
        lines.append(
            styled(
                f"   last checked {check.last_checked:%Y-%m-%d %H:%M} UTC: it has not come in "
                f"{ran} in which it could have"
            )
        )
    for row in found.rows:
        drawing = frame_lines(row.detail.get("frame", {}))
        lines += [evidence_line(row), *(styled(part, wraps=False) for part in drawing)]
    lines += [styled(f"   recorded: {terminal_line(str(one.path))}") for one in found.recordings]
    if answer.message:
        lines.append(styled(f"  {answer.message}"))
    return lines


def frame_lines(frame: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines that draw a freeze-frame on a terminal, one for each signal.

    They show the ten seconds before an onset; the time axis comes last.
    """
    rows = [_row(name, samples) for name, samples in frame.items() if samples]
    if not rows:
        return
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    for name, bars, *numbers in rows:
        columns = [text.rjust(width) for text, width in zip(numbers, widths[2:], strict=True)]
        low, high, last = columns
        yield f"{_INDENT}{name.ljust(widths[0])}  {bars}  min {low}  max {high}  last {last}"
    axis = f"{-_SPAN:.0f} s".ljust(_COLUMNS - 5) + "onset"
    yield f"{_INDENT}{' ' * widths[0]}  {axis}"


def _row(name: str, samples: Sequence[Sequence[float]]) -> tuple[str, ...]:
    values = [value for _, value in samples]
    shown = name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
    numbers = (f"{value:.6g}" for value in (min(values), max(values), values[-1]))
    return (shown, sparkline(samples), *numbers)


def sparkline(samples: Sequence[Sequence[float]]) -> str:
    """Return a signal as bars, from ten seconds before the onset on.

    Args:
        samples: seconds before the onset (negative) and value, oldest first. Among several samples
            in one column, the one farthest from the median counts; a column is blank if there was
            no reading for two seconds.
    """
    values = [value for _, value in samples]
    low, range_ = min(values), max(values) - min(values)
    usual = statistics.median(values)
    columns: list[float | None] = [None] * _COLUMNS
    for since, value in samples:
        column = min(_COLUMNS - 1, max(0, int((since + _SPAN) / _SPAN * _COLUMNS)))
        before = columns[column]
        if before is None or abs(value - usual) > abs(before - usual):
            columns[column] = value
    shares = [None if value is None else (value - low) / range_ if range_ else 0.0
              for value in columns]  # fmt: skip
    return "".join(_bar(share) for share in _held(shares))


def _held(shares: Sequence[float | None]) -> Iterator[float | None]:
    last, age = None, 0
    for share in shares:
        last, age = (share, 0) if share is not None else (last, age + 1)
        yield last if age <= _HELD / _SPAN * _COLUMNS else None


def _bar(share: float | None) -> str:
    return " " if share is None else _BARS[min(len(_BARS) - 1, int(share * len(_BARS)))]
