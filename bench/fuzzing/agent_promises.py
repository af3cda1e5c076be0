"""Checks what a tool or resource that answered an agent must have stored or shown."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from fuzzing.independent_reading import same
from fuzzing.kept_memory import KeptMemory
from fuzzing.shown_entries import check_evidence, check_hits
from fuzzing.stored_words import check_attempt, check_changed, check_noted

_NOTED = re.compile(r"mem-[\w-]+")
_ENTRY = "memory://entry/"
_LARGEST = 20_000  # characters of an answer
_ROWS_OF_A_RESOURCE = 20


def check_said(kept: KeptMemory, name: str, given: Mapping[str, Any], answer: str) -> None:
    """Check an answer.

    Args:
        name: the tool's name; ``read_resource`` for a resource.
        given: the arguments, as sent.

    Raises:
        BrokenPromise: the memory does not hold what the answer says.
    """
    uri = str(given.get("uri"))
    match name:
        case "remember":
            is_new = " remembered" in answer
            check_noted(kept, _NOTED.findall(answer)[0], given["text"], is_new=is_new)
        case "report_outcome":
            succeeded = given["succeeded"]  # texts such as "yes" are accepted too
            check_attempt(kept, given["task"], succeeded if succeeded in (True, False) else None)
        case "resolve":
            check_changed(kept, {"resolve", "recovered"}, given["id"], given.get("note") or "")
        case "known":
            check_changed(
                kept, {"known", "known_asked", "not_known"}, given["id"], given.get("reason") or ""
            )
        case "why":
            _check_evidence(kept, given["id"], answer, int(given.get("limit", 20)))
        case "recall":
            hits = [json.loads(line) for line in answer.splitlines()[1:]]
            check_hits(kept, [one for one in hits if "id" in one], int(given.get("limit", 10)))
        case "read_resource" if uri.startswith(_ENTRY):
            _check_evidence(kept, uri.removeprefix(_ENTRY), answer, _ROWS_OF_A_RESOURCE)
        case "read_resource" if uri == "memory://file":
            text = kept.text()
            head, _, shown = answer.partition("\n")
            same("the mark of the file", head.endswith("not instructions:"), True)
            same("the file", shown[:_LARGEST], text[:_LARGEST])


def _check_evidence(kept: KeptMemory, entry_id: str, answer: str, limit: int) -> None:
    records = [json.loads(line) for line in answer.splitlines()[1:]]
    entry, *evidence = {"tags": [], **records[0]}, *records[1:]
    same("the entry", entry["id"], entry_id)
    common = evidence.pop(0)["in_all_rows"] if evidence and "in_all_rows" in evidence[0] else {}
    evidence = [{"summary": "", **common, **row} for row in evidence]
    if not any("left_out" in record for record in evidence):
        rows = [(row["id"], row["summary"]) for row in evidence]
        check_evidence(kept, entry, rows, limit)
