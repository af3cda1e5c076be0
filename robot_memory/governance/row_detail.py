"""What a row's ``detail_json`` holds, and how a change of it is written."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from robot_memory.foundation.text.finite_json import read_json
from robot_memory.governance.mutation_contract import ASSIST, FIELDS, problem_with

Detail = Mapping[str, Any]


def detail_text(detail: Detail) -> str:
    """Return the text as the ledger writes it: the same data has the same bytes."""
    return json.dumps(detail, ensure_ascii=False, allow_nan=False, sort_keys=True)


def digest(text: str) -> str:
    """Return the SHA-256 of a row's text."""
    return hashlib.sha256(text.encode()).hexdigest()


def read_detail(text: str) -> dict[str, Any] | None:
    """Read a row's text; None where it is not in the form that the ledger writes.

    Only of that form can the same bytes be made again from the data, as a rollback must.
    """
    try:
        detail = read_json(text)
        is_ours = isinstance(detail, dict) and detail_text(detail) == text
    except ValueError:
        return None
    return detail if is_ours else None


def value_at(detail: Detail, pointer: str) -> Any:
    """Return what stands at a pointer of the contract; None where nothing does."""
    family, _, name = pointer.removeprefix("/").partition("/")
    inner = detail.get(family)
    return inner.get(name) if isinstance(inner, Mapping) else None


def blocked_at(detail: Detail, pointer: str) -> bool:
    """Tell whether something else than an object stands where a field's object has to be."""
    family = pointer.removeprefix("/").partition("/")[0]
    return family in detail and not isinstance(detail[family], dict)


def with_changes(detail: Detail, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return a copy with new values at pointers of the contract."""
    changed = dict(detail)
    for pointer, value in changes.items():
        family, _, name = pointer.removeprefix("/").partition("/")
        changed[family] = {**changed.get(family, {}), name: value}
    return changed


def beyond_contract(before: Detail, after: Detail) -> bool:
    """Tell whether two states of a row differ in anything that no run may change."""
    return _without_contract(before) != _without_contract(after)


def _without_contract(detail: Detail) -> str:
    """Return the text of all that is not on the whitelist, and not written by a run."""
    rest = dict(detail)
    for pointer in (*FIELDS, ASSIST):
        family, _, name = pointer.removeprefix("/").partition("/")
        inner = rest.get(family, {})
        if isinstance(inner, dict):
            rest[family] = {key: value for key, value in inner.items() if key != name}
    return detail_text(rest)


def differences(row: int, before: Detail, after: Detail) -> list[dict[str, Any]]:
    """Tell field by field what became of a row, for a receipt.

    Values are told only where the contract says what they can be: no text that somebody wrote
    gets into a receipt this way.
    """
    found = []
    for pointer in (*FIELDS, ASSIST):
        old, new = value_at(before, pointer), value_at(after, pointer)
        if old == new:
            continue
        change: dict[str, Any] = {"observation_id": row, "field": pointer}
        change["op"] = "add" if old is None else "remove" if new is None else "replace"
        for name, value in (("from", old), ("to", new)):
            is_tellable = pointer in FIELDS and problem_with(pointer, value) is None
            if is_tellable:
                change[name] = value
        found.append(change)
    return found
