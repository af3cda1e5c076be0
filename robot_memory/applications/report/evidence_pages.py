"""Reads the evidence for an extract, a page at a time: a large ledger must not fill the memory."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from robot_memory.foundation.time.period import Period
from robot_memory.ledger import Ledger, Observation

_PAGE = 2000  # rows
_FRAME = "frame"  # signals of the seconds before an onset
_HEAVY = (_FRAME, "before")


def read_rows(
    ledger: Ledger, seq: int, period: Period
) -> tuple[tuple[Observation, ...], dict[str, Observation]]:
    """Return the rows up to ``seq`` without their signals, and one row with them for each entry.

    Args:
        seq: the newest row that is wanted.
        period: the rows with signals are of it; of several the newest is kept.
    """
    rows: list[Observation] = []
    frames: dict[str, Observation] = {}
    with _nothing_collected():
        for row in _all(ledger, seq):
            if row.detail.get(_FRAME) and period.holds(row.time):
                frames[row.entry_id] = row
            rows.append(_light(row))
    return tuple(rows), frames


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Keep the collector from looking at all rows again and again: three seconds of five."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _light(row: Observation) -> Observation:
    """Return a row without its signals."""
    if not any(name in row.detail for name in _HEAVY):
        return row
    detail = {name: value for name, value in row.detail.items() if name not in _HEAVY}
    return replace(row, detail=detail)


def _all(ledger: Ledger, seq: int) -> Iterator[Observation]:
    last = 0
    while page := ledger.after(last, _PAGE):
        last = page[-1].id
        yield from (row for row in page if row.id <= seq)
        if last >= seq:
            return
