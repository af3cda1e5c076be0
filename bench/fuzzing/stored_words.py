"""Checks that an acknowledged write is in the ledger and the memory file, once and unchanged.

An answer alone does not prove it: the write may be missing, or stored as another text.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Collection, Mapping
from typing import Any

from fuzzing.fuzz_target import BrokenPromise
from fuzzing.independent_reading import same
from fuzzing.kept_memory import KeptMemory, StoredRow

#: For each change of an entry: the possible kinds of its row, and the field with the words.
CHANGES: Mapping[str, tuple[set[str], str]] = {
    "resolve": ({"resolve", "recovered"}, "note"), "mute": ({"mute", "mute_asked"}, "why"),
    "unmute": ({"unmute"}, ""),
    "known": ({"known", "known_asked", "not_known", "known_doubted"}, "reason"),
    "confirm": ({"note", "echo"}, ""), "undo": ({"undo", "forget"}, ""),
    "forget": ({"forget", "recovered"}, "why"), "correct": ({"correct"}, "text"),
}  # fmt: skip
#: Beginning of the mark that replaces a removed secret.
_REMOVED = "[removed"
#: The field that an entry has afterwards, by the kind of the row.
_MARKS = {
    "mute": "muted_until",
    "mute_asked": "mute_asked_by",
    "known": "known_since",
    "known_asked": "known_asked_by",
    "recovered": "recovered_at",
}


def check_words(what: str, stored: str, said: str) -> None:
    """Check a stored text against the words as sent; skip it if a secret was removed."""
    if _REMOVED not in stored:
        same(what, stored, unicodedata.normalize("NFC", said).strip())


def check_noted(kept: KeptMemory, entry_id: str, text: str, *, is_new: bool) -> None:
    """Check that a note adds one row, and an entry only if the answer says so."""
    row = _only_row(kept, ("note", "echo"))
    same("the entry of a note", row.entry_id, entry_id)
    check_words("a note", row.summary, text)
    before, after = set(kept.entries_before), set(kept.entries())
    same("what a note adds to the file", after - before, {entry_id} if is_new else set())
    same("what a note takes out of the file", before - after, set())
    if is_new:
        same("the text of a new entry", kept.entries()[entry_id]["text"], row.summary)


def check_changed(kept: KeptMemory, kinds: Collection[str], entry_id: str, words: str) -> None:
    """Check that a change of an entry adds one row, and shows in the file.

    Args:
        kinds: the allowed kinds of the row.
        words: the reason, the note or the new text.
    """
    is_request = not {"recovered", "mute_asked", "known_asked"}.isdisjoint(kinds)
    if is_request and not kept.new_rows() and _waits(kept, entry_id, words):
        same("the entries, where it was asked before", kept.entries(), kept.entries_before)
        return
    row = _only_row(kept, kinds)
    same("the entry that was changed", row.entry_id, entry_id)
    if row.kind not in ("note", "echo", "undo"):  # these rows hold other words
        check_words("what was said of an entry", row.summary, words)
    entries = kept.entries()
    others = {one for one in kept.entries_before if one != entry_id}
    same("the other entries", {one for one in entries if one != entry_id}, others)
    same("whether the entry is there", entry_id in entries, row.kind != "forget")
    if row.kind == "resolve":
        same("the type of a resolved entry", entries[entry_id]["type"], "resolved")
    if row.kind in _MARKS and _MARKS[row.kind] not in entries[entry_id]:
        raise BrokenPromise(f"{row.kind} left {entries[entry_id]}")
    if row.kind == "unmute":
        same("the mark of a muted entry", entries[entry_id].get("muted_until"), None)
    if row.kind == "correct":
        same("the text of a corrected entry", entries[entry_id]["text"], row.summary)


def check_repaired(kept: KeptMemory, component: str, note: str, ids: Collection[str]) -> None:
    """Check that a repair adds one row, and resolves exactly the entries that it names."""
    row = _only_row(kept, ("repaired",))
    check_words("the part that was repaired", row.component, component)
    check_words("what was said of a repair", row.summary, note)
    resolved = _resolved(kept.entries()) - _resolved(kept.entries_before)
    same("what a repair resolved", resolved, set(ids))


def check_attempt(kept: KeptMemory, task: str, succeeded: bool | None) -> None:
    """Check that a task report adds one attempt; an entry may be made or withdrawn too.

    Args:
        succeeded: as reported; None: in words that are not interpreted here.
    """
    row = _only_row(kept, ("attempt",), beside=("outcome", "resolve"))
    check_words("a task", row.component, task)
    if succeeded is not None:
        same("how a task went", json.loads(row.detail_json)["succeeded"], succeeded)


def _only_row(kept: KeptMemory, kinds: Collection[str], beside: Collection[str] = ()) -> StoredRow:
    rows = [row for row in kept.new_rows() if row.kind not in beside]
    if len(rows) != 1 or rows[0].kind not in kinds:
        raise BrokenPromise(f"{' or '.join(kinds)} was acknowledged, and stored was {rows}")
    return rows[0]


def _waits(kept: KeptMemory, entry_id: str, words: str) -> bool:
    """Return whether an entry already waits for a person: asked in these words, or recovered."""
    before = kept.entries_before.get(entry_id, {})
    said = unicodedata.normalize("NFC", words).strip()
    for what in ("mute", "known"):
        if f"{what}_asked_by" in before and str(before[f"{what}_asked_why"]) == said:
            return True
    return "recovered_at" in before


def _resolved(entries: Mapping[str, Any]) -> set[str]:
    return {one for one, item in entries.items() if item["type"] == "resolved"}
