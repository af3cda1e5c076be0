"""A hostile process on the fleet's topic costs a robot some work, and has no other effect."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from robot_memory.srv import SyncPeers
from talking import note, tell
from telling import WARN, Listening

from robot_memory import MemoryEntry, RobotMemory
from robot_memory.sharing.federation.flood_guard import A_SECOND

pytestmark = pytest.mark.ros

ROOT = Path(__file__).parents[4]
HOSTILE = Path(__file__).with_name("hostile.py")
BEFORE = "East corridor is blocked by a construction barrier"
MEANWHILE = "The lift to floor 3 is out of order"
LIE = "All corridors are free"
FLOOD = 4.0  # s at least
OVERRUN = 90.0  # s at most until the flood exceeds the limit: on a busy machine the flooder is slow
OWN = "The ramp at the loading dock is slippery"


def stored_entries(home: Path) -> list[MemoryEntry]:
    """Return a robot's own entries as stored, without decay."""
    with RobotMemory.open(home, read_only=True) as memory:
        return [entry for _, entry in memory.entries(include_resolved=True)]


def resident_megabytes(process: int) -> float:
    pages = Path(f"/proc/{process}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE") / 2**20


def hostile_process(card: Path) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}:{os.environ.get('PYTHONPATH', '')}"}
    command = sys.executable, str(HOSTILE), str(card)
    pipe = subprocess.PIPE
    return subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, text=True)


@pytest.mark.timeout(240)
def test_a_hostile_publisher_changes_no_entry_and_blocks_no_peer(fleet, robot):
    alex, bob = fleet("alex", "bob")
    note(fleet, "bob", OWN)
    note(fleet, "alex", BEFORE)
    robot.spin_until(lambda: BEFORE in tell(robot, "bob") and OWN in tell(robot, "alex"))
    own = stored_entries(bob.home)
    health = Listening(robot, "bob/robot_memory")
    process = bob.node.process.pid
    memory = resident_megabytes(process)

    with hostile_process(alex.home / "keys/card.json") as hostile:
        assert hostile.stdout.readline() == "flood\n"
        flooded = time.monotonic()
        note(fleet, "alex", MEANWHILE)
        robot.spin_until(lambda: health.says(WARN, "more comes than", "peers"), OVERRUN)
        robot.spin_until(lambda: time.monotonic() > flooded + FLOOD)
        hostile.stdin.close()
        robot.spin_until(lambda: hostile.poll() is not None)
        assert int(hostile.stdout.readline()) > A_SECOND
    assert resident_megabytes(process) - memory < 50
    assert stored_entries(bob.home) == own
    robot.spin_until(lambda: MEANWHILE in tell(robot, "bob"))
    assert LIE not in tell(robot, "bob")
    report = robot.call(SyncPeers, "/bob/robot_memory/sync_peers", timeout=5.0)
    assert [(peer.rrn, peer.reason) for peer in report.peers] == [(alex.rrn, "")]
