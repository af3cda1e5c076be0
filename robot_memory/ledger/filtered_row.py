"""Removes secrets from every row before it is stored (rules.md §8.8).

Texts were filtered where they were taken in (:mod:`robot_memory.foundation.text.outside_text`),
before keys were made of them. A detector that forgets that still stores no secret.
"""

from __future__ import annotations

from dataclasses import replace

from robot_memory.foundation.secrets.secrets_filter import filtered, screened
from robot_memory.ledger.key import Key
from robot_memory.ledger.observation import Kind, Observation


def filtered_row(row: Observation) -> Observation:
    """Return a row in which a mark stands for each secret, and ``detail.removed`` counts them.

    What another robot sent was filtered as it was read, and is kept with words that are none: the
    digests by which it is told apart.
    """
    if row.kind is Kind.PEER:
        return row
    removed: list[str] = []
    summary, component = _text(row.summary, removed), _text(row.component, removed)
    topic, tags = _text(row.topic, removed), tuple(screened(row.tags, removed))
    detail = screened(row.detail, removed)
    key = row.key
    if key is not None:
        key = Key.from_list([_text(part, removed) for part in key.as_list()])
    if not removed:
        return row
    counts = dict(detail.get("removed", {}))
    for kind in removed:
        counts[kind] = counts.get(kind, 0) + 1
    detail = {**detail, "removed": counts}
    return replace(
        row, summary=summary, topic=topic, component=component, tags=tags, detail=detail, key=key
    )


def _text(text: str, removed: list[str]) -> str:
    found = filtered(text)
    removed += found.removed
    return found.text
