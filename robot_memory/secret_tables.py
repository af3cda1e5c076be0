"""Takes secrets out of Markdown tables: what stands below, or beside, a secret's name.

See docs/explanation/privacy.md, "Secrets".
"""

from __future__ import annotations

from collections.abc import Callable

_RULE = frozenset(" \t\r|:-")  # of what the line below the headings is made


def without_cells(
    text: str, names: Callable[[str], bool], looks: Callable[[str], bool], mark: str
) -> tuple[str, int]:
    """Return a text with a mark in each cell of a secret, and how many that were.

    Args:
        names: whether a heading, or the first cell of a row, is the name of a secret.
        looks: whether a cell beside such a name looks like a secret.
    """
    lines, taken = text.split("\n"), 0
    columns: list[int] = []
    for at, line in enumerate(lines):
        if "|" not in line:
            columns = []
        elif at and "-" in line and _RULE.issuperset(line):
            columns = [i for i, cell in enumerate(lines[at - 1].split("|")) if _is(names, cell)]
        else:
            cells = line.split("|")
            secret = [i for i in columns if i < len(cells) and cells[i].strip() not in ("", mark)]
            secret += [i for i in range(1, len(cells)) if i not in secret
                       and looks(_bare(cells[i])) and _is(names, cells[i - 1])]  # fmt: skip
            for i in secret:
                cells[i], taken = f" {mark} ", taken + 1
            lines[at] = "|".join(cells)
    return "\n".join(lines), taken


def _is(names: Callable[[str], bool], cell: str) -> bool:
    bare = _bare(cell)
    return bool(bare) and names(bare)


def _bare(cell: str) -> str:
    return cell.strip(" \t\r*_`:")
