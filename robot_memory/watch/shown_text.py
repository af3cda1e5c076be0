"""Texts as the dashboard shows them: one line, no control characters, no markup."""

from __future__ import annotations

from datetime import datetime, timedelta

from rich.text import Text

from robot_memory.escaping import terminal_line, terminal_text

_MINUTE, _HOUR, _DAY = 60, 3600, 86_400  # s


def shown(text: str, style: str = "") -> Text:
    """Return a text that somebody else chose, for a cell: nothing in it is obeyed."""
    return Text(terminal_line(text), style=style)


def shown_lines(lines: list[str]) -> Text:
    """Return lines as one text."""
    return Text("\n").join(Text(terminal_text(line)) for line in lines)


def shown_age(since: datetime | None, now: datetime) -> str:
    """Return how long ago a time was, in the largest unit that fits: ``3 min``."""
    if since is None:
        return "never"
    seconds = max(timedelta(), now - since).total_seconds()
    for size, unit in ((_DAY, "d"), (_HOUR, "h"), (_MINUTE, "min")):
        if seconds >= size:
            return f"{seconds // size:.0f} {unit}"
    return f"{seconds:.0f} s"
