"""A memory home with content for requests: entries, a limit, a proposal, a fleet."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from robot_memory import RobotMemory
from robot_memory.applications.fleet.database import SqliteAddress, open_database
from robot_memory.applications.fleet.schema import prepare
from robot_memory.ledger import Key, Kind, Observation
from robot_memory.long_term.limit_search.limit_finding import LimitFinding
from robot_memory.long_term.limit_search.limit_lifecycle import limit_row
from robot_memory.long_term.limit_search.region import Region, RegionSide
from robot_memory.long_term.outcomes.task_outcome import TaskOutcome

NOTE = "The lift is slow at noon"
#: Placeholders in a seed for the ids of an existing entry, limit and proposal.
ENTRY, LIMIT, PROPOSAL = "{entry}", "{limit}", "{proposal}"
SKILL = "lift"
_SKILL_FILE = f"skills/{SKILL}/SKILL.md"
#: Values of parameters that are checked beyond their type, by name.
EXAMPLES: Mapping[str, Any] = {
    "id": ENTRY, "type": "environment_note", "level": "procedural",
    "path": _SKILL_FILE, "offset": 0, "min_confidence": 0.0,
    "since": "2026-01-01T00:00:00Z", "changed": "2026-01-01T00:00:00Z",
    "until": "2126-12-01T12:00:00Z",
    "skill": SKILL, "text": "The lift is slow in the evening", "token_budget": 500,
    "withdraw": False, "keep": False,
}  # fmt: skip
#: Values of the other parameters, by type.
TYPED: Mapping[str, Any] = {
    "string": SKILL, "integer": 1, "number": 0.5, "boolean": True, "object": {"a": 1},
    "names": {"speed": 0.5},
    "time": "2026-12-01T12:00:00Z",
}  # fmt: skip


def make_lived_home(folder: Path) -> Path:
    """Make such a home, and return its folder."""
    home = folder / "home"
    with RobotMemory.open(home) as memory:
        memory.remember("environment_note", NOTE)
        memory.observe(
            Observation(
                Kind.ONSET, memory.clock.now(), "Lift motor stalls",
                key=Key("diagnostics", "lift", "stalls"), component="lift",
                entry_type="hardware_observation", confidence=0.6,
            )
        )  # fmt: skip
        memory.flush()
        _learn_limit(memory)
        memory.report_outcome(TaskOutcome("lift", True, "agent:fuzz", "lift", {"a": "b"}))
        levels = memory.long_term.levels
        levels.prepare()
        skill = levels.tree.root / "procedural" / _SKILL_FILE
        skill.parent.mkdir(parents=True)
        skill.write_text("Wait for the lift.\n", encoding="utf-8")
    with closing(open_database(SqliteAddress(home / "fleet.db"), write=True)) as database:
        prepare(database)
    return home


def _learn_limit(memory: RobotMemory) -> None:
    """Let the memory learn a limit about the fault."""
    (fault_id,) = memory.ledger.with_onsets(after=0)
    fault, _ = memory.why(fault_id, limit=1)
    finding = LimitFinding(
        Region("speed", RegionSide.ABOVE, 0.3), onsets=15, within=14, share=0.22, hours=20.0,
        time="driving", ratio=49.6, low=8.0, high=float("inf"), p=0.0004,
    )  # fmt: skip
    memory.observe(limit_row(fault, finding, memory.clock.now(), memory.settings, up_to=memory.seq))
    memory.flush()


def with_ids(data: bytes, memory: RobotMemory) -> bytes:
    """Return an input with real ids in place of the placeholders.

    An entry or proposal that earlier inputs have removed or decided is made anew.
    """
    if ENTRY.encode() in data:
        data = data.replace(ENTRY.encode(), _entry_of(memory).encode())
    if LIMIT.encode() in data:
        data = data.replace(LIMIT.encode(), _limit_of(memory).encode())
    if PROPOSAL.encode() in data:
        data = data.replace(PROPOSAL.encode(), _proposal_of(memory).encode())
    return data


def _entry_of(memory: RobotMemory) -> str:
    notes = [entry.id for _, entry in memory.entries() if entry.key is None]
    if notes:  # a detector's entry cannot be corrected
        return notes[0]
    with RobotMemory.open(memory.home.folder) as writer:
        return writer.remember("environment_note", NOTE).id


def _limit_of(memory: RobotMemory) -> str:
    limits = (entry.id for _, entry in memory.entries() if "limit" in entry.extra)
    return next(limits, _entry_of(memory))


def _proposal_of(memory: RobotMemory) -> str:
    levels = memory.long_term.levels
    waiting = [one for one in levels.proposals.all() if one.status.value == "pending"]
    found = waiting or [levels.propose(_SKILL_FILE, "Wait for the lift, then ride.\n", by="fuzz")]
    return found[0].id
