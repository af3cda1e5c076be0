"""Written files are private, stay in the home, and follow no planted link.

Names that lead out of the home are refused everywhere.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from contextlib import suppress
from datetime import datetime, timezone
from pathlib import Path

import pytest
from robots import keys_of

from robot_memory.applications.black_box import BlackBox, BlackBoxLimits, TopicChoice, Trigger
from robot_memory.applications.limits.limit_approvals import LimitApprovals
from robot_memory.foundation.errors import RobotMemoryError
from robot_memory.foundation.home import Home
from robot_memory.foundation.identity.tokens import CallerKind, TokenScope, TokenStore
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.governance import AssistPath
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.packet import load_packet
from robot_memory.long_term.chunks import ChunkStore
from robot_memory.long_term.levels import Levels

NOON = datetime(2026, 12, 1, 12, tzinfo=timezone.utc)


@pytest.fixture(scope="module")
def found():
    """The findings of ``writer_files.py`` for each writer."""
    script = Path(__file__).with_name("writer_files.py")
    done = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, timeout=100, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


# -- modes and planted links ---------------------------------------------------------------------


def test_written_files_are_private_whatever_the_umask(found):
    assert {name: one["open"] for name, one in found.items() if one["open"]} == {}
    assert len(found) > 20


def test_no_predictable_temporary_file_is_written_through_a_link(found):
    assert {name: one["followed"] for name, one in found.items() if one["followed"]} == {}
    assert found["memory"]["passing"] == [".robot-memory.md.saving"]  # there are such names


# -- names that lead out of the home -------------------------------------------------------------


def levels_of(home: Path) -> Levels:
    return Levels(home, ManualClock(NOON, kind="wall", boot="b1"), zone=timezone.utc)


def store_of(home: Path) -> GovernanceStore:
    return AssistPath(Home(home, home / "robot-memory.md"), enabled=False).store


def record_fault(home: Path, name: str) -> None:
    clock = ManualClock(NOON, kind="wall", boot="b1")
    box = BlackBox(
        home / "black_box", BlackBoxLimits(), TopicChoice(), clock, lambda type_name: "",
        lambda error: None,
    )  # fmt: skip
    box.ring.add("/pump", "std_msgs/msg/Float64", 0.0, 0.0, bytes(12))
    box.record(Trigger("created", NOON, 0.0, name, "Pump broke"))
    box.close()


#: Functions that take a name, and make, read or remove a file of that name.
TAKERS = {
    "a file of a level": lambda home, name: levels_of(home).write(
        "semantic", f"knowledge/{name}.md", "x", by="a"
    ),
    "what a level holds": lambda home, name: levels_of(home).read("semantic", name),
    "knowledge": lambda home, name: levels_of(home).knowledge.update(name, {"A": ["b"]}, NOON),
    "a skill": lambda home, name: levels_of(home).skills.learn(name, {"A": ["b"]}),
    "a proposal's file": lambda home, name: levels_of(home).propose(name, "x", by="a"),
    "a proposal": lambda home, name: levels_of(home).reject(name, "ada"),
    "a chunk": lambda home, name: ChunkStore(home).delete_chunk(name, permanent=True),
    "a deleted chunk": lambda home, name: ChunkStore(home).restore_chunk(name),
    "an operator": lambda home, name: store_of(home).operators.enrol(name, keys_of(1).card),
    "a packet": lambda home, name: load_packet(store_of(home).packets, name),
    "an approval": lambda home, name: LimitApprovals(store_of(home)).withdraw(
        "RRN-000000000001", name, keys_of(1), NOON
    ),
    "a token": lambda home, name: TokenStore(home / "keys" / "web-tokens.json").issue(
        name, [TokenScope.READ], CallerKind.AGENT
    ),
    "a recording": record_fault,
}


@pytest.fixture
def opened(monkeypatch):
    """The opened files, including those opened only for reading."""
    found = []

    def watched(open_file):
        return lambda path, *more, **options: (
            found.append(path), open_file(path, *more, **options)
        )[1]  # fmt: skip

    monkeypatch.setattr(os, "open", watched(os.open))
    monkeypatch.setattr(io, "open", watched(io.open))
    return found


@pytest.mark.parametrize(
    "name", ["../../victim", "../../../../victim", "{outside}/victim", "a/../.."]
)
@pytest.mark.parametrize("taker", TAKERS)
def test_a_name_that_leads_out_of_the_home_touches_no_file_there(tmp_path, taker, name, opened):
    home, outside = tmp_path / "robot" / "home", tmp_path / "outside"
    levels_of(home).prepare()
    for folder in (store_of(home).approvals, store_of(home).packets):
        folder.mkdir(parents=True)
    outside.mkdir()
    places = (home, home.parent, home / "governance", home / "semantic", outside)
    victims = [place / f"victim{suffix}" for place in places for suffix in ("", ".json", ".md")]
    for victim in victims:
        victim.write_text("{}")
    around = {path for path in tmp_path.rglob("*") if home not in path.parents}
    opened.clear()

    with suppress(RobotMemoryError):
        TAKERS[taker](home, name.format(outside=outside))

    found = {Path(os.fsdecode(path)).resolve() for path in opened if not isinstance(path, int)}
    assert found.isdisjoint(victims)
    assert {path for path in tmp_path.rglob("*") if home not in path.parents} == around
    assert [victim for victim in victims if victim.read_text() != "{}"] == []
