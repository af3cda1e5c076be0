"""Prints the table of parameters for the README; a test holds the two against each other."""

from __future__ import annotations

from robot_memory.settings import Tunable, tunables


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
    value = f"{item.default:g}" if isinstance(item.default, float) else str(item.default)
    return f"{value} {item.unit}".strip() or "empty"


def _range(item: Tunable) -> str:
    if item.low is None or item.high is None:
        return ""
    return f"{item.low:g} … {item.high:g}"


if __name__ == "__main__":
    print(parameter_table())
