"""Tables: each with a caption, heads that are repeated on every page, and an end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from robot_memory.report.markup import Child, tag

_SHORT = 8  # rows of a table that is kept on one page

#: What stands in a cell: one thing, or several in order.
Cell = Child | Sequence[Child]


@dataclass(frozen=True)
class Column:
    """A column of a table.

    Attributes:
        head: what stands above it.
        kind: a class of the style sheet: ``number``, ``time``, ``words``; empty: plain.
    """

    head: str
    kind: str = ""


def columns(*heads: str) -> list[Column]:
    """Return columns from their heads; ``number: rows`` gives the kind first."""
    parts = [head.rpartition(": ") for head in heads]
    return [Column(name, kind) for kind, _, name in parts]


def table(
    caption: Cell,
    heads: Sequence[Column],
    rows: Sequence[Sequence[Cell]],
    *,
    empty: str,
    most: int = 100,
    rest: Sequence[Child] = (),
    total: int | None = None,
) -> list[Element]:
    """Return a table, or the sentence that says that there is nothing to show.

    Args:
        caption: what the table tells.
        heads: its columns; the first one names the row.
        rows: cells, in order.
        empty: what is said where there is no row.
        most: rows that are shown.
        rest: how to see those that are left out.
        total: how many rows there are, where not all of them are given.
    """
    if not rows:
        return [tag("p", empty, class_="none")]
    shown = [_row(heads, cells) for cells in rows[:most]]
    head = tag("tr", *(tag("th", column.head, **_kind(column), scope="col") for column in heads))
    title = tag("caption", *children_of(caption))
    short = {"class_": "short"} if len(shown) <= _SHORT else {}
    made = tag("table", title, tag("thead", head), tag("tbody", *shown), **short)
    left_out = (len(rows) if total is None else total) - len(shown)
    if left_out <= 0:
        return [made]
    words = f"{left_out:,} more are left out here so that the extract can be printed"
    return [made, tag("p", words, *([": ", *rest] if rest else []), ".", class_="rest")]


def pairs(caption: str, rows: Sequence[tuple[str, Cell]]) -> Element:
    """Return a table of names and what they are."""
    body = [tag("tr", tag("th", name, scope="row"), _cell(cell)) for name, cell in rows]
    return tag("table", tag("caption", caption), tag("tbody", *body), class_="pairs")


def _row(heads: Sequence[Column], cells: Sequence[Cell]) -> Element:
    return tag("tr", *(_cell(cell, **_kind(column))
                       for column, cell in zip(heads, cells, strict=True)))  # fmt: skip


def _cell(cell: Cell, **attributes: str) -> Element:
    return tag("td", *children_of(cell), **attributes)


def children_of(cell: Cell) -> Sequence[Child]:
    """Return what a cell holds, in order."""
    return [cell] if cell is None or isinstance(cell, (str, Element)) else cell


def _kind(column: Column) -> dict[str, str]:
    return {"class_": column.kind} if column.kind else {}
