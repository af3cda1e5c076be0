"""Writes the table of docs/parameters.md; a test holds the two against each other."""

from __future__ import annotations

import re
from pathlib import Path

from robot_memory.settings import tunables
from robot_memory.tunable import Tunable

PAGE = Path(__file__).parents[1] / "docs" / "parameters.md"
_PLACE = re.compile(r"(<!-- parameters:.*?-->\n).*?(<!-- end of parameters -->)", re.DOTALL)


def parameter_table() -> str:
    """Return the settings as a Markdown table."""
    rows = ["| parameter | default | range | meaning |", "|---|---|---|---|"]
    rows += [
        f"| `{item.name}` | {_default(item)} | {_range(item)} | {item.meaning} ({item.source})"
        f"{'; read at start' if item.fixed else ''} |"
        for item in tunables()
    ]
    return "\n".join(rows)


def _default(item: Tunable) -> str:
    if isinstance(item.default, bool):
        return str(item.default).lower()
    if isinstance(item.default, tuple):
        return ", ".join(item.default)
    value = f"{item.default:g}" if isinstance(item.default, float) else str(item.default)
    return f"{value} {item.unit}".strip() or "empty"


def _range(item: Tunable) -> str:
    if item.low is None or item.high is None:
        return ""
    return f"{item.low:g} … {item.high:g}"


if __name__ == "__main__":
    text = PAGE.read_text(encoding="utf-8")
    table = f"\\g<1>{parameter_table()}\n\\g<2>"
    PAGE.write_text(_PLACE.sub(table, text), encoding="utf-8")
