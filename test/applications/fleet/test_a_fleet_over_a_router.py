"""Robots, a Zenoh router and a fleet server: all real, the server in its own process."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("zenoh", reason="no eclipse-zenoh: run make test")

from federation_builders import Talker, talker
from fleet_builders import described, fault
from fleet_process import FleetProcess
from zenoh_network import Router, client, turn_until

from robot_memory.applications.reliability.profile_source import monday_of
from robot_memory.faces.cli.main import main
from robot_memory.foundation.identity.trust_store import TrustStore
from robot_memory.foundation.time.clock import SystemClock
from robot_memory.sharing.carriers.zenoh_carrier import ZenohCarrier
from robot_memory.sharing.federation.shared_entry import SharedEntry
from robot_memory.sharing.federation.signed_envelope import write_envelope

LONG_AGO = datetime(2026, 4, 1, tzinfo=timezone.utc)
SLIP = fault(first_seen=LONG_AGO, last_reinforced=LONG_AGO)


class TellingRobot:
    """A robot that sends a test's updates over Zenoh, with the current time."""

    def __init__(self, number: int, folder: Path, router: Router) -> None:
        self.talker: Talker = talker(number)
        self.heard: list[bytes] = []
        self._carrier = ZenohCarrier(client(folder, router.endpoint), lambda: None)
        self._carrier.listen(lambda origin, data: self.heard.append(data))

    def tell(self, *entries: SharedEntry, **fields: Any) -> None:
        """Publish an update."""
        now = SystemClock().now().time
        week = monday_of(now.date())
        told = [(one, "left wheel", (0,) * 7 + (1,)) for one in entries]
        envelope = self.talker.says(
            *entries, issued=now, robot=described(*told, week=week), **fields
        )
        self._carrier.publish(self.talker.rrn, write_envelope(envelope))

    def turn(self) -> None:
        """Run the carrier once."""
        self._carrier.tick(time.monotonic())
        self._carrier.deliver(0.0)

    def close(self) -> None:
        """Close the carrier."""
        self._carrier.close()


@pytest.fixture
def robots(tmp_path: Path, router: Router) -> Iterator[list[TellingRobot]]:
    """Three robots."""
    made = [TellingRobot(number, tmp_path, router) for number in (1, 2, 3)]
    yield made
    for robot in made:
        robot.close()


def ask(home: Path, capsys: pytest.CaptureFixture[str], *question: str) -> Any:
    """Ask a question as an operator does; return the JSON answer."""
    capsys.readouterr()
    assert main(["--home", str(home), "--json", "fleet", "ask", *question]) in (
        0,
        1,
    )  # 1: nothing found yet
    return json.loads(capsys.readouterr().out)


def test_one_question_finds_a_fault_of_three_robots_even_after_the_server_was_killed(
    tmp_path: Path, router: Router, robots: list[TellingRobot], capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "fleet"
    trust = TrustStore(home / "keys" / "peers")
    for robot in robots:
        trust.trust(robot.talker.card, SystemClock().now().time)

    def counted(number: int) -> bool:
        return bool(ask(home, capsys, "fault", "wheel", "slips")["robots"] == number)

    with FleetProcess(home, client(tmp_path, router.endpoint)) as server:
        robots[0].tell(SLIP)
        robots[1].tell(SLIP)
        assert turn_until(lambda: counted(2), *robots)

        server.end(signal.SIGKILL)
        robots[2].tell(SLIP)
        assert counted(2)
        server.start()

        assert turn_until(lambda: counted(3), *robots)
        found = ask(home, capsys, "fault", "slips")
        assert found["trend"]["after"]["count"] == 3
        assert server.end(signal.SIGTERM) == 0
    assert ask(home, capsys, "silent")["count"] == 0
