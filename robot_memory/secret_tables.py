"""Takes secrets out of Markdown tables: the cells of a column whose heading is a secret's name.

See docs/explanation/privacy.md, "Secrets".
"""

from __future__ import annotations

from collections.abc import Callable

_RULE = frozenset(" \t\r|:-")  # of what the line below the headings is made


def without_columns(text: str, names: Callable[[str], bool], mark: str) -> tuple[str, int]:
    """Return a text with a mark in each cell below the name of a secret, and how many that were.

    Args:
        names: whether a heading is the name of a secret.
    """
    lines, taken = text.split("\n"), 0
    columns: list[int] = []
    for at in range(1, len(lines)):
        line = lines[at]
        if "|" not in line:
            columns = []
        elif "-" in line and _RULE.issuperset(line):
            columns = [i for i, cell in enumerate(lines[at - 1].split("|")) if names(cell.strip())]
        elif columns:
            cells = line.split("|")
            for i in columns:
                if i < len(cells) and cells[i].strip() not in ("", mark):
                    cells[i], taken = f" {mark} ", taken + 1
            lines[at] = "|".join(cells)
    return "\n".join(lines), taken
