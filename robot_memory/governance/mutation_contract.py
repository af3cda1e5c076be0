"""The mutation contract in names and numbers, and its fields in a row (004; rules.md §8.9).

Nothing here is configurable: other caps need another document with another hash, so every sign-off
of this one lapses (:mod:`robot_memory.governance.approval_gate`).

See docs/reference/governance.md, "The contract".
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any

from robot_memory.foundation.identity.canonical import canonical_json
from robot_memory.foundation.text.finite_json import read_json
from robot_memory.ledger.row_worth import BUCKETS, UNKNOWN


@dataclass(frozen=True)
class MutationCaps:
    """The caps of document 004, "Hard budgets / caps"."""

    max_rows_per_apply_run: int = 5
    max_rows_per_24h: int = 20
    max_field_families_per_row: int = 1
    max_score_delta_per_row: float = 0.15
    max_evidence_refs_per_row: int = 5
    max_retries_per_packet: int = 1


CAPS = MutationCaps()
CAP_NAMES = frozenset(asdict(CAPS))


class FieldFamily(str, Enum):
    """A family of fields; a row may be changed in only one family."""

    IMPORTANCE = "importance"
    LIFECYCLE = "lifecycle"


SCORE = "/importance/score"
LABEL = "/importance/label"
STALE = "/lifecycle/stale_candidate"
STALE_REASON = "/lifecycle/stale_reason_code"
#: Written by each run itself, so it has no family, and no candidate may set it (rules.md §8.9).
ASSIST = "/optimization/assist"

#: The whitelist: the fields that a candidate may change, with their families.
FIELDS = {
    SCORE: FieldFamily.IMPORTANCE,
    LABEL: FieldFamily.IMPORTANCE,
    STALE: FieldFamily.LIFECYCLE,
    STALE_REASON: FieldFamily.LIFECYCLE,
}
REASONS = ("age_threshold", "repeated_miss_pressure", "duplicate_cluster", "operator_override")
LABELS = (*(label for label, _ in BUCKETS), UNKNOWN)
#: The assumed score of a row without one, for the change of a score.
NEUTRAL_SCORE = 0.5


def is_score(value: object) -> bool:
    """Whether a value is a number in [0, 1]; not -0.0, which has the same signature as 0.0."""
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return False
    return 0.0 <= value <= 1.0 and math.copysign(1.0, value) > 0


def problem_with(pointer: str, value: object) -> str | None:
    """Return why a whitelisted field cannot have a value, or None if it can."""
    if pointer == SCORE:
        return None if is_score(value) else f"{value!r:.40} is not a number from 0.0 to 1.0"
    if pointer == STALE:
        return None if isinstance(value, bool) else f"{value!r:.40} is neither true nor false"
    choices = LABELS if pointer == LABEL else REASONS
    is_choice = isinstance(value, str) and value in choices
    return None if is_choice else f"{value!r:.40} is not one of {', '.join(choices)}"


def contract_record() -> dict[str, Any]:
    """Return the contract as JSON data, for an operator's sign-off."""
    return {
        "document": "004 assist-mode mutation contract v1",
        "target": "observations.detail_json",
        "caps": asdict(CAPS),
        "fields": {pointer: family.value for pointer, family in FIELDS.items()},
        "written_by_the_run": ASSIST,
        "labels": list(LABELS),
        "buckets": dict(BUCKETS),
        "neutral_score": NEUTRAL_SCORE,
        "stale_reason_codes": list(REASONS),
    }


def contract_digest() -> str:
    """Return the SHA-256 of the contract, which a sign-off is bound to."""
    return hashlib.sha256(canonical_json(contract_record())).hexdigest()


Detail = Mapping[str, Any]


def detail_text(detail: Detail) -> str:
    """Return the text in the ledger's form: equal data gives equal bytes."""
    return json.dumps(detail, ensure_ascii=False, allow_nan=False, sort_keys=True)


def digest(text: str) -> str:
    """Return the SHA-256 of a row's text."""
    return hashlib.sha256(text.encode()).hexdigest()


def read_detail(text: str) -> dict[str, Any] | None:
    """Read a row's text; None if it is not in the ledger's form.

    Only that form can be restored byte by byte from the data, as a rollback must.
    """
    try:
        detail = read_json(text)
        is_ours = isinstance(detail, dict) and detail_text(detail) == text
    except ValueError:
        return None
    return detail if is_ours else None


def value_at(detail: Detail, pointer: str) -> Any:
    """Return the value at a pointer of the contract, or None."""
    family, _, name = pointer.removeprefix("/").partition("/")
    inner = detail.get(family)
    return inner.get(name) if isinstance(inner, Mapping) else None


def blocked_at(detail: Detail, pointer: str) -> bool:
    """Whether the place of a field's object holds something else."""
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
    """Whether two states of a row differ in anything that no run may change."""
    return _without_contract(before) != _without_contract(after)


def _without_contract(detail: Detail) -> str:
    """Return the text of everything that is neither on the whitelist nor written by a run."""
    rest = dict(detail)
    for pointer in (*FIELDS, ASSIST):
        family, _, name = pointer.removeprefix("/").partition("/")
        inner = rest.get(family, {})
        if isinstance(inner, dict):
            rest[family] = {key: value for key, value in inner.items() if key != name}
    return detail_text(rest)


def differences(row: int, before: Detail, after: Detail) -> list[dict[str, Any]]:
    """Return the changes of a row field by field, for a receipt.

    Values are included only if the contract limits them, so no free text gets into a receipt.
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
