"""Checks the reading of an accepted input with a second, independent reader.

A reader may accept an input, but drop an entry or mix up fields.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import yaml

from fuzzing.fuzz_target import BrokenPromise
from robot_memory.entries.memory_document import MemoryDocument
from robot_memory.foundation.errors import Defect
from robot_memory.foundation.identity.tokens import Caller
from robot_memory.long_term.chunks.conversation_import import SpokenConversation
from robot_memory.long_term.graph.fact import Fact
from robot_memory.sharing.federation.robot_update import RobotUpdate

_PLAIN = re.compile(r"[A-Za-z0-9]+(?: [A-Za-z0-9]+)*")  # words that no reader changes
_DEEPEST = 200  # most brackets in a text


def same(what: str, read: Any, expected: Any) -> None:
    """Raise BrokenPromise if a value was read as another one."""
    if read != expected:
        raise BrokenPromise(f"{what}: {read!r:.150} was read of {expected!r:.150}")


def refused(defects: Iterable[Defect], name: str) -> set[int]:
    """Return the indices of the items in a list for which a defect is reported."""
    places = (re.match(rf"{name}\[(\d+)\]", defect.path) for defect in defects)
    return {int(place[1]) for place in places if place}


def check_conversation(data: bytes, found: SpokenConversation) -> None:
    """Check that each turn with words was read, or is reported as a defect."""
    turns = json.loads(data.decode("utf-8-sig"))["turns"]
    told = {turn.index for turn in found.turns} | refused(found.defects, "turns")
    silent = {at for at, turn in enumerate(turns) if at not in told and turn["content"].strip()}
    same("turns that are passed over", silent, set())


def check_fact(data: bytes, found: Fact) -> None:
    """Check the fields that the line contains."""
    record = json.loads(data)
    for name in ("subject", "predicate", "object", "source", "id"):
        if isinstance(record.get(name), str) and record[name]:
            same(name, getattr(found, name), record[name])
    same("activation", found.activation, record.get("activation", 1.0))


def check_tokens(data: bytes, found: Sequence[Caller]) -> None:
    """Check the callers and their rights; of two tokens with one digest the last one counts."""
    records = {one["sha256"]: one for one in json.loads(data)["tokens"]}
    expected = [(str(one["name"]), one["kind"], set(one["scopes"])) for one in records.values()]
    same("tokens", [(one.name, one.kind, set(one.scopes)) for one in found], expected)


def check_update(data: bytes, update: RobotUpdate) -> None:
    """Check that each name occurs once, and that each entry was read or is reported as a defect."""
    record = json.loads(data, object_pairs_hook=_once)
    for name in ("rrn", "sequence", "session", "left_out"):
        same(name, getattr(update, name), record[name])
    for name, read in (("entries", update.entries), ("deleted", update.deleted)):
        wrong = refused(update.defects, name)
        items = [one for at, one in enumerate(record.get(name, [])) if at not in wrong]
        same(f"how many {name}", len(read), len(items))
    wrong = refused(update.defects, "entries")
    for entry, item in zip(
        update.entries, (one for at, one in enumerate(record["entries"]) if at not in wrong),
        strict=True,
    ):  # fmt: skip
        for name in ("type", "confidence", "observation_count"):
            same(name, getattr(entry, name), item[name])
        for name in ("id", "text"):
            if _PLAIN.fullmatch(item[name]):
                same(name, getattr(entry, name), item[name])


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names):
        raise BrokenPromise(f"a name stands twice, and one of them was taken: {names}")
    return dict(pairs)


def items_of(text: str, name: str) -> list[Any] | None:
    """Return the items of a list in a YAML file; None if PyYAML finds no list.

    Deeply nested texts are not read: PyYAML takes a second for a thousand levels.
    """
    if text.count("[") + text.count("{") > _DEEPEST:
        return None
    try:
        data = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, LookupError, RecursionError, TypeError, AttributeError):
        return None
    items = data.get(name) if isinstance(data, dict) else None
    return items if isinstance(items, list) else None


def check_document(document: MemoryDocument, text: str) -> None:
    """Check that each item became an entry, or is reported as a defect."""
    _, _, rest = text.partition("---\n")
    items = items_of(re.split(r"(?m)^---[ \t]*$", rest)[0], "entries")
    if items is not None and not any(one.path == "entries" for one in document.defects):
        wrong = {at for at in refused(document.defects, "entries") if at < len(items)}
        least = len(items) - len(wrong)
        if len(document.entries) < least:
            raise BrokenPromise(f"{len(document.entries)} entries of {len(items)}, none is wrong")


def json_lines_in(path: Path) -> int:
    """Return the number of lines in a file that hold a JSON object."""
    found = 0
    for line in path.read_bytes().split(b"\n"):
        try:
            found += isinstance(json.loads(line.decode("utf-8-sig")), dict)
        except (ValueError, RecursionError):
            continue
    return found


def table_lines_in(path: Path) -> int:
    """Return the number of lines below a table's head; 0 if it is unclear.

    It is unclear if the head is spoiled, if most lines have another width (lines above a head are
    no rows), or if there are quotes (a quoted row may span lines).
    """
    head, _, below = path.read_bytes().partition(b"\n")
    lines = [line for line in below.split(b"\n") if line.strip()]
    fitting = sum(line.count(b";") == head.count(b";") for line in lines)
    is_plain = head == b"Timestamp;speed;ok" and b'"' not in below
    return len(lines) if is_plain and 2 * fitting >= len(lines) else 0
