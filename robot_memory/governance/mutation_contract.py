"""The mutation contract in names and numbers (document 004; rules.md §8.9).

Nothing here can be set: whoever wants other caps writes another document, whose hash is another,
so that every sign-off of this one lapses (:mod:`robot_memory.governance.approval_gate`).

See docs/reference/governance.md, "The contract".
"""

from __future__ import annotations

import hashlib
import math
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any

from robot_memory.foundation.identity.canonical import canonical_json
from robot_memory.ledger.row_worth import BUCKETS, UNKNOWN


@dataclass(frozen=True)
class MutationCaps:
    """Document 004, "Hard budgets / caps"."""

    max_rows_per_apply_run: int = 5
    max_rows_per_24h: int = 20
    max_field_families_per_row: int = 1
    max_score_delta_per_row: float = 0.15
    max_evidence_refs_per_row: int = 5
    max_retries_per_packet: int = 1


CAPS = MutationCaps()
CAP_NAMES = frozenset(asdict(CAPS))


class FieldFamily(str, Enum):
    """A row is changed in one of them only."""

    IMPORTANCE = "importance"
    LIFECYCLE = "lifecycle"


SCORE = "/importance/score"
LABEL = "/importance/label"
STALE = "/lifecycle/stale_candidate"
STALE_REASON = "/lifecycle/stale_reason_code"
#: Written by each run itself, so no family and no candidate's to give (rules.md §8.9).
ASSIST = "/optimization/assist"

#: The whitelist: what a candidate may change, and the family that it is of.
FIELDS = {
    SCORE: FieldFamily.IMPORTANCE,
    LABEL: FieldFamily.IMPORTANCE,
    STALE: FieldFamily.LIFECYCLE,
    STALE_REASON: FieldFamily.LIFECYCLE,
}
REASONS = ("age_threshold", "repeated_miss_pressure", "duplicate_cluster", "operator_override")
LABELS = (*(label for label, _ in BUCKETS), UNKNOWN)
#: What a row without a score counts as where the change of a score is measured.
NEUTRAL_SCORE = 0.5


def is_score(value: object) -> bool:
    """Tell whether a value is a number in [0, 1]; -0.0 is none, as 0.0 has the same signature."""
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return False
    return 0.0 <= value <= 1.0 and math.copysign(1.0, value) > 0


def problem_with(pointer: str, value: object) -> str | None:
    """Say why a whitelisted field cannot take a value; None where it can."""
    if pointer == SCORE:
        return None if is_score(value) else f"{value!r:.40} is not a number from 0.0 to 1.0"
    if pointer == STALE:
        return None if isinstance(value, bool) else f"{value!r:.40} is neither true nor false"
    choices = LABELS if pointer == LABEL else REASONS
    is_choice = isinstance(value, str) and value in choices
    return None if is_choice else f"{value!r:.40} is not one of {', '.join(choices)}"


def contract_record() -> dict[str, Any]:
    """Return the contract as JSON data: what an operator signs off."""
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
