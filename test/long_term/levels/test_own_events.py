"""Only the memory itself may write events about its own actions (002 §Write Operation)."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import robot_memory
from robot_memory.applications.limits.limits_in_force import LIMIT_APPLIED, PLACES_APPLIED
from robot_memory.foundation.errors import InvalidInput
from robot_memory.governance.governance_store import LIMIT_LINES, NOTED, PACKET_APPROVED
from robot_memory.governance.receipt_witness import WRITTEN
from robot_memory.governance.withdrawals import WITHDRAWN
from robot_memory.long_term.levels.hash_chain import is_ours

_TYPE = re.compile(r'(?:"type": |\.note\(\s*|self\._record\(\s*)"([a-z_]+)"')

#: By file: strings that look like an event type in the code, but are none.
OTHER_TYPES = {
    "faces/ros/memory_node.py": {"ingest"},
    "faces/web/openapi.py": {"array", "object", "string"},
    "faces/web/record_schemas.py": {
        "array",
        "boolean",
        "integer",
        "null",
        "number",
        "object",
        "string",
    },
    "long_term/night_shift/session_turns.py": {"text"},
    "perception/scope.py": {"logger", "status"},
}


def named_types():
    """Return the type names found in the package's code, by file."""
    package = Path(robot_memory.__file__).parent
    found = {
        path.relative_to(package).as_posix(): {*_TYPE.findall(path.read_text(encoding="utf-8"))}
        for path in package.rglob("*.py")
    }
    return {file: kinds for file, kinds in found.items() if kinds}


def own_types():
    """Return all event types that the package's code uses."""
    named = set().union(
        *(kinds - OTHER_TYPES.get(file, set()) for file, kinds in named_types().items())
    )
    return sorted(
        {*named, WRITTEN, WITHDRAWN, *NOTED, *LIMIT_LINES, LIMIT_APPLIED, PLACES_APPLIED,
         "entry_created", "proposal_approved", PACKET_APPROVED}
    )  # fmt: skip


def test_the_event_types_of_the_package_are_collected():
    assert {"places_applied", "limit_applied", "limit_approved", "archived"} <= {*own_types()}


def write_event(levels, event):
    """Yield a function for each way to write an event to the levels."""
    yield lambda: levels.write_memory(event, "episodic", "")
    yield lambda: levels.write("episodic", "events/events.jsonl", json.dumps(event), by="eve")


SPELLINGS = {
    "as it is": str, "in capitals": str.upper, "with a blank": "{} ".format,
    "in words": lambda kind: kind.replace("_", " "),
    "with what nobody sees": lambda kind: kind.replace("_", "\u200b"),
    "in another width": lambda kind: f"\uff41{kind[1:]}" if kind.startswith("a") else kind,
    "in letters of another script": lambda kind: kind.replace("e", "\u0435"),
}  # fmt: skip


@pytest.mark.parametrize("spelled", SPELLINGS.values(), ids=SPELLINGS)
def test_an_outside_event_with_a_type_of_the_memorys_own_is_refused(levels, spelled):
    for kind in map(spelled, own_types()):
        event = {"type": kind, "ref": "000099-after-x.json", "by": "ada", "id": "prop-1"}
        for write in write_event(levels, event):
            with pytest.raises(InvalidInput, match="nothing was written") as refusal:
                write()
            assert [defect.path for defect in refusal.value.defects] == ["type"]
    assert not list(levels.events.read())


@pytest.mark.parametrize("kind", [["entry_resolved"], {"a": 1}, 7, None])
def test_an_event_type_that_is_not_a_string_is_refused(levels, kind):
    for write in write_event(levels, {"type": kind, "text": "x"}):
        with pytest.raises(InvalidInput, match="is not a string"):
            write()


def test_other_tools_can_write_events_of_their_own_types(levels):
    levels.write_memory({"type": "level_completed", "moves": 7}, "episodic", "")
    levels.write_memory({"move": "left"}, "episodic", "game")

    assert [line.data.get("type") for line in levels.events.read()] == ["level_completed", None]
    assert levels.verify().defects == ()


def test_an_outside_event_does_not_count_as_the_memorys_own(levels):
    levels.note("archived", path="x", reason="y")
    for write in write_event(levels, {"type": "level_completed"}):
        write()
    own, *others = (line.data for line in levels.events.read())

    assert is_ours(own) and not any(map(is_ours, others))
    assert not is_ours({"type": "archived", "path": "x"})
    assert not is_ours({"type": "archived", "path": "x", "chain": 1})
    assert levels.events.find("level_completed", after=0) == []


def test_an_outside_event_with_a_chain_field_is_refused(levels):
    link = {"seq": 1, "prev": "0" * 64}
    for write in write_event(levels, {"type": "level_completed", "chain": link}):
        with pytest.raises(InvalidInput, match="links events"):
            write()


def test_an_event_that_is_nested_too_deeply_is_refused(levels):
    text = f'{{"a": {"[" * 700}{"]" * 700}}}'
    with pytest.raises(InvalidInput, match="nested too deeply"):
        levels.write("episodic", "events/events.jsonl", text, by="agent:planner")
    assert not list(levels.events.read())
