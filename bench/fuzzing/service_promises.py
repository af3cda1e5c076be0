"""Checks what a successful service call must have stored or shown."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from fuzzing.fuzz_target import BrokenPromise
from fuzzing.independent_reading import same
from fuzzing.kept_memory import KeptMemory
from fuzzing.shown_entries import NEAR, AskedEntries, check_entry, check_evidence, check_list, worth
from fuzzing.stored_words import (
    CHANGES,
    check_attempt,
    check_changed,
    check_noted,
    check_repaired,
)
from robot_memory.foundation.text.escaping import field_text

_FIELDS = (
    "id", "type", "text", "confidence", "stored_confidence", "observation_count", "tags",
)  # fmt: skip
_READS = ("get_context", "list_entries", "why")
_LEAST_TOLD = 0.3  # confidence; the default setting
_ROWS = 20
_LEFT_OUT = re.compile(r"(\d+) (?:weaker )?entr")


def check_response(kept: KeptMemory, name: str, request: Any, response: Any) -> None:
    """Check a response.

    Args:
        name: the service's name, without ``~/``.

    Raises:
        BrokenPromise: the memory does not hold what the response says.
    """
    if name in _READS or not response.success:
        kept.check_unchanged()
    if not response.success:
        return
    match name:
        case "list_entries":
            _check_list(kept, request, response)
        case "why":
            same("the entry", response.entry.id, request.id)
            rows = [(row.id, row.summary) for row in response.evidence]
            check_evidence(kept, _record(response.entry), rows, request.limit or _ROWS, field_text)
        case "get_context":
            _check_context(kept, request, response)
        case "remember":
            check_noted(kept, response.id, request.text, is_new=response.created)
        case "report_outcome":
            check_attempt(kept, request.task, request.succeeded)
        case "repaired":
            check_repaired(kept, request.component, request.note, response.ids)
        case _ if name in CHANGES:
            _check_changed(kept, name, request)


def _check_changed(kept: KeptMemory, name: str, request: Any) -> None:
    kinds, words = CHANGES[name]
    is_undone = name == "mute" and kept.new_rows()[-1:] and kept.new_rows()[-1].kind == "unmute"
    said = getattr(request, words) if words and not is_undone else ""
    check_changed(kept, kinds, request.id, said)


def _check_list(kept: KeptMemory, request: Any, response: Any) -> None:
    left_out = _LEFT_OUT.match(response.message)
    asked = AskedEntries(
        types=request.types,
        tags=request.tags,
        is_with_resolved=request.include_resolved,
        min_confidence=request.min_confidence,
        limit=request.limit,
    )
    total = len(response.entries) + (int(left_out[1]) if left_out else 0)
    check_list(kept, asked, [_record(one) for one in response.entries], total, field_text)


def _is_silenced(item: Mapping[str, Any]) -> bool:
    """Return whether a person muted the entry, or anyone muted an agent's note."""
    agents = ("agent", "claimed")
    is_persons = not str(item.get("muted_by", "")).startswith(agents)
    return "muted_until" in item and (is_persons or item.get("source") in agents)


def _check_context(kept: KeptMemory, request: Any, response: Any) -> None:
    """Check that an agent gets open entries of the file that are sure enough, each once."""
    shown = [_record(one) for one in response.entries]
    same("entries twice", len({one["id"] for one in shown}), len(shown))
    # Changes since the last call are returned whatever else is asked for.
    is_all = request.since_last
    least = max(_LEAST_TOLD, 0.0 if is_all else request.min_confidence)
    tags = () if is_all else set(request.tags)
    told = {
        one: worth(item) for one, item in kept.entries().items()
        if item["type"] != "resolved" and not _is_silenced(item)
        and (not tags or not tags.isdisjoint(item.get("tags") or ()))
    }  # fmt: skip
    for one in shown:
        check_entry(kept, one, field_text)
        if told.get(one["id"], 0.0) < least - NEAR:
            raise BrokenPromise(f"an agent is told {one}")
    if not (request.query or is_all):
        left_out = _LEFT_OUT.match(response.message)
        count = len(shown) + (int(left_out[1]) if left_out else 0)
        sure = [one for one, value in told.items() if value > least + NEAR]
        if count < len(sure):
            raise BrokenPromise(f"{count} of {len(sure)} entries are told, or told to be left out")


def _record(message: Any) -> Mapping[str, Any]:
    return {name: getattr(message, name) for name in _FIELDS}
